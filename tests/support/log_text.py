"""What a log would say of one event, told from a single table: for tests that look at words and secrets only."""

from __future__ import annotations

from typing import Any

from rules.game_protocol import Event, Game, Seat


def line(game: Game[Any], state: Any, event: Event, viewer: Seat | None) -> str:
    """The text for a viewer who knows what may be known in ``state``."""
    return game.tell(state, state, game.redact(state, event, viewer), viewer).text

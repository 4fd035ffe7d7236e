"""Tables in the midst of a game, laid through the companion's own door from the golden playthroughs."""

from __future__ import annotations

import uuid
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import playthroughs

from companion.errors import Trouble
from companion.table.tables import Tables
from rules import wire
from rules.game_protocol import Refusal
from rules.games import load
from rules.log import Undo

STORIES = {
    "breeds": "two_black_and_teal",
    "dragoborne": "plain",
    "fairytale": "two_scanned",
    "gilfate": "two_plain",
    "tower": "two_straight_games",
}


@dataclass(frozen=True)
class MidGame:
    """A table, and what its phones hold."""

    code: str
    host: str
    seats: tuple[str, ...]


def laid(tables: Tables, game: str, share: float) -> MidGame:
    """A table where that share of a whole game has been played.

    A step that passes by itself now, or is refused, is left out: what is wanted is a table full of things.
    """
    found = playthroughs.read((playthroughs.FOLDER / game / f"{STORIES[game]}.txt").read_text("utf-8"))
    opened = tables.open(game, options=dict(found.options))
    tokens = tuple(tables.join(opened.code, name=name).token for name in found.people)
    tables.begin(opened.code, [opened.host_token])
    kinds = load(game).events
    for line in found.events[: round(len(found.events) * share)]:
        event: Any = playthroughs.event_of(line, found.people, kinds)
        if not isinstance(event, Undo):
            told = {key: value for key, value in wire.event_to_json(event).items() if value is not None}
            with suppress(Refusal, Trouble):
                tables.submit(opened.code, [opened.host_token, *tokens], id=str(uuid.uuid4()), event=told)
    return MidGame(opened.code, opened.host_token, tokens)

"""The veiled table holds no secret of anybody else's, whatever the screens draw of it: along every playthrough."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import playthroughs
import pytest

from rules import games
from rules.game_protocol import Seat


def fairytale(state: Any, seat: Seat) -> Iterator[object]:
    """What is noted, placed, or lies face down; told where face-down cards count in the last stage."""
    yield from state.noted[seat]
    placed = state.placed[seat]
    yield from (placed.card, placed.code) if placed is not None else ()
    if not state.house.count_face_down:
        yield from (part for laid in state.tableaus[seat] if not laid.up for part in (laid.card, laid.code))


def gilfate(state: Any, seat: Seat) -> Iterator[object]:
    """The notes of a hand, and the secret card."""
    player = state.seats[seat]
    yield from (*player.notes, player.lost, player.secret)


def breeds(state: Any, seat: Seat) -> Iterator[object]:
    """The legendary dragon under the quest card, and dragons refracted."""
    yield state.seats[seat].legendary
    yield from (part.card for one in state.refracted if one.seat == seat for part in one.fighter.parts)


def dragoborne(state: Any, seat: Seat) -> Iterator[object]:
    """The card of an ambush, and a deck that was scanned."""
    side = state.sides[seat]
    yield from side.listed
    yield from (part for fort in side.forts if fort.ambush for part in (fort.ambush.card, fort.ambush.code))


SECRETS = (fairytale, gilfate, breeds, dragoborne)


def veil_of(name: str) -> Callable[[Any, Seat | None], Any]:
    """The table as a viewer may know it, of this game."""
    found = getattr(games.load(name), "veil", None)
    return found or importlib.import_module(f"rules.games.{name}.secrets").veil


@pytest.mark.parametrize("secrets", SECRETS, ids=lambda secrets: secrets.__name__)
def test_what_is_somebody_elses_secret_is_not_in_the_veiled_table(
    secrets: Callable[[Any, Seat], Iterator[Any]],
) -> None:
    game, hidden = secrets.__name__, 0
    veil = veil_of(game)
    for path in playthroughs.files(game):
        for line, _, log in playthroughs.logs(playthroughs.read(path.read_text(encoding="utf-8"))):
            state = log.table.state
            if games.load(game).over(state):
                continue
            for viewer in (None, *range(state.players)):
                seen = veil(state, viewer)
                for seat in range(state.players):
                    kept = list(secrets(state, seat))
                    if seat == viewer:
                        assert list(secrets(seen, seat)) == kept, (path.stem, line)
                    else:
                        assert not any(secrets(seen, seat)), (path.stem, line, viewer, seat)
                        hidden += any(kept)
    assert hidden

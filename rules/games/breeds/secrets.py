"""What a seat may know of a table of Dragon Breeds: legendary dragons and refracted ones are their owners'."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds.state import Fighter, Part, Refracted, State
from rules.table import Seat


def veil(state: State, viewer: Seat | None) -> State:
    """The table as ``viewer`` may know it. Every screen could be drawn from this alone."""
    if state.phase == "over":
        return state
    return replace(
        state,
        seats=tuple(
            player if seat == viewer else replace(player, legendary="") for seat, player in enumerate(state.seats)
        ),
        refracted=tuple(one if one.seat == viewer else replace(one, fighter=_faceless(one)) for one in state.refracted),
        notices=tuple(notice for notice in state.notices if notice.to in (None, viewer)),
    )


def _faceless(ghost: Refracted) -> Fighter:
    one = ghost.fighter
    parts = tuple(Part("", 0, ghost.seat) for _ in one.parts[:1])
    return Fighter(one.uid, parts, 0)

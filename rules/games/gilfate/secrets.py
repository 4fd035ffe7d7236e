"""What a seat may know of a table of Gilfate Fantasy: notes of a hand and secret cards are their owners'."""

from __future__ import annotations

from dataclasses import replace

from rules.games.gilfate.state import State
from rules.table import Seat


def veil(state: State, viewer: Seat | None) -> State:
    """The table as ``viewer`` may know it. Every screen could be drawn from this alone."""
    if state.phase == "over":
        return state
    return replace(
        state,
        seats=tuple(
            player if seat == viewer else replace(player, notes=(), lost=0, secret=None)
            for seat, player in enumerate(state.seats)
        ),
        notices=tuple(notice for notice in state.notices if notice.to in (None, viewer)),
    )

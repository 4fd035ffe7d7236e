"""What a seat may know of a table of Dragoborne: the state with everything replaced that is somebody else's."""

from __future__ import annotations

from dataclasses import replace

from rules.games.dragoborne.papers import banners
from rules.games.dragoborne.state import DeckName, Fort, Player, State
from rules.table import Seat


def veil(state: State, viewer: Seat | None) -> State:
    """The table as ``viewer`` may know it. Every screen could be drawn from this alone."""
    if state.phase == "over":
        return state
    first, second = (
        side if seat == viewer else _veiled(side, setup=state.phase == "setup") for seat, side in enumerate(state.sides)
    )
    notices = tuple(notice for notice in state.notices if notice.to in (None, viewer))
    return replace(state, sides=(first, second), notices=notices)


def _veiled(side: Player, *, setup: bool) -> Player:
    forts = tuple(
        replace(
            one,
            color="" if setup else one.color,
            ambush=replace(one.ambush, card="", code="") if one.ambush is not None else None,
        )
        for one in side.forts
    )
    placed = bool(banners(side)) and setup
    # Face-down banners: that they stand is seen, which is where is not. The dice show their colours openly.
    # Whether a phone has read a deck of one's own is nobody else's business either.
    name: DeckName = "own" if side.deck_name == "scanned" else side.deck_name
    return replace(side, deck_name=name, listed=(), forts=_face_down(forts) if placed else forts)


def _face_down(forts: tuple[Fort, ...]) -> tuple[Fort, ...]:
    return tuple(replace(one, color="hidden") for one in forts)

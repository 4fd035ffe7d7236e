"""What a seat may know of a table of Fairy Tale: hands, placed cards and face-down ones are their owners'."""

from __future__ import annotations

from dataclasses import replace

from rules.games.fairytale import stages
from rules.games.fairytale.state import Laid, Placed, State
from rules.table import Seat


def secrets_out(state: State) -> bool:
    """Whether face-down cards are nobody's secret any more: at the end, or where they count for the score."""
    return state.over or (state.stage == stages.LAST and state.house.count_face_down)


def veil(state: State, viewer: Seat | None) -> State:
    """The table as ``viewer`` may know it: what others hide is None. Every screen is drawn from this alone."""
    if state.over:
        return state
    hidden = not secrets_out(state)

    def cover(seat: Seat, laid: Laid) -> Laid:
        return laid if seat == viewer or laid.up or not hidden else replace(laid, card=None, code="")

    return replace(
        state,
        tableaus=tuple(tuple(cover(seat, laid) for laid in own) for seat, own in enumerate(state.tableaus)),
        placed=tuple(
            own if seat == viewer or own is None else Placed(own.uid, None) for seat, own in enumerate(state.placed)
        ),
        noted=tuple(own if seat == viewer else () for seat, own in enumerate(state.noted)),
        notices=tuple(notice for notice in state.notices if notice.to in (None, viewer)),
    )

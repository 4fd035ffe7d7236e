"""Seats whose players have gone: their turns are passed over, and nobody waits for them (RULINGS.md, GF-R47)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.action import Action
from rules.choice import Choice
from rules.event import Judge, Seat
from rules.games.gilfate import citations as cite
from rules.games.gilfate.state import State, dealt, seat_of
from rules.seat_away import SeatAway, SeatBack
from rules.text import say
from rules.view import person


def leave(state: State, event: SeatAway, judge: Judge) -> State:
    seat = _at_a_game(state, judge)
    judge.struct(not state.seats[seat].away, "already_there", say("{who} has left already.", who=person(seat)))
    stay = [other for other in state.present if other != seat]
    judge.struct(bool(stay), "nobody_left", "Somebody has to stay at the table; undo takes a game back.")
    state = state.with_seat(seat, replace(state.seats[seat], away=True))
    return dealt(state) if state.phase == "setup" else _without_answer(state, seat)


def _without_answer(state: State, seat: Seat) -> State:
    """An answer the seat has not paid yet counts for nothing; what else it had to draw is not waited for."""
    pending = state.pending
    if pending is not None and any(one.seat == seat and one.purpose == "answer" for one in state.dues):
        pending = replace(pending, answers=pending.answers[:-1])
    return replace(state, pending=pending, dues=tuple(one for one in state.dues if one.seat != seat))


def come_back(state: State, event: SeatBack, judge: Judge) -> State:
    seat = _at_a_game(state, judge)
    judge.struct(state.seats[seat].away, "already_there", say("{who} has not left.", who=person(seat)))
    state = state.with_seat(seat, replace(state.seats[seat], away=False))
    return dealt(state) if state.phase == "setup" else state


def _at_a_game(state: State, judge: Judge) -> Seat:
    judge.struct(state.mode == "play", "score_only", "This table only counts points; nobody is waited for.")
    judge.struct(state.phase != "over", "game_over", "The game is over; take that back first.")
    return seat_of(judge, state)


def offer_leaving(state: State, seat: Seat) -> Iterator[Choice]:
    if state.mode == "play" and state.phase != "over" and len(state.present) > 1:
        for other in state.present:
            label = say("{who} has left: go on without them", who=person(other))
            yield Choice(label, SeatAway(seat=other), correction=True, why=cite.AWAY, spot=f"seat:{other}")


def offer_coming_back(state: State, seat: Seat) -> Iterator[Choice]:
    if state.mode == "play" and state.phase != "over":
        for other, player in enumerate(state.seats):
            if player.away:
                label = say("{who} is back", who=person(other))
                yield Choice(label, SeatBack(seat=other), correction=True, why=cite.AWAY, spot=f"seat:{other}")


SEAT_AWAY: Action[State, SeatAway] = Action(
    SeatAway, cite.AWAY, leave, "{who} has left; the table goes on without them", offers=offer_leaving
)
SEAT_BACK: Action[State, SeatBack] = Action(SeatBack, cite.AWAY, come_back, "{who} is back", offers=offer_coming_back)

"""Seats whose people have left a table of Dragon Breeds, and who is back (BR-R42, BR-R43).

What follows from it by itself, steps that wait for nobody and the end where one is left, is ``turn.settled``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.action import Action
from rules.choice import Choice
from rules.event import Judge, Seat
from rules.games.breeds import checks
from rules.games.breeds import citations as cite
from rules.games.breeds.damage import called_off
from rules.games.breeds.state import State
from rules.seat_away import SeatAway, SeatBack
from rules.text import say
from rules.view import person


def seat_away(state: State, event: SeatAway, judge: Judge) -> State:
    """An attack of theirs is called off, and nothing but the draw phase is left of their turn."""
    checks.unfinished(judge, state)
    seat = judge.seat(state.players)
    checks.in_game(judge, state, seat, cite.OUT.citation)
    judge.struct(seat not in state.away, "already_there", say("{who} has left already.", who=person(seat)))
    state = replace(state, away=(*state.away, seat))
    if state.clash is not None and state.clash.attacker == seat:
        state = called_off(state)
    if seat == state.active and state.phase in ("combat", "market", "flush"):
        state = replace(state, phase="draw", now=replace(state.now, self_hits=()))
    return state


def offer_leaving(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase != "over":
        for one in state.present:
            label = say("{who} has left: go on without them", who=person(one))
            yield Choice(label, SeatAway(seat=one), correction=True, why=cite.LEFT)


SEAT_AWAY = Action(
    SeatAway, cite.LEFT, seat_away, "{who} has left; the game goes on without them", offers=offer_leaving
)


def seat_back(state: State, event: SeatBack, judge: Judge) -> State:
    """A game that ended because they left goes on where it was."""
    seat = judge.seat(state.players)
    judge.struct(seat in state.away, "already_there", say("{who} is at the table.", who=person(seat)))
    if not state.left_at:
        checks.unfinished(judge, state)
    state = replace(state, away=tuple(one for one in state.away if one != seat))
    return replace(state, phase=state.left_at, left_at="") if state.left_at else state


def offer_coming_back(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase != "over" or state.left_at:
        for one in state.away:
            if not state.seats[one].out:
                yield Choice(say("{who} is back", who=person(one)), SeatBack(seat=one), correction=True, why=cite.LEFT)


SEAT_BACK = Action(SeatBack, cite.LEFT, seat_back, "{who} is back", offers=offer_coming_back)

"""The game given up: conceded by a player, or left by one who may come back (DB-R34)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action
from rules.choice import Choice
from rules.event import Event, Judge, Seat
from rules.games.dragoborne import checks, settle
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.state import State
from rules.seat_away import SeatAway, SeatBack
from rules.text import say
from rules.view import person


@dataclass(frozen=True, slots=True)
class Concede(Event):
    """The seat gives the game up, and the other has won."""


def concede(state: State, _: Concede, judge: Judge) -> State:
    seat = checks.game_on(judge, state)
    early = "The game has not begun; there is nothing to give up yet."
    judge.struct(state.phase != "setup", "phase", early, cite.CONCEDED.citation)
    return settle.lost(state, (seat,), "conceded")


def offer_conceding(state: State, seat: Seat) -> Iterator[Choice]:
    """Behind the corrections, so that nobody taps it by mistake."""
    if state.phase not in ("setup", "audit", "over"):
        yield Choice("I give up the game", Concede(seat=seat), correction=True, why=cite.CONCEDED)


CONCEDE = Action(Concede, cite.CONCEDED, concede, "{who} gives up the game", offers=offer_conceding)


# --- a player has gone, and is back


def seat_away(state: State, _: SeatAway, judge: Judge) -> State:
    seat = judge.seat(state.players)
    judge.struct(seat not in state.away, "away_already", say("{who} has left already.", who=person(seat)))
    return _without(state, tuple(sorted((*state.away, seat))))


def seat_back(state: State, _: SeatBack, judge: Judge) -> State:
    seat = judge.seat(state.players)
    judge.struct(seat in state.away, "not_away", say("{who} has not left.", who=person(seat)))
    return _without(state, tuple(one for one in state.away if one != seat))


def _without(state: State, away: tuple[Seat, ...]) -> State:
    """The table while these players are away: a duel nobody has decided is given up by them, until they are back.

    What lies face down stays so: they may come back into the game.
    """
    state = replace(state, away=away)
    if state.ending == "left":
        if away:
            return replace(state, losers=away)
        return replace(state, phase=state.resumes or "main", resumes="", losers=(), ending="")
    if not away or state.phase in ("audit", "over"):
        return state
    return replace(state, phase="over", resumes=state.phase, losers=away, ending="left")


def offer_absence(state: State, seat: Seat) -> Iterator[Choice]:
    """To everybody, of everybody: who has gone cannot say so."""
    for one in range(state.players):
        if one in state.away or (state.phase == "over" and state.ending != "left"):
            continue
        template = "{who} has left: the game is given up" if state.ending != "left" else "{who} has left too"
        label = say(template, who=person(one))
        yield Choice(label, SeatAway(seat=one), correction=True, why=cite.GONE)


def offer_return(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.away:
        template = "{who} is back: the game goes on" if state.ending == "left" else "{who} is back"
        event = SeatBack(seat=one)
        yield Choice(say(template, who=person(one)), event, correction=True, why=cite.GONE)


SEAT_AWAY = Action(SeatAway, cite.GONE, seat_away, "{who} has left the game", offers=offer_absence)
SEAT_BACK = Action(SeatBack, cite.GONE, seat_back, "{who} is back in the game", offers=offer_return)

"""Seats whose players have gone: nobody waits for them, in the draft or in play (RULINGS.md, FT-R21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.action import Action
from rules.choice import Choice
from rules.event import Judge, Seat
from rules.games.fairytale import citations as cite
from rules.games.fairytale import naming_cards, settle, stage_plan
from rules.games.fairytale.stages_and_draft import tracked
from rules.games.fairytale.state import State, missing, moment
from rules.seat_away import SeatAway, SeatBack
from rules.text import say
from rules.view import person


def has_hand(judge: Judge, state: State, seat: Seat) -> None:
    """Refuses a card of somebody who is away, or was dealt none in this round."""
    text = say("{who} has left; say first that they are back.", who=person(seat))
    judge.rule(seat not in state.away, "away", text, cite.AWAY)
    text = say("{who} was dealt no cards in this round and joins in with the next.", who=person(seat))
    judge.rule(seat not in state.no_hand, "no_hand", text, cite.AWAY)


def nobody_plays(state: State, judge: Judge) -> State:
    """A play stage in which nobody who is there has cards is over."""
    over = moment(state) == "select" and not missing(state) and not any(state.placed)
    return settle.close(state) if over and len(state.away) + len(state.no_hand) else state


# --- somebody has left


def leave(state: State, event: SeatAway, judge: Judge) -> State:
    tracked(judge, state)
    seat = judge.seat(state.players, naming_cards.WHOSE)
    judge.struct(seat not in state.away, "already_there", say("{who} has left already.", who=person(seat)))
    stay = state.players - len(state.away) - 1
    judge.struct(stay > 0, "nobody_left", "Somebody has to stay at the table; undo takes a game back.")
    state = replace(state, away=tuple(sorted((*state.away, seat))))
    if moment(state) == "draft" and seat not in state.no_hand:
        # The hand that would be passed on is laid aside, and what was kept of it.
        state = replace(
            state,
            no_hand=(*state.no_hand, seat),
            noted=(*state.noted[:seat], (), *state.noted[seat + 1 :]),
            discarded=state.discarded + stage_plan.HAND,
        )
    state = settle.turned_over(state, seat, judge)
    if moment(state) == "select" and any(state.placed) and not missing(state) and not state.opening:
        state = settle.open_up(state, judge)
    return settle.settle(state)


def offer_leaving(state: State, seat: Seat) -> Iterator[Choice]:
    if state.mode != "play" or state.over or len(state.away) + 1 >= state.players:
        return
    for other in range(state.players):
        if other not in state.away:
            label = say("{who} has left: go on without them", who=person(other))
            yield Choice(label, SeatAway(seat=other), correction=True, why=cite.AWAY, spot=f"seat:{other}")


SEAT_AWAY: Action[State, SeatAway] = Action(
    SeatAway, cite.AWAY, leave, "{who} has left; the table goes on without them", offers=offer_leaving
)


# --- and is back


def come_back(state: State, event: SeatBack, judge: Judge) -> State:
    tracked(judge, state)
    seat = judge.seat(state.players, naming_cards.WHOSE)
    judge.struct(seat in state.away, "already_there", say("{who} has not left.", who=person(seat)))
    return replace(state, away=tuple(one for one in state.away if one != seat))


def offer_coming_back(state: State, seat: Seat) -> Iterator[Choice]:
    if state.mode == "play" and not state.over:
        for other in state.away:
            label = say("{who} is back", who=person(other))
            yield Choice(label, SeatBack(seat=other), correction=True, why=cite.AWAY, spot=f"seat:{other}")


SEAT_BACK: Action[State, SeatBack] = Action(SeatBack, cite.AWAY, come_back, "{who} is back", offers=offer_coming_back)

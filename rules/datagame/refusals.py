"""What stands against naming a zone, a seat or a card at the table of a game out of a folder."""

from __future__ import annotations

from typing import Any

from rules.datagame.plan import CounterRule, Plan, Zone, there
from rules.datagame.score import why
from rules.datagame.state import Lying, State, find
from rules.event import Event, Judge, Seat
from rules.score import Why
from rules.text import say
from rules.values.code import CodeError, parse


def going(state: State, judge: Judge) -> None:
    """Refuse where the game is over."""
    judge.struct(not state.over, "game_over", "The points stand and the game is over; take that back first.")


def zone_of(plan: Plan, judge: Judge, id_: str) -> Zone:
    """The zone of that id. Raises Refusal STRUCT where there is none."""
    found = plan.zone(id_)
    judge.struct(found is not None, "bad_input", "zone: there is no such zone in this game")
    assert found is not None
    return found


def counter_of(plan: Plan, state: State, judge: Judge, id_: str) -> CounterRule:
    """The counter of that id. Raises Refusal STRUCT where there is none in this round."""
    found = plan.counter(id_)
    here = found is not None and there(found, state.round)
    judge.struct(here, "bad_input", "counter: there is no such counter in this game")
    assert found is not None
    return found


def whose(state: State, judge: Judge, rule: Zone | CounterRule, seat: Seat | None) -> Seat | None:
    """Whose counter or zone is meant, None for the table's. Raises Refusal STRUCT where nobody says so."""
    if rule.owner == "table":
        return None
    judge.struct(known_seat(state, seat), "no_such_seat", say("{label}: say whose.", label=rule.label))
    return seat


def known_seat(state: State, seat: Any) -> bool:
    """Whether somebody sits there."""
    return type(seat) is int and 0 <= seat < state.players


def lying_card(state: State, judge: Judge, event: Event, uid: str, card: str) -> Lying:
    """The card with that uid, in front of whoever says it. Raises Refusal STRUCT."""
    found = find(state, uid)
    judge.struct(found is not None, "no_such_card", "That card is no longer there; look at the table again.")
    assert found is not None
    judge.struct(card in ("", found.card), "no_such_card", "A different card is there; look at the table again.")
    judge.struct(found.seat in (None, event.seat), "no_such_card", "That card lies in front of somebody else.")
    return found


def card_meant(plan: Plan, judge: Judge, card: str, code: str) -> str:
    """The id of the card meant: its own, or, where it was renamed since, that of the card its printed code names.

    Raises Refusal STRUCT where there is no such card, or the code is another's.
    """
    found = None
    if code:
        try:
            found = plan.deck.find(parse(code))
        except CodeError as error:
            judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
    known = card in plan.deck.by_id
    text = say('"{card}" is not a card of {title}.', card=card[:40], title=plan.title)
    judge.struct(known or found is not None, "unknown_card", text)
    if not code:
        return card
    name = plan.deck.by_id[card].name if known else card[:40]
    text = say("The code {code} is not printed on {name}.", code=code[:12], name=name)
    judge.struct(found is not None and (not known or found.id == card), "bad_code", text)
    assert found is not None
    return found.id


def paper(plan: Plan) -> Why:
    """Why a card lies in one place only."""
    return why(plan, "There is one of each printed card.", "cards")

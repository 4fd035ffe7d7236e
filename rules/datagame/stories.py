"""One line of the log for each event of a game out of a folder; everybody reads the same."""

from __future__ import annotations

from rules.datagame.events import CountPoints, Lay, NextPhase, SetCount, SetCounter, Take, Turn
from rules.datagame.plan import Plan
from rules.table import Event
from rules.text import say
from rules.view import person


def story(plan: Plan, event: Event) -> str:
    """What happened, in the past tense."""
    who = person(event.seat) if event.seat is not None else "The table"
    match event:
        case Lay(zone=zone, cards=laid):
            names = ", ".join(plan.deck.by_id[card].name for card in laid if card in plan.deck.by_id)
            return say("{who} laid {names}: {zone}", who=who, names=names, zone=_zone(plan, zone))
        case Take(card=card, to=to):
            return say(
                "{who} moved {card}{word}",
                who=who,
                card=_card(plan, card),
                word=say(" to {zone}", zone=_zone(plan, to)) if to else " off the table",
            )
        case Turn(card=card):
            return say("{who} turned {card} over", who=who, card=_card(plan, card))
        case SetCounter(counter=counter, value=value):
            rule = plan.counter(counter)
            whose = "The table" if rule is not None and rule.owner == "table" else who
            return f"{whose}: {rule.label if rule else counter} {value}"
        case SetCount(zone=zone, count=count):
            return f"{who}: {_zone(plan, zone)} {count}"
        case NextPhase(turn=turn, phase=phase) if phase < len(plan.phases):
            return say("{who} ended: {label}, turn {turn}", who=who, label=plan.phases[phase].label, turn=turn)
        case CountPoints():
            return "The points were counted"
    return "Something happened"


def _zone(plan: Plan, id: str) -> str:
    found = plan.zone(id)
    return found.label if found is not None else id


def _card(plan: Plan, card: str) -> str:
    return plan.deck.by_id[card].name if card in plan.deck.by_id else "a card"

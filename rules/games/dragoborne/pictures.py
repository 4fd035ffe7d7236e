"""The cards a result is shown with: who fought and what became of them, what fell, what was turned up.

Made from the table before and after, both as the viewer may know them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.action import Telling
from rules.event import Seat
from rules.games.dragoborne.combat_rules import edr_now
from rules.games.dragoborne.deck import card, found_card
from rules.games.dragoborne.state import Clash, Creature, State
from rules.log_line import Pictured
from rules.text import plural, say


def attack_result(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """Both sides of an attack that is over, with what each took; nothing while somebody still answers it."""
    before, after, event = telling.before, telling.after, telling.event
    clash = before.clash or _declared(event)
    if clash is None or after.clash is not None:
        return
    attacks = before.find(clash.creature)
    if attacks is None:
        return
    blocker = clash.blocker or (getattr(event, "creature", "") if before.clash is not None else "")
    blocks = before.find(blocker) if blocker else None
    done = "" if blocks else _done_to_fort(before, after, clash)
    yield _pictured(after, *attacks, done=done)
    if blocks is not None:
        yield _pictured(after, *blocks)
    named = {clash.creature, blocker}
    yield from (_pictured(after, owner, one) for owner, one in _gone(before, after) if one.uid not in named)


def _declared(event: Any) -> Clash | None:
    """The attack that an event declares."""
    if event.seat is None or not hasattr(event, "creature"):
        return None
    target = getattr(event, "target", "")
    return Clash(event.seat, event.creature, getattr(event, "fort", ""), blocker=target, assassin=bool(target))


def _done_to_fort(before: State, after: State, clash: Clash) -> str:
    """What the attack did to the fort, or to the dragoshield before it."""
    if not clash.fort:
        return ""
    was, now = before.sides[clash.defender], after.sides[clash.defender]
    lost, left = was.fort(clash.fort).barriers, now.fort(clash.fort).barriers
    if left < lost:
        barriers = plural(left, "barrier")
        return (
            say("fort {fort} has {barriers} left", fort=clash.fort, barriers=barriers)
            if left
            else say("fort {fort} falls", fort=clash.fort)
        )
    for index in was.shields(clash.fort):
        if now.dice[index].where != "shield":
            return "destroys the shield"
        if now.dice[index].value < was.dice[index].value:
            return say("shield down to {value}", value=now.dice[index].value)
    return ""


def _gone(before: State, after: State) -> Iterator[tuple[Seat, Creature]]:
    for owner, side in enumerate(before.sides):
        yield from ((owner, one) for one in side.creatures if after.sides[owner].creature(one.uid) is None)


def _pictured(after: State, owner: Seat, one: Creature, done: str = "") -> Pictured:
    """A creature with what became of it; ``done`` is said of one that stays and took nothing."""
    now = after.sides[owner].creature(one.uid)
    if now is None:
        piled = any(paper.card == one.card for paper in after.sides[owner].discard)
        return Pictured(one.card, one.name, "destroyed" if piled else "leaves the field", fell=piled)
    if now.damage > one.damage:
        text = say("{damage} of {bears} damage", damage=now.damage, bears=edr_now(after, owner, now))
        return Pictured(one.card, one.name, text)
    return Pictured(one.card, one.name, done or "unharmed")


def turned_up(text: str) -> Any:
    """The card the event names, where it names one, with a few words, and the creatures that left."""

    def shown(telling: Telling[State, Any]) -> Iterator[Pictured]:
        name = getattr(telling.event, "card", "") or getattr(telling.event, "source", "")
        if name and found_card(name) is not None:
            yield Pictured(name, card(name).name, text)
            yield from (_pictured(telling.after, *one) for one in _gone(telling.before, telling.after))

    return shown


def turned_up_for_others(text: str) -> Any:
    """The same, for everybody but the person who did it and goes on from there."""
    shown = turned_up(text)
    return lambda telling: () if telling.own else shown(telling)


def creature_hit(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """A card's text and the creature it hurt or sent away."""
    event = telling.event
    found = telling.before.find(event.target)
    if found is None or not (event.damage or event.leaves) or found_card(event.source) is None:
        return
    yield Pictured(event.source, card(event.source).name)
    yield _pictured(telling.after, *found)


def creatures_left(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """The creatures that left the field."""
    yield from (_pictured(telling.after, *one) for one in _gone(telling.before, telling.after))

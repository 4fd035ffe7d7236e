"""The cards a result of Dragon Breeds is shown with: a fight, a purchase, a fireball, a knock-out, a quest.

What somebody did on their own phone they have just seen there; a purchase or a fireball is shown to the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.action import Telling
from rules.event import Seat
from rules.games.breeds import combat_rules as combat
from rules.games.breeds.deck import Facts, facts, fireball_card, identity, own_quest, price
from rules.games.breeds.state import Fighter, State
from rules.log_line import Pictured
from rules.text import say
from rules.view import person

Told = Telling[State, Any]


def of_fight(telling: Told) -> Iterator[Pictured]:
    """Every dragon of the combat with what became of it, and who was knocked out."""
    before, clash = telling.before, telling.before.clash
    if clash is None:
        return
    done = combat.combat_damage(clash.field, clash.targets, before.house)
    for one in clash.attackers:
        hits = one.uid in done.unblocked or one.hits
        text = say("hits for {damage}", damage=clash.dragon(one).damage) if hits else "blocked"
        yield _fighter(before, one, text, fell=one.uid in done.killed)
    for one in clash.blockers:
        yield _fighter(before, one, "back to the hand", fell=one.uid in done.killed)
    yield from of_knock_outs(telling)


def of_knock_outs(telling: Told) -> Iterator[Pictured]:
    """The identity cards of those who went down."""
    for seat, (was, now) in enumerate(zip(telling.before.seats, telling.after.seats, strict=True)):
        if was.health.status != now.health.status and now.health.immune:
            up = identity(was.faction, was.health.stage)
            text = say("{who} is out" if now.out else "{who} is knocked out", who=person(seat))
            yield Pictured(up.id if up else "", up.name if up else "", text, fell=True)


def of_shot(telling: Told) -> Iterator[Pictured]:
    """What was thrown or ambushed with, and the dragon it hit; for those who did not throw it."""
    before, event = telling.before, telling.event
    clash, seat = before.clash, event.seat
    target = clash.fighter(event.target) if clash is not None else None
    if telling.own or clash is None or target is None or seat is None:
        return
    thrown = facts(getattr(event, "card", "") or fireball_card(before.seats[seat].faction))
    if thrown is not None:
        yield _card(thrown)
    left = telling.after.clash.fighter(target.uid) if telling.after.clash is not None else None
    text = say("SV {sv} → {left}", sv=target.sv, left=left.sv) if left is not None else ""
    yield _fighter(before, target, text, fell=left is None)


def of_purchase(telling: Told) -> Iterator[Pictured]:
    """The card that was bought, for the others."""
    event, seat = telling.event, telling.event.seat
    lying = _supply_card(telling.before, seat, event.slot)
    found = facts(event.card or lying)
    if found is not None and not telling.own:
        yield _card(found, say("bought for {price}", price=price(found.cost)) if found.cost else "bought for nothing")


def of_flush(telling: Told) -> Iterator[Pictured]:
    """The card that went under its pile, for the others."""
    found = facts(_supply_card(telling.before, telling.event.seat, telling.event.slot))
    if found is not None and not telling.own:
        yield _card(found, "under its pile")


def of_trash(telling: Told) -> Iterator[Pictured]:
    """The card that was trashed, for the others."""
    found = facts(telling.event.card)
    if found is not None and not telling.own:
        yield _card(found, "trashed", fell=True)


def of_quest(telling: Told) -> Iterator[Pictured]:
    """The quest, once it is done or wakes the legendary."""
    seat = telling.event.seat
    if seat is None or telling.before.seats[seat].unlocked or not telling.after.seats[seat].unlocked:
        return
    quest = own_quest(telling.after.seats[seat].faction)
    if quest is not None:
        yield _card(quest, "all three done: the legendary wakes")


def _supply_card(state: State, seat: Seat | None, slot: int) -> str:
    supply = state.seats[seat].supply if seat is not None else ()
    return supply[slot - 1].card if 1 <= slot <= len(supply) else ""


def _fighter(state: State, one: Fighter, text: str, *, fell: bool) -> Pictured:
    card = one.parts[-1].card if one.parts else ""
    return Pictured(card, state.fighter_name(one), "destroyed" if fell else text, fell=fell)


def _card(found: Facts, text: str = "", *, fell: bool = False) -> Pictured:
    return Pictured(found.id, found.name, text, fell=fell)

"""Cards in zones: laid there, turned over, moved, off the table; and how many are in a zone that is only counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.action import Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.datagame.plan import Plan, Zone
from rules.datagame.refusals import card_meant, going, lying_card, paper, whose, zone_of
from rules.datagame.score import why
from rules.datagame.state import MOST_LYING, Lying, State, count, find, owner_seat, place, places, put
from rules.event import Event, Judge, Seat
from rules.text import say
from rules.view import person

AT_ONCE = 12
"""As many cards can be named in one go."""


def card_spot(uid: str) -> str:
    """What is touched of a card."""
    return f"card:{uid}"


def count_spot(zone: Zone, at: int) -> str:
    """What is touched of a zone that is only counted."""
    return f"zone:{zone.id}:{at}"


def lay_spot(plan: Plan, zone: Zone, at: int) -> str:
    """What is touched to lay cards: the place behind the last card, and for the zone most cards go to a button too."""
    return f"{'tile' if zone.id == plan.scan else 'lay'}:{zone.id}:{at}"


@dataclass(frozen=True, slots=True)
class Lay(Event):
    """Cards come to a zone; ``codes`` are theirs, in the same order, where they were scanned."""

    zone: str
    cards: tuple[str, ...]
    codes: tuple[str, ...] = ()


def lay(plan: Plan, state: State, event: Lay, judge: Judge) -> State:
    zone = zone_of(plan, judge, event.zone)
    seat = whose(state, judge, zone, event.seat)
    going(state, judge)
    judge.struct(not zone.counted, "counted", say("Only the number of {label} is kept.", label=zone.label))
    judge.struct(bool(event.cards), "bad_input", "cards: expected at least one")
    judge.struct(len(state.lying) + len(event.cards) <= MOST_LYING, "full", "No table holds that many cards.")
    fits = not event.codes or len(event.codes) == len(event.cards)
    judge.struct(fits, "bad_input", "codes: expected one for each card, or none")
    codes = event.codes or ("",) * len(event.cards)
    there = {one.code: one for one in state.lying if one.code}
    meant = [card_meant(plan, judge, card, code) for card, code in zip(event.cards, codes, strict=True)]
    for card, code in zip(meant, codes, strict=True):
        name = plan.deck.by_id[card].name
        judge.rule(code not in there, "same_code", say("This {name} is already on the table.", name=name), paper(plan))
    for card in dict.fromkeys(meant):  # a word for a kind of card, however many of it were laid
        copies, known = sum(one.card == card for one in state.lying) + meant.count(card), plan.deck.by_id[card]
        text = say("That is {copies} of {name}.", copies=copies, name=known.name)
        judge.warn(copies <= known.copies, "too_many_copies", text, paper(plan))
    judge.struct(len({*codes} - {""}) == len([code for code in codes if code]), "bad_input", "codes: one stands twice")
    room = zone.most - count(state, zone, seat)
    text = say("{label} holds at most {most}.", label=zone.label, most=zone.most)
    judge.rule(not zone.most or len(event.cards) <= room, "zone_full", text, why(plan, text, "zone"))
    laid = tuple(
        Lying(f"c{state.dealt + number}", card, code=code, zone=zone.id, seat=seat)
        for number, (card, code) in enumerate(zip(meant, codes, strict=True))
    )
    state = replace(state, lying=(*state.lying, *laid), dealt=state.dealt + len(laid))
    return _fed(plan, state, zone, event.seat, len(laid))


def _fed(plan: Plan, state: State, zone: Zone, seat: Seat | None, laid: int) -> State:
    """The table with so many cards fewer in the piles that feed a zone."""
    for pile in plan.zones:
        if pile.feeds == zone.id and (pile.owner == "table" or seat is not None):
            at = place(state, pile, seat)
            state = replace(state, counts=put(state.counts, pile.id, at, max(0, state.counts[pile.id][at] - laid)))
    return state


def offer_zones(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    """Zone by zone: cards laid there, or how many it holds."""
    if not state.over:
        for zone in plan.zones:
            yield from _counts(state, zone, seat) if zone.counted else _lays(plan, state, zone, seat)


def _counts(state: State, zone: Zone, seat: Seat) -> Iterator[Choice]:
    """The number of cards in a zone, the seat's own first, then, as corrections, everybody else's."""
    for at in range(places(state, zone)):
        owner = owner_seat(state, zone, at)
        own = owner is None or at == place(state, zone, seat)
        held, most = state.counts[zone.id][at], zone.most or MOST_LYING
        spec = FieldSpec("count", zone.label, low=0, high=max(most, held), kind="number", preset=(held,))
        label = zone.label if own else say("{label} of {who}", label=zone.label, who=person(owner or 0))
        yield Choice(
            say("{label}: how many cards", label=label),
            SetCount(zone.id, held, seat=seat if own else owner),
            (spec,),
            detail=say("now {held}", held=held),
            spot=count_spot(zone, at),
            correction=not own,
        )


def _lays(plan: Plan, state: State, zone: Zone, seat: Seat) -> Iterator[Choice]:
    held = count(state, zone, seat)
    room = min(zone.most - held if zone.most else AT_ONCE, AT_ONCE, len(plan.deck.cards), MOST_LYING - len(state.lying))
    if room > 0:
        picks = tuple(
            Pick(card.id, card.name, card.id, suit=plan.deck.spec.face(card).suit) for card in plan.deck.cards
        )
        spec = FieldSpec("cards", "Which cards", picks, many=True, low=1, high=room, search=True)
        spot = lay_spot(plan, zone, place(state, zone, seat))
        yield Choice(say("Lay cards: {label}", label=zone.label), Lay(zone.id, (), seat=seat), (spec,), spot=spot)


def tell_lay(plan: Plan, telling: Telling[State, Lay]) -> str:
    before = {one.uid for one in telling.before.lying}
    laid = [card_name(plan, one.card) for one in telling.after.lying if one.uid not in before]
    return say(
        "{who} laid {cards}: {zone}", who=telling.who, cards=", ".join(laid), zone=_label(plan, telling.event.zone)
    )


@dataclass(frozen=True, slots=True)
class SetCount(Event):
    """A zone of which only the number is kept holds ``count`` cards now."""

    zone: str
    count: int
    in_place: ClassVar[bool] = True


def set_count(plan: Plan, state: State, event: SetCount, judge: Judge) -> State:
    zone = zone_of(plan, judge, event.zone)
    seat = whose(state, judge, zone, event.seat)
    going(state, judge)
    judge.struct(zone.counted, "bad_input", say("{label}: its cards are laid one by one", label=zone.label))
    judge.struct(
        0 <= event.count <= MOST_LYING, "bad_input", say("count: expected 0 to {most_lying}", most_lying=MOST_LYING)
    )
    held = count(state, zone, seat)
    text = say("{label} holds at most {most}.", label=zone.label, most=zone.most)
    fits = not zone.most or event.count <= max(zone.most, held)
    judge.rule(fits, "zone_full", text, why(plan, text, "zone"))
    return replace(state, counts=put(state.counts, zone.id, place(state, zone, seat), event.count))


def tell_count(plan: Plan, telling: Telling[State, SetCount]) -> str:
    event, zone = telling.event, plan.zone(telling.event.zone)
    if zone is None:
        return say("{who}: {zone} {count}", who=telling.who, zone=event.zone, count=event.count)
    whose_ = "The table" if zone.owner == "table" else telling.who
    old = count(telling.before, zone, event.seat)
    return say("{who}: {zone} {count} (was {old})", who=whose_, zone=zone.label, count=event.count, old=old)


# --- a card that lies there


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """A card is turned over. ``card`` names it where it was said which card is meant."""

    uid: str
    card: str = ""


def turn(plan: Plan, state: State, event: Turn, judge: Judge) -> State:
    found = lying_card(state, judge, event, event.uid, event.card)
    going(state, judge)
    return replace(state, lying=tuple(replace(one, up=not one.up) if one == found else one for one in state.lying))


def tell_turn(plan: Plan, telling: Telling[State, Turn]) -> str:
    return say("{who} turned {card} over", who=telling.who, card=_named(plan, telling.before, telling.event))


@dataclass(frozen=True, slots=True)
class Take(Event):
    """A card leaves: to another zone, or (``to`` empty) the table. ``card`` names it where it was said which."""

    uid: str
    to: str = ""
    card: str = ""


def take(plan: Plan, state: State, event: Take, judge: Judge) -> State:
    found = lying_card(state, judge, event, event.uid, event.card)
    going(state, judge)
    rest = tuple(one for one in state.lying if one != found)
    if not event.to:
        return replace(state, lying=rest)
    zone = zone_of(plan, judge, event.to)
    seat = whose(state, judge, zone, event.seat)
    room = count(state, zone, seat)
    text = say("{label} holds at most {most}.", label=zone.label, most=zone.most)
    judge.rule(not zone.most or room < zone.most, "zone_full", text, why(plan, text, "zone"))
    if zone.counted:
        return replace(state, lying=rest, counts=put(state.counts, zone.id, place(state, zone, seat), room + 1))
    return replace(state, lying=(*rest, replace(found, zone=zone.id, seat=seat)))


def offer_turning(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    """The cards in front of the seat and in the middle, to be turned over by touching them."""
    picks = _touchable(plan, state, seat)
    if picks:
        yield Choice("Turn over", Turn("", seat=seat), (FieldSpec("uid", "Which card", picks),))


def offer_taking(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    """The same cards, to another zone or off the table."""
    for zone in plan.zones if not state.over else ():
        full = zone.most and count(state, zone, seat) >= zone.most
        picks = () if full else _touchable(plan, state, seat, but=zone.id)
        if picks:
            label = say("To {label}", label=zone.label)
            yield Choice(label, Take("", zone.id, seat=seat), (FieldSpec("uid", "Which card", picks),))
    if picks := _touchable(plan, state, seat):
        yield Choice("Off the table", Take("", "", seat=seat), (FieldSpec("uid", "Which card", picks),))


def _touchable(plan: Plan, state: State, seat: Seat, but: str = "") -> tuple[Pick, ...]:
    if state.over:
        return ()
    found = []
    for lying in state.lying:
        if lying.seat in (None, seat) and lying.zone != but:
            card = plan.deck.by_id[lying.card]
            suit = plan.deck.spec.face(card).suit
            spot = card_spot(lying.uid)
            found.append(Pick(lying.uid, card.name, card.id, lying.uid, suit=suit, code=lying.code, spot=spot))
    return tuple(found)


def with_card(plan: Plan, state: State, lying: Lying, seat: Seat) -> Iterator[Choice]:
    """What can be done with one card that lies there: where it was scanned again."""
    card = plan.deck.by_id[lying.card]
    can: list[tuple[str, Event]] = [(say("Turn {name} over", name=card.name), Turn(lying.uid, card.id, seat=seat))]
    for zone in plan.zones:
        full = zone.most and count(state, zone, seat) >= zone.most
        if zone.id != lying.zone and not full:
            label = say("{name} to {label}", name=card.name, label=zone.label)
            can.append((label, Take(lying.uid, zone.id, card.id, seat=seat)))
    can.append((say("{name} leaves the table", name=card.name), Take(lying.uid, "", card.id, seat=seat)))
    suit = plan.deck.spec.face(card).suit
    return (Choice(label, event, card=card.id, uid=lying.uid, suit=suit, correction=True) for label, event in can)


def tell_take(plan: Plan, telling: Telling[State, Take]) -> str:
    card, to = _named(plan, telling.before, telling.event), telling.event.to
    if not to:
        return say("{who} moved {card} off the table", who=telling.who, card=card)
    return say("{who} moved {card} to {zone}", who=telling.who, card=card, zone=_label(plan, to))


def card_name(plan: Plan, card: str) -> str:
    """The name of a card, or that it is one."""
    return plan.deck.by_id[card].name if card in plan.deck.by_id else "a card"


def _named(plan: Plan, state: State, event: Turn | Take) -> str:
    found = find(state, event.uid)
    return card_name(plan, found.card if found is not None else event.card)


def _label(plan: Plan, id_: str) -> str:
    found = plan.zone(id_)
    return found.label if found is not None else id_

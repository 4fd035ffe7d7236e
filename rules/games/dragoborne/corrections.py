"""Facts put right by hand: the paper is the truth, and every correction says in the log that it was one.

A seat sets right its own half and that of the other, where the event is the other's, and the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.action import ByHand, Correction, Offer, Telling, correction, number, pick
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.dragoborne import checks, settle, spots, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.ambushes import AmbushLeaves, UseAmbush
from rules.games.dragoborne.checks import tells
from rules.games.dragoborne.combat import DealDamage
from rules.games.dragoborne.deck import COLORS, kind
from rules.games.dragoborne.state import BANNERS, FORTS, Ambush, Creature, DieAt, Paper, Player, Resource, State
from rules.games.dragoborne.turn import EndTurn
from rules.text import plural, say
from rules.view import person

CARDS_MOST, BARRIERS_MOST, RESOURCES_MOST, TURN_MOST = 400, 20, 60, 999
"""Larger numbers mean nothing at a table; what is offered stops earlier."""
CARDS_OFFERED, RESOURCES_OFFERED = 100, 20
MOMENTS = {
    "dice": "Dice to roll",
    "draw": "Card to draw",
    "resource": "Resource to add",
    "main": "Main phase",
    "combat": "Combat",
}


def in_play(state: State, _: Seat) -> bool:
    """Whether there is a half to set right: after the setup, before the result."""
    return state.phase not in ("setup", "audit", "over")


def half(state: State, event: Event) -> Player:
    """The half an accepted event is about."""
    return state.sides[event.seat or 0]


def not_decided(judge: Judge, state: State) -> Seat:
    """The seat that is put right. A result is taken back, not corrected."""
    seat = judge.seat(state.players)
    checks.undecided(judge, state, "The game is decided; take the last move back first.")
    return seat


def button(
    kind: type[Event],
    label: str,
    *asks: FieldSpec,
    seat: Seat,
    known: Mapping[str, Any],
    spot: str = "",
    uid: str = "",
    suit: str = "",
) -> Choice:
    """A correction of something drawn at ``spot``, on the half of ``seat``; the others are declared as ``Offer``."""
    return Choice.asking(
        kind,
        label,
        asks,
        known=known,
        seat=seat,
        override=True,
        correction=True,
        spot=spot,
        uid=uid,
        suit=suit,
        why=cite.BY_HAND,
    )


def halves(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whose half a seat can set right: its own first."""
    return (seat, 1 - seat) if in_play(state, seat) else ()


def whose(mine: str, others: str, seat: Seat, owner: Seat, **words: object) -> str:
    """A label about something of one's own, or of ``{who}``."""
    return say(mine, **words) if seat == owner else say(others, who=person(owner), **words)


def amount(field: str, label: str, most: int, now: int, least: int = 0) -> FieldSpec:
    """A field that asks for a whole number and shows what the table counts now."""
    return FieldSpec(field, label, low=least, high=most, kind="number", preset=(max(least, min(now, most)),))


def forts(state: State, seat: Seat, spot: Callable[[Seat, str], str] = spots.fort) -> tuple[Pick, ...]:
    """The forts of the seat as answers, in their colours."""
    side = state.sides[seat]
    return tuple(checks.bare_fort(one, suit=side.fort(one).color, spot=spot(seat, one)) for one in FORTS)


# --- forts


@dataclass(frozen=True, slots=True)
class SetFort(Event):
    """A fort has this many barriers."""

    fort: str
    barriers: int


def set_fort(state: State, event: SetFort, judge: Judge) -> State:
    seat = judge.seat(state.players)
    checks.fort_exists(judge, event.fort)
    checks.within(judge, "barriers", event.barriers, BARRIERS_MOST)
    side = state.sides[seat]
    return state.with_side(seat, side.with_fort(event.fort, replace(side.fort(event.fort), barriers=event.barriers)))


def offer_barriers(state: State, seat: Seat) -> Iterator[Choice]:
    for owner in halves(state, seat):
        for one in FORTS:
            there = state.sides[owner].fort(one)
            label = whose("Barriers of my fort {fort}", "Barriers of {who}'s fort {fort}", seat, owner, fort=one)
            count, spot = amount("barriers", "Barriers", 9, there.barriers), spots.barriers(owner, one)
            yield button(SetFort, label, count, seat=owner, known={"fort": one}, spot=spot, suit=there.color)


SET_FORT = correction(
    SetFort, cite.BY_HAND, set_fort, offers=offer_barriers,
    notice="fort {fort} of {who} has {count}.",
    tells="{who} by hand: {count} at fort {fort}, not {old}", count=lambda event: plural(event.barriers, "barrier"),
    value=lambda state, event: half(state, event).fort(event.fort).barriers,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetBanner(Event):
    """A fort's banner, and the resource and the die that go with it, have this colour."""

    fort: str
    color: str


def set_banner(state: State, event: SetBanner, judge: Judge) -> State:
    seat = judge.seat(state.players)
    checks.fort_exists(judge, event.fort)
    checks.color_exists(judge, event.color)
    text = "Banners are placed in the setup; choose their places there."
    judge.struct(state.phase != "setup", "phase", text, cite.BANNERS.citation)
    side = state.sides[seat]
    before = side.fort(event.fort)
    side = side.with_fort(event.fort, replace(before, color=event.color))
    row = list(side.resources)
    flag = next((n for n, one in enumerate(row) if one.banner and one.color == before.color), None)
    if flag is not None:
        row[flag] = replace(row[flag], color=event.color)
    dice = list(side.dice)
    own = next((n for n, one in enumerate(dice) if one.color == before.color), None)
    if own is not None:
        die = dice[own]
        astray = die.where == "shield" and die.at != event.fort
        dice[own] = replace(die, color=event.color, where="zone" if astray else die.where, at="" if astray else die.at)
    return state.with_side(seat, replace(side, resources=tuple(row), dice=tuple(dice)))


def offer_banners(state: State, seat: Seat) -> Iterator[Choice]:
    for owner in halves(state, seat):
        asks = (
            FieldSpec("fort", "Which fort?", forts(state, owner)),
            FieldSpec("color", "Its colour", checks.color_picks()),
        )
        label = whose("Change one of my banners", "Change a banner of {who}", seat, owner)
        yield button(SetBanner, label, *asks, seat=owner, known={})


SET_BANNER = correction(
    SetBanner, cite.BY_HAND, set_banner, offers=offer_banners,
    notice="the banner of fort {fort} of {who} is {color}.",
    tells="{who} by hand: a {new} banner at fort {fort}, not a {old} one",
    value=lambda state, event: half(state, event).fort(event.fort).color,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetAmbushThere(Event):
    """Whether a card lies face down before a fort."""

    fort: str
    there: bool
    rested: bool = True


def set_ambush_there(state: State, event: SetAmbushThere, judge: Judge) -> State:
    seat = not_decided(judge, state)
    checks.fort_exists(judge, event.fort)
    side = state.sides[seat]
    before = side.fort(event.fort)
    new = replace(before.ambush or Ambush(), rested=event.rested) if event.there else None
    return state.with_side(seat, side.with_fort(event.fort, replace(before, ambush=new)))


def ambush_named(side: Player, number: str) -> str:
    """What lies face down before a fort."""
    there = side.fort(number).ambush
    if there is None:
        return "no ambush"
    return "an ambush at rest" if there.rested else "a standing ambush"


def with_ambush(state: State, seat: Seat) -> tuple[Pick, ...]:
    """The forts of the seat before which an ambush lies."""
    side = state.sides[seat]
    return tuple(one for one in forts(state, seat, spots.ambush) if side.fort(str(one.value)).ambush is not None)


def without_ambush(state: State, seat: Seat) -> tuple[Pick, ...]:
    """The forts of the seat before which none lies."""
    side = state.sides[seat]
    return tuple(one for one in forts(state, seat) if side.fort(str(one.value)).ambush is None)


def offer_ambushes_there(state: State, seat: Seat) -> Iterator[Choice]:
    for owner in halves(state, seat):
        free, lying = without_ambush(state, owner), with_ambush(state, owner)
        if free:
            label = whose("Add an ambush of mine", "Add an ambush of {who}", seat, owner)
            where = FieldSpec("fort", "At which fort?", free)
            yield button(SetAmbushThere, label, where, seat=owner, known={"there": True})
        if lying:
            label = whose("Remove an ambush of mine", "Remove an ambush of {who}", seat, owner)
            where = FieldSpec("fort", "At which fort?", lying)
            yield button(SetAmbushThere, label, where, seat=owner, known={"there": False})


SET_AMBUSH_THERE = correction(
    SetAmbushThere, cite.BY_HAND, set_ambush_there, offers=offer_ambushes_there,
    notice="{new} is at fort {fort} of {who}.",
    tells="{who} by hand: {new} at fort {fort}; there was {old}",
    value=lambda state, event: ambush_named(half(state, event), event.fort),
)  # fmt: skip


def lying_cards(state: State, seat: Seat) -> tuple[Pick, ...]:
    """The cards an ambush of the seat may be."""
    return tuple(map(checks.card_pick, checks.ambush_cards(state.sides[seat])))


def cards_work(state: State, _: Seat) -> bool:
    """Whether card texts are followed in this phase."""
    return state.phase in ("main", "combat")


which_ambush = pick("fort", "Of which fort?", with_ambush), pick("card", "Which card is it?", lying_cards)
goes_to = pick("where", "Where to?", lambda *_: (Pick("discard", "Discard pile"), Pick("hand", "My hand")))
AMBUSH_USED = ByHand(UseAmbush, cite.AMBUSH_USE, (Offer("Use an ambush anyway", which_ambush, when=cards_work),))
AMBUSH_GONE = ByHand(
    AmbushLeaves, cite.AMBUSH, (Offer("Take an ambush away and show it", (*which_ambush, goes_to), when=cards_work),)
)


# --- creatures


@dataclass(frozen=True, slots=True)
class PutCreature(Event):
    """A creature stands at a fort."""

    card: str
    fort: str
    code: str = ""


def put_creature(state: State, event: PutCreature, judge: Judge) -> State:
    seat = not_decided(judge, state)
    checks.fort_exists(judge, event.fort)
    checks.is_card(judge, event.card, ("creature",), event.code)
    checks.card_free(judge, state, event.code)
    room = state.sides[seat].room_at(event.fort)
    judge.struct(room, "fort_full", "Two creatures are at that fort; take one away first.")
    before = state.todo
    state = settle.place(state, seat, event.fort, Paper(event.card, event.code))
    return replace(state, todo=before)


def own_creature_cards(state: State, seat: Seat) -> tuple[Pick, ...]:
    """The creatures the seat's deck may hold."""
    return tuple(checks.card_pick(one) for one in state.sides[seat].own_cards if kind(one) == "creature")


def forts_with_room(state: State, seat: Seat) -> tuple[Pick, ...]:
    """The forts of the seat where a creature fits."""
    return tuple(one for one in forts(state, seat) if state.sides[seat].room_at(str(one.value)))


def offer_new_creatures(state: State, seat: Seat) -> Iterator[Choice]:
    for owner in halves(state, seat):
        which, where = own_creature_cards(state, owner), forts_with_room(state, owner)
        if which and where:
            label = whose("Add a creature of mine", "Add a creature of {who}", seat, owner)
            asks = (
                FieldSpec("fort", "At which fort?", where),
                FieldSpec("card", "Which creature?", which, search=True),
            )
            yield button(PutCreature, label, *asks, seat=owner, known={})


PUT_CREATURE = correction(
    PutCreature, cite.BY_HAND, put_creature, offers=offer_new_creatures,
    notice="{card} stands at fort {fort} of {who}.",
    tells="{who} by hand: {card} stands at fort {fort}", card=lambda event: checks.card_named(event.card),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetCreature(Event):
    """A creature's damage, changes until the turn ends, and whether it rests."""

    creature: str
    damage: int = 0
    rested: bool = False
    atk: int = 0
    edr: int = 0


def set_creature(state: State, event: SetCreature, judge: Judge) -> State:
    seat = not_decided(judge, state)
    one = checks.own_creature(state, seat, event.creature)
    checks.within(judge, "damage", event.damage, 99)
    checks.within(judge, "atk", event.atk, 99, least=-99)
    checks.within(judge, "edr", event.edr, 99, least=-99)
    stands = "{card} of {who} stands, with {damage} damage."
    template = "{card} of {who} rests, with {damage} damage." if event.rested else stands
    judge.by_hand(say(template, card=one.name, who=person(seat), damage=event.damage), cite.BY_HAND)
    new = replace(one, damage=event.damage, rested=event.rested, atk_mod=event.atk, edr_mod=event.edr, held=False)
    return state.with_side(seat, state.sides[seat].with_creature(new))


def offer_creatures(state: State, seat: Seat) -> Iterator[Choice]:
    """For each creature: that it rests or stands, what it has taken, and that it is not there."""
    for owner in halves(state, seat):
        for one in state.sides[owner].creatures:
            yield from _of_creature(one, owner)


def _of_creature(one: Creature, seat: Seat) -> Iterator[Choice]:
    spot = spots.creature(one.uid)
    turned = say("Stand {card}" if one.rested else "Rest {card}", card=one.name)
    known = {"creature": one.uid, "damage": one.damage, "rested": not one.rested}
    known |= {"atk": one.atk_mod, "edr": one.edr_mod}
    yield button(SetCreature, turned, seat=seat, known=known, uid=one.uid, spot=spot)
    asks = (
        amount("damage", "Damage", 20, one.damage),
        amount("atk", "ATK until the turn ends", 9, one.atk_mod, least=-9),
        amount("edr", "EDR until the turn ends", 9, one.edr_mod, least=-9),
    )
    label, known = say("Damage and changes of {card}", card=one.name), {"creature": one.uid, "rested": one.rested}
    yield button(SetCreature, label, *asks, seat=seat, known=known, uid=one.uid, spot=spot)
    places = {"discard": "Discard pile", "hand": "Hand", "deck": "Deck", "nowhere": "It was never there"}
    where = FieldSpec("where", "Where is it?", tuple(Pick(key, label) for key, label in places.items()))
    label = say("Take {card} off the field", card=one.name)
    yield button(TakeCreature, label, where, seat=seat, known={"creature": one.uid}, uid=one.uid, spot=spot)


def tell_creature(telling: Telling[State, SetCreature]) -> str:
    event, found = telling.event, telling.before.find(telling.event.creature)
    now = _condition(event.damage, event.atk, event.edr, rested=event.rested)
    if found is None:
        return say("{who} by hand: a creature {now}", who=telling.who, now=now)
    one = found[1]
    was = _condition(one.damage, one.atk_mod, one.edr_mod, rested=one.rested)
    return say("{who} by hand: {creature} {now}; before: {was}", who=telling.who, creature=one.name, now=now, was=was)


def _condition(damage: int, atk: int, edr: int, *, rested: bool) -> str:
    """How a creature is, for the log: ``rests with 2 damage and +1/+0``."""
    template = "rests with {damage} damage" if rested else "stands with {damage} damage"
    text = say(template, damage=damage)
    return say("{text} and {atk:+}/{edr:+}", text=text, atk=atk, edr=edr) if atk or edr else text


SET_CREATURE = Correction(SetCreature, cite.BY_HAND, set_creature, tell_creature, offers=offer_creatures)


@dataclass(frozen=True, slots=True)
class TakeCreature(Event):
    """A creature is not on the field. Offered beside what else may be wrong about it."""

    creature: str
    where: Literal["hand", "discard", "deck", "nowhere"] = "discard"


def take_creature(state: State, event: TakeCreature, judge: Judge) -> State:
    seat = not_decided(judge, state)
    one = checks.own_creature(state, seat, event.creature)
    judge.by_hand(say("{card} of {who} is not on the field.", card=one.name, who=person(seat)), cite.BY_HAND)
    return settle.leave(state, seat, one.uid, event.where)


TAKE_CREATURE = Correction(
    TakeCreature, cite.BY_HAND, take_creature, tells("{who} by hand: {creature} is taken off the field")
)


# --- dice


@dataclass(frozen=True, slots=True)
class SetDie(Event):
    """A die shows this value and lies there; ``at`` is the fort or the creature it belongs to."""

    die: int
    value: int
    where: Literal["zone", "shield", "cross", "discard"] = "zone"
    at: str = ""


def set_die(state: State, event: SetDie, judge: Judge) -> State:
    seat = judge.seat(state.players)
    checks.die_exists(judge, state, seat, event.die)
    checks.within(judge, "value", event.value, 6, least=1)
    at = ""
    if event.where == "shield":
        checks.fort_exists(judge, event.at)
        at = event.at
    elif event.where == "cross":
        at = checks.own_creature(state, seat, event.at).uid
    side = state.sides[seat]
    color = side.dice[event.die].color
    new = DieAt(color, event.value, where=event.where, at=at, assigned=event.where != "zone")
    template = "the {color} die of {who} {lies}."
    text = say(template, color=color, who=person(seat), lies=_die_lies(state, new))
    judge.by_hand(text, cite.BY_HAND)
    return state.with_side(seat, side.with_die(event.die, new))


def _die_lies(state: State, die: DieAt) -> str:
    """What a die shows, and where it lies."""
    if not die.value:
        return "was not rolled"
    template = {
        "zone": "shows {value} in the dice zone",
        "shield": "shows {value} in front of fort {at}",
        "cross": "shows {value} on {at}",
        "discard": "shows {value} in the discard pile",
    }[die.where]
    at = checks.creature_named(state, die.at) if die.where == "cross" else die.at
    return say(template, value=die.value, at=at)


def tell_die(telling: Telling[State, SetDie]) -> str:
    event = telling.event
    was, die = half(telling.before, event).dice[event.die], half(telling.after, event).dice[event.die]
    before, now = _die_lies(telling.before, was), _die_lies(telling.before, die)
    template = "{who} by hand: the {color} die {now}; before: {before}"
    return say(template, who=telling.who, color=die.color, now=now, before=before)


def offer_dice(state: State, seat: Seat) -> Iterator[Choice]:
    """For each die: another value, and every other place where it may lie."""
    for owner in halves(state, seat):
        for index in range(len(state.sides[owner].dice)):
            yield from _of_die(state, seat, owner, index)


def _of_die(state: State, seat: Seat, owner: Seat, index: int) -> Iterator[Choice]:
    side, spot = state.sides[owner], spots.die(owner, index)
    die = side.dice[index]

    def turned(mine: str, others: str, asked: FieldSpec, **known: object) -> Choice:
        label = whose(mine, others, seat, owner, color=die.color)
        return button(SetDie, label, asked, seat=owner, known={"die": index, **known}, spot=spot, suit=die.color)

    faces = tuple(Pick(value, str(value), suit=die.color) for value in range(1, 7))
    value = FieldSpec("value", "It shows", faces, preset=(die.value,) if die.value else ())
    yield turned("My {color} die shows", "{who}'s {color} die shows", value, value=1, where=die.where, at=die.at)
    if not die.value:
        return
    where = FieldSpec("where", "Where is it?", (Pick("zone", "Dice zone"), Pick("discard", "Discard pile")))
    yield turned("Move my {color} die", "Move {who}'s {color} die", where, value=die.value)
    own = tuple(
        checks.bare_fort(one, suit=die.color, spot=spots.fort(owner, one))
        for one in FORTS
        if side.fort(one).color == die.color
    )
    if own:
        at = FieldSpec("at", "Shield which fort?", own)
        mine, others = "Make my {color} die a dragoshield", "Make {who}'s {color} die a dragoshield"
        yield turned(mine, others, at, value=die.value, where="shield")
    creatures = tuple(
        checks.creature_pick(state, owner, one) for one in side.creatures if index not in side.crosses(one.uid)
    )
    if creatures:
        at = FieldSpec("at", "On which creature?", creatures)
        mine, others = "Put my {color} die on a creature", "Put {who}'s {color} die on a creature"
        yield turned(mine, others, at, value=die.value, where="cross")


SET_DIE = Correction(SetDie, cite.BY_HAND, set_die, tell_die, offers=offer_dice)


# --- what is counted


@dataclass(frozen=True, slots=True)
class SetResources(Event):
    """So many resources of a colour stand, so many rest; banners count among them."""

    color: str
    standing: int
    rested: int = 0


def set_resources(state: State, event: SetResources, judge: Judge) -> State:
    seat = judge.seat(state.players)
    checks.color_exists(judge, event.color)
    checks.within(judge, "standing", event.standing, RESOURCES_MOST)
    checks.within(judge, "rested", event.rested, RESOURCES_MOST)
    side = state.sides[seat]
    same = [one for one in side.resources if one.color == event.color]
    flags = sum(one.banner for one in same)
    total = event.standing + event.rested
    text = say("{count} of them are banners, and they are always there.", count=flags)
    judge.struct(total >= flags, "bad_input", text)
    kept = (sorted(same, key=lambda one: not one.banner) + [Resource(event.color)] * total)[:total]
    row = [replace(one, rested=n >= event.standing) for n, one in enumerate(kept)]
    others = tuple(one for one in side.resources if one.color != event.color)
    return replace(state.with_side(seat, replace(side, resources=(*others, *row))), paid=None)


@dataclass(frozen=True, slots=True)
class SetStanding(Event):
    """So many resources of a colour stand, and the others of that colour rest; more than there were come new."""

    color: str
    standing: int


def set_standing(state: State, event: SetStanding, judge: Judge) -> State:
    checks.color_exists(judge, event.color)
    same = [one for one in half(state, event).resources if one.color == event.color]
    rested = max(0, len(same) - event.standing)
    whole = SetResources(event.color, event.standing, rested, seat=event.seat, override=event.override)
    return set_resources(state, whole, judge)


def offer_standing(state: State, seat: Seat) -> Iterator[Choice]:
    for owner in halves(state, seat):
        colors = tuple(Pick(word, word.capitalize(), suit=word, spot=spots.resources(owner, word)) for word in COLORS)
        asks = (
            FieldSpec("color", "Which colour?", colors),
            FieldSpec("standing", "Standing", low=0, high=RESOURCES_OFFERED, kind="number"),
        )
        label = whose("Standing resources of mine", "Standing resources of {who}", seat, owner)
        yield button(SetStanding, label, *asks, seat=owner, known={})


def resources_named(side: Player, word: str) -> str:
    """How many resources of a colour stand and rest."""
    same = [one for one in side.resources if one.color == word]
    standing = sum(not one.rested for one in same)
    return say("{standing} standing and {rested} at rest", standing=standing, rested=len(same) - standing)


def offer_resources(state: State, seat: Seat) -> Iterator[Choice]:
    for owner in halves(state, seat):
        row = state.sides[owner].resources
        for word in (one for one in COLORS if any(there.color == one for there in row)):
            same = [one for one in row if one.color == word]
            flags = sum(one.banner for one in same)
            standing = sum(not one.rested for one in same)
            asks = (
                amount("standing", "Standing", RESOURCES_OFFERED, standing, least=flags),
                amount("rested", "At rest", RESOURCES_OFFERED, len(same) - standing),
            )
            label = whose("My {color} resources", "{who}'s {color} resources", seat, owner, color=word)
            spot = spots.resources(owner, word)
            yield button(SetResources, label, *asks, seat=owner, known={"color": word}, spot=spot, suit=word)


SET_RESOURCES = correction(
    SetResources, cite.BY_HAND, set_resources, offers=offer_resources,
    notice="{who} has {standing} standing {color} resources, {rested} at rest.",
    tells="{who} by hand: {color} resources: {new}, not {old}",
    value=lambda state, event: resources_named(half(state, event), event.color),
)  # fmt: skip
SET_STANDING = correction(
    SetStanding, cite.BY_HAND, set_standing, offers=offer_standing,
    notice="{who} has {standing} standing {color} resources.",
    tells="{who} by hand: {color} resources: {new}, not {old}",
    value=lambda state, event: resources_named(half(state, event), event.color),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """So many cards in the hand."""

    count: int


@dataclass(frozen=True, slots=True)
class SetDeck(Event):
    """So many cards in the deck."""

    count: int


@dataclass(frozen=True, slots=True)
class SetDiscard(Event):
    """So many cards in the discard pile that nobody named. Only kept tables hold it."""

    count: int


@dataclass(frozen=True, slots=True)
class SetDiscardPile(Event):
    """So many cards in the discard pile; those somebody named stay in it."""

    count: int


def cards_counted(
    kind: type[SetHand | SetDeck | SetDiscard],
    pile: str,
    labels: tuple[str, str] | None = None,
    spot: Callable[[Seat], str] = spots.hand,
    *,
    notice: str,
    tells: str,
    card: str = "card",
) -> Correction[State, Any]:
    """A correction of how many cards lie in a ``pile``, a field of Player; ``card`` is what the log calls one.

    ``labels`` name one's own pile and that of ``{who}``; without them nobody is offered it any more.
    """

    def set_count(state: State, event: SetHand | SetDeck | SetDiscard, judge: Judge) -> State:
        seat = judge.seat(state.players)
        checks.within(judge, "count", event.count, CARDS_MOST)
        changed: dict[str, Any] = {pile: event.count}
        return state.with_side(seat, replace(state.sides[seat], **changed))

    def now(state: State, seat: Seat) -> int:
        return int(getattr(state.sides[seat], pile))

    def offers(state: State, seat: Seat) -> Iterator[Choice]:
        if labels is None:
            return
        for owner in halves(state, seat):
            label, count = whose(*labels, seat, owner), amount("count", "Cards", CARDS_OFFERED, now(state, owner))
            yield button(kind, label, count, seat=owner, known={}, spot=spot(owner))

    return correction(
        kind,
        cite.BY_HAND,
        set_count,
        offers=offers,
        notice=notice,
        tells=tells,
        value=lambda state, event: now(state, event.seat or 0),
        cards=lambda event: plural(event.count, card),
    )


SET_HAND = cards_counted(
    SetHand, "hand", ("Cards in my hand", "Cards in {who}'s hand"), spots.hand,
    notice="{who} holds {cards}.",
    tells="{who} by hand: {cards} in hand, not {old}",
)  # fmt: skip
SET_DECK = cards_counted(
    SetDeck, "deck", ("Cards in my deck", "Cards in {who}'s deck"), spots.deck,
    notice="the deck of {who} has {cards}.",
    tells="{who} by hand: {cards} in the deck, not {old}",
)  # fmt: skip
COUNT_UNNAMED = cards_counted(
    SetDiscard, "unnamed",
    notice="{cards} in the discard pile of {who}.",
    tells="{who} by hand: {cards} discarded, not {old}", card="unnamed card",
)  # fmt: skip
SET_DISCARD = replace(COUNT_UNNAMED, retired=True)


def set_pile(state: State, event: SetDiscardPile, judge: Judge) -> State:
    seat = judge.seat(state.players)
    side = state.sides[seat]
    checks.within(judge, "count", event.count, CARDS_MOST, least=len(side.discard))
    return state.with_side(seat, replace(side, unnamed=event.count - len(side.discard)))


def offer_piles(state: State, seat: Seat) -> Iterator[Choice]:
    for owner in halves(state, seat):
        side = state.sides[owner]
        label = whose("My discard pile", "Discard pile of {who}", seat, owner)
        named = len(side.discard)
        count = amount("count", "Cards", max(CARDS_OFFERED, named), named + side.unnamed, least=named)
        yield button(SetDiscardPile, label, count, seat=owner, known={}, spot=spots.discard(owner))


SET_DISCARD_PILE = correction(
    SetDiscardPile, cite.BY_HAND, set_pile, offers=offer_piles,
    notice="{cards} in the discard pile of {who}.",
    tells="{who} by hand: {cards} in the discard pile, not {old}", cards=lambda event: plural(event.count, "card"),
    value=lambda state, event: len(half(state, event).discard) + half(state, event).unnamed,
)  # fmt: skip


# --- the turn


@dataclass(frozen=True, slots=True)
class CallOff(Event):
    """The attack and open questions are forgotten."""


def call_off(state: State, _: CallOff, judge: Judge) -> State:
    not_decided(judge, state)
    return replace(settle.unasked(state), clash=None)


def something_open(state: State, _: Seat) -> bool:
    """Whether an attack or a question waits."""
    return state.phase not in ("audit", "over") and (state.clash is not None or bool(state.asks))


def what_is_open(state: State) -> str:
    """The attack that goes on, or what is asked."""
    clash = state.clash
    if clash is None:
        return "what was asked" if state.asks else "nothing"
    name = checks.creature_named(state, clash.creature)
    if clash.assassin:
        return say(
            "the attack of {creature} on {target}", creature=name, target=checks.creature_named(state, clash.blocker)
        )
    return say("the attack of {creature} on fort {fort}", creature=name, fort=clash.fort)


CALL_OFF = correction(
    CallOff, cite.BY_HAND, call_off, Offer("Call off the attack and all open questions", when=something_open),
    notice="the attack and open questions are called off.",
    tells="By hand: {old} is called off",
    value=lambda state, _: what_is_open(state),
)  # fmt: skip
all_the_same: Offer[State] = Offer(
    "Go on with the attack anyway", when=lambda state, _: state.clash is not None and state.phase in ("main", "combat")
)
ATTACK_GOES_ON = ByHand(DealDamage, cite.BY_HAND, (all_the_same,))
as_it_is: Offer[State] = Offer("End the turn anyway", when=lambda state, _: state.phase in MOMENTS)
TURN_ENDS = ByHand(EndTurn, cite.BY_HAND, (as_it_is,))


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """It is this seat's turn number ``turn`` of the game, in this phase; what was never set up is on already then."""

    active: Seat
    turn: int
    phase: Literal["dice", "draw", "resource", "main", "combat"] = "main"


def set_turn(state: State, event: SetTurn, judge: Judge) -> State:
    checks.undecided(judge, state, "The game is decided; take the last move back first.")
    judge.struct(0 <= event.active < state.players, "no_such_seat", "active: expected 0 or 1")
    checks.within(judge, "turn", event.turn, TURN_MOST, least=1)
    hidden = tuple(seat for seat, side in enumerate(state.sides) if side.banners and not _all_laid(state))
    if state.phase == "setup" and hidden:
        template = "The banners of {who} lie face down until everybody is ready; take them back to begin in the middle."
        judge.struct(False, "banners_hidden", say(template, who=person(hidden[0])), cite.BANNERS.citation)
    if state.phase == "setup":
        first, second = (in_the_middle(side) for side in state.sides)
        state = replace(state, sides=(first, second))
    state = settle.unasked(state)
    return replace(state, active=event.active, turn=event.turn, phase=event.phase, clash=None, paid=None)


def _all_laid(state: State) -> bool:
    """Whether nobody can place banners otherwise any more."""
    return all(side.laid for side in state.sides)


def may_set_turn(state: State, _: Seat) -> bool:
    """Whether the turn can be set right: it would turn up banners that somebody else has still to decide on."""
    if state.phase == "setup":
        return _all_laid(state) or not any(side.banners for side in state.sides)
    return state.phase not in ("audit", "over")


def in_the_middle(side: Player) -> Player:
    """A half that skipped its setup: what is not known is as it would be after it."""
    size = side.size or turn_rules.DECK_MIN
    start = turn_rules.setup(size)
    placed = side.banners
    colors = placed if len(placed) == BANNERS else COLORS[:BANNERS]
    laid = tuple(
        replace(one, color=word, barriers=one.barriers if side.laid else start.barriers[n])
        for n, (one, word) in enumerate(zip(side.forts, colors, strict=True))
    )
    hand, deck = (side.hand, side.deck) if side.laid else (start.hand, start.deck)
    return replace(
        side,
        deck_name=side.deck_name or "own",
        size=size,
        forts=laid,
        dice=side.dice or tuple(DieAt(word) for word in colors),
        resources=side.resources or tuple(Resource(word, banner=True) for word in colors),
        hand=hand,
        deck=deck,
        laid=True,
    )


def moment_named(state: State) -> str:
    """The turn and the place in it, for the log."""
    if state.active is None or state.phase == "setup":
        return "the setup"
    phase = MOMENTS.get(state.phase, "The end").casefold()
    return say("turn {turn} of {who}, {phase}", turn=state.turn, who=person(state.active), phase=phase)


moments = tuple(Pick(one, label) for one, label in MOMENTS.items())
SET_TURN = correction(
    SetTurn,
    cite.BY_HAND,
    set_turn,
    Offer(
        lambda state, _: "Change the turn" if state.phase != "setup" else "The game has already begun",
        (
            pick("active", "Whose?", lambda state, _: (Pick(one, person(one)) for one in range(state.players))),
            number("turn", "Turn of the game", most=200, now=lambda state, _: state.turn, least=1),
            lambda *_: FieldSpec("phase", "Where in it?", moments, preset=("main",)),
        ),
        known={"turn": 1},
        when=may_set_turn,
    ),
    notice="it is turn {turn}, of {owner}.",
    tells="By hand: it is {new}; it was {old}",
    owner=lambda event: person(event.active),
    value=lambda state, _: moment_named(state),
)

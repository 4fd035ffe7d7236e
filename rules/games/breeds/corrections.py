"""Any state of Dragon Breeds by hand: a table can begin in the middle of a game, a slip is one event from right.

The paper is the truth, and the log says who said so. Each correction is declared by the fields its buttons ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.action import Correction, Offer, Telling, cards, number, pick
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.breeds import checks, damage, fireballs, spots
from rules.games.breeds import citations as cite
from rules.games.breeds import combat_rules as combat
from rules.games.breeds.deck import in_supply, known, name_of, of_faction, trashable
from rules.games.breeds.quests_and_tokens import DONE
from rules.games.breeds.setup import dealt
from rules.games.breeds.state import (
    FRESH,
    PILE,
    SLOTS,
    SV_MOST,
    Cycle,
    Fighter,
    Part,
    Player,
    Refracted,
    Slot,
    State,
    Trashed,
    knows,
)
from rules.text import plural, say
from rules.view import person

COUNT_MOST = 60
DAMAGE_MOST = 99
TURN_MOST = 999
HAND_OFFERED = 46
DAMAGE_OFFERED = 12
TURN_OFFERED = 99

WHY = cite.BY_HAND
Field = Callable[[State, Seat], FieldSpec]
When = Callable[[State, Seat], bool]


def running(state: State, seat: Seat) -> bool:
    """Whether the game is not over."""
    return state.phase != "over"


def playing(state: State, seat: Seat) -> bool:
    """Whether the game is on."""
    return state.phase not in ("setup", "over")


def _corrected(judge: Judge, state: State, text: str, **args: object) -> Seat:
    """The seat whose fact is set right, noted in the log as ``text``, in which ``{who}`` can stand."""
    checks.unfinished(judge, state)
    seat = judge.seat(state.players)
    judge.by_hand(say(text, who=person(seat), **args), WHY)
    return seat


def _within(judge: Judge, most: int, *numbers: int) -> None:
    judge.struct(all(0 <= one <= most for one in numbers), "bad_number", say("Expected 0 to {most}.", most=most))


def _all_cards(judge: Judge, named: tuple[str, ...], *kinds: str) -> None:
    _within(judge, COUNT_MOST, len(named))
    for card in named:
        checks.a_card(judge, card, kinds)


def _count(name: str, label: str, most: int, of: Callable[[Player], int], least: int = 0) -> Field:
    """A field that asks for one of the seat's own counts."""
    return number(name, label, most=most, now=lambda state, seat: of(state.seats[seat]), least=least)


def _people(name: str, label: str, who: Callable[[State, Seat], Iterable[Seat]]) -> Field:
    return pick(name, label, lambda state, seat: (Pick(one, person(one)) for one in who(state, seat)))


def _named(*names: str) -> Iterator[Pick]:
    return (Pick(card, name_of(card), card) for card in names)


def _listed(names: Iterable[str]) -> str:
    shown = [name_of(card) for card in names]
    counts = ((name, shown.count(name)) for name in dict.fromkeys(shown))
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts) or "none"


def _changed(what: str, fact: Callable[[State, Any], str]) -> Callable[[Telling[State, Any]], str]:
    """A line of the log with the fact as the table held it, and as it holds it now."""

    def tell(telling: Telling[State, Any]) -> str:
        old, new = fact(telling.before, telling.event), fact(telling.after, telling.event)
        text = "{who} by hand: {what}{old} → {new}" if old != new else "{who} by hand: {what}{new}, as it was"
        return say(text, who=telling.who, what=f"{what} " if what else "", old=old, new=new)

    return tell


def _own(state: State, event: Event) -> Player:
    return state.seats[event.seat] if event.seat is not None else Player()


def button(
    label: str,
    *asks: Callable[[State, Seat], FieldSpec | None],
    when: When = running,
    spot: Callable[[State, Seat], str] | str = "",
    **known: object,
) -> Offer[State]:
    """One button: what it asks for, when it is there, where it begins, and the event's arguments that are settled."""
    return Offer(label, asks, known, when, spot)


# --- a combat


@dataclass(frozen=True, slots=True)
class CallOff(Event):
    """By hand: the combat going on did not happen; all dragons go back."""


def call_off(state: State, event: CallOff, judge: Judge) -> State:
    checks.clash_of(judge, state)
    judge.by_hand("the combat did not happen.", WHY)
    return replace(damage.called_off(state), now=replace(state.now, attacked=False))


CALL_OFF: Correction[State, CallOff] = Correction(
    CallOff, WHY, call_off, "By hand: the combat did not happen",
    buttons=(button("This combat did not happen", when=lambda state, seat: state.clash is not None),),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetSv(Event):
    """By hand: the SV a dragon on the battlefield has now; at 0 it leaves."""

    dragon: str
    sv: int


def set_sv(state: State, event: SetSv, judge: Judge) -> State:
    clash = checks.clash_of(judge, state)
    one = checks.fighter_named(judge, clash, event.dragon)
    _within(judge, SV_MOST, event.sv)
    judge.by_hand(say("{dragon} has SV {sv}.", dragon=state.fighter_name(one), sv=event.sv), WHY)
    return fireballs.strengthened(state, clash, one, event.sv)


def offer_svs(state: State, seat: Seat) -> Iterator[Choice]:
    fighters = state.clash.fighters if state.clash is not None else ()
    picks = tuple(Pick(one.uid, state.fighter_name(one), uid=one.uid, spot=spots.strength(one.uid)) for one in fighters)
    if picks:
        fields = (
            FieldSpec("dragon", "Which dragon?", picks),
            FieldSpec("sv", "Its SV", low=0, high=SV_MOST, kind="number"),
        )
        label = "Set the SV of a dragon"
        yield Choice.asking(SetSv, label, fields, seat=seat, override=True, correction=True, why=WHY)


SET_SV: Correction[State, SetSv] = Correction(
    SetSv, WHY, set_sv,
    lambda it: say("By hand: {dragon} has SV {sv}", dragon=it.before.named(it.event.dragon), sv=it.event.sv),
    offers=offer_svs,
)  # fmt: skip


# --- people


def _standing(state: State, seat: Seat) -> list[Seat]:
    return [one for one in state.living if not state.seats[one].health.immune]


def _somebody_stands(state: State, seat: Seat) -> bool:
    return playing(state, seat) and bool(_standing(state, seat))


WHO = _people("player", "Who?", _standing)
AMOUNT: Field = number("amount", "Damage", most=DAMAGE_OFFERED, now=lambda state, seat: 1, least=1)


@dataclass(frozen=True, slots=True)
class Damage(Event):
    """By hand: ``player`` takes damage this turn."""

    player: Seat
    amount: int


def hurt(state: State, event: Damage, judge: Judge) -> State:
    checks.playing(judge, state)
    checks.player_named(judge, state, event.player)
    _within(judge, DAMAGE_MOST, event.amount)
    checks.alive(judge, state, event.player)
    judge.by_hand(say("{amount} damage for {player}.", amount=event.amount, player=person(event.player)), WHY)
    return damage.wound(state, event.player, event.amount)


DAMAGE = Correction(
    Damage, WHY, hurt,
    lambda it: say("By hand: {amount} damage for {player}", amount=it.event.amount, player=person(it.event.player)),
    buttons=(button("A player takes damage", WHO, AMOUNT, when=_somebody_stands),),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ko(Event):
    """By hand: ``player`` is knocked out, in stage 2 eliminated."""

    player: Seat


def knock_out(state: State, event: Ko, judge: Judge) -> State:
    """Whatever damage there was so far."""
    checks.playing(judge, state)
    health = checks.player_named(judge, state, event.player).health
    checks.alive(judge, state, event.player)
    judge.by_hand(say("{player} is down.", player=person(event.player)), WHY)
    return damage.wound(state, event.player, max(0, health.breakpoint - health.taken))


KO = Correction(
    Ko, WHY, knock_out, lambda it: say("By hand: {player} is knocked out", player=person(it.event.player)),
    buttons=(button("A player is knocked out", WHO, when=_somebody_stands),),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetHealth(Event):
    """By hand: how the seat stands, with this turn's damage."""

    stage: int
    status: Literal["alive", "ko", "eliminated"] = "alive"
    taken: int = 0


def set_health(state: State, event: SetHealth, judge: Judge) -> State:
    text = "{who} is {status} in stage {stage}."
    seat = _corrected(judge, state, text, status=event.status, stage=event.stage)
    judge.struct(event.stage in (1, 2), "bad_number", "An identity card has the stages 1 and 2.")
    _within(judge, DAMAGE_MOST, event.taken)
    before = state.seats[seat]
    health = combat.Health(event.stage, event.status, combat.BREAKPOINTS[event.stage], event.taken)
    state = state.with_seat(seat, replace(before, health=health))
    if event.status == "eliminated" and not before.out and state.phase != "setup":
        return damage.fell(state, seat)
    if event.status != "eliminated" and before.out:
        state = replace(state, fallen=tuple(one for one in state.fallen if one != seat))
        state = state.with_seat(seat, dealt(state.seats[seat]))
    return state


def _health(state: State, event: SetHealth) -> str:
    health = _own(state, event).health
    status = {str(one.value): one.label for one in STATUSES}[health.status]
    return say("stage {stage}, {status}, {taken} damage", stage=health.stage, status=status, taken=health.taken)


STATUSES = (Pick("alive", "in the game"), Pick("ko", "K.O."), Pick("eliminated", "eliminated"))


def offer_health(state: State, seat: Seat) -> Iterator[Choice]:
    """Everybody's, one's own first."""
    for who in _everybody(state, seat) if playing(state, seat) else ():
        health = state.seats[who].health
        fields = (
            FieldSpec("stage", "Stage of the identity card", low=1, high=2, kind="number", preset=(health.stage,)),
            FieldSpec("status", "Status", STATUSES, preset=(health.status,)),
            FieldSpec("taken", "Damage this turn", low=0, high=DAMAGE_OFFERED, kind="number", preset=(health.taken,)),
        )
        yield _setting(SetHealth, who, "Set the stage and status of {who}", fields, spots.player(who))
    own = state.seats[seat].health
    if playing(state, seat) and not own.immune:
        label, over = "My identity card lies the other way up", SetHealth(3 - own.stage, seat=seat, override=True)
        yield Choice(label, over, correction=True, spot=spots.identity(seat), why=WHY)


def _everybody(state: State, seat: Seat) -> Iterator[Seat]:
    """All seats, the one that asks first."""
    return ((seat + step) % state.players for step in range(state.players))


def _setting(kind: type[Event], who: Seat, label: str, fields: tuple[FieldSpec, ...], spot: str = "") -> Choice:
    """A correction of something of any player's."""
    text = say(label, who=person(who))
    return Choice.asking(kind, text, fields, seat=who, override=True, correction=True, spot=spot, why=WHY)


SET_HEALTH: Correction[State, SetHealth] = Correction(
    SetHealth, WHY, set_health, _changed("", _health), offers=offer_health
)


@dataclass(frozen=True, slots=True)
class SetTurnDamage(Event):
    """By hand: the damage of the seat in this turn; as much as its breakpoint knocks it out."""

    taken: int


def set_turn_damage(state: State, event: SetTurnDamage, judge: Judge) -> State:
    seat = _corrected(judge, state, "{who} has taken {taken} damage this turn.", taken=event.taken)
    checks.playing(judge, state)
    _within(judge, DAMAGE_MOST, event.taken)
    checks.alive(judge, state, seat)
    own = state.seats[seat]
    if event.taken >= own.health.breakpoint:
        return damage.wound(state, seat, event.taken - own.health.taken)
    return state.with_seat(seat, replace(own, health=replace(own.health, taken=event.taken)))


def offer_turn_damage(state: State, seat: Seat) -> Iterator[Choice]:
    for who in _everybody(state, seat) if playing(state, seat) else ():
        health = state.seats[who].health
        if not health.immune:
            field = FieldSpec(
                "taken", "Damage this turn", low=0, high=health.breakpoint, kind="number", preset=(health.taken,)
            )
            yield _setting(SetTurnDamage, who, "Set the damage of {who} this turn", (field,), spots.hearts(who))


SET_TURN_DAMAGE: Correction[State, SetTurnDamage] = Correction(
    SetTurnDamage, WHY, set_turn_damage,
    _changed("damage this turn", lambda state, event: str(_own(state, event).health.taken)), offers=offer_turn_damage,
)  # fmt: skip


# --- quests


@dataclass(frozen=True, slots=True)
class SetQuests(Event):
    """By hand: the three cubes of the seat."""

    left: int
    middle: int
    right: int


def set_quests(state: State, event: SetQuests, judge: Judge) -> State:
    """The legendary is set apart."""
    seat = _corrected(judge, state, "the quests of {who}.")
    _within(judge, DONE, event.left, event.middle, event.right)
    cubes = (event.left, event.middle, event.right)
    return state.with_seat(seat, replace(state.seats[seat], quests=cubes))


SET_QUESTS = Correction(
    SetQuests, WHY, set_quests,
    _changed("quests", lambda state, event: ", ".join(map(str, _own(state, event).quests))),
    buttons=(button(
        "Set my quest cubes",
        _count("left", "Own quest", DONE, lambda own: own.quests[0]),
        _count("middle", "Faction coins", DONE, lambda own: own.quests[1]),
        _count("right", "Trashed", DONE, lambda own: own.quests[2]),
    ),),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetCube(Event):
    """By hand: where one of the seat's cubes stands: 0 the own quest, 1 Faction coins, 2 trashed cards."""

    quest: int
    cubes: int


def set_cube(state: State, event: SetCube, judge: Judge) -> State:
    """The legendary is set apart."""
    seat = _corrected(judge, state, "the quests of {who}.")
    judge.struct(event.quest in range(len(CUBES)), "bad_quest", "There are three quests: 0, 1 and 2.")
    _within(judge, DONE, event.cubes)
    cubes = state.seats[seat].quests
    cubes = (*cubes[: event.quest], event.cubes, *cubes[event.quest + 1 :])
    return state.with_seat(seat, replace(state.seats[seat], quests=cubes))


CUBES = ("Own quest", "Faction coins", "Trashed cards")


def offer_cubes(state: State, seat: Seat) -> Iterator[Choice]:
    for who in _everybody(state, seat) if playing(state, seat) else ():
        picks = tuple(Pick(n, label, spot=spots.quest(who, n)) for n, label in enumerate(CUBES))
        fields = (
            FieldSpec("quest", "Which quest?", picks),
            FieldSpec("cubes", "The cube stands on", low=0, high=DONE, kind="number"),
        )
        if not state.seats[who].out:
            yield _setting(SetCube, who, "Set a quest cube of {who}", fields)


SET_CUBE: Correction[State, SetCube] = Correction(
    SetCube, WHY, set_cube, _changed("quests", lambda state, event: ", ".join(map(str, _own(state, event).quests))),
    offers=offer_cubes,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetUnlocked(Event):
    """By hand: whether the seat's legendary is unlocked."""

    unlocked: bool


def set_unlocked(state: State, event: SetUnlocked, judge: Judge) -> State:
    seat = _corrected(judge, state, "the legendary of {who}.")
    return state.with_seat(seat, replace(state.seats[seat], unlocked=event.unlocked))


SET_UNLOCKED = Correction(
    SetUnlocked, WHY, set_unlocked,
    _changed("the legendary is", lambda state, event: "awake" if _own(state, event).unlocked else "asleep"),
    buttons=(Offer(
        lambda state, seat: "My legendary sleeps" if state.seats[seat].unlocked else "My legendary is awake",
        known=lambda state, seat: {"unlocked": not state.seats[seat].unlocked}, when=running,
        spot=lambda state, seat: spots.legendary(seat),
    ),),
)  # fmt: skip


# --- a player's cards


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """By hand: the counts of the seat's player deck; ``target`` is what its hand is filled to, 0 by its card."""

    hand: int
    draw: int
    discard: int
    target: int = 0


def set_hand(state: State, event: SetHand, judge: Judge) -> State:
    seat = _corrected(judge, state, "the cards of {who}.")
    _within(judge, COUNT_MOST, event.hand, event.draw, event.discard, event.target)
    cycle = Cycle(event.hand, event.draw, event.discard)
    player = replace(state.seats[seat], cycle=cycle, hand_target=event.target)
    return state.with_seat(seat, _unseen(player))


def _piles(state: State, event: SetHand | SetPile) -> str:
    own = _own(state, event)
    text = "hand {hand}, draw pile {draw}, discard {discard}"
    text = text + ", filled to {target}" if own.hand_target else text
    cycle = own.cycle
    return say(text, hand=cycle.hand, draw=cycle.draw, discard=cycle.discard, target=own.hand_target)


def _unseen(player: Player) -> Player:
    """The player of whose discard and coins nothing certain is known."""
    return replace(player, discarded=(), faction_coins=None)


SET_HAND = Correction(
    SetHand, WHY, set_hand, _changed("", _piles),
    buttons=(button(
        "Count my hand and piles",
        _count("hand", "Hand", HAND_OFFERED, lambda own: own.cycle.hand),
        _count("draw", "Draw pile", HAND_OFFERED, lambda own: own.cycle.draw),
        _count("discard", "Discard", HAND_OFFERED, lambda own: own.cycle.discard),
        _count("target", "Hand is filled to (0: as printed)", 12, lambda own: own.hand_target),
    ),),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetPile(Event):
    """By hand: how many cards the seat's hand, draw pile or discard holds."""

    pile: Literal["hand", "draw", "discard"]
    cards: int


def set_pile(state: State, event: SetPile, judge: Judge) -> State:
    seat = _corrected(judge, state, "the cards of {who}.")
    _within(judge, COUNT_MOST, event.cards)
    own = state.seats[seat]
    there = {"hand": own.cycle.hand, "draw": own.cycle.draw, "discard": own.cycle.discard}
    judge.struct(event.pile in there, "bad_pile", "Say which: hand, draw or discard.")
    there[event.pile] = event.cards
    cycle = Cycle(there["hand"], there["draw"], there["discard"])
    return state.with_seat(seat, _unseen(replace(own, cycle=cycle)))


PILES = (Pick("hand", "Hand"), Pick("draw", "Draw pile"), Pick("discard", "Discard"))


def offer_piles(state: State, seat: Seat) -> Iterator[Choice]:
    for who in _everybody(state, seat) if playing(state, seat) else ():
        picks = tuple(replace(one, spot=spots.pile(who, str(one.value))) for one in PILES)
        fields = (
            FieldSpec("pile", "Which cards?", picks),
            FieldSpec("cards", "How many?", low=0, high=HAND_OFFERED, kind="number"),
        )
        if not state.seats[who].out:
            yield _setting(SetPile, who, "Count a pile of {who}", fields)


SET_PILE: Correction[State, SetPile] = Correction(
    SetPile, WHY, set_pile, _changed("", lambda state, event: _piles(state, event)), offers=offer_piles
)


@dataclass(frozen=True, slots=True)
class SetSupply(Event):
    """By hand: one slot of the seat's supply; with ``stays`` the draw phase leaves it face down."""

    slot: int
    pile: int
    up: bool = True
    card: str = ""
    stays: bool = False


def set_supply(state: State, event: SetSupply, judge: Judge) -> State:
    seat = _corrected(judge, state, "slot {slot} of {who}.", slot=event.slot)
    checks.slot_named(judge, state.seats[seat], event.slot)
    _within(judge, COUNT_MOST, event.pile)
    if event.card:
        checks.a_card(judge, event.card, ("dragon", "coin"))
    up = event.up and not event.stays
    slot = Slot(event.pile, up, event.card if up else "", stays=event.stays)
    return state.with_seat(seat, state.seats[seat].with_slot(event.slot, slot))


def _slot(state: State, event: SetSupply) -> str:
    supply = _own(state, event).supply
    slot = supply[event.slot - 1] if 1 <= event.slot <= len(supply) else Slot(0)
    shows = name_of(slot.card) if slot.shows and slot.card else "not told yet" if slot.shows else "face down"
    return say("{shows}, {cards}", shows=shows, cards=plural(slot.pile, "card"))


def _faction(state: State, seat: Seat) -> str:
    return state.seats[seat].faction or "other"


SLOT: Field = pick(
    "slot", "Which slot?",
    lambda state, seat: (Pick(n, say("Slot {n}", n=n), spot=spots.slot(seat, n)) for n in range(1, SLOTS + 1)),
)  # fmt: skip
IN_PILE: Field = number("pile", "Cards in that pile", most=2 * PILE, now=lambda state, seat: PILE)
SHOWN: Field = pick("card", "It shows", lambda state, seat: _named(*in_supply(_faction(state, seat))))
SET_SUPPLY = Correction(
    SetSupply, WHY, set_supply, lambda it: _changed(say("supply slot {slot}:", slot=it.event.slot), _slot)(it),
    buttons=(
        button("A supply slot holds a different card", SLOT, IN_PILE, SHOWN),
        button("A supply slot stays face down", SLOT, IN_PILE, stays=True),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetDragons(Event):
    """By hand: the dragons in the seat's player deck."""

    cards: tuple[str, ...] = ()


def set_dragons(state: State, event: SetDragons, judge: Judge) -> State:
    seat = _corrected(judge, state, "the dragons of {who}.")
    _all_cards(judge, event.cards, "dragon")
    state = state.with_seat(seat, replace(state.seats[seat], dragons=event.cards, discarded=()))
    checks.copies(judge, state, seat, *event.cards)
    return state


def _dragons(state: State, seat: Seat) -> Iterator[Pick]:
    return _named(*of_faction(_faction(state, seat), "dragon"))


SET_DRAGONS = Correction(
    SetDragons, WHY, set_dragons,
    _changed("dragons in the deck:", lambda state, event: _listed(_own(state, event).dragons)),
    buttons=(button("Say which dragons are in my deck", cards("cards", "One of each of these", _dragons)),),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetTrash(Event):
    """By hand: the seat's cards in the trash pile."""

    cards: tuple[str, ...] = ()


def set_trash(state: State, event: SetTrash, judge: Judge) -> State:
    seat = _corrected(judge, state, "the trash of {who}.")
    _all_cards(judge, event.cards, "dragon", "legendary", "coin", "fireball")
    others = tuple(one for one in state.trash if one.owner != seat)
    return replace(state, trash=(*others, *(Trashed(card, seat) for card in event.cards)))


def _in_trash(state: State, seat: Seat | None) -> Iterator[str]:
    return (one.card for one in state.trash if one.owner == seat)


def _trashable(state: State, seat: Seat) -> Iterator[Pick]:
    return _named(*trashable(_faction(state, seat)))


SET_TRASH = Correction(
    SetTrash, WHY, set_trash,
    _changed("cards in the trash:", lambda state, event: _listed(_in_trash(state, event.seat))),
    buttons=(button("Say which of my cards are in the trash", cards("cards", "One of each of these", _trashable),),),
)  # fmt: skip


# --- refracted dragons


@dataclass(frozen=True, slots=True)
class SetRefracted(Event):
    """By hand: a dragon of the seat was refracted before the table began."""

    card: str
    refractor: Seat
    target: Seat
    sv: int | None = None


def set_refracted(state: State, event: SetRefracted, judge: Judge) -> State:
    seat = _corrected(judge, state, "a refracted dragon of {who}.")
    checks.playing(judge, state)
    found = checks.a_card(judge, event.card, checks.DRAGONS)
    refractor = checks.player_named(judge, state, event.refractor)
    checks.player_named(judge, state, event.target)
    good = event.refractor != seat and event.target != event.refractor and not refractor.out
    judge.struct(good, "bad_target", "Refracted by another player, and not against that one.", cite.REFRACT.citation)
    sv = found.sv if event.sv is None else event.sv
    judge.struct(sv is not None and 0 <= sv <= SV_MOST, "no_sv", "Say the SV printed on the dragon.")
    dragon = Fighter.assembled(f"d{state.serial}", (Part(event.card, sv or 0, seat),))
    ghost = Refracted(dragon, seat, refractor=event.refractor, turn=state.turn - 1, target=event.target)
    return replace(state, refracted=(*state.refracted, ghost), serial=state.serial + 1)


def hide_refracted(state: State, event: SetRefracted, viewer: Seat | None) -> SetRefracted:
    return event if knows(state, event, viewer) else replace(event, card="", sv=None)


def tell_refracted(telling: Telling[State, SetRefracted]) -> str:
    card = name_of(telling.event.card)
    text = "{who} by hand: {card} is refracted, against {target}"
    return say(text, who=telling.who, card=card, target=person(telling.event.target))


def _others(state: State, seat: Seat) -> list[Seat]:
    return [one for one in state.living if one != seat]


def _sv(state: State, seat: Seat) -> FieldSpec | None:
    """The SV of a dragon whose card we have not printed."""
    if known(of_faction(_faction(state, seat), "dragon")[0]).printed:
        return None
    return FieldSpec("sv", "Its SV", low=0, high=DAMAGE_OFFERED, kind="number", preset=(2,))


SET_REFRACTED = Correction(
    SetRefracted, WHY, set_refracted, tell_refracted, hides=hide_refracted,
    buttons=(Offer(
        "One of my dragons is refracted, against me",
        (pick("card", "Which dragon?", _dragons), _people("refractor", "Refracted by", _others), _sv),
        known=lambda state, seat: {"target": seat}, when=playing,
    ),),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClearRefracted(Event):
    """By hand: the seat's refracted dragons are back at their sources."""


def clear_refracted(state: State, event: ClearRefracted, judge: Judge) -> State:
    seat = _corrected(judge, state, "no refracted dragons of {who}.")
    return damage.come_home(state, tuple(one for one in state.refracted if one.seat == seat))


CLEAR_REFRACTED: Correction[State, ClearRefracted] = Correction(
    ClearRefracted, WHY, clear_refracted, "{who} by hand: no dragon is refracted",
    buttons=(button(
        "None of my dragons are refracted",
        when=lambda state, seat: playing(state, seat) and any(one.seat == seat for one in state.refracted),
    ),),
)  # fmt: skip


# --- the turn


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """By hand: whose turn it is, and which phase."""

    active: Seat
    phase: Literal["combat", "market", "flush", "draw"] = "combat"
    turn: int = 1


def set_turn(state: State, event: SetTurn, judge: Judge) -> State:
    """Out of the setup this begins the game."""
    told = {"turn": event.turn, "active": person(event.active), "phase": event.phase}
    _corrected(judge, state, "turn {turn}, {active}, {phase} phase.", **told)
    checks.player_named(judge, state, event.active)
    _within(judge, TURN_MOST, event.turn)
    checks.in_game(judge, state, event.active)
    if state.phase == "setup":
        state = replace(state, seats=tuple(own if own.out else dealt(own) for own in state.seats))
    if event.turn != state.turn:
        state = replace(state, seats=tuple(map(_unseen, state.seats)))
    state = replace(damage.called_off(state), active=event.active, phase=event.phase, turn=event.turn, now=FRESH)
    own = state.seats[event.active]
    state = state.with_seat(event.active, replace(own, health=combat.own_turn_began(own.health)))
    return replace(state, phase="over") if len(state.living) <= 1 else state


def tell_turn(telling: Telling[State, SetTurn]) -> str:
    old, new = _place(telling.before), _place(telling.after)
    return say("By hand: {old} → {new}" if old != new else "By hand: {new}, as it was", old=old, new=new)


def _place(state: State) -> str:
    if state.phase in ("setup", "over"):
        return "setting up" if state.phase == "setup" else "the end"
    phase = checks.PHASES[state.phase]
    return say("turn {turn} of {active}, {phase}", turn=state.turn, active=person(state.active), phase=phase)


SET_TURN = Correction(
    SetTurn, WHY, set_turn, tell_turn,
    buttons=(button(
        "Set the turn and the phase",
        _people("active", "Whose turn?", lambda state, seat: state.present),
        pick("phase", "Which phase?", lambda *_: (Pick(one, one.capitalize()) for one in checks.PHASES)),
        number("turn", "Turn of the game", most=TURN_OFFERED, now=lambda state, seat: state.turn, least=1),
    ),),
)  # fmt: skip

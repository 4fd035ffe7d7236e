"""Facts put right by hand: the paper is the truth, and every correction says in the log that it was one.

While a battle is on, a corrected board begins it again with the troops that are there now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.action import ByHand, Correction, Offer, Telling, number, pick
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.tower import citations as cite
from rules.games.tower import settle
from rules.games.tower.attack import EndAttack, attackers
from rules.games.tower.setup import by_kind
from rules.games.tower.state import (
    PLACES,
    TERRITORIES,
    Clash,
    Hand,
    Paper,
    Space,
    State,
    abilities,
    bases,
    bases_at,
    card,
    card_free,
    card_name,
    is_card,
    is_special,
    match_winner,
    place_exists,
    place_pick,
    printed,
    space,
    special_card,
    suit,
    troops_at,
    wins,
    with_side,
    with_space,
)
from rules.games.tower.turn import EndTurn
from rules.games.tower.turn_rules import TROOPS_MAX, WINS_NEEDED, Pile
from rules.text import plural, say
from rules.view import person

MOST = 99
SPECIALS_MOST = len(TERRITORIES)
TROLLS_MOST = 18
ABILITIES, BASES = printed("ability"), printed("base")


def within(judge: Judge, most: int, **values: int) -> None:
    """Refuses numbers below 0 or above ``most``."""
    template = "{fields}: expected 0 to {most} each" if len(values) > 1 else "{fields}: expected 0 to {most}"
    fits = all(0 <= value <= most for value in values.values())
    judge.struct(fits, "bad_input", say(template, fields=" and ".join(values), most=most))


# --- the board


@dataclass(frozen=True, slots=True)
class SetTroops(Event):
    """How many troops stand on a place."""

    place: str
    troops: int


def set_troops(state: State, event: SetTroops, judge: Judge) -> State:
    seat, place = judge.seat(state.players), event.place
    place_exists(judge, place)
    within(judge, TROOPS_MAX, troops=event.troops)
    side = state.sides[seat]
    there = space(side, place)
    text = say("There is no base on {place} for troops.", place=place)
    judge.struct(bool(there.base) or not event.troops, "no_base", text)
    crew = plural(event.troops, "troop")
    judge.by_hand(say("{troops} on {place} of {who}.", troops=crew, place=place, who=person(seat)), cite.BY_HAND)
    side = with_space(side, place, replace(there, troops=event.troops))
    return settle.settle(reopened(with_side(state, seat, side)))


def reopened(state: State) -> State:
    """The table after a corrected board: a battle going on is fought again from its start."""
    clash = state.clash
    if clash is None:
        return state
    there = attackers(state, clash) if clash.palace else troops_at(state, clash.attacker, clash.source)
    fighters = tuple(one.id for one in there)
    fresh = Clash(clash.attacker, clash.source, clash.target, troops=fighters, palace=clash.palace)
    empty = not troops_at(state, clash.defender, clash.target) and not bases_at(state, clash.defender, clash.target)
    if not clash.palace and empty:
        fresh = replace(fresh, moment="cleared")
    return replace(state, clash=fresh if there else None)


def place_now(state: State, seat: Seat, place: str) -> Pick:
    there = space(state.sides[seat], place)
    detail = f"{card(there.base).name} · {there.troops}" if there.base else "empty"
    return Pick(place, place, uid=place, detail=detail, suit=suit(there.base) if there.base else "")


def laid_places(state: State, seat: Seat) -> Iterator[Pick]:
    side = state.sides[seat]
    return (place_now(state, seat, place) for place in PLACES if space(side, place).base)


def all_places(state: State, seat: Seat) -> Iterator[Pick]:
    return (place_now(state, seat, place) for place in PLACES)


def tell_troops(telling: Telling[State, SetTroops]) -> str:
    event = telling.event
    troops = plural(event.troops, "troop")
    return say("{who} by hand: {troops} on {place}", who=telling.who, troops=troops, place=event.place)


SET_TROOPS = Correction(
    SetTroops, cite.BY_HAND, set_troops, tell_troops,
    buttons=(
        Offer("Another number of troops", (
            pick("place", "Where?", laid_places),
            number("troops", "Troops", most=TROOPS_MAX, now=lambda state, seat: 1),
        )),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetBase(Event):
    """What lies on a place; an empty ``base`` means nothing."""

    place: str
    base: str = ""
    code: str = ""


def set_base(state: State, event: SetBase, judge: Judge) -> State:
    seat, place = judge.seat(state.players), event.place
    place_exists(judge, place)
    before, new = space(state.sides[seat], place), Space()
    if event.base:
        is_card(judge, event.base, "base", event.code)
        if before.code != event.code:
            card_free(judge, state, event.base, event.code)
        new = Space(event.base, before.troops, event.code)
    what = card(event.base).name if event.base else "nothing"
    judge.by_hand(say("{card} lies on {place} of {who}.", card=what, place=place, who=person(seat)), cite.BY_HAND)
    state = with_side(state, seat, with_space(state.sides[seat], place, new))
    return reopened(settle.excess_specials(state))


def base_kinds(state: State, seat: Seat) -> Iterator[Pick]:
    return (Pick(name, card(name).name, name, suit=suit(name)) for name in bases())


def tell_set_base(telling: Telling[State, SetBase]) -> str:
    event = telling.event
    what = card_name(event.base) if event.base else "nothing"
    return say("{who} by hand: {card} lies on {place}", who=telling.who, card=what, place=event.place)


SET_BASE = Correction(
    SetBase, cite.BY_HAND, set_base, tell_set_base,
    buttons=(
        Offer("No base lies there", (pick("place", "Where?", laid_places),)),
        Offer("Another base lies there", (
            pick("place", "Where?", all_places),
            pick("base", "Which base?", base_kinds),
        )),
    ),
)  # fmt: skip


def scanned_base(state: State, seat: Seat, name: str, code: str) -> Choice:
    """A base that lies on the board already without its code being known: said by hand, which place it is."""
    side = state.sides[seat]
    same = tuple(place for place in PLACES if space(side, place).base == name and not space(side, place).code)
    others = tuple(place for place in PLACES if place not in same)
    picks = tuple(place_pick(state, seat, place) for place in (*same, *others))
    return Choice.asking(
        SetBase, say("{base} lies on the board", base=card(name).name),
        (FieldSpec("place", "Where does it lie?", picks, preset=same[:1]),),
        known={"base": name, "code": code}, seat=seat, override=True, correction=True, why=cite.BY_HAND,
    )  # fmt: skip


def scanned_place(state: State, seat: Seat, place: str) -> Iterator[Choice]:
    """A base on the seat's board held up: what may be wrong about it."""
    now = space(state.sides[seat], place).troops
    for count in (count for count in range(TROOPS_MAX + 1) if count != now):
        template = "There is {troops} on {place}" if count == 1 else "There are {troops} on {place}"
        event = SetTroops(place, count, seat=seat, override=True)
        label = say(template, troops=plural(count, "troop"), place=place)
        yield Choice(label, event, correction=True, why=cite.BY_HAND)
    gone = SetBase(place, seat=seat, override=True)
    label = say("It does not lie on {place} any more", place=place)
    yield Choice(label, gone, correction=True, why=cite.BY_HAND)


@dataclass(frozen=True, slots=True)
class SetSpecials(Event):
    """How many special troops stand on the palace."""

    count: int


def set_specials(state: State, event: SetSpecials, judge: Judge) -> State:
    seat = judge.seat(state.players)
    within(judge, SPECIALS_MOST, count=event.count)
    side, crew = state.sides[seat], plural(event.count, "special troop")
    judge.by_hand(say("{troops} on the palace of {who}.", troops=crew, who=person(seat)), cite.BY_HAND)
    more = (Paper(special_card()),) * max(0, event.count - len(side.specials))
    return reopened(with_side(state, seat, replace(side, specials=(*side.specials[: event.count], *more))))


def tell_specials(telling: Telling[State, SetSpecials]) -> str:
    troops = plural(telling.event.count, "special troop")
    return say("{who} by hand: {troops} on the palace", who=telling.who, troops=troops)


SET_SPECIALS = Correction(
    SetSpecials, cite.BY_HAND, set_specials, tell_specials,
    buttons=(
        Offer("Special troops on the palace", (
            number("count", "Troops", most=SPECIALS_MOST, now=lambda state, seat: len(state.sides[seat].specials)),
        )),
    ),
)  # fmt: skip


# --- hand, piles, and what this turn has seen


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """How many cards the hand holds, by their backs."""

    abilities: int
    bases: int


def set_hand(state: State, event: SetHand, judge: Judge) -> State:
    """What was due to be drawn is drawn then."""
    seat, held, laid = judge.seat(state.players), event.abilities, event.bases
    within(judge, MOST, abilities=held, bases=laid)
    text = "{who} holds {abilities} abilities and {bases} bases."
    judge.by_hand(say(text, who=person(seat), abilities=held, bases=laid), cite.BY_HAND)
    return settle.settle(with_side(state, seat, replace(state.sides[seat], hand=Hand(held, laid), due_draw=0)))


def tell_hand(telling: Telling[State, SetHand]) -> str:
    cards = by_kind(telling.event.abilities, telling.event.bases)
    return say("{who} by hand: the hand holds {cards}", who=telling.who, cards=cards)


SET_HAND = Correction(
    SetHand, cite.BY_HAND, set_hand, tell_hand,
    buttons=(
        Offer("Another hand", (
            number("abilities", "Abilities", most=ABILITIES, now=lambda state, seat: state.sides[seat].hand.abilities),
            number("bases", "Bases", most=BASES, now=lambda state, seat: state.sides[seat].hand.bases),
        )),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetPile(Event):
    """How many cards a pile of the seat holds, and the discards beside it."""

    pile: Literal["abilities", "bases"]
    draw: int
    discard: int


def set_pile(state: State, event: SetPile, judge: Judge) -> State:
    seat = judge.seat(state.players)
    within(judge, MOST, draw=event.draw, discard=event.discard)
    text = "the pile of {pile} of {who} holds {count}."
    judge.by_hand(say(text, pile=event.pile, who=person(seat), count=event.draw), cite.BY_HAND)
    pile, side = Pile(event.draw, event.discard), state.sides[seat]
    side = replace(side, abilities=pile) if event.pile == "abilities" else replace(side, bases=pile)
    return settle.settle(with_side(state, seat, side))


SET_PILE = Correction(
    SetPile, cite.BY_HAND, set_pile, "{who} by hand: {draw} {pile} to draw, {discard} discarded",
    buttons=(
        Offer("The pile of abilities", (
            number("draw", "To draw from", most=ABILITIES, now=lambda state, seat: state.sides[seat].abilities.draw),
            number("discard", "Discarded", most=ABILITIES, now=lambda state, seat: state.sides[seat].abilities.discard),
        ), {"pile": "abilities"}),
        Offer("The pile of bases", (
            number("draw", "To draw from", most=BASES, now=lambda state, seat: state.sides[seat].bases.draw),
            number("discard", "Discarded", most=BASES, now=lambda state, seat: state.sides[seat].bases.discard),
        ), {"pile": "bases"}),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetAbility(Event):
    """How many copies of an ability of the seat are in effect."""

    card: str
    copies: int


def set_ability(state: State, event: SetAbility, judge: Judge) -> State:
    seat = judge.seat(state.players)
    is_card(judge, event.card, "ability", "")
    found = card(event.card)
    text = say("{card} stands on the palace; correct it there.", card=found.name)
    judge.struct(not is_special(event.card), "wrong_kind", text)
    within(judge, found.copies, copies=event.copies)
    text = say("{count} {card} of {who} in effect.", count=event.copies, card=found.name, who=person(seat))
    judge.by_hand(text, cite.BY_HAND)
    side = state.sides[seat]
    others = tuple(one for one in side.active if one.card != event.card)
    same = tuple(one for one in side.active if one.card == event.card)[: event.copies]
    more = (Paper(event.card),) * (event.copies - len(same))
    return with_side(state, seat, replace(side, active=(*others, *same, *more)))


def effects(state: State, seat: Seat) -> Iterator[Pick]:
    return (Pick(name, card(name).name, name, suit=suit(name)) for name in abilities() if not is_special(name))


def tell_effect(telling: Telling[State, SetAbility]) -> str:
    event = telling.event
    name = card_name(event.card)
    return say("{who} by hand: {count} {card} in effect", who=telling.who, count=event.copies, card=name)


FEWEST_COPIES = min(card(name).copies for name in abilities() if not is_special(name))
SET_ABILITY = Correction(
    SetAbility, cite.BY_HAND, set_ability, tell_effect,
    buttons=(
        Offer("Abilities in effect", (
            pick("card", "Which ability?", effects),
            number("copies", "Copies", most=FEWEST_COPIES, now=lambda state, seat: 1),
        )),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetLost(Event):
    """How many trolls the seat lost this turn."""

    trolls: int


def set_lost(state: State, event: SetLost, judge: Judge) -> State:
    seat = judge.seat(state.players)
    within(judge, MOST, trolls=event.trolls)
    lost = plural(event.trolls, "troll")
    judge.by_hand(say("{who} lost {trolls} this turn.", who=person(seat), trolls=lost), cite.BY_HAND)
    return with_side(state, seat, replace(state.sides[seat], lost=event.trolls))


def tell_lost(telling: Telling[State, SetLost]) -> str:
    trolls = plural(telling.event.trolls, "troll")
    return say("{who} by hand: {trolls} lost this turn", who=telling.who, trolls=trolls)


SET_LOST = Correction(
    SetLost, cite.BY_HAND, set_lost, tell_lost,
    buttons=(
        Offer("Trolls lost this turn", (
            number("trolls", "Trolls", most=TROLLS_MOST, now=lambda state, seat: state.sides[seat].lost),
        )),
    ),
)  # fmt: skip


# --- the battle, the turn and the match

CALL_OFF: ByHand[State] = ByHand(
    EndAttack, cite.BY_HAND, (Offer("The attack is called off", when=lambda state, seat: state.clash is not None),)
)  # fmt: skip
END_TURN_AS_IT_IS: ByHand[State] = ByHand(
    EndTurn, cite.BY_HAND, (Offer("The turn ends as it is", when=lambda state, seat: state.phase in ("action", "end")),)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetWins(Event):
    """Games won so far, by the first and the second seat."""

    first: int
    second: int


def set_wins(state: State, event: SetWins, judge: Judge) -> State:
    counts = (event.first, event.second)
    judge.struct(min(counts) >= 0 and max(counts) <= WINS_NEEDED, "bad_input", "first and second: expected 0 to 2")
    judge.struct(counts != (WINS_NEEDED, WINS_NEEDED), "bad_input", "Only one player can have won two games.")
    judge.by_hand(say("the match stands {first} : {second}.", first=event.first, second=event.second), cite.BY_HAND)
    state = replace(state, results=(0,) * event.first + (1,) * event.second, given_up=())
    if match_winner(state) is not None:
        return replace(state, phase="over", clash=None)
    return replace(state, phase="won", clash=None) if state.phase == "over" else state


SET_WINS = Correction(
    SetWins, cite.BY_HAND, set_wins, "By hand: the match stands {first} : {second}",
    buttons=(
        Offer("Games won so far", (
            number("first", person(0), most=1, now=lambda state, seat: wins(state)[0]),
            number("second", person(1), most=1, now=lambda state, seat: wins(state)[1]),
        )),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """Whose turn it is and where in it: a way in from the middle of a game."""

    active: Seat
    phase: Literal["decide", "action"] = "action"


def set_turn(state: State, event: SetTurn, judge: Judge) -> State:
    """A battle and what was due are forgotten."""
    judge.struct(state.phase != "over", "match_over", "The match is over; take that back first.")
    judge.struct(0 <= event.active < state.players, "no_such_seat", "active: expected 0 or 1")
    judge.by_hand(say("it is the turn of {who}.", who=person(event.active)), cite.BY_HAND)
    for seat, side in enumerate(state.sides):
        state = with_side(state, seat, replace(side, due_draw=0, due_recruit=0, done=True))
    return replace(state, active=event.active, phase=event.phase, clash=None)


def tell_turn(telling: Telling[State, SetTurn]) -> str:
    template = "By hand: it is the turn of {player}, attacks and abilities"
    if telling.event.phase == "decide":
        template = "By hand: it is the turn of {player}, it begins"
    return say(template, player=person(telling.event.active))


def players(state: State, seat: Seat) -> Iterator[Pick]:
    return (Pick(one, person(one)) for one in range(state.players))


MOMENTS = (Pick("decide", "It begins: renew or not"), Pick("action", "Attacks and abilities"))
SET_TURN = Correction(
    SetTurn, cite.BY_HAND, set_turn, tell_turn,
    buttons=(
        Offer("It is another turn", (
            pick("active", "Whose?", players),
            pick("phase", "Where in it?", lambda state, seat: MOMENTS),
        ), when=lambda state, seat: state.phase != "over"),
    ),
)  # fmt: skip

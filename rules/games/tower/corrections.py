"""Facts put right by hand: the paper is the truth, and every correction says in the log that it was one.

While a battle is on, a corrected board begins it again with the troops that are there now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.action import ByHand, Does, Offer, correction, number, pick
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.tower import citations as cite
from rules.games.tower import deck, settle, spots
from rules.games.tower.attack import EndAttack
from rules.games.tower.battle import attackers
from rules.games.tower.setup_and_renewing import by_kind
from rules.games.tower.state import PLACES, TERRITORIES, Clash, Hand, Paper, Side, Space, State, place_exists
from rules.games.tower.turn import EndTurn
from rules.games.tower.turn_rules import TROOPS_MAX, WINS_NEEDED, Pile
from rules.score import Why
from rules.text import plural, say
from rules.view import person

MOST = 99
SPECIALS_MOST, TROLLS_MOST = len(TERRITORIES), 18
ABILITIES, BASES = deck.printed("ability"), deck.printed("base")


def sets(
    change: Callable[[Side, Any], Side], most: int, *names: str, then: Callable[[State], State] = lambda state: state
) -> Does[State, Any]:
    """What a correction does that sets a fact of one side right; the fields ``names`` go from 0 to ``most``."""

    def do(state: State, event: Event, judge: Judge) -> State:
        seat = judge.seat(state.players)
        within(judge, most, **{name: getattr(event, name) for name in names})
        return then(state.with_side(seat, change(state.sides[seat], event)))

    return do


def within(judge: Judge, most: int, **values: int) -> None:
    """Refuses numbers below 0 or above ``most``."""
    template = "{fields}: expected 0 to {most} each" if len(values) > 1 else "{fields}: expected 0 to {most}"
    fits = all(0 <= value <= most for value in values.values())
    judge.struct(fits, "bad_input", say(template, fields=" and ".join(values), most=most))


def ask(name: str, label: str, most: int, now: Callable[[Side], int]) -> Callable[[State, Seat], FieldSpec]:
    """A field that asks for a number of one's own side and shows what the table counts now."""
    return number(name, label, most=most, now=lambda state, seat: now(state.sides[seat]))


def whose(
    label: str,
    asks: tuple[Callable[[State, Seat], FieldSpec], ...],
    known: Callable[[Side], Mapping[str, Any]] = lambda _: {},
    spot: Callable[[Seat], str] = lambda _: "",
) -> Iterator[SideOffer]:
    """A button for one's own side of the table, and one for the other."""
    for other in (False, True):
        yield SideOffer(
            lambda _, seat: say(label, who=person(seat)),
            asks,
            lambda state, seat: known(state.sides[seat]),
            spot=lambda _, seat: spot(seat),
            other=other,
        )


@dataclass(frozen=True, slots=True)
class SideOffer(Offer[State]):
    """A button about the side of who looks, or about the ``other``: on paper a fact is a fact, whoever says it."""

    other: bool = False

    def choice(self, state: State, seat: Seat, event: type[Event], why: Why) -> Choice | None:
        """The button as it stands now."""
        # Not super(): a class with slots is made anew by the decorator.
        return Offer.choice(self, state, 1 - seat if self.other else seat, event, why)


def own(state: State, event: Event) -> Side:
    """The half of the table the correction is about."""
    return state.sides[event.seat or 0]


# --- the board


@dataclass(frozen=True, slots=True)
class SetTroops(Event):
    """How many troops stand on a place."""

    place: str
    troops: int


def set_troops(state: State, event: SetTroops, judge: Judge) -> State:
    seat = judge.seat(state.players)
    place_exists(judge, event.place)
    within(judge, TROOPS_MAX, troops=event.troops)
    side = state.sides[seat]
    there = side.space(event.place)
    text = say("There is no base on {place} for troops.", place=event.place)
    judge.struct(bool(there.base) or not event.troops, "no_base", text)
    side = side.with_space(event.place, replace(there, troops=event.troops))
    return settle.settle(reopened(state.with_side(seat, side)))


def reopened(state: State) -> State:
    """The table after a corrected board: a battle going on is fought again from its start."""
    clash = state.clash
    if clash is None:
        return state
    there = attackers(state, clash) if clash.palace else state.troops_at(clash.attacker, clash.source)
    fighters = tuple(one.id for one in there)
    fresh = Clash(clash.attacker, clash.source, clash.target, troops=fighters, palace=clash.palace)
    empty = not state.troops_at(clash.defender, clash.target) and not state.bases_at(clash.defender, clash.target)
    if not clash.palace and empty:
        fresh = replace(fresh, moment="cleared")
    return replace(state, clash=fresh if there else None)


def all_places(state: State, seat: Seat) -> Iterator[Pick]:
    for place, lies in zip(PLACES, state.sides[seat].spaces, strict=True):
        detail, laid = f"{deck.card(lies.base).name} · {lies.troops}" if lies.base else "empty", bool(lies.base)
        suit, spot = deck.suit(lies.base) if laid else "", spots.place(seat, place, laid=laid)
        yield Pick(place, place, uid=place, detail=detail, suit=suit, spot=spot)


def laid_places(state: State, seat: Seat) -> Iterator[Pick]:
    return (one for one in all_places(state, seat) if state.sides[seat].space(str(one.value)).base)


def crews(state: State, seat: Seat) -> Iterator[Pick]:
    return (replace(one, spot=spots.crew(seat, str(one.value))) for one in laid_places(state, seat))


LAID_PLACE, CREW = pick("place", "Where?", laid_places), pick("place", "Where?", crews)
SET_TROOPS = correction(
    SetTroops,
    cite.BY_HAND,
    set_troops,
    *whose("{who}: troops on a base", (CREW, ask("troops", "Troops", TROOPS_MAX, lambda _: 1))),
    notice="{crew} on {place} of {who}.",
    tells="{who} by hand: {crew} on {place} (was {old})",
    value=lambda state, event: own(state, event).space(event.place).troops,
    crew=lambda event: plural(event.troops, "troop"),
)


@dataclass(frozen=True, slots=True)
class SetBase(Event):
    """What lies on a place; an empty ``base`` means nothing."""

    place: str
    base: str = ""
    code: str = ""


def set_base(state: State, event: SetBase, judge: Judge) -> State:
    seat = judge.seat(state.players)
    place_exists(judge, event.place)
    before, new = state.sides[seat].space(event.place), Space()
    if event.base:
        deck.is_card(judge, event.base, "base", event.code)
        if before.code != event.code:
            deck.card_free(judge, event.base, event.code, state.shows_code(event.code))
        new = Space(event.base, before.troops, event.code)
    state = state.with_side(seat, state.sides[seat].with_space(event.place, new))
    return reopened(settle.excess_specials(state))


def base_name(name: str) -> str:
    """A base by its name; ``nothing`` for none."""
    return deck.card_name(name) if name else "nothing"


def kinds_of(names: tuple[str, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(name, deck.card(name).name, name, suit=deck.suit(name)) for name in names)


ANY_PLACE = pick("place", "Where?", all_places)
ANY_BASE = pick("base", "Which base?", lambda *_: kinds_of(deck.bases()))
SET_BASE = correction(
    SetBase,
    cite.BY_HAND,
    set_base,
    *whose("{who}: no base is there", (LAID_PLACE,)),
    *whose("{who}: a different base is there", (ANY_PLACE, ANY_BASE)),
    notice="{card} is on {place} of {who}.",
    tells="{who} by hand: {card} is on {place} (was {old})",
    value=lambda state, event: base_name(own(state, event).space(event.place).base),
    card=lambda event: base_name(event.base),
)


def scanned_base(state: State, seat: Seat, name: str, code: str) -> Choice:
    """A base that lies on the board already without its code being known: said by hand, which place it is."""
    spaces = zip(PLACES, state.sides[seat].spaces, strict=True)
    same = tuple(place for place, lies in spaces if lies.base == name and not lies.code)
    others = tuple(place for place in PLACES if place not in same)
    picks = tuple(state.place_pick(seat, place) for place in (*same, *others))
    where = FieldSpec("place", "Where is it?", picks, preset=same[:1])
    label, why = say("{base} on the board", base=deck.card(name).name), cite.BY_HAND
    known = {"base": name, "code": code}
    return Choice.asking(SetBase, label, (where,), known=known, seat=seat, override=True, correction=True, why=why)


def scanned_place(state: State, seat: Seat, place: str) -> Iterator[Choice]:
    """A base on the seat's board held up: what may be wrong about it."""
    now = state.sides[seat].space(place).troops
    for count in (count for count in range(TROOPS_MAX + 1) if count != now):
        template = "There is {troops} on {place}" if count == 1 else "There are {troops} on {place}"
        event = SetTroops(place, count, seat=seat, override=True)
        label = say(template, troops=plural(count, "troop"), place=place)
        yield Choice(label, event, correction=True, why=cite.BY_HAND)
    label, gone = say("It is no longer on {place}", place=place), SetBase(place, seat=seat, override=True)
    yield Choice(label, gone, correction=True, why=cite.BY_HAND)


@dataclass(frozen=True, slots=True)
class SetSpecials(Event):
    """How many special troops stand on the palace."""

    count: int


def with_specials(side: Side, event: SetSpecials) -> Side:
    there = side.specials[: event.count]
    return replace(side, specials=(*there, *(Paper(deck.special_card()),) * (event.count - len(there))))


SET_SPECIALS = correction(
    SetSpecials,
    cite.BY_HAND,
    sets(with_specials, SPECIALS_MOST, "count", then=reopened),
    *whose(
        "{who}: special troops on the palace",
        (ask("count", "Troops", SPECIALS_MOST, lambda side: len(side.specials)),),
        spot=spots.treants,
    ),
    notice="{crew} on the palace of {who}.",
    tells="{who} by hand: {crew} on the palace (was {old})",
    value=lambda state, event: len(own(state, event).specials),
    crew=lambda event: plural(event.count, "special troop"),
)


# --- hand, piles, and what this turn has seen


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """How many cards the hand holds, by their backs."""

    abilities: int
    bases: int


def with_hand(side: Side, event: SetHand) -> Side:
    """What was due to be drawn is drawn then."""
    return replace(side, hand=Hand(event.abilities, event.bases), due_draw=0)


ASK_HAND = (
    ask("abilities", "Abilities", ABILITIES, lambda side: side.hand.abilities),
    ask("bases", "Bases", BASES, lambda side: side.hand.bases),
)
SET_HAND = correction(
    SetHand,
    cite.BY_HAND,
    sets(with_hand, MOST, "abilities", "bases", then=settle.settle),
    *whose(
        "{who}: abilities in hand",
        ASK_HAND[:1],
        known=lambda side: {"bases": side.hand.bases},
        spot=lambda seat: spots.hand(seat, "abilities"),
    ),
    *whose(
        "{who}: bases in hand",
        ASK_HAND[1:],
        known=lambda side: {"abilities": side.hand.abilities},
        spot=lambda seat: spots.hand(seat, "bases"),
    ),
    *whose("{who}: the whole hand", ASK_HAND),
    notice="{who} holds {abilities} abilities and {bases} bases.",
    tells="{who} by hand: the hand holds {cards} (was {old})",
    value=lambda state, event: by_kind(own(state, event).hand.abilities, own(state, event).hand.bases),
    cards=lambda event: by_kind(event.abilities, event.bases),
)


@dataclass(frozen=True, slots=True)
class SetPile(Event):
    """How many cards a pile of the seat holds, and the discards beside it."""

    pile: Literal["abilities", "bases"]
    draw: int
    discard: int


def with_pile(side: Side, event: SetPile) -> Side:
    pile = Pile(event.draw, event.discard)
    return replace(side, abilities=pile) if event.pile == "abilities" else replace(side, bases=pile)


def pile_words(side: Side, event: SetPile) -> str:
    """Such as ``12 and 3``: to draw from, and discarded."""
    pile = side.abilities if event.pile == "abilities" else side.bases
    return say("{draw} and {discard}", draw=pile.draw, discard=pile.discard)


ASK_ABILITIES = (
    ask("draw", "To draw from", ABILITIES, lambda side: side.abilities.draw),
    ask("discard", "Discarded", ABILITIES, lambda side: side.abilities.discard),
)
ASK_BASES = (
    ask("draw", "To draw from", BASES, lambda side: side.bases.draw),
    ask("discard", "Discarded", BASES, lambda side: side.bases.discard),
)
SET_PILE = correction(
    SetPile,
    cite.BY_HAND,
    sets(with_pile, MOST, "draw", "discard", then=settle.settle),
    *whose(
        "{who}: abilities to draw from",
        ASK_ABILITIES[:1],
        known=lambda side: {"pile": "abilities", "discard": side.abilities.discard},
        spot=lambda seat: spots.cards(seat, "abilities"),
    ),
    *whose(
        "{who}: bases to draw from",
        ASK_BASES[:1],
        known=lambda side: {"pile": "bases", "discard": side.bases.discard},
        spot=lambda seat: spots.cards(seat, "bases"),
    ),
    *whose("{who}: the pile of abilities", ASK_ABILITIES, known=lambda _: {"pile": "abilities"}),
    *whose("{who}: the pile of bases", ASK_BASES, known=lambda _: {"pile": "bases"}),
    notice="the pile of {pile} of {who} holds {draw}.",
    tells="{who} by hand: {draw} {pile} to draw, {discard} discarded (was {old})",
    value=lambda state, event: pile_words(own(state, event), event),
)


@dataclass(frozen=True, slots=True)
class SetAbility(Event):
    """How many copies of an ability of the seat are in effect."""

    card: str
    copies: int


def set_ability(state: State, event: SetAbility, judge: Judge) -> State:
    seat, name = judge.seat(state.players), event.card
    deck.is_card(judge, name, "ability", "")
    text = say("{card} stands on the palace; correct it there.", card=deck.card(name).name)
    judge.struct(not deck.is_special(name), "wrong_kind", text)
    within(judge, deck.card(name).copies, copies=event.copies)
    active = state.sides[seat].active
    same = tuple(one for one in active if one.card == name)[: event.copies]
    more = (Paper(name),) * (event.copies - len(same))
    active = (*(one for one in active if one.card != name), *same, *more)
    return state.with_side(seat, replace(state.sides[seat], active=active))


EFFECTS = kinds_of(tuple(name for name in deck.abilities() if not deck.is_special(name)))
FEWEST_COPIES = min(deck.card(one.card).copies for one in EFFECTS)


def effects_there(state: State, seat: Seat) -> Iterator[Pick]:
    return (replace(one, spot=spots.effect(seat, one.card)) for one in EFFECTS)


WHICH_EFFECT = pick("card", "Which ability?", effects_there)
SET_ABILITY = correction(
    SetAbility,
    cite.BY_HAND,
    set_ability,
    *whose("{who}: abilities in effect", (WHICH_EFFECT, ask("copies", "Copies", FEWEST_COPIES, lambda _: 1))),
    notice="{copies} {name} of {who} in effect.",
    tells="{who} by hand: {copies} {name} in effect (was {old})",
    value=lambda state, event: sum(1 for one in own(state, event).active if one.card == event.card),
    name=lambda event: deck.card_name(event.card),
)


@dataclass(frozen=True, slots=True)
class SetLost(Event):
    """How many trolls the seat lost this turn."""

    trolls: int


SET_LOST = correction(
    SetLost,
    cite.BY_HAND,
    sets(lambda side, event: replace(side, lost=event.trolls), MOST, "trolls"),
    *whose("{who}: trolls lost this turn", (ask("trolls", "Trolls", TROLLS_MOST, lambda side: side.lost),)),
    notice="{who} lost {lost} this turn.",
    tells="{who} by hand: {lost} lost this turn (was {old})",
    value=lambda state, event: own(state, event).lost,
    lost=lambda event: plural(event.trolls, "troll"),
)


# --- the battle, the turn and the match

CALL_OFF: ByHand[State] = ByHand(
    EndAttack, cite.BY_HAND, (Offer("The attack is called off", when=lambda state, _: state.clash is not None),)
)
END_TURN_AS_IT_IS: ByHand[State] = ByHand(
    EndTurn, cite.BY_HAND, (Offer("The turn ends as it is", when=lambda state, _: state.phase in ("action", "end")),)
)


@dataclass(frozen=True, slots=True)
class SetWins(Event):
    """Games won so far, by the first and the second seat."""

    first: int
    second: int


def set_wins(state: State, event: SetWins, judge: Judge) -> State:
    counts = (event.first, event.second)
    judge.struct(min(counts) >= 0 and max(counts) <= WINS_NEEDED, "bad_input", "first and second: expected 0 to 2")
    judge.struct(counts != (WINS_NEEDED, WINS_NEEDED), "bad_input", "Only one player can have won two games.")
    state = replace(state, results=(0,) * event.first + (1,) * event.second, given_up=())
    if state.match_winner is not None:
        return replace(state, phase="over", clash=None)
    return replace(state, phase="won", clash=None) if state.phase == "over" else state


def ask_wins(name: str, seat: Seat) -> Callable[[State, Seat], FieldSpec]:
    return number(name, person(seat), most=1, now=lambda state, _: state.wins[seat])


SET_WINS = correction(
    SetWins,
    cite.BY_HAND,
    set_wins,
    Offer(
        say("{who}: games won", who=person(0)),
        (ask_wins("first", 0),),
        lambda state, _: {"second": state.wins[1]},
        spot=spots.wins(0),
    ),
    Offer(
        say("{who}: games won", who=person(1)),
        (ask_wins("second", 1),),
        lambda state, _: {"first": state.wins[0]},
        spot=spots.wins(1),
    ),
    Offer("Games won so far", (ask_wins("first", 0), ask_wins("second", 1))),
    notice="the match stands {first} : {second}.",
    tells="By hand: the match stands {first} : {second} (was {old})",
    value=lambda state, _: say("{first} : {second}", first=state.wins[0], second=state.wins[1]),
)


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """Whose turn it is and where in it: a way in from the middle of a game."""

    active: Seat
    phase: Literal["decide", "action"] = "action"


def set_turn(state: State, event: SetTurn, judge: Judge) -> State:
    """A battle and what was due are forgotten."""
    judge.struct(state.phase != "over", "match_over", "The match is over; take that back first.")
    judge.struct(0 <= event.active < state.players, "no_such_seat", "active: expected 0 or 1")
    for seat, side in enumerate(state.sides):
        state = state.with_side(seat, replace(side, due_draw=0, due_recruit=0, done=True))
    return replace(state, active=event.active, phase=event.phase, clash=None)


WHOSE_TURN = pick("active", "Whose?", lambda state, _: (Pick(seat, person(seat)) for seat in range(state.players)))
MOMENTS = (Pick("decide", "It begins: renew or not"), Pick("action", "Attacks and abilities"))
WHICH_MOMENT = pick("phase", "Where in it?", lambda *_: MOMENTS)
SET_TURN = correction(
    SetTurn,
    cite.BY_HAND,
    set_turn,
    Offer("The turn is wrong", (WHOSE_TURN, WHICH_MOMENT), when=lambda state, _: state.phase != "over"),
    notice="it is the turn of {player}.",
    tells="By hand: it is the turn of {player}, {moment} (was {old})",
    value=lambda state, _: person(state.active) if state.active is not None else "nobody",
    player=lambda event: person(event.active),
    moment=lambda event: "it begins" if event.phase == "decide" else "attacks and abilities",
)

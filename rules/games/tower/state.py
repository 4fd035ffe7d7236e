"""What a table of Attack at the Tower knows. Frozen, JSON-serialisable (rules.wire), and free of names.

Nothing here is secret: hands and piles are counts, told apart by the backs of their cards, and nobody enters more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from rules import games
from rules.games.tower import combat, turn
from rules.games.tower.house import AS_WRITTEN, House
from rules.games.tower.renew import HAND_MAX, Pile
from rules.table import Notice, Seat
from rules.values.cards import Card, Deck

Phase = Literal["setup", "decide", "renew", "action", "end", "won", "over"]
Moment = Literal["declared", "initiative", "between", "regular", "cleared"]

SEATS = 2
TERRITORIES = ("1", "2", "3")
COLUMNS = ("a", "b", "c")
PLACES = tuple(territory + column for territory in TERRITORIES for column in COLUMNS)
PALACE = combat.PALACE
SOURCES = (*TERRITORIES, PALACE)


@dataclass(frozen=True, slots=True)
class Space:
    """One place of a territory. ``base`` is a card id or empty; ``code`` where a phone read the card."""

    base: str = ""
    troops: int = 0
    code: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A card in play: an ability in effect, or a special troop."""

    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """How many cards a hand holds, by their backs."""

    abilities: int = 0
    bases: int = 0

    @property
    def size(self) -> int:
        return self.abilities + self.bases


EMPTY_HAND = Hand()
NO_PILE = Pile(0)
NO_SPACES = (Space(),) * len(PLACES)


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of the table.

    ``spaces`` follow ``PLACES``. ``active`` are this turn's abilities, ``lost`` its destroyed trolls, ``attacks`` how
    often each of ``SOURCES`` has attacked in it. ``due_draw`` and ``due_recruit`` are what is still to be done,
    ``done`` that no more bases are laid.
    """

    spaces: tuple[Space, ...] = NO_SPACES
    specials: tuple[Paper, ...] = ()
    hand: Hand = EMPTY_HAND
    abilities: Pile = NO_PILE
    bases: Pile = NO_PILE
    active: tuple[Paper, ...] = ()
    lost: int = 0
    attacks: tuple[int, ...] = (0,) * len(SOURCES)
    due_draw: int = 0
    due_recruit: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class Split:
    """How one side splits its damage in the step going on; ``stands`` once it is confirmed, or nothing is asked."""

    hits: Mapping[str, int] = field(default_factory=dict)
    siege: Mapping[str, int] = field(default_factory=dict)
    stands: bool = False


NO_SPLIT = Split()


@dataclass(frozen=True, slots=True)
class Clash:
    """An attack going on: ``attacker`` from ``source`` against ``target`` of the other seat, or its palace.

    ``troops`` are the ids of the attackers that are left; ``battle`` has the powers once they are read; ``splits``
    are the attacker's and the defender's.
    """

    attacker: Seat
    source: str
    target: str
    troops: tuple[str, ...]
    moment: Moment = "declared"
    palace: bool = False
    battle: combat.Battle | None = None
    damage: Mapping[str, int] = field(default_factory=dict)
    splits: tuple[Split, Split] = (NO_SPLIT, NO_SPLIT)

    @property
    def defender(self) -> Seat:
        return 1 - self.attacker


@dataclass(frozen=True, slots=True)
class Todo:
    """Something for a seat's hands: the cards and counters on the table follow what was said here."""

    seat: Seat
    text: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A match. ``active``: None until a starter is chosen; ``results``: who won; ``given_up``: games given up."""

    house: House = AS_WRITTEN
    phase: Phase = "setup"
    active: Seat | None = None
    turn: int = 1
    results: tuple[Seat, ...] = ()
    sides: tuple[Side, Side] = (Side(), Side())
    clash: Clash | None = None
    todo: tuple[Todo, ...] = ()
    notices: tuple[Notice, ...] = ()
    players: int = SEATS
    given_up: tuple[int, ...] = ()


def deck() -> Deck:
    """One army: 30 abilities and 25 bases."""
    return games.deck("tower")


def card(name: str) -> Card:
    """The card with that id."""
    return deck().by_id[name]


@cache
def suit(name: str) -> str:
    """The kind of troop a card belongs to, or ``common`` or ``special``."""
    return str(card(name)["troop_type"])


@cache
def kind(name: str) -> str:
    """The troop a base or special ability recruits, as the calculators call it."""
    return str(card(name)["recruits"])


@cache
def bases() -> tuple[str, ...]:
    """The ids of the kinds of bases."""
    return tuple(one.id for one in deck().cards if one["kind"] == "base")


@cache
def abilities() -> tuple[str, ...]:
    """The ids of the kinds of abilities."""
    return tuple(one.id for one in deck().cards if one["kind"] == "ability")


@cache
def special_card() -> str:
    """The ability that is a special troop."""
    return next(name for name in abilities() if is_special(name))


def is_special(name: str) -> bool:
    """Whether the ability is laid on the palace as a troop."""
    return str(card(name)["ability_class"]) == "special"


def fresh_side() -> Side:
    """A player's half before anything is drawn."""
    cards = deck().cards
    counts = {key: sum(one.copies for one in cards if one["kind"] == key) for key in ("ability", "base")}
    return Side(abilities=Pile(counts["ability"]), bases=Pile(counts["base"]), due_draw=HAND_MAX)


def new_game(state: State) -> State:
    """The match with both boards cleared for its next game."""
    fresh = (fresh_side(), fresh_side())
    return replace(state, phase="setup", active=None, turn=1, sides=fresh, clash=None, todo=())


def with_side(state: State, seat: Seat, side: Side) -> State:
    """The table with another half at one seat."""
    return replace(state, sides=(side, state.sides[1]) if seat == 0 else (state.sides[0], side))


def space(side: Side, place: str) -> Space:
    """What lies on a place."""
    return side.spaces[PLACES.index(place)]


def with_space(side: Side, place: str, new: Space) -> Side:
    """The half with something else on a place."""
    at = PLACES.index(place)
    return replace(side, spaces=(*side.spaces[:at], new, *side.spaces[at + 1 :]))


def in_territory(side: Side, territory: str) -> tuple[tuple[str, Space], ...]:
    """The three places of a territory with what lies there."""
    return tuple((place, one) for place, one in zip(PLACES, side.spaces, strict=True) if place[0] == territory)


def troops_at(state: State, seat: Seat, source: str) -> tuple[combat.Troop, ...]:
    """The troops of a territory, or the special ones of the palace, with their ids."""
    side = state.sides[seat]
    if source == PALACE:
        return tuple(combat.Troop(f"{seat}-s{n}", kind(one.card)) for n, one in enumerate(side.specials, 1))
    return tuple(
        combat.Troop(f"{seat}-{place}{n}", kind(one.base))
        for place, one in in_territory(side, source)
        for n in range(1, one.troops + 1)
    )


def all_troops(state: State, seat: Seat) -> tuple[combat.Troop, ...]:
    """Every ordinary troop of a seat."""
    return tuple(one for territory in TERRITORIES for one in troops_at(state, seat, territory))


def bases_at(state: State, seat: Seat, territory: str) -> tuple[str, ...]:
    """The ids of the bases of a territory."""
    return tuple(f"{seat}-{place}" for place, one in in_territory(state.sides[seat], territory) if one.base)


def bases_held(side: Side) -> tuple[int, ...]:
    """How many bases each territory holds."""
    return tuple(sum(1 for _, one in in_territory(side, territory) if one.base) for territory in TERRITORIES)


def places_of(side: Side, base_kind: str) -> tuple[str, ...]:
    """The places with bases that recruit that kind of troop."""
    return tuple(
        place for place, one in zip(PLACES, side.spaces, strict=True) if one.base and kind(one.base) == base_kind
    )


def alive(side: Side, troop_kind: str) -> int:
    """How many troops of a kind a seat has anywhere."""
    return sum(space(side, place).troops for place in places_of(side, troop_kind))


def in_effect(side: Side) -> tuple[str, ...]:
    """The suits of the abilities in effect, one for each copy."""
    return tuple(suit(one.card) for one in side.active)


def wall_against(state: State, seat: Seat) -> bool:
    """Whether the opponent's wall of thorns keeps the seat from declaring attacks."""
    return "common" in in_effect(state.sides[1 - seat])


def wins(state: State) -> tuple[int, int]:
    """Games won by each seat."""
    return state.results.count(0), state.results.count(1)


def match_winner(state: State) -> Seat | None:
    """Who has won the match, or None."""
    found = turn.match_winner(str(seat) for seat in state.results)
    return int(found) if found is not None else None


def shows_code(state: State, code: str) -> tuple[Seat, str] | None:
    """Where the paper card with that code lies: the seat and the place, ``palace`` or ``active``."""
    if not code:
        return None
    for seat, side in enumerate(state.sides):
        for place, one in zip(PLACES, side.spaces, strict=True):
            if one.code == code:
                return seat, place
        if any(one.code == code for one in side.specials):
            return seat, PALACE
        if any(one.code == code for one in side.active):
            return seat, "active"
    return None

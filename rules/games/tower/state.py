"""What a table of Attack at the Tower knows, how texts name what lies on it, and what stands against naming it.

The state is frozen, JSON-serialisable (rules.wire) and free of names. Nothing here is secret: hands and piles are
counts, told apart by the backs of their cards, and nobody enters more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rules.choice import Pick
from rules.event import Judge, Notice, Seat
from rules.games.tower import citations as cite
from rules.games.tower import combat_rules, deck, spots, turn_rules
from rules.games.tower.combat_rules import PALACE, Battle, Fighter, Pools, Step, Troop
from rules.games.tower.house_rules import AS_WRITTEN, House
from rules.games.tower.info import SEATS
from rules.games.tower.turn_rules import HAND_MAX, Pile
from rules.text import listed, plural, say
from rules.view import person

Phase = Literal["setup", "decide", "renew", "action", "end", "won", "over"]
Moment = Literal["declared", "initiative", "between", "regular", "cleared"]

TERRITORIES = ("1", "2", "3")
COLUMNS = ("a", "b", "c")
PLACES = tuple(territory + column for territory in TERRITORIES for column in COLUMNS)
SOURCES = (*TERRITORIES, PALACE)
ATTACKER, DEFENDER = 0, 1
"""The roles in a battle, in the order of ``Clash.splits``."""


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
    hand: Hand = Hand()
    abilities: Pile = NO_PILE
    bases: Pile = NO_PILE
    active: tuple[Paper, ...] = ()
    lost: int = 0
    attacks: tuple[int, ...] = (0,) * len(SOURCES)
    due_draw: int = 0
    due_recruit: int = 0
    done: bool = False

    def space(self, place: str) -> Space:
        """What lies on a place."""
        return self.spaces[PLACES.index(place)]

    def with_space(self, place: str, new: Space) -> Side:
        """The half with something else on a place."""
        at = PLACES.index(place)
        return replace(self, spaces=(*self.spaces[:at], new, *self.spaces[at + 1 :]))

    def in_territory(self, territory: str) -> tuple[tuple[str, Space], ...]:
        """The three places of a territory with what lies there."""
        return tuple((place, one) for place, one in zip(PLACES, self.spaces, strict=True) if place[0] == territory)

    @property
    def bases_held(self) -> tuple[int, ...]:
        """How many bases each territory holds."""
        return tuple(sum(1 for _, one in self.in_territory(territory) if one.base) for territory in TERRITORIES)

    def places_of(self, base_kind: str) -> tuple[str, ...]:
        """The places with bases that recruit that kind of troop."""
        return tuple(
            place
            for place, one in zip(PLACES, self.spaces, strict=True)
            if one.base and deck.kind(one.base) == base_kind
        )

    def alive(self, troop_kind: str) -> int:
        """How many troops of a kind a seat has anywhere."""
        return sum(self.space(place).troops for place in self.places_of(troop_kind))

    @property
    def in_effect(self) -> tuple[str, ...]:
        """The suits of the abilities in effect, one for each copy."""
        return tuple(deck.suit(one.card) for one in self.active)


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
    battle: Battle | None = None
    damage: Mapping[str, int] = field(default_factory=dict)
    splits: tuple[Split, Split] = (NO_SPLIT, NO_SPLIT)

    @property
    def defender(self) -> Seat:
        return 1 - self.attacker

    @property
    def fought(self) -> Battle:
        """Both sides with their powers; nobody until they are read."""
        return self.battle or Battle((), ())

    @property
    def step(self) -> Step:
        """The step the battle is in, or comes to."""
        return "initiative" if self.moment == "initiative" else "regular"

    @property
    def pools(self) -> Pools:
        """What both sides have to hand out in this step."""
        return combat_rules.pools(self.fought, self.step, self.damage)

    @property
    def siege(self) -> Mapping[str, int]:
        """What the siege ability deals by itself in this step."""
        return combat_rules.siege_damage(self.fought, self.damage) if self.moment == "regular" else {}

    @property
    def walls(self) -> Mapping[str, int]:
        """The bases and the palace that still stand, with the damage each still bears."""
        needs = {key: power - self.damage.get(key, 0) for key, power in self.fought.structures.items()}
        return {key: need for key, need in needs.items() if need > 0}

    def role_of(self, seat: Seat) -> int:
        """Which role the seat has."""
        return ATTACKER if seat == self.attacker else DEFENDER

    def facing(self, role: int) -> tuple[Fighter, ...]:
        """The troops on the other side of that role."""
        return self.fought.defenders if role == ATTACKER else self.fought.attackers

    def needs(self, role: int, split: Split) -> dict[str, int]:
        """What each troop facing that role still bears before it falls, by this split and the siege ability."""
        taken = combat_rules.added(self.damage, self.siege, split.hits)
        before = combat_rules.alive(self.facing(role), self.damage)
        return {one.id: max(0, one.toughness - taken.get(one.id, 0)) for one in before}

    def with_split(self, role: int, split: Split) -> Clash:
        """The battle with another split of one side."""
        return replace(self, splits=(split, self.splits[1]) if role == ATTACKER else (self.splits[0], split))


@dataclass(frozen=True, slots=True)
class Todo:
    """Something for a seat's hands: the cards and counters on the table follow what was said here."""

    seat: Seat
    text: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A match. ``active``: None until a starter is chosen; ``results``: who won; ``given_up``: games given up;
    ``away``: whose player has gone."""

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
    away: tuple[Seat, ...] = ()

    def with_side(self, seat: Seat, side: Side) -> State:
        """The table with another half at one seat."""
        return replace(self, sides=(side, self.sides[1]) if seat == 0 else (self.sides[0], side))

    def troops_at(self, seat: Seat, source: str) -> tuple[Troop, ...]:
        """The troops of a territory, or the special ones of the palace, with their ids."""
        side = self.sides[seat]
        if source == PALACE:
            return tuple(Troop(f"{seat}-s{n}", deck.kind(one.card)) for n, one in enumerate(side.specials, 1))
        return tuple(
            Troop(f"{seat}-{place}{n}", deck.kind(one.base))
            for place, one in side.in_territory(source)
            for n in range(1, one.troops + 1)
        )

    def all_troops(self, seat: Seat) -> tuple[Troop, ...]:
        """Every ordinary troop of a seat."""
        return tuple(one for territory in TERRITORIES for one in self.troops_at(seat, territory))

    def bases_at(self, seat: Seat, territory: str) -> tuple[str, ...]:
        """The ids of the bases of a territory."""
        return tuple(f"{seat}-{place}" for place, one in self.sides[seat].in_territory(territory) if one.base)

    def wall_against(self, seat: Seat) -> bool:
        """Whether the opponent's wall of thorns keeps the seat from declaring attacks."""
        return "common" in self.sides[1 - seat].in_effect

    @property
    def wins(self) -> tuple[int, int]:
        """Games won by each seat."""
        return self.results.count(0), self.results.count(1)

    @property
    def match_winner(self) -> Seat | None:
        """Who has won the match, or None."""
        found = turn_rules.match_winner(str(seat) for seat in self.results)
        return int(found) if found is not None else None

    def shows_code(self, code: str) -> tuple[Seat, str] | None:
        """Where the paper card with that code lies: the seat and the place, ``palace`` or ``active``."""
        if not code:
            return None
        for seat, side in enumerate(self.sides):
            for place, one in zip(PLACES, side.spaces, strict=True):
                if one.code == code:
                    return seat, place
            if any(one.code == code for one in side.specials):
                return seat, PALACE
            if any(one.code == code for one in side.active):
                return seat, "active"
        return None

    def place_pick(self, seat: Seat, place: str) -> Pick:
        """A place of the seat's board, as an answer."""
        there = self.sides[seat].space(place)
        if not there.base:
            return Pick(place, place, detail="empty", spot=spots.place(seat, place, laid=False))
        crew = f" · {troops(there.troops, deck.kind(there.base))}" if there.troops else ""
        detail, suit = deck.card(there.base).name + crew, deck.suit(there.base)
        spot = spots.place(seat, place, laid=True)
        return Pick(place, place, uid=place, detail=detail, suit=suit, code=there.code, spot=spot)

    def fighter_name(self, target: str) -> str:
        """A troop, base or palace of the battle, by the id it has there."""
        if target == PALACE:
            return "palace"
        seat, _, where = target.partition("-")
        side = self.sides[int(seat)]
        if where.startswith("s"):
            number, there = int(where[1:]), [deck.kind(one.card) for one in side.specials]
            special = there[number - 1] if number <= len(there) else "special troop"
            return say("{order} {troop}", order=_ORDER[number - 1], troop=special) if len(there) > 1 else special
        place, number_text = where[:2], where[2:]
        lies = side.space(place)
        if not number_text:
            return say("{base} on {place}", base=deck.card(lies.base).name if lies.base else "base", place=place)
        troop = deck.kind(lies.base) if lies.base else "troop"
        if lies.troops > 1:
            order = _ORDER[int(number_text) - 1]
            return say("{order} {troop} on {place}", order=order, troop=troop, place=place)
        return say("{troop} on {place}", troop=troop, place=place)

    def fighters_named(self, text: str, targets: Iterable[str]) -> str:
        """A text of the algorithms with the ids in it said in words."""
        # The longest first, for "0-1a" is in "0-1a2".
        for target in sorted((one for one in targets if one != PALACE), key=len, reverse=True):
            text = text.replace(target, say("the {fighter}", fighter=self.fighter_name(target)))
        return text


def fresh_side() -> Side:
    """A player's half before anything is drawn."""
    return Side(abilities=Pile(deck.printed("ability")), bases=Pile(deck.printed("base")), due_draw=HAND_MAX)


def new_game(state: State) -> State:
    """The match with both boards cleared for its next game."""
    fresh = (fresh_side(), fresh_side())
    return replace(state, phase="setup", active=None, turn=1, sides=fresh, clash=None, todo=())


# --- how texts name troops and places

_SEVERAL = {"spiderrider": "spiderriders", "elf": "elves"}
_ORDER = ("first", "second", "third", "fourth", "fifth")


def troops(count: int, troop_kind: str) -> str:
    """Such as ``2 elves``."""
    return plural(count, troop_kind, _SEVERAL.get(troop_kind, ""))


def several(troop_kind: str) -> str:
    """Such as ``elves``."""
    return _SEVERAL.get(troop_kind, "") or f"{troop_kind}s"


def counted(kinds: Iterable[str], *more: str) -> str:
    """Troops by kind, such as ``2 elves and 1 troll``, and what else there is."""
    found = tuple(kinds)
    crew = (troops(found.count(one), one) for one in combat_rules.POWERS if one in found)
    return listed((*crew, *(one for one in more if one)))


def source_name(source: str) -> str:
    """``territory 2``, or the palace."""
    return "the palace" if source == PALACE else say("territory {number}", number=source)


# --- what stands against an event before its own rules are asked


def game_on(judge: Judge, state: State) -> None:
    """Refuses moves after a game is won."""
    text = "The palace has fallen and this game is over; take that back, or begin the next one."
    judge.struct(state.phase not in ("won", "over"), "game_over", text)


def playing_seat(judge: Judge, state: State) -> Seat:
    """The seat that moves. Refuses moves after a game is won, and an event of the table itself."""
    game_on(judge, state)
    return judge.seat(state.players)


def own_turn(judge: Judge, state: State, seat: Seat) -> None:
    """Refuses what only the player whose turn it is may do."""
    active = state.active
    whose = "Nobody has a turn yet." if active is None else say("It is the turn of {who}.", who=person(active))
    judge.rule(active == seat, "not_your_turn", whose, cite.OWN_TURN)


def place_exists(judge: Judge, place: str) -> None:
    """Refuses a place no board has."""
    text = '"{place}" is no place of the board; expected one of {places}.'
    judge.struct(place in PLACES, "bad_place", say(text, place=place[:20], places=", ".join(PLACES)))

"""What a Dragoborne table knows, and what each viewer may know of it. Frozen, JSON-serialisable, free of names.

Hands, decks and barriers are counts. Three things are their owner's alone: where banners stand before the game
begins, which cards a phone has read of a deck, and which card lies as an ambush.

A fort is named ``1`` to ``3``, from its owner's left. A card is named by its id in the deck; ``code`` is the printed
code where a phone has read it, else empty. A creature on the field is named by its uid (``0c3``), a die by its place
among its owner's three (0 to 2), a resource by its place in the row. An empty ``payment`` lets the table choose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.event import Event, Notice, Seat
from rules.games.dragoborne.deck import COPIES_MAX, card, color, deck_banners, deck_cards, kind, ready_made, whole_deck
from rules.games.dragoborne.house_rules import AS_WRITTEN, House
from rules.games.dragoborne.info import SEATS

Phase = Literal["setup", "dice", "draw", "resource", "main", "combat", "end", "audit", "over"]
DeckName = str
"""``ember``, ``tide``, the key of a deck somebody typed in, ``scanned`` or ``own``; "" before one is chosen."""
AskKind = Literal["burst", "goes", "room"]
Stage = Literal["declared", "blocked"]
Ending = Literal["", "forts", "deck", "conceded", "left"]
Place = Literal["zone", "shield", "cross", "discard"]

FORTS = ("1", "2", "3")
BANNERS = len(FORTS)
BARRIERS_START = 2
CREATURES_MAX = 2


@dataclass(frozen=True, slots=True)
class Paper:
    """A card somebody sees; ``code`` where a phone has read it."""

    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature on the field; ``uid`` such as ``0c3`` is never given twice. The mods last until the turn ends.

    A creature that is ``held`` does not stand in its owner's next stand step.
    """

    uid: str
    card: str
    code: str = ""
    fort: str = "1"
    rested: bool = False
    damage: int = 0
    atk_mod: int = 0
    edr_mod: int = 0
    held: bool = False

    @property
    def name(self) -> str:
        """The name on its card."""
        return card(self.card).name


@dataclass(frozen=True, slots=True)
class Ambush:
    """A card set face down; which one is known to its owner at most."""

    rested: bool = True
    card: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Fort:
    """A fort with its banner's colour, its barriers and the ambush in front of it."""

    color: str = ""
    barriers: int = 0
    ambush: Ambush | None = None


@dataclass(frozen=True, slots=True)
class DieAt:
    """A die; ``value`` 0 before its first roll. ``at`` is the fort it shields, or the creature it lies on."""

    color: str
    value: int = 0
    where: Place = "zone"
    at: str = ""
    assigned: bool = False


@dataclass(frozen=True, slots=True)
class Resource:
    """A banner, or a card in the resource area."""

    color: str
    rested: bool = False
    banner: bool = False
    card: str = ""
    code: str = ""


NO_FORTS = (Fort(),) * len(FORTS)


@dataclass(frozen=True, slots=True)
class Player:
    """One player's half. ``listed`` are the cards a phone has read of the deck; ``unnamed`` counts discarded cards
    nobody named, ``destroyed`` creatures that fell, ``laid`` says that the barriers lie.
    """

    deck_name: DeckName = ""
    listed: tuple[Paper, ...] = ()
    size: int = 0
    forts: tuple[Fort, ...] = NO_FORTS
    creatures: tuple[Creature, ...] = ()
    dice: tuple[DieAt, ...] = ()
    resources: tuple[Resource, ...] = ()
    hand: int = 0
    deck: int = 0
    discard: tuple[Paper, ...] = ()
    unnamed: int = 0
    destroyed: int = 0
    mulligan: bool = False
    laid: bool = False
    sets: tuple[str, ...] = ()
    """The decks somebody typed in that lie on this table beside ours."""

    # --- forts, creatures and dice

    @property
    def barriers(self) -> tuple[int, ...]:
        return tuple(fort.barriers for fort in self.forts)

    def fort(self, number: str) -> Fort:
        return self.forts[FORTS.index(number)]

    def with_fort(self, number: str, new: Fort) -> Player:
        """The half with another fort in one place."""
        at = FORTS.index(number)
        return replace(self, forts=(*self.forts[:at], new, *self.forts[at + 1 :]))

    def at_fort(self, number: str) -> tuple[Creature, ...]:
        """The creatures at a fort."""
        return tuple(one for one in self.creatures if one.fort == number)

    def room_at(self, number: str) -> bool:
        """Whether another creature fits at a fort."""
        return len(self.at_fort(number)) < CREATURES_MAX

    def creature(self, uid: str) -> Creature | None:
        """The creature with that uid, or None."""
        return next((one for one in self.creatures if one.uid == uid), None)

    def with_creature(self, new: Creature) -> Player:
        """The half with a creature as it is now."""
        return replace(self, creatures=tuple(new if one.uid == new.uid else one for one in self.creatures))

    def with_die(self, index: int, new: DieAt) -> Player:
        """The half with another die."""
        return replace(self, dice=(*self.dice[:index], new, *self.dice[index + 1 :]))

    def shields(self, number: str) -> tuple[int, ...]:
        """Which dice stand as dragoshields before a fort."""
        return tuple(n for n, die in enumerate(self.dice) if die.where == "shield" and die.at == number)

    def crosses(self, uid: str) -> tuple[int, ...]:
        """Which dice lie on a creature."""
        return tuple(n for n, die in enumerate(self.dice) if die.where == "cross" and die.at == uid)

    # --- paper cards

    @property
    def own_cards(self) -> tuple[str, ...]:
        """The kinds of cards the deck may hold, as far as is known; without its banners."""
        if ready_made(self.deck_name):
            return deck_cards(self.deck_name)
        if self.deck_name == "scanned":
            return tuple(dict.fromkeys(one.card for one in self.listed if kind(one.card) != "banner"))
        return tuple(one.id for one in whole_deck(self.sets).cards if one["type"] != "banner")

    @property
    def public_cards(self) -> tuple[str, ...]:
        """The kinds of cards the deck may hold as everybody knows it: which cards a phone has read is its owner's."""
        return deck_cards(self.deck_name) if ready_made(self.deck_name) else Player(sets=self.sets).own_cards

    def copies(self, name: str) -> int:
        """How many of a card the deck may hold."""
        if ready_made(self.deck_name):
            return card(name).copies if name in deck_cards(self.deck_name) else 0
        if self.deck_name == "scanned":
            return sum(one.card == name for one in self.listed)
        return COPIES_MAX

    @property
    def hidden_cards(self) -> tuple[str, ...]:
        """The kinds of cards of which a copy may lie where nobody sees it: in the hand, in the deck, face down."""
        out = self.copies_out
        return tuple(one for one in self.own_cards if out[one] < self.copies(one))

    @property
    def banners(self) -> tuple[str, ...]:
        """The colours of the forts' banners, from left to right; empty where they do not stand yet."""
        return tuple(fort.color for fort in self.forts if fort.color)

    @property
    def own_banners(self) -> tuple[str, ...]:
        """The colours the player has to place; empty where any three will do."""
        if ready_made(self.deck_name):
            return deck_banners(self.deck_name)
        if self.deck_name == "scanned":
            return tuple(color(one.card) for one in self.listed if kind(one.card) == "banner")
        return ()

    def laid_open(self) -> Iterator[tuple[str, Creature | Paper | Resource]]:
        """Every card that lies open, and where: a creature's uid, ``discard`` or ``resource``."""
        yield from ((one.uid, one) for one in self.creatures)
        yield from (("discard", one) for one in self.discard)
        yield from (("resource", one) for one in self.resources if one.card and not one.banner)

    @property
    def copies_out(self) -> Counter[str]:
        """How many copies of each card lie open."""
        return Counter(one.card for _, one in self.laid_open())


@dataclass(frozen=True, slots=True)
class Ask:
    """A question ``seat`` has to answer before the game goes on.

    ``burst``: a barrier of ``fort`` left, is its fort burst used? ``goes``: where does a used barrier or ambush go?
    ``room``: who leaves ``fort`` for ``card``? ``origin`` is what it was: barrier, ambush or summons. ``attacker`` is
    the creature whose attack took the barrier, where one did.
    """

    kind: AskKind
    seat: Seat
    fort: str
    card: str = ""
    code: str = ""
    origin: Literal["barrier", "ambush", "summon"] = "barrier"
    rested: bool = False
    attacker: str = ""


@dataclass(frozen=True, slots=True)
class Clash:
    """An attack going on, against a ``fort``, or by Assassin against the creature ``blocker``.

    At stage ``declared`` triggers and ambushes have their moment and the defender chooses; at ``blocked`` the blocker
    stands, or the dragoshield ``die``, and damage follows.
    """

    attacker: Seat
    creature: str
    fort: str = ""
    stage: Stage = "declared"
    blocker: str = ""
    assassin: bool = False
    die: int = -1

    @property
    def defender(self) -> Seat:
        return 1 - self.attacker


@dataclass(frozen=True, slots=True)
class Paid:
    """The last payment of this turn, so that other resources can be rested instead."""

    seat: Seat
    cost: int
    color: str
    rested: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Todo:
    """Card text for people to follow: of ``card``, which belongs to ``seat``; ``uid`` where it is on the field.

    Where an attack brought it about, ``attacker`` and the ``fort`` of the seat ``fort_of`` are whom it speaks of, and
    as long as that attack goes on it is of the ``battle``. ``carried`` are the clauses of the text that were carried
    out, once for each time, and ``hit`` the creatures they were done to.
    """

    seat: Seat
    card: str
    text: str
    uid: str = ""
    done: bool = False
    battle: bool = False
    attacker: str = ""
    fort: str = ""
    fort_of: Seat = -1
    carried: tuple[int, ...] = ()
    hit: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A game of two. ``active`` is None until a starter is chosen; ``serial`` numbers creatures.

    ``away`` are the seats whose players have gone; ``resumes`` is the phase they left, to which the game comes back.
    """

    house: House = AS_WRITTEN
    phase: Phase = "setup"
    active: Seat | None = None
    turn: int = 1
    sides: tuple[Player, Player] = (Player(), Player())
    clash: Clash | None = None
    asks: tuple[Ask, ...] = ()
    paid: Paid | None = None
    todo: tuple[Todo, ...] = ()
    serial: int = 0
    losers: tuple[Seat, ...] = ()
    ending: Ending = ""
    shown: tuple[Paper, ...] = ()
    away: tuple[Seat, ...] = ()
    resumes: Phase | Literal[""] = ""
    notices: tuple[Notice, ...] = ()
    players: int = SEATS

    @property
    def ask(self) -> Ask | None:
        """The question the table waits for."""
        return self.asks[0] if self.asks else None

    @property
    def open_texts(self) -> tuple[tuple[int, Todo], ...]:
        """The card texts nobody has followed yet, with their numbers."""
        return tuple((n, one) for n, one in enumerate(self.todo) if not one.done)

    @property
    def open_in_battle(self) -> tuple[tuple[int, Todo], ...]:
        """Those of them that are followed before the attack goes on."""
        return tuple((n, one) for n, one in self.open_texts if one.battle)

    @property
    def told_all(self) -> bool:
        """Whether everything may be known: the game is over, and nobody can come back into it."""
        return self.phase == "over" and self.ending != "left"

    def with_side(self, seat: Seat, side: Player) -> State:
        """The table with another half at one seat."""
        return replace(self, sides=(side, self.sides[1]) if seat == 0 else (self.sides[0], side))

    def find(self, uid: str) -> tuple[Seat, Creature] | None:
        """Whose creature that is, and the creature."""
        field = ((seat, one) for seat, side in enumerate(self.sides) for one in side.creatures)
        return next(((seat, one) for seat, one in field if one.uid == uid), None)

    def shows_code(self, code: str) -> tuple[Seat, str] | None:
        """Where the paper card with that code lies open: the seat, and a uid, ``discard`` or ``resource``."""
        there = ((seat, where, one) for seat, side in enumerate(self.sides) for where, one in side.laid_open())
        return next(((seat, where) for seat, where, one in there if code and one.code == code), None)


# --- what a seat may know


def veil(state: State, viewer: Seat | None) -> State:
    """The table as ``viewer`` may know it: all that is somebody else's replaced. Every screen is drawn from this."""
    if state.told_all:
        return state
    face_down = "setup" in (state.phase, state.resumes)
    first, second = (
        side if seat == viewer else _veiled(side, setup=face_down) for seat, side in enumerate(state.sides)
    )
    notices = tuple(notice for notice in state.notices if notice.to in (None, viewer))
    return replace(state, sides=(first, second), notices=notices)


def may_read(state: State, event: Event, viewer: Seat | None) -> bool:
    """Whether the viewer may know the whole event: it is their own, or the game is over."""
    return state.told_all or (event.seat is not None and event.seat == viewer)


def _veiled(side: Player, *, setup: bool) -> Player:
    # Face-down banners: that they stand is seen, which is where is not. The dice show their colours openly.
    placed = "hidden" if side.banners else ""
    forts = tuple(
        replace(
            one,
            color=placed if setup else one.color,
            ambush=replace(one.ambush, card="", code="") if one.ambush is not None else None,
        )
        for one in side.forts
    )
    # Whether a phone has read a deck of one's own is nobody else's business either.
    name: DeckName = "own" if side.deck_name == "scanned" else side.deck_name
    return replace(side, deck_name=name, listed=(), forts=forts)

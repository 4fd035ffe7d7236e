"""What a table of Dragon Breeds knows. Frozen, JSON-serialisable (rules.wire), and free of names.

Hands and piles are counts. Two things are secret: which legendary lies under a quest card, and the faces of refracted
dragons; both are their owner's alone (``veil``).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.games.breeds import combat, quests
from rules.games.breeds.cardbook import identity
from rules.games.breeds.damage import Health, survivors
from rules.games.breeds.draw import HAND_TARGET, Cycle
from rules.games.breeds.house import AS_WRITTEN, House
from rules.table import Notice, Seat

Phase = Literal["setup", "combat", "market", "flush", "draw", "over"]
Step = Literal["attack", "defense", "fireball_att", "fireball_def", "damage"]
TokenKind = Literal["fireball", "epic_coin", "dragon", "faction_coin"]
Source = Literal["pile", "discard", "supply", "trash"]

SLOTS = 4
PILE = 7
STARTERS = 12
PLAYERS = (2, 6)


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the four piles of a faction deck; ``card`` is what lies face up on it, where somebody said so."""

    pile: int = PILE
    up: bool = True
    card: str = ""
    code: str = ""
    stays: bool = False

    @property
    def shows(self) -> bool:
        """Whether a card lies face up there."""
        return self.up and self.pile > 0


HUMAN = Health()
UNDEALT = Cycle(0, STARTERS, 0)
FACE_DOWN = (Slot(up=False),) * SLOTS


@dataclass(frozen=True, slots=True)
class Token:
    """A card in a token area. ``source``, ``owner`` and ``slot`` say where it goes back to."""

    uid: str
    kind: TokenKind
    source: Source = "pile"
    card: str = ""
    owner: Seat | None = None
    slot: int = 0
    sv: int | None = None
    keep: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One card of a dragon on the battlefield. ``owner`` is whose box it comes from; without a token it was a hand
    card and goes to that player's discard.
    """

    card: str
    sv: int
    owner: Seat
    token: Token | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A dragon on the battlefield: several cards where it was transmuted. ``like`` is the card it imitates."""

    uid: str
    parts: tuple[Part, ...]
    sv: int
    bonus: int = 0
    hits: bool = False
    like: str = ""

    @property
    def dragon(self) -> combat.Dragon:
        """What the algorithms see of it."""
        return combat.Dragon(self.uid, self.sv, self.bonus, self.hits)


@dataclass(frozen=True, slots=True)
class Clash:
    """A combat going on. ``blocks`` and ``targets`` are as declared; ``aimed`` waits where fireballs hit at once.

    ``ambushed`` are dragons that did nothing but ambush, ``joining`` those that attack as well, ``spent`` the token
    fireballs.
    """

    attacker: Seat
    defender: Seat
    step: Step = "attack"
    attackers: tuple[Fighter, ...] = ()
    blockers: tuple[Fighter, ...] = ()
    blocks: Mapping[str, str] = dataclasses.field(default_factory=dict)
    targets: Mapping[str, str] = dataclasses.field(default_factory=dict)
    aimed: tuple[combat.Shot, ...] = ()
    ambushed: tuple[Part, ...] = ()
    joining: tuple[Fighter, ...] = ()
    spent: tuple[Token, ...] = ()
    refracted: bool = False


@dataclass(frozen=True, slots=True)
class Refracted:
    """A dragon that comes back in the next turn of ``seat``, who plays it; ``target`` once it was said."""

    fighter: Fighter
    seat: Seat
    refractor: Seat
    turn: int
    target: Seat | None = None


@dataclass(frozen=True, slots=True)
class SelfHit:
    """Damage by one's own refracted dragons that counts unless ``refractor`` is knocked out this turn."""

    amount: int
    refractor: Seat


@dataclass(frozen=True, slots=True)
class Trashed:
    """A card in the one trash pile, and whose box it comes from."""

    card: str
    owner: Seat


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. ``dragons`` are those in its player deck wherever they are; ``legendary`` is its owner's alone."""

    faction: str = ""
    legendary: str = ""
    chosen: bool = False
    unlocked: bool = False
    health: Health = HUMAN
    quests: tuple[int, ...] = quests.START
    cycle: Cycle = UNDEALT
    supply: tuple[Slot, ...] = FACE_DOWN
    tokens: tuple[Token, ...] = ()
    dragons: tuple[str, ...] = ()
    hand_target: int = 0

    @property
    def out(self) -> bool:
        return self.health.status == "eliminated"

    @property
    def deck_size(self) -> int:
        """Hand, draw pile and discard together (BR-R4)."""
        return self.cycle.hand + self.cycle.draw + self.cycle.discard


@dataclass(frozen=True, slots=True)
class Turn:
    """What the active player has done. ``prices`` and ``coins`` are all purchases of the phase together."""

    attacked: bool = False
    prices: tuple[tuple[str, ...], ...] = ()
    coins: tuple[tuple[str, ...], ...] = ()
    bought: bool = False
    trashed: bool = False
    flushed: int = 0
    self_hits: tuple[SelfHit, ...] = ()
    knocked_out: tuple[Seat, ...] = ()


FRESH = Turn()


@dataclass(frozen=True, slots=True)
class Todo:
    """Something for a seat's hands or eyes: a card's text at its moment, cards to draw."""

    key: int
    seat: Seat
    text: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A table. ``fallen`` are the eliminated seats in order; ``serial`` numbers dragons, tokens and reminders."""

    players: int
    house: House = AS_WRITTEN
    phase: Phase = "setup"
    active: Seat = 0
    turn: int = 0
    seats: tuple[Player, ...] = ()
    clash: Clash | None = None
    refracted: tuple[Refracted, ...] = ()
    trash: tuple[Trashed, ...] = ()
    now: Turn = FRESH
    todos: tuple[Todo, ...] = ()
    fallen: tuple[Seat, ...] = ()
    serial: int = 0
    notices: tuple[Notice, ...] = ()


def with_seat(state: State, seat: Seat, player: Player) -> State:
    """The table with another player at one seat."""
    return replace(state, seats=(*state.seats[:seat], player, *state.seats[seat + 1 :]))


def with_todo(state: State, seat: Seat, text: str) -> State:
    """The table with one more thing to see to."""
    todo = Todo(state.serial, seat, text)
    return replace(state, todos=(*state.todos, todo), serial=state.serial + 1)


def with_slot(player: Player, slot: int, new: Slot) -> Player:
    """The player with another pile; slots count from 1."""
    return replace(player, supply=(*player.supply[: slot - 1], new, *player.supply[slot:]))


def living(state: State) -> tuple[Seat, ...]:
    """Everybody who is not eliminated."""
    return tuple(int(one) for one in survivors({str(n): own.health.status for n, own in enumerate(state.seats)}))


def next_seat(state: State, seat: Seat) -> Seat:
    """Who takes the turn after this seat; a K.O.'d player does."""
    steps = ((seat + step) % state.players for step in range(1, state.players + 1))
    return next((one for one in steps if not state.seats[one].out), seat)


def find_token(player: Player, uid: str) -> Token | None:
    """The token with that name in the player's token area."""
    return next((one for one in player.tokens if one.uid == uid), None)


def due(state: State, one: Refracted) -> bool:
    """Whether a refracted dragon attacks in the turn going on."""
    return one.seat == state.active and one.turn < state.turn and state.phase == "combat"


def due_turn(state: State, one: Refracted) -> int:
    """The turn in which it comes back, as the seats stand now."""
    if one.seat == state.active and one.turn < state.turn:
        return state.turn
    turn, seat = state.turn + 1, next_seat(state, state.active)
    while seat != one.seat and turn <= state.turn + state.players:
        turn, seat = turn + 1, next_seat(state, seat)
    return turn


def hand_target(player: Player) -> int:
    """What the hand is filled to: five, unless the identity card that is up says otherwise."""
    if player.hand_target:
        return player.hand_target
    up = identity(player.faction, player.health.stage)
    return up.words.get("hand", HAND_TARGET) if up is not None else HAND_TARGET

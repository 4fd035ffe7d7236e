"""What can happen in a game of Dragon Breeds. ``Event.seat`` is whose dragon, hand or answer it is.

A card is named by its id in the deck, or by a word where somebody brought their own cards (``dragon``,
``faction_coin``); ``sv`` is then what is printed on it. ``code`` is the printed code where a phone has read it. A
dragon on the battlefield has a name of its own, such as ``d3``; a token ``k2``. Supply slots count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.table import Event, Seat

StepName = Literal["attack", "defense", "fireball_att", "fireball_def", "combat", "market", "flush"]
Status = Literal["alive", "ko", "eliminated"]


@dataclass(frozen=True, slots=True)
class ChooseSummoner(Event):
    """The seat plays this faction: ``black``, ``teal``, or one whose cards it brought."""

    faction: str


@dataclass(frozen=True, slots=True)
class ChooseLegendary(Event):
    """The seat laid one legendary face down under its quest card; which one is its owner's alone."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class ChooseStarter(Event):
    """Decks are shuffled, hands drawn, supplies turned up; seat ``first`` takes the first turn."""

    first: Seat


@dataclass(frozen=True, slots=True)
class Attack(Event):
    """The active player attacks ``player``; with ``refracted`` the dragons that come back and are due do."""

    player: Seat
    refracted: bool = False


@dataclass(frozen=True, slots=True)
class PlayDragon(Event):
    """An attacking dragon is played, out of the hand or as the token with that name."""

    card: str
    sv: int | None = None
    code: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Transmute(Event):
    """A dragon is laid on the friendly dragon ``onto`` instead of being played: one dragon from now on."""

    card: str
    onto: str
    sv: int | None = None
    code: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Imitate(Event):
    """``dragon`` takes over name and ability of ``like``, a dragon on the battlefield or a card; SV and colour stay."""

    dragon: str
    like: str


@dataclass(frozen=True, slots=True)
class Block(Event):
    """A dragon is played to block ``attacker``."""

    card: str
    attacker: str
    sv: int | None = None
    code: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Fireball(Event):
    """A Fireball, out of the hand or the token with that name, takes ``amount`` SV off an opposing dragon."""

    target: str
    amount: int = 1
    token: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Ambush(Event):
    """A dragon ambushes ``target``; ``value`` where abilities make it another than the printed one."""

    card: str
    target: str
    value: int | None = None
    sv: int | None = None
    code: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Adjust(Event):
    """A card's text changes a dragon: its SV, the damage it deals, or whether it hits the player though blocked."""

    dragon: str
    sv: int = 0
    bonus: int = 0
    hits: bool | None = None


@dataclass(frozen=True, slots=True)
class Refract(Event):
    """The seat refracts attacking dragons: they lie face down until their owner's next turn."""

    dragons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AimRefracted(Event):
    """The owner of refracted dragons says whom they will attack."""

    player: Seat


@dataclass(frozen=True, slots=True)
class ChooseDamage(Event):
    """``attacker`` deals all its damage to ``blocker``."""

    attacker: str
    blocker: str


@dataclass(frozen=True, slots=True)
class ConfirmDamage(Event):
    """Combat damage lands, all at once."""


@dataclass(frozen=True, slots=True)
class Done(Event):
    """Nothing more in this step of a combat, or this phase of the turn."""

    step: StepName


@dataclass(frozen=True, slots=True)
class TurnUp(Event):
    """Which cards lie face up in the seat's supply, slot by slot; all of them in one look."""

    cards: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Buy(Event):
    """A supply card is bought. ``coins`` pay it: ``common``, ``rare``, ``faction``, ``epic``, the name of a token or
    a printed code, in a list or joined by ``+``. ``card`` where nobody said yet what lies there.
    """

    slot: int
    coins: str | tuple[str, ...] = ()
    card: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Trash(Event):
    """A card goes to the trash pile: the market's one, out of the hand, or because an ability says so."""

    card: str
    source: Literal["hand", "draw", "discard", "token"] = "hand"
    by_ability: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Flush(Event):
    """A supply card goes under its pile for one coin, or under ``pile`` where the table plays that; ``free`` by a
    card's text.
    """

    slot: int
    coin: str = ""
    pile: int = 0
    free: bool = False


@dataclass(frozen=True, slots=True)
class DrawPhase(Event):
    """The turn ends: hand and tokens away, all hands and supplies filled, the next player's turn."""


@dataclass(frozen=True, slots=True)
class Quest(Event):
    """A quest was completed once: 0 the own one, 1 a Faction coin, 2 a trashed card."""

    quest: int


@dataclass(frozen=True, slots=True)
class GainToken(Event):
    """The seat takes a token: a Fireball or Epic coin from the pile, or a card somebody lost to it.

    ``source`` is where it goes back to; ``owner`` whose card it is; ``slot`` of their supply. With ``keep`` it stays
    when the turn ends.
    """

    kind: Literal["fireball", "epic_coin", "dragon", "faction_coin"]
    source: Literal["pile", "discard", "supply", "trash"] = "pile"
    card: str = ""
    owner: Seat | None = None
    slot: int = 0
    sv: int | None = None
    keep: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class ReturnToken(Event):
    """A token goes back to its source before the turn ends."""

    token: str


@dataclass(frozen=True, slots=True)
class DrawCards(Event):
    """A card's text lets the seat draw."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """A reminder was seen to."""

    item: int


@dataclass(frozen=True, slots=True)
class Damage(Event):
    """By hand: ``player`` takes damage this turn."""

    player: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Ko(Event):
    """By hand: ``player`` is knocked out, in stage 2 eliminated."""

    player: Seat


@dataclass(frozen=True, slots=True)
class SetHealth(Event):
    """By hand: how the seat stands, with this turn's damage."""

    stage: int
    status: Status = "alive"
    taken: int = 0


@dataclass(frozen=True, slots=True)
class SetQuests(Event):
    """By hand: the three cubes of the seat."""

    left: int
    middle: int
    right: int


@dataclass(frozen=True, slots=True)
class SetUnlocked(Event):
    """By hand: whether the seat's legendary is unlocked."""

    unlocked: bool


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """By hand: the counts of the seat's player deck; ``target`` is what its hand is filled to, 0 by its card."""

    hand: int
    draw: int
    discard: int
    target: int = 0


@dataclass(frozen=True, slots=True)
class SetSupply(Event):
    """By hand: one slot of the seat's supply; with ``stays`` the draw phase leaves it face down."""

    slot: int
    pile: int
    up: bool = True
    card: str = ""
    stays: bool = False


@dataclass(frozen=True, slots=True)
class SetDragons(Event):
    """By hand: the dragons in the seat's player deck."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetTrash(Event):
    """By hand: the seat's cards in the trash pile."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetRefracted(Event):
    """By hand: a dragon of the seat was refracted before the table began."""

    card: str
    refractor: Seat
    target: Seat
    sv: int | None = None


@dataclass(frozen=True, slots=True)
class ClearRefracted(Event):
    """By hand: the seat's refracted dragons are back at their sources."""


@dataclass(frozen=True, slots=True)
class CallOff(Event):
    """By hand: the combat going on did not happen; all dragons go back."""


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """By hand: whose turn it is, and which phase."""

    active: Seat
    phase: Literal["combat", "market", "flush", "draw"] = "combat"
    turn: int = 1


EVENTS: tuple[type[Event], ...] = (
    ChooseSummoner,
    ChooseLegendary,
    ChooseStarter,
    Attack,
    PlayDragon,
    Transmute,
    Imitate,
    Block,
    Fireball,
    Ambush,
    Adjust,
    Refract,
    AimRefracted,
    ChooseDamage,
    ConfirmDamage,
    Done,
    TurnUp,
    Buy,
    Trash,
    Flush,
    DrawPhase,
    Quest,
    GainToken,
    ReturnToken,
    DrawCards,
    Tick,
    Damage,
    Ko,
    SetHealth,
    SetQuests,
    SetUnlocked,
    SetHand,
    SetSupply,
    SetDragons,
    SetTrash,
    SetRefracted,
    ClearRefracted,
    CallOff,
    SetTurn,
)

"""What can happen at a Gilfate Fantasy table. ``Event.seat`` is whose hand, bombs, payment or answer it is.

An attack card is named by its id (``5a``; a second copy in one event ``5a/2``); ``code`` is the printed code where a
phone has read it, else empty. A card in front of somebody is named by its ``uid``.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.table import Event, Seat


@dataclass(frozen=True, slots=True)
class StartRound(Event):
    """Everything is dealt, and seat ``first`` takes the first turn."""

    first: Seat


@dataclass(frozen=True, slots=True)
class AddSecret(Event):
    """The seat put a card to the secret ones: a bomb or a blank. None, as others' logs hold it: one of them."""

    bomb: bool | None = None


@dataclass(frozen=True, slots=True)
class DrawBlanks(Event):
    """The seat drew ``count`` cards of the blank deck, so many of them bombs and explosions."""

    count: int
    bombs: int = 0
    explosions: int = 0


@dataclass(frozen=True, slots=True)
class PickAttack(Event):
    """Attack cards were picked at the start of a turn that began with an empty hand."""

    count: int


@dataclass(frozen=True, slots=True)
class Play(Event):
    """The active player played a card of the hand. ``pay_only``: without its effect. ``use_10a``: at 10a's price."""

    card: str
    code: str = ""
    pay_only: bool = False
    use_10a: bool = False


@dataclass(frozen=True, slots=True)
class Declare(Event):
    """What the paid card is aimed at: an option of it, a player, a number, a card in front of somebody."""

    option: str = ""
    target: Seat | None = None
    number: int | None = None
    uid: str = ""


@dataclass(frozen=True, slots=True)
class UseActive(Event):
    """The active player uses card ``uid`` in front of them. For 10a: option ``draw``, on a draw about to be made."""

    uid: str
    option: str = ""
    target: Seat | None = None


@dataclass(frozen=True, slots=True)
class Respond(Event):
    """The seat answers the effect: with a quick card of the hand, or with 11c in front (``uid``).

    ``discard`` is the other card 4a takes, "" where nobody told which.
    """

    card: str
    code: str = ""
    uid: str = ""
    discard: str = ""


@dataclass(frozen=True, slots=True)
class Happens(Event):
    """Nobody answers any more: the effect happens, or is cancelled."""


@dataclass(frozen=True, slots=True)
class Act(Event):
    """How an effect turned out: the coin, the card discarded, found or turned over, the player chosen then."""

    option: str = ""
    target: Seat | None = None
    card: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class EndTurn(Event):
    """The active player is done, and drew so many attack cards."""

    draw: int = 0


@dataclass(frozen=True, slots=True)
class NoteHand(Event):
    """A private note of cards in the seat's hand. ``anew``: they are the whole hand. ``codes`` beside, or empty."""

    cards: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Gone(Event):
    """A private note: this card left the hand unseen by the others. "": none of the noted ones."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class ShowHand(Event):
    """The round is over: the seat lays these cards of the hand open."""

    cards: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreRound(Event):
    """The points of the round stand."""


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """What a card asks to be done by hand has been done."""

    key: int


@dataclass(frozen=True, slots=True)
class AttackDeckOut(Event):
    """One attack deck (``hand``, ``deck`` or ``bombs``) has no cards left."""

    deck: str


@dataclass(frozen=True, slots=True)
class DrawBomb(Event):
    """By hand: ``count`` bombs came to the seat, out of the blank deck or from the box."""

    count: int = 1
    from_deck: bool = True


@dataclass(frozen=True, slots=True)
class ReturnBomb(Event):
    """By hand: a bomb of the seat went back: ``top``, ``bottom`` or ``shuffle``."""

    where: str = "shuffle"


@dataclass(frozen=True, slots=True)
class Explosion(Event):
    """By hand: the seat drew an explosion."""


@dataclass(frozen=True, slots=True)
class Activate(Event):
    """By hand: a card lies in front of the seat."""

    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class RemoveActive(Event):
    """By hand: a card does not lie in front of the seat any more."""

    uid: str


@dataclass(frozen=True, slots=True)
class Reverse(Event):
    """By hand: the direction of play turned."""


@dataclass(frozen=True, slots=True)
class KnockOut(Event):
    """By hand: the seat is out of the round, or back in."""

    out: bool = True


@dataclass(frozen=True, slots=True)
class SetBombs(Event):
    """By hand: the seat has so many bombs and explosions."""

    bombs: int
    explosions: int = 0


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """By hand: the seat holds so many cards."""

    count: int


@dataclass(frozen=True, slots=True)
class SetDecks(Event):
    """By hand: so many cards are in the blank deck, so many of them bombs and explosions, so many attack cards."""

    blank: int
    bombs: int
    explosions: int
    attack: int


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """By hand: it is turn ``turn`` of round ``round`` and ``active`` is about to play; what was open is forgotten."""

    active: Seat
    turn: int
    round: int = 1


@dataclass(frozen=True, slots=True)
class SetPoints(Event):
    """By hand: the seat's survival points."""

    survival: int


@dataclass(frozen=True, slots=True)
class EndRound(Event):
    """By hand: the round is over."""


EVENTS: tuple[type[Event], ...] = (
    StartRound,
    AddSecret,
    DrawBlanks,
    PickAttack,
    Play,
    Declare,
    UseActive,
    Respond,
    Happens,
    Act,
    EndTurn,
    NoteHand,
    Gone,
    ShowHand,
    ScoreRound,
    Tick,
    AttackDeckOut,
    DrawBomb,
    ReturnBomb,
    Explosion,
    Activate,
    RemoveActive,
    Reverse,
    KnockOut,
    SetBombs,
    SetHand,
    SetDecks,
    SetTurn,
    SetPoints,
    EndRound,
)

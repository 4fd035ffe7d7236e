"""What happens in a combat of Dragon Breeds, from the attack to the damage that is taken."""

from __future__ import annotations

from dataclasses import dataclass

from rules.table import Event, Seat


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


EVENTS: tuple[type[Event], ...] = (
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
)

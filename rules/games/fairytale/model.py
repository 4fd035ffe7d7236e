"""What a Fairy Tale card says, as values: its faction, what it is worth, what it does when it is revealed.

Independent of any deck, so that the calculators work for cards nobody has printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Who = Literal["you", "all"]
ValueKind = Literal["fixed", "count", "friend_per", "friend_if", "most", "none"]

UNFLIP = "unflip"
FLIP = "flip"


@dataclass(frozen=True, slots=True)
class Effect:
    """Who must do what to how many cards of which faction (None: any).

    ``verb`` is ``unflip`` or ``flip``; any other word is only reminded of (FT-R12).
    """

    who: Who
    verb: str
    amount: int
    faction: str | None = None

    @property
    def turns(self) -> bool:
        """Whether the effect turns cards, and so is resolved rather than reminded of."""
        return self.verb in (UNFLIP, FLIP)

    def __str__(self) -> str:
        words = [self.who, self.verb, str(self.amount), *([self.faction] if self.faction else [])]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Value:
    """What a face-up card is worth.

    ``fixed``: ``points``. ``count``: ``points`` for each card designated by ``name`` or ``faction``, itself included.
    ``friend_per``: ``points`` for each card called ``name``. ``friend_if``: ``points`` with at least one of those.
    ``most``: ``points`` where nobody shows more cards of ``faction``. ``none``: nothing.
    """

    kind: ValueKind
    points: int = 0
    name: str = ""
    faction: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything the rules need to know of a card."""

    name: str
    faction: str
    value: Value
    effects: tuple[Effect, ...] = ()

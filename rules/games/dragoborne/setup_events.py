"""What happens before the first turn of Dragoborne: decks, banners, barriers, and who begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.table import Event, Seat


@dataclass(frozen=True, slots=True)
class ScanDeck(Event):
    """These cards belong to the deck the seat will play; ``anew`` forgets those read before. Its owner's alone."""

    cards: tuple[str, ...]
    codes: tuple[str, ...] = ()
    anew: bool = False


@dataclass(frozen=True, slots=True)
class UseDeck(Event):
    """The seat plays a ready-made deck, the scanned one, or one of its own with ``size`` cards; five are drawn.

    To everybody else a scanned deck is a deck of one's own.
    """

    deck: Literal["ember", "tide", "scanned", "own"]
    size: int = 50


@dataclass(frozen=True, slots=True)
class PlaceBanners(Event):
    """The banners lie face down behind the forts, in this order from the left; the dice have their colours."""

    left: str
    middle: str
    right: str


@dataclass(frozen=True, slots=True)
class Mulligan(Event):
    """``count`` cards of the opening hand were shuffled back, and as many drawn."""

    count: int


@dataclass(frozen=True, slots=True)
class LayBarriers(Event):
    """Two barriers lie at each fort."""


@dataclass(frozen=True, slots=True)
class ChooseStarter(Event):
    """Seat ``first`` takes the first turn."""

    first: Seat

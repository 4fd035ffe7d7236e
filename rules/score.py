"""Score sheets: every point with the cards and the rule behind it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Why:
    """The rule behind a line, a prompt or a refusal: our wording, never the book's, and where to look it up.

    ``source`` names the rulebook and its section; ``ruling`` is our id (FT-R2) where the book leaves it open.
    """

    text: str
    source: str
    ruling: str = ""

    @property
    def citation(self) -> str:
        """One short line: the section, and the ruling where there is one."""
        return f"{self.source} · {self.ruling}" if self.ruling else self.source


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """``points`` for ``label``; ``cards`` are ids of the paper cards in the seat's area, for pointing at them."""

    label: str
    points: int
    why: Why
    detail: str = ""
    cards: tuple[str, ...] = ()
    suit: str = ""


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's lines and their sum. ``place`` counts from 1; equal totals share one."""

    seat: int
    total: int
    lines: tuple[ScoreLine, ...]
    place: int = 0


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Everybody's score. ``winners`` may lead until it is ``final``; ``house_rules`` names options off default."""

    seats: tuple[SeatScore, ...]
    winners: tuple[int, ...] = ()
    final: bool = False
    house_rules: tuple[str, ...] = ()

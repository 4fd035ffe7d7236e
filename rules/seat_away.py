"""A seat whose player has gone, and one who is back: the same two facts in every game.

Each game declares an action for both and says what they mean by its own rule (docs/table.md, Seats that left).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.event import Event

__all__ = ["SeatAway", "SeatBack"]


@dataclass(frozen=True, slots=True)
class SeatAway(Event):
    """The player at ``seat`` has gone; the table goes on without waiting for that seat."""


@dataclass(frozen=True, slots=True)
class SeatBack(Event):
    """The player at ``seat`` is there again, or somebody in their place; the seat takes its turns again."""

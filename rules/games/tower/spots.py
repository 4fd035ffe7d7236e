"""What the things drawn on the boards are called, for the choices that begin or end at them (rules.view)."""

from __future__ import annotations

from rules.event import Seat
from rules.games.tower.combat_rules import PALACE


def group(seat: Seat, source: str) -> str:
    """A territory, or the palace: what attacks and is attacked."""
    return f"palace:{seat}" if source == PALACE else f"place:{seat}:{source}"


def place(seat: Seat, where: str, *, laid: bool) -> str:
    """A base, or the empty place for one."""
    return f"card:{seat}-{where}" if laid else f"slot:{seat}-{where}"


def crew(seat: Seat, where: str) -> str:
    """The troops on a base."""
    return f"troops:{seat}-{where}"


def treants(seat: Seat) -> str:
    """The special troops on the palace."""
    return f"treants:{seat}"


def fighter(target: str) -> str:
    """A troop or a structure of a battle, by the id it has there."""
    return f"fighter:{target}"


def cards(seat: Seat, kind: str) -> str:
    """The ``abilities`` or the ``bases`` of a seat: hand and piles."""
    return f"cards:{seat}:{kind}"


def hand(seat: Seat, kind: str) -> str:
    """How many of them the hand holds."""
    return f"hand:{seat}:{kind}"


def hand_card(seat: Seat, card: str) -> str:
    """A card that may be in the hand of whoever looks."""
    return f"maybe:{seat}:{card}"


def effect(seat: Seat, name: str) -> str:
    """An ability in effect."""
    return f"effect:{seat}:{name}"


def wins(seat: Seat) -> str:
    """The games a seat has won."""
    return f"wins:{seat}"

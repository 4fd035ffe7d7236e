"""Where the things of a Dragon Breeds table are on a screen, to be drawn and to be touched (``Choice.spot``)."""

from __future__ import annotations

from rules.event import Seat

FLUSH, FLUSH_FREE, TRASH = "tile:flush", "tile:flush-free", "tile:trash"
"""What the next touch on a supply card means, or that a card is trashed: tiles beside the large button."""


def player(seat: Seat) -> str:
    """A player, as a target and with what is said of them."""
    return f"seat:{seat}"


def hearts(seat: Seat) -> str:
    """This turn's damage of a player."""
    return f"hearts:{seat}"


def quest(seat: Seat, number: int) -> str:
    """One of the three quest cubes of a player, from 0."""
    return f"quest:{seat}:{number}"


def pile(seat: Seat, name: str) -> str:
    """The hand, the draw pile or the discard of a player, as a count."""
    return f"pile:{seat}:{name}"


def slot(seat: Seat, number: int) -> str:
    """A supply slot of a player, from 1."""
    return f"supply:{seat}:{number}"


def identity(seat: Seat) -> str:
    """The identity card of a player."""
    return f"identity:{seat}"


def legendary(seat: Seat) -> str:
    """The legendary under the quest card of a player."""
    return f"legendary:{seat}"


def in_hand(card: str) -> str:
    """A card that may be in one's own hand."""
    return f"hand:{card}"


def maybe(card: str) -> str:
    """A card that may be in the hand of whoever looks, to be read while nothing can be laid."""
    return f"maybe:{card}"


def token(uid: str) -> str:
    """A token."""
    return f"token:{uid}"


def fighter(uid: str) -> str:
    """A dragon on the battlefield."""
    return f"card:{uid}"


def strength(uid: str) -> str:
    """The SV of a dragon on the battlefield."""
    return f"sv:{uid}"

"""Where a thing of a table of Dragoborne is drawn: the words that join it to the choices beginning there.

(``rules.view``: a spot names one thing on one screen.)
"""

from __future__ import annotations

from rules.event import Seat


def fort(seat: Seat, number: str) -> str:
    """A fort, with the places before it."""
    return f"fort:{seat}:{number}"


def barriers(seat: Seat, number: str) -> str:
    """The barriers of a fort."""
    return f"barriers:{seat}:{number}"


def ambush(seat: Seat, number: str) -> str:
    """The card that lies face down before a fort."""
    return f"ambush:{seat}:{number}"


def creature(uid: str) -> str:
    """A creature on the field."""
    return f"card:{uid}"


def die(seat: Seat, index: int) -> str:
    """A die, wherever it lies."""
    return f"die:{seat}:{index}"


def resources(seat: Seat, color: str) -> str:
    """The resources of one colour."""
    return f"resources:{seat}:{color}"


def hand(seat: Seat) -> str:
    """The number of cards in a hand."""
    return f"hand:{seat}"


def hand_card(seat: Seat, card_id: str) -> str:
    """A card that may be in the hand of whoever looks."""
    return f"hand:{seat}:{card_id}"


def deck(seat: Seat) -> str:
    """The number of cards in a deck."""
    return f"deck:{seat}"


def discard(seat: Seat) -> str:
    """The number of cards in a discard pile."""
    return f"discard:{seat}"

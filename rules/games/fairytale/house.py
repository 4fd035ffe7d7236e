"""The house rules of Fairy Tale: what the rulebook leaves open, as values the algorithms take (RULINGS.md)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.table import Option

OPTIONS = (
    Option(
        "expert",
        "Expert cards are in the deck",
        values=(False, True),
        detail="110 cards instead of 80. Five players need them.",
        ruling="FT-R12",
    ),
    Option(
        "count_face_down",
        "Face-down cards are counted too",
        values=(False, True),
        detail="They score nothing, but add to the number other cards count.",
        ruling="FT-R2",
    ),
    Option("unflip_optional", "Turning cards face up is voluntary", values=(False, True), detail="", ruling="FT-R6"),
    Option(
        "tiebreak",
        "A tie for the win",
        values=("shared", "most_face_up"),
        detail="shared: all of them win. most_face_up: who shows more cards wins.",
        ruling="FT-R7",
    ),
    Option(
        "most_ties",
        "A tie for the most cards of a faction",
        values=("all", "none"),
        detail="all: everybody in the tie scores the card. none: nobody does.",
        ruling="FT-R20",
    ),
)


@dataclass(frozen=True, slots=True)
class House:
    """One table's choice among ``OPTIONS``; the fields are their ids, the defaults their defaults."""

    expert: bool = False
    count_face_down: bool = False
    unflip_optional: bool = False
    tiebreak: str = "shared"
    most_ties: str = "all"


AS_WRITTEN = House()
"""The table without house rules."""

_SAID = {
    ("count_face_down", True): "face-down cards are counted",
    ("unflip_optional", True): "turning cards face up is voluntary",
    ("tiebreak", "most_face_up"): "ties: most face-up cards win",
    ("most_ties", "none"): "a tie for the most scores for nobody",
}


def said(house: House, players: int) -> tuple[str, ...]:
    """The house rules off default, for the header and the score sheet."""
    expert: tuple[str, ...] = ()
    if house.expert:
        expert = ("expert cards are in" + (" (five players need them)" if players == 5 else ""),)
    return (*expert, *(text for (key, value), text in _SAID.items() if getattr(house, key) == value))

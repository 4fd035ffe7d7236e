"""The house rules of Fairy Tale: what the rulebook leaves open, as values the algorithms take (RULINGS.md)."""

from __future__ import annotations

from dataclasses import dataclass

from rules import house_rules
from rules.house_rules import option


@dataclass(frozen=True, slots=True)
class House:
    """One table's choice; a field's first value is how the book is read where nobody chooses."""

    expert: bool = option(
        "Expert cards are in the deck",
        (False, True),
        detail="110 cards instead of 80. Five players need them.",
        ruling="FT-R12",
        said={True: "expert cards are in"},
    )
    count_face_down: bool = option(
        "Face-down cards are counted too",
        (False, True),
        detail="They score nothing, but add to the number other cards count.",
        ruling="FT-R2",
        said={True: "face-down cards are counted"},
    )
    unflip_optional: bool = option(
        "Turning cards face up is voluntary",
        (False, True),
        ruling="FT-R6",
        said={True: "turning cards face up is voluntary"},
    )
    tiebreak: str = option(
        "A tie for the win",
        ("shared", "most_face_up"),
        detail="shared: all of them win. most_face_up: who shows more cards wins.",
        ruling="FT-R7",
        said={"most_face_up": "ties: most face-up cards win"},
    )
    most_ties: str = option(
        "A tie for the most cards of a faction",
        ("all", "none"),
        detail="all: everybody in the tie scores the card. none: nobody does.",
        ruling="FT-R20",
        said={"none": "a tie for the most scores for nobody"},
    )


OPTIONS = house_rules.options(House)
AS_WRITTEN = House()
"""The table without house rules."""


def said(chosen: House, players: int) -> tuple[str, ...]:
    """The house rules off default, for the header and the score sheet."""
    sentences = house_rules.said(chosen)
    if chosen.expert and players == 5:
        return (f"{sentences[0]} (five players need them)", *sentences[1:])
    return sentences

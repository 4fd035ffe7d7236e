"""Whether a Dragoborne deck may be played (rulebook 001, Deck regulations)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.event import Objection
from rules.games.dragoborne.turn import BANNERS, BOOK, deck_size_objection
from rules.score import Why
from rules.text import say

COPIES_MAX = 4
COPIES = Why("A deck has at most four cards of one name.", f"{BOOK}, Deck regulations", "DB-R20")
DICE = Why("A player brings three dice.", f"{BOOK}, Deck regulations")
MATCH = Why("The three banners have the colours of the three dice.", f"{BOOK}, Deck regulations")


def deck_problems(
    cards: Mapping[str, int], dice: Iterable[str] | None = None, banners: Iterable[str] | None = None
) -> tuple[Objection, ...]:
    """Everything wrong with a deck of name -> copies (banners left out), and with its dice and banners if given.

    Colours of the deck itself are free: cards may differ from the banners.
    """
    found: list[Objection] = []
    # 50 or more cards, banners not counted.
    size = deck_size_objection(sum(cards.values()))
    if size is not None:
        found.append(size)
    # Up to four of one name.
    for name, copies in cards.items():
        if copies > COPIES_MAX:
            found.append(
                Objection(
                    "too_many_copies",
                    say("{name} is in it {copies} times; 4 is the most.", name=name, copies=copies),
                    COPIES,
                )
            )
    colors = None if dice is None else Counter(dice)
    flags = None if banners is None else Counter(banners)
    # Three dice, three banners, the same colours.
    if colors is not None and colors.total() != BANNERS:
        found.append(
            Objection("dice_count", say("{total} dice were named; three are played.", total=colors.total()), DICE)
        )
    if flags is not None and flags.total() != BANNERS:
        found.append(
            Objection("banner_count", say("{total} banners were named; three are played.", total=flags.total()), MATCH)
        )
    if colors is not None and flags is not None and colors != flags:
        text = say(
            "Dice are {listed}, banners {listed2}; the colours must be the same.",
            listed=_listed(colors),
            listed2=_listed(flags),
        )
        found.append(Objection("banner_mismatch", text, MATCH))
    return tuple(found)


def _listed(colors: Counter[str]) -> str:
    return ", ".join(sorted(colors.elements())) or "none"

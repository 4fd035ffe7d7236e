"""What somebody wants printed, as typed or ticked: game, paper, backs, which cards and pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from printkit.draw.ink_saving import Ink
from printkit.job import kit
from printkit.job.batch import Batch
from printkit.print_refusal import PrintError, option
from printkit.sheet import fitting
from printkit.sheet.backs import LONG_EDGE, Backs
from printkit.type.language import ENGLISH
from rules.text import say
from rules.values.columns import shown

Marks = Literal["both", "fronts", "backs", "none"]
MARKS: tuple[Marks, ...] = ("both", "fronts", "backs", "none")
LABELS = "labels"
"""Labels for the sleeves of cards somebody owns: printed by themselves, and no part of ``all``."""
WHAT = ("guide", "cards", *kit.KINDS, LABELS)
"""What can be printed, in the order it comes out; ``all`` is every part of it the game has, but for labels."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One card to print: all its copies, or one of them (counted from 1)."""

    card: str
    copy: int | None = None


@dataclass(frozen=True, slots=True)
class PrintSpec:
    """What somebody asks for. ``pages`` are (first, last), counted in each file; empty prints all.

    ``cards`` are picks; empty prints the whole deck. ``start_at`` is the first free slot of the first sheet.
    ``language`` is a code of ``language.names()``. ``keep_typos`` prints a label as its rulebook spells it.
    Boxes for ``sleeved`` cards are wider and twice as deep. ``labels`` is the kind of sheet labels are printed on.
    ``second_code`` puts a second code into the opposite corner of every card that has one, for cards held in a fan;
    where nobody says (None) it is as in the batch, and none without one. A ``Plan`` has it settled.
    ``eco_backs`` draws backs in lines, dark only behind the codes: a quarter of the ink.
    With ``since`` only the cards that say something else than in that batch are printed. ``batch`` is what was
    printed so far: cards then bear their revision, and ``Plan.printed`` is the batch after this job.
    """

    game: str
    paper: str = "a4"
    backs: Backs = LONG_EDGE
    what: tuple[str, ...] = ("cards",)
    print_set: str = "A"
    cards: tuple[Pick, ...] = ()
    pages: tuple[tuple[int, int], ...] = ()
    start_at: int = 1
    marks: Marks = "both"
    ink: Ink = "full"
    language: str = ENGLISH
    keep_typos: bool = False
    sleeved: bool = False
    labels: str = "grid"
    second_code: bool | None = None
    eco_backs: bool = False
    fit: fitting.Fit = fitting.PLAIN
    since: Batch | None = None
    batch: Batch | None = None


def read_picks(text: str) -> tuple[Pick, ...]:
    """``homesteader:3,dragon_s_lair`` as picks. Raises PrintError for a copy that is no number."""
    picks: list[Pick] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        card, colon, copy = (word.strip() for word in part.partition(":"))
        if colon and not re.fullmatch(r"0*[1-9]\d{0,5}", copy, re.ASCII):
            raise PrintError(
                say(
                    "{shown} names no copy; write the card and the number of its copy, as homesteader:3",
                    shown=shown(part),
                ),
                option("cards"),
            )
        picks.append(Pick(card, int(copy) if colon else None))
    if not picks:
        raise PrintError(
            "names no card; write ids with commas between, as homesteader:3,dragon_s_lair", option("cards")
        )
    return tuple(picks)


def read_pages(text: str) -> tuple[tuple[int, int], ...]:
    """``1-2,5`` as (first, last) pairs. Raises PrintError where it is not made of page numbers."""
    ranges: list[tuple[int, int]] = []
    for part in (part.strip() for part in text.split(",")):
        found = re.fullmatch(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?", part, re.ASCII)
        if not found:
            raise PrintError(
                say('"{part}" is not a page; write pages or ranges with commas between, as 1-2,5', part=part),
                option("pages"),
            )
        first, last = int(found[1]), int(found[2] or found[1])
        if first > last:
            raise PrintError(
                say("{part} runs backwards; write {last}-{first}", part=part, last=last, first=first), option("pages")
            )
        ranges.append((first, last))
    return tuple(ranges)

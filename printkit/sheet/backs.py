"""How backs get behind fronts: every way there is, declared once with all that anybody asks of it.

Texts are English; what is printed (``guide``, ``hint``) is translated by whoever prints it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Backs:
    """One way. ``word`` is what the command line, addresses and saved files call it.

    ``help``, ``dialog``, ``title``, ``guide`` and ``hint`` are how it is told: in the command's help, after a print, on
    the page, on a kit's first page, and beside the cards of a back page (``{n}`` is the page it lies behind).
    """

    word: str
    help: str
    dialog: str
    title: str
    guide: str
    hint: str = ""
    has_backs: bool = True
    """Whether anything is printed behind fronts at all."""
    folded: bool = False
    """Whether back and front lie side by side on one page, with a fold between."""
    shared_sheet: bool = False
    """Whether the printer puts fronts and backs on the two sides of one sheet of paper."""
    short_edge: bool = False
    """Whether that sheet turns about its short edge."""
    two_files: bool = False
    """Whether fronts and backs go to files of their own."""
    last_first: bool = False
    """Whether the pages of the backs come from the last to the first, for a stack turned over by hand."""

    @property
    def has_pages(self) -> bool:
        """Whether backs have pages of their own."""
        return self.has_backs and not self.folded

    @property
    def alternating(self) -> bool:
        """Whether every front page is followed by its back page, in one file."""
        return self.shared_sheet and not self.two_files

    @property
    def duplex(self) -> Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]:
        """What a PDF tells the print dialog."""
        if not self.alternating:
            return "Simplex"
        return "DuplexFlipShortEdge" if self.short_edge else "DuplexFlipLongEdge"


FRONTS_ONLY = Backs(
    "none",
    help="fronts only",
    dialog="one side",
    title="Fronts only",
    guide="one side of the paper",
    has_backs=False,
)
LONG_EDGE = Backs(
    "long",
    help="both sides, flipped on the long edge (the usual one)",
    dialog="both sides, flip on the long edge",
    title="Both sides, long edge",
    guide="both sides, flip on the **long edge**",
    hint="Back of page {n}: print on both sides, flip on the long edge",
    shared_sheet=True,
)
BACKS: tuple[Backs, ...] = (
    FRONTS_ONLY,
    LONG_EDGE,
    Backs(
        "short",
        help="both sides, flipped on the short edge",
        dialog="both sides, flip on the short edge",
        title="Both sides, short edge",
        guide="both sides, flip on the **short edge**",
        hint="Back of page {n}: print on both sides, flip on the short edge",
        shared_sheet=True,
        short_edge=True,
    ),
    Backs(
        "fold",
        help="fronts and backs side by side, to fold and glue",
        dialog="one side; then fold along the dashed line, glue and cut",
        title="Side by side, to fold",
        guide="one side of the paper; then fold, glue and cut",
        folded=True,
    ),
    Backs(
        "separate",
        help="fronts and backs as two files, to glue",
        dialog="one side; then glue each back page behind its front page and cut",
        title="Fronts and backs as two files",
        guide="one side; glue each back page behind its front page",
        hint="Back of page {n} of the fronts: glue them back to back",
        two_files=True,
    ),
    Backs(
        "manual",
        help="two files for a printer that prints one side: print the fronts, turn the stack over, print the backs",
        dialog="one side: the fronts first, then turn the stack over its long edge, put it back and print the backs "
        "(try two sheets with --pages 1-2 first)",
        title="Both sides, turned by hand",
        guide="one side: the fronts, then the turned stack for the backs",
        hint="Back of page {n} of the fronts: turn the stack over its long edge",
        shared_sheet=True,
        two_files=True,
        last_first=True,
    ),
)
"""All of them, in the order the command's help has."""
WORDS = tuple(way.word for way in BACKS)


def find_backs(word: str) -> Backs:
    """The way of that word. Raises KeyError where there is none."""
    try:
        return BACKS[WORDS.index(word)]
    except ValueError:
        raise KeyError(word) from None

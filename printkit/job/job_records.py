"""What a job will print, laid out and not drawn yet; and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.card_layout import resizing
from printkit.face import faces
from printkit.face.look_digest import look_of
from printkit.job.batch import Batch, Says
from printkit.job.spec import LABELS, PrintSpec
from printkit.sheet.imposition import Grid
from printkit.sheet.page import Page
from printkit.sheet.paper import Sheet
from printkit.type.language import Language
from rules import games
from rules.text import plural
from rules.values.cards import Deck
from rules.values.own_deck import is_own


@dataclass(frozen=True, slots=True)
class Plan:
    """What a job will print, before anything is drawn. ``notes`` are sentences worth telling whoever prints."""

    spec: PrintSpec
    deck: Deck
    sheet: Sheet
    grid: Grid
    pages: tuple[Page, ...]
    language: Language
    notes: tuple[str, ...] = ()

    @property
    def style(self) -> faces.Style:
        """How its faces are printed."""
        return faces.Style(
            self.spec.ink,
            self.language.code,
            bool(self.spec.second_code),
            eco_back=self.spec.eco_backs,
            back_title=self._back_title,
            size_mm=self.laid_mm,
        )

    @property
    def _back_title(self) -> str:
        """The deck's title, for decks and games of one's own: ours are known by their backs."""
        own = is_own(self.deck.game) or games.brought(self.deck.game)
        return self.deck.spec.title if own else ""

    @property
    def laid_mm(self) -> tuple[float, float] | None:
        """The size faces are laid out for where it is not the one they were made for; None leaves them as they are.

        Cards too small for that are reduced, and labels are no cards.
        """
        size = self.grid.card_width_mm, self.grid.card_height_mm
        if LABELS in self.spec.what or size == faces.size_mm(self.deck.game) or not resizing.can_be(size):
            return None
        return size

    @property
    def printed(self) -> Batch:
        """The batch as it is once this job has been printed."""
        pieces = (placed.piece for page in self.pages for placed in page.placed if placed.side == "front")
        so_far = self.spec.batch or Batch(self.deck.game)
        return so_far.with_printed(pieces, says(self.deck, self.language), second_code=bool(self.spec.second_code))

    @property
    def whole_kit(self) -> bool:
        """Whether more than cards is printed."""
        return any(page.ready for page in self.pages)

    @property
    def cards(self) -> int:
        """How many paper cards come out."""
        return sum(placed.side == "front" for page in self.pages for placed in page.placed)

    @property
    def labels(self) -> int:
        """How many labels for sleeves come out."""
        ready = (page.ready for page in self.pages if page.ready) if LABELS in self.spec.what else ()
        return sum(len(page.cutouts) for page in ready)

    @property
    def count(self) -> int:
        """How many paper cards come out, or how many labels."""
        return self.labels or self.cards

    @property
    def contents(self) -> str:
        """What comes out, counted: ``220 cards`` or ``1 label``."""
        return plural(self.count, "label" if LABELS in self.spec.what else "card")

    @property
    def file_word(self) -> str:
        """What tells its file from that of the same game on other paper."""
        return f"labels-{self.spec.labels}" if LABELS in self.spec.what else self.sheet.name

    @property
    def sheets(self) -> int:
        """How many sheets of paper the printer takes: fewer than pages where it prints both sides."""
        return len({page.sheet for page in self.pages} if self.spec.backs.shared_sheet else self.pages)

    @property
    def parts(self) -> tuple[str, ...]:
        """The files the job makes: ("",) or ("fronts", "backs")."""
        return tuple(dict.fromkeys(page.part for page in self.pages))


@dataclass(frozen=True, slots=True)
class PdfFile:
    """One finished file. ``part`` is "", "fronts" or "backs"."""

    part: str
    data: bytes
    pages: int


@dataclass(frozen=True, slots=True)
class PdfJob:
    """A finished job."""

    plan: Plan
    files: tuple[PdfFile, ...]


def says(deck: Deck, language: Language) -> Says:
    """What every card of the deck says and how it looks, as a batch remembers it."""
    return Says(
        deck.spec.face,
        lambda card: language.face(card.game, deck.spec.face(card)),
        language.code,
        lambda card: look_of(card, deck.spec.face(card)),
    )

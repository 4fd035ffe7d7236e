"""A print job: what somebody asked for -> the plan of its pages -> the PDF."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NoReturn

from printkit import faces, kit, marks
from printkit import fit as fitting
from printkit.batch import Batch, Says
from printkit.draw import About, Leaf, write_pdf
from printkit.impose import BACKS, Backs, Behind, Grid, Page, Piece, Placed, bind, set_sheets
from printkit.ink import Drawing, Group, Shared, rectangle
from printkit.language import ENGLISH, Language, find_language
from printkit.saving import INKS, Ink, restyled
from printkit.sheet import Sheet, find_sheet
from rules import games
from rules.cards import Card, Deck, Face
from rules.code import ALPHABET

Marks = Literal["both", "fronts", "backs", "none"]
MARKS: tuple[Marks, ...] = ("both", "fronts", "backs", "none")
WHAT = ("guide", "cards", *kit.KINDS)
"""What can be printed, in the order it comes out; ``all`` is every part of it the game has."""
Progress = Callable[[int, int], None]
"""Told after each page: pages done, pages to do."""


class PrintError(ValueError):
    """The job cannot be done as asked. The text is one line: the option, the place and the cure."""


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
    With ``since`` only the cards that say something else than in that batch are printed. ``batch`` is what was
    printed so far: cards then bear their revision, and ``Plan.printed`` is the batch after this job.
    """

    game: str
    paper: str = "a4"
    backs: Backs = "long"
    what: tuple[str, ...] = ("cards",)
    print_set: str = "A"
    cards: tuple[Pick, ...] = ()
    pages: tuple[tuple[int, int], ...] = ()
    start_at: int = 1
    marks: Marks = "both"
    ink: Ink = "full"
    language: str = ENGLISH
    keep_typos: bool = False
    fit: fitting.Fit = fitting.PLAIN
    since: Batch | None = None
    batch: Batch | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a job will print, before anything is drawn. ``notes`` are sentences worth telling whoever prints."""

    spec: PrintSpec
    deck: Deck
    sheet: Sheet
    grid: Grid
    pages: tuple[Page, ...]
    all_pages: int
    language: Language
    notes: tuple[str, ...] = ()

    @property
    def style(self) -> faces.Style:
        """How its faces are printed."""
        return faces.Style(self.spec.ink, self.language.code)

    @property
    def printed(self) -> Batch:
        """The batch as it is once this job has been printed."""
        pieces = (placed.piece for page in self.pages for placed in page.placed if placed.side == "front")
        return (self.spec.batch or Batch(self.deck.game)).with_printed(pieces, _says(self.deck, self.language))

    @property
    def whole_kit(self) -> bool:
        """Whether more than cards is printed."""
        return any(page.ready for page in self.pages)

    @property
    def cards(self) -> int:
        """How many paper cards come out."""
        return sum(placed.side == "front" for page in self.pages for placed in page.placed)

    @property
    def sheets(self) -> int:
        """How many sheets of paper the printer takes: fewer than pages where it prints both sides."""
        turned = self.spec.backs in ("long", "short", "manual")
        return len({page.sheet for page in self.pages} if turned else self.pages)

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


def read_picks(text: str) -> tuple[Pick, ...]:
    """``homesteader:3,dragon_s_lair`` as picks. Raises PrintError for a copy that is no number."""
    picks: list[Pick] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        card, colon, copy = (word.strip() for word in part.partition(":"))
        if colon and not (copy.isascii() and copy.isdigit() and int(copy[:6]) > 0):
            raise PrintError(
                f'--cards: "{part}" names no copy; write the card and the number of its copy, as homesteader:3'
            )
        picks.append(Pick(card, int(copy) if colon else None))
    if not picks:
        raise PrintError("--cards: names no card; write ids with commas between, as homesteader:3,dragon_s_lair")
    return tuple(picks)


def read_pages(text: str) -> tuple[tuple[int, int], ...]:
    """``1-2,5`` as (first, last) pairs. Raises PrintError where it is not made of page numbers."""
    ranges: list[tuple[int, int]] = []
    for part in (part.strip() for part in text.split(",")):
        found = re.fullmatch(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?", part, re.ASCII)
        if not found:
            raise PrintError(f'--pages: "{part}" is not a page; write pages or ranges with commas between, as 1-2,5')
        first, last = int(found[1]), int(found[2] or found[1])
        if first > last:
            raise PrintError(f"--pages: {part} runs backwards; write {last}-{first}")
        ranges.append((first, last))
    return tuple(ranges)


def plan(spec: PrintSpec, deck: Deck | None = None) -> Plan:
    """Lay the job out. ``deck`` stands in for the game's own (a game of one's own).

    Raises PrintError or SheetError where it cannot be done as asked.
    """
    deck = deck or _deck(spec.game)
    _check(spec)
    language = find_language(spec.language)
    what = _what(spec, deck)
    paper = find_sheet(spec.paper)
    sheet, grid, told = fitting.lay(spec.fit, paper, faces.size_mm(deck.game), spec.backs)
    if not 1 <= spec.start_at <= grid.size:
        raise PrintError(f"--start-at {spec.start_at}: a sheet has slots 1 to {grid.size}, counted from the top left")
    sections = _by_batch(_sections(spec, deck), spec, _says(deck, language))
    cards = list(set_sheets(sections, grid, spec.backs, spec.start_at)) if "cards" in what else []
    paper = replace(paper, margin_mm=max(sheet.margins_mm))
    what, left_out = _without_guide(what, spec, paper)
    order = kit.Order(deck, language, paper, spec.backs, spec.keep_typos)
    whole = bind(kit.sheets(order, what, cards), spec.backs)
    pages, notes = _chosen(whole, spec)
    notes = (*notes, *left_out)
    if "cards" in what:
        notes = (*notes, *told)
    if "cards" in what and not marks.has_room(grid, sheet):
        notes = (*notes, f"{sheet.title} leaves no room beside the cards for page numbers and the ruler.")
    return Plan(spec, deck, sheet, grid, pages, len(whole), language, notes)


def make(spec: PrintSpec, progress: Progress | None = None, deck: Deck | None = None) -> PdfJob:
    """Draw the job. Raises what ``plan`` raises; nothing is written to disk."""
    return draw(plan(spec, deck), progress)


def draw(laid: Plan, progress: Progress | None = None) -> PdfJob:
    """Draw a job that is laid out, or some pages of it: ``draw(replace(laid, pages=laid.pages[:1]))``."""
    done = 0

    def leaves(pages: Sequence[Page]) -> Iterator[Leaf]:
        nonlocal done
        for page in pages:
            yield _leaf(page, laid)
            done += 1
            if progress:
                progress(done, len(laid.pages))

    files = []
    for part in laid.parts:
        pages = [page for page in laid.pages if page.part == part]
        files.append(PdfFile(part, write_pdf(leaves(pages), _about(laid, part)), len(pages)))
    return PdfJob(laid, tuple(files))


def _deck(game: str) -> Deck:
    try:
        return games.deck(game)
    except KeyError:
        _unknown(f'"{game}" is not a game', game, games.names())


def _unknown(what: str, word: str, known: Iterable[str]) -> NoReturn:
    known = tuple(known)
    close = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    listed = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
    raise PrintError(f"{what}; {f'did you mean {close[0]}?' if close else f'there is {listed}'}")


def _what(spec: PrintSpec, deck: Deck) -> tuple[str, ...]:
    """What is printed, in the order it comes out. Raises PrintError for a word we do not know or the game has not."""
    for word in spec.what:
        if word not in (*WHAT, "all"):
            _unknown(f'--what: "{word}" is not something we print', word, (*WHAT, "all"))
    there = ("guide", "cards", *kit.kinds(deck.game))
    for word in spec.what:
        if word not in (*there, "all"):
            raise PrintError(f"--what {word}: {deck.spec.title} has none; it has {', '.join(there)}")
    if spec.cards or spec.since:
        return ("cards",)
    return tuple(word for word in there if word in spec.what or "all" in spec.what)


def _without_guide(what: tuple[str, ...], spec: PrintSpec, paper: Sheet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is printed without the guide where the paper is too small to read it, and the note that says so.

    Raises PrintError where the guide was asked for by name.
    """
    if "guide" not in what or kit.has_room(paper):
        return what, ()
    if "guide" in spec.what:
        raise PrintError(f"--what guide: cannot be read on {paper.size_text}; choose a larger paper")
    note = f"The guide is left out: it cannot be read on {paper.size_text}. Print it on larger paper with --what guide."
    return tuple(word for word in what if word != "guide"), (note,)


def _check(spec: PrintSpec) -> None:
    if spec.keep_typos and not kit.has_typos(spec.game):
        raise PrintError(f"--keep-typos: the sheets of {spec.game} have none to keep; leave it out")
    if len(spec.print_set) != 1 or spec.print_set not in ALPHABET:
        raise PrintError(f'--set: "{spec.print_set}" is not a print set; give one letter, as A')
    if spec.backs not in BACKS:
        _unknown(f'--backs: "{spec.backs}" is not a way to print backs', spec.backs, BACKS)
    if spec.ink not in INKS:
        _unknown(f'--ink: "{spec.ink}" is not an ink', spec.ink, INKS)


def _sections(spec: PrintSpec, deck: Deck) -> Iterator[tuple[str, list[Piece]]]:
    """The pieces by section, sections in the order the deck has them; picked cards all together, to save paper."""
    if spec.cards:
        yield "Chosen cards", list(_picked(spec, deck))
        return
    order: dict[str, list[Piece]] = {}
    for piece in _pieces(spec, deck):
        order.setdefault(deck.spec.section(piece.card), []).append(piece)
    yield from order.items()


def _says(deck: Deck, language: Language) -> Says:
    return Says(deck.spec.face, lambda card: language.face(card.game, deck.spec.face(card)), language.code)


def _by_batch(
    sections: Iterator[tuple[str, list[Piece]]], spec: PrintSpec, says: Says
) -> Iterator[tuple[str, list[Piece]]]:
    """The sections with what a batch makes of them: only what changed, all together; the revision on every piece."""
    every = list(sections)
    if spec.since:
        changed = spec.since.changed((piece for _, pieces in every for piece in pieces), says)
        if not changed:
            raise PrintError("--changed-since: no card has changed since then; leave it out to print them all")
        every = [("Changed cards", changed)]
    if spec.batch:
        marked = iter(spec.batch.marked((piece for _, pieces in every for piece in pieces), says))
        every = [(section, [next(marked) for _ in pieces]) for section, pieces in every]
    yield from every


def _pieces(spec: PrintSpec, deck: Deck) -> Iterator[Piece]:
    """Every paper card. The two rows of a two-sided card (``side``, ``other_face``) are one, unless backs are left out:
    then each is a card of its own."""
    for card, code in deck.codes(spec.print_set):
        other = deck.by_id.get(str(card.fields.get("other_face") or ""))
        if other is None or spec.backs == "none":
            yield Piece(card, code)
        elif card.fields.get("side") != "back":
            yield Piece(card, code, Behind(other, replace(code, card=other.code)))


def _picked(spec: PrintSpec, deck: Deck) -> Iterator[Piece]:
    """The pieces picked, in deck order, each once however often it was named."""
    wanted: dict[str, set[int | None]] = {}
    for pick in spec.cards:
        card = deck.by_id.get(pick.card)
        if card is None:
            _unknown(f'--cards: {deck.game} has no card "{pick.card}"', pick.card, deck.by_id)
        if pick.copy is not None and not 1 <= pick.copy <= card.copies:
            copies = "1 copy" if card.copies == 1 else f"{card.copies} copies"
            raise PrintError(f"--cards {pick.card}:{pick.copy}: there {'is' if card.copies == 1 else 'are'} {copies}")
        wanted.setdefault(card.id, set()).add(pick.copy)
    for piece in _pieces(spec, deck):
        sides = (piece.card.id, piece.behind.card.id if piece.behind else "")
        if any(wanted.get(side, set()) & {None, piece.code.copy} for side in sides):
            yield piece


def _chosen(whole: tuple[Page, ...], spec: PrintSpec) -> tuple[tuple[Page, ...], tuple[str, ...]]:
    """The pages asked for. With backs on the same paper whole sheets of them; of two files the same sheets of both."""
    if not spec.pages:
        return whole, ()
    shared = spec.backs in ("long", "short")
    last_page = len(whole) if shared else max(page.sheet for page in whole)
    for first, last in spec.pages:
        if first < 1 or last > last_page:
            asked = f"{first}-{last}" if first != last else f"{first}"
            raise PrintError(f"--pages {asked}: the job has pages 1 to {last_page}")
    numbers = {number for first, last in spec.pages for number in range(first, last + 1)}
    sheets = {(number + 1) // 2 for number in numbers} if shared else numbers
    pages = tuple(page for page in whole if page.sheet in sheets)
    if shared and len(pages) != len(numbers):
        return pages, ("A sheet has two sides: the other page of each was printed too.",)
    return pages, ()


def _leaf(page: Page, laid: Plan) -> Leaf:
    grid = laid.grid
    label = f"{page.number} {page.side}" if page.side != "both" else str(page.number)
    section = laid.language.say(page.section, laid.deck.game) if page.section else laid.deck.spec.title
    words = _words(page, laid)
    if page.ready:
        size = page.ready.width_mm, page.ready.height_mm
        ready = restyled(page.ready.drawing, laid.spec.ink)
        whole: Drawing = (*ready, *marks.header(size, laid.sheet, words)) if ready else ()
        leaf = Leaf(*size, whole, label, section, page.ready.trim_mm)
        return fitting.finish(laid.spec.fit, leaf, page, laid.spec.backs)
    bleed = (grid.bleed_x_mm, grid.bleed_y_mm)
    pieces = (placed.piece if placed.side == "front" else placed.piece.behind for placed in page.placed)
    made = tuple(piece and worded(piece.card, laid) for piece in pieces)
    how = (laid.spec.marks, laid.style, replace(laid.spec.fit, profile=None))
    key = ("page", page, made, grid, laid.sheet, words, *how)
    drawing = (Shared(f"page {page.part} {page.number}", lambda: _drawn(page, laid, words), key),)
    leaf = Leaf(grid.page_width_mm, grid.page_height_mm, drawing, label, section, grid.block(), bleed)
    return fitting.finish(laid.spec.fit, leaf, page, laid.spec.backs)


def _drawn(page: Page, laid: Plan, words: marks.Words) -> Drawing:
    """Everything on the page."""
    spec, grid, sheet = laid.spec, laid.grid, laid.sheet
    drawing: Drawing = tuple(_set(placed, laid, laid.style) for placed in page.placed)
    cuts = spec.marks == "both" or (spec.marks != "none" and (page.side == "back") == (spec.marks == "backs"))
    drawing = (*fitting.beside(spec.fit, page, grid, sheet, cuts=cuts), *drawing, *fitting.over(spec.fit, page))
    return (*drawing, *marks.furniture(page, grid, sheet, words))


def _words(page: Page, laid: Plan) -> marks.Words:
    say = laid.language.say
    section = say(page.section, laid.deck.game) if page.section else ""
    print_set = say("set {letter}", letter=laid.spec.print_set) if not page.ready else ""
    what = [laid.deck.spec.title, section, print_set, laid.sheet.title]
    file = {"": "page {n} of {total}", "fronts": "page {n} of {total} of the fronts"}
    where = say(file.get(page.part, "page {n} of {total} of the backs"), n=page.number, total=page.total)
    hint = marks.flip_hint(page, laid.spec.backs, say)
    return marks.Words("  ·  ".join(filter(None, what)), where, hint, say(marks.ADVICE))


def _set(placed: Placed, laid: Plan, style: faces.Style) -> Group:
    """A face in its place on the page, cut off where its bleed ends."""
    place = placed.place
    x, y = place.on_page(0.0, 0.0)
    bleed, (width, height) = place.bleed, place.face_mm
    clip = rectangle(
        -bleed.left_mm,
        -bleed.bottom_mm,
        width + bleed.left_mm + bleed.right_mm,
        height + bleed.bottom_mm + bleed.top_mm,
    )
    return Group(face_of(placed, laid, style), x, y, place.angle_deg, clip=clip)


def face_of(placed: Placed, laid: Plan, style: faces.Style) -> Drawing:
    """What is printed in a place, from its own lower left corner, fitted to the size of the place."""
    return fitting.fitted(
        face_of_piece(placed.piece, placed.side, laid, style), faces.size_mm(laid.deck.game), placed.place
    )


def worded(card: Card, laid: Plan) -> Face:
    """What the card says, in the language of the job."""
    return laid.language.face(card.game, laid.deck.spec.face(card))


def face_of_piece(piece: Piece, side: str, laid: Plan, style: faces.Style) -> Drawing:
    """The ``front`` of a paper card, or what is behind it, at the size the face was made for."""
    card = piece.card
    if side == "front":
        front = faces.front_of(card, worded(card, laid), piece.code, style)
        return (*front, *faces.revision(card.game, piece.revision, style)) if piece.revision else front
    other = piece.behind
    if other is not None:
        return faces.front_of(other.card, worded(other.card, laid), other.code, style)
    return faces.back(card.game, card.back, style)


def _about(laid: Plan, part: str) -> About:
    spec = laid.spec
    hint: dict[str, Literal["DuplexFlipLongEdge", "DuplexFlipShortEdge"]] = {
        "long": "DuplexFlipLongEdge",
        "short": "DuplexFlipShortEdge",
    }
    what = "cards" if laid.cards and not laid.whole_kit else "print kit"
    title = f"{laid.deck.spec.title}: {what}, set {spec.print_set}" + (f", {part}" if part else "")
    subject = f"{laid.cards} cards on {laid.sheet.title}, to print at 100 %"
    return About(title, subject, hint.get(spec.backs, "Simplex"), language=laid.language.code)

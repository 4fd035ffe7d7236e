"""A print job: what somebody asked for -> the plan of its pages -> the PDF."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from printkit.draw.ink_saving import INKS
from printkit.draw.pdf import Leaf, write_pdf
from printkit.face import faces
from printkit.job import garbage_collection, kit, label_pages
from printkit.job.batch import Says
from printkit.job.job_records import PdfFile, PdfJob, Plan, says
from printkit.job.page_drawing import about, leaf_of
from printkit.job.spec import LABELS, WHAT, Marks, Pick, PrintSpec, read_pages, read_picks
from printkit.print_refusal import Aside, Option, PrintError, option
from printkit.sheet import fitting, label_sheet, slug
from printkit.sheet.imposition import set_sheets
from printkit.sheet.page import Behind, Page, Piece, bind
from printkit.sheet.paper import Sheet, find_sheet
from printkit.type.language import Language, find_language
from rules import games
from rules.text import say
from rules.values.cards import Deck
from rules.values.code import ALPHABET

__all__ = [
    "WHAT", "Marks", "PdfFile", "PdfJob", "Pick", "Plan", "PrintError", "PrintSpec", "Progress",
    "draw", "make", "plan", "read_pages", "read_picks", "there",
]  # fmt: skip

MOST_CARDS = 20_000
"""As many as a table has rows; more is a slip in the column copies, and would fill the memory before the disk."""
Progress = Callable[[int, int], None]
"""Told after each page, and after each photo on it: pages done, pages to do."""


def plan(spec: PrintSpec, deck: Deck | None = None) -> Plan:
    """Lay the job out. ``deck`` stands in for the game's own (a game of one's own).

    Raises PrintError or SheetError where it cannot be done as asked.
    """
    deck = deck or _deck(spec.game)
    _check(spec)
    asked = spec
    spec, codes_told = _codes_as_before(spec)
    language = find_language(spec.language)
    what = _what(spec, deck)
    _not_too_many(spec, deck)
    if LABELS in spec.what:
        return _label_plan(asked, deck, language)
    paper = find_sheet(spec.paper)
    sheet, grid, told = fitting.lay(spec.fit, paper, faces.size_mm(deck.game), spec.backs)
    _check_start(spec, grid.size)
    sections = _by_batch(_sections(spec, deck), spec, says(deck, language))
    cards = list(set_sheets(sections, grid, spec.backs, spec.start_at)) if "cards" in what else []
    paper = replace(paper, margin_mm=max(sheet.margins_mm))
    what, left_out = _without_guide(what, spec, paper)
    order = kit.Order(
        deck, language, sheet=paper, backs=spec.backs, keep_typos=spec.keep_typos, fit=spec.fit, sleeved=spec.sleeved
    )
    whole = bind(kit.sheets(order, what, cards), spec.backs)
    if not whole:
        raise _no_copies(spec)
    pages, notes = _chosen(whole, spec)
    notes = (*notes, *codes_told, *left_out, *_picks_only(spec), *kit.unheeded(order, what, spec.start_at))
    if "cards" in what:
        notes = (*notes, *told)
    if "cards" in what and not slug.has_room(grid, sheet):
        notes = (*notes, f"{sheet.title} leaves no room beside the cards for page numbers and the ruler.")
    return Plan(spec, deck, sheet=sheet, grid=grid, pages=pages, language=language, notes=notes)


def _label_plan(asked: PrintSpec, deck: Deck, language: Language) -> Plan:
    """Lay out labels for sleeves: a label for every paper card, on paper of their own."""
    labels = label_sheet.find_labels(asked.labels)
    spec = label_pages.settled(asked, labels)
    sheet = label_pages.sheet_of(spec, labels)
    places = labels.places(sheet)
    _check_start(spec, len(places))
    pieces = [piece for _, some in _by_batch(_sections(spec, deck), spec, says(deck, language)) for piece in some]
    if not pieces:
        raise _no_copies(spec)
    whole = label_pages.pages(pieces, deck, spec, labels=labels, sheet=sheet, places=places, language=language)
    pages, notes = _chosen(whole, spec)
    grid = label_pages.grid(labels, sheet, places)
    notes = (*notes, *label_pages.notes(asked, labels))
    return Plan(spec, deck, sheet=sheet, grid=grid, pages=pages, language=language, notes=notes)


def make(spec: PrintSpec, progress: Progress | None = None, deck: Deck | None = None) -> PdfJob:
    """Draw the job. Raises what ``plan`` raises; nothing is written to disk."""
    with garbage_collection.put_off():
        return draw(plan(spec, deck), progress)


def draw(laid: Plan, progress: Progress | None = None) -> PdfJob:
    """Draw a job that is laid out, or some pages of it: ``draw(replace(laid, pages=laid.pages[:1]))``."""
    done = 0

    def leaves(pages: Sequence[Page]) -> Iterator[Leaf]:
        nonlocal done
        for page in pages:
            yield leaf_of(page, laid)
            done += 1
            garbage_collection.look_at(done)
            pause()

    def pause() -> None:
        if progress:
            progress(done, len(laid.pages))

    files = []
    for part in laid.parts:
        pages = [page for page in laid.pages if page.part == part]
        with garbage_collection.put_off():
            files.append(PdfFile(part, write_pdf(leaves(pages), about(laid, part), pause), len(pages)))
    return PdfJob(laid, tuple(files))


def _deck(game: str) -> Deck:
    try:
        deck = games.deck(game)
    except KeyError:
        raise PrintError(f'"{game}" is not a game; {games.guess(game)}') from None
    if not there(deck):
        raise PrintError(f"{deck.spec.title} has no cards and no kit.toml, so there is nothing to print")
    return deck


def _unknown(about: Option, what: str, word: str, known: Iterable[str]) -> NoReturn:
    known = tuple(known)
    close = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    listed = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
    raise PrintError(f"{what}; {f'did you mean {close[0]}?' if close else f'there is {listed}'}", about)


def there(deck: Deck) -> tuple[str, ...]:
    """What of a game can be printed, in the order it comes out; nothing where it has neither cards nor a kit."""
    kinds = kit.kinds(deck.game)
    if not deck.cards:
        return ("guide", *kinds) if kinds else ()
    return ("guide", "cards", *kinds, LABELS)


def _what(spec: PrintSpec, deck: Deck) -> tuple[str, ...]:
    """What is printed, in the order it comes out. Raises PrintError for a word we do not know or the game has not."""
    for word in spec.what:
        if word not in (*WHAT, "all"):
            _unknown(option("what"), f'"{word}" is not something we print', word, (*WHAT, "all"))
    known = there(deck)
    for word in spec.what:
        if word not in (*known, "all"):
            raise PrintError(
                say("{title} has none; it has {words}", title=deck.spec.title, words=", ".join(known)),
                option("what"),
                word,
            )
    if spec.cards or spec.since:
        return ("cards",)
    return tuple(word for word in known if word in spec.what or ("all" in spec.what and word != LABELS))


def _check_start(spec: PrintSpec, slots: int) -> None:
    if not 1 <= spec.start_at <= slots:
        raise PrintError(
            say("a sheet has slots 1 to {size}, counted from the top left", size=slots),
            option("start-at"),
            spec.start_at,
        )


def _no_copies(spec: PrintSpec) -> PrintError:
    return PrintError(f"{_whose(spec)}: there are 0 copies; write how many are wanted in the column copies")


def _whose(spec: PrintSpec) -> str:
    if not spec.cards:
        return "Of every card"
    return say("{cards} {names}", cards=option("cards"), names=",".join(pick.card for pick in spec.cards[:3]))


def _picks_only(spec: PrintSpec) -> Iterator[str]:
    """What is told where single cards were asked for and something else too."""
    if (spec.cards or spec.since) and set(spec.what) - {"cards"}:
        first = option("cards" if spec.cards else "changed-since")
        text = "Only those cards are printed: {first} goes before {what} {parts}."
        yield say(text, first=first, what=option("what"), parts=",".join(spec.what))


def _codes_as_before(spec: PrintSpec) -> tuple[PrintSpec, tuple[str, ...]]:
    """The job with a second code or without, as asked for or else as printed before, and what is told about it."""
    had = next((one.second_code for one in (spec.since, spec.batch) if one and one.second_code is not None), None)
    asked = spec.second_code
    told: tuple[str, ...] = ()
    if asked is None and had:
        aside = Aside(f" ({option('no-second-code')} leaves it out)")
        told = (say("A second code as on the cards printed before{aside}.", aside=aside),)
    elif asked is True and had is False:
        text = "The cards printed before have one code and these have two: leave {second_code} out for cards alike."
        told = (say(text, second_code=option("second-code")),)
    elif asked is False and had:
        text = "The cards printed before have two codes and these have one: ask for {second_code} for cards alike."
        told = (say(text, second_code=option("second-code")),)
    return replace(spec, second_code=bool(had) if asked is None else asked), told


def _without_guide(what: tuple[str, ...], spec: PrintSpec, paper: Sheet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is printed without the guide where the paper is too small to read it, and the note that says so.

    Raises PrintError where the guide was asked for by name.
    """
    if "guide" not in what or kit.has_room(paper):
        return what, ()
    if "guide" in spec.what:
        raise PrintError(
            say("cannot be read on {size_text}; choose a larger paper", size_text=paper.size_text),
            option("what"),
            "guide",
        )
    text = "The guide is left out: it cannot be read on {size}. Print it on larger paper with {what} guide."
    note = say(text, size=paper.size_text, what=option("what"))
    return tuple(word for word in what if word != "guide"), (note,)


def _check(spec: PrintSpec) -> None:
    if spec.keep_typos and not kit.has_typos(spec.game):
        raise PrintError(
            say("the sheets of {game} have none to keep; leave it out", game=spec.game), option("keep-typos")
        )
    if len(spec.print_set) != 1 or spec.print_set not in ALPHABET:
        raise PrintError(
            say('"{print_set}" is not a print set; give one letter, as A', print_set=spec.print_set), option("set")
        )
    if spec.ink not in INKS:
        _unknown(option("ink"), f'"{spec.ink}" is not an ink', spec.ink, INKS)


def _not_too_many(spec: PrintSpec, deck: Deck) -> None:
    picked = {pick.card for pick in spec.cards}
    cards = sum(card.copies for card in deck.cards if not picked or card.id in picked)
    if cards > MOST_CARDS:
        text = f"{cards:,} cards are more than the {MOST_CARDS:,} we print at once"
        raise PrintError(f"{text}; print them in parts with --cards, or look for a slip in the column copies")


def _sections(spec: PrintSpec, deck: Deck) -> Iterator[tuple[str, list[Piece]]]:
    """The pieces by section, sections in the order the deck has them; picked cards all together, to save paper."""
    if spec.cards:
        yield "Chosen cards", list(_picked(spec, deck))
        return
    order: dict[str, list[Piece]] = {}
    for piece in _pieces(spec, deck, deck):
        order.setdefault(deck.spec.section(piece.card), []).append(piece)
    yield from order.items()


def _by_batch(
    sections: Iterator[tuple[str, list[Piece]]], spec: PrintSpec, says: Says
) -> Iterator[tuple[str, list[Piece]]]:
    """The sections with what a batch makes of them: only what changed, all together; the revision on every piece."""
    every = list(sections)
    if spec.since:
        changed = spec.since.changed((piece for _, pieces in every for piece in pieces), says)
        if not changed:
            raise PrintError("no card has changed since then; leave it out to print them all", option("changed-since"))
        every = [("Changed cards", changed)]
    if spec.batch:
        marked = iter(spec.batch.marked((piece for _, pieces in every for piece in pieces), says))
        every = [(section, [next(marked) for _ in pieces]) for section, pieces in every]
    yield from every


def _pieces(spec: PrintSpec, deck: Deck, shown: Deck) -> Iterator[Piece]:
    """Every paper card of the part of the deck that is ``shown``.

    The two rows of a two-sided card (``side``, ``other_face``) are one, unless backs are left out: then each is a card
    of its own.
    """
    for card, code in shown.codes(spec.print_set):
        other = deck.by_id.get(str(card.fields.get("other_face") or ""))
        if other is None or not spec.backs.has_backs:
            yield Piece(card, code)
        elif card.fields.get("side") != "back":
            yield Piece(card, code, Behind(other, replace(code, card=other.code)))


def _picked(spec: PrintSpec, deck: Deck) -> Iterator[Piece]:
    """The pieces picked, in deck order, each once however often it was named."""
    wanted: dict[str, set[int | None]] = {}
    for pick in spec.cards:
        card = deck.by_id.get(pick.card)
        if card is None:
            _unknown(option("cards"), f'{deck.game} has no card "{pick.card}"', pick.card, deck.by_id)
        if pick.copy is not None and not 1 <= pick.copy <= card.copies:
            copies = "1 copy" if card.copies == 1 else f"{card.copies} copies"
            raise PrintError(
                say("there {word} {copies}", word="is" if card.copies == 1 else "are", copies=copies),
                option("cards"),
                f"{pick.card}:{pick.copy}",
            )
        wanted.setdefault(card.id, set()).add(pick.copy)
    shown = deck.only(lambda card: card.id in wanted or str(card.fields.get("other_face") or "") in wanted)
    for piece in _pieces(spec, deck, shown):
        sides = (piece.card.id, piece.behind.card.id if piece.behind else "")
        if any(wanted.get(side, set()) & {None, piece.code.copy} for side in sides):
            yield piece


def _chosen(whole: tuple[Page, ...], spec: PrintSpec) -> tuple[tuple[Page, ...], tuple[str, ...]]:
    """The pages asked for. With backs on the same paper whole sheets of them; of two files the same sheets of both."""
    if not spec.pages:
        return whole, ()
    shared = spec.backs.alternating
    last_page = len(whole) if shared else max(page.sheet for page in whole)
    for first, last in spec.pages:
        if first < 1 or last > last_page:
            asked = f"{first}-{last}" if first != last else f"{first}"
            raise PrintError(say("the job has pages 1 to {last_page}", last_page=last_page), option("pages"), asked)
    numbers = {number for first, last in spec.pages for number in range(first, last + 1)}
    sheets = {(number + 1) // 2 for number in numbers} if shared else numbers
    pages = tuple(page for page in whole if page.sheet in sheets)
    if shared and len(pages) != len(numbers):
        return pages, ("A sheet has two sides: the other page of each was printed too.",)
    return pages, ()

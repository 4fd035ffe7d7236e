"""What will go wrong on paper, before any is wasted: every finding with its card, its place and its cure.

``check`` looks at a whole job; ``check_drawing`` at one face of anything that is printed. A ``problem`` spoils cards
and makes the command end with 1; ``advice`` is worth knowing.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from printkit import eyes, faces, fonts, qr, seen, suits, text
from printkit.batch import Batch
from printkit.impose import Placed
from printkit.ink import Colour, Drawing
from printkit.layout import Box, CardLayout, find_layout
from printkit.leaves import face_of, worded
from printkit.plan import Plan
from printkit.saving import restyled
from printkit.seen import Code, Paint, Seen, Word
from rules.cards import Card, Deck, Face
from rules.code import parse

SMALLEST_PT = 5.0
"""Below this, home printers close the eyes of letters on plain paper."""
LOW_CONTRAST = 3.0
"""Between text and its ground at least; small print on a table needs no less than a large heading on a screen."""
SMALLEST_MODULE_MM = 0.4
"""Below this a module is under five dots of a 300 dpi printer, and phones fail at arm's length."""
LEAST_BLEED_MM = 1.0
EDGE_MM = 4.0
"""What printers leave white at the paper's edge at most, on the pages that are no cards."""
CONFUSED = 12.0
"""CIELAB distance below which two colours met apart are taken for one."""
SAME_EDGE = 8.0

BLINDNESSES: tuple[eyes.Blindness, ...] = ("protanopia", "deuteranopia")

_REVISION = re.compile(r"r\d+")
"""The revision at a card's edge is micro-text on purpose."""

Level = Literal["problem", "advice"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that will go wrong: on which card (its id, or the sheet), where, what, and what to do about it."""

    card: str
    place: str
    problem: str
    cure: str
    level: Level = "problem"

    def __str__(self) -> str:
        return f"{self.card}: {self.place}: {self.problem}; {self.cure}"


def check(plan: Plan, pause: Callable[[], None] = lambda: None) -> tuple[Finding, ...]:
    """Everything that will go wrong with the job as it is laid out, problems first, each thing once a card.

    ``pause`` is called after each card, for whoever has something else to do meanwhile.
    """
    found: list[Finding] = []
    style = plan.style
    for card, placed in _printed(plan):
        found += _check_card(card, placed, plan, style)
        pause()
    for page in plan.pages:
        if page.ready:
            size = page.ready.width_mm, page.ready.height_mm
            place = f"{plan.language.say(page.section, plan.deck.game) or plan.deck.game}, page {page.number}"
            found += check_drawing(place, restyled(page.ready.drawing, plan.spec.ink), size, EDGE_MM)
    if any(not page.ready for page in plan.pages):
        found += check_suits(plan.deck)
        found += _check_bleed(plan)
        found += _check_neighbours(plan, style)
    for batch in filter(None, (plan.spec.batch or plan.spec.since,)):
        found += check_printed(plan, batch)
    return tuple(sorted(dict.fromkeys(found), key=lambda finding: finding.level != "problem"))


def lines(findings: Iterable[Finding]) -> Iterator[str]:
    """Findings as lines of text; what several cards have in common is one line."""
    alike: dict[tuple[str, str, str, Level], list[str]] = {}
    for one in findings:
        alike.setdefault((one.place, one.problem, one.cure, one.level), []).append(one.card)
    for (place, problem, cure, level), cards in alike.items():
        named = ", ".join(cards[:3]) + (f" and {len(cards) - 3} more" if len(cards) > 3 else "")
        yield f"{named}: {place}: {problem}; {cure}" + (" (advice)" if level == "advice" else "")


def _check_card(card: Card, placed: Placed, plan: Plan, style: faces.Style) -> Iterator[Finding]:
    """A card's front: its words, their fonts and places, its code."""
    face, layout = worded(card, plan), find_layout(card.game)
    yield from _check_words(card.id, face, layout)
    drawing = face_of(placed, plan, style)
    yield from _check_overflow(card.id, face, seen.look(drawing), layout)
    yield from check_drawing(card.id, drawing, placed.place.face_mm, layout.numbers["safe_mm"], layout)


def check_drawing(
    name: str, drawing: Drawing, size_mm: tuple[float, float], safe_mm: float, layout: CardLayout | None = None
) -> Iterator[Finding]:
    """One printed face of ``size_mm``: letters and codes where scissors, printers and phones leave them readable."""
    whole = seen.look(drawing)
    trim = Box(0, 0, *size_mm)
    safe = trim.inset(safe_mm)
    for word in whole.words:
        place = _place(word.box, layout)
        if not (safe.holds(word.box, 0.05) or word.cut):
            over = _outside(word.box, safe)
            said = f'"{_short(word.text)}" reaches {over:.1f} mm into the {safe_mm:g} mm that scissors may take'
            yield Finding(name, place, said, "move its box inwards, or give it less text")
        if word.size_pt < SMALLEST_PT - 0.01 and not _REVISION.fullmatch(word.text):
            said = f'"{_short(word.text)}" is {word.size_pt:.1f} pt high and will not be read'
            yield Finding(name, place, said, f"give it {SMALLEST_PT:g} pt at least: shorter text or a larger box")
        if not word.cut:
            yield from _check_contrast(name, place, word, whole)
    for code in whole.codes:
        yield from _check_code(name, code, whole, trim)


def _check_contrast(name: str, place: str, word: Word, whole: Seen) -> Iterator[Finding]:
    box = word.box
    y = box.middle[1]
    grounds = {whole.paint_at(x, y, word) for x in (box.x + 0.1, box.middle[0], box.right - 0.1)}
    worst = min(eyes.contrast(word.colour, ground) for ground in grounds)
    if worst < LOW_CONTRAST:
        said = f'"{_short(word.text)}" has a contrast of {worst:.1f} to its ground'
        yield Finding(name, place, said, f"make the letters darker or the ground lighter, to {LOW_CONTRAST:g} at least")


def _check_code(name: str, code: Code, whole: Seen, trim: Box) -> Iterator[Finding]:
    if code.module_mm < SMALLEST_MODULE_MM - 1e-6:
        said = f"modules of {code.module_mm:.2f} mm are too small for home printers"
        yield Finding(name, "code", said, f"give them {SMALLEST_MODULE_MM:g} mm at least (module_mm)")
    quiet = code.box.inset(-qr.QUIET_MODULES * code.module_mm)
    if not trim.holds(quiet, 0.05):
        said = f"its quiet zone reaches {_outside(quiet, trim):.1f} mm over the edge"
        yield Finding(name, "code", said, f"keep {qr.QUIET_MODULES} modules clear on every side, within the card")
    for what in _in_quiet_zone(code, quiet.inset(0.02), whole):
        cure = f"keep {qr.QUIET_MODULES} modules ({qr.QUIET_MODULES * code.module_mm:g} mm) white on every side"
        yield Finding(name, "code", f"its quiet zone is violated by {what}", cure)
        return


def _in_quiet_zone(code: Code, quiet: Box, whole: Seen) -> Iterator[str]:
    """What lies in the clear zone: the ground, where it is not light, and whatever is drawn on that ground."""
    on_top: list[Word | Paint] = []
    for thing in whole.things:
        if thing is code or isinstance(thing, Code):
            continue
        if isinstance(thing, Paint) and _light(thing.colour) and not thing.width_mm and _fills(thing, quiet):
            on_top = []  # a light field over all of it: what was there before is hidden
        elif thing.box.meets(quiet) if isinstance(thing, Word) else not _light(thing.colour) and thing.reaches(quiet):
            on_top.append(thing)
    for thing in on_top:
        yield f'the text "{_short(thing.text)}"' if isinstance(thing, Word) else "something dark"


def _light(colour: Colour) -> bool:
    return eyes.contrast(colour, (0.0, 0.0, 0.0)) > 15


def _fills(paint: Paint, zone: Box) -> bool:
    inner = zone.inset(0.01)
    return all(paint.covers(x, y) for x in (inner.x, inner.right) for y in (inner.y, inner.top))


def _check_words(name: str, face: Face, layout: CardLayout) -> Iterator[Finding]:
    """What a face says against what its fonts and boxes hold."""
    icons = suits.icons(tuple((key, suit.glyph) for key, suit in layout.suits.items()))
    parts = [
        ("title", face.title, faces.title_font(face.title)),
        ("kind", face.kind.upper(), "label"),
        ("value", face.value, "text-black"),
    ]
    parts += [("text", text.plain(face.text, icons), "text"), ("note", text.plain(face.note, icons), "text-italic")]
    parts += [("stats", " ".join(itertools.chain(*face.stats)), "text-black")]
    for place, words, font in parts:
        absent = fonts.missing(words, font)
        if absent:
            listed = " ".join(f"{c} (U+{ord(c):04X})" for c in absent[:4]) + (" ..." if len(absent) > 4 else "")
            said = f"the font has no {listed}; a marked box is printed instead"
            yield Finding(name, place, said, "write it with other letters, or use a font that has it")
    for word in sorted(set(text.markup_words(face.text + face.note)) - icons):
        yield Finding(
            name, "text", f"[{word}] is no icon and is printed as typed", "choose one of docs/card-faces.md", "advice"
        )


def _check_overflow(name: str, face: Face, whole: Seen, layout: CardLayout) -> Iterator[Finding]:
    """A text that does not fit at its smallest size is printed up to "…"; a figure without a place is left out."""
    said = " ".join((face.title, face.kind.upper(), face.value, face.text, face.note))
    for word in whole.words:
        if word.text.endswith("…") and word.text not in said:
            cure = "shorten the text, or enlarge its box in templates/cards"
            place = _place(word.box, layout)
            if place == "note" and not face.note:
                place = "text"  # it may run down into the note's box where there is no note
            yield Finding(name, place, f'it overflows and ends in "{_short(word.text)}"', cure)
    drawn = [word.text for word in whole.words if layout.boxes["stats"].meets(word.box)]
    for label, value in face.stats:
        if fonts.printable(label, "label") not in drawn:
            yield Finding(
                name, "stats", f"{label} {value} has no room and is left out", "give it fewer or shorter figures"
            )


def check_printed(plan: Plan, batch: Batch) -> Iterator[Finding]:
    """Copies already printed that say something else than the deck does now."""
    old: dict[tuple[str, int, bool], int] = {}
    for _, printed, now in batch.stale(plan.deck, map(parse, batch.copies)):
        key = (printed.card, printed.revision, now is not None)
        old[key] = old.get(key, 0) + 1
    for (card, revision, there), count in old.items():
        copies = "1 copy was" if count == 1 else f"{count} copies were"
        said = f"{copies} printed as revision {revision} and say{'s' if count == 1 else ''} something older"
        cure = "print what changed with --changed-since"
        if not there:
            said, cure = f"{copies} printed and the deck has no such card any more", "take them out of the box"
        yield Finding(card, "printed copies", said, cure, "advice")


def check_suits(deck: Deck) -> Iterator[Finding]:
    """Suits whose colours colour-blind players take for one, and that nothing else tells apart."""
    layout = find_layout(deck.game)
    used = sorted({deck.spec.face(card).suit for card in deck.cards} & set(layout.suits))
    for one, other in itertools.combinations((layout.suits[key] for key in used), 2):
        blind = [kind for kind in BLINDNESSES if eyes.distance(one.colour, other.colour, kind) < CONFUSED]
        if blind and one.pattern == other.pattern:
            alike = f"{one.word} and {other.word} look the same with {' and '.join(blind)}"
            cure = "give one of them another pattern or a lighter colour"
            yield Finding(f"{one.key}, {other.key}", "colour", f"{alike}, and share the pattern {one.pattern}", cure)


def _check_bleed(plan: Plan) -> Iterator[Finding]:
    grid = plan.grid
    asked = max(grid.bleed_x_mm, grid.bleed_y_mm)
    has = find_layout(plan.deck.game).numbers["bleed_mm"]
    if has + 1e-6 < asked:
        said = f"the face is drawn {has:g} mm past the cut, and the sheet shows {asked:g} mm"
        yield Finding(plan.deck.game, "bleed", said, f"set bleed_mm = {asked:g} or more in templates/cards")
    least = min(grid.bleed_x_mm, grid.bleed_y_mm)
    if least < LEAST_BLEED_MM:
        said = f"there is room for {least:.1f} mm of bleed; a cut that far off leaves a white edge"
        yield Finding(plan.sheet.title, "bleed", said, "cut with care, or choose a larger paper", "advice")


def _check_neighbours(plan: Plan, style: faces.Style) -> Iterator[Finding]:
    """Cards that lie edge to edge and differ there: a slip of the scissors shows the neighbour's colour."""
    if plan.grid.gap_mm > 0:
        return
    edges: dict[str, Colour] = {}
    meeting: dict[tuple[str, str], int] = {}
    for page in plan.pages:
        if page.side == "back":
            continue
        slots = {(round(p.place.x_mm, 2), round(p.place.y_mm, 2)): p for p in page.placed if p.side == "front"}
        for (x, y), placed in slots.items():
            for beside in ((x + placed.place.width_mm, y), (x, y + placed.place.height_mm)):
                other = slots.get((round(beside[0], 2), round(beside[1], 2)))
                if other is None:
                    continue
                one, two = (_edge(p.piece.card, plan.deck, style, edges) for p in (placed, other))
                if eyes.distance(one, two) > SAME_EDGE:
                    kinds = sorted({_suit_word(p.piece.card, plan.deck) for p in (placed, other)})
                    meeting.setdefault((kinds[0], kinds[-1]), page.number)
    for (left, right), number in meeting.items():
        said = f"{left} lies edge to edge with {right}: a cut half a millimetre off shows the other's colour"
        yield Finding(
            f"page {number}", "edges", said, "cut with care, or use a sheet with a gap between cards", "advice"
        )


def _suit_word(card: Card, deck: Deck) -> str:
    return find_layout(card.game).suit(deck.spec.face(card).suit).word


def _edge(card: Card, deck: Deck, style: faces.Style, known: dict[str, Colour]) -> Colour:
    """The colour in the middle of a card's left edge."""
    face = deck.spec.face(card)
    if face.suit not in known:
        _, height = faces.size_mm(card.game)
        known[face.suit] = seen.look(faces.front_of(card, face, None, style)).paint_at(0.3, height / 2)
    return known[face.suit]


def _printed(plan: Plan) -> Iterator[tuple[Card, Placed]]:
    """The cards whose fronts are on the job's pages (of two-sided ones both faces), each once and where it stands."""
    cards: set[str] = set()
    for page in plan.pages:
        for placed in page.placed:
            other = placed.piece.behind
            if placed.side != "front" and other is None:
                continue
            card = placed.piece.card if placed.side == "front" or other is None else other.card
            if card.id not in cards:
                cards.add(card.id)
                yield card, placed


def _place(box: Box, layout: CardLayout | None) -> str:
    """The layout's name for where something stands, else how far from the lower left corner."""
    x, y = box.middle
    if layout:
        for key, area in layout.boxes.items():
            if key not in ("frame", "strip") and area.x <= x <= area.right and area.y - 0.5 <= y <= area.top + 0.5:
                return key
    return f"{x:.0f} mm from the left, {y:.0f} mm from below"


def _outside(box: Box, limit: Box) -> float:
    return max(limit.x - box.x, limit.y - box.y, box.right - limit.right, box.top - limit.top, 0.0)


def _short(words: str) -> str:
    return words if len(words) <= 24 else words[:23].rstrip() + "…"

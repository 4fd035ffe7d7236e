"""What will go wrong on paper, before any is wasted: every finding with its card, its place and its cure.

``check`` looks at a whole job; ``check_drawing`` at one face of anything that is printed. A ``problem`` spoils cards
and makes the command end with 1; ``advice`` is worth knowing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from printkit.card_layout import Box, CardLayout, Suit, find_layout
from printkit.check import colour_contrast, drawing_inspection
from printkit.check.drawing_inspection import Seen
from printkit.check.face_lint import Finding, Fitted, Level, check_drawing, check_picture, place_of, short
from printkit.components.kit_file import read_kit
from printkit.draw.display_list import Colour, Drawing
from printkit.draw.ink_saving import restyled
from printkit.face import faces, lettering, own_boxes, suits
from printkit.job.batch import Batch
from printkit.job.job_records import Plan
from printkit.job.page_drawing import face_of, face_of_piece, worded
from printkit.job.spec import LABELS
from printkit.print_refusal import option
from printkit.sheet import fitting
from printkit.sheet.page import Place, Placed
from printkit.type import system_fonts, text_measure, typesetting
from rules.text import say
from rules.values.cards import Card, Deck, Face
from rules.values.code import parse
from rules.values.picture import Picture

LEAST_BLEED_MM = 1.0
EDGE_MM = 4.0
"""What printers leave white at the paper's edge at most, on pages that are read and not cut."""
SAFE_MM, OUTLINE_MM = 2.0, 0.8
"""How far letters on a part stay from its cut: from a straight one, and from a token's own line."""
TOUCHING_MM = 0.2
CONFUSED = 12.0
"""CIELAB distance below which two colours met apart are taken for one."""
SAME_EDGE = 8.0
MOST_NAMED = 60
"""Cards with one thing in common are all named, but for a whole deck of them."""
ALIKE = 10.0
"""CIELAB distance below which anybody takes two colours for one across a table."""

BLINDNESSES: tuple[colour_contrast.Blindness, ...] = ("protanopia", "deuteranopia")


def check(plan: Plan, pause: Callable[[], None] = lambda: None) -> tuple[Finding, ...]:
    """Everything that will go wrong with the job as it is laid out, problems first, each thing once a card.

    ``pause`` is called after each card, for whoever has something else to do meanwhile.
    """
    found: list[Finding] = []
    style = plan.style
    for card, placed in _printed(plan):
        found += _check_card(card, placed, plan, style)
        pause()
    found += _check_parts(plan)
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
        named = ", ".join(cards[:MOST_NAMED]) + (f" and {len(cards) - MOST_NAMED} more" if cards[MOST_NAMED:] else "")
        yield f"{named}: {place}: {problem}; {cure}" + (" (advice)" if level == "advice" else "")


def _check_parts(plan: Plan) -> Iterator[Finding]:
    """What is no card: every different part of the kit once, by its name, and the guide by its page."""
    known: set[tuple[str, str]] = set()
    for page in plan.pages:
        ready = page.ready
        if (
            ready
            and page.side != "back"
            and not ready.by_hand
            and any(_touch(*pair) for pair in itertools.combinations(page.places, 2))
        ):
            said = "parts lie edge to edge: a cut half a millimetre off takes from the neighbour"
            yield Finding(
                f"page {page.number}",
                "edges",
                problem=said,
                cure=say("give them a gap, as {gap} 3", gap=option("gap")),
                level="advice",
            )
        if ready and not ready.cutouts:
            place = f"{plan.language.say(page.section, plan.deck.game) or plan.deck.game}, page {page.number}"
            size = ready.width_mm, ready.height_mm
            yield from check_drawing(place, restyled(ready.drawing, plan.spec.ink), size, EDGE_MM)
        for part in ready.cutouts if ready else ():
            if (part.name, part.side) in known:
                continue
            known.add((part.name, part.side))
            name = part.name if part.side == "front" else f"{part.name}, back"
            drawing = restyled(part.drawing, plan.spec.ink)
            safe, radius = (OUTLINE_MM, 0.0) if part.outline else (SAFE_MM, plan.spec.fit.corners_mm)
            if LABELS not in plan.spec.what:  # a label only says which card it is for, and the card says the rest
                yield from _check_cut(name, drawing, plan.deck.game)
            yield from check_drawing(name, drawing, part.place.face_mm, safe, radius_mm=radius)


def _check_cut(name: str, drawing: Drawing, game: str) -> Iterator[Finding]:
    """Words of a part that do not fit even at their smallest."""
    said = read_kit(game).table.source.text
    for word in drawing_inspection.look(drawing).words:
        if word.text.endswith("…") and word.text not in said:
            yield Finding(name, "words", f'it {OVERFLOWS} and ends in "{short(word.text)}"', "say it in fewer words")


def _touch(a: Place, b: Place) -> bool:
    """Whether two parts share more than a corner of their edges."""
    (left, low, right, high), (x0, y0, x1, y1) = a.box(), b.box()
    over_x, over_y = min(right, x1) - max(left, x0), min(high, y1) - max(low, y0)
    return min(over_x, over_y) > -TOUCHING_MM and max(over_x, over_y) > 1.0


def _check_card(card: Card, placed: Placed, plan: Plan, style: faces.Style) -> Iterator[Finding]:
    """A card's front: its words, their fonts and places, its code."""
    face = faces.told(card, worded(card, plan))
    layout = faces.laid_out(card, face, style)
    yield from _check_words(card.id, face, layout)
    cells = own_boxes.cells_of(card, face)
    how = Fitted.into(layout, placed.place.face_mm)
    for picture, box in _pictures(face, layout, cells):
        coarse = check_picture(picture, box, how.share)
        if coarse:
            yield Finding(card.id, "picture", *coarse)
    drawing = face_of(placed, plan, style)
    natural = face_of_piece(placed.piece, placed.side, plan, style) if how.share != 1 else drawing
    yield from _check_overflow(card.id, face, drawing_inspection.look(natural), layout, cells)
    radius = plan.spec.fit.corners_mm
    yield from check_drawing(
        card.id, drawing, placed.place.face_mm, safe_mm=layout.numbers["safe_mm"], how=how, radius_mm=radius
    )


def _check_words(name: str, face: Face, layout: CardLayout) -> Iterator[Finding]:
    """What a face says against what its fonts and boxes hold."""
    icons, styles = suits.icons_of(layout), layout.styles
    parts = [
        ("title", face.title, lettering.title_font(face.title, styles["name"].font)),
        ("kind", face.kind.upper(), layout.font("label")),
        ("value", face.value, layout.font("text-black")),
    ]
    parts += [
        ("text", typesetting.plain(face.text, icons), styles["rules"].font),
        ("note", typesetting.plain(face.note, icons), styles["note"].font),
    ]
    parts += [("stats", " ".join(itertools.chain(*face.stats)), layout.font("text-black"))]
    for place, words, font in parts:
        absent = text_measure.absent(words, font)
        if absent:
            listed = " ".join(f"{c} (U+{ord(c):04X})" for c in absent[:4]) + (" ..." if len(absent) > 4 else "")
            said = f"no font here has {listed}; a marked box is printed instead"
            yield Finding(name, place, said, system_fonts.cure(absent))
        stand_ins = text_measure.stand_ins(words, font)
        if stand_ins:
            said = f"printed in a fallback font: {', '.join(stand_ins)}"
            yield Finding(name, place, problem=said, cure="look at one card before you print them all", level="advice")
    for word in sorted(set(typesetting.markup_words(face.text + face.note)) - icons):
        yield Finding(
            name,
            "text",
            problem=f"[{word}] is no icon and is printed as typed",
            cure="choose one of docs/card-faces.md",
            level="advice",
        )


def _pictures(face: Face, layout: CardLayout, cells: dict[str, str]) -> Iterator[tuple[Picture, Box]]:
    """Every picture of pixels on a card, and the box it fills."""
    if face.picture and layout.shows("art"):
        yield face.picture, layout.boxes["art"]
    for box in own_boxes.shown(layout, cells):
        art = box.picture or layout.pictures.get(cells.get(box.picture_column, ""))
        if isinstance(art, Picture):
            yield replace(art, fit=box.fit, focus=box.focus), box.at


OVERFLOWS = "overflows"


def overflowing(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that say that words of a card would be lost."""
    return tuple(one for one in findings if f"it {OVERFLOWS}" in one.problem or "is left out" in one.problem)


def _check_overflow(name: str, face: Face, whole: Seen, layout: CardLayout, cells: dict[str, str]) -> Iterator[Finding]:
    """A text that does not fit at its smallest size is printed up to "…"; a figure without a place is left out."""
    said = " ".join((face.title, face.kind.upper(), face.value, face.text, face.note, *cells.values()))
    said = f"{said} {said.upper()}"
    for word in whole.words:
        if word.text.endswith("…") and word.text not in said:
            cure = "say it in fewer words, or give its box more room"
            place = place_of(word.box, Fitted(layout))
            if place == "note" and not face.note:
                place = "text"  # it may run down into the note's box where there is no note
            yield Finding(name, place, f'it {OVERFLOWS} and ends in "{short(word.text)}"', cure)
    drawn = [word.text for word in whole.words if layout.boxes["stats"].meets(word.box)]
    if not layout.shows("stats"):
        return
    for label, value in face.stats:
        if text_measure.printable(label, "label") not in drawn:
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
        cure = say("print what changed with {changed_since}", changed_since=option("changed-since"))
        if not there:
            said, cure = f"{copies} printed and the deck has no such card any more", "take them out of the box"
        yield Finding(card, "printed copies", problem=said, cure=cure, level="advice")


def check_suits(deck: Deck) -> Iterator[Finding]:
    """Suits that are taken for one: by colour-blind players where nothing but colour tells them apart, by everybody
    where neither colour nor pattern does, and those with one sign."""
    layout = find_layout(deck.game)
    used = sorted({faces.suit_of(card, deck.spec.face(card), layout).key for card in deck.cards} & set(layout.suits))
    for one, other in itertools.combinations((layout.suits[key] for key in used), 2):
        if _sign(one) == _sign(other):
            cure = "give one of them another sign"
            yield Finding(f"{one.key}, {other.key}", "sign", f"{one.word} and {other.word} have the same sign", cure)
        if colour_contrast.distance(one.colour, other.colour) < ALIKE and one.pattern == other.pattern:
            said = f"{one.word} and {other.word} have nearly the same colour, and share the pattern {one.pattern}"
            cure = "give one of them another colour or pattern"
            yield Finding(f"{one.key}, {other.key}", "colour", said, cure)
            continue
        blind = [kind for kind in BLINDNESSES if colour_contrast.distance(one.colour, other.colour, kind) < CONFUSED]
        if blind and one.pattern == other.pattern:
            alike = f"{one.word} and {other.word} look the same with {' and '.join(blind)}"
            cure = "give one of them another pattern or a lighter colour"
            yield Finding(f"{one.key}, {other.key}", "colour", f"{alike}, and share the pattern {one.pattern}", cure)


def _sign(suit: Suit) -> object:
    """What stands for a suit where there is no colour."""
    return suit.glyph if suit.sign is None else suit.sign.name


def _check_bleed(plan: Plan) -> Iterator[Finding]:
    grid = plan.grid
    asked = max(grid.bleed_x_mm, grid.bleed_y_mm)
    has = find_layout(plan.deck.game).numbers["bleed_mm"]
    if has + 1e-6 < min(asked, fitting.DRAWN_BLEED_MM):
        said = f"the face is drawn {has:g} mm past the cut, and the sheet shows {asked:g} mm"
        yield Finding(plan.deck.game, "bleed", said, f"set bleed_mm = {asked:g} or more in templates/cards")
    least = min(grid.bleed_x_mm, grid.bleed_y_mm)
    if least < LEAST_BLEED_MM:
        said = f"there is room for {least:.1f} mm of bleed; a cut that far off leaves a white edge"
        yield Finding(
            plan.sheet.title, "bleed", problem=said, cure="cut with care, or choose a larger paper", level="advice"
        )


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
                if colour_contrast.distance(one, two) > SAME_EDGE:
                    kinds = sorted({_suit_word(p.piece.card, plan.deck) for p in (placed, other)})
                    meeting.setdefault((kinds[0], kinds[-1]), page.number)
    for (left, right), number in meeting.items():
        said = f"{left} lies edge to edge with {right}: a cut half a millimetre off shows the other's colour"
        yield Finding(
            f"page {number}",
            "edges",
            problem=said,
            cure="cut with care, or use a sheet with a gap between cards",
            level="advice",
        )


def _suit_word(card: Card, deck: Deck) -> str:
    return faces.suit_of(card, deck.spec.face(card), find_layout(card.game)).word


def _edge(card: Card, deck: Deck, style: faces.Style, known: dict[str, Colour]) -> Colour:
    """The colour in the middle of a card's left edge."""
    face = deck.spec.face(card)
    if face.suit not in known:
        _, height = faces.size_mm(card.game, style)
        known[face.suit] = drawing_inspection.look(faces.front_of(card, face, None, style)).paint_at(0.3, height / 2)
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

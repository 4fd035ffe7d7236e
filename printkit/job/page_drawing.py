"""Pages of a plan -> leaves to draw: every face in its place, and what lies beside the cards."""

from __future__ import annotations

from dataclasses import replace

from printkit.card_layout import find_layout
from printkit.draw.display_list import Colour, Drawing, Group, Shared, Stroke, rectangle
from printkit.draw.ink_saving import restyled
from printkit.draw.pdf import About, Leaf
from printkit.face import faces
from printkit.job.job_records import Plan
from printkit.sheet import fitting, slug
from printkit.sheet.cut_marks import LINE_MM
from printkit.sheet.imposition import Grid
from printkit.sheet.mixed_size_packing import TICK_MM
from printkit.sheet.page import Page, Piece, Placed, Ready
from printkit.sheet.paper import Sheet
from rules.values.cards import Card, Face

OUTLINE: Colour = (0.45, 0.45, 0.45)
HAIR_MM = 0.15
"""The line a token is cut along."""


def leaf_of(page: Page, laid: Plan) -> Leaf:
    """A page of the plan, ready to be drawn."""
    grid, spec = laid.grid, laid.spec
    label = f"{page.number} {page.side}" if page.side != "both" else str(page.number)
    section = laid.language.say(page.section, laid.deck.game) if page.section else laid.deck.spec.title
    words = label_words(page, laid)
    if page.ready:
        return fitting.finish(
            laid.spec.fit, _ready(page, page.ready, laid, words=words, named=(label, section)), page, spec.backs
        )
    bleed = (grid.bleed_x_mm, grid.bleed_y_mm)
    pieces = (placed.piece if placed.side == "front" else placed.piece.behind for placed in page.placed)
    made = tuple(piece and worded(piece.card, laid) for piece in pieces)
    how = (laid.spec.marks, laid.style, replace(laid.spec.fit, profile=None))
    key = ("page", page, made, grid, laid.sheet, words, find_layout(laid.deck.game), *how)
    drawing = (Shared(f"page {page.part} {page.number}", lambda: _drawn(page, laid, words), key),)
    leaf = Leaf(
        grid.page_width_mm,
        grid.page_height_mm,
        drawing=drawing,
        label=label,
        section=section,
        trim_mm=grid.block(),
        bleed_mm=bleed,
    )
    return fitting.finish(laid.spec.fit, leaf, page, laid.spec.backs)


def _ready(page: Page, ready: Ready, laid: Plan, words: slug.Words, named: tuple[str, str]) -> Leaf:
    """A page of a kit: its parts in their places, what lies beside them, and what is drawn already."""
    size, trim = (ready.width_mm, ready.height_mm), ready.trim_mm
    if ready.empty:
        return Leaf(*size, (), *named, trim)
    sheet = fitting.part_sheet(laid.spec.fit, laid.sheet)
    if size[0] > size[1]:
        sheet = sheet.turned()
    drawn = _parts(page, ready, laid, sheet) if ready.cutouts else ready.drawing
    whole = restyled(drawn, laid.spec.ink)
    if not ready.cutouts or size[1] - trim[3] >= sheet.margins_mm[1] + LINE_MM:  # some sheets of labels have no waste
        whole = (*whole, *slug.header(size, sheet, words))
    if ready.cutouts:
        marked = max(place.bleed.bottom_mm for place in page.places) + TICK_MM
        whole = (*whole, *slug.footer(size, sheet, words, trim[1] - marked))
    return Leaf(*size, whole, *named, trim)


def _parts(page: Page, ready: Ready, laid: Plan, sheet: Sheet) -> Drawing:
    fit, cuts = laid.spec.fit, _marked(page, laid)
    block = Grid(
        ready.width_mm, ready.height_mm, ready.trim_mm[2] - ready.trim_mm[0], ready.trim_mm[3] - ready.trim_mm[1], 1, 1,
        *ready.trim_mm[:2],
    )  # fmt: skip
    lines = [part for part in ready.cutouts if part.outline and cuts and (page.side != "back" or not _both(laid))]
    return (
        *fitting.beside(fit, page, block, sheet, cuts=cuts),
        *(part.on_page(part.drawing) for part in ready.cutouts),
        *(part.on_page((Stroke(part.outline, OUTLINE, HAIR_MM),)) for part in lines if part.outline),
        *fitting.over(fit, page),
        *ready.drawing,
    )


def _both(laid: Plan) -> bool:
    """Whether marks are asked for on both sides: an outline is then drawn on the front alone, where it is cut."""
    return laid.spec.marks == "both"


def _marked(page: Page, laid: Plan) -> bool:
    """Whether marks to cut along are wanted on this side."""
    wanted = laid.spec.marks
    return wanted == "both" or (wanted != "none" and (page.side == "back") == (wanted == "backs"))


def _drawn(page: Page, laid: Plan, words: slug.Words) -> Drawing:
    """Everything on the page."""
    spec, grid, sheet = laid.spec, laid.grid, laid.sheet
    drawing: Drawing = tuple(_set(placed, laid, laid.style) for placed in page.placed)
    drawing = (
        *fitting.beside(spec.fit, page, grid, sheet, cuts=_marked(page, laid)),
        *drawing,
        *fitting.over(spec.fit, page),
    )
    return (*drawing, *slug.furniture(page, grid, sheet, words))


def label_words(page: Page, laid: Plan) -> slug.Words:
    """What the sheet says of itself at its edge."""
    say = laid.language.say
    section = say(page.section, laid.deck.game) if page.section else ""
    print_set = say("set {letter}", letter=laid.spec.print_set) if not page.ready else ""
    what = [laid.deck.spec.title, section, print_set, laid.sheet.title]
    file = {"": "page {n} of {total}", "fronts": "page {n} of {total} of the fronts"}
    where = say(file.get(page.part, "page {n} of {total} of the backs"), n=page.number, total=page.total)
    hint = slug.flip_hint(page, laid.spec.backs, say)
    return slug.Words("  ·  ".join(filter(None, what)), where, hint, say(slug.ADVICE))


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
        face_of_piece(placed.piece, placed.side, laid, style), faces.size_mm(laid.deck.game, style), placed.place
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


def about(laid: Plan, part: str) -> About:
    """What the file of that part ("", "fronts" or "backs") says of itself."""
    spec = laid.spec
    what = "labels" if laid.labels else "cards" if laid.cards and not laid.whole_kit else "print kit"
    title = f"{laid.deck.spec.title}: {what}, set {spec.print_set}" + (f", {part}" if part else "")
    subject = f"{laid.contents} on {laid.sheet.title}, to print at 100 %"
    return About(title, subject, spec.backs.duplex, language=laid.language.code)

"""How cards are fitted to a sheet and a printer: sizes, bleed, guides, cutters, corrections; what is told about it.

``Fit`` is what somebody asks for beyond paper and backs. All of it is geometry; ``job`` brings in the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from printkit.card_layout import resizing
from printkit.draw.display_list import (
    KAPPA,
    Colour,
    Drawing,
    Fill,
    Group,
    Item,
    Path,
    Shared,
    Stroke,
    rectangle,
    rounded,
)
from printkit.draw.pdf import Leaf
from printkit.print_refusal import Aside, option
from printkit.sheet import cut_marks, cutting_machine
from printkit.sheet import imported_slots as own_slots
from printkit.sheet.backs import LONG_EDGE, Backs
from printkit.sheet.card_size import card_size_mm, too_large
from printkit.sheet.imposition import Grid, check_room, make_grid
from printkit.sheet.page import Page, Place
from printkit.sheet.paper import Sheet, SheetError, find_sheet, names
from printkit.sheet.printer_profile import STRAIGHT, Matrix, Profile, multiplied
from rules.text import say

MOST_BLEED_MM, MOST_GAP_MM, MOST_CORNER_MM = 10.0, 50.0, 20.0
SAME_MM = 0.01
SAME_PAPER_MM = 1.0
NARROW_GAP_MM = 2.0
"""Between cards that have no room for a whole bleed each: half of it is each one's."""
SAFE_MM = 2.0
DRAWN_BLEED_MM = 3.0
"""How far faces are drawn past the cut; a wider bleed is filled with their outermost colour."""
CUT_COLOUR: Colour = (0.85, 0.0, 0.45)
SAFE_COLOUR: Colour = (0.0, 0.55, 0.75)
Guides = Literal["crop", "full"]
Registration = Literal[0, 3, 4]


@dataclass(frozen=True, slots=True)
class Fit:
    """What is asked for. None and "" leave it to the sheet and the game's face.

    ``bleed_mm`` gives every card a bleed of its own; ``gap_mm`` parts neighbours. ``corners_mm`` is the radius of
    rounded corners. ``proof`` draws the cut and the safe zone over the cards, to look at, not to play with.
    ``spot`` adds the cuts as a spot colour named CutContour.
    """

    card_size: str = ""
    gap_mm: float | None = None
    bleed_mm: float | None = None
    corners_mm: float = 0.0
    guides: Guides = "crop"
    proof: bool = False
    registration: Registration = 0
    spot: bool = False
    slots: own_slots.Slots | None = None
    profile: Profile | None = None


PLAIN = Fit()


def lay(fit: Fit, sheet: Sheet, natural_mm: tuple[float, float], backs: Backs) -> tuple[Sheet, Grid, tuple[str, ...]]:
    """The sheet as this printer has it, the grid of cards on it, and sentences worth telling.

    Raises SheetError where it cannot be done as asked.
    """
    _check(fit)
    size = card_size_mm(fit.card_size, natural_mm)
    if fit.corners_mm > min(size) / 2:
        most = f"a card of {size[0]:g} × {size[1]:g} mm has no more than {min(size) / 2:g}"
        raise SheetError(say("is rounder than the card; {most}", most=most), option("corners"), f"{fit.corners_mm:g}")
    sheet = _own_sheet(fit, sheet, backs)
    notes = list(_size_notes(fit, size, natural_mm))
    if fit.slots:
        sheet = _imported(sheet, fit.slots.page_mm)
        own = own_slots.make_grid(fit.slots, sheet, size, backs)
        return sheet, own, (*notes, *_slot_notes(own, sheet), *_turned_notes(fit.slots, backs))
    sheet = _clear_of_marks(fit, sheet, size, backs)
    grid = _grid(fit, sheet, size, backs)
    if fit.bleed_mm is None and fit.gap_mm is None and not fit.registration and grid.size > 1:
        bled = _with_own_bleed(sheet, sheet.bleed_mm)
        own_bleed = _try_grid(bled, size, backs)
        if own_bleed and own_bleed.size == grid.size:
            return bled, own_bleed, tuple(notes)
        parted = replace(sheet, gap_mm=max(sheet.gap_mm, NARROW_GAP_MM))
        narrow = _try_grid(parted, size, backs)
        enough = narrow and min(narrow.bleed_x_mm, narrow.bleed_y_mm) >= NARROW_GAP_MM / 2
        if narrow and enough and narrow.size == grid.size:
            notes.append(_narrow_trade(narrow, own_bleed, sheet.bleed_mm))
            return parted, narrow, tuple(notes)
        notes.append(_trade(grid, own_bleed, sheet.bleed_mm))
    return sheet, grid, tuple(notes)


def _imported(sheet: Sheet, page_mm: tuple[float, float]) -> Sheet:
    """The paper of an imported sheet, by the name it is known by, else by its size."""
    sides = sorted(page_mm)
    known = (find_sheet(name) for name in names())
    same = (one for one in known if max(map(abs, _less(sorted((one.width_mm, one.height_mm)), sides))) < SAME_PAPER_MM)
    found = next(same, None)
    size = replace(sheet, width_mm=page_mm[0], height_mm=page_mm[1])
    return replace(size, title=found.title if found else size.size_text, name=found.name if found else "own")


def _less(one: list[float], other: list[float]) -> tuple[float, ...]:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _check(fit: Fit) -> None:
    for name, value, most in (
        ("gap", fit.gap_mm, MOST_GAP_MM),
        ("bleed", fit.bleed_mm, MOST_BLEED_MM),
        ("corners", fit.corners_mm, MOST_CORNER_MM),
    ):
        if value is not None and not 0 <= value <= most:
            raise SheetError(say("makes no sense; give 0 to {most:g} mm", most=most), option(name), f"{value:g}")
    if fit.bleed_mm and fit.gap_mm is not None and fit.gap_mm < 2 * fit.bleed_mm:
        raise SheetError(
            say(
                "leaves no room for two bleeds of {bleed_mm:g} mm; give at least {number:g}, or leave {gap} out",
                bleed_mm=fit.bleed_mm,
                number=2 * fit.bleed_mm,
                gap=option("gap"),
            ),
            option("gap"),
            f"{fit.gap_mm:g}",
        )


def part_sheet(fit: Fit, sheet: Sheet) -> Sheet:
    """The sheet as this printer and this cutter leave it to the parts of a kit, upright."""
    if sheet.width_mm > sheet.height_mm:
        sheet = sheet.turned()
    if fit.profile:
        sheet = replace(sheet, side_margins_mm=fit.profile.side_margins_mm(sheet))
    return replace(sheet, keep_mm=cutting_machine.keeps_mm(fit.bleed_mm or 0.0)[0]) if fit.registration else sheet


def part_bleed_mm(fit: Fit, own_mm: float) -> float:
    """How far a part's colour runs past its cut: as asked, else as it was drawn, and never into a neighbour's."""
    bleed = own_mm if fit.bleed_mm is None else fit.bleed_mm
    if fit.bleed_mm is None and fit.registration:
        bleed = cutting_machine.STRIP_MM / 2
    return bleed if fit.gap_mm is None else min(bleed, fit.gap_mm / 2)


def part_gap_mm(fit: Fit, usual_mm: float, least_mm: float) -> float:
    """How far parts stand apart: as asked, else as usual for them, at least what their bleeds and marks need."""
    if fit.gap_mm is not None:
        return fit.gap_mm
    return max(cutting_machine.STRIP_MM if fit.registration else usual_mm, least_mm)


def _own_sheet(fit: Fit, sheet: Sheet, backs: Backs) -> Sheet:
    if fit.profile:
        sheet = replace(sheet, side_margins_mm=fit.profile.side_margins_mm(sheet))
    if fit.registration:
        if backs.folded:
            raise SheetError(
                say("a sheet to fold is cut after folding; choose other {backs}", backs=option("backs")),
                option("registration"),
            )
        # A cutter leaves a strip between cards: half of it is each one's bleed.
        strip = cutting_machine.STRIP_MM
        sheet = replace(sheet, gap_mm=max(strip, sheet.gap_mm), bleed_mm=strip / 2)
    if fit.bleed_mm is not None:
        sheet = _with_own_bleed(sheet, fit.bleed_mm)
    if fit.gap_mm is not None:
        sheet = replace(sheet, gap_mm=fit.gap_mm)
    return sheet


def _clear_of_marks(fit: Fit, sheet: Sheet, size: tuple[float, float], backs: Backs) -> Sheet:
    """The sheet with room for a cutter's marks in its corners: cards stay inside their lines, and beside the corners
    on one axis; on which, so that most cards fit."""
    if not fit.registration:
        return sheet
    ways = [replace(sheet, keep_mm=keep) for keep in cutting_machine.keeps_mm(fit.bleed_mm or 0.0)]
    grids = [_try_grid(way, size, backs) for way in ways]
    return max(zip(ways, grids, strict=True), key=lambda pair: pair[1].size if pair[1] else 0)[0]


def _with_own_bleed(sheet: Sheet, bleed_mm: float) -> Sheet:
    return replace(sheet, bleed_mm=bleed_mm, gap_mm=max(sheet.gap_mm, 2 * bleed_mm), own_bleed=True)


def _grid(fit: Fit, sheet: Sheet, size: tuple[float, float], backs: Backs) -> Grid:
    """As many cards as the sheet holds; of a size that was asked for, what would fit is told where none does."""
    grid = _try_grid(sheet, size, backs)
    if grid is None and fit.card_size:
        check_room(sheet)
        raise too_large(fit.card_size, size, sheet, backs)
    return grid or make_grid(sheet, size, backs)


def _try_grid(sheet: Sheet, size: tuple[float, float], backs: Backs) -> Grid | None:
    try:
        return make_grid(sheet, size, backs)
    except SheetError:
        return None


def _narrow_trade(grid: Grid, own: Grid | None, bleed_mm: float) -> str:
    """What cards a narrow gap apart have, and what more would cost."""
    text = f"{grid.size} cards a sheet have {grid.gap_mm / 2:g} mm of bleed between them"
    if own is None:
        return f"{text}."
    aside = Aside(f" ({option('bleed')} {bleed_mm:g})")
    more = "{text}; with {bleed_mm:g} mm round each it is {size} a sheet{aside}."
    return say(more, text=text, bleed_mm=bleed_mm, size=own.size, aside=aside)


def _trade(grid: Grid, own: Grid | None, bleed_mm: float) -> str:
    """What butted cards save and cost."""
    together = f"{grid.size} cards a sheet lie edge to edge, so a slip of the knife shows the neighbour's colour"
    if own is None:
        return f"{together}; the paper has no room for {bleed_mm:g} mm of bleed round each."
    aside = Aside(f" ({option('bleed')} {bleed_mm:g})")
    text = "{together}; with {bleed_mm:g} mm of bleed round each it is {size} a sheet{aside}."
    return say(text, together=together, bleed_mm=bleed_mm, size=own.size, aside=aside)


def _size_notes(fit: Fit, size: tuple[float, float], natural: tuple[float, float]) -> Iterator[str]:
    share = min(size[0] / natural[0], size[1] / natural[1])
    if size != natural and resizing.can_be(size):
        yield f"The faces are laid out anew for {size[0]:g} × {size[1]:g} mm; the codes keep their size."
    elif abs(share - 1) > SAME_MM:
        yield (
            f"The faces are made for {natural[0]:g} × {natural[1]:g} mm and printed at {share:.0%} for "
            f"{size[0]:g} × {size[1]:g} mm" + ("; try whether a phone reads the small codes." if share < 0.9 else ".")
        )
    if fit.spot:
        yield "The cuts are a spot colour (CutContour): screens and printers show it, cutters' programs do not."
    if fit.profile and fit.profile.face("back", LONG_EDGE) == fit.profile.front:
        yield f"The profile {fit.profile.name} moves nothing between the faces; `tablewright calibrate` measures them."


def _turned_notes(slots: own_slots.Slots, backs: Backs) -> Iterator[str]:
    if not backs.folded and own_slots.turned_pairs(slots):
        text = (
            "Its turned places are for the backs of the others: choose {backs} fold, and fold the sheet between them."
        )
        yield say(text, backs=option("backs"))


def _slot_notes(grid: Grid, sheet: Sheet) -> Iterator[str]:
    left, bottom, right, top = grid.block()
    margin_x, margin_y = sheet.margins_mm
    over_x = min(left, grid.page_width_mm - right) < margin_x - SAME_MM
    if over_x or min(bottom, grid.page_height_mm - top) < margin_y - SAME_MM:
        yield "These places reach into the edge most printers leave white; a profile with your printer's margins tells."


def fitted(face: Drawing, natural_mm: tuple[float, float], place: Place) -> Drawing:
    """A face made for one size, set in a place of another: enlarged as far as it fits, in the middle, its outermost
    colour filling what is left."""
    width, height = place.face_mm
    share = min(width / natural_mm[0], height / natural_mm[1])
    x, y = (width - share * natural_mm[0]) / 2, (height - share * natural_mm[1]) / 2
    out = place.bleed
    far = max(out.left_mm, out.right_mm, out.bottom_mm, out.top_mm)
    if abs(share - 1) < 1e-9 and max(x, y) < 1e-9 and far <= DRAWN_BLEED_MM:
        return face
    ground = rectangle(-far, -far, width + 2 * far, height + 2 * far)
    return (Fill(ground, outermost(face)), Group(face, x, y, scale=share))


def outermost(drawing: Drawing) -> Colour:
    """The colour a drawing begins with: faces and backs lay their ground first."""
    for item in drawing:
        if isinstance(item, Fill):
            return item.colour
        if isinstance(item, Group | Shared):
            return outermost(item.items)
    return (1.0, 1.0, 1.0)


def beside(fit: Fit, page: Page, grid: Grid, sheet: Sheet, *, cuts: bool) -> Drawing:
    """What lies in the waste: crop marks or guides where ``cuts``, or a cutter's marks; arcs at rounded corners."""
    if fit.registration and not (page.ready and page.ready.by_hand):
        return cutting_machine.registration((grid.page_width_mm, grid.page_height_mm), fit.registration, page.side)
    if not cuts:
        return ()
    if fit.guides == "full":
        return cut_marks.full_guides(page, grid, sheet)
    return cut_marks.corner_marks(page, sheet) if page.ready else cut_marks.crop_marks(page, grid, sheet)


def over(fit: Fit, page: Page) -> Drawing:
    """What is drawn over the cards: arcs to round the corners by, outside them; on a proof the cut and safe zone."""
    items: list[Item] = []
    for box in page.straight:
        if fit.corners_mm:
            items += [Stroke(arc, (0.6, 0.6, 0.6), 0.1) for arc in _corner_arcs(box, fit.corners_mm)]
        if fit.proof:
            cut = rounded(box.x_mm, box.y_mm, box.width_mm, height_mm=box.height_mm, radius_mm=fit.corners_mm or 0.01)
            safe = SAFE_MM
            inner = rounded(
                box.x_mm + safe,
                box.y_mm + safe,
                box.width_mm - 2 * safe,
                height_mm=box.height_mm - 2 * safe,
                radius_mm=1.0,
            )
            items += [Stroke(cut, CUT_COLOUR, 0.2), Stroke(inner, SAFE_COLOUR, 0.2, (1.2, 0.8))]
    if page.ready and fit.proof:
        for part in page.ready.cutouts:
            if part.outline:
                items.append(part.on_page((Stroke(part.outline, CUT_COLOUR, 0.2),)))
    return tuple(items)


def _corner_arcs(box: Place, radius: float) -> Iterator[Path]:
    """A quarter circle in each corner, on the side that is cut away."""
    r = min(radius, box.width_mm / 2, box.height_mm / 2) + 0.06
    k = r * (1 - KAPPA)
    for x, y, dx, dy in (
        (box.x_mm, box.y_mm, 1, 1),
        (box.x_mm + box.width_mm, box.y_mm, -1, 1),
        (box.x_mm, box.y_mm + box.height_mm, 1, -1),
        (box.x_mm + box.width_mm, box.y_mm + box.height_mm, -1, -1),
    ):
        x, y = x - 0.06 * dx, y - 0.06 * dy
        yield Path((("m", x, y + dy * r), ("c", x, y + dy * k, x + dx * k, y, x + dx * r, y)))


def finish(fit: Fit, leaf: Leaf, page: Page, backs: Backs) -> Leaf:
    """The page as this printer must be told to print it, with the cuts where they are asked for.

    With a profile every page stands upright as the paper does, so that the correction means the same on each.
    """
    cuts = cutting_machine.outlines(page, fit.corners_mm) if fit.spot and page.side != "back" else ()
    matrix: Matrix = STRAIGHT
    width, height = leaf.width_mm, leaf.height_mm
    if fit.profile:
        if width > height:
            matrix = (0.0, 1.0, -1.0, 0.0, height, 0.0)
            width, height = height, width
        matrix = multiplied(matrix, fit.profile.page_matrix(page.side, backs, (width, height)))
    return replace(leaf, width_mm=width, height_mm=height, matrix=matrix, cuts=cuts)

"""For cutting machines: the marks they look for, and the outlines they cut, as SVG, DXF and spot-colour paths."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence

from printkit.draw.display_list import Drawing, Fill, Item, Op, Path, polygon, rectangle, rounded
from printkit.draw.ink_saving import rings
from printkit.sheet.page import Cutout, Page, Place

INSET_MM, ARM_MM, THICK_MM, SQUARE_MM = 10.0, 5.0, 1.0, 5.0
"""From the paper's edge to the marks, how long their arms are, how thick, and the square at the top left."""
CLEAR_MM, HAIR_MM = 1.0, 0.1
STRIP_MM = 1.25
"""Between neighbours: what silhouette-card-maker's cutting templates leave, so that sheets of the two are alike."""
PIECES = 24
"""Straight lines a curve is cut in: a quarter of a 40 mm circle is then nowhere 0.02 mm off."""
BLACK = (0.0, 0.0, 0.0)
_BULGE = math.tan(math.radians(90 / 4))


def keeps_mm(bleed_mm: float) -> tuple[tuple[float, float], ...]:
    """How far cuts may stay from the paper's edges, at the sides and above and below, so that their bleed stays clear
    of the marks: from their arms on both axes, or on one, and inside the marks' outer lines on the other."""
    clear = max(CLEAR_MM, bleed_mm + HAIR_MM)
    far, near = INSET_MM + ARM_MM + clear, INSET_MM + clear
    return (far, far), (near, far), (far, near)


def registration(page_mm: tuple[float, float], marks: int, side: str = "front") -> Drawing:
    """Silhouette's registration marks: a square and two angles (3), or four angles (4, for the Cameo 5 Alpha).

    Every mark's outer corner lies INSET_MM from both edges of the paper, as Silhouette Studio counts. The machine cuts
    from the front, so backs have none.
    """
    return tuple(_marks(page_mm, marks)) if marks and side != "back" else ()


def _marks(page_mm: tuple[float, float], marks: int) -> Iterator[Item]:
    width, height = page_mm
    left, bottom, right, top = INSET_MM, INSET_MM, width - INSET_MM, height - INSET_MM
    if marks == 3:
        yield Fill(rectangle(left, top - SQUARE_MM, SQUARE_MM, SQUARE_MM), BLACK)
    corners = [(right, top, -1, -1), (left, bottom, 1, 1)]
    if marks == 4:
        corners += [(left, top, 1, -1), (right, bottom, -1, 1)]
    for x, y, dx, dy in corners:
        yield Fill(_angle(x, y, dx, dy), BLACK)


def _angle(x: float, y: float, dx: int, dy: int) -> Path:
    """An L whose outer corner is (x, y) and whose arms run towards (dx, dy)."""
    ways = ((0, 0), (ARM_MM, 0), (ARM_MM, THICK_MM), (THICK_MM, THICK_MM), (THICK_MM, ARM_MM), (0, ARM_MM))
    return polygon((x + dx * u, y + dy * v) for u, v in ways)


def outlines(page: Page, radius_mm: float) -> tuple[Path, ...]:
    """The cuts round every card or part of a page, in mm from its lower left corner.

    Straight edges have corners rounded by ``radius_mm``; a token is cut along its own outline. A page whose pieces are
    glued together before they are cut has none.
    """
    if page.ready:
        if page.ready.by_hand:
            return ()
        return tuple(_part(part, radius_mm) for part in page.ready.cutouts if part.side == "front")
    return tuple(_outline(placed.place, radius_mm) for placed in page.placed if placed.side == "front")


def _part(part: Cutout, radius_mm: float) -> Path:
    return _outline(part.place, radius_mm) if part.outline is None else _moved(part.outline, part.place)


def _moved(path: Path, place: Place) -> Path:
    """A path of a part where the part stands on the page."""
    ops: list[Op] = []
    for op in path.ops:
        points = zip(op[1::2], op[2::2], strict=True)
        numbers = (n for u, v in points for n in place.on_page(float(u), float(v)))
        ops.append((op[0], *numbers))  # type: ignore[arg-type]  # the same operator with as many numbers
    return Path(tuple(ops))


def _outline(place: Place, radius_mm: float) -> Path:
    box = place.x_mm, place.y_mm, place.width_mm, place.height_mm
    return rounded(*box, radius_mm) if radius_mm else rectangle(*box)


def files(
    pages: Iterable[Page], page_mm: tuple[float, float], radius_mm: float, kinds: Sequence[str]
) -> Iterator[tuple[int, str, bytes]]:
    """The outlines of every different arrangement as (page, "svg" or "dxf", file); the first one's page is told as 0.

    ``page_mm`` is the size of a page of cards; pages of parts know their own.
    """
    known: set[tuple[Path, ...]] = set()
    for page in pages:
        cuts = outlines(page, radius_mm) if page.side != "back" else ()
        if not cuts or cuts in known:
            continue
        number = page.number if known else 0
        known.add(cuts)
        size = (page.ready.width_mm, page.ready.height_mm) if page.ready else page_mm
        if "svg" in kinds:
            yield number, "svg", svg(page, size, radius_mm)
        if "dxf" in kinds:
            yield number, "dxf", dxf(page, radius_mm)


def svg(page: Page, page_mm: tuple[float, float], radius_mm: float) -> bytes:
    """The cuts as SVG, one path a card, one unit a millimetre."""
    width, height = page_mm
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">',
        f'<g id="cut" transform="matrix(1 0 0 -1 0 {height:g})" fill="none" stroke="#ff0000" stroke-width="0.1">',
        *(f'<path d="{_data(path)}"/>' for path in outlines(page, radius_mm)),
        "</g>",
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _data(path: Path) -> str:
    """Path data in plain absolute places, which every cutter's program reads."""
    letters = {"m": "M", "l": "L", "c": "C", "h": "Z"}
    return " ".join(letters[op[0]] + " ".join(f"{value:.4f}" for value in op[1:]) for op in path.ops)


def dxf(page: Page, radius_mm: float) -> bytes:
    """The cuts as DXF (R2000, in mm) on the layer CUT: one closed polyline a card, its corners as arcs; the curves of a
    token as short straight lines."""
    # Equal sheets give equal files: no time of day, no random ids.
    import ezdxf  # a quarter of a second to import: only whoever cuts pays for it
    from ezdxf import units as dxf_units

    ezdxf.options.write_fixed_meta_data_for_testing = True  # type: ignore[attr-defined]  # ezdxf re-exports it untyped
    drawing = ezdxf.new("R2000", units=dxf_units.MM)  # type: ignore[attr-defined]  # ezdxf re-exports it untyped
    drawing.layers.add("CUT", color=1)
    space = drawing.modelspace()
    for line in _polylines(page, radius_mm):
        space.add_lwpolyline(line, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    text = io.StringIO()
    drawing.write(text)
    return text.getvalue().encode()


def _polylines(page: Page, radius_mm: float) -> Iterator[list[tuple[float, float, float]]]:
    if page.ready:
        for path in outlines(page, radius_mm):
            for ring in rings(path, PIECES):
                yield [(x, y, 0.0) for x, y in ring]
        return
    for placed in page.placed:
        if placed.side == "front":
            yield _polyline(placed.place, radius_mm)


def _polyline(place: Place, radius_mm: float) -> list[tuple[float, float, float]]:
    """Corners counter-clockwise; a bulge rounds the stretch that follows its point."""
    left, bottom = place.x_mm, place.y_mm
    right, top = left + place.width_mm, bottom + place.height_mm
    r = min(radius_mm, place.width_mm / 2, place.height_mm / 2)
    if not r:
        return [(left, bottom, 0.0), (right, bottom, 0.0), (right, top, 0.0), (left, top, 0.0)]
    return [
        (left + r, bottom, 0.0), (right - r, bottom, _BULGE), (right, bottom + r, 0.0), (right, top - r, _BULGE),
        (right - r, top, 0.0), (left + r, top, _BULGE), (left, top - r, 0.0), (left, bottom + r, _BULGE),
    ]  # fmt: skip

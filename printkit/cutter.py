"""For cutting machines: the marks they look for, and the outlines they cut, as SVG, DXF and spot-colour paths."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator

import ezdxf
from ezdxf import units as dxf_units

from printkit.ink import Drawing, Fill, Item, Path, polygon, rectangle, rounded
from printkit.page import Page
from printkit.place import Place

INSET_MM, ARM_MM, THICK_MM, SQUARE_MM = 10.0, 5.0, 1.0, 5.0
"""From the paper's edge to the marks, how long their arms are, how thick, and the square at the top left."""
CLEAR_MM = 1.0
STRIP_MM = 1.25
"""Between neighbours: what silhouette-card-maker's cutting templates leave, so that sheets of the two are alike."""
KEEP_MM = INSET_MM + ARM_MM + CLEAR_MM
"""How far cards and their bleed stay from the paper's edges beside marks."""
BLACK = (0.0, 0.0, 0.0)
_BULGE = math.tan(math.radians(90 / 4))


def registration(page_mm: tuple[float, float], marks: int) -> Drawing:
    """Silhouette's registration marks: a square and two angles (3), or four angles (4, for the Cameo 5 Alpha).

    Every mark's outer corner lies INSET_MM from both edges of the paper, as Silhouette Studio counts.
    """
    return tuple(_marks(page_mm, marks)) if marks else ()


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
    """The cuts round every card of a page, in mm from its lower left corner."""
    return tuple(_outline(place, radius_mm) for place in _fronts(page))


def _fronts(page: Page) -> Iterator[Place]:
    return (placed.place for placed in page.placed if placed.side == "front")


def _outline(place: Place, radius_mm: float) -> Path:
    box = place.x_mm, place.y_mm, place.width_mm, place.height_mm
    return rounded(*box, radius_mm) if radius_mm else rectangle(*box)


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
    """The cuts as DXF (R2000, in mm): one closed polyline a card on the layer CUT, corners as arcs."""
    # Equal sheets give equal files: no time of day, no random ids.
    ezdxf.options.write_fixed_meta_data_for_testing = True  # type: ignore[attr-defined]  # ezdxf re-exports it untyped
    drawing = ezdxf.new("R2000", units=dxf_units.MM)  # type: ignore[attr-defined]  # ezdxf re-exports it untyped
    drawing.layers.add("CUT", color=1)
    space = drawing.modelspace()
    for place in _fronts(page):
        space.add_lwpolyline(_polyline(place, radius_mm), format="xyb", close=True, dxfattribs={"layer": "CUT"})
    text = io.StringIO()
    drawing.write(text)
    return text.getvalue().encode()


def _polyline(place: Place, radius_mm: float) -> Iterable[tuple[float, float, float]]:
    """Corners counter-clockwise; a bulge rounds the stretch that follows its point."""
    left, bottom = place.x_mm, place.y_mm
    right, top, r = left + place.width_mm, bottom + place.height_mm, radius_mm
    if not r:
        return [(left, bottom, 0.0), (right, bottom, 0.0), (right, top, 0.0), (left, top, 0.0)]
    return [
        (left + r, bottom, 0.0), (right - r, bottom, _BULGE), (right, bottom + r, 0.0), (right, top - r, _BULGE),
        (right - r, top, 0.0), (left + r, top, _BULGE), (left, top - r, 0.0), (left, bottom + r, _BULGE),
    ]  # fmt: skip

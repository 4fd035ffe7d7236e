"""The two-sided calibration sheet, and a profile from what people read off it held against the light.

Front and back carry the same fiducials in the same places, and combs whose lines stand 3.2 mm apart on the front and
3.3 mm on the back: through the paper one line runs straight on, and its number is how far the back is off, in tenths
of a millimetre. ``vision.printer.calibration`` measures the same sheet in photos. Geometry: ``templates/calibration``.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import templates
from printkit.draw.display_list import (
    Colour,
    Drawing,
    Fill,
    Group,
    Item,
    Path,
    Stroke,
    Text,
    circle,
    mix,
    polygon,
    rectangle,
    rounded,
)
from printkit.draw.pdf import About, Leaf, write_pdf
from printkit.print_refusal import option
from printkit.sheet.backs import LONG_EDGE
from printkit.sheet.paper import Sheet, SheetError
from printkit.sheet.printer_profile import STRAIGHT, Face, Profile
from rules.text import say

BLACK: Colour = (0.0, 0.0, 0.0)
INK: Colour = (0.12, 0.11, 0.1)
SOFT: Colour = (0.45, 0.43, 0.4)
BRASS: Colour = (0.62, 0.47, 0.2)
WORDS = {
    "front": (
        "Front",
        (
            ("1", "Print this sheet on both sides, flipped on the long edge, at 100 %, from the tray you will use."),
            ("2", "Photograph each side: lay it on something dark, the whole sheet in view, from straight above."),
            ("3", "Give both photos to the companion’s page Printers, or to `tablewright calibrate photo`."),
        ),
    ),
    "back": (
        "Back",
        (
            ("•", "Without a phone: hold the sheet against a window, its front towards you, this side behind it."),
            ("•", "On each of the four scales one line runs straight through to its partner: read the number there."),
            ("•", "tablewright calibrate read --top N --bottom N --left N --right N"),
        ),
    ),
}
Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read through the paper, in mm: at ``top`` and ``bottom`` how far the back lies to the right of the
    front, at ``left`` and ``right`` how far above it, as seen from the front."""

    top: float
    bottom: float
    left: float
    right: float


@cache
def geometry() -> dict[str, Any]:
    """The sheet's geometry, as in templates/calibration/sheet.toml."""
    return tomllib.loads(templates.text("calibration", "sheet.toml"))


def sheet_pdf(sheet: Sheet, profile: Profile | None = None) -> bytes:
    """The calibration sheet for a paper, two pages; with a profile as it corrects them, to see whether it is right.

    Raises SheetError for a paper it does not fit on.
    """
    width, height = sorted((sheet.width_mm, sheet.height_mm))
    least = geometry()["paper_least_mm"]
    if width < least[0] or height < least[1]:
        raise SheetError(
            say(
                "the calibration sheet needs {least:g} × {least2:g} mm and the paper is {size_text}; "
                "measure the printer with A4 or Letter",
                least=least[0],
                least2=least[1],
                size_text=sheet.size_text,
            ),
            option("paper"),
            sheet.name,
        )
    trim = (0.0, 0.0, width, height)
    sides: tuple[Side, Side] = ("front", "back")
    pages = [
        Leaf(
            width,
            height,
            drawing=(Group(face(side), width / 2, height / 2),),
            label=side,
            section="Calibration",
            trim_mm=trim,
            matrix=profile.page_matrix(side, LONG_EDGE, (width, height)) if profile else STRAIGHT,
        )
        for side in sides
    ]
    title = f"Tablewright: printer calibration, {sheet.title}"
    return write_pdf(pages, About(title, "Both sides, flipped on the long edge, at 100 %", "DuplexFlipLongEdge"))


def face(side: Side) -> Drawing:
    """One face, from the middle of the paper."""
    data = geometry()
    items: list[Item] = []
    first = 0 if side == "front" else len(data["fiducials"]["centres"])
    for number, (x, y) in enumerate(data["fiducials"]["centres"]):
        items += _fiducial(data["fiducials"], first + number, x, y)
    for name, (x, y) in data["combs"]["middles"].items():
        items.append(Group(tuple(_comb(data["combs"], name, side)), x, y, 90 if name in ("left", "right") else 0))
    items += _card_place(data["card"])
    items += _heading(side)
    items += _ruler(data["rulers"]["level"], 0)
    items += _ruler(data["rulers"]["upright"], 90)
    return tuple(items)


def _fiducial(data: dict[str, Any], number: int, x: float, y: float) -> Iterator[Item]:
    """An ArUco marker: a black square of 6 by 6 cells, the inner 4 by 4 of them its bits."""
    side = data["side_mm"]
    cell = side / 6
    left, top = x - side / 2, y + side / 2
    yield Fill(rectangle(left, top - side, side, side), BLACK)
    for row, bits in enumerate(data["bits"][number].split()):
        for column, bit in enumerate(bits):
            if bit == "1":
                corner = left + (column + 1) * cell, top - (row + 2) * cell
                yield Fill(rectangle(*corner, cell, cell), (1.0, 1.0, 1.0))


def _comb(data: dict[str, Any], name: str, side: Side) -> Iterator[Item]:
    """One scale along x, its middle at the origin. Front lines stand up, back lines hang down; through the paper the
    partners meet on the same line.

    Seen from the front, x of a level back scale runs the other way, and y of an upright one (which is turned by a
    quarter, so that its own x is the paper's y) the same way.
    """
    half, pitch, step = data["lines"] // 2, data["pitch_mm"], data["step_mm"]
    tall = data["length_mm"]
    # An upright scale's own y points to the left of the paper; behind, to the right: its partner then stands up too.
    level = name in ("top", "bottom")
    up = 1.0 if side == "front" else (-1.0 if level else 1.0)
    for n in range(-half, half + 1):
        x = n * (pitch if side == "front" else pitch + step)
        x = -x if side == "back" and level else x
        length = tall * (1.0 if n % 5 == 0 else 0.72)
        yield Stroke(polygon(((x, 0.0), (x, up * length)), close=False), INK, 0.18)
        if side == "front" and n % 5 == 0:
            value = -n * step
            label = "0" if n == 0 else f"{value:+.1f}".replace("-", "−")
            yield Text(
                x,
                up * tall + 1.0,
                text=label,
                font="text-bold" if n == 0 else "text",
                size_pt=6.5,
                colour=INK,
                anchor="middle",
            )
    if side == "front":
        yield Stroke(polygon(((-half * pitch - 2, 0.0), (half * pitch + 2, 0.0)), close=False), BRASS, 0.12)


def _card_place(data: dict[str, Any]) -> Iterator[Item]:
    """The frame a bank card may be laid in."""
    (x, y), (width, height) = data["middle"], data["box_mm"]
    frame = rounded(x - width / 2, y - height / 2, width, height_mm=height, radius_mm=5.0)
    yield Stroke(frame, mix(BRASS, (1.0, 1.0, 1.0), 0.35), 0.2, (1.5, 1.5))
    yield Text(
        x,
        y + 4.0,
        text="Does your printer scale? Lay a bank card here before",
        font="text",
        size_pt=9.0,
        colour=SOFT,
        anchor="middle",
    )
    yield Text(
        x,
        y - 0.5,
        text="you take the photo: it is 85.60 mm wide, everywhere.",
        font="text",
        size_pt=9.0,
        colour=SOFT,
        anchor="middle",
    )
    yield Text(
        x,
        y - 5.6,
        text="Paper is no measure, a card is. Without one, size is left alone.",
        font="text",
        size_pt=7.0,
        colour=SOFT,
        anchor="middle",
    )


def _heading(side: Side) -> Iterator[Item]:
    word, lines = WORDS[side]
    yield Text(0.0, 76.0, text=word, font="title", size_pt=30.0, colour=INK, anchor="middle")
    yield Text(
        0.0,
        69.5,
        text="TABLEWRIGHT  ·  PRINTER CALIBRATION",
        font="text-bold",
        size_pt=7.5,
        colour=BRASS,
        anchor="middle",
    )
    yield Text(0.0, 64.5, text="This edge up", font="text", size_pt=7.0, colour=SOFT, anchor="middle")
    yield Fill(polygon(((-2.0, 86.2), (2.0, 86.2), (0.0, 89.0))), BRASS)
    y = -46.0
    for mark, line in lines:
        if mark.isdigit():
            yield Stroke(circle(-55.5, y + 1.15, 2.6), BRASS, 0.25)
        yield Text(-55.5, y, text=mark, font="text-bold", size_pt=9.0, colour=BRASS, anchor="middle")
        code = line.startswith("tablewright")
        yield Text(
            -51.0,
            y,
            text=line.replace("`", ""),
            font="code" if code else "text",
            size_pt=7.6 if code else 8.0,
            colour=INK,
        )
        y -= 8.0


def _ruler(data: dict[str, Any], angle: int) -> Iterator[Item]:
    """A line with a tick a millimetre, to hold a ruler against."""
    (x, y), length = data["start"], round(data["length_mm"])
    ops: list[Any] = [("m", 0.0, 0.0), ("l", float(length), 0.0)]
    for n in range(length + 1):
        ops += [("m", float(n), 0.0), ("l", float(n), 2.2 if n % 10 == 0 else 1.6 if n % 5 == 0 else 1.0)]
    line: Item = Stroke(Path(tuple(ops)), INK, 0.1)
    label = Text(length / 2, -2.6, text=f"{length} mm", font="text-bold", size_pt=7.0, colour=INK, anchor="middle")
    yield Group((line, label), x, y, angle)


def from_reading(reading: Reading) -> tuple[Face, Face]:
    """What the printer does with front and back, where only their difference was read: all of it is the back's.

    Raises ValueError where the four numbers cannot be of one sheet.
    """
    middles = geometry()["combs"]["middles"]
    apart_y = middles["top"][1] - middles["bottom"][1]
    apart_x = middles["right"][0] - middles["left"][0]
    # A turned back shows up along both ways: the middle of the two, and a slip of the reading where they differ.
    by_x, by_y = (reading.bottom - reading.top) / apart_y, (reading.right - reading.left) / apart_x
    if abs(by_x - by_y) > math.radians(0.5):
        raise ValueError("the four readings do not fit one sheet; read them again, with the front towards you")
    turn = (by_x * apart_y**2 + by_y * apart_x**2) / (apart_y**2 + apart_x**2)
    right, up = (reading.top + reading.bottom) / 2, (reading.left + reading.right) / 2
    return Face(), Face(round(-right, 4), round(up, 4), round(-math.degrees(turn), 4))

"""A sheet of paper as data: its size, what the printer cannot reach, how cards are set on it.

One file a sheet in ``templates/sheets``; ``names()`` finds them. A size such as ``210x297`` is a sheet too.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

import templates
from printkit.print_refusal import PrintError, option
from printkit.units import read_size_mm
from rules.text import say

LARGEST_MM = 1500.0
"""Past this a printer is a plotter, and a typing slip is likelier."""

SHORTEST_MARK_MM = 1.5
"""Where the paper is tight the bleed gives way, until crop marks have this much."""
LEAST_MARK_MM = 0.6
"""What marks keep beside a bleed that was asked for."""
NOT_IN_FILES = ("name", "side_margins_mm", "keep_mm", "own_bleed")

LETTER_COUNTRIES = frozenset(
    ("US", "CA", "MX", "PH", "CL", "CO", "CR", "GT", "NI", "PA", "PR", "SV", "VE", "United States", "Canada", "Mexico")
)
"""Where Letter is the usual paper (CLDR, measurement data); names as Windows gives them too."""


class SheetError(PrintError):
    """A sheet cannot be used. The text is one line: the file or option, the place and the cure."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet, upright or lying as given. ``margin_mm`` is the edge the printer leaves white on all four sides.

    ``side_margins_mm`` (left and right, top and bottom) stands in for it where a printer profile knows better.
    Cards keep ``keep_mm`` from the paper's edges (left and right, top and bottom), beyond the margins, where a cutter's
    marks need the room.
    ``own_bleed``: every card has its whole bleed, and the outermost ones keep room for it.
    """

    name: str
    title: str
    width_mm: float
    height_mm: float
    margin_mm: float = 5.0
    gap_mm: float = 0.0
    bleed_mm: float = 2.0
    mark_length_mm: float = 3.0
    mark_width_mm: float = 0.2
    side_margins_mm: tuple[float, float] | None = None
    keep_mm: tuple[float, float] = (0.0, 0.0)
    own_bleed: bool = False

    @property
    def margins_mm(self) -> tuple[float, float]:
        """What stays white at left and right, and at top and bottom."""
        return self.side_margins_mm or (self.margin_mm, self.margin_mm)

    @property
    def card_margins_mm(self) -> tuple[float, float]:
        """How far from the paper's edges the outermost cuts stay."""
        more = self.bleed_mm + LEAST_MARK_MM if self.own_bleed else 0.0
        x, y = self.margins_mm
        return max(x + more, self.keep_mm[0]), max(y + more, self.keep_mm[1])

    def turned(self) -> Sheet:
        """The same sheet lying the other way."""
        sides = self.side_margins_mm and (self.side_margins_mm[1], self.side_margins_mm[0])
        keep = self.keep_mm[1], self.keep_mm[0]
        return replace(self, width_mm=self.height_mm, height_mm=self.width_mm, side_margins_mm=sides, keep_mm=keep)

    @property
    def size_text(self) -> str:
        """The size as people write it: ``210 × 297 mm``."""
        return f"{self.width_mm:g} × {self.height_mm:g} mm"


def names() -> tuple[str, ...]:
    """The papers that come along, alphabetically."""
    return tuple(name.removesuffix(".toml") for name in templates.names("sheets") if name.endswith(".toml"))


def find_sheet(paper: str) -> Sheet:
    """The sheet a paper's name (``a4``) or size (``210x297``, ``8.5x11in``) means.

    Raises SheetError naming the nearest paper where there is no such one.
    """
    wanted = paper.strip().lower()
    if wanted in names():
        return read_sheet(templates.text("sheets", f"{wanted}.toml"), wanted)
    size = read_size_mm(wanted)
    if size is None:
        close = difflib.get_close_matches(wanted, names(), n=1, cutoff=0.4)
        hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(names())}"
        raise SheetError(
            say('"{paper}" is not a paper; {hint} (or give its size in mm, as 210x297)', paper=paper, hint=hint),
            option("paper"),
        )
    width, height = size
    if not 0 < width <= LARGEST_MM or not 0 < height <= LARGEST_MM:
        raise SheetError(
            say(
                "{paper} is no sheet; give width x height in mm, each up to {largest_mm:g}",
                paper=paper,
                largest_mm=LARGEST_MM,
            ),
            option("paper"),
        )
    return Sheet(f"{width:g}x{height:g}", f"{width:g} × {height:g} mm", width, height)


def usual_paper(locale_name: str) -> str:
    """``letter`` or ``a4``, whichever lies in printers where a locale (``en_US.UTF-8``) is at home."""
    territory = locale_name.partition(".")[0].replace("-", "_").rpartition("_")[2]
    return "letter" if territory in LETTER_COUNTRIES else "a4"


def read_sheet(text: str, name: str) -> Sheet:
    """Read one sheet file. Raises SheetError naming the file, the key and what was expected."""
    file = f"templates/sheets/{name}.toml"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SheetError(f"{file}: cannot be read as TOML: {error}") from None
    marks = data.pop("marks", {})
    if not isinstance(marks, Mapping):
        raise SheetError(f"{file}, marks: expected a table with length_mm and width_mm")
    flat = data | {f"mark_{key}": value for key, value in marks.items()}
    known = tuple(field.name for field in fields(Sheet) if field.name not in NOT_IN_FILES)
    title = flat.pop("title", name)
    lengths = {key: _length(file, key, value, known) for key, value in flat.items()}
    for key in ("width_mm", "height_mm"):
        if not 0 < lengths.get(key, 0.0) <= LARGEST_MM:
            raise SheetError(f"{file}, {key}: expected the paper's size in mm, up to {LARGEST_MM:g}")
    return Sheet(name, str(title), **lengths)  # type: ignore[arg-type]  # what is not a length is not in files


def _length(file: str, key: str, value: object, known: tuple[str, ...]) -> float:
    if key not in known:
        close = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
        raise SheetError(f"{file}, {key}: is not known; {f'did you mean {close[0]}?' if close else 'leave it out'}")
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LARGEST_MM:
        raise SheetError(f"{file}, {key}: expected a length in mm from 0 to {LARGEST_MM:g}")
    return float(value)

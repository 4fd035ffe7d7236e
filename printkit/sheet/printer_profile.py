"""What one printer does with one paper from one tray: a TOML file a printer, measured once, used for every sheet.

A profile says what the printer does wrong, as measured on its prints; ``correction`` is the opposite, one affine map a
page. All is told as seen on the face itself, held upright (the long edge standing): x to the right, y up, angles
counter-clockwise, about the middle of the paper.
"""

from __future__ import annotations

import difflib
import json
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal

from printkit.print_refusal import Aside, PrintError, option
from printkit.safe_files import is_folder, is_there, named_file, read_up_to
from printkit.sheet.backs import Backs
from printkit.sheet.paper import Sheet, SheetError, find_sheet
from rules.text import say

MOST_OFFSET_MM, MOST_ANGLE_DEG, MOST_SCALE = 20.0, 5.0, 0.1
MOST_MARGIN_MM = 60.0
MOST_PRICE = 10_000.0
LARGEST_FILE = 64_000
Matrix = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f, as in a PDF's ``cm``, in mm."""
STRAIGHT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class ProfileError(PrintError):
    """A profile cannot be used. The text is one line: the file, the key and the cure."""


@dataclass(frozen=True, slots=True)
class Face:
    """Where one face lands: moved, turned, and stretched (1: as large as asked), as the printer does it."""

    offset_x_mm: float = 0.0
    offset_y_mm: float = 0.0
    angle_deg: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    def correction(self) -> Matrix:
        """The opposite, about the middle of the paper: what is drawn there lands where it should."""
        turn = math.radians(-self.angle_deg)
        cos, sin = math.cos(turn), math.sin(turn)
        a, b, c, d = cos / self.scale_x, sin / self.scale_y, -sin / self.scale_x, cos / self.scale_y
        x, y = self.offset_x_mm, self.offset_y_mm
        return a, b, c, d, -(a * x + c * y), -(b * x + d * y)

    def on_its_head(self) -> Face:
        """The same printer seen on a page that stands on its head."""
        return Face(
            -self.offset_x_mm, -self.offset_y_mm, angle_deg=self.angle_deg, scale_x=self.scale_x, scale_y=self.scale_y
        )


@dataclass(frozen=True, slots=True)
class Margins:
    """What the printer cannot reach, from each edge of the upright paper."""

    left_mm: float = 5.0
    right_mm: float = 5.0
    top_mm: float = 5.0
    bottom_mm: float = 5.0


@dataclass(frozen=True, slots=True)
class Prices:
    """What printing costs, in ``currency``: a sheet of paper, and the ink of one page with 5 % of it covered (that is
    how makers state what a cartridge lasts)."""

    currency: str = ""
    sheet: float = 0.0
    ink_page: float = 0.0

    def cost(self, sheets: int, coverage: float) -> float:
        """Of a job: ``coverage`` is the sum of its pages' covered shares, each 0 to 1."""
        return sheets * self.sheet + coverage / 0.05 * self.ink_page


@dataclass(frozen=True, slots=True)
class Profile:
    """One printer with one paper and tray. ``paper`` is a name or size as ``--paper`` takes them."""

    name: str
    printer: str = ""
    paper: str = "a4"
    tray: str = ""
    measured: str = ""
    front: Face = Face()
    back: Face = Face()
    margins: Margins = Margins()
    prices: Prices = Prices()

    def face(self, side: Literal["front", "back", "both"], backs: Backs) -> Face:
        """What happens to a page. A back printed like a front (to be glued) is moved like one; the printer turns a
        page for the short edge by half a circle."""
        if side != "back" or not backs.shared_sheet:
            return self.front
        return self.back.on_its_head() if backs.short_edge else self.back

    def page_matrix(self, side: Literal["front", "back", "both"], backs: Backs, page_mm: tuple[float, float]) -> Matrix:
        """The map from an upright page to the page this printer must be given."""
        width, height = page_mm
        about: Matrix = (1.0, 0.0, 0.0, 1.0, -width / 2, -height / 2)
        back_again: Matrix = (1.0, 0.0, 0.0, 1.0, width / 2, height / 2)
        return multiplied(multiplied(about, self.face(side, backs).correction()), back_again)

    def side_margins_mm(self, sheet: Sheet) -> tuple[float, float]:
        """What cards keep from the left and right, and from the top and bottom, so that all is printed after the
        correction. Cards are centred, so the wider of two margins counts for both."""
        width, height = sorted((sheet.width_mm, sheet.height_mm))
        slack_x = max(_shift(face, width / 2, height / 2)[0] for face in (self.front, self.back))
        slack_y = max(_shift(face, width / 2, height / 2)[1] for face in (self.front, self.back))
        margins = self.margins
        x, y = max(margins.left_mm, margins.right_mm) + slack_x, max(margins.top_mm, margins.bottom_mm) + slack_y
        return (x, y) if sheet.height_mm >= sheet.width_mm else (y, x)


def _shift(face: Face, x: float, y: float) -> tuple[float, float]:
    """How far the correction moves the corners of the paper at most."""
    a, b, c, d, e, f = face.correction()
    return (
        max(abs(a * u + c * v + e - u) for u in (-x, x) for v in (-y, y)),
        max(abs(b * u + d * v + f - v) for u in (-x, x) for v in (-y, y)),
    )


def multiplied(first: Matrix, then: Matrix) -> Matrix:
    """One map after another."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, p * e + r * f + t, q * e + s * f + u,
    )  # fmt: skip


_FACE = {
    "offset_x_mm": (-MOST_OFFSET_MM, MOST_OFFSET_MM),
    "offset_y_mm": (-MOST_OFFSET_MM, MOST_OFFSET_MM),
    "angle_deg": (-MOST_ANGLE_DEG, MOST_ANGLE_DEG),
    "scale_x": (1 - MOST_SCALE, 1 + MOST_SCALE),
    "scale_y": (1 - MOST_SCALE, 1 + MOST_SCALE),
}
_MARGINS = {field.name: (0.0, MOST_MARGIN_MM) for field in fields(Margins)}
_PRICES = {"sheet": (0.0, MOST_PRICE), "ink_page": (0.0, MOST_PRICE)}
_WORDS = ("printer", "paper", "tray", "measured")


def read_profile(text: str, file: str) -> Profile:
    """A profile from TOML. Raises ProfileError(file, key, cure) for the first thing that makes no sense."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{file}: cannot be read as TOML: {error}; correct that line") from None
    _known(file, "", data, (*_WORDS, "front", "back", "margins", "prices"))
    words = {key: _word(file, key, data[key]) for key in _WORDS if key in data}
    try:
        sheet = find_sheet(words.get("paper", "a4"))
    except SheetError as error:
        raise ProfileError(f"{file}, paper: {error.text}") from None
    prices = _table(file, data, "prices")
    currency = _word(file, "prices.currency", prices.pop("currency", ""))
    profile = Profile(
        Path(file).stem,
        **words,
        front=Face(**_numbers(file, "front", _table(file, data, "front"), _FACE)),
        back=Face(**_numbers(file, "back", _table(file, data, "back"), _FACE)),
        margins=Margins(**_numbers(file, "margins", _table(file, data, "margins"), _MARGINS)),
        prices=Prices(currency, **_numbers(file, "prices", prices, limits=_PRICES, also=("currency",))),
    )
    margins, (width, height) = profile.margins, sorted((sheet.width_mm, sheet.height_mm))
    if margins.left_mm + margins.right_mm >= width or margins.top_mm + margins.bottom_mm >= height:
        raise ProfileError(f"{file}, margins: leave nothing of {sheet.size_text}; measure them again, from each edge")
    return profile


def read_file(path: Path) -> Profile:
    """A profile from its file. Raises ProfileError."""
    try:
        data = read_up_to(path, LARGEST_FILE)
        if len(data) > LARGEST_FILE:
            raise ProfileError(f"{path}: is too large for a printer profile; choose another file")
        return read_profile(data.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError:
        raise ProfileError(f"{path}: is not text; choose a profile written by `tablewright calibrate`") from None
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read ({error.strerror}); choose another file") from None


def find_profile(name: str, folder: Path) -> Profile:
    """The profile of that name in the folder, or of that file.

    Raises ProfileError naming the nearest one where there is none.
    """
    path = named_file(name)
    if path.suffix == ".toml" or is_there(path):
        return read_file(path)
    known = names(folder)
    if name in known:
        return read_file(folder / f"{name}.toml")
    close = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.4)
    hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(known)}" if known else "none is there yet"
    raise ProfileError(
        say(
            '"{name}" is no profile in {folder}; {hint}{aside}',
            name=name,
            folder=folder,
            hint=hint,
            aside=Aside(" (`tablewright calibrate` measures one)"),
        ),
        option("profile"),
    )


def names(folder: Path) -> tuple[str, ...]:
    """The profiles kept in a folder, alphabetically."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml"))) if is_folder(folder) else ()


def write_profile(profile: Profile) -> str:
    """A profile as TOML, with a word on what the numbers are; ``read_profile`` reads it back equal."""
    lines = [f"{key} = {_quoted(getattr(profile, key))}" for key in _WORDS]
    for name, comment in (("front", "what the printer does: mm to the right and up"), ("back", "as seen on the back")):
        lines += ["", f"[{name}] # {comment}", *_written(getattr(profile, name), _FACE)]
    lines += ["", "[margins] # what it cannot reach", *_written(profile.margins, _MARGINS)]
    lines += ["", "[prices] # a sheet of paper; the ink of a page with 5 % covered"]
    lines.append(f"currency = {_quoted(profile.prices.currency)}")
    lines += _written(profile.prices, _PRICES)
    return "\n".join(lines) + "\n"


def _quoted(word: str) -> str:
    """A text in TOML's quotes: JSON's, but for the one control character that JSON leaves as it is."""
    return json.dumps(word, ensure_ascii=False).replace("\x7f", "\\u007f")


def _written(table: object, keys: Iterable[str]) -> list[str]:
    return [f"{key} = {float(getattr(table, key)):.12g}" for key in keys]


def _table(file: str, data: Mapping[str, object], key: str) -> dict[str, object]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise ProfileError(f"{file}, {key}: expected a section, [{key}] and its lines below")
    return dict(found)


def _known(file: str, section: str, table: Mapping[str, object], keys: Iterable[str]) -> None:
    keys = tuple(keys)
    for key in table:
        if key not in keys:
            close = difflib.get_close_matches(key, keys, n=1, cutoff=0.5)
            cure = f"did you mean {close[0]}?" if close else f"there is {', '.join(keys)}"
            raise ProfileError(f"{file}, {section}{key}: is not known; {cure}")


def _word(file: str, key: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise ProfileError(f'{file}, {key}: expected a short text in quotes, such as "rear tray"')
    return value


def _numbers(
    file: str,
    section: str,
    table: Mapping[str, object],
    limits: Mapping[str, tuple[float, float]],
    also: tuple[str, ...] = (),
) -> dict[str, float]:
    _known(file, f"{section}.", table, (*limits, *also))
    found = {}
    for key, value in table.items():
        low, high = limits[key]
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise ProfileError(
                f"{file}, {section}.{key}: {value!r} makes no sense; expected a number from {low:g} to {high:g}"
            )
        found[key] = float(value)
    return found

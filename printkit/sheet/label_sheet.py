"""Sheets of labels as data: how large the labels are and where they lie. Pure geometry, in millimetres.

One file a kind of sheet in ``templates/labels``; ``names()`` finds them. A kind without a paper of its own is cut by
hand from any.
"""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass, fields
from functools import cache

import templates
from printkit.print_refusal import option
from printkit.sheet.page import Bleed, Place
from printkit.sheet.paper import Sheet, SheetError, find_sheet
from rules.text import say

LOWEST_MM, NARROWEST_MM = 20.0, 34.0
"""A code with its clear modules is 17.4 mm high, and the name needs room beside it."""
_SLACK_MM = 0.05
_WORDS = ("title", "paper")
_COUNTS = ("columns", "rows")


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A kind of sheet. ``left_mm`` and ``top_mm`` are where the first label begins, the steps lead to the next ones.

    ``corner_mm`` is the radius of its corners. Without a ``paper`` the labels have a size and no places.
    """

    name: str
    title: str
    width_mm: float
    height_mm: float
    paper: str = ""
    columns: int = 0
    rows: int = 0
    left_mm: float = 0.0
    top_mm: float = 0.0
    step_x_mm: float = 0.0
    step_y_mm: float = 0.0
    corner_mm: float = 0.0

    @property
    def by_hand(self) -> bool:
        """Whether the labels have to be cut."""
        return not self.paper

    def places(self, sheet: Sheet) -> tuple[Place, ...]:
        """Where the labels lie on the upright sheet, row by row from the top left.

        Raises SheetError where labels to be cut by hand do not fit between the sheet's margins.
        """
        if not self.by_hand:
            return tuple(
                self._place(self.left_mm + column * self.step_x_mm, self.top_mm + row * self.step_y_mm, sheet)
                for row in range(self.rows)
                for column in range(self.columns)
            )
        margin_x, margin_y = sheet.margins_mm
        columns = int((sheet.width_mm - 2 * margin_x + _SLACK_MM) / self.width_mm)
        rows = int((sheet.height_mm - 2 * margin_y + _SLACK_MM) / self.height_mm)
        if columns < 1 or rows < 1:
            text = "{size} with its margins has no room for a label of {width:g} × {height:g} mm; choose a larger paper"
            raise SheetError(
                say(text, size=sheet.size_text, width=self.width_mm, height=self.height_mm),
                option("paper"),
                sheet.name,
            )
        left, top = (sheet.width_mm - columns * self.width_mm) / 2, (sheet.height_mm - rows * self.height_mm) / 2
        return tuple(
            self._place(left + column * self.width_mm, top + row * self.height_mm, sheet)
            for row in range(rows)
            for column in range(columns)
        )

    def _place(self, left_mm: float, top_mm: float, sheet: Sheet) -> Place:
        bottom = sheet.height_mm - top_mm - self.height_mm
        return Place(left_mm, bottom, width_mm=self.width_mm, height_mm=self.height_mm, bleed=Bleed(0.0, 0.0, 0.0, 0.0))


def names() -> tuple[str, ...]:
    """The kinds of sheet that come along, alphabetically."""
    return tuple(name.removesuffix(".toml") for name in templates.names("labels") if name.endswith(".toml"))


@cache
def find_labels(name: str) -> LabelSheet:
    """The kind of that name. Raises SheetError naming the nearest where there is none."""
    if name not in names():
        close = difflib.get_close_matches(name.lower(), names(), n=1, cutoff=0.4)
        hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(names())}"
        raise SheetError(say('"{name}" is no sheet of labels; {hint}', name=name, hint=hint), option("labels"))
    return read_labels(templates.text("labels", f"{name}.toml"), name)


def read_labels(text: str, name: str) -> LabelSheet:
    """Read one file. Raises SheetError naming the file, the key and what was expected."""
    file = f"templates/labels/{name}.toml"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SheetError(f"{file}: cannot be read as TOML: {error}") from None
    known = tuple(field.name for field in fields(LabelSheet) if field.name != "name")
    for key, value in data.items():
        if key not in known:
            close = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
            raise SheetError(f"{file}, {key}: is not known; {f'did you mean {close[0]}?' if close else 'leave it out'}")
        if not _is_right(key, value):
            wanted = "a word in quotes" if key in _WORDS else "a number from 1" if key in _COUNTS else "a length in mm"
            raise SheetError(f"{file}, {key}: expected {wanted}")
    _check_size(file, data)
    sheet = LabelSheet(name, **{"title": name, **data})
    if not sheet.by_hand:
        _check_places(file, sheet)
    return sheet


def _is_right(key: str, value: object) -> bool:
    if key in _WORDS:
        return isinstance(value, str) and bool(value.strip())
    if isinstance(value, bool):
        return False
    if key in _COUNTS:
        return isinstance(value, int) and value >= 1
    return isinstance(value, int | float) and 0 <= value <= 1500


def _check_size(file: str, data: dict[str, float]) -> None:
    for key, least in (("width_mm", NARROWEST_MM), ("height_mm", LOWEST_MM)):
        if data.get(key, 0.0) < least:
            raise SheetError(f"{file}, {key}: expected {least:g} mm or more, so that a code and a name have room")


def _check_places(file: str, sheet: LabelSheet) -> None:
    """The labels lie on their paper and not on each other."""
    paper = find_sheet(sheet.paper)
    across = sheet.left_mm + (sheet.columns - 1) * sheet.step_x_mm + sheet.width_mm
    down = sheet.top_mm + (sheet.rows - 1) * sheet.step_y_mm + sheet.height_mm
    for key, count, step, size in (
        ("columns", sheet.columns, sheet.step_x_mm, sheet.width_mm),
        ("rows", sheet.rows, sheet.step_y_mm, sheet.height_mm),
    ):
        if count < 1 or (count > 1 and step < size - 1e-6):
            raise SheetError(f"{file}, {key}: expected how many there are, with steps as long as a label at least")
    if across > paper.width_mm + _SLACK_MM or down > paper.height_mm + _SLACK_MM:
        raise SheetError(f"{file}, paper: the labels reach {across:g} × {down:g} mm and the paper is {paper.size_text}")

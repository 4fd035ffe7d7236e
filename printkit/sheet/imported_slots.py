"""Sheets with places of their own, imported: Squib sprues and silhouette-card-maker layouts. Pure but for the YAML.

A place larger than the card gives it bleed; a place smaller than the card is refused.
"""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass, replace
from typing import Any

import yaml

from printkit.print_refusal import option
from printkit.safe_files import named_file, read_up_to
from printkit.sheet.backs import Backs
from printkit.sheet.imposition import Grid, turns
from printkit.sheet.page import Angle, Bleed, Place
from printkit.sheet.paper import LARGEST_MM, Sheet, SheetError
from rules.text import say
from rules.values.columns import shown

LARGEST_FILE = 1_000_000
SILHOUETTE_GAP_MM = 1.25
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 300, "": 25.4 / 300}
"""Squib's units; a bare number is a pixel at its 300 per inch."""
_TURNS: dict[str, Angle] = {"clockwise": 270, "counterclockwise": 90, "turnaround": 180}
_ROUND = 0.01


@dataclass(frozen=True, slots=True)
class Slots:
    """Places for cards on a sheet, each as left, bottom, width and height on the page and how far a card is turned
    in it. ``file`` is where they came from; ``radius_mm`` the corners a cutter would cut, 0 where it does not say."""

    file: str
    page_mm: tuple[float, float]
    places: tuple[tuple[float, float, float, float, Angle], ...]
    radius_mm: float = 0.0
    mark_length_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class SlotGrid(Grid):
    """A grid whose slots stand anywhere."""

    places: tuple[Place, ...] = ()

    @property
    def size(self) -> int:
        return len(self.places)

    def front(self, slot: int, taken: frozenset[int] | None = None) -> Place:
        del taken
        return self.places[slot]

    def block(self) -> tuple[float, float, float, float]:
        boxes = [place.box() for place in self.places]
        return (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[2] for box in boxes),
            max(box[3] for box in boxes),
        )


@dataclass(frozen=True, slots=True)
class FoldedSlotGrid(SlotGrid):
    """Slots to be folded about a level line: the back of each lies turned over below or above it."""

    across: tuple[Place, ...] = ()

    @property
    def fold_mm(self) -> float:
        one, other = self.places[0], self.across[0]
        return (one.y_mm + one.height_mm / 2 + other.y_mm + other.height_mm / 2) / 2

    def back(self, slot: int, taken: frozenset[int] | None = None) -> Place:
        del taken
        return self.across[slot]

    def behind(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        return x_mm, 2 * self.fold_mm - y_mm

    def block(self) -> tuple[float, float, float, float]:
        boxes = [place.box() for place in (*self.places, *self.across)]
        left, bottom, right, top = zip(*boxes, strict=True)
        return min(left), min(bottom), max(right), max(top)


FOLD_OFF_MM = 0.5
"""How far the folds of two pairs of places may lie apart: paper is folded once."""


def turned_pairs(slots: Slots) -> tuple[tuple[int, int], ...]:
    """Pairs of an upright place and the turned one that lies behind it once the sheet is folded about a level line;
    none where the sheet is not made of such pairs alone."""
    upright = [n for n, place in enumerate(slots.places) if place[4] == 0]
    turned = {n for n, place in enumerate(slots.places) if place[4] == 180}
    pairs: list[tuple[int, int]] = []
    folds: list[float] = []
    for one in upright:
        x, y, _, high, _ = slots.places[one]
        other = next((n for n in sorted(turned) if abs(slots.places[n][0] - x) < FOLD_OFF_MM), None)
        if other is None:
            return ()
        turned.remove(other)
        pairs.append((one, other))
        folds.append((y + high / 2 + slots.places[other][1] + high / 2) / 2)
    whole = 2 * len(pairs) == len(slots.places)
    return tuple(pairs) if pairs and whole and max(folds) - min(folds) < FOLD_OFF_MM else ()


def make_grid(slots: Slots, sheet: Sheet, card_mm: tuple[float, float], backs: Backs) -> SlotGrid:
    """The slots for a card of that size, each card in the middle of its place.

    Raises SheetError where a place is smaller than the card, or the sheet is to be folded and its places are no pairs
    of an upright and a turned one.
    """
    pairs = turned_pairs(slots) if backs.folded else ()
    if backs.folded and not pairs:
        raise SheetError(
            say(
                "has no turned place for the back of every card, so it cannot be folded; choose other {backs}",
                backs=option("backs"),
            ),
            option("slots"),
            slots.file,
        )
    places = [_set(slots, number, card_mm) for number in range(len(slots.places))]
    margin_x, margin_y = sheet.margins_mm
    page_width, page_height = slots.page_mm
    room = [min(x - margin_x, page_width - margin_x - right) for x, _, right, _ in (place.box() for place in places)]
    room += [min(y - margin_y, page_height - margin_y - top) for _, y, _, top in (place.box() for place in places)]
    apart = [_apart(a, b) for a, b in itertools.combinations(places, 2)]
    free = max(0.0, min(sheet.bleed_mm, min(apart, default=math.inf) / 2, min(room)))
    bleed = Bleed(free, free, free, free)
    if pairs:
        bled = [replace(place, bleed=bleed) for place in places]
        fronts, across = zip(*((bled[one], bled[other]) for one, other in pairs), strict=True)
        return FoldedSlotGrid(
            page_width, page_height, *card_mm, len(fronts), 1, fronts[0].x_mm, fronts[0].y_mm, 0.0, free, free,
            "level", folded=True, places=fronts, across=across,
        )  # fmt: skip
    turn = turns(replace(sheet, width_mm=page_width, height_mm=page_height), backs)[0]
    left, bottom = places[0].x_mm, places[0].y_mm
    return SlotGrid(
        page_width, page_height, *card_mm, len(places), 1, left, bottom, 0.0, free, free, turn,
        places=tuple(replace(place, bleed=bleed) for place in places),
    )  # fmt: skip


def _set(slots: Slots, number: int, card_mm: tuple[float, float]) -> Place:
    x, y, width, height, angle = slots.places[number]
    wide, high = card_mm if angle in (0, 180) else card_mm[::-1]
    if wide > width + _ROUND or high > height + _ROUND:
        raise SheetError(
            say(
                "place {number} is {width:g} × {height:g} mm and a card {wide:g} × {high:g}; "
                "choose a smaller card with {card_size}, or other slots",
                number=number + 1,
                width=width,
                height=height,
                wide=wide,
                high=high,
                card_size=option("card-size"),
            ),
            option("slots"),
            slots.file,
        )
    return Place(
        x + (width - wide) / 2,
        y + (height - high) / 2,
        width_mm=wide,
        height_mm=high,
        bleed=Bleed(0, 0, 0, 0),
        angle_deg=angle,
    )


def _apart(a: Place, b: Place) -> float:
    """How far two places are apart, along the direction that parts them."""
    return max(
        a.x_mm - b.x_mm - b.width_mm, b.x_mm - a.x_mm - a.width_mm,
        a.y_mm - b.y_mm - b.height_mm, b.y_mm - a.y_mm - a.height_mm,
    )  # fmt: skip


def find_slots(wanted: str, paper: str = "a4", card: str = "standard") -> Slots:
    """Slots from a file. Of a file with many layouts one is named: ``layouts.json#a4/poker``.

    Raises SheetError where there is no such file or it cannot be used.
    """
    name, _, which = wanted.partition("#")
    try:
        data = read_up_to(named_file(name), LARGEST_FILE)
        if len(data) > LARGEST_FILE:
            raise SheetError("is too large for a layout; choose another file", option("slots"), name)
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SheetError("is not text; choose a Squib sprue (.yml) or a layouts.json", option("slots"), name) from None
    except OSError as error:
        raise SheetError(
            say("cannot be read ({strerror}); check the name and the folder", strerror=error.strerror),
            option("slots"),
            name,
        ) from None
    return read_slots(text, name, which or f"{paper}/{card}")


def read_slots(text: str, file: str, which: str = "a4/standard") -> Slots:
    """Slots from a Squib sprue (YAML), or ``paper/card`` of silhouette-card-maker's layouts (JSON)."""
    data = _parsed(text, file)
    if isinstance(data, dict) and "layouts" in data:
        slots = _silhouette(_Reader(file), data, which)
    elif isinstance(data, dict) and "cards" in data:
        slots = _sprue(_Reader(file), data)
    else:
        raise SheetError(
            "is neither a Squib sprue (with cards:) nor a file of silhouette layouts", option("slots"), file
        )
    return _checked(slots)


def choices(text: str, file: str) -> tuple[str, ...]:
    """The layouts of a file, as ``read_slots`` takes them: ``a4/poker``, ...; "" for a sprue, which is one.

    Raises SheetError where it is neither, or has none.
    """
    data = _parsed(text, file)
    if not (isinstance(data, dict) and isinstance(data.get("layouts"), dict)):
        read_slots(text, file)
        return ("",)
    found = [
        f"{paper}/{card}"
        for paper, cards in data["layouts"].items()
        if isinstance(cards, dict)
        for card, layout in cards.items()
        if isinstance(layout, dict) and "default" in layout
    ]
    if not found:
        raise SheetError("there is none in it; choose another file", option("slots"), f"{file}, layouts")
    return tuple(found)


class _Loader(yaml.SafeLoader):
    """YAML without aliases: ten lines of them can stand for more than any memory holds."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]  # the stubs leave its type out
            raise yaml.MarkedYAMLError(problem=_ALIAS, problem_mark=event.start_mark)
        return super().compose_node(parent, index)


_ALIAS = "uses an alias (*name), which is not read; write it out"
_SYMBOL = re.compile(r"(:\s+):(\w+)")
"""Ruby's symbols as Squib's files have them, also inside braces: {rotate: :turnaround}."""
_BROKEN = (
    yaml.YAMLError, RecursionError, ValueError, IndexError, KeyError, AttributeError, TypeError, OverflowError,
)  # fmt: skip
"""What PyYAML raises: besides its own, whatever comes up in a tag that does not go with its value."""


def _parsed(text: str, file: str) -> Any:
    try:
        return yaml.load(_SYMBOL.sub(r"\1\2", text), _Loader)
    except _BROKEN as error:
        line = getattr(getattr(error, "problem_mark", None), "line", 0) + 1
        alias = getattr(error, "problem", "") == _ALIAS
        problem = _ALIAS if alias else "cannot be read as YAML; correct it there"
        raise SheetError(say("{problem}", problem=problem), option("slots"), f"{file}, line {line}") from None


def _checked(slots: Slots) -> Slots:
    width, height = slots.page_mm
    for number, (x, y, wide, high, _) in enumerate(slots.places, 1):
        if min(x, y) < -_ROUND or x + wide > width + _ROUND or y + high > height + _ROUND:
            raise SheetError(
                say(
                    "place {number} reaches outside the {width:g} × {height:g} mm sheet",
                    number=number,
                    width=width,
                    height=height,
                ),
                option("slots"),
                slots.file,
            )
    for (i, a), (j, b) in itertools.combinations(enumerate(slots.places, 1), 2):
        over_x = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
        over_y = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
        if over_x > _ROUND and over_y > _ROUND:
            raise SheetError(say("places {i} and {j} overlap; move one of them", i=i, j=j), option("slots"), slots.file)
    return slots


@dataclass(frozen=True, slots=True)
class _Reader:
    file: str

    def table(self, value: Any, place: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise SheetError("is missing or not a section", option("slots"), f"{self.file}, {place}")
        return value

    def length(self, value: Any, place: str) -> float:
        """``2.5in``, ``63mm`` or pixels, as mm."""
        text = str(value) if isinstance(value, str | int | float) else type(value).__name__
        found = re.fullmatch(r"\s*(-?\d{1,6}(?:\.\d{1,8})?)\s*(mm|cm|in|pt|px|)\s*", text, re.ASCII)
        if not found or abs(mm := float(found[1]) * _MM[found[2]]) > LARGEST_MM:
            raise SheetError(
                say("{shown} is not a length; write it as 63mm or 2.5in", shown=shown(text)),
                option("slots"),
                f"{self.file}, {place}",
            )
        return mm

    def count(self, value: Any, place: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 200:
            raise SheetError("expected a number from 1 to 200", option("slots"), f"{self.file}, {place}")
        return value


def _sprue(reader: _Reader, data: dict[str, Any]) -> Slots:
    page = (
        reader.length(data.get("sheet_width"), "sheet_width"),
        reader.length(data.get("sheet_height"), "sheet_height"),
    )
    card = (reader.length(data.get("card_width"), "card_width"), reader.length(data.get("card_height"), "card_height"))
    if min(*page, *card) <= 0:
        raise SheetError("sheet and cards need a size larger than 0", option("slots"), reader.file)
    centred = str(data.get("position_reference", "topleft")).lstrip(":") == "center"
    cards = data["cards"]
    if not isinstance(cards, list) or not 1 <= len(cards) <= 500:
        raise SheetError("expected a list of 1 to 500 places", option("slots"), f"{reader.file}, cards")
    return Slots(
        reader.file,
        page,
        tuple(_squib(reader, one, n, page=page, card=card, centred=centred) for n, one in enumerate(cards, 1)),
    )


def _squib(
    reader: _Reader, entry: Any, number: int, page: tuple[float, float], card: tuple[float, float], centred: bool
) -> tuple[float, float, float, float, Angle]:
    """One place. Squib measures from the top left, and turns a card about its middle."""
    table = reader.table(entry, f"cards, place {number}")
    x, y = (reader.length(table.get(key), f"cards, place {number}, {key}") for key in "xy")
    word = str(table.get("rotate", "")).lstrip(":").lower()
    if word not in ("", "0", "false", "none", *_TURNS):
        raise SheetError(
            say("{shown} is not known; there is clockwise, counterclockwise, turnaround", shown=shown(word)),
            option("slots"),
            f"{reader.file}, cards, place {number}, rotate",
        )
    angle = _TURNS.get(word, 0)
    middle = (x, y) if centred else (x + card[0] / 2, y + card[1] / 2)
    wide, high = card if angle in (0, 180) else card[::-1]
    return middle[0] - wide / 2, page[1] - middle[1] - high / 2, wide, high, angle


def _silhouette(reader: _Reader, data: dict[str, Any], which: str) -> Slots:
    """A layout told by rows and columns: centred, SILHOUETTE_GAP_MM apart, upright cards on the page as it says."""
    paper, _, card = which.partition("/")
    by_card = reader.table(reader.table(data["layouts"], "layouts").get(paper), f"layouts.{paper}")
    layout = reader.table(
        reader.table(by_card.get(card), f"layouts.{which}").get("default"), f"layouts.{which}.default"
    )
    sizes = reader.table(reader.table(data.get("card_sizes"), "card_sizes").get(card), f"card_sizes.{card}")
    sheet = reader.table(reader.table(data.get("paper_sizes"), "paper_sizes").get(paper), f"paper_sizes.{paper}")
    size = tuple(reader.length(sizes.get(key), f"card_sizes.{card}.{key}") for key in ("width", "height"))
    sides = sorted(reader.length(sheet.get(key), f"paper_sizes.{paper}.{key}") for key in ("width", "height"))
    page = (sides[1], sides[0]) if layout.get("orientation") == "landscape" else (sides[0], sides[1])
    columns = reader.count(layout.get("num_cols"), f"layouts.{which}.num_cols")
    rows = reader.count(layout.get("num_rows"), f"layouts.{which}.num_rows")
    defaults = reader.table(data.get("defaults", {}), "defaults")
    radius = reader.length(sizes.get("radius", defaults.get("card_radius", 0)), "card_radius")
    length = reader.length(reader.table(layout.get("registration", {}), "registration").get("length", 0), "length")
    used = [n * size[i] + (n - 1) * SILHOUETTE_GAP_MM for i, n in enumerate((columns, rows))]
    left, top = (page[0] - used[0]) / 2, (page[1] + used[1]) / 2
    step = (size[0] + SILHOUETTE_GAP_MM, size[1] + SILHOUETTE_GAP_MM)
    places = tuple(
        (left + column * step[0], top - row * step[1] - size[1], size[0], size[1], 0)
        for row in range(rows)
        for column in range(columns)
    )
    return Slots(f"{reader.file}#{which}", page, places=places, radius_mm=radius, mark_length_mm=length)  # type: ignore[arg-type]  # 0 is an Angle

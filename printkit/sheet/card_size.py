"""Card sizes by their names, and which of them a sheet holds."""

from __future__ import annotations

import difflib

from printkit.print_refusal import option
from printkit.sheet.backs import Backs
from printkit.sheet.imposition import turns, usable
from printkit.sheet.paper import Sheet, SheetError
from printkit.units import read_size_mm
from rules.text import say

CARD_SIZES = {
    "standard": (63.0, 88.0),
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "mini": (44.0, 68.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
}
"""Card sizes by the names sleeves are sold under, in mm."""
SMALLEST_CARD_MM, LARGEST_CARD_MM = 15.0, 500.0


def card_size_mm(name: str, natural_mm: tuple[float, float]) -> tuple[float, float]:
    """The trimmed size a name (``tarot``) or a size (``60x90``) means; "" is the face's own.

    Raises SheetError naming the nearest size.
    """
    wanted = name.strip().lower()
    if not wanted:
        return natural_mm
    size = CARD_SIZES.get(wanted) or read_size_mm(wanted)
    if size is None:
        close = difflib.get_close_matches(wanted, CARD_SIZES, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(CARD_SIZES)}"
        raise SheetError(
            say('"{name}" is not a card size; {hint} (or give it in mm, as 60x90)', name=name, hint=hint),
            option("card-size"),
        )
    if not all(SMALLEST_CARD_MM <= side <= LARGEST_CARD_MM for side in size):
        limits = f"{SMALLEST_CARD_MM:g} to {LARGEST_CARD_MM:g} mm"
        raise SheetError(
            say("is no card; give width x height, each {limits}", limits=limits), option("card-size"), name
        )
    return size


def too_large(name: str, size_mm: tuple[float, float], sheet: Sheet, backs: Backs) -> SheetError:
    """What is said of a card size no sheet of that paper holds: the sizes that fit, and the largest there is."""
    rooms = [
        (right - left, top - bottom)
        for one in (sheet, sheet.turned())
        for turn in turns(one, backs)
        for left, bottom, right, top in (usable(one, turn, folded=backs.folded),)
    ]
    fitting = [known for known, size in CARD_SIZES.items() if any(_holds(room, size) for room in rooms)]
    width, height = max(rooms, key=lambda room: room[0] * room[1])
    listed = f"; {', '.join(fitting)} fit, and anything up to {width:.0f} × {height:.0f} mm" if fitting else ""
    twice = " twice, with a fold between" if backs.folded else ""
    return SheetError(
        say(
            "{size_mm:g} × {size_mm2:g} mm does not fit{twice} on {size_text} within its margins{listed}",
            size_mm=size_mm[0],
            size_mm2=size_mm[1],
            twice=twice,
            size_text=sheet.size_text,
            listed=listed or "; choose a larger paper",
        ),
        option("card-size"),
        name,
    )


def _holds(room: tuple[float, float], size: tuple[float, float]) -> bool:
    return size[0] <= room[0] + 1e-9 and size[1] <= room[1] + 1e-9

"""What will go wrong on one printed face: letters and codes that scissors, printer or phone spoil, coarse pictures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from printkit.card_layout import Box, CardLayout
from printkit.check import colour_contrast, drawing_inspection, pixel_contrast
from printkit.check.drawing_inspection import PHOTO, Code, Paint, Seen, Word
from printkit.draw import qr
from printkit.draw.display_list import Colour, Drawing
from printkit.print_refusal import Aside, option
from rules.text import say
from rules.values.picture import Picture, PictureError

COARSE_DPI = 150
"""Below this the pixels are seen at arm's length."""
FINE_DPI = 250
"""From here on nobody sees them."""
SMALLEST_PT = 5.0
"""Below this, home printers close the eyes of letters on plain paper."""
LOW_CONTRAST = 3.0
"""Between text and its ground at least; small print on a table needs no less than a large heading on a screen."""
SMALLEST_MODULE_MM = 0.4
"""Below this a module is under five dots of a 300 dpi printer, and phones fail at arm's length."""
_REVISION = re.compile(r"r\d+")
"""The revision at a card's edge is micro-text on purpose."""
Level = Literal["problem", "advice"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that will go wrong: on which card (its id, or the sheet), where, what, and what to do about it."""

    card: str
    place: str
    problem: str
    cure: str
    level: Level = "problem"

    def __str__(self) -> str:
        return f"{self.card}: {self.place}: {self.problem}; {self.cure}"


@dataclass(frozen=True, slots=True)
class Fitted:
    """How a face of a layout stands in its place: ``share`` of the size it was made for, moved by x and y."""

    layout: CardLayout
    share: float = 1.0
    x_mm: float = 0.0
    y_mm: float = 0.0

    @classmethod
    def into(cls, layout: CardLayout, size_mm: tuple[float, float]) -> Fitted:
        """A face set in a place of that size, as ``fitting.fitted`` does it."""
        width, height = layout.size_mm
        share = min(size_mm[0] / width, size_mm[1] / height)
        return cls(layout, share, (size_mm[0] - share * width) / 2, (size_mm[1] - share * height) / 2)

    @property
    def reduced(self) -> bool:
        """Whether the face is printed smaller than it was made."""
        return self.share < 1 - 1e-3

    def natural(self, box: Box) -> Box:
        """A box on the printed face as it is on the layout."""
        x, y = (box.x - self.x_mm) / self.share, (box.y - self.y_mm) / self.share
        return Box(x, y, box.width / self.share, box.height / self.share)

    def larger(self, share: float) -> str:
        """What to print instead, where a face is legible from that share of its size on."""
        width, height = (math.ceil(10 * side * min(share, 1.0) - 1e-6) / 10 for side in self.layout.size_mm)
        aside = Aside(f" ({option('card-size')} {width:g}x{height:g})")
        text = "print the cards at {width:g} × {height:g} mm or larger{aside}"
        return say(text, width=width, height=height, aside=aside)


def check_drawing(
    name: str,
    drawing: Drawing,
    size_mm: tuple[float, float],
    safe_mm: float,
    how: Fitted | None = None,
    radius_mm: float = 0.0,
) -> Iterator[Finding]:
    """One printed face of ``size_mm``: letters and codes where scissors, printers and phones leave them readable.

    ``radius_mm`` is that of its round corners.
    """
    whole = drawing_inspection.look(drawing)
    trim = Box(0, 0, *size_mm)
    safe = trim.inset(safe_mm)
    on_pictures: list[Word] = []
    for word in whole.words:
        place = place_of(word.box, how)
        if not (safe.holds(word.box, 0.05) or word.cut):
            over = _outside(word.box, safe)
            said = f'"{short(word.text)}" reaches {over:.1f} mm into the {safe_mm:g} mm that scissors may take'
            yield Finding(name, place, said, "move its box inwards, or give it less text")
        if word.size_pt < SMALLEST_PT - 0.01 and not _REVISION.fullmatch(word.text):
            yield _too_small(name, place, word, how)
        if not word.cut:
            if PHOTO in _grounds(word, whole):
                on_pictures.append(word)
            else:
                yield from _check_contrast(name, place, word, whole)
    yield from _check_on_pictures(name, drawing, size_mm, on_pictures, how)
    for code in whole.codes:
        yield from _check_code(name, code, whole, trim=trim, how=how)
    yield from _check_corners(name, whole, trim, radius_mm=radius_mm, how=how)


def _check_on_pictures(
    name: str, drawing: Drawing, size_mm: tuple[float, float], words: list[Word], how: Fitted | None
) -> Iterator[Finding]:
    """Words that the pixels under them hide; and a picture that turns out to be damaged when it is drawn."""
    try:
        for word, worst in pixel_contrast.worst_contrasts(drawing, size_mm, words):
            if worst < LOW_CONTRAST:
                said = f'"{short(word.text)}" stands on a picture and has a contrast of {worst:.1f} where it is worst'
                cure = (
                    'give its box a ground (ground = "paper"), its letters another colour, or the card a calmer picture'
                )
                yield Finding(name, place_of(word.box, how), said, cure)
    except PictureError as error:
        said, _, cure = str(error).rpartition("; ")
        yield Finding(name, "picture", said, cure)


def _check_corners(name: str, whole: Seen, trim: Box, radius_mm: float, how: Fitted | None) -> Iterator[Finding]:
    """What a round corner would take away, each place once with the largest radius that leaves it whole."""
    if not radius_mm:
        return
    parts = [("code", "the code", code.box.inset(-code.module_mm)) for code in whole.codes]
    parts += [(place_of(word.box, how), f'"{short(word.text)}"', word.box) for word in whole.words if not word.cut]
    room: dict[str, tuple[float, str]] = {}
    for place, what, box in parts:
        if trim.holds(box, 0.05):
            room[place] = min(room.get(place, (math.inf, "")), (_largest_radius(box, trim), what))
    for place, (most, what) in room.items():
        if most < radius_mm - 0.05:
            cure = say("choose {corners} {most:g} or less", corners=option("corners"), most=math.floor(2 * most) / 2)
            yield Finding(name, place, f"corners of {radius_mm:g} mm cut into {what}", cure)


def _largest_radius(box: Box, trim: Box) -> float:
    """How round the corners of ``trim`` may be before one cuts into the box.

    A point lies on the arc of radius r where (r - a)² + (r - b)² = r², a and b its distances from the two edges.
    """
    left, right, low, high = box.x - trim.x, trim.right - box.right, box.y - trim.y, trim.top - box.top
    pairs = [(max(0.0, a), max(0.0, b)) for a in (left, right) for b in (low, high)]
    return min(a + b + math.sqrt(2 * a * b) for a, b in pairs)


def _too_small(name: str, place: str, word: Word, how: Fitted | None) -> Finding:
    """Letters nobody reads: of their own, or because the whole card is printed smaller than it was made."""
    if how and how.reduced and word.size_pt / how.share >= SMALLEST_PT - 0.01:
        said = f"at {how.share:.0%} of the size the card was made for, letters are under {SMALLEST_PT:g} pt high"
        # The smallest letters of a sound face are SMALLEST_PT high: only its own size keeps them all.
        return Finding(name, place, said, how.larger(1.0))
    said = f'"{short(word.text)}" is {word.size_pt:.1f} pt high and will not be read'
    return Finding(name, place, said, f"give it {SMALLEST_PT:g} pt at least: shorter text or a larger box")


def _grounds(word: Word, whole: Seen) -> set[Colour]:
    """What a word stands on, at its ends and its middle; PHOTO where that is a picture of pixels."""
    box = word.box
    return {whole.paint_at(x, box.middle[1], word) for x in (box.x + 0.1, box.middle[0], box.right - 0.1)}


def _check_contrast(name: str, place: str, word: Word, whole: Seen) -> Iterator[Finding]:
    worst = min(colour_contrast.contrast(word.colour, ground) for ground in _grounds(word, whole))
    if worst < LOW_CONTRAST:
        said = f'"{short(word.text)}" has a contrast of {worst:.1f} to its ground'
        yield Finding(name, place, said, f"make the letters darker or the ground lighter, to {LOW_CONTRAST:g} at least")


def _check_code(name: str, code: Code, whole: Seen, trim: Box, how: Fitted | None) -> Iterator[Finding]:
    if code.module_mm < SMALLEST_MODULE_MM - 1e-6:
        said = f"modules of {code.module_mm:.2f} mm are too small for home printers"
        cure = f"give them {SMALLEST_MODULE_MM:g} mm at least (module_mm)"
        if how and how.reduced and code.module_mm / how.share >= SMALLEST_MODULE_MM:
            cure = how.larger(SMALLEST_MODULE_MM / (code.module_mm / how.share))
        yield Finding(name, "code", said, cure)
    quiet = code.box.inset(-qr.QUIET_MODULES * code.module_mm)
    if not trim.holds(quiet, 0.05):
        said = f"its quiet zone reaches {_outside(quiet, trim):.1f} mm over the edge"
        yield Finding(name, "code", said, f"keep {qr.QUIET_MODULES} modules clear on every side, within the card")
    for what in _in_quiet_zone(code, quiet.inset(0.02), whole):
        cure = f"keep {qr.QUIET_MODULES} modules ({qr.QUIET_MODULES * code.module_mm:g} mm) white on every side"
        yield Finding(name, "code", f"its quiet zone is violated by {what}", cure)
        return


def _in_quiet_zone(code: Code, quiet: Box, whole: Seen) -> Iterator[str]:
    """What lies in the clear zone: the ground, where it is not light, and whatever is drawn on that ground."""
    on_top: list[Word | Paint] = []
    for thing in whole.things:
        if thing is code or isinstance(thing, Code):
            continue
        if isinstance(thing, Paint) and _light(thing.colour) and not thing.width_mm and _fills(thing, quiet):
            on_top = []  # a light field over all of it: what was there before is hidden
        elif thing.box.meets(quiet) if isinstance(thing, Word) else not _light(thing.colour) and thing.reaches(quiet):
            on_top.append(thing)
    for thing in on_top:
        yield f'the text "{short(thing.text)}"' if isinstance(thing, Word) else "something dark"


def _light(colour: Colour) -> bool:
    return colour_contrast.contrast(colour, (0.0, 0.0, 0.0)) > 15


def _fills(paint: Paint, zone: Box) -> bool:
    inner = zone.inset(0.01)
    return all(paint.covers(x, y) for x in (inner.x, inner.right) for y in (inner.y, inner.top))


def place_of(box: Box, how: Fitted | None) -> str:
    """The layout's name for where something stands, else how far from the lower left corner."""
    x, y = (how.natural(box) if how else box).middle
    if how:
        for key, area in how.layout.boxes.items():
            if key not in ("frame", "strip") and area.x <= x <= area.right and area.y - 0.5 <= y <= area.top + 0.5:
                return key
    x, y = box.middle
    return f"{x:.0f} mm from the left, {y:.0f} mm from below"


def _outside(box: Box, limit: Box) -> float:
    return max(limit.x - box.x, limit.y - box.y, box.right - limit.right, box.top - limit.top, 0.0)


def short(words: str) -> str:
    return words if len(words) <= 24 else words[:23].rstrip() + "…"


def dpi(picture: Picture, box: Box, scale: float = 1.0) -> float:
    """Its pixels an inch in a window of that size, printed ``scale`` times as large."""
    left, _, right, _ = picture.crop(box.width, box.height)
    across = box.width if picture.fit == "cover" else box.width * min(1.0, _share(picture, box))
    return (right - left) * picture.width_px / (across * scale / 25.4)


def _share(picture: Picture, box: Box) -> float:
    return (picture.width_px / picture.height_px) / (box.width / box.height)


def check_picture(picture: Picture, box: Box, scale: float) -> tuple[str, str, Literal["problem", "advice"]] | None:
    """(what is wrong, the cure, how bad) of a picture too coarse for its window; None where it is fine enough."""
    found = dpi(picture, box, scale)
    if found >= FINE_DPI:
        return None
    need = round(box.width * scale / 25.4 * 300), round(box.height * scale / 25.4 * 300)
    size = f"{picture.width_px} × {picture.height_px} pixels"
    looks = "its pixels will be seen" if found < COARSE_DPI else "it may look soft"
    said = f"{picture.name} ({size}) is printed at {found:.0f} dpi and {looks}"
    cure = f"take one of {need[0]} × {need[1]} pixels for 300 dpi"
    return said, f"{cure}, or print a smaller card", "problem" if found < COARSE_DPI else "advice"

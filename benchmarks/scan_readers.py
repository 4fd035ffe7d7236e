"""The readers scan_tables.py and scan_photos.py set side by side, and how they are judged and shown.

Every reader gets the same decoded grey picture in the same run. ``right`` counts codes read with the right text at the
right place, ``wrong`` whatever else is reported as a known code, ``ms`` is the time a picture. pyzbar is optional
(``pip install "tablewright[benchmark]"`` and the ZBar library, on Debian ``apt-get install libzbar0``).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.backends import opencv, zxing
from vision.picture.opencv_setup import cv2
from vision.sighting import Quad, centre, contains

Grey = NDArray[np.uint8]
Found = list[tuple[str, Quad]]
Reader = Callable[[Grey], Found]
Readers = dict[str, Reader | None]
"""By name; None is one that is not installed."""
SLOW = ("OpenCV", "OpenCV Aruco")
"""These take up to a second and more a picture and look at the first of each row only."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A grey picture and where which code lies on it; ``hidden`` are codes nobody has to read but may."""

    grey: Grey
    codes: Sequence[tuple[str, Quad]]
    hidden: Sequence[tuple[str, Quad]] = ()


def peers() -> Readers:
    """The general readers, by name; one that is not installed has a row that says so, and reads nothing."""
    return {
        "zxing-cpp": lambda grey: [(one.text, one.corners_px) for one in zxing.read(grey)],
        "zxing-cpp x3": lambda grey: enlarged(grey, 3),
        "OpenCV Aruco": lambda grey: [(one.text, one.corners_px) for one in opencv.read(grey)],
        "OpenCV": _opencv_plain,
        "pyzbar": _zbar_reader(),
    }


def enlarged(grey: Grey, factor: int) -> Found:
    """What zxing-cpp reads in the picture enlarged."""
    larger = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    read = zxing.read(np.asarray(larger, np.uint8))
    return [(one.text, as_quad(np.array(one.corners_px) / factor)) for one in read]


def _opencv_plain(grey: Grey) -> Found:
    _, texts, quads, _ = cv2.QRCodeDetector().detectAndDecodeMulti(grey)
    return [(t, as_quad(q + 0.5)) for t, q in zip(texts, quads if quads is not None else (), strict=False) if t]


def _zbar_reader() -> Reader | None:
    try:
        from pyzbar import pyzbar
    except ImportError:  # the package, or the ZBar library it calls
        return None

    def read(grey: Grey) -> Found:
        every = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
        return [(one.data.decode("utf-8", "replace"), as_quad(np.array(one.polygon))) for one in every if one.polygon]

    return read


def as_quad(points: NDArray[Any]) -> Quad:
    """Four points as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in (*points, points[-1])[:4])
    return a, b, c, d


def judged(found: Found, picture: Picture, known: Callable[[str], bool]) -> tuple[int, int]:
    """(codes read right, known codes reported that are not there)."""
    right: set[int] = set()
    wrong = 0
    for text, quad in found:
        middle = centre(quad)
        named = [i for i, (true, place) in enumerate(picture.codes) if true == text and contains(place, middle)]
        right.update(named)
        allowed = any(true == text and contains(place, middle) for true, place in picture.hidden)
        wrong += known(text) and not named and not allowed
    return len(right), wrong


@dataclass
class Row:
    """One line of the table."""

    px_per_module: float
    hard: bool
    reader: str
    right: int = 0
    wrong: int = 0
    of: int = 0
    ms: float = 0.0
    pictures: int = field(default=0, repr=False)

    def as_json(self) -> dict[str, Any]:
        kept = ("px_per_module", "hard", "reader", "right", "wrong", "of")
        return {name: getattr(self, name) for name in kept} | {"ms": round(self.ms / max(1, self.pictures), 1)}


def rows(
    scale: float, hard: bool, pictures: Iterable[Picture], readers: Readers, known: Callable[[str], bool]
) -> Iterator[Row]:
    """A row for each reader, all over the same pictures."""
    made = {name: Row(scale, hard, name) for name in readers}
    for index, picture in enumerate(pictures):
        for name, read in readers.items():
            if read is None or (index and name in SLOW):
                continue
            looked(made[name], read, picture, known)
    yield from made.values()


def looked(row: Row, read: Reader, picture: Picture, known: Callable[[str], bool]) -> Found:
    """One picture read and counted in its row."""
    began = time.perf_counter()
    found = read(picture.grey)
    row.ms += (time.perf_counter() - began) * 1000
    right, wrong = judged(found, picture, known)
    row.right, row.wrong, row.of = row.right + right, row.wrong + wrong, row.of + len(picture.codes)
    row.pictures += 1
    return found


def added(same: Sequence[Row]) -> Row:
    """One row over the same rows of several games."""
    total = Row(same[0].px_per_module, same[0].hard, same[0].reader)
    for row in same:
        total.right, total.wrong, total.of = total.right + row.right, total.wrong + row.wrong, total.of + row.of
        total.ms, total.pictures = total.ms + row.ms, total.pictures + row.pictures
    return total


def head(title: str = "") -> None:
    if title:
        print(f"\n{title}")
    print(f"{'px/module':>9}  {'shot':5}  {'reader':14}  {'right':>5}  {'wrong':>5}  {'of':>4}  {'%':>5}  {'ms':>7}")


def show(row: Row) -> None:
    share = 100 * row.right / max(1, row.of)
    begins = f"{row.px_per_module:>9.1f}  {'hard' if row.hard else 'plain':5}  {row.reader:14}"
    read = f"{row.right:>5}  {row.wrong:>5}  {row.of:>4}  {share:>5.1f}  {row.ms / max(1, row.pictures):>7.1f}"
    print(f"{begins}  {read if row.pictures else 'not installed'}", flush=True)


def last(done: Sequence[Row]) -> None:
    """One JSON line of the readers that looked."""
    print(json.dumps({"rows": [row.as_json() for row in done if row.pictures]}))

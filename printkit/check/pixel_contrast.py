"""The contrast of letters to the pixels under them, where they stand on a picture: what no list of shapes can say.

The face is drawn once without its letters, and each word is held against what is seen in its box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from printkit.check.drawing_inspection import Word
from printkit.draw.display_list import Colour, Drawing, Group, Item, Shared, Text
from printkit.draw.pdf import About, Leaf, write_pdf
from printkit.draw.pdf_preview import page_picture

DPI = 150
WORST_SHARE = 0.05
"""So much of a word's field may be worse: a bright hair in a dark sky hides no letter."""


def worst_contrasts(
    drawing: Drawing, size_mm: tuple[float, float], words: Iterable[Word]
) -> Iterator[tuple[Word, float]]:
    """Each word with its contrast (from 1 to 21) to the worst twentieth of the pixels under it."""
    listed = list(words)
    if not listed:
        return
    pixels = _luminances(drawing, size_mm)
    height, width = pixels.shape
    across, up = width / size_mm[0], height / size_mm[1]
    for word in listed:
        box = word.box
        columns = slice(max(0, int(box.x * across)), max(1, int(np.ceil(box.right * across))))
        rows = slice(max(0, int(height - box.top * up)), max(1, int(np.ceil(height - box.y * up))))
        under = pixels[rows, columns]
        if under.size:
            yield word, float(np.quantile(_contrasts(under, _luminance(word.colour)), WORST_SHARE))


def without_letters(items: Drawing) -> Iterator[Item]:
    """The drawing as it is, but for its texts."""
    for item in items:
        match item:
            case Text():
                continue
            case Group():
                yield replace(item, items=tuple(without_letters(item.items)))
            case Shared() if not isinstance(item.key, str):
                yield Group(tuple(without_letters(item.items)))
            case _:
                yield item


def _luminances(drawing: Drawing, size_mm: tuple[float, float]) -> NDArray[np.float64]:
    """Relative luminance (WCAG 2.2) of every pixel of the face, the top row first."""
    trim = (0.0, 0.0, *size_mm)
    leaf = Leaf(*size_mm, tuple(without_letters(drawing)), label="face", section="face", trim_mm=trim)
    pdf = write_pdf([leaf], About("Face", "", "Simplex"))
    picture = page_picture(pdf, 1, max(1, round(size_mm[0] / 25.4 * DPI))).convert("RGB")
    return _relative(np.asarray(picture, np.float64) / 255)


def _luminance(colour: Colour) -> float:
    return float(_relative(np.array(colour, np.float64)))


def _relative(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array((0.2126, 0.7152, 0.0722)))


def _contrasts(under: NDArray[np.float64], letters: float) -> NDArray[np.float64]:
    light, dark = np.maximum(under, letters), np.minimum(under, letters)
    return (light + 0.05) / (dark + 0.05)

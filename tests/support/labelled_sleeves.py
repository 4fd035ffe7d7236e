"""Cards somebody owns, in sleeves with a printed label stuck on: what a phone sees of them."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from printed_decks import by_pdfium, cut_out
from table_scene import CardArt

from printkit.card_layout import find_layout
from printkit.draw.display_list import Group, Symbol
from printkit.job import print_job
from printkit.job.print_job import PdfJob, PrintSpec
from printkit.sheet.page import Cutout

DPI = 300
SLEEVE_MM = (66.0, 91.0)
STUCK_AT_MM = 1.0
"""How far from the sleeve's upper left corner people stick it."""


@cache
def labels(game: str, kind: str = "grid", language: str = "en") -> PdfJob:
    """All labels of a game on that kind of sheet."""
    return print_job.make(PrintSpec(game, what=("labels",), labels=kind, language=language))


def symbol_of(label: Cutout) -> Symbol:
    """The one code of a label."""
    (found,) = [item for item in label.drawing if isinstance(item, Symbol)]
    assert not any(isinstance(item, Group) for item in label.drawing)
    return found


def sleeves(game: str, kind: str = "grid", page: int = 1) -> list[CardArt]:
    """The cards a sheet's labels go on, each of the colour of one of the game's suits, in that order."""
    return sleeves_of(labels(game, kind), page)


def sleeves_of(done: PdfJob, page: int) -> list[CardArt]:
    """The same of any job of labels."""
    ready = done.plan.pages[page - 1].ready
    assert ready
    raster = by_pdfium(done.files[0].data, page, DPI)
    suits = list(find_layout(done.plan.deck.game).suits.values())
    return [
        _sleeve(label, cut_out(raster, label.place, DPI), suits[index % len(suits)].colour)
        for index, label in enumerate(ready.cutouts)
    ]


def _sleeve(label: Cutout, paper: np.ndarray, colour: tuple[float, float, float]) -> CardArt:
    scale = DPI / 25.4
    width, height = (round(side * scale) for side in SLEEVE_MM)
    front = np.full((height, width, 3), [round(255 * part) for part in reversed(colour)], np.uint8)
    cv2.rectangle(front, (0, 0), (width - 1, height - 1), (40, 40, 40), 6)
    at = round(STUCK_AT_MM * scale)
    room = front[at : at + paper.shape[0], at : at + paper.shape[1]]  # a label wider than the sleeve is cut off
    room[:] = paper[: room.shape[0], : room.shape[1], None]
    symbol = symbol_of(label)
    left, top = at / scale + symbol.x_mm, at / scale + label.place.height_mm - symbol.y_mm - 21 * symbol.module_mm
    right, bottom = left + 21 * symbol.module_mm, top + 21 * symbol.module_mm
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return CardArt(symbol.text, front, quad, size_mm=SLEEVE_MM)

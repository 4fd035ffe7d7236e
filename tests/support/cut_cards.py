"""Paper cards as scissors leave them: printed to a PDF, rasterised page by page, cut along the marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from printed import cut_out, printed
from table_scene import CardArt

from printkit import faces
from printkit.impose import Placed
from printkit.ink import Group, Item, Symbol
from rules import games

DPI = 300


@cache
def cut_cards(game: str, codes: frozenset[str]) -> dict[str, CardArt]:
    """The paper cards with these codes, fronts and backs, by code. Raises KeyError for one the deck does not have."""
    job = printed(game)
    pages: dict[str, dict[str, tuple[int, Placed]]] = {"front": {}, "back": {}}
    for page in job.plan.pages:
        for placed in page.placed:
            if str(placed.piece.code) in codes:
                pages[placed.side][str(placed.piece.code)] = (page.number, placed)
    rasters = {n: _raster(job.files[0].data, n) for side in pages.values() for n in {n for n, _ in side.values()}}
    return {code: _art(code, rasters, pages) for code in sorted(codes)}


def _art(code: str, rasters: dict[int, NDArray[np.uint8]], pages: dict[str, dict[str, tuple[int, Placed]]]) -> CardArt:
    number, front = pages["front"][code]
    back_number, back = pages["back"][code]
    back_raster = cut_out(rasters[back_number], back.place, DPI)
    if back.place.angle_deg == 180:
        back_raster = back_raster[::-1, ::-1]
    return CardArt(code, cut_out(rasters[number], front.place, DPI), _quad_mm(front), back_raster)


def _raster(pdf: bytes, page: int) -> NDArray[np.uint8]:
    with pypdfium2.PdfDocument(pdf) as document:
        raster: NDArray[np.uint8] = document[page - 1].render(scale=DPI / 72).to_numpy().copy()
    return raster


def _quad_mm(placed: Placed) -> NDArray[np.float64]:
    """Where the symbol stands, from the card's top left corner."""
    drawing = faces.front(placed.piece.card, placed.piece.code)
    x, y, side = next(_symbols(drawing, 0.0, 0.0))
    top = faces.size_mm(games.spec(placed.piece.card.game).game)[1] - y - side
    return np.array([[x, top], [x + side, top], [x + side, top + side], [x, top + side]])


def _symbols(items: Iterable[Item], x_mm: float, y_mm: float) -> Iterator[tuple[float, float, float]]:
    for item in items:
        if isinstance(item, Symbol):
            yield x_mm + item.x_mm, y_mm + item.y_mm, 21 * item.module_mm
        elif isinstance(item, Group):
            yield from _symbols(item.items, x_mm + item.x_mm, y_mm + item.y_mm)

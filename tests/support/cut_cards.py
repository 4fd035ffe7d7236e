"""Paper cards as scissors leave them: the deck's PDF, rasterised page by page, cut along the cards' edges.

arts = cut_cards("fairytale", frozenset({"1FT10101A3", ...}))
scene = table_scene.render(table_scene.scatter(list(arts.values()), seed=7), seed=7)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from printed_decks import printed
from table_scene import CardArt

from printkit.card_layout import find_layout
from printkit.face import faces
from printkit.job.print_job import PdfJob
from printkit.sheet.page import Place, Placed
from rules.values.code import symbol

DPI = 300


@cache
def cut_cards(game: str, codes: frozenset[str], dpi: int = DPI, *, second_code: bool = False) -> dict[str, CardArt]:
    """The paper cards with these codes, fronts and backs, by code. Raises KeyError for one the deck does not have."""
    cut = {art.text: art for art in cut_job(printed(game, second_code=second_code), codes, dpi=dpi)}
    return {code: cut[code] for code in sorted(codes)}


def cut_job(done: PdfJob, codes: Collection[str], *, dpi: int = DPI) -> list[CardArt]:
    """The same from any finished job, in its order; a card's back is there where the job printed it."""
    sides: dict[str, dict[str, tuple[Placed, _Cut]]] = {"front": {}, "back": {}}
    size_mm = (done.plan.grid.page_width_mm, done.plan.grid.page_height_mm)
    for file in done.files:
        with pypdfium2.PdfDocument(file.data) as document:
            for index, page in enumerate(page for page in done.plan.pages if page.part == file.part):
                wanted = [placed for placed in page.placed if str(placed.piece.code) in codes]
                raster = document[index].render(scale=dpi / 72).to_numpy()[..., :3] if wanted else None
                for placed in wanted:
                    sides[placed.side][str(placed.piece.code)] = placed, _cut(raster, placed.place, size_mm)
    backs = {code: cut.raster for code, (_, cut) in sides["back"].items()}
    second = done.plan.spec.second_code
    return [_art(placed, cut, backs.get(code), second) for code, (placed, cut) in sides["front"].items()]


@dataclass(frozen=True, eq=False)
class _Cut:
    """A card cut along whole pixels: where its top left corner is on the page, and what a pixel is."""

    raster: NDArray[np.uint8]
    left_mm: float
    top_mm: float
    page_height_mm: float
    pixel_mm: NDArray[np.float64]


def _cut(raster: NDArray[np.uint8], place: Place, size_mm: tuple[float, float]) -> _Cut:
    # The page is stretched to whole pixels, so a pixel is not quite what the resolution says.
    pixel_mm = np.array(size_mm) / raster.shape[1::-1]
    top = size_mm[1] - place.y_mm - place.height_mm
    low = np.round(np.array([place.x_mm, top]) / pixel_mm).astype(int)
    high = np.round(np.array([place.x_mm + place.width_mm, top + place.height_mm]) / pixel_mm).astype(int)
    card = raster[low[1] : high[1], low[0] : high[0]]
    card = card[::-1, ::-1] if place.angle_deg == 180 else card
    left_mm, top_mm = low * pixel_mm
    return _Cut(np.ascontiguousarray(card), float(left_mm), float(top_mm), size_mm[1], pixel_mm)


def _art(placed: Placed, cut: _Cut, back: NDArray[np.uint8] | None, second: bool) -> CardArt:
    text, place = str(placed.piece.code), placed.place
    modules = 17 + 4 * symbol(text)[0]
    x, y, side = faces.code_field(find_layout(placed.piece.card.game), modules)
    (left, bottom), (right, top) = place.on_page(x, y), place.on_page(x + side, y + side)
    top, bottom = cut.page_height_mm - top, cut.page_height_mm - bottom
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    height, width = cut.raster.shape[:2]
    card_mm = (place.width_mm, place.height_mm)
    quad = (corners - (cut.left_mm, cut.top_mm)) * card_mm / (cut.pixel_mm * (width, height))
    behind_text = str(placed.piece.behind.code) if placed.piece.behind else ""
    second_mm = np.array(card_mm) - quad if second else None
    return CardArt(text, cut.raster, quad, back, modules, card_mm, behind_text, second_mm)

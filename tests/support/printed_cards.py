"""The cards people really hold: the product's own PDF, rasterised and cut, for table_scene to lay on a table.

arts = cards_from_deck_pdf("fairytale", [Pick("homesteader", 1), ...])
scene = table_scene.render(table_scene.scatter(arts, seed=7), seed=7)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from table_scene import CardArt

from printkit import faces, job
from printkit.impose import Place, Placed
from printkit.job import Pick, PrintSpec
from printkit.layout import find_layout
from rules import games
from rules.code import CardCode, symbol


def cards_from_deck_pdf(
    game: str, picks: Sequence[Pick] = (), *, dpi: int = 400, paper: str = "a4", print_set: str = "A"
) -> list[CardArt]:
    """The picked cards (all of them without picks) printed two-sided, in the order the PDF has them."""
    spec = PrintSpec(game, paper=paper, backs="long", cards=tuple(picks), print_set=print_set)
    return cards_from_job(job.make(spec), dpi=dpi)


def cards_from_job(done: job.PdfJob, *, dpi: int = 400) -> list[CardArt]:
    """The cards of a finished job, cut out along their edges. Backs are there where the job printed them."""
    sides: dict[str, dict[CardCode, tuple[Placed, _Cut]]] = {"front": {}, "back": {}}
    size_mm = (done.plan.grid.page_width_mm, done.plan.grid.page_height_mm)
    for file in done.files:
        pages = [page for page in done.plan.pages if page.part == file.part]
        with pypdfium2.PdfDocument(file.data) as document:
            for index, page in enumerate(pages):
                raster = document[index].render(scale=dpi / 72).to_numpy()[..., :3]
                for placed in page.placed:
                    sides[placed.side][placed.piece.code] = placed, _cut(raster, placed.place, size_mm)
    backs = {code: cut.raster for code, (_, cut) in sides["back"].items()}
    return [_art(placed, cut, backs.get(code)) for code, (placed, cut) in sides["front"].items()]


def first_codes(game: str, count: int, *, print_set: str = "A") -> list[Pick]:
    """The first copies of the first cards of a game, as picks."""
    return [Pick(card.id, code.copy) for card, code in games.deck(game).codes(print_set) if code.copy == 1][:count]


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


def _art(placed: Placed, cut: _Cut, back: NDArray[np.uint8] | None) -> CardArt:
    text, place = str(placed.piece.code), placed.place
    modules = 17 + 4 * symbol(text)[0]
    x, y, side = faces.code_field(find_layout(placed.piece.card.game), modules)
    (left, bottom), (right, top) = place.on_page(x, y), place.on_page(x + side, y + side)
    top, bottom = cut.page_height_mm - top, cut.page_height_mm - bottom
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    height, width = cut.raster.shape[:2]
    card_mm = (place.width_mm, place.height_mm)
    quad = (corners - (cut.left_mm, cut.top_mm)) * card_mm / (cut.pixel_mm * (width, height))
    return CardArt(text, cut.raster, quad, back, modules, card_mm)

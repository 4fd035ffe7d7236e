"""Display lists -> PDF. With ``book`` and ``embedded`` the only place that knows ReportLab.

Operators are written as text, in millimetres under one ``cm`` a page: ReportLab's own drawing calls cost four times as
much and format numbers longer than a printer can show. What repeats (``ink.Shared``) becomes a form XObject.
Equal input gives equal bytes, on any machine and in any process.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from reportlab import rl_config
from reportlab.lib.colors import PCMYKColorSep
from reportlab.pdfgen.canvas import Canvas

from printkit.draw import pdf_fonts
from printkit.draw.book import Book
from printkit.draw.display_list import Drawing, Path
from printkit.draw.number_text import SHORT
from printkit.type import fonts
from printkit.units import POINTS_PER_MM, points

if TYPE_CHECKING:
    pass

# ASCII85 makes every stream a quarter longer and is encoded in Python; nobody reads our streams by eye.
rl_config.useA85 = 0

CUT_COLOUR = PCMYKColorSep(0, 100, 0, 0, spotName="CutContour")
CUT_WIDTH_MM = 0.09


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page as it will be drawn. ``trim_mm`` (left, bottom, right, top) is what is cut out of it.

    ``label`` is the page's name in a viewer, ``section`` its heading in the outline. ``matrix`` maps the drawing to the
    paper (a printer's correction, a turned page); ``cuts`` are stroked in the spot colour CutContour.
    """

    width_mm: float
    height_mm: float
    drawing: Drawing
    label: str
    section: str
    trim_mm: tuple[float, float, float, float]
    bleed_mm: tuple[float, float] = (0.0, 0.0)
    matrix: tuple[float, float, float, float, float, float] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    cuts: tuple[Path, ...] = ()

    def box_pt(self, bleed: float) -> tuple[float, ...]:
        """The trim box (0) or bleed box (1) in points, as it lies on the paper."""
        return _box_pt(self.trim_mm, (bleed * self.bleed_mm[0], bleed * self.bleed_mm[1]), self.matrix)


@lru_cache(maxsize=64)
def _box_pt(
    trim_mm: tuple[float, float, float, float], reach_mm: tuple[float, float], matrix: tuple[float, ...]
) -> tuple[float, ...]:
    (left, bottom, right, top), (dx, dy) = trim_mm, reach_mm
    a, b, c, d, e, f = matrix
    corners = [(a * x + c * y + e, b * x + d * y + f) for x in (left - dx, right + dx) for y in (bottom - dy, top + dy)]
    (x0, y0), (x1, y1) = map(min, zip(*corners, strict=True)), map(max, zip(*corners, strict=True))
    return tuple(map(points, (x0, y0, x1, y1)))


@dataclass(frozen=True, slots=True)
class About:
    """What the file says of itself. ``duplex`` is the hint to the print dialog, ``language`` what its text is in."""

    title: str
    subject: str
    duplex: Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
    author: str = "Tablewright"
    language: str = "en"


def write_pdf(leaves: Iterable[Leaf], about: About, pause: Callable[[], None] = lambda: None) -> bytes:
    """The PDF of the pages, in order. Pages may come from a generator; one is drawn at a time.

    ``pause`` is called after every photo: where others wait to draw, they need not wait for nine of them.
    """
    target = io.BytesIO()
    stand_in = pdf_fonts.font(fonts.keys()[0]).fontName
    # A font that is embedded stands in for ReportLab's Helvetica, which would be named in the file and never embedded.
    options: dict[str, Any] = {"pdfVersion": (1, 7), "lang": about.language, "initialFontName": stand_in}
    canvas = Canvas(target, pageCompression=1, invariant=1, **options)
    canvas.setTitle(about.title)
    canvas.setSubject(about.subject)
    canvas.setAuthor(about.author)
    canvas.setCreator(about.author)
    # Viewers scale to "fit" unless told otherwise, and 97 % cards do not fit their sleeves or their neighbours.
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", about.duplex)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    book = Book(canvas, pause)
    section = None
    for index, leaf in enumerate(leaves):
        canvas.setPageSize((points(leaf.width_mm), points(leaf.height_mm)))
        canvas.setTrimBox(leaf.box_pt(0.0))
        canvas.setBleedBox(leaf.box_pt(1.0))
        canvas.addPageLabel(index, prefix=leaf.label)
        if leaf.section != section:
            section = leaf.section
            canvas.bookmarkPage(f"page{index}")
            canvas.addOutlineEntry(section, f"page{index}")
        canvas.addLiteral(f"{_page_matrix(leaf.matrix)} cm 1 J 1 j")
        book.draw(leaf.drawing, 1.0)
        _cuts(canvas, leaf.cuts)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


@lru_cache(maxsize=64)
def _page_matrix(matrix: tuple[float, ...]) -> str:
    """Millimetres to points, through the page's own map."""
    return " ".join("0" if value == 0 else f"{value * POINTS_PER_MM:.8f}" for value in matrix)


def _cuts(canvas: Canvas, cuts: tuple[Path, ...]) -> None:
    """Outlines for a cutter, in a colour of their own that a printer's program can leave out."""
    if not cuts:
        return
    canvas.setStrokeColor(CUT_COLOUR)
    canvas.addLiteral(f"{_three(CUT_WIDTH_MM)} w [] 0 d")
    for path in cuts:
        words = " ".join(" ".join((*map(_three, op[1:]), op[0])) for op in path.ops)
        canvas.addLiteral(f"{words} S")


_three = SHORT[3]

"""What a job takes before anything is written: sheets, cuts, ink and money.

The pages are drawn in memory and rasterised small; ink is what four colours would lay on the paper with all grey made
of black. The figures are for comparing papers, backs and inks with each other: printers differ by tens of percent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
import pypdfium2

from printkit.draw.pdf_preview import pdfium
from printkit.job.job_records import PdfJob, Plan
from printkit.print_refusal import PrintError, option
from printkit.sheet import cut_marks
from printkit.sheet.page import Page
from printkit.sheet.printer_profile import Prices
from rules.text import say

RASTER_DPI = 36
"""Enough: a mean over a page needs no edges."""


@dataclass(frozen=True, slots=True)
class SheetEstimate:
    """One sheet of paper: its pages, the cards (or labels) on it, straight cuts through it, each page's inked share."""

    pages: tuple[int, ...]
    cards: int
    cuts: int
    covered: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A whole job, sheet by sheet, in printing order."""

    plan: Plan
    sheets: tuple[SheetEstimate, ...]

    @property
    def cuts(self) -> int:
        """All straight cuts; a stack cut together counts sheet by sheet."""
        return sum(sheet.cuts for sheet in self.sheets)

    @property
    def covered(self) -> float:
        """Pages' worth of ink: the sum of all pages' inked shares."""
        return sum(sum(sheet.covered) for sheet in self.sheets)


def estimate(done: PdfJob) -> Estimate:
    """What a drawn job takes."""
    shares: dict[tuple[str, int], float] = {}
    for file in done.files:
        pages = [page for page in done.plan.pages if page.part == file.part]
        for page, share in zip(pages, covered(file.data), strict=True):
            shares[page.part, page.number] = share
    return Estimate(
        done.plan,
        tuple(
            SheetEstimate(
                tuple(page.number for page in pages),
                replace(done.plan, pages=tuple(pages)).count,
                max(sum(map(len, cut_marks.cuts(page))) for page in pages),
                tuple(shares[page.part, page.number] for page in pages),
            )
            for pages in _sheets(done.plan)
        ),
    )


def straight_cuts(plan: Plan) -> int:
    """The straight cuts of a whole job, without drawing it; a stack cut together counts sheet by sheet."""
    return sum(max(sum(map(len, cut_marks.cuts(page))) for page in pages) for pages in _sheets(plan))


def _sheets(plan: Plan) -> list[list[Page]]:
    """The pages by sheet of paper; where fronts and backs are glued or only fronts come, each page is a sheet."""
    if not plan.spec.backs.shared_sheet:
        return [[page] for page in plan.pages]
    sheets: dict[int, list[Page]] = {}
    for page in plan.pages:
        sheets.setdefault(page.sheet, []).append(page)
    return [sheets[number] for number in sorted(sheets)]


def covered(pdf: bytes) -> list[float]:
    """The inked share of each page: 1 is one ink solid all over; several inks on each other count each."""
    with pdfium, pypdfium2.PdfDocument(pdf) as document:
        return [_covered(page.render(scale=RASTER_DPI / 72).to_numpy()) for page in document]


def _covered(picture: np.ndarray) -> float:
    inks = 1.0 - picture[:, :, :3].astype(np.float32) / 255
    black = inks.min(axis=2)
    return float((inks.sum(axis=2) - 2 * black).mean())


PRICES = {"sheet": "sheet", "ink": "ink_page"}


def read_prices(text: str) -> Prices:
    """``sheet=0.02,ink=0.05,currency=EUR``. Raises PrintError where a part is no price."""
    found: dict[str, float] = {}
    currency = ""
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, _, value = (word.strip() for word in part.partition("="))
        if key == "currency" and 0 < len(value) <= 8:
            currency = value
            continue
        if key not in PRICES or not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", value, re.ASCII):
            raise PrintError(
                say('"{part}" is not a price; write them as sheet=0.02,ink=0.05', part=part), option("prices")
            )
        found[PRICES[key]] = float(value)
    return Prices(currency, **found)


def lines(whole: Estimate, prices: Prices | None = None) -> list[str]:
    """The estimate as a table for a terminal, a line a kind of sheet, and what it comes to."""
    rows: dict[tuple[int, int, int], list[SheetEstimate]] = {}
    for sheet in whole.sheets:
        rows.setdefault((sheet.cards, sheet.cuts, len(sheet.covered)), []).append(sheet)
    out = [f"{'sheets':<26}{'labels' if whole.plan.labels else 'cards':>7}{'cuts':>7}   ink a side"]
    for alike in rows.values():
        inks = " + ".join(_range(side) for side in zip(*(sheet.covered for sheet in alike), strict=True))
        out.append(f"{_named(alike):<26}{alike[0].cards:>7}{alike[0].cuts:>7}   {inks}")
    sheets = f"{len(whole.sheets)} sheet" + ("" if len(whole.sheets) == 1 else "s")
    out.append(f"{sheets} of {whole.plan.sheet.title}, {whole.plan.contents}, {whole.cuts} cuts,")
    out.append(f"as much ink as {whole.covered:.1f} pages of one solid colour.")
    if prices and (prices.sheet or prices.ink_page):
        out.append(_money(whole, prices))
    return out


def _money(whole: Estimate, prices: Prices) -> str:
    paper, total = prices.cost(len(whole.sheets), 0.0), prices.cost(len(whole.sheets), whole.covered)
    unit = f" {prices.currency}" if prices.currency else ""
    return f"Costs about {total:.2f}{unit}: paper {paper:.2f}, ink {total - paper:.2f}."


def _range(shares: tuple[float, ...]) -> str:
    low, high = round(100 * min(shares)), round(100 * max(shares))
    return f"{low} %" if low == high else f"{low}-{high} %"


def _named(sheets: list[SheetEstimate]) -> str:
    """``pages 1-8, 11-12`` of the sheets that are alike."""
    numbers = sorted({number for sheet in sheets for number in sheet.pages})
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    said = [f"{first}-{last}" if first != last else f"{first}" for first, last in spans]
    return ("pages " if len(numbers) > 1 else "page ") + ", ".join(said[:4]) + (", ..." if len(said) > 4 else "")

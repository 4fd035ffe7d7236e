"""Printed decks for tests: each PDF made once a session, its pages as pictures from two engines."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache, lru_cache

import cv2
import numpy as np
import pypdfium2
import pytest
import zxingcpp

from printkit.draw.ink_saving import Ink
from printkit.job import print_job
from printkit.job.print_job import PdfJob, PrintSpec
from printkit.sheet.page import Page, Place
from rules import games

needs_poppler = pytest.mark.skipif(not shutil.which("pdftoppm"), reason="pdftoppm (poppler-utils) is not installed")
needs_qpdf = pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")


@cache
def printed(game: str, paper: str = "a4", *, second_code: bool = False) -> PdfJob:
    """The whole deck, long-edge duplex."""
    return print_job.make(PrintSpec(game, paper, second_code=second_code))


@cache
def whole_kit(game: str, ink: Ink = "full", language: str = "en") -> PdfJob:
    """All a game has, its guide first, long-edge duplex."""
    return print_job.make(PrintSpec(game, what=("all",), ink=ink, language=language))


KITS: tuple[tuple[str, Ink, str], ...] = tuple(
    (game, ink, language)
    for game in games.names()
    for ink, language in (("full", "en"), ("full", "de"), ("low", "de"), ("grey", "en"))
)
"""Every kit people are offered: each game, in every ink, in every language."""


def fronts(done: PdfJob) -> list[Page]:
    return [page for page in done.plan.pages if page.side == "front"]


@lru_cache(maxsize=2)
def by_pdfium(pdf: bytes, page: int, dpi: int) -> np.ndarray:
    """Page ``page`` (from 1) as an (H, W) grey picture."""
    with pypdfium2.PdfDocument(pdf) as document:
        return document[page - 1].render(scale=dpi / 72, grayscale=True).to_numpy().copy()


def page_codes(page: Page) -> list[str]:
    """The codes a page must carry: a back carries one only where it is the second face of a two-sided card."""
    if page.side == "front":
        return [str(placed.piece.code) for placed in page.placed]
    return [str(placed.piece.behind.code) for placed in page.placed if placed.piece.behind]


def by_poppler(pdf: bytes, page: int, dpi: int) -> np.ndarray:
    """Page ``page`` (from 1) as an (H, W) grey picture."""
    asked = ["pdftoppm", "-r", str(dpi), "-gray", "-f", str(page), "-l", str(page), "-"]
    done = subprocess.run(asked, input=pdf, capture_output=True, check=True)
    return cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_GRAYSCALE)


def decoded(picture: np.ndarray) -> list[str]:
    """The texts of all QR codes in the picture, as often as they are there."""
    return [found.text for found in zxingcpp.read_barcodes(picture, zxingcpp.BarcodeFormat.QRCodeModel2)]


def cut_out(picture: np.ndarray, place: Place, dpi: int) -> np.ndarray:
    """One card out of a page's picture, as the scissors would."""
    return window(picture, (place.x_mm, place.y_mm, place.x_mm + place.width_mm, place.y_mm + place.height_mm), dpi)


def window(picture: np.ndarray, box_mm: tuple[float, float, float, float], dpi: int) -> np.ndarray:
    """The part of a page's picture inside (left, bottom, right, top) in mm from the page's lower left corner."""
    scale, height = dpi / 25.4, picture.shape[0]
    left, bottom, right, top = (value * scale for value in box_mm)
    return picture[round(height - top) : round(height - bottom), round(left) : round(right)]

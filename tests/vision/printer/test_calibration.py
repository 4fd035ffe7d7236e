"""The calibration sheet is printed with a known error, photographed, and the error is found again."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from photographed_sheets import Card, Phone, photograph

from companion.printing.printers import About, from_photos
from printkit.sheet.calibration_sheet import sheet_pdf
from printkit.sheet.paper import find_sheet
from printkit.sheet.printer_profile import Face
from vision.printer.calibration import CalibrationError, FaceError, Measured, measure

A4 = (210.0, 297.0)
SMALL = (1200, 1600)
FRONT = Face(0.8, -0.45, 0.21, 1.002, 0.999)
BACK = Face(-1.3, 0.7, -0.37, 0.9985, 1.0015)


@cache
def pages(paper: str) -> list[np.ndarray]:
    """Both faces as they come out of the printer's own raster, 254 dots an inch."""
    with pypdfium2.PdfDocument(sheet_pdf(find_sheet(paper))) as document:
        return [document[n].render(scale=254 / 72, grayscale=True).to_numpy().copy() for n in (0, 1)]


def jpeg(photo: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


@cache
def photo(side: int, error: Face, phone: Phone, card: Card | None = None, paper: str = "a4") -> bytes:
    sheet = find_sheet(paper)
    return jpeg(photograph(pages(paper)[side], (sheet.width_mm, sheet.height_mm), error, phone, card))


def close(found: FaceError, true: Face, mm: float = 0.1, degrees: float = 0.05) -> bool:
    return (
        abs(found.offset_x_mm - true.offset_x_mm) < mm
        and abs(found.offset_y_mm - true.offset_y_mm) < mm
        and abs(found.angle_deg - true.angle_deg) < degrees
    )


def both(front: Phone, back: Phone, card: Card | None = None) -> Measured:
    return measure((photo(0, FRONT, front, card), photo(1, BACK, back, card)), A4)


def test_the_error_is_found_in_two_photos_from_different_places():
    measured = both(Phone(SMALL), Phone(SMALL, 0.8, -9, 7, 184, -0.015))
    assert close(measured.front.error, FRONT)
    assert close(measured.back.error, BACK)
    right, up, turn = measured.between
    assert right == pytest.approx(1.3 - 0.8, abs=0.1)
    assert up == pytest.approx(0.7 + 0.45, abs=0.1)
    assert turn == pytest.approx(0.37 - 0.21, abs=0.05)
    assert measured.relative_scale == pytest.approx((0.9985 / 1.002, 1.0015 / 0.999), abs=5e-4)
    assert measured.front.error.scale is None, "paper is no measure"


def test_photos_come_in_any_order_and_lie_on_their_sides():
    lying = Phone((1600, 1200), 0.8, 5, 8, 92, 0.0)
    measured = measure((photo(1, BACK, lying), photo(0, FRONT, lying)), A4)
    assert close(measured.front.error, FRONT)
    assert close(measured.back.error, BACK)


def test_a_bank_card_in_view_gives_the_size():
    measured = both(Phone(SMALL), Phone(SMALL, 0.8, -4, 6, 2, 0.0), Card())
    assert measured.front.error.scale == pytest.approx((FRONT.scale_x, FRONT.scale_y), abs=2e-3)
    assert measured.back.error.scale == pytest.approx((BACK.scale_x, BACK.scale_y), abs=2e-3)


def test_letter_is_measured_as_well():
    size = (215.9, 279.4)
    measured = measure(
        (photo(0, FRONT, Phone(SMALL), None, "letter"), photo(1, BACK, Phone(SMALL), None, "letter")), size
    )
    assert close(measured.front.error, FRONT)
    assert close(measured.back.error, BACK)


def test_a_corrected_sheet_measures_true(tmp_path: Path):
    """What the profile draws the other way round, the printer puts right."""
    made = from_photos(both(Phone(SMALL), Phone(SMALL)), About("office"), tmp_path)
    with pypdfium2.PdfDocument(sheet_pdf(find_sheet("a4"), made)) as document:
        corrected = [document[n].render(scale=254 / 72, grayscale=True).to_numpy().copy() for n in (0, 1)]
    again = measure(
        (
            jpeg(photograph(corrected[0], A4, FRONT, Phone(SMALL))),
            jpeg(photograph(corrected[1], A4, BACK, Phone(SMALL))),
        ),
        A4,
    )
    assert close(again.front.error, Face())
    assert close(again.back.error, Face())
    assert again.relative_scale == pytest.approx((1.0, 1.0), abs=1e-3)


def test_what_cannot_be_measured_is_refused_with_the_cure():
    front = photo(0, FRONT, Phone(SMALL))
    with pytest.raises(CalibrationError, match="Both photos show the front: take one of the back"):
        measure((front, front), A4)
    with pytest.raises(CalibrationError, match="take the photo of the whole calibration sheet"):
        measure((jpeg(np.full((600, 800), 128, np.uint8)), front), A4)
    white_table = photo(0, FRONT, Phone(SMALL, table=228.0))
    with pytest.raises(CalibrationError, match="lay the sheet on something dark"):
        measure((white_table, front), A4)
    cut_off = photo(0, FRONT, Phone(SMALL, fill=1.04, tilt_x_deg=0, tilt_y_deg=0, turn_deg=0))
    with pytest.raises(CalibrationError, match="keep all four edges in the picture"):
        measure((cut_off, front), A4)


def test_a_sheet_that_does_not_lie_flat_is_refused():
    front = cv2.imdecode(np.frombuffer(photo(0, FRONT, Phone(SMALL)), np.uint8), cv2.IMREAD_GRAYSCALE)
    y, x = np.mgrid[: front.shape[0], : front.shape[1]].astype(np.float32)
    waved = cv2.remap(front, x + 6 * np.sin(y / 150), y, cv2.INTER_LINEAR)
    with pytest.raises(CalibrationError, match="does not lie flat"):
        measure((jpeg(waved), photo(1, BACK, Phone(SMALL))), A4)

"""How well the phone measures a printer: known errors, photographed by program, found again.

    python benchmarks/calibration.py [--quick]

Each row is the worst of its photos (both faces), in mm, degrees and percent of size; the last line is JSON.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import cv2
import pypdfium2
from photographed_sheets import Card, Phone, photograph

from printkit.sheet.calibration_sheet import sheet_pdf
from printkit.sheet.paper import find_sheet
from printkit.sheet.printer_profile import Face
from vision.printer.calibration import measure

A4 = (210.0, 297.0)
CASES = {
    "straight above, 12 MP": ((3000, 4000), 0.0, 0.0, False),
    "tilted to 15°, bent lens, 12 MP": ((3000, 4000), 15.0, 0.03, False),
    "the same with a bank card": ((3000, 4000), 15.0, 0.03, True),
    "tilted to 10°, 3 MP": ((1500, 2000), 10.0, 0.02, False),
}


def main() -> None:
    quick = "--quick" in sys.argv
    with pypdfium2.PdfDocument(sheet_pdf(find_sheet("a4"))) as document:
        pages = [document[n].render(scale=400 / 72, grayscale=True).to_numpy().copy() for n in (0, 1)]
    dice = random.Random(7)
    results = {}
    print(f"{'':34}{'offset mm':>10}{'angle °':>10}{'size %':>10}{'s a pair':>10}")
    for name, (size, tilt, lens, with_card) in list(CASES.items())[-1 if quick else 0 :]:
        card = Card() if with_card else None
        rows = [_pair(pages, dice, size, tilt, lens, card) for _ in range(1 if quick else 5)]
        offset, angle, percent = (max(row[n] for row in rows) for n in range(3))
        seconds = statistics.median(row[3] for row in rows)
        shown = f"{percent:.3f}" if card else "–"
        print(f"{name:34}{offset:10.3f}{angle:10.4f}{shown:>10}{seconds:10.2f}")
        results[name] = {"offset_mm": offset, "angle_deg": angle, "size_percent": percent, "s": seconds}
    print(json.dumps({"benchmark": "calibration", "cases": results}))


def _pair(
    pages: list[Any], dice: random.Random, size: tuple[int, int], tilt: float, lens: float, card: Card | None
) -> tuple[float, float, float, float]:
    """One pair of photos: the worst offset, angle and size of the two, and the seconds it took to measure them."""
    errors = [_error(dice) for _ in pages]
    photos = []
    for page, error in zip(pages, errors, strict=True):
        turn, bent = dice.uniform(-10, 10), dice.uniform(-lens, lens)
        phone = Phone(size, 0.75, dice.uniform(-tilt, tilt), dice.uniform(-tilt, tilt), turn, bent)
        photo = photograph(page, A4, error, phone, card, dice.randrange(99))
        photos.append(cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
    start = time.perf_counter()
    found = measure((photos[0], photos[1]), A4)
    seconds = time.perf_counter() - start
    offset = angle = percent = 0.0
    for seen, true in ((found.front.error, errors[0]), (found.back.error, errors[1])):
        offset = max(offset, abs(seen.offset_x_mm - true.offset_x_mm), abs(seen.offset_y_mm - true.offset_y_mm))
        angle = max(angle, abs(seen.angle_deg - true.angle_deg))
        if seen.scale:
            wide, high = abs(seen.scale[0] - true.scale_x), abs(seen.scale[1] - true.scale_y)
            percent = max(percent, 100 * wide, 100 * high)
    return offset, angle, percent, seconds


def _error(dice: random.Random) -> Face:
    return Face(
        dice.uniform(-2, 2),
        dice.uniform(-2, 2),
        dice.uniform(-0.6, 0.6),
        dice.uniform(0.997, 1.003),
        dice.uniform(0.997, 1.003),
    )


if __name__ == "__main__":
    main()

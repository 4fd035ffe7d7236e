"""How many codes of real photos are read as the photos get smaller, by us and by the general readers.

    python benchmarks/scan_photos.py --photos DIR [--quick]

DIR holds photos and a ``truth.json``: ``symbols`` (payload, version, ecc, mask and ``rows``, the modules as 0 and 1)
and ``images`` (file, and ``codes``: payload and ``quad_tl_tr_br_bl``, corners in pixels from the first pixel's centre,
as the file is stored). Each photo is shrunk until a module is so many pixels wide on the median; *hard* adds blur
(0.7 px), noise (5) and JPEG 80. Ours looks for the symbols of truth.json among 186 others; the places are its own.
Prints a table and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import scan_readers
from scan_readers import Grey, Picture, Reader, Readers, Row, as_quad

from vision.picture.opencv_setup import cv2
from vision.read.find_codes import find_codes
from vision.read.qr_symbol import modules
from vision.read.symbol_index import SymbolIndex

SCALES = (2.5, 2.0, 1.6, 1.2, 1.0, 0.8)
QUICK = (2.0, 1.0)
DECOYS = 186
BLUR_PX, NOISE, JPEG = 0.7, 5.0, 80


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True, metavar="DIR")
    parser.add_argument("--quick", action="store_true", help="the first photo at two sizes")
    parser.add_argument("--only", metavar="READER", action="append", help='just these readers, such as "ours"')
    args = parser.parse_args()
    truth = json.loads((args.photos / "truth.json").read_text())
    index = index_of(truth["symbols"])
    known = set(index.texts).__contains__
    readers: Readers = {"ours": ours(index)} | scan_readers.peers()
    readers = {name: read for name, read in readers.items() if not args.only or name in args.only}
    images = truth["images"][: 1 if args.quick else None]
    done: list[Row] = []
    scan_readers.head()
    for hard in (False, True):
        for scale in QUICK if args.quick else SCALES:
            pictures = shrunk(args.photos, images, scale, hard=hard)
            for row in scan_readers.rows(scale, hard, pictures, readers, known):
                scan_readers.show(row)
                done.append(row)
    scan_readers.last(done)


def ours(index: SymbolIndex) -> Reader:
    known = frozenset(index.texts)
    return lambda grey: [
        (one.text, one.corners_px) for one in find_codes(grey, index, known.__contains__).codes if one.known
    ]


def index_of(symbols: list[dict[str, Any]]) -> SymbolIndex:
    """The true symbols and the decoys, of the same version and level as the first."""
    texts = [one["payload"] for one in symbols]
    matrices = [np.array([[cell == "1" for cell in row] for row in one["rows"]]) for one in symbols]
    version, level = symbols[0].get("version", 1), symbols[0].get("ecc", "M")
    for number in range(DECOYS):
        texts.append(f"Decoy {number:03d}")
        matrices.append(modules(texts[-1], version, level, number % 8))
    return SymbolIndex.from_matrices(texts, matrices)


def shrunk(folder: Path, images: list[dict[str, Any]], scale: float, *, hard: bool) -> Iterator[Picture]:
    """The photos with modules of ``scale`` pixels."""
    for number, image in enumerate(images):
        flags = cv2.IMREAD_GRAYSCALE | cv2.IMREAD_IGNORE_ORIENTATION
        full = cv2.imread(str(folder / image["file"]), flags)
        if full is None:
            raise SystemExit(f"{folder / image['file']} is no picture that can be read")
        quads = np.array([one["quad_tl_tr_br_bl"] for one in image["codes"]], np.float64) + 0.5
        side = float(np.median(np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)))
        small = cv2.resize(full, None, fx=scale * 21 / side, fy=scale * 21 / side, interpolation=cv2.INTER_AREA)
        quads *= np.array(small.shape[::-1]) / np.array(full.shape[::-1])
        grey = worse(np.asarray(small, np.uint8), number) if hard else np.asarray(small, np.uint8)
        texts = [one["payload"] for one in image["codes"]]
        yield Picture(grey, [(text, as_quad(quad)) for text, quad in zip(texts, quads, strict=True)])


def worse(grey: Grey, seed: int) -> Grey:
    rng = np.random.default_rng([seed, 3])
    blurred = cv2.GaussianBlur(grey, (0, 0), BLUR_PX).astype(np.float64) + rng.normal(0, NOISE, grey.shape)
    noisy = np.clip(blurred + 0.5, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, JPEG])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)


if __name__ == "__main__":
    main()

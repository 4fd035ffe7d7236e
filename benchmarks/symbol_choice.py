"""Which QR symbol to print at equal size: 1-H (21 modules of 0.6 mm) or 2-H (25 modules of 0.504 mm), both 12.6 mm.

    python benchmarks/symbol_choice.py [--quick] [--seed0 N] [--count N]

Both symbols of the same texts lie on the same tables under the same camera: easy and hard (the presets of
tests/support/table_scene.py) and from a steep side. Read by zxing-cpp as it comes, by zxing-cpp on the picture
enlarged twice, and matched against the deck where the place is known to half a pixel (what a far-shot reader can
reach once it has found a card; "accepted" is a first, strict gate, correlation .65 and .15 ahead of the second).
Prints a table and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
import table_scene
import zxingcpp
from numpy.typing import NDArray

from rules.values.code import CardCode
from vision.picture.opencv_setup import cv2

SIDE_MM = 12.6
SYMBOLS = {"1-H": (1, 21), "2-H": (2, 25)}
SHOTS = {"easy": table_scene.EASY, "hard": table_scene.HARD, "steep": replace(table_scene.HARD, tilt_deg=55.0)}
DECK = [str(CardCode("FT", f"{card:03d}", copy)) for card in range(1, 101) for copy in (1, 2)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=4, help="tables of 12 cards a row")
    parser.add_argument("--quick", action="store_true", help="one table at two scales")
    args = parser.parse_args()
    count = 1 if args.quick else args.count
    scales = (1.6, 1.0) if args.quick else (4.0, 3.0, 2.5, 2.0, 1.8, 1.6, 1.4, 1.2, 1.0, 0.8)
    found = [
        measure(symbol, shot, scale, range(args.seed0, args.seed0 + count))
        for shot in SHOTS
        for scale in scales
        for symbol in SYMBOLS
    ]
    print("px/module of 1-H  shot  symbol   zxing  zxing x2  matched: right  accepted  wrong   of")
    for row in found:
        print(
            f"{row['px_per_module']:>16.1f}  {row['shot']}  {row['symbol']:>6}  {row['zxing']:>6}  {row['zxing_x2']:>8}"
            f"  {row['matched']:>14}  {row['accepted']:>8}  {row['wrong']:>5}  {row['of']:>3}"
        )
    print(json.dumps({"rows": found}))


def measure(symbol: str, shot: str, scale: float, seeds: Sequence[int]) -> dict[str, object]:
    """One row: how many of the codes each way of reading gets right. ``scale`` is px per 0.6 mm for both symbols."""
    version, modules = SYMBOLS[symbol]
    matcher = Matcher(version)
    sums = dict.fromkeys(("zxing", "zxing_x2", "matched", "accepted", "wrong", "of"), 0)
    for seed in seeds:
        rng = np.random.default_rng([seed, 5])
        texts = rng.choice(DECK, 12, replace=False)
        arts = [table_scene.placeholder_card(str(t), module_mm=SIDE_MM / modules, version=version) for t in texts]
        laid = table_scene.scatter(arts, seed=seed)
        scene = table_scene.render(laid, seed=seed, shot=SHOTS[shot], px_per_module=scale, module_mm=0.6)
        image = cv2.imdecode(np.frombuffer(scene.photo, np.uint8), cv2.IMREAD_GRAYSCALE)
        truth = {one.text for one in scene.readable}
        sums["of"] += len(truth)
        sums["zxing"] += len(truth & set(read(image)))
        larger = cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        sums["zxing_x2"] += len(truth & set(read(larger)))
        for one in scene.readable:
            text, best, margin = matcher.match(image, one.corners_px + rng.normal(0, 0.5, (4, 2)))
            believed = best > 0.65 and margin > 0.15
            sums["matched"] += text == one.text
            sums["accepted"] += believed and text == one.text
            sums["wrong"] += believed and text != one.text
    return {"px_per_module": scale, "shot": shot, "symbol": symbol, **sums}


def read(image: NDArray[np.uint8]) -> Iterator[str]:
    """The texts zxing-cpp reads."""
    for found in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode):
        yield found.text


class Matcher:
    """Which text of the deck a known square shows: sampled softly, compared with every symbol of the deck."""

    def __init__(self, version: int) -> None:
        symbols = np.array([table_scene.matrix(text, version) for text in DECK])
        self.varies = symbols.any(axis=0) & ~symbols.all(axis=0)
        self.size = symbols.shape[1]
        data = np.where(symbols, -1.0, 1.0)[:, self.varies]
        data -= data.mean(axis=1, keepdims=True)
        self.data = data / np.linalg.norm(data, axis=1, keepdims=True)

    def match(self, image: NDArray[np.uint8], quad_px: NDArray[np.float64]) -> tuple[str, float, float]:
        """The best text, its correlation, and how far the second is behind; the quad may be off by a module's half."""
        best = ("", -1.0, 0.0)
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        place = cv2.getPerspectiveTransform(unit, quad_px.astype(np.float32))
        steps = (np.arange(self.size) + 0.5) / self.size
        for off_x in np.linspace(-0.6, 0.6, 9) / self.size:
            for off_y in np.linspace(-0.6, 0.6, 9) / self.size:
                x, y = np.meshgrid(steps + off_x, steps + off_y)
                at = np.stack([x, y, np.ones_like(x)], -1) @ place.T
                at = (at[..., :2] / at[..., 2:] - 0.5).astype(np.float32)
                seen = cv2.remap(image, at, None, cv2.INTER_LINEAR).astype(np.float32)
                seen = (seen - cv2.GaussianBlur(seen, (0, 0), 5))[self.varies]
                seen -= seen.mean()
                fits = self.data @ (seen / (np.linalg.norm(seen) + 1e-6))
                first, second = np.argsort(-fits)[:2]
                if fits[first] > best[1]:
                    best = (DECK[first], float(fits[first]), float(fits[first] - fits[second]))
        return best


if __name__ == "__main__":
    main()

"""How many of a table's printed cards are read, by us and by the general readers, from near to far.

    python benchmarks/scan_recall.py [--quick] [--seed0 N] [--count N] [--game GAME]

The game's own PDF is rasterised, its cards are cut out and laid on made-up tables (tests/support/table_scene.py),
twelve a table, two of them face down; photographed easy (tilt 5, noise 2.5, JPEG 90) and hard (tilt 30, noise 5,
JPEG 80, defocus 0.7 px). ``right`` is the right text at the right place, ``wrong`` any card reported that is not
there. Every reader gets the same decoded picture in the same run; ``ms`` is the time a picture. Prints a table and one
JSON line last.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
import table_scene
from cut_cards import cut_cards
from numpy.typing import NDArray

from rules import games
from vision.backends import opencv, zxing
from vision.cv import cv2
from vision.frames import Frame, decode
from vision.scan import look
from vision.sighting import Quad, centre, contains

CARDS, FACE_DOWN = 12, (4, 9)
Found = list[tuple[str, Quad]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=6, help="tables a row, ten codes in sight on each")
    parser.add_argument("--game", choices=games.names(), default="fairytale")
    parser.add_argument("--quick", action="store_true", help="one table at two distances")
    args = parser.parse_args()
    scales = (4.0, 2.5) if args.quick else (4.0, 3.0, 2.5, 2.0, 1.6)
    seeds = range(args.seed0, args.seed0 + (1 if args.quick else args.count))
    readers = all_readers(args.game)
    print(f"{'px/module':>9}  {'shot':4}  {'reader':14}  {'right':>5}  {'wrong':>5}  {'of':>4}  {'%':>5}  {'ms':>7}")
    rows = []
    for hard in (False, True):
        for scale in scales:
            for row in measure(args.game, scale, seeds, hard=hard, readers=readers):
                rows.append(row)
                share = 100 * row["right"] / row["of"]
                print(
                    f"{scale:>9.1f}  {'hard' if hard else 'easy'}  {row['reader']:14}  {row['right']:>5}"
                    f"  {row['wrong']:>5}  {row['of']:>4}  {share:>5.1f}  {row['ms']:>7.1f}",
                    flush=True,
                )
    print(json.dumps({"game": args.game, "seed0": args.seed0, "rows": rows}))


def all_readers(game: str) -> dict[str, Callable[[Frame], Found]]:
    """Each way of reading, by name."""
    deck = games.deck(game)

    def ours(frame: Frame) -> Found:
        return [(seen.text, seen.corners_px) for seen in look(frame, [deck]).cards]

    def enlarged(frame: Frame) -> Found:
        larger = cv2.resize(frame.image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
        return [(one.text, shrunk(one.corners_px, 3)) for one in zxing.read(np.asarray(larger, np.uint8))]

    def plain(frame: Frame) -> Found:
        _, texts, quads, _ = cv2.QRCodeDetector().detectAndDecodeMulti(frame.image)
        return [(t, as_quad(q)) for t, q in zip(texts, quads if quads is not None else (), strict=False) if t]

    return {
        "ours": ours,
        "zxing-cpp": lambda frame: [(one.text, one.corners_px) for one in zxing.read(frame.image)],
        "zxing-cpp x3": enlarged,
        "OpenCV Aruco": lambda frame: [(one.text, one.corners_px) for one in opencv.read(frame.image)],
        "OpenCV": plain,
    }


def as_quad(points: NDArray[np.float32]) -> Quad:
    a, b, c, d = ((float(x) + 0.5, float(y) + 0.5) for x, y in points)
    return a, b, c, d


def shrunk(quad: Quad, factor: float) -> Quad:
    a, b, c, d = ((x / factor, y / factor) for x, y in quad)
    return a, b, c, d


def measure(
    game: str, scale: float, seeds: Iterable[int], *, hard: bool, readers: dict[str, Callable[[Frame], Found]]
) -> list[dict[str, Any]]:
    """One row a reader, all over the same photos."""
    rows = {
        name: {"px_per_module": scale, "hard": hard, "reader": name, "right": 0, "wrong": 0, "of": 0, "ms": 0.0}
        for name in readers
    }
    photos = 0
    for seed in seeds:
        scene = photograph(game, scale, seed, hard=hard)
        frame = decode(scene.photo, colour=False)
        photos += 1
        for name, read in readers.items():
            began = time.perf_counter()
            found = read(frame)
            rows[name]["ms"] += (time.perf_counter() - began) * 1000
            right, wrong = judged(found, scene)
            rows[name]["right"] += right
            rows[name]["wrong"] += wrong
            rows[name]["of"] += len(scene.readable)
    return [{**row, "ms": round(row["ms"] / photos, 1)} for row in rows.values()]


def photograph(game: str, scale: float, seed: int, *, hard: bool) -> table_scene.Scene:
    """Twelve cards the seed draws, scattered over a table."""
    rng = np.random.default_rng([seed, 11])
    drawn = rng.choice([str(code) for _, code in games.deck(game).codes()], CARDS, replace=False)
    arts = list(cut_cards(game, frozenset(str(code) for code in drawn), dpi=600).values())
    shot = table_scene.HARD if hard else table_scene.EASY
    laid = table_scene.scatter(arts, seed=seed, face_down=FACE_DOWN)
    return table_scene.render(laid, seed=seed, shot=shot, px_per_module=scale)


def judged(found: Found, scene: table_scene.Scene) -> tuple[int, int]:
    """(cards read right, codes reported that are not there)."""
    right: set[int] = set()
    wrong = 0
    for text, quad in found:
        there = [index for index, one in enumerate(scene.truth) if contains(_quad(one.corners_px), centre(quad))]
        named = [index for index in there if scene.truth[index].text == text and scene.truth[index].clear]
        right.update(named)
        wrong += not named
    return len(right), wrong


def _quad(corners: NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


if __name__ == "__main__":
    main()

"""How long one look at a table takes, beside zxing-cpp on the same frame enlarged twice.

    python benchmarks/scan_speed.py [--seed0 N] [--count N] [--game GAME] [--quick]

A 1080p video frame with twelve printed cards in two rows, and a 12-megapixel photo with forty scattered ones, at three
distances; two photos each, tilted by 15 degrees. ``ms`` is the median of five looks at a decoded grey picture,
``cpu ms`` the processor time of the quickest (which says more on a machine that has other things to do), and ``ratio``
how many times as long as zxing-cpp that is, which reads the picture enlarged. Prints a table and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
import scan_readers
import table_scene
from scan_readers import Picture, Reader, as_quad
from scan_tables import ours, pool

from rules import games
from vision.picture.decoding import decode

SCALES = (2.5, 1.6, 1.0)
FRAMES = (("1080p, 12 cards", (1920, 1080), 12), ("12 MP, 40 cards", (4032, 3024), 40))
LOOKS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=2, help="photos a row")
    parser.add_argument("--game", choices=games.names(), default="fairytale")
    parser.add_argument("--quick", action="store_true", help="the video frame alone, once")
    args = parser.parse_args()
    frames, count = (FRAMES[:1], 1) if args.quick else (FRAMES, args.count)
    arts = pool(args.game, args.seed0, max(cards for _, _, cards in frames))
    readers: dict[str, Reader] = {"ours": ours(args.game), "zxing-cpp x2": lambda grey: scan_readers.enlarged(grey, 2)}
    texts = {str(code) for _, code in games.deck(args.game).codes()}
    rows = []
    print(
        f"{'frame':16}  {'px/module':>9}  {'right':>5}  {'wrong':>5}  {'of':>4}  {'ms':>7}  {'cpu ms':>7}"
        f"  {'zxing x2':>8}  {'ratio':>5}"
    )
    for name, size_px, cards in frames:
        for scale in SCALES:
            seeds = range(args.seed0, args.seed0 + count)
            pictures = [photograph(arts[:cards], scale, size_px, seed) for seed in seeds]
            right, wrong, of = 0, 0, 0
            for picture in pictures:
                found = scan_readers.judged(readers["ours"](picture.grey), picture, texts.__contains__)
                right, wrong, of = right + found[0], wrong + found[1], of + len(picture.codes)
            (ms, cpu_ms), (peer_ms, peer_cpu_ms) = (timed(readers[reader], pictures) for reader in readers)
            ratio = cpu_ms / peer_cpu_ms
            row = {"frame": name, "px_per_module": scale, "right": right, "wrong": wrong, "of": of, "ms": round(ms, 1)}
            row |= {"cpu_ms": round(cpu_ms, 1), "peer_ms": round(peer_ms, 1), "peer_cpu_ms": round(peer_cpu_ms, 1)}
            rows.append(row | {"ratio": round(ratio, 2)})
            print(
                f"{name:16}  {scale:>9.1f}  {right:>5}  {wrong:>5}  {of:>4}  {ms:>7.1f}  {cpu_ms:>7.1f}"
                f"  {peer_cpu_ms:>8.1f}  {ratio:>5.2f}",
                flush=True,
            )
    print(json.dumps({"rows": rows}))


def timed(read: Reader, pictures: Sequence[Picture]) -> tuple[float, float]:
    """The mean over the pictures of the median of several looks and of the least processor time, in milliseconds."""
    each, each_cpu = [], []
    for picture in pictures:
        looks, looks_cpu = [], []
        for _ in range(LOOKS):
            began, began_cpu = time.perf_counter(), time.process_time()
            read(picture.grey)
            looks.append((time.perf_counter() - began) * 1000)
            looks_cpu.append((time.process_time() - began_cpu) * 1000)
        each.append(median(looks))
        each_cpu.append(min(looks_cpu))
    return sum(each) / len(each), sum(each_cpu) / len(each_cpu)


def photograph(arts: Sequence[table_scene.CardArt], scale: float, size_px: tuple[int, int], seed: int) -> Picture:
    """Few cards lie in rows of six, as on a table being played; many lie anyhow."""
    laid = table_scene.rows(arts, seed=seed, columns=6) if len(arts) <= 12 else table_scene.scatter(arts, seed=seed)
    shot = {"px_per_module": scale, "size_px": size_px, "roll_deg": 0.0, "tilt_deg": 15.0}
    scene = table_scene.render(laid, seed=seed, **shot)
    codes = [(one.text, as_quad(one.corners_px)) for one in scene.readable]
    hidden = [(one.text, as_quad(one.corners_px)) for one in scene.truth]
    return Picture(np.asarray(decode(scene.photo, colour=False).image), codes, hidden)


if __name__ == "__main__":
    main()

"""Pictures that are nothing but pattern, of 12 megapixels: what a look at them takes, and that no card is found.

    python benchmarks/scan_busy.py [--seed0 N] [--games GAME ...] [--quick]

Grain and squares of 1 to 80 pixels in all colours, the same blurred, leaflets of all sizes anyhow, and a grid of small
ones: every edge may be a card's or a code's. ``codes s`` is processor time for the printed cards of the games, ``faces
s`` for the same cards as a taught deck, with its faces compared before; ``found`` are cards believed, which are all
wrong. Last comes a photo of twelve of the cards for scale. Prints a table and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
from ray_cast_table import Faults, photograph
from uncoded_cards import card_view, plain_card, uncoded_cards

from rules import games
from vision.picture.decoding import decode
from vision.picture.opencv_setup import cv2
from vision.scan import read_frame
from vision.taught.face_deck import KEPT, Face, FaceDeck
from vision.taught.find_faces import find_faces
from vision.taught.straight_card import Picture

SIZE_PX, QUICK_PX = (4000, 3000), (800, 600)
GRAINS_PX = (1, 4, 16, 40, 80)
LEAFLETS = 6000
CARD_PX = 480


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--games", nargs="+", choices=games.with_cards(), default=games.with_cards())
    parser.add_argument("--quick", action="store_true", help="one game and small pictures")
    args = parser.parse_args()
    chosen = ["tower"] if args.quick else args.games
    arts = {f"{game}/{id}": art for game in chosen for id, art in uncoded_cards(game).items()}
    deck = FaceDeck("busy", tuple(Face(id, id, kept(art.front)) for id, art in arts.items()))
    decks = [games.deck(game) for game in chosen]
    rng = np.random.default_rng(args.seed0)
    rows = []
    print(f"{'picture':20}  {'codes s':>8}  {'faces s':>8}  {'found':>5}")
    some = [plain_card(id, art.front) for id, art in list(arts.items())[:12]]
    view = card_view(QUICK_PX[0] / 8 if args.quick else CARD_PX, 20.0)
    cards = decode(photograph(some, seed=args.seed0, view=view, faults=Faults(noise=1.5)).photo).image
    find_faces(cards, deck)  # faces are compared with one another at the first look
    for name, picture in (*busy(rng, QUICK_PX if args.quick else SIZE_PX), ("twelve cards", cards)):
        frame = decode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes(), colour=False)
        photo, codes_s = timed(lambda frame=frame: read_frame(frame, decks))
        faces, faces_s = timed(lambda picture=picture: find_faces(picture, deck))
        found = len(photo.cards) + len(faces)
        rows.append({"picture": name, "codes_s": round(codes_s, 2), "faces_s": round(faces_s, 2), "found": found})
        print(f"{name:20}  {codes_s:>8.2f}  {faces_s:>8.2f}  {found:>5}", flush=True)
    print(json.dumps({"seed0": args.seed0, "games": chosen, "rows": rows}))


def kept(front: Picture) -> Picture:
    """A printed face at the size taught faces are kept at."""
    return np.asarray(cv2.resize(front, KEPT, interpolation=cv2.INTER_AREA), np.uint8)


def busy(rng: np.random.Generator, size_px: tuple[int, int]) -> Iterator[tuple[str, Picture]]:
    """Patterns of so many pixels across and down, with what they are called."""
    width, height = size_px
    for grain in GRAINS_PX:
        small = rng.integers(0, 256, (height // grain + 1, width // grain + 1, 3), dtype=np.uint8)
        yield f"squares of {grain} px", resized(small, size_px, cv2.INTER_NEAREST)
        if grain > 1:
            yield f"clouds of {grain} px", resized(small, size_px, cv2.INTER_CUBIC)
    yield "leaflets", leaflets(rng, size_px)
    yield "a grid of leaflets", grid(rng, size_px)


def resized(small: Picture, size_px: tuple[int, int], way: int) -> Picture:
    return np.asarray(cv2.resize(small, size_px, interpolation=way), np.uint8)


def leaflets(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    """Rectangles of a small card's size anyhow, one over the other."""
    picture = np.full((*size_px[::-1], 3), 120, np.uint8)
    for _ in range(LEAFLETS * size_px[0] * size_px[1] // (SIZE_PX[0] * SIZE_PX[1])):
        middle = float(rng.integers(size_px[0])), float(rng.integers(size_px[1]))
        sides = float(rng.uniform(26, 60)), float(rng.uniform(40, 90))
        corners = cv2.boxPoints((middle, sides, float(rng.uniform(0, 180))))
        cv2.fillConvexPoly(picture, corners.astype(np.int32), any_colour(rng, 256))
    return picture


def grid(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    """Rectangles of 36 by 52 pixels in rows."""
    picture = np.full((*size_px[::-1], 3), 200, np.uint8)
    for y in range(20, size_px[1] - 60, 70):
        for x in range(20, size_px[0] - 45, 50):
            cv2.rectangle(picture, (x, y), (x + 36, y + 52), any_colour(rng, 160), cv2.FILLED)
    return picture


def any_colour(rng: np.random.Generator, below: int) -> tuple[int, ...]:
    return tuple(int(one) for one in rng.integers(0, below, 3))


def timed(look: Callable[[], Any]) -> tuple[Any, float]:
    """What a look finds and the processor seconds it takes."""
    began = time.process_time()
    found = look()
    return found, time.process_time() - began


if __name__ == "__main__":
    main()

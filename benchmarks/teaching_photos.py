"""Teaching photos: what cutting the faces out of a large one takes, and cards that touch.

    python benchmarks/teaching_photos.py [--seed0 N] [--count N] [--only memory|touching|single|clean] [--quick]

``memory``: nine cards on a photo of twelve megapixels, cut by one person and by two at once, each in a process of its
own: the most memory it ever had, beside what it had with the photo decoded, and CPU. Needs Linux (``/proc``).
``touching``: cards laid edge to edge in blocks, with gaps of so many millimetres, each a little turned, on three
tables, seen a little aslant. ``whole`` are blocks of which every card is cut within a twentieth of its side, ``cards``
the single cards so cut. The composition is this file's own, with a shade beside each edge.
``single``: each face alone; ``divided`` are those cut into several. ``clean``: nine cards a photo, 9 mm apart,
with nothing over them: how many are cut where they lie, and what is said to be wrong with them, which is a false alarm
but for "blurred". Tuned on seed 1. Prints a table and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import cv2
import numpy as np
from playing_cards import back_of_pack, pack_of_cards
from ray_cast_table import Faults, photograph
from uncoded_cards import back_of, card_view, uncoded_cards

from rules import games
from vision.picture.decoding import decode
from vision.taught.straight_card import Levels
from vision.taught.teaching import cut_faces
from vision.taught.touching_cards import divided

Picture = np.ndarray
CARD_MM = (63, 88)
PX_PER_MM = 4
CORNER_MM, AROUND_MM = 3, 40
GAPS_MM = (0.0, 0.3, 0.6)
APART_MM = 9.0
TABLES = ((60, 70, 80), (190, 200, 205), (40, 90, 50))
MEGAPIXELS = 12


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--deck", help="of these cards alone, where they touch")
    parser.add_argument("--count", type=int, default=1, help="blocks of each kind, gap and table")
    parser.add_argument("--only", choices=("memory", "touching", "single", "clean"))
    parser.add_argument("--quick", action="store_true", help="a smoke run of some seconds")
    parser.add_argument("--cut", nargs=2, metavar=("PHOTO", "PEOPLE"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.cut:
        print(json.dumps(cut_here(Path(args.cut[0]).read_bytes(), int(args.cut[1]))))
        return
    done: dict[str, Any] = {"benchmark": "teaching_photos", "seed0": args.seed0}
    if args.only in (None, "memory"):
        done["memory"] = memory(args.seed0, 1 if args.quick else MEGAPIXELS)
    if args.only in (None, "touching"):
        done["touching"] = touching(args.seed0, args.count, args.deck, args.quick)
    if args.only in (None, "single"):
        done["single"] = single(args.quick)
    if args.only in (None, "clean"):
        done["clean"] = clean(args.seed0, args.count, "pack" if args.quick else args.deck)
    print(json.dumps(done))


def pools() -> dict[str, list[Picture]]:
    """Faces by deck: an ordinary pack, and the games' with the code painted over."""
    ours = {game: [art.front for art in uncoded_cards(game).values()] for game in games.playable()}
    return {"pack": list(pack_of_cards().values()), **ours}


# --- memory ---------------------------------------------------------------------------------------------------------


def memory(seed: int, megapixels: float) -> list[dict[str, Any]]:
    """One row for one person and one for two."""
    arts = list(uncoded_cards("tower").values())[:9]
    scene = photograph(arts, seed=seed, view=card_view(260, 10), faults=Faults(noise=1.5))
    small = decode(scene.photo).image
    times = (megapixels * 1e6 / (small.shape[0] * small.shape[1])) ** 0.5
    large = cv2.resize(small, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    rows = []
    print(f"{'people':>6}  {'cards':>5}  {'before MB':>9}  {'most MB':>7}  {'CPU s':>6}")
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
        for people in (1, 2):
            command = [sys.executable, __file__, "--cut", str(photo), str(people)]
            row = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            print(
                f"{people:6}  {row['cards']:5}  {row['before_mb']:9}  {row['most_mb']:7}  {row['cpu_s']:6}", flush=True
            )
            rows.append({"people": people, **row})
    return rows


def cut_here(photo: bytes, people: int) -> dict[str, Any]:
    """Cut the faces out of a photo in this process, so many times at once."""
    decode(photo)
    before, began, cards = _most_mb(), time.process_time(), [0]

    def cut() -> None:
        cards[0] = len(cut_faces(decode(photo).image))

    threads = [threading.Thread(target=cut) for _ in range(people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {
        "cards": cards[0], "before_mb": before, "most_mb": _most_mb(), "cpu_s": round(time.process_time() - began, 1),
    }  # fmt: skip


def _most_mb() -> int:
    # Not ru_maxrss: a child begins with its parent's.
    status = Path("/proc/self/status").read_text()
    return round(int(status.split("VmHWM:")[1].split()[0]) / 1024)


# --- cards that touch -----------------------------------------------------------------------------------------------


def touching(seed0: int, count: int, only: str | None, quick: bool) -> list[dict[str, Any]]:
    """Blocks of nine and of six, by deck and gap."""
    rows = []
    print(f"{'deck':12}  {'gap mm':>6}  {'blocks':>6}  {'whole':>5}  {'cards':>11}")
    for deck, faces in pools().items():
        if deck != (only or ("pack" if quick else deck)):
            continue
        for gap_mm in GAPS_MM[1:2] if quick else GAPS_MM:
            rng = np.random.default_rng([seed0, round(10 * gap_mm), len(deck)])
            found = [
                _cut_right([faces[one] for one in rng.permutation(len(faces))[: high * wide]], wide, gap_mm, table, rng)
                for high, wide in ((3, 3), (2, 3))
                for table in TABLES
                for _ in range(count)
            ]
            whole, right, of = sum(a == b for a, b in found), sum(a for a, _ in found), sum(b for _, b in found)
            print(f"{deck:12}  {gap_mm:6}  {len(found):6}  {whole:5}  {right:4} of {of:4}", flush=True)
            rows.append(
                {"deck": deck, "gap_mm": gap_mm, "blocks": len(found), "whole": whole, "cards": right, "of": of}
            )
    return rows


def _cut_right(
    faces: Sequence[Picture], wide: int, gap_mm: float, table: Sequence[int], rng: np.random.Generator
) -> tuple[int, int]:
    """How many cards of a block are cut where they lie, of how many."""
    photo, quads = block(faces, wide, gap_mm, table, rng)
    cut = [one.corners_px for one in cut_faces(photo)]
    return sum(_lies_there(quad, cut) for quad in quads), len(quads)


def _lies_there(quad: np.ndarray, cut: Sequence[np.ndarray]) -> bool:
    """Whether a card (4, 2) was cut within a twentieth of its side."""
    side = float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))
    off = (np.abs(np.roll(one, turns, axis=0) - quad).max() for one in cut for turns in range(4))
    return bool(min(off, default=np.inf) < 0.05 * side)


def block(
    faces: Sequence[Picture], wide: int, gap_mm: float, table: Sequence[int], rng: np.random.Generator
) -> tuple[Picture, list[np.ndarray]]:
    """A photo of cards pushed together, and their quads (4, 2) in it."""
    width, height = (side * PX_PER_MM for side in CARD_MM)
    pad, high = AROUND_MM * PX_PER_MM, -(-len(faces) // wide)
    step_x, step_y = width + gap_mm * PX_PER_MM, height + gap_mm * PX_PER_MM
    size = round(wide * step_x) + 2 * pad, round(high * step_y) + 2 * pad
    ground = np.array(table, np.float32) + rng.normal(0, 6, (size[1], size[0], 1)).astype(np.float32)
    shape, quads = _rounded(width, height), []
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    for number, face in enumerate(faces):
        row, column = divmod(number, wide)
        beside = rng.uniform(0, gap_mm * PX_PER_MM / 2, 2)
        to = cv2.getRotationMatrix2D((0, 0), float(rng.normal(0, 0.25)), 1)
        to[:, 2] = pad + column * step_x + beside[0], pad + row * step_y + beside[1]
        laid = cv2.warpAffine(cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA), to, size)
        over = cv2.warpAffine(shape, to, size).astype(np.float32)[..., None] / 255
        shade = cv2.GaussianBlur(over[..., 0], (0, 0), 1.2)[..., None]
        ground = ground * (1 - 0.25 * np.clip(shade - over, 0, 1)) * (1 - over) + laid * over
        quads.append(corners @ to[:, :2].T + to[:, 2])
    return _seen(ground, quads, rng)


def _seen(
    ground: np.ndarray, quads: Sequence[np.ndarray], rng: np.random.Generator
) -> tuple[Picture, list[np.ndarray]]:
    height, width = ground.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inward = rng.uniform(0, 0.06, (4, 2)) * [width, height] * [[1, 1], [-1, 1], [-1, -1], [1, -1]]
    to = cv2.getPerspectiveTransform(frame, (frame + inward).astype(np.float32))
    photo = cv2.warpPerspective(ground, to, (width, height), borderMode=cv2.BORDER_REPLICATE)
    photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.6, 1.1)) * rng.uniform(0.8, 1.15)
    photo = np.clip(photo + rng.normal(0, 2.5, photo.shape), 0, 255).astype(np.uint8)
    return photo, [cv2.perspectiveTransform(quad[None], to.astype(np.float64))[0] for quad in quads]


def _rounded(width: int, height: int) -> Picture:
    """255 on the card, 0 beyond its round corners."""
    radius = CORNER_MM * PX_PER_MM
    core = np.zeros((height, width), np.uint8)
    core[radius:-radius, radius:-radius] = 255
    return cv2.dilate(core, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)))


def single(quick: bool) -> dict[str, int]:
    """Faces and backs alone, and how many of them are divided."""
    every = list(_alone())[: 5 if quick else None]
    count = 0
    for face in every:
        height, width = face.shape[:2]
        quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        count += len(divided(Levels(face), quad)) > 1
    print(f"single faces {len(every)}, divided {count}")
    return {"faces": len(every), "divided": count}


def clean(seed0: int, count: int, only: str | None) -> dict[str, dict[str, int]]:
    """By deck, of cards that lie apart and uncovered: how many there are, are cut right, and by fault."""
    found: dict[str, dict[str, int]] = {}
    for deck, faces in pools().items():
        if deck != (only or deck):
            continue
        faults: Counter[str] = Counter()
        for seed in range(seed0, seed0 + count):
            rng = np.random.default_rng(seed)
            for table in TABLES[:2]:
                photo, quads = block([faces[one] for one in rng.permutation(len(faces))[:9]], 3, APART_MM, table, rng)
                cut = cut_faces(photo)
                faults.update(one.fault for one in cut if one.fault)
                faults["cards"] += len(quads)
                faults["cut right"] += sum(_lies_there(quad, [one.corners_px for one in cut]) for quad in quads)
        found[deck] = dict(faults)
        print(f"{deck:12}  {found[deck]}", flush=True)
    return found


def _alone() -> Iterator[Picture]:
    for faces in pools().values():
        yield from faces
    yield back_of_pack()
    for game in games.playable():
        yield back_of(game).front


if __name__ == "__main__":
    main()

"""What decks of one's own cost to print: many photos, names in Chinese, and the same once more.

    python benchmarks/own_cards.py [--quick] [--cards 1000] [--photos 200]

Jobs, each from a table (CSV) to finished sheets, duplex on A4, CPU seconds without imports:

* ``names``     1,000 unique cards, names and texts in English
* ``face``      the same cards on a face of their own: a look and a box bound to a column (1.5 times ``names`` at most)
* ``chinese``   1,000 unique cards, names and texts in Chinese, 2,500 different characters
* ``photos``    1,000 unique cards with 200 photos of 12 megapixels, made up and written as JPEG before the clock starts
* ``kit``       everything of Fairy Tale (``--what all``), its pictures drawn for the first time

``again`` is the same job once more in the same process, ``changed`` with one card's name changed (a kit: its first
card's). Each job has a process of its own, and ``together`` does all four in one: its peak memory is what a companion
needs that stays up. Prints a table and one JSON line last.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

Print = Callable[[str], bytes]
"""Draws the job's PDF; what is handed in is put behind the first card's name."""
PHOTO_PX = (4000, 3000)
WORDS = "Turn one **face-up** card of another player down. Worth **two points** more while no dragon lies beside it."
FACE = """
extends = "fantasy"
[box]
note = "none"
[box.foot]
at = [5.6, 9.4, 51.8, 4.0]
words = "{name}"
style = "note"
"""
HAN, HAN_STEP, HAN_COUNT = 0x4E00, 8, 2500
"""As many characters as a Chinese newspaper needs, spread over the ideographs every Chinese font has."""
JOBS = ("names", "face", "chinese", "photos", "kit")


# --- tables -------------------------------------------------------------------------------------------------------


def rows(job: str, cards: int, photos: list[str]) -> Iterator[tuple[str, str, str]]:
    """Name, text and picture of each card."""
    rng = np.random.default_rng([cards, 61])
    for number in range(cards):
        if job == "chinese":
            signs = "".join(chr(HAN + HAN_STEP * int(one)) for one in HAN_COUNT * rng.random(24) ** 2)  # some often
            yield f"{signs[:3]} {number}", f"{signs[3:14]}，{signs[14:]}。", ""
        else:
            yield f"Card number {number}", f"{WORDS} Number {number}.", photos[number % len(photos)] if photos else ""


def table(job: str, cards: int, photos: list[str], change: str) -> bytes:
    """The table as a spreadsheet program saves it."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["name", "text", "image"])
    for number, (name, text, image) in enumerate(rows(job, cards, photos)):
        writer.writerow([name + change * (number == 0), text, image])
    return file.getvalue().encode("utf-8-sig")


def make_photos(folder: Path, count: int) -> None:
    """Photos of 12 megapixels and some megabytes: soft colours under a grain, each another."""
    from vision.picture.opencv_setup import cv2

    rng = np.random.default_rng([count, 67])
    grain = rng.normal(0, 9, (PHOTO_PX[1] // 2, PHOTO_PX[0] // 2, 1)).astype(np.float32)
    for number in range(count):
        coarse = rng.uniform(20, 235, (9, 12, 3)).astype(np.float32)
        soft = cv2.resize(coarse, (PHOTO_PX[0] // 2, PHOTO_PX[1] // 2), interpolation=cv2.INTER_CUBIC)
        seen = np.clip(soft + np.roll(grain, number * 37, axis=1), 0, 255).astype(np.uint8)
        whole = cv2.resize(seen, PHOTO_PX, interpolation=cv2.INTER_LINEAR)
        cv2.imwrite(str(folder / f"photo-{number}.jpg"), whole, [cv2.IMWRITE_JPEG_QUALITY, 90])


# --- jobs ---------------------------------------------------------------------------------------------------------


def own(job: str, cards: int, folder: Path) -> Print:
    """A deck of one's own, from its table to its sheets."""
    from printkit import card_layout
    from printkit.face import own_faces
    from printkit.input.pictures import Beside
    from printkit.input.tables import read_table_file
    from printkit.job import print_job as printing
    from rules.values.own_deck import read_own

    photos = sorted(file.name for file in folder.glob("*.jpg")) if job == "photos" else []

    file = folder / "own.face.toml"
    if job == "face":
        file.write_text(FACE, encoding="utf-8")

    def draw(change: str) -> bytes:
        read = read_table_file(table(job, cards, photos, change), "mine.csv")
        deck = read_own(read.rows, "mine.csv", "Mine", "WF", find=Beside(folder).find).deck
        card_layout.forget("own")
        if job == "face":
            card_layout.bring("own", own_faces.bound(own_faces.read_face("own", "Mine", file=file), deck, folder))
        return printing.make(printing.PrintSpec("own-WF", "a4"), deck=deck).files[0].data

    return draw


def kit() -> Print:
    """Everything of Fairy Tale."""
    from printkit.job import print_job as printing
    from rules import games
    from rules.values.cards import Deck

    whole = games.deck("fairytale")

    def draw(change: str) -> bytes:
        first, *others = whole.cards
        deck = Deck(whole.spec, (replace(first, name=first.name + change), *others))
        return printing.make(printing.PrintSpec("fairytale", "a4", what=("all",)), deck=deck).files[0].data

    return draw


def do(job: str, cards: int, folder: Path) -> dict[str, Any]:
    """One job, the same again, and with one card changed."""
    draw = kit() if job == "kit" else own(job, cards, folder)
    pdf, first_s = timed(draw, "")
    same, again_s = timed(draw, "")
    if same != pdf:
        raise SystemExit(f"{job}: printed again, the file is another one")
    _, changed_s = timed(draw, " II")
    return {"cpu_s": first_s, "again_s": again_s, "changed_s": changed_s, "bytes": len(pdf)}


def timed(draw: Print, change: str) -> tuple[bytes, float]:
    began = time.process_time()
    made = draw(change)
    return made, round(time.process_time() - began, 3)


def in_process(jobs: list[str], cards: int, folder: Path) -> None:
    """What a process of its own does: the jobs one after the other, a line of JSON."""
    own("names", 1, folder)("")  # what is loaded once by whoever prints first is no cost of printing this
    done = {job: do(job, cards, folder) for job in jobs}
    print(json.dumps({"jobs": done, "peak_mb": peak_mb()}))


def peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)


def measured(jobs: tuple[str, ...], cards: int, folder: str) -> dict[str, Any]:
    """The jobs in a fresh process."""
    command = [sys.executable, __file__, "--jobs", ",".join(jobs), "--cards", str(cards), "--folder", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{', '.join(jobs)} failed:\n{done.stderr}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def show(name: str, cards: int, row: dict[str, Any], peak: float) -> None:
    shown = f"{name:<11}{cards or '':>7}{row['cpu_s']:>8.2f}{row['again_s']:>8.2f}{row['changed_s']:>9.2f}"
    print(f"{shown}{row['bytes'] / 1e6:>8.1f}{peak:>9.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="27 cards and 4 photos: a smoke run")
    parser.add_argument("--cards", type=int, default=1000, help="unique cards (default: 1000)")
    parser.add_argument("--photos", type=int, default=200, help="photos of 12 megapixels among them (default: 200)")
    parser.add_argument("--jobs", help=argparse.SUPPRESS)
    parser.add_argument("--folder", default="", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.jobs == "make":
        make_photos(Path(args.folder), args.photos)
        return
    if args.jobs:
        in_process(args.jobs.split(","), args.cards, Path(args.folder))
        return
    cards, photos = (27, 4) if args.quick else (args.cards, args.photos)
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        # Not here: what this process needs at most would count as what those it starts need at least.
        make = [sys.executable, __file__, "--jobs", "make", "--photos", str(photos), "--folder", folder]
        subprocess.run(make, check=True)
        print(f"{'job':<11}{'cards':>7}{'CPU s':>8}{'again':>8}{'changed':>9}{'PDF MB':>8}{'peak MB':>9}")
        for job in JOBS:
            one = measured((job,), cards, folder)
            found[job] = {**one["jobs"][job], "peak_mb": one["peak_mb"]}
            show(job, 0 if job == "kit" else cards, found[job], one["peak_mb"])
        every = measured(JOBS, cards, folder)
        sums = {
            key: sum(row[key] for row in every["jobs"].values()) for key in ("cpu_s", "again_s", "changed_s", "bytes")
        }
        found["together"] = {**{key: round(total, 3) for key, total in sums.items()}, "peak_mb": every["peak_mb"]}
        show("together", 0, found["together"], every["peak_mb"])
    print(json.dumps({"benchmark": "own_cards", "cards": cards, "photos": photos, "jobs": found}))


if __name__ == "__main__":
    main()

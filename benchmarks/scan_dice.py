"""How many of three coloured dice are read from a photo, and how many wrongly.

    python benchmarks/scan_dice.py [--seed0 N] [--count N] [--only CONDITION] [--quick] [--overlays DIR]

The dice are rendered (tests/support/dice_scene.py): cubes of five colours with rounded edges, thrown on felt, wood and
plain tables beside cards, seen by a pinhole camera in ordinary, warm and cold light. A die is *right* where its colour
is reported once, with its number; *wrong* where a number is reported that it does not show, or a die that is not there;
else unread. *no dice* are tables of cards alone: nothing may be found there. Prints a table, and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
import table_scene
from cut_cards import cut_cards
from dice_scene import BGR, DiceScene, View, photograph, throw
from table_scene import CardArt, LaidCard, Shot

from rules import games
from vision.dice.find_dice import DieSeen, find_dice
from vision.picture.opencv_setup import cv2

WARM, COLD = (0.50, 0.80, 1.0), (1.0, 0.88, 0.72)
QUICK = 4
PRINTED = 24


EASY = Shot(noise=2.5, jpeg=90)


@dataclass(frozen=True)
class Condition:
    """``least`` is the share that has to be right, in percent, and ``most`` that may be wrong."""

    name: str
    tilt: tuple[float, float] = (0, 25)
    px_per_mm: tuple[float, float] = (2.2, 4.8)
    shot: Shot = EASY
    white: tuple[float, float, float] = (1.0, 1.0, 1.0)
    mirror: bool = False
    lamp: float = 1.0
    clear: bool = False
    """Whether the table is none of the dice's colours."""
    dice: bool = True
    least: float | None = None
    most: float | None = None


HARD = Shot(noise=5, jpeg=80, defocus_px=0.8, shadow=0.5)
CONDITIONS = (
    Condition("easy", clear=True, least=98, most=0.5),
    Condition("hard", (20, 40), (1.9, 4.0), HARD, least=85, most=1),
    Condition("steep", (40, 50)),
    Condition("glare", mirror=True, lamp=1.6, shot=Shot(noise=2.5, jpeg=90, glare=0.5)),
    Condition("warm light", white=WARM),
    Condition("cold light", white=COLD),
    Condition("no dice", (0, 45), dice=False),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="photos a condition, three dice on each")
    parser.add_argument("--only", metavar="CONDITION", action="append")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} photos a condition")
    parser.add_argument("--overlays", metavar="DIR", type=Path, help="pictures of what was missed or wrong")
    args = parser.parse_args()
    count = QUICK if args.quick else args.count
    print(f"{'condition':12} {'right':>6} {'wrong':>6} {'unread':>6} {'of':>5} {'right %':>8} {'wrong %':>8} {'ms':>6}")
    rows = []
    for condition in CONDITIONS:
        if args.only and condition.name not in args.only:
            continue
        row = measured(condition, range(args.seed0, args.seed0 + count), args.overlays)
        rows.append(row)
        of = max(1, int(row["of"]))
        print(
            f"{condition.name:12} {row['right']:>6} {row['wrong']:>6} {row['unread']:>6} {row['of']:>5}"
            f" {100 * row['right'] / of:>8.1f} {100 * row['wrong'] / of:>8.2f} {row['ms']:>6.0f}",
            flush=True,
        )
    print(json.dumps({"seed0": args.seed0, "count": count, "rows": rows}))


def measured(condition: Condition, seeds: Sequence[int], overlays: Path | None) -> dict[str, float]:
    right = wrong = unread = of = 0
    spent = 0.0
    for seed in seeds:
        scene, asked = scene_of(condition, seed)
        began = time.process_time()
        found = find_dice(scene.image, asked)
        spent += time.process_time() - began
        good, bad = told(scene, found)
        of += len(scene.truth) or 1
        right, wrong = right + good, wrong + bad
        unread += max(0, len(scene.truth) - good - bad)
        if overlays and (bad or good < len(scene.truth)):
            draw(overlays / f"{condition.name.replace(' ', '-')}-{seed}.jpg", scene, found)
        if bad:
            print(f"  WRONG {condition.name} {seed}: {found} {[(one.colour, one.pips) for one in scene.truth]}")
    return {
        "condition": condition.name, "right": right, "wrong": wrong, "unread": unread, "of": of,
        "ms": round(1000 * spent / len(seeds), 1), "least": condition.least, "most": condition.most,
    }  # type: ignore[dict-item]  # fmt: skip


def scene_of(condition: Condition, seed: int) -> tuple[DiceScene, list[str]]:
    """The photo, and the colours a player of these dice asks for."""
    rng = np.random.default_rng([seed, 41])
    colours = [str(one) for one in rng.choice(list(BGR), 3, replace=bool(rng.random() < 0.1))]
    table = str(rng.choice(["plain", "wood"] if condition.clear else ["plain", "wood", "felt"]))
    view = View(
        px_per_mm=float(rng.uniform(*condition.px_per_mm)),
        tilt_deg=float(rng.uniform(*condition.tilt)),
        sway_deg=float(rng.uniform(-15, 15)),
        roll_deg=float(rng.uniform(-10, 10)),
        focal=float(rng.uniform(0.70, 0.84)),
        lamp=condition.lamp,
        mirror=condition.mirror,
        white=condition.white,
        shot=replace(condition.shot, table=table),
    )
    dice = throw(seed=seed, colours=colours) if condition.dice else []
    return photograph(dice, seed=seed, view=view, cards=cards(rng, far=condition.dice)), colours


def cards(rng: np.random.Generator, *, far: bool) -> list[LaidCard]:
    """A few cards beside the dice: made-up ones with round coloured things on them, or those of the game itself."""
    count = 2 if far else 4
    if rng.random() < 0.5:
        texts = [f"1FT{int(rng.integers(100_000)):05}A7" for _ in range(count)]
        arts = [table_scene.placeholder_card(text, px_per_mm=8.0) for text in texts]
    else:
        arts = [_printed()[int(one)] for one in rng.permutation(len(_printed()))[:count]]
    places = [(-115, 5), (115, -5), (-40, 0), (40, 5)]
    return [
        LaidCard(art, x + float(rng.uniform(-8, 8)), y + float(rng.uniform(-20, 20)), float(rng.uniform(0, 360)))
        for art, (x, y) in zip(arts, places, strict=False)
    ]


@cache
def _printed() -> tuple[CardArt, ...]:
    """Some of the cards dice lie beside, as they are printed."""
    codes = [str(code) for _, code in games.deck("dragoborne").codes()]
    some = np.random.default_rng(5).permutation(codes)[:PRINTED]
    return tuple(cut_cards("dragoborne", frozenset(str(one) for one in some), dpi=200).values())


def told(scene: DiceScene, found: Sequence[DieSeen]) -> tuple[int, int]:
    """How many of the dice are reported as they lie, and how many reports are not true."""
    right = 0
    for one in found:
        for die in scene.truth:
            apart = float(np.hypot(*(np.array(one.centre_px) - die.centre_px)))
            side = float(np.linalg.norm(die.corners_px[0] - die.corners_px[1]))
            right += apart < 0.5 * side and (one.colour, one.pips) == (die.colour, die.pips)
    return right, len(found) - right


def draw(path: Path, scene: DiceScene, found: Sequence[DieSeen]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = scene.image.copy()
    for one in found:
        outline = np.round(np.array(one.corners_px)).astype(np.int32)
        cv2.polylines(picture, [outline], True, (60, 220, 20), 1, cv2.LINE_AA)
        at = tuple(int(v) for v in outline.max(axis=0))
        cv2.putText(picture, f"{one.colour} {one.pips}", at, 0, 0.5, (60, 220, 20), 1, cv2.LINE_AA)
    cv2.imwrite(str(path), picture)


if __name__ == "__main__":
    main()

"""What is read where cards lie badly or the phone does: from the side, out of focus, in motion, in fans and sleeves.

    python benchmarks/scan_conditions.py [--seed0 N] [--count N] [--game GAME] [--only CONDITION] [--quick]
                                         [--overlays DIR]

The game's own PDF, cut and laid on made-up tables as in scan_tables.py. The first three conditions have a target each
(4 pixels a module at the middle, before foreshortening); the others are looked at from nearer and from farther away.
Only codes that are wholly in sight, with their white rim, count; what is half in sight may be read and must be right.
``least`` is the share to be reached. Beside us zxing-cpp, fed the picture as it is and enlarged three times. With
``--overlays`` what was read (green), missed (red) and read wrongly (purple) is drawn on the pictures. Prints a table,
what was missed or wrong with its seed, and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
import scan_readers
import table_scene
from cut_cards import cut_job
from numpy.typing import NDArray
from scan_readers import Found, Picture, Reader, Row
from scan_tables import codes_of, ours
from table_scene import HARD, CardArt, LaidCard, Shot

from printkit.draw.ink_saving import Ink
from printkit.job.print_job import PrintSpec, make
from rules import games
from vision.picture.decoding import decode
from vision.picture.opencv_setup import cv2
from vision.sighting import centre, contains

CARDS, POOL = 12, 24
DPI = 600
Laying = Callable[[Sequence[CardArt], int], list[LaidCard]]


@dataclass(frozen=True)
class Condition:
    """How cards lie and how they are photographed. ``least`` is the share of them that is to be read."""

    name: str
    shot: Shot
    lay: Laying
    least: float | None = None
    ink: Ink = "full"
    tight: float = 0.0
    """Of the space the cards take, what a 4:3 photo shows of it; 0 shows all."""
    second_code: bool = False
    every: bool = False
    """Whether cards none of whose codes is in sight count as well, as missed."""


def scattered(arts: Sequence[CardArt], seed: int) -> list[LaidCard]:
    return table_scene.scatter(arts, seed=seed, face_down=(4, 9))


def fans(arts: Sequence[CardArt], seed: int) -> list[LaidCard]:
    """Two hands of six, opened more and less."""
    step = float(np.random.default_rng([seed, 17]).uniform(9, 15))
    other = [replace(one, x_mm=one.x_mm + 260, turn_deg=one.turn_deg) for one in table_scene.fan(arts[6:], step_deg=11)]
    return [*table_scene.fan(arts[:6], step_deg=step), *other]


def hands(arts: Sequence[CardArt], seed: int) -> list[LaidCard]:
    """The same two fans as people pick cards up: every card either way up."""
    up = np.random.default_rng([seed, 23]).integers(0, 2, len(arts))
    return [replace(one, turn_deg=one.turn_deg + 180 * int(k)) for one, k in zip(fans(arts, seed), up, strict=True)]


def heaps(arts: Sequence[CardArt], seed: int) -> list[LaidCard]:
    """Columns of cards that overlap, each showing the upper part of the one below, a little crooked."""
    rng = np.random.default_rng([seed, 19])
    laid = []
    for index, art in enumerate(arts):
        column, row = index % 3, index // 3
        x_mm, y_mm = column * 75 + rng.uniform(-4, 4), row * rng.uniform(24, 34)
        laid.append(LaidCard(art, float(x_mm), float(y_mm), float(rng.normal(0, 4)), face_down=index == 7))
    return laid


def sleeves(arts: Sequence[CardArt], seed: int) -> list[LaidCard]:
    """Every card in a glossy sleeve, a lamp and a window mirrored in each."""
    return [replace(one, sleeve=2.0) for one in scattered(arts, seed)]


TARGETS = (
    Condition("tilt 60 degrees", Shot(px_per_module=4, tilt_deg=60), scattered, 0.95),
    Condition("defocus 1.1 modules", Shot(px_per_module=4, defocus_px=4.4), scattered, 0.50),
    Condition("motion 2.8 modules", Shot(px_per_module=4, motion_px=11.2), scattered, 0.50),
)
NEAR, FAR = replace(HARD, px_per_module=2.0), replace(HARD, px_per_module=1.2)
OTHERS = tuple(
    Condition(f"{name}, {shot.px_per_module}", replace(shot, table=table), lay, ink=ink, tight=tight)
    for name, table, lay, ink, tight in (
        ("fans", "", fans, "full", 0.0),
        ("overlapping", "", heaps, "full", 0.0),
        ("sleeves, glare", "", sleeves, "full", 0.0),
        ("low ink", "", scattered, "low", 0.0),
        ("grey cards", "", scattered, "grey", 0.0),
        ("half out of sight", "", scattered, "full", 0.6),
        ("pale table", "plain", scattered, "full", 0.0),
        ("wood", "wood", scattered, "full", 0.0),
    )
    for shot in (NEAR, FAR)
)
HANDS = tuple(
    Condition(f"hands, {name}, {shot.px_per_module}", shot, hands, second_code=two, every=True)
    for name, two in (("one code", False), ("two codes", True))
    for shot in (NEAR, FAR)
)
EVERY = (*TARGETS, *OTHERS, *HANDS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=6, help="tables a condition, ten codes face up on each")
    parser.add_argument("--game", choices=games.names(), default="fairytale")
    parser.add_argument("--only", metavar="CONDITION", help="only conditions whose name begins so")
    parser.add_argument("--quick", action="store_true", help="one table of each of the three with a target")
    parser.add_argument("--overlays", metavar="DIR", type=Path, help="write pictures with what was read drawn on them")
    args = parser.parse_args()
    chosen = [one for one in (TARGETS if args.quick else EVERY) if one.name.startswith(args.only or "")]
    count = 1 if args.quick else args.count
    readers = {"ours": ours(args.game)} | zxing_only()
    pools = {
        kind: pool(args.game, args.seed0, *kind) for kind in sorted({(one.ink, one.second_code) for one in chosen})
    }
    known = {str(code) for letter in "AB" for _, code in games.deck(args.game).codes(letter)}
    print(f"{'condition':26}  {'reader':12}  {'right':>5}  {'wrong':>5}  {'of':>4}  {'%':>5}  {'least':>5}  {'ms':>7}")
    done, faults = [], list[str]()
    for condition in chosen:
        rows = {name: Row(condition.shot.px_per_module, True, name) for name in readers}
        for seed in range(args.seed0, args.seed0 + count):
            picture = photograph(pools[condition.ink, condition.second_code], condition, seed)
            for name, read in readers.items():
                found = scan_readers.looked(rows[name], read, picture, known.__contains__)
                if name == "ours":
                    faults += [f"{condition.name}, seed {seed}: {one}" for one in told(found, picture, known)]
                    if args.overlays:
                        draw(args.overlays, condition, seed, found, picture, known)
        for row in rows.values():
            done.append({"condition": condition.name, "least": condition.least, **row.as_json()})
            show(condition, row)
    print("\n".join(["missed or wrong:", *faults] if faults else ["nothing missed, nothing wrong"]))
    print(json.dumps({"game": args.game, "seed0": args.seed0, "rows": done}))


def zxing_only() -> dict[str, Reader]:
    every = scan_readers.peers()
    return {name: read for name in ("zxing-cpp", "zxing-cpp x3") if (read := every[name])}


def pool(game: str, seed: int, ink: Ink, second_code: bool = False) -> list[CardArt]:
    """The printed cards the tables are laid from, cut out of the PDF in that ink."""
    codes = [str(code) for _, code in games.deck(game).codes()]
    drawn = frozenset(str(code) for code in np.random.default_rng([seed, 11]).permutation(codes)[:POOL])
    return cut_job(make(PrintSpec(game, ink=ink, second_code=second_code)), drawn, dpi=DPI)


def photograph(arts: Sequence[CardArt], condition: Condition, seed: int) -> Picture:
    rng = np.random.default_rng([seed, 5])
    drawn = [arts[index] for index in rng.permutation(len(arts))[:CARDS]]
    shot, size_px = condition.shot, None
    if condition.tight:
        pitch = float(np.hypot(*table_scene.CARD_MM)) + 6
        across = pitch * shot.px_per_module / drawn[0].module_mm * condition.tight
        size_px = (int(4 * across), int(3 * across))
    scene = table_scene.render(condition.lay(drawn, seed), seed=seed, shot=shot, size_px=size_px)
    frame = decode(scene.photo, colour=False)
    if condition.every:
        shown = [replace(one, corners_px=one.second_px) if _by_second(one) else one for one in scene.truth]
        others = [replace(one, corners_px=one.second_px) for one in scene.truth if one.second_px is not None]
        return Picture(frame.image, tuple(codes_of(shown)), tuple(codes_of([*scene.truth, *others])))
    return Picture(frame.image, tuple(codes_of(scene.readable)), tuple(codes_of(scene.truth)))


def _by_second(one: table_scene.Truth) -> bool:
    return one.second_clear and not one.clear


# --- telling ------------------------------------------------------------------------------------------------------


def show(condition: Condition, row: Row) -> None:
    least = f"{100 * condition.least:.0f}" if condition.least and row.reader == "ours" else ""
    print(
        f"{condition.name:26}  {row.reader:12}  {row.right:>5}  {row.wrong:>5}  {row.of:>4}"
        f"  {100 * row.right / max(1, row.of):>5.1f}  {least:>5}  {row.ms / max(1, row.pictures):>7.1f}",
        flush=True,
    )


def told(found: Found, picture: Picture, known: set[str]) -> list[str]:
    """One line for what was missed, and one for what was read wrongly."""
    missed = [text for text, quad in picture.codes if not read_there(text, quad, found)]
    wrong = [text for text, quad in found if text in known and not true_there(text, quad, picture)]
    named = (("missed", missed), ("WRONG", wrong))
    return [f"{what} {' '.join(texts)}" for what, texts in named if texts]


def read_there(text: str, place: scan_readers.Quad, found: Found) -> bool:
    return any(text == other and contains(place, centre(quad)) for other, quad in found)


def true_there(text: str, quad: scan_readers.Quad, picture: Picture) -> bool:
    return any(text == other and contains(place, centre(quad)) for other, place in (*picture.codes, *picture.hidden))


def draw(folder: Path, condition: Condition, seed: int, found: Found, picture: Picture, known: set[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    colour = np.asarray(cv2.cvtColor(picture.grey, cv2.COLOR_GRAY2BGR), np.uint8)
    for text, place in picture.codes:
        if not read_there(text, place, found):
            outline(colour, place, (40, 40, 230), text)
    for text, quad in found:
        good = true_there(text, quad, picture)
        if good or text in known:
            outline(colour, quad, (60, 170, 20) if good else (200, 0, 200), text)
    name = "".join(letter if letter.isalnum() else "-" for letter in condition.name)
    cv2.imwrite(str(folder / f"{name}-{seed}.png"), colour)


def outline(picture: NDArray[Any], quad: scan_readers.Quad, colour: tuple[int, int, int], text: str) -> None:
    points = np.round(np.array(quad)).astype(np.int32)
    cv2.polylines(picture, [points], True, colour, 2, cv2.LINE_AA)
    cv2.circle(picture, tuple(int(one) for one in points[0]), 4, colour, -1, cv2.LINE_AA)
    cv2.putText(picture, text[3:8], tuple(int(one) for one in points.min(axis=0) - (0, 5)), 0, 0.45, colour, 1)


if __name__ == "__main__":
    main()

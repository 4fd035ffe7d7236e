"""What is read whatever printer, lamp and camera did: each fault alone, then mixed; what is found, and what believed.

    python benchmarks/scan_faults.py [--seed0 N] [--count N] [--game GAME] [--only FAULT] [--quick] [--pictures DIR]

The game's printed cards, eight on a table, photographed by tests/support/ray_cast_table.py. Only codes that are whole
and in sight count, and have at least as many pixels a module as the row says, measured at the code. ``found`` is the
share at whose place something was compared with the symbols, ``read`` the share read right; ``given`` would be read
if every place were known, so what is missing there is the reader's limit and not the finder's. ``wrong`` is every
text of the game at a place that does not have it. ``least`` is the share to be reached. Faults were tuned on seeds
below 5000. With ``--pictures`` what was read (green) and missed (red) is drawn. Prints a table and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
from numpy.typing import NDArray
from ray_cast_table import CodeSeen, Faults, TablePhoto, View, photograph
from scan_conditions import pool
from table_scene import CardArt

from rules import games
from vision.picture.decoding import decode
from vision.picture.opencv_setup import cv2
from vision.read.closed_set import read_squares
from vision.read.find_codes import FoundCodes, find_codes
from vision.read.symbol_index import SymbolIndex, index_of
from vision.sighting import contains

CARDS = 8
Drawn = Callable[[np.random.Generator], tuple[View, Faults]]


@dataclass(frozen=True)
class Condition:
    """A fault and the share ``least`` of codes to be read, of ``from_px`` pixels a module and more."""

    name: str
    drawn: Drawn
    least: float | None = None
    from_px: float = 1.0
    below_px: float = 99.0
    steep: bool = False
    """Whether a code's pixels are counted along its shorter side: from 70 degrees its area says little."""


def alone(name: str, least: float | None = 0.98, view: dict[str, Any] | None = None, **faults: Any) -> Condition:
    """One fault on tables seen from two distances, nearly from above."""

    def drawn(rng: np.random.Generator) -> tuple[View, Faults]:
        placed = {"px_per_module": float(rng.choice([1.2, 1.6])), "tilt_deg": float(rng.uniform(0, 20))} | (view or {})
        return View(**placed), Faults(**faults)

    tilt = (view or {}).get("tilt_deg", 0)
    return Condition(name, drawn, least, steep=tilt >= 60)


def mixed(px_per_module: float) -> Drawn:
    """A little of two to four faults at once, at any tilt people hold a phone."""

    def drawn(rng: np.random.Generator) -> tuple[View, Faults]:
        some: dict[str, Any] = {
            "faded": float(rng.uniform(0.1, 0.45)),
            "overexposed": float(rng.uniform(0.6, 1.6)),
            "haze": float(rng.uniform(0.05, 0.3)),
            "shadow_depth": float(rng.uniform(0.3, 0.6)),
            "noise": float(rng.uniform(1, 3)),
            "thin_mm": float(rng.uniform(0.02, 0.08)),
            "striped": float(rng.uniform(0.1, 0.4)),
            "motion_px": float(rng.uniform(0.2, 0.8)),
            "jpeg": int(rng.integers(60, 90)),
        }
        chosen = rng.choice(sorted(some), int(rng.integers(2, 5)), replace=False).tolist()
        faults = {name: some[name] for name in chosen} | {"shadows": int(rng.integers(1, 4))}
        view = View(px_per_module * float(rng.uniform(1.05, 1.35)), float(rng.uniform(15, 45)), bend_mm=2.0)
        return view, Faults(**faults)

    return drawn


EVERY = (
    alone("none"),
    alone("faded 50 %", faded=0.5),
    alone("faded 60 %", faded=0.6),
    alone("one faded card of eight", faded=0.6, badly_printed=1),
    alone("overexposed x2", overexposed=2.0),
    alone("faded 50 %, overexposed x1.5", faded=0.5, overexposed=1.5),
    alone("faded 60 %, overexposed x2", None, faded=0.6, overexposed=2.0),
    alone("stripes 70 %", 0.95, striped=0.7),
    alone("haze 50 %", haze=0.5),
    alone("four shadows", shadows=4, shadow_depth=0.5),
    alone("deep shadow", 0.95, shadows=2, shadow_depth=0.85),
    alone("thin ink", thin_mm=0.1),
    alone("bent cards", view={"bend_mm": 5.0}),
    alone("overlapping", view={"overlapping": True}),
    alone("noise", noise=3.5),
    alone("motion", motion_px=1.2),
    alone("JPEG 40", jpeg=40),
    alone("tilt 45", view={"tilt_deg": 45.0, "px_per_module": 2.0}),
    alone("tilt 60", view={"tilt_deg": 60.0, "px_per_module": 3.0}),
    alone("tilt 70", view={"tilt_deg": 70.0, "px_per_module": 4.5}),
    Condition("mixed, 1.0 px", mixed(1.1), 0.95),
    Condition("mixed, 0.8 px", mixed(0.85), 0.85, 0.8, 1.0),
)


@dataclass
class Row:
    """One line of the table, counted in codes; ``cpu_s`` is the reading's own."""

    fault: str
    least: float | None
    of: int = 0
    found: int = 0
    read: int = 0
    given: int = 0
    wrong: int = 0
    cpu_s: float = field(default=0.0)
    pictures: int = 0

    def line(self) -> str:
        shares = "  ".join(f"{100 * one / max(1, self.of):>6.1f}" for one in (self.found, self.read, self.given))
        least = f"{100 * self.least:.0f}" if self.least else ""
        mean = self.cpu_s / max(1, self.pictures)
        return f"{self.fault:30}  {self.of:>4}  {shares}  {self.wrong:>5}  {least:>5}  {mean:>6.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=4, help="tables a fault, eight cards on each")
    parser.add_argument("--game", choices=games.names(), default="fairytale")
    parser.add_argument("--only", metavar="FAULT", help="only faults whose name begins so")
    parser.add_argument("--quick", action="store_true", help="one table of three faults")
    parser.add_argument("--pictures", metavar="DIR", type=Path, help="write the pictures with what was read drawn on")
    args = parser.parse_args()
    chosen = [one for one in EVERY if one.name.startswith(args.only or "")]
    chosen, count = (chosen[:3], 1) if args.quick else (chosen, args.count)
    arts = pool(args.game, args.seed0, "full")
    index = index_of([games.deck(args.game)])
    heads = ("found", "read", "given")
    print(f"{'fault':30}  {'of':>4}  {'  '.join(f'{one:>6}' for one in heads)}  wrong  least  cpu s", flush=True)
    rows = []
    for condition in chosen:
        row = Row(condition.name, condition.least)
        for seed in range(args.seed0, args.seed0 + count):
            scene = table_of(arts, condition, seed)
            found = counted(row, condition, scene, index)
            if args.pictures:
                draw(args.pictures / f"{condition.name.replace(' ', '-')}-{seed}.png", condition, scene, found)
        rows.append(row)
        print(row.line(), flush=True)
    print(json.dumps({"game": args.game, "seed0": args.seed0, "rows": [asdict(one) for one in rows]}))


def table_of(arts: Sequence[CardArt], condition: Condition, seed: int) -> TablePhoto:
    """The photo of one table: cards, view and strength of the faults are the seed's."""
    rng = np.random.default_rng([seed, 31])
    drawn = [arts[index] for index in rng.permutation(len(arts))[:CARDS]]
    view, faults = condition.drawn(rng)
    return photograph(drawn, seed=seed, view=view, faults=faults)


def counted(row: Row, condition: Condition, scene: TablePhoto, index: SymbolIndex) -> FoundCodes:
    """One photo read and counted in its row."""
    grey = decode(scene.photo, colour=False).image
    began = time.process_time()
    seen = find_codes(grey, index, index.texts.__contains__)
    row.cpu_s, row.pictures = row.cpu_s + time.process_time() - began, row.pictures + 1
    wanted = list(those_that_count(condition, scene))
    row.of += len(wanted)
    row.read += sum(is_read(one, seen) for one in wanted)
    row.found += sum(is_read(one, seen) or _looked_at(one, seen.looked_px) for one in wanted)
    row.wrong += sum(one.known and not _true(one.text, one.corners_px, scene) for one in seen.codes)
    rng = np.random.default_rng(len(wanted))
    quads = np.array([one.corners_px for one in wanted]).reshape(-1, 4, 2)
    given = read_squares(grey, quads + rng.normal(0, 0.5, quads.shape), index)
    row.given += sum(
        reading is not None and reading.accepted and reading.text == one.text
        for one, reading in zip(wanted, given, strict=True)
    )
    return seen


def those_that_count(condition: Condition, scene: TablePhoto) -> Iterator[CodeSeen]:
    for one in scene.codes:
        px = one.least_module_px if condition.steep else one.module_px
        if one.in_sight and condition.from_px <= px < condition.below_px:
            yield one


def is_read(code: CodeSeen, seen: FoundCodes) -> bool:
    return any(one.text == code.text and _within(code.corners_px, np.array(one.corners_px)) for one in seen.codes)


def _looked_at(code: CodeSeen, quads_px: NDArray[np.float64]) -> bool:
    """Whether a candidate has its middle in the inner half of the code, and its size within a fifth."""
    middle, side = code.corners_px.mean(axis=0), code.module_px * 21
    apart = np.linalg.norm(quads_px.mean(axis=1) - middle, axis=1)
    a, b, c, d = quads_px.transpose(1, 0, 2)
    (ax, ay), (bx, by) = (c - a).T, (d - b).T
    across = np.abs(ax * by - ay * bx) / 2
    return bool(((apart < side / 4) & (np.abs(np.log(np.sqrt(across) / side)) < 0.2)).any())


def _within(quad_px: NDArray[np.float64], other_px: NDArray[np.float64]) -> bool:
    (x, y), quad = other_px.mean(axis=0), [tuple(one) for one in quad_px]
    return contains((quad[0], quad[1], quad[2], quad[3]), (float(x), float(y)))


def _true(text: str, corners_px: Any, scene: TablePhoto) -> bool:
    return any(one.text == text and _within(one.corners_px, np.array(corners_px)) for one in scene.codes)


def draw(file: Path, condition: Condition, scene: TablePhoto, seen: FoundCodes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    colour = decode(scene.photo).image.copy()
    for one in those_that_count(condition, scene):
        ink = (60, 170, 20) if is_read(one, seen) else (40, 40, 230)
        cv2.polylines(colour, [np.round(one.corners_px).astype(np.int32)], True, ink, 2, cv2.LINE_AA)
    cv2.imwrite(str(file), colour)


if __name__ == "__main__":
    main()

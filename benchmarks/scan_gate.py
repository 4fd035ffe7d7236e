"""Does the closed-set reader believe what it should, and nothing else?

    python benchmarks/scan_gate.py [--quick] [--seed0 N] [--count N] [--pictures N] [--game GAME | --game all]
    python benchmarks/scan_gate.py --whole [--photos DIR] [--pictures N] [--seed0 N]
    python benchmarks/scan_gate.py --hostile N [--seed0 N]

*Codes*: small pictures of one code each (tests/support/code_patches.py: tilt up to 40 degrees, blur 0.5 to 1.0 px,
noise 2 to 8, JPEG 60 to 95, corners known to half a pixel), a row ``count`` of the deck and half as many foreign cards,
three in five of those with the deck's own letters. ``right`` and ``wrong`` are accepted readings of the deck's codes,
``taken`` is a foreign card accepted as one of the deck's. Unasked it is 20,000 of the deck's at 1.0 px a module and
above, against the symbols of all games. *Pictures*: our own printed cards with their codes painted over, and made-up
clutter, a hundred squares looked at in each; whatever is accepted is wrong. Last, the same pictures, and those of
``--photos`` (a folder of photos without our cards), are looked at as a phone's photo is, with the decks of all games;
``--whole`` does this alone. ``--hostile`` shows N symbols made to be mistaken, and nothing else: a letter or two off
one of the deck's, halves of two of them, one under another mask, a damaged one, one with streaks of missing ink; there
``wrong`` is every accepted text that is not what the symbol says, and any at all where it says two things. Prints a
table and one JSON line last, and how far it is where somebody looks on.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import code_patches
import numpy as np
from cut_cards import cut_job
from numpy.typing import NDArray
from printed_decks import printed
from table_scene import CardArt

from rules import games
from rules.values import code
from rules.values.code import CardCode
from vision.picture.decoding import Frame, FrameError, decode
from vision.picture.opencv_setup import cv2
from vision.read.closed_set import read_squares
from vision.read.qr_symbol import modules
from vision.read.symbol_index import SymbolIndex, index_of
from vision.scan import read_frame

SCALES = (2.5, 1.6, 1.2, 1.0, 0.9, 0.8)
NEAR = 1.0
"""From here on nothing may be read wrongly in 20,000 codes."""
SHEET = 60
"""Patches put into one picture and read together."""
SQUARES = 100
"""Places looked at in each picture without codes."""
CARDS = 12
"""Cards of each game whose art is looked at."""
Grey = NDArray[np.uint8]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000, help="codes of the deck a row, and half as many foreign")
    parser.add_argument("--pictures", type=int, default=500, help="of each kind without codes")
    parser.add_argument("--game", choices=[*games.names(), "all"], default="all")
    parser.add_argument("--whole", action="store_true", help="only the pictures, through the whole scanner")
    parser.add_argument("--hostile", metavar="N", type=int, default=0, help="only symbols made to be mistaken, so many")
    parser.add_argument("--photos", metavar="DIR", type=Path, help="also photos on which there is no card")
    parser.add_argument("--quick", action="store_true", help="120 codes at two scales, 10 pictures")
    args = parser.parse_args()
    if args.hostile:
        index = index_of([games.deck(name) for name in games.names() if args.game in (name, "all")])
        print(json.dumps({"seed0": args.seed0, "rows": list(hostile_rows(index, args.hostile, args.seed0))}))
        return
    scales, count, pictures = ((1.6, 1.0), 120, 10) if args.quick else (SCALES, args.count, args.pictures)
    rows = [] if args.whole else [*code_rows(args.game, args.seed0, scales, count, pictures)]
    whole_rows = list(whole(args.photos, pictures, args.seed0))
    print(json.dumps({"game": args.game, "seed0": args.seed0, "rows": rows, "whole": whole_rows}))


def code_rows(game: str, seed: int, scales: Sequence[float], count: int, pictures: int) -> Iterator[dict[str, Any]]:
    """What the reader makes of single squares, shown as it comes."""
    index = index_of([games.deck(name) for name in games.names() if game in (name, "all")])
    print(f"{len(index)} symbols\npx/module  of deck  right      %  wrong  foreign  taken  ms a code")
    sums: Counter[str] = Counter()
    for scale in scales:
        row = codes(index, scale, count, np.random.default_rng([seed, round(scale * 100), 31]))
        yield row
        print(f"{scale:>9.1f}{told(row)}  {row['ms']:>9.2f}", flush=True)
        if scale >= NEAR:
            sums.update({name: row[name] for name in ("of", "right", "wrong", "foreign", "taken")})
    print(f"{'1.0 and up':>9}{told(sums).removeprefix(' ')}")
    print("pictures           of  squares  accepted  ms a thousand squares")
    for kind, made in (("card art", art(pictures, seed)), ("clutter", clutter(pictures, seed))):
        row = empty(index, kind, shown(f"{kind}, squares", pictures, made))
        yield row
        print(f"{kind:14} {row['of']:>6}  {row['squares']:>7}  {row['wrong']:>8}  {row['ms']:>21.1f}", flush=True)


def told(row: Mapping[str, int]) -> str:
    """The middle of a line of the first table."""
    share = 100 * row["right"] / row["of"]
    return (
        f"  {row['of']:>7}  {row['right']:>5}  {share:>5.1f}  {row['wrong']:>5}  {row['foreign']:>7}  {row['taken']:>5}"
    )


T = TypeVar("T")


def shown(what: str, total: int, made: Iterable[T]) -> Iterator[T]:
    """The same again, with a line on the screen that says how far it is."""
    for done, one in enumerate(made, 1):
        progress(what, done, total)
        yield one


def progress(what: str, done: int, total: int) -> None:
    """One line that is written over; nothing where nobody looks on."""
    if sys.stderr.isatty() and (done % 20 == 0 or done >= total):
        print(f"\r{what}: {done} of {total}", end="\r" if done < total else "\r\033[K", file=sys.stderr, flush=True)


# --- codes --------------------------------------------------------------------------------------------------------


def codes(index: SymbolIndex, scale: float, count: int, rng: np.random.Generator) -> dict[str, Any]:
    """One row: accepted readings of the deck's codes and of foreign ones."""
    row: dict[str, Any] = {"px_per_module": scale, "right": 0, "wrong": 0, "of": 0, "taken": 0, "foreign": 0, "ms": 0.0}
    strangers = foreign(index, rng)
    while row["of"] < count:
        progress(f"codes at {scale:g} px a module", row["of"], count)
        near = min(SHEET * 2 // 3, count - row["of"])
        texts = [str(text) for text in rng.choice(index.texts, near)] + [next(strangers) for _ in range(near // 2)]
        sheet, quads = code_patches.mosaic(
            [code_patches.patch(modules(text, *code.symbol(text)), rng, scale) for text in texts]
        )
        began = time.perf_counter()
        readings = read_squares(sheet, quads, index)
        row["ms"] += (time.perf_counter() - began) * 1000
        for place, (text, reading) in enumerate(zip(texts, readings, strict=True)):
            accepted = reading is not None and reading.accepted
            right = reading is not None and reading.text == text
            row["of" if place < near else "foreign"] += 1
            if accepted:
                row["taken" if place >= near else "right" if right else "wrong"] += 1
    return {**row, "ms": round(row["ms"] / (row["of"] + row["foreign"]), 2)}


def foreign(index: SymbolIndex, rng: np.random.Generator) -> Iterator[str]:
    """Codes that are not in the index: with its letters, other numbers, copies and print sets; and of other games."""
    ours = sorted({text[1:3] for text in index.texts})
    while True:
        letters = str(rng.choice(ours)) if rng.random() < 0.6 else "".join(rng.choice([*"ABCDEFGHXYZ"], 2))
        number = code.to_base36(int(rng.integers(1, 600)), 3)
        text = str(CardCode(letters, number, int(rng.integers(1, 30)), str(rng.choice([*"ABCDEF"]))))
        if text not in index.texts:
            yield text


# --- symbols made to be mistaken ------------------------------------------------------------------------------------

Symbol = NDArray[np.bool_]
HOSTILE_SCALES = (2.0, 1.4, 1.1, 0.9)


def hostile_rows(index: SymbolIndex, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """A row for each way to be mistaken, shown as it comes."""
    print(f"{len(index)} symbols\n{'symbols':16}      of  read right  wrong", flush=True)
    for kind, made in HOSTILE.items():
        rng = np.random.default_rng([seed, len(kind), 47])
        row: dict[str, Any] = {"kind": kind, "of": 0, "right": 0, "wrong": 0}
        while row["of"] < count // len(HOSTILE):
            progress(kind, row["of"], count // len(HOSTILE))
            shown_as = [made(index, rng) for _ in range(SHEET)]
            scale = HOSTILE_SCALES[row["of"] // SHEET % len(HOSTILE_SCALES)]
            sheet, quads = code_patches.mosaic([code_patches.patch(symbol, rng, scale) for symbol, _ in shown_as])
            for (_, says), reading in zip(shown_as, read_squares(sheet, quads, index), strict=True):
                row["of"] += 1
                if reading is not None and reading.accepted:
                    row["right" if reading.text == says else "wrong"] += 1
        yield row
        print(f"{kind:16}  {row['of']:>6}  {row['right']:>10}  {row['wrong']:>5}", flush=True)


def drawn(index: SymbolIndex, rng: np.random.Generator) -> tuple[Symbol, str]:
    text = str(rng.choice(index.texts))
    return modules(text, *code.symbol(text)), text


def near_letters(index: SymbolIndex, rng: np.random.Generator) -> tuple[Symbol, str]:
    """A text of the deck with one or two characters changed: no card there is."""
    while True:
        text = [*str(rng.choice(index.texts))]
        for place in rng.choice(len(text), int(rng.integers(1, 3)), replace=False).tolist():
            text[place] = str(rng.choice([*"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"]))
        said = "".join(text)
        if said not in index.texts:
            return modules(said, *code.symbol(said)), said


def other_mask(index: SymbolIndex, rng: np.random.Generator) -> tuple[Symbol, str]:
    """The text under a mask the product does not print it with."""
    _, text = drawn(index, rng)
    version, level, mask = code.symbol(text)
    return modules(text, version, level, (mask + int(rng.integers(1, 8))) % 8), text


def spliced(index: SymbolIndex, rng: np.random.Generator) -> tuple[Symbol, str]:
    """Half of one card's symbol and half of another's: neither is to be named."""
    (one, text), (other, another) = drawn(index, rng), drawn(index, rng)
    while text == another:
        other, another = drawn(index, rng)
    half = np.arange(len(one)) < len(one) / 2
    across = half[:, None] if rng.random() < 0.5 else half[None]
    return np.where(across, one, other), ""


def damaged(index: SymbolIndex, rng: np.random.Generator) -> tuple[Symbol, str]:
    """A blot or a torn piece on a tenth to a third of it."""
    symbol, text = drawn(index, rng)
    side = round(len(symbol) * float(rng.uniform(0.32, 0.58)))
    top, left = rng.integers(0, len(symbol) - side, 2)
    changed = symbol.copy()
    changed[top : top + side, left : left + side] = rng.random() < 0.5
    return changed, text


def streaked(index: SymbolIndex, rng: np.random.Generator) -> tuple[Symbol, str]:
    """Whole rows or columns without ink."""
    symbol, text = drawn(index, rng)
    changed = symbol.copy()
    gone = rng.random(len(symbol)) < float(rng.uniform(0.1, 0.4))
    changed[gone] = False
    return (changed if rng.random() < 0.5 else np.where(gone[None], False, symbol)), text


HOSTILE = {
    "near letters": near_letters,
    "other mask": other_mask,
    "halves of two": spliced,
    "damaged": damaged,
    "streaked": streaked,
}


# --- pictures without codes -----------------------------------------------------------------------------------------


def empty(index: SymbolIndex, kind: str, pictures: Iterator[Grey]) -> dict[str, Any]:
    """One row: what is accepted where nothing is."""
    row: dict[str, Any] = {"kind": kind, "of": 0, "squares": 0, "wrong": 0, "ms": 0.0}
    rng = np.random.default_rng(7)
    for grey in pictures:
        quads = squares(grey, rng)
        began = time.perf_counter()
        readings = read_squares(grey, quads, index)
        row["ms"] += (time.perf_counter() - began) * 1000
        row["of"] += 1
        row["squares"] += len(quads)
        row["wrong"] += sum(one is not None and one.accepted for one in readings)
    return {**row, "ms": round(1000 * row["ms"] / max(1, row["squares"]), 1)}


def whole(photos: Path | None, pictures: int, seed: int) -> Iterator[dict[str, Any]]:
    """Pictures without codes, looked at with the decks of all games; a row for each kind."""
    decks = [games.deck(game) for game in games.names()]
    print("whole scanner      of  cards       ms")
    made = [("card art", art(pictures, seed)), ("clutter", clutter(pictures, seed))]
    made += [("photos", opened(photos))] if photos else []
    for kind, every in made:
        row: dict[str, Any] = {"kind": kind, "of": 0, "wrong": 0, "ms": 0.0}
        for grey in shown(f"{kind}, whole scanner", pictures, every):
            photo = read_frame(Frame(grey, grey.shape[1], grey.shape[0], 1, (1.0, 1.0), (0.0, 0.0)), decks)
            row["of"] += 1
            row["wrong"] += len(photo.cards)
            row["ms"] += photo.ms
            for card in photo.cards:
                print(f"{kind}, picture {row['of']} of seed {seed}: {card.text} at {card.corners_px[0]}")
        row["ms"] = round(row["ms"] / max(1, row["of"]), 1)
        yield row
        print(f"{kind:14} {row['of']:>6}  {row['wrong']:>5}  {row['ms']:>7.1f}", flush=True)


def opened(folder: Path) -> Iterator[Grey]:
    """The photos of a folder; what is refused is said and left out."""
    for path in sorted(one for one in folder.iterdir() if one.is_file()):
        try:
            yield decode(path.read_bytes(), colour=False).image
        except FrameError as error:
            print(f"{path.name}: {error}")


def squares(grey: Grey, rng: np.random.Generator) -> NDArray[np.float64]:
    """Squares of 0.6 to 4 px a module, turned any way, anywhere in a picture."""
    side = 21 * np.exp(rng.uniform(np.log(0.6), np.log(4.0), SQUARES))
    turn = rng.uniform(0, 2 * np.pi, SQUARES)[:, None] + np.array([0, 1, 2, 3]) * np.pi / 2
    corners = np.stack([np.cos(turn), np.sin(turn)], axis=-1) * side[:, None, None] / np.sqrt(2)
    middle = rng.uniform(0, 1, (SQUARES, 1, 2)) * grey.shape[::-1]
    return np.asarray(corners + middle, np.float64)


def art(count: int, seed: int) -> Iterator[Grey]:
    """Printed cards of every game, their codes painted over, some turned, from 0.6 to 4 px a module."""
    looked_at = games.names()[: max(1, count // 50)]  # a deck takes some seconds to print
    faces = [face for game in looked_at for face in faces_without_codes(game, seed)]
    rng = np.random.default_rng([seed, 41])
    for _ in range(count):
        picture = np.full((480, 640), rng.integers(40, 220), np.uint8)
        for face in (faces[at] for at in rng.integers(len(faces), size=3)):
            scale = float(np.exp(rng.uniform(np.log(0.6), np.log(4.0)))) / face[1]
            small = cv2.resize(face[0], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            place = cv2.getRotationMatrix2D((small.shape[1] / 2, small.shape[0] / 2), rng.uniform(0, 360), 1.0)
            place[:, 2] += rng.uniform(0, 1, 2) * (640, 480) - np.array(small.shape[::-1]) / 2
            cv2.warpAffine(small, place, (640, 480), dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
        yield photographed(picture, rng)


def faces_without_codes(game: str, seed: int) -> list[tuple[Grey, float]]:
    """Rasters of a game's cards without their codes, and how many pixels a module has in them."""
    rng = np.random.default_rng([seed, 43])
    every = [str(one) for _, one in games.deck(game).codes()]
    chosen = frozenset(str(text) for text in rng.choice(every, CARDS, replace=False))
    return [painted_over(one) for one in cut_job(printed(game), chosen)]


def painted_over(card: CardArt) -> tuple[Grey, float]:
    grey = np.asarray(cv2.cvtColor(card.front, cv2.COLOR_BGR2GRAY), np.uint8)
    px_per_mm = grey.shape[1] / card.size_mm[0]
    quad = card.quad_mm * px_per_mm
    low, high = np.floor(quad.min(axis=0)).astype(int), np.ceil(quad.max(axis=0)).astype(int)
    grey[max(0, low[1] - 1) : high[1] + 1, max(0, low[0] - 1) : high[0] + 1] = 255
    return grey, card.module_mm * px_per_mm


def clutter(count: int, seed: int) -> Iterator[Grey]:
    """Blocks, checks, stripes and lettering of the size of modules."""
    rng = np.random.default_rng([seed, 47])
    for _ in range(count):
        cell = float(rng.uniform(0.7, 5.0))
        rows, columns = (int(size / cell) + 2 for size in (480, 640))
        cells = (rng.random((rows, columns)) < rng.uniform(0.3, 0.7)).astype(np.float32) * 200 + 20
        picture = cv2.resize(cells, (640, 480), interpolation=cv2.INTER_AREA if cell < 1 else cv2.INTER_NEAREST)
        picture = picture.astype(np.uint8)  # OpenCV writes on nothing else
        for _ in range(40):
            at = tuple(int(one) for one in rng.integers(0, 480, 2))
            size = int(rng.integers(4, 90))
            match rng.integers(3):
                case 0:
                    for ring, tone in zip((1.0, 0.71, 0.43), (20, 230, 20), strict=True):
                        half = int(size * ring / 2)
                        cv2.rectangle(picture, (at[0] - half, at[1] - half), (at[0] + half, at[1] + half), tone, -1)
                case 1:
                    cv2.putText(picture, "#H8E%", at, 0, size / 30, int(rng.integers(255)), 1 + size // 30)
                case _:
                    cv2.circle(picture, at, size, int(rng.integers(255)), int(rng.integers(1, 12)))
        yield photographed(np.asarray(picture, np.float32), rng)


def photographed(picture: NDArray[Any], rng: np.random.Generator) -> Grey:
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 1.0)))
    return np.clip(soft + rng.normal(0, rng.uniform(2, 8), soft.shape), 0, 255).astype(np.uint8)


if __name__ == "__main__":
    main()

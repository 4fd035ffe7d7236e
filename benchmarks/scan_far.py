"""Cards under a camera two metres above the table: what one frame tells, and what eight and thirty of them do.

    python benchmarks/scan_far.py [--seed0 N] [--count N] [--game GAME] [--quick]

Twelve printed cards on a table of two metres, straight down, as video frames of 1920 x 1080 by a hand that drifts (or,
in the rows called *stand*, a camera that hardly does). *a frame*: the share of cards one frame tells; *8* and *30*: the
share told by a stack of so many frames (vision/video/stacking.py); *held*: the share a live camera believes after
thirty full looks, which takes two stacks that share no frame (vision/far_cards.py); *wrong*: readings of anything
else, in every column together. Rows called *foreign* are looked at with a deck that has none of the cards. *CPU*: the
time of a look with stacking over the time of the same look without. Prints a table and one JSON line last.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import numpy as np
import table_scene
from cut_cards import cut_cards
from far_cards_video import Places, far_video, is_there

from rules import games
from rules.values.cards import Deck
from vision.far_cards import LOOKS, FarCards, is_sure
from vision.picture.decoding import Frame
from vision.picture.homography import project_quad
from vision.scan import read_frame
from vision.sighting import CardSeen, centre
from vision.video.stacking import FRAMES, FrameStack

CARDS = 12
SIZE_PX = (1920, 1080)
GAP_MM = 60.0
JPEG = 75


@dataclass(frozen=True)
class Condition:
    name: str
    px_per_module: float
    blur_px: float = 0.6
    noise: float = 3.5
    drift_px: float = 2.0
    foreign: bool = False


CONDITIONS = (
    Condition("hand", 0.58),
    Condition("hand, soft lens", 0.58, blur_px=0.8),
    Condition("hand", 0.5),
    Condition("stand", 0.58, drift_px=0.2),
    Condition("stand", 0.5, drift_px=0.2),
    Condition("foreign", 0.58, foreign=True),
    Condition("foreign, stand", 0.5, drift_px=0.2, foreign=True),
)


@dataclass
class Row:
    condition: str
    px_per_module: float
    blur_px: float
    of: int = 0
    looks: int = 0
    frame: int = 0
    stack_8: int = 0
    stack_30: int = 0
    held: int = 0
    wrong: int = 0
    alone_s: float = 0.0
    stacked_s: float = 0.0


def filmed(row: Row, condition: Condition, deck: Deck, texts: list[str], seed: int) -> None:
    """One video, looked at in every way."""
    cut = cut_cards(deck.spec.game, frozenset(texts))
    laid = table_scene.scatter([cut[text] for text in texts], seed=seed, gap_mm=GAP_MM)
    far, stack, here = FarCards(), FrameStack(), {}
    last: tuple[CardSeen, ...] = ()
    video = far_video(
        laid,
        seed=seed,
        px_per_module=condition.px_per_module,
        noise=condition.noise,
        frames=FRAMES,
        jpeg=JPEG,
        blur_px=condition.blur_px,
        tilt_deg=0,
        size_px=SIZE_PX,
        drift_px=condition.drift_px,
    )
    for number, (frame, moved, places) in enumerate(video, start=1):
        here = places
        began = time.process_time()
        photo = read_frame(frame, [deck], thorough=False)
        alone = time.process_time()
        far.carry(np.eye(3) if moved is None else moved)
        more = far.read(frame, photo, [deck], stirred=False)
        row.alone_s += alone - began
        row.stacked_s += time.process_time() - began
        last = (*photo.cards, *more)
        row.looks += len(places)
        row.frame += counted(row, photo.cards, places)
        counted(row, more, places)
        stack.add(frame.image)
        if number in (LOOKS, FRAMES):
            told = counted(row, read_stack(stack, deck), places)
            row.stack_8 += told if number == LOOKS else 0
            row.stack_30 += told if number == FRAMES else 0
    row.of += len(here)
    row.held += len({card.text for card in last if card.text in here})


def read_stack(stack: FrameStack, deck: Deck) -> list[CardSeen]:
    """What the stack tells, where it lies in the newest frame."""
    picture = stack.picture()
    frame = Frame(picture, picture.shape[1], picture.shape[0], 1, (1.0, 1.0), (0.0, 0.0))
    cards = read_frame(frame, [deck], thorough=False).cards
    sure = [card for card in cards if is_sure(card)]
    return [replace(card, corners_px=project_quad(stack.to_newest(), card.corners_px)) for card in sure]


def counted(row: Row, cards: list[CardSeen] | tuple[CardSeen, ...], places: Places) -> int:
    right = sum(is_there(card.text, np.array(centre(card.corners_px)), places) for card in cards)
    row.wrong += len(cards) - right
    return right


def run(condition: Condition, game: str, seeds: range) -> Row:
    row = Row(condition.name, condition.px_per_module, condition.blur_px)
    deck = games.deck(game)
    for seed in seeds:
        order = np.random.default_rng([seed, 11]).permutation(len(deck.cards))
        shown = [deck.cards[number] for number in order[:CARDS]]
        others = replace(deck, cards=tuple(deck.cards[number] for number in order[CARDS:]))
        texts = [str(code) for card, code in deck.codes() if code.copy == 1 and card in shown]
        filmed(row, condition, others if condition.foreign else deck, texts, seed)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=4, help="videos a condition (default: 4)")
    parser.add_argument("--game", choices=games.names(), default="fairytale")
    parser.add_argument("--quick", action="store_true", help="one video of the second condition")
    args = parser.parse_args()
    chosen = [CONDITIONS[1]] if args.quick else CONDITIONS
    seeds = range(args.seed0, args.seed0 + (1 if args.quick else args.count))
    print(f"{'condition':18} px/module  blur  a frame     8    30  held    of  wrong   CPU")
    rows = []
    for condition in chosen:
        row = run(condition, args.game, seeds)
        rows.append(asdict(row))
        share = [100 * one / max(1, of) for one, of in ((row.frame, row.looks), (row.stack_8, row.of))]
        share += [100 * one / max(1, row.of) for one in (row.stack_30, row.held)]
        figures = "  ".join(f"{one:4.0f}" for one in share)
        print(
            f"{row.condition:18} {row.px_per_module:9.2f} {row.blur_px:5.1f}  {figures:>29} {row.of:5} {row.wrong:6}"
            f"  {row.stacked_s / max(1e-9, row.alone_s):4.2f}",
            flush=True,
        )
    print(json.dumps({"rows": rows}))


if __name__ == "__main__":
    main()

"""Cards too far or too noisy for one frame of a video: what single frames tell, and what several together do.

    python benchmarks/scan_averaged.py [--seed0 N] [--count N] [--game GAME] [--quick]

The game's printed cards, ten on a table, filmed by a hand that is never quite still; eight frames a video, each looked
at in full. *a look*: the share of cards one frame tells. *single*: cards believed after eight frames where each is read
by itself and two have to agree; *averaged*: the same with vision/video/averaging.py. *wrong*: readings of anything
else, for both. Rows with *still* have a camera on a stand, whose JPEG artefacts are alike in every frame; rows with
*foreign* are looked at with a deck that has none of the cards that lie there, so that whatever is read is wrong.
Prints a table and one JSON line last.
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
from vision.scan import read_frame
from vision.sighting import CardSeen, centre
from vision.video.averaging import FrameAverager
from vision.video.tracking import FrameReading, Scene, follow

CARDS, FRAMES, EVERY_S = 10, 8, 0.3


@dataclass(frozen=True)
class Condition:
    name: str
    px_per_module: float
    noise: float
    blur_px: float = 0.5
    still: bool = False
    foreign: bool = False


CONDITIONS = (
    Condition("a dim room", 0.7, 24),
    Condition("a dim room, far", 0.6, 20),
    Condition("a dim room, far, still", 0.6, 20, still=True),
    Condition("out of focus", 0.8, 12, blur_px=1.2),
    Condition("a good picture", 0.8, 8),
    Condition("foreign cards", 0.7, 24, foreign=True),
    Condition("foreign cards, still", 0.7, 12, still=True, foreign=True),
)


@dataclass
class Row:
    condition: str
    px_per_module: float
    noise: float
    of: int = 0
    looks: int = 0
    read: int = 0
    single: int = 0
    averaged: int = 0
    single_wrong: int = 0
    averaged_wrong: int = 0
    ms: float = 0.0
    """Processor time of the averaging, all looks together."""


def filmed(row: Row, condition: Condition, deck: Deck, texts: list[str], seed: int) -> None:
    """One video, looked at both ways."""
    cut = cut_cards(deck.spec.game, frozenset(texts))
    laid = table_scene.scatter([cut[text] for text in texts], seed=seed)
    averager, alone, both = FrameAverager(), Scene(), Scene()
    places: Places = {}
    video = far_video(
        laid,
        seed=seed,
        px_per_module=condition.px_per_module,
        noise=condition.noise,
        frames=FRAMES,
        still=condition.still,
        blur_px=condition.blur_px,
    )
    for number, (frame, moved, places) in enumerate(video):
        photo = read_frame(frame, [deck])
        began = time.process_time()
        averager.carry(np.eye(3) if moved is None else moved)
        more = averager.read(frame, photo, [deck])
        row.ms += (time.process_time() - began) * 1000
        at = number * EVERY_S
        alone = follow(alone, FrameReading(at, frame.width, frame.height, photo.cards, moved))
        both = follow(both, FrameReading(at, frame.width, frame.height, (*photo.cards, *more), moved))
        row.read += sum(right(one, places) for one in photo.cards)
        row.single_wrong += sum(not right(one, places) for one in photo.cards)
        row.averaged_wrong += sum(not right(one, places) for one in (*photo.cards, *more))
        row.looks += len(places)
    row.of += len(places)
    row.single += len({one.card.text for one in alone.believed} & set(places))
    row.averaged += len({one.card.text for one in both.believed} & set(places))


def right(seen: CardSeen, places: Places) -> bool:
    return is_there(seen.text, np.array(centre(seen.corners_px)), places)


def run(condition: Condition, game: str, seeds: range) -> Row:
    row = Row(condition.name, condition.px_per_module, condition.noise)
    deck = games.deck(game)
    for seed in seeds:
        order = np.random.default_rng([seed, 7]).permutation(len(deck.cards))
        shown = [deck.cards[number] for number in order[:CARDS]]
        asked = (
            replace(deck, cards=tuple(deck.cards[number] for number in order[CARDS:])) if condition.foreign else deck
        )
        texts = [str(code) for card, code in deck.codes() if code.copy == 1 and card in shown]
        filmed(row, condition, asked, texts, seed)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--count", type=int, default=4, help="videos a condition (default: 4)")
    parser.add_argument("--game", choices=games.names(), default="fairytale")
    parser.add_argument("--quick", action="store_true", help="one video of the first condition and of foreign cards")
    args = parser.parse_args()
    chosen = [CONDITIONS[0], CONDITIONS[-2]] if args.quick else CONDITIONS
    seeds = range(args.seed0, args.seed0 + (1 if args.quick else args.count))
    print(f"{'condition':24}  px/module  noise  a look  single  averaged    of  wrong  averaged wrong  ms a look")
    rows = []
    for condition in chosen:
        row = run(condition, args.game, seeds)
        rows.append(asdict(row))
        print(
            f"{row.condition:24}  {row.px_per_module:9.1f}  {row.noise:5.0f}"
            f"  {100 * row.read / max(1, row.looks):5.0f}%"
            f"  {row.single:6}  {row.averaged:8}  {row.of:4}  {row.single_wrong:5}  {row.averaged_wrong:14}"
            f"  {row.ms / (FRAMES * len(seeds)):9.0f}",
            flush=True,
        )
    print(json.dumps({"game": args.game, "seed0": args.seed0, "rows": rows}))


if __name__ == "__main__":
    main()

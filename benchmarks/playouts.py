"""Thousands of games of random players, each promise of the rules looked at after every event.

    python benchmarks/playouts.py [--quick] [--games N] [--seed0 N] [--game GAME ...] [--workers N]

Every player does only what is offered to them, no corrections and no overrides. A game passes when it comes to its end
(or, with house rules drawn at random, to its cap of events) without a broken promise; a game that does not is printed
with the seed that brings it back. The invariants stand in tests/support/invariants_<game>.py. Prints a table and one
JSON line last; exits with 1 where a game failed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from random_players import Broken, play

from rules import games

GAMES, QUICK = 10_000, 10


@dataclass(frozen=True)
class Played:
    """One playout: how many events it took, whether it came to its end, and what broke."""

    events: int
    over: bool
    broken: str = ""


def playout(game: str, seed: int) -> Played:
    """One game of random players."""
    try:
        state, events = play(game, seed)
    except Broken as broken:
        return Played(0, False, str(broken))
    return Played(len(events), games.load(game).over(state))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of each (default: {GAMES})")
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--game", action="append", choices=games.playable(), help="only this game; may be repeated")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} games of each")
    args = parser.parse_args()
    seeds = range(args.seed0, args.seed0 + (QUICK if args.quick else args.games))
    rows, failed = [], 0
    print(f"{'game':12}{'playouts':>9}{'to the end':>11}{'events':>10}{'median':>8}{'longest':>9}{'broken':>8}{'s':>8}")
    with ProcessPoolExecutor(args.workers) as pool:
        for game in args.game or games.playable():
            began = time.perf_counter()
            played = list(pool.map(partial(playout, game), seeds, chunksize=max(1, len(seeds) // 200)))
            lengths = [one.events for one in played if not one.broken]
            broken = [one.broken for one in played if one.broken]
            failed += len(broken)
            row = {
                "game": game,
                "playouts": len(played),
                "to_the_end": sum(one.over for one in played),
                "events": sum(lengths),
                "median_events": statistics.median(lengths or [0]),
                "longest": max(lengths, default=0),
                "broken": len(broken),
                "s": round(time.perf_counter() - began, 1),
            }
            rows.append(row)
            print(
                f"{game:12}{row['playouts']:>9}{row['to_the_end']:>11}{row['events']:>10}{row['median_events']:>8.0f}"
                f"{row['longest']:>9}{row['broken']:>8}{row['s']:>8}",
                flush=True,
            )
            for text in broken[:20]:
                print(f"  {text}")
    print(json.dumps({"seed0": args.seed0, "rows": rows}))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

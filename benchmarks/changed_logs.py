"""Random amendments and insertions, each equal to the log that would have been written at the time.

    python benchmarks/changed_logs.py [--quick] [--changes N] [--seed0 N] [--game GAME ...] [--workers N]

Random games are played into a log, and random entries of their past amended or forgotten ones inserted; later entries
that no longer fit are kept against the rule, taken back or left to their owner at random. After each change the table
and every viewer's every line are compared with those of a log that was never changed and holds the same events in the
right order (tests/support/changed_logs.py keeps that list). Every fifth change is undone and must leave no trace.
Prints a table and one JSON line last; exits with 1 where one differed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from changed_logs import changed_game

from rules import games
from rules.log import Begin

CHANGES, QUICK, A_GAME, EVENTS = 10_000, 50, 10, 60


def one_game(name: str, seed: int) -> tuple[int, int, str]:
    """A game with changes: how many, how many lines were compared, and what differed."""
    game = games.load(name)
    few, most = game.info.players
    lines: list[int] = []
    try:
        begin = Begin(few + seed % (most - few + 1))
        beside = changed_game(game, begin, seed, events=EVENTS, changes=A_GAME, seen=lines.append)
    except AssertionError as differs:
        return 0, sum(lines), f"{name} {seed}: {differs}"
    return beside.changes, sum(lines), ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=CHANGES, help=f"over all games (default: {CHANGES})")
    parser.add_argument("--seed0", type=int, default=1)
    parser.add_argument("--game", action="append", choices=games.playable(), help="only this game; may be repeated")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} changes")
    args = parser.parse_args()
    names = args.game or games.playable()
    # Some changes of a game find no place: a few games more than would be enough.
    each = -(-(QUICK if args.quick else args.changes) // len(names))
    seeds = range(args.seed0, args.seed0 + -(-each * 11 // (A_GAME * 10)))
    rows, failed = [], 0
    print(f"{'game':12}{'games':>7}{'changes':>9}{'lines compared':>16}{'differed':>10}{'s':>8}")
    with ProcessPoolExecutor(args.workers) as pool:
        for name in names:
            began = time.perf_counter()
            done = list(pool.map(partial(one_game, name), seeds))
            wrong = [text for _, _, text in done if text]
            failed += len(wrong)
            changes, lines = sum(one[0] for one in done), sum(one[1] for one in done)
            row = {"game": name, "games": len(done), "changes": changes, "lines": lines, "differed": len(wrong)}
            rows.append(row)
            print(f"{name:12}{len(done):7}{changes:9}{lines:16,}{len(wrong):10}{time.perf_counter() - began:8.1f}")
            for text in wrong[:5]:
                print(f"  {text}")
    print(json.dumps({"rows": rows, "changes": sum(int(str(row["changes"])) for row in rows), "differed": failed}))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

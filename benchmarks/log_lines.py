"""Every line of random games: told right after its event, kept as the store keeps it, and read again at the end.

    python benchmarks/log_lines.py [--quick] [--games N] [--seed0 N] [--game GAME ...] [--workers N]

Each line is compared for every viewer: right after its event, after each sixtieth event, and at the end of the
game; and told once more from the tables around it, which must give the same. It may differ only where a secret of its
event has been revealed since: those are counted apart. Prints a table and one JSON line last; exits with 1 where one
differed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from changed_logs import any_event, entry

from rules import games, log_line
from rules.game_protocol import Line, Refusal
from rules.log import Begin, Log

GAMES, QUICK, EVENTS, LOOK_EACH = 600, 2, 300, 60


def one_game(name: str, seed: int) -> Counter[str]:
    """What was found in one random game: lines, looks, reveals, and what differed."""
    game, rng, found = games.load(name), random.Random(seed), Counter[str]()
    few, most = game.info.players
    log: Log[Any] = Log(game).push(entry(Log(game), Begin(few + seed % (most - few + 1))))
    first: dict[tuple[int, int | None], Line] = {}
    for step in range(EVENTS):
        state = log.table.state
        event = any_event(game, state, rng)
        if event is None or game.over(state):
            break
        try:
            log = log.push(entry(log, event))
        except Refusal:
            continue
        told = log.tell(log.rev)
        assert told is not None
        log = log.keep(log.rev, log_line.told_from_json(json.loads(json.dumps(log_line.told_to_json(told)))))
        for viewer in (None, *range(state.players)):
            first[log.rev, viewer] = told.to(viewer)
        found["lines"] += state.players + 1
        if step % LOOK_EACH == 0:
            found.update(_look(log, first))
    found.update(_look(log, first))
    return found


def _look(log: Log[Any], first: dict[tuple[int, int | None], Line]) -> Iterator[str]:
    """Each line as it reads now beside what it was when it was told."""
    now = log.table.state
    for (rev, viewer), line in first.items():
        one = log.played[log.index[rev]]
        then = log.game.redact(one.after.state, one.event, viewer)
        yield "looks"
        if log.game.redact(now, one.event, viewer) != then and then != one.event:
            yield "revealed"
        elif log.line(rev, viewer) != line:
            yield "differed"
        elif log.game.tell(log.before(rev).state, one.after.state, then, viewer) != line:
            yield "told otherwise"


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
    print(f"{'game':12}{'games':>7}{'lines':>10}{'looks':>13}{'revealed':>10}{'differed':>10}{'s':>8}")
    with ProcessPoolExecutor(args.workers) as pool:
        for name in args.game or games.playable():
            began = time.perf_counter()
            found: Counter[str] = Counter()
            for one in pool.map(partial(one_game, name), seeds):
                found.update(one)
            wrong = found["differed"] + found["told otherwise"]
            failed += wrong
            rows.append(
                {"game": name, "games": len(seeds), **{key: found[key] for key in ("lines", "looks", "revealed")}}
            )
            rows[-1]["differed"] = wrong
            took = time.perf_counter() - began
            print(
                f"{name:12}{len(seeds):7}{found['lines']:10,}{found['looks']:13,}{found['revealed']:10,}{wrong:10}{took:8.1f}"
            )
    print(json.dumps({"rows": rows, "differed": failed}))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

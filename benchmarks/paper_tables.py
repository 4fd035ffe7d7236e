"""Games on simulated paper, with real decks, hands and dice, told to the companion through its door.

    python benchmarks/paper_tables.py [GAME ...] [--games N] [--quick] [--seed0 N] [--workers N]

The paper of each game is written from its rulebook (tests/support/paper_<game>.py). After every step the companion
must agree with it: it offers nothing the paper makes impossible and everything the paper allows, and its counts and
totals are the paper's. Slips are reported and taken back in between. A contradiction is printed with the seed that
brings it back. Prints a table and one JSON line last; exits with 1 where there was a contradiction.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from paper_table import GAMES, play

COUNT, QUICK = 300, 5
SHOWN = 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help=f"only these of {', '.join(GAMES)}")
    parser.add_argument("--games", type=int, default=COUNT, help=f"games of each (default: {COUNT})")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} games of each")
    parser.add_argument("--seed0", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    foreign = [name for name in args.game if name not in GAMES]
    if foreign:
        parser.error(f"no paper table for {', '.join(foreign)}; there is {', '.join(GAMES)}")
    seeds = range(args.seed0, args.seed0 + (QUICK if args.quick else args.games))
    rows = []
    print(f"{'game':12}{'games':>7}{'steps':>10}{'slips':>8}{'ended':>7}{'contradictions':>16}  {'players':16}{'s':>7}")
    with ProcessPoolExecutor(args.workers) as pool:
        for game in args.game or GAMES:
            began = time.perf_counter()
            played = list(pool.map(partial(play, game), seeds, chunksize=max(1, len(seeds) // 100)))
            players = Counter(one.players for one in played)
            row = {
                "game": game,
                "games": len(played),
                "steps": sum(one.steps for one in played),
                "slips": sum(one.slips for one in played),
                "ended": sum(one.ended for one in played),
                "contradictions": sum(bool(one.contradiction) for one in played),
                "players": dict(sorted(players.items())),
                "s": round(time.perf_counter() - began, 1),
            }
            rows.append(row)
            at = ", ".join(f"{count}x{many}" for many, count in sorted(players.items()))
            print(
                f"{game:12}{row['games']:>7}{row['steps']:>10}{row['slips']:>8}{row['ended']:>7}"
                f"{row['contradictions']:>16}  {at:16}{row['s']:>7}",
                flush=True,
            )
            for one in [one for one in played if one.contradiction][:SHOWN]:
                print(f"  {one.contradiction}", flush=True)
    print(json.dumps({"seed0": args.seed0, "rows": rows}))
    return 1 if any(row["contradictions"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())

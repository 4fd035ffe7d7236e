"""Folders of games broken at random: what the commands say of them.

    python benchmarks/broken_folders.py [--count 500] [--seed 0] [--say] [--quick]

Every second folder is one of the ten games with its rules, cards or examples changed, the others have a face, pictures,
a font, icons, suits and a kit of which one is broken. Each goes through ``tablewright check``, and those with a face
through ``print`` too. Counted are those refused, those that are fine all the same, and faults: a traceback, a line
without a file, something half-written. Ends with 1 where there is a fault. Prints one line of JSON last.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from broken_folders import NAMES, broken, broken_face, faults_of


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--say", action="store_true", help="show what is said of each")
    parser.add_argument("--quick", action="store_true", help="a smoke run")
    args = parser.parse_args()
    count = 6 if args.quick else args.count
    ends, faults, slowest = Counter[str](), list[str](), 0.0
    with tempfile.TemporaryDirectory() as place:
        for at in range(count):
            rng, where = random.Random(f"{args.seed} {at}"), Path(place) / str(at)
            if at % 2:
                kind = broken_face(where, rng)
            else:
                kind = "rules"
                broken(rng.choice(NAMES), where, rng)
            began = time.process_time()
            found = faults_of(where, printed=bool(at % 2))
            slowest = max(slowest, time.process_time() - began)
            ends["refused" if found.refused else "fine"] += 1
            faults += [f"{args.seed} {at} ({kind}): {one}" for one in found.faults]
            if args.say:
                print(f"{args.seed} {at} {kind} {'refused' if found.refused else 'fine'}", *found.said, sep="\n    ")
            if sys.stderr.isatty():
                print(f"\r{at + 1} of {count}", end="", file=sys.stderr, flush=True)
    print(f"\n{count} folders: {ends['refused']} refused, {ends['fine']} fine all the same, {len(faults)} faults")
    print(*faults, sep="\n")
    result = {"folders": count, **ends, "faults": len(faults), "slowest_cpu_s": round(slowest, 2)}
    print(json.dumps({"benchmark": "broken_folders", "seed": args.seed, **result}))
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())

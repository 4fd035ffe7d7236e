"""Processor time to open a long log and to act on it, beside a short one.

    python benchmarks/long_logs.py [--quick] [--game GAME] [--long N]

Two kinds of long log, each written in a folder's store: one move made and taken back again and again in the middle of a
game (``back and forth``), and number after number set right by hand (``one long line``). Beside each a log of 200
entries of the same kind. ``open`` is the store read, its chain checked, the table in memory and one look at it from a
seat; ``act`` the newest thing taken back and done again, on disk. Prints a table and one line of JSON last; exits with
1 where a long log costs more than ten times the short one.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from changed_logs import any_event

from companion.storage.sql_store import SqlStore
from companion.storage.store_protocol import Commit, Key, TableRow
from companion.table.kept_log import entry_row
from companion.table.log_lines import told_at_once
from companion.table.tables import Tables
from companion.table.tokens import digest
from rules import games
from rules.game_protocol import Event, Refusal
from rules.log import Begin, Entry, Log, Undo
from rules.testing.random_choices import filled

SHORT, LONG, MIDDLE, RATIO = 200, 20_000, 60, 10
TOKEN = "host"


def pushed(log: Log[Any], event: Event, *, told: bool = True) -> Log[Any]:
    """The log with that event and the lines it is told by."""
    one = Entry(log.rev + 1, str(uuid.uuid4()), 1e9 + log.rev, None, event)
    after = log.push(one)
    return after.keep(one.rev, told_at_once(log, after, one)) if told else after


def begun(name: str) -> Log[Any]:
    """A random game up to its middle."""
    game, rng = games.load(name), random.Random(1)
    log = pushed(Log(game), Begin(game.info.players[0]))
    while log.rev < MIDDLE:
        event = any_event(game, log.table.state, rng)
        try:
            log = pushed(log, event) if event is not None else log
        except Refusal:
            continue
    return log


def back_and_forth(log: Log[Any], length: int) -> Log[Any]:
    """A move, and taken back, until the log is so long."""
    rng, moves = random.Random(2), list[Event]()
    while len(moves) < 8:
        event = any_event(log.game, log.table.state, rng)
        try:
            moves += [event] if event is not None and pushed(log, event).table.state is not None else []
        except Refusal:
            continue
    while log.rev < length - 1:
        log = pushed(log, moves[log.rev % len(moves)])
        log = pushed(log, Undo(log.rev))
    return pushed(log, moves[0])


def one_long_line(log: Log[Any], length: int) -> Log[Any]:
    """Facts set right by hand until the log is so long."""
    rng = random.Random(3)
    while log.rev < length:
        offered = [one for seat in range(log.table.state.players) for one in log.game.choices(log.table.state, seat)]
        for choice in rng.sample([one for one in offered if one.correction], 6):
            before, event = log, filled(choice, rng)
            try:
                log = pushed(log, event)
            except Refusal:
                continue
            if log.game.over(log.table.state) or not any(map(before.game.choices, [log.table.state], [0])):
                log = before
    return log


def written(folder: Path, name: str, log: Log[Any]) -> str:
    """The log as a table in that folder's store, with its checkpoints as a first opening makes them."""
    store = SqlStore.at(folder)
    code = "KR7TQX"
    rows = tuple(entry_row(one, log.told.get(one.rev)) for one in log.entries)
    store.write(Commit(code, rows, (Key(digest(TOKEN), "host"),), create=TableRow(code, name, "play", "{}", 1e9)))
    Tables(store).live(code)
    store.close()
    return code


def opened(folder: Path, code: str) -> tuple[float, float]:
    """Seconds of processor time to open the table and look, and of an undo and a redo each."""
    store = SqlStore.at(folder)
    tables = Tables(store)
    began = time.process_time()
    tables.look(code, [TOKEN])
    there = time.process_time()
    tables.undo(code, [TOKEN], id=str(uuid.uuid4()))
    tables.undo(code, [TOKEN], id=str(uuid.uuid4()), target=tables.live(code).log.rev)
    acted = time.process_time()
    store.close()
    return there - began, (acted - there) / 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a smoke run with logs of 20 and 400 entries")
    parser.add_argument("--game", default="tower", choices=games.playable())
    parser.add_argument("--long", type=int, default=LONG)
    asked = parser.parse_args()
    short, long = (80, 400) if asked.quick else (SHORT, asked.long)
    rows = []
    print(f"{'kind':16}{'entries':>9}{'open ms':>9}{'act ms':>9}")
    for kind in (back_and_forth, one_long_line):
        row: dict[str, Any] = {"kind": kind.__name__}
        for name, length in (("short", short), ("long", long)):
            with tempfile.TemporaryDirectory() as folder:
                log = kind(begun(asked.game), length)
                code, rev = written(Path(folder), asked.game, log), log.rev
                del log  # else every search for reference cycles walks what no server has in memory
                gc.collect()
                runs = [opened(Path(folder), code) for _ in range(1 if asked.quick else 5)]
            figures = [1000 * statistics.median(column) for column in zip(*runs, strict=True)]
            row[name] = {"entries": rev, "open_ms": round(figures[0], 1), "act_ms": round(figures[1], 1)}
            print(f"{kind.__name__.replace('_', ' '):16}{rev:9,}{figures[0]:9.1f}{figures[1]:9.1f}", flush=True)
        row["ratios"] = [round(row["long"][what] / row["short"][what], 2) for what in ("open_ms", "act_ms")]
        rows.append(row)
    over = not asked.quick and any(ratio > RATIO for row in rows for ratio in row["ratios"])
    print(json.dumps({"game": asked.game, "rows": rows, "met": not over}))
    return int(over)


if __name__ == "__main__":
    raise SystemExit(main())

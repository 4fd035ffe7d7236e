"""Does a server that is killed while people play lose, double or make up anything? And one whose disk is damaged?

    python benchmarks/crash.py [--rounds 200] [--rate 50] [--seconds 2] [--tables 10] [--damages 100] [--quick]

Every round starts a server on the same folder, has phones report recorded random games of all games at the rate asked
for, and kills it (SIGKILL) at a moment drawn at random. What was not answered is sent again under its id in the next
round. After every round the file is read by itself: the revs of each table without a gap, every entry that was answered
at its rev, none twice, none that nobody sent. Then copies of the folder are damaged, one way each (rows taken away or
changed, pages overwritten, the write-ahead log cut or overwritten, an older copy in its place, files gone), and every
table opened: it is whole, or it is set aside with a sentence; never another one, never a fault. Prints a table and one
JSON line last; exits with 1 where anything was lost, doubled, made up, silently wrong or failing.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forked_server import Forked
from recorded_games import Recorded, endless
from server_process import free_port

from companion.errors import SetAside, Trouble
from companion.storage.sql_store import SqlStore
from companion.table.tables import Tables
from rules import games
from rules.log import AUTOMATIC

QUICK = {"rounds": 3, "seconds": 0.6, "damages": 8, "tables": 5, "rate": 40.0}
WAIT_S = 60.0


@dataclass
class Truth:
    """What phones know of a table: the rev of every entry that was answered, and the ids they ever sent."""

    game: str
    answered: dict[str, int] = field(default_factory=dict)
    sent: set[str] = field(default_factory=set)


@dataclass
class Load:
    """What all phones share: when the next may act, and what they know."""

    rate: float
    truths: dict[str, Truth] = field(default_factory=dict)
    passed: Counter[str] = field(default_factory=Counter)
    _next: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self) -> None:
        self._next = time.monotonic()

    def wait(self, stop: threading.Event) -> bool:
        """Wait for one's turn. False where the round is over."""
        with self._lock:
            at, self._next = self._next, self._next + 1 / self.rate
        return not stop.wait(max(0.0, at - time.monotonic()))


class Gone(Exception):  # noqa: N818 - what a killed server is to a phone
    """No answer."""


@dataclass
class Player:
    """Whoever reports one table's events, game after game; ``waiting`` is what had no answer yet, with its id."""

    load: Load
    games: Iterator[Recorded]
    code: str = ""
    token: str = ""
    events: list[dict[str, Any]] = field(default_factory=list)
    waiting: dict[str, Any] | None = None
    ahead: deque[Recorded] = field(default_factory=deque)

    def record(self, count: int) -> None:
        """Games ahead, with so many events: recorded beside a running server, they would take the time it needs."""
        while len(self.events) + sum(len(one.events) for one in self.ahead) < count:
            self.ahead.append(next(self.games))

    def play(self, port: int, stop: threading.Event) -> None:
        """Report until the server is gone."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
        try:
            while self.load.wait(stop):
                if not self.waiting and not self.events:
                    self._lay(connection)
                self._report(connection)
        except Gone:
            return
        finally:
            connection.close()

    def _lay(self, connection: http.client.HTTPConnection) -> None:
        recorded = self.ahead.popleft() if self.ahead else next(self.games)
        body = {"game": recorded.game, "players": recorded.players, "options": recorded.options}
        status, said = self._post(connection, "/api/tables", body)
        if status != 200:
            self.load.passed[f"no table: {said}"] += 1
            return
        self.code, self.token, self.events = said["code"], said["host_token"], list(recorded.events)
        self.load.truths[self.code] = Truth(recorded.game)

    def _report(self, connection: http.client.HTTPConnection) -> None:
        if not self.waiting:
            if not self.events:
                return
            self.waiting = {"id": str(uuid.uuid4()), **self.events.pop(0)}
        truth, id_ = self.load.truths[self.code], self.waiting["id"]
        truth.sent.add(id_)
        status, said = self._post(connection, f"/api/tables/{self.code}/events", self.waiting)
        self.waiting = None
        if status == 200:
            truth.answered[id_] = said["rev"]
            self.load.passed["answered"] += 1
        else:
            truth.sent.discard(id_)
            self.load.passed["server error" if status >= 500 else "refused"] += 1
            self.events.clear()

    def _post(self, connection: http.client.HTTPConnection, path: str, body: Any) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        try:
            connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Gone from error


Rows = dict[str, list[tuple[int, str]]]


def rows_of(folder: Path) -> Rows:
    """The entries of every table as they lie in the file, read by nothing of ours."""
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        found: Rows = {code: [] for (code,) in connection.execute("SELECT code FROM tables")}
        for code, rev, id_ in connection.execute("SELECT code, rev, id FROM entries ORDER BY code, rev"):
            found[code].append((rev, id_))
    connection.close()
    return found


def wrong(rows: Rows, truths: dict[str, Truth]) -> list[str]:
    """What phones were told that is not so, and what nobody told."""
    found = []
    for code, truth in truths.items():
        mine = rows.get(code)
        if mine is None:
            found.append(f"{code} lost")
            continue
        if [rev for rev, _ in mine] != list(range(1, len(mine) + 1)):
            found.append(f"{code} has a gap")
        ids = [id_ for _, id_ in mine]
        if len(set(ids)) != len(ids):
            found.append(f"{code} doubled")
        at = {id_: rev for rev, id_ in mine}
        for id_, rev in truth.answered.items():
            # The answer holds after the steps that passed by themselves; one that had passed is no entry of its own.
            after = ids[at.get(id_, rev - 1) : rev]
            if rev > len(mine) or not all(one.startswith(AUTOMATIC) for one in after) or not (after or id_ in at):
                found.append(f"{code} lost {id_}")
        made_up = [id_ for id_ in ids[1:] if not id_.startswith(AUTOMATIC) and id_ not in truth.sent]
        found += [f"{code} made up {id_}" for id_ in made_up]
    return found


# --- damage ------------------------------------------------------------------------------------------------------


def _sql(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        connection.execute(statement)
    connection.close()


def _some_row(chance: random.Random) -> str:
    number = f"{chance.randrange(1 << 20)} % (SELECT max(1, count(*)) FROM entries)"
    return f"rowid = (SELECT rowid FROM entries LIMIT 1 OFFSET {number})"


def _row_gone(folder: Path, chance: random.Random) -> None:
    _sql(folder, f"DELETE FROM entries WHERE {_some_row(chance)}")


def _row_changed(folder: Path, chance: random.Random) -> None:
    what = chance.choice(["body = replace(body, 'e', 'f')", "at = at + 1", "by = 3", "told = NULL", "id = 'x'"])
    _sql(folder, f"UPDATE entries SET {what} WHERE {_some_row(chance)}")


def _end_gone(folder: Path, chance: random.Random) -> None:
    one = f"(SELECT code FROM entries WHERE {_some_row(chance)})"
    _sql(folder, f"DELETE FROM entries WHERE code = {one} AND rev > {chance.randrange(3, 30)}")


def _table_gone(folder: Path, chance: random.Random) -> None:
    _sql(folder, f"DELETE FROM tables WHERE code = (SELECT code FROM entries WHERE {_some_row(chance)})")


def _bytes_changed(path: Path, chance: random.Random, count: int) -> None:
    data = bytearray(path.read_bytes())
    if data:
        at = chance.randrange(len(data))
        data[at : at + count] = chance.randbytes(min(count, len(data) - at))
        path.write_bytes(data)


def _page_overwritten(folder: Path, chance: random.Random) -> None:
    _bytes_changed(folder / "tables.sqlite", chance, 4096)


def _bytes_flipped(folder: Path, chance: random.Random) -> None:
    _bytes_changed(folder / "tables.sqlite", chance, chance.randrange(1, 16))


def _log_cut(folder: Path, chance: random.Random) -> None:
    path = folder / "tables.sqlite-wal"
    path.write_bytes(path.read_bytes()[: chance.randrange(max(1, path.stat().st_size))])


def _log_overwritten(folder: Path, chance: random.Random) -> None:
    _bytes_changed(folder / "tables.sqlite-wal", chance, 4096)


def _log_gone(folder: Path, chance: random.Random) -> None:
    (folder / "tables.sqlite-wal").unlink(missing_ok=True)
    (folder / "tables.sqlite-shm").unlink(missing_ok=True)


def _file_cut(folder: Path, chance: random.Random) -> None:
    path = folder / "tables.sqlite"
    path.write_bytes(path.read_bytes()[: chance.randrange(1, path.stat().st_size)])


def _heads_changed(folder: Path, chance: random.Random) -> None:
    _bytes_changed(folder / "heads.sqlite", chance, 4096)


DAMAGES: tuple[Callable[[Path, random.Random], None], ...] = (
    _row_gone,
    _row_changed,
    _end_gone,
    _table_gone,
    _page_overwritten,
    _bytes_flipped,
    _log_cut,
    _log_overwritten,
    _log_gone,
    _file_cut,
    _heads_changed,
)


def opened(folder: Path, right: Rows) -> Counter[str]:
    """What becomes of every table there was: whole, set aside, said to be damaged; or silently wrong, or failing."""
    found: Counter[str] = Counter()
    try:
        store = SqlStore.at(folder)
    except Trouble:
        return Counter({"in a file that is said to be damaged": len(right)})
    except Exception as error:
        return Counter({f"failing ({error!r})": len(right)})
    tables = Tables(store)
    for code, rows in right.items():
        try:
            log = tables.live(code).log
            whole = [(entry.rev, entry.id) for entry in log.entries] == rows
            found["whole" if whole else "silently wrong"] += 1
        except SetAside:
            found["set aside"] += 1
        except Trouble as trouble:
            found["in a file that is said to be damaged" if trouble.code == "store_damaged" else "not openable"] += 1
        except Exception as error:
            found[f"failing ({error!r})"] += 1
    store.close()
    return found


# --- the rounds --------------------------------------------------------------------------------------------------


def one_round(forked: Forked, folder: Path, players: list[Player], load: Load, seconds: float) -> None:
    """Start, play, kill."""
    for player in players:
        player.record(int(2 * load.rate * seconds / len(players)) + 1)
    port = free_port()
    pid = forked.start(port, folder)
    stop = threading.Event()
    load.begin()
    threads = [threading.Thread(target=player.play, args=(port, stop)) for player in players]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    stop.set()
    for thread in threads:
        thread.join()


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Kill a server again and again while people play; damage its files.")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50.0, help="actions a second, over all tables")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long a round lasts, on average")
    parser.add_argument("--tables", type=int, default=10, help="played at the same time")
    parser.add_argument("--damages", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--quick", action="store_true", help="a smoke run of some seconds")
    args = parser.parse_args()
    if args.quick:
        vars(args).update(QUICK)
    return args


def main() -> int:
    args = parsed()
    chance, load = random.Random(args.seed), Load(args.rate)
    names = games.playable()
    players = [Player(load, endless(names[n % len(names)], args.seed + n)) for n in range(args.tables)]
    faults: list[str] = []
    hurt: Counter[str] = Counter()
    played_s = 0.0
    with tempfile.TemporaryDirectory() as place:
        folder, forked = Path(place) / "data", Forked()
        for number in range(args.rounds):
            seconds = chance.uniform(0.4, 1.6) * args.seconds
            one_round(forked, folder, players, load, seconds)
            played_s += seconds
            if number == args.rounds // 2:
                shutil.copytree(folder, Path(place) / "killed")  # its log not yet taken into the file
            faults += wrong(rows_of(folder), load.truths)
            show(number + 1, args.rounds, load, faults)
        forked.close()
        right = rows_of(folder)
        hurt += opened(folder, right)
        if hurt["whole"] != len(right):
            faults.append(f"after the last round not all are whole: {dict(hurt)}")
        hurt.clear()
        for number in range(args.damages):
            hurt += damaged(Path(place) / "killed", Path(place) / "hurt", DAMAGES[number % len(DAMAGES)], chance)
    bad = [word for word in hurt if word.startswith(("silently", "failing"))]
    answered, per_s = load.passed["answered"], load.passed["answered"] / played_s
    print(f"\n{args.rounds} kills, {answered} actions answered at {per_s:.0f} a second")
    print(f"{len(load.truths)} tables of {len(names)} games, {load.passed['refused']} events refused")
    print(f"{args.damages} damages: " + ", ".join(f"{count} {word}" for word, count in hurt.most_common()))
    for fault in faults[:20]:
        print("WRONG", fault)
    shown = {
        "benchmark": "crash", "rounds": args.rounds, "seed": args.seed, "rate": args.rate, "answered": answered,
        "answered_per_s": round(per_s, 1), "tables": len(load.truths), "server_errors": load.passed["server error"],
        "lost_or_doubled": len(faults), "damages": args.damages, "after_damage": dict(hurt),
    }  # fmt: skip
    print(json.dumps(shown))
    return 1 if faults or bad or load.passed["server error"] else 0


def damaged(
    whole: Path, hurt: Path, damage: Callable[[Path, random.Random], None], chance: random.Random
) -> Counter[str]:
    """One copy of the folder, damaged one way, and what becomes of its tables."""
    shutil.copytree(whole, hurt)
    try:
        right_from = hurt.with_name("right")
        shutil.copytree(whole, right_from)
        right = rows_of(right_from)
        shutil.rmtree(right_from)
        damage(hurt, chance)
        return opened(hurt, right)
    finally:
        shutil.rmtree(hurt)


def show(number: int, of: int, load: Load, faults: list[str]) -> None:
    """How far it is, on one line."""
    text = f"round {number} of {of}: {load.passed['answered']} answered, {len(load.truths)} tables, {len(faults)} wrong"
    print(f"\r{text}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())

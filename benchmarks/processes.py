"""Do several processes over one PostgreSQL answer as one, whatever is killed meanwhile?

    python benchmarks/processes.py [--processes 2 4] [--events 100000] [--tables 10] [--minutes M] [--state DIR]

For each number of processes: tables of all games, eight phones at each, spread over the processes. Recorded random
games are reported, every event by another phone; some events are sent twice at once to two processes under one id, some
are taken back and brought back, and now and then a phone looks at another process than the one that answered. Twice a
process is killed (SIGKILL) and started again, and the database restarted once, as a power cut would. What was not
answered is sent again under its id. Then the rows are read by themselves: every table's revs without a gap, every
answered entry at its rev, none twice, none that nobody sent; and each process's view of every seat is compared with
that of a process that has just begun and replayed the log. Prints a table and one JSON line last; exits with 1 where
anything differs.

With ``--state`` the events may be sent in several sittings: each begins on a new database with other games, is a proof
by itself, and is written down in the folder when its rows and views have been compared; what is printed are the sums.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from crash import Rows, Truth, wrong
from forked_server import Forked
from own_postgres import own_postgres
from recorded_games import endless
from server_process import free_port

from rules import games

PHONES = 8
WAIT_S = 60.0
TWICE, BACK, LOOK = 0.05, 0.02, 0.1
"""How often an event is sent twice at once, taken back and brought back, or looked for at another process."""
SEEDS_APART = 1000
"""Between two sittings: each thread has a seed of its own, counted from its sitting's."""


@dataclass
class Processes:
    """The servers, each on a port of its own."""

    forked: Forked
    folder: Path
    url: str
    ports: list[int]
    pids: list[int] = field(default_factory=list)

    def start(self) -> None:
        self.pids = [self.forked.start(port, self.folder, self.url) for port in self.ports]

    def kill_one(self, number: int) -> None:
        """Kill and start again."""
        os.kill(self.pids[number], signal.SIGKILL)
        self.pids[number] = self.forked.start(self.ports[number], self.folder, self.url)

    def close(self) -> None:
        for pid in self.pids:
            os.kill(pid, signal.SIGKILL)


class Phone:
    """One phone: it keeps its connection to its process, as a browser does, and makes a new one when that broke."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)

    def ask(self, method: str, path: str, body: Any, token: str) -> tuple[int, Any]:
        """One request: its status and JSON; 0 where there is no answer."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        try:
            self._connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self._connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            self._connection.close()
            return 0, None

    def close(self) -> None:
        self._connection.close()


@dataclass
class Table:
    """One table after another, played by one thread; ``phone`` is the one whose turn it is."""

    ports: list[int]
    seed: int
    game: str
    enough: Callable[[], bool]
    """Whether all threads together have been answered enough: a share for each would leave the slowest game alone."""
    stop: threading.Event
    truths: dict[str, Truth] = field(default_factory=dict)
    hosts: dict[str, str] = field(default_factory=dict)
    seats: dict[str, list[str]] = field(default_factory=dict)
    said: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    """What was refused and with which words' code."""
    faults: list[str] = field(default_factory=list)
    phone: int = 0
    phones: list[Phone] = field(init=False)
    twice: list[tuple[str, str, int]] = field(default_factory=list)
    """What each of two processes answered to one id."""

    def __post_init__(self) -> None:
        self.phones = [Phone(self.ports[number % len(self.ports)]) for number in range(PHONES)]

    def play(self) -> None:
        """Report events until enough were answered."""
        try:
            self._play()
        finally:
            for phone in self.phones:
                phone.close()

    def _play(self) -> None:
        chance = random.Random(self.seed)
        for recorded in endless(self.game, self.seed):
            body = {"game": recorded.game, "players": recorded.players, "options": recorded.options}
            opened = self._sent(self._next(), "POST", "/api/tables", body, "")
            code, host = opened["code"], opened["host_token"]
            self.truths[code], self.hosts[code] = Truth(recorded.game), host
            self.seats[code] = []
            for number in range(min(recorded.players, PHONES)):
                joined = self._sent(
                    self._next(),
                    "POST",
                    f"/api/tables/{code}/join",
                    {"name": f"P{number}", "id": str(uuid.uuid4())},
                    "",
                )
                self.seats[code].append(joined["token"])
            for event in recorded.events:
                if self.enough() or self.stop.is_set():
                    return
                if not self._report(code, event, chance):
                    break

    def _next(self) -> Phone:
        """The phone whose turn it is; the one after it is at another process."""
        self.phone = (self.phone + 1) % PHONES
        return self.phones[self.phone]

    def _report(self, code: str, event: dict[str, Any], chance: random.Random) -> bool:
        path, host = f"/api/tables/{code}", self.hosts[code]
        body = {"id": str(uuid.uuid4()), **event}
        if chance.random() < TWICE:
            answers = self._twice(f"{path}/events", body, host)
            answer = answers[0]
            self.twice += [(code, body["id"], one["rev"]) for one in answers if "error" not in one]
        else:
            answer = self._sent(self._next(), "POST", f"{path}/events", body, host)
        if "error" in answer:
            self.said["refused"] += 1
            self.refused[f"{event['type']}: {answer['error'].get('code')}"] += 1
            return False
        self._counted(code, body["id"], answer["rev"])
        rev = answer["rev"]
        if chance.random() < BACK:
            for _ in range(2):  # taken back, and the taking back taken back
                id_ = str(uuid.uuid4())
                target = {} if _ == 0 else {"target": rev}
                done = self._sent(self._next(), "POST", f"{path}/undo", {"id": id_, **target}, host)
                if "error" in done:
                    self.said["refused"] += 1
                    self.refused[f"undo: {done['error'].get('code')}"] += 1
                    return False
                rev = done["rev"]
                self._counted(code, id_, rev)
        if chance.random() < LOOK:
            seen = self._sent(self._next(), "GET", path, None, host)
            self.said["looked"] += 1
            if seen["rev"] < rev:
                self.faults.append(f"{code}: {rev} was answered and another process shows {seen['rev']}")
        return True

    def _counted(self, code: str, id_: str, rev: int) -> None:
        self.truths[code].sent.add(id_)
        self.truths[code].answered[id_] = rev
        self.said["answered"] += 1

    def _twice(self, path: str, body: Any, token: str) -> list[Any]:
        answers: list[Any] = []

        def send(phone: Phone) -> None:
            answers.append(self._sent(phone, "POST", path, body, token))

        phones = [self._next(), self._next()]
        threads = [threading.Thread(target=send, args=(phone,)) for phone in phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.said["sent twice at once"] += 1
        return answers

    def _sent(self, phone: Phone, method: str, path: str, body: Any, token: str) -> Any:
        """Send until there is an answer that is final, under the same id, as a phone does."""
        until = time.monotonic() + WAIT_S
        while True:
            status, answer = phone.ask(method, path, body, token)
            if status and status < 500:
                return answer
            self.said["sent again"] += 1
            if time.monotonic() > until:
                raise RuntimeError(f"no answer from {path}: {status} {answer}")
            time.sleep(0.1)


def rows_of(url: str) -> Rows:
    """The entries of every table as they lie in the database."""
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        found: Rows = {code: [] for (code,) in connection.execute("SELECT code FROM tables")}
        for code, rev, id_ in connection.execute("SELECT code, rev, id FROM entries ORDER BY code, rev"):
            found[code].append((rev, id_))
    return found


def differing(processes: Processes, tables: list[Table], most: int) -> tuple[int, list[str]]:
    """How many views were compared with those of a process that has just begun, and which differ."""
    fresh = free_port()
    pid = processes.forked.start(fresh, processes.folder, processes.url)
    compared, found = 0, []
    phones = [Phone(port) for port in (fresh, *processes.ports)]
    try:
        for table in tables:
            for code in list(table.truths)[-most:]:
                for token in ("", *table.seats[code]):
                    right = _view(phones[0], code, token)
                    for phone in phones[1:]:
                        compared += 1
                        if _view(phone, code, token) != right:
                            found.append(f"{code}: a view differs from the replayed log")
    finally:
        for phone in phones:
            phone.close()
        os.kill(pid, signal.SIGKILL)
    return compared, found


def _view(phone: Phone, code: str, token: str) -> Any:
    status, seen = phone.ask("GET", f"/api/tables/{code}", None, token)
    assert status == 200, seen
    # Notices are what the last event left to be said, once: who replays the log later has nothing left to say.
    return {name: seen[name] for name in ("rev", "view", "choices", "log", "you") if name in seen}


def run(count: int, events: int, args: argparse.Namespace) -> dict[str, Any]:
    """One number of processes."""
    names, stop = games.playable(), threading.Event()
    with own_postgres() as database, tempfile.TemporaryDirectory() as place:
        processes = Processes(Forked(), Path(place), database.url, [free_port() for _ in range(count)])
        processes.start()
        tables: list[Table] = []
        tables += [
            Table(processes.ports, args.seed + n, names[n % len(names)], lambda: answered(tables) >= events, stop)
            for n in range(args.tables)
        ]
        threads = [threading.Thread(target=table.play) for table in tables]
        began = time.monotonic()
        for thread in threads:
            thread.start()
        disturbances = [lambda: processes.kill_one(0), database_restarted(database), lambda: processes.kill_one(1)]
        disturbed = 0
        for number, disturb in enumerate(disturbances, 1):
            _until(
                lambda number=number: answered(tables) >= events * number / 4,
                threads,
                args.minutes * 15 * number,
                began,
            )
            disturbed += any(thread.is_alive() for thread in threads)
            disturb()
        while any(thread.is_alive() for thread in threads):
            if args.minutes and time.monotonic() - began > args.minutes * 60:
                stop.set()
            threads[0].join(1)
            for thread in threads:
                thread.join(0.1)
            show(count, answered(tables), events)
        took = time.monotonic() - began
        truths = {code: truth for table in tables for code, truth in table.truths.items()}
        joins = {code: len(table.seats[code]) for table in tables for code in table.truths}
        faults = [fault for table in tables for fault in table.faults]
        rows = rows_of(database.url)
        faults += wrong(_without_people(rows, joins), truths)
        for table in tables:
            for code, id_, rev in table.twice:  # each answer by itself names the one entry
                faults += wrong(
                    {code: _without_people(rows, joins)[code]}, {code: Truth("", {id_: rev}, truths[code].sent)}
                )
        compared, differ = differing(processes, tables, args.compared)
        processes.close()
        processes.forked.close()
    said = sum((table.said for table in tables), Counter[str]())
    return {
        "processes": count, "seed": args.seed, "answered": said["answered"], "seconds": round(took, 1),
        "per_s": round(said["answered"] / took, 1), "tables": len(truths), "games": len(names),
        "disturbed_under_load": disturbed, "sent_twice_at_once": said["sent twice at once"],
        "sent_again": said["sent again"], "refused": said["refused"],
        "looked": said["looked"], "views_compared": compared, "gaps_doubles_losses": len(faults),
        "views_that_differ": len(differ), "examples": [*faults, *differ][:10],
        "refused_why": [dict(sum((table.refused for table in tables), Counter[str]()))],
    }  # fmt: skip


def _without_people(rows: Rows, joins: dict[str, int]) -> Rows:
    """The people who sat down are no events of the load: theirs are the entries after the first."""
    kept: Rows = {}
    for code, mine in rows.items():
        last = 1 + joins.get(code, 0)
        kept[code] = [(rev, f"auto-person-{rev}" if 1 < rev <= last else id_) for rev, id_ in mine]
    return kept


def database_restarted(database: Any) -> Any:
    return lambda: database.restart("immediate")


def answered(tables: list[Table]) -> int:
    return sum(table.said["answered"] for table in tables)


def _until(holds: Any, threads: list[threading.Thread], seconds: float, began: float) -> None:
    """Wait for it, or until nobody plays any more, or (where ``seconds``) so long after the beginning."""
    while not holds() and any(thread.is_alive() for thread in threads):
        if seconds and time.monotonic() - began > seconds:
            return
        time.sleep(0.05)


def show(count: int, number: int, of: int) -> None:
    """How far it is."""
    end = "" if sys.stderr.isatty() else "\n"
    print(f"\r{count} processes: {number:,} of {of:,}", end=end, file=sys.stderr, flush=True)


def kept(state: Path | None) -> list[dict[str, Any]]:
    """The sittings that are written down, in order."""
    return [json.loads(path.read_text()) for path in sorted(state.glob("*.json"))] if state else []


def sitting(state: Path | None, count: int, args: argparse.Namespace) -> dict[str, Any] | None:
    """What is still to be sent to so many processes, and its sum with the sittings before; None where there is none."""
    before = [one for one in kept(state) if one["processes"] == count]
    left = args.events // len(args.processes) - sum(one["answered"] for one in before)
    if left > 0:
        number = len(kept(state))
        args.seed = args.first_seed + number * SEEDS_APART
        before.append(run(count, left, args))
        if state:
            (state / f"{number:04}.json").write_text(json.dumps(before[-1], indent=1) + "\n")
    return summed(before)


def summed(sittings: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Several sittings with the same number of processes as one."""
    if not sittings:
        return None
    sums: dict[str, Any] = {"processes": sittings[0]["processes"], "seeds": [one["seed"] for one in sittings]}
    for name, value in sittings[0].items():
        if isinstance(value, list):
            sums[name] = [item for one in sittings for item in one.get(name, [])][:10]
        elif name not in ("processes", "seed", "per_s", "games"):
            sums[name] = round(sum(one[name] for one in sittings), 1)
        elif name == "games":
            sums[name] = value
    return sums | {"per_s": round(sums["answered"] / sums["seconds"], 1)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Several processes over one PostgreSQL, killed under load.")
    parser.add_argument("--processes", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--events", type=int, default=100_000, help="for all numbers of processes together")
    parser.add_argument("--tables", type=int, default=10, help="played at the same time")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so many, for each number of processes")
    parser.add_argument("--compared", type=int, default=20, help="of how many tables of each thread views are compared")
    parser.add_argument("--seed", dest="first_seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="where sittings are written down, to go on another time"
    )
    parser.add_argument("--quick", action="store_true", help="a smoke run of some seconds")
    args = parser.parse_args()
    if args.quick:
        args.processes, args.events, args.tables, args.compared = [2], 120, 5, 1
    if args.state:
        args.state.mkdir(parents=True, exist_ok=True)
    found = [one for count in args.processes if (one := sitting(args.state, count, args))]
    print("\nprocesses  answered   a second  views compared  gaps, doubles, losses  views that differ")
    for one in found:
        print(
            f"{one['processes']:>9}{one['answered']:>10}{one['per_s']:>11}{one['views_compared']:>16}"
            f"{one['gaps_doubles_losses']:>23}{one['views_that_differ']:>19}"
        )
        for fault in one["examples"]:
            print("  WRONG", fault)
    print(json.dumps({"benchmark": "processes", "seed": args.first_seed, "runs": found}))
    return 1 if any(one["gaps_doubles_losses"] or one["views_that_differ"] for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())

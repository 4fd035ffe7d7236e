"""What a club night costs: processor time a look at its pages, beside the look of one table.

    python benchmarks/club.py [--tables 30] [--looks 40] [--quick]

A tournament of the largest kind that is asked for, everybody seated and every game begun, kept in memory: what is
measured is the making of the pages, not the disk. Prints a table, and one line of JSON last.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from memory_store import MemoryStore

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables

OWNER = {"REMOTE_ADDR": "127.0.0.1"}


def night_of(tables: int, folder: Path) -> tuple[Service, str, str]:
    """A running round at so many tables; the service, the night, and one table's code."""
    service = Service(Tables(MemoryStore()), Network(), no_limits(), printers=folder)
    names = [f"Person {number}" for number in range(2 * tables)]
    night = service.club.next_round(service.club.open("Cup", kind="swiss", game="dragoborne", names=names).id)
    for table in night.now:
        held = []
        for person in table.people:
            _, joined, host = service.club.sit(night.id, person)
            held += [joined.token, host]
        service.tables.begin(table.code, held)
    return service, night.id, night.now[0].code


def cpu_ms(call: Callable[[], object], times: int) -> float:
    """Processor time of one call, in milliseconds, over so many after a first."""
    call()
    began = time.process_time()
    for _ in range(times):
        call()
    return 1000 * (time.process_time() - began) / times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--looks", type=int, default=40)
    parser.add_argument("--quick", action="store_true", help="a smoke run")
    asked = parser.parse_args()
    tables, looks = (4, 2) if asked.quick else (asked.tables, asked.looks)
    with tempfile.TemporaryDirectory() as folder:
        service, night, code = night_of(tables, Path(folder))
        client = create_app(service).test_client()

        def look(path: str) -> Callable[[], object]:
            def asked_for() -> object:
                answer = client.get(path, environ_base=OWNER)
                assert answer.status_code == 200, answer.status_code
                return answer

            return asked_for

        pages = {
            "one table's screen": f"/t/{code}/table",
            "has anything changed": f"/b/{night}/news",
            "the board": f"/b/{night}",
            "the host's page": f"/club/{night}",
        }
        found = {name: cpu_ms(look(path), looks) for name, path in pages.items()}
        began = time.process_time()
        service.club.take_round_back(night)
        service.club.next_round(night)
        found["pairing and laying a round"] = 1000 * (time.process_time() - began)
    print(f"{tables} tables, {2 * tables} people")
    for name, figure in found.items():
        print(f"  {name:28} {figure:8.1f} ms CPU")
    print(json.dumps({"tables": tables, "cpu_ms": {name: round(figure, 2) for name, figure in found.items()}}))


if __name__ == "__main__":
    main()

"""``tablewright serve --workers 2``: whichever process takes a connection, the answer is the same."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import httpx
import pytest
from postgres_schema import empty_schema
from real_server import WAIT_S, Listener, Phone, Server, free_pair, running

from companion.printing.queue import PrintQueue
from companion.server.siblings import Siblings

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    port = free_pair()
    command = [
        sys.executable, "-m", "companion.cli", "serve", "--workers", "2", "--database", empty_schema("workers"),
        "--data", str(tmp_path_factory.mktemp("data")), "--host", "127.0.0.1", "--port", str(port), "--no-https",
    ]  # fmt: skip
    with running(command, env={"TABLEWRIGHT_LIMITS": "off"}) as started:
        assert started.stdout
        for line in started.stdout:
            if f"127.0.0.1:{port}" in line:
                break
        threading.Thread(target=started.stdout.read, daemon=True).start()
        found = Server(started, port)
        _until(lambda: len(_workers(found)) == 2)
        yield found
        started.send_signal(signal.SIGTERM)
        assert started.wait(WAIT_S) == 0


def _workers(server: Server) -> list[int]:
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    return [int(word) for word in children.read_text().split()]


def _until(holds: Callable[[], bool]) -> None:
    """Wait for something other processes do in their own time."""
    for _ in range(WAIT_S * 20):
        if holds():
            return
        sleep(0.05)
    raise AssertionError("waited in vain")


def _table(server: Server) -> tuple[str, str, list[str]]:
    opened = httpx.post(f"{server.url}/api/tables", json={"game": "tower"}, timeout=WAIT_S).json()
    code, host = opened["code"], opened["host_token"]
    tokens = [Phone(server, code).post("join", name=name).json()["token"] for name in ("Ada", "Ben")]
    assert Phone(server, code, host).post("begin").status_code == 200
    return code, host, tokens


def test_every_connection_sees_the_same_tables_and_hears_of_every_change(server: Server):
    for _ in range(3):  # tables at home in either
        code, host, tokens = _table(server)
        listener = Listener(server, code, Phone(server, code, tokens[0]).headers)
        rev = listener.next()["rev"]
        for _ in range(3):
            rev = Phone(server, code, host).post("rename", seat=0, name="Adele").json()["rev"]
            assert listener.next() == {"rev": rev}
        looks = [Phone(server, code, tokens[1]).look() for _ in range(6)]
        assert all(look == looks[0] for look in looks)
        assert looks[0]["rev"] == rev
        listener.close()


def test_a_print_is_found_by_its_id_in_the_process_that_makes_it(tmp_path: Path):
    for number in range(4):
        ours, queue = Siblings(number, 4, tmp_path), PrintQueue()
        queue.is_mine = ours.is_mine
        assert {ours.home_of(f"/print/job/{queue.new_id()}.json") for _ in range(5)} == {number}


def test_a_large_body_and_a_refusal_go_through(server: Server):
    for _ in range(3):
        code, _, tokens = _table(server)
        answer = Phone(server, code, tokens[0]).post("events", id="x" * 2_000_000, type="none")
        assert answer.status_code in (400, 413)
        assert Phone(server, code, tokens[0]).post("events", id="y", type="none").json()["error"]["level"] == "STRUCT"


def test_a_worker_that_is_killed_is_started_again_and_nobody_notices_for_long(server: Server):
    code, host, _ = _table(server)
    before = _workers(server)
    os.kill(before[0], signal.SIGKILL)
    _until(lambda: len(_workers(server)) == 2 and _workers(server) != before)

    def answers() -> bool:
        try:
            return all(
                Phone(server, code, host).post("rename", seat=0, name="Ada").status_code == 200 for _ in range(6)
            )
        except httpx.HTTPError:
            return False

    _until(answers)


def test_everything_with_a_code_has_one_home_and_what_has_none_has_none(tmp_path: Path):
    ours = [Siblings(number, 4, tmp_path) for number in range(4)]
    for path in ("/t/KR7TQX", "/t/kr7-tqx/table", "/api/tables/KR7TQX/stream", "/j/KR7TQX", "/print/job/abc_-1.json"):
        homes = {one.home_of(path) for one in ours}
        assert len(homes) == 1, path
        assert homes <= {0, 1, 2, 3}
    assert ours[0].home_of("/print/job/abc_-1.json") == ours[0].home_of("/print/file/abc_-1.pdf")
    assert {one.home_of("/t/KR7TQX") for one in ours} == {one.home_of("/api/tables/kr7tqx/events") for one in ours}
    for path in ("/", "/new", "/t/", "/api/tables", "/static/style.css", "/t/no-code"):
        assert ours[0].home_of(path) is None, path

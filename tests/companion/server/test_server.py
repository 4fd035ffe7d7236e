"""A real server process: killed, stopped, filled up, listened to."""

from __future__ import annotations

import os
import random
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

import httpx
import pytest
from real_server import WAIT_S, Listener, Phone, Server, open_table, toy_server

from companion.server.server import THREADS

NOBODY = 65534
GARBAGE = (
    b"\x16\x03\x01\x02\x00",
    b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: " + b"a" * 70 + b".local\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff..local\r\n\r\n",
    b"GET /api/tables/x/stream HTTP/1.1\r\nHost: \xff\r\nCookie: \xff=\xff\r\n\r\n",
    b"\0" * 5000,
    b"BREW / COFFEE/9\r\n\r\n",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests that leave it as it was."""
    with toy_server(tmp_path_factory.mktemp("data")) as running:
        yield running


# --- killed ------------------------------------------------------------------------------------------------------


def test_killed_between_events_nothing_acknowledged_is_lost_and_nothing_counts_twice(tmp_path: Path):
    """Four rounds: two phones tap as fast as they can, the process is killed, everything unanswered is sent again."""
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    chance = random.Random(seed)
    acknowledged: dict[str, int] = {}
    sent: list[str] = []
    code, tokens, port = "", [], 0
    for round_number in range(4):
        with toy_server(tmp_path, port) as server:
            port = server.port
            if not code:
                code, _, tokens = open_table(server, "Ada", "Ben")
            phones = [Phone(server, code, token) for token in tokens]
            for id_ in [id_ for id_ in sent if id_ not in acknowledged]:
                acknowledged[id_] = _tap(phones[int(id_[0])], id_)
            _tap_until_killed(server, phones, round_number, chance, sent, acknowledged)
    with toy_server(tmp_path, port) as server:
        phones = [Phone(server, code, token) for token in tokens]
        for id_ in [id_ for id_ in sent if id_ not in acknowledged]:
            acknowledged[id_] = _tap(phones[int(id_[0])], id_)
        entries = phones[0].export()["entries"]
    assert len(sent) >= 20, "five taps a round at the least"
    assert [entry["rev"] for entry in entries] == list(range(1, len(entries) + 1))
    revs = {entry["id"]: entry["rev"] for entry in entries if entry["type"] == "counted"}
    assert revs == acknowledged
    assert set(sent) == set(revs)


def _tap(phone: Phone, id_: str) -> int:
    answer = phone.post("events", id=id_, type="counted")
    assert answer.status_code == 200
    rev: int = answer.json()["rev"]
    return rev


def _tap_until_killed(
    server: Server,
    phones: list[Phone],
    round_number: int,
    chance: random.Random,
    sent: list[str],
    acknowledged: dict[str, int],
) -> None:
    answered: list[str] = []
    kill_after = chance.randrange(5, 40)
    enough = threading.Event()

    def tap(number: int) -> None:
        with suppress(httpx.HTTPError):
            for tap_number in range(1000):
                id_ = f"{number}-{round_number}-{tap_number}"
                sent.append(id_)
                acknowledged[id_] = _tap(phones[number], id_)
                answered.append(id_)
                if len(answered) >= kill_after:
                    enough.set()

    threads = [threading.Thread(target=tap, args=(number,)) for number in range(len(phones))]
    for thread in threads:
        thread.start()
    enough.wait(WAIT_S)
    server.kill()
    for thread in threads:
        thread.join()


def test_after_a_restart_seats_tokens_and_the_hosts_place_are_there(tmp_path: Path):
    with toy_server(tmp_path) as server:
        code, host, tokens = open_table(server, "Ada", "Ben")
        Phone(server, code, tokens[0]).post("events", id="x", type="picked", args={"card": 5})
        before = [Phone(server, code, token).look() for token in (host, *tokens)]
        assert server.stop() == 0
    with toy_server(tmp_path) as server:
        assert [Phone(server, code, token).look() for token in (host, *tokens)] == before


def test_a_phone_that_asks_for_its_seat_still_asks_after_a_power_cut(tmp_path: Path):
    with toy_server(tmp_path) as server:
        code, host, _ = open_table(server, "Ada", "Ben")
        asked = Phone(server, code).post("ask", seat=1).json()
        (before,) = Phone(server, code, host).look()["asks"]
        server.kill()
    with toy_server(tmp_path) as server:
        (ask,) = Phone(server, code, host).look()["asks"]
        assert ask == before
        assert (ask["seat"], ask["number"]) == (1, asked["number"])
        assert Phone(server, code, host).post("grant", ask=ask["id"]).status_code == 200
        server.kill()
    with toy_server(tmp_path) as server:
        assert Phone(server, code, host).look()["asks"] == []
        assert Phone(server, code).post("claim", secret=asked["secret"]).json()["seat"] == 1


# --- stopped -----------------------------------------------------------------------------------------------------


def test_asked_to_stop_it_ends_the_streams_and_goes(tmp_path: Path):
    with toy_server(tmp_path) as server:
        code, _, tokens = open_table(server, "Ada", "Ben")
        listeners = [Listener(server, code, Phone(server, code, token).headers) for token in tokens]
        for listener in listeners:
            listener.next()
        assert server.stop() == 0
        assert all(listener.ended() for listener in listeners)
        assert server.errors() == ""


# --- streams -----------------------------------------------------------------------------------------------------


def test_a_phone_hears_of_every_change_and_of_people(server: Server):
    code, _, tokens = open_table(server, "Ada", "Ben")
    ada = Phone(server, code, tokens[0])
    listener = Listener(server, code, ada.headers)
    assert listener.next() == {"rev": 3}
    assert listener.next("people") == {"online": [0]}
    rev = ada.post("events", id="1", type="counted").json()["rev"]
    assert listener.next() == {"rev": rev}
    other = Listener(server, code, Phone(server, code, tokens[1]).headers)
    assert listener.next("people") == {"online": [0, 1]}
    other.close()
    assert listener.next("people") == {"online": [0]}
    assert ada.look()["people"][0]["online"] is True
    listener.close()


def test_a_phone_that_comes_back_is_told_what_it_missed_and_only_that(server: Server):
    code, _, tokens = open_table(server, "Ada", "Ben")
    ada = Phone(server, code, tokens[0])
    missed = Listener(server, code, {**ada.headers, "Last-Event-ID": "2"})
    assert missed.next() == {"rev": 3}
    missed.close()
    knows = Listener(server, code, {**ada.headers, "Last-Event-ID": "3"})
    knows.next("people")
    ada.post("events", id="1", type="counted")
    assert knows.next() == {"rev": 4}
    knows.close()


def test_in_silence_a_beat_says_where_the_table_is(server: Server):
    code, _, tokens = open_table(server, "Ada", "Ben")
    listener = Listener(server, code)
    listener.next()
    assert [listener.next("beat") for _ in range(2)] == [{"rev": 3}] * 2
    rev = Phone(server, code, tokens[0]).post("events", id="1", type="counted").json()["rev"]
    listener.next()
    assert listener.next("beat") == {"rev": rev}
    listener.close()


@pytest.mark.parametrize("last", ["-1", "x", "9" * 50, "١"])
def test_a_strange_last_event_id_is_a_new_phone(server: Server, last: str):
    code, _, _ = open_table(server, "Ada", "Ben")
    listener = Listener(server, code, {"Last-Event-ID": last.encode().decode("latin-1")})
    assert listener.next() == {"rev": 3}
    listener.close()


def test_phones_come_back_to_the_stream_after_the_server_was_killed(tmp_path: Path):
    with toy_server(tmp_path) as server:
        code, _, tokens = open_table(server, "Ada", "Ben")
        ada = Phone(server, code, tokens[0])
        listener = Listener(server, code, ada.headers)
        listener.next()
        server.kill()
        assert listener.ended()
    with toy_server(tmp_path, server.port) as server:
        ada.post("events", id="1", type="counted")
        again = Listener(server, code, {**ada.headers, "Last-Event-ID": "3"})
        assert again.next() == {"rev": 4}
        again.close()


def test_the_stream_is_the_same_for_everybody_and_carries_no_secret(server: Server):
    code, _, tokens = open_table(server, "Ada", "Ben")
    listeners = [Listener(server, code, Phone(server, code, *held).headers) for held in ([], [tokens[1]])]
    for listener in listeners:
        listener.next()
    Phone(server, code, tokens[0]).post("events", id="1", type="picked", args={"card": 7})
    assert [listener.next() for listener in listeners] == [{"rev": 4}, {"rev": 4}]
    for listener in listeners:
        listener.close()


def test_a_stream_of_no_table_and_of_a_foreign_name_is_refused(server: Server):
    for url, headers, status, code in (
        (f"{server.url}/api/tables/KR7TQX/stream", {}, 404, "no_table"),
        (f"{server.url}/api/tables/%00%ff/stream", {}, 404, "no_table"),
        (f"{server.url}/api/tables/KR7TQX/stream", {"Host": "evil.example"}, 400, "foreign_host"),
    ):
        answer = httpx.get(url, headers=headers, timeout=WAIT_S)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_a_name_that_is_not_ours_gets_a_page_for_people_with_the_guarding_headers(server: Server):
    answer = httpx.get(f"{server.url}/t/KR7TQX", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.headers["content-type"]) == (400, "text/html; charset=utf-8")
    assert "Use the address shown on the host&#39;s screen" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


# --- abuse -------------------------------------------------------------------------------------------------------


def test_phones_that_fall_asleep_while_they_send_keep_nobody_waiting(server: Server):
    code, _, tokens = open_table(server, "Ada", "Ben")
    host = f"localhost:{server.port}"
    form = f"POST /t/{code}/scan HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 9000\r\n\r\nx"
    asleep = []
    try:
        for _ in range(2 * THREADS):
            asleep.append(socket.create_connection(("127.0.0.1", server.port)))
            asleep[-1].sendall(form.encode())
        sleep(0.2)
        assert Phone(server, code, tokens[0]).look()["rev"] == 3
    finally:
        for one in asleep:
            one.close()


def test_a_form_of_which_half_arrived_is_not_acted_on(server: Server):
    code, host, _ = open_table(server, "Ada", "Ben")
    body = b'{"seat": 0}          '
    head = f"POST /api/tables/{code}/revoke HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {host}\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 40\r\n\r\n".encode() + body)
    assert Phone(server, code, host).look()["rev"] == 3


def test_a_form_in_pieces_without_a_length_arrives(server: Server):
    code, _, tokens = open_table(server, "Ada", "Ben")

    def pieces() -> Iterator[bytes]:
        yield b'{"id": "piece'
        yield b'meal", "type": "counted", "args": {"by": 1}}'

    ada = Phone(server, code, tokens[0])
    headers = {**ada.headers, "Content-Type": "application/json"}
    assert httpx.post(f"{ada.url}/events", content=pieces(), headers=headers).json()["rev"] == 4


def test_a_body_without_end_is_cut_off(server: Server):
    code, _, tokens = open_table(server, "Ada", "Ben")
    ada = Phone(server, code, tokens[0])

    def endless() -> Iterator[bytes]:
        yield b'{"id": "'
        for _ in range(5000):
            yield b"x" * 1000

    headers = {**ada.headers, "Content-Type": "application/json"}
    with suppress(httpx.HTTPError):
        answer = httpx.post(f"{ada.url}/events", content=endless(), headers=headers, timeout=WAIT_S)
        assert answer.status_code in (400, 413)
    assert ada.look()["rev"] == 3


def test_garbage_instead_of_http_does_not_stop_the_server(tmp_path: Path):
    with toy_server(tmp_path) as server:
        for garbage in GARBAGE:
            with socket.create_connection(("127.0.0.1", server.port)) as connection, suppress(ConnectionError):
                connection.sendall(garbage)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(4096):
                    pass
        assert httpx.get(f"{server.url}/api/games", timeout=WAIT_S).status_code == 200
        server.stop()
        assert "Traceback" not in server.errors()


# --- the disk ----------------------------------------------------------------------------------------------------


def test_a_full_disk_is_507_and_the_server_stays_up(tmp_path: Path):
    with toy_server(tmp_path) as server:
        code, _, tokens = open_table(server, "Ada", "Ben")
        server.stop()
    # SQLite takes one page for as many as there are.
    with toy_server(tmp_path, pages=1) as server:
        ada = Phone(server, code, tokens[0])
        accepted = 0
        for number in range(1000):
            answer = ada.post("events", id=f"n{number}", type="counted")
            if answer.status_code != 200:
                break
            accepted += 1
        assert answer.status_code == 507
        assert "full" in answer.json()["error"]["text"]
        assert ada.look()["rev"] == 3 + accepted
        server.kill()
    with toy_server(tmp_path) as server:
        ada = Phone(server, code, tokens[0])
        assert ada.look()["rev"] == 3 + accepted
        assert ada.post("events", id=f"n{accepted}", type="counted").json()["rev"] == 4 + accepted


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder every user of the machine can get to."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.skipif(os.name != "posix", reason="file permissions are POSIX's here")
def test_a_folder_that_may_not_be_written_is_507_until_it_may(open_folder: Path):
    tmp_path, uid = open_folder, os.getuid() or NOBODY
    with toy_server(tmp_path) as server:
        code, _, tokens = open_table(server, "Ada", "Ben")
        server.stop()
    for path in (tmp_path, *tmp_path.iterdir()):
        os.chown(path, uid, -1)
    with toy_server(tmp_path, uid=uid) as server:
        ada = Phone(server, code, tokens[0])
        assert ada.look()["rev"] == 3
        server.process.send_signal(signal.SIGUSR1)
        _until(lambda: not (tmp_path / "tables.sqlite-wal").exists())
        files = list(tmp_path.iterdir())
        modes = [path.stat().st_mode for path in files]
        for path in files:
            path.chmod(0o444)
        tmp_path.chmod(0o555)
        answer = ada.post("events", id="1", type="counted")
        assert (answer.status_code, answer.json()["error"]["level"]) == (507, "STORE")
        assert ada.look()["rev"] == 3
        for path, mode in zip(files, modes, strict=True):
            path.chmod(mode)
        tmp_path.chmod(0o755)
        assert ada.post("events", id="1", type="counted").json()["rev"] == 4


def _until(holds: Callable[[], bool]) -> None:
    """Wait for something the process does in its own time."""
    for _ in range(WAIT_S * 100):
        if holds():
            return
        sleep(0.01)
    raise AssertionError("waited in vain")

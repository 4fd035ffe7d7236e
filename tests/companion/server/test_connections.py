"""Whoever opens connections without end keeps nobody else out: a real server, and devices at other addresses.

Every address below 127 is this computer's, so a device has one of its own without a network.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import resource
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from real_server import WAIT_S, Server, running, toy_server

from companion.network.addresses import networks
from companion.network.certificates import Authority
from companion.server.connections import READ_BYTES, ConnectionLimits, Door, limits_within, origin

GUEST, HONEST, OTHER = "127.0.0.2", "127.0.0.3", "127.0.0.4"
MINE, ALL = 12, 30
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is not this computer's by itself")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With few connections and deadlines of a second."""
    data = tmp_path_factory.mktemp("data")
    with toy_server(data, by_address=MINE, total=ALL, head_s=1, answer_s=1, idle_s=60) as started:
        yield started


def connect(server: Server, ip: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), WAIT_S, source_address=(ip, 0))


def status(server: Server, ip: str, path: str = "/help") -> int:
    asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S, source_address=(ip, 0))
    try:
        asking.request("GET", path)
        return asking.getresponse().status
    finally:
        asking.close()


def ended(one: socket.socket) -> bool:
    """Wait until the server ends it."""
    one.settimeout(WAIT_S)
    with suppress(ConnectionError):
        while one.recv(65536):
            pass
    return True


def streaming(server: Server, ip: str) -> socket.socket:
    """A connection with a request under way that does not end: an upload that has stopped."""
    one = connect(server, ip)
    one.sendall(b"POST /new HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n")
    one.settimeout(WAIT_S)
    assert one.recv(4096).startswith((b"HTTP/1.1 100", b"HTTP/1.1 503"))
    return one


def test_silent_connections_keep_nobody_out_not_even_from_their_own_address(server: Server):
    with ExitStack() as open_:
        for _ in range(5 * MINE):
            open_.enter_context(connect(server, GUEST))
        assert status(server, HONEST) == 200
        assert status(server, GUEST) == 200


def test_many_addresses_together_keep_nobody_out(server: Server):
    with ExitStack() as open_:
        for n in range(10, 20):
            for _ in range(MINE):
                open_.enter_context(connect(server, f"127.0.1.{n}"))
        assert status(server, HONEST) == 200


def test_where_all_of_an_address_are_at_work_it_is_told_to_wait_and_others_are_served(server: Server):
    with ExitStack() as open_:
        for _ in range(MINE):
            open_.enter_context(streaming(server, GUEST))
        assert status(server, GUEST) == 503
        assert status(server, HONEST) == 200


def test_a_head_that_trickles_in_is_not_waited_for(server: Server):
    with connect(server, GUEST) as one:
        one.sendall(b"GET /help HTTP/1.1\r\nHost: localhost\r\n")
        one.settimeout(0.1)
        begun = time.monotonic()
        closed = False
        while not closed and time.monotonic() - begun < WAIT_S:
            try:
                one.sendall(b"X: y\r\n")
                closed = one.recv(1) == b""
            except TimeoutError:
                pass
            except ConnectionError:
                closed = True
        assert closed


def test_so_is_the_second_of_a_connection(server: Server):
    with connect(server, GUEST) as one:
        one.sendall(b"GET /secure/trusted.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200" in one.recv(65536)
        one.sendall(b"GET /help HTT")
        assert ended(one)


def test_who_takes_no_answer_is_let_go(server: Server):
    with connect(server, GUEST) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asked = b"GET /t/%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (b"x" * 4)
        with suppress(ConnectionError, TimeoutError):
            one.settimeout(WAIT_S)
            while True:  # asks on and on, and reads nothing: until the server has had enough
                one.sendall(asked * 200)
        assert status(server, HONEST) == 200


def test_the_log_says_it_once(tmp_path: Path):
    with toy_server(tmp_path, by_address=4, total=20) as server:
        with ExitStack() as open_:
            for _ in range(300):
                with suppress(ConnectionError):
                    open_.enter_context(streaming(server, GUEST))
            for _ in range(100):
                with suppress(ConnectionError), connect(server, OTHER) as one:
                    one.sendall(b"\x16\x03 no HTTP at all\r\n\r\n")
                    ended(one)
            assert status(server, HONEST) == 200
        server.stop()
        said = server.errors().splitlines()
        assert len([line for line in said if "many connections" in line]) == 1
        assert len(said) <= 3, said


STARVED = """
import os, resource, select, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
sys.argv[:] = sys.argv[1:]
import runpy, threading
def starve():
    kept = []
    told = False
    while not select.select([0], [], [], 0.05)[0]:
        try:
            while True: kept.append(os.open(os.devnull, os.O_RDONLY))
        except OSError: pass
        if not told: told = print("starved", flush=True) is None
    sys.stdin.readline()
    for one in kept: os.close(one)
    print("fed", flush=True)
threading.Thread(target=lambda: (sys.stdin.readline(), starve()), daemon=True).start()
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def test_without_a_descriptor_left_it_says_so_does_not_spin_and_recovers(tmp_path: Path):
    toy = Path(__file__).parents[2] / "support" / "toy_server.py"
    command = [sys.executable, "-c", STARVED, str(toy), str(tmp_path), "0"]
    with running(command, stdin=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdin
        server = Server(process, int(process.stdout.readline()))
        assert status(server, HONEST) == 200
        process.stdin.write("now\n")
        process.stdin.flush()
        assert process.stdout.readline() == "starved\n"
        cpu = cpu_s(process.pid)
        begun = time.monotonic()
        said = []
        for _ in range(10):
            with connect(server, GUEST) as one:
                # The descriptor the server keeps for its answer may be the one that is taken next: not each is told.
                one.settimeout(3)
                with suppress(ConnectionError, TimeoutError):
                    one.sendall(b"GET /help HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    said.append(one.recv(4096))
        assert any(b"503" in one and b"Try again" in one for one in said)
        assert cpu_s(process.pid) - cpu < 0.5 * (time.monotonic() - begun) + 0.5, "the accept loop spins"
        process.stdin.write("enough\n")
        process.stdin.flush()
        assert process.stdout.readline() == "fed\n"
        assert status(server, HONEST) == 200
        server.stop()
        assert len(server.errors().splitlines()) <= 2


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- the door alone, with a protocol that knows nothing of HTTP


class Echo(asyncio.Protocol):
    """Sends back what comes."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(data)  # type: ignore[attr-defined]


def test_a_named_proxy_may_have_as_many_as_there_are():
    async def evening() -> None:
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            sock.listen(100)
            sock.setblocking(False)
            door = Door(ConnectionLimits(total=40, by_address=2), networks([GUEST]))
            accepting = door.open(sock, Echo, None)
            try:
                phones = [await speak(sock.getsockname()[1], GUEST) for _ in range(10)]
                for reader, writer in phones:
                    writer.write(b"there")
                    assert await reader.readexactly(5) == b"there"
                for _, writer in phones:
                    writer.close()
            finally:
                accepting.close()
                await accepting.wait_closed()

    asyncio.run(evening())


async def speak(port: int, ip: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(ip, 0))


def test_keys_of_https_are_not_waited_for_long(tmp_path: Path):
    authority = Authority(tmp_path, host="here")
    authority.vouch(("127.0.0.1",))

    async def evening() -> None:
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            sock.listen(100)
            sock.setblocking(False)
            door = Door(ConnectionLimits(tls_s=0.2))
            accepting = door.open(sock, Echo, authority.context())
            port = sock.getsockname()[1]
            silent, writer = await speak(port, GUEST)
            assert await silent.read() == b""
            writer.close()
            trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trust)
            writer.write(b"x" * 300_000)
            assert await reader.readexactly(300_000) == b"x" * 300_000
            writer.close()
            accepting.close()
            await accepting.wait_closed()

    asyncio.run(evening())


class Stalled(asyncio.Protocol):
    """Reads nothing, as an upload that has to wait."""

    transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        Stalled.transport = transport
        Stalled.transport.pause_reading()


def test_an_upload_over_https_that_waits_keeps_little(tmp_path: Path):
    authority = Authority(tmp_path, host="here")
    authority.vouch(("127.0.0.1",))

    async def evening() -> None:
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            sock.listen(100)
            sock.setblocking(False)
            accepting = Door(ConnectionLimits()).open(sock, Stalled, authority.context())
            trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
            _, writer = await asyncio.open_connection("127.0.0.1", sock.getsockname()[1], ssl=trust)
            writer.write(b"x" * 2_000_000)
            while Stalled.transport is None or Stalled.transport.get_read_buffer_size() < READ_BYTES:
                await asyncio.sleep(0)
            for _ in range(500):  # both ends are in this loop, so that each turn could bring more
                await asyncio.sleep(0)
                assert Stalled.transport.get_read_buffer_size() <= 2 * READ_BYTES
            writer.transport.abort()
            accepting.close()
            await accepting.wait_closed()

    asyncio.run(asyncio.wait_for(evening(), 30))


@pytest.mark.parametrize("descriptors", [64, 256, 1024, 4096, 1_000_000])
def test_limits_stay_below_the_descriptors(descriptors: int):
    limits = limits_within(descriptors)
    assert 0 < limits.by_address < limits.total < descriptors


def test_a_household_of_ipv6_counts_as_one():
    assert origin("2001:db8:1:2::1") == origin("2001:db8:1:2:ffff::7") != origin("2001:db8:1:3::1")
    assert origin("::ffff:192.168.1.7") == origin("192.168.1.7") != origin("192.168.1.8")
    assert origin("somewhere") == "somewhere"


def test_the_limit_of_descriptors_is_raised(tmp_path: Path):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if 0 <= hard < 2048:
        pytest.skip("this machine allows no more")
    code = "import resource,runpy,sys; resource.setrlimit(resource.RLIMIT_NOFILE,(256,resource.getrlimit(7)[1]));"
    code += "sys.argv[:]=sys.argv[1:]; runpy.run_path(sys.argv[0],run_name='__main__')"
    toy = Path(__file__).parents[2] / "support" / "toy_server.py"
    with running([sys.executable, "-c", code, str(toy), str(tmp_path), "0"]) as process:
        assert process.stdout
        process.stdout.readline()
        limits = Path(f"/proc/{process.pid}/limits").read_text()
        soft = re.search(r"Max open files +(\d+)", limits)
        assert soft
        assert int(soft[1]) >= 2048

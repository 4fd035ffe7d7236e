"""``tablewright serve`` as a person starts it: what it says, what it answers, what it does about trouble."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest
import zxingcpp
from real_server import WAIT_S, Phone, Server, free_pair, running

from companion.cli import main
from companion.commands.serve import PORT
from companion.network.addresses import Address, Network
from companion.server.start_message import qr_lines, welcome
from companion.storage.data_folder import claim, default_folder

COMMAND = [sys.executable, "-m", "companion.cli", "serve"]
HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def started(arguments: list[str]) -> Iterator[tuple[Server, str]]:
    """The command running, and what it said until it was ready."""
    with running([*COMMAND, *arguments]) as process:
        assert process.stdout
        said = ""
        while "Stop with Ctrl+C" not in said:
            line = process.stdout.readline()
            assert line, process.stderr.read() if process.stderr else ""
            said += line
        port = int(re.findall(r":(\d+)$", next(x for x in said.splitlines() if "On this computer" in x))[0])
        yield Server(process, port), said


def test_it_says_where_to_go_and_serves_a_game_there(tmp_path: Path):
    for server, said in started(["--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(free_pair())]):
        assert f"http://127.0.0.1:{server.port}" in said
        assert f"Tables are kept in {tmp_path}" in said
        assert "If a phone cannot open it" in said
        opened = httpx.post(f"{server.url}/api/tables", json={"game": "fairytale"}, timeout=WAIT_S).json()
        assert Phone(server, opened["code"]).post("join", name="Ada").json()["seat"] == 0
        assert httpx.get(f"{server.url}/", timeout=WAIT_S).status_code == 200
        assert server.stop() == 0
        assert server.errors() == ""
    for server, _ in started(["--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(free_pair())]):
        assert server.process.stdout
        rest = [server.process.stdout.readline() for _ in range(4)]
        assert opened["code"] in rest[2]
        key = rest[3].strip().rsplit("=", 1)[1]
        claimed = Phone(server, opened["code"]).post("claim", secret=key).json()
        assert Phone(server, opened["code"], claimed["token"]).look()["host"] is True


def test_a_port_that_is_taken_names_the_cure(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(port)]) == 1
    err = capsys.readouterr().err
    assert (
        err == f"tablewright: port {port} is taken by another program; stop that one, or choose another with --port\n"
    )


def test_without_a_wish_the_next_free_port_is_taken(tmp_path: Path):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", PORT))
        except OSError:
            pass  # somebody else has it, which serves as well
        else:
            other.listen()
        for server, said in started(["--data", str(tmp_path), "--host", "127.0.0.1"]):
            assert server.port > PORT
            assert f"http://127.0.0.1:{server.port}" in said


@pytest.mark.parametrize("host", ["203.0.113.7", "no.such.host.invalid"])
def test_an_address_that_is_not_ours_names_the_cure(host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["serve", "--data", str(tmp_path), "--host", host]) == 1
    err = capsys.readouterr().err
    assert "choose another with --host" in err
    assert err.count("\n") == 1


def test_a_data_folder_in_use_or_no_folder_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with claim(tmp_path):
        assert main(["serve", "--data", str(tmp_path)]) == 1
    (tmp_path / "file").write_text("")
    assert main(["serve", "--data", str(tmp_path / "file")]) == 1
    (tmp_path / "tables.sqlite").write_text("something else " * 500)
    assert main(["serve", "--data", str(tmp_path)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert ["already" in lines[0], "--data" in lines[1], "damaged" in lines[2]] == [True] * 3
    assert len(lines) == 3


@pytest.mark.parametrize("port", ["0", "65536", "x", "-1", "٨"])
def test_a_port_that_is_none_is_a_wrong_command_line(port: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as caught:
        main(["serve", f"--port={port}"])
    assert caught.value.code == 2
    assert "expected 1 to 65535" in capsys.readouterr().err


def test_tables_are_kept_where_the_platform_keeps_such_things(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "tablewright"


# --- the picture in the terminal ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("colours", "ink"), [(True, 0), (False, 255)])
@pytest.mark.parametrize("url", ["http://192.168.1.20:8000", "http://[fd00:1234:5678:9abc::17]:8000"])
def test_a_phone_reads_the_code_in_the_terminal(url: str, colours: bool, ink: int):
    """With colours it is drawn dark on white; without, as light blocks on a dark terminal."""
    rows: list[list[int]] = []
    for line in qr_lines(url, colours=colours):
        if colours:
            assert line.startswith("\x1b[30;107m")
            assert line.endswith("\x1b[0m")
        cells = [HALVES[c] for c in re.sub(r"\x1b\[[0-9;]*m", "", line)]
        rows += [[upper for upper, _ in cells], [lower for _, lower in cells]]
    blocks = np.array(rows, dtype=np.uint8)
    picture = np.where(blocks == 1, ink, 255 - ink).astype(np.uint8).repeat(6, 0).repeat(6, 1)
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == [url]


def test_the_code_fits_a_small_terminal():
    lines = list(qr_lines("http://192.168.100.200:8000", colours=False))
    assert len(lines) <= 18
    assert max(map(len, lines)) <= 40


def test_without_a_network_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.network.addresses.addresses", lambda: ())
    said = "\n".join(welcome(Network(8000), "/data", colours=False, blocks=True))
    assert "join a Wi-Fi" in said
    assert "█" not in said


def test_several_addresses_are_all_shown(monkeypatch: pytest.MonkeyPatch):
    found = (Address("192.168.1.20", "Wi-Fi"), Address("10.0.0.4", "eth1"))
    monkeypatch.setattr("companion.network.addresses.addresses", lambda: found)
    said = "\n".join(welcome(Network(8000), "/data", colours=False, blocks=False))
    assert "http://192.168.1.20:8000   (Wi-Fi)" in said
    assert "http://10.0.0.4:8000   (eth1)" in said
    assert "try the next one above" in said
    assert "█" not in said

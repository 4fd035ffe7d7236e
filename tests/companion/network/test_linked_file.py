"""A table fetched by its link, from a server of our own: what comes, and everything that must not."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.network import linked_file
from companion.network.certificates import Authority
from companion.network.linked_file import LinkError, csv_link, fetched, is_public
from companion.own_decks import new_game

CARDS = b"code,name,copies,suit,points,text\r\n001,K\xc3\xbcrbis,4,sun,1,\r\n003,Gong,2,moon,4,\r\n"
Answer = Callable[[BaseHTTPRequestHandler], None]


def plain(body: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(asked: BaseHTTPRequestHandler) -> None:
        asked.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            asked.send_header(name.replace("_", "-"), value)
        asked.end_headers()
        asked.wfile.write(body)

    return answer


class Server:
    """An HTTPS server on this computer whose certificate ``trusts`` believes; a path answers as it is told to."""

    def __init__(self, folder: Path) -> None:
        authority = Authority(folder / "tls", host="kitchen-pc")
        authority.vouch(("127.0.0.1",))
        paths = self.paths = dict[str, Answer]()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                paths.get(self.path, plain(b"", 404))(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # type: ignore[method-assign] # whoever is cut off says nothing
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.load_into(context)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.trusts = ssl.create_default_context(cadata=authority.certificate_der)
        self.url = f"https://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def get(self, path: str, **more: Any) -> bytes:
        return fetched(f"{self.url}{path}", trusts=self.trusts, may_reach=lambda _: True, **more)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("server"))
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def server(running: Server) -> Server:
    running.paths.clear()
    return running


def test_a_table_comes_and_redirects_are_followed(server: Server) -> None:
    server.paths["/pub?output=csv"] = plain(CARDS)
    server.paths["/old"] = plain(b"<a>moved</a>", 307, Location="/pub?output=csv")
    assert server.get("/pub?output=csv") == CARDS
    assert server.get("/old") == CARDS


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (plain(b"", 404), "answers with 404; open it in a browser"),
        (plain(b"", 401), "is not open to everybody; in the sheet choose File, Share, Publish to web, CSV"),
        (plain(b"\n<!DOCTYPE html><p>Sign in"), "leads to a page, not a table"),
        (plain(b"", 302, Location="/it"), "from one address to the next without end"),
        (plain(b"", 302, Location="http://localhost/cards.csv"), "does not begin with https://"),
        (plain(b"", 302, Location="file:///etc/passwd"), "does not begin with https://"),
        (plain(b"x" * 9, Content_Length="40"), "cannot be reached"),
        (lambda asked: asked.wfile.write(b"\x00\x01\r\n"), "cannot be reached"),
        (plain(b"x" * (linked_file.MOST_BYTES + 1)), "holds more than 8 MB"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_said_in_a_sentence(server: Server, answer: Answer, said: str) -> None:
    server.paths["/it"] = answer
    with pytest.raises(LinkError) as caught:
        server.get("/it")
    assert said in str(caught.value)


def test_a_server_that_sends_a_byte_now_and_then_is_waited_for_no_longer_than_any_other(server: Server) -> None:
    left = threading.Event()

    def drips(asked: BaseHTTPRequestHandler) -> None:
        asked.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n")
        while not left.wait(0.05):
            asked.wfile.write(b"x")

    server.paths["/slow"] = drips
    with pytest.raises(LinkError, match="does not answer in time; try again"):
        server.get("/slow", within_s=1.0)
    left.set()


def test_no_address_of_a_network_at_home_is_asked_not_even_by_a_redirect(server: Server) -> None:
    asked: list[str] = []
    server.paths["/"] = lambda one: asked.append(one.path)
    with pytest.raises(LinkError, match="leads to an address in a home network"):
        fetched(server.url, trusts=server.trusts)
    assert asked == []
    server.paths["/away"] = plain(b"", 302, Location=f"https://127.0.0.1:{server.server.server_port}/")
    first = len(socket.getaddrinfo("localhost", server.server.server_port, type=socket.SOCK_STREAM))
    asked_about: list[linked_file.Address] = []

    def may_reach(address: linked_file.Address) -> bool:
        asked_about.append(address)
        return len(asked_about) <= first

    with pytest.raises(LinkError, match="leads to an address in a home network"):
        fetched(f"{server.url}/away", trusts=server.trusts, may_reach=may_reach)
    assert len(asked_about) == first + 1
    assert asked == []


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.4", "192.168.1.20", "172.16.3.1", "169.254.169.254", "0.0.0.0", "224.0.0.1", "100.64.0.1",
     "::1", "fe80::1", "fd00::2", "::ffff:192.168.1.20", "::ffff:127.0.0.1", "ff02::1"],
)  # fmt: skip
def test_addresses_at_home_are_none_of_the_internet(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))
    assert is_public(ipaddress.ip_address("142.250.1.100"))


def test_a_certificate_nobody_vouches_for_is_not_believed(server: Server) -> None:
    server.paths["/pub"] = plain(CARDS)
    with pytest.raises(LinkError, match="shows a certificate that is not trusted"):
        fetched(f"{server.url}/pub", may_reach=lambda _: True)


@pytest.mark.parametrize(
    "link",
    ["http://example.com/x.csv", "ftp://example.com", "cards.csv", "https://", "https://a b/", "https://x:99999/", "",
     "https://name:word@example.com/", "https://exa\nmple.com/", "https://[::1", "https://\u00fc.example/"],
)  # fmt: skip
def test_what_is_no_link_is_refused_before_anybody_is_asked(link: str) -> None:
    began = time.monotonic()
    with pytest.raises(LinkError):
        fetched(link, may_reach=lambda _: False)
    assert time.monotonic() - began < 60


def test_the_link_of_a_sheets_page_becomes_that_of_its_cells() -> None:
    page = "https://docs.google.com/spreadsheets/d/1aBcDeFgHiJk_-9/edit?usp=sharing#gid=77"
    assert csv_link(page) == "https://docs.google.com/spreadsheets/d/1aBcDeFgHiJk_-9/export?format=csv&gid=77"
    published = "https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pub?output=csv"
    assert csv_link(f" {published} ") == published
    assert csv_link("https://docs.google.com.example.org/spreadsheets/d/1aBcDeFgHiJk/edit").endswith("/edit")


def test_the_command_writes_the_cards_whole_or_leaves_them(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "market"
    folder.mkdir()
    for name, data in new_game.folder("Night Market", letters="NM").files.items():
        (folder / name).write_bytes(data)
    before = (folder / "cards.csv").read_bytes()
    assert main(["fetch", str(folder)]) == 1
    assert 'names no sheet; write link = "https://..." under [cards]' in capsys.readouterr().err
    toml = (folder / "game.toml").read_text("utf-8")
    (folder / "game.toml").write_text(toml.replace("[cards]\n", f'[cards]\nlink = "{server.url}/pub"\n'), "utf-8")
    monkeypatch.setattr("companion.commands.fetch.fetched", lambda link: server.get(link.removeprefix(server.url)))
    server.paths["/pub"] = plain(b"", 403)
    assert main(["fetch", str(folder)]) == 1
    said = capsys.readouterr().err
    assert f"{folder / 'game.toml'}, key link: {server.url}/pub is not open to everybody" in said
    assert (folder / "cards.csv").read_bytes() == before
    server.paths["/pub"] = plain(b'code,name\n001,"never closed\n')
    assert main(["fetch", str(folder)]) == 1
    assert "stays as it was" in capsys.readouterr().err
    assert (folder / "cards.csv").read_bytes() == before
    server.paths["/pub"] = plain(CARDS)
    assert main(["fetch", str(folder)]) == 0
    assert (folder / "cards.csv").read_bytes() == CARDS
    assert "2 lines of cards, fetched now." in capsys.readouterr().out
    assert sorted(one.name for one in folder.iterdir()) == ["cards.csv", "examples.toml", "game.toml"]

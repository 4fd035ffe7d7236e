"""The way to the safe connection: the page that explains, the certificate, and the seat that comes along."""

from __future__ import annotations

import re
import ssl
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from flask.testing import FlaskClient
from memory_store import MemoryStore
from real_server import WAIT_S, free_pair, running
from toy_game import ToyGames

from companion.app import create_app
from companion.errors import NotYours
from companion.network.addresses import Network
from companion.network.certificates import Authority
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.seat_handoff import LIVES_S, Handoffs
from companion.table.tables import Tables

HTTP, HTTPS = "http://192.168.1.20:8000", "https://192.168.1.20:8001"


@pytest.fixture
def service(tmp_path: Path) -> Service:
    network = Network(8000, only="192.168.1.20", https_port=8001)
    made = Service(Tables(MemoryStore(), games=ToyGames()), network, no_limits())
    made.authority = Authority(tmp_path / "tls", host="kitchen-pc")
    made.authority.vouch(network.hosts())
    return made


def phone(service: Service) -> FlaskClient:
    return create_app(service).test_client()


def seated(service: Service, one: FlaskClient, base: str = HTTP) -> str:
    """A begun table with Ada on that phone."""
    code: str = one.post("/api/tables", base_url=base, json={"game": "toy"}, headers={"Origin": base}).get_json()[
        "code"
    ]
    for name in ("Ada", "Ben"):
        joiner = one if name == "Ada" else phone(service)
        joiner.post(f"/api/tables/{code}/join", base_url=base, json={"name": name}, headers={"Origin": base})
    one.post(f"/api/tables/{code}/begin", base_url=base, json={}, headers={"Origin": base})
    return code


def held(one: FlaskClient, code: str, base: str) -> list[int]:
    found: list[int] = one.get(f"/api/tables/{code}", base_url=base).get_json()["held"]
    return found


# --- the seat comes along ----------------------------------------------------------------------------------------


def test_the_seat_comes_along_and_stays_where_it_was(service: Service):
    ada, safe = phone(service), phone(service)
    code = seated(service, ada)
    there = ada.get(f"/t/{code}/over", base_url=HTTP).location
    assert there.startswith(f"{HTTPS}/t/{code}/arrive?key=")
    arrived = safe.get(there.removeprefix(HTTPS), base_url=HTTPS)
    assert (arrived.status_code, arrived.location) == (303, f"/t/{code}/live")
    assert held(safe, code, HTTPS) == held(ada, code, HTTP) == [0]
    assert "live-view" in safe.get(f"/t/{code}/live", base_url=HTTPS).text


def test_the_link_works_once_and_for_its_table_only(service: Service):
    ada = phone(service)
    code, other = seated(service, ada), seated(service, phone(service))
    there = ada.get(f"/t/{code}/over", base_url=HTTP).location
    path = there.removeprefix(HTTPS)
    assert phone(service).get(path.replace(code, other), base_url=HTTPS).status_code == 403
    assert phone(service).get(path, base_url=HTTPS).status_code == 303
    stranger = phone(service)
    assert stranger.get(path, base_url=HTTPS).status_code == 403
    assert held(stranger, code, HTTPS) == []


def test_a_key_grows_old():
    now = [0.0]
    moves = Handoffs(clock=lambda: now[0])
    key = moves.leave("KR7TQX", ["token"], 0)
    now[0] = LIVES_S + 1
    with pytest.raises(NotYours):
        moves.arrive("KR7TQX", key)


def test_a_browser_whose_cookies_came_along_uses_up_no_key(service: Service):
    ada = phone(service)
    code = seated(service, ada, HTTPS)
    assert ada.get(f"/t/{code}/arrive?key=nonsense", base_url=HTTPS).status_code == 303


# --- the pages ---------------------------------------------------------------------------------------------------


def test_over_plain_http_the_page_says_why_and_offers_both_ways(service: Service):
    ada = phone(service)
    code = seated(service, ada)
    page = ada.get(f"/t/{code}/live", base_url=HTTP).text
    assert "only over a safe connection" in page
    assert f'href="/t/{code}/over"' in page
    assert 'capture="environment"' in page
    assert "live-view" not in page


def test_without_https_the_reason_is_shown_and_photos_are_offered(service: Service):
    service.network.https_port, service.network.https_off = 0, "it was started with --no-https"
    ada = phone(service)
    code = seated(service, ada)
    page = ada.get(f"/t/{code}/live", base_url=HTTP).text
    assert "started with --no-https" in page
    assert 'capture="environment"' in page
    assert "/over" not in ada.get(f"/t/{code}/scan", base_url=HTTP).text
    assert "started with --no-https" in ada.get("/secure", base_url=HTTP).text


@pytest.mark.parametrize(
    ("agent", "opened"),
    [("iPhone OS 18", "iPhone or iPad"), ("Linux; Android 15", "On Android"), ("X11; Linux", "On a computer")],
)
def test_the_page_begins_with_the_phone_that_reads_it(service: Service, agent: str, opened: str):
    page = phone(service).get("/secure", base_url=HTTP, headers={"User-Agent": agent})
    (shown,) = re.findall(r"<details[^>]* open><summary[^>]*>([^<]*)", page.text)
    assert opened in shown
    assert service.authority
    assert service.authority.fingerprint[:23] in re.sub(r"</?b>", "", page.text)
    assert f"img-src {HTTPS} 'self'" in page.headers["Content-Security-Policy"]


def test_the_certificate_is_what_phones_expect(service: Service):
    answer = phone(service).get("/tablewright.crt", base_url=HTTP)
    assert answer.mimetype == "application/x-x509-ca-cert"
    found = x509.load_der_x509_certificate(answer.data)
    assert found.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_without_https_there_is_no_certificate(service: Service):
    service.authority = None
    assert phone(service).get("/tablewright.crt", base_url=HTTP).status_code == 404


def test_a_camera_over_the_table_gets_a_line_to_type_and_the_phone_keeps_the_seat(service: Service):
    ada = phone(service)
    code = seated(service, ada)
    page = ada.post(f"/t/{code}/seats/overhead", base_url=HTTP, data={"seat": "0"}, headers={"Origin": HTTP}).text
    command = re.findall(r"<code>([^<]*)</code>", page)[0]
    key = command.split("--token ")[1].split()[0]
    told = phone(service).post(f"/api/tables/{code}/arrive", base_url=HTTP, json={"key": key}).get_json()
    assert told["seat"] == 0
    bearer = {"Authorization": f"Bearer {','.join(told['tokens'])}"}
    assert phone(service).get(f"/api/tables/{code}", base_url=HTTP, headers=bearer).get_json()["held"] == [0]
    assert held(ada, code, HTTP) == [0]


# --- the real thing ----------------------------------------------------------------------------------------------


def serving(data: Path, *more: str) -> Any:
    port = free_pair()
    command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    return port, running([*command, "--data", str(data), *more])


def said_until_ready(process: Any) -> str:
    said = ""
    while "Stop with Ctrl+C" not in said:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        said += line
    return said


def test_both_addresses_are_one_server_and_a_browser_that_trusts_the_authority_believes_it(tmp_path: Path):
    port, server = serving(tmp_path)
    with server as process:
        said = said_until_ready(process)
        assert f"https://127.0.0.1:{port + 1}" in said
        trusting = ssl.create_default_context(cafile=str(tmp_path / "tls" / "authority.pem"))
        code = httpx.post(f"http://127.0.0.1:{port}/api/tables", json={"game": "fairytale"}, timeout=WAIT_S).json()[
            "code"
        ]
        safe = httpx.get(f"https://127.0.0.1:{port + 1}/api/tables/{code}", verify=trusting, timeout=WAIT_S)
        assert safe.json()["code"] == code
        assert httpx.get(f"https://localhost:{port + 1}/", verify=trusting, timeout=WAIT_S).status_code == 200
        with pytest.raises(httpx.ConnectError, match=r"(?i)certificate"):
            httpx.get(f"https://127.0.0.1:{port + 1}/", timeout=WAIT_S)
        process.send_signal(2)
        assert process.wait(WAIT_S) == 0
        assert process.stderr.read() == ""


def test_no_https_means_none(tmp_path: Path):
    port, server = serving(tmp_path, "--no-https")
    with server as process:
        said = said_until_ready(process)
        assert "No HTTPS, so no live camera (it was started with --no-https)" in said
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://127.0.0.1:{port + 1}/")
        assert not (tmp_path / "tls").exists()

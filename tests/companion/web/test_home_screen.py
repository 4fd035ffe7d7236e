"""Tablewright on a phone's home screen: offered over safe connections alone, and nothing private is kept."""

from __future__ import annotations

import io
import threading

import pytest
from flask.testing import FlaskClient
from headless_browser import chromium
from memory_store import MemoryStore
from PIL import Image
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables


def service() -> Service:
    return Service(Tables(MemoryStore()), Network(80, names=("table.example",)), no_limits())


@pytest.fixture
def client() -> FlaskClient:
    return create_app(service()).test_client()


def test_over_plain_http_nothing_is_offered_that_would_not_work(client: FlaskClient):
    plain = {"base_url": "http://table.example"}
    assert 'rel="manifest"' not in client.get("/", **plain).text
    assert client.get("/service-worker.js", **plain).status_code == 404


def test_over_https_the_manifest_names_icons_that_are_there_in_the_size_they_say(client: FlaskClient):
    safe = {"base_url": "https://table.example"}
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/", **safe).text
    told = client.get("/manifest.webmanifest", **safe).get_json(force=True)
    assert (told["display"], told["orientation"], told["start_url"], told["id"]) == ("standalone", "any", "/", "/")
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in told["icons"]:
        picture = Image.open(io.BytesIO(client.get(icon["src"], **safe).data))
        assert f"{picture.width}x{picture.height}" == icon["sizes"]
    assert client.get("/icon/1.png").status_code == 404


def test_an_icon_that_is_cut_to_a_circle_loses_nothing_of_the_mark(client: FlaskClient):
    picture = Image.open(io.BytesIO(client.get("/icon/maskable-512.png").data)).convert("RGB")
    ground = picture.getpixel((1, 1))
    middle, safe_px = 256, 512 * 0.4
    lost = [
        (x, y)
        for x in range(0, 512, 4)
        for y in range(0, 512, 4)
        if (x - middle) ** 2 + (y - middle) ** 2 > safe_px**2 and picture.getpixel((x, y)) != ground
    ]
    assert lost == []


@pytest.mark.browser
def test_out_of_reach_the_phone_says_so_and_has_kept_nothing_of_the_table():
    found = service()
    opened = found.tables.open("fairytale")
    tokens = [found.tables.join(opened.code, name=name).token for name in ("Ana", "Ben")]
    found.tables.begin(opened.code, [opened.host_token])
    server = make_server("127.0.0.1", 0, create_app(found), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    with chromium() as browser:
        context = browser.new_context()
        context.add_cookies([{"name": f"tw_{opened.code}", "value": tokens[0], "url": url}])
        page = context.new_page()
        page.goto(f"{url}/t/{opened.code}")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.goto(f"{url}/t/{opened.code}/log")
        page.goto(f"{url}/t/{opened.code}")
        kept = page.evaluate(
            """async () => (await Promise.all((await caches.keys()).map(async (name) =>
              (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)))).flat()"""
        )
        assert "/offline" in kept
        assert [path for path in kept if path != "/offline" and not path.startswith("/static/v-")] == []
        server.shutdown()
        server.server_close()
        context.set_offline(True)
        page.goto(f"{url}/t/{opened.code}")
        assert page.get_by_role("heading", name="The table is out of reach").is_visible()
        assert page.evaluate("getComputedStyle(document.querySelector('.btn.brass')).minHeight") == "52px"

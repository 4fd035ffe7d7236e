"""A card without a code before the live camera: one tap holds the picture, and it is read like a photo."""

from __future__ import annotations

import threading
from pathlib import Path

import fake_camera
import numpy as np
import pytest
from browser_phones import CHROMIUM, FLAGS, PHONE, WAIT_S, needs_chromium
from flat_photos import flat_photo
from memory_store import MemoryStore
from page_audit import CONTRAST, NAMELESS, TARGETS
from playwright.sync_api import expect, sync_playwright
from uncoded_cards import uncoded_cards
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from companion.service import Service
from companion.table.tables import Tables
from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import KEPT

SIZE = (1280, 720)
NAMES = ("Homesteader", "Eclipse", "Stag Knight")
ARTS = tuple(uncoded_cards("tower"))[:3]


def film(path: Path) -> Path:
    """Two of the cards under a hand that is never quite still."""
    flat = cv2.imdecode(np.frombuffer(flat_photo([ARTS[0], ARTS[2]]), np.uint8), cv2.IMREAD_COLOR)
    height, width = (round(side * fake_camera.EDGE) for side in SIZE[::-1])
    top, left = (height - flat.shape[0]) // 2, (width - flat.shape[1]) // 2
    around = (top, height - flat.shape[0] - top, left, width - flat.shape[1] - left)
    table = np.asarray(cv2.copyMakeBorder(flat, *around, cv2.BORDER_REPLICATE), np.uint8)
    return fake_camera.film(path, [fake_camera.Take(table, 2)], fps=5, size_px=SIZE)


@needs_chromium
@pytest.mark.browser
def test_the_picture_is_held_and_read_like_a_photo(tmp_path: Path) -> None:
    decks = TaughtDecks(tmp_path)
    service = Service(Tables(MemoryStore()), Network(), no_limits(), taught=decks, printers=tmp_path / "printers")
    faces = [cv2.resize(uncoded_cards("tower")[art].front, KEPT, interpolation=cv2.INTER_AREA) for art in ARTS]
    decks.put(TaughtDeck("my-box", "My box", 3, game="fairytale"), [np.asarray(one, np.uint8) for one in faces], NAMES)
    opened = service.tables.open("fairytale", players=2, mode="score")
    server = make_server("127.0.0.1", 0, create_app(service), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    fakes = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    flags = [*FLAGS, *fakes, f"--use-file-for-fake-video-capture={film(tmp_path / 'table.y4m')}"]
    complaints: list[str] = []
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=flags)
        address = f"http://127.0.0.1:{server.server_port}"
        context = browser.new_context(**PHONE, base_url=address)
        context.set_default_timeout(WAIT_S * 1000)
        context.add_cookies([{"name": f"tw_{opened.code}", "value": opened.host_token, "url": address}])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if "Content Security" in m.text else None)
        page.goto(f"/t/{opened.code}/live")
        expect(page.locator("#live-hint")).to_have_text("Hold the phone over the cards")
        for check in (CONTRAST, TARGETS, NAMELESS):
            assert page.evaluate(check) == []
        page.get_by_role("button", name="Read cards without codes").tap()
        expect(page.locator("h1")).to_have_text("2 cards read", timeout=1000 * WAIT_S)
        assert sorted(page.locator(".seen li").all_inner_texts()) == ["Homesteader", "Stag Knight"]
        assert page.evaluate("getComputedStyle(document.querySelector('.shot polygon')).fill") != "rgb(0, 0, 0)"
        assert page.evaluate("document.documentElement.classList.contains('live')") is False
        page.get_by_role("button", name="Accept 2").tap()
        page.wait_for_url(f"**/t/{opened.code}")
        state = service.tables.live(opened.code).table.state
        assert sorted(one.card for one in state.tableaus[0]) == ["homesteader", "stag_knight"]
        browser.close()
    server.shutdown()
    assert complaints == []


def test_it_is_offered_where_a_whole_deck_of_that_game_is_taught(tmp_path: Path) -> None:
    decks = TaughtDecks(tmp_path)
    service = Service(Tables(MemoryStore()), Network(), no_limits(), taught=decks, printers=tmp_path / "printers")
    opened = service.tables.open("fairytale", players=1, mode="score")
    client = create_app(service).test_client()
    client.set_cookie(f"tw_{opened.code}", opened.host_token)
    face = np.zeros((*KEPT[::-1], 3), np.uint8)
    decks.put(TaughtDeck("other", "Other", 1, game="tower"), [face], ["One"])
    decks.put(TaughtDeck("part", "Part", 2, game="fairytale"), [face], ["One"])
    assert "live-hold" not in client.get(f"/t/{opened.code}/live").text
    decks.put(TaughtDeck("whole", "Whole", 1, game="fairytale"), [face], ["One"])
    assert "live-hold" in client.get(f"/t/{opened.code}/live").text

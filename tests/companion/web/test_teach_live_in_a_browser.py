"""A deck taught by the live camera on a phone: card after card is laid down, and nobody touches the screen."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import fake_camera
import numpy as np
import pytest
from browser_phones import CHROMIUM, FLAGS, PHONE, WAIT_S, needs_chromium
from flat_photos import flat_photo
from memory_store import MemoryStore
from page_audit import CONTRAST, NAMELESS, TARGETS
from playwright.sync_api import Page, expect, sync_playwright
from toy_game import ToyGames
from uncoded_cards import uncoded_cards
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from companion.service import Service
from companion.table.tables import Tables
from vision.picture.opencv_setup import cv2
from vision.taught.straight_card import Picture

pytestmark = pytest.mark.browser
SIZE = (1280, 720)
ARTS = tuple(uncoded_cards("tower"))[:3]
EMPTY_S, LIES_S = 1.0, 3.0


def table(art: str) -> Picture:
    """The table with one card on it, none where ``art`` is ""."""
    flat = cv2.imdecode(np.frombuffer(flat_photo([art or ARTS[0]]), np.uint8), cv2.IMREAD_COLOR)
    height, width = (round(side * fake_camera.EDGE) for side in SIZE[::-1])
    flat = flat[: height - 20, :640]
    if not art:
        flat[:] = flat[:60, :60].mean(axis=(0, 1))
    top, left = (height - flat.shape[0]) // 2, (width - flat.shape[1]) // 2
    around = (top, height - flat.shape[0] - top, left, width - flat.shape[1] - left)
    return np.asarray(cv2.copyMakeBorder(flat, *around, cv2.BORDER_REPLICATE), np.uint8)


@pytest.fixture
def decks(tmp_path: Path) -> TaughtDecks:
    decks = TaughtDecks(tmp_path)
    decks.put(TaughtDeck("my-box", "My box", 4, names=("Wolf", "Owl", "Fox", "Hare")))
    return decks


@contextmanager
def phone_over(decks: TaughtDecks, takes: list[fake_camera.Take]) -> Iterator[Page]:
    """A phone whose camera sees these, over and over."""
    folder = decks.folder.parent
    tables = Tables(MemoryStore(), games=ToyGames())
    service = Service(tables, Network(), no_limits(), taught=decks, printers=folder / "printers")
    server = make_server("127.0.0.1", 0, create_app(service), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    film = fake_camera.film(folder / "table.y4m", takes, fps=5, size_px=SIZE)
    fakes = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    flags = [*FLAGS, *fakes, f"--use-file-for-fake-video-capture={film}"]
    complaints: list[str] = []
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=flags)
        context = browser.new_context(**PHONE, base_url=f"http://127.0.0.1:{server.server_port}")
        context.set_default_timeout(WAIT_S * 1000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        yield page
        browser.close()
    server.shutdown()
    assert complaints == []


def audited(page: Page) -> Any:
    return page.evaluate(TARGETS) + page.evaluate(NAMELESS) + page.evaluate(CONTRAST)


@needs_chromium
def test_cards_laid_one_after_another_are_taught_without_a_tap(decks: TaughtDecks) -> None:
    takes = [fake_camera.Take(table(art), seconds) for name in ARTS for art, seconds in (("", EMPTY_S), (name, LIES_S))]
    with phone_over(decks, takes) as phone:
        teach_three(phone, decks)


def teach_three(phone: Page, decks: TaughtDecks) -> None:
    phone.goto("/teach/my-box")
    phone.get_by_role("link", name="Teach with the live camera").tap()
    expect(phone.locator("#live-hint")).to_have_text("Lay a card under the camera")
    assert audited(phone) == []
    known, hint = phone.locator("#teach-known"), phone.locator("#live-hint")
    for number in ("1", "2", "3"):
        expect(known).to_have_text(number)
        expect(phone.locator("#teach-name")).to_have_text(f"Face {number}")
        assert phone.locator("#teach-picture").evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 252
    assert phone.locator("#teach-thumbs img").count() == 2
    # The film begins anew: each card has been there before.
    expect(hint).to_contain_text("is taught already; it counts once.")
    assert audited(phone) == []
    expect(known).to_have_text("3")
    before = decks.find("My box").faces
    assert len(before) == 3
    # From here on the list names them.
    phone.get_by_text("Name in the order of the list").tap()
    expect(phone.locator("#teach-next")).to_have_text("Next: Wolf")
    phone.get_by_role("button", name="Take it back").tap()
    expect(phone.locator("#teach-name")).to_have_text("Face 2")
    expect(phone.locator("#teach-name")).to_have_text("Wolf")
    after = decks.find("My box").faces
    assert [face.name for face in after] == ["1", "2", "Wolf"]
    assert after[:2] == before[:2]
    # Another phone puts the number of faces right, and so there is none left.
    with decks.held():
        deck = decks.find("My box")
        decks.put(TaughtDeck(deck.id, deck.title, 3, deck.faces, deck.names))
    expect(phone.get_by_role("heading", name="All 3 faces are taught.")).to_be_visible()
    assert audited(phone) == []
    phone.get_by_role("button", name="Now the back").tap()
    expect(hint).to_contain_text("turn the card over, so that its back is seen.")
    decks.remove("My box")
    expect(phone.locator("#live-why")).to_contain_text("No deck called my-box has been taught here")
    assert audited(phone) == []


@needs_chromium
def test_a_card_that_lies_there_is_taken_once_and_nothing_is_said_of_it_again(decks: TaughtDecks) -> None:
    with phone_over(decks, [fake_camera.Take(table(ARTS[0]), 8.0)]) as phone:
        sent: list[str] = []
        phone.on("request", lambda one: sent.append(one.url) if one.url.endswith("&side=") else None)
        phone.goto("/teach/my-box/live")
        expect(phone.locator("#teach-known")).to_have_text("1")
        expect(phone.locator("#live-lines polygon.good")).to_be_attached()
        taken = len(sent)
        phone.wait_for_timeout(2500)
        assert len(sent) == taken, "nothing is sent while nothing changes"
        expect(phone.locator("#live-hint")).to_have_text("Now the next card")
        phone.get_by_role("button", name="Take it back").tap()
        expect(phone.locator("#teach-known")).to_have_text("0")
        expect(phone.locator("#live-hint")).to_have_text("Taken back. Lay that card anew, or the next one.")
        phone.wait_for_timeout(2500)
        assert decks.find("My box").faces == (), "what was taken back is not taken again as it lies there"


@needs_chromium
def test_a_deck_that_is_whole_asks_for_its_back(decks: TaughtDecks) -> None:
    with phone_over(decks, [fake_camera.Take(table(ARTS[0]), 8.0)]) as phone:
        decks.put(replace(decks.find("My box"), of=1))
        phone.goto("/teach/my-box/live")
        expect(phone.get_by_role("heading", name="All 1 faces are taught.")).to_be_visible()
        # The last was a wrong one: the camera looks on, and waits until that card is lifted.
        phone.get_by_role("button", name="Take it back").tap()
        expect(phone.locator("#live-hint")).to_have_text("Taken back. Lay that card anew, or the next one.")
        assert decks.find("My box").known == 0

"""A small deck is taught on a phone from photos of a real-looking table, and then its cards are named."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from headless_browser import PHONE, chromium
from memory_store import MemoryStore
from page_audit import CONTRAST, NAMELESS, TARGETS
from ray_cast_table import Faults, View, photograph
from toy_game import ToyGames
from uncoded_cards import back_of, card_view, uncoded_cards
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.taught_decks import TaughtDecks
from companion.service import Service
from companion.table.tables import Tables

pytestmark = pytest.mark.browser
ARTS = tuple(uncoded_cards("tower"))[:3]
NAMES = ("Wolf", "Owl", "Fox")


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Any]:
    tables = Tables(MemoryStore(), games=ToyGames())
    service = Service(tables, Network(), no_limits(), taught=TaughtDecks(tmp_path), printers=tmp_path / "printers")
    server = make_server("127.0.0.1", 0, create_app(service), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with chromium() as browser:
        address = f"http://127.0.0.1:{server.server_port}"
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, base_url=address)
        context.set_default_timeout(120_000)
        page = context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        yield page
        assert complaints == []
    server.shutdown()


def photo(names: list[str], seed: int, px: float) -> dict[str, Any]:
    """A photo as a phone's file."""
    arts = [back_of("tower") if name == "back" else uncoded_cards("tower")[name] for name in names]
    view = View(card_view(px).px_per_module, 8, 0.8, table="lino")
    scene = photograph(arts, seed=seed, view=view, faults=Faults(shadow_depth=0.1))
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": scene.photo}


def test_a_deck_is_taught_and_its_cards_are_named(phone: Any) -> None:
    phone.goto("/teach")
    phone.get_by_label("Name of the deck").fill("My box")
    phone.get_by_label("How many different faces it has").fill("3")
    phone.get_by_text("Names of its cards").tap()
    phone.get_by_label("Or typed, one a line").fill("\n".join(NAMES))
    phone.get_by_role("button", name="On to the photos").tap()
    # One face a photo: then the list's order is the photos' order.
    for number, art in enumerate(ARTS, start=1):
        phone.locator(".opts > form input[type=file]").first.set_input_files(photo([art], 40 + number, 190))
        phone.locator(f".page-head progress[value='{number}']").wait_for()
    assert phone.evaluate(TARGETS) + phone.evaluate(NAMELESS) + phone.evaluate(CONTRAST) == []
    phone.locator(".opts > form input[type=file]").first.set_input_files(photo(["back"], 50, 190))
    phone.get_by_text("All 3 faces and the back are taught.").wait_for()
    phone.get_by_role("button", name="Name all in that order").tap()
    phone.get_by_text("faces have no name").wait_for(state="detached")
    phone.get_by_role("link", name="Name the cards on a photo").tap()
    phone.locator("form[action='/scan'] input[type=file]").set_input_files(
        photo([ARTS[0], ARTS[1], ARTS[1], "back"], 60, 150)
    )
    phone.get_by_role("heading", name="4 cards read").wait_for()
    seen = phone.locator("ul[aria-label='Lying there'] li").all_inner_texts()
    assert sorted(" ".join(one.split()) for one in seen) == ["2 Owl", "Wolf"]
    assert "1 card face down" in phone.locator("main").inner_text()
    assert phone.evaluate(TARGETS) + phone.evaluate(NAMELESS) + phone.evaluate(CONTRAST) == []


def test_a_photo_chosen_before_the_scripts_came_is_sent_and_only_once(phone: Any) -> None:
    on_their_way: list[Any] = []
    phone.route("**/photo.js", lambda route: on_their_way.append(route))
    phone.goto("/teach")
    phone.get_by_label("Name of the deck").fill("My box")
    phone.get_by_label("How many different faces it has").fill("3")
    phone.get_by_role("button", name="On to the photos").tap()
    phone.locator(".opts > form input[type=file]").first.set_input_files(photo([ARTS[0]], 41, 190))
    assert phone.locator(".page-head progress").get_attribute("value") == "0"
    for route in on_their_way:
        route.continue_()
    phone.unroute("**/photo.js")
    phone.get_by_text("One new face.").wait_for()
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    phone.goto("/teach")
    phone.go_back()
    phone.locator(".page-head progress[value='1']").wait_for()
    phone.wait_for_timeout(500)
    assert sent == [], "a photo the browser put back into the form is not sent again"

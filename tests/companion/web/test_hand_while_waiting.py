"""Whoever waits for somebody else reads their own cards on the phone meanwhile, in all five games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from headless_browser import PHONE, chromium, put_away
from memory_store import MemoryStore
from mid_game import laid
from playwright.sync_api import expect
from threaded_server import served

from companion.table.tables import Tables

pytestmark = pytest.mark.browser
WAITING = (
    ("breeds", 0.5, 0, "Maybe in your hand", "Razortail", "Obsidian"),
    ("dragoborne", 0.3, 1, "Maybe in your hand", "Pearl Oracle", "Hedgeburner"),
    ("fairytale", 0.71, 0, "Your hand", "Reed Whistler", "Village Bell"),
    ("gilfate", 0.5, 0, "Your hand · 4 of 5 known", "Powder Keeper", "Long Fingers"),
    ("tower", 0.5, 1, "Maybe in your hand", "Treant", "Nest"),
)
"""A game, how far it has come, a seat that waits, the row of its hand, a card in it, and one that lies elsewhere."""


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[Any, Tables, str]]:
    tables = Tables(MemoryStore())
    with served(tables) as url, chromium() as browser:
        yield browser, tables, url


@pytest.mark.parametrize(("game", "share", "seat", "title", "held", "elsewhere"), WAITING)
def test_a_seat_that_waits_reads_its_hand(table, game, share, seat, title, held, elsewhere):
    browser, tables, url = table
    mid = laid(tables, game, share)
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB")
    context.add_cookies([{"name": f"tw_{mid.code}", "value": mid.seats[seat], "url": url}])
    page = context.new_page()
    page.goto(f"{url}/t/{mid.code}")
    expect(page.locator("#sheet-act .brass")).to_have_count(0)  # nobody asks this phone for anything
    hand = page.locator(".row", has=page.get_by_role("heading", name=title))
    card = hand.locator(".card", has_text=held)
    card.scroll_into_view_if_needed()
    expect(hand.get_by_role("heading")).to_be_in_viewport()
    expect(hand.locator(".card", has_text=elsewhere)).to_have_count(0)
    if game != "fairytale":  # there another card can still be placed instead
        dismiss = page.locator(".result").get_by_role("button", name="OK")
        if dismiss.is_visible():
            dismiss.tap()
        card.locator(".card-face").tap()
        looked_at = page.locator("dialog[open], [popover]:popover-open").get_by_role("heading", name=held)
        expect(looked_at).to_be_visible()
    put_away(browser)

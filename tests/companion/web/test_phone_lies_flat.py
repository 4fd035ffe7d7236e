"""A hand is hidden while the phone lies flat, where the person chose so; nothing else ever is."""

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
HELD, FLAT = (55, 0), (4, -3)


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[Any, str, str, str]]:
    """A browser, an address, and a table of Fairy Tale where Ana has noted her hand."""
    tables = Tables(MemoryStore())
    mid = laid(tables, "fairytale", 0.6)
    with served(tables) as url, chromium() as browser:
        yield browser, url, mid.code, mid.seats[0]


@pytest.fixture(autouse=True)
def phones_put_away(table: tuple[Any, str, str, str]) -> Iterator[None]:
    yield
    put_away(table[0])


def opened(table: tuple[Any, str, str, str]) -> Any:
    browser, url, code, token = table
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.add_cookies([{"name": f"tw_{code}", "value": token, "url": url}])
    context.add_cookies([{"name": "tw_flat", "value": "on", "url": url}])
    page = context.new_page()
    with page.expect_response(lambda answer: "lies_flat" in answer.url) as script:
        page.goto(f"{url}/t/{code}")
    page.evaluate("(script) => import(script)", script.value.url)  # it listens once it has been run
    return page


def lies(page: Any, degrees: tuple[int, int]) -> None:
    """The phone says how it is held."""
    page.evaluate(
        "([beta, gamma]) => dispatchEvent(new DeviceOrientationEvent('deviceorientation', { beta, gamma }))", degrees
    )


def test_a_hand_is_hidden_when_the_phone_is_laid_down_and_shown_by_a_tap_or_by_lifting_it(table):
    page = opened(table)
    hand, others = page.locator("[data-secret] .card").first, page.locator(".row:not([data-secret]) .card").first
    lies(page, FLAT)  # it has lain there from the start
    expect(hand).to_be_visible()
    lies(page, HELD)
    lies(page, FLAT)
    expect(hand).to_be_hidden()
    expect(others).to_be_visible()
    page.locator("[data-secret]").tap()
    expect(hand).to_be_visible()
    lies(page, HELD)
    lies(page, FLAT)
    expect(hand).to_be_hidden()
    lies(page, HELD)
    expect(hand).to_be_visible()
    page.context.close()

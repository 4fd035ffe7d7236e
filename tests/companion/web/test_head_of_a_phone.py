"""What to do now stands whole in the head of a phone, beside the score and the button that takes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from headless_browser import PHONE, chromium, put_away
from memory_store import MemoryStore
from mid_game import laid
from threaded_server import served

from companion.table.tables import Tables

pytestmark = pytest.mark.browser
CUT = """() => [...document.querySelectorAll(".top-say > *")]
  .filter((node) => node.scrollHeight > node.clientHeight + 2).map((node) => node.innerText)"""
LONG = (("breeds", 0.3), ("dragoborne", 0.1), ("fairytale", 0.01), ("gilfate", 0.1), ("tower", 0.5))
"""A game, and how far it has come where its head says much."""


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[Any, Tables, str]]:
    tables = Tables(MemoryStore())
    with served(tables) as url, chromium() as browser:
        yield browser, tables, url


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize(("game", "share"), LONG)
def test_what_to_do_now_stands_whole(table, game: str, share: float, language: str):
    browser, tables, url = table
    mid = laid(tables, game, share)
    for token in mid.seats:
        # Without scripts: this server streams nothing, and a phone that knows so says "offline" there instead.
        context = browser.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, locale=language, java_script_enabled=False
        )
        context.add_cookies([{"name": f"tw_{mid.code}", "value": token, "url": url}])
        page = context.new_page()
        page.goto(f"{url}/t/{mid.code}")
        assert page.evaluate(CUT) == []
    put_away(browser)

"""A name too long for its place on a phone's board is cut at its own end, whichever way it runs."""

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
FIRST_LETTERS = """() => [...document.querySelectorAll(".board > h2")].map((head) => {
  const words = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), place = head.getBoundingClientRect();
  let text = words.nextNode();
  while (text && (!text.data.trim() || text.parentElement.closest("svg"))) text = words.nextNode();
  const range = document.createRange(), at = text.data.search(/\\S/);
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  const letter = range.getBoundingClientRect();
  return [place.width, text.data.trim(), letter.left > place.left - 1 && letter.right < place.right + 1];
}).filter(([width]) => width > 2).map(([, name, seen]) => [name, seen])"""
"""The names over the boards that are seen, and whether their first letter is."""
NAMES = ("אבישג הגדולה מכולן", "Wilhelmina Hohenstein")


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[Any, Tables, str]]:
    tables = Tables(MemoryStore())
    with served(tables) as url, chromium() as browser:
        yield browser, tables, url


@pytest.mark.parametrize(("game", "share"), [("dragoborne", 0.3), ("tower", 0.03)])
def test_it_begins_with_its_first_letter(table, game: str, share: float):
    browser, tables, url = table
    mid = laid(tables, game, share)
    for seat, name in enumerate(NAMES):
        tables.rename(mid.code, [mid.seats[seat]], seat=seat, name=name)
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, java_script_enabled=False)
    context.add_cookies([{"name": f"tw_{mid.code}", "value": mid.seats[0], "url": url}])
    page = context.new_page()
    page.goto(f"{url}/t/{mid.code}")
    assert sorted(page.evaluate(FIRST_LETTERS)) == sorted([name, True] for name in NAMES)
    put_away(browser)

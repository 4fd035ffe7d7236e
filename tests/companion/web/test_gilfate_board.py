"""Gilfate Fantasy on a phone, in a real browser: names stand whole, and what is held and sent can be told apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from headless_browser import PHONE, chromium, put_away
from memory_store import MemoryStore
from threaded_server import served

from companion.table.tables import Tables
from rules import wire
from rules.games.gilfate.play import Play
from rules.games.gilfate.rounds import DrawBlanks, NoteHand, StartRound

pytestmark = pytest.mark.browser


class Table:
    """Ana, whose turn it is, and Ben, on a server pages can be loaded from."""

    def __init__(self, browser: Any, tables: Tables, url: str) -> None:
        self.browser, self.tables, self.url = browser, tables, url
        opened = tables.open("gilfate")
        self.code = opened.code
        self.tokens = [tables.join(self.code, name=name).token for name in ("Ana", "Ben")]
        tables.begin(self.code, [opened.host_token])

    def do(self, *events: Any) -> None:
        for event in events:
            id_ = str(self.tables.live(self.code).log.rev)
            self.tables.submit(self.code, self.tokens, id=id_, event=wire.event_to_json(event))

    def phone(self) -> Any:
        """Ana's."""
        context = self.browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        context.add_cookies([{"name": f"tw_{self.code}", "value": self.tokens[0], "url": self.url}])
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{self.url}/t/{self.code}")
        return page


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[Any, Tables, str]]:
    tables = Tables(MemoryStore())
    with served(tables) as url, chromium() as browser:
        yield browser, tables, url


@pytest.fixture
def table(place: tuple[Any, Tables, str]) -> Iterator[Table]:
    yield Table(*place)
    put_away(place[0])


NAME = '#main .row .card:has-text("{name}") .card-name'
UNDER = """(node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const last = [...range.getClientRects()].at(-1);
  return node.getBoundingClientRect().bottom - last.bottom;
}"""
"""How far the last line of a name ends above where the name is cut off."""


def test_the_tails_of_letters_in_a_cards_name_are_not_cut_off(table: Table):
    table.do(StartRound(0, seat=0), NoteHand(("2", "8c", "3"), seat=0))
    page = table.phone()
    for name in ("Deft Exchange", "Trap on the Trail"):
        # The box of a line is lower than its letters with tails.
        assert page.locator(NAME.format(name=name)).evaluate(UNDER) >= 0, name


def test_a_player_who_is_aimed_at_has_a_ring_that_nothing_cuts(table: Table):
    table.do(StartRound(0, seat=0), Play("7b", seat=0), DrawBlanks(4, seat=0))
    page = table.phone()
    page.locator('#main [data-spot="seat:1"]').first.tap()
    page.locator(".thing-seat.held").wait_for(state="attached")
    shadow = page.locator(".seat:has(.thing-seat.held)").evaluate("(node) => getComputedStyle(node).boxShadow")
    outline = page.locator(".thing-seat.held").evaluate("(node) => getComputedStyle(node).outlineStyle")
    assert (shadow != "none", outline) == (True, "none"), "the line of the name cuts what stands out of it"


def test_the_button_that_sends_a_form_stands_off_from_what_is_filled_in(table: Table):
    table.do(StartRound(0, seat=0))
    page = table.phone()
    page.goto(f"{table.url}/t/{table.code}/correct")
    folded = page.locator("details.more").filter(has_text="The blank deck has more or fewer cards")
    folded.locator("summary").tap()
    number, button = folded.locator(".stepper").bounding_box(), folded.locator("form > button").bounding_box()
    assert button["y"] - (number["y"] + number["height"]) >= 8

"""The score pad on a phone: cells written by keypad, sums reckoned, lines ticked, counters by steps; with and without
JavaScript."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Any

import pytest
from headless_browser import PHONE, chromium
from memory_store import MemoryStore
from plain_phone import PlainPhone
from werkzeug.serving import make_server

from companion.network.limits import no_limits
from companion.own_decks.game_folders import bring_all
from companion.service import Service
from companion.table.board_numbers import summed
from companion.table.tables import Tables
from rules import games
from rules.event import Refusal

NAMES = ("Ana", "Ben")


@dataclass
class Evening:
    """A table of a game out of a folder."""

    service: Service
    code: str
    tokens: list[str]

    @property
    def state(self) -> Any:
        return self.service.tables.live(self.code).table.state

    def phone(self) -> PlainPhone:
        phone = PlainPhone(self.service)
        phone.client.set_cookie(f"tw_{self.code}", self.tokens[0])
        phone.open(f"/t/{self.code}")
        return phone

    def write(self, phone: PlainPhone, spot: str, text: str) -> None:
        phone.post(f"/t/{self.code}/cell", {"id": str(uuid.uuid4()), "spot": spot, "text": text, "seat": "0"})


@pytest.fixture
def lay() -> Iterator[Any]:
    """Lays a table of one of the ten games."""
    brought: list[str] = []

    def laid(name: str) -> Evening:
        with as_file(files("templates") / "games" / name) as folder:
            brought.extend(plan.id for plan in bring_all(folder))
        tables = Tables(MemoryStore())
        opened = tables.open(name)
        tokens = [tables.join(opened.code, name=one).token for one in NAMES]
        tables.begin(opened.code, [opened.host_token])
        return Evening(Service(tables, limits=no_limits()), opened.code, tokens)

    yield laid
    for name in brought:
        games.send_away(name)


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), (" 10 + 15 - 5 ", 20), ("−3", -3), ("", None), ("+4", 4), ("3–1", 2)],
)  # fmt: skip
def test_sums_are_reckoned(text: str, value: int | None) -> None:
    assert summed(text) == value


@pytest.mark.parametrize("text", ["x", "1+", "1*2", "1.5", "123456", "1" * 300, "٣", "+".join(["1"] * 40)])
def test_what_is_no_sum_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Refusal, match=r"is not a sum; type numbers with \+ and − between them"):
        summed(text)


def test_a_pad_works_without_javascript(lay: Any) -> None:
    evening = lay("harvestpad")
    phone = evening.phone()
    cell = phone.page.select_one('.pad a[data-spot="cell:grain:1:0"]')
    assert cell["aria-label"] == "Grain, Ben: nothing yet"
    phone.open(str(cell["href"]))
    phone.tap("Write", text="4+2")
    assert evening.state.rows["grain"] == ((None,), (6,))
    assert "63" in phone.page.select_one('.pad a[data-spot="cell:grain:1:0"]').get_text()  # six sheaves, three points
    assert [cell.get_text() for cell in phone.page.select(".pad tfoot td")] == ["0", "3"]
    phone.open(str(cell["href"]))
    phone.tap("Empty this cell")
    assert evening.state.rows["grain"] == ((None,), (None,))


def test_what_cannot_stand_in_a_cell_is_refused_on_the_page(lay: Any) -> None:
    evening = lay("embers")
    phone = evening.phone()
    for spot, text, said in (
        ("cell:twos:0:0", "3", "Twos: expected one of 0, 2, 4, 6, 8, 10"),
        ("cell:trio:0:0", "31", "expected 0 to 30"),
        ("cell:trio:0:0", "a+b", "is not a sum"),
        ("cell:nothing:0:0", "1", "not on the pad any more"),
        ("counter:purse:0", "1", "not on the pad any more"),
    ):
        evening.write(phone, spot, text)
        assert said in phone.page.get_text()
    assert evening.state.rows["twos"] == ((None,), (None,))
    phone.open(f"/t/{evening.code}/thing/cell:twos:0:0")
    phone.tap("8")
    assert evening.state.rows["twos"] == ((8,), (None,))


def test_a_step_is_ticked_by_one_tap(lay: Any) -> None:
    evening = lay("embers")
    phone = evening.phone()
    phone.tap("Fill one line")
    assert evening.state.ticked == (":2",)
    phone.tap("Fill one line")
    assert evening.state.ticked == ()


def test_no_form_repeats_what_the_board_does(lay: Any) -> None:
    phone = lay("embers").phone()
    offered = {button.get_text(strip=True) for button in phone.page.select("#sheet button")}
    assert offered == {"What you can do", "End the turn", "Count the points: the game is over"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.mark.browser
def test_the_keypad_adds_up_and_goes_to_the_next_person(lay: Any, browser: Any) -> None:
    evening = lay("embers")
    server = make_server("127.0.0.1", 0, evening.phone().client.application, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    context = browser.new_context(viewport=PHONE, has_touch=True)
    context.add_cookies([{"name": f"tw_{evening.code}", "value": evening.tokens[0], "url": url}])
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(f"{url}/t/{evening.code}")
    page.locator('.pad [data-spot="cell:trio:0:0"]').tap()
    for key in "9+8":
        page.locator(f'#look [data-key-of="{key}"]').tap()
    page.locator("#look output", has_text="= 17").wait_for()
    page.locator("#look .keys-done").tap()
    page.locator('#look [data-cell][data-spot="cell:trio:1:0"]').wait_for()
    page.locator('.pad [data-spot="cell:trio:0:0"]', has_text="17").wait_for()
    assert evening.state.rows["trio"][0] == (17,)
    page.locator("#look [data-close]").tap()
    purse = page.locator('form.number[data-spot="counter:glow:0"]')
    purse.locator(".more-of").tap()
    purse.locator(".more-of").tap()
    page.locator('form.number[data-spot="counter:glow:0"][data-number="2"]').wait_for()
    assert evening.state.counters["glow"] == (2, 0)
    context.close()
    server.shutdown()


def test_the_rules_of_a_game_are_read_at_its_table(lay: Any) -> None:
    evening = lay("fivewinters")
    phone = evening.phone()
    phone.tap("Rules")
    assert phone.page.select_one("article h2").get_text() == "Five Winters"
    assert phone.page.select_one("article strong").get_text() == "A turn."


def test_a_game_without_rules_has_no_page_of_them(lay: Any) -> None:
    evening = lay("embers")
    phone = evening.phone()
    assert "Rules" not in {link.get_text(strip=True) for link in phone.page.select("a")}
    phone.open(f"/t/{evening.code}/rules")
    assert phone.path == f"/t/{evening.code}"

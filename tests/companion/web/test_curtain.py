"""One phone for two people: a curtain lies over the screen before the next hand is asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from duel_game import DuelGames
from headless_browser import PHONE, chromium
from memory_store import MemoryStore
from playwright.sync_api import expect
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables

pytestmark = pytest.mark.browser


class Passed:
    """A duel whose two people share a phone, on a server that says what it was asked for."""

    def __init__(self, browser: Any, *, begun: bool = True, **more: Any) -> None:
        self.tables = Tables(MemoryStore(), games=DuelGames())
        opened = self.tables.open("duel")
        self.code = opened.code
        tokens = self.tokens = [self.tables.join(self.code, name=name).token for name in ("Ana", "Ben")]
        self.host = opened.host_token
        if begun:
            self.tables.begin(self.code, [self.host])
        app = create_app(Service(self.tables, Network(), no_limits()))
        self.server = make_server("127.0.0.1", 0, app, threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.context = browser.new_context(**{"viewport": PHONE, "has_touch": True, **more})
        self.context.add_cookies([{"name": f"tw_{self.code}", "value": ".".join(tokens), "url": self.url}])
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.asked: list[str] = []
        self.page.on("request", lambda one: self.asked.append(f"{one.method} {one.url.removeprefix(self.url)}"))
        self.page.goto(f"{self.url}/t/{self.code}")

    @property
    def curtain(self) -> Any:
        return self.page.locator("#curtain")

    def here(self, name: str) -> None:
        """Say twice who has the phone."""
        self.curtain.get_by_role("button", name=f"I am {name}").tap()
        self.curtain.get_by_role("button", name=f"Once more: I am {name}").tap()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def passed(browser: Any) -> Iterator[Passed]:
    found = Passed(browser)
    yield found
    found.context.close()
    found.server.shutdown()


def test_the_page_opens_behind_a_curtain_that_names_whose_it_is(passed: Passed) -> None:
    expect(passed.curtain).to_be_visible()
    expect(passed.curtain.locator("h2:visible")).to_have_text("Pass the phone to Ana")
    for button in passed.curtain.locator("button:visible").all():
        assert button.bounding_box()["height"] >= 44


def test_saying_twice_who_one_is_opens_it_once_does_not(passed: Passed) -> None:
    passed.curtain.get_by_role("button", name="I am Ana").tap()
    expect(passed.curtain).to_be_visible()
    passed.curtain.get_by_role("button", name="Once more: I am Ana").tap()
    expect(passed.curtain).to_be_hidden()


def test_a_button_tapped_once_stays_so_when_the_page_comes_anew(passed: Passed) -> None:
    passed.curtain.get_by_role("button", name="I am Ana").tap()
    again = passed.curtain.get_by_role("button", name="Once more: I am Ana")
    expect(again).to_be_visible()
    passed.page.evaluate("() => { window.came = 0; addEventListener('page', () => { window.came++; }); }")
    step = passed.tables.look(passed.code, passed.tokens).choices[0].event
    passed.tables.submit(passed.code, [passed.host, *passed.tokens], id="a step elsewhere", event=step)
    passed.page.evaluate("() => dispatchEvent(new Event('focus'))")
    passed.page.wait_for_function("() => window.came > 0")
    again.tap(timeout=2000)
    expect(passed.curtain).to_be_hidden()


def test_the_next_view_is_asked_for_only_once_its_owner_has_the_phone(passed: Passed) -> None:
    passed.here("Ana")
    passed.asked.clear()
    passed.page.locator(".tabs").get_by_role("button", name="Ben").tap()
    expect(passed.curtain.locator("h2:visible")).to_have_text("Pass the phone to Ben")
    assert [one for one in passed.asked if "/t/" in one and "/api/" not in one] == []
    passed.here("Ben")
    expect(passed.curtain).to_be_hidden()
    expect(passed.page.locator(".tab[aria-current]")).to_contain_text("Ben")


def test_holding_shows_it_and_letting_go_closes_it(passed: Passed) -> None:
    button = passed.curtain.get_by_role("button", name="Hold to see").locator("visible=true")
    box = button.bounding_box()
    passed.page.mouse.move(box["x"] + 20, box["y"] + 40)
    passed.page.mouse.down()
    expect(passed.curtain).to_have_css("opacity", "0")
    passed.page.mouse.up()
    expect(passed.curtain).to_have_css("opacity", "1")
    expect(passed.curtain).to_be_visible()


def test_a_phone_put_away_or_left_lying_is_covered(passed: Passed) -> None:
    passed.here("Ana")
    passed.page.clock.install()
    passed.page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    expect(passed.curtain).to_be_visible()


def test_when_ana_is_done_the_large_button_passes_the_phone_to_ben(passed: Passed) -> None:
    passed.here("Ana")
    passed.page.get_by_role("button", name="End turn").first.tap()
    passed.page.get_by_role("button", name="Pass the phone to Ben").tap()
    expect(passed.curtain.locator("h2:visible")).to_have_text("Pass the phone to Ben")


def test_a_table_that_wants_no_curtain_has_none_after_a_reload_either(passed: Passed) -> None:
    passed.curtain.get_by_role("button", name="No curtain at this table").tap()
    expect(passed.curtain).to_be_hidden()
    passed.page.reload()
    expect(passed.page.locator(".tabs")).to_be_visible()
    expect(passed.curtain).to_be_hidden()


def test_a_game_that_begins_while_the_lobby_is_open_gets_its_curtain_too(browser: Any) -> None:
    passed = Passed(browser, begun=False)
    expect(passed.page.locator(".lobby")).to_be_visible()
    passed.tables.begin(passed.code, [passed.host])
    passed.page.evaluate("() => dispatchEvent(new Event('focus'))")
    expect(passed.curtain).to_be_visible()
    passed.here("Ana")
    expect(passed.curtain).to_be_hidden()
    passed.context.close()
    passed.server.shutdown()


def test_without_scripts_the_seats_are_buttons_as_before(browser: Any) -> None:
    passed = Passed(browser, java_script_enabled=False)
    expect(passed.curtain).to_be_hidden()
    passed.page.locator(".tabs").get_by_role("button", name="Ben").tap()
    expect(passed.page.locator(".tab[aria-current]")).to_contain_text("Ben")
    passed.context.close()
    passed.server.shutdown()

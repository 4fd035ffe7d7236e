"""Dice, coin, clocks and who begins, on a phone at a real table: what falls lands in the form that asks for it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from headless_browser import PHONE, chromium
from memory_store import MemoryStore
from playwright.sync_api import expect
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.clocks import clocks
from companion.table.tables import Tables

pytestmark = pytest.mark.browser
FINGER = """(field, [id, x, y, kind]) => field.dispatchEvent(
  new PointerEvent(kind, {pointerId: id, clientX: x, clientY: y, bubbles: true, pointerType: 'touch'}))"""


class Sat:
    """Ana and Ben at a game, Ana's phone open."""

    def __init__(self, browser: Any, game: str) -> None:
        self.now_s = 1_700_000_000.0
        self.tables = Tables(MemoryStore(), clock=lambda: self.now_s)
        opened = self.tables.open(game)
        self.code = opened.code
        self.tokens = [self.tables.join(self.code, name=name).token for name in ("Ana", "Ben")]
        self.tables.begin(self.code, [opened.host_token])
        app = create_app(Service(self.tables, Network(), no_limits()))
        self.server = make_server("127.0.0.1", 0, app, threaded=True)
        url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.context = browser.new_context(viewport=PHONE, has_touch=True)
        self.context.add_cookies([{"name": f"tw_{self.code}", "value": self.tokens[0], "url": url}])
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.goto(f"{url}/t/{self.code}")

    def tool(self, name: str) -> Any:
        self.page.locator(".menu > summary").tap()
        self.page.locator(f".menu [data-tool={name}]").tap()
        return self.page.locator(f"#tool-{name}")

    @property
    def state(self) -> Any:
        return self.tables.live(self.code).table.state


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def at(browser: Any) -> Iterator[Any]:
    made: list[Sat] = []

    def sat(game: str) -> Sat:
        made.append(Sat(browser, game))
        return made[-1]

    yield sat
    for one in made:
        one.context.close()
        one.server.shutdown()


def test_who_is_chosen_goes_into_the_games_own_question(at) -> None:
    tower = at("tower")
    tower.page.get_by_role("button", name="Draw lots").tap()
    box = tower.page.locator("#tool-begins")
    box.get_by_role("button", name="Choose").tap()
    expect(box.locator(".drawn-says")).to_have_text(re.compile("(Ana|Ben) begins"))
    chosen = box.locator(".drawn li.won").get_attribute("data-seat")
    box.get_by_role("button", name=re.compile("(Ana|Ben) starts")).tap()
    expect(box).to_be_hidden()
    expect(tower.page.locator("#live")).to_contain_text("takes the first turn")
    assert tower.state.active == int(chosen)


@pytest.mark.parametrize("late", ["tools.js", "tools.css", "who_begins.js"])
def test_of_two_tools_wanted_while_they_load_the_last_opens(at, late: str) -> None:
    tower, held = at("tower"), list[Any]()
    tower.page.route(f"**/{late}", lambda route: held.append(route))
    tower.tool("begins")
    tower.tool("dice")
    if late != "who_begins.js":
        expect(tower.page.locator("dialog.card-sheet[open]")).to_have_count(0)
    for one in held:
        one.continue_()
    expect(tower.page.locator("#tool-dice")).to_be_visible()
    tower.page.wait_for_timeout(200)
    expect(tower.page.locator("dialog.card-sheet[open]")).to_have_count(1)


def test_one_of_the_fingers_is_chosen_and_stays_when_they_lift(at) -> None:
    tower = at("tower")
    box = tower.tool("begins")
    box.get_by_role("button", name="Fingers on this screen").tap()
    field = box.locator(".fingers")
    for number in range(7):
        field.evaluate(FINGER, [number + 1, 60 + 40 * number, 300, "pointerdown"])
    expect(field.locator(".finger")).to_have_count(5)
    expect(field.locator(".finger.won")).to_have_count(1)
    for number in range(5):
        field.evaluate(FINGER, [number + 1, 60, 300, "pointerup"])
    expect(field.locator(".finger.won")).to_have_count(1)
    expect(field.locator(".finger.out")).to_have_count(4)
    box.get_by_role("button", name="Done").tap()
    box.get_by_role("button", name="Ben", exact=True).tap()
    expect(box.locator(".drawn-says")).to_have_text("Ben begins")


def test_a_die_thrown_where_nothing_asks_is_only_shown(at) -> None:
    tower = at("tower")
    rev = tower.tables.live(tower.code).log.rev
    box = tower.tool("dice")
    expect(box.get_by_role("button", name="Roll the dice the game asks for")).to_be_hidden()
    box.get_by_role("button", name="3 × d6").tap()
    expect(box.locator(".thrown")).to_have_text(re.compile("^[1-6] +[1-6] +[1-6]$"))
    box.get_by_role("button", name="Coin").tap()
    expect(box.locator(".thrown")).to_have_text(re.compile("^(Heads|Tails)$"))
    assert tower.tables.live(tower.code).log.rev == rev


def test_clocks_count_from_the_log_and_not_from_the_page(at) -> None:
    tower = at("tower")
    begun = tower.now_s
    tower.now_s += 600
    first = clocks(tower.tables.live(tower.code))
    assert first.game_s == begun
    before = tower.page.locator("[data-tool=clocks] [data-since]").get_attribute("data-since")
    tower.page.reload()
    assert tower.page.locator("[data-tool=clocks] [data-since]").get_attribute("data-since") == before
    expect(tower.tool("clocks").locator("dd").first).to_contain_text(":")


def test_a_turn_is_as_long_as_its_heading_stays(at) -> None:
    breeds = at("tower")
    live = breeds.tables.live(breeds.code)
    look = breeds.tables.look(breeds.code, [breeds.tokens[0]])
    start = next(one for one in look.choices if "starts" in one.label)
    breeds.now_s += 60
    breeds.tables.submit(breeds.code, [breeds.tokens[0]], id="s", event=start.event)
    times = clocks(live)
    assert times.game_s is not None
    assert times.turn_s is not None
    assert times.game_s <= times.turn_s <= breeds.now_s

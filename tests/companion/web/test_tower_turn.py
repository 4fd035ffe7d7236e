"""A turn of Attack at the Tower by touch, in a real browser at phone size: what it costs, and that nothing scrolls."""

from __future__ import annotations

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
from companion.table.tables import Tables
from rules.games.tower.attack import DeclareAttack
from rules.games.tower.corrections import SetBase, SetHand, SetPile, SetTroops, SetTurn
from rules.games.tower.setup_and_renewing import Done, Draw, Renew

pytestmark = pytest.mark.browser

TAPS_MOST = 8
BOARDS = (
    {"1a": ("treecity", 2), "2a": ("lair", 2)},
    {"1a": ("lair", 1), "2a": ("burrows", 0), "3c": ("standing_stones", 1)},
)


class Evening:
    """Ana's turn begins at a table in the middle of a game; Ben's hand holds no ability."""

    def __init__(self) -> None:
        self.tables = Tables(MemoryStore())
        opened = self.tables.open("tower")
        self.code, self.host = opened.code, opened.host_token
        self.tokens = [self.tables.join(self.code, name=name).token for name in ("Ana", "Ben")]
        self.tables.begin(self.code, [self.host])
        self.said = 0
        for seat, board in enumerate(BOARDS):
            for place, (base, troops) in board.items():
                self.say(SetBase(place, base, seat=seat, override=True))
                self.say(SetTroops(place, troops, seat=seat, override=True))
            self.say(SetHand(0, 1, seat=seat, override=True))
        # Ben draws bases alone, so that his hand holds no ability in the fight either.
        self.say(SetPile("abilities", 0, 0, seat=1, override=True))
        self.say(SetTurn(0, "decide", seat=0, override=True))
        app = create_app(Service(self.tables, Network(), no_limits()))
        self.server = make_server("127.0.0.1", 0, app, threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def say(self, event: Any) -> None:
        self.said += 1
        self.tables.submit(self.code, [self.host, *self.tokens], id=f"said-{self.said}", event=event)

    @property
    def state(self) -> Any:
        return self.tables.live(self.code).table.state

    def phone(self, browser: Any) -> Any:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        context.add_cookies([{"name": f"tw_{self.code}", "value": self.tokens[0], "url": self.url}])
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(f"{self.url}/t/{self.code}")
        return page


@pytest.fixture
def evening() -> Iterator[Evening]:
    found = Evening()
    yield found
    found.server.shutdown()


def test_a_turn_takes_eight_taps_and_no_scroll(evening: Evening) -> None:
    taps = 0
    with chromium() as browser:
        page = evening.phone(browser)

        def tap(found: Any) -> None:
            nonlocal taps
            found.wait_for()
            box = found.bounding_box()
            assert box is not None
            assert 0 <= box["y"] + box["height"] / 2 <= PHONE["height"], "it has to be scrolled to"
            # As a person would: not before it has come to rest, and not while it is shown as resting.
            found.tap(position={"x": min(14, box["width"] / 2), "y": box["height"] / 2})
            taps += 1

        def spot(name: str) -> Any:
            return page.locator(f'#main [data-spot="{name}"]').first

        tap(page.get_by_role("button", name="Renew", exact=True))
        tap(page.get_by_role("button", name="2 bases"))
        page.locator('#main [data-spot="slot:0-1b"].can').wait_for()
        # Ben draws his two bases by himself, for there is only one pile, and lays none of them.
        evening.say(Done(seat=1))
        page.reload()
        page.locator('#main [data-spot="place:0:2"].can').wait_for(state="attached")
        tap(spot("slot:0-1b"))
        # What is done is said once: the line below stands for the form's own button.
        expect(page.locator("#aim")).to_contain_text("Lay a base")
        expect(page.locator("#sheet .board-form.open form > button.btn")).to_be_hidden()
        tap(page.locator("#sheet .board-form.open label").filter(has_text="Light infantry"))
        page.locator('#main [data-spot="card:0-1b"]').wait_for()
        page.locator("#main .slot-label.can").first.wait_for(state="attached")
        tap(spot("card:0-2a"))
        page.locator('#main [data-spot="place:1:2"].target').wait_for(state="attached")
        # Six against a troll and its base: everything falls on both sides, and nobody has anything to decide.
        page.touchscreen.tap(180, spot("place:1:2").bounding_box()["y"] + 60)
        taps += 1
        page.locator(".result").wait_for()
        assert not evening.state.sides[1].space("2a").base
        tap(page.get_by_role("button", name="End turn"))
        page.locator("#sheet").get_by_text("Nothing for you to do").wait_for()
    assert evening.state.active == 1
    assert taps <= TAPS_MOST


def test_a_base_is_laid_over_another_while_attacks_may_begin(evening: Evening) -> None:
    evening.say(Renew(True, seat=0))
    evening.say(Draw(2, 0, seat=0))
    evening.say(Done(seat=1))
    with chromium() as browser:
        page = evening.phone(browser)
        # A touch on the base itself means its territory.
        page.locator("#sheet summary").filter(has_text="Lay a base over another").tap()
        sheet = page.locator("#sheet details[open]")
        sheet.locator("label").filter(has_text="Over Treecity and 2 elves").tap()
        sheet.locator("label").filter(has_text="Heavy infantry").tap()
        page.locator('#main [data-spot="card:0-1a"]').filter(has_text="Burrows").wait_for()
    space = evening.state.sides[0].space("1a")
    assert (space.base, space.troops) == ("burrows", 0)


def test_what_sends_a_split_is_in_sight_however_many_share_it(evening: Evening) -> None:
    for seat in range(2):
        for place, base in (("1a", "nest"), ("1b", "lair"), ("1c", "burrows")):
            evening.say(SetBase(place, base, seat=seat, override=True))
            evening.say(SetTroops(place, 2, seat=seat, override=True))
    evening.say(Renew(False, seat=0))
    evening.say(DeclareAttack("1", "1", seat=0))
    with chromium() as browser:
        page = evening.phone(browser)
        page.locator("#sheet summary").filter(has_text="Split 10 damage").tap()
        share = page.locator("#sheet .share[open]")
        shares = share.locator(".field")
        assert shares.count() == 6
        button = share.get_by_role("button", name="Split 10 damage among the troops")
        for one in (shares.first, shares.last, button):
            expect(one).to_be_in_viewport(ratio=1)


def test_a_number_is_one_tap_whoever_it_belongs_to(evening: Evening) -> None:
    with chromium() as browser:
        page = evening.phone(browser)
        page.locator('[data-spot="hand:1:bases"] .more-of').tap()
        page.locator('[data-spot="hand:1:bases"] .figure').get_by_text("2").wait_for()
        page.locator('[data-spot="troops:1-1a"] .more-of').tap()
        page.locator('[data-spot="troops:1-1a"] [aria-label^="2"]').wait_for()
        page.wait_for_timeout(2_500)
    assert evening.state.sides[1].hand.bases == 2
    assert evening.state.sides[1].space("1a").troops == 2

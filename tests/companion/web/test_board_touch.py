"""The board as control, in a real browser at phone size: a touch selects, a touch on a target does it; none is lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from duel_game import Attacked, DuelGames, Ended
from headless_browser import PHONE, chromium, put_away
from memory_store import MemoryStore
from plain_phone import PlainPhone
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables

pytestmark = pytest.mark.browser


class Evening:
    """A duel between Ana and Ben, on a server that pages can be loaded from."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.tables = Tables(MemoryStore(), games=DuelGames())
        self.service = Service(self.tables, Network(), no_limits())
        opened = self.tables.open("duel")
        self.code = opened.code
        self.tokens = [self.tables.join(self.code, name=name).token for name in ("Ana", "Ben")]
        self.tables.begin(self.code, [opened.host_token])
        self.server = make_server("127.0.0.1", 0, create_app(self.service), threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def phone(self, seat: int, **more: Any) -> Any:
        """A phone in that person's hand, at the table."""
        context = self.browser.new_context(viewport=PHONE, has_touch=True, **more)
        context.add_cookies([{"name": f"tw_{self.code}", "value": self.tokens[seat], "url": self.url}])
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{self.url}/t/{self.code}")
        return page

    @property
    def state(self) -> Any:
        return self.tables.live(self.code).table.state


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def evening(browser: Any) -> Iterator[Evening]:
    found = Evening(browser)
    yield found
    put_away(browser)
    found.server.shutdown()


def spot(page: Any, name: str) -> Any:
    return page.locator(f'#main [data-spot="{name}"]').first


def there(page: Any, css: str) -> None:
    """Wait until the page has such a thing."""
    page.locator(css).wait_for(state="attached")


def test_two_touches_are_an_attack(evening: Evening) -> None:
    page = evening.phone(0)
    spot(page, "card:0a").tap()
    assert page.locator(".target").count() == 2
    assert spot(page, "card:1b").locator(".forecast").text_content() == "−1 heart"
    assert "Whom?" in page.locator("#aim").text_content()
    spot(page, "card:1b").tap()
    page.locator(".result").wait_for()
    assert evening.state.hearts == (9, 8)


def test_the_selected_thing_touched_again_and_escape_let_go(evening: Evening) -> None:
    page = evening.phone(0)
    for let_go in (
        lambda: spot(page, "card:0a").tap(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator("[data-let-go]").tap(),
    ):
        spot(page, "card:0a").tap()
        assert page.locator(".target").count() == 2
        let_go()
        assert page.locator(".target").count() == 0
    assert evening.state.hits == 0


def test_while_something_is_selected_the_button_does_not_end_the_turn(evening: Evening) -> None:
    page = evening.phone(0)
    assert page.get_by_role("button", name="End turn").is_visible()
    spot(page, "card:0a").tap()
    assert not page.get_by_role("button", name="End turn").is_visible()


def test_ending_a_turn_with_attacks_left_is_not_gold(evening: Evening) -> None:
    page = evening.phone(0)
    button = page.get_by_role("button", name="End turn")
    assert "hollow" in button.get_attribute("class")
    assert "2 attacks still possible" in button.text_content()


def test_two_things_a_card_can_do_are_both_offered(evening: Evening) -> None:
    page = evening.phone(0)
    spot(page, "card:0b").tap()
    assert page.locator(".target").count() == 2
    page.locator("#aim").get_by_role("button", name="Creature b rests").tap()
    there(page, 'body[data-said*="rests"]')
    assert evening.state.hits == 0


def test_what_nobody_can_use_is_looked_at_and_put_right(evening: Evening) -> None:
    page = evening.phone(1)
    spot(page, "card:0a").tap()
    page.locator("#look[open]").wait_for()
    assert "Creature 0a" in page.locator("#look h1").text_content()
    page.locator("#look [data-close]").tap()
    assert page.locator("#look[open]").count() == 0


def test_of_two_things_looked_at_the_one_touched_last_is_shown_whichever_comes_first(evening: Evening) -> None:
    page, held = evening.phone(1), list[Any]()
    spot(page, "card:1b").tap()  # what looking needs is there
    page.locator("#look[open] [data-close]").tap()
    page.route("**/thing/card*0a", lambda route: held.append(route))
    spot(page, "card:0a").tap()
    page.wait_for_timeout(100)
    spot(page, "card:0b").tap()
    page.locator("#look[open]").wait_for()
    assert "Creature 0b" in page.locator("#look h1").text_content()
    (late,) = held
    with page.expect_response("**/thing/card*0a"):
        late.continue_()
    page.wait_for_timeout(200)
    assert "Creature 0b" in page.locator("#look h1").text_content()


def test_what_only_scripts_serve_waits_for_them_visibly_and_then_does_it(evening: Evening) -> None:
    page, held = evening.phone(0), list[Any]()
    page.route("**/in-table/all.js", lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    grip = page.locator("[data-grip]")
    grip.tap()
    assert grip.get_attribute("aria-busy") == "true"
    assert "sheet-low" not in page.locator("html").get_attribute("class")
    (late,) = held
    late.continue_()
    there(page, "html.sheet-low")
    assert grip.get_attribute("aria-busy") is None


def test_of_two_touches_made_before_the_scripts_the_last_counts(evening: Evening) -> None:
    page, held = evening.phone(0), list[Any]()
    page.route("**/in-table/all.js", lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    page.locator("[data-grip]").tap()
    page.locator(".top-say").tap()
    assert page.locator("[aria-busy]").count() == 0
    (late,) = held
    late.continue_()
    page.wait_for_function("document.body.dataset.screen !== undefined && document.getElementById('saved')")
    page.wait_for_timeout(300)
    assert "sheet-low" not in page.locator("html").get_attribute("class")


def test_a_number_shows_its_new_value_before_the_server_has_answered(evening: Evening) -> None:
    page = evening.phone(0)
    page.route("**/number", lambda route: None)  # it never answers
    hearts = page.locator('form.number[data-spot="hearts:1"]')
    hearts.locator(".less").tap()
    assert hearts.locator(".figure").text_content().strip() == "8"
    assert evening.state.hearts == (9, 9)


def test_ten_quick_touches_are_one_entry_and_the_sum_is_right(evening: Evening) -> None:
    page = evening.phone(0)
    before = evening.tables.live(evening.code).log.rev
    hearts = page.locator('form.number[data-spot="hearts:0"]')
    page.evaluate("""() => { const less = document.querySelector('form.number[data-spot="hearts:0"] .less');
        const more = document.querySelector('form.number[data-spot="hearts:0"] .more-of');
        for (let n = 0; n < 10; n++) (n % 5 ? less : more).click(); }""")
    there(page, 'form.number[data-spot="hearts:0"][data-number="3"]')
    assert hearts.locator(".figure").text_content().strip() == "3"
    assert evening.state.hearts == (3, 9)
    assert evening.tables.live(evening.code).log.rev == before + 1


def test_a_touch_out_of_reach_is_kept_and_sent(evening: Evening) -> None:
    page = evening.phone(0)
    page.route("**/number", lambda route: route.abort())
    hearts = page.locator('form.number[data-spot="hearts:1"]')
    hearts.locator(".less").tap()
    there(page, 'body[data-queued="1"]')
    assert hearts.locator(".figure").text_content().strip() == "8"
    page.unroute("**/number")
    there(page, 'form.number[data-spot="hearts:1"][data-number="8"]')
    assert evening.state.hearts == (9, 8)
    assert hearts.locator(".figure").text_content().strip() == "8"


def test_taking_back_names_what_it_takes_back(evening: Evening) -> None:
    page = evening.phone(0)
    page.get_by_role("button", name="End turn").tap()
    there(page, 'body[data-said*="draws"]')
    undo = page.get_by_role("button", name="Take back: Ana ends the turn")
    undo.tap()
    there(page, 'body[data-said*="taken back"]')
    assert (evening.state.active, evening.state.hand) == (0, (3, 3))
    assert page.url.endswith(f"/t/{evening.code}")


def test_a_result_is_shown_until_it_is_put_away(evening: Evening) -> None:
    page = evening.phone(0)
    spot(page, "card:0a").tap()
    spot(page, "card:1a").tap()
    result = page.locator(".result")
    result.wait_for()
    assert "loses a heart" in result.text_content()
    page.locator("[data-dismiss]").tap()
    assert not result.is_visible()
    page.reload()
    assert not page.locator(".result").is_visible()


def test_a_drag_is_the_two_touches_in_one_and_let_go_elsewhere_is_none(evening: Evening) -> None:
    page = evening.phone(0)
    start, end = spot(page, "card:0a").bounding_box(), spot(page, "card:1a").bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()
    assert (page.locator(".target").count(), evening.state.hits) == (0, 0)
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=6)
    assert page.locator(".drag-ghost").count() == 1
    page.mouse.up()
    page.locator(".result").wait_for()
    assert evening.state.hearts == (9, 8)


def test_by_keyboard_alone(evening: Evening) -> None:
    page = evening.phone(0)
    spot(page, "card:0a").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.spot").startswith("card:1")
    page.keyboard.press("Enter")
    page.locator(".result").wait_for()
    assert evening.state.hits == 1


def test_without_scripts_everything_is_links_and_forms(evening: Evening) -> None:
    phone = PlainPhone(evening.service)
    phone.client.set_cookie(f"tw_{evening.code}", evening.tokens[0])
    page = phone.open(f"/t/{evening.code}")
    thing = page.select_one('[data-spot="card:0a"]')
    page = phone.open(str(thing["href"]))
    assert "Creature 0a" in page.select_one("h1").text
    form = next(f for f in page.select("form") if f.get("data-begins") == "card:0a")
    assert form.select_one("button") is not None
    answer = phone.post(f"/t/{evening.code}/number", {"id": "n", "spot": "hearts:1", "by": "-1", "seat": "0"})
    assert answer.select_one('form.number[data-spot="hearts:1"]')["data-number"] == "8"
    answer = phone.post(f"/t/{evening.code}/number", {"id": "m", "spot": "nowhere", "by": "-1", "seat": "0"})
    assert "not on the board any more" in answer.select_one(".say.no").text
    answer = phone.open(f"/t/{evening.code}/thing/nowhere")
    assert phone.status == 200
    assert "is no longer there" in answer.select_one(".say.no").text


FINGER = """(name) => window.dispatchEvent(new PointerEvent(name, {isPrimary: true}))"""


def test_two_touches_soon_after_each_other_both_count(evening: Evening) -> None:
    page = evening.phone(0)
    page.evaluate("""async () => {
        const finger = (name) => window.dispatchEvent(new PointerEvent(name, {isPrimary: true}));
        finger('pointerdown');
        finger('pointerup');
        finger('pointerdown');
        await new Promise((done) => setTimeout(done, 450));
        finger('pointerup');
        document.querySelector('#sheet form[data-picks-only] input[type=radio]').click();
    }""")
    page.locator(".result").wait_for()
    assert evening.state.hits == 1


def test_a_finger_that_rolls_a_little_has_touched(evening: Evening) -> None:
    page = evening.phone(0)
    box = spot(page, "card:0a").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 31, box["y"] + 20, steps=3)
    page.mouse.up()
    assert page.locator(".target").count() == 2


def test_a_touch_on_a_phone_that_is_busy_is_not_taken_for_holding(evening: Evening) -> None:
    page = evening.phone(0)
    page.evaluate("""async () => {
        const card = document.querySelector('#main [data-spot="card:0a"]');
        card.dispatchEvent(new PointerEvent('pointerdown', {isPrimary: true, bubbles: true}));
        const began = performance.now();
        while (performance.now() - began < 800);
        await new Promise((done) => setTimeout(done, 20));
        card.dispatchEvent(new PointerEvent('pointerup', {isPrimary: true, bubbles: true}));
        card.click();
    }""")
    assert page.locator(".target").count() == 2


def test_letting_go_late_of_what_was_held_does_nothing_more(evening: Evening) -> None:
    page, held = evening.phone(0), []
    page.route("**/thing/*", lambda route: held.append(route))
    spot(page, "card:0a").hover()
    with page.expect_request("**/thing/*"):
        page.mouse.down()
    page.evaluate("new Promise((done) => setTimeout(done, 800))")
    page.mouse.up()
    assert page.locator(".target").count() == 0
    held[0].continue_()
    page.locator("#look h1").wait_for()


def test_a_touch_made_while_a_button_rested_does_nothing_however_late_it_is_heard(evening: Evening) -> None:
    page = evening.phone(0)
    page.evaluate("addEventListener('page', () => { window.moved = performance.now(); }, {once: true})")
    evening.tables.submit(evening.code, evening.tokens, id="ben", event=Attacked("1a", "0a", seat=1, override=True))
    page.wait_for_function("() => window.moved && !document.querySelector('#sheet-act .btn[aria-disabled]')")
    page.evaluate("Object.defineProperty(Event.prototype, 'timeStamp', {get: () => moved + 10})")
    page.get_by_role("button", name="End turn").click()
    assert page.evaluate("document.body.dataset.out") == "0"


RESTING = "document.querySelector('#sheet-act .btn').getAttribute('aria-disabled')"


def test_a_button_rests_after_an_act_of_somebody_else_and_shows_it_whatever_comes(evening: Evening) -> None:
    page = evening.phone(0)
    page.evaluate("""() => addEventListener('page', () => {
        const button = document.querySelector('#sheet-act .btn');
        window.resting = [button.getAttribute('aria-disabled')];
        button.removeAttribute('aria-disabled');
        dispatchEvent(new CustomEvent('page', {detail: false}));
        resting.push(button.getAttribute('aria-disabled'));
    }, {once: true})""")
    evening.tables.submit(evening.code, evening.tokens, id="ben", event=Attacked("1a", "0a", seat=1, override=True))
    page.wait_for_function("() => window.resting")
    assert page.evaluate("resting") == ["true", "true"]


def test_a_button_takes_touches_at_once_after_ones_own_act_however_late_the_answer(evening: Evening) -> None:
    page, held = evening.phone(0), []
    page.route("**/do", lambda route: held.append(route))
    page.evaluate(f"addEventListener('page', () => {{ window.resting = [{RESTING}]; }})")
    spot(page, "card:0a").tap()
    spot(page, "card:1a").tap()
    there(page, 'body[data-out="1"]')
    page.evaluate("new Promise((done) => setTimeout(done, 1600))")  # an answer takes so long
    held[0].continue_()
    page.locator(".result").wait_for()
    assert page.evaluate("resting") == [None]


def test_what_an_answer_brings_waits_until_the_finger_has_left(evening: Evening) -> None:
    page, held = evening.phone(0), []
    page.route("**/do", lambda route: held.append(route))
    spot(page, "card:0a").tap()
    spot(page, "card:1a").tap()
    there(page, 'body[data-out="1"]')
    evening.tables.submit(evening.code, evening.tokens, id="end", event=Ended(seat=0))
    page.evaluate(FINGER, "pointerdown")
    button = page.get_by_role("button", name="End turn").element_handle()
    held[0].continue_()
    there(page, 'body[data-out="0"]')
    assert button.is_visible(), "it goes only when no finger can be on it"
    page.evaluate(FINGER, "pointerup")
    page.get_by_text("It is somebody else's turn.").wait_for()
    assert evening.state.hits == 0


def test_what_was_chosen_for_one_act_is_not_chosen_for_the_next(evening: Evening) -> None:
    page = evening.phone(0)
    spot(page, "card:0a").tap()
    spot(page, "card:1a").tap()
    there(page, 'body[data-out="0"][data-said*="attacks"]')
    spot(page, "card:0a").tap()
    assert page.locator(".target").count() == 2
    assert page.locator("#sheet input:checked").count() == 0
    assert evening.state.hits == 1

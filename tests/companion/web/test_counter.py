"""The counter for any game on a phone: what a tap, a hold and an undo do, and what is still there after a reload."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browser_phones import PHONE, Phone, browser, companion, needs_chromium
from page_audit import NAMELESS, TARGETS
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, needs_chromium]


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Iterator[str]:
    with companion(tmp_path_factory.mktemp("counter")) as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


@pytest.fixture
def page(chromium, url) -> Iterator[Page]:
    phone = Phone.new(chromium, url)
    yield phone.page
    phone.page.context.close()


def opened(page: Page, url: str, players: int = 2) -> Page:
    page.goto(url)
    page.get_by_role("link", name="Counter").tap()
    page.get_by_role("link", name=f"{players} players").tap()
    expect(page.locator(".life:visible")).to_have_count(players)
    return page


def life(page: Page, seat: int) -> Any:
    return page.locator(f".life[data-seat='{seat}']")


def total(page: Page, seat: int) -> Any:
    return life(page, seat).locator(".life-value")


def test_two_taps_from_the_first_page_lead_to_everybodys_totals(page, url):
    opened(page, url, 4)
    shown = page.locator(".life:visible")
    expect(shown).to_have_count(4)
    assert [box.text_content() for box in shown.locator(".life-value").all()] == ["20"] * 4


def test_a_phone_that_comes_back_to_it_does_not_load_it_anew(page, url):
    opened(page, url)
    page.evaluate("() => { window.kept = true; }")
    for name in ("focus", "online"):
        page.evaluate("(name) => { dispatchEvent(new Event(name)); }", name)
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.kept") is True


def test_the_signs_are_there_before_anybody_taps_and_each_half_counts(page, url):
    opened(page, url)
    for seat in (0, 1):
        expect(life(page, seat).locator(".half-minus span").first).to_be_visible()
        expect(life(page, seat).locator(".half-plus span").first).to_be_visible()
    life(page, 0).locator(".half-minus").tap()
    life(page, 1).locator(".half-plus").tap()
    expect(total(page, 0)).to_have_text("19")
    expect(total(page, 1)).to_have_text("21")


def test_quick_taps_are_one_change_that_undo_names_and_takes_back_whole(page, url):
    opened(page, url)
    for _ in range(3):
        life(page, 0).locator(".half-minus").tap()
    expect(life(page, 0).locator(".life-change")).to_have_text("−3")
    undo = page.get_by_role("button", name="Take back")
    expect(undo).to_contain_text("Player 1")
    expect(undo).to_contain_text("−3")
    undo.tap()
    expect(total(page, 0)).to_have_text("20")
    expect(undo).to_be_disabled()


def test_taps_apart_are_changes_of_their_own_and_the_last_four_values_stay_in_sight(page, url):
    opened(page, url)
    page.clock.install()
    for _ in range(4):
        life(page, 0).locator(".half-minus").tap()
        page.clock.run_for(2000)
    assert life(page, 0).locator(".life-past li").all_text_contents() == ["19", "18", "17", "16"]


def test_holding_runs_in_fives(page, url):
    opened(page, url)
    box = life(page, 0).locator(".half-plus").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(total(page, 0)).to_have_text(re.compile("^([3-9]|[1-9][0-9])[05]$"))
    page.mouse.up()


def test_a_tap_on_a_phone_that_is_busy_counts_one_and_not_as_held(page, url):
    opened(page, url)
    half = life(page, 0).locator(".half-plus")
    half.evaluate(
        """half => half.parentNode.addEventListener("pointerdown", () => {
          for (const began = performance.now(); performance.now() - began < 700;);
          setTimeout(() => half.dispatchEvent(new PointerEvent("pointerup")), 10);
        })"""
    )
    half.hover()
    page.mouse.down()
    expect(total(page, 0)).not_to_have_text("20")
    assert total(page, 0).text_content() == "21"
    page.mouse.up()


def test_a_starting_value_chosen_before_the_script_came_counts(page, url):
    page.goto(f"{url}/counter")
    page.get_by_role("link", name="2 players").tap()
    expect(total(page, 0)).to_have_text("20")
    on_its_way: list[Any] = []
    page.route("**/counter.js", lambda route: on_its_way.append(route))
    page.goto(f"{url}/new")
    page.goto(f"{url}/counter", wait_until="commit")
    page.get_by_text("40", exact=True).tap()
    expect(page.get_by_role("radio", name="40")).to_be_checked()
    for route in on_its_way:
        route.continue_()
    page.unroute("**/counter.js")
    page.get_by_role("link", name="2 players").tap()
    expect(total(page, 0)).to_have_text("40")


def test_everything_is_there_again_after_a_reload_also_the_starting_value(page, url):
    page.goto(f"{url}/counter")
    page.get_by_text("40", exact=True).tap()
    page.get_by_role("link", name="3 players").tap()
    life(page, 2).locator(".half-minus").tap()
    page.reload()
    expect(total(page, 2)).to_have_text("39")
    page.goto(f"{url}/counter")
    expect(page.get_by_role("radio", name="40")).to_be_checked()
    page.get_by_role("button", name="Go on where you stopped").tap()
    expect(total(page, 2)).to_have_text("39")


def test_once_it_is_loaded_it_counts_without_the_server(page, url):
    opened(page, url, 3)
    page.goto(f"{url}/counter")
    expect(page.get_by_role("button", name="Go on where you stopped")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("link", name="2 players").tap()
    life(page, 0).locator(".half-plus").tap()
    expect(total(page, 0)).to_have_text("21")


def test_damage_by_a_commander_is_counted_apart_and_takes_life_too(page, url):
    opened(page, url, 3)
    life(page, 0).get_by_role("button", name="More about player 1").tap()
    step = page.locator("#seat-sheet .step[data-source='1']")
    expect(page.locator("#seat-sheet .step[data-source='0']")).to_be_hidden()
    for _ in range(2):
        step.get_by_role("button", name="One more").tap()
    page.get_by_role("button", name="Done").tap()
    expect(total(page, 0)).to_have_text("18")
    expect(life(page, 0).locator(".chip-commander")).to_have_text("2")
    assert total(page, 1).text_content() == "20"


def test_a_name_in_any_script_stays_in_its_field(page, url):
    opened(page, url, 4)
    life(page, 3).get_by_role("button", name="More about player 4").tap()
    page.get_by_label("Name").fill("W" * 30 + " 🐉 אבג")
    page.get_by_role("button", name="Done").tap()
    name, field = (life(page, 3).locator(one).bounding_box() for one in ("[data-name]", "xpath=."))
    assert field["x"] <= name["x"]
    assert name["x"] + name["width"] <= field["x"] + field["width"] + 1
    assert name["y"] + name["height"] <= field["y"] + field["height"] + 1


@pytest.mark.parametrize("size", [(360, 740), (320, 640), (740, 360)])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_field_has_room_and_large_targets_on_every_screen(chromium, url, players, size):
    context = chromium.new_context(**{**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    page = opened(context.new_page(), url, players)
    shown = page.locator(".life:visible")
    expect(shown).to_have_count(players)
    for box in (one.bounding_box() for one in shown.all()):
        assert box["x"] >= -1
        assert box["x"] + box["width"] <= size[0] + 1
        assert box["y"] + box["height"] <= size[1] + 1
        assert min(box["width"], box["height"]) >= 88
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".lives").evaluate(TARGETS) == []
    assert page.evaluate(NAMELESS) == []
    context.close()


def test_a_keyboard_counts_too(page, url):
    opened(page, url)
    life(page, 1).get_by_role("button", name="one less").press("Enter")
    expect(total(page, 1)).to_have_text("19")


def test_a_die_never_shows_what_it_has_not(page, url):
    opened(page, url)
    page.get_by_role("button", name="Dice, coin").tap()
    seen = set()
    for _ in range(60):
        page.get_by_role("button", name="d4", exact=True).tap()
        seen.add(page.locator("#thrown").text_content())
    assert seen <= {"1", "2", "3", "4"}
    assert len(seen) > 1


def code_of(page: Page) -> str:
    """The code other screens follow the counter by."""
    page.get_by_role("button", name="Menu").tap()
    shown = page.locator("#menu-sheet [data-counter-code]")
    expect(shown).to_have_text(re.compile("^[A-Z0-9]{6}$"))
    page.locator("#menu-sheet .round-btn").tap()
    expect(page.locator("#menu-sheet")).to_be_hidden()
    return shown.text_content() or ""


def test_two_phones_and_the_tv_count_on_one_counter_and_anybody_takes_back(page, chromium, url):
    opened(page, url, 3)
    life(page, 0).locator(".half-minus").tap()
    code = code_of(page)
    ben = Phone.new(chromium, url).page
    ben.goto(url)
    ben.get_by_label("Code").fill(code.lower())
    ben.get_by_label("Code").press("Enter")
    expect(total(ben, 0)).to_have_text("19")
    tv = chromium.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    tv.goto(f"{url}/c/{code}/table")
    for _ in range(3):
        life(ben, 1).locator(".half-plus").tap()
    for one in (page, tv, ben):
        expect(total(one, 1)).to_have_text("23")
    page.get_by_role("button", name="Take back").tap()
    for one in (page, tv, ben):
        expect(total(one, 1)).to_have_text("20")
        expect(total(one, 0)).to_have_text("19")
    assert tv.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [box.bounding_box() for box in tv.locator(".life:visible .life-value").all()]
    assert min(box["height"] for box in boxes) > 200
    for one in (ben, tv):
        one.context.close()


def test_what_was_counted_out_of_reach_reaches_the_others_later_and_once(page, chromium, url):
    opened(page, url)
    ben = Phone.new(chromium, url).page
    ben.goto(f"{url}/c/{code_of(page)}")
    expect(total(ben, 0)).to_have_text("20")
    page.context.set_offline(True)
    life(page, 0).locator(".half-minus").tap()
    life(ben, 0).locator(".half-minus").tap()
    expect(total(ben, 0)).to_have_text("19")
    page.context.set_offline(False)
    for one in (page, ben):
        expect(total(one, 0)).to_have_text("18")
    ben.context.close()


def test_a_tap_while_another_script_is_still_on_its_way_counts_once(page, url):
    late: list[Any] = []
    page.route("**/small.js", lambda route: late.append(route))
    opened(page, url)
    assert late
    life(page, 0).locator(".half-minus").tap()
    expect(total(page, 0)).to_have_text("19")
    for route in late:
        route.continue_()
    page.wait_for_load_state("networkidle")
    life(page, 1).locator(".half-minus").tap()
    expect(total(page, 1)).to_have_text("19")
    assert total(page, 0).text_content() == "19"


def test_a_tap_before_the_counters_script_is_there_counts_once_it_is(page, url):
    late: list[Any] = []
    page.route("**/counter.js", lambda route: late.append(route))
    page.goto(f"{url}/counter#2")
    minus = life(page, 0).locator(".half-minus")
    minus.dispatch_event("click")  # the sheet is not laid out before its script has come
    expect(minus).to_have_attribute("aria-busy", "true")
    for route in late:
        route.continue_()
    expect(total(page, 0)).to_have_text("19")
    expect(page.locator("[aria-busy]")).to_have_count(0)


def test_a_tap_after_one_whose_answer_was_lost_counts_too(page, chromium, url):
    page.add_init_script("const now = Date.now(); Date.now = () => now")  # all taps follow each other quickly
    opened(page, url)
    ben = Phone.new(chromium, url).page
    ben.goto(f"{url}/c/{code_of(page)}")
    expect(total(ben, 0)).to_have_text("20")
    sent: list[str] = []

    def lose(route: Any) -> None:
        if route.request.method == "POST" and not sent:
            sent.append(route.request.url)
            route.fetch()
        route.abort()

    answers = re.compile("/api/counters/[A-Z0-9]{6}(/changes|[?])")
    page.route(answers, lose)
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        life(page, 0).locator(".half-minus").tap()
    life(page, 0).locator(".half-minus").tap()
    page.unroute(answers)
    for one in (page, ben):
        expect(total(one, 0)).to_have_text("18")
    ben.context.close()


def test_a_new_game_by_mistake_is_taken_back(page, url):
    opened(page, url)
    life(page, 0).locator(".half-minus").tap()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Again with the same players").tap()
    expect(total(page, 0)).to_have_text("20")
    page.get_by_role("button", name="Take back").tap()
    expect(total(page, 0)).to_have_text("19")

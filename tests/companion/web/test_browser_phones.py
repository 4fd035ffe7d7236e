"""Real phones: a headless Chromium with the pages alive, at 360 by 740, and once without JavaScript."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import table_scene
from headless_browser import PHONE, TELEVISION, chromium
from page_audit import CONTRAST, NAMELESS, TARGETS
from PIL import Image

from rules.values.code import CardCode

pytestmark = pytest.mark.browser
SUPPORT = Path(table_scene.__file__).parent
WAIT_MS = 60_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server of the toy game in a process of its own."""
    data = tmp_path_factory.mktemp("tables")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, str(SUPPORT / "toy_server.py"), str(data), "0"]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        assert port.isdigit(), "the server did not start"
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


@pytest.fixture
def phone(browser: Any, address: str) -> Iterator[Any]:
    """Makes phones; what a page complains about fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def make(*, scheme: str = "dark", script: bool = True, size: dict[str, int] = PHONE, hand: bool = True) -> Any:
        context = browser.new_context(
            viewport=size,
            color_scheme=scheme,
            java_script_enabled=script,
            has_touch=hand,
            is_mobile=hand,
            base_url=address,
        )
        context.set_default_timeout(WAIT_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if "Content Security" in m.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints


def lay_table(phone: Any, *names: str) -> list[Any]:
    """A begun table with a phone for each name."""
    host = phone()
    host.goto("/new")
    host.fill("#name", names[0])
    host.click("text=Open the table")
    host.wait_for_url(re.compile(r"/t/[A-Z0-9]{6}$"))
    pages = [host]
    for name in names[1:]:
        page = phone()
        page.goto(f"/j/{code_of(host)}")
        page.fill("#name", name)
        page.click("button:text('Sit down')")
        page.wait_for_selector("#sheet")
        pages.append(page)
    host.click(f"text=Begin with {len(names)} players")
    for page in pages:
        page.wait_for_selector("text=Picking")
    return pages


def code_of(page: Any) -> str:
    return page.url.split("/t/")[1][:6]


def foot(page: Any) -> Any:
    """The large button of the sheet."""
    return page.locator("#sheet-act > button.brass, #sheet-act form:not(.snap) .brass")


def count(page: Any) -> Any:
    return page.locator(".counter .figure")


def counted(page: Any, number: str) -> None:
    """Wait until the page shows the number; its own policy forbids the tests to poll by script."""
    page.wait_for_selector(f".counter .figure:text-is('{number}')")


def test_a_phone_that_joins_appears_on_the_hosts_screen_by_itself(phone):
    host = phone()
    host.goto("/new")
    host.fill("#name", "Ana")
    host.click("text=Open the table")
    host.wait_for_selector(".qr img")
    ben = phone()
    ben.goto(f"/j/{code_of(host)}")
    ben.fill("#name", "Ben")
    ben.click("button:text('Sit down')")
    host.wait_for_selector(".people >> text=Ben")
    assert host.locator("text=Begin with 2 players").is_visible()


def test_what_one_phone_does_shows_on_the_other_and_is_read_aloud(phone):
    ana, ben = lay_table(phone, "Ana", "Ben")
    ana.click("text=Count one")
    counted(ben, "1")
    assert ben.locator("#live").text_content() == "counted 1"
    assert ben.locator("#saved").text_content() == "saved 4"


def test_an_update_keeps_ticks_focus_and_the_place_of_the_button(phone):
    ana, ben = lay_table(phone, "Ana", "Ben")
    # By key: a card that is touched is answered at once where nothing else is asked.
    ben.locator(".pick input").nth(4).focus()
    ben.keyboard.press("Space")
    before = foot(ben).bounding_box()
    ben.locator(".why summary").first.focus() if ben.locator(".why summary").count() else foot(ben).focus()
    focused = ben.evaluate("document.activeElement.outerHTML.slice(0, 60)")
    ana.click("text=Count one")
    counted(ben, "1")
    assert foot(ben).bounding_box() == before
    assert ben.locator(".pick input").nth(4).is_checked()
    assert ben.evaluate("document.activeElement.outerHTML.slice(0, 60)") == focused
    foot(ben).click()
    ben.wait_for_selector("text=Card 5")


def test_an_open_list_stays_open_and_scrolled_through_an_update(phone):
    ana, ben = lay_table(phone, "Ana", "Ben")
    ben.evaluate("document.getElementById('sheet-body').scrollTop = 40")
    scrolled = ben.evaluate("document.getElementById('sheet-body').scrollTop")
    ana.click("text=Count one")
    counted(ben, "1")
    assert ben.evaluate("document.getElementById('sheet-body').scrollTop") == scrolled


def test_the_sheet_steps_down_to_show_the_table_and_up_again(phone):
    ana, ben = lay_table(phone, "Ana", "Ben")
    ben.click("[data-grip]")
    assert not ben.locator("#sheet-body").is_visible()
    assert ben.locator("[data-grip]").get_attribute("aria-expanded") == "false"
    ana.click("text=Count one")
    counted(ben, "1")
    assert not ben.locator("#sheet-body").is_visible(), "an update that asks nothing new leaves it down"
    ben.click("[data-grip]")
    assert ben.locator("#sheet-body").is_visible()
    ben.click("[data-grip]")
    ben.evaluate("document.body.dataset.asks = 'something-new'; dispatchEvent(new Event('page'))")
    assert ben.locator("#sheet-body").is_visible(), "what is asked now comes up by itself"


def test_nothing_changes_under_a_finger(phone):
    ana, ben = lay_table(phone, "Ana", "Ben")
    box = foot(ben).bounding_box()
    ben.mouse.move(box["x"] + 20, box["y"] + 20)
    ben.evaluate("window.dispatchEvent(new PointerEvent('pointerdown'))")
    ana.click("text=Count one")
    counted(ana, "1")
    ben.wait_for_timeout(700)
    assert count(ben).text_content() == "0"
    ben.evaluate("window.dispatchEvent(new PointerEvent('pointerup'))")
    counted(ben, "1")


def test_a_tap_without_the_network_is_kept_and_sent_once_later(phone):
    ana, ben = lay_table(phone, "Ana", "Ben")
    ana.context.set_offline(True)
    ana.click("text=Count one")
    ana.wait_for_selector("#saved >> text=1 waiting")
    assert "Kept on this phone" in ana.locator("#live").text_content()
    ana.context.set_offline(False)
    ana.evaluate("window.dispatchEvent(new Event('online'))")
    counted(ben, "1")
    counted(ana, "1")
    assert ana.locator("#saved").text_content().startswith("saved")


def test_a_phone_that_slept_catches_up_without_a_word(phone):
    ana, ben = lay_table(phone, "Ana", "Ben")
    ben.context.set_offline(True)
    ana.click("text=Count one")
    counted(ana, "1")
    ben.context.set_offline(False)
    ben.evaluate("window.dispatchEvent(new Event('pageshow'))")
    counted(ben, "1")
    assert ben.locator("dialog[open], [role=alert]").count() == 0


def test_a_reload_keeps_the_seat(phone):
    _, ben = lay_table(phone, "Ana", "Ben")
    ben.reload()
    assert ben.locator("text=Pick a card, Ben").is_visible()


@pytest.mark.parametrize("button", ["Move to another phone", "A camera over the table"])
def test_what_a_button_has_made_once_stays_on_the_screen(phone, button):
    ana, ben = lay_table(phone, "Ana", "Ben")
    ana.goto(f"/t/{code_of(ana)}/seats")
    ana.locator("details.person").first.locator("summary").click()
    ana.click(f"button:text-is('{button}')")
    ana.wait_for_selector("[data-copy]")
    ben.click("text=Count one")
    counted(ben, "1")
    ana.evaluate("window.dispatchEvent(new Event('pageshow'))")
    ana.wait_for_timeout(800)
    assert ana.locator("[data-copy]").is_visible()


def test_a_photo_does_what_it_can_only_mean_and_is_taken_back_with_a_tap(phone, tmp_path):
    ana, _ = lay_table(phone, "Ana", "Ben")
    art = table_scene.placeholder_card(str(CardCode("TY", "007", 1)))
    scene = table_scene.render(table_scene.rows([art], seed=5), seed=5, px_per_module=5, table="wood")
    file = tmp_path / "photo.jpg"
    file.write_bytes(scene.photo)
    ana.goto(f"/t/{code_of(ana)}/scan")
    ana.set_input_files("input[type=file]", str(file))
    ana.wait_for_selector("h1:text('Done')")
    assert ana.locator(".shot text").text_content() == "Card 7"
    box = ana.locator(".shot svg").bounding_box()
    assert box["width"] > 200
    ana.click("text=Take back")
    ana.wait_for_selector(".undone")
    ana.goto(f"/t/{code_of(ana)}")
    assert ana.locator("text=Pick a card, Ana").is_visible()


def test_a_photo_taken_without_the_network_is_kept_and_read_later(phone, tmp_path):
    ana, _ = lay_table(phone, "Ana", "Ben")
    art = table_scene.placeholder_card(str(CardCode("TY", "004", 1)))
    file = tmp_path / "photo.jpg"
    file.write_bytes(table_scene.render(table_scene.rows([art], seed=8), seed=8, px_per_module=5).photo)
    ana.goto(f"/t/{code_of(ana)}/scan")
    ana.context.set_offline(True)
    ana.set_input_files("input[type=file]", str(file))
    ana.wait_for_selector("text=Out of reach")
    ana.context.set_offline(False)
    ana.wait_for_selector("h1:text('Done')")
    assert ana.locator(".shot text").text_content() == "Card 4"


def test_a_photo_without_cards_says_so_and_asks_again(phone, tmp_path):
    ana, _ = lay_table(phone, "Ana", "Ben")
    file = tmp_path / "empty.jpg"
    Image.effect_noise((1200, 900), 40).convert("RGB").save(file, "JPEG")
    ana.goto(f"/t/{code_of(ana)}/scan")
    ana.set_input_files("input[type=file]", str(file))
    ana.wait_for_selector(".say.no")
    assert "No card code can be read" in ana.locator(".say.no").first.text_content()
    assert ana.locator("input[type=file]").count() == 1


def test_the_whole_way_without_javascript(phone):
    host = phone(script=False)
    host.goto("/new")
    host.fill("#name", "Ana")
    host.click("text=Open the table")
    ben = phone(script=False)
    ben.goto(f"/j/{code_of(host)}")
    ben.fill("#name", "Ben")
    ben.click("button:text('Sit down')")
    host.reload()
    host.click("text=Begin with 2 players")
    host.locator(".pick").nth(2).click()
    foot(host).click()
    assert "Card 3" in host.locator("main").text_content()
    assert host.locator(".js-only >> visible=true").count() == 0


def test_searching_finds_a_card_without_its_accents_and_says_when_there_is_none(phone, address):
    page = phone()
    page.goto("/help")
    page.evaluate(
        """async () => { (await import("/static/picks.js")).picks();
        document.querySelector('main').innerHTML = `<fieldset data-find><input type=search data-find-box>
        <label class=pick><span>Zoë's Lair</span></label><label class=pick><span>Bard</span></label>
        <p data-find-none hidden>none</p></fieldset>` }"""
    )
    page.fill("[data-find-box]", "zoe")
    assert page.locator(".pick >> visible=true").all_text_contents() == ["Zoë's Lair"]
    page.fill("[data-find-box]", "dragon")
    assert page.locator("[data-find-none]").is_visible()


def test_the_table_screen_follows_by_itself_and_fits_a_television(phone):
    ana, _ = lay_table(phone, "Ana", "Ben")
    screen = phone(size=TELEVISION, hand=False)
    screen.goto(f"/t/{code_of(ana)}/table")
    ana.click("text=Count one")
    screen.wait_for_selector(".tv-last >> text=counted 1")
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert float(screen.evaluate("parseFloat(getComputedStyle(document.querySelector('.tv-now h1')).fontSize)")) > 48
    screen.set_viewport_size({"width": TELEVISION["width"], "height": 500})
    screen.wait_for_selector("html.tight")
    assert screen.evaluate("document.documentElement.scrollHeight") == 500, "what would be cut off is laid out closer"


# --- for everybody: contrast, targets, labels, zoom ----------------------------------------------------------------

PAGES = (
    *("/", "/new", "/score", "/print", "/printers", "/scan", "/help", "/nowhere"),
    *("{t}", "{t}/log", "{t}/seats", "{t}/scan", "{t}/correct", "{t}/scores"),
)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_page_has_contrast_targets_and_names(phone, scheme):
    ana, _ = lay_table(phone, "Ana", "Ben")
    ana.emulate_media(color_scheme=scheme)
    table = f"/t/{code_of(ana)}"
    for path in PAGES:
        ana.goto(path.format(t=table))
        ana.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
        assert ana.evaluate(CONTRAST) == [], path
        assert ana.evaluate(TARGETS) == [], path
        assert ana.evaluate(NAMELESS) == [], path
        assert ana.locator("h1").count() == 1, path
        ids = ana.evaluate("[...document.querySelectorAll('[id]')].map((n) => n.getAttribute('id'))")
        assert len(ids) == len(set(ids)), path


def test_nothing_runs_over_the_side_at_320_pixels(phone):
    ana, _ = lay_table(phone, "Anastasia-Wilhelmina W", "Ben")
    ana.set_viewport_size({"width": 320, "height": 560})
    table = f"/t/{code_of(ana)}"
    for path in PAGES:
        ana.goto(path.format(t=table))
        assert ana.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_a_chosen_light_holds_whatever_the_phone_says(phone):
    page = phone(scheme="dark")
    page.goto("/help")
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(colour)

    def choose(wish: str) -> str:
        page.click("a[href^='/settings']")
        page.check(f"[name=theme][value='{wish}']", force=True)
        page.click("button:has-text('Keep these')")
        page.wait_for_url("**/help")
        return page.evaluate(colour)

    light = choose("light")
    assert dark != light
    page.goto("/new")
    assert page.evaluate(colour) == light
    page.goto("/help")
    assert choose("dark") == dark


def test_whoever_wants_no_motion_gets_none(phone):
    ana, _ = lay_table(phone, "Ana", "Ben")
    ana.emulate_media(reduced_motion="reduce")
    moving = ana.evaluate("document.getAnimations().length")
    assert moving == 0


def test_an_old_entry_is_put_right_and_the_preview_stays_while_others_play(phone):
    ana, ben = lay_table(phone, "Ana", "Ben")
    ana.click("text=Count one")
    counted(ben, "1")
    ana.goto(f"/t/{code_of(ana)}/log")
    ana.locator(".log summary", has_text="counted 1").click()
    ana.click("text=It was different")
    ana.click("text=Something else")
    ana.locator(".opts summary:text-is('Pick')").click()
    for audit in (CONTRAST, TARGETS, NAMELESS):
        assert ana.evaluate(audit) == []
    ana.locator("label.pick").first.click()
    ana.locator(".opts form .btn", has_text="Pick").click()
    ana.wait_for_selector("h1:text('This would change')")
    ben.click("text=Count one")
    counted(ben, "2")
    assert ana.locator("h1").inner_text() == "This would change"
    ana.click("text=Put it right")
    ana.wait_for_selector(".log >> text=It said:")
    # The page came in place of another one: its own style came with it.
    assert ana.locator(".log summary").first.evaluate("one => getComputedStyle(one).display") == "grid"
    counted(ben, "1")

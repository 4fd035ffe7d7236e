"""A turn of Dragoborne on a phone of 360 x 740: everything in sight, and no touch more than there is to decide."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from headless_browser import PHONE, chromium, put_away
from memory_store import MemoryStore
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from rules.game_protocol import Event
from rules.games.dragoborne import combat, corrections, setup

pytestmark = pytest.mark.browser

IN_SIGHT = """(node) => { const box = node.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !!top && (node === top || node.contains(top) || top.contains(node)); }"""

HIDDEN = """() => { const edge = document.querySelector("#sheet").getBoundingClientRect();
  return [...document.querySelectorAll("#main .board [data-spot], #main .row [data-spot]")].filter((node) => {
    const box = node.getBoundingClientRect();
    const middle = box.y + box.height / 2;
    return middle > innerHeight || (edge.x < 100 && middle > edge.y);
  }).map((node) => node.dataset.spot); }"""
"""What of the board lies with its middle under the sheet or below the screen."""

COVERED = """() => [...document.querySelectorAll("#main .card")].flatMap((card) => {
  const name = card.querySelector(".card-name"), letters = document.createRange();
  if (!name) return [];
  letters.selectNodeContents(name);
  const px = parseFloat(getComputedStyle(name).fontSize);
  const figures = [...card.querySelectorAll(".card-value, .card-badges, .card-badges > *")];
  const over = (line, at) => Math.min(line.right, at.right) - Math.max(line.left, at.left) > 2
    && at.top < line.bottom && at.bottom - (line.top + (line.height - px) / 2) > 3;
  const on = (at) => at.width && [...letters.getClientRects()].some((line) => over(line, at));
  return figures.some((one) => on(one.getBoundingClientRect())) ? [name.textContent] : []; })"""
"""Names of cards that figures lie on."""


class Duel:
    """Ana's sixth turn against Ben, her dice still to be rolled."""

    def __init__(self) -> None:
        self.tables = Tables(MemoryStore())
        opened = self.tables.open("dragoborne")
        self.code = opened.code
        self.tokens = [self.tables.join(self.code, name=name).token for name in ("Ana", "Ben")]
        self.tables.begin(self.code, [opened.host_token])
        app = create_app(Service(self.tables, Network(), no_limits()))
        self.server = make_server("127.0.0.1", 0, app, threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.taps = 0
        for event in opening():
            self.tables.submit(self.code, [self.tokens[event.seat or 0]], id=str(uuid.uuid4()), event=event)

    def phone(self, browser: Any, size: Any = PHONE, seat: int = 0) -> Any:
        context = browser.new_context(viewport=size, has_touch=True)
        context.add_cookies([{"name": f"tw_{self.code}", "value": self.tokens[seat], "url": self.url}])
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(f"{self.url}/t/{self.code}")
        return page

    def tap(self, page: Any, css: str) -> None:
        """One touch of something that is in sight without scrolling."""
        found = page.locator(css).first
        found.wait_for()
        assert found.evaluate(IN_SIGHT), css
        found.tap()
        self.taps += 1

    def spot(self, page: Any, name: str) -> None:
        self.tap(page, f'#main [data-spot="{name}"]')

    def in_main_phase(self) -> None:
        self.report(corrections.SetTurn(0, 6, "main", seat=0, override=True))

    def report(self, *events: Event) -> None:
        for event in events:
            self.tables.submit(self.code, [self.tokens[event.seat or 0]], id=str(uuid.uuid4()), event=event)

    @property
    def state(self) -> Any:
        return self.tables.live(self.code).table.state


def opening() -> Iterator[Event]:
    for seat, (deck, colours) in enumerate((("ember", ("red", "green", "red")), ("tide", ("blue", "yellow", "blue")))):
        yield setup.UseDeck(deck, seat=seat)
        yield setup.PlaceBanners(*colours, seat=seat)
        yield setup.LayBarriers(seat=seat)
    yield setup.ChooseStarter(0, seat=0)
    for seat, card, fort in ((0, "ashmane_champion", "1"), (0, "oakheart_guardian", "2"), (1, "dawn_sentry", "2")):
        yield corrections.PutCreature(card, fort, seat=seat, override=True)
    yield corrections.SetAmbushThere("3", True, seat=1, override=True)
    for word, standing in (("red", 4), ("green", 2)):
        yield corrections.SetResources(word, standing, 0, seat=0, override=True)
    yield corrections.SetTurn(0, 6, "dice", seat=0, override=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def duel(browser: Any) -> Iterator[Duel]:
    found = Duel()
    yield found
    put_away(browser)
    found.server.shutdown()


def test_a_turn_takes_a_touch_for_each_die_and_seven_more_until_it_is_ended(duel: Duel, browser: Any) -> None:
    """Dice by hand are three; a photo of them is one (tests/companion/camera/test_dice_photo.py)."""
    page = duel.phone(browser)
    for die, pips in enumerate((5, 2, 6)):
        duel.tap(page, f'fieldset[data-field="values.{die}"] label.pick >> nth={pips - 1}')
    duel.tap(page, '#sheet-body .pick-btn:has-text("Red resource")')
    page.locator("#main").get_by_text("Play a card").first.wait_for()  # the card was there before, to be read
    duel.spot(page, "hand:0:cinderclaw_raider")
    duel.spot(page, "fort:0:3")
    page.locator('#main [data-spot="fort:0:3"] ~ .tableau a').first.wait_for()
    duel.spot(page, "die:0:2")
    duel.spot(page, "fort:0:2")
    page.locator('.slot:has(> [data-spot="fort:0:2"]) .die-shield').wait_for()
    duel.spot(page, "card:0c1")
    assert page.locator('#main [data-spot="fort:1:1"] .forecast').text_content() == "−1"
    duel.spot(page, "fort:1:1")
    page.locator(".result").wait_for()
    assert duel.state.sides[1].barriers == (1, 2, 2)
    assert duel.taps == 3 + 1 + 2 + 2 + 2


def test_a_card_the_camera_sees_is_picked_up_and_one_touch_says_where_it_goes(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    page = duel.phone(browser)
    page.evaluate("""dispatchEvent(new CustomEvent('card', {detail: '"cinderclaw_raider"'}))""")
    page.locator('#main [data-spot="fort:0:3"].target').wait_for()
    duel.spot(page, "fort:0:3")
    page.locator('#main [data-spot="fort:0:3"] ~ .tableau a').first.wait_for()
    assert duel.state.sides[0].creatures[-1].card == "cinderclaw_raider"
    assert duel.taps == 1


def test_into_a_full_fort_a_creature_comes_by_touching_the_one_that_leaves(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    second = corrections.PutCreature("kindling_whelp", "1", seat=0, override=True)
    duel.tables.submit(duel.code, [duel.tokens[0]], id=str(uuid.uuid4()), event=second)
    leaves, stays = (one.uid for one in duel.state.sides[0].at_fort("1"))
    page = duel.phone(browser)
    duel.spot(page, "hand:0:cinderclaw_raider")
    assert page.locator(f'#main [data-spot="card:{leaves}"] .forecast').text_content() == "leaves"
    duel.spot(page, f"card:{leaves}")
    page.locator(f'#main [data-spot="card:{leaves}"]').wait_for(state="detached")
    there = duel.state.sides[0].at_fort("1")
    assert [one.card for one in there] == ["kindling_whelp", "cinderclaw_raider"]
    assert there[0].uid == stays
    assert duel.taps == 2


def test_a_die_goes_to_the_creature_that_is_touched_and_not_to_its_fort(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    green = next(n for n, die in enumerate(duel.state.sides[0].dice) if die.color == "green")
    rolled = corrections.SetDie(green, 5, "zone", seat=0, override=True)
    duel.tables.submit(duel.code, [duel.tokens[0]], id=str(uuid.uuid4()), event=rolled)
    (there,) = duel.state.sides[0].at_fort("2")
    page = duel.phone(browser)
    duel.spot(page, f"die:0:{green}")
    page.locator('#main [data-spot="fort:0:2"].target').wait_for()
    duel.spot(page, f"card:{there.uid}")
    page.locator(f'#main .card:has([data-spot="card:{there.uid}"]) .die').wait_for()
    assert duel.state.sides[0].crosses(there.uid) == (green,)


def test_a_usual_turn_needs_no_scrolling(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    rolled = corrections.SetDie(0, 5, "zone", seat=0, override=True)
    duel.tables.submit(duel.code, [duel.tokens[0]], id=str(uuid.uuid4()), event=rolled)
    for size in (PHONE, {"width": 740, "height": 360}):
        page = duel.phone(browser, size)
        page.locator("#main .row .card").first.wait_for()
        hidden = page.evaluate(HIDDEN)
        assert not hidden, (size, hidden)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size
    narrow = duel.phone(browser, {"width": 320, "height": 640})
    assert narrow.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_full_and_fallen_forts_leave_the_whole_hand_in_sight(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    more = (("kindling_whelp", "1"), ("hedgeburner", "2"), ("hedgeburner", "3"), ("scalesmith", "3"))
    for event in (
        *(corrections.PutCreature(card, fort, seat=0, override=True) for card, fort in more),
        *(corrections.SetFort(fort, 0, seat=seat, override=True) for seat, fort in ((0, "2"), (1, "1"))),
        corrections.SetDie(0, 5, "zone", seat=0, override=True),
    ):
        duel.tables.submit(duel.code, [duel.tokens[0]], id=str(uuid.uuid4()), event=event)
    page = duel.phone(browser)
    page.locator("#main .row .card").first.wait_for()
    assert page.locator("#main .row .card").count() >= 16
    assert not page.evaluate(HIDDEN)
    hand, sheet = (page.locator(css).bounding_box() for css in ("#main .row .tableau", "#sheet"))
    assert hand["y"] + hand["height"] <= sheet["y"]


def test_every_name_of_a_large_hand_can_be_read_and_lies_beside_the_board_of_a_phone_on_its_side(
    duel: Duel, browser: Any
) -> None:
    duel.in_main_phase()
    rolled = corrections.SetDie(0, 5, "zone", seat=0, override=True)
    duel.tables.submit(duel.code, [duel.tokens[0]], id=str(uuid.uuid4()), event=rolled)
    cut = """[...document.querySelectorAll("#main .row .card-name")].filter((name) =>
      name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1)
      .map((name) => name.textContent)"""
    for size in (PHONE, {"width": 740, "height": 360}):
        page = duel.phone(browser, size)
        page.locator("#main .row .card").first.wait_for()
        page.evaluate("document.fonts.ready")
        assert page.locator("#main .row .card").count() >= 12
        assert page.evaluate(cut) == [], size
        hand, board = (
            page.locator(css).first.bounding_box() for css in ("#main .row .tableau", "#main .board >> nth=-1")
        )
        assert page.evaluate("(row => row.scrollWidth - row.clientWidth)(document.querySelector('#main .row'))") <= 0
        assert size == PHONE or hand["x"] >= board["x"] + board["width"]


def test_aiming_at_a_fort_never_changes_its_barriers(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    page = duel.phone(browser)
    duel.spot(page, "card:0c1")
    page.locator(".target").first.wait_for()
    box = page.locator('#main [data-spot="barriers:1:1"]').bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    page.locator(".result").wait_for()
    assert duel.state.sides[1].barriers == (1, 2, 2)
    assert duel.state.phase == "combat"


def test_a_touch_on_a_barrier_of_the_other_puts_it_right(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    page = duel.phone(browser)
    duel.tap(page, '#main [data-spot="barriers:1:1"] .less')
    page.locator('#main [data-spot="barriers:1:1"][data-number="1"]').wait_for()
    for _ in range(200):
        if duel.state.sides[1].barriers != (2, 2, 2):
            break
        page.wait_for_timeout(50)
    assert duel.state.sides[1].barriers == (1, 2, 2)


def test_no_figure_lies_on_the_name_of_a_card(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    hurt = duel.state.sides[0].at_fort("2")[0].uid
    duel.report(corrections.SetCreature(hurt, damage=1, seat=0, override=True))
    duel.report(corrections.SetResources("red", 2, 0, seat=0, override=True))
    duel.report(corrections.SetResources("green", 1, 0, seat=0, override=True))
    page = duel.phone(browser)
    page.locator("#main .row .card").first.wait_for()
    page.evaluate("document.fonts.ready")
    assert page.locator("#main .row .can").count() >= 9
    assert page.evaluate(COVERED) == []


def test_two_shields_leave_the_name_of_their_fort_alone(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    red = [n for n, die in enumerate(duel.state.sides[0].dice) if die.color == "red"]
    duel.report(*(corrections.SetDie(n, 5, "shield", "1", seat=0, override=True) for n in red))
    page = duel.phone(browser)
    page.locator('#main .slot:has(> [data-spot="fort:0:1"]) .die-shield').nth(1).wait_for()
    ends = page.evaluate("""() => { const name = document.querySelector('#main [data-spot="fort:0:1"]');
      const letters = document.createRange(); letters.selectNodeContents(name);
      const shields = name.closest(".slot").querySelectorAll(".die-shield");
      return [letters.getBoundingClientRect().right,
        Math.min(...[...shields].map((one) => one.getBoundingClientRect().left))]; }""")
    assert ends[0] <= ends[1]


def test_a_die_on_a_creature_is_seen_while_the_creature_is_held(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    (there,) = duel.state.sides[0].at_fort("1")
    red = next(n for n, die in enumerate(duel.state.sides[0].dice) if die.color == "red")
    duel.report(corrections.SetDie(red, 5, "cross", there.uid, seat=0, override=True))
    page = duel.phone(browser)
    duel.spot(page, f"card:{there.uid}")
    page.locator(".target").first.wait_for()
    # Nothing in a fort takes a touch while another fort is aimed at, so what is drawn on top is asked without that.
    page.evaluate("""() => document.querySelectorAll("#main .slot, #main .slot *")
      .forEach((node) => node.style.setProperty("pointer-events", "auto", "important"))""")
    assert page.locator(f'#main .card:has([data-spot="card:{there.uid}"]) .die').evaluate(IN_SIGHT)


def test_an_attack_stands_whole_in_the_head_and_its_words_beside_the_picture(duel: Duel, browser: Any) -> None:
    duel.in_main_phase()
    duel.report(combat.Attack(duel.state.sides[0].at_fort("1")[0].uid, "2", seat=0))
    whole = """() => [...document.querySelectorAll(".top-say > *")]
      .filter((node) => node.scrollHeight > node.clientHeight + 2).map((node) => node.innerText)"""
    for seat, asked in enumerate(("Does Ben block?", "Do you block?")):
        page = duel.phone(browser, seat=seat)
        assert page.locator(".top-say .now-detail").text_content() == asked
        assert page.evaluate(whole) == []
    duel.report(combat.NoBlock(seat=1))
    page = duel.phone(browser)
    page.locator(".result").wait_for()
    boxes = [page.locator(f".result {css}").bounding_box() for css in (".result-card img", "h2", ".result-outcome")]
    picture = boxes[0]["x"] + boxes[0]["width"]
    assert all(box["x"] >= picture for box in boxes[1:])
    assert boxes[1]["y"] < boxes[0]["y"] + boxes[0]["height"]

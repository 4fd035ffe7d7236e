"""Dragon Breeds by touch, in a real browser at phone size: how many taps a turn takes, and what a touch changes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from headless_browser import PHONE, chromium, put_away
from memory_store import MemoryStore
from mid_game import laid
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from rules.event import Event
from rules.games.breeds.combat import Attack, PlayDragon
from rules.games.breeds.corrections import SetDragons, SetHealth, SetTurn
from rules.games.breeds.market import TurnUp
from rules.games.breeds.setup import ChooseLegendary, ChooseStarter, ChooseSummoner
from rules.games.breeds.turn import Done

pytestmark = pytest.mark.browser

SUPPLY = {"1": "black_sootling", "2": "black_razortail", "4": "black_venomous"}


class Evening:
    """Black and Teal with a dragon each, on a server that pages can be loaded from; slot 3 was not named yet."""

    def __init__(self, browser: Any, people: tuple[str, ...] = ("Ana", "Ben")) -> None:
        self.browser = browser
        self.tables = Tables(MemoryStore())
        opened = self.tables.open("breeds")
        self.code = opened.code
        self.tokens = [self.tables.join(self.code, name=name).token for name in people]
        self.tables.begin(self.code, [opened.host_token])
        self._ids = count(1)
        for seat, colour in enumerate(("black", "teal", "white")[: len(people)]):
            self.report(ChooseSummoner(colour, seat=seat), ChooseLegendary(seat=seat))
        self.report(ChooseStarter(0, seat=0))
        self.report(SetDragons(("black_obsidian",), seat=0, override=True))
        self.report(SetDragons(("teal_crusher",), seat=1, override=True))
        self.report(SetTurn(0, "combat", 5, seat=0, override=True), TurnUp(SUPPLY, seat=0))
        service = Service(self.tables, Network(), no_limits())
        self.server = make_server("127.0.0.1", 0, create_app(service), threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def report(self, *events: Event) -> None:
        for event in events:
            self.tables.submit(self.code, [self.tokens[event.seat or 0]], id=f"set-up-{next(self._ids)}", event=event)

    @property
    def state(self) -> Any:
        return self.tables.live(self.code).table.state

    def phone(self, seat: int, **more: Any) -> Phone:
        context = self.browser.new_context(viewport=PHONE, has_touch=True, **more)
        context.add_cookies([{"name": f"tw_{self.code}", "value": self.tokens[seat], "url": self.url}])
        page = context.new_page()
        page.set_default_timeout(20_000)
        return Phone(page, f"{self.url}/t/{self.code}")


class Phone:
    """A phone at the table, and how often it was touched."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address, self.taps = page, address, 0
        self.look()

    def look(self) -> None:
        """The page as it is now; a phone that listens would have it already."""
        self.page.goto(self.address)

    def tap(self, what: Any) -> None:
        """One touch on what is in sight without scrolling, and the page that comes of it."""
        place = what if not isinstance(what, str) else self.spot(what)
        box = place.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] / 2 <= PHONE["height"], "it is under the fold"
        place.tap()
        self.taps += 1

    def spot(self, name: str) -> Any:
        return self.page.locator(f'#main [data-spot="{name}"]').first

    def button(self, name: str) -> Any:
        """The large button once it takes touches: for a moment after somebody else's act it takes none."""
        return self.page.locator("#sheet-act button:not([aria-disabled])").filter(has_text=name)


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


@pytest.fixture
def three(browser: Any) -> Iterator[Evening]:
    found = Evening(browser, ("Ana", "Benedikt", "Cem"))
    yield found
    put_away(browser)
    found.server.shutdown()


def test_a_turn_with_a_fight_and_a_purchase_takes_five_taps(evening: Evening) -> None:
    ana, ben = evening.phone(0), evening.phone(1)
    ana.tap("hand:black_obsidian")
    ana.tap(ana.button("Attack for 2"))
    ana.button("Attack for 2").wait_for(state="detached")
    ben.look()
    ben.tap("hand:teal_crusher")
    # Obsidian hits though it is blocked; Crusher is the only dragon Ben has, so nothing more is asked of the defence.
    ben.spot("hand:teal_crusher").wait_for(state="detached")
    ana.look()
    ana.tap(ana.button("Damage: 2"))
    ana.button("Damage: 2").wait_for(state="detached")
    ben.look()
    ben.tap(ben.button("Let it pass"))
    ben.button("Let it pass").wait_for(state="detached")
    assert evening.state.seats[1].health.taken == 2
    ana.look()
    ana.tap("supply:0:2")
    ana.page.locator('#main [data-spot="supply:0:2"]', has_text="turns up later").wait_for()
    ana.tap(ana.button("End turn"))
    ana.button("End turn").wait_for(state="detached")
    assert evening.state.active == 1
    assert "black_razortail" in evening.state.seats[0].dragons
    assert (ana.taps, ben.taps) == (5, 2)


def test_a_dragon_in_the_line_is_taken_back_by_touching_it_again(evening: Evening) -> None:
    ana = evening.phone(0)
    ana.tap("hand:black_obsidian")
    ana.page.locator('#main .board [data-spot^="card:"]').wait_for()
    ana.tap(ana.page.locator('#main .board [data-spot^="card:"]').first)
    ana.button("End turn").wait_for()
    assert (evening.state.clash, evening.state.now.attacked) == (None, False)


def test_a_new_card_is_named_by_buying_it(evening: Evening) -> None:
    ana = evening.phone(0)
    ana.tap("supply:0:3")
    ana.tap(ana.page.locator("#sheet label.pick", has_text="Duskfang"))
    ana.page.locator('#main [data-spot="supply:0:3"]', has_text="turns up later").wait_for()
    assert evening.state.seats[0].dragons[-1] == "black_duskfang"
    assert ana.taps == 2


def test_a_heart_of_somebody_else_is_one_touch_from_right(evening: Evening) -> None:
    ana = evening.phone(0)
    ana.tap(ana.page.locator('#main form.number[data-spot="hearts:1"] .more-of'))
    ana.page.locator('#main form.number[data-spot="hearts:1"][data-number="1"]').wait_for()
    for _ in range(100):
        if evening.state.seats[1].health.taken == 1:
            break
        ana.page.wait_for_timeout(50)
    assert evening.state.seats[1].health.taken == 1
    assert ana.taps == 1


def test_the_mark_of_a_summoner_without_a_picture_leaves_its_words_alone(evening: Evening) -> None:
    table = laid(evening.tables, "breeds", 0)
    context = evening.browser.new_context(viewport=PHONE, has_touch=True)
    context.add_cookies([{"name": f"tw_{table.code}", "value": table.seats[0], "url": evening.url}])
    page = context.new_page()
    page.goto(f"{evening.url}/t/{table.code}")
    plain = page.locator("#sheet .pick:not(:has(.pick-art))")
    assert plain.count() >= 2
    for tile in plain.all():
        mark, words = tile.locator(".pick-mark").bounding_box(), tile.locator("span").first.bounding_box()
        assert mark["y"] + mark["height"] <= words["y"] + 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_names_of_cards_can_be_read_on_them(evening: Evening, scheme: str) -> None:
    ana = evening.phone(0, color_scheme=scheme)
    name = ana.page.locator('#main [data-spot="supply:0:1"] .card-name')
    colour = str(name.evaluate("(node) => getComputedStyle(node).color"))
    red, green, blue = (int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(", "))
    assert max(red, green, blue) < 100, "cards are paper, light in either scheme"


def test_any_part_of_somebody_takes_the_touch_that_aims_at_them(three: Evening) -> None:
    ana = three.phone(0)
    ana.tap("hand:black_obsidian")
    ana.page.locator('[data-spot="seat:1"].target').wait_for()
    # Where the hearts of nobody hurt cannot be more, their own button has no use, and is not in the way either.
    less = ana.page.locator('#main form.number[data-spot="hearts:1"] .less').bounding_box()
    ana.page.touchscreen.tap(less["x"] + less["width"] / 2, less["y"] + less["height"] / 2)
    ana.page.locator('#main .board [data-spot^="card:"]').wait_for()
    assert three.state.clash.defender == 1
    assert three.state.seats[1].health.taken == 0


def test_a_heart_beside_two_others_is_changed_by_its_own_button_not_the_hand_above_it(three: Evening) -> None:
    ana = three.phone(0)
    ana.tap(ana.page.locator('#main form.number[data-spot="hearts:1"] .more-of'))
    ana.page.locator('#main form.number[data-spot="hearts:1"][data-number="1"]').wait_for()


def test_a_box_of_ones_own_is_bought_from_by_touching_its_supply(three: Evening) -> None:
    three.report(SetTurn(2, "market", 5, seat=2, override=True))
    cem = three.phone(2)
    cem.tap("supply:2:3")
    cem.tap(cem.page.locator("#sheet label.pick:visible", has_text="Dragon").first)
    cem.tap(cem.page.locator("#sheet label.pick:visible", has_text="1 Common").first)
    cem.page.locator('#main [data-spot="supply:2:3"]', has_text="turns up later").wait_for()
    assert three.state.seats[2].dragons == ("dragon",)


def test_names_have_their_room_beside_two_others_while_summoners_are_chosen(evening: Evening) -> None:
    tables = evening.tables
    opened = tables.open("breeds")
    seats = [tables.join(opened.code, name=name).token for name in ("Clementine", "Dee", "Eli")]
    tables.begin(opened.code, [opened.host_token])
    context = evening.browser.new_context(viewport=PHONE, has_touch=True)
    context.add_cookies([{"name": f"tw_{opened.code}", "value": seats[2], "url": evening.url}])
    page = context.new_page()
    page.goto(f"{evening.url}/t/{opened.code}")
    page.evaluate("document.fonts.ready")
    for name in page.locator("#main .seat-name").all():
        cut = """(node) => [node, ...node.querySelectorAll("*")]
          .some((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)"""
        assert not name.evaluate(cut), name.inner_text()


NOT_WHOLE = """(note) => {
  const box = note.getBoundingClientRect(), found = [];
  if (note.scrollWidth > note.clientWidth + 1 || note.scrollHeight > note.clientHeight + 1) found.push("cut off");
  if (box.top < document.querySelector(".top").getBoundingClientRect().bottom) found.push("under the head");
  const place = note.closest(".seat, .slot");
  for (const words of place ? place.querySelectorAll(".seat-name bdi, .seat-status, .counter, span.slot-label") : []) {
    if (words.checkVisibility({visibilityProperty: true}) === false) continue;
    const letters = document.createRange();
    letters.selectNodeContents(words);
    for (const line of letters.getClientRects()) {
      const beside = !line.width || line.left >= box.right || line.right <= box.left;
      if (!beside && line.top + 4 < box.bottom && line.bottom - 4 > box.top) found.push(`on ${words.innerText}`);
    }
  }
  return found;
}"""
"""What keeps a note of what a touch brings from being read."""


def unread(phone: Phone) -> list[tuple[str, list[str]]]:
    """The notes in sight that cannot be read whole, and why."""
    phone.page.locator(".forecast").first.wait_for()
    notes = phone.page.locator(".forecast").all()
    return [(note.inner_text(), wrong) for note in notes if (wrong := note.evaluate(NOT_WHOLE))]


def test_what_an_attack_brings_can_be_read_on_everybody(three: Evening) -> None:
    three.report(SetHealth(2, seat=1, override=True), SetDragons(("black_venomous",), seat=0, override=True))
    ana = three.phone(0)
    ana.tap("hand:black_venomous")
    assert ana.page.locator(".forecast").all_inner_texts() == ["hits for 5: out", "hits for 5: K.O."]
    assert unread(ana) == []


def test_what_a_block_and_a_flush_bring_can_be_read(evening: Evening) -> None:
    ana = evening.phone(0)
    ana.tap(ana.page.locator("#sheet").get_by_text("Flush a card", exact=True).first)
    assert ana.page.locator(".forecast").count() == 4
    assert unread(ana) == []
    evening.report(SetDragons(("teal_tidekit", "teal_tidekit"), seat=1, override=True))
    evening.report(SetDragons(("black_venomous", "black_duskfang"), seat=0, override=True))
    evening.report(Attack(1, seat=0), PlayDragon("black_venomous", seat=0), PlayDragon("black_duskfang", seat=0))
    evening.report(Done("attack", seat=0))
    ben = evening.phone(1)
    ben.tap("hand:teal_tidekit")
    assert ben.page.locator(".forecast").all_inner_texts() == ["stops it, and falls", "both fall"]
    assert unread(ben) == []


def test_who_imitates_touches_the_other_dragon_and_it_stays_there(evening: Evening) -> None:
    evening.report(SetTurn(1, "combat", 5, seat=1, override=True))
    evening.report(SetDragons(("teal_geyser", "teal_mirrorscale", "teal_crusher"), seat=1, override=True))
    evening.report(Attack(0, seat=1), PlayDragon("teal_geyser", seat=1), PlayDragon("teal_mirrorscale", seat=1))
    geyser, mirrorscale = (one.uid for one in evening.state.clash.attackers)
    ben = evening.phone(1)
    ben.tap(f"card:{mirrorscale}")
    ben.tap(ben.page.locator(f'#main [data-spot="card:{geyser}"].target'))
    name = ben.page.locator("#main .board .card-face", has_text="as Geyser")
    name.wait_for()
    assert name.locator("img.card-art").count() == 1, "the paper is the same as before"
    assert [one.uid for one in evening.state.clash.attackers] == [geyser, mirrorscale]


def test_who_was_knocked_out_is_told_where_supply_cards_could_be_named(evening: Evening) -> None:
    evening.report(SetDragons(("black_venomous",), seat=0, override=True))
    ana, ben = evening.phone(0), evening.phone(1)
    ana.tap("hand:black_venomous")
    ana.tap(ana.button("Attack for 5"))
    ana.button("Attack for 5").wait_for(state="detached")
    evening.report(Done("defense", seat=1))
    evening.report(Done("fireball_def", seat=1))
    ben.look()
    assert ben.page.locator("#sheet .pick-art").count()
    result = ben.page.locator(".result")
    assert result.locator("h2").inner_text() == "Ana knocks Ben out: 5 damage"
    outcome = result.locator(".result-outcome")
    assert "immune until their next turn" in outcome.inner_text()
    box, room = outcome.bounding_box(), result.bounding_box()
    assert box["y"] + box["height"] <= room["y"] + room["height"]

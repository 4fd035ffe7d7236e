"""The television is read from three metres: through whole games nothing of it is drawn under 34 pixels, cut off, or
hidden under a die or under figures."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import as_file, files
from typing import Any

import playthroughs
import pytest
from headless_browser import TELEVISION, chromium
from memory_store import MemoryStore
from threaded_server import served

from companion.errors import Trouble
from companion.own_decks.game_folders import bring_all
from companion.table.tables import Tables
from rules import games, wire
from rules.game_protocol import Refusal
from rules.games import load
from rules.games.breeds.combat import Attack, PlayDragon
from rules.games.breeds.corrections import SetDragons, SetQuests, SetTurn
from rules.games.breeds.market import Buy, TurnUp
from rules.games.breeds.quests_and_tokens import GainToken
from rules.games.breeds.setup import ChooseLegendary, ChooseStarter, ChooseSummoner
from rules.log import Undo

pytestmark = pytest.mark.browser
LEAST_PX = 34
LANGUAGES = ("en-GB", "de-DE")
GAMES = (
    ("breeds", "four_colours", 24),
    ("dragoborne", "more_house_rules", 14),
    ("fairytale", "five_expert", 15),
    ("gilfate", "three_knockout", 14),
    ("tower", "two_straight_games", 7),
    ("tower", "trolls_come_back", 18),
)
"""A game, one of its playthroughs, and how many entries lie between two looks."""
TOO_SMALL = """(least) => {
  const hidden = (node) => !node.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const spoken = (node) => { for (; node.tagName !== "MAIN"; node = node.parentElement) {
    const box = node.getBoundingClientRect(); if (box.width <= 1.5 || box.height <= 1.5) return true; } return false; };
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), found = new Set();
  for (let text; (text = texts.nextNode());) {
    const holds = text.parentElement, px = parseFloat(getComputedStyle(holds).fontSize);
    if (!text.data.trim() || holds.closest("svg") || px >= least - 0.05 || hidden(holds) || spoken(holds)) continue;
    found.add(`${px} px: ${text.data.trim().slice(0, 40)} (${holds.className})`);
  }
  for (const die of document.querySelectorAll(".card .die")) {
    const box = (node) => node.getBoundingClientRect(), at = box(die), card = die.closest(".card");
    const apart = (one) => one.right <= at.left + 1 || one.left >= at.right - 1 || one.top >= at.bottom - 1;
    const within = (one) => one.left >= at.left && one.right <= at.right && one.bottom <= at.bottom;
    const figures = [...card.querySelectorAll(".card-badges")], pips = [...die.querySelectorAll(".pips i")];
    const name = card.querySelector(".card-name"), letters = document.createRange();
    if (name) letters.selectNodeContents(name);
    if (name && ![...letters.getClientRects()].every(apart)) found.add(`a die lies on the name ${name.innerText}`);
    if (!figures.map(box).every(apart)) found.add(`a die lies on the figures of ${card.innerText}`);
    if (!pips.map(box).every(within)) found.add(`pips beside the die on ${card.innerText}`);
  }
  for (const name of document.querySelectorAll(".tv-col .board .card-name, .g-breeds .tv-col > .row .card-name")) {
    if (!name.textContent.trim() || name.clientWidth < 2) continue;
    const letters = document.createRange(), shown = name.getBoundingClientRect();
    letters.selectNodeContents(name);
    const px = parseFloat(getComputedStyle(name).fontSize);
    for (const figure of name.closest(".card").querySelectorAll(".card-value, .card-badges")) {
      const at = figure.getBoundingClientRect();
      for (const line of letters.getClientRects()) {
        const high = Math.max(line.top + (line.height - px) / 2, shown.top), wide = Math.max(line.left, at.left);
        if (line.top > shown.bottom - 4 || !at.width || at.bottom - high < 5 || at.top > line.bottom) continue;
        if (Math.min(line.right, at.right) - wide > 5) found.add(`figures lie on the name of ${name.textContent}`);
      }
    }
  }
  for (const square of document.querySelectorAll(".track-quest .track-places i")) {
    const at = square.getBoundingClientRect();
    for (const other of square.closest(".tv-col").querySelectorAll(".card, .row h2, .track-quest > span:first-child")) {
      const box = other.getBoundingClientRect();
      if (box.left < at.right - 3 && box.right > at.left + 3 && box.top < at.bottom - 3 && box.bottom > at.top + 3)
        found.add(`a quest lies on ${other.innerText}`);
    }
  }
  for (const said of document.querySelectorAll(".tv-say > *"))
    if (getComputedStyle(said.parentElement).flexWrap === "wrap" && (said.scrollWidth > said.clientWidth + 1
      || said.scrollHeight > said.clientHeight + 8))
      found.add(`cut off in the head: ${said.textContent}`);
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight + 1) found.add(`${root.scrollHeight} of ${innerHeight} px high`);
  return [...found];
}"""


@pytest.fixture(scope="module")
def televisions() -> Iterator[tuple[Tables, str, list[Any]]]:
    tables = Tables(MemoryStore())
    with served(tables) as url, chromium() as browser:
        pages = [browser.new_context(viewport=TELEVISION, locale=language).new_page() for language in LANGUAGES]
        yield tables, url, pages


def shown_while_played(tables: Tables, game: str, story: str, every: int) -> Iterator[tuple[int, str]]:
    """The table's code each time so many entries more lie in its log."""
    found = playthroughs.read((playthroughs.FOLDER / game / f"{story}.txt").read_text("utf-8"))
    opened = tables.open(game, options=dict(found.options))
    tokens = [tables.join(opened.code, name=name).token for name in found.people]
    tables.begin(opened.code, [opened.host_token])
    for number, line in enumerate(found.events):
        event: Any = playthroughs.event_of(line, found.people, load(game).events)
        if not isinstance(event, Undo):
            told = {key: value for key, value in wire.event_to_json(event).items() if value is not None}
            with suppress(Refusal, Trouble):  # it passes by itself now
                tables.submit(opened.code, [opened.host_token, *tokens], id=str(uuid.uuid4()), event=told)
        if number % every == 0 or number >= len(found.events) - 2:  # the points, and the end
            yield number, opened.code


def too_small(page: Any) -> list[str]:
    """What is wrong on a screen come to rest: it is laid out once more for letters and pictures that come late."""
    found: list[str] = []
    for _ in range(30):
        found = page.evaluate(TOO_SMALL, LEAST_PX)
        if not found:
            break
        page.wait_for_timeout(100)
    return found


def looked_at(page: Any, where: str) -> list[str]:
    """What is wrong on the screen at an address, in the page's language."""
    page.goto(where)
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    page.wait_for_function("document.querySelector('html.js')")
    return too_small(page)


@pytest.mark.parametrize(("game", "story", "every"), GAMES)
def test_nothing_on_a_television_is_smaller_than_three_metres_allow(televisions, game, story, every):
    tables, url, pages = televisions
    wrong = []
    for number, code in shown_while_played(tables, game, story, every):
        wrong += [f"{story} {number}: {one}" for page in pages for one in looked_at(page, f"{url}/t/{code}/table")]
    assert wrong == []


@pytest.mark.parametrize("people", [("Ana", "Ben"), ("Ana", "Wilhelmina", "Cem", "Dörte")])
def test_a_score_pad_of_a_game_out_of_a_folder_is_no_smaller(televisions, people):
    tables, url, pages = televisions
    with as_file(files("templates") / "games" / "harvestpad") as folder:
        (plan,) = bring_all(folder)
    try:
        opened = tables.open(plan.id)
        tokens = [opened.host_token, *(tables.join(opened.code, name=name).token for name in people)]
        tables.begin(opened.code, tokens)
        where = f"{url}/t/{opened.code}/table"
        wrong = [one for page in pages for one in looked_at(page, where)]
        assert pages[0].locator(".pad").count() == 1
        for seat in range(len(people)):
            for spot in [one.spot for one in tables.look(opened.code, tokens).choices if one.event.seat == seat][:4]:
                with suppress(Refusal, Trouble):
                    tables.write_cell(opened.code, tokens, id=str(uuid.uuid4()), spot=spot, text="12", seat=seat)
        assert wrong + [one for page in pages for one in looked_at(page, where)] == []
    finally:
        games.send_away(plan.id)


def test_three_supplies_tokens_and_what_a_card_asks_for_leave_names_and_quests_alone(televisions):
    tables, url, pages = televisions
    opened = tables.open("breeds")
    seats = [tables.join(opened.code, name=name).token for name in ("Ana", "Benedikt", "Cem")]
    tables.begin(opened.code, [opened.host_token])
    fireballs = [GainToken("fireball", seat=2, override=True)] * 2
    for event in (
        *(ChooseSummoner(colour, seat=seat) for seat, colour in enumerate(("black", "teal", "black"))),
        *(ChooseLegendary(seat=seat) for seat in range(3)),
        ChooseStarter(2, seat=0),
        TurnUp(dict(zip("1234", TEAL, strict=True)), seat=1),
        TurnUp(dict(zip("1234", BLACK, strict=True)), seat=2),
        SetQuests(3, 2, 3, seat=2, override=True),
        *fireballs,
        Buy(3, seat=2),
    ):
        tables.submit(opened.code, [opened.host_token, *seats], id=str(uuid.uuid4()), event=event)
    wrong = [one for page in pages for one in looked_at(page, f"{url}/t/{opened.code}/table")]
    assert wrong == []
    assert pages[0].evaluate("document.documentElement.className").count("tight") > 1, "it is full"


TEAL = ("teal_mirrorscale", "teal_geyser", "teal_faction_coin", "teal_sharpwing")
BLACK = ("black_gloamhunter", "black_venomous", "black_faction_coin", "black_razortail")


def test_a_dragon_that_no_fireball_may_be_aimed_at_says_so(televisions):
    tables, url, pages = televisions
    opened = tables.open("breeds")
    seats = [tables.join(opened.code, name=name).token for name in ("Ana", "Benedikt")]
    tables.begin(opened.code, [opened.host_token])
    for event in (
        *(ChooseSummoner(colour, seat=seat) for seat, colour in enumerate(("teal", "black"))),
        *(ChooseLegendary(seat=seat) for seat in range(2)),
        ChooseStarter(0, seat=0),
        SetDragons(("teal_destroyer", "teal_geyser"), seat=0, override=True),
        SetTurn(0, "combat", 5, seat=0, override=True),
        Attack(1, seat=0),
        *(PlayDragon(card, seat=0) for card in ("teal_destroyer", "teal_geyser")),
    ):
        tables.submit(opened.code, [opened.host_token, *seats], id=str(uuid.uuid4()), event=event)
    assert looked_at(pages[0], f"{url}/t/{opened.code}/table") == []
    figures = pages[0].locator(".board .card", has_text="Geyser").locator(".card-badges")
    seen = """(node) => [...node.querySelectorAll("span")].flatMap((one) => [...one.childNodes])
      .filter((one) => one.nodeType === Node.TEXT_NODE || one.getBoundingClientRect().width > 2)
      .map((one) => one.textContent)"""
    assert " ".join("".join(figures.evaluate(seen)).split()) == "deals 4 no fireballs"
    box, card = figures.bounding_box(), pages[0].locator(".board .card", has_text="Geyser").bounding_box()
    assert card["x"] <= box["x"]

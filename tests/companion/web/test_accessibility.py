"""Every page there is, as axe-core sees it: in light, dark and forced colours; and nothing runs over the side at 320
pixels or with text of twice the size.

Pages are taken from the routes, so a new one is looked at without being named here. ``TABLEWRIGHT_SHOTS=DIR`` keeps a
picture of each, and what was found.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from every_page import Served, served
from headless_browser import PHONE, chromium, put_away
from memory_store import MemoryStore
from mid_game import MidGame, laid
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.limits import no_limits
from companion.own_decks import new_game
from companion.own_decks.folder_preview import FolderPreview
from companion.own_decks.game_folders import bring_all
from companion.own_decks.taught_decks import TaughtDeck
from companion.service import Service
from companion.table.tables import Tables
from companion.web import preview
from rules import games
from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import KEPT

pytestmark = pytest.mark.browser
WIDE = "W" * 24
NAMES = ("\u202bגיל 🐉 مريم\u202c", WIDE)
READY = Path(__file__).parents[3] / "templates" / "games"
SHOTS = os.environ.get("TABLEWRIGHT_SHOTS")
CONTRAST = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}}
OVERFLOW = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return "";
  const over = (node) => node.getBoundingClientRect().right > root.clientWidth + 1
    && ![...node.children].some(over) && getComputedStyle(node).position !== "fixed";
  const cut = (node) => /auto|scroll|hidden|clip/.test(getComputedStyle(node).overflowX);
  const held = (node) => node && (cut(node) || held(node.parentElement));
  const found = [...document.body.querySelectorAll("*")].filter((node) => over(node) && !held(node.parentElement));
  const shown = found.slice(0, 3).map((node) => node.outerHTML.slice(0, 120)).join(" | ");
  return `${root.scrollWidth} of ${root.clientWidth} px: ${shown}`;
}"""
FORCED = """() => {
  // axe reads the colour text is filled with, and Chromium tells that one as it would be were colours not forced.
  for (const node of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(node);
    if (style.forcedColorAdjust === "auto") node.style.webkitTextFillColor = style.color;
  }
}"""
GENERAL = {"nowhere": "/nowhere", "score a game": "/score?game=fairytale", "open a game": "/new?game=dragoborne"}


@dataclass
class Evening:
    """A server with a table of every game, in the midst and at the end, one nobody has begun, and a browser."""

    browser: Any
    served: Served

    @property
    def service(self) -> Service:
        return self.served.service

    @property
    def tables(self) -> Tables:
        return self.service.tables

    @property
    def url(self) -> str:
        return self.served.url

    def page(self, *held: tuple[str, str]) -> Any:
        """A phone with these tokens of tables."""
        context = self.browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="light")
        context.add_cookies([{"name": f"tw_{code}", "value": token, "url": self.url} for code, token in held])
        page = context.new_page()
        page.set_default_timeout(60_000)
        return page


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with served(tmp_path_factory.mktemp("data")) as found, chromium() as browser, pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.web.card_statistics.WAIT_S", 120)  # a page that counts on loads itself anew
        yield Evening(browser, found)


@pytest.fixture(autouse=True)
def phones_put_away(evening: Evening) -> Iterator[None]:
    yield
    put_away(evening.browser)


def findings(page: Any, url: str, path: str, seen: set[str]) -> list[str]:
    """All that is wrong with a page, one line each; nothing where it leads to one that was ``seen``."""
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light", forced_colors="none")
    try:
        answer = page.goto(url + path, wait_until="load")
    except Exception as error:
        # What a browser says of a file it keeps instead of showing it depends on which of two messages comes first.
        if "Download is starting" in str(error) or "ERR_ABORTED" in str(error):
            return []
        raise
    if not (answer and "html" in answer.headers.get("content-type", "")) or page.url in seen:
        return []
    seen.add(page.url)
    wrong = []
    for look, options in (("light", None), ("dark", CONTRAST), ("forced", CONTRAST)):
        page.emulate_media(
            color_scheme="dark" if look == "dark" else "light", forced_colors="active" if look == "forced" else "none"
        )
        page.evaluate("document.getAnimations().forEach((one) => { try { one.finish(); } catch { one.cancel(); } })")
        if look == "forced":
            page.evaluate(FORCED)
        found = violations(page, options)
        wrong += [
            f"{path} ({look}) {one['id']}: {node['target']} {node['html'][:110]} {node['failureSummary'][:230]}"
            for one in found
            for node in one["nodes"][:3]
        ]
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{re.sub(r'[^a-z0-9]+', '-', path.lower())}-{look}.png")
    if path.endswith(
        "/table"
    ):  # hangs on a wall: it fits itself to a television, and makes its text as large as it can
        return noted(wrong)
    page.emulate_media(color_scheme="light", forced_colors="none")
    page.set_viewport_size({"width": 320, "height": 640})
    over = page.evaluate(OVERFLOW)
    wrong += [f"{path} (320 px) {over}"] if over else []
    page.set_viewport_size(PHONE)
    page.evaluate("document.documentElement.style.fontSize = '212.5%'")
    over = page.evaluate(OVERFLOW)
    wrong += [f"{path} (200 %) {over}"] if over else []
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{re.sub(r'[^a-z0-9]+', '-', path.lower())}-200.png")
    return noted(wrong)


def violations(page: Any, options: dict[str, Any] | None) -> list[dict[str, Any]]:
    """What axe-core finds on the page as it looks now; its script, half a megabyte, is given to each page once."""
    if page.evaluate("typeof axe") == "undefined":
        return list(Axe().run(page, options=options or {"resultTypes": ["violations"]}).response["violations"])
    return list(page.evaluate("(options) => axe.run(options).then((found) => found.violations)", options))


def noted(wrong: list[str]) -> list[str]:
    """What was found, also in a file beside the pictures."""
    if SHOTS:
        with (Path(SHOTS) / "findings.txt").open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n".replace("\n  ", " ") for line in wrong)
    return wrong


def of_a_table(evening: Evening, code: str) -> list[str]:
    """Every page of a table."""
    return [rule.replace("<code>", code) for rule in evening.served.of_a_table]


def test_pages_without_a_table(evening: Evening):
    plain = evening.served.plain
    plain += [rule.replace("<game>", game) for rule in evening.served.of_a_game for game in games.playable()]
    plain += [f"/calc/{game}/{one.id}" for game in games.names() for one in games.questions(game)[:1]]
    page, seen = evening.page(), set[str]()
    assert [line for path in (*plain, *GENERAL.values()) for line in findings(page, evening.url, path, seen)] == []


@pytest.mark.parametrize("game", games.names())
def test_a_tables_pages_in_the_midst_of_a_game_and_at_its_end(evening: Evening, game: str):
    middle, end = laid(evening.tables, game, 0.6), laid(evening.tables, game, 1.0)
    page = evening.page((middle.code, ".".join((middle.host, middle.seats[0]))), (end.code, end.seats[0]))
    seen = set[str]()
    paths = [*of_a_table(evening, middle.code), f"/t/{end.code}", f"/t/{end.code}/scores", f"/t/{end.code}/log"]
    paths += things(page, evening, middle)
    assert [line for path in dict.fromkeys(paths) for line in findings(page, evening.url, path, seen)] == []


def test_a_table_nobody_has_begun_with_names_of_every_kind(evening: Evening):
    opened = evening.tables.open("fairytale")
    tokens = [evening.tables.join(opened.code, name=name).token for name in NAMES]
    page = evening.page((opened.code, ".".join((opened.host_token, tokens[0]))))
    seen = set[str]()
    lobby = [f"/t/{opened.code}", f"/t/{opened.code}/seats", f"/j/{opened.code}", f"/t/{opened.code}/table"]
    wrong = [line for path in lobby for line in findings(page, evening.url, path, seen)]
    evening.tables.begin(opened.code, [opened.host_token])
    assert [*wrong, *(line for path in lobby for line in findings(page, evening.url, path, set()))] == []


def test_somebody_who_is_asked_to_sit_down(evening: Evening):
    opened = evening.tables.open("tower")
    assert findings(evening.page(), evening.url, f"/t/{opened.code}/join", set()) == []


def things(page: Any, evening: Evening, table: MidGame) -> list[str]:
    """The look-sheets of the first three things on the board."""
    page.goto(f"{evening.url}/t/{table.code}")
    hrefs = page.eval_on_selector_all("a.thing[href]", "(all) => all.map((one) => one.getAttribute('href'))")
    return list(dict.fromkeys(hrefs))[:3]


def test_a_club_night_with_names_of_every_kind(evening: Evening):
    nights = evening.service.club
    cup = nights.open(WIDE, kind="swiss", game="dragoborne", names=[*NAMES, "Cleo"], round_minutes=50)
    cup = nights.next_round(cup.id)
    _, _, host = nights.sit(cup.id, cup.now[0].people[0])
    assert host
    nights.call(cup.now[0].code)
    free = nights.add_tables(nights.open("Thursday").id, "fairytale", 2)
    page = evening.page()
    paths = [f"/{where}/{night.id}" for where in ("club", "b") for night in (cup, free)]
    nights.give_result(cup.id, cup.now[0].code, (2, 1))
    assert [line for path in paths for line in findings(page, evening.url, path, set())] == []


def test_a_counter_on_another_phone_and_on_the_tv(evening: Evening):
    counter = evening.service.counters.open(5, 40)
    paths = (f"/c/{counter.code}", f"/c/{counter.code}/table")
    evening.service.counters.add(counter.code, [{"id": "1", "kind": "name", "seat": 1, "name": "W" * 20}])
    assert [line for path in paths for line in findings(evening.page(), evening.url, path, set())] == []


def test_what_the_cards_of_a_game_did(evening: Evening):
    laid(evening.tables, "fairytale", 1.0)
    paths = [f"/games/cards?game=fairytale&by={by}" for by in ("won", "brought")]
    assert [line for path in paths for line in findings(evening.page(), evening.url, path, set())] == []


def test_a_deck_without_codes_in_part_and_whole(evening: Evening):
    taught = evening.service.taught
    assert taught is not None
    colours = np.random.default_rng(5).integers(0, 255, (3, 11, 8, 3), dtype=np.uint8)
    pictures = [np.asarray(cv2.resize(one, KEPT, interpolation=cv2.INTER_CUBIC), np.uint8) for one in colours]
    nearly = pictures[0].copy()
    nearly[260:290, 80:130] = (20, 20, 160)
    names = (WIDE, "\u202bגיל 🐉\u202c", "Owl")
    taught.put(TaughtDeck("part", WIDE, 9, names=names), pictures[:2], [None, NAMES[0]])
    taught.put(TaughtDeck("whole", "Whole", 3), [*pictures[:2], nearly, pictures[2]], [*NAMES, "Twin", ""])
    (taught.folder / "damaged").mkdir()
    (taught.folder / "damaged" / "deck.json").write_text("{", encoding="utf-8")
    about = [f"/teach/{page}" for page in ("part", "part/face/1", "whole", "whole/alike", "damaged")]
    paths = ["/teach", *about, "/scan"]
    assert [line for path in paths for line in findings(evening.page(), evening.url, path, set())] == []


def test_the_preview_of_a_folder_with_a_change_and_with_a_fault(evening: Evening, tmp_path: Path):
    for name, data in new_game.folder("Lantern Walk", letters="QX").files.items():
        (tmp_path / name).write_bytes(data)
    shown = FolderPreview(tmp_path)
    app = create_app(Service(Tables(MemoryStore()), limits=no_limits()))
    app.extensions[preview.PREVIEW] = preview.Drawn(shown)
    app.register_blueprint(preview.bp)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page, url = evening.page(), f"http://127.0.0.1:{server.server_port}"
        wrong = findings(page, url, "/preview", set())
        cards = tmp_path / "cards.csv"
        cards.write_text(cards.read_text("utf-8").replace("Second Card", WIDE, 1), "utf-8")
        assert shown.look()
        wrong += findings(page, url, "/preview", set())
        rules = tmp_path / "game.toml"
        rules.write_text(rules.read_text("utf-8") + "\nnobody_knows_this = 1\n", "utf-8")
        shown.look()
        assert wrong + findings(page, url, "/preview", set()) == []
    finally:
        server.shutdown()
        games.send_away("lantern_walk")


@pytest.mark.parametrize("name", ["tidepool", "embers"])
def test_a_table_of_a_game_out_of_a_folder(evening: Evening, tmp_path: Path, name: str):
    shutil.copytree(READY / name, tmp_path / name)
    (plan,) = bring_all(tmp_path / name)
    try:
        opened = evening.tables.open(plan.id)
        tokens = [evening.tables.join(opened.code, name=one).token for one in NAMES]
        evening.tables.begin(opened.code, [opened.host_token])
        page = evening.page((opened.code, ".".join((opened.host_token, tokens[0]))))
        paths = [f"/t/{opened.code}", f"/t/{opened.code}/table", f"/t/{opened.code}/scores"]
        paths += things(page, evening, MidGame(opened.code, opened.host_token, tuple(tokens)))
        assert [line for path in paths for line in findings(page, evening.url, path, set())] == []
    finally:
        games.send_away(plan.id)

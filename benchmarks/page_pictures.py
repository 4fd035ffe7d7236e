"""Pictures of every page, and of every game's table while it is played, to be looked at.

    python benchmarks/page_pictures.py DIR [--game G ...] [--pages | --moments] [--turns 4] [--seed 1] [--quick]

Pages come from the routes, with a table of each game in the midst and at its end, and one nobody has begun, each in
English and German. A game's moments are played as ``taps.py`` plays them, by touch on two phones: before the first
touches of the first events of each kind both phones are pictured, with what is half chosen on them, and the television.
One phone speaks English and the other German; in a second run they change places.

Files are ``DIR/LOOK/NAME-LANGUAGE.png``; looks are ``360`` and ``360dark`` (360x740), ``land`` (740x360), ``320``
(320x640), ``tv`` and ``tvdark`` (1920x1080). What is pictured needs nothing measured: it says nothing, and no test
compares it.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

import taps
from every_page import Served, served
from headless_browser import ARGUMENTS, PHONE, TELEVISION, chromium_path
from mid_game import MidGame, laid
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from server_process import free_port, start

from rules import games

Size = dict[str, int]
LANDSCAPE: Size = {"width": 740, "height": 360}
SMALL: Size = {"width": 320, "height": 640}
LOOKS: tuple[tuple[str, Size, str], ...] = (
    ("360", PHONE, "light"),
    ("360dark", PHONE, "dark"),
    ("land", LANDSCAPE, "light"),
    ("320", SMALL, "light"),
)
TV_LOOKS: tuple[tuple[str, Size, str], ...] = (("tv", TELEVISION, "light"), ("tvdark", TELEVISION, "dark"))
SPOKEN = {"en": "en-GB", "de": "de-DE"}
LONGEST_PX = 2600
SETTLED_MS = 250
EACH_KIND, TOUCHES, LOOKED_AT = 2, 3, 2
"""So many events of a kind are pictured, touches of each, and touches of the first in every look."""
SETTLE = "document.getAnimations().forEach((one) => { try { one.finish(); } catch { one.cancel(); } })"


def context(browser: Browser, url: str, language: str, *held: tuple[str, str], size: Size = PHONE) -> BrowserContext:
    """A phone that speaks the language and holds these tokens of tables."""
    made = browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        has_touch=size is not TELEVISION,
        is_mobile=size is not TELEVISION,
        locale=SPOKEN[language],
    )
    made.add_cookies([{"name": f"tw_{code}", "value": token, "url": url} for code, token in held])
    return made


@dataclass
class Album:
    """Where the pictures go."""

    folder: Path

    def take(self, page: Page, name: str, looks: Sequence[tuple[str, Size, str]], *, whole: bool = False) -> None:
        """A picture of the page as it stands, in each look; ``whole``: with what lies under the fold."""
        for look, size, scheme in looks:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.wait_for_timeout(SETTLED_MS)
            page.evaluate(SETTLE)
            height = (
                min(LONGEST_PX, page.evaluate("document.documentElement.scrollHeight")) if whole else size["height"]
            )
            (self.folder / look).mkdir(parents=True, exist_ok=True)
            page.screenshot(
                path=str(self.folder / look / f"{name}.png"),
                full_page=whole,
                clip={"x": 0, "y": 0, "width": size["width"], "height": max(height, size["height"])} if whole else None,
            )
        page.set_viewport_size(looks[0][1])  # type: ignore[arg-type]
        page.emulate_media(color_scheme="light")


def named(path: str) -> str:
    """A file's name for an address."""
    return re.sub(r"[^a-z0-9]+", "-", path.lower()).strip("-") or "home"


def pages(browser: Browser, album: Album, there: Served, chosen: list[str]) -> None:
    """Every page there is, in both languages."""
    service, url = there.service, there.url
    tables: dict[str, tuple[MidGame, MidGame]] = {
        game: (laid(service.tables, game, 0.6), laid(service.tables, game, 1.0)) for game in chosen
    }
    plain = there.plain + [rule.replace("<game>", chosen[0]) for rule in there.of_a_game]
    plain += ["/nowhere", f"/score?game={chosen[0]}", f"/new?game={chosen[-1]}"]
    for language in SPOKEN:
        held = [(table.code, ".".join((table.host, table.seats[0]))) for pair in tables.values() for table in pair]
        opened = service.tables.open(chosen[0])
        tokens = [service.tables.join(opened.code, name=name).token for name in ("Ana", "Ben")]
        held.append((opened.code, ".".join((opened.host_token, tokens[0]))))
        phone = context(browser, url, language, *held)
        page = phone.new_page()
        paths = {path: named(path) for path in plain}
        for number, (game, (middle, end)) in enumerate(tables.items()):
            ways = there.of_a_table if not number else ["/t/<code>", "/t/<code>/scores", "/t/<code>/amend"]
            paths |= {way.replace("<code>", middle.code): f"{game}-{named(way[9:])}" for way in ways}
            ends = [way for way in ways if not way.endswith("/table")]
            paths |= {way.replace("<code>", end.code): f"{game}-end-{named(way[9:])}" for way in ends if way in
                      ("/t/<code>", "/t/<code>/scores")}  # fmt: skip
        paths |= {f"/t/{opened.code}": "lobby", f"/t/{opened.code}/seats": "lobby-seats", f"/j/{opened.code}": "join"}
        for path, name in paths.items():
            try:
                answer = page.goto(url + path, wait_until="load")
            except Exception as error:
                if "Download is starting" in str(error) or "ERR_ABORTED" in str(error):
                    continue
                raise
            if answer and "html" in answer.headers.get("content-type", ""):
                looks = TV_LOOKS if path.endswith("/table") else LOOKS
                album.take(page, f"{name}-{language}", looks, whole=looks is LOOKS and not path.startswith("/t/"))
        phone.close()


@dataclass
class Pictured(taps.Phone):
    """A phone that keeps a picture of what is on it before it is touched."""

    before: Callable[[], None] = lambda: None

    def tap(self, css: str, *, at: int | None = None) -> None:
        """As any phone."""
        self.before()
        super().tap(css, at=at)


@dataclass
class Moments:
    """Two phones and the television at one table, and what is being touched on them."""

    album: Album
    game: str
    languages: tuple[str, str]
    phones: tuple[Pictured, Pictured]
    tv: Page
    seen: Counter[str] = field(default_factory=Counter)
    kind: str = ""
    seat: int = 0
    touches: int = 0

    def before(self) -> None:
        """Picture it before a touch: the phone of the seat each time, all three before the first."""
        count = self.seen[self.kind]
        if count > EACH_KIND or self.touches > TOUCHES:
            return
        self.touches += 1
        name = f"{self.game}-{self.kind}{count}-{self.touches}"
        looks = LOOKS if count == 1 and self.touches <= LOOKED_AT else LOOKS[:1]
        self.album.take(self.phones[self.seat].page, f"{name}-{self.languages[self.seat]}", looks)
        if self.touches == 1:
            other = 1 - self.seat
            once = count == 1
            self.album.take(self.phones[other].page, f"{name}-other-{self.languages[other]}", LOOKS[: 1 + once])
            self.album.take(self.tv, f"{name}-{self.languages[0]}", TV_LOOKS[: 1 + once])

    def play(self, steps: Sequence[taps.Step], send: Callable[[taps.Step], None]) -> None:
        """The recorded game by touch; what the pages do not offer is sent."""
        for phone in self.phones:
            phone.before = self.before
        for step in steps:
            self.kind, self.seat, self.touches = str(step.event["type"]), step.seat, 0
            self.seen[self.kind] += 1
            phone = self.phones[step.seat]
            try:
                taps.report(phone, step)
                if not phone.at(step.rev):
                    raise taps.UnreachedError
            except taps.UnreachedError:
                phone.page.keyboard.press("Escape")
                send(step)
            for one in self.phones:
                one.at(step.rev, least=True)


def moments(browser: Browser, album: Album, url: str, game: str, turns: int, seed: int) -> None:
    """A game by touch, in either distribution of the languages."""
    steps = taps.recorded(game, turns, seed)
    for languages in (("en", "de"), ("de", "en")):
        for opened, send in taps.phones_at(browser, url, game):
            code = opened[0].page.url.rpartition("/")[2]
            tokens = [phone.page.context.cookies()[0]["value"] for phone in opened]
            mine = []
            for language, token in zip(languages, tokens, strict=True):
                phone = context(browser, url, language, (code, token))
                phone.add_init_script(taps.TOUCHES)
                page = phone.new_page()
                page.goto(f"{url}/t/{code}")
                mine.append(Pictured(page))
            for old in opened:  # they hold the same seats, in the browser's own language
                old.page.close()
            tv = context(browser, url, languages[0], size=TELEVISION).new_page()
            tv.goto(f"{url}/t/{code}/table")
            Moments(album, game, languages, (mine[0], mine[1]), tv).play(steps, send)
            for page in (tv, *(one.page for one in mine)):
                page.context.close()


def main() -> None:
    """Take them all."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("folder", type=Path)
    read.add_argument("--game", action="append", choices=list(taps.HABITS))
    read.add_argument("--pages", action="store_true", help="the pages alone")
    read.add_argument("--moments", action="store_true", help="the moments alone")
    read.add_argument("--turns", type=int, default=4)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--quick", action="store_true", help="one game, two turns")
    asked = read.parse_args()
    turns = 2 if asked.quick else asked.turns
    chosen = asked.game or (["gilfate"] if asked.quick else sorted(games.names()))
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
        album = Album(asked.folder)
        if not asked.moments:
            with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as there:
                pages(browser, album, there, chosen)
        if not asked.pages:
            with tempfile.TemporaryDirectory() as folder:
                port = free_port()
                server = start(folder, port)
                try:
                    for game in chosen:
                        moments(browser, album, f"http://127.0.0.1:{port}", game, turns, asked.seed)
                finally:
                    server.terminate()
        browser.close()


if __name__ == "__main__":
    main()

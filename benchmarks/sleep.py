"""A phone that sleeps, changes its network, or loses answers: how soon its screen is right again, and what was counted.

    python benchmarks/sleep.py [--quick] [--only WORD]

A headless Chromium at a table of the tests' toy game, over a proxy that freezes connections, refuses them, loses
answers or answers by itself (``tests/support/freezing_proxy.py``). Meanwhile somebody else reports over the API. Times
begin with the waking, or when the network or the server is there again, and end when the page shows the newest entry
and says so. Sleeps are made by the browser's clock, one also by stopping all its processes. ``told``: the browser says
that the phone is looked at or online; ``untold``: only a late timer or a missed beat says it. ``aim``: the seconds
aimed at, more where only silence tells. ``taps``: counted of those made; ``troubles``: dialogs and alerts.
Prints a table and one JSON line last. Seconds are of this machine, with whatever else it was doing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

import httpx
from freezing_proxy import FreezingProxy, Instead
from headless_browser import ARGUMENTS, PHONE, chromium_path
from playwright.sync_api import BrowserContext, sync_playwright
from real_server import Server, toy_server
from sleeping_phone import WAKES, SleepingPhone

AIM_S, UNTOLD_S, HOLE_S, LATE_TIMER_S = 2.0, 6.0, 3.0, 2.5
"""What is aimed at on waking; where only a silence can tell; how long a network is away; sleeps a timer notices."""
ONLINE = "dispatchEvent(new Event('online'))"
SET_BACK = "(() => { const now = Date.now; Date.now = () => now() - window.setBack; window.setBack = 0; })()"
REQUESTS = "Promise.all([...Array(6)].map((_, n) => fetch(`/static/first.js?${n}`).then((found) => found.text())))"


@dataclass
class Row:
    """What one case came to."""

    case: str
    seconds: float
    aim_s: float
    taps: int
    counted: int
    troubles: int

    @property
    def right(self) -> bool:
        return self.seconds <= self.aim_s and self.taps == self.counted and not self.troubles


class Bench:
    """One browser, one server and the proxy between them; each case lays a table of its own."""

    def __init__(self, server: Server, proxy: FreezingProxy, context: BrowserContext, restart: Callable[[], None]):
        self.server, self.proxy, self.context, self.restart = server, proxy, context, restart
        self.rows: list[Row] = []
        self.phone: Any = None
        self.taps = 0

    def lay(self) -> None:
        """A table, with nothing open from before."""
        for page in self.context.pages[1:]:
            page.close()
        self.phone = SleepingPhone.at_a_table(self.server, self.proxy, self.context)
        self.taps = 0

    def tap(self) -> None:
        """One tap that has to count."""
        self.taps += 1
        self.phone.tap()

    def all_counted(self) -> None:
        """Wait until the page shows every tap and says that it is saved."""
        self.phone.page.wait_for_selector(f".counter .figure:text-is('{self.taps}')")
        self.phone.connected()

    def note(
        self, case: str, began: float, aim_s: float = AIM_S, elsewhere: int = 0, counted: int | None = None
    ) -> None:
        """The case is over: what came of it. ``elsewhere`` were counted by others."""
        seconds = time.perf_counter() - began
        row = Row(
            case,
            round(seconds, 2),
            aim_s,
            self.taps,
            self.phone.counted() - elsewhere if counted is None else counted,
            len(self.phone.troubles()),
        )
        self.rows.append(row)
        print(
            f"{case:46}{row.seconds:8.2f}{aim_s:7.1f}{row.counted:6}/{row.taps}{row.troubles:10}"
            f"{'  yes' if row.right else '  NO'}",
            flush=True,
        )

    # --- sleeps

    def sleeps(self, ms: int, *, told: bool, dead: bool = True) -> None:
        """The browser's clock goes on by ``ms``; what was open has died, or not."""
        self.context.clock.install()
        self.lay()
        if dead:
            self.proxy.freeze()
        rev = self.phone.count_elsewhere()
        began = time.perf_counter()
        self.context.clock.fast_forward(ms)
        if told:
            self.phone.page.evaluate(WAKES)
        self.phone.shows(rev)
        how = "connections dead" if dead else "connections alive"
        aim_s = AIM_S if told or ms / 1000 > LATE_TIMER_S else UNTOLD_S
        self.note(f"slept {ms // 1000} s, {how}, {'told' if told else 'untold'}", began, aim_s, elsewhere=1)

    def sleeps_with_many_connections(self) -> None:
        """Every connection the browser keeps to a server has just been used, and is dead."""
        self.lay()
        self.phone.page.evaluate(REQUESTS)
        self.proxy.freeze()
        rev = self.phone.count_elsewhere()
        began = time.perf_counter()
        self.phone.page.evaluate(WAKES)
        self.phone.shows(rev)
        self.note("six dead connections kept", began, elsewhere=1)

    def network_changes(self, how: str, *, told: bool) -> None:
        """Nothing answers for a while, then everything over new connections."""
        self.lay()
        self.proxy.freeze()
        if how == "refuses":
            self.proxy.refuse()
        else:
            self.proxy.silent = True
        self.phone.page.evaluate(ONLINE)
        rev = self.phone.count_elsewhere()
        time.sleep(HOLE_S)
        self.proxy.silent = False
        self.proxy.accept()
        began = time.perf_counter()
        if told:
            self.phone.page.evaluate(ONLINE)
        self.phone.shows(rev)
        self.note(f"another network after one that {how}, {'told' if told else 'untold'}", began, elsewhere=1)

    def server_restarts(self, *, asleep: bool) -> None:
        """Killed and started again on its data; the time begins when it answers."""
        self.lay()
        if asleep:
            self.proxy.freeze()
        self.restart()
        rev = self.phone.count_elsewhere()
        began = time.perf_counter()
        if asleep:
            self.phone.page.evaluate(WAKES)
        self.phone.shows(rev)
        self.note(f"server restarted {'while asleep' if asleep else 'under the page'}", began, elsewhere=1)

    def wakes_before_the_server(self) -> None:
        """The phone wakes while there is no server; the time begins when it answers."""
        self.lay()
        self.proxy.freeze()
        self.phone.page.evaluate(WAKES)
        self.restart()
        rev = self.phone.count_elsewhere()
        began = time.perf_counter()
        self.phone.shows(rev)
        self.note("woken before the server has started", began, elsewhere=1)

    def clock_set_back(self) -> None:
        """An hour back, while the page is open."""
        self.lay()
        self.phone.page.evaluate("window.setBack = 3_600_000")
        rev = self.phone.count_elsewhere()
        began = time.perf_counter()
        self.phone.shows(rev)
        self.note("clock set back an hour", began, elsewhere=1)

    # --- taps

    def tap_answered_first_with(self, *answers: Instead) -> None:
        """The server takes the tap only afterwards."""
        self.lay()
        self.proxy.instead = list(answers)
        began = time.perf_counter()
        self.tap()
        self.all_counted()
        self.note(f"tap answered {' '.join(str(one.status) for one in answers)} first", began, UNTOLD_S)

    def tap_into_the_hole(self, *, told: bool) -> None:
        """The connections have died, and the person taps before anybody knows."""
        self.lay()
        self.proxy.freeze()
        began = time.perf_counter()
        self.tap()
        if told:
            self.phone.page.evaluate(WAKES)
        self.all_counted()
        self.note(f"tap into dead connections, {'told' if told else 'untold'}", began, AIM_S if told else UNTOLD_S)

    def answer_lost(self) -> None:
        """The server has counted it, and the phone hears nothing."""
        self.lay()
        self.proxy.lose_answers = 1
        began = time.perf_counter()
        self.tap()
        self.all_counted()
        self.note("answer to a tap lost", began, UNTOLD_S)

    def reloaded_while_waiting(self) -> None:
        """The tap waits, the page is loaded anew, and a second tap on its button is none."""
        self.lay()
        self.proxy.posts_die = True
        self.tap()
        page = self.phone.page
        page.wait_for_selector("body:not([data-queued='0'])", state="attached")
        page.reload()
        page.wait_for_selector("body:not([data-queued='0'])", state="attached")
        page.locator("form[data-sending] >> text=Count one").click()
        self.proxy.posts_die = False
        began = time.perf_counter()
        self.all_counted()
        self.note("reloaded while a tap waits, tapped again", began, UNTOLD_S)

    def two_tabs(self) -> None:
        """Both have a tap that waits; each counts once, whoever sends."""
        self.lay()
        self.proxy.posts_die = True
        first = self.phone.page
        self.tap()
        first.wait_for_selector("body:not([data-queued='0'])", state="attached")
        self.phone.page = first.context.new_page()
        self.phone.page.goto(first.url)
        self.phone.page.wait_for_selector("form[data-sending]", state="attached")
        self.proxy.posts_die = False
        began = time.perf_counter()
        self.all_counted()
        self.tap()
        self.all_counted()
        first.wait_for_selector(".counter .figure:text-is('2')")
        self.note("two tabs", began, UNTOLD_S)

    def sits_down(self) -> None:
        """The answer to *Sit down* is lost: one seat, not two."""
        self.lay()
        page, url = self.phone.page, f"{self.server.url}/api/tables"
        code = httpx.post(url, json={"game": "toy"}).json()["code"]
        page.goto(f"{self.proxy.url}/j/{code}")
        page.fill("#name", "Cy")
        self.proxy.lose_answers = 1
        began = time.perf_counter()
        page.click("button:text('Sit down')")
        page.wait_for_url(f"**/t/{code}")
        self.phone.connected()
        self.taps = 1
        names = [person["name"] for person in httpx.get(f"{url}/{code}").json()["people"] if person]
        self.note("answer to sitting down lost", began, UNTOLD_S, counted=names.count("Cy"))


def stopped(root: str, number: signal.Signals) -> None:
    """Send the signal to every process of the browser that keeps its data there."""
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and f"--user-data-dir={root}".encode() in (entry / "cmdline").read_bytes():
                os.kill(int(entry.name), number)


@contextmanager
def browser(engine: Any, folder: str) -> Iterator[BrowserContext]:
    """A Chromium with its data in a folder, as a phone has it."""
    context = engine.chromium.launch_persistent_context(
        folder, executable_path=chromium_path(), args=list(ARGUMENTS), viewport=PHONE, is_mobile=True, has_touch=True
    )
    context.add_init_script(SET_BACK)
    try:
        yield context
    finally:
        with suppress(Exception):
            context.close()


def real_sleep(bench: Bench, folder: str, seconds: float) -> None:
    """Nothing of the browser runs for a while."""
    bench.lay()
    stopped(folder, signal.SIGSTOP)
    bench.proxy.freeze()
    rev = bench.phone.count_elsewhere()
    time.sleep(seconds)
    began = time.perf_counter()
    stopped(folder, signal.SIGCONT)
    bench.phone.shows(rev)
    bench.note(f"stopped for {seconds:.0f} s (SIGSTOP)", began, elsewhere=1)


def killed(engine: Any, bench: Bench, folder: str) -> None:
    """Two taps that cannot be sent, then no browser at all, then a new one with what is on the disk."""
    bench.lay()
    bench.proxy.posts_die = True
    bench.tap()
    page = bench.phone.page
    page.wait_for_selector("body:not([data-queued='0'])", state="attached")
    page.locator(".pick").nth(2).click()
    page.locator("#sheet-act .brass").click()
    page.wait_for_selector("body[data-queued='2']", state="attached")
    stopped(folder, signal.SIGKILL)
    bench.proxy.posts_die = False
    with browser(engine, folder) as context:
        bench.context = bench.phone.context = context
        cookie = {"name": f"tw_{bench.phone.code}", "value": bench.phone.tokens[0], "url": bench.proxy.url}
        context.add_cookies([cookie])  # type: ignore[list-item]
        began = time.perf_counter()
        bench.phone.open()
        bench.all_counted()
        bench.taps = 2
        counted = bench.phone.counted() + len(bench.phone.look()["view"]["blocks"][1]["cards"])
        bench.note("two taps, browser killed, opened again", began, UNTOLD_S, counted=counted)


def cases(bench: Bench, quick: bool) -> Iterator[tuple[str, Callable[[], None]]]:
    """By what they are called on the command line."""
    yield "many", bench.sleeps_with_many_connections
    yield "hole", lambda: bench.tap_into_the_hole(told=True)
    yield "lost", bench.answer_lost
    yield "503", lambda: bench.tap_answered_first_with(Instead(503))
    if quick:
        return
    yield "hole", lambda: bench.tap_into_the_hole(told=False)
    for status in (408, 429, 500, 502, 507):
        yield str(status), lambda status=status: bench.tap_answered_first_with(Instead(status, 1))
    yield "503", lambda: bench.tap_answered_first_with(Instead(503), Instead(500), Instead(429))
    yield "reload", bench.reloaded_while_waiting
    yield "tabs", bench.two_tabs
    yield "sit", bench.sits_down
    for how in ("refuses", "is silent"):
        for told in (True, False):
            yield "network", lambda how=how, told=told: bench.network_changes(how, told=told)
    yield "restart", lambda: bench.server_restarts(asleep=True)
    yield "restart", lambda: bench.server_restarts(asleep=False)
    yield "restart", bench.wakes_before_the_server
    yield "clock", bench.clock_set_back


def sleeps(bench: Bench, quick: bool) -> Iterator[tuple[str, Callable[[], None]]]:
    """Those that need the browser's clock changed, last."""
    for seconds in (60,) if quick else (1, 5, 30, 60, 600, 3600):
        for told in (True,) if quick else (True, False):
            yield "sleep", lambda ms=seconds * 1000, told=told: bench.sleeps(ms, told=told)
    if not quick:
        yield "sleep", lambda: bench.sleeps(3_600_000, told=True, dead=False)


def main() -> None:
    """Run the cases, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="five cases")
    parser.add_argument("--only", default="", metavar="WORD", help="many, hole, lost, 503, reload, tabs, network, ...")
    args = parser.parse_args()
    folders = [tempfile.mkdtemp() for _ in range(3)]
    print(f"{'case':46}{'seconds':>8}{'aim':>7}{'taps':>8}{'troubles':>10}  right")
    try:
        rows = run(folders, args.quick, args.only)
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
    right = sum(row.right for row in rows)
    lost = sum(row.taps - row.counted for row in rows)
    print(
        f"{right} of {len(rows)} right in time; taps lost or doubled: {lost}; troubles: {sum(r.troubles for r in rows)}"
    )
    print(json.dumps({"cases": [asdict(row) for row in rows], "right": right, "of": len(rows)}))


def run(folders: list[str], quick: bool, only: str) -> list[Row]:
    """All cases, or those of one word."""
    data, profile, another = folders
    with sync_playwright() as engine, toy_server(Path(data)) as server, FreezingProxy(server.port) as proxy:
        replaced: list[Any] = []

        def restart() -> None:
            port = server.port
            server.kill()
            again = toy_server(Path(data), port)
            server.process = again.__enter__().process
            replaced.append(again)

        with browser(engine, profile) as context:
            bench = Bench(server, proxy, context, restart)
            for name, case in cases(bench, quick):
                if only in ("", name):
                    case()
            if only in ("", "stop") and not quick:
                real_sleep(bench, profile, 5)
            for name, case in sleeps(bench, quick):
                if only in ("", name):
                    case()
        if only in ("", "kill") and not quick:
            with browser(engine, another) as context:
                bench.context = context
                killed(engine, bench, another)
        for again in reversed(replaced):
            again.__exit__(None, None, None)
        return bench.rows


if __name__ == "__main__":
    main()

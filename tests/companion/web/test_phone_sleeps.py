"""Phones that sleep, change their network or lose answers: right again by themselves, nothing lost, nothing twice.

How soon, ``benchmarks/sleep.py`` says.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from freezing_proxy import FreezingProxy, Instead
from headless_browser import ARGUMENTS, PHONE, chromium, chromium_path
from real_server import Server, toy_server
from sleeping_phone import WAIT_MS, WAKES, SleepingPhone

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with toy_server(tmp_path_factory.mktemp("tables")) as found:
        yield found


@pytest.fixture
def proxy(server: Server) -> Iterator[FreezingProxy]:
    with FreezingProxy(server.port) as found:
        yield found


@pytest.fixture
def phone(server: Server, proxy: FreezingProxy, browser: Any) -> Iterator[SleepingPhone]:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    yield SleepingPhone.at_a_table(server, proxy, context)
    context.close()


def shown(phone: SleepingPhone, count: int) -> None:
    """Wait until the page shows the count and says that all is saved, and look at what was counted."""
    phone.page.wait_for_selector(f".counter .figure:text-is('{count}')")
    phone.connected()
    assert phone.counted() == count
    assert phone.troubles() == []


def waits(phone: SleepingPhone, taps: int) -> None:
    """Wait until the page says that so many taps wait."""
    phone.page.wait_for_selector(f'#saved[data-state="wait"]:text-matches("^{taps} waiting")', state="attached")


@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
def test_what_happened_while_it_slept_is_there_although_its_connections_are_dead(
    phone: SleepingPhone, proxy: FreezingProxy, told: bool
) -> None:
    proxy.freeze()
    rev = phone.count_elsewhere()
    if told:
        phone.page.evaluate(WAKES)
    phone.shows(rev)
    assert phone.troubles() == []


def test_a_sleep_of_an_hour_is_noticed_by_a_late_timer_and_a_clock_set_back_is_not(
    server: Server, proxy: FreezingProxy, browser: Any
) -> None:
    context = browser.new_context(viewport=PHONE)
    context.clock.install()
    phone = SleepingPhone.at_a_table(server, proxy, context)
    proxy.freeze()
    rev = phone.count_elsewhere()
    context.clock.fast_forward(3_600_000)
    phone.shows(rev)
    context.clock.set_system_time(0)
    phone.shows(phone.count_elsewhere())
    context.close()


@pytest.mark.parametrize("kind", ["dead", "lost", 503, 429, 507, 500])
def test_a_tap_counts_once_whatever_becomes_of_its_first_try(
    phone: SleepingPhone, proxy: FreezingProxy, kind: str | int
) -> None:
    if kind == "dead":
        proxy.freeze()
    elif kind == "lost":
        proxy.lose_answers = 1
    else:
        proxy.instead = [Instead(int(kind), 1)]
    phone.tap()
    shown(phone, 1)


def test_another_machine_under_our_address_is_not_believed(phone: SleepingPhone, proxy: FreezingProxy) -> None:
    proxy.instead = [Instead(200, ours=False), Instead(404, ours=False)]
    phone.tap()
    shown(phone, 1)


def test_the_mark_says_since_when_nothing_was_heard_and_what_waits(phone: SleepingPhone, proxy: FreezingProxy) -> None:
    proxy.freeze()
    proxy.refuse()
    phone.page.wait_for_selector('#saved[data-state="off"]:text-matches("^offline for [4-9] s")')
    phone.tap()
    waits(phone, 1)
    proxy.accept()
    shown(phone, 1)


def test_a_tap_that_waits_lives_through_a_reload_and_its_button_takes_no_second_one(
    phone: SleepingPhone, proxy: FreezingProxy
) -> None:
    proxy.posts_die = True
    phone.tap()
    waits(phone, 1)
    phone.page.reload()
    waits(phone, 1)
    phone.page.click("form[data-sending] >> text=Count one")
    proxy.posts_die = False
    shown(phone, 1)


def test_taps_of_two_tabs_are_sent_by_one_and_count_once(phone: SleepingPhone, proxy: FreezingProxy) -> None:
    proxy.posts_die = True
    phone.tap()
    waits(phone, 1)
    first = phone.page
    phone.page = phone.context.new_page()
    phone.page.goto(first.url)
    phone.page.wait_for_selector("form[data-sending]", state="attached")
    proxy.posts_die = False
    shown(phone, 1)
    phone.tap()
    shown(phone, 2)
    first.wait_for_selector(".counter .figure:text-is('2')")


def test_what_is_refused_later_is_shown_with_its_reason_until_it_is_read(
    phone: SleepingPhone, proxy: FreezingProxy
) -> None:
    proxy.posts_die = True
    phone.tap()
    waits(phone, 1)
    phone.page.goto(f"{proxy.url}/t/{phone.code}/log")
    proxy.instead, proxy.posts_die = [Instead(422)], False
    notice = phone.page.locator("#unsent [role=alert]")
    notice.wait_for()
    assert "“Count one” did not count. A made-up trouble." in notice.text_content()
    phone.page.goto(f"{proxy.url}/t/{phone.code}")
    notice.locator("button").click()
    notice.wait_for(state="detached")
    phone.page.reload()
    phone.connected()
    assert (phone.counted(), notice.count()) == (0, 0)


def test_a_seat_whose_answer_was_lost_is_given_once(phone: SleepingPhone, proxy: FreezingProxy) -> None:
    host = phone.context.browser.new_context(base_url=proxy.url).new_page()
    host.goto("/new")
    host.fill("#name", "Ana")
    host.click("text=Open the table")
    host.wait_for_selector(".qr img")
    code = host.url.split("/t/")[1][:6]
    page = phone.page
    page.goto(f"{proxy.url}/j/{code}")
    page.fill("#name", "Ben")
    proxy.lose_answers = 1
    page.click("button:text('Sit down')")
    page.wait_for_url(f"**/t/{code}", timeout=WAIT_MS)
    assert page.locator("text=You are in").count() == 1
    host.wait_for_selector("text=Begin with 2 players")
    host.context.close()


def test_taps_are_on_disk_when_the_browser_is_killed(
    server: Server, proxy: FreezingProxy, browser: Any, tmp_path: Path
) -> None:
    if not Path("/proc/self/cmdline").exists():
        pytest.skip("the processes of the browser are found by /proc")

    def started() -> Any:
        return browser.browser_type.launch_persistent_context(
            str(tmp_path), executable_path=chromium_path(), args=list(ARGUMENTS), viewport=PHONE
        )

    proxy.posts_die = True
    phone = SleepingPhone.at_a_table(server, proxy, started())
    phone.tap()
    waits(phone, 1)
    phone.page.locator(".pick").nth(2).click()
    phone.page.click("#sheet-act .brass")
    waits(phone, 2)
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and f"--user-data-dir={tmp_path}".encode() in (entry / "cmdline").read_bytes():
                os.kill(int(entry.name), signal.SIGKILL)
    proxy.posts_die = False
    phone.context = started()
    phone.context.add_cookies([{"name": f"tw_{phone.code}", "value": phone.tokens[0], "url": proxy.url}])
    phone.open()
    shown(phone, 1)
    assert len(phone.look()["view"]["blocks"][1]["cards"]) == 1
    phone.context.close()

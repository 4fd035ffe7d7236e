"""A browser that never answers holds up no run: it is killed, and the next page has a new one."""

from __future__ import annotations

import os
import signal

import browser_watchdog
import pytest
from browser_watchdog import browser_processes
from headless_browser import chromium

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("closed", ["context", "page", "browser"])
def test_what_never_finishes_closing_is_killed_and_the_next_page_opens(closed: str, monkeypatch: pytest.MonkeyPatch):
    with chromium() as browser:
        monkeypatch.setattr(browser_watchdog, "CLOSES_WITHIN_S", 1.0)
        before = browser_processes()
        assert before
        context = browser.new_context()
        page = context.new_page()
        for process in before:
            os.kill(process, signal.SIGSTOP)  # as good as hung: it takes what it is asked and does not answer
        {"context": context, "page": page, "browser": browser}[closed].close()
        monkeypatch.setattr(browser_watchdog, "CLOSES_WITHIN_S", 60.0)
        again = browser.new_page()
        again.goto("data:text/html,<h1>still here")
        assert again.locator("h1").text_content() == "still here"
        assert not set(before) & set(browser_processes())


def test_a_browser_that_closes_in_time_is_left_alone():
    with chromium() as browser:
        before = browser_processes()
        assert before
        context = browser.new_context()
        context.new_page().close()
        context.close()
        assert browser_processes() == before

"""A real headless Chromium for the tests: found, started, and pictures of pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from browser_watchdog import WatchedBrowser

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 360, "height": 740}
TELEVISION = {"width": 1920, "height": 1080}


def chromium_path() -> str | None:
    """Where a Chromium is installed, if one is."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def chromium() -> Iterator[Any]:
    """A running browser; skips the test with the reason where there is none."""
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium is installed")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as engine:
        browser = WatchedBrowser(lambda: engine.chromium.launch(executable_path=path, args=list(ARGUMENTS)))
        try:
            yield browser
        finally:
            browser.close()


def put_away(browser: Any) -> None:
    """Close every phone of a test that shares its browser: one left open goes on asking for its server, and works."""
    for context in browser.contexts:
        context.close()

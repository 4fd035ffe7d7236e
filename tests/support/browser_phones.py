"""An evening at the kitchen table, end to end: the real server, phones in a real browser, paper on a table."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from browser_watchdog import WatchedBrowser
from playwright.sync_api import Browser, Page, expect, sync_playwright
from real_server import free_pair, running
from table_scene import LaidCard, render, rows, scatter

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
)
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed (Debian package: chromium)")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: Any = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
WAIT_S = 120
"""A busy machine takes its time, to start a server as well as to draw a page."""
expect.set_options(timeout=WAIT_S * 1000)


@contextmanager
def companion(data: Path, *more: str) -> Iterator[str]:
    """``tablewright serve`` in a process of its own on that data, with ``more`` options. Gives the address."""
    port = free_pair()
    command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with running([*command, "--data", str(data), *more]) as process:
        url = f"http://127.0.0.1:{port}"
        for _ in range(WAIT_S * 10):
            try:
                httpx.get(url, timeout=5).raise_for_status()
                break
            except httpx.TransportError:
                assert process.poll() is None, process.stderr.read() if process.stderr else ""
                time.sleep(0.1)
        yield url


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        started = WatchedBrowser(lambda: playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS))
        yield cast(Browser, started)
        started.close()


@dataclass
class Phone:
    """One phone in somebody's hand: a page with cookies of its own."""

    page: Page
    url: str
    code: str = ""

    @classmethod
    def new(cls, chromium: Browser, url: str) -> Phone:
        page = chromium.new_context(**PHONE).new_page()
        page.set_default_timeout(WAIT_S * 1000)
        return cls(page, url)

    def open_table(self, name: str, game: str = "Fairy Tale") -> str:
        """Open a table as the host and sit down. Gives the code."""
        self.page.goto(f"{self.url}/new")
        self.page.get_by_role("link", name=game).first.click()
        self.page.get_by_label("Your name").fill(name)
        self.tap("Open the table")
        self.page.wait_for_url("**/t/*")
        self.code = self.page.url.split("/t/")[1][:6]
        return self.code

    def join(self, code: str, name: str) -> None:
        """Come to the table as the printed code leads."""
        self.code = code
        self.page.goto(f"{self.url}/j/{code}")
        self.page.get_by_label("Name").fill(name)
        self.tap("Sit down")
        self.page.wait_for_url(f"**/t/{code}*")

    def go(self, where: str = "") -> None:
        """Another of the table's pages."""
        self.page.goto(f"{self.url}/t/{self.code}{where}")

    def tap(self, label: str) -> None:
        """Tap the button with these words."""
        self.page.get_by_role("button", name=label).first.click()

    def send_photo(self, photo: bytes) -> None:
        """Take a photo on the scan page and wait for what it means."""
        self.go("/scan")
        file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}
        self.page.locator("input[type=file]").first.set_input_files(file)
        expect(self.page.locator("figure.shot svg image")).to_be_visible()

    def sees(self, text: str) -> None:
        """Wait until the page says this."""
        expect(self.page.locator("main")).to_contain_text(text)

    def look(self) -> Any:
        """What the server tells this phone, over the API with its cookies."""
        answer = self.page.request.get(f"{self.url}/api/tables/{self.code}")
        assert answer.ok, answer.text()
        return answer.json()


def photo_of_one(art: Any, seed: int) -> bytes:
    """One card on the table, turned any way, the phone held at a slant."""
    return render([LaidCard(art, 0, 0, turn_deg=seed * 37 % 360)], seed=seed, px_per_module=5, tilt_deg=15).photo


def photo_of_tableau(arts: Sequence[Any], seed: int, face_down: Sequence[int] = (), tidy: bool = False) -> bytes:
    """A whole tableau, some of it face down, lying crooked and seen from the chair."""
    lay = rows if tidy else scatter
    return render(lay(arts, seed=seed, face_down=face_down), seed=seed, px_per_module=4, tilt_deg=12).photo

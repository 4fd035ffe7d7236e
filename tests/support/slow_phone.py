"""Every page of a test's browser on a slow phone in a slow network, where the environment asks for it.

``TABLEWRIGHT_SLOW_PHONE=6`` makes scripts and drawing take six times as long; ``6,400`` lets each answer come 400 ms
late, too. What fails only then has assumed speed: the page, or the test.
"""

from __future__ import annotations

import os
from typing import Any

ASKED = "TABLEWRIGHT_SLOW_PHONE"


def slow_phones() -> None:
    """Slow down each page that is opened from now on, if the environment says so."""
    asked = os.environ.get(ASKED)
    if not asked:
        return
    from playwright.sync_api import Browser, BrowserContext, Page

    times, _, late_ms = asked.partition(",")

    def slowed(context: BrowserContext, page: Page) -> Page:
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": float(times)})
        if late_ms:
            network = {"offline": False, "latency": float(late_ms), "downloadThroughput": -1, "uploadThroughput": -1}
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", network)
        return page

    of_context, of_browser = BrowserContext.new_page, Browser.new_page

    def context_page(self: BrowserContext) -> Page:
        return slowed(self, of_context(self))

    def browser_page(self: Browser, **options: Any) -> Page:
        page = of_browser(self, **options)
        return slowed(page.context, page)

    BrowserContext.new_page = context_page  # type: ignore[method-assign]
    Browser.new_page = browser_page  # type: ignore[method-assign,assignment]

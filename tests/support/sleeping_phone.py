"""A phone in a real browser behind a proxy that can freeze, at a table of the toy game where others go on counting."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from freezing_proxy import FreezingProxy
from real_server import Phone, Server, open_table

WAIT_MS = 60_000
WAKES = "document.dispatchEvent(new Event('visibilitychange'))"
"""What a browser tells a page whose phone is looked at again."""
_numbers = itertools.count(1)


@dataclass
class SleepingPhone:
    """Ana's phone, which sleeps, and Ben, who reports over the API what happens meanwhile."""

    server: Server
    proxy: FreezingProxy
    context: Any
    code: str = ""
    tokens: list[str] = field(default_factory=list)
    page: Any = None
    dialogs: list[str] = field(default_factory=list)

    @classmethod
    def at_a_table(cls, server: Server, proxy: FreezingProxy, context: Any) -> SleepingPhone:
        """A new table for Ana and Ben, with Ana's phone at it."""
        code, _, tokens = open_table(server, "Ana", "Ben")
        one = cls(server, proxy, context, code, tokens)
        context.add_cookies([{"name": f"tw_{code}", "value": tokens[0], "url": proxy.url}])
        one.open()
        return one

    def open(self) -> None:
        """Load the table in a new tab, and wait until it is connected."""
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))
        self.page.goto(f"{self.proxy.url}/t/{self.code}")
        self.page.wait_for_selector("body[data-queued]", state="attached")
        self.connected()

    def connected(self) -> None:
        """Wait until the page says that all is saved."""
        self.page.wait_for_selector('#saved[data-state="on"]', state="attached")

    def count_elsewhere(self) -> int:
        """Ben counts one. Gives the rev."""
        answer = Phone(self.server, self.code, self.tokens[1]).post(
            "events", id=f"elsewhere-{next(_numbers)}", type="counted"
        )
        rev: int = answer.json()["rev"]
        return rev

    def tap(self) -> None:
        """Ana taps: count one."""
        self.page.click("text=Count one")

    def look(self) -> Any:
        """What the server tells Ana."""
        return Phone(self.server, self.code, self.tokens[0]).look()

    def counted(self) -> int:
        """How many the server has counted."""
        view = self.look()["view"]
        return next(int(block["value"]) for block in view["blocks"] if block["is"] == "counter")

    def shows(self, rev: int) -> None:
        """Wait until the page shows that rev, and says so."""
        self.page.wait_for_selector(f'body[data-rev="{rev}"]', state="attached")
        self.page.wait_for_selector(f'#saved[data-state="on"]:text-is("saved {rev}")', state="attached")

    def troubles(self) -> list[str]:
        """What a person would have to read or answer: dialogs and alerts."""
        return [*self.dialogs, *self.page.locator("[role=alert], dialog[open]").all_text_contents()]

"""The board of a phone in real Chromium is the page it would fetch, whatever way it came by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser_phones import Phone, browser, companion
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SAME = """async () => {
  const plain = (page) => {
    for (const one of page.querySelectorAll("[name=id], [name=expect]")) one.removeAttribute("value");
    return page.body.outerHTML.replace(/\\s+<.body>$/, "</body>");  // what stands after a body is put into it
  };
  const modules = document.querySelector("script[type=module]").src.replace("all.js", "screen.js");
  const { screenPage, screenRev } = await import(modules);
  const fetched = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const words = (body) => [...body.querySelectorAll("h1, h2, .saved, .undo-of, .figure, button span")]
    .filter((one) => !one.closest("[data-own]")).map((one) => one.textContent.trim()).join("|");
  return {
    rev: screenRev(),
    kept: plain(screenPage()) === plain(fetched),
    drawn: words(document.body) === words(fetched.body),
    ids: new Set([...document.querySelectorAll("form [name=id]")].map((one) => one.value)).size
      === document.querySelectorAll("form [name=id]").length,
  };
}"""


ROUNDS = 6


def is_the_page(phone: Phone, rev: int) -> None:
    expect(phone.page.locator("body")).to_have_attribute("data-rev", str(rev))
    # The mark tells the way there, too: looking, on its way.
    expect(phone.page.locator("#saved")).to_have_attribute("data-state", "on")
    assert phone.page.evaluate(SAME) == {"rev": rev, "kept": True, "drawn": True, "ids": True}


def rev(phone: Phone) -> int:
    return int(phone.look()["rev"])


def told(phone: Phone, label: str, *heard_by: Phone) -> None:
    """Tap a button that makes one entry, and wait until these phones show it: the tap itself waits for nothing."""
    before = rev(phone)
    phone.tap(label)
    for other in heard_by:
        expect(other.page.locator("body")).to_have_attribute("data-rev", str(before + 1))


def test_what_is_put_together_is_what_would_be_fetched(tmp_path: Path) -> None:
    """Over taps, an undo, and a phone that was out of reach meanwhile."""
    with companion(tmp_path) as url, browser() as chromium:
        ana, ben = Phone.new(chromium, url), Phone.new(chromium, url)
        code = ana.open_table("Ana", "Attack at the Tower")
        ben.join(code, "Ben")
        ana.tap("Begin with 2 players")
        for phone in (ana, ben):
            expect(phone.page.locator("body")).to_have_attribute("data-screen", "")
            phone.go()
            phone.page.wait_for_load_state("load")
        told(ana, "Ana starts", ana, ben)
        for phone in (ana, ben):
            is_the_page(phone, rev(ana))
        asked: list[str] = []
        for phone in (ana, ben):
            phone.page.on("request", lambda one: asked.append(one.url) if one.url.endswith(f"/t/{code}") else None)
        # A phone that waits for longer than its deadline fetches the page, as it should: on a slow machine some do, and
        # the taps are made again.
        for _ in range(ROUNDS):
            asked.clear()
            for label in ("Ben starts instead", "Ana starts instead", "Take back"):
                told(ana, label, ana, ben)
            if not asked:
                break
            told(ana, "Ana starts instead", ana, ben)
        assert asked == []
        for phone in (ana, ben):
            is_the_page(phone, rev(ana))
        _out_of_reach(ben, ana, ["Ana starts instead", "Ben starts instead"])
        is_the_page(ben, rev(ana))


def _out_of_reach(phone: Phone, other: Phone, taps: list[str]) -> None:
    context: Any = phone.page.context
    context.set_offline(True)
    for label in taps:
        told(other, label, other)
    context.set_offline(False)

"""A game out of a folder on two phones in real Chromium: where cards are laid, a card touched, a coin given."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser_phones import Phone, browser, companion, needs_chromium
from playwright.sync_api import expect

from companion.own_decks import new_game

pytestmark = [pytest.mark.browser, needs_chromium]
EXTRA = """
[[counter]]
id = "lantern"
max = 1
single = true

[[zone]]
id = "bin"
owner = "table"
visibility = "count"
"""


def test_cards_are_laid_and_touched_where_they_lie(tmp_path: Path) -> None:
    """Nobody loads a page anew after the lobby: the board is alive on both phones from the first screen."""
    folder = tmp_path / "market"
    folder.mkdir()
    for name, data in new_game.folder("Night Market", letters="NM").files.items():
        (folder / name).write_bytes(data + EXTRA.encode() if name == "game.toml" else data)
    with companion(tmp_path / "data", "--games", str(folder)) as url, browser() as chromium:
        ana, ben = Phone.new(chromium, url), Phone.new(chromium, url)
        ben.join(ana.open_table("Ana", "Night Market"), "Ben")
        ana.tap("Begin with 2 players")
        for phone in (ana, ben):
            expect(phone.page.locator(".seat-status")).to_have_text("your turn" if phone is ana else "their turn")
        ana.page.locator(".row a[data-spot='tile:display:0']").click()
        for name in ("First Card", "Third Card"):
            ana.page.locator("label.pick:visible", has_text=name).click()
        ana.page.locator("#aim").get_by_role("button", name="Lay cards: Display").click()
        for phone in (ana, ben):
            expect(phone.page.locator(".row .card:not(.lay) .card-name")).to_have_text(["First Card", "Third Card"])
        expect(ana.page.locator("label.pick:visible")).to_have_count(0)
        ben.page.locator("[data-spot='counter:lantern:1'] .more-of").click()
        ana.page.locator("[data-spot='counter:lantern:0'] .more-of").click()
        for phone in (ana, ben):
            expect(phone.page.locator("[data-spot='counter:lantern:0'] .track .on")).to_have_count(1)
            expect(phone.page.locator("[data-spot='counter:lantern:1'] .track .on")).to_have_count(0)
        ana.page.locator(".card:not(.lay) a.thing").first.click()
        close = ana.page.locator("#look")
        for label in ("Turn over", "To Bin", "Off the table"):
            expect(
                close.get_by_role("button", name=label).or_(ana.page.locator("#aim").get_by_text(label))
            ).to_be_visible()

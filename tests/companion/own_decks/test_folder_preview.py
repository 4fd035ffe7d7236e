"""``tablewright preview``: what changed is there after a save, beside how it was; a broken save changes nothing."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from headless_browser import chromium
from memory_store import MemoryStore
from werkzeug.serving import make_server

from companion.app import create_app
from companion.cli import main
from companion.network.limits import no_limits
from companion.own_decks import new_game
from companion.own_decks.folder_preview import FolderPreview
from companion.service import Service
from companion.table.tables import Tables
from companion.web import preview as page
from rules import games


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A new game's folder."""
    made = new_game.folder("Lantern Walk", letters="QX")
    for name, data in made.files.items():
        (tmp_path / name).write_bytes(data)
    yield tmp_path
    games.send_away("lantern_walk")


def app(shown: FolderPreview):
    made = create_app(Service(Tables(MemoryStore()), limits=no_limits()))
    made.extensions[page.PREVIEW] = page.Drawn(shown)
    made.register_blueprint(page.bp)
    return made


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_a_changed_card_is_shown_as_it_is_and_as_it_was(folder: Path) -> None:
    shown = FolderPreview(folder)
    client = app(shown).test_client()
    pictures = re.findall(r'src="(/preview/card/[^"]+)"', client.get("/preview").get_data(as_text=True))
    assert len(pictures) == 3
    before = {address: client.get(address).data for address in pictures}
    assert not shown.look()
    change(folder / "cards.csv", "Second Card", "Moonlit Card")
    assert shown.look()
    assert list(shown.before) == ["002"]
    changed = re.findall(r'src="(/preview/card/002/[^"]+)"', client.get("/preview").get_data(as_text=True))
    assert client.get(changed[0]).data == before[changed[0]]
    now = client.get(changed[1]).data
    assert b"Moonlit" in now
    assert b"Moonlit" not in before[changed[0]]


def test_a_broken_save_says_so_and_keeps_the_last_good_one(folder: Path) -> None:
    shown = FolderPreview(folder)
    client = app(shown).test_client()
    change(folder / "game.toml", "[[zone]]", "[[zonk]]")
    assert shown.look()
    said = client.get("/preview").get_data(as_text=True)
    assert "did you mean zone?" in said
    assert "First Card" in said
    change(folder / "game.toml", "[[zonk]]", "[[zone]]")
    change(folder / "game.toml", 'label = "Play"', 'label = "One after the other"')
    assert shown.look()
    said = client.get("/preview").get_data(as_text=True)
    assert "did you mean" not in said
    assert "One after the other" in said
    assert (
        client.get("/preview/card/002/none.svg").status_code == client.get("/preview/card/x/y.svg").status_code == 404
    )


def test_a_changed_first_screen_is_shown_as_it_is_and_as_it_was(folder: Path) -> None:
    shown = FolderPreview(folder)
    client = app(shown).test_client()

    def screens() -> list[tuple[str, list[str]]]:
        soup = BeautifulSoup(client.get("/preview").data, "html.parser")
        found = soup.select(".preview-screen")
        return [
            (str(one.h3.string), [part.get_text(" ", strip=True) for part in one.select(".preview-other")])
            for one in found
        ]

    assert screens() == []
    change(folder / "cards.csv", "Second Card", "Moonlit Card")
    assert shown.look()
    assert screens() == [], "another card is not another screen"
    change(folder / "game.toml", 'label = "Play"', 'label = "One after the other"')
    assert shown.look()
    (before, old), (now, new) = screens()
    assert (before, now) == ("before", "now")
    assert any(": Play" in text for text in old)
    assert any("One after the other" in text for text in new)
    assert not any(": Play" in text for text in new)
    change(folder / "game.toml", "[[zone]]", "[[zonk]]")
    assert shown.look()
    assert len(screens()) == 2, "a save that cannot be read changes nothing"


def test_a_folder_that_cannot_be_played_is_refused_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preview", str(tmp_path)]) == 1
    assert "has no game.toml" in capsys.readouterr().err


@pytest.mark.browser
def test_a_browser_shows_the_newest_save_by_itself(folder: Path) -> None:
    shown = FolderPreview(folder)
    server = make_server("127.0.0.1", 0, app(shown), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with chromium() as browser:
            phone = browser.new_page()
            phone.goto(f"http://127.0.0.1:{server.server_port}/preview")
            phone.locator(".preview-cards img").first.wait_for()
            change(folder / "cards.csv", "Second Card", "Moonlit Card")
            assert shown.look()
            phone.locator(".preview-changes figcaption", has_text="Moonlit Card").wait_for()
            change(folder / "game.toml", "[[zone]]", "[[zonk]]")
            assert shown.look()
            phone.locator("[role=alert]", has_text="did you mean zone?").wait_for()
    finally:
        server.shutdown()

"""Cards filmed by a moving camera, in a real browser over HTTPS and by ``watch``: seen, logged once, none lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import fake_camera
import httpx
import numpy as np
import pytest
import table_scene
from browser_phones import CHROMIUM, FLAGS, PHONE, WAIT_S, companion, needs_chromium
from cut_cards import cut_cards
from page_audit import CONTRAST, NAMELESS, TARGETS
from playwright.sync_api import Page, expect, sync_playwright

from companion.camera.overhead_camera import NoCamera, Source
from companion.cli import main
from rules import games
from rules.values.code import CardCode

GAME = "fairytale"
TALL, WIDE = (720, 960), (1280, 720)
FPS = 5
LAST_S = 7.0
"""The last picture stays: a busy machine reads fewer frames a second, and what is no longer there nobody can read."""


def arts(count: int, first: int = 0) -> list[table_scene.CardArt]:
    """Cut cards of the printed deck."""
    deck = games.deck(GAME)
    codes = [str(CardCode(deck.spec.letters, card.code, 1)) for card in deck.cards[first : first + count]]
    cut = cut_cards(GAME, frozenset(codes))
    return [cut[code] for code in codes]


def one_after_another(count: int, size_px: tuple[int, int], seconds: float) -> list[fake_camera.Take]:
    """All lie face down; in each take one more is turned up. The frame stays as it is."""
    laid = table_scene.rows(arts(count), seed=3, columns=3)
    takes = []
    for shown in range(1, count + 1):
        cards = [replace(card, face_down=index >= shown) for index, card in enumerate(laid)]
        table = fake_camera.table_of(cards, seed=4, px_per_module=2.2, size_px=size_px)
        takes.append(fake_camera.Take(table, seconds if shown < count else LAST_S))
    return takes


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("films")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with companion(tmp_path_factory.mktemp("tables")) as url:
        yield url


class Sheet:
    """A score sheet of two seats, whose log holds exactly what was scanned."""

    def __init__(self, url: str) -> None:
        self.url = url
        body = {"game": GAME, "players": 2, "mode": "score"}
        opened = httpx.post(f"{url}/api/tables", json=body, timeout=WAIT_S).json()
        self.code, self.token = opened["code"], opened["host_token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def safely(self) -> str:
        scheme, host, port = self.url.split(":")
        return f"{scheme}s:{host}:{int(port) + 1}"

    def _read(self) -> list[Any]:
        """The log's entries of cards that were read."""
        address = f"{self.url}/api/tables/{self.code}/export"
        log = httpx.get(address, headers=self.headers, timeout=WAIT_S).json()["entries"]
        return [entry for entry in log if entry["type"] == "read_tableau"]

    def added(self) -> list[str]:
        """The codes logged, in their order."""
        return [code for entry in self._read() for code in entry["args"].get("add", ())]

    def entries(self) -> int:
        return len(self._read())


@contextmanager
def phone(sheet: Sheet, film: Path | None, complaints: list[str]) -> Iterator[Page]:
    """A browser whose camera shows the film, at the sheet over HTTPS."""
    fakes = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    flags = [*FLAGS, *fakes, f"--use-file-for-fake-video-capture={film}"] if film else FLAGS
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=flags)
        context = browser.new_context(**PHONE, ignore_https_errors=True)
        context.set_default_timeout(WAIT_S * 1000)
        cookie = {"name": f"tw_{sheet.code}", "value": sheet.token, "url": sheet.safely()}
        context.add_cookies([cookie])  # type: ignore[list-item] - a dict is what it takes
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if "Content Security" in m.text else None)
        yield page
        browser.close()


@needs_chromium
@pytest.mark.browser
def test_a_whole_tableau_is_named_counted_and_accepted_with_one_tap(address: str, films: Path):
    laid = table_scene.rows(arts(9), seed=6, columns=3)
    table = fake_camera.table_of(laid, seed=6, px_per_module=1.8, size_px=TALL)
    film = fake_camera.film(films / "tableau.y4m", [fake_camera.Take(table, 3)], fps=FPS, size_px=TALL)
    sheet, complaints = Sheet(address), list[str]()
    with phone(sheet, film, complaints) as page:
        page.goto(f"{sheet.safely()}/t/{sheet.code}/scan")
        page.click(".live-door")
        expect(page.locator("#live-count")).to_have_text("9")
        expect(page.locator("#live-of")).to_have_text("of 12 read")
        names = {card.name for card in games.deck(GAME).cards[:9]}
        expect(page.locator("#live-list .done")).to_have_count(9)
        assert set(page.locator("#live-list .done").all_text_contents()) == names
        assert page.locator("#live-lines polygon.good").count() == 9
        accept = page.locator("#live-accept").bounding_box()
        assert accept is not None
        assert accept["height"] >= 56, "large"
        assert accept["y"] > 740 * 0.7, "and under the thumb"
        for check in (CONTRAST, TARGETS, NAMELESS):
            assert page.evaluate(check) == []
        assert sheet.entries() == 0, "nothing is logged without a tap"
        page.click("#live-accept")
        expect(page.locator("#live-toast")).to_be_visible()
        assert sorted(sheet.added()) == sorted(card.art.text for card in laid)
        expect(page.locator("#live-accept")).to_have_text("Nothing new in sight")
        page.route("**/undo", lost, times=1)
        page.click("#live-undo")
        expect(page.locator("#live-toast span")).to_contain_text("it counts once")
        taken_back = sheet.entries()
        page.click("#live-undo")
        expect(page.locator("#live-toast span")).to_have_text("Taken back")
        assert sheet.entries() == taken_back, "the answer was lost, not the tap"
        page.evaluate(
            "document.getElementById('live-video').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))"
        )
        expect(page.locator("#live-why")).to_contain_text("The camera has stopped")
        page.click("#live-retry")
        expect(page.locator("#live-count")).to_have_text("9")
    assert not complaints


def lost(route: Any) -> None:
    """The server is asked, and its answer does not come back."""
    route.fetch()
    route.abort()


MOVES = """async () => {
  const { velocity } = await import('/static/overlay.js');
  const cards = (dx, dy, odd) => [
    [1, [10 + dx, 20 + dy]], [2, [90 + dx, 20 + dy]], [3, [50 + odd, 80]], [4, [50 + dx, 50 + dy]]];
  const sight = (at, dx, dy, odd = 0) => ({ at, places: new Map(cards(dx, dy, odd)) });
  const here = sight(0, 0, 0), others = { at: 0, places: new Map([[9, [0, 0]]]) };
  return [velocity(null, here), velocity(here, sight(100, 8, -4, 60)), velocity(here, sight(100, 0.4, 0)),
    velocity(here, sight(2000, 80, 0)), velocity(others, sight(100, 8, 8))];
}"""


@needs_chromium
@pytest.mark.browser
def test_outlines_go_on_as_the_hand_moves_and_only_then(address: str):
    """Outlines belong to a frame that is past: most cards say how the camera moved since, a card in a hand does not."""
    sheet, complaints = Sheet(address), list[str]()
    with phone(sheet, None, complaints) as page:
        page.goto(f"{sheet.safely()}/t/{sheet.code}/live")
        first, moving, still, long_ago, others = page.evaluate(MOVES)
    assert moving == pytest.approx([0.08, -0.04])
    assert first == still == long_ago == others == [0, 0]
    assert not complaints


@needs_chromium
@pytest.mark.browser
def test_by_itself_every_card_of_a_ten_second_video_is_logged_once(address: str, films: Path):
    takes = one_after_another(3, TALL, 1.5)
    film = fake_camera.film(films / "growing.y4m", takes, fps=FPS, size_px=TALL)
    sheet, complaints = Sheet(address), list[str]()
    with phone(sheet, film, complaints) as page:
        page.add_init_script("localStorage.setItem('tw-live-auto', '1')")
        page.goto(f"{sheet.safely()}/t/{sheet.code}/live")
        expect(page.locator("#live-auto")).to_be_checked()
        _until(lambda: len(sheet.added()) >= 3)
        page.wait_for_timeout(5000)  # the film begins anew: cards leave and are laid again
        assert sorted(sheet.added()) == sorted(art.text for art in arts(3))
    assert not complaints


def _until(holds: Any) -> None:
    end = time.monotonic() + WAIT_S
    while not holds() and time.monotonic() < end:
        time.sleep(0.2)


@needs_chromium
@pytest.mark.browser
def test_without_a_camera_the_reason_is_shown_and_a_photo_does(address: str):
    sheet, complaints = Sheet(address), list[str]()
    with phone(sheet, None, complaints) as page:
        page.goto(f"{sheet.safely()}/t/{sheet.code}/live")
        expect(page.locator("#live-why")).to_contain_text("camera")
        expect(page.locator("#live-off .shoot")).to_be_visible()
        expect(page.locator("#live-sheet")).to_be_hidden()
    assert not complaints


# --- a camera over the table -------------------------------------------------------------------------------------


def watch(sheet: Sheet, camera: str, *more: str, token: str | None = None) -> int:
    arguments = ["--camera", camera, "--table", sheet.code, "--token", sheet.token if token is None else token]
    return main(["watch", *arguments, "--server", sheet.url, *more])


def test_a_video_file_is_watched_and_every_card_logged_once(address: str, films: Path, capsys: Any):
    video = fake_camera.motion_jpeg(films / "watch.avi", one_after_another(3, WIDE, 1.5), fps=FPS, size_px=WIDE)
    sheet = Sheet(address)
    assert watch(sheet, str(video), "--seat", "2") == 0
    said = capsys.readouterr().out
    assert sorted(sheet.added()) == sorted(art.text for art in arts(3))
    assert "3 cards seen, " in said
    assert said.count("seen    ") == 3
    assert "Watching Fairy Tale" in said


def test_with_ask_nothing_is_logged(address: str, films: Path, capsys: Any):
    table = fake_camera.table_of(table_scene.rows(arts(2), seed=1), seed=1, px_per_module=2.4, size_px=WIDE)
    video = fake_camera.motion_jpeg(films / "ask.avi", [fake_camera.Take(table, 1.5)], fps=FPS, size_px=WIDE)
    sheet = Sheet(address)
    assert watch(sheet, str(video), "--ask") == 0
    assert "2 cards seen, 0 logged." in capsys.readouterr().out
    assert sheet.added() == []


def test_a_video_that_stops_in_the_middle_is_watched_as_far_as_it_goes(films: Path):
    table = fake_camera.table_of(table_scene.rows(arts(2), seed=1), seed=1, px_per_module=2.4, size_px=WIDE)
    whole = fake_camera.motion_jpeg(films / "whole.avi", [fake_camera.Take(table, 2)], fps=FPS, size_px=WIDE)
    half = films / "half.avi"
    half.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    pictures = list(Source(str(half), sleep=lambda _: None).frames())
    assert 0 < len(pictures) < 2 * FPS
    assert all(picture.shape == (WIDE[1], WIDE[0], 3) for picture in pictures)


def test_a_camera_that_stops_is_said_with_the_cure(monkeypatch: pytest.MonkeyPatch):
    class Unplugged:
        """Three frames, then none for good; a short gap is no end."""

        left = [True, False, False, True, True] + [False] * 200

        def read(self) -> tuple[bool, Any]:
            return self.left.pop(0), np.zeros((4, 4, 3), np.uint8)

        def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
            return True

        def set(self, *_: Any) -> None: ...

        def release(self) -> None: ...

    monkeypatch.setattr("companion.camera.overhead_camera.cv2.VideoCapture", lambda _: Unplugged())
    frames = Source("0", sleep=lambda _: None).frames()
    assert [next(frames).shape for _ in range(3)] == [(4, 4, 3)] * 3
    with pytest.raises(NoCamera, match="camera 0 has stopped; plug it in again"):
        next(frames)


def test_what_is_wrong_is_said_in_one_sentence_with_the_cure(address: str, films: Path, capsys: Any):
    sheet = Sheet(address)
    broken = films / "broken.avi"
    broken.write_bytes(b"no video" * 100)
    wrong = {
        "camera 97 does not answer": ("97", "--token", sheet.token),
        "there is no such video file": ("nothing.mp4", "--token", sheet.token),
        "cannot be played as a video": (str(broken), "--token", sheet.token),
        "the key opens no seat": (str(broken), "--token", "nonsense"),
        "whose cards does the camera see?": (str(broken), "--token", ""),
        "No table has the code ZZZZZZ": (str(broken), "--table", "ZZZZZZ"),
        "nobody answers at http://127.0.0.1:9": (str(broken), "--server", "http://127.0.0.1:9"),
        "is no address of a server": (str(broken), "--server", "file:///etc"),
    }
    for sentence, (camera, *more) in wrong.items():
        assert watch(sheet, camera, *more) == 1
        told = capsys.readouterr().err
        assert sentence in told
        assert told.count("\n") == 1

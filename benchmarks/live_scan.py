"""The live camera, from the card in view to the event in the log, in a real browser with a fake camera; and what a
followed frame costs.

    python benchmarks/live_scan.py [--quick] [--seconds 60]

A film shows face-down cards turned up one after the other by a hand that is never quite still; Chromium plays it as its
camera over HTTPS, with "By itself" switched on. A grey square in the corner of the film says which card was turned up
last: the page notes when it saw the square change, the log when the card was logged; both use this machine's clock.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import fake_camera
import httpx
import table_scene
from cut_cards import cut_cards
from kitchen import CHROMIUM, FLAGS, PHONE, companion
from playwright.sync_api import sync_playwright

from companion.app import Service, create_app
from companion.limits import no_limits
from companion.store import MemoryStore
from companion.tables import Tables
from rules import games
from rules.code import CardCode
from vision.cv import cv2

SIZE, FPS, STEP = (1280, 720), 8, 18
SQUARE = 48
# Notes, for every frame the page shows, when the square's grey first was what it is.
NOTE = """() => {
  const video = document.getElementById('live-video'), canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext('2d', {willReadFrequently: true});
  window.seen = [];
  const look = () => {
    const edge = video.videoHeight * 0.03;
    brush.drawImage(video, edge / 2, edge / 2, edge, edge, 0, 0, 1, 1);
    const grey = brush.getImageData(0, 0, 1, 1).data[0], last = window.seen.at(-1);
    if (!last || Math.abs(last[0] - grey) > 6) window.seen.push([grey, Date.now() / 1000]);
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
}"""


def arts(count: int) -> list[table_scene.CardArt]:
    deck = games.deck("fairytale")
    codes = [str(CardCode(deck.spec.letters, card.code, 1)) for card in deck.cards[:count]]
    cut = cut_cards("fairytale", frozenset(codes))
    return [cut[code] for code in codes]


def film(path: Path, count: int, seconds: float) -> list[str]:
    """The film; the code of each card in the order it is turned up."""
    laid = table_scene.rows(arts(count), seed=21, columns=4)
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{SIZE[0]} H{SIZE[1]} F{FPS}:1 Ip A1:1 C420jpeg\n".encode())
        for shown in range(count + 1):
            cards = [
                table_scene.LaidCard(card.art, card.x_mm, card.y_mm, card.turn_deg, face_down=index >= shown)
                for index, card in enumerate(laid)
            ]
            table = fake_camera.table_of(cards, seed=22, px_per_module=2.0, size_px=SIZE)
            for picture in fake_camera.frames([fake_camera.Take(table, seconds)], fps=FPS, size_px=SIZE):
                picture[:SQUARE, :SQUARE] = 30 + STEP * shown
                file.write(b"FRAME\n" + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())
    return [card.art.text for card in laid]


@dataclass(frozen=True)
class Run:
    """One evening with the browser: seconds from each card in view to its event, and what went wrong."""

    latency_s: list[float]
    lost: int
    twice: int
    seconds: float


def browse(count: int, take_s: float, seconds: float) -> Run:
    """Play the film for that long, looping."""
    with tempfile.TemporaryDirectory() as folder, companion(Path(folder) / "data") as url, sync_playwright() as engine:
        codes = film(Path(folder) / "film.y4m", count, take_s)
        body = {"game": "fairytale", "players": 2, "mode": "score"}
        opened = httpx.post(f"{url}/api/tables", json=body).json()
        headers = {"Authorization": f"Bearer {opened['host_token']}"}
        scheme, host, port = url.split(":")
        safe = f"{scheme}s:{host}:{int(port) + 1}"
        fakes = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
        flags = [*FLAGS, *fakes, f"--use-file-for-fake-video-capture={folder}/film.y4m"]
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=flags)
        context = browser.new_context(**PHONE, ignore_https_errors=True)
        cookie: Any = {"name": f"tw_{opened['code']}", "value": opened["host_token"], "url": safe}
        context.add_cookies([cookie])
        page = context.new_page()
        page.add_init_script("localStorage.setItem('tw-live-auto', '1')")
        page.goto(f"{safe}/t/{opened['code']}/live")
        page.evaluate(NOTE)
        page.wait_for_timeout(seconds * 1000)
        seen: list[tuple[float, float]] = page.evaluate("window.seen")
        log = httpx.get(f"{url}/api/tables/{opened['code']}/export", headers=headers).json()["entries"]
        browser.close()
    return _judged(codes, seen, log, seconds)


def _judged(codes: Sequence[str], seen: Sequence[tuple[float, float]], log: Any, seconds: float) -> Run:
    shown: dict[int, float] = {}
    for grey, at in seen:
        shown.setdefault(round((grey - 30) / STEP), at)
    logged: list[tuple[str, float]] = [
        (code, float(entry["at"]))
        for entry in log
        if entry["type"] == "read_tableau"
        for code in entry["args"].get("add", ())
    ]
    first = dict(reversed(logged))
    latency = [first[code] - shown[n + 1] for n, code in enumerate(codes) if code in first and n + 1 in shown]
    lost = sum(code not in first for code in codes)
    return Run([one for one in latency if one > 0], lost, len(logged) - len(first), seconds)


def server_side(frames: int) -> dict[str, float]:
    """Milliseconds a frame costs the server, read in full and followed: 1080p, twelve cards."""
    service = Service(Tables(MemoryStore()), limits=no_limits())
    now = [0.0]
    client = create_app(service).test_client()
    opened = client.post("/api/tables", json={"game": "fairytale", "players": 2, "mode": "score"}).get_json()
    size = (1920, 1080)
    table = fake_camera.table_of(table_scene.rows(arts(12), seed=9), seed=9, px_per_module=1.9, size_px=size)
    took: dict[bool, list[float]] = {True: [], False: []}
    service.eye.clock = lambda: now[0]
    for number, picture in enumerate(fake_camera.frames([fake_camera.Take(table, frames / 15)], fps=15, size_px=size)):
        now[0] += 1 / 15
        jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes()
        began = time.perf_counter()
        answer = client.post(
            f"/api/tables/{opened['code']}/frames?session=s&n={number}&seat=0",
            data=jpeg,
            headers={"Authorization": f"Bearer {opened['host_token']}"},
        ).get_json()
        took[answer["full"]].append((time.perf_counter() - began) * 1000)
    return {"full_ms": statistics.median(took[True]), "followed_ms": statistics.median(took[False])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="three cards, fifteen seconds")
    parser.add_argument("--seconds", type=float, default=60, help="how long the film is played (default: 60)")
    args = parser.parse_args()
    cost = server_side(20 if args.quick else 60)
    print(f"a 1080p frame with 12 cards: read in full {cost['full_ms']:.0f} ms, followed {cost['followed_ms']:.0f} ms")
    run = browse(3, 2.5, 15) if args.quick else browse(8, 2.5, args.seconds)
    shown = ", ".join(f"{one:.2f}" for one in run.latency_s)
    middle = statistics.median(run.latency_s) if run.latency_s else float("nan")
    print(f"card in view -> event in the log, seconds: median {middle:.2f} ({shown})")
    print(f"in {run.seconds:.0f} s: {run.lost} lost, {run.twice} logged twice")
    found = {**cost, "median_s": middle, "latency_s": run.latency_s, "lost": run.lost, "twice": run.twice}
    print(json.dumps(found))


if __name__ == "__main__":
    main()

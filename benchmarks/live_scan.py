"""The live camera, from the card in view to the event in the log, in a real browser with a fake camera; and what a
followed frame costs.

    python benchmarks/live_scan.py [--quick] [--seconds 60] [--films 1] [--seed 21]

Each film shows face-down cards turned up one after the other by a hand that is never quite still; Chromium plays it as
its camera over HTTPS, with "By itself" switched on. A grey square in the corner of the film says which card was turned
up last: the page notes when it saw the square change, the log when the card was logged; both use this machine's clock.
A card is lost where the page showed it for two seconds and more and it is not in the log when the film ends.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import fake_camera
import httpx
import numpy as np
import table_scene
from browser_phones import CHROMIUM, FLAGS, PHONE, companion
from cut_cards import cut_cards
from memory_store import MemoryStore
from playwright.sync_api import Playwright, sync_playwright

from companion.app import create_app
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from rules import games
from rules.values.code import CardCode
from vision.picture.opencv_setup import cv2

SIZE, FPS = (1280, 720), 8
DARKEST, STEP = 30, 16
MOST = 8
"""Cards of one film: the codes of a third row would lie outside the picture."""
FIRST_S, EACH_S, LAST_S = 1.0, 1.0, 2.5
"""Until the first card, at least between two, and how long the last is shown."""
SHOWN_S = 2.0
"""What was in view for so long may not be lost."""
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


@dataclass(frozen=True)
class Film:
    """The code of each card in the order it is turned up."""

    path: Path
    codes: list[str]
    seconds: float


@dataclass(frozen=True)
class Run:
    """One film seen by the browser: seconds from each card in view to its event, and what went wrong.

    ``brief`` are cards that were not in view for SHOWN_S before the film ended, and are in no other figure.
    """

    latency_s: list[float] = field(default_factory=list)
    shown: int = 0
    lost: int = 0
    twice: int = 0
    brief: int = 0


def arts(count: int) -> list[table_scene.CardArt]:
    deck = games.deck("fairytale")
    codes = [str(CardCode(deck.spec.letters, card.code, 1)) for card in deck.cards[:count]]
    cut = cut_cards("fairytale", frozenset(codes))
    return [cut[code] for code in codes]


def film(path: Path, seconds: float, seed: int) -> Film:
    """Cards turned up at times, in an order and on a table the seed decides; the last one has LAST_S."""
    rng = np.random.default_rng(seed)
    room = seconds - FIRST_S - LAST_S
    count = max(1, min(MOST, 1 + int(room / (EACH_S * 1.3))))
    spare = rng.dirichlet(np.ones(count)) * max(0.0, room - EACH_S * (count - 1))
    at_s = FIRST_S + np.cumsum(spare) - spare[0] / 2 + EACH_S * np.arange(count)
    laid = table_scene.rows(arts(count), seed=seed, columns=4)
    order = [laid[index] for index in rng.permutation(count)]
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{SIZE[0]} H{SIZE[1]} F{FPS}:1 Ip A1:1 C420jpeg\n".encode())
        for picture in fake_camera.frames(
            _takes(order, at_s.tolist(), seconds, seed), fps=FPS, size_px=SIZE, seed=seed
        ):
            file.write(b"FRAME\n" + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())
    return Film(path, [card.art.text for card in order], seconds)


def _takes(
    order: Sequence[table_scene.LaidCard], at_s: Sequence[float], seconds: float, seed: int
) -> Iterator[fake_camera.Take]:
    """One after the other, so that one table at a time is kept."""
    for shown, (begins, ends) in enumerate(zip((0.0, *at_s), (*at_s, seconds), strict=True)):
        cards = [
            table_scene.LaidCard(card.art, card.x_mm, card.y_mm, card.turn_deg, face_down=index >= shown)
            for index, card in enumerate(order)
        ]
        table = fake_camera.table_of(cards, seed=seed, px_per_module=2.0, size_px=SIZE)
        yield fake_camera.Take(table, round(ends * FPS) / FPS - round(begins * FPS) / FPS, DARKEST + STEP * shown)


def browse(url: str, engine: Playwright, made: Film) -> Run:
    """A table of its own, a browser of its own, the film once."""
    body = {"game": "fairytale", "players": 2, "mode": "score"}
    opened = httpx.post(f"{url}/api/tables", json=body).json()
    headers = {"Authorization": f"Bearer {opened['host_token']}"}
    scheme, host, port = url.split(":")
    safe = f"{scheme}s:{host}:{int(port) + 1}"
    fakes = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    flags = [*FLAGS, *fakes, f"--use-file-for-fake-video-capture={made.path}"]
    browser = engine.chromium.launch(executable_path=CHROMIUM, args=flags)
    context = browser.new_context(**PHONE, ignore_https_errors=True)
    cookie: Any = {"name": f"tw_{opened['code']}", "value": opened["host_token"], "url": safe}
    context.add_cookies([cookie])
    page = context.new_page()
    page.add_init_script("localStorage.setItem('tw-live-auto', '1')")
    page.goto(f"{safe}/t/{opened['code']}/live")
    page.evaluate(NOTE)
    until = time.time() + 60
    while not page.evaluate("window.seen.length") and time.time() < until:  # the page's policy forbids waiting inside
        page.wait_for_timeout(50)
    began: float = page.evaluate("window.seen[0][1]")
    page.wait_for_timeout(max(0.0, began + made.seconds - time.time()) * 1000)
    ended = time.time()
    seen: list[tuple[float, float]] = page.evaluate("window.seen")
    log = httpx.get(f"{url}/api/tables/{opened['code']}/export", headers=headers).json()["entries"]
    browser.close()
    return _judged(made.codes, seen, log, ended)


def _judged(codes: Sequence[str], seen: Sequence[tuple[float, float]], log: Any, ended: float) -> Run:
    shown: dict[int, float] = {}
    for grey, at in seen:
        shown.setdefault(round((grey - DARKEST) / STEP), at)
    # Where the page skipped a frame, a card was in view at the latest when the next one was.
    since = [min((at for n, at in shown.items() if n > index), default=ended) for index in range(len(codes))]
    logged = [
        (code, float(entry["at"]))
        for entry in log
        if entry["type"] == "read_tableau"
        for code in entry["args"].get("add", ())
    ]
    first = dict(reversed(logged))
    counted = [(code, at) for code, at in zip(codes, since, strict=True) if ended - at >= SHOWN_S]
    return Run(
        [first[code] - at for code, at in counted if code in first],
        len(counted),
        sum(code not in first for code, _ in counted),
        sum(times - 1 for times in Counter(code for code, _ in logged).values()),
        len(codes) - len(counted),
    )


def server_side(frames: int) -> dict[str, float]:
    """Milliseconds a frame costs the server, read in full and followed: 1080p, twelve cards."""
    service = Service(Tables(MemoryStore()), limits=no_limits())
    now = [0.0]
    client = create_app(service).test_client()
    opened = client.post("/api/tables", json={"game": "fairytale", "players": 2, "mode": "score"}).get_json()
    size = (1920, 1080)
    table = fake_camera.table_of(table_scene.rows(arts(12), seed=9), seed=9, px_per_module=1.9, size_px=size)
    took: dict[bool, list[float]] = {True: [], False: []}
    service.live_cameras.clock = lambda: now[0]
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
    parser.add_argument("--quick", action="store_true", help="one film of eight seconds")
    parser.add_argument("--seconds", type=float, default=60, help="how long each film is (default: 60; at least 5)")
    parser.add_argument("--films", type=int, default=1, help="how many films, with seeds one after the other")
    parser.add_argument("--seed", type=int, default=21, help="of the first film (default: 21)")
    args = parser.parse_args()
    seconds = 8.0 if args.quick else max(5.0, args.seconds)
    cost = server_side(20 if args.quick else 60)
    print(f"a 1080p frame with 12 cards: read in full {cost['full_ms']:.0f} ms, followed {cost['followed_ms']:.0f} ms")
    print("seed    in view  logged  lost  twice  card in view -> event in the log, s")
    runs: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, companion(Path(folder) / "data") as url, sync_playwright() as engine:
        for seed in range(args.seed, args.seed + (1 if args.quick else args.films)):
            made = film(Path(folder) / "film.y4m", seconds, seed)
            run = browse(url, engine, made)
            runs.append({"seed": seed, **asdict(run)})
            times = " ".join(f"{one:.2f}" for one in run.latency_s)
            print(f"{seed:<8}{run.shown:7}{len(run.latency_s):8}{run.lost:6}{run.twice:7}  {times}", flush=True)
    times_s = [one for run in runs for one in run["latency_s"]]
    middle, slowest = (statistics.median(times_s), max(times_s)) if times_s else (float("nan"), float("nan"))
    lost, twice = (sum(run[what] for run in runs) for what in ("lost", "twice"))
    print(f"{len(runs)} of {seconds:.0f} s: {lost} lost, {twice} twice, median {middle:.2f} s, slowest {slowest:.2f}")
    found = {**cost, "seconds": seconds, "median_s": middle, "slowest_s": slowest, "lost": lost, "twice": twice}
    print(json.dumps({**found, "films": runs}))


if __name__ == "__main__":
    main()

"""How much a phone loads before it sees a page for the first time, fonts and all.

    python benchmarks/page_weights.py [--quick] [--pictures DIR]

Starts a real server (``tablewright serve``), opens a table of every game for two, and looks at each page with a
headless Chromium of 360 x 740 pixels that has never been there: what came over the wire (headers included), by kind.
``again`` is the same page a second time, with what the browser has kept. Prints a table in kB and one JSON line last.
``--quick`` looks at one game; ``--pictures`` keeps a picture of every page.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, sync_playwright
from server_process import free_port, start

GAMES = ("breeds", "dragoborne", "fairytale", "gilfate", "tower")
PHONE: Any = {
    "viewport": {"width": 360, "height": 740},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
    "service_workers": "block",  # as over plain HTTP, where there are none
}
KINDS = {"Document": "page", "Stylesheet": "style", "Script": "script", "Font": "fonts", "Image": "pictures"}
COLUMNS = ("page", "style", "script", "fonts", "pictures", "other")
MOST_KB, MOST_STYLE_AND_SCRIPT_KB = 75, 30
QUIET_MS = 700


def post(home: str, path: str, token: str = "", **body: Any) -> Any:
    """What the server answers to a request of the API."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    with urlopen(Request(f"{home}/api{path}", json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def table(home: str, game: str) -> tuple[str, str]:
    """A begun table for two: its code, and the first seat's token."""
    opened = post(home, "/tables", game=game)
    code = opened["code"]
    tokens = [post(home, f"/tables/{code}/join", name=name)["token"] for name in ("Ana", "Ben")]
    post(home, f"/tables/{code}/begin", opened["host_token"])
    return code, tokens[0]


def score_sheet(home: str, game: str) -> tuple[str, str] | None:
    """A sheet for two where points are counted only: its code, and the host's token. None where the game has none."""
    try:
        opened = post(home, "/tables", game=game, mode="score", players=2)
    except HTTPError:
        return None
    return opened["code"], opened["host_token"]


def pages(home: str, games: tuple[str, ...]) -> Iterator[tuple[str, str, str, str]]:
    """Every page: what to call it, its path, and the table and token its phone holds."""
    yield "home", "/", "", ""
    yield "open a table", "/new", "", ""
    yield "help", "/help", "", ""
    yield "only score", "/score", "", ""
    for game in games:
        code, token = table(home, game)
        yield f"play {game}", f"/t/{code}", code, token
        if game == games[0]:
            yield "log", f"/t/{code}/log", code, token
            yield "table screen", f"/t/{code}/table", "", ""
        sheet = score_sheet(home, game)
        if sheet:
            yield f"score {game}", f"/t/{sheet[0]}", *sheet


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    path = next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
    )
    with sync_playwright() as engine:
        started = engine.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def weighed(
    chromium: Browser, url: str, cookie: dict[str, str] | None, picture: Path | None
) -> tuple[Counter[str], int]:
    """Bytes by kind at the first look, and all bytes at the second."""
    context = chromium.new_context(**PHONE)
    if cookie:
        context.add_cookies([cookie])  # type: ignore[list-item]
    seen: list[Counter[str]] = []
    for look in range(2):
        page = context.new_page()
        session, kinds, bytes_of = context.new_cdp_session(page), {}, Counter[str]()

        def began(event: dict[str, Any], kinds: dict[str, str] = kinds) -> None:
            kinds[event["requestId"]] = KINDS.get(event.get("type", ""), "other")

        def ended(event: dict[str, Any], kinds: dict[str, str] = kinds, total: Counter[str] = bytes_of) -> None:
            total[kinds.get(event["requestId"], "other")] += int(event["encodedDataLength"])

        session.on("Network.requestWillBeSent", began)
        session.on("Network.loadingFinished", ended)
        session.send("Network.enable")
        page.goto(url, wait_until="load")
        page.wait_for_timeout(QUIET_MS)
        if picture and look == 0:
            page.screenshot(path=str(picture))
        seen.append(bytes_of)
        page.close()
    context.close()
    return seen[0], seen[1].total()


def main() -> None:
    """Weigh, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="one game")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="keep a picture of every page there")
    args = parser.parse_args()
    if args.pictures:
        args.pictures.mkdir(parents=True, exist_ok=True)
    port, rows = free_port(), {}
    home = f"http://127.0.0.1:{port}"
    print(f"{'kB over the wire':22}{''.join(f'{word:>10}' for word in (*COLUMNS, 'all', 'again'))}")
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        server = start(folder, port)
        try:
            for name, path, code, token in pages(home, GAMES[:1] if args.quick else GAMES):
                cookie = {"name": f"tw_{code}", "value": token, "url": home} if code else None
                picture = args.pictures / f"{re.sub(r'[^a-z]+', '-', name)}.png" if args.pictures else None
                first, again = weighed(chromium, home + path, cookie, picture)
                kb = {word: round(first[word] / 1000, 1) for word in COLUMNS}
                kb |= {"all": round(first.total() / 1000, 1), "again": round(again / 1000, 1)}
                rows[name] = kb
                print(f"{name:22}{''.join(f'{value:10.1f}' for value in kb.values())}", flush=True)
        finally:
            server.terminate()
            server.wait()
    most = max(rows.values(), key=lambda kb: kb["all"])["all"]
    both = max(kb["style"] + kb["script"] for kb in rows.values())
    print(f"most: {most} of {MOST_KB} kB; style and script {both:.1f} of {MOST_STYLE_AND_SCRIPT_KB} kB")
    print(json.dumps({"pages": rows, "most_kb": most, "most_style_and_script_kb": round(both, 1)}))


if __name__ == "__main__":
    main()

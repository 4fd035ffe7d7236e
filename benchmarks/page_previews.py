"""How soon somebody at the print page sees the pages.

    python benchmarks/page_previews.py [--runs 3] [--pages 12] [--busy] [--cards 1000] [--quick]

Every run starts a real server (``tablewright serve``) on loopback whose caches are empty, and is one phone: it opens
the print page, asks for the picture of the first page and, as a browser does, for the small ones at the same time; then
it turns to pages nobody has seen, one after another.

With ``--busy`` a long print is drawn meanwhile, a deck of one's own of 1,000 cards in Chinese with photos among them,
and three phones turn ``--pages`` pages of three games, one every two seconds each. Prints a table, and one JSON line
last. ``server`` is the processor time the server took while somebody waited: what other programs on the machine do not
lengthen. ``refused`` are pages that were not drawn within ten seconds; ``load`` is how many programs wanted a core.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import platform
import re
import statistics
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import own_cards
from server_process import cpu_s, free_port, start

GAMES = ("fairytale", "breeds", "gilfate")
SMALL = 5
"""Small pictures that are in sight on a phone."""
WORDS = {
    "page": "the print page",
    "first": "its picture, from the page on",
    "small": "all in sight, from the page on",
    "other": "the picture of another page",
}
BUSY_WORDS = {
    "page": "the print page",
    "first": "a phone's first picture",
    "busy": "the picture of another page",
    "server": "of that the server's own work",
    "refused": "",
    "print": "",
}
TOO_BUSY = 429
PHOTOS, PACE_S = 9, 2.0


def fetched(url: str) -> tuple[bytes, float]:
    """What is there, and when it had come."""
    with urlopen(url) as answer:
        data = answer.read()
    return data, time.perf_counter()


def looked(port: int, game: str, pages: int) -> Iterator[tuple[str, float]]:
    """One phone at the print page of a game: what it waited for, and seconds."""
    home = f"http://127.0.0.1:{port}"
    began = time.perf_counter()
    page, seen = fetched(f"{home}/print?game={game}&paper=a4")
    yield "page", seen - began
    pictures = [home + html.unescape(found) for found in re.findall(r'src="(/print/page\.png[^"]*)"', page.decode())]
    with ThreadPoolExecutor(SMALL + 1) as browser:
        came = [at for _, at in browser.map(fetched, pictures[: SMALL + 1])]
    yield "first", came[0] - seen
    yield "small", max(came) - seen
    for number in range(SMALL + 2, min(SMALL + 2 + pages, len(pictures))):
        began = time.perf_counter()
        _, came_at = fetched(pictures[0].replace("page=1", f"page={number}"))
        yield "other", came_at - began


# --- a long print meanwhile ---------------------------------------------------------------------------------------


def uploaded(home: str, cards: int, folder: Path) -> str:
    """A deck of one's own sent to the server, as a browser sends it: its name in addresses."""
    own_cards.make_photos(folder, PHOTOS)
    photos = sorted(folder.glob("*.jpg"))
    table = own_cards.table("chinese", cards, [photo.name for photo in photos], "")
    files = [("mine.csv", table), *((photo.name, photo.read_bytes()) for photo in photos)]
    edge = uuid.uuid4().hex
    parts = [f'--{edge}\r\nContent-Disposition: form-data; name="letters"\r\n\r\nWF\r\n'.encode()]
    for name, data in files:
        head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        parts += [head.encode(), data, b"\r\n"]
    kind = {"Content-Type": f"multipart/form-data; boundary={edge}", "Origin": home}
    with urlopen(Request(f"{home}/print/own", b"".join([*parts, f"--{edge}--\r\n".encode()]), kind)) as answer:
        return f"own-{answer.url.rpartition('/')[2]}"


def turned(port: int, game: str, pages: int, ready: Event, pid: int) -> Iterator[tuple[str, float]]:
    """One phone that turns so many pages, or until the long print is ready."""
    home = f"http://127.0.0.1:{port}"
    began = time.perf_counter()
    page, seen = fetched(f"{home}/print?game={game}&paper=a4")
    yield "page", seen - began
    pictures = [html.unescape(found) for found in re.findall(r'src="(/print/page\.png[^"]*)"', page.decode())]
    for number in range(1, min(pages + 1, len(pictures))):
        if ready.is_set():
            return
        began, before = time.perf_counter(), cpu_s(pid)
        try:
            fetched(home + pictures[0].replace("page=1", f"page={number}"))
        except HTTPError as error:
            if error.code != TOO_BUSY:
                raise
            yield "refused", 0.0
        took, after = time.perf_counter() - began, cpu_s(pid)
        yield ("first" if number == 1 else "busy"), took
        if number > 1 and before is not None and after is not None:
            yield "server", after - before
        ready.wait(max(0.0, PACE_S - took))


def printed(home: str, game: str, ready: Event, enough: Event) -> float:
    """The long print begun and waited for, until the phones have seen enough: which share of it is drawn.

    Sets ``ready`` however it ends.
    """
    try:
        with urlopen(f"{home}/print/cards.pdf?game={game}&paper=a4") as answer:
            job = "" if answer.headers["Content-Type"] == "application/pdf" else answer.url
        share = 1.0
        while job:
            with urlopen(f"{job}.json") as answer:
                work = json.loads(answer.read())
            if work["state"] == "failed":
                raise SystemExit("the long print could not be drawn")
            share = work["done"] / work["total"]
            if work["state"] == "ready" or enough.wait(0.2):
                break
        return share
    finally:
        ready.set()


def busy(server: subprocess.Popen[str], port: int, folder: str, args: argparse.Namespace) -> dict[str, list[float]]:
    """Three phones and a long print: what the phones waited for, and which share of the print was drawn meanwhile."""
    home = f"http://127.0.0.1:{port}"
    photos = Path(folder) / "photos"
    photos.mkdir()
    deck, ready, enough = uploaded(home, args.cards, photos), Event(), Event()
    waits: dict[str, list[float]] = {name: [] for name in BUSY_WORDS}
    with ThreadPoolExecutor(len(GAMES) + 1) as everybody:
        print_job = everybody.submit(printed, home, deck, ready, enough)

        def phone(game: str) -> list[tuple[str, float]]:
            return list(turned(port, game, args.pages, ready, server.pid))

        try:
            for one in [everybody.submit(phone, game) for game in GAMES]:
                for name, seconds in one.result():
                    waits[name].append(seconds)
        finally:
            enough.set()
        waits["print"].append(print_job.result())
    return waits


# --- runs ---------------------------------------------------------------------------------------------------------


def served(waits: dict[str, list[float]], args: argparse.Namespace, games: tuple[str, ...]) -> None:
    """Fresh servers, one after the other, and how long people wait there."""
    for game in games[:1] * args.runs if args.busy else games * args.runs:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["TABLEWRIGHT_CACHE"] = str(Path(folder) / "cache")
            port = free_port()
            server = start(folder, port)
            try:
                if args.busy:
                    for name, every in busy(server, port, folder, args).items():
                        waits[name] += every
                else:
                    for name, seconds in looked(port, game, args.pages):
                        waits[name].append(seconds)
            finally:
                server.terminate()
                server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=0, help="fresh servers a game (default: 3, with --busy one)")
    parser.add_argument("--pages", type=int, default=12, help="further pages turned to")
    parser.add_argument("--busy", action="store_true", help="three phones while a long print is drawn")
    parser.add_argument("--cards", type=int, default=1000, help="with --busy: cards of the long print")
    parser.add_argument("--quick", action="store_true", help="a smoke run of a few seconds")
    args = parser.parse_args()
    games = GAMES[:1] if args.quick else GAMES
    args.runs = 1 if args.quick else args.runs or (1 if args.busy else 3)
    args.pages, args.cards = (3, 200) if args.quick else (args.pages, args.cards)
    words: Mapping[str, str] = BUSY_WORDS if args.busy else WORDS
    waits: dict[str, list[float]] = {name: [] for name in words}
    served(waits, args, games)
    drawn, refused = waits.pop("print", []), len(waits.pop("refused", []))
    result: dict[str, Any] = {
        name: {"of": len(s), "p50_ms": round(1000 * statistics.median(s)), "max_ms": round(1000 * max(s))}
        for name, s in waits.items()
        if s
    }
    print(f"{'':<34}{'of':>6}{'p50':>8}{'max':>8}  ms")
    for name, row in result.items():
        print(f"{words[name]:<34}{row['of']:>6}{row['p50_ms']:>8}{row['max_ms']:>8}")
    shown = {"benchmark": "page_previews", "games": len(games), "runs": args.runs, **result}
    if args.busy:
        share = statistics.mean(drawn)
        print(f"{refused} refused; {share:.0%} of the long print were drawn meanwhile")
        shown |= {"busy": True, "cards": args.cards, "refused": refused, "printed": round(share, 2)}
    if hasattr(os, "getloadavg"):
        shown["load"] = round(os.getloadavg()[0], 1)
    print(json.dumps({**shown, "cores": os.cpu_count(), "python": platform.python_version()}))


if __name__ == "__main__":
    main()

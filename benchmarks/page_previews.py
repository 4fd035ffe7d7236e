"""How soon somebody at the print page sees the pages.

    python benchmarks/page_previews.py [--runs 3] [--pages 12] [--quick]

Every run starts a real server (``tablewright serve``) on loopback whose caches are empty, and is one phone: it opens
the print page, asks for the picture of the first page and, as a browser does, for the small ones at the same time; then
it turns to pages nobody has seen, one after another. Prints a table, and one JSON line last.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import platform
import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

from server_process import free_port, start

GAMES = ("fairytale", "breeds", "gilfate")
SMALL = 5
"""Small pictures that are in sight on a phone."""
WORDS = {
    "page": "the print page",
    "first": "its picture, from the page on",
    "small": "all in sight, from the page on",
    "other": "the picture of another page",
}


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


def main() -> None:
    parser = argparse.ArgumentParser(description="How soon somebody at the print page sees the pages.")
    parser.add_argument("--runs", type=int, default=3, help="fresh servers a game")
    parser.add_argument("--pages", type=int, default=12, help="further pages turned to")
    parser.add_argument("--quick", action="store_true", help="a smoke run of a few seconds")
    args = parser.parse_args()
    games, runs, pages = (GAMES[:1], 1, 3) if args.quick else (GAMES, args.runs, args.pages)
    waits: dict[str, list[float]] = {name: [] for name in WORDS}
    for game in games * runs:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["TABLEWRIGHT_CACHE"] = str(Path(folder) / "cache")
            port = free_port()
            server = start(folder, port)
            try:
                for name, seconds in looked(port, game, pages):
                    waits[name].append(seconds)
            finally:
                server.terminate()
                server.wait()
    result = {
        name: {"p50_ms": round(1000 * statistics.median(s)), "max_ms": round(1000 * max(s))}
        for name, s in waits.items()
    }
    print(f"{'':<34}{'p50':>8}{'max':>8}  ms")
    for name, label in WORDS.items():
        print(f"{label:<34}{result[name]['p50_ms']:>8}{result[name]['max_ms']:>8}")
    shown = {"benchmark": "page_previews", "games": len(games), "runs": runs, **result}
    print(json.dumps({**shown, "cores": os.cpu_count(), "python": platform.python_version()}))


if __name__ == "__main__":
    main()

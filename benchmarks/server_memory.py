"""What the server's memory comes to: at rest, after what people do, and while somebody uploads without end.

    python benchmarks/server_memory.py [--minutes 10] [--tables 100] [--only stages|uploads] [--quick]

Stages: a real ``tablewright serve`` that has just begun, once it has loaded everything in the background, after a
print, after the photo of a table, and with so many tables opened and looked at by two seats. Uploads: another server;
photos of cards, decks with pictures, photos for teaching and previews are sent by turns, two people at once, each deck
removed again; of its resident memory the least and the most of each half minute are shown, and what it is when nobody
has sent anything for a while. The slope is that of a straight line through the second half of the least ones: what a
picture takes while it is looked at goes back, what leaks stays. Limits of guests are off: they would stop the load
long before it weighs anything. Prints tables, and one line of JSON last. Needs Linux (``/proc``).
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
from PIL import Image
from server_process import cpu_s, free_port, start

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from flat_photos import flat_photo
from uncoded_cards import uncoded_cards

EACH_S = 30.0
QUIET_S = 6.0
"""Longer than the server waits until it gives memory back."""
LOOK_PX = (4000, 3000)
FACES = 24


def memory_mb(pid: int) -> dict[str, float]:
    """Resident memory: all of it, what is the process's own, and what lies in files (code, fonts)."""
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":" in line)
    names = {"rss": "VmRSS", "own": "RssAnon", "files": "RssFile"}
    return {name: round(int(lines[field].split()[0]) / 1024, 1) for name, field in names.items()}


class Serving:
    """A server and a client that counts what it was answered."""

    def __init__(self, url: str, pid: int) -> None:
        self.url, self.pid = url, pid
        self.statuses: Counter[str] = Counter()

    def ask(self, what: str, method: str, path: str, **more: Any) -> httpx.Response:
        """One request; ``what`` is under which name its status is counted."""
        answer = httpx.request(method, self.url + path, timeout=900, **more)
        self.statuses[f"{what} {answer.status_code}"] += 1
        return answer

    def until_still(self) -> None:
        """Wait until it has used next to no processor time for two seconds."""
        used = [cpu_s(self.pid) or 0.0]
        while len(used) < 5 or used[-1] - used[-5] > 0.04:
            time.sleep(0.5)
            used.append(cpu_s(self.pid) or 0.0)


@contextmanager
def serving() -> Iterator[Serving]:
    """A server that has just begun."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = start(folder, port)
        try:
            yield Serving(f"http://127.0.0.1:{port}", server.pid)
        finally:
            server.terminate()
            server.wait()


# --- what is sent


def table_photo(names: list[str], chance: random.Random) -> bytes:
    """Twelve megapixels of cards that lie side by side, each time a little different."""
    small = cv2.imdecode(np.frombuffer(flat_photo(names, card_px=chance.randrange(220, 300)), np.uint8), 1)
    large = cv2.resize(small, LOOK_PX, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def deck_files(chance: random.Random) -> tuple[bytes, list[tuple[str, bytes]]]:
    """A card file and the pictures it names."""
    pictures = []
    for number in range(4):
        seed = np.random.default_rng(chance.randrange(1 << 30))
        noise = cv2.resize(seed.integers(0, 255, (60, 45, 3), np.uint8), (900, 1200), interpolation=cv2.INTER_CUBIC)
        out = io.BytesIO()
        Image.fromarray(noise).save(out, "PNG" if number % 2 else "JPEG")
        pictures.append((f"p{number}.{'png' if number % 2 else 'jpg'}", out.getvalue()))
    rows = "".join(f"Card {n},2,{pictures[n % 4][0]}\n" for n in range(20))
    return f"name,copies,image\n{rows}".encode(), pictures


class Person:
    """One who uploads; a name of its own keeps two from meeting at one deck."""

    def __init__(self, server: Serving, name: str, photos: list[bytes], seed: int) -> None:
        self.server, self.name, self.photos = server, name, photos
        self.letter = {"Ana": "Y", "Ben": "Z"}[name]
        self.chance = random.Random(seed)
        self.numbers = itertools.count(1)

    def kinds(self) -> dict[str, Callable[[], None]]:
        return {"photo": self.photo, "deck": self.deck, "teaching": self.teaching, "preview": self.preview}

    def photo(self) -> None:
        """The photo of a table."""
        data = self.chance.choice(self.photos)
        self.server.ask("photo", "POST", "/scan", files={"photo": ("a.jpg", data, "image/jpeg")})

    def teaching(self) -> None:
        """A deck is taught from two photos, and removed."""
        title = f"{self.name} box {next(self.numbers)}"
        begun = self.server.ask("teach", "POST", "/teach", data={"title": title, "of": "12"})
        where = begun.headers.get("location", "")
        if not where:
            return
        for _ in range(2):
            data = self.chance.choice(self.photos)
            self.server.ask("teaching photo", "POST", where, files={"photo": ("a.jpg", data, "image/jpeg")})
        self.server.ask("untaught", "POST", f"{where}/remove")

    def deck(self) -> None:
        """A deck with pictures comes up, is looked at, and is removed."""
        table, pictures = deck_files(self.chance)
        files = [("file", ("cards.csv", table, "text/csv"))]
        files += [("pictures", (name, data, "image/png")) for name, data in pictures]
        number = next(self.numbers)
        about = {"title": f"{self.name} deck {number}", "letters": f"{self.letter}{chr(ord('A') + number % 26)}"}
        kept = self.server.ask("deck", "POST", "/print/own", data=about, files=files)
        where = kept.headers.get("location", "")
        if where:
            self.server.ask("deck looked at", "GET", where)
            letters = where.rsplit("/", 1)[1]
            self.server.ask("deck's page", "GET", f"/print/page.png?game=own-{letters}&page=1")
            self.server.ask("removed", "POST", f"{where}/remove")

    def preview(self) -> None:
        """A page of a game's sheets."""
        game, page = self.chance.choice(["tower", "breeds", "gilfate"]), self.chance.randrange(1, 4)
        self.server.ask("preview", "GET", f"/print/page.png?game={game}&page={page}")


# --- what is measured


def stages(tables: int) -> list[dict[str, Any]]:
    """Memory after each of the things people do, one after another on one server."""
    found: list[dict[str, Any]] = []
    with serving() as server:

        def note(what: str) -> None:
            found.append({"after": what, **memory_mb(server.pid)})
            print(f"{what:28}{found[-1]['rss']:>8} MB, {found[-1]['own']} of its own", flush=True)

        note("start")
        server.until_still()
        note("loading what it may need")
        made = server.ask("print", "GET", "/print/cards.pdf?game=tower")
        assert made.status_code in (200, 302, 303), made.text
        server.until_still()
        time.sleep(QUIET_S)
        note("a print of 110 cards")
        Person(server, "Ana", [table_photo(list(uncoded_cards("tower"))[:6], random.Random(1))], 1).photo()
        time.sleep(QUIET_S)
        note("a photo of 12 megapixels")
        for number in range(tables):
            _table(server, number)
        time.sleep(QUIET_S)
        note(f"{tables} tables of two")
        print(dict(server.statuses))
    return found


def _table(server: Serving, number: int) -> None:
    games = ("tower", "breeds", "gilfate", "dragoborne", "fairytale")
    laid = {"game": games[number % len(games)], "players": 2}
    opened = server.ask("table", "POST", "/api/tables", json=laid).json()
    for name in ("Ana", "Ben"):
        joined = server.ask("join", "POST", f"/api/tables/{opened['code']}/join", json={"name": name}).json()
        head = {"Authorization": f"Bearer {joined['token']}"}
        server.ask("look", "GET", f"/api/tables/{opened['code']}", headers=head)
        server.ask("page", "GET", f"/t/{opened['code']}")


def uploads(minutes: float, seed: int, quick: bool = False) -> dict[str, Any]:
    """Memory while two people send without end."""
    chance, each_s = random.Random(seed), min(EACH_S, minutes * 15)
    faces = list(uncoded_cards("tower"))[:FACES]
    photos = [table_photo(chance.sample(faces, count), chance) for count in ((2,) if quick else (0, 3, 6, 6, 9))]
    least: list[float] = []
    most: list[float] = []
    with serving() as server:
        people = [Person(server, name, photos, seed + n) for n, name in enumerate(("Ana", "Ben"))]
        server.until_still()
        rest = memory_mb(server.pid)["rss"]
        for act in people[0].kinds().values():
            act()  # what each kind has loaded stays
        time.sleep(QUIET_S)
        before = memory_mb(server.pid)["rss"]
        print(f"at rest {rest} MB, after one upload of each kind {before} MB", flush=True)
        stop = threading.Event()
        threads = [threading.Thread(target=_on_and_on, args=(person, stop)) for person in people]
        began = time.monotonic()
        for thread in threads:
            thread.start()
        while time.monotonic() - began < minutes * 60:
            seen = _readings(server.pid, each_s)
            least.append(min(seen))
            most.append(max(seen))
            print(f"{(time.monotonic() - began) / 60:5.1f} min {least[-1]:7.1f} to {most[-1]:7.1f} MB", flush=True)
        stop.set()
        for thread in threads:
            thread.join()
        took = time.monotonic() - began
        time.sleep(QUIET_S)
        after = memory_mb(server.pid)["rss"]
        statuses = dict(sorted(server.statuses.items()))
    half = least[len(least) // 2 :]
    minute = [each_s / 60 * n for n in range(len(half))]
    slope = statistics.linear_regression(minute, half).slope if len(half) > 1 else 0.0
    return {
        "minutes": round(took / 60, 1), "answers": statuses, "rest_mb": rest, "before_mb": before,
        "least_mb": least, "most_mb": max(most), "after_mb": after, "ratio": round(after / before, 2),
        "slope_mb_per_min": round(slope, 2),
    }  # fmt: skip


def _readings(pid: int, seconds: float) -> list[float]:
    """Its resident memory, again and again for so long."""
    until, seen = time.monotonic() + seconds, [memory_mb(pid)["rss"]]
    while time.monotonic() < until:
        time.sleep(0.5)
        seen.append(memory_mb(pid)["rss"])
    return seen


def _on_and_on(person: Person, stop: threading.Event) -> None:
    for act in itertools.cycle(person.kinds().values()):
        if stop.is_set():
            return
        act()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--only", choices=("stages", "uploads"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a smoke run")
    asked = parser.parse_args()
    if asked.quick:
        asked.minutes, asked.tables = 0.1, 4
    found: dict[str, Any] = {"benchmark": "server_memory", "seed": asked.seed}
    if asked.only != "uploads":
        found["stages"] = stages(asked.tables)
    if asked.only != "stages":
        found["uploads"] = uploads(asked.minutes, asked.seed, asked.quick)
        print(
            f"before {found['uploads']['before_mb']} MB, most {found['uploads']['most_mb']}, "
            f"after {found['uploads']['after_mb']} ({found['uploads']['ratio']} times), "
            f"slope {found['uploads']['slope_mb_per_min']} MB a minute"
        )
    print(json.dumps(found))
    failed = [what for what in found.get("uploads", {}).get("answers", {}) if what.rpartition(" ")[2].startswith("5")]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

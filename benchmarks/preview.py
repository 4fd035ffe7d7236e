"""From a saved file to the changed card on the page of ``tablewright preview``.

    python benchmarks/preview.py [--cards 110] [--saves 40] [--quick]

A folder with so many cards is previewed by the command itself. Each save gives one card another name; counted is the
time until its new picture has arrived, asked for as the page asks: the newest rev, the page, the picture. Prints the
figures, and one line of JSON last.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

COMMAND = (sys.executable, "-c", "from companion.cli import main; raise SystemExit(main())")


def saved_until_seen(file: Path, home: str, card: int, number: int) -> float:
    """Seconds from a save that renames a card to its new picture."""
    seen = page(home)
    rev = re.findall(r'data-rev="(\d+)"', seen)[0]
    text = re.sub(rf"^{card:03},[^,]*,", f"{card:03},Card {card} saved {number},", file.read_text("utf-8"), flags=re.M)
    began = time.perf_counter()
    file.write_text(text, "utf-8")
    urlopen(f"{home}/preview/rev?seen={rev}").read()
    changed = page(home).partition("preview-new")[2]
    picture = re.findall(rf'src="(/preview/card/{card:03}/[^"]+)"', changed)[0]
    assert f"saved {number}".encode() in re.sub(rb"<[^>]*>", b"", urlopen(home + picture).read())
    return time.perf_counter() - began


def page(home: str) -> str:
    """The page as it is now."""
    found: bytes = urlopen(f"{home}/preview").read()
    return found.decode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=110)
    parser.add_argument("--saves", type=int, default=40)
    parser.add_argument("--quick", action="store_true", help="a smoke run")
    args = parser.parse_args()
    cards, saves = (12, 3) if args.quick else (args.cards, args.saves)
    with tempfile.TemporaryDirectory() as place:
        subprocess.run([*COMMAND, "new", "Bench", "--into", place], stdout=subprocess.DEVNULL, check=True)
        file = Path(place) / "bench" / "cards.csv"
        rows = [
            f"{n:03},Card {n},1,sun,{n % 9},Draw a card. Then think about what {n} of them would do."
            for n in range(1, cards + 1)
        ]
        file.write_text("\n".join(["code,name,copies,suit,points,text", *rows, ""]), "utf-8")
        server = subprocess.Popen([*COMMAND, "preview", str(file.parent)], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            home = re.findall(r"(http://\S+)/preview", server.stdout.readline())[0]
            took = sorted(saved_until_seen(file, home, 1 + 7 * n % cards, n) for n in range(saves))
        finally:
            server.terminate()
            server.wait()
    p95 = took[min(len(took) - 1, round(0.95 * len(took)))]
    print(
        f"{cards} cards, {saves} saves: median {statistics.median(took):.2f} s, p95 {p95:.2f} s, most {took[-1]:.2f} s"
    )
    print(json.dumps({"cards": cards, "saves": saves, "median_s": statistics.median(took), "p95_s": p95}))


if __name__ == "__main__":
    main()

"""How fast a deck becomes a PDF, beside ReportLab drawing the same ink by hand and beside two other programs.

    python benchmarks/print_speed.py [--quick]

Jobs, each in a fresh process, CPU seconds without imports, medians:

* ``real``      the Fairy Tale deck with all its art, duplex, A4, on a machine that has printed it before
                (``tablewright print fairytale``: the pictures come out of the cache folder)
* ``first``     the same on a machine that never has: every picture is drawn
* ``plain``     1,000 unique cards on a plain face (border, title, rich text set to fit, code), duplex
* ``long``      10,000 of them
* ``baseline``  1,000 unique cards written straight to a ReportLab canvas: border, title, text broken beforehand,
                crop marks, the code as one path, one form as back
* ``domdiv``, ``fpdf2``  as many cards through two programs from PyPI (``pip install domdiv fpdf2``), where installed

and, in one process each, ``plain`` and ``real`` again after one card has changed. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import print_peers

Job = tuple[Callable[[], bytes], int]
"""What draws the PDF, and how many cards (of a peer: faces) that is."""

WORDS = (
    "Turn one **face-up** card of another player down. Worth **two points** more while no dragon lies beside it, "
    "and one less for each friend you show."
)


def real(folder: str, change: str = "") -> Job:
    """The Fairy Tale deck as the command prints it; ``folder`` is where pictures are kept."""
    # Loaded when first needed by whoever prints; an import all the same.
    for name in ("_g_l_y_f", "_n_a_m_e", "_p_o_s_t", "_h_e_a_d", "_c_m_a_p"):
        import_module(f"fontTools.ttLib.tables.{name}")

    from printkit.draw import stream_cache
    from printkit.job import print_job
    from rules import games
    from rules.values.cards import Deck

    stream_cache.keep_in(Path(folder) if folder else None)
    deck = games.deck("fairytale")
    if change:
        first, *others = deck.cards
        deck = Deck(deck.spec, (replace(first, name=change), *others))
    return lambda: print_job.make(print_job.PrintSpec("fairytale"), deck=deck).files[0].data, deck.size


def plain(count: int, change: str = "") -> Job:
    """Unique cards through the whole engine, on a face with nothing but what a card must have."""
    from printkit.draw.display_list import Fill, Shared, Stroke, Symbol, Text, rectangle, rounded
    from printkit.face import faces
    from printkit.job import print_job
    from printkit.type import typesetting
    from rules.values.cards import Card, Deck, DeckSpec, Face
    from rules.values.code import to_base36

    black = (0.0, 0.0, 0.0)
    body = typesetting.Setting("text", "text-bold", 9.6, 6.4)
    frame = Shared("frame", (Stroke(rounded(2, 2, 59, 84, 2), black, 0.4),))
    rear = (Shared("rear", (Fill(rectangle(-2, -2, 67, 92), (0.2, 0.2, 0.3)),)),)

    def front(card: Card, face: Face, code: object, _: object) -> tuple[object, ...]:
        block = typesetting.fit(face.text, 55.0, 30.0, body)
        em = block.size_pt * 25.4 / 72
        lines = tuple(
            Text(4 + run.x_em * em, 40 - (0.78 + row * block.leading) * em, run.text, run.font, block.size_pt, black)
            for row, line in enumerate(block.lines)
            for run in line
        )
        title = Text(20, 78, face.title, "title", 13.0, black)
        return (frame, title, *lines, Symbol(str(code), 4.4, 70.0, 0.6))

    faces.front_of, faces.back, faces.size_mm = front, lambda game, back, style: rear, lambda game: (63.0, 88.0)
    spec = DeckSpec("plain", "PL", "Plain", (), lambda card: Face(card.name, "", text=card.text))
    cards = tuple(
        Card(
            "plain",
            f"card_{n}",
            to_base36(n, 3),
            f"Card number {n}",
            1,
            "back",
            f"{WORDS} Number {n}.{change * (not n)}",
        )
        for n in range(count)
    )
    deck = Deck(spec, cards)
    return lambda: print_job.make(print_job.PrintSpec("plain", "a4"), deck=deck).files[0].data, count


def chosen(name: str, count: int, folder: str) -> Job:
    """The job of that name."""
    if name in ("real", "first"):
        return real(folder if name == "real" else "")
    if name in ("domdiv", "fpdf2"):
        return getattr(print_peers, name)(count)
    return print_peers.baseline(count) if name == "baseline" else plain(10 * count if name == "long" else count)


def do(name: str, count: int, folder: str) -> None:
    """Run one job and print what it took."""
    draw, cards = chosen(name.removeprefix("again_"), count, folder)
    pdf, spent = timed(draw)
    row = {"cards": cards, "cpu_s": spent, "bytes": len(pdf)}
    if name.startswith("again_"):
        changed, _ = plain(count, " Changed.") if name == "again_plain" else real(folder, "Changed Hatchling")
        row["again_s"] = timed(changed)[1]
    row["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(row))


def timed(draw: Callable[[], bytes]) -> tuple[bytes, float]:
    """What it makes and the CPU seconds it took."""
    start = time.process_time()
    made = draw()
    return made, time.process_time() - start


def measured(name: str, count: int, folder: str) -> dict[str, float]:
    """One job in a process of its own."""
    command = [sys.executable, __file__, "--job", name, "--count", str(count), "--folder", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{name} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def absent(name: str) -> str:
    """Why a peer cannot take part, or nothing."""
    module = {"fpdf2": "fpdf"}.get(name, name)
    return "" if find_spec(module) else f"{name}: left out, because it is not installed (pip install {name})"


Rows = dict[str, dict[str, float]]


def run(count: int, rounds: int, skipped: set[str], quick: bool) -> Rows:
    """The medians. Taking turns spreads what else the machine is doing over all jobs."""
    names = ["real", "first", "plain", "baseline", "again_plain", "again_real"]
    once = [name for name in ("long", "fpdf2", "domdiv") if name not in skipped and not (quick and name == "long")]
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in names + once}
    with tempfile.TemporaryDirectory() as folder:
        measured("real", count, folder)  # fills the cache folder
        for turn in range(rounds):
            for name, found in runs.items():
                if name in names or turn == 0:
                    found.append(measured(name, count, folder))
    return {
        name: {key: statistics.median(run[key] for run in found) for key in found[0]} for name, found in runs.items()
    }


def compared(rows: Rows) -> dict[str, float]:
    """The ratios the aims are about."""
    per_card = {name: row["cpu_s"] / row["cards"] for name, row in rows.items()}
    ratios = {
        "plain_to_baseline": per_card["plain"] / per_card["baseline"],
        "real_to_plain_a_card": per_card["real"] / per_card["plain"],
        "first_to_plain_a_card": per_card["first"] / per_card["plain"],
        "again_plain": rows["again_plain"]["again_s"] / rows["again_plain"]["cpu_s"],
        "again_real": rows["again_real"]["again_s"] / rows["first"]["cpu_s"],
    }
    if "long" in rows:
        ratios["long_to_plain_a_card"] = per_card["long"] / per_card["plain"]
    # Peers count faces: two a card.
    ratios |= {
        f"faces_to_{name}": 2 * per_card[name] / per_card["plain"] for name in ("domdiv", "fpdf2") if name in rows
    }
    return ratios


SAID = {
    "plain_to_baseline": ("plain takes {:.2f} times the CPU of the baseline", 2.5),
    "real_to_plain_a_card": ("a real card takes {:.2f} times a plain one", 6.0),
    "first_to_plain_a_card": ("a real card printed for the first time takes {:.2f} times a plain one", 6.0),
    "again_plain": ("after one card has changed, plain takes {:.2f} of the full build", 0.2),
    "again_real": ("after one card has changed, real takes {:.2f} of the full build", 0.2),
    "long_to_plain_a_card": ("of 10,000 cards one takes {:.2f} times one of 1,000", 1.2),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="once each and fewer cards: a smoke run")
    parser.add_argument("--count", type=int, default=1000, help="unique plain cards (default: 1000)")
    parser.add_argument("--job", help=argparse.SUPPRESS)
    parser.add_argument("--folder", default="", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.job:
        do(args.job, args.count, args.folder)
        return
    count, rounds = (90, 1) if args.quick else (args.count, 5)
    reasons = {name: absent(name) for name in ("domdiv", "fpdf2")}
    rows = run(count, rounds, {name for name, why in reasons.items() if why}, args.quick)
    print(f"{'job':<10}{'cards':>7}{'CPU s':>9}{'cards/CPU s':>13}{'ms a card':>11}{'PDF KB':>9}{'peak MB':>9}")
    for name, row in rows.items():
        if name.startswith("again"):
            continue
        cards = row["cards"] / (2 if name in reasons else 1)
        print(
            f"{name:<10}{cards:>7.0f}{row['cpu_s']:>9.3f}{cards / row['cpu_s']:>13.0f}"
            f"{1000 * row['cpu_s'] / cards:>11.2f}{row['bytes'] / 1000:>9.0f}{row['peak_mb']:>9.0f}"
        )
    ratios = compared(rows)
    for key, (words, aim) in SAID.items():
        if key in ratios:
            print(words.format(ratios[key]) + (f" (aim: at most {aim:g})" if aim else ""))
    for name, why in reasons.items():
        print(why or f"{ratios[f'faces_to_{name}']:.1f} times the faces a CPU second of {name}")
    print(json.dumps({"benchmark": "print_speed", "quick": args.quick, "jobs": rows, "ratios": ratios}))


if __name__ == "__main__":
    main()

"""How fast a deck becomes a PDF, beside ReportLab drawing the same ink by hand.

    python benchmarks/print_speed.py [--quick]

Three jobs, each in a fresh process, CPU seconds without imports, medians:

* ``real``      the Fairy Tale deck with all its art, duplex, A4: ``tablewright print fairytale``
* ``plain``     1,000 unique cards on a plain face (border, title, rich text set to fit, code), the same way
* ``baseline``  1,000 unique cards written straight to a ReportLab canvas: border, title, text broken beforehand,
                crop marks, the code as one path, one form as back

The last line is JSON.
"""

from __future__ import annotations

import argparse
import io
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

WORDS = (
    "Turn one **face-up** card of another player down. Worth **two points** more while no dragon lies beside it, "
    "and one less for each friend you show."
)


def real() -> tuple[Callable[[], bytes], int]:
    """The Fairy Tale deck as the command prints it."""
    from printkit import job
    from rules import games

    deck = games.deck("fairytale")
    return lambda: job.make(job.PrintSpec("fairytale")).files[0].data, deck.size


def plain(count: int) -> tuple[Callable[[], bytes], int]:
    """Unique cards through the whole engine, on a face with nothing but what a card must have."""
    from printkit import faces, job, text
    from printkit.ink import Fill, Shared, Stroke, Symbol, Text, rectangle, rounded
    from rules.cards import Card, Deck, DeckSpec, Face
    from rules.code import to_base36

    black = (0.0, 0.0, 0.0)
    body = text.Setting("text", "text-bold", 9.6, 6.4)
    frame = Shared("frame", (Stroke(rounded(2, 2, 59, 84, 2), black, 0.4),))
    rear = (Shared("rear", (Fill(rectangle(-2, -2, 67, 92), (0.2, 0.2, 0.3)),)),)

    def front(card: Card, face: Face, code: object) -> tuple[object, ...]:
        block = text.fit(face.text, 55.0, 30.0, body)
        em = block.size_pt * 25.4 / 72
        lines = tuple(
            Text(4 + run.x_em * em, 40 - (0.78 + row * block.leading) * em, run.text, run.font, block.size_pt, black)
            for row, line in enumerate(block.lines)
            for run in line
        )
        title = Text(20, 78, face.title, "title", 13.0, black)
        return (frame, title, *lines, Symbol(str(code), 4.4, 70.0, 0.6))

    faces.front_of, faces.back, faces.size_mm = front, lambda game, back: rear, lambda game: (63.0, 88.0)
    spec = DeckSpec("plain", "PL", "Plain", (), lambda card: Face(card.name, "", text=card.text))
    cards = tuple(
        Card("plain", f"card_{n}", to_base36(n, 3), f"Card number {n}", 1, "back", f"{WORDS} Number {n}.")
        for n in range(count)
    )
    deck = Deck(spec, cards)
    return lambda: job.make(job.PrintSpec("plain", "a4"), deck=deck).files[0].data, count


def baseline(count: int) -> tuple[Callable[[], bytes], int]:
    """The same ink with nothing in between: what ReportLab costs a program that knows where everything goes."""
    import qrcode
    from qrcode.constants import ERROR_CORRECT_H
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    from rules.code import CardCode, symbol, to_base36

    mm = 72 / 25.4
    lines = [
        "Turn one face-up card of another player down. Worth",
        "two points more while no dragon lies beside it, and one",
        "less for each friend you show. Number",
    ]
    rl_config.useA85 = 0

    def draw() -> bytes:
        file = io.BytesIO()
        canvas = Canvas(file, pagesize=(210 * mm, 297 * mm), pageCompression=1, invariant=1)
        canvas.beginForm("rear")
        canvas.setFillColorRGB(0.2, 0.2, 0.3)
        canvas.rect(-2 * mm, -2 * mm, 67 * mm, 92 * mm, stroke=0, fill=1)
        canvas.endForm()
        for first in range(0, count, 9):
            marks(canvas)
            for slot in range(min(9, count - first)):
                one(canvas, first + slot, (10.5 + slot % 3 * 63) * mm, (16.5 + (2 - slot // 3) * 88) * mm)
            canvas.showPage()
            for slot in range(min(9, count - first)):
                canvas.saveState()
                canvas.translate((10.5 + (2 - slot % 3) * 63) * mm, (16.5 + (2 - slot // 3) * 88) * mm)
                canvas.doForm("rear")
                canvas.restoreState()
            canvas.showPage()
        canvas.save()
        return file.getvalue()

    def marks(canvas: Canvas) -> None:
        canvas.setLineWidth(0.2 * mm)
        for column in range(4):
            x = (10.5 + column * 63) * mm
            canvas.line(x, 11.5 * mm, x, 14.5 * mm)
            canvas.line(x, 282.5 * mm, x, 285.5 * mm)
        for row in range(4):
            y = (16.5 + row * 88) * mm
            canvas.line(5.5 * mm, y, 8.5 * mm, y)
            canvas.line(201.5 * mm, y, 204.5 * mm, y)

    def one(canvas: Canvas, number: int, x: float, y: float) -> None:
        canvas.roundRect(x + 2 * mm, y + 2 * mm, 59 * mm, 84 * mm, 2 * mm)
        canvas.setFont("Times-Roman", 13)
        canvas.drawString(x + 20 * mm, y + 78 * mm, f"Card number {number}")
        canvas.setFont("Helvetica", 9.6)
        for row, line in enumerate((*lines[:-1], f"{lines[-1]} {number}.")):
            canvas.drawString(x + 4 * mm, y + (38 - 4 * row) * mm, line)
        code = str(CardCode("PL", to_base36(number, 3), 1))
        version, _, mask = symbol(code)
        made = qrcode.QRCode(version=version, error_correction=ERROR_CORRECT_H, mask_pattern=mask, border=0)
        made.add_data(code)
        made.make(fit=False)
        runs = []
        for down, row_of in enumerate(made.modules):
            column, width = 0, len(row_of)
            while column < width:
                start = column
                while column < width and row_of[column]:
                    column += 1
                if column > start:
                    runs.append(f"{start} {width - 1 - down} {column - start} 1 re")
                column += 1
        module = 0.6 * mm
        canvas.addLiteral(
            f"q {module:.4f} 0 0 {module:.4f} {x + 4.4 * mm:.3f} {y + 70 * mm:.3f} cm {' '.join(runs)} f Q"
        )

    return draw, count


def measured(name: str, count: int) -> dict[str, float]:
    """One job in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--job", name, "--count", str(count)], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def do(name: str, count: int) -> None:
    """Run one job and print what it took."""
    draw, cards = real() if name == "real" else {"plain": plain, "baseline": baseline}[name](count)
    start = time.process_time()
    pdf = draw()
    spent = time.process_time() - start
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"cards": cards, "cpu_s": spent, "bytes": len(pdf), "peak_mb": peak_mb}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="once each and fewer cards: a smoke run")
    parser.add_argument("--count", type=int, default=1000, help="unique plain cards (default: 1000)")
    parser.add_argument("--job", choices=("real", "plain", "baseline"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.job:
        do(args.job, args.count)
        return
    count, rounds = (90, 1) if args.quick else (args.count, 5)
    # Taking turns spreads what else the machine is doing over all three.
    runs: dict[str, list[dict[str, float]]] = {"real": [], "plain": [], "baseline": []}
    for _ in range(rounds):
        for name, found in runs.items():
            found.append(measured(name, count))
    rows = {
        name: {key: statistics.median(run[key] for run in found) for key in found[0]} for name, found in runs.items()
    }
    per_card_ms = {name: 1000 * row["cpu_s"] / row["cards"] for name, row in rows.items()}
    print(f"{'job':<10}{'cards':>7}{'CPU s':>9}{'cards/CPU s':>13}{'ms a card':>11}{'PDF KB':>9}{'peak MB':>9}")
    for name, row in rows.items():
        speed = row["cards"] / row["cpu_s"]
        print(
            f"{name:<10}{row['cards']:>7.0f}{row['cpu_s']:>9.3f}{speed:>13.0f}{per_card_ms[name]:>11.2f}"
            f"{row['bytes'] / 1000:>9.0f}{row['peak_mb']:>9.0f}"
        )
    ratios = {
        "plain_to_baseline": rows["plain"]["cpu_s"] / rows["baseline"]["cpu_s"],
        "real_to_plain_a_card": per_card_ms["real"] / per_card_ms["plain"],
        "real_to_baseline_a_card": per_card_ms["real"] / per_card_ms["baseline"],
    }
    print(f"plain takes {ratios['plain_to_baseline']:.2f} times the CPU of the baseline (aim: at most 2.5)")
    print(f"a real card takes {ratios['real_to_plain_a_card']:.2f} times a plain one (aim: at most 6)")
    print(json.dumps({"benchmark": "print_speed", "quick": args.quick, "jobs": rows, "ratios": ratios}))


if __name__ == "__main__":
    main()

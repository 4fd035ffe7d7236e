"""Two programs from PyPI that print cards or pages, given as many cards as we are: for ``print_speed.py``.

Each returns a function that draws and gives the PDF, and how many card faces that is. Both are optional: without them
the row says why it is missing.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

Job = tuple[Callable[[], bytes], int]

LINES = (
    "Turn one face-up card of another player down. Worth",
    "two points more while no dragon lies beside it, and one",
    "less for each friend you show. Number",
)


def domdiv(count: int) -> Job:
    """``count`` divider cards of domdiv as its command draws them: both faces, with art and text."""
    import domdiv.main as main
    from domdiv import config_options, db
    from loguru import logger

    logger.remove()
    folder = tempfile.mkdtemp()
    file = Path(folder) / "out.pdf"
    options = config_options.clean_opts(config_options.parse_opts(["--outfile", str(file)]))
    cards = main.filter_sort_cards(db.read_card_data(options), options)
    cards = list(islice(cycle(cards), count))
    sheets = main.calculate_layout(options, cards)

    def draw() -> bytes:
        with contextlib.redirect_stdout(io.StringIO()):
            sheets.draw(cards)
        return file.read_bytes()

    return draw, 2 * count


def fpdf2(count: int) -> Job:
    """The ink of the plain card written with fpdf2: border, title, four lines, the code, one back for all."""
    from fpdf import FPDF

    from printkit.qr import runs
    from rules.code import CardCode, to_base36

    def draw() -> bytes:
        pdf = FPDF(unit="mm", format=(210, 297))
        pdf.set_auto_page_break(False)
        for first in range(0, count, 9):
            pdf.add_page()
            for slot in range(min(9, count - first)):
                one(pdf, first + slot, 10.5 + slot % 3 * 63, 16.5 + slot // 3 * 88)
            pdf.add_page()
            pdf.set_fill_color(51, 51, 77)
            for slot in range(min(9, count - first)):
                pdf.rect(10.5 + (2 - slot % 3) * 63 - 2, 16.5 + slot // 3 * 88 - 2, 67, 92, style="F")
        return bytes(pdf.output())

    def one(pdf: FPDF, number: int, x: float, y: float) -> None:
        pdf.rect(x + 2, y + 2, 59, 84, round_corners=True, corner_radius=2)
        pdf.set_font("Times", size=13)
        pdf.text(x + 20, y + 10, f"Card number {number}")
        pdf.set_font("Helvetica", size=9.6)
        for row, line in enumerate((*LINES[:-1], f"{LINES[-1]} {number}.")):
            pdf.text(x + 4, y + 50 + 4 * row, line)
        pdf.set_fill_color(0)
        for left, up, length in runs(str(CardCode("PL", to_base36(number, 3), 1))):
            pdf.rect(x + 4.4 + 0.6 * left, y + 17.4 - 0.6 * up, 0.6 * length, 0.6, style="F")

    return draw, 2 * count

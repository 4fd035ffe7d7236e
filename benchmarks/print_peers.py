"""What ``print_speed.py`` measures us against, given as many cards as we are.

``baseline`` is the same ink by hand with ReportLab; ``domdiv`` and ``fpdf2`` are programs from PyPI, optional: without
them the row says why it is missing. Each returns a function that draws and gives the PDF, and how many cards (of the
programs: faces) that is.
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

    from printkit.draw.qr import runs
    from rules.values.code import CardCode, to_base36

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


def baseline(count: int) -> tuple[Callable[[], bytes], int]:
    """The same ink with nothing in between: what ReportLab costs a program that knows where everything goes."""
    import qrcode
    from qrcode.constants import ERROR_CORRECT_H
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    from rules.values.code import CardCode, symbol, to_base36

    mm = 72 / 25.4
    lines = LINES
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

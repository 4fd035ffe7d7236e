"""The picture of all signs in docs/card-faces.md. ``python tests/support/sign_sheet.py`` draws it anew."""

from __future__ import annotations

from pathlib import Path

from printkit.art.glyphs import GLYPHS, placed
from printkit.draw.display_list import Fill, Item, Text, rectangle
from printkit.draw.svg import drawing_svg
from printkit.face.suits import ICONS

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "signs.svg"
COLUMNS, WIDE_MM, HIGH_MM = 7, 26.0, 24.0
INK = (0.16, 0.18, 0.24)


def sheet() -> str:
    """Every glyph over its name, and under it in brackets the words that stand for it in a text."""
    rows = -(-len(GLYPHS) // COLUMNS)
    width, height = COLUMNS * WIDE_MM, rows * HIGH_MM
    items: list[Item] = [Fill(rectangle(0, 0, width, height), (1.0, 1.0, 1.0))]
    for number, name in enumerate(GLYPHS):
        row, column = divmod(number, COLUMNS)
        x, y = (column + 0.5) * WIDE_MM, height - row * HIGH_MM - 9.0
        also = [word for word, glyph in ICONS.items() if glyph == name]
        items.append(Fill(placed(name, x, y, 5.5), INK, even_odd=True))
        for line, words, size_pt in ((8.5, name, 9.0), (12.0, " ".join(f"[{word}]" for word in also), 7.0)):
            items.append(Text(x, y - line, text=words, font="text", size_pt=size_pt, colour=INK, anchor="middle"))
    return drawing_svg(tuple(items), (width, height), "All signs by their names")


if __name__ == "__main__":
    FILE.write_text(sheet(), "utf-8")

"""The sample table: what a designer fills in first, with every column we know."""

from __future__ import annotations

import templates

NAME = "example.csv"


def table() -> bytes:
    """The table as spreadsheet programs open it with its letters right: with a byte-order mark and Windows' line ends.

    Line breaks inside a cell stay as they are.
    """
    rows = templates.text("tables", NAME)
    quoted = False
    out = []
    for character in rows:
        quoted ^= character == '"'
        out.append("\r\n" if character == "\n" and not quoted else character)
    return ("\ufeff" + "".join(out)).encode()

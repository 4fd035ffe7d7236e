"""The sample table: what a designer fills in first, with every column we know."""

from __future__ import annotations

from pathlib import Path

import templates
from companion.command_line import output_files
from companion.errors import JobError

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


def write(file: Path) -> None:
    """Put it where somebody wants it, never over a file. Raises JobError."""
    try:
        file.open("xb").close()
    except FileExistsError:
        raise JobError(f"--example {file}: is there already and may be yours; give another name") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise JobError(f"--example {file}: cannot be written ({reason}); choose another place") from None
    written = False
    try:
        output_files.save({file: table()}, "--example")
        written = True
    finally:
        if not written:
            file.unlink(missing_ok=True)

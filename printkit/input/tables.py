"""A table somebody sends, whatever program saved it: rows of text, and what had to be guessed to read them.

CSV with commas, semicolons or tabs, as UTF-8, UTF-16 or what Windows wrote before, or an XLSX workbook. The command
and the companion's page read through here, so that the same file is the same deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from rules.values.rows import DeckError, Problem, Row, read_rows

ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".xls", ".ods")
"""How the names of tables end; the last two are told how to save theirs."""
WINDOWS_NOTE = "The file is not UTF-8 and was read as Windows-1252; look at its accents, or save it as CSV UTF-8."


@dataclass(frozen=True, slots=True)
class Table:
    """The rows that hold anything, each with its number, the first of them the header; and what to tell about them."""

    rows: list[Row]
    notes: tuple[str, ...] = ()
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """The pictures that lay on a workbook's sheet, by the names their cells have now."""


def is_table(name: str) -> bool:
    """Whether a file of that name is a table of cards."""
    return name.lower().endswith(ENDINGS)


def read_table_file(data: bytes, file: str) -> Table:
    """The rows of a CSV file or a workbook. Raises DeckError."""
    if not data.strip():
        raise DeckError([Problem(file, 1, "", "the file is empty; give it a header row and one row a card")])
    from printkit.input.workbook import (  # openpyxl: whoever brings no table need not wait for it
        is_workbook,
        read_workbook,
    )

    if is_workbook(data):
        found = read_workbook(data, file)
        return Table(found.rows, found.notes, found.files)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # "Unicode text", as Excel calls it
        with suppress(UnicodeDecodeError):
            data = data.decode("utf-16").encode()
    text = _windows_text(data)
    return Table(read_rows(data, file)) if text is None else Table(read_rows(text, file), (WINDOWS_NOTE,))


def _windows_text(data: bytes) -> bytes | None:
    """As UTF-8 what older programs on Windows write; None where it is UTF-8 already, or no text at all."""
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if any(byte < 32 and byte not in b"\t\r\n" for byte in data):
            return None
        with suppress(UnicodeDecodeError):
            return data.decode("cp1252").encode()
    return None

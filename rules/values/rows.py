"""Rows out of the bytes of a CSV file, each with the line it starts on, or one sentence about what is wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

Row = tuple[int, list[str]]
"""A row and the line it starts on, from 1."""
MAX_ROWS = 20_000
MAX_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file: ``line`` counts from 1 (the header), ``column`` is the header's word or "".

    In a TOML file ``column`` is the key.
    """

    file: str
    line: int
    column: str
    text: str

    def __str__(self) -> str:
        place = f"{self.file} line {self.line}"
        if self.column:
            place += f", {'key' if self.file.endswith('.toml') else 'column'} {self.column}"
        return f"{place}: {self.text}"


class DeckError(ValueError):
    """A card file cannot be used. ``problems`` holds every fault found, in file order; never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        first = self.problems[0]
        self.file, self.line, self.column = first.file, first.line, first.column
        more = len(self.problems) - 1
        super().__init__(str(first) + (f" (and {more} more)" if more else ""))


def read_rows(data: bytes, file: str) -> list[Row]:
    """The rows that hold anything, with the line each starts on. Raises DeckError."""
    text = _text(data, file)
    rows: list[Row] = []
    line = 1
    # Strict: otherwise a quotation mark that is never closed would swallow every card after it without a word.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((line, row))
            line = reader.line_num + 1
            if len(rows) > MAX_ROWS + 1:
                raise DeckError([Problem(file, line - 1, "", f"has more than {MAX_ROWS:,} cards")])
    except csv.Error as error:
        # Where the fault is found lines below, a mark was opened on this one and took the next for its end.
        text = NEVER_CLOSED if reader.line_num > line else _csv_fault(str(error))
        raise DeckError([Problem(file, line, "", text)]) from None
    return rows


def _text(data: bytes, file: str) -> str:
    if len(data) > MAX_BYTES:
        text = f"the file has {len(data):,} bytes; a card file has at most {MAX_BYTES:,}"
        raise DeckError([Problem(file, 1, "", text)])
    if data.startswith(b"PK\x03\x04"):
        raise DeckError([Problem(file, 1, "", "is a spreadsheet or an archive; save the sheet as CSV UTF-8")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = _line_at(data[: error.start])
        raise DeckError([Problem(file, line, "", "is not UTF-8; save the sheet as CSV UTF-8")]) from None
    if "\0" in text:
        line = _line_at(data[: data.index(b"\0")])
        raise DeckError([Problem(file, line, "", "holds a zero byte, so it is not a text; save it as CSV UTF-8")])
    return text


def _line_at(before: bytes) -> int:
    return len((before + b".").splitlines())


def _delimiter(text: str) -> str:
    """What stands between cells: the one of comma, semicolon and tab that is most in the header line.

    A line that begins with # and a space is a comment, and may have any of them.
    """
    lines = [line for line in text[:100_000].splitlines() if line.strip()]
    header = next((line for line in lines if not line.lstrip('"').startswith("# ")), "")
    return max(",;\t", key=header.count)


NEVER_CLOSED = 'a quotation mark (") opens here and is never closed'


def _csv_fault(error: str) -> str:
    if "unexpected end" in error:
        return NEVER_CLOSED
    if "expected after" in error:
        return 'a quotation mark (") stands inside a cell; write it twice where it belongs to the text'
    if "field limit" in error:
        return 'a cell here is endless; look for a quotation mark (") that is never closed'
    return f"cannot be read as CSV: {error}"

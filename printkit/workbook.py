"""Rows out of an XLSX workbook somebody sends: read as text, row by row, and never larger than it claims to be.

The zip is looked through before anything is unpacked, XML entities are refused (openpyxl reads by defusedxml where it
is installed, and it is one of our dependencies), and rows and columns end where a card file does.
"""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import openpyxl
from defusedxml import DefusedXmlException
from openpyxl.utils import get_column_letter

from rules.rows import MAX_BYTES, MAX_ROWS, DeckError, Problem

MOST_UNPACKED = 60_000_000
"""Bytes of all parts together: 20,000 rows of long texts are about 20 MB."""
MOST_PARTS = 1_000
MOST_COLUMNS = 100
ZIP, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
Row = tuple[int, list[str]]


def is_workbook(data: bytes) -> bool:
    """Whether these bytes are a zip, as every XLSX is, or an old or locked workbook."""
    return data.startswith((ZIP, OLD))


def read_workbook(data: bytes, file: str) -> list[Row]:
    """The rows of the first sheet that hold anything, each with its number. Raises DeckError."""
    if data.startswith(OLD):
        raise _fault(file, "is an old or a password-protected workbook; save it as .xlsx without a password")
    if len(data) > MAX_BYTES:
        raise _fault(file, f"has {len(data):,} bytes; a card file has at most {MAX_BYTES:,}. Take pictures out of it")
    _look_through(data, file)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions nobody prints
            return _rows(data, file)
    except DeckError:
        raise
    except DefusedXmlException:
        raise _fault(file, "holds XML no spreadsheet program writes; save it again as .xlsx") from None
    except Exception:
        # openpyxl raises whatever comes up in a broken part: of zip, zlib, XML, or a number that is none.
        raise _fault(file, "cannot be read as a workbook; save it again as .xlsx, or as CSV UTF-8") from None


def _look_through(data: bytes, file: str) -> None:
    """Refuse an archive that is not a workbook, or would unpack to more than any card file."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError, UnicodeDecodeError):
        raise _fault(file, "is a broken archive; save the workbook again as .xlsx") from None
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise _fault(file, "unpacks to far more than a card file; copy the rows to a new workbook and send that")
    if not any(part.filename.lower().startswith("xl/workbook") for part in parts):
        raise _fault(file, "is an archive and no Excel workbook; save the sheet as .xlsx or as CSV UTF-8")


def _rows(data: bytes, file: str) -> list[Row]:
    rows, formulas = _sheet(data, file, values=False)
    if not formulas:
        return rows
    # What a formula came to stands in a second layer; what was never reckoned is not there.
    values, _ = _sheet(data, file, values=True)
    reckoned = dict(values)
    header = rows[0][1] if rows else []
    for line, at in sorted(formulas):
        cells = reckoned.get(line, [])
        if at >= len(cells) or not cells[at]:
            column = header[at] if at < len(header) and header[at] else get_column_letter(at + 1)
            text = "is a formula that was never reckoned; open the file in a spreadsheet program and save it there"
            raise DeckError([Problem(file, line, column, text)])
    return values


def _sheet(data: bytes, file: str, *, values: bool) -> tuple[list[Row], list[tuple[int, int]]]:
    """The rows of the first sheet, and (row, column) of every formula; with ``values`` what formulas came to."""
    rows: list[Row] = []
    formulas: list[tuple[int, int]] = []
    with closing(openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=values)) as book:
        for line, cells in _cells(book):
            text = [_text(cell.value) for cell in cells]
            formulas += [(line, at) for at, cell in enumerate(cells) if cell.data_type == "f" and not values]
            if any(text):
                rows.append((line, text))
            if len(rows) > MAX_ROWS + 1:
                raise DeckError([Problem(file, line, "", f"has more than {MAX_ROWS:,} cards")])
    return rows, formulas


def _cells(book: Any) -> Iterator[tuple[int, tuple[Any, ...]]]:
    sheet = next((sheet for sheet in book.worksheets if sheet.sheet_state == "visible"), None)
    if sheet is None:
        return
    sheet.reset_dimensions()  # what the file claims its size to be need not be so
    yield from enumerate(sheet.iter_rows(max_col=MOST_COLUMNS, max_row=4 * MAX_ROWS), 1)


def _text(value: object) -> str:
    """A cell as a person reads it."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case datetime.datetime() if value.time() == datetime.time():
            return value.date().isoformat()
    return str(value).strip()


def _fault(file: str, text: str) -> DeckError:
    return DeckError([Problem(file, 1, "", text)])

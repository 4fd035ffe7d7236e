"""Rows out of an XLSX workbook somebody sends: read as text, row by row, and never larger than it claims to be.

Pictures that lie on the sheet come along (``sheetpictures``). The zip is looked through before anything is unpacked,
XML entities are refused (openpyxl reads by defusedxml where it is installed, and it is one of our dependencies), and
rows and columns end where a card file does.
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

from printkit.input.sheet_pictures import MEDIA, MOST_TOGETHER, Pictured, pictured
from rules.values.own_deck import Row
from rules.values.rows import MAX_BYTES, MAX_ROWS, DeckError, Problem

MOST_UNPACKED = 60_000_000
"""Bytes of all parts together: 20,000 rows of long texts are about 20 MB."""
MOST_PARTS = 2_000
MOST_BYTES = MAX_BYTES + MOST_TOGETHER
MOST_COLUMNS = 100
ZIP, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


def is_workbook(data: bytes) -> bool:
    """Whether these bytes are a zip, as every XLSX is, or an old or locked workbook."""
    return data.startswith((ZIP, OLD))


def read_workbook(data: bytes, file: str) -> Pictured:
    """The rows of the first sheet that hold anything, each with its number; the pictures on it. Raises DeckError."""
    if data.startswith(OLD):
        raise _fault(file, "is an old or a password-protected workbook; save it as .xlsx without a password")
    if len(data) > MOST_BYTES:
        text = f"a card file has at most {MAX_BYTES // 1_000_000} MB, and {MOST_TOGETHER // 1_000_000} MB of pictures"
        raise _fault(file, f"has {len(data):,} bytes; {text}. Compress the pictures, or take them out of it")
    parts = _look_through(data, file)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions nobody prints
            rows, sheet = _rows(data, file, in_cells=any(part.startswith("xl/richData/") for part in parts))
        return pictured(data, sheet, rows, file) if any(part.startswith(MEDIA) for part in parts) else Pictured(rows)
    except DeckError:
        raise
    except DefusedXmlException:
        raise _fault(file, "holds XML no spreadsheet program writes; save it again as .xlsx") from None
    except Exception:
        # openpyxl raises whatever comes up in a broken part: of zip, zlib, XML, or a number that is none.
        raise _fault(file, "cannot be read as a workbook; save it again as .xlsx, or as CSV UTF-8") from None


def _look_through(data: bytes, file: str) -> list[str]:
    """The parts of the archive. One that is no workbook, or would unpack to more than any card file, is refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError, UnicodeDecodeError):
        raise _fault(file, "is a broken archive; save the workbook again as .xlsx") from None
    # Pictures are unpacked one by one, and only those that are wanted.
    wordy = [part for part in parts if not part.filename.startswith(MEDIA)]
    if len(parts) > MOST_PARTS or sum(part.file_size for part in wordy) > MOST_UNPACKED:
        raise _fault(file, "unpacks to far more than a card file; copy the rows to a new workbook and send that")
    if not any(part.filename.lower().startswith("xl/workbook") for part in parts):
        raise _fault(file, "is an archive and no Excel workbook; save the sheet as .xlsx or as CSV UTF-8")
    return [part.filename for part in parts]


def _rows(data: bytes, file: str, *, in_cells: bool) -> tuple[list[Row], str]:
    """The rows, and the part of the archive they are in; ``in_cells`` where pictures may stand inside cells."""
    rows, formulas, sheet = _sheet(data, file, values=False, in_cells=in_cells)
    if not formulas:
        return rows, sheet
    # What a formula came to stands in a second layer; what was never reckoned is not there.
    values, _, _ = _sheet(data, file, values=True)
    reckoned = dict(values)
    header = rows[0][1] if rows else []
    for line, at in sorted(formulas):
        cells = reckoned.get(line, [])
        if at >= len(cells) or not cells[at]:
            column = header[at] if at < len(header) and header[at] else get_column_letter(at + 1)
            text = "is a formula that was never reckoned; open the file in a spreadsheet program and save it there"
            raise DeckError([Problem(file, line, column, text)])
    return values, sheet


def _sheet(
    data: bytes, file: str, *, values: bool, in_cells: bool = False
) -> tuple[list[Row], list[tuple[int, int]], str]:
    """The rows of the first sheet, (row, column) of every formula, and the sheet's part of the archive.

    With ``values`` what formulas came to.
    """
    rows: list[Row] = []
    formulas: list[tuple[int, int]] = []
    with closing(openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=values)) as book:
        sheet = next((sheet for sheet in book.worksheets if sheet.sheet_state == "visible"), None)
        for line, cells in _cells(sheet):
            if in_cells and any(cell.data_type == "e" and cell.value == "#VALUE!" for cell in cells):
                _inside(cells, line, file)
            text = [_text(cell.value) for cell in cells]
            formulas += [(line, at) for at, cell in enumerate(cells) if cell.data_type == "f" and not values]
            if any(text):
                rows.append((line, text))
            if len(rows) > MAX_ROWS + 1:
                raise DeckError([Problem(file, line, "", f"has more than {MAX_ROWS:,} cards")])
    return rows, formulas, str(getattr(sheet, "_worksheet_path", ""))


def _inside(cells: tuple[Any, ...], line: int, file: str) -> None:
    """Refuse a picture that was put into a cell: to other programs than Excel such a cell holds an error."""
    column = next(get_column_letter(at) for at, cell in enumerate(cells, 1) if cell.value == "#VALUE!")
    cure = "in Excel choose Place over Cells for it, or write the name of its file"
    raise DeckError(
        [Problem(file, line, column, f"holds a picture inside the cell, which only Excel can read; {cure}")]
    )


def _cells(sheet: Any) -> Iterator[tuple[int, tuple[Any, ...]]]:
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

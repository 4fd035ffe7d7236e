"""Rows out of an XLSX workbook somebody sends: read as text, row by row, and never larger than it claims to be.

Pictures that lie on the sheet come along: each is the picture of the card in whose row it begins. Only those of cards
that name none are unpacked, and never more than together a deck may have. The zip is looked through before that, XML
entities are refused (openpyxl reads by defusedxml where it is installed, and it is one of our dependencies), and
rows and columns end where a card file does.
"""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import PurePath, PurePosixPath
from typing import Any

import openpyxl
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from openpyxl.packaging.relationship import get_dependents
from openpyxl.utils import get_column_letter

from rules.values.own_deck import known_columns
from rules.values.rows import MAX_BYTES, MAX_ROWS, DeckError, Problem, Row

MOST_TOGETHER = 64_000_000
MOST_PICTURES = 500
MOST_XML = 20_000_000
MEDIA = "xl/media/"
COLUMN = "image"
_DRAW = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
_BLIP = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
_LINKS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


@dataclass(frozen=True, slots=True)
class Pictured:
    """The rows of a sheet, cells naming the pictures that lie there; those pictures by name; what to tell."""

    rows: list[Row]
    files: dict[str, bytes] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Laid:
    """A picture on the sheet: the row it begins in (from 1), and its part of the archive ("": it is only a link)."""

    row: int
    part: str


def pictured(data: bytes, sheet: str, rows: Sequence[Row], file: str) -> Pictured:
    """The rows with the pictures of ``sheet`` (its part of the archive ``data``). Raises DeckError."""
    kept = Pictured([*rows])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        try:
            laid = list(_laid(archive, sheet))
        except Exception:  # whatever comes up in a broken part: of zip, zlib, XML, or a row that is no number
            cure = "save the workbook again, or name picture files in a column image"
            raise DeckError([Problem(file, 1, "", f"the pictures on its sheet cannot be read; {cure}")]) from None
        return _placed(archive, laid, kept, file) if laid and rows else kept


def _laid(archive: zipfile.ZipFile, sheet: str) -> Iterator[_Laid]:
    """Every picture of the sheet, from its top. One in a group or on a chart is none of a row's."""
    there = set(archive.namelist())
    for drawing in _linked(archive, there, sheet, "/drawing"):
        if drawing not in there or archive.getinfo(drawing).file_size > MOST_XML:
            raise ValueError(drawing)
        rels = _links_of(drawing)
        targets = {one.Id: one for one in get_dependents(archive, rels)} if rels in there else {}
        for anchor in fromstring(archive.read(drawing)):
            corner, picture = anchor.find(f"{_DRAW}from/{_DRAW}row"), anchor.find(f"{_DRAW}pic")
            blip = None if picture is None else next(picture.iter(_BLIP), None)
            if corner is None or blip is None:
                continue
            target = targets.get(blip.get(f"{_LINKS}embed", ""))
            inside = target is not None and target.TargetMode != "External"
            yield _Laid(int(corner.text or "") + 1, target.target if target is not None and inside else "")


def _linked(archive: zipfile.ZipFile, there: set[str], part: str, kind: str) -> list[str]:
    """The parts of a kind that a part names."""
    rels = _links_of(part)
    links: Any = get_dependents(archive, rels) if rels in there else ()
    return [one.target for one in links if one.Type.endswith(kind)]


def _links_of(part: str) -> str:
    """The part that says what a part names."""
    path = PurePosixPath(part)
    return str(path.parent / "_rels" / f"{path.name}.rels")


def _placed(archive: zipfile.ZipFile, laid: Sequence[_Laid], kept: Pictured, file: str) -> Pictured:
    """Each picture named in its row's cell, where that is empty. Raises DeckError."""
    try:
        columns, _ = known_columns(kept.rows[0], file)
    except DeckError:
        return kept  # said where the cards are read
    header_line, header = kept.rows[0]
    wide = max(at for _, cells in kept.rows for at, cell in enumerate(cells, 1) if cell)
    at, word = columns.get(COLUMN, (wide, COLUMN))
    cards = {line: [*cells, *[""] * (at + 1 - len(cells))] for line, cells in kept.rows[1:]}
    files: dict[str, bytes] = {}
    begun: set[int] = set()
    problems, nowhere, named = [], 0, 0
    room = MOST_TOGETHER
    # A name that is a good file's name, whatever the workbook is called.
    sheet_name = "".join(c for c in PurePath(file).stem if c.isalnum() or c in " -_")[:60].strip() or "sheet"
    for one in laid:
        if one.row not in cards:
            nowhere += 1
        elif one.row in begun:
            text = "two pictures begin in this row; leave one, or move the other to the row of its card"
            problems.append(Problem(file, one.row, word, text))
        elif cards[one.row][at].strip():
            named += 1
        else:
            begun.add(one.row)
            found, why = _unpacked(archive, one.part, room) if len(files) < MOST_PICTURES else (b"", _TOO_MUCH)
            room -= len(found)
            if why:
                problems.append(Problem(file, one.row, word, why))
                continue
            name = f"{sheet_name} row {one.row}{PurePosixPath(one.part).suffix[:6]}"
            files[name], cards[one.row][at] = found, name
    if problems:
        raise DeckError(problems)
    if not files:
        return Pictured(kept.rows, {}, _told(0, nowhere, named))
    named_header = [*header, *[""] * (at + 1 - len(header))]
    named_header[at] = word
    rows = [(header_line, named_header), *cards.items()]
    return Pictured(rows, files, _told(len(files), nowhere, named))


_TOO_MUCH = (
    f"{MOST_PICTURES} pictures and {MOST_TOGETHER // 1_000_000} MB are the most on one sheet; in Excel, Compress "
    "Pictures makes them smaller"
)


def _unpacked(archive: zipfile.ZipFile, part: str, room: int) -> tuple[bytes, str]:
    """The bytes of a picture, or why there are none."""
    if not part:
        return b"", "the picture here is only a link to a file; insert the picture itself, or write its file name"
    try:
        if archive.getinfo(part).file_size > room:
            return b"", _TOO_MUCH
        return archive.read(part), ""
    except Exception:  # a part that is not there, or broken in any way zip and zlib have
        return b"", "the picture here is damaged or not in the file; insert it again"


def _told(taken: int, nowhere: int, named: int) -> tuple[str, ...]:
    notes = []
    if taken:
        many = "1 picture was" if taken == 1 else f"{taken} pictures were"
        notes.append(f"{many} taken from the sheet: each is of the card in whose row it begins.")
    if nowhere:
        many = "1 picture begins" if nowhere == 1 else f"{nowhere} pictures begin"
        notes.append(f"{many} in a row without a card and {'was' if nowhere == 1 else 'were'} left out.")
    if named:
        many = "1 card names" if named == 1 else f"{named} cards name"
        notes.append(f"{many} a picture file; what lies in that row was left out.")
    return tuple(notes)


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

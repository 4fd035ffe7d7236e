"""Pictures that lie on a workbook's sheet: each is the picture of the card in whose row it begins.

A sheet names its drawings, a drawing its pictures with the row where each is anchored, and the pictures are files in
the same archive. Only those of cards that name none are unpacked, and never more than together a deck may have.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath, PurePosixPath
from typing import Any

from defusedxml.ElementTree import fromstring
from openpyxl.packaging.relationship import get_dependents

from rules.values.own_deck import Row, known_columns
from rules.values.rows import DeckError, Problem

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

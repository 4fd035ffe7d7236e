"""A small deck specification for tests of the reader, and a way to write its rows."""

from __future__ import annotations

import csv
import io

from rules.values.cards import Card, Column, DeckSpec, Face, listed, maybe, one_of, whole_number, yes_no


def face(card: Card) -> Face:
    return Face(card.name, str(card["suit"]), value=str(card["points"] or ""), text=card.text)


PLAIN = DeckSpec(
    game="plain",
    letters="PL",
    title="Plain",
    columns=(
        Column("suit", one_of("oak", "ash", "elm"), None),
        Column("points", maybe(whole_number(-9, 9))),
        Column("tags", listed()),
        Column("rare", yes_no, "0"),
    ),
    face=face,
)
HEADER = ("id", "code", "name", "copies", "back", "text", "suit", "points", "tags", "rare")
ROW = {"id": "acorn", "code": "001", "name": "Acorn", "copies": "3", "suit": "oak"}


def sheet(*rows: dict[str, str], header: tuple[str, ...] = HEADER, delimiter: str = ",") -> bytes:
    """A card file as a spreadsheet writes it; a row's missing cells are empty."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(header)
    writer.writerows([row.get(name, "") for name in header] for row in rows)
    return out.getvalue().encode()

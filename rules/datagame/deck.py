"""The cards of a game's folder: any columns beside the usual ones, drawn on the face made for cards of one's own."""

from __future__ import annotations

from dataclasses import replace

from rules.text import say
from rules.values.cards import BASE_COLUMNS, Card, Column, Deck, DeckSpec, Face, Problem, read_table
from rules.values.columns import one_line
from rules.values.own_deck import BACKS, NO_BACK, PLAIN_SUIT, SUITS
from rules.values.rows import DeckError, read_rows

LOOKS = ("suit", "kind", "value", "note")
"""Columns the face has a place of its own for; of the others short numbers become badges."""
MOST_BADGES, LONGEST_BADGE = 4, 6
_BASE = {column.name for column in BASE_COLUMNS}


def read_cards(data: bytes, file: str, game: str, letters: str, title: str) -> Deck:
    """The deck. Raises DeckError with every fault."""
    rows = read_rows(data, file)
    header = [one_line(cell) for cell in rows[0][1]] if rows else []
    own = [name for name in dict.fromkeys([*LOOKS, *header]) if name and name not in _BASE]
    badges = _badges(header, rows[1:])
    suits: dict[str, str] = {}

    def face(card: Card) -> Face:
        word, said = str(card["suit"]), str(card["kind"])
        stats = tuple((name.upper(), value) for name in badges if (value := str(card[name])))
        kind = said or (word if word not in SUITS else "")
        return Face(
            card.name,
            suits.get(word, PLAIN_SUIT),
            kind=kind,
            value=str(card["value"]),
            text=card.text,
            stats=stats,
            note=str(card["note"]),
        )

    _numbered(rows, header, file)
    columns = tuple(Column(name) for name in own)
    deck = read_table(rows, DeckSpec(game, letters, title=title, columns=columns, face=face), file, numbered=True)
    words = dict.fromkeys(str(card["suit"]) for card in deck.cards if card["suit"])
    free = [look for look in SUITS if look not in words]
    for number, word in enumerate(word for word in words if word not in SUITS):
        suits[word] = (free or SUITS)[number % len(free or SUITS)]
    suits.update((word, word) for word in words if word in SUITS)
    return Deck(deck.spec, tuple(_backed(card) for card in deck.cards)) if _backs_fit(deck, rows, file) else deck


def _numbered(rows: list[tuple[int, list[str]]], header: list[str], file: str) -> None:
    """Raise DeckError for every card without a number: the printed code holds it, so rows may not lend theirs."""
    cure = "give every card a number of its own, such as 001, and never change it: it is inside the printed code"
    if rows and "code" not in header:
        raise DeckError([Problem(file, rows[0][0], "code", say("is missing from the header; {cure}", cure=cure))])
    at = header.index("code") if rows else 0
    if bare := [line for line, row in rows[1:] if at >= len(row) or not row[at].strip()]:
        raise DeckError([Problem(file, line, "code", say("is empty; {cure}", cure=cure)) for line in bare])


def _badges(header: list[str], rows: list[tuple[int, list[str]]]) -> tuple[str, ...]:
    found = []
    for at, name in enumerate(header):
        cells = [row[at].strip() for _, row in rows if at < len(row)]
        short = len(name) <= 12 and all(len(cell) <= LONGEST_BADGE for cell in cells)
        if name not in (*_BASE, *LOOKS) and short and any(c.isdigit() for cell in cells for c in cell):
            found.append(name)
    return tuple(found[:MOST_BADGES])


def _backs_fit(deck: Deck, rows: list[tuple[int, list[str]]], file: str) -> bool:
    known = ("", NO_BACK, *BACKS)
    header = [one_line(cell) for cell in rows[0][1]]
    problems = [
        Problem(file, line, "back", say("there is no such back; expected one of {words}", words=", ".join(known[1:])))
        for line, row in rows[1:]
        if "back" in header and (at := header.index("back")) < len(row) and row[at].strip() not in known
    ]
    if problems:
        raise DeckError(problems)
    return bool(deck.cards)


def _backed(card: Card) -> Card:
    back = "" if card.back == NO_BACK else card.back or BACKS[0]
    return replace(card, back=back)

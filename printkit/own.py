"""Cards of one's own: a table of names and texts, printed on a face made for any game."""

from __future__ import annotations

import difflib
from dataclasses import replace
from pathlib import Path

from printkit.asked import PrintError
from printkit.layout import find_layout
from rules.cards import Card, Column, Deck, DeckError, DeckSpec, Face, read_deck
from rules.columns import shown

GAME = "own"
LETTERS = "ZZ"
PLAIN_SUIT = "grey"
MOST_BYTES = 20_000_000
ENDINGS = (".csv", ".tsv", ".txt")
WORKBOOKS = (".xlsx", ".xls", ".ods")


def _suit(cell: str) -> str:
    known = tuple(find_layout(GAME).suits)
    if cell.lower() in known:
        return cell.lower()
    close = difflib.get_close_matches(cell.lower(), known, n=1, cutoff=0.5)
    raise ValueError(f"{shown(cell)} is not a suit; {f'did you mean {close[0]}?' if close else ', '.join(known)}")


def _face(card: Card) -> Face:
    said = {name: str(card.fields.get(name) or "") for name in ("suit", "kind", "value", "note")}
    return Face(card.name, said["suit"], said["kind"], said["value"], card.text, note=said["note"])


def spec(title: str) -> DeckSpec:
    """The columns of a file of one's own."""
    columns = (Column("suit", _suit, PLAIN_SUIT), Column("kind"), Column("value"), Column("note"))
    return DeckSpec(GAME, LETTERS, title, columns, _face)


def is_file(game: str) -> bool:
    """Whether what was asked for is a file of cards and no game."""
    return game.lower().endswith((*ENDINGS, *WORKBOOKS))


def read(file: Path) -> Deck:
    """The cards of a file. Raises PrintError naming the file, the line, the column and the cure."""
    if file.suffix.lower() in WORKBOOKS:
        cure = "save it as CSV, or upload it on the companion's print page"
        raise PrintError(f"{file}: is a workbook, and this command reads tables of text; {cure}")
    try:
        if file.stat().st_size > MOST_BYTES:
            raise PrintError(f"{file}: is larger than {MOST_BYTES // 1_000_000} MB; that is no table of cards")
        deck = read_deck(file.read_bytes(), spec(file.stem[:40]), str(file), numbered=True)
    except FileNotFoundError:
        raise PrintError(f"{file}: there is no such file; check its name and folder") from None
    except OSError as error:
        raise PrintError(f"{file}: cannot be read ({error.strerror}); choose another file") from None
    except DeckError as error:
        raise PrintError(str(error)) from None
    cards = tuple(_backed(card) for card in deck.cards)
    return Deck(deck.spec, cards)


def _backed(card: Card) -> Card:
    return replace(card, back="" if card.back == "none" else "deck")

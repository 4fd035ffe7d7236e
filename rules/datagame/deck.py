"""The cards of a game's folder: any columns beside the usual ones, drawn on the face made for cards of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rules.text import say
from rules.values.cards import BASE_COLUMNS, Card, Column, Deck, DeckSpec, Face, Problem, read_table
from rules.values.columns import one_line, shown
from rules.values.own_deck import BACKS, COLOUR_WORDS, NO_BACK, PLAIN_SUIT, SUITS, suit_words
from rules.values.rows import DeckError, Row

LOOKS = ("suit", "kind", "value", "note")
"""Columns the face has a place of its own for; of the others short numbers become badges."""
MOST_BADGES, LONGEST_BADGE = 4, 6
_BASE = {column.name for column in BASE_COLUMNS}
SUITS_BY_WORD = {**COLOUR_WORDS, **{suit: suit for suit in SUITS}}
"""The suit a word names the colour of."""
LIKELY: Mapping[str, str] = {
    word: suit
    for suit, words in {
        "red": "fire flame lava blood danger attack enemy weapon",
        "blue": "water sea rain river ice sky flood cold",
        "green": "forest wood woods tree grass leaf plant nature",
        "yellow": "sun field harvest desert treasure light",
        "purple": "magic spell poison dream curse",
        "teal": "calm peace tide",
        "brown": "earth building tool",
        "pink": "love flower",
        "grey": "stone rock iron metal wall",
        "black": "night death shadow",
        "orange": "autumn energy",
    }.items()
    for word in words.split()
}
"""The colour people give a kind of thing, for decks that have kinds and no suits; another word takes the next free."""


def no_cards(game: str, title: str) -> Deck:
    """The deck of a game without cards."""
    return Deck(DeckSpec(game, "", title=title, columns=(), face=lambda card: Face(card.name, PLAIN_SUIT)), ())


def read_cards(table: Sequence[Row], file: str, game: str, letters: str, title: str, *, by_code: bool = False) -> Deck:
    """The deck in the rows of a table, the first of them the header. ``by_code``: a card is known by its number, so
    that it keeps its place at a table when it is given another name; otherwise by its name.

    Raises DeckError with every fault.
    """
    rows = [(line, list(row)) for line, row in table]
    if rows:
        rows[0] = (rows[0][0], [_known(cell) for cell in rows[0][1]])
    if by_code:
        rows = _with_ids(rows)
    header = [one_line(cell) for cell in rows[0][1]] if rows else []
    own = [name for name in dict.fromkeys([*LOOKS, *header]) if name and name not in _BASE]
    badges = _badges(header, rows[1:])
    parted = _parted_by(header, rows[1:])
    suits: dict[str, str] = {}

    def face(card: Card) -> Face:
        word, said = str(card[parted]), str(card["kind"])
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
            suit_words=suit_words(card.text, suits),
        )

    _numbered(rows, header, file)
    columns = tuple(Column(name) for name in own)
    try:
        deck = read_table(rows, DeckSpec(game, letters, title=title, columns=columns, face=face), file, numbered=True)
    except DeckError as error:
        raise DeckError(_of_the_file(error.problems, table)) from None
    words = dict.fromkeys(str(card[parted]) for card in deck.cards if card[parted])
    suits.update(_coloured(words, SUITS_BY_WORD if parted == "suit" else {**LIKELY, **SUITS_BY_WORD}))
    return Deck(deck.spec, tuple(_backed(card) for card in deck.cards)) if _backs_fit(deck, rows, file) else deck


MOST_PARTS = len(SUITS)
"""As many kinds as have colours of their own."""


def _parted_by(header: Sequence[str], rows: Sequence[Row]) -> str:
    """The column whose words give cards their colours: the suit; without one the kind, or else the first column of a
    few words that several cards share, such as the region a tile lies in."""

    def words(name: str) -> list[str]:
        at = header.index(name)
        return [row[at].strip() for _, row in rows if at < len(row) and row[at].strip()]

    if "suit" in header and words("suit"):
        return "suit"
    others = [name for name in header if name and name not in (*_BASE, *LOOKS)]
    for name in (*(["kind"] if "kind" in header else []), *others):
        found = words(name)
        shared = 2 <= len(set(found)) <= MOST_PARTS and 2 * len(found) > len(rows) > len(set(found))
        if shared and all(any(c.isalpha() for c in word) and "[" not in word for word in found):
            return name
    return "suit"


def _coloured(words: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
    """A colour for every word: the one it is known for, unless another word has it, else the next that is free."""
    listed = list(words)
    named: dict[str, str] = {}
    for word in listed:
        suit = known.get(word.casefold())
        if suit and (suit not in named.values() or word.casefold() in SUITS_BY_WORD):
            named[word] = suit
    free = [suit for suit in SUITS if suit not in named.values()] or list(SUITS)
    others = [word for word in listed if word not in named]
    return named | {word: free[number % len(free)] for number, word in enumerate(others)}


def _known(cell: str) -> str:
    """A heading as we write it, where it is one of ours in capitals."""
    plain = one_line(cell).casefold()
    return plain if plain in _BASE or plain in LOOKS else one_line(cell)


def _with_ids(rows: list[Row]) -> list[Row]:
    """The rows with every card's number as its id, unless they have ids of their own."""
    if not rows or "id" in rows[0][1] or "code" not in rows[0][1]:
        return rows
    at = rows[0][1].index("code")
    ids = (row[at].strip().lower().rjust(3, "0") if at < len(row) else "" for _, row in rows[1:])
    return [
        (rows[0][0], ["id", *rows[0][1]]),
        *((line, [id_, *row]) for id_, (line, row) in zip(ids, rows[1:], strict=True)),
    ]


def _of_the_file(problems: Sequence[Problem], table: Sequence[Row]) -> list[Problem]:
    """What is wrong, without what is said of ids that were made of the numbers."""
    own = any(_known(cell) == "id" for _, row in table[:1] for cell in row)
    told = {one.line for one in problems if one.column != "id"}
    return [one for one in problems if own or one.column != "id" or one.line not in told]


def _numbered(rows: list[tuple[int, list[str]]], header: list[str], file: str) -> None:
    """Raise DeckError for every card without a number: the printed code holds it, so rows may not lend theirs."""
    cure = "give every card a number of its own, such as 001, and never change it: it is inside the printed code"
    if rows and "code" not in header:
        raise DeckError([Problem(file, rows[0][0], "code", say("is missing from the header; {cure}", cure=cure))])
    if rows and "name" not in header:
        there = ", ".join(shown(cell) for cell in header if cell and cell not in ("id", "code"))
        text = "is missing from the header; which of {there} is the name of a card? Call that column name"
        raise DeckError([Problem(file, rows[0][0], "name", say(text, there=there) if there else "is missing too")])
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

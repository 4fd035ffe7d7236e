"""A deck somebody types in for a game that is here: the published box, or cards of one's own with the game's rules.

A table of the game's columns becomes cards of that game, with letters of their own in their codes. A card keeps its
number from one table to the next (``numbers``, by id, never given twice). What was read once is a version of the deck:
its ``key`` (such as ``WF-3a9c1d20``) changes with its cards, its cards' ids begin with it, and a table goes on with the
version it was begun with.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from rules.text import plural, say
from rules.values.cards import Card, Deck, DeckSpec, read_table
from rules.values.columns import nearest, one_line
from rules.values.own_deck import (
    LETTERS,
    MOST_TITLE,
    WENT_WRONG,
    Cells,
    card_numbers,
    clean_cell,
    free_id,
    slug,
    whole,
)
from rules.values.rows import DeckError, Problem, Row

MOST_ROWS = 1000
"""Kinds of cards in one deck: several times what any of the games was ever published with."""
COMMENT = "#"
KEY_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Explained:
    """A column as people are told of it: what goes into its cells, and what else it may be called.

    ``words``: its cells are words of the game, in capitals or not.
    """

    name: str
    about: str
    also: tuple[str, ...] = ()
    words: bool = False


NAME = Explained("name", "the card's name", ("title", "card", "card name"))
COPIES = Explained("copies", "how many there are (empty: 1)", ("copy", "count", "quantity", "qty", "number", "amount"))
ID = Explained("id", "a word that stays when you change the name, such as hearth_singer (may be left out)", ("key",))


@dataclass(frozen=True, slots=True)
class CardTable:
    """What a game says of tables of its cards.

    ``spec`` makes the deck's columns and faces from its letters, its title and its rows; ``filled`` gives the rows what
    nobody types, and may add cards with ids of their own at the end; ``told`` says in a few lines what a deck holds.
    ``beside``: these cards are played beside the game's own, else in their place.
    """

    columns: tuple[Explained, ...]
    samples: tuple[Mapping[str, str], ...]
    spec: Callable[[str, str, Sequence[Cells]], DeckSpec]
    filled: Callable[[Sequence[Cells]], Sequence[Cells]]
    told: Callable[[Deck], Iterable[str]]
    beside: bool = False
    about: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()
    """Columns that hold ids of other rows."""
    typed_as: Mapping[str, str] = field(default_factory=dict)
    """What people typed for a column that is filled from another."""
    keyed: tuple[str, ...] = ()
    """Columns that hold the deck's own key in the end: whose cards these are, where the game's have a word."""

    @property
    def words(self) -> frozenset[str]:
        """Everything a header may call its columns, words with a _ between."""
        every = (word for column in self.columns for word in (column.name, *column.also))
        return frozenset(word.replace(" ", "_") for word in every)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns, in the order of a new table."""
        return tuple(column.name for column in self.columns)


@dataclass(frozen=True)
class AddedDeck:
    """One version of a deck somebody typed in. ``rows`` are its cells under ``header``, with ids and numbers."""

    game: str
    letters: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    deck: Deck = field(repr=False, compare=False)
    numbers: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Every number a card of this deck ever had, by id."""

    @property
    def key(self) -> str:
        """The name of this version."""
        return key_of(self.game, self.letters, title=self.title, header=self.header, rows=self.rows)

    @cached_property
    def plain(self) -> dict[str, object]:
        """As JSON; ``from_plain`` reads it."""
        rows = [list(row) for row in self.rows]
        about = {"game": self.game, "letters": self.letters, "title": self.title, "header": list(self.header)}
        return {**about, "rows": rows, "numbers": dict(self.numbers)}


def key_of(game: str, letters: str, *, title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """``WF-3a9c1d20``: the letters and a digest of what the cards say."""
    said = json.dumps([game, letters, title, list(header), [list(row) for row in rows]])
    return f"{letters}-{hashlib.sha256(said.encode()).hexdigest()[:KEY_DIGITS]}"


def read_added(
    rows: Sequence[Row],
    file: str,
    *,
    game: str,
    table: CardTable,
    title: str,
    letters: str,
    numbers: Mapping[str, str] | None = None,
) -> AddedDeck:
    """The deck of a table. ``numbers`` are those its cards had before.

    Raises DeckError naming every fault with file, row, column and cure.
    """
    written = [(line, row) for line, row in rows if not _comment(row)]
    header, cells, problems = _cells(written, file, table)
    ids = _ids(cells)
    typed = len(cells)
    given = {one: here["code"].upper().rjust(3, "0") for one, (_, here) in zip(ids, cells, strict=True) if here["code"]}
    full = table.filled([here | {"id": own_id} for own_id, (_, here) in zip(ids, cells, strict=True)])
    known = card_numbers([here["id"] for here in full], {**(numbers or {}), **given}, file)
    full = [here | {"code": known[here["id"]]} for here in full]
    spec = table.spec(letters, title, full)
    words = tuple(dict.fromkeys(("id", "code", *(name for here in full for name in here))))
    lines = [line for line, _ in cells] + [written[0][0]] * (len(full) - typed)
    body = [(line, [here.get(word, "") for word in words]) for line, here in zip(lines, full, strict=True)]
    try:
        read_table([(1, list(words)), *body], spec, file)
    except DeckError as error:
        typed_as = {name: header.get(word, word) for name, word in table.typed_as.items()}
        problems += [replace(one, column=(typed_as | header).get(one.column, one.column)) for one in error.problems]
    if problems:
        raise DeckError(sorted(problems, key=lambda one: one.line))
    plain = tuple(tuple(row) for _, row in body)
    return _made(game, letters, title=title, header=words, rows=plain, table=table, numbers=known)


def from_plain(plain: Mapping[str, object], table: CardTable) -> AddedDeck:
    """A deck from ``AddedDeck.plain``. Raises ValueError (DeckError among it) where it was tampered with."""
    try:
        game, letters, title = (plain[word] for word in ("game", "letters", "title"))
        header, rows, numbers = plain["header"], plain["rows"], plain.get("numbers", {})
        if not (isinstance(game, str) and isinstance(title, str) and isinstance(letters, str)):
            raise ValueError("game, letters or title")
        if not LETTERS.fullmatch(letters) or not 1 <= len(title) <= MOST_TITLE:
            raise ValueError("letters or title")
        if not isinstance(header, list) or not isinstance(rows, list) or not isinstance(numbers, dict):
            raise ValueError("header, rows or numbers")
        if len(rows) > MOST_ROWS or any(not isinstance(row, list) or len(row) != len(header) for row in rows):
            raise ValueError("rows")
        words, cells = tuple(map(str, header)), tuple(tuple(map(str, row)) for row in rows)
    except KeyError as missing:
        raise ValueError(str(missing)) from None
    return _made(
        game,
        letters,
        title=title,
        header=words,
        rows=cells,
        table=table,
        numbers={str(own_id): str(number) for own_id, number in numbers.items()},
    )


def _made(
    game: str,
    letters: str,
    *,
    title: str,
    header: tuple[str, ...],
    rows: tuple[tuple[str, ...], ...],
    table: CardTable,
    numbers: Mapping[str, str],
) -> AddedDeck:
    """The deck, every card under an id nobody else has."""
    spec = table.spec(letters, title, [dict(zip(header, row, strict=True)) for row in rows])
    numbered = [(1, list(header)), *((line, list(row)) for line, row in enumerate(rows, 2))]
    read = read_table(numbered, spec, f"the deck {letters}")
    key = key_of(game, letters, title=title, header=header, rows=rows)
    cards = tuple(_own(card, key, letters, table) for card in read.cards)
    deck = Deck(spec, cards)
    return AddedDeck(game, letters, title, header=header, rows=rows, deck=deck, numbers=numbers)


def _own(card: Card, key: str, letters: str, table: CardTable) -> Card:
    before = f"{key.lower().replace('-', '_')}_"
    links = {name: f"{before}{card[name]}" for name in table.linked if card[name]}
    links |= dict.fromkeys(table.keyed, key)
    return replace(card, id=f"{before}{card.id}", letters=letters, fields=MappingProxyType({**card.fields, **links}))


def _comment(row: Sequence[str]) -> bool:
    first = next((cell.strip() for cell in row if cell.strip()), "")
    return first.startswith(COMMENT) and first not in WENT_WRONG


def _cells(
    rows: Sequence[Row], file: str, table: CardTable
) -> tuple[dict[str, str], list[tuple[int, Cells]], list[Problem]]:
    """What the file calls each column, every row by our names, and what is wrong before any cell is read."""
    if not rows:
        raise DeckError([Problem(file, 1, "", "there is no header; its first row names the columns, name among them")])
    line, first = rows[0]
    columns, problems = _columns(first, file, line, table)
    if problems:
        raise DeckError(problems)
    if len(rows) == 1:
        raise DeckError([Problem(file, line, "", "there is a header and no card; add one row a card")])
    if len(rows) - 1 > MOST_ROWS:
        text = say(
            "has {count}, and a deck has at most {most} rows; how many there are of a card goes into the column copies",
            count=plural(len(rows) - 1, "card"),
            most=MOST_ROWS,
        )
        raise DeckError([Problem(file, rows[MOST_ROWS + 1][0], "", text)])
    lower = {column.name for column in table.columns if column.words}
    found = []
    for number, row in rows[1:]:
        if any(cell.strip() for cell in row[len(first) :]):
            text = f"has {len(row)} cells and the header {len(first)}; put a cell with a comma in quotation marks"
            problems.append(Problem(file, number, "", text))
        cells = {name: clean_cell(row[at]) if at < len(row) else "" for name, (at, _) in columns.items()}
        for name, cell in cells.items():
            if cell in WENT_WRONG:
                text = f"is {cell}, what a spreadsheet has where a formula went wrong; mend it, or empty the cell"
                problems.append(Problem(file, number, columns[name][1], text))
        cells = {name: whole(cell.lower() if name in lower else cell) for name, cell in cells.items()}
        cells = {name: cells.get(name, "") for name in (*table.names, "id", "code", "copies")}
        cells["copies"] = cells["copies"] or "1"
        found.append((number, cells))
    return {name: word for name, (_, word) in columns.items()}, found, problems


def _columns(
    first: Sequence[str], file: str, line: int, table: CardTable
) -> tuple[dict[str, tuple[int, str]], list[Problem]]:
    """Where each column stands and what the file calls it."""
    known = {column.name: column.name for column in table.columns} | {"id": "id", "code": "code"}
    known |= {word: column.name for column in (*table.columns, ID) for word in column.also if word not in known}
    columns: dict[str, tuple[int, str]] = {}
    problems = []
    for at, cell in enumerate(first):
        word = one_line(cell)
        if not word:
            continue
        plain = " ".join(word.casefold().replace("_", " ").split())
        name = known.get(plain) or known.get(plain.replace(" ", "_"))
        if name is None:
            near = nearest(plain.replace(" ", "_"), table.names)
            problems.append(Problem(file, line, word, f"is not a column of this game; {near}"))
        elif name in columns:
            problems.append(Problem(file, line, word, "stands twice in the header; take one of the two out"))
        else:
            columns[name] = (at, word)
    if not problems and "name" not in columns:
        problems.append(Problem(file, line, "", "no column is called name; it holds the cards' names"))
    return columns, problems


def _ids(cells: Sequence[tuple[int, Cells]]) -> list[str]:
    """The id of every row: its own word, or one made of its name."""
    ids: list[str] = []
    taken: set[str] = set()
    again: dict[str, int] = {}
    for _, here in cells:
        own_id = slug(here["id"] or here["name"])
        if not here["id"]:
            own_id = free_id(own_id, taken, again)
        taken.add(own_id)
        ids.append(own_id)
    return ids


def heading(title: str) -> str:
    """How a new table's first row begins; it says which game the table is of."""
    return say("{mark} Cards of {title}:", mark=COMMENT, title=title)


def sample(table: CardTable, title: str) -> Iterator[list[str]]:
    """The rows of a new table: what each column is for, the header, and a few cards to write over."""
    yield [say("{heading} one row a kind of card. Rows that begin with # are left out.", heading=heading(title))]
    yield from ([f"# {line}"] for line in table.about)
    yield from ([f"# {column.name}: {column.about}"] for column in table.columns)
    yield list(table.names)
    yield from ([row.get(name, "") for name in table.names] for row in table.samples)

"""Cards and decks as data: ``cards.csv`` in, a frozen ``Deck`` out.

A card is defined once, in one row, and known everywhere: printed, read back, played. The base columns are the
same for every game (``BASE_COLUMNS``); a game declares its own beside them in a ``DeckSpec``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from types import MappingProxyType

from rules.values.code import CardCode, to_base36
from rules.values.columns import (
    BASE_COLUMNS,
    OPTIONAL_BASE,
    Column,
    listed,
    maybe,
    nearest,
    one_line,
    one_of,
    shown,
    whole_number,
    yes_no,
)
from rules.values.picture import Picture
from rules.values.rows import DeckError, Problem, read_rows

__all__ = [
    "BASE_COLUMNS", "Card", "Column", "Deck", "DeckError", "DeckSpec", "Face", "Problem", "listed", "maybe", "one_of",
    "read_deck", "read_table", "whole_number", "yes_no",
]  # fmt: skip


DRAWING = Column("drawing", str, "")
"""The column of our own card files that names a card's picture; in anybody else's it is a column like others."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a game, as many times as ``copies`` says.

    ``code`` is the three-character base-36 number printed inside every card code, never renumbered. ``back`` names
    the back it shares with others ("" prints none). ``fields`` are the game's own columns, parsed. ``drawing`` names
    its picture, for cards of ours; "" leaves it to the words of the name. ``letters`` are those of its code where it
    comes from another deck than the one it lies in; "" are the deck's.
    """

    game: str
    id: str
    code: str
    name: str
    copies: int
    back: str
    text: str
    fields: Mapping[str, object] = field(default_factory=dict, hash=False)
    drawing: str = field(default="", repr=False)
    letters: str = field(default="", repr=False)

    def __getitem__(self, column: str) -> object:
        return self.fields[column]

    def words(self, column: str) -> tuple[str, ...]:
        """A column that ``listed`` parsed. Raises TypeError where the column is something else."""
        value = self.fields[column]
        if not isinstance(value, tuple):
            raise TypeError(f"column {column} of {self.id} is not a list of words")
        return value


@dataclass(frozen=True, slots=True)
class Face:
    """What a card's front says, before anybody decides where it stands (templates/cards/*.toml does).

    ``suit`` picks colour, pattern, glyph and art. ``text`` is our wording, with **bold** and inline icons as
    ``[flip]``; a line break begins a new paragraph. ``stats`` are label and value pairs, shown as badges. ``tracks``
    are counters a cube stands on (heading, highest number, where it starts), drawn instead of a picture.
    A translated face keeps its first name and kind as ``original`` and ``original_kind``. ``picture`` is one of its
    own, seen instead of ours. ``suit_words`` are the deck's own words for its suits, in small letters, and the suits
    they look like, for texts that name one in brackets.
    """

    title: str
    suit: str
    kind: str = ""
    value: str = ""
    text: str = ""
    stats: tuple[tuple[str, str], ...] = ()
    note: str = ""
    tracks: tuple[tuple[str, int, int], ...] = ()
    original: str = ""
    original_kind: str = ""
    picture: Picture | None = None
    suit_words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DeckSpec:
    """What the cards of one game look like: its columns, its two code letters, and how a face is read off a card."""

    game: str
    letters: str
    title: str
    columns: tuple[Column, ...]
    face: Callable[[Card], Face]
    section: Callable[[Card], str] = lambda card: ""
    """Cards of one section are printed together, on their own sheets, under this heading."""
    check: Callable[[tuple[Card, ...]], Iterable[tuple[str, str, str]]] = lambda cards: ()
    """Faults only visible across rows, as (card id, column, text)."""


@dataclass(frozen=True)
class Deck:
    """The cards of one game, in file order. Look-ups are by id and by printed number."""

    spec: DeckSpec
    cards: tuple[Card, ...]

    @cached_property
    def by_id(self) -> Mapping[str, Card]:
        return MappingProxyType({card.id: card for card in self.cards})

    @cached_property
    def by_code(self) -> Mapping[str, Card]:
        return MappingProxyType({card.code: card for card in self.cards})

    @cached_property
    def _by_printed(self) -> Mapping[tuple[str, str], Card]:
        return MappingProxyType({(self.letters_of(card), card.code): card for card in self.cards})

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters its codes begin with: its own first, then those of cards from other decks."""
        return tuple(dict.fromkeys((self.spec.letters, *map(self.letters_of, self.cards))))

    def letters_of(self, card: Card) -> str:
        """The letters of a card's code."""
        return card.letters or self.spec.letters

    @property
    def game(self) -> str:
        return self.spec.game

    @property
    def size(self) -> int:
        """How many paper cards the deck is."""
        return sum(card.copies for card in self.cards)

    def find(self, code: CardCode) -> Card | None:
        """The card a scanned code names, or None for another game's code or a number nobody has."""
        return self._by_printed.get((code.game, code.card))

    def only(self, keep: Callable[[Card], bool]) -> Deck:
        """The part of the deck a table plays with."""
        return Deck(self.spec, tuple(card for card in self.cards if keep(card)))

    def codes(self, print_set: str = "A") -> Iterator[tuple[Card, CardCode]]:
        """Every paper card with its own code, in file order, copies counted from 1."""
        for card in self.cards:
            for copy in range(1, card.copies + 1):
                yield card, CardCode(self.letters_of(card), card.code, copy, print_set)


def _fill(
    values: dict[str, object], seen: Mapping[tuple[str, object], int], number: int, following: dict[str, int]
) -> None:
    """An id out of the name, and a card number, where a row has none; never one that is taken.

    ``following`` is where the search goes on, by word: a file of twenty thousand cards of one name is soon read.
    """
    if not values["id"]:
        plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in str(values["name"]).lower())
        word = "_".join(filter(None, plain.split("_"))) or f"card_{number}"
        taken = ((n, word if n == 1 else f"{word}_{n}") for n in count(following.get(word, 1)))
        following[word], values["id"] = next((n, id) for n, id in taken if ("id", id) not in seen)
    if not values["code"]:
        codes = ((n, to_base36(n % 36**3, 3)) for n in count(max(number, following.get("", 0))))
        following[""], values["code"] = next((n, code) for n, code in codes if ("code", code) not in seen)


def read_deck(
    data: bytes, spec: DeckSpec, file: str = "cards.csv", *, numbered: bool = False, drawings: bool = False
) -> Deck:
    """Read a card file.

    Commas, semicolons or tabs, with or without a byte-order mark, quoted as spreadsheets do. With ``numbered`` the
    columns id, code and copies may be left out, or cells of them left empty: an id is made from the name, cards are
    numbered in file order, and there is one copy. With ``drawings`` there may be a column ``drawing``.
    Raises DeckError naming every fault with file, line, column and what was expected; a deck with one bad row does not
    load.
    """
    return read_table(read_rows(data, file), spec, file, numbered=numbered, drawings=drawings)


def read_table(
    rows: Sequence[tuple[int, list[str]]],
    spec: DeckSpec,
    file: str = "cards.csv",
    *,
    numbered: bool = False,
    drawings: bool = False,
) -> Deck:
    """As ``read_deck``, from rows that are read already, each with its line. Raises DeckError."""
    if not rows:
        raise DeckError([Problem(file, 1, "", "the file is empty; expected a header line and one line a card")])
    base = OPTIONAL_BASE if numbered else BASE_COLUMNS
    columns = {column.name: column for column in (*base, *((DRAWING,) if drawings else ()), *spec.columns)}
    line, first = rows[0]
    header = _without_empty_end([one_line(cell) for cell in first])
    problems = [Problem(file, line, column, text) for column, text in _header_faults(header, columns)]
    if not problems and len(rows) == 1:
        problems.append(Problem(file, line, "", "there is a header but no card; add one line a card"))
    if problems:
        raise DeckError(problems)
    cards, lines, problems = _read_cards(rows[1:], header, columns, (file, spec.game))
    cards = tuple(map(_drawn, cards)) if drawings else cards
    if not problems:
        problems = [Problem(file, lines.get(card, line), column, text) for card, column, text in spec.check(cards)]
    if problems:
        raise DeckError(problems)
    return Deck(spec, cards)


def _read_cards(
    rows: Sequence[tuple[int, list[str]]],
    header: list[str],
    columns: Mapping[str, Column],
    whose: tuple[str, str],
) -> tuple[tuple[Card, ...], dict[str, int], list[Problem]]:
    """The cards, the line of each by its id, and what is wrong; ``whose`` is the file and the game."""
    file, game = whose
    cards: list[Card] = []
    problems: list[Problem] = []
    lines: dict[str, int] = {}
    seen: dict[tuple[str, object], int] = {}
    following: dict[str, int] = {}
    for line, row in rows:
        values, faults = _parse_row(header, row, columns)
        if columns["id"].default is not None and not faults:
            _fill(values, seen, len(lines) + 1, following)
        for column in ("id", "code"):
            if column not in values:
                continue
            used = seen.setdefault((column, values[column]), line)
            if used != line:
                said = shown(str(values[column]))
                faults.append((column, f"{said} is already used on line {used}; give one of the two another"))
        problems += [Problem(file, line, column, text) for column, text in faults]
        if not faults:
            cards.append(_card(game, values))
            lines[cards[-1].id] = line
    return tuple(cards), lines, problems


def _without_empty_end(header: list[str]) -> list[str]:
    """Spreadsheets like to add columns that hold nothing."""
    while header and not header[-1]:
        header = header[:-1]
    return header


def _header_faults(header: list[str], columns: Mapping[str, Column]) -> Iterator[tuple[str, str]]:
    for index, name in enumerate(header):
        if name not in columns:
            word = shown(name) if name else f"number {index + 1} (no name)"
            yield name, f"column {word} is not known; {nearest(name, tuple(columns))}"
        elif name in header[:index]:
            yield name, "stands twice in the header; give one of the two columns another name"
    for name, column in columns.items():
        if column.default is None and name not in header:
            yield name, f"is missing from the header, which has {', '.join(filter(None, header))[:120]}"


def _parse_row(
    header: list[str], row: list[str], columns: Mapping[str, Column]
) -> tuple[dict[str, object], list[tuple[str, str]]]:
    values: dict[str, object] = {}
    faults: list[tuple[str, str]] = []
    if len(row) > len(header) and any(cell.strip() for cell in row[len(header) :]):
        faults.append(
            ("", f"has {len(row)} cells but the header has {len(header)}; quote a cell that contains a comma")
        )
        return values, faults
    cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
    for name, column in columns.items():
        cell = cells.get(name, "")
        if not cell and column.default is not None:
            cell = column.default
        try:
            values[name] = column.parse(cell)
        except ValueError as error:
            faults.append((name, str(error)))
    return values, faults


def _card(game: str, values: Mapping[str, object]) -> Card:
    base = {column.name for column in BASE_COLUMNS}
    own = MappingProxyType({name: value for name, value in values.items() if name not in base})
    return Card(
        game,
        str(values["id"]),
        code=str(values["code"]),
        name=str(values["name"]),
        copies=int(str(values["copies"])),
        back=str(values["back"]),
        text=str(values["text"]),
        fields=own,
    )


def _drawn(card: Card) -> Card:
    """The card with its drawing, which is no column of its game."""
    own = {name: value for name, value in card.fields.items() if name != DRAWING.name}
    return replace(card, fields=MappingProxyType(own), drawing=str(card[DRAWING.name]))

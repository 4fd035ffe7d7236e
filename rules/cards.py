"""Cards and decks as data: ``cards.csv`` in, a frozen ``Deck`` out.

A card is defined once, in one row, and known everywhere: printed, read back, played. The base columns are the
same for every game (``BASE_COLUMNS``); a game declares its own beside them in a ``DeckSpec``.
"""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from rules.code import COPIES_MAX, CardCode, from_base36

T = TypeVar("T")

MAX_ROWS = 20_000
MAX_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file: ``line`` counts from 1 (the header), ``column`` is the header's word or ""."""

    file: str
    line: int
    column: str
    text: str

    def __str__(self) -> str:
        place = f"{self.file} line {self.line}"
        if self.column:
            place += f", column {self.column}"
        return f"{place}: {self.text}"


class DeckError(ValueError):
    """A card file cannot be used. ``problems`` holds every fault found, in file order; never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        first = self.problems[0]
        self.file, self.line, self.column = first.file, first.line, first.column
        more = len(self.problems) - 1
        super().__init__(str(first) + (f" (and {more} more)" if more else ""))


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a game, as many times as ``copies`` says.

    ``code`` is the three-character base-36 number printed inside every card code, never renumbered. ``back`` names
    the back it shares with others ("" prints none). ``fields`` are the game's own columns, parsed.
    """

    game: str
    id: str
    code: str
    name: str
    copies: int
    back: str
    text: str
    fields: Mapping[str, object] = field(default_factory=dict, hash=False)

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
    ``[flip]``; a line break begins a new paragraph. ``stats`` are label and value pairs, shown as badges.
    """

    title: str
    suit: str
    kind: str = ""
    value: str = ""
    text: str = ""
    stats: tuple[tuple[str, str], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column a game adds. ``parse`` turns the cell into a value and raises ValueError saying what was expected.

    ``default`` is the cell assumed where the column or the cell is empty; None makes the column required.
    """

    name: str
    parse: Callable[[str], object] = str
    default: str | None = ""


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

    @property
    def game(self) -> str:
        return self.spec.game

    @property
    def size(self) -> int:
        """How many paper cards the deck is."""
        return sum(card.copies for card in self.cards)

    def find(self, code: CardCode) -> Card | None:
        """The card a scanned code names, or None for another game's code or a number nobody has."""
        return self.by_code.get(code.card) if code.game == self.spec.letters else None

    def only(self, keep: Callable[[Card], bool]) -> Deck:
        """The part of the deck a table plays with."""
        return Deck(self.spec, tuple(card for card in self.cards if keep(card)))

    def codes(self, print_set: str = "A") -> Iterator[tuple[Card, CardCode]]:
        """Every paper card with its own code, in file order, copies counted from 1."""
        for card in self.cards:
            for copy in range(1, card.copies + 1):
                yield card, CardCode(self.spec.letters, card.code, copy, print_set)


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A column parser for whole numbers from ``low`` to ``high``."""

    def parse(cell: str) -> int:
        try:
            number = int(cell)
        except ValueError:
            raise ValueError(f'"{cell}" is not a whole number; expected {low} to {high}') from None
        if not low <= number <= high:
            raise ValueError(f"{number} is outside {low} to {high}")
        return number

    return parse


def one_of(*words: str) -> Callable[[str], str]:
    """A column parser for one word of a list; the refusal names the nearest."""

    def parse(cell: str) -> str:
        if cell in words:
            return cell
        raise ValueError(f'"{cell}" is not known; {_nearest(cell, words)}')

    return parse


def yes_no(cell: str) -> bool:
    """A column parser for 1/0 and yes/no."""
    word = cell.lower()
    if word in ("1", "yes", "true"):
        return True
    if word in ("0", "no", "false"):
        return False
    raise ValueError(f'"{cell}" is neither yes (1) nor no (0)')


def listed(separator: str = ";", of: tuple[str, ...] = ()) -> Callable[[str], tuple[str, ...]]:
    """A column parser for several words in one cell; with ``of`` only those words."""
    known = one_of(*of) if of else str
    return lambda cell: tuple(known(part.strip()) for part in cell.split(separator) if part.strip())


def maybe(parse: Callable[[str], T]) -> Callable[[str], T | None]:
    """A column parser that leaves an empty cell None and hands the rest to ``parse``."""
    return lambda cell: parse(cell) if cell else None


def _card_number(cell: str) -> str:
    code = cell.upper().rjust(3, "0")
    if len(code) != 3 or from_base36(code) is None:
        raise ValueError(f'"{cell}" is not a card number; expected three of 0-9 A-Z, such as 01F')
    return code


def _identifier(cell: str) -> str:
    if not cell or not cell.isascii() or not cell.replace("_", "a").isalnum() or cell != cell.lower():
        raise ValueError(f'"{cell}" is not an id; expected lower-case letters, digits and _ (such as sky_dance_dragon)')
    return cell


def _present(cell: str) -> str:
    if not cell:
        raise ValueError("is empty; expected a text")
    return cell


BASE_COLUMNS = (
    Column("id", _identifier, None),
    Column("code", _card_number, None),
    Column("name", _present, None),
    Column("copies", whole_number(0, COPIES_MAX), None),
    Column("back", str, ""),
    Column("text", str, ""),
)


def read_deck(data: bytes, spec: DeckSpec, file: str = "cards.csv") -> Deck:
    """Read a card file.

    Commas or semicolons, with or without a byte-order mark, quoted as spreadsheets do. Raises DeckError naming
    every fault with file, line, column and what was expected; a deck with one bad row does not load.
    """
    rows = _rows(data, file)
    if not rows:
        raise DeckError([Problem(file, 1, "", "the file is empty; expected a header line and one line a card")])
    columns = {column.name: column for column in (*BASE_COLUMNS, *spec.columns)}
    header = [cell.strip() for cell in rows[0][1]]
    problems = list(_header_problems(header, columns, file))
    if problems:
        raise DeckError(problems)
    cards: list[Card] = []
    lines: dict[str, int] = {}
    seen: dict[tuple[str, str], int] = {}
    for line, row in rows[1:]:
        values, faults = _parse_row(header, row, columns)
        for column in ("id", "code"):
            key = (column, str(values.get(column)))
            if column in values and key in seen:
                faults.append((column, f'"{key[1]}" is already used on line {seen[key]}'))
            seen.setdefault(key, line)
        problems += [Problem(file, line, column, text) for column, text in faults]
        if not faults:
            cards.append(_card(spec.game, values))
            lines[cards[-1].id] = line
    if not problems and not cards:
        problems.append(Problem(file, 1, "", "there is a header but no card; add one line a card"))
    if not problems:
        problems += [Problem(file, lines.get(card, 1), column, text) for card, column, text in spec.check(tuple(cards))]
    if problems:
        raise DeckError(problems)
    return Deck(spec, tuple(cards))


def _rows(data: bytes, file: str) -> list[tuple[int, list[str]]]:
    """The non-empty rows with the line each starts on."""
    if len(data) > MAX_BYTES:
        raise DeckError(
            [Problem(file, 1, "", f"the file has {len(data):,} bytes; a card file has at most {MAX_BYTES:,}")]
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DeckError([Problem(file, line, "", "is not UTF-8; save the sheet as CSV UTF-8")]) from None
    if "\0" in text:
        raise DeckError([Problem(file, text.count("\n", 0, text.index("\0")) + 1, "", "is not a text file")])
    first = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if first.count(";") > first.count(",") else ",")
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((line, row))
            line = reader.line_num + 1
            if len(rows) > MAX_ROWS:
                raise DeckError([Problem(file, line, "", f"has more than {MAX_ROWS:,} cards")])
    except csv.Error as error:
        raise DeckError([Problem(file, line, "", f"cannot be read as CSV: {error}")]) from None
    return rows


def _header_problems(header: list[str], columns: Mapping[str, Column], file: str) -> Iterator[Problem]:
    for index, name in enumerate(header):
        if name not in columns:
            shown = name or f"number {index + 1} (no name)"
            yield Problem(file, 1, name, f"column {shown} is not known; {_nearest(name, tuple(columns))}")
        elif name in header[:index]:
            yield Problem(file, 1, name, f"column {name} stands twice in the header")
    for name, column in columns.items():
        if column.default is None and name not in header:
            yield Problem(file, 1, name, f"column {name} is missing from the header")


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
        str(values["code"]),
        str(values["name"]),
        int(str(values["copies"])),
        str(values["back"]),
        str(values["text"]),
        own,
    )


def _nearest(word: str, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else f"expected one of {', '.join(known)}"

"""A deck of one's own: any table with a name in every row becomes cards with codes that stay.

The rows come from a CSV file or a workbook. ``name`` is all that is needed; ``id``, ``code``, ``copies``, ``text``,
``value``, ``suit``, ``kind``, ``note`` and ``back`` are understood, and up to four further columns of short cells are
printed as figures. A ``Ledger`` remembers which card has which number: a corrected file keeps every printed code.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.values.cards import Card, Column, Deck, DeckSpec, Face, read_table
from rules.values.code import ALPHABET
from rules.values.columns import one_line, shown
from rules.values.picture import Finder, Picture, no_pictures, read_fit, read_focus
from rules.values.rows import DeckError, Problem, Row

MOST_FIGURES, LONGEST_FIGURE = 4, 6
WORDS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "key"),
    "code": ("code",),
    "name": ("name", "title", "card", "card name", "titel", "karte"),
    "copies": ("copies", "copy", "count", "quantity", "qty", "number", "anzahl", "amount"),
    "text": ("text", "rules", "rules text", "description", "effect", "ability", "regel", "beschreibung", "effekt"),
    "value": ("value", "points", "cost", "wert", "punkte", "kosten"),
    "suit": ("suit", "colour", "color", "faction", "farbe", "fraktion"),
    "kind": ("kind", "type", "typ", "art"),
    "note": ("note", "flavour", "flavor", "flavour text", "flavor text"),
    "back": ("back", "backs", "deck", "rückseite"),
    "image": ("image", "picture", "img", "image file", "picture file", "bild"),
    "image_fit": ("image fit", "picture fit"),
    "image_focus": ("image focus", "picture focus", "image crop"),
}
"""What each column may be called in the file, in capitals or not."""
GAME = "own"
"""The game all of these cards are of: how they look is templates/cards/own.toml."""
Cells = dict[str, str]
LETTERS = re.compile(r"[A-Z]{2}")
MOST_TITLE = 60
MOST_NUMBERS = len(ALPHABET) ** 3
MOST_TEXT = 1200
SUITS = (
    "red", "blue", "green", "yellow", "purple", "teal", "brown", "grey", "orange", "pink", "black", "white",
)  # fmt: skip
PLAIN_SUIT = "grey"
COLOUR_WORDS: Mapping[str, str] = {
    word: suit
    for suit, words in {
        "red": "rot crimson scarlet ruby vermilion",
        "blue": "blau navy azure sapphire cobalt sky",
        "green": "grün emerald olive lime jade",
        "yellow": "gelb gold golden amber lemon",
        "purple": "lila violett violet indigo lavender",
        "teal": "türkis turquoise cyan aqua petrol",
        "brown": "braun bronze copper chestnut",
        "grey": "grau gray silver ash slate",
        "orange": "tangerine apricot",
        "pink": "rosa rose magenta fuchsia",
        "black": "schwarz ebony coal onyx",
        "white": "weiß weiss ivory pearl snow",
    }.items()
    for word in words.split()
}
"""Other words for colours, and the suit that has each."""
BACKS = ("deck", "wine", "forest", "sand", "plum", "steel")
NO_BACK = "none"
SUIT_WORD = "suit word"
"""The column that keeps a card's own word for its suit, for a face that has a suit of that name."""
WENT_WRONG = ("#REF!", "#N/A", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!")
"""What spreadsheets have where a formula went wrong."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What must stay the same from one upload to the next: numbers by id, and looks by the words of the file."""

    numbers: Mapping[str, str] = field(default_factory=dict)
    suits: Mapping[str, str] = field(default_factory=dict)
    backs: Mapping[str, str] = field(default_factory=dict)


def is_own(game: str) -> bool:
    """Whether cards of that game are cards of one's own: "own", or "own-WF" for a deck with a look of its own."""
    return game == GAME or game.startswith(f"{GAME}-")


@dataclass(frozen=True, slots=True)
class Own:
    """What a file makes: the deck, the ledger after it, and what is worth telling."""

    deck: Deck
    ledger: Ledger
    notes: tuple[str, ...] = ()
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    """By the ids of their cards."""
    kept: tuple[str, ...] = ()
    """Columns a face of one's own reads, printed nowhere else."""


def title_of(file: str) -> str:
    """What a deck is called where nobody says: its file's name without the ending."""
    plain = "".join(c for c in file.rpartition(".")[0].replace("_", " ").replace("-", " ") if c.isprintable())
    return " ".join(plain.split()) or "My cards"


def suit_words(text: str, looks: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """A deck's own words for its suits and the suit each looks like, where a text may name one in brackets."""
    return tuple((word.casefold(), suit) for word, suit in looks.items()) if "[" in text else ()


def spec(
    title: str,
    letters: str,
    figures: Sequence[str] = (),
    pictures: Mapping[str, Picture] | None = None,
    kept: Sequence[str] = (),
    suits: Mapping[str, str] | None = None,
) -> DeckSpec:
    """How cards of one's own look; ``figures`` are the columns printed as figures, ``pictures`` by id.

    ``kept`` are columns that a face of one's own reads, ``suits`` the looks of the deck's own words.
    """
    seen, looks = pictures or {}, suits or {}

    def face(card: Card) -> Face:
        stats = tuple((name.upper(), value) for name in figures if (value := str(card[name])))
        kind, value = str(card["kind"]), str(card["value"])
        return Face(
            card.name,
            str(card["suit"]),
            kind=kind,
            value=value,
            text=card.text,
            stats=stats,
            note=str(card["note"]),
            picture=seen.get(card.id),
            suit_words=suit_words(card.text, looks),
        )

    own = [
        Column("value"),
        Column("suit"),
        Column("kind"),
        Column("note"),
        *(Column(name) for name in (*figures, *kept)),
    ]
    return DeckSpec(GAME, letters, title=title, columns=tuple(own), face=face)


def read_own(
    rows: Sequence[Row],
    file: str,
    title: str,
    letters: str,
    ledger: Ledger | None = None,
    find: Finder = no_pictures,
    keep: Collection[str] | None = None,
) -> Own:
    """A deck from the rows of a table, the first of them the header; ``find`` knows the pictures its cells name.

    Columns to ``keep`` are read for a face of one's own (None: there is none), and are no figures then.

    Raises DeckError naming every fault with row, column and cure.
    """
    ledger = ledger or Ledger()
    if not rows:
        raise DeckError([Problem(file, 1, "", "the file is empty; give it a header row and one row a card")])
    columns, others = known_columns(rows[0], file)
    if len(rows) == 1:
        raise DeckError([Problem(file, 1, "", "there is a header and no card; add one row a card")])
    wanted = {word.casefold() for word in keep or ()}
    kept = tuple(word for word in others if word.casefold() in wanted)
    figures, left_out = figure_columns({word: at for word, at in others.items() if word not in kept}, rows[1:])
    table, ids, problems = _plain_rows(rows, columns, (*figures, *kept), file)
    if keep is not None:
        kept = (*kept, SUIT_WORD)
        table = [(line, {**cells, SUIT_WORD: cells["suit"]}) for line, cells in table]
    suits = _looks(table, "suit", ledger.suits, SUITS, cycle=True)
    backs = _looks(table, "back", ledger.backs, BACKS, cycle=False)
    given = {
        own_id: cells["code"].upper().rjust(3, "0")
        for own_id, (_, cells) in zip(ids, table, strict=True)
        if cells["code"]
    }
    numbers = card_numbers(ids, {**ledger.numbers, **given}, file)
    for line, cells in table:
        word = cells["back"].casefold()
        if word not in ("", NO_BACK) and word not in backs:
            text = f"{shown(cells['back'])} is one kind of back too many; a deck has at most {len(BACKS)}"
            problems.append(Problem(file, line, "back", f"{text}, so give this card one of the others"))
    names = {name: word for name, (_, word) in columns.items()}
    pictures, faults = _pictures(table, ids, names, (file, find))
    problems += faults
    filled = _filled(table, ids, numbers, suits=suits, backs=backs)
    try:
        deck = read_table(filled, spec(title, letters, figures, pictures, kept, suits), file)
    except DeckError as error:
        problems += [replace(one, column=names.get(one.column, one.column)) for one in error.problems]
    if problems:
        raise DeckError(sorted(problems, key=lambda one: one.line))
    told = _told(columns, figures, left_out)
    return Own(deck, Ledger(numbers, suits, backs), told, pictures, kept)


def _pictures(
    table: Sequence[tuple[int, Cells]], ids: Sequence[str], names: Mapping[str, str], whose: tuple[str, Finder]
) -> tuple[dict[str, Picture], list[Problem]]:
    """The picture of every card that has one, by its id, and what is wrong with them."""
    file, find = whose
    found: dict[str, Picture] = {}
    problems: list[Problem] = []
    for own_id, (line, cells) in zip(ids, table, strict=True):
        if not cells["image"]:
            continue
        column = "image"
        try:
            picture = find(cells["image"])
            column = "image_fit"
            fit = read_fit(cells[column])
            column = "image_focus"
            place = str(Problem(file, line, names["image"], "")).removesuffix(": ")
            found[own_id] = replace(picture, fit=fit, focus=read_focus(cells[column]), place=place)
        except ValueError as error:
            # What is wrong with a picture is said once, however many cards show it.
            if column != "image" or all(one.text != str(error) for one in problems):
                problems.append(Problem(file, line, names[column], str(error)))
    return found, problems


def _plain_rows(
    rows: Sequence[Row], columns: Mapping[str, tuple[int, str]], figures: Sequence[str], file: str
) -> tuple[list[tuple[int, Cells]], list[str], list[Problem]]:
    """Every row as cells by our names, the id of each, and what is too long or has no column."""
    header = [one_line(cell) for cell in rows[0][1]]
    wanted = {name: at for name, (at, _) in columns.items()} | {name: header.index(name) for name in figures}
    table: list[tuple[int, Cells]] = []
    ids: list[str] = []
    problems: list[Problem] = []
    taken: set[str] = set()
    again: dict[str, int] = {}
    for line, row in rows[1:]:
        if any(cell.strip() for cell in row[len(header) :]):
            text = f"has {len(row)} cells and the header {len(header)}; put a cell with a comma in quotation marks"
            problems.append(Problem(file, line, "", text))
        cells = {name: clean_cell(row[at]) if at < len(row) else "" for name, at in wanted.items()}
        cells = {name: cells.get(name, "") for name in (*WORDS, *figures)}
        if len(cells["text"]) > MOST_TEXT:
            text = f"has {len(cells['text']):,} characters; a card holds a few hundred, and {MOST_TEXT:,} are the most"
            problems.append(Problem(file, line, columns["text"][1], text))
        for name, cell in cells.items():
            if cell in WENT_WRONG:
                text = f"is {cell}, what a spreadsheet has where a formula went wrong; mend it, or empty the cell"
                problems.append(Problem(file, line, columns[name][1] if name in columns else name, text))
        given = "id" in columns and cells["id"]
        own_id = slug(cells["id"] if given else cells["name"])
        if not given:
            own_id = free_id(own_id, taken, again)
        taken.add(own_id)
        table.append((line, cells))
        ids.append(own_id)
    return table, ids, problems


def clean_cell(cell: str) -> str:
    """A cell as it can be printed: no control characters, line breaks kept as paragraphs."""
    lines = cell.replace("\r\n", "\n").replace("\r", "\n").replace("_x000D_", "").split("\n")
    return "\n".join(kept for line in lines if (kept := "".join(c for c in line if c == "\t" or c >= " ").strip()))


def slug(text: str) -> str:
    """A name as an id: plain small letters; what has none in it is spelled by its numbers."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:60]
    if word and sum(c.isalnum() for c in text) <= 2 * len(word.replace("_", "")):
        return word
    return ("u_" + "_".join(f"{ord(c):x}" for c in unicodedata.normalize("NFC", text.strip())[:20])) if text else "card"


def free_id(wanted: str, taken: set[str], again: dict[str, int]) -> str:
    """The id, or with a number where a card of that name went before; ``again`` is the next number to try."""
    if wanted not in taken:
        return wanted
    number = again.get(wanted, 2)
    while f"{wanted}_{number}" in taken:
        number += 1
    again[wanted] = number + 1
    return f"{wanted}_{number}"


def _looks(
    table: Iterable[tuple[int, Cells]], column: str, old: Mapping[str, str], looks: Sequence[str], *, cycle: bool
) -> dict[str, str]:
    """A look for every word of a column: the one it had, the one it names, or the next that is free."""
    found = dict(old)
    for word in dict.fromkeys(cells[column].casefold() for _, cells in table):
        if word in ("", NO_BACK) or word in found:
            continue
        free = [look for look in looks if look not in found.values()]
        named = COLOUR_WORDS.get(word, word) if looks is SUITS else word
        if named in looks:
            found[word] = named
        elif free or cycle:
            found[word] = free[0] if free else looks[len(found) % len(looks)]
    return found


def card_numbers(ids: Iterable[str], old: Mapping[str, str], file: str) -> dict[str, str]:
    """A number for every id: the one it had, or one no card ever had. Raises DeckError where there is none left."""
    found = dict(old)
    used = set(found.values())
    following = 1
    for own_id in ids:
        if own_id in found:
            continue
        while (number := _base36(following)) in used:
            following += 1
            if following > MOST_NUMBERS:
                text = f"this deck and its earlier cards have used up all {MOST_NUMBERS:,} numbers a deck has"
                raise DeckError([Problem(file, 1, "", f"{text}; begin a new deck, with other letters")])
        found[own_id] = number
        used.add(number)
    return found


def _base36(number: int) -> str:
    return "".join(ALPHABET[number // 36**place % 36] for place in (2, 1, 0))


def _filled(
    table: Sequence[tuple[int, Cells]],
    ids: Sequence[str],
    numbers: Mapping[str, str],
    suits: Mapping[str, str],
    backs: Mapping[str, str],
) -> list[Row]:
    """The rows as a card file of ours has them."""
    apart = ("id", "code", "image", "image_fit", "image_focus")
    header = ["id", "code", *(name for name in (table[0][1] if table else ()) if name not in apart)]
    filled: list[Row] = [(1, header)]
    for (line, cells), own_id in zip(table, ids, strict=True):
        word = cells["suit"].casefold()
        full = cells | {"id": own_id, "code": numbers[own_id], "copies": whole(cells["copies"]) or "1"}
        full["kind"] = cells["kind"] or (cells["suit"] if word not in SUITS else "")
        full["suit"] = suits.get(word, PLAIN_SUIT)
        back = cells["back"].casefold()
        full["back"] = "" if back == NO_BACK else backs.get(back, BACKS[0])
        filled.append((line, [full[name] for name in header]))
    return filled


def whole(cell: str) -> str:
    """Spreadsheets write 3 as 3.0."""
    return re.sub(r"^([0-9]+)[.,]0+$", r"\1", cell)


def _told(columns: Mapping[str, tuple[int, str]], figures: Sequence[str], left_out: Sequence[str]) -> tuple[str, ...]:
    notes = []
    if figures:
        notes.append(f"Printed as figures: {', '.join(figures)}.")
    if left_out:
        listed = ", ".join(left_out[:8]) + (" and more" if len(left_out) > 8 else "")
        notes.append(f"Not printed: {listed}. Figures are up to {MOST_FIGURES} columns of short numbers.")
    if "id" not in columns:
        notes.append("Cards are known by their names: a renamed card is a new card. A column id lets names change.")
    return tuple(notes)


def known_columns(header: Row, file: str) -> tuple[dict[str, tuple[int, str]], dict[str, int]]:
    """Where each column we know stands and what the file calls it; and the others. Raises DeckError."""
    line, cells = header
    known: dict[str, tuple[int, str]] = {}
    others: dict[str, int] = {}
    problems = []
    called = {word: name for name, words in WORDS.items() for word in words}
    for at, cell in enumerate(cells):
        word = one_line(cell)
        name = called.get(" ".join(word.casefold().replace("_", " ").split()))
        if name and name not in known:
            known[name] = (at, word)
        elif word and word not in others and word not in [taken for _, taken in known.values()]:
            others[word] = at
        elif word:
            problems.append(Problem(file, line, word, "stands twice in the header; rename one of the two"))
    if "name" not in known:
        named = ", ".join(shown(word) for word in [*(word for _, word in known.values()), *others][:6]) or "nothing"
        text = f"no column is called name; the header row has {named}. Call the column with the cards' names: name"
        problems.append(Problem(file, line, "name", text))
    if problems:
        raise DeckError(problems)
    return known, others


def figure_columns(others: Mapping[str, int], rows: Sequence[Row]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of the columns we do not know, those printed as figures, and those left out."""
    figures: list[str] = []
    left_out: list[str] = []
    for word, at in others.items():
        cells = [row[at].strip() for _, row in rows if at < len(row)]
        short = all(len(cell) <= LONGEST_FIGURE for cell in cells) and len(word) <= 12
        short = short and any(c.isdigit() for cell in cells for c in cell)
        reserved = word in WORDS
        (figures if short and not reserved and len(figures) < MOST_FIGURES else left_out).append(word)
    return tuple(figures), tuple(left_out)

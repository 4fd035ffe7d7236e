"""Decks of one's own, kept in the companion's folder: one JSON file a deck, with every number a card ever had."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from companion.errors import NoTable, Trouble
from companion.workbook import is_workbook, read_workbook
from printkit import own as command_line
from rules import games, own
from rules.cards import Deck, read_table
from rules.own import Ledger, Own
from rules.rows import DeckError, Problem, read_rows

FORMAT = 1
MOST_DECKS = 60
LARGEST_FILE = 40_000_000
REMOVED_KEPT = 20
OURS = "own-"
"""What the game of a deck of one's own is called in an address: ``own-WF``."""


class OwnRefusal(Trouble):
    """A deck was not kept; the text says why and what to do (422). ``field`` is the form's field it is about."""

    status = 422

    def __init__(self, text: str, field: str = "") -> None:
        self.field = field
        super().__init__("own_deck", text)


@dataclass(frozen=True)
class OwnDeck:
    """One deck: what was read, and a stamp that changes with it. ``changes`` compares it with the upload before."""

    letters: str
    title: str
    own: Own
    stamp: str
    changes: str = ""

    @property
    def deck(self) -> Deck:
        """Its cards."""
        return self.own.deck

    @property
    def game(self) -> str:
        """What it is called in addresses and records."""
        return f"{OURS}{self.letters}"


class OwnTrouble(Trouble):
    """The folder of the decks or a file in it cannot be used (503)."""

    status = 503

    def __init__(self, text: str) -> None:
        super().__init__("own_deck", text)


def rows_of(data: bytes, file: str) -> list[tuple[int, list[str]]]:
    """The rows of a CSV file or a workbook. Raises DeckError."""
    if not data.strip():
        raise DeckError([Problem(file, 1, "", "the file is empty; give it a header row and one row a card")])
    if is_workbook(data):
        return read_workbook(data, file)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # "Unicode text", as Excel calls it
        with suppress(UnicodeDecodeError):
            data = data.decode("utf-16").encode()
    return read_rows(data, file)


class OwnDecks:
    """All of them, in ``own/`` of the companion's folder."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "own"
        self._lock = Lock()
        self._known: dict[str, tuple[tuple[int, int], OwnDeck]] = {}

    def letters(self) -> tuple[str, ...]:
        """The letters of the decks there are, alphabetically."""
        try:
            found = [file.stem for file in self.folder.glob("*.json")]
        except OSError:
            return ()
        return tuple(sorted(one for one in found if own.LETTERS.fullmatch(one)))

    def all(self) -> tuple[OwnDeck, ...]:
        """Every deck that can be read, alphabetically by letters."""
        found = []
        for letters in self.letters():
            with suppress(Trouble):
                found.append(self.find(letters))
        return tuple(found)

    def find(self, letters: str) -> OwnDeck:
        """The deck with these letters. Raises NoTable where there is none, Trouble where its file is broken."""
        file = self._file(letters)
        try:
            at = file.stat()
            stamp = at.st_mtime_ns, at.st_size
            known = self._known.get(letters)
            if known and known[0] == stamp:
                return known[1]
            found = _read(file.read_bytes(), letters, f"{stamp[0]:x}-{stamp[1]:x}")
        except FileNotFoundError:
            raise NoTable("no_deck", f"There is no deck with the letters {letters[:2]} here.") from None
        except OSError as error:
            raise OwnTrouble(f"{file} cannot be read ({error.strerror}).") from None
        self._known[letters] = stamp, found
        return found

    def keep(self, data: bytes, file: str, title: str, letters: str, *, replacing: bool = False) -> OwnDeck:
        """Read an upload and keep it; with ``replacing`` as the next version of the deck with these letters.

        Raises DeckError for what is wrong in the file, OwnRefusal for a title or letters that cannot be used.
        """
        with self._lock:
            title, letters = self._checked(title, letters, replacing=replacing)
            old = self.find(letters) if replacing else None
            made = own.read_own(rows_of(data, file), file, title, letters, old.own.ledger if old else None)
            self._write(letters, title, made, _changes(old.deck, made.deck) if old else "")
            return self.find(letters)

    def remove(self, letters: str) -> None:
        """Take a deck away. Its file is kept for a while beside the others, in case somebody wants it back."""
        with self._lock:
            file = self._file(letters)
            away = self.folder / "removed"
            try:
                away.mkdir(exist_ok=True)
                file.replace(away / f"{letters}-{time.time_ns()}.json")
                for stale in sorted(away.glob("*.json"), key=lambda one: one.stem[3:])[:-REMOVED_KEPT]:
                    stale.unlink(missing_ok=True)
            except FileNotFoundError:
                raise NoTable("no_deck", f"There is no deck with the letters {letters[:2]} here.") from None
            except OSError as error:
                raise OwnTrouble(f"{file} cannot be taken away ({error.strerror}).") from None
            self._known.pop(letters, None)

    def _file(self, letters: str) -> Path:
        if not own.LETTERS.fullmatch(letters):
            raise NoTable("no_deck", "There is no such deck here.")
        return self.folder / f"{letters}.json"

    def _checked(self, title: str, letters: str, *, replacing: bool) -> tuple[str, str]:
        title = " ".join("".join(c for c in title if c.isprintable()).split())[: own.MOST_TITLE]
        letters = letters.strip().upper()
        if not title:
            raise OwnRefusal("The deck has no name yet; type one.", "title")
        if not own.LETTERS.fullmatch(letters):
            raise OwnRefusal("The codes need two letters of their own, from A to Z; type two, such as WF.", "letters")
        if replacing:
            return title, letters
        game = games.by_letters(letters)
        owner = games.spec(game).title if game else self._title(letters)
        owner = "decks printed from the command line" if letters == command_line.LETTERS else owner
        if owner:
            free = self._free(title)
            text = f"{letters} are the letters of {owner}, so its cards would be taken for these"
            raise OwnRefusal(f"{text}; choose others, {free} for one.", "letters")
        if len(self.letters()) >= MOST_DECKS:
            raise OwnRefusal(f"There are {MOST_DECKS} decks already; take one away first.")
        return title, letters

    def _title(self, letters: str) -> str:
        if letters not in self.letters():
            return ""
        try:
            return self.find(letters).title
        except Trouble:
            return "a deck that cannot be read"

    def _free(self, title: str) -> str:
        """Two letters nobody has, those of the title where that can be."""
        plain = [c for c in title.upper() if "A" <= c <= "Z"] + list("XQZVKJ")
        pairs = (a + b for at, a in enumerate(plain) for b in plain[at + 1 :])
        taken = {command_line.LETTERS, *self.letters(), *(games.spec(name).letters for name in games.names())}
        return next((pair for pair in pairs if pair not in taken), "QX")

    def _write(self, letters: str, title: str, made: Own, changes: str) -> None:
        text = _text(title, made, changes)
        if len(text) > LARGEST_FILE:
            raise OwnRefusal("The deck and all its earlier cards are too much for one file; begin a new deck.")
        file = self._file(letters)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            beside = file.with_suffix(".new")
            beside.write_bytes(text)
            beside.replace(file)
        except OSError as error:
            raise OwnTrouble(f"The deck could not be kept ({error.strerror}); nothing was changed.") from None
        self._known.pop(letters, None)


def _text(title: str, made: Own, changes: str) -> bytes:
    """A deck as JSON: its rows as they will be read again, and its ledger."""
    figures = [column.name for column in made.deck.spec.columns[4:]]
    rows = [
        [card.id, card.name, card.copies, card.back, card.text, *(str(value) for value in card.fields.values())]
        for card in made.deck.cards
    ]
    ledger = {"numbers": dict(made.ledger.numbers), "suits": dict(made.ledger.suits), "backs": dict(made.ledger.backs)}
    whole = {"tablewright_deck": FORMAT, "title": title, "figures": figures, "notes": made.notes, "changes": changes}
    return json.dumps(whole | {"ledger": ledger, "cards": rows}, ensure_ascii=False, indent=0).encode()


def _read(data: bytes, letters: str, stamp: str) -> OwnDeck:
    """A deck from its file. Raises Trouble where somebody has changed it beyond reading."""
    try:
        whole = json.loads(data)
        if whole["tablewright_deck"] != FORMAT:
            raise ValueError("format")
        ledger = Ledger(
            *({str(k): str(v) for k, v in whole["ledger"][key].items()} for key in ("numbers", "suits", "backs"))
        )
        title, figures = str(whole["title"]), [str(word) for word in whole["figures"]]
        made = Own(_deck(title, letters, figures, ledger.numbers, whole["cards"]), ledger, tuple(whole["notes"]))
        return OwnDeck(letters, title, made, stamp, str(whole["changes"]))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        problem = f"The file of the deck {letters} is damaged ({error}); upload the cards again under other letters."
        raise OwnTrouble(problem) from None


def _deck(
    title: str, letters: str, figures: Sequence[str], numbers: Mapping[str, str], cards: Sequence[Sequence[object]]
) -> Deck:
    made = own.spec(title, letters, figures)
    header = ["id", "name", "copies", "back", "text", *(column.name for column in made.columns), "code"]
    rows = [[str(cell) for cell in row] + [numbers[str(row[0])]] for row in cards]
    return read_table([(1, header), *enumerate(rows, 2)], made, f"{letters}.json")


def _changes(old: Deck, new: Deck) -> str:
    """What an upload changed, in words."""
    before, after = ({card.id: card for card in deck.cards} for deck in (old, new))
    added = sum(key not in before for key in after)
    gone = sum(key not in after for key in before)
    changed = sum(key in before and before[key] != card for key, card in after.items())
    same = len(after) - added - changed
    parts = [(changed, "changed"), (added, "new"), (gone, "no longer there"), (same, "as before")]
    return ", ".join(f"{count} {word}" for count, word in parts if count)

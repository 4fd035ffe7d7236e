"""Decks of the games that people typed in, kept in the companion's folder (``decks/``): one JSON file a deck.

A table plays with one version of a deck. When it is opened that version is laid beside (``decks/played/KEY.json``) and
stays, so a saved table opens again whatever has become of the deck.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from companion.errors import NoTable, Trouble
from companion.own_decks.deck_file import OwnRefusal, OwnTrouble
from companion.own_decks.game_editions import GameEditions
from companion.own_decks.letters import free_letters, letters_in, owner_of
from printkit.input.tables import Table
from printkit.safe_files import write_whole
from rules import games
from rules.game_protocol import DECKS, Level, Refusal
from rules.text import say
from rules.values.added_deck import COMMENT, AddedDeck, CardTable, heading, read_added
from rules.values.columns import nearest, shown
from rules.values.own_deck import LETTERS, MOST_TITLE
from rules.values.rows import DeckError, Problem

FORMAT = 1
MOST_DECKS = 60
FOLDER = "decks"
PLAYED = "played"
MOST_SHARED = 4
"""Tables of any game may have so many columns: a name, how many, a colour, a text. Fewer say nothing."""
KEY = re.compile(r"[A-Z]{2}-[0-9a-f]{8}")
Options = tuple[tuple[str, bool | int | str], ...]


class GameDecks:
    """All of them, in ``decks/`` of the companion's folder."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.folder = data / FOLDER
        self.editions = GameEditions(data)
        self._lock = Lock()
        self._known: dict[str, tuple[tuple[int, int], AddedDeck]] = {}

    def letters(self) -> tuple[str, ...]:
        """The letters of the decks there are, alphabetically."""
        return letters_in(self.folder)

    def all(self, game: str = "") -> tuple[AddedDeck, ...]:
        """Every deck that can be read, or those of one game, alphabetically by letters."""
        found = []
        for letters in self.letters():
            with suppress(Trouble):
                found.append(self.find(letters))
        return tuple(one for one in found if game in ("", one.game))

    def find(self, letters: str) -> AddedDeck:
        """The deck with these letters, as it is now.

        Raises NoTable where there is none, OwnTrouble where its file cannot be read.
        """
        file = self._file(letters)
        try:
            at = file.stat()
            stamp = at.st_mtime_ns, at.st_size
            known = self._known.get(letters)
            if known is None or known[0] != stamp:
                known = self._known[letters] = stamp, _from_file(file)
        except FileNotFoundError:
            raise NoTable(
                "no_deck", say("There is no deck with the letters {letters} here.", letters=letters)
            ) from None
        except OSError as error:
            raise OwnTrouble(f"{file} cannot be read ({error.strerror}); look at that file, or take it away.") from None
        games.bring_deck(known[1])
        return known[1]

    def named(self, game: str, word: str) -> AddedDeck:
        """The deck of that game with these letters or this title. Raises NoTable naming those there are."""
        found = self.all(game)
        plain = word.strip().casefold()
        deck = next((one for one in found if plain in (one.letters.casefold(), one.title.casefold())), None)
        if deck is None:
            title = games.spec(game).title
            near = nearest(word.strip(), tuple(name for one in found for name in (one.letters, one.title)))
            cure = near if found else "tablewright deck add FILE keeps one"
            text = say("{word} is not a deck of {title}; {cure}", word=shown(word), title=title, cure=cure)
            raise NoTable("no_deck", f"{text.rstrip('.')}.")
        return deck

    def read(self, table: Table, file: str, *, game: str, title: str, letters: str = "") -> AddedDeck:
        """A table as the deck it would be kept as; ``add`` keeps it.

        With the letters or the title of a deck of that game it is that deck's next version.

        Raises DeckError for what is wrong in the file, OwnRefusal for a title or letters that cannot be used.
        """
        title = " ".join("".join(c for c in title if c.isprintable()).split())[:MOST_TITLE]
        letters = letters.strip().upper()
        if not title:
            raise OwnRefusal("The deck has no name yet; give it one.", "title")
        old = self._before(game, title, letters)
        if old is None:
            letters = self._free(title, letters)
            if len(self.letters()) >= MOST_DECKS:
                raise OwnRefusal(
                    f"There are {MOST_DECKS} decks already; take one away first (tablewright deck remove)."
                )
        return read_added(
            table.rows,
            file,
            game=game,
            table=_card_table(game),
            title=title,
            letters=old.letters if old else letters,
            numbers=old.numbers if old else None,
        )

    def add(self, deck: AddedDeck) -> AddedDeck:
        """Keep a deck in place of what has its letters. Raises OwnTrouble where the folder cannot be written."""
        with self._lock:
            self._write(self._file(deck.letters), deck)
        return self.find(deck.letters)

    def remove(self, letters: str) -> None:
        """Take a deck away. Tables that play with it go on; its file is kept beside the others for whoever regrets."""
        file = self._file(letters)
        with self._lock:
            try:
                away = self.folder / "removed"
                away.mkdir(exist_ok=True)
                file.replace(away / f"{letters}-{time.time_ns()}.json")
            except FileNotFoundError:
                raise _none(letters) from None
            except OSError as error:
                text = f"{file} cannot be taken away ({error.strerror}); may the data folder be written?"
                raise OwnTrouble(text) from None
            self._known.pop(letters, None)

    # --- tables and their decks

    def pinned(self, game: str, options: Options) -> Options:
        """The options with each deck named by the key of its version, and the edition of a game out of a folder, both
        kept for the table from now on.

        Raises Refusal STRUCT for a deck that is not here.
        """
        options = self.editions.pinned(game, options)
        if all(key != DECKS for key, _ in options):
            return options
        keys = tuple(dict.fromkeys(self._pin(game, word) for word in _words(options)))
        others = tuple(pair for pair in options if pair[0] != DECKS)
        return (*others, (DECKS, " ".join(keys))) if keys else others

    def bring(self, game: str, options: Options) -> None:
        """Have the decks and the edition of a table known before it is opened. Raises Trouble where one is not here."""
        self.editions.bring(game, options)
        for key in _words(options):
            try:
                games.added_deck(game, key)
            except KeyError:
                games.bring_deck(self._played(key))

    def versions(self, options: Options) -> dict[str, Mapping[str, object]]:
        """The decks of a table as JSON, by key: what its export carries along."""
        return {key: self._played(key).plain for key in _words(options)}

    def _pin(self, game: str, word: str) -> str:
        try:
            deck = self._played(word) if KEY.fullmatch(word) else self.named(game, word)
            file = self.folder / PLAYED / f"{deck.key}.json"
            if not file.is_file():
                self._write(file, deck)
        except Trouble as trouble:
            raise Refusal(Level.STRUCT, "no_deck", trouble.text) from None
        if deck.game != game:
            raise Refusal(Level.STRUCT, "no_deck", say("{title} is a deck of another game.", title=deck.title))
        games.bring_deck(deck)
        return deck.key

    def _played(self, key: str) -> AddedDeck:
        file = self.folder / PLAYED / f"{key}.json"
        try:
            return _from_file(file)
        except OSError:
            text = say("The deck {key} this table plays with is not in {folder} any more.", key=key, folder=file.parent)
            raise Trouble("no_deck", text) from None

    # --- letters and files

    def _before(self, game: str, title: str, letters: str) -> AddedDeck | None:
        """The deck a table is the next version of: that of these letters; without letters that of this title."""
        if letters and letters in self.letters():
            old = self.find(letters)
            if old.game != game:
                text = say(
                    "{letters} are the letters of {title}, a deck of another game", letters=letters, title=old.title
                )
                raise OwnRefusal(f"{text}; choose others.", "letters")
            return old
        if letters:
            return None
        return next((one for one in self.all(game) if one.title.casefold() == title.casefold()), None)

    def _free(self, title: str, letters: str) -> str:
        """Two letters nobody has. Raises OwnRefusal where these are somebody's, or are not letters."""
        free = free_letters(self.data, title)
        if not letters:
            return free
        if not LETTERS.fullmatch(letters):
            raise OwnRefusal("The codes need two letters of their own, from A to Z; give two, such as WF.", "letters")
        owner = owner_of(self.data, letters)
        if owner:
            text = f"{letters} are the letters of {owner}, so its cards would be taken for these"
            raise OwnRefusal(f"{text}; choose others, {free} for one.", "letters")
        return letters

    def _file(self, letters: str) -> Path:
        if not LETTERS.fullmatch(letters):
            raise NoTable("no_deck", f"{shown(letters)} are not the two letters of a deck.")
        return self.folder / f"{letters}.json"

    def _write(self, file: Path, deck: AddedDeck) -> None:
        text = json.dumps({"tablewright_game_deck": FORMAT, **deck.plain}, ensure_ascii=False, indent=0)
        try:
            write_whole({file: text.encode()}, folders=True, sync=True)
        except OSError as error:
            raise OwnTrouble(f"The deck could not be kept ({error.strerror}); nothing was changed.") from None


def _none(letters: str) -> NoTable:
    return NoTable("no_deck", say("There is no deck with the letters {letters} here.", letters=letters))


def game_of(table: Table, file: str) -> str:
    """The game a table is of: as its comment says, or by the words of its header.

    Raises DeckError where neither does.
    """
    takers = {name: known for name in games.names() if (known := games.card_table(name)) is not None}
    for _, row in table.rows:
        said = next((name for name in takers if row[0].startswith(heading(games.spec(name).title))), None)
        if said:
            return said
    header = next((row for _, row in table.rows if not row[0].strip().startswith(COMMENT)), [])
    words = {"_".join(cell.casefold().split()) for cell in header if cell.strip()}
    fits = {name: len(words & known.words) for name, known in takers.items()}
    best = max(fits, key=lambda name: fits[name])
    if fits[best] < MOST_SHARED or sum(fit == fits[best] for fit in fits.values()) > 1:
        text = "its header does not say which game it is of; name the game, as in --game {best} (there is {named})"
        line = table.rows[0][0] if table.rows else 1
        raise DeckError([Problem(file, line, "", say(text, best=best, named=", ".join(takers)))])
    return best


def _card_table(game: str) -> CardTable:
    found = games.card_table(game)
    if found is None:
        raise OwnRefusal(f"{games.spec(game).title} takes no tables of cards.")
    return found


def _words(options: Options) -> Sequence[str]:
    return [word for key, value in options if key == DECKS for word in _listed(value)]


def _listed(value: object) -> Iterable[str]:
    """Decks as a list of names, or as one text of letters and keys."""
    return [str(one) for one in value] if isinstance(value, (list, tuple)) else str(value or "").split()


def _from_file(file: Path) -> AddedDeck:
    """Raises OSError, or OwnTrouble where somebody has changed the file beyond reading."""
    data = file.read_bytes()
    try:
        whole = json.loads(data)
        if not isinstance(whole, dict) or whole.get("tablewright_game_deck") != FORMAT:
            raise ValueError("format")
        return games.deck_from_plain(whole)
    except (ValueError, RecursionError):
        raise OwnTrouble(f"{file} is damaged; add the deck again from its table.") from None

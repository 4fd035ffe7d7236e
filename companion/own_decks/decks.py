"""Decks of one's own, kept in the companion's folder: one JSON file a deck, with every number a card ever had."""

from __future__ import annotations

import shutil
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from companion import late
from companion.errors import NoTable, Trouble
from companion.own_decks import sent_face
from companion.own_decks.deck_file import OURS, OwnDeck, OwnRefusal, OwnTrouble, changes, deck_of, text_of
from companion.own_decks.letters import free_letters, letters_in, owner_of
from companion.own_decks.sent_face import SentFace
from companion.own_decks.sent_pictures import NOTHING_SENT, Sent
from printkit.input.tables import Table
from printkit.safe_files import write_whole
from rules import games
from rules.text import Name, say
from rules.values import own_deck
from rules.values.picture import Finder

if TYPE_CHECKING:
    from printkit.card_layout import CardLayout


__all__ = ["OURS", "OwnDeck", "OwnDecks", "OwnRefusal", "OwnTrouble"]

MOST_DECKS = 60
LARGEST_FILE = 40_000_000
REMOVED_KEPT = 20
PICTURES, FACES = ".pictures", ".face"
"""What the folders of a deck's pictures and of its own face are called after its letters."""


class OwnDecks:
    """All of them, in ``own/`` of the companion's folder."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "own"
        self._lock = Lock()
        self._known: dict[str, tuple[tuple[int, int], OwnDeck]] = {}
        self._read_faces: dict[str, tuple[tuple[str, str], CardLayout]] = {}
        self._bound: dict[str, tuple[str, CardLayout, str]] = {}

    def letters(self) -> tuple[str, ...]:
        """The letters of the decks there are, alphabetically."""
        return letters_in(self.folder)

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
                return self._on_its_look(known[1])
            found = deck_of(file.read_bytes(), letters, f"{stamp[0]:x}-{stamp[1]:x}", self._pictures(letters))
        except FileNotFoundError:
            raise NoTable(
                "no_deck", say("There is no deck with the letters {letters} here.", letters=Name(letters[:2]))
            ) from None
        except OSError as error:
            raise OwnTrouble(f"{file} cannot be read ({error.strerror}); look at that file, or take it away.") from None
        self._known[letters] = stamp, found
        return self._on_its_look(found)

    def keep(
        self,
        table: Table,
        file: str,
        title: str,
        letters: str,
        *,
        replacing: bool = False,
        sent: Sent = NOTHING_SENT,
        look: str = "",
        face: SentFace | str = "",
        link: str = "",
    ) -> OwnDeck:
        """Read an upload and keep it; with ``replacing`` as the next version of the deck with these letters.

        ``look`` is a ready look, anything else is ours. ``face`` is a face of one's own instead: one that was sent
        along, or the place of the one the deck has already.

        ``link`` is the published sheet the table was fetched from.

        Pictures are those that were ``sent`` along, and of a next version those the deck has already.

        Raises DeckError for what is wrong in the file, OwnRefusal for a title or letters that cannot be used.
        """
        with self._lock:
            title, letters = self._checked(title, letters, replacing=replacing)
            old = self.find(letters) if replacing else None
            if old is None or old.title != title:
                _no_game(title)
            sent = Sent({**sent.files, **table.pictures})
            had = tuple(old.own.pictures.values()) if old else ()
            find = sent.finder(had, self._pictures(letters))
            with self._laid(letters, face) as place:
                layout = self._face_at(letters, title, place) if place else None
                keep = late.box_reading.columns_of(layout) if layout else None
                made = _read(table, file, title, letters=letters, old=old, find=find, keep=keep)
                if layout:
                    sent_face.bound(self._faces(letters), place, layout, made.deck)
                self._keep_pictures(made, sent)
                look = look if look in late.card_layout.looks() and not place else ""
                kept = self.put(replace(made, look=look, face=place, link=link))
            sent_face.keep_only(self._faces(letters), place)
            return kept

    def put_on(self, letters: str, look: str) -> OwnDeck:
        """Give a deck another look; anything that is no ready look is ours. Raises as ``find`` and ``put``."""
        with self._lock:
            found = self.find(letters)
            if found.face:
                text = "These cards have a face of their own; choose another look where you send their table again."
                raise OwnRefusal(text, "look")
            return self.put(replace(found, look=look if look in late.card_layout.looks() else ""))

    def read(
        self, table: Table, file: str, title: str, letters: str, find: Finder, keep: Collection[str] | None = None
    ) -> OwnDeck:
        """A table as the deck it would be kept as, not kept yet; ``put`` keeps it.

        With ``letters`` it is the next version of that deck, or a new one; without, of the deck of that title, or a
        new one with letters made from its title. Raises as ``keep``.
        """
        letters = letters.strip().upper()
        title, _ = self._checked(title, letters or "XX", replacing=True)
        old = self._same(title, letters)
        if old is None:
            _no_game(title, file)
            title, letters = self._checked(title, letters or self._free(title), replacing=False)
            return _read(table, file, title, letters=letters, old=None, find=find, keep=keep)
        if old.face and keep is None:  # its face on the pages still reads its columns
            with suppress(OwnRefusal):
                keep = late.box_reading.columns_of(self._face_at(old.letters, old.title, old.face))
        made = _read(table, file, old.title, letters=old.letters, old=old, find=find, keep=keep)
        if not letters and not made.deck.by_id.keys() & old.own.ledger.numbers.keys():
            text = f"{file}: there is a deck called {old.title} with quite other cards; add --letters {old.letters}"
            raise OwnRefusal(f"{text} to take its place, or --letters {self._free(title)} to keep both")
        return made

    def put(self, deck: OwnDeck) -> OwnDeck:
        """Keep a deck in place of what has its letters. Raises OwnTrouble where the folder cannot be written."""
        self._write(deck)
        return self.find(deck.letters)

    def _same(self, title: str, letters: str) -> OwnDeck | None:
        """The deck of these letters; without letters the one of this title."""
        if letters:
            return self.find(letters) if letters in self.letters() else None
        return next((one for one in self.all() if one.title.casefold() == title.casefold()), None)

    def remove(self, letters: str) -> None:
        """Take a deck away. Its file is kept for a while beside the others, in case somebody wants it back."""
        with self._lock:
            file = self._file(letters)
            away = self.folder / "removed"
            try:
                away.mkdir(exist_ok=True)
                gone = away / f"{letters}-{time.time_ns()}.json"
                file.replace(gone)
                for beside in (PICTURES, FACES):
                    if file.with_suffix(beside).is_dir():
                        file.with_suffix(beside).replace(gone.with_suffix(beside))
                for stale in sorted(away.glob("*.json"), key=lambda one: one.stem[3:])[:-REMOVED_KEPT]:
                    stale.unlink(missing_ok=True)
                    for beside in (PICTURES, FACES):
                        shutil.rmtree(stale.with_suffix(beside), ignore_errors=True)
            except FileNotFoundError:
                raise NoTable(
                    "no_deck", say("There is no deck with the letters {letters} here.", letters=Name(letters[:2]))
                ) from None
            except OSError as error:
                raise OwnTrouble(
                    f"{file} cannot be taken away ({error.strerror}); may the data folder be written?"
                ) from None
            self._known.pop(letters, None)

    def _file(self, letters: str) -> Path:
        if not own_deck.LETTERS.fullmatch(letters):
            raise NoTable("no_deck", "There is no such deck here.")
        return self.folder / f"{letters}.json"

    def _pictures(self, letters: str) -> Path:
        return self._file(letters).with_suffix(PICTURES)

    def _faces(self, letters: str) -> Path:
        return self._file(letters).with_suffix(FACES)

    def _face_at(self, letters: str, title: str, place: str) -> CardLayout:
        """The deck's own face, read once. Raises OwnRefusal."""
        if not sent_face.is_place(place):
            raise OwnRefusal("Its place is not known.")
        known = self._read_faces.get(letters)
        if known is None or known[0] != (title, place):
            layout = sent_face.read(self._faces(letters), place, f"{OURS}{letters}", title)
            self._read_faces[letters] = known = (title, place), layout
        return known[1]

    @contextmanager
    def _laid(self, letters: str, face: SentFace | str) -> Iterator[str]:
        """The place of a face, laid there for as long as what is done with it succeeds."""
        if isinstance(face, str):
            yield face
            return
        folder, new = self._faces(letters), sent_face.lay(self._faces(letters), face)
        try:
            yield face.place
        except BaseException:
            if new:
                shutil.rmtree((folder / face.place).parent, ignore_errors=True)
                with suppress(OSError):  # another face is in it
                    folder.rmdir()
            raise

    def _on_its_look(self, deck: OwnDeck) -> OwnDeck:
        """The deck, with its cards' look known to whoever draws them."""
        if deck.face:
            return self._on_its_face(deck)
        if deck.look:
            late.card_layout.bring(deck.game, _face(deck.game, deck.title, deck.look))
        return deck

    def _on_its_face(self, deck: OwnDeck) -> OwnDeck:
        """The same for a face of its own; where that cannot be read any more, cards have ours and the deck says so."""
        known = self._bound.get(deck.letters)
        if known is None or known[0] != deck.stamp:
            layout, told = late.card_layout.find_layout(own_deck.GAME), ""
            try:
                read = self._face_at(deck.letters, deck.title, deck.face)
                layout = sent_face.bound(self._faces(deck.letters), deck.face, read, deck.deck)
            except OwnRefusal as refusal:
                told = f"Its own face is not on these cards, send it again with their table: {refusal.text}"
            self._bound[deck.letters] = known = deck.stamp, layout, told
        late.card_layout.bring(deck.game, known[1])
        return replace(deck, own=replace(deck.own, notes=(*deck.own.notes, known[2]))) if known[2] else deck

    def _keep_pictures(self, deck: OwnDeck, sent: Sent) -> None:
        """Lay what was sent beside the deck, and take away what no card shows any more."""
        folder, shown = self._pictures(deck.letters), {one.file: one for one in deck.own.pictures.values()}
        try:
            for file, picture in shown.items():
                if not file.is_file():
                    write_whole({file: sent.files[picture.name]}, folders=True, sync=True)
            for file in folder.iterdir() if folder.is_dir() else ():
                if file not in shown:
                    file.unlink(missing_ok=True)
        except OSError as error:
            raise OwnTrouble(f"The pictures could not be kept ({error.strerror}); nothing was changed.") from None

    def _checked(self, title: str, letters: str, *, replacing: bool) -> tuple[str, str]:
        title = " ".join("".join(c for c in title if c.isprintable()).split())[: own_deck.MOST_TITLE]
        letters = letters.strip().upper()
        if not title:
            raise OwnRefusal("The deck has no name yet; type one.", "title")
        if not own_deck.LETTERS.fullmatch(letters):
            raise OwnRefusal("The codes need two letters of their own, from A to Z; type two, such as WF.", "letters")
        if replacing:
            return title, letters
        owner = owner_of(self.folder.parent, letters)
        if owner:
            free = self._free(title)
            text = f"{letters} are the letters of {owner}, so its cards would be taken for these"
            raise OwnRefusal(f"{text}; choose others, {free} for one.", "letters")
        if len(self.letters()) >= MOST_DECKS:
            raise OwnRefusal(f"There are {MOST_DECKS} decks already; take one away first.")
        return title, letters

    def _free(self, title: str) -> str:
        """Two letters nobody has, those of the title where that can be."""
        return free_letters(self.folder.parent, title)

    def _write(self, deck: OwnDeck) -> None:
        text = text_of(deck)
        if len(text) > LARGEST_FILE:
            raise OwnRefusal("The deck and all its earlier cards are too much for one file; begin a new deck.")
        file = self._file(deck.letters)
        try:
            write_whole({file: text}, folders=True, sync=True)
        except OSError as error:
            raise OwnTrouble(f"The deck could not be kept ({error.strerror}); nothing was changed.") from None
        self._known.pop(deck.letters, None)


def _no_game(title: str, file: str = "") -> None:
    """Raise OwnRefusal for a deck that is called like a game: nobody could tell their cards apart in a list."""
    called = games.called(title)
    if called:
        cure = f"call the file otherwise, for instance my-{called}" if file else "give it another name"
        text = f"{games.spec(called).title} is a game that is here already, with cards of its own"
        raise OwnRefusal(
            f"{file}: {text}; {cure}" if file else f"{text}, so the deck cannot be {title}; {cure}.", "title"
        )


def _read(
    table: Table,
    file: str,
    title: str,
    letters: str,
    old: OwnDeck | None,
    find: Finder,
    keep: Collection[str] | None = None,
) -> OwnDeck:
    """The deck a table makes, as the next version of ``old`` where there is one."""
    made = own_deck.read_own(
        table.rows, file, title, letters=letters, ledger=old.own.ledger if old else None, find=find, keep=keep
    )
    made = replace(made, notes=(*table.notes, *made.notes))
    said = changes(old.own, made) if old else ""
    return OwnDeck(
        letters, title, own=made, stamp="", changes=said, look=old.look if old else "", face=old.face if old else ""
    )


@lru_cache(maxsize=MOST_DECKS)
def _face(game: str, title: str, look: str) -> CardLayout:
    return late.own_faces.read_face(game, title, look=look)

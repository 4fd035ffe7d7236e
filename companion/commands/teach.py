"""``tablewright teach``: a deck without codes, learnt from photos of its faces."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import JobError, Trouble
from companion.storage.data_folder import default_folder
from rules.values.columns import shown
from rules.values.rows import DeckError

if TYPE_CHECKING:
    from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks

HELP = "Teach a deck that has no codes, from photos of its faces, so that scan can name its cards."
EXAMPLE = 'tablewright teach "My box" faces-*.jpg --of 52 --names names.txt'
CONFUSED_AT_PX = 80.0
"""Pairs are told that cards seen this wide may not be told apart."""
CURES = {
    "backs": " (--backs)",
    "too_many_faces": " (--of)",
    "face_damaged": " (--forget)",
    "taught_damaged": " (--remove)",
}
"""The option that answers what was refused."""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("deck", metavar="DECK", nargs="?", help="what the deck is called")
    parser.add_argument(
        "photos", metavar="PHOTO", nargs="*", help="its faces side by side on a plain table, nine a photo"
    )
    parser.add_argument("--of", type=int, metavar="N", help="how many different faces the whole deck has")
    parser.add_argument(
        "--names",
        type=Path,
        metavar="FILE",
        help="their names: a text file with one a line, or a table with a column called name",
    )
    parser.add_argument("--backs", action="store_true", help="these photos show the deck's backs")
    parser.add_argument("--rename", nargs=2, metavar=("NUMBER", "NAME"), help="call a face otherwise")
    parser.add_argument("--forget", metavar="NUMBER", help="take one face away, to teach it again")
    parser.add_argument("--remove", action="store_true", help="delete the deck and all its pictures")
    parser.add_argument("--data", metavar="DIR", type=Path, help="the folder tables are kept in, as for serve")
    parser.set_defaults(wrong=parser.error)


def run(args: argparse.Namespace) -> int:
    """Do it, and say what is known and what is missing."""
    from companion.own_decks.taught_decks import TaughtDecks

    decks = TaughtDecks(args.data or default_folder())
    try:
        if not args.deck:
            return _list(decks)
        if args.remove:
            decks.remove(args.deck)
            print(f'The deck "{args.deck}" and all its pictures are deleted.')
            return 0
        return _teach(args, decks)
    except Trouble as trouble:
        raise JobError(_with_option(trouble)) from None


def _with_option(trouble: Trouble) -> str:
    return trouble.text.rstrip(".") + CURES.get(trouble.code, "")


def _list(decks: TaughtDecks) -> int:
    found, unreadable = decks.all(), decks.unreadable()
    for deck in found:
        print(f"{deck.title}: {deck.known} of {deck.of} faces taught")
    for _, trouble in unreadable:
        print(_with_option(trouble))
    if not found and not unreadable:
        print("No deck is taught. Lay nine faces side by side on a plain table, photograph them, then:")
        print(f"  {EXAMPLE}")
    return 0


def _teach(args: argparse.Namespace, decks: TaughtDecks) -> int:
    with decks.held():
        deck = _changed(args, _deck(args, decks))
        if decks.newest(deck) != deck:
            deck = decks.put(deck)
    unused = 0
    for photo in args.photos:
        try:
            deck = _add(args, decks, deck, photo)
        except JobError as error:
            if len(args.photos) == 1:
                raise
            # The others are good for something all the same.
            print(error, flush=True)
            unused += 1
    if unused < len(args.photos) or not args.photos:
        for line in _about(decks, deck):
            print(line)
    if unused:
        raise JobError(f"{unused} of {len(args.photos)} photos could not be used, for the reasons above")
    return 0


def _deck(args: argparse.Namespace, decks: TaughtDecks) -> TaughtDeck:
    """The deck that is there, or a new one."""
    from companion.errors import NoTable
    from companion.own_decks.taught_decks import MOST_FACES, MOST_NAME, TaughtDeck, id_of

    if args.of is not None and not 1 <= args.of <= MOST_FACES:
        args.wrong(f"argument --of: a deck has 1 to {MOST_FACES} faces; teach a larger one as two decks")
    try:
        deck = decks.find(args.deck)
    except NoTable:
        if not args.photos:
            raise
        if args.of is None:
            args.wrong("a new deck wants --of: how many different faces it has, each counted once")
        return TaughtDeck(id_of(args.deck), args.deck[:MOST_NAME], args.of)
    return replace(deck, of=args.of) if args.of is not None else deck


def _changed(args: argparse.Namespace, deck: TaughtDeck) -> TaughtDeck:
    from companion.own_decks.taught_decks import MOST_FACE_NAME

    wanted = args.forget or (args.rename[0] if args.rename else "")
    if wanted and all(face.id != wanted for face in deck.faces):
        raise JobError(f"{deck.title} has no face {shown(wanted)}; they are numbered 1 to {len(deck.faces)}")
    faces = tuple(face for face in deck.faces if face.id != args.forget)
    if args.rename:
        number, name = args.rename
        if not name.strip():
            raise JobError("a face needs a name with a letter or a figure in it")
        called = name.strip()[:MOST_FACE_NAME]
        faces = tuple(replace(face, name=called, numbered=False) if face.id == number else face for face in faces)
    return replace(deck, faces=faces)


def _add(args: argparse.Namespace, decks: TaughtDecks, deck: TaughtDeck, photo: str) -> TaughtDeck:
    """The deck with the faces of one photo, kept; one line says which."""
    from companion.own_decks.teaching_photos import teach_photo
    from vision.picture.decoding import FrameError
    from vision.picture.limits import MAX_FILE_BYTES

    try:
        with Path(photo).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
        taught = teach_photo(
            decks, deck, data, backs=args.backs, names=lambda now, count: _names(args, photo, now, count)
        )
    except OSError as error:
        raise JobError(f"{photo}: cannot be read ({error.strerror}); check the name and the folder") from None
    except FrameError as error:
        raise JobError(f"{photo}: {error}") from None
    except Trouble as trouble:
        raise JobError(f"{photo}: {_with_option(trouble)}") from None
    told = ", ".join(face.id if face.numbered else f"{face.id} {face.name or 'back'}" for face in taught.new)
    print(f"{photo}: {told or 'nothing new'}", flush=True)
    for one in taught.left_out:
        print(f"  {one.why}", flush=True)
    return taught.deck


def _names(args: argparse.Namespace, photo: str, deck: TaughtDeck, count: int) -> Sequence[str | None]:
    """What the next faces are called: by the names of the file that no face has yet, else by their numbers."""
    if not args.names:
        return [None] * count
    given = _names_in(args.names)
    free = list(given)
    for face in deck.faces:
        if face.name in free:
            free.remove(face.name)
    if len(free) < count:
        raise JobError(
            f"{args.names}: has {len(given)} names, and with {photo} it is {deck.known + count} faces; add the other "
            "names, or take away what is no card of this deck"
        )
    return free[:count]


def _names_in(file: Path) -> tuple[str, ...]:
    """The names of a text file or a table, in its order."""
    from companion.command_line.own_cards_file import bytes_of
    from companion.own_decks.names_file import names_in

    try:
        return names_in(bytes_of(file), str(file))
    except DeckError as error:
        raise JobError(str(error)) from None


def _about(decks: TaughtDecks, deck: TaughtDeck) -> Iterator[str]:
    """How much is known, and which faces a photo may not tell apart."""
    from vision.taught.face_gate import confusable

    if not deck.is_whole:
        yield f"{deck.title}: {deck.known} of {deck.of} faces taught. It is read once all are: go on with more photos."
        return
    backs = (
        " and its back"
        if any(face.is_back for face in deck.faces)
        else "; its back is not, so cards face down are passed over"
    )
    yield f"{deck.title}: all {deck.of} faces are taught{backs}."
    for one, other in confusable(decks.pictures(deck), CONFUSED_AT_PX):
        pair = f"{deck.faces[one].name} and {deck.faces[other].name}"
        yield f"  {pair} look alike: seen small, such a card is called one or the other; go nearer to tell them apart."
    yield "Read a photo: tablewright scan table.jpg"

"""``tablewright deck``: the cards of somebody's own box, typed in as a table."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.command_line.own_cards_file import bytes_of, write_new
from companion.errors import JobError, Trouble
from companion.own_decks.game_decks import GameDecks, game_of
from companion.storage.data_folder import default_folder
from printkit.input.tables import read_table_file
from rules import games
from rules.text import listed, say
from rules.values.added_deck import AddedDeck, sample
from rules.values.columns import shown
from rules.values.own_deck import title_of
from rules.values.rows import DeckError

HELP = "Cards of your own box, or of your own, for a game that is here: typed in as a table."
EXAMPLE = "tablewright deck new fairytale -o my.csv"
MOST_SAID = 20
"""So many faults are listed; whoever mends them checks again."""
OTHERS = {
    "tower": "Attack at the Tower needs no table: its Fae army is all here, so the published sheets are played as they "
    "are, named by a tap or with labels on sleeves; other armies are not known yet",
    "gilfate": "Gilfate Fantasy needs no table: its cards are all here by their numbers, so the published ones are "
    "played as they are, named by a tap or with labels on sleeves",
}
"""What is possible with somebody's own cards in games that take no table of them."""


def add(parser: argparse.ArgumentParser) -> None:
    """One word says what to do, and each has its own help."""
    ways = parser.add_subparsers(dest="way", required=True, metavar="STEP")
    new = ways.add_parser("new", help="write a table with the game's columns and two cards filled in")
    new.add_argument("game", metavar="GAME", help=f"one of {', '.join(_takers())}")
    new.add_argument("-o", "--output", metavar="FILE.csv", type=Path, help="where to (default: my-GAME.csv here)")
    check = ways.add_parser("check", help="say what is wrong in a table, by row and column")
    keep = ways.add_parser("add", help="keep a table's cards as a deck; a corrected table keeps every code")
    for one in (check, keep):
        one.add_argument("file", metavar="FILE", type=Path, help="the table, CSV or XLSX")
        one.add_argument("--game", choices=_takers(), help="whose cards they are (default: by the columns)")
        one.add_argument("--name", help="what the deck is called (default: the file's name)")
        one.add_argument("--letters", default="", metavar="WF", help="the two letters in its codes (default: by name)")
    there = ways.add_parser("list", help="the decks that are kept")
    remove = ways.add_parser("remove", help="take a deck away; tables that play with it go on")
    remove.add_argument("letters", metavar="WF", help="its letters")
    for one in (check, keep, there, remove):
        one.add_argument("--data", metavar="DIR", type=Path, help="the folder tables are kept in, as for serve")
    parser.set_defaults(wrong=parser.error)


def run(args: argparse.Namespace) -> int:
    """Do it, and say in a line or two what came of it."""
    if args.way == "new":
        return _new(args)
    decks = GameDecks(args.data or default_folder())
    try:
        match args.way:
            case "check":
                return _check(args, decks)
            case "add":
                return _add(args, decks)
            case "remove":
                return _remove(args, decks)
        return _list(decks)
    except Trouble as trouble:
        raise JobError(trouble.text.rstrip(".")) from None


def _takers() -> tuple[str, ...]:
    return tuple(name for name in games.names() if games.card_table(name) is not None)


def _new(args: argparse.Namespace) -> int:
    game = games.called(args.game) or args.game
    if game in OTHERS:
        raise JobError(OTHERS[game])
    table = games.card_table(game) if game in games.names() else None
    if table is None:
        raise JobError(f"{shown(args.game)} takes no table of cards; {games.guess(args.game, _takers())}")
    file = args.output or Path(f"my-{game}.csv")
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(sample(table, games.spec(game).title))
    # With a byte-order mark, or spreadsheet programs take its letters for others.
    write_new(file, text.getvalue().encode("utf-8-sig"), "-o")
    print(f"{file}: a table with two cards filled in. Write your cards over them in any spreadsheet program, then:")
    print(f"  tablewright deck check {file}")
    print(f"  tablewright deck add {file}")
    return 0


def _read(args: argparse.Namespace, decks: GameDecks) -> tuple[AddedDeck, tuple[str, ...]]:
    """The deck of the file, and what reading it had to guess. Raises JobError, OwnRefusal, or DeckError."""
    table = read_table_file(bytes_of(args.file), str(args.file))
    game = args.game or game_of(table, str(args.file))
    letters = args.letters.strip().upper()
    old = decks.find(letters).title if letters in decks.letters() else ""
    title = args.name or old or title_of(args.file.name)
    return decks.read(table, str(args.file), game=game, title=title, letters=args.letters), table.notes


def _check(args: argparse.Namespace, decks: GameDecks) -> int:
    try:
        deck, notes = _read(args, decks)
    except DeckError as error:
        return _refuse(error)
    for line in (*notes, *_about(deck)):
        print(line)
    print(f"Nothing is wrong with it. Keep it: tablewright deck add {args.file}")
    return 0


def _add(args: argparse.Namespace, decks: GameDecks) -> int:
    try:
        deck, notes = _read(args, decks)
    except DeckError as error:
        return _refuse(error)
    before = deck.letters in decks.letters()
    kept = decks.add(deck)
    for line in (*notes, *_about(kept)):
        print(line)
    word = "Kept in place of what it was" if before else "Kept"
    print(f'{word}, as the deck "{kept.title}": its codes begin with {kept.letters} and stay when its rows change.')
    print(f"Print it: tablewright print {kept.game} --deck {kept.letters}")
    print("Play it: choose it when you open a table; tables that are open go on with what they have.")
    return 0


def _refuse(error: DeckError) -> int:
    """Every fault on a line of its own."""
    for problem in error.problems[:MOST_SAID]:
        print(f"tablewright: {problem}", file=sys.stderr)
    more = len(error.problems) - MOST_SAID
    if more > 0:
        print(f"tablewright: and {more} more; mend these and check again", file=sys.stderr)
    return 1


def _about(deck: AddedDeck) -> Iterator[str]:
    table = games.card_table(deck.game)
    yield say("{title}: cards of {game}.", title=deck.title, game=games.spec(deck.game).title)
    yield from table.told(deck.deck) if table is not None else ()


def _list(decks: GameDecks) -> int:
    found = decks.all()
    for deck in found:
        size = say("{size} cards, {kinds} of them different", size=deck.deck.size, kinds=len(deck.deck.cards))
        print(f"{deck.letters}  {deck.title}: {games.spec(deck.game).title}, {size}")
    if not found:
        print(f"No deck is kept. tablewright deck new {listed(_takers(), 'or')} writes a table to fill in.")
    return 0


def _remove(args: argparse.Namespace, decks: GameDecks) -> int:
    letters = args.letters.strip().upper()
    title = decks.find(letters).title
    decks.remove(letters)
    print(f'The deck "{title}" ({letters}) is no longer offered. Tables that play with it go on.')
    return 0

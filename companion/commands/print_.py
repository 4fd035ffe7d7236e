"""``tablewright print``: a game's cards as PDF sheets."""

from __future__ import annotations

import argparse
import locale
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from companion.command_line import (
    check_options,
    fit_options,
    games_option,
    language_option,
    output_files,
    own_cards_file,
    print_options,
    reprint_options,
)
from companion.command_line.check_options import counted
from companion.errors import JobError, Trouble
from companion.own_decks.game_decks import GameDecks
from companion.own_decks.game_folders import FolderRefusal, kit_beside
from companion.storage.data_folder import cache_folder, default_folder
from printkit.card_layout import CardLayout, bring, find_layout
from printkit.card_layout.box_reading import columns_of
from printkit.card_layout.reading import looks
from printkit.check import lint
from printkit.check.face_lint import Finding
from printkit.components import kit_file
from printkit.draw import stream_cache
from printkit.face import own_faces
from printkit.input.tables import is_table
from printkit.job import kit, print_job
from printkit.job.options import SPEC_OPTIONS
from printkit.print_refusal import FontError, LayoutError
from printkit.safe_files import named_file
from printkit.sheet import paper
from printkit.sheet.backs import BACKS, LONG_EDGE, WORDS, find_backs
from printkit.sheet.printer_profile import ProfileError
from printkit.type import language
from rules import games
from rules.values import own_deck
from rules.values.added_deck import AddedDeck
from rules.values.cards import Deck
from rules.values.columns import nearest
from rules.values.own_deck import GAME as OWN
from rules.values.picture import PictureError

HELP = "Print a game's cards: PDF sheets with a code on every card."
EXAMPLE = "tablewright print fairytale -o deck.pdf --paper a4 --backs long"
REFUSED = (
    print_job.PrintError,
    paper.SheetError,
    ProfileError,
    language.LanguageError,
    FontError,
    LayoutError,
    PictureError,
)


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options, as in docs/printing.md."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="`tablewright games` lists them; or a table of your own, CSV or XLSX; or the folder of a game of your own",
    )
    parser.add_argument("--deck", metavar="NAME", help="a deck of that game you added: its name or its two letters")
    parser.add_argument("-o", "--output", metavar="FILE.pdf", type=Path, help="where to (default: GAME-PAPER.pdf here)")
    parser.add_argument("--paper", help=f"{', '.join(paper.names())}, or a size as 210x297 (default: by your locale)")
    ways = "; ".join(f"{way.word}: {way.help}" for way in BACKS)
    parser.add_argument("--backs", choices=WORDS, default=LONG_EDGE.word, help=f"{ways} (default: {LONG_EDGE.word})")
    parser.add_argument(
        "--what",
        metavar="LIST",
        help=f"{', '.join(print_job.WHAT)}, or all of it but labels (default: cards)",
    )
    games_option.add(parser)
    language_option.add(parser)
    print_options.add(parser, "keep-typos")
    parser.add_argument(
        "--example", metavar="FILE.csv", type=Path, help="write a sample table of your own cards, to fill in and print"
    )
    parser.set_defaults(wrong=parser.error)
    parser.add_argument(
        "--face", metavar="FILE|LOOK", help="a face of your own for a table (docs/own-faces.md), or a ready look"
    )
    parser.add_argument("--letters", default="", metavar="WF", help="the letters in the codes of a table of your own")
    print_options.add(parser, "sleeved", "labels", "set")
    parser.add_argument(
        "--allow-overflow", action="store_true", help='print texts that do not fit their boxes up to their "…"'
    )
    parser.add_argument("--cards", metavar="ID[:COPY],...", help="only these, such as homesteader:3,dragon_s_lair")
    parser.add_argument("--pages", metavar="1-2", help="only these pages")
    print_options.add(parser, "start-at", "ink")
    parser.add_argument(
        "--second-code",
        action=argparse.BooleanOptionalAction,
        help="a second code in the opposite corner, for cards held in a fan (default: as in the batch, else none)",
    )
    print_options.add(parser, "eco-backs", "marks")
    fit_options.add(parser)
    check_options.add(parser)
    reprint_options.add(parser)


def run(args: argparse.Namespace) -> int:
    """Make the PDF and say what to set in the print dialog."""
    if args.example:
        return _example(args.example)
    if not args.game:
        args.wrong("name a game, or a table of your own (tablewright print --example mine.csv writes one)")
    games_option.bring(args)
    if args.game not in games.names() and Path(args.game).is_dir():
        args.game = games_option.bring_folder(Path(args.game))
    target = args.output or None
    stream_cache.keep_in(cache_folder())
    try:
        face = _face(args)
        given = (
            own_cards_file.read(Path(args.game), args.letters, columns_of(face) if face else None)
            if is_table(args.game)
            else None
        )
        if face and given:
            bring(OWN, own_faces.bound(face, given.kept.deck, _beside(args)))
        if given:
            _bring_kit(args, given.kept.deck)
        if args.letters and not given:
            raise JobError(f"--letters: {args.game} has its own; leave it out, it is for tables of your own")
        added = _added(args)
        game, deck = (given.kept.game, given.kept.deck) if given else (args.game, added.deck if added else None)
        fit = fit_options.read(args)
        spec = print_job.PrintSpec(
            game=game,
            paper=fit_options.paper(args, fit.profile, paper.usual_paper(_locale())),
            backs=find_backs(args.backs),
            what=_what(args, game),
            cards=print_job.read_picks(args.cards) if args.cards is not None else (),
            pages=print_job.read_pages(args.pages) if args.pages is not None else (),
            language=language_option.chosen(args),
            second_code=args.second_code,
            fit=fit,
            since=reprint_options.find(args.changed_since, game, there=True),
            batch=reprint_options.find(args.batch, game, there=False),
            **print_options.values(args, SPEC_OPTIONS),
        )
        laid = print_job.plan(spec, deck)
        if check_options.asked(args):
            return check_options.run(args, laid)
        named = Path(args.game).stem if given else f"{game}-{added.letters}" if added else game
        target = target or Path(f"{named}-{laid.file_word}.pdf")
        findings = lint.check(laid)
        _all_fits(findings, args)
        files = {part: _named(target, part) for part in laid.parts}
        cuts = fit_options.cut_files(args, laid, target)
        _check_places(args, game, [*files.values(), *cuts])
        done = print_job.draw(laid, _progress if sys.stderr.isatty() else None)
    except REFUSED as error:
        raise JobError(error) from None
    kept = reprint_options.to_keep(args.batch, done.plan, game)
    told = given.keep(args.face if args.face in looks() else "") if given else ()
    output_files.save({files[file.part]: file.data for file in done.files} | cuts | kept)
    problems = tuple(lint.lines(one for one in findings if one.level == "problem"))
    more = (*(() if given else language_option.hint(args)), *_kit_too(args, done.plan.deck))
    _say(done, [*files.values(), *cuts], (*problems, *told, *more))
    return 0


def _all_fits(findings: Sequence[Finding], args: argparse.Namespace) -> None:
    """Stop where words would be lost: what a card does not say cannot be played. Raises JobError naming the cards."""
    lost = lint.overflowing(findings)
    if not lost or args.allow_overflow:
        return
    told = list(lint.lines(lost))
    more = "\n".join(f"  {line}" for line in told)
    texts = "1 text does" if len(lost) == 1 else f"{len(lost)} texts do"
    raise JobError(f"{texts} not fit, and nothing was printed:\n{more}\n--allow-overflow prints them cut off")


def _what(args: argparse.Namespace, game: str) -> tuple[str, ...]:
    """What is to be printed: cards where nobody says, and everything there is of a game without cards."""
    if args.what is None:
        return ("all",) if game in games.names() and not games.deck(game).cards else ("cards",)
    return tuple(word.strip() for word in args.what.split(","))


def _bring_kit(args: argparse.Namespace, deck: Deck) -> None:
    """Have what kit.toml beside a table describes printed with its cards. Raises JobError where it cannot be drawn."""
    try:
        parts = kit_beside(_beside(args), deck.spec.title, deck.size, find_layout(deck.game))
    except FolderRefusal as refusal:
        raise JobError(str(refusal)) from None
    if parts is None:
        kit_file.forget(deck.game)
    else:
        kit_file.bring(deck.game, parts)


def _kit_too(args: argparse.Namespace, deck: Deck) -> Iterator[str]:
    """That a game of one's own has more than the cards that were printed."""
    own = games.brought(deck.game) or deck.game not in games.names()
    kinds = kit.kinds(deck.game) if own and args.what is None and deck.cards else ()
    if kinds:
        yield f"It has {listed(kinds)} too: print them with --what all."


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them: boards, tokens and boxes."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _face(args: argparse.Namespace) -> CardLayout | None:
    """The face asked for: a file of somebody's own, or a ready look. Raises JobError, LayoutError."""
    if args.face is None:
        return None
    if not is_table(args.game):
        raise JobError(
            f"--face: {args.game} has its own; it is for tables (a game's folder names its face in game.toml)"
        )
    title = own_deck.title_of(Path(args.game).name)
    if args.face in looks():
        return own_faces.read_face(OWN, title, look=args.face)
    if not args.face.endswith(".toml"):
        raise JobError(
            f"--face {args.face}: is no look; {nearest(args.face, looks())} Or name a file, as mine.face.toml"
        )
    return own_faces.read_face(OWN, title, file=Path(args.face))


def _beside(args: argparse.Namespace) -> Path:
    """Where pictures that cells name lie: beside the table."""
    return Path(args.game).parent


def _added(args: argparse.Namespace) -> AddedDeck | None:
    """The deck somebody added that is to be printed. Raises JobError naming those there are."""
    if args.deck is None:
        return None
    game = games.called(args.game)
    if game is None or games.card_table(game) is None:
        raise JobError(f"--deck: {args.game} has none; it is for decks of a game that were added with tablewright deck")
    try:
        return GameDecks(default_folder()).named(game, args.deck)
    except Trouble as trouble:
        raise JobError(f"--deck: {trouble.text.rstrip('.')}") from None


def _example(file: Path) -> int:
    own_cards_file.write_sample(file)
    print(f"{file}: a sample table. Change it in any spreadsheet program, then print it:")
    print(f"  tablewright print {file}")
    return 0


def _locale() -> str:
    """The name of the locale paper sizes follow."""
    named = os.environ.get("LC_ALL") or os.environ.get("LC_PAPER") or os.environ.get("LANG")
    with suppress(ValueError):  # a locale Python has no name for
        return named or locale.getlocale()[0] or ""
    return ""


def _named(target: Path, part: str) -> Path:
    """``deck.pdf`` as ``deck-fronts.pdf`` where fronts and backs go to files of their own."""
    return target.with_name(f"{target.stem}-{part}{target.suffix}") if part else target


def _check_places(args: argparse.Namespace, game: str, written: list[Path]) -> None:
    """Refuse places that cannot be written, or where something lies that this job reads or writes. Raises JobError."""
    named = [args.game if is_table(args.game) else "", args.profile, (args.slots or "").partition("#")[0]]
    read = [named_file(one) for one in named if one]
    batches = [reprint_options.file_of(one, game) for one in (args.batch, args.changed_since) if one is not None]
    output_files.check(written, [*read, *batches])
    if args.batch is not None and args.batch != reprint_options.OWN:
        output_files.check([reprint_options.file_of(args.batch, game)], [*read, *written], "--batch")


def _progress(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    print(f"\rpage {done} of {total}", end=end, file=sys.stderr, flush=True)


def _say(done: print_job.PdfJob, files: list[Path], told: tuple[str, ...]) -> None:
    laid = done.plan
    names = " and ".join(map(str, files))
    pages, sheets = counted(len(laid.pages), "page"), counted(laid.sheets, "sheet")
    what = laid.contents
    if laid.whole_kit and not laid.labels:
        what = f"{what} and more" if laid.cards else "what the kit has"
    print(f"{names}: {what} on {pages}, {sheets} of {laid.sheet.title}.")
    for note in (*laid.notes, *told):
        print(note)
    print(f"In the print dialog choose actual size (100 %) and {laid.spec.backs.dialog}.")
    print("Print one sheet first and hold a ruler to its 50 mm line.")

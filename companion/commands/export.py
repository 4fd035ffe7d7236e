"""``tablewright export``: the cards as pictures, for Tabletop Simulator, for a printing service, as data."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.command_line import games_option, language_option, own_cards_file, past_games
from companion.errors import JobError
from companion.storage.data_folder import cache_folder
from printkit.draw import stream_cache
from printkit.draw.ink_saving import INKS
from printkit.input.tables import is_table
from printkit.job import export, print_job
from printkit.print_refusal import FontError, LayoutError
from printkit.safe_files import write_whole
from printkit.type import language
from rules.values.own_deck import GAME as OWN
from rules.values.picture import PictureError

HELP = "Export a game's cards (pictures, Tabletop Simulator, printing services, a manifest), or past games' results."
EXAMPLE = "tablewright export fairytale --to tts -o fairytale-tts"
TO = ("png", "tts", "pod", "drivethru", "manifest", *past_games.FORMS)
LEAST_DPI, MOST_DPI = 150, 1200
REFUSED = (print_job.PrintError, language.LanguageError, FontError, LayoutError, PictureError)


def add(parser: argparse.ArgumentParser) -> None:
    """The command's options, as in docs/exports.md."""
    parser.add_argument("game", metavar="GAME", help="`tablewright games` lists them; a table of your own; or results")
    kinds = "png: a picture a card; tts: Tabletop Simulator; pod: printing services, as The Game Crafter; "
    kinds += "drivethru: one PDF for DriveThruCards; manifest: the deck as JSON; "
    kinds += "csv, bgstats: of past games, with the word results for GAME"
    parser.add_argument("--to", choices=TO, required=True, help=kinds)
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="the folder, or the file for results")
    parser.add_argument("--letters", default="", metavar="WF", help="the letters in the codes of a table of your own")
    parser.add_argument("--dpi", type=int, default=300, help="for png and pod: 300 or 600, at least 150 (default: 300)")
    parser.add_argument("--cards", metavar="ID[:COPY],...", help="only these, such as homesteader:3")
    parser.add_argument("--set", default="A", dest="print_set", metavar="A", help="print set (default: A)")
    parser.add_argument("--ink", choices=INKS, default="full", help="low: outlines on white; grey: no colour")
    games_option.add(parser)
    language_option.add(parser)
    parser.add_argument("--second-code", action="store_true", help="a second code in the opposite corner of every card")
    parser.add_argument("--url", help="for tts: where the pictures will lie (default: the folder on this computer)")
    past_games.add(parser)


def run(args: argparse.Namespace) -> int:
    """Write the files, each whole or not at all, and say where they are."""
    if args.game == past_games.WORD or args.to in past_games.FORMS:
        print(past_games.write(args))
        return 0
    games_option.bring(args)
    stream_cache.keep_in(cache_folder())
    table = is_table(args.game)
    folder: Path = args.output or Path(f"{Path(args.game).stem if table else args.game}-{args.to}")
    if not LEAST_DPI <= args.dpi <= MOST_DPI:
        why = "is too coarse for the codes to be read" if args.dpi < LEAST_DPI else "is finer than any printer"
        raise JobError(f"--dpi {args.dpi}: {why}; give 300 or 600 (anything from {LEAST_DPI} to {MOST_DPI} works)")
    if args.url is not None and not re.match(r"(https?|file)://\S+$", args.url):
        raise JobError(f"--url {args.url}: is no address; give one such as https://example.org/cards")
    try:
        given = own_cards_file.read(Path(args.game), args.letters) if table else None
        spec = print_job.PrintSpec(
            given.kept.game if given else args.game,
            print_set=args.print_set.strip().upper(),
            cards=print_job.read_picks(args.cards) if args.cards is not None else (),
            ink=args.ink,
            language=language_option.chosen(args),
            second_code=args.second_code,
        )
        files = _files(args, print_job.plan(spec, given.kept.deck if given else None), folder)
        written = _written(folder, files)
    except REFUSED as error:
        raise JobError(error) from None
    except OSError as error:
        raise JobError(f"-o {folder}: cannot be written ({error.strerror}); choose another folder with -o") from None
    print(f"{folder}: {written} file" + ("" if written == 1 else "s") + ".")
    for line in given.keep() if given else language_option.hint(args):
        print(line)
    if args.to == "tts":
        name = OWN if table else args.game
        print(f"Copy {name}.json into Tabletop Simulator's Saves/Saved Objects folder; leave the pictures.")
    return 0


def _files(args: argparse.Namespace, plan: print_job.Plan, folder: Path) -> Iterator[export.File]:
    match args.to:
        case "png":
            return export.pngs(plan, args.dpi)
        case "pod":
            return export.pod(plan, args.dpi)
        case "drivethru":
            return export.drivethru(plan)
        case "tts":
            return export.tts(plan, args.url or folder.resolve().as_uri())
    return export.manifest(plan)


def _written(folder: Path, files: Iterator[export.File]) -> int:
    """Write them, and say how many; where one cannot be made, those before it are taken away again."""
    done: list[Path] = []
    try:
        for name, data in files:
            file = folder / name
            new = not file.exists()
            write_whole({file: data}, folders=True)
            done.append(file if new else folder)
    except BaseException:
        for file in done:
            if file != folder:
                file.unlink(missing_ok=True)
        for inner in {file.parent for file in done if file != folder}:
            with suppress(OSError):
                inner.rmdir()
        with suppress(OSError):
            folder.rmdir()
        raise
    return len(done)

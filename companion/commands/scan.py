"""``tablewright scan``: the cards on photos."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.command_line import games_option
from companion.errors import JobError, NoTable, Trouble
from companion.storage.data_folder import default_folder
from rules import games
from rules.values.cards import DeckError
from rules.values.columns import shown

if TYPE_CHECKING:
    from companion.camera.identify import Known
    from companion.camera.taught_cards import TaughtSeen
    from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
    from rules.values.code import CardCode
    from vision.sighting import Photo, Quad

HELP = "Read the cards on photos."
EXAMPLE = "tablewright scan table.jpg --game fairytale --json"
NOTHING = (
    "  No card in sight. Hold a little closer, with the white rim around each code in the picture and no glare on it."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a JPEG, PNG, WebP or HEIC picture; - reads stdin")
    parser.set_defaults(wrong=parser.error)
    parser.add_argument(
        "--game",
        metavar="GAME",
        help="believe only cards of this game, of a deck of your own such as own-WF, or of a deck you have taught",
    )
    games_option.add(parser)
    parser.add_argument("--any", action="store_true", help="list other QR codes too")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, one line an image")


def run(args: argparse.Namespace) -> int:
    """Read every image; one that is refused gets its sentence on stderr while the others are still done."""
    from companion.camera.identify import read_photo, strangers
    from companion.camera.taught_cards import read_taught, without_needless_hint
    from companion.own_decks.decks import OwnDecks
    from companion.own_decks.taught_decks import TaughtDecks
    from vision.picture.decoding import FrameError

    games_option.bring(args)
    kept = TaughtDecks(default_folder())
    faces = _taught(args, kept)
    known = _known(args, faces)
    status, before = 0, []
    for name in args.images:
        try:
            data = _bytes(name)
            photo = read_photo(data, known, any_codes=args.any)
            taught = read_taught(data, faces, kept, photo)
            photo = without_needless_hint(photo, taught)
            if args.game and known.every:
                photo = replace(photo, foreign=strangers(photo.foreign, known.every[0], OwnDecks(default_folder())))
        except Trouble as trouble:
            raise JobError(trouble.text.rstrip(".")) from None
        except (JobError, FrameError) as error:
            print(f"tablewright: {name}: {error}", file=sys.stderr)
            status = 1
            continue
        if args.json:
            print(json.dumps(line(name, photo, taught), ensure_ascii=False), flush=True)
        else:
            print(_table(name, photo, taught), flush=True)
            for text in _counted(photo, known) if args.game else ():
                print(text, flush=True)
            before.append([card.code for card in photo.cards])
    if args.game and len(before) > 1:
        print("all photos together:")
        for text in _counted(None, known, [code for codes in before for code in codes]):
            print(text, flush=True)
    return status


def _taught(args: argparse.Namespace, kept: TaughtDecks) -> tuple[TaughtDeck, ...]:
    """The decks without codes asked for: all that are taught whole, or the one that is named."""
    if not args.game:
        return tuple(deck for deck in kept.all() if deck.is_whole)
    if args.game in games.names():
        return ()
    try:
        return (kept.find(args.game),)
    except NoTable:
        return ()
    except Trouble as trouble:
        raise JobError(trouble.text.rstrip(".")) from None


def _known(args: argparse.Namespace, taught: Sequence[TaughtDeck]) -> Known:
    """The decks with codes asked for: every game and every deck of one's own, or one of them."""
    from companion.camera.identify import Known, added_as, to_look_for
    from companion.own_decks.decks import OwnDecks
    from companion.own_decks.game_decks import GameDecks

    if args.game and taught:
        return Known(())
    here = args.game in games.names()
    own = () if here else OwnDecks(default_folder()).all()
    added = () if here else GameDecks(default_folder()).all()
    try:
        return to_look_for(own, args.game or "", added)
    except DeckError as error:
        raise JobError(str(error)) from None
    except KeyError:
        near = games.guess(args.game, ids=tuple(kept.game for kept in own) + tuple(added_as(one).game for one in added))
        args.wrong(f"argument --game: {shown(args.game)} is not a game; {near}")
        raise


def _counted(photo: Photo | None, known: Known, before: Sequence[CardCode] = ()) -> list[str]:
    """What of the deck that was asked for lies there, and what is missing."""
    from companion.camera.identify import counts_in_words, decks_seen

    lines = []
    for one in decks_seen(photo, known.every, before):
        printed = f", print set {one.print_set}" if one.print_set != "A" else ""
        lines.append(f"  {one.seen} of {one.of} cards of {one.title}{printed}: {counts_in_words(one.lying)}")
        if one.missing:
            lines.append(f"  not in sight: {counts_in_words(one.missing)}")
    return lines


def _bytes(name: str) -> bytes:
    from vision.picture.limits import MAX_FILE_BYTES

    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        with Path(name).open("rb") as file:
            # One byte more than is taken, so that a file too large is refused as such without being read whole.
            return file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise JobError("There is no such file: check the name and the folder.") from None
    except IsADirectoryError:
        raise JobError("This is a folder: name the pictures in it, for instance with /*.jpg.") from None
    except PermissionError:
        raise JobError("The file may not be read: give yourself the right to, or copy it here.") from None
    except (OSError, ValueError) as error:
        raise JobError(
            f"The file cannot be read ({getattr(error, 'strerror', None) or error}): copy it here."
        ) from None


def line(name: str, photo: Photo, taught: Sequence[TaughtSeen] = ()) -> dict[str, Any]:
    """One image as the JSON line documented in docs/scanning.md."""
    return {
        "file": name,
        "width": photo.width,
        "height": photo.height,
        "exif_orientation": photo.exif_orientation,
        "cards": [
            {
                "code": seen.text,
                "game": seen.game,
                "card": seen.card,
                "name": seen.name,
                "copy": seen.code.copy,
                "set": seen.code.print_set,
                "corners": _corners(seen.corners_px),
                "confidence": seen.confidence,
                **({"second": True} if seen.second else {}),
            }
            for seen in photo.cards
        ],
        "taught": [
            {
                "deck": seen.deck,
                "face": seen.faces[0] if len(seen.faces) == 1 else None,
                "name": seen.name,
                **({"either": list(seen.faces)} if len(seen.faces) > 1 else {}),
                **({"face_down": True} if seen.face_down else {}),
                "corners": _corners(seen.corners_px),
            }
            for seen in taught
        ],
        "other": [{"text": seen.text, "corners": _corners(seen.corners_px)} for seen in photo.other],
        "hint": None
        if photo.hint is None
        else {
            "cause": photo.hint.cause,
            "text": photo.hint.text,
            "corners": None if photo.hint.place_px is None else _corners(photo.hint.place_px),
        },
        "ms": round(photo.ms, 1),
    }


def _corners(quad: Quad) -> list[list[float]]:
    return [[x, y] for x, y in quad]


def _table(name: str, photo: Photo, taught: Sequence[TaughtSeen]) -> str:
    count = len(photo.cards) + len(taught)
    lines = [f"{name}: {photo.width} x {photo.height}, {count} card{'' if count == 1 else 's'}, {photo.ms:.0f} ms"]
    widest = max((len(seen.name) for seen in photo.cards), default=0)
    lines += [
        f"  {seen.text}  {seen.name:<{widest}}  {seen.game:<11} copy {seen.code.copy}, set {seen.code.print_set}"
        f"  {seen.confidence:4.0%}"
        for seen in photo.cards
    ]
    for (title, called), number in Counter((seen.title, seen.name or "face down") for seen in taught).items():
        lines.append(f"  {title}: {called}" + (f" ({number} of them)" if number > 1 else ""))
    lines += [f"  {seen.text}  {seen.why}" for seen in photo.foreign]
    cards_in_other = {seen.corners_px for seen in photo.foreign}
    lines += [f"  no card: {seen.text!r}" for seen in photo.other if seen.corners_px not in cards_in_other]
    if photo.hint is not None and not photo.foreign:
        lines.append(NOTHING if photo.hint.cause == "no_card" else f"  {photo.hint.text}")
    return "\n".join(lines)

"""``tablewright calibrate``: what a printer does wrong, measured and kept as a profile."""

from __future__ import annotations

import argparse
import locale
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.command_line import output_files
from companion.errors import JobError
from companion.printing import printers
from companion.storage.data_folder import printers_folder
from printkit.print_refusal import FontError
from printkit.safe_files import named_file
from printkit.sheet import paper as sheet
from printkit.sheet import printer_profile
from printkit.sheet.calibration_sheet import Reading, sheet_pdf

if TYPE_CHECKING:
    from vision.printer.calibration import Measured

HELP = "Measure what a printer does wrong, so that fronts and backs line up."
EXAMPLE = """tablewright calibrate sheet --paper a4
  tablewright calibrate photo front.jpg back.jpg --name office
  tablewright print fairytale --profile office"""


def add(parser: argparse.ArgumentParser) -> None:
    """The four steps, each with its options."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="where profiles are kept, in its folder printers")
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    one = steps.add_parser("sheet", help="the sheet to print on both sides", description="Make the calibration sheet.")
    one.add_argument("-o", "--output", type=Path, metavar="FILE.pdf", help="where to (default: calibration-PAPER.pdf)")
    one.add_argument("--paper", help="a4, letter, ... (default: by your locale)")
    one.add_argument("--profile", metavar="NAME|FILE", help="print it corrected, to see whether the profile is right")
    two = steps.add_parser(
        "photo", help="measure it in photos of both sides", description="Measure photos of both sides, in any order."
    )
    two.add_argument("photos", nargs=2, metavar="PHOTO", help="front and back, each whole, on something dark")
    two.add_argument("--picture", type=Path, metavar="FILE.png", help="keep a picture of what was measured")
    three = steps.add_parser(
        "read", help="without a camera: what you read against the light", description="Make a profile of four readings."
    )
    for edge in ("top", "bottom", "left", "right"):
        three.add_argument(f"--{edge}", type=float, required=True, metavar="MM", help=f"read on the {edge} scale")
    three.add_argument("--level-ruler", type=float, metavar="MM", help="what the 150 mm line measures")
    three.add_argument("--upright-ruler", type=float, metavar="MM", help="what the 200 mm line measures")
    for step in (two, three):
        step.add_argument("--name", required=True, help="what to call the profile, as office-tray2")
        step.add_argument("--printer", default="", help="which printer it is for, in your words")
        step.add_argument("--paper", help="which paper (default: by your locale)")
        step.add_argument("--tray", default="", help="which tray, in your words")
    four = steps.add_parser("show", help="the profiles there are", description="Show the profiles, or one of them.")
    four.add_argument("name", nargs="?", help="only this one")


def run(args: argparse.Namespace) -> int:
    """Do one step."""
    steps = {"sheet": _sheet, "photo": _photo, "read": _read, "show": _show}
    try:
        return steps[args.step](args, printers_folder(args.data))
    except (printer_profile.ProfileError, sheet.SheetError, FontError) as error:
        raise JobError(error) from None


def _paper(args: argparse.Namespace) -> str:
    named = os.environ.get("LC_ALL") or os.environ.get("LC_PAPER") or os.environ.get("LANG")
    with suppress(ValueError):  # a locale Python has no name for
        named = named or locale.getlocale()[0]
    paper: str = args.paper or sheet.usual_paper(named or "")
    return paper.strip().lower()


def _sheet(args: argparse.Namespace, kept: Path) -> int:
    wanted = printer_profile.find_profile(args.profile, kept) if args.profile is not None else None
    paper = wanted.paper if wanted and not args.paper else _paper(args)
    found = sheet.find_sheet(paper)
    target = args.output or Path(f"calibration-{found.name}.pdf")
    output_files.check([target], [named_file(args.profile)] if args.profile else [])
    output_files.save({target: sheet_pdf(found, wanted)})
    print(f"{target}: print it at actual size (100 %), on both sides, flipped on the long edge.")
    print("Then photograph both sides and run: tablewright calibrate photo FRONT BACK --name NAME")
    return 0


def _photo(args: argparse.Namespace, kept: Path) -> int:
    from vision.picture.decoding import FrameError
    from vision.printer.calibration import CalibrationError

    printers.named(args.name)
    if args.picture:
        output_files.check([args.picture], [Path(name) for name in args.photos], "--picture")
    photos = [_bytes(name) for name in args.photos]
    try:
        measured = printers.measure_photos((photos[0], photos[1]), _paper(args))
    except (CalibrationError, FrameError) as error:
        raise JobError(f"{' and '.join(args.photos)}: {error}") from None
    if args.picture:
        output_files.save({args.picture: _picture(measured)}, "--picture")
    made = printers.from_photos(measured, _about(args), kept)
    return _saved(made, kept)


def _read(args: argparse.Namespace, kept: Path) -> int:
    for option, value, true in (("level", args.level_ruler, 150.0), ("upright", args.upright_ruler, 200.0)):
        if value is not None and not 0.9 * true <= value <= 1.1 * true:
            raise JobError(f"--{option}-ruler {value:g}: the line is {true:g} mm long; measure it again, in mm")
    for edge in ("top", "bottom", "left", "right"):
        if not -1.5 <= getattr(args, edge) <= 5:
            raise JobError(f"--{edge} {getattr(args, edge):g}: the scale ends at 1.5 mm; measure with photos instead")
    reading = Reading(args.top, args.bottom, args.left, args.right)
    made = printers.from_lines(reading, _about(args), kept, (args.level_ruler, args.upright_ruler))
    return _saved(made, kept)


def _show(args: argparse.Namespace, kept: Path) -> int:
    if args.name:
        print(printer_profile.write_profile(printer_profile.find_profile(args.name, kept)), end="")
        return 0
    names = printer_profile.names(kept)
    if not names:
        print(f"No profile in {kept} yet. Begin with: tablewright calibrate sheet")
    for name in names:
        made = printer_profile.read_file(kept / f"{name}.toml")
        words = ", ".join(filter(None, (made.printer, made.paper, made.tray, made.measured)))
        print(f"{name}: {words}\n  the back lands {printers.off_by(made)}")
    return 0


def _about(args: argparse.Namespace) -> printers.About:
    return printers.About(printers.named(args.name), args.printer, _paper(args), args.tray)


def _saved(made: printer_profile.Profile, kept: Path) -> int:
    path = printers.save(made, kept)
    print(f"Seen from the front, the back lands {printers.off_by(made)}.")
    print(f"On the paper the front lands {printers.on_paper(made.front)};")
    print(f"the back (seen on the back) {printers.on_paper(made.back)}.")
    print(f"Saved as {path}. Print with: tablewright print GAME --profile {made.name}")
    return 0


def _picture(measured: Measured) -> bytes:
    from vision.printer.calibration import picture_png

    return picture_png(measured)


def _bytes(name: str) -> bytes:
    from vision.picture.limits import MAX_FILE_BYTES

    try:
        with Path(name).open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise JobError(f"{name}: cannot be read ({reason}); check the name and the folder") from None

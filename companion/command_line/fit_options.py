"""The options of ``print`` that fit cards to a sheet, a printer and a cutter, and the files a cutter gets."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.command_line import print_options
from companion.storage.data_folder import printers_folder
from printkit.job import print_job
from printkit.job.options import FIT_OPTIONS
from printkit.print_refusal import option
from printkit.sheet import cutting_machine
from printkit.sheet.fitting import Fit
from printkit.sheet.imported_slots import find_slots
from printkit.sheet.printer_profile import Profile, find_profile
from rules.text import say

CUTS = ("svg", "dxf", "spot")


def add(parser: argparse.ArgumentParser) -> None:
    """The options, as in docs/printing.md."""
    parser.add_argument(
        "--profile", metavar="NAME|FILE", help="correct for a printer; `tablewright calibrate` makes one"
    )
    print_options.add(parser, "card-size", "bleed", "gap", "corners", "guides", "proof")
    parser.add_argument("--slots", metavar="FILE", help="places from a Squib sprue, or layouts.json#a4/poker")
    print_options.add(parser, "registration")
    parser.add_argument("--cut", metavar="LIST", help="outlines for a cutter: svg, dxf (own files), spot (in the PDF)")


def read(args: argparse.Namespace) -> Fit:
    """What was asked for. Raises PrintError, ProfileError or SheetError."""
    return Fit(
        spot="spot" in _cuts(args),
        slots=find_slots(args.slots, args.paper or "a4", args.card_size or "standard")
        if args.slots is not None
        else None,
        profile=find_profile(args.profile, printers_folder()) if args.profile is not None else None,
        **print_options.values(args, FIT_OPTIONS),
    )


def paper(args: argparse.Namespace, profile: Profile | None, usual: str) -> str:
    """The paper: what was asked for, else the profile's, else the usual. Raises PrintError where the two differ."""
    asked: str = args.paper or ""
    if profile is None:
        return asked or usual
    if asked and asked.strip().lower() != profile.paper.strip().lower():
        raise print_job.PrintError(
            say(
                "was measured on {paper}, not on {asked}; leave {paper_option} out, "
                "or measure the printer with {asked}",
                paper=profile.paper,
                asked=asked,
                paper_option=option("paper"),
            ),
            option("profile"),
            args.profile,
        )
    return profile.paper


def _cuts(args: argparse.Namespace) -> tuple[str, ...]:
    words = tuple(word.strip() for word in (args.cut or "").split(",") if word.strip())
    for word in words:
        if word not in CUTS:
            raise print_job.PrintError(
                say('"{word}" is not known; there is {words}', word=word, words=", ".join(CUTS)), option("cut")
            )
    return words


def cut_files(args: argparse.Namespace, laid: print_job.Plan, target: Path) -> dict[Path, bytes]:
    """The outlines of every arrangement, beside the PDF: ``deck-cut.svg``, then ``deck-cut-page-27.svg``."""
    words = _cuts(args)
    made: dict[Path, bytes] = {}
    for number, kind, data in cutting_machine.files(laid.pages, laid.grid.page_mm, laid.spec.fit.corners_mm, words):
        name = f"{target.stem}-cut" + (f"-page-{number}" if number else "")
        made[target.with_name(f"{name}.{kind}")] = data
    return made

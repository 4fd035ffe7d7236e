"""The options of ``print`` that fit cards to a sheet, a printer and a cutter, and the files a cutter gets."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.storage.data_folder import printers_folder
from printkit.job import print_job
from printkit.refusal import option
from printkit.sheet import cutting_machine
from printkit.sheet.card_size import CARD_SIZES
from printkit.sheet.fitting import Fit
from printkit.sheet.printer_profile import Profile, find_profile
from printkit.sheet.slots import find_slots
from rules.text import say

CUTS = ("svg", "dxf", "spot")


def add(parser: argparse.ArgumentParser) -> None:
    """The options, as in docs/printing.md."""
    parser.add_argument(
        "--profile", metavar="NAME|FILE", help="correct for a printer; `tablewright calibrate` makes one"
    )
    sizes = ", ".join(CARD_SIZES)
    parser.add_argument("--card-size", default="", metavar="SIZE", help=f"{sizes}, or WxH in mm (default: the game's)")
    parser.add_argument("--bleed", type=float, metavar="MM", help="a bleed of its own for every card")
    parser.add_argument("--gap", type=float, metavar="MM", help="space between neighbouring cards")
    parser.add_argument("--corners", type=float, default=0.0, metavar="MM", help="radius of rounded corners")
    parser.add_argument("--guides", choices=("crop", "full"), default="crop", help="marks, or dashes across the waste")
    parser.add_argument("--proof", action="store_true", help="show cut and safe zone on the cards, to check a design")
    parser.add_argument("--slots", metavar="FILE", help="places from a Squib sprue, or layouts.json#a4/poker")
    parser.add_argument(
        "--registration", type=int, choices=(3, 4), help="marks for a Silhouette cutter (4: Cameo 5 Alpha)"
    )
    parser.add_argument("--cut", metavar="LIST", help="outlines for a cutter: svg, dxf (own files), spot (in the PDF)")


def read(args: argparse.Namespace) -> Fit:
    """What was asked for. Raises PrintError, ProfileError or SheetError."""
    return Fit(
        card_size=args.card_size,
        gap_mm=args.gap,
        bleed_mm=args.bleed,
        corners_mm=args.corners,
        guides=args.guides,
        proof=args.proof,
        registration=args.registration or 0,
        spot="spot" in _cuts(args),
        slots=find_slots(args.slots, args.paper or "a4", args.card_size or "standard")
        if args.slots is not None
        else None,
        profile=find_profile(args.profile, printers_folder()) if args.profile is not None else None,
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

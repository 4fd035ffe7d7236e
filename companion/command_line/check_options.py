"""The options of ``print`` that print nothing and say what would come of it."""

from __future__ import annotations

import argparse
import sys

from printkit.check import lint
from printkit.job import estimate, print_job


def add(parser: argparse.ArgumentParser) -> None:
    """The options, as in docs/printing.md."""
    parser.add_argument("--lint", action="store_true", help="say what would go wrong; exit status 1 if anything would")
    parser.add_argument("--plan", action="store_true", help="say what it takes: sheets, cuts, ink, money")
    parser.add_argument("--prices", metavar="LIST", help="for --plan: sheet=0.02,ink=0.05 (a page's ink at 5 %%)")


def asked(args: argparse.Namespace) -> bool:
    """Whether anything of it was asked for."""
    return bool(args.lint or args.plan or args.prices is not None)


def run(args: argparse.Namespace, laid: print_job.Plan) -> int:
    """Say it. The exit status is 1 where something would go wrong. Raises PrintError for prices that are none."""
    said: list[str] = []
    status = 0
    if args.plan or args.prices is not None:
        prices = laid.spec.fit.profile.prices if laid.spec.fit.profile else None
        if args.prices is not None:
            prices = estimate.read_prices(args.prices)
        said += estimate.lines(estimate.estimate(print_job.make(laid.spec, deck=laid.deck)), prices)
        said += laid.notes if not args.lint else ()
    if args.lint:
        found = lint.check(laid)
        problems = sum(finding.level == "problem" for finding in found)
        status = 1 if problems else 0
        what = f"{laid.contents}, {counted(laid.sheets, 'sheet')} of {laid.sheet.title}"
        said += [
            *lint.lines(found),
            *laid.notes,
            f"{what}: {counted(problems, 'problem') if problems else 'nothing will go wrong'}.",
        ]
    sys.stdout.write("\n".join(said) + "\n")
    return status


def counted(number: int, word: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"

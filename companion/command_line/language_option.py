"""The language of what a command prints: English unless another is asked for, and a hint where the reader has another.

English stays the usual one whatever the computer's language is: the same command line then gives the same bytes on
every machine, and the table's screens call the cards by the names that are printed.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from printkit.type import language


def add(parser: argparse.ArgumentParser) -> None:
    """The option, as in docs/printing.md."""
    known = ", ".join(language.names())
    parser.add_argument("--language", metavar="CODE", help=f"{known} (default: {language.ENGLISH})")


def chosen(args: argparse.Namespace) -> str:
    """The language that was asked for, else English."""
    return args.language or language.ENGLISH


def hint(args: argparse.Namespace) -> Iterator[str]:
    """A line for whoever reads another language that everything could be printed in, and did not choose one."""
    code = readers()
    if args.language is None and code != language.ENGLISH and code in language.names():
        yield f"Printed in English. {language.find_language(code).name}: --language {code}"


def readers() -> str:
    """The code of the language the computer speaks to its user, as its environment says; "" where it says nothing."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return named.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0].lower()

"""The ``tablewright`` command.

Exit status: 0 done, 1 the job failed or the input was refused (one line says the file, the place and the cure),
2 the command line was wrong.
"""

from __future__ import annotations

import argparse
import os
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from companion import commands
from companion.commandline import Parser


class JobError(Exception):
    """A job cannot be done. The text is one line: the file, the place and the cure."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit status; the parser leaves with 2 by itself."""
    words = sys.argv[1:] if argv is None else list(argv)
    args = _parser(words[:1]).parse_args(words)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except JobError as error:
        print(f"tablewright: {error}", file=sys.stderr)  # noqa: T201 - this is the command's answer
        return 1
    except BrokenPipeError:
        # Whoever read our output has seen enough; point stdout elsewhere so that Python does not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _parser(asked: Sequence[str]) -> argparse.ArgumentParser:
    """The command line. Where a command is asked for, only that one is imported: together they take seconds."""
    parser = Parser(
        prog="tablewright",
        description="Prints card games, reads the printed cards with a phone, and keeps the table while people play.",
    )
    parser.add_argument("--version", action="version", version=_version())
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    modules = {found.name.rstrip("_"): found.name for found in pkgutil.iter_modules(commands.__path__)}
    for name in [word for word in asked if word in modules] or modules:
        module = import_module(f"{commands.__name__}.{modules[name]}")
        one = subparsers.add_parser(
            name,
            help=module.HELP,
            description=module.HELP,
            epilog=f"Example:\n  {module.EXAMPLE}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add(one)
        one.set_defaults(run=module.run)
    return parser


def _version() -> str:
    try:
        return f"tablewright {version('tablewright')}"
    except PackageNotFoundError:
        return "tablewright (not installed)"


if __name__ == "__main__":
    # Under its own name, as the commands know it: a JobError of theirs is to be one here too.
    sys.exit(import_module("companion.cli").main())

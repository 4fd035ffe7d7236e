"""The ``tablewright`` command.

Exit status: 0 done, 1 the job failed or the input was refused (one line says the file, the place and the cure),
2 the command line was wrong.
"""

from __future__ import annotations

import argparse
import ast
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from companion import commands
from companion.command_line import terminal_output
from companion.command_line.guessing_parser import Parser
from companion.errors import JobError
from printkit.job import garbage_collection


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit status; the parser leaves with 2 by itself."""
    words = sys.argv[1:] if argv is None else list(argv)
    terminal_output.prepare()
    try:
        status = _done(words)
        terminal_output.flush()
        return status
    except JobError as error:
        terminal_output.refuse(str(error))
    except terminal_output.OutletError as error:
        terminal_output.close()
        if error.told:
            terminal_output.refuse(error.told)
    except BrokenPipeError:
        terminal_output.close()
    except OSError as error:
        reason = error.strerror or error
        if error.filename:
            terminal_output.refuse(f"{error.filename}: {reason}; look at that file or folder, then try again")
        else:  # most likely what we answer has nowhere to go
            terminal_output.refuse(f"cannot go on ({reason}); make room, or send the answer somewhere else")
    except MemoryError:
        terminal_output.refuse("there is not enough memory for this; close other programs, or do it in parts")
    except KeyboardInterrupt:
        return 130
    return 1


def _done(words: Sequence[str]) -> int:
    try:
        args = _parser(words[:1]).parse_args(words)
    except SystemExit:
        terminal_output.flush()  # the help, too, may go to a pipe nobody reads to the end
        raise
    status: int = args.run(args)
    return status


def _parser(asked: Sequence[str]) -> argparse.ArgumentParser:
    """The command line. Only the command that is asked for is imported: together they take seconds.

    Where none is, each stands in the list with its sentence, and nothing follows it.
    """
    parser = Parser(
        prog="tablewright",
        description="Prints card games, reads the printed cards with a phone, and keeps the table while people play.",
    )
    parser.add_argument("--version", action="version", version=_version())
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    modules = {found.name.rstrip("_"): found.name for found in pkgutil.iter_modules(commands.__path__)}
    wanted = [word for word in asked if word in modules]
    for name in modules if not wanted else ():
        subparsers.add_parser(name, help=_sentence(modules[name]))
    for name in wanted:
        with garbage_collection.put_off():  # it would look again and again through what stays to the end
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


def _sentence(module: str) -> str:
    """What a command's module says it does (its ``HELP``), read without running it."""
    found = find_spec(f"{commands.__name__}.{module}")
    assert found is not None
    assert found.origin is not None
    tree = ast.parse(Path(found.origin).read_text(encoding="utf-8"))
    told = (one.value for one in tree.body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "HELP")
    return str(ast.literal_eval(next(told)))


def _version() -> str:
    try:
        return f"tablewright {version('tablewright')}"
    except PackageNotFoundError:
        return "tablewright (not installed)"


if __name__ == "__main__":
    sys.exit(main())

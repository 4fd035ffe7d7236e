"""``tablewright calc``: a game's calculators, one JSON object a line in, one a line out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from companion.command_line import games_option
from companion.errors import JobError
from rules import games
from rules.game_protocol import Calculator, Refusal
from rules.values.columns import shown

HELP = "Answer questions about a game, one JSON line each: points, effects, combat, payments."
EXAMPLE = """echo '{"op": "stage", "stage": 3}' | tablewright calc fairytale"""
LINE_MAX_BYTES = 4_000_000


def add(parser: argparse.ArgumentParser) -> None:
    """GAME and, instead of standard input, a file."""
    parser.set_defaults(wrong=parser.error)
    games_option.bring_installed()
    parser.add_argument("game", metavar="GAME", help="one of: " + ", ".join(games.names()))
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="JSON lines (default: standard input)")
    games_option.add(parser)


def run(args: argparse.Namespace) -> int:
    """Answer line by line. What a line has wrong stands in its answer; the command itself goes on."""
    games_option.bring(args)
    calculators = games.calculators(args.game) if args.game in games.names() else {}
    if not calculators:
        args.wrong(f"argument GAME: {_no_calculators(args.game)}")
    source = nullcontext(sys.stdin.buffer) if args.file == "-" else _open(args.file)
    with source as lines:
        for answer in answers(calculators, _lines(lines)):
            print(answer, flush=True)
    return 0


def answers(calculators: Mapping[str, Calculator], lines: Iterable[bytes]) -> Iterator[str]:
    """One line of JSON for every line, in order."""
    for line in lines:
        # A lone surrogate cannot be written as UTF-8; as \\udcff it is still good JSON.
        text = json.dumps(answer(calculators, line), ensure_ascii=False)
        yield text.encode("utf-8", "backslashreplace").decode("utf-8")


def answer(calculators: Mapping[str, Calculator], line: bytes) -> Mapping[str, Any]:
    """The answer to one question. Never raises for anything a line can hold."""
    if len(line) > LINE_MAX_BYTES:
        return _error("bad_json", f"the line is longer than {LINE_MAX_BYTES:,} bytes")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _error("bad_json", f"the line is not JSON: {_reason(error)}")
    if not isinstance(data, dict):
        return _error("bad_json", 'the line is not an object; expected such as {"op": "..."}')
    op = data.get("op")
    calculator = calculators.get(op) if isinstance(op, str) else None
    if calculator is None:
        shown = f'"{op[:40]}"' if isinstance(op, str) else "that"
        return _error("bad_op", f"op: {shown} is not known; expected one of {', '.join(sorted(calculators))}")
    try:
        return calculator(data)
    except Refusal as refusal:
        field, _, rest = refusal.text.partition(": ")
        named = {"field": field} if rest and refusal.code == "bad_input" else {}
        return {**_error(refusal.code, refusal.text), **named}
    except Exception as fault:
        # A thousand questions must not die of one; a fault of ours is said as one, and tests look for this code.
        return _error("failed", f"this question found a fault of ours ({type(fault).__name__}); please report it")


def _error(code: str, text: str) -> dict[str, Any]:
    return {"error": code, "text": text}


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at character {error.colno}"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return "it is nested too deeply" if isinstance(error, RecursionError) else "a number has too many digits"


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines as they come, each cut where it is longer than anything we read."""
    while line := source.readline(LINE_MAX_BYTES + 1):
        whole = line
        while not line.endswith(b"\n") and (line := source.readline(LINE_MAX_BYTES)):
            pass
        yield whole.rstrip(b"\r\n")


def _no_calculators(name: str) -> str:
    known = tuple(name for name in games.names() if games.calculators(name))
    if games.brought(name):
        others = ", ".join(known)
        return f'"{name}" is a game out of a folder, whose points are counted at its table; expected one of {others}'
    why = "has no calculators yet" if name in games.names() else "is not a game"
    return f"{shown(name)} {why}; {games.guess(name, known)}"


def _open(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise JobError(f"{path}: cannot be read ({error.strerror}); name a file of JSON lines") from None

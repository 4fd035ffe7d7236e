"""``tablewright replay``: an exported table, played again to its last view."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.command_line import games_option
from companion.errors import JobError
from companion.table.export import Saved, read
from rules import games, terminal_view
from rules.game_protocol import Refusal, Seat
from rules.view import View

HELP = "Play an exported table again and show how it ended."
EXAMPLE = "tablewright replay tablewright-KR7TQX.json --seat 0"
BYTES_MAX = 50_000_000
WIDTHS = (40, 100)


def add(parser: argparse.ArgumentParser) -> None:
    """FILE and whose eyes to look with."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a file from a table's export")
    parser.add_argument(
        "--seat",
        type=int,
        metavar="N",
        help="look from this seat, counted from 0 as in the file (default: the table screen)",
    )


def run(args: argparse.Namespace) -> int:
    """Print the table's last view."""
    games_option.bring_installed()
    try:
        saved = read(_text(args.file), games.load)
    except Refusal as refusal:
        raise JobError(f"{args.file}: {refusal.text}; expected a file from a table's export") from refusal
    for line in report(saved, args.seat, width=min(max(shutil.get_terminal_size().columns, WIDTHS[0]), WIDTHS[1])):
        print(line)
    return 0


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > BYTES_MAX:
            raise JobError(f"{path}: has more than {BYTES_MAX // 1_000_000} MB; expected a file from a table's export")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise JobError(f"{path}: cannot be read ({(error.strerror or 'no reason given').lower()})") from error
    except UnicodeDecodeError as error:
        raise JobError(f"{path}: is not text; expected a file from a table's export") from error


def report(saved: Saved, seat: Seat | None, *, width: int) -> Iterator[str]:
    """What the terminal shows. Raises JobError for a seat there is not."""
    table = saved.log.table
    names = ", ".join(person.name for person in table.seats if person) or "nobody named"
    entries = f"{saved.log.rev} {'entry' if saved.log.rev == 1 else 'entries'}"
    yield f"Table {saved.code or '(no code)'} · {saved.game.info.title} · {names} · {entries}"
    if table.state is None:
        yield "The game has not begun."
        return
    if not saved.complete:
        whose = " and ".join(table.name(own) for own in saved.seats) or "a watcher"
        yield f"Exported before the end by {whose}: what others kept secret is not in the file."
    yield ""
    yield terminal_view.render(_view(saved, table.state, seat), table.name, width=width)


def _view(saved: Saved, state: Any, seat: Seat | None) -> View:
    if not saved.complete:
        if seat not in saved.views:
            own = " or ".join(f"--seat {own}" for own in saved.views if own is not None)
            hint = f"use {own}, or leave --seat out" if own else "leave --seat out"
            raise JobError(f"the file was exported before the end and does not hold what seat {seat} saw; {hint}")
        return saved.views[seat]
    if seat is not None and not 0 <= seat < state.players:
        raise JobError(f"there is no seat {seat}; this table has the seats 0 to {state.players - 1}")
    return saved.game.view(state, seat)

"""The log of a table: a report of the game with the rule behind each line, to be mended and taken along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from flask import Blueprint, Response, jsonify, request

from companion.table.log_report import LogReport, LogTurn
from companion.table.snapshot import Snapshot
from companion.web.refusal_notice import No
from companion.web.request import look, page, tables, tokens

bp = Blueprint("log", __name__)
LINES_SHOWN = 40
"""So many of the newest entries at least; a game of hundreds would be slow on an old phone."""


@bp.get("/t/<code>/log")
def log(code: str) -> str:
    """What happened, the newest turn first; with ``all`` in the address the whole game."""
    return log_screen(look(code))


def log_screen(seen: Snapshot, no: No | None = None) -> str:
    """The page for a look, with what was refused."""
    report = _report(seen)
    shown = list(reversed(list(enumerate(report.turns, 1))))
    whole = sum(len(turn.lines) for turn in report.turns)
    if "all" not in request.args:
        shown = list(_newest(shown))
    earlier = whole - sum(len(turn.lines) for _, turn in shown)
    return page("log.html", report.look, no=no, turns=shown, earlier=earlier)


def _newest(turns: Iterable[tuple[int, LogTurn]]) -> Iterator[tuple[int, LogTurn]]:
    """The first of these turns with so many entries; of one that is longer alone, its newest."""
    count = 0
    for number, turn in turns:
        if count >= LINES_SHOWN:
            return
        yield number, replace(turn, lines=turn.lines[-LINES_SHOWN:])
        count += len(turn.lines)


@bp.get("/t/<code>/log.txt")
def log_text(code: str) -> Response:
    """The report to read and to send on."""
    report = _report(look(code))
    return log_file(Response(report.as_text(), mimetype="text/plain"), report.look.code, "txt")


@bp.get("/t/<code>/log.json")
def log_json(code: str) -> Response:
    """The report for programs."""
    report = _report(look(code))
    return log_file(jsonify(report.as_json()), report.look.code, "json")


def log_file(answer: Response, code: str, kind: str) -> Response:
    """An answer that is kept as a file."""
    answer.headers["Content-Disposition"] = f'attachment; filename="tablewright-{code}-log.{kind}"'
    return answer


def _report(seen: Snapshot) -> LogReport:
    return tables().log(seen.code, tokens(seen.code), seat=seen.viewer)

"""A club night to take along: for a spreadsheet, and for programs."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

from companion.club.night import Night
from companion.club.night_view import NightView, TableLine, view_of
from companion.club.nights import ClubNights
from companion.results.exports import plain


def as_csv(nights: ClubNights, night: Night) -> str:
    """The standings, an empty line, and a line for everybody at every table of every round."""
    text = io.StringIO()
    rows = csv.writer(text)
    if night.is_tournament:
        rows.writerow(["place", "name", "points", "opponents", "tables", "won"])
        for one in view_of(nights, night).standings:
            line = one.line
            numbers = (f"{float(line.points):g}", f"{float(line.opponents):g}", line.played, line.won)
            rows.writerow([line.place, plain(one.name), *numbers])
        rows.writerow([])
    rows.writerow(["round", "table", "game", "name", "place", "points", "code"])
    for view in _rounds(nights, night):
        for table in view.tables:
            for person in table.people:
                said = (plain(person.name), person.place or "", person.points)
                rows.writerow([view.round or "", table.number, table.title, *said, table.code])
        for name in view.byes:
            rows.writerow([view.round, "", "", plain(name), "bye", "", ""])
    return text.getvalue()


def as_json(nights: ClubNights, night: Night) -> str:
    """The whole night. Times are ISO 8601 in UTC; points and opponents' points are numbers."""
    data = {
        "id": night.id,
        "title": night.title,
        "kind": night.kind,
        "made_at": _time(night.made_at),
        "closed": night.closed,
        "rounds": [_round(night, view) for view in _rounds(nights, night)],
        "standings": [
            {
                "place": one.line.place,
                "name": one.name,
                "points": float(one.line.points),
                "opponents": float(one.line.opponents),
                "tables": one.line.played,
                "won": one.line.won,
                "left": one.left,
            }
            for one in view_of(nights, night).standings
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _rounds(nights: ClubNights, night: Night) -> list[NightView]:
    return [view_of(nights, night, round_) for round_ in (range(1, night.round + 1) if night.round else (None,))]


def _round(night: Night, view: NightView) -> dict[str, Any]:
    began = _time(night.began_at[view.round - 1]) if view.round else None
    return {
        "round": view.round,
        "began_at": began,
        "byes": list(view.byes),
        "tables": [_table(line) for line in view.tables],
    }


def _table(line: TableLine) -> dict[str, Any]:
    people = [{"name": one.name, "place": one.place or None, "points": one.points or None} for one in line.people]
    return {
        "table": line.number,
        "code": line.code,
        "game": line.game,
        "stage": line.stage,
        "by_hand": line.by_hand,
        "people": people,
    }


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")

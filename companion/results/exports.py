"""Results to take along: a table for spreadsheets (CSV), and a file the app BG Stats reads.

BG Stats keeps plays as JSON: games, players and plays that name each other by number, times as ``2026-11-22 20:15:00``
by the local clock, scores as text. The form is the app's own export as other programs read it; it was not tried in the
app itself. Ids are made from what they name, so that the same game exported twice is the same play.
"""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from companion.results.people import folded
from companion.results.result import Result

COLUMNS = ("table", "game", "ended", "minutes", "mode", "place", "name", "points", "won")
SOMEBODY = "Somebody"
_SPACE = uuid.UUID("6f0c2b1e-3f57-4d2b-9a34-54ab1ec0fa11")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(results: Sequence[Result]) -> str:
    """One row a seat, the newest game first. Names a spreadsheet would reckon with get an apostrophe before them."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for one in results:
        minutes = "" if one.minutes is None else round(one.minutes)
        for seat in sorted(one.seats, key=lambda seat: seat.place):
            head = (one.code, plain(one.title), _local(one.ended_at), minutes, one.mode)
            rows.writerow((*head, seat.place, plain(seat.name), seat.points, "yes" if seat.won else "no"))
    return out.getvalue()


def plain(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _local(at_s: float) -> str:
    return datetime.fromtimestamp(at_s, UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def as_bg_stats(results: Sequence[Result]) -> str:
    """The results as BG Stats exports its own plays."""
    games: dict[str, dict[str, Any]] = {}
    players: dict[str, dict[str, Any]] = {}
    plays = []
    for one in reversed(results):
        game = games.setdefault(one.game, _game(one, len(games) + 1))
        scores = []
        for at, seat in enumerate(one.seats):
            name = seat.name or SOMEBODY
            number = len(players) + 1
            player = players.setdefault(folded(name), _player(name, number, anonymous=not seat.name))
            scores.append({
                "playerRefId": player["id"],
                "score": str(seat.points) if one.scored else "",
                "winner": seat.won,
                "rank": seat.place,
                "seatOrder": at + 1,
                "startPlayer": False,
                "newPlayer": False,
            })  # fmt: skip
        began_at = one.ended_at - 60 * (one.minutes or 0)
        plays.append({
            "uuid": str(uuid.uuid5(_SPACE, f"play {one.code}")),
            "gameRefId": game["id"],
            "playDate": _local(began_at),
            "durationMin": round(one.minutes or 0),
            "modificationDate": _local(one.ended_at),
            "entryDate": _local(one.ended_at),
            "comments": f"Tablewright, table {one.code}",
            "ignored": False,
            "manualWinner": not one.scored,
            "rounds": 0,
            "playerScores": scores,
        })  # fmt: skip
    data = {
        "games": list(games.values()),
        "players": list(players.values()),
        "locations": [],
        "plays": plays,
        "tags": [],
        "groups": [],
        "userInfo": {},
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _game(one: Result, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": str(uuid.uuid5(_SPACE, f"game {one.game}")),
        "name": one.title,
        "bggId": 0,
        "highestWins": not one.low_wins,
        "noPoints": not one.scored,
        "cooperative": False,
        "usesTeams": False,
    }


def _player(name: str, number: int, *, anonymous: bool) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": str(uuid.uuid5(_SPACE, f"player {folded(name)}")),
        "name": name,
        "isAnonymous": anonymous,
    }

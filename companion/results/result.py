"""The result of a finished game, as it is kept with its table: who sat there, points, places, cards, and how long.

Made of what everybody may see (the game's view for nobody), so that a game ended by hand tells nobody's cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from companion.storage.store_protocol import ResultRow
from rules.game_protocol import Game
from rules.log import Begin, Log
from rules.score import ScoreLine, ScoreSheet
from rules.view import Block, Board, CardRow, CardView, Players, Scores, View

PAUSE_S = 20 * 60
"""More time than this between two entries is no time played: a table left for the night is no long game."""
_COPIES = re.compile(r"^(\d{1,3}) × (.+)$")


@dataclass(frozen=True, slots=True)
class Scored:
    """One line of a score sheet: what it is, for how many cards, and its points."""

    label: str
    points: int
    copies: int = 1
    suit: str = ""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a seat ended. ``name`` is "" where nobody had sat down; ``cards`` lay open in front of it at the end."""

    name: str
    colour: str = ""
    shape: str = ""
    points: int = 0
    place: int = 0
    won: bool = False
    lines: tuple[Scored, ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game. Times are seconds since 1970 (UTC); ``minutes`` is None where only the score was kept.

    ``scored`` says that the points mean something beside who won, ``low_wins`` that the fewest win.
    """

    code: str
    game: str
    title: str
    ended_at: float
    seats: tuple[SeatResult, ...]
    minutes: float | None = None
    scored: bool = False
    low_wins: bool = False
    mode: str = "play"

    @property
    def winners(self) -> tuple[SeatResult, ...]:
        """Who won, several where they share it; nobody where nobody did."""
        return tuple(seat for seat in self.seats if seat.won)


def result_of(code: str, mode: str, log: Log[Any]) -> Result | None:
    """The result of the table as it stands; None while its game goes on."""
    game, state = log.game, log.table.state
    if state is None or not game.over(state):
        return None
    view = game.view(state, None)
    sheet = public_sheet(game, state, view)
    places = placed(sheet)
    cards = _cards_by_seat(view)
    people = log.table.seats
    seats = []
    for one in sheet.seats:
        person = people[one.seat] if one.seat < len(people) else None
        seats.append(
            SeatResult(
                person.name if person else "",
                person.colour if person else "",
                person.shape if person else "",
                points=one.total,
                place=places[one.seat],
                won=one.seat in sheet.winners,
                lines=tuple(scored_line(line) for line in one.lines if line.points),
                cards=tuple(sorted(cards.get(one.seat, ()))),
            )
        )
    return Result(
        code,
        game.info.id,
        game.info.title,
        ended_at=log.entries[log.played[-1].rev - 1].at,
        seats=tuple(seats),
        minutes=minutes_of(log) if mode == "play" else None,
        scored=scored(game),
        low_wins=lowest_win(sheet),
        mode=mode,
    )


def public_sheet(game: Game[Any], state: Any, view: View) -> ScoreSheet:
    """The score sheet everybody may see: the one on the table screen, else the one of the table as all may know it."""
    shown = next((block.sheet for block in view.blocks if isinstance(block, Scores)), None)
    return shown if shown is not None else game.score(game.veil(state, None))


def scored(game: Game[Any]) -> bool:
    """Whether the points of this game say more than who has won: then it can be scored without being followed."""
    return "score" in game.info.modes


def placed(sheet: ScoreSheet) -> dict[int, int]:
    """Everybody's place, counted from 1; equals share one. Winners are first, whatever the points say."""
    if all(one.place for one in sheet.seats):
        return {one.seat: one.place for one in sheet.seats}
    ranks = {one.seat: (one.seat in sheet.winners, one.total) for one in sheet.seats}
    return {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}


def lowest_win(sheet: ScoreSheet) -> bool:
    """Whether the fewest points are the best here: whoever is first has fewer than somebody who is not."""
    places = placed(sheet)
    first = [one.total for one in sheet.seats if places[one.seat] == 1]
    rest = [one.total for one in sheet.seats if places[one.seat] > 1]
    return bool(first and rest) and min(first) < max(rest) and max(first) <= min(rest)


def scored_line(line: ScoreLine) -> Scored:
    """A line of a score sheet with the copies taken out of its name."""
    found = _COPIES.match(line.label)
    name, copies = (found.group(2), int(found.group(1))) if found else (str(line.label), 1)
    return Scored(name, line.points, copies, line.suit)


def minutes_of(log: Log[Any]) -> float:
    """How long the game took, from its beginning: people may have sat at the table long before."""
    begun = next((at for at, one in enumerate(log.played) if isinstance(one.event, Begin)), 0)
    return minutes_played(log.entries[one.rev - 1].at for one in log.played[begun:])


def minutes_played(times_s: Iterable[float]) -> float:
    """The minutes from the first to the last, long pauses left out, in any order.

    A step that was put right stands where it was, and was told later than those after it.
    """
    return sum(min(late - early, PAUSE_S) for early, late in pairwise(sorted(times_s))) / 60


def _cards_by_seat(view: View) -> dict[int, set[str]]:
    """The names of the cards that lie open in front of each seat."""
    found: dict[int, set[str]] = {}
    for seat, card in seated_cards(view.blocks):
        if card.name and card.up:
            found.setdefault(seat, set()).add(card.name)
    return found


def seated_cards(blocks: Iterable[Block]) -> Iterator[tuple[int, CardView]]:
    """Every card drawn in front of a seat."""
    for block in blocks:
        match block:
            case CardRow(seat=int() as seat, cards=cards):
                yield from ((seat, card) for card in cards)
            case Board(seat=int() as seat, slots=slots):
                yield from ((seat, card) for slot in slots for card in slot.cards)
            case Players(rows=rows):
                yield from ((row.seat, card) for row in rows for card in row.cards)


# --- as it is kept


def row_of(result: Result, rev: int) -> ResultRow:
    """The result as the store keeps it; ``rev`` is the table's newest entry it was made from."""
    data = asdict(result)
    for name in ("code", "game", "ended_at"):
        del data[name]
    return ResultRow(result.code, result.game, result.ended_at, rev, json.dumps(data, separators=(",", ":")))


def read_row(row: ResultRow) -> Result:
    """A result as it was kept. Raises ValueError, KeyError or TypeError where it is none."""
    data = json.loads(row.body)
    seats = tuple(_seat(one) for one in data.pop("seats"))
    return Result(row.code, row.game, ended_at=row.ended_at, seats=seats, **data)


@lru_cache(maxsize=4096)
def kept_result(row: ResultRow) -> Result | None:
    """A result as it was kept; None for one of another version that cannot be read."""
    try:
        return read_row(row)
    except (ValueError, KeyError, TypeError):
        return None


def _seat(data: dict[str, Any]) -> SeatResult:
    lines = tuple(Scored(**line) for line in data.pop("lines"))
    return SeatResult(**{**data, "lines": lines, "cards": tuple(data["cards"])})

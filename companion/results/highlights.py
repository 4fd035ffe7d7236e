"""What decided a finished game: each player's best line, the biggest swing, and what came to nothing.

Found in the score sheet and the log of any game. Texts still name seats as ``{p0}``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from companion.results.result import lowest_win, scored, scored_line
from rules.log import Log, Played
from rules.score import ScoreLine, ScoreSheet, SeatScore
from rules.text import say
from rules.view import person

Kind = Literal["best", "swing", "blow", "missed"]
STEPS_MAX = 2000
"""A longer game is not searched for its swings: it would keep the page waiting."""
MISSED_SHOWN = 2


@dataclass(frozen=True, slots=True)
class Highlight:
    """One line under the podium. ``card`` names the card whose art stands before it, ``points`` None where none count.

    ``rev`` is the place in the log it is about, for looking at that moment again.
    """

    kind: Kind
    seat: int
    text: str
    about: str
    points: int | None = None
    card: str = ""
    suit: str = ""
    rev: int | None = None


def highlights(log: Log[Any], sheet: ScoreSheet) -> tuple[Highlight, ...]:
    """What decided the game, the winner's own first. Empty while it goes on."""
    state = log.table.state
    if state is None or not log.game.over(state):
        return ()
    ranked = sorted(sheet.seats, key=lambda one: (one.place, one.seat))
    best = _best_lines(ranked, low=lowest_win(sheet)) if scored(log.game) else ()
    return (*best, *_swing(log), *_missed(ranked))


def _best_lines(seats: list[SeatScore], *, low: bool) -> Iterator[Highlight]:
    about = "{who}'s costliest line" if low else "{who}'s best line"
    for seat in seats:
        lines = [line for line in seat.lines if line.points > 0 and line.why]
        if len(seat.lines) < 2 or not lines:
            continue
        top = max(lines, key=lambda line: line.points)
        if top.points > 1:
            yield _highlight("best", seat.seat, top, say(about, who=person(seat.seat)), top.points)


def _highlight(kind: Kind, seat: int, line: ScoreLine, about: str, points: int | None) -> Highlight:
    card = scored_line(line).label if line.cards else ""
    return Highlight(kind, seat, line.label, about, points, card, line.suit)


def _missed(seats: list[SeatScore]) -> list[Highlight]:
    """Cards that lie there and score nothing, where the sheet says what they lack."""
    found = []
    for seat in seats:
        for line in seat.lines:
            if line.points == 0 and line.cards and line.suit and line.detail:
                about = say("{who}: {what}", who=person(seat.seat), what=line.detail)
                found.append(_highlight("missed", seat.seat, line, about, 0))
    return found[:MISSED_SHOWN]


def _swing(log: Log[Any]) -> list[Highlight]:
    """The step that moved somebody's points the most; where points say little, the one most cards fell by."""
    steps = [one for one in log.played if type(one.event) in log.game.events and one.after.state is not None]
    if len(steps) > STEPS_MAX:
        return []
    if scored(log.game) and (moved := _most_moved(log, steps)) is not None:
        return [moved]
    told = [(one, log.line(one.place, None)) for one in steps]
    blows = [(sum(p.fell for p in line.pictures), one, line) for one, line in told if line is not None]
    fell, one, line = max(blows, key=lambda blow: blow[0], default=(0, None, None))
    if one is None or line is None or fell < 1:
        return []
    card = next(p.name for p in line.pictures if p.fell)
    about = say("{count} fell at once", count=fell) if fell > 1 else say("{name} fell", name=card)
    seat = one.event.seat if one.event.seat is not None else 0
    return [Highlight("blow", seat, line.text, about, card=card, rev=one.place)]


def _most_moved(log: Log[Any], steps: list[Played[Any]]) -> Highlight | None:
    game = log.game
    before: dict[int, int] = {}
    best: tuple[int, int, Played[Any] | None] = (0, 0, None)
    for one in steps:
        now = {seat.seat: seat.total for seat in game.score(game.veil(one.after.state, None)).seats}
        for seat, total in now.items():
            change = total - before.get(seat, 0)
            if abs(change) > abs(best[0]):
                best = (change, seat, one)
        before = now
    change, seat, found = best
    if found is None or abs(change) < 2:
        return None
    line = log.line(found.place, None)
    if line is None:
        return None
    template = "Biggest swing: {points} points for {who}" if change > 0 else "Biggest swing: {who} lost {points}"
    pictured = next((p.name for p in line.pictures), "")
    about = say(template, who=person(seat), points=abs(change))
    return Highlight("swing", seat, line.text, about, change, pictured, rev=found.place)

"""What the cards of a game did over many games: how often each was held and played, what it won, what it brought; and
the same as CSV and JSON.

Pure. A time is one player in one game, however many copies they had: so a share of wins is a share of players.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from statistics import mean, median

from companion.results.exports import plain
from companion.results.result import Result, SeatResult


@dataclass(frozen=True, slots=True)
class SeatCards:
    """The names of the cards a player held or knew face down in the course of a game, and of those they played."""

    held: frozenset[str] = frozenset()
    played: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Course:
    """The course of one game by its cards: of each seat, and those that lay open in the middle."""

    seats: tuple[SeatCards, ...] = ()
    middle: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Told:
    """A finished game: its result, and its course, None where its entries cannot be read any more."""

    result: Result
    course: Course | None = None


@dataclass(frozen=True, slots=True)
class CardRecord:
    """A card over many games.

    ``held``, ``played``: players who had it in their hand, and who played it. ``middle``: games in which it lay open in
    the middle. ``kept``: players before whom it lay at the end. Of the last two, those who won. ``brought`` is what it
    brought whoever kept it on average by its own line of the score, and ``points`` all the points of these players on
    average; None where nobody can say.
    """

    name: str
    copies: int
    held: int = 0
    played: int = 0
    played_and_won: int = 0
    middle: int = 0
    kept: int = 0
    kept_and_won: int = 0
    brought: float | None = None
    points: float | None = None

    @property
    def seen(self) -> bool:
        """Whether it was anywhere at all."""
        return bool(self.held or self.played or self.middle or self.kept)


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat over many games, counted from 1. ``points`` is None where points say little."""

    seat: int
    games: int
    won: int
    points: float | None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game over many games of it. Minutes are those of games that were followed from beginning to end.

    ``unread`` games count only by their results: their entries cannot be read any more.
    """

    game: str
    title: str
    games: int
    players: int
    minutes: tuple[float, ...]
    points: float | None
    seats: tuple[SeatRecord, ...]
    cards: tuple[CardRecord, ...]
    unread: int = 0

    @property
    def usual_minutes(self) -> float | None:
        """The length in the middle; None where none was measured."""
        return median(self.minutes) if self.minutes else None

    @property
    def tracks_cards(self) -> bool:
        """Whether any card was seen."""
        return any(one.seen for one in self.cards)


@dataclass(slots=True)
class _Count:
    held: int = 0
    played: int = 0
    played_and_won: int = 0
    middle: int = 0
    kept: int = 0
    kept_and_won: int = 0
    brought: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)


def record(told: Sequence[Told], copies: dict[str, int]) -> GameRecord:
    """What the games came to, newest first; ``copies`` are the cards there are, by name, in the order of the deck.

    A card of a game that is not among them follows, with no copies. At least one game is wanted.
    """
    results = [one.result for one in told]
    counts = {name: _Count() for name in copies}
    for one in told:
        _count(counts, one)
    scored = [seat.points for one in results if one.scored for seat in one.seats]
    return GameRecord(
        results[0].game,
        results[0].title,
        games=len(results),
        players=sum(len(one.seats) for one in results),
        minutes=tuple(one.minutes for one in results if one.minutes is not None and one.minutes >= 1),
        points=mean(scored) if scored else None,
        seats=_seats(results),
        cards=tuple(_card(name, copies.get(name, 0), count) for name, count in counts.items()),
        unread=sum(one.course is None for one in told),
    )


def _count(counts: dict[str, _Count], told: Told) -> None:
    def of(names: Iterable[str]) -> list[_Count]:
        return [counts.setdefault(name, _Count()) for name in names]

    course = told.course or Course()
    for at, seat in enumerate(told.result.seats):
        kept = frozenset(seat.cards)
        had = course.seats[at] if at < len(course.seats) else SeatCards()
        for one in of(had.held):
            one.held += 1
        for one in of(had.played | kept):
            one.played += 1
            one.played_and_won += seat.won
        for name in sorted(kept):
            _kept(counts[name], name, told.result, seat)
    for one in of(course.middle):
        one.middle += 1


def _kept(count: _Count, name: str, result: Result, seat: SeatResult) -> None:
    count.kept += 1
    count.kept_and_won += seat.won
    if not result.scored:
        return
    count.points.append(seat.points)
    lines = [line.points for line in seat.lines if line.label == name]
    if lines:
        count.brought.append(sum(lines))


def _card(name: str, copies: int, count: _Count) -> CardRecord:
    # A line without points is not kept, so that whoever has none got 0 from a card that brings points at all.
    brought = sum(count.brought) / count.kept if count.brought else None
    return CardRecord(
        name,
        copies,
        held=count.held,
        played=count.played,
        played_and_won=count.played_and_won,
        middle=count.middle,
        kept=count.kept,
        kept_and_won=count.kept_and_won,
        brought=brought,
        points=mean(count.points) if count.points else None,
    )


def _seats(results: Sequence[Result]) -> tuple[SeatRecord, ...]:
    found = []
    for at in range(max(len(one.seats) for one in results)):
        sat = [(one, one.seats[at]) for one in results if at < len(one.seats)]
        points = [seat.points for one, seat in sat if one.scored]
        won = sum(seat.won for _, seat in sat)
        found.append(SeatRecord(at + 1, len(sat), won, mean(points) if points else None))
    return tuple(found)


# --- to take along


def as_csv(found: GameRecord) -> str:
    """One row a card, in the order of the deck. Names a spreadsheet would reckon with get an apostrophe before them."""
    out = io.StringIO()
    rows = csv.DictWriter(out, ["game", *_row(CardRecord("", 0))], lineterminator="\r\n")
    rows.writeheader()
    for card in found.cards:
        means = {"brought": _cell(card.brought), "points": _cell(card.points)}
        rows.writerow({"game": plain(found.title), **_row(card), "card": plain(card.name), **means})
    return out.getvalue()


def _cell(mean_points: float | None) -> str:
    return "" if mean_points is None else f"{mean_points:.2f}"


def as_json(found: GameRecord) -> str:
    """Everything there is. Minutes, the newest game first; what nobody can say is null."""
    data = {
        "game": found.game,
        "title": found.title,
        "games": found.games,
        "players": found.players,
        "unread": found.unread,
        "minutes": found.minutes,
        "points": found.points,
        "seats": [asdict(one) for one in found.seats],
        "cards": [_row(one) for one in found.cards],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _row(card: CardRecord) -> dict[str, str | int | float | None]:
    """A card by the names its figures have in files."""
    return {
        "card": card.name,
        "copies": card.copies,
        "held": card.held,
        "played": card.played,
        "played_and_won": card.played_and_won,
        "in_the_middle": card.middle,
        "at_the_end": card.kept,
        "at_the_end_and_won": card.kept_and_won,
        "brought": card.brought,
        "points": card.points,
    }

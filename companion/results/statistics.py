"""Figures over many results: who won how often, head to head, points over time, best cards, how long games take.

Pure. Results come with everybody under one name (``people.known``); a seat without a name takes part in no figure of a
person. The newest result comes first everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from statistics import mean, median

from companion.results.people import folded
from companion.results.result import Result, SeatResult
from rules.log import COLOURS, SHAPES

NIGHT_ENDS_H = 5
"""An evening goes on after midnight: until this hour it belongs to the day before."""
CARD_LEAST = 2
"""A card seen less often says nothing about the card."""


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """One person over all their games. ``streak`` is the longest row of wins, ``running`` the one not ended yet."""

    name: str
    colour: str
    shape: str
    played: int
    won: int
    streak: int
    running: int
    last_at: float

    @property
    def share(self) -> float:
        """The games won, 0 to 1."""
        return self.won / self.played


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people in the games both played: who came in before whom."""

    first: PersonFigures
    second: PersonFigures
    ahead: int
    behind: int
    level: int
    since: float

    @property
    def together(self) -> int:
        return self.ahead + self.behind + self.level


@dataclass(frozen=True, slots=True)
class BestScore:
    """The best points somebody has made in a game."""

    name: str
    points: int
    code: str


@dataclass(frozen=True, slots=True)
class GroupRecord:
    """The games the same people have played: everybody's wins, most first, and the best points among them."""

    wins: tuple[tuple[str, int], ...]
    games: int
    best: BestScore | None


@dataclass(frozen=True, slots=True)
class CardFigures:
    """A card that lay in front of people at the end: how often, how often they won, its points a time (or None)."""

    name: str
    times: int
    won: int
    points: float | None


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One game over all its results. ``best`` and ``mean_points`` are None where points say little."""

    game: str
    title: str
    plays: int
    last_at: float
    best: BestScore | None
    mean_points: float | None
    usual_minutes: float | None
    minutes: tuple[float, ...]
    winners: tuple[tuple[str, int], ...]
    cards: tuple[CardFigures, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of one evening, the newest first."""

    day: date
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A person's points in one game, the oldest first, as (seconds since 1970, points)."""

    name: str
    colour: str
    shape: str
    points: tuple[tuple[float, int], ...]


def seats_of(results: Iterable[Result], name: str) -> list[tuple[Result, SeatResult]]:
    """The games that person sat at, and their seat."""
    wish = folded(name)
    return [(one, seat) for one in results for seat in one.seats if seat.name and folded(seat.name) == wish]


def people(results: Sequence[Result]) -> tuple[PersonFigures, ...]:
    """Everybody who has a name, whoever played most first."""
    names = {folded(seat.name): seat.name for one in reversed(results) for seat in one.seats if seat.name}
    found = [_person(results, name) for name in names.values()]
    return _told_apart(sorted(found, key=lambda one: (-one.played, -one.won, folded(one.name))))


def _told_apart(found: Sequence[PersonFigures]) -> tuple[PersonFigures, ...]:
    """Everybody with a colour and a shape of their own while there are enough: at several tables two chose the same."""
    colours, shapes = list(COLOURS), list(SHAPES)
    looks = []
    for one in found:
        colour = one.colour if one.colour in colours else colours[0] if colours else one.colour
        shape = one.shape if one.shape in shapes else shapes[0] if shapes else one.shape
        colours = [other for other in colours if other != colour]
        shapes = [other for other in shapes if other != shape]
        looks.append(replace(one, colour=colour, shape=shape))
    return tuple(looks)


def _person(results: Sequence[Result], name: str) -> PersonFigures:
    sat = seats_of(results, name)
    streak = row = 0
    for _, seat in reversed(sat):
        row = row + 1 if seat.won else 0
        streak = max(streak, row)
    newest = sat[0][1]
    won = sum(seat.won for _, seat in sat)
    return PersonFigures(newest.name, newest.colour, newest.shape, len(sat), won, streak, row, sat[0][0].ended_at)


def head_to_head(results: Sequence[Result], first: str, second: str) -> HeadToHead | None:
    """Two people against each other; None where they never met."""
    ahead = behind = level = 0
    since = 0.0
    for one in results:
        mine = [seat.place for seat in one.seats if seat.name and folded(seat.name) == folded(first)]
        theirs = [seat.place for seat in one.seats if seat.name and folded(seat.name) == folded(second)]
        if not mine or not theirs:
            continue
        ahead += min(mine) < min(theirs)
        behind += min(mine) > min(theirs)
        level += min(mine) == min(theirs)
        since = one.ended_at
    if not ahead + behind + level:
        return None
    looks = {folded(one.name): one for one in people(results)}
    return HeadToHead(looks[folded(first)], looks[folded(second)], ahead=ahead, behind=behind, level=level, since=since)


def closest_pair(results: Sequence[Result]) -> tuple[str, str] | None:
    """The two who have met most often."""
    met: Counter[tuple[str, str]] = Counter()
    for one in results:
        names = sorted({seat.name for seat in one.seats if seat.name}, key=folded)
        met.update(combinations(names, 2))
    return met.most_common(1)[0][0] if met else None


def among(results: Iterable[Result], names: Iterable[str]) -> GroupRecord | None:
    """What exactly these people have played against each other, of one game's results; None for a first game."""
    wish = {folded(name): name for name in names}
    met = [one for one in results if {folded(seat.name) for seat in one.seats} == set(wish)]
    if len(met) < 2 or "" in wish:
        return None
    won = Counter(folded(seat.name) for one in met for seat in one.winners)
    wins = sorted(((name, won[key]) for key, name in wish.items()), key=lambda pair: -pair[1])
    return GroupRecord(tuple(wins), len(met), _game(met).best)


def each_game(results: Sequence[Result]) -> tuple[GameFigures, ...]:
    """Every game that was finished, the one played most first."""
    ids = Counter(one.game for one in results)
    return tuple(_game([one for one in results if one.game == game]) for game, _ in ids.most_common())


def _game(results: Sequence[Result]) -> GameFigures:
    newest = results[0]
    scored = [(one, seat) for one in results if one.scored for seat in one.seats]
    best = None
    if scored:
        sign = -1 if newest.low_wins else 1
        one, seat = max(scored, key=lambda pair: (sign * pair[1].points, pair[0].ended_at))
        best = BestScore(seat.name, seat.points, one.code)
    lengths = tuple(one.minutes for one in results if one.minutes is not None and one.minutes >= 1)
    wins = Counter(seat.name for one in results for seat in one.winners if seat.name)
    return GameFigures(
        newest.game,
        newest.title,
        plays=len(results),
        last_at=newest.ended_at,
        best=best,
        mean_points=mean(seat.points for _, seat in scored) if scored else None,
        usual_minutes=median(lengths) if lengths else None,
        minutes=lengths,
        winners=tuple(wins.most_common()),
        cards=best_cards(results),
    )


def best_cards(results: Sequence[Result], most: int = 6) -> tuple[CardFigures, ...]:
    """The cards that did best: by their points a time where they score, else by the games won with them."""
    times: Counter[str] = Counter()
    won: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for one in results:
        for seat in one.seats:
            scored = {line.label: line for line in seat.lines} if one.scored and not one.low_wins else {}
            for card in seat.cards:
                line = scored.get(card)
                times[card] += line.copies if line else 1
                won[card] += seat.won
                points[card] += line.points if line else 0
    counts = any(points.values())
    cards = [
        CardFigures(card, count, won[card], points[card] / count if counts else None)
        for card, count in times.items()
        if count >= CARD_LEAST and (points[card] > 0 if counts else won[card])
    ]
    rank = (lambda one: (one.points, one.times)) if counts else (lambda one: (one.won / one.times, one.times))
    return tuple(sorted(cards, key=rank, reverse=True)[:most])


def points_over_time(results: Sequence[Result], most: int = 6, games: int = 40) -> tuple[PointsLine, ...]:
    """The points of those who played a game most, in the last games of each."""
    found = []
    for person in people(results)[:most]:
        newest = seats_of(results, person.name)[:games]
        sat = [(one.ended_at, seat.points) for one, seat in reversed(newest) if one.scored]
        if sat:
            found.append(PointsLine(person.name, person.colour, person.shape, tuple(sat)))
    return tuple(found)


def months(results: Sequence[Result], now: float, most: int = 12) -> tuple[tuple[date, int], ...]:
    """How many games ended in each of the last months, the oldest first."""
    counted = Counter(day_of(one.ended_at).replace(day=1) for one in results)
    month, found = day_of(now).replace(day=1), []
    for _ in range(most):
        found.append((month, counted[month]))
        month = (month - timedelta(days=1)).replace(day=1)
    return tuple(reversed(found))


def lengths(minutes: Sequence[float], most: int = 8) -> tuple[tuple[int, int], ...]:
    """How many games took how long: (up to so many minutes, games), in equal steps people would choose."""
    if not minutes:
        return ()
    step = next(step for step in (5, 10, 15, 20, 30, 60, 120, 10_000) if max(minutes) <= step * most)
    steps = range(1, int(max(minutes) // step) + 2)
    return tuple((step * n, sum(step * (n - 1) <= one < step * n for one in minutes)) for n in steps)


def evenings(results: Sequence[Result]) -> tuple[Evening, ...]:
    """The results by the evening they ended on."""
    found: dict[date, list[Result]] = {}
    for one in results:
        found.setdefault(day_of(one.ended_at), []).append(one)
    return tuple(Evening(day, tuple(of)) for day, of in found.items())


def day_of(at_s: float) -> date:
    """The day, by this computer's clock, an evening belongs to."""
    local = datetime.fromtimestamp(at_s, UTC).astimezone()
    return (local - timedelta(hours=NIGHT_ENDS_H)).date()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which results somebody asks for; what is empty asks for all."""

    game: str = ""
    who: str = ""
    since: date | None = None
    until: date | None = None

    def of(self, results: Iterable[Result]) -> tuple[Result, ...]:
        """Those that fit."""
        return tuple(one for one in results if self._fits(one))

    def _fits(self, one: Result) -> bool:
        day = day_of(one.ended_at)
        return (
            (not self.game or one.game == self.game)
            and (not self.who or any(folded(seat.name) == folded(self.who) for seat in one.seats))
            and (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
        )

"""Where everybody stands in a tournament: points, what the opponents made, and places. Pure.

A table gives each of its people the share of the others they left behind, a tie counting half: at two that is 1, a half
or 0, at four the second has two thirds. So tables of different sizes weigh the same, and a bye is 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Played:
    """A finished table: its people and their places (from 1, equals share one)."""

    people: tuple[int, ...]
    places: tuple[int, ...]

    def share(self, person: int) -> Fraction:
        """What the table gave this person, 0 to 1."""
        others = len(self.people) - 1
        mine = self.places[self.people.index(person)]
        behind = sum(place > mine for place in self.places)
        level = sum(place == mine for place in self.places) - 1
        return Fraction(2 * behind + level, 2 * others) if others else Fraction(1)


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. ``opponents`` is what the people one has met have made in all, ``won`` the tables won
    outright or shared, ``place`` counts from 1 and is shared by those nothing tells apart."""

    person: int
    place: int
    points: Fraction
    opponents: Fraction
    played: int
    won: int


def standings(people: Iterable[int], played: Sequence[Played], byes: Iterable[int]) -> tuple[Standing, ...]:
    """Everybody, the best first: by points, then by the opponents' points, then by tables won.

    Whoever nothing tells apart shares a place and stands in the order of ``people``.
    """
    everybody, free = tuple(people), list(byes)
    points = {one: Fraction(free.count(one)) for one in everybody}
    for table in played:
        for one in table.people:
            points[one] = points.get(one, Fraction(0)) + table.share(one)
    lines = []
    for one in everybody:
        mine = [table for table in played if one in table.people]
        opponents = sum((points[other] for table in mine for other in table.people if other != one), Fraction(0))
        won = sum(table.places[table.people.index(one)] == 1 for table in mine)
        lines.append(Standing(one, 0, points[one], opponents=opponents, played=len(mine), won=won))
    lines.sort(key=_worth, reverse=True)
    better = [sum(_worth(other) > _worth(line) for other in lines) for line in lines]
    return tuple(
        Standing(line.person, 1 + ahead, line.points, opponents=line.opponents, played=line.played, won=line.won)
        for line, ahead in zip(lines, better, strict=True)
    )


def _worth(line: Standing) -> tuple[Fraction, Fraction, int]:
    return line.points, line.opponents, line.won


def points_said(points: Fraction) -> str:
    """Points for people: 3, 2½, or 1.67 where it is neither."""
    whole, rest = divmod(points, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(whole) if not rest else f"{float(points):.2f}"

"""What the pages of a club night show: a line for every table, and for everybody in the standings.

Made of what everybody may see, the host's page too: the host of a night has no business in anybody's hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.club.night import Night, Seated, to_json
from companion.club.nights import ClubNights
from companion.club.standings import Standing, points_said
from companion.errors import Trouble
from companion.results.people import folded
from companion.results.result import Result
from companion.table.tables import Tables
from rules.log import Begin, Person
from rules.view import Banner

Stage = Literal["free", "waiting", "playing", "over", "gone"]
IDLE_S = 10 * 60
"""A table where nothing was reported for so long may want a look."""


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody at a table. ``here`` says that they have sat down, ``person`` is None for a name of the list alone."""

    name: str
    person: Person | None = None
    here: bool = False
    place: int = 0
    points: str = ""


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table as the night's pages show it.

    ``now`` is what everybody at it sees at the top of their screen (whose turn it is), with the names filled in;
    ``begun_at``, ``moved_at`` and ``called_at`` are seconds since 1970 (UTC), 0 for never.
    """

    number: int
    code: str
    game: str
    title: str
    stage: Stage
    people: tuple[Place, ...]
    now: str = ""
    begun_at: float = 0
    moved_at: float = 0
    called_at: float = 0
    by_hand: bool = False
    unnamed: bool = False
    """The game is over, and its seats do not carry the names of the list: the host says who was where."""

    @property
    def counted(self) -> bool:
        """Whether it has come to something."""
        return self.by_hand or self.stage == "over"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the standings for people."""

    line: Standing
    name: str
    left: bool

    @property
    def points(self) -> str:
        return points_said(self.line.points)

    @property
    def opponents(self) -> str:
        return points_said(self.line.opponents)


@dataclass(frozen=True, slots=True)
class NightView:
    """A club night for its pages: the tables of ``round``, who sits out, and the standings."""

    night: Night
    round: int
    tables: tuple[TableLine, ...]
    byes: tuple[str, ...]
    standings: tuple[Ranked, ...]
    can_pair: bool

    @property
    def calls(self) -> tuple[TableLine, ...]:
        """Tables that want the host, the longest waiting first."""
        return tuple(sorted((one for one in self.tables if one.called_at), key=lambda one: one.called_at))

    @property
    def over(self) -> int:
        """How many tables have come to a result."""
        return sum(one.counted for one in self.tables)


def view_of(nights: ClubNights, night: Night, round_: int | None = None) -> NightView:
    """The night as it stands, looking at ``round_`` (the newest where None)."""
    shown = night.round if round_ is None or not 0 < round_ <= night.round else round_
    results = nights.results(night)
    lines = tuple(_line(nights, night, table, results) for table in night.of_round(shown))
    ranked = tuple(
        Ranked(line, night.people[line.person].name, left=0 < night.people[line.person].left <= night.round + 1)
        for line in (nights.standings(night, results) if night.is_tournament else ())
    )
    byes = tuple(night.people[one].name for one in night.byes[shown - 1]) if shown else ()
    done = all(line.by_hand or (line.stage == "over" and not line.unnamed) for line in lines)
    can_pair = night.is_tournament and not night.closed and shown == night.round and (not night.round or done)
    return NightView(night, shown, lines, byes, ranked, can_pair)


def _line(nights: ClubNights, night: Night, table: Seated, results: Mapping[str, Result]) -> TableLine:
    called_at = dict(night.calls).get(table.code, 0.0)
    title, result = _title(nights.tables, table.game), results.get(table.code)
    names = night.names(table)
    hand = dict(zip(map(folded, names), table.by_hand, strict=True)) if table.by_hand else {}
    try:
        live = nights.tables.live(table.code)
    except Trouble:
        return TableLine(
            table.number,
            table.code,
            table.game,
            title,
            "gone",
            tuple(Place(name, place=hand.get(folded(name), 0)) for name in names),
            called_at=called_at,
            by_hand=bool(table.by_hand),
        )
    log = live.log
    sat = [person for person in log.table.seats if person]
    begun = next((one.at for one in log.entries if isinstance(one.event, Begin)), 0.0)
    over = result is not None
    stage: Stage = "over" if over else "playing" if log.table.state is not None else "waiting" if sat else "free"
    return TableLine(
        table.number,
        table.code,
        table.game,
        title,
        stage,
        _people(names, sat, result, hand),
        now=_now(nights.tables, table.code) if stage == "playing" else "",
        begun_at=begun,
        moved_at=log.entries[-1].at if log.entries else 0.0,
        called_at=called_at,
        by_hand=bool(table.by_hand),
        unnamed=over and bool(names) and nights.played(night, table, results) is None,
    )


def _people(
    names: tuple[str, ...], sat: list[Person], result: Result | None, hand: Mapping[str, int]
) -> tuple[Place, ...]:
    """Those on the list for this table, and whoever else has sat down."""
    at = {folded(person.name): person for person in sat}
    ended = {folded(seat.name): seat for seat in result.seats if seat.name} if result else {}
    listed = [folded(name) for name in names]
    found = []
    for name in (*names, *(person.name for person in sat if folded(person.name) not in listed)):
        key = folded(name)
        seat = ended.get(key)
        place = hand.get(key, seat.place if seat else 0)
        points = str(seat.points) if seat and result and result.scored else ""
        found.append(Place(name, at.get(key), here=key in at, place=place, points=points))
    return tuple(found)


def _now(tables: Tables, code: str) -> str:
    seen = tables.look(code, as_table=True)
    banner = next((block for block in seen.view.blocks if isinstance(block, Banner)), None) if seen.view else None
    return seen.say(banner.title) if banner else ""


def _title(tables: Tables, game: str) -> str:
    return tables.games.info(game).title if game in tables.games.playable() else game


def fingerprint(nights: ClubNights, night: Night) -> str:
    """Changes whenever one of the night's pages would: the night itself and every table's rev."""
    revs = []
    for table in night.now:
        try:
            revs.append(nights.tables.live(table.code).log.rev)
        except Trouble:
            revs.append(-1)
    return hashlib.sha256(f"{to_json(night)} {revs}".encode("utf-8", "surrogatepass")).hexdigest()[:16]

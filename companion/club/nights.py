"""Club nights: laid, paired round by round, and kept. Every table is opened through the one door.

A night is read anew for each request and changed under one lock, so memory and disk never disagree about it. Where
another process has changed it meanwhile, the change is made once more from what that one has kept.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from functools import wraps
from typing import ParamSpec, TypeVar, get_args

from companion.club import pairing
from companion.club.night import Kind, Night, Player, Seated, from_json, to_json
from companion.club.standings import Played, Standing, standings
from companion.errors import NoTable
from companion.results.people import folded
from companion.results.result import Result, kept_result
from companion.storage.store_protocol import Store
from companion.table.house_rules import read_options
from companion.table.live_table import Joined
from companion.table.player_names import clean_name
from companion.table.tables import Tables
from companion.table.tokens import new_code, tidy_code
from rules.game_protocol import GameInfo, Level, Refusal
from rules.text import Name, say

INDEX = "club_nights"
"""The name the store keeps the list of nights under, the newest first; each night stands under ``club_ID``."""
NIGHTS_KEPT = 200
TABLES_MOST = 60
PEOPLE_MOST = 240
ROUNDS_MOST = 60
MINUTES_MOST = 600
TITLE_MOST = 60
P = ParamSpec("P")
R = TypeVar("R")


class _ChangedElsewhere(Exception):  # noqa: N818 - whoever changes the night looks again
    """Another process has changed the night since it was read."""


def _once_more(change: Callable[P, R]) -> Callable[P, R]:
    """A change of a night, made anew from what others have made of it where they came first."""

    @wraps(change)
    def made(*args: P.args, **kwargs: P.kwargs) -> R:
        while True:
            with suppress(_ChangedElsewhere):
                return change(*args, **kwargs)

    return made


class ClubNights:
    """What the owner does about club nights, and the little everybody else may."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._lock = threading.Lock()

    @property
    def store(self) -> Store:
        return self.tables.store

    @property
    def clock(self) -> Callable[[], float]:
        """The seconds since 1970 (UTC) this server goes by."""
        return self.tables.registry.clock

    # --- finding them

    def all(self) -> tuple[Night, ...]:
        """Every night that is kept, the newest first."""
        found = (self._read(id_) for id_ in _ids(self.store.remembered(INDEX)))
        return tuple(night for night in found if night is not None)

    def find(self, id_: str) -> Night:
        """The night with this code, as typed. Raises NoTable where there is none."""
        night = self._read(tidy_code(id_))
        if night is None:
            raise NoTable("no_night", "There is no club night with that code; look at the host's screen.")
        return night

    def of_table(self, code: str) -> Night | None:
        """The open night a table belongs to, None for a table of its own."""
        tidy = tidy_code(code)
        return next((night for night in self.all() if not night.closed and night.table(tidy)), None)

    # --- laying and changing them

    def open(
        self,
        title: str,
        *,
        kind: str = "open",
        game: str = "",
        options: object = (),
        seats: int = 2,
        names: Iterable[str] = (),
        round_minutes: int = 0,
    ) -> Night:
        """A new night: of ``game``, where it is a tournament, for the people named.

        Raises Refusal STRUCT for what cannot be: another kind, a name twice, too few people, too many at a table.
        """
        found = next((one for one in get_args(Kind) if one == kind), None)
        if found is None:
            raise Refusal(Level.STRUCT, "bad_input", f"kind: expected one of {', '.join(get_args(Kind))}")
        if not 0 <= round_minutes <= MINUTES_MOST:
            text = "A round lasts up to {most} minutes; 0 is no clock."
            raise Refusal(Level.STRUCT, "bad_minutes", say(text, most=MINUTES_MOST))
        night = Night(new_code(), _title(title), self.clock(), kind=found, seats=seats, round_minutes=round_minutes)
        if night.is_tournament:
            pairs = self.tables.registry.decks.pinned(game, read_options(options))
            night = replace(night, game=game, options=pairs, people=_people(names))
            _check_tournament(night, self._info(game))
        self.store.remember(_name(night.id), to_json(night))
        while True:
            before = self.store.remembered(INDEX)
            if self.store.remember(INDEX, json.dumps([night.id, *_ids(before)][:NIGHTS_KEPT]), over=before):
                break
        return night

    @_once_more
    def add_tables(self, id_: str, game: str, count: int, options: object = ()) -> Night:
        """Lay ``count`` more tables of a game; for a night without a tournament.

        Raises Refusal STRUCT for a game there is not, and for more than 60 tables in all.
        """
        with self._changed(id_) as change:
            night = change.night
            _must(not night.is_tournament and not night.closed, "The rounds of a tournament set up its tables.")
            if not 1 <= count <= TABLES_MOST - len(night.tables):
                text = "A night has up to {most} tables; there are {now}."
                raise Refusal(Level.STRUCT, "bad_count", say(text, most=TABLES_MOST, now=len(night.tables)))
            first = max((one.number for one in night.tables), default=0) + 1
            opened = (Seated(first + at, self._opened(game, options), game) for at in range(count))
            change.night = replace(night, tables=(*night.tables, *opened))
        return change.night

    @_once_more
    def next_round(self, id_: str) -> Night:
        """Pair everybody who is there, lay the tables and begin the round.

        Raises Refusal while a table of this round has no result, and where too few are left to play.
        """
        with self._changed(id_) as change:
            night = change.night
            _must(night.is_tournament and not night.closed, "This night has no more rounds.")
            if night.round >= ROUNDS_MOST:
                raise Refusal(Level.RULE, "rounds_over", say("A tournament has up to {most} rounds.", most=ROUNDS_MOST))
            if night.kind == "round_robin" and night.round >= pairing.rounds(len(night.people)):
                raise Refusal(Level.RULE, "rounds_over", "Everybody has met everybody; the standings are final.")
            results = self.results(night)
            open_ = [table.number for table in night.now if self.played(night, table, results) is None]
            if night.round and open_:
                numbers = ", ".join(map(str, open_))
                text = "No result yet from table {numbers}: wait for it, or enter it by hand."
                raise Refusal(Level.RULE, "round_open", say(text, numbers=numbers))
            seated, byes = self._paired(night)
            tables = tuple(
                Seated(at, self._opened(night.game, night.options), night.game, round=night.round + 1, people=people)
                for at, people in enumerate(seated, 1)
            )
            change.night = replace(
                night,
                tables=(*night.tables, *tables),
                byes=(*night.byes, byes),
                began_at=(*night.began_at, self.clock()),
            )
        return change.night

    @_once_more
    def take_round_back(self, id_: str) -> Night:
        """The newest round was paired too early: its tables leave the night. Raises Refusal once one has a result."""
        with self._changed(id_) as change:
            night = change.night
            _must(night.round > 0 and not night.closed, "There is no round to take back.")
            results = self.results(night)
            if any(self.played(night, table, results) for table in night.now):
                text = "A table of this round has its result already; the round stands."
                raise Refusal(Level.RULE, "round_stands", text)
            gone = {table.code for table in night.now}
            change.night = replace(
                night,
                tables=tuple(table for table in night.tables if table.code not in gone),
                byes=night.byes[:-1],
                began_at=night.began_at[:-1],
                calls=tuple(call for call in night.calls if call[0] not in gone),
            )
        return change.night

    @_once_more
    def give_result(self, id_: str, code: str, places: Sequence[int]) -> Night:
        """Everybody's place at a table by the host's hand, in the order of its people; () lets the game's own count.

        Raises Refusal STRUCT unless there is a place from 1 on for each of them and somebody is first.
        """
        with self._changed(id_) as change:
            table = _table(change.night, code)
            count = len(table.people)
            if places and (len(places) != count or 1 not in places or not all(1 <= one <= count for one in places)):
                text = "Give each of the {count} a place, and somebody the first."
                raise Refusal(Level.STRUCT, "bad_places", say(text, count=count))
            change.night = change.night.with_table(replace(table, by_hand=tuple(places)))
        return change.night

    @_once_more
    def add_player(self, id_: str, name: str) -> Night:
        """Somebody comes late, and plays from the next round on; or back, who had left under that name."""
        with self._changed(id_) as change:
            night = change.night
            _must(night.is_tournament, "Only a tournament keeps a list of people.")
            typed = clean_name(name)
            at = next((i for i, one in enumerate(night.people) if folded(one.name) == folded(typed)), None)
            if at is not None and not night.people[at].left:
                raise Refusal(Level.STRUCT, "name_twice", say("{name} is on the list already.", name=Name(typed)))
            if at is not None:
                # A round one was away for is lost, so whoever comes back begins with the next.
                people = [*night.people]
                people[at] = Player(people[at].name, since=night.round + 1)
                change.night = replace(night, people=tuple(people))
            else:
                if night.kind == "round_robin" and night.round:
                    text = "In a round robin everybody is on the list from the first round on."
                    raise Refusal(Level.RULE, "too_late", text)
                if len(night.people) >= PEOPLE_MOST:
                    text = say("A tournament has up to {most} people.", most=PEOPLE_MOST)
                    raise Refusal(Level.STRUCT, "too_many", text)
                change.night = replace(night, people=(*night.people, Player(typed, since=night.round + 1)))
        return change.night

    @_once_more
    def drop_player(self, id_: str, person: int) -> Night:
        """Somebody has left: what they played counts, and they are paired no more."""
        with self._changed(id_) as change:
            night = change.night
            known = _person(night, person)
            people = [*night.people]
            people[person] = replace(known, left=night.round + 1)
            change.night = replace(night, people=tuple(people))
        return change.night

    @_once_more
    def call(self, code: str) -> Night | None:
        """A table wants the host; None where it belongs to no open night. Calling twice is one call."""
        night = self.of_table(code)
        if night is None:
            return None
        with self._changed(night.id) as change:
            tidy = tidy_code(code)
            if all(called != tidy for called, _ in change.night.calls):
                change.night = replace(change.night, calls=(*change.night.calls, (tidy, self.clock())))
        return change.night

    @_once_more
    def answered(self, id_: str, code: str) -> Night:
        """The host has been at that table."""
        with self._changed(id_) as change:
            calls = tuple(call for call in change.night.calls if call[0] != tidy_code(code))
            change.night = replace(change.night, calls=calls)
        return change.night

    @_once_more
    def close(self, id_: str, *, closed: bool = True) -> Night:
        """The night is over, or goes on after all."""
        with self._changed(id_) as change:
            change.night = replace(change.night, closed=closed)
        return change.night

    def sit(self, id_: str, person: int, tokens: Iterable[str] = ()) -> tuple[Seated, Joined, str]:
        """Somebody of the list sits down at their table of this round, at their own seat.

        Gives the table, the seat, and a host's token where they are the first there ("" else). Raises SeatTaken where
        somebody sits there already, Refusal for who has no table now.
        """
        night = self.find(id_)
        known = _person(night, person)
        table = next((one for one in night.now if person in one.people), None)
        if table is None or not night.round:
            text = "{name} has no table in this round."
            raise Refusal(Level.RULE, "no_table_now", say(text, name=Name(known.name)))
        joined = self.tables.join(table.code, name=known.name, seat=table.people.index(person), tokens=tokens)
        return table, joined, self.first_host(table.code)

    def first_host(self, code: str, id: str | None = None) -> str:
        """A host's token for whoever is the first to sit down at a table of a night, so that it can begin; "" else.

        Whoever heard no answer gets the same one again for the secret ``id`` they sat down under.
        """
        return self.tables.one_more_host(code, first=True, id=id) if self.of_table(code) else ""

    # --- how it stands

    def results(self, night: Night) -> Mapping[str, Result]:
        """The results there are, by the table's code."""
        rows = self.store.results({table.code for table in night.tables}) if night.tables else ()
        return {result.code: result for result in map(kept_result, rows) if result is not None}

    def played(self, night: Night, table: Seated, results: Mapping[str, Result]) -> Played | None:
        """What a table of the tournament came to: by hand, else by its game; None while that is not known.

        A game's result counts where everybody of the table sat there under their name.
        """
        if table.by_hand:
            return Played(table.people, table.by_hand)
        found = results.get(table.code)
        if found is None or not table.people:
            return None
        places = {folded(seat.name): seat.place for seat in found.seats if seat.name}
        names = [folded(name) for name in night.names(table)]
        if not all(name in places for name in names):
            return None
        mine = [places[name] for name in names]
        # Others may have sat there too: what counts is how these stand to each other.
        return Played(table.people, tuple(1 + sum(other < place for other in mine) for place in mine))

    def standings(self, night: Night, results: Mapping[str, Result] | None = None) -> tuple[Standing, ...]:
        """Where everybody stands after the rounds with results."""
        known = self.results(night) if results is None else results
        tables = (self.played(night, table, known) for table in night.tables)
        byes = [person for round_ in night.byes for person in round_]
        return standings(range(len(night.people)), [one for one in tables if one is not None], byes)

    # --- inside

    def _paired(self, night: Night) -> tuple[pairing.Groups, tuple[int, ...]]:
        """The tables of the next round, and who sits out."""
        round_ = night.round + 1
        here = [at for at, one in enumerate(night.people) if one.plays(round_)]
        if night.kind == "round_robin":
            # Everybody who was ever on the list keeps their place in the ring, or pairs would come twice.
            pairs, out = pairing.round_robin(range(len(night.people)), round_)
            both = tuple(pair for pair in pairs if set(pair) <= set(here))
            alone = [one for pair in pairs if not set(pair) <= set(here) for one in pair if one in here]
            return both, (*alone, *([out] if out is not None and out in here else []))
        ranked = self._ranked(night, here)
        if night.kind == "groups":
            spread = pairing.sizes(len(here), night.seats, self._info(night.game).players[0])
            if not spread:
                text = "{count} people cannot be spread over tables of {seats}."
                raise Refusal(Level.RULE, "too_few", say(text, count=len(here), seats=night.seats))
            return pairing.groups(ranked, [frozenset(one.people) for one in night.tables], spread), ()
        _enough(len(here))
        out = pairing.sits_out(ranked, [person for byes in night.byes for person in byes])
        playing = [line for line in ranked if line[0] != out]
        met = {frozenset(table.people) for table in night.tables}
        return pairing.swiss(playing, met), () if out is None else (out,)

    def _ranked(self, night: Night, here: Sequence[int]) -> list[tuple[int, Fraction]]:
        """Those who are there with their points, the best first; drawn by lot for the first round."""
        if not night.round:
            drawn = list(here)
            secrets.SystemRandom().shuffle(drawn)
            return [(person, Fraction(0)) for person in drawn]
        return [(line.person, line.points) for line in self.standings(night) if line.person in set(here)]

    def _opened(self, game: str, options: object) -> str:
        # Nobody keeps the token: whoever sits down first becomes the host.
        return self.tables.open(game, options=options).code

    def _info(self, game: str) -> GameInfo:
        known = self.tables.games
        if game not in known.playable():
            raise Refusal(Level.STRUCT, "no_game", "There is no such game here; choose one from the list.")
        return known.info(game)

    def _read(self, id_: str) -> Night | None:
        text = self.store.remembered(_name(id_)) if id_ else ""
        try:
            return from_json(text) if text else None
        except (ValueError, KeyError, TypeError):
            return None

    @contextmanager
    def _changed(self, id_: str) -> Iterator[_Change]:
        """The night to change; what stands in it at the end is kept, and nothing where something was refused.

        Raises _ChangedElsewhere where another process has changed it meanwhile.
        """
        with self._lock:
            text = self.store.remembered(_name(id_))
            change = _Change(self.find(id_))
            before = change.night
            yield change
            if change.night != before and not self.store.remember(_name(id_), to_json(change.night), over=text):
                raise _ChangedElsewhere


class _Change:
    def __init__(self, night: Night) -> None:
        self.night = night


def _name(id_: str) -> str:
    return f"club_{id_}"


def _ids(text: str) -> list[str]:
    found = json.loads(text) if text else []
    return [one for one in found if isinstance(one, str)]


def _title(typed: str) -> str:
    tidy = " ".join("".join(c if c.isprintable() else " " for c in typed[:500]).split())
    if not tidy:
        raise Refusal(Level.STRUCT, "no_title", "Give the night a name, as it should appear on the board.")
    if len(tidy) > TITLE_MOST:
        raise Refusal(
            Level.STRUCT, "long_title", say("The name is long for a board; {most} characters fit.", most=TITLE_MOST)
        )
    return tidy


def _people(names: Iterable[str]) -> tuple[Player, ...]:
    found: dict[str, Player] = {}
    for line, typed in enumerate(names, 1):
        if not typed.strip():
            continue
        name = _name_of_line(typed, line)
        if folded(name) in found:
            text = "{name} is on the list twice; add something that tells the two apart."
            raise Refusal(Level.STRUCT, "name_twice", say(text, name=Name(name)))
        found[folded(name)] = Player(name)
        if len(found) > PEOPLE_MOST:
            raise Refusal(Level.STRUCT, "too_many", say("A tournament has up to {most} people.", most=PEOPLE_MOST))
    return tuple(found.values())


def _name_of_line(typed: str, line: int) -> str:
    """The name on a line of the list. Raises Refusal STRUCT that says which line, for a list can be long."""
    try:
        return clean_name(typed)
    except Refusal as no:
        seen = "".join(c for c in typed if c.isprintable()).strip()[:40]
        text = say("Line {line}, {name}: {why}", line=line, name=Name(seen), why=no.text)
        raise Refusal(no.level, no.code, text) from no


def _check_tournament(night: Night, info: GameInfo) -> None:
    low, high = info.players
    pairs = night.kind in ("swiss", "round_robin")
    if pairs and not low <= 2 <= high:
        text = "{game} is not played by two; choose larger tables."
        raise Refusal(Level.STRUCT, "bad_kind", say(text, game=info.title))
    if not pairs and not max(3, low) <= night.seats <= high:
        text = "Tables of {game} can have {low} to {high} people."
        raise Refusal(Level.STRUCT, "bad_seats", say(text, game=info.title, low=max(3, low), high=high))
    _enough(len(night.people))
    if len(night.people) > TABLES_MOST * (2 if pairs else night.seats):
        text = "That is more than {most} tables; make two tournaments of it."
        raise Refusal(Level.STRUCT, "too_many", say(text, most=TABLES_MOST))


def _enough(people: int) -> None:
    if people < 2:
        raise Refusal(Level.STRUCT, "too_few", "A tournament needs at least two people; write one name a line.")


def _table(night: Night, code: str) -> Seated:
    table = night.table(tidy_code(code))
    if table is None:
        raise NoTable("no_table", "That table is not part of this night.")
    return table


def _person(night: Night, number: int) -> Player:
    if not 0 <= number < len(night.people):
        raise Refusal(Level.STRUCT, "no_person", "Nobody on the list has that number.")
    return night.people[number]


def _must(holds: bool, text: str) -> None:
    if not holds:
        raise Refusal(Level.RULE, "not_now", text)

"""Worked examples of a game's points: an ``examples.toml`` reckoned by the plan, and line by line what differs.

An example lays a table out (``seats``, ``table``, ``teams``, ``options``), or several rounds of one, and says what it
must come to. docs/own-games.md has every key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.datagame.flow import Said, checked, end_round, outs, settle
from rules.datagame.plan import Plan
from rules.datagame.score import came_to, own_points, round_lines, sheet
from rules.datagame.screens import alarms
from rules.datagame.state import Lying, RoundSheet, State, begun, place, places, put, written
from rules.datagame.toml_reading import Page, Table
from rules.game_protocol import Seat
from rules.text import say
from rules.values.cards import DeckError, Problem
from rules.values.columns import nearest, shown

FILE = "examples.toml"
MOST_EXAMPLES = 60
EXAMPLE = (
    "name", "seats", "table", "teams", "options", "round", "rounds", "end", "total", "counters", "winners", "result",
)  # fmt: skip
SEAT = ("cards", "counters", "rows", "from", "points", "lines", "out", "alarms")
TEAM = ("rows", "counters", "points")
_CARD = re.compile(r"([0-9A-Za-z]{1,3})(?:\*([0-9]{1,2}))?")


def reckoned(plan: Plan, toml: bytes, file: str = FILE) -> tuple[int, tuple[Problem, ...]]:
    """How many examples there are, and what is wrong with them or comes to something else, in the order of the file.

    Raises DeckError where the file is no TOML.
    """
    page = Page(toml, file)
    page.only(("example",))
    tables = page.tables("example", MOST_EXAMPLES)
    for table in tables:
        before = len(page.problems)
        try:
            _Example(plan, table).reckon()
        except (DeckError, _Wrong) as error:
            if len(page.problems) == before:
                table.fault("name", str(error))
    return len(tables), tuple(sorted(page.problems, key=lambda one: one.line))


class _Wrong(Exception):  # noqa: N818 - an answer to whoever wrote the example
    """An example that cannot be laid out; what is wrong is noted."""


@dataclass
class _Example:
    plan: Plan
    table: Table
    seat: Seat | None = None
    """The seat that is looked at just now."""

    def reckon(self) -> None:
        """Lay it out and note what differs."""
        table = self.table
        table.only(EXAMPLE)
        table.text("name", 120, "")
        rounds, seats = table.values.get("rounds"), table.values.get("seats")
        first = rounds[0] if isinstance(rounds, list) and rounds else seats
        if not isinstance(first, list) or not first:
            raise self._wrong("seats", "expected who sits there: seats = [{ ... }, { ... }]")
        self.own = self._plan(len(first))
        state = begun(self.own, len(first), "play", self.options)
        if isinstance(rounds, list):
            self._rounds(state, rounds)
        else:
            self._seats(state, first)

    def _wrong(self, key: str, text: str, word: str = "") -> _Wrong:
        self._fault(key, text, word)
        return _Wrong(text)

    def _fault(self, key: str, text: str, word: str = "") -> None:
        """Note what is wrong, with the line of the seat that is looked at just now, or of a word in it."""
        page, begins = self.table.page, self.table.page.line_of("example", self.table.number, "")
        lines = page.text.splitlines()
        ends = next((at for at in range(begins, len(lines)) if lines[at].lstrip().startswith("[[")), len(lines))
        inside = range(page.line_of("example", self.table.number, key), ends + 1)
        seats = [at for at in inside if lines[at - 1].lstrip().startswith("{")]
        own = seats[self.seat : self.seat + 1] if self.seat is not None else []
        named = [at for at in (*own, *inside) if word and word in lines[at - 1]]
        line = [*named, *own, inside.start][0]
        page.problems.append(Problem(page.file, line, key, text))

    def _plan(self, players: int) -> Plan:
        least, most = self.plan.players
        if not 1 <= players <= most:
            raise self._wrong(
                "seats", say("{title} is for {least} to {most} people", title=self.plan.title, least=least, most=most)
            )
        given = self.table.values.get("options", {})
        known = {one.id: one for one in self.plan.options}
        if not isinstance(given, dict):
            raise self._wrong("options", 'expected options in braces, such as { duel = "long" }')
        for key, value in given.items():
            if key not in known or value not in known[key].values:
                words = tuple(map(str, known[key].values)) if key in known else tuple(known)
                raise self._wrong(
                    "options",
                    say(
                        "{word} is not known; {near}",
                        word=shown(str(value if key in known else key)),
                        near=nearest(str(value if key in known else key), words),
                    ),
                )
        self.options = {one.id: given.get(one.id, one.default) for one in self.plan.options}
        return self.plan.at(max(players, 1), self.options)

    # --- laying out

    def _laid(self, state: State, seats: Sequence[object], key: str) -> State:
        for seat, own in enumerate(seats):
            if not isinstance(own, dict) or len(seats) != state.players:
                raise self._wrong(key, say("expected {players} seats in braces", players=state.players))
            self.seat = seat
            for word in own:
                if word not in SEAT:
                    text = "seat {seat}: {word} is not known here; {near}"
                    near = nearest(word, SEAT)
                    self._fault(key, say(text, seat=seat + 1, word=shown(word), near=near), word)
            state = self._cards(state, own.get("cards", {}), seat)
            state = self._numbers(state, own.get("counters", {}), seat)
            state = self._written(state, own.get("rows", {}), seat)
            state = self._pairs(state, own.get("from", {}), seat)
        self.seat = None
        return outs(self.own, state, range(state.players))

    def _cards(self, state: State, found: object, seat: Seat) -> State:
        codes = {card.code: card.id for card in self.own.deck.cards}
        for id_, cards in self._items("cards", found):
            zone = self.own.zone(id_)
            if zone is None or zone.counted or not isinstance(cards, list):
                near = nearest(id_, tuple(one.id for one in self.own.zones if not one.counted) or ("none",))
                raise self._wrong("cards", say("{id_} is no zone with cards; {near}", id_=shown(id_), near=near), id_)
            for one in cards:
                match = _CARD.fullmatch(one) if isinstance(one, str) else None
                code = match[1].upper().rjust(3, "0") if match else ""
                if code not in codes:
                    text = "no card has the number {one}; write one of cards.csv, or leave this example out"
                    raise self._wrong("cards", say(text, one=shown(str(one))), str(one))
                for _ in range(int(match[2] or 1) if match else 0):
                    lying = Lying(f"c{state.dealt}", codes[code], "", zone.id, None if zone.owner == "table" else seat)
                    state = replace(state, lying=(*state.lying, lying), dealt=state.dealt + 1)
        return state

    def _items(self, key: str, found: object) -> Iterator[tuple[str, Any]]:
        if not isinstance(found, dict):
            raise self._wrong(key, "expected a table in braces")
        yield from found.items()

    def _numbers(self, state: State, found: object, seat: Seat | None) -> State:
        for id_, number in self._items("counters", found):
            rule = self.own.counter(id_)
            fits = rule is not None and type(number) is int and rule.low <= number <= rule.high
            if rule is None or not fits:
                known = tuple(one.id for one in self.own.counters)
                text = (
                    say("expected {low} to {high}", low=rule.low, high=rule.high)
                    if rule
                    else nearest(id_, known or ("none",))
                )
                raise self._wrong("counters", say("{id_}: {text}", id_=id_, text=text), id_)
            state = replace(state, counters=put(state.counters, id_, place(state, rule, seat), number))
        return state

    def _written(self, state: State, found: object, at: int) -> State:
        for id_, number in self._items("rows", found):
            row = self.own.row(id_)
            if row is None or at >= places(state, row):
                near = nearest(id_, tuple(one.id for one in self.own.rows) or ("none",))
                raise self._wrong("rows", say("{id_} is no line of theirs; {near}", id_=shown(id_), near=near), id_)
            fits = type(number) is int and row.low <= number <= row.high and (not row.allowed or number in row.allowed)
            if not fits:
                text = "{id_}: {number} cannot be written there"
                raise self._wrong("rows", say(text, id_=id_, number=str(number)), id_)
            state = written(state, row, at, number, state.round)
        return state

    def _pairs(self, state: State, found: object, seat: Seat) -> State:
        for id_, numbers in self._items("from", found):
            rule = self.own.counter(id_)
            whole = (
                isinstance(numbers, list) and len(numbers) == state.players and all(type(one) is int for one in numbers)
            )
            if rule is None or rule.owner != "pair" or not whole:
                raise self._wrong(
                    "from",
                    say("expected a number from each of {players} players for a pair counter", players=state.players),
                )
            for source, number in enumerate(numbers):
                state = replace(state, counters=put(state.counters, id_, place(state, rule, seat, source), number))
        return state

    # --- comparing

    def _seats(self, state: State, seats: Sequence[Any]) -> None:
        table = self.table
        if "round" in table.values:
            state = replace(state, round=table.whole("round", 1, 99))
        state = self._numbers(state, table.values.get("table", {}), None)
        state = self._laid(state, seats, "seats")
        teams = table.values.get("teams", [])
        if not isinstance(teams, list):
            raise self._wrong("teams", "expected a table in braces for each team, in brackets")
        for team, own in enumerate(teams):
            if not isinstance(own, dict) or team > max(state.teams, default=-1):
                raise self._wrong("teams", "expected a table in braces for each team")
            state = self._written(state, own.get("rows", {}), team)
        for seat, own in enumerate(seats):
            self._seat(state, seat, own)
        for team, own in enumerate(teams):
            if "points" in own:
                self._same(
                    "teams", say("team {team}: points", team=team + 1), _team(self.own, state, team), own["points"]
                )
        self._ends(state)

    def _seat(self, state: State, seat: Seat, own: Mapping[str, Any]) -> None:
        self.seat = seat
        who = say("seat {seat}", seat=seat + 1)
        lines = own.get("lines", {})
        if not isinstance(lines, dict):
            raise self._wrong("seats", "lines: expected points by label, in braces")
        came = self._lines(state, seat)
        for label, points in lines.items():
            if label not in came:
                text = "{who}: no rule is called {label}; {near}"
                near = nearest(label, tuple(came) or ("none",))
                self._fault("seats", say(text, who=who, label=shown(label), near=near), label)
            else:
                self._same("seats", f"{who}: {label}", came[label], points)
        if "points" in own:
            detail = ", ".join(f"{label} {points}" for label, points in came.items() if points)
            self._same("seats", f"{who}: points", own_points(self.own, state, seat), own["points"], detail)
        if "out" in own:
            self._same("seats", say("{who}: out", who=who), seat in state.out, own["out"])
        if "alarms" in own:
            on = [text for owner, _, text, _, _ in alarms(self.own, state) if owner == seat]
            self._same("seats", say("{who}: alarms", who=who), on, own["alarms"])
        self.seat = None

    def _lines(self, state: State, seat: Seat) -> dict[str, int]:
        """What every rule and line of the pad gives a seat, by label."""
        found: dict[str, int] = {}
        came = came_to(self.own, state)
        for at, rule in enumerate(self.own.scores):
            if at in came and not rule.helper:
                found[rule.label] = found.get(rule.label, 0) + came[at][seat].points
        for row in self.own.rows:
            if row.owner == "player" and row.points:
                written_ = sum(one or 0 for one in state.rows[row.id][seat])
                found[row.label] = found.get(row.label, 0) + written_ * row.points
        return found

    def _rounds(self, state: State, rounds: Sequence[Any]) -> None:
        for seats in rounds:
            state = replace(state, over=False)
            state = self._laid(state, seats if isinstance(seats, list) else [seats], "rounds")
            state = end_round(self.own, state, Said())
        table = self.table
        if "end" in table.values:
            end = table.values["end"]
            state = self._laid(state, end if isinstance(end, list) else [end], "end")
        if "total" in table.values:
            totals = [own.total for own in sheet(self.own, state).seats]
            self._same("total", "total", totals, table.values["total"])
        for id_, numbers in self._items("counters", table.values.get("counters", {})):
            if id_ not in state.counters:
                raise self._wrong("counters", say("{id_} is no counter", id_=shown(id_)))
            self._same("counters", id_, list(state.counters[id_]), numbers)
        if "winners" in table.values:
            found = sheet(self.own, replace(state, over=True)).winners
            self._same("winners", "winners", list(found), table.values["winners"])

    def _ends(self, state: State) -> None:
        """Who wins if this is the end, and what it ends with."""
        table = self.table
        after = checked(self.own, settle(self.own, state), "round")
        if "result" in table.values:
            result = "" if not after.over else after.result if after.result in ("win", "lose") else "over"
            self._same("result", "result", result, table.values["result"])
        if "winners" in table.values:
            if self.own.rounds is not None:
                after = replace(after, sheets=(*after.sheets, RoundSheet(round_lines(self.own, after))))
            found = sheet(self.own, replace(after, over=True)).winners
            self._same("winners", "winners", list(found), table.values["winners"])

    def _same(self, key: str, what: str, came: object, expected: object, detail: str = "") -> None:
        if came == expected and type(came) is type(expected):
            return
        name = str(self.table.values.get("name", ""))
        text = "{what} came to {came}, not {expected}{detail}{name}"
        more = f" ({detail})" if detail else ""
        self._fault(
            key,
            say(
                text,
                what=what,
                came=_said(came),
                expected=_said(expected),
                detail=more,
                name=f' in "{name}"' if name else "",
            ),
        )


def _team(plan: Plan, state: State, team: int) -> int:
    """What a team has together, bids counted."""
    own = sum(own_points(plan, state, seat) for seat, one in enumerate(state.teams) if one == team)
    rows = (one for one in plan.rows if one.owner == "team")
    return own + sum(sum(one or 0 for one in state.rows[row.id][team]) * row.points for row in rows)


def _said(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)[:60]

"""The score pad: a cell for each player or team and line, written, emptied and set right; and lists that are ticked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.action import Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.datagame.flow import STEPS
from rules.datagame.plan import Plan, RowRule, there
from rules.datagame.refusals import going
from rules.datagame.score import round_name, why
from rules.datagame.state import RoundLine, State, cell, owner_seat, phase, places, written
from rules.event import Event, Judge, Seat
from rules.text import say
from rules.view import person

MOST = 9999


def cell_spot(row: RowRule, at: int, round_: int) -> str:
    """What is touched of a cell."""
    return f"cell:{row.id}:{at}:{round_}"


def tick_spot(list_: str, item: int) -> str:
    """What is touched of a line of a list."""
    return f"tick:{list_}:{item}"


def column_name(state: State, row: RowRule, at: int) -> str:
    """Whose cell it is."""
    return say("Team {number}", number=at + 1) if row.owner == "team" else person(owner_seat(state, row, at) or 0)


@dataclass(frozen=True, slots=True)
class Write(Event):
    """A cell of the pad has ``value`` now, None where it is emptied. ``whose`` is the player or team it belongs to,
    ``round`` its round where there is a cell a round (else 0)."""

    row: str
    whose: int
    value: int | None
    round: int = 0
    in_place: ClassVar[bool] = True


def write(plan: Plan, state: State, event: Write, judge: Judge) -> State:
    row = plan.row(event.row)
    judge.struct(row is not None, "bad_input", "row: there is no such line on this pad")
    assert row is not None
    going(state, judge)
    judge.struct(0 <= event.whose < places(state, row), "bad_input", say("{label}: say whose", label=row.label))
    rounds = range(1, state.round + 1) if row.by_round else range(1)
    judge.struct(event.round in rounds, "bad_input", say("{label}: that round has not come yet", label=row.label))
    here = there(row, event.round or state.round)
    judge.struct(here, "bad_input", say("{label} is not counted in this round.", label=row.label))
    number = event.value
    if number is not None and row.allowed:
        text = say("{label}: expected one of {words}", label=row.label, words=_listed(row.allowed))
        judge.struct(number in row.allowed, "bad_input", text)
    elif number is not None:
        text = say("{label}: expected {low} to {high}", label=row.label, low=row.low, high=row.high)
        judge.struct(row.low <= number <= row.high, "bad_input", text)
    return written(state, row, event.whose, number, event.round)


def _listed(numbers: tuple[int, ...]) -> str:
    """Numbers in words, those of a step in short."""
    if len(numbers) < 13:
        return ", ".join(map(str, numbers))
    return say("{low}, {next} and so on to {high}", low=numbers[0], next=numbers[1], high=numbers[-1])


def offer_cells(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    """Line by line whose cell is written; as corrections those of rounds that are over, and emptying one."""
    for row in plan.rows if not state.over else ():
        rounds = range(state.round, 0, -1) if row.by_round else range(1)
        for round_ in rounds:
            if there(row, round_ or state.round):
                yield from _in_row(plan, state, row, round_, seat)


def _in_row(plan: Plan, state: State, row: RowRule, round_: int, seat: Seat) -> Iterator[Choice]:
    every = range(places(state, row))
    whose = tuple(Pick(at, column_name(state, row, at), spot=cell_spot(row, at, round_)) for at in every)
    past = row.by_round and round_ < state.round
    label = say("{label}, {round}", label=row.label, round=round_name(plan, round_)) if past else row.label
    if row.allowed:
        value = FieldSpec("value", row.label, tuple(Pick(one, str(one)) for one in row.allowed))
    else:
        preset = min(max(0, row.low), row.high)
        value = FieldSpec("value", row.label, low=row.low, high=row.high, kind="number", preset=(preset,))
    event = Write(row.id, 0, None, round_, seat=seat)
    yield Choice(label, event, (FieldSpec("whose", "Whose", whose), value), correction=past)
    filled = tuple(pick for at, pick in zip(every, whose, strict=True) if cell(state, row, at, round_) is not None)
    if filled:
        empty = say("Empty: {label}", label=label)
        yield Choice(empty, event, (FieldSpec("whose", "Whose", filled),), correction=True)


def tell_write(plan: Plan, telling: Telling[State, Write]) -> str:
    event, row = telling.event, plan.row(telling.event.row)
    if row is None:
        return say("{who} wrote on the pad", who=telling.who)
    whose = column_name(telling.before, row, event.whose)
    old = cell(telling.before, row, event.whose, event.round)
    if event.value is None:
        return say("{whose}: {row} emptied (was {old})", whose=whose, row=row.label, old="–" if old is None else old)
    if old is None:
        return say("{whose}: {row} {value}", whose=whose, row=row.label, value=event.value)
    return say("{whose}: {row} {value} (was {old})", whose=whose, row=row.label, value=event.value, old=old)


# --- rounds that are over


@dataclass(frozen=True, slots=True)
class SetRound(Event):
    """A round that is over brought the seat ``points`` by its rules: set right by hand."""

    round: int
    points: int


def set_round(plan: Plan, state: State, event: SetRound, judge: Judge) -> State:
    seat = judge.seat(state.players)
    known = 1 <= event.round <= len(state.sheets)
    judge.struct(known, "bad_input", "round: that round is not over yet")
    judge.struct(abs(event.points) <= MOST, "bad_input", say("points: expected at most {most}", most=MOST))
    sheet = state.sheets[event.round - 1]
    mended = (RoundLine("By hand", event.points),)
    lines = tuple(mended if at == seat else own for at, own in enumerate(sheet.lines))
    name = round_name(plan, event.round)
    text = say("{round} brought {who} {points}", round=name, who=person(seat), points=event.points)
    judge.by_hand(text, why(plan, "The points of a round stand when it ends.", "rounds"))
    changed = replace(sheet, lines=lines)
    return replace(state, sheets=tuple(changed if at == event.round else one for at, one in enumerate(state.sheets, 1)))


def offer_rounds(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    for at, sheet in enumerate(state.sheets, 1) if plan.scores else ():
        for other, lines in enumerate(sheet.lines):
            now = sum(line.points for line in lines)
            label = say("{round} of {who}", round=round_name(plan, at), who=person(other))
            spec = FieldSpec("points", label, low=-MOST, high=MOST, kind="number", preset=(now,))
            yield Choice(label, SetRound(at, now, seat=other, override=True), (spec,), correction=True)


def tell_round(plan: Plan, telling: Telling[State, SetRound]) -> str:
    event = telling.event
    name = round_name(plan, event.round)
    return say("{round} brought {who} {points}", round=name, who=telling.who, points=event.points)


# --- lists


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """A line of a list is done, or not after all. ``list`` is empty for what there is to do in this phase."""

    list: str
    item: int
    done: bool
    in_place: ClassVar[bool] = True


def lines_of(plan: Plan, state: State, list_: str) -> tuple[str, ...]:
    """The lines of a list, or what there is to do now."""
    if list_ == STEPS:
        now = phase(plan, state)
        return now.steps if now is not None else ()
    found = plan.ticks(list_)
    return found.items if found is not None and there(found, state.round) else ()


def is_ticked(state: State, list_: str, item: int) -> bool:
    """Whether a line is done."""
    return f"{list_}:{item}" in state.ticked


def tick(plan: Plan, state: State, event: Tick, judge: Judge) -> State:
    going(state, judge)
    known = 0 <= event.item < len(lines_of(plan, state, event.list))
    judge.struct(known, "bad_input", "item: there is no such line in this list")
    key = f"{event.list}:{event.item}"
    left = tuple(one for one in state.ticked if one != key)
    return replace(state, ticked=tuple(sorted((*left, key))) if event.done else left)


def offer_ticks(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    for list_ in (STEPS, *(one.id for one in plan.lists)) if not state.over else ():
        for item, text in enumerate(lines_of(plan, state, list_)):
            done = is_ticked(state, list_, item)
            label = say("Not done: {text}", text=text) if done else say("Done: {text}", text=text)
            yield Choice(label, Tick(list_, item, not done, seat=seat), spot=tick_spot(list_, item))


def tell_tick(plan: Plan, telling: Telling[State, Tick]) -> str:
    event = telling.event
    lines = lines_of(plan, telling.before, event.list)
    text = lines[event.item] if 0 <= event.item < len(lines) else "a line"
    if event.done:
        return say("{who} ticked: {text}", who=telling.who, text=text)
    return say("{who} took the tick away: {text}", who=telling.who, text=text)

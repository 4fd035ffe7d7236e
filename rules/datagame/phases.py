"""On to what comes next: what people say when something is over, who has left, teams, and the points that stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.action import Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.datagame.flow import (
    Over,
    Said,
    at_risk,
    go_on,
    next_of_each,
    next_turn,
    pad_is_full,
    what_ends,
)
from rules.datagame.plan import OPEN, Phase, Plan
from rules.datagame.refusals import going, known_seat
from rules.datagame.score import round_name, why
from rules.datagame.state import State, alive, hidden, phase, takes_turns
from rules.event import Event, Judge, Seat
from rules.seat_away import SeatAway, SeatBack
from rules.text import listed, say
from rules.view import person

NOBODY = -1


@dataclass(frozen=True, slots=True)
class NextPhase(Event):
    """On to what comes next. ``turn``, ``phase``, ``time`` and ``step`` (how many had their part of a phase) say where
    the table was: two phones say it only once.

    What is asked where something ends: who won the phase (``winner``), whether what was at risk is ``kept`` or
    ``lost``, who won the round (``best``, -1: nobody), and whether what goes on until somebody says so is ``done``.
    """

    turn: int
    phase: int
    time: int
    step: int = 0
    winner: int | None = None
    kept: Literal["", "kept", "lost"] = ""
    best: int | None = None
    done: bool = False


def next_phase(plan: Plan, state: State, event: NextPhase, judge: Judge) -> State:
    going(state, judge)
    now = phase(plan, state)
    judge.struct(now is not None or counts_rounds(plan), "bad_input", "This table has no phases.")
    here = (event.turn, event.phase, event.time, event.step) == (state.turn, state.phase, state.time, len(state.went))
    judge.struct(here, "already_there", "Somebody was faster: the table has already moved on.")
    if now is not None and now.alone:
        text = say("{label} is {active}'s.", label=now.label, active=person(state.active))
        mine = event.seat in (None, state.active) or state.active not in alive(state)
        judge.rule(mine, "not_your_turn", text, why(plan, text, "phase"))
    over = what_ends(plan, state, done=event.done)
    missing = undecided(plan, state)
    if missing:
        text = say("{who} has not chosen yet.", who=listed(person(seat) for seat in missing))
        judge.rule(not over.time, "not_chosen", text, why(plan, text, "phase"))
    _answered(plan, state, event, over, judge)
    best = None if event.best in (None, NOBODY) else event.best
    return go_on(plan, state, Said(event.winner, event.kept, best, event.done))


def _answered(plan: Plan, state: State, event: NextPhase, over: Over, judge: Judge) -> None:
    """Refuse where something is asked that the event does not answer."""
    now = phase(plan, state)
    if over.time and now is not None and now.asks_winner:
        judge.struct(known_seat(state, event.winner), "bad_input", say("{label}: say who won it.", label=now.label))
    if over.turn and at_risk(plan, state):
        judge.struct(event.kept != "", "bad_input", "Say whether what was at risk is kept or lost.")
    if over.round and plan.rounds is not None and plan.rounds.judge == "ask":
        known = event.best == NOBODY or known_seat(state, event.best)
        judge.struct(known, "bad_input", "Say who won the round.")


def counts_rounds(plan: Plan) -> bool:
    """Whether a table that only counts still goes from round to round."""
    return plan.rounds is not None


def undecided(plan: Plan, state: State) -> tuple[Seat, ...]:
    """Who has not set a number that everybody chooses in secret now."""
    return tuple(seat for seat in alive(state) if seat not in state.chosen) if hidden(plan, state) else ()


def offer_next_phase(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    now = phase(plan, state)
    if state.over or (now is None and not counts_rounds(plan)):
        return
    if now is not None and now.alone and seat != state.active and state.active in alive(state):
        return
    missing = undecided(plan, state)
    open_ = (now is not None and now.repeat == OPEN) or _open_turns(plan, state)
    first = what_ends(plan, state)
    if missing and first.time:
        event = NextPhase(state.turn, state.phase, state.time, len(state.went), seat=seat, override=True)
        yield Choice("Go on before everybody has chosen", event, correction=True)
        return
    yield _step(plan, state, seat, done=False, primary=True)
    if open_ and first.time and what_ends(plan, state, done=True) != first:
        yield _step(plan, state, seat, done=True, primary=False)


def _open_turns(plan: Plan, state: State) -> bool:
    return plan.goes_round and plan.rounds is not None and plan.rounds.turns == 0


def _step(plan: Plan, state: State, seat: Seat, *, done: bool, primary: bool) -> Choice:
    over, now = what_ends(plan, state, done=done), phase(plan, state)
    fields: list[FieldSpec] = []
    if over.time and now is not None and now.asks_winner:
        picks = tuple(Pick(one, person(one)) for one in alive(state))
        fields.append(FieldSpec("winner", say("Who won: {label}", label=now.label), picks))
    if over.turn and at_risk(plan, state):
        label = listed(one.label for one in at_risk(plan, state))
        fields.append(FieldSpec("kept", label, (Pick("kept", "Kept safe"), Pick("lost", "Lost"))))
    if over.round and plan.rounds is not None and plan.rounds.judge == "ask":
        people = (*(Pick(one, person(one)) for one in range(state.players)), Pick(NOBODY, "Nobody"))
        fields.append(FieldSpec("best", say("Who won: {label}", label=round_name(plan, state.round)), people))
    event = NextPhase(state.turn, state.phase, state.time, len(state.went), done=done, seat=seat)
    label = _label(plan, state, now, over)
    return Choice(label, event, tuple(fields), prompt="phase", primary=primary, quiet=not primary)


def _label(plan: Plan, state: State, now: Phase | None, over: Over) -> str:
    """What the button says that goes on."""
    if over.round and plan.rounds is not None:
        return say("End: {label}", label=round_name(plan, state.round))
    if not over.time:
        after = next_of_each(plan, state)
        return say("Next: {who}", who=person(after)) if after is not None else "Once more"
    if not over.phase:
        return "Once more"
    if over.turn and (plan.goes_round or len(plan.phases) == 1):
        return "End the turn" if plan.goes_round else "Once more"
    said = Said(state.active, "lost", NOBODY, done=False)
    then = phase(plan, go_on(plan, state, said))
    return say("On to: {label}", label=then.label) if then is not None else "On"


def tell_phase(plan: Plan, telling: Telling[State, NextPhase]) -> str:
    event = telling.event
    if phase(plan, telling.before) is None:
        return say("{who} ended: {label}", who=telling.who, label=round_name(plan, telling.before.round))
    if event.phase >= len(plan.phases):
        return "Something happened"
    label = plan.phases[event.phase].label
    if plan.rounds is not None and len(telling.after.sheets) > len(telling.before.sheets) and event.winner is None:
        return say("{who} ended: {label}", who=telling.who, label=round_name(plan, telling.before.round))
    if event.winner is not None:
        return say("{label}, turn {turn}: {winner} won", label=label, turn=event.turn, winner=person(event.winner))
    return say("{who} ended: {label}, turn {turn}", who=telling.who, label=label, turn=event.turn)


# --- the points


@dataclass(frozen=True, slots=True)
class CountPoints(Event):
    """The game is over and the points stand."""


def count_points(plan: Plan, state: State, event: CountPoints, judge: Judge) -> State:
    going(state, judge)
    return replace(state, over=True)


def offer_points(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    if plan.has_points and not state.over:
        full, going_on = pad_is_full(plan, state), phase(plan, state) is not None
        yield Choice(
            "Count the points: the game is over", CountPoints(seat=seat), primary=full, quiet=going_on and not full
        )


# --- teams


@dataclass(frozen=True, slots=True)
class JoinTeam(Event):
    """The seat plays for ``team`` (from 0)."""

    team: int


def join_team(plan: Plan, state: State, event: JoinTeam, judge: Judge) -> State:
    going(state, judge)
    seat = judge.seat(state.players)
    known = plan.teams is not None and 0 <= event.team < plan.teams.count
    judge.struct(known, "bad_input", "team: there is no such team")
    teams = tuple(event.team if at == seat else team for at, team in enumerate(state.teams))
    text = "Every team needs at least one player; let somebody else change first."
    judge.struct(plan.teams is not None and len(set(teams)) == plan.teams.count, "empty_team", text)
    return replace(state, teams=teams)


def offer_teams(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    if plan.teams is None or not plan.teams.chosen or state.over:
        return
    for other in range(state.players):
        for team in range(plan.teams.count):
            if team != state.teams[other] and state.teams.count(state.teams[other]) > 1:
                label = say("{who} plays for team {number}", who=person(other), number=team + 1)
                yield Choice(label, JoinTeam(team, seat=other), correction=True)


def tell_team(plan: Plan, telling: Telling[State, JoinTeam]) -> str:
    return say("{who} plays for team {number}", who=telling.who, number=telling.event.team + 1)


# --- somebody has left


def leave(plan: Plan, state: State, event: SeatAway, judge: Judge) -> State:
    going(state, judge)
    seat = judge.seat(state.players)
    judge.struct(seat not in state.away, "already_there", say("{who} has left already.", who=person(seat)))
    text = "Somebody has to stay at the table; to end the game, count the points."
    judge.struct(len(state.away) + 1 < state.players, "nobody_left", text)
    gone = replace(state, away=tuple(sorted((*state.away, seat))))
    now = phase(plan, state)
    if seat != state.active or not takes_turns(plan) or now is None:
        return gone
    if now.who == "each":
        after = next_of_each(plan, gone)
        return gone if after is None else replace(gone, active=after)
    return next_turn(plan, gone) if plan.goes_round else gone


def offer_leaving(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    waits = takes_turns(plan) or plan.win.kind == "last_alive" or any(one.secret for one in plan.counters)
    if waits and state.mode == "play" and not state.over and len(state.away) + 1 < state.players:
        for other in (one for one in range(state.players) if one not in state.away):
            label = say("{who} has left: go on without them", who=person(other))
            yield Choice(label, SeatAway(seat=other), correction=True)


def come_back(plan: Plan, state: State, event: SeatBack, judge: Judge) -> State:
    seat = judge.seat(state.players)
    judge.struct(seat in state.away, "already_there", say("{who} has not left.", who=person(seat)))
    return replace(state, away=tuple(one for one in state.away if one != seat))


def offer_coming_back(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    for other in state.away if not state.over else ():
        yield Choice(say("{who} is back", who=person(other)), SeatBack(seat=other), correction=True)

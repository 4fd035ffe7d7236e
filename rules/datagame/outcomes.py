"""What followed from an event in a game out of a folder, in short phrases of the log, by comparing two tables."""

from __future__ import annotations

from collections.abc import Iterator

from rules.action import Telling
from rules.datagame.phases import NextPhase
from rules.datagame.plan import Plan
from rules.datagame.score import round_name, round_points, sheet
from rules.datagame.state import State, hidden, phase, takes_turns
from rules.log_line import Pictured
from rules.text import listed, say
from rules.view import person


def heading(plan: Plan, state: State) -> str:
    """The heading of the turn a state is in."""
    if state.mode != "play" or not plan.phases:
        return round_name(plan, state.round) if plan.rounds is not None else ""
    if plan.goes_round:
        return say("Turn {turn} · {who}", turn=state.turn, who=person(state.active))
    if plan.rounds is not None:
        return round_name(plan, state.round)
    return say("Turn {turn}", turn=state.turn)


def follows(plan: Plan, before: State, after: State) -> Iterator[str]:
    """Who is out or in again, what was chosen, what a round brought, what comes next, and how the game ended."""
    for seat in range(after.players):
        if (seat in before.out) != (seat in after.out):
            yield say("{who} is out" if seat in after.out else "{who} is in again", who=person(seat))
    yield from _revealed(plan, before, after)
    for at in range(len(before.sheets), len(after.sheets)) if plan.has_points else ():
        brought = [round_points(plan, after, seat, at + 1, own) for seat, own in enumerate(after.sheets[at].lines)]
        each = (say("{who} {points}", who=person(seat), points=points) for seat, points in enumerate(brought))
        yield say("{round}: {each}", round=round_name(plan, at + 1), each=listed(each))
    yield from _grown(plan, before, after)
    then, now = phase(plan, before), phase(plan, after)
    moved = (before.turn, before.phase, before.time, before.went) != (after.turn, after.phase, after.time, after.went)
    if moved and now is not None and not after.over:
        if takes_turns(plan) and after.active != before.active and (now.alone or plan.goes_round):
            yield say("{who} is next", who=person(after.active))
        if now != then:
            yield say("now: {phase}", phase=now.label)
    if after.over and not before.over:
        yield from ending(plan, after)


def round_cards(plan: Plan, telling: Telling[State, NextPhase]) -> Iterator[Pictured]:
    """What a round that is over brought everybody, the most first; nothing where it brought no points."""
    before, after = telling.before, telling.after
    if len(after.sheets) == len(before.sheets) or not plan.has_points:
        return
    at = len(after.sheets)
    played, fewest = after.sheets[-1], plan.win.kind == "lowest"
    points = [round_points(plan, after, seat, at, played.lines[seat]) for seat in range(after.players)]
    for seat in sorted(range(after.players), key=lambda one: points[one] if fewest else -points[one]):
        text = listed(say("{label} {points}", label=one.label, points=one.points) for one in played.lines[seat])
        yield Pictured("", person(seat), text, seat=seat, points=points[seat])


def _revealed(plan: Plan, before: State, after: State) -> Iterator[str]:
    """What everybody had chosen in secret, once it is told."""
    for id_ in hidden(plan, before) - hidden(plan, after):
        rule = plan.counter(id_)
        if rule is not None:
            each = (say("{who} {points}", who=person(seat), points=one) for seat, one in enumerate(after.counters[id_]))
            yield say("{label}: {each}", label=rule.label, each=listed(each))


def _grown(plan: Plan, before: State, after: State) -> Iterator[str]:
    """The numbers of the table that grew by themselves."""
    for rule in plan.counters:
        old, new = before.counters[rule.id], after.counters[rule.id]
        if rule.grow is not None and rule.owner == "table" and new != old and after.turn != before.turn:
            yield say("{label}: {number}", label=rule.label, number=new[0])


def ending(plan: Plan, state: State) -> Iterator[str]:
    """Who has won, and everybody's points."""
    final = sheet(plan, state)
    if state.ending:
        yield state.ending
    if plan.win.kind == "together":
        yield "you have won" if state.result == "win" else "you have lost"
    elif final.winners:
        wins = "wins" if len(final.winners) == 1 else "share the win"
        yield say("{people} {wins}", people=listed(person(seat) for seat in final.winners), wins=wins)
    if plan.has_points:
        each = (say("{who} {points}", who=person(own.seat), points=own.total) for own in final.seats)
        yield say("points: {each}", each=listed(each))

"""What followed from an event in a game out of a folder, in short phrases of the log, by comparing two tables."""

from __future__ import annotations

from collections.abc import Iterator

from rules.datagame.plan import Plan
from rules.datagame.score import sheet
from rules.datagame.state import State, phase, takes_turns
from rules.text import listed, say
from rules.view import person


def heading(plan: Plan, state: State) -> str:
    """The heading of the turn a state is in."""
    if state.mode != "play" or not plan.phases:
        return ""
    if takes_turns(plan):
        return say("Turn {turn} · {who}", turn=state.turn, who=person(state.active))
    return say("Turn {turn}", turn=state.turn)


def follows(plan: Plan, before: State, after: State) -> Iterator[str]:
    """Who is out or in again, what comes next, and how the game ended."""
    for seat in range(after.players):
        if (seat in before.out) != (seat in after.out):
            yield say("{who} is out" if seat in after.out else "{who} is in again", who=person(seat))
    then, now = phase(plan, before), phase(plan, after)
    if (before.turn, before.phase) != (after.turn, after.phase) and now is not None:
        if takes_turns(plan) and after.active != before.active:
            yield say("{who} is next", who=person(after.active))
        if now != then:
            yield say("now: {phase}", phase=now.label)
    if after.over and not before.over:
        yield from ending(plan, after)


def ending(plan: Plan, state: State) -> Iterator[str]:
    """Who has won, and everybody's points."""
    final = sheet(plan, state)
    if final.winners:
        wins = "wins" if len(final.winners) == 1 else "share the win"
        yield say("{people} {wins}", people=listed(person(seat) for seat in final.winners), wins=wins)
    if plan.scores:
        each = (say("{who} {points}", who=person(own.seat), points=own.total) for own in final.seats)
        yield say("points: {each}", each=listed(each))

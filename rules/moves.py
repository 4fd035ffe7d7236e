"""The moves of a game: what each event does, and the section of the rulebook that speaks of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rules.score import Why
from rules.table import Event, GameInfo, GameState, Judge, Level, Refusal
from rules.text import say

S = TypeVar("S", bound=GameState)
Moves = Mapping[type[Event], tuple[Callable[[S, Any, Judge], S], Why]]


def judged(
    moves: Moves[S], info: GameInfo, state: S, event: Event, settle: Callable[[S, Judge], S] = lambda state, _: state
) -> S:
    """The state after the event and what ``settle`` adds to it, with the notices it leaves.

    Raises Refusal, which cites the move's section where it cites nothing narrower.
    """
    if type(event) not in moves:
        raise Refusal(Level.STRUCT, "unknown_event", say("{title} does not know this.", title=info.title))
    judge = Judge(event)
    handler, section = moves[type(event)]
    try:
        after = settle(handler(state, event, judge), judge)
    except Refusal as refusal:
        raise refusal.citing(section) from None
    notices = tuple(judge.notices)
    # Every game's state is a frozen dataclass, which GameState cannot say.
    return after if after.notices == notices else replace(after, notices=notices)  # type: ignore[type-var]

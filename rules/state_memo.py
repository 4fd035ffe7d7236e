"""What was worked out from a state of a game, remembered while that state is asked about.

A state is frozen, so what follows from it stays true. The states asked about last are remembered, told by identity:
comparing two states by value costs more than most of what is asked of them. They are a few, because a forecast asks
about the table as it is and as it would be by turns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import update_wrapper
from threading import local
from typing import Any, Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")


OLDER_KEPT = 3


class _Kept(local):
    """The state a thread asked about last and what was answered about it, and those before it, the newest first."""

    state: Any = None
    answers: dict[Hashable, Any]

    def __init__(self) -> None:
        self.answers = {}
        self.older: list[tuple[Any, dict[Hashable, Any]]] = []

    def turn_to(self, state: Any) -> None:
        """Have this state be the one asked about."""
        before, self.state, answers = (self.state, self.answers), state, dict[Hashable, Any]()
        for place, (one, known) in enumerate(self.older):
            if one is state:
                answers = known
                del self.older[place]
                break
        self.answers = answers
        self.older.insert(0, before)
        del self.older[OLDER_KEPT:]


def kept_for_state(function: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """``function`` of a state and hashable arguments, asked once for each while the state is the same one.

    Each thread remembers for itself, so threads with two tables do not drive each other's out.
    """
    kept = _Kept()

    def asked(state: S, /, *more: P.args, **named: P.kwargs) -> R:
        if kept.state is not state:
            kept.turn_to(state)
        key: Hashable = (more, *named.items()) if named else more
        if key not in kept.answers:
            kept.answers[key] = function(state, *more, **named)
        found: R = kept.answers[key]
        return found

    update_wrapper(asked, function)
    return asked

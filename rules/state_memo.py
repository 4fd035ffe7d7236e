"""What was worked out from a state of a game, remembered while that state is asked about.

A state is frozen, so what follows from it stays true. Only the newest state is remembered, told by identity: comparing
two states by value costs more than most of what is asked of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import update_wrapper
from threading import local
from typing import Any, Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")


class _Kept(local):
    """The newest state of a thread, and what was answered about it."""

    state: Any = None
    answers: dict[Hashable, Any]


def kept_for_state(function: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """``function`` of a state and hashable arguments, asked once for each while the state is the same one.

    Each thread remembers for itself, so threads with two tables do not drive each other's out.
    """
    kept = _Kept()

    def asked(state: S, /, *more: P.args, **named: P.kwargs) -> R:
        if kept.state is not state:
            kept.state, kept.answers = state, {}
        key: Hashable = (more, *named.items()) if named else more
        if key not in kept.answers:
            kept.answers[key] = function(state, *more, **named)
        found: R = kept.answers[key]
        return found

    update_wrapper(asked, function)
    return asked

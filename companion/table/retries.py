"""Done once more: a change that another process was quicker than is made again from what the table is by then."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from companion.errors import Overtaken
from companion.table.registry import Registry

TRIES = 20
"""Each time somebody else's change was kept, so a table moves on whatever happens to ours."""
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def retried(
    registry: Registry, act: Callable[Concatenate[str, Given], Answer]
) -> Callable[Concatenate[str, Given], Answer]:
    """``act`` on the table whose code it is given first, again and again while others are quicker.

    Raises Overtaken, which is answered as a busy store, where they always are.
    """

    @wraps(act)
    def done(code: str, /, *args: Given.args, **named: Given.kwargs) -> Answer:
        for _ in range(TRIES - 1):
            try:
                return act(code, *args, **named)
            except Overtaken:
                registry.catch_up(code)
        return act(code, *args, **named)

    return done

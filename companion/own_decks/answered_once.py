"""Answers kept under the ids of their requests: one that is sent twice, even at once, is carried out once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

KEPT = 200


@dataclass(eq=False)
class _Answer:
    lock: Lock = field(default_factory=Lock)
    told: dict[str, Any] | None = None


class AnsweredOnce:
    """Those of one process; the oldest are forgotten. Safe to use from any thread."""

    def __init__(self, most: int = KEPT) -> None:
        self._kept: OrderedDict[str, _Answer] = OrderedDict()
        self._most, self._lock = most, Lock()

    def once(self, id: str, carry_out: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The answer to the request of that id: what it was, or what ``carry_out`` makes of it.

        Where that raises nothing is kept: sent again, the request is carried out again.
        """
        with self._lock:
            answer = self._kept.setdefault(id, _Answer())
            self._kept.move_to_end(id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        with answer.lock:
            if answer.told is None:
                answer.told = carry_out()
            return answer.told

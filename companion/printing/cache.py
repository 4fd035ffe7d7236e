"""Answers kept for whoever asks the same next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The last few answers by their questions, up to a weight."""

    def __init__(self, most: int, weigh: Callable[[T], int] = lambda _: 1) -> None:
        self._most, self._weigh = most, weigh
        self._all: OrderedDict[Hashable, T] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """What was put under that key, if it is still here."""
        with self._lock:
            if key in self._all:
                self._all.move_to_end(key)
            return self._all.get(key)

    def put(self, key: Hashable, value: T) -> T:
        """Keep it, and let the oldest go where there is too much."""
        with self._lock:
            if key not in self._all:
                self._all[key] = value
                self._weight += self._weigh(value)
            while self._weight > self._most and len(self._all) > 1:
                self._weight -= self._weigh(self._all.popitem(last=False)[1])
        return value

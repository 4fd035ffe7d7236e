"""A long sequence that goes on from what is kept elsewhere, and grows at its end without being copied whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar, overload

T = TypeVar("T")


class Continued(Sequence[T]):
    """The first ``kept_length`` of ``kept``, which are looked up when they are asked for, and ``more`` after them."""

    __slots__ = ("kept", "kept_length", "more")

    def __init__(self, more: tuple[T, ...] = (), kept: Sequence[T] = (), kept_length: int = 0) -> None:
        self.more, self.kept, self.kept_length = more, kept, kept_length

    def __len__(self) -> int:
        return self.kept_length + len(self.more)

    def __iter__(self) -> Iterator[T]:
        return chain((self.kept[at] for at in range(self.kept_length)), self.more)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(*at.indices(len(self))))
        place = at if at >= 0 else at + len(self)
        if place >= self.kept_length:
            return self.more[place - self.kept_length]
        if place < 0:
            raise IndexError(at)
        return self.kept[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Continued, tuple)):
            return NotImplemented
        if len(self) != len(other):
            return False
        same = self.shared(other) if isinstance(other, Continued) else 0
        return all(self[at] == other[at] for at in range(same, len(self)))

    __hash__ = None  # type: ignore[assignment] # as sequences have it: it is compared by what it holds

    def __repr__(self) -> str:
        return f"Continued({list(self)!r})"

    def then(self, one: T) -> Continued[T]:
        """This, with one more at its end."""
        return Continued((*self.more, one), self.kept, self.kept_length)

    def first(self, length: int, more: Sequence[T] = ()) -> Continued[T]:
        """The first so many of this, and ``more`` after them."""
        if length < self.kept_length:
            return Continued(tuple(more), self.kept, length)
        return Continued((*self.more[: length - self.kept_length], *more), self.kept, self.kept_length)

    def shared(self, other: Continued[Any]) -> int:
        """How many at the beginning are known to be the very same in both, without a look at what is kept."""
        if self.kept is not other.kept:
            return 0
        if self.kept_length != other.kept_length:
            return min(self.kept_length, other.kept_length)
        pairs = enumerate(zip(self.more, other.more, strict=False))
        same = next((at for at, (mine, theirs) in pairs if mine is not theirs), min(len(self.more), len(other.more)))
        return self.kept_length + same

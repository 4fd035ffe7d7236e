"""Types with everything a game's events and states are made of, and strategies that build them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Literal

from hypothesis import strategies as st

from rules.game_protocol import Event


class Face(StrEnum):
    UP = "up"
    DOWN = "down"


class Size(Enum):
    SMALL = 1
    LARGE = 2


@dataclass(frozen=True, slots=True)
class Coin:
    worth: int
    symbols: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Dragon:
    name: str
    face: Face = Face.UP
    under: Dragon | None = None


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """An event with every kind of field."""

    card: str
    to: tuple[int, int] = (0, 0)
    pairs: tuple[tuple[str, int], ...] = ()
    thing: Coin | Dragon | None = None
    side: Literal["left", "right", 3] = "left"
    size: Size = Size.SMALL
    share: float = 0.0
    sure: bool = False
    value: bool | int | str = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    by_seat: dict[int, tuple[Coin, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Waved(Event):
    """An event without a field of its own."""


@dataclass(frozen=True, slots=True)
class Heap:
    """A state: nested tuples of unions."""

    players: int
    rows: tuple[tuple[Coin | Dragon, ...], ...] = ()
    last: Moved | Waved | None = None
    faces: frozenset[Face] = frozenset()
    nothing: tuple[()] = ()


words = st.text(st.characters(codec="utf-8"), max_size=8)
whole = st.integers(-(10**12), 10**12)
coins = st.builds(Coin, whole, st.frozensets(words, max_size=3))
dragons = st.deferred(lambda: st.builds(Dragon, words, st.sampled_from(Face), st.none() | dragons))
moves = st.builds(
    Moved,
    words,
    st.tuples(whole, whole),
    st.lists(st.tuples(words, whole), max_size=3).map(tuple),
    st.none() | coins | dragons,
    st.sampled_from(["left", "right", 3]),
    st.sampled_from(Size),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.booleans() | whole | words,
    st.dictionaries(words, whole, max_size=2),
    st.dictionaries(st.integers(0, 9), st.lists(coins, max_size=2).map(tuple), max_size=2),
    seat=st.none() | st.integers(0, 9),
    override=st.booleans(),
)
waves = st.builds(Waved, seat=st.none() | st.integers(0, 9), override=st.booleans())
heaps = st.builds(
    Heap,
    whole,
    st.lists(st.lists(coins | dragons, max_size=3).map(tuple), max_size=3).map(tuple),
    st.none() | moves | waves,
    st.frozensets(st.sampled_from(Face)),
)

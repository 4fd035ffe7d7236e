"""Paths written many numbers at once say what they would say number by number."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from printkit.draw import number_text
from printkit.draw.display_list import Op, OpArray, Path

NUMBERS = st.one_of(st.floats(-420, 420), st.floats(-12_000, 12_000), st.sampled_from([0.0, -0.0, 0.5, -0.004, 7.0]))
OPS = st.one_of(
    st.tuples(st.sampled_from("ml"), NUMBERS, NUMBERS),
    st.tuples(st.just("c"), *[NUMBERS] * 6),
    st.tuples(st.just("h")),
)


@given(st.lists(OPS, min_size=1, max_size=60), st.integers(0, 4))
def test_every_number_and_operator_is_written_in_its_place(ops: list[Op], places: int) -> None:
    written = number_text.operators(ops, places).split()
    expected = [part for op in ops for part in (*op[1:], op[0])]
    assert len(written) == len(expected)
    for text, part in zip(written, expected, strict=True):
        if isinstance(part, str):
            assert text == part
        else:
            assert abs(float(text) - part) <= 0.5 * 10**-places + 1e-9
            assert text == number_text.SHORT[places][float(text)]


def test_a_long_path_is_written_as_its_parts_are() -> None:
    ops: list[Op] = [("l", -11.0 + n / 7, 99.996 - n) for n in range(300)]
    pairs = [number_text.operators(pair, 2) for pair in list(pairwise(ops))[::2]]
    assert number_text.operators(ops, 2) == " ".join(pairs)


@given(st.lists(OPS, max_size=40))
def test_operators_held_in_arrays_are_the_same_operators(ops: list[Op]) -> None:
    kinds = np.frombuffer("".join(op[0] for op in ops).encode(), np.uint8)
    held = OpArray(kinds, np.array([number for op in ops for number in op[1:]], np.float64))
    assert tuple(held) == tuple(ops)
    assert held == tuple(ops)
    assert len(held) == len(ops)
    assert held[-1:] == tuple(ops[-1:])
    assert hash(Path.of(held)) == hash(Path.of(ops))
    if len(ops) >= number_text.FEW_OPS:
        assert number_text.operators(held, 2) == number_text.operators(ops, 2)

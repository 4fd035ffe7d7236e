from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from vision.sighting import Quad, centre, contains, reading_order, same_place


@dataclass(frozen=True)
class At:
    corners_px: Quad


def square(x: float, y: float, side: float = 50) -> Quad:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


@given(st.data())
def test_rows_are_read_like_a_page_even_when_they_are_crooked(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 5))
    off = st.floats(-40, 40)
    cards = [
        At(square(column * 280 + data.draw(off), row * 380 + data.draw(off)))
        for row in range(rows)
        for column in range(columns)
    ]
    shuffled = data.draw(st.permutations(cards))
    assert reading_order(shuffled) == tuple(cards)


def test_nothing_seen_is_in_order() -> None:
    assert reading_order([]) == ()


@given(st.floats(-1000, 1000), st.floats(-1000, 1000), st.floats(1, 100), st.booleans())
def test_a_quad_holds_its_own_centre_and_not_the_next_one(x: float, y: float, side: float, reverse: bool) -> None:
    quad = square(x, y, side)
    if reverse:
        quad = (quad[0], quad[3], quad[2], quad[1])
    assert contains(quad, centre(quad))
    beside = square(x + 1.6 * side, y, side)
    assert not contains(quad, centre(beside))
    assert not same_place(quad, beside)
    assert same_place(quad, square(x + side / 4, y + side / 4, side / 3)), "one inside the other, off centre"

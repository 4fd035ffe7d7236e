"""A table of thousands of tiles: of places that are one only one is kept, and that takes little memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from vision.search import blobs
from vision.search.candidates import distinct_places


def rows_at(x: np.ndarray, y: np.ndarray, area: np.ndarray) -> np.ndarray:
    """Blobs (n, 6) as they are measured."""
    return np.stack([x, y, *np.ones((3, len(x))), area], axis=1)


def squares_at(x: np.ndarray, y: np.ndarray, side: np.ndarray) -> np.ndarray:
    """Quads (n, 4, 2)."""
    around = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    return np.stack([x, y], axis=1)[:, None] + around * side[:, None, None]


def test_of_dark_parts_that_are_nearly_one_the_first_is_kept() -> None:
    x = np.array([10.9, 11.1, 11.95, 10.9, 40.0])
    y = np.array([7.0, 7.9, 7.0, 7.0, 7.0])
    area = np.array([100.0, 110.0, 100.0, 150.0, 100.0])
    kept = blobs._distinct(rows_at(x, y, area))
    # The second differs by less than a pixel and a fifth; the third by more than a pixel; the fourth in size.
    assert kept[:, [0, 5]].tolist() == [[10.9, 100.0], [11.95, 100.0], [10.9, 150.0], [40.0, 100.0]]


def test_of_codes_at_one_place_the_likeliest_is_kept_for_each_size() -> None:
    side = np.array([50.0, 52.0, 50.0, 150.0, 50.0])
    quads = squares_at(np.array([100.0, 101.0, 99.0, 100.0, 400.0]), np.full(5, 100.0), side)
    assert sorted(distinct_places(quads, np.array([0.5, 0.9, 0.7, 0.3, 0.2])).tolist()) == [1, 3, 4]


@pytest.mark.parametrize(
    "kept",
    [
        lambda x, y: blobs._distinct(rows_at(x, y, np.full(len(x), 100.0))),
        lambda x, y: distinct_places(squares_at(x, y, np.full(len(x), 30.0)), np.linspace(1, 0, len(x))),
    ],
    ids=["blobs", "places"],
)
def test_all_of_ten_thousand_tiles_are_kept_in_little_memory(
    kept: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> None:
    x, y = (one.ravel().astype(np.float64) for one in np.meshgrid(np.arange(100) * 40, np.arange(100) * 40))
    tracemalloc.start()
    try:
        assert len(kept(x, y)) == 10_000
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()

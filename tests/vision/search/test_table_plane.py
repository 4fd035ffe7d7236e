from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.picture import homography
from vision.search import candidates, table_plane

SIZE = (1600, 1200)
SIDE = 12.6
"""Millimetres."""


def table(tilt_deg: float, towards_deg: float, px_per_mm: float) -> np.ndarray:
    """The homography from millimetres, (0, 0) the middle of the picture, to pixels of a phone's camera."""
    focal = 0.77 * SIZE[0]
    tilt, towards = np.deg2rad([tilt_deg, towards_deg])
    spin = np.array([[np.cos(towards), -np.sin(towards)], [np.sin(towards), np.cos(towards)]])
    along = np.column_stack([spin @ np.diag([1, np.cos(tilt)]) @ spin.T, [0.0, 0.0]])
    depth = np.append(-np.sin(tilt) * spin[:, 1], focal / px_per_mm)
    seen = np.vstack([along * focal, depth])
    return np.array([[1, 0, SIZE[0] / 2], [0, 1, SIZE[1] / 2], [0, 0, 1.0]]) @ seen


SPREAD = np.array([[x, y] for x in (-120, 0, 120) for y in (-80, 0, 80)], np.float64)
"""Nine places all over the table."""


def codes(h: np.ndarray, places_mm: np.ndarray, turns: np.ndarray) -> np.ndarray:
    quads = []
    for (x, y), turn in zip(places_mm, turns, strict=True):
        c, s = np.cos(turn), np.sin(turn)
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE / 2 @ np.array([[c, s], [-s, c]]) + (x, y)
        mapped = np.column_stack([corners, np.ones(4)]) @ h.T
        quads.append(mapped[:, :2] / mapped[:, 2:])
    return np.array(quads)


@given(tilt=st.floats(0, 45), towards=st.floats(0, 360), seed=st.integers(0, 2**32 - 1))
def test_a_few_codes_tell_how_large_the_others_are(tilt: float, towards: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    quads = codes(table(tilt, towards, 3.0), rng.permutation(SPREAD), rng.uniform(0, 7, 9))
    known = table_plane.plane_through(quads[:6] + rng.normal(0, 0.15, (6, 4, 2)), 21, SIZE)
    assert known.fits(quads, within=1.1).all()
    twice = quads.mean(axis=1, keepdims=True) + (quads - quads.mean(axis=1, keepdims=True)) * 2
    assert not known.fits(twice, within=1.1)[:6].any()


@given(seed=st.integers(0, 2**32 - 1))
def test_one_code_held_in_a_hand_is_outvoted(seed: int) -> None:
    rng = np.random.default_rng(seed)
    quads = codes(table(20, 90, 3.0), rng.permutation(SPREAD), rng.uniform(0, 7, 9))
    near = quads[:1].mean(axis=1, keepdims=True) + (quads[:1] - quads[:1].mean(axis=1, keepdims=True)) * 2.5
    known = table_plane.plane_through(np.concatenate([near, quads[1:]]), 21, SIZE)
    assert known.fits(quads[1:], within=candidates.OFF_SIZE).all()
    assert not known.fits(near, within=candidates.OFF_SIZE).any()


def test_the_fewer_codes_are_known_the_less_is_ruled_out() -> None:
    quads = codes(table(20, 0, 3.0), np.array([[-100, -60], [100, -60], [100, 60], [-100, 60]]), np.zeros(4))
    corner = np.array([[0.0, 0.0]])
    widths = []
    for count in (1, 2, 4):
        low, high = table_plane.plane_through(quads[:count], 21, SIZE).module_px_range(corner)
        widths.append(float(high[0] - low[0]))
    assert widths[0] > widths[1] > widths[2]


@given(tilt=st.floats(0, 40), towards=st.floats(0, 360))
def test_every_size_a_plane_may_hold_is_looked_for_where_it_may_be(tilt: float, towards: float) -> None:
    quads = codes(table(tilt, towards, 4.0), SPREAD, np.zeros(len(SPREAD)))
    known = table_plane.plane_through(quads, 21, SIZE)
    looked: list[candidates.SizeSearch] = []
    while (look := candidates.next_size(known, SIZE[::-1], looked)) is not None:
        assert look.cells.any()
        looked.append(look)
        assert len(looked) < 20
    for quad, size in zip(quads, homography.area_roots(quads) / 21, strict=True):
        near = [
            one for one in looked if one.px_per_module / candidates.REACH < size < one.px_per_module * candidates.REACH
        ]
        boxes = [box for one in near for box in candidates.search_boxes(one, SIZE[::-1])]
        assert any(
            (quad >= (left, top)).all() and (quad <= (right, bottom)).all() for left, top, right, bottom in boxes
        ) or not inside(quad)


def inside(quad: np.ndarray) -> bool:
    return bool((quad >= 0).all() and (quad <= SIZE).all())

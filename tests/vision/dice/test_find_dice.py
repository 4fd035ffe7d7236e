"""Dice: which colour, how many pips up; and nothing at all where that cannot be told."""

from __future__ import annotations

import numpy as np
import pytest
import table_scene
from dice_scene import DiceScene, LaidDie, View, photograph
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from table_scene import LaidCard, Shot

from vision.dice import die_face, die_pose
from vision.dice.die_face import PATTERNS
from vision.dice.find_dice import DieSeen, find_dice

COLOURS = ("red", "green", "blue", "yellow", "black")
PLACES = ((-52, -20), (0, -34), (50, -12), (-24, 26), (28, 28))


def scene(*dice: LaidDie, tilt: float = 20, table: str = "plain", **changes: object) -> DiceScene:
    view = View(px_per_mm=3.6, tilt_deg=tilt, size_px=(800, 600), shot=Shot(table=table, noise=2.5, shadow=0.1))
    return photograph(dice, seed=9, view=view, **changes)  # type: ignore[arg-type] - cards


def laid(values: dict[str, int], turn: float = 20) -> list[LaidDie]:
    return [
        LaidDie(colour, pips, *PLACES[k], turn + 23 * k, k % 4, light_pips=colour != "yellow")
        for k, (colour, pips) in enumerate(values.items())
    ]


def read(found: tuple[DieSeen, ...]) -> dict[str, int]:
    return {one.colour: one.pips for one in found}


@pytest.mark.parametrize(
    ("tilt", "values"),
    [
        (4, {"red": 6, "green": 5, "blue": 4, "yellow": 3, "black": 2}),
        (25, {"red": 1, "green": 2, "blue": 3, "yellow": 5, "black": 6}),
        (40, {"red": 3, "green": 4, "blue": 6, "yellow": 2, "black": 5}),
    ],
)
def test_every_colour_and_number_is_read_from_above_and_at_a_slant(tilt: float, values: dict[str, int]) -> None:
    photo = scene(*laid(values), tilt=tilt)
    found = find_dice(photo.image, COLOURS)
    assert read(found) == values
    for one in found:
        true = next(die for die in photo.truth if die.colour == one.colour)
        assert np.hypot(*(np.array(one.centre_px) - true.centre_px)) < 0.1 * 16 * 3.6
        assert 0 < one.confidence <= 1


def test_a_die_of_a_colour_nobody_asked_for_is_left_out() -> None:
    photo = scene(*laid({"red": 6, "green": 5}))
    assert read(find_dice(photo.image, ("green", "blue"))) == {"green": 5}


def test_more_dice_of_a_colour_than_asked_for_are_somebody_elses() -> None:
    dice = [LaidDie("red", 6, -40, 0, 20), LaidDie("red", 2, 5, 10, 50), LaidDie("blue", 4, 45, -10, 5)]
    photo = scene(*dice)
    assert read(find_dice(photo.image, ("red", "blue", "green"))) == {"blue": 4}
    assert [one.pips for one in find_dice(photo.image, ("red", "red", "blue"))] == [6, 2, 4]


def test_cards_alone_show_no_dice() -> None:
    arts = [table_scene.placeholder_card(f"1FT00{k}01A7", px_per_mm=8) for k in range(3)]
    cards = [LaidCard(art, -75 + 75 * k, 0, 30.0 * k) for k, art in enumerate(arts)]
    assert find_dice(scene(cards=cards).image, COLOURS) == ()


@settings(max_examples=12, deadline=None)
@given(
    arrays(np.uint8, st.tuples(st.integers(1, 90), st.integers(1, 90), st.just(3))),
    st.sampled_from([1, 3]),
)
def test_no_picture_raises(noise: np.ndarray, larger: int) -> None:
    image = np.ascontiguousarray(np.kron(noise, np.ones((larger, larger, 1), np.uint8)))
    assert len(find_dice(image, COLOURS)) <= len(COLOURS)


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_an_even_picture_shows_nothing(grey: int) -> None:
    assert find_dice(np.full((300, 400, 3), grey, np.uint8), COLOURS) == ()


def test_the_six_patterns_are_those_of_dice() -> None:
    assert {len(places) for places in PATTERNS} == set(PATTERNS.values()) == set(range(1, 7))
    for places, pips in PATTERNS.items():
        assert len(places) == pips
        # Turned by half a turn each is itself.
        assert {8 - one for one in places} == places


def test_how_a_cube_lies_follows_from_its_outline_and_pips() -> None:
    true = die_pose.DiePose(np.array([0.1, -0.5]), 0.4, 40.0, np.array([52.0, 50.0]))
    angles = np.arange(360) * np.pi / 180
    ways = np.stack([np.cos(angles), np.sin(angles)])
    reach = (
        np.abs(true.axes() @ ways).sum(axis=0) * (1 - 2 * die_pose.ROUND) / 2
        + die_pose.ROUND * true.side
        + true.middle @ ways
    )
    # The outline is where the support lines of neighbouring directions meet.
    after = np.roll(ways, -1, axis=1)
    hull = np.array(
        [
            np.linalg.solve(np.stack([a, b]), (h, k))
            for a, b, h, k in zip(ways.T, after.T, reach, np.roll(reach, -1), strict=True)
        ]
    )
    top = true.faces()[0]
    pips = np.array([top.middle + i * 0.26 * top.one + j * 0.26 * top.other for i, j in ((-1, -1), (0, 0), (1, 1))])
    fit = die_pose.view_fits(hull, pips)
    start = fit.poses[int(fit.nearest(true.up[None])[0])]
    found, off = die_pose.refined_pose(start, hull, pips, true.up)
    assert off < 5
    assert np.abs(found.top().mean(axis=0) - true.top().mean(axis=0)).max() < 0.5
    assert abs(found.side - true.side) < 0.5


@pytest.mark.parametrize("light", [(0.5, 0.8, 1.0), (1.0, 0.88, 0.72)])
def test_colours_are_named_by_the_white_of_the_pips(light: tuple[float, float, float]) -> None:
    values = {"red": 3, "green": 2, "blue": 5, "black": 4}
    view = View(px_per_mm=3.6, tilt_deg=15, size_px=(800, 600), white=light, shot=Shot(table="plain", shadow=0.1))
    photo = photograph(laid(values), seed=9, view=view)
    assert read(find_dice(photo.image, COLOURS)) == values
    assert set(values) < set(die_face.COLOURS)

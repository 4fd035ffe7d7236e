"""A video's frames -> cards on the table: properties over made-up videos, and the moments people will meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.values.code import CardCode
from vision.picture.homography import Homography, homography_between, project_quad
from vision.sighting import CardSeen, Quad
from vision.video.tracking import CLEARED_S, GONE_S, FrameReading, Scene, follow

WIDTH, HEIGHT = 1920, 1080


def quad(x: float, y: float, size: float = 60.0) -> Quad:
    return (x, y), (x + size, y), (x + size, y + size), (x, y + size)


def card(number: int, at: Quad, confidence: float = 0.95) -> CardSeen:
    code = CardCode("TY", f"{number:03}", 1)
    return CardSeen(str(code), code, "toy", f"c{number}", f"Card {number}", at, confidence)


def shift(dx: float, dy: float) -> Homography:
    return np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]])


@dataclass
class Video:
    """Looks one after the other, and everything that became believed or was taken away."""

    every_s: float = 0.2
    scene: Scene = field(default_factory=Scene)
    at_s: float = 0.0
    fresh: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)

    def see(self, *cards: CardSeen, times: int = 1, moved: Homography | None = None) -> Scene:
        for _ in range(times):
            self._step(cards, np.eye(3) if moved is None else moved)
        return self.scene

    def lose(self, *cards: CardSeen, times: int = 1) -> Scene:
        """Frames whose motion nobody could measure."""
        for _ in range(times):
            self._step(cards, None)
        return self.scene

    def _step(self, cards: Sequence[CardSeen] | None, moved: Homography | None) -> None:
        self.at_s += self.every_s
        read = None if cards is None else tuple(cards)
        self.scene = follow(self.scene, FrameReading(self.at_s, WIDTH, HEIGHT, read, moved))
        self.fresh += [one.card.text for one in self.scene.fresh]
        self.gone += [one.card.text for one in self.scene.gone]


PLACES = [quad(200 + 180 * column, 120 + 220 * row) for row in range(4) for column in range(9)]


# --- whatever the video ----------------------------------------------------------------------------------------

steps = st.lists(
    st.tuples(
        st.sets(st.integers(0, 11), max_size=12),
        st.sampled_from(["still", "drift", "lost"]),
        st.floats(0.03, 1.0),
        st.sampled_from([0.5, 0.95]),
    ),
    min_size=1,
    max_size=40,
)


@given(steps)
def test_a_card_on_the_table_is_never_two_sightings_at_once(video):
    scene, at = Scene(), 0.0
    seen_laid: set[int] = set()
    away = np.zeros(2)
    for present, move, pause, confidence in video:
        at += pause
        away += (7, -3) if move == "drift" else (0, 0)
        moved = {"still": np.eye(3), "drift": shift(7, -3), "lost": None}[move]
        cards = tuple(card(n, project_quad(shift(*away), PLACES[n]), confidence) for n in sorted(present))
        scene = follow(scene, FrameReading(at, WIDTH, HEIGHT, cards, moved))
        texts = [one.card.text for one in scene.tracks]
        assert len(texts) == len(set(texts))
        assert {one.card.text for one in scene.tracks if one.in_view} == {one.text for one in cards}
        for one in scene.fresh:
            assert one.laid not in seen_laid, "each laying is new once"
            seen_laid.add(one.laid)
        assert not {one.laid for one in scene.gone} & {one.laid for one in scene.tracks}


@given(steps)
def test_the_same_looks_give_the_same_scene(video):
    scenes = []
    for _ in range(2):
        scene, at = Scene(), 0.0
        for present, move, pause, confidence in video:
            at += pause
            cards = tuple(card(n, PLACES[n], confidence) for n in sorted(present))
            scene = follow(scene, FrameReading(at, WIDTH, HEIGHT, cards, None if move == "lost" else np.eye(3)))
        scenes.append(scene)
    assert scenes[0] == scenes[1]


@given(st.lists(st.sets(st.integers(0, 2), max_size=1), min_size=1, max_size=30))
def test_a_card_read_again_and_again_is_new_once_while_nobody_sees_it_leave(frames):
    """One card at a time, the camera moving nobody knows how: within a minute nothing is counted twice."""
    video = Video(every_s=1.5)
    for present in frames:
        video.lose(*(card(n, PLACES[n]) for n in sorted(present)))
    assert len(video.fresh) == len(set(video.fresh))


@given(st.floats(-40, 40), st.floats(-40, 40), st.floats(-4e-5, 4e-5), st.floats(-0.1, 0.1))
def test_the_plane_is_found_from_the_cards_that_lie_on_it(dx, dy, tilt, turn):
    true = np.array([[np.cos(turn), -np.sin(turn), dx], [np.sin(turn), np.cos(turn), dy], [tilt, -tilt, 1.0]])
    before = [PLACES[0], PLACES[17], PLACES[30]]
    found = homography_between(before, [project_quad(true, one) for one in before])
    assert found is not None
    assert np.allclose(project_quad(found, PLACES[8]), project_quad(true, PLACES[8]), atol=1e-4)


def test_a_plane_that_nothing_settles_is_none():
    point = ((5.0, 5.0),) * 4
    assert homography_between([point], [point]) is None


# --- believing -------------------------------------------------------------------------------------------------


def test_a_near_card_is_believed_at_once_a_far_one_when_a_second_frame_agrees():
    near, far, vague = card(1, quad(100, 100)), card(2, quad(400, 100, 24)), card(3, quad(700, 100), 0.6)
    video = Video()
    video.see(near, far, vague)
    assert video.fresh == [near.text]
    video.see(near, far, vague)
    assert sorted(video.fresh) == sorted([near.text, far.text, vague.text])


def test_two_misreadings_at_two_places_do_not_agree():
    video = Video()
    video.see(card(2, quad(400, 100, 24)))
    video.see(card(2, quad(900, 600, 24)))
    assert video.fresh == []


def test_two_misreadings_long_apart_do_not_agree():
    video = Video(every_s=2.0)
    video.see(card(2, quad(400, 100, 24)))
    video.see()
    video.see(card(2, quad(400, 100, 24)))
    assert video.fresh == []


def test_two_looks_in_a_row_agree_however_slow_the_computer():
    video = Video(every_s=4.0)
    far = card(2, quad(400, 100, 24))
    video.see(far)
    assert video.fresh == []
    video.see(far)
    assert video.fresh == [far.text]


def test_a_far_card_where_another_was_just_read_needs_one_more_look():
    video = Video()
    video.see(card(1, quad(400, 100, 40)), times=2)
    other = card(2, quad(405, 104, 24))
    video.see(other, times=2)
    assert other.text not in video.fresh
    video.see(other)
    assert other.text in video.fresh


# --- leaving and coming back -----------------------------------------------------------------------------------


def test_a_card_removed_and_laid_again_is_a_new_play():
    one, other = card(1, PLACES[0]), card(2, PLACES[3])
    video = Video()
    video.see(one, other, times=3)
    video.see(other, times=15)
    assert video.gone == [one.text]
    video.see(one, other)
    assert video.fresh == [one.text, other.text, one.text]


def test_a_hand_over_a_card_for_a_moment_is_no_new_play():
    one, other = card(1, PLACES[0]), card(2, PLACES[3])
    video = Video()
    video.see(one, other, times=3)
    video.see(other, times=int((GONE_S - 0.4) / video.every_s))
    video.see(one, other)
    assert (video.gone, len(video.fresh)) == ([], 2)


def test_a_card_out_of_the_picture_has_not_left_the_table():
    one, other = card(1, PLACES[0]), card(2, PLACES[8])
    video = Video()
    video.see(one, other, times=3)
    for _ in range(10):  # the camera pans to the right until the first card is outside
        other = replace(other, corners_px=project_quad(shift(-60, 0), other.corners_px))
        video.see(other, moved=shift(-60, 0))
    video.see(other, times=30)
    assert video.gone == []
    for _ in range(10):
        other = replace(other, corners_px=project_quad(shift(60, 0), other.corners_px))
        video.see(other, moved=shift(60, 0))
    video.see(one, other, times=3)
    assert len(video.fresh) == 2


def test_a_card_under_another_has_not_left_and_comes_to_light_again():
    below, above = card(1, PLACES[0]), card(2, quad(212, 128))
    video = Video()
    video.see(below, times=3)
    video.see(above, times=30)
    video.see(below, times=3)
    assert video.gone in ([], [above.text])
    assert video.fresh == [below.text, above.text]


def test_a_blurred_second_takes_nothing_away():
    cards = [card(n, PLACES[n]) for n in range(12)]
    video = Video()
    video.see(*cards, times=3)
    video.see(cards[0], times=int((CLEARED_S - 0.4) / video.every_s))
    video.see(*cards, times=3)
    assert (video.gone, len(video.fresh)) == ([], 12)


def test_a_table_that_is_cleared_is_empty_after_a_while():
    cards = [card(n, PLACES[n]) for n in range(12)]
    video = Video()
    video.see(*cards, times=3)
    video.see(times=int(CLEARED_S / video.every_s) + 5)
    assert sorted(video.gone) == sorted(one.text for one in cards)


def test_what_the_others_tell_about_the_plane_is_enough_to_see_one_leave():
    """Nobody measured the motion; the cards that stay say where the missing one would be."""
    cards = [card(n, PLACES[n]) for n in (0, 2, 11, 15)]
    video = Video()
    video.lose(*cards, times=3)
    video.lose(*cards[1:], times=15)
    assert video.gone == [cards[0].text]


def test_two_papers_with_one_code_are_two_tracks():
    video = Video()
    video.see(card(1, PLACES[0]), card(1, PLACES[20]), times=3)
    assert len(video.scene.believed) == 2
    assert len({one.laid for one in video.scene.believed}) == 2


def test_outlines_follow_between_full_looks():
    video = Video()
    video.see(card(1, quad(100, 100)))
    scene = follow(video.scene, FrameReading(1.0, WIDTH, HEIGHT, None, shift(30, 10)))
    assert scene.tracks[0].card.corners_px[0] == (130, 110)
    assert scene.tracks[0].in_view
    scene = follow(scene, FrameReading(1.1, WIDTH, HEIGHT, None, shift(-300, 0)))
    assert not scene.tracks[0].in_view
    scene = follow(scene, FrameReading(1.2, WIDTH, HEIGHT, None, None))
    assert not scene.tracks[0].placed

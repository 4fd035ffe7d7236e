"""Cards no frame tells from two metres away, told by frames stacked while nothing moves, and never told wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
import table_scene
from far_cards_video import Places, far_video, is_there
from numpy.typing import NDArray

from rules.values.cards import Deck
from vision.far_cards import LOOKS, FarCards
from vision.picture.decoding import Frame
from vision.picture.homography import Homography
from vision.scan import read_frame
from vision.sighting import CardSeen, centre
from vision.video.averaging import CONFIDENT
from vision.video.stacking import LEFT_OUT, FrameStack

PX, BLUR_PX, SIZE_PX = 0.52, 0.7, (360, 270)


def cards_of(deck: Deck, seed: int, count: int = 6) -> list[table_scene.LaidCard]:
    codes = [str(code) for _, code in deck.codes()]
    chosen = np.random.default_rng([seed, 5]).permutation(codes)[:count]
    return table_scene.scatter([table_scene.placeholder_card(code) for code in chosen], seed=seed)


def filmed(laid: Sequence[table_scene.LaidCard], seed: int, frames: int) -> Iterator[tuple[Frame, Homography, Places]]:
    video = far_video(
        laid, seed=seed, px_per_module=PX, noise=3.5, frames=frames, jpeg=75, blur_px=BLUR_PX, tilt_deg=0,
        size_px=SIZE_PX, drift_px=2.0,
    )  # fmt: skip
    for frame, moved, places in video:
        yield frame, np.eye(3) if moved is None else moved, places


def looked(far: FarCards, deck: Deck, frame: Frame, moved: Homography, *, stirred: bool = False) -> list[CardSeen]:
    far.carry(moved)
    return list(far.read(frame, read_frame(frame, [deck], thorough=False), [deck], stirred=stirred))


def test_what_no_frame_tells_two_stacks_tell_together(deck: Deck, seed: int):
    far, alone, together, of = FarCards(), list[int](), 0, 0
    for number, (frame, moved, places) in enumerate(filmed(cards_of(deck, seed), seed, 2 * LOOKS + 1), start=1):
        photo = read_frame(frame, [deck], thorough=False)
        far.carry(moved)
        more = far.read(frame, photo, [deck], stirred=False)
        assert all(is_there(card.text, np.array(centre(card.corners_px)), places) for card in more)
        assert all(card.confidence <= CONFIDENT for card in more), "a second look has to agree"
        assert number >= 2 * LOOKS or not more, "one stack alone is not believed"
        alone.append(len(photo.cards))
        together, of = len(photo.cards) + len(more), len(places)
    assert together >= of - 1
    assert np.mean(alone) <= of / 2, "these cards are too far for one frame"


@pytest.mark.parametrize("still", [False, True])
def test_cards_of_another_deck_are_never_told(deck: Deck, other_deck: Deck, fresh_seed: int, still: bool):
    far = FarCards()
    video = far_video(
        cards_of(other_deck, fresh_seed), seed=fresh_seed, px_per_module=PX, noise=3.5, frames=2 * LOOKS, jpeg=75,
        still=still, blur_px=BLUR_PX, tilt_deg=0, size_px=SIZE_PX,
    )  # fmt: skip
    for frame, moved, _ in video:
        assert looked(far, deck, frame, np.eye(3) if moved is None else moved) == []
    assert far.once == far.held == ()


def test_a_card_another_was_laid_over_is_not_told_any_more(deck: Deck, seed: int):
    laid = cards_of(deck, seed)
    far, before, back = FarCards(), set[str](), np.eye(3)
    for frame, moved, _ in filmed(laid, seed, 2 * LOOKS):
        before = {card.text for card in looked(far, deck, frame, moved)}
        back = back @ np.linalg.inv(moved)
    gone = min(before)
    free = next(str(code) for _, code in deck.codes() if str(code) not in {one.art.text for one in laid})
    laid = [
        table_scene.LaidCard(table_scene.placeholder_card(free), one.x_mm, one.y_mm, one.turn_deg)
        if one.art.text == gone
        else one
        for one in laid
    ]
    # The same film from its beginning: first the hand goes back to where it was then.
    for number, (frame, moved, _) in enumerate(filmed(laid, seed, 3)):
        photo = read_frame(frame, [deck], thorough=False)
        far.carry(moved if number else back)
        after = {card.text for card in (*photo.cards, *far.read(frame, photo, [deck], stirred=True))}
        assert gone not in after
        assert len(after & before) >= len(before) - 2, "the others still lie there"


def test_a_hand_in_a_frame_is_left_out_and_a_move_begins_anew(deck: Deck, seed: int):
    frames = [frame.image for frame, _, _ in filmed(cards_of(deck, seed), seed, 4)]
    stack = FrameStack()
    assert all(stack.add(frame) for frame in frames[:3])
    assert not stack.add(with_a_hand(frames[3]))
    assert stack.count == 3
    elsewhere = [np.roll(np.rot90(frame, 2), 100, axis=1).copy() for frame in frames]
    taken = [stack.add(frame) for frame in (*elsewhere, elsewhere[0])][:LEFT_OUT]
    assert taken == [False] * (LEFT_OUT - 1) + [True], "where several in a row do not fit, the last begins anew"
    stack.clear()
    assert (stack.count, stack.total.size) == (0, 0), "nothing of it is kept in memory"


def with_a_hand(frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
    covered = frame.copy()
    covered[: frame.shape[0] // 2] = 60
    return covered


def test_near_cards_are_never_stacked(deck: Deck, seed: int):
    far = FarCards()
    for frame, moved, _ in far_video(cards_of(deck, seed), seed=seed, px_per_module=1.6, noise=3.5, frames=2):
        looked(far, deck, frame, np.eye(3) if moved is None else moved)
    assert far.stack.count == 0

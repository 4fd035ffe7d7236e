"""Cards no single frame tells, told by several frames laid on one another, and never told wrongly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
import table_scene
from far_cards_video import far_video, is_there

from rules.values.cards import Deck
from vision.scan import read_frame
from vision.sighting import CardSeen, centre
from vision.video.averaging import CONFIDENT, FrameAverager

PX, NOISE, FRAMES = 0.7, 24.0, 8


def cards_of(deck: Deck, seed: int, count: int = 6) -> list[table_scene.LaidCard]:
    codes = [str(code) for _, code in deck.codes()]
    chosen = np.random.default_rng([seed, 3]).permutation(codes)[:count]
    return table_scene.scatter([table_scene.placeholder_card(code) for code in chosen], seed=seed)


def test_what_hardly_a_frame_tells_by_itself_several_tell_together(deck: Deck, seed: int):
    averager, single, together, of = FrameAverager(), Counter[str](), Counter[str](), 0
    for frame, moved, places in far_video(
        cards_of(deck, seed, 12), seed=seed, px_per_module=PX, noise=NOISE, frames=FRAMES
    ):
        averager.carry(moved if moved is not None else np.eye(3))
        photo = read_frame(frame, [deck])
        more = averager.read(frame, photo, [deck])
        for seen in (*photo.cards, *more):
            assert is_there(seen.text, np.array(centre(seen.corners_px)), places)
        assert all(seen.confidence <= CONFIDENT for seen in more), "a second look has to agree"
        single.update(seen.text for seen in photo.cards)
        together.update(seen.text for seen in (*photo.cards, *more))
        of = len(places)
    believed_single, believed = (sum(times >= 2 for times in one.values()) for one in (single, together))
    assert believed >= max(0.6 * of, believed_single + 1), "believed by the tracker"
    assert sum(together.values()) >= 1.2 * sum(single.values())


def looked_at_in_vain(deck: Deck, laid: Sequence[table_scene.LaidCard], seed: int, *, still: bool) -> int:
    """The most frames that were laid on one another at a place of these cards of another deck, which are none of ours.

    Also with a camera that stands still: what a compressed picture does to a code it does in every frame.
    """
    averager, tried = FrameAverager(), 0
    for frame, moved, _ in far_video(laid, seed=seed, px_per_module=PX, noise=NOISE, frames=10, still=still, jpeg=60):
        averager.carry(moved if moved is not None else np.eye(3))
        photo = read_frame(frame, [deck])
        assert (*photo.cards, *averager.read(frame, photo, [deck])) == ()
        tried = max(tried, *(one.added for one in averager.places), 0)
    return tried


@pytest.mark.parametrize("still", [False, True])
def test_cards_of_another_deck_are_never_taken_for_ours(deck: Deck, other_deck: Deck, fresh_seed: int, still: bool):
    looked_at_in_vain(deck, cards_of(other_deck, fresh_seed), fresh_seed, still=still)


def test_cards_of_another_deck_are_not_taken_for_ours_however_many_frames_agree(
    deck: Deck, other_deck: Deck, seed: int
):
    assert looked_at_in_vain(deck, cards_of(other_deck, seed), seed, still=True) >= 8


def test_a_card_laid_on_the_place_of_another_is_not_taken_for_it(deck: Deck, fresh_seed: int):
    first, second = cards_of(deck, fresh_seed), cards_of(deck, fresh_seed + 1)
    swapped = [replace(card, art=other.art) for card, other in zip(first, second, strict=True)]
    averager = FrameAverager()
    for laid, frames in ((first, 5), (swapped, 5)):
        shown: set[str] = set()
        for frame, _, places in far_video(
            laid, seed=fresh_seed, px_per_module=PX, noise=NOISE, frames=frames, still=True
        ):
            averager.carry(np.eye(3))
            photo = read_frame(frame, [deck])
            seen: Sequence[CardSeen] = (*photo.cards, *averager.read(frame, photo, [deck]))
            shown = set(places)
            assert {one.text for one in seen} <= shown


def test_where_nobody_knows_how_the_camera_moved_the_piles_begin_anew(deck: Deck, seed: int):
    averager = FrameAverager()
    for frame, _, _ in far_video(cards_of(deck, seed), seed=seed, px_per_module=PX, noise=NOISE, frames=2):
        averager.read(frame, read_frame(frame, [deck]), [deck])
    assert averager.places
    averager.carry(None)
    assert not averager.places

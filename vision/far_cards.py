"""Cards too far for any single frame, read from frames stacked while nothing moves on the table.

    far = FarCards()
    far.carry(moved)                                  # for every frame
    cards += far.read(frame, photo, decks, stirred)   # after every full look: what it did not read by itself

A stack of ``LOOKS`` frames is read like a photo of twice the size. What it says is believed when the next stack, which
shares no frame with it, says so too; from then on the card is seen in every look in which the newest frame, for itself,
still shows its code there, so that another card laid in its place is not taken for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rules.values.cards import Deck
from vision.picture.decoding import Frame
from vision.picture.homography import Homography, project_quad
from vision.picture.opencv_setup import cv2
from vision.read.symbol_index import index_of
from vision.scan import read_frame
from vision.sighting import MODULES, CardSeen, Photo, Quad, mean_side, same_place
from vision.video.averaging import CONFIDENT, patch_of, still_shown
from vision.video.stacking import FrameStack, Grey

LOOKS = 8
FAR_PX = 1.0
"""Pixels a module: nearer, frames are read one by one, and what they do not tell is not hidden by distance."""
LEAST_CONFIDENCE = 0.8
"""What is read worse in a stack is left out, and so is a card's second code: sharpened, some codes of other decks look
like one in every stack, so that a second stack would say the same."""
RESTS_LOOKS = 40
"""After two stacks that say nothing new, nothing is stacked for so many looks, unless something moves."""


@dataclass(eq=False)
class FarCards:
    """What the stacks of one camera have read. Coordinates are of full-size frames."""

    stack: FrameStack = field(default_factory=FrameStack)
    once: tuple[CardSeen, ...] = ()
    """What the last stack has read, and no other yet."""
    held: tuple[CardSeen, ...] = ()
    idle: int = 0
    """Stacks in a row that said nothing new."""
    rests: int = 0

    def carry(self, moved: Homography | None) -> None:
        """To the next frame: every card moves as the camera's ``moved`` (3, 3) says; with None all are given up."""
        if moved is None:
            self.once = self.held = ()
            return
        self.once = tuple(_moved(moved, card) for card in self.once)
        self.held = tuple(_moved(moved, card) for card in self.held)

    def read(self, frame: Frame, photo: Photo, decks: Sequence[Deck], *, stirred: bool) -> tuple[CardSeen, ...]:
        """The cards that stacks tell and ``photo``, the frame's own reading, has not; ``stirred``: something moved."""
        if not any(deck.cards for deck in decks):
            return ()
        if stirred:
            self.stack.clear()
            self.idle = self.rests = 0
        if any(mean_side(card.corners_px) / MODULES > FAR_PX * frame.scale[0] for card in photo.cards):
            self.stack.clear()
        elif self.rests:
            self.rests -= 1
        else:
            self._stacked(frame, decks)
        return self._seen(frame, photo, decks)

    def _stacked(self, frame: Frame, decks: Sequence[Deck]) -> None:
        self.stack.add(_grey(frame))
        if self.stack.count < LOOKS:
            return
        found = self._read_stack(frame, decks)
        again = [card for card in found if _among(card, self.once)]
        news = [card for card in again if not _among(card, self.held)]
        self.held, self.once = (*self.held, *news), found
        self.idle = 0 if news or len(found) > len(again) else self.idle + 1
        if self.idle >= 2:
            self.idle, self.rests = 0, RESTS_LOOKS
        self.stack.clear()

    def _read_stack(self, frame: Frame, decks: Sequence[Deck]) -> tuple[CardSeen, ...]:
        picture, to_newest = self.stack.picture(), self.stack.to_newest()
        height, width = picture.shape
        stacked = Frame(picture, width, height, 1, (1.0, 1.0), (0.0, 0.0))
        (x, y), (left, top) = frame.scale, frame.offset_px
        to_full = np.array([[x, 0, left], [0, y, top], [0, 0, 1]]) @ to_newest
        cards = read_frame(stacked, decks, thorough=False).cards
        return tuple(_moved(to_full, card) for card in cards if is_sure(card))

    def _seen(self, frame: Frame, photo: Photo, decks: Sequence[Deck]) -> tuple[CardSeen, ...]:
        """The cards held that the newest frame still shows, and has not told by itself."""
        told = {card.text for card in photo.cards}
        open_ = [card for card in self.held if card.text not in told]
        patches = [patch_of(_grey(frame), frame.from_full(np.array(card.corners_px))) for card in open_]
        whole = [(card, patch) for card, patch in zip(open_, patches, strict=True) if patch is not None]
        there = still_shown([patch for _, patch in whole], [card.text for card, _ in whole], index_of(decks))
        shown = [card for (card, _), is_there in zip(whole, there, strict=True) if is_there]
        # What neither the last stack nor this frame says lies there no longer.
        self.held = tuple(card for card in self.held if card not in open_ or card in shown or _among(card, self.once))
        return tuple(replace(card, confidence=min(card.confidence, CONFIDENT)) for card in shown)


def is_sure(card: CardSeen) -> bool:
    """Whether a stack's reading counts."""
    return card.confidence >= LEAST_CONFIDENCE and not card.second


def _grey(frame: Frame) -> Grey:
    image = frame.image
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _among(card: CardSeen, others: Sequence[CardSeen]) -> bool:
    return any(card.text == one.text and same_place(card.corners_px, one.corners_px) for one in others)


def _moved(moved: Homography, card: CardSeen) -> CardSeen:
    other: Quad | None = card.other_px and project_quad(moved, card.other_px)
    return replace(card, corners_px=project_quad(moved, card.corners_px), other_px=other)

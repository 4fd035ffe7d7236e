"""Where cards may lie that show no whole outline: small features of the faces, found again, vote for the card's place.

Every feature of a face lies somewhere on its card, in its own size and turn. One that is found on a picture says where
the whole card is, whatever lies on the rest of it. All faces are one frame, so those taken for a feature of another
face vote for the place all the same.

D. Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 60 (2004); R. Arandjelovic and A. Zisserman,
"Three things everyone should know to improve object retrieval", CVPR 2012 (root of the descriptors).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.taught.straight_card import Floats, Picture, card_width_px, rectangle

Reals = NDArray[np.float32]
FACE_PX = 128
"""How wide a face is when its features are taken."""
MOST_OF_FACE, MOST_OF_PICTURE = 100, 2000
LONGEST_PX = 1000
"""The picture's longer side at most, where nothing says how large its cards are."""
CONTRAST = 0.02
LEAST_LIKE = 0.78
"""Of 1, how like a feature of the picture is to one of a face."""
NEAR, NEAR_SIZE, NEAR_TURN = 0.22, 0.55, 0.84
"""Votes agree whose places lie so near, in card widths, whose sizes differ by less than such a power of two, whose
turns by less than an angle of that cosine."""
LEAST_VOTES = 5
OTHER_SIZE = 3.0
"""So much larger or smaller than cards found before may another be; those far away vote for a small one."""
REACH = 0.05
"""Of a card's width, how far from its place on the card a feature may lie."""
ASLANT = 2.2
"""How much longer one way than the other a card is seen at most, beside its proportions."""
MOST_PLACES = 120
"""At most so many are proposed, whatever lies on the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """``frames`` (n, 4): x, y, size and turn in radians; ``looks`` (n, 128) are unit vectors."""

    frames: Floats
    looks: Reals


@dataclass(frozen=True, slots=True, eq=False)
class FaceFeatures:
    """The features of all faces of a deck, in shares of a card's width, and how high a card is in them."""

    every: Features
    height: float

    @classmethod
    def of(cls, pictures_bgr: Sequence[Picture]) -> FaceFeatures:
        """From upright pictures of one size."""
        size = pictures_bgr[0].shape[1::-1]
        height = size[1] / size[0]
        small = (
            cv2.resize(picture, (FACE_PX, round(FACE_PX * height)), interpolation=cv2.INTER_AREA)
            for picture in pictures_bgr
        )
        found = [_features(np.asarray(picture, np.uint8), MOST_OF_FACE, None) for picture in small]
        frames = np.concatenate([one.frames for one in found]) / [FACE_PX, FACE_PX, FACE_PX, 1]
        return cls(Features(frames, np.concatenate([one.looks for one in found])), height)


def cards_by_features(image_bgr: Picture, faces: FaceFeatures, found_px: Sequence[Floats]) -> Floats:
    """Quads (n, 4, 2) that may be cards beside those found, most voted for first."""
    scale = min(1.0, LONGEST_PX / max(image_bgr.shape[:2]))
    small = image_bgr if scale == 1 else _shrunk(image_bgr, scale)
    free = np.full(small.shape[:2], 255, np.uint8)
    for quad in found_px:
        cv2.fillConvexPoly(free, np.rint(quad * scale).astype(np.int32), 0)
    found = _features(small, MOST_OF_PICTURE, free)
    if len(found.frames) < LEAST_VOTES:
        return np.empty((0, 4, 2))
    places = _places(_votes(found, faces, [card_width_px(quad) * scale for quad in found_px]), faces.height)
    return np.asarray(np.array(places).reshape(-1, 4, 2) / scale, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Votes:
    """Each of ``there`` (n, 2) on the picture lies at ``on_card`` of a card so wide, so turned, with that middle."""

    there: Floats
    on_card: Floats
    middle: Floats
    width_px: Floats
    turn: Floats


def _shrunk(image: Picture, scale: float) -> Picture:
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _features(picture: Picture, most: int, free: Picture | None) -> Features:
    finder = cv2.SIFT.create(nfeatures=most, contrastThreshold=CONTRAST)
    points, looks = finder.detectAndCompute(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), free)
    if looks is None:
        return Features(np.empty((0, 4)), np.empty((0, 128), np.float32))
    frames = np.array([(*point.pt, point.size, np.deg2rad(point.angle)) for point in points])
    shares = np.asarray(looks, np.float32) / (np.asarray(looks, np.float32).sum(axis=1, keepdims=True) + 1e-6)
    return Features(frames, np.sqrt(shares))


def _votes(found: Features, faces: FaceFeatures, widths_px: Sequence[float]) -> _Votes:
    """Where cards are by each feature that looks like one of a face, and no card much larger or smaller than known."""
    like = found.looks @ faces.every.looks.T
    nearest = like.argmax(axis=1)
    sure = like[np.arange(len(like)), nearest] > LEAST_LIKE
    width = found.frames[:, 2] / faces.every.frames[nearest, 2]
    if widths_px:
        sure &= (width > min(widths_px) / OTHER_SIZE) & (width < max(widths_px) * OTHER_SIZE)
    there, on_card, width = found.frames[sure], faces.every.frames[nearest[sure]], width[sure]
    turn = there[:, 3] - on_card[:, 3]
    x, y = (np.array([0.5, faces.height / 2]) - on_card[:, :2]).T * width
    cosine, sine = np.cos(turn), np.sin(turn)
    middle = there[:, :2] + np.column_stack([cosine * x - sine * y, sine * x + cosine * y])
    return _Votes(there[:, :2], on_card[:, :2], middle, width, turn)


def _places(votes: _Votes, height: float) -> list[Floats]:
    quads = (
        _quad(votes.on_card[group], votes.there[group], float(np.median(votes.width_px[group])), height)
        for group in _groups(votes)
    )
    return [quad for quad in quads if quad is not None]


def _groups(votes: _Votes) -> list[NDArray[np.int64]]:
    """Votes that agree, the largest group first; each vote is in one."""
    width, x, y = (np.asarray(one, np.float32) for one in (votes.width_px, *votes.middle.T))
    power = np.log2(width)
    agree = np.abs(power[:, None] - power) < NEAR_SIZE
    near = np.minimum(width[:, None], width) * NEAR
    for one in (x, y):
        agree &= np.abs(one[:, None] - one) < near
    some, other = np.nonzero(agree)
    agree[some, other] = np.cos(votes.turn[some] - votes.turn[other]) > NEAR_TURN
    groups: list[NDArray[np.int64]] = []
    count = agree.sum(axis=1)
    while len(groups) < MOST_PLACES and len(count) and count.max() >= LEAST_VOTES:
        group = np.nonzero(agree[count.argmax()])[0]
        groups.append(group)
        count = count - agree[:, group].sum(axis=1)
        agree[:, group] = False
        agree[group] = False
        count[group] = 0
    return groups


def _quad(on_card: Floats, there: Floats, width_px: float, height: float) -> Floats | None:
    """The card's corners where votes put it, seen aslant; None where they do not agree on a card."""
    to, agree = cv2.estimateAffine2D(on_card, there, ransacReprojThreshold=REACH * width_px)
    if to is None or int(agree.sum()) < LEAST_VOTES - 1 or not np.isfinite(to).all():
        return None
    long, short = np.linalg.svd(to[:, :2], compute_uv=False)
    if np.linalg.det(to[:, :2]) <= 0 or long > ASLANT * short or not 0.5 < long / width_px < 2:
        return None
    corners = rectangle((1, 1)).astype(np.float64) * [1, height]
    return np.asarray(corners @ to[:, :2].T + to[:, 2], np.float64)

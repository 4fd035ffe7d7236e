"""What a face of a die shows, in the patch cut around it: its pips, and what its colour is called.

Pips are white, so plastic is compared with them, whatever the lamp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice import die_pose
from vision.dice.die_candidates import DiePatch, lab_of, pip_channel
from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2

# --- pips anywhere on a die -----------------------------------------------------------------------------------------


LEAST = 16.0
"""Steps of 255 by which a pip differs from the plastic, at least."""
PART = 0.42
"""Of what the strongest pip differs by, what another has to."""
CORE = 0.72
"""Of its own strongest pixel: pips that touch come apart there."""
SIZES = (0.0025, 0.08)
"""Area of a pip, of the outline's."""
WIDE = 0.30
"""A pip is narrower than this, of the root of the outline's area."""


def pip_response(body: DiePatch) -> NDArray[np.float32]:
    """How much lighter (or darker, for dark pips) each pixel of a patch is than the plastic around it."""
    grey = pip_channel(body.image, body.light)
    filled = grey.copy()
    filled[~body.mask] = np.uint8(np.median(grey[body.mask]))
    filled = np.asarray(cv2.GaussianBlur(filled, (3, 3), 0.6), np.uint8)
    wide = int(WIDE * np.sqrt(body.mask.sum())) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    above = cv2.morphologyEx(filled, cv2.MORPH_TOPHAT, kernel).astype(np.float32)
    above[~body.mask] = 0
    return np.asarray(above, np.float32)


def pip_middles(body: DiePatch, above: NDArray[np.float32]) -> Floats:
    """The middles (n, 2) of what looks like pips on any face; ``above`` is the response."""
    area = float(body.mask.sum())
    strongest = float(np.quantile(above[body.mask], 0.985))
    if strongest < LEAST:
        return np.empty((0, 2))
    count, label, stats, _ = cv2.connectedComponentsWithStats(
        (above > max(LEAST * 0.6, PART * strongest)).astype(np.uint8), connectivity=4
    )
    found = []
    for one in range(1, count):
        if SIZES[0] * area <= stats[one, 4] <= 3 * SIZES[1] * area:
            found += _parted(np.where(label == one, above, 0), SIZES[1] * area)
    return np.array(found, np.float64).reshape(-1, 2)


def _parted(above: NDArray[np.float32], most: float) -> list[tuple[float, float]]:
    """The middle of a pip, or of each of several that run into one another."""
    core = (above > CORE * above.max()).astype(np.uint8)
    count, label, stats, _ = cv2.connectedComponentsWithStats(core, connectivity=4)
    large = [one for one in range(1, count) if stats[one, 4] >= 0.3 * stats[1:, 4].max()]
    parts = [label == one for one in large] if len(large) > 1 else [above > 0]
    middles = []
    for part in parts:
        y, x = np.nonzero(part)
        if len(x) > most:
            continue
        weight = above[y, x]
        middles.append((float((x + 0.5) @ weight / weight.sum()), float((y + 0.5) @ weight / weight.sum())))
    return middles


# --- one face -------------------------------------------------------------------------------------------------------


_WAYS: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((4,),),
    2: ((0, 8), (2, 6)),
    3: ((0, 4, 8), (2, 4, 6)),
    4: ((0, 2, 6, 8),),
    5: ((0, 2, 4, 6, 8),),
    6: ((0, 1, 2, 6, 7, 8), (0, 3, 6, 2, 5, 8)),
}
PATTERNS = {frozenset(places): pips for pips, ways in _WAYS.items() for places in ways}
"""Which of the nine places of a face have a pip."""
ON, OFF = 0.55, 0.40
"""Of what the face's strongest pip differs by: what a pip does at least, and what bare plastic does at most."""
STRONG = 0.45
"""Of the strongest pip of the die: what a face's own has to differ by at least."""
BARE, SHOWS = 0.42, 0.45
"""Of the way from plastic to pip: how far a place without a pip may look from the plastic beside it, and how far that
plastic has to look from a pip; where glare has swallowed both, nobody knows."""
OWN, INSIDE = 0.10, 0.34
"""Of a side: how near its place a pip has to be, and how far from the middle of a face it is certainly on it."""
_DISC = np.array([(0.0, 0.0), *(0.05 * np.array((np.cos(a), np.sin(a))) for a in np.arange(6) * np.pi / 3)])
_BARE = np.array(
    [(i * a, j * b) for i in (-1, 1) for j in (-1, 1) for a, b in ((0.13, 0.13), (0.37, 0.13), (0.13, 0.37))]
)
"""Places of a face that never have a pip."""


@dataclass(frozen=True, eq=False)
class FaceReading:
    """What a face shows: its pips, the colours of its plastic and of its pips, BGR, and how clear that is, 0 to 1."""

    pips: int
    plastic: Floats
    spot: Floats
    clear: float


def read_face(
    body: DiePatch, above: NDArray[np.float32], own: Floats, face: die_pose.CubeFace, apart: float
) -> FaceReading | None:
    """What stands on a face, or None where it is none of the six patterns, or where something may be hidden.

    ``above`` is ``pip_response`` of the patch, ``own`` (n, 2) are its ``pip_middles``; ``apart`` is how far pips lie
    from the middle of a face, of its side.
    """
    on_face = _on_face(own, face)
    inside = on_face[np.abs(on_face).max(axis=1) < INSIDE]
    spread = die_pose.GRID * apart
    values = _sampled(above, face, spread[:, None] + _DISC[None]).mean(axis=1)
    strong = float(np.quantile(above[body.mask], 0.99))
    best = float(values.max())
    if best < max(LEAST, STRONG * strong):
        return None
    on, off = values > ON * best, values < OFF * best
    pips = PATTERNS.get(frozenset(int(one) for one in np.flatnonzero(on)))
    if pips is None or not (on | off).all():
        return None
    # A light along the edge is weaker than a pip, or too far out to be one.
    peak = _sampled(above, face, inside[:, None] + _DISC[None]).mean(axis=1)
    inside = inside[peak > ON * best]
    if len(inside) != pips:
        return None
    astray = np.linalg.norm(inside[:, None] - spread[on][None], axis=2).min(axis=1)
    if (astray > OWN).any():
        return None
    lab = cv2.GaussianBlur(lab_of(body.image), (3, 3), 0.8)
    plain = _BARE * apart / die_pose.PIP_SPREAD
    bare = _sampled(lab, face, plain)
    plastic, spot = np.median(bare, axis=0), np.median(_sampled(lab, face, spread[on]), axis=0)
    contrast = float(np.linalg.norm(spot - plastic))
    if contrast < LEAST:
        return None
    # Each place is compared with the plastic beside it: light falls off, and lamps are mirrored.
    beside = np.argsort(np.linalg.norm(spread[off][:, None] - plain[None], axis=2), axis=1)[:, :4]
    there = bare[beside].mean(axis=1)
    strange = np.linalg.norm(_sampled(lab, face, spread[off]) - there, axis=1)
    shown = np.linalg.norm(spot - there, axis=1)
    if (strange > BARE * contrast).any() or (shown < SHOWS * contrast).any():
        return None
    seen = cv2.GaussianBlur(body.image, (3, 3), 0.8)
    clear = 1 - max(float(values[off].max(initial=0.0)) / best / OFF, float(strange.max()) / contrast / BARE) / 2
    return FaceReading(
        pips,
        np.median(_sampled(seen, face, plain), axis=0),
        np.median(_sampled(seen, face, spread[on]), axis=0),
        clear * float(values[on].min()) / best,
    )


def _on_face(points: Floats, face: die_pose.CubeFace) -> Floats:
    """Points of the patch (n, 2) on the axes of a face, in sides from its middle."""
    axes = np.stack([face.one, face.other])
    return np.asarray((points - face.middle) @ np.linalg.inv(axes), np.float64)


def _sampled(image: NDArray[Any], face: die_pose.CubeFace, places: Floats) -> Floats:
    """The values of a patch at places of a face (..., 2), as it lies."""
    at = face.middle + places @ np.stack([face.one, face.other]) - 0.5
    flat = at.reshape(-1, 1, 2).astype(np.float32)
    seen = cv2.remap(image, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float64).reshape(*places.shape[:-1], *image.shape[2:])


# --- its colour -----------------------------------------------------------------------------------------------------


HUES = {"red": ((0, 18), (335, 360)), "yellow": ((33, 68),), "green": ((84, 172),), "blue": ((188, 262),)}
"""Degrees of hue; what lies between is not called anything."""
COLOURS = (*HUES, "black")
GREY, DARK = 0.26, 0.46
"""Black plastic has at most this saturation and this value, 0 to 1, beside a white pip, ..."""
DEEP = 0.30
"""... and coloured plastic at least this saturation."""


def lamp_colour(tops: Sequence[FaceReading], light: Sequence[bool]) -> Floats:
    """The colour of the light (3,), BGR, brightest channel 1: that of all white pips in sight."""
    spots = [_linear(one.spot) for one, pale in zip(tops, light, strict=True) if pale]
    if not spots:
        return np.ones(3)
    tone = np.median([one / one.max() for one in spots], axis=0)
    return np.asarray(np.maximum(tone / tone.max(), 0.05), np.float64)


def colour_name(top: FaceReading, light: bool, lamp: Floats) -> str | None:
    """The word for the colour of a face's plastic, or None where it may be two."""
    plastic = _linear(top.plastic)
    seen = plastic / np.maximum(_linear(top.spot), 0.02) if light else plastic / lamp
    shown = np.clip(seen, 0, 1) ** (1 / 2.2)
    hue, saturation, value = cv2.cvtColor(shown.astype(np.float32).reshape(1, 1, 3), cv2.COLOR_BGR2HSV)[0, 0]
    if light and saturation < GREY and value < DARK:
        return "black"
    if saturation < DEEP:
        return None
    return next((word for word, parts in HUES.items() if any(low <= hue <= high for low, high in parts)), None)


def _linear(bgr: Floats) -> Floats:
    return np.asarray((bgr / 255) ** 2.2, np.float64)

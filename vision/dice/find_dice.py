"""The dice of a picture: which colour, how many pips lie up.

    for die in find_dice(image_bgr, ("red", "blue", "green")): ...

Spots that may be pips lead to patches shaped like a die (die_candidates.py); how each of them lies (die_pose.py) has to
go with one camera over one table for all of them, which tells a top from a side; and then the top has to show one of
the six patterns, with nothing between its pips but plastic. Whatever does not is not reported: nothing said is better
than something wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice import die_candidates, die_face, die_pose
from vision.dice import die_candidates as pips
from vision.dice.die_candidates import DiePatch
from vision.dice.die_face import COLOURS, FaceReading
from vision.dice.die_pose import DiePose, ViewFits
from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2
from vision.sighting import Point, Quad

Bytes = NDArray[np.uint8]

WORK_PX = 1360
"""The longer side of the picture dice are looked for in."""
FOCAL = 0.77
"""Of a picture's longer side: a phone's main camera."""
CAMERA_MOST = 0.80
MOST_BODIES = 14
MOST_TRIES = 60
CAP = 90.0
"""What a patch that is no die may speak against a camera, at most."""
MOST_CAMERAS, NEARLY, OTHER = 3, 60.0, 0.25
"""Other cameras are tried that explain nearly as much, in squared noises, and look from elsewhere."""
OFF_MOST, OFF_PIP = 60.0, 7.0
"""What may be left unexplained of a die, and for each of its pips, in squared noises."""
ASTRAY = 0.16
"""How far a die's own view may be from the camera's."""
SIDE_TOLD = 0.4
"""Cosine to the line of sight from which on what a side shows has to go with the top."""
UNLIKE = 1.45


@dataclass(frozen=True, slots=True)
class DieSeen:
    """A die: the word for its colour, how many pips lie up, and the corners and middle of its upper face, in px.

    ``confidence``, 0 to 1, is how well it goes with a die lying so.
    """

    colour: str
    pips: int
    corners_px: Quad
    centre_px: Point
    confidence: float


def find_dice(image_bgr: Bytes, colours: Sequence[str] = COLOURS) -> tuple[DieSeen, ...]:
    """The dice of these colours on a picture (h, w, 3), from left to right; places in its pixels.

    What cannot be told for certain is left out: a die that lies aslant, that touches another, whose top is hidden by
    glare, whose colour may be two. So is every die of a colour of which more are seen than are asked for: it may be
    somebody else's.
    """
    height, width = image_bgr.shape[:2]
    # A whole number: averaging squares of pixels is quick.
    scale = max(1, round(max(height, width) / WORK_PX))
    size = (max(1, width // scale), max(1, height // scale))
    whole = image_bgr[: size[1] * scale, : size[0] * scale]
    work = whole if scale == 1 else np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
    lying = [one for one in _readable_dice(work) if one is not None]
    sides = [one.pose.side * one.body.step for one in lying]
    lying = [one for one, side in zip(lying, sides, strict=True) if _of_usual_size(side, sides)]
    white = die_face.lamp_colour([one.top for one in lying], [one.body.light for one in lying])
    named = [(die_face.colour_name(one.top, one.body.light, white), one) for one in lying]
    words = [word for word, _ in named]
    found = [
        _seen(word, one, scale)
        for word, one in named
        if word is not None and 0 < words.count(word) <= list(colours).count(word)
    ]
    return tuple(sorted(found, key=lambda one: one.centre_px))


@dataclass(frozen=True, eq=False)
class _ReadDie:
    body: DiePatch
    pose: DiePose
    top: FaceReading
    confidence: float


def _readable_dice(work: Bytes) -> list[_ReadDie | None]:
    """Every patch shaped like a die whose top can be read."""
    bodies = _die_patches(work)
    above = [die_face.pip_response(one) for one in bodies]
    seen = [(one, its, die_face.pip_middles(one, its)) for one, its in zip(bodies, above, strict=True)]
    seen = [one for one in seen if len(one[2])]
    if not seen:
        return []
    fits = [die_pose.view_fits(body.hull_px, own) for body, _, own in seen]
    readings = []
    for ups in _cameras([body for body, _, _ in seen], fits, (work.shape[1], work.shape[0])):
        readings.append([_read(*one, fit, up) for one, fit, up in zip(seen, fits, ups, strict=True)])
    return _agreed(readings)


def _agreed(readings: Sequence[Sequence[_ReadDie | None]]) -> list[_ReadDie | None]:
    """What is read under the camera under which most is, as far as no other as good says something else."""
    counts = [sum(one is not None for one in reading) for reading in readings]
    best = list(readings[counts.index(max(counts))])
    for other in (one for one, count in zip(readings, counts, strict=True) if count == max(counts)):
        for k, (mine, its) in enumerate(zip(tuple(best), other, strict=True)):
            if mine is not None and its is not None and mine.top.pips != its.top.pips:
                best[k] = None
    return best


def _read(body: DiePatch, above: NDArray[np.float32], own: Floats, fit: ViewFits, up: Floats) -> _ReadDie | None:
    start = fit.poses.get(int(fit.nearest(up[None])[0]))
    if start is None:
        return None
    pose, off = die_pose.refined_pose(start, body.hull_px, own, up)
    if off > OFF_MOST + OFF_PIP * len(own) or float(np.linalg.norm(pose.up - up)) > ASTRAY:
        return None
    faces = pose.faces()
    top = die_face.read_face(body, above, own, face=faces[0], apart=pose.apart)
    if top is None:
        return None
    sides = [
        die_face.read_face(body, above, own, face=one, apart=pose.apart) for one in faces[1:] if one.towards > SIDE_TOLD
    ]
    told = [one.pips for one in sides if one is not None]
    # Opposite faces make seven, and no number is there twice.
    if any(one in (top.pips, 7 - top.pips) for one in told) or (len(told) == 2 and sum(told) in (7, 2 * told[0])):
        return None
    return _ReadDie(body, pose, top, round(top.clear / (1 + off / OFF_MOST), 3))


def _of_usual_size(side: float, sides: Sequence[float]) -> bool:
    """Whether a die is about as large as the others: near and far make some difference, no more."""
    middle = float(np.median(sides))
    return middle / UNLIKE < side < middle * UNLIKE


def _seen(colour: str, one: _ReadDie, scale: float) -> DieSeen:
    corners = one.body.to_picture(one.pose.top()) * scale
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    x, y = corners.mean(axis=0)
    return DieSeen(
        colour,
        one.top.pips,
        corners_px=(a, b, c, d),
        centre_px=(round(float(x), 1), round(float(y), 1)),
        confidence=one.confidence,
    )


def _die_patches(work: Bytes) -> list[DiePatch]:
    spots = pips.find_spots(work)
    # What is alike around and near others of its kind first.
    order = np.argsort(-_likeness_of_pips(spots), kind="stable")
    bodies: list[DiePatch] = []
    used = np.zeros(len(spots), np.bool_)
    tries = 0
    for one in order:
        if used[one] or tries >= MOST_TRIES or len(bodies) >= MOST_BODIES:
            continue
        tries += 1
        body = die_candidates.die_patch_at(work, spots, int(one))
        if body is None:
            continue
        inside = _inside(body, spots.centres_px)
        used |= inside
        bodies.append(body)
    return bodies


def _likeness_of_pips(spots: pips.Spots) -> Floats:
    if not len(spots):
        return np.empty(0)
    apart = np.abs(spots.centres_px[:, None] - spots.centres_px[None]).max(axis=2)
    colour = np.linalg.norm((spots.around[:, None] - spots.around[None]) * (0.4, 1, 1), axis=2)
    size = spots.diameters_px
    near = (apart < 3.5 * size[:, None]) & (colour < 14) & (np.abs(np.log(size[:, None] / size[None])) < 0.5)
    near &= spots.light[:, None] == spots.light[None]
    chroma = np.linalg.norm(spots.around[:, 1:] - 128, axis=1)
    told = np.minimum(chroma, 30) / 30 + (spots.around[:, 0] < 70)
    return np.asarray(
        np.minimum(near.sum(axis=1), 6) * 0.3 + spots.even + told + 0.02 * np.minimum(size, 20), np.float64
    )


def _inside(body: DiePatch, points: Floats) -> NDArray[np.bool_]:
    outline = body.to_picture(body.hull_px).astype(np.float32)
    return np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points], np.bool_)


def _cameras(bodies: Sequence[DiePatch], fits: Sequence[ViewFits], size: tuple[int, int]) -> list[list[Floats]]:
    """The view of each die under the one camera that goes best with all of them; and under others nearly as good.

    Seen straight from the front, a cube looks as broad and as high from 20 degrees as from 70.
    """
    focal, middle = FOCAL * max(size), np.array(size) / 2
    cameras = _likely_verticals()
    costs, ups = np.zeros(len(cameras)), []
    for body, fit in zip(bodies, fits, strict=True):
        ray = np.append((body.to_picture(body.hull_px.mean(axis=0)) - middle) / focal, 1.0)
        up = _verticals_along(cameras, ray / np.linalg.norm(ray))
        costs += np.minimum(fit.cost[fit.nearest(up)], CAP)
        ups.append(up)
    chosen: list[int] = []
    for one in np.argsort(costs, kind="stable"):
        if len(chosen) == MOST_CAMERAS or costs[one] > costs.min() + NEARLY:
            break
        if all(np.linalg.norm(cameras[one] - cameras[other]) > OTHER for other in chosen):
            chosen.append(int(one))
    return [[up[one] for up in ups] for one in chosen]


def _likely_verticals() -> Floats:
    """Where the vertical may point in the middle of a picture, (n, 2): up, as people hold a phone."""
    x, y = (one.ravel() for one in np.meshgrid(np.arange(-0.5, 0.51, 0.1), np.arange(-CAMERA_MOST, 0.21, 0.07)))
    far = np.hypot(x, y)
    return np.asarray(np.column_stack([x, y])[(far <= CAMERA_MOST) & ((far <= 0.3) | (-y >= 0.7 * far))], np.float64)


def _verticals_along(up: Floats, ray: Floats) -> Floats:
    """Where the verticals (n, 2) point seen along a ray, when they point so in the middle of the picture."""
    whole = np.column_stack([up, -np.sqrt(np.maximum(0.0, 1 - (up**2).sum(axis=1)))])
    # The least turn that brings the ray to the line of sight (Rodrigues).
    axis = np.cross(ray, (0, 0, 1.0))
    turned = whole * ray[2] + np.cross(axis, whole) + (whole @ axis)[:, None] * axis / (1 + ray[2])
    return np.asarray(turned[:, :2], np.float64)

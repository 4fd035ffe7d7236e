"""How a die lies, from its outline and its pips: a cube seen from afar, standing on the table.

A die is small beside its distance, so it is seen as by parallel rays. ``up`` (2,) is where the vertical points in the
picture, of a length that is the sine of the angle between the line of sight and the vertical: (0, 0) is seen from
straight above. The outline of a convex body is its support function, how far it reaches which way; that of a cube with
round edges is the one of a smaller cube, plus the radius.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats

ROUND = 0.15
"""Radius of a die's edges, of its side: what cuts its corners counts as well."""
DIRECTIONS = 48
TURNS = np.deg2rad(np.arange(0, 90, 6))
UP_STEP, UP_MOST = 0.085, 0.80
"""How finely views are tried, and the steepest: 53 degrees from the vertical."""
PIP_SPREAD = 0.26
"""How far pips lie from the middle of a face, of its side."""
SHOWN = 0.15
"""Cosine between a face and the line of sight from which on its pips count."""
KEPT = 500
"""Hypotheses whose pips are compared, the best by their outline."""
FAR = 0.14
"""Of a side: a pip further from any place of the hypothesis counts as so far."""
OUTLINE_NOISE, PIP_NOISE, OUTLINE_WEIGHT = 0.022, 0.035, 14.0
GRID = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)], np.float64)
"""The nine places of a face, of which its pips take some."""
_ANGLES = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
_WAYS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])


@dataclass(frozen=True, eq=False)
class CubeFace:
    """A face in the picture: its middle, its two axes as long as its sides, the cosine to the line of sight."""

    middle: Floats
    one: Floats
    other: Floats
    towards: float


@dataclass(frozen=True, eq=False)
class DiePose:
    """``turn`` about the vertical in radians, ``side`` and ``middle`` of the cube in px, ``apart`` of its side."""

    up: Floats
    turn: float
    side: float
    middle: Floats
    apart: float = PIP_SPREAD

    def axes(self) -> Floats:
        """The cube's own axes in the picture, (3, 2), of the length of its side: two level ones and the vertical."""
        return np.asarray(axes_of(self.up[None], np.array([self.turn]))[0] * self.side, np.float64)

    def towards(self) -> Floats:
        """How much each axis points to the lens, (3,)."""
        return np.asarray(towards_of(self.up[None], np.array([self.turn]))[0], np.float64)

    def faces(self) -> tuple[CubeFace, ...]:
        """Every face in sight, the top first."""
        axes, towards = self.axes(), self.towards()
        found = [CubeFace(self.middle + axes[2] / 2, axes[0], axes[1], float(towards[2]))]
        for k in (0, 1):
            way = np.sign(towards[k]) or 1.0
            if abs(towards[k]) > SHOWN:
                found.append(CubeFace(self.middle + way * axes[k] / 2, axes[1 - k], axes[2], abs(float(towards[k]))))
        return tuple(found)

    def top(self) -> Floats:
        """The corners (4, 2) of the upper face."""
        axes = self.axes()
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
        return np.asarray(self.middle + axes[2] / 2 + signs @ axes[:2], np.float64)


def axes_of(up: Floats, turn: Floats) -> Floats:
    """The axes (n, 3, 2) of unit cubes seen so, ``up`` (n, 2), ``turn`` (n,)."""
    sine = np.linalg.norm(up, axis=1, keepdims=True)
    way = np.where(sine > 1e-9, up / np.maximum(sine, 1e-9), (0.0, -1.0))
    flat = 1 - np.sqrt(np.maximum(1 - sine**2, 0))
    level = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], axis=1).reshape(-1, 2, 2)
    along = (level * way[:, None]).sum(axis=2, keepdims=True)
    seen = level - flat[:, None] * along * way[:, None]
    return np.concatenate([seen, up[:, None]], axis=1)


def towards_of(up: Floats, turn: Floats) -> Floats:
    """How much the axes point to the lens, (n, 3)."""
    level = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], axis=1).reshape(-1, 2, 2)
    aside = -(level * up[:, None]).sum(axis=2)
    return np.column_stack([aside, np.sqrt(np.maximum(1 - (up**2).sum(axis=1), 0))])


def support_of(axes: Floats) -> Floats:
    """How far a unit cube with these axes (n, 3, 2), edges rounded, reaches in all directions, (n, DIRECTIONS)."""
    return np.asarray(np.abs(axes @ _WAYS).sum(axis=1) * (1 - 2 * ROUND) / 2 + ROUND, np.float64)


def outline_support(hull: Floats) -> Floats:
    """The same of a convex outline (n, 2)."""
    return np.asarray((hull @ _WAYS).max(axis=0), np.float64)


@cache
def _tried_views() -> tuple[Floats, NDArray[np.intp], Floats, Floats, Floats]:
    """All views tried (v, 2); for each hypothesis its view (n,), turn (n,), axes (n, 3, 2) and support."""
    steps = np.arange(-UP_MOST, UP_MOST + 1e-9, UP_STEP)
    x, y = (one.ravel() for one in np.meshgrid(steps, steps))
    far = np.hypot(x, y)
    # Steeply nobody photographs from the far side of the table: the top of the picture is away from the viewer.
    kept = (far <= UP_MOST) & ((far < 0.4) | (-y > 0.4 * far))
    up = np.column_stack([x, y])[kept]
    view = np.repeat(np.arange(len(up)), len(TURNS))
    turn = np.tile(TURNS, len(up))
    axes = axes_of(up[view], turn)
    return up, view, turn, axes, support_of(axes)


@dataclass(frozen=True, eq=False)
class ViewFits:
    """What speaks against each view (v,), and the best pose for it."""

    up: Floats
    cost: Floats
    poses: dict[int, DiePose]
    """... by its number; none where no turn is likely."""

    def nearest(self, up: Floats) -> NDArray[np.intp]:
        """The views tried that are nearest to these, (n, 2) -> (n,)."""
        cells = np.clip(np.rint((up + UP_MOST) / UP_STEP).astype(int), 0, _cells().shape[0] - 1)
        return np.asarray(_cells()[cells[:, 1], cells[:, 0]], np.intp)


@cache
def _cells() -> NDArray[np.intp]:
    """For each cell of the plane of views (row y, column x), the nearest one tried."""
    steps = np.arange(-UP_MOST, UP_MOST + 1e-9, UP_STEP)
    x, y = np.meshgrid(steps, steps)
    apart = np.linalg.norm(np.stack([x, y], axis=2)[:, :, None] - _tried_views()[0][None, None], axis=3)
    return np.asarray(apart.argmin(axis=2), np.intp)


WORST = 400.0


def view_fits(hull: Floats, pips: Floats) -> ViewFits:
    """How well every view goes with an outline and the middles of pips (n, 2)."""
    up, view, turn, axes, reach = _tried_views()
    seen = outline_support(hull)
    half = DIRECTIONS // 2
    even = (seen + np.roll(seen, half)) / 2
    middle = 2 * (_WAYS * seen).mean(axis=1)
    side = reach @ even / (reach**2).sum(axis=1)
    off = ((even - side[:, None] * reach) ** 2).mean(axis=1) / side**2
    cost = OUTLINE_WEIGHT * off / OUTLINE_NOISE**2
    best = np.argsort(cost)[:KEPT]
    cost[best] += _pip_cost(axes[best], towards_of(up[view[best]], turn[best]), side[best], middle=middle, pips=pips)
    rest = np.ones(len(cost), np.bool_)
    rest[best] = False
    cost[rest] = WORST
    least = np.full(len(up), WORST)
    np.minimum.at(least, view, cost)
    poses: dict[int, DiePose] = {}
    for one in best[np.argsort(cost[best], kind="stable")]:
        number = int(view[one])
        if number not in poses:
            poses[number] = DiePose(up[number], float(turn[one]), float(side[one]), middle)
    return ViewFits(up, least, poses)


def _places(axes: Floats, towards: Floats) -> Floats:
    """Where pips may be on unit cubes, (n, 27, 2); far away where the face is not in sight."""
    inside = GRID * PIP_SPREAD
    places = []
    for k, (one, other) in ((2, (0, 1)), (0, (1, 2)), (1, (0, 2))):
        way = np.where(towards[:, k] < 0, -1.0, 1.0)[:, None]
        at = (axes[:, k] * way / 2)[:, None] + inside @ axes[:, (one, other)]
        at[np.abs(towards[:, k]) < SHOWN] += 99
        places.append(at)
    return np.concatenate(places, axis=1)


def _pip_cost(axes: Floats, towards: Floats, side: Floats, middle: Floats, pips: Floats) -> Floats:
    places = _places(axes, towards)
    own = (pips[None] - middle) / side[:, None, None]
    apart = ((own[:, :, None] - places[:, None]) ** 2).sum(axis=3).min(axis=2)
    return np.asarray(np.minimum(apart, FAR**2).sum(axis=1) / PIP_NOISE**2, np.float64)


def refined_pose(pose: DiePose, hull: Floats, pips: Floats, up: Floats, rounds: int = 5) -> tuple[DiePose, float]:
    """The pose that goes best with outline and pips, near the view ``up``; and what still speaks against it."""
    seen = outline_support(hull)
    values = np.array([*pose.up, pose.turn, np.log(pose.side), *pose.middle, pose.apart])
    off = _off(values, seen, pips, up)
    for _ in range(rounds):
        steps = np.array([0.02, 0.02, 0.02, 0.01, 0.3, 0.3, 0.005])
        slope = np.stack(
            [
                (_off(values + one, seen, pips, up) - off) / step
                for one, step in zip(np.diag(steps), steps, strict=True)
            ],
            1,
        )
        move = np.linalg.solve(slope.T @ slope + np.diag([1e-3] * 7), -slope.T @ off)
        after = values + np.clip(move, -8 * steps, 8 * steps)
        new = _off(after, seen, pips, up)
        if float(new @ new) >= float(off @ off):
            break
        values, off = after, new
    good = replace(
        pose,
        up=values[:2],
        turn=float(values[2]),
        side=float(np.exp(values[3])),
        middle=values[4:6],
        apart=float(values[6]),
    )
    return good, float(off @ off)


def _off(values: Floats, seen: Floats, pips: Floats, up: Floats) -> Floats:
    """What is left unexplained, each in its own noise."""
    view = values[:2] / max(1.0, float(np.linalg.norm(values[:2])) / 0.95)
    turn, side = values[2:3], float(np.exp(values[3]))
    axes = axes_of(view[None], turn)
    outline = (support_of(axes)[0] * side + values[4:6] @ _WAYS - seen) / side
    places = _places(axes, towards_of(view[None], turn))[0] * side * 1.0
    # The grid above is drawn for the usual distance; stretch what lies in the faces only.
    own = pips - values[4:6]
    stretch = values[6] / PIP_SPREAD
    centres = np.repeat(places[4::9], 9, axis=0)
    places = centres + (places - centres) * stretch
    apart = own[:, None] - places[None]
    nearest = (apart**2).sum(axis=2).argmin(axis=1)
    left = apart[np.arange(len(own)), nearest] / side
    size = np.linalg.norm(left, axis=1, keepdims=True)
    left = left * np.minimum(1, FAR / np.maximum(size, 1e-9))
    prior = [*((view - up) / 0.10), (values[6] - PIP_SPREAD) / 0.02]
    return np.concatenate(
        [outline * np.sqrt(OUTLINE_WEIGHT / DIRECTIONS) / OUTLINE_NOISE, left.ravel() / PIP_NOISE, prior]
    )

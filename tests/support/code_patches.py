"""Small pictures of one code each, thousands of them quickly: what the reader's gate is measured with.

A symbol with its quiet zone, art and lines of print around it, seen by a tilted camera: light is added up on a finer
grid, then come blur, uneven light, noise and JPEG. Many patches are put side by side into one picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2

FINER = 3
"""A patch is put together this many times finer than it is delivered."""
RASTER = 8
"""Raster pixels a module."""
QUIET, AROUND = 4, 7
"""Modules of quiet zone, and of other print around it."""

Plane = NDArray[np.float32]


@dataclass(frozen=True)
class Conditions:
    """Ranges a patch's camera is drawn from, uniformly."""

    tilt_deg: tuple[float, float] = (0.0, 40.0)
    blur_px: tuple[float, float] = (0.5, 1.0)
    noise: tuple[float, float] = (2.0, 8.0)
    exposure: tuple[float, float] = (0.25, 1.0)
    jpeg: tuple[int, int] = (60, 95)
    ink: tuple[float, float] = (0.03, 0.08)
    """How much light ink sends back; paper sends back 0.86."""
    off_px: float = 0.5
    """Standard deviation of what a finder's corners are off by."""


@dataclass(frozen=True, eq=False)
class Patch:
    """A grey picture, the code's true corners in it (4, 2), and the corners as a finder would give them."""

    grey: NDArray[np.uint8]
    corners_px: NDArray[np.float64]
    rough_px: NDArray[np.float64]


def patch(
    symbol: NDArray[np.bool_], rng: np.random.Generator, px_per_module: float, conditions: Conditions | None = None
) -> Patch:
    """One code (m, m; True is dark) as a camera sees it. ``px_per_module`` holds before foreshortening."""
    drawn = conditions or Conditions()
    raster = _raster(symbol, rng, drawn)
    # No more detail than the finer grid can show, so that nothing is aliased.
    share = min(1.0, 1.5 * FINER * px_per_module / RASTER)
    raster = cv2.resize(raster, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    width = int((len(symbol) + 2 * QUIET) * px_per_module * 1.5) + 8
    to_fine = _camera(rng, drawn, px_per_module * FINER, width * FINER)
    total = len(symbol) + 2 * (QUIET + AROUND)
    scale = raster.shape[0] / total
    centred = np.array(
        [[1 / scale, 0, (0.5 / scale) - total / 2], [0, 1 / scale, (0.5 / scale) - total / 2], [0, 0, 1]]
    )
    half_back = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    fine = cv2.warpPerspective(
        raster, half_back @ to_fine @ centred, (width * FINER, width * FINER), borderMode=cv2.BORDER_REPLICATE
    )
    seen = cv2.resize(fine, (width, width), interpolation=cv2.INTER_AREA)
    grey = _exposed(np.asarray(seen, np.float32), rng, drawn)
    half = len(symbol) / 2
    square = np.array([[[-half, -half], [half, -half], [half, half], [-half, half]]])
    corners = np.asarray(cv2.perspectiveTransform(square, to_fine)[0] / FINER, np.float64)
    rough = corners + rng.normal(0, drawn.off_px, (4, 2))
    return Patch(grey, corners, np.roll(rough, int(rng.integers(4)), axis=0))


def mosaic(patches: Sequence[Patch], columns: int = 12) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Patches side by side in one picture, and their rough corners (n, 4, 2) there."""
    side = max(max(one.grey.shape) for one in patches)
    rows = -(-len(patches) // columns)
    sheet = np.full((rows * side, columns * side), 128, np.uint8)
    quads = []
    for index, one in enumerate(patches):
        y, x = index // columns * side, index % columns * side
        sheet[y : y + one.grey.shape[0], x : x + one.grey.shape[1]] = one.grey
        quads.append(one.rough_px + np.array([x, y]))
    return sheet, np.array(quads)


def _raster(symbol: NDArray[np.bool_], rng: np.random.Generator, drawn: Conditions) -> Plane:
    """The code on white paper amid print, in linear light."""
    ink = float(rng.uniform(*drawn.ink))
    side = len(symbol) + 2 * QUIET
    total = side + 2 * AROUND
    fine = rng.uniform(0.05, 0.86, (total * 2, total * 2)).astype(np.float32)
    coarse = cv2.resize(
        rng.uniform(0.05, 0.86, (6, 6)).astype(np.float32), (total * 2, total * 2), interpolation=cv2.INTER_CUBIC
    )
    around = np.where(rng.random() < 0.5, coarse, np.where(rng.random((total * 2, total * 2)) < 0.3, fine, 0.86))
    picture = cv2.resize(np.clip(around, 0.03, 0.9).astype(np.float32), None, fx=RASTER / 2, fy=RASTER / 2)
    edge = AROUND * RASTER
    picture[edge:-edge, edge:-edge] = 0.86
    inner = edge + QUIET * RASTER
    cells = np.where(symbol, np.float32(ink), np.float32(0.86))
    picture[inner:-inner, inner:-inner] = np.kron(cells, np.ones((RASTER, RASTER), np.float32))
    return np.asarray(picture, np.float32)


def _camera(rng: np.random.Generator, drawn: Conditions, scale: float, width: float) -> NDArray[np.float64]:
    """The map of modules, counted from the symbol's middle, to the finer grid."""
    turn, lean = rng.uniform(0, 2 * np.pi, 2)
    shorter = np.cos(np.deg2rad(rng.uniform(*drawn.tilt_deg)))
    flat = _rotation(turn - lean) @ np.diag([1, shorter]) @ _rotation(lean) * scale
    to_fine = np.eye(3)
    to_fine[:2, :2] = flat
    to_fine[2, :2] = rng.uniform(-0.002, 0.002, 2)
    to_fine[:2, 2] = width / 2 + rng.uniform(-0.5, 0.5, 2) * FINER
    # The shift comes after the perspective.
    shift = np.eye(3)
    shift[:2, 2] = to_fine[:2, 2]
    to_fine[:2, 2] = 0
    return np.asarray(shift @ to_fine, np.float64)


def _rotation(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _exposed(light: Plane, rng: np.random.Generator, drawn: Conditions) -> NDArray[np.uint8]:
    light = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(*drawn.blur_px)))
    y, x = np.indices(light.shape) / len(light) - 0.5
    slope = 1 + rng.uniform(-0.3, 0.3) * x + rng.uniform(-0.3, 0.3) * y
    light = np.clip(light * slope * rng.uniform(*drawn.exposure), 0, 1)
    levels = 255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    levels = levels + rng.normal(0, rng.uniform(*drawn.noise), light.shape)
    picture = np.clip(levels + 0.5, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*drawn.jpeg))])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)

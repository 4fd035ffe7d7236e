"""Where exactly a code whose text is known lies, and how well the picture agrees with it.

A general reader says what a code says; its corners are good to a pixel or two, and the fourth, where a small symbol
has no pattern to hold on to, only to a module. Once the text is known every module is known, so the place can be
found from all of them at once: the projective map under which the symbol explains the picture best (Gauss-Newton on
brightness, with the light's level, slope and contrast solved for alongside). What is left unexplained says how much
to trust the reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.values import code
from vision.picture.homography import Floats, clockwise, is_mirrored
from vision.picture.opencv_setup import cv2
from vision.read.qr_symbol import modules
from vision.sighting import Quad, Sighting, same_place

Raster = NDArray[Any]
"""(h, w) float32; OpenCV's stubs leave the element type open."""
SUB = 3
"""Samples along a module's side."""
MARGIN = 1
"""Modules of quiet zone that take part: more would reach into what a tight print has around the code."""
STEPS = ((0.7, 6), (0.35, 6))
"""(blur in modules, most iterations): first coarse, so that a module's error is within reach, then fine."""
LEAST_PX = 0.3
"""Below this a module leaves no trace to hold on to."""
OWN_BLUR_PX = 0.7
"""What a camera in focus blurs by itself."""
TRUSTED_FIT = 0.7
"""Fitted corners replace the reader's from this agreement on; true symbols in focus agree by 0.95 and more."""
LARGEST_VERSION_FITTED = 10
"""Symbols of a higher version are links and tickets; their fourth corner has patterns of its own to hold on to."""


# --- a code and its place -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FoundCode:
    """A text read, with its exact place in the picture looked at, and how far the picture agrees, 0 to 1.

    ``known``: it is one of those looked for. ``second``: it is a card's code in the opposite corner.
    ``mirrored``: it is seen as in a mirror.
    """

    text: str
    corners_px: Quad
    confidence: float
    known: bool
    second: bool = False
    mirrored: bool = False


def place_reading(grey: NDArray[np.uint8], sighting: Sighting, known: bool) -> FoundCode:
    """A general reader's reading, its corners and its trust taken from the whole symbol where that is known."""
    quad, confidence, second, mirrored = sighting.corners_px, 0.5, False, False
    try:
        second = known and sighting.symbol == code.second_symbol(sighting.text)
        version, level, mask = sighting.symbol or code.symbol(sighting.text)
        symbol = modules(sighting.text, version, level, mask) if version <= LARGEST_VERSION_FITTED else None
    except ValueError:
        symbol = None  # a text our encoder packs otherwise, or a reader that does not tell the symbol
    if symbol is not None:
        found = fit_symbol(grey, np.array(quad, dtype=np.float64), symbol)
        confidence = max(0.0, min(1.0, found.agreement))
        if found.agreement >= TRUSTED_FIT:
            quad, mirrored = clockwise(found.quad_px), is_mirrored(found.quad_px)
    return FoundCode(sighting.text, quad, confidence=confidence, known=known, second=second, mirrored=mirrored)


def one_per_place(found: Iterable[FoundCode]) -> list[FoundCode]:
    """One reading a place. The known go first, then what the picture agrees with most: readers now and then report a
    bogus code inside a true one."""
    kept: list[FoundCode] = []
    for one in sorted(found, key=lambda one: (one.known, one.confidence), reverse=True):
        if not any(same_place(one.corners_px, other.corners_px) for other in kept):
            kept.append(one)
    return kept


# --- a symbol fitted to the picture ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SymbolFit:
    """``quad_px`` (4, 2): outer corners in the code's own order. ``agreement``: correlation, -1 to 1."""

    quad_px: Floats
    agreement: float


def fit_symbol(image: NDArray[np.uint8], quad_px: Floats, symbol: NDArray[np.bool_]) -> SymbolFit:
    """Fit a symbol to a grey picture, starting from a reader's corners, its own top left first.

    A quad that runs the other way round (a mirrored picture read as it stands) is fitted as such. The result is never
    worse than the start: where nothing better is found, the start comes back with its agreement.
    """
    module_px = _side(quad_px) / len(symbol)
    if module_px < LEAST_PX:
        return SymbolFit(quad_px, 0.0)
    patch, corner = _patch(image, quad_px)
    starts = (quad_px - corner, quad_px[[0, 3, 2, 1]] - corner)
    best = max(
        (SymbolFit(quad, _agreement(patch, quad, symbol, module_px)) for quad in starts), key=lambda one: one.agreement
    )
    quad = best.quad_px
    for blur, most in STEPS:
        quad = _refined(patch, quad, symbol, blur=blur, most=most)
    if np.isfinite(quad).all() and np.abs(quad - best.quad_px).max() < 3 * module_px + 2:
        better = SymbolFit(quad, _agreement(patch, quad, symbol, module_px))
        best = better if better.agreement >= best.agreement else best
    return SymbolFit(best.quad_px + corner, best.agreement)


def _side(quad_px: Floats) -> float:
    return float(np.linalg.norm(np.roll(quad_px, -1, axis=0) - quad_px, axis=1).mean())


def _patch(image: NDArray[np.uint8], quad_px: Floats) -> tuple[Raster, Floats]:
    """The picture around a quad as floats, and where it begins."""
    reach = 0.35 * _side(quad_px) + 4
    height, width = image.shape
    low = np.clip(np.floor(quad_px.min(axis=0) - reach), 0, (width - 1, height - 1)).astype(int)
    high = np.clip(np.ceil(quad_px.max(axis=0) + reach), low + 1, (width, height)).astype(int)
    return image[low[1] : high[1], low[0] : high[0]].astype(np.float32), low.astype(np.float64)


def _refined(patch: Raster, quad: Floats, symbol: NDArray[np.bool_], *, blur: float, most: int) -> Floats:
    count = len(symbol)
    module_px = _side(quad) / count
    blurred = cv2.GaussianBlur(patch, (0, 0), max(0.3, blur * module_px))
    slope_x = cv2.Sobel(blurred, cv2.CV_32F, 1, 0, scale=0.125)
    slope_y = cv2.Sobel(blurred, cv2.CV_32F, 0, 1, scale=0.125)
    u, v = _points(count)
    paper = _expected(symbol.tobytes(), count, round(float(np.hypot(blur, OWN_BLUR_PX / module_px)), 2))
    light = np.stack([-np.ones_like(u), -u, -v, -paper])
    for _ in range(most):
        h = _map(quad)
        x, y, bottom = _through(h, u, v)
        seen, gx, gy = (_sampled(plane, x, y) for plane in (blurred, slope_x, slope_y))
        gx, gy = gx / bottom, gy / bottom
        both = -(gx * x + gy * y)
        rows = np.concatenate([np.stack([gx * u, gx * v, gx, gy * u, gy * v, gy, both * u, both * v]), light])
        normal = rows @ rows.T
        normal.flat[:: len(normal) + 1] *= 1 + 1e-6
        try:
            step = np.linalg.solve(normal, -(rows @ seen))[:8]
        except np.linalg.LinAlgError:
            return quad
        moved = _corners(h + np.append(step, 0).reshape(3, 3))
        if not np.isfinite(moved).all() or np.abs(moved - quad).max() > 3 * module_px:
            return quad
        small = np.abs(moved - quad).max() < 0.01
        quad = moved
        if small:
            break
    return quad


def _agreement(patch: Raster, quad: Floats, symbol: NDArray[np.bool_], module_px: float) -> float:
    """The correlation of picture and symbol over all modules, a slope of light taken out of both."""
    count = len(symbol)
    u, v = _points(count)
    x, y, _ = _through(_map(quad), u, v)
    seen = _sampled(cv2.GaussianBlur(patch, (0, 0), max(0.3, 0.25 * module_px)), x, y)
    paper = _expected(symbol.tobytes(), count, round(float(np.hypot(0.25, OWN_BLUR_PX / module_px)), 2))
    slope = np.stack([np.ones_like(u), u, v])
    a, b = (one - slope.T @ (slope @ one / (slope**2).sum(axis=1)) for one in (seen, paper))
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-9))


def _through(h: Floats, u: Floats, v: Floats) -> tuple[Floats, Floats, Floats]:
    """Points of the symbol in the picture, and what they are divided by: never nothing, also on a quad's horizon."""
    bottom = h[2, 0] * u + h[2, 1] * v + 1
    bottom = np.where(np.abs(bottom) < 1e-9, 1e-9, bottom)
    return (h[0, 0] * u + h[0, 1] * v + h[0, 2]) / bottom, (h[1, 0] * u + h[1, 1] * v + h[1, 2]) / bottom, bottom


def _sampled(plane: Raster, x: Floats, y: Floats) -> Floats:
    """A plane's values at outer-corner coordinates; OpenCV counts from the first pixel's centre."""
    at_x, at_y = (x - 0.5).astype(np.float32)[None], (y - 0.5).astype(np.float32)[None]
    found = cv2.remap(plane, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found[0], np.float64)


@lru_cache(maxsize=16)
def _points(count: int) -> tuple[Floats, Floats]:
    """The sample points on the symbol: its corners are at -0.5 and 0.5, so that level and slopes are orthogonal."""
    side = (np.arange((count + 2 * MARGIN) * SUB) + 0.5) / SUB - MARGIN - count / 2
    v, u = np.meshgrid(side / count, side / count, indexing="ij")
    return u.ravel(), v.ravel()


@lru_cache(maxsize=64)
def _expected(symbol: bytes, count: int, blur: float) -> Floats:
    """Paper is 1 and ink -1 at the sample points, blurred by this many modules."""
    dark = np.frombuffer(symbol, np.bool_).reshape(count, count)
    wide = np.pad(np.where(dark, -1.0, 1.0), MARGIN + 3, constant_values=1.0)
    fine = cv2.GaussianBlur(np.kron(wide, np.ones((SUB, SUB))), (0, 0), blur * SUB)
    cut = slice(3 * SUB, -3 * SUB)
    return np.asarray(fine[cut, cut], np.float64).ravel()


_UNIT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def _map(quad: Floats) -> Floats:
    """The projective map (3, 3) of the symbol's own coordinates to the quad, its last element 1."""
    rows = []
    for (u, v), (x, y) in zip(_UNIT, quad, strict=True):
        rows += [[u, v, 1, 0, 0, 0, -u * x, -v * x], [0, 0, 0, u, v, 1, -u * y, -v * y]]
    try:
        solved = np.linalg.solve(np.array(rows), quad.ravel())
    except np.linalg.LinAlgError:
        solved = np.array([1.0, 0, quad[:, 0].mean(), 0, 1.0, quad[:, 1].mean(), 0, 0])
    return np.append(solved, 1).reshape(3, 3)


def _corners(h: Floats) -> Floats:
    mapped = np.column_stack([_UNIT, np.ones(4)]) @ h.T
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(mapped[:, :2] / mapped[:, 2:])

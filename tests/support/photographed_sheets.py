"""A printed sheet photographed: a page set on paper with a printer's error, then seen by a phone held not quite level.

Every pixel is looked up backwards, photo -> paper -> print -> page, so that nothing is blurred twice and the paper's
edge falls where it should to a hundredth of a pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from printkit.sheet.printer_profile import Face

PAPER, TABLE, CARD = 232.0, 62.0, 40.0


@dataclass(frozen=True)
class Phone:
    """Where the phone is: the photo's size, how much of it the paper fills, tilts, turn, lens, blur and noise."""

    size_px: tuple[int, int] = (3000, 4000)
    fill: float = 0.85
    tilt_x_deg: float = 6.0
    tilt_y_deg: float = -4.0
    turn_deg: float = 3.0
    lens: float = 0.01
    blur_px: float = 0.8
    noise: float = 3.0
    paper: float = PAPER
    table: float = TABLE


@dataclass(frozen=True)
class Card:
    """A bank card on the sheet, in mm from the middle of the paper."""

    x_mm: float = 3.0
    y_mm: float = -2.0
    angle_deg: float = 2.0


def photograph(
    page: np.ndarray, paper_mm: tuple[float, float], error: Face, phone: Phone, card: Card | None = None, seed: int = 1
) -> np.ndarray:
    """``page`` is the grey raster of the page (any resolution), ``error`` what the printer did with it."""
    width, height = phone.size_px
    sheet = _camera(phone, paper_mm)
    photo = np.empty((height, width), np.float32)
    for top in range(0, height, 250):
        rows = np.arange(top, min(top + 250, height))
        px = np.stack(np.meshgrid(np.arange(width), rows), axis=-1).astype(np.float64)
        photo[rows[0] : rows[-1] + 1] = _look(px, sheet, phone, page, paper_mm, error, card)
    photo = cv2.GaussianBlur(photo, (0, 0), phone.blur_px)
    photo += np.random.default_rng(seed).normal(0, phone.noise, photo.shape).astype(np.float32)
    return np.clip(photo, 0, 255).astype(np.uint8)


def _camera(phone: Phone, paper_mm: tuple[float, float]) -> np.ndarray:
    """The homography paper (mm, y up) -> photo (px) of a pinhole over the paper."""
    width, height = phone.size_px
    focal, distance = 0.72 * max(width, height), _distance(phone, paper_mm)
    rx, ry, rz = (math.radians(angle) for angle in (phone.tilt_x_deg, phone.tilt_y_deg, phone.turn_deg))
    turn_x = np.array([[1, 0, 0], [0, math.cos(rx), -math.sin(rx)], [0, math.sin(rx), math.cos(rx)]])
    turn_y = np.array([[math.cos(ry), 0, math.sin(ry)], [0, 1, 0], [-math.sin(ry), 0, math.cos(ry)]])
    turn_z = np.array([[math.cos(rz), -math.sin(rz), 0], [math.sin(rz), math.cos(rz), 0], [0, 0, 1]])
    view = turn_x @ turn_y @ turn_z @ np.diag([1, -1, 1])
    lens = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    return lens @ np.column_stack((view[:, 0], view[:, 1], (0, 0, distance)))


def _distance(phone: Phone, paper_mm: tuple[float, float]) -> float:
    """How far the lens is from the paper, in mm, so that the paper fills that much of the picture."""
    paper = sorted(paper_mm)
    return max(
        0.72 * max(phone.size_px) * a / (phone.fill * b) for a, b in zip(paper, sorted(phone.size_px), strict=True)
    )


def _look(
    px: np.ndarray,
    sheet: np.ndarray,
    phone: Phone,
    page: np.ndarray,
    paper_mm: tuple[float, float],
    error: Face,
    card: Card | None,
) -> np.ndarray:
    middle = (np.array(phone.size_px) - 1) / 2
    radius = np.hypot(*phone.size_px) / 2
    off = (px - middle) / radius
    flat = off.copy()
    for _ in range(8):  # the lens moves points outwards by k r²; look it up the other way round
        flat = off / (1 + phone.lens * (flat**2).sum(axis=-1, keepdims=True))
    here = np.concatenate((middle + radius * flat, np.ones((*px.shape[:-1], 1))), axis=-1) @ np.linalg.inv(sheet).T
    mm = here[..., :2] / here[..., 2:]
    colour = phone.table + (_printed(mm, page, paper_mm, error) * phone.paper / 255 - phone.table) * _inside(
        mm, (paper_mm[0] / 2, paper_mm[1] / 2)
    )
    if card:
        turn = math.radians(card.angle_deg)
        x, y = mm[..., 0] - card.x_mm, mm[..., 1] - card.y_mm
        own = np.stack((x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)), axis=-1)
        # Its upper side lies 0.76 mm nearer to the lens.
        near = 1 / (1 - 0.76 / _distance(phone, paper_mm))
        colour += (CARD - colour) * _inside(own, (85.60 / 2 * near, 53.98 / 2 * near))
    return colour


def _inside(mm: np.ndarray, half: tuple[float, float]) -> np.ndarray:
    """1 inside a rectangle, 0 outside, between them over about a pixel."""
    step = np.abs(np.diff(mm[:, :, 0], axis=1)).mean() + np.abs(np.diff(mm[:, :, 1], axis=1)).mean()
    depth = np.minimum(half[0] - np.abs(mm[..., 0]), half[1] - np.abs(mm[..., 1]))
    return np.clip(depth / step + 0.5, 0, 1)


def _printed(mm: np.ndarray, page: np.ndarray, paper_mm: tuple[float, float], error: Face) -> np.ndarray:
    """The page as the printer set it: moved and turned about the paper's middle, stretched."""
    turn = math.radians(error.angle_deg)
    x, y = mm[..., 0] - error.offset_x_mm, mm[..., 1] - error.offset_y_mm
    u = (x * math.cos(turn) + y * math.sin(turn)) / error.scale_x
    v = (y * math.cos(turn) - x * math.sin(turn)) / error.scale_y
    scale_x, scale_y = page.shape[1] / paper_mm[0], page.shape[0] / paper_mm[1]
    map_x = ((u + paper_mm[0] / 2) * scale_x - 0.5).astype(np.float32)
    map_y = ((paper_mm[1] / 2 - v) * scale_y - 0.5).astype(np.float32)
    return cv2.remap(page, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=255).astype(
        float
    )

"""How colours look: contrast, how far apart two are, and what is left of that for two kinds of colour blindness.

Contrast is WCAG 2.2's ratio of relative luminances. Distance is CIE76 in CIELAB (D65). Dichromats are simulated in
linear light with the matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency" (IEEE TVCG 15/6, 2009), severity 1.0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from printkit.draw.display_list import Colour

Blindness = Literal["protanopia", "deuteranopia"]
"""Red and green blindness: together nearly all colour blindness there is."""
_Matrix = tuple[tuple[float, float, float], ...]
_SEEN: Mapping[Blindness, _Matrix] = MappingProxyType(
    {
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
    }
)
_TO_XYZ: _Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE_XYZ = (0.95047, 1.0, 1.08883)


@lru_cache(maxsize=4096)
def contrast(one: Colour, other: Colour) -> float:
    """From 1 (the same) to 21 (black on white)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def distance(one: Colour, other: Colour, eyes: Blindness | None = None) -> float:
    """How far two colours are apart: 2 is barely seen side by side, below 12 they are confused from memory."""
    if eyes:
        one, other = seen(one, eyes), seen(other, eyes)
    return math.dist(_lab(one), _lab(other))


def seen(colour: Colour, eyes: Blindness) -> Colour:
    """The colour as those eyes see it."""
    red, green, blue = (_printed(value) for value in _times(_SEEN[eyes], _linear(colour)))
    return red, green, blue


def _linear(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in colour)
    return red, green, blue


def _printed(value: float) -> float:
    value = min(max(value, 0.0), 1.0)
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _luminance(colour: Colour) -> float:
    return _times(_TO_XYZ, _linear(colour))[1]


def _times(matrix: _Matrix, vector: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


@lru_cache(maxsize=4096)
def _lab(colour: Colour) -> tuple[float, float, float]:
    xyz = _times(_TO_XYZ, _linear(colour))
    x, y, z = (_bent(value / white) for value, white in zip(xyz, _WHITE_XYZ, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _bent(value: float) -> float:
    return value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29

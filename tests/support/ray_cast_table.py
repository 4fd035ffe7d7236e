"""Photos of cards on a table, made up another way than table_scene.py: by rays, with faults of printers and cameras.

    scene = photograph(arts, seed=7, view=View(px_per_module=1.2, tilt_deg=30), faults=Faults(faded=0.6))
    scene.photo                                      # JPEG bytes
    scene.codes[0].text, scene.codes[0].corners_px   # where the code is
    scene.codes[0].in_sight                          # whether its quiet zone is, too, by the rays themselves

A ray goes from the camera through each quarter of a pixel and meets the topmost of the cards below it, which may be
bent like a roof tile. Ink fades, streaks and thins on the card before anything else; light, several shadows, lens, a
raw picture of one colour a pixel, its noise, the camera's own tone curve and sharpening, and JPEG come after. Nothing
is shared with table_scene.py but the card's raster, so what one renderer takes for granted the other may break.

Units: millimetres, table x right and y towards the viewer, z up; pixels with (0, 0) the outer corner of the first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from table_scene import CardArt

Array = NDArray[np.float32]
Floats = NDArray[np.float64]
FINER = 2
"""Rays a pixel's side."""
QUIET = 4
INK_LIGHT, PAPER_LIGHT = 0.035, 0.78
"""Of the light that falls on them, the darkest and the whitest a home printer's sheet gives back."""


@dataclass(frozen=True)
class View:
    """Where the camera is. ``px_per_module`` holds straight down, before any foreshortening."""

    px_per_module: float = 1.5
    tilt_deg: float = 10.0
    bend_mm: float = 1.0
    """How far the middle of the most bent card is off the line between its ends."""
    overlapping: bool = False
    fan: int = 0
    """Cards in each fan that is held or laid: of all but its last one corner is in sight, or a strip."""
    empty: bool = False
    """The table alone, framed as if cards lay there."""
    table: str = ""
    """One of TABLES or "carpet", "" lets the seed choose among TABLES."""


@dataclass(frozen=True)
class Faults:
    """What is wrong with print, light and camera; unasked an ordinary phone in an ordinary room."""

    faded: float = 0.0
    """Share of the ink that is missing everywhere."""
    striped: float = 0.0
    """... and in the middle of a streak along the card's rows or columns."""
    thin_mm: float = 0.0
    """By how much a dark line is narrower than meant, on each side."""
    overexposed: float = 1.0
    haze: float = 0.0
    """Share of the light that is stray: a greasy lens, a window behind the table."""
    shadows: int = 1
    shadow_depth: float = 0.25
    """Share of the light each shadow takes; several overlap."""
    badly_printed: int = 999
    """How many of the cards have the faults of ink; the others are printed well."""
    noise: float = 1.0
    """1 is a phone indoors, 4 one in a dim room."""
    blur_px: float = 0.5
    motion_px: float = 0.0
    jpeg: int = 88
    glare: float = 0.0
    """How bright a lamp is mirrored on every code, as in a sleeve, in units of white paper."""


@dataclass(frozen=True, eq=False)
class CodeSeen:
    """A code and where it is. ``module_px`` is the root of a module's area, ``least_module_px`` its shorter way."""

    text: str
    corners_px: Floats
    module_px: float
    least_module_px: float
    in_sight: bool


@dataclass(frozen=True, eq=False)
class TablePhoto:
    """A photo and the codes on it; ``cards_px`` (n, 4, 2) are the cards' own corners, in the same order."""

    photo: bytes
    width: int
    height: int
    codes: tuple[CodeSeen, ...]
    cards_px: Floats


def photograph(
    arts: Sequence[CardArt], *, seed: int, view: View | None = None, faults: Faults | None = None
) -> TablePhoto:
    """Lay the cards as the seed says and photograph them."""
    view, faults = view or View(), faults or Faults()
    rng = np.random.default_rng([seed, 90_001])
    cards = _laid(arts, view, rng)
    camera = _camera(cards, view, rng)
    light, owner = _seen(cards, camera, view, faults, rng=rng)
    spots = [camera.project(card.on_table(card.art.quad_mm)) for card in cards] if faults.glare else []
    picture = _developed(_lit(light, faults, rng, spots), faults, rng)
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, faults.jpeg])
    assert done
    codes = tuple(_code(card, number, camera, owner) for number, card in enumerate(cards))
    outlines = np.array([camera.project(card.on_table(_rectangle(card.art.size_mm))) for card in cards])
    return TablePhoto(data.tobytes(), camera.width, camera.height, codes, outlines)


# --- cards on the table ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Card:
    """A bent card: ``curve`` is z = lift + curve * w ** 2, w along ``along_deg`` on the card from its middle."""

    art: CardArt
    x_mm: float
    y_mm: float
    turn: float
    lift_mm: float
    curve: float
    along: float

    @property
    def frame(self) -> Floats:
        """(2, 2) the bend's own axes on the table, as rows: along it and across."""
        angle = self.turn + self.along
        return np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])

    def on_table(self, points_mm: Floats) -> Floats:
        """Points (n, 2) of the flat card, from its top left corner, as points (n, 3) of the room."""
        c, s = math.cos(self.along), math.sin(self.along)
        centred = points_mm - np.array(self.art.size_mm) / 2
        length, across = centred @ (c, s), centred @ (-s, c)
        w = length.copy()
        for _ in range(6):  # the way along the bend is longer than w: Newton's steps back
            w -= (_length(w, self.curve) - length) / np.sqrt(1 + (2 * self.curve * w) ** 2)
        flat = np.column_stack([w, across]) @ self.frame + (self.x_mm, self.y_mm)
        return np.column_stack([flat, self.lift_mm + self.curve * w**2])


def _length(w: Any, curve: float) -> Any:
    """The way along a parabola from its middle."""
    if abs(curve) < 1e-7:
        return w
    steep = 2 * curve * w
    return w * np.sqrt(1 + steep**2) / 2 + np.arcsinh(steep) / (4 * curve)


def _rectangle(size_mm: tuple[float, float]) -> Floats:
    width, height = size_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def _laid(arts: Sequence[CardArt], view: View, rng: np.random.Generator) -> list[_Card]:
    """Loose rows, every card turned its own way; overlapping ones cover a third of a neighbour."""
    if view.fan:
        return _fanned(arts, view, rng)
    columns = math.ceil(math.sqrt(len(arts) * 1.3))
    pitch = np.array([70.0, 76.0]) if view.overlapping else np.array([104.0, 108.0])
    cards = []
    for number, art in enumerate(arts):
        x, y = (np.array([number % columns, number // columns]) + rng.uniform(-0.08, 0.08, 2)) * pitch
        bend = float(rng.uniform(-1, 1)) * view.bend_mm
        half = art.size_mm[1] / 2
        curve = bend / half**2
        lift = 0.3 * number * view.overlapping + max(0.0, -bend)
        along = float(rng.choice([0.0, math.pi / 2, 0.4]))
        turn = float(rng.uniform(0, 2 * math.pi))
        cards.append(_Card(art, float(x), float(y), turn, lift, curve, along))
    return cards


def _fanned(arts: Sequence[CardArt], view: View, rng: np.random.Generator) -> list[_Card]:
    """Fans of ``view.fan`` cards beside one another, each spread about a point below it, from left to right."""
    cards = []
    for first in range(0, len(arts), view.fan):
        pivot = np.array([first / view.fan * 260.0, 0.0])
        reach, step = float(rng.uniform(130, 170)), math.radians(float(rng.uniform(7, 9)))
        hand = arts[first : first + view.fan]
        for number, art in enumerate(hand):
            turn = (number - (len(hand) - 1) / 2) * step + float(rng.normal(0, 0.01))
            x, y = pivot + reach * np.array([math.sin(turn), -math.cos(turn)])
            bend = float(rng.uniform(-1, 1)) * view.bend_mm
            curve = bend / (art.size_mm[1] / 2) ** 2
            lift = 0.3 * number + max(0.0, -bend)
            cards.append(_Card(art, float(x), float(y), turn, lift, curve, 0.0))
    return cards


# --- the camera ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Camera:
    """``turn`` (3, 3) takes the room's directions to the camera's; ``eye`` (3,) is where it is."""

    turn: Floats
    eye: Floats
    focal_px: float
    middle_px: Floats
    width: int
    height: int

    def project(self, points: Floats) -> Floats:
        seen = (points - self.eye) @ self.turn.T
        return seen[:, :2] / seen[:, 2:] * self.focal_px + self.middle_px

    def rays(self) -> Array:
        """(height * FINER, width * FINER, 3) directions in the room."""
        x = ((np.arange(self.width * FINER) + 0.5) / FINER - self.middle_px[0]) / self.focal_px
        y = ((np.arange(self.height * FINER) + 0.5) / FINER - self.middle_px[1]) / self.focal_px
        rays = np.empty((len(y), len(x), 3), np.float32)
        for axis in range(3):
            rays[..., axis] = self.turn[0, axis] * x[None] + self.turn[1, axis] * y[:, None] + self.turn[2, axis]
        return rays


def _camera(cards: Sequence[_Card], view: View, rng: np.random.Generator) -> _Camera:
    every = np.concatenate([card.on_table(_rectangle(card.art.size_mm)) for card in cards])
    low, high = every.min(axis=0), every.max(axis=0)
    middle = np.array([*(low + high)[:2] / 2, 0.0])
    module_mm = cards[0].art.module_mm
    px_per_mm = view.px_per_module / module_mm
    focal = 0.8 * px_per_mm * max(high[0] - low[0], (high[1] - low[1]) * 4 / 3)
    towards, roll = rng.uniform(0, 2 * math.pi), rng.uniform(-0.15, 0.15)
    tilt = math.radians(view.tilt_deg)
    eye = middle + focal / px_per_mm * np.array(
        [math.sin(tilt) * math.cos(towards), math.sin(tilt) * math.sin(towards), math.cos(tilt)]
    )
    ahead = (middle - eye) / np.linalg.norm(middle - eye)
    up = np.array([math.cos(towards), math.sin(towards), 0.0]) if view.tilt_deg > 1 else np.array([0.0, 1.0, 0.0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    c, s = math.cos(roll), math.sin(roll)
    # With y towards the viewer and z up the room is left-handed, so what the cross product calls right is left.
    turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) @ np.array([-right, down, ahead])
    free = _Camera(turn, eye, focal, np.zeros(2), 1, 1).project(every)
    edge = 6 + 8 * px_per_mm
    left_top, size = free.min(axis=0) - edge, np.ceil(np.ptp(free, axis=0) + 2 * edge).astype(int)
    return _Camera(turn, eye, focal, -left_top, int(size[0]), int(size[1]))


def _code(card: _Card, number: int, camera: _Camera, owner: NDArray[np.int16]) -> CodeSeen:
    quad_mm = card.art.quad_mm
    corners = camera.project(card.on_table(quad_mm))
    along = (corners[1] - corners[0] + corners[2] - corners[3]) / 2 / card.art.modules
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2 / card.art.modules
    values = np.linalg.svd(np.stack([along, down]), compute_uv=False)
    reach = 1 + 2 * QUIET / card.art.modules
    grid = np.stack(np.meshgrid(np.linspace(-0.5, 0.5, 30), np.linspace(-0.5, 0.5, 30)), axis=2).reshape(-1, 2) * reach
    side, fall = quad_mm[1] - quad_mm[0], quad_mm[3] - quad_mm[0]
    points = camera.project(card.on_table(quad_mm.mean(axis=0) + grid[:, :1] * side + grid[:, 1:] * fall))
    x, y = np.floor(points * FINER).astype(int).T
    height, width = owner.shape
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    mine = inside & (owner[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] == number)
    return CodeSeen(
        card.art.text, corners, float(np.sqrt(values[0] * values[1])), float(values[1]), bool(mine.mean() > 0.97)
    )


def _seen(
    cards: Sequence[_Card], camera: _Camera, view: View, faults: Faults, *, rng: np.random.Generator
) -> tuple[Array, NDArray[np.int16]]:
    """The light each ray brings (h, w, 3), and whose it is: a card's number, -1 for the table."""
    rays = camera.rays()
    to_table = -camera.eye[2] / rays[..., 2]
    ground = np.stack([camera.eye[0] + to_table * rays[..., 0], camera.eye[1] + to_table * rays[..., 1]], axis=2)
    light = _table(ground, view.table or str(rng.choice(TABLES)), rng)
    owner = np.full(light.shape[:2], -1, np.int16)
    lamp = np.array([rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6), 1.0])
    for number, card in enumerate(() if view.empty else cards):
        outline = camera.project(card.on_table(_rectangle(card.art.size_mm)))
        room = 4 + 0.05 * float(np.ptp(outline, axis=0).max())
        low = np.clip(np.floor((outline.min(axis=0) - room) * FINER), 0, None).astype(int)
        high = np.ceil((outline.max(axis=0) + room) * FINER).astype(int)
        part = slice(low[1], high[1]), slice(low[0], high[0])
        if not rays[part].size:
            continue
        print_faults = faults if number < faults.badly_printed else Faults()
        distance, colour, hit = _met(card, camera, rays[part], print_faults, lamp=lamp / np.linalg.norm(lamp), rng=rng)
        # Cards lie on one another in the order they were laid, however their bends may cross.
        mine = hit & (distance > 0)
        light[part][mine] = colour[mine]
        owner[part][mine] = number
    return light, owner


def _met(
    card: _Card, camera: _Camera, rays: Array, faults: Faults, *, lamp: Floats, rng: np.random.Generator
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """How far along each ray the card is met, the light it gives back, and whether it is met at all."""
    eye = card.frame @ (camera.eye[:2] - (card.x_mm, card.y_mm))
    along, across = (rays[..., 0] * axis[0] + rays[..., 1] * axis[1] for axis in card.frame)
    k, z = card.curve, rays[..., 2]
    a = k * along**2
    b = 2 * k * eye[0] * along - z
    c = k * eye[0] ** 2 + card.lift_mm - camera.eye[2]
    inner = b * b - 4 * a * c
    root = np.sqrt(np.maximum(inner, 0))
    distance = (-2 * c / (b + np.where(b >= 0, root, -root))).astype(np.float32)
    w = eye[0] + distance * along
    length, side = _length(w, k), eye[1] + distance * across
    ca, sa = math.cos(card.along), math.sin(card.along)
    width, height = card.art.size_mm
    x, y = length * ca - side * sa + width / 2, length * sa + side * ca + height / 2
    radius = 3.0
    dx, dy = (
        np.maximum(np.abs(x - width / 2) - width / 2 + radius, 0),
        np.maximum(np.abs(y - height / 2) - height / 2 + radius, 0),
    )
    hit = (inner >= 0) & (np.hypot(dx, dy) < radius)
    outline = camera.project(card.on_table(_rectangle(card.art.size_mm)))
    longest = max(np.linalg.norm(outline[1] - outline[0]) / width, np.linalg.norm(outline[2] - outline[1]) / height)
    face = _printed(card.art, faults, 1.5 * FINER * float(longest), rng)
    rows, columns = face.shape[:2]
    at_x, at_y = (x / width * columns - 0.5).astype(np.float32), (y / height * rows - 0.5).astype(np.float32)
    colour = cv2.remap(face, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    steep = 2 * k * w
    slope = np.sqrt(1 + steep**2)
    facing = (lamp[2] - steep * float(card.frame[0] @ lamp[:2])) / slope / lamp[2]
    return distance, (colour * facing[..., None]).astype(np.float32), hit


def _printed(art: CardArt, faults: Faults, px_per_mm: float, rng: np.random.Generator) -> Array:
    """The light a printed face gives back in linear shares, at about so many pixels a millimetre."""
    fine = art.front
    own = fine.shape[1] / art.size_mm[0]
    if faults.thin_mm:
        # White runs into the ink from every side by whole pixels of the fine raster, the rest by mixing.
        reach = faults.thin_mm * own
        whole = int(reach)
        grown = [cv2.dilate(fine, np.ones((2 * n + 1, 2 * n + 1), np.uint8)) for n in (whole, whole + 1)]
        fine = cv2.addWeighted(grown[0], 1 - (reach - whole), grown[1], reach - whole, 0)
    size = tuple(max(8, round(min(own, px_per_mm) * side)) for side in art.size_mm)
    small = cv2.resize(fine, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    paper = PAPER_LIGHT * np.power(np.maximum(small, 0.004), 2.2) + INK_LIGHT * (1 - small)
    missing = np.full(small.shape[:2], faults.faded, np.float32)
    if faults.striped:
        missing = 1 - (1 - missing) * (1 - _streaks(small.shape[:2], size[0] / art.size_mm[0], faults.striped, rng))
    return PAPER_LIGHT - (PAPER_LIGHT - paper) * (1 - missing[..., None])


def _streaks(shape: tuple[int, ...], px_per_mm: float, most: float, rng: np.random.Generator) -> Array:
    """Share of ink that streaks of a clogged print head leave out, along rows or columns of the card."""
    upright = rng.random() < 0.5
    count = shape[1] if upright else shape[0]
    place = np.arange(count, dtype=np.float32) / px_per_mm
    pitch, duty = float(rng.uniform(1.0, 4.0)), float(rng.uniform(0.25, 0.6))
    phase = (place / pitch + rng.uniform()) % 1
    soft = np.clip((duty / 2 - np.abs(phase - 0.5)) * pitch / 0.15 + 0.5, 0, 1)
    strength = rng.uniform(0.6, 1.0, math.ceil(count / px_per_mm / pitch) + 2)
    each = most * soft * strength[(place / pitch).astype(int)]
    line = each if upright else each[:, None]
    return np.broadcast_to(line, shape[:2]).astype(np.float32)


# --- table tops ------------------------------------------------------------------------------------------------------

TABLES = ("planks", "check", "marble", "granite", "lino", "paper", "black")


def _table(ground: Any, kind: str, rng: np.random.Generator) -> Array:
    """The light of a table top at points (h, w, 2) in mm. Every kind is worked out where the rays meet it."""
    x, y = ground[..., 0], ground[..., 1]
    shift = rng.uniform(0, 1000, 2)
    x, y = x + shift[0], y + shift[1]
    if kind == "planks":
        plank = np.floor(y / 92)
        tone = np.sin(plank * 12.9898) * 0.15
        warp = _noise(x / 140, y / 18 + plank * 31, rng)
        grain = 0.5 + 0.5 * np.sin(y / 2.2 + 9 * warp + plank * 3)
        gap = np.where(np.abs(y % 92 - 46) > 45.2, 0.35, 1.0)
        value = (0.55 + tone + 0.3 * grain + 0.1 * _noise(x / 8, y / 1.2, rng)) * gap
        colour = rng.choice([[0.10, 0.20, 0.36], [0.22, 0.38, 0.52], [0.04, 0.07, 0.13]])
    elif kind == "check":
        cell = 12 + 20 * rng.random()
        first, second = (np.floor(one / cell) % 2 for one in (x, y))
        value = 1 - 0.35 * first - 0.35 * second + 0.06 * _noise(x / 0.9, y / 0.9, rng)
        colour = rng.choice([[0.55, 0.55, 0.60], [0.20, 0.18, 0.60], [0.50, 0.35, 0.20]])
    elif kind == "marble":
        vein = np.abs(np.sin((x + 60 * _noise(x / 70, y / 70, rng) + 25 * _noise(x / 20, y / 20, rng)) / 30))
        value = 0.75 + 0.3 * np.sqrt(vein) + 0.03 * _noise(x / 2, y / 2, rng)
        colour = rng.choice([[0.60, 0.62, 0.62], [0.12, 0.14, 0.11]])
    elif kind == "granite":
        value = 0.75 + 0.5 * _noise(x / 1.6, y / 1.6, rng) + 0.3 * _noise(x / 0.7, y / 0.7, rng)
        colour = rng.choice([[0.30, 0.30, 0.32], [0.10, 0.10, 0.10], [0.35, 0.42, 0.50]])
    elif kind == "lino":
        value = 1 + 0.12 * _noise(x / 30, y / 30, rng)
        colour = rng.choice([[0.30, 0.45, 0.55], [0.62, 0.66, 0.68], [0.20, 0.30, 0.12]])
    elif kind == "paper":  # a newspaper spread under the cards: columns of words
        word = _noise(x / 3.0, np.floor(y / 3.4) * 7.7, rng) > -0.25
        inked = word & (y % 3.4 < 1.7) & (x % 60 < 55)
        value = np.where(inked, 0.30 + 0.25 * (_noise(x / 0.6, y / 0.6, rng) > 0), 1.0)
        colour = [0.48, 0.55, 0.58]
    elif kind == "carpet":  # loops a millimetre or two wide, light and dark
        loop = 1.0 + rng.random()
        value = 0.55 + 0.45 * np.clip(3 * _noise(x / loop, y / loop, rng), -1, 1)
        colour = rng.choice([[0.55, 0.55, 0.60], [0.50, 0.42, 0.35], [0.35, 0.40, 0.55]])
    else:  # a black cloth with lint
        value = 1 + 0.6 * _noise(x / 1.1, y / 1.1, rng)
        colour = [0.012, 0.012, 0.012]
    return np.clip(value[..., None] * np.asarray(colour), 0.002, 0.9).astype(np.float32)


def _noise(x: Any, y: Any, rng: np.random.Generator) -> Array:
    """Smooth noise of about -1 to 1, a new one each time, at places measured in its own cells."""
    lattice = rng.uniform(-1, 1, (256, 256)).astype(np.float32)
    at_x, at_y = (np.asarray(one % 254, np.float32) + 0.5 for one in (x, y))
    found = np.empty(x.shape, np.float32)
    for top in range(0, len(x), 8192):
        part = slice(top, top + 8192)
        found[part] = cv2.remap(lattice, at_x[part], at_y[part], cv2.INTER_CUBIC)
    return found


# --- light, lens and sensor ------------------------------------------------------------------------------------------


def _lit(light: Array, faults: Faults, rng: np.random.Generator, spots: Sequence[Floats]) -> Array:
    """Light made uneven, with shadows, brought to the picture's own pixels, through the lens."""
    height, width = light.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    angle = rng.uniform(0, 2 * math.pi)
    fall = 1 + 0.35 * (math.cos(angle) * x + math.sin(angle) * y) - 0.25 * (x * x + y * y)
    for _ in range(faults.shadows):
        fall *= 1 - faults.shadow_depth * _shadow(x, y, rng)
    lit = light * fall[..., None]
    for quad in spots:
        side = float(np.linalg.norm(quad[1] - quad[0]))
        at = (quad.mean(axis=0) + rng.uniform(-0.15, 0.15, 2) * side) / (width / FINER, height / FINER) - 0.5
        reach = rng.uniform(0.5, 0.9, 2) * side / (width / FINER, height / FINER)
        spot = np.exp(-(((x - at[0]) / reach[0]) ** 2) - ((y - at[1]) / reach[1]) ** 2)
        lit += faults.glare * PAPER_LIGHT * spot[..., None].astype(np.float32)
    small = np.asarray(cv2.resize(lit, (width // FINER, height // FINER), interpolation=cv2.INTER_AREA), np.float32)
    if faults.haze:
        stray = cv2.GaussianBlur(small, (0, 0), max(3.0, width / FINER / 8))
        small = (1 - faults.haze) * small + faults.haze * (0.35 * stray + 0.65 * PAPER_LIGHT)
    return _through_lens(small, faults, rng)


def _shadow(x: Array, y: Array, rng: np.random.Generator) -> Array:
    """0 to 1: an arm, a bottle or a head between the lamp and the table."""
    kind = rng.integers(3)
    at = rng.uniform(-0.45, 0.45, 2)
    angle = rng.uniform(0, math.pi)
    u = (x - at[0]) * math.cos(angle) + (y - at[1]) * math.sin(angle)
    v = -(x - at[0]) * math.sin(angle) + (y - at[1]) * math.cos(angle)
    if kind == 0:  # an arm
        edge = rng.uniform(0.06, 0.16) - np.abs(u) + 0.02 * np.sin(v * 9)
    elif kind == 1:  # a head
        edge = rng.uniform(0.15, 0.35) - np.hypot(u, v * rng.uniform(0.6, 1.2))
    else:  # half the table
        edge = u
    soft = rng.uniform(0.004, 0.04)
    return np.asarray(1 / (1 + np.exp(np.clip(-edge / soft, -30, 30))), np.float32)


def _through_lens(light: Array, faults: Faults, rng: np.random.Generator) -> Array:
    if faults.motion_px > 0:
        angle = rng.uniform(0, math.pi)
        steps = max(2, math.ceil(faults.motion_px * 2))
        height, width = light.shape[:2]
        total = np.zeros_like(light)
        for way in np.linspace(-0.5, 0.5, steps) * faults.motion_px:
            shift = np.array([[1, 0, way * math.cos(angle)], [0, 1, way * math.sin(angle)]])
            total += cv2.warpAffine(light, shift, (width, height), borderMode=cv2.BORDER_REPLICATE)
        light = total / steps
    return np.asarray(cv2.GaussianBlur(light, (0, 0), max(0.3, faults.blur_px)), np.float32)


def _developed(light: Array, faults: Faults, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A raw picture of one colour a pixel, with its noise, made into the camera's own colours and tones."""
    height, width = (one // 2 * 2 for one in light.shape[:2])
    light = light[:height, :width] * faults.overexposed
    raw = np.empty((height, width), np.float32)
    for row, column, colour in ((0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 1, 0)):
        raw[row::2, column::2] = light[row::2, column::2, colour]
    deviation = faults.noise * np.sqrt(1.2e-5 + 1.6e-4 * np.clip(raw, 0, 1))
    raw = np.clip(raw + deviation * rng.standard_normal(raw.shape, dtype=np.float32), 0, 1)
    colours = cv2.cvtColor((raw * 65535).astype(np.uint16), cv2.COLOR_BayerBG2BGR).astype(np.float32) / 65535
    toned = np.power(np.clip(colours, 0, 1), 1 / 2.2)
    toned = toned + 0.06 * np.sin(2 * math.pi * (toned - 0.5)) / math.pi  # a gentle S, as phones have
    sharper = toned + 0.35 * (toned - cv2.GaussianBlur(toned, (0, 0), 1.1))
    return np.clip(sharper * 255 + 0.5, 0, 255).astype(np.uint8)

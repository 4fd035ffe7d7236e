"""Photos of dice on a table, made up, with what they truly show: there are no dice in our own prints to photograph.

    scene = photograph(throw(seed=7), seed=7, view=View(tilt_deg=30))
    scene.photo                                    # JPEG bytes
    scene.truth[0].colour, scene.truth[0].pips     # what lies up, and where its corners are

A die is a cube with rounded edges (cut by a sphere as well, as many are); rays of the same pinhole camera that sees
the table meet it, found by walking the distance to it (sphere tracing: Hart, The Visual Computer 12, 1996). Pips are
round and lie where they do on dice: opposite faces make seven. Tables, cards, light, noise and JPEG are those of
table_scene.py, and so are the units: millimetres on the table, x right, y towards the viewer, z DOWN into the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import table_scene
from numpy.typing import NDArray
from table_scene import LaidCard, Shot

from vision.picture.opencv_setup import cv2

Floats = NDArray[np.float64]
Array = NDArray[np.float32]

FINER = 2
STEPS = 28
BGR = {
    "red": (0.035, 0.03, 0.50),
    "green": (0.09, 0.26, 0.03),
    "blue": (0.42, 0.12, 0.03),
    "yellow": (0.04, 0.55, 0.75),
    "black": (0.018, 0.016, 0.016),
}
"""Linear light each colour of plastic sends back."""
LIGHT_PIPS, DARK_PIPS = (0.78, 0.80, 0.80), (0.02, 0.02, 0.02)
SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
FACES = {1: (2, -1), 6: (2, 1), 2: (0, -1), 5: (0, 1), 3: (1, -1), 4: (1, 1)}
"""Which axis a face looks along, and which way; a die's own axes."""


@dataclass(frozen=True)
class LaidDie:
    """A die on the table: ``pips`` up, turned about the vertical; ``quarter`` says which faces look aside."""

    colour: str
    pips: int
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    quarter: int = 0
    size_mm: float = 16.0
    edge: float = 0.12
    """Radius of its edges, of its side."""
    ball: float = 0.80
    """Radius of the sphere its corners are cut by, of its side; 0.87 cuts nothing."""
    spot: float = 0.105
    """Radius of a pip, of its side."""
    apart: float = 0.26
    """How far pips lie from the middle of the face, of its side."""
    light_pips: bool = True
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class View:
    """Where the phone is and what the lamp does. ``px_per_mm`` holds at the middle of the frame."""

    px_per_mm: float = 3.2
    tilt_deg: float = 15.0
    sway_deg: float = 0.0
    """How far from straight towards the viewer the camera leans."""
    roll_deg: float = 0.0
    size_px: tuple[int, int] = (1600, 1200)
    focal: float = 0.77
    """Of the frame's longer side."""
    lamp: float = 1.0
    """How bright the lamp is mirrored in the plastic: 1 is ordinary."""
    mirror: bool = False
    """Whether the lamp stands where the top faces mirror it into the lens."""
    white: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """The light's colour, BGR."""
    shot: Shot = field(default_factory=lambda: Shot(noise=2.5, jpeg=90))


@dataclass(frozen=True, eq=False)
class DieTruth:
    """A die as it truly lies; the corners (4, 2) and the middle (2,) are those of the face on top."""

    colour: str
    pips: int
    corners_px: Floats
    centre_px: Floats


@dataclass(frozen=True, eq=False)
class DiceScene:
    photo: bytes
    image: NDArray[np.uint8]
    truth: tuple[DieTruth, ...]


def throw(
    *, seed: int, colours: Sequence[str] = ("red", "green", "blue"), size_mm: float | None = None, spread_mm: float = 45
) -> list[LaidDie]:
    """These dice thrown: any value, any way round, not touching each other, all of one make."""
    rng = np.random.default_rng([seed, 31])
    side = float(rng.uniform(14, 18)) if size_mm is None else size_mm
    make = {"edge": rng.uniform(0.06, 0.16), "ball": rng.uniform(0.72, 0.87), "spot": rng.uniform(0.085, 0.115)}
    apart = float(rng.uniform(0.24, 0.285))
    places: list[Floats] = []
    while len(places) < len(colours):
        at = rng.uniform(-spread_mm, spread_mm, 2)
        if all(np.hypot(*(at - other)) > 1.75 * side for other in places):
            places.append(at)
    return [
        LaidDie(
            colour,
            int(rng.integers(1, 7)),
            float(at[0]),
            float(at[1]),
            float(rng.uniform(0, 90)),
            int(rng.integers(0, 4)),
            side,
            **{key: float(value) for key, value in make.items()},
            apart=apart,
            light_pips=bool(rng.random() < (0.25 if colour == "yellow" else 0.9 if colour != "black" else 1.0)),
            tint=tuple(float(one) for one in rng.uniform(0.8, 1.2, 3)),  # type: ignore[arg-type] - three of them
        )
        for colour, at in zip(colours, places, strict=True)
    ]


def photograph(dice: Sequence[LaidDie], *, seed: int, view: View, cards: Sequence[LaidCard] = ()) -> DiceScene:
    """What the camera sees. The same arguments give the same bytes."""
    rng = np.random.default_rng([seed, 37])
    width, height = view.size_px
    camera = _Camera(view)
    canvas = table_scene._table(rng, width, height, view.shot.table)
    to_px = camera.homography()
    for laid in cards:
        table_scene._lay(canvas, laid, to_px)
    lamp = _lamp(camera, view, rng)
    for die in dice:
        _shade(canvas, die, camera, lamp)
    # The far ones first: the near ones hide them.
    for die in sorted(dice, key=lambda one: -float(camera.depth(np.array([one.x_mm, one.y_mm, 0.0])))):
        _stand(canvas, die, camera, lamp, view)
    canvas *= np.array(view.white, np.float32)
    picture = table_scene._expose(table_scene._light(canvas, view.shot, rng), view.shot, rng)
    done, buffer = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, view.shot.jpeg])
    assert done
    image = np.asarray(cv2.imdecode(buffer, cv2.IMREAD_COLOR), np.uint8)
    return DiceScene(buffer.tobytes(), image, tuple(_truth(die, camera) for die in dice))


class _Camera:
    """A pinhole over the middle of the table, (0, 0, 0)."""

    def __init__(self, view: View) -> None:
        width, height = view.size_px
        sway, roll = np.deg2rad(view.sway_deg), np.deg2rad(view.roll_deg)
        about = table_scene._about_z(roll + sway) @ table_scene._about_x(-np.deg2rad(view.tilt_deg))
        self.rotation = about @ table_scene._about_z(-sway)
        self.focal = view.focal * max(width, height)
        self.shift = np.array([0.0, 0.0, self.focal / view.px_per_mm])
        self.middle = np.array([width / 2, height / 2])
        self.lens = -self.rotation.T @ self.shift

    def depth(self, points: Floats) -> Floats:
        return np.asarray((points @ self.rotation.T + self.shift)[..., 2], np.float64)

    def project(self, points: Floats) -> Floats:
        seen = points @ self.rotation.T + self.shift
        return np.asarray(self.focal * seen[..., :2] / seen[..., 2:] + self.middle, np.float64)

    def rays(self, px: Floats) -> Floats:
        """Unit directions on the table's axes of what is seen at pixels (n, 2)."""
        ahead = np.column_stack([(px - self.middle) / self.focal, np.ones(len(px))])
        ways = ahead @ self.rotation
        return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True), np.float64)

    def homography(self) -> Floats:
        plane = np.column_stack([self.rotation[:, 0], self.rotation[:, 1], self.shift])
        return np.array([[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1.0]]) @ plane


def _lamp(camera: _Camera, view: View, rng: np.random.Generator) -> Floats:
    """The direction to the lamp, a unit vector."""
    if view.mirror:
        back = camera.lens / np.linalg.norm(camera.lens)
        way = np.array([-back[0], -back[1], back[2]]) + np.append(rng.uniform(-0.16, 0.16, 2), 0)
    else:
        angle, high = rng.uniform(0, 2 * np.pi), rng.uniform(0.7, 1.6)
        way = np.array([np.cos(angle), np.sin(angle), -high])
    return np.asarray(way / np.linalg.norm(way), np.float64)


def _axes(die: LaidDie) -> Floats:
    """The rotation from the die's own axes to the table's: the face wanted looks up, that is along -z."""
    axis, way = FACES[die.pips]
    up = np.zeros(3)
    up[axis] = way
    one = np.roll(up, 1)
    frame = np.array([one, np.cross(-up, one), -up])
    return table_scene._about_z(np.deg2rad(die.turn_deg + 90 * die.quarter)) @ frame


def _middle(die: LaidDie) -> Floats:
    return np.array([die.x_mm, die.y_mm, -die.size_mm / 2])


def _truth(die: LaidDie, camera: _Camera) -> DieTruth:
    turn = table_scene._about_z(np.deg2rad(die.turn_deg + 90 * die.quarter))
    half = die.size_mm / 2
    top = np.array([[-half, -half, -half], [half, -half, -half], [half, half, -half], [-half, half, -half]])
    corners = top @ turn.T + _middle(die)
    return DieTruth(die.colour, die.pips, camera.project(corners), camera.project(corners.mean(axis=0)))


def _shade(canvas: Array, die: LaidDie, camera: _Camera, lamp: Floats) -> None:
    """The shadow on the table, soft, and the dark line where the die stands."""
    turn, half = table_scene._about_z(np.deg2rad(die.turn_deg)), die.size_mm / 2 * 0.93
    foot = np.array([[-half, -half, 0.0], [half, -half, 0], [half, half, 0], [-half, half, 0]]) @ turn.T
    foot += (die.x_mm, die.y_mm, 0)
    far = foot + lamp * (die.size_mm / lamp[2]) * np.array([1, 1, 0])
    scale = float(np.linalg.norm(camera.project(foot[1]) - camera.project(foot[0]))) / (2 * half)
    for points, dark, soft_mm in ((np.concatenate([foot, far]), 0.5, 1.6), (foot, 0.5, 0.8)):
        outline = camera.project(points)
        low = np.floor(outline.min(axis=0) - 8 * soft_mm * scale).astype(int)
        high = np.ceil(outline.max(axis=0) + 8 * soft_mm * scale).astype(int)
        low, high = np.maximum(low, 0), np.minimum(high, canvas.shape[1::-1])
        if (high - low < 4).any():
            continue
        cast = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
        cv2.fillPoly(cast, [cv2.convexHull(np.round(outline - low).astype(np.int32))], 1.0)
        cast = cv2.GaussianBlur(cast, (0, 0), max(0.8, soft_mm * scale))
        canvas[low[1] : high[1], low[0] : high[0]] *= (1 - dark * cast)[..., None]


def _stand(canvas: Array, die: LaidDie, camera: _Camera, lamp: Floats, view: View) -> None:
    """The die itself, drawn over what lies behind it."""
    half = die.size_mm / 2
    box = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64) * half
    outline = camera.project(box @ _axes(die).T + _middle(die))
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 1, canvas.shape[1::-1])
    if (high - low < 4).any():
        return
    size = (high - low) * FINER
    x, y = np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5)
    px = np.column_stack([x.ravel(), y.ravel()]) / FINER + low
    axes = _axes(die)
    rays = camera.rays(px) @ axes
    origin = (camera.lens - _middle(die)) @ axes
    points, met = _meet(die, origin, rays)
    colour = np.zeros((len(px), 3))
    colour[met] = _colour(die, points[met], rays[met], lamp @ axes, view)
    shape = (size[1], size[0])
    cover = cv2.resize(met.reshape(shape).astype(np.float32), None, fx=1 / FINER, fy=1 / FINER, interpolation=3)
    seen = cv2.resize(colour.reshape(*shape, 3).astype(np.float32), None, fx=1 / FINER, fy=1 / FINER, interpolation=3)
    area = canvas[low[1] : high[1], low[0] : high[0]]
    area[:] = area * (1 - cover[..., None]) + seen


def _distance(die: LaidDie, points: Floats) -> Floats:
    """How far points (n, 3), on the die's own axes, are from it."""
    round_mm = die.edge * die.size_mm
    off = np.abs(points) - (die.size_mm / 2 - round_mm)
    outside = np.linalg.norm(np.maximum(off, 0), axis=1) + np.minimum(off.max(axis=1), 0) - round_mm
    return np.asarray(np.maximum(outside, np.linalg.norm(points, axis=1) - die.ball * die.size_mm), np.float64)


def _meet(die: LaidDie, origin: Floats, rays: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Where rays from one origin meet the die, (n, 3), and which do."""
    near = float(np.linalg.norm(origin)) - die.size_mm
    points = origin + rays * near
    for _ in range(STEPS):
        points += rays * _distance(die, points)[:, None]
    return points, _distance(die, points) < 0.02 * die.size_mm


def _colour(die: LaidDie, points: Floats, rays: Floats, lamp: Floats, view: View) -> Floats:
    """What plastic and pips send towards the lens."""
    step = 0.01 * die.size_mm
    normal = np.stack(
        [_distance(die, points + one) - _distance(die, points - one) for one in step * np.eye(3)], axis=-1
    )
    normal += 0.10 * points / die.size_mm  # faces are never quite flat
    spots, offset = _spots(die, points)
    normal = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    normal = normal - 0.35 * offset  # a pip is a little hollow
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    body = np.array(BGR[die.colour]) * die.tint
    pip = np.array(LIGHT_PIPS if die.light_pips else DARK_PIPS)
    albedo = body + (pip - body) * spots[:, None]
    diffuse = 0.45 + 0.75 * np.maximum(normal @ lamp, 0)
    halfway = lamp - rays
    halfway /= np.linalg.norm(halfway, axis=1, keepdims=True)
    shine = np.maximum((normal * halfway).sum(axis=1), 0)
    gloss = view.lamp * (0.55 * shine**140 + 0.05 * shine**12) + 0.015
    return np.asarray(albedo * diffuse[:, None] + gloss[:, None], np.float64)


def _spots(die: LaidDie, points: Floats) -> tuple[Floats, Floats]:
    """How much of each point is pip, 0 to 1 (n,), and where in the pip it is (n, 3), of its radius."""
    spots, offset = np.zeros(len(points)), np.zeros_like(points)
    radius, apart = die.spot * die.size_mm, die.apart * die.size_mm
    facing = np.abs(points).argmax(axis=1)
    for pips, (axis, way) in FACES.items():
        face = (facing == axis) & (np.sign(points[:, axis]) == way)
        across = [one for one in range(3) if one != axis]
        for place in SPOTS[pips]:
            off = points[:, across] - np.array(place) * apart
            far = np.linalg.norm(off, axis=1)
            inside = face & (far < radius * 1.12)
            spots[inside] = np.clip((1.06 - far[inside] / radius) / 0.12, 0, 1)
            for k, one in enumerate(across):
                offset[inside, one] = off[inside, k] / radius
    return spots, offset

"""Photos of cards on a table, made up: the eye's tests and benchmarks look at these instead of clean rasters.

    arts = [placeholder_card("1FT00101A7"), ...]               # or cut_cards.cut_cards(...)
    scene = render(scatter(arts, seed=7), seed=7, px_per_module=4, tilt_deg=20)
    scene.photo                                                # JPEG bytes, as a phone would send them
    scene.truth[0].text, scene.truth[0].corners_px             # where the code is, to a fraction of a pixel

A pinhole camera looks at a flat table. Light is added up in linear space on a grid twice as fine as the picture,
then come lens blur, defocus or motion, noise and JPEG. The same arguments give the same bytes.

Units: millimetres on the table (x right, y towards the viewer), pixels in the photo with (0, 0) the OUTER CORNER of
the first pixel, so the first pixel's centre is (0.5, 0.5). All quads are clockwise from the object's own top left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import qrcode
from numpy.typing import NDArray

from rules.values import code
from vision.picture.opencv_setup import cv2

CARD_MM = (63.0, 88.0)
QUIET_MODULES = 4
FINER = 2
"""The picture is put together this many times finer than it is delivered."""

Array = NDArray[np.float32]
_ECC = {"L": 1, "M": 0, "Q": 3, "H": 2}


@dataclass(frozen=True, eq=False)
class CardArt:
    """One cut card as the printer made it: rasters (H, W, 3) uint8 BGR of exactly the card, code text and place."""

    text: str
    front: NDArray[np.uint8]
    quad_mm: NDArray[np.float64]
    """(4, 2): the symbol's outer module corners on the card, from the card's top left corner, no quiet zone."""
    back: NDArray[np.uint8] | None = None
    modules: int = 21
    size_mm: tuple[float, float] = CARD_MM
    back_text: str = ""
    """Of a two-sided card: the code on its other face, at the same place."""
    second_mm: NDArray[np.float64] | None = None
    """The same of its second code, where it was printed with two."""

    @property
    def module_mm(self) -> float:
        return float(np.linalg.norm(self.quad_mm[1] - self.quad_mm[0])) / self.modules


@dataclass(frozen=True, eq=False)
class LaidCard:
    """A card on the table: its centre, turned clockwise about it. Later cards of a list lie on earlier ones."""

    art: CardArt
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    face_down: bool = False
    sleeve: float = 0.0
    """How brightly the lamp is mirrored in the card's glossy sleeve, in units of white paper; 0 is no sleeve."""

    def on_table_mm(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points given on the card, (n, 2), as points of the table."""
        turn = np.deg2rad(self.turn_deg)
        rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        return (points_mm - np.array(self.art.size_mm) / 2) @ rotation + (self.x_mm, self.y_mm)

    def outline_mm(self) -> NDArray[np.float64]:
        """The card's own corners on the table, (4, 2)."""
        width, height = self.art.size_mm
        return self.on_table_mm(np.array([[0, 0], [width, 0], [width, height], [0, height]]))


@dataclass(frozen=True)
class Shot:
    """How a photo is taken. ``px_per_module`` holds at the middle of the frame before foreshortening."""

    px_per_module: float = 4.0
    tilt_deg: float = 5.0
    noise: float = 2.5
    """Standard deviation in 8-bit steps at mid-grey."""
    jpeg: int = 90
    blur_px: float = 0.55
    defocus_px: float = 0.0
    motion_px: float = 0.0
    light: float = 0.3
    """How much the light falls off across the frame, 0 to 1."""
    shadow: float = 0.3
    glare: float = 0.0
    exposure: float = 1.0
    table: str = ""
    """felt, wood, plain, or "" to let the seed choose."""
    size_px: tuple[int, int] | None = None
    """Width and height, with the middle of the cards in the middle; None frames all of them snugly."""
    towards_deg: float | None = None
    """Which way the camera leans and ..."""
    roll_deg: float | None = None
    """... how it is held; None lets the seed choose (any way round with ``size_px``, nearly upright without)."""
    module_mm: float | None = None
    """What a module is in ``px_per_module``; None takes the first card's."""


EASY = Shot()
HARD = Shot(tilt_deg=30.0, noise=5.0, jpeg=80, defocus_px=0.7)


@dataclass(frozen=True, eq=False)
class Truth:
    """One card of the scene as it truly is."""

    text: str
    corners_px: NDArray[np.float64]
    card_px: NDArray[np.float64]
    px_per_module: float
    """The mean over the symbol's four sides, after foreshortening."""
    face_down: bool
    """A back without a code is up: the other face of a two-sided card has its own."""
    clear: bool
    """The whole code with its quiet zone is face up, inside the photo, and under no other card."""
    second_px: NDArray[np.float64] | None = None
    second_clear: bool = False
    """The same of its second code, where it has one."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A photo and what is on it, in the order the cards were laid."""

    photo: bytes
    width: int
    height: int
    truth: tuple[Truth, ...]

    @property
    def readable(self) -> tuple[Truth, ...]:
        """The cards a perfect reader finds."""
        return tuple(one for one in self.truth if one.clear)


def render(cards: Sequence[LaidCard], *, seed: int, shot: Shot = EASY, **changes: object) -> Scene:
    """Photograph laid cards. ``changes`` are fields of Shot: ``render(cards, seed=1, tilt_deg=20, jpeg=60)``."""
    shot = replace(shot, **changes)  # type: ignore[arg-type] - a wrong field or kind fails right here
    rng = np.random.default_rng([seed, 4021])
    (width, height), to_px = _camera(cards, shot, rng)
    canvas = _table(rng, width, height, shot.table)
    for laid in cards:
        _lay(canvas, laid, to_px)
    picture = _expose(_light(canvas, shot, rng), shot, rng)
    done, buffer = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, shot.jpeg])
    assert done
    truth = tuple(_truth(index, cards, to_px, (width, height)) for index in range(len(cards)))
    return Scene(buffer.tobytes(), width, height, truth)


# --- laying cards -------------------------------------------------------------------------------------------------


def scatter(
    arts: Sequence[CardArt], *, seed: int, face_down: Sequence[int] = (), gap_mm: float = 6.0
) -> list[LaidCard]:
    """Every card turned any way, none touching another; the indices in ``face_down`` show their backs."""
    rng = np.random.default_rng([seed, 977])
    columns = int(np.ceil(np.sqrt(len(arts) * 4 / 3)))
    pitch = float(np.hypot(*CARD_MM)) + gap_mm
    cells = rng.permutation(columns * int(np.ceil(len(arts) / columns)))[: len(arts)]
    laid = []
    for index, (art, cell) in enumerate(zip(arts, cells, strict=True)):
        x_mm, y_mm = (np.array([cell % columns, cell // columns]) + 0.5) * pitch + rng.uniform(-gap_mm, gap_mm, 2) / 2
        laid.append(LaidCard(art, float(x_mm), float(y_mm), float(rng.uniform(0, 360)), index in face_down))
    return laid


def rows(
    arts: Sequence[CardArt], *, seed: int, columns: int = 4, face_down: Sequence[int] = (), gap_mm: float = 6.0
) -> list[LaidCard]:
    """A tidy tableau, as people lay one: rows, a little crooked."""
    rng = np.random.default_rng([seed, 978])
    laid = []
    for index, art in enumerate(arts):
        place = np.array([index % columns, index // columns]) * (np.array(CARD_MM) + gap_mm)
        x_mm, y_mm = place + rng.uniform(-gap_mm, gap_mm, 2) / 4
        laid.append(LaidCard(art, float(x_mm), float(y_mm), float(rng.normal(0, 2.5)), index in face_down))
    return laid


def fan(arts: Sequence[CardArt], *, step_deg: float = 12.0, radius_mm: float = 130.0) -> list[LaidCard]:
    """A hand, fanned from left to right: each card leaves the top left corner of the one below it in sight."""
    laid = []
    for index, art in enumerate(arts):
        turn = (index - (len(arts) - 1) / 2) * step_deg
        angle = np.deg2rad(turn)
        laid.append(LaidCard(art, float(np.sin(angle) * radius_mm), float(-np.cos(angle) * radius_mm), turn))
    return laid


# --- cards --------------------------------------------------------------------------------------------------------


def matrix(text: str, version: int = 1, ecc: str = "H", mask: int | None = None) -> NDArray[np.bool_]:
    """A QR symbol's modules, True is dark. Without a mask: the one the product prints this text with."""
    symbol = qrcode.QRCode(
        version=version,
        error_correction=_ECC[ecc],
        border=0,
        mask_pattern=code.symbol(text)[2] if mask is None else mask,
    )
    symbol.add_data(text, optimize=0)
    symbol.make(fit=False)
    return np.array(symbol.get_matrix(), dtype=bool)


def placeholder_card(
    text: str,
    *,
    module_mm: float = 0.6,
    version: int = 1,
    ecc: str = "H",
    mask: int | None = None,
    px_per_mm: float = 16.0,
) -> CardArt:
    """A stand-in card: code top left on white, a title bar, art of the text's own, lines like print, a frame."""
    rng = np.random.default_rng([ord(character) for character in text])
    width, height = (round(side * px_per_mm) for side in CARD_MM)
    front = np.full((height, width, 3), 255, np.uint8)
    colour = tuple(int(value) for value in rng.integers(20, 200, 3))

    def box(x0: float, y0: float, x1: float, y1: float) -> tuple[slice, slice]:
        return slice(round(y0 * px_per_mm), round(y1 * px_per_mm)), slice(round(x0 * px_per_mm), round(x1 * px_per_mm))

    for inner in ((0, 0, 63, 1.5), (0, 86.5, 63, 88), (0, 0, 1.5, 88), (61.5, 0, 63, 88)):
        front[box(*inner)] = colour
    _art(front[box(4, 24, 59, 58)], rng)
    _lines(front, rng, px_per_mm)
    cv2.putText(front, text, (round(24 * px_per_mm), round(10 * px_per_mm)), 0, px_per_mm / 9, (20, 20, 20), 6)
    modules = matrix(text, version, ecc, mask)
    count = modules.shape[0]
    corner = 2.0 + QUIET_MODULES * module_mm
    fine = np.kron(np.where(modules, 0, 255).astype(np.uint8), np.ones((24, 24), np.uint8))
    place = box(corner, corner, corner + count * module_mm, corner + count * module_mm)
    size = (place[1].stop - place[1].start, place[0].stop - place[0].start)
    front[place] = cv2.resize(fine, size, interpolation=cv2.INTER_AREA)[..., None]
    left, top = place[1].start / px_per_mm, place[0].start / px_per_mm
    right, bottom = place[1].stop / px_per_mm, place[0].stop / px_per_mm
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return CardArt(text, front, quad, plain_back(px_per_mm), count)


def plain_back(px_per_mm: float = 16.0) -> NDArray[np.uint8]:
    """The uniform back of the stand-in cards: a lattice, no code."""
    width, height = (round(side * px_per_mm) for side in CARD_MM)
    y, x = np.mgrid[0:height, 0:width] / px_per_mm
    dark = ((x + y) % 5 < 1.2) | ((x - y) % 5 < 1.2)
    back = np.where(dark[..., None], np.array([90, 40, 30]), np.array([205, 190, 180])).astype(np.uint8)
    edge = (x < 3) | (x > 60) | (y < 3) | (y > 85)
    back[edge] = 250
    return back


def _art(area: NDArray[np.uint8], rng: np.random.Generator) -> None:
    height, width = area.shape[:2]
    area[:] = cv2.resize(
        rng.integers(30, 240, (5, 7, 3)).astype(np.uint8), (width, height), interpolation=cv2.INTER_CUBIC
    )
    for _ in range(int(rng.integers(4, 12))):
        colour = tuple(int(value) for value in rng.integers(0, 255, 3))
        at = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        size = int(rng.integers(width // 40, width // 6))
        shape = np.ascontiguousarray(area)
        if rng.random() < 0.5:
            cv2.circle(shape, at, size, colour, int(rng.choice([-1, 6])), cv2.LINE_AA)
        else:
            cv2.rectangle(shape, at, (at[0] + size, at[1] + size // 2), colour, -1)
        area[:] = shape


def _lines(front: NDArray[np.uint8], rng: np.random.Generator, px_per_mm: float) -> None:
    for y_mm in np.arange(63, 84, 3.6):
        words = "".join(chr(int(letter)) for letter in rng.choice([32, *range(97, 123)], 34))
        at = (round(4 * px_per_mm), round(y_mm * px_per_mm))
        cv2.putText(front, words, at, cv2.FONT_HERSHEY_SIMPLEX, px_per_mm / 15, (30, 30, 30), 2, cv2.LINE_AA)


# --- the camera ---------------------------------------------------------------------------------------------------


def _camera(
    cards: Sequence[LaidCard], shot: Shot, rng: np.random.Generator
) -> tuple[tuple[int, int], NDArray[np.float64]]:
    """The frame's width and height, and the homography from table millimetres to pixels."""
    corners = np.concatenate([laid.outline_mm() for laid in cards])
    low, high = corners.min(axis=0), corners.max(axis=0)
    px_per_mm = shot.px_per_module / (shot.module_mm or cards[0].art.module_mm)
    towards = np.deg2rad(rng.uniform(0, 360) if shot.towards_deg is None else shot.towards_deg)
    drawn = rng.uniform(-5, 5) if shot.size_px is None else rng.uniform(0, 360)
    roll = np.deg2rad(drawn if shot.roll_deg is None else shot.roll_deg)
    rotation = _about_z(roll - towards) @ _about_x(np.deg2rad(shot.tilt_deg)) @ _about_z(towards)
    middle = np.array([[1, 0, -(low + high)[0] / 2], [0, 1, -(low + high)[1] / 2], [0, 0, 1.0]])
    width, height = shot.size_px or (int(side * px_per_mm) for side in high - low)
    # A phone's main camera sees 66 degrees along its longer, 4:3 side.
    focal = 0.77 * max(width, height * 4 / 3)
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, focal / px_per_mm]])
    to_px = np.diag([focal, focal, 1.0]) @ plane @ middle
    if shot.size_px is None:
        seen = project(to_px, corners)
        edge = 12 + 3 * px_per_mm
        (left, top), (width, height) = edge - seen.min(axis=0), np.ceil(np.ptp(seen, axis=0) + 2 * edge).astype(int)
    else:
        left, top = width / 2, height / 2
    return (int(width), int(height)), np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]]) @ to_px


def _about_z(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _about_x(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])


def project(to_px: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (n, 2) through a homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ to_px.T
    return mapped[:, :2] / mapped[:, 2:]


def _truth(index: int, cards: Sequence[LaidCard], to_px: NDArray[np.float64], size: tuple[int, int]) -> Truth:
    laid = cards[index]
    other_face = laid.art.back_text if laid.face_down else ""
    face_down = laid.face_down and not other_face
    corners = project(to_px, laid.on_table_mm(laid.art.quad_mm))
    second = laid.art.second_mm
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return Truth(
        other_face or laid.art.text,
        corners,
        project(to_px, laid.outline_mm()),
        float(sides.mean()) / laid.art.modules,
        face_down,
        not face_down and _clear(laid.art.quad_mm, index, cards, to_px, size),
        None if second is None else project(to_px, laid.on_table_mm(second)),
        second is not None and not face_down and _clear(second, index, cards, to_px, size),
    )


def _clear(
    quad_mm: NDArray[np.float64],
    index: int,
    cards: Sequence[LaidCard],
    to_px: NDArray[np.float64],
    size: tuple[int, int],
) -> bool:
    """Whether a code of a card is in sight, its quiet zone too."""
    laid, middle = cards[index], quad_mm.mean(axis=0)
    with_quiet = laid.on_table_mm(middle + (quad_mm - middle) * (1 + 2 * QUIET_MODULES / laid.art.modules))
    quiet_px = project(to_px, with_quiet)
    inside = bool((quiet_px >= 0).all() and (quiet_px <= size).all())
    covered = any(_overlap(with_quiet, above.outline_mm()) for above in cards[index + 1 :])
    return inside and not covered


def _overlap(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(area) > 0


# --- light --------------------------------------------------------------------------------------------------------


def _table(rng: np.random.Generator, width: int, height: int, kind: str) -> Array:
    """The bare table in linear light, (height, width, 3)."""
    kind = kind or str(rng.choice(["felt", "wood", "plain"]))
    small = (height // 2 + 1, width // 2 + 1)
    grain = rng.standard_normal(small, dtype=np.float32)
    if kind == "felt":
        colour = rng.choice([[0.05, 0.15, 0.04], [0.13, 0.05, 0.03], [0.03, 0.03, 0.17], [0.02, 0.02, 0.02]])
        tone = 0.25 * cv2.GaussianBlur(grain, (0, 0), 0.8) + 1.0 * cv2.GaussianBlur(grain, (0, 0), 6)
    elif kind == "wood":
        colour = rng.choice([[0.10, 0.22, 0.42], [0.05, 0.10, 0.20], [0.24, 0.41, 0.60]])
        wave = cv2.resize(rng.standard_normal((small[0] // 40 + 2, 3), dtype=np.float32), small[::-1])
        y = np.linspace(0, float(rng.uniform(20, 60)), small[0], dtype=np.float32)[:, None]
        tone = 0.25 * np.sin(y + 2 * wave) + 0.7 * cv2.blur(grain, (31, 1))
    elif kind == "plain":
        colour = [float(rng.uniform(0.4, 0.8))] * 3
        tone = 0.06 * cv2.GaussianBlur(grain, (0, 0), 3)
    else:
        raise ValueError(f'"{kind}" is not a table; expected felt, wood or plain')
    tone = cv2.resize(tone, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(np.asarray(colour, np.float32) * (1 + tone[..., None]), 0.003, 1).astype(np.float32)


def _lay(canvas: Array, laid: LaidCard, to_px: NDArray[np.float64]) -> None:
    """Add one card to the canvas, with the thin shadow it throws on what is below."""
    height, width = canvas.shape[:2]
    outline = project(to_px, laid.outline_mm())
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 6, 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 6, (width, height))
    if (high - low < 2).any():
        return
    raster = laid.art.front if not laid.face_down else laid.art.back
    assert raster is not None, "a card laid face down needs a back"
    px_per_mm = float(np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1).max()) / max(laid.art.size_mm)
    # INTER_LINEAR does not average, so the raster is first brought near the size it will have.
    scale = min(1.0, 1.6 * px_per_mm * FINER * laid.art.size_mm[0] / raster.shape[1])
    raster = cv2.resize(raster, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    rows_px, columns_px = raster.shape[:2]
    a, b, _, d = laid.outline_mm()
    card = np.column_stack([np.append((b - a) / columns_px, 0), np.append((d - a) / rows_px, 0), np.append(a, 1)])
    fine = np.array([[FINER, 0, -FINER * low[0]], [0, FINER, -FINER * low[1]], [0, 0, 1.0]])
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    # OpenCV counts from pixel centres, our coordinates from outer corners: half a pixel at both ends.
    warp = np.linalg.inv(half) @ fine @ to_px @ card @ half
    size = tuple(int(side) for side in high - low)
    finer = (size[0] * FINER, size[1] * FINER)
    paper = _LINEAR[raster]
    colour = cv2.warpPerspective(paper, warp, finer, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(np.ones(raster.shape[:2], np.float32), warp, finer, flags=cv2.INTER_LINEAR)
    colour = cv2.resize(colour * cover[..., None], size, interpolation=cv2.INTER_AREA)
    cover = cv2.resize(cover, size, interpolation=cv2.INTER_AREA)[..., None]
    thrown = cv2.GaussianBlur(np.roll(cover[..., 0], (1, 1), axis=(0, 1)), (0, 0), max(0.5, 0.5 * px_per_mm))
    area = canvas[low[1] : high[1], low[0] : high[0]]
    area[:] = area * (1 - 0.4 * thrown[..., None]) * (1 - cover) + colour
    if laid.sleeve:
        shine = cv2.warpPerspective(_shine(laid, rows_px, columns_px), warp, finer, flags=cv2.INTER_LINEAR)
        area += cv2.resize(shine, size, interpolation=cv2.INTER_AREA)[..., None]


def _shine(laid: LaidCard, rows_px: int, columns_px: int) -> Array:
    """What a sleeve adds: a milky veil, and a lamp and a window mirrored in film that is never quite flat."""
    rng = np.random.default_rng([ord(letter) for letter in laid.art.text] + [int(laid.turn_deg * 100) % 36000])
    y, x = np.mgrid[0:1:88j, 0:1:63j].astype(np.float32)
    lamp, angle = rng.uniform(0, 1, 2), float(rng.uniform(0, np.pi))
    spot = np.exp(-(((x - lamp[0]) * 63 / 9) ** 2) - ((y - lamp[1]) * 88 / 9) ** 2)
    across = (x - rng.uniform(0, 1)) * 63 * np.cos(angle) + (y - rng.uniform(0, 1)) * 88 * np.sin(angle)
    streak = np.exp(-((across + 2 * np.sin(y * 9)) ** 2) / (2 * 2.5**2))
    film = 0.05 + laid.sleeve * (spot + 0.5 * streak)
    return np.asarray(cv2.resize(film.astype(np.float32), (columns_px, rows_px)), np.float32)


def _light(canvas: Array, shot: Shot, rng: np.random.Generator) -> Array:
    """Falling light, a soft shadow, the lens."""
    height, width = canvas.shape[:2]
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]
    angle = rng.uniform(0, 2 * np.pi)
    field = 1 + 2 * shot.light * (np.cos(angle) * x + np.sin(angle) * y) - 0.7 * shot.light * (x**2 + y**2)
    shape = rng.uniform(-0.2, 1.2, (5, 2)) * (width, height) / 4
    cast = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    cv2.fillPoly(cast, [cv2.convexHull(shape.astype(np.int32))], 1.0)
    cast = cv2.resize(cv2.GaussianBlur(cast, (0, 0), max(2.0, width / 200)), (width, height))
    canvas *= (field * (1 - shot.shadow * cast)).astype(np.float32)[..., None]
    for kernel in (_disk(shot.defocus_px), _line(shot.motion_px, float(rng.uniform(0, np.pi)))):
        if kernel is not None:
            canvas = cv2.filter2D(canvas, -1, kernel, borderType=cv2.BORDER_REPLICATE)
    if shot.blur_px:
        canvas = cv2.GaussianBlur(canvas, (0, 0), shot.blur_px)
    for _ in range(3 if shot.glare else 0):
        at, size = rng.uniform(-0.45, 0.45, 2), rng.uniform(0.03, 0.12, 2)
        spot = np.exp(-(((x - at[0]) / size[0]) ** 2) - ((y - at[1]) / size[1]) ** 2)
        canvas += (shot.glare * spot).astype(np.float32)[..., None]
    return canvas


def _expose(canvas: Array, shot: Shot, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Linear light to the 8-bit picture the sensor gives, with noise that grows with the signal."""
    levels = np.clip(canvas * (shot.exposure * (len(_SRGB) - 1)) + 0.5, 0, len(_SRGB) - 1).astype(np.uint16)
    picture = _SRGB[levels]
    grain = rng.standard_normal(picture.shape, dtype=np.float32)
    picture += grain * (shot.noise * (0.6 + 0.4 * np.sqrt(np.maximum(picture, 1) / 128)))
    return np.clip(picture + 0.5, 0, 255).astype(np.uint8)


def _disk(radius_px: float) -> Array | None:
    if radius_px <= 0:
        return None
    side = 2 * (int(np.ceil(radius_px)) + 1) + 1
    fine = np.zeros((side * 8, side * 8), np.float32)
    cv2.circle(fine, _sixteenths(side * 4, side * 4), round(radius_px * 128), 1.0, -1, cv2.LINE_AA, shift=4)
    kernel = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _line(length_px: float, angle: float) -> Array | None:
    if length_px <= 0:
        return None
    side = 2 * (int(np.ceil(length_px / 2)) + 1) + 1
    fine = np.zeros((side * 8, side * 8), np.float32)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length_px * 4
    ends = [_sixteenths(*(np.full(2, side * 4) + way * reach)) for way in (-1, 1)]
    cv2.line(fine, ends[0], ends[1], 1.0, 8, cv2.LINE_AA, shift=4)
    kernel = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _sixteenths(x: float, y: float) -> tuple[int, int]:
    """A point for OpenCV's drawing with shift=4, so that a kernel is centred and moves nothing."""
    return round((x - 0.5) * 16), round((y - 0.5) * 16)


def _to_linear(srgb: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def _to_srgb(linear: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


# Paper sends back 86 % of the light and black ink 4 %, whatever the raster's 255 and 0 say.
_LINEAR = (0.04 + 0.82 * _to_linear(np.arange(256) / 255)).astype(np.float32)
_SRGB = (255 * _to_srgb(np.linspace(0, 1, 16384))).astype(np.float32)

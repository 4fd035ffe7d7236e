"""A video of cards far away: too few pixels a module and too much noise, a hand that is never quite still.

for frame, moved, places in far_video(cards, seed=3, px_per_module=0.7, noise=24): ...
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import table_scene
from numpy.typing import NDArray
from table_scene import LaidCard

from vision.picture.decoding import Frame, decode
from vision.picture.homography import Homography
from vision.picture.opencv_setup import cv2

Places = dict[str, NDArray[np.float64]]
FINER = 2
"""The table is painted so much larger than the frames show it."""


def far_video(
    cards: Sequence[LaidCard],
    *,
    seed: int,
    px_per_module: float,
    noise: float,
    frames: int = 8,
    still: bool = False,
    jpeg: int = 82,
    blur_px: float = 0.5,
    tilt_deg: float = 8,
    size_px: tuple[int, int] | None = None,
    drift_px: float = 0.0,
) -> Iterator[tuple[Frame, Homography | None, Places]]:
    """Frames, how the camera moved since the one before, and where each code that can be read lies, (4, 2).

    ``noise`` is in grey levels; a camera that stands ``still`` has a compressed picture's artefacts always alike. A
    hand's tremble is up to 3 px and half a degree, or drifts by ``drift_px`` and a twentieth of a degree a frame.
    ``size_px`` is the frames' (width, height), by default what the cards need.
    """
    rng = np.random.default_rng([seed, 23])
    scene = table_scene.render(
        cards,
        seed=seed,
        px_per_module=px_per_module * FINER,
        tilt_deg=tilt_deg,
        noise=0,
        jpeg=98,
        table="wood",
        size_px=size_px and (size_px[0] * FINER, size_px[1] * FINER),
    )
    table = np.asarray(cv2.imdecode(np.frombuffer(scene.photo, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
    height, width = table.shape
    half, before = np.diag([1 / FINER, 1 / FINER, 1.0]), None
    away, turn = np.zeros(2), 0.0
    for _ in range(frames):
        if drift_px:
            away = 0.8 * away + rng.normal(0, 0.6 * FINER * drift_px, 2)
            turn = 0.8 * turn + float(rng.normal(0, 0.05))
        elif not still:
            away, turn = rng.uniform(-3, 3, 2), float(rng.uniform(-0.5, 0.5))
        pose = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0), [0, 0, 1]])
        pose[:2, 2] += away
        shown = cv2.warpAffine(table, pose[:2], (width, height), borderMode=cv2.BORDER_REPLICATE)
        shown = cv2.GaussianBlur(shown, (0, 0), blur_px * FINER)
        shown = cv2.resize(shown, (width // FINER, height // FINER), interpolation=cv2.INTER_AREA)
        grainy = np.clip(shown + rng.normal(0, noise, shown.shape), 0, 255).astype(np.uint8)
        frame = decode(cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, jpeg])[1].tobytes(), colour=False)
        to_frame = half @ pose
        places = {one.text: _through(to_frame, np.array(one.corners_px)) for one in scene.readable}
        yield frame, None if before is None else to_frame @ np.linalg.inv(before), places
        before = to_frame


def _through(to_frame: Homography, points: NDArray[np.float64]) -> NDArray[np.float64]:
    mapped = np.column_stack([points, np.ones(len(points))]) @ to_frame.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)


def is_there(text: str, middle: NDArray[np.float64], places: Places) -> bool:
    """Whether the code that lies nearest to that point is this one, and not farther than half its side."""
    if text not in places:
        return False
    quad = places[text]
    return bool(np.linalg.norm(quad.mean(axis=0) - middle) < np.linalg.norm(quad[1] - quad[0]) / 2)

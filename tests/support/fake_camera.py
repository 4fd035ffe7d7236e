"""A camera for a browser without one: a video of our own printed cards, filmed by a hand that is never quite still.

film(path, [Take(scene_of(cards), seconds=2.0), Take(scene_of(more), seconds=3.0)])
chromium --use-fake-device-for-media-stream --use-file-for-fake-video-capture=PATH
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from table_scene import LaidCard, render

from vision.picture.opencv_setup import cv2

EDGE = 1.16
"""The table is painted this much larger than the frame, so that the camera has room to move."""

MARK_PX = 48


@dataclass(frozen=True, eq=False)
class Take:
    """A table as it lies for some seconds: (h, w, 3) BGR, larger than the frame by EDGE.

    ``mark`` is the grey of a square in the frame's corner that says which take it is; None leaves it out.
    """

    table: NDArray[np.uint8]
    seconds: float
    mark: int | None = None


def table_of(
    cards: Sequence[LaidCard], *, seed: int, px_per_module: float, size_px: tuple[int, int]
) -> NDArray[np.uint8]:
    """The laid cards from above, on the same table whichever cards lie there. One card at least."""
    width, height = (round(side * EDGE) for side in size_px)
    scene = render(
        cards,
        seed=seed,
        px_per_module=px_per_module,
        size_px=(width, height),
        roll_deg=0,
        towards_deg=90,
        tilt_deg=6,
        table="wood",
        jpeg=95,
        noise=1.0,
    )
    return np.asarray(cv2.imdecode(np.frombuffer(scene.photo, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def frames(takes: Iterable[Take], *, fps: int, size_px: tuple[int, int], seed: int = 1) -> Iterator[NDArray[np.uint8]]:
    """The video: a slow sway, a slight turn, sensor noise. The seed decides where in the sway it begins, too."""
    rng = np.random.default_rng(seed)
    width, height = size_px
    number = (seed - 1) * 37
    for take in takes:
        for _ in range(round(take.seconds * fps)):
            number += 1
            phase = number / fps
            middle = np.array(take.table.shape[1::-1]) / 2
            sway = np.array([np.sin(phase * 0.9), np.cos(phase * 0.7)]) * np.array(size_px) * 0.03
            turn = cv2.getRotationMatrix2D(tuple(middle + sway), 1.5 * np.sin(phase * 0.6), 1.0)
            turn[:, 2] += np.array([width, height]) / 2 - middle - sway
            picture = cv2.warpAffine(take.table, turn, (width, height), flags=cv2.INTER_LINEAR)
            grain = rng.standard_normal((height // 2, width // 2, 1), dtype=np.float32)
            noise = cv2.resize(grain, (width, height), interpolation=cv2.INTER_NEAREST)[..., None] * 2.0
            shown = np.clip(picture + noise, 0, 255).astype(np.uint8)
            if take.mark is not None:
                shown[:MARK_PX, :MARK_PX] = take.mark
            yield shown


def film(path: Path, takes: Sequence[Take], *, fps: int = 10, size_px: tuple[int, int] = (1280, 720)) -> Path:
    """Write the video as Y4M, which Chromium plays in a loop. Even sizes."""
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{size_px[0]} H{size_px[1]} F{fps}:1 Ip A1:1 C420jpeg\n".encode())
        for picture in frames(takes, fps=fps, size_px=size_px):
            file.write(b"FRAME\n" + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())
    return path


def motion_jpeg(path: Path, takes: Sequence[Take], *, fps: int = 10, size_px: tuple[int, int] = (1280, 720)) -> Path:
    """The same as a file OpenCV opens everywhere (AVI with JPEG frames)."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, size_px)
    assert writer.isOpened()
    for picture in frames(takes, fps=fps, size_px=size_px):
        writer.write(picture)
    writer.release()
    return path

"""Bytes somebody sent -> an upright picture, within limits.

Large photos are decoded at half, a quarter or an eighth of their size, so that 48 megapixels cost what 12 do; places
found in the small picture are brought back to the full one with ``Frame.to_full``.

Coordinates everywhere: pixels of the upright picture, (0, 0) the outer corner of its first pixel.
"""

from __future__ import annotations

import io
import math
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image
from PIL.JpegImagePlugin import JpegImageFile

from vision.picture.file_header import HEIC_BYTES, SEND, FrameError, Header, exif_orientation, read_header
from vision.picture.limits import ALPHA_PIXELS, MAX_FILE_BYTES, MAX_PIXELS, MAX_WHOLE_PIXELS, WHOLE_BYTES, WORK_PIXELS
from vision.picture.opencv_setup import cv2

__all__ = ["Frame", "FrameError", "decode"]

# What Pillow and its plugins raise for a picture that turns out to be none.
_BROKEN = (OSError, ValueError, SyntaxError, EOFError, TypeError, IndexError, struct.error)


@dataclass(frozen=True, eq=False)
class Frame:
    """A decoded picture, upright.

    ``image`` is (h, w) uint8 grey or (h, w, 3) uint8 BGR, possibly smaller than ``width`` x ``height``, the upright
    size at full resolution. ``exif_orientation`` is what the file said before it was turned upright (1 to 8).
    """

    image: NDArray[np.uint8]
    width: int
    height: int
    exif_orientation: int
    scale: tuple[float, float]
    """Full-resolution pixels in one pixel of ``image``, along x and y ..."""
    offset_px: tuple[float, float]
    """... and where the image begins: a reduced picture may start a few full pixels before a mirrored edge."""

    def to_full(self, points_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of ``image``, (..., 2), as points of the full-resolution upright picture."""
        return points_px * self.scale + self.offset_px

    def from_full(self, points_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """The way back."""
        return np.asarray((points_px - np.array(self.offset_px)) / np.array(self.scale), np.float64)


def decode(data: bytes, *, colour: bool = True, most_pixels: int = WORK_PIXELS) -> Frame:
    """Decode a JPEG, PNG, WebP or HEIC picture, halved until it has at most ``most_pixels`` (or is at an eighth).

    ``colour=False`` gives grey, at a third of the memory. Raises FrameError with the reason as one sentence.
    """
    if len(data) > MAX_FILE_BYTES:
        raise FrameError(
            "too_large_file",
            f"The file has {len(data) / 1e6:.0f} MB and the scanner takes {MAX_FILE_BYTES // 1_000_000}: "
            "take the photo with the normal camera setting.",
        )
    header = read_header(data)
    if header.kind == "heic":
        return _heic(data, colour=colour, most_pixels=most_pixels)
    _check_size(header.width, header.height, header.whole)
    factor = _reduction(header.width, header.height, most_pixels)
    if header.kind == "jpeg":
        image = _jpeg(data, factor, colour=colour)
    elif header.alpha and header.width * header.height <= ALPHA_PIXELS:
        image = _shrunk(_on_white(data, colour=colour), factor, colour=colour)
    else:
        image = _opencv(data, factor, colour=colour)
    return _upright(image, header)


def _check_size(width: int, height: int, whole: float) -> None:
    """``whole`` are the bytes a pixel needed to decode it whole, 0 where it can be decoded small."""
    limit = int(min(MAX_WHOLE_PIXELS, WHOLE_BYTES / whole)) if whole else MAX_PIXELS
    if width * height > limit:
        cure = "send it as an ordinary JPEG, or take it" if whole and width * height <= MAX_PIXELS else "take the photo"
        raise FrameError(
            "bomb",
            f"The picture is {width} x {height} pixels, more than the {limit // 1_000_000} megapixels that fit in "
            f"memory: {cure} with the normal camera setting.",
        )


def _reduction(width: int, height: int, most_pixels: int) -> int:
    """The least of 1, 2, 4, 8 that brings a picture within ``most_pixels``."""
    for factor in (1, 2, 4):
        if math.ceil(width / factor) * math.ceil(height / factor) <= most_pixels:
            return factor
    return 8


def _jpeg(data: bytes, factor: int, *, colour: bool) -> NDArray[np.uint8]:
    """A JPEG, decoded at a fraction of its size. Pillow's decoder, because OpenCV's prints what it thinks of a damaged
    picture on the terminal; and its class, because ``Image.open`` has a size limit of its own."""
    mode = "RGB" if colour else "L"
    try:
        with JpegImageFile(io.BytesIO(data)) as opened:
            wanted = (math.ceil(opened.width / factor), math.ceil(opened.height / factor))
            opened.draft(mode, (max(1, opened.width // factor), max(1, opened.height // factor)))
            # What comes in CMYK is converted; for all else this is the decoded picture itself.
            pixels = np.array(opened if opened.mode == mode else opened.convert(mode))
    except (*_BROKEN, MemoryError):
        raise _broken() from None
    if colour:
        cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR, dst=pixels)
    if pixels.shape[1::-1] == wanted:
        return pixels
    return _bytes(cv2.resize(pixels, wanted, interpolation=cv2.INTER_AREA))


def _opencv(data: bytes, factor: int, *, colour: bool) -> NDArray[np.uint8]:
    # The orientation is applied here, alike for every format: OpenCV's own handling differs between its versions.
    flags = cv2.IMREAD_IGNORE_ORIENTATION
    # What cannot be decoded small is decoded grey, or it would not fit.
    flags |= cv2.IMREAD_COLOR if colour and factor == 1 else cv2.IMREAD_GRAYSCALE
    try:
        # It wants 32 bytes before it looks at a WebP; the smallest ones have 30.
        decoded = cv2.imdecode(np.frombuffer(data.ljust(32, b"\0"), np.uint8), flags)
    except (cv2.error, MemoryError):
        decoded = None
    if decoded is None:
        raise _broken()
    return _shrunk(_bytes(decoded), factor, colour=colour)


def _shrunk(image: NDArray[np.uint8], factor: int, *, colour: bool) -> NDArray[np.uint8]:
    if factor > 1:
        size = (math.ceil(image.shape[1] / factor), math.ceil(image.shape[0] / factor))
        image = _bytes(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    return _bytes(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)) if colour and image.ndim == 2 else image


def _bytes(image: Any) -> NDArray[np.uint8]:
    """What OpenCV returned, typed: its stubs leave the element type open. Nothing is copied."""
    return np.asarray(image, np.uint8)


def _on_white(data: bytes, *, colour: bool) -> NDArray[np.uint8]:
    """A picture with transparent parts, laid on white paper: a code saved that way is black on nothing."""
    try:
        with Image.open(io.BytesIO(data)) as opened:
            picture = opened.convert("RGBA")
    except _BROKEN:
        raise _broken() from None
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    return _from_channels(np.asarray(paper), colour=colour)


def _heic(data: bytes, *, colour: bool, most_pixels: int) -> Frame:
    try:
        opened = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True)
        width, height = opened.size
        if not (width and height):
            raise _broken()  # without the box that says its size it would be decoded whatever its size is
        # The library turns the picture upright itself, by the boxes that bind it; EXIF only repeats what they say.
        orientation = exif_orientation((opened.info.get("exif") or b"").removeprefix(b"Exif\0\0"))
        _check_size(width, height, HEIC_BYTES)
        # The library's own buffer, not a Pillow picture: at 48 megapixels a copy more is 150 MB more.
        pixels = np.asarray(opened)
    except FrameError:
        raise
    except (*_BROKEN, RuntimeError, MemoryError):
        raise _broken() from None
    factor = _reduction(width, height, most_pixels)
    image = _from_channels(pixels, colour=colour and factor == 1)
    del pixels, opened
    upright = _upright(_shrunk(image, factor, colour=colour), Header("heic", width, height))
    return Frame(
        upright.image,
        width,
        height=height,
        exif_orientation=orientation,
        scale=upright.scale,
        offset_px=upright.offset_px,
    )


def _from_channels(pixels: NDArray[np.uint8], *, colour: bool) -> NDArray[np.uint8]:
    """(h, w) or (h, w, c) of grey, grey and alpha, RGB or RGBA to what OpenCV expects."""
    if pixels.ndim == 2 or pixels.shape[2] < 3:
        return np.ascontiguousarray(pixels if pixels.ndim == 2 else pixels[..., 0])
    ways = {(3, True): cv2.COLOR_RGB2BGR, (3, False): cv2.COLOR_RGB2GRAY}
    ways |= {(4, True): cv2.COLOR_RGBA2BGR, (4, False): cv2.COLOR_RGBA2GRAY}
    return _bytes(cv2.cvtColor(pixels, ways[pixels.shape[2], colour]))


def _broken() -> FrameError:
    return FrameError("truncated", f"The picture cannot be decoded, it is damaged: take a new photo, or {SEND}.")


# What brings a stored picture upright, by EXIF orientation: swap the axes first, then mirror x, then mirror y.
_TURNS = {
    1: (False, False, False),
    2: (False, True, False),
    3: (False, True, True),
    4: (False, False, True),
    5: (True, False, False),
    6: (True, True, False),
    7: (True, True, True),
    8: (True, False, True),
}


def _upright(image: NDArray[np.uint8], header: Header) -> Frame:
    """Turn a stored picture upright, and work out how its pixels lie in the full one."""
    swap, mirror_x, mirror_y = _TURNS[header.orientation]
    width, height = header.width, header.height
    stored_height, stored_width = image.shape[:2]
    scale_x, scale_y = _step(width, stored_width), _step(height, stored_height)
    if swap:
        image = _bytes(cv2.transpose(image))
        width, height, scale_x, scale_y = height, width, scale_y, scale_x
    if mirror_x or mirror_y:
        image = _bytes(cv2.flip(image, -1 if mirror_x and mirror_y else int(mirror_x)))
    small_height, small_width = image.shape[:2]
    offset = (width - scale_x * small_width if mirror_x else 0.0, height - scale_y * small_height if mirror_y else 0.0)
    return Frame(
        image, width, height=height, exif_orientation=header.orientation, scale=(scale_x, scale_y), offset_px=offset
    )


def _step(full: int, small: int) -> float:
    """Full pixels in a small one: whole where the decoder rounded the last one up."""
    factor = round(full / small)
    return float(factor) if math.ceil(full / factor) == small else full / small

"""Pictures as files: every format the eye reads, stored in every EXIF orientation, and things that are no pictures."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image

FORMATS = ("jpeg", "png", "webp", "heic")
ORIENTATION_TAG = 0x0112

# How a picture is stored so that a viewer, obeying the tag, shows it upright: Pillow's own transposes, undone.
_STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def stored(upright: NDArray[np.uint8], kind: str, orientation: int = 1, **options: object) -> bytes:
    """An upright RGB picture as a file of ``kind`` that carries the EXIF orientation."""
    picture = Image.fromarray(upright)
    turn = _STORED[orientation]
    if turn is not None:
        picture = picture.transpose(turn)
    exif = Image.Exif()
    exif[ORIENTATION_TAG] = orientation
    buffer = io.BytesIO()
    if kind == "heic":
        pillow_heif.from_pillow(picture).save(buffer, quality=90, exif=exif.tobytes())
    else:
        picture.save(buffer, format=kind.upper(), quality=92, exif=exif, **options)
    return buffer.getvalue()


def rgb(photo: bytes) -> NDArray[np.uint8]:
    """The pixels of a photo."""
    return np.asarray(Image.open(io.BytesIO(photo)).convert("RGB"))


def chunk(name: bytes, body: bytes) -> bytes:
    """One PNG chunk."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def bomb_png(width: int = 20_000, height: int = 20_000) -> bytes:
    """A sound black-and-white PNG of a few kilobytes that unpacks to ``width`` x ``height``."""
    packer = zlib.compressobj(9)
    row = b"\0" + bytes((width + 7) // 8)
    body = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def animation(kind: str) -> bytes:
    """A moving picture of two frames."""
    first, second = (Image.new("RGB", (64, 64), colour) for colour in ("white", "black"))
    buffer = io.BytesIO()
    first.save(buffer, format=kind, save_all=True, append_images=[second], duration=100)
    return buffer.getvalue()

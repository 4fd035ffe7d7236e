"""Pictures made for tests: a picture whose four quarters have colours of their own, in any format."""

from __future__ import annotations

import io
import struct
import zlib

from PIL import Image

QUARTERS = {
    "top left": (200, 40, 40),
    "top right": (40, 160, 60),
    "bottom left": (40, 70, 200),
    "bottom right": (240, 220, 60),
}


def quartered(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """Red, green over blue, yellow."""
    image = Image.new("RGB", (width, height))
    for name, colour in QUARTERS.items():
        x, y = width // 2 * ("right" in name), height // 2 * ("bottom" in name)
        image.paste(colour, (x, y, x + width // 2 + 1, y + height // 2 + 1))
    return image.convert(mode)


def saved(image: Image.Image, kind: str, **how: object) -> bytes:
    """As a file's bytes."""
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def turned(kind: str = "JPEG") -> bytes:
    """As a phone held sideways writes it: the pixels lie on their side, and EXIF says so."""
    exif = Image.Exif()
    exif[274] = 6
    return saved(quartered(600, 400).transpose(Image.Transpose.ROTATE_90), kind, exif=exif)


def bomb() -> bytes:
    """A PNG of 30,000 by 30,000 pixels in a few hundred bytes."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 5000)) + chunk(b"IEND", b"")
    )

"""What a picture says about itself, read from its first bytes: kind, size, orientation, and whether all of it is here.

Nothing is decoded, so a file can be refused before it costs memory. Pillow reads headers too, and was measured beside
this (Pillow 13; each is held by a test in tests/vision/picture): it takes a JPEG whose second half is zeros for whole,
and one in lossless or arithmetic coding for damaged; it does not see a PNG's orientation where that stands after the
pixels, and refuses a PNG that carries a long text; it refuses a WebP of 180 megapixels and more without saying its
size; and what it thinks of a damaged EXIF block it says as a warning, which would stand on the terminal.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["jpeg", "png", "webp", "heic"]
Refused = Literal["empty", "not_an_image", "truncated", "too_large_file", "bomb", "unsupported"]

SEND = "send a photo as JPEG, PNG, WebP or HEIC"


class FrameError(ValueError):
    """A picture that cannot be looked at. The text is one sentence with the cure; ``kind`` says which sort it is."""

    def __init__(self, kind: Refused, text: str) -> None:
        self.kind: Refused = kind
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class Header:
    """A picture before decoding. ``width`` and ``height`` are as stored; ``orientation`` is EXIF's 1 to 8.

    ``whole`` are the bytes a pixel a decoder needs where the whole picture has to be in memory before it can be made
    smaller; 0 where it has not. Of a HEIC only the kind is known here (0 x 0): its own library reads the rest.
    """

    kind: Kind
    width: int
    height: int
    orientation: int = 1
    whole: float = 0.0
    alpha: bool = False


def read_header(data: bytes) -> Header:
    """The header of a picture.

    Raises FrameError: ``empty``, ``not_an_image``, ``truncated`` (the end is missing, even if rows could be shown) or
    ``unsupported`` (another format, or a moving picture).
    """
    if not data:
        raise FrameError("empty", "The file is empty (0 bytes): take the photo again and send it once more.")
    if data[:2] == b"\xff\xd8":
        return _jpeg(data)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return _png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[4:8] == b"ftyp":
        return _iso_boxes(data)
    raise _unreadable(data)


def _part_missing() -> FrameError:
    return FrameError(
        "truncated", "Only part of the picture is here, or it is damaged: send it again, or take a new photo."
    )


# The formats people send by mistake, by how they begin.
_NOT_PICTURES = (
    (b"%PDF", "a PDF", "take a photo of the printed cards and send that"),
    (b"PK\x03\x04", "a zip archive", "unpack it and send the photo inside"),
    (b"\x1f\x8b", "a compressed archive", "unpack it and send the photo inside"),
    (b"\x1aE\xdf\xa3", "a video", "send a photo, or a still from it"),
    (b"<svg", "a drawing (SVG)", SEND),
    (b"<?xml", "an XML text", SEND),
    (b"<!DOCTYPE", "a web page", "save the picture itself and send that"),
    (b"<html", "a web page", "save the picture itself and send that"),
)
_OTHER_PICTURES = (
    (b"GIF8", "GIF picture"),
    (b"BM", "BMP picture"),
    (b"II*\0", "TIFF or raw picture"),
    (b"MM\0*", "TIFF or raw picture"),
    (b"II+\0", "TIFF picture"),
    (b"\xff\x0a", "JPEG XL picture"),
    (b"\0\0\0\x0cJXL ", "JPEG XL picture"),
    (b"\0\0\0\x0cjP  ", "JPEG 2000 picture"),
    (b"8BPS", "Photoshop picture"),
)


def _unreadable(data: bytes) -> FrameError:
    start = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    for magic, what in _OTHER_PICTURES:
        if data.startswith(magic):
            return FrameError("unsupported", f"This is a {what}, which the scanner does not read: {SEND}.")
    for magic, what, cure in _NOT_PICTURES:
        if start[: len(magic)].lower() == magic.lower():
            return FrameError("not_an_image", f"This is {what}, not a photo: {cure}.")
    return FrameError("not_an_image", f"This is not a picture: {SEND}.")


# --- JPEG ---------------------------------------------------------------------------------------------------------

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_READ_FRAMES = frozenset({0xC0, 0xC1, 0xC2})  # baseline, extended and progressive Huffman
_PROGRESSIVE = 0xC2
_COEFFICIENT_BYTES = 2.1
"""A progressive JPEG's coefficients are all kept, those of reduced colour too, until the last scan has come."""
_PNG_BYTES, _WEBP_BYTES, _WEBP_ALPHA_BYTES, HEIC_BYTES = 2.2, 4.1, 5.1, 5.2
"""As measured on 48 megapixels (docs/scanning.md)."""
_NEXT_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)


def _jpeg(data: bytes) -> Header:
    size: tuple[int, int] | None = None
    orientation, whole, coding = 1, 0.0, 0
    for marker, body in _segments(data):
        if marker in _FRAMES and size is None:
            if len(body) < 5:
                raise _part_missing()
            height, width = struct.unpack(">HH", body[1:5])
            size, coding = (width, height), marker
            whole = _COEFFICIENT_BYTES * _planes(body) if coding == _PROGRESSIVE else 0.0
        elif marker == 0xE1 and body[:6] == b"Exif\0\0" and orientation == 1:
            orientation = exif_orientation(body[6:])
    if size is None:
        raise _part_missing()
    if coding not in _READ_FRAMES:
        raise FrameError("unsupported", f"This is an unusual kind of JPEG the scanner does not read: {SEND}.")
    return Header("jpeg", *_checked_size(*size), orientation, whole)


def _planes(frame: bytes) -> float:
    """How many planes of the picture's full size its colours take together: 1.5 where colour is stored at a half."""
    shares = [(part >> 4) * (part & 15) for part in frame[7 : 7 + 3 * frame[5] : 3]] if len(frame) > 5 else []
    return sum(shares) / max(1, *shares) if shares else 3.0


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """(marker, body) of a JPEG's segments up to its end marker; raises where the end is missing.

    What follows the end marker is not looked at: phones append second pictures and short films there.
    """
    at = 2
    while True:
        found = _NEXT_MARKER.search(data, at)
        if found is None:
            raise _part_missing()
        marker, at = data[found.start() + 1], found.end()
        if marker == 0xD9:
            return
        if marker in (0x01, 0xD8):
            continue
        if at + 2 > len(data):
            raise _part_missing()
        length = int.from_bytes(data[at : at + 2], "big")
        if length < 2 or at + length > len(data):
            raise _part_missing()
        yield marker, data[at + 2 : at + length]
        at += length


# --- PNG ----------------------------------------------------------------------------------------------------------


def _png(data: bytes) -> Header:
    head: bytes | None = None
    orientation, alpha = 1, False
    for name, body in _chunks(data):
        if name == b"IHDR" and len(body) == 13:
            head = body
            alpha = body[9] in (4, 6)
        elif name == b"eXIf":
            orientation = exif_orientation(body)
        elif name == b"tRNS":
            alpha = True
        elif name == b"acTL" and int.from_bytes(body[:4], "big") > 1:
            raise FrameError("unsupported", "This picture moves (an animated PNG): send a still photo.")
    if head is None:
        raise _part_missing()
    width, height = struct.unpack(">II", head[:8])
    return Header("png", *_checked_size(width, height), orientation, _PNG_BYTES, alpha)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """(name, body) of a PNG's chunks up to IEND, bodies checked; a picture's own data is checked but not copied."""
    view = memoryview(data)
    at = 8
    while True:
        if at + 12 > len(data):
            raise _part_missing()
        length = int.from_bytes(view[at : at + 4], "big")
        name, end = bytes(view[at + 4 : at + 8]), at + 8 + length
        if end + 4 > len(data) or zlib.crc32(view[at + 4 : end]) != int.from_bytes(view[end : end + 4], "big"):
            raise _part_missing()
        if name == b"IEND":
            return
        yield name, b"" if name in (b"IDAT", b"fdAT") else bytes(view[at + 8 : end])
        at = end + 4


# --- WebP ---------------------------------------------------------------------------------------------------------


def _webp(data: bytes) -> Header:
    if len(data) < 30 or int.from_bytes(data[4:8], "little") + 8 > len(data):
        raise _part_missing()
    orientation, alpha = 1, False
    size: tuple[int, int] | None = None
    at = 12
    while at + 8 <= len(data):
        name, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        body = data[at + 8 : at + 8 + min(length, 65_536)]
        if name == b"VP8X" and len(body) >= 10:
            if body[0] & 0x02:
                raise FrameError("unsupported", "This picture moves (an animated WebP): send a still photo.")
            alpha = bool(body[0] & 0x10)
            size = _int24(body, 4) + 1, _int24(body, 7) + 1
        elif name == b"VP8 " and len(body) >= 10 and size is None:
            size = int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF
        elif name == b"VP8L" and len(body) >= 5 and size is None:
            bits = int.from_bytes(body[1:5], "little")
            size, alpha = ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1), bool(bits >> 28 & 1)
        elif name == b"EXIF":
            orientation = exif_orientation(body.removeprefix(b"Exif\0\0"))
        at += 8 + length + length % 2
    if size is None:
        raise _part_missing()
    return Header("webp", *_checked_size(*size), orientation, _WEBP_ALPHA_BYTES if alpha else _WEBP_BYTES, alpha)


def _int24(body: bytes, at: int) -> int:
    return int.from_bytes(body[at : at + 3], "little")


# --- HEIC and its relatives ---------------------------------------------------------------------------------------

_HEIC = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})


def _iso_boxes(data: bytes) -> Header:
    """Files made of ISO boxes: HEIC photos, AVIF pictures, and the videos people send instead."""
    length = int.from_bytes(data[:4], "big")
    brands = {data[8:12], *(data[at : at + 4] for at in range(16, min(length, 256), 4))}
    if b"avif" in brands or b"avis" in brands:
        raise FrameError("unsupported", f"This is an AVIF picture, which the scanner does not read: {SEND}.")
    if not brands & _HEIC:
        raise FrameError("not_an_image", "This is a video, not a photo: send a photo, or a still from it.")
    at = 0
    while at + 8 <= len(data):
        length, header = int.from_bytes(data[at : at + 4], "big"), 8
        if length == 1:
            length, header = int.from_bytes(data[at + 8 : at + 16], "big"), 16
        if length == 0:
            break  # this box runs to the end of the file
        if length < header or at + length > len(data):
            raise _part_missing()
        at += length
    return Header("heic", 0, 0)


# --- EXIF ---------------------------------------------------------------------------------------------------------


def exif_orientation(tiff: bytes) -> int:
    """The orientation tag (1 to 8) of an EXIF block without its "Exif" prefix; 1 where it is missing or senseless."""
    order: Literal["little", "big"] = "little" if tiff[:2] == b"II" else "big"
    first = int.from_bytes(tiff[4:8], order)
    count = int.from_bytes(tiff[first : first + 2], order)
    for index in range(min(count, 512)):
        entry = tiff[first + 2 + 12 * index :][:12]
        if len(entry) == 12 and int.from_bytes(entry[:2], order) == 0x0112:
            value = int.from_bytes(entry[8:10], order)
            return value if 1 <= value <= 8 else 1
    return 1


def _checked_size(width: int, height: int) -> tuple[int, int]:
    if width < 1 or height < 1:
        raise FrameError("not_an_image", f"This picture is {width} x {height} pixels, so nothing is on it: {SEND}.")
    return width, height

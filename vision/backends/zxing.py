"""zxing-cpp: the best open reader of small codes, some 20 ms for 12 megapixels."""

from __future__ import annotations

import numpy as np
import zxingcpp
from numpy.typing import NDArray

from vision.sighting import Quad, Sighting

# "QRCode" would match Micro QR too, which readers see in art that holds no code.
_QR = zxingcpp.barcode_formats_from_str("QRCodeModel2")


def read(image: NDArray[np.uint8], /, *, enlarged: bool = False) -> list[Sighting]:
    """Every QR code in a grey picture, mirrored ones too. Corners to about a pixel, the fourth to about a module."""
    return _sightings(_barcodes(image, enlarged=enlarged, unread=False))


def read_with_unread(image: NDArray[np.uint8], /) -> tuple[list[Sighting], NDArray[np.float64]]:
    """The same, and the corners (n, 4, 2) of what looks like a QR code and could not be read."""
    found = _barcodes(image, enlarged=False, unread=True)
    read = [one for one in found if one.text and one.valid]
    quads = [_quad(one.position) for one in found if not (one.text and one.valid)]
    return _sightings(read), np.array(quads, np.float64).reshape(-1, 4, 2)


def _barcodes(image: NDArray[np.uint8], *, enlarged: bool, unread: bool) -> list[zxingcpp.Barcode]:
    if min(image.shape) < 8:
        return []  # smaller than any code
    found: list[zxingcpp.Barcode] = zxingcpp.read_barcodes(
        np.ascontiguousarray(image),
        formats=_QR,
        try_invert=False,
        try_downscale=not enlarged,
        return_errors=unread,
    )
    return found


def _sightings(found: list[zxingcpp.Barcode]) -> list[Sighting]:
    return [Sighting(one.text, _quad(one.position), "zxing", _symbol(one)) for one in found if one.text]


def _quad(place: zxingcpp.Position) -> Quad:
    first, second, third, fourth = place.top_left, place.top_right, place.bottom_right, place.bottom_left
    return (first.x, first.y), (second.x, second.y), (third.x, third.y), (fourth.x, fourth.y)


def _symbol(found: zxingcpp.Barcode) -> tuple[int, str, int] | None:
    extra = getattr(found, "extra", None) or {}  # releases before 3 do not tell
    try:
        return int(extra["Version"]), str(extra["ECLevel"]), int(extra["DataMask"])
    except (KeyError, TypeError, ValueError):
        return None

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
    if min(image.shape) < 8:
        return []  # smaller than any code
    found = zxingcpp.read_barcodes(
        np.ascontiguousarray(image), formats=_QR, try_invert=False, try_downscale=not enlarged
    )
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

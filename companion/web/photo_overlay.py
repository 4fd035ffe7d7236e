"""The photo as a page shows it again, with an outline around every code that was read. It is never stored."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace

from companion import late
from companion.camera.dice_photo import DicePhoto
from vision.sighting import Photo, Quad, centre, mean_side

SHOWN_PX = 1000
"""The longer side of the picture that comes back."""
QUALITY = 72


@dataclass(frozen=True, slots=True)
class Outline:
    """A code: its outline as SVG points, and a label, in pixels of the shown picture."""

    points: str
    name: str
    x: float
    y: float
    size: float
    odd: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A small copy of the photo as a data address, and what was read where."""

    data: str
    width: int
    height: int
    outlines: tuple[Outline, ...]


def picture(data: bytes, photo: Photo) -> Picture:
    """The photo, small and upright. ``data`` has been read as a photo before, so it can be decoded."""
    jpeg, width, height = _small_jpeg(data)
    x, y = width / photo.width, height / photo.height
    outlines = [_outline(card.corners_px, card.name, x, y) for card in photo.cards]
    outlines += [_outline(card.corners_px, "?", x, y, odd=True) for card in photo.foreign]
    address = f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode('ascii')}"
    return Picture(address, width, height, tuple(outlines))


def taught_outline(corners_px: Quad, times: float) -> Outline:
    """The outline of a card without a code on a picture so many times as large as the photo; its name is to come."""
    found = _outline(corners_px, "", times, times)
    # The tag of a whole card lies on it, not below it on its neighbour.
    return replace(found, size=max(13.0, found.size * 0.6), y=found.y - found.size * 1.7)


def dice_picture(data: bytes, found: DicePhoto) -> Picture:
    """The same for a photo of dice: an outline around every top that was read, and its number.

    Where all were read, only the part with the dice is shown: it has to be compared on a small screen.
    """
    left, top, right, bottom = part = _around(found)
    jpeg, width, height = _small_jpeg(data, part)
    x, y = width / ((right - left) * found.width), height / ((bottom - top) * found.height)
    outlines = tuple(
        _outline(_moved(die.corners_px, -left * found.width, -top * found.height), str(die.pips), x, y)
        for die in found.dice
    )
    address = f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode('ascii')}"
    return Picture(address, width, height, outlines)


Part = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a picture, each 0 to 1."""
WHOLE: Part = (0.0, 0.0, 1.0, 1.0)


def _around(found: DicePhoto) -> Part:
    """The part of the photo in which the dice lie, with room around them for what may lie beside."""
    if found.missing:
        return WHOLE
    points = [corner for die in found.dice for corner in die.corners_px]
    room = 1.6 * max(mean_side(die.corners_px) for die in found.dice)
    xs, ys = [x / found.width for x, _ in points], [y / found.height for _, y in points]
    wide, high = room / found.width, room / found.height
    return max(0.0, min(xs) - wide), max(0.0, min(ys) - high), min(1.0, max(xs) + wide), min(1.0, max(ys) + high)


def _moved(quad: Quad, x: float, y: float) -> Quad:
    a, b, c, d = ((px + x, py + y) for px, py in quad)
    return a, b, c, d


def _small_jpeg(data: bytes, part: Part = WHOLE) -> tuple[bytes, int, int]:
    image = late.decoding.decode(data, most_pixels=4 * SHOWN_PX**2).image
    height, width = image.shape[:2]
    left, top, right, bottom = (round(one * side) for one, side in zip(part, (width, height) * 2, strict=True))
    image = image[top:bottom, left:right]
    height, width = image.shape[:2]
    factor = min(1.0, SHOWN_PX / max(height, width))
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    small = late.cv2.resize(image, size, interpolation=late.cv2.INTER_AREA)
    return late.cv2.imencode(".jpg", small, [late.cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes(), *size


def _outline(quad: Quad, name: str, x: float, y: float, *, odd: bool = False) -> Outline:
    points = [(px * x, py * y) for px, py in quad]
    middle_x, _ = centre(quad)
    size = max(15.0, min(30.0, mean_side(quad) * x * 0.42))
    shown = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
    return Outline(shown, name, x=middle_x * x, y=max(py for _, py in points), size=size, odd=odd)

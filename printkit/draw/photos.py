"""Pictures of one's own as a PDF holds them: upright, cut to what is seen, no finer than paper shows.

Pictures whose numbers mean other colours than the screen's are brought to sRGB by their own profile. One picture is
decoded at a time and only as finely as it is printed; what is kept is compressed. A JPEG that is upright and not
finer than ``FINEST_DPI`` goes in as it is, without what the camera wrote about time and place; one whose profile is
not sRGB is converted first.
"""

from __future__ import annotations

import hashlib
import io
import math
import struct
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from PIL import Image, ImageCms
from PIL.Image import Transpose
from PIL.ImageCms import ImageCmsProfile

from printkit.draw.display_list import Photo
from printkit.input.pictures import BROKEN, MOST_BYTES, opened, turn_of
from rules.values.picture import Picture, PictureError

PRINT_DPI = 300
FINEST_DPI = 450
QUALITY = 90
PALE = 0.3
"""How much of a picture's darkness is printed in low ink."""
KEPT_BYTES, KEPT_S = 48_000_000, 600.0
"""So much of what was embedded is kept, and so long after it was last asked for."""
GAP = 3.0
"""A picture this many times as fine as wanted, or finer, is first made smaller by averaging whole pixels."""
STRIP_PX = 2_000_000
TURNS: tuple[Transpose | None, ...] = (
    None, None, Transpose.FLIP_LEFT_RIGHT, Transpose.ROTATE_180, Transpose.FLIP_TOP_BOTTOM,
    Transpose.TRANSPOSE, Transpose.ROTATE_270, Transpose.TRANSVERSE, Transpose.ROTATE_90,
)  # fmt: skip
"""What turns a picture upright, by how the camera was held (EXIF 1 to 8)."""
WHOLE = (0.0, 0.0, 1.0, 1.0)
Crop = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What of a picture is embedded, and how: equal recipes are one object in a file. ``crop`` are shares of it.

    ``most_px`` is how many pixels are of use; None passes the file's own bytes on.
    """

    picture: Picture
    crop: Crop
    most_px: tuple[int, int] | None
    tone: str
    ground: tuple[float, float, float] | None

    @property
    def name(self) -> str:
        """The same for the same picture, wherever it lies and whatever it is called."""
        said = (self.picture.digest, self.crop, self.most_px, self.tone, self.ground)
        return "photo-" + hashlib.sha256(repr(said).encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class Embedded:
    """A picture ready for a PDF: its compressed bytes and how they are to be read."""

    data: bytes
    width_px: int
    height_px: int
    channels: int
    jpeg: bool
    mask: bytes = b""
    """Its alpha as compressed rows of a PNG, where something shows through."""


def recipe(item: Photo, scale: float) -> Recipe:
    """How a picture is embedded that is drawn ``scale`` times its size."""
    picture = item.picture
    left, top, right, bottom = item.crop
    inches = item.width_mm * scale / 25.4, item.height_mm * scale / 25.4
    shown = (right - left) * picture.width_px, (bottom - top) * picture.height_px
    fine = max(pixels / inch for pixels, inch in zip(shown, inches, strict=True))
    if picture.as_is and item.tone == "full" and fine <= FINEST_DPI:
        return Recipe(picture, WHOLE, most_px=None, tone=item.tone, ground=(1.0, 1.0, 1.0))
    most = tuple(
        min(math.ceil(pixels), math.ceil(PRINT_DPI * inch)) for pixels, inch in zip(shown, inches, strict=True)
    )
    return Recipe(picture, item.crop, most_px=(most[0], most[1]), tone=item.tone, ground=item.ground)


def whole_mm(item: Photo, how: Recipe) -> tuple[float, float, float, float]:
    """Where what is embedded lies, as (x, y, width, height): past the item where it holds more than is seen."""
    left, top, right, bottom = item.crop
    if how.crop == item.crop:
        return item.x_mm, item.y_mm, item.width_mm, item.height_mm
    wide, tall = item.width_mm / (right - left), item.height_mm / (bottom - top)
    return item.x_mm - left * wide, item.y_mm - (1.0 - bottom) * tall, wide, tall


class _Shelf:
    """What was embedded lately and when it was last used, the longest unused leaving first."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.held: OrderedDict[str, tuple[Embedded, float]] = OrderedDict()
        self.bytes = 0

    def used(self, name: str) -> Embedded | None:
        """What is held by that name, used now."""
        with self.lock:
            if name not in self.held:
                return None
            found, _ = self.held.pop(name)
            self.held[name] = found, time.monotonic()
            return found

    def put(self, name: str, made: Embedded) -> None:
        """Hold something, and let go of what is too much or too old."""
        now = time.monotonic()
        with self.lock:
            old = self.held.pop(name, None)
            self.bytes += _weight(made) - (_weight(old[0]) if old else 0)
            self.held[name] = made, now
            while len(self.held) > 1 and (self.bytes > KEPT_BYTES or now - self._oldest_s() > KEPT_S):
                self.bytes -= _weight(self.held.popitem(last=False)[1][0])

    def _oldest_s(self) -> float:
        return next(iter(self.held.values()))[1]


def _weight(one: Embedded) -> int:
    return len(one.data) + len(one.mask)


_shelf = _Shelf()


def forget() -> None:
    """Let go of everything that was embedded."""
    with _shelf.lock:
        _shelf.held.clear()
        _shelf.bytes = 0


def embedded(how: Recipe) -> Embedded:
    """The picture as the recipe says. Raises PictureError where the file is gone, another one, or damaged."""
    found = _shelf.used(how.name)
    if found is not None:
        return found
    made = _made(how)
    _shelf.put(how.name, made)
    return made


def for_screen(item: Photo) -> tuple[str, bytes]:
    """What is seen of it, as (kind, file): a JPEG, or a PNG where something shows through. Raises PictureError."""
    how = recipe(item, 1.0)
    if how.most_px is None:
        most = (math.ceil(item.width_mm / 25.4 * PRINT_DPI), math.ceil(item.height_mm / 25.4 * PRINT_DPI))
        how = Recipe(item.picture, item.crop, most_px=most, tone=item.tone, ground=item.ground)
    out = io.BytesIO()
    image = _image(_bytes(how.picture), how, how.most_px or (1, 1))
    kind = "PNG" if image.mode in ("LA", "RGBA") else "JPEG"
    image.save(out, kind, **({"quality": QUALITY} if kind == "JPEG" else {}))
    return kind.lower(), out.getvalue()


def check(data: bytes, picture: Picture) -> None:
    """Decode it coarsely, to be sure it can be. Raises PictureError."""
    _decoded(data, picture, (64, 64))


def _made(how: Recipe) -> Embedded:
    picture = how.picture
    data = _bytes(picture)
    whole = (picture.width_px, picture.height_px)
    if how.most_px is None:
        check(data, picture)
        with opened(data, "jpeg") as head:
            if profile_of(head) is None:
                return Embedded(_bare(data), *whole, 1 if head.mode == "L" else 3, jpeg=True)
    return _packed(_image(data, how, how.most_px or whole), photo=picture.kind == "jpeg")


def _image(data: bytes, how: Recipe, size_px: tuple[int, int]) -> Image.Image:
    """What is seen of the picture, in so many pixels."""
    left, top, right, bottom = how.crop
    whole = size_px[0] / (right - left), size_px[1] / (bottom - top)
    image = _decoded(data, how.picture, (math.ceil(whole[0]), math.ceil(whole[1])))
    times = max(1, int(min(image.width / whole[0], image.height / whole[1]) / GAP))
    width, height = image.width / times, image.height / times
    box = left * width, top * height, right * width, bottom * height
    image = _flat(image, how, times)
    return image.resize(size_px, Image.Resampling.LANCZOS, box)


def _bytes(picture: Picture) -> bytes:
    try:
        with picture.file.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError:
        raise PictureError(_said(picture, "is not there any more; put it back, or read the table again")) from None
    if hashlib.sha256(data).hexdigest() != picture.digest:
        raise PictureError(_said(picture, "was changed meanwhile; read the table again"))
    return data


def _said(picture: Picture, text: str) -> str:
    return f"{picture.place}: {picture.name} {text}" if picture.place else f"{picture.name} {text}"


def _decoded(data: bytes, picture: Picture, wanted_px: tuple[int, int]) -> Image.Image:
    """Upright, at least as large as wanted where the file is. Raises PictureError."""
    try:
        image = opened(data, picture.kind)
        turn = TURNS[turn_of(image)]
        # Draft counts before turning upright; a square of the longer side is right either way.
        image.draft(None, (max(wanted_px), max(wanted_px)))
        image.load()
        return image if turn is None else image.transpose(turn)
    except (*BROKEN, MemoryError):
        raise PictureError(_said(picture, "is damaged or breaks off; save the picture again")) from None


def _flat(image: Image.Image, how: Recipe, times: int) -> Image.Image:
    """In grey or RGB, on its ground where it is transparent, in the tone asked for, and so many times smaller.

    A strip at a time: of forty million pixels there is never a second copy.
    """
    rows = max(1, STRIP_PX // (image.width * times)) * times
    flat: Image.Image | None = None
    for top in range(0, image.height, rows):
        strip = _flat_strip(image.crop((0, top, image.width, min(image.height, top + rows))), how)
        strip = strip.reduce(times) if times > 1 else strip
        if flat is None:
            flat = Image.new(strip.mode, (strip.width, math.ceil(image.height / times)))
        flat.paste(strip, (0, top // times))
    assert flat is not None  # a picture has a row at least
    return flat


def _flat_strip(image: Image.Image, how: Recipe) -> Image.Image:
    image = in_srgb(image)
    if image.mode.startswith(("I", "F")):  # 16 bit a pixel
        image = image.convert("F").point(lambda value: value / 257).convert("L")
    clear = image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info
    if clear and how.ground is None:
        return _in_tone(image.convert("RGBA"), how, ("LA", "RGBA"))
    if clear and how.ground is not None:
        ground = Image.new("RGBA", image.size, tuple(round(255 * share) for share in how.ground))
        image = Image.alpha_composite(ground, image.convert("RGBA"))
    return _in_tone(image, how, ("L", "RGB"))


def _in_tone(image: Image.Image, how: Recipe, modes: tuple[str, str]) -> Image.Image:
    """In grey or in colours, with alpha or without, as the recipe's ink asks."""
    image = image.convert(modes[0] if image.mode in ("1", "L") or how.tone != "full" else modes[1])
    if how.tone != "low":
        return image
    pale = [round(255 - PALE * (255 - value)) for value in range(256)]
    return image.point(pale if modes[0] == "L" else [*pale, *range(256)])


def _packed(image: Image.Image, *, photo: bool) -> Embedded:
    """Compressed as a photo, or without loss where that is not much larger: drawings keep their edges."""
    if image.mode in ("LA", "RGBA"):
        alpha = io.BytesIO()
        image.getchannel("A").save(alpha, "PNG", compress_level=7)
        plain = _packed(image.convert("L" if image.mode == "LA" else "RGB"), photo=photo)
        return replace(plain, mask=b"".join(_png_rows(alpha.getvalue())))
    channels = len(image.getbands())
    jpeg = io.BytesIO()
    image.save(jpeg, "JPEG", quality=QUALITY, optimize=True)
    data = jpeg.getvalue()
    if not photo:
        exact = io.BytesIO()
        image.save(exact, "PNG", compress_level=7)
        rows = b"".join(_png_rows(exact.getvalue()))
        if len(rows) < 1.6 * len(data):
            return Embedded(rows, *image.size, channels, jpeg=False)
    return Embedded(data, *image.size, channels, jpeg=True)


def _png_rows(data: bytes) -> Iterator[bytes]:
    """The compressed rows inside a PNG, which a PDF reads as they are."""
    at = 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            yield data[at + 8 : at + 8 + size]
        at += size + 12


def _bare(data: bytes) -> bytes:
    """A JPEG without comments and what programs and cameras noted: only Adobe's colour note is needed."""
    out, at = bytearray(data[:2]), 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        marker, (size,) = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])
        if not (0xE1 <= marker <= 0xEF or marker == 0xFE) or marker == 0xEE:
            out += data[at : at + 2 + size]
        at += 2 + size
    return bytes(out + data[at:])


MOST_PROFILE_BYTES = 8_000_000
"""No profile is larger; the largest for presses have some 3 MB."""
SPACES = {"RGB": "RGB", "RGBA": "RGB", "L": "GRAY", "CMYK": "CMYK"}
"""Modes of pictures that have colours of their own, and what their profile must be of."""


def profile_of(image: Image.Image) -> ImageCmsProfile | None:
    """What the picture's numbers mean, where that is anything but sRGB and can be used. Nothing is decoded for it."""
    data = image.info.get("icc_profile")
    if not isinstance(data, bytes) or not 128 < len(data) <= MOST_PROFILE_BYTES:
        return None
    mode = "RGB" if image.mode == "P" else image.mode
    if mode == "L" and "transparency" in image.info:
        return None
    try:
        found = ImageCmsProfile(io.BytesIO(data))
        if found.profile.xcolor_space.strip() != SPACES.get(mode):
            return None
        named = str(found.profile.profile_description or "").strip()
    except (OSError, ValueError, TypeError):
        return None
    return None if named.startswith("sRGB") else found


def in_srgb(image: Image.Image) -> Image.Image:
    """The picture in sRGB (a grey one in grey), its alpha as it was; as it is where it has no other profile."""
    profile = profile_of(image)
    if profile is None:
        return image
    if "transparency" in image.info:  # one colour stands for nothing: before it becomes another one
        image = image.convert("RGBA")
    elif image.mode == "P":
        image = image.convert("RGB")
    mode = "RGBA" if image.mode == "RGBA" else "RGB"
    try:
        made = ImageCms.profileToProfile(
            image,
            profile,
            _srgb(),
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode=mode,
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, ValueError, OSError):
        return image
    if made is None:
        return image
    made.info.pop("icc_profile", None)
    return made.convert("L") if image.mode == "L" else made


@cache
def _srgb() -> ImageCmsProfile:
    return ImageCmsProfile(ImageCms.createProfile("sRGB"))

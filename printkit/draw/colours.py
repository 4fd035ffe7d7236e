"""Pictures whose numbers mean other colours than the screen's and the printer's: brought to sRGB by their own profile.

Phones write Display P3, cameras Adobe RGB, layout programs CMYK. Read as sRGB the first two are pale and the last is
a guess; so where a file says what its numbers mean, they are converted. A profile that cannot be used is left aside,
as browsers do: a picture in slightly wrong colours is better than none.
"""

from __future__ import annotations

import io
from functools import cache

from PIL import Image, ImageCms
from PIL.ImageCms import ImageCmsProfile

MOST_BYTES = 8_000_000
"""No profile is larger; the largest for presses have some 3 MB."""
SPACES = {"RGB": "RGB", "RGBA": "RGB", "L": "GRAY", "CMYK": "CMYK"}
"""Modes of pictures that have colours of their own, and what their profile must be of."""


def profile_of(image: Image.Image) -> ImageCmsProfile | None:
    """What the picture's numbers mean, where that is anything but sRGB and can be used. Nothing is decoded for it."""
    data = image.info.get("icc_profile")
    if not isinstance(data, bytes) or not 128 < len(data) <= MOST_BYTES:
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

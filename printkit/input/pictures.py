"""Pictures people send along with their cards: what each file is, told from its head, before any of it is decoded.

Only PNG, JPEG and WEBP; limits on bytes and pixels come first, because a few kilobytes can unpack to gigabytes. Names
out of a table lead nowhere but into the folder of the table.
"""

from __future__ import annotations

import difflib
import hashlib
import io
import re
import stat
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Literal

from PIL import Image
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from rules.values.columns import shown
from rules.values.picture import Picture

MOST_BYTES = 40_000_000
MOST_PIXELS = {"jpeg": 100_000_000, "png": 40_000_000, "webp": 24_000_000}
"""JPEGs are decoded at a half, a quarter or an eighth; the others whole, a WEBP with four times the memory."""
LONGEST_NAME = 200
LISTED = 5_000
TURNED = 274
"""The EXIF tag that says how the camera was held."""
BROKEN = (OSError, ValueError, SyntaxError, EOFError, TypeError, IndexError, KeyError, struct.error, OverflowError)
"""What Pillow raises for a picture that turns out to be none."""
Kind = Literal["jpeg", "png", "webp"]
_OPENERS: dict[Kind, type[ImageFile]] = {"jpeg": JpegImageFile, "png": PngImageFile, "webp": WebPImageFile}
_OTHERS = (
    (b"GIF8", "a GIF"), (b"BM", "a BMP"), (b"II*\0", "a TIFF"), (b"MM\0*", "a TIFF"), (b"%PDF", "a PDF"),
    (b"8BPS", "a Photoshop file"), (b"PK\x03\x04", "an archive"),
)  # fmt: skip


def kind_of(data: bytes) -> Kind:
    """The format, by the first bytes. Raises ValueError naming what it is instead where that can be told."""
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    other = next((word for head, word in _OTHERS if data.startswith(head)), "")
    if data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif"):
        other = "a HEIC or AVIF"
    elif b"<svg" in data[:2000]:
        other = "an SVG drawing"
    raise ValueError(f"is {other or 'no picture'}; save it as PNG, JPEG or WEBP")


def opened(data: bytes, kind: Kind) -> ImageFile:
    """The picture with its head read and nothing decoded. Raises what is in ``BROKEN``.

    The format's own reader: ``Image.open`` would try others, and warns about sizes we refuse with a sentence.
    """
    return _OPENERS[kind](io.BytesIO(data))


def examined(data: bytes, name: str) -> Picture:
    """What a picture file is. Raises ValueError, "owl.png is empty (0 bytes); save the picture again"."""
    said = shown(name)
    if not data:
        raise ValueError(f"{said} is empty (0 bytes); save the picture again")
    if len(data) > MOST_BYTES:
        raise ValueError(_too_large(said, len(data)))
    try:
        kind = kind_of(data)
    except ValueError as error:
        raise ValueError(f"{said} {error}") from None
    try:
        image = opened(data, kind)
        width, height = image.size
    except BROKEN:
        raise ValueError(f"{said} is damaged; save the picture again") from None
    if min(width, height) < 1 or width * height > MOST_PIXELS[kind]:
        most = MOST_PIXELS[kind] // 1_000_000
        size = f"{width:,} × {height:,} pixels"
        raise ValueError(f"{said} has {size}, and {most} million are the most; save it smaller, 1,500 across will do")
    turned = turn_of(image)
    as_is = kind == "jpeg" and turned == 1 and image.mode in ("L", "RGB") and "mp" not in image.info
    if turned > 4:
        width, height = height, width
    return Picture(name, hashlib.sha256(data).hexdigest(), kind=kind, width_px=width, height_px=height, as_is=as_is)


def turn_of(image: ImageFile) -> int:
    """How the camera was held, 1 (upright) to 8, as EXIF has it. Nothing is decoded for it."""
    exif = Image.Exif()
    try:
        # Not image.getexif(): of a PNG that decodes all of it first.
        exif.load(image.info.get("exif") or b"")
        turned = int(exif.get(TURNED, 1))
    except BROKEN:
        return 1
    return turned if 1 <= turned <= 8 else 1


def _too_large(said: str, size: int) -> str:
    megabytes = f"{size / 1_000_000:.0f} MB, and {MOST_BYTES // 1_000_000} MB are the most"
    return f"{said} has {megabytes}; save it smaller, 1,500 pixels across will do"


class Beside:
    """The pictures in a table's folder and the folders in it, and no others. Each is looked at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.find = cache(self._find)

    def _find(self, name: str) -> Picture:
        """The picture a cell names. Raises ValueError with the cure."""
        file = self._place(name)
        return replace(examined(self._bytes(file, name), name), file=file)

    def _place(self, name: str) -> Path:
        inner = inside(name)
        try:
            file = (self.folder / inner).resolve(strict=True)
        except (OSError, RuntimeError, ValueError):
            there = islice((found for found in _walk(self.folder)), LISTED)
            raise ValueError(missing(name, there)) from None
        if not file.is_relative_to(self.folder):
            raise ValueError(f"{shown(name)} is a link out of the table's folder; copy the picture beside the table")
        return file

    def _bytes(self, file: Path, name: str) -> bytes:
        try:
            # Looked at before it is opened: a pipe that somebody named owl.png would never begin.
            facts = file.stat()
            if stat.S_ISDIR(facts.st_mode) or not stat.S_ISREG(facts.st_mode):
                what = "is a folder" if stat.S_ISDIR(facts.st_mode) else "is no file"
                raise ValueError(f"{shown(name)} {what}; name a picture beside the table")
            if facts.st_size > MOST_BYTES:
                raise ValueError(_too_large(shown(name), facts.st_size))
            with file.open("rb") as opened_file:
                return opened_file.read(MOST_BYTES + 1)
        except OSError as error:
            text = f"cannot be read ({error.strerror}); give yourself the right to, or copy it here"
            raise ValueError(f"{shown(name)} {text}") from None


def inside(name: str) -> PurePosixPath:
    """A cell as a path that cannot leave its folder. Raises ValueError with the cure."""
    if re.match(r"[a-z][a-z0-9+.-]+:", name.strip(), re.IGNORECASE):
        text = "is an address, and pictures are never fetched; save it beside the table and write its file name"
        raise ValueError(f"{shown(name)} {text}")
    path = PurePosixPath(name.strip().replace("\\", "/"))
    if path.is_absolute() or PureWindowsPath(name.strip()).drive or ".." in path.parts:
        text = "leads out of the table's folder; copy the picture beside the table and write its name alone"
        raise ValueError(f"{shown(name)} {text}")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(f"{shown(name)} is no file name; write one such as owl.png")
    return path


def missing(name: str, there: Iterable[str]) -> str:
    """That a picture is not there, and the one that is probably meant."""
    names = list(there)
    lower = {found.casefold(): found for found in names}
    close = difflib.get_close_matches(name.strip().casefold(), lower, n=1, cutoff=0.6)
    hint = f"did you mean {lower[close[0]]}?" if close else "check its name and folder, or leave the cell empty"
    return f"there is no picture {shown(name)} beside the table; {hint}"


def _walk(folder: Path) -> Iterable[str]:
    """Names of pictures in the folder, and one folder deep."""
    for found in _listed(folder):
        if found.suffix.lower() in (".png", ".jpg", ".jpeg", ".webp"):
            yield found.name
        elif found.is_dir() and not found.is_symlink() and not found.name.startswith("."):
            yield from (f"{found.name}/{one.name}" for one in _listed(found) if one.suffix)


def _listed(folder: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(islice(folder.iterdir(), LISTED))
    return []

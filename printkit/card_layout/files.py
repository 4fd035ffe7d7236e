"""What lies beside a face's file: pictures, fonts, icons and tables, named in it and looked for nowhere else."""

from __future__ import annotations

import hashlib
import re
import stat
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from printkit.card_layout.records import Art, Vector
from printkit.draw import svg_reading
from printkit.input.pictures import MOST_BYTES, examined, inside, missing
from printkit.type import own_fonts
from rules.values.columns import nearest, shown

MOST_TABLE = 200_000
MOST_ICONS = 200
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg")
WORDS = re.compile(r"(\D*)(\d{0,9})")
ICON = re.compile(r"[a-z][a-z0-9_-]{0,31}")


@dataclass(frozen=True)
class Files:
    """The files beside a face. Every reader raises ValueError saying what is wrong, with the name and the cure."""

    root: Path | None
    _known: dict[str, Art] = field(default_factory=dict, repr=False)

    def read(self, name: str, most: int, what: str) -> bytes:
        """The bytes of a file, no more than it may have and one."""
        file = self._place(name, what)
        try:
            facts = file.stat()
            if not stat.S_ISREG(facts.st_mode):
                raise ValueError(f"{shown(name)} is no file; name {what} beside this file")
            with file.open("rb") as opened:
                return opened.read(most + 1)
        except OSError as error:
            raise ValueError(f"{shown(name)} cannot be read ({error.strerror}); copy it beside this file") from None

    def shown(self, name: str) -> str:
        """Where a file lies, for messages."""
        return str(self.root / name) if self.root else name

    def picture(self, name: str) -> Art:
        """A picture: PNG, JPEG, WEBP, or SVG."""
        if name not in self._known:
            self._known[name] = self._picture(name)
        return self._known[name]

    def _picture(self, name: str) -> Art:
        data = self.read(name, MOST_BYTES, "a picture")
        if name.lower().endswith(".svg"):
            return self._vector(name, data)
        try:
            return replace(examined(data, name), file=self._place(name, "a picture"))
        except ValueError as error:
            raise ValueError(str(error).replace("PNG, JPEG or WEBP", "PNG, JPEG, WEBP or SVG")) from None

    def vector(self, name: str) -> Vector:
        """An SVG picture."""
        found = self.picture(name)
        if not isinstance(found, Vector):
            raise ValueError(f"{shown(name)} is no SVG; draw signs and icons as SVG")
        return found

    def _vector(self, name: str, data: bytes) -> Vector:
        try:
            return Vector(name, *svg_reading.read_svg(data), mark=hashlib.sha256(data).hexdigest()[:12])
        except ValueError as error:
            raise ValueError(f"{shown(name)} {error}") from None

    def font(self, name: str) -> str:
        """The key of a font."""
        try:
            return own_fonts.own_font(self.read(name, own_fonts.MOST_BYTES, "a TTF or OTF font"))
        except ValueError as error:
            text = str(error)
            raise ValueError(text if text.startswith(('"', "there is no")) else f"{shown(name)} {text}") from None

    def icons(self, folder: str) -> dict[str, Vector]:
        """Every SVG of a folder by its name without the ending; a folder that is not there holds none."""
        if self.root is None:
            return {}
        where = self.root / inside(folder)
        if not where.is_dir():
            return {}
        found: dict[str, Vector] = {}
        for file in sorted(where.glob("*.svg")):
            if not ICON.fullmatch(file.stem):
                text = "names no icon; call it by small letters, digits, _ and -, as coin.svg"
                raise ValueError(f"{shown(f'{folder}/{file.name}')} {text}")
            if len(found) >= MOST_ICONS:
                raise ValueError(f"{shown(folder)} holds more than {MOST_ICONS} icons; take out what no text uses")
            found[file.stem] = self.vector(f"{folder}/{file.name}")
        return found

    def pictures(self, folder: str) -> tuple[str, ...]:
        """The names of all pictures in a folder, with the folder, in the order a person counts them (2 before 10)."""
        if self.root is None:
            raise ValueError(f"{shown(folder)} lies beside no file")
        where = self.root / inside(folder)
        if not where.is_dir() or not where.resolve().is_relative_to(self.root.resolve()):
            raise ValueError(
                f"there is no folder {shown(folder)} beside this file; make it, and lay the pictures in it"
            )
        found = [one.name for one in where.iterdir() if one.suffix.lower() in PICTURES and one.is_file()]
        if not found:
            raise ValueError(f"{shown(folder)} holds no picture; lay PNG, JPEG, WEBP or SVG files in it")
        counted = sorted(
            found, key=lambda name: [(text, int(part or 0)) for text, part in WORDS.findall(name.casefold())]
        )
        return tuple(str(PurePosixPath(inside(folder)) / name) for name in counted)

    def _place(self, name: str, what: str) -> Path:
        if self.root is None:
            raise ValueError(f"{shown(name)} lies beside no file; a look that comes along names no files")
        root = self.root.resolve()
        inner = inside(name)
        try:
            file = (root / inner).resolve(strict=True)
        except (OSError, RuntimeError, ValueError):
            there = [str(one.relative_to(root)) for one in _listed(root)]
            near = nearest(str(inner), tuple(there[:12])) if there else "copy it there"
            if what == "a picture":
                raise ValueError(
                    missing(name, there).replace("the table", "this file").replace(", or leave the cell empty", "")
                ) from None
            raise ValueError(f"there is no {shown(name)} beside this file; {near}") from None
        if not file.is_relative_to(root):
            raise ValueError(f"{shown(name)} is a link out of the folder; copy the file itself")
        return file


def _listed(root: Path) -> list[Path]:
    """Files in the folder and one folder deep, so many that a name can be guessed."""
    found: list[Path] = []
    try:
        for one in sorted(root.iterdir())[:500]:
            if one.is_file():
                found.append(one)
            elif one.is_dir() and not one.name.startswith("."):
                found += [inner for inner in sorted(one.iterdir())[:200] if inner.is_file()]
    except OSError:
        pass
    return found

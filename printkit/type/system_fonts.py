"""The fonts of this machine: where they lie, which of them have a character, and what to install where none has.

Folders are read when a character is wanted that no font we bring along has, and never for other texts. Files are tried
in the order of their names' usefulness (a plain sans serif first), so that the same machine always finds the same font.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

MOST_FILES = 4000
"""A machine with more font files than that is a typesetter's; the rest are not looked into."""
CJK_PACKAGES = (
    "noto_cjk_sans_sc_regular",
    "noto_cjk_sans_jp_regular",
    "noto_cjk_sans_kr_regular",
    "noto_cjk_sans_tc_regular",
)
_ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
_OUTLINES = frozenset({"glyf", "CFF ", "CFF2"})
_RESTRICTED = 0x0002
"""OS/2 fsType: this font must not be embedded."""
_CJK = (
    r"cjk|sourcehan|pingfang|hiragino|yugoth|msyh|meiryo|malgun|sdgothic|msjh|wqy|droidsansfallback|nanum|ipag|simhei|"
    r"arialunicode|stheiti|notosans(sc|tc|hk|jp|kr)"
)
# Families that hold much and look plain, best first: with dozens of fonts that have a character, these are meant.
_PREFERRED = tuple(
    re.compile(pattern)
    for pattern in (
        r"notosans-|notosans\[",
        r"notoemoji",
        r"notosanscjk|sourcehansans|notosans(sc|tc|hk|jp|kr)",
        r"pingfang|hiragino|yugoth|msyh|meiryo|malgun|sdgothic|msjh",
        r"wqy",
        _CJK,
        r"noto(sans|kufi|naskh)",
        r"seguiemj|seguisym|symbola",
        r"dejavusans[.]|arial[.]|tahoma[.]|segoeui[.]|helvetica|leelawui[.]|nirmala[.]|ebrima[.]|gadugi[.]",
    )
)
_UNLIKE = re.compile(r"italic|oblique|bold|black|heavy|light|thin|condensed|mono|serif|slanted|script|fangsong|mincho")


@dataclass(frozen=True, slots=True)
class Found:
    """A font in a file: a collection holds several, counted from 0."""

    file: Path
    index: int = 0

    @property
    def kind(self) -> Literal["emoji", "cjk", "other"]:
        """What its characters look like, going by its name."""
        name = self.file.name.lower().replace(" ", "").replace("_", "")
        if re.search(r"emoji|emj", name):
            return "emoji"
        return "cjk" if re.search(_CJK, name) else "other"


def folders() -> tuple[Path, ...]:
    """Where this system keeps its fonts, and where people put their own."""
    home = Path.home()
    if sys.platform == "darwin":
        places = [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    elif sys.platform == "win32":
        places = [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"]
        places += [Path(os.environ["LOCALAPPDATA"]) / "Microsoft/Windows/Fonts"] if "LOCALAPPDATA" in os.environ else []
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
        places = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), data / "fonts", home / ".fonts"]
    return tuple(places)


def fonts_with(character: str) -> Iterator[Found]:
    """The fonts that have a character and may be embedded, best first, opened one by one as they are asked for."""
    for file in files():
        for index, characters in enumerate(_held(file)):
            if ord(character) in characters:
                yield Found(file, index)
                break  # the others of a collection are the same letters for other regions


@cache
def files() -> tuple[Path, ...]:
    """Every font file there is, best first: packages people installed for this, then the machine's."""
    packaged = [file for name in CJK_PACKAGES for file in _packaged(name)]
    found: list[Path] = []
    for folder in folders():
        for at, _, names in os.walk(folder):
            found += [Path(at, name) for name in names if name.lower().endswith(_ENDINGS)]
    return (*packaged, *sorted(found, key=_rank)[:MOST_FILES])


def _packaged(name: str) -> list[Path]:
    spec = find_spec(name)
    places = spec.submodule_search_locations if spec else None
    return sorted(file for place in places or () for file in Path(place).rglob("*.otf"))


def _rank(file: Path) -> tuple[int, int, str]:
    name = file.name.lower().replace(" ", "").replace("_", "")
    kind = next((place for place, pattern in enumerate(_PREFERRED) if pattern.search(name)), len(_PREFERRED))
    return kind, len(_UNLIKE.findall(name)), file.as_posix()


@cache
def _held(file: Path) -> tuple[Container[int], ...]:
    """The characters of each font in a file; none of what is no font, has no outlines or must not be embedded.

    They stay HarfBuzz's own sets: a thousand fonts as sets of Python would fill a small computer's memory.
    """
    import uharfbuzz as hb

    try:
        blob = hb.Blob.from_file_path(str(file))
        count = max(1, hb.Face(blob).count)
        faces = [hb.Face(blob, index) for index in range(count)]
        return tuple(face.unicodes if _embeddable(face) else () for face in faces)
    except (OSError, ValueError, hb.HarfBuzzError):
        return ()


def _embeddable(face: object) -> bool:
    tags = set(face.table_tags)  # type: ignore[attr-defined]  # HarfBuzz is not typed
    if not tags & _OUTLINES:
        return False
    table = face.reference_table("OS/2").data if "OS/2" in tags else b""  # type: ignore[attr-defined]  # the same
    return len(table) < 10 or int.from_bytes(table[8:10], "big") & 0x000F != _RESTRICTED


def cure(characters: str) -> str:
    """Where to get a font for characters no font here has, for this system."""
    kinds = {_kind(character) for character in characters}
    cures = []
    if "cjk" in kinds:
        cures.append(
            "install a font that has rare characters (fonts-noto-cjk-extra or fonts-hanazono on Debian and Ubuntu)"
        )
    if "emoji" in kinds:
        cures.append(f"for emoji install {_EMOJI.get(sys.platform, _EMOJI['linux'])}; colour emoji cannot be embedded")
    if "other" in kinds:
        cures.append("install a font for this script, such as its Noto Sans (fonts-noto-core on Debian and Ubuntu)")
    return "; ".join([*cures, "or write it with other letters"])


_EMOJI = {
    "linux": "an outline font such as Symbola (fonts-symbola on Debian and Ubuntu)",
    "darwin": "the outline font Noto Emoji",
    "win32": "the outline font Noto Emoji",
}


def _kind(character: str) -> str:
    name = unicodedata.name(character, "")
    if re.match(r"CJK|KANGXI|HIRAGANA|KATAKANA|HANGUL|BOPOMOFO|FULLWIDTH|HALFWIDTH|IDEOGRAPHIC", name):
        return "cjk"
    return "emoji" if unicodedata.category(character) in ("So", "Sk") else "other"

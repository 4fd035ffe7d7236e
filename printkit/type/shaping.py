"""Lines of text in any script: which face shows what, in which order and as which glyphs.

A text whose characters all are in its own face, left to right, never gets here (``text_measure`` does it and ``pdf``
writes it). Everything else is cut into clusters (a letter with its marks, an emoji with its joiners), each in the first
face that has it, ordered by the Unicode bidirectional algorithm (UAX 9) and shaped by HarfBuzz: Arabic letters join,
Thai and Hebrew marks find their places.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import uharfbuzz as hb
from bidi.mirror import MIRRORED

from printkit.type import fallback_fonts, fonts
from printkit.type.bidi import base_level, order, resolved
from printkit.type.fallback_fonts import Face

_ZWJ = "\u200d"
_MOST_IN_CLUSTER = 16
"""More marks on one letter than any language has are a prank; the rest are left out."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """What a fallback face shows for one cluster, in the face's units: (glyph number, x, y) of its parts, its advance.

    ``text`` is what it stands for, in the order in which readers of a PDF expect it: as it is seen from left to right.
    """

    parts: tuple[tuple[int, int, int], ...]
    advance: int
    text: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a line in one face, from left to right as it is seen.

    In the text's own face (``face`` is None) it is characters; in a fallback face it is glyphs.
    """

    face: Face | None
    text: str
    glyphs: tuple[Glyph, ...]
    width_em: float


@lru_cache(maxsize=8192)
def shape(text: str, key: str) -> tuple[Stretch, ...]:
    """A line of text as stretches in the order they are seen, from left to right."""
    plain, levels = resolved(text, base_level(text))
    parts: list[tuple[int, Face | None, str]] = []
    at = 0
    for cluster in clusters(plain):
        level = levels[at]
        at += len(cluster)
        for shown, face in _faced(cluster, key):
            if parts and parts[-1][:2] == (level, face):
                parts[-1] = (level, face, parts[-1][2] + shown)
            else:
                parts.append((level, face, shown))
    ordered = [parts[index] for index in order([part[0] for part in parts])]
    stretches = (_set(shown, face, level, key) for level, face, shown in ordered)
    return tuple(whole for _, group in groupby(stretches, lambda one: one.face) for whole in _joined(list(group)))


def _joined(group: list[Stretch]) -> list[Stretch]:
    """Neighbours in a text's own face as one."""
    if len(group) == 1 or group[0].face is not None:
        return group
    return [Stretch(None, "".join(one.text for one in group), (), sum(one.width_em for one in group))]


def showable(text: str, key: str) -> str:
    """The text with what no face shows replaced: without accents where that helps, else by fonts.MISSING."""
    plain, _ = resolved(text, 0)
    return "".join(shown for cluster in clusters(plain) for shown, _ in _faced(cluster, key))


def faces_of(text: str, key: str) -> tuple[Face, ...]:
    """The fallback faces a text needs, each once."""
    return tuple(dict.fromkeys(stretch.face for stretch in shape(text, key) if stretch.face))


def absent(text: str, key: str) -> str:
    """The characters of a text for which no face is found, each once, in order of appearance."""
    plain, _ = resolved(text, 0)
    lost = (c for cluster in clusters(plain) for s, _ in _faced(cluster, key) if s == fonts.MISSING for c in cluster)
    return "".join(dict.fromkeys(c for c in lost if not fallback_fonts.ignorable(c)))


# Clusters and their faces


def clusters(text: str) -> Iterator[str]:
    """What is drawn as one: a character with its marks, joiners and selectors; two regional letters are a flag."""
    cluster = ""
    for character in text:
        if cluster and not _joins(cluster, character):
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def _joins(cluster: str, character: str) -> bool:
    if unicodedata.category(character) in ("Mn", "Me", "Mc") or fallback_fonts.ignorable(character) or _tone(character):
        return not cluster.isspace()
    if "\U000e0020" <= character <= "\U000e007f":
        return True
    if cluster[-1] == _ZWJ:
        return _pictured(cluster[0]) and _pictured(character)
    return len(cluster) == 1 and _regional(cluster) and _regional(character)


def _tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def _regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _pictured(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Sm", "Sk") or _tone(character)


@lru_cache(maxsize=16384)
def _faced(cluster: str, key: str) -> tuple[tuple[str, Face | None], ...]:
    """A cluster as parts that are shown, each with the fallback face that shows it (None: its own)."""
    cluster = cluster[:_MOST_IN_CLUSTER]
    own = fonts.metrics(key).advances
    seen = (
        cluster if len(cluster) == 1 else "".join(c for c in cluster if not fallback_fonts.ignorable(c)) or cluster[0]
    )
    if all(c in own for c in seen):
        return ((seen, None),)
    joined = unicodedata.normalize("NFC", cluster)
    if joined != cluster and all(c in own for c in joined):
        return ((joined, None),)
    if _pictured(cluster[0]) and len(cluster) > 1:
        return _picture(cluster, key)
    face = fallback_fonts.face_for(joined, key)
    if face is not None:
        return ((joined, face),)
    bare = "".join(c for c in unicodedata.normalize("NFKD", cluster) if c in own)
    if bare:
        return ((bare, None),)
    if len(cluster) > 1:  # a mark nobody has is left out, a letter is not
        return _faced(cluster[0], key)
    return () if unicodedata.category(cluster) in ("Mn", "Me", "Cf", "Cc") else ((fonts.MISSING, None),)


def _picture(cluster: str, key: str) -> tuple[tuple[str, Face | None], ...]:
    """An emoji made of several: as one glyph where a face has it, else its parts, without tones and selectors."""
    face = fallback_fonts.face_for(cluster, key)
    if face is not None and sum(len(glyph.parts) for glyph in _glyphs(cluster, face, 0)) == 1:
        return ((cluster, face),)
    parts = [c for c in cluster if not (fallback_fonts.ignorable(c) or _tone(c) or "\U000e0020" <= c <= "\U000e007f")]
    parts = [c for c in parts if unicodedata.category(c) != "Me" and c not in "\u2640\u2642"] or parts[:1]
    if all(map(_regional, parts)) and not all(fallback_fonts.face_for(c, key) for c in parts):
        parts = [chr(ord(c) - 0x1F1E6 + ord("A")) for c in parts]  # a flag nobody can draw: its country's letters
    return tuple(pair for part in parts for pair in _faced(part, key))


# Glyphs


def _set(shown: str, face: Face | None, level: int, key: str) -> Stretch:
    if face is None:
        if level % 2:
            shown = "".join(MIRRORED.get(c, c) for c in reversed(shown))
        metrics = fonts.metrics(key)
        return Stretch(None, shown, (), sum(metrics.advances.get(c, metrics.missing) for c in shown))
    glyphs = _glyphs(shown, face, level)
    return Stretch(face, shown, glyphs, sum(glyph.advance for glyph in glyphs) * face.scale / face.upem)


@lru_cache(maxsize=8192)
def _glyphs(shown: str, face: Face, level: int) -> tuple[Glyph, ...]:
    """What HarfBuzz makes of it, from left to right: one glyph a cluster, marks at their places over their letter."""
    backwards = level % 2 == 1
    buffer = hb.Buffer()
    buffer.add_str(shown)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if backwards else "ltr"
    buffer.language = _region(shown) or buffer.language
    hb.shape(face.font, buffer)
    starts = sorted({info.cluster for info in buffer.glyph_infos})
    ends = dict(zip(starts, [*starts[1:], len(shown)], strict=True))
    glyphs: list[Glyph] = []
    set_so_far = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    for start, group in groupby(set_so_far, lambda pair: pair[0].cluster):
        parts: list[tuple[int, int, int]] = []
        pen = 0
        for info, place in group:
            if face.draws(info.codepoint):
                parts.append((info.codepoint, pen + place.x_offset, place.y_offset))
            pen += place.x_advance
        text = shown[start : ends[start]]
        glyphs.append(Glyph(tuple(parts), pen, text[::-1] if backwards else text))
    return tuple(glyphs)


def _region(text: str) -> str:
    """Whose forms of Chinese characters a text wants: those of the first country whose old character set has them all.

    One font holds the forms of several countries; a text says by its characters where it is from.
    """
    if not any("\u3400" <= character <= "\u9fff" for character in text):
        return ""
    words = "".join(character for character in text if "\u3040" <= character <= "\u9fff")
    for language, code in (("ja", "shift_jis"), ("zh-Hans", "gb2312"), ("zh-Hant", "big5")):
        try:
            words.encode(code)
        except UnicodeEncodeError:
            continue
        return language
    return "zh-Hans"

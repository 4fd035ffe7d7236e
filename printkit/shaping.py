"""Lines of text in any script: which face shows what, in which order and as which glyphs.

A text whose characters all are in its own face, left to right, never gets here (``fonts`` measures it and ``draw``
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
from typing import Any

import uharfbuzz as hb
from bidi import algorithm
from bidi.mirror import MIRRORED

from printkit import fallback, fonts
from printkit.fallback import Face

LRM, RLM = "\u200e", "\u200f"
"""Marks that are never seen and say which way a text runs that does not say so itself."""
_ZWJ = "\u200d"
_MOST_CHARACTERS = 20_000
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
    return "".join(dict.fromkeys(c for c in lost if not fallback.ignorable(c)))


# Which way a text runs


def right_to_left(text: str) -> bool:
    """Whether a text has any letter that runs from right to left."""
    return any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in text)


def base_level(text: str) -> int:
    """1 for a text that starts out from right to left, 0 for the others (UAX 9, P2 and P3)."""
    return int(algorithm.get_base_level(text))


def resolved(text: str, base: int) -> tuple[str, list[int]]:
    """The text without its invisible directions, and the embedding level of every character left.

    Explicit embeddings are dropped: in a name they are a prank or an accident.
    """
    text = "".join(c for c in text[:_MOST_CHARACTERS] if not _control(c))
    if not base and not right_to_left(text):
        kept = text.replace(LRM, "")
        return kept, [0] * len(kept)
    # The algorithm leaves joiners out (X9); here each takes the level of the character before it.
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    visible = "".join(c for c in text if not _boundary(c))
    algorithm.get_embedding_levels(visible, storage)
    algorithm.explicit_embed_and_overrides(storage, False)
    algorithm.resolve_weak_types(storage, False)
    _pair_brackets(storage["chars"], "LR"[base])
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    found = iter(entry["level"] for entry in storage["chars"])
    shown, levels = "", [base]
    for character in text:
        level = levels[-1] if _boundary(character) else next(found, base)
        if character not in (LRM, RLM):
            shown += character
            levels.append(level)
    return shown, levels[1:]


def _pair_brackets(characters: list[dict[str, Any]], base: str) -> None:
    """Give both brackets of a pair one direction (UAX 9, N0, which python-bidi leaves out)."""
    strong = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
    waiting: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for place, entry in enumerate(characters):
        kind = unicodedata.category(entry["ch"]) if entry["type"] == "ON" else ""
        if kind == "Ps" and entry["ch"] in MIRRORED:
            waiting.append((MIRRORED[entry["ch"]], place))
        elif kind == "Pe" and any(closing == entry["ch"] for closing, _ in waiting):
            while waiting[-1][0] != entry["ch"]:
                waiting.pop()
            pairs.append((waiting.pop()[1], place))
    for first, last in sorted(pairs):
        inside = {strong.get(entry["type"]) for entry in characters[first + 1 : last]} - {None}
        if not inside:
            continue
        before = (strong[entry["type"]] for entry in reversed(characters[:first]) if entry["type"] in strong)
        found = base if base in inside or next(before, base) == base else "LR"[base == "L"]
        characters[first]["type"] = characters[last]["type"] = found


def order(levels: list[int]) -> list[int]:
    """The places of parts with these levels as they are seen, from left to right (UAX 9, L2)."""
    places = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        high = [levels[place] >= level for place in places]
        start = 0
        for end in range(1, len(places) + 1):
            if end == len(places) or high[end] != high[start]:
                if high[start]:
                    places[start:end] = places[start:end][::-1]
                start = end
    return places


def directed(text: str, level: int) -> str:
    """The text with a mark before it where it would not of itself run the way its level says."""
    return text if base_level(text) == level % 2 else (RLM if level % 2 else LRM) + text


def _control(character: str) -> bool:
    """What is neither seen nor needed: controls and explicit directions."""
    if character in (LRM, RLM, _ZWJ, "\u200c"):
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Cs") and not "\U000e0020" <= character <= "\U000e007f"


def _boundary(character: str) -> bool:
    return unicodedata.bidirectional(character) == "BN"


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
    if unicodedata.category(character) in ("Mn", "Me", "Mc") or fallback.ignorable(character) or _tone(character):
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
    seen = cluster if len(cluster) == 1 else "".join(c for c in cluster if not fallback.ignorable(c)) or cluster[0]
    if all(c in own for c in seen):
        return ((seen, None),)
    joined = unicodedata.normalize("NFC", cluster)
    if joined != cluster and all(c in own for c in joined):
        return ((joined, None),)
    if _pictured(cluster[0]) and len(cluster) > 1:
        return _picture(cluster, key)
    face = fallback.face_for(joined, key)
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
    face = fallback.face_for(cluster, key)
    if face is not None and sum(len(glyph.parts) for glyph in _glyphs(cluster, face, 0)) == 1:
        return ((cluster, face),)
    parts = [c for c in cluster if not (fallback.ignorable(c) or _tone(c) or "\U000e0020" <= c <= "\U000e007f")]
    parts = [c for c in parts if unicodedata.category(c) != "Me" and c not in "\u2640\u2642"] or parts[:1]
    if all(map(_regional, parts)) and not all(fallback.face_for(c, key) for c in parts):
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

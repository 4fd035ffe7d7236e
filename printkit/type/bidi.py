"""Which way a text runs: the Unicode bidirectional algorithm (UAX 9), by python-bidi's steps and one it leaves out.

Imported only by texts that need it. Texts are lines; explicit embeddings are dropped, so every line is one level run.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from bidi import algorithm
from bidi.mirror import MIRRORED

LRM, RLM = "\u200e", "\u200f"
"""Marks that are never seen and say which way a text runs that does not say so itself."""
_JOINERS = ("\u200c", "\u200d")
_MOST_CHARACTERS = 20_000


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
    for entry in storage["chars"]:
        entry["type"] = entry["type"] or "LR"[base]  # a character Unicode has not given out runs as its text does
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
    if character in (LRM, RLM, *_JOINERS):
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Cs") and not "\U000e0020" <= character <= "\U000e007f"


def _boundary(character: str) -> bool:
    return unicodedata.bidirectional(character) == "BN"

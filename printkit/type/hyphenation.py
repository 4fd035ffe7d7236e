"""Where a long word may be divided, by the dictionaries of Pyphen."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise

import pyphen

SHORTEST_WORD, SHORTEST_PART = 7, 3
"""Letters of a word that may be divided, and of its parts."""
SOFT = "\u00ad"
"""The soft hyphen: seen only where a line ends at it."""
_NO_TEXT = re.compile(r"(<[^>]*>|&\w+;)")
_WORD = re.compile(rf"[^\W\d_]{{{SHORTEST_WORD + 2},}}")
"""Shorter ones fit the smallest tile."""


@cache
def dictionary(language: str) -> pyphen.Pyphen:
    """The dictionary of a language; of one that has none, a dictionary that divides nothing."""
    found = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=found) if found else pyphen.Pyphen(lang="en_GB", left=99, right=99)


@lru_cache(maxsize=4096)
def softened(text: str, language: str) -> str:
    """The text, or HTML, with soft hyphens in its long words: browsers know few languages' hyphens by themselves."""
    return "".join(
        part if _NO_TEXT.fullmatch(part) else _WORD.sub(lambda word: _softened(word[0], language), part)
        for part in _NO_TEXT.split(text)
    )


def _softened(word: str, language: str) -> str:
    inside = [at for at in dictionary(language).positions(word) if SHORTEST_PART <= at <= len(word) - SHORTEST_PART]
    ends = [0, *inside, len(word)]
    return SOFT.join(word[begin:end] for begin, end in pairwise(ends))

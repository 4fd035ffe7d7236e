"""Where a long word may be divided, by the dictionaries of Pyphen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise

import pyphen

SHORTEST_WORD, SHORTEST_PART = 7, 3
"""Letters of a word that may be divided, and of its parts."""
SOFT = "\u00ad"
"""The soft hyphen: seen only where a line ends at it."""
_NO_TEXT = re.compile(r"(<[^>]*>|&\w+;)")
_WORD = re.compile(rf"(?:[^\W\d_]|(?:['’]|&#39;)(?=[^\W\d_])){{{SHORTEST_WORD + 1},}}")
"""With what follows an apostrophe: "Castaway's" is one word. Shorter ones fit the smallest tile."""
_LETTERS = re.compile(rf"[^\W\d_]{{{SHORTEST_WORD},}}")
_VOWEL = re.compile("[aeiouyäöü]", re.IGNORECASE)
_DICTIONARIES = {"en": ("en_US", "en_GB")}
"""The American one knows where two words are one ("Tide-caller", "Home-steader"); what it leaves whole
("Chanterelle") the British one may divide."""


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
    return _LETTERS.sub(lambda run: _divided(run[0], language), word)


def _divided(letters: str, language: str) -> str:
    for one in _DICTIONARIES.get(language, (language,)):
        inside = _far_apart(dictionary(one).positions(letters), letters)
        if inside:
            return SOFT.join(letters[begin:end] for begin, end in pairwise([0, *inside, len(letters)]))
    return letters


def _far_apart(places: Iterable[int], letters: str) -> list[int]:
    """The places that leave no part too short. Of two close to each other the later one stays: what joins the halves of
    a German word belongs to the first ("Ablage-stapel", "Himmels-tänzer").
    """
    kept = [len(letters)]
    for at in reversed(_after_vowels(places, letters)):
        if SHORTEST_PART <= at <= kept[-1] - SHORTEST_PART:
            kept.append(at)
    return kept[:0:-1]


def _after_vowels(places: Iterable[int], letters: str) -> list[int]:
    """Without those behind consonants alone that begin the next part: "Glut-schlüpfling", never "Glut-sch-lüpfling"."""
    found = [0]
    for at in places:
        part = letters[found[-1] : at]
        if len(part) < SHORTEST_PART or _VOWEL.search(part):
            found.append(at)
    return found[1:]

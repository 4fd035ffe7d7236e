"""What people call themselves, and the colour and shape that tell them apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from rules.game_protocol import Level, Refusal
from rules.log import COLOURS, SHAPES, Person
from rules.text import say

NAME_MAX = 24
# Controls, surrogates, private use and line separators print nothing or break lines; of the format characters only
# the joiner is kept, without which family emoji and some scripts fall apart. Direction overrides would turn the
# words after the name around, so they go.
_DROPPED = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
_KEPT_FORMAT = {"\u200c", "\u200d"}
_EXTENDS = {"Mn", "Me", "Mc", "Cf", "Sk"}


def clean_name(typed: object) -> str:
    """A name as it is kept: as typed, without what cannot be seen.

    Raises Refusal STRUCT ``bad_name`` where nothing or more than 24 characters are left.
    """
    if not isinstance(typed, str):
        raise Refusal(Level.STRUCT, "bad_name", "A name is a word or two; please type one.")
    spaced = "".join(" " if c in "\t\n\r" else c for c in typed[:2000])
    kept = "".join(c for c in spaced if _visible(c))
    name = unicodedata.normalize("NFC", " ".join(kept.split()))
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise Refusal(Level.STRUCT, "bad_name", "Please type a name the others will know you by.")
    if length(name) > NAME_MAX or len(name) > 8 * NAME_MAX:
        raise Refusal(
            Level.STRUCT, "bad_name", say("That name is long for a small screen; {most} characters fit.", most=NAME_MAX)
        )
    return name


def _visible(character: str) -> bool:
    category = unicodedata.category(character)
    return category not in _DROPPED and (category != "Cf" or character in _KEPT_FORMAT)


def length(name: str) -> int:
    """About how many characters a reader sees: accents, joined emoji and skin tones count with what they sit on."""
    count, joined = 0, False
    for character in name:
        if unicodedata.category(character) not in _EXTENDS and not joined:
            count += 1
        joined = character == "\u200d"
    return count


def pick_look(taken: Iterable[Person | None], colour: str | None, shape: str | None) -> tuple[str, str]:
    """The wished colour and shape where nobody has them, else the next free ones.

    Raises Refusal STRUCT ``bad_input`` for a colour or shape that is not ours.
    """
    people = [person for person in taken if person]
    return (
        _free("colour", COLOURS, {person.colour for person in people}, colour),
        _free("shape", SHAPES, {person.shape for person in people}, shape),
    )


def _free(what: str, known: tuple[str, ...], taken: set[str], wish: str | None) -> str:
    if wish and wish not in known:
        raise Refusal(Level.STRUCT, "bad_input", f"{what}: expected one of {', '.join(known)}")
    if wish and wish not in taken:
        return wish
    return next((word for word in known if word not in taken), known[0])

"""How texts name places, troops and sums: ``second troll on 2b``, ``Burrows on 2b``, ``2 trolls and an elf``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.games.tower import combat
from rules.games.tower.state import PALACE, State, card, kind, space
from rules.text import say

_NAMES = {"spiderrider": ("spiderrider", "spiderriders"), "elf": ("elf", "elves")}
_ORDER = ("first", "second", "third", "fourth", "fifth")


def plural(count: int, word: str, several: str = "") -> str:
    """Such as ``2 trolls``."""
    return f"{count} {word if count == 1 else several or word + 's'}"


def troops(count: int, troop_kind: str) -> str:
    """Such as ``2 elves``."""
    one, several = _NAMES.get(troop_kind, (troop_kind, troop_kind + "s"))
    return plural(count, one, several)


def listed(words: Sequence[str]) -> str:
    """Words in a row, the last with an ``and``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(kinds: Iterable[str]) -> str:
    """Troops by kind, such as ``2 elves and 1 troll``."""
    found = tuple(kinds)
    return listed([troops(found.count(one), one) for one in combat.POWERS if one in found])


def source_name(source: str) -> str:
    """``territory 2``, or the palace."""
    return "the palace" if source == PALACE else say("territory {source}", source=source)


def name(state: State, target: str) -> str:
    """A troop, base or palace of the battle, by the id it has there."""
    if target == PALACE:
        return "palace"
    seat, _, where = target.partition("-")
    side = state.sides[int(seat)]
    if where.startswith("s"):
        number = int(where[1:])
        there = [kind(one.card) for one in side.specials]
        word = there[number - 1] if number <= len(there) else "special troop"
        return f"{_ORDER[number - 1]} {word}" if len(there) > 1 else word
    place, number_text = where[:2], where[2:]
    there_now = space(side, place)
    if not number_text:
        return say("{word} on {place}", word=card(there_now.base).name if there_now.base else "base", place=place)
    word = kind(there_now.base) if there_now.base else "troop"
    several = there_now.troops > 1
    return (
        say("{order} {word} on {place}", order=_ORDER[int(number_text) - 1], word=word, place=place)
        if several
        else say("{word} on {place}", word=word, place=place)
    )


def named(state: State, text: str, targets: Iterable[str]) -> str:
    """A text of the algorithms with the ids in it said in words; the longest first, for ``0-1a`` is in ``0-1a2``."""
    for target in sorted((one for one in targets if one != PALACE), key=len, reverse=True):
        text = text.replace(target, say("the {name}", name=name(state, target)))
    return text


def first_up(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]

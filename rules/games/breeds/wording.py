"""How texts name dragons and people on the battlefield."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.breeds.battlefield import on_field
from rules.games.breeds.cardbook import facts
from rules.games.breeds.state import Fighter, State
from rules.text import say


def plain_name(one: Fighter) -> str:
    """The dragon by its cards, and what it imitates."""
    names = [found.name for part in one.parts if (found := facts(part.card)) is not None]
    name = " + ".join(names) or "dragon"
    like = facts(one.like)
    return say("{name} as {name2}", name=name, name2=like.name) if like is not None else name


def fighter_name(state: State, one: Fighter) -> str:
    """The dragon's name, with a number where several go by it in this combat."""
    name = plain_name(one)
    there = [other.uid for other in on_field(state.clash) if plain_name(other) == name] if state.clash else []
    return f"{name} {there.index(one.uid) + 1}" if len(there) > 1 and one.uid in there else name


def listed(words: Sequence[str]) -> str:
    """Words in a row, the last with an ``and``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def plural(count: int, word: str) -> str:
    """Such as ``2 cards``."""
    return f"{count} {word}{'' if count == 1 else 's'}"

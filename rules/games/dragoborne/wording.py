"""How texts name sums, forts and creatures."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.dragoborne import field
from rules.games.dragoborne.cardbook import card
from rules.games.dragoborne.state import Creature, State
from rules.table import Seat
from rules.text import say


def plural(count: int, word: str, several: str = "") -> str:
    """Such as ``2 barriers``."""
    return f"{count} {word if count == 1 else several or word + 's'}"


def listed(words: Sequence[str]) -> str:
    """Words in a row, the last with an ``and``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def figures(state: State, seat: Seat, one: Creature) -> str:
    """A creature's ATK and EDR now, and what it has taken: ``3/4, 2 taken``."""
    taken = say(", {damage} taken", damage=one.damage) if one.damage else ""
    return f"{field.power(state, seat, one)}/{field.endurance(state, seat, one)}{taken}"


def described(state: State, seat: Seat, one: Creature) -> str:
    """Where a creature is and how strong."""
    rests = ", rests" if one.rested else ""
    return say("fort {fort} · {figures}{rests}", fort=one.fort, figures=figures(state, seat, one), rests=rests)


def name(one: Creature) -> str:
    return card(one.card).name

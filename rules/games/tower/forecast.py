"""What an attack of Attack at the Tower would come to if both sides split their damage as suggested.

It is reckoned from what lies open: troops, bases and the abilities in effect. What may still be played is not known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.event import Seat
from rules.games.tower import combat_rules, deck
from rules.games.tower.battle import mustered
from rules.games.tower.combat_rules import PALACE
from rules.games.tower.state import PLACES, Clash, State, counted
from rules.text import say


@dataclass(frozen=True, slots=True)
class Forecast:
    """What both sides strike for, and the ids of what falls. ``wins``: the palace does."""

    clash: Clash
    strikes: tuple[int, int]
    fallen: tuple[str, ...]
    cleared: bool
    wins: bool

    def falls(self, seat: Seat) -> tuple[str, ...]:
        """What falls on one side."""
        return tuple(one for one in self.fallen if one.startswith(f"{seat}-"))


def of_attack(state: State, seat: Seat, source: str, target: str) -> Forecast:
    """The battle for a territory."""
    fighters = tuple(one.id for one in state.troops_at(seat, source))
    return of_battle(state, Clash(seat, source, target, fighters))


def of_battle(state: State, clash: Clash) -> Forecast:
    """A battle that has not begun, or the rest of one that goes on."""
    battle, damage = clash.battle or mustered(state, clash), clash.damage
    steps: tuple[combat_rules.Step, ...] = ("regular",) if clash.moment == "regular" else ("initiative", "regular")
    for step in steps:
        orders = combat_rules.suggested_orders(battle, step, damage, state.house)
        damage = combat_rules.strike(battle, step, damage, orders)
    after = combat_rules.aftermath(battle, damage)
    struck = sum(one.strike for one in battle.defenders if not one.artillery) + sum(battle.structures.values())
    strikes = (sum(one.strike for one in battle.attackers), struck)
    return Forecast(clash, strikes, after.destroyed, after.cleared, after.palace_destroyed)


def sums(found: Forecast) -> str:
    """Both sums, the attacker's first."""
    return say("{attack} against {defence}", attack=found.strikes[0], defence=found.strikes[1])


def in_words(state: State, found: Forecast, viewer: Seat) -> str:
    """Both sums and what falls, to one of the two."""
    if not found.strikes[1]:
        return "The way to the palace is free"
    if found.wins:
        return say("{sums}: the palace falls", sums=sums(found))
    theirs, yours = (lost(state, found.falls(seat)) for seat in (1 - viewer, viewer))
    if theirs and yours:
        return say("{sums}: they lose {theirs}, you lose {yours}", sums=sums(found), theirs=theirs, yours=yours)
    if theirs:
        return say("{sums}: they lose {theirs}", sums=sums(found), theirs=theirs)
    if yours:
        return say("{sums}: you lose {yours}", sums=sums(found), yours=yours)
    return say("{sums}: nothing falls", sums=sums(found))


def lost(state: State, fallen: Iterable[str]) -> str:
    """What falls, in words: troops by kind, bases by name."""
    there = tuple(one for one in fallen if one != PALACE)
    kinds, bases = [], []
    for one in there:
        seat, _, where = one.partition("-")
        side = state.sides[int(seat)]
        if where[0] == "s":
            kinds.append(deck.kind(side.specials[0].card) if side.specials else deck.kind(deck.special_card()))
        elif where in PLACES:
            bases.append(deck.card(side.space(where).base).name)
        else:
            kinds.append(deck.kind(side.space(where[:2]).base))
    return counted(kinds, *bases)

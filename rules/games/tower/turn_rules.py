"""The turn of Attack at the Tower around its battles, as pure rules: renewing, bases, attacks declared, special troops,
the end of a turn, the match (rulebook 002, Instructions)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.event import Objection
from rules.games.tower import citations as cite
from rules.games.tower.house_rules import AS_WRITTEN, House
from rules.text import say

T = TypeVar("T")
TROOPS_MAX = 2
"""Troops on one base."""
DRAWN = 2
"""Cards drawn in a renewing."""
HAND_MAX = 5
SLOTS = 3
"""Places of a territory."""
WINS_NEEDED = 2


# --- renewing


@dataclass(frozen=True, slots=True)
class Pile:
    """A draw pile and the discard pile beside it, as counts."""

    draw: int
    discard: int = 0


def recruited(counters: Sequence[int | None]) -> tuple[int | None, ...]:
    """One more troop on every base, at most two; an empty space (None) recruits nobody."""
    return tuple(None if count is None else min(TROOPS_MAX, count + 1) for count in counters)


def can_draw(count: int, piles: Sequence[Pile] | None, house: House = AS_WRITTEN) -> int:
    """How many of ``count`` cards can be drawn; ``piles`` None: enough are there.

    The owner chooses the pile for each card; with one empty the other serves, with both empty nobody draws, unless
    the table refills them from the discards (TW-R11).
    """
    if piles is None:
        return count
    there = sum(pile.draw + (pile.discard if house.reshuffle else 0) for pile in piles)
    return min(count, there)


def discard_to_limit(hand: int) -> int:
    """How many cards a hand is over the limit of five."""
    return max(0, hand - HAND_MAX)


def place_objection(*, occupied: bool, renewing_or_setup: bool, house: House = AS_WRITTEN) -> Objection | None:
    """What stands against laying a base on a space. Over another base, that base and its troops are lost (TW-R12)."""
    if not renewing_or_setup:
        return Objection("phase", "Bases are laid while setting up or renewing.", cite.BASES_WHEN)
    if occupied and not house.replace_bases:
        return Objection("occupied", "There is a base already.", cite.OCCUPIED)
    return None


# --- attacks


NO_ATTACKS: Mapping[str, str] = {
    "setup": "The game is still being set up.",
    "decide": "First choose whether to renew.",
    "renew": "First the renewing is finished.",
    "end": "The turn is ending.",
}
"""Why nobody attacks in a phase, for every phase but the one of attacks."""


def declare_objection(
    troops: int, *, wall: bool, attacks_before: int = 0, phase: str = "action", house: House = AS_WRITTEN
) -> Objection | None:
    """What stands against declaring an attack with this many troops.

    ``wall``: the opponent's wall of thorns is in effect. An attack declared before it goes on (TW-R8).
    """
    # Turn: attacks are declared after renewing, or after saying that nobody renews, until the turn's end is said.
    if phase in NO_ATTACKS:
        return Objection("phase", NO_ATTACKS[phase], cite.AFTER_RENEWING)
    # Common ability: the opponent may declare no attack.
    if wall:
        return Objection("wall_of_thorns", "The wall of thorns: no attack may be declared.", cite.THORNS)
    if troops < 1:
        return Objection("no_troops", "There is no troop to attack with.", cite.TROOPS)
    if isinstance(house.attacks_per_territory, int) and attacks_before >= house.attacks_per_territory:
        return Objection("attacked_before", "This territory has attacked this turn.", cite.ONE_ATTACK)
    return None


def declare_warning(attacks_before: int) -> Objection | None:
    """What to say when a territory attacks again: the text sets no limit (TW-R2)."""
    if attacks_before:
        return Objection("attacked_before", "This territory has attacked this turn already.", cite.ONE_ATTACK)
    return None


def palace_objection(*, defenders: int, bases: int, survivors: int) -> Objection | None:
    """What stands against going on to the palace after (or instead of) a battle for its territory."""
    # Palace: the territory's troops and bases are gone, or it was empty to begin with.
    if defenders or bases:
        return Objection("defended", "Troops or bases are left in that territory.", cite.EMPTY)
    if survivors < 1:
        return Objection("no_troops", "No attacking troop is left.", cite.TROOPS)
    return None


def palace_defenders(specials: Sequence[T], troops: Sequence[T], house: House = AS_WRITTEN) -> tuple[T, ...]:
    """Which troops stand with the palace: the special ones on it, or all (TW-R3)."""
    return (*specials, *troops) if house.palace_defenders == "all" else tuple(specials)


# --- special troops


def special_limit(bases: Iterable[int]) -> int:
    """How many special troops may be there: one for each territory whose three spaces hold bases."""
    return sum(1 for count in bases if count >= SLOTS)


def special_excess(bases: Iterable[int], specials: int) -> int:
    """How many special troops must go at once, because the limit holds at any moment (TW-R13)."""
    return max(0, specials - special_limit(bases))


def special_objection(
    bases: Sequence[int], specials: int, playing: int = 1, *, renewing: bool = False
) -> Objection | None:
    """What stands against ``playing`` more special troops."""
    # Abilities: at will, but not during the renewing.
    if renewing:
        return Objection("phase", "Abilities wait until the renewing is finished.", cite.AFTER_RENEWING)
    limit = special_limit(bases)
    if specials + playing > limit:
        return Objection(
            "special_limit", say("{limit} special troops may be there, not more.", limit=limit), cite.SPECIALS
        )
    return None


# --- the end of a turn, and of the match


def druid_draws(druids_alive: int, cards: int, house: House = AS_WRITTEN) -> int:
    """Cards the shooter ability draws: one for each druid of its owner alive anywhere, for each copy (TW-R6)."""
    return druids_alive * _copies(cards, house)


def trolls_due(destroyed: int, cards: int, house: House = AS_WRITTEN) -> int:
    """Trolls the heavy ability brings back: one for each destroyed this turn, for each copy (TW-R6)."""
    return destroyed * _copies(cards, house)


def trolls_recruited(burrows: Sequence[int], destroyed: int, cards: int, house: House = AS_WRITTEN) -> tuple[int, ...]:
    """Troops on each Burrows after the heavy ability: a troll for each one destroyed this turn, for each copy.

    Only where there is room (two on a base), whichever Burrows it is (TW-R9); filled in the order given.
    """
    left = trolls_due(destroyed, cards, house)
    after = []
    for count in burrows:
        come = min(left, max(0, TROOPS_MAX - count))
        after.append(count + come)
        left -= come
    return tuple(after)


def end_discard(hand: int, house: House = AS_WRITTEN) -> int:
    """Cards to discard after the druids' draws: five is the limit then too, unless the table says not (TW-R10)."""
    return discard_to_limit(hand) if house.limit_always else 0


def _copies(cards: int, house: House) -> int:
    return cards if house.stack_abilities else min(1, cards)


def match_winner(results: Iterable[str]) -> str | None:
    """Who has won two games of up to three, or None while nobody has; later games change nothing."""
    wins: Counter[str] = Counter()
    for winner in results:
        wins[winner] += 1
        if wins[winner] == WINS_NEEDED:
            return winner
    return None

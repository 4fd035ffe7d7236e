"""The turn of Attack at the Tower around its battles: attacks declared, abilities played, the match (rulebook 002)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rules.event import Objection
from rules.games.tower.house import AS_WRITTEN, House
from rules.score import Why
from rules.text import say

BOOK = "Attack at the Tower rulebook"
SLOTS = 3
WINS_NEEDED = 2
THORNS = Why("While an opponent's wall of thorns is out, no attack may be declared.", f"{BOOK}, Common ability")
TROOPS = Why("An attack needs at least one troop to make it.", f"{BOOK}, Instructions: combat")
AFTER_RENEWING = Why("Attacks and abilities come after the renewing.", f"{BOOK}, Instructions: turn")
SPECIALS = Why(
    "There are at most as many special troops as territories with three bases.",
    f"{BOOK}, Instructions: special abilities",
    "TW-R13",
)
ONE_ATTACK = Why("At this table a territory attacks once in a turn.", f"{BOOK}, Instructions: combat", "TW-R2")
EMPTY = Why(
    "The palace is reached once the territory before it holds no troop and no base.", f"{BOOK}, Instructions: palace"
)
OCCUPIED = Why("At this table a base is only laid on an empty space.", f"{BOOK}, Instructions: bases", "TW-R12")
BASES_WHEN = Why("Bases are laid when the game is set up and while renewing.", f"{BOOK}, Instructions: bases")


def declare_objection(
    troops: int, *, wall: bool, attacks_before: int = 0, renewing: bool = False, house: House = AS_WRITTEN
) -> Objection | None:
    """What stands against declaring an attack with this many troops.

    ``wall``: the opponent's wall of thorns is in effect. An attack declared before it goes on (TW-R8).
    """
    # Turn: attacks are declared after renewing, or after saying that nobody renews.
    if renewing:
        return Objection("phase", "First the renewing is finished.", AFTER_RENEWING)
    # Common ability: the opponent may declare no attack.
    if wall:
        return Objection("wall_of_thorns", "The wall of thorns: no attack may be declared.", THORNS)
    if troops < 1:
        return Objection("no_troops", "There is no troop to attack with.", TROOPS)
    if isinstance(house.attacks_per_territory, int) and attacks_before >= house.attacks_per_territory:
        return Objection("attacked_before", "This territory has attacked this turn.", ONE_ATTACK)
    return None


def declare_warning(attacks_before: int) -> Objection | None:
    """What to say when a territory attacks again: the text sets no limit (TW-R2)."""
    if attacks_before:
        return Objection("attacked_before", "This territory has attacked this turn already.", ONE_ATTACK)
    return None


def palace_objection(*, defenders: int, bases: int, survivors: int) -> Objection | None:
    """What stands against going on to the palace after (or instead of) a battle for its territory."""
    # Palace: the territory's troops and bases are gone, or it was empty to begin with.
    if defenders or bases:
        return Objection("defended", "Troops or bases are left in that territory.", EMPTY)
    if survivors < 1:
        return Objection("no_troops", "No attacking troop is left.", TROOPS)
    return None


def palace_defenders(specials: Sequence[str], troops: Sequence[str], house: House = AS_WRITTEN) -> tuple[str, ...]:
    """Which troops stand with the palace: the special ones on it, or all (TW-R3)."""
    return (*specials, *troops) if house.palace_defenders == "all" else tuple(specials)


def place_objection(*, occupied: bool, renewing_or_setup: bool, house: House = AS_WRITTEN) -> Objection | None:
    """What stands against laying a base on a space. Over another base, that base and its troops are lost (TW-R12)."""
    if not renewing_or_setup:
        return Objection("phase", "Bases are laid while setting up or renewing.", BASES_WHEN)
    if occupied and not house.replace_bases:
        return Objection("occupied", "A base stands there.", OCCUPIED)
    return None


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
        return Objection("phase", "Abilities wait until the renewing is finished.", AFTER_RENEWING)
    limit = special_limit(bases)
    if specials + playing > limit:
        return Objection("special_limit", say("{limit} special troops may be there, not more.", limit=limit), SPECIALS)
    return None


def match_winner(results: Iterable[str]) -> str | None:
    """Who has won two games of up to three, or None while nobody has; later games change nothing."""
    wins: Counter[str] = Counter()
    for winner in results:
        wins[winner] += 1
        if wins[winner] == WINS_NEEDED:
            return winner
    return None

"""The turn of Dragoborne outside combat: setting up, drawing, summoning, ending (rulebook 001, Setup, Turn flow)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.event import Objection
from rules.games.dragoborne.house import AS_WRITTEN, House
from rules.score import Why
from rules.text import say

BOOK = "Dragoborne rulebook"
DECK_MIN = 50
HAND_START = 5
HAND_MAX = 7
FORTS = 3
BARRIERS_START = 2
CREATURES_MAX = 2
BANNERS = 3
DECK_SIZE = Why("A deck has 50 cards or more; banners are not counted.", f"{BOOK}, Deck regulations", "DB-R20")
CROWDED = Why(
    "A fort holds two creatures; a third sends one to the discard pile, without counting as destroyed.",
    f"{BOOK}, Main phase: Summon creatures",
    "DB-R10",
)
STANDING_AMBUSH = Why("At this table an ambush must stand to be used.", f"{BOOK}, Keywords: Ambush", "DB-R15")
BANNER = Why("An ambush needs a banner of its colour.", f"{BOOK}, Keywords: Ambush")

Result = Literal["continue", "win", "draw"]


@dataclass(frozen=True, slots=True)
class Start:
    """A player's area after the setup: cards left in the deck, cards in hand, barriers per fort, resources."""

    deck: int
    hand: int = HAND_START
    barriers: tuple[int, ...] = (BARRIERS_START,) * FORTS
    resources: int = BANNERS


def deck_size_objection(cards: int) -> Objection | None:
    """What stands against a deck of this size."""
    # Deck regulations: 50 or more, without the banners (DB-R20).
    if cards < DECK_MIN:
        return Objection(
            "deck_size",
            say("This deck has {cards} cards; it needs at least {deck_min}.", cards=cards, deck_min=DECK_MIN),
            DECK_SIZE,
        )
    return None


def setup(cards: int) -> Start:
    """Setup steps 3 and 4: five cards drawn, then two barriers laid at each fort. Mulligans change no count."""
    return Start(cards - HAND_START - BARRIERS_START * FORTS)


def most_resources(own_turn: int, *, goes_first: bool) -> int:
    """Resources on one's own turn number ``own_turn`` when one was added every turn (Resource step).

    Three banners, one a turn; whoever starts the game skips the step on their first turn.
    """
    return BANNERS + own_turn - (1 if goes_first else 0)


def decked(deck: int, count: int) -> bool:
    """Whether being required to draw ``count`` loses the game at once; the last card itself is safe (Objective).

    A barrier that goes to the hand is not drawn (DB-R21).
    """
    return count > deck


@dataclass(frozen=True, slots=True)
class Summoned:
    """Who stands at the fort after a summons; ``choice`` is filled while somebody must still say who leaves.

    The one who leaves is not destroyed: nothing that waits for a destruction happens.
    """

    creatures: tuple[str, ...]
    discarded: str | None = None
    choice: tuple[str, ...] = ()
    rested: bool = False


def leaving_candidates(there: Sequence[str], new: str, house: House = AS_WRITTEN) -> tuple[str, ...]:
    """Who may leave for a third creature: nobody while there is room, else one of those there (DB-R10)."""
    # Summon creatures: up to two at each fort, destroyed forts included.
    if len(there) < CREATURES_MAX:
        return ()
    return (*there, new) if house.may_discard_new else tuple(there)


def summon_objection(
    there: Sequence[str], new: str, discard: str | None, house: House = AS_WRITTEN
) -> Objection | None:
    """What stands against ``discard`` leaving for ``new``; None also while nobody was named yet."""
    candidates = leaving_candidates(there, new, house)
    if discard is None or discard in candidates:
        return None
    if not candidates:
        return Objection("bad_target", "There is room at this fort; nobody leaves.", CROWDED)
    return Objection("bad_target", "One of the creatures already at this fort leaves.", CROWDED)


def summon(there: Sequence[str], new: str, discard: str | None = None, house: House = AS_WRITTEN) -> Summoned:
    """Place ``new`` at a fort; with two there, ``discard`` says who leaves, or the question comes back."""
    candidates = leaving_candidates(there, new, house)
    if candidates and discard is None:
        return Summoned(tuple(there), choice=candidates)
    stay = tuple(creature for creature in (*there, new) if not candidates or creature != discard)
    return Summoned(stay, discard if candidates else None, rested=house.summoning_rest)


def ambush_objection(
    banners: Sequence[str], color: str, *, rested: bool, house: House = AS_WRITTEN
) -> Objection | None:
    """What stands against using an ambush of this colour whose condition is met."""
    # Ambush: only with a banner of its colour.
    if color not in banners:
        return Objection("no_banner", say("An ambush of {color} needs a {color} banner.", color=color), BANNER)
    # It is set at rest; whether it must stand again first is not said (DB-R15).
    if house.ambush_must_stand and rested:
        return Objection("ambush_rested", "This ambush is at rest.", STANDING_AMBUSH)
    return None


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a turn: cards the active player discards, who has lost, and what that makes of the game."""

    discard: int
    losers: tuple[str, ...]
    result: Result
    winner: str | None = None


def discard_to_limit(hand: int) -> int:
    """How many cards the active player discards (End phase: down to seven)."""
    return max(0, hand - HAND_MAX)


def end_turn(barriers: Mapping[str, Sequence[int]], hand: int) -> TurnEnd:
    """The End phase: hand limit, then the check of every player's barriers (DB-R16: both, every turn).

    Nobody loses in the middle of a turn for want of barriers. Both without any: a draw (DB-R8).
    """
    losers = tuple(sorted(player for player, forts in barriers.items() if sum(forts) == 0))
    left = [player for player in barriers if player not in losers]
    result: Result = "continue" if not losers else "win" if len(left) == 1 else "draw" if not left else "continue"
    return TurnEnd(discard_to_limit(hand), losers, result, left[0] if result == "win" else None)

"""A chain of cards: an effect, then each card that answers the one before it, and which of them happen.

0b, 4a and 11c cancel the card before them; 0a passes a draw on and can be answered itself (rulebook 004, cards 0, 4,
10, 11).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.event import Objection
from rules.games.gilfate import citations as cite
from rules.text import say

SILENT_BELL, SALT_WARD, CUT_ROPE, PASS_ON = "11c", "0b", "4a", "0a"
NEGATORS = (SALT_WARD, CUT_ROPE, SILENT_BELL)
DRAWS = ("6a", "6b", PASS_ON)
"""The cards that make somebody draw; only such an effect is passed on."""


@dataclass(frozen=True, slots=True)
class Link:
    """A card of a chain and who played it ("" where nobody asks); ``happens`` is filled by ``resolved``."""

    card: str
    by: str = ""
    happens: bool = True


def standing(cards: Sequence[str]) -> tuple[bool, ...]:
    """Which cards of a chain happen, the effect first: last in, first out (GF-R23).

    A card happens unless the one after it happens and cancels it. One that passes a draw on cancels nothing.
    """
    done: list[bool] = []
    negated = False
    for card in reversed(cards):
        done.append(not negated)
        negated = not negated and card in NEGATORS
    return tuple(reversed(done))


def resolved(chain: Sequence[Link]) -> tuple[Link, ...]:
    """The chain with what happens of it."""
    happens = standing([link.card for link in chain])
    return tuple(Link(link.card, link.by, stands) for link, stands in zip(chain, happens, strict=True))


def passed_on(cards: Sequence[str]) -> int:
    """How often a draw is passed on in the end by such a chain, the effect first."""
    return sum(stands and card == PASS_ON for card, stands in zip(cards[1:], standing(cards)[1:], strict=True))


def chain_objection(chain: Sequence[Link], turn_of: str = "", negations_used: int = 0) -> Objection | None:
    """What stands against this chain: the effect first, then each card that answers the one before it.

    ``turn_of`` is the active player; with it and the players named, 11c is checked: own turn, once per turn
    (``negations_used`` counts its uses earlier this turn).
    """
    used, effect = negations_used, chain[0].card
    for link in chain[1:]:
        if link.card == PASS_ON:
            if effect[:1].isdigit() and effect not in DRAWS:
                return Objection("not_drawing", say("{card} makes nobody draw.", card=effect), cite.REDIRECT)
            continue
        # Beside it only 0b, 4a and 11c answer.
        if link.card not in NEGATORS:
            return Objection("not_a_negation", say("{card} negates nothing.", card=link.card), cite.NEGATE)
        if link.card != SILENT_BELL or not turn_of or not link.by:
            continue
        # 11c: during its owner's turn, once per turn.
        if link.by != turn_of:
            return Objection("not_own_turn", "Card 11c negates in its owner's own turn.", cite.OWN_TURN)
        used += 1
        if used > 1:
            return Objection("used_this_turn", "Card 11c has negated this turn.", cite.OWN_TURN)
    return None

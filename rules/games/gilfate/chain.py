"""Cards played against cards: negations, redirected draws, whose turn is next (rulebook 004, cards 0, 1, 4, 10, 11).

Seats stand in clockwise order; ``direction`` is 1 for clockwise and -1 after an odd number of reversals.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.event import Objection
from rules.score import Why
from rules.text import say

BOOK = "Gilfate Fantasy rulebook"
NEGATORS = ("0b", "4a", "11c")
REDIRECTOR = "0a"
ON_OWN_TURN = "11c"
DRAW_REDUCED = 2
NEGATE = Why("Only cards that negate an effect answer one.", f"{BOOK}, Card effects 0, 4 and 11", "GF-R23")
OWN_TURN = Why("Card 11 negates in its owner's own turn, once.", f"{BOOK}, Card effects: number 11", "GF-R23")


@dataclass(frozen=True, slots=True)
class Link:
    """A card of a chain and who played it ("" where nobody asks); ``happens`` is filled by ``resolved``."""

    card: str
    by: str = ""
    happens: bool = True


def chain_objection(chain: Sequence[Link], turn_of: str = "", negations_used: int = 0) -> Objection | None:
    """What stands against this chain: the effect first, then each card that answers the one before it.

    ``turn_of`` is the active player; with it and the players named, 11c is checked: own turn, once per turn
    (``negations_used`` counts its uses earlier this turn).
    """
    used = negations_used
    for link in chain[1:]:
        # Only 0b, 4a and 11c negate.
        if link.card not in NEGATORS:
            return Objection("not_a_negation", say("{card} negates nothing.", card=link.card), NEGATE)
        if link.card != ON_OWN_TURN or not turn_of or not link.by:
            continue
        # 11c: during its owner's turn, once per turn.
        if link.by != turn_of:
            return Objection("not_own_turn", "Card 11c negates in its owner's own turn.", OWN_TURN)
        used += 1
        if used > 1:
            return Objection("used_this_turn", "Card 11c has negated this turn.", OWN_TURN)
    return None


def resolved(chain: Sequence[Link]) -> tuple[Link, ...]:
    """Which cards of a chain happen: last in, first out; a card happens unless the one after it does (GF-R23)."""
    done: list[Link] = []
    negated = False
    for link in reversed(chain):
        done.append(Link(link.card, link.by, not negated))
        negated = not negated
    return tuple(reversed(done))


def next_player(
    order: Sequence[str], current: str, *, direction: int = 1, out: Collection[str] = (), steps: int = 1
) -> str | None:
    """Who comes ``steps`` players after ``current``, passing over who is out; None where everybody is.

    ``current`` must be in ``order``. Alone, a player follows on themselves; with two the direction is the same.
    """
    at = order.index(current)
    living = [name for name in order if name not in out]
    if not living:
        return None
    for _ in range(steps):
        at = (at + direction) % len(order)
        while order[at] in out:
            at = (at + direction) % len(order)
    return order[at]


def direction_after(reverses: int) -> int:
    """The direction of play after so many reversals."""
    return -1 if reverses % 2 else 1


@dataclass(frozen=True, slots=True)
class Draws:
    """Who draws in the end, and how many."""

    player: str
    amount: int


def redirected(
    order: Sequence[str],
    target: str,
    amount: int,
    redirects: int,
    *,
    direction: int = 1,
    out: Collection[str] = (),
    reduced_by_10a: bool = False,
) -> Draws | None:
    """Where a draw effect ends after ``redirects`` cards 0a: each passes it on with one card more (GF-R25).

    ``reduced_by_10a``: the last player uses 10a on it, in their own turn, and draws two at most. None where nobody
    is left to draw.
    """
    player = next_player(order, target, direction=direction, out=out, steps=redirects)
    if player is None:
        return None
    drawn = amount + redirects
    return Draws(player, min(drawn, DRAW_REDUCED) if reduced_by_10a else drawn)

"""The cheapest way to lay out a hand in Gilfate Fantasy: sets and runs cost nothing, the rest its cost (004, Points).

A set is two or more cards of one number, a run three or more numbers in a row, one card each; a card lies in one meld
at most (GF-R3). Exact, in one pass over the numbers:

- At a number with ``n`` cards, ``s`` of them in runs, the other ``n - s`` are a set unless exactly one is left over.
  So a number costs something only for ``s = n - 1``, and then its cheapest card.
- ``s`` up to 3 is enough. Reducing ``s`` by two or more never costs anything. Cut into runs of 3 to 5 cards, two equal
  runs may both be dropped, so no more than 12 ever overlap; and every pattern of up to 12 overlapping runs has one of
  at most 3 that differs, number for number, by nothing or by two and more. That last step is a finite check; a test
  makes it.
- The state between two numbers is how many runs end here with 1, 2, 3-or-more cards (``new, second, long``). The next
  state's ``second`` is this ``new``; its ``long`` is this ``second`` and any part of this ``long``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.games.gilfate.attack_cards import NUMBERS, AttackCard

OVERLAP = 3
"""No more than this many runs through one number are ever needed."""

State = tuple[int, int, int]
START: State = (0, 0, 0)
_STATES = tuple(
    (new, second, long)
    for second in range(OVERLAP + 1)
    for long in range(OVERLAP + 1 - second)
    for new in range(OVERLAP + 1 - second - long)
)


def _sources() -> tuple[tuple[State, int, tuple[State, ...]], ...]:
    """Every state, the cards it takes at its number, and the states it can come from."""
    return tuple(
        (
            state,
            sum(state),
            tuple(
                before for before in _STATES if before[0] == state[1] and before[1] <= state[2] <= before[1] + before[2]
            ),
        )
        for state in _STATES
    )


_STEPS = _sources()


@dataclass(frozen=True, slots=True)
class Melds:
    """A hand laid out: runs from low to high, sets, and what is left over with its points."""

    runs: tuple[tuple[AttackCard, ...], ...]
    sets: tuple[tuple[AttackCard, ...], ...]
    left: tuple[AttackCard, ...]
    points: int


def printed_cost(card: AttackCard) -> int:
    """What a leftover card counts as printed (GF-R5)."""
    return card.cost


def best_melds(hand: Iterable[AttackCard], cost: Callable[[AttackCard], int] = printed_cost) -> Melds:
    """The layout with the fewest points left; ``cost`` is what a leftover card counts."""
    groups: list[list[AttackCard]] = [[] for _ in range(NUMBERS)]
    for card in hand:
        groups[card.number].append(card)
    for group in groups:
        if len(group) > 1:
            group.sort(key=cost, reverse=True)
    path = _cheapest([len(group) for group in groups], [cost(group[-1]) if group else 0 for group in groups])
    return _laid_out(groups, path, cost)


def _cheapest(counts: list[int], cheapest: list[int]) -> list[State]:
    """The best state at every number."""
    if 1 not in counts:
        return [START] * NUMBERS  # nothing stands alone: sets take it all
    costs: dict[State, int] = {START: 0}
    back: list[dict[State, State]] = []
    for count, price in zip(counts, cheapest, strict=True):
        costs, came = _advance(costs, count, price)
        back.append(came)
    ends = [state for state in costs if not state[0] and not state[1]]
    state = min(ends, key=lambda end: (costs[end], end))
    path = []
    for came in reversed(back):
        path.append(state)
        state = came[state]
    path.reverse()
    return path


def _advance(costs: dict[State, int], count: int, price: int) -> tuple[dict[State, int], dict[State, State]]:
    """The states after one more number with ``count`` cards, the cheapest of which costs ``price``."""
    after: dict[State, int] = {}
    came: dict[State, State] = {}
    for state, taken, sources in _STEPS:
        if taken > count:
            continue
        best = -1
        for before in sources:
            points = costs.get(before, -1)
            if points >= 0 and (best < 0 or points < best):
                best = points
                came[state] = before
        if best >= 0:
            after[state] = best + price if taken == count - 1 else best
    return after, came


def _laid_out(groups: list[list[AttackCard]], path: list[State], cost: Callable[[AttackCard], int]) -> Melds:
    """The melds themselves: at each number the dearest cards go into its runs, the oldest run first."""
    runs: list[list[AttackCard]] = []
    open_runs: list[list[AttackCard]] = []
    sets: list[tuple[AttackCard, ...]] = []
    left: list[AttackCard] = []
    for group, (new, second, long) in zip(groups, path, strict=True):
        # The longest runs come first; those beyond ``second + long`` end before this number.
        kept = [run for run in open_runs if len(run) < 3]
        kept = [run for run in open_runs if len(run) >= 3][: second + long - len(kept)] + kept
        begun: list[list[AttackCard]] = [[] for _ in range(new)]
        runs += begun
        open_runs = [*kept, *begun]
        taken = len(open_runs)
        for run, card in zip(open_runs, group, strict=False):
            run.append(card)
        rest = group[taken:]
        if len(rest) > 1:
            sets.append(tuple(rest))
        else:
            left += rest
    return Melds(tuple(map(tuple, runs)), tuple(sets), tuple(left), sum(map(cost, left)))

"""The cheapest way to lay out a hand in Gilfate Fantasy: sets and runs cost nothing, the rest its cost (004, Points).

A set is two or more cards of one number, a run three or more numbers in a row, one card each; a card lies in one meld
at most (GF-R3). Exact, in one pass over the numbers:

- At a number with ``n`` cards, ``s`` of them in runs, the other ``n - s`` are a set unless exactly one is left over.
  So a number costs something only for ``s = n - 1``, and then its cheapest card.
- Numbers in a row that the hand has form a stretch. No run crosses its ends; one shorter than three numbers, or in
  which no number stands alone, needs no runs.
- Where the numbers that stand alone lie among at least three numbers in a row that all have one card or more than
  two, one run through them costs nothing: no search is needed.
- ``s`` up to 3 is enough. Reducing ``s`` by two or more never costs anything. Cut into runs of 3 to 5 cards, two equal
  runs may both be dropped, so no more than 12 ever overlap; and every pattern of up to 12 overlapping runs has one of
  at most 3 that differs, number for number, by nothing or by two and more. That last step is a finite check; a test
  makes it.
- The state at a number is how many runs through it have there their 1st, 2nd, 3rd-or-later card: ``(new, second,
  long)``. The next state's ``second`` is this ``new``; its ``long`` is this ``second`` and any part of this ``long``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rules.games.gilfate.attack_cards import NUMBERS, AttackCard

OVERLAP = 3
"""No more than this many runs through one number are ever needed."""
RUN_MIN = 3

State = tuple[int, int, int]
Cost = Callable[[AttackCard], int]
Group = list[AttackCard]
START: State = (0, 0, 0)
Way = tuple[int, State, "Way | None"]


def _steps(state: State, room: int, *, beginning: bool) -> tuple[tuple[State, int], ...]:
    """Every state that can follow where ``room`` cards may go into runs, with the cards it takes."""
    new, second, long = state
    free = room - new - second
    return tuple(
        ((begun, new, second + kept), begun + new + second + kept)
        for kept in range(min(long, free) + 1)
        for begun in range((free - kept if beginning else 0) + 1)
    )


_STATES = tuple(
    (new, second, long)
    for new in range(OVERLAP + 1)
    for second in range(OVERLAP + 1 - new)
    for long in range(OVERLAP + 1 - new - second)
)
_OPEN = tuple({state: _steps(state, room, beginning=True) for state in _STATES} for room in range(OVERLAP + 1))
_CLOSING = tuple({state: _steps(state, room, beginning=False) for state in _STATES} for room in range(OVERLAP + 1))
"""By room, then by state: the steps where runs may begin, and where none may because too few numbers follow."""


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


def best_melds(hand: Iterable[AttackCard], cost: Cost = printed_cost) -> Melds:
    """The layout with the fewest points left; ``cost`` is what a leftover card counts."""
    groups: dict[int, Group] = {}
    for card in hand:
        group = groups.get(card.number)
        if group is None:
            groups[card.number] = [card]
        else:
            group.append(card)
    runs: list[Group] = []
    rests: list[Group] = []
    stretch: list[Group] = []
    for number in range(NUMBERS + 1):
        group = groups.get(number)
        if group is not None:
            stretch.append(group)
        elif stretch:
            if len(stretch) >= RUN_MIN and 1 in map(len, stretch):
                _take_runs(stretch, cost, runs, rests)
            else:
                rests += stretch
            stretch = []
    left = [group[0] for group in rests if len(group) == 1]
    return Melds(
        tuple(map(tuple, runs)),
        tuple(tuple(group) for group in rests if len(group) > 1),
        tuple(left),
        sum(map(cost, left)),
    )


def _take_runs(stretch: Sequence[Group], cost: Cost, runs: list[Group], rests: list[Group]) -> None:
    """Add the best runs of a stretch to ``runs`` and what they leave of each number to ``rests``."""
    open_runs: list[Group] = []
    path = _plain_runs(stretch) or _cheapest(stretch, cost)
    for group, (new, second, long) in zip(stretch, path, strict=True):
        if not new and not second and not long:
            open_runs = []
            rests.append(group)
            continue
        # All runs of one or two cards go on; of the longer ones as many as the state says.
        short = [run for run in open_runs if len(run) < RUN_MIN]
        kept = [run for run in open_runs if len(run) >= RUN_MIN][: second + long - len(short)]
        begun: list[Group] = [[] for _ in range(new)]
        runs += begun
        open_runs = kept + short + begun
        taken = len(open_runs)
        if len(group) == taken + 1 > 1:
            # One is left over: it is the cheapest.
            group = sorted(group, key=cost, reverse=True)
        for run, card in zip(open_runs, group, strict=False):
            run.append(card)
        if len(group) > taken:
            rests.append(group[taken:])


def _plain_runs(stretch: Sequence[Group]) -> list[State] | None:
    """A path that costs nothing and keeps its runs away from numbers with two cards; None where there is none."""
    path: list[State] = []
    piece = 0
    alone = False
    for count in (*map(len, stretch), 2):
        if count != 2:
            piece += 1
            alone = alone or count == 1
            continue
        if not alone:
            path += [START] * piece
        elif piece >= RUN_MIN:
            path += [(1, 0, 0), (0, 1, 0), *[(0, 0, 1)] * (piece - 2)]
        else:
            return None
        path.append(START)
        piece, alone = 0, False
    return path[:-1]


def _cheapest(stretch: Sequence[Group], cost: Cost) -> list[State]:
    """The best state at every number of a stretch."""
    # What a state costs, and the way to it: (points, state, the way before).
    ways: dict[State, Way] = {START: (0, START, None)}
    last_start = len(stretch) - RUN_MIN
    for place, group in enumerate(stretch):
        count = len(group)
        lonely = count - 1
        room = count if count < OVERLAP else OVERLAP
        steps = (_OPEN if place <= last_start else _CLOSING)[room]
        price = min(map(cost, group)) if lonely <= OVERLAP else 0
        after: dict[State, Way] = {}
        for state, way in ways.items():
            points = way[0]
            dearer = points + price
            for following, taken in steps[state]:
                total = dearer if taken == lonely else points
                known = after.get(following)
                if known is None or total < known[0]:
                    after[following] = (total, following, way)
        ways = after
    end = min((way for state, way in ways.items() if not state[0] and not state[1]), key=lambda way: way[0])
    path: list[State] = []
    here: Way | None = end
    while here is not None:
        path.append(here[1])
        here = here[2]
    return path[-2::-1]  # without the state before the first number

"""Who plays whom in the next round. Pure; people are numbers, and the same question has the same answer.

Swiss pairing after the usual rules (people of equal points play each other, nobody meets anybody twice, nobody sits out
twice), as one matching of least cost over everybody, so that no early pair leaves the last ones without an opponent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

REMATCH = 10**9
"""Costs more than any difference of points in a room of people, so a rematch is taken only where none can be helped."""
POINTS = 10**4
"""What a whole point between two people costs, squared with the difference; below it only the place counts."""

Met = Collection[frozenset[int]]
Groups = tuple[tuple[int, ...], ...]


def swiss(ranked: Sequence[tuple[int, Fraction]], met: Met) -> tuple[tuple[int, int], ...]:
    """Everybody paired, the best first. ``ranked`` are people with their points, the best first; an even number.

    ``met`` are the pairs that have played. Raises ValueError for an odd number of people.
    """
    if len(ranked) % 2:
        raise ValueError("an odd number of people cannot be paired")
    import networkx  # here, because only this needs it and it takes a while to load

    graph = networkx.Graph()
    for (i, (one, points)), (j, (other, others)) in combinations(enumerate(ranked), 2):
        apart = points - others
        cost = int(POINTS * apart * apart) + abs(_fold(ranked, i, j)) + (REMATCH if {one, other} in met else 0)
        graph.add_edge(i, j, weight=-cost)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return tuple((ranked[i][0], ranked[j][0]) for i, j in sorted(map(sorted, pairs)))


def _fold(ranked: Sequence[tuple[int, Fraction]], i: int, j: int) -> int:
    """How far two people of equal points are from the usual pair: the upper half of a group against its lower half."""
    points = ranked[i][1]
    group = [k for k, (_, theirs) in enumerate(ranked) if theirs == points]
    half = len(group) // 2
    return j - i - half if ranked[j][1] == points else j - i


def sits_out(ranked: Sequence[tuple[int, Fraction]], byes: Iterable[int]) -> int | None:
    """Who sits out an odd round: the last of those who have sat out least often. None for an even number of people."""
    if len(ranked) % 2 == 0:
        return None
    before = list(byes)
    fewest = min(before.count(one) for one, _ in ranked)
    return next(one for one, _ in reversed(ranked) if before.count(one) == fewest)


def round_robin(people: Sequence[int], round_: int) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """The pairs of round ``round_`` (from 1) when everybody meets everybody once, and who sits out.

    The circle method: one stays, the others move on by one place each round. After ``rounds(people)`` it begins again.
    """
    ring: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    if len(ring) < 2:
        return (), next(iter(people), None)
    others = ring[1:]
    cut = len(others) - (round_ - 1) % len(others)
    moved = [ring[0], *others[cut:], *others[:cut]]
    halves = list(zip(moved[: len(ring) // 2], reversed(moved[len(ring) // 2 :]), strict=True))
    out = next((a if b is None else b for a, b in halves if a is None or b is None), None)
    return tuple((a, b) for a, b in halves if a is not None and b is not None), out


def rounds(people: int) -> int:
    """How many rounds it takes until everybody has met everybody."""
    return max(0, people - 1 + people % 2)


def sizes(people: int, most: int, least: int) -> tuple[int, ...]:
    """How people are spread over tables of up to ``most``, as evenly as can be: 10 at tables of 4 are 4, 3, 3.

    Empty where no spread leaves every table at least ``least`` people.
    """
    if people < least or most < least:
        return ()
    count = -(-people // most)
    small, larger = divmod(people, count)
    found = (*[small + 1] * larger, *[small] * (count - larger))
    return found if min(found) >= least else ()


def groups(ranked: Sequence[tuple[int, Fraction]], met: Sequence[frozenset[int]], spread: Sequence[int]) -> Groups:
    """People at tables of these sizes, the best together, as few as can be beside somebody they have met.

    ``met`` are the tables there were. Two people of neighbouring tables change places as long as that lets fewer meet
    again. Raises ValueError where the sizes do not add up to the people.
    """
    if sum(spread) != len(ranked):
        raise ValueError("the tables do not hold everybody")
    order = [one for one, _ in ranked]
    bounds = [sum(spread[:at]) for at in range(len(spread) + 1)]
    found = [order[start:end] for start, end in pairwise(bounds)]
    better = True
    while better:
        better = any(_swapped(found[at], found[at + 1], met) for at in range(len(found) - 1))
    return tuple(map(tuple, found))


def _swapped(upper: list[int], lower: list[int], met: Sequence[frozenset[int]]) -> bool:
    """Let the two change places that helps most; whether any did. The lowest of the upper table are tried first."""
    now = again(upper, met) + again(lower, met)
    best: tuple[int, int, int] | None = None
    for i in range(len(upper) - 1, -1, -1):
        for j in range(len(lower)):
            up, low = [*upper], [*lower]
            up[i], low[j] = low[j], up[i]
            cost = again(up, met) + again(low, met)
            if cost < (now if best is None else best[0]):
                best = (cost, i, j)
    if best is None:
        return False
    _, i, j = best
    upper[i], lower[j] = lower[j], upper[i]
    return True


def again(table: Iterable[int], met: Iterable[frozenset[int]]) -> int:
    """How often two people of a table have sat together before."""
    here = set(table)
    return sum(shared * (shared - 1) // 2 for one in met if (shared := len(here & one)) > 1)

"""The cheapest layout of a hand in Gilfate Fantasy: examples, exhaustive search, and the finite check of its bound."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.gilfate.deck import NUMBERS, AttackCard, attack_cards
from rules.games.gilfate.score import OVERLAP, best_melds

CARDS = tuple(attack_cards().values())
hands = st.lists(st.sampled_from(CARDS), max_size=48)


def hand(*words: str) -> tuple[AttackCard, ...]:
    return tuple(attack_cards()[word] for word in words)


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ((), 0),
        (("7a",), 4),
        (("7a", "7b"), 0),
        (("5a", "6b", "7a"), 0),
        (("5a", "5b", "6a", "7b"), 3),
        (("5a", "5a", "5b", "6a", "7b"), 0),
        (("2", "3", "4a", "4b", "5a", "6a"), 0),
        (("3", "4a", "4b", "5a", "6a"), 2),
        (("1", "2", "3", "3", "4a", "5a", "5b"), 2),
        (("8a", "8b", "9a", "10a"), 1),
        (("11a", "12a", "0a"), 12),
        (("6a", "7a"), 7),
        (("0a", "1", "1", "2", "2", "2", "3", "3", "4a"), 0),  # three runs through the 2
        # 1-2-3-4-5, 2-3-4 and 3-3; the runs 1-2-3, 2-3-4, 3-4-5 would leave a 3
        (("1", "2", "2", "3", "3", "3", "3", "4a", "4a", "5b"), 0),
        (("9b", "10a", "11a", "12a"), 0),
        (("8b", "9a", "9b", "10b"), 3),  # the run takes the dearer 9
        (("0a", "2", "4a", "6a", "8c", "10a", "12a"), 0 + 1 + 2 + 3 + 4 + 5 + 6),
    ],
)
def test_layouts(words, points):
    assert best_melds(hand(*words)).points == points


def test_the_layout_shows_its_melds():
    melds = best_melds(hand("8a", "8b", "9a", "10a", "2", "2"))
    assert [[card.id for card in run] for run in melds.runs] == [["8a", "9a", "10a"]]
    assert [[card.id for card in one] for one in melds.sets] == [["2", "2"]]
    assert [card.id for card in melds.left] == ["8b"]


def cheapest_by_search(cards: tuple[AttackCard, ...]) -> int:
    """Every layout: the first card is left over, or in some set, or in some run."""
    cards = tuple(sorted(cards, key=lambda card: (card.number, card.cost)))

    @cache
    def least(left: tuple[AttackCard, ...]) -> int:
        if not left:
            return 0
        first, rest = left[0], left[1:]
        best = first.cost + least(rest)
        same = [i for i, card in enumerate(rest) if card.number == first.number]
        for mask in range(1, 1 << len(same)):
            taken = {index for bit, index in enumerate(same) if mask >> bit & 1}
            best = min(best, least(tuple(card for i, card in enumerate(rest) if i not in taken)))
        return min([best, *runs(first.number, rest, 1)])

    def runs(number: int, rest: tuple[AttackCard, ...], length: int):
        for i, card in enumerate(rest):
            if card.number == number + 1:
                after = rest[:i] + rest[i + 1 :]
                if length >= 2:
                    yield least(after)
                yield from runs(number + 1, after, length + 1)

    return least(cards)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(CARDS), max_size=8))
def test_nothing_cheaper_is_found_by_trying_every_layout(cards):
    assert best_melds(cards).points == cheapest_by_search(tuple(cards))


def cheapest_by_plain_programming(cards: list[AttackCard]) -> int:
    """The same as a dynamic program over open runs, with no bound on how many overlap."""
    counts = Counter(card.number for card in cards)
    price = {n: min(card.cost for card in cards if card.number == n) for n in counts}
    costs = {(0, 0, 0): 0}
    for number in range(NUMBERS):
        after: dict[tuple[int, int, int], int] = {}
        for (one, two, more), points in costs.items():
            for long in range(more + 1):
                for new in range(counts[number] - one - two - long + 1):
                    left = counts[number] - one - two - long - new
                    state = (new, one, two + long)
                    total = points + (price[number] if left == 1 else 0)
                    after[state] = min(total, after.get(state, total))
        costs = after
    return min(points for (one, two, _), points in costs.items() if not one and not two)


@settings(max_examples=200, deadline=None)
@given(hands)
def test_large_hands_agree_with_an_unbounded_dynamic_program(cards):
    assert best_melds(cards).points == cheapest_by_plain_programming(cards)


@given(hands)
def test_every_card_lies_in_one_place_and_melds_are_melds(cards):
    melds = best_melds(cards)
    laid = [card.id for meld in (*melds.runs, *melds.sets, melds.left) for card in meld]
    assert Counter(laid) == Counter(card.id for card in cards)
    for run in melds.runs:
        assert [card.number for card in run] == list(range(run[0].number, run[0].number + len(run)))
        assert len(run) >= 3
    for one in melds.sets:
        assert len(one) >= 2
        assert len({card.number for card in one}) == 1
    assert melds.points == sum(card.cost for card in melds.left)


@given(hands, st.sampled_from(CARDS))
def test_one_more_card_costs_at_most_itself(cards, extra):
    assert best_melds([*cards, extra]).points <= best_melds(cards).points + extra.cost


@given(hands, st.randoms(use_true_random=False))
def test_the_order_of_the_hand_does_not_matter(cards, random):
    mixed = list(cards)
    random.shuffle(mixed)
    assert best_melds(mixed).points == best_melds(cards).points


def test_sets_of_two_and_three_are_as_good_as_sets_of_any_size():
    """GF-R3: the book speaks of pairs and triplets; every larger number is a sum of twos and threes."""
    for size in range(2, 49):
        assert any(2 * twos + 3 * threes == size for twos in range(25) for threes in range(17))


def test_three_overlapping_runs_are_always_enough():
    """The finite check behind OVERLAP (see the module): it decides the bound for every hand there can be.

    ``free`` walks every pattern of up to 12 overlapping runs; ``bounded`` is the set of bounded patterns that follow
    it with the same number of cards or at least two fewer at every number. Wherever the free pattern can end, one
    of the bounded ones must be able to.
    """

    def steps(state, most):
        new, second, long = state
        for kept in range(long + 1):
            for begun in range(most - new - second - kept + 1):
                yield (begun, new, second + kept)

    start = (0, 0, 0)
    bounded_steps: dict[tuple[int, int, int], tuple[tuple[int, int, int], ...]] = {}
    todo = [(start, frozenset([start]))]
    seen = set(todo)
    while todo:
        free, bounded = todo.pop()
        if free[0] == free[1] == 0:
            assert any(state[0] == state[1] == 0 for state in bounded), free
        for state in bounded:
            bounded_steps.setdefault(state, tuple(steps(state, OVERLAP)))
        for after in steps(free, 12):
            taken = sum(after)
            follow = frozenset(
                step for state in bounded for step in bounded_steps[state] if sum(step) in (taken, *range(taken - 1))
            )
            if (after, follow) not in seen:
                seen.add((after, follow))
                todo.append((after, follow))

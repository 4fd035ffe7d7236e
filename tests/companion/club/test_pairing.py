"""Who plays whom: nobody twice while it can be helped, equals against equals, everybody at a table."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club import pairing

HALVES = st.integers(0, 12).map(lambda n: Fraction(n, 2))


def ranked(points):
    return sorted(enumerate(points), key=lambda one: -one[1])


def all_pairings(people):
    """Every way to pair people up, found by trying."""
    if not people:
        yield ()
        return
    first, *rest = people
    for other in rest:
        left = [one for one in rest if one != other]
        for more in all_pairings(left):
            yield (frozenset((first, other)), *more)


@given(st.data(), st.sampled_from([2, 4, 6, 8]))
@settings(max_examples=60, deadline=None)
def test_a_rematch_is_paired_only_where_none_can_be_helped(data, count):
    people = ranked([data.draw(HALVES) for _ in range(count)])
    every = [frozenset(pair) for pair in combinations(range(count), 2)]
    met = set(data.draw(st.lists(st.sampled_from(every), unique=True)))
    pairs = [frozenset(pair) for pair in pairing.swiss(people, met)]
    assert sorted(one for pair in pairs for one in pair) == list(range(count))
    fewest = min(sum(pair in met for pair in some) for some in all_pairings(list(range(count))))
    assert sum(pair in met for pair in pairs) == fewest


def test_equals_meet_equals_and_the_upper_half_meets_the_lower():
    people = [(name, Fraction(2)) for name in (0, 1, 2, 3)] + [(name, Fraction(1)) for name in (4, 5)]
    assert pairing.swiss(people, ()) == ((0, 2), (1, 3), (4, 5))


def test_an_odd_number_is_refused():
    with pytest.raises(ValueError, match="odd"):
        pairing.swiss([(0, Fraction(0))], ())


def test_the_last_of_those_who_sat_out_least_sits_out():
    people = [(name, Fraction(0)) for name in (3, 1, 4, 0, 2)]
    assert pairing.sits_out(people, ()) == 2
    assert pairing.sits_out(people, [2]) == 0
    assert pairing.sits_out(people, [2, 0, 4, 1]) == 3
    assert pairing.sits_out(people, [0, 1, 2, 3, 4]) == 2
    assert pairing.sits_out(people[:4], ()) is None


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 9, 10])
def test_in_a_round_robin_everybody_meets_everybody_once(count):
    met, outs = [], []
    for round_ in range(1, pairing.rounds(count) + 1):
        pairs, out = pairing.round_robin(range(count), round_)
        here = [one for pair in pairs for one in pair] + ([out] if out is not None else [])
        assert sorted(here) == list(range(count))
        met += [frozenset(pair) for pair in pairs]
        outs += [out] if out is not None else []
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(count), 2)]
    assert sorted(outs) == (list(range(count)) if count % 2 else [])


@given(st.integers(0, 80), st.integers(2, 6), st.integers(2, 6))
def test_people_are_spread_evenly_or_not_at_all(people, most, least):
    found = pairing.sizes(people, most, least)
    if found:
        assert sum(found) == people
        assert max(found) <= most
        assert min(found) >= least
        assert max(found) - min(found) <= 1
    else:
        # Then no number of tables would do.
        assert not any(count * least <= people <= count * most for count in range(1, people + 1))


@given(st.integers(2, 5), st.integers(2, 5), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_groups_hold_everybody_once_and_never_meet_more_than_unmixed(tables, size, lots):
    people = list(range(tables * size))
    order = [(one, Fraction(0)) for one in people]
    lots.shuffle(order)
    met = []
    for _ in range(3):
        spread = [size] * tables
        found = pairing.groups(order, met, spread)
        assert sorted(one for table in found for one in table) == people
        plain = [[one for one, _ in order[at * size : (at + 1) * size]] for at in range(tables)]
        assert sum(pairing.again(one, met) for one in found) <= sum(pairing.again(one, met) for one in plain)
        met += [frozenset(one) for one in found]


def test_groups_mix_people_who_have_met():
    order = [(one, Fraction(0)) for one in range(6)]
    assert pairing.groups(order, [frozenset((0, 1, 2)), frozenset((3, 4, 5))], (3, 3)) != ((0, 1, 2), (3, 4, 5))

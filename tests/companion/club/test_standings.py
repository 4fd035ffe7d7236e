"""Points, opponents and places of a tournament."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from companion.club.standings import Played, points_said, standings


def test_a_win_is_one_a_tie_a_half_and_a_bye_a_win():
    played = [Played((0, 1), (1, 2)), Played((2, 3), (1, 1))]
    lines = standings(range(5), played, byes=[4])
    half = Fraction(1, 2)
    assert [(line.person, line.points, line.place) for line in lines] == [
        (0, 1, 1),
        (4, 1, 2),  # a point without a table won stands below one that was
        (2, half, 3),
        (3, half, 3),
        (1, 0, 5),
    ]


def test_a_larger_table_weighs_as_much_as_a_small_one():
    lines = {line.person: line for line in standings(range(4), [Played((3, 2, 1, 0), (1, 2, 3, 4))], ())}
    assert [lines[one].points for one in (3, 2, 1, 0)] == [1, Fraction(2, 3), Fraction(1, 3), 0]


def test_the_opponents_decide_between_equals():
    # 0 and 1 have both won once; 0 beat 2, who has won against 3, and 1 beat 4, who has nothing.
    played = [Played((0, 2), (1, 2)), Played((1, 4), (1, 2)), Played((2, 3), (1, 2))]
    lines = standings(range(5), played, ())
    assert [(line.person, line.place) for line in lines[:3]] == [(0, 1), (2, 1), (1, 3)]


def test_whom_nothing_tells_apart_shares_a_place():
    assert [line.place for line in standings(range(3), [], ())] == [1, 1, 1]


@given(st.lists(st.integers(1, 4), min_size=2, max_size=5))
def test_a_table_gives_out_half_of_what_its_people_could_get(places):
    table = Played(tuple(range(len(places))), tuple(places))
    assert sum(table.share(one) for one in table.people) == Fraction(len(places), 2)


def test_points_as_people_read_them():
    assert [points_said(Fraction(n, 2)) for n in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]
    assert points_said(Fraction(5, 3)) == "1.67"

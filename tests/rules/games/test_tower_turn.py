"""Attack at the Tower around its battles: declaring, renewing, special troops, ends of turns, the match."""

from __future__ import annotations

import pytest
from calculator_calls import ask, complaint
from hypothesis import given
from hypothesis import strategies as st

from rules.games.tower import turn_rules
from rules.games.tower.house_rules import House


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"attacking_troops": 2}, None),
        ({"attacking_troops": 0}, "no_troops"),
        ({"attacking_troops": 2, "wall_by_opponent": True}, "wall_of_thorns"),
        ({"attacking_troops": 0, "wall_by_opponent": True}, "wall_of_thorns"),
        ({"attacking_troops": 2, "phase": "setup"}, "phase"),
        ({"attacking_troops": 2, "phase": "decide"}, "phase"),
        ({"attacking_troops": 2, "phase": "renew"}, "phase"),
        ({"attacking_troops": 2, "phase": "end"}, "phase"),
        ({"attacking_troops": 2, "phase": "action"}, None),
    ],
)
def test_declaring_an_attack(fields, why):
    """Rulebook 002, Instructions: attacks come after renewing or announcing that one will not, until the turn ends."""
    answer = ask("tower", "declare_attack", **fields)
    assert (answer["ok"], answer.get("why")) == (why is None, why)


def test_option_attacks_per_territory():
    again = {"attacking_troops": 2, "attacks_before": 1}
    allowed = ask("tower", "declare_attack", **again)
    assert (allowed["ok"], allowed["warning"]) == (True, "attacked_before")
    assert ask("tower", "declare_attack", **again, attacks_per_territory=1)["why"] == "attacked_before"


def test_renewing_recruits_up_to_two_and_draws_two():
    answer = ask("tower", "renew", bases=[0, 2, None, 1], hand=5)
    assert (answer["counters"], answer["hand_before_discard"], answer["must_discard"]) == ([1, 2, None, 2], 7, 2)


def test_option_reshuffle():
    fields = {"bases": [], "hand": 3, "piles": [1, 0], "discards": [4, 2]}
    assert ask("tower", "renew", **fields)["hand_before_discard"] == 4
    assert ask("tower", "renew", **fields, reshuffle=True)["hand_before_discard"] == 5
    assert turn_rules.can_draw(2, [turn_rules.Pile(0), turn_rules.Pile(9)]) == 2  # the other pile serves


@pytest.mark.parametrize(
    ("territories", "specials", "play", "limit", "ok", "discard"),
    [
        ([3, 3, 3], 2, 1, 3, True, 0),
        ([3, 3, 2], 2, 1, 2, False, 0),
        ([2, 2, 2], 0, 1, 0, False, 0),
        ([1, 3, 3], 3, 0, 2, False, 1),
    ],
)
def test_special_troops(territories, specials, play, limit, ok, discard):
    answer = ask("tower", "special", territories=territories, specials=specials, play=play)
    assert (answer["limit"], answer["ok"], answer["must_discard"]) == (limit, ok, discard)


def test_abilities_wait_while_renewing():
    assert ask("tower", "special", territories=[3], specials=0, play=1, phase="renew")["why"] == "phase"


def test_druids_draw_and_trolls_return():
    answer = ask(
        "tower",
        "end_of_turn",
        druids_alive=2,
        druid_cards=2,
        hand=3,
        trolls_destroyed=2,
        troll_cards=1,
        burrows=[2, 0, 1],
    )
    assert (answer["draw"], answer["must_discard"]) == (4, 2)
    assert (answer["recruited"], answer["burrows"]) == (2, [2, 2, 1])
    assert ask("tower", "end_of_turn", druids_alive=9, trolls_destroyed=9, burrows=[0])["recruited"] == 0


def test_option_stack_abilities_at_the_end_of_a_turn():
    assert turn_rules.druid_draws(2, 3) == 6
    assert turn_rules.druid_draws(2, 3, House(stack_abilities=False)) == 2
    assert turn_rules.trolls_recruited([0, 0], 1, 3) == (2, 1)
    assert turn_rules.trolls_recruited([0, 0], 1, 3, House(stack_abilities=False)) == (1, 0)


def test_option_limit_always():
    fields = {"druids_alive": 3, "druid_cards": 1, "hand": 5}
    assert ask("tower", "end_of_turn", **fields)["must_discard"] == 3
    assert ask("tower", "end_of_turn", **fields, limit_always=False)["must_discard"] == 0


def test_the_way_to_the_palace():
    assert turn_rules.palace_objection(defenders=0, bases=0, survivors=1) is None
    assert turn_rules.palace_objection(defenders=0, bases=1, survivors=1).code == "defended"
    assert turn_rules.palace_objection(defenders=1, bases=0, survivors=1).code == "defended"
    assert turn_rules.palace_objection(defenders=0, bases=0, survivors=0).code == "no_troops"


def test_option_palace_defenders():
    assert turn_rules.palace_defenders(["t0"], ["e1", "e2"]) == ("t0",)
    assert turn_rules.palace_defenders(["t0"], ["e1", "e2"], House(palace_defenders="all")) == ("t0", "e1", "e2")


def test_option_replace_bases():
    assert turn_rules.place_objection(occupied=True, renewing_or_setup=True) is None
    assert (
        turn_rules.place_objection(occupied=True, renewing_or_setup=True, house=House(replace_bases=False)).code
        == "occupied"
    )
    assert turn_rules.place_objection(occupied=False, renewing_or_setup=False).code == "phase"


@pytest.mark.parametrize(
    ("results", "winner"), [([], None), (["A"], None), (["A", "B"], None), (["B", "B"], "B"), (["A", "B", "A"], "A")]
)
def test_the_match(results, winner):
    assert ask("tower", "match", results=results)["winner"] == winner


@given(st.lists(st.integers(0, 2), max_size=5), st.integers(0, 9), st.integers(0, 3))
def test_trolls_come_back_as_far_as_there_is_room(burrows, destroyed, cards):
    after = turn_rules.trolls_recruited(burrows, destroyed, cards)
    free = sum(2 - count for count in burrows)
    assert sum(after) - sum(burrows) == min(free, destroyed * cards)
    assert all(before <= now <= 2 for before, now in zip(burrows, after, strict=True))


@pytest.mark.parametrize(
    ("op", "fields", "word"),
    [
        ("renew", {"bases": [3]}, "bases: 3 is outside 0 to 2"),
        ("special", {"territories": [4]}, "territories[0]: 4 is outside 0 to 3"),
        ("end_of_turn", {"burrows": [True]}, "burrows[0]: expected a whole number, not true"),
        ("match", {"results": [1]}, "results[0]: expected a text"),
        ("declare_attack", {"phase": "lunch"}, 'phase: "lunch" is not known'),
    ],
)
def test_bad_input_names_the_field(op, fields, word):
    assert word in complaint("tower", op, **fields)

"""Dragoborne around its battles: paying, dice, setting up, drawing, summoning, ending, legal decks."""

from __future__ import annotations

from itertools import combinations

import pytest
from calculator_calls import ask, complaint
from hypothesis import given
from hypothesis import strategies as st

from rules.games.dragoborne import turn_rules
from rules.games.dragoborne.house_rules import House
from rules.games.dragoborne.state import DieAt, Resource
from rules.games.dragoborne.turn_rules import Price

COLORS = ("red", "green", "blue")
resource_lists = st.lists(st.builds(Resource, st.sampled_from(COLORS), st.booleans()), max_size=7)


def standing(*colors: str) -> list[dict[str, object]]:
    return [{"color": color, "rested": False} for color in colors]


@pytest.mark.parametrize(
    ("cost", "resources", "why"),
    [
        (3, standing("red", "blue", "blue"), None),
        (3, standing("red", "blue"), "not_enough"),
        (2, standing("blue", "green"), "no_color"),
        (1, [{"color": "red", "rested": True}, *standing("blue")], "no_color"),
        (0, [], None),
        ("-", standing("red", "red", "red"), "not_playable"),
    ],
)
def test_paying(cost, resources, why):
    answer = ask("dragoborne", "pay", cost=cost, color="red", resources=resources)
    assert (answer["ok"], answer.get("why")) == (why is None, why)


def test_an_ambush_costs_two_of_any_color_whatever_the_card_costs():
    assert ask("dragoborne", "pay", cost="-", ambush=True, resources=standing("blue", "green"))["ok"]
    assert ask("dragoborne", "pay", ambush=True, resources=standing("blue"))["why"] == "not_enough"


def test_a_payment_of_ones_own_is_checked():
    resources = standing("red", "blue", "green")
    assert ask("dragoborne", "pay", cost=2, color="red", resources=resources, rest=[0, 2])["ok"]
    assert ask("dragoborne", "pay", cost=2, color="red", resources=resources, rest=[1, 2])["why"] == "no_color"
    assert ask("dragoborne", "pay", cost=2, color="red", resources=resources, rest=[0, 0])["why"] == "not_enough"
    assert ask("dragoborne", "pay", cost=1, color="red", resources=resources, rest=[0, 1])["why"] == "wrong_count"


@given(resource_lists, st.integers(0, 5), st.sampled_from(COLORS))
def test_what_can_be_paid_is_what_some_choice_of_resources_pays(resources, cost, color):
    price = Price(cost, color)
    payable = any(
        turn_rules.payment_objection(price, resources, chosen) is None
        for chosen in combinations(range(len(resources)), cost)
    )
    assert (turn_rules.price_objection(price, resources) is None) is payable
    if payable:
        assert turn_rules.payment_objection(price, resources, turn_rules.suggested_payment(price, resources)) is None


@given(resource_lists, st.integers(1, 5), st.sampled_from(COLORS))
def test_the_suggested_payment_leaves_as_many_colors_as_can_be(resources, cost, color):
    price = Price(cost, color)
    if turn_rules.price_objection(price, resources) is not None:
        return

    def left(chosen):
        return len({r.color for i, r in enumerate(resources) if i not in chosen and not r.rested})

    best = max(
        left(chosen)
        for chosen in combinations(range(len(resources)), cost)
        if turn_rules.payment_objection(price, resources, chosen) is None
    )
    assert left(turn_rules.suggested_payment(price, resources)) == best


@pytest.mark.parametrize(
    ("die", "fort", "why"),
    [
        ({"color": "blue", "value": 2}, {"color": "blue", "barriers": 1}, None),
        ({"color": "blue", "value": 2, "assigned": True}, {"color": "blue", "barriers": 1}, "already_assigned"),
        ({"color": "blue", "value": 2, "where": "discard"}, {"color": "blue", "barriers": 1}, "not_in_zone"),
        ({"color": "blue", "value": 2}, {"color": "red", "barriers": 1}, "color_mismatch"),
        ({"color": "blue", "value": 2}, {"color": "blue", "barriers": 0}, "fort_destroyed"),
    ],
)
def test_dragoshields(die, fort, why):
    answer = ask("dragoborne", "assign_shield", die=die, fort=fort)
    assert (answer["ok"], answer.get("why")) == (why is None, why)
    assert answer.get("dragoshield") == (2 if why is None else None)


def test_option_attack_destroyed_allows_a_shield_there_too():
    fields = {"die": {"color": "red", "value": 3}, "fort": {"color": "red", "barriers": 0}}
    assert not ask("dragoborne", "assign_shield", **fields)["ok"]
    assert ask("dragoborne", "assign_shield", **fields, attack_destroyed=True)["ok"]


def test_option_max_shields():
    fields = {"die": {"color": "red", "value": 3}, "fort": {"color": "red", "barriers": 2, "dragoshield": 5}}
    assert ask("dragoborne", "assign_shield", **fields)["ok"]
    assert ask("dragoborne", "assign_shield", **fields, max_shields=1)["why"] == "shield_there"


def test_a_second_die_on_a_creature_is_worth_a_warning():
    fields = {"die": {"color": "red", "value": 3}, "creature": {"atk": 2, "edr": 2, "die": "blue"}}
    answer = ask("dragoborne", "assign_cross", **fields)
    assert (answer["ok"], answer["atk"], answer["edr"], answer["warning"]) == (True, 3, 3, "one_boost")
    stacked = ask("dragoborne", "assign_cross", **fields, cross_stacks=True)
    assert (stacked["atk"], "warning" in stacked) == (4, False)


def test_rolling_brings_every_die_back():
    before = (
        DieAt("red", 1, "discard"),
        DieAt("red", 6, "shield", assigned=True),
        DieAt("blue", 2, "cross", assigned=True),
    )
    assert turn_rules.rolled(before, (4, 5, 6)) == (
        DieAt("red", 4),
        DieAt("red", 5),
        DieAt("blue", 6),
    )


@pytest.mark.parametrize(
    ("color", "low", "high", "active"),
    [("red", 1, 3, True), ("red", 4, 6, False), ("blue", 4, 6, True), ("green", 1, 6, False), ("white", 6, 6, True)],
)
def test_dice_conditions(color, low, high, active):
    shown = [
        {"color": "red", "value": 2, "where": "zone"},
        {"color": "blue", "value": 6, "where": "cross"},
        {"color": "green", "value": 5, "where": "discard"},
    ]
    assert ask("dragoborne", "dice_condition", dice=shown, color=color, lo=low, hi=high)["active"] is active


def test_a_die_by_the_words_of_the_rulebook():
    """Rulebook 001, The power of the dragoborne: dragoshields, dragocrosses, the dice zone; destroyed dice are
    discarded, with nothing left on them."""
    spent = {"color": "red", "value": 0, "where": "discard"}
    for where in ("dragocross", "cross:c1", "Dragoshield", "shield", None):
        die = {"color": "red", "value": 5, "where": where}
        assert ask("dragoborne", "dice_condition", dice=[spent, die], color="white", lo=4, hi=6)["active"]
    assert "where" in complaint("dragoborne", "dice_condition", dice=[spent | {"where": "pocket"}])


def test_option_dice_scope():
    shown = [{"color": "red", "value": 6, "where": "shield"}]
    assert ask("dragoborne", "dice_condition", dice=shown, color="red", lo=6, hi=6)["active"]
    assert not ask("dragoborne", "dice_condition", dice=shown, color="red", lo=6, hi=6, dice_scope="zone_only")[
        "active"
    ]


def test_setting_up_and_resources():
    assert ask("dragoborne", "setup", deck=60)["deck"] == 49
    assert ask("dragoborne", "setup", deck=12)["error"] == "deck_size"
    assert ask("dragoborne", "resources", player_first=False, own_turn=7)["resources"] == 10
    assert ask("dragoborne", "resources", player_first=True, own_turn=1)["resources"] == 3


@pytest.mark.parametrize(
    ("deck", "n", "lost", "left"), [(5, 5, False, 0), (5, 6, True, 5), (0, 1, True, 0), (3, 0, False, 3)]
)
def test_drawing(deck, n, lost, left):
    answer = ask("dragoborne", "draw", deck=deck, n=n)
    assert (answer["lost"], answer["deck"]) == (lost, left)


def test_summoning():
    assert ask("dragoborne", "summon", fort_creatures=["c1"])["creatures"] == 2
    assert ask("dragoborne", "summon", fort_creatures=["c1", "c2"])["choice"] == ["c1", "c2"]
    done = ask("dragoborne", "summon", fort_creatures=["c1", "c2"], card="n", discard="c1")
    assert (done["fort_creatures"], done["discarded"], done["destroyed_trigger"]) == (["c2", "n"], "c1", False)
    assert ask("dragoborne", "summon", fort_creatures=["c1", "c2"], discard="zz")["why"] == "bad_target"
    assert ask("dragoborne", "summon", fort_creatures=["c1"], discard="c1")["why"] == "bad_target"


def test_option_may_discard_new():
    fields = {"fort_creatures": ["c1", "c2"], "card": "n", "discard": "n"}
    assert ask("dragoborne", "summon", **fields)["why"] == "bad_target"
    done = ask("dragoborne", "summon", **fields, may_discard_new=True)
    assert (done["fort_creatures"], done["discarded"]) == (["c1", "c2"], "n")


def test_option_summoning_rest():
    assert not turn_rules.summon((), "n").rested
    assert turn_rules.summon((), "n", house=House(summoning_rest=True)).rested


def test_option_ambush_must_stand():
    assert turn_rules.ambush_objection(["red"], "blue", rested=False).code == "no_banner"
    assert turn_rules.ambush_objection(["red", "blue"], "blue", rested=True) is None
    must = House(ambush_must_stand=True)
    assert turn_rules.ambush_objection(["red", "blue"], "blue", rested=True, house=must).code == "ambush_rested"
    assert turn_rules.ambush_objection(["red", "blue"], "blue", rested=False, house=must) is None


@pytest.mark.parametrize(
    ("a", "b", "losers", "result", "winner"),
    [
        ([0, 0, 1], [0, 0, 0], ["B"], "win", "A"),
        ([0, 0, 0], [2, 2, 2], ["A"], "win", "B"),
        ([0, 0, 0], [0, 0, 0], ["A", "B"], "draw", None),
        ([1, 0, 0], [0, 4, 0], [], "continue", None),
    ],
)
def test_the_end_of_a_turn_looks_at_both_players(a, b, losers, result, winner):
    for active in ("A", "B"):
        answer = ask("dragoborne", "end_turn", active=active, barriers={"A": a, "B": b}, hand=9)
        assert (answer["losers"], answer["result"], answer["winner"]) == (losers, result, winner)
        assert answer["discard"] == 2


def test_legal_decks():
    cards = {f"card {i}": 4 for i in range(12)} | {"last": 2}
    fine = ask("dragoborne", "deck_check", cards=cards, dice=["red", "red", "blue"], banners=["blue", "red", "red"])
    assert (fine["ok"], fine["problems"]) == (True, [])
    wrong = ask(
        "dragoborne", "deck_check", cards={"a": 5, "b": 4}, dice=["red", "blue"], banners=["red", "red", "blue"]
    )
    assert [one["code"] for one in wrong["problems"]] == [
        "deck_size", "too_many_copies", "dice_count", "banner_mismatch",
    ]  # fmt: skip
    assert "a is in it 5 times" in wrong["problems"][1]["text"]


@pytest.mark.parametrize(
    ("op", "fields", "word"),
    [
        ("pay", {"cost": "x", "resources": []}, "cost: expected a whole number"),
        ("pay", {"cost": 1, "resources": [{"rested": True}]}, "resources[0].color: is missing"),
        ("dice_condition", {"dice": [{"color": "red", "value": 7}]}, "dice[0].value: 7 is outside 1 to 6"),
        ("end_turn", {"barriers": {"A": 3}}, "barriers.A: expected a list"),
        ("end_turn", {"barriers": {"A": [1], "B": None}}, "barriers.B: is missing"),
        ("end_turn", {"barriers": {"A": [], "B": [1]}}, "barriers.A: is missing"),
        ("end_turn", {"barriers": {"A": [1]}, "active": "Z"}, "active"),
        ("resources", {}, "own_turn: is missing"),
        ("summon", {"fort_creatures": ["a", "b", "c"]}, "fort_creatures: has 3 entries"),
    ],
)
def test_bad_input_names_the_field(op, fields, word):
    assert word in complaint("dragoborne", op, **fields)

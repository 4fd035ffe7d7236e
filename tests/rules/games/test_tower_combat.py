"""Battles in Attack at the Tower: powers, pools, assignments, what is left, and the suggestion of the auto button."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from calculator_calls import ask, complaint
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import games
from rules.games.tower import combat_rules
from rules.games.tower.combat_rules import Battle, Orders, Troop, orders_objection
from rules.games.tower.house_rules import AS_WRITTEN, OPTIONS, House

KINDS = tuple(combat_rules.POWERS)


def troops(prefix: str, *kinds: str) -> list[dict[str, str]]:
    return [{"id": f"{prefix}{i}", "kind": kind} for i, kind in enumerate(kinds)]


def battle(att: tuple[str, ...], deff: tuple[str, ...], bases: int = 0, **more: Any) -> dict[str, Any]:
    fields = {
        "attackers": troops("a", *att),
        "defenders": troops("d", *deff),
        "bases": [f"b{i}" for i in range(bases)],
        "assign": {},
    }
    return dict(ask("tower", "combat", **(fields | more)))


def test_damage_left_empty_is_not_dealt():
    dealt = battle(("troll",), ("elf", "elf"), assign={"regular": {"att": {"d0": 1, "d1": None}, "def": {"a0": None}}})
    assert dealt["destroyed"] == ["d0"]


def test_nobody_attacks_without_troops():
    """Rulebook 002, Instructions: the troops of a territory are what attacks."""
    assert battle((), ("elf",))["error"] == "no_troops"
    assert complaint("tower", "combat", defenders=troops("d", "elf")) == "attackers: is missing"


def test_powers_are_those_of_the_printed_bases():
    for card in games.deck("tower").cards:
        troop = card["recruits"]
        if troop:
            assert combat_rules.POWERS[str(troop)] == card["power"]
        if card["kind"] == "base":
            assert card["base_power"] == combat_rules.BASE_POWER
            assert ("initiative" in card.words("keywords")) is (troop in combat_rules.INITIATIVE)
            assert ("artillery" in card.words("keywords")) is (troop in combat_rules.ARTILLERY)


def test_the_house_defaults_are_the_options_defaults():
    assert House(**{option.id: option.default for option in OPTIONS}) == AS_WRITTEN


@pytest.mark.parametrize(
    ("att", "deff", "bases", "init", "regular"),
    [
        (("elf", "elf"), ("troll",), 1, [0, 0], [2, 0, 6]),
        (("druid", "dragon", "spiderrider"), ("druid", "druid", "troll"), 2, [1, 2], [3, 4, 10]),
        (("dragon",), ("elf",), 1, [0, 0], [0, 4, 5]),
        (("treant",), ("elf",), 0, [0, 0], [7, 0, 1]),
        (("elf",), ("dragon",), 3, [0, 0], [1, 0, 12]),
    ],
)
def test_pools(att, deff, bases, init, regular):
    answer = battle(att, deff, bases)
    assert (answer["init_totals"], answer["regular_totals"]) == (init, regular)
    assert (answer["destroyed"], answer["cleared"]) == ([], False)


def test_an_empty_territory_is_cleared_from_the_start():
    assert battle(("elf",), ())["cleared"]


def test_a_battle_with_every_kind_of_damage():
    answer = battle(
        ("spiderrider", "dragon", "druid"),
        ("troll", "druid"),
        1,
        assign={
            "initiative": {"att": {"d1": 1}, "def": {"a2": 1}},
            "regular": {"att": {"d0": 3}, "siege": {"b0": 4}, "def": {"a0": 3, "a1": 3}},
        },
    )
    assert (answer["init_totals"], answer["regular_totals"]) == ([1, 1], [3, 4, 6])
    assert answer["destroyed"] == ["a0", "a2", "b0", "d0", "d1"]
    assert (answer["survivors"], answer["cleared"], answer["can_clear"]) == (["a1"], True, True)


def test_a_base_destroyed_in_the_initiative_step_does_not_strike():
    answer = battle(("druid",) * 4, (), 1, assign={"initiative": {"att": {"b0": 4}}})
    assert (answer["init_totals"], answer["regular_totals"], answer["cleared"]) == ([4, 0], [0, 0, 0], True)


def test_siege_ability_damages_troops_at_the_moment_of_the_pools():
    answer = battle(("dragon", "dragon"), ("elf", "troll", "spiderrider"), 1, abilities={"att": ["siege"]})
    assert answer["regular_totals"] == [0, 8, 10]
    assert (answer["destroyed"], answer["cleared"]) == (["d0", "d1"], False)


def test_siege_ability_opens_the_way_for_the_artillery():
    answer = battle(
        ("dragon", "dragon"),
        ("elf", "troll"),
        2,
        abilities={"att": ["siege"]},
        assign={"regular": {"siege": {"b0": 4, "b1": 4}}},
    )
    assert (answer["destroyed"], answer["cleared"]) == (["b0", "b1", "d0", "d1"], True)


def test_cavalry_takes_power_and_toughness_while_a_rider_fights():
    answer = battle(
        ("spiderrider",),
        ("troll", "troll", "elf"),
        0,
        abilities={"att": ["cavalry"]},
        assign={"regular": {"att": {"d0": 1, "d1": 1, "d2": 1}, "def": {"a0": 2}}},
    )
    assert (answer["regular_totals"], answer["destroyed"]) == ([3, 0, 2], ["d0", "d1", "d2"])


def test_cavalry_leaves_bases_and_the_palace_alone():
    answer = battle(("spiderrider",), (), 2, abilities={"att": ["cavalry", "cavalry"]})
    assert answer["regular_totals"] == [3, 0, 8]


def test_damage_equal_to_the_power_is_enough_and_more_is_lost():
    for points, gone in ((1, []), (2, ["d0"]), (3, ["d0"])):
        assert battle(("spiderrider",), ("troll",), assign={"regular": {"att": {"d0": points}}})["destroyed"] == gone


def test_damage_on_a_troop_that_fell_before_is_allowed_and_lost():
    assign = {"initiative": {"att": {"d0": 1}}, "regular": {"att": {"d0": 2}}}
    assert battle(("druid", "troll"), ("elf",), assign=assign)["destroyed"] == ["d0"]


@pytest.mark.parametrize(
    ("assign", "code"),
    [
        ({"regular": {"att": {"d0": 1, "b0": 2}}}, "defended"),
        ({"regular": {"att": {"d0": 4}}}, "over_assigned"),
        ({"regular": {"siege": {"d0": 2}}}, "artillery_cannot_hit_troops"),
        ({"regular": {"siege": {"b0": 4}}}, "defended"),
        ({"regular": {"def": {"a0": 7}}}, "over_assigned"),
        ({"regular": {"def": {"d0": 1}}}, "bad_target"),
        ({"regular": {"att": {"a1": 1}}}, "bad_target"),
        ({"regular": {"att": {"palace": 1}}}, "bad_target"),
        ({"initiative": {"att": {"d0": 1}}}, "over_assigned"),
    ],
)
def test_what_refuses_an_assignment(assign, code):
    answer = battle(("spiderrider", "dragon"), ("troll",), 1, assign=assign)
    assert answer["error"] == code
    assert answer["rule"].startswith("Attack at the Tower rulebook")


def test_overflow_needs_lethal_damage_on_every_troop():
    fine = {"regular": {"att": {"d0": 2, "d1": 1, "b0": 0}, "siege": {"b0": 4}}}
    assert battle(("spiderrider", "dragon"), ("troll", "elf"), 1, assign=fine)["cleared"]


def test_the_palace_strikes_for_ten_and_falls_at_ten():
    assign = {"regular": {"att": {"d0": 7, "palace": 2}, "siege": {"palace": 8}}}
    answer = battle(("spiderrider",) * 3 + ("dragon",) * 2, ("treant",), palace=True, assign=assign)
    assert (answer["regular_totals"], answer["palace_destroyed"], answer["cleared"]) == ([9, 8, 17], True, True)
    short = battle(("treant",), (), palace=True, assign={"regular": {"att": {"palace": 7}}})
    assert (short["palace_destroyed"], short["cleared"]) == (False, False)


def test_option_base_overflow():
    assign = {"regular": {"att": {"d0": 2, "b0": 4}}}
    assert battle(("spiderrider",) * 2, ("troll",), 1, assign=assign)["cleared"]
    strict = battle(("spiderrider",) * 2, ("troll",), 1, assign=assign, base_overflow=False)
    assert strict["error"] == "defended"
    # What fell in the initiative step no longer defends in the regular one.
    later = {"initiative": {"att": {"d0": 1}}, "regular": {"att": {"b0": 4}}}
    answer = battle(("druid", "spiderrider", "elf"), ("elf",), 1, assign=later, base_overflow=False)
    assert answer["cleared"]


def test_option_zero_power_dies():
    fields = {"abilities": {"def": ["cavalry"]}, "assign": {}}
    kept = battle(("elf", "troll"), ("spiderrider",), **fields)
    assert (kept["regular_totals"], kept["destroyed"]) == ([1, 0, 3], [])
    assert battle(("elf", "troll"), ("spiderrider",), **fields, zero_power_dies=True)["destroyed"] == ["a0"]


def test_option_stack_abilities():
    fields = {"abilities": {"att": ["cavalry", "cavalry", "light", "light"]}}
    assert battle(("spiderrider", "elf"), ("dragon", "troll"), 0, **fields)["regular_totals"][2] == 0
    assert battle(("spiderrider", "elf"), ("treant",), 0, **fields)["regular_totals"][2] == 5
    assert battle(("spiderrider", "elf"), ("treant",), 0, **fields, stack_abilities=False)["regular_totals"][2] == 6
    assert battle(("elf",), (), 0, **fields)["init_totals"] == [2, 0]


def test_option_abilities_mid_combat():
    fields = {
        "abilities": {"att": ["cavalry"]},
        "assign": {"initiative": {"def": {"a0": 3}}},
    }
    fixed = battle(("spiderrider", "elf"), ("druid",) * 3 + ("troll",), **fields)
    assert fixed["init_totals"] == [0, 0]  # each druid is down to nothing, so nobody dies
    fields["assign"] = {"initiative": {"def": {"a0": 3}}}
    fields["abilities"] = {"att": ["cavalry"], "def": ["light"]}
    fixed = battle(("spiderrider", "elf"), ("elf",) * 3 + ("troll",), **fields)
    assert (fixed["init_totals"], fixed["regular_totals"]) == ([0, 3], [1, 0, 1])
    fresh = battle(("spiderrider", "elf"), ("elf",) * 3 + ("troll",), **fields, abilities_mid_combat=True)
    assert (fresh["init_totals"], fresh["regular_totals"]) == ([0, 3], [1, 0, 2])


def test_whoever_struck_first_does_not_strike_again_when_powers_are_read_anew():
    answer = battle(
        ("elf", "druid"), ("treant",), abilities_mid_combat=True, abilities_regular={"att": ["light"]}, assign={}
    )
    assert (answer["init_totals"], answer["regular_totals"]) == ([1, 0], [2, 0, 7])


battles = st.builds(
    lambda att, deff, bases, palace, own, other: replace(
        combat_rules.muster(
            [Troop(f"a{i}", kind) for i, kind in enumerate(att)],
            [Troop(f"d{i}", kind) for i, kind in enumerate(deff)],
            (own, other),
        ),
        bases=tuple(f"b{i}" for i in range(bases)),
        palace=palace,
    ),
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=6),
    st.lists(st.sampled_from(KINDS), max_size=5),
    st.integers(0, 3),
    st.booleans(),
    st.lists(st.sampled_from(("light", "cavalry", "siege")), max_size=3),
    st.lists(st.sampled_from(("light", "cavalry", "siege")), max_size=3),
)
houses = st.builds(House, base_overflow=st.booleans())


@given(battles, houses)
def test_the_suggestion_is_always_allowed_and_clears_whenever_that_can_be(battle, house):
    early = combat_rules.suggested_orders(battle, "initiative", {}, house)
    assert orders_objection(battle, "initiative", {}, early, house) is None
    damage = combat_rules.strike(battle, "initiative", {}, early)
    late = combat_rules.suggested_orders(battle, "regular", damage, house)
    assert orders_objection(battle, "regular", damage, late, house) is None
    after = combat_rules.aftermath(battle, combat_rules.strike(battle, "regular", damage, late))
    assert after.cleared is combat_rules.can_clear(battle, damage, house)


@given(battles, houses)
def test_more_than_the_pool_is_never_allowed(battle, house):
    pool = combat_rules.pools(battle, "regular", {})
    for target in [*battle.defenders][:1]:
        orders = Orders({target.id: pool.att + 1}, {}, {})
        assert orders_objection(battle, "regular", {}, orders, house).code == "over_assigned"
    for target in [*battle.attackers][:1]:
        orders = Orders({}, {}, {target.id: pool.deff + 1})
        assert orders_objection(battle, "regular", {}, orders, house).code == "over_assigned"


def splits(total: int, names: tuple[str, ...]):
    """Every way to hand out at most ``total`` points."""
    if not names:
        yield {}
        return
    for points in range(total + 1):
        for rest in splits(total - points, names[1:]):
            yield {names[0]: points} | rest


def clearable_by_trying(battle: Battle) -> bool:
    """Whether any split of both pools clears the territory."""
    pool = combat_rules.pools(battle, "regular", {})
    walls = tuple(battle.structures)
    names = (*(one.id for one in battle.defenders), *walls)
    for att, siege in product(splits(pool.att, names), splits(pool.siege, walls)):
        orders = Orders(att, siege, {})
        if orders_objection(battle, "regular", {}, orders) is None:
            damage = combat_rules.strike(battle, "regular", {}, orders)
            if combat_rules.aftermath(battle, damage).cleared:
                return True
    return False


small = st.builds(
    lambda att, deff, bases: replace(
        combat_rules.muster(
            [Troop(f"a{i}", kind) for i, kind in enumerate(att)],
            [Troop(f"d{i}", kind) for i, kind in enumerate(deff)],
        ),
        bases=tuple(f"b{i}" for i in range(bases)),
    ),
    st.lists(st.sampled_from(("elf", "troll", "spiderrider", "dragon")), min_size=1, max_size=3),
    st.lists(st.sampled_from(("elf", "troll")), max_size=2),
    st.integers(0, 2),
)


@settings(max_examples=60, deadline=None)
@given(small)
def test_the_feasibility_formula_agrees_with_trying_every_split(battle):
    assert combat_rules.can_clear(battle, {}) is clearable_by_trying(battle)


def test_the_suggestion_as_a_calculator():
    answer = ask(
        "tower",
        "suggest",
        attackers=troops("a", "spiderrider", "dragon", "elf"),
        defenders=troops("d", "troll", "elf"),
        bases=["b0"],
    )
    assert answer["regular"] == {"att": {"d0": 2, "d1": 1}, "siege": {"b0": 4}, "def": {"a0": 3, "a1": 4}}
    assert answer["can_clear"]
    answer = battle(("spiderrider", "dragon", "elf"), ("troll", "elf"), 1, assign={"regular": dict(answer["regular"])})
    assert answer["cleared"]


def test_the_suggestion_takes_the_most_striking_power_away():
    field = combat_rules.muster(
        [Troop("a0", "treant")], [Troop("d0", "dragon"), Troop("d1", "spiderrider"), Troop("d2", "dragon")]
    )
    orders = combat_rules.suggested_orders(field, "regular", {})
    assert sum(orders.att.values()) == 7
    assert set(orders.att) in ({"d0", "d1"}, {"d1", "d2"})


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"attackers": [{"id": "a", "kind": "ogre"}]}, "attackers[0].kind"),
        ({"attackers": [{"kind": "elf"}]}, "attackers[0].id: is missing"),
        ({"attackers": troops("a", "elf"), "defenders": troops("a", "elf")}, 'the id "a0" appears twice'),
        ({"attackers": troops("a", "elf"), "abilities": {"att": ["magic"]}}, "abilities.att[0]"),
        ({"attackers": troops("a", "elf"), "assign": {"regular": {"att": {"d0": -1}}}}, "assign.regular.att.d0"),
        ({"attackers": troops("a", "elf"), "assign": {"regular": {"att": [1]}}}, "assign.regular.att: expected an obj"),
        ({"attackers": 3}, "attackers: expected a list"),
    ],
)
def test_bad_input_names_the_field(fields, word):
    assert word in complaint("tower", "combat", **fields)

"""One attack in Dragoborne: forts, dragoshields, blockers, Assassin, Deadly, Invade, Immune, house rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from calculator_calls import ask, complaint
from hypothesis import given
from hypothesis import strategies as st

from rules.games.dragoborne import combat_rules
from rules.games.dragoborne.combat_rules import Fighter, FortUnderAttack
from rules.games.dragoborne.house_rules import AS_WRITTEN, OPTIONS, House

creatures = st.builds(
    Fighter,
    id=st.just("a"),
    atk=st.integers(0, 9),
    edr=st.integers(1, 9),
    damage=st.just(0),
    dice=st.integers(0, 2),
    deadly=st.booleans(),
    rested=st.booleans(),
)


def attack(attacker: dict[str, Any], fort: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    fields = {"attacker": attacker, **more}
    if fort is not None or "assassin_target" not in more:
        fields["fort"] = {"color": "blue", "barriers": 3, "dragoshield": None, "creatures": []} | (fort or {})
    return dict(ask("dragoborne", "attack", **fields))


def test_the_house_defaults_are_the_options_defaults():
    assert House(**{option.id: option.default for option in OPTIONS}) == AS_WRITTEN


@pytest.mark.parametrize(("atk", "left"), [(0, 3), (1, 2), (4, 2), (99, 2)])
def test_an_unblocked_attack_takes_one_barrier_whatever_the_atk(atk, left):
    answer = attack({"atk": atk, "edr": 4})
    assert (answer["barriers"], answer["fort_damage"], answer["blocked_by"]) == (left, 3 - left, None)
    assert answer["attacker_rested"]


def test_the_last_barrier_destroys_the_fort():
    answer = attack({"atk": 2, "edr": 4}, {"barriers": 1})
    assert (answer["barriers"], answer["fort_destroyed"]) == (0, True)


@pytest.mark.parametrize(
    ("shield", "atk", "left", "gone"), [(6, 2, 4, False), (3, 3, 0, True), (2, 9, 0, True), (5, 0, 5, False)]
)
def test_a_dragoshield_swallows_everything(shield, atk, left, gone):
    answer = attack({"atk": atk, "edr": 1}, {"dragoshield": shield})
    assert (answer["dragoshield"], answer["dragoshield_destroyed"]) == (left, gone)
    assert (answer["barriers"], answer["attacker_damage"], answer["attacker_destroyed"]) == (3, 0, False)


def test_of_several_dragoshields_the_defender_chooses_one():
    assert attack({"atk": 1, "edr": 1}, {"dragoshield": [6, 2]}, shield=1)["dragoshield"] == 1
    assert attack({"atk": 1, "edr": 1}, {"dragoshield": [6, 2]})["dragoshield"] == 5


def test_damage_of_earlier_battles_stays_until_the_turn_ends():
    answer = attack(
        {"atk": 3, "edr": 6, "damage": 4}, {"creatures": [{"id": "q", "atk": 2, "edr": 9, "damage": 5}]}, block="q"
    )
    assert (answer["attacker_damage"], answer["attacker_destroyed"]) == (6, True)
    assert (answer["blocker_damage"], answer["blocker_destroyed"]) == (8, False)


def test_deadly_works_with_one_damage_and_not_with_none():
    big = {"id": "q", "atk": 0, "edr": 9}
    assert attack({"atk": 1, "edr": 1, "deadly": True}, {"creatures": [big]}, block="q")["blocker_destroyed"]
    assert not attack({"atk": 0, "edr": 1, "deadly": True}, {"creatures": [big]}, block="q")["blocker_destroyed"]
    crossed = attack({"atk": 0, "edr": 1, "deadly": True, "die": "red"}, {"creatures": [big]}, block="q")
    assert crossed["blocker_destroyed"]


def test_a_deadly_blocker_without_atk_kills_nothing():
    wall = {"id": "q", "atk": 0, "edr": 5, "deadly": True}
    assert not attack({"atk": 1, "edr": 1}, {"creatures": [wall]}, block="q")["attacker_destroyed"]


@pytest.mark.parametrize(
    ("fort", "more", "code"),
    [
        ({}, {"turn": 1}, "no_combat_turn_1"),
        ({"barriers": 0}, {}, "fort_destroyed"),
        ({"dragoshield": 1, "creatures": [{"id": "q", "atk": 1, "edr": 1}]}, {"block": "q"}, "dragoshield_blocks"),
        ({"creatures": [{"id": "q", "atk": 1, "edr": 1}]}, {"block": "z"}, "blocker_not_at_fort"),
        ({"creatures": [{"id": "q", "atk": 1, "edr": 1, "rested": True}]}, {"block": "q"}, "blocker_rested"),
        ({"creatures": [{"id": "q", "atk": 1, "edr": 1}]}, {"block": "q"}, "invade"),
    ],
)
def test_what_refuses_an_attack_or_a_block(fort, more, code):
    answer = attack({"atk": 2, "edr": 2, "invade": ["blue", "green"]}, fort, **more)
    assert answer["error"] == code
    assert answer["text"].endswith(".")
    assert answer["rule"].startswith("Dragoborne rulebook")


def test_invade_of_another_color_lets_creatures_block():
    fort = {"color": "red", "creatures": [{"id": "q", "atk": 1, "edr": 1}]}
    assert attack({"atk": 2, "edr": 2, "invade": ["blue"]}, fort, block="q")["blocked_by"] == "q"


def test_assassin_passes_the_shield_and_the_target_stays_at_rest():
    target = {"id": "q", "atk": 2, "edr": 2, "rested": True, "color": "green"}
    answer = attack({"atk": 2, "edr": 3, "assassin": {"color": "green"}}, {"dragoshield": 4}, assassin_target=target)
    assert (answer["blocked_by"], answer["blocker_destroyed"], answer["attacker_damage"]) == ("q", True, 2)
    assert (answer["dragoshield"], answer["barriers"], answer["target_rested"]) == (4, 3, True)


@pytest.mark.parametrize(
    ("assassin", "target", "code"),
    [
        (None, {"rested": True, "color": "green"}, "no_assassin"),
        ({}, {"rested": True, "color": "green"}, "no_assassin"),
        ({"color": "green"}, {"rested": False, "color": "green"}, "target_standing"),
        ({"color": "green"}, {"rested": True, "color": "red", "trait": "elf"}, "target_mismatch"),
        ({"trait": "elf"}, {"rested": True, "color": "red", "traits": ["orc"]}, "target_mismatch"),
    ],
)
def test_what_refuses_assassin(assassin, target, code):
    answer = attack(
        {"atk": 2, "edr": 3, "assassin": assassin}, assassin_target={"id": "q", "atk": 1, "edr": 1} | target
    )
    assert answer["error"] == code


def test_assassin_by_trait_finds_one_of_several_traits():
    target = {"id": "q", "atk": 1, "edr": 1, "rested": True, "traits": ["Wizard", "Elf"]}
    assert attack({"atk": 2, "edr": 3, "assassin": {"trait": "elf"}}, assassin_target=target)["target_destroyed"]


def test_nothing_else_blocks_an_assassin():
    """Rulebook 001, Assassin: the attacked creature is the blocker; no other creature, no dragoshield. A block that is
    named changes nothing and is spoken of; of the fort nothing needs to be told.
    """
    target = {"id": "q", "atk": 1, "edr": 2, "rested": True, "color": "green"}
    attacker = {"atk": 2, "edr": 3, "assassin": {"color": "green"}}
    fort = {"color": "blue", "dragoshield": 4, "creatures": [{"id": "c", "atk": 9, "edr": 9}]}
    answer = ask("dragoborne", "attack", attacker=attacker, fort=fort, assassin_target=target, block="c")
    assert (answer["blocked_by"], answer["attacker_damage"], answer["target_destroyed"]) == ("q", 1, True)
    assert "nothing else may block" in answer["note"]
    assert "note" not in attack(attacker, assassin_target=target, block="q")


def test_keywords_name_colours_and_traits_as_a_list_or_an_object():
    target = {"id": "q", "atk": 0, "edr": 2, "rested": True, "color": "green", "immune": {"color": "red"}}
    attacker = {"atk": 2, "edr": 3, "color": "red", "die": {"color": "blue", "value": 3}}
    for assassin in ({"color": "green"}, ["green"], "green"):
        answer = attack(attacker | {"assassin": assassin}, assassin_target=target)
        assert (answer["target_destroyed"], answer["target_damage"]) == (True, 3)
    refused = attack(attacker | {"assassin": ["green"]}, assassin_target=target, immune_stops_assassin=True)
    assert refused["error"] == "immune"


def test_immune_stops_spells_and_abilities_but_not_combat():
    immune = {"id": "q", "atk": 0, "edr": 4, "immune": ["red"]}
    spell = ask("dragoborne", "effect", source={"color": "red"}, target=immune, n=9)
    assert (spell["ok"], spell["why"]) == (False, "immune")
    assert ask("dragoborne", "effect", source={"color": "blue"}, target=immune, n=4)["destroyed"]
    fight = attack({"atk": 1, "edr": 1, "color": "red", "deadly": True}, {"creatures": [immune]}, block="q")
    assert fight["blocker_destroyed"]  # DB-R18


def test_effects_on_forts_and_dragoshields():
    fort = ask("dragoborne", "effect", barriers=2, n=3)
    assert (fort["barriers"], fort["fort_damage"], fort["fort_destroyed"]) == (0, 2, True)
    shield = ask("dragoborne", "effect", dragoshield=4, n=1)
    assert (shield["dragoshield"], shield["dragoshield_destroyed"]) == (3, False)


def test_a_fallen_edr_destroys_at_once():
    hurt = Fighter("q", 2, 3, damage=3, dice=1)
    assert not combat_rules.destroyed(hurt)
    assert combat_rules.destroyed(replace(hurt, dice=0))  # DB-R14


def test_option_no_combat_turns():
    attacker = {"atk": 1, "edr": 1}
    assert "error" not in attack(attacker, {}, turn=2)
    assert attack(attacker, {}, turn=2, no_combat_turns=2)["error"] == "no_combat_turn_1"
    assert "error" not in attack(attacker, {}, turn=3, options={"no_combat_turns": 2})


def test_option_attack_destroyed():
    assert attack({"atk": 1, "edr": 1}, {"barriers": 0})["error"] == "fort_destroyed"
    allowed = attack({"atk": 1, "edr": 1}, {"barriers": 0}, attack_destroyed=True)
    assert (allowed["fort_damage"], allowed["barriers"]) == (0, 0)


def test_option_cross_stacks():
    fort = {"creatures": [{"id": "q", "atk": 0, "edr": 9}]}
    twice = {"atk": 1, "edr": 1, "die": ["red", "blue"]}
    assert attack(twice, fort, block="q")["blocker_damage"] == 2
    assert attack(twice, fort, block="q", cross_stacks=True)["blocker_damage"] == 3


def test_option_immune_stops_assassin():
    attacker = {"atk": 2, "edr": 3, "color": "black", "assassin": {"color": "green"}}
    target = {"id": "q", "atk": 1, "edr": 1, "rested": True, "color": "green", "immune": ["black"]}
    assert attack(attacker, assassin_target=target)["target_destroyed"]
    assert attack(attacker, assassin_target=target, immune_stops_assassin=True)["error"] == "immune"


@given(creatures, creatures.map(lambda one: replace(one, id="b")))
def test_a_fight_is_the_same_seen_from_both_sides(one, other):
    here, there = combat_rules.fight(one, other), combat_rules.fight(other, one)
    assert (here.attacker_damage, here.attacker_destroyed) == (there.blocker_damage, there.blocker_destroyed)


@given(creatures, st.integers(1, 9), st.lists(st.integers(1, 6), max_size=2), st.booleans())
def test_an_attack_changes_one_thing_only(attacker, barriers, shields, blocks):
    blocker = Fighter("b", 1, 3)
    fort = FortUnderAttack("red", barriers, tuple(shields), (blocker,))
    done = combat_rules.attack(attacker, fort, "b" if blocks else None)
    if shields:
        assert done.shield is not None
        assert (done.fight, done.fort_damage) == (None, 0)
        assert done.shield.value == max(0, shields[0] - combat_rules.power(attacker))
    elif blocks:
        assert (done.blocked_by, done.shield, done.fort_damage) == ("b", None, 0)
    else:
        assert done.fort_damage == (1 if combat_rules.power(attacker) else 0)


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"attacker": {"atk": 1}, "fort": {"barriers": 1}}, "attacker.edr: is missing"),
        ({"attacker": {"atk": "two", "edr": 1}, "fort": {"barriers": 1}}, "attacker.atk: expected a whole number"),
        ({"attacker": {"atk": 1, "edr": 1}}, "fort: is missing"),
        ({"attacker": {"atk": 1, "edr": 1}, "fort": {"barriers": -1}}, "fort.barriers: -1 is outside"),
        ({"attacker": {"atk": 1, "edr": 1}, "fort": {"barriers": 1, "dragoshield": 7}}, "fort.dragoshield"),
        ({"attacker": {"atk": 1, "edr": 1}, "fort": {"barriers": 1, "creatures": [{"id": "c"}]}}, "creatures[0].atk"),
        ({"attacker": {"atk": 1, "edr": 1}, "fort": {"barriers": 1}, "cross_stacks": "yes"}, "cross_stacks"),
        ({"attacker": {"atk": 1, "edr": 1}, "fort": {"barriers": 1}, "options": {"luck": 1}}, "options.luck"),
    ],
)
def test_bad_input_names_the_field(fields, word):
    assert word in complaint("dragoborne", "attack", **fields)

"""Combat in Dragon Breeds: blocks, fireballs, ambushes, damage, and who is unblocked when it counts."""

from __future__ import annotations

from typing import Any

import pytest
from calculator_calls import ask, complaint
from hypothesis import given
from hypothesis import strategies as st

from rules.games.breeds import combat_rules
from rules.games.breeds.combat_rules import Dragon, Field, Shot
from rules.games.breeds.game import GAME
from rules.games.breeds.house_rules import AS_WRITTEN, House


def dragons(**svs: int) -> dict[str, Any]:
    return {name: {"sv": sv} for name, sv in svs.items()}


def fight(**fields: Any) -> dict[str, Any]:
    return dict(ask("breeds", "combat", **fields))


def test_the_house_defaults_are_the_options_defaults():
    assert House(**{option.id: option.default for option in GAME.info.options}) == AS_WRITTEN


def test_unblocked_dragons_hit_the_player_with_bonus():
    answer = fight(attackers={"x": {"sv": 2, "bonus": 3}, "y": {"sv": 4}, "z": {"sv": 1, "bonus": -5}})
    assert (answer["player_damage"], answer["unblocked"], answer["combat_kills"]) == (9, ["x", "y", "z"], [])


def test_a_target_left_empty_is_still_asked_for():
    """Rulebook 003, Blocked attacking dragons: the attacker chooses; null is no choice."""
    fields = {"attackers": dragons(x=4), "blockers": dragons(p=2, q=2), "blocks": {"p": "x", "q": "x"}}
    assert fight(**fields, targets={"x": None})["choice"] == {"attacker": "x", "candidates": ["p", "q"]}


def test_blocks_kills_and_who_returns():
    answer = fight(
        attackers=dragons(x=4, y=2, z=3),
        blockers=dragons(p=1, q=5) | {"r": {"sv": 3, "token": True}},
        blocks={"p": "x", "q": "y", "r": "x"},
        targets={"x": "p"},
    )
    assert (answer["player_damage"], answer["unblocked"]) == (3, ["z"])
    assert answer["combat_kills"] == ["p", "x", "y"]
    assert answer["killers"] == {"x": ["p", "r"], "y": ["q"]}
    assert (answer["blockers_return_to_hand"], answer["blockers_return_to_token_area"]) == (["q"], ["r"])


def test_the_question_comes_before_the_damage_and_only_for_living_blockers():
    fields = {"attackers": dragons(x=4), "blockers": dragons(p=2, q=2, r=1), "blocks": {"p": "x", "q": "x", "r": "x"}}
    answer = fight(**fields, fireballs={"att": ["r"]})
    assert answer["choice"] == {"attacker": "x", "candidates": ["p", "q"]}
    assert "combat_kills" not in answer
    done = fight(**fields, fireballs={"att": ["r", "q", "q"]})
    assert (done["fireball_kills"], done["combat_kills"]) == (["q", "r"], ["p"])


def test_several_questions_come_in_the_order_of_attack():
    answer = fight(
        attackers=dragons(z=9, x=9),
        blockers=dragons(a=1, b=1, c=1, d=1),
        blocks={"a": "x", "b": "x", "c": "z", "d": "z"},
    )
    assert [one["attacker"] for one in answer["choices"]] == ["z", "x"]


@pytest.mark.parametrize(
    ("fireballs", "damage", "kills"),
    [
        ({"def": ["x"]}, 3, []),
        ({"def": ["x", "y"]}, 2, []),
        ({"def": ["y", "y", "y"]}, 0, ["y"]),
        ({"def": [{"target": "y", "amount": 2}]}, 1, []),
        ({"def": [{"target": "x", "amount": 5}]}, 3, ["x"]),
        ({"att": ["p"]}, 5, ["p"]),
        ({"att": ["p"], "def": ["x", "x", "y"]}, 2, ["p", "x"]),
    ],
)
def test_fireballs_reduce_sv_and_with_it_damage(fireballs, damage, kills):
    answer = fight(attackers=dragons(x=2, y=3), blockers=dragons(p=1), blocks={"p": "x"}, fireballs=fireballs)
    assert (answer["player_damage"], answer["fireball_kills"]) == (damage, kills)


def test_a_killed_attacker_leaves_its_blocker_whole():
    answer = fight(attackers=dragons(x=1), blockers=dragons(p=1), blocks={"p": "x"}, fireballs={"def": ["x"]})
    assert (answer["player_damage"], answer["unblocked"], answer["combat_kills"]) == (0, [], [])
    assert answer["blockers_return_to_hand"] == ["p"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"fireballs": {"att": ["x"]}}, "bad_fireball_target"),
        ({"fireballs": {"def": ["p"]}}, "bad_fireball_target"),
        ({"fireballs": {"att": ["nobody"]}}, "bad_fireball_target"),
        ({"fireballs": {"att": ["p", "p", "p"]}}, "bad_fireball_target"),
        ({"targets": {"x": "q"}}, "bad_target"),
        ({"targets": {"y": "p"}}, "bad_target"),
        ({"blocks": {"p": "nobody", "q": "y"}}, "bad_target"),
        ({"blocks": {"q": "y"}}, "bad_target"),
        ({"fireballs": {"def": [{"target": "x", "ambush": True}]}}, "ambush_on_defense"),
        ({"own_dragons": True}, "own_dragon"),
    ],
)
def test_what_is_refused(fields, code):
    base = {"attackers": dragons(x=3, y=3), "blockers": dragons(p=2, q=2), "blocks": {"p": "x", "q": "y"}}
    answer = fight(**(base | fields))
    assert answer["error"] == code
    assert answer["rule"].startswith("Dragon Breeds rulebook")


def test_a_dragon_that_hits_although_blocked():
    answer = fight(
        attackers={"x": {"sv": 3, "bonus": 1, "hits_player_when_blocked": True}},
        blockers=dragons(p=9),
        blocks={"p": "x"},
    )
    assert (answer["player_damage"], answer["unblocked"], answer["combat_kills"]) == (4, [], ["x"])


def test_a_dragon_of_sv_0_dies_of_damage_only():
    fields = {"attackers": dragons(x=0), "blockers": {"p": {"sv": 0}, "q": {"sv": 2}}}
    assert fight(**fields, blocks={"p": "x", "q": "x"}, targets={"x": "p"})["combat_kills"] == ["x"]


def test_an_ambush_hits_like_a_fireball_and_does_not_attack():
    fields = {
        "attackers": dragons(x=2),
        "blockers": dragons(p=3),
        "blocks": {"p": "x"},
        "ambushes": [{"id": "z", "sv": 4, "target": "p", "value": 3}],
    }
    answer = fight(**fields)
    assert (answer["fireball_kills"], answer["player_damage"]) == (["p"], 2)


def test_option_ambush_attacks():
    fields = {"attackers": dragons(x=2), "blockers": dragons(p=3), "blocks": {"p": "x"}}
    ambush = {"ambushes": [{"id": "z", "sv": 4, "target": "p", "value": 1}]}
    assert fight(**fields, **ambush)["player_damage"] == 0
    joined = fight(**fields, **ambush, ambush_attacks=True)
    assert (joined["player_damage"], joined["unblocked"]) == (4, ["z"])


def test_option_blocked_stays_blocked():
    fields = {"attackers": dragons(x=3), "blockers": dragons(p=1), "blocks": {"p": "x"}, "fireballs": {"att": ["p"]}}
    assert fight(**fields)["player_damage"] == 3
    kept = fight(**fields, blocked_stays_blocked=True)
    assert (kept["player_damage"], kept["unblocked"], kept["combat_kills"]) == (0, [], [])


def test_option_fireball_batch():
    fields = {"attackers": dragons(x=1, y=1), "fireballs": {"def": ["x", "x"]}}
    assert fight(**fields)["error"] == "bad_fireball_target"
    assert fight(**fields, fireball_batch=True)["fireball_kills"] == ["x"]


def test_ones_own_refracted_dragons():
    fields = {"attackers": dragons(x=3), "own_dragons": True}
    assert fight(**fields)["player_damage"] == 3
    assert fight(**fields, refractor_ko=True)["player_damage"] == 0
    assert fight(**fields, fireballs={"def": ["x"]})["error"] == "own_dragon"


fields = st.builds(
    lambda att, deff, aims: Field(
        tuple(Dragon(f"x{i}", sv, bonus) for i, (sv, bonus) in enumerate(att)),
        tuple(Dragon(f"p{i}", sv, bonus) for i, (sv, bonus) in enumerate(deff)),
        {f"p{i}": f"x{aim % len(att)}" for i, (_, aim) in enumerate(zip(deff, aims, strict=False))},
    ),
    st.lists(st.tuples(st.integers(1, 6), st.integers(-1, 3)), min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(1, 6), st.integers(0, 3)), max_size=5),
    st.lists(st.integers(0, 9), min_size=5, max_size=5),
)


@given(fields, st.randoms(use_true_random=False))
def test_damage_is_exactly_what_the_sentences_say(field, random):
    """Against a second telling, dragon by dragon instead of sum by sum."""
    chosen = {one.attacker: random.choice(one.candidates) for one in combat_rules.questions(field)}
    done = combat_rules.combat_damage(field, chosen)
    dead = set()
    player = 0
    for dragon in field.attackers:
        wall = [one for one in field.blockers if field.blocks[one.id] == dragon.id]
        if not wall:
            player += max(0, dragon.sv + dragon.bonus)
            continue
        struck = next(one for one in wall if one.id == chosen.get(dragon.id, wall[0].id))
        if max(0, dragon.sv + dragon.bonus) >= struck.sv:
            dead.add(struck.id)
        if sum(max(0, one.sv + one.bonus) for one in wall) >= dragon.sv:
            dead.add(dragon.id)
    assert (done.player_damage, set(done.killed)) == (player, dead)
    assert set(done.surviving_blockers) == {one.id for one in field.blockers} - dead


@given(fields, st.lists(st.tuples(st.integers(0, 4), st.integers(1, 3)), max_size=6))
def test_fireballs_never_leave_a_dragon_without_strength(field, shots):
    for index, amount in shots:
        shot = Shot(f"x{index}", amount)
        if combat_rules.shot_objection(field, "def", shot) is None:
            field = combat_rules.shoot(field, shot)
    assert all(dragon.sv > 0 for dragon in (*field.attackers, *field.blockers))


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"attackers": {"x": {}}}, "attackers.x.sv: is missing"),
        ({"attackers": {"x": 3}}, "attackers.x: expected an object"),
        ({"attackers": dragons(x=1), "blockers": dragons(x=1)}, "among the attackers too"),
        ({"attackers": dragons(x=1), "blocks": {"p": "x"}}, 'blocks: "p" is not among the blockers'),
        ({"attackers": dragons(x=1), "targets": {"q": "p"}}, 'targets: "q" is not among the attackers'),
        ({"attackers": dragons(x=1), "fireballs": {"def": [1]}}, "fireballs.def[0]: expected an object"),
    ],
)
def test_bad_input_names_the_field(fields, word):
    assert word in complaint("breeds", "combat", **fields)

"""Every calculator of every game, whatever it is fed: an answer in plain JSON or one kind sentence, never a crash."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules import games
from rules.game_protocol import Level, Refusal

OURS = ("dragoborne", "tower", "breeds", "gilfate")
DOCS = Path(__file__).parents[2] / "docs" / "calculators"
SAMPLES: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("dragoborne", "attack"): [
        {
            "attacker": {"atk": 2, "edr": 3, "die": "red", "invade": ["red"], "assassin": {"color": "red"}},
            "fort": {"color": "red", "barriers": 2, "dragoshield": 3, "creatures": [{"id": "c", "atk": 1, "edr": 1}]},
            "block": "c",
            "turn": 3,
        },
        {
            "attacker": {"atk": 2, "edr": 3, "assassin": {"trait": "elf"}},
            "assassin_target": {"id": "c", "atk": 1, "edr": 2, "rested": True, "traits": ["elf"]},
        },
    ],
    ("dragoborne", "effect"): [{"source": {"color": "red"}, "target": {"atk": 1, "edr": 2, "immune": ["red"]}, "n": 2}],
    ("dragoborne", "pay"): [{"cost": 1, "color": "red", "resources": [{"color": "red", "rested": False}], "rest": [0]}],
    ("dragoborne", "summon"): [{"fort_creatures": ["a", "b"], "discard": "a", "card": "n"}],
    ("dragoborne", "assign_shield"): [
        {"die": {"color": "red", "value": 3, "where": "zone"}, "fort": {"color": "red", "barriers": 2}}
    ],
    ("dragoborne", "assign_cross"): [{"die": {"color": "red", "value": 3}, "creature": {"atk": 1, "edr": 1}}],
    ("dragoborne", "dice_condition"): [{"dice": [{"color": "red", "value": 3}], "color": "white", "lo": 2, "hi": 4}],
    ("dragoborne", "resources"): [{"player_first": True, "own_turn": 3}],
    ("dragoborne", "setup"): [{"deck": 50}],
    ("dragoborne", "deck_check"): [{"cards": {"a": 4}, "dice": ["red"], "banners": ["red"]}],
    ("dragoborne", "draw"): [{"deck": 3, "n": 2}],
    ("dragoborne", "end_turn"): [{"active": "A", "barriers": {"A": [1, 2, 0], "B": [0, 0, 0]}, "hand": 8}],
    ("tower", "combat"): [
        {
            "attackers": [{"id": "a", "kind": "druid"}, {"id": "b", "kind": "dragon"}],
            "defenders": [{"id": "d", "kind": "elf"}],
            "bases": ["x"],
            "palace": False,
            "abilities": {"att": ["siege"], "def": ["light"]},
            "assign": {"initiative": {"att": {"d": 1}}, "regular": {"siege": {"x": 4}, "def": {"a": 1}}},
        }
    ],
    ("tower", "suggest"): [{"attackers": [{"id": "a", "kind": "elf"}], "defenders": [], "bases": ["x"]}],
    ("tower", "declare_attack"): [{"attacking_troops": 2, "wall_by_opponent": False}],
    ("tower", "renew"): [{"bases": [0, 1, None], "hand": 3, "piles": [4, 1]}],
    ("tower", "special"): [{"territories": [3, 2, 0], "specials": 1, "play": 1}],
    ("tower", "end_of_turn"): [{"druids_alive": 2, "druid_cards": 1, "hand": 5, "burrows": [1], "troll_cards": 1}],
    ("tower", "match"): [{"results": ["A", "B"]}],
    ("breeds", "combat"): [
        {
            "attackers": {"x": {"sv": 3, "bonus": 1}},
            "blockers": {"p": {"sv": 2}, "q": {"sv": 1}},
            "blocks": {"p": "x", "q": "x"},
            "fireballs": {"att": ["p"], "def": ["x"]},
            "ambushes": [{"id": "z", "sv": 1, "target": "q", "value": 1}],
            "targets": {"x": "p"},
        }
    ],
    ("breeds", "damage"): [{"events": [{"turn": 1, "amount": 4}, {"turn": 2, "start_of_own_turn": True}]}],
    ("breeds", "pay"): [{"cost": ["C"], "coins": [["C", "R"]]}, {"costs": [["C"], ["R"]], "coins": [["C"], ["R"]]}],
    ("breeds", "trash"): [{"hand": 4, "draw": 4, "discard": 4}],
    ("breeds", "quest"): [{"start": [0, 2, 0], "events": [1, 2]}],
    ("breeds", "draw"): [{"hands": {"A": 2}, "active": "A", "draw_piles": {"A": 3}, "discards": {"A": 4}}],
    ("breeds", "flush"): [{"coins": 2, "face_up": 3, "flushes": 1}],
    ("gilfate", "score"): [{"hand": ["5a", "6a", "7a"], "bombs": 4, "active": ["12b"], "partial": [2]}],
    ("gilfate", "cost"): [{"card": "9b", "mine": ["10a"], "others": ["12c"], "use_10a": True}],
    ("gilfate", "knockout"): [{"bombs": 3, "active": ["7a"], "explosion": True, "explosion_shield": True}],
    ("gilfate", "setup"): [{"players": 4, "version": "knockout"}],
    ("gilfate", "next_player"): [{"order": ["A", "B"], "current": "A", "reverses": 1, "out": ["B"]}],
    ("gilfate", "redirect"): [{"order": ["A", "B"], "target": "A", "amount": 2, "redirects": 1}],
    ("gilfate", "negate"): [{"chain": ["6a", "0b", {"card": "11c", "by": "A"}], "turn_of": "A"}],
    ("gilfate", "turn_start"): [{"hand": 0, "players": 3, "turn": 1}],
    ("gilfate", "first_round"): [{"players": 4, "turn": 4, "card": "12a", "bombs": 2}],
    ("gilfate", "round_end"): [{"scores": {"A": 1, "B": -2}, "blank_deck": 0, "attack_decks": [1, 0]}],
    ("gilfate", "survival"): [{"points": {"A": 4}, "survivors": ["A"]}],
    ("gilfate", "best_of"): [{"rounds": [{"A": 3}, {"A": 2, "B": 1}], "of": 3}],
    ("gilfate", "odds"): [{"cards": 20, "bombs": 4, "draw": 3, "wanted": 2}],
}
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.integers(-2, 12),
    st.floats(allow_nan=False),
    st.text(max_size=12),
    st.lists(st.integers(-1, 9), max_size=4),
    st.lists(st.text(max_size=3), max_size=4),
    st.dictionaries(st.text(max_size=3), st.integers(-1, 9), max_size=3),
    st.just([[[[]]]]),
    st.just({"a": {"b": {"c": []}}}),
)
CASES = [(game, op, sample) for (game, op), samples in SAMPLES.items() for sample in samples]


def answer(game: str, op: str, question: dict[str, Any]) -> None:
    """Plain JSON, or a STRUCT refusal that says something."""
    before = copy.deepcopy(question)
    refused: Refusal | None = None
    try:
        json.dumps(games.calculators(game)[op](question), allow_nan=False)
    except Refusal as refusal:
        refused = refusal
    assert question == before
    if refused is not None:
        assert (refused.level, refused.code) == (Level.STRUCT, "bad_input")
        assert ":" in refused.text
        assert len(refused.text) < 400


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, the value itself left out."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, item in inner for place in ((*path, key), *places(item, (*path, key)))]


def with_junk(question: dict[str, Any], place: tuple[Any, ...], junk: Any) -> dict[str, Any]:
    changed = copy.deepcopy(question)
    inner: Any = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = junk
    return changed


@pytest.mark.parametrize("game", OURS)
def test_every_calculator_is_among_the_samples(game):
    assert {op for name, op in SAMPLES if name == game} == set(games.calculators(game))


@pytest.mark.parametrize(("game", "op", "sample"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_the_samples_are_answered(game, op, sample):
    assert games.calculators(game)[op](sample)


@pytest.mark.parametrize(("game", "op", "sample"), CASES, ids=lambda value: value if isinstance(value, str) else "")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_anything_anywhere_gets_an_answer_or_a_sentence(game, op, sample, data):
    question = sample
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(places(question) or [("op",)]))
        question = with_junk(question, place, data.draw(JUNK))
    answer(game, op, question)


@pytest.mark.parametrize(("game", "op", "sample"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_every_field_may_be_missing_or_null(game, op, sample):
    for place in places(sample):
        answer(game, op, with_junk(sample, place, None))


@given(st.dictionaries(st.sampled_from(["op", "hand", "cost", "events", "attackers", "fort"]), JUNK))
@example({})
def test_an_empty_or_foreign_question_names_a_field(question):
    for game, op in SAMPLES:
        answer(game, op, question)


def test_a_sentence_stays_a_sentence_however_long_the_words_are():
    long = "x" * 100_000
    answer("gilfate", "score", {"hand": [long]})
    answer("breeds", "combat", {"attackers": {long: 3}})
    answer("breeds", "combat", {"attackers": {"x": {"sv": 1}}, "blocks": {"p": long}})
    answer("tower", "combat", {"attackers": [{"id": long, "kind": "elf"}, {"id": long, "kind": "elf"}]})
    answer("dragoborne", "deck_check", {"cards": {long: -1}})


def documented(game: str) -> str:
    return (DOCS / f"{game}.md").read_text("utf-8")


@pytest.mark.parametrize("game", OURS)
def test_every_op_has_a_section_whose_examples_are_true(game):
    text = documented(game)
    assert set(re.findall(r"^## `(\w+)`$", text, re.MULTILINE)) == set(games.calculators(game))
    blocks = re.findall(r"```jsonl\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == len(games.calculators(game))
    for block in blocks:
        lines = [json.loads(line) for line in block.splitlines()]
        for question, expected in zip(lines[::2], lines[1::2], strict=True):
            assert games.calculators(game)[question["op"]](question) == expected


@pytest.mark.parametrize("game", OURS)
def test_every_code_is_documented(game):
    folder = Path(games.__file__).parent / game
    source = "".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    codes = set(re.findall(r'Objection\(\s*"(\w+)"', source))
    assert len(codes) > 2
    section = documented(game).split("## Codes")[1]
    assert codes <= set(re.findall(r"\w+", section))


def test_calculators_are_found_by_name():
    with pytest.raises(KeyError):
        games.calculators("bridge")
    for name in OURS:
        assert games.calculators(name)

"""Questions asked on a page: what was filled in is read or refused kindly, and the answers are the calculators'."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import games
from rules.game_protocol import Pick, Refusal
from rules.games.gilfate.calculators import CALCULATORS as GILFATE
from rules.question_pages import (
    Counted,
    Group,
    Number,
    OneOf,
    Question,
    Rows,
    Yes,
    answered,
    following,
    read,
    rows_shown,
)
from rules.terminal_view import render
from rules.view import Banner, Block, View

EVERY = [(game, one) for game in games.names() for one in games.questions(game)]
HOLES = (
    Number("n", "A number", 1, 9, 3),
    Number("maybe", "Perhaps", 1, 9, blank=True),
    Yes("y", "Really"),
    OneOf("o", "Which", (Pick("a", "A"), Pick("b", "B"))),
    Counted("c", "How many", (Pick("x", "X"), Pick("y", "Y")), most=3, total=4),
    Group("An attacker", (Number("g", "Attack", 0, 9, 2), Yes("deadly", "Deadly"))),
    Rows("r", "Rows", "R", (Number("sv", "SV", 0, 9, blank=True), Yes("t", "Token")), "sv", shown=2, most=4),
)


def ask(game: str, id: str) -> Question:
    return next(one for one in games.questions(game) if one.id == id)


def first(game: str, id: str, **filled: str) -> Banner:
    """The answer's banner; ``__`` stands for the dot in a name."""
    blocks = answered(ask(game, id), {key.replace("__", "."): value for key, value in filled.items()})
    return next(one for one in blocks if isinstance(one, Banner))


def test_what_is_filled_in_is_read_by_kind() -> None:
    filled = {"n": "4", "y": "on", "o": "b", "c.x": "2", "c.y": "1", "g": "7", "r.1.sv": "5", "r.1.t": "on"}
    assert read(HOLES, filled) == {
        "n": 4,
        "maybe": None,
        "y": True,
        "o": "b",
        "c": ("x", "x", "y"),
        "g": 7,
        "deadly": False,
        "r": ({"row": 1, "sv": 5, "t": True},),
    }


def test_what_nobody_filled_in_has_its_preset() -> None:
    counts = {"n": 3, "maybe": None, "c": (), "g": 2, "r": ()}
    assert read(HOLES, {}) == counts | {"y": False, "o": "a", "deadly": False}


@pytest.mark.parametrize(
    ("filled", "words"),
    [
        ({"n": "ten"}, "A number: expected a whole number"),
        ({"n": "10"}, "A number: 10 is outside 1 to 9"),
        ({"n": "\N{ARABIC-INDIC DIGIT FOUR}"}, "A number: expected a whole number"),
        ({"o": "z"}, "Which: that is not among what was offered"),
        ({"c.x": "4"}, "X: 4 is outside 0 to 3"),
        ({"c.x": "3", "c.y": "3"}, "How many: 6 are too many; 4 at most"),
        ({"g": "ten"}, "An attacker: Attack: expected a whole number"),
        ({"r.0.sv": "99"}, "SV: 99 is outside 0 to 9"),
    ],
)
def test_what_cannot_be_is_refused_with_its_label(filled: dict[str, str], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        read(HOLES, filled)


def test_rows_are_as_many_as_are_filled_and_one_more_when_asked() -> None:
    rows = HOLES[-1]
    assert isinstance(rows, Rows)
    assert rows_shown(rows, {}) == 2
    assert rows_shown(rows, {"r.2.sv": "1"}) == 3
    assert rows_shown(rows, {"rows.r": "2", "more": "r"}) == 3
    assert rows_shown(rows, {"rows.r": "4", "more": "r"}) == 4
    assert rows_shown(rows, {"rows.r": "9" * 40}) == 2


def test_every_game_answers_questions() -> None:
    assert {game for game, _ in EVERY} == set(games.names())


@pytest.mark.parametrize(("game", "question"), EVERY, ids=lambda one: getattr(one, "id", one))
@given(seed=st.integers(0, 10**6))
def test_anything_filled_in_gets_an_answer_that_can_be_shown(game: str, question: Question, seed: int) -> None:
    rng = random.Random(seed)
    filled = dict(pair for hole in question.holes for pair in anything(hole, rng))
    filled |= dict(pair for hole in following(question, filled) for pair in anything(hole, rng))
    blocks: tuple[Block, ...] = answered(question, filled)
    assert blocks
    assert render(View(question.title, blocks), lambda seat: "you")


def anything(hole: object, rng: random.Random, at: str = "") -> list[tuple[str, str]]:
    """What a person, or a program, might send for a hole; now and then nonsense."""
    name = f"{at}{getattr(hole, 'name', '')}"
    if rng.random() < 0.03:
        return [(name, rng.choice(["", "-1", "9999", "x", "<b>", "1e9"]))]
    match hole:
        case Number():
            return [(name, str(rng.randint(hole.low, min(hole.high, hole.low + 12))))] if rng.random() < 0.8 else []
        case Yes():
            return [(name, "on")] if rng.random() < 0.3 else []
        case OneOf():
            return [(name, str(rng.choice(hole.picks).value))]
        case Counted():
            some = rng.sample(hole.picks, min(len(hole.picks), rng.randint(0, 4)))
            return [(f"{name}.{pick.value}", str(rng.randint(0, 2))) for pick in some]
        case Group():
            return [pair for one in hole.holes for pair in anything(one, rng)]
        case Rows():
            places = range(rng.randint(0, 3))
            return [pair for n in places for one in hole.holes for pair in anything(one, rng, f"{name}.{n}.")]
    raise AssertionError(hole)


def test_a_hand_is_worth_what_the_calculator_says() -> None:
    shown = first("gilfate", "hand", hand__9a="1", hand__9b="1", hand__12a="1", bombs="2")
    assert shown.big == str(GILFATE["score"]({"hand": ["9a", "9b", "12a"], "bombs": 2})["total"])


def test_three_of_a_name_score_three_each() -> None:
    assert first("fairytale", "tableau", mine__cinder_hatchling="3").big == "9"


def test_a_card_without_more_of_its_kind_there_turns_itself() -> None:
    """Dragon's Lair turns one Dragonvale card down, and it is one (FT-R6)."""
    assert first("fairytale", "reveal", card="dragons_lair").title == "1 card of yours turned, nothing to choose"


def test_a_choice_of_two_is_asked() -> None:
    assert first("fairytale", "reveal", card="dragons_lair", up__sky_dance_dragon="1").title.startswith("You choose")


def test_an_unblocked_attack_takes_one_barrier_whatever_its_strength() -> None:
    assert first("dragoborne", "attack", attacker_atk="1").title == "One barrier is lost"
    assert first("dragoborne", "attack", attacker_atk="30").title == "One barrier is lost"
    assert first("dragoborne", "attack", attacker_atk="30", barriers="1").title == "The fort is destroyed"


def test_an_attack_of_0_takes_no_barrier() -> None:
    """Rulebook, Combat phase, Damage: only from ATK 1 on; a die on the creature makes 1 of 0."""
    assert first("dragoborne", "attack", attacker_atk="0").title == "No barrier is lost"
    assert first("dragoborne", "attack", attacker_atk="0", barriers="1").title == "No barrier is lost"
    assert first("dragoborne", "attack", attacker_atk="0", attacker_die="true").title == "One barrier is lost"


def test_a_dragoshield_takes_it_all() -> None:
    assert first("dragoborne", "attack", attacker_atk="30", shield="1").title == "The dragoshield takes it all"


def test_a_blocker_is_asked_about_once_somebody_blocks() -> None:
    attack = ask("dragoborne", "attack")
    assert following(attack, {"block": "no"}) == ()
    assert [group.label for group in following(attack, {"block": "yes"})] == ["Blocker"]
    assert first("dragoborne", "attack", block="yes", blocker_atk="3").title == "Blocked"


def test_one_resource_has_the_cards_colour() -> None:
    assert first("dragoborne", "pay", standing__green="2", cost="2", color="red").title == "No"
    assert first("dragoborne", "pay", standing__green="1", standing__red="1", cost="2", color="red").tone == "good"


def test_the_damage_of_a_battle_is_handed_out_by_hand() -> None:
    battle = {"attackers.spiderrider": "1", "attackers.dragon": "1", "defenders.troll": "1", "bases": "1"}
    question = ask("tower", "battle")
    names = {hole.name for pool in following(question, battle) if isinstance(pool, Group) for hole in pool.holes}
    assert {"regular.att.d1", "regular.siege.b1", "regular.def.a2"} <= names
    suggested = answered(question, battle)[0]
    assert isinstance(suggested, Banner)
    assert suggested.title == "The territory is cleared"
    wasted = answered(question, battle | {"regular.att.d1": "0", "regular.siege.b1": "0"})[0]
    assert isinstance(wasted, Banner)
    assert (wasted.title, "would clear it" in wasted.detail) == ("The territory holds", True)
    early = answered(question, battle | {"regular.att.d1": "0"})[0]
    assert isinstance(early, Banner)
    assert early.title == "No"


def test_four_damage_in_a_turn_is_the_breakpoint_then_two() -> None:
    assert first("breeds", "breakpoint", stage="1", taken="3", hit="1").title == "Knocked out"
    assert first("breeds", "breakpoint", stage="1", taken="2", hit="1").title == "Still standing"
    assert first("breeds", "breakpoint", stage="2", hit="2").title == "Eliminated"


def test_two_cards_are_paid_from_the_same_coins() -> None:
    coins = {"coins__c r": "1", "coins__c": "1"}
    assert first("breeds", "coins", first__c="1", second__r="1", **coins).tone == "good"
    assert first("breeds", "coins", first__r="1", second__r="1", **coins).title == "No"


def test_whom_an_attacker_strikes_is_asked_and_answered() -> None:
    blocked = {"attackers__0__sv": "4", "blockers__0__sv": "2", "blockers__1__sv": "2"}
    assert first("breeds", "combat", **blocked).title == "Who does A1 hit?"
    assert first("breeds", "combat", **blocked, attackers__0__target="B2").title == "Damage to the player"

"""Scans at a table of Attack at the Tower: bases are laid, abilities played, a base on the board attacks."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import tower_states
from tower_states import do, seen, side, table

from rules.game_protocol import Reading
from rules.games.tower.attack import DeclareAttack
from rules.games.tower.corrections import SetBase, SetTroops
from rules.games.tower.game import GAME
from rules.games.tower.setup_and_renewing import Done, Draw, PlaceBase, Renew
from rules.games.tower.state import State
from rules.games.tower.turn import PlayAbility
from rules.testing.random_choices import filled
from rules.values.code import CardCode


def laying(hand: tuple[int, int] = (1, 1), board: str = "", **house: object) -> State:
    """The first seat may lay bases."""
    state = do(replace(table(side(board, hand=hand), **house), phase="decide"), Renew(True, seat=0))
    return do(state, Draw(2, 1, seat=0))


def look(state: State, *codes: CardCode, seat: int = 0) -> Reading:
    return GAME.scan(state, seat, codes)


def problems(reading: Reading) -> list[str]:
    return [one.code for one in reading.problems]


def test_an_ability_is_played_at_once() -> None:
    reading = look(table(), seen("snare_of_silk", 2))
    assert reading.submit == PlayAbility("snare_of_silk", str(seen("snare_of_silk", 2)), seat=0)


def test_an_ability_out_of_time_is_explained_and_may_be_played_all_the_same() -> None:
    reading = look(laying(), seen("snare_of_silk"))
    assert (reading.submit, problems(reading)) == (None, ["phase"])
    (anyway,) = reading.choices
    assert GAME.apply(laying(), anyway.event).sides[0].active


def test_a_base_asks_where_it_lies() -> None:
    reading = look(laying(board="nest . . / . . . / . . ."), seen("burrows", 3))
    assert reading.submit is None
    assert [choice.event.place for choice in reading.choices if isinstance(choice.event, PlaceBase)] == [
        "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c", "1a",
    ]  # fmt: skip
    assert reading.choices[-1].detail == "over Nest · 1 dragon"


def test_one_empty_place_is_one_meaning() -> None:
    full = "nest nest nest / lair lair lair / burrows burrows ."
    reading = look(laying(board=full, replace_bases=False), seen("burrows", 3))
    assert reading.submit == PlaceBase("3c", "burrows", str(seen("burrows", 3)), seat=0)


@pytest.mark.parametrize(
    ("state", "word"),
    [
        (table(), "while setting up or renewing"),
        (do(replace(table(), phase="decide"), Renew(True, seat=0)), "which 2 cards you draw"),
        (do(laying(), Done(seat=0)), "your bases are placed"),
    ],
)
def test_a_base_out_of_time_is_explained_and_may_lie_there_already(state: State, word: str) -> None:
    reading = look(state, seen("lair"))
    assert problems(reading) == ["not_now"]
    assert word.lower() in reading.problems[0].text.lower()
    (by_hand,) = reading.choices
    assert by_hand.correction
    assert isinstance(filled(by_hand, random.Random(1)), SetBase)


def test_a_base_on_ones_own_board_attacks_or_is_put_right() -> None:
    code = str(seen("lair"))
    state = do(table("lair2 . . / . . . / . . ."), SetBase("1a", "lair", code, seat=0))
    reading = look(state, seen("lair"))
    attack = next(choice for choice in reading.choices if isinstance(choice.event, DeclareAttack))
    assert attack.fill(target="2") == DeclareAttack("1", "2", seat=0)
    assert {choice.event.troops for choice in reading.choices if isinstance(choice.event, SetTroops)} == {0, 1}
    assert not [c for c in look(replace(state, active=1), seen("lair")).choices if isinstance(c.event, DeclareAttack)]


def test_a_base_of_the_opponent_is_a_target() -> None:
    code = str(seen("nest"))
    state = do(table("lair2 . . / . . . / . . ."), SetBase("3b", "nest", code, seat=1))
    (choice,) = look(state, seen("nest")).choices
    assert choice.event == DeclareAttack("1", "3", seat=0)
    assert problems(look(state, seen("nest"), seat=1)) == []
    idle = look(replace(state, active=1), seen("nest"))
    assert (idle.choices, problems(idle)) == ((), ["lies_there"])


def test_an_ability_in_effect_is_not_played_twice() -> None:
    code = seen("snare_of_silk")
    state = do(table(), PlayAbility("snare_of_silk", str(code), seat=0))
    reading = look(state, code)
    assert (reading.submit, problems(reading)) == (None, ["lies_there"])


def test_several_cards_become_buttons() -> None:
    reading = look(table(), seen("snare_of_silk"), seen("stone_remembers"), seen("snare_of_silk"))
    assert reading.submit is None
    assert [choice.event.card for choice in reading.choices if isinstance(choice.event, PlayAbility)] == [
        "snare_of_silk",
        "stone_remembers",
    ]


@pytest.mark.parametrize(
    ("codes", "found"),
    [
        ((), ["no_card"]),
        ((CardCode("FT", "00A", 1, "A"),), ["other_game"]),
        ((CardCode("TW", "ZZZ", 1, "A"),), ["unknown_card"]),
    ],
)
def test_what_is_no_card_of_the_army(codes: tuple[CardCode, ...], found: list[str]) -> None:
    assert problems(look(table(), *codes)) == found


def test_after_the_game_a_scan_says_so() -> None:
    assert problems(look(replace(table(), phase="won", results=(0,)), seen("nest"))) == ["game_over"]


def test_whatever_a_scan_offers_is_accepted() -> None:
    rng = random.Random()
    seed = rng.randrange(10**6)
    rng = random.Random(seed)
    cards = [(card.id, copy) for card in tower_states.DECK.cards for copy in (1, card.copies)]
    state = tower_states.opened()
    for _ in range(400):
        if GAME.over(state):
            break
        seat = rng.randrange(2)
        reading = look(state, seen(*rng.choice(cards), "AB"[seat]), seat=seat)
        assert reading.submit or reading.choices or reading.problems, seed
        if reading.submit is not None:
            GAME.apply(state, reading.submit)
        for choice in reading.choices:
            GAME.apply(state, filled(choice, rng))
        pushed = reading.submit if reading.submit is not None and rng.random() < 0.5 else None
        offered = [choice for own in (0, 1) for choice in tower_states.moves(state, own)]
        state = GAME.apply(state, pushed or filled(rng.choice(offered), rng))


def test_a_look_at_the_board_names_what_of_it_is_not_in_the_picture() -> None:
    """The side that is in the picture; the other may lie out of sight altogether."""
    state = table(side("nest . . / burrows . . / . . lair"), side("nest lair . / . . . / . . ."))
    found = look(state, seen("nest", 4), seen("burrows", 4))
    assert (tuple(one.name for one in found.missing), found.of) == (("Lair",), 3)
    assert look(state, seen("nest", 4)).of == 0
    assert look(table(), seen("nest"), seen("burrows")).of == 0, "nothing is known to lie there"

"""What is drawn of Dragoborne can be touched: choices begin at things that are there, say what would come of it, and
numbers are set by the correction that means the same number.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from dragoborne_states import ambushed, crossed, do, offered, opened, shielded, side, table

from rules.choice import Choice, touched
from rules.games.dragoborne import combat, main_phase, turn
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.state import State
from rules.testing.random_choices import filled
from rules.view import Board, CardRow, Counter, Die, Meter, Players, Slot, Track, View

BASE = random.randrange(10**6)
"""Seeds vary from run to run; a failure shows its own."""


def spots_drawn(view: View) -> Iterator[str]:
    for block in view.blocks:
        for one in block.slots if isinstance(block, Board) else ():
            yield from (one.spot, *(token.spot for token in one.tokens))
            for card in one.cards:
                yield from (card.spot, *(token.spot for token in card.tokens))
        if isinstance(block, CardRow):
            yield from (card.spot for card in block.cards)


def numbers_drawn(view: View) -> dict[str, int]:
    drawn: dict[str, int] = {}
    for block in view.blocks:
        found: tuple[Die | Track | Meter | Counter, ...] = ()
        if isinstance(block, Board):
            found = tuple(token for slot in block.slots for token in slot.tokens)
        if isinstance(block, Players):
            found = tuple(token for row in block.rows for token in row.meters)
        for one in found:
            if one.spot and not isinstance(one, Die):
                drawn[one.spot] = one.filled if isinstance(one, Track) else one.value
    return drawn


def spots_named(choice: Choice) -> set[str]:
    return {choice.spot, *(pick.spot for spec in choice.fields for pick in spec.picks)} - {""}


def played(seed: int, steps: int = 250) -> Iterator[State]:
    rng = random.Random(seed)
    state = opened()
    for _ in range(steps):
        yield state
        pool = [one for seat in (0, 1) for one in GAME.choices(state, seat) if not one.correction]
        if not pool or GAME.over(state):
            return
        state = do(state, filled(rng.choice(pool), rng))


@pytest.mark.parametrize("seed", range(3))
def test_a_thing_is_drawn_once_and_what_can_be_chosen_is_drawn(seed: int) -> None:
    for state in played(BASE + seed):
        for seat in (0, 1):
            drawn = [spot for spot in spots_drawn(GAME.view(state, seat)) if spot]
            assert len(drawn) == len(set(drawn)), BASE
            for choice in GAME.choices(state, seat):
                if choice.correction or isinstance(choice.event, turn.AddResource):
                    continue
                assert spots_named(choice) <= set(drawn), (BASE, choice.label)


@pytest.mark.parametrize("seed", range(3))
def test_the_number_drawn_is_the_number_its_correction_sets(seed: int) -> None:
    rng = random.Random(BASE + seed)
    for state in played(BASE + seed):
        if rng.random() > 0.1 or state.phase in ("setup", "audit", "over"):
            continue
        for seat in (0, 1):
            for spot, value in numbers_drawn(GAME.view(state, seat)).items():
                bound = (touched(one, spot) for one in GAME.choices(state, seat) if one.correction)
                number = next(one for one in bound if one and [spec.kind for spec in one.fields] == ["number"])
                (spec,) = number.fields
                # One more, whoever it belongs to, as far as it goes.
                wanted = min(value + 1, spec.high)
                after = do(state, number.fill(**{spec.name: wanted}))
                assert numbers_drawn(GAME.view(after, seat))[spot] == wanted, (BASE, spot)


def attack_details(state: State) -> dict[str, str]:
    (attack,) = offered(state, 0, combat.Attack)
    return {str(pick.value): pick.detail for pick in attack.fields[0].picks}


def test_an_attack_says_on_its_target_what_it_would_do() -> None:
    # A champion of ATK 4 against two barriers, against one, and against a fort with a shield of 5.
    state = shielded(table(side("ashmane_champion"), side(deck="tide", barriers=(2, 1, 2), dice=(3, 4, 5))), 1, 2, "3")
    assert attack_details(state) == {"1": "−1", "2": "fort falls", "3": "shield 5 → 1"}


def test_a_face_down_card_is_a_question_on_the_target_and_never_the_answer() -> None:
    bare = table(side("ashmane_champion"), side("pearl_oracle@2", deck="tide"))
    noted, unnoted = (ambushed(bare, 1, 1, card) for card in ("undertow", ""))
    assert attack_details(noted) == attack_details(unnoted)
    assert attack_details(noted) == {"1": "−1 · ambush?", "2": "−1 · block?", "3": "−1"}


def test_a_block_says_who_falls() -> None:
    state = do(table(side("cinderclaw_raider"), side("pearl_oracle", deck="tide")), combat.Attack("0c1", "1", seat=0))
    (block,) = offered(state, 1, combat.Block)
    assert (block.detail, block.spot) == ("Cinderclaw Raider falls", "card:1c1")
    (through,) = offered(state, 1, combat.NoBlock)
    assert (through.label, through.detail, through.primary) == ("Let it pass", "Fort 1 keeps 1 barrier", True)


def test_a_die_shields_its_forts_or_lies_on_a_creature() -> None:
    state = table(side("kindling_whelp@2"))
    shields = {
        one.spot: {pick.spot for pick in one.fields[0].picks} for one in offered(state, 0, main_phase.AssignShield)
    }
    assert shields == {
        "die:0:0": {"fort:0:1", "fort:0:2"},
        "die:0:1": {"fort:0:1", "fort:0:2"},
        "die:0:2": {"fort:0:3"},
    }
    assert [one.spot for one in offered(state, 0, main_phase.AssignCross)] == ["die:0:0", "die:0:1", "die:0:2"]


def test_the_button_that_ends_the_turn_counts_what_is_left_and_turns_gold_when_nothing_is() -> None:
    state = table(side("kindling_whelp@1", "~cinderclaw_raider@2", resources=0, hand=9))
    (end,) = offered(state, 0, turn.EndTurn)
    assert end.quiet
    assert end.detail == "1 attack, 3 dice and cards still possible; discard 2 cards"
    idle = side("~kindling_whelp@1", hand=0, barriers=(2, 2, 2))
    idle = replace(idle, dice=tuple(replace(die, assigned=True) for die in idle.dice))
    (end,) = offered(table(idle), 0, turn.EndTurn)
    assert (end.quiet, end.primary, end.detail) == (False, True, "")


def test_a_fight_is_shown_with_both_and_what_became_of_them() -> None:
    state = do(table(side("cinderclaw_raider"), side("pearl_oracle", deck="tide")), combat.Attack("0c1", "1", seat=0))
    event = combat.Block("1c1", seat=1)
    line = GAME.tell(state, do(state, event), event, None)
    assert [(one.name, one.text, one.fell) for one in line.pictures] == [
        ("Cinderclaw Raider", "destroyed", True),
        ("Pearl Oracle", "2 of 5 damage", False),
    ]


def test_an_attack_that_waits_is_not_shown_as_a_result() -> None:
    state = table(side("cinderclaw_raider"), side("pearl_oracle", deck="tide"))
    event = combat.Attack("0c1", "1", seat=0)
    assert GAME.tell(state, do(state, event), event, None).pictures == ()
    open_fort = combat.Attack("0c1", "2", seat=0)
    (shown,) = GAME.tell(state, do(state, open_fort), open_fort, None).pictures
    assert (shown.name, shown.text) == ("Cinderclaw Raider", "fort 2 has 1 barrier left")


def slot_of(view: View, spot: str) -> Slot:
    return next(one for block in view.blocks if isinstance(block, Board) for one in block.slots if one.spot == spot)


def test_a_die_on_a_creature_lies_on_its_card() -> None:
    state = crossed(table(side("kindling_whelp@2")), 0, 0, "0c1")
    (whelp,) = slot_of(GAME.view(state, 1), "fort:0:2").cards
    assert [(one.spot, one.value) for one in whelp.tokens if isinstance(one, Die)] == [("die:0:0", 3)]

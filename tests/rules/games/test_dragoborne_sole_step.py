"""What passes by itself at a table of Dragoborne: what the rules leave open to nobody, and nothing that is hidden."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from dragoborne_states import ambushed, begun, do, offered, opened, side, table

from rules.game_protocol import Event
from rules.games.dragoborne import combat, corrections, main_phase, turn
from rules.games.dragoborne.card_texts import Effect, Tick
from rules.games.dragoborne.combat import Attack, Block, DealDamage
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.state import Ambush, Paper, State, Todo
from rules.games.dragoborne.turn import Discard, Draw
from rules.testing.random_choices import filled

BASE = random.randrange(10**6)
"""Seeds vary from run to run; a failure shows its own."""
STEPS = (Draw, Discard, Tick, Effect, DealDamage)
"""Everything that may ever pass: no end of a turn, no dice, no block, no ambush, no barrier that is looked at."""


def passed(state: State) -> tuple[State, list[Event]]:
    """The table after all that passes by itself, and what that was."""
    events: list[Event] = []
    while (event := GAME.next_step(state)) is not None:
        state = do(state, event)
        events.append(event)
        assert len(events) < 40, events
    return state, events


def test_the_card_of_the_draw_step_is_drawn() -> None:
    state = do(begun(), turn.Roll((1, 2, 3), seat=0))
    after, events = passed(state)
    assert (events, after.phase, after.sides[0].hand) == ([Draw(seat=0)], "main", 6)


def test_an_empty_deck_is_looked_at_before_the_game_is_lost() -> None:
    state = do(begun(), corrections.SetDeck(0, seat=0, override=True), turn.Roll((1, 2, 3), seat=0))
    assert GAME.next_step(state) is None


def test_dice_resources_and_the_end_of_a_turn_are_said_by_people() -> None:
    assert GAME.next_step(begun()) is None
    second_turn = replace(table(), phase="resource")
    assert GAME.next_step(second_turn) is None
    idle = table(side(resources=0, hand=0))
    assert GAME.next_step(idle) is None


def test_cards_over_seven_are_counted_off_once_the_turn_is_ended() -> None:
    state = do(table(side(hand=9)), turn.EndTurn(seat=0))
    after, events = passed(state)
    assert events == [Discard(2, seat=0)]
    assert (after.active, after.sides[0].hand, after.sides[0].unnamed) == (1, 7, 2)


def test_a_spell_that_only_draws_is_followed() -> None:
    state = do(table(side(resources=3, hand=4)), main_phase.Cast("gift_of_the_grove", seat=0))
    after, events = passed(state)
    # The green die shows 5: one more.
    assert events == [Draw(2, "gift_of_the_grove", seat=0), Draw(1, "gift_of_the_grove", seat=0)]
    assert (after.sides[0].hand, after.open_texts) == (6, ())


def test_what_somebody_chooses_is_not_chosen_for_them() -> None:
    one_target = table(side("kindling_whelp@1"))
    state = do(one_target, main_phase.Cast("flint_spark", seat=0))
    assert GAME.next_step(state) is None


def test_a_text_with_nobody_left_to_choose_is_over() -> None:
    state = do(table(), main_phase.Cast("flint_spark", seat=0))
    after, events = passed(state)
    assert events == [Tick(0, seat=0)]
    assert not after.open_texts


def test_a_burst_that_names_the_attacker_hits_the_attacker() -> None:
    state = do(table(side("cinderclaw_raider@1"), side(deck="ember")), Attack("0c1", "1", seat=0))
    state = do(state, combat.FortBurst(True, "falling_embers", seat=1), combat.CardGoes("hand", seat=1))
    after, events = passed(state)
    assert events == [Effect("falling_embers", "0c1", damage=1, seat=1)]
    assert after.sides[0].creatures[0].damage == 1


def test_the_order_of_two_texts_is_their_owners() -> None:
    todo = Todo(0, "gift_of_the_grove", "Draw two cards.")
    assert isinstance(GAME.next_step(replace(table(), todo=(todo,))), Draw)
    assert GAME.next_step(replace(table(), todo=(todo, replace(todo, seat=1)))) is None


def battle_after_texts() -> State:
    """A dragon whose trigger has been followed, against a fort where nobody stands."""
    half = side("pyreclaw_dragon@1", dice=(3, 4, 5))
    half = half.with_die(0, replace(half.dice[0], where="cross", at="c1", assigned=True))
    state = do(table(half, side("~lantern_keeper@1", deck="tide")), Attack("0c1", "1", seat=0))
    assert state.open_in_battle
    return do(state, Effect("pyreclaw_dragon", "1c1", damage=2, seat=0))


def test_damage_that_only_waited_for_a_text_follows_it() -> None:
    state = battle_after_texts()
    assert state.clash is not None
    assert GAME.next_step(state) == DealDamage(seat=0)
    assert passed(state)[0].sides[1].barriers == (1, 2, 2)


def test_where_a_card_lies_face_down_nothing_is_passed() -> None:
    # Also where its fort is not attacked, and at whichever of them it lies.
    for fort in (1, 2, 3):
        assert GAME.next_step(ambushed(battle_after_texts(), 1, fort)) is None


def test_who_may_block_is_asked() -> None:
    state = table(side("kindling_whelp@1"), side("pearl_oracle@1", deck="tide"))
    state = do(state, Attack("0c1", "1", seat=0))
    assert offered(state, 1, Block)
    assert GAME.next_step(state) is None


def test_nothing_passes_once_the_game_is_decided() -> None:
    state = do(table(side(barriers=(0, 0, 0)), ambushed(table(), 1, 1).sides[1]), turn.EndTurn(seat=0))
    assert state.phase == "audit"
    assert GAME.next_step(state) is None


@pytest.mark.parametrize("seed", range(4))
def test_in_random_games_only_what_was_offered_alone_passes(seed: int) -> None:
    """Whoever is offered the step is offered nothing else that goes on, and the table is the one they would reach."""
    rng = random.Random(BASE + seed)
    state, steps = opened(), 0
    for _ in range(500):
        event = GAME.next_step(state)
        if event is not None:
            assert isinstance(event, STEPS), (BASE, event)
            assert event.seat is not None
            same = [one for one in offered(state, event.seat, type(event)) if one.event == event]
            same += [
                one
                for one in offered(state, event.seat, type(event))
                if any(pick.value == getattr(event, "target", None) for spec in one.fields for pick in spec.picks)
            ]
            assert same, (BASE, event)
            if isinstance(event, DealDamage):
                assert all(fort.ambush is None for fort in state.sides[1 - event.seat].forts)
            state, steps = do(state, event), steps + 1
            continue
        pool = [one for seat in (0, 1) for one in GAME.choices(state, seat) if not one.correction]
        if not pool or GAME.over(state):
            break
        state = do(state, filled(rng.choice(pool), rng))
    assert steps, BASE


@pytest.mark.parametrize("seed", range(4))
def test_two_tables_that_differ_in_a_secret_pass_the_same(seed: int) -> None:
    rng = random.Random(BASE + seed)
    state = opened()
    for _ in range(400):
        assert GAME.next_step(other_secrets(state)) == GAME.next_step(state), BASE
        pool = [one for seat in (0, 1) for one in GAME.choices(state, seat) if not one.correction]
        ambushes = [one for one in pool if isinstance(one.event, main_phase.SetAmbush)]
        if not pool or GAME.over(state):
            break
        state = do(state, filled(rng.choice(ambushes or pool), rng))


def other_secrets(state: State) -> State:
    """The same table with other cards face down, and with other cards read of the decks by phones."""
    if state.phase == "over":
        return state
    for seat, own in enumerate(state.sides):
        for number in ("1", "2", "3"):
            fort = own.fort(number)
            if fort.ambush is not None:
                hidden = Ambush(fort.ambush.rested, "grasping_roots" if fort.ambush.card != "grasping_roots" else "")
                own = own.with_fort(number, replace(fort, ambush=hidden))
        listed = () if own.listed else (Paper("flint_spark"),)
        state = state.with_side(seat, replace(own, listed=listed))
    return state

"""What passes by itself at a Dragon Breeds table, and what never does: a turn's end, or a hidden answer."""

from __future__ import annotations

import random
from dataclasses import replace

import breeds_states
import pytest
from breeds_states import attack, attackers, begun, blocked, blockers, do, moves, seated
from invariants_breeds import keep

from rules.event import Event
from rules.games.breeds.combat import Attack, Block, PlayDragon
from rules.games.breeds.combat_rules import Health
from rules.games.breeds.damage import ChooseDamage, ConfirmDamage
from rules.games.breeds.deck import of_faction
from rules.games.breeds.game import GAME
from rules.games.breeds.market import Buy, Trash, TurnUp
from rules.games.breeds.quests_and_tokens import GainToken, Quest
from rules.games.breeds.refracting import AimRefracted, Refract
from rules.games.breeds.state import Cycle, State, Todo, Trashed
from rules.games.breeds.turn import Done, DrawCards, DrawPhase, Tick

SUPPLY = {"1": "black_sootling", "2": "black_obsidian", "3": "black_razortail", "4": "black_venomous"}
PASSED = (Done, ConfirmDamage, AimRefracted, Attack, GainToken, DrawCards, Quest, Tick)
"""All that may ever pass by itself."""


def black_and_teal(first: int = 0) -> State:
    """Black and Teal with known cards, no dragon in either deck, hands of five."""
    state = begun(2, first)
    for seat in (0, 1):
        state = seated(state, seat, dragons=(), cycle=Cycle(5, 7, 0))
    return state


def settled(state: State) -> State:
    """The table after all that passes by itself."""
    for _ in range(20):
        step = GAME.next_step(state)
        if step is None:
            return state
        assert not step.override
        state = do(state, step)
    raise AssertionError("it goes on by itself without an end")


# ---- the phases of a turn ----


def test_without_a_dragon_the_turn_begins_in_the_market() -> None:
    assert GAME.next_step(black_and_teal()) == Done("combat", seat=0)
    armed = seated(black_and_teal(), 0, dragons=("black_sootling",))
    assert GAME.next_step(armed) is None
    lying = seated(armed, 0, discarded=("black_sootling",))
    assert GAME.next_step(lying) == Done("combat", seat=0)


def test_a_market_and_a_flush_with_nothing_in_the_hand_pass_and_the_turn_does_not_end() -> None:
    state = seated(do(black_and_teal(), TurnUp(SUPPLY, seat=0)), 0, cycle=Cycle(0, 12, 0))
    state = settled(state)
    assert (state.phase, state.active) == ("draw", 0)
    (end,) = [one for one in moves(state, 0) if isinstance(one.event, DrawPhase)]
    assert (end.primary, end.quiet) == (True, False)


def test_a_card_that_was_trashed_leaves_only_the_flush() -> None:
    state = settled(do(black_and_teal(), TurnUp(SUPPLY, seat=0), Trash("black_common_coin", seat=0)))
    assert state.phase == "flush"


def test_what_lies_in_the_supply_unnamed_may_cost_nothing() -> None:
    assert settled(seated(black_and_teal(), 0, cycle=Cycle(0, 12, 0))).phase == "market"


def test_who_ends_the_turn_says_so_and_sees_what_was_still_possible() -> None:
    state = seated(do(black_and_teal(), TurnUp(SUPPLY, seat=0)), 0, dragons=("black_sootling",))
    (end,) = [one for one in moves(state, 0) if isinstance(one.event, DrawPhase)]
    assert (end.primary, end.quiet) == (True, True)
    assert str(end.detail) == "still possible: an attack and 4 purchases"
    assert do(state, DrawPhase(seat=0)).active == 1


# ---- an attack ----


def test_a_dragon_attacks_the_only_one_there_is_to_attack() -> None:
    state = seated(black_and_teal(), 0, dragons=("black_sootling",))
    state = do(state, PlayDragon("black_sootling", seat=0))
    assert state.clash is not None
    assert (state.clash.defender, state.now.attacked) == (1, True)
    three = seated(begun(3), 0, dragons=("black_sootling",))
    assert breeds_states.refused(three, PlayDragon("black_sootling", seat=0)) == ("STRUCT", "choice_open")
    state = do(three, PlayDragon("black_sootling", player=2, seat=0))
    assert state.clash is not None
    assert state.clash.defender == 2


def test_an_attack_nobody_can_answer_is_two_taps() -> None:
    """Black plays Obsidian and attacks; Teal has no dragon and no card: the damage lands by itself."""
    state = seated(black_and_teal(), 0, dragons=("black_obsidian",))
    state = seated(state, 1, cycle=Cycle(0, 12, 0))
    state = settled(do(state, PlayDragon("black_obsidian", seat=0), Done("attack", seat=0)))
    assert (state.clash, state.phase, state.seats[1].health.taken) == (None, "market", 2)


def test_a_hand_that_may_hold_a_fireball_is_asked() -> None:
    state = seated(black_and_teal(), 0, dragons=("black_obsidian",))
    state = settled(do(state, PlayDragon("black_obsidian", seat=0), Done("attack", seat=0)))
    assert state.clash is not None
    # Without a dragon in the deck there is nothing to block with, but two Fireballs may be in the hand.
    assert state.clash.step == "fireball_def"
    shot = replace(state, trash=(Trashed("teal_fireball", 1), Trashed("teal_fireball", 1)))
    assert settled(shot).clash is None
    token = do(shot, GainToken("fireball", seat=1))
    assert GAME.next_step(token) is None


def test_a_hand_that_may_hold_a_blocker_is_asked_and_so_is_who_may_throw_at_it() -> None:
    state = seated(seated(black_and_teal(), 0, dragons=("black_obsidian",)), 1, dragons=("teal_crusher",) * 2)
    state = settled(do(state, PlayDragon("black_obsidian", seat=0), Done("attack", seat=0)))
    assert state.clash is not None
    assert state.clash.step == "defense"
    state = settled(do(state, Block("teal_crusher", attackers(state)[0], seat=1)))
    assert state.clash is not None
    assert state.clash.step == "defense", "the other Crusher may be in the hand"
    both = settled(do(state, Block("teal_crusher", attackers(state)[0], seat=1)))
    assert both.clash is not None
    assert both.clash.step == "fireball_att", "nothing is left to block with, but something to throw"
    state = settled(do(state, Done("defense", seat=1)))
    assert state.clash is not None
    assert state.clash.step == "fireball_att"


def test_who_can_hit_one_of_two_blockers_chooses() -> None:
    state = seated(seated(black_and_teal(), 0, dragons=("black_venomous",)), 1, dragons=("teal_crusher",) * 2)
    state = do(state, PlayDragon("black_venomous", seat=0), Done("attack", seat=0))
    for _ in range(2):
        state = do(state, Block("teal_crusher", attackers(state)[0], seat=1))
    state = settled(breeds_states.quiet(do(state, Done("defense", seat=1))))
    assert state.clash is not None
    assert state.clash.step == "damage"
    state = do(state, ChooseDamage(attackers(state)[0], blockers(state)[1], seat=0))
    assert settled(state).clash is None


def test_a_text_that_waits_for_its_player_keeps_the_damage_from_landing() -> None:
    state = seated(seated(black_and_teal(), 0, dragons=("black_obsidian",)), 1, cycle=Cycle(0, 12, 0))
    state = do(state, PlayDragon("black_obsidian", seat=0))
    state = replace(state, todos=(*state.todos, Todo(99, 0, "Obsidian: something to do")))
    state = settled(do(state, Done("attack", seat=0)))
    assert state.clash is not None
    assert state.clash.step == "damage"


def test_texts_that_leave_nothing_to_choose_bring_what_they_say() -> None:
    """Vesper takes a Fireball token where Black hurts somebody; Tidekit draws a card where it is killed."""
    state = seated(seated(black_and_teal(), 0, dragons=("black_venomous",)), 1, dragons=("teal_tidekit",))
    state = do(state, PlayDragon("black_venomous", seat=0), Done("attack", seat=0))
    blocking = do(state, Block("teal_tidekit", attackers(state)[0], seat=1), Done("defense", seat=1))
    hurt = settled(breeds_states.quiet(do(state, Done("defense", seat=1))))
    assert [one.kind for one in hurt.seats[0].tokens] == ["fireball"]
    assert all(one.done for one in hurt.todos if "Vesper" in one.text)
    killed = settled(breeds_states.quiet(blocking))
    assert killed.seats[1].cycle == Cycle(5, 6, 1)


def test_cards_nobody_told_us_about_are_never_passed_over() -> None:
    state = attack(begun(2, colours=("other", "other")), 3)
    assert GAME.next_step(state) is None
    state = blocked(state)
    for step, seat in (("fireball_att", 0), ("fireball_def", 1)):
        assert GAME.next_step(state) is None
        state = do(state, Done(step, seat=seat))  # type: ignore[arg-type] # one of the two
    assert GAME.next_step(state) is None


def test_refracted_dragons_of_two_players_can_go_for_one_alone() -> None:
    state = attack(begun(2, colours=("other", "white")), 4)
    state = do(state, Refract(attackers(state), seat=1))
    assert GAME.next_step(state) == AimRefracted(0, seat=0)


# ---- what follows from it ----


@pytest.mark.parametrize("seed", range(4))
def test_games_with_what_passes_by_itself_come_to_their_end(seed: int) -> None:
    """Nothing but known kinds passes, no turn ends and no card moves by it that a person would not have moved."""
    rng = random.Random(seed)
    state = breeds_states.table(2 + seed % 2)
    for _ in range(3_000):
        if GAME.over(state):
            break
        state = GAME.apply(state, breeds_states.anything(state, rng))
        for _ in range(12):
            step = GAME.next_step(state)
            if step is None:
                break
            assert isinstance(step, PASSED), seed
            assert not isinstance(step, Attack) or step.refracted, seed
            before = state
            state = GAME.apply(state, step)
            assert not [one for one in state.notices if one.code not in ("deck_out",)], seed
            assert (state.turn, state.active) == (before.turn, before.active), seed
            assert said_by_hand(before, step) == state, seed
            keep(state)
        else:
            pytest.fail(f"passes without an end, seed {seed}")
    else:
        pytest.fail(f"no end, seed {seed}")


def said_by_hand(state: State, step: Event) -> State:
    """The table after somebody said the same on a phone."""
    return GAME.apply(state, replace(step))


@pytest.mark.parametrize("seed", range(3))
def test_what_passes_does_not_show_what_is_hidden(seed: int) -> None:
    """Another legendary under the quest card, other refracted dragons: the same passes."""
    rng = random.Random(f"hidden {seed}")
    state = begun(2 + seed % 2, colours=("black", "teal", "white"))
    for seat in range(state.players):
        state = seated(state, seat, dragons=state.seats[seat].dragons[:0], unlocked=rng.random() < 0.5)
    for _ in range(300):
        if GAME.over(state):
            break
        step = GAME.next_step(state)
        for seat, faction in enumerate(("black", "teal")):
            for legendary in of_faction(faction, "legendary"):
                assert GAME.next_step(seated(state, seat, legendary=legendary)) == step, seed
        state = GAME.apply(state, step if step is not None else breeds_states.anything(state, rng))


def test_a_sleeping_legendary_and_an_awake_one_differ_because_everybody_sees_it() -> None:
    asleep = black_and_teal()
    awake = seated(asleep, 0, unlocked=True)
    assert GAME.next_step(asleep) == Done("combat", seat=0)
    assert GAME.next_step(awake) is None
    down = seated(awake, 1, health=Health(status="ko"))
    assert GAME.next_step(down) == Done("combat", seat=0)


def test_a_purchase_leaves_the_combat_phase_behind_and_an_undo_returns_to_it() -> None:
    state = seated(do(black_and_teal(), TurnUp(SUPPLY, seat=0)), 0, dragons=("black_sootling",))
    bought = do(state, Buy(1, "hand", seat=0))
    assert (state.phase, bought.phase) == ("combat", "market")
    assert bought.seats[0].cycle == Cycle(4, 7, 2)
    assert bought.seats[0].discarded == ("black_sootling",)
    assert breeds_states.refused(bought, PlayDragon("black_sootling", seat=0)) == ("STRUCT", "no_combat")

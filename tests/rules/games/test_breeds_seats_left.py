"""Seats that left a table of Dragon Breeds, seats that came back, and ends that are not the end."""

from __future__ import annotations

import random

import pytest
from breeds_states import anything, attack, attackers, begun, blocked, codes, do, moves, passed, refused, seated, table
from invariants_breeds import keep

from rules.games.breeds.combat import Attack, PlayDragon
from rules.games.breeds.combat_rules import Health
from rules.games.breeds.corrections import Damage, Ko, SetHealth, SetTurn
from rules.games.breeds.damage import ConfirmDamage
from rules.games.breeds.game import GAME
from rules.games.breeds.refracting import AimRefracted, Refract
from rules.games.breeds.setup import ChooseLegendary, ChooseStarter, ChooseSummoner
from rules.games.breeds.state import Cycle, State, veil
from rules.games.breeds.turn import Done, DrawPhase
from rules.seat_away import SeatAway, SeatBack
from rules.testing.random_choices import filled

THREE = ("other", "other", "other")


def test_who_left_is_passed_over_and_answers_nothing() -> None:
    state = do(begun(3, colours=THREE), SeatAway(seat=1))
    state = do(attack(state, 3), Done("fireball_att", seat=0))
    # Neither blocks nor fireballs were waited for.
    assert state.clash is not None
    assert state.clash.step == "damage"
    state = do(state, ConfirmDamage(seat=0))
    assert state.seats[1].health.taken == 3
    state = passed(state, hands=False)
    assert (state.active, state.seats[1].cycle.hand) == (2, 8)
    assert passed(state).active == 0
    state = do(state, SeatBack(seat=1))
    assert passed(passed(state)).active == 1


def test_what_the_left_seat_was_asked_is_skipped_at_once() -> None:
    state = do(attack(begun(3, colours=THREE), 3), SeatAway(seat=1))
    assert state.clash is not None
    assert state.clash.step == "fireball_att"
    assert Done("fireball_att", seat=0) in [one.event for one in moves(state, 0)]


def test_an_attacker_who_leaves_attacks_nobody_and_the_turn_is_over() -> None:
    state = do(blocked(attack(begun(3, colours=THREE), 3), (2, 0)), SeatAway(seat=0))
    assert (state.clash, state.phase) == (None, "draw")
    assert [own.cycle.hand for own in state.seats][:2] == [7, 8]
    state = do(state, DrawPhase(seat=2))
    assert (state.active, state.seats[0].cycle.hand) == (1, 7)


def test_a_knocked_out_player_who_left_is_back_enraged_when_the_turn_is_passed_over() -> None:
    state = passed(do(begun(3, colours=THREE), SeatAway(seat=1), Ko(1, seat=0)))
    assert state.active == 2
    assert (state.seats[1].health.stage, state.seats[1].health.status) == (2, "alive")


def test_refracted_dragons_of_who_left_wait_for_them() -> None:
    state = attack(begun(3, colours=("other", "white", "other")), 4)
    state = do(state, Refract(attackers(state), seat=1), AimRefracted(2, seat=0), SeatAway(seat=0))
    state = do(state, DrawPhase(seat=1))
    state = passed(passed(state))
    assert (state.active, len(state.refracted)) == (1, 1)
    state = passed(passed(do(state, SeatBack(seat=0))))
    assert state.active == 0
    assert do(state, Attack(2, refracted=True, seat=0)).clash is not None


def test_a_duel_that_was_left_is_conceded_until_somebody_is_back() -> None:
    state = do(begun(2, colours=THREE), SeatAway(seat=1))
    assert GAME.over(state)
    assert GAME.score(state).winners == (0,)
    assert [one.place for one in GAME.score(state).seats] == [1, 2]
    assert refused(state, Done("combat", seat=0)) == ("STRUCT", "game_over")
    (choice,) = GAME.choices(state, 0)
    state = do(state, choice.event)
    assert (state.phase, state.active) == ("combat", 0)
    assert moves(state, 0)


def test_eliminating_the_last_one_there_wins_against_who_left() -> None:
    state = seated(do(begun(3, colours=THREE), SeatAway(seat=2)), 1, health=Health(2, breakpoint=2))
    state = do(
        do(attack(state, 3), Done("defense", seat=1)), Done("fireball_att", seat=0), Done("fireball_def", seat=1)
    )
    state = do(state, ConfirmDamage(seat=0))
    assert GAME.score(state).winners == (0,)
    assert [one.place for one in GAME.score(state).seats] == [1, 3, 2]


def test_nobody_waits_in_the_set_up_for_who_left() -> None:
    state = do(table(3), *(event for seat in (0, 1) for event in chosen(seat)))
    assert refused(state, ChooseStarter(0, seat=0)) == ("RULE", "not_ready")
    state = do(state, SeatAway(seat=2))
    assert refused(state, ChooseStarter(2, seat=0)) == ("RULE", "seat_left")
    assert passed(do(state, ChooseStarter(1, seat=0))).active == 0


def chosen(seat: int) -> tuple[ChooseSummoner, ChooseLegendary]:
    return ChooseSummoner("other", seat=seat), ChooseLegendary(seat=seat)


def test_one_leaves_and_comes_back_once() -> None:
    state = do(begun(3, colours=THREE), SeatAway(seat=1))
    assert refused(state, SeatAway(seat=1)) == ("STRUCT", "already_there")
    assert refused(state, SeatBack(seat=0)) == ("STRUCT", "already_there")
    labels = {str(one.label): one.event for one in GAME.choices(state, 0) if isinstance(one.event, SeatAway | SeatBack)}
    assert labels == {
        "{p0} has left: go on without them": SeatAway(seat=0),
        "{p2} has left: go on without them": SeatAway(seat=2),
        "{p1} is back": SeatBack(seat=1),
    }


@pytest.mark.parametrize("seed", range(4))
def test_people_come_and_go_and_the_table_goes_on(seed: int) -> None:
    rng = random.Random(seed)
    state = table(3 + seed % 2)
    for _ in range(400):
        if rng.random() < 0.03:
            coming = [c.event for c in GAME.choices(state, 0) if isinstance(c.event, SeatAway | SeatBack)]
            if coming:
                state = do(state, rng.choice(coming))
                continue
        if GAME.over(state) and not state.left_at:
            break
        if state.left_at:
            state = do(state, SeatBack(seat=state.away[0]))
            continue
        assert any(moves(state, seat) for seat in range(state.players) if seat not in state.away), seed
        state = do(state, anything(state, rng))
        keep(state)


# ---- a correction shows nothing ----


def secret() -> State:
    state = do(table(2), ChooseSummoner("black", seat=0), ChooseLegendary("black_noctyrax", seat=0))
    return do(state, ChooseSummoner("teal", seat=1), ChooseLegendary("teal_vael", seat=1), ChooseStarter(0, seat=0))


@pytest.mark.parametrize(
    "events",
    [
        (SetHealth(2, "eliminated", seat=1, override=True),),
        (SetHealth(2, seat=1), Damage(1, 9, seat=0)),
        (SetHealth(2, seat=1), Ko(1, seat=0)),
        (SeatAway(seat=1),),
        (SetHealth(2, seat=1), Attack(1, seat=0, override=True), PlayDragon("black_venomous", seat=0)),
    ],
)
def test_an_end_by_hand_tells_no_secret(events: tuple) -> None:
    """It could be undone, and then the secrets must still be secrets."""
    state = do(secret(), *events)
    if state.clash is not None:
        state = do(state, Done("attack", seat=0), Done("defense", seat=1))
        state = do(state, Done("fireball_att", seat=0), Done("fireball_def", seat=1), ConfirmDamage(seat=0))
    assert GAME.over(state)
    assert veil(state, 0).seats[1].legendary == ""
    assert GAME.redact(state, ChooseLegendary("teal_vael", seat=1), 0) == ChooseLegendary(seat=1)
    assert "Vael" not in str(GAME.view(state, 0))


def test_a_game_begun_by_hand_does_not_show_what_was_laid_down() -> None:
    state = do(table(2), ChooseSummoner("teal", seat=1), ChooseLegendary("teal_vael", seat=1))
    state = do(state, SetTurn(0, seat=0, override=True))
    assert veil(state, 0).seats[1].legendary == ""


def test_every_correction_in_the_set_up_leaves_the_legendaries_hidden() -> None:
    rng = random.Random(3)
    state = do(table(2), ChooseSummoner("teal", seat=1), ChooseLegendary("teal_vael", seat=1))
    for choice in GAME.choices(state, 0):
        if choice.correction:
            assert veil(do(state, filled(choice, rng)), 0).seats[1].legendary == ""
    assert Cycle(5, 7, 0) == do(state, SetTurn(0, seat=0)).seats[0].cycle
    assert codes(do(state, SetTurn(0, seat=0))) == ["by_hand"]

"""The log of Attack at the Tower: what an attack cost whom, who won, and lines that never change their contents."""

from __future__ import annotations

from dataclasses import replace

import tower_states
from tower_states import do, moves, opened, refused, side, table

from rules.event import Event
from rules.games.tower.attack import AssignDamage, ConfirmStep, DeclareAttack, EndAttack, Fight, PalaceAssault
from rules.games.tower.corrections import SetHand, SetTroops
from rules.games.tower.game import GAME
from rules.games.tower.setup_and_renewing import PlaceBase, Renew
from rules.games.tower.state import State
from rules.games.tower.turn import EndMatch, EndTurn, GiveUp, NextGame, Tick
from rules.log_line import Line
from rules.seat_away import SeatAway, SeatBack


def line(state: State, event: Event) -> Line:
    """What everybody is told of one event."""
    return GAME.tell(state, GAME.apply(state, event), event, None)


def test_an_attack_names_both_sides_and_its_cost() -> None:
    state = table("lair2 . .", "burrows1 treecity . / . . .")
    attack = DeclareAttack("1", "1", seat=0)
    assert line(state, attack).text == (
        "{p0} attacks territory 1 from territory 1: 2 spiderriders against 1 troll and 2 bases"
    )
    fight = do(state, attack)
    begun = line(fight, Fight(seat=0))
    assert begun.outcome == ("in the regular step {p0} deals 6, {p1} 10",)
    assert begun.turn == "Game 1, turn 3 · {p0}"
    state = do(fight, Fight(seat=0), AssignDamage("regular", {"0-1a1": 3, "0-1a2": 3}, confirm=True, seat=1))
    dealt = AssignDamage("regular", {"1-1a1": 2, "1-1b": 4}, confirm=True, seat=0)
    told = line(state, dealt)
    assert told.text == "{p0} deals in the regular step: 2 to the troll on 1a and 4 to the Treecity on 1b"
    assert told.outcome == (
        "{p1} loses 1 troll on 1a and Treecity on 1b",
        "{p0} loses 2 spiderriders on 1a",
        "{p1} holds territory 1",
    )
    assert told.why is not None


def test_a_split_that_is_not_confirmed_only_aims() -> None:
    state = tower_states.attack(table("lair2 . .", "burrows1 . ."))
    aim = AssignDamage("regular", {"1-1a1": 2}, seat=0)
    assert line(state, aim).text == "{p0} aims in the regular step: 2 to the troll on 1a"
    aimed = do(state, aim)
    assert line(aimed, ConfirmStep("regular", seat=0)).text == "{p0} deals in the regular step: 2 to the troll on 1a"
    assert line(aimed, ConfirmStep("regular", seat=1)).text == "{p1} assigns no damage in the regular step"


def test_who_is_out_after_the_first_step_is_said() -> None:
    state = tower_states.attack(table("standing_stones2 . .", "treecity2 . ."))
    told = line(state, AssignDamage("initiative", {"1-1a1": 1, "1-1a2": 1}, confirm=True, seat=0))
    assert told.outcome[0] == "first elf on 1a and second elf on 1a of {p1} fall"


def test_a_palace_that_falls_wins_the_game_and_the_match() -> None:
    state = replace(table("lair2 lair2 .", ""), results=(0,))
    state = do(state, DeclareAttack("1", "1", seat=0), PalaceAssault(seat=0), Fight(seat=0))
    told = line(
        do(state, ConfirmStep("regular", seat=1)), AssignDamage("regular", {"palace": 10}, confirm=True, seat=0)
    )
    assert told.outcome == (
        "nobody falls",
        "the palace of {p1} falls",
        "{p0} wins game 2",
        "{p0} wins the match 2 : 0",
    )


def test_the_way_to_the_palace_and_home() -> None:
    state = do(table("lair2 . .", ""), DeclareAttack("1", "1", seat=0))
    assert line(table("lair2 . .", ""), DeclareAttack("1", "1", seat=0)).outcome == (
        "territory 1 is cleared, the way to the palace is free",
    )
    assert line(state, EndAttack(seat=0)).text == "{p0} leaves the palace alone"
    off = EndAttack(seat=0, override=True)
    assert line(tower_states.attack(table("lair2 . .", "lair2 . .")), off).text == "{p0} calls the attack off"


def test_a_game_given_up_is_no_palace_fallen() -> None:
    told = line(table(), GiveUp(seat=0))
    assert told.outcome == ("{p1} wins game 1", "the match stands 0 : 1")


def test_a_renewing_says_who_comes_and_what_is_drawn() -> None:
    state = replace(table("treecity1 burrows . ", "lair2 . ."), phase="decide")
    assert line(state, Renew(True, seat=0)).outcome == (
        "{p0} gets 1 elf on 1a and 1 troll on 1b",
        "{p0} draws 2 cards",
        "{p1} draws 2 cards",
    )


def test_the_end_of_a_turn_says_what_goes_and_who_is_next() -> None:
    state = table(side("burrows1 . .", active="wall_of_thorns"), "")
    assert line(state, EndTurn(seat=0)).outcome == ("{p0} discards 1 ability", "{p1} is next")


def test_a_base_laid_over_another_says_what_is_lost() -> None:
    state = replace(table(side("lair2 . .", hand=(0, 2)), ""), phase="setup")
    state = state.with_side(0, replace(state.sides[0], done=False))
    told = line(state, PlaceBase("1a", "nest", seat=0))
    assert told.outcome == ("Lair and 2 spiderriders on 1a are lost",)


def test_a_correction_says_old_and_new() -> None:
    state = table("lair2 . .", "")
    assert line(state, SetTroops("1a", 1, seat=0)).text == "{p0} by hand: 1 troop on 1a (was 2)"
    hand = line(state, SetHand(1, 0, seat=1)).text
    assert hand == "{p1} by hand: the hand holds 1 ability (was 3 abilities and 2 bases)"


def test_a_tick_keeps_what_was_ticked() -> None:
    state = do(replace(table("treecity1 . .", ""), phase="decide"), Renew(True, seat=0))
    told = line(state, Tick(0, seat=0))
    assert told.text == "{p0} has done it: {p0} turns every base's counter up by 1, to 2 at most."


def test_whoever_leaves_gives_up_the_game_and_may_come_back_for_the_next() -> None:
    """TW-R32."""
    state = table("lair2 . .", "lair1 . .")
    assert {choice.label for choice in GAME.choices(state, 1) if isinstance(choice.event, SeatAway)} == {
        "{p0} has left: go on without them",
        "{p1} has left: go on without them",
    }
    gone = do(state, SeatAway(seat=1))
    assert (gone.phase, gone.wins, gone.away) == ("won", (1, 0), (1,))
    assert line(state, SeatAway(seat=1)).outcome == ("{p0} wins game 1", "the match stands 1 : 0")
    assert refused(gone, NextGame(seat=0)) == ("RULE", "away")
    assert [choice.event for choice in moves(gone, 0)] == [EndMatch(seat=0)]
    assert GAME.score(do(gone, EndMatch(seat=0))).winners == (0,)
    back = do(gone, SeatBack(seat=1), NextGame(seat=0))
    assert (back.phase, back.away) == ("setup", ())
    assert refused(gone, SeatAway(seat=0)) == ("STRUCT", "nobody_left")
    assert refused(state, SeatBack(seat=0)) == ("STRUCT", "already_there")
    lost = replace(opened(), results=(0,))
    assert do(lost, SeatAway(seat=1)).phase == "over"

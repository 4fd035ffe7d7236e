"""A game of Attack at the Tower around its battles: setup, renewing, abilities, the end of a turn, the match."""

from __future__ import annotations

from dataclasses import replace

import pytest
import tower_states
from tower_states import do, offered, refused, said, side, table

from rules.game_protocol import Refusal, Setup
from rules.games.tower.attack import DeclareAttack
from rules.games.tower.corrections import (
    SetAbility,
    SetBase,
    SetHand,
    SetLost,
    SetPile,
    SetSpecials,
    SetTroops,
    SetTurn,
    SetWins,
)
from rules.games.tower.game import GAME
from rules.games.tower.settle import due_discard
from rules.games.tower.setup_and_renewing import Burn, ChooseStarter, Discard, Done, Draw, PlaceBase, Renew
from rules.games.tower.state import Hand, State
from rules.games.tower.turn import EndMatch, EndTurn, GiveUp, NextGame, PlayAbility, Recruit, Tick
from rules.games.tower.turn_rules import Pile

STRUCT, RULE = "STRUCT", "RULE"


def renewing(first: str = "", second: str = "", hand: tuple[int, int] = (1, 1), **house: object) -> State:
    """The first seat has renewed; both have to draw."""
    halves = [side(board, hand=hand) for board in (first, second)]
    return do(replace(table(*halves, **house), phase="decide"), Renew(True, seat=0))


class TestSetup:
    def test_five_cards_from_either_pile(self) -> None:
        state = do(tower_states.opened(), Draw(5, 2, seat=0))
        own = state.sides[0]
        assert (own.hand, own.abilities.draw, own.bases.draw) == (Hand(2, 3), 28, 22)
        assert refused(state, Draw(5, 2, seat=0)) == (RULE, "draw_count")
        assert refused(tower_states.opened(), Draw(4, 2, seat=0)) == (RULE, "draw_count")
        assert refused(tower_states.opened(), Draw(5, 6, seat=0)) == (STRUCT, "bad_input")

    def test_the_game_begins_when_both_are_done_and_a_starter_is_chosen(self) -> None:
        state = do(tower_states.opened(), Draw(5, 2, seat=0), Draw(5, 5, seat=1))
        assert refused(state, EndTurn(seat=0)) == (RULE, "not_your_turn")
        state = do(state, PlaceBase("1a", "burrows", seat=0), Done(seat=0))
        assert state.phase == "setup"
        state = do(state, ChooseStarter(1))
        assert (state.phase, state.active) == ("decide", 1)
        assert refused(state, ChooseStarter(0)) == (STRUCT, "phase")

    def test_bases_wait_for_the_cards(self) -> None:
        assert refused(tower_states.opened(), PlaceBase("1a", "nest", seat=0)) == (RULE, "draw_first")
        assert refused(tower_states.opened(), Done(seat=0)) == (RULE, "draw_first")

    def test_option_burn(self) -> None:
        drawn = do(tower_states.opened(burn=True), Draw(5, 2, seat=0))
        again = do(drawn, Burn(seat=0))
        assert (again.sides[0].hand.size, again.sides[0].due_draw, again.sides[0].abilities.draw) == (0, 5, 30)
        assert refused(do(drawn, PlaceBase("1a", "nest", seat=0)), Burn(seat=0)) == (RULE, "burn_late")
        kept = do(tower_states.opened(), Draw(5, 2, seat=0))
        assert refused(kept, Burn(seat=0)) == (RULE, "burn")
        assert offered(drawn, 0, Burn)
        assert not offered(kept, 0, Burn)

    def test_a_game_for_two(self) -> None:
        with pytest.raises(Refusal) as caught:
            GAME.start(Setup(3))
        assert caught.value.code == "players"


class TestBases:
    def test_a_base_goes_to_an_empty_place(self) -> None:
        state = do(renewing(hand=(0, 1)), Draw(2, 1, seat=0), PlaceBase("2c", "lair", seat=0))
        assert tower_states.troops(state, 0) == ". . . / . . lair0 / . . ."
        assert state.sides[0].hand == Hand(1, 1)

    @pytest.mark.parametrize(
        ("event", "verdict"),
        [
            (PlaceBase("4a", "nest", seat=0), (STRUCT, "bad_place")),
            (PlaceBase("1a", "wall_of_thorns", seat=0), (STRUCT, "wrong_kind")),
            (PlaceBase("1a", "castle", seat=0), (STRUCT, "unknown_card")),
            (PlaceBase("1a", "nest", "1FT00A01AX", seat=0), (STRUCT, "bad_code")),
            (PlaceBase("1a", "nest", str(tower_states.seen("lair")), seat=0), (STRUCT, "bad_code")),
            (PlaceBase("1a", "nest"), (STRUCT, "no_such_seat")),
            (PlaceBase("1a", "nest", seat=0), (RULE, "phase")),
        ],
    )
    def test_what_refuses_a_base(self, event: PlaceBase, verdict: tuple[str, str]) -> None:
        assert refused(table(), event) == verdict

    def test_cards_first_then_bases(self) -> None:
        state = renewing(hand=(3, 2))
        assert refused(state, PlaceBase("1a", "nest", seat=0)) == (RULE, "draw_first")
        state = do(state, Draw(2, 0, seat=0))
        assert refused(state, PlaceBase("1a", "nest", seat=0)) == (RULE, "discard_first")
        state = do(state, Discard(2, 2, seat=0), PlaceBase("1a", "nest", seat=0), Done(seat=0))
        assert refused(state, PlaceBase("1b", "nest", seat=0)) == (RULE, "done")

    def test_an_override_is_accepted_and_noted(self) -> None:
        state = do(table(), PlaceBase("1a", "nest", seat=0, override=True))
        assert tower_states.troops(state, 0).startswith("nest0")
        assert said(state) == ["phase"]

    def test_no_base_in_hand(self) -> None:
        state = tower_states.with_hand(do(renewing(hand=(0, 1)), Draw(2, 2, seat=0)), 0, 3, 0)
        assert refused(state, PlaceBase("1a", "nest", seat=0)) == (RULE, "empty_hand")

    def test_option_replace_bases_at_the_table(self) -> None:
        board = "burrows1 . . / . . . / . . ."
        state = do(renewing(board), Draw(2, 0, seat=0))
        after = do(state, PlaceBase("1a", "nest", seat=0))
        assert (tower_states.troops(after, 0)[:5], after.sides[0].lost, after.sides[0].bases.discard) == ("nest0", 2, 1)
        assert said(after) == ["replaced"]
        strict = do(renewing(board, replace_bases=False), Draw(2, 0, seat=0))
        assert refused(strict, PlaceBase("1a", "nest", seat=0)) == (RULE, "occupied")
        (choice,) = offered(strict, 0, PlaceBase)
        assert "1a" not in [pick.value for pick in choice.fields[0].picks]

    def test_one_printed_card_lies_in_one_place(self) -> None:
        code = str(tower_states.seen("nest"))
        state = do(renewing(hand=(0, 2)), Draw(2, 2, seat=0), PlaceBase("1a", "nest", code, seat=0))
        assert refused(state, PlaceBase("1b", "nest", code, seat=0)) == (RULE, "same_code")
        other = str(tower_states.seen("nest", print_set="B"))
        assert not said(do(state, PlaceBase("1b", "nest", other, seat=0)))
        assert said(do(state, PlaceBase("1b", "nest", str(tower_states.seen("nest", 4)), seat=0))) == ["copy_number"]

    def test_more_copies_than_printed_are_spoken_of(self) -> None:
        state = do(renewing("nest nest nest / . . . / . . ."), Draw(2, 0, seat=0), PlaceBase("2a", "nest", seat=0))
        assert said(state) == ["too_many_copies"]

    def test_a_kind_that_lies_open_whole_is_not_offered_from_a_hand(self) -> None:
        state = do(renewing("nest nest nest / . . . / . . ."), Draw(2, 0, seat=0))
        (choice,) = offered(state, 0, PlaceBase)
        assert "nest" not in [pick.value for pick in choice.fields[1].picks]
        state = table(tower_states.side(active="wall_of_thorns wall_of_thorns wall_of_thorns"))
        (choice,) = offered(state, 0, PlayAbility)
        assert "wall_of_thorns" not in [pick.value for pick in choice.fields[0].picks]


class TestRenewing:
    def test_renewing_is_for_both(self) -> None:
        state = renewing("burrows0 lair2 . / . . . / . . .", "treecity1 . . / . . . / . . .")
        assert tower_states.troops(state, 0).startswith("burrows1 lair2 .")
        assert tower_states.troops(state, 1).startswith("treecity2")
        assert [one.due_draw for one in state.sides] == [2, 2]

    def test_a_hand_of_five_discards_what_it_draws(self) -> None:
        state = do(renewing(hand=(2, 3)), Draw(2, 1, seat=0))
        assert due_discard(state, 0) == 2
        assert refused(state, Discard(1, 1, seat=0)) == (RULE, "discard_count")
        assert refused(state, Discard(2, -1, seat=0)) == (STRUCT, "bad_input")
        after = do(state, Discard(2, 1, seat=0))
        assert (after.sides[0].hand, after.sides[0].abilities.discard, after.sides[0].bases.discard) == (
            Hand(2, 3),
            1,
            1,
        )

    def test_nobody_discards_what_is_not_in_the_hand(self) -> None:
        state = do(renewing(hand=(0, 5)), Draw(2, 1, seat=0))
        assert refused(state, Discard(2, 2, seat=0)) == (RULE, "not_in_hand")

    def test_the_table_goes_on_when_both_are_done(self) -> None:
        state = do(renewing(), Draw(2, 2, seat=0), Draw(2, 0, seat=1), Done(seat=0))
        assert state.phase == "renew"
        assert do(state, Done(seat=1)).phase == "action"

    def test_whoever_holds_no_base_has_nothing_to_lay(self) -> None:
        state = do(renewing(hand=(2, 0)), Draw(2, 2, seat=0), Draw(2, 2, seat=1))
        assert state.phase == "action"

    def test_option_reshuffle_at_the_table(self) -> None:
        def emptied(**house: object) -> State:
            state = replace(table(side(hand=(0, 0)), side(hand=(0, 0)), **house), phase="decide")
            own = replace(state.sides[0], abilities=Pile(1, 4), bases=Pile(0, 3))
            return do(state.with_side(0, own), Renew(True, seat=0))

        assert emptied().sides[0].due_draw == 1
        again = emptied(reshuffle=True)
        assert again.sides[0].due_draw == 2
        assert do(again, Draw(2, 2, seat=0)).sides[0].abilities == Pile(3, 0)
        assert do(again, Draw(2, 0, seat=0)).sides[0].bases == Pile(1, 0)

    def test_with_one_pile_empty_the_other_serves(self) -> None:
        state = replace(table(side(hand=(0, 0)), side(hand=(0, 0))), phase="decide")
        state = do(state.with_side(0, replace(state.sides[0], abilities=Pile(0))), Renew(True, seat=0))
        (choice,) = offered(state, 0, Draw)
        assert choice.event == Draw(2, 0, seat=0)
        assert refused(state, Draw(2, 1, seat=0)) == (RULE, "pile_empty")

    def test_who_decides_and_when(self) -> None:
        state = replace(table(), phase="decide")
        assert refused(state, Renew(True, seat=1)) == (RULE, "not_your_turn")
        assert refused(table(), Renew(True, seat=0)) == (RULE, "phase")
        assert refused(state, EndTurn(seat=0)) == (RULE, "phase")
        assert refused(state, DeclareAttack("1", "1", seat=0)) == (RULE, "phase")
        assert do(state, Renew(False, seat=0)).phase == "action"

    def test_what_hands_have_to_do_is_listed_and_ticked(self) -> None:
        state = renewing("burrows0 . . / . . . / . . .")
        assert [one.seat for one in state.todo] == [0]
        state = do(state, Tick(0, seat=0))
        assert state.todo[0].done
        assert refused(state, Tick(0, seat=0)) == (STRUCT, "no_reminder")
        assert refused(state, Tick(7, seat=0)) == (STRUCT, "no_reminder")


class TestAbilities:
    def test_an_ability_holds_until_the_turn_ends(self) -> None:
        state = do(table(), PlayAbility("snare_of_silk", seat=1))
        assert (state.sides[1].active[0].card, state.sides[1].hand.abilities) == ("snare_of_silk", 2)
        after = do(state, EndTurn(seat=0))
        assert (after.sides[1].active, after.sides[1].abilities.discard) == ((), 1)
        assert "discards the 1 ability" in after.todo[0].text

    def test_abilities_are_played_outside_renewing(self) -> None:
        play = PlayAbility("snare_of_silk", seat=1)
        for phase in ("setup", "renew", "end"):
            assert refused(replace(table(), phase=phase), play) == (RULE, "phase")
        for phase in ("decide", "action"):
            assert refused(replace(table(), phase=phase), play) == ("", "")

    def test_what_refuses_an_ability(self) -> None:
        assert refused(table(side(hand=(0, 5))), PlayAbility("snare_of_silk", seat=0)) == (RULE, "empty_hand")
        assert refused(table(), PlayAbility("burrows", seat=0)) == (STRUCT, "wrong_kind")
        assert refused(table(), PlayAbility("treant", seat=0)) == (RULE, "special_limit")

    def test_a_treant_needs_a_territory_with_three_bases(self) -> None:
        full = side("nest nest lair / . . . / . . .")
        state = do(table(full), PlayAbility("treant", seat=0))
        assert len(state.sides[0].specials) == 1
        assert refused(state, PlayAbility("treant", seat=0)) == (RULE, "special_limit")
        (choice,) = offered(state, 0, PlayAbility)
        assert "treant" not in [pick.value for pick in choice.fields[0].picks]

    def test_special_troops_go_with_the_third_base(self) -> None:
        full = side("nest nest lair / . . . / . . .", specials=1)
        state = do(table(full), SetBase("1a", seat=0))
        assert (state.sides[0].specials, state.sides[0].abilities.discard) == ((), 1)
        assert "discards 1 treant" in state.todo[-1].text

    def test_what_does_nothing_is_said(self) -> None:
        assert said(do(table(), PlayAbility("wall_of_thorns", seat=0))) == ["thorns_idle"]
        assert said(do(table(), PlayAbility("wall_of_thorns", seat=1))) == []
        lit = table(side(active="leafblade_charge"))
        assert said(do(lit, PlayAbility("leafblade_charge", seat=0))) == ["no_more"]
        silk = side(active="snare_of_silk")
        assert said(do(table(silk), PlayAbility("snare_of_silk", seat=0))) == []
        assert said(do(table(silk, stack_abilities=False), PlayAbility("snare_of_silk", seat=0))) == ["no_more"]

    def test_the_wall_of_thorns_stops_the_next_attack_and_not_this_one(self) -> None:
        state = do(table("lair2 . . / . . . / . . .", "lair2 . . / . . . / . . ."), DeclareAttack("1", "1", seat=0))
        state = do(state, PlayAbility("wall_of_thorns", seat=1))
        assert state.clash is not None
        assert refused(replace(state, clash=None), DeclareAttack("1", "2", seat=0)) == (RULE, "wall_of_thorns")
        assert not offered(replace(state, clash=None), 0, DeclareAttack)


class TestEndOfTurn:
    def test_druids_draw(self) -> None:
        own = side("standing_stones2 . . / standing_stones1 . . / . . .", hand=(1, 1), active="circle_of_counsel")
        state = do(table(own), EndTurn(seat=0))
        assert (state.phase, state.sides[0].due_draw) == ("end", 3)
        after = do(state, Draw(3, 1, seat=0))
        assert (after.phase, after.active, after.sides[0].hand.size) == ("decide", 1, 5)

    def test_both_players_abilities_count(self) -> None:
        other = side("standing_stones2 . . / . . . / . . .", hand=(0, 0), active="circle_of_counsel")
        assert do(table("", other), EndTurn(seat=0)).sides[1].due_draw == 2

    def test_option_limit_always_at_the_table(self) -> None:
        own = side("standing_stones2 . . / . . . / . . .", hand=(3, 2), active="circle_of_counsel")
        kept = do(table(own), EndTurn(seat=0), Draw(2, 0, seat=0))
        assert due_discard(kept, 0) == 2
        assert do(kept, Discard(2, 0, seat=0)).active == 1
        free = do(table(own, limit_always=False), EndTurn(seat=0), Draw(2, 0, seat=0))
        assert (free.active, free.sides[0].hand.size) == (1, 7)

    def test_trolls_come_back_by_themselves_where_it_leaves_no_choice(self) -> None:
        own = side("burrows1 burrows2 . / . . . / . . .", active="stone_remembers", lost=3)
        state = do(table(own), EndTurn(seat=0))
        assert (state.active, tower_states.troops(state, 0)[:17]) == (1, "burrows2 burrows2")

    def test_the_owner_says_where_trolls_come_back(self) -> None:
        own = side("burrows0 burrows1 . / . . . / . . .", active="stone_remembers", lost=1)
        state = do(table(own), EndTurn(seat=0))
        assert (state.phase, state.sides[0].due_recruit) == ("end", 1)
        assert {choice.event.place for choice in offered(state, 0, Recruit)} == {"1a", "1b"}
        assert refused(state, Recruit("2a", seat=0)) == (STRUCT, "no_base")
        after = do(state, Recruit("1a", seat=0))
        assert (after.active, tower_states.troops(after, 0)[:17]) == (1, "burrows1 burrows1")

    def test_trolls_are_forgotten_with_the_turn(self) -> None:
        state = do(table(side("burrows0 . . / . . . / . . .", lost=1)), EndTurn(seat=0))
        assert state.sides[0].lost == 0
        assert refused(state, Recruit("1a", seat=0)) == (RULE, "nobody_comes")

    def test_only_whose_turn_it_is_ends_it(self) -> None:
        assert refused(table(), EndTurn(seat=1)) == (RULE, "not_your_turn")
        assert do(table(), EndTurn(seat=1, override=True)).active == 1
        board = "lair2 . . / . . . / . . ."
        fighting = do(table(board, board), DeclareAttack("1", "1", seat=0))
        assert refused(fighting, EndTurn(seat=0)) == (RULE, "battle_on")


class TestMatch:
    def test_the_match_is_best_of_three(self) -> None:
        won = replace(table(), phase="won", results=(0,))
        assert not GAME.over(won)
        again = do(won, NextGame(seat=1))
        assert (again.phase, again.active, again.results) == ("setup", None, (0,))
        assert refused(again, NextGame(seat=0)) == (STRUCT, "already_there")
        over = do(again, SetWins(2, 0, seat=0))
        assert (GAME.over(over), GAME.score(over).winners) == (True, (0,))
        assert refused(over, NextGame(seat=0)) == (STRUCT, "match_over")

    def test_a_match_may_end_early(self) -> None:
        won = replace(table(), phase="won", results=(1,))
        assert refused(table(), EndMatch(seat=0)) == (RULE, "game_on")
        over = do(won, EndMatch(seat=0))
        sheet = GAME.score(over)
        assert (sheet.winners, sheet.final, [own.total for own in sheet.seats]) == ((1,), True, [0, 1])
        assert GAME.score(won).winners == ()

    def test_a_game_that_stands_still_may_be_given_up(self) -> None:
        assert refused(table(), GiveUp(seat=1)) == (RULE, "not_your_turn")
        assert refused(replace(table(), phase="decide"), GiveUp(seat=0)) == (RULE, "phase")
        fighting = do(table("lair2 . . / . . . / . . ."), DeclareAttack("1", "1", seat=0))
        assert refused(fighting, GiveUp(seat=0)) == (RULE, "battle_on")
        after = do(table(), GiveUp(seat=0))
        assert (after.phase, after.results) == ("won", (1,))
        assert "palace falls" not in str(GAME.view(after, None))
        over = do(after, EndMatch(seat=0))
        (line,) = GAME.score(over).seats[1].lines
        assert (line.points, line.detail, line.why.ruling) == (1, "given up by the other", "TW-R31")
        corrected = do(after, SetWins(0, 2, seat=0))
        assert GAME.score(corrected).seats[1].lines[0].detail == "the other palace fell"

    def test_giving_up_the_second_game_loses_the_match(self) -> None:
        over = do(replace(table(), results=(1,)), GiveUp(seat=0))
        assert (GAME.over(over), GAME.score(over).winners) == (True, (1,))

    def test_nothing_is_played_after_the_palace_fell(self) -> None:
        won = replace(table(), phase="won", results=(0,))
        for event in (EndTurn(seat=0), PlayAbility("treant", seat=0), Draw(2, 1, seat=0), Renew(True, seat=0)):
            assert refused(won, event) == (STRUCT, "game_over")

    def test_house_rules_stand_on_the_score_sheet(self) -> None:
        assert GAME.score(table(palace_defenders="all")).house_rules == ("every troop defends the palace",)
        assert GAME.score(table()).house_rules == ()


class TestEnteringCold:
    def test_any_state_can_be_set(self) -> None:
        state = do(
            tower_states.opened(),
            SetTurn(1, "action", seat=0),
            SetBase("1a", "burrows", seat=0),
            SetTroops("1a", 2, seat=0),
            SetBase("1b", "nest", seat=0),
            SetBase("1c", "lair", seat=0),
            SetSpecials(1, seat=0),
            SetHand(4, 1, seat=0),
            SetPile("bases", 12, 3, seat=0),
            SetAbility("snare_of_silk", 2, seat=1),
            SetLost(3, seat=0),
            SetWins(0, 1, seat=0),
        )
        own = state.sides[0]
        assert tower_states.troops(state, 0) == "burrows2 nest0 lair0 / . . . / . . ."
        assert (len(own.specials), own.hand, own.bases, own.lost) == (1, Hand(4, 1), Pile(12, 3), 3)
        assert (len(state.sides[1].active), state.results, state.active, state.phase) == (2, (1,), 1, "action")

    @pytest.mark.parametrize(
        "event",
        [
            SetTroops("1a", 3, seat=0),
            SetTroops("1a", 1, seat=0),
            SetSpecials(4, seat=0),
            SetHand(-1, 0, seat=0),
            SetPile("bases", -1, 0, seat=0),
            SetAbility("treant", 1, seat=0),
            SetAbility("snare_of_silk", 4, seat=0),
            SetLost(-1, seat=0),
            SetTurn(2, "action"),
            SetWins(2, 2),
            SetBase("9z", seat=0),
        ],
    )
    def test_what_cannot_be_is_refused(self, event: object) -> None:
        assert refused(table(), event)[0] == STRUCT  # type: ignore[arg-type]  # every one is an event

    def test_a_correction_is_noted(self) -> None:
        assert said(do(table(), SetHand(1, 1, seat=0))) == ["by_hand"]

    def test_a_battle_begins_again_with_the_corrected_board(self) -> None:
        state = tower_states.attack(table("lair2 . . / . . . / . . .", "burrows2 . . / . . . / . . ."))
        assert state.clash is not None
        assert state.clash.moment == "regular"
        after = do(state, SetTroops("1a", 1, seat=0))
        assert after.clash is not None
        assert (after.clash.moment, after.clash.troops, after.clash.battle) == ("declared", ("0-1a1",), None)
        assert do(after, SetTroops("1a", 0, seat=0)).clash is None

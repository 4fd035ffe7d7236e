"""A game of Dragoborne at the table: setup, the turn, cards, attacks, the end, and what people get wrong about it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import dragoborne_states
import pytest
from dragoborne_states import (
    BLUE,
    RED,
    ambushed,
    begun,
    creature,
    crossed,
    do,
    in_main_phase,
    moves,
    offered,
    opened,
    refused,
    said,
    shielded,
    side,
    table,
)

from rules.game_protocol import Event, Refusal
from rules.games.dragoborne import (
    ambushes,
    card_texts,
    combat,
    combat_rules,
    corrections,
    deck,
    main_phase,
    setup,
    turn,
)
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.state import Creature, Paper, Resource, State


def by_uid(state: State, uid: str) -> Creature:
    found = creature(state, uid)
    assert found is not None, uid
    return found


def attacked(state: State, fort: str = "1", uid: str = "0c1") -> State:
    """The first seat's creature attacks a fort of the second."""
    return do(state, combat.Attack(uid, fort, seat=0))


# Setting up


def test_setup_leaves_what_the_rulebook_says() -> None:
    state = begun()
    for own in state.sides:
        assert (own.deck, own.hand, own.barriers, len(own.resources)) == (39, 5, (2, 2, 2), 3)
    assert (state.phase, state.active, state.turn) == ("dice", 0, 1)


def test_a_mulligan_comes_once_and_before_the_barriers() -> None:
    state = do(opened(), setup.UseDeck("ember", seat=0), setup.Mulligan(3, seat=0))
    assert (state.sides[0].hand, state.sides[0].deck) == (5, 45)
    assert refused(state, setup.Mulligan(1, seat=0)) == ("RULE", "mulligan_once")
    assert refused(begun(), setup.Mulligan(1, seat=0))[0] == "STRUCT"


def test_banners_are_those_of_the_deck_and_stay() -> None:
    state = do(opened(), setup.UseDeck("ember", seat=0))
    assert refused(state, setup.PlaceBanners("red", "green", "green", seat=0)) == ("RULE", "banner_mismatch")
    assert refused(opened(), setup.PlaceBanners(*RED, seat=0)) == ("RULE", "deck_first")
    assert refused(begun(), setup.PlaceBanners(*RED, seat=0)) == ("STRUCT", "banners_stay")
    placed = do(state, setup.PlaceBanners("red", "green", "red", seat=0)).sides[0]
    assert [fort.color for fort in placed.forts] == ["red", "green", "red"]
    assert [die.color for die in placed.dice] == ["red", "red", "green"]


def deck_of(copies: int, kinds: int, flags: tuple[str, ...]) -> setup.ScanDeck:
    names = [one.id for one in dragoborne_states.DECK.cards if one["deck"] == "ember" and one["type"] != "banner"][
        :kinds
    ]
    return setup.ScanDeck(tuple(name for name in names for _ in range(copies)) + flags, seat=0)


FORGE = "banner_of_the_forge"


@pytest.mark.parametrize(
    ("copies", "kinds", "flags", "code"),
    [
        (4, 13, (FORGE,) * 3, ""),
        (4, 12, (FORGE,) * 3, "deck_size"),
        (5, 10, (FORGE,) * 3, "too_many_copies"),
        (4, 13, (FORGE,) * 2, "banner_count"),
    ],
)
def test_a_scanned_deck_is_checked(copies: int, kinds: int, flags: tuple[str, ...], code: str) -> None:
    state = do(opened(), deck_of(copies, kinds, flags))
    ready = [one for one in moves(state, 0) if isinstance(one.event, setup.UseDeck) and one.event.deck == "scanned"]
    use = setup.UseDeck("scanned", copies * kinds, seat=0)
    assert refused(state, use) == (("RULE", code) if code else ("", ""))
    assert bool(ready) == (not code)
    # The paper is the truth: a table that agrees plays with any deck.
    state = do(state, replace(use, override=True))
    assert state.sides[0].deck == copies * kinds - 5
    assert all(notice.to == 0 for notice in state.notices)


def test_one_very_card_is_read_once() -> None:
    codes = tuple(str(dragoborne_states.seen("flint_spark", n)) for n in (1, 2))
    event = setup.ScanDeck(("flint_spark",) * 2, codes, seat=0)
    assert len(do(opened(), event, event).sides[0].listed) == 2


# The turn


def test_the_turn_goes_dice_draw_resource_main() -> None:
    state = begun()
    assert refused(state, turn.Draw(seat=0)) == ("RULE", "phase")
    state = do(state, turn.Roll((6, 5, 4), seat=0))
    assert [die.value for die in state.sides[0].dice] == [6, 5, 4]
    assert refused(state, turn.Draw(2, seat=0)) == ("RULE", "draw_count")
    state = do(state, turn.Draw(seat=0))
    # Whoever starts skips the resource step of the first turn.
    assert (state.phase, state.sides[0].deck, state.sides[0].hand) == ("main", 38, 6)
    state = do(state, turn.EndTurn(seat=0), turn.Roll((1, 1, 1), seat=1), turn.Draw(seat=1))
    assert state.phase == "resource"
    state = do(state, turn.AddResource("blue", seat=1))
    assert (state.phase, len(state.sides[1].resources), state.sides[1].deck) == ("main", 4, 37)


def test_only_the_player_whose_turn_it_is_acts() -> None:
    state = begun()
    assert refused(state, turn.Roll((1, 2, 3), seat=1)) == ("RULE", "not_your_turn")
    state = in_main_phase(state, 0)
    assert refused(state, main_phase.Summon("brine_whelp", "1", seat=1)) == ("RULE", "not_your_turn")
    assert refused(state, turn.Roll((1, 2, 7), seat=0)) == ("STRUCT", "bad_dice")
    assert refused(state, turn.Roll((1, 2), seat=0)) == ("STRUCT", "bad_dice")


def test_dice_persist_through_the_turn_of_the_other_and_keep_a_reduced_value() -> None:
    state = shielded(table(side("ashmane_champion")), 1, 0, "1")
    state = attacked(do(state, main_phase.AssignCross(2, "0c1", seat=0)))
    state = do(state, card_texts.Tick(0, seat=0), combat.DealDamage(seat=0))
    own = state.sides[1].dice[0]
    # Its ATK 4 and the die on it make 5; the shield of 3 is destroyed, and the fort behind it is whole.
    assert (own.where, state.sides[1].barriers) == ("discard", (2, 2, 2))
    state = do(state, turn.EndTurn(seat=0))
    assert state.sides[0].dice[2].where == "cross"
    assert state.sides[1].dice[0].where == "discard"
    state = do(state, turn.Roll((2, 2, 2), seat=1))
    assert [die.where for die in state.sides[1].dice] == ["zone"] * 3
    assert state.sides[0].dice[2].where == "cross"


def test_a_shield_keeps_what_is_left_until_it_is_rolled_again() -> None:
    state = shielded(table(side("thornfoot_scout", "fenfang_adder")), 1, 0, "1")
    state = attacked(state)
    assert (state.sides[1].dice[0].value, state.sides[1].dice[0].where) == (2, "shield")
    state = attacked(state, uid="0c2")
    assert state.sides[1].dice[0].value == 1
    assert do(state, turn.EndTurn(seat=0)).sides[1].dice[0].value == 1


def test_a_die_is_assigned_once_and_to_a_fort_of_its_colour() -> None:
    state = do(table(side("kindling_whelp")), main_phase.AssignShield(0, "1", seat=0))
    assert refused(state, main_phase.AssignShield(0, "2", seat=0)) == ("RULE", "already_assigned")
    assert refused(state, main_phase.AssignShield(2, "1", seat=0)) == ("RULE", "color_mismatch")
    assert refused(state, main_phase.AssignCross(0, "0c1", seat=0)) == ("RULE", "already_assigned")
    assert refused(in_main_phase(begun(), 0), main_phase.AssignShield(0, "3", seat=0)) == ("RULE", "color_mismatch")


def test_whoever_must_draw_from_an_empty_deck_loses_at_once() -> None:
    last = table(replace(side(), deck=1))
    drawn = do(replace(last, phase="draw"), turn.Draw(seat=0))
    assert (drawn.phase, drawn.sides[0].deck) == ("main", 0)
    lost = do(drawn, main_phase.Cast("gift_of_the_grove", seat=0), turn.Draw(2, source="gift_of_the_grove", seat=0))
    assert (lost.phase, lost.losers, lost.ending) == ("over", (0,), "deck")
    assert GAME.score(lost).winners == (1,)


def test_a_barrier_to_the_hand_is_no_draw() -> None:
    """DB-R21: with an empty deck a barrier may be lost without losing the game."""
    state = attacked(table(side("cinderclaw_raider"), replace(side(deck="tide"), deck=0)))
    state = do(state, combat.FortBurst(False, seat=1))
    assert (state.losers, state.sides[1].hand, state.sides[1].deck) == ((), 6, 0)


def test_the_hand_is_discarded_down_to_seven_before_the_turn_ends() -> None:
    state = do(table(replace(side(), hand=9)), turn.EndTurn(seat=0))
    assert state.phase == "end"
    assert refused(state, turn.Discard(1, seat=0)) == ("RULE", "discard_count")
    state = do(state, turn.Discard(2, seat=0))
    assert (state.active, state.sides[0].hand, state.sides[0].unnamed) == (1, 7, 2)
    assert do(table(replace(side(), hand=9)), turn.EndTurn(7, seat=0)).active == 1


# Cards


def test_a_card_is_paid_with_one_resource_of_its_colour() -> None:
    poor = replace(side(), resources=(Resource("red"), Resource("blue"), Resource("blue", True)))
    state = table(poor)
    assert refused(state, main_phase.Summon("thornfoot_scout", "1", seat=0)) == ("RULE", "no_color")
    assert refused(state, main_phase.Summon("hedgeburner", "1", seat=0)) == ("RULE", "not_enough")
    assert refused(state, main_phase.Summon("cinderclaw_raider", "1", (0,), seat=0)) == ("RULE", "not_enough")
    assert refused(state, main_phase.Summon("kindling_whelp", "1", (1,), seat=0)) == ("RULE", "no_color")
    assert refused(state, main_phase.Summon("gatehouse_hound", "1", seat=0)) == ("RULE", "not_playable")
    state = do(state, main_phase.Summon("cinderclaw_raider", "1", (0, 1), seat=0))
    assert [one.rested for one in state.sides[0].resources] == [True, True, True]
    assert (state.sides[0].hand, by_uid(state, "0c21").rested) == (4, False)


def test_what_was_paid_may_be_paid_otherwise() -> None:
    state = do(table(), main_phase.Summon("cinderclaw_raider", "1", seat=0))
    before = [one.color for one in state.sides[0].resources if one.rested]
    offers = {pick.value for choice in offered(state, 0, main_phase.PayOtherwise) for pick in choice.fields[0].picks}
    assert before == ["red", "red"]
    assert offers == {"red>green"}
    state = do(state, main_phase.PayOtherwise("red>green", seat=0))
    assert sorted(one.color for one in state.sides[0].resources if one.rested) == ["green", "red"]
    assert refused(state, main_phase.PayOtherwise("red>green", seat=0)) == ("STRUCT", "no_exchange")


def test_a_third_creature_sends_one_away_that_is_not_destroyed() -> None:
    full = crossed(table(side("kindling_whelp", "ashmane_champion")), 0, 0, "0c2")
    state = do(full, main_phase.Summon("hedgeburner", "1", seat=0))
    assert [ask.kind for ask in state.asks] == ["room"]
    assert refused(state, turn.EndTurn(seat=0)) == ("RULE", "open")
    assert {choice.uid for choice in offered(state, 0, combat.MakeRoom)} == {"0c1", "0c2"}
    assert refused(state, combat.MakeRoom("new", seat=0)) == ("STRUCT", "bad_target")
    state = do(state, combat.MakeRoom("0c2", seat=0))
    assert creature(state, "0c2") is None
    assert [one.card for one in state.sides[0].discard] == ["ashmane_champion"]
    # A die on it goes to the discard pile (DB-R6).
    assert state.sides[0].dice[0].where == "discard"
    at_once = do(full, main_phase.Summon("hedgeburner", "1", discard="0c1", seat=0))
    assert [one.uid for one in at_once.sides[0].creatures] == ["0c2", "0c21"]


def test_who_says_which_creature_leaves_need_not_say_the_fort() -> None:
    full = table(side("kindling_whelp", "ashmane_champion"))
    found = [one for one in offered(full, 0, main_phase.Summon) if one.fields[-1].name == "discard"]
    assert [{pick.value for pick in one.fields[-1].picks} for one in found] == [{"0c1", "0c2"}]
    state = do(full, found[0].fill(card="hedgeburner", discard="0c1"))
    assert not state.asks
    assert [(one.uid, one.fort) for one in state.sides[0].creatures] == [("0c2", "1"), ("0c21", "1")]
    assert refused(full, main_phase.Summon("hedgeburner", "", seat=0)) == ("STRUCT", "bad_fort")
    assert refused(full, main_phase.Summon("hedgeburner", "", discard="1c1", seat=0)) == ("STRUCT", "bad_fort")
    room = table(side("kindling_whelp"))
    assert all(one.fields[-1].name != "discard" for one in offered(room, 0, main_phase.Summon))
    assert refused(room, main_phase.Summon("hedgeburner", "", discard="0c1", seat=0)) == ("RULE", "bad_target")


def test_creatures_move_where_there_is_room_and_change_places() -> None:
    state = table(side("kindling_whelp", "fenfang_adder", "~scalesmith@2"))
    assert refused(state, main_phase.Move("0c3", "1", seat=0)) == ("RULE", "fort_full")
    assert by_uid(do(state, main_phase.Move("0c3", "1", seat=0, override=True)), "0c3").fort == "1"
    moved = do(state, main_phase.Move("0c1", "3", seat=0), main_phase.Swap("0c2", "0c3", seat=0))
    assert {one.uid: one.fort for one in moved.sides[0].creatures} == {"0c1": "3", "0c2": "2", "0c3": "1"}
    assert by_uid(moved, "0c3").rested


def test_a_destroyed_fort_takes_creatures_and_no_shield() -> None:
    state = table(side(barriers=(0, 2, 2)))
    assert do(state, main_phase.Summon("kindling_whelp", "1", seat=0)).sides[0].creatures
    assert refused(state, main_phase.AssignShield(0, "1", seat=0)) == ("RULE", "fort_destroyed")


def test_an_ability_is_paid_and_reminds() -> None:
    state = do(table(side("scalesmith")), main_phase.Activate("0c1", seat=0))
    assert sum(one.rested for one in state.sides[0].resources) == 1
    assert [one.text for one in state.todo] == ["Another creature of yours gets +1/+0 until the turn ends."]
    assert refused(table(side("kindling_whelp")), main_phase.Activate("0c1", seat=0)) == ("RULE", "no_ability")
    given = do(table(side("kindling_whelp")), main_phase.Activate("0c1", (0,), seat=0, override=True))
    assert given.sides[0].resources[0].rested
    assert [one.card for one in given.todo] == ["kindling_whelp"]


def test_texts_of_a_fixed_form_are_reckoned_with() -> None:
    state = table(side("mossback_colossus", "kindling_whelp"), side("dawn_sentry", "bastion_colossus@2", deck="tide"))
    figures = {
        one.uid: (combat_rules.atk_now(state, seat, one), combat_rules.edr_now(state, seat, one))
        for seat, own in enumerate(state.sides)
        for one in own.creatures
    }
    # A red die shows 4, so the whelp has +1/+0; the colossus beside it gives +1/+1.
    assert figures == {"0c1": (4, 7), "0c2": (3, 2), "1c1": (1, 2), "1c2": (4, 7)}
    state = shielded(state, 1, 0, "1")
    assert combat_rules.atk_now(state, 1, by_uid(state, "1c1")) == 2
    raider = crossed(table(side("cinderclaw_raider")), 0, 0, "0c1")
    assert combat_rules.atk_now(raider, 0, by_uid(raider, "0c1")) == 5
    green = crossed(table(side("cinderclaw_raider")), 0, 2, "0c1")
    assert combat_rules.atk_now(green, 0, by_uid(green, "0c1")) == 3


def test_whoever_attacks_the_bastion_is_weaker() -> None:
    state = table(side("kindling_whelp", dice=(1, 1, 1)), side("~bastion_colossus", deck="tide"))
    state = attacked(state)
    assert said(state) == ["atk_zero"]
    assert state.sides[1].barriers == (2, 2, 2)


# Attacks


@pytest.mark.parametrize("attacker", ["kindling_whelp", "pyreclaw_dragon", "mossback_colossus"])
def test_an_unblocked_attack_takes_one_barrier_whatever_the_atk(attacker: str) -> None:
    state = attacked(table(side(attacker)))
    assert state.sides[1].barriers == (1, 2, 2)
    assert (len(state.asks), by_uid(state, "0c1").rested, state.phase) == (1, True, "combat")


def test_a_dragoshield_blocks_by_itself_and_swallows_everything() -> None:
    state = shielded(table(side("pyreclaw_dragon"), side("bastion_colossus", dice=(1, 4, 5), deck="tide")), 1, 0, "1")
    assert [one.uid for one in state.sides[1].creatures] == ["1c1"]
    state = attacked(state)
    assert (state.clash, state.asks, state.sides[1].barriers) == (None, (), (2, 2, 2))
    assert state.sides[1].dice[0].where == "discard"
    assert not by_uid(state, "0c1").damage


def test_no_creature_blocks_where_a_dragoshield_stands() -> None:
    state = ambushed(shielded(table(side("kindling_whelp"), side("brine_whelp", deck="tide")), 1, 0, "1"), 1, 1)
    state = attacked(state)
    assert refused(state, combat.Block("1c1", seat=1)) == ("RULE", "dragoshield_blocks")
    assert refused(state, combat.NoBlock(seat=1)) == ("STRUCT", "dragoshield_blocks")
    assert not offered(state, 1, combat.Block)
    assert do(state, combat.DealDamage(seat=1)).sides[1].dice[0].value == 1


def test_of_several_shields_the_defender_chooses() -> None:
    state = shielded(shielded(table(side("kindling_whelp"), side(deck="tide", dice=(3, 5, 5))), 1, 0, "1"), 1, 1, "1")
    state = attacked(state)
    assert [choice.event for choice in offered(state, 1, combat.ChooseShield)] == [
        combat.ChooseShield(0, seat=1),
        combat.ChooseShield(1, seat=1),
    ]
    assert refused(state, combat.DealDamage(seat=0)) == ("RULE", "choose_shield")
    assert [die.value for die in do(state, combat.ChooseShield(1, seat=1)).sides[1].dice] == [3, 3, 5]


def test_blocking_rests_and_both_deal_damage() -> None:
    state = attacked(
        table(side("cinderclaw_raider"), side("pearl_oracle", "brine_whelp@2", "~lantern_keeper", deck="tide"))
    )
    assert refused(state, combat.Block("1c2", seat=1)) == ("RULE", "blocker_not_at_fort")
    assert refused(state, combat.Block("1c3", seat=1)) == ("RULE", "blocker_rested")
    assert refused(state, combat.Block("1c1", seat=0))[0] in ("RULE", "STRUCT")
    state = do(state, combat.Block("1c1", seat=1))
    assert creature(state, "0c1") is None
    assert (by_uid(state, "1c1").rested, by_uid(state, "1c1").damage) == (True, 2)
    assert state.sides[1].barriers == (2, 2, 2)


def test_damage_adds_up_until_the_turn_ends() -> None:
    state = table(side("ashmane_champion", "cinderclaw_raider"), side("pearl_oracle", deck="tide"))
    state = attacked(state)
    state = do(state, combat.Block("1c1", seat=1))
    assert by_uid(state, "1c1").damage == 4
    stood = replace(state.sides[1], creatures=tuple(replace(one, rested=False) for one in state.sides[1].creatures))
    again = do(
        replace(state, sides=(state.sides[0], stood)),
        combat.Attack("0c2", "1", seat=0),
        combat.Block("1c1", seat=1),
    )
    assert creature(again, "1c1") is None
    later = do(state, turn.EndTurn(seat=0))
    assert by_uid(later, "1c1").damage == 0


def test_deadly_destroys_whatever_it_damages() -> None:
    state = attacked(table(side("fenfang_adder"), side("bastion_colossus@2", "pearl_oracle", deck="tide")))
    state = do(state, combat.Block("1c2", seat=1))
    assert creature(state, "1c2") is None
    assert creature(state, "0c1") is None
    harmless = replace(side("fenfang_adder"), creatures=(Creature("c1", "fenfang_adder", atk_mod=-1),))
    state = do(attacked(table(harmless, side("pearl_oracle", deck="tide"))), combat.Block("1c1", seat=1))
    assert by_uid(state, "1c1").damage == 0


def test_invade_is_not_blocked_by_creatures_but_by_dragoshields() -> None:
    state = table(side("hedgeburner"), side("pearl_oracle", "brine_whelp@3", deck="tide"))
    assert attacked(state).sides[1].barriers == (1, 2, 2)
    assert attacked(state, "3").clash is not None
    paused = attacked(ambushed(state, 1, 1))
    assert refused(paused, combat.Block("1c1", seat=1)) == ("RULE", "invade")
    assert attacked(shielded(state, 1, 0, "1")).sides[1].barriers == (2, 2, 2)


def test_a_granted_invade_counts() -> None:
    first = side("stormcrest_champion", deck="tide")
    state = crossed(table(first, side("kindling_whelp", deck="ember")), 0, 0, "0c1")
    assert attacked(state).sides[1].barriers == (1, 2, 2)


def test_assassin_reaches_creatures_at_rest_behind_a_shield() -> None:
    halves = side("nightvine_stalker"), side("~sunspine_asp", "dawn_sentry", "~brine_whelp", deck="tide")
    state = shielded(table(*halves), 1, 0, "1")
    assert refused(state, combat.AttackAssassin("0c1", "1c2", seat=0)) == ("RULE", "target_standing")
    assert refused(state, combat.AttackAssassin("0c1", "1c3", seat=0)) == ("RULE", "target_mismatch")
    state = do(state, combat.AttackAssassin("0c1", "1c1", seat=0))
    assert creature(state, "1c1") is None
    # The asp was Deadly.
    assert creature(state, "0c1") is None
    assert state.sides[1].dice[0].value == 3
    assert refused(table(side("kindling_whelp"), halves[1]), combat.AttackAssassin("0c1", "1c1", seat=0)) == (
        "RULE",
        "no_assassin",
    )


def test_immune_stops_spells_and_abilities_at_the_table() -> None:
    state = do(
        table(side(), side("pearl_oracle", "kindling_whelp", deck="tide")), main_phase.Cast("flint_spark", seat=0)
    )
    assert refused(state, card_texts.Effect("flint_spark", "1c1", damage=1, seat=0)) == ("RULE", "immune")
    picks = {pick.value for choice in offered(state, 0, card_texts.Effect) for pick in choice.fields[0].picks}
    assert picks == {"1c2"}
    assert creature(do(state, card_texts.Effect("flint_spark", "1c2", damage=1, seat=0)), "1c2") is None
    forced = do(state, card_texts.Effect("flint_spark", "1c1", damage=1, seat=0, override=True))
    assert by_uid(forced, "1c1").damage == 1
    assert said(forced) == ["immune"]


def test_a_fallen_edr_destroys_at_once_at_the_table() -> None:
    """DB-R14: the neighbour that strengthened it leaves, and the damage is now enough."""
    halves = side("mossback_colossus", "fenfang_adder")
    state = table(replace(halves, creatures=(halves.creatures[0], replace(halves.creatures[1], damage=1))))
    assert creature(state, "0c2") is not None
    state = do(state, main_phase.Move("0c1", "2", seat=0))
    assert creature(state, "0c2") is None


def test_an_attack_is_over_once_its_attacker_has_left() -> None:
    state = attacked(ambushed(table(side("kindling_whelp")), 1, 1, "undertow"))
    state = do(state, ambushes.UseAmbush("1", "undertow", seat=1))
    state = do(state, card_texts.Effect("undertow", "0c1", leaves="hand", seat=1))
    assert (state.clash, state.sides[1].barriers, state.sides[0].hand) == (None, (2, 2, 2), 6)


def test_triggers_wait_before_the_damage() -> None:
    state = attacked(shielded(table(side("ashmane_champion")), 1, 0, "1"))
    assert state.clash is not None
    assert [one.card for one in state.todo] == ["ashmane_champion"]
    assert refused(state, combat.DealDamage(seat=0)) == ("RULE", "texts_open")
    state = do(state, card_texts.DamageShield(1, 0, 1, seat=0))
    assert state.sides[1].dice[0].value == 2
    assert do(state, combat.DealDamage(seat=1)).sides[1].dice[0].where == "discard"


def test_effects_on_forts_take_barriers_one_by_one() -> None:
    state = do(table(), card_texts.DamageFort(1, "1", 5, seat=0, override=True))
    assert (state.sides[1].barriers, len(state.asks)) == ((0, 2, 2), 2)
    assert do(state, combat.FortBurst(False, seat=1), combat.FortBurst(False, seat=1)).sides[1].hand == 7


def test_the_first_attack_ends_the_main_phase() -> None:
    """DB-R29."""
    state = do(attacked(table(side("kindling_whelp"))), combat.FortBurst(False, seat=1))
    assert refused(state, main_phase.Summon("kindling_whelp", "1", seat=0)) == ("RULE", "phase")
    assert not offered(state, 0, main_phase.Summon)


# Forts, bursts, the end


def test_loss_is_looked_at_when_the_turn_ends_and_for_both() -> None:
    state = attacked(table(side("kindling_whelp"), side(barriers=(1, 0, 0), deck="tide")))
    state = do(state, combat.FortBurst(False, seat=1))
    assert state.losers == ()
    over = do(state, turn.EndTurn(seat=0))
    assert (over.phase, over.losers, over.ending) == ("over", (1,), "forts")
    both = replace(state, sides=(replace(state.sides[0], forts=state.sides[1].forts), state.sides[1]))
    drawn = do(both, turn.EndTurn(seat=0))
    assert drawn.losers == (0, 1)
    assert GAME.score(drawn).winners == (0, 1)


def test_the_active_player_may_lose_at_the_end_of_their_own_turn() -> None:
    assert do(table(side(barriers=(0, 0, 0))), turn.EndTurn(seat=0)).losers == (0,)


def burst(state: State, card: str) -> State:
    return do(attacked(state), combat.FortBurst(True, card, seat=1))


def test_a_fort_burst_goes_where_its_text_says() -> None:
    keeper = burst(table(side("kindling_whelp")), "lantern_keeper")
    assert [one.card for one in keeper.sides[1].resources if one.card] == ["lantern_keeper"]
    assert keeper.asks == ()
    other = table(side("brine_whelp", deck="tide"), side())
    guardian = burst(other, "oakheart_guardian")
    assert [(one.card, one.rested, one.fort) for one in guardian.sides[1].creatures] == [
        ("oakheart_guardian", True, "1")
    ]
    assert refused(attacked(other), combat.FortBurst(True, "kindling_whelp", seat=1)) == ("RULE", "no_burst")


def test_nothing_else_happens_while_a_barrier_is_looked_at() -> None:
    state = attacked(table(side("kindling_whelp", "fenfang_adder")))
    assert refused(state, combat.Attack("0c2", "1", seat=0)) == ("RULE", "open")
    assert refused(state, combat.FortBurst(False, seat=0)) == ("RULE", "not_yours")
    assert refused(state, turn.EndTurn(seat=0)) == ("RULE", "open")


# Ambushes


def test_an_ambush_costs_two_of_any_colour_and_rests() -> None:
    poor = replace(side(), resources=(Resource("blue"), Resource("black"), Resource("blue", True)))
    state = do(table(poor), main_phase.SetAmbush("1", seat=0))
    there = state.sides[0].forts[0].ambush
    assert there is not None
    assert (there.rested, state.sides[0].hand) == (True, 4)
    assert all(one.rested for one in state.sides[0].resources)
    assert refused(state, main_phase.SetAmbush("1", seat=0)) == ("RULE", "ambush_there")
    assert refused(table(), main_phase.SetAmbush("1", (), "kindling_whelp", seat=0)) == ("RULE", "not_ambush")


def test_an_ambush_needs_a_banner_of_its_colour() -> None:
    state = ambushed(table(), 1, 1)
    assert refused(state, ambushes.UseAmbush("1", "bramble_warden", seat=1)) == ("RULE", "no_banner")
    assert refused(state, ambushes.UseAmbush("2", "gatehouse_hound", seat=1)) == ("STRUCT", "no_ambush")


def test_an_ambush_used_in_answer_to_an_attack_may_block() -> None:
    state = attacked(ambushed(table(side("kindling_whelp")), 1, 1, "gatehouse_hound"))
    state = do(state, ambushes.UseAmbush("1", "gatehouse_hound", seat=1))
    hound = state.sides[1].creatures[0]
    assert (hound.card, hound.fort, hound.rested) == ("gatehouse_hound", "1", False)
    assert state.sides[1].forts[0].ambush is None
    assert creature(do(state, combat.Block(hound.uid, seat=1)), "0c1") is None


def test_an_ambush_is_used_only_under_its_condition_and_at_its_own_fort() -> None:
    """Rulebook, Keywords: Ambush: when the specified condition is met (DB-R31)."""
    state = ambushed(
        ambushed(table(side("kindling_whelp", "nightvine_stalker"), side("~sunspine_asp", deck="tide")), 1, 1), 1, 2
    )
    use = ambushes.UseAmbush("1", "gatehouse_hound", seat=1)
    assert refused(state, use) == ("RULE", "not_met")
    assert not offered(state, 1, ambushes.UseAmbush)
    there = attacked(state)
    assert refused(there, replace(use, fort="2")) == ("RULE", "not_met")
    assert [getattr(one.event, "fort", "") for one in offered(there, 1, ambushes.UseAmbush)] == ["1"]
    assert len(do(there, use).sides[1].creatures) == 2
    # Assassin attacks a creature, no fort; so nothing waits for an ambush either.
    hunted = do(state, combat.AttackAssassin("0c2", "1c1", seat=0))
    assert hunted.clash is None
    # The table may agree otherwise, and the log says so.
    forced = do(state, replace(use, override=True))
    assert (len(forced.sides[1].creatures), said(forced)) == (2, ["not_met"])
    early = ambushed(replace(table(), phase="dice"), 1, 1)
    assert refused(early, use) == ("RULE", "phase")


def test_a_card_whose_copies_all_lie_open_is_no_barrier_and_no_ambush() -> None:
    gone = tuple(Paper(card) for card in ("lantern_keeper", "gatehouse_hound") for _ in range(3))
    state = attacked(ambushed(table(side("kindling_whelp"), side(deck="tide", discard=gone)), 1, 1))
    ((ambush,),) = (one.fields for one in offered(state, 1, ambushes.UseAmbush))
    assert [pick.value for pick in ambush.picks] == ["undertow"]
    looked = do(state, combat.DealDamage(seat=1))
    bursts = [one.fields[0] for one in offered(looked, 1, combat.FortBurst) if one.fields]
    assert [pick.value for pick in bursts[0].picks] == ["breaking_wave"]


def test_no_ambush_is_set_where_every_card_with_ambush_lies_open() -> None:
    gone = tuple(Paper(card) for card, copies in (("bramble_warden", 3), ("grasping_roots", 2)) for _ in range(copies))
    assert offered(table(side(discard=gone[1:])), 0, main_phase.SetAmbush)
    assert not offered(table(side(discard=gone)), 0, main_phase.SetAmbush)


def test_an_ambush_of_another_condition_is_for_people_to_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """DB-R31: the table knows attacks on this fort or on one of its owner's; what else a card asks, people see."""
    conditions = {"Your last card is drawn": "", "A creature attacks one of your forts": "not_met"}
    for condition, code in conditions.items():
        found = deck.AmbushAbility(condition, "draw a card.")
        monkeypatch.setattr(deck, "ambush_ability", lambda _, found=found: found)
        state = ambushed(table(side("kindling_whelp")), 1, 2)
        assert refused(state, ambushes.UseAmbush("2", "gatehouse_hound", seat=1))[1] == code
        assert refused(attacked(state), ambushes.UseAmbush("2", "gatehouse_hound", seat=1))[1] == ""


def test_ambushes_are_shown_when_the_game_is_decided() -> None:
    state = ambushed(ambushed(table(side(barriers=(0, 0, 0))), 0, 2, "bramble_warden"), 1, 3)
    state = do(state, turn.EndTurn(seat=0))
    assert (state.phase, state.losers) == ("audit", (0,))
    assert not GAME.score(state).final
    state = do(state, turn.RevealAmbush("2", "bramble_warden", seat=0), turn.RevealAmbush("3", "brine_whelp", seat=1))
    assert said(state) == ["not_ambush"]
    assert state.phase == "over"
    assert GAME.score(state).winners == (1,)


def test_a_shown_ambush_that_was_noted_otherwise_is_said() -> None:
    state = do(ambushed(table(side(barriers=(0, 0, 0))), 0, 2, "bramble_warden"), turn.EndTurn(seat=0))
    assert said(do(state, turn.RevealAmbush("2", "grasping_roots", seat=0))) == ["noted_otherwise"]


def test_an_ambush_that_leaves_is_shown() -> None:
    state = do(ambushed(table(), 1, 1), ambushes.AmbushLeaves("1", "undertow", "hand", seat=1, override=True))
    assert (state.sides[1].hand, [one.card for one in state.shown]) == (6, ["undertow"])


# Entering cold, overrides


def test_a_table_can_begin_in_the_middle() -> None:
    state = do(opened(), corrections.SetTurn(1, 9, "main", seat=0, override=True))
    state = do(
        state,
        corrections.SetBanner("1", "black", seat=0, override=True),
        corrections.SetFort("1", 1, seat=0, override=True),
        corrections.PutCreature("brine_whelp", "2", seat=1, override=True),
        corrections.SetCreature("1c1", 0, True, seat=1, override=True),
        corrections.SetDie(0, 4, "shield", "1", seat=0, override=True),
        corrections.SetResources("blue", 4, 1, seat=1, override=True),
        corrections.SetHand(2, seat=1, override=True),
        corrections.SetDeck(3, seat=1, override=True),
        corrections.SetDiscard(17, seat=1, override=True),
        corrections.SetAmbushThere("3", True, seat=1, override=True),
    )
    ana, ben = state.sides
    assert (state.active, state.turn, state.phase) == (1, 9, "main")
    assert (ana.forts[0].color, ana.barriers, ana.dice[0].where, ana.dice[0].value) == ("black", (1, 2, 2), "shield", 4)
    assert (ben.creatures[0].rested, ben.hand, ben.deck, ben.unnamed) == (True, 2, 3, 17)
    assert sum(one.color == "blue" and not one.rested for one in ben.resources) == 4
    assert ben.forts[2].ambush is not None
    assert do(state, corrections.TakeCreature("1c1", "hand", seat=1, override=True)).sides[1].hand == 3


def test_what_a_table_agrees_on_is_accepted_and_said() -> None:
    state = begun()
    state = do(in_main_phase(state, 0), main_phase.Summon("kindling_whelp", "1", seat=0))
    assert refused(state, combat.Attack("0c1", "1", seat=0)) == ("RULE", "no_combat_turn_1")
    state = do(state, combat.Attack("0c1", "1", seat=0, override=True))
    assert said(state) == ["no_combat_turn_1"]
    assert state.sides[1].barriers == (1, 2, 2)


def test_a_barrier_nobody_looked_at_is_still_in_the_hand_of_its_owner() -> None:
    state = do(table(side("kindling_whelp", "fenfang_adder")), combat.Attack("0c1", "1", seat=0))
    assert state.asks
    hand = state.sides[1].hand
    again = combat.Attack("0c2", "1", seat=0, override=True)
    done = turn.EndTurn(seat=0, override=True)
    for event in (
        again,
        done,
        corrections.CallOff(seat=0, override=True),
        corrections.SetTurn(1, 9, "main", seat=0, override=True),
    ):
        after = do(state, event)
        taken = sum(state.sides[1].barriers) - sum(after.sides[1].barriers)
        assert after.sides[1].hand + len(after.asks) == hand + 1 + taken, event


@pytest.mark.parametrize(
    "event",
    [
        card_texts.Tick(9, seat=0),
        combat.Attack("0c9", "1", seat=0),
        combat.Block("1c9", seat=1),
        turn.Roll((7, 7, 7), seat=0),
    ],
)
def test_every_refusal_cites_the_rulebook(event: Event) -> None:
    with pytest.raises(Refusal) as caught:
        do(table(), event)
    assert caught.value.rule.startswith("Dragoborne rulebook, ")


def test_a_second_ambush_by_everybodys_leave_loses_no_card() -> None:
    state = do(table(side(resources=9)), main_phase.SetAmbush("1", seat=0))
    assert refused(state, main_phase.SetAmbush("1", seat=0)) == ("RULE", "ambush_there")
    after = do(state, main_phase.SetAmbush("1", seat=0, override=True))
    assert (after.sides[0].hand, after.sides[0].unnamed) == (state.sides[0].hand - 1, 1)


def test_more_copies_than_a_deck_has_are_said() -> None:
    state = table(side(resources=9))
    for fort in ("1", "2", "3"):
        state = do(state, main_phase.Summon("scalesmith", fort, seat=0))
    assert said(state) == ["too_many_copies"]
    assert said(do(table(), main_phase.Summon("brine_whelp", "1", seat=0, override=True)))[-1] == "not_in_deck"


def test_colours_of_the_other_deck() -> None:
    assert [fort.color for fort in begun(decks=("tide", "tide")).sides[0].forts] == list(BLUE)


def test_every_code_a_move_is_refused_with_is_documented() -> None:
    root = Path(__file__).resolve().parents[3]
    text = (root / "docs/calculators/dragoborne.md").read_text("utf-8")
    quoted = [word for line in text.splitlines() for word in re.findall(r"`([^`]+)`", line)]
    documented = {code for word in quoted for code in word.split(", ")}
    modules = ("checks", "setup", "turn", "main_phase", "combat", "card_texts", "ambushes", "conceding", "corrections")
    for module in modules:
        source = (root / f"rules/games/dragoborne/{module}.py").read_text("utf-8")
        used = re.findall(r"Refusal\(Level\.\w+, \"([a-z_]+)\"", source)
        used += re.findall(r"judge\.(?:struct|rule|warn)\((?:[^()]|\([^()]*\))*?,\s*\"([a-z_]+)\",", source)
        assert used
        assert set(used) - documented == set(), module

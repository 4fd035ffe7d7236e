"""Dragon Breeds at the table: setup, combat, market, flush, draw, K.O., elimination, refraction; every toggle."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from breeds_states import (
    attack,
    attackers,
    begun,
    blocked,
    blockers,
    codes,
    do,
    moves,
    passed,
    quiet,
    refused,
    seated,
    struck,
    table,
)

from rules.game_protocol import Refusal, Setup
from rules.games.breeds.combat import Attack, Block, Imitate, PlayDragon, Transmute
from rules.games.breeds.combat_rules import Health
from rules.games.breeds.corrections import (
    CallOff,
    ClearRefracted,
    Damage,
    Ko,
    SetDragons,
    SetHand,
    SetHealth,
    SetQuests,
    SetRefracted,
    SetSupply,
    SetTrash,
    SetTurn,
    SetUnlocked,
)
from rules.games.breeds.damage import ChooseDamage, ConfirmDamage
from rules.games.breeds.fireballs import Adjust, Ambush, Fireball
from rules.games.breeds.game import GAME
from rules.games.breeds.market import Buy, Flush, Trash, TurnUp
from rules.games.breeds.quests_and_tokens import GainToken, Quest, ReturnToken
from rules.games.breeds.refracting import AimRefracted, Refract
from rules.games.breeds.setup import ChooseLegendary, ChooseStarter, ChooseSummoner
from rules.games.breeds.state import Cycle, State, Todo, Trashed
from rules.games.breeds.turn import Done, DrawCards, DrawPhase, Tick
from rules.games.breeds.withdrawing import Withdraw
from rules.view import Board, CardRow, Checklist, Reminder

SUPPLY = {"1": "black_sootling", "2": "black_obsidian", "3": "black_faction_coin", "4": "black_venomous"}


def market(**options: bool | str | int) -> State:
    """Ana's market phase, her supply told, twenty cards in her deck."""
    return do(begun(**options), TurnUp(SUPPLY, seat=0), Done("combat", seat=0))


def health(state: State, seat: int) -> tuple[int, str, int]:
    own = state.seats[seat].health
    return own.stage, own.status, own.taken


# ---- setup ----


def test_a_game_begins_when_everybody_has_a_summoner_and_a_legendary():
    state = table(2)
    assert refused(state, ChooseStarter(0)) == ("RULE", "not_ready")
    assert refused(state, ChooseLegendary("black_noctyrax", seat=0)) == ("STRUCT", "no_summoner")
    state = do(state, ChooseSummoner("black", seat=0), ChooseSummoner("teal", seat=1))
    assert refused(state, ChooseLegendary("teal_vael", seat=0)) == ("STRUCT", "bad_legendary")
    state = do(state, ChooseLegendary("black_noctyrax", seat=0), ChooseLegendary(seat=1), ChooseStarter(1))
    assert (state.phase, state.active, state.turn) == ("combat", 1, 1)
    for own in state.seats:
        assert own.cycle == Cycle(5, 7, 0)
        assert [slot.pile for slot in own.supply] == [7] * 4
        assert own.quests == (0, 2, 0)
        assert own.health.breakpoint == 4


def test_one_faction_twice_needs_a_second_print_set():
    state = do(table(2), ChooseSummoner("black", seat=0), ChooseSummoner("black", seat=1))
    assert codes(state) == ["same_faction"]
    assert codes(do(table(2), ChooseSummoner("other", seat=0), ChooseSummoner("other", seat=1))) == []


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_people_play(players):
    with pytest.raises(Refusal) as caught:
        GAME.start(Setup(players))
    assert caught.value.code == "players"


# ---- damage and what follows ----


def test_four_damage_of_one_turn_knock_out_and_less_is_forgotten():
    state = struck(begun(), 3)
    assert health(state, 1) == (1, "alive", 3)
    state = passed(state)
    assert health(state, 1) == (1, "alive", 0)
    state = passed(state)
    assert health(struck(state, 3), 1) == (1, "alive", 3)
    assert health(struck(state, 3, 1), 1) == (1, "ko", 4)


def test_damage_of_two_combats_in_a_turn_adds_up():
    """A refracted attack and an ordinary one reach the breakpoint together."""
    state = do(begun(3, colours=("other",) * 3), SetRefracted("dragon", 2, 1, 2, seat=0))
    state = quiet(do(state, Attack(1, refracted=True, seat=0), Done("defense", seat=1)))
    state = do(state, ConfirmDamage(seat=0))
    assert health(state, 1) == (1, "alive", 2)
    assert health(struck(state, 2), 1) == (1, "ko", 4)


def test_a_knocked_out_player_is_immune_and_comes_back_enraged_with_the_own_turn():
    state = struck(begun(3), 5)
    assert health(state, 1) == (1, "ko", 5)
    assert refused(state, Damage(1, 3, seat=0)) == ("RULE", "target_immune")
    state = passed(state)
    assert (state.active, health(state, 1)) == (1, (2, "alive", 0))
    assert state.seats[1].health.breakpoint == 2
    assert moves(state, 1)


def test_nobody_attacks_a_player_who_is_down():
    state = passed(begun(3, colours=("other",) * 3))
    state = passed(do(state, Ko(0, seat=1)))
    assert (state.active, health(state, 0)[1]) == (2, "ko")
    assert refused(state, Attack(0, seat=2)) == ("RULE", "target_immune")
    targets = {choice.event.player for choice in moves(state, 2) if isinstance(choice.event, Attack)}
    assert targets == {1}
    # An override is a table's own will; the damage still does nothing.
    state = do(state, Attack(0, seat=2, override=True))
    assert codes(state) == ["target_immune"]


def test_the_second_knock_out_eliminates_and_takes_everything_along():
    state = begun(3, colours=("black", "teal", "white"))
    state = do(state, SetHealth(2, seat=1), SetTrash(("teal_geyser",), seat=1), SetDragons(("teal_crusher",), seat=1))
    state = seated(state, 1, cycle=Cycle(5, 7, 3))
    state = do(
        state,
        GainToken("dragon", "discard", "teal_crusher", 1, seat=0),
        GainToken("dragon", "trash", "teal_geyser", 1, seat=2),
        SetTrash(("black_sootling",), seat=0),
    )
    state = struck(state, 2)
    assert health(state, 1)[1] == "eliminated"
    assert state.fallen == (1,)
    assert [len(own.tokens) for own in state.seats] == [0, 0, 0]
    assert state.trash == (Trashed("black_sootling", 0),)
    assert state.seats[1].cycle == Cycle(0, 0, 0)
    assert all(slot.pile == 0 for slot in state.seats[1].supply)
    assert GAME.choices(state, 1) == () or all(choice.correction for choice in GAME.choices(state, 1))
    assert passed(state).active == 2
    assert refused(state, Attack(1, seat=0))[0] == "RULE"


def test_what_the_fallen_had_borrowed_goes_back():
    state = do(begun(3, colours=("other",) * 3), SetHealth(2, seat=1), SetTrash(("dragon",), seat=0))
    state = do(state, GainToken("dragon", "trash", "dragon", 0, sv=2, seat=1))
    assert state.trash == ()
    assert struck(state, 2).trash == (Trashed("dragon", 0),)


def test_the_last_one_standing_wins():
    state = struck(do(begun(), SetHealth(2, seat=1)), 2)
    assert state.phase == "over"
    sheet = GAME.score(state)
    assert (sheet.final, sheet.winners) == (True, (0,))
    assert [one.place for one in sheet.seats] == [1, 2]
    assert refused(state, DrawPhase(seat=0)) == ("STRUCT", "game_over")


# ---- combat ----


def test_blocked_is_read_when_damage_begins():
    state = blocked(attack(begun(), 3), (1, 0))
    shot = do(state, Fireball(blockers(state)[0], seat=0))
    assert blockers(shot) == ()
    assert health(do(quiet(shot), ConfirmDamage(seat=0)), 1) == (1, "alive", 3)


def test_option_blocked_stays_blocked_at_the_table():
    for stays, taken in ((False, 3), (True, 0)):
        state = blocked(attack(begun(blocked_stays_blocked=stays), 3), (1, 0))
        state = do(quiet(do(state, Fireball(blockers(state)[0], seat=0))), ConfirmDamage(seat=0))
        assert health(state, 1)[2] == taken


def test_a_fireball_takes_sv_and_with_it_damage():
    state = do(blocked(attack(begun(), 3)), Done("fireball_att", seat=0))
    state = do(state, Fireball(attackers(state)[0], seat=1), Done("fireball_def", seat=1), ConfirmDamage(seat=0))
    assert health(state, 1)[2] == 2


def test_a_bonus_changes_damage_and_not_sv():
    state = blocked(attack(begun(), 1), (3, 0))
    state = do(state, Adjust(attackers(state)[0], bonus=2, seat=0))
    state = do(quiet(state), ConfirmDamage(seat=0))
    # Both died: nobody came back to Ben's hand.
    assert (state.seats[0].cycle.discard, state.seats[1].cycle) == (1, Cycle(7, 12, 1))


def test_printed_bonuses_and_always_hitting_are_known():
    state = do(begun(), SetDragons(("black_venomous", "black_obsidian"), seat=0), Attack(1, seat=0))
    state = do(state, PlayDragon("black_venomous", seat=0), PlayDragon("black_obsidian", seat=0))
    assert state.clash is not None
    assert [(one.sv, one.bonus, one.hits) for one in state.clash.attackers] == [(4, 1, False), (2, 0, True)]
    state = blocked(do(state, Done("attack", seat=0)), (9, 0), (9, 1))
    assert health(do(quiet(state), ConfirmDamage(seat=0)), 1)[2] == 2


def test_the_attacker_says_which_blocker_is_hit():
    state = quiet(blocked(attack(begun(), 4), (2, 0), (2, 0)))
    first, second = blockers(state)
    assert refused(state, ConfirmDamage(seat=0)) == ("STRUCT", "choice_open")
    assert refused(state, ChooseDamage(attackers(state)[0], attackers(state)[0], seat=0)) == ("STRUCT", "bad_target")
    assert refused(state, ChooseDamage(attackers(state)[0], first, seat=1)) == ("RULE", "not_your_turn")
    state = do(state, ChooseDamage(attackers(state)[0], second, seat=0), ConfirmDamage(seat=0))
    # The attacker and one blocker died, the other is back in hand.
    assert state.seats[1].cycle == Cycle(7, 12, 1)
    assert state.seats[0].cycle == Cycle(7, 12, 1)


def test_a_dragon_at_0_is_gone_at_once_and_cannot_be_hit_again():
    state = blocked(attack(begun(), 3), (1, 0), (2, 0))
    one, two = blockers(state)
    state = do(state, Fireball(one, seat=0))
    assert blockers(state) == (two,)
    assert refused(state, Fireball(one, seat=0)) == ("STRUCT", "bad_fireball_target")
    assert refused(state, Fireball(attackers(state)[0], seat=0)) == ("RULE", "bad_fireball_target")
    assert refused(state, Fireball(attackers(state)[0], seat=1)) == ("RULE", "phase")
    assert state.seats[1].cycle.discard == 1


def test_option_fireball_batch_at_the_table():
    """At once: both of Ana's fireballs may be aimed at the blocker of SV 1; one by one the second finds nothing."""
    for batch in (True, False):
        state = blocked(attack(begun(fireball_batch=batch), 3), (1, 0))
        target = blockers(state)[0]
        state = do(state, Fireball(target, seat=0))
        assert (target in blockers(state)) == batch
        second = refused(state, Fireball(target, seat=0))
        assert second == (("", "") if batch else ("STRUCT", "bad_fireball_target"))
        assert blockers(do(state, Done("fireball_att", seat=0))) == ()


def test_option_ambush_attacks_at_the_table():
    """The ambusher's SV 2 hits Ben as well only where the table plays that."""
    for also, taken in ((False, 0), (True, 1)):
        state = do(begun(ambush_attacks=also), SetDragons(("black_duskfang",), seat=0))
        state = blocked(attack(state, 3), (5, 0))
        state = do(state, Ambush("black_duskfang", blockers(state)[0], seat=0))
        assert state.clash is not None
        assert state.clash.blockers[0].sv == 3
        state = do(quiet(state), ConfirmDamage(seat=0))
        assert health(state, 1)[2] == taken
        assert state.seats[0].cycle == Cycle(6, 12, 2)


def test_ambush_is_for_attackers_with_the_keyword():
    state = blocked(attack(do(begun(), SetDragons(("black_venomous",), seat=0)), 3), (5, 0))
    target = blockers(state)[0]
    assert refused(state, Ambush("black_venomous", target, seat=0)) == ("RULE", "no_keyword")
    assert refused(state, Ambush("black_duskfang", attackers(state)[0], seat=1)) == ("RULE", "ambush_on_defense")


def test_a_combat_has_its_order():
    state = do(begun(), Attack(1, seat=0))
    assert refused(state, Attack(1, seat=0)) == ("STRUCT", "combat_on")
    assert refused(state, Block("dragon", "d0", 2, seat=1)) == ("RULE", "phase")
    assert refused(state, PlayDragon("dragon", 2, seat=1)) == ("RULE", "not_your_turn")
    assert refused(state, PlayDragon("black_common_coin", seat=0)) == ("STRUCT", "wrong_kind")
    assert refused(state, PlayDragon("phoenix", seat=0)) == ("STRUCT", "unknown_card")
    assert refused(state, PlayDragon("dragon", seat=0)) == ("STRUCT", "no_sv")
    assert refused(state, Done("defense", seat=1)) == ("STRUCT", "already_there")
    state = struck(begun(), 1)
    assert state.phase == "market"
    assert refused(state, Attack(1, seat=0)) == ("RULE", "phase")


def test_a_block_needs_an_attacker_and_may_be_forbidden_by_the_card():
    state = attack(begun(2, colours=("other", "black")), 3)
    assert refused(state, Block("dragon", "d99", 2, seat=1)) == ("RULE", "bad_target")
    lies = do(state, Block("dragon", "d99", 2, seat=1, override=True))
    assert codes(lies)[-1] == "bad_target"
    landed = do(quiet(do(lies, Done("defense", seat=1))), ConfirmDamage(seat=0))
    assert landed.seats[1].health.taken == 3
    assert landed.seats[1].cycle.hand == state.seats[1].cycle.hand
    assert refused(state, Block("black_maldrath", attackers(state)[0], seat=1)) == ("RULE", "attack_only")


def test_what_changes_an_ambush_is_said_while_it_can_be_played():
    state = begun(2, colours=("black", "teal"))
    state = seated(state, 0, dragons=("black_razortail",), health=Health(stage=2, breakpoint=2))
    state = blocked(attack(state, 3), (1, 0))
    mine, theirs = ([one.text for one in GAME.view(state, v).blocks if isinstance(one, Reminder)] for v in (0, 1))
    assert [text.split(":")[0] for text in mine] == ["Vesper, Nightborn", "Razortail"]
    assert [text.split(":")[0] for text in theirs] == ["Vesper, Nightborn"]
    late = do(state, Done("fireball_att", seat=0))
    assert not [one for one in GAME.view(late, 0).blocks if isinstance(one, Reminder)]


@pytest.mark.parametrize("event", [Tick(9, seat=0), Done("flush", seat=0), ConfirmDamage(seat=0), Buy(1, seat=0)])
def test_every_refusal_cites_the_rulebook(event):
    with pytest.raises(Refusal) as caught:
        do(begun(), event)
    assert caught.value.rule.startswith("Dragon Breeds rulebook, ")


def test_under_market_stand_only_cards_to_buy():
    asked = {type(choice.event) for choice in moves(market(), 0) if choice.spot.startswith("supply:")}
    assert asked == {Buy}
    assert Trash in {type(choice.event) for choice in moves(market(), 0)}


def test_a_card_that_cannot_be_bought_says_why():
    def reasons(state, viewer):
        rows = [
            one for one in GAME.view(state, viewer).blocks if isinstance(one, CardRow) and one.title == "Your supply"
        ]
        return [card.why_not for card in rows[0].cards]

    poor = seated(market(), 0, cycle=Cycle(hand=0, draw=5, discard=0))
    assert "It costs C; no coins you can hold pay for that." in reasons(poor, 0)
    assert set(reasons(market(), 1)) == {""}  # while another plays there is no one reason
    assert "Cards are bought in the market phase." in reasons(do(market(), Done("market", seat=0)), 0)


def test_nothing_is_left_to_do_once_the_game_is_over():
    state = do(begun(2), SetHealth(2, seat=1, override=True))
    state = struck(state, 2)
    assert state.phase == "over"
    left = replace(state, todos=(Todo(0, 0, "Draw 5."),))
    assert not [one for one in GAME.view(left, 0).blocks if isinstance(one, Checklist)]


def test_the_count_of_a_hand_cannot_fall_below_nothing():
    state = do(begun(), SetHand(0, 5, 5, seat=0), Attack(1, seat=0, override=True))
    assert codes(state) == ["no_dragons"]
    assert refused(state, PlayDragon("dragon", 3, seat=0)) == ("STRUCT", "empty_hand")


def test_a_legendary_that_sleeps_is_not_played():
    state = do(begun(), Attack(1, seat=0))
    assert refused(state, PlayDragon("black_noctyrax", seat=0)) == ("RULE", "legendary")
    state = do(begun(), SetUnlocked(True, seat=0), Attack(1, seat=0), PlayDragon("black_noctyrax", seat=0))
    assert state.clash is not None


def test_transmuted_dragons_are_one_and_die_together():
    state = do(begun(2, colours=("purple", "white")), Attack(1, seat=0), PlayDragon("dragon", 2, seat=0))
    state = do(state, Transmute("dragon", attackers(state)[0], 3, seat=0), Done("attack", seat=0))
    assert state.clash is not None
    assert [one.sv for one in state.clash.attackers] == [5]
    assert refused(do(begun(), Attack(1, seat=0), PlayDragon("black_sootling", seat=0)), Transmute("black_sootling", "d0", seat=0)) == ("RULE", "no_keyword")  # fmt: skip # noqa: E501
    state = do(quiet(blocked(state, (5, 0))), ConfirmDamage(seat=0))
    assert state.seats[0].cycle == Cycle(6, 12, 2)


def test_an_imitation_takes_name_and_ability_and_keeps_sv():
    state = do(begun(2, first=1), SetDragons(("teal_mirrorscale", "teal_geyser"), seat=1), Attack(0, seat=1))
    state = do(state, PlayDragon("teal_geyser", seat=1), PlayDragon("teal_mirrorscale", seat=1))
    geyser, mirror = attackers(state)
    assert refused(state, Imitate(geyser, mirror, seat=1)) == ("RULE", "no_keyword")
    assert refused(state, Imitate(mirror, mirror, seat=1)) == ("STRUCT", "bad_target")
    state = do(state, Imitate(mirror, geyser, seat=1))
    assert state.clash is not None
    copy = state.clash.attackers[1]
    assert (copy.sv, copy.bonus, copy.like) == (1, 1, ("teal_geyser",))
    assert any("A Borrowed Roar" in one.text for one in state.todos)


def test_texts_are_remembered_at_their_moment_and_ticked():
    state = do(begun(), SetDragons(("teal_destroyer", "teal_tidekit"), seat=1))
    state = passed(state)
    state = do(state, Attack(0, seat=1), PlayDragon("teal_tidekit", seat=1), Done("attack", seat=1))
    state = do(quiet(blocked(state, (1, 0), by=0)), ConfirmDamage(seat=1))
    (item,) = [one for one in state.todos if "When it is killed" in one.text]
    assert item.seat == 1
    state = do(state, Tick(item.key, seat=1))
    assert all(one.done for one in state.todos if one.key == item.key)
    assert refused(state, Tick(item.key, seat=1)) == ("STRUCT", "no_reminder")


def test_hurting_a_player_reminds_of_the_own_identity_unless_it_needs_the_cards_of_one_who_is_down():
    state = struck(begun(), 1)
    assert any("Vesper" in one.text for one in state.todos if one.seat == 0)
    for damage, reminded in ((1, True), (4, False)):
        state = struck(begun(2, first=1), damage, by=1, on=0)
        assert any("Maris" in one.text for one in state.todos) == reminded


# ---- market, flush, quests, tokens ----


def test_coins_are_matched_over_all_purchases_of_the_phase():
    """Two Common coins pay C R once the Rare coin that paid a C before is counted in."""
    state = do(market(), Buy(1, "rare", seat=0), Buy(2, ("common", "common"), seat=0))
    assert refused(market(), Buy(2, ("common", "common"), seat=0)) == ("RULE", "coins")
    assert state.seats[0].cycle == Cycle(5, 12, 5)
    assert state.seats[0].dragons[-2:] == ("black_sootling", "black_obsidian")
    assert [slot.shows for slot in state.seats[0].supply] == [False, False, True, True]


def test_purchases_have_their_limits():
    state = market()
    assert refused(state, Buy(1, "common+common", seat=0)) == ("RULE", "coins")
    assert refused(state, Buy(1, "", seat=0)) == ("RULE", "coins")
    assert refused(state, Buy(1, "epic", seat=0)) == ("STRUCT", "no_coin")
    assert refused(state, Buy(1, "common", seat=1)) == ("RULE", "not_your_turn")
    assert refused(state, Buy(7, "common", seat=0)) == ("STRUCT", "bad_slot")
    assert refused(state, Buy(1, "common", "black_noctyrax", seat=0)) == ("RULE", "legendary")
    late = do(state, Done("market", seat=0))
    assert refused(late, Buy(1, "common", "black_sootling", seat=0)) == ("RULE", "phase")
    bought = do(state, Buy(1, "common", seat=0))
    assert refused(bought, Buy(1, "common", "black_sootling", seat=0)) == ("RULE", "no_face_up")
    assert refused(bought, Trash("black_common_coin", seat=0)) == ("RULE", "already_purchased")
    trashed = do(state, Trash("black_common_coin", seat=0))
    assert refused(trashed, Buy(1, "common", seat=0)) == ("RULE", "already_trashed")
    assert refused(trashed, Trash("black_common_coin", seat=0)) == ("RULE", "already_trashed")
    poor = do(state, SetHand(0, 5, 5, seat=0))
    assert refused(poor, Buy(1, "common", seat=0)) == ("STRUCT", "empty_hand")


def test_an_own_faction_coin_moves_the_middle_cube():
    state = do(market(), Buy(3, seat=0))
    assert state.seats[0].quests == (0, 3, 0)
    assert state.seats[0].cycle.discard == 1


def test_a_trashed_card_moves_the_right_cube_and_ten_cards_stay():
    state = do(market(), Trash("black_common_coin", seat=0))
    assert state.seats[0].quests == (0, 2, 1)
    assert state.trash == (Trashed("black_common_coin", 0),)
    for draw, refusal in ((3, ("RULE", "ten_cards")), (4, ("", ""))):
        few = do(market(), SetHand(5, draw, 2, seat=0))
        assert refused(few, Trash("black_common_coin", seat=0)) == refusal
        assert refused(few, Trash("black_common_coin", "discard", by_ability=True, seat=0)) == refusal
    token = do(market(), GainToken("epic_coin", seat=0))
    assert refused(token, Trash("token_epic_coin", "token", seat=0)) == ("STRUCT", "token")


def test_option_any_trash_counts_at_the_table():
    for counts, cube in ((False, 0), (True, 1)):
        state = seated(begun(any_trash_counts=counts), 0, cycle=Cycle(5, 7, 3))
        state = do(state, Trash("black_common_coin", "discard", by_ability=True, seat=0))
        assert state.seats[0].quests[2] == cube
        assert state.phase == "combat"


def test_option_legendary_to():
    for where, cycle in (("discard", Cycle(8, 12, 1)), ("hand", Cycle(9, 12, 0))):
        state = do(begun(legendary_to=where), SetQuests(2, 3, 3, seat=0), Quest(0, seat=0))
        assert state.seats[0].unlocked
        assert state.seats[0].cycle == cycle
        again = do(state, Quest(0, seat=0))
        assert codes(again) == ["quest_done"]
        assert again.seats[0].cycle == cycle


def test_option_token_coin_counts_at_the_table():
    for counts, cube in ((True, 3), (False, 2)):
        state = seated(begun(token_coin_counts=counts), 0, cycle=Cycle(5, 7, 3))
        state = do(state, GainToken("faction_coin", "discard", seat=0))
        assert state.seats[0].quests[1] == cube


def test_option_flush_pile():
    state = do(market(), Done("market", seat=0))
    own = do(state, Flush(1, "common", seat=0)).seats[0]
    assert [slot.pile for slot in own.supply] == [7, 7, 7, 7]
    assert not own.supply[0].up
    assert own.cycle == Cycle(7, 12, 1)
    assert refused(state, Flush(1, "common", 2, seat=0)) == ("RULE", "bad_pile")
    state = do(market(flush_pile="any"), Done("market", seat=0), Flush(1, "common", 2, seat=0))
    assert [slot.pile for slot in state.seats[0].supply] == [6, 8, 7, 7]


def test_flushing_costs_a_coin_each_and_needs_a_face_up_card():
    state = do(market(), Done("market", seat=0))
    assert refused(state, Flush(1, seat=0)) == ("RULE", "coins")
    assert refused(state, Flush(1, "common+rare", seat=0)) == ("RULE", "coins")
    flushed = do(state, Flush(1, "rare", seat=0))
    assert refused(flushed, Flush(1, "common", seat=0)) == ("STRUCT", "no_face_up")
    late = do(state, Done("flush", seat=0))
    assert refused(late, Flush(1, "common", seat=0)) == ("RULE", "phase")
    assert codes(do(state, Flush(2, free=True, seat=0))) == ["free_flush"]


def test_tokens_pay_are_played_and_go_home():
    state = do(market(), GainToken("epic_coin", seat=0), Buy(1, "epic", seat=0))
    assert state.seats[0].tokens == ()
    assert state.seats[0].cycle == Cycle(8, 12, 1)
    state = do(begun(), GainToken("fireball", seat=0), GainToken("fireball", keep=True, seat=0))
    first, second = (one.uid for one in state.seats[0].tokens)
    fought = blocked(attack(state, 3), (1, 0))
    fought = do(fought, Fireball(blockers(fought)[0], token=first, seat=0))
    assert [one.uid for one in fought.seats[0].tokens] == [second]
    assert fought.seats[0].cycle.hand == 7
    assert [one.uid for one in passed(state).seats[0].tokens] == [second]
    assert do(state, ReturnToken(second, seat=0)).seats[0].tokens[0].uid == first


def test_a_token_dragon_that_blocks_and_lives_is_back_in_the_token_area():
    state = do(begun(3, colours=("other",) * 3), SetTrash(("dragon",), seat=2))
    state = do(state, GainToken("dragon", "trash", "dragon", 2, sv=4, seat=1))
    token = state.seats[1].tokens[0].uid
    for sv, tokens, trash in ((2, 1, 0), (5, 0, 1)):
        fought = attack(state, sv)
        fought = do(fought, Block("dragon", attackers(fought)[0], token=token, seat=1))
        assert fought.seats[1].tokens == ()
        fought = do(quiet(do(fought, Done("defense", seat=1))), ConfirmDamage(seat=0))
        assert (len(fought.seats[1].tokens), len(fought.trash)) == (tokens, trash)


def test_a_supply_card_lent_as_a_token_lies_there_again():
    state = do(market(), GainToken("dragon", "supply", "black_sootling", 0, 1, seat=0))
    assert not state.seats[0].supply[0].shows
    slot = passed(state).seats[0].supply[0]
    assert (slot.pile, slot.card, slot.up) == (7, "black_sootling", True)


# ---- draw phase ----


def test_the_draw_phase_shuffles_only_when_a_card_is_missing():
    state = seated(seated(begun(), 0, cycle=Cycle(2, 3, 4)), 1, cycle=Cycle(3, 0, 6))
    state = do(state, Done("combat", seat=0), Done("market", seat=0), Done("flush", seat=0), DrawPhase(seat=0))
    assert [own.cycle for own in state.seats] == [Cycle(5, 4, 0), Cycle(5, 4, 0)]
    texts = [one.text for one in state.todos]
    assert texts == [
        "Put your hand and tokens away. Draw 3, then shuffle your discard and draw 2 more.",
        "Shuffle your discard and draw 2.",
    ]
    exact = seated(begun(), 1, cycle=Cycle(3, 2, 6))
    assert passed(exact, hands=False).seats[1].cycle == Cycle(5, 0, 6)


def test_an_identity_that_says_six_fills_the_hand_to_six():
    state = do(begun(), SetHealth(2, seat=1), SetHand(3, 8, 0, seat=1))
    assert passed(state, hands=False).seats[1].cycle.hand == 6


def test_supplies_turn_up_in_the_draw_phase_unless_one_is_kept_down():
    state = do(market(), Buy(1, "common", seat=0), SetSupply(2, 7, stays=True, seat=0))
    state = passed(state)
    assert [slot.shows for slot in state.seats[0].supply] == [True, False, True, True]
    assert state.seats[0].supply[0].card == ""


def test_option_ko_keeps_hand_at_the_table():
    for keeps, cycle in ((True, Cycle(8, 12, 0)), (False, Cycle(0, 12, 8))):
        assert struck(begun(ko_keeps_hand=keeps), 4).seats[1].cycle == cycle


# ---- refraction ----


def refracting(players: int = 3) -> State:
    """Ben refracts Ana's dragon of SV 4."""
    state = attack(begun(players, colours=("other", "white", "other")), 4)
    return do(state, Refract(attackers(state), seat=1))


def due(state: State) -> State:
    """On to Ana's next turn."""
    while state.clash is not None:
        step = state.clash.step
        whose = state.clash.attacker if step in ("attack", "fireball_att") else state.clash.defender
        state = do(state, ConfirmDamage(seat=0) if step == "damage" else Done(step, seat=whose))
    state = passed(state)
    while state.active != 0:
        state = passed(state)
    return state


def test_refracted_dragons_attack_in_the_next_turn_whom_their_player_says():
    state = refracting()
    assert refused(state, AimRefracted(1, seat=0)) == ("RULE", "bad_target")
    state = due(do(state, AimRefracted(2, seat=0)))
    assert refused(state, Done("combat", seat=0)) == ("RULE", "refracted_due")
    fought = quiet(do(state, Attack(2, refracted=True, seat=0), Done("defense", seat=2)))
    fought = do(fought, ConfirmDamage(seat=0))
    assert health(fought, 2)[1] == "ko"
    assert fought.phase == "combat"
    assert struck(fought, 1).phase == "market"


def test_two_players_refract_only_against_their_owner():
    state = refracting(2)
    assert [choice.event for choice in moves(state, 0) if isinstance(choice.event, AimRefracted)] == [
        AimRefracted(0, seat=0)
    ]
    state = due(do(state, AimRefracted(0, seat=0)))
    state = do(state, Attack(0, refracted=True, seat=0))
    assert state.clash is None
    assert health(state, 0) == (1, "alive", 0)
    hurt = do(state, Done("combat", seat=0))
    assert (health(hurt, 0), hurt.phase) == ((1, "ko", 4), "draw")
    # Knocking the refractor out in this very turn spares them.
    spared = struck(state, 4)
    assert (health(spared, 0), health(spared, 1)[1]) == ((1, "alive", 0), "ko")


def test_with_the_refractor_down_refracted_dragons_come_home_at_once():
    state = do(refracting(), AimRefracted(2, seat=0))
    before = state.seats[0].cycle.discard
    state = do(state, Ko(1, seat=2))
    assert (state.refracted, state.seats[0].cycle.discard) == ((), before + 1)


def test_refracted_dragons_find_nobody_when_their_target_is_down():
    state = do(due(do(refracting(), AimRefracted(2, seat=0))), Ko(2, seat=0))
    state = do(state, Done("combat", seat=0))
    assert (state.phase, state.refracted) == ("market", ())


def test_only_the_attacked_refract_and_not_with_cards_that_cannot():
    state = attack(begun(2), 4)
    assert refused(state, Refract(attackers(state), seat=1)) == ("RULE", "no_keyword")
    state = attack(begun(2, colours=("other", "white")), 4)
    assert refused(state, Refract(attackers(state), seat=0)) == ("RULE", "not_your_turn")
    assert refused(state, Refract(("d99",), seat=1)) == ("STRUCT", "bad_target")


# ---- by hand ----


def test_a_table_can_begin_in_the_middle_of_a_game():
    state = do(
        table(3),
        ChooseSummoner("black", seat=0),
        SetTurn(2, "market", 9, seat=0),
        SetHealth(2, "alive", 1, seat=0),
        SetHealth(1, "ko", seat=1),
        SetQuests(3, 2, 1, seat=2),
        SetHand(2, 4, 6, 6, seat=2),
        SetSupply(1, 3, card="black_sootling", seat=0),
        SetDragons(("black_sootling",), seat=0),
        SetRefracted("black_sootling", 1, 2, seat=0),
    )
    assert (state.active, state.phase, state.turn) == (2, "market", 9)
    assert [health(state, seat)[:2] for seat in range(3)] == [(2, "alive"), (1, "ko"), (1, "alive")]
    assert state.seats[2].cycle == Cycle(2, 4, 6)
    assert passed(state, hands=False).seats[2].cycle.hand == 6
    assert len(do(state, ClearRefracted(seat=0)).refracted) == 0


def test_a_combat_that_did_not_happen():
    state = do(blocked(attack(begun(), 3), (2, 0)), CallOff(seat=0))
    assert (state.clash, state.now.attacked) == (None, False)
    assert [own.cycle.hand for own in state.seats] == [7, 8]


def test_who_is_set_back_into_the_game_plays_again():
    state = do(begun(3), SetHealth(2, "eliminated", seat=1))
    assert state.fallen == (1,)
    state = do(state, SetHealth(2, "alive", seat=1))
    assert (state.fallen, state.seats[1].cycle) == ((), Cycle(5, 7, 0))


def test_an_ability_lets_somebody_draw():
    state = do(seated(begun(), 0, cycle=Cycle(3, 1, 4)), DrawCards(2, seat=0))
    assert state.seats[0].cycle == Cycle(5, 3, 0)
    assert codes(do(seated(begun(), 0, cycle=Cycle(3, 0, 0)), DrawCards(seat=0))) == ["deck_out"]


@pytest.mark.parametrize("option", GAME.info.options, ids=lambda option: option.id)
def test_every_house_rule_is_said_in_the_header_and_on_the_sheet(option):
    state = table(2, **{option.id: option.values[1]})
    assert len(GAME.view(state, None).house_rules) == 1
    assert GAME.score(state).house_rules == GAME.view(state, None).house_rules
    assert GAME.view(table(2), None).house_rules == ()


def test_a_refracted_dragon_comes_back_with_its_printed_sv():
    state = do(attack(begun(3, colours=("other", "white", "other")), 4), Done("defense", seat=1))
    state = do(state, Done("fireball_att", seat=0), Fireball(attackers(state)[0], 2, seat=1))
    state = due(do(state, Refract(attackers(state), seat=1), AimRefracted(2, seat=0)))
    state = do(state, Attack(2, refracted=True, seat=0))
    assert state.clash is not None
    assert [one.sv for one in state.clash.attackers] == [4]


def test_somebody_with_an_own_box_buys_and_plays():
    state = do(begun(2, colours=("white", "other")), Done("combat", seat=0))
    state = do(state, Buy(2, "common+rare+rare", "dragon", seat=0))
    assert codes(state) == ["price_unknown"]
    assert state.seats[0].cycle == Cycle(5, 12, 4)
    state = passed(passed(state))
    assert [c.event for c in moves(do(state, Attack(1, seat=0)), 0) if isinstance(c.event, PlayDragon)]
    assert health(struck(state, 2), 1)[2] == 2


def test_an_attack_without_a_dragon_is_none():
    state = do(begun(), Attack(1, seat=0), Done("attack", seat=0))
    assert codes(state) == ["no_dragons"]
    assert (state.clash, state.phase) == (None, "market")


def test_every_code_a_move_is_refused_with_is_documented():
    root = Path(__file__).resolve().parents[3]
    text = (root / "docs/calculators/breeds.md").read_text("utf-8")
    quoted = [word for line in text.splitlines() for word in re.findall(r"`([^`]+)`", line)]
    documented = {code for word in quoted for code in word.split(", ")}
    used = set()
    for module in (root / "rules/games/breeds").glob("*.py"):
        source = module.read_text("utf-8")
        used |= set(re.findall(r"(?:Refusal\(Level\.\w+,|Objection\()\s*\"([a-z_]+)\"", source))
        used |= set(re.findall(r"judge\.(?:struct|rule|warn)\((?:[^()]|\([^()]*\))*?,\s*\"([a-z_]+)\",", source))
    assert len(used) > 40
    assert used - documented - {"bad_mode", "players", "unknown_event"} == set()


def test_a_blocker_taken_back_leaves_the_others_though_no_attacker_is_left():
    # Refracted away by a text, the only attacker is gone; the dragons that blocked it still lie there.
    state = attack(begun(), 3)
    for sv in (2, 4):
        state = do(state, Block("dragon", attackers(state)[0], sv, seat=1))
    assert state.clash is not None
    state = replace(state, clash=replace(state.clash, attackers=()))
    first, second = blockers(state)
    after = do(state, Withdraw(first, seat=1))
    assert after.clash is not None
    assert blockers(after) == (second,)


def test_the_only_attacker_taken_back_leaves_the_phase_as_it_was():
    state = do(begun(), Attack(1, seat=0), PlayDragon("dragon", 3, seat=0))
    after = do(state, Withdraw(attackers(state)[0], seat=0))
    assert after.clash is None
    assert not after.now.attacked


def test_an_unnamed_supply_card_says_what_a_touch_on_it_does():
    def said(state, viewer):
        (row,) = (one for one in GAME.view(state, viewer).blocks if isinstance(one, CardRow) and "supply" in one.title)
        return {badge for card in row.cards for badge in card.badges}

    mine = begun(2)
    for state in (mine, seated(mine, 1, faction="teal")):
        assert said(state, 0) == {("", "buy it")}
        touched = {type(one.event) for one in moves(state, 0) if one.spot == "supply:0:1"}
        assert touched == {Buy}
    trashed = do(do(mine, Done("combat", seat=0)), Trash("common_coin", seat=0))
    assert said(trashed, 0) == {("", "name it")}


def test_who_comes_back_is_told_first_to_turn_the_identity_card_over():
    state = passed(struck(begun(2), 4))
    assert state.active == 1
    view = GAME.view(state, 1)
    assert str(view.blocks[0].detail).startswith("Turn your identity card over. ")
    told = [str(one.text) for one in view.blocks if isinstance(one, Reminder)]
    assert told[0].startswith("Turn your identity card over")
    assert "identity" not in str(GAME.view(state, 0).blocks[0].detail)


def test_who_is_out_puts_the_box_away_and_has_no_legendary_that_sleeps():
    state = struck(do(begun(3), SetHealth(2, seat=1, override=True)), 2)
    assert state.seats[1].out
    view = GAME.view(state, 1)
    assert [str(one.text) for one in view.blocks if isinstance(one, Reminder)] == [
        "You are out of the game. All cards of your box go back into it, wherever they lie."
    ]
    assert not [one for one in view.blocks if isinstance(one, CardRow) and one.secret]


def test_a_dragon_that_imitates_keeps_its_picture_and_says_which_dragon_only_when_asked():
    state = seated(begun(2, 0, ("teal", "black")), 0, dragons=("teal_mirrorscale", "teal_geyser", "teal_geyser"))
    state = do(state, Attack(1, seat=0), PlayDragon("teal_geyser", seat=0), PlayDragon("teal_mirrorscale", seat=0))
    geyser, mirrorscale = attackers(state)
    (asked,) = (one for one in moves(state, 0) if isinstance(one.event, Imitate))
    (which,) = asked.fields
    assert which.preset == ()
    assert [pick.spot for pick in which.picks] == [f"card:{geyser}"]
    state = do(state, Imitate(mirrorscale, geyser, seat=0), PlayDragon("teal_geyser", seat=0))
    (board,) = (one for one in GAME.view(state, 1).blocks if isinstance(one, Board))
    shown = [(str(card.name), card.card) for slot in board.slots for card in slot.cards]
    assert [card for _, card in shown] == ["teal_geyser", "teal_mirrorscale", "teal_geyser"]
    assert [name for name, _ in shown] == ["Geyser 1", "Mirrorscale as Geyser", "Geyser 2"]

"""What scanned cards mean at a Dragon Breeds table: one meaning is done, several are offered, none explained."""

from __future__ import annotations

from typing import Any

import pytest
from breeds_states import attack, attackers, begun, blocked, blockers, do, passed, quiet, seated, seen, table

from rules.game_protocol import Reading
from rules.games.breeds.combat import Attack, Block, PlayDragon
from rules.games.breeds.corrections import SetDragons, SetHealth, SetQuests
from rules.games.breeds.damage import ChooseDamage
from rules.games.breeds.fireballs import Ambush, Fireball
from rules.games.breeds.game import GAME
from rules.games.breeds.market import Buy, Flush, Trash, TurnUp
from rules.games.breeds.quests_and_tokens import GainToken, Quest
from rules.games.breeds.refracting import Refract
from rules.games.breeds.setup import ChooseLegendary, ChooseSummoner
from rules.games.breeds.state import Cycle, State
from rules.games.breeds.turn import Done
from rules.values.code import CardCode

SUPPLY = {"1": "black_sootling", "2": "black_obsidian", "3": "black_faction_coin", "4": "black_venomous"}


def scanned(state: State, seat: int, *cards: Any) -> Reading:
    codes = [card if isinstance(card, CardCode) else seen(card) for card in cards]
    return GAME.scan(state, seat, codes)


def market(**options: Any) -> State:
    return do(begun(**options), TurnUp(SUPPLY, seat=0), Done("combat", seat=0))


def code(card: str, copy: int = 1) -> str:
    return str(seen(card, copy))


def test_an_identity_card_says_who_plays_what_and_a_legendary_is_for_its_owner():
    assert scanned(table(), 0, "black_identity").submit == ChooseSummoner("black", seat=0)
    state = do(table(), ChooseSummoner("black", seat=0))
    assert scanned(state, 0, "black_noctyrax").submit == ChooseLegendary("black_noctyrax", seat=0)
    assert scanned(state, 0, "teal_vael").problems[0].code == "bad_legendary"
    both = scanned(state, 0, "black_noctyrax", "black_maldrath")
    assert (both.submit, both.problems[0].code) == (None, "one_at_a_time")


def test_a_dragon_is_played_by_whoever_attacks():
    def armed(players: int) -> State:
        return do(begun(players), TurnUp(SUPPLY, seat=0), SetDragons(("black_razortail",), seat=0))

    event = PlayDragon("black_razortail", code=code("black_razortail"), seat=0)
    # With one player to attack it begins the attack; with several it asks on whom.
    assert scanned(armed(2), 0, "black_razortail").submit == event
    assert scanned(do(armed(2), Attack(1, seat=0)), 0, "black_razortail").submit == event
    three = scanned(armed(3), 0, "black_razortail")
    assert (three.submit, [getattr(choice.event, "player", None) for choice in three.choices]) == (None, [1, 2])


def test_a_dragon_that_may_be_a_new_supply_card_is_asked_about():
    found = scanned(do(begun(), SetDragons(("black_obsidian",), seat=0)), 0, "black_obsidian")
    assert found.submit is None
    assert {type(choice.event) for choice in found.choices} == {PlayDragon, TurnUp}


def test_a_dragon_blocks_the_only_attacker_at_once_and_several_by_a_button():
    state = attack(do(begun(), SetDragons(("teal_crusher",), seat=1)), 3)
    event = Block("teal_crusher", attackers(state)[0], code=code("teal_crusher"), seat=1)
    assert scanned(state, 1, "teal_crusher").submit == event
    state = attack(do(begun(), SetDragons(("teal_crusher",), seat=1)), 3, 2)
    found = scanned(state, 1, "teal_crusher")
    assert found.submit is None
    assert [choice.event.attacker for choice in found.choices if isinstance(choice.event, Block)] == [*attackers(state)]


def test_a_fireball_finds_its_target_or_asks():
    one = blocked(attack(begun(), 3), (2, 0))
    event = Fireball(blockers(one)[0], code=code("black_fireball"), seat=0)
    assert scanned(one, 0, "black_fireball").submit == event
    two = blocked(attack(begun(), 3), (2, 0), (1, 0))
    assert len(scanned(two, 0, "black_fireball").choices) == 2
    none = blocked(attack(begun(), 3))
    assert scanned(none, 0, "black_fireball").problems[0].code == "bad_fireball_target"


def test_an_ambusher_and_a_dragon_that_is_hit():
    state = blocked(attack(do(begun(), SetDragons(("black_duskfang",), seat=0)), 3), (5, 0))
    found = scanned(state, 0, "black_duskfang")
    assert found.submit == Ambush("black_duskfang", blockers(state)[0], seat=0)
    state = do(begun(), SetDragons(("teal_crusher", "teal_tidekit"), seat=1))
    state = attack(state, 4)
    for card in ("teal_crusher", "teal_tidekit"):
        state = do(state, Block(card, attackers(state)[0], code=code(card), seat=1))
    state = quiet(do(state, Done("defense", seat=1)))
    event = ChooseDamage(attackers(state)[0], blockers(state)[1], seat=0)
    assert scanned(state, 0, "teal_tidekit").submit == event


def test_the_supply_is_told_in_one_look():
    state = begun()
    cards = tuple(SUPPLY.values())
    found = scanned(state, 0, *cards)
    assert isinstance(found.submit, TurnUp)
    assert dict(found.submit.cards) == SUPPLY
    less = scanned(state, 0, *cards[:3])
    assert (less.problems[0].code, less.of) == ("supply_count", 4)


def test_a_look_at_the_supply_names_what_of_it_is_not_in_the_picture():
    found = scanned(market(), 0, "black_sootling", "black_obsidian")
    assert ({one.name for one in found.missing}, found.of) == ({"Black Faction Coin", "Venomous"}, 4)
    assert scanned(market(), 0, "black_sootling").of == 0, "one card held up says nothing about the others"
    coins = scanned(market(), 0, "black_common_coin", "black_rare_coin")
    assert (tuple(one.name for one in coins.missing), coins.of) == ((), 0), "a payment is no look at the supply"


def test_a_look_at_a_combat_names_the_dragons_not_in_the_picture_and_none_that_is_secret():
    state = attack(do(begun(), SetDragons(("teal_crusher", "teal_tidekit"), seat=1)), 3)
    for card in ("teal_crusher", "teal_tidekit"):
        state = do(state, Block(card, attackers(state)[0], code=code(card), seat=1))
    found = scanned(state, 0, "teal_crusher", "black_venomous")
    assert "Tidekit" in " ".join(one.name for one in found.missing)
    assert found.of == 2 + len(found.missing)


def test_the_coins_of_a_payment_are_one_event():
    """Common and Rare buy Obsidian exactly; a single Common buys Sootling, or is trashed."""
    state = market()
    found = scanned(state, 0, "black_common_coin", "black_rare_coin")
    bought = [choice.event for choice in found.choices]
    pay = (code("black_common_coin"), code("black_rare_coin"))
    assert Buy(2, pay, seat=0) in bought
    assert Buy(1, pay[:1], seat=0) in bought
    after = do(state, Buy(2, pay, seat=0))
    assert after.seats[0].cycle == Cycle(6, 12, 3)
    single = scanned(state, 0, "black_common_coin")
    assert {type(choice.event) for choice in single.choices} == {Buy, Trash}
    useless = scanned(market(), 0, *(seen("black_common_coin", n) for n in (1, 2)))
    assert [choice.event for choice in useless.choices] == [Buy(1, (code("black_common_coin"),), seat=0)]


def test_coins_that_buy_one_thing_exactly_do_it_at_once():
    state = do(begun(), TurnUp({"1": "black_obsidian"}, seat=0), Done("combat", seat=0))
    coins = ("black_common_coin", "black_rare_coin")
    event = Buy(1, tuple(code(card) for card in coins), seat=0)
    assert scanned(state, 0, *coins).submit == event


def test_coins_before_anybody_said_what_lies_there():
    state = do(begun(), Done("combat", seat=0))
    found = scanned(state, 0, "black_common_coin", "black_rare_coin")
    assert found.problems[0].code == "no_supply"


def test_a_supply_card_is_bought_with_a_button_for_each_way_to_pay():
    found = scanned(market(), 0, "black_sootling")
    ways = {choice.event.coins for choice in found.choices if isinstance(choice.event, Buy)}
    assert "common" in ways


def test_a_coin_in_the_flush_phase():
    state = do(market(), Done("market", seat=0))
    found = scanned(state, 0, "black_rare_coin")
    assert [choice.event for choice in found.choices] == [
        Flush(n, code("black_rare_coin"), seat=0) for n in (1, 2, 3, 4)
    ]


def test_tokens_quests_and_the_identity():
    assert scanned(begun(), 0, "token_fireball").submit == GainToken("fireball", code=code("token_fireball"), seat=0)
    quests = scanned(begun(2, colours=("other", "teal")), 0, "black_quests")
    assert {choice.event for choice in quests.choices} == {Quest(n, seat=0) for n in (0, 1, 2)}
    turned = scanned(begun(), 0, "black_dragonform")
    assert [choice.event for choice in turned.choices] == [SetHealth(2, seat=0, override=True)]
    assert scanned(begun(), 0, "black_identity").problems[0].code == "known"


def test_a_rule_in_the_way_comes_with_the_button_that_sets_it_aside():
    state = seated(market(), 0, cycle=Cycle(5, 3, 2))
    found = scanned(state, 0, "black_fireball")
    assert [problem.code for problem in found.problems] == ["ten_cards"]
    (anyway,) = found.choices
    assert anyway.event == Trash("black_fireball", code=code("black_fireball"), seat=0, override=True)


@pytest.mark.parametrize("phase", ["begun", "passed"])
def test_cards_of_other_games_and_unknown_ones_are_told_apart(phase):
    state = begun() if phase == "begun" else passed(begun())
    assert scanned(state, 0, CardCode("FT", "00A", 1)).problems[0].code == "other_game"
    assert scanned(state, 0, CardCode("BR", "ZZZ", 1)).problems[0].code == "unknown_card"
    assert scanned(state, 0).problems[0].code == "no_card"


def test_a_scan_that_leads_to_nothing_says_so():
    state = do(begun(), Done("combat", seat=0), Done("market", seat=0))
    for slot in (1, 2, 3, 4):
        state = do(state, Flush(slot, "common", seat=0))
    done = do(begun(), SetQuests(3, 3, 3, seat=0, override=True))
    gone = do(attack(begun(2, colours=("black", "white")), 3), Refract(("d0",), seat=1))
    for table_, seat, card in ((state, 0, "black_common_coin"), (done, 0, "black_quests"), (gone, 1, "black_sootling")):
        told = scanned(table_, seat, card)
        assert told.submit is None, card
        assert not told.choices, card
        assert [one.text for one in told.problems], card

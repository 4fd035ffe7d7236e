"""Dragon Breeds beyond combat: breakpoints, coins, the market, the draw phase, quests, house rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import breeds_states
import pytest
from calculator_calls import ask, complaint
from hypothesis import given
from hypothesis import strategies as st

from rules.games.breeds import combat_rules, quests_and_tokens, refracting
from rules.games.breeds.corrections import SetHealth
from rules.games.breeds.house_rules import House
from rules.games.breeds.market import match, payment_objection
from rules.games.breeds.state import Cycle, Fighter, Part, Player, Refracted, State, Token, Trashed


def hit(turn: int, amount: int) -> dict[str, int]:
    return {"turn": turn, "amount": amount}


def own(turn: int) -> dict[str, object]:
    return {"turn": turn, "start_of_own_turn": True}


@pytest.mark.parametrize(
    ("events", "status", "stage", "breakpoint"),
    [
        ([hit(1, 2), hit(1, 1)], "alive", 1, 4),
        ([hit(1, 2), hit(1, 2)], "ko", 1, 4),
        ([hit(1, 3), hit(2, 1), hit(2, 2)], "alive", 1, 4),
        ([hit(1, 4), own(2), hit(2, 1), hit(3, 1)], "alive", 2, 2),
        ([hit(1, 4), own(2), hit(3, 1), hit(3, 1)], "eliminated", 2, 2),
        ([hit(1, 8), hit(1, 8), own(2)], "alive", 2, 2),
        ([hit(1, 4), own(2), hit(3, 9), own(4), hit(5, 9)], "eliminated", 2, 2),
        ([own(1), hit(1, 4)], "ko", 1, 4),
        ([], "alive", 1, 4),
    ],
)
def test_breakpoints_over_turns(events, status, stage, breakpoint):
    answer = ask("breeds", "damage", events=events)
    assert (answer["status"], answer["stage"], answer["breakpoint"]) == (status, stage, breakpoint)


def test_a_knocked_out_player_takes_no_damage_at_all():
    answer = ask("breeds", "damage", events=[hit(1, 4), hit(2, 3)])
    assert (answer["status"], answer["immune"], answer["taken"]) == ("ko", True, 0)


def test_damage_from_the_middle_of_a_game():
    assert ask("breeds", "damage", stage=2, events=[hit(1, 2)])["status"] == "eliminated"
    assert ask("breeds", "damage", breakpoint=6, events=[hit(1, 5)])["status"] == "alive"
    assert ask("breeds", "damage", taken=3, events=[hit(1, 1)])["status"] == "ko"
    assert ask("breeds", "damage", status="ko", events=[own(4)])["stage"] == 2


@given(st.lists(st.one_of(st.integers(0, 5), st.just("own"), st.just("end")), max_size=30))
def test_nobody_skips_a_stage_or_comes_back_from_elimination(steps):
    health = combat_rules.Health()
    for step in steps:
        before = health
        if step == "own":
            health = combat_rules.own_turn_began(health)
        elif step == "end":
            health = combat_rules.turn_ended(health)
        else:
            health = combat_rules.hurt(health, step)
        assert not (before.status == "eliminated" and health.status != "eliminated")
        assert not (before.stage == 1 and health.status == "eliminated")
        assert health.stage in (before.stage, before.stage + 1)
        assert before.status == "ko" or health.stage == before.stage


def test_stage_reminders():
    assert combat_rules.stage_reminder(1, 3) == "stage_1"
    assert combat_rules.stage_reminder(2, 3) == "stage_2"
    assert combat_rules.stage_reminder(1, 0) == ""
    assert combat_rules.stage_reminder(1, 4, ko=True) == "stage_1"
    assert combat_rules.stage_reminder(1, 4, ko=True, needs_their_cards=True) == ""


def at_table(*statuses: combat_rules.Status, refractor: int = 0) -> State:
    """A table at which people stand like this, and a dragon of the first seat was refracted."""
    seats = tuple(Player(health=combat_rules.Health(status=status)) for status in statuses)
    return State(len(seats), seats=seats, refracted=(Refracted(Fighter("d1", (), 1), 0, refractor, 1),))


def test_an_eliminated_faction_leaves_from_everywhere():
    begun = breeds_states.begun(3)
    lent = (
        Token("k1", "dragon", "trash", "teal_a", 1),
        Token("k2", "dragon", "trash", "black_a", 0),
        Token("k3", "fireball"),
    )
    trash = (Trashed("teal_rare_coin", 1), Trashed("black_rare_coin", 0))
    ghosts = tuple(
        Refracted(Fighter(f"d{owner}", (Part("dragon", 2, owner),), 2), 2, 0, 1, target=2) for owner in (0, 1)
    )
    both = Fighter("d9", (Part("dragon", 2, 1), Part("dragon", 1, 2)), 3)
    ghosts = (*ghosts, Refracted(both, 2, 0, 1, target=2))
    state = replace(breeds_states.seated(begun, 2, tokens=lent), trash=trash, refracted=ghosts)
    gone = breeds_states.do(state, SetHealth(2, "eliminated", seat=1))
    assert gone.trash == trash[1:]
    assert gone.seats[2].tokens == lent[1:]
    assert [part.owner for one in gone.refracted for part in one.fighter.parts] == [0, 2]
    own = gone.seats[1]
    assert (own.deck_size, own.dragons, sum(slot.pile for slot in own.supply)) == (0, (), 0)
    assert gone.seats[0] == state.seats[0]


def test_refracted_dragons_with_two_and_three_players():
    assert refracting.aims(at_table("alive", "ko", "alive", refractor=2), 0) == (0, 1)
    assert refracting.aims(at_table("alive", "alive", "eliminated", refractor=1), 0) == (0,)
    assert refracting.aims(at_table("alive", "alive", refractor=1), 0) == (0,)
    assert combat_rules.self_attack_damage(5, refractor_ko_this_turn=True) == 0


def test_survivors():
    assert at_table("ko", "eliminated").living == (0,)


@pytest.mark.parametrize(
    ("cost", "coins", "ok"),
    [
        (["C", "R"], [["C", "R"], ["C"]], True),
        (["R", "R"], [["C", "R"], ["C"], ["C"]], False),
        (["C", "C", "R"], [["C", "R"], ["C", "R"], ["C", "E"]], True),
        (["E"], [["C"], ["R"]], False),
        ([], [["C"]], True),
    ],
)
def test_paying_with_coins(cost, coins, ok):
    answer = ask("breeds", "pay", cost=cost, coins=coins)
    assert answer["ok"] is ok
    if ok:
        used = answer["coins_used"][0]
        assert len(set(used)) == len(used) == len(cost)
        assert all(symbol in coins[coin] for symbol, coin in zip(cost, used, strict=True))
    else:
        assert answer["why"] == "coins"


def test_several_purchases_are_one_payment():
    coins = [["C", "R"], ["C"], ["R", "E"]]
    assert ask("breeds", "pay", costs=[["C"], ["R"], ["E"]], coins=coins)["ok"]
    assert not ask("breeds", "pay", costs=[["R"], ["E"], ["R"]], coins=coins)["ok"]


def test_a_payment_spends_plain_coins_first():
    assert ask("breeds", "pay", cost=["C"], coins=[["C", "R", "E"], ["C"]])["spent"] == [1]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"legendary": True}, "legendary"),
        ({"face_up": False}, "no_face_up"),
        ({"trashed": True}, "already_trashed"),
        ({"phase": "flush"}, "phase"),
    ],
)
def test_what_cannot_be_bought(fields, why):
    assert ask("breeds", "pay", cost=["C"], coins=[["C"]], **fields)["why"] == why


def payable_by_trying(symbols, coins):
    return len(coins) >= len(symbols) and any(
        all(symbol in coins[coin] for symbol, coin in zip(symbols, chosen, strict=True))
        for chosen in permutations(range(len(coins)), len(symbols))
    )


symbol_lists = st.lists(st.sampled_from("CREF"), max_size=5)
coin_lists = st.lists(st.lists(st.sampled_from("CREF"), min_size=1, max_size=3, unique=True), max_size=6)


@given(symbol_lists, coin_lists)
def test_a_payment_is_found_whenever_there_is_one(symbols, coins):
    assert match([symbols], coins).complete is payable_by_trying(symbols, coins)


@given(st.lists(symbol_lists, max_size=3), coin_lists)
def test_no_coin_pays_twice(prices, coins):
    paid = match(prices, coins)
    assert len(set(paid.spent)) == len(paid.spent)
    for price, used in zip(prices, paid.coins, strict=True):
        assert all(coin is None or symbol in coins[coin] for symbol, coin in zip(price, used, strict=True))
    assert paid.complete is (payment_objection(prices, coins) is None)


def test_a_long_chain_of_moves():
    # Every coin but the last is taken by the symbol before its own; the last symbol moves them all along.
    coins = [[f"s{i}", f"s{i + 1}"] for i in range(60)] + [["s0"]]
    assert match([[f"s{i}" for i in range(61)]], coins).complete


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"hand": 4, "draw": 6, "discard": 1}, None),
        ({"hand": 4, "draw": 6, "discard": 0}, "ten_cards"),
        ({"hand": 4, "draw": 0, "discard": 3}, "ten_cards"),
        ({"hand": 4, "draw": 9, "discard": 0, "purchased": True}, "already_purchased"),
        ({"hand": 0, "draw": 9, "discard": 4}, "empty_hand"),
        ({"hand": 4, "draw": 9, "discard": 0, "token": True}, "token"),
        ({"hand": 4, "draw": 9, "discard": 0, "phase": "combat"}, "phase"),
        ({"hand": 4, "draw": 9, "discard": 0, "phase": "fireball"}, "phase"),
        ({"hand": 4, "draw": 9, "discard": 0, "phase": "FLUSH"}, "phase"),
    ],
)
def test_trashing(fields, why):
    answer = ask("breeds", "trash", **fields)
    assert (answer["ok"], answer.get("why")) == (why is None, why)
    assert answer.get("deck_after") == (None if why else sum(fields.values()) - 1)


@pytest.mark.parametrize(
    ("coins", "face_up", "flushes", "why"),
    [(3, 2, 2, None), (1, 2, 2, "coins"), (4, 3, 4, "no_face_up"), (0, 0, 0, None), (0, 4, 1, "coins")],
)
def test_flushing(coins, face_up, flushes, why):
    answer = ask("breeds", "flush", coins=coins, face_up=face_up, flushes=flushes)
    assert (answer["ok"], answer.get("why")) == (why is None, why)
    if why is None:
        assert (answer["coins"], answer["face_up"]) == (coins - flushes, face_up - flushes)


def test_the_draw_phase():
    answer = ask(
        "breeds",
        "draw",
        active="A",
        hands={"A": 2, "B": 3, "C": 6},
        draw_piles={"A": 3, "B": 0, "C": 1},
        discards={"A": 4, "B": 6, "C": 2},
    )
    assert answer["hands"] == {"A": 5, "B": 5, "C": 6}
    assert answer["draw"] == {"A": 4, "B": 4, "C": 1}
    assert answer["discard"] == {"A": 0, "B": 0, "C": 2}
    assert answer["reshuffled"] == ["A", "B"]


def test_the_draw_phase_with_too_few_cards_tokens_and_another_target():
    fields = {"active": "A", "hands": {"A": 1, "B": 0}, "draw_piles": {"A": 0, "B": 9}, "discards": {}}
    answer = ask("breeds", "draw", **fields, tokens=2, hand_target={"B": 6})
    assert (answer["hands"], answer["discard"], answer["reshuffled"]) == ({"A": 3, "B": 6}, {"A": 0, "B": 0}, ["A"])
    assert ask("breeds", "draw", **fields, eliminated=["B"])["hands"] == {"A": 1}


def test_option_ko_keeps_hand():
    fields = {"active": "A", "hands": {"A": 0, "B": 3}, "draw_piles": {"A": 5, "B": 5}, "discards": {"A": 0, "B": 0}}
    kept = ask("breeds", "draw", **fields, ko=["B"])
    assert (kept["draw"]["B"], kept["discard"]["B"]) == (3, 0)
    lost = ask("breeds", "draw", **fields, ko=["B"], ko_keeps_hand=False)
    assert (lost["hands"]["B"], lost["draw"]["B"], lost["discard"]["B"]) == (5, 0, 3)


cycles = st.builds(Cycle, st.integers(0, 8), st.integers(0, 12), st.integers(0, 12))


@given(cycles, st.integers(0, 7))
def test_drawing_loses_no_card_and_shuffles_only_when_needed(cycle, target):
    after = cycle.refill(target)
    assert after.hand + after.draw + after.discard == cycle.hand + cycle.draw + cycle.discard
    assert after.hand == max(cycle.hand, min(target, cycle.hand + cycle.draw + cycle.discard))
    assert after.reshuffled is (cycle.draw < target - cycle.hand and cycle.discard > 0)
    assert after.reshuffled or after.discard == cycle.discard


def test_quests():
    assert ask("breeds", "quest", events=[0, 0, 1])["quests"] == [2, 3, 0]
    answer = ask("breeds", "quest", start=[3, 3, 2], events=[0, 2])
    assert (answer["quests"], answer["legendary_unlocked"], answer["ignored"]) == ([3, 3, 3], True, 1)
    assert not ask("breeds", "quest", start=[3, 3, 2], events=[])["legendary_unlocked"]


def test_option_token_coin_counts():
    assert quests_and_tokens.coin_counts(own_color=True, token=True)
    assert not quests_and_tokens.coin_counts(own_color=False, token=False)
    assert not quests_and_tokens.coin_counts(own_color=True, token=True, house=House(token_coin_counts=False))
    assert quests_and_tokens.coin_counts(own_color=True, token=False, house=House(token_coin_counts=False))


def test_option_any_trash_counts():
    assert quests_and_tokens.trash_counts(from_hand=True)
    assert not quests_and_tokens.trash_counts(from_hand=False)
    assert quests_and_tokens.trash_counts(from_hand=False, house=House(any_trash_counts=True))


@pytest.mark.parametrize(
    ("op", "fields", "word"),
    [
        ("damage", {"events": [{"amount": 3}]}, "events[0].turn: is missing"),
        ("damage", {"events": [{"turn": 1, "amount": -1}]}, "events[0].amount: -1 is outside"),
        ("pay", {"cost": [1], "coins": []}, "cost[0]: expected a text"),
        ("pay", {"cost": ["C"], "coins": [3]}, "coins[0]: expected a list"),
        ("quest", {"events": [3]}, "events[0]: 3 is outside 0 to 2"),
        ("quest", {"start": [0, 2], "events": []}, "start: has 2 numbers"),
        ("draw", {"active": "A"}, "hands: is missing"),
        ("draw", {"hands": {"A": 1}, "active": "B"}, 'active: "B" is not known'),
        ("draw", {"hands": {"A": 1}, "ko": ["B"]}, 'ko[0]: "B" is not known'),
        ("draw", {"hands": {"A": 1}, "hand_target": {"B": 6}}, "hand_target.B: is not one of the players"),
        ("flush", {"coins": 1}, "face_up: is missing"),
    ],
)
def test_bad_input_names_the_field(op, fields, word):
    assert word in complaint("breeds", op, **fields)

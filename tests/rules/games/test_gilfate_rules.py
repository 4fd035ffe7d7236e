"""Gilfate Fantasy: points, costs, knockouts, chains, rounds, odds, and both readings of every house rule."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from calculator_calls import ask, complaint, subset
from hypothesis import given
from hypothesis import strategies as st

from rules.games.gilfate import chain, deck, piles
from rules.games.gilfate.deck import attack_cards
from rules.games.gilfate.house_rules import AS_WRITTEN, OPTIONS, House

IDS = tuple(attack_cards())


def test_the_house_defaults_are_the_options_defaults():
    assert House(**{option.id: option.default for option in OPTIONS}) == AS_WRITTEN


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"bombs": 5}, {"bombs": 19}),
        ({"bombs": 5, "active": ["7a"]}, {"bombs": 17, "permanents": 0, "total": 17}),
        ({"bombs": 6, "active": ["7a", "7a", "12b"]}, {"bombs": 18, "permanents": -3}),
        ({"hand": ["5a"], "active": ["10a", "11b", "12a"]}, {"permanents": -9, "rest": 3, "total": -6}),
        ({"hand": ["1"], "explosions": 2}, {"explosions": 10, "total": 11}),
        ({"partial": [2, 3], "hand": ["8b"]}, {"rest": 6}),
        ({}, {"bombs": 0, "explosions": 0, "permanents": 0, "rest": 0, "total": 0}),
    ],
)
def test_points(fields, expected):
    assert subset(expected, ask("gilfate", "score", **fields))


def test_option_bomb_rule():
    assert ask("gilfate", "score", bombs=8)["bombs"] == 9 + 25
    assert ask("gilfate", "score", bombs=8, bomb_rule="3_each")["bombs"] == 24
    assert ask("gilfate", "score", bombs=8, bomb_rule="3_then_3x5")["bombs"] == 9 + 15 + 6


def test_option_use_current_cost():
    fields = {"hand": ["9b", "11a", "0a"], "active": ["12a"], "others": ["12c"]}
    assert ask("gilfate", "score", **fields)["rest"] == 5 + 6 + 0
    assert ask("gilfate", "score", **fields, use_current_cost=True)["rest"] == 1 + 6 + 1


def test_option_partial():
    partial = [{"card": "9b", "paid": 2}, {"paid": 1, "cost": 4}]
    assert ask("gilfate", "score", partial=partial)["rest"] == 3
    assert ask("gilfate", "score", partial=partial, options={"partial": "rest"})["rest"] == 6
    assert ask("gilfate", "score", partial=partial, options={"partial": "full"})["rest"] == 9


def test_option_only_12():
    active = ["10a", "11c", "12c"]
    assert ask("gilfate", "score", active=active)["permanents"] == -9
    assert ask("gilfate", "score", active=active, only_12=True)["permanents"] == -3


@pytest.mark.parametrize(
    ("fields", "cost", "by"),
    [
        ({"card": "7b"}, 4, []),
        ({"card": "7b", "mine": ["12a"]}, 1, ["12a"]),
        ({"card": "8b", "mine": ["12a"]}, 1, []),
        ({"card": "0a", "mine": ["12a"], "others": ["12c"]}, 1, ["12c", "12a"]),
        ({"card": "0a", "mine": ["12c"], "others": {"B": ["12c"], "C": []}}, 2, ["12c"]),
        ({"card": "1", "others": ["12c"]}, 1, []),
        ({"card": "9b", "mine": ["10a"], "use_10a": True}, 2, ["10a"]),
        ({"card": "9b", "mine": ["10a", "12a"], "use_10a": True}, 1, ["12a"]),
        ({"card": "2", "mine": ["10a"], "use_10a": True}, 1, []),
        ({"card": "10b", "mine": ["10a", "12a"], "use_10a": True}, 5, []),
        ({"card": "9b", "use_10a": True}, 2, ["10a"]),
        ({"card": "9b", "mine": ["7a"], "use_10a": True}, 5, []),
        ({"card": "9b", "mine": ["10a"]}, 5, []),
        ({"card": "6a", "mine": ["10a", "12a"], "use_10a": True}, 3, []),
    ],
)
def test_costs(fields, cost, by):
    answer = ask("gilfate", "cost", **fields)
    assert (answer["cost"], answer["changed_by"]) == (cost, by)


def test_option_reducible_6a():
    assert ask("gilfate", "cost", card="6a", mine=["12a"])["cost"] == 3
    assert ask("gilfate", "cost", card="6a", mine=["12a"], reducible_6a=True)["cost"] == 1
    assert ask("gilfate", "cost", card="6a", mine=["12a"], **{"6a_reducible": True})["cost"] == 1
    assert ask("gilfate", "cost", card="6a", mine=["12a"], options={"6a_reducible": True})["cost"] == 1


def test_cards_that_one_paid_card_makes_usable():
    assert ask("gilfate", "cost", card="10c")["least"] == 1
    assert ask("gilfate", "cost", card="10b")["least"] == 5


@given(st.sampled_from(IDS), st.lists(st.sampled_from(IDS)), st.lists(st.sampled_from(IDS)), st.booleans())
def test_reductions_never_raise_a_cost(card, mine, others, use):
    plain = ask("gilfate", "cost", card=card, others=others)["cost"]
    assert ask("gilfate", "cost", card=card, mine=mine, others=others, use_10a=use)["cost"] <= plain


@pytest.mark.parametrize(
    ("fields", "threshold", "out"),
    [
        ({"bombs": 3}, 3, True),
        ({"bombs": 3, "active": ["12b"]}, 4, False),
        ({"bombs": 4, "active": ["12b"]}, 4, True),
        ({"bombs": 4, "active": ["7a", "7a"]}, 5, False),
        ({"bombs": 5, "active": ["7a", "12b"]}, 5, True),
        ({"bombs": 5, "active": ["7a", "7a", "12b", "12b"]}, 6, False),
        ({"explosion": True}, 3, True),
        ({"explosion": True, "active": ["12b"]}, 4, False),
        ({"explosion": True, "active": ["11b"], "explosion_shield": True}, 3, False),
        ({"explosion": True, "active": ["11b"]}, 3, True),
        ({"explosion": True, "active": [], "explosion_shield": True}, 3, True),
        ({"explosion": True, "explosion_shield": True, "bombs": 3, "active": ["11b"]}, 3, True),
    ],
)
def test_knockouts(fields, threshold, out):
    answer = ask("gilfate", "knockout", **fields)
    assert (answer["threshold"], answer["out"]) == (threshold, out)


@given(st.integers(0, 8), st.lists(st.sampled_from(IDS), max_size=6), st.sampled_from(IDS))
def test_an_active_card_never_makes_a_knockout_likelier(bombs, active, extra):
    assert not (deck.knocked_out(bombs, [*active, extra]) and not deck.knocked_out(bombs, active))


@pytest.mark.parametrize(
    ("players", "expected"), [(2, (10, 6, 56, 28)), (3, (9, 6, 56, 21)), (4, (8, 9, 59, 16)), (5, (6, 9, 59, 18))]
)
def test_setup(players, expected):
    answer = ask("gilfate", "setup", players=players)
    assert (answer["hand"], answer["bombs"], answer["blank_deck"], answer["attack_left"]) == expected


@pytest.mark.parametrize("players", [0, 1, 6])
def test_setup_for_too_few_or_too_many(players):
    assert ask("gilfate", "setup", players=players)["error"] == "players"


def test_setup_variants():
    every = ask("gilfate", "setup", players=5, version="all_cards")
    assert (every["hand"], every["aside"], every["attack_left"]) == (9, 3, 0)
    secret = ask("gilfate", "setup", players=5, secret_bombs=True)
    assert (secret["bombs_least"], secret["bombs_most"], secret["hidden"], secret["blank_deck"]) == (1, 9, 8, 59)


def test_option_explosions():
    assert ask("gilfate", "setup", players=2)["blank_deck"] == 56
    assert ask("gilfate", "setup", players=2, version="knockout")["blank_deck"] == 57
    assert ask("gilfate", "setup", players=2, options={"explosions": 3})["explosions"] == 3
    assert ask("gilfate", "setup", players=2, version="knockout", explosions=0)["blank_deck"] == 56


def test_option_permanents():
    active = [attack_cards()[word] for word in ("7a", "10c", "12b")]
    assert [card.id for card in deck.permanents(active)] == ["7a", "10c", "12b"]
    assert [card.id for card in deck.permanents(active, House(permanents="12_only"))] == ["12b"]
    assert [deck.nine_a(count) for count in (0, 1, 2)] == ["discard_all", "bomb_and_remove", "none"]


def test_option_redeal():
    assert piles.later_hand(4) == 8
    assert piles.later_hand(4, house=House(redeal=3)) == 3
    assert piles.later_hand(5, "all_cards", House(redeal=3)) == 9


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"current": "D"}, "A"),
        ({"current": "A", "reverses": 3}, "D"),
        ({"current": "A", "reverses": 2}, "B"),
        ({"current": "A", "out": ["B", "C"]}, "D"),
        ({"current": "A", "out": ["B", "C", "D"]}, "A"),
        ({"current": "B", "out": ["B"]}, "C"),
        ({"current": "B", "direction": -1}, "A"),
        ({"current": "B", "direction": -1, "reverses": 1}, "C"),
        ({"current": "B", "out": ["A", "B", "C", "D"]}, None),
    ],
)
def test_next_player(fields, expected):
    assert ask("gilfate", "next_player", order=["A", "B", "C", "D"], **fields)["next"] == expected


@given(st.booleans(), st.integers(0, 5))
def test_with_two_players_the_direction_is_the_same(first, reverses):
    current, other = ("A", "B") if first else ("B", "A")
    assert ask("gilfate", "next_player", order=["A", "B"], current=current, reverses=reverses)["next"] == other


@pytest.mark.parametrize(
    ("fields", "draws"),
    [
        ({"target": "B", "amount": 3}, {"B": 3}),
        ({"target": "B", "amount": 3, "redirects": 1}, {"C": 4}),
        ({"target": "B", "amount": 3, "redirects": 1, "reverses": 1}, {"A": 4}),
        ({"target": "B", "amount": 3, "redirects": 1, "out": ["C"]}, {"A": 4}),
        ({"target": "B", "amount": 5, "redirects": 4}, {"C": 9}),
        ({"target": "B", "amount": 5, "redirects": 1, "use_10a": True}, {"C": 2}),
        ({"target": "B", "amount": 1, "use_10a": True}, {"B": 1}),
    ],
)
def test_redirected_draws(fields, draws):
    assert ask("gilfate", "redirect", order=["A", "B", "C"], **fields)["draws"] == draws


@pytest.mark.parametrize(
    ("cards", "happens"),
    [
        (["6a"], [True]),
        (["6a", "0b"], [False, True]),
        (["6a", "4a", "4a"], [True, False, True]),
        (["6a", "0b", "4a", "11c"], [False, True, False, True]),
    ],
)
def test_chains(cards, happens):
    answer = ask("gilfate", "negate", chain=cards)
    assert ([one["happens"] for one in answer["chain"]], answer["resolves"]) == (happens, happens[0])


def test_chains_that_cannot_be():
    assert ask("gilfate", "negate", chain=["6a", "5a"])["error"] == "not_a_negation"
    late = [{"card": "6a", "by": "A"}, {"card": "11c", "by": "B"}]
    assert ask("gilfate", "negate", chain=late, turn_of="A")["error"] == "not_own_turn"
    own = [{"card": "6a", "by": "A"}, {"card": "4a", "by": "B"}, {"card": "11c", "by": "A"}]
    assert ask("gilfate", "negate", chain=own, turn_of="A")["resolves"]
    assert ask("gilfate", "negate", chain=own, turn_of="A", negations_used=1)["error"] == "used_this_turn"


@given(st.integers(1, 30))
def test_a_chain_happens_when_the_negations_are_even(length):
    links = [chain.Link("6a"), *([chain.Link("4a")] * (length - 1))]
    done = chain.resolved(links)
    assert done[0].happens is (length % 2 == 1)
    assert done[-1].happens
    assert all(one.happens is not two.happens for one, two in pairwise(done))


def test_the_start_of_a_turn():
    assert subset({"draw_blank": 3, "pick_attack": 2}, ask("gilfate", "turn_start", hand=0))
    assert subset({"draw_blank": 0, "pick_attack": 0}, ask("gilfate", "turn_start", hand=3))
    assert subset({"draw_blank": 3, "pick_attack": 0}, ask("gilfate", "turn_start", hand=0, version="all_cards"))
    assert subset({"draw_blank": 3, "pick_attack": 0}, ask("gilfate", "turn_start", hand=0, players=3, turn=2))
    assert subset({"draw_blank": 3, "pick_attack": 2}, ask("gilfate", "turn_start", hand=0, players=3, turn=3))


@pytest.mark.parametrize(
    ("fields", "first", "effect", "draw", "bombs"),
    [
        ({"turn": 1, "card": "10a", "bombs": 3}, True, False, False, 2),
        ({"turn": 2, "card": "9a", "bombs": 1}, True, True, False, 0),
        ({"turn": 3, "card": "12a", "bombs": 2}, True, True, True, 1),
        ({"turn": 4, "card": "12a", "bombs": 2}, False, True, True, 0),
        ({"turn": 1}, True, True, False, 0),
    ],
)
def test_the_first_lap(fields, first, effect, draw, bombs):
    expected = {"first_round": first, "may_use_effect": effect, "may_draw_attack": draw, "return_bombs": bombs}
    assert subset(expected, ask("gilfate", "first_round", players=3, **fields))


def test_option_first_round():
    assert ask("gilfate", "first_round", players=3, turn=1, round=2)["first_round"]
    assert not ask("gilfate", "first_round", players=3, turn=1, round=2, options={"first_round": "match"})[
        "first_round"
    ]
    assert ask("gilfate", "first_round", players=3, turn=1, round=1, options={"first_round": "match"})["first_round"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"blank_deck": 0}, "blank_deck"),
        ({"blank_deck": 1, "attack_decks": [0, 0, 0]}, "attack_decks"),
        ({"blank_deck": 1, "attack_decks": [0, 2, 0]}, ""),
        ({"blank_deck": 1, "attack_decks": 0}, "attack_decks"),
        ({"blank_deck": 9, "players_left": 1, "version": "knockout"}, "one_left"),
        ({"blank_deck": 9, "players_left": 1}, ""),
        ({"blank_deck": 9, "hands": {"A": 0, "B": 3}, "version": "all_cards"}, "empty_hand"),
        ({"blank_deck": 9, "hands": {"A": 0, "B": 3}}, ""),
        ({"blank_deck": 9, "attack_decks": [0, 0, 0], "version": "all_cards"}, ""),
    ],
)
def test_when_a_round_ends(fields, reason):
    answer = ask("gilfate", "round_end", **fields)
    assert (answer["over"], answer["reason"]) == (bool(reason), reason)


def test_option_attack_end():
    fields = {"blank_deck": 5, "attack_decks": [0, 2, 4]}
    assert not ask("gilfate", "round_end", **fields)["over"]
    assert ask("gilfate", "round_end", **fields, attack_end="any")["over"]


def test_winners_of_rounds_and_games():
    assert ask("gilfate", "round_end", scores={"B": 4, "A": 4, "C": 9})["winners"] == ["A", "B"]
    done = ask("gilfate", "survival", points={"A": 4, "B": 3}, survivors=["B"])
    assert (done["points"], done["winners"]) == ({"A": 4, "B": 4}, [])
    assert ask("gilfate", "survival", points={"A": 4, "B": 3}, survivors=["A"])["winners"] == ["A"]


def test_option_best_of():
    played = [{"A": 3, "B": 9}, {"A": 8, "B": 1}, {"A": 0, "B": 2}]
    assert ask("gilfate", "best_of", rounds=played, of=3)["winners"] == ["A"]
    assert ask("gilfate", "best_of", rounds=played, of=5)["winners"] == []
    assert ask("gilfate", "best_of", rounds=played, version="knockout")["winners"] == ["B"]
    assert ask("gilfate", "best_of", rounds=played, best_of="most")["winners"] == ["B"]
    assert ask("gilfate", "best_of", rounds=played, version="knockout", best_of="lowest")["winners"] == ["A"]


@pytest.mark.parametrize(("cards", "bombs", "drawn"), [(7, 2, 3), (6, 6, 2), (5, 0, 3), (4, 2, 9), (0, 0, 1)])
def test_odds_are_counted_hands(cards, bombs, drawn):
    hands = [sum(index < bombs for index in hand) for hand in combinations(range(cards), min(drawn, cards))]
    expected = [Fraction(hands.count(found), len(hands)) for found in range(min(bombs, drawn, cards) + 1)]
    assert list(piles.bombs_drawn(cards, bombs, drawn)) == expected
    assert piles.at_least(cards, bombs, drawn, 1) == 1 - expected[0]


@pytest.mark.parametrize(
    ("op", "fields", "word"),
    [
        ("score", {"hand": ["13a"]}, 'hand[0]: "13a" is not known'),
        ("score", {"bombs": -1}, "bombs: -1 is outside"),
        ("score", {"partial": ["x"]}, "partial[0]: expected a whole number"),
        ("score", {"partial": [2], "options": {"partial": "rest"}}, "partial[0]: this house rule needs the card"),
        ("score", {"bomb_rule": "5_each"}, "bomb_rule: expected one of"),
        ("cost", {}, "card: is missing"),
        ("cost", {"card": "0a", "mine": {"A": ["nope"]}}, "mine.A[0]"),
        ("next_player", {"order": ["A"], "current": "B"}, 'current: "B" is not known'),
        ("next_player", {"order": ["A", "A"], "current": "A"}, "order: names a player twice"),
        ("next_player", {"current": "A"}, "order: names no player"),
        ("next_player", {"order": ["A", "B"], "current": "A", "direction": 0}, "direction: expected 1"),
        ("negate", {"chain": []}, "chain: is empty"),
        ("first_round", {"players": 9, "turn": 1}, "players: 9 is outside 2 to 5"),
        ("round_end", {}, "scores: is missing"),
        ("survival", {"points": {"A": 1}, "survivors": ["B"]}, "survivors[0]"),
        ("odds", {"cards": 3, "bombs": 4}, "bombs: 4 is outside 0 to 3"),
    ],
)
def test_bad_input_names_the_field(op, fields, word):
    assert word in complaint("gilfate", op, **fields)

"""Every house rule of Dragoborne at the table, both ways; and `apply` beside the calculators and a plain oracle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import dragoborne_states
import pytest
from dragoborne_states import (
    ambushed,
    begun,
    creature,
    crossed,
    do,
    in_main_phase,
    offered,
    refused,
    said,
    shielded,
    side,
    table,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.dragoborne import ambushes, card_texts, combat, combat_rules, deck, main_phase, turn
from rules.games.dragoborne.calculators import CALCULATORS
from rules.games.dragoborne.deck import card, color
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.house_rules import OPTIONS
from rules.games.dragoborne.state import Creature, Resource, State
from rules.house_rules import said as said_of


def test_house_rules_stand_in_the_header_and_on_the_sheet() -> None:
    for option in OPTIONS:
        for value in option.values[1:]:
            state = table(**{option.id: value})
            header = GAME.view(state, None).house_rules
            assert len(header) == 1, option.id
            assert GAME.score(state).house_rules == header == said_of(state.house)
    assert GAME.view(table(), None).house_rules == ()


@pytest.mark.parametrize(("turns", "code"), [(1, ""), (2, "no_combat_turn_1")])
def test_option_no_combat_turns_at_the_table(turns: int, code: str) -> None:
    state = do(in_main_phase(begun(no_combat_turns=turns), 0), turn.EndTurn(seat=0))
    state = do(in_main_phase(state, 1), main_phase.Summon("brine_whelp", "1", seat=1))
    assert refused(state, combat.Attack("1c1", "1", seat=1))[1] == code
    assert bool(offered(state, 1, combat.Attack)) == (not code)


def used(**house: Any) -> State:
    """A fort burst that does not say where its card goes was used."""
    state = do(table(side("kindling_whelp"), **house), combat.Attack("0c1", "1", seat=0))
    return do(state, combat.FortBurst(True, "breaking_wave", seat=1))


@pytest.mark.parametrize(("where", "hand", "gone"), [("hand", 6, 0), ("discard", 5, 1)])
def test_option_burst_destination(where: str, hand: int, gone: int) -> None:
    asked = used()
    assert [ask.kind for ask in asked.asks] == ["goes"]
    first, *_ = offered(asked, 1, combat.CardGoes)
    assert (first.event, first.primary) == (combat.CardGoes("hand", seat=1), True)
    answered = do(asked, combat.CardGoes("hand" if where == "hand" else "discard", seat=1))
    told = used(burst_destination=where)
    for state in (answered, told):
        assert state.asks == ()
        assert (state.sides[1].hand, len(state.sides[1].discard)) == (hand, gone)


def test_option_ambush_destination() -> None:
    states = []
    for where in ("ask", "discard"):
        state = ambushed(table(side("kindling_whelp"), ambush_destination=where), 1, 1)
        states.append(do(state, combat.Attack("0c1", "1", seat=0), ambushes.UseAmbush("1", "undertow", seat=1)))
    asked, told = states
    assert [ask.kind for ask in asked.asks] == ["goes"]
    first, *_ = offered(asked, 1, combat.CardGoes)
    assert (first.event, first.primary) == (combat.CardGoes("discard", seat=1), True)
    assert do(asked, combat.CardGoes("hand", seat=1)).sides[1].hand == 6
    assert (told.asks, [one.card for one in told.sides[1].discard]) == ((), ["undertow"])


@pytest.mark.parametrize(("allowed", "code"), [(False, "fort_destroyed"), (True, "")])
def test_option_attack_destroyed_at_the_table(allowed: bool, code: str) -> None:
    halves = side("kindling_whelp", barriers=(0, 2, 2)), side(barriers=(0, 2, 2), deck="tide")
    state = table(*halves, attack_destroyed=allowed)
    assert refused(state, combat.Attack("0c1", "1", seat=0))[1] == code
    assert refused(state, main_phase.AssignShield(0, "1", seat=0))[1] == code


@pytest.mark.parametrize(("most", "code"), [("none", ""), (1, "shield_there")])
def test_option_max_shields_at_the_table(most: str | int, code: str) -> None:
    state = do(table(max_shields=most), main_phase.AssignShield(0, "1", seat=0))
    assert refused(state, main_phase.AssignShield(1, "1", seat=0))[1] == code


@pytest.mark.parametrize(("stacks", "figures", "warned"), [(False, (2, 3), ["one_boost"]), (True, (3, 4), [])])
def test_option_cross_stacks_at_the_table(stacks: bool, figures: tuple[int, int], warned: list[str]) -> None:
    state = crossed(table(side("thornfoot_scout"), cross_stacks=stacks), 0, 0, "0c1")
    state = do(state, main_phase.AssignCross(1, "0c1", seat=0))
    assert said(state) == warned
    one = state.sides[0].creatures[0]
    assert (combat_rules.atk_now(state, 0, one), combat_rules.edr_now(state, 0, one)) == figures


@pytest.mark.parametrize(("may", "there"), [(False, {"0c1", "0c2"}), (True, {"0c1", "0c2", "new"})])
def test_option_may_discard_new_at_the_table(may: bool, there: set[str]) -> None:
    state = do(
        table(side("kindling_whelp", "fenfang_adder"), may_discard_new=may),
        main_phase.Summon("scalesmith", "1", seat=0),
    )
    answers = {
        choice.event.creature
        for choice in offered(state, 0, combat.MakeRoom)
        if isinstance(choice.event, combat.MakeRoom)
    }
    assert answers == there
    if may:
        state = do(state, combat.MakeRoom("new", seat=0))
        assert [one.card for one in state.sides[0].discard] == ["scalesmith"]


@pytest.mark.parametrize("rests", [False, True])
def test_option_summoning_rest_at_the_table(rests: bool) -> None:
    state = do(table(summoning_rest=rests), main_phase.Summon("kindling_whelp", "1", seat=0))
    assert state.sides[0].creatures[0].rested == rests
    assert bool(offered(state, 0, combat.Attack)) == (not rests)


@pytest.mark.parametrize(("scope", "atk"), [("not_discarded", 2), ("zone_only", 1)])
def test_option_dice_scope_at_the_table(scope: str, atk: int) -> None:
    state = shielded(table(side("kindling_whelp", dice=(6, 1, 1)), dice_scope=scope), 0, 0, "1")
    assert combat_rules.atk_now(state, 0, state.sides[0].creatures[0]) == atk


@pytest.mark.parametrize(("must", "code"), [(False, ""), (True, "ambush_rested")])
def test_option_ambush_must_stand_at_the_table(must: bool, code: str) -> None:
    for rests, expected in ((True, code), (False, "")):
        state = ambushed(table(side("kindling_whelp"), ambush_must_stand=must), 1, 1, rested=rests)
        state = do(state, combat.Attack("0c1", "1", seat=0))
        assert refused(state, ambushes.UseAmbush("1", "undertow", seat=1))[1] == expected


@pytest.mark.parametrize(("stops", "code"), [(False, ""), (True, "immune")])
def test_option_immune_stops_assassin_at_the_table(stops: bool, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # No card of ours is immune to an assassin's colour or trait: the whelp is made so for this test.
    real = deck.words_of
    first = side("sunblade_wyrmslayer", deck="tide")
    monkeypatch.setattr(
        deck,
        "words_of",
        lambda name, word: ("yellow",) if (name, word) == ("kindling_whelp", "immune") else real(name, word),
    )
    state = table(first, side("~kindling_whelp"), immune_stops_assassin=stops)
    assert refused(state, combat.AttackAssassin("0c1", "1c1", seat=0))[1] == code


# What the table does is what the calculators answer, and what a plain reading of the rules says.

CREATURES = tuple(one.id for one in dragoborne_states.DECK.cards if one["type"] == "creature")


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Two halves with any creatures, damage, dice and barriers, whose creatures all still stand."""
    halves = []
    for own in ("ember", "tide"):
        names = draw(st.lists(st.sampled_from(CREATURES), min_size=1, max_size=2))
        values = draw(st.tuples(*[st.integers(1, 6)] * 3))
        barriers = draw(st.tuples(st.integers(1, 3), st.just(2), st.just(2)))
        half = side(*names, deck=own, dice=values, barriers=barriers)
        changed = tuple(
            replace(one, damage=draw(st.integers(0, 3)), rested=draw(st.booleans()), atk_mod=draw(st.integers(-2, 2)))
            for one in half.creatures
        )
        halves.append(replace(half, creatures=changed))
    state = table(*halves, cross_stacks=draw(st.booleans()))
    for die in (0, 1):
        what = draw(st.sampled_from(["zone", "shield", "cross"]))
        state = shielded(state, 1, die, "1") if what == "shield" else state
        state = crossed(state, 1, die, "1c1") if what == "cross" else state
    if draw(st.booleans()):
        state = crossed(state, 0, 0, "0c1")
    gone = {one.uid for _, one in combat_rules.fallen(state)}
    while gone:
        first, second = (
            replace(
                own,
                creatures=tuple(one for one in own.creatures if one.uid not in gone),
                dice=tuple(replace(d, where="zone", at="") if d.at in gone else d for d in own.dice),
            )
            for own in state.sides
        )
        state = replace(state, sides=(first, second))
        gone = {one.uid for _, one in combat_rules.fallen(state)}
    return state


def asked(state: State, seat: int, one: Creature, attacks: str = "") -> dict[str, Any]:
    """A creature as a calculator is asked about it: printed figures, what is added, its dice, its words."""
    about = card(one.card)
    counted = combat_rules.fighter(state, seat, one, attacks)
    return {
        "id": one.uid,
        "atk": about["atk"],
        "edr": about["edr"],
        "atk_mod": counted.atk_mod,
        "edr_mod": counted.edr_mod,
        "damage": one.damage,
        "die": [state.sides[seat].dice[n].color for n in state.sides[seat].crosses(one.uid)],
        "rested": one.rested,
        "color": color(one.card),
        "traits": list(about.words("traits")),
        "deadly": counted.deadly,
        "invade": list(counted.invade),
        "assassin": {"color": list(counted.assassin)},
        "immune": list(counted.immune),
    }


@settings(max_examples=150, deadline=None)
@given(positions(), st.data())
def test_attacks_are_what_the_calculator_answers(state: State, data: st.DataObject) -> None:
    if not state.sides[0].creatures:
        return
    one = data.draw(st.sampled_from(state.sides[0].creatures))
    blocker = data.draw(st.sampled_from([None, *(other.uid for other in state.sides[1].at_fort("1"))]))
    own = state.sides[1]
    standing = [own.dice[n].value for n in own.shields("1")]
    question = {
        "attacker": asked(state, 0, one, "1"),
        "fort": {
            "color": own.forts[0].color,
            "barriers": own.forts[0].barriers,
            "dragoshield": standing,
            "creatures": [asked(state, 1, other) for other in own.at_fort("1")],
        },
        "block": blocker,
        "turn": state.turn,
        "options": {"cross_stacks": state.house.cross_stacks},
    }
    answer = CALCULATORS["attack"](question)
    state = ambushed(state, 1, 1)  # so that the table waits for the defender
    if refused(state, combat.Attack(one.uid, "1", seat=0))[1]:
        assert refused(state, combat.Attack(one.uid, "1", seat=0))[1] == answer["error"]
        return
    declared = do(state, combat.Attack(one.uid, "1", seat=0))
    # What triggers changes the battle; here it is left out.
    for number, _ in declared.open_texts:
        declared = do(declared, card_texts.Tick(number, seat=0))
    last: Any = combat.DealDamage(seat=1) if standing and blocker is None else combat.NoBlock(seat=1)
    if standing and blocker is None and len(standing) > 1:
        last = combat.ChooseShield(own.shields("1")[0], seat=1)
    elif blocker is not None:
        last = combat.Block(blocker, seat=1)
    code = refused(declared, last)[1]
    if code:
        assert code == answer["error"]
        return
    after = do(declared, last)
    after = do(after, combat.DealDamage(seat=0)) if after.clash is not None else after
    hit, blocked = creature(after, one.uid), creature(after, blocker or "")
    assert after.sides[1].forts[0].barriers == answer["barriers"]
    assert (hit is None) >= answer["attacker_destroyed"]
    if hit is not None:
        assert hit.damage == answer["attacker_damage"]
    if blocker is not None:
        assert (blocked is None) >= answer["blocker_destroyed"]
        if blocked is not None:
            assert (blocked.damage, blocked.rested) == (answer["blocker_damage"], True)
    if standing:
        die = after.sides[1].dice[own.shields("1")[0]]
        assert (die.where == "discard") == answer["dragoshield_destroyed"]
        assert die.where == "discard" or die.value == answer["dragoshield"]
    plain(state, one, blocker, after)


def plain(state: State, one: Creature, blocker: str | None, after: State) -> None:
    """A reading of the rulebook that shares nothing with the algorithms but the figures on the screen."""
    attacking = do(state, combat.Attack(one.uid, "1", seat=0))
    strikes = combat_rules.atk_now(
        attacking, 0, attacking.sides[0].creatures[[c.uid for c in state.sides[0].creatures].index(one.uid)]
    )
    before, left = state.sides[1], after.sides[1]
    first = next(iter(before.shields("1")), None)
    lost = sum(before.barriers) - sum(left.barriers)
    if first is not None:
        assert lost == 0
        rest = before.dice[first].value - strikes
        assert left.dice[first].where == "discard" if rest <= 0 else left.dice[first].value == rest
        assert all(
            now.damage == then.damage for now in left.creatures for then in before.creatures if now.uid == then.uid
        )
    elif blocker is not None:
        assert lost == 0
        guard = next(other for other in before.creatures if other.uid == blocker)
        dead = guard.damage + strikes >= combat_rules.edr_now(state, 1, guard)
        dead = dead or (deck.has_word(one.card, "deadly") and strikes > 0)
        gone = creature(after, blocker) is None
        assert gone >= dead
    else:
        assert lost == min(1, strikes)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["red", "green", "blue"]), st.booleans()), max_size=7), st.data())
def test_payments_are_what_the_calculator_answers(row: list[tuple[str, bool]], data: st.DataObject) -> None:
    """And a search through every payment finds one exactly when the table accepts the card."""
    name = data.draw(st.sampled_from(sorted(set(CREATURES))))
    half = replace(side(), resources=tuple(Resource(word, rested) for word, rested in row))
    state = table(half)
    cost, word = card(name)["cost"], color(name)
    question = {"cost": cost, "color": word, "resources": [{"color": one, "rested": rests} for one, rests in row]}
    answer = CALCULATORS["pay"](question)
    event = main_phase.Summon(name, "1", seat=0)
    assert refused(state, event)[1] == ("" if answer["ok"] else answer["why"])
    standing = [one for one, rests in row if not rests]
    payable = isinstance(cost, int) and len(standing) >= cost and (cost == 0 or word in standing)
    assert answer["ok"] == payable
    if payable:
        after = do(state, event)
        rested = [n for n, one in enumerate(after.sides[0].resources) if one.rested and not row[n][1]]
        assert rested == answer["rest"]
        assert len(rested) == cost


@settings(max_examples=60, deadline=None)
@given(st.tuples(*[st.integers(0, 2)] * 6), st.integers(0, 10))
def test_the_end_of_a_turn_is_what_the_calculator_answers(counts: tuple[int, ...], hand: int) -> None:
    first, second = (counts[0], counts[1], counts[2]), (counts[3], counts[4], counts[5])
    state = table(replace(side(barriers=first), hand=hand), side(barriers=second, deck="tide"))
    answer = CALCULATORS["end_turn"]({"barriers": {"A": first, "B": second}, "active": "A", "hand": hand})
    state = do(state, turn.EndTurn(seat=0))
    if answer["discard"]:
        state = do(state, turn.Discard(answer["discard"], seat=0))
    assert ["AB"[seat] for seat in state.losers] == answer["losers"]
    assert (state.phase == "over") == (answer["result"] != "continue")

"""Battles of Attack at the Tower at the table: declared, split on two phones, landed, and on to the palace.

The algorithms are tested in ``test_tower_combat``; here ``apply`` is held to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
import tower_states
from calculator_calls import ask
from hypothesis import given
from hypothesis import strategies as st
from tower_states import attack, auto, damage, do, moves, offered, refused, said, side, table

from rules.game_protocol import Choice, Refusal
from rules.games.tower import deck
from rules.games.tower.attack import AssignDamage, ConfirmStep, DeclareAttack, EndAttack, Fight, PalaceAssault
from rules.games.tower.combat_rules import PALACE
from rules.games.tower.corrections import SetTroops
from rules.games.tower.game import GAME
from rules.games.tower.state import Clash, State
from rules.games.tower.turn import PlayAbility
from rules.view import Board, Meter

STRUCT, RULE = "STRUCT", "RULE"
TROLL_AND_BASE = "burrows1 . . / . . . / . . ."
TWO_RIDERS = "lair2 . . / . . . / . . ."
TWO_ELVES = "treecity2 . . / . . . / . . ."


def clash(state: State) -> Clash:
    """The battle, which must be on."""
    assert state.clash is not None
    return state.clash


def hit(step: Any, seat: int, hits: Mapping[str, int], siege: Mapping[str, int] | None = None) -> AssignDamage:
    """A split that stands at once."""
    return AssignDamage(step, hits, siege or {}, confirm=True, seat=seat)


class TestDeclaring:
    def test_all_troops_of_both_territories_fight(self) -> None:
        state = do(table("lair2 nest1 . / burrows2 . . / . . .", TROLL_AND_BASE), DeclareAttack("1", "1", seat=0))
        assert clash(state).troops == ("0-1a1", "0-1a2", "0-1b1")

    @pytest.mark.parametrize(
        ("event", "verdict"),
        [
            (DeclareAttack("2", "1", seat=0), (RULE, "no_troops")),
            (DeclareAttack("1", "1", seat=1), (RULE, "not_your_turn")),
            (DeclareAttack("4", "1", seat=0), (STRUCT, "bad_place")),
            (DeclareAttack("1", "palace", seat=0), (STRUCT, "bad_place")),
            (DeclareAttack("palace", "1", seat=0), (RULE, "no_troops")),
            (DeclareAttack("1", "1"), (STRUCT, "no_such_seat")),
        ],
    )
    def test_what_refuses_an_attack(self, event: DeclareAttack, verdict: tuple[str, str]) -> None:
        assert refused(table(TWO_RIDERS), event) == verdict

    def test_one_battle_at_a_time(self) -> None:
        state = do(table(TWO_RIDERS, TROLL_AND_BASE), DeclareAttack("1", "1", seat=0))
        assert refused(state, DeclareAttack("1", "2", seat=0)) == (RULE, "battle_on")

    def test_option_attacks_per_territory_at_the_table(self) -> None:
        def again(**house: Any) -> State:
            return do(table(TWO_RIDERS, TROLL_AND_BASE, **house), DeclareAttack("1", "2", seat=0), EndAttack(seat=0))

        assert said(do(again(), DeclareAttack("1", "2", seat=0))) == ["attacked_before"]
        once = again(attacks_per_territory=1)
        assert refused(once, DeclareAttack("1", "2", seat=0)) == (RULE, "attacked_before")
        assert not offered(once, 0, DeclareAttack)

    def test_artillery_alone_is_warned(self) -> None:
        state = do(table("nest1 . . / . . . / . . .", TROLL_AND_BASE), DeclareAttack("1", "1", seat=0))
        assert said(state) == ["artillery_only"]

    def test_special_troops_attack_from_the_palace_as_a_group(self) -> None:
        own = side("nest nest lair2 / . . . / . . .", specials=1)
        state = do(table(own, TROLL_AND_BASE), DeclareAttack("palace", "1", seat=0))
        assert clash(state).troops == ("0-s1",)


class TestSplitting:
    def test_both_sides_land_at_the_same_moment(self) -> None:
        state = attack(table(TWO_ELVES, TROLL_AND_BASE))
        waiting = do(state, hit("regular", 0, {"1-1a1": 2}))
        assert (clash(waiting).damage, tower_states.troops(waiting, 1)[:8]) == ({}, "burrows1")
        landed = do(waiting, hit("regular", 1, {"0-1a1": 1, "0-1a2": 1}))
        assert (tower_states.troops(landed, 0)[:9], tower_states.troops(landed, 1)[:8]) == ("treecity0", "burrows0")
        assert (landed.clash, landed.sides[1].lost) == (None, 1)

    def test_initiative_kills_before_the_others_strike(self) -> None:
        state = attack(table("standing_stones2 . . / . . . / . . .", TWO_ELVES))
        assert clash(state).moment == "initiative"
        assert not damage(state, 1)
        after = do(state, hit("initiative", 0, {"1-1a1": 1, "1-1a2": 1}))
        # The elves are gone, but their Treecity still strikes for four.
        assert clash(after).moment == "regular"
        assert damage(after, 0) == []
        assert refused(after, hit("initiative", 0, {})) == (STRUCT, "step_over")

    @pytest.mark.parametrize(
        ("event", "verdict"),
        [
            (hit("regular", 0, {"1-1a1": 9}), (RULE, "over_assigned")),
            (hit("regular", 0, {"1-1a": 2}), (RULE, "defended")),
            (hit("regular", 0, {"1-1a1": 2, "1-1a": 4, "1-1b": 1}), (RULE, "over_assigned")),
            (hit("regular", 0, {}, {"1-1a1": 2}), (RULE, "artillery_cannot_hit_troops")),
            (hit("regular", 0, {"0-1a1": 2}), (STRUCT, "bad_target")),
            (hit("regular", 0, {"2-7z9": 2}), (STRUCT, "bad_target")),
            (hit("regular", 0, {"1-1a1": -2}), (STRUCT, "bad_input")),
            (hit("regular", 1, {}, {"0-1a1": 1}), (STRUCT, "bad_target")),
            (hit("initiative", 0, {}), (STRUCT, "step_over")),
        ],
    )
    def test_what_refuses_a_split(self, event: AssignDamage, verdict: tuple[str, str]) -> None:
        state = attack(table("lair2 nest1 . / . . . / . . .", "burrows1 lair . / . . . / . . ."))
        assert refused(state, event) == verdict

    def test_the_refusal_says_who_still_stands_and_by_how_much(self) -> None:
        state = attack(table(TWO_RIDERS, "burrows2 . . / . . . / . . ."))
        with pytest.raises(Refusal) as caught:
            do(state, hit("regular", 0, {"1-1a1": 2, "1-1a2": 1, "1-1a": 3}))
        assert "second troll on 1a by 1" in caught.value.text
        assert "TW-R1" in caught.value.rule

    def test_an_override_lands_and_is_noted(self) -> None:
        state = attack(table(TWO_RIDERS, TROLL_AND_BASE))
        event = replace(hit("regular", 0, {"1-1a": 6}), override=True)
        after = do(state, event)
        assert said(after) == ["defended"]
        assert tower_states.troops(do(after, hit("regular", 1, {})), 1)[0] == "."

    def test_a_split_may_be_changed_until_it_stands(self) -> None:
        state = attack(table(TWO_RIDERS, TROLL_AND_BASE))
        state = do(state, AssignDamage("regular", {"1-1a1": 1}, seat=0), AssignDamage("regular", {"1-1a1": 2}, seat=0))
        assert clash(state).splits[0].hits == {"1-1a1": 2}
        state = do(state, ConfirmStep("regular", seat=0))
        assert refused(state, AssignDamage("regular", {}, seat=0)) == (STRUCT, "already_there")
        assert refused(state, ConfirmStep("regular", seat=0)) == (STRUCT, "already_there")

    def test_damage_left_lying_is_spoken_of(self) -> None:
        state = attack(table(TWO_RIDERS, "burrows2 . . / . . . / . . ."))
        assert said(do(state, hit("regular", 0, {"1-1a1": 2}))) == ["not_all"]
        assert said(do(state, hit("regular", 0, {"1-1a1": 2, "1-1a2": 2}))) == []

    def test_option_base_overflow_at_the_table(self) -> None:
        event = hit("regular", 0, {"1-1a1": 2, "1-1a": 4})
        assert refused(attack(table(TWO_RIDERS, TROLL_AND_BASE)), event) == ("", "")
        strict = attack(table(TWO_RIDERS, TROLL_AND_BASE, base_overflow=False))
        assert refused(strict, event) == (RULE, "defended")

    def test_an_ability_played_while_fighting_counts_from_the_next_battle(self) -> None:
        state = attack(table(TWO_RIDERS, "burrows2 . . / . . . / . . ."))
        after = do(state, PlayAbility("snare_of_silk", seat=0))
        assert said(after) == ["late"]
        assert clash(after).battle == clash(state).battle

    def test_option_abilities_mid_combat_at_the_table(self) -> None:
        def after_initiative(**house: Any) -> State:
            state = attack(table("standing_stones1 lair1 . / . . . / . . .", "burrows2 . . / . . . / . . .", **house))
            return do(state, hit("initiative", 0, {"1-1a1": 1}))

        assert clash(after_initiative()).moment == "regular"
        between = after_initiative(abilities_mid_combat=True)
        assert clash(between).moment == "between"
        state = do(between, PlayAbility("snare_of_silk", seat=0), Fight(seat=1))
        assert said(do(between, PlayAbility("snare_of_silk", seat=0))) == []
        battle = clash(state).battle
        assert battle is not None
        # One power less: the troll with one damage is out, the other strikes for one.
        assert [(one.strike, one.toughness) for one in battle.defenders] == [(1, 1), (1, 1)]

    def test_two_phones_that_say_fight(self) -> None:
        state = attack(table(TWO_RIDERS, TROLL_AND_BASE))
        assert refused(state, Fight(seat=1)) == (STRUCT, "already_there")
        assert refused(table(), Fight(seat=1)) == (STRUCT, "already_there")


class TestTheOffer:
    def test_the_suggestion_is_one_tap(self) -> None:
        state = attack(table(TWO_RIDERS, TROLL_AND_BASE))
        ready = next(choice for choice in moves(state, 0) if choice.primary)
        assert (ready.fields, ready.quiet) == ((), False)
        assert ready.detail == "Troll on 1a and Burrows on 1a fall"
        assert clash(do(state, ready.event)).splits[0].stands

    def test_a_stepper_for_each_target_and_one_pool_for_all(self) -> None:
        state = attack(table(TWO_RIDERS, "burrows2 . . / . . . / . . ."))
        form = _form(state, 0, "troops")
        assert [(spec.name, spec.low, spec.high) for spec in form.fields] == [
            ("hits.1-1a1", 0, 2),
            ("hits.1-1a2", 0, 2),
        ]
        assert "falls at 2" in form.fields[0].label
        assert form.pools[0].amount == 6
        event = form.fill(**{"hits.1-1a1": 2, "hits.1-1a2": 1})
        assert event == AssignDamage("regular", {"1-1a1": 2, "1-1a2": 1}, seat=0)

    def test_walls_are_offered_once_every_troop_falls(self) -> None:
        state = attack(table("lair2 nest1 . / . . . / . . .", "burrows2 . . / . . . / . . ."))
        assert len([choice for choice in damage(state, 0) if choice.fields]) == 1
        assert "The bases are safe while the first troll on 1a (needs 2 more) and" in _detail(state, 0)
        half = do(state, AssignDamage("regular", {"1-1a1": 2, "1-1a2": 1}, seat=0))
        assert "the second troll on 1a (needs 1 more) stands" in _detail(half, 0)
        whole = do(half, AssignDamage("regular", {"1-1a1": 2, "1-1a2": 2}, seat=0))
        form = _form(whole, 0, "bases")
        assert {pool.label: pool.amount for pool in form.pools} == {"Damage": 2, "Artillery": 4}
        event = form.fill(**{"hits.1-1a": 0, "siege.1-1a": 4})
        assert event == AssignDamage("regular", {"1-1a1": 2, "1-1a2": 2, "1-1a": 0}, {"1-1a": 4}, seat=0)
        assert _detail(whole, 0) == "Artillery goes to bases and the palace alone."

    def test_nobody_is_asked_who_has_nothing_to_hand_out(self) -> None:
        """Dragons before a defended base: the artillery has no target, the defenders' five are handed out."""
        state = attack(table("nest1 . . / . . . / . . .", "treecity1 . . / . . . / . . ."))
        assert [bool(damage(state, seat)) for seat in (0, 1)] == [False, True]

    def test_what_is_coming_is_drawn(self) -> None:
        state = attack(table(TWO_RIDERS, TROLL_AND_BASE))
        state = do(state, AssignDamage("regular", {"1-1a1": 2, "1-1a": 3}, seat=0))
        boards = [block for block in GAME.view(state, 1).blocks if isinstance(block, Board)]
        meters = [token for slot in boards[0].slots for token in slot.tokens if isinstance(token, Meter)]
        assert [(one.value, one.limit, one.coming, one.alarm) for one in meters] == [(0, 2, 2, True), (0, 4, 3, False)]


def _form(state: State, seat: int, word: str) -> Choice:
    return next(choice for choice in moves(state, seat) if choice.fields and word in choice.label)


def _detail(state: State, seat: int) -> str:
    return next(prompt.detail for prompt in GAME.view(state, seat).prompts if prompt.key == "damage")


class TestAftermath:
    def test_a_cleared_territory_opens_the_way(self) -> None:
        state = auto(attack(table("lair2 lair2 . / . . . / . . .", TROLL_AND_BASE)))
        assert clash(state).moment == "cleared"
        assert tower_states.troops(state, 1) == ". . . / . . . / . . ."
        assert state.sides[1].bases.discard == 1
        assert len(clash(state).troops) == 2
        assert [one.seat for one in state.todo] == [0, 1]

    def test_who_goes_home(self) -> None:
        state = auto(attack(table("lair2 lair2 . / . . . / . . .", TROLL_AND_BASE)))
        assert refused(state, EndAttack(seat=1)) == (RULE, "not_your_turn")
        assert do(state, EndAttack(seat=0)).clash is None
        fighting = attack(table(TWO_RIDERS, TROLL_AND_BASE))
        assert refused(fighting, EndAttack(seat=0)) == (RULE, "battle_on")
        assert do(fighting, EndAttack(seat=0, override=True)).clash is None

    def test_the_way_to_the_palace_leads_through_a_territory(self) -> None:
        assert refused(table(TWO_RIDERS), PalaceAssault(seat=0)) == (STRUCT, "no_attack")
        declared = do(table(TWO_RIDERS, TROLL_AND_BASE), DeclareAttack("1", "1", seat=0))
        assert refused(declared, PalaceAssault(seat=0)) == (RULE, "defended")
        assert do(declared, PalaceAssault(seat=0, override=True)).clash is not None

    def test_an_empty_territory_lets_everybody_through(self) -> None:
        state = do(table("lair2 lair2 . / . . . / . . ."), DeclareAttack("1", "2", seat=0))
        assert clash(state).moment == "cleared"
        state = auto(do(state, PalaceAssault(seat=0), Fight(seat=0)))
        assert (state.phase, state.results) == ("won", (0,))
        palace = [slot for block in GAME.view(state, None).blocks if isinstance(block, Board) for slot in block.slots]
        assert [slot.gone for slot in palace if slot.label == "Palace"] == [True, False]

    def test_nine_do_not_bring_it_down(self) -> None:
        state = do(table("lair2 lair1 . / . . . / . . ."), DeclareAttack("1", "2", seat=0), PalaceAssault(seat=0))
        state = do(state, Fight(seat=0))
        state = do(state, hit("regular", 0, {PALACE: 9}), hit("regular", 1, {"0-1a1": 3, "0-1a2": 3, "0-1b1": 3}))
        assert (state.clash, state.phase, tower_states.troops(state, 0)[:11]) == (None, "action", "lair0 lair0")

    def test_a_treant_played_in_answer_defends_the_palace(self) -> None:
        full = side("nest nest lair / . . . / . . .")
        state = do(table("lair2 lair2 . / . . . / . . .", full), DeclareAttack("1", "2", seat=0))
        state = do(state, PalaceAssault(seat=0), PlayAbility("treant", seat=1), Fight(seat=0))
        battle = clash(state).battle
        assert battle is not None
        assert [one.id for one in battle.defenders] == ["1-s1"]
        assert refused(state, hit("regular", 0, {PALACE: 10})) == (RULE, "defended")

    def test_option_palace_defenders_at_the_table(self) -> None:
        def assault(**house: Any) -> State:
            state = do(table(TWO_RIDERS, "burrows2 . . / . . . / . . .", **house), DeclareAttack("1", "2", seat=0))
            return do(state, PalaceAssault(seat=0), Fight(seat=0))

        special, every = clash(assault()).battle, clash(assault(palace_defenders="all")).battle
        assert special is not None
        assert every is not None
        assert (special.defenders, len(every.defenders)) == ((), 2)
        after = auto(assault(palace_defenders="all"))
        assert tower_states.troops(after, 1).startswith("burrows0")

    def test_survivors_keep_their_numbers_in_order(self) -> None:
        """The first of two falls: the one left is the first on its base, and goes on."""
        state = attack(table("lair2 lair2 . / . . . / . . .", TROLL_AND_BASE))
        state = do(state, hit("regular", 0, {"1-1a1": 2, "1-1a": 4}), hit("regular", 1, {"0-1a1": 3, "0-1b1": 3}))
        assert clash(state).troops == ("0-1a1", "0-1b1")

    def test_option_zero_power_dies_at_the_table(self) -> None:
        def silk(**house: Any) -> State:
            own = side("lair1 . . / . . . / . . .", active="snare_of_silk")
            return attack(table(own, "treecity2 . . / . . . / . . .", **house))

        alive, dead = clash(silk()).battle, clash(silk(zero_power_dies=True)).battle
        assert alive is not None
        assert dead is not None
        assert ([one.toughness for one in alive.defenders], [one.toughness for one in dead.defenders]) == (
            [1, 1],
            [0, 0],
        )


KINDS = ("treecity", "standing_stones", "burrows", "lair", "nest")
PLACE = st.one_of(
    st.just("."), st.builds(lambda base, crew: f"{base}{crew}", st.sampled_from(KINDS), st.integers(0, 2))
)
ROW = st.tuples(PLACE, PLACE, PLACE).map(" ".join)
CARDS = st.lists(st.sampled_from(["leafblade_charge", "snare_of_silk", "rain_of_embers"]), max_size=3).map(" ".join)


@st.composite
def splits(draw: st.DrawFn, pool: int, names: list[str]) -> dict[str, int]:
    """Some way to hand out at most that much."""
    found: dict[str, int] = {}
    for name in draw(st.permutations(names)) if names else []:
        found[name] = draw(st.integers(0, min(pool, 5)))
        pool -= found[name]
    return {name: amount for name, amount in found.items() if amount}


@given(st.data(), ROW, ROW, CARDS, CARDS)
def test_a_battle_at_the_table_ends_as_the_calculator_says(
    data: st.DataObject, first: str, second: str, mine: str, theirs: str
) -> None:
    """Whatever both sides hand out, legal or not: the same verdict, the same losses."""
    empty = " / . . . / . . ."
    state = table(side(first + empty, active=mine), side(second + empty, active=theirs))
    if refused(state, DeclareAttack("1", "1", seat=0)) != ("", "") or second == ". . .":
        return
    state = attack(state)
    assign: dict[str, Any] = {"initiative": {}, "regular": {}}
    question = _question(table(side(first + empty, active=mine), side(second + empty, active=theirs)))
    refusal = ""
    while state.clash is not None and state.clash.moment in ("initiative", "regular") and not refusal:
        step = state.clash.moment
        for seat, key in ((0, "att"), (1, "def")):
            if state.clash is None or state.clash.moment != step or not offered(state, seat, ConfirmStep):
                continue
            event = data.draw(_order(state, seat))
            assign[step] |= {key: dict(event.hits)} | ({"siege": dict(event.siege)} if seat == 0 else {})
            refusal = refused(state, event)[1]
            if refusal:
                break
            state = do(state, event)
    answer = ask("tower", "combat", **question, assign=assign)
    assert answer.get("error", "") == refusal
    if not refusal:
        gone = _lost(first, second, state)
        assert gone == _counted(question, answer["destroyed"])
        assert (state.clash is not None) == (answer["cleared"] and bool(answer["survivors"]))


@st.composite
def _order(draw: st.DrawFn, state: State, seat: int) -> AssignDamage:
    battle = clash(state).battle
    assert battle is not None
    targets = [one.id for one in (battle.defenders if seat == 0 else battle.attackers)]
    walls = list(battle.structures) if seat == 0 else []
    hits = draw(splits(8, targets + walls))
    heavy = draw(splits(8, walls)) if seat == 0 and clash(state).moment == "regular" else {}
    return AssignDamage(clash(state).moment, hits, heavy, confirm=True, seat=seat)  # type: ignore[arg-type]  # a step


def _question(state: State) -> dict[str, Any]:
    """The battle of both first territories as the calculator is asked."""
    sides: list[list[dict[str, str]]] = [[], []]
    bases: list[str] = []
    for seat, own in enumerate(state.sides):
        for place, one in zip(("1a", "1b", "1c"), own.spaces[:3], strict=True):
            for number in range(1, one.troops + 1):
                sides[seat].append({"id": f"{seat}-{place}{number}", "kind": deck.kind(one.base)})
            if one.base and seat == 1:
                bases.append(f"1-{place}")
    suits = {"leafblade_charge": "light", "snare_of_silk": "cavalry", "rain_of_embers": "siege"}
    cards = [[suits[one.card] for one in own.active] for own in state.sides]
    return {
        "attackers": sides[0],
        "defenders": sides[1],
        "bases": bases,
        "abilities": {"att": cards[0], "def": cards[1]},
    }


def _lost(first: str, second: str, state: State) -> dict[str, int]:
    """What is missing on each place, and each base."""
    gone: dict[str, int] = {}
    for seat, text in enumerate((first, second)):
        for place, word, one in zip(("1a", "1b", "1c"), text.split(), state.sides[seat].spaces, strict=False):
            if word != ".":
                gone[f"{seat}-{place}"] = int(word[-1]) - one.troops
                gone[f"{seat}-{place} base"] = int(not one.base)
    return {key: count for key, count in gone.items() if count}


def _counted(question: dict[str, Any], destroyed: list[str]) -> dict[str, int]:
    gone: dict[str, int] = {}
    for name in destroyed:
        key = f"{name} base" if name in question["bases"] else name[:4]
        gone[key] = gone.get(key, 0) + 1
    return gone


def test_a_correction_in_the_middle_is_fought_with() -> None:
    state = attack(table(TWO_RIDERS, TROLL_AND_BASE))
    state = do(state, SetTroops("1a", 0, seat=1), Fight(seat=1))
    battle = clash(state).battle
    assert battle is not None
    assert battle.defenders == ()

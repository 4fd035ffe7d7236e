"""What passes by itself at a table of Attack at the Tower, what never does, and what ends by the next thing done."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import tower_states
from invariants_tower import weights
from tower_states import do, offered, refused, said, side, table

from rules.game_protocol import Choice, Event
from rules.games.tower.attack import AssignDamage, DeclareAttack, EndAttack, Fight, PalaceAssault
from rules.games.tower.game import GAME
from rules.games.tower.setup_and_renewing import Discard, Done, Draw, PlaceBase, Renew
from rules.games.tower.state import State
from rules.games.tower.turn import EndTurn, GiveUp, PlayAbility
from rules.games.tower.turn_rules import Pile
from rules.testing.random_choices import filled

RULE = "RULE"
BASE = random.randrange(10**6)
"""Seeds vary from run to run; a failure shows its own."""
NO_ABILITY = (0, 2)


def passed(state: State) -> State:
    """The table after everything that passes by itself."""
    for _ in range(40):
        step = GAME.next_step(state)
        if step is None:
            return state
        state = GAME.apply(state, step)
    raise AssertionError("it never comes to rest")


def renewing(first: tuple[int, int], second: tuple[int, int] = (3, 0), board: str = "") -> State:
    halves = (side(board, hand=first), side(hand=second))
    return do(replace(table(*halves), phase="decide"), Renew(True, seat=0))


class TestCards:
    def test_two_piles_are_a_choice_and_one_is_none(self) -> None:
        state = renewing((1, 1))
        assert GAME.next_step(state) is None
        for own, abilities in (
            (replace(state.sides[0], bases=Pile(0)), 2),
            (replace(state.sides[0], abilities=Pile(0)), 0),
        ):
            one_pile = state.with_side(0, own)
            assert GAME.next_step(one_pile) == Draw(2, abilities, seat=0)

    def test_what_is_drawn_is_one_tile(self) -> None:
        tiles = offered(renewing((1, 1)), 0, Draw)
        assert [one.event for one in tiles] == [Draw(2, count, seat=0) for count in (2, 1, 0)]
        assert [one.label for one in tiles] == ["2 abilities", "1 ability and 1 base", "2 bases"]
        assert not any(one.fields or one.primary for one in tiles)

    def test_a_hand_of_one_kind_discards_by_itself(self) -> None:
        assert GAME.next_step(do(renewing((5, 0)), Draw(2, 2, seat=0))) == Discard(2, 2, seat=0)
        assert GAME.next_step(do(renewing((4, 1)), Draw(2, 2, seat=0))) is None

    def test_a_full_board_that_lays_nothing_over_another(self) -> None:
        full = " / ".join(["burrows treecity treecity"] * 3)
        halves = (side(full, hand=(1, 1)), side(hand=(3, 0)))
        for replaces, step in ((True, None), (False, Done(seat=0))):
            state = replace(table(*halves, replace_bases=replaces), phase="decide")
            state = do(state, Renew(True, seat=0), Draw(2, 2, seat=0))
            assert GAME.next_step(state) == step


class TestBattles:
    def test_the_fight_waits_only_for_somebody_who_holds_an_ability(self) -> None:
        for held, step in ((0, Fight(seat=0)), (1, None)):
            other = side("burrows1 . . / . . . / . . .", hand=(held, 2))
            state = do(table("lair2 lair2 . / . . . / . . .", other), DeclareAttack("1", "1", seat=0))
            assert GAME.next_step(state) == step
            (mine,), (theirs,) = (offered(state, seat, Fight) for seat in (0, 1))
            assert (mine.primary, mine.quiet) == (True, bool(held))
            assert (theirs.label, theirs.primary, theirs.quiet) == ("Let it pass", True, False)

    def test_a_fight_nobody_can_turn_passes_whole(self) -> None:
        other = side("burrows1 . . / . . . / . . .", hand=NO_ABILITY)
        state = do(table("lair2 lair2 . / . . . / . . .", other), DeclareAttack("1", "1", seat=0))
        steps = []
        while (step := GAME.next_step(state)) is not None:
            steps.append(type(step))
            state = GAME.apply(state, step)
        # Of the two lairs the defender could hit either: two riders of four, on one place or on both.
        assert steps == [Fight, AssignDamage]
        assert [one.event.seat for one in tower_states.moves(state, 1) if one.primary] == [1]

    def test_damage_with_one_outcome(self) -> None:
        def fight(first: str, second: str) -> list[Event]:
            state = do(table(first, side(second, hand=NO_ABILITY)), DeclareAttack("1", "1", seat=0))
            steps = []
            while (step := GAME.next_step(state)) is not None:
                steps.append(step)
                state = GAME.apply(state, step)
            return [one for one in steps if isinstance(one, AssignDamage)]

        rest = " / . . . / . . ."
        # Two alike on one place, damage for one of them; the base and the troll strike one rider down.
        (mine, theirs) = fight(f"lair1 . .{rest}", f"burrows2 . .{rest}")
        assert (mine.hits, theirs.hits) == ({"1-1a1": 2}, {"0-1a1": 3})
        # Three damage before a troll and two elves: one of the three stands, and somebody says which.
        assert [one.seat for one in fight(f"lair1 . .{rest}", f"burrows1 treecity2 .{rest}")] == [1]

    def test_a_step_somebody_has_begun_to_share_is_left_to_them(self) -> None:
        state = do(table("lair2 . . / . . . / . . .", "burrows2 . . / . . . / . . ."), DeclareAttack("1", "1", seat=0))
        state = do(state, Fight(seat=0))
        begun = do(state, AssignDamage("regular", {"1-1a1": 2}, seat=0))
        step = GAME.next_step(begun)
        assert step is None or step.seat == 1

    def test_the_turn_never_ends_by_itself(self) -> None:
        assert GAME.next_step(table(side(hand=(0, 0)), side(hand=(0, 0)))) is None
        way = do(table("lair2 . . / . . . / . . ."), DeclareAttack("1", "1", seat=0))
        assert GAME.next_step(way) is None


class TestWhatTheNextActSays:
    def laying(self) -> State:
        """Only the active player's bases are left of the renewing."""
        return do(renewing((1, 1), board="lair1 . . / . . . / . . ."), Draw(2, 1, seat=0), Draw(2, 2, seat=1))

    @pytest.mark.parametrize(
        "event", [DeclareAttack("1", "1", seat=0), PlayAbility("snare_of_silk", seat=0), EndTurn(seat=0)]
    )
    def test_an_act_says_that_no_more_bases_are_laid(self, event: Event) -> None:
        state = self.laying()
        assert state.phase == "renew"
        after = do(state, event)
        assert after.phase != "renew"
        assert said(after) == []
        assert refused(after, PlaceBase("2a", "nest", seat=0)) == (RULE, "phase")

    def test_not_while_the_other_still_lays(self) -> None:
        state = do(renewing((1, 1), (1, 1), "lair1 . . / . . . / . . ."), Draw(2, 1, seat=0), Draw(2, 1, seat=1))
        assert refused(state, DeclareAttack("1", "1", seat=0)) == (RULE, "phase")
        assert refused(state, EndTurn(seat=0)) == (RULE, "phase")
        assert not offered(state, 0, DeclareAttack)
        (mine,) = offered(state, 0, Done)
        assert (mine.primary, mine.quiet) == (True, True)

    def test_another_act_leaves_the_way_to_the_palace(self) -> None:
        state = do(table("lair2 lair1 . / lair1 . . / . . ."), DeclareAttack("1", "2", seat=0))
        assert do(state, DeclareAttack("2", "1", seat=0)).sides[0].attacks[:2] == (1, 1)
        assert do(state, EndTurn(seat=0)).active == 1
        assert offered(state, 0, PalaceAssault)
        assert offered(state, 0, EndAttack)


class TestTheButton:
    def button(self, state: State, seat: int) -> list[Choice]:
        return [one for one in tower_states.moves(state, seat) if one.primary]

    def test_the_end_of_a_turn_counts_what_is_still_possible(self) -> None:
        state = table(side("lair2 . . / lair1 . . / . . .", hand=(2, 0)))
        (end,) = self.button(state, 0)
        assert (end.label, end.quiet) == ("End turn", True)
        assert end.detail == "2 attacks and 2 abilities still possible"
        (end,) = self.button(table(side(hand=(0, 3))), 0)
        assert (end.label, end.quiet, end.detail) == ("End turn", False, "")

    def test_the_palace_is_the_button_where_it_would_fall(self) -> None:
        for board, label in (
            ("lair2 lair2 . / . . . / . . .", "Attack the palace"),
            ("lair2 . . / . . . / . . .", "End turn"),
        ):
            state = do(table(board), DeclareAttack("1", "2", seat=0))
            assert [one.label for one in self.button(state, 0)] == [label]

    def test_renouncing_is_never_gold(self) -> None:
        state = do(renewing((1, 1), (1, 1)), Draw(2, 1, seat=0), Draw(2, 1, seat=1))
        assert [(one.label, one.quiet) for one in self.button(state, 1)] == [("No more bases", True)]


class TestTouch:
    def test_an_attack_is_two_touches_with_what_would_come_of_it(self) -> None:
        state = table("lair2 . . / . . . / . . .", "burrows1 . . / . . . / . . .")
        (choice,) = offered(state, 0, DeclareAttack)
        assert choice.spot == "place:0:1"
        (where,) = choice.fields
        assert [pick.spot for pick in where.picks] == ["place:1:1", "place:1:2", "place:1:3"]
        # Burrows and troll take six of six; they strike back for six.
        assert where.picks[0].detail == "6 against 6: they lose 1 troll and Burrows, you lose 2 spiderriders"
        assert where.picks[1].detail == "The way to the palace is free"

    def test_the_forecast_is_what_the_fight_comes_to(self) -> None:
        rng = random.Random(BASE)
        names = ("treecity", "standing_stones", "burrows", "lair", "nest")
        for _ in range(40):
            boards = [
                " ".join(f"{rng.choice(names)}{rng.randint(0, 2)}" for _ in range(3)) + " / . . . / . . ."
                for _ in range(2)
            ]
            state = table(boards[0], boards[1])
            found = [one for one in offered(state, 0, DeclareAttack) if one.spot == "place:0:1"]
            if not found:
                continue
            told = found[0].fields[0].picks[0].detail
            after = tower_states.auto(tower_states.attack(state))
            for seat, word in ((1, "they lose"), (0, "you lose")):
                was, now = (sum(one.troops for one in half.sides[seat].spaces) for half in (state, after))
                laid = sum(bool(one.base) for one in after.sides[seat].spaces)
                assert (was > now or laid < 3) == (word in told or "palace" in told), (boards, told, BASE)

    def test_a_base_is_laid_with_two_touches(self) -> None:
        state = do(renewing((1, 1), board="lair1 . . / . . . / . . ."), Draw(2, 1, seat=0))
        (choice,) = offered(state, 0, PlaceBase)
        where, which = choice.fields
        spots = {pick.value: pick.spot for pick in where.picks}
        assert (spots["1b"], spots["1a"], choice.spot) == ("slot:0-1b", "card:0-1a", "")
        assert all(pick.card for pick in which.picks)

    def test_damage_is_shared_otherwise_by_touching_who_should_fall(self) -> None:
        state = tower_states.attack(table("lair1 . . / . . . / . . .", "burrows2 lair1 . / . . . / . . ."))
        ways = [one for one in tower_states.damage(state, 0) if one.spot]
        assert ways
        for one in ways:
            fighter = one.spot.partition(":")[2]
            assert isinstance(one.event, AssignDamage)
            assert one.event.confirm
            assert one.event.hits[fighter]


def test_random_games_reach_the_same_with_what_passes_by_itself() -> None:
    """Whoever reports every step by hand and whoever lets them pass come to the same table."""
    rng = random.Random(BASE)
    for _ in range(3):
        state = tower_states.opened(replace_bases=rng.random() < 0.5)
        count = 0
        for _ in range(400):
            step = GAME.next_step(state)
            if step is not None:
                count += 1
                by_hand = [one for one in tower_states.moves(state, step.seat or 0) if type(one.event) is type(step)]
                # Whoever has the turn says that no more bases are laid with what they do next.
                assert by_hand or isinstance(step, Done), (step, BASE)
                state = GAME.apply(state, step)
                assert not [one for one in state.notices if one.code == "not_all"], (step, BASE)
                continue
            moves = [one for seat in (0, 1) for one in tower_states.moves(state, seat)]
            if not moves or GAME.over(state):
                break
            state = GAME.apply(state, filled(rng.choices(moves, weights(state, moves))[0], rng))
        assert count, BASE


def test_a_split_that_passes_fells_as_much_as_any_other() -> None:
    """Every other split of the same damage fells the same, or troops alike, or less."""
    rng = random.Random(BASE)
    names = ("treecity", "standing_stones", "burrows", "lair", "nest")
    tried = 0
    for _ in range(150):
        boards = [
            " ".join(rng.choice([".", f"{rng.choice(names)}{rng.randint(0, 2)}"]) for _ in range(3))
            + " / . . . / . . ."
            for _ in range(2)
        ]
        state = table(side(boards[0]), side(boards[1], hand=NO_ABILITY))
        if not [one for one in offered(state, 0, DeclareAttack) if one.spot == "place:0:1"]:
            continue
        state = do(state, DeclareAttack("1", "1", seat=0))
        while state.clash is not None and (step := GAME.next_step(state)) is not None:
            if isinstance(step, AssignDamage) and step.step == "regular":
                tried += 1
                for _ in range(8):
                    other = another_split(state, step, rng)
                    assert fallen(state, other) <= fallen(state, step), (boards, step, other, BASE)
            state = GAME.apply(state, step)
    assert tried


def another_split(state: State, step: AssignDamage, rng: random.Random) -> AssignDamage:
    """The damage handed out at random, one target after the other, troops first."""
    forms = [one for one in tower_states.damage(state, step.seat or 0) if one.fields]
    if not forms:
        return step
    found = filled(forms[0], rng)
    assert isinstance(found, AssignDamage)
    return found


def fallen(state: State, split: AssignDamage) -> int:
    """How much falls by a split."""
    clash = state.clash
    assert clash is not None
    needs = clash.needs(clash.role_of(split.seat or 0), tower_states.no_split())
    walls = clash.walls
    hits = {**needs, **walls}
    return sum(split.hits.get(key, 0) + split.siege.get(key, 0) >= need > 0 for key, need in hits.items())


def test_nothing_hidden_changes_what_passes() -> None:
    """The step is judged by the counts everybody sees; a table holds nothing else."""
    state = renewing((1, 1))
    assert GAME.veil(state, None) == state


def test_giving_up_is_never_by_itself() -> None:
    stuck = table(side(hand=(0, 0)), side(hand=(0, 0)))
    assert not isinstance(GAME.next_step(stuck), GiveUp)

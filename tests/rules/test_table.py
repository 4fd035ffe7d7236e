"""Refusals, setups, choices and their holes: the small parts every game is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stack_game import Put, Take

from rules.game_protocol import (
    Choice,
    Event,
    FieldSpec,
    GameInfo,
    Judge,
    Level,
    Option,
    Pick,
    Pool,
    Refusal,
    Setup,
    event_type,
    in_place,
    named_by_scan,
)
from rules.score import Why

WHY = Why("One at a time", "Book, Turns", "XY-R1")


class TestJudge:
    def test_struct_is_never_overridden(self) -> None:
        with pytest.raises(Refusal) as caught:
            Judge(Put(override=True)).struct(False, "no_card", "there is no such card", "Book")
        refusal = caught.value
        assert (refusal.level, refusal.code, str(refusal), refusal.rule) == (
            Level.STRUCT, "no_card", "there is no such card", "Book",
        )  # fmt: skip

    def test_a_rule_cites_its_source_and_ruling(self) -> None:
        with pytest.raises(Refusal) as caught:
            Judge(Put()).rule(False, "phase", "not now", WHY)
        assert (caught.value.level, caught.value.rule) == (Level.RULE, "Book, Turns · XY-R1")

    def test_an_override_passes_a_rule_and_says_so(self) -> None:
        judge = Judge(Put(override=True))
        judge.rule(False, "phase", "not now", WHY)
        (notice,) = judge.notices
        assert (notice.level, notice.code, notice.text) == (Level.RULE, "phase", "Overridden: not now")

    def test_what_holds_leaves_nothing(self) -> None:
        judge = Judge(Put(override=True))
        judge.struct(True, "a", "b")
        judge.rule(True, "a", "b", WHY)
        judge.warn(True, "a", "b")
        assert judge.notices == []

    def test_a_warning_is_for_whom_it_says(self) -> None:
        judge = Judge(Put())
        judge.warn(False, "odd", "that is odd", WHY, to=2)
        assert [(n.level, n.to, n.rule) for n in judge.notices] == [(Level.WARN, 2, WHY.citation)]


class TestSetup:
    info = GameInfo(
        "toy", "Toy", "", (2, 4), "Book",
        (Option("fast", "Fast", (False, True)), Option("ties", "Ties", ("all", "none")), Option("max", "Most", (1, 2))),
    )  # fmt: skip

    def test_options_take_their_first_value(self) -> None:
        assert Setup(2).chosen(self.info) == {"fast": False, "ties": "all", "max": 1}

    def test_options_are_chosen(self) -> None:
        assert Setup(2, (("ties", "none"), ("fast", True))).chosen(self.info)["ties"] == "none"

    @pytest.mark.parametrize(
        ("option", "value", "text"),
        [
            ("slow", True, "Toy has no option called slow"),
            ("ties", "some", "Ties: some is not among all, none"),
            ("fast", 1, "Fast: 1 is not among False, True"),
            ("max", True, "Most: True is not among 1, 2"),
            ("max", "1", "Most: 1 is not among 1, 2"),
        ],
    )
    def test_a_foreign_option_or_value_is_named(self, option: str, value: Any, text: str) -> None:
        with pytest.raises(Refusal) as caught:
            Setup(2, ((option, value),)).chosen(self.info)
        assert (caught.value.level, caught.value.code, str(caught.value)) == (Level.STRUCT, "bad_option", text)


ONE = FieldSpec("card", "Your card", (Pick(1, "One", card="oak"), Pick(2, "Two", card="ash"), Pick("x", "None")))
SEVERAL = FieldSpec("card", "Your cards", ONE.picks, many=True, low=1, high=2)
NUMBER = FieldSpec("card", "How many", kind="number", low=0, high=5)
CARDS = FieldSpec("card", "Scanned", kind="cards")


class TestFill:
    @pytest.mark.parametrize(
        ("spec", "value"),
        [(ONE, 2), (ONE, "x"), (SEVERAL, (1,)), (SEVERAL, ("x", 2)), (NUMBER, 0), (NUMBER, 5), (CARDS, ("1FT",))],
    )
    def test_what_was_offered_is_filled_in(self, spec: FieldSpec, value: Any) -> None:
        assert Choice("Put", Put(seat=1), (spec,)).fill(card=value) == Put(value, seat=1)

    def test_a_list_becomes_a_tuple(self) -> None:
        assert Choice("Put", Put(), (SEVERAL,)).fill(card=[1, 2]) == Put((1, 2))  # type: ignore[arg-type]
        assert Choice("Put", Put(), (CARDS,)).fill(card=["1FT"]) == Put(("1FT",))  # type: ignore[arg-type]

    def test_a_ready_event_stays_as_it_is(self) -> None:
        event = Put(3, seat=0)
        assert Choice("Put three", event).fill() is event

    @pytest.mark.parametrize(
        ("spec", "value", "text"),
        [
            (ONE, 3, "Your card: that is not among what was offered"),
            (ONE, True, "Your card: that is not among what was offered"),
            (ONE, "1", "Your card: that is not among what was offered"),
            (ONE, None, "Your card: that is not among what was offered"),
            (ONE, [1], "Your card: that is not among what was offered"),
            (SEVERAL, (), "Your cards: choose 1 to 2"),
            (SEVERAL, (1, 2, "x"), "Your cards: choose 1 to 2"),
            (SEVERAL, (1, 1), "Your cards: that is not among what was offered"),
            (SEVERAL, (1, [2]), "Your cards: that is not among what was offered"),
            (SEVERAL, 1, "Your cards: expected a list"),
            (SEVERAL, "x", "Your cards: expected a list"),
            (NUMBER, 6, "How many: expected 0 to 5"),
            (NUMBER, -1, "How many: expected 0 to 5"),
            (NUMBER, True, "How many: expected 0 to 5"),
            (NUMBER, "3", "How many: expected 0 to 5"),
            (CARDS, "1FT", "Scanned: expected a list"),
            (CARDS, (1,), "Scanned: expected the codes of cards"),
        ],
    )
    def test_anything_else_is_refused_with_the_label(self, spec: FieldSpec, value: Any, text: str) -> None:
        with pytest.raises(Refusal) as caught:
            Choice("Put", Put(), (spec,)).fill(card=value)
        assert (caught.value.level, caught.value.code, str(caught.value)) == (Level.STRUCT, "bad_input", text)

    def test_a_hole_left_open_is_named(self) -> None:
        with pytest.raises(Refusal, match="Your card: nothing was chosen"):
            Choice("Put", Put(), (ONE,)).fill()

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(), lambda i: st.lists(i) | st.dictionaries(st.text(), i)
        )
    )
    def test_any_value_is_taken_or_refused(self, value: Any) -> None:
        for spec in (ONE, SEVERAL, NUMBER, CARDS):
            try:
                taken = Choice("Put", Put(), (spec,)).fill(card=value)
            except Refusal:
                continue
            assert isinstance(taken, Put)


class TestNamedByScan:
    def test_a_ready_choice_is_found_by_its_card(self) -> None:
        ready, other = Choice("Put oak", Put(1), card="oak"), Choice("Put ash", Put(2), card="ash")
        assert named_by_scan([ready, other], "oak") == (ready,)

    def test_one_card_fills_one_hole(self) -> None:
        (found,) = named_by_scan([Choice("Put", Put(seat=1), (ONE,))], "ash")
        assert (found.event, found.label, found.fields) == (Put(2, seat=1), "Put: Two", ())
        (several,) = named_by_scan([Choice("Put", Put(seat=1), (SEVERAL,))], "ash")
        assert several.event == Put((2,), seat=1)  # type: ignore[arg-type]

    def test_the_very_paper_card_is_preferred_among_copies(self) -> None:
        copies = (Pick(1, "First", card="oak", code="1FT00101A"), Pick(2, "Second", card="oak", code="1FT00102A"))
        choice = Choice("Take", Take(), (FieldSpec("card", "Card", copies),))
        assert [c.event for c in named_by_scan([choice], "oak", "1FT00102A")] == [Take(2)]
        assert [c.event for c in named_by_scan([choice], "oak", "1FT00109A")] == [Take(1)]

    def test_a_choice_that_wants_more_than_one_card_is_not_filled_by_one(self) -> None:
        two = FieldSpec("card", "Two cards", ONE.picks, many=True, low=2, high=2)
        assert named_by_scan([Choice("Put", Put(), (two,))], "oak") == ()

    def test_a_card_nobody_asks_for_finds_nothing(self) -> None:
        assert named_by_scan([Choice("Put", Put(), (ONE,))], "elm") == ()


def test_an_event_is_called_what_its_class_is() -> None:
    class GainToken(Put):
        pass

    assert event_type(GainToken) == "gain_token"
    assert event_type(Put) == "put"


@dataclass(frozen=True, slots=True)
class Split(Event):
    """Something split among targets: what went to each."""

    hits: Mapping[str, int] = field(default_factory=dict)
    step: str = ""


class TestPools:
    fields = tuple(FieldSpec(f"hits.{name}", name, kind="number", low=0, high=4) for name in ("a", "b.c"))
    choice = Choice("Hand out", Split({"kept": 1}, "one"), fields, pools=(Pool("Damage", 5, ("hits.a", "hits.b.c")),))

    def test_each_hole_is_an_entry_of_the_mapping(self) -> None:
        filled = self.choice.fill(**{"hits.a": 2, "hits.b.c": 3})
        assert filled == Split({"kept": 1, "a": 2, "b.c": 3}, "one")
        assert self.choice.event == Split({"kept": 1}, "one")

    def test_a_hole_may_be_one_place_of_a_list(self) -> None:
        assert in_place({"values": (1, 1, 1)}, {"values.0": 6, "values.2": 4}) == {"values": (6, 1, 4)}
        assert in_place({"values": [1, 1, 1]}, {"values.1": 5}) == {"values": (1, 5, 1)}
        # A place that is not there becomes no list entry; the event is refused where it is read.
        assert in_place({"values": (1, 1)}, {"values.7": 5}) == {"values": {"7": 5}}

    def test_together_they_take_no_more_than_the_pool_has(self) -> None:
        with pytest.raises(Refusal, match=r"Damage: 6 is more than there is \(5\)"):
            self.choice.fill(**{"hits.a": 3, "hits.b.c": 3})

    def test_a_form_without_its_choice_is_put_together_the_same_way(self) -> None:
        assert in_place({"step": "one", "hits": 7}, {"hits.a": 2, "hits.b": 1, "step": "two"}) == {
            "step": "two",
            "hits": {"a": 2, "b": 1},
        }

"""Values on the wire: what is sent comes back, and whatever else arrives is refused with the name of the field."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from wire_samples import Coin, Dragon, Face, Heap, Moved, Waved, coins, heaps, moves, waves

from rules.game_protocol import Event, Level, Refusal
from rules.log import COLOURS, SHAPES, TABLE_EVENTS, Begin, Entry, Handover, Join, Leave, SwapSeats, Undo
from rules.schemas import events_schema, schema
from rules.score import ScoreSheet
from rules.values.code import CardCode
from rules.view import View
from rules.wire import decode, encode, entry_from_json, entry_to_json, event_from_json, event_to_json, seated

KINDS: tuple[type[Event], ...] = (Moved, Waved, *TABLE_EVENTS)
seats = st.none() | st.integers(0, 11)
people = st.one_of(
    st.builds(
        Join, st.text(st.characters(codec="utf-8")), st.sampled_from(COLOURS), st.sampled_from(SHAPES), seat=seats
    ),
    st.builds(Leave, seat=seats),
    st.builds(Handover, seat=seats),
    st.builds(SwapSeats, st.integers(), st.integers()),
    st.builds(
        Begin, st.integers(), st.just((("low_wins", True), ("most_ties", "all"))), st.sampled_from(["play", "score"])
    ),
    st.builds(Undo, st.integers(), st.booleans()),
)
events = moves | waves | people


keys = st.sampled_from(["is", "type", "args", "seat", "override", "card", "thing", "name", "rev", "id", "at", "by"])
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["moved", "join"])
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=12,
)


def sent(value: Any) -> Any:
    """The value as the other side reads it."""
    return json.loads(json.dumps(value, allow_nan=False))


def refused(kind: Any, data: Any) -> str:
    with pytest.raises(Refusal) as caught:
        decode(kind, data)
    assert (caught.value.level, caught.value.code) == (Level.STRUCT, "bad_input")
    return str(caught.value)


def valid(of: dict[str, Any], data: Any) -> bool:
    return bool(Draft202012Validator(of).is_valid(data))


class TestRoundTrip:
    @given(events)
    def test_events(self, event: Event) -> None:
        assert event_from_json(KINDS, sent(event_to_json(event))) == event

    @given(events, st.integers(1, 10**6), st.floats(0, 4e9), seats)
    def test_entries(self, event: Event, rev: int, at: float, by: int | None) -> None:
        entry = Entry(rev, "7a1f", at, by, event)
        assert entry_from_json(KINDS, sent(entry_to_json(entry))) == entry

    @given(heaps)
    def test_states(self, heap: Heap) -> None:
        assert decode(Heap, sent(encode(heap))) == heap

    @given(st.frozensets(coins, max_size=5))
    def test_a_set_always_reads_the_same(self, found: frozenset[Coin]) -> None:
        backwards = frozenset(sorted(found, key=repr, reverse=True))
        assert encode(found) == encode(backwards)
        assert decode(frozenset[Coin], sent(encode(found))) == found

    def test_an_event_travels_as_documented(self) -> None:
        event = Join("Ada", "teal", "star", seat=2)
        assert event_to_json(event) == {
            "type": "join",
            "seat": 2,
            "override": False,
            "args": {"name": "Ada", "colour": "teal", "shape": "star"},
        }

    def test_what_is_left_out_takes_its_default(self) -> None:
        assert event_from_json(KINDS, {"type": "moved", "args": {"card": "oak"}}) == Moved("oak")
        assert event_from_json(KINDS, {"type": "waved"}) == Waved()
        assert decode(Dragon, {"name": "Old"}) == Dragon("Old")

    def test_a_whole_number_is_a_number_too(self) -> None:
        share = decode(float, 3)
        assert (share, type(share)) == (3.0, float)

    def test_an_event_is_said_of_another_seat(self) -> None:
        assert seated(Moved("oak", seat=1, override=True), 3) == Moved("oak", seat=3, override=True)


class TestStrict:
    @pytest.mark.parametrize(
        ("kind", "data", "text"),
        [
            (int, True, "the message: expected integer"),
            (int, 1.0, "the message: expected integer"),
            (int, "1", "the message: expected integer"),
            (bool, 1, "the message: expected boolean"),
            (str, None, "the message: expected string"),
            (float, True, "the message: expected number"),
            (float, math.inf, "the message: expected a number that is not endless"),
            (float, math.nan, "the message: expected a number that is not endless"),
            (float, 10**400, "the message: expected a number that is not endless"),
            (str, "half \ud83d", "the message: holds half a character; send it again as UTF-8"),
            (Coin, [], "the message: expected an object"),
            (Coin, {}, "worth: is missing"),
            (Coin, {"worth": False}, "worth: expected integer"),
            (Coin, {"worth": 1, "weight": 2}, "weight: is not known here"),
            (Coin, {"is": "dragon", "worth": 1}, "is: 'dragon' is not coin"),
            (Coin, {"worth": 1, "symbols": "c"}, "symbols: expected a list"),
            (Coin, {"worth": 1, "symbols": ["c", 2]}, "symbols[1]: expected string"),
            (Dragon, {"name": "a", "face": "sideways"}, "face: expected 'up' or 'down'"),
            (Dragon, {"name": "a", "face": ["up"]}, "face: expected 'up' or 'down'"),
            (Dragon, {"name": "a", "under": {"name": 1}}, "under.name: expected string"),
            (Dragon, {"name": "a", "under": 1}, "under: expected an object or null"),
            (tuple[int, int], [1], "the message: expected 2 values"),
            (tuple[int, int], {"0": 1, "1": 2}, "the message: expected a list"),
            (tuple[()], [1], "the message: expected 0 values"),
            (int | None, "x", "the message: expected integer or null"),
            (dict[int, int], {"one": 1}, "one: expected a whole number as its name"),
            (dict[str, int], {"one": "x"}, "one: expected integer"),
            (dict[str, int], [], "the message: expected an object"),
        ],
    )  # fmt: skip
    def test_the_field_is_named(self, kind: Any, data: Any, text: str) -> None:
        assert refused(kind, data) == text

    @pytest.mark.parametrize(
        ("args", "text"),
        [
            ({}, "card: is missing"),
            ({"card": "a", "to": [1, True]}, "to[1]: expected integer"),
            ({"card": "a", "pairs": [["x", 1], ["y"]]}, "pairs[1]: expected 2 values"),
            ({"card": "a", "thing": {"worth": 1}}, "thing.is: None is not known here; expected coin or dragon"),
            ({"card": "a", "thing": {"is": "waved"}}, "thing.is: 'waved' is not known here; expected coin or dragon"),
            ({"card": "a", "thing": 4}, "thing: expected an object or an object or null"),
            ({"card": "a", "side": "up"}, "side: expected 'left' or 'right' or 3"),
            ({"card": "a", "side": 3.0}, "side: expected 'left' or 'right' or 3"),
            ({"card": "a", "size": True}, "size: expected 1 or 2"),
            ({"card": "a", "sure": 1}, "sure: expected boolean"),
            ({"card": "a", "by_seat": {"0": [{"worth": "1"}]}}, "by_seat.0[0].worth: expected integer"),
            ({"card": "a", "seat": 1}, "args.seat: belongs beside args, not inside"),
            ({"card": "a", "override": True}, "args.override: belongs beside args, not inside"),
            ({"card": "a", "is": "moved"}, "args.is: belongs beside args, not inside"),
            ([], "args: expected an object"),
            (None, "args: expected an object"),
        ],
    )
    def test_an_event_s_field_is_named(self, args: Any, text: str) -> None:
        with pytest.raises(Refusal) as caught:
            event_from_json(KINDS, {"type": "moved", "args": args})
        assert caught.value.code == "bad_input"
        assert str(caught.value) == text

    @pytest.mark.parametrize("kind", [None, "", "fly", 3, [], ["moved"], {}, True, "Moved", "x" * 10_000])
    def test_an_unknown_event_is_named_in_a_line(self, kind: Any) -> None:
        with pytest.raises(Refusal) as caught:
            event_from_json(KINDS, {"type": kind, "args": {}})
        assert (caught.value.level, caught.value.code) == (Level.STRUCT, "unknown_event")
        assert len(str(caught.value)) < 90

    @pytest.mark.parametrize("seat", [True, "0", 1.0, []])
    def test_a_seat_is_a_whole_number(self, seat: Any) -> None:
        with pytest.raises(Refusal, match="seat: expected integer or null"):
            event_from_json(KINDS, {"type": "waved", "seat": seat})

    def test_a_value_its_class_refuses_is_refused_here(self) -> None:
        assert refused(CardCode, {"game": "FT", "card": "1", "copy": 1}).startswith('the message: "1" is not a card')

    @pytest.mark.parametrize(
        ("name", "value"),
        [("rev", True), ("rev", None), ("id", 3), ("at", "now"), ("at", math.inf), ("by", "host"), ("by", False)],
    )
    def test_an_entry_s_head_is_checked_too(self, name: str, value: Any) -> None:
        data = {**entry_to_json(Entry(1, "a", 0.0, None, Waved())), name: value}
        with pytest.raises(Refusal, match=f"^{name}: expected"):
            entry_from_json(KINDS, data)

    @given(st.data())
    def test_any_json_is_an_event_or_a_refusal(self, data: st.DataObject) -> None:
        found = data.draw(anything)
        for read in (event_from_json, entry_from_json):
            with suppress(Refusal):
                assert isinstance(read(KINDS, found), (Event, Entry))


class TestSchema:
    @given(heaps)
    def test_states_fit_their_schema(self, heap: Heap) -> None:
        assert valid(HEAP, sent(encode(heap)))

    @given(events)
    def test_events_fit_theirs(self, event: Event) -> None:
        assert valid(EVENTS, sent(event_to_json(event)))

    @given(moves, st.data())
    def test_what_the_schema_allows_is_read_and_what_it_forbids_is_refused(
        self, move: Moved, data: st.DataObject
    ) -> None:
        body = sent(event_to_json(move))
        name = data.draw(st.sampled_from(sorted(body["args"])))
        wrong = data.draw(st.sampled_from([None, True, 0, 1.5, "left", [], [1, 2], {}, {"is": "coin", "worth": 1}]))
        if data.draw(st.booleans()):
            body["args"][name] = wrong
        else:
            del body["args"][name]
        try:
            event_from_json(KINDS, body)
            read = True
        except Refusal:
            read = False
        assert valid(EVENTS, body) == read, body

    @pytest.mark.parametrize(
        "body",
        [
            {"type": "fly"},
            {"type": "moved"},
            {"type": "moved", "args": {}},
            {"type": "moved", "args": {"card": 3}},
            {"type": "moved", "args": {"card": "a", "to": [1]}},
            {"type": "moved", "args": {"card": "a", "to": [1, 2, 3]}},
            {"type": "moved", "args": {"card": "a", "more": 1}},
            {"type": "waved", "seat": "0"},
            {"type": "waved", "override": 1},
        ],
    )
    def test_wrong_events_do_not_fit(self, body: Any) -> None:
        assert not valid(EVENTS, body)

    def test_what_stands_beside_an_event_is_left_open(self) -> None:
        assert valid(EVENTS, {"type": "waved", "id": "7a1f", "expect": 3})

    def test_two_classes_of_one_name_do_not_share_a_definition(self) -> None:
        @dataclass(frozen=True)
        class Coin:
            side: str

        both = schema(tuple[Coin, TheirCoin])
        assert len(both["$defs"]) == 2
        assert valid(both, [{"is": "coin", "side": "heads"}, {"is": "coin", "worth": 1}])
        assert not valid(both, [{"is": "coin", "worth": 1}, {"is": "coin", "side": "heads"}])

    def test_the_schemas_are_schemas_that_leave_nothing_open(self) -> None:
        """An empty schema would let every value pass; none of the types in use may end in one."""

        def holes(of: Any, path: str) -> list[str]:
            if isinstance(of, dict):
                inside = [hole for key, value in of.items() for hole in holes(value, f"{path}/{key}")]
                named = path.endswith(("/properties", "/$defs"))
                return inside if of or named else [path]
            return (
                [hole for i, item in enumerate(of) for hole in holes(item, f"{path}/{i}")] if type(of) is list else []
            )

        for of in (HEAP, EVENTS, schema(View), schema(ScoreSheet)):
            Draft202012Validator.check_schema(of)
            assert holes(of, "") == []


TheirCoin = Coin
HEAP = schema(Heap)
EVENTS = events_schema(KINDS)


def test_faces_are_words_on_the_wire() -> None:
    assert encode(Dragon("Old", Face.DOWN)) == {"is": "dragon", "name": "Old", "face": "down", "under": None}

"""The calculators of Fairy Tale: cases worked by hand from rulebook 000, an oracle for the order of flips, and junk."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game_protocol import Refusal
from rules.games.fairytale.calculators import CALCULATORS
from rules.games.fairytale.game import GAME

Json = dict[str, Any]
PLAIN = {"kind": "fixed", "points": 2}


def ask(op: str, **data: Any) -> Json:
    """The answer to a question that went through JSON, as on the command line."""
    return json.loads(json.dumps(CALCULATORS[op]({"op": op, **json.loads(json.dumps(data))})))


def effect(text: str) -> Json:
    """``all flip 1 Red`` as the examples write it; ``*`` is any faction."""
    who, what, amount, faction = text.split()
    return {"who": who, "what": what, "amount": int(amount), "faction": None if faction == "*" else faction}


def card(faction: str, /, *effects: str, **value: Any) -> Json:
    return {"faction": faction, "effects": [effect(text) for text in effects], "value": value or PLAIN}


def rows(*texts: str) -> list[Json]:
    """``a1 Lair`` lies face up, ``a1 -Lair`` face down."""
    found = []
    for text in texts:
        id_, name = text.split(" ", 1)
        found.append({"id": id_, "card": name.lstrip("-"), "face": "down" if name[0] == "-" else "up"})
    return found


CARDS = {
    "Lair": card("Vale", "you flip 1 Vale"),
    "Dragon": card("Vale"),
    "Hoard": card("Vale", "you flip 3 Vale"),
    "Farm": card("Home"),
    "Feast": card("Home", "you flip 1 Home"),
    "Dawn": card("Home", "you unflip 1 *"),
    "Bell": card("Home", "all unflip 1 Home"),
    "Call": card("Dusk", "all unflip 1 Vale"),
    "Bane": card("Dusk", "all flip 1 Vale"),
    "Drover": card("Dusk", "all flip 1 Home"),
    "Storm": card("Dusk", "all flip 1 *"),
    "Turmoil": card("Dusk", "all unflip 1 *", "all flip 1 Vale", "you flip 1 *"),
    "Peddler": card("Home", "you swap 1 *"),
    "Plain": card("Dusk"),
}


def resolve(tableaus: Json, revealed: Json, **more: Any) -> Json:
    return ask("resolve", cards=CARDS, tableaus=tableaus, revealed=revealed, **more)


def wants(player: str, step: str, amount: int, *candidates: str) -> Json:
    return {"player": player, "step": step, "amount": amount, "candidates": list(candidates)}


# Stages, passing, counts


def test_every_stage() -> None:
    kinds = [(ask("stage", stage=n)["kind"], ask("stage", stage=n)["round"]) for n in range(1, 10)]
    drafts_and_plays = [(kind, r) for r in range(1, 5) for kind in ("draft", "play")]
    assert kinds == [*drafts_and_plays, ("score", None)]
    passing = {n: ask("stage", stage=n)["pass"] for n in range(1, 10)}
    assert passing == {1: "left", 2: None, 3: "right", 4: None, 5: "left", 6: None, 7: "right", 8: None, 9: None}


@pytest.mark.parametrize(
    ("order", "index", "stage", "to"),
    [
        ("AB", 0, 1, "B"),
        ("AB", 1, 3, "A"),
        ("ABC", 2, 1, "A"),
        ("ABC", 0, 7, "C"),
        ("ABCD", 3, 5, "A"),
        ("ABCDE", 2, 3, "B"),
    ],
)
def test_left_is_the_next_seat_clockwise(order: str, index: int, stage: int, to: str) -> None:
    """FT-R10."""
    assert ask("pass", order=list(order), index=index, stage=stage)["to"] == to


def test_nothing_is_passed_while_playing() -> None:
    assert ask("pass", order=["A", "B"], index=0, stage=2)["error"] == "phase"


@pytest.mark.parametrize(
    ("players", "stage", "deck", "expected"),
    [
        (2, 1, 80, (70, 0, 5, 0)),
        (3, 3, 80, (50, 3, 5, 6)),
        (3, 4, 80, (50, 6, 0, 12)),
        (4, 8, 80, (0, 12, 0, 32)),
        (4, 9, 80, (0, 12, 0, 32)),
        (5, 7, 110, (10, 9, 5, 30)),
        (5, 8, 100, (0, 12, 0, 40)),
    ],
)
def test_counts(players: int, stage: int, deck: int, expected: tuple[int, ...]) -> None:
    found = ask("counts", players=players, stage=stage, deck=deck)
    assert (found["deck"], found["tableau_each"], found["hand_each"], found["discard"]) == expected


@pytest.mark.parametrize(("players", "deck"), [(5, 80), (5, 99), (1, 80), (0, 80), (2, 39)])
def test_too_few_cards_or_players(players: int, deck: int) -> None:
    """FT-R9."""
    assert ask("counts", players=players, stage=1, deck=deck)["error"] == "players"


# Effects


def test_the_lair_asks_which_and_turns_what_was_chosen() -> None:
    tableau = {"A": rows("a1 Dragon", "a2 Lair")}
    found = resolve(tableau, {"A": "a2"})
    assert found["requests"] == [wants("A", "flip:Vale", 1, "a1", "a2")]
    assert found["pending"] is True
    for chosen, faces in (("a1", {"a1": "down", "a2": "up"}), ("a2", {"a1": "up", "a2": "down"})):
        answered = resolve(tableau, {"A": "a2"}, choices={"A": {"flip:Vale": [chosen]}})
        assert (answered["faces"], answered["pending"]) == (faces, False)
        assert answered["requests"] == found["requests"]


@pytest.mark.parametrize(
    ("tableaus", "revealed", "faces"),
    [
        # Alone it turns itself, without a question.
        ({"A": ["a1 Lair"]}, {"A": "a1"}, {"a1": "down"}),
        # As many as there are (FT-R6).
        ({"A": ["a1 Hoard", "a2 Dragon"]}, {"A": "a1"}, {"a1": "down", "a2": "down"}),
        # Up first, then down: the card that came up goes down again.
        (
            {"A": ["a1 -Dragon", "a2 Call"], "B": ["b1 Bane"]},
            {"A": "a2", "B": "b1"},
            {"a1": "down", "a2": "up", "b1": "up"},
        ),
        # The named faction first: what it turned is no candidate for the other any more.
        (
            {"A": ["a1 Dragon", "a2 Storm"], "B": ["b1 Bane"]},
            {"A": "a2", "B": "b1"},
            {"a1": "down", "a2": "down", "b1": "down"},
        ),
        # So too when turning up: the dragon comes up first, and the farm is all that is left for the other.
        (
            {"A": ["a1 -Dragon", "a2 -Farm", "a3 Dawn"], "B": ["b1 Call"]},
            {"A": "a3", "B": "b1"},
            {"a1": "up", "a2": "up", "a3": "up", "b1": "up"},
        ),
        # A card turned up again does not fire again (FT-R4).
        ({"A": ["a1 -Bane", "a2 Dragon", "a3 Dawn"]}, {"A": "a3"}, {"a1": "up", "a2": "up", "a3": "up"}),
        # An effect holds although its card went down before its step (FT-R3).
        (
            {"A": ["a1 Lair"], "B": ["b1 Bane", "b2 Dragon"]},
            {"A": "a1", "B": "b1"},
            {"a1": "down", "b1": "up", "b2": "down"},
        ),
        # Three effects of one card, each in its step.
        ({"A": ["a1 -Dragon", "a2 Turmoil"]}, {"A": "a2"}, {"a1": "down", "a2": "down"}),
        # Nobody revealed anything with an effect.
        ({"A": ["a1 Farm"], "B": ["b1 Dragon"]}, {"A": "a1", "B": "b1"}, {"a1": "up", "b1": "up"}),
        # Somebody revealed nothing at all.
        ({"A": ["a1 Drover"], "B": ["b1 Farm"]}, {"A": "a1"}, {"a1": "up", "b1": "down"}),
    ],
)
def test_forced_turns(tableaus: dict[str, list[str]], revealed: Json, faces: Json) -> None:
    found = resolve({name: rows(*own) for name, own in tableaus.items()}, revealed)
    assert (found["faces"], found["requests"], found["pending"]) == (faces, [], False)


def test_equal_effects_add_up() -> None:
    """FT-R5."""
    tableaus = {"A": rows("a0 Farm", "a1 Farm", "a2 Farm", "a3 Drover"), "B": rows("b1 Drover")}
    found = resolve(tableaus, {"A": "a3", "B": "b1"}, choices={"A": {"flip:Home": ["a2", "a0"]}})
    assert found["requests"] == [wants("A", "flip:Home", 2, "a0", "a1", "a2")]
    assert found["ignored"] == [{"player": "B", "step": "flip:Home"}]
    assert found["faces"] == {"a0": "down", "a1": "up", "a2": "down", "a3": "up", "b1": "up"}


def test_everybody_chooses_among_their_own() -> None:
    """FT-R13, and the order of questions: by step, then by player."""
    tableaus = {"B": rows("b1 Storm", "b2 Farm"), "A": rows("a1 Lair", "a2 Dragon", "a3 Farm")}
    found = resolve(tableaus, {"A": "a1", "B": "b1"})
    assert found["requests"] == [wants("A", "flip:Vale", 1, "a1", "a2")]
    found = resolve(tableaus, {"A": "a1", "B": "b1"}, choices={"A": {"flip:Vale": ["a1"]}})
    assert found["requests"][1:] == [wants("A", "flip:*", 1, "a2", "a3"), wants("B", "flip:*", 1, "b1", "b2")]
    assert found["faces"]["a1"] == "down"
    assert found["pending"] is True


def test_ignored_come_by_step_and_player() -> None:
    tableaus = {"A": rows("a1 Bell"), "B": rows("b1 Bane"), "C": rows("c1 Plain")}
    found = resolve(tableaus, {"A": "a1", "B": "b1", "C": "c1"})
    order = [(one["step"], one["player"]) for one in found["ignored"]]
    assert order == [(step, player) for step in ("unflip:Home", "flip:Vale") for player in "ABC"]


def test_a_later_step_waits_for_an_answer() -> None:
    tableaus = {"A": rows("a1 -Farm", "a2 -Farm", "a3 Bell"), "B": rows("b1 Bane", "b2 Dragon")}
    found = resolve(tableaus, {"A": "a3", "B": "b1"})
    assert found["requests"] == [wants("A", "unflip:Home", 1, "a1", "a2")]
    assert found["faces"]["b2"] == "up"


def test_unflip_optional_asks_where_it_would_be_forced() -> None:
    """FT-R6, the toggle: with it one may turn nothing up; without, the only card comes up by itself."""
    tableau = {"A": rows("a1 -Farm", "a2 Dawn")}
    assert resolve(tableau, {"A": "a2"})["faces"]["a1"] == "up"
    asked = resolve(tableau, {"A": "a2"}, unflip_optional=True)
    assert asked["requests"] == [{**wants("A", "unflip:*", 1, "a1"), "at_least": 0}]
    declined = resolve(tableau, {"A": "a2"}, unflip_optional=True, choices={"A": {"unflip:*": []}})
    assert (declined["faces"]["a1"], declined["pending"]) == ("down", False)


@pytest.mark.parametrize(
    ("chosen", "code"),
    [(["a1", "a2"], "wrong_count"), ([], "wrong_count"), (["a3"], "not_a_candidate"), (["zz"], "not_a_candidate")],
)
def test_a_wrong_answer_is_said(chosen: list[str], code: str) -> None:
    tableau = {"A": rows("a1 Dragon", "a2 Lair", "a3 Farm")}
    assert resolve(tableau, {"A": "a2"}, choices={"A": {"flip:Vale": chosen}})["error"] == code


def test_unknown_verbs_are_reminders() -> None:
    """FT-R12."""
    found = resolve({"A": rows("a1 Peddler")}, {"A": "a1"})
    assert found["reminders"] == [{"player": "A", "card": "Peddler", "effect": "you swap 1"}]
    assert found["pending"] is False


def test_a_choice_left_empty_is_still_asked_for() -> None:
    """Rulebook 000, Applying Effects: the owner chooses; null is no choice."""
    for choices in ({"A": None}, {"A": {"flip:Vale": None}}):
        found = resolve({"A": rows("a1 Dragon", "a2 Lair")}, {"A": "a2"}, choices=choices)
        assert (found["pending"], found["faces"]) == (True, {"a1": "up", "a2": "up"})


def test_effects_may_be_written_as_they_are_printed() -> None:
    """Rulebook 000, Applying Effects prints YOU, ALL, UNFLIP and FLIP."""
    cards = {"Storm": {"faction": "Shade", "effects": [{"who": "ALL", "what": "FLIP", "amount": 1}]}}
    found = ask("resolve", cards=cards, tableaus={"A": rows("a1 Storm")}, revealed={"A": "a1"})
    assert (found["faces"], found["reminders"]) == ({"a1": "down"}, [])


# The order of effects: pooled resolution reaches exactly what applying them one by one, in every order, can reach.

VERBS = ("unflip", "flip")
FACTIONS = ("R", "G", "B")
Fact = tuple[str, str, str, str, int, str | None]


def pooled_ends(tableaus: Json, cards: Json, revealed: Json) -> set[str]:
    """Every end the calculator can be answered to."""
    found: set[str] = set()
    todo: list[Json] = [{}]
    while todo:
        choices = todo.pop()
        answer = ask("resolve", cards=cards, tableaus=tableaus, revealed=revealed, choices=choices)
        if not answer["pending"]:
            found.add(json.dumps(answer["faces"], sort_keys=True))
            continue
        one = next(r for r in answer["requests"] if r["step"] not in choices.get(r["player"], {}))
        for chosen in itertools.combinations(one["candidates"], one["amount"]):
            own = {**choices.get(one["player"], {}), one["step"]: list(chosen)}
            todo.append({**choices, one["player"]: own})
    return found


def one_by_one_ends(tableaus: Json, cards: Json, revealed: Json) -> set[str]:
    """Every end of applying single turns in every order inside a step: written from the rulebook alone."""
    faces = {row["id"]: row["face"] == "up" for own in tableaus.values() for row in own}
    kind = {row["id"]: cards[row["card"]]["faction"] for own in tableaus.values() for row in own}
    ends = {tuple(sorted(faces.items()))}
    for verb in VERBS:
        for specific in (True, False):
            units = []
            for player, uid in revealed.items():
                name = next(row["card"] for row in tableaus[player] if row["id"] == uid)
                for e in cards[name]["effects"]:
                    if e["what"] == verb and (e["faction"] is not None) == specific:
                        whom = [player] if e["who"] == "you" else list(tableaus)
                        units += [(p, e["faction"]) for p in whom for _ in range(e["amount"])]
            ends = set(_orders(ends, units, tableaus, kind, turn_up=verb == "unflip"))
    return {json.dumps({k: "up" if v else "down" for k, v in end}, sort_keys=True) for end in ends}


def _orders(
    starts: set[tuple[tuple[str, bool], ...]], units: list[Any], tableaus: Json, kind: Json, *, turn_up: bool
) -> Iterator[tuple[tuple[str, bool], ...]]:
    """Every end of applying the units, each one turn of one card, in every order (equal positions met once)."""
    todo = [(start, tuple(sorted(units, key=str))) for start in starts]
    met = set(todo)
    while todo:
        now, left = todo.pop()
        if not left:
            yield now
        for unit in set(left):
            faces, (player, faction) = dict(now), unit
            rest = list(left)
            rest.remove(unit)
            able = [r["id"] for r in tableaus[player] if faces[r["id"]] != turn_up and faction in (None, kind[r["id"]])]
            ends = [{**faces, uid: turn_up} for uid in able] or [faces]
            for end in ends:
                following = (tuple(sorted(end.items())), tuple(rest))
                if following not in met:
                    met.add(following)
                    todo.append(following)


@st.composite
def reveals(draw: st.DrawFn) -> tuple[Json, Json, Json]:
    """Small positions: two players, up to four cards each, one of them just revealed with up to two effects."""
    cards: Json = {name: {"faction": name, "effects": [], "value": PLAIN} for name in FACTIONS}
    tableaus: Json = {}
    revealed: Json = {}
    for player in "PQ":
        older = draw(st.lists(st.tuples(st.sampled_from(FACTIONS), st.booleans()), max_size=3))
        own = [
            {"id": f"{player}{n}", "card": name, "face": "up" if up else "down"} for n, (name, up) in enumerate(older)
        ]
        made = draw(
            st.lists(
                st.fixed_dictionaries(
                    {
                        "who": st.sampled_from(["you", "all"]),
                        "what": st.sampled_from(VERBS),
                        "amount": st.integers(1, 2),
                        "faction": st.one_of(st.none(), st.sampled_from(FACTIONS)),
                    }
                ),
                min_size=1,
                max_size=2,
            )
        )
        cards[f"new{player}"] = {"faction": draw(st.sampled_from(FACTIONS)), "effects": made, "value": PLAIN}
        own.append({"id": f"{player}new", "card": f"new{player}", "face": "up"})
        tableaus[player], revealed[player] = own, f"{player}new"
    return tableaus, cards, revealed


@settings(max_examples=150)
@given(reveals())
def test_pooled_effects_reach_what_every_order_reaches(position: tuple[Json, Json, Json]) -> None:
    tableaus, cards, revealed = position
    assert pooled_ends(tableaus, cards, revealed) == one_by_one_ends(tableaus, cards, revealed)


# Scores

VALUES: Json = {
    "Settler": card("Home", kind="count", of={"name": "Settler"}, per=1),
    "Chorus": card("Home", kind="count", of={"faction": "Home"}, per=1),
    "Double": card("Vale", kind="count", of={"name": "Double"}, per=2),
    "Bard": card("Vale", kind="fixed", points=3),
    "Singer": card("Home", kind="friend_per", friend="Bard", points=3),
    "Hero": card("Vale", kind="friend_if", friend="Horse", points=9),
    "Horse": card("Home", kind="fixed", points=1),
    "Curse": card("Dusk", kind="fixed", points=-2),
    "Blank": {"faction": "Dusk"},
    "Crown": card("Vale", kind="most", of={"faction": "Home"}, points=6),
}


def points(*tableaus: str, **more: Any) -> list[int]:
    """Totals of tableaus written as card names, ``-`` face down."""
    names = "ABCDE"[: len(tableaus)]
    laid = {n: rows(*(f"{n}{i} {w}" for i, w in enumerate(t.split()))) for n, t in zip(names, tableaus, strict=True)}
    found = ask("score", cards=VALUES, tableaus=laid, **more)
    return [found["totals"][name] for name in names]


@pytest.mark.parametrize(
    ("tableau", "total"),
    [
        ("", 0),
        ("Settler", 1),
        ("Settler Settler Settler Settler", 16),
        ("Settler Settler Settler -Settler", 9),
        ("-Settler", 0),
        ("Double Double", 8),
        ("Chorus Settler Settler Horse -Horse", 4 + 4 + 1),
        ("Singer Bard Bard -Bard", 6 + 3 + 3),
        ("Singer Singer Bard", 3 + 3 + 3),
        ("Singer", 0),
        ("Hero Horse", 10),
        ("Hero Horse Horse", 11),
        ("Hero -Horse", 0),
        ("-Hero Horse", 1),
        ("Curse Curse Bard", -1),
        ("Blank Bard", 3),
        ("Settler Settler Bard -Bard Singer Horse -Hero", 4 + 3 + 3 + 1),
    ],
)
def test_points(tableau: str, total: int) -> None:
    assert points(tableau) == [total]


@pytest.mark.parametrize(
    ("tableau", "as_written", "counting_all"),
    [
        ("Settler Settler Settler -Settler", 9, 12),
        ("Singer Bard -Bard", 6, 9),
        ("Hero -Horse", 0, 9),
        ("-Settler -Settler", 0, 0),
    ],
)
def test_count_face_down_adds_to_the_number_only(tableau: str, as_written: int, counting_all: int) -> None:
    """FT-R2, both readings: a face-down card scores nothing either way."""
    assert points(tableau) == [as_written]
    assert points(tableau, count_face_down=True) == [counting_all]


@pytest.mark.parametrize(
    ("tableaus", "ties_all", "ties_none"),
    [
        (("Crown Horse", "Bard"), 7, 7),
        (("Crown Horse", "Horse"), 7, 1),
        (("Crown Horse", "Horse Horse"), 1, 1),
        (("Crown", "Bard"), 0, 0),
        (("Crown Horse", "Horse -Horse"), 7, 1),
    ],
)
def test_most_of_a_faction(tableaus: tuple[str, str], ties_all: int, ties_none: int) -> None:
    """FT-R20: most_ties, both readings; nobody has the most of nothing; face-down cards do not count."""
    assert points(*tableaus)[0] == ties_all
    assert points(*tableaus, most_ties="none")[0] == ties_none


def test_the_faction_of_most_may_stand_beside_or_under_of() -> None:
    beside = {**VALUES, "Crown": card("Vale", kind="most", faction="Home", points=6)}
    tableaus = {"A": rows("a1 Crown", "a2 Horse"), "B": []}
    assert ask("score", cards=beside, tableaus=tableaus) == ask("score", cards=VALUES, tableaus=tableaus)


def test_a_friend_must_lie_in_the_same_tableau() -> None:
    """FT-R8."""
    assert points("Hero", "Horse") == [0, 1]


def test_winners_share_or_the_tiebreak_decides() -> None:
    """FT-R7, both readings."""
    tableaus = {"A": rows("a Bard"), "B": rows("b1 Horse", "b2 Horse", "b3 Horse"), "C": rows("c Horse")}
    assert ask("score", cards=VALUES, tableaus=tableaus)["winners"] == ["A", "B"]
    assert ask("score", cards=VALUES, tableaus=tableaus, tiebreak="most_face_up")["winners"] == ["B"]
    assert ask("score", cards=VALUES, tableaus=tableaus, options={"tiebreak": "most_face_up"})["winners"] == ["B"]


def test_a_card_list_s_way_of_writing_serves_for_points() -> None:
    """Without ids, the designator in one word, without factions where none is counted."""
    cards = {
        "Farm": {"value": {"kind": "count", "of": "name:Farm", "per": 2}},
        "Well": {"value": {"kind": "fixed", "points": 4}},
    }
    mine = [{"card": name} for name in ("Farm", "Farm", "Well")] + [{"card": "Farm", "face": "down"}]
    found = ask("score", cards=cards, tableaus={"A": mine})
    assert found["totals"] == {"A": 4 + 4 + 4}
    assert len({line["id"] for line in found["lines"]["A"]}) == 3
    barn = {"Barn": {"faction": "Home", "value": {"kind": "count", "of": "faction:Home"}}}
    assert ask("score", cards=barn, tableaus={"A": [{"card": "Barn"}]})["totals"] == {"A": 1}
    with pytest.raises(Refusal, match=r"cards\.Farm\.faction"):
        ask("score", cards=cards | barn, tableaus={"A": mine})


def test_a_designator_may_be_a_name_or_a_faction() -> None:
    """FT-R16."""
    by_name, by_faction = points("Settler Horse"), points("Chorus Horse")
    assert (by_name, by_faction) == ([1 + 1], [2 + 1])


# Junk


@pytest.mark.parametrize(
    ("op", "data", "field"),
    [
        ("stage", {}, "stage"),
        ("stage", {"stage": 0}, "stage"),
        ("stage", {"stage": 10}, "stage"),
        ("stage", {"stage": "1"}, "stage"),
        ("stage", {"stage": True}, "stage"),
        ("stage", {"stage": 1.0}, "stage"),
        ("pass", {"index": 0, "stage": 1}, "order"),
        ("pass", {"order": ["A"], "index": 1, "stage": 1}, "index"),
        ("pass", {"order": ["A", 2], "index": 0, "stage": 1}, "order[1]"),
        ("counts", {"stage": 1}, "players"),
        ("counts", {"players": 2, "stage": 1, "deck": -5}, "deck"),
        ("resolve", {}, "cards"),
        ("resolve", {"cards": {}}, "tableaus"),
        ("resolve", {"cards": {}, "tableaus": {}}, "revealed"),
        ("resolve", {"cards": {"A": {}}, "tableaus": {}, "revealed": {}}, "cards.A.faction"),
        ("resolve", {"cards": {"A": 3}, "tableaus": {}, "revealed": {}}, "cards.A"),
        ("resolve", {"cards": CARDS, "tableaus": {"A": [{"id": "x"}]}, "revealed": {}}, "tableaus.A[0].card"),
        (
            "resolve",
            {"cards": CARDS, "tableaus": {"A": [{"id": "x", "card": "No"}]}, "revealed": {}},
            "tableaus.A[0].card",
        ),
        (
            "resolve",
            {"cards": CARDS, "tableaus": {"A": rows("x Farm", "x Farm")}, "revealed": {}},
            "tableaus.A",
        ),
        (
            "resolve",
            {"cards": CARDS, "tableaus": {"A": rows("x Farm"), "B": rows("x Farm")}, "revealed": {}},
            "tableaus",
        ),
        ("resolve", {"cards": CARDS, "tableaus": {"A": rows("x Farm")}, "revealed": {"A": "y"}}, "revealed.A"),
        ("resolve", {"cards": CARDS, "tableaus": {"A": rows("x Farm")}, "revealed": {"B": "x"}}, "revealed.B"),
        ("score", {"cards": {"A": card("R", kind="odd")}, "tableaus": {}}, "cards.A.value.kind"),
        ("score", {"cards": {"A": card("R", kind="fixed")}, "tableaus": {}}, "cards.A.value.points"),
        ("score", {"cards": {"A": card("R", kind="count")}, "tableaus": {}}, "cards.A.value.of"),
        ("score", {"cards": {"A": card("R", kind="friend_if", points=1)}, "tableaus": {}}, "cards.A.value.friend"),
        ("score", {"cards": {"A": card("R", kind="most", points=1)}, "tableaus": {}}, "cards.A.value.of.faction"),
        ("score", {"cards": {"A": card("R", kind="most", faction=3)}, "tableaus": {}}, "cards.A.value.faction"),
        ("score", {"cards": {}, "tableaus": {}, "count_face_down": 1}, "count_face_down"),
        ("score", {"cards": {}, "tableaus": {}, "most_ties": "some"}, "most_ties"),
        ("score", {"cards": {}, "tableaus": {"A": {"id": "x"}}}, "tableaus.A"),
        ("score", {"cards": {}, "tableaus": {"A": [], "B": None}}, "tableaus.B"),
        (
            "score",
            {"cards": VALUES, "tableaus": {"A": [{"id": "x", "card": "Bard", "face": "side"}]}},
            "tableaus.A[0].face",
        ),
    ],
)
def test_bad_input_names_the_field(op: str, data: Json, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        CALCULATORS[op](data)
    assert caught.value.code == "bad_input"
    assert caught.value.text.startswith(f"{field}: ")


NAMES = ["op", "stage", "order", "index", "players", "deck", "cards", "tableaus", "revealed", "choices", "A", "id"]
NAMES += ["card", "face", "faction", "effects", "value", "kind", "points", "of", "who", "what", "amount", "friend"]
JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4), st.sampled_from(["A", "up"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)),
    max_leaves=20,
)


@given(st.sampled_from(sorted(CALCULATORS)), st.dictionaries(st.sampled_from(NAMES), JUNK, max_size=8))
def test_junk_is_refused_or_answered_never_a_crash(op: str, data: Json) -> None:
    code = "bad_input"
    try:
        json.dumps(CALCULATORS[op](data))
    except Refusal as refusal:
        code = refusal.code
    assert code == "bad_input"


def test_the_game_offers_its_calculators() -> None:
    assert GAME.calculators is CALCULATORS
    assert set(CALCULATORS) == {"stage", "pass", "counts", "resolve", "score"}

"""What Fairy Tale passes by itself, and what the first card placed says of the draft."""

from __future__ import annotations

import random
from dataclasses import replace

from fairytale_states import choose, do, filled, laid, moves, place, play_any, table

from rules import log_line
from rules.event import Event
from rules.games.fairytale.game import GAME
from rules.games.fairytale.play import Choose, NameCard, Select, TickReminder, Unselect
from rules.games.fairytale.stages_and_draft import AddPlayer, LogPick, NextPick, NextStage, ShowCards
from rules.games.fairytale.state import Noted, Placed, State, moment
from rules.log_line import Pictured

BASE = random.randrange(10**6)
ASIDE = (LogPick, TickReminder, AddPlayer, ShowCards)


def random_states(seed: int) -> list[State]:
    """The tables of a random game up to its end, with what passes by itself passed."""
    rng = random.Random(seed)
    state = table(rng.choice((2, 3, 4)), expert=True, count_face_down=True)
    found = [state]
    while not GAME.over(state) and len(found) < 900:
        step = GAME.next_step(state)
        offered = [one for seat in range(state.players) for one in moves(state, seat)]
        calm = [one for one in offered if not isinstance(one.event, (Unselect, LogPick))]
        state = GAME.apply(state, step or filled(rng.choice(calm or offered), rng))
        found.append(state)
    return found


def test_only_the_end_of_a_play_stage_is_passed_and_only_where_nothing_else_is_left() -> None:
    passed = 0
    for state in random_states(BASE):
        step = GAME.next_step(state)
        public = GAME.veil(state, None)
        if step is None:
            continue
        passed += 1
        assert step == NextStage(state.stage + 1)
        offered: set[Event] = set()
        for seat in range(state.players):
            offered |= {
                replace(one.event, seat=None) for one in moves(public, seat) if not isinstance(one.event, ASIDE)
            }
        assert offered == {step}, BASE
    assert passed


def test_nothing_hidden_changes_what_is_passed() -> None:
    for state in random_states(BASE + 1):
        other = replace(
            state,
            noted=((Noted("wyrmbane"),),) * state.players,
            placed=tuple(one and Placed(one.uid, "eclipse") for one in state.placed),
            tableaus=tuple(
                tuple(one if one.up else replace(one, card="homesteader") for one in own) for own in state.tableaus
            ),
        )
        assert GAME.next_step(other) == GAME.next_step(state), BASE


def test_a_draft_and_a_play_stage_need_nothing_but_the_cards_placed() -> None:
    state = table(2)
    for mine, theirs in (
        ("homesteader", "wyrm_regent"),
        ("drake_groom", "homesteader"),
        ("ridge_piper", "drake_groom"),
    ):
        state = place(state, mine, theirs)
        assert GAME.next_step(state) == (NextStage(3) if state.closed else None)
    on = do(state, NextStage(3))
    assert (on.stage, moment(on), on.discarded) == (3, "draft", 4)
    assert do(on, NextPick(2), Select("homesteader", seat=1)).stage == 4


def test_what_is_to_be_done_by_hand_is_waited_for() -> None:
    rng = random.Random(BASE)
    state = laid("", "", stage=2, played=2, expert=True)
    closed = place(state, "wandering_peddler", "homesteader")
    closed = closed if closed.closed else play_any(closed, rng)
    assert moment(closed) == "closed"
    assert GAME.next_step(closed) is None
    (tick,) = [one.event for one in moves(closed, 0) if isinstance(one.event, TickReminder)]
    assert GAME.next_step(do(closed, tick)) == NextStage(3)


def test_a_noted_hand_is_placed_by_a_tap_and_a_part_of_one_is_not() -> None:
    hand = ("stag_knight", "hollow_oak", "eclipse", "wyrmbane", "homesteader")
    whole = do(table(2), LogPick(hand, seat=0))
    taps = {one.spot: one.event for one in moves(whole, 0) if one.spot.startswith("mine:")}
    assert [event.card for event in taps.values() if isinstance(event, Select)] == list(hand)
    assert len(taps) == 5
    part = do(table(2), LogPick(hand[:4], seat=0))
    assert not [one for one in moves(part, 0) if one.spot.startswith("mine:")]


def test_one_card_to_turn_is_answered_by_the_tap_on_it() -> None:
    state = place(laid("hearth_fiddler sky_dance_dragon", "moss_keeper"), "dragons_lair", "moss_keeper")
    (asked,) = [one for one in moves(state, 0) if one.prompt.startswith("choose-")]
    (field,) = asked.fields
    assert not field.many
    assert {pick.spot for pick in field.picks} == {f"card:{pick.value}" for pick in field.picks}
    for pick in field.picks:
        turned = GAME.apply(state, asked.fill(**{field.name: pick.value}))
        assert [one.up for one in turned.tableaus[0] if one.uid == pick.value] == [False]


def test_who_has_a_card_to_turn_is_told_to_tap_it() -> None:
    state = place(laid("hearth_fiddler sky_dance_dragon", "moss_keeper"), "dragons_lair", "moss_keeper")
    assert GAME.view(state, 0).prompts[0].detail == "{p0}'s Dragon's Lair. Tap one of your marked cards."


def test_a_card_its_reveal_turned_face_down_is_not_gone() -> None:
    before = do(table(2), Select("dragons_lair", seat=0))
    event = Select("moss_keeper", seat=1)
    line = GAME.tell(before, do(before, event), event, None)
    lair = line.pictures[0]
    assert (lair.card, lair.fell, lair.down) == ("dragons_lair", False, True)
    assert log_line.from_json(log_line.to_json(line)) == line


def test_a_reveal_is_shown_with_its_cards_and_what_they_bring() -> None:
    before = do(table(2), Select("homesteader", seat=0))
    event = Select("moss_keeper", seat=1)
    line = GAME.tell(before, do(before, event), event, None)
    assert [(one.card, one.fell) for one in line.pictures] == [("homesteader", False), ("moss_keeper", False)]
    totals = [one.total for one in GAME.score(do(before, event)).seats]
    assert [one.text for one in line.pictures] == [f"{{p{seat}}} +{total}" for seat, total in enumerate(totals)]
    silent = do(table(2), Select(seat=0))
    told = GAME.tell(silent, do(silent, event), event, None)
    assert told.pictures[0] == Pictured("", "", "{p0}")
    named = do(silent, event)
    name = NameCard(named.tableaus[0][0].uid, "homesteader", seat=0)
    assert GAME.tell(named, do(named, name), name, None).pictures[0].card == "homesteader"


def test_what_a_reveal_takes_is_the_same_number_for_everybody() -> None:
    for house in ({}, {"count_face_down": True}):
        before = do(laid("moss_keeper homesteader", "moss_keeper homesteader", **house), Select("eclipse", seat=0))
        turned = do(before, Select("dew_gatherer", seat=1))
        answer = choose(turned, 0, "flip:*", "0.1")
        last = Choose("flip:*", ("1.1",), seat=1)
        told = {viewer: GAME.tell(answer, do(answer, last), last, viewer).pictures for viewer in (None, 0, 1)}
        assert [one.text for one in told[0][:2]] == ["{p0} +0", "{p1} \u22121"]
        assert [one.text for one in told[None]] == [one.text for one in told[0]] == [one.text for one in told[1]]

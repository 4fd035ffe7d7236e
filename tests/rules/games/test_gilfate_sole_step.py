"""What Gilfate Fantasy passes by itself: only what leaves nobody a choice, and nothing hidden cards could change."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from gilfate_states import anything, begun, codes, do, front, moves, pay, played, refused, seated, table

from rules.event import Event
from rules.game_protocol import Choice
from rules.games.gilfate.answers import Act, Happens, Respond
from rules.games.gilfate.game import GAME
from rules.games.gilfate.play import Declare, Play, UseActive
from rules.games.gilfate.rounds import (
    AttackDeckOut,
    DrawBlanks,
    EndTurn,
    Gone,
    NoteHand,
    PickAttack,
    ScoreRound,
    ShowHand,
    StartRound,
    Tick,
)
from rules.games.gilfate.state import Held, State

BASE = random.randrange(10**6)
ASIDE = (NoteHand, Gone, Tick, AttackDeckOut, Respond)
"""What can be told beside the course of a turn: private notes, ticks, answers."""


def events(choice: Choice) -> list[Event]:
    """Every event a choice of the course of play stands for."""
    assert all(spec.kind == "pick" for spec in choice.fields)
    if any(spec.many for spec in choice.fields):
        return [choice.event, choice.event]
    every = product(*(spec.picks for spec in choice.fields))
    return [
        choice.fill(**{spec.name: pick.value for spec, pick in zip(choice.fields, chosen, strict=True)})
        for chosen in every
    ]


def course(state: State) -> list[Event]:
    """How the turn can go on by what everybody may know: what all seats together may report of it."""
    public = GAME.veil(state, None)
    offered = [one for seat in range(state.players) for one in moves(public, seat) if not isinstance(one.event, ASIDE)]
    return [event for choice in offered for event in events(choice)]


def random_states(seed: int, **options: Any) -> list[State]:
    """The tables of a random match up to its end, with what passes by itself passed."""
    rng = random.Random(seed)
    state = table(rng.choice((2, 3, 4)), **options)
    found = [state]
    while not GAME.over(state) and len(found) < 600:
        step = GAME.next_step(state) if rng.random() < 0.7 else None
        state = GAME.apply(state, step or anything(state, rng))
        found.append(state)
    return found


@pytest.mark.parametrize("version", ["no_knockout", "knockout"])
def test_only_what_leaves_no_choice_is_passed(version: str) -> None:
    passed: set[type[Event]] = set()
    for state in random_states(BASE, version=version):
        step = GAME.next_step(state)
        if step is not None:
            passed.add(type(step))
            assert course(state) == [step], BASE
    assert Happens in passed
    assert not passed & {EndTurn, StartRound, ScoreRound, ShowHand, Play, UseActive, Respond}


def test_nothing_hidden_changes_what_is_passed() -> None:
    rng = random.Random(BASE)
    for state in random_states(BASE + 1, version="knockout"):
        cards = [Held(rng.choice(("0a", "0b", "4a", "7b"))) for _ in range(3)]
        noted = [
            replace(one, notes=tuple(cards), lost=rng.randrange(3), secret=rng.random() < 0.5) for one in state.seats
        ]
        assert GAME.next_step(replace(state, seats=tuple(noted))) == GAME.next_step(state)


def test_stopping_what_has_happened_is_answering_in_time() -> None:
    found = 0
    for state in random_states(BASE + 2, version="knockout", hand=6) + random_states(BASE + 3):
        if not state.answerable or state.pending is None or not isinstance(GAME.next_step(state), Happens):
            continue
        happened = do(state, Happens(seat=state.pending.by))
        for seat in range(state.players):
            for choice in moves(state, seat):
                if isinstance(choice.event, Respond):
                    answer = events(choice)[0]
                    assert do(happened, answer) == do(state, answer), BASE
                    offered = [
                        event
                        for one in moves(happened, seat)
                        if isinstance(one.event, Respond)
                        for event in events(one)
                    ]
                    assert answer in offered, BASE
                    found += 1
    assert found


def test_an_effect_happens_at_once_and_can_be_stopped_until_the_next_act() -> None:
    state = played(begun(3), "1")
    step = GAME.next_step(state)
    assert step == Happens(seat=0)
    turned = do(state, step)
    assert turned.direction == -1
    assert GAME.next_step(turned) is None
    stop = Respond("4a", seat=1)
    assert do(turned, stop).direction == 1
    assert do(turned, NoteHand(("4a",), seat=2), stop).seats[2].notes == (Held("4a"),)
    assert refused(do(turned, EndTurn(seat=0)), stop) == ("STRUCT", "not_asked")


def test_who_stops_an_effect_can_be_stopped_in_turn() -> None:
    state = do(played(seated(begun(3), 1, bombs=2), "8c"), Declare(target=1, seat=0), Happens(seat=0))
    assert state.seats[1].bombs == 1
    stopped = do(state, Respond("0b", seat=1))
    assert stopped.seats[1].bombs == 2
    assert GAME.next_step(stopped) == Happens(seat=0)
    over = do(stopped, Happens(seat=0))
    assert over.pending is None
    again = pay(do(over, Respond("4a", seat=0)))
    assert do(again, Happens(seat=0)).seats[1].bombs == 1


def test_a_bell_in_front_is_asked_for_because_everybody_sees_it() -> None:
    state = pay(do(played(front(begun(3), 0, "11c"), "1"), Respond("4a", seat=1)))
    assert GAME.next_step(state) is None
    assert [one.event for one in moves(state, 0) if one.primary] == [Happens(seat=0)]
    assert GAME.next_step(pay(do(played(begun(3), "1"), Respond("4a", seat=1)))) == Happens(seat=0)


def test_the_only_target_is_not_asked_for() -> None:
    assert GAME.next_step(played(begun(2), "2")) == Declare(target=1, seat=0)
    assert GAME.next_step(played(begun(3), "2")) is None


def test_a_deck_without_bombs_pays_by_itself_and_picks_follow() -> None:
    state = begun(3)
    calm = replace(state, blank=replace(state.blank, bombs_least=0, bombs_most=0))
    assert GAME.next_step(do(calm, Play("1", seat=0))) == DrawBlanks(1, seat=0)
    assert GAME.next_step(do(state, Play("1", seat=0))) is None
    empty = do(played(seated(state, 1, hand=0), "1", pay_only=True, override=True), EndTurn(seat=0))
    assert GAME.next_step(pay(empty)) == PickAttack(2, seat=1)


def test_what_a_hand_turns_out_to_hold_is_never_passed() -> None:
    named = do(played(begun(3), "7b"), Declare(target=1, number=5, seat=0), Happens(seat=0))
    assert GAME.next_step(named) is None
    gone = replace(named, discard=tuple(Held(card) for card in ("5a", "5a", "5b", "5b") * 3))
    assert GAME.next_step(gone) == Act(seat=0)
    tossed = do(played(begun(3), "6a"), Happens(seat=0))
    assert GAME.next_step(tossed) is None
    assert not codes(tossed)

"""Banners before the game, a scanned deck and a set ambush stay their owner's: in views, choices, scans, stories,
exports and refusals. Everything a viewer gets is the same when it is worked out from the veiled table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import dragoborne_states
import pytest
from dragoborne_states import begun, do, in_main_phase, opened, seen
from hypothesis import given, settings
from hypothesis import strategies as st
from log_text import line

from rules import wire
from rules.game_protocol import Event, Refusal
from rules.games.dragoborne.ambushes import UseAmbush
from rules.games.dragoborne.combat import NoBlock
from rules.games.dragoborne.corrections import SetTurn
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.main_phase import SetAmbush, Summon
from rules.games.dragoborne.setup import LayBarriers, PlaceBanners, ScanDeck, UseDeck
from rules.games.dragoborne.state import State, veil
from rules.games.dragoborne.turn import EndTurn, RevealAmbush
from rules.testing.random_choices import filled

AMBUSHES = ("bramble_warden", "grasping_roots", "")
CARDS = [card.id for card in dragoborne_states.DECK.cards if card["type"] != "banner"]


def walk(seed: int) -> Iterator[tuple[State, list[Event]]]:
    """A random game with private notes and corrections in it, as (state, events so far)."""
    rng = random.Random(seed)
    state, events = opened(), list[Event]()
    for seat in (0, 1) if seed % 2 else ():
        deck = tuple(name for name in CARDS[seat * 18 : seat * 18 + 18] for _ in range(3))
        flags = ("banner_of_the_forge",) * 3 if seat == 0 else ("banner_of_the_deep",) * 2 + ("banner_of_the_dawn",)
        events += [ScanDeck(deck + flags, seat=seat), UseDeck("scanned", 54, seat=seat)]
    state = do(state, *events)
    for _ in range(140):
        offered = [choice for seat in (0, 1) for choice in GAME.choices(state, seat)]
        secret = [one for one in offered if isinstance(one.event, (SetAmbush, PlaceBanners))]
        usual = [one for one in offered if not one.correction]
        pool = secret if secret and rng.random() < 0.3 else offered if rng.random() < 0.05 else usual
        if not pool:
            return
        event = filled(rng.choice(pool), rng)
        state = GAME.apply(state, event)
        events.append(event)
        if state.phase == "over":
            return
        yield state, events


def received(state: State, viewer: int | None, events: list[Event]) -> list[Any]:
    """Everything that goes out to one viewer."""
    photo = [seen("bramble_warden"), seen("gatehouse_hound", 2), seen("flint_spark")]
    parts: list[Any] = [wire.encode(GAME.view(state, viewer)), wire.encode(GAME.score(state))]
    parts += [line(GAME, state, event, viewer) for event in events[-8:]]
    parts += [wire.event_to_json(GAME.redact(state, event, viewer)) for event in events]
    parts += [notice for notice in state.notices if notice.to in (None, viewer)]
    if viewer is not None:
        parts.append(wire.encode(GAME.choices(state, viewer)))
        parts += [wire.encode(GAME.scan(state, viewer, photo[:n])) for n in (1, 2, 3)]
    return parts


@pytest.mark.parametrize("seed", range(4))
def test_everything_can_be_worked_out_from_the_veiled_table(seed: int) -> None:
    for step, (state, events) in enumerate(walk(seed)):
        if step % 9 == 0:
            for viewer in (None, 0, 1):
                assert received(state, viewer, events) == received(veil(state, viewer), viewer, events), seed


@pytest.mark.parametrize("seed", range(3))
def test_refusals_speak_only_of_what_their_sender_may_know(seed: int) -> None:
    rng = random.Random(seed)
    for step, (state, _) in enumerate(walk(seed)):
        if step % 4:
            continue
        seat, card, fort = rng.randrange(2), rng.choice(CARDS), rng.choice("123")
        events: tuple[Event, ...] = (
            SetAmbush(fort, (), card, seat=seat),
            UseAmbush(fort, card, seat=seat),
            RevealAmbush(fort, card, seat=seat),
            Summon(card, fort, seat=seat),
            ScanDeck((card,), seat=seat),
            NoBlock(seat=seat),
            EndTurn(seat=seat),
        )
        for event in events:
            assert answer(state, event) == answer(veil(state, seat), event), (seed, event)


def answer(state: State, event: Event) -> Any:
    """What the sender is told: the refusal, or the notices that reach it."""
    try:
        after = GAME.apply(state, event)
    except Refusal as refusal:
        return refusal.code, refusal.text, refusal.rule
    return [notice for notice in after.notices if notice.to in (None, event.seat)]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(AMBUSHES), st.sampled_from(AMBUSHES))
def test_an_ambush_is_its_owners_alone(first: str, second: str) -> None:
    """Byte for byte what Ben and the table get, whichever card Ana set."""
    assert secretly(first) == secretly(second)


def secretly(card: str) -> list[Any]:
    event = SetAmbush("1", (), card, str(seen(card)) if card else "", seat=0)
    state = do(in_main_phase(begun(), 0), event)
    later = do(state, EndTurn(seat=0))
    return [received(one, viewer, [event]) for one in (state, later) for viewer in (1, None)]


@settings(max_examples=25, deadline=None)
@given(*[st.permutations(["red", "red", "green"])] * 2)
def test_banners_lie_face_down_until_the_game_begins(first: list[str], second: list[str]) -> None:
    assert placed(first) == placed(second)


def placed(colors: list[str]) -> list[Any]:
    event = PlaceBanners(*colors, seat=0)
    state = do(opened(), UseDeck("ember", seat=0), event, LayBarriers(seat=0))
    return [received(state, viewer, [event]) for viewer in (1, None)]


@settings(max_examples=15, deadline=None)
@given(*[st.sampled_from([CARDS[:13], CARDS[5:18], CARDS[18:31]])] * 2)
def test_a_scanned_deck_is_its_owners_alone(first: list[str], second: list[str]) -> None:
    assert scanned(first) == scanned(second)


def scanned(kinds: list[str]) -> list[Any]:
    note = ScanDeck(tuple(name for name in kinds for _ in range(4)) + ("banner_of_the_forge",) * 3, seat=0)
    use = UseDeck("scanned", 52, seat=0)
    return [received(do(opened(), note, use), viewer, [note, use]) for viewer in (1, None)]


@pytest.mark.parametrize("seed", range(4))
def test_what_others_get_can_be_played_again(seed: int) -> None:
    """The events as Ben's export has them lead to the table as Ben knows it."""
    for step, (state, events) in enumerate(walk(seed)):
        if step % 45 != 40:
            continue
        again = opened()
        for event in events:
            again = GAME.apply(again, GAME.redact(state, event, 1))
        shown, known = GAME.view(again, 1), GAME.view(state, 1)
        assert shown.blocks[1:5] == known.blocks[1:5], seed


def test_all_is_told_when_the_game_is_over() -> None:
    note = SetAmbush("1", (), "bramble_warden", seat=0)
    state = do(in_main_phase(begun(), 0), note)
    assert GAME.redact(state, note, 1) == SetAmbush("1", seat=0)
    over = wire.decode(State, {**wire.encode(state), "phase": "over"})
    assert GAME.redact(over, note, 1) == note


# --- corrections and overrides never show what somebody else has still to decide


def placing(colors: list[str], *, laid: bool) -> State:
    """Ana has placed her banners face down, Ben has not."""
    state = do(opened(), UseDeck("ember", seat=0), PlaceBanners(*colors, seat=0), UseDeck("tide", seat=1))
    return do(state, LayBarriers(seat=0)) if laid else state


@pytest.mark.parametrize("laid", [False, True])
def test_no_correction_turns_banners_up_that_lie_face_down(laid: bool) -> None:
    """Ben might otherwise say that the game is on already, look, take it back and place his own."""
    ways = ["red", "red", "green"], ["green", "red", "red"]
    first, second = (placing(colors, laid=laid) for colors in ways)
    tried = 0
    for seed in range(3):
        for choice in GAME.choices(first, 1):
            after = [GAME.apply(state, filled(choice, random.Random(seed))) for state in (first, second)]
            assert received(after[0], 1, []) == received(after[1], 1, []), choice.label
            tried += choice.correction
    assert tried
    assert answer(first, SetTurn(1, 5, seat=1, override=True))[0] == "banners_hidden"
    # Once nobody has anything to decide any more, or nobody has decided anything, the table may begin in the middle.
    both = do(first, PlaceBanners("blue", "blue", "yellow", seat=1))
    ready = do(both, *(() if laid else (LayBarriers(seat=0),)), LayBarriers(seat=1))
    for state in (opened(), ready):
        assert any(isinstance(choice.event, SetTurn) for choice in GAME.choices(state, 1))
        assert do(state, SetTurn(1, 5, seat=1, override=True)).turn == 5


@pytest.mark.parametrize("seed", range(3))
def test_no_override_or_correction_shows_an_ambush_or_a_scanned_deck(seed: int) -> None:
    """Whatever one player reports by hand, what the other noted stays theirs as long as the game is not decided."""
    rng = random.Random(seed)
    for step, (state, _) in enumerate(walk(seed)):
        if step % 25:
            continue
        for choice in GAME.choices(state, 1):
            if not choice.correction:
                continue
            event = filled(choice, rng)
            told = [GAME.apply(one, event) for one in (state, veil(state, 1))]
            if told[0].told_all:
                continue
            assert received(told[0], 1, []) == received(told[1], 1, []), (seed, choice.label)

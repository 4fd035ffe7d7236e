"""Which legendary was chosen and what was refracted stay their owner's: views, choices, scans, stories, refusals.

The strongest way to say it: everything a viewer gets is the same when it is worked out from the veiled table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import breeds_states
import pytest
from breeds_states import do, seen, table
from hypothesis import given, settings
from hypothesis import strategies as st
from log_text import line

from rules import wire
from rules.game_protocol import Event, Refusal
from rules.games.breeds.combat import Attack, Block, PlayDragon
from rules.games.breeds.corrections import SetRefracted
from rules.games.breeds.fireballs import Fireball
from rules.games.breeds.game import GAME
from rules.games.breeds.market import Trash
from rules.games.breeds.quests_and_tokens import Quest
from rules.games.breeds.setup import ChooseLegendary, ChooseStarter, ChooseSummoner
from rules.games.breeds.state import State, veil
from rules.testing.random_choices import filled

PHOTO = ("black_noctyrax", "teal_vael", "black_common_coin", "token_fireball", "teal_identity")


def walk(seed: int, players: int) -> Iterator[tuple[State, list[Event]]]:
    """A random game, corrections in it, as (state, events so far)."""
    rng = random.Random(seed)
    state, events = table(players), list[Event]()
    for _ in range(220):
        offered = GAME.choices(state, rng.randrange(players))
        fixes = [c for c in offered if isinstance(c.event, (ChooseLegendary, SetRefracted))]
        correct = bool(fixes) and rng.random() < 0.15
        event = filled(rng.choice(fixes), rng) if correct else breeds_states.anything(state, rng)
        state = GAME.apply(state, event)
        events.append(event)
        if state.phase == "over":
            return
        yield state, events


def received(state: State, viewer: int | None, events: list[Event]) -> list[Any]:
    """Everything that goes out to one viewer."""
    parts: list[Any] = [wire.encode(GAME.view(state, viewer)), wire.encode(GAME.score(state))]
    parts += [line(GAME, state, event, viewer) for event in events[-8:]]
    parts += [wire.event_to_json(GAME.redact(state, event, viewer)) for event in events]
    parts += [notice for notice in state.notices if notice.to in (None, viewer)]
    if viewer is not None:
        parts.append(wire.encode(GAME.choices(state, viewer)))
        parts += [wire.encode(GAME.scan(state, viewer, [seen(card)])) for card in PHOTO]
        parts.append(wire.encode(GAME.scan(state, viewer, [seen("black_common_coin"), seen("black_rare_coin")])))
    return parts


@pytest.mark.parametrize("seed", range(3))
def test_everything_can_be_worked_out_from_the_veiled_table(seed: int) -> None:
    for step, (state, events) in enumerate(walk(seed, 2 + seed)):
        if step % 17 == 0:
            for viewer in (None, *range(state.players)):
                assert received(state, viewer, events) == received(veil(state, viewer), viewer, events), seed


def answer(state: State, event: Event, listener: int | None) -> Any:
    """What a listener is told: the refusal, or the notices that reach them."""
    try:
        after = GAME.apply(state, event)
    except Refusal as refusal:
        return refusal.code, refusal.text, refusal.rule
    return [notice for notice in after.notices if notice.to in (None, listener)]


@pytest.mark.parametrize("seed", range(2))
def test_refusals_speak_only_of_what_their_sender_may_know(seed: int) -> None:
    rng = random.Random(seed)
    for step, (state, _) in enumerate(walk(seed, 3)):
        if step % 6:
            continue
        seat, card = rng.randrange(3), rng.choice(("black_noctyrax", "teal_vael", "teal_crusher", "dragon"))
        for event in (
            PlayDragon(card, 3, seat=seat),
            Block(card, "d1", 3, seat=seat),
            Trash(card, seat=seat),
            Fireball("d2", seat=seat),
            Attack((seat + 1) % 3, refracted=True, seat=seat),
            Quest(0, seat=seat),
        ):
            assert answer(state, event, seat) == answer(veil(state, seat), event, seat), (seed, event)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_two_games_that_differ_in_a_legendary_look_the_same(seed: int, told: bool) -> None:
    """Byte for byte: what Ben and the table get when Ana's hidden legendary is the other one, all else equal."""
    assert secretly("black_noctyrax", seed) == secretly("black_maldrath" if told else "", seed)


def secretly(card: str, seed: int) -> list[Any]:
    """What Ben and the table get along a game whose moves do not hang on Ana's secret."""
    rng = random.Random(seed)
    choice = ChooseLegendary(card, seat=0)
    events: list[Event] = [ChooseSummoner("black", seat=0), ChooseSummoner("teal", seat=1), choice]
    events += [ChooseLegendary("teal_vael", seat=1), ChooseStarter(0, seat=0)]
    state = do(table(2), *events)
    got = [received(state, viewer, events) for viewer in (1, None)]
    for _ in range(25):
        if GAME.over(state):
            break
        event = breeds_states.anything(veiled_choices(state), rng)
        state = GAME.apply(state, event)
        events.append(event)
    return [*got, *([] if GAME.over(state) else [received(state, viewer, events) for viewer in (1, None)])]


def veiled_choices(state: State) -> State:
    """The table in which Ana's own choices do not name her legendary either."""
    first = replace(state.seats[0], legendary="")
    return replace(state, seats=(first, *state.seats[1:]))


def test_a_refracted_dragon_lies_face_down_for_everybody_else() -> None:
    shown = []
    for card in ("black_venomous", "black_sootling"):
        state = do(breeds_states.begun(3, colours=("black", "teal", "white")), SetRefracted(card, 2, 1, seat=0))
        event = SetRefracted(card, 2, 1, seat=0)
        own = GAME.view(state, 0)
        assert wire.encode(own) != wire.encode(GAME.view(state, 1))
        shown.append([received(state, viewer, [event]) for viewer in (1, 2, None)])
    assert shown[0] == shown[1]


def test_the_secret_is_told_when_the_game_is_over() -> None:
    choice = ChooseLegendary("black_noctyrax", seat=0)
    state = breeds_states.begun()
    assert GAME.redact(state, choice, 1) == ChooseLegendary(seat=0)
    assert GAME.redact(replace(state, phase="over"), choice, 1) == choice
    hidden = GAME.redact(state, choice, 1)
    assert wire.event_from_json(GAME.events, wire.event_to_json(hidden)) == hidden

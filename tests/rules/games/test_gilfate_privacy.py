"""What a phone noted of its own hand stays there: in views, choices, scans, stories, exports and refusals.

The strongest way to say it: everything a viewer gets is the same when it is worked out from the veiled table, in
which whatever that viewer may not know is gone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import gilfate_states
import pytest
from gilfate_states import begun, do, played, seen, table
from hypothesis import given, settings
from hypothesis import strategies as st
from log_text import line

from rules import wire
from rules.game_protocol import Event, Refusal
from rules.games.gilfate.answers import Happens, Respond
from rules.games.gilfate.game import GAME
from rules.games.gilfate.play import Declare, Play
from rules.games.gilfate.rounds import AddSecret, Gone, NoteHand, ShowHand, StartRound
from rules.games.gilfate.state import State, veil
from rules.testing.random_choices import filled

ATTACKS = [card.id for card in gilfate_states.DECK.cards if card["kind"] == "attack"]


def walk(seed: int, players: int, **options: Any) -> Iterator[tuple[State, list[Event]]]:
    """A random game, private notes and corrections in it, as (state, events so far)."""
    rng = random.Random(seed)
    state, events = table(players, **options), list[Event]()
    for _ in range(160):
        seat = rng.randrange(players)
        offered = GAME.choices(state, seat)
        private = [c for c in offered if isinstance(c.event, (NoteHand, Gone, AddSecret))]
        if private and rng.random() < 0.25:
            event = filled(rng.choice(private), rng)
        elif rng.random() < 0.06:
            event = filled(rng.choice(offered), rng)
        else:
            event = gilfate_states.anything(state, rng)
        state = GAME.apply(state, event)
        events.append(event)
        if state.phase == "over":
            return
        yield state, events


def received(state: State, viewer: int | None, events: list[Event]) -> list[Any]:
    """Everything that goes out to one viewer."""
    photo = [seen("5a"), seen("0b", 2), seen("12a")]
    parts: list[Any] = [wire.encode(GAME.view(state, viewer)), wire.encode(GAME.score(state))]
    parts += [line(GAME, state, event, viewer) for event in events[-8:]]
    parts += [wire.event_to_json(GAME.redact(state, event, viewer)) for event in events]
    parts += [notice for notice in state.notices if notice.to in (None, viewer)]
    if viewer is not None:
        parts.append(wire.encode(GAME.choices(state, viewer)))
        parts += [wire.encode(GAME.scan(state, viewer, photo[:n])) for n in (1, 2, 3)]
        parts.append(wire.encode(GAME.scan(state, viewer, [seen("bomb"), seen("blank")])))
    return parts


@pytest.mark.parametrize("seed", range(4))
def test_everything_can_be_worked_out_from_the_veiled_table(seed: int) -> None:
    players = 2 + seed
    version = ("no_knockout", "knockout", "all_cards", "no_knockout")[seed]
    for step, (state, events) in enumerate(walk(seed, players, version=version, secret_bombs=seed % 2 == 0)):
        if step % 13 == 0:
            for viewer in (None, *range(players)):
                assert received(state, viewer, events) == received(veil(state, viewer), viewer, events), seed


@pytest.mark.parametrize("seed", range(3))
def test_refusals_speak_only_of_what_their_sender_may_know(seed: int) -> None:
    """Any event of a seat gets the same answer from the veiled table as from the true one."""
    rng = random.Random(seed)
    for step, (state, _) in enumerate(walk(seed, 3)):
        if step % 5:
            continue
        seat, card = rng.randrange(3), rng.choice(ATTACKS)
        code = str(seen(card))
        for event in (
            Play(card, code, seat=seat),
            Respond(card, code, seat=seat),
            NoteHand((card,), (code,), seat=seat),
            Gone(card, seat=seat),
            ShowHand((card,), (code,), seat=seat),
        ):
            assert answer(state, event) == answer(veil(state, seat), event), seed


def answer(state: State, event: Event) -> Any:
    """What the sender is told: the refusal, or the notices that reach it."""
    try:
        after = GAME.apply(state, event)
    except Refusal as refusal:
        return refusal.code, refusal.text, refusal.rule
    return [notice for notice in after.notices if notice.to in (None, event.seat)]


@settings(max_examples=40)
@given(st.data())
def test_two_games_that_differ_in_a_secret_look_the_same(data: st.DataObject) -> None:
    """Byte for byte: what Ben's phone gets when Ana's hidden cards are others, at the same rev, with all else equal."""
    fate = data.draw(st.sampled_from(["noted", "noted anew", "exchanged", "played another"]), label="what became of it")
    first, second = data.draw(st.tuples(st.sampled_from(ATTACKS), st.sampled_from(ATTACKS)), label="Ana's cards")
    assert secretly(first, fate) == secretly(second, fate)


def secretly(card: str, fate: str) -> list[Any]:
    """What Ben and the table get after Ana noted a card and something happened to her hand."""
    state, note = begun(2, first=1), NoteHand((card, "5b"), seat=0)
    events: list[Event] = {
        "noted": [note],
        "noted anew": [note, NoteHand((card,), (str(seen(card)),), anew=True, seat=0)],
        "exchanged": [note],
        "played another": [note],
    }[fate]
    state = do(state, *events)
    if fate == "exchanged":
        state = do(played(state, "2"), Declare(target=0, seat=1), Happens(seat=1), Gone(card, seat=0))
        events = [*events, Gone(card, seat=0)]
    if fate == "played another":
        state = do(played(state, "1"), Respond("4a", discard="12c", seat=0))
    return [received(state, viewer, events) for viewer in (1, None)]


@pytest.mark.parametrize("bomb", [True, False])
def test_a_secret_card_is_its_players_alone(bomb: bool) -> None:
    state = do(table(2, secret_bombs=True), AddSecret(bomb, seat=0))
    other = do(table(2, secret_bombs=True), AddSecret(not bomb, seat=0))
    assert received(state, 1, [AddSecret(bomb, seat=0)]) == received(other, 1, [AddSecret(not bomb, seat=0)])
    assert line(GAME, state, AddSecret(bomb, seat=0), 0) != line(GAME, state, AddSecret(bomb, seat=0), 1)


def test_notes_are_told_when_the_game_is_over() -> None:
    *_, (state, _) = walk(1, 2)
    note = NoteHand(("5a",), seat=0)
    assert GAME.redact(state, note, 1) == NoteHand(seat=0)
    over = state
    over = wire.decode(State, {**wire.encode(over), "phase": "over"})
    assert GAME.redact(over, note, 1) == note


def test_redacted_events_are_events_of_the_game_and_change_nothing_secret() -> None:
    note = NoteHand(("5a", "6b"), (str(seen("5a")), str(seen("6b"))), anew=True, seat=0)
    state = do(table(2), StartRound(0), note)
    hidden = GAME.redact(state, note, 1)
    assert wire.event_from_json(GAME.events, wire.event_to_json(hidden)) == hidden
    assert GAME.apply(do(table(2), StartRound(0)), hidden) == do(table(2), StartRound(0))

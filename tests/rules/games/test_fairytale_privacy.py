"""What others hide stays hidden: in views, choices, scans, stories, exports and refusals.

The strongest way to say it: everything a viewer gets is the same when it is worked out from the veiled table, in
which whatever that viewer may not know has been replaced by None.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import fairytale_states
import pytest
from fairytale_states import code, do, laid, seen, table
from hypothesis import given, settings
from hypothesis import strategies as st
from log_text import line

from rules import wire
from rules.game_protocol import Event, Refusal
from rules.games.fairytale.corrections import AddCard
from rules.games.fairytale.game import GAME
from rules.games.fairytale.play import NameCard, Select, Unselect
from rules.games.fairytale.scan import ReadTableau
from rules.games.fairytale.stages_and_draft import LogPick, NextStage
from rules.games.fairytale.state import State, veil
from rules.values.code import CardCode, parse


def walk(seed: int, players: int, **options: Any) -> Iterator[tuple[State, list[Event]]]:
    """A random game, corrections and all, as (state, events so far)."""
    rng = random.Random(seed)
    state, events = table(players, **options), list[Event]()
    for _ in range(220):
        seat = rng.randrange(state.players)
        offered = GAME.choices(state, seat)
        usual = [choice for choice in offered if not choice.correction]
        choice = rng.choice(offered if rng.random() < 0.12 or not usual else usual)
        event = scanned(state, fairytale_states.filled(choice, rng), rng)
        state = GAME.apply(state, event)
        events.append(event)
        yield state, events
        if state.over:
            return


def scanned(state: State, event: Event, rng: random.Random) -> Event:
    """The same event as a scan would have it, with a printed code, where no rule stands against that."""
    if not isinstance(event, (Select, AddCard, NameCard)) or not event.card or rng.random() < 0.2:
        return event
    copies = fairytale_states.DECK.by_id[event.card].copies
    coded = replace(event, code=code(event.card, rng.randint(1, copies)))
    return coded if answer(state, coded) is None else event


def hidden_codes(state: State, viewer: int | None) -> list[CardCode]:
    """The printed codes of cards that others hide: what a nosy phone would like to know about."""
    down = [one.code for seat, own in enumerate(state.tableaus) if seat != viewer for one in own if not one.up]
    placed = [one.code for seat, one in enumerate(state.placed) if seat != viewer and one is not None]
    return [parse(text) for text in (*down, *placed) if text]


def received(state: State, viewer: int | None, events: list[Event], nosy: list[CardCode]) -> list[Any]:
    """Everything that goes out to one viewer, who scans the ``nosy`` codes among others."""
    photo = [*nosy[-2:], seen("homesteader", 1), seen("dragons_lair", 2)]
    parts: list[Any] = [wire.encode(GAME.view(state, viewer))]
    parts += [line(GAME, state, event, viewer) for event in events]
    parts += [wire.event_to_json(GAME.redact(state, event, viewer)) for event in events]
    parts += [notice for notice in state.notices if notice.to in (None, viewer)]
    if viewer is not None:
        parts.append(wire.encode(GAME.choices(state, viewer)))
        parts += [wire.encode(GAME.scan(state, viewer, photo[:n])) for n in range(len(photo) + 1)]
    return parts


@pytest.mark.parametrize("seed", range(8))
def test_everything_can_be_worked_out_from_the_veiled_table(seed: int) -> None:
    players = 2 + seed % 4
    for step, (state, events) in enumerate(walk(seed, players, count_face_down=seed % 3 == 0)):
        if step % 11:
            continue
        for viewer in (None, *range(state.players)):
            if not state.over:
                nosy = hidden_codes(state, viewer)
                true, veiled = (received(one, viewer, events, nosy) for one in (state, veil(state, viewer)))
                assert true == veiled, seed


@pytest.mark.parametrize("seed", range(6))
def test_refusals_speak_only_of_what_their_sender_may_know(seed: int) -> None:
    """Any event of a seat gets the same answer from the veiled table as from the true one."""
    rng = random.Random(seed)
    cards = [card.id for card in fairytale_states.DECK.cards if not card["expert"]]
    for step, (state, _) in enumerate(walk(seed, 3)):
        if step % 5 or state.over:
            continue
        seat = rng.randrange(3)
        card = rng.choice(cards)
        printed = code(card, rng.randint(1, 3))
        nosy = hidden_codes(state, seat)
        if nosy and rng.random() < 0.7:
            found = rng.choice(nosy)
            card, printed = fairytale_states.DECK.by_code[found.card].id, str(found)
        for event in (
            Select(card, printed, seat=seat),
            LogPick((card,), (printed,), seat=seat),
            AddCard(card, printed, seat=seat),
            ReadTableau((printed,), (printed,), seat=seat),
            *(NameCard(one.uid, card, seat=seat) for one in state.tableaus[seat][:1]),
        ):
            assert answer(state, event) == answer(veil(state, seat), event), seed


def answer(state: State, event: Event) -> tuple[str, str, str] | None:
    """The refusal of an event, or None where it is accepted."""
    try:
        GAME.apply(state, event)
    except Refusal as refusal:
        return refusal.code, refusal.text, refusal.rule
    return None


@settings(max_examples=60)
@given(st.data())
def test_two_games_that_differ_in_a_secret_look_the_same(data: st.DataObject) -> None:
    """Byte for byte: what Ben's phone gets when Ana hides another card, at the same rev and with all else equal."""
    basic = [card.id for card in fairytale_states.DECK.cards if not card["expert"]]
    first, second = data.draw(st.tuples(st.sampled_from(basic), st.sampled_from(basic)), label="Ana's cards")
    fate = data.draw(st.sampled_from(["placed", "taken back", "noted", "face down"]), label="what became of it")
    assert secretly(first, fate) == secretly(second, fate)


def secretly(card: str, fate: str) -> list[Any]:
    """What Ben and the table get after Ana did something secret with a card."""
    state = do(laid("moss_keeper -owl_chronicler", "hearth_fiddler", stage=4), *[])
    events: list[Event] = {
        "placed": [Select(card, code(card), "0.3", seat=0)],
        "taken back": [Select(card, code(card), "0.3", seat=0), Unselect(seat=0), Select(None, uid="0.4", seat=0)],
        "noted": [LogPick((card,), (code(card),), seat=0)],
        "face down": [AddCard(card, code(card), False, "0.a1", seat=0, override=True)],
    }[fate]
    state = do(state, *events)
    return [received(state, viewer, events, []) for viewer in (1, None)] + [
        str(answer(state, Select(name, code(name), seat=1))) for name in ("homesteader", "dragons_lair", "eclipse")
    ]


def test_a_log_names_a_card_only_while_that_one_lies_open() -> None:
    """Two equal cards: the open one is named, the placed one is not, and a hidden one is no more."""
    first, second = Select("homesteader", uid="0.1", seat=0), Select("homesteader", uid="0.2", seat=0)
    start = do(table(2), NextStage(2))
    placed = do(start, first)
    assert line(GAME, placed, first, 1) == "{p0} placed a card"
    assert line(GAME, placed, first, 0) == "{p0} placed Homesteader"
    shown = do(placed, Select("moss_keeper", uid="1.1", seat=1))
    assert line(GAME, shown, first, 1) == "{p0} placed Homesteader"
    both = do(shown, second)
    assert line(GAME, both, second, 1) == "{p0} placed a card"
    assert GAME.redact(both, second, None) == replace(second, card=None)
    assert GAME.redact(both, first, None) == first


def test_after_the_end_everything_may_be_told() -> None:
    state = laid("-homesteader", "moss_keeper", stage=9)
    select = Select("homesteader", code("homesteader"), "0.1", seat=0)
    assert GAME.redact(state, select, 1) == replace(select, card=None, code="")
    over = replace(state, over=True)
    assert GAME.redact(over, select, 1) == select
    assert GAME.view(over, 1).blocks[2].rows[0].cards[0].name == "Homesteader"  # type: ignore[union-attr]


def test_redacted_events_are_events_of_the_game() -> None:
    *_, (_, events) = walk(4, 3)
    start = table(3)
    for event in events:
        hidden = GAME.redact(start, event, None)
        assert wire.event_from_json(GAME.events, wire.event_to_json(hidden)) == hidden
        assert "homesteader" not in str(hidden)


def test_an_interim_score_counts_what_its_owner_knows_and_nobody_else() -> None:
    state = laid("homesteader -homesteader", "homesteader", count_face_down=True)

    def points(viewer: int | None) -> list[int | None]:
        return [row.points for row in GAME.view(state, viewer).blocks[2].rows]  # type: ignore[union-attr]

    assert (points(0), points(1), points(None)) == ([2, None], [None, 1], [None, None])
    assert [s.total for s in GAME.score(state).seats] == [1, 1]

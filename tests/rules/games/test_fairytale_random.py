"""Random players: only what is offered, from two to five seats, to the end; and what holds on the way."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import fairytale_states
import pytest
from fairytale_states import table
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant
from random_table import RandomTable

from rules.games.fairytale import score
from rules.games.fairytale.deck import Value
from rules.games.fairytale.game import GAME
from rules.games.fairytale.naming_cards import possible
from rules.games.fairytale.score import shown
from rules.games.fairytale.stages_and_draft import NextStage
from rules.games.fairytale.state import State, facts_of, next_uid, open_duties

CAP = 1_500
BASE = int(os.environ.get("TABLEWRIGHT_SEED", random.randrange(10**6)))
"""Seeds vary from run to run. A failure prints its own; TABLEWRIGHT_SEED brings the run back."""


@pytest.fixture(autouse=True)
def _shows_the_seed() -> None:
    print(f"TABLEWRIGHT_SEED={BASE}")  # noqa: T201 - pytest shows it where a test fails


@pytest.mark.parametrize("game", range(3))
def test_random_score_sheets_reach_the_end(game: int) -> None:
    seed = BASE + game
    rng = random.Random(seed)
    state = table(1 + game % 5, "score")
    for _ in range(CAP):
        if GAME.over(state):
            return
        state = GAME.apply(
            state, fairytale_states.filled(rng.choice(fairytale_states.moves(state, rng.randrange(state.players))), rng)
        )
    pytest.fail(f"no end within {CAP} events, seed {seed}")


@pytest.mark.parametrize("game", range(3))
def test_somebody_can_always_go_on(game: int) -> None:
    """Nothing blocks the table: at every moment some seat has a move, and every seat's corrections are there."""
    seed = BASE + game
    rng = random.Random(seed)
    state = table(3)
    while not state.over:
        offered = [fairytale_states.moves(state, seat) for seat in range(3)]
        assert any(offered), seed
        assert all(any(c.correction for c in GAME.choices(state, seat)) for seat in range(3)), seed
        state = GAME.apply(state, fairytale_states.filled(rng.choice([c for own in offered for c in own]), rng))


def test_every_offered_correction_is_accepted() -> None:
    rng = random.Random(BASE)
    kinds: Counter[str] = Counter()
    for players in (2, 3, 5):
        state = table(players, expert=True)
        for _ in range(250):
            seat = rng.randrange(state.players)
            offered = GAME.choices(state, seat)
            for choice in offered:
                if choice.correction:
                    GAME.apply(state, fairytale_states.filled(choice, rng))
                    kinds[type(choice.event).__name__] += 1
            usual = [choice for choice in offered if not choice.correction]
            if usual and not state.over:
                state = GAME.apply(state, fairytale_states.filled(rng.choice(usual), rng))
    assert set(kinds) >= {
        "SetFace",
        "AddCard",
        "RemoveCard",
        "NameCard",
        "SetStage",
        "DiscardRest",
        "NextStage",
        "AskReveal",
    }


def test_choices_have_prompts_and_prompts_have_choices() -> None:
    rng = random.Random(BASE)
    state = table(4, unflip_optional=True)
    while not state.over:
        for seat in range(4):
            keys = [prompt.key for prompt in GAME.view(state, seat).prompts]
            answers = [choice.prompt for choice in fairytale_states.moves(state, seat) if choice.prompt]
            assert set(keys) == set(answers), BASE
            assert len(keys) == len(set(keys)), BASE
        offered = [choice for seat in range(4) for choice in fairytale_states.moves(state, seat)]
        state = GAME.apply(state, fairytale_states.filled(rng.choice(offered), rng))


def as_question(state: State) -> dict[str, Any]:
    """The table as a calculator is asked about it: every card by the name the deck gives it."""
    values = {
        card.id: {
            "faction": facts_of(card.id).faction,
            "effects": [
                {"who": e.who, "what": e.verb, "amount": e.amount, "faction": e.faction}
                for e in facts_of(card.id).effects
            ],
            "value": value_as_asked(facts_of(card.id).value),
        }
        for card in fairytale_states.DECK.cards
    }
    tableaus = {
        str(seat): [{"id": one.uid, "card": one.card, "face": "up" if one.up else "down"} for one in own]
        for seat, own in enumerate(state.tableaus)
    }
    options = {option.id: getattr(state.house, option.id) for option in GAME.info.options}
    return {"cards": values, "tableaus": tableaus, "options": options}


def value_as_asked(value: Value) -> dict[str, Any]:
    """A value in the calculators' words; friends are named by card id there."""
    ids = {card.name: card.id for card in fairytale_states.DECK.cards}
    of = {"name": ids[value.name]} if value.name else {"faction": value.faction}
    return {"kind": value.kind, "points": value.points, "of": of, "friend": ids.get(value.name)}


@pytest.mark.parametrize("game", range(6))
def test_the_table_and_the_calculators_agree(game: int) -> None:
    """Every reveal and the final score of a random game, asked of the calculators with the answers that were given."""
    seed = BASE + game
    rng = random.Random(seed)
    options: dict[str, Any] = {option.id: rng.choice(option.values) for option in GAME.info.options}
    state = table(2 + game % 4, **options)
    while state.stage < 9:
        if state.stage % 2 or state.closed:
            state = fairytale_states.do(state, NextStage(state.stage + 1))
            continue
        seats = range(state.players)
        question = as_question(state) | {"revealed": {str(seat): next_uid(state, seat) for seat in seats}}
        cards = [rng.choice(possible(state, seat)).id for seat in seats]
        for seat, card in enumerate(cards):
            question["tableaus"][str(seat)].append({"id": next_uid(state, seat), "card": card, "face": "up"})
        state = fairytale_states.place(state, *cards)
        answers: dict[str, dict[str, list[str]]] = {}
        while open_duties(state):
            duty = rng.choice(open_duties(state))
            uids = rng.sample(duty.candidates, rng.randint(duty.low, duty.high))
            answers.setdefault(str(duty.need.seat), {})[duty.need.step] = uids
            state = fairytale_states.choose(state, duty.need.seat, duty.need.step, *uids)
        found = GAME.calculators["resolve"](question | {"choices": answers})
        faces = {one.uid: "up" if one.up else "down" for own in state.tableaus for one in own}
        assert (found["faces"], found["pending"], found["unused_choices"]) == (faces, False, []), seed
    found = GAME.calculators["score"](as_question(state))
    sheet = GAME.score(state)
    assert found["totals"] == {str(own.seat): own.total for own in sheet.seats}, seed
    assert found["winners"] == [str(seat) for seat in sheet.winners], seed


class Table(RandomTable):
    """Tracked and only scored, both readings of two house rules."""

    game = GAME

    @initialize(
        players=st.integers(2, 5), count=st.booleans(), optional=st.booleans(), mode=st.sampled_from(["play", "score"])
    )
    def open(self, players: int, *, count: bool, optional: bool, mode: Any) -> None:
        self.begin(players, {"count_face_down": count, "unflip_optional": optional}, mode)

    @invariant()
    def points_are_what_the_calculator_says(self) -> None:
        state = self.state
        if state.stage == 9:
            totals = score.totals(score.score(shown(state, None), state.house))
            assert tuple(own.total for own in GAME.score(state).seats) == totals


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)

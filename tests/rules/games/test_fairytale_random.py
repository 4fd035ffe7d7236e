"""Random players: only what is offered, from two to five seats, to the end; and what holds on the way."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest
import tale
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tale import table

from rules import wire
from rules.games.fairytale import scoring, stages
from rules.games.fairytale.events import EVENTS, NextStage
from rules.games.fairytale.game import GAME
from rules.games.fairytale.model import Value
from rules.games.fairytale.offers import possible
from rules.games.fairytale.state import State, deck_in_use, deck_left, facts_of, next_uid, open_duties, resolving
from rules.games.fairytale.tally import shown
from rules.log import Begin, Entry, Log, Undo
from rules.table import Refusal
from rules.terminal import render

CAP = 1_500
GAMES = int(os.environ.get("TABLEWRIGHT_GAMES", "24"))
BASE = int(os.environ.get("TABLEWRIGHT_SEED", random.randrange(10**6)))
"""Seeds vary from run to run. A failure prints its own; TABLEWRIGHT_SEED brings the run back."""


@pytest.fixture(autouse=True)
def _shows_the_seed() -> None:
    print(f"TABLEWRIGHT_SEED={BASE}")  # noqa: T201 - pytest shows it where a test fails


def invariants(state: State) -> None:
    """What rules.md 1b and 1c promise of every table of a tracked game without corrections."""
    wide = state.players
    assert {len(state.tableaus), len(state.placed), len(state.noted)} == {wide}
    assert 1 <= state.stage <= 9
    assert all(len(own) <= stages.TABLEAU_MAX for own in state.tableaus)
    assert all(len(own) <= stages.HAND for own in state.noted)
    uids = [one.uid for own in state.tableaus for one in own] + [one.uid for one in state.placed if one]
    assert len(uids) == len(set(uids))
    assert deck_left(state) >= 0
    rounds = (state.stage - 1) // 2
    played = state.played if state.stage % 2 == 0 else 0
    waiting = 1 if resolving(state) else 0
    expected = stages.PLAYS * rounds + played + waiting if state.stage < 9 else stages.TABLEAU_MAX
    assert {len(own) for own in state.tableaus} == {expected}
    ended = stages.counts(wide, state.stage - 1, deck_in_use(state).size) if state.stage > 1 else None
    before = ended.discard if ended else 0
    assert state.discarded == before + (2 * wide if state.closed else 0)
    # An open question always has more to choose from than it takes, or a way to decline.
    assert all(len(duty.candidates) > duty.low for duty in open_duties(state))


@pytest.mark.parametrize("game", range(GAMES))
def test_random_players_reach_the_end(game: int) -> None:
    seed = BASE + game
    rng = random.Random(seed)
    options: dict[str, Any] = {option.id: rng.choice(option.values) for option in GAME.info.options}
    state = table(2 + game % 4, **options)
    for _ in range(CAP):
        if GAME.over(state):
            break
        seat = rng.randrange(state.players)
        offered = tale.moves(state, seat)
        if not offered:
            continue
        event = tale.filled(rng.choice(offered), rng)
        after = GAME.apply(state, event)
        assert wire.event_from_json(EVENTS, wire.event_to_json(event)) == event
        state = after
        invariants(state)
    else:
        pytest.fail(f"no end within {CAP} events, seed {seed}")
    assert wire.decode(State, wire.encode(state)) == state
    sheet = GAME.score(state)
    assert sheet.final
    assert sheet.winners
    assert all(own.total == sum(line.points for line in own.lines) for own in sheet.seats)


@pytest.mark.parametrize("game", range(max(2, GAMES // 8)))
def test_random_score_sheets_reach_the_end(game: int) -> None:
    seed = BASE + game
    rng = random.Random(seed)
    state = table(1 + game % 5, "score")
    for _ in range(CAP):
        if GAME.over(state):
            return
        state = GAME.apply(state, tale.filled(rng.choice(tale.moves(state, rng.randrange(state.players))), rng))
    pytest.fail(f"no end within {CAP} events, seed {seed}")


@pytest.mark.parametrize("seed", [BASE, BASE + 1, BASE + 2])
def test_somebody_can_always_go_on(seed: int) -> None:
    """Nothing blocks the table: at every moment some seat has a move, and every seat's corrections are there."""
    rng = random.Random(seed)
    state = table(3)
    while not state.over:
        offered = [tale.moves(state, seat) for seat in range(3)]
        assert any(offered), seed
        assert all(any(c.correction for c in GAME.choices(state, seat)) for seat in range(3)), seed
        state = GAME.apply(state, tale.filled(rng.choice([c for own in offered for c in own]), rng))


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
                    GAME.apply(state, tale.filled(choice, rng))
                    kinds[type(choice.event).__name__] += 1
            usual = [choice for choice in offered if not choice.correction]
            if usual and not state.over:
                state = GAME.apply(state, tale.filled(rng.choice(usual), rng))
    assert set(kinds) >= {
        "SetFace",
        "AddCard",
        "RemoveCard",
        "NameCard",
        "SetStage",
        "DiscardRest",
        "NextStage",
        "Reveal",
    }


def test_choices_have_prompts_and_prompts_have_choices() -> None:
    rng = random.Random(BASE)
    state = table(4, unflip_optional=True)
    while not state.over:
        for seat in range(4):
            keys = [prompt.key for prompt in GAME.view(state, seat).prompts]
            answers = [choice.prompt for choice in tale.moves(state, seat) if choice.prompt]
            assert set(keys) == set(answers), BASE
            assert len(keys) == len(set(keys)), BASE
        offered = [choice for seat in range(4) for choice in tale.moves(state, seat)]
        state = GAME.apply(state, tale.filled(rng.choice(offered), rng))


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
        for card in tale.DECK.cards
    }
    tableaus = {
        str(seat): [{"id": one.uid, "card": one.card, "face": "up" if one.up else "down"} for one in own]
        for seat, own in enumerate(state.tableaus)
    }
    options = {option.id: getattr(state.house, option.id) for option in GAME.info.options}
    return {"cards": values, "tableaus": tableaus, "options": options}


def value_as_asked(value: Value) -> dict[str, Any]:
    """A value in the calculators' words; friends are named by card id there."""
    ids = {card.name: card.id for card in tale.DECK.cards}
    of = {"name": ids[value.name]} if value.name else {"faction": value.faction}
    return {"kind": value.kind, "points": value.points, "of": of, "friend": ids.get(value.name)}


@pytest.mark.parametrize("game", range(max(4, GAMES // 4)))
def test_the_table_and_the_calculators_agree(game: int) -> None:
    """Every reveal and the final score of a random game, asked of the calculators with the answers that were given."""
    seed = BASE + game
    rng = random.Random(seed)
    options: dict[str, Any] = {option.id: rng.choice(option.values) for option in GAME.info.options}
    state = table(2 + game % 4, **options)
    while state.stage < 9:
        if state.stage % 2 or state.closed:
            state = tale.do(state, NextStage(state.stage + 1))
            continue
        seats = range(state.players)
        question = as_question(state) | {"revealed": {str(seat): next_uid(state, seat) for seat in seats}}
        cards = [rng.choice(possible(state, seat)).id for seat in seats]
        for seat, card in enumerate(cards):
            question["tableaus"][str(seat)].append({"id": next_uid(state, seat), "card": card, "face": "up"})
        state = tale.place(state, *cards)
        answers: dict[str, dict[str, list[str]]] = {}
        while open_duties(state):
            duty = rng.choice(open_duties(state))
            uids = rng.sample(duty.candidates, rng.randint(duty.low, duty.high))
            answers.setdefault(str(duty.need.seat), {})[duty.need.step] = uids
            state = tale.choose(state, duty.need.seat, duty.need.step, *uids)
        found = GAME.calculators["resolve"](question | {"choices": answers})
        faces = {one.uid: "up" if one.up else "down" for own in state.tableaus for one in own}
        assert (found["faces"], found["pending"], found["unused_choices"]) == (faces, False, []), seed
    found = GAME.calculators["score"](as_question(state))
    sheet = GAME.score(state)
    assert found["totals"] == {str(own.seat): own.total for own in sheet.seats}, seed
    assert found["winners"] == [str(seat) for seat in sheet.winners], seed


class Table(RuleBasedStateMachine):
    """A table with a log: anything offered, anything senseless, undo in between."""

    @initialize(
        players=st.integers(2, 5), count=st.booleans(), optional=st.booleans(), mode=st.sampled_from(["play", "score"])
    )
    def open(self, players: int, *, count: bool, optional: bool, mode: Any) -> None:
        self.log: Log[Any] = Log(GAME)
        options = (("count_face_down", count), ("unflip_optional", optional))
        self.push(Begin(players, options, mode))

    def push(self, event: Any) -> None:
        self.log = self.log.push(Entry(self.log.rev + 1, str(self.log.rev), 0.0, event.seat, event))

    @property
    def state(self) -> State:
        state = self.log.table.state
        assert state is not None
        return state

    @rule(data=st.data(), seat=st.integers(0, 4), seed=st.integers(0, 10**6))
    def offered(self, data: st.DataObject, seat: int, seed: int) -> None:
        """Whatever is offered is accepted, corrections included."""
        choices = GAME.choices(self.state, seat % self.state.players)
        if choices:
            choice = data.draw(st.sampled_from(range(len(choices))))
            self.push(tale.filled(choices[choice], random.Random(seed)))

    @rule(kind=st.sampled_from(EVENTS), data=st.data())
    def anything(self, kind: Any, data: st.DataObject) -> None:
        """An event out of thin air is accepted or refused with a reason; a refusal changes nothing."""
        event = data.draw(st.from_type(kind))
        before, encoded = self.state, wire.encode(self.state)
        refusal: Refusal | None = None
        try:
            self.push(event)
        except Refusal as caught:
            refusal = caught
        if refusal is not None:
            assert refusal.code
            assert refusal.text
            assert self.state is before
            assert wire.encode(self.state) == encoded

    @precondition(lambda self: self.log.last_undoable() not in (None, 1))
    @rule()
    def undo(self) -> None:
        """Taking back the newest entry gives back the table before it."""
        target = self.log.last_undoable()
        assert target is not None
        before = self.log.after[target - 2].state
        self.push(Undo(target))
        assert self.state == before

    @invariant()
    def screens_can_be_drawn(self) -> None:
        state = self.state
        for viewer in (None, *range(state.players)):
            assert render(GAME.view(state, viewer), lambda seat: f"P{seat}")

    @invariant()
    def the_state_survives_a_restart(self) -> None:
        assert wire.decode(State, wire.encode(self.state)) == self.state

    @invariant()
    def points_are_what_the_calculator_says(self) -> None:
        state = self.state
        if state.stage == 9:
            totals = scoring.totals(scoring.score(shown(state, None), state.house))
            assert tuple(own.total for own in GAME.score(state).seats) == totals


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)

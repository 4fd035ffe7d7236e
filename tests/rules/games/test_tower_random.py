"""Random players of Attack at the Tower: only what is offered, to the end of the match; and what holds on the way."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
import towers
from filling import filled
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import wire
from rules.games.tower import turn
from rules.games.tower.events import EVENTS
from rules.games.tower.game import GAME
from rules.games.tower.state import Side, State, bases_held, card
from rules.log import Begin, Entry, Log, Undo
from rules.table import Level, Refusal
from rules.terminal import render

CAP = 6_000
SHORT = 800
"""With house rules drawn at random a match may take thousands of events; so far they are followed."""
GAMES = int(os.environ.get("TABLEWRIGHT_GAMES", "12"))
BASE = random.randrange(10**6)
"""Seeds vary from run to run; a failure shows its own."""
ABILITIES, BASES = 30, 25


def invariants(state: State) -> None:
    """What rules.md 3b promises of every match without corrections and overrides."""
    for own in state.sides:
        assert all(0 <= one.troops <= 2 for one in own.spaces)
        assert all(one.base for one in own.spaces if one.troops)
        assert len(own.specials) <= turn.special_limit(bases_held(own))
        assert counted(own) == (ABILITIES, BASES)
        # What is still to be discarded is the only way over five cards.
        assert own.hand.size <= 5 or state.phase in ("renew", "end") or not state.house.limit_always
        assert min(own.hand.abilities, own.hand.bases, own.abilities.draw, own.bases.draw) >= 0
        for name in {one.card for one in own.active}:
            assert card(name)["kind"] == "ability"
    assert max(state.results.count(0), state.results.count(1)) <= 2
    assert (state.clash is None) or state.phase == "action"


def counted(own: Side) -> tuple[int, int]:
    """Every card of the army is somewhere: abilities, bases."""
    laid = sum(1 for one in own.spaces if one.base)
    abilities = own.hand.abilities + own.abilities.draw + own.abilities.discard + len(own.active) + len(own.specials)
    return abilities, own.hand.bases + own.bases.draw + own.bases.discard + laid


@pytest.mark.parametrize("game", range(GAMES))
def test_random_players_reach_the_end(game: int) -> None:
    seed = BASE + game
    rng = random.Random(seed)
    options: dict[str, Any] = {option.id: rng.choice(option.values) for option in GAME.info.options if game % 3}
    state = towers.opened(**options)
    for _ in range(SHORT if options else CAP):
        if GAME.over(state):
            break
        offered = [choice for seat in (0, 1) for choice in towers.moves(state, seat)]
        assert offered, f"nobody can go on, seed {seed}, options {options}"
        event = filled(rng.choice(offered), rng)
        state = GAME.apply(state, event)
        assert wire.event_from_json(EVENTS, wire.event_to_json(event)) == event, seed
        invariants(state)
    else:
        assert options, f"no end within {CAP} events, seed {seed}"
    assert wire.decode(State, wire.encode(state)) == state


def test_every_offered_correction_is_accepted() -> None:
    rng = random.Random(BASE)
    kinds: Counter[str] = Counter()
    for _ in range(3):
        state = towers.opened()
        for _ in range(200):
            seat = rng.randrange(2)
            offered = GAME.choices(state, seat)
            for choice in offered:
                if choice.correction:
                    GAME.apply(state, filled(choice, rng))
                    kinds[type(choice.event).__name__] += 1
            usual = [choice for choice in offered if not choice.correction]
            if usual and not GAME.over(state):
                state = GAME.apply(state, filled(rng.choice(usual), rng))
    assert set(kinds) >= {
        "SetBase", "SetTroops", "SetSpecials", "SetHand", "SetPile", "SetAbility", "SetLost", "SetTurn", "SetWins",
        "EndAttack", "EndTurn",
    }  # fmt: skip


def test_choices_have_prompts_and_prompts_have_choices() -> None:
    rng = random.Random(BASE)
    state = towers.opened(burn=True, abilities_mid_combat=True)
    for _ in range(600):
        for seat in (0, 1):
            keys = [prompt.key for prompt in GAME.view(state, seat).prompts]
            answers = {choice.prompt for choice in towers.moves(state, seat) if choice.prompt}
            assert set(keys) <= answers, BASE
            assert len(keys) == len(set(keys)), BASE
        offered = [choice for seat in (0, 1) for choice in towers.moves(state, seat)]
        if not offered:
            break
        state = GAME.apply(state, filled(rng.choice(offered), rng))


class Table(RuleBasedStateMachine):
    """A table with a log: anything offered, anything senseless, undo in between."""

    @initialize(options=st.fixed_dictionaries({o.id: st.sampled_from(o.values) for o in GAME.info.options}))
    def open(self, options: dict[str, Any]) -> None:
        self.log: Log[Any] = Log(GAME)
        self.push(Begin(2, tuple(options.items()), "play"))

    def push(self, event: Any) -> None:
        self.log = self.log.push(Entry(self.log.rev + 1, str(self.log.rev), 0.0, event.seat, event))

    @property
    def state(self) -> State:
        state = self.log.table.state
        assert state is not None
        return state

    @rule(data=st.data(), seat=st.integers(0, 1), seed=st.integers(0, 10**6))
    def offered(self, data: st.DataObject, seat: int, seed: int) -> None:
        """Whatever is offered is accepted, corrections included."""
        choices = GAME.choices(self.state, seat)
        if choices:
            choice = data.draw(st.sampled_from(range(len(choices))))
            self.push(filled(choices[choice], random.Random(seed)))

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

    @rule(data=st.data(), seed=st.integers(0, 10**6))
    def late(self, data: st.DataObject, seed: int) -> None:
        """What could be done at an earlier moment, said now with an override: accepted, or impossible as such."""
        earlier = [table.state for table in self.log.after if table.state is not None]
        before = data.draw(st.sampled_from(earlier))
        choices = [choice for seat in (0, 1) for choice in GAME.choices(before, seat)]
        if not choices:
            return
        event = filled(data.draw(st.sampled_from(choices)), random.Random(seed))
        refusal: Refusal | None = None
        try:
            self.push(replace(event, override=True))
        except Refusal as caught:
            refusal = caught
        assert refusal is None or refusal.level is Level.STRUCT

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
        for viewer in (None, 0, 1):
            assert render(GAME.view(self.state, viewer), lambda seat: f"P{seat}")

    @invariant()
    def the_state_survives_a_restart(self) -> None:
        assert wire.decode(State, wire.encode(self.state)) == self.state

    @invariant()
    def points_are_the_games_won(self) -> None:
        totals = tuple(own.total for own in GAME.score(self.state).seats)
        assert totals == (self.state.results.count(0), self.state.results.count(1))


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=20, stateful_step_count=40, deadline=None)

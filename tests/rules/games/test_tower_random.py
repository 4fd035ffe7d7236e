"""Random players of Attack at the Tower: only what is offered, to the end of the match; and what holds on the way."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import tower_states
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant
from invariants_tower import weights
from random_table import RandomTable

from rules.games.tower.game import GAME
from rules.testing.random_choices import filled

BASE = random.randrange(10**6)
"""Seeds vary from run to run; a failure shows its own."""


def test_every_offered_correction_is_accepted() -> None:
    rng = random.Random(BASE)
    kinds: Counter[str] = Counter()
    for _ in range(3):
        state = tower_states.opened()
        for _ in range(200):
            seat = rng.randrange(2)
            offered = GAME.choices(state, seat)
            for choice in offered:
                if choice.correction:
                    GAME.apply(state, filled(choice, rng))
                    kinds[type(choice.event).__name__] += 1
            usual = [choice for choice in offered if not choice.correction]
            if usual and not GAME.over(state):
                state = GAME.apply(state, filled(rng.choices(usual, weights(state, usual))[0], rng))
    assert set(kinds) >= {
        "SetBase", "SetTroops", "SetSpecials", "SetHand", "SetPile", "SetAbility", "SetLost", "SetTurn", "SetWins",
        "EndAttack", "EndTurn",
    }  # fmt: skip


def test_choices_have_prompts_and_prompts_have_choices() -> None:
    rng = random.Random(BASE)
    state = tower_states.opened(burn=True, abilities_mid_combat=True)
    for _ in range(600):
        for seat in (0, 1):
            keys = [prompt.key for prompt in GAME.view(state, seat).prompts]
            answers = {choice.prompt for choice in tower_states.moves(state, seat) if choice.prompt}
            assert set(keys) <= answers, BASE
            assert len(keys) == len(set(keys)), BASE
        offered = [choice for seat in (0, 1) for choice in tower_states.moves(state, seat)]
        if not offered:
            break
        state = GAME.apply(state, filled(rng.choices(offered, weights(state, offered))[0], rng))


class Table(RandomTable):
    """Matches with any house rules."""

    game = GAME

    @initialize(options=st.fixed_dictionaries({o.id: st.sampled_from(o.values) for o in GAME.info.options}))
    def open(self, options: dict[str, Any]) -> None:
        self.begin(2, options)

    @invariant()
    def points_are_the_games_won(self) -> None:
        totals = tuple(own.total for own in GAME.score(self.state).seats)
        assert totals == (self.state.results.count(0), self.state.results.count(1))


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=20, stateful_step_count=40, deadline=None)

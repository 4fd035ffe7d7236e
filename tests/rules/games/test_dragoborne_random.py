"""Random tables of Dragoborne: whatever is offered is accepted, whatever is not leaves the table alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import dragoborne_states
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant
from random_table import RandomTable

from rules.games.dragoborne.game import GAME
from rules.testing.random_choices import filled

BASE = random.randrange(10**6)
"""Seeds vary from run to run; a failure shows its own."""


def test_every_offered_correction_is_accepted() -> None:
    rng = random.Random(BASE)
    kinds: Counter[str] = Counter()
    for _ in range(4):
        state = dragoborne_states.opened()
        for step in range(160):
            offered = GAME.choices(state, rng.randrange(2))
            for choice in offered if step % 4 == 0 else ():
                if choice.correction:
                    GAME.apply(state, filled(choice, rng))
                    kinds[type(choice.event).__name__] += 1
            usual = [choice for choice in offered if not choice.correction]
            if usual and not GAME.over(state):
                state = GAME.apply(state, filled(rng.choice(usual), rng))
    wanted = {
        kind.__name__
        for kind in GAME.events
        if kind not in GAME.retired and kind.__name__.startswith("Set") and kind.__name__ != "SetAmbush"
    }
    # A question or an attack open at the right moment is a matter of luck.
    assert set(kinds) >= wanted | {"PutCreature", "TakeCreature", "EndTurn"}, BASE


def test_choices_have_prompts_and_prompts_have_choices() -> None:
    rng = random.Random(BASE)
    for _ in range(4):
        state = dragoborne_states.opened()
        for _ in range(250):
            for seat in (0, 1):
                keys = [prompt.key for prompt in GAME.view(state, seat).prompts]
                answers = {choice.prompt for choice in dragoborne_states.moves(state, seat) if choice.prompt}
                assert set(keys) <= answers, BASE
                assert len(keys) == len(set(keys)), BASE
            offered = [choice for seat in (0, 1) for choice in dragoborne_states.moves(state, seat)]
            if not offered:
                break
            state = GAME.apply(state, filled(rng.choice(offered), rng))


class Table(RandomTable):
    """Games with any house rules."""

    game = GAME

    @initialize(options=st.fixed_dictionaries({o.id: st.sampled_from(o.values) for o in GAME.info.options}))
    def open(self, options: dict[str, Any]) -> None:
        self.begin(2, options)

    @invariant()
    def a_result_has_a_loser(self) -> None:
        assert GAME.score(self.state).final == (self.state.phase == "over")
        assert bool(self.state.losers) == (self.state.phase in ("audit", "over"))


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)

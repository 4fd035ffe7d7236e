"""Random players of Gilfate Fantasy: only what is offered, to the end of the match; and what holds on the way."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import gilfate_states
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize
from random_table import RandomTable

from rules.games.gilfate import calculators
from rules.games.gilfate.game import GAME
from rules.games.gilfate.house_rules import VERSIONS
from rules.games.gilfate.rounds import ScoreRound, ShowHand
from rules.testing.random_choices import filled

CAP = 6_000
BASE = random.randrange(10**6)
"""Seeds vary from run to run; a failure shows its own."""
IN_TURN = ("start", "pick", "play", "end")


@pytest.mark.parametrize("game", range(2))
def test_random_score_sheets_reach_the_end(game: int) -> None:
    seed = BASE + game
    rng = random.Random(seed)
    state = gilfate_states.table(1 + game * 3, "score")
    for _ in range(CAP):
        if GAME.over(state):
            assert GAME.score(state).winners
            return
        state = GAME.apply(state, gilfate_states.anything(state, rng))
    pytest.fail(f"no end within {CAP} events, seed {seed}")


def test_somebody_can_always_go_on_and_every_prompt_has_its_answers() -> None:
    rng = random.Random(BASE)
    state = gilfate_states.table(3, version="knockout", secret_bombs=True)
    while not GAME.over(state):
        offered = [gilfate_states.moves(state, seat) for seat in range(3)]
        assert any(offered), BASE
        for seat, own in enumerate(offered):
            keys = [prompt.key for prompt in GAME.view(state, seat).prompts]
            assert set(keys) == {choice.prompt for choice in own if choice.prompt}, BASE
            assert len(keys) == len(set(keys)), BASE
            assert any(choice.correction for choice in GAME.choices(state, seat)), BASE
        state = GAME.apply(state, gilfate_states.anything(state, rng))


def test_every_offered_correction_is_accepted() -> None:
    kinds: Counter[str] = Counter()
    for players, version in ((2, "knockout"), (4, "no_knockout")):
        # What comes up at a table is luck: at the second one it is always the same.
        rng = random.Random(BASE if players == 2 else 1)
        state = gilfate_states.table(players, version=version)
        for step in range(120):
            if GAME.over(state):
                break
            for choice in GAME.choices(state, rng.randrange(players)):
                if choice.correction and step % 3 == 0:
                    GAME.apply(state, filled(choice, rng))
                    kinds[type(choice.event).__name__] += 1
            state = GAME.apply(state, gilfate_states.anything(state, rng))
    assert set(kinds) >= {
        "DrawBomb",
        "ReturnBomb",
        "Explosion",
        "SetBombs",
        "SetHand",
        "Activate",
        "KnockOut",
        "SetPoints",
        "Reverse",
        "SetDecks",
        "SetTurn",
        "EndRound",
        "EndTurn",
        "DrawBlanks",
        "PaidInPart",
        "SetAttackDecks",
        "SeatAway",
    }


def test_the_points_of_a_round_are_the_calculators() -> None:
    """Random rounds ended and counted: the sheet says what ``tablewright calc`` says of the same cards."""
    rng = random.Random(BASE)
    for players in (2, 3, 5):
        state = gilfate_states.table(players)
        while state.phase != "count":
            state = GAME.apply(state, gilfate_states.anything(state, rng))
        for seat in range(players):
            hand = rng.sample([card.id for card in gilfate_states.DECK.cards if card["kind"] == "attack"], 7)
            state = GAME.apply(state, ShowHand(tuple(hand), seat=seat))
        for seat, player in enumerate(state.seats):
            answer = calculators.CALCULATORS["score"](
                {
                    "hand": [one.card for one in player.shown or ()],
                    "bombs": player.bombs,
                    "explosions": player.explosions,
                    "active": list(player.front_ids),
                    "partial": [{"card": one.card, "paid": one.paid} for one in player.partial],
                }
            )
            assert answer["total"] == GAME.score(state).seats[seat].total, BASE
        totals = [one.total for one in GAME.score(state).seats]
        over = GAME.apply(state, ScoreRound())
        least = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
        assert GAME.score(over).winners == least


class Table(RandomTable):
    """All versions, tracked and only scored."""

    game = GAME

    @initialize(
        players=st.integers(2, 5),
        version=st.sampled_from(VERSIONS),
        secret=st.booleans(),
        mode=st.sampled_from(["play", "play", "play", "score"]),
    )
    def open(self, players: int, version: str, *, secret: bool, mode: Any) -> None:
        self.begin(players, {"version": version, "secret_bombs": secret}, mode)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)

"""Random players of Gilfate Fantasy: only what is offered, to the end of the match; and what holds on the way."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import isle
import pytest
from filling import filled
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import wire
from rules.games.gilfate import calc
from rules.games.gilfate.events import EVENTS, ScoreRound, ShowHand
from rules.games.gilfate.game import GAME
from rules.games.gilfate.knockout import knocked_out
from rules.games.gilfate.state import State, due, front_ids, living
from rules.log import Begin, Entry, Log, Undo
from rules.table import Refusal
from rules.terminal import render

CAP = 6_000
GAMES = int(os.environ.get("TABLEWRIGHT_GAMES", "12"))
BASE = random.randrange(10**6)
"""Seeds vary from run to run; a failure shows its own."""
IN_TURN = ("start", "pick", "play", "end")


def invariants(state: State) -> None:
    """What rules.md 5b and 5c promise of every table without corrections."""
    assert len(state.seats) == state.players
    assert state.direction in (1, -1)
    for player in state.seats:
        assert min(player.hand, player.bombs, player.explosions) >= 0
        uids = [one.uid for one in player.front]
        assert len(set(uids)) == len(uids)
        if state.version != "knockout":
            assert not player.out
        elif not player.out:
            assert not knocked_out(player.bombs, front_ids(player))
    # Every bomb is in the deck, in the box, or in front of somebody; no card is in two places.
    bombs = sum(player.bombs for player in state.seats)
    counted = bombs + state.blank.bombs_most + state.box_bombs
    assert counted <= 12 if state.secret_bombs else counted == 12
    pending = state.pending
    open_card = int(pending is not None and not pending.active)
    cards = sum(player.hand + len(player.front) + len(player.partial) for player in state.seats)
    aside = 48 % state.players if state.version == "all_cards" else 0
    if state.phase in IN_TURN:
        # When hands are laid open they are what they are, whatever was counted before.
        assert cards + len(state.discard) + state.attack_left + open_card + aside <= 48
    assert 0 <= state.blank.bombs_least <= state.blank.bombs_most <= state.blank.left
    assert len(state.blank.top) + len(state.blank.bottom) <= state.blank.left
    if state.phase in IN_TURN:
        assert not state.seats[state.active].out
        assert state.version != "knockout" or len(living(state)) > 1
        owed = due(state)
        assert owed is None or not state.seats[owed.seat].out or state.dues
    assert len(state.records) <= state.round


@pytest.mark.parametrize("game", range(GAMES))
def test_random_players_reach_the_end(game: int) -> None:
    seed = BASE + game
    rng = random.Random(seed)
    options: dict[str, Any] = {option.id: rng.choice(option.values) for option in GAME.info.options}
    state = isle.table(2 + game % 4, **options)
    for _ in range(CAP):
        if GAME.over(state):
            break
        event = isle.anything(state, rng)
        assert wire.event_from_json(EVENTS, wire.event_to_json(event)) == event
        state = GAME.apply(state, event)
        invariants(state)
    else:
        pytest.fail(f"no end within {CAP} events, seed {seed}")
    assert wire.decode(State, wire.encode(state)) == state
    sheet = GAME.score(state)
    assert sheet.final, seed
    assert sheet.winners, seed
    assert all(own.total == sum(line.points for line in own.lines) for own in sheet.seats), seed


@pytest.mark.parametrize("game", range(2))
def test_random_score_sheets_reach_the_end(game: int) -> None:
    seed = BASE + game
    rng = random.Random(seed)
    state = isle.table(1 + game * 3, "score")
    for _ in range(CAP):
        if GAME.over(state):
            assert GAME.score(state).winners
            return
        state = GAME.apply(state, isle.anything(state, rng))
    pytest.fail(f"no end within {CAP} events, seed {seed}")


def test_somebody_can_always_go_on_and_every_prompt_has_its_answers() -> None:
    rng = random.Random(BASE)
    state = isle.table(3, version="knockout", secret_bombs=True)
    while not GAME.over(state):
        offered = [isle.moves(state, seat) for seat in range(3)]
        assert any(offered), BASE
        for seat, own in enumerate(offered):
            keys = [prompt.key for prompt in GAME.view(state, seat).prompts]
            assert set(keys) == {choice.prompt for choice in own if choice.prompt}, BASE
            assert len(keys) == len(set(keys)), BASE
            assert any(choice.correction for choice in GAME.choices(state, seat)), BASE
        state = GAME.apply(state, isle.anything(state, rng))


def test_every_offered_correction_is_accepted() -> None:
    rng = random.Random(BASE)
    kinds: Counter[str] = Counter()
    for players, version in ((2, "knockout"), (4, "no_knockout")):
        state = isle.table(players, version=version)
        for step in range(120):
            if GAME.over(state):
                break
            for choice in GAME.choices(state, rng.randrange(players)):
                if choice.correction and step % 3 == 0:
                    GAME.apply(state, filled(choice, rng))
                    kinds[type(choice.event).__name__] += 1
            state = GAME.apply(state, isle.anything(state, rng))
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
    }


def test_the_points_of_a_round_are_the_calculators() -> None:
    """Random rounds ended and counted: the sheet says what ``tablewright calc`` says of the same cards."""
    rng = random.Random(BASE)
    for players in (2, 3, 5):
        state = isle.table(players)
        while state.phase != "count":
            state = GAME.apply(state, isle.anything(state, rng))
        for seat in range(players):
            hand = rng.sample([card.id for card in isle.DECK.cards if card["kind"] == "attack"], 7)
            state = GAME.apply(state, ShowHand(tuple(hand), seat=seat))
        for seat, player in enumerate(state.seats):
            answer = calc.score(
                {
                    "hand": [one.card for one in player.shown or ()],
                    "bombs": player.bombs,
                    "explosions": player.explosions,
                    "active": list(front_ids(player)),
                    "partial": [{"card": one.card, "paid": one.paid} for one in player.partial],
                }
            )
            assert answer["total"] == GAME.score(state).seats[seat].total, BASE
        totals = [one.total for one in GAME.score(state).seats]
        over = GAME.apply(state, ScoreRound())
        least = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
        assert GAME.score(over).winners == least


class Table(RuleBasedStateMachine):
    """A table with a log: anything offered, anything senseless, undo in between."""

    @initialize(
        players=st.integers(2, 5),
        version=st.sampled_from(["no_knockout", "knockout", "all_cards"]),
        secret=st.booleans(),
        mode=st.sampled_from(["play", "play", "play", "score"]),
    )
    def open(self, players: int, version: str, *, secret: bool, mode: Any) -> None:
        self.log: Log[Any] = Log(GAME)
        self.push(Begin(players, (("version", version), ("secret_bombs", secret)), mode))

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
            self.push(filled(choices[choice], random.Random(seed)))

    @rule(seed=st.integers(0, 10**6))
    def played(self, seed: int) -> None:
        """Some moves in a row, so that tables get anywhere."""
        rng = random.Random(seed)
        for _ in range(6):
            if not GAME.over(self.state):
                self.push(isle.anything(self.state, rng))

    @rule(kind=st.sampled_from(EVENTS), data=st.data())
    def out_of_thin_air(self, kind: Any, data: st.DataObject) -> None:
        """An event nobody offered is accepted or refused with a reason; a refusal changes nothing."""
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
        for viewer in (None, *range(self.state.players)):
            assert render(GAME.view(self.state, viewer), lambda seat: f"P{seat}")
        assert GAME.score(self.state).seats is not None

    @invariant()
    def the_state_survives_a_restart(self) -> None:
        assert wire.decode(State, wire.encode(self.state)) == self.state


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)

"""A table of any game with a log, driven by hypothesis: anything offered, anything senseless, undo in between.

A game's test makes a class of it that names its ``game`` and opens it::

    class Table(RandomTable):
        game = GAME

        @initialize(players=st.integers(2, 5))
        def open(self, players: int) -> None:
            self.begin(players)
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from random_players import any_move, invariants

from rules import wire
from rules.game_protocol import Game, Level, Mode, Refusal
from rules.log import Begin, Entry, Log, Undo
from rules.terminal_view import render
from rules.testing.random_choices import filled


class RandomTable(RuleBasedStateMachine):
    """What must hold at every table, whatever is sent to it."""

    game: ClassVar[Game[Any]]

    def begin(self, players: int, options: dict[str, Any] | None = None, mode: Mode = "play") -> None:
        """Open the table."""
        self.log: Log[Any] = Log(self.game)
        self.push(Begin(players, tuple((options or {}).items()), mode))

    def push(self, event: Any) -> None:
        self.log = self.log.push(Entry(self.log.rev + 1, str(self.log.rev), 0.0, event.seat, event))

    @property
    def state(self) -> Any:
        state = self.log.table.state
        assert state is not None
        return state

    @rule(data=st.data(), seat=st.integers(0, 11), seed=st.integers(0, 10**6))
    def offered(self, data: st.DataObject, seat: int, seed: int) -> None:
        """Whatever is offered is accepted, corrections included."""
        choices = self.game.choices(self.state, seat % self.state.players)
        if choices:
            choice = data.draw(st.sampled_from(range(len(choices))))
            self.push(filled(choices[choice], random.Random(seed)))

    @rule(seed=st.integers(0, 10**6))
    def played(self, seed: int) -> None:
        """Some moves in a row, so that tables get anywhere."""
        rng = random.Random(seed)
        for _ in range(6):
            event = None if self.game.over(self.state) else any_move(self.game, self.state, rng, invariants("none"))
            if event is not None:
                self.push(event)

    @rule(data=st.data())
    def anything(self, data: st.DataObject) -> None:
        """An event out of thin air is accepted or refused with a reason; a refusal changes nothing."""
        event = data.draw(st.sampled_from(self.game.events).flatmap(st.from_type))
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
        earlier = [one.after.state for one in self.log.played if one.after.state is not None]
        before = data.draw(st.sampled_from(earlier))
        choices = [one for seat in range(before.players) for one in self.game.choices(before, seat)]
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
        before = self.log.before(target).state
        self.push(Undo(target))
        assert self.state == before

    @invariant()
    def screens_can_be_drawn(self) -> None:
        for viewer in (None, *range(self.state.players)):
            assert render(self.game.view(self.state, viewer), lambda seat: f"P{seat}")
        assert self.game.score(self.state).seats is not None

    @invariant()
    def the_state_survives_a_restart(self) -> None:
        assert wire.decode(type(self.state), wire.encode(self.state)) == self.state

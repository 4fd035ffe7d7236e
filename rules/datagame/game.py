"""A plan as a game of the table: the contract of ``rules.table.Game``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.datagame import events as ev
from rules.datagame import moves, offers, screens, stories, tally
from rules.datagame.plan import Plan
from rules.datagame.state import State, begun
from rules.moves import judged
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Judge, Level, Reading, Refusal, Seat, Setup
from rules.text import say
from rules.values.code import CardCode
from rules.view import View

Move = Callable[[Plan, State, Any, Judge], State]
MOVES: Mapping[type[Event], tuple[Move, str]] = {
    ev.Lay: (moves.lay, "zone"),
    ev.Take: (moves.take, "zone"),
    ev.Turn: (moves.turn, "zone"),
    ev.SetCounter: (moves.set_counter, "counter"),
    ev.SetCount: (moves.set_count, "zone"),
    ev.NextPhase: (moves.next_phase, "phase"),
    ev.CountPoints: (moves.count_points, "score"),
}


class DataGame:
    """The game of a plan. Everything is pure; the state is ``state.State``, and nothing in it is secret."""

    events: tuple[type[Event], ...] = ev.EVENTS
    calculators: Mapping[str, Calculator] = {}

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.info = GameInfo(
            plan.id,
            plan.title,
            about=plan.about or say("A game of {size} cards.", size=plan.deck.size),
            players=plan.players,
            rulebook=say("{title}, game.toml", title=plan.title),
            modes=("play", "score") if plan.scores else ("play",),
        )
        self._moves = {
            kind: (_of(plan, move), moves.why(plan, "What the table keeps.", section))
            for kind, (move, section) in MOVES.items()
        }

    def start(self, setup: Setup) -> State:
        """The table before the first turn. Raises Refusal STRUCT."""
        setup.chosen(self.info)
        if setup.mode not in self.info.modes:
            raise Refusal(
                Level.STRUCT,
                "bad_mode",
                say("{title} is played; it has no points to count alone.", title=self.plan.title),
            )
        least, most = self.plan.players
        least = 1 if setup.mode == "score" else least
        if not least <= setup.players <= most:
            raise Refusal(
                Level.STRUCT,
                "players",
                say("{title} is for {least} to {most} people.", title=self.plan.title, least=least, most=most),
            )
        return begun(self.plan, setup.players, setup.mode)

    def apply(self, state: State, event: Event) -> State:
        """The table after the event. Raises Refusal and changes nothing."""
        return judged(
            self._moves, self.info, state, event=event, settle=lambda after, _: moves.settle(self.plan, after)
        )

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now."""
        return offers.choices(self.plan, state, seat)

    def view(self, state: State, viewer: Seat | None) -> View:
        """What that viewer sees."""
        return screens.view(self.plan, state, viewer)

    def score(self, state: State) -> ScoreSheet:
        """The points so far; final once they were counted."""
        return tally.sheet(self.plan, state)

    def story(self, state: State, event: Event, viewer: Seat | None) -> str:
        """One line of the log."""
        return stories.story(self.plan, event)

    def redact(self, state: State, event: Event, viewer: Seat | None) -> Event:
        """The event as it is: what is told to this table lies open on it."""
        return event

    def scan(self, state: State, seat: Seat, seen: Sequence[CardCode]) -> Reading:
        """What cards seen by the seat's phone mean now."""
        return offers.scan(self.plan, state, seat, seen)

    def over(self, state: State) -> bool:
        """Whether the points stand."""
        return state.over


def _of(plan: Plan, move: Move) -> Callable[[State, Any, Judge], State]:
    return lambda state, event, judge: move(plan, state, event, judge)

"""A plan as a game of the table: the actions of its plan, its screens and points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rules.action import ActionGame
from rules.choice import Choice
from rules.datagame import actions, outcomes, scan, score, screens
from rules.datagame.plan import Plan
from rules.datagame.state import State, begun
from rules.event import Event, Level, Refusal, Seat
from rules.game_protocol import GameInfo, Reading, Setup
from rules.text import say
from rules.values.code import CardCode


@dataclass(frozen=True, slots=True)
class DataGame(ActionGame[State]):
    """The game of a plan. Nothing in its state is secret."""

    plan: Plan = field(kw_only=True)

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now, corrections beside what they correct."""
        return tuple(choice for action in self.actions for choice in action.choices(state, seat))


def game_of(plan: Plan) -> DataGame:
    """The game a folder's plan says."""
    info = GameInfo(
        plan.id,
        plan.title,
        about=plan.about or say("A game of {size} cards.", size=plan.deck.size),
        players=plan.players,
        rulebook=say("{title}, game.toml", title=plan.title),
        modes=("play", "score") if plan.scores else ("play",),
    )

    def begins(setup: Setup) -> State:
        setup.chosen(info)
        if setup.mode not in info.modes:
            text = say("{title} is played; it has no points to count alone.", title=plan.title)
            raise Refusal(Level.STRUCT, "bad_mode", text)
        least, most = plan.players
        least = 1 if setup.mode == "score" else least
        if not least <= setup.players <= most:
            text = say("{title} is for {least} to {most} people.", title=plan.title, least=least, most=most)
            raise Refusal(Level.STRUCT, "players", text)
        return begun(plan, setup.players, setup.mode)

    def reads(state: State, seat: Seat, seen: Sequence[CardCode], apply: Callable[[State, Event], State]) -> Reading:
        return scan.scan(plan, state, seat, seen)

    return DataGame(
        info,
        actions.actions(plan),
        begins=begins,
        screen=lambda state, viewer: screens.view(plan, state, viewer),
        points=lambda state: score.sheet(plan, state),
        finished=lambda state: state.over,
        reads=reads,
        calculators={},
        follows=lambda before, after, _: outcomes.follows(plan, before, after),
        turn=lambda state: outcomes.heading(plan, state),
        settle=lambda state, _: actions.settle(plan, state),
        plan=plan,
    )

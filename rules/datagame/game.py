"""A plan as a game of the table: the actions of its plan, its screens and points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.action import ActionGame
from rules.choice import Choice
from rules.datagame import actions, editions, outcomes, scan, score, screens
from rules.datagame.counting import SetCounter
from rules.datagame.flow import first_turn, settle
from rules.datagame.plan import Plan
from rules.datagame.state import State, begun, value, veil
from rules.event import Event, Level, Refusal, Seat
from rules.game_protocol import GameInfo, Reading, Setup
from rules.text import say
from rules.values.cards import DeckError
from rules.values.code import CardCode


@dataclass(frozen=True, slots=True)
class DataGame(ActionGame[State]):
    """The game of a plan. Only numbers that a phase wants chosen in secret are hidden from anybody."""

    plan: Plan = field(kw_only=True)

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now, corrections beside what they correct."""
        if not 0 <= seat < state.players:
            return ()
        known = self.veil(state, seat)
        return tuple(choice for action in self.actions for choice in action.choices(known, seat))

    def plan_of(self, state: State) -> Plan:
        """The plan a table plays: of its edition, for so many people, with its options."""
        edition = editions.plan_of(self.plan.id, state.edition) if state.edition else None
        return (edition or self.plan).at(state.players, state.options)

    def carried(self, before: State, after: State, seats: Mapping[Seat, Seat]) -> tuple[Event, ...]:
        """The events with which a table begins that follows another of the same people: what the plan keeps of it.
        ``seats`` says where whoever sits at the new table sat at the one ``before`` it."""
        old, new = self.plan_of(before), self.plan_of(after)
        found: list[Event] = []
        for id_ in new.keep:
            was, now = old.counter(id_), new.counter(id_)
            if was is None or now is None or was.owner != now.owner:
                continue
            if now.owner == "table":
                pairs: list[tuple[Seat | None, Seat | None]] = [(None, None)] if seats else []
            else:
                pairs = list(seats.items())
            for seat, earlier in pairs:
                number = max(now.low, min(value(before, was, earlier), now.high))
                if number != value(after, now, seat):
                    found.append(SetCounter(id_, number, seat=seat))
        return tuple(found)


def info_of(plan: Plan) -> GameInfo:
    """What the game of a plan is, for lists and headers."""
    return GameInfo(
        plan.id,
        plan.title,
        about=plan.about or (say("A game of {size} cards.", size=plan.deck.size) if plan.deck.cards else ""),
        players=plan.players,
        rulebook=say("{title}, game.toml", title=plan.title),
        options=plan.options,
        modes=("play", "score") if plan.has_points else ("play",),
        editions=True,
    )


def _begun(plan: Plan, setup: Setup) -> State:
    """The table of a plan before the first event. Raises Refusal where players, mode or options do not fit."""
    info = info_of(plan)
    options = setup.chosen(info)
    if setup.mode not in info.modes:
        text = say("{title} is played; it has no points to count alone.", title=plan.title)
        raise Refusal(Level.STRUCT, "bad_mode", text)
    least, most = plan.players
    least = 1 if setup.mode == "score" else least
    if not least <= setup.players <= most:
        text = say("{title} is for {least} to {most} people.", title=plan.title, least=least, most=most)
        raise Refusal(Level.STRUCT, "players", text)
    try:
        own = plan.at(setup.players, options)
    except DeckError as error:
        raise Refusal(Level.STRUCT, "bad_option", str(error.problems[0])) from None
    state = begun(own, setup.players, setup.mode, options)
    return first_turn(own, replace(state, edition=setup.edition))


def game_of(plan: Plan) -> DataGame:
    """The game a folder's plan says."""
    info = info_of(plan)

    def at(state: State) -> Plan:
        return game.plan_of(state)

    def begins(setup: Setup) -> State:
        return _begun((editions.plan_of(plan.id, setup.edition) if setup.edition else None) or plan, setup)

    def reads(state: State, seat: Seat, seen: Sequence[CardCode], apply: Callable[[State, Event], State]) -> Reading:
        return scan.scan(at(state), state, seat, seen)

    def hides(state: State, viewer: Seat | None) -> State:
        return veil(at(state), state, viewer)

    game = DataGame(
        info,
        actions.actions(plan, at),
        begins=begins,
        screen=lambda state, viewer: screens.view(at(state), hides(state, viewer), viewer),
        points=lambda state: score.sheet(at(state), hides(state, None)),
        finished=lambda state: state.over,
        reads=reads,
        calculators={},
        veil=hides,
        follows=lambda before, after, _: outcomes.follows(at(after), before, after),
        turn=lambda state: outcomes.heading(at(state), state),
        settle=lambda state, _: settle(at(state), state),
        plan=plan,
    )
    return game

"""The smallest game whose events depend on each other: a pile, put on and taken from.

``Put`` lays a card on the pile, once each; ``Take`` takes a named card off the top. So an undone ``Put`` leaves a
``Take`` hanging, and the order of things can be read off the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.game_protocol import (
    Calculator,
    Choice,
    Event,
    GameInfo,
    Judge,
    Line,
    Notice,
    Reading,
    Seat,
    Setup,
    event_type,
)
from rules.score import ScoreSheet, Why
from rules.values.code import CardCode
from rules.view import View

WHY = Why("Take from the top", "Stack rules, Taking")


@dataclass(frozen=True, slots=True)
class Put(Event):
    card: int = 0


@dataclass(frozen=True, slots=True)
class Take(Event):
    card: int = 0


@dataclass(frozen=True, slots=True)
class Pile:
    players: int
    cards: tuple[int, ...] = ()
    notices: tuple[Notice, ...] = ()


class Stack:
    """The game; a tall pile leaves a notice."""

    info = GameInfo("stack", "Stack", "Put and take.", (1, 4), "Stack rules")
    events: tuple[type[Event], ...] = (Put, Take)
    calculators: Mapping[str, Calculator] = {}

    def start(self, setup: Setup) -> Pile:
        setup.chosen(self.info)
        return Pile(setup.players)

    def apply(self, state: Pile, event: Event) -> Pile:
        judge = Judge(event)
        match event:
            case Put(card=card):
                judge.struct(card not in state.cards, "there", f"{card} lies there already")
                judge.warn(len(state.cards) < 3, "tall", "the pile is tall", WHY)
                return replace(state, cards=(*state.cards, card), notices=tuple(judge.notices))
            case Take(card=card):
                judge.struct(card in state.cards, "gone", f"{card} is not in the pile")
                judge.rule(state.cards[-1] == card, "below", f"{card} is not on top", WHY)
                left = tuple(c for c in state.cards if c != card)
                return replace(state, cards=left, notices=tuple(judge.notices))
        judge.struct(False, "unknown_event", "that is not a move of this game")
        return state

    def choices(self, state: Pile, seat: Seat) -> tuple[Choice, ...]:
        return ()

    def next_step(self, state: Pile) -> Event | None:
        return None

    def view(self, state: Pile, viewer: Seat | None) -> View:
        return View("Stack")

    def score(self, state: Pile) -> ScoreSheet:
        return ScoreSheet(())

    def veil(self, state: Pile, viewer: Seat | None) -> Pile:
        return state

    def tell(self, before: Pile, after: Pile, event: Event, viewer: Seat | None) -> Line:
        return Line(f"{event_type(type(event))}: {len(before.cards)} cards, then {len(after.cards)}")

    def can_hide(self, event: Event) -> bool:
        return False

    def redact(self, state: Pile, event: Event, viewer: Seat | None) -> Event:
        return event

    def scan(self, state: Pile, seat: Seat, seen: Sequence[CardCode]) -> Reading:
        return Reading()

    def over(self, state: Pile) -> bool:
        return False

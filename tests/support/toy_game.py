"""A tiny game with everything a table needs from one: a secret pick, a public counter, a rule to override.

Everybody secretly picks a card from 1 to 9; when all have picked, the picks are shown and the highest wins. A
counter goes up by at most 3 at a time. Cards carry the letters TY and their number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.game_protocol import (
    Calculator,
    Choice,
    Event,
    FieldSpec,
    GameInfo,
    Judge,
    Line,
    Notice,
    Option,
    Pick,
    Reading,
    ScanProblem,
    Seat,
    Setup,
)
from rules.score import ScoreLine, ScoreSheet, SeatScore, Why
from rules.values.cards import Deck, DeckSpec, Face, read_deck
from rules.values.code import CardCode
from rules.view import Banner, CardRow, CardView, Counter, Prompt, View, person

WHY = Why("At most three at a time", "Toy rules, Counting", "TY-R1")


@dataclass(frozen=True, slots=True)
class Picked(Event):
    card: int = 0


@dataclass(frozen=True, slots=True)
class Counted(Event):
    by: int = 1


@dataclass(frozen=True, slots=True)
class AddPlayer(Event):
    pass


@dataclass(frozen=True, slots=True)
class State:
    picks: tuple[int, ...]
    count: int = 0
    notices: tuple[Notice, ...] = ()

    @property
    def players(self) -> int:
        return len(self.picks)

    @property
    def shown(self) -> bool:
        return all(self.picks)


SPEC = DeckSpec("toy", "TY", "Toy", (), lambda card: Face(card.name, ""))


class Toy:
    """The game itself."""

    info = GameInfo(
        "toy",
        "Toy",
        "Pick high.",
        (2, 4),
        "Toy rules",
        (Option("low_wins", "Lowest wins", (False, True)),),
        ("play", "score"),
    )
    events: tuple[type[Event], ...] = (Picked, Counted, AddPlayer)
    calculators: Mapping[str, Calculator] = {}

    def start(self, setup: Setup) -> State:
        setup.chosen(self.info)
        return State((0,) * setup.players)

    def add_player(self, state: State) -> Event | None:
        return AddPlayer() if state.players < 4 and not state.shown else None

    def apply(self, state: State, event: Event) -> State:
        judge = Judge(event)
        match event:
            case Picked(seat=int() as seat, card=card):
                judge.struct(1 <= card <= 9, "no_card", f"there is no card {card}")
                judge.rule(not state.picks[seat], "picked", f"{person(seat)} has picked already", WHY)
                picks = (*state.picks[:seat], card, *state.picks[seat + 1 :])
                return replace(state, picks=picks, notices=tuple(judge.notices))
            case Counted(by=by):
                judge.rule(by <= 3, "too_much", "that is more than three", WHY)
                judge.warn(by != 3, "much", "three is a lot", WHY, to=event.seat)
                return replace(state, count=state.count + by, notices=tuple(judge.notices))
            case AddPlayer():
                return replace(state, picks=(*state.picks, 0), notices=())
        judge.struct(False, "bad_input", "this needs a seat")
        return state

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        count = Choice("Count one", Counted(1, seat=seat))
        if state.picks[seat]:
            return (count,)
        picks = tuple(Pick(n, f"Card {n}", card=str(n)) for n in range(1, 10))
        spec = FieldSpec("card", "Your card", picks)
        return (Choice("Pick", Picked(seat=seat), (spec,), prompt="pick", primary=True), count)

    def next_step(self, state: State) -> Event | None:
        return None

    def view(self, state: State, viewer: Seat | None) -> View:
        rows = tuple(
            CardRow(person(seat), (self._card(state, seat, viewer),) if pick else (), seat)
            for seat, pick in enumerate(state.picks)
        )
        asked = viewer is not None and not state.picks[viewer]
        prompts = (Prompt("pick", f"Pick a card, {person(viewer or 0)}"),) if asked else ()
        blocks = (Banner("Shown" if state.shown else "Picking"), *rows, Counter("Count", state.count))
        return View("Toy", blocks, prompts, over=state.shown)

    def _card(self, state: State, seat: Seat, viewer: Seat | None) -> CardView:
        if state.shown or seat == viewer:
            return CardView(f"pick{seat}", f"Card {state.picks[seat]}")
        return CardView(f"pick{seat}", up=False)

    def score(self, state: State) -> ScoreSheet:
        lines = [ScoreLine("Pick", pick, WHY) for pick in state.picks]
        return ScoreSheet(tuple(SeatScore(s, line.points, (line,)) for s, line in enumerate(lines)), final=state.shown)

    def veil(self, state: State, viewer: Seat | None) -> State:
        shown = (pick if seat == viewer else 10 * bool(pick) for seat, pick in enumerate(state.picks))
        return state if state.shown else replace(state, picks=tuple(shown))

    def tell(self, before: State, after: State, event: Event, viewer: Seat | None) -> Line:
        shown = ("all cards are shown",) if after.shown and not before.shown else ()
        return Line(self._said(event), shown, WHY)

    def _said(self, event: Event) -> str:
        match event:
            case Picked(seat=int() as seat, card=card):
                return f"{person(seat)} picked {card or 'a'} card"
            case Counted(by=by):
                return f"counted {by}"
        return "one more player"

    def can_hide(self, event: Event) -> bool:
        return isinstance(event, Picked)

    def redact(self, state: State, event: Event, viewer: Seat | None) -> Event:
        if isinstance(event, Picked) and not state.shown and event.seat != viewer:
            return replace(event, card=0)
        return event

    def scan(self, state: State, seat: Seat, seen: Sequence[CardCode]) -> Reading:
        numbers = [int(code.card) for code in seen if code.game == "TY"]
        if not numbers:
            return Reading(problems=(ScanProblem("foreign", "None of these is a card of this game."),))
        if state.picks[seat]:
            return Reading(problems=(ScanProblem("picked", "You have picked already."),))
        picked = tuple(Choice(f"Card {n}", Picked(n, seat=seat)) for n in numbers)
        return Reading(submit=picked[0].event if len(picked) == 1 else None, choices=picked)

    def over(self, state: State) -> bool:
        return state.shown


class ToyGames:
    """What the toy is found by; a ``Games``."""

    game: Any = Toy()

    def playable(self) -> tuple[str, ...]:
        return ("toy",)

    def info(self, name: str) -> GameInfo:
        info: GameInfo = self.load(name).info
        return info

    def load(self, name: str) -> Any:
        if name != "toy":
            raise KeyError(name)
        return self.game

    def deck(self, name: str) -> Deck:
        rows = "".join(f"{n},{n:03},Card {n},2\n" for n in range(1, 10)).replace("\n", "\nc")
        return read_deck(("id,code,name,copies\nc" + rows[:-1]).encode(), SPEC)

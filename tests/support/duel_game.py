"""A tiny duel with a board to touch: creatures that attack creatures, hearts, a die, a turn with steps nobody decides.

On a turn its player may attack; the draw before it has one outcome and passes by itself. A hit takes one heart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from toy_game import ToyGames

from rules.action import Action, ActionGame, Offer, Telling, correction, number
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Level, Notice, Refusal, Seat
from rules.game_protocol import GameInfo, Reading
from rules.log_line import Pictured
from rules.score import ScoreSheet, SeatScore, Why
from rules.view import Banner, Board, CardView, Counter, Die, PlayerRow, Players, Slot, View, person

WHY = Why("A hit takes a heart", "Duel rules, Attack")
HEARTS = 9


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A card for the player whose turn it is."""


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    creature: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Rested(Event):
    creature: str = ""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The turn is over."""


@dataclass(frozen=True, slots=True)
class HeartsSet(Event):
    of: Seat = 0
    hearts: int = 0


@dataclass(frozen=True, slots=True)
class State:
    hearts: tuple[int, ...] = (HEARTS, HEARTS)
    hand: tuple[int, ...] = (3, 3)
    active: Seat = 0
    drawn: bool = True
    hits: int = 0
    notices: tuple[Notice, ...] = ()
    players: int = 2


def _drew(state: State, event: Drew, _: Judge) -> State:
    if state.drawn or event.seat != state.active:
        raise Refusal(Level.STRUCT, "drawn", "The card of this turn is drawn.")
    hand = tuple(n + (seat == event.seat) for seat, n in enumerate(state.hand))
    return replace(state, hand=hand, drawn=True)


def _attacked(state: State, event: Attacked, judge: Judge) -> State:
    if event.seat != state.active:
        judge.rule(False, "not_your_turn", "It is somebody else's turn.", WHY)
    hearts = tuple(n - (seat != event.seat) for seat, n in enumerate(state.hearts))
    return replace(state, hearts=hearts, hits=state.hits + 1)


def _attacks(state: State, seat: Seat) -> Iterator[Choice]:
    if seat != state.active or not state.drawn:
        return
    for name in ("a", "b"):
        picks = tuple(
            Pick(f"{1 - seat}{other}", f"Creature {other}", spot=f"card:{1 - seat}{other}", detail="−1 heart")
            for other in ("a", "b")
        )
        target = FieldSpec("target", "Whom?", picks)
        yield Choice.asking(
            Attacked, f"Creature {name} attacks", (target,), known={"creature": f"{seat}{name}"}, seat=seat,
            spot=f"card:{seat}{name}",
        )  # fmt: skip


def _rests(state: State, seat: Seat) -> Iterator[Choice]:
    if seat == state.active and state.drawn:
        yield Choice("Creature b rests", Rested(f"{seat}b", seat=seat), spot=f"card:{seat}b")


def _ends(state: State, seat: Seat) -> Iterator[Choice]:
    if seat == state.active and state.drawn:
        yield Choice(
            "End turn",
            Ended(seat=seat),
            detail=f"{2 - state.hits % 2} attacks still possible",
            primary=True,
            quiet=True,
        )


def _pictures(telling: Telling[State, Attacked]) -> Iterator[Pictured]:
    yield Pictured("", "Creature", "attacks")
    yield Pictured("", "Target", "loses a heart", fell=True)


def _hearts(state: State, event: HeartsSet, _: Judge) -> State:
    return replace(state, hearts=tuple(event.hearts if s == event.of else n for s, n in enumerate(state.hearts)))


def _screen(state: State, viewer: Seat | None) -> View:
    def side(seat: Seat) -> Board:
        cards = tuple(CardView(f"{seat}{n}", f"Creature {seat}{n}", spot=f"card:{seat}{n}") for n in ("a", "b"))
        return Board((Slot("Field", cards, spot=f"field:{seat}"),), 1, seat)

    rows = tuple(
        PlayerRow(seat, meters=(Counter("Hearts", hearts, spot=f"hearts:{seat}"),), spot=f"seat:{seat}")
        for seat, hearts in enumerate(state.hearts)
    )
    banner = Banner("Your turn" if viewer == state.active else f"Turn of {person(state.active)}", f"{state.hits} hits")
    return View("Duel", (banner, side(1), side(0), Players(rows), Die("red", 4, spot="die:0")))


GAME: ActionGame[State] = ActionGame(
    info=GameInfo("duel", "Duel", "Two creatures each.", (2, 2), "Duel rules"),
    actions=(
        Action(Drew, WHY, _drew, "{who} draws a card"),
        Action(Attacked, WHY, _attacked, "{who} attacks", offers=_attacks, pictures=_pictures),
        Action(Rested, WHY, lambda state, event, judge: state, "{who} rests creature {creature}", offers=_rests),
        Action(
            Ended, WHY, lambda s, e, j: replace(s, active=1 - s.active, drawn=False),
            "{who} ends the turn", offers=_ends,
        ),
        correction(
            HeartsSet, WHY, _hearts,
            *(
                Offer(
                    f"Hearts of seat {of + 1}",
                    (number("hearts", "Hearts", most=20, now=lambda s, _, of=of: s.hearts[of]),),  # type: ignore[misc] # the default binds of
                    known={"of": of},
                    spot=f"hearts:{of}",
                )
                for of in (0, 1)
            ),
            notice="{hearts} hearts now.", tells="Hearts of seat {of}: {old} to {new}",
            value=lambda s, e: s.hearts[e.of],
        ),
    ),
    begins=lambda setup: State(),
    screen=_screen,
    points=lambda state: ScoreSheet(tuple(SeatScore(s, n, ()) for s, n in enumerate(state.hearts))),
    finished=lambda state: min(state.hearts) <= 0,
    reads=lambda state, seat, seen, apply: Reading(),
    calculators={},
    follows=lambda before, after, _: (f"{n} hits" for n in {after.hits} - {before.hits}),
    sole_step=lambda state: None if state.drawn else Drew(seat=state.active),
)  # fmt: skip


class DuelGames(ToyGames):
    """The duel beside the toy game."""

    def playable(self) -> tuple[str, ...]:
        return ("duel", *super().playable())

    def load(self, name: str) -> Any:
        return GAME if name == "duel" else super().load(name)

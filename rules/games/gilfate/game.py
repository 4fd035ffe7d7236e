"""Gilfate Fantasy as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.code import CardCode
from rules.games.gilfate import (
    answering,
    corrections,
    offers,
    playing,
    rounds,
    scans,
    screens,
    settle,
    stories,
    tally,
    turns,
)
from rules.games.gilfate import events as ev
from rules.games.gilfate.calc import CALCULATORS
from rules.games.gilfate.events import EVENTS
from rules.games.gilfate.house import OPTIONS, PLAY_OPTIONS, house_of
from rules.games.gilfate.state import State, begun, veil
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Judge, Level, Reading, Refusal, Seat, Setup
from rules.view import View

INFO = GameInfo(
    id="gilfate",
    title="Gilfate Fantasy",
    about="Every card is paid from a deck full of bombs. Fewest points win, or the last one standing.",
    players=(2, 5),
    rulebook="Gilfate Fantasy rulebook",
    options=(*PLAY_OPTIONS, *OPTIONS),
    modes=("play", "score"),
)

Handler = Callable[[State, Any, Judge], State]
HANDLERS: Mapping[type[Event], Handler] = {
    ev.StartRound: turns.start_round,
    ev.AddSecret: turns.add_secret,
    ev.DrawBlanks: turns.draw_blanks,
    ev.PickAttack: turns.pick_attack,
    ev.Play: playing.play,
    ev.Declare: playing.declare,
    ev.UseActive: playing.use_active,
    ev.Respond: answering.respond,
    ev.Happens: playing.happens,
    ev.Act: answering.act,
    ev.EndTurn: turns.end_turn,
    ev.NoteHand: turns.note_hand,
    ev.Gone: turns.gone,
    ev.ShowHand: turns.show_hand,
    ev.ScoreRound: turns.score_round,
    ev.Tick: turns.tick,
    ev.AttackDeckOut: turns.attack_deck_out,
    ev.DrawBomb: corrections.draw_bomb,
    ev.ReturnBomb: corrections.return_bomb,
    ev.Explosion: corrections.explosion,
    ev.Activate: corrections.activate,
    ev.RemoveActive: corrections.remove_active,
    ev.Reverse: corrections.reverse,
    ev.KnockOut: corrections.knock_out,
    ev.SetBombs: corrections.set_bombs,
    ev.SetHand: corrections.set_hand,
    ev.SetDecks: corrections.set_decks,
    ev.SetTurn: corrections.set_turn,
    ev.SetPoints: corrections.set_points,
    ev.EndRound: corrections.end_round,
}


class Gilfate:
    """The game. Everything is pure; the state is ``state.State``."""

    info: GameInfo = INFO
    events: tuple[type[Event], ...] = EVENTS
    calculators: Mapping[str, Calculator] = CALCULATORS

    def start(self, setup: Setup) -> State:
        """The table after dealing; where only points are counted, one to five people. Raises Refusal STRUCT."""
        chosen = setup.chosen(INFO)
        if setup.mode not in INFO.modes:
            raise Refusal(Level.STRUCT, "bad_mode", f"Gilfate Fantasy cannot be {setup.mode}ed; play it or score it.")
        alone = setup.mode == "score" and setup.players == 1
        refused = None if alone else rounds.players_objection(setup.players)
        if refused is not None:
            raise Refusal(Level.STRUCT, refused.code, refused.text, refused.why.citation)
        return begun(setup.players, setup.mode, chosen, house_of(chosen))

    def apply(self, state: State, event: Event) -> State:
        """The table after the event. Raises Refusal and changes nothing."""
        judge = Judge(event)
        handler = HANDLERS.get(type(event))
        if handler is None:
            raise Refusal(Level.STRUCT, "unknown_event", "Gilfate Fantasy does not know this.")
        after = settle.settle(handler(state, event, judge), judge)
        return replace(after, notices=tuple(judge.notices))

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now."""
        return offers.choices(veil(state, seat), seat)

    def view(self, state: State, viewer: Seat | None) -> View:
        """What that viewer sees."""
        return screens.view(state, viewer)

    def score(self, state: State) -> ScoreSheet:
        """The points as everybody may reckon them; final once they stand."""
        return tally.sheet(state)

    def story(self, state: State, event: Event, viewer: Seat | None) -> str:
        """One line of the log."""
        return stories.story(state, event, viewer)

    def redact(self, state: State, event: Event, viewer: Seat | None) -> Event:
        """The event without what the viewer may not know."""
        return stories.redact(state, event, viewer)

    def scan(self, state: State, seat: Seat, seen: Sequence[CardCode]) -> Reading:
        """What cards seen by the seat's phone mean now."""
        return scans.scan(veil(state, seat), seat, seen, self.apply)

    def over(self, state: State) -> bool:
        """Whether the points stand."""
        return state.phase == "over"


GAME = Gilfate()

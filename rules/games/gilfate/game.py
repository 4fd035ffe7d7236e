"""Gilfate Fantasy as a game of the table: the contract of ``rules.table.Game``, each part in its own module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.games.gilfate import (
    answering,
    book,
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
from rules.games.gilfate.secrets import veil
from rules.games.gilfate.state import State, begun
from rules.moves import Moves, judged
from rules.score import ScoreSheet
from rules.table import Calculator, Choice, Event, GameInfo, Level, Reading, Refusal, Seat, Setup
from rules.text import say
from rules.values.code import CardCode
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

MOVES: Moves[State] = {
    ev.StartRound: (turns.start_round, book.SETUP),
    ev.AddSecret: (turns.add_secret, book.SECRET),
    ev.DrawBlanks: (turns.draw_blanks, book.EMPTY_HAND),
    ev.PickAttack: (turns.pick_attack, book.EMPTY_HAND),
    ev.Play: (playing.play, book.PLAY),
    ev.Declare: (playing.declare, book.EFFECT),
    ev.UseActive: (playing.use_active, book.ONCE),
    ev.Respond: (answering.respond, book.ANSWER),
    ev.Happens: (playing.happens, book.EFFECT),
    ev.Act: (answering.act, book.EFFECT),
    ev.EndTurn: (turns.end_turn, book.END_DRAW),
    ev.NoteHand: (turns.note_hand, book.HAND),
    ev.Gone: (turns.gone, book.VISIBLE),
    ev.ShowHand: (turns.show_hand, book.HAND),
    ev.ScoreRound: (turns.score_round, book.MATCH),
    ev.Tick: (turns.tick, book.EFFECT),
    ev.AttackDeckOut: (turns.attack_deck_out, book.ROUND_END),
    ev.DrawBomb: (corrections.draw_bomb, book.BY_HAND),
    ev.ReturnBomb: (corrections.return_bomb, book.BY_HAND),
    ev.Explosion: (corrections.explosion, book.BY_HAND),
    ev.Activate: (corrections.activate, book.BY_HAND),
    ev.RemoveActive: (corrections.remove_active, book.BY_HAND),
    ev.Reverse: (corrections.reverse, book.BY_HAND),
    ev.KnockOut: (corrections.knock_out, book.BY_HAND),
    ev.SetBombs: (corrections.set_bombs, book.BY_HAND),
    ev.SetHand: (corrections.set_hand, book.BY_HAND),
    ev.SetDecks: (corrections.set_decks, book.BY_HAND),
    ev.SetTurn: (corrections.set_turn, book.BY_HAND),
    ev.SetPoints: (corrections.set_points, book.BY_HAND),
    ev.EndRound: (corrections.end_round, book.BY_HAND),
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
            raise Refusal(
                Level.STRUCT,
                "bad_mode",
                say("Gilfate Fantasy cannot be {mode}ed; play it or score it.", mode=setup.mode),
            )
        alone = setup.mode == "score" and setup.players == 1
        refused = None if alone else rounds.players_objection(setup.players)
        if refused is not None:
            raise Refusal(Level.STRUCT, refused.code, refused.text, refused.why.citation)
        return begun(setup.players, setup.mode, chosen, house_of(chosen))

    def apply(self, state: State, event: Event) -> State:
        """The table after the event. Raises Refusal and changes nothing."""
        return judged(MOVES, INFO, state, event=event, settle=settle.settle)

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

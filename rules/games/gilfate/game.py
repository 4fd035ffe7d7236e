"""Gilfate Fantasy as a game of the table: the table of its actions, in the order in which they are offered."""

from __future__ import annotations

from dataclasses import replace

from rules.action import ActionGame
from rules.choice import Choice
from rules.event import Event, Level, Refusal, Seat
from rules.game_protocol import Setup
from rules.games.gilfate import (
    answers,
    corrections,
    log_outcomes,
    play,
    rounds,
    scan,
    score,
    screens,
    seat_away,
    settle,
    sole_step,
)
from rules.games.gilfate.calculators import CALCULATORS
from rules.games.gilfate.house_rules import House, Variant, among
from rules.games.gilfate.info import INFO
from rules.games.gilfate.piles import players_objection
from rules.games.gilfate.state import State, begun, veil
from rules.text import say
from rules.view import View

ACTIONS = (
    rounds.ADD_SECRET, rounds.START_ROUND, rounds.DRAW_BLANKS,
    play.DECLARE, answers.ACT_OUT, answers.HAPPENS, answers.RESPOND,
    rounds.PICK_ATTACK, play.PLAY_CARD, rounds.END_TURN, play.USE_ACTIVE, rounds.ATTACK_DECK_OUT,
    rounds.SHOW_HAND, rounds.HAND_GONE, rounds.NOTE_HAND, rounds.TICK,
    corrections.DRAW_BOMB, corrections.RETURN_BOMB, corrections.EXPLOSION, corrections.SET_BOMBS,
    corrections.SET_HAND, corrections.ACTIVATE, corrections.REMOVE_ACTIVE, corrections.KNOCK_OUT,
    corrections.PAID_IN_PART, corrections.NOT_IN_PART,
    corrections.SET_POINTS, corrections.REVERSE, corrections.SET_DECKS, corrections.SET_ATTACK_DECKS,
    corrections.TURN_OVER,
    corrections.END_ROUND, corrections.SET_TURN,
    seat_away.SEAT_AWAY, seat_away.SEAT_BACK,
    # Behind what a table that only counts points is told of bombs and cards in front.
    rounds.SCORE_ROUND,
)  # fmt: skip


def begins(setup: Setup) -> State:
    """The table after dealing; where only points are counted, one to five people. Raises Refusal STRUCT."""
    chosen = setup.chosen(INFO)
    if setup.mode not in INFO.modes:
        text = say('Gilfate Fantasy knows no "{mode}"; play it or score it.', mode=setup.mode)
        raise Refusal(Level.STRUCT, "bad_mode", text)
    alone = setup.mode == "score" and setup.players == 1
    refused = None if alone else players_objection(setup.players)
    if refused is not None:
        raise Refusal(Level.STRUCT, refused.code, refused.text, refused.why.citation)
    return begun(setup.players, setup.mode, among(Variant, chosen), among(House, chosen))


def screen(state: State, viewer: Seat | None) -> View:
    """What that viewer sees; what is asked of them follows from what they are offered."""
    asked = {choice.prompt for choice in GAME.choices(state, viewer)} if viewer is not None else set()
    return screens.view(state, viewer, asked)


class Gilfate(ActionGame[State]):
    """The game of the table. A hand is noted anew beside the other notes, before what is ticked off."""

    def apply(self, state: State, event: Event) -> State:
        """The state after the event. An effect that has happened can be answered until something else is done at the
        table (GF-R50); private notes and ticks are no such thing."""
        after = super().apply(state, event)
        before = state.before_effect
        if before is None or isinstance(event, answers.Happens):
            return after
        if isinstance(event, rounds.NoteHand):
            return replace(after, before_effect=self._noted_too(before, event))
        aside = isinstance(event, (rounds.Gone, rounds.Tick))
        return after if aside else replace(after, before_effect=None)

    def _noted_too(self, before: State, event: rounds.NoteHand) -> State:
        """The table before the effect with what has been noted of a hand since, where that fits there."""
        try:
            return replace(super().apply(before, event), notices=())
        except Refusal:
            return before

    def choices(self, state: State, seat: Seat) -> tuple[Choice, ...]:
        """What the seat can do now, corrections last but for that one."""
        return tuple(sorted(super().choices(state, seat), key=_place))


def _place(choice: Choice) -> int:
    if isinstance(choice.event, rounds.Tick):
        return 1
    return 2 if choice.correction and not isinstance(choice.event, rounds.NoteHand) else 0


GAME = Gilfate(
    info=INFO,
    actions=ACTIONS,
    begins=begins,
    screen=screen,
    points=score.sheet,
    finished=lambda state: state.phase == "over",
    reads=scan.scan,
    calculators=CALCULATORS,
    veil=veil,
    settle=settle.settle,
    sole_step=sole_step.sole_step,
    follows=log_outcomes.follows,
    turn=log_outcomes.turn,
)

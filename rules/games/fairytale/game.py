"""Fairy Tale as a game of the table: its actions, in the order in which a phone offers them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.action import Action, ActionGame, ByHand
from rules.event import Event, Level, Notice, Refusal
from rules.game_protocol import Setup
from rules.games.fairytale import citations as cite
from rules.games.fairytale import (
    corrections,
    outcomes,
    play,
    score,
    screens,
    seat_away,
    sole_step,
    stage_plan,
    stages_and_draft,
)
from rules.games.fairytale.calculators import CALCULATORS
from rules.games.fairytale.house_rules import House
from rules.games.fairytale.info import INFO
from rules.games.fairytale.scan import READ_TABLEAU, scan
from rules.games.fairytale.state import State, begun, deck_in_use, veil, whole_deck
from rules.text import say

ACTIONS: tuple[Action[State, Any] | ByHand[State], ...] = (
    play.NAME_CARD,
    stages_and_draft.NEXT_PICK,
    stages_and_draft.NEXT_STAGE,
    play.UNSELECT,
    play.SELECT,
    play.ASK_REVEAL,
    play.REVEAL,
    play.TURN_OVER,
    play.CHOOSE,
    play.DISCARD_REST,
    stages_and_draft.LOG_PICK,
    READ_TABLEAU,
    corrections.SET_FACE,
    corrections.REMOVE_CARD,
    corrections.OTHER_CARD,
    corrections.ADD_CARD,
    stages_and_draft.ADD_PLAYER,
    stages_and_draft.SCORE,
    stages_and_draft.SHOW_CARDS,
    play.TICK_REMINDER,
    corrections.SET_STAGE,
    corrections.EARLY_REVEAL,
    corrections.NO_MORE_CARDS,
    corrections.LEAVE_STAGE,
    seat_away.SEAT_AWAY,
    seat_away.SEAT_BACK,
)


def begins(setup: Setup) -> State:
    """The table before the first deal; five players have the expert cards in. Raises Refusal STRUCT."""
    house = House(**setup.chosen(INFO))  # type: ignore[arg-type] # options carry the fields' own types
    if setup.mode not in INFO.modes:
        text = say('Fairy Tale knows no "{mode}"; play it or score it.', mode=setup.mode)
        raise Refusal(Level.STRUCT, "bad_mode", text)
    least = 1 if setup.mode == "score" else 2
    try:
        size = whole_deck(setup.decks).size
    except KeyError:
        raise Refusal(Level.STRUCT, "no_deck", "That deck is not here; add it once more, then choose it.") from None
    most = INFO.players[1] if setup.mode == "score" else min(INFO.players[1], size // stage_plan.CARDS_A_PLAYER)
    if not least <= setup.players <= most:
        objection = stage_plan.players_objection(setup.players, size)
        text = objection.text if objection is not None else say("expected {least} to 5 players", least=least)
        raise Refusal(Level.STRUCT, "players", text)
    state = begun(setup.players, setup.mode, house, setup.decks)
    if stage_plan.players_objection(max(2, setup.players), deck_in_use(state).size) is None:
        return state
    notice = Notice(Level.WARN, "expert_on", stages_and_draft.EXPERT_ON, cite.NEEDS_EXPERT)
    return replace(state, house=replace(house, expert=True), notices=(notice,))


class FairyTale(ActionGame[State]):
    """The game; somebody may come late."""

    def add_player(self, state: State) -> Event | None:
        """The event that makes room for somebody who comes late, or None where it is too late."""
        return stages_and_draft.AddPlayer() if stages_and_draft.can_add_player(state) else None


GAME = FairyTale(
    INFO,
    ACTIONS,
    begins=begins,
    screen=screens.view,
    points=score.sheet,
    finished=lambda state: state.over,
    reads=scan,
    calculators=CALCULATORS,
    veil=veil,
    follows=outcomes.follows,
    turn=outcomes.heading,
    settle=seat_away.nobody_plays,
    sole_step=sole_step.sole_step,
)

"""Dragoborne as a game of the table: what it is, how it begins, and the table of its actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.action import Action, ActionGame, ByHand
from rules.event import Level, Refusal, Seat
from rules.game_protocol import Reading, Setup
from rules.games.dragoborne import (
    ambushes,
    card_texts,
    combat,
    conceding,
    corrections,
    figures,
    log_outcomes,
    main_phase,
    scan,
    screens,
    setup,
    turn,
    turn_end,
)
from rules.games.dragoborne.calculators import CALCULATORS
from rules.games.dragoborne.deck import whole_deck
from rules.games.dragoborne.house_rules import House
from rules.games.dragoborne.info import INFO, SEATS
from rules.games.dragoborne.score import sheet
from rules.games.dragoborne.settle import settle
from rules.games.dragoborne.sole_step import sole_step
from rules.games.dragoborne.state import Player, State, veil
from rules.scan import Apply
from rules.values.code import CardCode

ACTIONS: tuple[Action[State, Any] | ByHand[State], ...] = (
    setup.SCAN_DECK, setup.USE_DECK, setup.PLACE_BANNERS, setup.MULLIGAN, setup.LAY_BARRIERS, setup.CHOOSE_STARTER,
    turn.ROLL, turn.DRAW, turn.ADD_RESOURCE, turn.SKIP_RESOURCE, turn.DISCARD, turn.REVEAL_AMBUSH,
    combat.FORT_BURST, combat.CARD_GOES, combat.MAKE_ROOM, combat.CHOOSE_SHIELD, combat.BLOCK, combat.NO_BLOCK,
    combat.DEAL_DAMAGE,
    ambushes.USE_AMBUSH, ambushes.AMBUSH_LEAVES, card_texts.TICK, card_texts.EFFECT, card_texts.EFFECT_AT_FORT,
    card_texts.DAMAGE_FORT, card_texts.DAMAGE_SHIELD, card_texts.TURN_DIE,
    main_phase.SUMMON, figures.SUMMON_BY_FIGURES, main_phase.CAST, figures.CAST_BY_FIGURES, main_phase.SET_AMBUSH,
    combat.ATTACK, combat.ATTACK_ASSASSIN,
    main_phase.ASSIGN_SHIELD, main_phase.ASSIGN_CROSS, main_phase.ACTIVATE, main_phase.MOVE, main_phase.SWAP,
    main_phase.PAY_OTHERWISE,
    turn_end.END_TURN,
    corrections.SET_FORT, corrections.SET_BANNER, corrections.SET_AMBUSH_THERE,
    corrections.AMBUSH_USED, corrections.AMBUSH_GONE, corrections.PUT_CREATURE,
    corrections.SET_CREATURE, corrections.TAKE_CREATURE, corrections.SET_DIE,
    corrections.SET_STANDING, corrections.SET_RESOURCES,
    corrections.SET_HAND, corrections.SET_DECK, corrections.SET_DISCARD, corrections.SET_DISCARD_PILE,
    corrections.CALL_OFF, corrections.ATTACK_GOES_ON, corrections.TURN_ENDS,
    corrections.SET_TURN, conceding.CONCEDE, conceding.SEAT_AWAY, conceding.SEAT_BACK,
)  # fmt: skip
"""In the order in which their choices are offered: what the table waits for, then what one may begin."""


def begins(setup: Setup) -> State:
    """The table before anybody has chosen a deck. Raises Refusal STRUCT."""
    house = House(**setup.chosen(INFO))  # type: ignore[arg-type] # options carry the fields' own types
    if setup.mode not in INFO.modes:
        raise Refusal(Level.STRUCT, "bad_mode", "Dragoborne is played; there are no points to count alone.")
    if setup.players != SEATS:
        raise Refusal(Level.STRUCT, "players", "Dragoborne is a game for two.")
    try:
        whole_deck(setup.decks)
    except KeyError:
        raise Refusal(Level.STRUCT, "no_deck", "A deck is not here; add it once more, then choose it.") from None
    side = Player(sets=setup.decks)
    return State(house, sides=(side, side))


def reads(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply[State]) -> Reading:
    """What cards seen by the seat's phone mean among what it can do now; corrections are not meant."""
    offered = [choice for action in ACTIONS for choice in action.choices(state, seat) if not choice.correction]
    return scan.scan(state, seat, seen, offered=offered, apply=apply)


GAME = ActionGame(
    info=INFO,
    actions=ACTIONS,
    begins=begins,
    screen=screens.view,
    points=sheet,
    finished=lambda state: state.phase == "over",
    reads=reads,
    calculators=CALCULATORS,
    veil=veil,
    settle=settle,
    follows=log_outcomes.follows,
    turn=log_outcomes.turn,
    sole_step=sole_step,
)

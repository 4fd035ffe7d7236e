"""Dragon Breeds as a game of the table: what it is, how it begins, and the table of its actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.action import Action, ActionGame
from rules.choice import Choice
from rules.event import Event, Level, Refusal, Seat
from rules.game_protocol import Reading, Setup
from rules.games.breeds import (
    combat,
    corrections,
    damage,
    fireballs,
    log_outcomes,
    market,
    quests_and_tokens,
    refracting,
    scan,
    score,
    screens,
    seats_left,
    setup,
    turn,
    withdrawing,
)
from rules.games.breeds.calculators import CALCULATORS
from rules.games.breeds.deck import deck
from rules.games.breeds.house_rules import House
from rules.games.breeds.info import INFO
from rules.games.breeds.sole_step import sole_step
from rules.games.breeds.state import Player, State, veil
from rules.text import say
from rules.values.code import CardCode
from rules.view import View

ACTIONS: tuple[Action[State, Any], ...] = (
    setup.CHOOSE_LEGENDARY,
    setup.CHOOSE_STARTER,
    setup.CHOOSE_SUMMONER,
    refracting.AIM_REFRACTED,
    refracting.REFRACT,
    combat.ATTACK,
    combat.PLAY_DRAGON,
    withdrawing.WITHDRAW,
    combat.BLOCK_ATTACKER,
    combat.TRANSMUTE,
    combat.IMITATE,
    fireballs.FIREBALL,
    fireballs.AMBUSH,
    damage.CHOOSE_DAMAGE,
    damage.CONFIRM_DAMAGE,
    damage.DISCARD_TOP,
    market.BUY,
    market.TRASH,
    market.FLUSH_CARD,
    turn.DONE,
    turn.DRAW_PHASE,
    turn.TICK,
    market.TURN_UP,
    quests_and_tokens.QUEST,
    quests_and_tokens.GAIN_TOKEN,
    turn.DRAW_CARDS,
    market.TRASH_BY_TEXT,
    quests_and_tokens.RETURN_TOKEN,
    fireballs.ADJUST,
    corrections.CALL_OFF,
    corrections.DAMAGE,
    corrections.KO,
    corrections.SET_HEALTH,
    corrections.SET_TURN_DAMAGE,
    corrections.SET_SV,
    corrections.SET_QUESTS,
    corrections.SET_CUBE,
    corrections.SET_UNLOCKED,
    corrections.SET_HAND,
    corrections.SET_PILE,
    corrections.SET_SUPPLY,
    corrections.SET_DRAGONS,
    corrections.SET_TRASH,
    corrections.SET_REFRACTED,
    corrections.CLEAR_REFRACTED,
    corrections.SET_TURN,
    seats_left.SEAT_AWAY,
    seats_left.SEAT_BACK,
)
"""Every action, in the order in which a screen offers them."""


def begins(setting: Setup) -> State:
    """The table before anybody has a summoner. Raises Refusal STRUCT."""
    house = House(**setting.chosen(INFO))  # type: ignore[arg-type] # options carry the fields' own types
    if setting.mode not in INFO.modes:
        raise Refusal(Level.STRUCT, "bad_mode", "Dragon Breeds is played; there are no points to count alone.")
    least, most = INFO.players
    if not least <= setting.players <= most:
        text = say("Dragon Breeds is for {least} to {most} people here.", least=least, most=most)
        raise Refusal(Level.STRUCT, "players", text)
    try:
        deck(setting.decks)
    except KeyError:
        raise Refusal(Level.STRUCT, "no_deck", "A deck is not here; add it once more, then choose it.") from None
    return State(setting.players, house, seats=(Player(),) * setting.players, decks=setting.decks)


def offered(known: State, seat: Seat) -> tuple[Choice, ...]:
    """What the seat can do, on the table as it may know it."""
    return tuple(choice for action in ACTIONS for choice in action.choices(known, seat))


def view(state: State, viewer: Seat | None) -> View:
    """What that viewer sees; prompts are tied to what is offered."""
    return screens.view(state, viewer, offered)


def reads(known: State, seat: Seat, seen: Sequence[CardCode], apply: Callable[[State, Event], State]) -> Reading:
    """What cards seen in one look mean, among what is offered."""
    return scan.read(scan.Look(known, seat, apply, offered), seen)


GAME = ActionGame(
    info=INFO,
    actions=ACTIONS,
    begins=begins,
    screen=view,
    points=score.sheet,
    finished=lambda state: state.phase == "over",
    reads=reads,
    calculators=CALCULATORS,
    veil=veil,
    settle=turn.settled,
    follows=log_outcomes.follows,
    turn=log_outcomes.heading,
    sole_step=sole_step,
    corrections_last=False,
)

"""Attack at the Tower as a game of the table: what it is, how it begins, and the table of its actions."""

from __future__ import annotations

from rules.action import ActionGame
from rules.event import Level, Refusal
from rules.game_protocol import Setup
from rules.games.tower import attack, corrections, outcomes, scan, score, screens, setup_and_renewing, sole_step, turn
from rules.games.tower.calculators import CALCULATORS
from rules.games.tower.house_rules import House
from rules.games.tower.info import INFO, SEATS
from rules.games.tower.state import State, new_game

ACTIONS = (
    setup_and_renewing.DRAW,
    setup_and_renewing.DISCARD,
    turn.RECRUIT,
    setup_and_renewing.PLACE_BASE,
    setup_and_renewing.BURN,
    setup_and_renewing.DONE,
    setup_and_renewing.CHOOSE_STARTER,
    setup_and_renewing.RENEW,
    attack.DECLARE_ATTACK,
    turn.END_TURN,
    attack.FIGHT,
    attack.ASSIGN_DAMAGE,
    attack.CONFIRM_STEP,
    attack.PALACE_ASSAULT,
    attack.END_ATTACK,
    turn.PLAY_ABILITY,
    turn.GIVE_UP,
    turn.NEXT_GAME,
    turn.END_MATCH,
    turn.TICK,
    corrections.SET_TROOPS,
    corrections.SET_BASE,
    corrections.SET_SPECIALS,
    corrections.SET_HAND,
    corrections.SET_PILE,
    corrections.SET_ABILITY,
    corrections.SET_LOST,
    corrections.CALL_OFF,
    corrections.END_TURN_AS_IT_IS,
    corrections.SET_WINS,
    corrections.SET_TURN,
    turn.SEAT_AWAY,
    turn.SEAT_BACK,
)


def begins(setup: Setup) -> State:
    """The table before anybody draws. Raises Refusal STRUCT."""
    house = House(**setup.chosen(INFO))  # type: ignore[arg-type] # options carry the fields' own types
    if setup.mode not in INFO.modes:
        text = "Attack at the Tower is played; there are no points to count alone."
        raise Refusal(Level.STRUCT, "bad_mode", text)
    if setup.players != SEATS:
        raise Refusal(Level.STRUCT, "players", "Attack at the Tower is a game for two.")
    return new_game(State(house))


GAME = ActionGame(
    info=INFO,
    actions=ACTIONS,
    begins=begins,
    screen=screens.screen,
    points=score.sheet,
    finished=lambda state: state.phase == "over",
    reads=scan.read,
    calculators=CALCULATORS,
    follows=outcomes.follows,
    turn=outcomes.heading,
    sole_step=sole_step.sole_step,
)

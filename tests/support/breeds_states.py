"""Dragon Breeds tables for tests: small ways to lay a game down, fight a combat, and let a random player choose."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from game_questions import GameQuestions

from rules import games
from rules.game_protocol import Choice, Event, Setup
from rules.games.breeds.combat import Attack, Block, Imitate, PlayDragon
from rules.games.breeds.damage import ConfirmDamage
from rules.games.breeds.fireballs import Adjust
from rules.games.breeds.game import GAME
from rules.games.breeds.market import Trash
from rules.games.breeds.quests_and_tokens import GainToken, Quest, ReturnToken
from rules.games.breeds.refracting import Refract
from rules.games.breeds.setup import ChooseLegendary, ChooseStarter, ChooseSummoner
from rules.games.breeds.state import Cycle, Player, State
from rules.games.breeds.turn import Done, DrawCards, DrawPhase
from rules.testing.random_choices import filled
from rules.values.code import CardCode

DECK = games.deck("breeds")
_QUESTIONS = GameQuestions(GAME)
do, refused, codes, moves = _QUESTIONS.do, _QUESTIONS.refused, _QUESTIONS.said, _QUESTIONS.moves
COLOURS = ("black", "teal", "white", "purple", "other", "other")
DRAGONS = tuple(card.id for card in DECK.cards if card["kind"] == "dragon")


def table(players: int = 2, **options: bool | str | int) -> State:
    """A table as it opens."""
    return GAME.start(Setup(players, tuple(options.items())))


def begun(players: int = 2, first: int = 0, colours: tuple[str, ...] = COLOURS, **options: Any) -> State:
    """A game in its first turn; everybody has eight cards in hand and dragons of a box we never saw, so that counts do
    not stand in a test's way."""
    state = table(players, **options)
    for seat in range(players):
        state = do(state, ChooseSummoner(colours[seat], seat=seat), ChooseLegendary(seat=seat))
    state = do(state, ChooseStarter(first, seat=0))
    for seat in range(players):
        state = seated(state, seat, cycle=Cycle(8, 12, 0), dragons=("dragon",) * 20)
    return state


def seated(state: State, seat: int, **changes: Any) -> State:
    """The table with something else at one seat."""
    player: Player = replace(state.seats[seat], **changes)
    return replace(state, seats=(*state.seats[:seat], player, *state.seats[seat + 1 :]))


def attack(state: State, *svs: int, by: int = 0, on: int = 1) -> State:
    """An attack with dragons of these SVs, up to the defence; their names are ``attackers(state)``."""
    state = do(state, Attack(on, seat=by))
    for sv in svs:
        state = do(state, PlayDragon("dragon", sv, seat=by))
    return do(state, Done("attack", seat=by))


def blocked(state: State, *pairs: tuple[int, int], by: int = 1) -> State:
    """Blockers as (SV, number of the attacker from 0), and the defence is over."""
    for sv, at in pairs:
        state = do(state, Block("dragon", attackers(state)[at], sv, seat=by))
    return do(state, Done("defense", seat=by))


def quiet(state: State) -> State:
    """No fireballs: on to the damage."""
    clash = state.clash
    assert clash is not None
    return do(state, Done("fireball_att", seat=clash.attacker), Done("fireball_def", seat=clash.defender))


def struck(state: State, *svs: int, by: int = 0, on: int = 1) -> State:
    """An unblocked attack from beginning to end."""
    return do(quiet(blocked(attack(state, *svs, by=by, on=on), by=on)), ConfirmDamage(seat=by))


def attackers(state: State) -> tuple[str, ...]:
    """The names of the attacking dragons."""
    assert state.clash is not None
    return tuple(one.uid for one in state.clash.attackers)


def blockers(state: State) -> tuple[str, ...]:
    """The names of the blocking dragons."""
    assert state.clash is not None
    return tuple(one.uid for one in state.clash.blockers)


def passed(state: State, *, hands: bool = True) -> State:
    """The turn skipped to its end; everybody's hand is full enough again."""
    seat = state.active
    for phase in ("combat", "market", "flush"):
        if state.phase == phase:
            state = do(state, Done(phase, seat=seat))  # type: ignore[arg-type] # one of the three
    state = do(state, DrawPhase(seat=seat))
    for one in range(state.players):
        if hands and not state.seats[one].out:
            state = seated(state, one, cycle=Cycle(8, 12, 0))
    return state


def seen(card: str, copy: int = 1, print_set: str = "A") -> CardCode:
    """One paper card as a reader sees it."""
    return CardCode("BR", DECK.by_id[card].code, copy, print_set)


RARE = (GainToken, ReturnToken, Quest, DrawCards, Adjust, Refract, Imitate)


def weight(choice: Choice) -> float:
    """How likely a tired but honest player does this: what needs a card's text is rare, attacking is the point."""
    event = choice.event
    if isinstance(event, RARE) or (isinstance(event, Trash) and event.by_ability):
        return 0.05
    if isinstance(event, Attack | PlayDragon):
        return 3.0
    return 1.0


def anything(state: State, rng: random.Random) -> Event:
    """Something somebody at the table may do now, corrections left alone."""
    offered = [choice for seat in range(state.players) for choice in moves(state, seat)]
    return filled(rng.choices(offered, [weight(choice) for choice in offered])[0], rng)

"""Gilfate Fantasy tables for tests: small ways to lay a round down, play a card, and let a random player choose."""

from __future__ import annotations

import random
from dataclasses import replace
from math import comb
from typing import Any

from game_questions import GameQuestions

from rules import games
from rules.game_protocol import Choice, Event, Setup
from rules.games.gilfate.game import GAME
from rules.games.gilfate.play import Play
from rules.games.gilfate.rounds import DrawBlanks, NoteHand, StartRound
from rules.games.gilfate.state import Front, Player, State
from rules.testing.random_choices import filled
from rules.values.code import CardCode

DECK = games.deck("gilfate")
_QUESTIONS = GameQuestions(GAME)
do, refused, codes, moves = _QUESTIONS.do, _QUESTIONS.refused, _QUESTIONS.said, _QUESTIONS.moves


def table(players: int = 3, mode: Any = "play", **options: bool | str | int) -> State:
    """A table as it opens."""
    return GAME.start(Setup(players, tuple(options.items()), mode))


def begun(players: int = 3, first: int = 0, turn: int = 0, **options: Any) -> State:
    """A round in which seat ``first`` is about to play; past the first lap unless ``turn`` says otherwise."""
    state = do(table(players, **options), StartRound(first))
    return replace(state, turn=turn or players + 1)


def front(state: State, seat: int, *cards: str) -> State:
    """These cards lie in front of the seat; the n-th is ``f{seat}.{n}``."""
    new = tuple(Front(f"{seat}.f{n}", card) for n, card in enumerate(cards, 1))
    return seated(state, seat, front=new)


def seated(state: State, seat: int, **changes: Any) -> State:
    """The table with something else at one seat."""
    player: Player = replace(state.seats[seat], **changes)
    return replace(state, seats=(*state.seats[:seat], player, *state.seats[seat + 1 :]))


def played(state: State, card: str, bombs: int = 0, **how: Any) -> State:
    """The active player plays the card and pays it, with so many bombs drawn."""
    state = do(state, Play(card, seat=state.active, **how))
    return pay(state, bombs) if state.dues else state


def pay(state: State, bombs: int = 0, explosions: int = 0) -> State:
    """Whoever has to draw draws."""
    owed = state.due
    assert owed is not None
    return do(state, DrawBlanks(owed.amount, bombs, explosions, seat=owed.seat))


def seen(card: str, copy: int = 1) -> CardCode:
    """One paper card as a reader sees it."""
    return CardCode("GF", DECK.by_id[card].code, copy, "A")


def weight(state: State, choice: Choice) -> float:
    """How likely a tired but honest player does this: draws follow the odds of the deck, notes are rare."""
    event = choice.event
    if isinstance(event, DrawBlanks):
        bombs, other = state.blank.bombs_most, state.blank.left - state.blank.bombs_most
        return comb(bombs, event.bombs) * comb(max(0, other), event.count - event.bombs) + 1e-9
    return 1e-3 if isinstance(event, NoteHand) else 1.0


def anything(state: State, rng: random.Random) -> Event:
    """Something somebody at the table may do now, corrections left alone."""
    offered = [choice for seat in range(state.players) for choice in moves(state, seat)]
    draws = [choice for choice in offered if isinstance(choice.event, DrawBlanks)]
    if draws and rng.random() < 0.8:
        offered = draws
        total = sum(weight(state, choice) for choice in draws)
        return filled(rng.choices(offered, [weight(state, choice) / total for choice in draws])[0], rng)
    return filled(rng.choice(offered), rng)

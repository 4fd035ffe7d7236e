"""Fairy Tale tables for tests: small ways to lay cards down, play a hand, and let a random player choose."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game_questions import GameQuestions

from rules import games
from rules.game_protocol import Choice, Event, Setup
from rules.games.fairytale.game import GAME
from rules.games.fairytale.house_rules import House
from rules.games.fairytale.play import Choose, Select
from rules.games.fairytale.stages_and_draft import NextStage
from rules.games.fairytale.state import Laid, State, begun
from rules.values.code import CardCode

DECK = games.deck("fairytale")
_QUESTIONS = GameQuestions(GAME)
do, moves = _QUESTIONS.do, _QUESTIONS.moves


def table(players: int = 2, mode: Any = "play", **options: bool | str) -> State:
    """A table as it opens."""
    return GAME.start(Setup(players, tuple(options.items()), mode))


def code(card: str, copy: int = 1, print_set: str = "A") -> str:
    """The printed code of one paper card."""
    return str(seen(card, copy, print_set))


def seen(card: str, copy: int = 1, print_set: str = "A") -> CardCode:
    """One paper card as a reader sees it."""
    return CardCode("FT", DECK.by_id[card].code, copy, print_set)


def laid(*tableaus: str, stage: int = 2, played: int = 0, **house: Any) -> State:
    """A table in a play stage with tableaus written as card ids; a leading ``-`` lies face down, ``-?`` unknown."""
    state = begun(len(tableaus), "play", House(**house))
    rows = tuple(
        tuple(
            Laid(f"{seat}.{n}", None if word == "-?" else word.lstrip("-"), "", not word.startswith("-"))
            for n, word in enumerate(text.split(), 1)
        )
        for seat, text in enumerate(tableaus)
    )
    return replace(state, tableaus=rows, used=tuple(map(len, rows)), stage=stage, played=played)


def place(state: State, *cards: str | None) -> State:
    """Each seat places its card, in order; the last one reveals them."""
    return do(state, *(Select(card, seat=seat) for seat, card in enumerate(cards)))


def choose(state: State, seat: int, step: str, *uids: str) -> State:
    """An answer to a question of the effects."""
    return do(state, Choose(step, uids, seat=seat))


def to_stage(state: State, number: int) -> State:
    """The table moved on by the ordinary button, the hands played with the first cards that fit."""
    while state.stage < number:
        if state.stage % 2 == 0:
            for _ in range(3):
                state = state if state.closed else play_any(state)
        state = do(state, NextStage(state.stage + 1))
    return state


def play_any(state: State, rng: random.Random | None = None) -> State:
    """One more reveal of cards that fit, every question answered somehow."""
    rng = rng or random.Random(0)
    played = state.played
    for _ in range(50):
        if state.played != played:
            return state
        for seat in range(state.players):
            for choice in GAME.choices(state, seat):
                asked = choice.prompt or isinstance(choice.event, Select)
                if asked and not choice.correction and choice.fields:
                    state = GAME.apply(state, filled(choice, rng))
                    break
    raise AssertionError("the reveal does not come to an end")


def filled(choice: Choice, rng: random.Random) -> Event:
    """A choice with its holes filled at random, within what it offers."""
    values: dict[str, object] = {}
    for spec in choice.fields:
        if spec.kind == "number":
            values[spec.name] = rng.randint(spec.low, spec.high)
        elif spec.many:
            chosen = rng.sample(spec.picks, rng.randint(spec.low, spec.high))
            values[spec.name] = tuple(pick.value for pick in chosen)
        else:
            values[spec.name] = rng.choice(spec.picks).value
    return choice.fill(**values)


def faces(state: State, seat: int) -> str:
    """A tableau as ``laid`` reads it."""
    return " ".join(("" if one.up else "-") + (one.card or "?") for one in state.tableaus[seat])


def asked(state: State, seat: int) -> Sequence[str]:
    """The questions of the effects a seat has open, as prompt keys."""
    return [p.key for p in GAME.view(state, seat).prompts if p.key.startswith("choose-")]

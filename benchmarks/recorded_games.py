"""Games of random players as the events a server is sent: recorded once by the rules, so that a load needs no looks."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from random_players import any_move, invariants, setup

from rules import games, wire


@dataclass(frozen=True)
class Recorded:
    """How the table is laid, and what is reported, in order, as it travels."""

    game: str
    players: int
    options: dict[str, Any]
    events: tuple[dict[str, Any], ...]


def record(name: str, seed: int, most: int = 400) -> Recorded:
    """A game of random players up to so many events; steps that pass by themselves are the server's own."""
    rng, game, own = random.Random(seed), games.load(name), invariants(name)
    laid = setup(game, rng)
    state, events = game.start(laid), list[dict[str, Any]]()
    while not game.over(state) and len(events) < most:
        step = game.next_step(state)
        if step is None:
            step = any_move(game, state, rng, own)
            if step is None:
                break
            events.append(wire.event_to_json(step))
        state = game.apply(state, step)
    return Recorded(name, laid.players, dict(laid.options), tuple(events))


def endless(name: str, seed: int) -> Iterator[Recorded]:
    """One game after another."""
    chance = random.Random(f"{name} {seed}")
    while True:
        yield record(name, chance.randrange(1 << 30))

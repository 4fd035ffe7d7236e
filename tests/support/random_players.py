"""Random players of any game: only what is offered, from the setup to the end, and what holds on the way.

    state, events = play("tower", seed)          raises Broken, which names the seed

The invariants of a game stand in ``invariants_<game>.py`` beside this file: ``keep(state)``, which asserts,
and, where a game wants them, ``CAP`` (events after which a game must be over), ``PATIENCE`` (the same with house rules
drawn at random, after which it is merely left) and ``weights(state, choices)`` (how likely a tired but honest player
does each).
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules import games, wire
from rules.action import ActionGame, ByHand, Correction
from rules.game_protocol import Choice, Event, Game, Setup
from rules.testing.random_choices import filled

CAP = 6_000
WHOLE = 0.2
"""How often corrections are offered too."""


class Broken(AssertionError):  # noqa: N818 - the word a test report needs
    """A promise was broken; the text holds the game and the seed that bring it back."""


@dataclass(frozen=True)
class Invariants:
    """What ``invariants_<game>.py`` says."""

    keep: Callable[[Any], None]
    cap: int
    patience: int | None
    weights: Callable[[Any, Sequence[Choice]], Sequence[float]] | None


def invariants(name: str) -> Invariants:
    """The invariants of a game; a game without a file has none but to end."""
    try:
        found: Any = importlib.import_module(f"invariants_{name}")
    except ModuleNotFoundError:
        found = None
    return Invariants(
        getattr(found, "keep", lambda state: None),
        getattr(found, "CAP", CAP),
        getattr(found, "PATIENCE", None),
        getattr(found, "weights", None),
    )


def setup(game: Game[Any], rng: random.Random) -> Setup:
    """Any number of players; every third table plays by the book, the others with house rules drawn at random."""
    players = rng.randint(*game.info.players)
    if rng.random() < 1 / 3:
        return Setup(players)
    return Setup(players, tuple((option.id, rng.choice(option.values)) for option in game.info.options))


def offered(game: Game[Any], state: Any) -> list[Choice]:
    """Everything any seat can do now without correcting anything."""
    return [one for seat in range(state.players) for one in game.choices(state, seat) if not one.correction]


def of_play(game: Game[Any], state: Any, seat: int) -> list[Choice]:
    """What a seat can do now, without offering what is set right by hand: that takes as long as all the rest."""
    # Where only the score is kept, cards are laid by what corrects them elsewhere.
    if not isinstance(game, ActionGame) or getattr(state, "mode", "play") != "play":
        return _ready(game, state, seat)
    actions = [one for one in game.actions if not isinstance(one, (Correction, ByHand))]
    known = game.veil(state, seat)
    return [one for action in actions for one in action.choices(known, seat) if not one.correction]


def _ready(game: Game[Any], state: Any, seat: int) -> list[Choice]:
    return [one for one in game.choices(state, seat) if not one.correction]


def any_move(game: Game[Any], state: Any, rng: random.Random, own: Invariants) -> Event | None:
    """Something somebody may do now: most often the first seat asked that can, so that games stay quick.

    Now and then all is offered as at a table, corrections too: whatever state a game comes to, that must not break.
    """
    for seat in rng.sample(range(state.players), state.players):
        found = _ready(game, state, seat) if rng.random() < WHOLE else of_play(game, state, seat)
        if found:
            if own.weights is None:
                return filled(rng.choice(found), rng)
            weights = own.weights(state, found)
            return filled(rng.choices(found, weights)[0] if any(weights) else rng.choice(found), rng)
    return None


def play(name: str, seed: int, *, checked: bool = True) -> tuple[Any, list[Event]]:
    """One game of random players to its end. Raises Broken where a promise, an offer or the end fails."""
    rng, game, own = random.Random(seed), games.load(name), invariants(name)
    opened = setup(game, rng)
    cap = own.patience if own.patience is not None and opened.options else own.cap
    state, events = game.start(opened), list[Event]()
    try:
        while not game.over(state) and len(events) < cap:
            event = any_move(game, state, rng, own)
            assert event is not None, "nobody can go on"
            events.append(event)
            state = game.apply(state, event)
            if checked:
                own.keep(state)
                assert wire.event_from_json(game.events, wire.event_to_json(event)) == event
        assert game.over(state) or (opened.options and own.patience), f"no end within {cap} events"
        if game.over(state):
            _ended(game, state)
    except Exception as error:
        last = events[-1] if events else None
        raise Broken(f"{name}, seed {seed}, event {len(events)} {last}, {opened}: {error!r}") from error
    return state, events


def _ended(game: Game[Any], state: Any) -> None:
    """What every finished game has: a final sheet whose lines add up, and nothing left to do but correct."""
    sheet = game.score(state)
    assert sheet.final
    assert all(own.total == sum(line.points for line in own.lines) for own in sheet.seats)
    assert wire.decode(type(state), wire.encode(state)) == state

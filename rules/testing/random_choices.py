"""Choices of any game filled at random, within what they offer: what a player who only taps could send."""

from __future__ import annotations

import random

from rules.game_protocol import Choice, Event, FieldSpec


def filled(choice: Choice, rng: random.Random) -> Event:
    """A choice with its holes filled at random; what shares a pool takes no more than it has."""
    left = {pool.label: pool.amount for pool in choice.pools}
    values: dict[str, object] = {}
    # In any order, so that no target is always the first to be served.
    for spec in rng.sample(choice.fields, len(choice.fields)):
        shared = [pool for pool in choice.pools if spec.name in pool.fields]
        value = _value(spec, rng, min([spec.high, *(left[pool.label] for pool in shared)]))
        for pool in shared:
            left[pool.label] -= int(str(value))
        values[spec.name] = value
    return choice.fill(**values)


def _value(spec: FieldSpec, rng: random.Random, high: int) -> object:
    if spec.kind == "number":
        return rng.randint(spec.low, max(spec.low, high))
    if spec.many:
        chosen = rng.sample(spec.picks, rng.randint(spec.low, min(spec.high, len(spec.picks))))
        return tuple(pick.value for pick in chosen)
    return rng.choice(spec.picks).value

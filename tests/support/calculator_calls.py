"""Asking a game's calculators as the command does: one op, its fields, the answer or the complaint."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from rules import games
from rules.game_protocol import Level, Refusal


def ask(game: str, op: str, /, **fields: Any) -> Mapping[str, Any]:
    """The answer of a calculator; it must be plain JSON."""
    answer = games.calculators(game)[op]({"op": op, **fields})
    json.dumps(answer, allow_nan=False)
    return answer


def complaint(game: str, op: str, /, **fields: Any) -> str:
    """The sentence of the ``bad_input`` refusal; fails where there is an answer instead."""
    with pytest.raises(Refusal) as refused:
        games.calculators(game)[op]({"op": op, **fields})
    assert (refused.value.level, refused.value.code) == (Level.STRUCT, "bad_input")
    return refused.value.text


def subset(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    """Whether every expected key has its value in the answer; further keys are free."""
    return all(key in answer and answer[key] == value for key, value in expected.items())

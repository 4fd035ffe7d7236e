"""The house rules a table was laid with: options of its game and the values chosen, those left alone not named."""

from __future__ import annotations

from typing import Any

from rules.game_protocol import Level, Refusal

Options = tuple[tuple[str, bool | int | str], ...]


def read_options(data: object) -> Options:
    """Options as pairs, from an object or from pairs; the game says later which there are (``Setup.chosen``).

    Raises Refusal STRUCT ``bad_option`` for anything else.
    """
    pairs: Any = list(data.items()) if isinstance(data, dict) else data
    if not isinstance(pairs, (list, tuple)) or any(not isinstance(p, (list, tuple)) or len(p) != 2 for p in pairs):
        raise Refusal(Level.STRUCT, "bad_option", "options: expected an object of option and value")
    return tuple((str(key), value) for key, value in pairs)

"""What a rule has to say against an action, as a value.

The algorithms of a game answer with an ``Objection`` or None instead of raising, so that ``apply`` can refuse, or
accept with an override and note the rule, and a calculator can answer with the code: one check, three uses.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.score import Why


@dataclass(frozen=True, slots=True)
class Objection:
    """A written rule stands against it. ``code`` is stable, ``text`` is for people, ``why`` is the rule."""

    code: str
    text: str
    why: Why

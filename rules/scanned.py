"""What the scans of every game begin and end with: the cards that are ours, and an event tried before it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.cards import Card, Deck
from rules.code import CardCode
from rules.table import Choice, Event, Level, Reading, Refusal, ScanProblem

S = TypeVar("S")
Apply = Callable[[S, Event], S]
"""A game's ``apply``: whether an event fits is asked of the game itself."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One paper card of this game: its id in the deck and its printed code."""

    card: str
    code: str


def ours(
    seen: Sequence[CardCode], deck: Deck, but: Callable[[Card], ScanProblem | None] = lambda card: None
) -> tuple[tuple[Seen, ...], tuple[ScanProblem, ...]]:
    """The cards of this deck as they were seen, and a sentence for each of the others; ``but`` objects to some."""
    cards: list[Seen] = []
    problems: list[ScanProblem] = []
    for code in seen:
        card = deck.find(code)
        if code.game != deck.spec.letters:
            problems.append(ScanProblem("other_game", f"{code} is a card of another game; put it aside."))
        elif card is None:
            problems.append(ScanProblem("unknown_card", f"{code} is no card of this deck. A print of an older one?"))
        elif (objection := but(card)) is not None:
            problems.append(objection)
        else:
            cards.append(Seen(card.id, str(code)))
    return tuple(cards), tuple(dict.fromkeys(problems))


def nothing(problems: tuple[ScanProblem, ...]) -> Reading:
    """A look without a card of ours: what else it showed, or that it showed none."""
    return Reading(problems=problems or (ScanProblem("no_card", "No card was seen. Hold the phone straight above."),))


def problem(code: str, text: str, card: str = "") -> Reading:
    """A scan that leads to nothing, and why."""
    return Reading(problems=(ScanProblem(code, text, card),))


def tried(state: S, event: Event, summary: str, apply: Apply[S], *, card: str = "", name: str = "") -> Reading:
    """The one event a scan means; where a rule stands against it, the reason and the button that sets it aside.

    ``card`` is whose problem it is then, ``name`` what the button calls it (the summary).
    """
    try:
        apply(state, event)
    except Refusal as refusal:
        anyway = Choice(f"{name or summary} all the same", replace(event, override=True))
        choices = (anyway,) if refusal.level is Level.RULE else ()
        return Reading(choices=choices, problems=(ScanProblem(refusal.code, refusal.text, card),))
    return Reading(submit=event, summary=summary)

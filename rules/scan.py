"""What the scans of every game share: which seen cards are of the deck, what one event means, and what is missing.

A game names the cards known to lie face up in groups that are looked at together: one side's field, one row of a
supply. Where a look shows two cards or more and one of a group is among them, that group was looked at and the rest of
it is missing. One card held up says nothing about the others; a face-down card belongs to no group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.game_protocol import Choice, Event, Level, Lying, Reading, Refusal, ScanProblem
from rules.text import say
from rules.values.cards import Card, Deck
from rules.values.code import CardCode

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
        if code.game not in deck.letters:
            problems.append(
                ScanProblem("other_game", say("{code} is a card of another game; put it aside.", code=code))
            )
        elif card is None:
            problems.append(
                ScanProblem(
                    "unknown_card", say("{code} is not a card of this deck. Is it from an older print?", code=code)
                )
            )
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
        anyway = Choice(say("{name} anyway", name=name or summary), replace(event, override=True))
        choices = (anyway,) if refusal.level is Level.RULE else ()
        return Reading(choices=choices, problems=(ScanProblem(refusal.code, refusal.text, card),))
    return Reading(submit=event, summary=summary)


def still_missing(reading: Reading, groups: Iterable[Sequence[Lying]], seen: Mapping[str, str]) -> Reading:
    """The reading with what its look has not shown, where it does not say so itself. ``seen`` is code -> card id."""
    if reading.of or len(seen) < 2:
        return reading
    missing: list[Lying] = []
    known = False
    for group in groups:
        away = unseen(group, seen)
        # One card that is only of the same kind may be another copy, out of a hand.
        sure = any(one.code in seen for one in group if one.code)
        if len(group) - len(away) >= (1 if sure else 2):
            known = True
            missing += away
    return replace(reading, missing=tuple(missing), of=len(seen) + len(missing)) if known else reading


def unseen(group: Sequence[Lying], seen: Mapping[str, str]) -> list[Lying]:
    """Those of the group a look has not shown. ``seen`` is code -> card id.

    Told by the code; a card whose code nobody has read, by any card of its kind that is none of the others.
    """
    own = {one.code for one in group if one.code}
    spare = [card for code, card in seen.items() if code not in own]
    away = []
    for one in group:
        if one.code:
            if one.code not in seen:
                away.append(one)
        elif one.card in spare:
            spare.remove(one.card)
        else:
            away.append(one)
    return away

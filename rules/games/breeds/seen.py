"""What every reading of a scan needs: the cards of this game, and how an event that fits, or does not, is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rules.code import CardCode
from rules.games.breeds.cardbook import deck, known
from rules.games.breeds.deck import SPEC
from rules.games.breeds.state import State
from rules.table import Choice, Event, Level, Reading, Refusal, ScanProblem

Apply = Callable[[State, Event], State]


@dataclass(frozen=True, slots=True)
class Seen:
    """One paper card of this game: its id in the deck and its code."""

    card: str
    code: str

    @property
    def kind(self) -> str:
        return known(self.card).kind


def problem(code: str, text: str, card: str = "") -> Reading:
    """A scan that leads to nothing, and why."""
    return Reading(problems=(ScanProblem(code, text, card),))


def sorted_out(seen: Sequence[CardCode]) -> tuple[tuple[Seen, ...], tuple[ScanProblem, ...]]:
    """The cards of this game, once each, and a sentence for each of the others."""
    cards: list[Seen] = []
    problems: list[ScanProblem] = []
    for code in seen:
        card = deck().find(code)
        if code.game != SPEC.letters:
            problems.append(ScanProblem("other_game", f"{code} is a card of another game; put it aside."))
        elif card is None:
            problems.append(ScanProblem("unknown_card", f"{code} is no card of this deck. A print of an older one?"))
        elif Seen(card.id, str(code)) not in cards:
            cards.append(Seen(card.id, str(code)))
    return tuple(cards), tuple(dict.fromkeys(problems))


def tried(state: State, event: Event, summary: str, apply: Apply) -> Reading:
    """The one event a scan means; where a rule stands against it, the reason and the button that sets it aside."""
    try:
        apply(state, event)
    except Refusal as refusal:
        anyway = Choice(f"{summary} all the same", replace(event, override=True))
        choices = (anyway,) if refusal.level is Level.RULE else ()
        return Reading(choices=choices, problems=(ScanProblem(refusal.code, refusal.text),))
    return Reading(submit=event, summary=summary)


def fitting(state: State, ready: Sequence[Choice], summary: str, apply: Apply) -> Reading:
    """Those of some choices that would be accepted: one is done at once, several are offered."""
    good: list[Choice] = []
    problems: list[ScanProblem] = []
    anyway: list[Choice] = []
    for choice in ready:
        try:
            apply(state, choice.event)
        except Refusal as refusal:
            problems.append(ScanProblem(refusal.code, refusal.text))
            if refusal.level is Level.RULE:
                event = replace(choice.event, override=True)
                anyway.append(replace(choice, event=event, label=f"{choice.label} all the same"))
            continue
        good.append(choice)
    if len(good) == 1:
        return Reading(submit=good[0].event, choices=tuple(good), summary=good[0].label)
    if good:
        return Reading(choices=tuple(good), summary=summary)
    if not problems:
        return problem("not_now", f"{summary}: nothing can be done with it just now.")
    return Reading(choices=tuple(anyway[:1]), problems=tuple(problems[:1]), summary=summary)


def fitting_or_why(
    state: State, main: Sequence[Choice], others: Sequence[Choice], summary: str, apply: Apply
) -> Reading:
    """One main meaning is tried, with its reason where it is refused; several are offered."""
    if len(main) == 1 and not others:
        return tried(state, main[0].event, main[0].label, apply)
    return fitting(state, (*main, *others), summary, apply)

"""What every reading of a scan needs: the cards of this game, and which of several meanings fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules import scan
from rules.games.breeds.cardbook import known
from rules.games.breeds.state import State
from rules.scan import problem, tried
from rules.table import Choice, Level, Reading, Refusal, ScanProblem
from rules.text import say

Apply = scan.Apply[State]


@dataclass(frozen=True, slots=True)
class Seen(scan.Seen):
    """One paper card of this game, and what kind it is."""

    @property
    def kind(self) -> str:
        return known(self.card).kind


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
                anyway.append(replace(choice, event=event, label=say("{label} all the same", label=choice.label)))
            continue
        good.append(choice)
    if len(good) == 1:
        return Reading(submit=good[0].event, choices=tuple(good), summary=good[0].label)
    if good:
        return Reading(choices=tuple(good), summary=summary)
    if not problems:
        return problem("not_now", say("{summary}: nothing can be done with it just now.", summary=summary))
    return Reading(choices=tuple(anyway[:1]), problems=tuple(problems[:1]), summary=summary)


def fitting_or_why(
    state: State, main: Sequence[Choice], others: Sequence[Choice], summary: str, apply: Apply
) -> Reading:
    """One main meaning is tried, with its reason where it is refused; several are offered."""
    if len(main) == 1 and not others:
        return tried(state, main[0].event, main[0].label, apply)
    return fitting(state, (*main, *others), summary, apply)

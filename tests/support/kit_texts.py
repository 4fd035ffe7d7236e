"""Every text a kit asks its language for, for tests: what a translation has to have."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from printkit.job import print_job
from printkit.job.page_drawing import label_words
from printkit.sheet.backs import BACKS
from printkit.type.language import Language
from rules import games


@dataclass(frozen=True, eq=False)
class Listening(Language):
    """English that writes down what it was asked to say, as (game, text)."""

    asked: dict[tuple[str, str], None] = field(default_factory=dict)

    def say(self, english: str, game: str = "", **values: object) -> str:
        if english:
            self.asked[game, english] = None
        return super().say(english, game, **values)


def texts(game: str, monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """(game or "" for what all kits say, text): cards, components, guide and the labels of sheets."""
    listening = Listening("xx", "English, listening")
    monkeypatch.setattr(print_job, "find_language", lambda code: listening)
    deck = games.deck(game)
    for card in deck.cards:
        listening.face(game, deck.spec.face(card))
    for backs in BACKS:
        plan = print_job.plan(print_job.PrintSpec(game, backs=backs, what=("all",)))
        for page in plan.pages:
            label_words(page, plan)
    labels = print_job.plan(print_job.PrintSpec(game, what=("labels",)))
    label_words(labels.pages[0], labels)
    return set(listening.asked)

"""What the eye's tests share: a deck of their own, and seeds that are new in every run."""

from __future__ import annotations

import os
import secrets

import pytest

from rules.cards import Card, Deck, DeckSpec, Face, read_deck

NAMES = ("Ember", "Frost", "Thorn", "Gale", "Moss", "Dusk", "Dawn", "Tide", "Stone", "Spark", "Reed", "Cinder")


@pytest.fixture
def seed() -> int:
    """A new seed each run, printed where a test fails; TABLEWRIGHT_SEED=n runs it again as it was."""
    drawn = int(os.environ.get("TABLEWRIGHT_SEED") or secrets.randbits(30))
    print(f"TABLEWRIGHT_SEED={drawn}")  # noqa: T201 - pytest shows it with a failure
    return drawn


def _face(card: Card) -> Face:
    return Face(card.name, "")


def toy_deck(game: str, letters: str, title: str) -> Deck:
    rows = [f"{name.lower()},{index:03d},{name},3" for index, name in enumerate(NAMES, start=1)]
    data = "\n".join(["id,code,name,copies", *rows]).encode()
    return read_deck(data, DeckSpec(game, letters, title, (), _face))


@pytest.fixture(scope="session")
def deck() -> Deck:
    """Twelve cards, three copies each, of a game called Lanterns (letters LN)."""
    return toy_deck("lanterns", "LN", "Lanterns")


@pytest.fixture(scope="session")
def other_deck() -> Deck:
    """The same of a game called Harbours (letters HB)."""
    return toy_deck("harbours", "HB", "Harbours")


@pytest.fixture(scope="session")
def texts(deck: Deck) -> list[str]:
    """The printed codes of the first deck, first copies first."""
    return [str(code) for copy in (1, 2, 3) for _, code in deck.codes() if code.copy == copy]

"""What the tests of ``vision`` share: decks of their own, and seeds: fixed ones, and new ones in every run."""

from __future__ import annotations

import os
import secrets
import zlib

import pytest

from rules.values.cards import Card, Deck, DeckSpec, Face, read_deck

NAMES = ("Ember", "Frost", "Thorn", "Gale", "Moss", "Dusk", "Dawn", "Tide", "Stone", "Spark", "Reed", "Cinder")


SEEDS = range(7000, 7013)


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """For claims about what is found: each test has a seed of its own, the same in every run.

    A noisy picture leaves a little to luck, and a test may not. TABLEWRIGHT_SEED=n measures another.
    """
    own = SEEDS[zlib.crc32(request.node.name.encode()) % len(SEEDS)]
    return int(os.environ.get("TABLEWRIGHT_SEED") or own)


@pytest.fixture
def fresh_seed() -> int:
    """For claims about what never happens: a new seed each run, printed where a test fails; TABLEWRIGHT_SEED=n runs it
    again as it was."""
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

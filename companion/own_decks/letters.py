"""The two letters in the codes of people's decks: whose they are, and which are free.

Games, decks of one's own (``own/``) and decks of the games that people typed in (``decks/``) share them: a printed code
names its deck by nothing else.
"""

from __future__ import annotations

import json
from pathlib import Path

from rules import games
from rules.values.own_deck import LETTERS

FOLDERS = ("own", "decks")
SPARE = "XQZVKJ"


def letters_in(folder: Path) -> tuple[str, ...]:
    """The letters of the decks in a folder, alphabetically."""
    try:
        found = [file.stem for file in folder.glob("*.json")]
    except OSError:
        return ()
    return tuple(sorted(one for one in found if LETTERS.fullmatch(one)))


def owner_of(data: Path, letters: str) -> str:
    """The game or deck whose letters these are; "" where they are free."""
    game = games.by_letters(letters)
    if game:
        return games.spec(game).title
    for folder in FOLDERS:
        if letters in letters_in(data / folder):
            return _title(data / folder / f"{letters}.json")
    return ""


def _title(file: Path) -> str:
    try:
        return str(json.loads(file.read_bytes())["title"])
    except (OSError, ValueError, KeyError, TypeError):
        return "a deck that cannot be read"


def free_letters(data: Path, title: str) -> str:
    """Two letters nobody has, those of the title where that can be."""
    plain = [c for c in title.upper() if "A" <= c <= "Z"] + list(SPARE)
    pairs = (a + b for at, a in enumerate(plain) for b in plain[at + 1 :])
    taken = {letters for folder in FOLDERS for letters in letters_in(data / folder)}
    taken |= {games.spec(name).letters for name in games.names()}
    return next((pair for pair in pairs if pair not in taken), "QX")

"""What Fairy Tale is, for lists of games and for the table that begins."""

from __future__ import annotations

from rules.game_info import GameInfo
from rules.games.fairytale.house_rules import OPTIONS

INFO = GameInfo(
    id="fairytale",
    title="Fairy Tale",
    about="Draft five cards, play three, four times over. What lies face up at the end scores.",
    players=(2, 5),
    rulebook="Fairy Tale rulebook",
    options=OPTIONS,
    modes=("play", "score"),
    decks="one",
    minutes=(30, 40),
)

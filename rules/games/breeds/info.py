"""What Dragon Breeds is, for lists of games and for the table that begins."""

from __future__ import annotations

from rules.game_info import GameInfo
from rules.games.breeds.house_rules import OPTIONS

INFO = GameInfo(
    id="breeds",
    title="Dragon Breeds",
    about="Buy dragons, attack, and knock everybody out twice. The last summoner standing wins.",
    players=(2, 6),
    rulebook="Dragon Breeds rulebook",
    options=OPTIONS,
    decks="several",
    minutes=(30, 60),
)

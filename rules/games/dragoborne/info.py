"""What Dragoborne is, for lists of games and for the table that begins."""

from __future__ import annotations

from rules.game_info import GameInfo
from rules.games.dragoborne.house_rules import OPTIONS

SEATS = 2

INFO = GameInfo(
    id="dragoborne",
    title="Dragoborne",
    about="Three forts and three dice each. Break all of the other’s forts before yours fall.",
    players=(SEATS, SEATS),
    rulebook="Dragoborne rulebook",
    options=OPTIONS,
    decks="several",
    minutes=(30, 45),
)

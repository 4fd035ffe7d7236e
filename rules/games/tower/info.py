"""What Attack at the Tower is, for lists of games and for the table that begins."""

from __future__ import annotations

from rules.game_info import GameInfo
from rules.games.tower.citations import RULEBOOK
from rules.games.tower.house_rules import OPTIONS

SEATS = 2

INFO = GameInfo(
    id="tower",
    title="Attack at the Tower",
    about="Two armies, three territories each. Clear one, go on to the palace behind it, win two games of three.",
    players=(SEATS, SEATS),
    rulebook=RULEBOOK,
    options=OPTIONS,
    minutes=(40, 60),
)

"""What Gilfate Fantasy is, for lists of games and for the table that begins."""

from __future__ import annotations

from rules.game_info import GameInfo
from rules.games.gilfate.house_rules import OPTIONS, PLAY_OPTIONS

INFO = GameInfo(
    id="gilfate",
    title="Gilfate Fantasy",
    about="Every card is paid from a deck full of bombs. Fewest points win, or the last one standing.",
    players=(2, 5),
    rulebook="Gilfate Fantasy rulebook",
    options=(*PLAY_OPTIONS, *OPTIONS),
    modes=("play", "score"),
    minutes=(20, 40),
)

"""The keys that tie a prompt of a screen to its answers among the choices, and questions with one answer."""

from __future__ import annotations

from rules.table import FieldSpec, Pick

SUMMONER_KEY = "summoner"
LEGENDARY_KEY = "legendary"
STARTER_KEY = "starter"
AIM_KEY = "aim"
TURN_KEY = "turn"
PLAY_KEY = "play"
BLOCK_KEY = "block"
FIRE_KEY = "fire"
TARGET_KEY = "target"
DAMAGE_KEY = "damage"
MARKET_KEY = "market"
FLUSH_KEY = "flush"
DRAW_KEY = "draw"


def one_of(name: str, label: str, picks: tuple[Pick, ...]) -> FieldSpec:
    """A hole that takes one of ``picks``; where there is only one it is ticked already."""
    return FieldSpec(name, label, picks, preset=(picks[0].value,) if len(picks) == 1 else ())

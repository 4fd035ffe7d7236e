"""The keys that tie a prompt of a screen to its answers among the choices."""

from __future__ import annotations

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

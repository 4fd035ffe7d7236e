"""Which picture a card gets, and the inks it is printed in."""

from __future__ import annotations

import hashlib
from random import Random

from printkit.art.strokes import disc, engrave, rays
from printkit.ink import Colour, Fill, Item, Path, mix, rectangle
from printkit.layout import Box, CardLayout, Suit
from rules.cards import Card, Face


def seeded(*words: str) -> Random:
    """A random source that depends on the words alone, on every machine."""
    return Random(int.from_bytes(hashlib.sha256("/".join(words).encode()).digest()[:8], "big"))


def picture(card: Card, face: Face, suit: Suit, layout: CardLayout) -> tuple[Item, ...]:
    """The art of a card, filling the art box (clipped there by whoever places it)."""
    box, rnd = layout.boxes["art"], seeded(card.game, card.id, suit.key)
    paper, ink = layout.colours["paper"], layout.colours["ink"]
    return _plain(box, (paper, ink, suit.colour, suit.accent), rnd)


def _plain(box: Box, inks: tuple[Colour, Colour, Colour, Colour], rnd: Random) -> tuple[Item, ...]:
    paper, ink, tone, accent = inks
    x, y = box.x + box.width * rnd.uniform(0.3, 0.7), box.y + box.height * 0.55
    lines = engrave((box.x, box.y, box.right, box.top), 0.9, lambda _, v: 0.15 + 0.6 * (v - box.y) / box.height)
    return (
        Fill(rectangle(box.x, box.y, box.width, box.height), mix(tone, paper, 0.6)),
        Fill(Path(tuple(lines)), mix(tone, ink, 0.3)),
        Fill(Path(tuple(disc(x, y, 9))), paper),
        Fill(Path(tuple(rays(x, y, (9.5, 14), 32, 0.05))), paper),
        Fill(Path(tuple(disc(x, y, 8))), accent),
    )

"""Our printed cards with the code painted over: a deck that has no codes, for teaching and finding again.

cards = uncoded_cards("tower")                      # face id -> CardArt, whose "code" is the card itself
photo = photograph(list(cards.values()), seed=1, view=card_view(120))
photo.codes[0].in_sight                             # whether the whole card is
"""

from __future__ import annotations

from functools import cache

import numpy as np
from cut_cards import cut_job
from numpy.typing import NDArray
from printed_decks import printed
from ray_cast_table import QUIET, View
from table_scene import CardArt

from rules import games

DPI = 150
MODULES = 63
INSET = 0.985 / (1 + 2 * QUIET / MODULES)
"""The renderer asks for a quiet zone around a code: with it, the card's middle reaches to just inside its edge."""


@cache
def uncoded_cards(game: str) -> dict[str, CardArt]:
    """One card of each face of a game, by its id, without its code."""
    first = {}
    for card, code in games.deck(game).codes("A"):
        first.setdefault(card.id, str(code))
    ids = {code: card for card, code in first.items()}
    arts = cut_job(printed(game), set(ids), dpi=DPI)
    return {ids[art.text]: plain_card(ids[art.text], _painted_over(art)) for art in arts}


@cache
def back_of(game: str) -> CardArt:
    """A game's back."""
    code = str(next(iter(games.deck(game).codes("A")))[1])
    back = cut_job(printed(game), {code}, dpi=DPI)[0].back
    assert back is not None
    return plain_card("back", back)


def plain_card(name: str, front: NDArray[np.uint8], size_mm: tuple[float, float] = (63.0, 88.0)) -> CardArt:
    """A card without a code, as the renderer takes it."""
    half = np.array(size_mm) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half * INSET + half
    return CardArt(name, front, corners, None, MODULES, size_mm)


def card_view(card_px: float, tilt_deg: float = 10.0, *, bend_mm: float = 1.0, overlapping: bool = False) -> View:
    """A camera from which a card straight below is so many pixels wide."""
    return View(card_px / MODULES * INSET, tilt_deg, bend_mm, overlapping)


def _painted_over(art: CardArt) -> NDArray[np.uint8]:
    face = art.front.copy()
    px_per_mm = face.shape[1] / art.size_mm[0]

    def at(top: float, bottom: float, left: float, right: float) -> tuple[slice, slice]:
        rows, columns = (slice(int(a * px_per_mm), int(b * px_per_mm)) for a, b in ((top, bottom), (left, right)))
        return rows, columns

    paper = np.median(face[at(13, 16, 21.2, 22)].reshape(-1, 3), axis=0)
    face[at(3.9, 20.6, 4.3, 21)] = paper
    face[at(17.6, 20.6, 21, 36)] = paper
    return face

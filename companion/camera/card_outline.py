"""Where a whole card lies in the picture, from where its code does: the face says where on the card the code is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import late
from printkit.print_refusal import LayoutError
from vision.sighting import CardSeen, Quad

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


MODULES = 21


def outline_of(card: CardSeen) -> Quad:
    """The corners of a card as it was seen, clockwise from its own top left: by its code, the second one in the
    opposite corner, or both."""
    onto = late.two_code_cards.card_homography(card.corners_px, card.other_px) if card.other_px else None
    shape = _card(card.game)
    if onto is not None and shape is not None:
        p, q, r, s = ((float(x), float(y)) for x, y in late.homography.project(onto, shape))
        return p, q, r, s
    p, q, r, s = card_outline(card.game, card.corners_px)
    return (r, s, p, q) if card.second else (p, q, r, s)


def card_outline(game: str, code_px: Quad) -> Quad:
    """The card's corners, clockwise from its own top left, in the code's coordinates; the code's own where the game
    has no face of ours.

    The code is small and the card large, so the code's perspective is left out: its noise would swing the far corner.
    """
    card = _card(game)
    if card is None:
        return code_px
    corners = late.numpy.array(code_px)
    middle = corners.mean(axis=0)
    a, b, c, d = corners
    right, down = (b - a + c - d) / 2, (d - a + c - b) / 2
    p, q, r, s = ((float(x), float(y)) for x, y in middle + card @ late.numpy.array([right, down]))
    return p, q, r, s


def _card(game: str) -> NDArray[np.float64] | None:
    """The card's corners in code sides from the code's middle, (4, 2): x right, y down."""
    try:
        layout = late.card_layout.find_layout(game)
        x, y, side = late.faces.code_field(layout, MODULES)
    except (LayoutError, KeyError, OSError):
        return None
    width, height = layout.size_mm
    left, top = -(x + side / 2), -(height - y - side / 2)
    return (
        late.numpy.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]]) / side
    )

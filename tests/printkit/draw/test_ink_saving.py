"""Low ink and grey: every code is still read, what must be dark is dark, what should be saved is saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ink_bounds import symbols
from printed_decks import by_pdfium, window

from printkit.draw import ink_saving
from printkit.draw.display_list import (
    Colour,
    Drawing,
    Fill,
    Group,
    Item,
    Shared,
    Stroke,
    Symbol,
    Text,
    circle,
    rectangle,
)
from printkit.face import faces
from printkit.job import print_job
from rules import games

DPI = 150
ROUND = st.floats(0.0, 1.0)
COLOURS = st.tuples(ROUND, ROUND, ROUND)


@pytest.mark.parametrize("game", games.names())
def test_low_ink_leaves_white_paper_but_for_the_patch_behind_each_code(game: str):
    low, full = (print_job.make(print_job.PrintSpec(game, ink=ink, pages=((3, 4),))) for ink in ("low", "full"))
    for number, page in enumerate(low.plan.pages, 1):
        shares = [darkness(by_pdfium(done.files[0].data, number, DPI)) for done in (low, full)]
        assert shares[0] < 0.15
        assert shares[0] < shares[1] / 2.5
        if page.side != "back":
            continue
        picture = by_pdfium(low.files[0].data, number, DPI)
        for placed in page.placed:
            card, code = placed.piece.card, placed.piece.code
            if placed.piece.behind or not card.back:
                continue
            ((_, box),) = symbols(faces.front(card, code))
            x, width = placed.place.x_mm, placed.place.width_mm
            behind = (x + width - box[2] - 1, placed.place.y_mm + box[1] - 1, x + width - box[0] + 1)
            patch = window(picture, (*behind, placed.place.y_mm + box[3] + 1), DPI)
            assert patch.max() < 60, f"{card.id}: light shines through its code"


def test_grey_holds_no_colour():
    deck = games.deck("fairytale")
    for card in deck.cards[:3]:
        face = faces.front_of(card, deck.spec.face(card), None, faces.Style("grey"))
        assert all(colour[0] == colour[1] == colour[2] for colour in colours(face))


def test_suits_stay_told_apart_in_grey_and_low_ink():
    """By their pattern, glyph and word, which every suit has its own of: the strips differ as pictures."""
    deck = games.deck("fairytale")
    by_suit = {deck.spec.face(card).suit: card for card in deck.cards}
    for ink in ("low", "grey"):
        faces_of = [faces.front_of(card, deck.spec.face(card), None, faces.Style(ink)) for card in by_suit.values()]
        paths = [frozenset(item.path for item in walked(face) if isinstance(item, Fill)) for face in faces_of]
        assert len(set(paths)) == len(by_suit)


@given(COLOURS)
def test_every_text_can_be_read_on_white(colour: Colour):
    (text,) = ink_saving.restyled((Text(0, 0, "Owl", "text", 9.0, colour),), "low")
    assert isinstance(text, Text)
    assert ink_saving.luminance(text.colour) < 0.5


@given(COLOURS, st.floats(0.05, 60.0), st.sampled_from([0.2, 1.0, 3.0]))
def test_no_shape_of_any_size_and_colour_is_filled_with_ink(colour: Colour, side: float, scale: float):
    shape = Group((Fill(rectangle(0, 0, side, side), colour),), scale=scale)
    for item in walked(ink_saving.restyled((shape,), "low")):
        if isinstance(item, Fill) and item.colour != ink_saving.WHITE:
            assert side * scale <= 2.01 * ink_saving.THIN_MM
        if isinstance(item, Stroke):
            assert ink_saving.luminance(item.colour) < 0.62


def test_a_thin_line_stays_and_a_ground_hides_what_lies_behind():
    line = Fill(rectangle(0, 0, 30, 0.3), (0.4, 0.1, 0.1))
    assert ink_saving.restyled((line,), "low") == (line,)
    disc, *outline = ink_saving.restyled((Fill(circle(5, 5, 4), (0.4, 0.1, 0.1)),), "low")
    assert disc == Fill(circle(5, 5, 4), ink_saving.WHITE)
    assert [type(item) for item in outline] == [Stroke]


def test_codes_are_never_touched():
    symbol = Symbol("1FT10101A3", 3.0, 3.0, 0.6)
    for ink in ink_saving.INKS:
        assert ink_saving.restyled((symbol,), ink) == (symbol,)


def test_copies_still_share_one_drawing():
    deck = games.deck("fairytale")
    one, two = (
        faces.front_of(deck.cards[0], deck.spec.face(deck.cards[0]), code, faces.Style("low"))
        for _, code in list(deck.codes())[:2]
    )
    assert one[0] == two[0]
    assert isinstance(one[0], Shared)


def darkness(picture: np.ndarray) -> float:
    """The mean share of black."""
    return float(1 - picture.mean() / 255)


def walked(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group | Shared):
            yield from walked(item.items)


def colours(drawing: Drawing) -> Iterator[Colour]:
    for item in walked(drawing):
        if isinstance(item, Fill | Stroke | Text):
            yield item.colour

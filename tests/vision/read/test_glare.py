"""Cards in glossy sleeves that mirror a lamp and a window: what the veil has left is read, and nothing is guessed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import table_scene
from numpy.typing import NDArray

from rules.values.cards import Deck
from vision.picture.decoding import decode
from vision.read.find_codes import find_codes
from vision.read.glare import veiled_part
from vision.read.symbol_index import SymbolIndex, index_of

IN_THE_HALO = 4, "1LN00301AF"
"""A seed, and the card of it on which the light falls off across the code, fainter than the veil changes."""


def sleeved(deck: Deck, seed: int) -> tuple[NDArray[np.uint8], set[str]]:
    """A table of nine cards in sleeves, and which of them lie with the whole code in sight."""
    codes = [str(code) for _, code in deck.codes()][:9]
    laid = table_scene.scatter([table_scene.placeholder_card(text) for text in codes], seed=seed)
    laid = [replace(one, sleeve=2.0) for one in laid]
    scene = table_scene.render(laid, seed=seed, shot=table_scene.HARD, px_per_module=2.0)
    return decode(scene.photo, colour=False).image, {one.text for one in scene.readable}


def test_a_code_in_the_halo_of_a_lamp_is_read(deck: Deck) -> None:
    seed, text = IN_THE_HALO
    grey, there = sleeved(deck, seed)
    index = index_of([deck])
    found = {code.text for code in find_codes(grey, index, index.texts.__contains__).codes}
    assert text in found
    assert found <= there


def test_under_a_lamp_a_card_of_no_deck_on_the_table_is_none_of_ours_either(deck: Deck, fresh_seed: int) -> None:
    grey, there = sleeved(deck, fresh_seed)
    strange = set(sorted(there)[::2])
    whole = index_of([deck])
    texts = [text for text in whole.texts if text not in strange]
    index = SymbolIndex.from_matrices(texts, [whole.matrix(text) for text in texts])
    found = {code.text for code in find_codes(grey, index, index.texts.__contains__).codes if code.known}
    assert found <= there - strange


def test_a_glare_far_from_the_only_card_known_is_looked_through_as_well(deck: Deck, other_deck: Deck) -> None:
    """So far away a module may have any size, down to none: the likeliest is taken."""
    ours, strange = (next(str(code) for _, code in one.codes()) for one in (deck, other_deck))
    laid = [
        table_scene.LaidCard(table_scene.placeholder_card(text), x, 0.0) for text, x in ((ours, -200), (strange, 200))
    ]
    scene = table_scene.render(laid, seed=5, px_per_module=2.0, table="felt")
    grey = decode(scene.photo, colour=False).image.copy()
    middle = next(one for one in scene.readable if one.text == strange).corners_px[:, 0].mean()
    grey[:, int(middle) - 6 : int(middle) + 6] = 255
    index = index_of([deck])
    assert {code.text for code in find_codes(grey, index, index.texts.__contains__).codes if code.known} == {ours}


def test_a_glare_at_the_edge_of_the_picture_that_leaves_nothing_to_look_at_is_not_an_error(deck: Deck) -> None:
    part = veiled_part(np.full((40, 400), 255, np.uint8), np.array([-400.0, 20.0]), 10.0)
    assert part is not None
    assert part.read(index_of([deck])) == []

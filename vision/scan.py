"""A picture somebody sent -> the cards on it.

    photo = read_cards(data, [games.deck("fairytale")])

What is found where is the work of read/find_codes.py; here the bytes become a picture before it, and its places
full-size pixels after.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from rules.values.cards import Deck
from vision.code_text_meaning import meaning
from vision.picture.decoding import Frame, decode
from vision.picture.opencv_setup import cv2
from vision.read.code_position import FoundCode
from vision.read.find_codes import find_codes
from vision.read.hints import Looked, hint_of
from vision.read.symbol_index import SymbolIndex, index_of
from vision.read.two_code_cards import join_codes
from vision.sighting import (
    CardSeen,
    Foreign,
    OtherCode,
    Photo,
    Quad,
    Sighting,
    opposite_code,
    reading_order,
    same_place,
)

NOWHERE: Quad = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))


def read_cards(data: bytes, decks: Sequence[Deck], *, any_codes: bool = False, beyond: Sequence[Deck] = ()) -> Photo:
    """The cards of ``decks`` on a JPEG, PNG, WebP or HEIC picture; with ``any_codes`` other QR codes too.

    Cards of the decks ``beyond`` are named as well, but only where a general reader reads them: a picture is not
    compared with each of their symbols, which for thousands of cards would take long.

    Raises FrameError where the bytes are no picture that can be looked at; its text is one sentence with the cure.
    """
    began = time.perf_counter()
    photo = read_frame(decode(data, colour=False), decks, any_codes=any_codes, beyond=beyond)
    return replace(photo, ms=(time.perf_counter() - began) * 1000)


def read_frame(
    frame: Frame,
    decks: Sequence[Deck],
    *,
    any_codes: bool = False,
    near: Sequence[Quad] = (),
    beyond: Sequence[Deck] = (),
    thorough: bool = True,
) -> Photo:
    """The same for a picture already decoded.

    ``near`` says where cards of these decks may be, in full-size pixels: where they lay in the frame before. It makes
    reading quicker and nothing else; what is not there any more is not read. Where it need not be ``thorough``, as in
    most frames of a video, a picture without a card is not searched for pale print, and no hint is given.
    """
    began = time.perf_counter()
    near_px = frame.from_full(np.array(near, dtype=np.float64).reshape(-1, 4, 2))
    grey = frame.image if frame.image.ndim == 2 else np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), np.uint8)
    named, seen = (*decks, *beyond), _Findings()
    known = partial(_is_card, decks=named)
    in_picture = find_codes(grey, _index(decks), known, any_codes=any_codes, near_px=near_px, thorough=thorough)
    for found in in_picture.codes:
        seen.add(meaning(Sighting(found.text, _full(frame, found.corners_px), ""), named), found)
    cards = join_codes(seen.cards, mirrored=seen.mirrored > 0)
    # A card that was read by one of its codes is not unread by the other.
    others = [opposite_code(one.corners_px) for one in cards if one.other_px is None]
    unread = [one for one in in_picture.unread if not _on_a_card(frame, one[0], others)]
    looked = Looked(in_picture.looked_px, in_picture.likeness, unread, bool(cards), in_picture.passed_over)
    foreign_px = [_quad(frame.from_full(np.array(one.corners_px))) for one in seen.foreign]
    hint = hint_of(grey, looked, foreign_px) if thorough else None
    if hint is not None and hint.place_px is not None:
        hint = replace(hint, place_px=_full(frame, hint.place_px))
    return Photo(
        frame.width,
        frame.height,
        exif_orientation=frame.exif_orientation,
        cards=reading_order(cards),
        other=reading_order(seen.other) if any_codes else (),
        foreign=reading_order(seen.foreign),
        ms=(time.perf_counter() - began) * 1000,
        unread=tuple((_full(frame, quad), fixed) for quad, fixed in unread),
        hint=hint,
    )


@dataclass
class _Findings:
    """What was found, by what it means."""

    cards: list[CardSeen] = field(default_factory=list)
    foreign: list[Foreign] = field(default_factory=list)
    other: list[OtherCode] = field(default_factory=list)
    mirrored: int = 0
    """How many more codes are mirrored than are not: a picture is, or it is not."""

    def add(self, means: CardSeen | Foreign | OtherCode, found: FoundCode) -> None:
        match means:
            case CardSeen():
                self.cards.append(replace(means, confidence=round(found.confidence, 3), second=found.second))
                self.mirrored += 1 if found.mirrored else -1
            case Foreign():
                self.foreign.append(means)
                self.other.append(OtherCode(means.text, means.corners_px))
            case OtherCode():
                self.other.append(means)


def _index(decks: Sequence[Deck]) -> SymbolIndex | None:
    return index_of(decks) if any(deck.cards for deck in decks) else None


def _is_card(text: str, decks: Sequence[Deck]) -> bool:
    return isinstance(meaning(Sighting(text, NOWHERE, ""), decks), CardSeen)


def _on_a_card(frame: Frame, quad_px: NDArray[np.float64], others: Sequence[Quad]) -> bool:
    place = _full(frame, quad_px)
    return any(same_place(place, other) for other in others)


def _quad(points: NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _full(frame: Frame, quad: Quad | NDArray[np.float64]) -> Quad:
    a, b, c, d = ((round(float(x), 2), round(float(y), 2)) for x, y in frame.to_full(np.array(quad, dtype=np.float64)))
    return a, b, c, d

"""A picture somebody sent -> the cards on it.

    photo = read_cards(data, [games.deck("fairytale")])

General readers look at the picture as it is and enlarged; what they read is believed only where a deck has the card;
the exact place and the trust come from comparing the whole symbol with the picture (fit.py).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rules import code, games
from rules.cards import Deck
from rules.code import CardCode, CodeError
from vision import backends
from vision.cv import cv2
from vision.fit import fit
from vision.frames import Frame, decode
from vision.sighting import CardSeen, Foreign, OtherCode, Photo, Quad, Sighting, reading_order, same_place
from vision.symbol import modules

READER = "zxing"
ENLARGED = 2
"""Readers want two pixels a module and more; an enlarged picture has them (measured in docs/scanning.md)."""
SHARPENED_PX = 2.0
TILE_PX = 1600
"""Enlarged tile by tile, so that the memory stays small ..."""
OVERLAP_PX = 224
"""... and each code small enough to need it is whole in one of them: 29 modules of 5 pixels, on the diagonal."""
TRUSTED_FIT = 0.7
"""Fitted corners replace the reader's from this agreement on; true symbols in focus agree by 0.95 and more."""

LARGEST_FITTED = 10
"""Symbols of more modules are links and tickets, whose fourth corner has patterns of its own to hold on to."""


def read_cards(data: bytes, decks: Sequence[Deck], *, any_codes: bool = False) -> Photo:
    """The cards of ``decks`` on a JPEG, PNG, WebP or HEIC picture; with ``any_codes`` other QR codes too.

    Raises FrameError where the bytes are no picture that can be looked at; its text is one sentence with the cure.
    """
    began = time.perf_counter()
    photo = look(decode(data, colour=False), decks, any_codes=any_codes)
    return replace(photo, ms=(time.perf_counter() - began) * 1000)


def look(frame: Frame, decks: Sequence[Deck], *, any_codes: bool = False) -> Photo:
    """The same for a picture already decoded."""
    began = time.perf_counter()
    grey = frame.image if frame.image.ndim == 2 else np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), np.uint8)
    cards: list[CardSeen] = []
    foreign: list[Foreign] = []
    other: list[OtherCode] = []
    for placed in _instances(_all_placed(grey, decks)):
        quad = _full(frame, placed.corners_px)
        match placed.means:
            case CardSeen():
                cards.append(replace(placed.means, corners_px=quad))
            case Foreign():
                foreign.append(replace(placed.means, corners_px=quad))
                other.append(OtherCode(placed.means.text, quad))
            case OtherCode():
                other.append(replace(placed.means, corners_px=quad))
    return Photo(
        frame.width,
        frame.height,
        frame.exif_orientation,
        reading_order(cards),
        reading_order(other) if any_codes else (),
        reading_order(foreign),
        (time.perf_counter() - began) * 1000,
    )


def sightings(grey: NDArray[np.uint8]) -> Iterator[Sighting]:
    """Every code the general reader can read in a grey picture, as it is, enlarged and sharpened; most come often."""
    reader = backends.load(READER)
    yield from reader.read(grey)
    for tile, x, y in _tiles(grey):
        larger = cv2.resize(tile, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
        # Half of what a lens out of focus took, put back: it reads a sixth more of hard photos, and fewer of some easy.
        sharper = cv2.addWeighted(larger, 2.0, cv2.GaussianBlur(larger, (0, 0), SHARPENED_PX), -1.0, 0)
        for picture in (larger, sharper):
            for found in reader.read(np.asarray(picture, np.uint8), enlarged=True):
                yield replace(found, corners_px=_moved(found.corners_px, x, y))


def _tiles(grey: NDArray[np.uint8]) -> Iterator[tuple[NDArray[np.uint8], int, int]]:
    height, width = grey.shape
    step = TILE_PX - OVERLAP_PX
    for y in range(0, max(1, height - OVERLAP_PX), step):
        for x in range(0, max(1, width - OVERLAP_PX), step):
            yield grey[y : y + TILE_PX, x : x + TILE_PX], x, y


def _moved(quad: Quad, x: int, y: int) -> Quad:
    a, b, c, d = ((px / ENLARGED + x, py / ENLARGED + y) for px, py in quad)
    return a, b, c, d


def _full(frame: Frame, quad: Quad) -> Quad:
    a, b, c, d = ((round(float(x), 2), round(float(y), 2)) for x, y in frame.to_full(np.array(quad, dtype=np.float64)))
    return a, b, c, d


# --- what a reading means -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Placed:
    """A reading with its exact place in the picture looked at, and how far the picture agrees."""

    means: CardSeen | Foreign | OtherCode
    corners_px: Quad
    confidence: float


def _all_placed(grey: NDArray[np.uint8], decks: Sequence[Deck]) -> list[_Placed]:
    """Every reading with its place; what is read again where it was already found is not looked at again."""
    done: list[_Placed] = []
    for sighting in sightings(grey):
        if not any(
            one.means.text == sighting.text
            and one.confidence >= TRUSTED_FIT
            and same_place(one.corners_px, sighting.corners_px)
            for one in done
        ):
            done.append(_placed(grey, sighting, decks))
    return done


def _placed(grey: NDArray[np.uint8], sighting: Sighting, decks: Sequence[Deck]) -> _Placed:
    means = meaning(sighting, decks)
    quad, confidence = sighting.corners_px, 0.5
    try:
        version, level, mask = sighting.symbol or code.symbol(sighting.text)
        symbol = modules(sighting.text, version, level, mask) if version <= LARGEST_FITTED else None
    except ValueError:
        symbol = None  # a text our encoder packs otherwise, or a reader that does not tell the symbol
    if symbol is not None:
        found = fit(grey, np.array(quad, dtype=np.float64), symbol)
        confidence = max(0.0, min(1.0, found.agreement))
        if found.agreement >= TRUSTED_FIT:
            quad = _clockwise(found.quad_px)
    if isinstance(means, CardSeen):
        means = replace(means, confidence=round(confidence, 3))
    return _Placed(means, quad, confidence)


def _clockwise(points: NDArray[np.float64]) -> Quad:
    """Corners from the code's own top left, clockwise in the picture even where the picture is mirrored."""
    (ax, ay), (bx, by), _, (dx, dy) = points
    if (bx - ax) * (dy - ay) - (by - ay) * (dx - ax) < 0:
        points = points[[0, 3, 2, 1]]
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _instances(found: Iterable[_Placed]) -> list[_Placed]:
    """One reading a place. Cards go first, then what the picture agrees with most: readers now and then report a
    bogus code inside a true one."""
    kept: list[_Placed] = []
    for one in sorted(found, key=lambda one: (isinstance(one.means, CardSeen), one.confidence), reverse=True):
        if not any(same_place(one.corners_px, other.corners_px) for other in kept):
            kept.append(one)
    return kept


def meaning(sighting: Sighting, decks: Sequence[Deck]) -> CardSeen | Foreign | OtherCode:
    """What a code's text is to these decks: one of their cards, a card that is none of theirs, or no card at all."""
    text, quad = sighting.text, sighting.corners_px
    # A printed code is exactly the ten characters; what a person may type differently, a card never says differently.
    if len(text) != code.LENGTH or any(character not in code.ALPHABET for character in text):
        return OtherCode(text, quad)
    try:
        seen = code.parse(text)
    except CodeError as error:
        # Ten letters and digits may be anybody's: a slip is only spoken of where the rest says it is one of ours.
        ours = text[0] == code.VERSION and _title(text[1:3], decks) is not None
        if error.kind == "version":
            return Foreign(text, "version", "", f"{_capital(str(error))}.", quad)
        if error.kind == "check" and ours:
            return Foreign(text, "check", "", f"{_capital(str(error))}.", quad)
        return OtherCode(text, quad)
    for deck in decks:
        card = deck.find(seen)
        if card is not None:
            return CardSeen(text, seen, deck.game, card.id, card.name, quad, 0.0)
    return _stranger(seen, decks, quad)


def _stranger(seen: CardCode, decks: Sequence[Deck], quad: Quad) -> Foreign:
    """A good code that none of the decks has."""
    for deck in decks:
        if deck.spec.letters == seen.game:
            why = (
                f"{deck.spec.title} has no card with the number {seen.card}: it comes from another edition; "
                "look the card up by its name."
            )
            return Foreign(str(seen), "not_in_deck", deck.game, why, quad)
    wanted = " or ".join(deck.spec.title for deck in decks) or "any game here"
    title = _title(seen.game, decks)
    if title is None:
        why = f"This card is of a game not known here (letters {seen.game}), not of {wanted}."
        return Foreign(str(seen), "other_game", "", why, quad)
    why = f"This card is of {title}, not of {wanted}."
    return Foreign(str(seen), "other_game", games.by_letters(seen.game) or "", why, quad)


def _title(letters: str, decks: Sequence[Deck]) -> str | None:
    for deck in decks:
        if deck.spec.letters == letters:
            return deck.spec.title
    game = games.by_letters(letters)
    return games.spec(game).title if game else None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

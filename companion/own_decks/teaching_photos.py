"""A photo of faces -> the deck with those that are new, and a sentence for each card that is not.

shown = teach_photo(decks, deck, data, names=numbered)
shown.deck.known, [face.name for face in shown.new], [one.why for one in shown.left_out]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion import late
from companion.errors import Trouble
from companion.own_decks.new_faces import Judged, called, cards_of, judged
from companion.own_decks.taught_decks import KeptFace, TaughtDeck, TaughtDecks
from rules.text import Name, say

if TYPE_CHECKING:
    from vision.taught.straight_card import Picture


AGAIN = {
    "blurred": "Card {number} is blurred. Photograph it again, with a steady hand and in good light.",
    "far": "Card {number} is too small. Photograph it again from nearer, at most nine cards to a photo.",
    "edge": "The edge of card {number} is not clear. Photograph it again on a plain table of another colour.",
    "covered": "Something covers the edge of card {number}. Photograph it again with nothing lying over it.",
    "glare": "There is glare on card {number}. Photograph it again, turned a little or out of its sleeve.",
}
Names = Callable[[TaughtDeck, int], Sequence[str | None]]
"""From a deck and a number to the names of so many further faces; None for a face that only has its number."""


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """A card of a photo that is not taught by it: which in its order, why, and its picture."""

    number: int
    why: str
    picture_bgr: Picture
    of_first: bool = False
    """Whether it is the photo's first card once more."""


@dataclass(frozen=True, slots=True)
class PhotoTaught:
    """What a photo taught: the deck after it, the faces that are new, and the cards that are not."""

    deck: TaughtDeck
    new: tuple[KeptFace, ...]
    left_out: tuple[LeftOut, ...]


def numbered(_deck: TaughtDeck, count: int) -> Sequence[str | None]:
    """No names yet."""
    return [None] * count


def teach_photo(
    decks: TaughtDecks, deck: TaughtDeck, data: bytes, *, backs: bool = False, names: Names = numbered
) -> PhotoTaught:
    """Keep the faces of a photo that the deck does not have yet. The photo is read in memory and not kept.

    Raises FrameError where the bytes are no picture, Trouble where no card is on it, the deck has no room for them,
    or they look like backs; then nothing is changed.
    """
    cut = cards_of(late.decoding.decode(data).image)
    if not cut:
        raise Trouble(
            "no_faces",
            "No card with four straight edges was found. Lay the cards a finger’s breadth apart, on a plain table of "
            "another colour, with no hand on them.",
        )
    with decks.held():
        deck = decks.newest(deck)
        cards = judged(decks, deck, cut)
        new = [one.cut.picture_bgr for one in cards if one.is_new]
        left_out = [_left_out(number, cards) for number, one in enumerate(cards) if not one.is_new]
        if not backs and len(cut) > 1 and all(one.of_first for one in left_out) and len(left_out) == len(cut) - 1:
            raise Trouble(
                "backs",
                say(
                    "These {count} cards look the same. Photograph equal faces only once; if these are backs, turn the "
                    "cards over, or teach them as the back.",
                    count=len(cut),
                ),
            )
        known = deck.known + len(new)
        if not backs and known > deck.of:
            raise Trouble(
                "too_many_faces",
                say(
                    "That would make {known} faces, but {title} has {of}. Is a card of another deck among them? Take "
                    "it away, or correct the number of faces.",
                    known=known, title=Name(deck.title), of=deck.of,
                ),
            )  # fmt: skip
        deck = decks.put(deck, new, [""] * len(new) if backs else names(deck, len(new)))
    return PhotoTaught(deck, deck.faces[len(deck.faces) - len(new) :], tuple(left_out))


def _left_out(number: int, cards: Sequence[Judged]) -> LeftOut:
    """Card ``number`` (from 0), which is not new, and the sentence that says why."""
    one = cards[number]
    return LeftOut(number + 1, _why(number + 1, one), one.cut.picture_bgr, one.same_as == 0)


def _why(number: int, one: Judged) -> str:
    if one.cut.fault:
        return say(AGAIN[one.cut.fault], number=number)
    if one.known is not None:
        return say("Card {number} is {name} again; it counts once.", number=number, name=called(one.known))
    if one.other is not None:
        text = (
            "Card {number} is {name} of your deck {other}. A card of two decks is named by neither, so it is left out."
        )
        face, title = one.other
        return say(text, number=number, name=called(face), other=Name(title))
    text = "Card {number} is the same as card {first}; it counts once."
    return say(text, number=number, first=(one.same_as or 0) + 1)

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
from companion.own_decks.taught_decks import KeptFace, TaughtDeck, TaughtDecks
from rules.text import Name, say

if TYPE_CHECKING:
    from vision.taught.face_deck import Face
    from vision.taught.straight_card import Picture
    from vision.taught.teaching import CutFace


AGAIN = {
    "blurred": "Card {number} is blurred. Photograph it again, with a steady hand and in good light.",
    "far": "Card {number} is too small. Photograph it again from nearer, at most nine cards to a photo.",
    "edge": "The edge of card {number} is not clear. Photograph it again on a plain table of another colour.",
    "covered": "Something covers the edge of card {number}. Photograph it again with nothing lying over it.",
    "glare": "There is glare on card {number}. Photograph it again, turned a little or out of its sleeve.",
}
SPECK_PX = 60.0
"""What is not even so wide is no card but something on the table."""
MOST_COMPARED = 600
"""A photo is compared with so many faces of other decks."""
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
    cut = [
        one
        for one in late.teaching.cut_faces(late.decoding.decode(data).image)
        if late.straight_card.card_width_px(one.corners_px) >= SPECK_PX
    ]
    if not cut:
        raise Trouble(
            "no_faces",
            "No card with four straight edges was found. Lay the cards a finger’s breadth apart, on a plain table of "
            "another colour, with no hand on them.",
        )
    with decks.held():
        deck = decks.newest(deck)
        new, left_out = _sorted(decks, deck, cut)
        if not backs and len(cut) > 1 and all(one.of_first for one in left_out) and len(left_out) == len(cut) - 1:
            raise Trouble(
                "backs",
                say(
                    "These {count} cards look the same. Photograph only one of several equal faces; if these are "
                    "backs, turn the cards over, or teach them as the back.",
                    count=len(cut),
                ),
            )
        known = deck.known + len(new)
        if not backs and known > deck.of:
            raise Trouble(
                "too_many_faces",
                say(
                    "With these it is {known} faces, and {title} has {of}. Is a card of another deck among them? Take "
                    "it away, or put the number of faces right.",
                    known=known, title=Name(deck.title), of=deck.of,
                ),
            )  # fmt: skip
        called = [""] * len(new) if backs else names(deck, len(new))
        deck = decks.put(deck, new, called)
    return PhotoTaught(deck, deck.faces[len(deck.faces) - len(new) :], tuple(left_out))


def _sorted(decks: TaughtDecks, deck: TaughtDeck, cut: Sequence[CutFace]) -> tuple[list[Picture], list[LeftOut]]:
    """The pictures that show a face for the first time, and the others."""
    sharp = [number for number, one in enumerate(cut) if not one.fault]
    pictures = [cut[number].picture_bgr for number in sharp]
    why = {number: say(AGAIN[one.fault], number=number + 1) for number, one in enumerate(cut) if one.fault}
    known = decks.pictures(deck).faces if deck.faces else ()
    again = _first_of_each(late.teaching.doubles_of(pictures, known) if pictures else (), len(known))
    for number, double in zip(sharp, again, strict=True):
        if double is not None:
            why[number] = _once_more(number + 1, known, double, sharp)
    of_first = {number for number, double in zip(sharp, again, strict=True) if double == len(known) and sharp[0] == 0}
    for number, face, other in _of_others(decks, deck, [number for number in sharp if number not in why], cut):
        text = (
            "Card {number} is {name} of your deck {other}. A card of two decks is named by neither, so it is left out."
        )
        why[number] = say(text, number=number + 1, name=_called(face), other=Name(other))
    new = [cut[number].picture_bgr for number in sharp if number not in why]
    left_out = [LeftOut(number + 1, why[number], cut[number].picture_bgr, number in of_first) for number in sorted(why)]
    return new, left_out


def _first_of_each(doubles: Sequence[int | None], known: int) -> list[int | None]:
    """Doubles of the photo's own pictures, behind the ``known`` faces, as doubles of the first that shows the same."""
    first: list[int | None] = []
    for double in doubles:
        earlier = first[double - known] if double is not None and double >= known else None
        first.append(double if earlier is None else earlier)
    return first


def _once_more(number: int, known: Sequence[Face], double: int, sharp: Sequence[int]) -> str:
    if double < len(known):
        text = "Card {number} is {name} again; it counts once."
        return say(text, number=number, name=_called(known[double]))
    first = sharp[double - len(known)] + 1
    return say("Card {number} is the same as card {first}; it counts once.", number=number, first=first)


def _of_others(
    decks: TaughtDecks, deck: TaughtDeck, numbers: Sequence[int], cut: Sequence[CutFace]
) -> list[tuple[int, Face, str]]:
    """Which of these cards another deck has already: two decks were mixed."""
    found: dict[int, tuple[int, Face, str]] = {}
    room = MOST_COMPARED
    for other in decks.all():
        if other.id == deck.id or not other.faces or len(other.faces) > room or not numbers:
            continue
        room -= len(other.faces)
        try:
            faces = decks.pictures(other).faces
        except Trouble:  # damaged: it says so where it is used
            continue
        doubles = late.teaching.doubles_of([cut[number].picture_bgr for number in numbers], faces)
        for number, double in zip(numbers, doubles, strict=True):
            if double is not None and double < len(faces):
                found.setdefault(number, (number, faces[double], other.title))
    return list(found.values())


def _called(face: Face) -> str:
    if face.is_back:
        return "the back"
    return say("face {number}", number=face.id) if face.name == face.id else Name(face.name)

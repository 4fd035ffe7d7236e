"""Which cards of a picture show faces that are new to a deck, and what the others show.

for one in judged(decks, deck, cut):
    one.is_new, one.cut.fault, one.known, one.same_as, one.other
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion import late
from companion.errors import Trouble
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from rules.text import Name, say

if TYPE_CHECKING:
    from vision.taught.face_deck import Face
    from vision.taught.straight_card import Picture
    from vision.taught.teaching import CutFace


SPECK_PX = 60.0
"""What is not even so wide is no card but something on the table."""
MOST_COMPARED = 600
"""A picture is compared with so many faces of other decks."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A card of a picture, and whose face it shows, where it is not new: a face that is ``known``, a card of the same
    picture before it (``same_as``, its place from 0), or a face of another deck, with that deck's title."""

    cut: CutFace
    known: Face | None = None
    same_as: int | None = None
    other: tuple[Face, str] | None = None

    @property
    def is_new(self) -> bool:
        """Whether it may be taught."""
        return not self.cut.fault and self.known is None and self.same_as is None and self.other is None


def cards_of(image_bgr: Picture, lit_alike: Sequence[Picture] = ()) -> list[CutFace]:
    """The cards of a picture (h, w, 3), cut out; ``lit_alike`` are faces that were taken in the same light."""
    cut = late.teaching.cut_faces(image_bgr, lit_alike)
    return [one for one in cut if late.straight_card.card_width_px(one.corners_px) >= SPECK_PX]


def judged(decks: TaughtDecks, deck: TaughtDeck, cut: Sequence[CutFace]) -> list[Judged]:
    """The cards of a picture, each compared with the deck, with those before it and with other decks.

    Raises Trouble where a picture of the deck is damaged.
    """
    found = [Judged(one) for one in cut]
    sharp = [number for number, one in enumerate(cut) if not one.fault]
    pictures = [cut[number].picture_bgr for number in sharp]
    known = decks.pictures(deck).faces if deck.faces else ()
    doubles = _first_of_each(late.teaching.doubles_of(pictures, known) if pictures else (), len(known))
    for number, double in zip(sharp, doubles, strict=True):
        if double is not None and double < len(known):
            found[number] = replace(found[number], known=known[double])
        elif double is not None:
            found[number] = replace(found[number], same_as=sharp[double - len(known)])
    left = [number for number in sharp if found[number].is_new]
    for number, other in _of_others(decks, deck, left, cut).items():
        found[number] = replace(found[number], other=other)
    return found


def called(face: Face) -> str:
    """What a face is called within a sentence."""
    if face.is_back:
        return "the back"
    return say("face {number}", number=face.id) if face.name == face.id else Name(face.name)


def _first_of_each(doubles: Sequence[int | None], known: int) -> list[int | None]:
    """Doubles of the picture's own cards, behind the ``known`` faces, as doubles of the first that shows the same."""
    first: list[int | None] = []
    for double in doubles:
        earlier = first[double - known] if double is not None and double >= known else None
        first.append(double if earlier is None else earlier)
    return first


def _of_others(
    decks: TaughtDecks, deck: TaughtDeck, numbers: Sequence[int], cut: Sequence[CutFace]
) -> dict[int, tuple[Face, str]]:
    """Which of these cards another deck has already: two decks were mixed."""
    found: dict[int, tuple[Face, str]] = {}
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
                found.setdefault(number, (faces[double], other.title))
    return found

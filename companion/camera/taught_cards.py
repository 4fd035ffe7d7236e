"""The cards without codes on a photo: named by the decks that were taught."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion import late
from companion.own_decks.taught_decks import TaughtDeck, TaughtDecks
from vision.sighting import Photo, Quad, centre, contains

if TYPE_CHECKING:
    from vision.picture.decoding import Frame
    from vision.taught.find_faces import FaceFound


@dataclass(frozen=True, slots=True)
class TaughtSeen:
    """A card of a taught deck. ``faces`` and ``names`` are one, or a few it may be; of a card face down both are its
    back's. ``corners_px`` are the card's own, from its top left, in pixels of the full picture."""

    deck: str
    title: str
    faces: tuple[str, ...]
    names: tuple[str, ...]
    face_down: bool
    corners_px: Quad

    @property
    def name(self) -> str:
        """What it is called: "A or B" where it may be either, "" face down."""
        return " or ".join(self.names)

    @property
    def is_either(self) -> bool:
        """Whether it may be one of a few."""
        return len(self.faces) > 1 and not self.face_down


def read_taught(data: bytes, decks: Sequence[TaughtDeck], kept: TaughtDecks, photo: Photo) -> tuple[TaughtSeen, ...]:
    """The cards of whole taught decks on a picture that was read as a ``photo``; what has a code is known by that.

    Raises Trouble where a deck is not whole or damaged, FrameError where the bytes are no picture.
    """
    for deck in decks:
        deck.refuse_unless_whole()
    if not decks:
        return ()
    frame = late.decoding.decode(data)
    found = [
        _seen(deck, frame, one)
        for deck in decks
        for one in late.find_faces.find_faces(frame.image, kept.pictures(deck))
    ]
    coded = [centre(card.corners_px) for card in photo.cards]
    free = [one for one in found if not any(contains(one.corners_px, point) for point in coded)]
    return tuple(one for one in free if not _claimed(one, free))


def without_needless_hint(photo: Photo, taught: Sequence[TaughtSeen]) -> Photo:
    """The photo without a hint that no code can be read where a card was named by its face."""
    hint = photo.hint
    if hint is None or not taught:
        return photo
    named = hint.place_px is None or any(contains(one.corners_px, centre(hint.place_px)) for one in taught)
    return replace(photo, hint=None) if named else photo


def _claimed(one: TaughtSeen, others: Iterable[TaughtSeen]) -> bool:
    """Whether another deck has a name for the same place: then neither is sure."""
    return any(other.deck != one.deck and contains(other.corners_px, centre(one.corners_px)) for other in others)


def _seen(deck: TaughtDeck, frame: Frame, found: FaceFound) -> TaughtSeen:
    faces = [deck.faces[number] for number in found.faces]
    a, b, c, d = ((round(float(x), 2), round(float(y), 2)) for x, y in frame.to_full(found.corners_px))
    return TaughtSeen(
        deck.id,
        deck.title,
        tuple(face.id for face in faces),
        tuple(face.name for face in faces if face.name),
        faces[0].is_back,
        (a, b, c, d),
    )

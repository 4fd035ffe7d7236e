"""A live camera over one card after another -> the deck with each new face, and what is said of each card in sight.

Whoever holds the camera sends a picture only once it lies still, so what is new and sharp in it is kept at once.

shown = teach_still(decks, "my-box", data)
shown.outcome, shown.deck.known, [(one.state, one.face, one.why) for one in shown.cards]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion import late
from companion.own_decks.new_faces import Judged, called, cards_of, judged
from companion.own_decks.taught_decks import KeptFace, TaughtDeck, TaughtDecks
from rules.text import Name, say

if TYPE_CHECKING:
    from vision.taught.straight_card import Floats, Picture


STILL_PIXELS = 4_000_000
"""Larger pictures are halved: a card that is large enough on them has pixels to spare."""
LIT_ALIKE = 8
"""So many of the faces taught last say how white the paper is in this light."""
AGAIN = {
    "blurred": "The card is blurred: hold the phone still, and give the card more light.",
    "far": "The card is too small: come nearer, until it is a third of the picture.",
    "edge": "The card’s edge is not clear: lay it on a plain table of another colour.",
    "covered": "Something covers the card’s edge: lay the card down, and take the hand away.",
    "glare": "There is glare on the card: turn it a little, or take it out of its sleeve.",
}
NO_CARD = "No card is seen: lay one on a plain table of another colour, with no hand on it."
ONE_BY_ONE = "Show one card at a time: the names are given in their order."
TOO_MANY = "There are more new cards in sight than the deck has left: show one at a time."


@dataclass(frozen=True, slots=True, eq=False)
class CardShown:
    """A card in sight: its corners in pixels of the picture (4, 2), what became of it, and one sentence about it.

    ``state`` is "taken" (``face`` is new), "again" (``face`` was taught before) or "left", with the reason in ``why``.
    """

    corners_px: Floats
    state: str
    face: KeptFace | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class StillTaught:
    """A picture that lay still: the deck after it, its upright size in pixels, and its cards."""

    deck: TaughtDeck
    width: int
    height: int
    cards: tuple[CardShown, ...]

    @property
    def outcome(self) -> str:
        """What matters most: "taken", else "left", else "again", else "nothing"."""
        states = {one.state for one in self.cards}
        return next((state for state in ("taken", "left", "again") if state in states), "nothing")

    @property
    def why(self) -> str:
        """The one sentence about it, "" where a face was taken and nothing is to be said."""
        if not self.cards:
            return NO_CARD
        wanted = {"taken": "left"}.get(self.outcome, self.outcome)
        return next((one.why for one in self.cards if one.state == wanted), "")


def teach_still(
    decks: TaughtDecks, title: str, data: bytes, *, backs: bool = False, in_order: bool = False
) -> StillTaught:
    """Keep the faces in sight that the deck does not have yet, or its backs; the picture itself is not kept.

    ``in_order`` gives each the next free name of the deck's list. Raises FrameError where the bytes are no picture,
    NoTable where the deck is gone, Trouble where it cannot be read or written; then nothing is changed.
    """
    deck = decks.find(title)
    frame = late.decoding.decode(data, most_pixels=STILL_PIXELS)
    cut = cards_of(frame.image, _lit_alike(decks, deck))
    with decks.held():
        deck = decks.find(deck.id)
        cards = judged(decks, deck, cut)
        new = [one for one in cards if one.is_new]
        refused = _refused(deck, len(new), backs=backs, in_order=in_order)
        if new and not refused:
            deck = decks.put(deck, [one.cut.picture_bgr for one in new], _names(deck, len(new), backs, in_order))
    taken = iter(() if refused else deck.faces[len(deck.faces) - len(new) :])
    shown = [_new(one, next(taken, None), refused) if one.is_new else _old(deck, one, backs=backs) for one in cards]
    full = tuple(replace(one, corners_px=frame.to_full(one.corners_px)) for one in shown)
    return StillTaught(deck, frame.width, frame.height, full)


def take_back(decks: TaughtDecks, title: str, digests: Sequence[str]) -> TaughtDeck:
    """The deck without the faces whose pictures have these digests; one that is gone already stays gone.

    Numbers would not do: the next face gets that of the last one that went. Raises NoTable where the deck is gone.
    """
    with decks.held():
        deck = decks.find(title)
        left = tuple(face for face in deck.faces if face.digest not in digests)
        return decks.put(replace(deck, faces=left)) if len(left) < len(deck.faces) else deck


def _lit_alike(decks: TaughtDecks, deck: TaughtDeck) -> list[Picture]:
    return [face.picture_bgr for face in decks.pictures(deck).faces[-LIT_ALIKE:]] if deck.faces else []


def _refused(deck: TaughtDeck, new: int, *, backs: bool, in_order: bool) -> str:
    """Why none of so many new cards is taken, "" where they are."""
    if not backs and deck.known + new > deck.of:
        return TOO_MANY
    return ONE_BY_ONE if in_order and not backs and new > 1 else ""


def _names(deck: TaughtDeck, count: int, backs: bool, in_order: bool) -> Sequence[str | None]:
    if backs:
        return [""] * count
    free = deck.free_names[:count] if in_order else ()
    return [*free, *[None] * (count - len(free))]


def _new(one: Judged, face: KeptFace | None, refused: str) -> CardShown:
    return CardShown(one.cut.corners_px, "taken" if face else "left", face, refused)


def _old(deck: TaughtDeck, one: Judged, *, backs: bool) -> CardShown:
    """A card that is not taught by this picture."""
    if one.known is None:
        return CardShown(one.cut.corners_px, "left", why=_why(one))
    text = "{name} is taught already; it counts once."
    if backs and not one.known.is_back:
        text = "This is {name}: turn the card over, so that its back is seen."
    return CardShown(one.cut.corners_px, "again", deck.face(one.known.id), say(text, name=called(one.known)))


def _why(one: Judged) -> str:
    if one.cut.fault:
        return AGAIN[one.cut.fault]
    if one.other is None:
        return "Two cards in sight show the same face; it counts once."
    face, title = one.other
    text = "This is {name} of your deck {other}; a card of two decks is named by neither, so it is left out."
    return say(text, name=called(face), other=Name(title))

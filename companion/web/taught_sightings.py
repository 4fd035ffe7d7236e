"""The cards without codes on a photo, as a page names and counts them and lets a tap put them right.

Nothing of it is kept here: what was seen stands in the page, and comes back with the tap.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import request

from companion.camera.identify import CardCount
from companion.camera.taught_cards import TaughtSeen
from companion.errors import NoTable, Trouble
from companion.own_decks.taught_decks import KeptFace, TaughtDeck, TaughtDecks
from companion.web.photo_overlay import Outline, Picture, taught_outline
from companion.web.request import number
from rules.text import Name, say

TAUGHT = "taught-"
"""What a taught deck is called among the decks a photo can be read for."""
MOST_SEEN = 200
MOST_FIELD, MOST_PICTURE = 60_000, 400_000
"""Characters of what was seen, and of the picture, that come back with a tap."""
_POINTS = re.compile(r"(?:-?\d{1,5}(?:\.\d+)?,-?\d{1,5}(?:\.\d+)?(?: |$)){4}")
_PICTURE = re.compile(r"data:image/jpeg;base64,[A-Za-z0-9+/]+={0,2}")


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card of a taught deck at its place: one face, or the few it may be; backs are all one."""

    deck: TaughtDeck
    faces: tuple[KeptFace, ...]
    outline: Outline

    @property
    def is_sure(self) -> bool:
        """Whether it is one card for certain."""
        return len(self.faces) == 1 or self.face_down

    @property
    def face_down(self) -> bool:
        """Whether only its back is seen."""
        return self.faces[0].is_back


@dataclass(frozen=True, slots=True)
class TaughtCount:
    """What of one taught deck lies on a photo: ``kinds`` of its ``of`` faces, each as often as it lies there."""

    deck: TaughtDeck
    kinds: int
    lying: tuple[CardCount, ...]
    missing: tuple[CardCount, ...]
    unsure: int
    face_down: int

    @property
    def lies(self) -> int:
        """How many cards lie there."""
        return sum(heap.count for heap in self.lying) + self.unsure + self.face_down


def as_seen(one: Sighting) -> TaughtSeen:
    """The same as a table hears of it; its corners are those on the picture that is shown."""
    a, b, c, d = ((float(x), float(y)) for x, _, y in (point.partition(",") for point in one.outline.points.split()))
    ids, names = tuple(face.id for face in one.faces), tuple(face.name for face in one.faces if face.name)
    return TaughtSeen(one.deck.id, one.deck.title, ids, names, one.face_down, (a, b, c, d))


def sightings(
    seen: Iterable[TaughtSeen], decks: Sequence[TaughtDeck], width_px: int, shown: Picture | None
) -> list[Sighting]:
    """What was seen on a photo that is so wide, as it lies on the picture that is shown.

    A deck or face that was taken away while the photo was read is passed over.
    """
    by_id = {deck.id: deck for deck in decks}
    times = shown.width / width_px if shown else 1.0
    found: list[Sighting] = []
    for one in list(seen)[:MOST_SEEN]:
        with suppress(KeyError, NoTable):
            deck = by_id[one.deck]
            faces = tuple(deck.face(id) for id in one.faces)
            found.append(_tagged(Sighting(deck, faces, taught_outline(one.corners_px, times)), len(found) + 1))
    return found


def as_field(seen: Sequence[Sighting]) -> str:
    """What was seen as the text of a hidden field."""
    return json.dumps([_row(one) for one in seen], separators=(",", ":"))


def _row(one: Sighting) -> list[object]:
    at = one.outline
    return [one.deck.id, [face.id for face in one.faces], at.points, at.x, at.y, at.size]


def from_field(text: str, decks: TaughtDecks) -> list[Sighting]:
    """The same read back. Raises Trouble where a deck or a face is gone meanwhile, or the text is not ours."""
    if not text:
        return []
    try:
        rows = json.loads(text[:MOST_FIELD])[:MOST_SEEN]
        known = {id: decks.find(id) for id in {str(row[0]) for row in rows}}
        return [_read(row, known[str(row[0])], place) for place, row in enumerate(rows, start=1)]
    except (ValueError, TypeError, IndexError, KeyError, RecursionError, OverflowError):
        raise Trouble("sent", "The photo did not arrive whole; take it again.") from None
    except NoTable:
        raise Trouble("deck_changed", "The deck has changed since that photo; take it again.") from None


def _read(row: list[object], deck: TaughtDeck, at: int) -> Sighting:
    _, ids, points, *place = row
    if not isinstance(ids, list) or not ids or not _POINTS.fullmatch(str(points)):
        raise ValueError("a card")
    x, y, size = (min(max(float(str(value)), 0.0), 1e4) for value in place)
    outline = Outline(str(points), "", x, y, size)
    return _tagged(Sighting(deck, tuple(deck.face(str(id)) for id in ids), outline), at)


def tapped() -> tuple[int, str]:
    """Which card (from 1) is to be called what, by the button or the form that was sent."""
    asked, _, called = request.form.get("call", "").partition(":")
    which = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else number("card") or 0
    return which, called or request.form.get("name", "").strip()


def picture_from_field(text: str, width: int | None, height: int | None) -> Picture | None:
    """The picture that was shown, if it came back whole."""
    if not width or not height or len(text) > MOST_PICTURE or not _PICTURE.fullmatch(text):
        return None
    return Picture(text, width, height, ())


def put_right(seen: Sequence[Sighting], which: int, called: str) -> list[Sighting]:
    """What was seen with one card (from 1) called otherwise; "" where there is no card.

    Raises Trouble for a name the deck does not have.
    """
    changed = list(seen)
    if not 1 <= which <= len(seen):
        raise Trouble("sent", "The photo did not arrive whole; take it again.")
    one = changed.pop(which - 1)
    if called:
        face = next((face for face in one.deck.faces if face.name.casefold() == called.casefold()), None)
        if face is None:
            text = "{deck} has no card called {name}; choose one of the names offered."
            raise Trouble("no_such_name", say(text, deck=Name(one.deck.title), name=Name(called)))
        changed.insert(which - 1, replace(one, faces=(face,)))
    return [_tagged(one, place) for place, one in enumerate(changed, start=1)]


def counts(seen: Sequence[Sighting]) -> tuple[TaughtCount, ...]:
    """Deck by deck what lies there, the one most is seen of first."""
    by_deck: dict[str, list[Sighting]] = {}
    for one in seen:
        by_deck.setdefault(one.deck.id, []).append(one)
    return tuple(sorted(map(_count, by_deck.values()), key=lambda one: -one.lies))


def _count(seen: Sequence[Sighting]) -> TaughtCount:
    deck = seen[0].deck
    sure = Counter(one.faces[0].id for one in seen if one.is_sure and not one.face_down)
    maybe = {face.id for one in seen if not one.is_sure for face in one.faces}
    fronts = [face for face in deck.faces if not face.is_back]
    lying = [CardCount(face.name, "", sure[face.id]) for face in fronts if sure[face.id]]
    missing = [CardCount(face.name, "", 1) for face in fronts if face.id not in sure and face.id not in maybe]
    unsure, face_down = sum(not one.is_sure for one in seen), sum(one.face_down for one in seen)
    return TaughtCount(deck, len(lying), tuple(lying), tuple(missing), unsure, face_down)


def _tagged(one: Sighting, at: int) -> Sighting:
    name = "" if one.face_down else one.faces[0].name if one.is_sure else "?"
    tag = f"{at} {name}".rstrip()
    return replace(one, outline=replace(one.outline, name=tag, odd=not one.is_sure))

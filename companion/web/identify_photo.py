"""Photos without a table: each card is named and counted, and what is missing of its deck is said.

Nothing is kept here: what photos before showed stands in the page and comes back with the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.camera.identify import Known, added_as, decks_seen, read_photo, strangers, to_look_for
from companion.camera.photo import NO_CARD, paper_cards
from companion.camera.taught_cards import read_taught
from companion.errors import Trouble
from companion.own_decks.decks import OwnDeck
from companion.own_decks.taught_decks import TaughtDeck
from companion.unexpected_errors import ReaderBroke, looking
from companion.web.photo_overlay import Picture, picture
from companion.web.refusal_notice import No, why_not
from companion.web.request import number, page, see_other, service, spend
from companion.web.taught_sightings import (
    TAUGHT,
    Sighting,
    as_field,
    counts,
    from_field,
    picture_from_field,
    put_right,
    sightings,
    tapped,
)
from rules import games
from rules.game_protocol import ScanProblem
from rules.values.added_deck import AddedDeck
from rules.values.code import CardCode, CodeError, parse
from vision.picture.file_header import FrameError
from vision.sighting import Photo

bp = Blueprint("naming", __name__)
MOST_BEFORE = 3000
"""So many cards of photos before are believed: more than the largest deck and all five games."""
NOTHING_NEW = ScanProblem("noted", "These cards have already been read; nothing has changed.")
Answer = str | tuple[str, int]


@dataclass(frozen=True, slots=True)
class Offered:
    """A deck a photo can be read for; ``own`` are those of one's own."""

    id: str
    title: str
    own: bool


@bp.get("/scan")
def ask() -> str:
    """Which cards, and the photo."""
    return _asking(_offered(_own()), request.args.get("deck", ""))


@bp.post("/scan")
def answer() -> Answer:
    """What lies there, deck by deck."""
    spend("scan")
    own, wish, before = _own(), request.form.get("deck", ""), _before()
    offered = _offered(own)
    file = request.files.get("photo")
    data = file.read() if file else b""
    try:
        faces = _taught(wish)
        known = Known(()) if wish.startswith(TAUGHT) else to_look_for(own, wish, _added())
    except KeyError:
        return _asking(offered, "", No("That deck is not here any more; choose another.")), 422
    except Trouble as problem:
        return _asking(offered, "", why_not(problem)), 422
    counted = Counting(offered, wish, known, before)
    if not data:
        return counted.refused(No("There was no photo. Take one, then send it.", status=400))
    try:
        with service().decoding, looking(FrameError):
            photo = read_photo(data, known)
            if wish and known.every:
                photo = replace(photo, foreign=strangers(photo.foreign, known.every[0], service().own))
            kept = service().taught
            named = read_taught(data, faces, kept, photo) if kept else ()
            shown = picture(data, photo)
    except Trouble as problem:
        return counted.refused(why_not(problem))
    except (FrameError, ReaderBroke) as problem:
        return counted.refused(No(str(problem), status=getattr(problem, "status", 422)))
    return counted.named(photo, shown, sightings(named, faces, photo.width, shown))


def _taught(wish: str) -> tuple[TaughtDeck, ...]:
    """The decks without codes to look for: the one that is asked for, or all that are taught whole.

    Raises Trouble where it is gone, or not taught whole.
    """
    kept = service().taught
    if kept is None or (wish and not wish.startswith(TAUGHT)):
        return ()
    if not wish:
        return tuple(deck for deck in kept.all() if deck.is_whole)
    deck = kept.find(wish.removeprefix(TAUGHT))
    deck.refuse_unless_whole()
    return (deck,)


@bp.get("/scan/put-right")
def put_right_again() -> Response:
    """Somebody loads the answer once more: the photo is not kept, so a new one is asked for."""
    return see_other("/scan")


@bp.post("/scan/put-right")
def named_otherwise() -> Answer:
    """A card without a code is called otherwise: which of two it is, another name, or no card at all."""
    spend("change")
    own, wish = _own(), request.form.get("deck", "")
    kept = service().taught
    try:
        known = Known(()) if wish.startswith(TAUGHT) else to_look_for(own, wish, _added())
        if kept is None:
            raise Trouble("no_decks", "That deck is not here any more; choose another.")
        seen = from_field(request.form.get("seen", ""), kept)
        which, called = tapped()
    except KeyError:
        return _asking(_offered(own), "", No("That deck is not here any more; choose another.")), 422
    except Trouble as problem:
        return _asking(_offered(own), wish, why_not(problem)), 422
    counted = Counting(_offered(own), wish, known, _before())
    shown = picture_from_field(request.form.get("picture", ""), number("width"), number("height"))
    try:
        after = put_right(seen, which, called)
    except Trouble as problem:
        return counted.put_right(seen, shown, why_not(problem))
    return counted.put_right(after, shown)


@dataclass(frozen=True, slots=True)
class Counting:
    """What photos ``before`` showed, and which decks the next one is read for."""

    offered: Sequence[Offered]
    wish: str
    known: Known
    before: tuple[CardCode, ...]

    def refused(self, no: No) -> Answer:
        """A photo that could not be read: what those before showed stays in sight."""
        if not self.before:
            return _asking(self.offered, self.wish, no), no.status
        return self._shown(None, (), (ScanProblem("photo", no.text),)), no.status

    def named(self, photo: Photo, shown: Picture, seen: Sequence[Sighting]) -> Answer:
        """A photo that was read, added to those before; what has no code counts on its own photo."""
        codes, problems = paper_cards(photo)
        prints = service().print_history
        here = {card.game for card in photo.cards}
        for deck in self.known.every if prints else ():
            problems += prints.stale(deck, codes) if prints and deck.game in here else ()
        if not codes and not problems and not seen:
            problems = (NO_CARD,)
        elif codes and not set(codes) - set(self.before) and not seen:
            problems += (NOTHING_NEW,)
        return self._shown(photo, codes, problems, shown, seen), 200 if codes or seen else 422

    def put_right(self, seen: Sequence[Sighting], shown: Picture | None, no: No | None = None) -> Answer:
        """The same photo again after a tap."""
        problems = (ScanProblem("put_right", no.text),) if no else ()
        return self._shown(None, (), problems, shown, seen), no.status if no else 200

    def _shown(
        self,
        photo: Photo | None,
        codes: Sequence[CardCode],
        problems: Sequence[ScanProblem],
        shown: Picture | None = None,
        faces: Sequence[Sighting] = (),
    ) -> str:
        seen = decks_seen(photo, self.known.every, self.before)
        every = tuple(dict.fromkeys((*self.before, *codes)))
        taught = counts(faces)
        if shown:
            shown = replace(shown, outlines=(*shown.outlines, *(one.outline for one in faces)))
        return page(
            "named.html",
            decks=seen,
            cards=sum(one.lies for one in seen) + sum(one.lies for one in taught),
            taught=taught,
            faces=faces,
            faces_field=as_field(faces),
            new=len(every) - len(self.before) if self.before else None,
            before=" ".join(map(str, every)),
            problems=problems,
            picture=shown,
            offered=self.offered,
            offered_faces=_offered_faces(),
            wish=self.wish,
        )


def _before() -> tuple[CardCode, ...]:
    """The cards photos before showed, as the page sent them along; what is no code is left out."""
    found: dict[CardCode, None] = {}
    for word in request.form.get("before", "").split()[:MOST_BEFORE]:
        with suppress(CodeError):
            found[parse(word)] = None
    return tuple(found)


def _own() -> tuple[OwnDeck, ...]:
    found = service().own
    return found.all() if found else ()


def _added() -> tuple[AddedDeck, ...]:
    found = service().game_decks
    return found.all() if found else ()


def coded_decks() -> tuple[Offered, ...]:
    """The decks with codes: of one's own, those somebody typed in for a game, then the games."""
    return _offered(_own())


def _offered(own: Sequence[OwnDeck]) -> tuple[Offered, ...]:
    """What can be chosen: decks of one's own, those somebody typed in for a game, then the games."""
    mine = tuple(Offered(kept.game, kept.title, own=True) for kept in own)
    typed = tuple(Offered(added_as(deck).game, deck.title, own=True) for deck in _added())
    return (*mine, *typed, *(Offered(name, games.spec(name).title, own=False) for name in games.with_cards()))


def _offered_faces() -> tuple[TaughtDeck, ...]:
    kept = service().taught
    return kept.all() if kept else ()


def _asking(offered: Sequence[Offered], wish: str, no: No | None = None) -> str:
    faces = _offered_faces()
    ids = {one.id for one in offered} | {f"{TAUGHT}{deck.id}" for deck in faces if deck.is_whole}
    return page("naming.html", offered=offered, offered_faces=faces, wish=wish if wish in ids else "", no=no)

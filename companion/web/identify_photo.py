"""Photos without a table: each card is named and counted, and what is missing of its deck is said.

Nothing is kept here: what photos before showed stands in the page and comes back with the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import Blueprint, request

from companion.camera.identify import Known, added_as, decks_seen, read_photo, strangers, to_look_for
from companion.camera.photo import NO_CARD, paper_cards
from companion.own_decks.decks import OwnDeck
from companion.unexpected_errors import ReaderBroke, looking
from companion.web.photo_overlay import Picture, picture
from companion.web.refusal_notice import No
from companion.web.request import page, service, spend
from rules import games
from rules.game_protocol import ScanProblem
from rules.values.added_deck import AddedDeck
from rules.values.code import CardCode, CodeError, parse
from vision.picture.decoding import FrameError
from vision.sighting import Photo

bp = Blueprint("naming", __name__)
MOST_BEFORE = 3000
"""So many cards of photos before are believed: more than the largest deck and all five games."""
NOTHING_NEW = ScanProblem("noted", "These cards were read already; nothing has changed.")
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
    file = request.files.get("photo")
    data = file.read() if file else b""
    try:
        known = to_look_for(own, wish, _added())
    except KeyError:
        return _asking(_offered(own), "", No("That deck is not here any more; choose another.")), 422
    counted = Counting(_offered(own), wish, known, before)
    if not data:
        return counted.refused(No("There was no photo. Take one, then send it.", status=400))
    try:
        with service().decoding, looking(FrameError):
            photo = read_photo(data, known)
            if wish:
                photo = replace(photo, foreign=strangers(photo.foreign, known.every[0], service().own))
            shown = picture(data, photo)
    except (FrameError, ReaderBroke) as problem:
        return counted.refused(No(str(problem), status=getattr(problem, "status", 422)))
    return counted.named(photo, shown)


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

    def named(self, photo: Photo, shown: Picture) -> Answer:
        """A photo that was read, added to those before."""
        codes, problems = paper_cards(photo)
        prints = service().print_history
        here = {card.game for card in photo.cards}
        for deck in self.known.every if prints else ():
            problems += prints.stale(deck, codes) if prints and deck.game in here else ()
        if not codes and not problems:
            problems = (NO_CARD,)
        elif codes and not set(codes) - set(self.before):
            problems += (NOTHING_NEW,)
        return self._shown(photo, codes, problems, shown), 200 if codes else 422

    def _shown(
        self,
        photo: Photo | None,
        codes: Sequence[CardCode],
        problems: Sequence[ScanProblem],
        shown: Picture | None = None,
    ) -> str:
        seen = decks_seen(photo, self.known.every, self.before)
        every = tuple(dict.fromkeys((*self.before, *codes)))
        return page(
            "named.html",
            decks=seen,
            cards=sum(one.lies for one in seen),
            new=len(every) - len(self.before) if self.before else None,
            before=" ".join(map(str, every)),
            problems=problems,
            picture=shown,
            offered=self.offered,
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


def _offered(own: Sequence[OwnDeck]) -> tuple[Offered, ...]:
    """What can be chosen: decks of one's own, those somebody typed in for a game, then the games."""
    mine = tuple(Offered(kept.game, kept.title, own=True) for kept in own)
    typed = tuple(Offered(added_as(deck).game, deck.title, own=True) for deck in _added())
    return (*mine, *typed, *(Offered(name, games.spec(name).title, own=False) for name in games.with_cards()))


def _asking(offered: Sequence[Offered], wish: str, no: No | None = None) -> str:
    return page("naming.html", offered=offered, wish=wish if any(one.id == wish for one in offered) else "", no=no)

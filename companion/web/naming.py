"""A photo without a table: each card is named and counted, and what is missing of its deck is said. Nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, request

from companion.app import service
from companion.camera import NO_CARD, paper_cards
from companion.deckseen import Known, decks_seen, read_photo, to_look_for
from companion.owndecks import OwnDeck
from companion.ownseen import strangers
from companion.web.door import page, spend
from companion.web.pictures import Picture, picture
from companion.web.said import No
from rules import games
from vision.frames import FrameError
from vision.sighting import Photo

bp = Blueprint("naming", __name__)
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
    return _asking(_own(), request.args.get("deck", ""))


@bp.post("/scan")
def answer() -> Answer:
    """What lies there, deck by deck."""
    spend("scan")
    own, wish = _own(), request.form.get("deck", "")
    file = request.files.get("photo")
    data = file.read() if file else b""
    try:
        known = to_look_for(own, wish)
    except KeyError:
        return _asking(own, "", No("That deck is not here any more; choose another.")), 422
    if not data:
        return _asking(own, wish, No("No photo arrived. Take one, then send it.")), 400
    try:
        with service().decoding:
            photo = read_photo(data, known)
            if wish:
                photo = replace(photo, foreign=strangers(photo.foreign, known.every[0], service().own))
            shown = picture(data, photo)
    except FrameError as problem:
        return _asking(own, wish, No(str(problem))), 422
    return _named(_offered(own), wish, known, photo, shown)


def _named(offered: Sequence[Offered], wish: str, known: Known, photo: Photo, shown: Picture) -> Answer:
    codes, problems = paper_cards(photo)
    prints = service().prints
    here = {card.game for card in photo.cards}
    for deck in known.every if prints else ():
        problems += prints.stale(deck, codes) if prints and deck.game in here else ()
    if not codes and not problems:
        problems = (NO_CARD,)
    seen = decks_seen(photo, known.every)
    body = page(
        "named.html", decks=seen, cards=len(codes), problems=problems, picture=shown, offered=offered, wish=wish
    )
    return body, 200 if codes else 422


def _own() -> tuple[OwnDeck, ...]:
    found = service().own
    return found.all() if found else ()


def _offered(own: Sequence[OwnDeck]) -> tuple[Offered, ...]:
    """What can be chosen: decks of one's own, then the games."""
    mine = tuple(Offered(kept.game, kept.title, own=True) for kept in own)
    return (*mine, *(Offered(name, games.spec(name).title, own=False) for name in games.names()))


def _asking(own: Sequence[OwnDeck], wish: str, no: No | None = None) -> str:
    offered = _offered(own)
    return page("naming.html", offered=offered, wish=wish if any(one.id == wish for one in offered) else "", no=no)

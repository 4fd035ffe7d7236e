"""Decks without codes: photographed face by face, named with a tap, and told which of them look alike."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answered

from companion import late
from companion.camera.face_names import cards_by_face_name
from companion.camera.identify import to_look_for
from companion.errors import NoTable, Trouble
from companion.own_decks.names_file import names_in, tidied
from companion.own_decks.taught_decks import (
    MOST_FACES,
    MOST_NAME,
    KeptFace,
    TaughtDeck,
    TaughtDecks,
    id_of,
    too_many_faces,
)
from companion.own_decks.teaching_photos import LeftOut, PhotoTaught, teach_photo
from companion.unexpected_errors import ReaderBroke, looking
from companion.web.identify_photo import coded_decks
from companion.web.owner import owners
from companion.web.refusal_notice import No, why_not
from companion.web.request import number, page, see_other, service, spend
from rules import games
from rules.text import Name, say
from rules.values.rows import MAX_BYTES, DeckError
from vision.picture.file_header import FrameError

if TYPE_CHECKING:
    from vision.taught.look_alikes import LookAlikes


bp = Blueprint("teaching", __name__)
SHOWN_LEFT_OUT = (126, 176)
PAIRS_SHOWN = 30
FACE_KEPT_S = 86_400
Answer = str | Answered | tuple[str | Answered, int]


@dataclass(frozen=True, slots=True)
class NotTaught:
    """A card of the last photo that is not taught by it, with its picture as a data address."""

    why: str
    picture: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two faces side by side, and where they differ."""

    one: KeptFace
    other: KeptFace
    told: LookAlikes


def taught_decks() -> TaughtDecks:
    found = service().taught
    if found is None:
        raise NoTable("no_decks", "This server keeps no decks of one's own; start it with tablewright serve.")
    return found


@bp.get("/teach")
@owners
def every() -> Answer:
    """All decks that were taught, and the form for a new one."""
    return _every()


def _every(no: No | None = None) -> str:
    typed = request.form if no else {}
    decks = taught_decks()
    return page("teach.html", decks=decks.all(), unreadable=decks.unreadable(), named=coded_decks(), typed=typed, no=no)


@bp.post("/teach")
@owners
def begin() -> Answer:
    """A new deck, with no face yet."""
    spend("upload")
    try:
        deck = _new_deck()
    except (Trouble, DeckError) as problem:
        return _every(_why(problem)), 422
    return see_other(f"/teach/{deck.id}")


def _new_deck() -> TaughtDeck:
    title = _line("title")
    game = request.form.get("game", "")
    names = _sent_names() or _names_of(game)
    of = number("of") or len(names)
    if len(names) > MOST_FACES:
        raise too_many_faces()
    if not title:
        raise Trouble("no_title", "The deck has no name yet; type one.")
    if not 1 <= of <= MOST_FACES:
        text = "How many different faces does the deck have? Count each once; {most} are the most."
        raise Trouble("no_count", say(text, most=MOST_FACES))
    decks = taught_decks()
    with decks.held():
        deck = TaughtDeck(id_of(title), title, of, (), names, game)
        if (decks.folder / deck.id).exists():
            raise Trouble("title_taken", say("A deck called {title} is there already.", title=Name(title)))
        return decks.put(deck)


def _names_of(game: str) -> tuple[str, ...]:
    """What the cards of a game or a deck of one's own are called."""
    if not game:
        return ()
    own, added = service().own, service().game_decks
    try:
        (deck,) = to_look_for(own.all() if own else (), game, added.all() if added else ()).every
    except KeyError:
        raise Trouble("no_deck", "That deck is not here any more; choose another.") from None
    return tidied(list(cards_by_face_name(deck)))


def _sent_names() -> tuple[str, ...]:
    """The names somebody typed, else those of the file that came along."""
    typed = tidied(request.form.get("names", "").splitlines())
    file = request.files.get("table")
    if typed or not file or not file.filename:
        return typed
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        text = "A card file has at most {count} MB."
        raise Trouble("too_large", say(text, count=MAX_BYTES // 1_000_000))
    return names_in(data, file.filename[-60:])


@bp.get("/teach/<deck>")
@owners
def one(deck: str) -> Answer:
    """One deck: what is missing, its faces, and the photo."""
    return _one(taught_decks().find(deck))


def _one(deck: TaughtDeck, no: No | None = None, taught: PhotoTaught | None = None) -> str:
    left_out = [_not_taught(one) for one in taught.left_out] if taught else []
    game = games.spec(deck.game).title if deck.game in games.with_cards() else ""
    broken = taught_decks().broken(deck)
    return page("teach_deck.html", deck=deck, no=no, taught=taught, left_out=left_out, game=game, broken=broken)


def _not_taught(one: LeftOut) -> NotTaught:
    small = late.cv2.resize(one.picture_bgr, SHOWN_LEFT_OUT, interpolation=late.cv2.INTER_AREA)
    data = late.cv2.imencode(".webp", small, [late.cv2.IMWRITE_WEBP_QUALITY, 75])[1].tobytes()
    return NotTaught(one.why, f"data:image/webp;base64,{base64.b64encode(data).decode('ascii')}")


@bp.post("/teach/<deck>")
@owners
def photo(deck: str) -> Answer:
    """The faces of a photo."""
    spend("scan")
    known = taught_decks().find(deck)
    file = request.files.get("photo")
    data = file.read() if file else b""
    if not data:
        return _one(known, No("There was no photo. Take one, then send it.")), 400
    try:
        service().uploads.refuse_over(())
        with service().decoding, looking(FrameError, Trouble):
            taught = teach_photo(taught_decks(), known, data, backs=request.form.get("side") == "back")
    except (FrameError, Trouble, ReaderBroke) as problem:
        no = _why(problem)
        return _one(taught_decks().newest(known), no), no.status
    return _one(taught.deck, taught=taught)


def _why(problem: Exception) -> No:
    if isinstance(problem, Trouble):
        no = why_not(problem)
        return replace(no, status=422) if no.status == 400 else no
    return No(str(problem), status=getattr(problem, "status", 422))


@bp.get("/teach/<deck>/<face>.webp")
@owners
def picture(deck: str, face: str) -> Answered:
    """The picture of a face. It is the owner's alone: somebody's published card."""
    kept = taught_decks().find(deck)
    answer = Response(taught_decks().picture(kept, kept.face(face)), mimetype="image/webp")
    answer.cache_control.private = True
    answer.cache_control.max_age = FACE_KEPT_S
    return answer


@bp.get("/teach/<deck>/face/<face>")
@owners
def face_page(deck: str, face: str) -> Answer:
    """One face, large, with the names it may have."""
    kept = taught_decks().find(deck)
    return page("teach_face.html", deck=kept, face=kept.face(face))


@bp.post("/teach/<deck>/face/<face>")
@owners
def name(deck: str, face: str) -> Answer:
    """Name it; then comes the next that has no name."""
    called = _line("name")

    def named(kept: TaughtDeck) -> TaughtDeck:
        if not called:
            raise Trouble("no_name", "A face needs a name with a letter or a figure in it.")
        return kept.with_face(replace(kept.face(face), name=called, numbered=False))

    try:
        after = _changed(deck, named)
    except NoTable:
        raise
    except Trouble as problem:
        kept = taught_decks().find(deck)
        return page("teach_face.html", deck=kept, face=kept.face(face), no=_why(problem)), 422
    return see_other(f"/teach/{deck}/face/{after.unnamed[0].id}" if after.unnamed else f"/teach/{deck}")


@bp.post("/teach/<deck>/face/<face>/forget")
@owners
def forget(deck: str, face: str) -> Answered:
    """Take a face away, to teach it again; somebody may have been quicker."""
    _changed(deck, lambda kept: kept.without_face(face))
    return see_other(f"/teach/{deck}")


@bp.post("/teach/<deck>/face/<face>/turn")
@owners
def turn(deck: str, face: str) -> Answered:
    """Turn the picture of a face by half: nobody can tell from an outline which way up a card is."""
    spend("change")
    decks = taught_decks()
    with decks.held():
        kept = decks.find(deck)
        decks.turn(kept, kept.face(face))
    return see_other(f"/teach/{deck}/face/{face}")


@bp.post("/teach/<deck>/names")
@owners
def name_rest(deck: str) -> Answered:
    """Give the names that are left to the faces that have none, both in their order."""

    def named(kept: TaughtDeck) -> TaughtDeck:
        for face, called in zip(kept.unnamed, kept.free_names, strict=False):
            kept = kept.with_face(replace(face, name=called, numbered=False))
        return kept

    _changed(deck, named)
    return see_other(f"/teach/{deck}")


@bp.post("/teach/<deck>/about")
@owners
def about(deck: str) -> Answer:
    """Another name for the deck, and how many faces it has."""
    title, of = _line("title"), number("of") or 0
    decks = taught_decks()
    try:
        with decks.held():
            kept = decks.find(deck)
            if not 1 <= of <= MOST_FACES or of < kept.known:
                text = "{known} faces are taught, so the deck has {known} to {most}."
                raise Trouble("no_count", say(text, known=max(1, kept.known), most=MOST_FACES))
            kept = decks.put(replace(kept, of=of))
            kept = decks.rename(kept, title or kept.title)
    except NoTable:
        raise
    except Trouble as problem:
        return _one(decks.find(deck), _why(problem)), 422
    return see_other(f"/teach/{kept.id}")


@bp.post("/teach/<deck>/remove")
@owners
def remove(deck: str) -> Answered:
    """Delete a deck and all its pictures."""
    taught_decks().remove(deck)
    return see_other("/teach")


@bp.get("/teach/<deck>/alike")
@owners
def alike(deck: str) -> Answer:
    """The pairs that look alike, and how they are told apart."""
    spend("page")
    kept = taught_decks().find(deck)
    found: Sequence[LookAlikes] = ()
    if kept.faces:
        with service().decoding, looking(Trouble):
            found = late.look_alikes.look_alikes(taught_decks().pictures(kept))
    pairs = [Pair(kept.faces[told.one], kept.faces[told.other], told) for told in found]
    return page("teach_alike.html", deck=kept, pairs=pairs[:PAIRS_SHOWN], more=len(pairs[PAIRS_SHOWN:]))


def _changed(deck: str, how: Callable[[TaughtDeck], TaughtDeck]) -> TaughtDeck:
    """A deck changed as it is now, whoever else changes it."""
    spend("change")
    decks = taught_decks()
    with decks.held():
        return decks.put(how(decks.find(deck)))


def _line(field: str) -> str:
    """One line of the form, as it is kept."""
    return next(iter(tidied([request.form.get(field, "")[:MOST_NAME]])), "")

"""Photos at a table over plain HTTP: the cards that were read, what they mean now, one tap to accept; and dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.camera.dice_photo import dice_choice, read_dice, told
from companion.camera.face_names import cards_by_face_name
from companion.camera.identify import of_own, whose
from companion.camera.photo import PhotoScan, paper_cards
from companion.errors import NotYours, TooOften
from companion.table.snapshot import Snapshot, Stale
from companion.table.tables import Accepted
from companion.unexpected_errors import ReaderBroke, looking
from companion.web.choice_forms import Button, buttons
from companion.web.photo_overlay import Picture, dice_picture, picture
from companion.web.play import screen
from companion.web.refusal_notice import No, why_not
from companion.web.request import acting, caller, look, page, see_other, service, spend, tables, tokens
from companion.web.secure_connection import is_safe, safe_address
from companion.web.taught_sightings import Sighting, as_field, sightings
from rules.game_protocol import Reading, Refusal, ScanProblem, Seat
from rules.values import code as card_code
from rules.values.code import CardCode, CodeError

bp = Blueprint("scanning", __name__)
Answer = str | Response | tuple[str | Response, int]


@dataclass(frozen=True, slots=True)
class Named:
    """A card that was read, for the list under the picture."""

    name: str
    suit: str
    code: str


@bp.get("/t/<code>/scan")
def scan(code: str) -> str:
    """Where to take the photo, and the door to the live camera."""
    return page("scan.html", look(code), live=is_safe() or bool(safe_address()))


@bp.get("/t/<code>/live")
def live(code: str) -> str:
    """The live camera; over plain HTTP the way to it, and photos meanwhile."""
    seen, kept = look(code), service().taught
    game = tables().deck(code).spec.game
    holds = any(deck.game == game and deck.is_whole for deck in (kept.all() if kept else ()))
    off = service().network.https_off
    return page("live.html", seen, safe=is_safe(), address=safe_address(), off=off, holds=holds)


def again(seen: Snapshot, text: str, status: int) -> Answer:
    live = is_safe() or bool(safe_address())
    return page("scan.html", seen, no=No(text), live=live), status


@bp.post("/t/<code>/scan")
def photo(code: str) -> Answer:
    """Read a photo, do what it can only mean, else offer what it may mean."""
    spend("scan", caller(code, tokens(code)))
    seen = tables().look(code, tokens(code), seat=acting(code))
    file = request.files.get("photo")
    data = file.read() if file else b""
    if not data:
        return again(seen, "There was no photo. Take one, then send it.", 400)
    try:
        found = service().photo_reader.scan(
            code, tokens(code), data, id=request.form.get("id", ""), seat=seen.viewer, asks=True
        )
    except (Refusal, Stale, NotYours, ReaderBroke) as problem:
        no = why_not(problem)
        return again(seen, no.text, no.status)
    return _read(seen, data, found)


def _shown(data: bytes, found: PhotoScan) -> Picture | None:
    """The photo to look at again; without it what was done is still said, so that nobody sends the photo twice."""
    try:
        with service().decoding, looking():
            return picture(data, found.photo)
    except (TooOften, ReaderBroke):
        return None


def _read(seen: Snapshot, data: bytes, found: PhotoScan) -> Answer:
    shown = _shown(data, found)
    kept = service().taught
    faces = sightings(found.taught, kept.all() if kept else (), found.photo.width, shown)
    coded, _ = paper_cards(found.photo)
    return result(seen, shown, found.codes, found.reading, found.accepted, found.problems, faces=faces, coded=coded)


@bp.post("/t/<code>/typed")
def typed(code: str) -> Answer:
    """The ten characters beside a scratched code."""
    spend("scan", caller(code, tokens(code)))
    seen = tables().look(code, tokens(code), seat=acting(code))
    try:
        # Spaces may stand between the characters, so one card is one line, not one word.
        lines = request.form.get("code", "")[:4000].replace(",", "\n").split("\n")
        cards = [card_code.parse(line) for line in lines if line.strip()]
        strange = next((card for card in cards if tables().deck(code).find(card) is None), None)
    except CodeError as problem:
        return again(seen, f"{str(problem)[:1].upper()}{str(problem)[1:]}.", 422)
    if not cards:
        return again(seen, "Type the ten characters printed beside the square.", 400)
    if strange:
        kept = whose(strange, service().own)
        text = f"{strange} is no card of {seen.info.title}; compare it with the card once more."
        return again(seen, of_own(kept.title, tables().deck(code)) if kept else text, 422)
    try:
        done = tables().scan(code, tokens(code), id=request.form.get("id", ""), codes=cards, seat=seen.viewer)
    except (Refusal, Stale, NotYours) as problem:
        no = why_not(problem)
        return again(seen, no.text, no.status)
    if done.accepted is not None:
        return see_other(f"/t/{seen.code}")
    return result(seen, None, cards, reading=done.reading, accepted=None, problems=done.reading.problems)


def result(
    seen: Snapshot,
    shown: Picture | None,
    cards: Sequence[CardCode],
    reading: Reading,
    accepted: Accepted | None,
    problems: Sequence[ScanProblem],
    *,
    faces: Sequence[Sighting] = (),
    coded: Sequence[CardCode] = (),
    target: int = 0,
) -> Answer:
    """The page after a look.

    ``faces`` are the cards without codes, to be put right, ``coded`` those with one; ``target`` is the entry they made
    before.
    """
    after = tables().look(seen.code, tokens(seen.code), seat=seen.viewer)
    asks = any(not one.is_sure for one in faces)
    if shown:
        shown = replace(shown, outlines=(*shown.outlines, *(one.outline for one in faces)))
    body = page(
        "scanned.html",
        after,
        picture=shown,
        reading=reading,
        accepted=accepted,
        cards=_names(seen, cards),
        choices=() if asks else buttons(reading.choices),
        # What is asked on this page is no reason to take another photo.
        problems=[one for one in problems if not asks or one.code != "either"],
        next=_next_seat(after),
        faces=faces,
        faces_field=as_field(faces),
        coded=" ".join(map(str, coded)),
        arts=_arts(seen, faces),
        asks=asks,
        target=accepted.rev if accepted else target,
    )
    return body, (200 if accepted or reading.choices or asks else 422)


def _arts(seen: Snapshot, faces: Sequence[Sighting]) -> dict[str, str]:
    """The card of the table's game that each face's name is, where it has one."""
    by_name = cards_by_face_name(tables().deck(seen.code)) if faces else {}
    names = {face.name for one in faces if not one.is_sure for face in one.faces}
    return {name: by_name[name].id for name in names if name in by_name}


def _next_seat(seen: Snapshot) -> Seat | None:
    """On a score sheet, whose cards come next."""
    later = [seat for seat in seen.held if seen.viewer is not None and seat > seen.viewer]
    return later[0] if seen.mode == "score" and later else None


def _names(seen: Snapshot, cards: Sequence[CardCode]) -> tuple[Named, ...]:
    deck = tables().deck(seen.code)
    found = ((deck.find(code), code) for code in cards)
    return tuple(Named(card.name, deck.spec.face(card).suit, str(code)) for card, code in found if card)


@bp.get("/t/<code>/dice")
def dice_again(code: str) -> Response:
    """Somebody loads the answer once more: the table is where the dice are asked for."""
    return see_other(f"/t/{code}")


@bp.post("/t/<code>/dice")
def dice(code: str) -> str | Response | tuple[str | Response, int]:
    """Read the dice on a photo. What is read of every die is reported at once, and can be taken back or put right.

    Where a die was not read nothing is logged: what was read stands in the form, to be compared and confirmed.
    """
    spend("scan", caller(code, tokens(code)))
    seen = tables().look(code, tokens(code), seat=acting(code))
    choice = dice_choice(seen.choices)
    if choice is None:
        return screen(seen, No("No dice are asked for just now; this is how the table stands.", status=409)), 409
    file = request.files.get("photo")
    data = file.read() if file else b""
    if not data:
        return screen(seen, No("There was no photo. Take one, then send it.", status=400)), 400
    try:
        with service().decoding:
            found = read_dice(choice, data)
            if found.event is not None:
                tables().submit(code, tokens(code), id=request.form.get("id", ""), event=found.event, expect=seen.rev)
                return see_other(f"/t/{code}")
            shown = dice_picture(data, found)
    except (Refusal, Stale, NotYours) as problem:
        no = why_not(problem)
        return screen(seen, no), no.status
    body = page("dice.html", seen, picture=shown, found=found, told=told(found.dice), asked=Button(found.choice, False))
    return body, (200 if found.dice else 422)

"""Cards without codes at a table: which of a few one is, or what it is called instead, said with a tap.

Nothing of the photo is kept here: what was seen stands in the page, and comes back with the tap.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.camera.taught_codes import codes_of_taught, counted_twice
from companion.errors import NotYours, Trouble
from companion.table.snapshot import Snapshot, Stale
from companion.table.tables import Scanned
from companion.web.photo_overlay import Picture
from companion.web.refusal_notice import why_not
from companion.web.request import acting, caller, number, see_other, service, spend, tables, tokens
from companion.web.scan import again, result
from companion.web.taught_sightings import Sighting, as_seen, from_field, picture_from_field, put_right, tapped
from rules.game_protocol import Reading, Refusal, ScanProblem
from rules.values.code import CardCode, CodeError, parse

bp = Blueprint("which_card", __name__)
MOST_CODED = 500
ASKED_FIRST = "The others are asked first whether that may be taken back. When it is, put the name right once more."
TAKEN_BACK = "What this photo noted before is taken back. Say what it means now."
Answer = str | Response | tuple[str | Response, int]


@bp.get("/t/<code>/which")
def which_again(code: str) -> Response:
    """Somebody loads the answer once more: the photo is not kept, so the table is shown."""
    return see_other(f"/t/{code}")


@bp.post("/t/<code>/which")
def which(code: str) -> Answer:
    """A card called as the tap says; once each is one card for sure, they are read as the photo would have been."""
    spend("change", caller(code, tokens(code)))
    seen = tables().look(code, tokens(code), seat=acting(code))
    kept = service().taught
    try:
        own = tables().scanner(code, tokens(code), seen.viewer)
        if kept is None:
            raise Trouble("no_decks", "That deck is not here any more; choose another.")
        faces = from_field(request.form.get("seen", ""), kept)
    except Trouble as problem:
        no = why_not(problem)
        return again(seen, no.text, no.status)
    shown = picture_from_field(request.form.get("picture", ""), number("width"), number("height"))
    coded = _coded()
    try:
        faces = put_right(faces, *tapped())
    except Trouble as problem:
        return _asked(seen, shown, faces, coded, own, (ScanProblem("put_right", why_not(problem).text),))
    if not all(one.is_sure for one in faces):
        return _asked(seen, shown, faces, coded, own)
    return _read(seen, shown, faces, coded, own)


def _coded() -> tuple[CardCode, ...]:
    """The cards with codes that lay on the same photo; what is no code is left out."""
    found: dict[CardCode, None] = {}
    for word in request.form.get("coded", "").split()[:MOST_CODED]:
        with suppress(CodeError):
            found[parse(word)] = None
    return tuple(found)


def _cards(
    seen: Snapshot, faces: Sequence[Sighting], coded: Sequence[CardCode], own: int
) -> tuple[tuple[CardCode, ...], tuple[ScanProblem, ...]]:
    deck, live = tables().deck(seen.code), tables().live(seen.code)
    named, problems = codes_of_taught(deck, [as_seen(one) for one in faces], own)
    if named and live.mode == "score":
        problems += counted_twice(deck, named, live.table.state)
    return (*coded, *named), problems


def _asked(
    seen: Snapshot,
    shown: Picture | None,
    faces: Sequence[Sighting],
    coded: Sequence[CardCode],
    own: int,
    problems: tuple[ScanProblem, ...] = (),
) -> Answer:
    """The same photo once more; nothing is noted."""
    codes, unnamed = _cards(seen, faces, coded, own)
    problems = (*problems, *unnamed)
    return result(seen, shown, codes, Reading(), None, problems, faces=faces, coded=coded, target=number("target") or 0)


def _read(
    seen: Snapshot, shown: Picture | None, faces: Sequence[Sighting], coded: Sequence[CardCode], own: int
) -> Answer:
    """What all these cards mean, in the place of what the photo noted before (``target``)."""
    code, id, target = seen.code, request.form.get("id", ""), number("target") or 0
    codes, problems = _cards(seen, faces, coded, own)
    try:
        if target and not tables().undone(code, target):
            tables().undo(code, tokens(code), id=f"{id}-back", target=target)
            if not tables().undone(code, target):
                return _asked(seen, shown, faces, coded, own, (ScanProblem("asked_first", ASKED_FIRST),))
        if target:
            problems += (ScanProblem("taken_back", TAKEN_BACK),)
        done = tables().scan(code, tokens(code), id=id, codes=codes, seat=own) if codes else Scanned(Reading())
    except (Refusal, Stale, NotYours) as problem:
        return _asked(seen, shown, faces, coded, own, (ScanProblem("refused", why_not(problem).text), *problems))
    if done.accepted is not None:
        problems = tuple(one for one in problems if one.code != "taken_back")
    problems = (*problems, *done.reading.problems)
    return result(
        seen, shown, codes, reading=done.reading, accepted=done.accepted, problems=problems, faces=faces, coded=coded
    )

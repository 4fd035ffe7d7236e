"""The live camera's part of the API: frames in, what lies there out, and the tap that accepts."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from companion.table.tables import check_id
from companion.web.api.answers import scanned_json, sight_json
from companion.web.api.fields import bad, change, fields, seat_asked, tokens
from companion.web.api.openapi import Json
from companion.web.request import caller, client, said, service
from rules.values import code as card_code
from rules.values.code import CardCode, CodeError
from vision.picture.limits import MAX_FILE_BYTES

bp = Blueprint("frames", __name__, url_prefix="/api")
FRAME_BYTES = 8_000_000
CODES_MAX = 200
NUMBER_MAX = 10**9


@bp.post("/tables/<code>/frames")
def frame(code: str) -> Json:
    """One frame of a live camera: JPEG bytes in the body, the rest in the address."""
    held = tokens(code)
    service().limits.spend("frame", caller(held))
    still = _flag("still")
    request.max_content_length = MAX_FILE_BYTES if still else FRAME_BYTES  # before anything looks into the body
    if still:
        service().limits.spend("scan", caller(held))
    mode = request.args.get("mode", "ask")
    if mode not in ("auto", "ask"):
        raise bad("mode: expected auto or ask")
    session, number = check_id(request.args.get("session")), _number("n") or 0
    seat = seat_asked()
    data = request.get_data(cache=False)
    if not data:
        raise bad("the body is empty; send the frame as a JPEG")
    sight = service().eye.frame(
        code, held, data, session=session, number=number, seat=seat, auto=mode == "auto", still=still
    )
    seen = service().tables.look(code, held)
    return {"n": number, **sight_json(sight, seen.rev, seen.say), "said": said(seen)}


@bp.post("/tables/<code>/seen")
def seen(code: str) -> Json:
    """Accept cards a live camera has read: do what they mean, with the suggested answers."""
    body = change(code, {"id": str, "codes": list}, {"session": str, "seat": int})
    done = service().eye.accept(
        code,
        tokens(code),
        _codes(body["codes"]),
        id=body["id"],
        session=check_id(body.get("session", "none")),
        seat=body.get("seat"),
    )
    after = service().tables.look(code, tokens(code))
    return {**scanned_json(done, after.rev, after.say), "said": said(after)}


@bp.post("/tables/<code>/look-again")
def look_again(code: str) -> Json:
    """Begin a camera's look anew: what is in sight counts as not read yet."""
    body = change(code, {"session": str}, {"seat": int})
    service().eye.forget(code, tokens(code), check_id(body["session"]), body.get("seat"))
    return {"rev": service().tables.look(code, tokens(code)).rev}


@bp.post("/tables/<code>/arrive")
def arrive(code: str) -> Json:
    """The tokens a one-time key carries, for a program on another computer or another address."""
    service().limits.spend("join", client())
    move = service().moves.arrive(code, fields({"key": str})["key"])
    return {"tokens": list(move.tokens), "seat": move.seat}


def _codes(words: list[Any]) -> list[CardCode]:
    if len(words) > CODES_MAX or not all(isinstance(word, str) for word in words):
        raise bad(f"codes: expected a list of at most {CODES_MAX} card codes")
    try:
        return [card_code.parse(word) for word in words]
    except CodeError as error:
        raise bad(f"codes: {error}") from error


def _flag(name: str) -> bool:
    return request.args.get(name, "") in ("1", "true")


def _number(name: str) -> int | None:
    word = request.args.get(name, "")
    if not word:
        return None
    if not word.isascii() or not word.isdigit() or int(word[:12]) > NUMBER_MAX:
        raise bad(f"{name}: expected a number")
    return int(word)

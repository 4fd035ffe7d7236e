"""The live camera's part of the API: frames in, what lies there out, and the tap that accepts."""

from __future__ import annotations

from typing import Any

from flask import request

from companion.table.tables import check_id
from companion.web.api.json_answers import frame_json, scanned_json
from companion.web.api.operations import (
    ANY_LIST,
    FLAG,
    ID,
    ID_TEXT,
    MAYBE_OBJECT,
    NUMBER,
    OBJECTS,
    REV,
    SEAT,
    STRING,
    STRINGS,
    Field,
    Json,
    Operations,
    needed,
)
from companion.web.api.reading import bad, photo_mode, seat_asked, tokens
from companion.web.request import caller, said, service
from rules.values import code as card_code
from rules.values.code import CardCode, CodeError
from vision.picture.limits import MAX_FILE_BYTES

api = Operations()
FRAME_BYTES = 8_000_000
CODES_MAX = 200
NUMBER_MAX = 10**9
SESSION = Field("session", STRING)


@api.post(
    "/tables/<code>/frames",
    "One frame of a live camera: what is in sight, what it means and, with mode auto, what was logged.",
    spends="frame",
    query=(
        needed(
            Field(
                "session",
                {**ID_TEXT, "description": "A UUID made by the sender, for one look of one camera."},
            )
        ),
        Field("n", {**NUMBER, "description": "Counts the session's frames; one that was overtaken is left out."}),
        Field("mode", {"enum": ["ask", "auto"], "default": "ask"}),
        SEAT,
        Field(
            "still", {"enum": ["1"], "description": "A photo in full resolution, up to 64 MB; counts as a photo too."}
        ),
    ),
    media="image/jpeg",
    answer={
        "width": NUMBER,
        "height": NUMBER,
        "full": FLAG,
        "cards": OBJECTS,
        "other": OBJECTS,
        "hint": MAYBE_OBJECT,
        "codes": STRINGS,
        "of": NUMBER,
        "missing": STRINGS,
        "ready": FLAG,
        "submitted": FLAG,
        "choices": OBJECTS,
        "problems": OBJECTS,
        "rev": REV,
    },
)
def frame(code: str) -> Json:
    """One frame of a live camera: JPEG bytes in the body, the rest in the address."""
    held = tokens(code)
    still = _flag("still")
    request.max_content_length = MAX_FILE_BYTES if still else FRAME_BYTES  # before anything looks into the body
    if still:
        service().limits.spend("scan", caller(code, held))
    mode = photo_mode(request.args.get("mode", "ask"))
    session, number = check_id(request.args.get("session")), _number("n") or 0
    seat = seat_asked()
    data = request.get_data(cache=False)
    if not data:
        raise bad("the body is empty; send the frame as a JPEG")
    sight = service().live_cameras.frame(
        code, held, data, session=session, number=number, seat=seat, auto=mode == "auto", still=still
    )
    seen = service().tables.look(code, held)
    return {"n": number, **frame_json(sight, seen.rev, seen.say), "said": said(seen)}


@api.post(
    "/tables/<code>/seen",
    "Accept cards a live camera has read: do what they mean, with the suggested answers.",
    spends="change",
    body=(needed(ID), needed(Field("codes", STRINGS)), SESSION, SEAT),
    answer={"accepted": FLAG, "submitted": {"type": ["object", "null"]}, "choices": ANY_LIST, "rev": REV},
)
def seen(code: str, body: Json) -> Json:
    """Accept cards a live camera has read: do what they mean, with the suggested answers."""
    done = service().live_cameras.accept(
        code,
        tokens(code),
        _codes(body["codes"]),
        id=body["id"],
        session=check_id(body.get("session", "none")),
        seat=body.get("seat"),
    )
    after = service().tables.look(code, tokens(code))
    return {**scanned_json(done, after.rev, after.say), "said": said(after)}


@api.post(
    "/tables/<code>/look-again",
    "Begin a live camera's look anew: what is in sight counts as not read yet.",
    spends="change",
    body=(needed(SESSION), SEAT),
    answer={"rev": REV},
)
def look_again(code: str, body: Json) -> Json:
    """Begin a camera's look anew: what is in sight counts as not read yet."""
    service().live_cameras.forget(code, tokens(code), check_id(body["session"]), body.get("seat"))
    return {"rev": service().tables.look(code, tokens(code)).rev}


@api.post(
    "/tables/<code>/arrive",
    "The tokens a one-time key carries to another address of this server, or to a camera.",
    spends="join",
    by="address",
    body=(needed(Field("key", STRING)),),
    answer={"tokens": STRINGS, "seat": {"type": ["integer", "null"]}},
)
def arrive(code: str, body: Json) -> Json:
    """The tokens a one-time key carries, for a program on another computer or another address."""
    move = service().handoffs.arrive(code, body["key"])
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

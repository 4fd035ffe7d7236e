"""The JSON API, as docs/api.md and /api/openapi.json describe it. Pages and programs see the same tables.

A request is who (tokens), what (a JSON object, read strictly) and how often (limits); the rest is one call of the
one door and its answer as JSON.
"""

from __future__ import annotations

from typing import Literal, get_args

from flask import Blueprint, Flask, Response, jsonify, request

from companion.errors import NoTable
from companion.table.board_numbers import DIFFERENCE_MAX
from companion.table.tables import Joined, check_id
from companion.web import cookies
from companion.web.api import counters, live_camera
from companion.web.api.json_answers import (
    accepted_json,
    game_schema,
    info_json,
    look_json,
    moment_json,
    photo_json,
    preview_json,
)  # fmt: skip
from companion.web.api.openapi import openapi
from companion.web.api.operations import (
    ANY_LIST,
    BINARY,
    COLOUR,
    EXPECT,
    FLAG,
    ID,
    NAME,
    NUMBER,
    OBJECT,
    OBJECTS,
    OPTIONS,
    PLAYERS,
    REV,
    SEAT,
    SEAT_NUMBER,
    SHAPE,
    STRING,
    Field,
    Json,
    Operation,
    Operations,
    needed,
)
from companion.web.api.reading import bad, photo_mode, seat_asked, tokens
from companion.web.request import client, service
from rules import wire
from rules.log import Help
from vision.picture.limits import MAX_FILE_BYTES

api = Operations()
STREAM = Operation(
    "get",
    "/tables/<code>/stream",
    "Server-sent events: rev when the table changed, people when somebody came or went, beat in every silence of two "
    "seconds. Resumes from Last-Event-ID.",
)
"""Served beside Flask, by ``companion.server.event_stream``."""
TAKEN: Json = {"seat": {"anyOf": [SEAT_NUMBER, {"type": "null"}]}, "token": STRING}


FIXES = Field(
    "fixes",
    {
        "type": "object",
        "additionalProperties": {"enum": ["override", "take_back", "ask"]},
        "description": "What becomes of later entries that would no longer fit, by their rev.",
    },
)
CHANGE = (
    needed(ID),
    needed(Field("target", REV)),
    needed(Field("event", {**OBJECT, "description": "type, args, seat and override, as an event is reported."})),
    FIXES,
    Field("preview", FLAG),
    SEAT,
    EXPECT,
)
"""What a change of the past is sent with."""


def register(app: Flask) -> None:
    """The API on the application. Its answers to what does not work out come from ``problems``."""
    bp = Blueprint("api", __name__, url_prefix="/api")
    api.mount(bp)
    live_camera.api.mount(bp)
    counters.api.mount(bp)
    app.register_blueprint(bp)


def description(base_url: str) -> Json:
    """The whole API as OpenAPI, for a server at that address."""
    return openapi((*api.all, *live_camera.api.all, *counters.api.all, STREAM, counters.STREAM), base_url)


# --- asking about games and tables -------------------------------------------------------------------------------


@api.get("/openapi.json", "This description.", answer={})
def described() -> Json:
    """This API, as OpenAPI 3.1."""
    return description(service().network.base_url())


@api.get("/games", "What can be played here, with its options.", answer={"games": ANY_LIST})
def games() -> Json:
    """What can be played here."""
    shop = service().tables.games
    kept = service().game_decks
    decks = kept.all() if kept is not None else ()
    infos = (shop.info(name) for name in shop.playable())
    return {"games": [info_json(info, [deck for deck in decks if deck.game == info.id]) for info in infos]}


@api.get("/games/<game>/schema.json", "JSON Schemas of a game's events, choices and views.", answer={})
def schema(game: str) -> Json:
    """JSON Schemas of the game's events, choices and views."""
    shop = service().tables.games
    if game not in shop.playable():
        raise NoTable("no_game", f"There is no game called {game[:40]} here.")
    return game_schema(shop.load(game))


@api.get(
    "/tables/<code>",
    "The table as the sender may see it, or (as=table) as all may.",
    query=(Field("as", {"enum": ["table"]}), SEAT),
    answer={"rev": REV},
)
def look(code: str) -> Response:
    """The table as the sender may see it; with ``as=table`` what everybody may see."""
    as_table = request.args.get("as") == "table"
    seen = service().tables.look(code, tokens(code), seat=seat_asked(), as_table=as_table)
    response = jsonify(look_json(seen))
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


@api.get("/tables/<code>/export", "The log as a file.", answer={"entries": ANY_LIST})
def export(code: str) -> Response:
    """The log as a file: in full once the game is over, before that without the secrets of others."""
    response = jsonify(service().tables.export(code, tokens(code)))
    response.headers["Content-Disposition"] = f'attachment; filename="tablewright-{code[:6]}.json"'
    return response


@api.get(
    "/tables/<code>/log",
    "The whole log as the sender may read it, by turn, the first one first; as=text to read.",
    query=(Field("as", {"enum": ["text"]}), SEAT),
    answer={"turns": OBJECTS},
    text="text/plain",
)
def log(code: str) -> Response:
    """The whole log by turn."""
    report = service().tables.log(code, tokens(code), seat=seat_asked())
    text = request.args.get("as") == "text"
    return Response(report.as_text(), mimetype="text/plain") if text else jsonify(report.as_json())


# --- changing a table --------------------------------------------------------------------------------------------


@api.post(
    "/tables",
    "Open a table. With players the game begins at once; else when the host says so.",
    spends="open",
    by="address",
    body=(needed(Field("game", STRING)), PLAYERS, OPTIONS, Field("mode", {"enum": ["play", "score"]})),
    answer={"code": STRING, "host_token": STRING},
)
def open_table(body: Json) -> Response:
    """Lay a table."""
    opened = service().tables.open(
        body["game"], players=body.get("players"), options=body.get("options", {}), mode=body.get("mode", "play")
    )
    return _given({"code": opened.code, "host_token": opened.host_token}, opened.code, opened.host_token)


@api.post(
    "/tables/<code>/join",
    "Sit down.",
    spends="join",
    by="address",
    body=(needed(NAME), COLOUR, SHAPE, SEAT, ID),
    answer=TAKEN,
)
def join(code: str, body: Json) -> Response:
    """Sit down."""
    return _seated(code, service().tables.join(code, tokens=tokens(code), **body))


@api.post(
    "/tables/<code>/begin",
    "Start the game (the host).",
    spends="change",
    body=(ID, PLAYERS, OPTIONS),
    answer={"rev": REV},
)
def begin(code: str, body: Json) -> Json:
    """Start the game."""
    return {"rev": service().tables.begin(code, tokens(code), **body)}


@api.post(
    "/tables/<code>/events",
    "Report one event.",
    spends="change",
    body=(
        needed(ID),
        needed(Field("type", STRING)),
        Field("args", OBJECT),
        SEAT,
        Field("override", FLAG),
        EXPECT,
        Field(
            "for_seat",
            {**SEAT_NUMBER, "description": "The host acts for this seat; everybody sees it in the log."},
        ),
    ),
    answer={"rev": REV, "notices": ANY_LIST},
)
def events(code: str, body: Json) -> Json:
    """Report one event."""
    event = {key: body[key] for key in ("type", "args", "seat", "override") if body.get(key) is not None}
    accepted = service().tables.submit(
        code, tokens(code), id=body["id"], event=event, expect=body.get("expect"), for_seat=body.get("for_seat")
    )
    return accepted_json(accepted)


@api.post(
    "/tables/<code>/number",
    "Add to a number drawn on the board: the difference, so that two who take one each have taken two.",
    spends="change",
    body=(
        needed(ID),
        needed(Field("spot", {**STRING, "description": "The spot of the counter, meter, track or die in the view."})),
        needed(Field("by", {"type": "integer", "minimum": -DIFFERENCE_MAX, "maximum": DIFFERENCE_MAX})),
        SEAT,
    ),
    answer={"rev": REV, "notices": ANY_LIST},
)
def number(code: str, body: Json) -> Json:
    """Add to a number of the board."""
    return accepted_json(service().tables.change_number(code, tokens(code), **body))


@api.post(
    "/tables/<code>/undo",
    "Take an entry back (none named: the newest that counts), with through everything after it too.",
    spends="change",
    body=(needed(ID), Field("target", REV), Field("through", FLAG), FIXES, EXPECT),
    answer={"rev": REV},
)
def undo(code: str, body: Json) -> Json:
    """Take an entry back, or bring it back by taking back its undo.

    ``pending`` stands beside the rev where others have seen the secret it gives back, and are asked first.
    """
    rev = service().tables.undo(code, tokens(code), **body)
    waits = service().tables.look(code, tokens(code)).pending
    return {"rev": rev} if waits is None or waits.rev != rev else {"rev": rev, "pending": wire.encode(waits)}


@api.post(
    "/tables/<code>/undo/answer",
    "Agree, or with agree false not, to give back a secret that was seen (the others; after a minute the host).",
    spends="change",
    body=(needed(ID), needed(Field("ask", REV)), Field("agree", FLAG)),
    answer={"rev": REV},
)
def answer_undo(code: str, body: Json) -> Json:
    """Answer somebody who would take back what all have seen."""
    return {"rev": service().tables.answer_undo(code, tokens(code), **body)}


@api.get(
    "/tables/<code>/entries/<rev>/choices",
    "What a seat could do right before an entry: for amend what it was instead, for insert what was forgotten.",
    query=(Field("for", {"enum": ["amend", "insert"]}), SEAT),
    answer={"rev": REV, "choices": OBJECTS},
)
def moment(code: str, rev: str) -> Json:
    """What a seat could do right before an entry."""
    if not rev.isascii() or not rev.isdecimal() or len(rev) > 7:
        raise bad("expected the number of an entry in the address")
    how = request.args.get("for", "amend")
    if how not in ("amend", "insert"):
        raise bad("for: expected amend or insert")
    found = service().tables.moment(
        code, tokens(code), int(rev), how="insert" if how == "insert" else "amend", seat=seat_asked()
    )
    return moment_json(found, service().tables.look(code, tokens(code)).say)


@api.post(
    "/tables/<code>/amend",
    "Entry target was otherwise: event is what happened. With preview nothing is changed; the answer says what would.",
    spends="change",
    body=CHANGE,
    answer={"rev": REV},
)
def amend(code: str, body: Json) -> Json:
    """Put an old entry right, or look what that would come to."""
    return _changed(code, "amend", body)


@api.post(
    "/tables/<code>/insert",
    "A forgotten event happened right before entry target. With preview nothing is changed.",
    spends="change",
    body=CHANGE,
    answer={"rev": REV},
)
def insert(code: str, body: Json) -> Json:
    """Put a forgotten entry where it belongs, or look what that would come to."""
    return _changed(code, "insert", body)


def _changed(code: str, how: Literal["amend", "insert"], body: Json) -> Json:
    door, sent = service().tables, {key: body[key] for key in ("target", "event", "fixes") if key in body}
    if body.get("preview"):
        return preview_json(door.preview(code, tokens(code), how=how, seat=body.get("seat"), **sent))
    change = door.amend if how == "amend" else door.insert
    return {"rev": change(code, tokens(code), id=body["id"], expect=body.get("expect"), **sent)}


@api.post(
    "/tables/<code>/scan",
    "Read a photo for the sender's seat; with mode auto do what it means where that is one thing.",
    spends="scan",
    form=(
        needed(Field("image", BINARY)),
        needed(ID),
        Field("mode", {"enum": ["auto", "ask"], "default": "auto"}),
        SEAT,
    ),
    answer={
        "cards": OBJECTS,
        "submitted": {"type": ["object", "null"]},
        "choices": OBJECTS,
        "problems": OBJECTS,
        "rev": REV,
    },
)
def scan(code: str) -> Json:
    """Read a photo for the sender's seat and, with ``mode=auto``, do what it means where that is one thing."""
    upload = request.files.get("image")
    if upload is None:
        raise bad("image: no photo came along; send it as the form field image")
    mode = photo_mode(request.form.get("mode", "auto"))
    done = service().photo_reader.scan(
        code,
        tokens(code),
        upload.read(MAX_FILE_BYTES + 1),
        id=check_id(request.form.get("id")),
        seat=seat_asked(),
        submit=mode == "auto",
    )
    seen = service().tables.look(code, tokens(code))
    return photo_json(done, seen.rev, seen.say)


# --- people ------------------------------------------------------------------------------------------------------


@api.post("/tables/<code>/leave", "Get up.", spends="change", body=(needed(SEAT),), answer={"rev": REV})
def leave(code: str, body: Json) -> Json:
    """Get up."""
    return {"rev": service().tables.leave(code, tokens(code), **body)}


@api.post(
    "/tables/<code>/rename",
    "Another name, colour or shape for one's seat; the host may name any.",
    spends="change",
    body=(needed(SEAT), needed(NAME), COLOUR, SHAPE),
    answer={"rev": REV},
)
def rename(code: str, body: Json) -> Json:
    """Another name, colour or shape for a seat."""
    return {"rev": service().tables.rename(code, tokens(code), **body)}


@api.post(
    "/tables/<code>/swap",
    "Two people change places (the host, or whoever holds both).",
    spends="change",
    body=(needed(Field("first", SEAT_NUMBER)), needed(Field("second", SEAT_NUMBER))),
    answer={"rev": REV},
)
def swap(code: str, body: Json) -> Json:
    """Two people change places."""
    return {"rev": service().tables.swap_seats(code, tokens(code), body["first"], body["second"])}


@api.post(
    "/tables/<code>/revoke", "Free a seat (the host).", spends="change", body=(needed(SEAT),), answer={"rev": REV}
)
def revoke(code: str, body: Json) -> Json:
    """The host frees a seat; its token opens nothing from then on."""
    return {"rev": service().tables.revoke(code, tokens(code), **body)}


@api.post(
    "/tables/<code>/level",
    "How much the companion does from now on (the host).",
    spends="change",
    body=(needed(ID), needed(Field("level", {"enum": list(get_args(Help))}))),
    answer={"rev": REV},
)
def level(code: str, body: Json) -> Json:
    """Count only, remind, or pass by itself what nobody decides."""
    return {"rev": service().tables.set_help(code, tokens(code), level=body["level"], id=body["id"])}


@api.post(
    "/tables/<code>/lock",
    "Only the host corrects from now on, or with locked false everybody again (the host).",
    spends="change",
    body=(needed(Field("locked", FLAG)),),
    answer={"rev": REV},
)
def lock(code: str, body: Json) -> Json:
    """Who corrects."""
    return {"rev": service().tables.lock_corrections(code, tokens(code), locked=body["locked"])}


@api.post(
    "/tables/<code>/close",
    "End the game where it stands, or with closed false go on with it (the host).",
    spends="change",
    body=(needed(Field("closed", FLAG)),),
    answer={"rev": REV},
)
def close(code: str, body: Json) -> Json:
    """The game ends where it stands, or goes on."""
    return {"rev": service().tables.close(code, tokens(code), closed=body["closed"])}


@api.post(
    "/tables/<code>/hand-over",
    "A secret that moves a seat to another phone, once; without a seat it moves the host's place.",
    spends="change",
    body=(SEAT,),
    answer={"secret": STRING},
)
def hand_over(code: str, body: Json) -> Json:
    """A secret that moves a seat (null: the host's place) to another phone, once."""
    return {"secret": service().tables.hand_over(code, tokens(code), body.get("seat"))}


@api.post(
    "/tables/<code>/claim",
    "Take the seat a secret moves.",
    spends="join",
    by="address",
    body=(needed(Field("secret", STRING)), ID),
    answer=TAKEN,
)
def claim(code: str, body: Json) -> Response:
    """Take the seat a secret moves."""
    return _seated(code, service().tables.claim(code, body["secret"], body.get("id")))


@api.post(
    "/tables/<code>/take-over",
    "Take a dead phone's seat (the host).",
    spends="change",
    body=(needed(SEAT),),
    answer=TAKEN,
)
def take_over(code: str, body: Json) -> Response:
    """The host's phone takes the seat of a phone that has died; everybody sees it."""
    return _seated(code, service().tables.take_over(code, tokens(code), body["seat"]))


@api.post(
    "/tables/<code>/ask",
    "Ask the host for a seat back; the secret can be claimed once the host says yes.",
    spends="join",
    by="address",
    body=(needed(SEAT),),
    answer={"number": NUMBER, "secret": STRING},
)
def ask(code: str, body: Json) -> Json:
    """Ask the host for a seat back."""
    asked = service().tables.ask(code, body["seat"], client())
    return {"number": asked.number, "secret": asked.secret}


@api.post(
    "/tables/<code>/grant",
    "Say yes, or with give false no, to a phone that asked (the host).",
    spends="change",
    body=(needed(Field("ask", STRING)), Field("give", FLAG)),
    answer={"rev": REV},
)
def grant(code: str, body: Json) -> Json:
    """The host's one tap: the phone that asked may claim its seat, or may not."""
    service().tables.grant(code, tokens(code), body["ask"], give=body.get("give", True))
    return {"rev": service().tables.look(code, tokens(code)).rev}


# --- seats and tokens given out ----------------------------------------------------------------------------------


def _seated(code: str, joined: Joined) -> Response:
    return _given({"seat": joined.seat, "token": joined.token}, code, joined.token)


def _given(body: Json, code: str, token: str) -> Response:
    """A new token, in the answer; browsers, which say where they come from, get it as a cookie too."""
    response = jsonify(body)
    return cookies.keep(response, request, code, token) if "Origin" in request.headers else response

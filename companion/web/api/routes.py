"""The JSON API, as docs/api.md and /api/openapi.json describe it. Pages and programs see the same tables.

A request is who (tokens), what (a JSON object, read strictly) and how often (limits); the rest is one call of the
one door and its answer as JSON.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException

from companion.errors import NoTable, TooLarge, TooOften, Trouble, status_of
from companion.table.snapshot import Look, Stale
from companion.table.tables import Joined, check_id
from companion.web import cookies
from companion.web.api import live_camera
from companion.web.api.answers import accepted_json, game_schema, info_json, look_json, photo_json
from companion.web.api.fields import change, fields, seat_asked, tokens
from companion.web.api.openapi import Json, openapi
from companion.web.request import caller, client, service
from rules.table import Level, Refusal
from vision.picture.limits import MAX_FILE_BYTES

bp = Blueprint("api", __name__, url_prefix="/api")


def register(app: Flask) -> None:
    """The API on the application. Its answers to what does not work out come from ``answer``."""
    app.register_blueprint(bp)
    app.register_blueprint(live_camera.bp)


# --- asking about games and tables -------------------------------------------------------------------------------


@bp.get("/openapi.json")
def description() -> Json:
    """This API, as OpenAPI 3.1."""
    return openapi(service().network.base_url())


@bp.get("/games")
def games() -> Json:
    """What can be played here."""
    shop = service().tables.games
    return {"games": [info_json(shop.load(name).info) for name in shop.playable()]}


@bp.get("/games/<game>/schema.json")
def schema(game: str) -> Json:
    """JSON Schemas of the game's events, choices and views."""
    shop = service().tables.games
    if game not in shop.playable():
        raise NoTable("no_game", f"There is no game called {game[:40]} here.")
    return game_schema(shop.load(game))


@bp.get("/tables/<code>")
def look(code: str) -> Response:
    """The table as the sender may see it; with ``as=table`` what everybody may see."""
    as_table = request.args.get("as") == "table"
    seen = service().tables.look(code, tokens(code), seat=seat_asked(), as_table=as_table)
    response = jsonify(look_json(seen))
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


@bp.get("/tables/<code>/export")
def export(code: str) -> Response:
    """The log as a file: in full once the game is over, before that without the secrets of others."""
    response = jsonify(service().tables.export(code, tokens(code)))
    response.headers["Content-Disposition"] = f'attachment; filename="tablewright-{code[:6]}.json"'
    return response


# --- changing a table --------------------------------------------------------------------------------------------


@bp.post("/tables")
def open_table() -> Response:
    """Lay a table."""
    service().limits.spend("open", client())
    body = fields({"game": str}, {"players": int, "options": object, "mode": str})
    opened = service().tables.open(
        body["game"], players=body.get("players"), options=body.get("options", {}), mode=body.get("mode", "play")
    )
    return _given({"code": opened.code, "host_token": opened.host_token}, opened.code, opened.host_token)


@bp.post("/tables/<code>/join")
def join(code: str) -> Response:
    """Sit down."""
    service().limits.spend("join", client())
    body = fields({"name": object}, {"colour": str, "shape": str, "seat": int, "id": str})
    return _seated(code, service().tables.join(code, tokens=tokens(code), **body))


@bp.post("/tables/<code>/begin")
def begin(code: str) -> Json:
    """Start the game."""
    body = change(code, {}, {"id": str, "players": int, "options": object})
    return {"rev": service().tables.begin(code, tokens(code), **body)}


@bp.post("/tables/<code>/events")
def events(code: str) -> Json:
    """Report one event."""
    body = change(
        code,
        {"id": str, "type": str},
        {"args": dict, "seat": int, "override": bool, "expect": int, "for_seat": int},
    )
    event = {key: body[key] for key in ("type", "args", "seat", "override") if body.get(key) is not None}
    accepted = service().tables.submit(
        code, tokens(code), id=body["id"], event=event, expect=body.get("expect"), for_seat=body.get("for_seat")
    )
    return accepted_json(accepted)


@bp.post("/tables/<code>/undo")
def undo(code: str) -> Json:
    """Take an entry back, or bring it back by taking back its undo."""
    body = change(code, {"id": str}, {"target": int, "through": bool, "expect": int})
    return {"rev": service().tables.undo(code, tokens(code), **body)}


@bp.post("/tables/<code>/scan")
def scan(code: str) -> Json:
    """Read a photo for the sender's seat and, with ``mode=auto``, do what it means where that is one thing."""
    service().limits.spend("scan", caller(tokens(code)))
    upload = request.files.get("image")
    if upload is None:
        raise Refusal(Level.STRUCT, "bad_input", "image: no photo came along; send it as the form field image")
    mode = request.form.get("mode", "auto")
    if mode not in ("auto", "ask"):
        raise Refusal(Level.STRUCT, "bad_input", "mode: expected auto or ask")
    done = service().camera.scan(
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


@bp.post("/tables/<code>/leave")
def leave(code: str) -> Json:
    """Get up."""
    return {"rev": service().tables.leave(code, tokens(code), **change(code, {"seat": int}))}


@bp.post("/tables/<code>/rename")
def rename(code: str) -> Json:
    """Another name, colour or shape for a seat."""
    body = change(code, {"seat": int, "name": object}, {"colour": str, "shape": str})
    return {"rev": service().tables.rename(code, tokens(code), **body)}


@bp.post("/tables/<code>/swap")
def swap(code: str) -> Json:
    """Two people change places."""
    body = change(code, {"first": int, "second": int})
    return {"rev": service().tables.swap_seats(code, tokens(code), body["first"], body["second"])}


@bp.post("/tables/<code>/revoke")
def revoke(code: str) -> Json:
    """The host frees a seat; its token opens nothing from then on."""
    return {"rev": service().tables.revoke(code, tokens(code), **change(code, {"seat": int}))}


@bp.post("/tables/<code>/hand-over")
def hand_over(code: str) -> Json:
    """A secret that moves a seat (null: the host's place) to another phone, once."""
    body = change(code, {}, {"seat": int})
    return {"secret": service().tables.hand_over(code, tokens(code), body.get("seat"))}


@bp.post("/tables/<code>/claim")
def claim(code: str) -> Response:
    """Take the seat a secret moves."""
    service().limits.spend("join", client())
    return _seated(code, service().tables.claim(code, fields({"secret": str})["secret"]))


@bp.post("/tables/<code>/take-over")
def take_over(code: str) -> Response:
    """The host's phone takes the seat of a phone that has died; everybody sees it."""
    body = change(code, {"seat": int})
    return _seated(code, service().tables.take_over(code, tokens(code), body["seat"]))


@bp.post("/tables/<code>/ask")
def ask(code: str) -> Json:
    """Ask the host for a seat back."""
    service().limits.spend("join", client())
    asked = service().tables.ask(code, fields({"seat": int})["seat"])
    return {"number": asked.number, "secret": asked.secret}


@bp.post("/tables/<code>/grant")
def grant(code: str) -> Json:
    """The host's one tap: the phone that asked may claim its seat, or may not."""
    body = change(code, {"ask": str}, {"give": bool})
    service().tables.grant(code, tokens(code), body["ask"], give=body.get("give", True))
    return {"rev": service().tables.look(code, tokens(code)).rev}


# --- seats and tokens given out ----------------------------------------------------------------------------------


def _seated(code: str, joined: Joined) -> Response:
    return _given({"seat": joined.seat, "token": joined.token}, code, joined.token)


def _given(body: Json, code: str, token: str) -> Response:
    """A new token, in the answer; browsers, which say where they come from, get it as a cookie too."""
    response = jsonify(body)
    return cookies.keep(response, request, code, token) if "Origin" in request.headers else response


# --- what does not work out --------------------------------------------------------------------------------------


def answer(problem: Exception) -> Response:
    """Anything that is not yes, in the one shape all of them have."""
    if isinstance(problem, HTTPException):
        problem = _http(problem)
    assert isinstance(problem, (Trouble, Refusal))
    body: dict[str, Any] = {
        "error": {
            "level": str(problem.level),
            "code": problem.code,
            "text": problem.text,
            "rule": problem.rule if isinstance(problem, Refusal) else "",
        }
    }
    seen = _now(problem)
    if seen is not None:
        body["rev"] = seen.rev
        body["error"]["text"] = seen.say(problem.text)
    if isinstance(problem, Stale):
        body["error"]["rule"] = problem.because.rule
        body["view"] = look_json(problem.look)
    response = jsonify(body)
    response.status_code = status_of(problem)
    if isinstance(problem, TooOften):
        response.headers["Retry-After"] = str(problem.after_s)
    return response


def _now(problem: Trouble | Refusal) -> Look | None:
    """The table the request was about, if there is one, to say at which rev the answer holds."""
    if isinstance(problem, Stale):
        return problem.look
    code = (request.view_args or {}).get("code")
    if code is None or isinstance(problem, (NoTable, TooOften)):
        return None
    try:
        return service().tables.look(code, tokens(code))
    except Exception:  # perhaps the very fault that is being answered
        return None


_HTTP = {
    404: "There is nothing at this address; /api/openapi.json lists what there is.",
    405: "This address takes another method; /api/openapi.json says which.",
    413: "That is more than this address takes.",
    500: "Something in Tablewright broke; what was accepted before is safe. The server's log says more.",
}


class _Http(Trouble):
    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(f"http_{status}", _HTTP.get(status, "That did not arrive as it was sent."))


def _http(problem: HTTPException) -> Trouble:
    status = problem.code or 500
    return TooLarge("too_large", _HTTP[413]) if status == 413 else _Http(status)

"""The API described for programs: OpenAPI 3.1, put together from one line an operation.

A test holds it against the routes there are and against docs/api.md.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

Json = dict[str, Any]

STRING: Json = {"type": "string"}
NUMBER: Json = {"type": "integer"}
FLAG: Json = {"type": "boolean"}
OBJECT: Json = {"type": "object"}
SEAT: Json = {"type": "integer", "minimum": 0, "description": "A seat, counted from 0."}
REV: Json = {"type": "integer", "minimum": 0, "description": "How many entries the table's log has."}
ID: Json = {"type": "string", "maxLength": 64, "description": "A UUID made by the sender: sent twice, it counts once."}
EXPECT: Json = {**REV, "description": "The rev the sender saw; what no longer fits since then is answered with 409."}

_NAMED = {"name": STRING, "colour": STRING, "shape": STRING}
_TAKEN = {"seat": {"anyOf": [SEAT, {"type": "null"}]}, "token": STRING}

# method and path, summary, body (None: no body), which of it is required, answer
_OPERATIONS: tuple[tuple[str, str, Json | None, tuple[str, ...], Json], ...] = (
    ("get /api/openapi.json", "This description.", None, (), {}),
    ("get /api/games", "What can be played here, with its options.", None, (), {"games": {"type": "array"}}),
    ("get /api/games/{game}/schema.json", "JSON Schemas of a game's events, choices and views.", None, (), {}),
    (
        "post /api/tables",
        "Open a table. With players the game begins at once; else when the host says so.",
        {"game": STRING, "players": NUMBER, "options": OBJECT, "mode": {"enum": ["play", "score"]}},
        ("game",),
        {"code": STRING, "host_token": STRING},
    ),
    ("get /api/tables/{code}", "The table as the sender may see it, or (as=table) as all may.", None, (), {"rev": REV}),
    ("get /api/tables/{code}/export", "The log as a file.", None, (), {"entries": {"type": "array"}}),
    ("post /api/tables/{code}/join", "Sit down.", {**_NAMED, "seat": SEAT, "id": ID}, ("name",), _TAKEN),
    (
        "post /api/tables/{code}/begin",
        "Start the game (the host).",
        {"id": ID, "players": NUMBER, "options": OBJECT},
        (),
        {"rev": REV},
    ),
    (
        "post /api/tables/{code}/events",
        "Report one event.",
        {
            "id": ID,
            "type": STRING,
            "args": OBJECT,
            "seat": SEAT,
            "override": FLAG,
            "expect": EXPECT,
            "for_seat": {**SEAT, "description": "The host acts for this seat; everybody sees it in the log."},
        },
        ("id", "type"),
        {"rev": REV, "notices": {"type": "array"}},
    ),
    (
        "post /api/tables/{code}/undo",
        "Take an entry back (none named: the newest that counts), with through everything after it too.",
        {"id": ID, "target": REV, "through": FLAG, "expect": EXPECT},
        ("id",),
        {"rev": REV},
    ),
    ("post /api/tables/{code}/leave", "Get up.", {"seat": SEAT}, ("seat",), {"rev": REV}),
    (
        "post /api/tables/{code}/rename",
        "Another name, colour or shape for one's seat; the host may name any.",
        {"seat": SEAT, **_NAMED},
        ("seat", "name"),
        {"rev": REV},
    ),
    (
        "post /api/tables/{code}/swap",
        "Two people change places (the host, or whoever holds both).",
        {"first": SEAT, "second": SEAT},
        ("first", "second"),
        {"rev": REV},
    ),
    ("post /api/tables/{code}/revoke", "Free a seat (the host).", {"seat": SEAT}, ("seat",), {"rev": REV}),
    (
        "post /api/tables/{code}/hand-over",
        "A secret that moves a seat to another phone, once; without a seat it moves the host's place.",
        {"seat": SEAT},
        (),
        {"secret": STRING},
    ),
    ("post /api/tables/{code}/claim", "Take the seat a secret moves.", {"secret": STRING}, ("secret",), _TAKEN),
    ("post /api/tables/{code}/take-over", "Take a dead phone's seat (the host).", {"seat": SEAT}, ("seat",), _TAKEN),
    (
        "post /api/tables/{code}/seen",
        "Accept cards a live camera has read: do what they mean, with the suggested answers.",
        {"id": ID, "codes": {"type": "array", "items": STRING}, "session": STRING, "seat": SEAT},
        ("id", "codes"),
        {"accepted": FLAG, "submitted": {"type": ["object", "null"]}, "choices": {"type": "array"}, "rev": REV},
    ),
    (
        "post /api/tables/{code}/look-again",
        "Begin a live camera's look anew: what is in sight counts as not read yet.",
        {"session": STRING, "seat": SEAT},
        ("session",),
        {"rev": REV},
    ),
    (
        "post /api/tables/{code}/arrive",
        "The tokens a one-time key carries to another address of this server, or to a camera.",
        {"key": STRING},
        ("key",),
        {"tokens": {"type": "array", "items": STRING}, "seat": {"type": ["integer", "null"]}},
    ),
    (
        "post /api/tables/{code}/ask",
        "Ask the host for a seat back; the secret can be claimed once the host says yes.",
        {"seat": SEAT},
        ("seat",),
        {"number": NUMBER, "secret": STRING},
    ),
    (
        "post /api/tables/{code}/grant",
        "Say yes, or with give false no, to a phone that asked (the host).",
        {"ask": STRING, "give": FLAG},
        ("ask",),
        {"rev": REV},
    ),
)  # fmt: skip

_SCAN: Json = {
    "summary": "Read a photo for the sender's seat; with mode auto do what it means where that is one thing.",
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["image", "id"],
                    "properties": {
                        "image": {"type": "string", "format": "binary"},
                        "id": ID,
                        "mode": {"enum": ["auto", "ask"], "default": "auto"},
                        "seat": SEAT,
                    },
                }
            }
        },
    },
}
_SCANNED: Json = {
    "cards": {"type": "array", "items": OBJECT},
    "submitted": {"type": ["object", "null"]},
    "choices": {"type": "array", "items": OBJECT},
    "problems": {"type": "array", "items": OBJECT},
    "rev": REV,
}
_FRAME: Json = {
    "summary": "One frame of a live camera: what is in sight, what it means and, with mode auto, what was logged.",
    "requestBody": {
        "required": True,
        "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}},
    },
}
_FRAME_QUERY = (
    ("session", {**STRING, "maxLength": 64, "description": "A UUID made by the sender, for one look of one camera."}),
    ("n", {**NUMBER, "description": "Counts the session's frames; one that was overtaken is left out."}),
    ("mode", {"enum": ["ask", "auto"], "default": "ask"}),
    ("seat", SEAT),
    ("still", {"enum": ["1"], "description": "A photo in full resolution, up to 64 MB; counts as a photo too."}),
)
_SIGHT: Json = {
    "width": NUMBER,
    "height": NUMBER,
    "full": FLAG,
    "cards": {"type": "array", "items": OBJECT},
    "other": {"type": "array", "items": OBJECT},
    "codes": {"type": "array", "items": STRING},
    "of": NUMBER,
    "missing": {"type": "array", "items": STRING},
    "ready": FLAG,
    "submitted": FLAG,
    "choices": {"type": "array", "items": OBJECT},
    "problems": {"type": "array", "items": OBJECT},
    "rev": REV,
}
_STREAM: Json = {
    "summary": "Server-sent events: rev when the table changed, people when somebody came or went. Resumes from "
    "Last-Event-ID.",
    "responses": {"200": {"description": "A stream.", "content": {"text/event-stream": {"schema": STRING}}}},
}
_ERROR: Json = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["level", "code", "text", "rule"],
            "properties": {
                "level": {"enum": ["STRUCT", "RULE", "STALE", "WAIT", "STORE"]},
                "code": STRING,
                "text": {**STRING, "description": "One sentence for the person at the table."},
                "rule": {**STRING, "description": "The rulebook's section or our ruling, or empty."},
            },
        },
        "rev": REV,
        "view": {**OBJECT, "description": "With 409: the table as it is now."},
    },
}
STATUSES = {
    400: "The message cannot be understood (STRUCT).",
    403: "These tokens may not do that.",
    404: "There is no such table.",
    409: "Somebody was faster, or the seat is taken.",
    413: "Too many bytes.",
    422: "Against a written rule (RULE); send it again with override to do it anyway.",
    429: "Too often; Retry-After says for how long to wait.",
    500: "Something in Tablewright broke; nothing was changed. The server's log says more.",
    503: "The database is busy; nothing was changed.",
    507: "The database cannot be written; nothing was changed.",
}


def openapi(base_url: str) -> Json:
    """The whole description."""
    paths: dict[str, Json] = {}
    for where, summary, body, required, answer in _OPERATIONS:
        method, path = where.split(" ")
        paths.setdefault(path, _parameters(path))[method] = _operation(summary, body, required, answer)
    scan = "/api/tables/{code}/scan"
    paths[scan] = {**_parameters(scan), "post": {**_SCAN, "responses": _responses(_SCANNED)}}
    frames = "/api/tables/{code}/frames"
    paths[frames] = {**_parameters(frames), "post": {**_FRAME, "responses": _responses(_SIGHT)}}
    for name, found in _FRAME_QUERY:
        paths[frames]["parameters"].append(
            {"name": name, "in": "query", "schema": found, "required": name == "session"}
        )
    stream = "/api/tables/{code}/stream"
    paths[stream] = {**_parameters(stream), "get": _STREAM}
    paths["/api/tables/{code}"]["parameters"].append({"name": "as", "in": "query", "schema": {"enum": ["table"]}})
    paths["/api/tables/{code}"]["parameters"].append({"name": "seat", "in": "query", "schema": SEAT})
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tablewright", "version": _version()},
        "servers": [{"url": base_url}],
        "security": [{"token": []}, {"cookie": []}, {}],
        "paths": paths,
        "components": {
            "schemas": {"error": _ERROR},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "tw_CODE"},
            },
        },
    }


def _operation(summary: str, body: Json | None, required: tuple[str, ...], answer: Json) -> Json:
    operation: Json = {"summary": summary, "responses": _responses(answer)}
    if body is not None:
        schema = {"type": "object", "properties": body, "required": list(required), "additionalProperties": False}
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return operation


def _responses(answer: Json) -> Json:
    ok = {"type": "object", "properties": answer, "required": list(answer)}
    error = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/error"}}}}
    return {
        "200": {"description": "Done.", "content": {"application/json": {"schema": ok}}},
        **{str(status): {"description": text, **error} for status, text in STATUSES.items()},
    }


def _parameters(path: str) -> Json:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return {"parameters": [{"name": name, "in": "path", "required": True, "schema": STRING} for name in names]}


def _version() -> str:
    try:
        return version("tablewright")
    except PackageNotFoundError:
        return "0"

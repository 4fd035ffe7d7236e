"""What does not work out, as the API answers it: one shape for all of it."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request
from werkzeug.exceptions import HTTPException

from companion.errors import NoTable, TooLarge, TooOften, Trouble, status_of
from companion.table.snapshot import Snapshot, Stale
from companion.web.api.json_answers import look_json
from companion.web.api.reading import tokens
from companion.web.request import service
from rules.game_protocol import Refusal


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


def _now(problem: Trouble | Refusal) -> Snapshot | None:
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
    413: "That is too much for this address.",
    500: "Something in Tablewright broke; what was accepted before is safe. The server's log says more.",
}


class _Http(Trouble):
    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(f"http_{status}", _HTTP.get(status, "That was damaged on the way."))


def _http(problem: HTTPException) -> Trouble:
    status = problem.code or 500
    return TooLarge("too_large", _HTTP[413]) if status == 413 else _Http(status)

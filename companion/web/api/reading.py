"""What requests of the API are read with: who sends, a JSON object read strictly, and the seat an address names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from flask import request

from companion.web import cookies
from rules.game_protocol import Level, Refusal, Seat

BODY_BYTES = 64 * 1024
_KINDS: dict[str, tuple[type, str]] = {
    "integer": (int, "a whole number"),
    "string": (str, "text"),
    "boolean": (bool, "true or false"),
    "object": (dict, "an object"),
    "array": (list, "a list"),
}


class Expected(Protocol):
    """A field of a body: ``kind`` is its JSON type, "" for any."""

    @property
    def name(self) -> str: ...
    @property
    def required(self) -> bool: ...
    @property
    def kind(self) -> str: ...


def tokens(code: str) -> tuple[str, ...]:
    """The sender's tokens: those of the Authorization header where there is one, else this browser's cookie."""
    header = request.headers.get("Authorization")
    if header is None:
        return cookies.tokens(request, code)
    scheme, _, value = header.partition(" ")
    return cookies.bearer(value) if scheme.lower() == "bearer" else ()


def read_body(fields: Sequence[Expected]) -> dict[str, Any]:
    """The JSON object that was posted, without what is null and need not be there.

    Raises Refusal STRUCT ``bad_input`` naming the field that is missing, foreign or of another type.
    """
    known = {field.name: field for field in fields}
    data = _json()
    for field in fields:
        if field.required and field.name not in data:
            raise bad(f"{field.name}: is missing")
    for name, value in data.items():
        if name not in known:
            raise bad(f"{name[:40]}: is not known here")
        _check(known[name], value)
    return {name: value for name, value in data.items() if value is not None or known[name].required}


def _check(field: Expected, value: object) -> None:
    if not field.kind or (value is None and not field.required):
        return
    kind, words = _KINDS[field.kind]
    if type(value) is not kind:
        raise bad(f"{field.name}: expected {words}")


def _json() -> dict[str, Any]:
    if request.mimetype != "application/json":
        raise bad("send JSON, and say so (Content-Type: application/json)")
    request.max_content_length = BODY_BYTES
    raw = request.get_data(cache=False)
    try:
        data = json.loads(raw.decode("utf-8"), parse_constant=_no_number)
        # Half of a surrogate pair can be written in JSON but not in UTF-8, so it could not be shown again.
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise bad("that is not JSON") from None
    if not isinstance(data, dict):
        raise bad("expected an object")
    return data


def _no_number(word: str) -> float:
    raise ValueError(word)


def seat_asked() -> Seat | None:
    """The seat a form or an address names, None where it names none. Raises Refusal STRUCT ``bad_input``."""
    word = request.form.get("seat") or request.args.get("seat") or ""
    if not word:
        return None
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise bad("seat: expected a number, counted from 0")
    return int(word)


def photo_mode(sent: str) -> str:
    """``auto`` or ``ask``: whether what a photo can only mean is done at once. Raises Refusal STRUCT ``bad_input``."""
    if sent not in ("auto", "ask"):
        raise bad("mode: expected auto or ask")
    return sent


def bad(text: str) -> Refusal:
    """What to raise for a request that cannot be understood."""
    return Refusal(Level.STRUCT, "bad_input", text)

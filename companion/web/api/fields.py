"""What requests of the API are read with: who sends, and a JSON object read strictly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import request

from companion.web import cookies
from companion.web.request import caller, service
from rules.table import Level, Refusal, Seat

BODY_BYTES = 64 * 1024
_WORDS = {int: "a whole number", str: "text", bool: "true or false", dict: "an object", list: "a list"}


def tokens(code: str) -> tuple[str, ...]:
    """The sender's tokens: those of the Authorization header where there is one, else this browser's cookie."""
    header = request.headers.get("Authorization")
    if header is None:
        return cookies.tokens(request, code)
    scheme, _, value = header.partition(" ")
    return cookies.bearer(value) if scheme.lower() == "bearer" else ()


def change(code: str, needed: Mapping[str, type], allowed: Mapping[str, type] | None = None) -> dict[str, Any]:
    """The JSON object of a request that changes the table, once its sender may send one more."""
    service().limits.spend("change", caller(tokens(code)))
    return fields(needed, allowed or {})


def fields(needed: Mapping[str, type], allowed: Mapping[str, type] | None = None) -> dict[str, Any]:
    """The JSON object that was posted. Raises Refusal STRUCT naming the field that is missing, foreign or mistyped."""
    known = {**needed, **(allowed or {})}
    data = _json()
    for name in needed:
        if name not in data:
            raise bad(f"{name}: is missing")
    for name, value in data.items():
        if name not in known:
            raise bad(f"{name[:40]}: is not known here")
        kind = known[name]
        fits = type(value) is kind or kind is object or (value is None and name not in needed)
        if not fits:
            raise bad(f"{name}: expected {_WORDS.get(kind, 'something else')}")
    return {name: value for name, value in data.items() if value is not None or name in needed}


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
    """The seat a form or an address names, None where it names none."""
    word = request.form.get("seat") or request.args.get("seat") or ""
    if not word:
        return None
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise bad("seat: expected a number, counted from 0")
    return int(word)


def bad(text: str) -> Refusal:
    """What to raise for a request that cannot be understood."""
    return Refusal(Level.STRUCT, "bad_input", text)

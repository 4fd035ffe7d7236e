"""The API described for programs: OpenAPI 3.1, from the operations as they are declared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version

from companion.web.api.operations import OBJECT, REV, STRING, Field, Json, Operation

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
    507: "The database can no longer save; nothing was changed.",
}


def openapi(operations: Iterable[Operation], base_url: str) -> Json:
    """The whole description, for a server at that address."""
    paths: dict[str, Json] = {}
    for one in operations:
        path = "/api" + one.path.replace("<", "{").replace(">", "}")
        item = paths.setdefault(path, {"parameters": _path_parameters(path)})
        item["parameters"] += _query_parameters(one.query)
        item[one.method] = _operation(one)
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


def _operation(one: Operation) -> Json:
    if one.answer is None:
        stream = {"description": "A stream.", "content": {"text/event-stream": {"schema": STRING}}}
        return {"summary": one.summary, "responses": {"200": stream}}
    described: Json = {"summary": one.summary, "responses": _responses(one.answer, one.text)}
    content = _content(one)
    if content:
        described["requestBody"] = {"required": True, "content": content}
    return described


def _content(one: Operation) -> Json:
    """What is sent, by its media type; empty where nothing is."""
    if one.media:
        return {one.media: {"schema": {"type": "string", "format": "binary"}}}
    if one.form:
        return {"multipart/form-data": {"schema": _object(one.form)}}
    if one.body is not None:
        return {"application/json": {"schema": {**_object(one.body), "additionalProperties": False}}}
    return {}


def _object(fields: Sequence[Field]) -> Json:
    return {
        "type": "object",
        "properties": {field.name: field.schema for field in fields},
        "required": [field.name for field in fields if field.required],
    }


def _responses(answer: Json, text: str = "") -> Json:
    as_text = {text: {"schema": STRING}} if text else {}
    ok = {"type": "object", "properties": answer, "required": list(answer)}
    error = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/error"}}}}
    return {
        "200": {"description": "Done.", "content": {"application/json": {"schema": ok}, **as_text}},
        **{str(status): {"description": text, **error} for status, text in STATUSES.items()},
    }


def _path_parameters(path: str) -> list[Json]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, "schema": STRING} for name in names]


def _query_parameters(fields: Sequence[Field]) -> list[Json]:
    """Said of each whether it is required, where any is."""
    told = any(field.required for field in fields)
    return [
        {"name": field.name, "in": "query", "schema": field.schema, **({"required": field.required} if told else {})}
        for field in fields
    ]


def _version() -> str:
    try:
        return version("tablewright")
    except PackageNotFoundError:
        return "0"

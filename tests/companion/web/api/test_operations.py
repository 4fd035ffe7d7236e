"""An operation of the API is declared once: its route, its reading and its description say the same."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from toy_tables import Seated, seated

from companion.app import create_app
from companion.network.limits import Limits, no_limits
from companion.service import Service
from companion.web.api import live_camera, routes
from companion.web.api.operations import Field, Operation

OF_TYPE: dict[str, Any] = {"string": "x", "integer": 1, "boolean": True, "object": {}, "array": []}
WORDS = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
}
OPERATIONS = (*routes.api.all, *live_camera.api.all)
WITH_BODY = [one for one in OPERATIONS if one.body is not None]


@pytest.fixture
def table() -> Seated:
    return seated("Ada", "Ben")


@pytest.fixture
def client(table: Seated) -> FlaskClient:
    return create_app(Service(table.tables, limits=no_limits())).test_client()


def good(field: Field) -> Any:
    return OF_TYPE[field.kind or field.schema["type"]]


def refused(client: FlaskClient, table: Seated, one: Operation, body: dict[str, Any]) -> str:
    answer = client.post(f"/api{one.path.replace('<code>', table.code)}", json=body)
    assert answer.status_code == 400
    return str(answer.get_json()["error"]["text"])


def described(one: Operation) -> dict[str, Any]:
    path = "/api" + one.path.replace("<", "{").replace(">", "}")
    found: dict[str, Any] = routes.description("http://localhost")["paths"][path][one.method]
    return found


@pytest.mark.parametrize("one", WITH_BODY, ids=lambda one: one.path)
def test_a_body_is_held_to_what_is_declared(client: FlaskClient, table: Seated, one: Operation):
    assert one.body is not None
    whole = {field.name: good(field) for field in one.body}
    for field in one.body:
        if field.required:
            rest = {name: value for name, value in whole.items() if name != field.name}
            assert refused(client, table, one, rest) == f"{field.name}: is missing"
        if field.kind:
            wrong = 1 if field.kind == "string" else "x"
            assert refused(client, table, one, {**whole, field.name: wrong}) == (
                f"{field.name}: expected {WORDS[field.kind]}"
            )
    assert refused(client, table, one, {**whole, "else": 1}) == "else: is not known here"


@pytest.mark.parametrize("one", WITH_BODY, ids=lambda one: one.path)
def test_a_body_is_described_as_it_is_declared(one: Operation):
    assert one.body is not None
    schema = described(one)["requestBody"]["content"]["application/json"]["schema"]
    assert schema["properties"] == {field.name: field.schema for field in one.body}
    assert schema["required"] == [field.name for field in one.body if field.required]
    assert schema["additionalProperties"] is False


def test_an_operation_takes_from_the_allowance_it_names(table: Seated):
    limits = Limits(clock=lambda: 0.0)
    client = create_app(Service(table.tables, limits=limits)).test_client()
    burst = limits.allowances["join"].burst
    (join,) = [one for one in OPERATIONS if one.path.endswith("/claim")]
    assert (join.spends, join.by) == ("join", "address")
    answers = [client.post(f"/api/tables/{table.code}/claim", json={}).status_code for _ in range(burst + 1)]
    assert answers == [400] * burst + [429]


def test_every_allowance_that_is_named_is_there():
    assert {one.spends for one in OPERATIONS} <= {"", *Limits().allowances}

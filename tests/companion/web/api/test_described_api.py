"""The API as its description says it, tried by somebody else's reading of it: schemathesis makes requests of the
OpenAPI description, and every answer is one that is described, in its status and in its shape.

Each operation is asked of a fresh table, by the host, by a seat and by nobody, with what is allowed and with what is
not.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from toy_tables import seated

from companion.app import create_app
from companion.network.limits import no_limits
from companion.service import Service

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
EXAMPLES = 8
LEFT_OUT = {"/api/openapi.json", "/api/tables/{code}/stream", "/api/counters/{code}/stream"}
"""The description itself, and what the server holds open beside the application; their own tests read them."""


class Table:
    """The table that is asked: laid anew for each request, under one application."""

    def __init__(self) -> None:
        self.seated = seated("Ada", "Ben")
        self.app: Flask = create_app(Service(self.seated.tables, limits=no_limits()))

    def token(self, who: str) -> str:
        return {"host": self.seated.host, "seat": self.seated.tokens[0]}.get(who, "")


@cache
def operations() -> dict[str, Any]:
    """Every operation of the description, by its method and path."""
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", Table().app)
    found = (one.ok() for one in schema.get_all_operations())
    return {one.label: one for one in found if one.path not in LEFT_OUT}


def labels() -> list[str]:
    described = Table().app.test_client().get("/api/openapi.json").get_json()["paths"]
    ways = ((way, path) for path, ways in described.items() if path not in LEFT_OUT for way in ways)
    return [f"{way.upper()} {path}" for way, path in ways if way != "parameters"]


@pytest.mark.parametrize("label", labels())
def test_every_answer_is_described(label: str):
    operation = operations()[label]

    @given(case=operation.as_strategy(), who=st.sampled_from(("host", "seat", "nobody")))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def asked(case: Any, who: str) -> None:
        table = Table()
        if "code" in (case.path_parameters or {}):
            case.path_parameters["code"] = table.seated.code
        token = table.token(who)
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {token}"} if token else {})
        case.call_and_validate(app=table.app, headers=headers, checks=list(CHECKS))

    asked()


def test_every_operation_is_asked():
    assert set(operations()) == set(labels())

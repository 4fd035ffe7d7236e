"""An operation of the API, declared once: its address, how often it may be asked, what it takes and what it answers.

From the declaration follow the route, the allowance that is taken, the strict reading of the body, and the
description in OpenAPI (``companion.web.api.openapi``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from flask import Blueprint
from flask.typing import ResponseReturnValue

from companion.table.tables import ID_MAX
from companion.web.api.reading import read_body, tokens
from companion.web.request import caller, client, service

Json = dict[str, Any]
View = TypeVar("View", bound=Callable[..., Any])

STRING: Json = {"type": "string"}
NUMBER: Json = {"type": "integer"}
FLAG: Json = {"type": "boolean"}
OBJECT: Json = {"type": "object"}
MAYBE_OBJECT: Json = {"type": ["object", "null"]}
OBJECTS: Json = {"type": "array", "items": OBJECT}
STRINGS: Json = {"type": "array", "items": STRING}
ANY_LIST: Json = {"type": "array"}
BINARY: Json = {"type": "string", "format": "binary"}
SEAT_NUMBER: Json = {"type": "integer", "minimum": 0, "description": "A seat, counted from 0."}
REV: Json = {"type": "integer", "minimum": 0, "description": "How many entries the table's log has."}
ID_TEXT: Json = {
    "type": "string",
    "maxLength": ID_MAX,
    "description": "A UUID made by the sender: sent twice, it counts once.",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a body, a form or an address, and its JSON Schema.

    A body is held to the fields' types. Bounds stand in the schema for programs to read and are held by the tables,
    which say in their own words what is wrong; ``loose`` leaves the type to them as well.
    """

    name: str
    schema: Json
    required: bool = False
    loose: bool = False

    @property
    def kind(self) -> str:
        """The JSON type a body has to hold here, "" for any; an enumeration is one of words."""
        return "" if self.loose else self.schema.get("type", "string")


ID = Field("id", ID_TEXT)
SEAT = Field("seat", SEAT_NUMBER)
NAME = Field("name", STRING, loose=True)
COLOUR, SHAPE = Field("colour", STRING), Field("shape", STRING)
PLAYERS = Field("players", NUMBER)
OPTIONS = Field("options", OBJECT, loose=True)
EXPECT = Field(
    "expect", {**REV, "description": "The rev the sender saw; what no longer fits since then is answered with 409."}
)


def needed(field: Field) -> Field:
    """The same field where it must be there."""
    return replace(field, required=True)


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address below /api.

    ``spends`` names the allowance it takes from (``companion.network.limits``), ``by`` whose that is: the phone's by
    its token, or the address's. What comes in is a JSON ``body``, a ``form`` with files, or bytes of a ``media`` type;
    ``answer`` are the properties of what goes out, ``text`` a media type it can be asked for as instead. ``view`` gets
    the parts of the path and, where there is one, the
    body as ``body``; None where another server answers. Who may is said by the tables, from the tokens.
    """

    method: Literal["get", "post"]
    path: str
    summary: str
    view: Callable[..., Any] | None = None
    spends: str = ""
    by: Literal["phone", "address"] = "phone"
    query: tuple[Field, ...] = ()
    body: tuple[Field, ...] | None = None
    form: tuple[Field, ...] = ()
    media: str = ""
    answer: Json | None = None
    text: str = ""

    def respond(self, **path: str) -> ResponseReturnValue:
        """Answer a request: the allowance, then the body, then the view."""
        assert self.view is not None
        if self.spends:
            who = caller(path["code"], tokens(path["code"])) if self.by == "phone" else client()
            service().limits.spend(self.spends, who)
        sent = {} if self.body is None else {"body": read_body(self.body)}
        answer: ResponseReturnValue = self.view(**path, **sent)
        return answer


class Operations:
    """The operations of one module, in the order they are declared."""

    def __init__(self) -> None:
        self.all: list[Operation] = []

    def get(self, path: str, summary: str, **more: Any) -> Callable[[View], View]:
        """Declare what a GET of the address answers; ``more`` are fields of Operation."""
        return self._declared(Operation("get", path, summary, **more))

    def post(self, path: str, summary: str, **more: Any) -> Callable[[View], View]:
        """Declare what a POST to the address does; ``more`` are fields of Operation."""
        return self._declared(Operation("post", path, summary, **more))

    def _declared(self, operation: Operation) -> Callable[[View], View]:
        def add(view: View) -> View:
            self.all.append(replace(operation, view=view))
            return view

        return add

    def mount(self, bp: Blueprint) -> None:
        """Put the routes on the blueprint."""
        for one in self.all:
            assert one.view is not None
            bp.add_url_rule(one.path, one.view.__name__, one.respond, methods=[one.method.upper()])

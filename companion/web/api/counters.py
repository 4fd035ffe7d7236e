"""The API of counters several screens share: open one, look at it, add to it. Whoever has the code may."""

from __future__ import annotations

from typing import Any

from flask import request

from companion.counters.counter_changes import COUNTED, FIELDS, PLAYERS, START_MOST
from companion.counters.shared_counters import SharedCounter
from companion.web.api.operations import (
    FLAG,
    NUMBER,
    OBJECTS,
    REV,
    STRING,
    Field,
    Json,
    Operation,
    Operations,
    needed,
)
from companion.web.api.reading import bad
from companion.web.request import service

api = Operations()
STREAM = Operation(
    "get",
    "/counters/<code>/stream",
    "Server-sent events: rev when the counter changed, beat in every silence of two seconds.",
)
"""Served beside Flask, by ``companion.server.event_stream``."""
AFTER = Field("after", {**NUMBER, "minimum": 0, "description": "Only the changes after that rev."})
CHANGES = Field(
    "changes",
    {
        **OBJECTS,
        "description": "Each with an id (a UUID: sent twice, it counts once), a kind and what it says: "
        + "; ".join(f"{kind}: {', '.join(fields) or 'nothing'}" for kind, fields in FIELDS.items())
        + f". A counter is one of {', '.join(COUNTED)}; ago_s says how long ago it was.",
    },
)
ANSWER: Json = {
    "code": STRING,
    "players": NUMBER,
    "start": NUMBER,
    "made_at": {"type": "number"},
    "now": {"type": "number", "description": "The server's clock, in seconds since 1970; at of a change is by it."},
    "rev": REV,
    "changes": OBJECTS,
    "anew": {**FLAG, "description": "A backup was brought back since the rev after: read all changes again."},
}


@api.post(
    "/counters",
    "Open a counter for any game that several screens share.",
    spends="open",
    by="address",
    body=(
        needed(Field("players", {**NUMBER, "minimum": PLAYERS[0], "maximum": PLAYERS[1]})),
        needed(Field("start", {**NUMBER, "minimum": 0, "maximum": START_MOST})),
        Field("began_s", {**NUMBER, "minimum": 0, "description": "So many seconds ago the game began."}),
    ),
    answer=ANSWER,
)
def open_counter(body: Json) -> Json:
    """Open a counter."""
    return _shown(service().counters.open(body["players"], body["start"], body.get("began_s", 0)))


@api.get("/counters/<code>", "A counter with its changes in order.", query=(AFTER,), answer=ANSWER)
def counter_look(code: str) -> Json:
    """The counter as it stands."""
    word = request.args.get("after", "0")
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise bad("after: expected a rev")
    return _shown(service().counters.find(code), int(word))


@api.post(
    "/counters/<code>/changes",
    "Add to a counter; answers with what is new after the rev the sender knows.",
    spends="change",
    by="address",
    body=(needed(CHANGES), AFTER),
    answer=ANSWER,
)
def counter_changes(code: str, body: Json) -> Json:
    """Add changes."""
    return _shown(service().counters.add(code, body["changes"]), body.get("after", 0))


def _shown(counter: SharedCounter, after: int = 0) -> dict[str, Any]:
    new = counter.changes[max(0, after) :]
    return {
        "code": counter.code,
        "players": counter.players,
        "start": counter.start,
        "made_at": counter.made_at,
        "now": service().counters.clock(),
        "rev": counter.rev,
        "changes": [change for change in new if "kind" in change],
        "anew": after > 0 and any("kind" not in change for change in new),
    }

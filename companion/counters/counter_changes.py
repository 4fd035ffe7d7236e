"""What can happen to a counter, as it is sent and kept: a few kinds of small JSON objects, read strictly."""

from __future__ import annotations

from typing import Any

from companion.table.player_names import clean_name
from rules.game_protocol import Level, Refusal

PLAYERS = (2, 6)
START_MOST = 9999
BY_MOST = 99_999
GROUP_MOST = 64
AGO_MOST_S = 24 * 3600
COUNTED = ("life", "poison", "energy", "experience", "commander")
"""``commander`` is damage by another seat's commander (``source``); it takes the life as well."""
FIELDS = {
    "count": ("group", "seat", "counter", "by", "source"),
    "undo": ("group",),
    "name": ("seat", "name"),
    "again": ("group",),
    "pause": (),
    "resume": (),
}
"""The kinds of changes with what each says. Counts of one ``group`` are one line of the history; ``undo`` takes the
whole group back, and ``again`` begins a new game with everybody at the start."""

Change = dict[str, Any]


def read_change(sent: object, players: int) -> Change:
    """A change as it is kept, without its id. Raises Refusal STRUCT ``bad_input`` naming what is wrong."""
    if not isinstance(sent, dict) or sent.get("kind") not in FIELDS:
        raise _bad(f"changes: expected a kind of {', '.join(FIELDS)}")
    kind = sent["kind"]
    unknown = sent.keys() - {"kind", "id", "ago_s", *FIELDS[kind]}
    if unknown:
        raise _bad(f"{str(min(map(str, unknown)))[:40]}: is not known here")
    made: Change = {"kind": kind}
    if "group" in FIELDS[kind]:
        made["group"] = _group(sent.get("group"))
    if "seat" in FIELDS[kind]:
        made["seat"] = _number(sent, "seat", 0, players - 1)
    if kind == "count":
        made |= _count(sent, players)
    elif kind == "name":
        name = sent.get("name")
        # An empty name gives the seat its number back.
        made["name"] = clean_name(name) if isinstance(name, str) and name.strip() else ""
    return made


def ago_s(sent: object) -> int:
    """How long ago the phone made the change that it sends now; phones count on while they reach nobody."""
    found = sent.get("ago_s", 0) if isinstance(sent, dict) else 0
    return min(max(found, 0), AGO_MOST_S) if type(found) is int else 0


def read_setup(players: object, start: object) -> tuple[int, int]:
    """How many play, and at what everybody begins. Raises Refusal STRUCT ``bad_input``."""
    sent = {"players": players, "start": start}
    return _number(sent, "players", *PLAYERS), _number(sent, "start", 0, START_MOST)


def _count(sent: dict[str, Any], players: int) -> Change:
    if sent.get("counter") not in COUNTED:
        raise _bad(f"counter: expected one of {', '.join(COUNTED)}")
    made: Change = {"counter": sent["counter"], "by": _number(sent, "by", -BY_MOST, BY_MOST)}
    if sent["counter"] == "commander":
        made["source"] = _number(sent, "source", 0, players - 1)
    return made


def _number(sent: dict[str, Any], name: str, low: int, high: int) -> int:
    found = sent.get(name)
    if type(found) is not int or not low <= found <= high:
        raise _bad(f"{name}: expected a whole number from {low} to {high}")
    return found


def _group(found: object) -> str:
    if not isinstance(found, str) or not 1 <= len(found) <= GROUP_MOST or not (found.isascii() and found.isprintable()):
        raise _bad("group: expected a short text, made by the sender for this change")
    return found


def _bad(text: str) -> Refusal:
    return Refusal(Level.STRUCT, "bad_input", text)

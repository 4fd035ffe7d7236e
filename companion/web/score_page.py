"""The score sheet of a table, and the table laid after it."""

from __future__ import annotations

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response

from companion.errors import NotYours
from companion.table.snapshot import Snapshot
from companion.table.subscriptions import Signal
from companion.web import cookies
from companion.web.request import look, page, see_other, service, spend, tables
from rules.view import Scores

bp = Blueprint("scoring", __name__)
FOLLOWING_KEPT = 500
Answer = str | Response | tuple[str | Response, int]


@bp.get("/t/<code>/scores")
def scores(code: str) -> Answer:
    """Every card's points and why."""
    seen = look(code)
    if seen.view is None:
        return see_other(f"/t/{code}")
    return page("scores.html", seen, block=shown_scores(seen), following=next_table(seen.code))


def shown_scores(seen: Snapshot) -> Scores | None:
    """The score sheet this viewer may see; the game decides what that is."""
    return next((block for block in seen.view.blocks if isinstance(block, Scores)), None) if seen.view else None


@bp.post("/t/<code>/again")
def again(code: str) -> Answer:
    """The same house rules, a new table; whoever is still at the old one is shown the way."""
    spend("open")
    seen = look(code)
    if not (seen.held or seen.host):
        raise NotYours("not_yours", "You are watching; one of the players lays the next game.")
    following = next_table(seen.code)
    if following:
        return see_other(f"/t/{following}/join?from={seen.code}")
    players = len(seen.people) if seen.mode == "score" else None
    opened = tables().open(seen.info.id, options=seen.options, mode=seen.mode, players=players)
    held = [opened.host_token]
    me = seen.people[seen.viewer] if seen.viewer is not None else None
    if me and seen.mode == "play":
        held.append(tables().join(opened.code, name=me.name, colour=me.colour, shape=me.shape, tokens=held).token)
    _follow(seen.code, opened.code)
    return cookies.keep(make_response(see_other(f"/t/{opened.code}")), request, opened.code, *held)


def next_table(code: str) -> str:
    """The table laid after this one, "" where there is none. Forgotten when the server stops: codes still join."""
    return service().following.get(code, "")


def _follow(code: str, following: str) -> None:
    """Show whoever is still at the table the way to the one laid after it."""
    known = service().following
    known[code] = following
    while len(known) > FOLLOWING_KEPT:
        known.pop(next(iter(known)))
    tables().subscriptions.tell(code, Signal(tables().live(code).log.rev, people=True))

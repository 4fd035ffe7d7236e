"""The past put right on a phone: what it was instead or what was forgotten, what that would change, and the one tap."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.errors import NotYours, Trouble
from companion.table.changes import How, Preview
from companion.table.later_entries import FIXES
from companion.table.snapshot import Stale
from companion.web.choice_forms import buttons, event_of, resend
from companion.web.kept_fragments import fresh_id
from companion.web.log_page import log_screen
from companion.web.play import sent_again
from companion.web.refusal_notice import Again, No, why_not
from companion.web.request import acting, look, number, page, see_other, tables, tokens
from rules.game_protocol import Event, Level, Refusal

bp = Blueprint("amend", __name__)

Answer = str | Response | tuple[str | Response, int]
_UNDER_THE_LOG = "/t/<code>/<any(amend, insert, undo):how>/<int:target>"
FROM_HERE, FROM_HERE_LABEL = (("through", "true"),), "Take back everything from here on"
WORDS = {"override": "Keep it, against the rule", "take_back": "Take it back", "ask": "Ask whose it is"}


@bp.get(_UNDER_THE_LOG)
def ask(code: str, how: How, target: int) -> Answer:
    """What a seat could do right before an entry, each as a button; of an undo, what it would change."""
    if how == "undo":
        return _preview(code, how, target, None)
    return _moment(code, how, target)


def _moment(code: str, how: How, target: int, no: No | None = None) -> Answer:
    seen = look(code)
    try:
        found = tables().moment(code, tokens(code), target, how=how, seat=_seat(code))
    except (Refusal, NotYours) as problem:
        no = why_not(problem)
        return log_screen(seen, no), no.status
    first = [one for one in found.choices if how == "insert" or type(one.event) is type(found.event)]
    others = [one for one in found.choices if one not in first]
    shown = page(
        "amend.html", seen, how=how, target=target, moment=found, first=buttons(first), others=buttons(others), no=no
    )
    return (shown, no.status) if no else shown


def _seat(code: str) -> int | None:
    """The seat the address or the form names, or the one this phone plays."""
    word = request.args.get("seat", "")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 else acting(code)


@bp.post(_UNDER_THE_LOG)
def change(code: str, how: How, target: int) -> Answer:
    """First what it would change; with ``sure`` it is done."""
    seat = acting(code)
    event: Event | dict[str, Any] | None = None
    try:
        if how != "undo":
            moment = tables().moment(code, tokens(code), target, how=how, seat=seat)
            event = event_of(request.form, moment.choices)
        if request.form.get("sure") != "yes":
            return _preview(code, how, target, event)
        _commit(code, how, target, event)
    except (Refusal, Stale, NotYours) as problem:
        if isinstance(problem, Refusal) and problem.code == "undo_dependent":
            return _preview(code, how, target, event)
        if request.form.get("sure") == "yes" and sent_again(code, problem):
            return see_other(f"/t/{code}/log#log-{target}")
        no = why_not(problem, _anyway(code, how, target, problem))
        return _moment(code, how, target, no) if how != "undo" else (log_screen(look(code), no), no.status)
    return see_other(f"/t/{code}/log#log-{target}")


def _commit(code: str, how: How, target: int, event: object) -> None:
    door = tables()
    sent: dict[str, Any] = {"id": request.form.get("id", ""), "fixes": _fixes(), "expect": number("expect")}
    if how == "undo":
        door.undo(code, tokens(code), target=target, **sent)
    elif how == "amend":
        door.amend(code, tokens(code), target=target, event=event, **sent)
    else:
        door.insert(code, tokens(code), target=target, event=event, **sent)


def _fixes() -> dict[str, str]:
    """What the form says is to become of later entries, by their rev."""
    return {key[4:]: value for key, value in request.form.items() if key.startswith("fix.")}


def _preview(code: str, how: How, target: int, event: Event | dict[str, Any] | None) -> Answer:
    seen = look(code)
    try:
        found = tables().preview(
            code, tokens(code), how=how, target=target, event=event, fixes=_fixes(), seat=seen.viewer
        )
    except (Refusal, Trouble) as problem:
        if how != "undo":
            return _moment(code, how, target, why_not(problem, _anyway(code, how, target, problem)))
        again = Again(f"/t/{code}/undo", (*FROM_HERE, ("target", str(target)), ("id", fresh_id())), FROM_HERE_LABEL)
        no = why_not(problem, again if problem.code == "not_begun" else None)
        return log_screen(seen, no), no.status
    return page("amended.html", seen, how=how, target=target, preview=found, kept=_kept(found), words=_words(found))


def _kept(preview: Preview) -> tuple[tuple[str, str], ...]:
    """What the form of the preview carries on: the event, and the fixes that settle what they are for."""
    asked = {"id", "sure", "expect", *(f"fix.{one.rev}" for one in preview.misfits)}
    return tuple((key, value) for key, value in resend(request.form) if key not in asked)


def _words(preview: Preview) -> dict[int, list[tuple[str, str]]]:
    """By rev what can be said of each later entry that would no longer fit."""
    return {
        one.rev: [(fix, WORDS[fix]) for fix in FIXES if fix != "override" or one.can_override]
        for one in preview.misfits
    }


def _anyway(code: str, how: How, target: int, problem: Exception) -> Again | None:
    if not isinstance(problem, Refusal) or problem.level is not Level.RULE or problem.code == "undo_dependent":
        return None
    fields = resend(request.form, override="true", id=fresh_id())
    return Again(f"/t/{code}/{how}/{target}", fields, "Keep it anyway; the log will say so")

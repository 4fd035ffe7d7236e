"""The screen of a seat: what is asked, what can be done, the log with its undo, corrections, and the table screen."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response

from companion.errors import NotYours, SeatTaken, Trouble
from companion.table.clocks import clocks
from companion.table.snapshot import Snapshot, Stale
from companion.table.tables import Tables
from companion.web import cookies
from companion.web.choice_forms import by_person, event_of, layout, resend
from companion.web.game_rules import rules_of
from companion.web.kept_fragments import fresh_id
from companion.web.lobby import lobby
from companion.web.log_page import log_screen
from companion.web.one_phone import next_here
from companion.web.refusal_notice import Again, No, why_not
from companion.web.request import acting, look, number, page, see_other, tables, tokens
from companion.web.static_files import play_sheet
from rules import games
from rules.game_protocol import Level, Refusal, Seat

bp = Blueprint("play", __name__)


@bp.get("/t/<code>")
def play(code: str) -> str | Response:
    """The table as this phone may see it."""
    return screen(look(code))


def screen(seen: Snapshot, no: No | None = None, yes: str = "") -> str | Response:
    """The page for a look: lobby, score sheet, or the game."""
    if seen.view is None:
        return lobby(seen, no=no)
    return page(
        "play.html",
        seen,
        **board_values(seen, tables()),
        pass_to=next_here(seen),
        board_style=play_sheet(seen.info.id, own=games.brought(seen.info.id)),
        no=no,
        yes=yes,
    )


def board_values(seen: Snapshot, tables: Tables) -> dict[str, Any]:
    """What the page draws beside the look itself, as far as it follows from the table and who looks."""
    live = tables.live(seen.code)
    return {
        "following": tables.next_table(seen.code),
        "layout": layout(seen),
        "calm": _calm(seen),
        "watching": _watching(seen),
        "clocks": clocks(live),
        "has_rules": bool(rules_of(live)),
    }


def _watching(seen: Snapshot) -> bool:
    return seen.viewer is None and any(person is None for person in seen.people) and seen.mode == "play"


def _calm(seen: Snapshot) -> str:
    if seen.over:
        return "The game is over. Scores show who won and why."
    return "You are watching." if seen.viewer is None else "Nothing for you to do just now."


@bp.post("/t/<code>/do")
def do(code: str) -> str | Response | tuple[str | Response, int]:
    """One choice taken. What is refused leaves the table as it was, and says why on the same page."""
    seat = acting(code)
    seen = tables().look(code, tokens(code), seat=seat)
    try:
        event = event_of(request.form, seen.choices)
        tables().submit(code, tokens(code), id=request.form.get("id", ""), event=event, expect=number("expect"))
    except (Refusal, Stale, NotYours, SeatTaken) as problem:
        if not sent_again(code, problem):
            no = _answered() if problem.code == "id_reused" else why_not(problem, _anyway(code, problem))
            return screen(tables().look(code, tokens(code), seat=seat), no), no.status
    answer = see_other(f"/t/{seen.code}")
    after = number("then")
    if after is None or after not in seen.held:
        return answer
    return cookies.sit(make_response(answer), request, code, after)


def sent_again(code: str, problem: Refusal | Trouble) -> bool:
    """Whether what was refused is in the log already: its answer was lost, and the phone has sent it once more."""
    return problem.code != "id_reused" and tables().counted(code, tokens(code), request.form.get("id", ""))


def _answered() -> No:
    """Somebody went back to a page whose button had been pressed, and pressed it for something else."""
    return No("You have answered that already; this is how the table stands now.", status=409)


def _anyway(code: str, problem: Exception) -> Again | None:
    """A rule can be set aside by the table, which the log then says."""
    because = problem.because if isinstance(problem, Stale) else problem
    if not isinstance(because, Refusal) or because.level is not Level.RULE:
        return None
    return Again(
        f"/t/{code}/do", resend(request.form, override="true", id=fresh_id()), "Do it anyway; the log will say so"
    )


@bp.post("/t/<code>/sit")
def sit(code: str) -> Response:
    """Play another seat this phone holds."""
    seat: Seat | None = acting(code)
    tables().look(code, tokens(code), seat=seat)
    back = request.form.get("back", "")
    answer = make_response(see_other(back if back.startswith(f"/t/{code}") else f"/t/{code}"))
    return cookies.sit(answer, request, code, seat) if seat is not None else answer


@bp.post("/t/<code>/undo")
def undo(code: str) -> str | Response | tuple[str | Response, int]:
    """Take an entry back: the newest, a named one, or everything from there on."""
    target, through = number("target"), request.form.get("through") == "true"
    from_table = request.form.get("back") == "table"
    try:
        tables().undo(
            code,
            tokens(code),
            id=request.form.get("id", ""),
            target=target,
            through=through,
            expect=number("expect") if target is None else None,
        )
    except (Refusal, Stale, NotYours) as problem:
        if sent_again(code, problem):
            return see_other(f"/t/{code}")
        if target is not None and not through and isinstance(problem, Refusal) and problem.code == "undo_dependent":
            return see_other(f"/t/{code}/undo/{target}")
        no = why_not(problem)
        seen = look(code)
        return (screen(seen, no) if from_table else log_screen(seen, no)), no.status
    return see_other(f"/t/{code}" if from_table else f"/t/{code}/log")


@bp.post("/t/<code>/undo/answer")
def answer_undo(code: str) -> str | Response | tuple[str | Response, int]:
    """Agree, or not, to give back a secret that was seen."""
    ask, agree = number("ask"), request.form.get("agree") == "yes"
    try:
        tables().answer_undo(code, tokens(code), id=request.form.get("id", ""), ask=ask or 0, agree=agree)
    except (Refusal, Stale, NotYours) as problem:
        no = why_not(problem)
        return screen(look(code), no), no.status
    return see_other(f"/t/{code}")


@bp.get("/t/<code>/correct")
def correct(code: str) -> str | Response:
    """Facts put right by hand; each is an entry of the log like any other."""
    seen = look(code)
    if seen.view is None:
        return see_other(f"/t/{code}")
    laid = layout(seen)
    return page("correct.html", seen, layout=laid, groups=by_person(laid.corrections, seen.viewer))

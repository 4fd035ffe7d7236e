"""What people see when something does not work out: one kind sentence, the cure, and a way on."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from flask import request
from werkzeug.exceptions import HTTPException

from companion.errors import CounterDamaged, GameGone, NoTable, NotYours, SetAside, TooOften, Trouble, status_of
from companion.table.owner_keys import OwnersOnly
from companion.web.page_language import worded
from companion.web.refusal_notice import sentence
from companion.web.request import page
from rules.game_protocol import Refusal
from rules.text import say
from vision.picture.limits import MAX_FILE_BYTES

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Way:
    """A button that leads on."""

    href: str
    label: str


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one page about one trouble."""

    title: str
    text: str
    cure: str = ""
    picture: str = "note"


WORDS = {
    400: Words(
        "That did not arrive in one piece", "A part of the message was missing.", "Go back and send it once more."
    ),
    403: Words(
        "This belongs to somebody else",
        "This phone may not do that.",
        "If it is your seat, the host can give it back with one tap: Seats, then Give back.",
        "door",
    ),
    404: Words(
        "Nothing here",
        "There is no page at this address.",
        "There may be a typo in the address. The table's code stands on the host's screen.",
        "search",
    ),
    405: Words("Not that way", "This page is opened by a button of another page.", "", "door"),
    409: Words("Somebody was faster", "The table has moved on.", "Look again, then choose.", "swap"),
    413: Words(
        "That file is very large",
        say("Photos up to {count} megabytes can be read.", count=MAX_FILE_BYTES // 1_000_000),
        "Take the picture with the phone’s normal camera settings; nothing was lost.",
        "camera",
    ),
    429: Words("A little slower, please", "Too many requests came from this phone.", "Wait a moment.", "wait"),
    500: Words(
        "A fault on our side",
        "Something in Tablewright broke. Your table is safe: every accepted step is on disk.",
        "Go back and try once more. If it happens again, the terminal of the server says more.",
    ),
    503: Words("One moment", "The table's memory is busy.", "Nothing was changed. Try again in a moment.", "wait"),
    507: Words(
        "The disk is full",
        "The computer that keeps the table can no longer save; nothing was changed.",
        "Free some space there, then try again. What was accepted before is safe.",
    ),
}


def answer(problem: Exception) -> tuple[str, int, dict[str, str]]:
    """The page for a trouble, its status and headers."""
    status = _status(problem)
    words = WORDS.get(status) or WORDS[400 if status < 500 else 500]
    text = words.text
    if isinstance(problem, (Trouble, Refusal)):
        text = sentence(problem.text)
        if status > 404 or isinstance(problem, OwnersOnly):
            words = replace(words, cure="")  # these sentences hold their cure already
    headers = {"Retry-After": str(problem.after_s)} if isinstance(problem, TooOften) else {}
    words = replace(words, title=getattr(problem, "title", "") or words.title)
    if nowhere := _no_code(problem):
        words = replace(words, title="No table has that code", cure="Type it here once more.")
    return (
        page(
            "error.html",
            title=worded(words.title),
            text=worded(text),
            cure=worded(words.cure),
            picture=words.picture,
            back=_way(problem),
            ask_code=nowhere,
        ),
        status,
        headers,
    )


def _status(problem: Exception) -> int:
    if isinstance(problem, (Trouble, Refusal)):
        return status_of(problem)
    return problem.code or 500 if isinstance(problem, HTTPException) else 500


def _no_code(problem: Exception) -> bool:
    return isinstance(problem, NoTable) and problem.code == "no_table"


def _way(problem: Exception) -> Way | None:
    code = (request.view_args or {}).get("code")
    if isinstance(problem, NoTable) or not code:
        return None
    if isinstance(problem, CounterDamaged):
        return Way("/counter", "Begin another counter")
    if isinstance(problem, (SetAside, GameGone)):
        return Way(f"/t/{code}/last-good", "Look at it as it stood")
    if isinstance(problem, OwnersOnly):
        return Way(f"/t/{code}", "Back to the table")
    if isinstance(problem, NotYours):
        return Way(f"/t/{code}/join", "Sit down at the table")
    return Way(f"/t/{code}", "Back to the table")

"""The first page, the help, and a look at what this phone can do."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, request

from companion.errors import Trouble
from companion.table.snapshot import Snapshot
from companion.table.tokens import tidy_code
from companion.web import cookies
from companion.web.first_games import shelf
from companion.web.page_language import there_are
from companion.web.request import page, tables, tokens
from rules.text import Name, say

bp = Blueprint("home", __name__)
SHOWN = 5


@dataclass(frozen=True, slots=True)
class Mine:
    """A table this phone belongs to, as one line."""

    code: str
    game: str
    title: str
    about: str


@bp.get("/")
def start() -> str:
    """The tables this phone belongs to, the games on their shelf, and what needs no table."""
    return page("home.html", mine=my_tables(), games=shelf(), languages=there_are())


def my_tables() -> tuple[Mine, ...]:
    """The newest tables of this phone that this server still has."""
    found = []
    for code in reversed(cookies.tables(request)):
        try:
            look = tables().look(code, tokens(code))
        except Trouble:
            continue
        if look.held or look.host:
            found.append(Mine(code, look.info.id, look.info.title, about(look)))
    return tuple(found[:SHOWN])


def about(look: Snapshot) -> str:
    """A table in one line: who is there and how far it is."""
    people = [person.name for person in look.people if person]
    names = ", ".join(people[:4]) if people else ("a score sheet" if look.mode == "score" else "nobody yet")
    if look.mode == "score":
        return Name(names) if people else names
    stage = "over" if look.over else "playing" if look.begun else "waiting for players"
    return say("{names} · {stage}", names=Name(names) if people else names, stage=stage)


@bp.get("/help")
def help_() -> str:
    """What to do when something does not work."""
    return page("help.html")


@bp.get("/diag")
def diag() -> str:
    """What this browser has and has not, for finding out why something does not work."""
    code = tidy_code(request.args.get("code", ""))
    return page("diag.html", code=code)

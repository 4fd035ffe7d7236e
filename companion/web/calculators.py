"""A page for each calculator: one question filled in, answered at once, no table needed.

What is asked and how the answer looks is the game's (``rules.question_pages``); everything filled in stands in
the address, so an answer can be kept, sent to somebody, and works without JavaScript.
"""

from __future__ import annotations

from flask import Blueprint, abort, request

from companion.web.page_language import sentence
from companion.web.request import page
from companion.web.template_helpers import Viewer, capitalised
from rules import games
from rules.log import COLOURS, SHAPES, Person
from rules.question_pages import Rows, answered, following, rows_shown

bp = Blueprint("calculators", __name__)
FILLED_MAX = 400
"""More holes than any question has are nobody's answers."""


@bp.get("/calc")
def every() -> str:
    """All questions, game by game."""
    known = [(games.spec(name), games.questions(name)) for name in games.names()]
    return page("questions.html", known=[(spec, asked) for spec, asked in known if asked])


@bp.get("/calc/<game>/<id>")
def one(game: str, id: str) -> str:
    """One question and, once something is filled in, its answer."""
    asked = next((one for one in games.questions(game) if one.id == id), None) if game in games.names() else None
    if asked is None:
        abort(404)
    filled = {key: value[:40] for key, value in list(request.args.items())[:FILLED_MAX] if len(key) <= 80}
    return page(
        "question.html",
        spec=games.spec(game),
        question=asked,
        filled=filled,
        more=following(asked, filled) if filled else (),
        blocks=answered(asked, filled) if filled else (),
        rows={hole.name: rows_shown(hole, filled) for hole in asked.holes if isinstance(hole, Rows)},
        at=Viewer("", game, you=0, people=(Person(capitalised(sentence("you")), COLOURS[0], SHAPES[0]),)),
    )

"""The print page: what will come out, a picture of it, and the file."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answered

import templates
from companion.app import service
from companion.web.door import page, spend
from companion.web.said import No, sentence
from printkit import job, language
from printkit.batch import Batch
from printkit.impose import BACKS
from printkit.language import find_language
from printkit.preview import page_png
from printkit.sheet import SheetError, find_sheet
from rules import games

bp = Blueprint("printing", __name__)
PREVIEW_PX = 900
BACK_WORDS = {
    "long": "Both sides, long edge",
    "short": "Both sides, short edge",
    "none": "Fronts only",
    "separate": "Fronts and backs as two files",
    "fold": "Side by side, to fold",
    "manual": "Both sides, turned by hand",
}
SETS = "ABCD"


@bp.get("/print")
def print_page() -> str | tuple[str, int]:
    """Game, paper, backs; the plan and a picture follow every change."""
    asked = _asked()
    try:
        plan = job.plan(asked)
    except (job.PrintError, SheetError) as problem:
        return _page(asked, None, No(sentence(str(problem)))), 422
    return _page(asked, plan)


def _page(asked: job.PrintSpec, plan: job.Plan | None, no: No | None = None) -> str:
    papers = [
        (name.removesuffix(".toml"), find_sheet(name.removesuffix(".toml")).title) for name in templates.names("sheets")
    ]
    decks = [games.deck(name) for name in games.names()]
    backs = [(word, BACK_WORDS[word]) for word in BACKS if word in BACK_WORDS]
    tongues = [(code, find_language(code).name) for code in language.names()]
    query = {
        "game": asked.game,
        "what": asked.what[0],
        "language": asked.language,
        "paper": asked.paper,
        "backs": asked.backs,
        "set": asked.print_set,
    }
    return page(
        "print.html",
        asked=asked,
        plan=plan,
        papers=papers,
        decks=decks,
        backs=backs,
        sets=SETS,
        tongues=tongues,
        query=query,
        no=no,
    )


def _asked() -> job.PrintSpec:
    args = request.args
    known = games.names()
    first = "fairytale" if "fairytale" in known else known[0]
    backs = args.get("backs", "long")
    return job.PrintSpec(
        args.get("game", first),
        args.get("paper", "letter" if _letter_country() else "a4"),
        next((word for word in BACKS if word == backs), "long"),
        what=("all",) if args.get("what") == "all" else ("cards",),
        print_set=args.get("set", "A")[:1] or "A",
        language=_language(args.get("language", "")),
    )


def _language(code: str) -> str:
    """The language asked for; else the one of the browser's that we print, else English."""
    known = language.names()
    return code if code in known else request.accept_languages.best_match(known) or language.ENGLISH


def _letter_country() -> bool:
    """Whether the browser's languages are of the countries that use Letter."""
    best = (request.accept_languages.best or "").lower()
    return best in ("en-us", "en-ca", "es-mx", "fr-ca", "en-ph")


@lru_cache(maxsize=6)
def _preview(asked: job.PrintSpec, number: int) -> bytes:
    plan = job.plan(asked)
    chosen = plan.pages[min(number, len(plan.pages)) - 1].number
    made = job.make(replace(asked, pages=((chosen, chosen),)))
    return page_png(made.files[0].data, min(number, made.files[0].pages) if made.files[0].pages > 1 else 1, PREVIEW_PX)


@bp.get("/print/page.png")
def preview() -> Answered:
    """A picture of the first page, or its back."""
    spend("scan")
    number = 2 if request.args.get("page") == "2" else 1
    answer = Response(_preview(_asked(), number), mimetype="image/png")
    answer.cache_control.private = True
    answer.cache_control.max_age = 600
    return answer


@bp.get("/print/cards.pdf")
def pdf() -> Answered | tuple[str, int]:
    """The file itself. Viewers are asked to print it at 100 %."""
    spend("scan")
    asked, prints = _asked(), service().prints
    if prints:
        asked = replace(asked, batch=prints.batch(asked.game) or Batch(asked.game))
    try:
        made = job.make(asked)
    except (job.PrintError, SheetError) as problem:
        return _page(asked, None, No(sentence(str(problem)))), 422
    if prints:
        prints.keep(made.plan)
    part = request.args.get("part", "")
    chosen = next((file for file in made.files if file.part == part), made.files[0])
    name = "-".join(filter(None, (asked.game, asked.paper, chosen.part))) + ".pdf"
    return Response(
        chosen.data, mimetype="application/pdf", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )

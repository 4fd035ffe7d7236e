"""The print page: what will come out page by page, what it takes, what would go wrong, and the files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as Answered

from companion import late
from companion.printing.queue import REFUSED, Check, Work
from companion.web import print_form
from companion.web.owner import is_owner
from companion.web.print_form import Asked, in_words
from companion.web.refusal_notice import No, sentence
from companion.web.request import client, page, service, spend
from companion.web.security_headers import asked_here
from printkit.job.batch import Batch
from printkit.print_refusal import for_page
from printkit.sheet.backs import BACKS
from printkit.sheet.card_size import CARD_SIZES
from printkit.sheet.page import Page
from printkit.sheet.printer_profile import Prices
from printkit.type import language
from rules.text import say
from rules.values.cards import Deck

if TYPE_CHECKING:
    from printkit.check.face_lint import Finding


bp = Blueprint("printing", __name__)
PREVIEW_PX, THUMB_PX = 900, 150
PATIENCE_S = 2.0
"""A file done within this is downloaded at once; a longer one gets a page that shows how far it is."""
KEPT_S = 600
INK_WORDS = {"full": "Full", "low": "Low", "grey": "Grey"}
WHAT_WORDS = {
    "guide": "Guide", "cards": "Cards", "rules": "Rules", "boards": "Boards", "tokens": "Tokens",
    "aids": "Player aids", "pads": "Score pads", "boxes": "Boxes", "labels": "Labels for sleeves",
}  # fmt: skip
MARK_WORDS = {"both": "On both sides", "fronts": "On the fronts", "backs": "On the backs", "none": "None"}
SIZE_WORDS = {name: f"{name.capitalize()}, {x:g} × {y:g} mm" for name, (x, y) in CARD_SIZES.items()}
SETS = "ABCD"
FINDINGS_SHOWN = 12


_LEAF = {"front": "{number} front", "back": "{number} back", "both": "{number}"}
_SIDE = {"front": "{section}, front", "back": "{section}, back", "both": "{section}, fronts and backs"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page in the row of small ones."""

    number: int
    label: str
    href: str
    picture: str
    now: bool


@bp.get("/print")
def print_page() -> str | tuple[str, int]:
    """Everything to choose; page, plan and check follow every change."""
    asked = print_form.read()
    if asked.no:
        return result_page(asked, None, No(asked.no)), 422
    try:
        plan = service().print_queue.plan(asked.order)
    except REFUSED as problem:
        return result_page(asked, None, No(sentence(in_words(problem)))), 422
    return result_page(asked, plan)


def result_page(asked: Asked, plan: late.print_job.Plan | None, no: No | None = None) -> str:
    """The page with everything to choose, and what comes of it; or why nothing does."""
    shared = service()
    check = shared.print_queue.known_check(asked.order) if plan else None
    if plan and check is None and request.args.get("check"):
        spend("check")
        check = shared.print_queue.check(asked.order)
    backs = sorted(BACKS, key=lambda way: (not way.has_backs, not way.shared_sheet, way.two_files))
    return page(
        "print.html",
        asked=asked,
        plan=plan,
        no=no,
        decks=print_form.printable(),
        owns=shared.own.all() if shared.own and is_owner() else (),
        can_upload=shared.own is not None and is_owner(),
        papers=print_form.papers(),
        backs=backs,
        inks=list(INK_WORDS.items()),
        marks=list(MARK_WORDS.items()),
        sizes=list(SIZE_WORDS.items()),
        label_sheets=print_form.label_sheets(),
        kinds=[(word, WHAT_WORDS[word]) for word in asked.there],
        sets=list(SETS),
        tongues=[(code, language.find_language(code).name) for code in language.names()],
        profiles=print_form.profiles(),
        places=shared.places.names(),
        listed=asked.deck.cards if len(asked.deck.cards) <= print_form.MOST_LISTED else (),
        query=urlencode(asked.pairs),
        printed=shared.print_history is not None and shared.print_history.batch(asked.game) is not None,
        **(_shown(asked, plan, check) if plan else {}),
    )


def _shown(asked: Asked, plan: late.print_job.Plan, check: Check | None) -> dict[str, Any]:
    """What the result needs: the page in sight, all pages small, and the check where there is one."""
    at = max(1, min(asked.page, len(plan.pages)))
    query = urlencode(asked.pairs)
    stamp = f"&v={asked.order.stamp}" if asked.order.stamp else ""
    leaves = [
        Leaf(
            number,
            say(_LEAF[one.side], number=number),
            href=f"/print?{query}&page={number}#sheet",
            picture=f"/print/page.png?{query}&page={number}&small=1{stamp}",
            now=number == at,
        )
        for number, one in _around(plan.pages, at)
    ]
    one = plan.pages[at - 1]
    width, height = _size_mm(one, plan)
    return {
        "at": at,
        "leaves": leaves,
        "label": _label(one, plan),
        "picture": f"/print/page.png?{query}&page={at}{stamp}",
        "height": round(PREVIEW_PX * height / width),
        "lying": width > height,
        "small": leaves[[leaf.now for leaf in leaves].index(True)].picture,
        "check": check,
        "money": _money(asked, plan, check),
        "findings": _grouped(check.findings, plan.deck)[:FINDINGS_SHOWN] if check else [],
        "notes": [sentence(for_page(note)) for note in plan.notes],
    }


AROUND = 60


def _around(pages: tuple[Page, ...], at: int) -> list[tuple[int, Page]]:
    """The pages near the one in sight: a job of two thousand pages has no use for two thousand pictures."""
    first = max(1, min(at - AROUND // 2, len(pages) - AROUND + 1))
    return list(enumerate(pages, 1))[first - 1 : first - 1 + AROUND]


def _size_mm(one: Page, plan: late.print_job.Plan) -> tuple[float, float]:
    if one.ready:
        return one.ready.width_mm, one.ready.height_mm
    return plan.grid.page_width_mm, plan.grid.page_height_mm


def _label(one: Page, plan: late.print_job.Plan) -> str:
    section = plan.language.say(one.section, plan.deck.game) if one.section else plan.deck.spec.title
    return say(_SIDE[one.side], section=section)


def _money(asked: Asked, plan: late.print_job.Plan, check: Check | None) -> str:
    profile = asked.fit.profile
    prices = Prices("", asked.prices.sheet, asked.prices.ink)
    if profile and not (prices.sheet or prices.ink_page):
        prices = profile.prices
    if not (prices.sheet or prices.ink_page) or (prices.ink_page and check is None):
        return ""
    cost = prices.cost(plan.sheets, check.covered if check else 0.0)
    return f"{cost:.2f} {prices.currency}".strip()


def named(card: str, deck: Deck) -> str:
    """A finding's card by the name people know it by."""
    return deck.by_id[card].name if card in deck.by_id else card


def _grouped(findings: tuple[Finding, ...], deck: Deck) -> list[tuple[str, Finding]]:
    """What several cards have in common is said once: (the cards, one of their findings)."""
    alike: dict[tuple[str, str, str, str], list[Finding]] = {}
    for one in findings:
        problem = one.problem if one.place != "edges" else ""
        alike.setdefault((one.place, problem, one.cure, one.level), []).append(one)
    return [_told(group, deck) for group in alike.values()]


def _told(group: list[Finding], deck: Deck) -> tuple[str, Finding]:
    first, more = group[0], len(group) - 1
    if first.place == "edges" and more:
        pairs = "one more pair" if more == 1 else f"{more} more pairs"
        return first.card, replace(first, problem=f"{first.problem}; so do {pairs} of colours")
    named_first = ", ".join(dict.fromkeys(named(one.card, deck) for one in group[: late.lint.MOST_NAMED]))
    return named_first + (
        f" and {len(group) - late.lint.MOST_NAMED} more" if group[late.lint.MOST_NAMED :] else ""
    ), first


@bp.get("/print/page.png")
def preview() -> Answered:
    """A picture of one page, large or small."""
    spend("page")
    asked = print_form.read()
    if asked.no:
        abort(404)
    width = THUMB_PX if request.args.get("small") else PREVIEW_PX
    try:
        data = service().print_queue.picture(asked.order, asked.page, width, client())
    except REFUSED:
        abort(404)
    answer = Response(data, mimetype="image/png")
    answer.cache_control.private = True
    answer.cache_control.max_age = KEPT_S
    return answer


@bp.get("/print/cards.pdf")
def pdf() -> Answered | tuple[str, int]:
    """The file, where it is made in a moment; else the page that shows how far it is."""
    if not asked_here():
        return print_page_instead()
    spend("print")
    asked, prints = print_form.read(), service().print_history
    batch = (prints.batch(asked.game) or Batch(asked.game)) if prints else None
    if asked.no:
        return result_page(asked, None, No(asked.no)), 422
    try:
        queue = service().print_queue
        work = queue.begin(asked.order, f"{asked.game}-{queue.plan(asked.order).file_word}".lower(), batch)
    except REFUSED as problem:
        return result_page(asked, None, No(sentence(in_words(problem)))), 422
    part = request.args.get("part", "")
    if work.ended.wait(PATIENCE_S) and work.state == "ready":
        return _file(work, part)
    return redirect(f"/print/job/{work.id}", 303)


def print_page_instead() -> Answered:
    """For a link on a foreign page, which starts no print: the page with everything chosen, one tap before it."""
    return redirect(f"/print?{request.query_string.decode('ascii', 'ignore')}", 303)


@bp.get("/print/job/<id>")
def work_page(id: str) -> Answered | str | tuple[str, int]:
    """How far a file is; without scripts the page loads itself again."""
    work = service().print_queue.find(id)
    if work is None:
        return page("print_job.html", work=None), 404
    return page("print_job.html", work=work, ahead=service().print_queue.ahead(work), error=sentence(work.error))


@bp.get("/print/job/<id>.json")
def work_state(id: str) -> Answered | dict[str, object]:
    """How far a file is, for scripts."""
    work = service().print_queue.find(id)
    if work is None:
        abort(404)
    return {"state": work.state, "done": work.done, "total": work.total, "ahead": service().print_queue.ahead(work)}


@bp.get("/print/file/<id>.pdf")
def work_file(id: str) -> Answered | tuple[str, int]:
    """A finished file."""
    work = service().print_queue.find(id)
    if work is None or work.state != "ready":
        return page("print_job.html", work=None), 404
    return _file(work, request.args.get("part", ""))


def _file(work: Work, part: str) -> Answered:
    chosen = next((file for file in work.files if file.part == part), work.files[0])
    name = "-".join(filter(None, (work.name, chosen.part))) + ".pdf"
    return Response(
        chosen.data, mimetype="application/pdf", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )

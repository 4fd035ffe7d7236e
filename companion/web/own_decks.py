"""Cards of one's own: the file comes up, its first cards are seen, what is wrong is said by row and column."""

from __future__ import annotations

import io
from dataclasses import replace

from flask import Blueprint, Response, request
from PIL import Image, ImageDraw
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as Answered

from companion import late
from companion.errors import NoTable, Trouble
from companion.network.linked_file import LinkError, fetched
from companion.own_decks import sample_table
from companion.own_decks.decks import OwnDeck, OwnDecks, OwnRefusal
from companion.own_decks.sent_face import MOST_FACE, SentFace, sent_face
from companion.own_decks.sent_pictures import MOST_TOGETHER, Sent, unpacked
from companion.printing.queue import REFUSED, Order
from companion.web.owner import owners
from companion.web.print_form import in_words
from companion.web.print_page import named
from companion.web.refusal_notice import No, sentence
from companion.web.request import page, see_other, service, spend
from printkit.input.tables import read_table_file
from printkit.sheet.backs import FRONTS_ONLY
from rules.text import Name, say
from rules.values.cards import Deck
from rules.values.columns import one_line
from rules.values.own_deck import title_of
from rules.values.rows import MAX_BYTES, DeckError, Problem

bp = Blueprint("owncards", __name__)
MOST_UPLOAD = MAX_BYTES + MOST_TOGETHER + MOST_FACE + 500_000
"""The largest table, all its pictures, a face and the form around them."""
OWN_FACE = "own"
"""What the look of a deck with a face of its own is called in the form."""
PROBLEMS_SHOWN = 40
LOOKS = {
    "playing": say("Playing cards"),
    "fantasy": say("Fantasy"),
    "flat": say("Modern and flat"),
    "noir": say("Noir"),
    "kids": say("For children"),
    "scifi": say("Science fiction"),
}
SHEET = "sheet.csv"
"""What a table fetched by its link is called."""
MOST_LINK = 1_000
NINE, ACROSS = 9, 3
NINE_DPI, NINE_GAP_PX = 132, 18
Answer = str | Answered | tuple[str | Answered, int]


def _decks() -> OwnDecks:
    found = service().own
    if found is None:
        raise NoTable("no_decks", "This server keeps no decks of one's own; start it with tablewright serve.")
    return found


@bp.get("/print/own")
@owners
def own_page() -> Answer:
    """All decks, and the form for a new one."""
    return page("own.html", decks=_decks().all(), typed={}, looks=_looks())


@bp.get("/print/own/example.csv")
def example() -> Answered:
    """The sample table."""
    head = {"Content-Disposition": f'attachment; filename="{sample_table.NAME}"'}
    return Response(sample_table.table(), mimetype="text/csv", headers=head)


@bp.post("/print/own")
@owners
def upload() -> Answer:
    """A new deck."""
    decks = _decks()
    try:
        data, file, sent, face, link = _uploaded()
        form = request.form
        title = form.get("title", "")[:200] or title_of(file)
        letters, look = form.get("letters", "")[:20], form.get("look", "")
        table = read_table_file(data, file)
        kept = decks.keep(table, file, title, letters, sent=sent, look=look, face=face or "", link=link)
    except (DeckError, OwnRefusal, RequestEntityTooLarge) as problem:
        no, problems, status = _why(problem)
        typed = {} if status == 413 else request.form
        field = getattr(problem, "field", "file")
        more = {"no": no, "problems": problems, "field": field}
        body = page("own.html", None, decks=decks.all(), looks=_looks(), typed=typed, **more)
        return body, status
    return see_other(f"/print/own/{kept.letters}")


@bp.get("/print/own/<letters>")
@owners
def deck_page(letters: str) -> Answer:
    """One deck: its first cards, what to know, and the ways on."""
    return _deck(_decks().find(letters))


def _deck(kept: OwnDeck, no: No | None = None, problems: tuple[Problem, ...] = (), field: str = "") -> str:
    findings: list[str] = []
    try:
        found = service().print_queue.lint(_order(kept))
        findings = [
            f"{named(one.card, kept.deck)}, {one.place}: {one.problem}; {one.cure}."
            for one in found
            if one.level == "problem"
        ]
    except REFUSED as problem:
        findings = [sentence(in_words(problem))]
    return page("own_deck.html", kept=kept, no=no, problems=problems, findings=findings, looks=_looks(), field=field)


def _looks() -> tuple[tuple[str, str], ...]:
    """The ready looks with their names, ours first."""
    return (("", say("As our games")), *((name, LOOKS.get(name, name)) for name in late.card_layout.looks()))


def _order(kept: OwnDeck) -> Order:
    return Order(late.print_job.PrintSpec(kept.game, backs=FRONTS_ONLY), kept.stamp, kept.deck)


@bp.post("/print/own/<letters>")
@owners
def upload_again(letters: str) -> Answer:
    """The next version of a deck: codes stay."""
    decks = _decks()
    old = decks.find(letters)
    try:
        data, file, sent, face, link = _uploaded()
        title = request.form.get("title", "")[:200] or old.title
        look = request.form.get("look", OWN_FACE if old.face else old.look)
        decks.keep(
            read_table_file(data, file),
            file,
            title,
            letters,
            replacing=True,
            sent=sent,
            look=look,
            face=face or (old.face if look == OWN_FACE else ""),
            link=link,
        )
    except (DeckError, OwnRefusal, RequestEntityTooLarge) as problem:
        no, problems, status = _why(problem)
        return _deck(old, no, problems, getattr(problem, "field", "")), status
    return see_other(f"/print/own/{letters}")


@bp.post("/print/own/<letters>/look")
@owners
def another_look(letters: str) -> Answer:
    """The deck's cards on another look; their codes stay."""
    spend("upload")
    _decks().put_on(letters, request.form.get("look", ""))
    return see_other(f"/print/own/{letters}")


@bp.post("/print/own/<letters>/remove")
@owners
def remove(letters: str) -> Answer:
    """Take a deck away."""
    spend("upload")
    _decks().remove(letters)
    return see_other("/print/own")


@bp.get("/print/own/<letters>/first.webp")
@owners
def first_nine(letters: str) -> Answered:
    """The first nine cards as one picture."""
    spend("page")
    kept = _decks().find(letters)
    try:
        data = service().print_queue.kept_picture(("nine", kept.letters, kept.stamp), lambda: _nine(kept))
    except REFUSED as problem:
        raise Trouble("cannot_draw", in_words(problem)) from None
    answer = Response(data, mimetype="image/webp")
    answer.cache_control.private = True
    answer.cache_control.max_age = 600
    return answer


def _nine(kept: OwnDeck) -> bytes:
    """Three by three faces with round corners on nothing."""
    cards = tuple(replace(card, copies=1) for card in kept.deck.cards if card.copies)[:NINE]
    plan = late.print_job.plan(late.print_job.PrintSpec(kept.game, backs=FRONTS_ONLY), Deck(kept.deck.spec, cards))
    canvas = late.export.Canvas(late.faces.size_mm(kept.deck.game), dpi=NINE_DPI)
    width, height = canvas.pixels
    rows = -(-len(cards) // ACROSS)
    size = (ACROSS * (width + NINE_GAP_PX) - NINE_GAP_PX, rows * (height + NINE_GAP_PX) - NINE_GAP_PX)
    whole = Image.new("RGBA", size)
    mask = Image.new("L", (width, height))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), 0.05 * width, fill=255)
    shown = [late.export.Shown(piece) for piece in late.export.pieces(plan)]
    for at, face in enumerate(late.export.pictures(plan, shown, canvas)):
        whole.paste(face, (at % ACROSS * (width + NINE_GAP_PX), at // ACROSS * (height + NINE_GAP_PX)), mask)
    out = io.BytesIO()
    whole.save(out, "WEBP", quality=88, method=3)
    return out.getvalue()


def _uploaded() -> tuple[bytes, str, Sent, SentFace | None, str]:
    """The file of the form, what it is called, the pictures beside it, a face of its own, and the link of the sheet
    that was fetched instead of a file.

    Raises RequestEntityTooLarge before any of it is read.
    """
    spend("upload")
    request.max_content_length = MOST_UPLOAD
    file = request.files.get("file")
    data = file.read() if file else b""
    link = ""
    if not file or not (file.filename or data):
        link = one_line(request.form.get("link", ""))[:MOST_LINK]
        if not link:
            raise OwnRefusal("There was no file. Choose a CSV or XLSX file, then send it.", "file")
        data = _fetched(link)
    beside = [(_name_of(one.filename), one.read()) for one in request.files.getlist("pictures") if one.filename]
    own = request.files.get("face")
    face = sent_face(_name_of(own.filename) or "face.toml", own.read()) if own and own.filename else None
    sizes = [len(data), *(len(picture) for _, picture in beside), *map(len, face.files.values() if face else ())]
    service().uploads.refuse_over(sizes)
    name = SHEET if link or not file else _name_of(file.filename)[-60:] or "cards.csv"
    return data, name, unpacked(beside), face, link


def _fetched(link: str) -> bytes:
    """The table behind a link. Raises OwnRefusal."""
    try:
        return fetched(link)
    except LinkError as error:
        raise OwnRefusal(say("The link {problem}.", problem=error.text), "link") from None


def _name_of(sent: str | None) -> str:
    """A file's name as it can be shown, without folders."""
    return "".join(c for c in sent or "" if c.isprintable()).replace("\\", "/").rpartition("/")[2]


def _why(problem: DeckError | OwnRefusal | RequestEntityTooLarge) -> tuple[No, tuple[Problem, ...], int]:
    """What to say, the faults as rows, and the status."""
    if isinstance(problem, RequestEntityTooLarge):
        text = (
            "A card file has at most {file} MB, its pictures {pictures} MB together, and its face {face} MB. Save the "
            "pictures smaller: 1,500 pixels across will do."
        )
        megabytes = {"file": MAX_BYTES, "pictures": MOST_TOGETHER, "face": MOST_FACE}
        said = say(text, **{part: most // 1_000_000 for part, most in megabytes.items()})
        return No(said), (), 413
    if isinstance(problem, OwnRefusal):
        return No(str(problem)), (), 422
    count = len(problem.problems)
    one, several = "One thing in {file} to put right", "{count} things in {file} to put right"
    rule = "Correct the file, save it, and choose it again. Nothing was kept."
    said = say(one if count == 1 else several, count=count, file=Name(problem.file))
    return No(said, rule), problem.problems[:PROBLEMS_SHOWN], 422

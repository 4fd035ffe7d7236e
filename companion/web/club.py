"""Club nights: the host's pages (the owner of the computer), the board for a projector, and the way to one's table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from companion.club import exports
from companion.club.join_cards import JoinCard, cards_pdf, poster_pdf
from companion.club.night import Night
from companion.club.night_view import IDLE_S, NightView, fingerprint, view_of
from companion.club.nights import TABLES_MOST, ClubNights
from companion.errors import NoTable, SeatTaken
from companion.table.live_table import must
from companion.table.tokens import tidy_code
from companion.web import cookies
from companion.web.first_games import on_shelf
from companion.web.lobby import chosen_options, infos, ways_in
from companion.web.owner import is_owner, owners
from companion.web.refusal_notice import No, why_not
from companion.web.request import number, page, see_other, service, spend, tables, tokens
from printkit.sheet.paper import find_sheet
from rules import games
from rules.game_protocol import Refusal
from rules.values.cards import Card

bp = Blueprint("club", __name__)
PAPERS = ("a4", "letter")
Answer = str | AnyResponse | tuple[str, int]
Given = ParamSpec("Given")
Made = TypeVar("Made")


def _nights() -> ClubNights:
    return service().club


def _found(id_: str) -> Night:
    """The night, where a wrong code counts as a guess. Raises NoTable, TooOften."""
    try:
        return _nights().find(id_)
    except NoTable:
        spend("guess")
        raise


# --- the host's pages


@bp.get("/club")
@owners
def nights() -> Answer:
    """All nights, and the form for a new one."""
    return _list()


def _list(no: No | None = None) -> str:
    return page("club.html", nights=_nights().all(), games=infos(), typed=request.form, no=no)


@bp.post("/club")
@owners
def open_night() -> Answer:
    """A new night."""
    spend("open")
    form = request.form
    info = next((one for one in infos() if one.id == form.get("game", "")), None)
    try:
        night = _nights().open(
            form.get("title", ""),
            kind=form.get("kind", "open"),
            game=info.id if info else "",
            options=chosen_options(info) if info else (),
            seats=number("seats") or 0,
            names=form.get("names", "").splitlines(),
            round_minutes=number("minutes") or 0,
        )
    except Refusal as problem:
        return _list(why_not(problem)), 400
    return see_other(f"/club/{night.id}")


@dataclass(frozen=True, slots=True)
class _Host:
    """What the host's page shows beside the night."""

    seen: NightView
    board: str
    now: float


@bp.get("/club/<night_id>")
@owners
def night(night_id: str) -> Answer:
    """Every table: who plays what, since when, whose turn it is, what came of it; and who calls."""
    return _host_page(_found(night_id))


def _host_page(found: Night, no: No | None = None) -> str:
    nights = _nights()
    seen = view_of(nights, found, _round())
    host = _Host(seen, _board_url(found), nights.clock())
    return page("club_night.html", host=host, view=seen, games=infos(), idle_s=IDLE_S, most=TABLES_MOST, no=no)


def _round() -> int | None:
    text = request.args.get("round", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _board_url(found: Night) -> str:
    return f"{service().network.base_url()}/b/{found.id}"


def _acts(change: Callable[Given, object]) -> Callable[Given, Answer]:
    """A change of the host's: then the night's page again, with the reason where it was refused."""

    @owners
    @wraps(change)
    def asked(*args: Given.args, **named: Given.kwargs) -> Answer:
        spend("change")
        found = _found(str(named["night_id"]))
        try:
            answer = change(*args, **named)
        except Refusal as problem:
            return _host_page(_found(found.id), why_not(problem)), 400
        return answer if isinstance(answer, AnyResponse) else see_other(f"/club/{found.id}")

    return asked


@bp.post("/club/<night_id>/tables")
@_acts
def add_tables(night_id: str) -> object:
    """More tables of a game."""
    spend("open")
    return _nights().add_tables(night_id, request.form.get("game", ""), number("count") or 0)


@bp.post("/club/<night_id>/round")
@_acts
def next_round(night_id: str) -> object:
    """Pair the next round."""
    return _nights().next_round(night_id)


@bp.post("/club/<night_id>/round/back")
@_acts
def take_round_back(night_id: str) -> object:
    """The round was paired too early."""
    return _nights().take_round_back(night_id)


@bp.post("/club/<night_id>/tables/<table_code>/result")
@_acts
def give_result(night_id: str, table_code: str) -> object:
    """Everybody's place by the host's hand, or the game's own result again."""
    typed = request.form.getlist("place")
    places = [int(one) for one in typed if one.isascii() and one.isdigit() and len(one) < 4]
    return _nights().give_result(night_id, table_code, () if "own" in request.form else places or (0,))


@bp.post("/club/<night_id>/tables/<table_code>/answered")
@_acts
def answered(night_id: str, table_code: str) -> object:
    """The host has been there."""
    return _nights().answered(night_id, table_code)


@bp.post("/club/<night_id>/tables/<table_code>/host")
@_acts
def host_there(night_id: str, table_code: str) -> object:
    """This phone becomes a host of that table, beside whoever is."""
    if _found(night_id).table(tidy_code(table_code)) is None:
        raise NoTable("no_table", "That table is not part of this night.")
    token = tables().one_more_host(table_code)
    answer = make_response(see_other(f"/t/{tidy_code(table_code)}"))
    return cookies.keep(answer, request, table_code, token)


@bp.post("/club/<night_id>/people")
@_acts
def add_player(night_id: str) -> object:
    """Somebody comes late, or back."""
    return _nights().add_player(night_id, request.form.get("name", ""))


@bp.post("/club/<night_id>/people/<int:person>/drop")
@_acts
def drop_player(night_id: str, person: int) -> object:
    """Somebody has left."""
    return _nights().drop_player(night_id, person)


@bp.post("/club/<night_id>/close")
@_acts
def close(night_id: str) -> object:
    """The night is over, or goes on after all."""
    return _nights().close(night_id, closed="again" not in request.form)


# --- to print and to take along


@bp.get("/club/<night_id>/cards.pdf")
@owners
def cards(night_id: str) -> AnyResponse:
    """A card for each table of the round."""
    spend("print")
    found = _found(night_id)
    shown = view_of(_nights(), found, _round())
    made = []
    for line in shown.tables:
        way = ways_in(line.code)[0]
        names = " · ".join(one.name for one in line.people)
        about = names if names and found.is_tournament else "Scan to sit down"
        made.append(
            JoinCard(
                str(line.number), line.title, way.url, f"{way.shown}/j/{line.code}", line.code, about, _cover(line.game)
            )
        )
    name = f"tablewright-tables-{found.id}.pdf"
    return _file(cards_pdf(made, find_sheet(_paper()), found.title), "application/pdf", name)


@bp.get("/club/<night_id>/poster.pdf")
@owners
def poster(night_id: str) -> AnyResponse:
    """A sheet for the door, which leads everybody to their table."""
    spend("print")
    found = _found(night_id)
    url = _board_url(found)
    about = "Scan to find your table" if found.is_tournament else "Scan to see every table"
    shown = JoinCard(
        "", found.title, url, url.split("://", 1)[-1], found.id, about, _cover(found.game or _first_game(found))
    )
    return _file(poster_pdf(shown, find_sheet(_paper())), "application/pdf", f"tablewright-poster-{found.id}.pdf")


def _first_game(found: Night) -> str:
    return next((table.game for table in found.tables), "")


def _cover(game: str) -> Card | None:
    if game not in games.names():
        return None
    cover = on_shelf(tables().games.info(game)).cover
    return next((card for card in games.deck(game).cards if card.id == cover), None)


def _paper() -> str:
    asked = request.args.get("paper", "")
    return asked if asked in PAPERS else PAPERS[0]


@bp.get("/club/<night_id>/standings.csv")
@owners
def as_csv(night_id: str) -> AnyResponse:
    """The standings and every table's result, for a spreadsheet."""
    text = exports.as_csv(_nights(), _found(night_id))
    return _file(("\ufeff" + text).encode("utf-8", "replace"), "text/csv; charset=utf-8", f"tablewright-{night_id}.csv")


@bp.get("/club/<night_id>/night.json")
@owners
def as_json(night_id: str) -> AnyResponse:
    """The night with pairings, results and standings, for programs."""
    text = exports.as_json(_nights(), _found(night_id))
    return _file(text.encode("utf-8", "replace"), "application/json", f"tablewright-{night_id}.json")


def _file(content: bytes, kind: str, name: str) -> AnyResponse:
    answer = make_response(content)
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return answer


# --- what everybody sees


@bp.get("/b/<night_id>")
def board(night_id: str) -> Answer:
    """The board of the night: for a projector, and for phones that look for their table."""
    return _board(_found(night_id))


def _board(found: Night, no: No | None = None) -> str:
    spend("page")
    seen = view_of(_nights(), found)
    return page("club_board.html", view=seen, url=_board_url(found), now=_nights().clock(), owner=is_owner(), no=no)


@bp.get("/b/<night_id>/news")
def news(night_id: str) -> AnyResponse:
    """A word that is another one whenever a page of the night has changed."""
    spend("page")
    answer = make_response(fingerprint(_nights(), _found(night_id)))
    answer.headers["Content-Type"] = "text/plain; charset=utf-8"
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/b/<night_id>/sit")
def sit(night_id: str) -> Answer:
    """That is me: sit down at my table."""
    spend("join")
    found, person = _found(night_id), number("person")
    table = next((one for one in found.now if person in one.people), None)
    held = tokens(table.code) if table else ()
    if table is not None and tables().look(table.code, held).held:
        return see_other(f"/t/{table.code}")
    try:
        table, joined, host = _nights().sit(found.id, -1 if person is None else person, held)
    except (Refusal, SeatTaken) as problem:
        no = why_not(problem)
        return _board(found, no), no.status
    answer = make_response(see_other(f"/t/{table.code}"))
    return cookies.keep(answer, request, table.code, joined.token, *([host] if host else []))


@bp.post("/t/<code>/call")
def call(code: str) -> Answer:
    """Somebody at a table wants the host of the night."""
    spend("change")
    must(tables().holds(code, tokens(code)), "Only somebody who sits at the table can call the host.")
    _nights().call(code)
    return see_other(f"/t/{tidy_code(code)}/seats")

"""Our games: past tables, figures of people and games as charts, and files to take along.

The owner of the computer sees every table, a phone those it has sat at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import NotYours
from companion.results import charts, exports, statistics
from companion.results.people import KEPT_AS, People, digest, folded, known, read_people, written
from companion.results.result import Result, SeatResult, kept_result
from companion.table import tokens as secrets
from companion.web import cookies
from companion.web.art_tiles import tile
from companion.web.owner import is_owner
from companion.web.request import page, see_other, tables
from companion.web.template_helpers import Sitter, letter
from rules import games
from rules.log import COLOURS, SHAPES
from rules.text import say

bp = Blueprint("history", __name__)
SHOWN = 60
OPEN_SHOWN = 12
OPEN_LOOKED_AT = 100
NAME_MOST = 60
MONTHS = tuple(
    say(month)
    for month in (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    )
)  # fmt: skip
DAYS = tuple(say(day) for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"))


@dataclass(frozen=True, slots=True)
class Seen:
    """What this phone may see: results with everybody under one name, and the names it has sat under itself."""

    results: tuple[Result, ...]
    own: frozenset[str]
    own_digests: frozenset[str]
    owner: bool


def seen_results() -> Seen:
    """The results this phone may see: all of them at the computer itself, else those of tables it holds a token of."""
    store, people, owner = tables().store, _people(), is_owner()
    held = {secrets.digest(token) for code in cookies.tables(request) for token in cookies.tokens(request, code)}
    opened = store.opened_by(held) if held else ()
    rows = store.results(None if owner else {code for code, _ in opened})
    kept = tuple(filter(None, map(kept_result, rows)))
    results = known(kept, people)
    seats = {(code, key.seat) for code, key in opened if key.kind == "seat"}

    def sat(found: Iterable[Result]) -> Iterator[str]:
        """The names at this phone's own seats."""
        return (
            seat.name for one in found for at, seat in enumerate(one.seats) if seat.name and (one.code, at) in seats
        )

    return Seen(results, frozenset(map(folded, sat(results))), frozenset(map(digest, sat(kept))), owner)


def _people() -> People:
    return read_people(tables().store.remembered(KEPT_AS))


@bp.get("/games")
def us() -> str:
    """Everybody's wins, and two people head to head."""
    seen = seen_results()
    wanted = wanted_results()
    results = wanted.of(seen.results)
    everybody = statistics.people(results)
    names = [one.name for one in everybody]
    pair = _pair(results, names, seen.own)
    forgotten = request.args.get("forgotten", "")
    return page(
        "history_us.html",
        tab="us",
        history=seen,
        wanted=wanted,
        results=results,
        everybody=everybody,
        own_names=[name for name in names if folded(name) in seen.own],
        pair=statistics.head_to_head(results, *pair) if pair else None,
        games=statistics.each_game(results),
        forgotten=forgotten if forgotten in _people().forgotten else "",
        **common_parts(seen),
    )


def _pair(results: Sequence[Result], names: Sequence[str], own: frozenset[str]) -> tuple[str, str] | None:
    """The two asked for, else this phone's person and whom they met most, else the two who met most often."""
    asked = [next((n for n in names if folded(n) == folded(request.args.get(key, ""))), "") for key in ("a", "b")]
    if all(asked) and asked[0] != asked[1]:
        return asked[0], asked[1]
    wish = asked[0] or asked[1] or next((n for n in names if folded(n) in own), "")
    met = [one for one in results if any(folded(seat.name) == folded(wish) for seat in one.seats)] if wish else results
    if not wish:
        return statistics.closest_pair(met)
    others = [one.name for one in statistics.people(met) if folded(one.name) != folded(wish)]
    return (wish, others[0]) if others else None


@bp.get("/games/each")
def each() -> str:
    """Each game's records, best cards and lengths."""
    seen = seen_results()
    wanted = wanted_results()
    results = wanted.of(seen.results)
    by_game = {
        one.game: statistics.points_over_time([result for result in results if result.game == one.game])
        for one in statistics.each_game(results)
    }
    return page(
        "history_each.html",
        tab="each",
        history=seen,
        wanted=wanted,
        results=results,
        games=statistics.each_game(results),
        lines=by_game,
        months=statistics.months(results, tables().registry.clock()),
        **common_parts(seen),
    )


@bp.get("/games/evenings")
def evenings() -> str:
    """Past tables by the evening, the newest first; and those whose game is not over."""
    seen = seen_results()
    wanted = wanted_results()
    results = wanted.of(seen.results)
    begin = min(_number("from"), max(0, len(results) - 1))
    return page(
        "history_evenings.html",
        tab="evenings",
        history=seen,
        wanted=wanted,
        results=results,
        evenings=statistics.evenings(results[begin : begin + SHOWN]),
        begin=begin,
        shown=SHOWN,
        unfinished=_unfinished(seen) if not begin and wanted == statistics.Wanted() else (),
        **common_parts(seen),
    )


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A table whose game is not over, for the owner to find again."""

    code: str
    game: str
    title: str
    made_at: float


def _unfinished(seen: Seen) -> tuple[Unfinished, ...]:
    if not seen.owner:
        return ()
    known_games = tables().games
    playable = known_games.playable()
    rows = tables().store.without_result(OPEN_LOOKED_AT)
    return tuple(
        Unfinished(row.code, row.game, known_games.info(row.game).title, row.made_at)
        for row in [row for row in rows if row.game in playable][:OPEN_SHOWN]
    )


def common_parts(seen: Seen) -> dict[str, Any]:
    """What every one of these pages needs."""
    return {
        "charts": charts,
        "svg": Markup,
        "line": charts.Line,
        "sitter": sitter,
        "day": said_day,
        "day_of": statistics.day_of,
        "picture_of": picture_of,
        "card_tile": card_tile,
        "lengths": statistics.lengths,
        "all_games": sorted({(one.game, one.title) for one in seen.results}, key=lambda pair: pair[1]),
        "all_names": sorted({seat.name for one in seen.results for seat in one.seats if seat.name}, key=folded),
        "query": query_of,
    }


def wanted_results() -> statistics.Wanted:
    """Which results the address asks for."""
    args = request.args
    return statistics.Wanted(
        args.get("game", "")[:NAME_MOST], args.get("who", "")[:NAME_MOST], since=_day("since"), until=_day("until")
    )


def query_of(wanted: statistics.Wanted, **more: object) -> str:
    """The question as part of an address."""
    asked = {"game": wanted.game, "who": wanted.who, "since": wanted.since, "until": wanted.until, **more}
    return urlencode({key: value for key, value in asked.items() if value})


def _day(name: str) -> date | None:
    try:
        return date.fromisoformat(request.args.get(name, ""))
    except ValueError:
        return None


def _number(name: str) -> int:
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0


def said_day(day: date, *, week: bool = False) -> str:
    """A day in words."""
    said = say("{day} {month} {year}", day=day.day, month=MONTHS[day.month - 1], year=day.year)
    return say("{weekday}, {day}", weekday=DAYS[day.weekday()], day=said) if week else said


def sitter(one: SeatResult | statistics.PersonFigures | statistics.PointsLine) -> Sitter:
    """A person as a badge shows them."""
    name = one.name
    return Sitter(-1, name, one.colour or COLOURS[0], one.shape or SHAPES[0], letter(name) if name else "?", not name)


def card_tile(game: str, shown: str) -> str:
    """The address of the tile of a card, by the name a screen shows it under: its own, or one with a number before."""
    found = tile(game, shown)
    if not found and game in games.names():
        names = {card.name for card in games.deck(game).cards if shown.endswith(f" {card.name}")}
        found = tile(game, max(names, key=len)) if names else ""
    return found


def picture_of(one: Result) -> str:
    """The tile a past game is shown by: the winner's best card with a picture, else any of the game's."""
    for seat in (*one.winners, *one.seats):
        best = max(seat.lines, key=lambda line: line.points, default=None)
        named = [best.label] if best is not None and best.suit else []
        found = next((picture for card in (*named, *seat.cards) if (picture := card_tile(one.game, card))), "")
        if found:
            return found
    return tile(one.game, games.deck(one.game).cards[0].id) if one.game in games.with_cards() else ""


# --- people, by those they are


@bp.post("/games/people")
def people() -> AnyResponse:
    """Two spellings of one person, somebody forgotten, somebody back: for oneself, or at the computer for anybody."""
    name, wish = (request.form.get(key, "")[:NAME_MOST].strip() for key in ("name", "wish"))
    before, seen = _people(), seen_results()
    back, told = request.form.get("back", "")[:80], {}
    if back:
        _allow(back, seen.owner or back in seen.own_digests)
        after = before.with_back(back)
    else:
        _allow(name, seen.owner or folded(name) in seen.own)
        if wish == "forget":
            after, told = before.without(name), {"forgotten": digest(name)}
        else:
            after = before.with_alias(name, request.form.get("stands_for", "")[:NAME_MOST].strip())
    tables().store.remember(KEPT_AS, written(after))
    return see_other(f"/games?{urlencode(told)}#people")


def _allow(name: str, allowed: bool) -> None:
    if not name:
        abort(404)
    if not allowed:
        raise NotYours("not_yours", "Only the person of that name, or the owner of the computer, can change that.")


# --- to take along


@bp.get("/games.csv")
def as_csv() -> Response:
    """The results this phone may see, for a spreadsheet."""
    text = exports.as_csv(wanted_results().of(seen_results().results))
    # Spreadsheets take a file without this mark for another alphabet's.
    return download("\ufeff" + text, "text/csv; charset=utf-8", "tablewright-games.csv")


@bp.get("/games.bgsplay")
def as_bg_stats() -> Response:
    """The results this phone may see, for BG Stats."""
    text = exports.as_bg_stats(wanted_results().of(seen_results().results))
    return download(text, "application/json; charset=utf-8", "tablewright-games.bgsplay")


def download(text: str, kind: str, name: str) -> Response:
    """A file to keep."""
    answer = make_response(text.encode("utf-8", "replace"))
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

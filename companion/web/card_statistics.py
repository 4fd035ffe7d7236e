"""What each card of a game did at the tables here, as charts, for whoever tests the game; the owner's alone.

Others could learn from it what was in somebody's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.results.card_figures import CardRecord, GameRecord, as_csv, record
from companion.results.result import Result
from companion.table.card_course import copies_in_deck
from companion.table.card_courses import MOST
from companion.web.history import Seen, common_parts, download, query_of, seen_results, wanted_results
from companion.web.owner import owners
from companion.web.request import page, see_other, service
from rules.text import say

bp = Blueprint("cardstatistics", __name__)
WAIT_S = 1.5
AGAIN_S = 3
"""A page that shows how far the reading is asks again after this."""
FEW = 3
"""A share of fewer players than this says nothing about the card."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One card in one chart: its bar from ``start`` to ``end`` (0 to 1), and the figure beside it.

    ``few`` says that the figure comes of too few players to mean much.
    """

    card: CardRecord
    start: float
    end: float
    figure: str
    few: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """One measure of all cards, the highest first. ``usual`` is where all players together stand, 0 to 1."""

    id: str
    label: str
    meant: str
    bars: tuple[Bar, ...]
    usual: float | None = None


@bp.get("/games/cards")
@owners
def cards() -> str | tuple[str, int, dict[str, str]]:
    """The cards of one game: the one asked for, else the one played last."""
    seen, wanted = seen_results(), wanted_results()
    results = wanted.of(seen.results)
    results = tuple(one for one in results if one.game == results[0].game)
    told = service().card_courses.told(results, WAIT_S)
    found = record(told, copies_in_deck(results[0].game)) if told else None
    every = charts_of(found) if found else ()
    asked = request.args.get("by", "")
    body = page(
        "history_cards.html",
        tab="cards",
        history=seen,
        wanted=wanted,
        results=results,
        found=found,
        read=len(told),
        asked_for=min(len(results), MOST),
        most=MOST,
        title=results[0].title if results else "",
        others=_titles(seen),
        every=every,
        chart=next((one for one in every if one.id == asked), every[0] if every else None),
        **common_parts(seen),
    )
    return (body, 200, {"Refresh": str(AGAIN_S)}) if len(told) < min(len(results), MOST) else body


def _titles(seen: Seen) -> tuple[tuple[str, str], ...]:
    """The games there are results of, the one played last first."""
    return tuple({one.game: one.title for one in reversed(seen.results)}.items())[::-1]


@bp.get("/games/cards.csv")
@owners
def cards_csv() -> Response:
    """The same for a spreadsheet; while games are still being read, the page that says how far it is."""
    wanted = wanted_results()
    results: Sequence[Result] = [one for one in seen_results().results if one.game == wanted.game]
    results = wanted.of(results)
    told = service().card_courses.told(results, WAIT_S)
    if not told or len(told) < min(len(results), MOST):
        return see_other(f"/games/cards?{query_of(wanted)}")
    text = as_csv(record(told, copies_in_deck(wanted.game)))
    # Spreadsheets take a file without this mark for another alphabet's.
    return download("\ufeff" + text, "text/csv; charset=utf-8", "tablewright-cards.csv")


# --- the charts


def charts_of(found: GameRecord) -> tuple[Chart, ...]:
    """The measures in which anything stands."""
    usual = sum(one.won for one in found.seats) / found.players
    every = (
        _counted(found, "played", lambda one: one.played),
        _counted(found, "held", lambda one: one.held),
        _counted(found, "middle", lambda one: one.middle),
        _won(found, usual),
        _points(found),
    )
    return tuple(one for one in every if one.bars)


LABELS = {
    "played": say("Played"),
    "held": say("In hand"),
    "middle": say("In the middle"),
    "won": say("Won with"),
    "brought": say("Points"),
    "points": say("Points"),
}
MEANT = {
    "played": say("How many of the players played it."),
    "held": say("How many of the players had it in hand, as far as hands were scanned."),
    "middle": say("In how many of the games it lay face up in the middle."),
    "won": say("How many of those who played it won. The mark is the share of all players who won."),
    "brought": say("The points it made by itself for whoever had it at the end, on average."),
    "points": say("Average points of the players who had it at the end. The mark is the average of all players."),
}


def _chart(id: str, bars: Sequence[Bar], usual: float | None = None) -> Chart:
    return Chart(id, LABELS[id], MEANT[id], tuple(bars), usual)


def _counted(found: GameRecord, id: str, count: Callable[[CardRecord], int]) -> Chart:
    whole = found.games if id == "middle" else found.players
    shown = sorted((one for one in found.cards if count(one)), key=count, reverse=True)
    return _chart(id, [Bar(one, 0, count(one) / whole, f"{count(one)}/{whole}") for one in shown])


def _won(found: GameRecord, usual: float) -> Chart:
    """The share of wins; cards too few have played come last, for their share is chance."""

    def share(one: CardRecord) -> float:
        return one.played_and_won / one.played

    def rank(one: CardRecord) -> tuple[bool, float, int]:
        return (one.played >= FEW, share(one), one.played)

    shown = sorted((one for one in found.cards if one.played), key=rank, reverse=True)
    bars = [Bar(one, 0, share(one), f"{one.played_and_won}/{one.played}", one.played < FEW) for one in shown]
    return _chart("won", bars, usual)


def _points(found: GameRecord) -> Chart:
    """What cards brought by themselves, else the points of those who had them; a bar begins at 0."""
    by_itself = any(one.brought is not None for one in found.cards)
    made = [(one, one.brought if by_itself else one.points) for one in found.cards]
    shown = sorted([(one, points) for one, points in made if points is not None], key=lambda pair: -pair[1])
    usual = None if by_itself else found.points
    every = [0.0, *(points for _, points in shown), *([] if usual is None else [usual])]
    low, span = min(every), (max(every) - min(every)) or 1.0

    def at(points: float) -> float:
        return (points - low) / span

    bars = [
        Bar(one, at(min(points, 0)), at(max(points, 0)), f"{points:.1f}".replace("-", "−"), one.kept < FEW)
        for one, points in shown
    ]
    return _chart("brought" if by_itself else "points", bars, None if usual is None else at(usual))

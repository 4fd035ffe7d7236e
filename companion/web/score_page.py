"""The score sheet of a table; at the end the podium, its picture, and the table laid after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, abort, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from companion.results.people import KEPT_AS, known, read_people
from companion.results.result import (
    kept_result,
    minutes_of,
    placed,
    public_sheet,
    scored,
    scored_line,
    seated_cards,
)
from companion.results.share_picture import EndPicture, Stand, Told, share_png
from companion.results.statistics import GroupRecord, among
from companion.table.snapshot import Snapshot
from companion.web import cookies, page_language
from companion.web.request import look, page, see_other, spend, tables, tokens
from companion.web.template_helpers import viewer_of
from rules import games
from rules.game_protocol import Seat
from rules.score import ScoreLine, ScoreSheet
from rules.text import listed, say
from rules.values.cards import Card
from rules.view import Scores, fill, person

bp = Blueprint("scoring", __name__)
PICTURES_KEPT = 24
PLACES = {1: say("1st"), 2: say("2nd"), 3: say("3rd")}
_pictures: dict[tuple[str, int, bool, str], bytes] = {}
"""The newest pictures: a quarter of a second each, and phones ask for the same one several times."""
STEPS_MOST = 4
"""More columns than this are too narrow for a name on a phone; whoever has no column stands in the list below."""
Answer = str | AnyResponse | tuple[str | AnyResponse, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One seat on the podium; ``points`` is None where only who won counts."""

    seat: Seat
    place: int
    points: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Podium:
    """Who ended where: the first few as steps, everybody else in order. ``draw`` where nobody is ahead."""

    winners: tuple[Seat, ...]
    steps: tuple[Step, ...]
    rest: tuple[Step, ...]
    draw: bool


@bp.get("/t/<code>/scores")
def scores(code: str) -> Answer:
    """Every card's points and why; once the game is over, below who won and what decided it."""
    seen = look(code)
    if seen.view is None:
        return see_other(f"/t/{code}")
    return scores_screen(seen)


def scores_screen(seen: Snapshot, yes: str = "") -> str:
    """The page for a look at a game that has begun."""
    return page(
        "scores.html",
        seen,
        **end_of(seen),
        block=shown_scores(seen),
        following=next_table(seen.code),
        line_card=line_card,
        yes=yes,
    )


def end_of(seen: Snapshot) -> dict[str, Any]:
    """What ``_podium.html`` shows of how the game ended; ``podium`` is None while it goes on."""
    if not seen.over:
        return {"podium": None}
    found = podium(seen)
    return {
        "podium": found,
        "heading": heading(found),
        "highlights": tables().highlights(seen.code),
        "minutes": _minutes(seen),
        "record": _record(seen),
    }


def shown_scores(seen: Snapshot) -> Scores | None:
    """The score sheet this viewer may see; the game decides what that is."""
    return next((block for block in seen.view.blocks if isinstance(block, Scores)), None) if seen.view else None


def line_card(line: ScoreLine) -> str:
    """The name of the card a line of a score sheet is about, "" where it is about none."""
    return scored_line(line).label if line.cards or line.suit else ""


def podium(seen: Snapshot) -> Podium:
    """Who ended where, from what everybody may see."""
    live = tables().live(seen.code)
    state = live.log.table.state
    return podium_of(public_sheet(live.game, state, live.game.view(state, None)), scored(live.game))


def podium_of(sheet: ScoreSheet, points_count: bool) -> Podium:
    """The podium of a score sheet; ``points_count`` says that they mean something beside who won."""
    places = placed(sheet)
    counts = points_count or any(abs(one.total) > 1 for one in sheet.seats)
    order = sorted(sheet.seats, key=lambda one: (places[one.seat], one.seat))
    steps = tuple(
        Step(one.seat, places[one.seat], one.total if counts else None, one.seat in sheet.winners) for one in order
    )
    shown = sum(step.place <= 3 for step in steps[:STEPS_MOST])
    draw = len(steps) > 1 and (len(sheet.winners) == len(steps) or (not sheet.winners and steps[-1].place == 1))
    return Podium(tuple(sheet.winners), steps[:shown], steps[shown:], draw)


@bp.get("/t/<code>/picture")
def picture_page(code: str) -> Answer:
    """The picture of the end, to send on or to keep."""
    seen = look(code)
    if not seen.over:
        return see_other(f"/t/{code}/scores")
    return page("picture.html", seen, nameless="nameless" in request.args)


@bp.get("/t/<code>/end.png")
def picture(code: str) -> AnyResponse:
    """How the game ended as a picture; ``nameless`` has seats in place of names."""
    seen = look(code, as_table=True)
    if not seen.over:
        abort(404)
    nameless = "nameless" in request.args
    key = (seen.code, seen.rev, nameless, page_language.language().code)
    data = _pictures.get(key)
    if data is None:
        spend("page")
        data = _pictures[key] = share_png(_end_picture(seen, nameless=nameless))
        while len(_pictures) > PICTURES_KEPT:
            _pictures.pop(next(iter(_pictures)))
    answer = make_response(data)
    answer.mimetype = "image/png"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _end_picture(seen: Snapshot, *, nameless: bool) -> EndPicture:
    """What the picture of this table says, from what everybody may see."""
    at, found, game = viewer_of(seen), podium(seen), seen.info.id

    def name(seat: Seat) -> str:
        return say("Seat {number}", number=seat + 1) if nameless else at.who(seat).name

    def worded(text: str) -> str:
        return page_language.worded(fill(text, name), game)

    def points(number: int | None, sign: str = "") -> str:
        return "" if number is None else f"{sign if number > 0 else ''}{number}".replace("-", "−")

    stands = []
    for step in found.steps:
        who = at.who(step.seat)
        letter = str(step.seat + 1) if nameless else who.letter
        stands.append(
            Stand(
                worded(name(step.seat)),
                letter,
                who.colour,
                who.shape,
                step.place,
                worded(place_said(step.place)),
                points(step.points),
            )
        )
    told = [
        Told(
            worded(one.text),
            worded(one.about),
            points(one.points, "+" if one.kind == "swing" else ""),
            _card(game, one.card),
        )
        for one in tables().highlights(seen.code)
    ]
    decisive = [one for one in told if one.card is not None][:1] + [one for one in told if one.points[:1] in "+−"]
    rest = " · ".join(f"{worded(name(step.seat))} {points(step.points)}".strip() for step in found.rest)
    day = datetime.fromtimestamp(seen.log[0].at if seen.log else 0, UTC).astimezone().strftime("%Y-%m-%d")
    return EndPicture(
        worded(seen.info.title),
        worded(heading(found)),
        f"Tablewright · {day}",
        stands,
        tuple(dict.fromkeys([*decisive, *told])),
        rest,
        _winners_cards(seen, found),
    )


def _winners_cards(seen: Snapshot, found: Podium) -> tuple[Card, ...]:
    """The cards that lie open in front of who won."""
    blocks = seen.view.blocks if seen.view else ()
    names = (card.name for seat, card in seated_cards(blocks) if seat in found.winners and card.up and card.name)
    return tuple(card for name in dict.fromkeys(names) if (card := _card(seen.info.id, name)) is not None)


def heading(found: Podium) -> str:
    """Who won, in one sentence; seats are still ``{p0}``."""
    names = [person(seat) for seat in found.winners]
    if found.draw:
        return say("A draw")
    if len(names) == 1:
        return say("{name} wins", name=names[0])
    if names:
        return say("{names} share the win", names=listed(names))
    return say("The game is over")


def place_said(number: int) -> str:
    """A place in words."""
    return PLACES[number] if number in PLACES else say("place {number}", number=number)


def _card(game: str, name: str) -> Card | None:
    found = games.card_named(game, name) if name and game in games.names() else None
    return found if found is not None and found.game == game else None


def _record(seen: Snapshot) -> GroupRecord | None:
    """How these very people stand in this game, for them alone."""
    if not (seen.held or seen.host):
        return None
    store = tables().store
    people = read_people(store.remembered(KEPT_AS))
    rows = (row for row in store.results() if row.game == seen.info.id)
    names = [people.shown(person.name) if person else "" for person in seen.people]
    return among(known(filter(None, map(kept_result, rows)), people), names)


def _minutes(seen: Snapshot) -> int | None:
    """How long the game took, None where only the score was kept."""
    if seen.mode == "score":
        return None
    return round(minutes_of(tables().live(seen.code).log))


@bp.post("/t/<code>/again")
def again(code: str) -> Answer:
    """The same house rules and seats, a new table; whoever is still at the old one is shown the way."""
    spend("open")
    laid = tables().again(code, tokens(code))
    return _keep(laid.code, laid.tokens)


@bp.post("/t/<code>/sit-out")
def sit_out(code: str) -> Answer:
    """Not this time: the seat that is held for this phone at the next table is free for somebody else."""
    seen = look(code)
    following = next_table(seen.code)
    if following:
        for joined in tables().follow(following, seen.code, tokens(code)):
            if joined.seat is not None:
                tables().leave(following, [joined.token], seat=joined.seat)
    return see_other(f"/t/{seen.code}/scores")


def _keep(code: str, held: Iterable[str]) -> AnyResponse:
    return cookies.keep(make_response(see_other(f"/t/{code}")), request, code, *held)


def next_table(code: str) -> str:
    """The table laid after this one, "" where there is none."""
    return tables().next_table(code)

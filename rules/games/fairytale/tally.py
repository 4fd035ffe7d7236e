"""Score sheets: what each card in front of each seat is worth, and why, for the eyes of one viewer."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.fairytale import book, scoring, stages
from rules.games.fairytale.deck import points_word
from rules.games.fairytale.house import said
from rules.games.fairytale.secrets import veil
from rules.games.fairytale.state import State, facts_of
from rules.score import ScoreLine, ScoreSheet, SeatScore, Why
from rules.table import Seat
from rules.text import say


def shown(state: State, viewer: Seat | None) -> tuple[tuple[scoring.Shown, ...], ...]:
    """The tableaus as far as ``viewer`` may count them."""
    return tuple(
        tuple(scoring.Shown(laid.uid, facts_of(laid.card) if laid.card is not None else None, laid.up) for laid in own)
        for own in veil(state, viewer).tableaus
    )


def sheet(state: State, viewer: Seat | None = None) -> ScoreSheet:
    """Everybody's points as ``viewer`` may reckon them (None: as everybody may). Winners only in the last stage."""
    tableaus = shown(state, viewer)
    worths = scoring.score(tableaus, state.house)
    totals = scoring.totals(worths)
    face_up = [len(own) for own in worths]
    places = scoring.ranks(totals, face_up, state.house)
    last = state.stage == stages.LAST and any(tableaus)
    seats = tuple(
        SeatScore(seat, totals[seat], _lines(state, seat, tableaus, worths[seat]), places[seat] if last else 0)
        for seat in range(state.players)
    )
    winners = scoring.winners(totals, face_up, state.house) if last else ()
    return ScoreSheet(seats, winners, final=state.over, house_rules=said(state.house, state.players))


def own_sheet(state: State, seat: Seat) -> ScoreSheet:
    """One seat's lines alone, for its own phone before the end."""
    full = sheet(state, seat)
    return ScoreSheet((full.seats[seat],), house_rules=full.house_rules)


def interim_total(state: State, seat: Seat | None) -> str | None:
    """What the seat would score now, in words; None without a seat."""
    return points_word(sheet(state, seat).seats[seat].total) if seat is not None else None


def _lines(
    state: State, seat: Seat, tableaus: Sequence[scoring.Tableau], worths: Sequence[scoring.Worth]
) -> tuple[ScoreLine, ...]:
    """Equal cards share a line; the most points come first, what scores nothing last."""
    groups: dict[str, list[scoring.Worth]] = {}
    for one in worths:
        groups.setdefault(one.facts.name, []).append(one)
    lines = [_line(state, seat, tableaus, group) for group in groups.values()]
    lines.sort(key=lambda line: -line.points)
    down = [card.uid for card in tableaus[seat] if not card.up]
    blank = [card.uid for card in tableaus[seat] if card.up and card.facts is None]
    if blank:
        label = say("{count} {word} without a name", count=len(blank), word="card" if len(blank) == 1 else "cards")
        lines.append(ScoreLine(label, 0, why=book.POINTS, detail="say what it is, and it scores", cards=tuple(blank)))
    if down:
        label = say("{count} face-down {word}", count=len(down), word="card" if len(down) == 1 else "cards")
        why, detail = (book.POINTS, "face down: scores nothing")
        if state.house.count_face_down:
            why, detail = (book.COUNTED_ALL, "scores nothing, but is counted by others")
        lines.append(ScoreLine(label, 0, why=why, detail=detail, cards=tuple(down)))
    return tuple(lines)


def _line(state: State, seat: Seat, tableaus: Sequence[scoring.Tableau], group: Sequence[scoring.Worth]) -> ScoreLine:
    first = group[0]
    label = first.facts.name if len(group) == 1 else f"{len(group)} × {first.facts.name}"
    each = say("{points_word} each: ", points_word=points_word(first.points)) if len(group) > 1 else ""
    why, detail = _reason(state, seat, tableaus, first)
    return ScoreLine(
        label,
        sum(one.points for one in group),
        why=why,
        detail=each + detail,
        cards=tuple(one.card.uid for one in group),
        suit=first.facts.faction.lower(),
    )


def _reason(state: State, seat: Seat, tableaus: Sequence[scoring.Tableau], one: scoring.Worth) -> tuple[Why, str]:
    """The rule behind a card's points, and what it came to here."""
    value, n = one.facts.value, one.number
    counted = book.COUNTED_ALL if state.house.count_face_down else book.COUNTED
    lying = "in front of you" if state.house.count_face_down else "face up"
    match value.kind:
        case "count":
            what = value.name or say("{faction} card", faction=value.faction)
            times = "" if value.points == 1 else f"{value.points} × "
            return counted, f"{times}{n} {what}{'' if n == 1 else 's'} {lying}"
        case "friend_per":
            return book.FRIENDS, f"{value.points} × {n} {value.name}{'' if n == 1 else 's'} {lying}"
        case "friend_if":
            return book.FRIENDS, f"{'with' if n else 'no'} {value.name} {lying}"
        case "most":
            return book.MOST, _most(seat, tableaus, one, state)
    return book.POINTS, "printed value"


def _most(seat: Seat, tableaus: Sequence[scoring.Tableau], one: scoring.Worth, state: State) -> str:
    value, n = one.facts.value, one.number
    others = [scoring.number(own, value, state.house) for other, own in enumerate(tableaus) if other != seat]
    best = max(others, default=0)
    mine = f"{n} {value.faction} {'card' if n == 1 else 'cards'}"
    if not n or n < best:
        return say("{mine}; somebody has {best}", mine=mine, best=best) if best else mine
    return say("{mine}, tied for the most", mine=mine) if n == best else say("{mine}, the most", mine=mine)

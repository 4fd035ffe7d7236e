"""What tableaus are worth (rulebook 000, End of the game), and the score sheets made of it.

The reckoning is plain functions that the game and the calculator call; a sheet is made for the eyes of one viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import games
from rules.game_protocol import Seat
from rules.games.fairytale import citations as cite
from rules.games.fairytale import stage_plan
from rules.games.fairytale.deck import Facts, Value, points_word
from rules.games.fairytale.house_rules import AS_WRITTEN, House, said
from rules.games.fairytale.state import State, facts_of, tableaus_seen
from rules.score import ScoreLine, ScoreSheet, SeatScore, Why
from rules.state_memo import kept_for_state
from rules.text import say


@dataclass(frozen=True, slots=True)
class Shown:
    """A card in front of a player; ``facts`` None is a face-down card nobody has told us."""

    uid: str
    facts: Facts | None
    up: bool


Tableau = Sequence[Shown]


@dataclass(frozen=True, slots=True)
class Worth:
    """What one face-up card scores, and the number it was reckoned by (0 for a fixed value)."""

    card: Shown
    facts: Facts
    points: int
    number: int = 0


def number(tableau: Tableau, value: Value, house: House = AS_WRITTEN) -> int:
    """How many cards of the tableau ``value`` designates, by name or by faction (FT-R2, FT-R16)."""
    return sum(
        1
        for card in tableau
        if card.facts is not None
        and (card.up or house.count_face_down)
        and ((value.name and card.facts.name == value.name) or (value.faction and card.facts.faction == value.faction))
    )


def worth(seat: int, card: Shown, facts: Facts, tableaus: Sequence[Tableau], house: House = AS_WRITTEN) -> Worth:
    """What a face-up card in front of ``seat`` scores."""
    value = facts.value
    own = number(tableaus[seat], value, house) if value.kind not in ("fixed", "none") else 0
    points = 0
    match value.kind:
        case "fixed":
            points = value.points
        case "count" | "friend_per":
            points = value.points * own
        case "friend_if":
            points = value.points if own else 0
        case "most":
            others = [number(tableau, value, house) for other, tableau in enumerate(tableaus) if other != seat]
            best = max(others, default=0)
            # FT-R20: nobody has the most of nothing; a tie is the table's to decide.
            leads = own > best or (own == best and house.most_ties == "all")
            points = value.points if own and leads else 0
    return Worth(card, facts, points, own)


def score(tableaus: Sequence[Tableau], house: House = AS_WRITTEN) -> tuple[tuple[Worth, ...], ...]:
    """Every face-up card of every seat with its points; face-down cards score nothing and do not appear."""
    return tuple(_worths(seat, tableaus, house) for seat in range(len(tableaus)))


def _worths(seat: Seat, tableaus: Sequence[Tableau], house: House) -> tuple[Worth, ...]:
    up = ((card, card.facts) for card in tableaus[seat] if card.up)
    return tuple(worth(seat, card, facts, tableaus=tableaus, house=house) for card, facts in up if facts is not None)


def totals(worths: Sequence[Sequence[Worth]]) -> tuple[int, ...]:
    """The points of each seat."""
    return tuple(sum(one.points for one in own) for own in worths)


def ranks(points: Sequence[int], shown: Sequence[int], house: House = AS_WRITTEN) -> tuple[int, ...]:
    """Each seat's place from 1; equals share one. ``shown`` is how many cards lie face up (FT-R7)."""
    keys = [(p, s if house.tiebreak == "most_face_up" else 0) for p, s in zip(points, shown, strict=True)]
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


def winners(points: Sequence[int], shown: Sequence[int], house: House = AS_WRITTEN) -> tuple[int, ...]:
    """The seats that win, in order; several where they tie."""
    return tuple(seat for seat, place in enumerate(ranks(points, shown, house)) if place == 1)


# --- the sheets


@kept_for_state
def shown(state: State, viewer: Seat | None) -> tuple[tuple[Shown, ...], ...]:
    """The tableaus as far as ``viewer`` may count them."""
    return tuple(
        tuple(Shown(laid.uid, facts_of(laid.card) if laid.card is not None else None, laid.up) for laid in own)
        for own in tableaus_seen(state, viewer)
    )


@kept_for_state
def sheet(state: State, viewer: Seat | None = None) -> ScoreSheet:
    """Everybody's points as ``viewer`` may reckon them (None: as everybody may). Winners only in the last stage."""
    tableaus = shown(state, viewer)
    worths = score(tableaus, state.house)
    points = totals(worths)
    face_up = [len(own) for own in worths]
    places = ranks(points, face_up, state.house)
    last = state.stage == stage_plan.LAST and any(tableaus)
    seats = tuple(
        SeatScore(seat, points[seat], _lines(state, seat, tableaus, worths[seat]), places[seat] if last else 0)
        for seat in range(state.players)
    )
    first = winners(points, face_up, state.house) if last else ()
    return ScoreSheet(seats, first, final=state.over, house_rules=_rules_of(state))


@kept_for_state
def own_points(state: State, seat: Seat) -> int:
    """What the seat would score now by all that its own phone knows."""
    tableaus = shown(state, seat)
    return sum(one.points for one in _worths(seat, tableaus, state.house))


@kept_for_state
def own_sheet(state: State, seat: Seat) -> ScoreSheet:
    """One seat's lines alone, for its own phone before the last stage: nobody has a place yet."""
    tableaus = shown(state, seat)
    worths = _worths(seat, tableaus, state.house)
    own = SeatScore(seat, sum(one.points for one in worths), _lines(state, seat, tableaus, worths))
    return ScoreSheet((own,), house_rules=_rules_of(state))


def _rules_of(state: State) -> tuple[str, ...]:
    return (*games.played_with("fairytale", state.decks), *said(state.house, state.players))


def interim_total(state: State, seat: Seat | None) -> str | None:
    """What the seat would score now, in words; None without a seat."""
    return points_word(sheet(state, seat).seats[seat].total) if seat is not None else None


def _lines(state: State, seat: Seat, tableaus: Sequence[Tableau], worths: Sequence[Worth]) -> tuple[ScoreLine, ...]:
    """Equal cards share a line; the most points come first, what scores nothing last."""
    groups: dict[str, list[Worth]] = {}
    for one in worths:
        groups.setdefault(one.facts.name, []).append(one)
    lines = [_line(state, seat, tableaus, group) for group in groups.values()]
    lines.sort(key=lambda line: -line.points)
    down = [card.uid for card in tableaus[seat] if not card.up]
    blank = [card.uid for card in tableaus[seat] if card.up and card.facts is None]
    if blank:
        label = say("{count} {word} without a name", count=len(blank), word="card" if len(blank) == 1 else "cards")
        lines.append(ScoreLine(label, 0, why=cite.POINTS, detail="say what it is, and it scores", cards=tuple(blank)))
    if down:
        label = say("{count} face-down {word}", count=len(down), word="card" if len(down) == 1 else "cards")
        why, detail = (cite.POINTS, "face down: scores nothing")
        if state.house.count_face_down:
            why, detail = (cite.COUNTED_ALL, "scores nothing, but is counted by others")
        lines.append(ScoreLine(label, 0, why=why, detail=detail, cards=tuple(down)))
    return tuple(lines)


def _line(state: State, seat: Seat, tableaus: Sequence[Tableau], group: Sequence[Worth]) -> ScoreLine:
    first = group[0]
    label = first.facts.name if len(group) == 1 else f"{len(group)} × {first.facts.name}"
    why, detail = _reason(state, seat, tableaus, first)
    if len(group) > 1:
        detail = say("{points_word} each: {detail}", points_word=points_word(first.points), detail=detail)
    return ScoreLine(
        label,
        sum(one.points for one in group),
        why=why,
        detail=detail,
        cards=tuple(one.card.uid for one in group),
        suit=first.facts.faction.lower(),
    )


def _reason(state: State, seat: Seat, tableaus: Sequence[Tableau], one: Worth) -> tuple[Why, str]:
    """The rule behind a card's points, and what it came to here."""
    value, n = one.facts.value, one.number
    counted = cite.COUNTED_ALL if state.house.count_face_down else cite.COUNTED
    lying = "in front of you" if state.house.count_face_down else "face up"
    match value.kind:
        case "count":
            times = "" if value.points == 1 else f"{value.points} × "
            return counted, _so_many(times, n, value, lying)
        case "friend_per":
            return cite.FRIENDS, _so_many(f"{value.points} × ", n, value, lying)
        case "friend_if":
            return cite.FRIENDS, say("with {name} {lying}" if n else "no {name} {lying}", name=value.name, lying=lying)
        case "most":
            return cite.MOST, _most(seat, tableaus, one, state)
    return cite.POINTS, "printed value"


def _so_many(times: str, n: int, value: Value, lying: str) -> str:
    """Such as ``3 × 2 Moss Keepers face up``."""
    if value.name:
        template = "{times}{n} {name} {lying}" if n == 1 else "{times}{n} {name}s {lying}"
    else:
        template = "{times}{n} {faction} card {lying}" if n == 1 else "{times}{n} {faction} cards {lying}"
    return say(template, times=times, n=n, name=value.name, faction=value.faction, lying=lying)


def _most(seat: Seat, tableaus: Sequence[Tableau], one: Worth, state: State) -> str:
    value, n = one.facts.value, one.number
    others = [number(own, value, state.house) for other, own in enumerate(tableaus) if other != seat]
    best = max(others, default=0)
    mine = say("{n} {faction} card" if n == 1 else "{n} {faction} cards", n=n, faction=value.faction)
    if not n or n < best:
        return say("{mine}; somebody has {best}", mine=mine, best=best) if best else mine
    return say("{mine}, tied for the most", mine=mine) if n == best else say("{mine}, the most", mine=mine)

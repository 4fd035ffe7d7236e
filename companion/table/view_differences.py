"""What differs between two views of the same viewer: hearts, points, counts and cards, each with its old and new."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass

from rules.game_protocol import Seat
from rules.view import (
    Banner,
    Board,
    CardRow,
    CardView,
    Checklist,
    Counter,
    Die,
    Meter,
    PlayerRow,
    Players,
    Scores,
    Slot,
    Track,
    View,
)  # fmt: skip

__all__ = ["Difference", "differences"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that would read otherwise. ``seat`` is whose it is, None the table's; an empty text is nothing."""

    seat: Seat | None
    label: str
    old: str
    new: str


def differences(old: View, new: View) -> tuple[Difference, ...]:
    """Everything a view says in figures and cards that differs, the table's first, then seat by seat."""
    before, after = dict(_said(old)), dict(_said(new))
    found = [
        Difference(seat, label, before.get((seat, label, n), ""), after.get((seat, label, n), ""))
        for seat, label, n in dict.fromkeys((*before, *after))
        if before.get((seat, label, n), "") != after.get((seat, label, n), "")
    ]
    return tuple(sorted(found, key=lambda one: -1 if one.seat is None else one.seat))


def _said(view: View) -> Iterator[tuple[tuple[Seat | None, str, int], str]]:
    """Every figure by whose it is, its label, and how many of that label came before."""
    seen = Tally[tuple[Seat | None, str]]()
    for seat, label, text in _figures(view):
        seen[seat, label] += 1
        yield (seat, label, seen[seat, label]), text


def _figures(view: View) -> Iterator[tuple[Seat | None, str, str]]:
    for block in view.blocks:
        match block:
            case Banner(title=title, big=big):
                yield None, "Now", f"{title} {big}".strip()
            case Counter() | Meter() | Track() | Die():
                yield _token(block, None)
            case CardRow(title=title, cards=cards, seat=seat):
                yield seat, title, _cards(cards)
            case Board(slots=slots, seat=seat):
                for slot in slots:
                    yield from _slot(slot, seat)
            case Players(rows=rows):
                for row in rows:
                    yield from _player(row)
            case Scores(sheet=sheet):
                for one in sheet.seats:
                    yield one.seat, "Score", str(one.total)
            case Checklist(title=title, items=items):
                for text, done in items:
                    yield None, f"{title}: {text}", "done" if done else "open"


def _player(row: PlayerRow) -> Iterator[tuple[Seat | None, str, str]]:
    if row.points is not None:
        yield row.seat, "Points", str(row.points)
    if row.status:
        yield row.seat, "Shown as", row.status
    if row.cards:
        yield row.seat, "Cards", _cards(row.cards)
    for meter in row.meters:
        yield _token(meter, row.seat)


def _slot(slot: Slot, seat: Seat | None) -> Iterator[tuple[Seat | None, str, str]]:
    if slot.cards:
        yield seat, slot.label, _cards(slot.cards)
    for token in slot.tokens:
        _, label, text = _token(token, seat)
        yield seat, f"{slot.label}, {label}" if slot.label else label, text
    for card in slot.cards:
        for token in card.tokens:
            _, label, text = _token(token, seat)
            yield seat, f"{card.name}, {label}" if card.name else label, text


def _token(token: Counter | Meter | Track | Die, seat: Seat | None) -> tuple[Seat | None, str, str]:
    match token:
        case Counter(label=label, value=value, seat=own):
            return (own if seat is None else seat), label, str(value)
        case Meter(label=label, value=value, limit=limit, kind="life"):
            return seat, label, str(limit - value)
        case Meter(label=label, value=value, kind="percent"):
            return seat, label, f"{value}%"
        case Meter(label=label, value=value, limit=limit):
            return seat, label, f"{value} of {limit}"
        case Track(label=label, filled=filled, places=places):
            return seat, label, f"{filled} of {places}"
        case Die(colour=colour, value=value, where=where):
            return seat, f"{colour} die {where}".strip(), str(value)


def _cards(cards: tuple[CardView, ...]) -> str:
    return ", ".join(" ".join((one.name or "face down", *(value for _, value in one.badges))) for one in cards)

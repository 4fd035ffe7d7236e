"""Questions a person fills in on a page and gets answered at once, no table needed.

A game's ``questions.py`` says what is asked (``Question``: holes to fill) and how the answer looks (blocks of
``rules.view``); the answer comes from the game's calculators. Whoever renders needs to know nothing of the game.

What was filled in travels as plain texts by name, as a web form or an address holds them::

    hole "atk"                  atk=2                 a number, one of several, or yes (present or not)
    counted cards "hand"        hand.9a=2             how many of each
    rows "attackers"            attackers.0.sv=3      one row after another; a row nobody touched does not count
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.calculator_input import bad_input
from rules.game_protocol import Pick, Refusal
from rules.score import Why
from rules.text import first_upper, say
from rules.values.cards import Card, Deck
from rules.view import Banner, Block, CardView, Reminder

Filled = Mapping[str, str]
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``low`` to ``high``. Where ``blank`` is true it may be left out (None)."""

    name: str
    label: str
    low: int = 0
    high: int = 99
    preset: int = 0
    detail: str = ""
    blank: bool = False


@dataclass(frozen=True, slots=True)
class Yes:
    """A tick."""

    name: str
    label: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several; the first is ticked until another is. ``find`` offers a box to look for it by name."""

    name: str
    label: str
    picks: tuple[Pick, ...]
    detail: str = ""
    find: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """How many of each: cards of a hand, symbols of a price. ``most`` bounds each of them, ``total`` their sum."""

    name: str
    label: str
    picks: tuple[Pick, ...]
    most: int = 9
    total: int = 60
    detail: str = ""
    find: bool = False


Hole = Number | Yes | OneOf | Counted


@dataclass(frozen=True, slots=True)
class Group:
    """Holes that belong together under one heading: what an attacker has, what a blocker has."""

    label: str
    holes: tuple[Hole, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """The same holes several times: attackers, blockers, coins. A row counts once its ``key`` hole is filled."""

    name: str
    label: str
    each: str
    holes: tuple[Number | Yes | OneOf, ...]
    key: str
    shown: int = 2
    most: int = 8


@dataclass(frozen=True, slots=True)
class Question:
    """A page: what is asked, and the answer to what was filled in.

    ``answer`` takes the values by hole (numbers, bools, texts; for ``Counted`` a tuple of values, each as often as
    counted; for ``Rows`` a tuple of mappings with their place under ``row``) and gives what to show. ``follow`` gives
    further holes once the first are filled, such as the damage to hand out in a battle.
    """

    id: str
    title: str
    about: str
    holes: tuple[Hole | Group | Rows, ...]
    answer: Callable[[Values], tuple[Block, ...]]
    follow: Callable[[Values], tuple[Hole | Group, ...]] = lambda values: ()


def read(holes: Sequence[Hole | Group | Rows], filled: Filled) -> dict[str, Any]:
    """What was filled in, by hole. Raises Refusal STRUCT ``bad_input`` with the label of the hole and of its group."""
    values: dict[str, Any] = {}
    for hole in holes:
        match hole:
            case Group():
                values |= {one.name: _value(_in(hole, one), one.name, filled) for one in hole.holes}
            case Rows():
                values[hole.name] = _rows(hole, filled)
            case _:
                values[hole.name] = _value(hole, hole.name, filled)
    return values


def answered(question: Question, filled: Filled) -> tuple[Block, ...]:
    """The answer to what was filled in; what is wrong with it is said as an answer too."""
    try:
        values = read(question.holes, filled)
        more = read(question.follow(values), filled) if filled else {}
        return question.answer({**values, **more})
    except Refusal as refusal:
        return (Banner("That does not work out", _sentence(refusal.text), tone="alarm"),)


def following(question: Question, filled: Filled) -> tuple[Hole | Group, ...]:
    """The holes that follow from what was filled in; none where it does not work out."""
    try:
        return question.follow(read(question.holes, filled))
    except Refusal:
        return ()


def said_no(answer: Mapping[str, Any]) -> tuple[Block, ...]:
    """A calculator's no (``ok: false`` or ``error``) as blocks; empty where it said yes."""
    if answer.get("ok", True) is not False and "error" not in answer:
        return ()
    text, rule = answer.get("text", ""), str(answer.get("rule", ""))
    source, _, ruling = rule.partition(" · ")
    return (Banner("No", text, tone="alarm"), *((Reminder(text, Why(text, source, ruling)),) if rule else ()))


def rows_shown(rows: Rows, filled: Filled) -> int:
    """How many rows a page shows: those filled in and as many more as were asked for (``more.NAME``)."""
    used = max(
        (place + 1 for place in range(rows.most) if filled.get(f"{rows.name}.{place}.{rows.key}", "").strip()),
        default=0,
    )
    asked = filled.get(f"rows.{rows.name}", "")
    wanted = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else 0
    if filled.get("more") == rows.name:
        wanted += 1
    return min(rows.most, max(rows.shown, used, wanted))


def card_picks(
    deck: Deck, keep: Callable[[Card], bool] = lambda card: True, detail: Callable[[Card], str] = lambda card: ""
) -> tuple[Pick, ...]:
    """The deck's cards as answers of a hole, in deck order."""
    return tuple(
        Pick(card.id, card.name, card.id, detail=detail(card), suit=deck.spec.face(card).suit)
        for card in deck.cards
        if keep(card)
    )


def picked(deck: Deck, uid: str, card: str, **how: Any) -> CardView:
    """A card in an answer."""
    face = deck.spec.face(deck.by_id[card])
    return CardView(uid, deck.by_id[card].name, face.suit, **how)


def _in(group: Group, hole: Hole) -> Hole:
    """The hole as a refusal names it: two groups may ask the same."""
    return replace(hole, label=say("{group}: {label}", group=group.label, label=hole.label))


def _rows(rows: Rows, filled: Filled) -> tuple[dict[str, Any], ...]:
    found = []
    for place in range(rows.most):
        at = f"{rows.name}.{place}"
        if filled.get(f"{at}.{rows.key}", "").strip():
            found.append({"row": place} | {hole.name: _value(hole, f"{at}.{hole.name}", filled) for hole in rows.holes})
    return tuple(found)


def _value(hole: Hole, name: str, filled: Filled) -> Any:
    match hole:
        case Number():
            return _number(hole, filled.get(name, "").strip())
        case Yes():
            return name in filled
        case OneOf():
            sent = filled.get(name) or str(hole.picks[0].value)
            found = next((pick.value for pick in hole.picks if str(pick.value) == sent), None)
            if found is None:
                raise bad_input(hole.label, "that is not among what was offered")
            return found
        case Counted():
            return _counted(hole, name, filled)


def _number(hole: Number, text: str) -> int | None:
    if not text:
        return None if hole.blank else hole.preset
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        raise bad_input(hole.label, "expected a whole number")
    value = int(text)
    if not hole.low <= value <= hole.high:
        raise bad_input(
            hole.label, say("{value} is outside {low} to {high}", value=value, low=hole.low, high=hole.high)
        )
    return value


def _counted(hole: Counted, name: str, filled: Filled) -> tuple[str | int, ...]:
    found: list[str | int] = []
    for pick in hole.picks:
        text = filled.get(f"{name}.{pick.value}", "").strip()
        number = _number(Number(name, pick.label, 0, hole.most), text) or 0
        found += [pick.value] * number
    if len(found) > hole.total:
        raise bad_input(hole.label, say("{count} are too many; {total} at most", count=len(found), total=hole.total))
    return tuple(found)


def _sentence(text: str) -> str:
    whole = first_upper(text)
    return whole if whole.endswith((".", "!", "?")) else say("{text}.", text=whole)

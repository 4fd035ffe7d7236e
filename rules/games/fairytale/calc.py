"""The calculators of Fairy Tale: one question, one answer, no table (docs/calculators/fairytale.md).

They read JSON objects and call the functions the game itself uses; no rule stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.calculator import MANY, Asked, bad_input, error
from rules.event import Objection
from rules.games.fairytale import book, resolve, scoring, stages
from rules.games.fairytale.deck import AMOUNT_MAX
from rules.games.fairytale.house import AS_WRITTEN, OPTIONS, House
from rules.games.fairytale.model import Effect, Facts, Value, ValueKind
from rules.table import Calculator
from rules.text import say

Answer = dict[str, Any]
KINDS: tuple[ValueKind, ...] = ("fixed", "count", "friend_per", "friend_if", "most", "none")
POINTS_MAX = 1_000
PLAYERS_MOST = 100


@dataclass(frozen=True, slots=True)
class Laid:
    """A tableau's card as the question names it."""

    id: str
    card: str
    facts: Facts
    up: bool


def stage(data: Mapping[str, Any]) -> Answer:
    """What stage ``stage`` is: its kind, its round, where a draft's cards are passed."""
    found = stages.stage(Asked(data).whole("stage", low=1, high=stages.LAST))
    return {"stage": found.number, "kind": found.kind, "round": found.round or None, "pass": found.side}


def pass_(data: Mapping[str, Any]) -> Answer:
    """Who gets the cards that the player at ``index`` of the clockwise ``order`` passes in ``stage``."""
    asked = Asked(data)
    order = asked.words("order", most=PLAYERS_MOST)
    if not order:
        raise bad_input("order", "names nobody; expected the players, clockwise")
    index = asked.whole("index", high=len(order) - 1)
    found = stages.stage(asked.whole("stage", low=1, high=stages.LAST))
    if found.side is None:
        return error(
            Objection(
                "phase",
                say("Nothing is passed in stage {number}; drafts are 1, 3, 5, 7.", number=found.number),
                book.PASS,
            )
        )
    return {"to": order[stages.receiver(index, len(order), found.side)], "pass": found.side}


def counts(data: Mapping[str, Any]) -> Answer:
    """How many cards lie where at the end of a stage."""
    asked = Asked(data)
    players, number = asked.whole("players"), asked.whole("stage", low=1, high=stages.LAST)
    deck = asked.whole("deck", 80)
    objection = stages.players_objection(players, deck)
    if objection is not None:
        return error(objection)
    found = stages.counts(players, number, deck)
    return {
        "deck": found.deck,
        "tableau_each": found.tableau_each,
        "hand_each": found.hand_each,
        "discard": found.discard,
    }


def resolve_(data: Mapping[str, Any]) -> Answer:
    """The effects of one reveal: what is turned, who has to choose, what finds no card."""
    asked = Asked(data)
    names, tableaus = _tableaus(asked)
    _unique(asked, tableaus)
    seats = {name: seat for seat, name in enumerate(names)}
    pieces = [
        resolve.Piece(card.id, seats[name], card.facts.faction, card.up) for name in names for card in tableaus[name]
    ]
    fired, reminders = _fired(asked, tableaus, seats)
    answers = _answers(asked.part("choices"), seats)
    found = resolve.resolve(fired, pieces, len(names), answers, unflip_optional=_house(asked).unflip_optional)
    if found.objection is not None:
        return error(found.objection)
    return {
        "faces": {piece.uid: "up" if piece.up else "down" for piece in found.pieces},
        "requests": [_request(one, names) for one in found.asked],
        "ignored": [{"player": names[need.seat], "step": need.step} for need in found.ignored],
        "pending": found.pending,
        "reminders": reminders,
        "unused_choices": [{"player": names[seat], "step": step} for seat, step in found.unused],
    }


def score(data: Mapping[str, Any]) -> Answer:
    """What tableaus are worth, card by card, and who wins."""
    asked = Asked(data)
    names, tableaus = _tableaus(asked)
    house = _house(asked)
    shown = [[scoring.Shown(card.id, card.facts, card.up) for card in tableaus[name]] for name in names]
    worths = scoring.score(shown, house)
    points = scoring.totals(worths)
    face_up = [len(own) for own in worths]
    return {
        "totals": dict(zip(names, points, strict=True)),
        "winners": [names[seat] for seat in scoring.winners(points, face_up, house)],
        "lines": {
            name: [{"id": one.card.uid, "card": one.facts.name, "points": one.points} for one in own]
            for name, own in zip(names, worths, strict=True)
        },
    }


CALCULATORS: Mapping[str, Calculator] = {
    "stage": stage,
    "pass": pass_,
    "counts": counts,
    "resolve": resolve_,
    "score": score,
}


def _house(asked: Asked) -> House:
    return replace(AS_WRITTEN, **asked.options(OPTIONS))


def _request(one: resolve.Duty, names: tuple[str, ...]) -> Answer:
    amount = {"amount": one.high} if one.low == one.high else {"amount": one.high, "at_least": one.low}
    return {
        "player": names[one.need.seat],
        "step": one.need.step,
        **amount,
        "candidates": sorted(one.candidates),
    }


def _tableaus(asked: Asked) -> tuple[tuple[str, ...], dict[str, tuple[Laid, ...]]]:
    """The players, sorted by name, and the cards in front of each."""
    cards = {name: _facts(name, one) for name, one in asked.needed("cards").each()}
    inner = asked.needed("tableaus")
    if len(inner.data) > PLAYERS_MOST:
        raise bad_input(
            "tableaus",
            say(
                "has {count:,} players; at most {players_most} are read",
                count=len(inner.data),
                players_most=PLAYERS_MOST,
            ),
        )
    found: dict[str, tuple[Laid, ...]] = {}
    for name in inner.data:
        rows = []
        for one in inner.parts(name, most=MANY):
            card = one.word("card")
            if card not in cards:
                raise bad_input(one.path("card"), say('"{card}" is not among cards', card=card[:40]))
            rows.append(Laid(one.word("id"), card, cards[card], one.word("face", "up", among=("up", "down")) == "up"))
        found[name] = tuple(rows)
        twice = _twice([row.id for row in rows])
        if twice is not None:
            raise bad_input(inner.path(name), say('the id "{twice}" stands twice', twice=twice[:40]))
    return tuple(sorted(found)), found


def _unique(asked: Asked, tableaus: Mapping[str, tuple[Laid, ...]]) -> None:
    """The faces of an answer are told by id alone, so here ids are the whole table's."""
    twice = _twice([row.id for rows in tableaus.values() for row in rows])
    if twice is not None:
        raise bad_input(asked.path("tableaus"), say('the id "{twice}" stands in two tableaus', twice=twice[:40]))


def _twice(ids: list[str]) -> str | None:
    seen: set[str] = set()
    for id_ in ids:
        if id_ in seen:
            return id_
        seen.add(id_)
    return None


def _facts(name: str, one: Asked) -> Facts:
    effects = tuple(_effect(part) for part in one.parts("effects", most=20))
    return Facts(name, one.word("faction"), _value(one.part("value")), effects)


def _effect(one: Asked) -> Effect:
    who = one.word("who", among=("you", "all"))
    faction = one.word("faction") if one.has("faction") else None
    return Effect(
        "all" if who == "all" else "you", one.word("what"), one.whole("amount", 1, low=1, high=AMOUNT_MAX), faction
    )


def _value(one: Asked) -> Value:
    """A value; without one a card is worth nothing. ``per`` and ``points`` are both read where either fits."""
    word = one.word("kind", "none", among=KINDS)
    kind = next(kind for kind in KINDS if kind == word)
    if kind == "none":
        return Value("none")
    if kind in ("friend_per", "friend_if"):
        return Value(kind, _points(one, "points"), one.word("friend"))
    if kind == "fixed":
        return Value(kind, _points(one, "points"))
    of = one.part("of")
    name, faction = of.word("name", ""), of.word("faction", "") or one.word("faction", "")
    if kind == "most" and not faction:
        raise bad_input(of.path("faction"), "is missing")
    if bool(name) == bool(faction):
        raise bad_input(one.path("of"), "expected a name or a faction")
    default = 1 if kind == "count" else None
    key = "per" if one.has("per") else "points"
    return Value(kind, _points(one, key, default), name, faction)


def _points(one: Asked, key: str, default: int | None = None) -> int:
    if default is not None and not one.has(key):
        return default
    return one.whole(key, low=-POINTS_MAX, high=POINTS_MAX)


def _fired(
    asked: Asked, tableaus: Mapping[str, tuple[Laid, ...]], seats: Mapping[str, int]
) -> tuple[list[resolve.Fired], list[Answer]]:
    """The effects of the revealed cards, by player, and the reminders among them."""
    inner = asked.needed("revealed")
    fired: list[resolve.Fired] = []
    reminders: list[Answer] = []
    for name in sorted(inner.data):
        if name not in tableaus:
            raise bad_input(inner.path(name), "has no tableau")
        if not inner.has(name):
            continue
        uid = inner.word(name)
        card = next((row for row in tableaus[name] if row.id == uid), None)
        if card is None:
            raise bad_input(inner.path(name), say('"{uid}" is not in that tableau', uid=uid[:40]))
        for effect in card.facts.effects:
            if effect.turns:
                fired.append(resolve.Fired(seats[name], uid, effect))
            else:
                reminders.append({"player": name, "card": card.card, "effect": str(effect)})
    return fired, reminders


def _answers(inner: Asked, seats: Mapping[str, int]) -> dict[tuple[int, str], tuple[str, ...]]:
    found: dict[tuple[int, str], tuple[str, ...]] = {}
    for name, own in inner.each():
        if name not in seats:
            raise bad_input(inner.path(name), "has no tableau")
        for step in own.data:
            found[seats[name], step] = own.words(step)
    return found

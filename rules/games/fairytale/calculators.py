"""Single questions about Fairy Tale, no table needed: the calculators (docs/calculators/fairytale.md) and their pages.

A calculator reads a JSON object and calls the functions the game itself uses; no rule stands here. A page asks what a
tableau is worth, and what a reveal turns over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules import games
from rules.calculator_input import MANY, NEEDED, Asked, bad_input, error
from rules.choice import Pick
from rules.event import Objection
from rules.game_protocol import Calculator
from rules.games.fairytale import citations as cite
from rules.games.fairytale import effects, score, stage_plan
from rules.games.fairytale.deck import AMOUNT_MAX, FLIP, KINDS, UNFLIP, Effect, Facts, Value
from rules.games.fairytale.house_rules import AS_WRITTEN, OPTIONS, House
from rules.games.fairytale.state import Laid, begun, face_of, facts_of
from rules.question_pages import Counted, OneOf, Question, Values, card_picks, picked
from rules.text import listed, plural, say
from rules.view import Banner, Block, CardRow, Checklist, Reminder, Scores

Answer = dict[str, Any]
POINTS_MAX = 1_000
PLAYERS_MOST = 100
DECK = games.deck("fairytale")
CARDS = card_picks(DECK, detail=lambda card: face_of(card.id).value)
NOBODY = (Pick("", "nobody else"),)
OTHERS = 4


# --- calculators: JSON in, JSON out


@dataclass(frozen=True, slots=True)
class Row:
    """A tableau's card as the question names it."""

    id: str
    card: str
    facts: Facts
    up: bool


def _stage(data: Mapping[str, Any]) -> Answer:
    """What stage ``stage`` is: its kind, its round, where a draft's cards are passed."""
    found = stage_plan.stage(Asked(data).whole("stage", low=1, high=stage_plan.LAST))
    return {"stage": found.number, "kind": found.kind, "round": found.round or None, "pass": found.side}


def _pass(data: Mapping[str, Any]) -> Answer:
    """Who gets the cards that the player at ``index`` of the clockwise ``order`` passes in ``stage``."""
    asked = Asked(data)
    order = asked.words("order", most=PLAYERS_MOST)
    if not order:
        raise bad_input("order", "names nobody; expected the players, clockwise")
    index = asked.whole("index", high=len(order) - 1)
    found = stage_plan.stage(asked.whole("stage", low=1, high=stage_plan.LAST))
    if found.side is None:
        return error(
            Objection(
                "phase",
                say("Nothing is passed in stage {number}; drafts are 1, 3, 5, 7.", number=found.number),
                cite.PASS,
            )
        )
    return {"to": order[stage_plan.receiver(index, len(order), found.side)], "pass": found.side}


def _counts(data: Mapping[str, Any]) -> Answer:
    """How many cards lie where at the end of a stage."""
    asked = Asked(data)
    players, number = asked.whole("players"), asked.whole("stage", low=1, high=stage_plan.LAST)
    deck = asked.whole("deck", 80)
    objection = stage_plan.players_objection(players, deck)
    if objection is not None:
        return error(objection)
    found = stage_plan.counts(players, number, deck)
    return {
        "deck": found.deck,
        "tableau_each": found.tableau_each,
        "hand_each": found.hand_each,
        "discard": found.discard,
    }


def _resolve(data: Mapping[str, Any]) -> Answer:
    """The effects of one reveal: what is turned, who has to choose, what finds no card."""
    asked = Asked(data)
    names, tableaus = _tableaus(asked, turning=True)
    _unique(asked, tableaus)
    seats = {name: seat for seat, name in enumerate(names)}
    pieces = [
        effects.Piece(card.id, seats[name], card.facts.faction, card.up) for name in names for card in tableaus[name]
    ]
    fired, reminders = _fired(asked, tableaus, seats)
    answers = _answers(asked.part("choices"), seats)
    found = effects.resolve(fired, pieces, len(names), answers, unflip_optional=_house(asked).unflip_optional)
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


def _score(data: Mapping[str, Any]) -> Answer:
    """What tableaus are worth, card by card, and who wins."""
    asked = Asked(data)
    names, tableaus = _tableaus(asked, turning=False)
    house = _house(asked)
    shown = [[score.Shown(card.id, card.facts, card.up) for card in tableaus[name]] for name in names]
    worths = score.score(shown, house)
    points = score.totals(worths)
    face_up = [len(own) for own in worths]
    return {
        "totals": dict(zip(names, points, strict=True)),
        "winners": [names[seat] for seat in score.winners(points, face_up, house)],
        "lines": {
            name: [{"id": one.card.uid, "card": one.facts.name, "points": one.points} for one in own]
            for name, own in zip(names, worths, strict=True)
        },
    }


def _house(asked: Asked) -> House:
    return replace(AS_WRITTEN, **asked.options(OPTIONS))


def _request(one: effects.Duty, names: tuple[str, ...]) -> Answer:
    amount = {"amount": one.high} if one.low == one.high else {"amount": one.high, "at_least": one.low}
    return {
        "player": names[one.need.seat],
        "step": one.need.step,
        **amount,
        "candidates": sorted(one.candidates),
    }


def _tableaus(asked: Asked, *, turning: bool) -> tuple[tuple[str, ...], dict[str, tuple[Row, ...]]]:
    """The players, sorted by name, and the cards in front of each.

    Turning cards goes by their ids and factions; points need no ids, and factions only where one is counted.
    """
    listed = asked.needed("cards")
    cards = {name: _facts(name, one) for name, one in listed.each()}
    if turning or any(facts.value.faction for facts in cards.values()):
        for _, one in listed.each():
            one.word("faction")
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
    found: dict[str, tuple[Row, ...]] = {}
    for name in inner.data:
        if not inner.has(name):
            raise bad_input(inner.path(name), "is missing")
        rows = []
        for n, one in enumerate(inner.parts(name, most=MANY), 1):
            card = one.word("card")
            if card not in cards:
                raise bad_input(one.path("card"), say('"{card}" is not among cards', card=card[:40]))
            up = one.word("face", "up", among=("up", "down")) == "up"
            rows.append(Row(one.word("id", NEEDED if turning else f"card {n}"), card, cards[card], up))
        found[name] = tuple(rows)
        twice = _twice([row.id for row in rows])
        if twice is not None:
            raise bad_input(inner.path(name), say('the id "{twice}" stands twice', twice=twice[:40]))
    return tuple(sorted(found)), found


def _unique(asked: Asked, tableaus: Mapping[str, tuple[Row, ...]]) -> None:
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
    found = tuple(_effect(part) for part in one.parts("effects", most=20))
    return Facts(name, one.word("faction", ""), _value(one.part("value")), found)


def _effect(one: Asked) -> Effect:
    who = one.word("who", among=("you", "all"))
    faction = one.word("faction") if one.has("faction") else None
    verb = one.word("what")
    # The rulebook prints UNFLIP and FLIP; any other verb is for people (FT-R12) and comes back as it was written.
    verb = verb.casefold() if verb.casefold() in (UNFLIP, FLIP) else verb
    return Effect("all" if who == "all" else "you", verb, one.whole("amount", 1, low=1, high=AMOUNT_MAX), faction)


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
    of = _designator(one)
    name, faction = of.word("name", ""), of.word("faction", "") or one.word("faction", "")
    if kind == "most" and not faction:
        raise bad_input(of.path("faction"), "is missing")
    if bool(name) == bool(faction):
        raise bad_input(one.path("of"), "expected a name or a faction")
    default = 1 if kind == "count" else None
    key = "per" if one.has("per") else "points"
    return Value(kind, _points(one, key, default), name, faction)


def _designator(one: Asked) -> Asked:
    """What a value counts: an object with ``name`` or ``faction``, or ``name:X`` as a table of cards has it."""
    if not isinstance(one.raw("of"), str):
        return one.part("of")
    kind, _, word = one.word("of").partition(":")
    return Asked({kind.strip(): word.strip()}, one.path("of"))


def _points(one: Asked, key: str, default: int | None = None) -> int:
    if default is not None and not one.has(key):
        return default
    return one.whole(key, low=-POINTS_MAX, high=POINTS_MAX)


def _fired(
    asked: Asked, tableaus: Mapping[str, tuple[Row, ...]], seats: Mapping[str, int]
) -> tuple[list[effects.Fired], list[Answer]]:
    """The effects of the revealed cards, by player, and the reminders among them."""
    inner = asked.needed("revealed")
    fired: list[effects.Fired] = []
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
                fired.append(effects.Fired(seats[name], uid, effect))
            else:
                reminders.append({"player": name, "card": card.card, "effect": str(effect)})
    return fired, reminders


def _answers(inner: Asked, seats: Mapping[str, int]) -> dict[tuple[int, str], tuple[str, ...]]:
    found: dict[tuple[int, str], tuple[str, ...]] = {}
    for name in inner.named():
        if name not in seats:
            raise bad_input(inner.path(name), "has no tableau")
        own = inner.part(name)
        for step in own.named():
            found[seats[name], step] = own.words(step)
    return found


CALCULATORS: Mapping[str, Calculator] = {
    "stage": _stage,
    "pass": _pass,
    "counts": _counts,
    "resolve": _resolve,
    "score": _score,
}


# --- pages: what people fill in


def _tableau(values: Values) -> tuple[Block, ...]:
    mine = tuple(Laid(f"0.{n}", card) for n, card in enumerate(values["mine"], 1))
    theirs = tuple(Laid(f"1.{n}", card) for n, card in enumerate(values["theirs"], 1))
    if not mine:
        return (Banner("Count your cards", "Say how many of each lie face up in front of you."),)
    state = replace(begun(2, "score", House(expert=True)), tableaus=(mine, theirs))
    sheet = score.sheet(replace(state, stage=stage_plan.LAST))
    own = replace(sheet, seats=sheet.seats[:1], winners=(), house_rules=())
    too_many = [card for card in dict.fromkeys(values["mine"]) if values["mine"].count(card) > DECK.by_id[card].copies]
    odd = tuple(
        (say("{name}: the deck has {copies}", name=DECK.by_id[card].name, copies=DECK.by_id[card].copies), False)
        for card in too_many
    )
    total = sheet.seats[0].total
    return (
        Banner("Your tableau", plural(len(mine), "card face up", "cards face up"), "good", big=str(total)),
        *((Checklist("More than are printed", odd),) if odd else ()),
        Scores(own),
    )


def _reveal(values: Values) -> tuple[Block, ...]:
    revealed = [values["card"], *(card for card in (values[f"other{n}"] for n in range(1, OTHERS)) if card)]
    pieces = [
        *(_piece(f"u{n}", 0, card, up=True) for n, card in enumerate(values["up"])),
        *(_piece(f"d{n}", 0, card, up=False) for n, card in enumerate(values["down"])),
        *(_piece(f"new{seat}", seat, card, up=True) for seat, card in enumerate(revealed)),
    ]
    fired = [
        effects.Fired(seat, f"new{seat}", effect)
        for seat, card in enumerate(revealed)
        for effect in facts_of(card).effects
        if effect.turns
    ]
    found = effects.advance(fired, pieces, effects.Progress(), len(revealed))
    names = {one.uid: card for one, card in zip(pieces, _cards(values, revealed), strict=True)}
    mine = [one for one in found.pieces if one.seat == 0]
    views = tuple(picked(DECK, one.uid, names[one.uid], up=one.up, marked=one.uid == "new0") for one in mine)
    return (
        *_told(found, names),
        CardRow("Your tableau afterwards" if not found.open else "Your tableau so far", views),
        Reminder(
            "Face up before face down; a named faction before any faction. What has an effect is fixed at the reveal.",
            cite.ORDER,
        ),
    )


def _told(found: effects.Outcome, names: dict[str, str]) -> tuple[Block, ...]:
    """What is turned by itself, and what is to be chosen; others choose among their own cards."""
    done = [one for one in found.met if one.need.seat == 0]
    waits = [one for one in found.open if one.need.seat == 0]
    asks = tuple(
        Banner(
            say(
                "You choose: turn {count} face {word}",
                count=_count(one.low, one.high),
                word="up" if one.need.verb == "unflip" else "down",
            ),
            say("Among {cards}", cards=listed(DECK.by_id[names[uid]].name for uid in one.candidates)),
            "act",
        )
        for one in waits
    )
    told = tuple((_turned(one, names), bool(one.uids)) for one in done)
    if not asks:
        turned = sum(len(one.uids) for one in done)
        title = (
            say("{count} of yours turned, nothing to choose", count=_count(turned, turned))
            if turned
            else "Nothing of yours is turned"
        )
        asks = (Banner(title, tone="act" if turned else "good"),)
    return (*asks, *((Checklist("By itself", told),) if told else ()))


def _turned(one: effects.Met, names: dict[str, str]) -> str:
    way = "face up" if one.need.verb == "unflip" else "face down"
    what = listed(DECK.by_id[names[uid]].name for uid in one.uids) or "no card fits"
    return say(f"{{faction}} {way}: {{cards}}", faction=one.need.faction or "Any faction", cards=what)


def _count(low: int, high: int) -> str:
    return plural(high, "card") if low == high else say("{low} to {cards}", low=low, cards=plural(high, "card"))


def _piece(uid: str, seat: int, card: str, *, up: bool) -> effects.Piece:
    return effects.Piece(uid, seat, facts_of(card).faction, up)


def _cards(values: Values, revealed: list[str]) -> list[str]:
    return [*values["up"], *values["down"], *revealed]


QUESTIONS = (
    Question(
        "tableau",
        "What is this tableau worth?",
        about="Count the cards that lie face up. Others' cards matter only where a card asks who has the most.",
        holes=(
            Counted("mine", "Face up in front of you", CARDS, most=6, total=12, find=True),
            Counted("theirs", "Face up in front of the strongest other player", CARDS, most=6, total=12, find=True),
        ),
        answer=_tableau,
    ),
    Question(
        "reveal",
        "Who is turned over?",
        about="Everybody reveals at once. Say what lies there and what is revealed.",
        holes=(
            OneOf("card", "You reveal", CARDS, find=True),
            *(
                OneOf(f"other{n}", say("Another player reveals ({n})", n=n), (*NOBODY, *CARDS), find=True)
                for n in range(1, OTHERS)
            ),
            Counted("up", "Lies face up in front of you already", CARDS, most=6, total=12, find=True),
            Counted("down", "Lies face down in front of you already", CARDS, most=6, total=12, find=True),
        ),
        answer=_reveal,
    ),
)

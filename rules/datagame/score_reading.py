"""A [[score]] of a game.toml: a rule by its name, with the keys that rule has and no others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.datagame.plan import Amount, Bid, CounterRule, Kind, RowRule, ScoreRule, Zone
from rules.datagame.toml_reading import NEEDS_2, Table
from rules.text import say
from rules.values.cards import Deck
from rules.values.columns import nearest, shown

MOST = 9999
_CARDS = ("zone", "tag", "value", "field")
_ANY = (*_CARDS, "counter", "rows")
OLD: Mapping[str, tuple[str, ...]] = {
    "sum": ("field", "zone"),
    "count": ("tag", "value", "zone", "points"),
    "most": ("tag", "value", "zone", "points"),
    "table": ("counter", "values"),
    "counter": ("counter", "points"),
}
"""The rules of format 1 with their keys."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "sum": (*_CARDS, "rows", "points", "per", "split"),
    "count": ("zone", "tag", "value", "points", "per", "split"),
    "counter": ("counter", "points", "per"),
    "table": (*_ANY, "values", "split"),
    "most": (*_ANY, "points", "places", "order", "ties", "split"),
    "reach": (*_ANY, "at", "points"),
    "sets": ("zone", "tag", "value", "different", "values"),
    "per_card": ("zone", "column", "tag", "field", "points"),
    "times": ("scores", "points"),
    "bid": ("bid", "made", "test", "hit", "miss", "zero"),
}
"""The rules of format 2 with their keys; those of format 1 are among them."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a rule can name: the parts of the game that are read already. ``deck`` None: its cards cannot be read."""

    counters: tuple[CounterRule, ...]
    rows: tuple[RowRule, ...]
    zones: tuple[Zone, ...]
    deck: Deck | None
    scores: tuple[str, ...]
    rounds: bool

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its cards."""
        return tuple(column.name for column in self.deck.spec.columns) if self.deck else ()


def read_score(table: Table, known: Known) -> ScoreRule:
    """The rule. Notes what is wrong with it."""
    newer = table.page.format > 1
    kinds = KEYS if newer else OLD
    kind: Any = table.choice("rule", tuple(kinds), None)
    if kind not in kinds or "rule" not in table.values:
        return ScoreRule("", "", "sum")
    more = ("id", "when", "helper", "needs")
    if newer:
        table.only(("rule", "label", *KEYS[kind], *more))
    else:
        table.only(("rule", "label", *OLD[kind]), (*KEYS[kind], *more))
    amount = _amount(table, kind, known)
    id_ = table.id() if "id" in table.values else ""
    bid = _bid(table, known) if kind == "bid" else None
    when = table.choice("when", ("round", "end"), "round" if known.rounds else "end")
    if when == "round" and not known.rounds:
        table.fault("when", 'there are no rounds; add [rounds], or say when = "end"')
    split, different, column = (_column(table, known, key, kind) for key in ("split", "different", "column"))
    named = amount.words[0] if len(amount.words) == 1 else amount.field or amount.counter or amount.tag or kind
    return ScoreRule(
        id_,
        table.label(id_ or named),
        kind,
        amount=amount,
        points=table.whole("points", -MOST, MOST, 1),
        per=table.whole("per", 1, MOST, 1),
        values=table.wholes("values", MOST) if kind in ("table", "sets") else (),
        places=table.wholes("places", MOST) if "places" in table.values else (),
        fewest=table.choice("order", ("most", "least"), "most") == "least",
        ties=table.choice("ties", ("all", "split", "pool", "lower", "none"), "all"),  # type: ignore[arg-type] # one of the words
        at=table.whole("at", -MOST, MOST) if kind == "reach" else 0,
        different=different,
        column=column,
        scores=table.ids("scores", known.scores, "score", needed=True) if kind == "times" else (),
        bid=bid,
        split=split,
        end=when == "end",
        helper=table.yes("helper"),
        rounds=table.needs(),
    )


def _column(table: Table, known: Known, key: str, kind: Kind) -> str:
    """A column of the cards named under a key; empty where the rule has no such key."""
    needed = {"different": "sets", "column": "per_card"}.get(key) == kind
    if not needed and key not in table.values:
        return ""
    if known.deck is None:
        return table.text(key, 60, "")
    return table.choice(key, known.columns, None)


def _amount(table: Table, kind: Kind, known: Known) -> Amount:
    """What the rule counts."""
    if kind in ("times", "bid"):
        return Amount()
    own = tuple(one.id for one in known.counters if one.owner in ("player", "pair"))
    if kind == "counter" or "counter" in table.values or (kind == "table" and table.page.format == 1):
        counter = table.choice("counter", own, None, "counter")
        _alone(table, "counter", ("rows", *_CARDS))
        return Amount(counter=counter)
    if "rows" in table.values:
        _alone(table, "rows", _CARDS)
        return Amount(rows=table.ids("rows", tuple(one.id for one in known.rows), "row", needed=True))
    return _of_cards(table, kind, known)


def _alone(table: Table, key: str, others: tuple[str, ...]) -> None:
    for other in others:
        if other in table.values:
            table.fault(other, say("stands beside {key}; a rule counts one of the two", key=key))


def _of_cards(table: Table, kind: Kind, known: Known) -> Amount:
    old = table.page.format == 1
    zones = tuple(one.id for one in known.zones if one.owner in ("player", "team") and not one.counted)
    zone = table.choice("zone", zones, zones[0] if zones else None, "zone")
    field = tag = ""
    words: tuple[str, ...] = ()
    if kind == "sum" or "field" in table.values:
        field = _figures(table, known)
    if "tag" in table.values or (old and kind != "sum") or kind == "per_card":
        tag = table.choice("tag", known.columns, None) if known.deck else str(table.values.get("tag", ""))
        words = () if kind == "per_card" else _words(table, known, tag)
    elif "value" in table.values:
        table.fault("value", "says which word, but not of which column; add tag")
    return Amount(zone=zone, tag=tag, words=words, field=field)


def _figures(table: Table, known: Known) -> str:
    """The column a rule adds up, whose cells must be whole numbers."""
    if known.deck is None:
        return str(table.values.get("field", ""))
    field = table.choice("field", known.columns, None)
    for card in known.deck.cards if field in known.columns else ():
        if str(card[field]) and not re.fullmatch(r"[+-]?[0-9]{1,4}", str(card[field])):
            text = "{name} has {shown} in column {field}, which is no whole number; write one, or leave the cell empty"
            table.fault("field", say(text, name=card.name, shown=shown(str(card[field])), field=field))
            break
    return field


def _words(table: Table, known: Known, tag: str) -> tuple[str, ...]:
    """The words of a column a rule looks for, each of which some card must have."""
    found = table.values.get("value")
    if isinstance(found, list):
        if not found or not all(isinstance(one, str) and one for one in found):
            table.fault("value", 'expected words in brackets, such as ["press", "barn"]')
            return ()
        if table.page.format == 1:
            table.fault("value", f"a list is a word of format 2; {NEEDS_2}")
        words = tuple(found)
    else:
        words = (table.text("value", 60),)
    for word in words if known.deck is not None and tag in known.columns else ():
        there = tuple(dict.fromkeys(str(card[tag]) for card in known.deck.cards if str(card[tag])))  # type: ignore[union-attr] # looked at above
        if word and word not in there:
            near = nearest(word, there[:12]) if there else "the column is empty on every card"
            table.fault(
                "value", say("no card has {shown} in column {key}; {near}", shown=shown(word), key=tag, near=near)
            )
    return tuple(word for word in words if word)


def _bid(table: Table, known: Known) -> Bid:
    own = tuple(one.id for one in known.counters if one.owner == "player")
    every = tuple(one.id for one in known.counters if one.owner in ("player", "table"))
    said, made = (table.choice(key, own, None, "counter") for key in ("bid", "made"))
    test: Any = table.choice("test", ("exact", "at_least", "any"), "exact")
    hit = table.inner("hit", ("flat", "bid", "plus"))
    miss = table.inner("miss", ("flat", "bid", "off"))
    zero = None
    if "zero" in table.values:
        inner = table.inner("zero", ("hit", "miss", "by"))
        by = inner.choice("by", ("round", *every), "", "counter")
        zero = (inner.whole("hit", -MOST, MOST, 0), inner.whole("miss", -MOST, MOST, 0), by)
    plus = hit.choice("plus", own, "", "counter")
    return Bid(
        said,
        made,
        test=test,
        hit=(hit.whole("flat", -MOST, MOST, 0), hit.whole("bid", -MOST, MOST, 0), plus),
        miss=tuple(miss.whole(key, -MOST, MOST, 0) for key in ("flat", "bid", "off")),  # type: ignore[arg-type] # three of them
        zero=zero,
    )

"""What a question to Gilfate Fantasy's calculators says: its house rules, hands and piles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.calculator import Asked
from rules.games.gilfate import points
from rules.games.gilfate.attack_cards import AttackCard, attack_cards
from rules.games.gilfate.house import AS_WRITTEN, OPTIONS, House

Answer = dict[str, Any]
HAND_MOST = 200
LOW = -100_000
TAKEN = ("partial", "explosions")
"""Options whose names are fields of their own beside them; they are named inside ``options`` only."""


def house_of(asked: Asked) -> House:
    """The house rules a question is asked under; as written where it names none."""
    return replace(AS_WRITTEN, **asked.options(OPTIONS, taken=TAKEN))


def cards_of(asked: Asked, key: str) -> tuple[AttackCard, ...]:
    """The attack cards a field names."""
    known = attack_cards()
    return tuple(known[word] for word in asked.words(key, among=known, most=HAND_MOST))


def card_of(asked: Asked, key: str) -> AttackCard:
    """The one attack card a field names."""
    return attack_cards()[asked.word(key, among=attack_cards())]


def active_of(asked: Asked, key: str) -> tuple[str, ...]:
    """Ids of active cards; for several players also an object of player -> ids."""
    if isinstance(asked.raw(key), Mapping):
        inner = asked.part(key)
        return tuple(card.id for player in inner.data for card in cards_of(inner, player))
    return tuple(card.id for card in cards_of(asked, key))


def partials_of(asked: Asked) -> tuple[points.Partial, ...]:
    """Each is what was paid, or an object with ``paid`` and the ``card`` (or its ``cost``)."""
    found = []
    for i, item in enumerate(asked.items("partial", most=HAND_MOST)):
        if not isinstance(item, Mapping):
            place = f"partial[{i}]"
            found.append(points.Partial(Asked({place: item}).whole(place, high=99)))
            continue
        one = asked.part_of("partial", i, item)
        whole = card_of(one, "card").cost if one.has("card") else one.whole_or_none("cost", high=99)
        found.append(points.Partial(one.whole("paid", high=99), whole))
    return tuple(found)

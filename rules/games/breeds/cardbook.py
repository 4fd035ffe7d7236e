"""What the table needs to know of a card: of the printed factions by their ids, of everybody else's by a plain word.

People may bring a summoner whose cards are not in this deck. Those go by ``dragon``, ``faction_coin`` and the like:
strength and text stand on the paper, the table counts them all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from rules import games
from rules.games.breeds.deck import FACTIONS, Ability, keywords
from rules.values.cards import Card, Deck

SUMMONERS = {"black": "Black", "teal": "Teal", "white": "White", "purple": "Purple", "other": "Another colour"}
"""Whom a seat may play; for those beyond the printed factions people bring their own cards."""

HAND_COINS = ("common", "rare", "faction")
EPIC = "epic"
SUPPLY_KINDS = ("dragon", "faction_coin")


@dataclass(frozen=True, slots=True)
class Facts:
    """A card as the rules see it. ``printed`` is False for a word that stands for somebody's own card."""

    id: str
    name: str
    kind: str
    faction: str = ""
    sv: int | None = None
    cost: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()
    words: Mapping[str, int] = field(default_factory=dict)
    bonus: int = 0
    abilities: tuple[Ability, ...] = ()
    text: str = ""
    printed: bool = True

    def has(self, keyword: str) -> bool:
        """Whether the card has the keyword; of a card we do not know, anything may be true."""
        return keyword in self.words or not self.printed

    def when(self, trigger: str) -> bool:
        """Whether an activated ability of the card waits for this."""
        return any(one.kind == "activated" and one.when == trigger for one in self.abilities)


_OWN = {
    "dragon": Facts("dragon", "Dragon", "dragon", printed=False),
    "legendary": Facts("legendary", "Legendary dragon", "legendary", printed=False),
    "faction_coin": Facts("faction_coin", "Faction coin", "coin", pays=("c", "f"), printed=False),
    "rare_coin": Facts("rare_coin", "Rare coin", "coin", pays=("c", "r"), printed=False),
    "common_coin": Facts("common_coin", "Common coin", "coin", pays=("c",), printed=False),
    "fireball": Facts("fireball", "Fireball", "fireball", printed=False),
}


def deck() -> Deck:
    """Every card that was printed."""
    return games.deck("breeds")


@cache
def facts(card: str) -> Facts | None:
    """The card with that id or word, or None."""
    if card in _OWN:
        return _OWN[card]
    found = deck().by_id.get(card)
    return _read(found) if found is not None else None


def _read(card: Card) -> Facts:
    abilities = card["abilities"]
    sv, bonus = card["sv"], card["damage_bonus"]
    return Facts(
        card.id,
        card.name,
        kind=str(card["kind"]),
        faction=str(card["faction"]),
        sv=sv if isinstance(sv, int) else None,
        cost=card.words("cost_symbols"),
        pays=card.words("pays"),
        words={one.word: one.value for one in keywords(card)},
        bonus=bonus if isinstance(bonus, int) else 0,
        abilities=tuple(one for one in abilities if isinstance(one, Ability)) if isinstance(abilities, tuple) else (),
        text=card.text,
    )


def known(card: str) -> Facts:
    """The card with that id or word. Raises KeyError."""
    found = facts(card)
    if found is None:
        raise KeyError(card)
    return found


def name_of(card: str) -> str:
    """What a card is called; one that is hidden is a dragon."""
    found = facts(card)
    return found.name if found is not None else "a dragon"


def printed(faction: str) -> bool:
    """Whether this faction's cards are in the deck."""
    return faction in FACTIONS


@cache
def of_faction(faction: str, kind: str) -> tuple[str, ...]:
    """The ids of a printed faction's cards of a kind; for others the word for that kind."""
    if not printed(faction):
        return (kind,) if kind in _OWN else ()
    return tuple(one.id for one in deck().cards if one["faction"] == faction and one["kind"] == kind)


@cache
def in_supply(faction: str) -> tuple[str, ...]:
    """What can turn up in a supply: the six kinds of dragons and the Faction coin."""
    if not printed(faction):
        return SUPPLY_KINDS
    return (*of_faction(faction, "dragon"), coin_card(faction, "faction"))


def coin_card(faction: str, word: str) -> str:
    """The card a coin word names in this faction."""
    return f"{faction}_{word}_coin" if printed(faction) else f"{word}_coin"


@cache
def trashable(faction: str) -> tuple[str, ...]:
    """The cards of a player deck, starters first."""
    starters = tuple(coin_card(faction, word) for word in HAND_COINS)
    fireball = f"{faction}_fireball" if printed(faction) else "fireball"
    return (*starters, fireball, *of_faction(faction, "dragon"), *of_faction(faction, "legendary"))


@cache
def identity(faction: str, stage: int) -> Facts | None:
    """The side of the identity card that is up, where it was printed."""
    side = "front" if stage == 1 else "back"
    found = [
        one.id
        for one in deck().cards
        if one["faction"] == faction and one["kind"] == "identity" and one["side"] == side
    ]
    return known(found[0]) if found else None


@cache
def own_quest(faction: str) -> Facts | None:
    """The back of the quest card: what the left cube counts."""
    found = [
        one.id for one in deck().cards if one["faction"] == faction and one["kind"] == "quest" and one["side"] == "back"
    ]
    return known(found[0]) if found else None


def plain(text: str) -> str:
    """A card's text for a screen."""
    for mark in ("**", "[fireball] "):
        text = text.replace(mark, "")
    for symbol in "cref":
        text = text.replace(f"[{symbol}]", symbol.upper())
    return text.replace("\n", " ")


def price(cost: tuple[str, ...]) -> str:
    """A cost as it is printed, such as ``C R``."""
    return " ".join(cost).upper()

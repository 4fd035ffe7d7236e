"""Coins as people name them: which symbols each pays, what a price can be paid with, all purchases taken together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from rules.games.breeds import payment
from rules.games.breeds.cardbook import EPIC, HAND_COINS, coin_card, deck, known
from rules.games.breeds.state import Player, Token, Turn, find_token
from rules.values.code import CodeError, parse

PRICE_MOST = 6
EPIC_CARD = "token_epic_coin"
_KINDS = ("c", "r", "e", "f")


@dataclass(frozen=True, slots=True)
class Coin:
    """One coin of a payment: a hand coin (``token`` None) or a token, with the symbols it shows."""

    word: str
    pays: tuple[str, ...]
    token: Token | None = None


@dataclass(frozen=True, slots=True)
class Purse:
    """The coins of a payment; ``wrong`` is the first word that names none."""

    coins: tuple[Coin, ...]
    wrong: str = ""

    @property
    def from_hand(self) -> int:
        return sum(one.token is None for one in self.coins)

    @property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(one.token for one in self.coins if one.token is not None)

    @property
    def symbols(self) -> tuple[tuple[str, ...], ...]:
        return tuple(one.pays for one in self.coins)


def words(coins: str | Sequence[str]) -> tuple[str, ...]:
    """The single coins of an event: a list, or one text with ``+`` between."""
    parts = [coins] if isinstance(coins, str) else list(coins)
    return tuple(word.strip() for part in parts for word in part.split("+") if word.strip())


def pays(faction: str, word: str) -> tuple[str, ...]:
    """The symbols a hand coin shows."""
    return known(coin_card(faction, word)).pays


def purse(player: Player, coins: str | Sequence[str]) -> Purse:
    """The coins named, each token once."""
    found: list[Coin] = []
    used: list[str] = []
    for word in words(coins):
        one = _coin(player, word, used)
        if one is None:
            return Purse(tuple(found), word)
        if one.token is not None:
            used.append(one.token.uid)
        found.append(one)
    return Purse(tuple(found))


def _coin(player: Player, word: str, used: Iterable[str]) -> Coin | None:
    if word in HAND_COINS:
        return Coin(word, pays(player.faction, word))
    if word == EPIC:
        token = next((one for one in player.tokens if one.kind == "epic_coin" and one.uid not in used), None)
        return Coin(word, known(EPIC_CARD).pays, token) if token is not None else None
    token = find_token(player, word)
    if token is not None and token.uid not in used:
        return _token_coin(token)
    return _scanned(player, word, used)


def _token_coin(token: Token) -> Coin | None:
    if token.kind == "epic_coin":
        return Coin(token.uid, known(EPIC_CARD).pays, token)
    return Coin(token.uid, known("faction_coin").pays, token) if token.kind == "faction_coin" else None


def _scanned(player: Player, word: str, used: Iterable[str]) -> Coin | None:
    try:
        card = deck().find(parse(word))
    except CodeError:
        return None
    if card is None or card["kind"] != "coin":
        return None
    if card.id == EPIC_CARD:
        return _coin(player, EPIC, used)
    lent = next((one for one in player.tokens if one.code == word and one.uid not in used), None)
    return _token_coin(lent) if lent is not None else Coin(word, card.words("pays"))


def payable(now: Turn, cost: tuple[str, ...], symbols: Iterable[tuple[str, ...]]) -> bool:
    """Whether these coins and those already spent pay this price and those already paid."""
    return payment.payment_objection((*now.prices, cost), (*now.coins, *symbols)) is None


def payments(player: Player, now: Turn, cost: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every way to pay a price with what the seat may hold, plainest coins first."""
    epics = sum(one.kind == "epic_coin" for one in player.tokens)
    lent = [one.uid for one in player.tokens if one.kind == "faction_coin"]
    kinds = [*HAND_COINS, *([EPIC] if epics else []), *lent]
    for chosen in combinations_with_replacement(kinds, len(cost)):
        from_hand = sum(word in HAND_COINS for word in chosen)
        single = all(chosen.count(uid) <= 1 for uid in lent)
        if from_hand <= player.cycle.hand and chosen.count(EPIC) <= epics and single:
            found = purse(player, chosen)
            if not found.wrong and payable(now, cost, found.symbols):
                yield chosen


def spoken(player: Player, coins: Iterable[str]) -> str:
    """Coins in words, such as ``2 Common, 1 Rare``."""
    names: list[str] = []
    for word in coins:
        token = find_token(player, word)
        names.append("Faction token" if token is not None else word.capitalize())
    counted = [(name, names.count(name)) for name in dict.fromkeys(names)]
    return ", ".join(f"{count} {name}" for name, count in counted) or "nothing to pay"

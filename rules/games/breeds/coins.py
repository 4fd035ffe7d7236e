"""Paying with coins in Dragon Breeds: what coins show, and one coin a symbol (rulebook 003, Market: Purchasing).

A coin shows several symbols and pays for one of them, so taking the first that fits goes wrong; augmenting paths
(Kuhn's algorithm) find a payment whenever there is one, over all purchases of the phase together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from rules.event import Objection
from rules.games.breeds import citations as cite
from rules.games.breeds.deck import EPIC, HAND_COINS, coin_card, deck, known
from rules.games.breeds.state import Player, Token, Turn
from rules.text import say
from rules.values.code import CodeError, parse

EPIC_CARD = "token_epic_coin"


@dataclass(frozen=True, slots=True)
class Payment:
    """Which coin (its position) pays each symbol, price by price; None where no coin is left for it."""

    coins: tuple[tuple[int | None, ...], ...]

    @property
    def complete(self) -> bool:
        return all(coin is not None for price in self.coins for coin in price)

    @property
    def spent(self) -> tuple[int, ...]:
        """The positions of all coins used."""
        return tuple(sorted(coin for price in self.coins for coin in price if coin is not None))


def match(prices: Sequence[Sequence[str]], coins: Sequence[Sequence[str]]) -> Payment:
    """Pay as many symbols of all prices as can be; coins that show little are spent before versatile ones."""
    symbols = [symbol for price in prices for symbol in price]
    order = sorted(range(len(coins)), key=lambda coin: (len(set(coins[coin])), coin))
    fits = {symbol: [coin for coin in order if symbol in coins[coin]] for symbol in symbols}
    payer: dict[int, int] = {}
    for index in range(len(symbols)):
        _place(index, symbols, fits, payer)
    by_symbol = {index: coin for coin, index in payer.items()}
    found: list[tuple[int | None, ...]] = []
    start = 0
    for price in prices:
        found.append(tuple(by_symbol.get(start + i) for i in range(len(price))))
        start += len(price)
    return Payment(tuple(found))


def _place(index: int, symbols: Sequence[str], fits: dict[str, list[int]], payer: dict[int, int]) -> bool:
    """Find a coin for symbol ``index``, moving earlier symbols to other coins along one augmenting path.

    Breadth first and without recursion: a long chain of moves is no deeper than a short one.
    """
    came_from: dict[int, int] = {}
    queue = [index]
    for symbol in queue:
        for coin in fits[symbols[symbol]]:
            if coin in came_from:
                continue
            came_from[coin] = symbol
            if coin in payer:
                queue.append(payer[coin])
                continue
            _shift(coin, came_from, payer)
            return True
    return False


def _shift(coin: int, came_from: dict[int, int], payer: dict[int, int]) -> None:
    """Give the free coin to the symbol that reached it, that symbol's old coin to the one before, and so on."""
    held = {symbol: used for used, symbol in payer.items()}
    while True:
        symbol = came_from[coin]
        before = held.get(symbol)
        payer[coin] = symbol
        if before is None:
            return
        coin = before


def payment_objection(prices: Sequence[Sequence[str]], coins: Sequence[Sequence[str]]) -> Objection | None:
    """Why these coins do not pay all these prices, or None."""
    # Purchasing: one coin for every symbol, each matching.
    paid = match(prices, coins)
    if paid.complete:
        return None
    missing = [
        symbol
        for price, used in zip(prices, paid.coins, strict=True)
        for symbol, coin in zip(price, used, strict=True)
        if coin is None
    ]
    return Objection("coins", say("No coin is left for {words}.", words=", ".join(missing)), cite.COINS)


# --- coins as people name them


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
    token = player.token(word)
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
    return payment_objection((*now.prices, cost), (*now.coins, *symbols)) is None


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
        token = player.token(word)
        names.append("Faction token" if token is not None else word.capitalize())
    counted = [(name, names.count(name)) for name in dict.fromkeys(names)]
    return ", ".join(f"{count} {name}" for name, count in counted) or "nothing to pay"

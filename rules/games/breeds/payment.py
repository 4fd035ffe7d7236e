"""Paying with coins in Dragon Breeds: one coin a symbol, as a matching (rulebook 003, Market: Purchasing).

A coin shows several symbols and pays for one of them, so taking the first that fits goes wrong; augmenting paths
(Kuhn's algorithm) find a payment whenever there is one, over all purchases of the phase together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.event import Objection
from rules.score import Why
from rules.text import say

BOOK = "Dragon Breeds rulebook"
COINS = Why(
    "Every symbol of a price takes one coin that shows it; no coin pays twice, no change is given.",
    f"{BOOK}, Market: Purchasing",
    "BR-R13",
)


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
    return Objection("coins", say("No coin is left for {words}.", words=", ".join(missing)), COINS)

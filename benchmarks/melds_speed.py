"""How fast the meld optimiser of Gilfate Fantasy is beside a plain dynamic program, up to 48-card hands.

    python benchmarks/melds_speed.py [--quick]

The plain program answers with the points alone; ours names the melds too. Both see the same hands in the same run,
and their points must agree. Hands come from the printed deck, and once more with numbers left alone on purpose: a
hand where no number stands alone is settled without any search.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence

from rules import games
from rules.games.gilfate.deck import NUMBERS, AttackCard, attack_cards
from rules.games.gilfate.score import best_melds

SIZES = (6, 10, 14, 20, 30, 40, 48)
Hand = Sequence[AttackCard]


def plain(hand: Hand) -> int:
    """Number by number: for every state (open runs of 1, 2, 3 or more cards), every way to go on."""
    counts = [0] * NUMBERS
    price = [0] * NUMBERS
    for card in hand:
        price[card.number] = card.cost if not counts[card.number] else min(price[card.number], card.cost)
        counts[card.number] += 1
    costs = {(0, 0, 0): 0}
    for number in range(NUMBERS):
        after: dict[tuple[int, int, int], int] = {}
        for (one, two, more), points in costs.items():
            for long in range(more + 1):
                for new in range(counts[number] - one - two - long + 1):
                    left = counts[number] - one - two - long - new
                    state = (new, one, two + long)
                    total = points + (price[number] if left == 1 else 0)
                    if total < after.get(state, total + 1):
                        after[state] = total
        costs = after
    return min(points for (one, two, _), points in costs.items() if not one and not two)


def ours(hand: Hand) -> int:
    """Our points, after the melds themselves have been found."""
    return best_melds(hand).points


def from_deck(size: int, rng: random.Random) -> Hand:
    """A hand dealt from the printed 48 attack cards."""
    known = attack_cards()
    deck = [known[card.id] for card in games.deck("gilfate").cards if card.id in known for _ in range(card.copies)]
    return rng.sample(deck, min(size, len(deck)))


def with_lone_numbers(size: int, rng: random.Random) -> Hand:
    """A hand in which some numbers stand alone, whatever its size: cards of a number may repeat."""
    kinds = list(attack_cards().values())
    lone = rng.sample(range(NUMBERS), min(4, size))
    alone = [rng.choice([card for card in kinds if card.number == number]) for number in lone]
    others = [card for card in kinds if card.number not in lone]
    return alone + [rng.choice(others) for _ in range(size - len(alone))]


def microseconds(works: Sequence[Callable[[Hand], int]], hands: Sequence[Hand], repeats: int) -> list[float]:
    """The best of some passes over all hands, per hand; the works take turns, so that a busy machine hits both."""
    best = [float("inf")] * len(works)
    for _ in range(repeats):
        for i, work in enumerate(works):
            started = time.perf_counter()
            for hand in hands:
                work(hand)
            best[i] = min(best[i], time.perf_counter() - started)
    return [seconds / len(hands) * 1e6 for seconds in best]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a few hands only, for a smoke run")
    parser.add_argument("--seed", type=int, default=20)
    args = parser.parse_args()
    count, repeats = (20, 3) if args.quick else (200, 15)
    rng = random.Random(args.seed)
    rows = []
    print(f"{'hands':<22}{'cards':>6}{'ours µs':>10}{'plain µs':>10}{'ratio':>8}")
    for label, make in (("from the deck", from_deck), ("with lone numbers", with_lone_numbers)):
        for size in SIZES:
            hands = [make(size, rng) for _ in range(count)]
            for hand in hands:
                if ours(hand) != plain(hand):
                    raise SystemExit(f"seed {args.seed}: {[card.id for card in hand]} differ")
            mine, peer = microseconds((ours, plain), hands, repeats)
            rows.append({"hands": label, "cards": size, "ours_us": round(mine, 1), "plain_us": round(peer, 1)})
            print(f"{label:<22}{size:>6}{mine:>10.1f}{peer:>10.1f}{peer / mine:>7.1f}x")
    ratios = [row["plain_us"] / row["ours_us"] for row in rows]
    print(
        json.dumps(
            {
                "benchmark": "melds_speed",
                "seed": args.seed,
                "rows": rows,
                "least_ratio": round(min(ratios), 2),
                "median_ratio": round(statistics.median(ratios), 2),
            }
        )
    )


if __name__ == "__main__":
    main()

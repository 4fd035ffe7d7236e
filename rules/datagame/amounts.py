"""What rules of points count, and what they make of it: places and ties, sets, cards that count cards, bids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rules.datagame.plan import Amount, Bid, Plan, ScoreRule
from rules.datagame.state import Lying, State, cards, cell, from_all, place
from rules.game_protocol import Seat
from rules.values.cards import Card


def card_of(plan: Plan, lying: Lying) -> Card:
    """The printed card that lies there."""
    return plan.deck.by_id[lying.card]


def such(plan: Plan, state: State, amount: Amount, seat: Seat) -> tuple[Lying, ...]:
    """The cards an amount is about: face up, in its zone, with one of its words."""
    zone = plan.zone(amount.zone)
    if zone is None:
        return ()
    up = (one for one in cards(state, zone, seat) if one.up)
    if not amount.tag or not amount.words:
        return tuple(up)
    return tuple(one for one in up if str(card_of(plan, one)[amount.tag]) in amount.words)


def figure(plan: Plan, lying: Lying, column: str) -> int:
    """The whole number in a column of a card, 0 where there is none."""
    cell = str(card_of(plan, lying)[column])
    return int(cell) if cell else 0


def of_cards(plan: Plan, amount: Amount, lying: Sequence[Lying]) -> int:
    """How many, or the sum of the column."""
    return sum(figure(plan, one, amount.field) for one in lying) if amount.field else len(lying)


def number(plan: Plan, state: State, amount: Amount, seat: Seat, *, whole_game: bool) -> int | None:
    """The amount of a player; None where it is lines of the pad and nothing is written in them.

    With ``whole_game`` lines with a cell a round are added up, else it is this round's cell.
    """
    if amount.counter:
        rule = plan.counter(amount.counter)
        return sum(from_all(state, rule, seat)) if rule is not None else 0
    if amount.rows:
        found = [one for id_ in amount.rows for one in _cells(plan, state, id_, seat, whole_game)]
        return sum(found) if found else None
    return of_cards(plan, amount, such(plan, state, amount, seat))


def _cells(plan: Plan, state: State, id_: str, seat: Seat, whole_game: bool) -> Iterator[int]:
    row = plan.row(id_)
    if row is None:
        return
    at = place(state, row, seat)
    rounds = range(1, state.round + 1) if row.by_round and whole_game else (state.round,)
    yield from (found for round_ in rounds if (found := cell(state, row, at, round_)) is not None)


def for_every(amount: int, rule: ScoreRule) -> int:
    """``points`` for every ``per`` of the amount, rounded towards 0."""
    return (abs(amount) // rule.per) * (1 if amount >= 0 else -1) * rule.points


def entry(values: Sequence[int], amount: int) -> int:
    """The entry at the amount: the first below 0, the last above its end."""
    return values[max(0, min(amount, len(values) - 1))]


def by_place(amounts: Sequence[int], rule: ScoreRule) -> tuple[int, ...]:
    """What everybody gets for their place among all amounts; those who share it use up the places behind it."""
    worth = rule.places or (rule.points,)
    ranked = sorted(set(amounts), reverse=not rule.fewest)
    points, taken = [0] * len(amounts), 0
    for amount in ranked:
        if not rule.fewest and amount <= 0:
            break
        sharing = [seat for seat, own in enumerate(amounts) if own == amount]
        filled = [worth[at] if at < len(worth) else 0 for at in range(taken, taken + len(sharing))]
        for seat in sharing:
            points[seat] = _share(filled, rule.ties)
        taken += len(sharing)
    return tuple(points)


def _share(filled: Sequence[int], ties: str) -> int:
    """What one of those gets who fill these places together."""
    if len(filled) == 1 or ties == "all":
        return filled[0]
    match ties:
        case "split":
            return int(filled[0] / len(filled))
        case "pool":
            return int(sum(filled) / len(filled))
        case "lower":
            return filled[-1]
    return 0


def best_sets(words: Sequence[int], values: Sequence[int]) -> int:
    """The most that cards give, split into sets of different words: ``words`` says how many there are of each, and
    ``values`` what a set of 0, 1, 2 and more cards gives (the last entry for all larger ones).

    Sizes of sets are possible exactly if for every k the k largest hold no more than the words' cards, each word
    counted up to k (Gale and Ryser); so it is a walk over the ways to write the number of cards as a sum.
    """
    total, kinds = sum(words), len(words)
    worth = [entry(values, size) for size in range(kinds + 1)]
    upto = [sum(min(one, k) for one in words) for k in range(total + 1)]

    @cache
    def most(left: int, largest: int, sets: int) -> int:
        """The most from ``left`` cards in further sets of at most ``largest``, when ``sets`` are made already."""
        if not left:
            return 0
        room = upto[min(sets + 1, total)] - (total - left)
        sizes = range(1, min(largest, left, room) + 1)
        return max(worth[size] + most(left - size, size, sets + 1) for size in sizes)

    return most(total, kinds, 0)


def counted_by_cards(plan: Plan, state: State, rule: ScoreRule, seat: Seat) -> tuple[int, tuple[Lying, ...]]:
    """For each card with a word in ``column``: the cards whose ``tag`` is that word, times the card's figure."""
    there = such(plan, state, rule.amount, seat)
    total, counting = 0, []
    for one in there:
        word = str(card_of(plan, one)[rule.column])
        if not word:
            continue
        matching = sum(str(card_of(plan, other)[rule.amount.tag]) == word for other in there)
        each = figure(plan, one, rule.amount.field) if rule.amount.field else 1
        total += matching * each
        counting.append(one)
    return total * rule.points, tuple(counting)


def bid_points(bid: Bid, said: int, made: int, *, plus: int, by: int) -> int:
    """The points of what was said and what was made of it."""
    hit = made == said if bid.test == "exact" else made >= said if bid.test == "at_least" else said > 0 and made >= 1
    if said == 0 and bid.zero is not None:
        return (bid.zero[0] if made == 0 else bid.zero[1]) * by
    if hit:
        return bid.hit[0] + bid.hit[1] * said + plus
    return bid.miss[0] + bid.miss[1] * said + bid.miss[2] * abs(made - said)

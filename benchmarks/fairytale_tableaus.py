"""What good Fairy Tale tableaus score: simple drafting bots play whole games with the real rules.

    python benchmarks/fairytale_tableaus.py [--quick] [--games N] [--seed S] [--cards]

The bots: ``novice`` picks and plays at random; ``collector`` takes what adds most to its own tableau, with a little
hope for what may still come; ``loyal`` collects one faction and its friends; ``spoiler`` is a collector who likes
Gloam. Half the games of each number of players seat only collectors (what a good table scores), half a random mix
(who wins). All turn down what costs them least and up what gains most. Prints tables and one JSON line last;
``--cards`` adds a line a card: how often it was played, how often it lay face up at the end, what it then scored.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import mean, quantiles

from rules import games
from rules.games.fairytale import effects, score, stage_plan
from rules.games.fairytale.deck import UNFLIP, Facts, facts, is_expert

BOTS = ("novice", "collector", "loyal", "spoiler")
DECK = [facts(card) for card in games.deck("fairytale").cards for _ in range(card.copies)]
BASIC = [facts(card) for card in games.deck("fairytale").cards if not is_expert(card) for _ in range(card.copies)]


@dataclass
class Player:
    """One bot: its kind, its faction if it has one, its hand and its tableau."""

    bot: str
    faction: str = ""
    hand: list[Facts] = field(default_factory=list)
    tableau: list[score.Shown] = field(default_factory=list)

    @property
    def laid(self) -> list[Facts]:
        return [card.facts for card in self.tableau if card.facts is not None]


@dataclass
class Tally:
    """What is measured."""

    scores: dict[tuple[int, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    wins: dict[tuple[int, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    good: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    cards: dict[str, list[tuple[bool, int]]] = field(default_factory=lambda: defaultdict(list))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="games for each number of players and seating")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a dozen games, to see that it runs")
    parser.add_argument("--cards", action="store_true", help="a line for each card")
    args = parser.parse_args()
    tally, rng = Tally(), random.Random(args.seed)
    for players in range(2, 6):
        for _ in range(12 if args.quick else args.games):
            mixed = [Player(rng.choice(BOTS)) for _ in range(players)]
            play(mixed, rng, tally, mixed=True)
            play([Player("collector") for _ in range(players)], rng, tally, mixed=False)
    report(tally, cards=args.cards)


def play(seats: list[Player], rng: random.Random, tally: Tally, *, mixed: bool) -> None:
    """One game from the shuffle to the points."""
    deck = list(DECK if len(seats) == 5 else BASIC)
    rng.shuffle(deck)
    for player in seats:
        player.faction = rng.choice(("Dragonvale", "Homestead", "Thornwood"))
    for number in range(1, stage_plan.LAST, 2):
        draft(seats, [[deck.pop() for _ in range(stage_plan.HAND)] for _ in seats], number, rng)
        for _ in range(stage_plan.PLAYS):
            reveal(seats, [choose(player, seats, rng) for player in seats])
    tableaus = [player.tableau for player in seats]
    worths = score.score(tableaus)
    totals = score.totals(worths)
    won = score.winners(totals, [len(own) for own in worths])
    for seat, player in enumerate(seats):
        if mixed:
            tally.scores[len(seats), player.bot].append(totals[seat])
            tally.wins[len(seats), player.bot].append(1 / len(won) if seat in won else 0.0)
            continue
        tally.good[len(seats)].append(totals[seat])
        points = {one.card.uid: one.points for one in worths[seat]}
        for card in player.tableau:
            if card.facts is not None:
                tally.cards[card.facts.name].append((card.up, points.get(card.uid, 0)))


def draft(seats: list[Player], hands: list[list[Facts]], number: int, rng: random.Random) -> None:
    """Five picks, passed the way the stage says."""
    side = stage_plan.stage(number).side or "left"
    for player in seats:
        player.hand = []
    for _ in range(stage_plan.HAND):
        for player, hand in zip(seats, hands, strict=True):
            best = max(hand, key=lambda card: liking(player, card, rng))
            hand.remove(best)
            player.hand.append(best)
        passed: list[list[Facts]] = [[] for _ in seats]
        for seat, hand in enumerate(hands):
            passed[stage_plan.receiver(seat, len(seats), side)] = hand
        hands = passed


def liking(player: Player, card: Facts, rng: random.Random) -> float:
    """How much a bot wants a card."""
    noise = rng.random()
    if player.bot == "novice":
        return noise
    held = [*player.laid, *player.hand]
    worth = gain(held, card) + hope(held, card, left=stage_plan.TABLEAU_MAX - len(player.tableau))
    if player.bot == "loyal" and player.faction in (card.faction, card.value.faction):
        worth += 3
    if player.bot == "spoiler" and card.faction == "Gloam":
        worth += 4
    return worth + noise / 4


def gain(held: Sequence[Facts], card: Facts) -> float:
    """What a card adds to a tableau of ``held``, were all face up, less what its own effects cost."""
    before, after = [lay(held), lay([*held, card])]
    points: float = score.totals(score.score([after]))[0] - score.totals(score.score([before]))[0]
    for effect in card.effects:
        if effect.who == "you" and effect.verb != UNFLIP:
            points -= 2 * effect.amount
        elif effect.verb == UNFLIP:
            points += 1.5 * effect.amount
        else:
            points += -1 if any(one.faction == effect.faction or effect.faction is None for one in held) else 1
    return points


def hope(held: Sequence[Facts], card: Facts, left: int) -> float:
    """What a card may still become while ``left`` cards are to be played."""
    match card.value.kind:
        case "count" | "friend_per":
            return 0.25 * left
        case "friend_if" if not any(one.name == card.value.name for one in held):
            return 0.3 * left
        case "most":
            return -2.0
    return 0.0


def lay(cards: Sequence[Facts]) -> list[score.Shown]:
    return [score.Shown(str(n), card, up=True) for n, card in enumerate(cards)]


def choose(player: Player, seats: list[Player], rng: random.Random) -> Facts:
    """The card of the hand to play now."""
    up = [card.facts for card in player.tableau if card.up and card.facts is not None]
    best = max(
        player.hand, key=lambda card: rng.random() if player.bot == "novice" else gain(up, card) + rng.random() / 4
    )
    player.hand.remove(best)
    return best


def reveal(seats: list[Player], cards: Sequence[Facts]) -> None:
    """Everybody's card is turned over and all effects are applied."""
    fired = []
    for seat, (player, card) in enumerate(zip(seats, cards, strict=True)):
        uid = f"{seat}.{len(player.tableau)}"
        player.tableau.append(score.Shown(uid, card, up=True))
        fired += [effects.Fired(seat, uid, effect) for effect in card.effects if effect.turns]
    pieces = tuple(
        effects.Piece(card.uid, seat, card.facts.faction if card.facts else None, card.up)
        for seat, player in enumerate(seats)
        for card in player.tableau
    )
    progress = effects.Progress()
    while True:
        outcome = effects.advance(fired, pieces, progress, len(seats))
        pieces, progress = outcome.pieces, outcome.progress
        for duty in outcome.open:
            uids = answer(seats[duty.need.seat], duty, pieces)
            pieces = effects.turn(pieces, uids, up=duty.need.verb == UNFLIP)
            progress = effects.after_need(progress, duty.need)
        if progress.done:
            break
    faces = {piece.uid: piece.up for piece in pieces}
    for player in seats:
        player.tableau = [replace(card, up=faces[card.uid]) for card in player.tableau]


def answer(player: Player, duty: effects.Duty, pieces: Sequence[effects.Piece]) -> tuple[str, ...]:
    """The cards whose turning leaves the tableau worth most, one after the other."""
    faces = {piece.uid: piece.up for piece in pieces}
    tableau = [replace(card, up=faces[card.uid]) for card in player.tableau]
    chosen: list[str] = []
    up = duty.need.verb == UNFLIP
    for _ in range(duty.high):
        best = max(
            (uid for uid in duty.candidates if uid not in chosen),
            key=lambda uid: total(tableau, [*chosen, uid], up=up),
        )
        chosen.append(best)
    return tuple(chosen)


def total(tableau: Sequence[score.Shown], turned: Sequence[str], *, up: bool) -> int:
    """What the tableau would score with some cards turned."""
    after = [replace(card, up=up) if card.uid in turned else card for card in tableau]
    return score.totals(score.score([after]))[0]


def report(tally: Tally, *, cards: bool) -> None:
    print("tables of collectors: points of a tableau")
    print(f"{'players':>8}{'tableaus':>10}{'mean':>7}{'10 %':>6}{'50 %':>6}{'90 %':>6}{'best':>6}")
    good = {}
    for players, found in sorted(tally.good.items()):
        tenth = quantiles(found, n=10)
        good[players] = {"mean": round(mean(found), 1), "p10": tenth[0], "p50": tenth[4], "p90": tenth[8]}
        print(
            f"{players:>8}{len(found):>10}{mean(found):>7.1f}{tenth[0]:>6.0f}{tenth[4]:>6.0f}{tenth[8]:>6.0f}"
            f"{max(found):>6}"
        )
    print("\nmixed tables: mean points, share of wins times players (1.00 is fair)")
    print(f"{'players':>8}" + "".join(f"{bot:>18}" for bot in BOTS))
    mixed: dict[int, dict[str, object]] = {}
    for players in sorted(tally.good):
        cells = []
        for bot in BOTS:
            points, wins = tally.scores[players, bot], tally.wins[players, bot]
            mixed.setdefault(players, {})[bot] = (
                [round(mean(points), 1), round(mean(wins) * players, 2)] if points else []
            )
            cells.append(f"{mean(points):>12.1f}{mean(wins) * players:>6.2f}" if points else " " * 18)
        print(f"{players:>8}" + "".join(cells))
    if cards:
        _cards(tally)
    print(json.dumps({"collectors": good, "mixed": mixed}))


def _cards(tally: Tally) -> None:
    """How each card does among collectors: plays for each printed copy and game, face up at the end, points."""
    print(f"\n{'card':<24}{'faction':<12}{'played':>8}{'face up':>9}{'points if up':>14}")
    copies: dict[str, int] = defaultdict(int)
    for one in DECK:
        copies[one.name] += 1
    by_name = {one.name: one for one in DECK}
    for name, found in sorted(tally.cards.items(), key=lambda pair: (by_name[pair[0]].faction, pair[0])):
        up = [points for lies_up, points in found if lies_up]
        share = len(up) / len(found)
        print(
            f"{name:<24}{by_name[name].faction:<12}{len(found) / copies[name]:>8.0f}{share:>9.0%}"
            f"{mean(up) if up else 0:>14.1f}"
        )


if __name__ == "__main__":
    main()

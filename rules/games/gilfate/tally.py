"""Score sheets: what a round costs each seat, and why; sums over rounds; survival points."""

from __future__ import annotations

from collections.abc import Iterable

from rules.games.gilfate import book, points, rounds
from rules.games.gilfate.attack_cards import AttackCard
from rules.games.gilfate.cardbook import attack, card_of
from rules.games.gilfate.fronts import front_ids, others_fronts, threshold
from rules.games.gilfate.state import Held, State, counts_points, house_rules
from rules.score import ScoreLine, ScoreSheet, SeatScore
from rules.table import Seat
from rules.text import say


def _cards(held: Iterable[Held]) -> tuple[AttackCard, ...]:
    return tuple(attack(one.card) for one in held)


def round_of(state: State, seat: Seat, hand: tuple[Held, ...] | None = None) -> points.Points:
    """The seat's points in this round, with the hand it has shown, or with ``hand``."""
    player = state.seats[seat]
    return points.round_points(
        _cards(player.shown or () if hand is None else hand),
        tuple(attack(one.card) for one in player.front),
        bombs=player.bombs,
        explosions=player.explosions,
        partial=tuple(points.Partial(one.paid, attack(one.card).cost) for one in player.partial),
        others=others_fronts(state, seat),
        house=state.house,
    )


def known(state: State, seat: Seat) -> tuple[Held, ...]:
    """What can be counted of the hand now: what was shown, else the owner's notes (nothing in a veiled table)."""
    player = state.seats[seat]
    return player.notes if player.shown is None else player.shown


def own_sheet(state: State, seat: Seat) -> ScoreSheet:
    """What the seat would score if the round ended now, with what its phone knows of the hand."""
    return ScoreSheet((_seat_score(state, seat, known(state, seat)),), house_rules=house_rules(state))


def round_sheet(state: State) -> ScoreSheet:
    """This round's points, everybody's."""
    if not state.seats:
        return ScoreSheet(())
    seats = tuple(_seat_score(state, seat, state.seats[seat].shown or ()) for seat in range(state.players))
    totals = [one.total for one in seats]
    ranked = tuple(
        SeatScore(one.seat, one.total, one.lines, 1 + sum(other < one.total for other in totals)) for one in seats
    )
    return ScoreSheet(ranked, house_rules=house_rules(state))


def sheet(state: State) -> ScoreSheet:
    """The whole match: this round alone where it is the only one, else a line for each round; final at the end."""
    winners = match_winners(state)
    if state.phase != "over" and not state.records:
        base = round_sheet(state)
        return ScoreSheet(base.seats, (), house_rules=base.house_rules)
    if len(state.records) == 1 and counts_points(state):
        base = round_sheet(state)
        return ScoreSheet(base.seats, winners, final=state.phase == "over", house_rules=base.house_rules)
    seats = tuple(_match_score(state, seat) for seat in range(state.players))
    return ScoreSheet(seats, winners, final=state.phase == "over", house_rules=house_rules(state))


def totals(state: State) -> tuple[int, ...]:
    """Everybody's sum over the finished rounds: points, or survival points with those entered by hand."""
    if not counts_points(state):
        return state.survival
    return tuple(sum(record[seat] for record in state.records) for seat in range(state.players))


def match_winners(state: State) -> tuple[Seat, ...]:
    """Who leads the match, and at the end has won it; empty before the first round is scored."""
    if not state.records:
        return ()
    names = {str(seat): total for seat, total in enumerate(totals(state))}
    if isinstance(state.match, str) and state.version == "knockout":
        won = tuple(int(name) for name, total in names.items() if total >= rounds.POINTS_TO_WIN)
        return won or tuple(int(name) for name in rounds.most(names))
    return tuple(int(name) for name in rounds.match_winners([names], state.version, state.house))


def survival_shown(state: State) -> bool:
    """Whether rounds give survival points."""
    return state.version == "knockout"


def _match_score(state: State, seat: Seat) -> SeatScore:
    every = totals(state)
    counted = counts_points(state)
    lines = [
        ScoreLine(say("Round {n}", n=n), record[seat], book.MATCH if counted else book.SURVIVAL)
        for n, record in enumerate(state.records, 1)
    ]
    more = every[seat] - sum(line.points for line in lines)
    if more:
        lines.append(ScoreLine("Entered by hand", more, book.BY_HAND))
    names = {str(one): total for one, total in enumerate(every)}
    first = rounds.match_winners([names], state.version, state.house)
    best = every[int(first[0])]
    place = 1 + sum(abs(other - best) < abs(every[seat] - best) for other in every)
    return SeatScore(seat, every[seat], tuple(lines), place)


def _seat_score(state: State, seat: Seat, hand: tuple[Held, ...]) -> SeatScore:
    done = round_of(state, seat, hand)
    lines = tuple(_lines(state, seat, done))
    return SeatScore(seat, done.total, lines)


def _lines(state: State, seat: Seat, done: points.Points) -> Iterable[ScoreLine]:
    player = state.seats[seat]
    if player.bombs:
        cheap = min(player.bombs, threshold(player))
        late = player.bombs - cheap
        detail = f"{cheap} × 3" + (say(", {late} more", late=late) if late else "")
        label = f"{player.bombs} {'bomb' if player.bombs == 1 else 'bombs'}"
        yield ScoreLine(label, done.bombs, book.BOMBS, detail, suit="bomb")
    if player.explosions:
        yield ScoreLine(
            say("{explosions} × explosion", explosions=player.explosions),
            done.explosions,
            book.EXPLOSIONS,
            suit="explosion",
        )
    if done.permanents:
        names = ", ".join(
            card for card in front_ids(player) if attack(card).number >= (12 if state.house.only_12 else 10)
        )
        yield ScoreLine("Activated cards", done.permanents, book.PERMANENTS, names)
    for run in done.melds.runs:
        yield ScoreLine("Run " + "-".join(str(card.number) for card in run), 0, book.HAND, _names(run))
    for one in done.melds.sets:
        yield ScoreLine(
            say("Set of {count} × {number}", count=len(one), number=one[0].number), 0, book.HAND, _names(one)
        )
    left = done.melds.left
    if left:
        yield ScoreLine("Cards left", done.hand, book.HAND, _names(left))
    if player.partial:
        yield ScoreLine("Paid in part", done.partial, book.SHORT, ", ".join(one.card for one in player.partial))


def _names(cards: Iterable[AttackCard]) -> str:
    return ", ".join(f"{card.id} {card_of(card.id).name} ({card.cost})" for card in cards)

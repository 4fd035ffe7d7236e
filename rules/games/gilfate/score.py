"""What a round costs: the cheapest way to lay a hand out, points, the match over several rounds, and score sheets.

The fewest points win (rulebook 004, Points). Sets and runs of a hand cost nothing, the rest its cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.event import Seat
from rules.games.gilfate import citations as cite
from rules.games.gilfate.deck import HIGH, NUMBERS, AttackCard, activation_cost, attack, card_of, slots
from rules.games.gilfate.house_rules import AS_WRITTEN, House, Version, with_knockouts
from rules.games.gilfate.state import Held, State
from rules.score import ScoreLine, ScoreSheet, SeatScore
from rules.state_memo import kept_for_state
from rules.text import plural, say

# --- melds

OVERLAP = 3
"""No more than this many runs through one number are ever needed."""
RUN_MIN = 3

RunState = tuple[int, int, int]
Cost = Callable[[AttackCard], int]
Group = list[AttackCard]
START: RunState = (0, 0, 0)
Way = tuple[int, RunState, "Way | None"]


def _steps(state: RunState, room: int, *, beginning: bool) -> tuple[tuple[RunState, int], ...]:
    """Every state that can follow where ``room`` cards may go into runs, with the cards it takes."""
    new, second, long = state
    free = room - new - second
    return tuple(
        ((begun, new, second + kept), begun + new + second + kept)
        for kept in range(min(long, free) + 1)
        for begun in range((free - kept if beginning else 0) + 1)
    )


_STATES = tuple(
    (new, second, long)
    for new in range(OVERLAP + 1)
    for second in range(OVERLAP + 1 - new)
    for long in range(OVERLAP + 1 - new - second)
)
_OPEN = tuple({state: _steps(state, room, beginning=True) for state in _STATES} for room in range(OVERLAP + 1))
_CLOSING = tuple({state: _steps(state, room, beginning=False) for state in _STATES} for room in range(OVERLAP + 1))
"""By room, then by state: the steps where runs may begin, and where none may because too few numbers follow."""


@dataclass(frozen=True, slots=True)
class Melds:
    """A hand laid out: runs from low to high, sets, and what is left over with its points."""

    runs: tuple[tuple[AttackCard, ...], ...]
    sets: tuple[tuple[AttackCard, ...], ...]
    left: tuple[AttackCard, ...]
    points: int


def printed_cost(card: AttackCard) -> int:
    """What a leftover card counts as printed (GF-R5)."""
    return card.cost


def best_melds(hand: Iterable[AttackCard], cost: Cost = printed_cost) -> Melds:
    """The layout with the fewest points left; ``cost`` is what a leftover card counts.

    A set is two or more cards of one number, a run three or more numbers in a row, one card each; a card lies in one
    meld at most (GF-R3). Exact, in one pass over the numbers:

    - At a number with ``n`` cards, ``s`` of them in runs, the other ``n - s`` are a set unless exactly one is left
      over. So a number costs something only for ``s = n - 1``, and then its cheapest card.
    - Numbers in a row that the hand has form a stretch. No run crosses its ends; one shorter than three numbers, or in
      which no number stands alone, needs no runs.
    - Where the numbers that stand alone lie among at least three numbers in a row that all have one card or more than
      two, one run through them costs nothing: no search is needed.
    - ``s`` up to 3 is enough. Reducing ``s`` by two or more never costs anything. Cut into runs of 3 to 5 cards, two
      equal runs may both be dropped, so no more than 12 ever overlap; and every pattern of up to 12 overlapping runs
      has one of at most 3 that differs, number for number, by nothing or by two and more. That last step is a finite
      check; a test makes it.
    - The state at a number is how many runs through it have there their 1st, 2nd, 3rd-or-later card: ``(new, second,
      long)``. The next state's ``second`` is this ``new``; its ``long`` is this ``second`` and any part of this
      ``long``.
    """
    groups: dict[int, Group] = {}
    for card in hand:
        group = groups.get(card.number)
        if group is None:
            groups[card.number] = [card]
        else:
            group.append(card)
    runs: list[Group] = []
    rests: list[Group] = []
    stretch: list[Group] = []
    for number in range(NUMBERS + 1):
        group = groups.get(number)
        if group is not None:
            stretch.append(group)
        elif stretch:
            if len(stretch) >= RUN_MIN and 1 in map(len, stretch):
                _take_runs(stretch, cost, runs, rests)
            else:
                rests += stretch
            stretch = []
    left = [group[0] for group in rests if len(group) == 1]
    return Melds(
        tuple(map(tuple, runs)),
        tuple(tuple(group) for group in rests if len(group) > 1),
        tuple(left),
        sum(map(cost, left)),
    )


def _take_runs(stretch: Sequence[Group], cost: Cost, runs: list[Group], rests: list[Group]) -> None:
    """Add the best runs of a stretch to ``runs`` and what they leave of each number to ``rests``."""
    open_runs: list[Group] = []
    path = _plain_runs(stretch) or _cheapest(stretch, cost)
    for group, (new, second, long) in zip(stretch, path, strict=True):
        if not new and not second and not long:
            open_runs = []
            rests.append(group)
            continue
        # All runs of one or two cards go on; of the longer ones as many as the state says.
        short = [run for run in open_runs if len(run) < RUN_MIN]
        kept = [run for run in open_runs if len(run) >= RUN_MIN][: second + long - len(short)]
        begun: list[Group] = [[] for _ in range(new)]
        runs += begun
        open_runs = kept + short + begun
        taken = len(open_runs)
        if len(group) == taken + 1 > 1:
            # One is left over: it is the cheapest.
            group = sorted(group, key=cost, reverse=True)
        for run, card in zip(open_runs, group, strict=False):
            run.append(card)
        if len(group) > taken:
            rests.append(group[taken:])


def _plain_runs(stretch: Sequence[Group]) -> list[RunState] | None:
    """A path that costs nothing and keeps its runs away from numbers with two cards; None where there is none."""
    path: list[RunState] = []
    piece = 0
    alone = False
    for count in (*map(len, stretch), 2):
        if count != 2:
            piece += 1
            alone = alone or count == 1
            continue
        if not alone:
            path += [START] * piece
        elif piece >= RUN_MIN:
            path += [(1, 0, 0), (0, 1, 0), *[(0, 0, 1)] * (piece - 2)]
        else:
            return None
        path.append(START)
        piece, alone = 0, False
    return path[:-1]


def _cheapest(stretch: Sequence[Group], cost: Cost) -> list[RunState]:
    """The best state at every number of a stretch."""
    # What a state costs, and the way to it: (points, state, the way before).
    ways: dict[RunState, Way] = {START: (0, START, None)}
    last_start = len(stretch) - RUN_MIN
    for place, group in enumerate(stretch):
        count = len(group)
        lonely = count - 1
        room = count if count < OVERLAP else OVERLAP
        steps = (_OPEN if place <= last_start else _CLOSING)[room]
        price = min(map(cost, group)) if lonely <= OVERLAP else 0
        after: dict[RunState, Way] = {}
        for state, way in ways.items():
            points = way[0]
            dearer = points + price
            for following, taken in steps[state]:
                total = dearer if taken == lonely else points
                known = after.get(following)
                if known is None or total < known[0]:
                    after[following] = (total, following, way)
        ways = after
    end = min((way for state, way in ways.items() if not state[0] and not state[1]), key=lambda way: way[0])
    path: list[RunState] = []
    here: Way | None = end
    while here is not None:
        path.append(here[1])
        here = here[2]
    return path[-2::-1]  # without the state before the first number


# --- points of a round

BOMB, LATE_BOMB = 3, 5
LATE_BOMBS = 3
EXPLOSION = 5
PERMANENT = -3


@dataclass(frozen=True, slots=True)
class Partial:
    """A card the blank deck did not suffice for: what was paid, and its whole cost where that is known."""

    paid: int
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class Points:
    """One player's round, part by part. ``rest`` is hand and partly paid cards together."""

    bombs: int
    explosions: int
    permanents: int
    hand: int
    partial: int
    melds: Melds

    @property
    def rest(self) -> int:
        return self.hand + self.partial

    @property
    def total(self) -> int:
        return self.bombs + self.explosions + self.permanents + self.rest


def bomb_points(bombs: int, cheap: int, house: House = AS_WRITTEN) -> int:
    """3 points for each of the first ``cheap`` bombs, 5 for each one more (GF-R1; ``cheap`` is ``slots``).

    As another table reads the sentence: 3 for every bomb, or 5 only for the three after the first.
    """
    late = max(0, bombs - cheap)
    if house.bomb_rule == "3_each":
        late = 0
    elif house.bomb_rule == "3_then_3x5":
        late = min(late, LATE_BOMBS)
    return BOMB * (bombs - late) + LATE_BOMB * late


def permanent_points(active: Iterable[AttackCard], house: House = AS_WRITTEN) -> int:
    """3 points off for each activated card 10 to 12 still in front; a card in the hand takes nothing off (GF-R15)."""
    return PERMANENT * sum(1 for card in active if card.number >= _first_permanent(house))


def _first_permanent(house: House) -> int:
    return 12 if house.only_12 else HIGH


def partial_points(cards: Iterable[Partial], house: House = AS_WRITTEN) -> int:
    """Cards paid in part count what was paid (GF-R6); a table may count what was missing, or all of it."""
    total = 0
    for card in cards:
        whole = card.paid if card.cost is None else card.cost
        total += {"paid": card.paid, "rest": max(0, whole - card.paid), "full": whole}[house.partial]
    return total


def round_points(
    hand: Iterable[AttackCard],
    active: Sequence[AttackCard] = (),
    *,
    bombs: int = 0,
    explosions: int = 0,
    partial: Iterable[Partial] = (),
    others: Sequence[str] = (),
    house: House = AS_WRITTEN,
) -> Points:
    """All parts of a player's round. Only hand cards meld (GF-R4). ``others`` matters for current costs alone."""
    ids = [card.id for card in active]

    def current_cost(card: AttackCard) -> int:
        return activation_cost(card, ids, others, house=house).cost

    melds = best_melds(hand, current_cost if house.use_current_cost else printed_cost)
    return Points(
        bombs=bomb_points(bombs, slots(ids), house),
        explosions=EXPLOSION * explosions,
        permanents=permanent_points(active, house),
        hand=melds.points,
        partial=partial_points(partial, house),
        melds=melds,
    )


# --- the match

POINTS_TO_WIN = 5
N = TypeVar("N", int, str)
"""What names a player: a seat, or any name a calculator is given."""


def lowest(points: Mapping[N, int]) -> tuple[N, ...]:
    """Who has the fewest points, in the order of names; a tie is shared (GF-R21)."""
    least = min(points.values(), default=0)
    return tuple(sorted(player for player, total in points.items() if total == least))


def most(points: Mapping[N, int]) -> tuple[N, ...]:
    """Who has the most points, in the order of names; a tie is shared (GF-R21)."""
    best = max(points.values(), default=0)
    return tuple(sorted(player for player, total in points.items() if total == best))


def survive(points: Mapping[N, int], survivors: Iterable[N]) -> tuple[dict[N, int], tuple[N, ...]]:
    """Survival points after a round with knockouts, one more for everybody still in, and who has won the game.

    Five win it, several at once where it happens so.
    """
    still = set(survivors)
    after = {player: total + (1 if player in still else 0) for player, total in points.items()}
    return after, tuple(sorted(player for player, total in after.items() if total >= POINTS_TO_WIN))


def match_totals(rounds: Sequence[Mapping[N, int]]) -> dict[N, int]:
    """Everybody's sum over the rounds."""
    totals: dict[N, int] = {}
    for one in rounds:
        for player, points in one.items():
            totals[player] = totals.get(player, 0) + points
    return totals


def match_winners(
    rounds: Sequence[Mapping[N, int]], version: Version = "no_knockout", house: House = AS_WRITTEN
) -> tuple[N, ...]:
    """Who wins a best of three or five: the lowest sum, or with knockouts the most survival points (GF-R20)."""
    highest = with_knockouts(version) if house.best_of == "by_version" else house.best_of == "most"
    return (most if highest else lowest)(match_totals(rounds))


# --- score sheets


@kept_for_state
def round_of(state: State, seat: Seat, hand: tuple[Held, ...] | None = None) -> Points:
    """The seat's points in this round, with the hand it has shown, or with ``hand``."""
    player = state.seats[seat]
    return round_points(
        tuple(attack(one.card) for one in (player.shown or () if hand is None else hand)),
        tuple(attack(one.card) for one in player.front),
        bombs=player.bombs,
        explosions=player.explosions,
        partial=tuple(Partial(one.paid, attack(one.card).cost) for one in player.partial),
        others=state.others_fronts(seat),
        house=state.house,
    )


def known(state: State, seat: Seat) -> tuple[Held, ...]:
    """What can be counted of the hand now: what was shown, else the owner's notes (nothing in a veiled table)."""
    player = state.seats[seat]
    return player.notes if player.shown is None else player.shown


def own_sheet(state: State, seat: Seat) -> ScoreSheet:
    """What the seat would score if the round ended now, with what its phone knows of the hand."""
    return ScoreSheet((_seat_score(state, seat, known(state, seat)),), house_rules=state.house_rules)


def round_sheet(state: State) -> ScoreSheet:
    """This round's points, everybody's."""
    if not state.seats:
        return ScoreSheet(())
    seats = tuple(_seat_score(state, seat, state.seats[seat].shown or ()) for seat in range(state.players))
    totals = [one.total for one in seats]
    ranked = tuple(
        SeatScore(one.seat, one.total, one.lines, 1 + sum(other < one.total for other in totals)) for one in seats
    )
    return ScoreSheet(ranked, house_rules=state.house_rules)


def sheet(state: State) -> ScoreSheet:
    """The whole match: this round alone where it is the only one, else a line for each round; final at the end."""
    winners = leaders(state)
    final = state.phase == "over"
    if not state.records or (final and len(state.records) == 1 and state.counts_points):
        base = round_sheet(state)
        return replace(base, winners=winners, final=final)
    seats = tuple(_match_score(state, seat) for seat in range(state.players))
    return ScoreSheet(seats, winners, final=final, house_rules=state.house_rules)


def totals(state: State) -> tuple[int, ...]:
    """Everybody's sum over the finished rounds: points, or survival points with those entered by hand."""
    if not state.counts_points:
        return state.survival
    return tuple(sum(record[seat] for record in state.records) for seat in range(state.players))


def leaders(state: State) -> tuple[Seat, ...]:
    """Who leads the match, and at the end has won it, of those who are there; empty before the first round's points."""
    if not state.records:
        return ()
    every = {seat: total for seat, total in enumerate(totals(state)) if seat in state.present}
    if isinstance(state.match, str) and not state.counts_points:
        return tuple(seat for seat, total in every.items() if total >= POINTS_TO_WIN) or most(every)
    return match_winners([every], state.version, state.house)


def _match_score(state: State, seat: Seat) -> SeatScore:
    every = totals(state)
    counted = state.counts_points
    lines = [
        ScoreLine(say("Round {n}", n=n), record[seat], cite.MATCH if counted else cite.SURVIVAL)
        for n, record in enumerate(state.records, 1)
    ]
    more = every[seat] - sum(line.points for line in lines)
    if more:
        lines.append(ScoreLine("Entered by hand", more, cite.BY_HAND))
    best = every[match_winners([dict(enumerate(every))], state.version, state.house)[0]]
    place = 1 + sum(abs(other - best) < abs(every[seat] - best) for other in every)
    return SeatScore(seat, every[seat], tuple(lines), place)


def _seat_score(state: State, seat: Seat, hand: tuple[Held, ...]) -> SeatScore:
    done = round_of(state, seat, hand)
    return SeatScore(seat, done.total, tuple(_lines(state, seat, done)))


def _lines(state: State, seat: Seat, done: Points) -> Iterable[ScoreLine]:
    player = state.seats[seat]
    if player.bombs:
        cheap = min(player.bombs, player.threshold)
        late = player.bombs - cheap
        detail = say("{cheap} × 3, {late} more", cheap=cheap, late=late) if late else say("{cheap} × 3", cheap=cheap)
        yield ScoreLine(plural(player.bombs, "bomb"), done.bombs, cite.BOMBS, detail, suit="bomb")
    if player.explosions:
        label = say("{count} × explosion", count=player.explosions)
        yield ScoreLine(label, done.explosions, cite.EXPLOSIONS, suit="explosion")
    if done.permanents:
        first = _first_permanent(state.house)
        names = ", ".join(card for card in player.front_ids if attack(card).number >= first)
        yield ScoreLine("Activated cards", done.permanents, cite.PERMANENTS, names)
    for run in done.melds.runs:
        label = say("Run {numbers}", numbers="-".join(str(card.number) for card in run))
        yield ScoreLine(label, 0, cite.HAND, _names(run))
    for one in done.melds.sets:
        label = say("Set of {count} × {number}", count=len(one), number=one[0].number)
        yield ScoreLine(label, 0, cite.HAND, _names(one))
    if done.melds.left:
        yield ScoreLine("Cards left", done.hand, cite.HAND, _names(done.melds.left))
    if player.partial:
        names = ", ".join(f"{one.card} {card_of(one.card).name}" for one in player.partial)
        yield ScoreLine("Paid in part", done.partial, cite.SHORT, names)


def _names(cards: Iterable[AttackCard]) -> str:
    return ", ".join(f"{card.id} {card_of(card.id).name} ({card.cost})" for card in cards)

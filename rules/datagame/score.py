"""The points of a game out of a folder, line by line: rounds that are over as they stood, the rest as it is now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.datagame.amounts import (
    best_sets,
    bid_points,
    by_place,
    card_of,
    counted_by_cards,
    entry,
    for_every,
    number,
    of_cards,
    such,
)
from rules.datagame.plan import Plan, RowRule, ScoreRule, there
from rules.datagame.state import Lying, RoundLine, State, alive, cell, count, place, value
from rules.game_protocol import Seat
from rules.score import ScoreLine, ScoreSheet, SeatScore, Why
from rules.text import listed, say
from rules.view import person


@dataclass(frozen=True, slots=True)
class Came:
    """What a rule came to for one player: points, how they come about, and from which cards."""

    points: int
    detail: str = ""
    cards: tuple[Lying, ...] = ()


def why(plan: Plan, text: str, section: str) -> Why:
    """A reason out of the plan: the table of game.toml that says so."""
    return Why(text, say("{title}, game.toml [{section}]", title=plan.title, section=section))


# --- one rule


def came_to(plan: Plan, state: State) -> Mapping[int, tuple[Came, ...]]:
    """What every rule comes to now, for everybody, by its place in the plan."""
    found: dict[int, tuple[Came, ...]] = {}
    named: dict[str, tuple[Came, ...]] = {}
    for at, rule in enumerate(plan.scores):
        if there(rule, state.round):
            found[at] = tuple(_of_rule(plan, state, rule, named))
            named[rule.id] = found[at]
    return found


def _of_rule(plan: Plan, state: State, rule: ScoreRule, named: Mapping[str, tuple[Came, ...]]) -> Iterator[Came]:
    everybody = range(state.players)
    match rule.kind:
        case "most":
            yield from _places(plan, state, rule)
        case "times":
            for seat in everybody:
                factors = [named[id_][seat].points for id_ in rule.scores if id_ in named]
                product = rule.points
                for factor in factors:
                    product *= factor
                yield Came(product if factors else 0, " × ".join(map(str, factors)))
        case "bid":
            yield from (_bid(plan, state, rule, seat) for seat in everybody)
        case "per_card":
            for seat in everybody:
                points, cards = counted_by_cards(plan, state, rule, seat)
                yield Came(points, _of(len(cards)), cards)
        case "sets":
            for seat in everybody:
                cards = tuple(one for one in such(plan, state, rule.amount, seat) if _word(plan, rule.different, one))
                words = [_word(plan, rule.different, one) for one in cards]
                yield Came(
                    best_sets([words.count(word) for word in dict.fromkeys(words)], rule.values), _of(len(cards)), cards
                )
        case _:
            yield from (_by_amount(plan, state, rule, seat) for seat in everybody)


def _by_amount(plan: Plan, state: State, rule: ScoreRule, seat: Seat) -> Came:
    """The rules that look at one player's amount alone."""
    amount = rule.amount
    if amount.counter or amount.rows:
        found = number(plan, state, amount, seat, whole_game=rule.end)
        if found is None:
            return Came(0)
        return Came(_made(rule, found), say("at {value}", value=found))
    cards = _counting(plan, rule, such(plan, state, amount, seat))
    groups = _split(plan, rule, cards)
    return Came(sum(_made(rule, of_cards(plan, amount, own)) for own in groups.values()), _of(len(cards)), cards)


def _made(rule: ScoreRule, amount: int) -> int:
    match rule.kind:
        case "table":
            return entry(rule.values, amount)
        case "reach":
            return rule.points if amount >= rule.at else 0
    return for_every(amount, rule)


def _split(plan: Plan, rule: ScoreRule, cards: Sequence[Lying]) -> dict[str, list[Lying]]:
    """The cards by the words of the column a rule is split by; all under one where it is not."""
    if not rule.split:
        return {"": list(cards)}
    groups: dict[str, list[Lying]] = {}
    for one in cards:
        if word := _word(plan, rule.split, one):
            groups.setdefault(word, []).append(one)
    return groups


def _places(plan: Plan, state: State, rule: ScoreRule) -> Iterator[Came]:
    """Places among all players: once, or for each word of a column."""
    amount = rule.amount
    if amount.counter or amount.rows:
        found = [number(plan, state, amount, seat, whole_game=rule.end) or 0 for seat in range(state.players)]
        for own, points in zip(found, by_place(found, rule), strict=True):
            yield Came(points, say("at {value}", value=own))
        return
    held = [such(plan, state, amount, seat) for seat in range(state.players)]
    groups = [_split(plan, rule, cards) for cards in held]
    total = [0] * state.players
    for word in dict.fromkeys(word for own in groups for word in own):
        amounts = [of_cards(plan, amount, own.get(word, ())) for own in groups]
        total = [sum(pair) for pair in zip(total, by_place(amounts, rule), strict=True)]
    for points, cards in zip(total, (_counting(plan, rule, own) for own in held), strict=True):
        yield Came(points, _of(len(cards)), cards if points else ())


def _counting(plan: Plan, rule: ScoreRule, cards: Sequence[Lying]) -> tuple[Lying, ...]:
    """The cards that have the number a rule adds up; all where it counts cards."""
    field = rule.amount.field
    return tuple(one for one in cards if not field or str(card_of(plan, one)[field]))


def _bid(plan: Plan, state: State, rule: ScoreRule, seat: Seat) -> Came:
    bid = rule.bid
    if bid is None:
        return Came(0)
    said, made, plus = (_shown(plan, state, id_, seat) for id_ in (bid.bid, bid.made, bid.hit[2]))
    by = bid.zero[2] if bid.zero is not None else ""
    times = state.round if by == "round" else _shown(plan, state, by, seat) if by else 1
    return Came(bid_points(bid, said, made, plus=plus, by=times), say("said {said}, made {made}", said=said, made=made))


def _shown(plan: Plan, state: State, id_: str, seat: Seat) -> int:
    rule = plan.counter(id_)
    return value(state, rule, seat) if rule is not None else 0


def _word(plan: Plan, column: str, lying: Lying) -> str:
    return str(card_of(plan, lying)[column])


def _of(number: int) -> str:
    return say("{number} card{s}", number=number, s="" if number == 1 else "s")


# --- rounds


def is_running(state: State) -> bool:
    """Whether the round is not over yet."""
    return len(state.sheets) < state.round


def round_lines(plan: Plan, state: State, *, bids: bool = True) -> tuple[tuple[RoundLine, ...], ...]:
    """What this round has come to for everybody, by its rules; without ``bids`` what nobody can tell before its end is
    left out."""
    found = came_to(plan, state)
    return tuple(
        tuple(
            RoundLine(rule.label, found[at][seat].points, found[at][seat].detail)
            for at, rule in enumerate(plan.scores)
            if at in found and not rule.end and not rule.helper and (bids or rule.kind != "bid")
            if found[at][seat].points or found[at][seat].cards
        )
        for seat in range(state.players)
    )


def round_points(plan: Plan, state: State, seat: Seat, round_: int, lines: Sequence[RoundLine]) -> int:
    """What a round brought a player: the lines of its rules and what is written on the pad for it."""
    rows = (one for one in plan.rows if one.by_round and one.owner == "player" and there(one, round_))
    return sum(line.points for line in lines) + sum((cell(state, row, seat, round_) or 0) * row.points for row in rows)


def round_name(plan: Plan, round_: int) -> str:
    """What a round is called."""
    names = plan.rounds.names if plan.rounds else ()
    return names[round_ - 1] if 0 < round_ <= len(names) else say("Round {number}", number=round_)


def rounds_of(plan: Plan, state: State, seat: Seat) -> tuple[tuple[int, int], ...]:
    """The rounds that are over and what each brought this player, whether or not it counts."""
    return tuple(
        (at, round_points(plan, state, seat, at, sheet.lines[seat])) for at, sheet in enumerate(state.sheets, 1)
    )


def counting(plan: Plan, state: State, seat: Seat) -> frozenset[int]:
    """The rounds that count for a player: all, or the best of them; of equal ones the earlier."""
    found = rounds_of(plan, state, seat)
    best = plan.rounds.best if plan.rounds else 0
    if not best:
        return frozenset(at for at, _ in found)
    fewest = plan.win.kind == "lowest"
    ranked = sorted(found, key=lambda one: (one[1] if fewest else -one[1], one[0]))
    return frozenset(at for at, _ in ranked[:best])


# --- the sheet


def sheet(plan: Plan, state: State) -> ScoreSheet:
    """Everybody's lines; winners once the points stand."""
    own = [
        tuple(_lines(plan, state, seat, found)) for found in (came_to(plan, state),) for seat in range(state.players)
    ]
    lines = [_with_team(plan, state, seat, own) for seat in range(state.players)]
    totals = [sum(line.points for line in one) for one in lines]
    rank = [_rank(plan, state, seat, totals[seat]) for seat in range(state.players)]
    seats = tuple(
        SeatScore(seat, totals[seat], lines[seat], 1 + len({other for other in rank if other > rank[seat]}))
        if state.teams
        else SeatScore(seat, totals[seat], lines[seat], 1 + sum(other > rank[seat] for other in rank))
        for seat in range(state.players)
    )
    winners = _winners(plan, state, rank) if state.over else ()
    return ScoreSheet(seats, winners, final=state.over, house_rules=house_rules(plan, state))


def house_rules(plan: Plan, state: State) -> tuple[str, ...]:
    """What was chosen otherwise than usual."""
    chosen = ((one, state.options.get(one.id, one.default)) for one in plan.options)
    return tuple(say("{label}: {value}", label=one.label, value=str(now)) for one, now in chosen if now != one.default)


def _winners(plan: Plan, state: State, rank: Sequence[tuple[int, ...]]) -> tuple[Seat, ...]:
    if state.result == "lose":
        return ()
    if plan.win.kind == "together":
        return tuple(range(state.players)) if state.result == "win" else ()
    if state.result == "win":
        teams = {state.teams[seat] for seat in state.ended_by} if state.teams else set()
        return tuple(
            s for s in range(state.players) if s in state.ended_by or (state.teams and state.teams[s] in teams)
        )
    return tuple(seat for seat in range(state.players) if rank[seat] == max(rank))


def _rank(plan: Plan, state: State, seat: Seat, total: int) -> tuple[int, ...]:
    """The higher the better; the first number decides, the others where it is shared."""
    match plan.win.kind:
        case "lowest":
            first = -total
        case "first_to":
            first = max(state.counters[plan.win.counter][one] for one in members(state, seat))
        case "last_alive":
            first = int(any(one in alive(state) for one in members(state, seat)))
        case "together":
            first = 0
        case _:
            first = total
    return (
        first,
        *(-_tie(plan, state, seat, id_) if least else _tie(plan, state, seat, id_) for id_, least in plan.win.ties),
    )


def members(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats of a player's team; the player alone where there are none."""
    if not state.teams:
        return (seat,)
    return tuple(other for other, team in enumerate(state.teams) if team == state.teams[seat])


def _tie(plan: Plan, state: State, seat: Seat, id_: str) -> int:
    """What a tie is broken by: a counter, a line of the pad, the cards in a zone, or points."""
    total = 0
    seen: set[int] = set()
    found = came_to(plan, state) if plan.score(id_) else {}
    for member in members(state, seat):
        if (counter := plan.counter(id_)) is not None:
            if counter.owner != "team" or not seen:
                total += value(state, counter, member)
        elif (row := plan.row(id_)) is not None:
            at = place(state, row, member)
            total += sum(one or 0 for one in state.rows[row.id][at]) if at not in seen else 0
            seen.add(at)
        elif (zone := plan.zone(id_)) is not None:
            total += count(state, zone, member) if zone.owner != "team" or not seen else 0
        else:
            rules = (at for at, one in enumerate(plan.scores) if one.id == id_ and at in found)
            total += sum(found[at][member].points for at in rules)
        seen.add(-1 - member)
    return total


def _with_team(plan: Plan, state: State, seat: Seat, own: Sequence[tuple[ScoreLine, ...]]) -> tuple[ScoreLine, ...]:
    """A player's own lines; in a team also those of the others and what is written for the team."""
    if not state.teams:
        return own[seat]
    lines = list(own[seat])
    for other in members(state, seat):
        if other != seat:
            lines += [
                ScoreLine(say("{label} · {who}", label=one.label, who=person(other)), one.points, one.why, one.detail)
                for one in own[other]
            ]
    return (*lines, *_team_lines(plan, state, state.teams[seat]))


def _team_lines(plan: Plan, state: State, team: int) -> Iterator[ScoreLine]:
    for number_, row in enumerate(plan.rows, 1):
        if row.owner == "team":
            yield from _row_line(plan, state, row, team, number_)


def team_points(plan: Plan, state: State, team: int) -> int:
    """What a team has together."""
    seat = state.teams.index(team)
    return sheet(plan, state).seats[seat].total


def own_points(plan: Plan, state: State, seat: Seat) -> int:
    """What a player has alone of what is counted now, whatever the team has: the round that runs, where there are
    rounds, with its bids; else everything."""
    whole_game = plan.rounds is None
    return sum(line.points for line in _lines(plan, state, seat, came_to(plan, state), bids=True, ends=whole_game))


def _lines(
    plan: Plan,
    state: State,
    seat: Seat,
    found: Mapping[int, tuple[Came, ...]],
    *,
    bids: bool = False,
    ends: bool = True,
) -> Iterator[ScoreLine]:
    """A player's lines: the rounds that are over, the one that runs, what counts once at the end, and the pad."""
    yield from _past(plan, state, seat)
    for at, rule in enumerate(plan.scores):
        if at not in found or rule.helper or (not ends if rule.end else not is_running(state)):
            continue
        if rule.kind == "bid" and not rule.end and not bids:
            continue
        came = found[at][seat]
        if came.points or came.cards:
            said = why(
                plan,
                say("{label}: rule {kind}.", label=rule.label, kind=rule.kind),
                say("score {number}", number=at + 1),
            )
            uids = tuple(one.uid for one in came.cards)
            yield ScoreLine(rule.label, came.points, why=said, detail=came.detail, cards=uids)
    for number_, row in enumerate(plan.rows, 1):
        if row.owner == "player" and not (row.by_round and plan.rounds is not None and not is_running(state)):
            yield from _row_line(plan, state, row, seat, number_)


def _past(plan: Plan, state: State, seat: Seat) -> Iterator[ScoreLine]:
    counts = counting(plan, state, seat)
    for at, points in rounds_of(plan, state, seat):
        parts = [
            say("{label} {points}", label=one.label, points=one.points) for one in state.sheets[at - 1].lines[seat]
        ]
        detail = listed(parts) if at in counts else say("{points}, which does not count", points=points)
        reason = why(plan, "The points of a round stand when it ends.", "rounds")
        yield ScoreLine(round_name(plan, at), points if at in counts else 0, reason, detail)


def _row_line(plan: Plan, state: State, row: RowRule, at: int, number_: int) -> Iterator[ScoreLine]:
    """What is written in a line of the pad; of a line with a cell a round, what no round that is over has counted."""
    cells = state.rows[row.id][at]
    if row.by_round and row.owner == "player" and plan.rounds is not None:
        cells = cells[len(state.sheets) :]
    filled = [one for one in cells if one is not None]
    if filled and row.points:
        said = why(plan, say("{label}: written on the pad.", label=row.label), say("row {number}", number=number_))
        detail = listed([str(one) for one in filled]) if len(filled) > 1 or row.points != 1 else ""
        yield ScoreLine(row.label, sum(filled) * row.points, said, detail)

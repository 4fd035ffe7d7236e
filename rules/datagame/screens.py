"""The screens of a game out of a folder, in the words every game's screens are made of."""

from __future__ import annotations

from collections.abc import Iterator

from rules.datagame.counting import counter_label, counter_spot, shown
from rules.datagame.flow import STEPS, pad_is_full
from rules.datagame.laying import card_spot, count_spot, lay_spot
from rules.datagame.pad import cell_spot, is_ticked, lines_of, tick_spot
from rules.datagame.phases import undecided
from rules.datagame.plan import OPEN, CounterRule, Phase, Plan, RowRule, there
from rules.datagame.score import came_to, house_rules, is_running, members, round_name, rounds_of, sheet, team_points
from rules.datagame.state import (
    Lying,
    State,
    alive,
    cards,
    cell,
    count,
    counters_now,
    hidden,
    owner_seat,
    phase,
    place,
    places,
)
from rules.game_protocol import Seat
from rules.score import ScoreSheet
from rules.text import listed, say
from rules.view import (
    Banner,
    Block,
    CardRow,
    CardView,
    Checklist,
    Counter,
    Direction,
    Meter,
    Pad,
    PadCell,
    PadColumn,
    PadRow,
    PhaseList,
    PlayerRow,
    Players,
    Prompt,
    Reminder,
    Scores,
    Sign,
    Step,
    Track,
    View,
    person,
)

SMALL = 12
"""Counters up to this limit are bars, larger ones figures."""


def view(plan: Plan, state: State, viewer: Seat | None) -> View:
    """One viewer's whole screen: what comes next, everybody's numbers, the pad, the cards, the points."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    points = sheet(plan, state)
    blocks: list[Block] = [_banner(plan, state, viewer, points)]
    going = bool(plan.phases) and state.mode == "play" and not state.over
    if going:
        blocks += _where_we_are(plan, state)
    blocks += _alarms(plan, state)
    if plan.rows:
        blocks.append(_pad(plan, state, points))
    if _has_people(plan, state):
        rows = tuple(_row(plan, state, seat, viewer, points) for seat in range(state.players))
        blocks.append(Players(rows, _direction(plan, state)))
    blocks += _shared(plan, state)
    if going:
        blocks += _to_do(plan, state)
    blocks += _lists(plan, state)
    blocks += _cards(plan, state, viewer)
    if state.sheets and plan.scores and not plan.rows and not state.teams:
        blocks.append(rounds_pad(plan, state, points))
    if plan.has_points and (plan.scores or not plan.rows or state.over):
        blocks.append(Scores(points, "The points" if state.over else "The points so far"))
    prompts = () if state.over or viewer is None or not _goes_on(plan, state, viewer) else (_prompt(plan, state),)
    return View(plan.title, tuple(blocks), prompts, house_rules(plan, state), over=state.over)


def _has_people(plan: Plan, state: State) -> bool:
    """Whether there is more to say of a player than what stands on the pad."""
    owners = {*(one.owner for one in plan.counters), *(one.owner for one in plan.zones)}
    return not plan.rows or bool(owners - {"table"}) or plan.goes_round


def _goes_on(plan: Plan, state: State, seat: Seat) -> bool:
    """Whether the table asks this seat for what comes next, or for a number it chooses in secret."""
    now = phase(plan, state)
    if now is None:
        return plan.rounds is not None
    return not now.alone or seat == state.active or state.active not in alive(state)


def _prompt(plan: Plan, state: State) -> Prompt:
    now = phase(plan, state)
    if now is None:
        return Prompt("phase", round_name(plan, state.round))
    missing = undecided(plan, state)
    if not missing:
        # What it is stands in the banner; the question is only whether to go on.
        return Prompt("phase", "")
    return Prompt("phase", now.label, say("Still to choose: {who}", who=listed(person(seat) for seat in missing)))


def _banner(plan: Plan, state: State, viewer: Seat | None, points: ScoreSheet) -> Banner:
    if state.over:
        return _over(plan, state, points)
    now = phase(plan, state)
    if now is None:
        title = round_name(plan, state.round) if plan.rounds is not None else plan.title
        detail = "Every line is written." if pad_is_full(plan, state) else _what_to_keep(plan)
        return Banner(title, detail, "calm", big=_of_rounds(plan, state))
    mine = not now.alone or viewer == state.active
    whose = (
        say("Your turn: {label}", label=now.label)
        if mine
        else say("{who}: {label}", who=person(state.active), label=now.label)
    )
    title = whose if now.alone else now.label
    return Banner(
        title, _where(plan, state, now), "act" if mine else "calm", _direction(plan, state), _big(plan, state, now)
    )


def _over(plan: Plan, state: State, points: ScoreSheet) -> Banner:
    if plan.win.kind == "together":
        won = state.result == "win"
        return Banner("You have won" if won else "You have lost", state.ending, "good" if won else "alarm")
    if not points.winners:
        return Banner("Nobody wins", state.ending, "alarm")
    names = listed(person(seat) for seat in points.winners)
    team = bool(state.teams) and set(points.winners) <= set(members(state, points.winners[0]))
    verb = "{names} wins" if len(points.winners) == 1 else "{names} win" if team else "{names} share the win"
    return Banner(say(verb, names=names), state.ending, "good")


def _what_to_keep(plan: Plan) -> str:
    if plan.rows and not plan.zones:
        return "Touch a cell to write in it."
    return "Lay the cards, keep the numbers." if plan.zones else "Touch a number to change it."


def _of_rounds(plan: Plan, state: State) -> str:
    return f"{state.round}/{plan.rounds.count}" if plan.rounds is not None and plan.rounds.count else ""


def _big(plan: Plan, state: State, now: Phase) -> str:
    times = now.repeat
    if isinstance(times, str) and times != OPEN:
        rule = plan.counter(times)
        times = state.counters[times][0] if rule is not None else 1
    if isinstance(times, int) and times > 1:
        return f"{state.time}/{times}"
    return _of_rounds(plan, state)


def _where(plan: Plan, state: State, now: Phase) -> str:
    if plan.rounds is not None:
        return say("{round}.", round=round_name(plan, state.round))
    return say("Turn {turn}.", turn=state.turn)


def _direction(plan: Plan, state: State) -> Direction:
    """Which way hands go in this phase."""
    now = phase(plan, state)
    match now.passing if now is not None and not state.over else "":
        case "left":
            return "left"
        case "right":
            return "right"
        case "alternate":
            return "left" if state.round % 2 else "right"
    return ""


def _where_we_are(plan: Plan, state: State) -> Iterator[Block]:
    here = [(at, one) for at, one in enumerate(plan.phases) if there(one, state.round)]
    if len(here) > 1:
        yield PhaseList(tuple(_step(plan, state, at, one) for at, one in here))


def _to_do(plan: Plan, state: State) -> Iterator[Block]:
    now = phase(plan, state)
    if now is not None and now.steps:
        title = "Across the table" if now.passing == "across" else "To do"
        yield _checklist(plan, state, STEPS, title)


def _step(plan: Plan, state: State, at: int, one: Phase) -> Step:
    if at == state.phase:
        times = one.repeat if isinstance(one.repeat, int) else 1
        return Step(one.label, "now", min(1.0, (state.time - 1) / times))
    return Step(one.label, "done" if at < state.phase else "todo")


def _checklist(plan: Plan, state: State, list_: str, title: str) -> Checklist:
    lines = lines_of(plan, state, list_)
    ticked = tuple((line, is_ticked(state, list_, at)) for at, line in enumerate(lines))
    return Checklist(title, ticked, tuple(tick_spot(list_, at) for at in range(len(lines))))


def _lists(plan: Plan, state: State) -> Iterator[Block]:
    for one in plan.lists:
        if there(one, state.round):
            yield _checklist(plan, state, one.id, one.label)


def _alarms(plan: Plan, state: State) -> Iterator[Reminder]:
    for _, whose, text, label, number in alarms(plan, state):
        yield Reminder(say("{whose}{text} ({label} {number})", whose=whose, text=text, label=label, number=number))


def alarms(plan: Plan, state: State) -> Iterator[tuple[Seat | None, str, str, str, int]]:
    """The alarms that are on: whose, as a seat and in front of a text, what they say, and of which number.

    Of several of one counter the furthest on each side."""
    for rule in counters_now(plan, state):
        for at, number in enumerate(state.counters[rule.id]):
            owner = owner_seat(state, rule, at)
            if rule.owner == "pair" and owner == at % state.players:
                continue
            on = [one for one in rule.alarms if one.holds(number)]
            up = max((one for one in on if not one.down), key=lambda one: one.at, default=None)
            down = min((one for one in on if one.down), key=lambda one: one.at, default=None)
            whose = say("{who}: ", who=person(owner)) if owner is not None else ""
            for one in (up, down):
                if one is not None:
                    yield owner, whose, one.text, rule.label, number


def _counter(plan: Plan, state: State, rule: CounterRule, at: int) -> Meter | Track | Counter:
    number, spot = state.counters[rule.id][at], counter_spot(rule, at)
    owner = owner_seat(state, rule, at)
    label = counter_label(rule, at % state.players if rule.owner == "pair" else None)
    if rule.id in hidden(plan, state):
        known = say("chosen") if owner in state.chosen else say("not chosen yet")
        return Counter(label, number, known, spot=spot, step=rule.step)
    words = shown(rule, number)
    if (rule.low, rule.high) == (0, 1) and not words:
        return Track(label, number, 1, "token", spot=spot)
    alarm = any(one.holds(number) for one in rule.alarms)
    if rule.low == 0 and rule.high <= SMALL and rule.step == 1 and not words:
        return Meter(label, number, rule.high, alarm=alarm, spot=spot)
    return Counter(label, number, words, spot=spot, step=rule.step)


def _row(plan: Plan, state: State, seat: Seat, viewer: Seat | None, points: ScoreSheet) -> PlayerRow:
    meters: list[Meter | Track | Counter] = []
    for rule in counters_now(plan, state):
        if rule.owner == "player":
            meters.append(_counter(plan, state, rule, seat))
        elif rule.owner == "pair":
            every = range(seat * state.players, (seat + 1) * state.players)
            meters += [_counter(plan, state, rule, at) for at in every if at % state.players != seat]
    meters += [
        Counter(one.label, count(state, one, seat), spot=count_spot(one, seat))
        for one in plan.zones
        if one.counted and one.owner == "player"
    ]
    now = phase(plan, state)
    turn = now is not None and (now.alone or plan.goes_round) and seat == state.active and not state.over
    status = "out" if seat in state.out else "" if not turn else "your turn" if seat == viewer else "their turn"
    if state.teams and not status:
        status = say("Team {number}", number=state.teams[seat] + 1)
    sign: Sign = "out" if seat in state.out else ""
    missing = undecided(plan, state)
    return PlayerRow(
        seat,
        (),
        points=points.seats[seat].total if plan.has_points else None,
        ready=seat not in missing if hidden(plan, state) else None,
        status=status,
        tone="act" if turn else "calm",
        meters=tuple(meters),
        sign=sign,
    )


def _shared(plan: Plan, state: State) -> Iterator[Block]:
    """The numbers of the table and of teams."""
    for rule in counters_now(plan, state):
        if rule.owner in ("table", "team"):
            for at in range(places(state, rule)):
                yield _of_place(plan, state, rule, at)


def _of_place(plan: Plan, state: State, rule: CounterRule, at: int) -> Meter | Track | Counter:
    drawn = _counter(plan, state, rule, at)
    if rule.owner == "table":
        return drawn
    label = say("{label}, team {number}", label=rule.label, number=at + 1)
    return Counter(
        label, state.counters[rule.id][at], shown(rule, state.counters[rule.id][at]), spot=drawn.spot, step=rule.step
    )


def _cards(plan: Plan, state: State, viewer: Seat | None) -> Iterator[Block]:
    order = sorted(range(state.players), key=lambda seat: seat != viewer)
    for zone in plan.zones:
        if zone.owner == "table" and zone.counted:
            yield Counter(zone.label, count(state, zone, None), spot=count_spot(zone, 0))
        elif zone.owner == "team" and zone.counted:
            for at in range(places(state, zone)):
                label = say("{label}, team {number}", label=zone.label, number=at + 1)
                yield Counter(label, state.counts[zone.id][at], spot=count_spot(zone, at))
    for zone in plan.zones:
        if zone.owner == "table" and not zone.counted:
            lying = tuple(_card(plan, one) for one in cards(state, zone, None))
            yield CardRow(zone.label, lying, empty="No card yet.", spot=lay_spot(plan, zone, 0))
    for seat in order:
        for zone in plan.zones:
            if zone.counted or zone.owner == "table":
                continue
            if zone.owner == "team" and seat != owner_seat(state, zone, place(state, zone, seat)):
                continue
            lying = tuple(_card(plan, one) for one in cards(state, zone, seat))
            people = members(state, seat) if zone.owner == "team" else (seat,)
            title = say("{label} of {who}", label=zone.label, who=listed(person(one) for one in people))
            spot = lay_spot(plan, zone, place(state, zone, seat)) if viewer in people else ""
            yield CardRow(title, lying, seat, "No card yet.", spot=spot)


def _card(plan: Plan, lying: Lying) -> CardView:
    card = plan.deck.by_id[lying.card]
    face = plan.deck.spec.face(card)
    spot = card_spot(lying.uid)
    return CardView(lying.uid, card.name, suit=face.suit, value=face.value, detail=face.kind, up=lying.up, spot=spot)


# --- the pad


def _pad(plan: Plan, state: State, points: ScoreSheet) -> Pad:
    """The pad: a column a player, or a team where all its lines are teams'; first the rounds that are over."""
    by_team = bool(state.teams)
    if by_team:
        columns = tuple(
            PadColumn(say("Team {number}", number=team + 1), None, team_points(plan, state, team))
            for team in range(max(state.teams) + 1)
        )
    else:
        columns = tuple(PadColumn(person(seat), seat, points.seats[seat].total) for seat in range(state.players))
    rows = [] if by_team else [*_past_rounds(plan, state)]
    here = [row for row in plan.rows if there(row, state.round)]
    for group in dict.fromkeys(row.group for row in here):
        own = [row for row in here if row.group == group]
        rows += [_pad_row(plan, state, row, round_) for row in own for round_ in _rounds_shown(plan, state, row)]
        if group and not any(row.by_round for row in own) and len(own) > 1 and not by_team:
            rows.append(_group_sum(plan, state, group, own))
    return Pad(columns, tuple(rows))


def _rounds_shown(plan: Plan, state: State, row: RowRule) -> range:
    """The rounds of a line with a cell a round: those that are over, and the one that runs."""
    if not row.by_round:
        return range(1)
    return range(1, state.round + (1 if is_running(state) else 0)) if plan.rounds else range(1, 2)


def _pad_row(plan: Plan, state: State, row: RowRule, round_: int) -> PadRow:
    label = say("{label} · {round}", label=row.label, round=round_name(plan, round_)) if row.by_round else row.label
    by_team = bool(state.teams) and row.owner == "player"
    if by_team:
        # A player's line on a team's pad: each column has the sum of its members.
        sums = [0] * (max(state.teams) + 1)
        for seat, team in enumerate(state.teams):
            sums[team] += cell(state, row, seat, round_) or 0
        return PadRow(label, tuple(PadCell(one) for one in sums), row.group)
    cells = []
    for at in range(places(state, row)):
        number = cell(state, row, at, round_)
        worth = None if number is None else _worth(plan, state, [row], at) if not row.by_round else number * row.points
        spot = "" if state.over else cell_spot(row, at, round_)
        cells.append(PadCell(number, spot, worth if worth != number else None))
    return PadRow(label, tuple(cells), row.group)


def _worth(plan: Plan, state: State, rows: list[RowRule], at: int) -> int:
    """What lines of the pad are worth for a player: their own points, and those of the rules that count only them."""
    own = sum((cell(state, row, at, state.round) or 0) * row.points for row in rows)
    ids = {row.id for row in rows}
    if any(row.owner != "player" for row in rows):
        return own
    came = came_to(plan, state)
    rules = (
        number
        for number, rule in enumerate(plan.scores)
        if number in came and rule.amount.rows and set(rule.amount.rows) <= ids and not rule.helper
    )
    return own + sum(came[number][at].points for number in rules)


def _group_sum(plan: Plan, state: State, group: str, own: list[RowRule]) -> PadRow:
    fewest = min(places(state, row) for row in own)
    return PadRow(group, tuple(PadCell(_worth(plan, state, own, at)) for at in range(fewest)), group, head=True)


def _past_rounds(plan: Plan, state: State) -> Iterator[PadRow]:
    if not plan.scores or not state.sheets:
        return
    brought = [rounds_of(plan, state, seat) for seat in range(state.players)]
    for at in range(len(state.sheets)):
        yield PadRow(round_name(plan, at + 1), tuple(PadCell(own[at][1]) for own in brought))


def rounds_pad(plan: Plan, state: State, points: ScoreSheet) -> Pad:
    """The rounds that are over as a pad of their own, for a game without lines to write in."""
    columns = tuple(PadColumn(person(seat), seat, points.seats[seat].total) for seat in range(state.players))
    return Pad(columns, tuple(_past_rounds(plan, state)), "The rounds")

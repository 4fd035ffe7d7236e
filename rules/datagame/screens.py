"""The screens of a game out of a folder, in the words every game's screens are made of."""

from __future__ import annotations

from collections.abc import Iterator

from rules.datagame import score
from rules.datagame.plan import CounterRule, Phase, Plan
from rules.datagame.state import Lying, State, cards, count, phase, value
from rules.game_protocol import Seat
from rules.text import say
from rules.view import (
    Banner,
    Block,
    CardRow,
    CardView,
    Checklist,
    Counter,
    Meter,
    PhaseList,
    PlayerRow,
    Players,
    Prompt,
    Reminder,
    Scores,
    Sign,
    Step,
    View,
    person,
)

SMALL = 12
"""Counters up to this limit are bars, larger ones figures."""


def view(plan: Plan, state: State, viewer: Seat | None) -> View:
    """One viewer's whole screen: what comes next, everybody's numbers, the cards, the points."""
    if viewer is not None and not 0 <= viewer < state.players:
        viewer = None
    blocks: list[Block] = [_banner(plan, state, viewer)]
    if plan.phases and state.mode == "play" and not state.over:
        blocks += _phases(plan, state)
    blocks += _alarms(plan, state)
    blocks.append(Players(tuple(_row(plan, state, seat) for seat in range(state.players))))
    blocks += [_counter(one, value(state, one, None)) for one in plan.counters if one.owner == "table"]
    blocks += _cards(plan, state, viewer)
    if plan.scores:
        blocks.append(Scores(score.sheet(plan, state), "The points" if state.over else "The points so far"))
    prompts = () if state.over or viewer is None or not _goes_on(plan, state, viewer) else (_prompt(plan, state),)
    return View(plan.title, tuple(blocks), prompts, over=state.over)


def _goes_on(plan: Plan, state: State, seat: Seat) -> bool:
    now = phase(plan, state)
    return now is not None and state.mode == "play" and (not now.active or seat == state.active)


def _prompt(plan: Plan, state: State) -> Prompt:
    now = phase(plan, state)
    return Prompt("phase", now.label if now is not None else plan.title)


def _banner(plan: Plan, state: State, viewer: Seat | None) -> Banner:
    if state.over:
        names = [person(seat) for seat in score.sheet(plan, state).winners]
        verb = "wins" if len(names) == 1 else "share the win"
        return Banner(f"{' and '.join(names)} {verb}", "", "good")
    now = phase(plan, state)
    if state.mode == "score" or now is None:
        return Banner(plan.title, "Lay the cards, keep the numbers." if plan.zones else "Keep the numbers.", "calm")
    big = f"{state.time}/{now.repeat}" if now.repeat > 1 else ""
    title = f"{person(state.active)}: {now.label}" if now.active else now.label
    mine = not now.active or viewer == state.active
    return Banner(title, say("Turn {turn}.", turn=state.turn), "act" if mine else "calm", big=big)


def _phases(plan: Plan, state: State) -> Iterator[Block]:
    now = phase(plan, state)
    if len(plan.phases) > 1:
        yield PhaseList(tuple(_step(state, at, one) for at, one in enumerate(plan.phases)))
    if now is not None and now.steps:
        yield Checklist("To do", tuple((step, False) for step in now.steps))


def _step(state: State, at: int, one: Phase) -> Step:
    if at == state.phase:
        return Step(one.label, "now", (state.time - 1) / one.repeat)
    return Step(one.label, "done" if at < state.phase else "todo")


def _alarms(plan: Plan, state: State) -> Iterator[Reminder]:
    for one in plan.counters:
        if one.alarm is None:
            continue
        for seat, number in enumerate(state.counters[one.id]):
            if number >= one.alarm.at:
                whose = f"{person(seat)}: " if one.owner == "player" else ""
                yield Reminder(f"{whose}{one.alarm.text} ({one.label} {number})")


def _counter(rule: CounterRule, number: int) -> Meter | Counter:
    if rule.low == 0 and rule.high <= SMALL:
        return Meter(rule.label, number, rule.high, alarm=rule.alarm is not None and number >= rule.alarm.at)
    return Counter(rule.label, number)


def _row(plan: Plan, state: State, seat: Seat) -> PlayerRow:
    meters: list[Meter | Counter] = [
        _counter(one, value(state, one, seat)) for one in plan.counters if one.owner == "player"
    ]
    meters += [
        Counter(one.label, count(state, one, seat)) for one in plan.zones if one.counted and one.owner == "player"
    ]
    points = score.sheet(plan, state).seats[seat].total if plan.scores else None
    turn = state.mode == "play" and any(one.active for one in plan.phases) and seat == state.active and not state.over
    status = "out" if seat in state.out else "their turn" if turn else ""
    sign: Sign = "out" if seat in state.out else ""
    return PlayerRow(
        seat,
        (),
        points=points,
        ready=None,
        status=status,
        tone="act" if turn else "calm",
        meters=tuple(meters),
        sign=sign,
    )


def _cards(plan: Plan, state: State, viewer: Seat | None) -> Iterator[Block]:
    order = sorted(range(state.players), key=lambda seat: seat != viewer)
    for zone in plan.zones:
        if zone.owner == "table" and zone.counted:
            yield Counter(zone.label, count(state, zone, None))
        elif zone.owner == "table":
            yield CardRow(zone.label, tuple(_card(plan, one) for one in cards(state, zone, None)), empty="No card yet.")
    for seat in order:
        for zone in plan.zones:
            if zone.owner == "player" and not zone.counted:
                lying = tuple(_card(plan, one) for one in cards(state, zone, seat))
                yield CardRow(say("{label} of {who}", label=zone.label, who=person(seat)), lying, seat, "No card yet.")


def _card(plan: Plan, lying: Lying) -> CardView:
    card = plan.deck.by_id[lying.card]
    face = plan.deck.spec.face(card)
    return CardView(lying.uid, card.name, suit=face.suit, value=face.value, detail=face.kind, up=lying.up)

"""What each event does. A plan's own limits are its rules: who overrides one is noted in the log."""

from __future__ import annotations

from dataclasses import replace

from rules.datagame.events import CountPoints, Lay, NextPhase, SetCount, SetCounter, Take, Turn
from rules.datagame.plan import CounterRule, Plan, Zone
from rules.datagame.state import Lying, State, after_phase, alive, count, find, phase, place, put
from rules.score import Why
from rules.table import Judge, Seat
from rules.text import say
from rules.values.code import CodeError, parse
from rules.view import person

MOST_LYING = 400


def why(plan: Plan, text: str, section: str) -> Why:
    """A reason out of the plan: the table of game.toml that says so."""
    return Why(text, say("{title}, game.toml [{section}]", title=plan.title, section=section))


def lay(plan: Plan, state: State, event: Lay, judge: Judge) -> State:
    """Cards come to a zone."""
    zone = _zone(plan, judge, event.zone)
    seat = _whose(state, judge, zone, event.seat)
    _going(state, judge)
    judge.struct(not zone.counted, "counted", say("Of {label} only the number is kept.", label=zone.label))
    judge.struct(bool(event.cards), "bad_input", "cards: expected at least one")
    judge.struct(len(state.lying) + len(event.cards) <= MOST_LYING, "full", "No table holds that many cards.")
    fits = not event.codes or len(event.codes) == len(event.cards)
    judge.struct(fits, "bad_input", "codes: expected one for each card, or none")
    codes = event.codes or ("",) * len(event.cards)
    there = {one.code: one for one in state.lying if one.code}
    for card, code in zip(event.cards, codes, strict=True):
        _known(plan, judge, card, code)
        name = plan.deck.by_id[card].name
        judge.rule(
            code not in there, "same_code", say("This very {name} lies on the table already.", name=name), _paper(plan)
        )
        copies = sum(one.card == card for one in state.lying) + event.cards.count(card)
        judge.warn(
            copies <= plan.deck.by_id[card].copies,
            "too_many_copies",
            say("That is {copies} of {name}.", copies=copies, name=name),
            _paper(plan),
        )
    judge.struct(len({*codes} - {""}) == len([code for code in codes if code]), "bad_input", "codes: one stands twice")
    room = zone.most - count(state, zone, seat)
    text = say("{label} holds at most {most}.", label=zone.label, most=zone.most)
    judge.rule(not zone.most or len(event.cards) <= room, "zone_full", text, why(plan, text, "zone"))
    laid = tuple(
        Lying(f"c{state.dealt + number}", card, code=code, zone=zone.id, seat=seat)
        for number, (card, code) in enumerate(zip(event.cards, codes, strict=True))
    )
    return replace(state, lying=(*state.lying, *laid), dealt=state.dealt + len(laid))


def take(plan: Plan, state: State, event: Take, judge: Judge) -> State:
    """A card leaves for another zone of the same player, or the table."""
    found = _lying(state, judge, event)
    _going(state, judge)
    rest = tuple(one for one in state.lying if one != found)
    if not event.to:
        return replace(state, lying=rest)
    zone = _zone(plan, judge, event.to)
    seat = _whose(state, judge, zone, event.seat)
    room = count(state, zone, seat)
    text = say("{label} holds at most {most}.", label=zone.label, most=zone.most)
    judge.rule(not zone.most or room < zone.most, "zone_full", text, why(plan, text, "zone"))
    if zone.counted:
        return replace(state, lying=rest, counts=put(state.counts, zone.id, place(zone, seat), room + 1))
    return replace(state, lying=(*rest, replace(found, zone=zone.id, seat=seat)))


def turn(plan: Plan, state: State, event: Turn, judge: Judge) -> State:
    """A card is turned over."""
    found = _lying(state, judge, event)
    _going(state, judge)
    return replace(state, lying=tuple(replace(one, up=not one.up) if one == found else one for one in state.lying))


def set_counter(plan: Plan, state: State, event: SetCounter, judge: Judge) -> State:
    """A counter shows another value; its alarm may put its player out."""
    rule = plan.counter(event.counter)
    judge.struct(rule is not None, "bad_input", "counter: there is no such counter in this game")
    if rule is None:
        return state
    seat = _whose(state, judge, rule, event.seat)
    _going(state, judge)
    fits = rule.low <= event.value <= rule.high
    judge.struct(
        fits, "bad_input", say("{label}: expected {low} to {high}", label=rule.label, low=rule.low, high=rule.high)
    )
    state = replace(state, counters=put(state.counters, rule.id, place(rule, seat), event.value))
    if rule.alarm is None or not rule.alarm.out or seat is None:
        return state
    out = set(state.out) - {seat} | (
        {seat} if event.value >= rule.alarm.at or _else_out(plan, state, rule, seat) else set()
    )
    return replace(state, out=tuple(sorted(out)))


def _else_out(plan: Plan, state: State, but: CounterRule, seat: Seat) -> bool:
    """Whether another counter keeps the player out."""
    others = (one for one in plan.counters if one.alarm and one.alarm.out and one != but)
    return any(one.alarm is not None and state.counters[one.id][seat] >= one.alarm.at for one in others)


def set_count(plan: Plan, state: State, event: SetCount, judge: Judge) -> State:
    """Another number of cards in a zone."""
    zone = _zone(plan, judge, event.zone)
    seat = _whose(state, judge, zone, event.seat)
    _going(state, judge)
    judge.struct(zone.counted, "bad_input", say("{label}: its cards are laid one by one", label=zone.label))
    judge.struct(
        0 <= event.count <= MOST_LYING, "bad_input", say("count: expected 0 to {most_lying}", most_lying=MOST_LYING)
    )
    text = say("{label} holds at most {most}.", label=zone.label, most=zone.most)
    judge.rule(not zone.most or event.count <= zone.most, "zone_full", text, why(plan, text, "zone"))
    return replace(state, counts=put(state.counts, zone.id, place(zone, seat), event.count))


def next_phase(plan: Plan, state: State, event: NextPhase, judge: Judge) -> State:
    """On to what comes next."""
    _going(state, judge)
    judge.struct(bool(plan.phases) and state.mode == "play", "bad_input", "This table has no phases.")
    here = (event.turn, event.phase, event.time) == (state.turn, state.phase, state.time)
    judge.struct(here, "already_there", "Somebody was faster: the table has gone on already.")
    now = phase(plan, state)
    if now is not None and now.active:
        text = say("{label} is {active}'s.", label=now.label, active=person(state.active))
        judge.rule(event.seat in (None, state.active), "not_your_turn", text, why(plan, text, "phase"))
    return after_phase(plan, state)


def count_points(plan: Plan, state: State, event: CountPoints, judge: Judge) -> State:
    """The points stand."""
    _going(state, judge)
    return replace(state, over=True)


def settle(plan: Plan, state: State) -> State:
    """What follows by itself: the game is over with one left, or with somebody at the goal."""
    win = plan.win
    if state.mode == "play" and not state.over:
        last = win.kind == "last_alive" and len(alive(state)) <= 1 < state.players
        first = win.kind == "first_to" and max(state.counters[win.counter]) >= win.goal
        if last or first:
            return replace(state, over=True)
    return state


def _going(state: State, judge: Judge) -> None:
    judge.struct(not state.over, "game_over", "The points stand and the game is over; take that back first.")


def _zone(plan: Plan, judge: Judge, id: str) -> Zone:
    found = plan.zone(id)
    judge.struct(found is not None, "bad_input", "zone: there is no such zone in this game")
    assert found is not None
    return found


def _whose(state: State, judge: Judge, rule: Zone | CounterRule, seat: Seat | None) -> Seat | None:
    if rule.owner == "table":
        return None
    judge.struct(
        seat is not None and 0 <= seat < state.players, "no_such_seat", say("{label}: say whose.", label=rule.label)
    )
    return seat


def _lying(state: State, judge: Judge, event: Take | Turn) -> Lying:
    found = find(state, event.uid)
    judge.struct(found is not None, "no_such_card", "That card does not lie there any more; look at the table again.")
    assert found is not None
    judge.struct(event.card in ("", found.card), "no_such_card", "Another card lies there; look at the table again.")
    judge.struct(found.seat in (None, event.seat), "no_such_card", "That card lies in front of somebody else.")
    return found


def _known(plan: Plan, judge: Judge, card: str, code: str) -> None:
    judge.struct(
        card in plan.deck.by_id,
        "unknown_card",
        say('"{card}" is not a card of {title}.', card=card[:40], title=plan.title),
    )
    if not code:
        return
    try:
        found = plan.deck.find(parse(code))
    except CodeError as error:
        judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return
    name = plan.deck.by_id[card].name
    judge.struct(
        found is not None and found.id == card,
        "bad_code",
        say("The code {code} is not printed on {name}.", code=code[:12], name=name),
    )


def _paper(plan: Plan) -> Why:
    return why(plan, "There is one of each printed card.", "cards")

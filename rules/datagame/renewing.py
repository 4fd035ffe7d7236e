"""A table goes on with a newer edition of its game: what still makes sense there is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Telling
from rules.choice import Choice
from rules.datagame import editions
from rules.datagame.flow import outs
from rules.datagame.plan import Plan
from rules.datagame.refusals import going
from rules.datagame.state import Cells, State, begun, phase
from rules.event import Event, Judge, Seat
from rules.text import say
from rules.values.cards import DeckError


@dataclass(frozen=True, slots=True)
class UseEdition(Event):
    """The table plays this edition of its game from now on."""

    edition: str


def use_edition(plan: Plan, state: State, event: UseEdition, judge: Judge) -> State:
    going(state, judge)
    found = editions.plan_of(plan.id, event.edition)
    judge.struct(found is not None, "bad_input", "edition: this companion does not have it")
    assert found is not None
    least, most = found.players
    text = say("The changed game is for {least} to {most} people.", least=least, most=most)
    judge.struct(state.mode == "score" or least <= state.players <= most, "players", text)
    options = {
        one.id: now if (now := state.options.get(one.id)) in one.values and now is not None else one.default
        for one in found.options
    }
    try:
        new = found.at(state.players, options)
    except DeckError as error:
        judge.struct(False, "bad_option", str(error.problems[0]))
        raise
    return carried_over(plan, new, replace(state, options=options, edition=event.edition))


def carried_over(old: Plan, new: Plan, state: State) -> State:
    """The table of one plan as a table of another: numbers, cells and cards that are there too keep their places."""
    fresh = begun(new, state.players, state.mode, state.options)
    teams = state.teams if old.teams is not None and new.teams == old.teams else fresh.teams
    counters = {}
    for rule in new.counters:
        held, start = state.counters.get(rule.id, ()), fresh.counters[rule.id]
        counters[rule.id] = (
            tuple(max(rule.low, min(one, rule.high)) for one in held) if len(held) == len(start) else start
        )
    counts = {
        id_: held if len(held := state.counts.get(id_, ())) == len(own) else own for id_, own in fresh.counts.items()
    }
    rows: dict[str, Cells] = {}
    for row in new.rows:
        cells = state.rows.get(row.id, ())
        same = (before := old.row(row.id)) is not None and before.by_round == row.by_round
        rows[row.id] = cells if same and len(cells) == len(fresh.rows[row.id]) else fresh.rows[row.id]
    open_zones = {zone.id: zone for zone in new.zones if not zone.counted}
    lying = tuple(
        one
        for one in state.lying
        if one.card in new.deck.by_id and one.zone in open_zones
        and (one.seat is None) == (open_zones[one.zone].owner == "table")
    )  # fmt: skip
    now = phase(old, state)
    at = next((at for at, one in enumerate(new.phases) if now is not None and one.id == now.id), 0)
    same_phase = now is not None and bool(new.phases) and new.phases[at].id == now.id
    state = replace(
        state,
        counters=counters,
        counts=counts,
        rows=rows,
        lying=lying,
        teams=teams,
        phase=at,
        time=state.time if same_phase else 1,
        went=state.went if same_phase else (),
        chosen=state.chosen if same_phase else (),
        ticked=(),
        sheets=state.sheets if new.rounds is not None else (),
    )
    return outs(new, state, range(state.players))


def offer_edition(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    wanted = editions.newest(plan.id)
    if state.edition and wanted and wanted != state.edition and not state.over:
        detail = "The folder of this game was changed. What makes sense in it stays."
        yield Choice("Go on with the changed game", UseEdition(wanted, seat=seat), detail=detail, correction=True)


def tell_edition(plan: Plan, telling: Telling[State, UseEdition]) -> str:
    return say("{who} went on with the changed game", who=telling.who)

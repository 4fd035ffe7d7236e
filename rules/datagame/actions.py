"""The actions at the table of a game out of a folder. A plan's own limits are its rules: who overrides one is noted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.action import Action
from rules.datagame import counting, laying, outcomes, pad, phases, renewing
from rules.datagame.plan import Plan
from rules.datagame.score import why
from rules.datagame.state import State
from rules.score import Why
from rules.seat_away import SeatAway, SeatBack


def actions(plan: Plan, at: Callable[[State], Plan]) -> tuple[Action[State, Any], ...]:
    """What can happen at a table of this plan, in the order in which it is offered. ``at`` gives the plan of a table:
    numbers in it may depend on how many play and on options."""

    def kept(section: str) -> Why:
        return why(plan, "What the table keeps.", section)

    def does(function: Any) -> Any:
        return lambda state, event, judge: function(at(state), state, event, judge)

    def tells(function: Any) -> Any:
        return lambda telling: function(at(telling.before), telling)

    def offers(function: Any) -> Any:
        return lambda state, seat: function(at(state), state, seat)

    def hides(state: State, event: counting.SetCounter, viewer: int | None) -> counting.SetCounter:
        return counting.hide_counter(at(state), state, event, viewer)

    return (
        Action(
            phases.NextPhase,
            kept("phase"),
            does(phases.next_phase),
            tells(phases.tell_phase),
            offers(phases.offer_next_phase),
            pictures=tells(outcomes.round_cards),
        ),
        Action(
            counting.SetCounter,
            kept("counter"),
            does(counting.set_counter),
            tells(counting.tell_counter),
            offers(counting.offer_counters),
            hides,
        ),
        Action(laying.Lay, kept("zone"), does(laying.lay), tells(laying.tell_lay), offers(laying.offer_zones)),
        Action(laying.SetCount, kept("zone"), does(laying.set_count), tells(laying.tell_count)),
        Action(laying.Turn, kept("zone"), does(laying.turn), tells(laying.tell_turn), offers(laying.offer_turning)),
        Action(laying.Take, kept("zone"), does(laying.take), tells(laying.tell_take), offers(laying.offer_taking)),
        Action(SeatAway, kept("phase"), does(phases.leave), "{who} has left", offers(phases.offer_leaving)),
        Action(SeatBack, kept("phase"), does(phases.come_back), "{who} is back", offers(phases.offer_coming_back)),
        Action(
            phases.CountPoints,
            kept("score"),
            does(phases.count_points),
            "The points were counted",
            offers(phases.offer_points),
        ),
        Action(pad.Tick, kept("checklist"), does(pad.tick), tells(pad.tell_tick), offers(pad.offer_ticks)),
        Action(pad.Write, kept("row"), does(pad.write), tells(pad.tell_write), offers(pad.offer_cells)),
        Action(pad.SetRound, kept("rounds"), does(pad.set_round), tells(pad.tell_round), offers(pad.offer_rounds)),
        Action(
            phases.JoinTeam, kept("teams"), does(phases.join_team), tells(phases.tell_team), offers(phases.offer_teams)
        ),
        Action(
            renewing.UseEdition,
            kept("game"),
            does(renewing.use_edition),
            tells(renewing.tell_edition),
            offers(renewing.offer_edition),
        ),
    )

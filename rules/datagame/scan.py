"""What a scanned card means at the table of a game out of a folder."""

from __future__ import annotations

from collections.abc import Sequence

from rules.choice import Choice
from rules.datagame.laying import Lay, with_card
from rules.datagame.plan import Plan
from rules.datagame.state import Lying, State, count
from rules.event import Seat
from rules.game_protocol import Reading, ScanProblem
from rules.text import say
from rules.values.code import CardCode


def scan(plan: Plan, state: State, seat: Seat, seen: Sequence[CardCode]) -> Reading:
    """One new card is laid, several are offered together, one that lies there offers what can be done with it."""
    known = [(code, card) for code in dict.fromkeys(seen) if (card := plan.deck.find(code)) is not None]
    if not known:
        text = "This is a card of another game." if seen else "No card was seen. Hold the phone straight above."
        return Reading(problems=(ScanProblem("other_game" if seen else "no_card", text),))
    zone = plan.zone(plan.scan)
    if state.over or zone is None:
        text = "The points stand. Take that back first, then scan again." if state.over else "No zone takes cards here."
        return Reading(problems=(ScanProblem("game_over" if state.over else "no_zone", text),))
    there = {one.code: one for one in state.lying if one.code}
    new = [(code, card) for code, card in known if str(code) not in there]
    if not new:
        return _again(plan, state, [there[str(code)] for code, _ in known], seat)
    event = Lay(zone.id, tuple(card.id for _, card in new), tuple(str(code) for code, _ in new), seat=seat)
    held = count(state, zone, seat)
    if zone.most and held + len(new) > zone.most:
        text = say(
            "{label} holds {held} of {most} cards; take one away first.", label=zone.label, held=held, most=zone.most
        )
        return Reading(problems=(ScanProblem("zone_full", text, new[0][1].id),))
    names = ", ".join(card.name for _, card in new)
    if len(new) == 1:
        return Reading(submit=event, summary=names)
    return Reading(
        choices=(Choice(say("Lay {count} cards", count=len(new)), event, detail=names, primary=True),), summary=names
    )


def _again(plan: Plan, state: State, lying: Sequence[Lying], seat: Seat) -> Reading:
    """Cards that lie there already."""
    own = [one for one in lying if one.seat in (None, seat)]
    if len(own) == 1:
        return Reading(choices=tuple(with_card(plan, state, own[0], seat)))
    if not own:
        text = "That card lies in front of somebody else."
        return Reading(problems=(ScanProblem("not_yours", text, lying[0].card),))
    return Reading(problems=(ScanProblem("nothing_new", "All of these are already there."),))

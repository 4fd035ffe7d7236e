"""What happens next whatever anybody decides, told from what everybody may know: nobody is asked for it.

Never the end of a turn, and nothing that what is hidden in a hand could change. An effect happens at once: answers come
out of hands nobody sees, so nobody is asked for one, and whoever has one can still stop it afterwards (GF-R50).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from rules.choice import Choice
from rules.event import Event
from rules.games.gilfate import answers, play, rounds
from rules.games.gilfate.state import IN_ROUND, State


def sole_step(state: State) -> Event | None:
    """The one event that can follow, or None where somebody has to decide or to say what the paper shows."""
    if state.phase not in IN_ROUND:
        return None
    if state.dues:
        return _only(_drawn(state))
    pending = state.pending
    if pending is None:
        return _only(rounds.offer_picks(state, state.active)) if state.phase == "pick" else None
    if state.asks_for_answers:
        return None if _bell_hangs(state) else answers.Happens(seat=pending.by)
    if pending.step == "declare":
        return _only(play.offer_aims(state, pending.by))
    # What 6a and 6b turn up shows on the paper alone.
    if pending.step == "act" and pending.card not in ("6a", "6b"):
        return _only(answers.offer_acts(state, pending.by))
    return None


def _drawn(state: State) -> Iterator[Choice]:
    """What can be among the cards to draw, for a card that has to be paid: a draw one may answer is left alone."""
    owed = state.due
    if owed is not None:
        yield from rounds.offer_draws(state, owed.seat)


def _bell_hangs(state: State) -> bool:
    """Whether a card 11c that lies open could cancel another player's answer: its owner is asked, as all can see."""
    pending = state.pending
    answered = pending is not None and bool(pending.answers) and pending.answers[-1].by != state.active
    return answered and answers.bell_ready(state, state.active) is not None


def _only(choices: Iterable[Choice]) -> Event | None:
    """The event of these choices where there is just one, however they are filled; corrections are none."""
    events = (event for choice in choices if not choice.correction for event in _filled(choice))
    found = list(islice(events, 2))
    return found[0] if len(found) == 1 else None


def _filled(choice: Choice) -> Iterator[Event]:
    """Every event the choice can be filled to; two stand for all where a field takes a number or several answers."""
    if any(spec.kind != "pick" or spec.many for spec in choice.fields):
        yield from (choice.event, choice.event)
        return
    for values in product(*(spec.picks for spec in choice.fields)):
        yield choice.fill(**{spec.name: pick.value for spec, pick in zip(choice.fields, values, strict=True)})

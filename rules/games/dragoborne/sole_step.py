"""The step that the rules leave nobody a choice about, so that nobody need report it (``ActionGame.sole_step``).

Judged by what everybody may know. What dice show, a barrier that is looked at, the end of a turn, and everything that
an ambush lying face down might answer is never such a step.
"""

from __future__ import annotations

from rules.event import Event
from rules.games.dragoborne import combat, settle, text_targets
from rules.games.dragoborne.card_texts import Effect, Tick, what_it_does
from rules.games.dragoborne.combat import DealDamage
from rules.games.dragoborne.state import State, Todo
from rules.games.dragoborne.text_forms import Clause, read
from rules.games.dragoborne.turn import Discard, Draw

FIXED = ("attacker", "it", "itself")
"""Whom a text may name so that nobody chooses (``Reach.only``)."""


def sole_step(state: State) -> Event | None:
    """What happens now whatever anybody decides, or None."""
    seat = state.active
    if seat is None or state.asks:
        return None
    match state.phase:
        case "draw":
            # Where the count says that the game is lost, somebody looks at the paper first (rulebook: Draw step).
            return Draw(seat=seat) if state.sides[seat].deck else None
        case "end":
            # Which cards go is their owner's choice, how many is not (rulebook: End phase).
            due = settle.due_discard(state)
            return Discard(due, seat=seat) if due else None
        case "main" | "combat":
            return _text_followed(state) or _damage_dealt(state)
    return None


# --- card texts


def _text_followed(state: State) -> Event | None:
    """A text that has nothing left to do, or the next thing that the only open one does to somebody it names itself."""
    for number, one in state.open_texts:
        if not _has_something_to_do(state, one):
            return Tick(number, seat=one.seat)
    # The order of several is their owners' choice.
    return _next_of(state, state.open_texts[0][1]) if len(state.open_texts) == 1 else None


def _has_something_to_do(state: State, todo: Todo) -> bool:
    left = tuple(clause for _, clause in text_targets.still_to_do(todo))
    if left and all(clause.verb == "discard" for clause in left) and not read(todo.text).rest:
        return state.sides[todo.seat].hand > 0
    return text_targets.can_be_followed(state, todo)


def _next_of(state: State, todo: Todo) -> Event | None:
    """What the text does next, where neither whether nor to whom is for anybody to say."""
    optional = any(word in todo.text.casefold().split() for word in ("may", "up"))
    if optional or not todo.card or read(todo.text).rest:
        return None
    clause = next(clause for _, clause in text_targets.still_to_do(todo))
    side = state.sides[todo.seat]
    match clause.verb:
        case "draw":
            return Draw(clause.amount, todo.card, seat=todo.seat) if clause.amount <= side.deck else None
        case "discard":
            return Discard(min(clause.amount, side.hand), todo.card, seat=todo.seat) if side.hand else None
    return _done_to_the_named(state, todo, clause)


def _done_to_the_named(state: State, todo: Todo, clause: Clause) -> Event | None:
    named = all(reach.kind == "creature" and reach.only in FIXED for reach in clause.reaches)
    if not clause.reaches or not named or clause.times > 1 or clause.whole_fort:
        return None
    found = tuple(text_targets.creatures(state, todo, clause))
    if len(found) != 1:
        return None
    return Effect(todo.card, found[0][1].uid, seat=todo.seat, **what_it_does(clause))


# --- attacks


def _damage_dealt(state: State) -> Event | None:
    """The damage of an attack that only waited for texts, where nothing lies face down and nobody may block."""
    clash = state.clash
    if clash is None or state.open_in_battle or combat.answers(state, clash):
        return None
    if any(fort.ambush is not None for fort in state.sides[clash.defender].forts):
        return None
    return DealDamage(seat=clash.attacker)

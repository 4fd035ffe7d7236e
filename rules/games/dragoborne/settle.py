"""What follows by itself: creatures that fall, cards that go somewhere, the end of an attack, a turn, the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from rules.event import Judge, Seat
from rules.games.dragoborne import combat_rules, text_targets, turn_rules
from rules.games.dragoborne.deck import arrives_rested, color, destination, said
from rules.games.dragoborne.state import FORTS, Ask, Clash, Creature, Ending, Paper, Player, Resource, State, Todo

Leaving = Literal["destroyed", "hand", "discard", "deck", "nowhere"]
Destination = Literal["hand", "discard", "fort", "resource"]
DESTINATIONS: tuple[Destination, ...] = get_args(Destination)
TODO_MOST = 12
"""So many card texts stand on the screen; the oldest that is done makes room."""


def settle(state: State, _: Judge) -> State:
    """The table moved on as far as nobody has to do anything."""
    fallen = combat_rules.fallen(state)
    while fallen:
        for seat, one in fallen:
            state = leave(state, seat, one.uid, "destroyed")
        fallen = combat_rules.fallen(state)
    state = _attack_over(state)
    if state.clash is None:
        state = nothing_awaited(state)
    while state.asks and state.asks[0].kind == "room" and state.sides[state.asks[0].seat].room_at(state.asks[0].fort):
        # Somebody left the fort before the question was answered.
        state = arrive(replace(state, asks=state.asks[1:]), state.asks[0])
    if state.phase == "end" and not state.asks and not due_discard(state):
        state = end_turn(state)
    if state.phase == "audit" and not any(has_ambush(state, seat) for seat in range(state.players)):
        state = replace(state, phase="over")
    return state


def nothing_awaited(state: State) -> State:
    """The table with no text that an attack waits for."""
    if not any(one.battle for one in state.todo):
        return state
    return replace(state, todo=tuple(replace(one, battle=False) for one in state.todo))


def has_ambush(state: State, seat: Seat) -> bool:
    """Whether the seat has an ambush to show; nobody waits for those of a player who has gone."""
    return seat not in state.away and any(one.ambush is not None for one in state.sides[seat].forts)


def due_discard(state: State) -> int:
    """How many cards the active player discards now."""
    if state.phase != "end" or state.active is None:
        return 0
    return turn_rules.discard_to_limit(state.sides[state.active].hand)


def _attack_over(state: State) -> State:
    """An attack whose attacker, blocker or target has left does nothing more (DB-R28)."""
    clash = state.clash
    if clash is None:
        return state
    there = state.sides[clash.attacker].creature(clash.creature) is not None
    if clash.blocker:
        there = there and state.sides[clash.defender].creature(clash.blocker) is not None
    return state if there else replace(state, clash=None)


def remind(state: State, todo: Todo, clash: Clash | None = None) -> State:
    """The table with a card text to be followed; the oldest that is done makes room.

    ``clash`` is the attack the text speaks of: the one going on, where no other is named.
    """
    clash = clash or state.clash
    if clash is not None:
        todo = replace(todo, attacker=clash.creature, fort=clash.fort, fort_of=clash.defender)
    todo = replace(todo, text=said(todo.text), battle=state.clash is not None)
    return _with_todo(state, todo)


def _with_todo(state: State, new: Todo) -> State:
    todo = (*state.todo, new)
    while len(todo) > TODO_MOST:
        gone = next((n for n, one in enumerate(todo) if one.done), 0)
        todo = (*todo[:gone], *todo[gone + 1 :])
    return replace(state, todo=todo)


def trigger(state: State, seat: Seat, uid: str, moment: str, clash: Clash | None = None) -> State:
    """The reminders of a creature for a moment of the game; none for what has nobody to be done to."""
    found = state.find(uid)
    if found is None:
        return state
    for text in combat_rules.moment_texts(state, seat, found[1], moment):
        reminded = remind(state, Todo(seat, found[1].card, text, uid), clash)
        if text_targets.can_be_followed(reminded, reminded.todo[-1]):
            state = reminded
    return state


def leave(state: State, seat: Seat, uid: str, where: Leaving, clash: Clash | None = None) -> State:
    """A creature leaves the field; dice on it go to the discard pile (DB-R6)."""
    one = state.sides[seat].creature(uid)
    if one is None:
        return state
    if where == "destroyed":
        state = trigger(state, seat, uid, "destroyed", clash)
    side = state.sides[seat]
    for index in side.crosses(uid):
        side = side.with_die(index, replace(side.dice[index], where="discard", at=""))
    fell = side.destroyed + (where == "destroyed")
    side = replace(side, creatures=tuple(other for other in side.creatures if other.uid != uid), destroyed=fell)
    return state.with_side(seat, _put(side, Paper(one.card, one.code), where))


def _put(side: Player, paper: Paper, where: Leaving) -> Player:
    match where:
        case "destroyed" | "discard":
            return replace(side, discard=(*side.discard, paper))
        case "hand":
            return replace(side, hand=side.hand + 1)
        case "deck":
            return replace(side, deck=side.deck + 1)
    return side


def place(state: State, seat: Seat, number: str, paper: Paper, *, rested: bool = False) -> State:
    """A creature comes to a fort."""
    uid = f"{seat}c{state.serial + 1}"
    side = state.sides[seat]
    new = Creature(uid, paper.card, code=paper.code, fort=number, rested=rested)
    state = replace(state.with_side(seat, replace(side, creatures=(*side.creatures, new))), serial=state.serial + 1)
    return trigger(state, seat, uid, "summoned")


def arrive(state: State, ask: Ask, leaves: str = "") -> State:
    """A creature comes to a fort; where two are, somebody leaves or the question is asked (DB-R10)."""
    there = tuple(one.uid for one in state.sides[ask.seat].at_fort(ask.fort))
    done = turn_rules.summon(there, "new", leaves or None, state.house)
    if done.choice:
        return replace(state, asks=(replace(ask, kind="room"), *state.asks))
    paper = Paper(ask.card, ask.code)
    if done.discarded == "new":
        side = state.sides[ask.seat]
        return state.with_side(ask.seat, replace(side, discard=(*side.discard, paper)))
    if done.discarded:
        state = leave(state, ask.seat, done.discarded, "discard")
    return place(state, ask.seat, ask.fort, paper, rested=ask.rested or (ask.origin == "summon" and done.rested))


def goes(state: State, ask: Ask, where: Destination) -> State:
    """A used barrier or ambush goes somewhere."""
    side, seat = state.sides[ask.seat], ask.seat
    if where == "fort":
        return arrive(state, ask)
    if where == "hand":
        return state.with_side(seat, replace(side, hand=side.hand + 1))
    if where == "resource" and ask.card:
        new = Resource(color(ask.card), card=ask.card, code=ask.code)
        return state.with_side(seat, replace(side, resources=(*side.resources, new)))
    if not ask.card:
        return state.with_side(seat, replace(side, unnamed=side.unnamed + 1))
    return state.with_side(seat, replace(side, discard=(*side.discard, Paper(ask.card, ask.code))))


def used(state: State, ask: Ask, text: str, table: str) -> State:
    """A used card goes where its ``text`` says, else where the ``table`` has it; else its owner is asked."""
    wanted = destination(text) or table
    ask = replace(ask, rested=arrives_rested(text))
    for where in DESTINATIONS:
        if where == wanted:
            return goes(state, ask, where)
    return replace(state, asks=(ask, *state.asks))


def unasked(state: State) -> State:
    """The table without its open questions: each card asked about lies where it goes when nobody says otherwise."""
    for ask in state.asks:
        state = goes(state, ask, "hand" if ask.origin == "barrier" and ask.kind != "room" else "discard")
    return replace(state, asks=())


def lose_barriers(state: State, seat: Seat, number: str, left: int, attacker: str = "") -> State:
    """Barriers leave a fort one by one; their owner looks at each (DB-R2)."""
    side = state.sides[seat]
    there = side.fort(number)
    asks = (Ask("burst", seat, number, attacker=attacker),) * (there.barriers - left)
    state = state.with_side(seat, side.with_fort(number, replace(there, barriers=left)))
    return replace(state, asks=(*state.asks, *asks))


def hit_die(state: State, seat: Seat, index: int, hit: combat_rules.ShieldHit) -> State:
    """A dragoshield keeps its reduced value, or goes to the discard pile."""
    side = state.sides[seat]
    die = side.dice[index]
    # A destroyed die keeps the face it showed; it lies in the discard pile until it is rolled again.
    new = replace(die, where="discard", at="") if hit.destroyed else replace(die, value=hit.value)
    return state.with_side(seat, side.with_die(index, new))


def begin_turn(state: State, seat: Seat) -> State:
    """The stand step: everything of the seat stands, but creatures that are held."""
    side = state.sides[seat]
    side = replace(
        side,
        creatures=tuple(replace(one, rested=one.rested and one.held, held=False) for one in side.creatures),
        resources=tuple(replace(one, rested=False) for one in side.resources),
    )
    for number in FORTS:
        there = side.fort(number)
        if there.ambush is not None:
            side = side.with_fort(number, replace(there, ambush=replace(there.ambush, rested=False)))
    return replace(state.with_side(seat, side), active=seat, phase="dice", clash=None, paid=None)


def end_turn(state: State) -> State:
    """Damage goes, then what lasts until the turn ends; then both players' barriers are looked at (DB-R14, DB-R16)."""
    first, second = (
        replace(side, creatures=tuple(replace(one, damage=0, atk_mod=0, edr_mod=0) for one in side.creatures))
        for side in state.sides
    )
    state = replace(state, sides=(first, second), todo=(), paid=None, clash=None)
    active = state.active or 0
    ended = turn_rules.end_turn(
        {str(seat): side.barriers for seat, side in enumerate(state.sides)}, state.sides[active].hand
    )
    if ended.losers:
        return lost(state, tuple(int(one) for one in ended.losers), "forts")
    return begin_turn(replace(state, turn=state.turn + 1), 1 - active)


def lost(state: State, losers: tuple[Seat, ...], ending: Ending) -> State:
    """The game is decided; ambushes that still lie are shown first."""
    return replace(state, phase="audit", losers=losers, ending=ending, clash=None, asks=(), paid=None)

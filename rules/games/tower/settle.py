"""What follows by itself: phases that end when both are done, trolls that have one place to go, falling specials."""

from __future__ import annotations

from dataclasses import replace

from rules.event import Seat
from rules.games.tower import deck, turn_rules
from rules.games.tower.state import Side, Space, State, Todo, troops
from rules.games.tower.turn_rules import TROOPS_MAX
from rules.text import plural, say
from rules.view import person


def due_discard(state: State, seat: Seat) -> int:
    """How many cards the seat has to discard now; first all of its cards are drawn."""
    side = state.sides[seat]
    if side.due_draw:
        return 0
    if state.phase == "renew":
        return turn_rules.discard_to_limit(side.hand.size)
    return turn_rules.end_discard(side.hand.size, state.house) if state.phase == "end" else 0


def laying(state: State, seat: Seat) -> bool:
    """Whether the seat may still lay bases, or burn its opening hand, in this setup or renewing."""
    side = state.sides[seat]
    if state.phase not in ("setup", "renew") or side.done or side.due_draw or due_discard(state, seat):
        return False
    return side.hand.bases > 0 or (state.phase == "setup" and state.house.burn)


def owes(state: State, seat: Seat) -> bool:
    """Whether the table waits for this seat before it goes on."""
    side = state.sides[seat]
    return bool(side.due_draw or side.due_recruit or due_discard(state, seat) or laying(state, seat))


def only_laying(state: State, seat: Seat) -> bool:
    """Whether nothing of the renewing is left but the bases this seat may still lay: what it does next ends it."""
    if state.phase != "renew" or not laying(state, seat) or state.sides[seat].due_recruit:
        return False
    return not any(owes(state, other) for other in range(state.players) if other != seat)


def settle(state: State) -> State:
    """The table moved on as far as nobody has to do anything."""
    for seat in range(state.players):
        state = _recruit(_no_more_than_there_are(state, seat), seat)
    if any(owes(state, seat) for seat in range(state.players)):
        return state
    if state.phase == "setup" and state.active is not None:
        return replace(_all_done(state), phase="decide")
    if state.phase == "renew":
        return replace(_all_done(state), phase="action")
    return pass_turn(state) if state.phase == "end" else state


def _no_more_than_there_are(state: State, seat: Seat) -> State:
    """Nobody waits for cards that are in no pile (TW-R11)."""
    side = state.sides[seat]
    due = turn_rules.can_draw(side.due_draw, (side.abilities, side.bases), state.house)
    return state.with_side(seat, replace(side, due_draw=due)) if due != side.due_draw else state


def _all_done(state: State) -> State:
    sides = (replace(state.sides[0], done=True), replace(state.sides[1], done=True))
    return replace(state, sides=sides)


def rooms(side: Side) -> tuple[str, ...]:
    """Own Burrows with room for a troll (TW-R9)."""
    return tuple(place for place in side.places_of("troll") if side.space(place).troops < TROOPS_MAX)


def _recruit(state: State, seat: Seat) -> State:
    """Trolls come back by themselves where it leaves no choice: one Burrows, or room for no more than come."""
    side = state.sides[seat]
    free = rooms(side)
    room = sum(TROOPS_MAX - side.space(place).troops for place in free)
    if not side.due_recruit or (len(free) > 1 and side.due_recruit < room):
        return state
    counts = [side.space(place).troops for place in free]
    after = turn_rules.trolls_recruited(counts, side.due_recruit, 1)
    for place, count in zip(free, after, strict=True):
        side = side.with_space(place, replace(side.space(place), troops=count))
    return state.with_side(seat, replace(side, due_recruit=0))


def pass_turn(state: State) -> State:
    """The turn is over: this turn's abilities are discarded and the other player decides."""
    todo = []
    for seat, side in enumerate(state.sides):
        if side.active:
            cards = plural(len(side.active), "ability", "abilities")
            todo.append(Todo(seat, say("{who} discards the {cards} of this turn.", who=person(seat), cards=cards)))
        gone = replace(side.abilities, discard=side.abilities.discard + len(side.active))
        fresh = replace(side, abilities=gone, active=(), lost=0, attacks=Side().attacks, due_draw=0, due_recruit=0)
        state = state.with_side(seat, fresh)
    active = 1 - state.active if state.active is not None else 0
    open_todo = tuple(one for one in state.todo if not one.done)
    return replace(state, phase="decide", active=active, turn=state.turn + 1, clash=None, todo=(*open_todo, *todo))


def game_won(state: State, winner: Seat) -> State:
    """A game of the match is won; with the second one the match is."""
    state = replace(state, results=(*state.results, winner), clash=None, phase="won")
    return replace(state, phase="over") if state.match_winner is not None else state


def lose_troops(state: State, seat: Seat, place: str, count: int) -> State:
    """Troops of a place are destroyed; trolls among them are remembered for this turn."""
    side = state.sides[seat]
    there = side.space(place)
    gone = min(count, there.troops)
    trolls = gone if there.base and deck.kind(there.base) == "troll" else 0
    side = side.with_space(place, replace(there, troops=there.troops - gone))
    return state.with_side(seat, replace(side, lost=side.lost + trolls))


def lose_base(state: State, seat: Seat, place: str) -> State:
    """A base and all on it goes to the discard pile."""
    state = lose_troops(state, seat, place, TROOPS_MAX)
    side = state.sides[seat]
    if not side.space(place).base:
        return state
    pile = replace(side.bases, discard=side.bases.discard + 1)
    return state.with_side(seat, replace(side.with_space(place, Space()), bases=pile))


def lose_specials(state: State, seat: Seat, numbers: frozenset[int]) -> State:
    """Special troops, counted from 1, fall; their cards are discarded."""
    side = state.sides[seat]
    left = tuple(one for n, one in enumerate(side.specials, 1) if n not in numbers)
    pile = replace(side.abilities, discard=side.abilities.discard + len(side.specials) - len(left))
    return state.with_side(seat, replace(side, specials=left, abilities=pile))


def excess_specials(state: State) -> State:
    """With fewer full territories than special troops, those too many go at once (TW-R13); all of them are equal."""
    for seat, side in enumerate(state.sides):
        count = turn_rules.special_excess(side.bases_held, len(side.specials))
        if not count:
            continue
        last = len(side.specials)
        name = troops(count, deck.kind(side.specials[-1].card))
        state = lose_specials(state, seat, frozenset(range(last - count + 1, last + 1)))
        text = say("{who} discards {name}: too few territories hold three bases.", who=person(seat), name=name)
        state = replace(state, todo=(*state.todo, Todo(seat, text)))
    return state

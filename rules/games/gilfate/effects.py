"""What the attack cards do: what each can be aimed at now, and what follows once it happens.

One entry a card. ``aims`` is empty where the table lacks what the card speaks of (rulebook 004, Rule mistakes,
ruling 2); ``happen`` moves counters and asks for what only the table knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from rules.games.gilfate.blankdeck import Where, drawn, looked_at, returned, shuffled, turned
from rules.games.gilfate.fronts import permanent_uids
from rules.games.gilfate.state import Front, Pending, State, Todo, with_seat
from rules.table import Seat


def remind(state: State, what: str, seat: Seat) -> State:
    """The table with one more thing to do by hand."""
    key = state.used + 1
    return replace(state, used=key, todos=(*state.todos, Todo(key, what, seat)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table after an effect; ``done`` where nothing more is to be told. ``gone`` are cards that leave the front,
    ``bombed`` a seat that got a bomb."""

    state: State
    done: bool = True
    gone: tuple[str, ...] = ()
    bombed: Seat | None = None


def happen(state: State, pending: Pending) -> Outcome:
    """The effect of the pending card, which nobody cancelled."""
    if pending.active:
        return _used(state, pending)
    stays = pending.card[:2] in ("10", "11", "12") or pending.card == "7a"
    if stays:
        return Outcome(_in_front(state, pending))
    return _EFFECTS[pending.card](state, pending)


def _in_front(state: State, pending: Pending) -> State:
    key = state.used + 1
    player = state.seats[pending.by]
    new = Front(f"{pending.by}.{key}", pending.card, pending.code)
    return replace(with_seat(state, pending.by, replace(player, front=(*player.front, new))), used=key)


def mark_used(state: State, seat: Seat, uid: str) -> State:
    player = state.seats[seat]
    front = tuple(replace(one, used=True) if one.uid == uid else one for one in player.front)
    return with_seat(state, seat, replace(player, front=front))


def _bomb_back(state: State, seat: Seat, where: Where) -> State:
    player = state.seats[seat]
    had = min(1, player.bombs)
    state = with_seat(state, seat, replace(player, bombs=player.bombs - had))
    return remind(replace(state, blank=returned(state.blank, had, where)), f"bomb_{where}", seat)


def _nothing(state: State, pending: Pending) -> Outcome:
    return Outcome(state)


def _ask(state: State, pending: Pending) -> Outcome:
    return Outcome(replace(state, pending=replace(pending, step="act")), done=False)


def _reverse(state: State, pending: Pending) -> Outcome:
    return Outcome(replace(state, direction=-state.direction))


def _swapped(state: State, pending: Pending) -> Outcome:
    for seat in (pending.by, pending.target if pending.target is not None else pending.by):
        player = state.seats[seat]
        state = with_seat(state, seat, replace(player, lost=player.lost + 1))
    return Outcome(remind(state, "swap", pending.by))


def _shifted(state: State, pending: Pending) -> Outcome:
    if pending.option == "redraw":
        player = state.seats[pending.by]
        state = with_seat(state, pending.by, replace(player, notes=(), lost=0))
        return Outcome(remind(state, "redraw", pending.by))
    return Outcome(remind(replace(state, blank=shuffled(state.blank)), "shuffle", pending.by))


def _looked(state: State, pending: Pending) -> Outcome:
    return Outcome(remind(replace(state, blank=looked_at(state.blank)), "look5", pending.by))


def _wave_hits(state: State, pending: Pending) -> Outcome:
    return _ask(state, pending) if pending.option == "hand" else Outcome(state, gone=(pending.uid,))


def _over(state: State, pending: Pending) -> Outcome:
    return Outcome(remind(replace(state, blank=turned(state.blank)), "turn", pending.by))


def _stormed(state: State, pending: Pending) -> Outcome:
    if pending.option == "discard_all" and pending.target is not None:
        return Outcome(state, gone=permanent_uids(state, pending.target))
    box = min(1, state.box_bombs)
    bomb = box or min(1, state.blank.bombs_most)
    player = state.seats[pending.by]
    state = replace(state, box_bombs=state.box_bombs - box)
    state = with_seat(state, pending.by, replace(player, bombs=player.bombs + bomb))
    if bomb and not box:
        # Out of the middle of the deck, wherever one is found.
        state = replace(state, blank=drawn(shuffled(state.blank), 1, 1, 0))
    state = remind(state, "bomb_box" if box else "bomb_deck", pending.by)
    return Outcome(state, gone=(pending.uid,), bombed=pending.by)


def _sunk(state: State, pending: Pending) -> Outcome:
    for word in pending.option.split("+"):
        if word.isdigit() and int(word) < state.players:
            state = _bomb_back(state, int(word), "shuffle")
    return Outcome(state)


def _bomb_to(where: Where, state: State, pending: Pending) -> Outcome:
    seat = pending.target if pending.target is not None else pending.by
    return Outcome(_bomb_back(state, seat, where))


_EFFECTS: Mapping[str, Callable[[State, Pending], Outcome]] = {
    "0a": _nothing,
    "0b": _nothing,
    "1": _reverse,
    "2": _swapped,
    "3": _shifted,
    "4a": _nothing,
    "4b": partial(_bomb_to, "bottom"),
    "5a": _wave_hits,
    "5b": _looked,
    "6a": _ask,
    "6b": _ask,
    "7b": _ask,
    "8a": _over,
    "8b": _ask,
    "8c": partial(_bomb_to, "top"),
    "9a": _stormed,
    "9b": _sunk,
}


def _used(state: State, pending: Pending) -> Outcome:
    """A card in front is used; it was marked as used when it was declared."""
    seat, target = pending.by, pending.target
    if pending.card == "10b" and target is not None:
        robbed, player = state.seats[target], state.seats[seat]
        state = with_seat(state, target, replace(robbed, hand=max(0, robbed.hand - 1), lost=robbed.lost + 1))
        return Outcome(remind(with_seat(state, seat, replace(player, hand=player.hand + 1)), "take", seat))
    if pending.card == "10c":
        return Outcome(remind(state, "look3" if pending.option == "look" else "numbers", seat))
    if pending.card == "11a":
        return _ask(state, pending)
    if pending.option == "bomb":
        return Outcome(_bomb_back(state, seat, "bottom" if state.house.bomb_return == "bottom" else "shuffle"))
    if pending.card == "11b":
        return Outcome(with_seat(state, seat, replace(state.seats[seat], shielded=True)))
    return Outcome(state)

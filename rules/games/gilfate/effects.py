"""What the attack cards do: what each can be aimed at now, and what follows once it happens.

One entry a card. ``aims`` is empty where the table lacks what the card speaks of (rulebook 004, Rule mistakes,
ruling 2); ``happen`` moves counters and asks for what only the table knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from rules.games.gilfate import permanents
from rules.games.gilfate.blankdeck import Where, drawn, looked_at, returned, shuffled, turned
from rules.games.gilfate.state import (
    Front,
    Pending,
    State,
    Todo,
    permanent_uids,
    with_seat,
)
from rules.table import Seat
from rules.view import person

DECKS = {"hand": "the sword deck", "deck": "the deck of the blank-deck cards", "bombs": "the deck of the bomb cards"}
GUESSES = {"blank": "a blank", "bomb": "a bomb", "explosion": "an explosion"}


@dataclass(frozen=True, slots=True)
class Aim:
    """One way to use a card: its ``option``, and which of these it still needs: a player, a card in front, a number."""

    option: str = ""
    label: str = "It happens"
    targets: tuple[Seat, ...] = ()
    uids: tuple[str, ...] = ()
    number: bool = False


PLAIN = Aim()


def _in(state: State) -> Iterator[Seat]:
    return (seat for seat, player in enumerate(state.seats) if not player.out)


def _with_hand(state: State, *, but: Seat | None = None) -> tuple[Seat, ...]:
    return tuple(seat for seat in _in(state) if seat != but and state.seats[seat].hand)


def _with_bombs(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in _in(state) if state.seats[seat].bombs)


def _fronts(state: State) -> tuple[str, ...]:
    return tuple(one.uid for seat in _in(state) for one in state.seats[seat].front)


def aims(state: State, seat: Seat, card: str) -> tuple[Aim, ...]:
    """Every way the seat can use the card now, as played or, for one in front, in its turn."""
    return tuple(_AIMS[card](state, seat)) if card in _AIMS else (PLAIN,)


def uses(state: State, seat: Seat, card: str) -> tuple[Aim, ...]:
    """Every way to use a card in front once a turn."""
    return tuple(_USES[card](state, seat)) if card in _USES else ()


def _swap(state: State, seat: Seat) -> Iterator[Aim]:
    targets = _with_hand(state, but=seat)
    if targets and state.seats[seat].hand:
        yield Aim("", "Exchange a card", targets)


def _shift(state: State, seat: Seat) -> Iterator[Aim]:
    yield Aim("shuffle", "Shuffle the blank deck")
    if state.seats[seat].hand and state.version != "all_cards":
        yield Aim("redraw", "Shuffle my hand back and draw as many")


def _bury(state: State, seat: Seat) -> Iterator[Aim]:
    if state.seats[seat].bombs:
        yield PLAIN


def _wave(state: State, seat: Seat) -> Iterator[Aim]:
    hands, fronts = _with_hand(state), _fronts(state)
    if hands:
        yield Aim("hand", "A card out of a hand", hands)
    if fronts:
        yield Aim("front", "A card in front of somebody", uids=fronts)


def _wager(state: State, seat: Seat) -> Iterator[Aim]:
    for guess, word in GUESSES.items() if state.blank.left else ():
        if guess != "explosion" or state.blank.explosions:
            yield Aim(guess, f"I say {word}")


def _called(state: State, seat: Seat) -> Iterator[Aim]:
    targets = _with_hand(state, but=seat)
    if targets:
        yield Aim("", "Name a number", targets, number=True)


def _search(state: State, seat: Seat) -> Iterator[Aim]:
    for deck, word in DECKS.items():
        if state.attack_left and deck not in state.decks_out:
            yield Aim(deck, f"Search {word}", number=True)


def _trap(state: State, seat: Seat) -> Iterator[Aim]:
    if _with_bombs(state):
        yield Aim("", "A bomb on top of the deck", _with_bombs(state))


def _storm(state: State, seat: Seat) -> Iterator[Aim]:
    effect = permanents.nine_a(len(permanent_uids(state, seat)))
    if effect == "discard_all":
        targets = tuple(other for other in _in(state) if other != seat and permanent_uids(state, other))
        if targets:
            yield Aim("discard_all", "Discard all permanents of a player", targets)
    elif effect == "bomb_and_remove":
        uids = tuple(uid for other in _in(state) for uid in permanent_uids(state, other))
        yield Aim("bomb_and_remove", "Take a bomb, remove a permanent", uids=uids)


def _deep(state: State, seat: Seat) -> Iterator[Aim]:
    holders = _with_bombs(state)
    for n, first in enumerate(holders):
        if state.seats[first].bombs > 1:
            yield Aim(f"{first}+{first}", f"Two bombs of {person(first)}")
        for second in holders[n + 1 :]:
            yield Aim(f"{first}+{second}", f"A bomb of {person(first)} and one of {person(second)}")


def _take(state: State, seat: Seat) -> Iterator[Aim]:
    targets = _with_hand(state, but=seat)
    if targets:
        yield Aim("", "Take a card", targets)


def _spy(state: State, seat: Seat) -> Iterator[Aim]:
    yield Aim("look", "Look at the top 3")
    if _with_hand(state, but=seat):
        yield Aim("numbers", "Ask for the numbers in a hand", _with_hand(state, but=seat))


def _storm_hand(state: State, seat: Seat) -> Iterator[Aim]:
    if _with_hand(state):
        yield Aim("", "Discard a card out of a hand", _with_hand(state))


def _powder(state: State, seat: Seat) -> Iterator[Aim]:
    if state.seats[seat].bombs:
        yield Aim("bomb", "Give back one bomb")
    yield Aim("shield", "No explosion takes me out this turn")


_AIMS: Mapping[str, Callable[[State, Seat], Iterator[Aim]]] = {
    "2": _swap,
    "3": _shift,
    "4b": _bury,
    "5a": _wave,
    "6b": _wager,
    "7b": _called,
    "8b": _search,
    "8c": _trap,
    "9a": _storm,
    "9b": _deep,
}
_USES: Mapping[str, Callable[[State, Seat], Iterator[Aim]]] = {
    "10b": _take,
    "10c": _spy,
    "11a": _storm_hand,
    "11b": _powder,
}


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

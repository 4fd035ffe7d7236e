"""What a card of Gilfate Fantasy can be used for, and against whom, at this moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rules.games.gilfate import permanents
from rules.games.gilfate.fronts import permanent_uids
from rules.games.gilfate.state import State
from rules.table import Seat
from rules.text import say
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
            yield Aim(guess, say("I say {word}", word=word))


def _called(state: State, seat: Seat) -> Iterator[Aim]:
    targets = _with_hand(state, but=seat)
    if targets:
        yield Aim("", "Name a number", targets, number=True)


def _search(state: State, seat: Seat) -> Iterator[Aim]:
    for deck, word in DECKS.items():
        if state.attack_left and deck not in state.decks_out:
            yield Aim(deck, say("Search {word}", word=word), number=True)


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
            yield Aim(f"{first}+{first}", say("Two bombs of {first}", first=person(first)))
        for second in holders[n + 1 :]:
            yield Aim(
                f"{first}+{second}",
                say("A bomb of {first} and one of {second}", first=person(first), second=person(second)),
            )


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

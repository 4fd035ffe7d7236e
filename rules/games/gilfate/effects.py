"""What the attack cards do: what each can be aimed at now, and what follows once it happens.

One entry a card, those that are played and those that are used in front of their player. A card's aims are empty where
the table lacks what it speaks of (rulebook 004, Rule mistakes, ruling 2); its effect moves counters and asks for what
only the table knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.event import Seat
from rules.games.gilfate.deck import HIGH, attack, nine_a
from rules.games.gilfate.piles import BlankDeck, Where, drawn, rearranged, returned, shuffled, turned
from rules.games.gilfate.state import Front, Pending, State, Todo
from rules.text import say
from rules.view import person

DECKS = {"hand": "the sword deck", "deck": "the deck of the blank-deck cards", "bombs": "the deck of the bomb cards"}
DECK_NAMES = tuple(DECKS)
GUESSES = {"blank": "a blank", "bomb": "a bomb", "explosion": "an explosion"}


@dataclass(frozen=True, slots=True)
class Aim:
    """One way to use a card: its ``option``, and which of these it still needs: a player, a card in front, a number.
    ``owners`` are the players whose bombs the option itself names."""

    option: str = ""
    label: str = "It happens"
    targets: tuple[Seat, ...] = ()
    uids: tuple[str, ...] = ()
    number: bool = False
    owners: tuple[Seat, ...] = ()


PLAIN = Aim()
REARRANGED = 5
"""So many cards 5b looks at and puts in another order."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table after an effect; ``done`` where nothing more is to be told. ``gone`` are cards that leave the front,
    ``bombed`` a seat that got a bomb."""

    state: State
    done: bool = True
    gone: tuple[str, ...] = ()
    bombed: Seat | None = None


Aims = Callable[[State, Seat], Iterator[Aim]]
Happens = Callable[[State, Pending], Outcome]


def aims(state: State, seat: Seat, card: str) -> tuple[Aim, ...]:
    """Every way the seat can use the card now, as it is played."""
    find = PLAYED[card][0] if card in PLAYED else None
    return (PLAIN,) if find is None else tuple(find(state, seat))


def uses(state: State, seat: Seat, card: str) -> tuple[Aim, ...]:
    """Every way to use a card in front once a turn."""
    return tuple(USED[card][0](state, seat)) if card in USED else ()


def usable(state: State, seat: Seat) -> tuple[Front, ...]:
    """The cards in front of the seat that can still be used in this turn of theirs."""
    if seat != state.active or state.phase not in ("play", "end") or not state.lap(HIGH).may_use_effect:
        return ()
    front = (one for one in state.seats[seat].front if not one.used and attack(one.card).once_a_turn)
    return tuple(one for one in front if uses(state, seat, one.card))


def happen(state: State, pending: Pending) -> Outcome:
    """The effect of the pending card, which nobody cancelled. One in front was marked as used when it was declared."""
    if pending.active:
        return USED[pending.card][1](state, pending)
    if attack(pending.card).stays:
        return Outcome(into_front(state, pending.by, pending.card, pending.code))
    return PLAYED[pending.card][1](state, pending)


# --- what effects have in common


def deck_left(state: State, deck: str) -> int:
    """How many cards that attack deck may have: its own count where the decks are counted, else the sum of all."""
    if state.attack_decks:
        return state.attack_decks[DECK_NAMES.index(deck)]
    return 0 if deck in state.decks_out else state.attack_left


def without_attack(state: State, count: int, decks: Sequence[str] = ()) -> State:
    """The table after so many cards left the attack decks; where nobody said which decks, only the sum is known."""
    counts = list(state.attack_decks)
    for deck in decks if counts else ():
        place = DECK_NAMES.index(deck)
        counts[place] = max(0, counts[place] - 1)
    known = tuple(counts) if len(decks) == count else ()
    return replace(state, attack_left=sum(known) if known else max(0, state.attack_left - count), attack_decks=known)


def remind(state: State, what: str, seat: Seat) -> State:
    """The table with one more thing to do by hand."""
    key = state.used + 1
    return replace(state, used=key, todos=(*state.todos, Todo(key, what, seat)))


TODO = {
    "bomb_top": "the bomb is on top of the blank deck",
    "bomb_bottom": "the bomb is at the bottom of the blank deck",
    "bomb_shuffle": "the bomb is shuffled into the blank deck",
    "bomb_box": "a bomb was taken out of the box",
    "bomb_deck": "a bomb was taken out of the blank deck, the deck shuffled",
    "swap": "the cards are exchanged",
    "take": "the card is taken",
    "shuffle": "the blank deck is shuffled",
    "redraw": "the hand is shuffled back, as many cards drawn",
    "look5": "the top 5 are looked at and put back in any order",
    "look3": "the top 3 are looked at",
    "numbers": "the numbers are known",
    "turn": "the blank deck is turned over",
    "shuffle_attack": "the attack deck is shuffled",
}


def todo_label(what: str) -> str:
    """What has to be done by hand, as done."""
    return TODO.get(what, what)


def mark_used(state: State, seat: Seat, uid: str) -> State:
    """The card in front of the seat was used in this turn."""
    player = state.seats[seat]
    front = tuple(replace(one, used=True) if one.uid == uid else one for one in player.front)
    return state.with_seat(seat, replace(player, front=front))


def into_front(state: State, seat: Seat, card: str, code: str) -> State:
    """The table with one more card in front of the seat."""
    key, player = state.used + 1, state.seats[seat]
    front = (*player.front, Front(f"{seat}.{key}", card, code))
    return replace(state.with_seat(seat, replace(player, front=front)), used=key)


def _nothing(state: State, pending: Pending) -> Outcome:
    return Outcome(state)


def _ask(state: State, pending: Pending) -> Outcome:
    return Outcome(replace(state, pending=replace(pending, step="act")), done=False)


def _bomb_back(state: State, seat: Seat, where: Where) -> State:
    player = state.seats[seat]
    had = min(1, player.bombs)
    state = state.with_seat(seat, replace(player, bombs=player.bombs - had))
    return remind(replace(state, blank=returned(state.blank, had, where)), f"bomb_{where}", seat)


def _bomb_to(where: Where) -> Happens:
    """A bomb of the player meant goes back there."""
    return lambda state, pending: Outcome(_bomb_back(state, pending.aimed_at, where))


def _deck_changed(change: Callable[[BlankDeck], BlankDeck], what: str) -> Happens:
    """The blank deck is handled as the todo ``what`` says."""
    return lambda state, pending: Outcome(remind(replace(state, blank=change(state.blank)), what, pending.by))


def _with_hand(state: State, *, but: Seat | None = None) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.living if seat != but and state.seats[seat].hand)


def _with_bombs(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.living if state.seats[seat].bombs)


def _at_hands(label: str, *, own: bool = False, number: bool = False) -> Aims:
    """Aimed at somebody who holds cards."""

    def find(state: State, seat: Seat) -> Iterator[Aim]:
        targets = _with_hand(state, but=None if own else seat)
        if targets:
            yield Aim("", label, targets, number=number)

    return find


# --- the cards of the hand, by their numbers


def _reverse(state: State, pending: Pending) -> Outcome:
    return Outcome(replace(state, direction=-state.direction))


def _exchange_aims(state: State, seat: Seat) -> Iterator[Aim]:
    if state.seats[seat].hand:
        yield from _at_hands("Exchange a card")(state, seat)


def _exchange(state: State, pending: Pending) -> Outcome:
    for seat in (pending.by, pending.aimed_at):
        player = state.seats[seat]
        state = state.with_seat(seat, replace(player, lost=player.lost + 1))
    return Outcome(remind(state, "swap", pending.by))


def _shuffle_aims(state: State, seat: Seat) -> Iterator[Aim]:
    yield Aim("shuffle", "Shuffle the blank deck")
    if state.seats[seat].hand and not state.all_dealt and may_fetch(state, "3"):
        yield Aim("redraw", "Shuffle my hand back and draw as many")


def _shuffle(state: State, pending: Pending) -> Outcome:
    if pending.option != "redraw":
        return _deck_changed(shuffled, "shuffle")(state, pending)
    # The hand goes back to the decks its backs name, and comes from any: only their sum stays.
    state = replace(state, attack_decks=())
    player = replace(state.seats[pending.by], notes=(), lost=0)
    return Outcome(remind(state.with_seat(pending.by, player), "redraw", pending.by))


def _bury_aims(state: State, seat: Seat) -> Iterator[Aim]:
    if state.seats[seat].bombs:
        yield PLAIN


def _wave_aims(state: State, seat: Seat) -> Iterator[Aim]:
    hands = _with_hand(state)
    fronts = tuple(one.uid for other in state.living for one in state.seats[other].front)
    if hands:
        yield Aim("hand", "A card from a hand", hands)
    if fronts:
        yield Aim("front", "A card in front of somebody", uids=fronts)


def _wave(state: State, pending: Pending) -> Outcome:
    return _ask(state, pending) if pending.option == "hand" else Outcome(state, gone=(pending.uid,))


def _wager_aims(state: State, seat: Seat) -> Iterator[Aim]:
    for guess, word in GUESSES.items() if state.blank.left else ():
        if guess != "explosion" or state.blank.explosions:
            yield Aim(guess, say("I say {word}", word=word))


def _search_aims(state: State, seat: Seat) -> Iterator[Aim]:
    for deck, word in DECKS.items():
        if deck_left(state, deck) and may_fetch(state, "8b"):
            yield Aim(deck, say("Search {word}", word=word), number=True)


def may_fetch(state: State, card: str) -> bool:
    """Whether card 3 or 8b may bring attack cards to a hand now: in the first lap 8b alone, or as the table plays
    (GF-R46)."""
    in_first_lap = ("search", "both") if card == "8b" else ("both",)
    return state.lap().may_draw_attack or state.house.first_lap_cards in in_first_lap


def _trap_aims(state: State, seat: Seat) -> Iterator[Aim]:
    if _with_bombs(state):
        yield Aim("", "A bomb on top of the deck", _with_bombs(state))


def _storm_aims(state: State, seat: Seat) -> Iterator[Aim]:
    effect = nine_a(len(state.permanent_uids(seat)))
    if effect == "discard_all":
        targets = tuple(other for other in state.living if other != seat and state.permanent_uids(other))
        if targets:
            yield Aim("discard_all", "Discard all permanents of a player", targets)
    elif effect == "bomb_and_remove":
        uids = tuple(uid for other in state.living for uid in state.permanent_uids(other))
        yield Aim("bomb_and_remove", "Take a bomb, remove a permanent", uids=uids)


def _storm(state: State, pending: Pending) -> Outcome:
    if pending.option == "discard_all" and pending.target is not None:
        return Outcome(state, gone=state.permanent_uids(pending.target))
    box = min(1, state.box_bombs)
    bomb = box or min(1, state.blank.bombs_most)
    player = state.seats[pending.by]
    state = replace(state, box_bombs=state.box_bombs - box)
    state = state.with_seat(pending.by, replace(player, bombs=player.bombs + bomb))
    if bomb and not box:
        # Out of the middle of the deck, wherever one is found.
        state = replace(state, blank=drawn(shuffled(state.blank), 1, 1, 0))
    state = remind(state, "bomb_box" if box else "bomb_deck", pending.by)
    return Outcome(state, gone=(pending.uid,), bombed=pending.by)


def _deep_aims(state: State, seat: Seat) -> Iterator[Aim]:
    holders = _with_bombs(state)
    for n, first in enumerate(holders):
        if state.seats[first].bombs > 1:
            yield Aim(f"{first}+{first}", say("Two bombs of {first}", first=person(first)), owners=(first, first))
        for second in holders[n + 1 :]:
            label = say("A bomb of {first} and one of {second}", first=person(first), second=person(second))
            yield Aim(f"{first}+{second}", label, owners=(first, second))


def _deep(state: State, pending: Pending) -> Outcome:
    for word in pending.option.split("+"):
        if word.isdigit() and int(word) < state.players:
            state = _bomb_back(state, int(word), "shuffle")
    return Outcome(state)


# --- the cards used in front


def _take(state: State, pending: Pending) -> Outcome:
    seat, target = pending.by, pending.target
    if target is None:
        return Outcome(state)
    robbed, player = state.seats[target], state.seats[seat]
    # Whoever answered with the last card of the hand has none to be taken.
    if not robbed.hand:
        return Outcome(state)
    state = state.with_seat(target, replace(robbed, hand=max(0, robbed.hand - 1), lost=robbed.lost + 1))
    return Outcome(remind(state.with_seat(seat, replace(player, hand=player.hand + 1)), "take", seat))


def _spy_aims(state: State, seat: Seat) -> Iterator[Aim]:
    yield Aim("look", "Look at the top 3")
    if _with_hand(state, but=seat):
        yield Aim("numbers", "Ask for the numbers in a hand", _with_hand(state, but=seat))


def _spy(state: State, pending: Pending) -> Outcome:
    return Outcome(remind(state, "look3" if pending.option == "look" else "numbers", pending.by))


def _powder_aims(state: State, seat: Seat) -> Iterator[Aim]:
    if state.seats[seat].bombs:
        yield Aim("bomb", "Give back one bomb")
    yield Aim("shield", "No explosion takes me out this turn")


def _powder(state: State, pending: Pending) -> Outcome:
    seat = pending.by
    if pending.option == "bomb":
        return Outcome(_bomb_back(state, seat, "bottom" if state.house.bomb_return == "bottom" else "shuffle"))
    return Outcome(state.with_seat(seat, replace(state.seats[seat], shielded=True)))


PLAYED: Mapping[str, tuple[Aims | None, Happens]] = {
    "0a": (None, _nothing),
    "0b": (None, _nothing),
    "1": (None, _reverse),
    "2": (_exchange_aims, _exchange),
    "3": (_shuffle_aims, _shuffle),
    "4a": (None, _nothing),
    "4b": (_bury_aims, _bomb_to("bottom")),
    "5a": (_wave_aims, _wave),
    "5b": (None, _deck_changed(lambda deck: rearranged(deck, REARRANGED), "look5")),
    "6a": (None, _ask),
    "6b": (_wager_aims, _ask),
    "7b": (_at_hands("Name a number", number=True), _ask),
    "8a": (None, _deck_changed(turned, "turn")),
    "8b": (_search_aims, _ask),
    "8c": (_trap_aims, _bomb_to("top")),
    "9a": (_storm_aims, _storm),
    "9b": (_deep_aims, _deep),
}
"""What a card of the hand can be aimed at (None: nothing is asked) and what it does; others just lie in front."""

USED: Mapping[str, tuple[Aims, Happens]] = {
    "10b": (_at_hands("Take a card"), _take),
    "10c": (_spy_aims, _spy),
    "11a": (_at_hands("Discard a card from a hand", own=True), _ask),
    "11b": (_powder_aims, _powder),
}
"""The same of the cards in front that are used once a turn; 10a and 11c are used on costs, draws and effects."""

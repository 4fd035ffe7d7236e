"""What a Gilfate Fantasy table knows. Frozen, JSON-serialisable (rules.wire), and free of names.

Hands are counts; what a phone noted of its own hand is its owner's alone, and so is a secret card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rules.games.gilfate import chain, rounds
from rules.games.gilfate.blankdeck import BlankDeck, mined
from rules.games.gilfate.house import AS_WRITTEN, House, said
from rules.games.gilfate.rounds import Lap, Version, first_lap
from rules.table import Mode, Notice, Seat

NO_DECK = BlankDeck()

Phase = Literal["setup", "start", "pick", "play", "end", "count", "between", "over"]
Step = Literal["pay", "declare", "answer", "act", "draw"]
Purpose = Literal["start", "pay", "answer", "redirect"]


@dataclass(frozen=True, slots=True)
class Held:
    """One attack card: its id, and its printed code where a phone has read it."""

    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Front:
    """A card that stays in front of its player; ``used`` in this turn of theirs."""

    uid: str
    card: str
    code: str = ""
    used: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A card the blank deck did not suffice for, and what was paid."""

    card: str
    paid: int


@dataclass(frozen=True, slots=True)
class Player:
    """One seat in this round. ``notes`` and ``secret`` are its owner's alone; ``lost`` counts cards that left the
    hand without the phone being told which. ``shown`` is the hand laid open at the end, None before.
    """

    hand: int = 0
    notes: tuple[Held, ...] = ()
    lost: int = 0
    secret: bool | None = None
    added: bool = False
    bombs: int = 0
    explosions: int = 0
    front: tuple[Front, ...] = ()
    partial: tuple[Part, ...] = ()
    out: bool = False
    shielded: bool = False
    shown: tuple[Held, ...] | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """Blanks a seat has to draw now: ``least`` to ``amount`` of them."""

    seat: Seat
    amount: int
    least: int
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class Answer:
    """A card that cancels the one before it, and who played it."""

    card: str
    by: Seat


@dataclass(frozen=True, slots=True)
class Pending:
    """The card on the table: what it is aimed at, who answered, how far it has come.

    ``active`` is the uid of a card used in front of its player, "" for one out of the hand; ``resume`` the phase the
    turn goes on with. At step ``draw``, ``drawer`` has to draw ``amount`` cards unless that is answered.
    """

    card: str
    by: Seat
    code: str = ""
    step: Step = "pay"
    pay_only: bool = False
    cost: int = 0
    active: str = ""
    resume: Phase = "end"
    option: str = ""
    target: Seat | None = None
    number: int | None = None
    uid: str = ""
    answers: tuple[Answer, ...] = ()
    drawer: Seat = 0
    amount: int = 0
    happened: bool = False
    short: int | None = None


@dataclass(frozen=True, slots=True)
class Todo:
    """Something to do by hand: which sort of thing (``reminders``), for whom, and whether it is done."""

    key: int
    what: str
    seat: Seat
    done: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A table of ``players`` seats. ``rounds_to_play`` 0: until somebody has five survival points.

    ``turn`` counts from 1 in every round, ``records`` are the points of finished rounds, ``winners`` who won the last.
    """

    players: int
    mode: Mode = "play"
    version: Version = "no_knockout"
    match: int | str = "by_version"
    secret_bombs: bool = False
    house: House = AS_WRITTEN
    phase: Phase = "setup"
    round: int = 1
    turn: int = 1
    active: Seat = 0
    direction: int = 1
    seats: tuple[Player, ...] = ()
    blank: BlankDeck = NO_DECK
    box_bombs: int = 0
    attack_left: int = 0
    decks_out: tuple[str, ...] = ()
    discard: tuple[Held, ...] = ()
    pending: Pending | None = None
    dues: tuple[Due, ...] = ()
    todos: tuple[Todo, ...] = ()
    used: int = 0
    ended: str = ""
    records: tuple[tuple[int, ...], ...] = ()
    survival: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()
    notices: tuple[Notice, ...] = ()


def begun(players: int, mode: Mode, chosen: dict[str, bool | int | str], house: House) -> State:
    """The table before anybody starts; where only points are counted, at the end of a round."""
    version = next(one for one in rounds.VERSIONS if one == chosen["version"])
    match = chosen["match"]
    state = State(
        players,
        mode,
        version=version if mode == "play" else "no_knockout",
        match=match if mode == "play" and not isinstance(match, bool) else "by_version",
        secret_bombs=bool(chosen["secret_bombs"]),
        house=house,
        survival=(0,) * players,
    )
    if mode == "score":
        return replace(state, phase="count", seats=(Player(),) * players)
    return dealt(state)


def dealt(state: State) -> State:
    """The piles and hands of a new round."""
    start = rounds.setup(state.players, state.version, secret_bombs=state.secret_bombs, house=state.house)
    hand = start.hand if state.round == 1 else rounds.later_hand(state.players, state.version, state.house)
    blank = BlankDeck(
        start.blank_deck,
        start.blank_deck,
        bombs_least=start.bombs_least,
        bombs_most=start.bombs_most,
        explosions=start.explosions,
        bottom=mined(start.explosions),
    )
    everything = state.version == "all_cards"
    return replace(
        state,
        seats=(Player(hand),) * state.players,
        blank=blank,
        box_bombs=rounds.BOMB_CARDS - start.bombs_most,
        attack_left=0 if everything else rounds.ATTACK_CARDS - hand * state.players,
        turn=1,
        direction=1,
        decks_out=(),
        discard=(),
        pending=None,
        dues=(),
        todos=(),
        ended="",
    )


def with_seat(state: State, seat: Seat, player: Player) -> State:
    """The table with another player at one seat."""
    return replace(state, seats=(*state.seats[:seat], player, *state.seats[seat + 1 :]))


def with_notice(state: State, notice: Notice) -> State:
    """The table with one more thing said."""
    return replace(state, notices=(*state.notices, notice))


def lap(state: State, number: int = 0, bombs: int = 0) -> Lap:
    """What the first lap allows now."""
    return first_lap(state.players, state.turn, number, bombs, round_number=state.round, house=state.house)


def living(state: State) -> tuple[Seat, ...]:
    """The seats still in the round."""
    return tuple(seat for seat, player in enumerate(state.seats) if not player.out)


def after(state: State, seat: Seat, steps: int = 1) -> Seat:
    """Who comes ``steps`` seats later in the direction of play; the seat itself where nobody else is in."""
    order = tuple(str(one) for one in range(state.players))
    out = tuple(str(one) for one, player in enumerate(state.seats) if player.out)
    found = chain.next_player(order, str(seat), direction=state.direction, out=out, steps=steps)
    return int(found) if found is not None else seat


def due(state: State) -> Due | None:
    """Who has to draw blanks now: a payment, or the draw an effect makes unless it stands cancelled."""
    if state.dues:
        return state.dues[-1]
    pending = state.pending
    if pending is None or pending.step != "draw" or len(pending.answers) % 2:
        return None
    amount = min(pending.amount, state.blank.left)
    return Due(pending.drawer, amount, amount, "pay")


def answerable(state: State) -> bool:
    """Whether an effect waits for answers."""
    return state.pending is not None and state.pending.step in ("answer", "draw") and not state.dues


def counts_points(state: State) -> bool:
    """Whether rounds are decided by points: always without knockouts, and where the lowest sum wins a match."""
    return state.version != "knockout" or state.house.best_of == "lowest"


def rounds_to_play(state: State) -> int:
    """How many rounds the match has; 0: until somebody has five survival points."""
    if isinstance(state.match, int):
        return state.match
    return 0 if state.version == "knockout" else 1


def unsorted(player: Player) -> bool:
    """Whether the owner's notes may name a card that left the hand."""
    return bool(player.notes) and (player.lost > 0 or len(player.notes) > player.hand)


def house_rules(state: State) -> tuple[str, ...]:
    """What differs from the book, in words."""
    from_house = {option: getattr(state.house, option) for option in House.__dataclass_fields__}
    played = {"version": state.version, "match": state.match, "secret_bombs": state.secret_bombs}
    return said({**played, **from_house})

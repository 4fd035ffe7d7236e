"""What a Gilfate Fantasy table knows: the frozen state, JSON-serialisable (rules.wire) and free of names.

Hands are counts; what a phone noted of its own hand is its owner's alone, and so is a secret card (``veil``). Here too
are the look-ups every part of the game shares, and the checks of what an event names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from rules.choice import FieldSpec, Pick
from rules.event import Event, Judge, Level, Notice, Refusal, Seat
from rules.game_protocol import Mode
from rules.games.gilfate import citations as cite
from rules.games.gilfate.chain import PASS_ON, standing
from rules.games.gilfate.deck import (
    ATTACK_CARDS,
    HIGH,
    ONCE,
    Cost,
    activation_cost,
    attack,
    attack_cards,
    card_of,
    face_of,
    name_of,
    permanents,
    slots,
)
from rules.games.gilfate.house_rules import (
    AS_WRITTEN,
    VERSIONS,
    House,
    Variant,
    Version,
    all_dealt,
    with_knockouts,
)
from rules.games.gilfate.piles import BOMB_CARDS, BlankDeck, drawn, later_hand, mined, recounted, setup
from rules.house_rules import said
from rules.text import say
from rules.view import person

T = TypeVar("T")
NO_DECK = BlankDeck()

Phase = Literal["setup", "start", "pick", "play", "end", "count", "between", "over"]
Step = Literal["pay", "declare", "answer", "act", "draw"]
Purpose = Literal["start", "pay", "answer"]
REDUCED_DRAW = 2
"""So many cards are drawn where 10a is used on a draw."""
IN_ROUND = ("start", "pick", "play", "end")
"""The phases in which a round is played."""


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
    away: bool = False
    shielded: bool = False
    shown: tuple[Held, ...] | None = None

    @property
    def absent(self) -> bool:
        """Whether the player takes no turns now: out of the round, or gone from the table."""
        return self.out or self.away

    @property
    def front_ids(self) -> tuple[str, ...]:
        """What lies in front of the player."""
        return tuple(one.card for one in self.front)

    @property
    def threshold(self) -> int:
        """How many bombs the player bears."""
        return slots(self.front_ids)

    @property
    def unsorted(self) -> bool:
        """Whether the owner's notes may name a card that left the hand."""
        return bool(self.notes) and (self.lost > 0 or len(self.notes) > self.hand)


@dataclass(frozen=True, slots=True)
class Due:
    """Blanks a seat has to draw: ``least`` to ``amount`` of them, as far as the deck has so many."""

    seat: Seat
    amount: int
    least: int
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class Answer:
    """A card that answers the one before it, and who played it; ``to`` is whom a draw passed on goes to."""

    card: str
    by: Seat
    to: Seat | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """The card on the table: what it is aimed at, who answered, how far it has come.

    ``active`` is the uid of a card used in front of its player, "" for one out of the hand; ``resume`` the phase the
    turn goes on with. At step ``draw``, ``drawer`` has to draw ``amount`` cards unless that is answered (``draws``).
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

    @property
    def aimed_at(self) -> Seat:
        """The player it is aimed at; its own where it needs none."""
        return self.by if self.target is None else self.target

    @property
    def cancelled(self) -> bool:
        """Whether it does not happen as things stand."""
        return not self.stand[0]

    @property
    def stand(self) -> tuple[bool, ...]:
        """Whether the card happens as things stand, then each of its answers."""
        return standing([self.card, *(one.card for one in self.answers)])

    @property
    def draws(self) -> tuple[Seat, int]:
        """Who has to draw as things stand, and how many: after the cards 0a and 10a nobody cancelled."""
        seat, amount = self.drawer, self.amount
        for answer, stands in zip(self.answers, self.stand[1:], strict=True):
            if stands and answer.to is not None:
                seat, amount = answer.to, amount + 1
            elif stands and answer.card == ONCE:
                amount = min(amount, REDUCED_DRAW)
        return seat, amount

    @property
    def draw_by(self) -> Seat:
        """Who makes them draw: whose card it is, or who passed the draw on last."""
        passed = [
            one.by for one, stands in zip(self.answers, self.stand[1:], strict=True) if stands and one.card == PASS_ON
        ]
        return passed[-1] if passed else self.by


@dataclass(frozen=True, slots=True)
class Todo:
    """Something to do by hand: which sort of thing (a key of ``effects.TODO``), for whom, and whether it is done."""

    key: int
    what: str
    seat: Seat
    done: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A table of ``players`` seats. ``rounds_to_play`` 0: until somebody has five survival points.

    ``attack_decks`` are the cards of each attack deck in the order of ``effects.DECKS``, empty while only their sum is
    known. ``turn`` counts from 1 in every round; the first lap has ``lap_turns`` turns, 0: one for every seat.
    ``corrected``: something was put right by hand, or a rule set aside, in this round.
    ``records`` are the points of finished rounds, ``winners`` who won the last.
    ``before_effect`` is the table as the latest effect could still be answered, None once something else was done.
    """

    players: int
    mode: Mode = "play"
    version: Version = "no_knockout"
    match: int | str = "by_version"
    secret_bombs: bool = False
    bombs_dealt: int | str = "recommended"
    hand_dealt: int | str = "recommended"
    house: House = AS_WRITTEN
    phase: Phase = "setup"
    round: int = 1
    turn: int = 1
    lap_turns: int = 0
    active: Seat = 0
    direction: int = 1
    seats: tuple[Player, ...] = ()
    blank: BlankDeck = NO_DECK
    box_bombs: int = 0
    attack_left: int = 0
    attack_decks: tuple[int, ...] = ()
    decks_out: tuple[str, ...] = ()
    discard: tuple[Held, ...] = ()
    pending: Pending | None = None
    dues: tuple[Due, ...] = ()
    todos: tuple[Todo, ...] = ()
    used: int = 0
    ended: str = ""
    corrected: bool = False
    records: tuple[tuple[int, ...], ...] = ()
    survival: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()
    before_effect: State | None = None
    notices: tuple[Notice, ...] = ()

    def with_seat(self, seat: Seat, player: Player) -> State:
        """The table with another player at one seat."""
        return replace(self, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]))

    def with_bombs(self, seat: Seat, bombs: int, explosions: int) -> State:
        """The table where the seat has so many: the deck holds the others, the box what the deck has no room for.

        The sum of the bombs of seats, deck and box stays, as far as there is any to take.
        """
        player, before = self.seats[seat], self.blank.bombs_most
        more = player.bombs - bombs
        blank = recounted(self.blank, more, player.explosions - explosions)
        state = self.with_seat(seat, replace(player, bombs=bombs, explosions=explosions))
        return replace(state, blank=blank, box_bombs=max(0, self.box_bombs + more - (blank.bombs_most - before)))

    def without_top(self, count: int, bombs: int, explosions: int) -> State:
        """The table after so many cards left the blank deck, for one who has the bombs among them.

        A bomb the deck should not have held was one of the box; one it has no room for any more is there.
        """
        before, blank = self.blank.bombs_most, drawn(self.blank, count, bombs, explosions)
        return replace(self, blank=blank, box_bombs=max(0, self.box_bombs + before - bombs - blank.bombs_most))

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats still in the round."""
        return tuple(seat for seat, player in enumerate(self.seats) if not player.absent)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats whose players have not left the table."""
        return tuple(seat for seat, player in enumerate(self.seats) if not player.away)

    def after(self, seat: Seat) -> Seat:
        """Who comes next in the direction of play; the seat itself where nobody else is in."""
        out = tuple(one for one, player in enumerate(self.seats) if player.absent)
        found = next_player(range(self.players), seat, direction=self.direction, out=out)
        return seat if found is None else found

    def lap(self, number: int = 0, bombs: int = 0) -> Lap:
        """What the first lap allows now."""
        return first_lap(
            self.lap_turns or self.players, self.turn, number, bombs, round_number=self.round, house=self.house
        )

    @property
    def due(self) -> Due | None:
        """Who has to draw blanks now: a payment, or the draw an effect makes unless it stands cancelled."""
        if self.dues:
            owed, left = self.dues[-1], self.blank.left
            return replace(owed, amount=min(owed.amount, left), least=min(owed.least, left))
        pending = self.pending
        if pending is None or pending.step != "draw" or pending.cancelled:
            return None
        drawer, amount = pending.draws
        amount = min(amount, self.blank.left)
        return Due(drawer, amount, amount, "pay")

    @property
    def answerable(self) -> bool:
        """Whether an effect waits for answers."""
        return self.pending is not None and self.pending.step in ("answer", "draw") and not self.dues

    @property
    def asks_for_answers(self) -> bool:
        """Whether nothing but answers is waited for: not where cards can be drawn just as well."""
        pending = self.pending
        return self.answerable and pending is not None and (pending.step == "answer" or pending.cancelled)

    @property
    def answered_table(self) -> State | None:
        """The table an answer goes to: this one while an effect waits for answers, or as it was before the latest
        effect happened (GF-R50). None where nothing can be answered."""
        return self if self.answerable else self.before_effect

    @property
    def knockouts(self) -> bool:
        """Whether bombs and explosions take players out."""
        return with_knockouts(self.version)

    @property
    def all_dealt(self) -> bool:
        """Whether all attack cards were dealt."""
        return all_dealt(self.version)

    @property
    def counts_points(self) -> bool:
        """Whether rounds are decided by points: always without knockouts, and where the lowest sum wins a match."""
        return not self.knockouts or self.house.best_of == "lowest"

    @property
    def rounds_to_play(self) -> int:
        """How many rounds the match has; 0: until somebody has five survival points."""
        if isinstance(self.match, int):
            return self.match
        return 0 if self.knockouts else 1

    @property
    def house_rules(self) -> tuple[str, ...]:
        """What differs from the book, in words."""
        return (*said(self.variant), *said(self.house))

    @property
    def variant(self) -> Variant:
        """What was chosen when the table opened, beside the house rules."""
        return Variant(self.version, self.match, self.secret_bombs, self.bombs_dealt, self.hand_dealt)

    def others_fronts(self, seat: Seat) -> tuple[str, ...]:
        """What lies in front of all others still in the round."""
        return tuple(card for other in self.living if other != seat for card in self.seats[other].front_ids)

    def find_front(self, uid: str) -> tuple[Seat, Front] | None:
        """Whose card that is, and the card."""
        return next(((seat, one) for seat, own in enumerate(self.seats) for one in own.front if one.uid == uid), None)

    def front_name(self, uid: str) -> str:
        """The card in front of somebody as a text calls it."""
        found = self.find_front(uid)
        return name_of(found[1].card) if found is not None else "a card in front"

    def ready(self, seat: Seat, card: str) -> Front | None:
        """A card of that kind in front of the seat that was not used in this turn."""
        return next((one for one in self.seats[seat].front if one.card == card and not one.used), None)

    def permanent_uids(self, seat: Seat) -> tuple[str, ...]:
        """The cards in front of the seat that card 9a means."""
        front = self.seats[seat].front
        counted = {card.id for card in permanents((attack(one.card) for one in front), self.house)}
        return tuple(one.uid for one in front if one.card in counted)

    def cost_now(self, seat: Seat, card: str, *, use_10a: bool = False) -> Cost:
        """What activating the card costs the seat at this moment."""
        mine, others = self.seats[seat].front_ids, self.others_fronts(seat)
        return activation_cost(attack(card), mine, others, use_10a=use_10a, house=self.house)

    def out_there(self, card: str) -> int:
        """How many copies everybody can see: in front, discarded, paid in part, on the table, laid open."""
        seen: list[Held | Front | Part | Pending] = [*self.discard]
        for player in self.seats:
            seen += [*player.front, *player.partial, *(player.shown or ())]
        if self.pending is not None and not self.pending.active:
            seen.append(self.pending)
        return sum(one.card == card for one in seen)

    def shows_code(self, code: str) -> bool:
        """Whether the paper card with that code lies open."""
        lying: list[Held | Front] = [*self.discard]
        for player in self.seats:
            lying += [*player.front, *(player.shown or ())]
        return bool(code) and any(one.code == code for one in lying)

    def may_be_hidden(self, card: str, *, beside: str = "") -> bool:
        """Whether a copy of the card may lie where nobody sees it, while one of ``beside`` is being played."""
        return self.out_there(card) + (card == beside) < card_of(card).copies

    def possible(self, number: int | None = None, *, beside: str = "") -> tuple[str, ...]:
        """The attack cards (of that number) of which a copy may still be hidden, while one ``beside`` is played."""
        cards = (card for card, facts in attack_cards().items() if number in (None, facts.number))
        return tuple(card for card in cards if self.may_be_hidden(card, beside=beside))

    def front_pick(self, uid: str) -> Pick:
        """A card in front of somebody, as an answer."""
        found = self.find_front(uid)
        if found is None:
            return Pick(uid, "A card", uid=uid)
        seat, one = found
        label = f"{one.card} {card_of(one.card).name} · {person(seat)}"
        return Pick(uid, label, one.card, uid, suit=face_of(one.card).suit, code=one.code, spot=front_spot(uid))


# --- dealing


def begun(players: int, mode: Mode, variant: Variant, house: House) -> State:
    """The table before anybody starts; where only points are counted, at the end of a round."""
    state = State(players, mode, secret_bombs=variant.secret_bombs, house=house, survival=(0,) * players)
    if mode == "score":
        return replace(state, phase="count", seats=(Player(),) * players)
    version = next(one for one in VERSIONS if one == variant.version)
    state = replace(state, version=version, match=variant.match, seats=(Player(),) * players)
    return dealt(replace(state, bombs_dealt=variant.bombs, hand_dealt=variant.hand))


def dealt(state: State) -> State:
    """The piles and hands of a new round, for those who are there; who comes back in it begins with an empty hand."""
    players, version = len(state.present), state.version
    start = setup(
        max(2, players),
        version,
        secret_bombs=state.secret_bombs,
        bombs=state.bombs_dealt,
        hand=state.hand_dealt,
        house=state.house,
    )
    hand = start.hand if state.round == 1 else later_hand(max(2, players), version, state.house, state.hand_dealt)
    cards, explosions, bottom = start.blank_deck, start.explosions, mined(start.explosions)
    blank = BlankDeck(cards, cards, start.bombs_least, start.bombs_most, explosions=explosions, bottom=bottom)
    fresh = replace(state, turn=1, direction=1, decks_out=(), attack_decks=(), discard=(), todos=(), ended="")
    fresh = replace(fresh, pending=None, dues=(), corrected=False, before_effect=None)
    left = 0 if state.all_dealt else ATTACK_CARDS - hand * players
    box = BOMB_CARDS - start.bombs_most
    seats = tuple(
        Player(0 if player.away else hand, secret=player.secret, added=player.added, away=player.away)
        for player in state.seats
    )
    fresh = replace(fresh, seats=seats, lap_turns=0 if players == state.players else players)
    return replace(fresh, blank=blank, box_bombs=box, attack_left=left)


# --- seats, turns and the first lap


def next_player(
    order: Sequence[T], current: T, *, direction: int = 1, out: Collection[T] = (), steps: int = 1
) -> T | None:
    """Who comes ``steps`` players after ``current``, passing over who is out; None where everybody is.

    Seats stand in clockwise order; ``direction`` is 1 for clockwise, -1 after an odd number of reversals. ``current``
    must be in ``order``. Alone, a player follows on themselves; with two the direction is the same.
    """
    at = order.index(current)
    if set(order) <= set(out):
        return None
    for _ in range(steps):
        at = (at + direction) % len(order)
        while order[at] in out:
            at = (at + direction) % len(order)
    return order[at]


@dataclass(frozen=True, slots=True)
class Lap:
    """What holds in a turn: the limits of the first lap, the last player's exception, bombs to give back."""

    first_round: bool
    may_use_effect: bool
    may_draw_attack: bool
    return_bombs: int


def first_lap(
    players: int, turn: int, number: int = 0, bombs: int = 0, *, round_number: int = 1, house: House = AS_WRITTEN
) -> Lap:
    """The first lap's limits in turn ``turn`` of a round (counted from 1), for a card of this number and these bombs.

    The lap is one turn for each player, in every round (GF-R31). The last player of it may use a 10 to 12 and draw
    an attack card, and gives bombs above one back like everybody (GF-R27).
    """
    first = turn <= players and (house.first_round == "every" or round_number == 1)
    free = not first or turn == players
    return Lap(first, free or number < HIGH, may_draw_attack=free, return_bombs=max(0, bombs - 1) if first else 0)


def seat_spot(seat: Seat) -> str:
    """What is touched on the board to mean a player."""
    return f"seat:{seat}"


def front_spot(uid: str) -> str:
    """What is touched on the board to mean a card in front of somebody."""
    return f"front:{uid}"


def hand_spot(place: int) -> str:
    """What is touched on one's own phone to mean the noted card at that place."""
    return f"mine:{place}"


TABLE_SPOT = "table"
"""The card on the table, or the one whose effect has just happened."""


def player_field(
    targets: tuple[Seat, ...],
    label: str = "Which player?",
    forecast: Callable[[Seat], str] = lambda _: "",
    *,
    touched: bool = True,
) -> FieldSpec:
    """A field ``target``: one of these seats, each with what it comes to; ``touched`` on the board where a tap on a
    player can mean nothing else."""
    spots = {seat: seat_spot(seat) if touched else "" for seat in targets}
    picks = tuple(Pick(seat, person(seat), detail=forecast(seat), spot=spots[seat]) for seat in targets)
    return FieldSpec("target", label, picks)


# --- what stands against naming a seat or a card, told from what everybody may see


def seat_of(judge: Judge, state: State) -> Seat:
    """The seat the event is about. Refuses an event of the table itself."""
    return judge.seat(state.players, "This needs a seat: say whose card it is.")


def seat_named(judge: Judge, state: State, seat: Seat) -> None:
    """Refuses an event that names a seat there is not."""
    text = say("There is no seat {number} at this table.", number=seat + 1)
    judge.struct(0 <= seat < state.players, "no_such_seat", text)


def in_round(judge: Judge, state: State) -> None:
    """Refuses what only makes sense while a round is played."""
    judge.struct(state.mode == "play", "score_only", "This table only counts points; nothing is played here.")
    judge.struct(state.phase != "over", "game_over", "The game is over; take that back first.")
    judge.struct(state.phase in IN_ROUND, "phase", "No round is being played now.")


def seat_in_round(judge: Judge, state: State) -> Seat:
    """The seat of an event that only makes sense while a round is played."""
    in_round(judge, state)
    return seat_of(judge, state)


def own_front(judge: Judge, state: State, seat: Seat, uid: str) -> Front:
    """The card in front of the seat. Refuses any other."""
    found = next((one for one in state.seats[seat].front if one.uid == uid), None)
    if found is None:
        text = say("That card is not in front of {who}.", who=person(seat))
        raise Refusal(Level.STRUCT, "no_such_card", text)
    return found


def own_turn(judge: Judge, state: State, seat: Seat) -> None:
    """The rule that only the active player may do this, and only while still in."""
    turn = say("It is {who}'s turn.", who=person(state.active))
    judge.rule(seat == state.active, "not_your_turn", turn, cite.PLAY)
    judge.rule(not state.seats[seat].out, "out", say("{who} is out of this round.", who=person(seat)), cite.OUT)
    still_there(judge, state, seat)


def still_there(judge: Judge, state: State, seat: Seat) -> None:
    """The rule that nobody plays for a seat that was left."""
    text = say("{who} has left; say first that they are back.", who=person(seat))
    judge.rule(not state.seats[seat].away, "away", text, cite.AWAY)


def card_fits(judge: Judge, state: State, card: str, code: str) -> None:
    """Odd, but possible: more open copies than the deck has, or the same paper card twice."""
    copies, name = card_of(card).copies, card_of(card).name
    text = "All {copies} copies of {card} {name} are face up already. Another card?"
    every = say(text, copies=copies, card=card, name=name)
    judge.warn(state.out_there(card) < copies, "too_many_copies", every, cite.PAPER)
    same = say("This card, {code}, is already face up.", code=code)
    judge.warn(not state.shows_code(code), "same_code", same, cite.PAPER)


def noted(judge: Judge, player: Player, seat: Seat, card: str) -> None:
    """Said to its owner alone: the card was not among the notes of the whole hand."""
    whole = len(player.notes) == player.hand and not player.lost
    known = any(one.card == card for one in player.notes)
    text = say("{card} is not one of the cards you noted.", card=card)
    judge.warn(known or not whole, "not_noted", text, cite.VISIBLE, to=seat)


# --- what is its owner's alone


def veil(state: State, viewer: Seat | None) -> State:
    """The table as ``viewer`` may know it. Every screen could be drawn from this alone."""
    seats = tuple(
        player
        if seat == viewer
        else replace(
            player,
            notes=player.notes if _hand_told(state, seat) else (),
            lost=player.lost if _hand_told(state, seat) else 0,
            secret=player.secret if _secrets_told(state) else None,
        )
        for seat, player in enumerate(state.seats)
    )
    before = veil(state.before_effect, viewer) if state.before_effect is not None else None
    notices = tuple(one for one in state.notices if one.to in (None, viewer))
    return replace(state, seats=seats, before_effect=before, notices=notices)


def _secrets_told(state: State) -> bool:
    """Whether the secret cards are told: when the game is over, but not where it was ended before all had chosen."""
    return state.phase == "over" and all(player.added for player in state.seats if not player.away)


def _hand_told(state: State, seat: Seat) -> bool:
    """Whether what a seat noted of its hand is told: when the game is over, where it laid the hand open, or where none
    is and nothing was put right by hand in the last round (an end that a correction brought tells nobody's hand)."""
    if state.phase != "over":
        return False
    return state.seats[seat].shown is not None if state.counts_points else not state.corrected


def knows_secret(state: State, event: Event, viewer: Seat | None) -> bool:
    """Whether the viewer may know which card a seat added in secret."""
    return _own(event, viewer) or _secrets_told(state)


def knows_hand(state: State, event: Event, viewer: Seat | None) -> bool:
    """Whether the viewer may know what a seat noted of its hand."""
    told = event.seat is not None and 0 <= event.seat < state.players and _hand_told(state, event.seat)
    return _own(event, viewer) or told


def _own(event: Event, viewer: Seat | None) -> bool:
    return event.seat is not None and event.seat == viewer

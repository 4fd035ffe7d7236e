"""What a Fairy Tale table knows. Frozen, JSON-serialisable (rules.wire), and free of names.

The hidden is a count or its owner's: nobody's hand is known, a placed card may be None, a face-down card too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from rules import games
from rules.game_protocol import Mode, Notice, Seat
from rules.games.fairytale import effects, stage_plan
from rules.games.fairytale.deck import Facts, face, facts, is_expert
from rules.games.fairytale.house_rules import AS_WRITTEN, House
from rules.state_memo import kept_for_state
from rules.values.cards import Card, Deck, Face

NOTHING_YET = effects.Progress()

Moment = Literal["draft", "select", "resolve", "closed", "score", "over"]
Faces = tuple[tuple[str, bool], ...]
"""How cards lie: (uid, whether face up)."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in a tableau. ``card`` None: the companion has not been told which. ``code`` where a phone read it."""

    uid: str
    card: str | None
    code: str = ""
    up: bool = True


@dataclass(frozen=True, slots=True)
class Noted:
    """A card its owner noted as kept in this draft; nobody else ever sees it."""

    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A card placed face down for the next reveal. ``noted``: it was among the owner's notes."""

    uid: str
    card: str | None
    code: str = ""
    noted: bool = False


@dataclass(frozen=True, slots=True)
class Reminding:
    """An effect done by hand (FT-R12), with its tick."""

    seat: Seat
    uid: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class Turning:
    """A reveal: its cards, the effects they fired (once all are named), and how far those are applied.

    ``shown`` are the cards it turned over, as (uid, card): they lay open for everybody. ``earlier`` are those that lay
    open beside them then, from earlier reveals. ``began`` and ``ended`` are how all cards lay before and after its
    effects. ``left``: questions were left open.
    A reveal reckoned ``again`` keeps the ``answers`` given the first time, and what was set ``by_hand`` after it.
    """

    uids: tuple[str, ...]
    named: bool = False
    fired: tuple[effects.Fired, ...] = ()
    progress: effects.Progress = NOTHING_YET
    met: tuple[effects.Met, ...] = ()
    shown: tuple[tuple[str, str], ...] = ()
    earlier: tuple[tuple[str, str], ...] = ()
    began: Faces = ()
    ended: Faces = ()
    left: bool = False
    again: bool = False
    answers: tuple[effects.Met, ...] = ()
    by_hand: Faces = ()

    @property
    def done(self) -> bool:
        """Whether nothing of it is left to be named or answered."""
        return self.named and self.progress.done


@dataclass(frozen=True, slots=True)
class State:
    """A table of ``players`` seats at ``stage``; ``pick`` counts 1 to 5 in a draft, ``played`` the reveals of a play.

    ``discarded`` is the size of the discard pile, ``used`` how many uids each seat has given out. ``opening`` are the
    seats asked to turn their placed card over before everybody has placed one. ``past`` are the reveals before
    ``turning``, ``later`` those after it where an earlier one is reckoned again. ``cut_short``: the table was taken
    further by hand, so its end alone shows nobody's hidden cards; ``shown`` are the seats that show theirs anyway.

    ``away`` are the seats whose players have gone, ``no_hand`` those without cards in this round, ``sat_out`` how many
    of its reveals each seat missed while away, ``undealt`` how many hands were not dealt so far.
    """

    players: int
    mode: Mode = "play"
    house: House = AS_WRITTEN
    stage: int = 1
    pick: int = 1
    played: int = 0
    closed: bool = False
    discarded: int = 0
    over: bool = False
    tableaus: tuple[tuple[Laid, ...], ...] = ()
    placed: tuple[Placed | None, ...] = ()
    noted: tuple[tuple[Noted, ...], ...] = ()
    used: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    opening: tuple[Seat, ...] = ()
    turning: Turning | None = None
    past: tuple[Turning, ...] = ()
    later: tuple[Turning, ...] = ()
    reminders: tuple[Reminding, ...] = ()
    cut_short: bool = False
    shown: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
    no_hand: tuple[Seat, ...] = ()
    sat_out: tuple[int, ...] = ()
    undealt: int = 0
    notices: tuple[Notice, ...] = ()
    decks: tuple[str, ...] = ()
    """The deck somebody typed in that is played instead of ours (``rules.games.deck_with``)."""


def begun(players: int, mode: Mode, house: House, decks: tuple[str, ...] = ()) -> State:
    """The table before anything happened; only scoring begins at the last stage."""
    empty: tuple[tuple[Laid, ...], ...] = ((),) * players
    return State(
        players,
        mode,
        house,
        stage=stage_plan.LAST if mode == "score" else 1,
        tableaus=empty,
        placed=(None,) * players,
        noted=((),) * players,
        used=(0,) * players,
        added=(0,) * players,
        sat_out=(0,) * players,
        decks=decks,
    )


def seat_added(state: State) -> State:
    """The table with one more seat, at the end."""
    return replace(
        state,
        players=state.players + 1,
        tableaus=(*state.tableaus, ()),
        placed=(*state.placed, None),
        noted=(*state.noted, ()),
        used=(*state.used, 0),
        added=(*state.added, 0),
        sat_out=(*state.sat_out, 0),
    )


def whole_deck(decks: tuple[str, ...] = ()) -> Deck:
    """All 110 cards, or those of the deck that takes their place, with its expert cards."""
    return games.deck_with("fairytale", decks)


@cache
def basic_deck(decks: tuple[str, ...] = ()) -> Deck:
    """The same without the expert cards."""
    return whole_deck(decks).only(lambda card: not is_expert(card))


def deck_in_use(state: State) -> Deck:
    """The cards this table plays with; whoever only scores may have played with any."""
    return whole_deck(state.decks) if state.house.expert or state.mode == "score" else basic_deck(state.decks)


def card_called(card: str) -> Card:
    """The card with that id, of whichever deck. Raises KeyError."""
    found = games.card("fairytale", card)
    if found is None:
        raise KeyError(card)
    return found


@cache
def facts_of(card: str) -> Facts:
    """What the rules need to know of the card with that id."""
    return facts(card_called(card))


@cache
def face_of(card: str) -> Face:
    """What the front of the card with that id says."""
    return face(card_called(card))


def card_of(laid: Laid | Placed | Noted) -> Card | None:
    """The card of the deck, where it is known."""
    return card_called(laid.card) if laid.card is not None else None


def now(state: State) -> stage_plan.Stage:
    """The stage the table is at."""
    return stage_plan.stage(state.stage)


@kept_for_state
def moment(state: State) -> Moment:
    """What the table is doing."""
    kind = now(state).kind
    if state.over:
        return "over"
    if resolving(state):
        return "resolve"
    if kind == "score":
        return "score"
    if kind == "draft":
        return "draft"
    return "closed" if state.closed else "select"


def resolving(state: State) -> bool:
    """Whether a reveal still has cards to be named or effects to be applied."""
    return state.turning is not None and not state.turning.done


def missing(state: State) -> tuple[Seat, ...]:
    """The seats that have yet to place a card for the next reveal: nobody waits for those who are away (FT-R21)."""
    return tuple(
        seat
        for seat, placed in enumerate(state.placed)
        if placed is None and seat not in state.away and seat not in state.no_hand
    )


def faces_of(state: State) -> Faces:
    """How all cards lie now."""
    return tuple((laid.uid, laid.up) for _, laid in every_card(state))


def lying(state: State, faces: Faces) -> State:
    """The table with those cards that are there lying so."""
    sides = dict(faces)
    return replace(
        state,
        tableaus=tuple(tuple(replace(laid, up=sides.get(laid.uid, laid.up)) for laid in own) for own in state.tableaus),
    )


def every_card(state: State) -> Iterator[tuple[Seat, Laid]]:
    """All cards in tableaus with their seats."""
    for seat, tableau in enumerate(state.tableaus):
        for laid in tableau:
            yield seat, laid


def find(state: State, seat: Seat, uid: str) -> Laid | None:
    """The card of that seat's tableau, or None."""
    return next((laid for laid in state.tableaus[seat] if laid.uid == uid), None)


def with_tableau(state: State, seat: Seat, tableau: tuple[Laid, ...]) -> State:
    """The table with another tableau at one seat."""
    return replace(state, tableaus=(*state.tableaus[:seat], tableau, *state.tableaus[seat + 1 :]))


def with_card(state: State, seat: Seat, laid: Laid) -> State:
    """The table with the card of the same uid replaced."""
    return with_tableau(state, seat, tuple(laid if old.uid == laid.uid else old for old in state.tableaus[seat]))


def with_placed(state: State, seat: Seat, placed: Placed | None) -> State:
    """The table with another placed card at one seat."""
    return replace(state, placed=(*state.placed[:seat], placed, *state.placed[seat + 1 :]))


def with_noted(state: State, seat: Seat, noted: tuple[Noted, ...]) -> State:
    """The table with other private notes at one seat."""
    return replace(state, noted=(*state.noted[:seat], noted, *state.noted[seat + 1 :]))


@kept_for_state
def pieces(state: State) -> tuple[effects.Piece, ...]:
    """The tableaus as the effects see them. A reveal that is reckoned again sees no card that came after it; for a
    card that nobody can name, because its player is away, no faction is asked (FT-R21)."""
    turning = state.turning
    there = dict(turning.began) if turning is not None and turning.again else None
    return tuple(
        [
            effects.Piece(laid.uid, seat, _faction_of(laid.card) if laid.card or not blank else "", laid.up)
            for seat, own in enumerate(state.tableaus)
            for laid in own
            if there is None or laid.uid in there
            for blank in (laid.up and seat in state.away,)
        ]
    )


@cache
def _faction_of(card: str | None) -> str | None:
    return facts_of(card).faction if card is not None else None


@kept_for_state
def open_duties(state: State) -> tuple[effects.Duty, ...]:
    """The questions the effects ask now, by seat."""
    turning = state.turning
    if turning is None or not turning.named:
        return ()
    optional = state.house.unflip_optional
    found = effects.duties(turning.fired, pieces(state), turning.progress, state.players, unflip_optional=optional)
    return tuple(one for one in found if not one.forced)


def unnamed(state: State, seat: Seat) -> tuple[Laid, ...]:
    """Cards that lie face up although the companion was never told what they are."""
    return tuple(laid for laid in state.tableaus[seat] if laid.up and laid.card is None)


def uncounted(state: State, seat: Seat) -> tuple[Laid, ...]:
    """Face-down cards the score needs by name, because this table counts them (FT-R2)."""
    if not state.house.count_face_down or state.stage != stage_plan.LAST:
        return ()
    return tuple(laid for laid in state.tableaus[seat] if not laid.up and laid.card is None)


def next_uid(state: State, seat: Seat) -> str:
    """Where the next card ``seat`` places will lie."""
    return f"{seat}.{state.used[seat] + 1}"


def card_spot(uid: str) -> str:
    """What is touched on the board to mean a card in front of somebody, or placed there."""
    return f"card:{uid}"


def seat_spot(seat: Seat) -> str:
    """What is touched on the board to mean a player."""
    return f"seat:{seat}"


def hand_spot(place: int) -> str:
    """What is touched on one's own phone to mean the noted card at that place."""
    return f"mine:{place}"


def next_added(state: State, seat: Seat) -> str:
    """What the next card added by hand to that tableau is called."""
    return f"{seat}.a{state.added[seat] + 1}"


def copies_known(state: State, seat: Seat, card: str) -> int:
    """How many copies are out as far as ``seat`` may know: all that lie face up, and its own."""
    return known_cards(state, seat)[card]


@kept_for_state
def known_cards(state: State, seat: Seat) -> Counter[str]:
    """How often each card is out as far as ``seat`` may know."""
    found = Counter(
        laid.card for owner, laid in every_card(state) if laid.card is not None and (laid.up or owner == seat)
    )
    placed = state.placed[seat]
    if placed is not None and placed.card is not None:
        found[placed.card] += 1
    return found


def shows_code(state: State, code: str) -> Seat | None:
    """The seat in front of which the paper card with that code lies face up, or None."""
    return next((seat for seat, laid in every_card(state) if code and laid.up and laid.code == code), None)


def deck_left(state: State) -> int:
    """How many cards are still in the draw pile."""
    dealt = stage_plan.counts(state.players, state.stage, deck_in_use(state).size).deck
    return dealt + stage_plan.HAND * state.undealt


def all_told(state: State) -> bool:
    """Whether everything may be told: the game was played to its end. An end that was reached by hand shows nothing,
    for it can be taken back and the game goes on (docs/table.md, What others may know)."""
    return state.over and not state.cut_short


def secrets_out(state: State, seat: Seat) -> bool:
    """Whether the seat's face-down cards are no secret any more: at the end, or where they count for the score."""
    counted = state.stage == stage_plan.LAST and state.house.count_face_down
    return all_told(state) or (counted and not state.cut_short) or seat in state.shown


def to_be_shown(state: State, seat: Seat) -> tuple[Laid, ...]:
    """Face-down cards that only their owner can show now, because the end was reached by hand."""
    if not state.cut_short or state.stage != stage_plan.LAST or seat in state.shown:
        return ()
    return tuple(laid for laid in state.tableaus[seat] if not laid.up and laid.card is not None)


def tableaus_seen(state: State, viewer: Seat | None) -> tuple[tuple[Laid, ...], ...]:
    """The tableaus as ``viewer`` may know them: a hidden card of another has no name."""
    if all_told(state):
        return state.tableaus
    return tuple(
        own
        if seat == viewer or secrets_out(state, seat)
        else tuple([laid if laid.up else Laid(laid.uid, None, up=False) for laid in own])
        for seat, own in enumerate(state.tableaus)
    )


@kept_for_state
def veil(state: State, viewer: Seat | None) -> State:
    """The table as ``viewer`` may know it: what others hide is None. Every screen is drawn from this alone."""
    if all_told(state):
        return state
    return replace(
        state,
        tableaus=tableaus_seen(state, viewer),
        placed=tuple(
            own if seat == viewer or own is None else Placed(own.uid, None) for seat, own in enumerate(state.placed)
        ),
        noted=tuple(own if seat == viewer else () for seat, own in enumerate(state.noted)),
        notices=tuple(notice for notice in state.notices if notice.to in (None, viewer)),
    )

"""Corrections as choices: every fact of the table can be set by hand, behind one tap."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.gilfate import book, rounds
from rules.games.gilfate.attack_cards import attack_cards
from rules.games.gilfate.cardbook import card_of, face_of
from rules.games.gilfate.checks import IN_ROUND
from rules.games.gilfate.corrections import EXPLOSIONS_MOST
from rules.games.gilfate.events import (
    Activate,
    DrawBomb,
    EndRound,
    EndTurn,
    Explosion,
    KnockOut,
    RemoveActive,
    ReturnBomb,
    Reverse,
    SetBombs,
    SetDecks,
    SetHand,
    SetPoints,
    SetTurn,
)
from rules.games.gilfate.state import State
from rules.table import Choice, Event, FieldSpec, Pick, Seat
from rules.view import person

BLANKS_OFFERED = 59


def _number(name: str, label: str, most: int, now: int) -> FieldSpec:
    return FieldSpec(name, label, low=0, high=most, kind="number", preset=(min(now, most),))


def _by_hand(label: str, event: Event, *fields: FieldSpec) -> Choice:
    return Choice(label, event, fields, correction=True, why=book.BY_HAND)


def _staying() -> tuple[Pick, ...]:
    return tuple(
        Pick(card, f"{card} {card_of(card).name}", card, suit=face_of(card).suit)
        for card, facts in attack_cards().items()
        if facts.stays
    )


def _fronts(state: State, seat: Seat) -> tuple[Pick, ...]:
    return tuple(
        Pick(one.uid, f"{one.card} {card_of(one.card).name}", one.card, one.uid, code=one.code)
        for one in state.seats[seat].front
    )


def scoring(state: State, seat: Seat) -> Iterator[Choice]:
    """What a table that only counts points tells of a seat: bombs, explosions, cards in front."""
    player = state.seats[seat]
    bombs = _number("bombs", "Bombs", rounds.BOMB_CARDS, player.bombs)
    explosions = _number("explosions", "Explosions", EXPLOSIONS_MOST, player.explosions)
    yield Choice("Bombs and explosions", SetBombs(0, seat=seat), (bombs, explosions), why=book.BOMBS)
    spec = FieldSpec("card", "Which card?", _staying(), search=True)
    yield Choice("A card in front of me", Activate("", seat=seat), (spec,), why=book.PERMANENTS)
    if player.front:
        spec = FieldSpec("uid", "Which one?", _fronts(state, seat))
        yield Choice("Not in front of me", RemoveActive("", seat=seat), (spec,))


def corrections(state: State, seat: Seat) -> Iterator[Choice]:
    """Every fact of the seat and the table, put right by hand."""
    if state.phase in ("setup", "between"):
        yield from _turn(state, seat)
        return
    yield from _own(state, seat)
    yield from _table(state, seat)
    yield from _turn(state, seat)


def _own(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if player.bombs < rounds.BOMB_CARDS:
        yield _by_hand("A bomb comes to me", DrawBomb(seat=seat, override=True))
        yield _by_hand("A bomb from the box comes to me", DrawBomb(1, False, seat=seat, override=True))
    if player.bombs:
        spec = FieldSpec("where", "Where to?", (Pick("top", "On top"), Pick("bottom", "Bottom"), Pick("shuffle", "In")))
        yield _by_hand("A bomb of mine goes back", ReturnBomb(seat=seat, override=True), spec)
    if player.explosions < EXPLOSIONS_MOST:
        yield _by_hand("I drew an explosion", Explosion(seat=seat, override=True))
    bombs = _number("bombs", "Bombs", rounds.BOMB_CARDS, player.bombs)
    explosions = _number("explosions", "Explosions", EXPLOSIONS_MOST, player.explosions)
    yield _by_hand("My bombs are others", SetBombs(0, seat=seat, override=True), bombs, explosions)
    count = _number("count", "Cards", rounds.ATTACK_CARDS, player.hand)
    yield _by_hand("My hand has another size", SetHand(0, seat=seat, override=True), count)
    spec = FieldSpec("card", "Which card?", _staying(), search=True)
    yield _by_hand("A card lies in front of me", Activate("", seat=seat, override=True), spec)
    if player.front:
        spec = FieldSpec("uid", "Which one?", _fronts(state, seat))
        yield _by_hand("A card in front of me is gone", RemoveActive("", seat=seat, override=True), spec)
    if state.version == "knockout":
        if state.phase in IN_ROUND:
            label = "I am in the round" if player.out else "I am out of the round"
            yield _by_hand(label, KnockOut(not player.out, seat=seat, override=True))
        most = rounds.POINTS_TO_WIN - 1
        points = _number("survival", "Survival points", most, state.survival[seat])
        yield _by_hand("My survival points are others", SetPoints(0, seat=seat, override=True), points)


def _table(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase not in IN_ROUND:
        return
    yield _by_hand("Play runs the other way", Reverse(seat=seat, override=True))
    blank = state.blank
    # Each list fits whatever the others say: bombs and explosions are bounded by what is in the deck now.
    known = blank.bombs_most + blank.explosions
    fields = (
        FieldSpec(
            "blank",
            "Cards in the blank deck",
            low=known,
            high=max(known, BLANKS_OFFERED),
            kind="number",
            preset=(max(known, min(blank.left, BLANKS_OFFERED)),),
        ),
        _number("bombs", "Bombs among them", blank.bombs_most, blank.bombs_most),
        _number("explosions", "Explosions among them", blank.explosions, blank.explosions),
        _number("attack", "Attack cards left", rounds.ATTACK_CARDS, state.attack_left),
    )
    yield _by_hand("The decks are others", SetDecks(0, 0, 0, 0, seat=seat, override=True), *fields)
    if seat == state.active:
        yield _by_hand("My turn is over as it is", EndTurn(seat=seat, override=True))
    yield _by_hand("The round is over", EndRound(seat=seat, override=True))


def _turn(state: State, seat: Seat) -> Iterator[Choice]:
    turn = FieldSpec("turn", "Turn of this round", low=1, high=99, kind="number", preset=(state.turn,))
    numbered = FieldSpec("round", "Round", low=1, high=15, kind="number", preset=(min(state.round, 15),))
    active = FieldSpec("active", "Whose turn?", tuple(Pick(one, person(one)) for one in range(state.players)))
    event = SetTurn(0, 1, seat=seat, override=True)
    yield _by_hand("We are at another turn", event, active, turn, numbered)

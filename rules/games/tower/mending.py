"""The corrections a seat is offered: every fact of its own half, the turn, and the match (rules.md 0.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.tower import book
from rules.games.tower.corrections import SPECIALS_MOST
from rules.games.tower.events import (
    EndAttack,
    EndTurn,
    SetAbility,
    SetBase,
    SetHand,
    SetLost,
    SetPile,
    SetSpecials,
    SetTroops,
    SetTurn,
    SetWins,
)
from rules.games.tower.renew import TROOPS_MAX
from rules.games.tower.state import PLACES, State, abilities, bases, card, deck, is_special, space, suit
from rules.table import Choice, Event, FieldSpec, Pick, Seat
from rules.text import say
from rules.view import person

TROLLS_MOST = 18


def corrections(state: State, seat: Seat) -> Iterator[Choice]:
    """By-hand choices; each is an override, so that the log names it."""
    yield from _board(state, seat)
    yield from _counts(state, seat)
    yield from _match(state, seat)


def _place(state: State, seat: Seat, place: str) -> Pick:
    there = space(state.sides[seat], place)
    detail = f"{card(there.base).name} · {there.troops}" if there.base else "empty"
    return Pick(place, place, uid=place, detail=detail, suit=suit(there.base) if there.base else "")


def _number(name: str, label: str, most: int, shown: int) -> FieldSpec:
    return FieldSpec(name, label, low=0, high=most, kind="number", preset=(min(most, shown),))


def _board(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    held = tuple(_place(state, seat, place) for place in PLACES if space(side, place).base)
    every = tuple(_place(state, seat, place) for place in PLACES)
    if held:
        event = SetTroops("", 0, seat=seat, override=True)
        yield _by_hand(
            "Another number of troops",
            event,
            FieldSpec("place", "Where?", held),
            _number("troops", "Troops", TROOPS_MAX, 1),
        )
        nothing = SetBase("", seat=seat, override=True)
        yield _by_hand("No base lies there", nothing, FieldSpec("place", "Where?", held))
    kinds = tuple(Pick(name, card(name).name, name, suit=suit(name)) for name in bases())
    event_ = SetBase("", seat=seat, override=True)
    yield _by_hand(
        "Another base lies there", event_, FieldSpec("place", "Where?", every), FieldSpec("base", "Which base?", kinds)
    )
    specials = SetSpecials(0, seat=seat, override=True)
    yield _by_hand(
        "Special troops on the palace", specials, _number("count", "Troops", SPECIALS_MOST, len(side.specials))
    )


def _counts(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    most = {kind: sum(one.copies for one in deck().cards if one["kind"] == kind) for kind in ("ability", "base")}
    yield _by_hand(
        "Another hand",
        SetHand(0, 0, seat=seat, override=True),
        _number("abilities", "Abilities", most["ability"], side.hand.abilities),
        _number("bases", "Bases", most["base"], side.hand.bases),
    )
    piles = (("abilities", side.abilities, most["ability"]), ("bases", side.bases, most["base"]))
    for name, pile, limit in piles:
        yield _by_hand(
            say("The pile of {name}", name=name),
            SetPile("abilities" if name == "abilities" else "bases", 0, 0, seat=seat, override=True),
            _number("draw", "To draw from", limit, pile.draw),
            _number("discard", "Discarded", limit, pile.discard),
        )
    kinds = tuple(Pick(name, card(name).name, name, suit=suit(name)) for name in abilities() if not is_special(name))
    copies = min(card(str(pick.value)).copies for pick in kinds)
    yield _by_hand(
        "Abilities in effect",
        SetAbility("", 0, seat=seat, override=True),
        FieldSpec("card", "Which ability?", kinds),
        _number("copies", "Copies", copies, 1),
    )
    lost = SetLost(0, seat=seat, override=True)
    yield _by_hand("Trolls lost this turn", lost, _number("trolls", "Trolls", TROLLS_MOST, side.lost))


def _match(state: State, seat: Seat) -> Iterator[Choice]:
    if state.clash is not None:
        yield _by_hand("The attack is called off", EndAttack(seat=seat, override=True))
    if state.phase == "action" or state.phase == "end":
        yield _by_hand("The turn ends as it is", EndTurn(seat=seat, override=True))
    first, second = state.results.count(0), state.results.count(1)
    yield _by_hand(
        "Games won so far",
        SetWins(0, 0, seat=seat, override=True),
        _number("first", person(0), 1, first),
        _number("second", person(1), 1, second),
    )
    if state.phase != "over":
        seats = tuple(Pick(one, person(one)) for one in range(state.players))
        phases = (Pick("decide", "It begins: renew or not"), Pick("action", "Attacks and abilities"))
        yield _by_hand(
            "It is another turn",
            SetTurn(0, seat=seat, override=True),
            FieldSpec("active", "Whose?", seats),
            FieldSpec("phase", "Where in it?", phases),
        )


def _by_hand(label: str, event: Event, *fields: FieldSpec) -> Choice:
    return Choice(label, event, fields, correction=True, why=book.BY_HAND)

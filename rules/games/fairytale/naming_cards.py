"""The cards of a Fairy Tale table: how each is offered as an answer, and what stands against naming one.

A refusal leaks too: copies are counted among the cards that lie face up and the seat's own, never among others'
face-down or placed ones. What an override sets aside about a hidden card is noted for its owner alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TypeVar

from rules import games
from rules.choice import FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.fairytale import citations as cite
from rules.games.fairytale.deck import suit
from rules.games.fairytale.state import (
    Laid,
    State,
    all_told,
    card_called,
    card_of,
    card_spot,
    copies_known,
    deck_in_use,
    face_of,
    find,
    known_cards,
    shows_code,
    whole_deck,
)  # fmt: skip
from rules.state_memo import kept_for_state
from rules.text import say
from rules.values.cards import Card
from rules.values.code import CodeError, parse
from rules.view import person

E = TypeVar("E", bound=Event)
WHOSE = "This needs a seat: say whose card it is."


def name_of(card: str | None) -> str:
    """The name of a card; ``a card`` where nobody has told which."""
    found = games.card("fairytale", card or "")
    return found.name if found is not None else "a card"


def card_id(state: State, code: str) -> str:
    """The card a printed code of the table's deck names; empty for a number nobody has. Raises CodeError."""
    found = whole_deck(state.decks).find(parse(code))
    return found.id if found is not None else ""


def card_name(state: State, code: str) -> str:
    """The name of the card with that printed code."""
    return card_called(card_id(state, code)).name


@kept_for_state
def possible(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that may still turn up in front of the seat, as far as it can know."""
    out = known_cards(state, seat)
    return tuple(card for card in deck_in_use(state).cards if out[card.id] < card.copies)


# --- what others may know


def hidden_from_others(hide: Callable[[State, E], E]) -> Callable[[State, E, Seat | None], E]:
    """An event as ``viewer`` may see it: whole for its own seat and after the end, else as ``hide`` leaves it.

    An event that was taken back is nobody's any more: hide it with the table as it was at the start, where nothing
    lies open, or an equal card that was placed since would name it.
    """

    def seen_by(state: State, event: E, viewer: Seat | None) -> E:
        own = event.seat is not None and event.seat == viewer
        return event if all_told(state) or own else hide(state, event)

    return seen_by


def lies_open(state: State, seat: Seat | None, uid: str, card: str | None) -> bool:
    """Whether that very card lies face up in front of that seat. It is told from an equal one by its ``uid``, so that
    the log never says which of two equal cards was placed when, unless that one lies open."""
    laid = find(state, seat, uid) if seat is not None and 0 <= seat < state.players else None
    return laid is not None and laid.up and laid.card == card


def told_card(state: State, seat: Seat | None, uid: str, faction: str = "") -> str:
    """A card by name where it lies face up, else as what everybody knows of it."""
    laid = find(state, seat, uid) if seat is not None and 0 <= seat < state.players else None
    if laid is not None and laid.up and laid.card is not None:
        return name_of(laid.card)
    return say("a {faction} card", faction=faction) if faction and faction != "*" else "a card"


# --- as answers


def pick_of(card: Card) -> Pick:
    """A card of the deck, as an answer."""
    return _pick(card.id)


@cache
def _pick(card: str) -> Pick:
    about = face_of(card)
    return Pick(card, about.title, card, detail=f"{about.kind} · {about.value}", suit=about.suit)


@cache
def every_pick(decks: tuple[str, ...]) -> tuple[Pick, ...]:
    """Every card of the deck, of that which takes its place."""
    return tuple(pick_of(card) for card in whole_deck(decks).cards)


@lru_cache(maxsize=4096)
def laid_pick(laid: Laid) -> Pick:
    """A card in the asker's own tableau, as an answer."""
    card = card_of(laid)
    if card is None:
        spot = card_spot(laid.uid)
        return Pick(laid.uid, "A face-down card", uid=laid.uid, detail="not told which", code=laid.code, spot=spot)
    about = face_of(card.id)
    side = "" if laid.up else " · face down"
    detail = f"{about.kind} · {about.value}{side}"
    return Pick(
        laid.uid, card.name, card=card.id, uid=laid.uid, detail=detail, suit=suit(card), code=laid.code,
        spot=card_spot(laid.uid)
    )  # fmt: skip


def one_card(state: State, seat: Seat, label: str) -> FieldSpec:
    """The field ``card``: one of the cards that may still turn up there."""
    return FieldSpec("card", label, tuple(pick_of(card) for card in possible(state, seat)), search=True)


# --- what stands against naming one


def own_card(judge: Judge, state: State, seat: Seat, uid: str) -> Laid:
    """The card of that uid in the seat's tableau. Refuses a uid that is not there."""
    laid = find(state, seat, uid)
    text = say("That card is no longer in front of {who}; look at the tableau again.", who=person(seat))
    judge.struct(laid is not None, "no_such_card", text)
    return laid or Laid(uid, None)


def card_exists(judge: Judge, state: State, card: str, code: str) -> None:
    """Refuses a card the deck has not, and a code that is not that card's."""
    deck = whole_deck(state.decks)
    judge.struct(card in deck.by_id, "unknown_card", say('"{card}" is not a card of Fairy Tale.', card=card[:40]))
    if not code:
        return
    try:
        found = deck.find(parse(code))
    except CodeError as error:
        judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return
    text = say("The code {code} is not printed on {card}.", code=code[:12], card=deck.by_id[card].name)
    judge.struct(found is not None and found.id == card, "bad_code", text)


def card_fits(judge: Judge, state: State, seat: Seat, *, card: str, code: str, public: bool, itself: int = 0) -> None:
    """The rules about one more ``card`` in front of ``seat``; ``itself`` 1 where it is already among those counted."""
    found = card_called(card)
    name, copies, to = found.name, found.copies, None if public else seat
    expert = say("{card} is an expert card, and this table plays without them.", card=name)
    judge.rule(card in deck_in_use(state).by_id, "not_in_deck", expert, cite.SETUP, to=to)
    other = shows_code(state, code)
    text = say("This card, {code}, is already face up in front of {who}.", code=code, who=person(other or 0))
    judge.rule(other is None or bool(itself and other == seat), "same_code", text, cite.PAPER, to=to)
    out = copies_known(state, seat, card) - itself
    text = say("You can see {out} {card} already, and the deck has {copies}.", out=out, card=name, copies=copies)
    judge.rule(out < copies, "too_many_copies", text, cite.PAPER, to=to)
    copy = parse(code).copy if code else 1
    about = {"code": code, "copy": copy, "card": name, "copies": copies}
    text = say("{code} is copy {copy} of {card}, but the deck has {copies}. An old print?", **about)
    judge.warn(copy <= copies, "copy_number", text, cite.PAPER, to=to)

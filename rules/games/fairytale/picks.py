"""The cards a choice of Fairy Tale offers to pick from."""

from __future__ import annotations

from functools import cache

from rules.games.fairytale.deck import suit
from rules.games.fairytale.state import Laid, card_of, face_of, whole_deck
from rules.table import Pick
from rules.values.cards import Card


def pick_of(card: Card) -> Pick:
    """A card of the deck, as an answer."""
    return _pick(card.id)


@cache
def _pick(card: str) -> Pick:
    about = face_of(card)
    return Pick(card, about.title, card, detail=f"{about.kind} · {about.value}", suit=about.suit)


@cache
def every_pick() -> tuple[Pick, ...]:
    """Every card of the deck."""
    return tuple(pick_of(card) for card in whole_deck().cards)


def laid_pick(laid: Laid) -> Pick:
    """A card in the asker's own tableau, as an answer."""
    card = card_of(laid)
    if card is None:
        return Pick(laid.uid, "A face-down card", uid=laid.uid, detail="not told which", code=laid.code)
    about = face_of(card.id)
    side = "" if laid.up else " · face down"
    detail = f"{about.kind} · {about.value}{side}"
    return Pick(laid.uid, card.name, card=card.id, uid=laid.uid, detail=detail, suit=suit(card), code=laid.code)

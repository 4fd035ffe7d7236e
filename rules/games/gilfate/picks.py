"""The answers offers of Gilfate Fantasy have: cards, copies, people."""

from __future__ import annotations

from functools import cache

from rules.games.gilfate.attack_cards import attack_cards
from rules.games.gilfate.cardbook import attack, card_of, face_of
from rules.games.gilfate.fronts import find_front, out_there
from rules.games.gilfate.state import State
from rules.table import FieldSpec, Pick, Seat
from rules.text import say
from rules.view import person

STARTER_KEY, SECRET_KEY, DRAW_KEY, PICK_KEY, PLAY_KEY = "starter", "secret", "draw", "pick", "play"
AIM_KEY, ANSWER_KEY, ACT_KEY, END_KEY, GONE_KEY, SHOW_KEY = "aim", "answer", "act", "end", "gone", "show"
NUMBERS = tuple(Pick(n, str(n)) for n in range(13))


UNTOLD = Pick("", "Not telling which")


@cache
def pick_of(card: str, value: str = "") -> Pick:
    """An attack card as an answer; its number and cost tell equal names apart."""
    about, known = face_of(card), attack(card)
    return Pick(
        value or card,
        f"{card} {about.title}",
        card,
        detail=say("cost {cost} · {kind}", cost=known.cost, kind=about.kind),
        suit=about.suit,
    )


@cache
def every_copy() -> tuple[Pick, ...]:
    """Every paper attack card, copy by copy, for hands."""
    return tuple(
        pick_of(card, card if copy == 1 else f"{card}/{copy}")
        for card in attack_cards()
        for copy in range(1, card_of(card).copies + 1)
    )


def words(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards as the words of one event: a second 5a is ``5a/2``."""
    seen: dict[str, int] = {}
    found = []
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
        found.append(card if seen[card] == 1 else f"{card}/{seen[card]}")
    return tuple(found)


def possible(state: State, number: int | None = None) -> tuple[str, ...]:
    """The attack cards of which a copy may still be hidden; all, where our counts leave none."""
    cards = tuple(card for card, facts in attack_cards().items() if number in (None, facts.number))
    left = tuple(card for card in cards if out_there(state, card) < card_of(card).copies)
    return left or cards


def front_pick(state: State, uid: str) -> Pick:
    """A card in front of somebody, as an answer."""
    found = find_front(state, uid)
    if found is None:
        return Pick(uid, "A card", uid=uid)
    seat, one = found
    label = f"{one.card} {card_of(one.card).name} · {person(seat)}"
    return Pick(uid, label, one.card, uid, suit=face_of(one.card).suit, code=one.code)


def player_field(targets: tuple[Seat, ...], label: str = "Which player?") -> FieldSpec:
    return FieldSpec("target", label, tuple(Pick(seat, person(seat)) for seat in targets))

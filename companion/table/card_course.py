"""Which cards a table has seen in the course of its game: in whose hand, played by whom, in the middle.

Read from what each seat could see after every step that counts: a hand is known as far as its owner had it read. It is
told of finished games only, and of many together, so that it says nothing about anybody's hand of today.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from companion.results.card_figures import Course, SeatCards, Told
from companion.results.result import Result, SeatResult, seated_cards
from companion.table.registry import Registry
from companion.table.replay import begun_steps
from rules import games
from rules.datagame import editions
from rules.game_protocol import Seat, card_played
from rules.log import Log
from rules.values.cards import Deck
from rules.view import CardRow, View

_log = logging.getLogger(__name__)
Named = Callable[[str], str]
"""The name of the card that a screen shows under a name, "" for what is no card of the deck."""


def naming(played: Deck, now: Deck) -> Named:
    """How the cards of the deck a table ``played`` with are called ``now``: a card is known by its printed number.

    A screen may have something before the name of a card, such as its number.
    """
    newest = {(now.letters_of(card), card.code): card.name for card in now.cards}
    names = {name: name for name in newest.values()}
    names |= {card.name: newest.get((played.letters_of(card), card.code), card.name) for card in played.cards}
    longest_first = sorted(names, key=len, reverse=True)
    known: dict[str, str] = {}

    def named(shown: str) -> str:
        text = str(shown)
        if text not in known:
            own = text if text in names else next((name for name in longest_first if text.endswith(f" {name}")), "")
            known[text] = names.get(own, "")
        return known[text]

    return named


def looked_into(registry: Registry, result: Result) -> Told:
    """A finished game with its course, its cards under the names they have now; without where it cannot be read."""
    now = games.deck(result.game) if result.game in games.with_cards() else None
    if now is None:
        return Told(result, Course())
    try:
        log = registry.read(result.code, result.code).log
        played = _deck_of(log, now)
        named = naming(played, now)
        return Told(_renamed(result, named), course_of(log, played, named))
    except Exception:  # damaged, without its decks, or a fault of its game: not the others' fault
        _log.info("the course of table %s cannot be read", result.code, exc_info=True)
        return Told(_renamed(result, naming(now, now)))


def copies_in_deck(game: str) -> dict[str, int]:
    """The cards a game has, by name, with their copies, in the order of its deck; none where it has no cards here."""
    copies: Counter[str] = Counter()
    for card in games.deck(game).cards if game in games.with_cards() else ():
        copies[card.name] += card.copies
    return dict(copies)


def _deck_of(log: Log[Any], now: Deck) -> Deck:
    """The cards the table began with. Raises KeyError for a deck that is not here."""
    setup, game = log.table.setup, log.game.info.id
    if setup is None:
        return now
    if setup.decks:
        return games.deck_with(game, setup.decks)
    plan = editions.plan_of(game, setup.edition) if setup.edition else None
    return plan.deck if plan is not None else now


def _renamed(result: Result, named: Named) -> Result:
    def seat(one: SeatResult) -> SeatResult:
        cards = tuple(dict.fromkeys(name for name in map(named, one.cards) if name))
        lines = tuple(replace(line, label=named(line.label) or line.label) for line in one.lines)
        return replace(one, cards=cards, lines=lines)

    return replace(result, seats=tuple(map(seat, result.seats)))


def course_of(log: Log[Any], deck: Deck, named: Named) -> Course:
    """The course of the game, with every card under its name."""
    steps = begun_steps(log)
    seats = len(log.table.seats)
    held: list[set[str]] = [set() for _ in range(seats)]
    played: list[set[str]] = [set() for _ in range(seats)]
    middle: set[str] = set()
    for one in steps:
        state = one.after.state
        assert state is not None, "steps begin with the game"
        public = log.game.view(state, None)
        for seat, card in seated_cards(public.blocks):
            if card.up and seat < seats:
                played[seat].add(named(card.name))
        middle.update(named(name) for name in _in_the_middle(public))
        card_id, by = card_played(log.game, one.event), one.event.seat
        if by is not None and by < seats and card_id in deck.by_id:
            played[by].add(named(deck.by_id[card_id].name))
        for seat in range(min(seats, state.players)):
            held[seat].update(named(name) for name in _known_to_its_owner(log.game.view(state, seat), seat))
    found = zip(held, played, strict=True)
    return Course(
        tuple(SeatCards(frozenset(a - {""}), frozenset(b - {""})) for a, b in found), frozenset(middle - {""})
    )


def _in_the_middle(view: View) -> Iterator[str]:
    for block in view.blocks:
        if isinstance(block, CardRow) and block.seat is None:
            yield from (card.name for card in block.cards if card.up)


def _known_to_its_owner(view: View, seat: Seat) -> Iterator[str]:
    """What the seat's own screen shows of its hand, and of its cards that lie face down."""
    for block in view.blocks:
        if isinstance(block, CardRow) and block.secret:
            yield from (card.name for card in block.cards if card.up)
    yield from (card.name for owner, card in seated_cards(view.blocks) if owner == seat and not card.up)

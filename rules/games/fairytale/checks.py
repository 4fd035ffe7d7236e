"""What stands against naming a card, checked with what its own seat may know and nothing more.

A refusal leaks too: copies are counted among the cards that lie face up and the seat's own, never among others'
face-down or placed ones. What an override sets aside about a hidden card is noted for its owner alone.
"""

from __future__ import annotations

from rules.games.fairytale import book
from rules.games.fairytale.state import State, copies_known, deck_in_use, find, shows_code, whole_deck
from rules.table import Judge, Seat
from rules.text import say
from rules.values.code import CodeError, parse
from rules.view import person


def seat_of(judge: Judge, state: State) -> Seat:
    """The seat the event is about. Refuses an event of the table itself."""
    seat = judge.event.seat
    if seat is None or not 0 <= seat < state.players:
        judge.struct(False, "no_such_seat", "This needs a seat: say whose card it is.")
    return seat or 0


def own_card(judge: Judge, state: State, seat: Seat, uid: str) -> None:
    """Refuses a uid that is not in the seat's tableau."""
    judge.struct(
        find(state, seat, uid) is not None,
        "no_such_card",
        say("That card does not lie in front of {who} any more; look at the tableau again.", who=person(seat)),
    )


def card_exists(judge: Judge, card: str, code: str) -> None:
    """Refuses a card the deck has not, and a code that is not that card's."""
    deck = whole_deck()
    judge.struct(card in deck.by_id, "unknown_card", say('"{card}" is not a card of Fairy Tale.', card=card[:40]))
    if not code:
        return
    try:
        found = deck.find(parse(code))
    except CodeError as error:
        judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return
    name = deck.by_id[card].name
    judge.struct(
        found is not None and found.id == card,
        "bad_code",
        say("The code {code} is not printed on {name}.", code=code[:12], name=name),
    )


def card_fits(judge: Judge, state: State, seat: Seat, card: str, code: str, *, public: bool, itself: int = 0) -> None:
    """The rules about one more ``card`` in front of ``seat``; ``itself`` 1 where it is already among those counted."""
    found = whole_deck().by_id[card]
    to = None if public else seat
    judge.rule(
        deck_in_use(state).by_id.get(card) is not None,
        "not_in_deck",
        say("{name} is an expert card, and this table plays without them.", name=found.name),
        book.SETUP,
        to=to,
    )
    other = shows_code(state, code)
    judge.rule(
        other is None or bool(itself and other == seat),
        "same_code",
        say("This very card, {code}, already lies face up in front of {other}.", code=code, other=person(other or 0)),
        book.PAPER,
        to=to,
    )
    out = copies_known(state, seat, card) - itself
    judge.rule(
        out < found.copies,
        "too_many_copies",
        say(
            "You can see {out} {name} already, and the deck has {copies}.",
            out=out,
            name=found.name,
            copies=found.copies,
        ),
        book.PAPER,
        to=to,
    )
    copy = parse(code).copy if code else 1
    judge.warn(
        copy <= found.copies,
        "copy_number",
        say(
            "{code} says copy {copy} of {name}, and the deck has {copies}. An old print?",
            code=code,
            copy=copy,
            name=found.name,
            copies=found.copies,
        ),
        book.PAPER,
        to=to,
    )

"""What stands against naming a card or a place, and how an objection of the algorithms becomes a refusal."""

from __future__ import annotations

from rules.event import Objection
from rules.games.tower import book
from rules.games.tower.state import PLACES, State, card, deck, shows_code
from rules.table import Judge, Seat
from rules.text import say
from rules.values.code import CodeError, parse
from rules.view import person


def seat_of(judge: Judge, state: State) -> Seat:
    """The seat the event is about. Refuses an event of the table itself."""
    seat = judge.event.seat
    if seat is None or not 0 <= seat < state.players:
        judge.struct(False, "no_such_seat", "This needs a seat: say whose move it is.")
    return seat or 0


def obey(judge: Judge, objection: Objection | None, text: str = "") -> None:
    """Refuse with the rule the algorithms found, or note that it was set aside."""
    if objection is not None:
        judge.rule(False, objection.code, text or objection.text, objection.why)


def game_on(judge: Judge, state: State) -> None:
    """Refuses moves after a game is won."""
    text = "The palace has fallen and this game is over; take that back, or begin the next one."
    judge.struct(state.phase not in ("won", "over"), "game_over", text)


def place_exists(judge: Judge, place: str) -> None:
    """Refuses a place no board has."""
    text = say(
        '"{place}" is no place of the board; expected one of {words}.', place=place[:20], words=", ".join(PLACES)
    )
    judge.struct(place in PLACES, "bad_place", text)


def is_card(judge: Judge, name: str, kind: str, code: str) -> None:
    """Refuses what is not a card of that kind (``base`` or ``ability``), and a code that is not that card's."""
    judge.struct(
        name in deck().by_id, "unknown_card", say('"{name}" is not a card of Attack at the Tower.', name=name[:40])
    )
    found = card(name)
    wanted = "a base" if kind == "base" else "an ability"
    judge.struct(found["kind"] == kind, "wrong_kind", say("{name} is not {wanted}.", name=found.name, wanted=wanted))
    if not code:
        return
    try:
        printed = deck().find(parse(code))
    except CodeError as error:
        judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return
    fits = printed is not None and printed.id == name
    judge.struct(fits, "bad_code", say("The code {code} is not printed on {name}.", code=code[:12], name=found.name))


def card_free(judge: Judge, state: State, name: str, code: str) -> None:
    """The rule that one printed card lies in one place only, and a word about a copy nobody printed."""
    there = shows_code(state, code)
    seat, where = there if there is not None else (0, "")
    word = {"palace": "on the palace", "active": "among the abilities"}.get(where, say("on {where}", where=where))
    text = say("This very card, {code}, lies {word} of {who} already.", code=code, word=word, who=person(seat))
    judge.rule(there is None, "same_code", text, book.PAPER)
    copies = card(name).copies
    copy = parse(code).copy if code else 1
    odd = say(
        "{code} says copy {copy} of {name}, and an army has {copies}. An old print?",
        code=code,
        copy=copy,
        name=card(name).name,
        copies=copies,
    )
    judge.warn(copy <= copies, "copy_number", odd, book.COPIES)


def enough_printed(judge: Judge, name: str, out: int) -> None:
    """Says so where more copies of a card are out than an army has."""
    found = card(name)
    text = say(
        "{out} {name} are in play, and an army has {copies}. Is one of them another card?",
        out=out,
        name=found.name,
        copies=found.copies,
    )
    judge.warn(out <= found.copies, "too_many_copies", text, book.COPIES)


def by_hand(judge: Judge, text: str) -> None:
    """Notes a correction."""
    judge.warn(False, "by_hand", say("Corrected by hand: {text}", text=text), book.BY_HAND)


def own_turn(judge: Judge, state: State, seat: Seat) -> None:
    """Refuses what only the player whose turn it is may do."""
    whose = (
        say("It is the turn of {active}.", active=person(state.active))
        if state.active is not None
        else "Nobody has a turn yet."
    )
    judge.rule(state.active == seat, "not_your_turn", whose, book.OWN_TURN)

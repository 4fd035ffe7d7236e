"""What stands against naming a card or a seat, checked with what everybody may see and nothing more."""

from __future__ import annotations

from rules.games.gilfate import book
from rules.games.gilfate.attack_cards import attack_cards
from rules.games.gilfate.cardbook import card_id, card_of, whole_deck
from rules.games.gilfate.fronts import out_there, shows_code
from rules.games.gilfate.state import Player, State
from rules.table import Judge, Seat
from rules.text import say
from rules.values.code import CodeError, parse
from rules.view import person

IN_ROUND = ("start", "pick", "play", "end")


def seat_of(judge: Judge, state: State) -> Seat:
    """The seat the event is about. Refuses an event of the table itself."""
    seat = judge.event.seat
    if seat is None or not 0 <= seat < state.players:
        judge.struct(False, "no_such_seat", "This needs a seat: say whose card it is.")
    return seat or 0


def seat_named(judge: Judge, state: State, seat: Seat) -> Player:
    """The player at a seat an event names."""
    judge.struct(
        0 <= seat < state.players, "no_such_seat", say("There is no seat {number} at this table.", number=seat + 1)
    )
    return state.seats[seat]


def in_round(judge: Judge, state: State) -> None:
    """Refuses what only makes sense while a round is played."""
    judge.struct(state.mode == "play", "score_only", "This table only counts points; nothing is played here.")
    judge.struct(state.phase != "over", "game_over", "The game is over; take that back first.")
    judge.struct(state.phase in IN_ROUND, "phase", "No round is being played now.")


def own_turn(judge: Judge, state: State, seat: Seat) -> None:
    """The rule that only the active player may do this, and only while still in."""
    judge.rule(
        seat == state.active, "not_your_turn", say("It is {active}'s turn.", active=person(state.active)), book.PLAY
    )
    judge.rule(not state.seats[seat].out, "out", say("{who} is out of this round.", who=person(seat)), book.OUT)


def attack_card(judge: Judge, word: str, code: str = "") -> str:
    """The id of the attack card a word names. Refuses other cards, and a code that is not that card's."""
    card = card_id(word)
    judge.struct(
        card in attack_cards(),
        "unknown_card",
        say('"{word}" is not an attack card of Gilfate Fantasy.', word=word[:20]),
    )
    if not code:
        return card
    try:
        found = whole_deck().find(parse(code))
    except CodeError as error:
        judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return card
    right = found is not None and found.id == card
    judge.struct(
        right, "bad_code", say("The code {code} is not printed on {name}.", code=code[:12], name=card_of(card).name)
    )
    return card


def card_fits(judge: Judge, state: State, card: str, code: str) -> None:
    """Odd, but possible: more open copies than the deck has, or the same paper card twice."""
    found = card_of(card)
    judge.warn(
        out_there(state, card) < found.copies,
        "too_many_copies",
        say(
            "All {copies} copies of {card} {name} lie open already. Another card?",
            copies=found.copies,
            card=card,
            name=found.name,
        ),
        book.PAPER,
    )
    judge.warn(
        not shows_code(state, code),
        "same_code",
        say("This very card, {code}, lies open already.", code=code),
        book.PAPER,
    )


def noted(judge: Judge, player: Player, seat: Seat, card: str) -> None:
    """Said to its owner alone: the card was not among the notes of the whole hand."""
    whole = len(player.notes) == player.hand and not player.lost
    known = any(one.card == card for one in player.notes)
    judge.warn(
        known or not whole,
        "not_noted",
        say("{card} is none of the cards you noted.", card=card),
        why=book.VISIBLE,
        to=seat,
    )

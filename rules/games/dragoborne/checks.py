"""What stands against naming a card, a fort or a moment, and how an objection becomes a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from rules.event import Objection
from rules.games.dragoborne import book
from rules.games.dragoborne.cardbook import card, kind, whole_deck
from rules.games.dragoborne.deck import COLORS, DECKS
from rules.games.dragoborne.papers import copies, copies_out, own_cards, shows_code
from rules.games.dragoborne.state import FORTS, Creature, Phase, State, ask_of, creature, find
from rules.score import Why
from rules.table import Judge, Level, Refusal, Seat
from rules.text import say
from rules.values.code import CodeError, parse
from rules.view import person

PHASES = {
    "setup": "The game is still being set up.",
    "dice": "The dice are rolled first.",
    "draw": "A card is drawn first.",
    "resource": "First say whether a resource is added.",
    "main": "It is the main phase.",
    "combat": "The combat has begun; the main phase is over.",
    "end": "The turn is ending.",
}


def seat_of(judge: Judge, state: State) -> Seat:
    """The seat the event is about. Refuses an event of the table itself."""
    seat = judge.event.seat
    if seat is None or not 0 <= seat < state.players:
        judge.struct(False, "no_such_seat", "This needs a seat: say whose move it is.")
    return seat or 0


def obey(judge: Judge, objection: Objection | None, *, to: Seat | None = None) -> None:
    """Refuse with the rule the algorithms found, or note that it was set aside."""
    if objection is not None:
        judge.rule(False, objection.code, objection.text, objection.why, to=to)


def game_on(judge: Judge, state: State) -> None:
    """Refuses moves after the result."""
    text = "The game is decided; take the last move back to go on."
    judge.struct(state.phase not in ("audit", "over"), "game_over", text)


def own_turn(judge: Judge, state: State, seat: Seat) -> None:
    """Refuses what only the player whose turn it is may do."""
    whose = (
        say("It is the turn of {active}.", active=person(state.active))
        if state.active is not None
        else "Nobody has a turn yet."
    )
    judge.rule(state.active == seat and state.phase != "setup", "not_your_turn", whose, book.OWN_TURN)


def in_phase(judge: Judge, state: State, phases: Sequence[Phase], why: Why) -> None:
    """Refuses what belongs to another moment of the turn."""
    judge.rule(state.phase in phases, "phase", PHASES.get(state.phase, "Not now."), why)


def in_setup(judge: Judge, state: State, why: Why) -> None:
    """Refuses what belongs to setting up once the game is on."""
    judge.struct(
        state.phase == "setup", "phase", "This belongs to setting up, and the game is on already.", why.citation
    )


def free(judge: Judge, state: State) -> None:
    """Refuses new moves while a question or an attack is open."""
    ask = ask_of(state)
    text = say("{who} answers first.", who=person(ask.seat)) if ask is not None else "The attack is not over yet."
    judge.rule(ask is None and state.clash is None, "open", text, book.ONE_THING)


def fort_exists(judge: Judge, number: str) -> None:
    """Refuses a fort nobody has."""
    judge.struct(number in FORTS, "bad_fort", say('"{number}" is no fort; expected 1, 2 or 3.', number=number[:20]))


def color_exists(judge: Judge, word: str) -> None:
    """Refuses a colour the game does not have."""
    judge.struct(
        word in COLORS,
        "bad_color",
        say('"{word}" is no colour; expected one of {words}.', word=word[:20], words=", ".join(COLORS)),
    )


def die_exists(judge: Judge, state: State, seat: Seat, index: int) -> None:
    """Refuses a die the player does not have."""
    judge.struct(0 <= index < len(state.sides[seat].dice), "bad_die", "There is no such die.")


def is_card(judge: Judge, name: str, kinds: Sequence[str], code: str = "") -> None:
    """Refuses what is not a card of those kinds, and a code that is not that card's."""
    judge.struct(
        name in whole_deck().by_id, "unknown_card", say('"{name}" is not a card of Dragoborne.', name=name[:40])
    )
    found = card(name)
    judge.struct(
        kind(name) in kinds,
        "wrong_kind",
        say("{name} is a {kind}, not a {words}.", name=found.name, kind=kind(name), words=" or ".join(kinds)),
    )
    if not code:
        return
    try:
        parsed = parse(code)
    except CodeError as error:
        raise Refusal(Level.STRUCT, "bad_code", say("code: {error}", error=error)) from error
    same = parsed.game == whole_deck().spec.letters and parsed.card == found.code
    judge.struct(same, "bad_code", say("{code} is not a code of {name}.", code=code, name=found.name))


def card_free(judge: Judge, state: State, code: str) -> None:
    """Refuses a very card that lies open somewhere already."""
    there = shows_code(state, code)
    if there is not None:
        text = say("This very card, {code}, lies open before {there} already.", code=code, there=person(there[0]))
        judge.rule(False, "same_code", text, book.PAPER)


def in_deck(judge: Judge, state: State, seat: Seat, name: str) -> None:
    """Says so where a card that lies open now is not of the deck, or is there too often."""
    side = state.sides[seat]
    known = name in own_cards(side)
    # Which cards a phone read of a deck is its owner's alone; a ready-made deck is no secret.
    to = None if side.deck_name in DECKS else seat
    judge.warn(known, "not_in_deck", say("{name} is not in this deck.", name=card(name).name), why=book.DECK, to=to)
    out, most = copies_out(side)[name], copies(side, name)
    text = say(
        "{out} {name} lie open, and the deck has {most}. Is one of them another card?",
        out=out,
        name=card(name).name,
        most=most,
    )
    judge.warn(not known or out <= most, "too_many_copies", text, why=book.COPIES, to=to)


def own_creature(judge: Judge, state: State, seat: Seat, uid: str) -> Creature:
    """The seat's creature with that uid. Refuses one that is not on its field."""
    one = creature(state.sides[seat], uid)
    if one is None:
        raise Refusal(Level.STRUCT, "no_creature", "There is no such creature on this field; look at the table again.")
    return one


def any_creature(judge: Judge, state: State, uid: str) -> tuple[Seat, Creature]:
    """The creature with that uid and whose it is. Refuses one that is on no field."""
    found = find(state, uid)
    if found is None:
        raise Refusal(Level.STRUCT, "no_creature", "There is no such creature on the field; look at the table again.")
    return found


def from_hand(judge: Judge, state: State, seat: Seat) -> None:
    """Refuses a card out of an empty hand."""
    text = say("By our count the hand of {who} is empty.", who=person(seat))
    judge.rule(state.sides[seat].hand > 0, "empty_hand", text, book.HAND)


def by_hand(judge: Judge, text: str) -> None:
    """Notes a correction."""
    judge.warn(False, "by_hand", say("Corrected by hand: {text}", text=text), book.BY_HAND)

"""What stands against naming a seat, a card or a dragon, and how an objection of the algorithms becomes a refusal."""

from __future__ import annotations

from rules.event import Objection
from rules.games.breeds import book
from rules.games.breeds.battlefield import find_fighter
from rules.games.breeds.cardbook import Facts, deck, facts
from rules.games.breeds.state import Clash, Fighter, Phase, Player, State
from rules.table import Judge, Level, Refusal, Seat
from rules.text import say
from rules.values.code import CodeError, parse
from rules.view import person

IN_TURN = ("combat", "market", "flush", "draw")
DRAGONS = ("dragon", "legendary")
_PHASES = {"combat": "combat", "market": "market", "flush": "flush", "draw": "draw phase"}


def seat_of(judge: Judge, state: State) -> Seat:
    """The seat the event is about. Refuses an event of the table itself."""
    seat = judge.event.seat
    if seat is None or not 0 <= seat < state.players:
        judge.struct(False, "no_such_seat", "This needs a seat: say whose move it is.")
    return seat or 0


def player_named(judge: Judge, state: State, seat: Seat) -> Player:
    """The player an event names."""
    judge.struct(
        0 <= seat < state.players, "no_such_seat", say("There is no seat {number} at this table.", number=seat + 1)
    )
    return state.seats[seat]


def obey(judge: Judge, objection: Objection | None, text: str = "") -> None:
    """Refuse with the rule the algorithms found, or note that it was set aside."""
    if objection is not None:
        judge.rule(False, objection.code, text or objection.text, objection.why)


def playing(judge: Judge, state: State) -> None:
    """Refuses what only makes sense between the first turn and the end."""
    judge.struct(state.phase != "over", "game_over", "The game is over; take that back first.")
    judge.struct(state.phase != "setup", "not_begun", "First everybody chooses a summoner, and somebody begins.")


def own_turn(judge: Judge, state: State, seat: Seat) -> None:
    """The rule that only the active player may do this."""
    judge.rule(
        seat == state.active,
        "not_your_turn",
        say("It is the turn of {active}.", active=person(state.active)),
        book.OWN_TURN,
    )


def in_phase(judge: Judge, state: State, phase: Phase) -> None:
    """The rule that this belongs to another phase, or waits until a combat is over."""
    text = say(
        "This belongs to the {phases}; the turn is in its {get}.",
        phases=_PHASES[phase],
        get=_PHASES.get(state.phase, state.phase),
    )
    judge.rule(state.phase == phase, "phase", text, book.TURN)
    judge.struct(state.clash is None, "combat_on", "A combat is going on; finish it first.", book.ATTACK.citation)


def clash_of(judge: Judge, state: State) -> Clash:
    """The combat going on. Refuses where there is none."""
    playing(judge, state)
    if state.clash is None:
        raise Refusal(Level.STRUCT, "no_combat", "No combat is going on; somebody was faster, or nobody attacks.")
    return state.clash


def fighter_named(judge: Judge, clash: Clash, uid: str) -> Fighter:
    """A living dragon of the combat."""
    found = find_fighter(clash, uid)
    if found is None:
        raise Refusal(
            Level.STRUCT, "no_such_dragon", say('No dragon on the battlefield goes by "{uid}".', uid=uid[:20])
        )
    return found


def alive(judge: Judge, state: State, seat: Seat) -> None:
    """The rule that a K.O.'d player does nothing and suffers nothing until the own next turn."""
    player = state.seats[seat]
    judge.struct(not player.out, "eliminated", say("{who} is out of the game.", who=person(seat)), book.OUT.citation)
    text = say("{who} is K.O. until their next turn.", who=person(seat))
    judge.rule(player.health.status == "alive", "target_immune", text, book.IMMUNE)


def a_card(judge: Judge, card: str, kinds: tuple[str, ...], code: str = "") -> Facts:
    """The card a word names. Refuses other kinds, and a code that is not that card's."""
    found = facts(card)
    if found is None:
        raise Refusal(Level.STRUCT, "unknown_card", say('"{card}" is not a card of Dragon Breeds.', card=card[:40]))
    wanted = " or ".join(dict.fromkeys("dragon" if kind == "legendary" else kind for kind in kinds))
    judge.struct(found.kind in kinds, "wrong_kind", say("{name} is no {wanted}.", name=found.name, wanted=wanted))
    if code:
        fits_code(judge, found, code)
    return found


def fits_code(judge: Judge, card: Facts, code: str) -> None:
    """Refuses a code that is not printed on that card."""
    try:
        found = deck().find(parse(code))
    except CodeError as error:
        judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return
    right = found is not None and found.id == card.id
    judge.struct(right, "bad_code", say("The code {code} is not printed on {name}.", code=code[:12], name=card.name))


def by_hand(judge: Judge, text: str) -> None:
    """Notes a correction."""
    judge.warn(False, "by_hand", say("Corrected by hand: {text}", text=text), book.BY_HAND)


def enough_in_hand(judge: Judge, state: State, seat: Seat, count: int = 1) -> None:
    """Refuses to take more cards out of a hand than it holds by our count."""
    have = state.seats[seat].cycle.hand
    word = "no card" if have == 0 else "1 card" if have == 1 else say("{have} cards", have=have)
    text = say("By our count {who} holds {word}. Is that wrong? Correct the count first.", who=person(seat), word=word)
    judge.struct(have >= count, "empty_hand", text, book.HAND.citation)

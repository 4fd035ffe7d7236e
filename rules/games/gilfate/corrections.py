"""Facts put right by hand: the paper is the truth, and every correction says in the log that it was one.

Where a table only counts points, three of them are how a seat tells its bombs and the cards in front of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rules.action import ByHand, Correction, Offer, Telling, number, pick
from rules.choice import Choice, FieldSpec, Pick, Pool
from rules.event import Event, Judge, Seat
from rules.games.gilfate import citations as cite
from rules.games.gilfate import settle
from rules.games.gilfate.deck import (
    ATTACK_CARDS,
    attack,
    attack_cards,
    card_id,
    face_of,
    least_payment,
    name_of,
    named_card,
)
from rules.games.gilfate.effects import DECKS, into_front, todo_label
from rules.games.gilfate.piles import BOMB_CARDS, EXPLOSION_CARDS, BlankDeck, Where, mined, returned
from rules.games.gilfate.rounds import BLANKS_MOST, EndTurn
from rules.games.gilfate.score import POINTS_TO_WIN
from rules.games.gilfate.state import (
    IN_ROUND,
    Part,
    State,
    card_fits,
    front_spot,
    in_round,
    own_front,
    seat_named,
    seat_of,
    seat_spot,
)
from rules.text import listed, say
from rules.view import person

COST_MOST = 6
"""No attack card costs more."""
PLACES: tuple[Where, ...] = ("top", "bottom", "shuffle")
EXPLOSIONS_MOST, TURNS_MOST, BLANKS_OFFERED = EXPLOSION_CARDS, 999, 59

Ask = Callable[[State, Seat], FieldSpec]


def _by_hand(judge: Judge, state: State, text: str) -> None:
    judge.struct(state.phase != "over", "game_over", "The game is over; take that back first.")
    if state.mode != "score":
        judge.by_hand(text, cite.BY_HAND)


def _bounded(judge: Judge, name: str, value: int, most: int, least: int = 0) -> None:
    text = say("{name}: expected {least} to {most}", name=name, least=least, most=most)
    judge.struct(least <= value <= most, "bad_input", text)


def _dealt(state: State, seat: Seat) -> bool:
    """Whether a played round has begun and facts of it can be corrected."""
    return state.mode == "play" and state.phase not in ("setup", "between", "over")


def _laid(state: State, seat: Seat) -> bool:
    """Whether the piles of a round lie there: also before somebody begins."""
    return state.mode == "play" and state.phase in ("setup", *IN_ROUND)


def _played(state: State, seat: Seat) -> bool:
    return state.phase in IN_ROUND


def _told(event: type[Event], label: str, *asks: Ask, **more: Any) -> Callable[[State, Seat], Iterator[Choice]]:
    """How a seat tells the fact where the table only counts points: then it is no correction."""

    def offers(state: State, seat: Seat) -> Iterator[Choice]:
        fields = tuple(ask(state, seat) for ask in asks)
        if (
            state.mode == "score"
            and state.phase == "count"
            and all(one.kind == "number" or one.picks for one in fields)
        ):
            yield Choice.asking(event, label, fields, seat=seat, **more)

    return offers


def _number(name: str, label: str, most: int, now: Callable[[State, Seat], int], least: int = 0) -> Ask:
    return number(name, label, most=most, now=now, least=least)


def _everybody(
    event: type[Event],
    label: str,
    spot: str,
    *asks: Ask,
    known: Callable[[State, Seat], dict[str, int]] | None = None,
    when: Callable[[State, Seat], bool] = _dealt,
) -> Callable[[State, Seat], Iterator[Choice]]:
    """A correction for each player, at what is drawn of them; ``label`` and ``spot`` name the player, ``{seat}``."""

    def offers(state: State, _seat: Seat) -> Iterator[Choice]:
        for seat in range(state.players):
            if not when(state, seat):
                continue
            fields = tuple(ask(state, seat) for ask in asks)
            yield Choice.asking(
                event, say(label, who=person(seat)), fields, known=known(state, seat) if known else None, seat=seat,
                override=True, correction=True, spot=spot.format(seat=seat), why=cite.BY_HAND
            )  # fmt: skip

    return offers


def _both(*offers: Callable[[State, Seat], Iterator[Choice]]) -> Callable[[State, Seat], Iterator[Choice]]:
    """What each of these offers, one after the other."""
    return lambda state, seat: (choice for one in offers for choice in one(state, seat))


# --- the log's lines: what the table held before and what it holds now


def _told_by_hand(telling: Telling[State, Any], *counts: Callable[[State, Seat], tuple[str, int]]) -> str:
    """What changed at the seat, old and new; the first count where nothing did. In a table that only counts points,
    what there is."""
    before, after, seat = telling.before, telling.after, telling.event.seat or 0
    pairs = [(*count(before, seat), count(after, seat)[1]) for count in counts]
    changed = [pair for pair in pairs if pair[1] != pair[2]] or pairs[:1]
    if after.mode == "score":
        facts = [say("{what}: {new}", what=what, new=new) for what, _, new in changed]
        return say("{who} tells {facts}", who=telling.who, facts=listed(facts))
    facts = [say("{what} {old} → {new}", what=what, old=old, new=new) for what, old, new in changed]
    return say("{who} by hand: {facts}", who=telling.who, facts=listed(facts))


def _bombs(state: State, seat: Seat) -> tuple[str, int]:
    return "bombs", state.seats[seat].bombs


def _explosions(state: State, seat: Seat) -> tuple[str, int]:
    return "explosions", state.seats[seat].explosions


def _hand(state: State, seat: Seat) -> tuple[str, int]:
    return "cards in the hand", state.seats[seat].hand


def _survival(state: State, seat: Seat) -> tuple[str, int]:
    return "survival points", state.survival[seat]


# --- bombs and explosions


@dataclass(frozen=True, slots=True)
class DrawBomb(Event):
    """By hand: ``count`` bombs came to the seat, out of the blank deck or from the box."""

    count: int = 1
    from_deck: bool = True


def draw_bomb(state: State, event: DrawBomb, judge: Judge) -> State:
    seat = seat_of(judge, state)
    player = state.seats[seat]
    judge.struct(event.count >= 1, "bad_input", "count: expected 1 or more")
    _bounded(judge, "bombs", player.bombs + event.count, BOMB_CARDS)
    _by_hand(judge, state, say("{who} gets a bomb.", who=person(seat)))
    if state.mode == "play" and event.from_deck:
        state = state.without_top(event.count, event.count, 0)
    elif state.mode == "play":
        state = replace(state, box_bombs=max(0, state.box_bombs - event.count))
    return settle.bombs_came(state, seat, judge, event.count)


def tell_bombs(telling: Telling[State, DrawBomb]) -> str:
    return _told_by_hand(telling, _bombs)


def _bomb_can_come(state: State, seat: Seat) -> bool:
    return _dealt(state, seat) and state.seats[seat].bombs < BOMB_CARDS


FROM_DECK = Offer("I get a bomb", when=_bomb_can_come)
FROM_BOX = Offer("I get a bomb from the box", known={"count": 1, "from_deck": False}, when=_bomb_can_come)
DRAW_BOMB = Correction(DrawBomb, cite.BY_HAND, draw_bomb, tell_bombs, buttons=(FROM_DECK, FROM_BOX))


@dataclass(frozen=True, slots=True)
class ReturnBomb(Event):
    """By hand: a bomb of the seat went back: ``top``, ``bottom`` or ``shuffle``."""

    where: str = "shuffle"


def return_bomb(state: State, event: ReturnBomb, judge: Judge) -> State:
    seat = seat_of(judge, state)
    player = state.seats[seat]
    where = next((place for place in PLACES if place == event.where), None)
    judge.struct(where is not None, "bad_input", say("where: expected {places}", places=", ".join(PLACES)))
    judge.struct(player.bombs > 0, "no_bomb", say("{who} has no bomb.", who=person(seat)))
    _by_hand(judge, state, say("one of {who}'s bombs goes back.", who=person(seat)))
    state = state.with_seat(seat, replace(player, bombs=player.bombs - 1))
    return replace(state, blank=returned(state.blank, 1, where or "shuffle"))


def tell_return(telling: Telling[State, ReturnBomb]) -> str:
    text = _told_by_hand(telling, _bombs)
    return say("{text}, {what}", text=text, what=todo_label(f"bomb_{telling.event.where}"))


def _bomb_can_go(state: State, seat: Seat) -> bool:
    return _dealt(state, seat) and state.seats[seat].bombs > 0


WHERE = pick("where", "Where to?", lambda *_: (Pick("top", "On top"), Pick("bottom", "Bottom"), Pick("shuffle", "In")))
BOMB_BACK = Offer("One of my bombs goes back", (WHERE,), when=_bomb_can_go)
RETURN_BOMB = Correction(ReturnBomb, cite.BY_HAND, return_bomb, tell_return, buttons=(BOMB_BACK,))


@dataclass(frozen=True, slots=True)
class Explosion(Event):
    """By hand: the seat drew an explosion."""


def explosion(state: State, event: Explosion, judge: Judge) -> State:
    seat = seat_of(judge, state)
    player = state.seats[seat]
    _bounded(judge, "explosions", player.explosions + 1, EXPLOSIONS_MOST)
    _by_hand(judge, state, say("{who} drew an explosion.", who=person(seat)))
    state = state.with_seat(seat, replace(player, explosions=player.explosions + 1))
    if state.mode == "play":
        state = state.without_top(1, 0, 1)
    return settle.knocked(state, seat, judge, explosion=True)


def _explosion_can_come(state: State, seat: Seat) -> bool:
    return _dealt(state, seat) and state.seats[seat].explosions < EXPLOSIONS_MOST


DREW_ONE = Offer("I drew an explosion", when=_explosion_can_come)
EXPLOSION = Correction(Explosion, cite.BY_HAND, explosion, "{who} by hand: an explosion drawn", buttons=(DREW_ONE,))


@dataclass(frozen=True, slots=True)
class SetBombs(Event):
    """By hand: the seat has so many bombs and explosions; the deck is taken to hold the rest."""

    bombs: int
    explosions: int = 0


def set_bombs(state: State, event: SetBombs, judge: Judge) -> State:
    seat = seat_of(judge, state)
    _bounded(judge, "bombs", event.bombs, BOMB_CARDS)
    _bounded(judge, "explosions", event.explosions, EXPLOSIONS_MOST)
    _by_hand(judge, state, say("{who} has {count} bombs.", who=person(seat), count=event.bombs))
    others = sum(player.bombs for other, player in enumerate(state.seats) if other != seat)
    text = say("There are {all} bombs, and others have {count} of them.", all=BOMB_CARDS, count=others)
    judge.warn(event.bombs + others <= BOMB_CARDS or state.mode == "score", "too_many_bombs", text, cite.PAPER)
    if state.mode == "score":
        player = replace(state.seats[seat], bombs=event.bombs, explosions=event.explosions)
        return state.with_seat(seat, player)
    return settle.knocked(state.with_bombs(seat, event.bombs, event.explosions), seat, judge)


OWN_BOMBS = (
    _number("bombs", "Bombs", BOMB_CARDS, lambda state, seat: state.seats[seat].bombs),
    _number("explosions", "Explosions", EXPLOSIONS_MOST, lambda state, seat: state.seats[seat].explosions),
)
SET_BOMBS = Correction(
    SetBombs, cite.BY_HAND, set_bombs, lambda telling: _told_by_hand(telling, _bombs, _explosions),
    offers=_both(
        _told(SetBombs, "Bombs and explosions", *OWN_BOMBS, why=cite.BOMBS),
        _everybody(
            SetBombs, "{who}'s bombs", "bombs:{seat}", OWN_BOMBS[0],
            known=lambda state, seat: {"explosions": state.seats[seat].explosions},
        ),
        _everybody(
            SetBombs, "{who}'s explosions", "explosions:{seat}", OWN_BOMBS[1],
            known=lambda state, seat: {"bombs": state.seats[seat].bombs},
        ),
    ),
)  # fmt: skip


# --- the hand and the cards in front


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """By hand: the seat holds so many cards."""

    count: int


def set_hand(state: State, event: SetHand, judge: Judge) -> State:
    seat = seat_of(judge, state)
    _bounded(judge, "count", event.count, ATTACK_CARDS)
    _by_hand(judge, state, say("{who} holds {count} cards.", who=person(seat), count=event.count))
    return state.with_seat(seat, replace(state.seats[seat], hand=event.count))


def _has_hand(state: State, seat: Seat) -> bool:
    return _laid(state, seat) or _dealt(state, seat)


OWN_HAND = _number("count", "Cards", ATTACK_CARDS, lambda state, seat: state.seats[seat].hand)
SET_HAND = Correction(
    SetHand, cite.BY_HAND, set_hand, lambda telling: _told_by_hand(telling, _hand),
    offers=_everybody(SetHand, "{who}'s hand", "hand:{seat}", OWN_HAND, when=_has_hand),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Activate(Event):
    """By hand: a card lies in front of the seat."""

    card: str
    code: str = ""


def activate(state: State, event: Activate, judge: Judge) -> State:
    seat = seat_of(judge, state)
    card = named_card(judge, event.card, event.code)
    judge.rule(attack(card).stays, "does_not_stay", say("{card} does not stay in front.", card=card), cite.EFFECT)
    card_fits(judge, state, card, event.code)
    _by_hand(judge, state, say("{card} is in front of {who}.", card=card, who=person(seat)))
    return into_front(state, seat, card, event.code)


def tell_front(telling: Telling[State, Activate]) -> str:
    if telling.after.mode == "score":
        return say("{who} has {card} in front", who=telling.who, card=name_of(card_id(telling.event.card)))
    return say("{who} by hand: a card more in front", who=telling.who)


def _staying(_state: State, _seat: Seat) -> tuple[Pick, ...]:
    return _staying_picks()


@cache
def _staying_picks() -> tuple[Pick, ...]:
    staying = (card for card, facts in attack_cards().items() if facts.stays)
    return tuple(Pick(card, name_of(card), card, suit=face_of(card).suit) for card in staying)


STAYING = pick("card", "Which card?", _staying, search=True)
ACTIVATE = Correction(
    Activate, cite.BY_HAND, activate, tell_front,
    offers=_both(
        _told(Activate, "A card in front of me", STAYING, why=cite.PERMANENTS),
        _everybody(Activate, "A card is in front of {who}", "seat:{seat}", STAYING),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PaidInPart(Event):
    """By hand: the blank deck did not suffice for a card of the seat; so much was paid."""

    card: str
    paid: int


def paid_in_part(state: State, event: PaidInPart, judge: Judge) -> State:
    seat = seat_of(judge, state)
    card = named_card(judge, event.card)
    _bounded(judge, "paid", event.paid, COST_MOST)
    whole = least_payment(attack(card), attack(card).cost)
    text = say("{card} needs {cost} only: it took effect, and is not paid in part.", card=card, cost=whole)
    judge.warn(event.paid < whole, "paid_enough", text, cite.SHORT)
    card_fits(judge, state, card, "")
    text = say("{card} of {who} is paid with {paid}.", card=card, who=person(seat), paid=event.paid)
    _by_hand(judge, state, text)
    player = state.seats[seat]
    return state.with_seat(seat, replace(player, partial=(*player.partial, Part(card, event.paid))))


def tell_part(telling: Telling[State, PaidInPart]) -> str:
    template = "{who} by hand: {card} paid in part" if telling.after.mode == "play" else "{who} has {card}, {paid} paid"
    card, paid = name_of(card_id(telling.event.card)), telling.event.paid
    return say(template, who=telling.who, card=card, paid=paid)


def _costly(_state: State, _seat: Seat) -> tuple[Pick, ...]:
    return _costly_picks()


@cache
def _costly_picks() -> tuple[Pick, ...]:
    cards = (card for card, facts in attack_cards().items() if least_payment(facts, facts.cost) > 1)
    return tuple(Pick(card, name_of(card), card, suit=face_of(card).suit) for card in cards)


PART = (
    pick("card", "Which card?", _costly, search=True),
    _number("paid", "Blanks paid for it", COST_MOST - 1, lambda *_: 1),
)
PAID_IN_PART = Correction(
    PaidInPart, cite.SHORT, paid_in_part, tell_part,
    offers=_told(PaidInPart, "A card paid in part", *PART, why=cite.SHORT),
    buttons=(Offer("One of my cards is paid in part", PART, when=_dealt),)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class NotInPart(Event):
    """By hand: that card of the seat was not paid in part."""

    card: str


def not_in_part(state: State, event: NotInPart, judge: Judge) -> State:
    seat = seat_of(judge, state)
    player = state.seats[seat]
    found = next((one for one in player.partial if one.card == card_id(event.card)), None)
    text = say("{who} has no such card paid in part.", who=person(seat))
    judge.struct(found is not None, "no_such_card", text)
    _by_hand(judge, state, say("a card of {who} is not paid in part.", who=person(seat)))
    rest = list(player.partial)
    if found is not None:
        rest.remove(found)
    return state.with_seat(seat, replace(player, partial=tuple(rest)))


def tell_no_part(telling: Telling[State, NotInPart]) -> str:
    card = name_of(card_id(telling.event.card))
    return say("{who} by hand: {card} was not paid in part", who=telling.who, card=card)


def _own_parts(state: State, seat: Seat) -> tuple[Pick, ...]:
    cards = dict.fromkeys(one.card for one in state.seats[seat].partial)
    return tuple(Pick(card, name_of(card), card) for card in cards)


OWN_PARTS = pick("card", "Which one?", _own_parts)
NOT_IN_PART = Correction(
    NotInPart, cite.SHORT, not_in_part, tell_no_part,
    offers=_told(NotInPart, "Not paid in part", OWN_PARTS),
    buttons=(Offer("One of my cards was not paid in part", (OWN_PARTS,), when=_dealt),)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RemoveActive(Event):
    """By hand: a card does not lie in front of the seat any more."""

    uid: str


def remove_active(state: State, event: RemoveActive, judge: Judge) -> State:
    seat = seat_of(judge, state)
    card = own_front(judge, state, seat, event.uid).card
    _by_hand(judge, state, say("{card} is not in front of {who}.", card=card, who=person(seat)))
    return settle.without_front(state, event.uid, judge)


def tell_removal(telling: Telling[State, RemoveActive]) -> str:
    card = telling.before.front_name(telling.event.uid)
    if telling.after.mode == "score":
        return say("{who} no longer has {card} in front", who=telling.who, card=card)
    return say("{who} by hand: a card less in front", who=telling.who)


def _own_front(state: State, seat: Seat) -> tuple[Pick, ...]:
    front = state.seats[seat].front
    return tuple(Pick(one.uid, name_of(one.card), one.card, one.uid, code=one.code) for one in front)


def _offer_removals(state: State, _: Seat) -> Iterator[Choice]:
    """A button at every card in front of anybody."""
    for owner in range(state.players):
        for one in state.seats[owner].front if _dealt(state, owner) else ():
            label = say("{card} is no longer in front of {who}", card=name_of(one.card), who=person(owner))
            event = RemoveActive(one.uid, seat=owner, override=True)
            yield Choice(
                label, event, card=one.card, uid=one.uid, correction=True, spot=front_spot(one.uid), why=cite.BY_HAND
            )


OWN_FRONT = pick("uid", "Which one?", _own_front)
REMOVE_ACTIVE = Correction(
    RemoveActive, cite.BY_HAND, remove_active, tell_removal,
    offers=_both(_told(RemoveActive, "Not in front of me", OWN_FRONT), _offer_removals),
)  # fmt: skip


# --- who is out, survival points


@dataclass(frozen=True, slots=True)
class KnockOut(Event):
    """By hand: the seat is out of the round, or back in."""

    out: bool = True


def knock_out(state: State, event: KnockOut, judge: Judge) -> State:
    seat = seat_of(judge, state)
    in_round(judge, state)
    judge.rule(state.knockouts, "no_knockouts", "This version has no knockouts.", cite.KNOCKOUT)
    _by_hand(judge, state, say("{who} is out." if event.out else "{who} is in.", who=person(seat)))
    return state.with_seat(seat, replace(state.seats[seat], out=event.out))


def tell_knock_out(telling: Telling[State, KnockOut]) -> str:
    template = "{who} by hand: out of the round" if telling.event.out else "{who} by hand: in the round"
    return say(template, who=telling.who)


def _can_be_out(state: State, seat: Seat) -> bool:
    return state.knockouts and _played(state, seat) and not state.seats[seat].out


def _can_be_in(state: State, seat: Seat) -> bool:
    return state.knockouts and _played(state, seat) and state.seats[seat].out


KNOCK_OUT = Correction(
    KnockOut, cite.BY_HAND, knock_out, tell_knock_out,
    offers=_both(
        _everybody(
            KnockOut, "{who} is out of the round", "seat:{seat}", known=lambda *_: {"out": True}, when=_can_be_out
        ),
        _everybody(
            KnockOut, "{who} is in the round", "seat:{seat}", known=lambda *_: {"out": False}, when=_can_be_in
        ),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetPoints(Event):
    """By hand: the seat's survival points."""

    survival: int


def set_points(state: State, event: SetPoints, judge: Judge) -> State:
    seat, points = seat_of(judge, state), state.survival
    _bounded(judge, "survival", event.survival, POINTS_TO_WIN - 1)
    _by_hand(judge, state, say("{who} has {count} survival points.", who=person(seat), count=event.survival))
    return replace(state, survival=(*points[:seat], event.survival, *points[seat + 1 :]))


def _counts_survival(state: State, seat: Seat) -> bool:
    return state.knockouts and _dealt(state, seat)


OWN_POINTS = _number("survival", "Survival points", POINTS_TO_WIN - 1, lambda state, seat: state.survival[seat])
SET_POINTS = Correction(
    SetPoints, cite.BY_HAND, set_points, lambda telling: _told_by_hand(telling, _survival),
    offers=_everybody(SetPoints, "{who}'s survival points", "survival:{seat}", OWN_POINTS, when=_counts_survival),
)  # fmt: skip


# --- the table: direction, decks, turns, rounds


@dataclass(frozen=True, slots=True)
class Reverse(Event):
    """By hand: the direction of play turned."""


def reverse(state: State, event: Reverse, judge: Judge) -> State:
    in_round(judge, state)
    _by_hand(judge, state, "the direction of play.")
    return replace(state, direction=-state.direction)


OTHER_WAY = Offer("Play runs the other way", when=_played)
REVERSE = Correction(Reverse, cite.BY_HAND, reverse, "By hand: the direction of play", buttons=(OTHER_WAY,))


@dataclass(frozen=True, slots=True)
class SetDecks(Event):
    """By hand: so many cards are in the blank deck, so many of them bombs and explosions, so many attack cards.

    Nothing is known of their order any more, but explosions are at the bottom.
    """

    blank: int
    bombs: int
    explosions: int
    attack: int


def set_decks(state: State, event: SetDecks, judge: Judge) -> State:
    bombs, explosions = event.bombs, event.explosions
    _bounded(judge, "blank", event.blank, BLANKS_MOST)
    _bounded(judge, "bombs", bombs, min(event.blank, BOMB_CARDS))
    _bounded(judge, "explosions", explosions, min(event.blank - bombs, EXPLOSIONS_MOST))
    _bounded(judge, "attack", event.attack, ATTACK_CARDS)
    text = "{blank} cards in the blank deck, {attack} attack cards."
    _by_hand(judge, state, say(text, blank=event.blank, attack=event.attack))
    full = max(event.blank, state.blank.full)
    blank = BlankDeck(event.blank, full, bombs, bombs, explosions=explosions, bottom=mined(explosions))
    box = max(0, BOMB_CARDS - bombs - sum(player.bombs for player in state.seats))
    counts = state.attack_decks if event.attack == state.attack_left else ()
    return replace(state, blank=blank, box_bombs=box, attack_left=event.attack, attack_decks=counts)


def tell_decks(telling: Telling[State, SetDecks]) -> str:
    counts: tuple[tuple[str, Callable[[State], int]], ...] = (
        ("cards in the blank deck", lambda state: state.blank.left),
        ("bombs among them", lambda state: state.blank.bombs_most),
        ("explosions among them", lambda state: state.blank.explosions),
        ("attack cards left", lambda state: state.attack_left),
    )
    pairs = [(what, count(telling.before), count(telling.after)) for what, count in counts]
    changed = [pair for pair in pairs if pair[1] != pair[2]] or pairs
    facts = [say("{what} {old} → {new}", what=what, old=old, new=new) for what, old, new in changed]
    return say("By hand: {facts}", facts=listed(facts))


def _blank_cards(state: State, seat: Seat) -> FieldSpec:
    # Each list fits whatever the others say: bombs and explosions are bounded by what is in the deck now.
    known = state.blank.bombs_most + state.blank.explosions
    high = max(known, state.blank.left, BLANKS_OFFERED)
    preset = max(known, state.blank.left)
    return FieldSpec("blank", "Cards in the blank deck", low=known, high=high, kind="number", preset=(preset,))


def _among(name: str, label: str, count: Callable[[State], int]) -> Ask:
    """A field for the bombs or explosions of the deck: as many as are in it now, or fewer."""
    return lambda state, _: FieldSpec(name, label, low=0, high=count(state), kind="number", preset=(count(state),))


def _bombs_high(state: State) -> int:
    others = sum(player.bombs for player in state.seats)
    return max(0, min(state.blank.left - state.blank.explosions, BOMB_CARDS - others))


def _deck_bombs(state: State, seat: Seat) -> FieldSpec:
    shown = min(state.blank.bombs_most, _bombs_high(state))
    return FieldSpec("bombs", "Bombs in it", low=0, high=_bombs_high(state), kind="number", preset=(shown,))


def _other_counts(state: State, seat: Seat) -> dict[str, int]:
    """The counts of the decks that stay when only the bombs are others."""
    return {"blank": state.blank.left, "explosions": state.blank.explosions, "attack": state.attack_left}


def _deck_explosions(state: State, seat: Seat) -> FieldSpec:
    high = min(EXPLOSIONS_MOST, state.blank.left - state.blank.bombs_most)
    shown = min(state.blank.explosions, high)
    return FieldSpec("explosions", "Explosions in it", low=0, high=high, kind="number", preset=(shown,))


def _offer_decks(state: State, seat: Seat) -> Iterator[Choice]:
    """One button for each number that is drawn of the piles; the other counts stay."""
    if not _laid(state, seat):
        return
    counts = {**_other_counts(state, seat), "bombs": state.blank.bombs_most}
    for label, spot, ask in (
        ("The blank deck has more or fewer cards", "blank", _blank_cards),
        ("The blank deck has more or fewer bombs", "deck_bombs", _deck_bombs),
        ("The blank deck has more or fewer explosions", "deck_explosions", _deck_explosions),
        ("The attack decks have more or fewer cards", "attack", DECK_COUNTS[3]),
    ):
        spec = ask(state, seat)
        known = {name: count for name, count in counts.items() if name != spec.name}
        yield Choice.asking(
            SetDecks, label, (spec,), known=known, seat=seat, override=True, correction=True, spot=spot,
            why=cite.BY_HAND
        )  # fmt: skip


DECK_COUNTS = (
    _blank_cards,
    _among("bombs", "Bombs among them", lambda state: state.blank.bombs_most),
    _among("explosions", "Explosions among them", lambda state: state.blank.explosions),
    _number("attack", "Attack cards left", ATTACK_CARDS, lambda state, _: state.attack_left),
)
SET_DECKS = Correction(
    SetDecks, cite.BY_HAND, set_decks, tell_decks,
    offers=_offer_decks, buttons=(Offer("All piles at once", DECK_COUNTS, when=_laid),)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetAttackDecks(Event):
    """By hand: each attack deck has so many cards. From then on every draw says which deck it is from."""

    hand: int
    deck: int
    bombs: int


def set_attack_decks(state: State, event: SetAttackDecks, judge: Judge) -> State:
    counts = (event.hand, event.deck, event.bombs)
    for name, count in zip(DECKS, counts, strict=True):
        _bounded(judge, name, count, ATTACK_CARDS)
    _bounded(judge, "attack", sum(counts), ATTACK_CARDS)
    judge.struct(not state.all_dealt, "no_attack_decks", "All attack cards were dealt; there are no decks of them.")
    judge.struct(state.mode == "play", "score_only", "This table only counts points.")
    _by_hand(judge, state, say("{counts} cards in the attack decks.", counts=listed(map(str, counts))))
    out = tuple(deck for deck, count in zip(DECKS, counts, strict=True) if not count)
    return replace(state, attack_decks=counts, attack_left=sum(counts), decks_out=out)


def offer_attack_decks(state: State, seat: Seat) -> Iterator[Choice]:
    if not _laid(state, seat) or state.all_dealt:
        return
    now = state.attack_decks or (0, 0, 0)
    fields = tuple(
        FieldSpec(name, label[0].upper() + label[1:], low=0, high=ATTACK_CARDS, kind="number", preset=(count,))
        for (name, label), count in zip(DECKS.items(), now, strict=True)
    )
    yield Choice.asking(
        SetAttackDecks, "Count each attack deck", fields, seat=seat, override=True, correction=True, why=cite.BY_HAND,
        detail="From then on each draw says which deck it is from.",
        pools=(Pool("Attack cards", ATTACK_CARDS, tuple(DECKS)),)
    )  # fmt: skip


def tell_attack_decks(telling: Telling[State, SetAttackDecks]) -> str:
    def counts(state: State) -> str:
        return listed(map(str, state.attack_decks)) or say("{left} together", left=state.attack_left)

    text = "By hand: cards in the attack decks {old} → {new}"
    return say(text, old=counts(telling.before), new=counts(telling.after))


SET_ATTACK_DECKS = Correction(
    SetAttackDecks, cite.BY_HAND, set_attack_decks, tell_attack_decks, offers=offer_attack_decks
)  # fmt: skip


def _own_turn(state: State, seat: Seat) -> bool:
    return _played(state, seat) and seat == state.active


TURN_OVER = ByHand(EndTurn, cite.BY_HAND, (Offer("End my turn as it stands", when=_own_turn),))


@dataclass(frozen=True, slots=True)
class EndRound(Event):
    """By hand: the round is over, whatever our counts say."""


def end_round(state: State, event: EndRound, judge: Judge) -> State:
    in_round(judge, state)
    _by_hand(judge, state, "the round is over.")
    return settle.end_round(state, "by_hand")


ROUND_OVER = Offer("The round is over", when=_played)
END_ROUND = Correction(EndRound, cite.BY_HAND, end_round, "By hand: no more turns in this round", buttons=(ROUND_OVER,))


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """By hand: it is turn ``turn`` of round ``round`` and ``active`` is about to play; what was open is forgotten."""

    active: Seat
    turn: int
    round: int = 1


def set_turn(state: State, event: SetTurn, judge: Judge) -> State:
    active = event.active
    seat_named(judge, state, active)
    judge.struct(state.mode == "play", "score_only", "This table only counts points.")
    _bounded(judge, "turn", event.turn, TURNS_MOST, least=1)
    _bounded(judge, "round", event.round, TURNS_MOST, least=1)
    _by_hand(judge, state, say("it is {who}'s turn.", who=person(active)))
    seats = tuple(replace(player, shown=None) for player in state.seats)
    state = replace(state, seats=seats).with_seat(active, replace(seats[active], out=False))
    state = replace(state, phase="play", round=event.round, turn=event.turn, active=active)
    return replace(state, pending=None, dues=(), todos=(), ended="")


def tell_turn(telling: Telling[State, SetTurn]) -> str:
    event, was = telling.event, telling.before
    template = "By hand: turn {turn} of round {round}, {active}'s; it was turn {old_turn} of round {old_round}, {old}'s"
    return say(
        template, turn=event.turn, round=event.round, active=person(event.active), old_turn=was.turn,
        old_round=was.round, old=person(was.active)
    )  # fmt: skip


def _not_over(state: State, seat: Seat) -> bool:
    return state.mode == "play" and state.phase != "over"


def _turn_picks(state: State, _: Seat) -> Iterator[Pick]:
    return (Pick(seat, person(seat), spot=seat_spot(seat)) for seat in range(state.players))


TURN = (
    pick("active", "Whose turn?", _turn_picks),
    _number("turn", "Turn of this round", 99, lambda state, _: state.turn, least=1),
    _number("round", "Round", 15, lambda state, _: state.round, least=1),
)
ANOTHER_TURN = Offer("The turn is wrong", TURN, {"turn": 1}, _not_over)
SET_TURN = Correction(SetTurn, cite.BY_HAND, set_turn, tell_turn, buttons=(ANOTHER_TURN,))

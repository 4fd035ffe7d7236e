"""The main phase: creatures summoned, spells cast, ambushes set, abilities used, dice assigned, creatures moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Level, Objection, Refusal, Seat
from rules.games.dragoborne import checks, combat_rules, deck, forecasts, pictures, settle, spots, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.checks import tells
from rules.games.dragoborne.deck import card, color, kind
from rules.games.dragoborne.log_outcomes import paid_with
from rules.games.dragoborne.state import FORTS, Ambush, Ask, Creature, Paid, Paper, State, Todo, may_read
from rules.games.dragoborne.turn_rules import AMBUSH_PRICE, Price, payment_objection, price_objection, price_of
from rules.score import Why
from rules.text import say

# --- paying


def pay(state: State, seat: Seat, price: Price, chosen: tuple[int, ...], judge: Judge) -> State:
    """Resources rest for a price: those named, or else those one misses least."""
    row = state.sides[seat].resources
    known = all(0 <= index < len(row) for index in chosen) and len(set(chosen)) == len(chosen)
    judge.struct(known, "bad_resource", "payment: expected different resources of the row")
    refused = payment_objection(price, row, chosen) if chosen else price_objection(price, row)
    judge.obey(refused)
    rests = chosen
    if not chosen and refused is None:
        rests = turn_rules.suggested_payment(price, row)
    elif not chosen:
        # Set aside by the table: whatever stands is rested, as far as the cost goes.
        rests = tuple([n for n, one in enumerate(row) if not one.rested][: price.cost or 0])
    row = tuple(replace(one, rested=one.rested or n in rests) for n, one in enumerate(row))
    paid = Paid(seat, len(rests), price.color or "", rests) if rests and refused is None else None
    return replace(state.with_side(seat, replace(state.sides[seat], resources=row)), paid=paid)


def payable(state: State, seat: Seat, what: str) -> tuple[str, ...]:
    """The cards of a kind the seat can pay for, of which a copy may still be in the hand."""
    side = state.sides[seat]
    return tuple(
        one for one in side.hidden_cards if kind(one) == what and price_objection(price_of(one), side.resources) is None
    )


HAND_DRAWN_MOST = 20
"""Decks with more kinds of cards than this are looked through by name instead of lying open on the screen."""


def drawn_by_hand(state: State, seat: Seat) -> bool:
    """Whether the cards that may be in the hand lie on the seat's screen, to be touched."""
    return len(state.sides[seat].own_cards) <= HAND_DRAWN_MOST


def hand_pick(state: State, seat: Seat, card_id: str) -> Pick:
    """A card that may be in the hand as an answer, with the resources that would rest for it."""
    found = checks.card_pick(card_id, spots.hand_card(seat, card_id) if drawn_by_hand(state, seat) else "")
    row, price = state.sides[seat].resources, price_of(card_id)
    if price_objection(price, row) is not None:
        return found
    rests = Counter(row[n].color for n in turn_rules.suggested_payment(price, row))
    return replace(found, uses=tuple((spots.resources(seat, color), count) for color, count in sorted(rests.items())))


def playable(state: State, seat: Seat) -> tuple[str, ...]:
    """The cards that may be in the seat's hand and can be played now, the dearest first."""
    side = state.sides[seat]
    if not checks.may_act(state, seat, "main") or not side.hand:
        return ()
    found = {*payable(state, seat, "creature"), *payable(state, seat, "spell")}
    if any(fort.ambush is None for fort in side.forts):
        found |= set(ambushes_in_hand(state, seat))
    return tuple(sorted(found, key=lambda one: (-(price_of(one).cost or 0), card(one).name)))


def payment_missing(state: State, seat: Seat, card_id: str) -> Objection | None:
    """Why the seat, whose main phase it is, cannot pay for a card that may be in its hand."""
    if not checks.may_act(state, seat, "main"):
        return None
    price = price_of(card_id)
    if price.cost is None and deck.has_word(card_id, "ambush"):
        price = AMBUSH_PRICE
    return price_objection(price, state.sides[seat].resources)


@dataclass(frozen=True, slots=True)
class PayOtherwise(Event):
    """For what was paid last, a resource of one colour rests and one of another stands again: ``red>blue``."""

    exchange: str


def pay_otherwise(state: State, event: PayOtherwise, judge: Judge) -> State:
    seat = checks.game_on(judge, state)
    found = exchanges(state, seat).get(event.exchange)
    if found is None:
        text = "That would not pay for it, or too much has happened since."
        raise Refusal(Level.STRUCT, "no_exchange", text, cite.COST_COLOR.citation)
    return found


def exchanges(state: State, seat: Seat) -> dict[str, State]:
    """By which colours the last payment may be made otherwise: the word, and the table then."""
    found: dict[str, State] = {}
    paid = state.paid
    if paid is None or paid.seat != seat:
        return found
    row = state.sides[seat].resources
    for stands in paid.rested:
        for rests, other in enumerate(row):
            word = f"{row[stands].color}>{other.color}"
            if not other.rested and other.color != row[stands].color and word not in found:
                changed = _exchanged(state, paid, stands, rests)
                found |= {word: changed} if changed is not None else {}
    return found


def _exchanged(state: State, paid: Paid, stands: int, rests: int) -> State | None:
    """The last payment with one resource for another, or None where that would not pay."""
    side = state.sides[paid.seat]
    row = tuple(replace(one, rested=one.rested and n not in paid.rested) for n, one in enumerate(side.resources))
    chosen = tuple(sorted((*(n for n in paid.rested if n != stands), rests)))
    if payment_objection(Price(paid.cost, paid.color or None), row, chosen) is not None:
        return None
    row = tuple(replace(one, rested=one.rested or n in chosen) for n, one in enumerate(row))
    return replace(state.with_side(paid.seat, replace(side, resources=row)), paid=replace(paid, rested=chosen))


def offer_exchanges(state: State, seat: Seat) -> Iterator[Choice]:
    words = tuple(exchanges(state, seat)) if checks.may_act(state, seat, "main") else ()
    if words:
        which = FieldSpec("exchange", "Which instead?", tuple(_exchange_pick(seat, word) for word in words))
        yield Choice.asking(PayOtherwise, "Pay with another colour", (which,), seat=seat, why=cite.COST_COLOR)


def _exchange_pick(seat: Seat, word: str) -> Pick:
    stands, _, rests = word.partition(">")
    label = say("{rests} rests, {stands} stands", rests=rests.capitalize(), stands=stands)
    return Pick(word, label, suit=rests, spot=spots.resources(seat, rests))


def tell_exchange(telling: Telling[State, PayOtherwise]) -> str:
    stands, _, rests = telling.event.exchange.partition(">")
    return say("{who} rests {rests} instead of {stands}", who=telling.who, rests=rests, stands=stands)


PAY_OTHERWISE = Action(PayOtherwise, cite.MAIN, pay_otherwise, tell_exchange, offers=offer_exchanges)


# --- creatures and spells


@dataclass(frozen=True, slots=True)
class Summon(Event):
    """A creature comes to a fort; ``discard`` is the uid of the one that leaves it, or ``new``.

    Where ``discard`` names a creature ``fort`` may stay empty: the new one comes where that one was.
    """

    card: str
    fort: str
    payment: tuple[int, ...] = ()
    discard: str = ""
    code: str = ""


def summon(state: State, event: Summon, judge: Judge) -> State:
    checks.is_card(judge, event.card, ("creature",), event.code)
    number = _fort_of(state, event)
    checks.fort_exists(judge, number)
    seat = checks.own_main_phase(judge, state)
    checks.from_hand(judge, state, seat)
    checks.card_free(judge, state, event.code)
    there = tuple(one.uid for one in state.sides[seat].at_fort(number))
    judge.obey(turn_rules.summon_objection(there, "new", event.discard or None, state.house))
    leaves = event.discard if event.discard in turn_rules.leaving_candidates(there, "new", state.house) else ""
    state = pay(state, seat, price_of(event.card), event.payment, judge=judge)
    side = state.sides[seat]
    state = state.with_side(seat, replace(side, hand=max(0, side.hand - 1)))
    ask = Ask("room", seat, number, card=event.card, code=event.code, origin="summon")
    state = settle.arrive(state, ask, leaves)
    checks.in_deck(judge, state, seat, event.card)
    return state


def _fort_of(state: State, event: Summon) -> str:
    """The fort the creature comes to: the one named, or that of the creature it takes the place of."""
    found = state.find(event.discard) if not event.fort else None
    return found[1].fort if found is not None and found[0] == event.seat else event.fort


def offer_summons(state: State, seat: Seat) -> Iterator[Choice]:
    if not checks.may_act(state, seat, "main") or not state.sides[seat].hand:
        return
    creatures = tuple(hand_pick(state, seat, one) for one in payable(state, seat, "creature"))
    if creatures:
        which = FieldSpec("card", "Which creature?", creatures, search=True)
        where = FieldSpec("fort", "To which fort?", forts_for_creatures(state, seat))
        asks = (which, where) if drawn_by_hand(state, seat) else (where, which)
        yield Choice.asking(Summon, "Summon", asks, seat=seat, why=cite.COST_COLOR)
        if drawn_by_hand(state, seat):
            yield from _in_place_of_another(state, seat, which)


def _in_place_of_another(state: State, seat: Seat, which: FieldSpec) -> Iterator[Choice]:
    """At a full fort a touch on the creature that leaves also says where the new one comes."""
    picks = []
    for number in FORTS:
        there = tuple(one.uid for one in state.sides[seat].at_fort(number))
        leaving = turn_rules.leaving_candidates(there, "new", state.house)
        leaves = (one for one in state.sides[seat].at_fort(number) if one.uid in leaving)
        picks += [checks.creature_pick(state, seat, one, "leaves") for one in leaves]
    if picks:
        asks = (which, FieldSpec("discard", "Which creature leaves the fort?", tuple(picks)))
        label, known = "Summon in place of another", {"fort": ""}
        yield Choice.asking(Summon, label, asks, known=known, seat=seat, why=cite.CROWDED)


def forts_for_creatures(state: State, seat: Seat) -> tuple[Pick, ...]:
    """The forts of the seat as answers to where a creature comes."""
    return tuple(
        checks.fort_pick(state, seat, number, forecasts.place_for_creature(state, seat, number)) for number in FORTS
    )


def tell_summon(telling: Telling[State, Summon]) -> str:
    name, number = checks.card_named(telling.event.card), _fort_of(telling.before, telling.event)
    return say("{who} summons {card} to fort {fort}", who=telling.who, card=name, fort=number)


SUMMON = Action(Summon, cite.MAIN, summon, tell_summon, offers=offer_summons, follows=paid_with)


@dataclass(frozen=True, slots=True)
class Cast(Event):
    """A spell is played and goes to the discard pile; people follow its text."""

    card: str
    payment: tuple[int, ...] = ()
    code: str = ""


def cast(state: State, event: Cast, judge: Judge) -> State:
    checks.is_card(judge, event.card, ("spell",), event.code)
    seat = checks.own_main_phase(judge, state)
    checks.from_hand(judge, state, seat)
    checks.card_free(judge, state, event.code)
    state = pay(state, seat, price_of(event.card), event.payment, judge=judge)
    side = state.sides[seat]
    pile = (*side.discard, Paper(event.card, event.code))
    state = state.with_side(seat, replace(side, hand=max(0, side.hand - 1), discard=pile))
    text = f"{card(event.card).text} {combat_rules.dice_text(state, seat, event.card)}".strip()
    state = settle.remind(state, Todo(seat, event.card, text))
    checks.in_deck(judge, state, seat, event.card)
    return state


def offer_spells(state: State, seat: Seat) -> Iterator[Choice]:
    if not checks.may_act(state, seat, "main") or not state.sides[seat].hand:
        return
    spells = tuple(hand_pick(state, seat, one) for one in payable(state, seat, "spell"))
    if spells:
        which = FieldSpec("card", "Which spell?", spells, search=True)
        yield Choice.asking(Cast, "Cast a spell", (which,), seat=seat, why=cite.COST_COLOR)


CAST = Action(
    Cast,
    cite.MAIN,
    cast,
    tells("{who} casts {card}"),
    offers=offer_spells,
    follows=paid_with,
    pictures=pictures.turned_up_for_others("cast"),
    plays=True,
)


# --- ambushes are set


@dataclass(frozen=True, slots=True)
class SetAmbush(Event):
    """A card is set face down and at rest before a fort; ``card`` is its owner's alone, and may stay empty."""

    fort: str
    payment: tuple[int, ...] = ()
    card: str = ""
    code: str = ""


def set_ambush(state: State, event: SetAmbush, judge: Judge) -> State:
    checks.fort_exists(judge, event.fort)
    if event.card:
        checks.is_card(judge, event.card, checks.PLAYED, event.code)
    seat = checks.own_main_phase(judge, state)
    checks.from_hand(judge, state, seat)
    side = state.sides[seat]
    there = side.fort(event.fort)
    judge.rule(there.ambush is None, "ambush_there", "There is an ambush already.", cite.AMBUSH)
    if event.card:
        # The sentence does not say which card it is: an override is told to everybody.
        fits = deck.has_word(event.card, "ambush")
        judge.rule(fits, "not_ambush", "This card has no Ambush.", cite.AMBUSH)
        flags = tuple(one.color for one in side.forts)
        usable = turn_rules.ambush_objection(flags, color(event.card), rested=True) is None
        text = "You have no banner of its colour; it can never be used."
        judge.warn(usable, "no_banner", text, cite.AMBUSH_BANNER, to=seat)
    state = pay(state, seat, AMBUSH_PRICE, event.payment, judge=judge)
    side = state.sides[seat]
    # Where the table lets a second one lie there, the first goes to the discard pile unseen.
    away = int(there.ambush is not None)
    side = replace(side, hand=max(0, side.hand - 1), unnamed=side.unnamed + away)
    laid = replace(there, ambush=Ambush(True, event.card, event.code))
    return state.with_side(seat, side.with_fort(event.fort, laid))


def offer_ambush(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    free = tuple(number for number in FORTS if side.fort(number).ambush is None)
    fit = ambushes_in_hand(state, seat)
    if free and fit:
        places = tuple(checks.fort_pick(state, seat, number, "ambush here") for number in free)
        where = FieldSpec("fort", "At which fort?", places)
        unnamed = Pick("", "Keep it to yourself", spot=spots.hand_card(seat, "") if drawn_by_hand(state, seat) else "")
        picks = (unnamed, *(hand_pick(state, seat, one) for one in fit))
        which = FieldSpec("card", "Which card? Only you see this.", picks, preset=("",))
        asks = (which, where) if drawn_by_hand(state, seat) else (where, which)
        label = say("Set an ambush for {cost}", cost=AMBUSH_PRICE.cost)
        yield Choice.asking(SetAmbush, label, asks, seat=seat, why=cite.AMBUSH)


def ambushes_in_hand(state: State, seat: Seat) -> tuple[str, ...]:
    """The cards the seat can set as an ambush now, of which a copy may be in the hand."""
    side = state.sides[seat]
    if not checks.may_act(state, seat, "main") or not side.hand or price_objection(AMBUSH_PRICE, side.resources):
        return ()
    return tuple(one for one in side.hidden_cards if deck.has_word(one, "ambush"))


def hide_ambush(state: State, event: SetAmbush, viewer: Seat | None) -> SetAmbush:
    return event if may_read(state, event, viewer) else replace(event, card="", code="")


def tell_ambush(telling: Telling[State, SetAmbush]) -> str:
    event = telling.event
    template = "{who} sets an ambush at fort {fort}: {card}" if event.card else "{who} sets an ambush at fort {fort}"
    return say(template, who=telling.who, fort=event.fort, card=checks.card_named(event.card))


SET_AMBUSH = Action(
    SetAmbush, cite.AMBUSH, set_ambush, tell_ambush, offers=offer_ambush, hides=hide_ambush, follows=paid_with
)


# --- activated abilities


@dataclass(frozen=True, slots=True)
class Activate(Event):
    """An activated ability of a creature is paid for and used; people follow its text."""

    creature: str
    payment: tuple[int, ...] = ()


def activate(state: State, event: Activate, judge: Judge) -> State:
    one = checks.own_creature(state, checks.game_on(judge, state), event.creature)
    found = deck.ability(one.card)
    seat = checks.own_main_phase(judge, state)
    if found is None or found.kind != "activated":
        judge.rule(False, "no_ability", say("{card} has no ability to activate.", card=one.name), cite.ABILITY)
        # Set aside by the table: what gave it one also says what it costs.
        price, text = Price(len(event.payment), None), "Follow what gave it the ability."
    else:
        price, text = Price(found.cost, None), found.text
    state = pay(state, seat, price, event.payment, judge=judge)
    return settle.remind(state, Todo(seat, one.card, text, one.uid))


def offer_abilities(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    for one in side.creatures if checks.may_act(state, seat, "main") else ():
        found = deck.ability(one.card)
        if found is None or found.kind != "activated":
            continue
        if price_objection(Price(found.cost, None), side.resources) is None:
            label, about = say("{card}, for {cost}", card=one.name, cost=found.cost), deck.said(found.text)
            event, suit, spot = Activate(one.uid, seat=seat), color(one.card), spots.creature(one.uid)
            yield Choice(label, event, (), about, card=one.card, uid=one.uid, suit=suit, why=cite.ABILITY, spot=spot)


ACTIVATE = Action(
    Activate,
    cite.ABILITY,
    activate,
    tells("{who} uses the ability of {creature}"),
    offers=offer_abilities,
    follows=paid_with,
)


# --- dice


def may_assign(state: State, index: int, judge: Judge) -> Seat:
    """The seat, which may give that die a task now."""
    checks.die_exists(judge, state, checks.game_on(judge, state), index)
    seat = checks.own_main_phase(judge, state)
    rolled = state.sides[seat].dice[index].value > 0
    judge.struct(rolled, "not_rolled", "This die has not been rolled yet.", cite.STAND.citation)
    return seat


def free_dice(state: State, seat: Seat) -> tuple[int, ...]:
    """The dice the seat may give a task now."""
    dice = state.sides[seat].dice if checks.may_act(state, seat, "main") else ()
    return tuple(n for n, die in enumerate(dice) if die.value and turn_rules.assign_objection(die) is None)


@dataclass(frozen=True, slots=True)
class AssignShield(Event):
    """A die becomes the dragoshield of a fort."""

    die: int
    fort: str


def assign_shield(state: State, event: AssignShield, judge: Judge) -> State:
    checks.fort_exists(judge, event.fort)
    seat = may_assign(state, event.die, judge)
    judge.obey(_shield_objection(state, seat, event.die, event.fort))
    side = state.sides[seat]
    die = replace(side.dice[event.die], where="shield", at=event.fort, assigned=True)
    return state.with_side(seat, side.with_die(event.die, die))


def _shield_objection(state: State, seat: Seat, index: int, number: str) -> Objection | None:
    side = state.sides[seat]
    there, die, count = side.fort(number), side.dice[index], len(side.shields(number))
    return turn_rules.shield_objection(die, there.color, there.barriers, shields=count, house=state.house)


def offer_shields(state: State, seat: Seat) -> Iterator[Choice]:
    """The forts each free die may shield."""
    for index, forts in shields_possible(state, seat).items():
        die = state.sides[seat].dice[index]
        places = tuple(checks.fort_pick(state, seat, number, forecasts.shield(die)) for number in forts)
        # With nowhere else to go one tap is enough.
        alone = forts if len(forts) == 1 and not state.sides[seat].creatures else ()
        where = FieldSpec("fort", "Shield which fort?", places, preset=alone)
        label = say("{color} {value} as a dragoshield", color=die.color.capitalize(), value=die.value)
        yield of_die(AssignShield, label, state, seat, index, where)


def shields_possible(state: State, seat: Seat) -> dict[int, tuple[str, ...]]:
    """The free dice that may shield a fort, and which."""
    found = {
        index: tuple(number for number in FORTS if _shield_objection(state, seat, index, number) is None)
        for index in free_dice(state, seat)
    }
    return {index: forts for index, forts in found.items() if forts}


def of_die(kind: type[Event], label: str, state: State, seat: Seat, index: int, asked: FieldSpec) -> Choice:
    """What a die of the seat may do; it begins at the die."""
    suit, spot = state.sides[seat].dice[index].color, spots.die(seat, index)
    return Choice.asking(
        kind, label, (asked,), known={"die": index}, seat=seat, suit=suit, why=cite.DICE_USED, spot=spot
    )


ASSIGN_SHIELD = Action(
    AssignShield, cite.DICE, assign_shield, tells("{who} shields fort {fort} with {die}"), offers=offer_shields
)


@dataclass(frozen=True, slots=True)
class AssignCross(Event):
    """A die is laid on a creature and strengthens it."""

    die: int
    creature: str


def assign_cross(state: State, event: AssignCross, judge: Judge) -> State:
    one = checks.own_creature(state, checks.game_on(judge, state), event.creature)
    seat = may_assign(state, event.die, judge)
    side = state.sides[seat]
    judge.obey(turn_rules.assign_objection(side.dice[event.die]))
    odd = turn_rules.cross_warning(len(side.crosses(one.uid)), state.house)
    if odd is not None:
        judge.warn(False, odd.code, odd.text, odd.why)
    die = replace(side.dice[event.die], where="cross", at=one.uid, assigned=True)
    return state.with_side(seat, side.with_die(event.die, die))


def offer_crosses(state: State, seat: Seat) -> Iterator[Choice]:
    creatures = state.sides[seat].creatures
    for index in free_dice(state, seat) if creatures else ():
        die = state.sides[seat].dice[index]
        picks = tuple(
            checks.creature_pick(state, seat, one, forecasts.cross(state, seat, die, one)) for one in creatures
        )
        label = say("{color} {value} on a creature", color=die.color.capitalize(), value=die.value)
        yield of_die(AssignCross, label, state, seat, index, FieldSpec("creature", "On which creature?", picks))


ASSIGN_CROSS = Action(
    AssignCross, cite.DICE, assign_cross, tells("{who} lays {die} on {creature}"), offers=offer_crosses
)


# --- moving


@dataclass(frozen=True, slots=True)
class Move(Event):
    """A creature goes to another fort, one with room."""

    creature: str
    fort: str


def move(state: State, event: Move, judge: Judge) -> State:
    checks.fort_exists(judge, event.fort)
    one = checks.own_creature(state, checks.game_on(judge, state), event.creature)
    seat = checks.own_main_phase(judge, state)
    judge.struct(one.fort != event.fort, "already_there", "It is at this fort already.")
    room = state.sides[seat].room_at(event.fort)
    judge.rule(room, "fort_full", "Two creatures are at that fort; they can change places.", cite.MOVE)
    return state.with_side(seat, state.sides[seat].with_creature(replace(one, fort=event.fort)))


def offer_moves(state: State, seat: Seat) -> Iterator[Choice]:
    """Where each creature may go, and with whom it may change places."""
    side = state.sides[seat]
    for one in side.creatures if checks.may_act(state, seat, "main") else ():
        free = tuple(number for number in FORTS if number != one.fort and side.room_at(number))
        if free:
            forts = tuple(checks.fort_pick(state, seat, number, "move here") for number in free)
            label = say("Move {card} from fort {fort}", card=one.name, fort=one.fort)
            asks = FieldSpec("fort", "To which fort?", forts)
            yield of_creature(Move, label, one, seat, asks, known={"creature": one.uid}, why=cite.MOVE)
        others = tuple(other for other in side.creatures if other.fort != one.fort)
        if others:
            picks = tuple(checks.creature_pick(state, seat, other, "swap places") for other in others)
            label = say("Swap {card} at fort {fort}", card=one.name, fort=one.fort)
            asks = FieldSpec("second", "With which creature?", picks)
            yield of_creature(Swap, label, one, seat, asks, known={"first": one.uid}, why=cite.MOVE)


def of_creature(
    kind: type[Event], label: str, one: Creature, seat: Seat, asked: FieldSpec, *, known: dict[str, str], why: Why
) -> Choice:
    """What a creature of the seat may do; it begins at the creature."""
    spot = spots.creature(one.uid)
    return Choice.asking(kind, label, (asked,), known=known, seat=seat, uid=one.uid, why=why, spot=spot)


MOVE = Action(Move, cite.MOVE, move, tells("{who} moves {creature} to fort {fort}"), offers=offer_moves)


@dataclass(frozen=True, slots=True)
class Swap(Event):
    """Two creatures change places; offered beside the moves of the first."""

    first: str
    second: str


def swap(state: State, event: Swap, judge: Judge) -> State:
    who = checks.game_on(judge, state)
    first, second = (checks.own_creature(state, who, uid) for uid in (event.first, event.second))
    seat = checks.own_main_phase(judge, state)
    judge.struct(first.fort != second.fort, "already_there", "They are at the same fort.")
    side = state.sides[seat].with_creature(replace(first, fort=second.fort))
    return state.with_side(seat, side.with_creature(replace(second, fort=first.fort)))


SWAP = Action(Swap, cite.MOVE, swap, tells("{who} lets {first} and {second} change places"))

"""The main phase: creatures summoned, spells cast, ambushes set, abilities used, dice assigned, creatures moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Level, Objection, Refusal, Seat
from rules.games.dragoborne import checks, combat_rules, deck, settle, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.checks import tells
from rules.games.dragoborne.deck import card, color, kind
from rules.games.dragoborne.log_outcomes import paid_with
from rules.games.dragoborne.state import FORTS, Ambush, Ask, Paid, Paper, State, Todo, may_read
from rules.games.dragoborne.turn_rules import AMBUSH_PRICE, Price, payment_objection, price_objection, price_of
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
        which = FieldSpec("exchange", "Which instead?", tuple(map(_exchange_pick, words)))
        yield Choice.asking(PayOtherwise, "I rested another resource", (which,), seat=seat, why=cite.COST_COLOR)


def _exchange_pick(word: str) -> Pick:
    stands, _, rests = word.partition(">")
    return Pick(word, say("{rests} rests, {stands} stands", rests=rests.capitalize(), stands=stands))


def tell_exchange(telling: Telling[State, PayOtherwise]) -> str:
    stands, _, rests = telling.event.exchange.partition(">")
    return say("{who} rests {rests} instead of {stands}", who=telling.who, rests=rests, stands=stands)


PAY_OTHERWISE = Action(PayOtherwise, cite.MAIN, pay_otherwise, tell_exchange, offers=offer_exchanges)


# --- creatures and spells


@dataclass(frozen=True, slots=True)
class Summon(Event):
    """A creature comes to a fort; ``discard`` is the uid of the one that leaves it, or ``new``."""

    card: str
    fort: str
    payment: tuple[int, ...] = ()
    discard: str = ""
    code: str = ""


def summon(state: State, event: Summon, judge: Judge) -> State:
    checks.is_card(judge, event.card, ("creature",), event.code)
    checks.fort_exists(judge, event.fort)
    seat = checks.own_main_phase(judge, state)
    checks.from_hand(judge, state, seat)
    checks.card_free(judge, state, event.code)
    there = tuple(one.uid for one in state.sides[seat].at_fort(event.fort))
    judge.obey(turn_rules.summon_objection(there, "new", event.discard or None, state.house))
    leaves = event.discard if event.discard in turn_rules.leaving_candidates(there, "new", state.house) else ""
    state = pay(state, seat, price_of(event.card), event.payment, judge=judge)
    side = state.sides[seat]
    state = state.with_side(seat, replace(side, hand=max(0, side.hand - 1)))
    ask = Ask("room", seat, event.fort, card=event.card, code=event.code, origin="summon")
    state = settle.arrive(state, ask, leaves)
    checks.in_deck(judge, state, seat, event.card)
    return state


def offer_summons(state: State, seat: Seat) -> Iterator[Choice]:
    if not checks.may_act(state, seat, "main") or not state.sides[seat].hand:
        return
    creatures = tuple(map(checks.card_pick, payable(state, seat, "creature")))
    if creatures:
        which = FieldSpec("card", "Which creature?", creatures, search=True)
        where = FieldSpec("fort", "To which fort?", tuple(checks.fort_pick(state, seat, number) for number in FORTS))
        yield Choice.asking(Summon, "Summon", (which, where), seat=seat, why=cite.COST_COLOR)


SUMMON = Action(
    Summon, cite.MAIN, summon, tells("{who} summons {card} to fort {fort}"), offers=offer_summons, follows=paid_with
)


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
    spells = tuple(map(checks.card_pick, payable(state, seat, "spell")))
    if spells:
        which = FieldSpec("card", "Which spell?", spells)
        yield Choice.asking(Cast, "Cast a spell", (which,), seat=seat, why=cite.COST_COLOR)


CAST = Action(Cast, cite.MAIN, cast, tells("{who} casts {card}"), offers=offer_spells, follows=paid_with)


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
    judge.rule(there.ambush is None, "ambush_there", "An ambush lies there already.", cite.AMBUSH)
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
    free = tuple(checks.fort_pick(state, seat, number) for number in FORTS if side.fort(number).ambush is None)
    fit = tuple(one for one in side.hidden_cards if deck.has_word(one, "ambush"))
    may = checks.may_act(state, seat, "main") and side.hand and free and fit
    if may and price_objection(AMBUSH_PRICE, side.resources) is None:
        where = FieldSpec("fort", "Before which fort?", free)
        picks = (Pick("", "I do not say"), *map(checks.card_pick, fit))
        which = FieldSpec("card", "Which card? Only you see this.", picks, preset=("",))
        yield Choice.asking(SetAmbush, "Set an ambush for 2", (where, which), seat=seat, why=cite.AMBUSH)


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
            event, suit = Activate(one.uid, seat=seat), color(one.card)
            yield Choice(label, event, (), about, card=one.card, uid=one.uid, suit=suit, why=cite.ABILITY)


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


def which_die(state: State, seat: Seat, indices: tuple[int, ...]) -> FieldSpec:
    """Which of these dice; a single one is ticked already."""
    picks = tuple(checks.die_pick(n, state.sides[seat].dice[n]) for n in indices)
    return FieldSpec("die", "Which die?", picks, preset=indices if len(indices) == 1 else ())


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
    """Free dice, colour by colour."""
    dice, free = state.sides[seat].dice, free_dice(state, seat)
    for word in dict.fromkeys(dice[n].color for n in free):
        same = tuple(n for n in free if dice[n].color == word)
        forts = tuple(number for number in FORTS if _shield_objection(state, seat, same[0], number) is None)
        if forts:
            places = tuple(checks.fort_pick(state, seat, number) for number in forts)
            where = FieldSpec("fort", "Before which fort?", places, preset=forts if len(forts) == 1 else ())
            label, asks = say("{color} dragoshield", color=word.capitalize()), (which_die(state, seat, same), where)
            yield Choice.asking(AssignShield, label, asks, seat=seat, suit=word, why=cite.SAME_COLOR)


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
    free, creatures = free_dice(state, seat), state.sides[seat].creatures
    if free and creatures:
        picks = tuple(checks.creature_pick(state, seat, one) for one in creatures)
        asks = (which_die(state, seat, free), FieldSpec("creature", "On which creature?", picks))
        yield Choice.asking(AssignCross, "Dragocross", asks, seat=seat, why=cite.ONE_BOOST)


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
    for n, one in enumerate(side.creatures if checks.may_act(state, seat, "main") else ()):
        free = tuple(number for number in FORTS if number != one.fort and side.room_at(number))
        if free:
            forts = tuple(checks.fort_pick(state, seat, number) for number in free)
            label = say("Move {card} from fort {fort}", card=one.name, fort=one.fort)
            asks, known = (FieldSpec("fort", "To which fort?", forts),), {"creature": one.uid}
            yield Choice.asking(Move, label, asks, known=known, seat=seat, uid=one.uid, why=cite.MOVE)
        others = tuple(other for other in side.creatures[n + 1 :] if other.fort != one.fort)
        if others:
            picks = tuple(checks.creature_pick(state, seat, other) for other in others)
            label = say("Swap {card} of fort {fort}", card=one.name, fort=one.fort)
            asks, known = (FieldSpec("second", "With whom?", picks),), {"first": one.uid}
            yield Choice.asking(Swap, label, asks, known=known, seat=seat, uid=one.uid, why=cite.MOVE)


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

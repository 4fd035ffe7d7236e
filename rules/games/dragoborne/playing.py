"""The main phase: creatures, spells, ambushes, abilities, dice and moves."""

from __future__ import annotations

from dataclasses import replace

from rules.games.dragoborne import book, checks, field, payment, settle, texts, turn
from rules.games.dragoborne import dice as dice_rules
from rules.games.dragoborne.cardbook import card, price
from rules.games.dragoborne.events import (
    Activate,
    AssignCross,
    AssignShield,
    Cast,
    Move,
    PayOtherwise,
    SetAmbush,
    Summon,
    Swap,
)
from rules.games.dragoborne.state import (
    Ambush,
    Ask,
    Paid,
    Paper,
    State,
    at_fort,
    crosses,
    fort,
    plain_dice,
    purse,
    room_at,
    shields,
    with_creature,
    with_die,
    with_fort,
    with_side,
)
from rules.table import Judge, Level, Refusal, Seat
from rules.text import say


def _main(state: State, judge: Judge) -> Seat:
    """The seat, which may act in its main phase now."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    checks.own_turn(judge, state, seat)
    checks.in_phase(judge, state, ("main",), book.MAIN)
    checks.free(judge, state)
    return seat


def pay(state: State, seat: Seat, wanted: payment.Price, chosen: tuple[int, ...], judge: Judge) -> State:
    """Resources rest for a price: those named, or else those one misses least."""
    side = state.sides[seat]
    known = all(0 <= index < len(side.resources) for index in chosen) and len(set(chosen)) == len(chosen)
    judge.struct(known, "bad_resource", "payment: expected different resources of the row")
    resources = purse(side)
    refused = (
        payment.payment_objection(wanted, resources, chosen) if chosen else payment.price_objection(wanted, resources)
    )
    checks.obey(judge, refused)
    rests = chosen
    if not chosen and refused is None:
        rests = payment.suggested_payment(wanted, resources)
    elif not chosen:
        # Set aside by the table: whatever stands is rested, as far as the cost goes.
        standing = [n for n, one in enumerate(side.resources) if not one.rested]
        rests = tuple(standing[: wanted.cost or 0])
    row = tuple(replace(one, rested=one.rested or n in rests) for n, one in enumerate(side.resources))
    paid = Paid(seat, len(rests), wanted.color or "", rests) if rests and refused is None else None
    return replace(with_side(state, seat, replace(side, resources=row)), paid=paid)


def exchange(state: State, stands: int, rests: int) -> State | None:
    """The last payment with one resource for another, or None where that would not pay."""
    paid = state.paid
    if paid is None:
        return None
    side = state.sides[paid.seat]
    row = tuple(replace(one, rested=one.rested and n not in paid.rested) for n, one in enumerate(side.resources))
    chosen = tuple(sorted((*(n for n in paid.rested if n != stands), rests)))
    wanted = payment.Price(paid.cost, paid.color or None)
    if payment.payment_objection(wanted, purse(replace(side, resources=row)), chosen) is not None:
        return None
    row = tuple(replace(one, rested=one.rested or n in chosen) for n, one in enumerate(row))
    return replace(with_side(state, paid.seat, replace(side, resources=row)), paid=replace(paid, rested=chosen))


def exchanges(state: State, seat: Seat) -> dict[str, tuple[int, int]]:
    """By which colours the last payment may be made otherwise: the word, and which resources change."""
    found: dict[str, tuple[int, int]] = {}
    paid = state.paid
    if paid is None or paid.seat != seat:
        return found
    row = state.sides[seat].resources
    for stands in paid.rested:
        for rests, other in enumerate(row):
            if other.rested or other.color == row[stands].color:
                continue
            word = f"{row[stands].color}>{other.color}"
            if word not in found and exchange(state, stands, rests) is not None:
                found[word] = (stands, rests)
    return found


def pay_otherwise(state: State, event: PayOtherwise, judge: Judge) -> State:
    """Another resource rests for what was paid last."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    found = exchanges(state, seat).get(event.exchange)
    if found is None:
        text = "That would not pay for it, or too much has happened since."
        raise Refusal(Level.STRUCT, "no_exchange", text, payment.COLOR.citation)
    return exchange(state, *found) or state


def summon(state: State, event: Summon, judge: Judge) -> State:
    """A creature is paid for and comes to a fort."""
    checks.is_card(judge, event.card, ("creature",), event.code)
    checks.fort_exists(judge, event.fort)
    seat = _main(state, judge)
    checks.from_hand(judge, state, seat)
    checks.card_free(judge, state, event.code)
    checks.obey(judge, field.crowd_objection(state, seat, event.fort, event.discard))
    leaves = event.discard if event.discard in _leavers(state, seat, event.fort) else ""
    state = pay(state, seat, price(event.card), chosen=event.payment, judge=judge)
    side = state.sides[seat]
    state = with_side(state, seat, replace(side, hand=max(0, side.hand - 1)))
    state = settle.arrive(
        state, Ask("room", seat, fort=event.fort, card=event.card, code=event.code, origin="summon"), leaves
    )
    checks.in_deck(judge, state, seat, event.card)
    return state


def _leavers(state: State, seat: Seat, number: str) -> tuple[str, ...]:
    """Who may leave a fort for a third creature."""
    there = tuple(one.uid for one in at_fort(state.sides[seat], number))
    return turn.leaving_candidates(there, "new", state.house)


def cast(state: State, event: Cast, judge: Judge) -> State:
    """A spell is paid for; people follow its text."""
    checks.is_card(judge, event.card, ("spell",), event.code)
    seat = _main(state, judge)
    checks.from_hand(judge, state, seat)
    checks.card_free(judge, state, event.code)
    state = pay(state, seat, price(event.card), chosen=event.payment, judge=judge)
    side = state.sides[seat]
    paper = Paper(event.card, event.code)
    side = replace(side, hand=max(0, side.hand - 1), discard=(*side.discard, paper))
    state = with_side(state, seat, side)
    extra = field.dice_text(state, seat, event.card)
    state = settle.remind(state, seat, event.card, " ".join((card(event.card).text, extra)).strip())
    checks.in_deck(judge, state, seat, event.card)
    return state


def set_ambush(state: State, event: SetAmbush, judge: Judge) -> State:
    """A card lies face down and at rest before a fort; which one need not be said."""
    checks.fort_exists(judge, event.fort)
    if event.card:
        checks.is_card(judge, event.card, ("creature", "spell"), event.code)
    seat = _main(state, judge)
    checks.from_hand(judge, state, seat)
    there = fort(state.sides[seat], event.fort)
    judge.rule(there.ambush is None, "ambush_there", "An ambush lies there already.", book.AMBUSH)
    if event.card:
        # The sentence does not say which card it is: an override is told to everybody.
        fits = texts.has_word(event.card, "ambush")
        judge.rule(fits, "not_ambush", "This card has no Ambush.", book.AMBUSH)
        banner = turn.ambush_objection(_banners(state, seat), str(card(event.card)["color"]), rested=True)
        text = "You have no banner of its colour; it can never be used."
        judge.warn(banner is None, "no_banner", text, turn.BANNER, to=seat)
    state = pay(state, seat, payment.ambush_price(), chosen=event.payment, judge=judge)
    side = state.sides[seat]
    # Where the table lets a second one lie there, the first goes to the discard pile unseen.
    away = int(there.ambush is not None)
    side = replace(side, hand=max(0, side.hand - 1), unnamed=side.unnamed + away)
    return with_side(
        state, seat, with_fort(side, event.fort, replace(there, ambush=Ambush(True, event.card, event.code)))
    )


def _banners(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(one.color for one in state.sides[seat].forts)


def activate(state: State, event: Activate, judge: Judge) -> State:
    """An activated ability is paid for; people follow its text."""
    checks.game_on(judge, state)
    one = checks.own_creature(judge, state, checks.seat_of(judge, state), event.creature)
    found = texts.ability(one.card)
    seat = _main(state, judge)
    if found is None or found.kind != "activated":
        text = say("{name} has no ability to activate.", name=card(one.card).name)
        judge.rule(False, "no_ability", text, book.ABILITY)
        # Set aside by the table: what gave it one also says what it costs.
        price_, text = payment.Price(len(event.payment), None), "Follow what gave it the ability."
    else:
        price_, text = payment.Price(found.cost, None), found.text
    state = pay(state, seat, price_, chosen=event.payment, judge=judge)
    return settle.remind(state, seat, one.card, text=text, uid=one.uid)


def assign_shield(state: State, event: AssignShield, judge: Judge) -> State:
    """A die becomes the dragoshield of a fort."""
    checks.fort_exists(judge, event.fort)
    seat = _die(state, event.die, judge)
    side = state.sides[seat]
    there = fort(side, event.fort)
    checks.obey(
        judge,
        dice_rules.shield_objection(
            plain_dice(side)[event.die],
            there.color,
            there.barriers,
            shields=len(shields(side, event.fort)),
            house=state.house,
        ),
    )
    die = replace(side.dice[event.die], where="shield", at=event.fort, assigned=True)
    return with_side(state, seat, with_die(side, event.die, die))


def _die(state: State, index: int, judge: Judge) -> Seat:
    """The seat, which may give that die a task now."""
    checks.game_on(judge, state)
    checks.die_exists(judge, state, checks.seat_of(judge, state), index)
    seat = _main(state, judge)
    rolled = state.sides[seat].dice[index].value > 0
    judge.struct(rolled, "not_rolled", "This die has not been rolled yet.", book.STAND.citation)
    return seat


def assign_cross(state: State, event: AssignCross, judge: Judge) -> State:
    """A die strengthens a creature."""
    checks.game_on(judge, state)
    one = checks.own_creature(judge, state, checks.seat_of(judge, state), event.creature)
    seat = _die(state, event.die, judge)
    side = state.sides[seat]
    checks.obey(judge, dice_rules.assign_objection(plain_dice(side)[event.die]))
    odd = dice_rules.cross_warning(len(crosses(side, one.uid)), state.house)
    if odd is not None:
        judge.warn(False, odd.code, odd.text, odd.why)
    die = replace(side.dice[event.die], where="cross", at=one.uid, assigned=True)
    return with_side(state, seat, with_die(side, event.die, die))


def move(state: State, event: Move, judge: Judge) -> State:
    """A creature goes to a fort with room."""
    checks.fort_exists(judge, event.fort)
    checks.game_on(judge, state)
    one = checks.own_creature(judge, state, checks.seat_of(judge, state), event.creature)
    seat = _main(state, judge)
    judge.struct(one.fort != event.fort, "already_there", "It is at this fort already.")
    room = room_at(state.sides[seat], event.fort)
    judge.rule(room, "fort_full", "Two creatures are at that fort; they can change places.", book.MOVE)
    return with_side(state, seat, with_creature(state.sides[seat], replace(one, fort=event.fort)))


def swap(state: State, event: Swap, judge: Judge) -> State:
    """Two creatures change places."""
    checks.game_on(judge, state)
    who = checks.seat_of(judge, state)
    first = checks.own_creature(judge, state, who, event.first)
    second = checks.own_creature(judge, state, who, event.second)
    seat = _main(state, judge)
    judge.struct(first.fort != second.fort, "already_there", "They are at the same fort.")
    side = with_creature(state.sides[seat], replace(first, fort=second.fort))
    return with_side(state, seat, with_creature(side, replace(second, fort=first.fort)))

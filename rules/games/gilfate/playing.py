"""A card is played: paid, aimed, answered, and then it happens or not."""

from __future__ import annotations

from dataclasses import replace

from rules.games.gilfate import book, checks, effects, settle, targets
from rules.games.gilfate.attack_cards import AttackCard
from rules.games.gilfate.cardbook import attack
from rules.games.gilfate.cost import HIGH, ONCE
from rules.games.gilfate.events import Declare, Happens, Play, UseActive
from rules.games.gilfate.fronts import cost_now, find_front, ready
from rules.games.gilfate.state import Due, Front, Held, Pending, State, answerable, lap, with_seat
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

REDUCED = 2


def play(state: State, event: Play, judge: Judge) -> State:
    """A card out of the hand: paid first, unless its effect comes first."""
    checks.in_round(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(not state.dues and state.pending is None, "card_open", "A card is on the table already.")
    word = checks.attack_card(judge, event.card, event.code)
    card = attack(word)
    checks.own_turn(judge, state, seat)
    judge.rule(state.phase == "play", "phase", "One card a turn, and it was played.", book.PLAY)
    player = state.seats[seat]
    judge.struct(
        player.hand > 0, "empty_hand", say("{who} has no cards by our count; set the hand first.", who=person(seat))
    )
    _may_use(judge, state, card, pay_only=event.pay_only)
    judge.struct(not event.use_10a or ready(state, seat, ONCE) is not None, "no_10a", "10a is not there to be used.")
    checks.noted(judge, player, seat, word)
    checks.card_fits(judge, state, word, event.code)
    state = with_seat(state, seat, settle.card_gone(player, word, event.code))
    price = cost_now(state, seat, word, use_10a=event.use_10a)
    tenth = ready(state, seat, ONCE)
    if tenth is not None and ONCE in price.changed_by:
        state = effects.mark_used(state, seat, tenth.uid)
    pending = Pending(word, seat, event.code, pay_only=event.pay_only or card.quick, cost=price.cost)
    if card.effect_first and not pending.pay_only:
        return replace(state, pending=replace(pending, step="declare"))
    return _to_pay(replace(state, pending=pending), pending, price.least)


def _may_use(judge: Judge, state: State, card: AttackCard, *, pay_only: bool) -> None:
    allowed = lap(state, card.number).may_use_effect
    judge.rule(
        allowed or pay_only,
        "first_lap",
        say("In the first lap a {number} is only paid; its effect has to wait.", number=card.number),
        book.FIRST_LAP,
    )
    judge.rule(
        not pay_only or card.quick or not allowed,
        "must_use",
        "An effect that is possible is used; a card is only paid where it is not.",
        book.REQUIRED,
    )


def _to_pay(state: State, pending: Pending, least: int) -> State:
    amount = min(pending.cost, state.blank.left)
    if amount:
        return replace(state, dues=(*state.dues, Due(pending.by, amount, min(least, amount), "pay")))
    short = 0 if pending.cost else None
    return replace(state, pending=replace(pending, short=short))


def declare(state: State, event: Declare, judge: Judge) -> State:
    """The card is aimed; now it may be answered."""
    checks.in_round(judge, state)
    seat = checks.seat_of(judge, state)
    pending = state.pending
    if pending is None or pending.step != "declare" or state.dues or pending.by != seat:
        judge.struct(False, "not_asked", "Nothing has to be aimed now; look at the table again.")
        return state
    found = targets.aims(state, seat, pending.card)
    _aimed(judge, state, event, found)
    aim = replace(pending, step="answer", option=event.option, target=event.target)
    return replace(state, pending=replace(aim, number=event.number, uid=event.uid))


def _aimed(judge: Judge, state: State, event: Declare, found: tuple[targets.Aim, ...]) -> None:
    if event.target is not None:
        checks.seat_named(judge, state, event.target)
    judge.struct(
        not event.uid or find_front(state, event.uid) is not None, "no_such_card", "That card lies there no more."
    )
    judge.struct(event.number is None or 0 <= event.number <= 12, "bad_input", "number: expected 0 to 12")
    aim = next((one for one in found if one.option == event.option), None)
    fits = aim is not None and (
        (event.target in aim.targets if aim.targets else event.target is None)
        and (event.uid in aim.uids if aim.uids else not event.uid)
        and aim.number == (event.number is not None)
    )
    judge.rule(fits, "bad_target", "The card cannot be aimed there.", book.REQUIRED)


def use_active(state: State, event: UseActive, judge: Judge) -> State:
    """A card in front is used, once a turn."""
    checks.in_round(judge, state)
    seat = checks.seat_of(judge, state)
    found = find_front(state, event.uid)
    if found is None or found[0] != seat:
        judge.struct(False, "no_such_card", say("That card does not lie in front of {who}.", who=person(seat)))
        return state
    front = found[1]
    card = attack(front.card)
    if event.target is not None:
        checks.seat_named(judge, state, event.target)
    checks.own_turn(judge, state, seat)
    judge.rule(not front.used, "used_this_turn", say("{card} was used in this turn.", card=front.card), book.ONCE)
    judge.rule(lap(state, card.number).may_use_effect, "first_lap", "Not in the first lap.", book.FIRST_LAP)
    if front.card == ONCE:
        return _less_drawn(state, event, judge)
    judge.struct(state.pending is None and not state.dues, "card_open", "Another card is on the table.")
    judge.struct(state.phase in ("play", "end"), "phase", "The turn has to begin first.")
    aims = targets.uses(state, seat, front.card)
    judge.struct(
        card.once_a_turn and front.card != "11c", "nothing_to_use", say("{card} works by itself.", card=front.card)
    )
    aim = next((one for one in aims if one.option == event.option), None)
    fits = aim is not None and (event.target in aim.targets if aim.targets else event.target is None)
    judge.rule(fits, "bad_target", "The card cannot be used like that now.", book.REQUIRED)
    return _used(effects.mark_used(state, seat, front.uid), event, front)


def _used(state: State, event: UseActive, front: Front) -> State:
    seat = event.seat or 0
    pending = Pending(front.card, seat, front.code, "answer", active=front.uid, resume=state.phase)
    return replace(state, pending=replace(pending, option=event.option, target=event.target))


def _less_drawn(state: State, event: UseActive, judge: Judge) -> State:
    """10a on a draw: two cards at most."""
    pending = state.pending
    fits = pending is not None and pending.step == "draw" and pending.drawer == event.seat and not state.dues
    judge.struct(
        fits and event.option == "draw",
        "nothing_to_use",
        "10a lowers a cost when a card is played, or a draw about to be made.",
    )
    if pending is None:
        return state
    judge.warn(pending.amount > REDUCED, "no_use", "No more than two are drawn anyway.", book.EFFECT)
    state = effects.mark_used(state, event.seat or 0, event.uid)
    return replace(state, pending=replace(pending, amount=min(pending.amount, REDUCED)))


def happens(state: State, event: Happens, judge: Judge) -> State:
    """Nobody answers any more."""
    checks.in_round(judge, state)
    pending = state.pending
    if pending is None or not answerable(state):
        judge.struct(False, "not_asked", "Nothing waits for answers now.")
        return state
    if len(pending.answers) % 2:
        return _cancelled(state, pending)
    judge.struct(pending.step == "answer", "not_asked", "The cards have to be drawn now.")
    outcome = effects.happen(state, pending)
    state = outcome.state
    for uid in outcome.gone:
        state = settle.without_front(state, uid, judge)
    if outcome.bombed is not None:
        state = settle.bombs_came(state, outcome.bombed, judge)
    return happened(state) if outcome.done else state


def happened(state: State) -> State:
    """The effect is done; the turn goes on."""
    pending = state.pending
    return settle.finish(replace(state, pending=replace(pending, happened=True))) if pending is not None else state


def _cancelled(state: State, pending: Pending) -> State:
    """A cancelled wager goes back to the hand (GF-R32), any other card is gone."""
    if pending.card != "6b" or pending.active or pending.step == "draw":
        return settle.finish(state)
    player = state.seats[pending.by]
    notes = (*player.notes, Held(pending.card, pending.code))
    state = with_seat(state, pending.by, replace(player, hand=player.hand + 1, notes=notes))
    return replace(state, pending=None, phase="end")


def to_draw(state: State, seat: Seat, amount: int) -> State:
    """The seat has to draw so many cards of the blank deck; that may be answered."""
    pending = state.pending
    if pending is None:
        return state
    if min(amount, state.blank.left) == 0:
        return happened(state)
    return replace(state, pending=replace(pending, step="draw", drawer=seat, amount=amount, answers=(), happened=True))


def ten_or_more(card: str) -> bool:
    """Whether the card is a 10, 11 or 12."""
    return attack(card).number >= HIGH

"""Cards against cards: cancelling, passing a draw on; and how an effect turned out."""

from __future__ import annotations

from dataclasses import replace

from rules.event import Objection
from rules.games.gilfate import book, chain, checks, effects, settle, targets
from rules.games.gilfate.blankdeck import drawn
from rules.games.gilfate.cardbook import attack
from rules.games.gilfate.events import Act, Respond
from rules.games.gilfate.fronts import cost_now, find_front
from rules.games.gilfate.playing import happened, to_draw
from rules.games.gilfate.state import Answer, Due, Held, Pending, Purpose, State, after, answerable, lap, with_seat
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

SILENT_BELL, SALT_WARD, CUT_ROPE, PASS_ON = "11c", "0b", "4a", chain.REDIRECTOR
COIN_DRAW = 5


def objection(state: State, seat: Seat, card: str) -> Objection | None:
    """What a written rule has against ``seat`` answering with ``card`` now."""
    pending = state.pending
    if pending is None:
        return None
    player = state.seats[seat]
    if player.out:
        return Objection("out", say("{who} is out of this round.", who=person(seat)), book.OUT)
    last = pending.answers[-1].by if pending.answers else pending.by
    drawing = pending.step == "draw"
    if card == PASS_ON:
        fits = drawing and pending.drawer == seat and pending.by != seat and not len(pending.answers) % 2
        return None if fits else Objection("not_drawing", "0a answers a draw another player causes.", book.REDIRECT)
    if card == SALT_WARD:
        return (
            None if seat in _hit(pending) and last != seat else Objection("not_on_you", book.ON_YOU.text, book.ON_YOU)
        )
    if card == CUT_ROPE:
        if last == seat:
            return Objection("own_effect", "4a cancels an effect of another player.", book.OTHERS_EFFECT)
        if player.hand < 2:
            return Objection("no_discard", "4a takes one more card of the hand.", book.OTHERS_EFFECT)
        return None
    if card == SILENT_BELL and not lap(state, 11).may_use_effect:
        return Objection("first_lap", "Not in the first lap.", book.FIRST_LAP)
    links = [chain.Link("effect"), *(chain.Link(one.card, str(one.by)) for one in pending.answers)]
    used = 0 if any(one.card == card and not one.used for one in player.front) else 1
    return chain.chain_objection([links[0], chain.Link(card, str(seat))], str(state.active), used)


def _hit(pending: Pending) -> tuple[Seat, ...]:
    """Who the last effect is used on: the one aimed at, or whose card the last answer cancels."""
    if not pending.answers:
        if pending.step == "draw":
            return (pending.drawer,)
        return (pending.target,) if pending.target is not None else _owners(pending)
    before = pending.answers[-2].by if len(pending.answers) > 1 else pending.by
    return (before,)


def _owners(pending: Pending) -> tuple[Seat, ...]:
    """Whose bombs card 9b takes, or whose card in front is meant."""
    seats = [int(word) for word in pending.option.split("+") if word.isdigit()]
    return tuple(seats) if seats else ((int(pending.uid.partition(".")[0]),) if pending.uid else ())


def respond(state: State, event: Respond, judge: Judge) -> State:
    """A quick card, or 11c in front, against the effect."""
    checks.in_round(judge, state)
    seat = checks.seat_of(judge, state)
    pending = state.pending
    if pending is None or not answerable(state):
        judge.struct(False, "not_asked", "Nothing can be answered now.")
        return state
    card = checks.attack_card(judge, event.card, event.code)
    discard = checks.attack_card(judge, event.discard) if event.discard else ""
    if card == SILENT_BELL:
        found = find_front(state, event.uid)
        own = found is not None and found[0] == seat and found[1].card == card
        judge.struct(own, "no_such_card", "11c does not lie in front there.")
    quick = attack(card).quick or card == SILENT_BELL
    judge.rule(quick, "not_quick", say("{card} cannot be played as an answer.", card=card), book.ANSWER)
    against = objection(state, seat, card) if quick else None
    if against is not None:
        judge.rule(False, against.code, against.text, against.why)
    if card == SILENT_BELL:
        state = effects.mark_used(state, seat, event.uid)
        return replace(state, pending=replace(pending, answers=(*pending.answers, Answer(card, seat))))
    judge.struct(state.seats[seat].hand > 0, "empty_hand", say("{who} has no cards by our count.", who=person(seat)))
    checks.noted(judge, state.seats[seat], seat, card)
    checks.card_fits(judge, state, card, event.code)
    cost = cost_now(state, seat, card).cost
    state = with_seat(state, seat, settle.card_gone(state.seats[seat], card, event.code))
    state = settle.discarded(state, card, event.code)
    if card == CUT_ROPE and state.seats[seat].hand:
        state = with_seat(state, seat, settle.card_gone(state.seats[seat], discard))
        state = settle.discarded(state, discard) if discard else state
    return _answered(state, pending, seat, card) if not cost else _paid(state, pending, seat, (card, cost))


def _answered(state: State, pending: Pending, seat: Seat, card: str) -> State:
    if card == PASS_ON and pending.step == "draw":
        following = after(state, pending.drawer)
        moved = replace(pending, drawer=following, amount=pending.amount + 1, answers=())
        return replace(state, pending=moved)
    if card not in chain.NEGATORS:
        return state
    return replace(state, pending=replace(pending, answers=(*pending.answers, Answer(card, seat))))


def _paid(state: State, pending: Pending, seat: Seat, bill: tuple[str, int]) -> State:
    """The answer stands at once; its blanks are drawn next, and who falls doing so has answered nothing."""
    card, cost = bill
    purpose: Purpose = "redirect" if card == PASS_ON else "answer"
    amount = min(cost, state.blank.left)
    state = _answered(state, pending, seat, card)
    return replace(state, dues=(*state.dues, Due(seat, amount, amount, purpose))) if amount else state


def act(state: State, event: Act, judge: Judge) -> State:
    """What only the table knows about an effect that happened."""
    checks.in_round(judge, state)
    pending = state.pending
    if pending is None or pending.step != "act" or state.dues:
        judge.struct(False, "not_asked", "That is not asked any more; look at the table again.")
        return state
    if event.target is not None:
        checks.seat_named(judge, state, event.target)
    card = checks.attack_card(judge, event.card, event.code) if event.card else ""
    if pending.card == "6a":
        return _coin(state, event, judge)
    if pending.card == "6b":
        return _wager(state, event, judge)
    if pending.number is not None and card:
        right = attack(card).number == pending.number
        judge.rule(
            right, "wrong_number", say("{card} is not a {number}.", card=card, number=pending.number), book.NUMBER
        )
    if pending.card == "8b":
        return _found(state, pending, card, event.code)
    return _lost(state, pending, card, event)


def _lost(state: State, pending: Pending, card: str, event: Act) -> State:
    """A card out of a hand: with 7b only if it was there, else in any case."""
    seat = pending.target if pending.target is not None else pending.by
    if card or pending.card != "7b":
        state = with_seat(state, seat, settle.card_gone(state.seats[seat], card, event.code))
        state = settle.discarded(state, card, event.code) if card else state
    return happened(state)


def _found(state: State, pending: Pending, card: str, code: str) -> State:
    if card:
        player = state.seats[pending.by]
        notes = (*player.notes, Held(card, code))
        state = with_seat(state, pending.by, replace(player, hand=player.hand + 1, notes=notes))
        state = replace(state, attack_left=max(0, state.attack_left - 1))
    return happened(effects.remind(state, "shuffle_attack", pending.by))


def _coin(state: State, event: Act, judge: Judge) -> State:
    pending = state.pending
    judge.struct(event.option in ("heads", "tails"), "bad_input", "option: expected heads or tails")
    by = pending.by if pending is not None else 0
    if event.option == "heads":
        return to_draw(state, by, COIN_DRAW)
    return to_draw(state, _opponent(state, event, judge, by), COIN_DRAW)


def _opponent(state: State, event: Act, judge: Judge, by: Seat) -> Seat:
    """The other player an effect needs. Refuses none, the caster, and who is out."""
    target = event.target
    judge.struct(target is not None, "bad_input", "target: which player?")
    target = target if target is not None else by
    fits = target != by and not state.seats[target].out
    judge.rule(fits, "bad_target", "It has to be another player, still in the round.", book.EFFECT)
    return target


def _wager(state: State, event: Act, judge: Judge) -> State:
    """The top card is turned over, as the first of the payment; a bomb guessed right may be given away instead."""
    pending = state.pending
    kind, _, keep = event.option.partition("_")
    judge.struct(kind in targets.GUESSES, "bad_input", "option: expected blank, bomb or explosion")
    judge.struct(state.blank.left > 0, "deck_empty", "The blank deck is empty by our count.")
    if pending is None:
        return state
    bomb, explosion = int(kind == "bomb"), int(kind == "explosion")
    state = replace(state, blank=drawn(state.blank, 1, bomb, explosion))
    right, rest = kind == pending.option, max(0, pending.cost - 1)
    if right and bomb and not keep:
        target = _opponent(state, event, judge, pending.by)
        return happened(_came(state, target, (1, 0), judge))
    following = _opponent(state, event, judge, pending.by) if right and rest else pending.by
    state = _came(state, pending.by, (bomb, explosion), judge)
    return to_draw(state, following, rest)


def _came(state: State, seat: Seat, found: tuple[int, int], judge: Judge) -> State:
    player = state.seats[seat]
    bombs, explosions = player.bombs + found[0], player.explosions + found[1]
    state = with_seat(state, seat, replace(player, bombs=bombs, explosions=explosions))
    return settle.bombs_came(state, seat, judge, explosion=bool(found[1]))

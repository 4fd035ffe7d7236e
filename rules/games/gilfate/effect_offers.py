"""What a seat can do while an effect is open: aim it, act in it, answer it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.gilfate import answering, book, rounds, targets
from rules.games.gilfate.blankdeck import outcomes
from rules.games.gilfate.cardbook import attack, card_of, face_of
from rules.games.gilfate.chain import NEGATORS, REDIRECTOR
from rules.games.gilfate.cost import HIGH, ONCE
from rules.games.gilfate.events import (
    Act,
    Declare,
    Happens,
    Respond,
    UseActive,
)
from rules.games.gilfate.fronts import cost_now, ready
from rules.games.gilfate.picks import (
    ACT_KEY,
    AIM_KEY,
    ANSWER_KEY,
    DRAW_KEY,
    NUMBERS,
    UNTOLD,
    front_pick,
    pick_of,
    player_field,
    possible,
)
from rules.games.gilfate.state import Pending, State, lap
from rules.table import Choice, FieldSpec, Seat
from rules.text import say


def aiming(state: State, pending: Pending) -> Iterator[Choice]:
    for aim in targets.aims(state, pending.by, pending.card):
        fields: list[FieldSpec] = []
        if aim.targets:
            fields.append(player_field(aim.targets))
        if aim.uids:
            picks = tuple(front_pick(state, uid) for uid in aim.uids)
            fields.append(FieldSpec("uid", "Which card?", picks))
        if aim.number:
            fields.append(FieldSpec("number", "Which number?", NUMBERS))
        event = Declare(aim.option, seat=pending.by)
        yield Choice(aim.label, event, tuple(fields), card=pending.card, prompt=AIM_KEY, why=book.EFFECT)


def acting(state: State, pending: Pending, seat: Seat) -> Iterator[Choice]:
    if pending.card == "6a" and seat == pending.by:
        yield from _coin(state, pending)
    elif pending.card == "6b" and seat == pending.by:
        yield from _turning(state, pending)
    elif pending.card == "7b":
        event = Act(seat=seat)
        picks = tuple(pick_of(card) for card in possible(state, pending.number)) if _holds(state, pending) else ()
        if picks:
            spec = FieldSpec("card", say("The {number} discarded", number=pending.number), picks)
            yield Choice("It is there", event, (spec,), prompt=ACT_KEY, why=book.NUMBER)
        yield Choice(say("No {number} in that hand", number=pending.number), event, prompt=ACT_KEY, why=book.NUMBER)
    elif pending.card == "8b" and seat == pending.by:
        event = Act(seat=seat)
        picks = tuple(pick_of(card) for card in possible(state, pending.number))
        yield Choice("Found it", event, (FieldSpec("card", "Which one?", picks),), prompt=ACT_KEY, why=book.NUMBER)
        yield Choice("Not in that deck", event, prompt=ACT_KEY, why=book.NUMBER)
    elif pending.card in ("5a", "11a"):
        picks = (*(pick_of(card) for card in possible(state) if _holds(state, pending)), UNTOLD)
        spec = FieldSpec("card", "Which card was it?", picks, search=True)
        yield Choice("It is discarded", Act(seat=seat), (spec,), prompt=ACT_KEY, primary=True, why=book.EFFECT)


def _holds(state: State, pending: Pending) -> bool:
    """Whether the hand a card is to come out of has one: while an effect was answered it may have emptied."""
    return state.seats[pending.target if pending.target is not None else pending.by].hand > 0


def _opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other, one in enumerate(state.seats) if other != seat and not one.out)


def _coin(state: State, pending: Pending) -> Iterator[Choice]:
    by = pending.by
    yield Choice("Heads: I draw 5", Act("heads", seat=by), prompt=ACT_KEY, why=book.EFFECT)
    fields = (player_field(_opponents(state, by), "Who draws 5?"),)
    yield Choice("Tails", Act("tails", seat=by), fields, prompt=ACT_KEY, why=book.EFFECT)


def _turning(state: State, pending: Pending) -> Iterator[Choice]:
    """6b: what the top card was, and what follows."""
    by, rest = pending.by, max(0, pending.cost - 1)
    others = _opponents(state, by)
    for kind, word in targets.GUESSES.items():
        if (int(kind == "bomb"), int(kind == "explosion")) not in outcomes(state.blank, 1):
            continue
        right = kind == pending.option
        event, why = Act(kind, seat=by), book.WAGER
        if right and kind == "bomb":
            fields = (player_field(others, "Who gets it?"),)
            yield Choice("A bomb: give it away", event, fields, prompt=ACT_KEY, suit=kind, why=why)
            event = Act("bomb_keep", seat=by)
        label = say("It was {word}", word=word)
        if right and rest:
            yield Choice(
                say("{label}: {rest} more", label=label, rest=rest),
                event,
                (player_field(others, "Who draws them?"),),
                prompt=ACT_KEY,
                why=why,
            )
        else:
            yield Choice(label, event, prompt=ACT_KEY, suit=kind, why=why)


def answers(state: State, pending: Pending, seat: Seat) -> Iterator[Choice]:
    cancelled = len(pending.answers) % 2 == 1
    if seat == pending.by and (pending.step == "answer" or cancelled):
        label = "Nobody answers: it is cancelled" if cancelled else "Nobody answers: it happens"
        yield Choice(label, Happens(seat=seat), prompt=ANSWER_KEY, primary=True, why=book.ANSWER)
    if state.seats[seat].hand:
        for card in (REDIRECTOR, *NEGATORS):
            if attack(card).quick and _may_hold(state, seat, card) and answering.objection(state, seat, card) is None:
                yield _quick(state, seat, card)
    bell = ready(state, seat, answering.SILENT_BELL)
    if bell is not None and answering.objection(state, seat, bell.card) is None:
        event = Respond(bell.card, bell.code, bell.uid, seat=seat)
        yield Choice(
            say("Use {card} {name}", card=bell.card, name=card_of(bell.card).name),
            event,
            card=bell.card,
            uid=bell.uid,
            prompt=ANSWER_KEY,
            why=book.ANSWER,
        )
    cache_card = ready(state, seat, ONCE)
    if cache_card is not None and seat == state.active and pending.step == "draw" and pending.drawer == seat:
        allowed = lap(state, HIGH).may_use_effect and not cancelled
        if pending.amount > rounds.START_PICKS and allowed:
            less = UseActive(cache_card.uid, "draw", seat=seat)
            yield Choice("10a: draw only 2", less, card=ONCE, uid=cache_card.uid, prompt=DRAW_KEY, why=book.ONCE)


def _may_hold(state: State, seat: Seat, card: str) -> bool:
    """Whether the card may be in the hand, as far as its owner's notes say."""
    player = state.seats[seat]
    complete = len(player.notes) == player.hand and not player.lost
    return not complete or any(one.card == card for one in player.notes)


def _quick(state: State, seat: Seat, card: str) -> Choice:
    cost = cost_now(state, seat, card).cost
    about = face_of(card)
    label = f"{'Pass it on' if card == REDIRECTOR else 'Cancel it'}: {card} {about.title}"
    fields: tuple[FieldSpec, ...] = ()
    if card == answering.CUT_ROPE:
        picks = (UNTOLD, *(pick_of(one) for one in possible(state)))
        fields = (FieldSpec("discard", "The card discarded with it", picks, search=True),)
    detail = say("costs {cost}", cost=cost) if cost else ""
    return Choice(
        label,
        Respond(card, seat=seat),
        fields=fields,
        detail=detail,
        card=card,
        suit=about.suit,
        prompt=ANSWER_KEY,
        why=book.ANSWER,
    )

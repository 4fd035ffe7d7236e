"""Cards against cards: an effect is answered, then it happens or is cancelled, and the table says how it turned out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Objection, Seat
from rules.games.gilfate import citations as cite
from rules.games.gilfate import result_pictures, settle
from rules.games.gilfate.chain import CUT_ROPE, NEGATORS, PASS_ON, SALT_WARD, SILENT_BELL, Link, chain_objection
from rules.games.gilfate.deck import attack, card_id, card_of, face_of, name_of, named_card, pick_of
from rules.games.gilfate.effects import DECKS, GUESSES, happen, mark_used, remind, without_attack
from rules.games.gilfate.piles import chance_in_words, outcomes
from rules.games.gilfate.state import (
    REDUCED_DRAW,
    Answer,
    Due,
    Front,
    Held,
    Pending,
    State,
    card_fits,
    front_spot,
    in_round,
    next_player,
    noted,
    player_field,
    seat_in_round,
    seat_named,
)
from rules.text import plural, say
from rules.view import person

ANSWER, ACT = "answer", "act"
"""Keys of the prompts these actions answer."""
COIN_DRAW = 5
UNTOLD = Pick("", "Not telling which")


# --- a draw that is passed on (rulebook 004, cards 0, 10)


def redirected(
    order: Sequence[str],
    target: str,
    amount: int,
    redirects: int,
    *,
    direction: int = 1,
    out: Collection[str] = (),
    reduced_by_10a: bool = False,
) -> tuple[str, int] | None:
    """Who draws in the end and how many, after ``redirects`` cards 0a: each passes it on with one more (GF-R25).

    ``reduced_by_10a``: the last player uses 10a on it, in their own turn, and draws two at most. None where nobody
    is left to draw.
    """
    player = next_player(order, target, direction=direction, out=out, steps=redirects)
    if player is None:
        return None
    total = amount + redirects
    return player, min(total, REDUCED_DRAW) if reduced_by_10a else total


@dataclass(frozen=True, slots=True)
class Respond(Event):
    """The seat answers the effect: with a quick card of the hand, or with 11c in front (``uid``).

    ``discard`` is the other card 4a takes, "" where nobody told which.
    """

    card: str
    code: str = ""
    uid: str = ""
    discard: str = ""


def respond(state: State, event: Respond, judge: Judge) -> State:
    answered = state.answered_table
    if answered is None or answered.pending is None:
        seat_in_round(judge, state)
        judge.struct(False, "not_asked", "Nothing can be answered now.")
        return state
    # What has happened meanwhile is as if it had not: the card waits for its answers once more (GF-R50).
    state, pending = answered, answered.pending
    seat = seat_in_round(judge, state)
    card = named_card(judge, event.card, event.code)
    discard = named_card(judge, event.discard) if event.discard else ""
    if card == SILENT_BELL:
        found = state.find_front(event.uid)
        own = found is not None and found[0] == seat and found[1].card == card
        judge.struct(own, "no_such_card", "11c is not in front there.")
    quick = attack(card).quick or card == SILENT_BELL
    judge.rule(quick, "not_quick", say("{card} cannot be played as an answer.", card=card), cite.ANSWER)
    judge.obey(_objection(state, seat, card) if quick else None)
    if card == SILENT_BELL:
        return _answered(mark_used(state, seat, event.uid), pending, seat, card)
    player = state.seats[seat]
    judge.struct(player.hand > 0, "empty_hand", say("{who} has no cards by our count.", who=person(seat)))
    noted(judge, player, seat, card)
    card_fits(judge, state, card, event.code)
    cost = state.cost_now(seat, card).cost
    state = settle.thrown_away(state, seat, card, event.code)
    if card == CUT_ROPE and state.seats[seat].hand:
        state = settle.thrown_away(state, seat, discard)
    state = _answered(state, pending, seat, card)
    # The answer stands at once; its blanks are drawn next, and who falls doing so has answered nothing.
    paid = cost and state.blank.left
    return replace(state, dues=(*state.dues, Due(seat, cost, cost, "answer"))) if paid else state


def _answered(state: State, pending: Pending, seat: Seat, card: str) -> State:
    if card == PASS_ON and pending.step == "draw":
        answer = Answer(card, seat, state.after(pending.draws[0]))
    elif card in NEGATORS:
        answer = Answer(card, seat)
    else:
        return state
    return replace(state, pending=replace(pending, answers=(*pending.answers, answer)))


def _objection(state: State, seat: Seat, card: str) -> Objection | None:
    """What a written rule has against ``seat`` answering with ``card`` now."""
    pending, player = state.pending, state.seats[seat]
    if pending is None:
        return None
    if player.out:
        return Objection("out", say("{who} is out of this round.", who=person(seat)), cite.OUT)
    if player.away:
        return Objection("away", say("{who} has left; say first that they are back.", who=person(seat)), cite.AWAY)
    last = pending.answers[-1].by if pending.answers else pending.by
    if card == PASS_ON:
        drawing = pending.step == "draw" and pending.draws[0] == seat
        fits = drawing and pending.draw_by != seat and not pending.cancelled
        return None if fits else Objection("not_drawing", "0a answers a draw another player causes.", cite.REDIRECT)
    if card == SALT_WARD:
        hit = seat in _hit(pending) and last != seat
        return None if hit else Objection("not_on_you", cite.ON_YOU.text, cite.ON_YOU)
    if card == CUT_ROPE:
        if last == seat:
            return Objection("own_effect", "4a cancels an effect of another player.", cite.OTHERS_EFFECT)
        more = player.hand >= 2
        return None if more else Objection("no_discard", "4a takes one more card of the hand.", cite.OTHERS_EFFECT)
    if card == SILENT_BELL and not state.lap(11).may_use_effect:
        return Objection("first_lap", "Not in the first lap.", cite.FIRST_LAP)
    used = 0 if state.ready(seat, card) is not None else 1
    return chain_objection([Link("effect"), Link(card, str(seat))], str(state.active), used)


def _hit(pending: Pending) -> tuple[Seat, ...]:
    """Who the last effect is used on: the one aimed at, who has to draw, or whose card the last answer cancels."""
    last = pending.answers[-1] if pending.answers else None
    if last is not None and last.card in NEGATORS:
        return (pending.answers[-2].by if len(pending.answers) > 1 else pending.by,)
    if pending.step == "draw":
        return (pending.draws[0],)
    if pending.target is not None:
        return (pending.target,)
    # Whose bombs card 9b takes, or whose card in front is meant.
    seats = tuple(int(word) for word in pending.option.split("+") if word.isdigit())
    return seats or ((int(pending.uid.partition(".")[0]),) if pending.uid else ())


def offer_answers(now: State, seat: Seat) -> Iterator[Choice]:
    state = now.answered_table
    if state is None:
        return
    # Once the effect has happened, stopping it is offered and nobody is asked.
    prompt = ANSWER if now.asks_for_answers else ""
    for card in (PASS_ON, *NEGATORS) if state.seats[seat].hand else ():
        if attack(card).quick and _may_hold(state, seat, card) and _objection(state, seat, card) is None:
            yield replace(_quick(state, seat, card), prompt=prompt)
    bell = bell_ready(state, seat)
    if bell is not None:
        event = Respond(bell.card, bell.code, bell.uid, seat=seat)
        label = say("Stop! {card} {name}", card=bell.card, name=card_of(bell.card).name)
        yield Choice(
            label, event, card=bell.card, uid=bell.uid, prompt=prompt, quiet=True, why=cite.ANSWER,
            spot=front_spot(bell.uid)
        )  # fmt: skip


def bell_ready(state: State, seat: Seat) -> Front | None:
    """A card 11c in front of the seat that can cancel what is on the table now."""
    bell = state.ready(seat, SILENT_BELL)
    return bell if bell is not None and _objection(state, seat, bell.card) is None else None


def _may_hold(state: State, seat: Seat, card: str) -> bool:
    """Whether the card may be in the hand, as far as its owner's notes and the open cards say."""
    noted = _whole_hand(state, seat)
    return (noted is None or card in noted) and state.may_be_hidden(card)


def _whole_hand(state: State, seat: Seat) -> list[str] | None:
    """The cards of the hand where its owner has noted all of them."""
    player = state.seats[seat]
    complete = len(player.notes) == player.hand and not player.lost
    return [one.card for one in player.notes] if complete else None


def _goes_with(state: State, seat: Seat, card: str) -> Iterator[str]:
    """The cards that may be discarded with this one, out of the same hand."""
    noted = _whole_hand(state, seat)
    if noted is not None:
        noted.remove(card)
    for one in state.possible(beside=card):
        if noted is None or one in noted:
            yield one


def _quick(state: State, seat: Seat, card: str) -> Choice:
    cost, about, pending = state.cost_now(seat, card).cost, face_of(card), state.pending
    template = "Pass it on: {card} {title}" if card == PASS_ON else "Stop! {card} {title}"
    label = say(template, card=card, title=about.title)
    fields: tuple[FieldSpec, ...] = ()
    if card == CUT_ROPE:
        picks = (*(pick_of(one) for one in _goes_with(state, seat, card)), UNTOLD)
        fields = (FieldSpec("discard", "The card discarded with it", picks, search=True),)
    detail = say("costs {cost}", cost=cost) if cost else ""
    last = pending.answers[-1] if pending is not None and pending.answers else None
    if last is not None and card in NEGATORS:
        answered = say("against {card} of {who}", card=name_of(last.card), who=person(last.by))
        detail = say("{answered}, {price}", answered=answered, price=detail) if detail else answered
    if fields:
        # It costs 1 at least; the name of the field is not shown where it is the only one.
        detail = say("{price}. Tap the card you discard with it.", price=detail)
    event = Respond(card, seat=seat)
    return Choice(
        label, event, fields=fields, detail=detail, card=card, suit=about.suit, prompt=ANSWER, quiet=True,
        why=cite.ANSWER
    )  # fmt: skip


def tell_answer(telling: Telling[State, Respond]) -> str:
    """The answer, what it is against, and what 4a took with it."""
    event, answered = telling.event, telling.before.answered_table
    pending = answered.pending if answered is not None else None
    template = "{who} answered {last} with {card}"
    if card_id(event.card) == PASS_ON:
        template = "{who} passed the draw on with {card}"
    if event.discard:
        template += " and discarded {discard}"
    last = ""
    if pending is not None:
        last = name_of(pending.answers[-1].card if pending.answers else pending.card)
    card, discard = name_of(card_id(event.card)), name_of(card_id(event.discard))
    return say(template, who=telling.who, last=last, card=card, discard=discard)


def stopped(telling: Telling[State, Respond]) -> Iterator[str]:
    """That an effect which had happened has not, as things stand now."""
    now = telling.after.pending
    if not telling.before.answerable and now is not None:
        template = "{card} has not happened: it is cancelled" if now.cancelled else "{card} waits for answers again"
        yield say(template, card=name_of(now.card))


RESPOND = Action(
    Respond, cite.ANSWER, respond, tell_answer,
    offers=offer_answers, follows=stopped, pictures=result_pictures.stopped
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Happens(Event):
    """Nobody answers any more: the effect happens, or is cancelled."""


def happens(state: State, event: Happens, judge: Judge) -> State:
    in_round(judge, state)
    pending = state.pending
    if pending is None or not state.answerable:
        judge.struct(False, "not_asked", "Nothing waits for answers now.")
        return state
    if pending.cancelled:
        return _answerable_still(_cancelled(state, pending), state)
    judge.struct(pending.step == "answer", "not_asked", "The cards have to be drawn now.")
    outcome = happen(state, pending)
    before, state = state, outcome.state
    for uid in outcome.gone:
        state = settle.without_front(state, uid, judge)
    if outcome.bombed is not None:
        state = settle.bombs_came(state, outcome.bombed, judge)
    return _answerable_still(settle.happened(state) if outcome.done else state, before)


def _answerable_still(after: State, before: State) -> State:
    """The table after an effect, which can be answered until something else is done (GF-R50)."""
    return replace(after, before_effect=replace(before, before_effect=None, notices=()))


def _cancelled(state: State, pending: Pending) -> State:
    """A cancelled wager goes back to the hand (GF-R32), any other card is gone."""
    if pending.card != "6b" or pending.active or pending.step == "draw":
        return settle.finish(state)
    return replace(_into_hand(state, pending.by, Held(pending.card, pending.code)), pending=None, phase="end")


def _into_hand(state: State, seat: Seat, held: Held) -> State:
    player = state.seats[seat]
    return state.with_seat(seat, replace(player, hand=player.hand + 1, notes=(*player.notes, held)))


def offer_happens(state: State, seat: Seat) -> Iterator[Choice]:
    pending = state.pending
    if pending is not None and state.asks_for_answers and seat == pending.by:
        label = "Nobody stops it: it is cancelled" if pending.cancelled else "Nobody stops it: it happens"
        yield Choice(label, Happens(seat=seat), prompt=ANSWER, primary=True, why=cite.ANSWER)


def tell_happens(telling: Telling[State, Happens]) -> str:
    """Whether the card on the table happened, once nobody answered any more."""
    pending = telling.before.pending
    if pending is None:
        return "Nobody answers it"
    template = "{by}'s {card} is cancelled" if pending.cancelled else "{by}'s {card} takes effect"
    return say(template, card=name_of(pending.card), by=person(pending.by))


def hands_changed(telling: Telling[State, Any]) -> Iterator[str]:
    """How many cards those hold whose hands an effect changed."""
    before, after = telling.before, telling.after
    if after.round != before.round or after.phase == "count":
        return
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.hand != new.hand:
            yield say("{who} holds {cards}", who=person(seat), cards=plural(new.hand, "card"))


HAPPENS = Action(
    Happens, cite.EFFECT, happens, tell_happens,
    offers=offer_happens, follows=hands_changed, pictures=result_pictures.happened
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Act(Event):
    """How an effect turned out: the coin, the card discarded, found or turned over, the player chosen then."""

    option: str = ""
    target: Seat | None = None
    card: str = ""
    code: str = ""


def act(state: State, event: Act, judge: Judge) -> State:
    in_round(judge, state)
    pending = state.pending
    if pending is None or pending.step != "act" or state.dues:
        judge.struct(False, "not_asked", "That question is answered already; look at the table again.")
        return state
    if event.target is not None:
        seat_named(judge, state, event.target)
    card = named_card(judge, event.card, event.code) if event.card else ""
    if pending.card == "6a":
        return _coin(state, pending, event, judge)
    if pending.card == "6b":
        return _wager(state, pending, event, judge)
    if pending.number is not None and card:
        text = say("{card} is not a {number}.", card=card, number=pending.number)
        judge.rule(attack(card).number == pending.number, "wrong_number", text, cite.NUMBER)
    if pending.card == "8b":
        if card:
            state = _into_hand(state, pending.by, Held(card, event.code))
            state = without_attack(state, 1, (pending.option,) if pending.option in DECKS else ())
        return settle.happened(remind(state, "shuffle_attack", pending.by))
    if card or pending.card != "7b":
        # With 7b only a card that was there leaves the hand, else one in any case.
        state = settle.thrown_away(state, pending.aimed_at, card, event.code)
    return settle.happened(state)


def _coin(state: State, pending: Pending, event: Act, judge: Judge) -> State:
    judge.struct(event.option in ("heads", "tails"), "bad_input", "option: expected heads or tails")
    if event.option == "tails" and not _opponents(state, pending.by):
        return settle.happened(state)
    seat = pending.by if event.option == "heads" else _opponent(state, event, judge, pending.by)
    return settle.to_draw(state, seat, COIN_DRAW)


def _opponent(state: State, event: Act, judge: Judge, by: Seat) -> Seat:
    """The other player an effect needs. Refuses none, the caster, and who is out."""
    judge.struct(event.target is not None, "bad_input", "target: which player?")
    target = event.target if event.target is not None else by
    fits = target != by and not state.seats[target].absent
    judge.rule(fits, "bad_target", "It has to be another player, still in the round.", cite.EFFECT)
    return target


def _wager(state: State, pending: Pending, event: Act, judge: Judge) -> State:
    """The top card is turned over, as the first of the payment; a bomb guessed right may be given away instead."""
    kind, _, keep = event.option.partition("_")
    judge.struct(kind in GUESSES, "bad_input", "option: expected blank, bomb or explosion")
    judge.struct(state.blank.left > 0, "deck_empty", "The blank deck is empty by our count.")
    bomb, explosion = int(kind == "bomb"), int(kind == "explosion")
    state = state.without_top(1, bomb, explosion)
    right, rest = kind == pending.option, max(0, pending.cost - 1)
    alone = not _opponents(state, pending.by)
    if right and bomb and not keep and not alone:
        target = _opponent(state, event, judge, pending.by)
        return settle.happened(settle.bombs_came(state, target, judge, bombs=1))
    following = _opponent(state, event, judge, pending.by) if right and rest and not alone else pending.by
    state = settle.bombs_came(state, pending.by, judge, bombs=bomb, explosions=explosion)
    if right and alone:
        # Everybody else has left: nobody draws the rest.
        return settle.happened(state)
    return settle.to_draw(state, following, rest)


def offer_acts(state: State, seat: Seat) -> Iterator[Choice]:
    pending = state.pending
    if pending is None or state.dues or pending.step != "act" or seat not in (pending.by, pending.target):
        return
    if pending.card in ("5a", "11a"):
        picks = (*(pick_of(card) for card in state.possible() if _holds(state, pending)), UNTOLD)
        spec = FieldSpec("card", "Which card was it?", picks, search=True)
        yield Choice("It is discarded", Act(seat=seat), (spec,), prompt=ACT, primary=True, why=cite.EFFECT)
    elif pending.card == "7b":
        label = say("The {number} discarded", number=pending.number)
        yield from _of_number(state, pending, seat, label="It is there", asked=label)
        none = say("No {number} in that hand", number=pending.number)
        yield Choice(none, Act(seat=seat), prompt=ACT, why=cite.NUMBER)
    elif seat == pending.by:
        yield from {"6a": _offer_coin, "6b": _offer_wager, "8b": _offer_find}[pending.card](state, pending)


def _holds(state: State, pending: Pending) -> bool:
    """Whether the hand a card is to come out of has one: while an effect was answered it may have emptied."""
    return state.seats[pending.aimed_at].hand > 0


def _of_number(state: State, pending: Pending, seat: Seat, label: str, asked: str) -> Iterator[Choice]:
    cards = state.possible(pending.number)
    if pending.card == "8b":
        cards = tuple(card for card in cards if card_of(card).back == pending.option)
    picks = tuple(pick_of(card) for card in cards)
    if picks and (pending.card == "8b" or _holds(state, pending)):
        spec = FieldSpec("card", asked, picks)
        yield Choice(label, Act(seat=seat), (spec,), prompt=ACT, why=cite.NUMBER)


def draw_forecast(state: State, count: int, seat: Seat) -> str:
    """How likely a player who draws so many cards gets a bomb."""
    return say("a bomb: {odds}", odds=chance_in_words(state.blank, count))


def _bomb_forecast(state: State, seat: Seat) -> str:
    player = state.seats[seat]
    if state.knockouts and player.bombs + 1 >= player.threshold:
        return "out of the round"
    return say("{bombs} → {more}", bombs=plural(player.bombs, "bomb"), more=player.bombs + 1)


def _offer_find(state: State, pending: Pending) -> Iterator[Choice]:
    yield from _of_number(state, pending, pending.by, label="Found it", asked="Which one?")
    yield Choice("Not in that deck", Act(seat=pending.by), prompt=ACT, why=cite.NUMBER)


def _opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in state.living if other != seat)


def _offer_coin(state: State, pending: Pending) -> Iterator[Choice]:
    by = pending.by
    yield Choice("Heads: I draw 5", Act("heads", seat=by), prompt=ACT, why=cite.EFFECT)
    others = _opponents(state, by)
    odds = partial(draw_forecast, state, COIN_DRAW)
    fields = (player_field(others, "Who draws 5?", odds, touched=False),) if others else ()
    yield Choice("Tails", Act("tails", seat=by), fields, prompt=ACT, why=cite.EFFECT)


def _offer_wager(state: State, pending: Pending) -> Iterator[Choice]:
    """6b: what the top card was, and what follows."""
    by, rest = pending.by, max(0, pending.cost - 1)
    others, possible_draws = _opponents(state, by), outcomes(state.blank, 1)
    for kind, word in GUESSES.items():
        if (int(kind == "bomb"), int(kind == "explosion")) not in possible_draws:
            yield from _unlikely(state, by, kind, word, right=kind == pending.option and rest > 0 and bool(others))
            continue
        right, event = kind == pending.option and bool(others), Act(kind, seat=by)
        if right and kind == "bomb":
            field = player_field(others, "Who gets it?", partial(_bomb_forecast, state), touched=False)
            yield Choice("A bomb: give it away", event, (field,), prompt=ACT, suit=kind, why=cite.WAGER)
            event = Act("bomb_keep", seat=by)
        if right and rest:
            label = say("It was {card}: {rest} more", card=word, rest=rest)
            field = player_field(others, "Who draws them?", partial(draw_forecast, state, rest), touched=False)
            yield Choice(label, event, (field,), prompt=ACT, why=cite.WAGER)
        else:
            yield Choice(say("It was {card}", card=word), event, prompt=ACT, suit=kind, why=cite.WAGER)


def _unlikely(state: State, by: Seat, kind: str, word: str, *, right: bool) -> Iterator[Choice]:
    """A top card that our counts exclude, where the paper shows it all the same."""
    event = Act(f"{kind}_keep" if kind == "bomb" else kind, seat=by, override=True)
    fields = (player_field(_opponents(state, by), "Who draws the rest?"),) if right else ()
    label = say("It was {card}, whatever our count says", card=word)
    yield Choice(label, event, fields, correction=True, why=cite.BY_HAND)


def tell_act(telling: Telling[State, Act]) -> str:
    """How the card on the table turned out."""
    event, pending = telling.event, telling.before.pending
    option = event.option.partition("_")[0]
    if pending is None:
        return say("{who} says how it turned out", who=telling.who)
    if option in ("heads", "tails"):
        template = "{by} tossed {option} for {played}"
    elif option:
        template = "{by} turned over {found}: the guess was {right}"
    else:
        template = _searched(pending, event)
    if option == "bomb" and event.option == "bomb" and pending.option == "bomb" and event.target is not None:
        template += ", and {target} gets it"
    right = "right" if option == pending.option else "wrong"
    return say(
        template, who=telling.who, by=person(pending.by), played=name_of(pending.card), option=option, right=right,
        found=GUESSES.get(option, option), target=person(event.target or 0), aimed=person(pending.aimed_at),
        card=name_of(card_id(event.card)), number=pending.number
    )  # fmt: skip


def _searched(pending: Pending, event: Act) -> str:
    """The template for what was found or discarded."""
    if pending.card == "8b":
        return "{by} found {card}" if event.card else "{by} found no {number}"
    if pending.card == "7b" and not event.card:
        return "{aimed} has no {number}"
    return "{aimed} discarded {card}"


ACT_OUT = Action(
    Act, cite.EFFECT, act, tell_act,
    offers=offer_acts, follows=hands_changed, pictures=result_pictures.turned_out
)  # fmt: skip

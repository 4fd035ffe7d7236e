"""Facts put right by hand: the paper is the truth, and every correction says in the log that it was one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rules.action import ByHand, Correction, Offer, Telling, number, pick
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.fairytale import citations as cite
from rules.games.fairytale import naming_cards, settle, stage_plan
from rules.games.fairytale.play import AskReveal, DiscardRest, NameCard, not_placed
from rules.games.fairytale.stages_and_draft import NextStage, stage_name
from rules.games.fairytale.state import (
    Laid,
    State,
    every_card,
    moment,
    next_added,
    now,
    resolving,
    with_card,
    with_tableau,
)
from rules.text import listed, say
from rules.view import person

READ_KEY = "read"


def _own(lies: Callable[[Laid], bool] = lambda laid: True) -> Callable[[State, Seat], FieldSpec]:
    """The field ``uid``: one of the seat's own cards that lie so."""

    def own_cards(state: State, seat: Seat) -> Iterable[Pick]:
        return (naming_cards.laid_pick(laid) for laid in state.tableaus[seat] if lies(laid))

    return pick("uid", "Which one?", own_cards)


def _theirs(
    event: type[Event], label: str, lies: Callable[[Laid], bool], **known: Any
) -> Callable[[State, Seat], Iterator[Choice]]:
    """The same correction of the cards in front of each of the others: a tap on one of them finds it."""

    def offers(state: State, seat: Seat) -> Iterator[Choice]:
        for other in range(state.players):
            picks = tuple(naming_cards.laid_pick(laid) for laid in state.tableaus[other] if lies(laid))
            if other != seat and picks:
                ask = FieldSpec("uid", "Which one?", picks)
                yield Choice.asking(
                    event, say(label, who=person(other)), (ask,), known=known, seat=other, override=True,
                    correction=True, why=cite.BY_HAND
                )  # fmt: skip

    return offers


def _both(*offers: Callable[[State, Seat], Iterator[Choice]]) -> Callable[[State, Seat], Iterator[Choice]]:
    """What each of these offers, one after the other."""
    return lambda state, seat: (choice for one in offers for choice in one(state, seat))


def _any_card(label: str) -> Callable[[State, Seat], FieldSpec]:
    return pick("card", label, lambda state, seat: naming_cards.every_pick(state.decks), search=True)


# --- which way a card lies


@dataclass(frozen=True, slots=True)
class SetFace(Event):
    """A card was found to lie the other way."""

    uid: str
    up: bool


def set_face(state: State, event: SetFace, judge: Judge) -> State:
    seat = judge.seat(state.players, naming_cards.WHOSE)
    laid = naming_cards.own_card(judge, state, seat, event.uid)
    side = "up" if event.up else "down"
    if laid.up == event.up:
        judge.warn(False, "as_it_lies", say("That card is face {side} already.", side=side), to=seat)
        return state
    judge.by_hand(say("one of {who}'s cards is face {side}.", who=person(seat), side=side), cite.BY_HAND)
    state = with_card(state, seat, replace(laid, up=event.up))
    if state.turning is not None and resolving(state):
        # So it lay before the effects that are being applied; should they be reckoned again, it does again.
        began = tuple((uid, event.up if uid == event.uid else up) for uid, up in state.turning.began)
        state = replace(state, turning=replace(state.turning, began=began))
    return settle.settle(state)


def tell_face(telling: Telling[State, SetFace]) -> str:
    event = telling.event
    # It lies open before or after.
    card = naming_cards.told_card(telling.after if event.up else telling.before, event.seat, event.uid)
    side = "up" if event.up else "down"
    return say("{who} by hand: {card} is face {side}", who=telling.who, card=card, side=side)


SET_FACE = Correction(
    SetFace, cite.BY_HAND, set_face, tell_face,
    offers=_both(
        _theirs(SetFace, "One of {who}'s cards is face down", lambda laid: laid.up, up=False),
        _theirs(SetFace, "One of {who}'s cards is face up", lambda laid: not laid.up, up=True),
    ),
    buttons=(
        Offer("One of my cards is face down", (_own(lambda laid: laid.up),), {"up": False}),
        Offer("One of my cards is face up", (_own(lambda laid: not laid.up),), {"up": True}),
    ),
)  # fmt: skip


# --- a card that is not there, and one that is another


@dataclass(frozen=True, slots=True)
class RemoveCard(Event):
    """A card was found not to be in the tableau."""

    uid: str


def remove_card(state: State, event: RemoveCard, judge: Judge) -> State:
    seat = judge.seat(state.players, naming_cards.WHOSE)
    naming_cards.own_card(judge, state, seat, event.uid)
    judge.by_hand(say("a card is not in front of {who}.", who=person(seat)), cite.BY_HAND)
    left = tuple(laid for laid in state.tableaus[seat] if laid.uid != event.uid)
    return settle.settle(with_tableau(state, seat, left))


def tell_removed(telling: Telling[State, RemoveCard]) -> str:
    card = naming_cards.told_card(telling.before, telling.event.seat, telling.event.uid)
    return say("{who} by hand: {card} is not there", who=telling.who, card=card)


REMOVE_CARD = Correction(
    RemoveCard, cite.BY_HAND, remove_card, tell_removed,
    offers=_theirs(RemoveCard, "One of {who}'s cards is not there", lambda laid: True),
    buttons=(Offer("One of my cards is not there", (_own(),)),),
)  # fmt: skip
OTHER_CARD = ByHand(
    NameCard,
    cite.BY_HAND,
    (Offer("One of my cards is a different card", (_own(), _any_card("What is it?")), {"again": True}),),
)  # fmt: skip


# --- one more card


@dataclass(frozen=True, slots=True)
class AddCard(Event):
    """A card was found in the tableau. ``card`` None: face down, and nobody looks. ``uid`` as in ``Select``."""

    card: str | None = None
    code: str = ""
    up: bool = True
    uid: str = ""


def add_card(state: State, event: AddCard, judge: Judge) -> State:
    seat = judge.seat(state.players, naming_cards.WHOSE)
    if event.card is None:
        judge.struct(not event.up, "needs_name", "A face-up card needs its name; only a face-down one may go without.")
    else:
        naming_cards.card_exists(judge, state, event.card, event.code)
        naming_cards.card_fits(judge, state, seat, card=event.card, code=event.code, public=event.up)
    full = say("{who} already has twelve cards.", who=person(seat))
    judge.rule(_room(state, seat), "tableau_full", full, cite.TWELVE)
    if state.mode == "play":
        judge.by_hand(say("one more card is in front of {who}.", who=person(seat)), cite.BY_HAND)
    return with_one_more(state, seat, event.card, event.code if event.card else "", up=event.up)


def with_one_more(state: State, seat: Seat, card: str | None, code: str, *, up: bool = True) -> State:
    """The table with a card found in the seat's tableau."""
    new = Laid(next_added(state, seat), card, code, up)
    state = with_tableau(state, seat, (*state.tableaus[seat], new))
    return replace(state, added=(*state.added[:seat], state.added[seat] + 1, *state.added[seat + 1 :]))


def _room(state: State, seat: Seat) -> bool:
    return len(state.tableaus[seat]) < stage_plan.TABLEAU_MAX


def offer_add(state: State, seat: Seat) -> Iterator[Choice]:
    """Where only points are counted, cards are added one after the other."""
    if moment(state) == "score" and state.mode == "score" and _room(state, seat):
        event = AddCard(seat=seat, uid=next_added(state, seat))
        ask = naming_cards.one_card(state, seat, "A face-up card")
        yield Choice("Add this card", event, (ask,), prompt=READ_KEY, primary=True, why=cite.POINTS)


@naming_cards.hidden_from_others
def hide_add(state: State, event: AddCard) -> AddCard:
    shown = naming_cards.lies_open(state, event.seat, event.uid, event.card)
    return event if shown else replace(event, card=None, code="", up=False)


def tell_add(telling: Telling[State, AddCard]) -> str:
    card = telling.event.card
    name = naming_cards.name_of(card) if card else "one more card"
    return say("{who} by hand: {card} is there", who=telling.who, card=name)


def _found_up(state: State, seat: Seat) -> dict[str, object]:
    return {"uid": next_added(state, seat), "up": True}


def _found_down(state: State, seat: Seat) -> dict[str, object]:
    return {"uid": next_added(state, seat), "up": False}


ADD_CARD = Correction(
    AddCard, cite.BY_HAND, add_card, tell_add, offers=offer_add, hides=hide_add,
    buttons=(
        Offer("One more card, face up", (_any_card("Which card?"),), _found_up, _room),
        Offer("One more card, face down", (_any_card("Which card?"),), _found_down, _room),
        Offer("One more, face down; not telling which", (), _found_down, _room),
    ),
)  # fmt: skip


# --- where the table is


@dataclass(frozen=True, slots=True)
class SetStage(Event):
    """The table is at ``stage``, with ``step`` picks or plays of it done: a way in from the middle of a game."""

    stage: int
    step: int = 0


def set_stage(state: State, event: SetStage, judge: Judge) -> State:
    # What was placed or asked is forgotten; cards somebody told us of stay hidden at an end that is reached like this.
    judge.struct(state.mode == "play", "score_only", "This table only counts points; there are no stages to set.")
    judge.struct(1 <= event.stage <= stage_plan.LAST, "bad_input", "stage: expected 1 to 9")
    kind = stage_plan.stage(event.stage).kind
    most = {"draft": stage_plan.HAND - 1, "play": stage_plan.PLAYS, "score": 0}[kind]
    text = say("step: expected 0 to {most} in stage {stage}", most=most, stage=event.stage)
    judge.struct(0 <= event.step <= most, "bad_input", text)
    judge.by_hand(say("the table is at stage {stage}.", stage=event.stage), cite.BY_HAND)
    state = settle.drop_effects(state)
    before = stage_plan.counts(state.players, event.stage - 1, 0).discard if event.stage > 1 else 0
    known = any(state.used) or any(map(bool, state.noted)) or any(not laid.up for _, laid in every_card(state))
    closed = kind == "play" and event.step == stage_plan.PLAYS
    return replace(
        state,
        stage=event.stage,
        pick=event.step + 1 if kind == "draft" else 1,
        played=event.step if kind == "play" else 0,
        closed=closed,
        discarded=before + (stage_plan.UNUSED * state.players if closed else 0),
        over=False,
        placed=(None,) * state.players,
        noted=((),) * state.players,
        opening=(),
        turning=None,
        past=(),
        reminders=(),
        cut_short=state.cut_short or known,
        no_hand=state.away,
        sat_out=(0,) * state.players,
        undealt=state.undealt if event.stage >= state.stage else 0,
    )


def _stages(state: State, seat: Seat) -> Iterable[Pick]:
    return _every_stage()


@cache
def _every_stage() -> tuple[Pick, ...]:
    numbers = range(1, stage_plan.LAST + 1)
    return tuple(Pick(one, f"{one} · {stage_plan.stage(one).title}") for one in numbers)


def _step(state: State, seat: Seat) -> FieldSpec:
    if now(state).kind == "draft":
        return number("step", "Cards already picked", most=stage_plan.HAND - 1, now=lambda *_: 0)(state, seat)
    return number("step", "Cards already played", most=stage_plan.PLAYS, now=lambda *_: state.played)(state, seat)


def _staged(state: State, seat: Seat) -> bool:
    return state.mode == "play"


def _further(state: State, seat: Seat) -> bool:
    return state.mode == "play" and now(state).kind != "score"


def _playing(state: State, seat: Seat) -> bool:
    return state.mode == "play" and now(state).kind == "play" and not state.closed


def _half_placed(state: State, seat: Seat) -> bool:
    return _playing(state, seat) and any(state.placed) and not state.opening


def tell_stage(telling: Telling[State, SetStage]) -> str:
    new, old = stage_name(telling.event.stage), stage_name(telling.before.stage)
    return say("By hand: the table is at {stage} (was {old})", stage=new, old=old)


SET_STAGE = Correction(
    SetStage, cite.BY_HAND, set_stage, tell_stage,
    buttons=(
        Offer("We are at a different stage", (pick("stage", "Stage", _stages),), when=_staged),
        Offer("We are further along in this stage", (_step,), lambda state, seat: {"stage": state.stage}, _further),
    ),
)  # fmt: skip


def _early(state: State, seat: Seat) -> str:
    return say("Reveal without {people}", people=listed(not_placed(state)))


EARLY_REVEAL = ByHand(AskReveal, cite.BY_HAND, (Offer(_early, when=_half_placed),))
NO_MORE_CARDS = ByHand(DiscardRest, cite.BY_HAND, (Offer("No more cards are played in this stage", when=_playing),))
LEAVE_STAGE = ByHand(
    NextStage,
    cite.BY_HAND,
    (Offer("End this stage here", known=lambda state, seat: {"to": state.stage + 1}, when=_playing),),
)

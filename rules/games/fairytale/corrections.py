"""Facts put right by hand: the paper is the truth, and every correction says in the log that it was one."""

from __future__ import annotations

from dataclasses import replace

from rules.games.fairytale import book, checks, settle, stages
from rules.games.fairytale.deck import is_expert
from rules.games.fairytale.events import AddCard, AddPlayer, RemoveCard, SetFace, SetStage
from rules.games.fairytale.state import (
    Laid,
    State,
    find,
    next_added,
    now,
    seat_added,
    whole_deck,
    with_card,
    with_tableau,
)
from rules.table import Judge
from rules.text import say
from rules.view import person

EXPERT_ON = "Five players need the expert cards: shuffle all 30 of them in."


def _by_hand(judge: Judge, text: str) -> None:
    judge.warn(False, "by_hand", say("Corrected by hand: {text}", text=text), book.BY_HAND)


def set_face(state: State, event: SetFace, judge: Judge) -> State:
    """A card lies the other way than noted."""
    seat = checks.seat_of(judge, state)
    checks.own_card(judge, state, seat, event.uid)
    laid = find(state, seat, event.uid) or Laid(event.uid, None)
    side = "up" if event.up else "down"
    if laid.up == event.up:
        judge.warn(False, "as_it_lies", say("That card lies face {side} already.", side=side), to=seat)
        return state
    _by_hand(judge, say("a card of {who} lies face {side}.", who=person(seat), side=side))
    return settle.settle(with_card(state, seat, replace(laid, up=event.up)))


def add_card(state: State, event: AddCard, judge: Judge) -> State:
    """A card lies there that was not noted."""
    seat = checks.seat_of(judge, state)
    if event.card is None:
        judge.struct(not event.up, "needs_name", "A face-up card needs its name; only a face-down one may go without.")
    else:
        checks.card_exists(judge, event.card, event.code)
        checks.card_fits(judge, state, seat, card=event.card, code=event.code, public=event.up)
    judge.rule(
        len(state.tableaus[seat]) < stages.TABLEAU_MAX,
        "tableau_full",
        say("{who} already has twelve cards.", who=person(seat)),
        book.TWELVE,
    )
    new = Laid(next_added(state, seat), event.card, event.code if event.card else "", event.up)
    state = with_tableau(state, seat, (*state.tableaus[seat], new))
    if state.mode == "play":
        _by_hand(judge, say("one more card lies in front of {who}.", who=person(seat)))
    return replace(state, added=(*state.added[:seat], state.added[seat] + 1, *state.added[seat + 1 :]))


def remove_card(state: State, event: RemoveCard, judge: Judge) -> State:
    """A card does not lie there."""
    seat = checks.seat_of(judge, state)
    checks.own_card(judge, state, seat, event.uid)
    _by_hand(judge, say("a card does not lie in front of {who}.", who=person(seat)))
    return settle.settle(
        with_tableau(state, seat, tuple(laid for laid in state.tableaus[seat] if laid.uid != event.uid))
    )


def set_stage(state: State, event: SetStage, judge: Judge) -> State:
    """The table is somewhere else in the game; what was placed or asked is forgotten."""
    judge.struct(state.mode == "play", "score_only", "This table only counts points; there are no stages to set.")
    judge.struct(1 <= event.stage <= stages.LAST, "bad_input", "stage: expected 1 to 9")
    kind = stages.stage(event.stage).kind
    most = {"draft": stages.HAND - 1, "play": stages.PLAYS, "score": 0}[kind]
    judge.struct(
        0 <= event.step <= most,
        "bad_input",
        say("step: expected 0 to {most} in stage {stage}", most=most, stage=event.stage),
    )
    _by_hand(judge, say("the table is at stage {stage}.", stage=event.stage))
    before = stages.counts(state.players, event.stage - 1, 0).discard if event.stage > 1 else 0
    closed = kind == "play" and event.step == stages.PLAYS
    empty: tuple[None, ...] = (None,) * state.players
    return replace(
        state,
        stage=event.stage,
        pick=event.step + 1 if kind == "draft" else 1,
        played=event.step if kind == "play" else 0,
        closed=closed,
        discarded=before + (stages.UNUSED * state.players if closed else 0),
        over=False,
        placed=empty,
        noted=((),) * state.players,
        turning=None,
        reminders=(),
    )


def can_add_player(state: State) -> bool:
    """Whether somebody may still come: always where points are only counted, else before the first reveal."""
    if state.players >= whole_deck().size // stages.CARDS_A_PLAYER or state.over:
        return False
    return state.mode == "score" or (
        state.stage <= 2 and state.turning is None and not any(state.tableaus) and now(state).kind != "score"
    )


def add_player(state: State, event: AddPlayer, judge: Judge) -> State:
    """One more seat after the last."""
    most = whole_deck().size // stages.CARDS_A_PLAYER
    judge.struct(
        state.players < most, "players", say("The deck serves {most} players, and {most} are here.", most=most)
    )
    judge.struct(
        can_add_player(state),
        "too_late",
        "Cards have been revealed already; nobody new can come in before the next game.",
        book.PLAYERS.citation,
    )
    state = seat_added(state)
    short = whole_deck().only(lambda card: not is_expert(card)).size < stages.CARDS_A_PLAYER * state.players
    if state.mode == "play" and short and not state.house.expert:
        judge.warn(False, "expert_on", EXPERT_ON, book.PLAYERS)
        return replace(state, house=replace(state.house, expert=True))
    return state

"""The corrections a seat of Fairy Tale can make by hand, as choices."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.fairytale import book, stages
from rules.games.fairytale.corrections import can_add_player
from rules.games.fairytale.events import (
    AddCard,
    AddPlayer,
    DiscardRest,
    NameCard,
    NextStage,
    RemoveCard,
    Reveal,
    SetFace,
    SetStage,
)
from rules.games.fairytale.picks import every_pick, laid_pick
from rules.games.fairytale.state import State, next_added, now
from rules.table import Choice, FieldSpec, Pick, Seat
from rules.text import say
from rules.view import person


def corrections(state: State, seat: Seat) -> Iterator[Choice]:
    """Every fact of the seat's own cards, late comers, and the stage."""
    yield from _card_corrections(state, seat)
    if state.mode == "score":
        return
    if can_add_player(state):
        yield Choice("Somebody joins late", AddPlayer(seat=seat), correction=True, why=book.PLAYERS)
    yield from _stage_corrections(state, seat)


def _card_corrections(state: State, seat: Seat) -> Iterator[Choice]:
    own = state.tableaus[seat]
    for up, side in ((False, "down"), (True, "up")):
        picks = tuple(laid_pick(laid) for laid in own if laid.up != up)
        if picks:
            event = SetFace("", up, seat=seat, override=True)
            yield _by_hand(say("A card lies face {side}", side=side), event, FieldSpec("uid", "Which one?", picks))
    if own:
        picks = tuple(laid_pick(laid) for laid in own)
        yield _by_hand(
            "A card is not here", RemoveCard("", seat=seat, override=True), FieldSpec("uid", "Which one?", picks)
        )
        known = every_pick()
        event_ = NameCard("", "", seat=seat, override=True)
        yield _by_hand(
            "A card is another one",
            event_,
            FieldSpec("uid", "Which one?", picks),
            FieldSpec("card", "What is it?", known, search=True),
        )
    if len(own) < stages.TABLEAU_MAX:
        known = every_pick()
        uid = next_added(state, seat)
        spec = FieldSpec("card", "Which card?", known, search=True)
        yield _by_hand("One more card lies face up", AddCard(uid=uid, seat=seat, override=True), spec)
        yield _by_hand("One more card lies face down", AddCard(up=False, uid=uid, seat=seat, override=True), spec)
        unknown = AddCard(up=False, uid=uid, seat=seat, override=True)
        yield _by_hand("One more lies face down; not telling which", unknown)


def _stage_corrections(state: State, seat: Seat) -> Iterator[Choice]:
    picks = tuple(Pick(number, f"{number} · {stages.stage(number).title}") for number in range(1, stages.LAST + 1))
    yield _by_hand("We are at another stage", SetStage(0, seat=seat, override=True), FieldSpec("stage", "Stage", picks))
    kind = now(state).kind
    if kind == "score":
        return
    most, what = (
        (stages.HAND - 1, "Cards already picked") if kind == "draft" else (stages.PLAYS, "Cards already played")
    )
    spec = FieldSpec("step", what, low=0, high=most, kind="number", preset=(state.played if kind == "play" else 0,))
    yield _by_hand("We are further on in this stage", SetStage(state.stage, seat=seat, override=True), spec)
    if kind != "play" or state.closed:
        return
    missing = [person(other) for other, placed in enumerate(state.placed) if placed is None]
    if any(state.placed):
        yield _by_hand(say("Reveal without {words}", words=" and ".join(missing)), Reveal(seat=seat, override=True))
    yield _by_hand("We play no more cards in this stage", DiscardRest(seat=seat, override=True))
    yield _by_hand("Leave this stage as it is", NextStage(state.stage + 1, seat=seat, override=True))


def _by_hand(
    label: str,
    event: SetFace | RemoveCard | NameCard | AddCard | SetStage | Reveal | DiscardRest | NextStage,
    *fields: FieldSpec,
) -> Choice:
    return Choice(label, event, fields, correction=True, why=book.BY_HAND)

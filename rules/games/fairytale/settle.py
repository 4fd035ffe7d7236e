"""What follows from facts by itself: the reveal, the effects that leave no choice, the discards."""

from __future__ import annotations

from dataclasses import replace

from rules.game_protocol import Judge
from rules.games.fairytale import citations as cite
from rules.games.fairytale import effects, stage_plan
from rules.games.fairytale.state import (
    Laid,
    Reminding,
    State,
    Turning,
    every_card,
    facts_of,
    pieces,
    whole_deck,
)
from rules.text import say
from rules.view import person


def reveal(state: State, judge: Judge) -> State:
    """All placed cards are turned over together; their effects wait until each of them is named."""
    uids = tuple(placed.uid for placed in state.placed if placed is not None)
    tableaus = tuple(
        own if placed is None else (*own, Laid(placed.uid, placed.card, placed.code))
        for own, placed in zip(state.tableaus, state.placed, strict=True)
    )
    state = replace(state, tableaus=tableaus, placed=(None,) * state.players, turning=Turning(uids), reminders=())
    _doubles(state, uids, judge)
    return settle(state)


def _doubles(state: State, uids: tuple[str, ...], judge: Judge) -> None:
    """Say what only shows now that all cards are open: one printed card twice, more copies than there are."""
    shown = [(seat, laid) for seat, laid in every_card(state) if laid.up and laid.card is not None]
    for _, new in (pair for pair in shown if pair[1].uid in uids):
        card = whole_deck().by_id[new.card or ""]
        twins = [seat for seat, laid in shown if new.code and laid.code == new.code]
        judge.warn(
            len(twins) < 2,
            "same_code",
            say(
                "The same printed {name} ({code}) lies in front of {words}. Was its sheet printed twice?",
                name=card.name,
                code=new.code,
                words=" and ".join(person(seat) for seat in twins),
            ),
            cite.PAPER,
        )
        count = sum(1 for _, laid in shown if laid.card == new.card)
        judge.warn(
            count <= card.copies,
            "too_many_copies",
            say(
                "{count} {name} lie face up, and the deck has {copies}. Is one of them another card?",
                count=count,
                name=card.name,
                copies=card.copies,
            ),
            cite.PAPER,
        )


def settle(state: State) -> State:
    """Apply everything that needs no choice; once nothing is left, the play is over, and after the third the hands."""
    turning = state.turning
    if turning is None or (turning.named and turning.progress.done):
        return state
    if not turning.named:
        fresh = [(seat, laid) for seat, laid in every_card(state) if laid.uid in turning.uids]
        if any(laid.card is None and laid.up for _, laid in fresh):
            return state
        turning = replace(turning, named=True, fired=_fired(fresh))
    found = effects.advance(
        turning.fired,
        pieces(state),
        turning.progress,
        state.players,
        unflip_optional=state.house.unflip_optional,
    )
    turning = replace(turning, progress=found.progress, met=(*turning.met, *found.met))
    state = replace(_as_they_lie(state, found) if found.met else state, turning=turning)
    return _played(state, turning) if turning.progress.done else state


def _as_they_lie(state: State, found: effects.Outcome) -> State:
    """The tableaus with every card as the effects left it."""
    faces = {piece.uid: piece.up for piece in found.pieces}
    return replace(
        state,
        tableaus=tuple(
            tuple(laid if laid.up == faces[laid.uid] else replace(laid, up=faces[laid.uid]) for laid in own)
            for own in state.tableaus
        ),
    )


def _fired(fresh: list[tuple[int, Laid]]) -> tuple[effects.Fired, ...]:
    """The effects of the revealed cards, in seat order (FT-R3: fixed from now on)."""
    return tuple(
        effects.Fired(seat, laid.uid, effect)
        for seat, laid in fresh
        if laid.card is not None
        for effect in facts_of(laid.card).effects
    )


def _played(state: State, turning: Turning) -> State:
    """One more reveal is done."""
    reminders = tuple(Reminding(one.seat, one.uid) for one in turning.fired if not one.effect.turns)
    state = replace(state, played=state.played + 1, reminders=reminders)
    return close(state) if state.played >= stage_plan.PLAYS else state


def close(state: State) -> State:
    """The play stage is over, if it is not already: what is left of each hand goes to the discard pile, unseen."""
    if state.closed:
        return state
    left = max(0, stage_plan.HAND - state.played) * state.players
    return replace(
        state,
        closed=True,
        discarded=state.discarded + left,
        placed=(None,) * state.players,
        noted=((),) * state.players,
    )


def drop_effects(state: State) -> State:
    """The reveal is left as it lies: questions nobody answered are forgotten, and it counts as played."""
    turning = state.turning
    if turning is None or (turning.named and turning.progress.done):
        return state
    left = replace(turning, named=True, progress=effects.Progress(len(effects.STEPS)))
    return _played(replace(state, turning=left), left)

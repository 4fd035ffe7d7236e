"""What follows from facts by itself: the reveal, the effects that leave no choice, the discards."""

from __future__ import annotations

from dataclasses import replace

from rules.event import Judge, Seat
from rules.games.fairytale import citations as cite
from rules.games.fairytale import effects, stage_plan
from rules.games.fairytale.deck import UNFLIP
from rules.games.fairytale.state import (
    NOTHING_YET,
    Laid,
    Reminding,
    State,
    Turning,
    card_called,
    every_card,
    faces_of,
    facts_of,
    lying,
    open_duties,
    pieces,
    resolving,
)
from rules.text import listed, say
from rules.view import person


def reveal(state: State, judge: Judge) -> State:
    """All placed cards are turned over together; their effects wait until each of them is named."""
    uids = tuple(placed.uid for placed in state.placed if placed is not None)
    missed = tuple(
        count + (seat in state.away and state.placed[seat] is None) for seat, count in enumerate(state.sat_out)
    )
    tableaus = tuple(
        own if placed is None else (*own, Laid(placed.uid, placed.card, placed.code))
        for own, placed in zip(state.tableaus, state.placed, strict=True)
    )
    state = replace(
        archived(state), tableaus=tableaus, placed=(None,) * state.players, opening=(), sat_out=missed, reminders=()
    )
    state = replace(state, turning=Turning(uids, began=faces_of(state)))
    _doubles(state, uids, judge)
    return settle(state)


def _doubles(state: State, uids: tuple[str, ...], judge: Judge) -> None:
    """Say what only shows now that all cards are open: one printed card twice, more copies than there are."""
    shown = [(seat, laid) for seat, laid in every_card(state) if laid.up and laid.card is not None]
    for _, new in (pair for pair in shown if pair[1].uid in uids):
        card = card_called(new.card or "")
        twins = [seat for seat, laid in shown if new.code and laid.code == new.code]
        judge.warn(
            len(twins) < 2,
            "same_code",
            say(
                "The same printed {name} ({code}) is in front of {words}. Was its sheet printed twice?",
                name=card.name,
                code=new.code,
                words=listed(person(seat) for seat in twins),
            ),
            cite.PAPER,
        )
        count = sum(1 for _, laid in shown if laid.card == new.card)
        judge.warn(
            count <= card.copies,
            "too_many_copies",
            say(
                "{count} {name} are face up, but the deck has {copies}. Is one of them another card?",
                count=count,
                name=card.name,
                copies=card.copies,
            ),
            cite.PAPER,
        )


def archived(state: State) -> State:
    """The table with its latest reveal among the past ones."""
    return replace(state, turning=None, past=(*state.past, state.turning)) if state.turning is not None else state


def open_up(state: State, judge: Judge, agreed: Seat | None = None) -> State:
    """The placed cards are turned over early, as soon as everybody who has placed one has said so.

    A card that was placed is not shown by somebody else's tap: who has placed nothing could look, have it taken back,
    and then choose. ``agreed`` has said so already, and who is away is not asked.
    """
    asked = tuple(
        seat
        for seat, placed in enumerate(state.placed)
        if placed is not None and seat != agreed and seat not in state.away
    )
    return replace(state, opening=asked) if asked else reveal(state, judge)


def turned_over(state: State, seat: Seat, judge: Judge) -> State:
    """One of those who were asked has turned the placed card over, or taken it back."""
    left = tuple(one for one in state.opening if one != seat)
    if left == state.opening:
        return state
    return replace(state, opening=left) if left or not any(state.placed) else reveal(state, judge)


def settle(state: State) -> State:
    """Apply everything that needs no choice; once nothing is left, the play is over, and after the third the hands."""
    while state.turning is not None:
        turning = state.turning
        if not turning.done:
            state = _applied(state, turning)
            turning = state.turning or turning
            if not turning.done:
                return state
            state = _played(state, turning)
        if not state.later:
            return state
        state = _next_again(state)
    return state


def _applied(state: State, turning: Turning) -> State:
    """The reveal as far as it goes without a question that has no answer yet."""
    if not turning.named:
        fresh = [(seat, laid) for seat, laid in every_card(state) if laid.uid in turning.uids]
        if any(laid.card is None and laid.up and seat not in state.away for seat, laid in fresh):
            return state
        shown = tuple((laid.uid, laid.card) for _, laid in fresh if laid.card is not None)
        earlier = tuple(
            (laid.uid, laid.card)
            for _, laid in every_card(state)
            if laid.up and laid.card is not None and laid.uid not in turning.uids
        )
        turning = replace(turning, named=True, fired=_fired(fresh), shown=shown, earlier=earlier)
    while True:
        found = effects.advance(
            turning.fired,
            pieces(state),
            turning.progress,
            state.players,
            unflip_optional=state.house.unflip_optional,
        )
        turning = replace(turning, progress=found.progress, met=(*turning.met, *found.met))
        state = replace(_as_they_lie(state, found) if found.met else state, turning=turning)
        met = next((known for duty in found.open if (known := _answered(state, turning, duty)) is not None), None)
        if met is None:
            return state
        turning = _with_met(turning, met)
        up = met.need.verb == UNFLIP
        state = lying(replace(state, turning=turning), tuple((uid, up) for uid in met.uids))


def _with_met(turning: Turning, met: effects.Met) -> Turning:
    return replace(turning, progress=effects.after_need(turning.progress, met.need), met=(*turning.met, met))


def _answered(state: State, turning: Turning, duty: effects.Duty) -> effects.Met | None:
    """What was answered to that question the first time, where it still fits; else whoever is away chooses nothing."""
    kept = next((one for one in turning.answers if (one.need.seat, one.need.step) == _key(duty.need)), None)
    if kept is not None and kept.need.amount == duty.need.amount and not effects.answer_objection(duty, kept.uids):
        return kept
    return effects.Met(duty.need, (), chosen=True) if duty.need.seat in state.away else None


def _key(need: effects.Need) -> tuple[Seat, str]:
    return need.seat, need.step


def _as_they_lie(state: State, found: effects.Outcome) -> State:
    """The tableaus with every card as the effects left it."""
    return lying(state, tuple((piece.uid, piece.up) for piece in found.pieces))


def _fired(fresh: list[tuple[int, Laid]]) -> tuple[effects.Fired, ...]:
    """The effects of the revealed cards, in seat order (FT-R3: fixed from now on)."""
    return tuple(
        effects.Fired(seat, laid.uid, effect)
        for seat, laid in fresh
        if laid.card is not None
        for effect in facts_of(laid.card).effects
    )


def _played(state: State, turning: Turning) -> State:
    """A reveal is done: one more, unless it was only reckoned again."""
    if turning.again:
        state = lying(state, turning.by_hand)
    counted = turning.again and bool(turning.ended)
    if not state.later and (state.played or not counted):
        ticked = {one.uid for one in state.reminders if one.done}
        reminders = tuple(
            Reminding(one.seat, one.uid, one.uid in ticked) for one in turning.fired if not one.effect.turns
        )
        state = replace(state, reminders=reminders)
    state = replace(state, turning=replace(turning, ended=faces_of(state)))
    if counted:
        return state
    state = replace(state, played=state.played + 1)
    if state.played < stage_plan.PLAYS:
        return state
    # Three reveals of everybody are a stage played: what follows from here is no end reached by hand.
    lately = (*state.past, *((state.turning,) if state.turning is not None else ()))[-stage_plan.PLAYS :]
    whole = len(lately) == stage_plan.PLAYS and all(len(one.uids) == state.players for one in lately)
    return close(replace(state, cut_short=state.cut_short and not whole))


def close(state: State) -> State:
    """The play stage is over, if it is not already: what is left of each hand goes to the discard pile, unseen."""
    if state.closed:
        return state
    hands = [seat for seat in range(state.players) if seat not in state.no_hand]
    left = sum(max(0, stage_plan.HAND - state.played + state.sat_out[seat]) for seat in hands)
    return replace(
        state,
        closed=True,
        discarded=state.discarded + left,
        placed=(None,) * state.players,
        noted=((),) * state.players,
        opening=(),
        sat_out=(0,) * state.players,
    )


def drop_effects(state: State) -> State:
    """The reveal is left as it lies: questions nobody answered are forgotten, and it counts as played."""
    while state.turning is not None and not state.turning.done:
        left = replace(state.turning, named=True, left=True, progress=effects.Progress(len(effects.STEPS)))
        state = settle(_played(replace(state, turning=left), left))
    return state


# --- a reveal reckoned again, because one of its cards was another


def reckoned_again(state: State, uid: str, judge: Judge) -> State:
    """The table with every reveal reckoned again since the card ``uid`` lies there, now that it is another one.

    Answers given then are kept where they still fit; where they do not, or where what was forced has become a choice,
    the owner is asked (FT-R22). What was set by hand in between stays as it was set.
    """
    reveals = (*state.past, *((state.turning,) if state.turning is not None else ()), *state.later)
    first = next((n for n, one in enumerate(reveals) if uid in dict(one.began)), None)
    if first is None or reveals[first].left:
        return settle(state)
    before = state
    fresh = tuple(_anew(state, reveals, n) for n in range(first, len(reveals)))
    state = lying(replace(state, past=reveals[:first], turning=fresh[0], later=fresh[1:]), fresh[0].began)
    state = settle(state)
    _say_what_lies_otherwise(judge, before, state)
    return replace(state, over=False) if resolving(state) else state


def _anew(state: State, reveals: tuple[Turning, ...], n: int) -> Turning:
    """A reveal as it was before its effects, with what is kept of the first time."""
    old = reveals[n]
    last = n + 1 == len(reveals)
    # Half way through, the cards lie as they do for the moment only.
    known = old.ended and not (last and resolving(state))
    following = dict(faces_of(state) if last else reveals[n + 1].began) if known else {}
    by_hand = dict(old.by_hand) | {uid: following[uid] for uid, up in old.ended if following.get(uid, up) != up}
    kept = replace(old, again=True, by_hand=tuple(by_hand.items()))
    if old.left:
        return kept
    chosen = tuple(met for met in old.met if met.chosen)
    asked = {_key(met.need) for met in chosen}
    answers = (*chosen, *(met for met in old.answers if _key(met.need) not in asked))
    return replace(kept, named=False, fired=(), progress=NOTHING_YET, met=(), answers=answers)


def _next_again(state: State) -> State:
    """The next reveal is reckoned again, on the cards as the one before left them."""
    following, before = state.later[0], dict(faces_of(state))
    last = dict(state.turning.began) if state.turning is not None else {}
    began = tuple(
        (uid, up if uid in following.uids or uid not in last else before.get(uid, up)) for uid, up in following.began
    )
    state = lying(replace(archived(state), later=state.later[1:]), began)
    if following.left:
        # Its questions were left open then; what was turned all the same is turned.
        turned = tuple((uid, met.need.verb == UNFLIP) for met in following.met for uid in met.uids)
        state = lying(lying(state, turned), following.by_hand)
        following = replace(following, ended=faces_of(state))
    return replace(state, turning=replace(following, began=began))


def _say_what_lies_otherwise(judge: Judge, before: State, after: State) -> None:
    """Which cards lie otherwise now, by name where they lay open before or do now; and who is asked."""
    old = dict(faces_of(before))
    # With reveals still to come the cards lie as they do for the moment only.
    for seat, laid in every_card(after) if not after.later else ():
        if old.get(laid.uid, laid.up) == laid.up:
            continue
        name = card_called(laid.card).name if laid.card is not None else "a card"
        side = "up" if laid.up else "down"
        text = say("After the correction {card} of {who} is face {side}.", card=name, who=person(seat), side=side)
        judge.warn(False, "flips_again", text, cite.AGAIN)
    asked = sorted({duty.need.seat for duty in open_duties(after)}) if resolving(after) else []
    people = listed(person(seat) for seat in asked)
    judge.warn(not asked, "flips_asked", say("After the correction {people} chooses again.", people=people), cite.AGAIN)

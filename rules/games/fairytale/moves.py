"""What happens in a game as the rulebook tells it: stages, drafts, placing, revealing, choosing, scoring."""

from __future__ import annotations

from dataclasses import replace

from rules.games.fairytale import book, checks, resolve, settle, stages
from rules.games.fairytale.events import (
    Choose,
    DiscardRest,
    LogPick,
    NameCard,
    NextPick,
    NextStage,
    Reveal,
    Score,
    Select,
    TickReminder,
    Unselect,
)
from rules.games.fairytale.model import UNFLIP
from rules.games.fairytale.state import (
    Laid,
    Noted,
    Placed,
    State,
    facts_of,
    find,
    moment,
    next_uid,
    now,
    open_duties,
    resolving,
    unnamed,
    with_card,
    with_noted,
    with_placed,
    with_tableau,
)
from rules.games.fairytale.tally import interim_total
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person


def _tracked(judge: Judge, state: State) -> None:
    judge.struct(state.mode == "play", "score_only", "This table only counts points; there are no stages to play.")
    judge.struct(not state.over, "game_over", "The points are counted and the game is over; take that back first.")


def next_stage(state: State, event: NextStage, judge: Judge) -> State:
    """On to the next stage."""
    _tracked(judge, state)
    judge.struct(state.stage < stages.LAST, "last_stage", "This is the last stage: count the points.")
    to = event.to or state.stage + 1
    judge.struct(
        to > state.stage, "already_there", say("Somebody was faster: stage {stage} is already here.", stage=state.stage)
    )
    judge.struct(
        to == state.stage + 1,
        "not_next",
        say("After stage {stage} comes stage {number}.", stage=state.stage, number=state.stage + 1),
    )
    if now(state).kind == "draft":
        left = stages.HAND - state.pick
        judge.warn(
            not left, "draft_short", say("By our count {left} more to pick: is everybody done?", left=left), book.DRAFT
        )
    else:
        judge.rule(
            moment(state) == "closed",
            "stage_incomplete",
            say("Stage {stage} is not over: {missing}.", stage=state.stage, missing=_missing(state)),
            book.STAGES,
        )
        state = settle.drop_effects(state)
        state = state if state.closed else settle.close(state)
    fresh = to % 2 == 1
    return replace(
        state,
        stage=to,
        pick=1,
        played=0,
        closed=False,
        turning=None,
        reminders=(),
        noted=((),) * state.players if fresh else state.noted,
    )


def _missing(state: State) -> str:
    if resolving(state):
        return "effects still wait for an answer"
    left = stages.PLAYS - state.played
    return say("{left} more {word} each to play", left=left, word="card" if left == 1 else "cards")


def next_pick(state: State, event: NextPick, judge: Judge) -> State:
    """Everybody has kept one card and passed the others."""
    _tracked(judge, state)
    judge.struct(now(state).kind == "draft", "phase", say("Nothing is picked in stage {stage}.", stage=state.stage))
    judge.struct(state.pick < stages.HAND, "last_pick", "That was the last card; go on to playing.")
    to = event.to or state.pick + 1
    judge.struct(
        to > state.pick, "already_there", say("Somebody was faster: pick {pick} is already here.", pick=state.pick)
    )
    judge.struct(
        to == state.pick + 1,
        "not_next",
        say("After pick {pick} comes pick {number}.", pick=state.pick, number=state.pick + 1),
    )
    return replace(state, pick=to)


def log_pick(state: State, event: LogPick, judge: Judge) -> State:
    """A note only its owner sees; an empty one, as others' copies of a log hold it, says nothing."""
    _tracked(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(
        not event.codes or len(event.codes) == len(event.cards),
        "bad_input",
        "codes: expected one for each card, or none",
    )
    judge.rule(
        now(state).kind == "draft" or moment(state) in ("select", "resolve"),
        "phase",
        "Cards are noted from the draft on, until the hands are discarded.",
        book.DRAFT,
        to=seat,
    )
    for index, card in enumerate(event.cards):
        code = event.codes[index] if event.codes else ""
        checks.card_exists(judge, card, code)
        noted = state.noted[seat]
        placed = state.placed[seat]
        held = len(noted) + state.played + (placed is not None)
        judge.struct(held < stages.HAND, "not_own_pick", "Five cards are noted already; a hand has no more.")
        known = [(n.code, "is noted") for n in noted] + [(own.code, "lies there") for own in state.tableaus[seat]]
        known += [(placed.code, "is placed")] if placed is not None else []
        twice = next((word for known_code, word in known if code and known_code == code), "")
        judge.struct(not twice, "not_own_pick", say("This very card {twice} already.", twice=twice))
        checks.card_fits(judge, state, seat, card=card, code=code, public=False)
        state = with_noted(state, seat, (*noted, Noted(card, code)))
    return state


def select(state: State, event: Select, judge: Judge) -> State:
    """A card is placed face down; the last one to be placed turns all of them over."""
    _tracked(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(state.stage < stages.LAST, "phase", "All cards are played; add a card by hand if one is missing.")
    state = _time_to_place(state, judge)
    judge.rule(
        state.placed[seat] is None,
        "already_selected",
        say("{who} has already placed a card; take it back first.", who=person(seat)),
        book.PLACE,
    )
    judge.rule(
        len(state.tableaus[seat]) < stages.TABLEAU_MAX,
        "tableau_full",
        say("{who} already has twelve cards.", who=person(seat)),
        book.TWELVE,
    )
    noted = None
    if event.card is not None:
        checks.card_exists(judge, event.card, event.code)
        checks.card_fits(judge, state, seat, card=event.card, code=event.code, public=False)
        noted = _note_of(state, seat, event)
        told = len(state.noted[seat]) + state.played == stages.HAND
        judge.warn(
            noted is not None or not told, "not_noted", "This is none of the five cards you noted.", book.DRAFT, to=seat
        )
    placed = Placed(next_uid(state, seat), event.card, event.code if event.card else "", noted is not None)
    if noted is not None:
        rest = list(state.noted[seat])
        rest.remove(noted)
        state = with_noted(state, seat, tuple(rest))
    state = replace(
        state,
        placed=(*state.placed[:seat], placed, *state.placed[seat + 1 :]),
        used=(*state.used[:seat], state.used[seat] + 1, *state.used[seat + 1 :]),
    )
    return settle.reveal(state, judge) if all(state.placed) else state


def _time_to_place(state: State, judge: Judge) -> State:
    """The table at the moment a card is placed; where it is ahead of us, an override catches up."""
    match moment(state):
        case "draft":
            judge.rule(
                False,
                "phase",
                say("Stage {stage} is a draft; cards are placed in the next stage.", stage=state.stage),
                book.STAGES,
            )
            return replace(state, stage=state.stage + 1, pick=1)
        case "resolve":
            judge.rule(False, "effects_pending", "The last reveal is not resolved yet.", book.ORDER)
            return settle.drop_effects(state)
        case "closed":
            judge.rule(False, "three_cards", "Three cards are played; the other two are discarded.", book.THREE)
    return state


def _note_of(state: State, seat: Seat, event: Select) -> Noted | None:
    notes = [noted for noted in state.noted[seat] if noted.card == event.card]
    exact = [noted for noted in notes if noted.code == event.code]
    blank = [noted for noted in notes if not noted.code or not event.code]
    return next(iter([*exact, *blank]), None)


def unselect(state: State, event: Unselect, judge: Judge) -> State:
    """The placed card goes back into the hand."""
    _tracked(judge, state)
    seat = checks.seat_of(judge, state)
    placed = state.placed[seat]
    judge.struct(placed is not None, "nothing_placed", say("{who} has no card placed face down.", who=person(seat)))
    if placed is not None and placed.noted and placed.card is not None:
        state = with_noted(state, seat, (*state.noted[seat], Noted(placed.card, placed.code)))
    return with_placed(state, seat, None)


def reveal(state: State, event: Reveal, judge: Judge) -> State:
    """Turn over what is placed, although somebody has placed nothing."""
    _tracked(judge, state)
    judge.struct(any(state.placed), "nothing_placed", "Nobody has placed a card yet.")
    missing = [person(seat) for seat, placed in enumerate(state.placed) if placed is None]
    judge.rule(
        not missing,
        "missing_player",
        say(
            "{words} {word} not placed a card.",
            words=" and ".join(missing),
            word="has" if len(missing) == 1 else "have",
        ),
        book.PLACE,
    )
    return settle.reveal(state, judge)


def name_card(state: State, event: NameCard, judge: Judge) -> State:
    """A card is told: the missing answer, or a correction that leaves effects as they were."""
    seat = checks.seat_of(judge, state)
    checks.own_card(judge, state, seat, event.uid)
    old = find(state, seat, event.uid) or Laid(event.uid, None)
    checks.card_exists(judge, event.card, event.code)
    checks.card_fits(
        judge, state, seat, card=event.card, code=event.code, public=old.up, itself=int(old.card == event.card)
    )
    met = state.turning.met if state.turning is not None else ()
    asked = {one.need.faction for one in met if event.uid in one.uids} - {None}
    faction = facts_of(event.card).faction
    judge.rule(
        old.card is not None or not asked or faction in asked,
        "wrong_faction",
        say(
            "The effect asks for {words}, and this is {faction}.",
            words=" or ".join(sorted(str(f) for f in asked)),
            faction=faction,
        ),
        book.PROOF,
    )
    if old.card is not None and old.card != event.card:
        text = say("Corrected by hand: a card of {who} is another one.", who=person(seat))
        judge.warn(False, "by_hand", text, book.BY_HAND)
    return settle.settle(with_card(state, seat, replace(old, card=event.card, code=event.code)))


def choose(state: State, event: Choose, judge: Judge) -> State:
    """The owner's answer to a question of the effects."""
    _tracked(judge, state)
    seat = checks.seat_of(judge, state)
    duty = next((one for one in open_duties(state) if one.need.seat == seat and one.need.step == event.step), None)
    turning = state.turning
    if duty is None or turning is None:
        judge.struct(False, "not_asked", "That is not asked any more; look at the table again.")
        return state
    for uid in event.uids:
        checks.own_card(judge, state, seat, uid)
    objection = resolve.answer_objection(duty, event.uids)
    if objection is not None:
        judge.rule(False, objection.code, objection.text, objection.why, to=seat)
    up = duty.need.verb == UNFLIP
    turned = tuple(replace(laid, up=up) if laid.uid in event.uids else laid for laid in state.tableaus[seat])
    met = (*turning.met, resolve.Met(duty.need, tuple(dict.fromkeys(event.uids)), chosen=True))
    turning = replace(turning, progress=resolve.settle(turning.progress, duty.need), met=met)
    return settle.settle(replace(with_tableau(state, seat, turned), turning=turning))


def discard_rest(state: State, event: DiscardRest, judge: Judge) -> State:
    """The hands are discarded; before the third card is played only by an override."""
    _tracked(judge, state)
    judge.struct(now(state).kind == "play", "phase", say("Nothing is discarded in stage {stage}.", stage=state.stage))
    judge.struct(not state.closed, "already_discarded", "The two unused cards are already counted as discarded.")
    judge.rule(
        False,
        "stage_incomplete",
        say("Stage {stage} is not over: {missing}.", stage=state.stage, missing=_missing(state)),
        book.DISCARD,
    )
    state = settle.drop_effects(state)
    return state if state.closed else settle.close(state)


def tick_reminder(state: State, event: TickReminder, judge: Judge) -> State:
    """Done by hand."""
    found = next((one for one in state.reminders if one.uid == event.uid and not one.done), None)
    judge.struct(found is not None, "no_reminder", "That is done already, or not on the table any more.")
    return replace(state, reminders=tuple(replace(one, done=True) if one == found else one for one in state.reminders))


def score(state: State, event: Score, judge: Judge) -> State:
    """The points stand; earlier, only a look."""
    judge.struct(not state.over, "game_over", "The points stand already.")
    if state.stage < stages.LAST:
        total = interim_total(state, event.seat)
        mine = (
            say("If the game ended now you would have {total}.", total=total)
            if total is not None
            else "Look on your own phone."
        )
        judge.warn(False, "interim_score", say("An interim score only. {mine}", mine=mine), book.POINTS, to=event.seat)
        return state
    open_seats = [person(seat) for seat in range(state.players) if unnamed(state, seat)]
    judge.rule(
        not open_seats,
        "unnamed",
        say("A face-up card of {words} has no name yet and would score nothing.", words=" and ".join(open_seats)),
        book.POINTS,
    )
    return replace(state, over=True)

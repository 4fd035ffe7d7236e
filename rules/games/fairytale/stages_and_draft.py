"""The course of a game: from stage to stage, the picks of a draft and what a hand keeps, late comers, the points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec
from rules.event import Event, Judge, Seat
from rules.games.fairytale import citations as cite
from rules.games.fairytale import naming_cards, settle, stage_plan
from rules.games.fairytale.score import interim_total
from rules.games.fairytale.state import (
    Noted,
    State,
    basic_deck,
    known_cards,
    moment,
    now,
    resolving,
    seat_added,
    to_be_shown,
    unnamed,
    whole_deck,
    with_noted,
)
from rules.text import listed, say
from rules.values.cards import Card
from rules.view import person

EXPERT_ON = "Five players need the expert cards: shuffle all 30 of them in."


def tracked(judge: Judge, state: State) -> None:
    """Refuses what only makes sense while a game is played here."""
    judge.struct(state.mode == "play", "score_only", "This table only counts points; there are no stages to play.")
    judge.struct(not state.over, "game_over", "The points are counted and the game is over; take that back first.")


def stage_name(number: int) -> str:
    """A stage as a line of the log names it."""
    if not 1 <= number <= stage_plan.LAST:
        return say("stage {number}", number=number)
    found = stage_plan.stage(number)
    title = found.title.lower()
    if found.side:
        return say("stage {number}, {title}, cards go to the {side}", number=number, title=title, side=found.side)
    return say("stage {number}, {title}", number=number, title=title)


def unfinished(state: State) -> str:
    """What a play stage still waits for, as the end of a sentence."""
    if resolving(state):
        return "effects still wait for an answer"
    left = stage_plan.PLAYS - state.played
    return say("{left} more {word} each to play", left=left, word="card" if left == 1 else "cards")


# --- the next stage


@dataclass(frozen=True, slots=True)
class NextStage(Event):
    """The table goes on to stage ``to`` (0: whichever is next). Two phones may say so at once; it counts once."""

    to: int = 0


def next_stage(state: State, event: NextStage, judge: Judge) -> State:
    tracked(judge, state)
    at = state.stage
    judge.struct(at < stage_plan.LAST, "last_stage", "This is the last stage: count the points.")
    to = event.to or at + 1
    judge.struct(to > at, "already_there", say("Somebody was faster: this is already stage {stage}.", stage=at))
    text = say("After stage {stage} comes stage {next}.", stage=at, next=at + 1)
    judge.struct(to == at + 1, "not_next", text)
    if now(state).kind == "draft":
        left = stage_plan.HAND - state.pick
        text = say("By our count there are {left} more to pick. Is everybody done?", left=left)
        # Where nobody has counted the picks there is nothing to be short of.
        judge.warn(not left or state.pick == 1, "draft_short", text, cite.DRAFT)
        _nothing_open(state, judge)
        state = settle.drop_effects(state)
    else:
        text = say("Stage {stage} is not over yet: {missing}.", stage=at, missing=unfinished(state))
        complete = moment(state) == "closed"
        judge.rule(complete, "stage_incomplete", text, cite.STAGES)
        state = replace(state, cut_short=state.cut_short or not complete)
        state = settle.close(settle.drop_effects(state))
    state = replace(settle.archived(state), stage=to, pick=1, played=0, closed=False, reminders=())
    return _dealt(state) if to % 2 == 1 else state


def _dealt(state: State) -> State:
    """The table as a draft begins, or the points: nobody who is away is dealt a hand (FT-R21)."""
    hands = len(state.away) if state.stage < stage_plan.LAST else 0
    return replace(
        state,
        noted=((),) * state.players,
        no_hand=state.away,
        sat_out=(0,) * state.players,
        undealt=state.undealt + hands,
    )


def _nothing_open(state: State, judge: Judge) -> None:
    """Refuses to go on while the effects of a reveal, perhaps one reckoned again, wait for an answer."""
    text = "The effects of a reveal still wait for an answer."
    judge.rule(not resolving(state), "effects_pending", text, cite.ORDER)


def offer_next_stage(state: State, seat: Seat) -> Iterator[Choice]:
    on = NextStage(state.stage + 1, seat=seat)
    match moment(state):
        case "draft" if not hand_is_noted(state, seat):
            # The first card placed says the same.
            yield Choice("The draft is over", on, quiet=True, why=cite.DRAFT)
        case "closed":
            following = stage_plan.stage(state.stage + 1)
            label = say("On to the {title}", title=following.title)
            if following.kind == "score":
                label = "Count the points"
            detail = "The two cards left in each hand are discarded."
            yield Choice(label, on, detail=detail, primary=True, why=cite.DISCARD)


def tell_next_stage(telling: Telling[State, NextStage]) -> str:
    return say("{who} went on to {stage}", who=telling.who, stage=stage_name(telling.after.stage))


NEXT_STAGE = Action(NextStage, cite.STAGES, next_stage, tell_next_stage, offers=offer_next_stage)


# --- the picks of a draft


@dataclass(frozen=True, slots=True)
class NextPick(Event):
    """Everybody has picked and passed: pick ``to`` of five begins (0: whichever is next)."""

    to: int = 0


def next_pick(state: State, event: NextPick, judge: Judge) -> State:
    tracked(judge, state)
    at = state.pick
    judge.struct(now(state).kind == "draft", "phase", say("Nothing is picked in stage {stage}.", stage=state.stage))
    judge.struct(at < stage_plan.HAND, "last_pick", "That was the last card; go on to playing.")
    to = event.to or at + 1
    judge.struct(to > at, "already_there", say("Somebody was faster: this is already pick {pick}.", pick=at))
    judge.struct(to == at + 1, "not_next", say("After pick {pick} comes pick {next}.", pick=at, next=at + 1))
    return replace(state, pick=to)


def offer_next_pick(state: State, seat: Seat) -> Iterator[Choice]:
    if moment(state) == "draft" and state.pick < stage_plan.HAND and not hand_is_noted(state, seat):
        following = state.pick + 1
        label = say("Everybody has passed: pick {pick}", pick=following)
        yield Choice(label, NextPick(following, seat=seat), quiet=True, why=cite.PASS)


def tell_next_pick(telling: Telling[State, NextPick]) -> str:
    return say("Everybody has passed: pick {to} of {hand}", to=telling.after.pick, hand=stage_plan.HAND)


NEXT_PICK = Action(NextPick, cite.DRAFT, next_pick, tell_next_pick, offers=offer_next_pick)


# --- a private note of what was kept


@dataclass(frozen=True, slots=True)
class LogPick(Event):
    """A private note of cards kept in this draft. ``codes`` run beside ``cards``, or are empty."""

    cards: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


def log_pick(state: State, event: LogPick, judge: Judge) -> State:
    # An empty note, as others' copies of a log hold it, says nothing.
    tracked(judge, state)
    seat = judge.seat(state.players, naming_cards.WHOSE)
    paired = not event.codes or len(event.codes) == len(event.cards)
    judge.struct(paired, "bad_input", "codes: expected one for each card, or none")
    in_time = now(state).kind == "draft" or moment(state) in ("select", "resolve")
    text = "Cards are noted from the draft on, until the hands are discarded."
    judge.rule(in_time, "phase", text, cite.DRAFT, to=seat)
    for index, card in enumerate(event.cards):
        code = event.codes[index] if event.codes else ""
        naming_cards.card_exists(judge, state, card, code)
        held = hand_known(state, seat)
        judge.struct(held < stage_plan.HAND, "not_own_pick", "Five cards are noted already; a hand has no more.")
        twice = _where_known(state, seat, code)
        judge.struct(not twice, "not_own_pick", say("This card {twice} already.", twice=twice))
        naming_cards.card_fits(judge, state, seat, card=card, code=code, public=False)
        state = with_noted(state, seat, (*state.noted[seat], Noted(card, code)))
    return state


def hand_known(state: State, seat: Seat) -> int:
    """How many of the five cards of this round the seat has noted, played or placed."""
    played = state.played - state.sat_out[seat]
    return len(state.noted[seat]) + played + (state.placed[seat] is not None)


def _where_known(state: State, seat: Seat, code: str) -> str:
    """Where the seat has that very card already, as a verb; empty where it has not."""
    placed = state.placed[seat]
    known = [(noted.code, "is noted") for noted in state.noted[seat]]
    known += [(laid.code, "lies there") for laid in state.tableaus[seat]]
    known += [(placed.code, "is placed")] if placed is not None else []
    return next((word for known_code, word in known if code and known_code == code), "")


def hand_is_noted(state: State, seat: Seat) -> bool:
    """Whether every card in the seat's hand is noted: then a tap on one places it, and nothing need be asked."""
    return hand_known(state, seat) == stage_plan.HAND


def not_all_noted(state: State, seat: Seat) -> Iterator[Card]:
    """The cards of which the hand may hold one more: not all copies are noted, or lie where the seat sees them."""
    noted, out = [one.card for one in state.noted[seat]], known_cards(state, seat)
    for card in naming_cards.possible(state, seat):
        if out[card.id] + noted.count(card.id) < card.copies:
            yield card


def offer_notes(state: State, seat: Seat) -> Iterator[Choice]:
    if moment(state) not in ("draft", "select", "resolve"):
        return
    room = stage_plan.HAND - hand_known(state, seat)
    picks = tuple(naming_cards.pick_of(card) for card in not_all_noted(state, seat))
    if room > 0 and picks:
        ask = FieldSpec("cards", "The cards you keep", picks, many=True, high=min(room, len(picks)), search=True)
        detail = "Only you see this; it makes placing quicker."
        yield Choice.asking(LogPick, "Note a card", (ask,), seat=seat, detail=detail, why=cite.SECRET)


@naming_cards.hidden_from_others
def hide_notes(state: State, event: LogPick) -> LogPick:
    return replace(event, cards=(), codes=())


def tell_notes(telling: Telling[State, LogPick]) -> str:
    kept = telling.event.cards
    if not kept:
        return say("{who} made a private note", who=telling.who)
    return say("{who} noted {cards}", who=telling.who, cards=", ".join(map(naming_cards.name_of, kept)))


LOG_PICK = Action(LogPick, cite.DRAFT, log_pick, tell_notes, offers=offer_notes, hides=hide_notes)


# --- one more player


@dataclass(frozen=True, slots=True)
class AddPlayer(Event):
    """One more player sits down after the last seat."""


def can_add_player(state: State) -> bool:
    """Whether somebody may still come: always where points are only counted, else before the first reveal."""
    if state.players >= _most_players(state) or state.over:
        return False
    before = state.turning is None and not any(state.tableaus) and now(state).kind != "score"
    return state.mode == "score" or (state.stage <= 2 and before)


def _most_players(state: State) -> int:
    return min(5, whole_deck(state.decks).size // stage_plan.CARDS_A_PLAYER)


def add_player(state: State, event: AddPlayer, judge: Judge) -> State:
    most = _most_players(state)
    text = say("The deck is enough for {most} players, and {most} are here.", most=most)
    judge.struct(state.players < most, "players", text)
    late = "Cards have already been revealed; new players can join in the next game."
    judge.struct(can_add_player(state), "too_late", late, cite.PLAYERS.citation)
    state = seat_added(state)
    short = basic_deck(state.decks).size < stage_plan.CARDS_A_PLAYER * state.players
    if state.mode == "play" and short and not state.house.expert:
        judge.warn(False, "expert_on", EXPERT_ON, cite.PLAYERS)
        return replace(state, house=replace(state.house, expert=True))
    return state


def offer_player(state: State, seat: Seat) -> Iterator[Choice]:
    if not can_add_player(state):
        return
    if state.mode == "play":
        yield Choice("Somebody joins late", AddPlayer(seat=seat), correction=True, why=cite.PLAYERS)
    elif moment(state) == "score":
        yield Choice("One more player", AddPlayer(seat=seat))


ADD_PLAYER = Action(AddPlayer, cite.PLAYERS, add_player, "One more player sits down", offers=offer_player)


# --- the points


@dataclass(frozen=True, slots=True)
class Score(Event):
    """The points stand. Before the last stage: a look at what one would score."""


def score(state: State, event: Score, judge: Judge) -> State:
    judge.struct(not state.over, "game_over", "The points stand already.")
    if state.stage < stage_plan.LAST:
        total = interim_total(state, event.seat)
        mine = "Look on your own phone."
        if total is not None:
            mine = say("If the game ended now you would have {total}.", total=total)
        text = say("An interim score only. {mine}", mine=mine)
        judge.warn(False, "interim_score", text, cite.POINTS, to=event.seat)
        return state
    _nothing_open(state, judge)
    nameless = [person(seat) for seat in range(state.players) if unnamed(state, seat)]
    text = say("A face-up card of {people} has no name yet and would score nothing.", people=listed(nameless))
    gone = all(seat in state.away for seat in range(state.players) if unnamed(state, seat))
    judge.rule(gone, "unnamed", text, cite.POINTS)
    judge.warn(not nameless or not gone, "unnamed", text, cite.POINTS)
    hiding = [person(seat) for seat in range(state.players) if state.house.count_face_down and to_be_shown(state, seat)]
    text = say("Face-down cards of {people} are not counted until they show them.", people=listed(hiding))
    judge.warn(not hiding, "not_shown", text, cite.COUNTED_ALL)
    return replace(state, over=True)


def offer_score(state: State, seat: Seat) -> Iterator[Choice]:
    nameless = any(unnamed(state, other) for other in range(state.players) if other not in state.away)
    if moment(state) == "score" and any(state.tableaus) and not nameless:
        # On a score sheet the next photo comes first, until everybody's cards are on it.
        ready = state.mode == "play" or all(state.tableaus)
        yield Choice("These points stand", Score(seat=seat), primary=ready, why=cite.POINTS)


def tell_score(telling: Telling[State, Score]) -> str:
    if telling.after.over and not telling.before.over:
        return say("{who} says the points stand", who=telling.who)
    return say("{who} looked at the points so far", who=telling.who)


SCORE = Action(Score, cite.POINTS, score, tell_score, offers=offer_score)


@dataclass(frozen=True, slots=True)
class ShowCards(Event):
    """The seat shows its face-down cards, at an end that was reached by hand and so shows nobody's."""


def show_cards(state: State, event: ShowCards, judge: Judge) -> State:
    seat = judge.seat(state.players, naming_cards.WHOSE)
    text = say("{who} has no face-down card to show now.", who=person(seat))
    judge.struct(bool(to_be_shown(state, seat)), "nothing_to_show", text)
    return replace(state, shown=(*state.shown, seat))


def offer_showing(state: State, seat: Seat) -> Iterator[Choice]:
    if to_be_shown(state, seat):
        yield Choice("Show my face-down cards", ShowCards(seat=seat), why=cite.SECRET)


SHOW_CARDS = Action(ShowCards, cite.SECRET, show_cards, "{who} shows the face-down cards", offers=offer_showing)

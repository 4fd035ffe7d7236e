"""A play stage: cards placed face down and turned over together, named, their effects answered, the rest discarded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec
from rules.event import Event, Judge, Seat
from rules.games.fairytale import citations as cite
from rules.games.fairytale import effects, naming_cards, seat_away, settle, stage_plan
from rules.games.fairytale.deck import MINUS, UNFLIP, suit
from rules.games.fairytale.result_pictures import revealed
from rules.games.fairytale.score import own_points
from rules.games.fairytale.stages_and_draft import hand_is_noted, tracked, unfinished
from rules.games.fairytale.state import (
    Laid,
    Noted,
    Placed,
    State,
    card_of,
    card_spot,
    facts_of,
    find,
    hand_spot,
    missing,
    moment,
    next_uid,
    now,
    open_duties,
    shows_code,
    uncounted,
    unnamed,
    with_card,
    with_noted,
    with_placed,
    with_tableau,
)  # fmt: skip
from rules.state_memo import kept_for_state
from rules.text import listed, say
from rules.view import person

PLACE_KEY = "place"
TURN_KEY = "turn"


def name_key(uid: str) -> str:
    """The prompt that asks which card lies there."""
    return f"name-{uid}"


def choose_key(duty: effects.Duty) -> str:
    """The prompt that asks for the cards of a duty."""
    return f"choose-{duty.need.step}"


# --- placing a card


@dataclass(frozen=True, slots=True)
class Select(Event):
    """A card was placed face down. ``card`` None: which one stays secret, even from the companion.

    ``uid`` is where it will lie, filled in by the choice; it lets the log show the card once it lies face up.
    """

    card: str | None = None
    code: str = ""
    uid: str = ""


def select(state: State, event: Select, judge: Judge) -> State:
    tracked(judge, state)
    seat = judge.seat(state.players, naming_cards.WHOSE)
    judge.struct(state.stage < stage_plan.LAST, "phase", "All cards are played; add a card by hand if one is missing.")
    seat_away.has_hand(judge, state, seat)
    state = _time_to_place(state, judge)
    if state.placed[seat] is not None and not event.override:
        # Another card is laid in its place, as long as nobody has seen it.
        state = _taken_back(state, seat)
    text = say("{who} has already placed a card; take it back first.", who=person(seat))
    judge.rule(state.placed[seat] is None, "already_selected", text, cite.PLACE)
    full = say("{who} already has twelve cards.", who=person(seat))
    judge.rule(len(state.tableaus[seat]) < stage_plan.TABLEAU_MAX, "tableau_full", full, cite.TWELVE)
    noted = None
    if event.card is not None:
        naming_cards.card_exists(judge, state, event.card, event.code)
        naming_cards.card_fits(judge, state, seat, card=event.card, code=event.code, public=False)
        noted = _note_of(state, seat, event.card, event.code)
        told = len(state.noted[seat]) + state.played - state.sat_out[seat] == stage_plan.HAND
        text = "This is not one of the five cards you noted."
        judge.warn(noted is not None or not told, "not_noted", text, cite.DRAFT, to=seat)
    placed = Placed(next_uid(state, seat), event.card, event.code if event.card else "", noted is not None)
    if event.card is not None:
        state = without_note(state, seat, event.card, event.code)
    state = with_placed(state, seat, placed)
    state = replace(state, used=(*state.used[:seat], state.used[seat] + 1, *state.used[seat + 1 :]))
    # The last one to be placed turns all of them over.
    if not missing(state):
        return settle.reveal(state, judge)
    return replace(state, opening=(*state.opening, seat)) if state.opening else state


def _time_to_place(state: State, judge: Judge) -> State:
    """The table at the moment a card is placed; where it is ahead of us, an override catches up."""
    match moment(state):
        case "draft":
            # The first card placed says that the draft is over: nobody places one before everybody has five.
            return replace(state, stage=state.stage + 1, pick=1)
        case "resolve":
            judge.rule(False, "effects_pending", "The last reveal is not resolved yet.", cite.ORDER)
            left = settle.drop_effects(state)
            return left if now(left).kind == "play" else _time_to_place(left, judge)
        case "closed":
            judge.rule(False, "three_cards", "Three cards are played; the other two are discarded.", cite.THREE)
    return state


def _note_of(state: State, seat: Seat, card: str, code: str) -> Noted | None:
    notes = [noted for noted in state.noted[seat] if noted.card == card]
    exact = [noted for noted in notes if noted.code == code]
    blank = [noted for noted in notes if not noted.code or not code]
    return next(iter([*exact, *blank]), None)


def without_note(state: State, seat: Seat, card: str, code: str) -> State:
    """The table once a card has left the hand: it is not among the seat's notes any more, if it was."""
    noted = _note_of(state, seat, card, code)
    if noted is None:
        return state
    rest = list(state.noted[seat])
    rest.remove(noted)
    return with_noted(state, seat, tuple(rest))


def offer_select(state: State, seat: Seat) -> Iterator[Choice]:
    full = len(state.tableaus[seat]) >= stage_plan.TABLEAU_MAX
    if full or seat in state.away or seat in state.no_hand:
        return
    match moment(state):
        case "select" if state.placed[seat] is None:
            prompt = "" if hand_is_noted(state, seat) else PLACE_KEY
            yield from _noted_cards(state, seat, prompt)
            yield from _any_card(state, seat, prompt)
        case "select" if seat not in state.opening:
            yield from _noted_cards(state, seat, "")
        case "draft" if hand_is_noted(state, seat):
            # Whoever has noted a whole hand has drafted it: its first card says that the draft is over.
            yield from _noted_cards(state, seat, "")


def _noted_cards(state: State, seat: Seat, prompt: str) -> Iterator[Choice]:
    """The cards of the notes, each placed by a tap on it; again, and it takes the place of the one before."""
    uid, possible = next_uid(state, seat), naming_cards.possible(state, seat)
    for place, noted in enumerate(state.noted[seat]):
        card = card_of(noted)
        if card is not None and card in possible:
            # A code that lies open elsewhere was noted by mistake; the card may still be meant.
            code = noted.code if shows_code(state, noted.code) is None else ""
            event = Select(noted.card, code, uid, seat=seat)
            detail = placed_forecast(state, seat, card.id)
            known = Choice(card.name, event, detail=detail, card=card.id, suit=suit(card))
            yield replace(known, prompt=prompt, why=cite.PLACE, spot=hand_spot(place))


def _any_card(state: State, seat: Seat, prompt: str) -> Iterator[Choice]:
    unnamed_yet = Select(uid=next_uid(state, seat), seat=seat)
    ask = naming_cards.one_card(state, seat, "Your card")
    asked = bool(prompt)
    label = "Place another card" if state.noted[seat] and not asked else "Place a card"
    yield Choice(label, unnamed_yet, (ask,), prompt=prompt, primary=asked, quiet=not asked, why=cite.PLACE)
    yield Choice("Place one in secret", unnamed_yet, prompt=prompt, quiet=True, why=cite.SECRET)


@kept_for_state
def placed_forecast(state: State, seat: Seat, card: str) -> str:
    """What the card would bring its player as the cards lie now, before any effect: for that player's eyes."""
    now_lying = state.tableaus[seat]
    with_it = with_tableau(state, seat, (*now_lying, Laid(next_uid(state, seat), card)))
    more = own_points(with_it, seat) - own_points(state, seat)
    turns = [effect for effect in facts_of(card).effects if effect.turns]
    points = f"+{more}" if more >= 0 else str(more).replace("-", MINUS)
    return say("{points}, turns cards", points=points) if turns else points


@naming_cards.hidden_from_others
def hide_select(state: State, event: Select) -> Select:
    return (
        event
        if naming_cards.lies_open(state, event.seat, event.uid, event.card)
        else replace(event, card=None, code="")
    )


def tell_select(telling: Telling[State, Select]) -> str:
    card, turning = telling.event.card, telling.after.turning
    all_placed = turning is not None and (telling.before.turning is None or telling.before.turning.uids != turning.uids)
    template = "{who} placed last: {card}" if all_placed else "{who} placed {card}"
    return say(template, who=telling.who, card=naming_cards.name_of(card))


SELECT = Action(Select, cite.PLACE, select, tell_select, offers=offer_select, hides=hide_select, pictures=revealed)


# --- taking it back


@dataclass(frozen=True, slots=True)
class Unselect(Event):
    """The placed card was taken back into the hand before anybody saw it."""


def unselect(state: State, event: Unselect, judge: Judge) -> State:
    tracked(judge, state)
    seat = judge.seat(state.players, naming_cards.WHOSE)
    placed = state.placed[seat]
    judge.struct(placed is not None, "nothing_placed", say("{who} has no card placed face down.", who=person(seat)))
    return _taken_back(state, seat)


def _taken_back(state: State, seat: Seat) -> State:
    placed = state.placed[seat]
    if placed is not None and placed.noted and placed.card is not None:
        state = with_noted(state, seat, (*state.noted[seat], Noted(placed.card, placed.code)))
    # Nobody turns a card over while one is taken back.
    return replace(with_placed(state, seat, None), opening=())


def offer_unselect(state: State, seat: Seat) -> Iterator[Choice]:
    placed = state.placed[seat]
    if moment(state) == "select" and placed is not None:
        yield Choice("Take my card back", Unselect(seat=seat), quiet=True, why=cite.PLACE, spot=card_spot(placed.uid))


UNSELECT = Action(Unselect, cite.PLACE, unselect, "{who} took the placed card back", offers=offer_unselect)


# --- turning them over without waiting


@dataclass(frozen=True, slots=True)
class AskReveal(Event):
    """The placed cards are to be turned over although somebody has placed none; whoever has placed one is asked."""


def ask_reveal(state: State, event: AskReveal, judge: Judge) -> State:
    _somebody_placed(state, judge)
    if state.opening:
        asked = event.seat in state.opening
        judge.struct(asked, "already_there", "Whoever has placed a card has been asked already.")
        return settle.turned_over(state, event.seat or 0, judge)
    _nobody_missing(state, judge)
    return settle.open_up(state, judge, event.seat)


def _somebody_placed(state: State, judge: Judge) -> None:
    tracked(judge, state)
    judge.struct(any(state.placed), "nothing_placed", "Nobody has placed a card yet.")


def _nobody_missing(state: State, judge: Judge) -> None:
    absent = not_placed(state)
    has = "has" if len(absent) == 1 else "have"
    text = say("{people} {has} not placed a card.", people=listed(absent), has=has)
    judge.rule(not absent, "missing_player", text, cite.PLACE)


def not_placed(state: State) -> list[str]:
    """Who has yet to place a card."""
    return [person(seat) for seat in missing(state)]


ASK_REVEAL = Action(
    AskReveal, cite.PLACE, ask_reveal, "{who} has the placed cards turned over without waiting", pictures=revealed
)


@dataclass(frozen=True, slots=True)
class Reveal(Event):
    """The placed cards were turned over although somebody had placed none: in tables from before anybody was asked."""


def reveal(state: State, event: Reveal, judge: Judge) -> State:
    _somebody_placed(state, judge)
    _nobody_missing(state, judge)
    return settle.reveal(state, judge)


REVEAL = Action(Reveal, cite.PLACE, reveal, "{who} turned the placed cards over without waiting", retired=True)


@dataclass(frozen=True, slots=True)
class TurnOver(Event):
    """The seat turns its placed card over although somebody has placed none."""


def turn_over(state: State, event: TurnOver, judge: Judge) -> State:
    tracked(judge, state)
    seat = judge.seat(state.players, naming_cards.WHOSE)
    judge.struct(seat in state.opening, "not_asked", "That question is answered already; look at the table again.")
    return settle.turned_over(state, seat, judge)


def offer_turn_over(state: State, seat: Seat) -> Iterator[Choice]:
    if moment(state) == "select" and seat in state.opening:
        detail = say("Nobody waits for {people}.", people=listed(not_placed(state)))
        yield Choice(
            "Turn my card over", TurnOver(seat=seat), detail=detail, prompt=TURN_KEY, primary=True, why=cite.OPENING
        )


TURN_OVER = Action(
    TurnOver, cite.OPENING, turn_over, "{who} turned the placed card over", offers=offer_turn_over, pictures=revealed
)


# --- which card lies there


@dataclass(frozen=True, slots=True)
class NameCard(Event):
    """What a card in one's tableau is: the answer where it lies face up unknown, a correction elsewhere.

    ``again``: the reveals since the card lies there are reckoned again, as far as it was another one (FT-R22).
    """

    uid: str
    card: str
    code: str = ""
    again: bool = False


def name_card(state: State, event: NameCard, judge: Judge) -> State:
    seat = judge.seat(state.players, naming_cards.WHOSE)
    old = naming_cards.own_card(judge, state, seat, event.uid)
    naming_cards.card_exists(judge, state, event.card, event.code)
    itself = int(old.card == event.card)
    naming_cards.card_fits(judge, state, seat, card=event.card, code=event.code, public=old.up, itself=itself)
    asked, faction = _factions_asked(state, event.uid), facts_of(event.card).faction
    words = " or ".join(sorted(map(str, asked)))
    text = say("The effect needs {words}; this card is {faction}.", words=words, faction=faction)
    fits = old.card is not None or not asked or faction in asked
    judge.rule(fits, "wrong_faction", text, cite.PROOF)
    turning = state.turning
    if turning is not None and not turning.named and event.uid in turning.uids and old.card != event.card:
        state = without_note(state, seat, event.card, event.code)
    if old.card is not None and old.card != event.card:
        judge.by_hand(say("one of {who}'s cards is a different card.", who=person(seat)), cite.BY_HAND)
        if event.again:
            renamed = with_card(state, seat, replace(old, card=event.card, code=event.code))
            return settle.reckoned_again(renamed, event.uid, judge)
    return settle.settle(with_card(state, seat, replace(old, card=event.card, code=event.code)))


def _factions_asked(state: State, uid: str) -> set[str | None]:
    """The factions of the effects that turned a card nobody has named yet."""
    met = state.turning.met if state.turning is not None else ()
    return {one.need.faction for one in met if uid in one.uids} - {None}


def offer_name(state: State, seat: Seat) -> Iterator[Choice]:
    for laid in (*unnamed(state, seat), *uncounted(state, seat)):
        asked = _factions_asked(state, laid.uid)
        fitting = [card for card in naming_cards.possible(state, seat) if not asked or str(card["faction"]) in asked]
        ask = FieldSpec("card", "Which card is it?", tuple(map(naming_cards.pick_of, fitting)), search=True)
        yield Choice.asking(
            NameCard, "This is it", (ask,), known={"uid": laid.uid}, seat=seat, uid=laid.uid,
            prompt=name_key(laid.uid), primary=True, why=cite.PLACE, spot=card_spot(laid.uid),
        )  # fmt: skip
    for other in (one for one in state.away if one != seat):
        # It lies open for everybody, and nobody else is there to say what it is.
        for laid in unnamed(state, other):
            label = say("Name a card of {who}", who=person(other))
            picks = tuple(map(naming_cards.pick_of, naming_cards.possible(state, seat)))
            ask = FieldSpec("card", "Which card is it?", picks, search=True)
            yield Choice.asking(
                NameCard, label, (ask,), known={"uid": laid.uid}, seat=other, uid=laid.uid, why=cite.AWAY,
                spot=card_spot(laid.uid),
            )  # fmt: skip


@naming_cards.hidden_from_others
def hide_name(state: State, event: NameCard) -> NameCard:
    return (
        event if naming_cards.lies_open(state, event.seat, event.uid, event.card) else replace(event, card="", code="")
    )


def tell_name(telling: Telling[State, NameCard]) -> str:
    card = telling.event.card
    if not card:
        return say("{who} says which card it is", who=telling.who)
    seat, uid = telling.event.seat, telling.event.uid
    old = find(telling.before, seat, uid) if seat is not None and 0 <= seat < telling.before.players else None
    if old is not None and old.card is not None and old.card != card:
        new, was = naming_cards.name_of(card), naming_cards.name_of(old.card)
        return say("{who} by hand: it is {card} (was {old})", who=telling.who, card=new, old=was)
    return say("{who} says it is {card}", who=telling.who, card=naming_cards.name_of(card))


NAME_CARD = Action(NameCard, cite.SECRET, name_card, tell_name, offers=offer_name, hides=hide_name, pictures=revealed)


# --- answering the effects


@dataclass(frozen=True, slots=True)
class Choose(Event):
    """The answer to a question of the effects: ``step`` such as ``flip:Homestead`` or ``unflip:*``."""

    step: str
    uids: tuple[str, ...] = ()


def choose(state: State, event: Choose, judge: Judge) -> State:
    tracked(judge, state)
    seat = judge.seat(state.players, naming_cards.WHOSE)
    duty = next((one for one in open_duties(state) if one.need.seat == seat and one.need.step == event.step), None)
    turning = state.turning
    if duty is None or turning is None:
        judge.struct(False, "not_asked", "That question is answered already; look at the table again.")
        return state
    for uid in event.uids:
        naming_cards.own_card(judge, state, seat, uid)
    judge.obey(effects.answer_objection(duty, event.uids), to=seat)
    up = duty.need.verb == UNFLIP
    turned = tuple(replace(laid, up=up) if laid.uid in event.uids else laid for laid in state.tableaus[seat])
    met = (*turning.met, effects.Met(duty.need, tuple(dict.fromkeys(event.uids)), chosen=True))
    turning = replace(turning, progress=effects.after_need(turning.progress, duty.need), met=met)
    return settle.settle(replace(with_tableau(state, seat, turned), turning=turning))


def offer_choose(state: State, seat: Seat) -> Iterator[Choice]:
    if moment(state) == "resolve":
        yield from (turn_choice(state, duty) for duty in open_duties(state) if duty.need.seat == seat)


def turn_choice(state: State, duty: effects.Duty, preset: tuple[str, ...] = ()) -> Choice:
    """The question a duty asks its seat."""
    seat, need = duty.need.seat, duty.need
    picks = tuple(naming_cards.laid_pick(laid) for laid in state.tableaus[seat] if laid.uid in duty.candidates)
    up = need.verb == UNFLIP
    why = cite.PROOF if duty.low < duty.high and need.faction else cite.OWN
    if duty.low == duty.high == 1 and not preset:
        # One card: the tap on it is the answer.
        one = FieldSpec("uids.0", duty_title(duty), picks)
        event, label = Choose(need.step, ("",), seat=seat), "Turn it face up" if up else "Turn it face down"
        return Choice(label, event, (one,), prompt=choose_key(duty), primary=True, why=why)
    ask = FieldSpec("uids", duty_title(duty), picks, many=True, low=duty.low, high=duty.high, preset=preset)
    if duty.high == 1:
        label = "Turn it face up" if up else "Turn it face down"
    else:
        label = "Turn them face up" if up else "Turn them face down"
    return Choice(label, Choose(need.step, seat=seat), (ask,), prompt=choose_key(duty), primary=True, why=why)


def duty_title(duty: effects.Duty) -> str:
    """Such as: Turn 2 Homestead cards face down."""
    count = str(duty.high) if duty.low == duty.high else say("up to {high}", high=duty.high)
    kind = "card" if duty.high == 1 else "cards"
    what = say(f"{{faction}} {kind}", faction=duty.need.faction) if duty.need.faction else kind
    side = "up" if duty.need.verb == UNFLIP else "down"
    return say("Turn {count} {cards} face {side}", count=count, cards=what, side=side)


def tell_choose(telling: Telling[State, Choose]) -> str:
    event = telling.event
    verb, _, faction = event.step.partition(":")
    side = "up" if verb == UNFLIP else "down"
    if not event.uids:
        return say("{who} turned no card face {side}", who=telling.who, side=side)
    # A card lies open before it is turned down, or after it is turned up.
    lies = telling.after if verb == UNFLIP else telling.before
    names = listed(naming_cards.told_card(lies, event.seat, uid, faction) for uid in event.uids)
    return say("{who} turned {cards} face {side}", who=telling.who, cards=names, side=side)


CHOOSE = Action(Choose, cite.OWN, choose, tell_choose, offers=offer_choose, pictures=revealed)


# --- the hands discarded early


@dataclass(frozen=True, slots=True)
class DiscardRest(Event):
    """The hands go to the discard pile. After the third card this happens by itself."""


def discard_rest(state: State, event: DiscardRest, judge: Judge) -> State:
    tracked(judge, state)
    judge.struct(now(state).kind == "play", "phase", say("Nothing is discarded in stage {stage}.", stage=state.stage))
    judge.struct(not state.closed, "already_discarded", "The two unused cards are already counted as discarded.")
    text = say("Stage {stage} is not over yet: {missing}.", stage=state.stage, missing=unfinished(state))
    judge.rule(False, "stage_incomplete", text, cite.DISCARD)
    return replace(settle.close(settle.drop_effects(state)), cut_short=True)


DISCARD_REST = Action(DiscardRest, cite.DISCARD, discard_rest, "{who} had the hands discarded early")


# --- what is only reminded of


@dataclass(frozen=True, slots=True)
class TickReminder(Event):
    """What a card reminded of has been done by hand."""

    uid: str


def tick_reminder(state: State, event: TickReminder, judge: Judge) -> State:
    found = next((one for one in state.reminders if one.uid == event.uid and not one.done), None)
    judge.struct(found is not None, "no_reminder", "That is done already, or not on the table any more.")
    return replace(state, reminders=tuple(replace(one, done=True) if one == found else one for one in state.reminders))


def offer_ticks(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.reminders:
        laid = find(state, one.seat, one.uid)
        if one.seat == seat and not one.done and laid is not None and laid.card is not None:
            label = say("Done: {card}", card=facts_of(laid.card).name)
            event = TickReminder(one.uid, seat=seat)
            yield Choice(label, event, uid=one.uid, quiet=True, why=cite.REMINDER, spot=card_spot(one.uid))


def tell_tick(telling: Telling[State, TickReminder]) -> str:
    card = naming_cards.told_card(telling.before, telling.event.seat, telling.event.uid)
    return say("{who} has done what {card} says", who=telling.who, card=card)


TICK_REMINDER = Action(TickReminder, cite.REMINDER, tick_reminder, tell_tick, offers=offer_ticks)

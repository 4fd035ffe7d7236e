"""Setting up and renewing: who starts, cards drawn and discarded, bases laid, whether the game is renewed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.tower import citations as cite
from rules.games.tower import deck, settle, turn_rules
from rules.games.tower.state import (
    PLACES,
    Hand,
    Side,
    Space,
    State,
    Todo,
    game_on,
    own_turn,
    place_exists,
    playing_seat,
    troops,
)
from rules.games.tower.turn_rules import HAND_MAX, Pile
from rules.text import first_upper, listed, plural, say
from rules.view import person

STARTER_PROMPT, DRAW_PROMPT, DISCARD_PROMPT = "starter", "draw", "discard"
RENEW_PROMPT = "renew"
HANDS_MOVE = ("setup", "renew", "end")
"""The phases that ask everybody to draw, to discard and to put troops back."""
TILES_MOST = 7
"""More answers than that are asked for as a number."""
SETUP_ONLY = "This belongs to setting up, and the game is on already."


# --- who starts


@dataclass(frozen=True, slots=True)
class ChooseStarter(Event):
    """Seat ``first`` takes the first turn of this game."""

    first: Seat


def choose_starter(state: State, event: ChooseStarter, judge: Judge) -> State:
    game_on(judge, state)
    judge.struct(state.phase == "setup", "phase", SETUP_ONLY, cite.STARTER.citation)
    judge.struct(0 <= event.first < state.players, "no_such_seat", "first: expected 0 or 1")
    return settle.settle(replace(state, active=event.first))


def offer_starters(state: State, seat: Seat) -> Iterator[Choice]:
    template = "{who} starts" if state.active is None else "{who} starts instead"
    for first in range(state.players):
        if state.phase == "setup" and first != state.active:
            label = say(template, who=person(first))
            yield Choice(label, ChooseStarter(first, seat=seat), prompt=STARTER_PROMPT, why=cite.STARTER)


def tell_starter(telling: Telling[State, ChooseStarter]) -> str:
    return say("{who} takes the first turn", who=person(telling.event.first))


CHOOSE_STARTER = Action(ChooseStarter, cite.STARTER, choose_starter, tell_starter, offers=offer_starters)


# --- drawing


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """``count`` cards were drawn: ``abilities`` of them from that pile, the others from the bases."""

    count: int
    abilities: int = 0


def draw(state: State, event: Draw, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    judge.struct(0 <= event.abilities <= event.count <= 99, "bad_input", "abilities: expected 0 to count, at most 99")
    side, again = state.sides[seat], state.house.reshuffle
    due = "Nobody draws now."
    if side.due_draw:
        due = say("{who} has {cards} to draw now.", who=person(seat), cards=plural(side.due_draw, "card"))
    judge.rule(event.count == side.due_draw and event.count > 0, "draw_count", due, cite.DRAW)
    taken = ((side.abilities, event.abilities, "abilities"), (side.bases, event.count - event.abilities, "bases"))
    for pile, count, name in taken:
        there = reachable(pile, reshuffle=again)
        text = "The pile of {pile} holds {cards}; the other pile serves."
        judge.rule(count <= there, "pile_empty", say(text, pile=name, cards=plural(there, "card")), cite.DRAW)
    abilities, laid = (drawn(pile, count, reshuffle=again) for pile, count, _ in taken)
    hand = Hand(side.hand.abilities + event.abilities, side.hand.bases + event.count - event.abilities)
    left = max(0, side.due_draw - event.count)
    return settle.settle(
        state.with_side(seat, replace(side, hand=hand, abilities=abilities, bases=laid, due_draw=left))
    )


def drawn(pile: Pile, count: int, *, reshuffle: bool) -> Pile:
    """A pile after ``count`` cards; where the table does so, the discards are shuffled in when it runs out."""
    if count <= pile.draw:
        return replace(pile, draw=pile.draw - count)
    return Pile(max(0, pile.draw + pile.discard - count)) if reshuffle else replace(pile, draw=0)


def reachable(pile: Pile, *, reshuffle: bool) -> int:
    """How many cards can be drawn from a pile."""
    return pile.draw + (pile.discard if reshuffle else 0)


def abilities_drawn(state: State, seat: Seat) -> tuple[int, int]:
    """How many of the cards due can be abilities, at the least and at the most: the other pile serves for the rest."""
    side, again = state.sides[seat], state.house.reshuffle
    low = max(0, side.due_draw - reachable(side.bases, reshuffle=again))
    return low, max(low, min(side.due_draw, reachable(side.abilities, reshuffle=again)))


def offer_draw(state: State, seat: Seat) -> Iterator[Choice]:
    due = state.sides[seat].due_draw
    if not due or state.phase not in HANDS_MOVE:
        return
    low, high = abilities_drawn(state, seat)
    if high - low < TILES_MOST:
        for abilities in range(high, low - 1, -1):
            event = Draw(due, abilities, seat=seat)
            label, sole = first_upper(by_kind(abilities, due - abilities)), low == high
            yield Choice(label, event, prompt=DRAW_PROMPT, primary=sole, why=cite.DRAW)
        return
    label = say("Abilities among the {count}", count=due)
    ask = FieldSpec("abilities", label, low=low, high=high, kind="number", preset=(min(high, max(low, due // 2)),))
    yield Choice.asking(
        Draw, "Draw them", (ask,), known={"count": due}, seat=seat, prompt=DRAW_PROMPT, primary=True,
        why=cite.DRAW, detail="The others come from the pile of bases.",
    )  # fmt: skip


def by_kind(abilities: int, laid: int) -> str:
    """``2 abilities and 3 bases``, without what there is none of."""
    parts = [plural(abilities, "ability", "abilities")] if abilities else []
    return listed([*parts, *([plural(laid, "base")] if laid else [])]) or "no card"


def tell_draw(telling: Telling[State, Draw]) -> str:
    event = telling.event
    return say("{who} draws {cards}", who=telling.who, cards=by_kind(event.abilities, event.count - event.abilities))


DRAW = Action(Draw, cite.DRAW, draw, tell_draw, offers=offer_draw)


# --- discarding down to the limit


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """``count`` cards of the hand were discarded, ``abilities`` of them abilities."""

    count: int
    abilities: int = 0


def discard(state: State, event: Discard, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    judge.struct(0 <= event.abilities <= event.count <= 99, "bad_input", "abilities: expected 0 to count, at most 99")
    over = settle.due_discard(state, seat)
    due = "No hand is over its limit now."
    if over:
        due = say("{who} has {cards} to discard.", who=person(seat), cards=plural(over, "card"))
    judge.rule(event.count == over and over > 0, "discard_count", due, cite.LIMIT)
    side, laid = state.sides[seat], event.count - event.abilities
    hand = side.hand
    counts = (plural(hand.abilities, "ability", "abilities"), plural(hand.bases, "base"))
    held = say("The hand holds {abilities} and {bases}.", abilities=counts[0], bases=counts[1])
    judge.rule(event.abilities <= hand.abilities and laid <= hand.bases, "not_in_hand", held, cite.HAND)
    side = replace(
        side,
        hand=Hand(max(0, hand.abilities - event.abilities), max(0, hand.bases - laid)),
        abilities=replace(side.abilities, discard=side.abilities.discard + event.abilities),
        bases=replace(side.bases, discard=side.bases.discard + laid),
    )
    return settle.settle(state.with_side(seat, side))


def abilities_discarded(state: State, seat: Seat) -> tuple[int, int]:
    """How many of the cards to be discarded can be abilities, at the least and at the most, by what the hand holds."""
    hand, over = state.sides[seat].hand, settle.due_discard(state, seat)
    return max(0, over - hand.bases), min(over, hand.abilities)


def offer_discard(state: State, seat: Seat) -> Iterator[Choice]:
    over = settle.due_discard(state, seat)
    if not over:
        return
    low, high = abilities_discarded(state, seat)
    if high - low < TILES_MOST:
        for abilities in range(max(low, high), low - 1, -1):
            event = Discard(over, abilities, seat=seat)
            label, sole = first_upper(by_kind(abilities, over - abilities)), low >= high
            yield Choice(label, event, prompt=DISCARD_PROMPT, primary=sole, why=cite.LIMIT)
        return
    label = say("Abilities among the {count}", count=over)
    ask = FieldSpec("abilities", label, low=low, high=high, kind="number", preset=(low,))
    yield Choice.asking(
        Discard, "Discard them", (ask,), known={"count": over}, seat=seat, prompt=DISCARD_PROMPT, primary=True,
        why=cite.LIMIT, detail="The others are bases.",
    )  # fmt: skip


def tell_discard(telling: Telling[State, Discard]) -> str:
    event = telling.event
    return say("{who} discards {cards}", who=telling.who, cards=by_kind(event.abilities, event.count - event.abilities))


DISCARD = Action(Discard, cite.LIMIT, discard, tell_discard, offers=offer_discard)


# --- the opening hand shuffled back


@dataclass(frozen=True, slots=True)
class Burn(Event):
    """The opening hand was shuffled back to be drawn again (TW-R22)."""


def burn(state: State, event: Burn, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    side = state.sides[seat]
    judge.struct(state.phase == "setup", "phase", SETUP_ONLY, cite.BURN.citation)
    judge.rule(state.house.burn, "burn", "At this table the opening hand stays as it is drawn.", cite.BURN)
    judge.rule(untouched(side), "burn_late", "Only a whole hand, just drawn, may be shuffled back.", cite.BURN)
    abilities = Pile(side.abilities.draw + side.hand.abilities)
    laid = replace(side.bases, draw=side.bases.draw + side.hand.bases)
    side = replace(side, hand=Hand(), abilities=abilities, bases=laid, due_draw=HAND_MAX, done=False)
    return state.with_side(seat, side)


def untouched(side: Side) -> bool:
    """Whether the hand is whole, as it was drawn."""
    return side.hand.size == HAND_MAX and not side.done


def can_burn(state: State, seat: Seat) -> bool:
    """Whether the seat may shuffle its opening hand back now."""
    return state.phase == "setup" and state.house.burn and untouched(state.sides[seat]) and settle.laying(state, seat)


def offer_burn(state: State, seat: Seat) -> Iterator[Choice]:
    if can_burn(state, seat):
        yield Choice("Shuffle my hand back and draw again", Burn(seat=seat), why=cite.BURN)


BURN = Action(Burn, cite.BURN, burn, "{who} shuffles the opening hand back", offers=offer_burn)


# --- laying bases


@dataclass(frozen=True, slots=True)
class PlaceBase(Event):
    """A base of the hand was laid on a place, over what stood there."""

    place: str
    base: str
    code: str = ""


def place_base(state: State, event: PlaceBase, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    place_exists(judge, event.place)
    deck.is_card(judge, event.base, "base", event.code)
    side, preparing = state.sides[seat], state.phase in ("setup", "renew")
    there = side.space(event.place)
    judge.obey(turn_rules.place_objection(occupied=bool(there.base), renewing_or_setup=preparing, house=state.house))
    cards_first(judge, state, seat)
    text = say("{who} said that all bases are laid.", who=person(seat))
    judge.rule(not (preparing and side.done), "done", text, cite.BASES)
    text = say("By our count {who} has no base in hand.", who=person(seat))
    judge.rule(side.hand.bases > 0, "empty_hand", text, cite.HAND)
    deck.card_free(judge, event.base, event.code, state.shows_code(event.code))
    if there.base:
        what = deck.card(there.base).name
        if there.troops:
            what = say("{base} and {troops}", base=what, troops=troops(there.troops, deck.kind(there.base)))
        text = say("{what} on {place} are lost.", what=what, place=event.place)
        judge.warn(False, "replaced", text, cite.BASES)
        state = settle.lose_base(state, seat, event.place)
        side = state.sides[seat]
    side = side.with_space(event.place, Space(event.base, 0, event.code))
    deck.enough_printed(judge, event.base, sum(1 for one in side.spaces if one.base == event.base))
    side = replace(side, hand=replace(side.hand, bases=max(0, side.hand.bases - 1)))
    return settle.settle(state.with_side(seat, side))


def cards_first(judge: Judge, state: State, seat: Seat) -> None:
    """First the cards are drawn, then those too many discarded, then bases laid."""
    due = state.sides[seat].due_draw
    text = say("{who} draws {cards} first.", who=person(seat), cards=plural(due, "card"))
    judge.rule(not due, "draw_first", text, cite.DRAW)
    over = settle.due_discard(state, seat)
    text = say("{who} discards {cards} first.", who=person(seat), cards=plural(over, "card"))
    judge.rule(not over, "discard_first", text, cite.LIMIT)


def offer_bases(state: State, seat: Seat) -> Iterator[Choice]:
    places = free_places(state, seat)
    if not (places and state.sides[seat].hand.bases and settle.laying(state, seat)):
        return
    over = {place for place in places if state.sides[seat].space(place).base}
    if not _may_attack(state, seat):
        yield _laying(state, seat, "Lay a base", places)
        return
    # A touch on a base now means its territory: what is laid over one is a choice of its own.
    for label, there in (("Lay a base", set(places) - over), ("Lay a base over another", over)):
        if there:
            yield _laying(state, seat, label, tuple(place for place in places if place in there))


def _laying(state: State, seat: Seat, label: str, places: tuple[str, ...]) -> Choice:
    where = FieldSpec("place", "Where?", tuple(laid_on(state, seat, place) for place in places))
    names = deck.still_held(deck.bases(), (one.base for one in state.sides[seat].spaces))
    which = FieldSpec("base", "Which base?", tuple(deck.card_pick(name) for name in names))
    return Choice.asking(PlaceBase, label, (where, which), seat=seat, why=cite.BASES)


def _may_attack(state: State, seat: Seat) -> bool:
    """Whether the seat may attack as well as lay bases."""
    return state.active == seat and settle.only_laying(state, seat)


def laid_on(state: State, seat: Seat, place: str) -> Pick:
    """A place for a base, with what is lost there."""
    found, there = state.place_pick(seat, place), state.sides[seat].space(place)
    if not there.base:
        return replace(found, detail="")
    crew = troops(there.troops, deck.kind(there.base)) if there.troops else ""
    lost = listed(one for one in (deck.card(there.base).name, crew) if one)
    return replace(found, detail=say("Over {lost}", lost=lost), spot="" if _may_attack(state, seat) else found.spot)


def free_places(state: State, seat: Seat) -> tuple[str, ...]:
    """Where a base may be laid, empty places first."""
    side = state.sides[seat]
    free = tuple(place for place in PLACES if not side.space(place).base)
    return (*free, *(place for place in PLACES if place not in free)) if state.house.replace_bases else free


def scanned_base(state: State, seat: Seat, name: str, code: str) -> Iterator[Choice]:
    """A base of the hand held up: the places where it may be laid."""
    if not (state.sides[seat].hand.bases and settle.laying(state, seat)):
        return
    for place in free_places(state, seat):
        lies = state.place_pick(seat, place)
        over = say("over {base}", base=lies.detail) if state.sides[seat].space(place).base else "empty"
        label = say("Lay {base} on {place}", base=deck.card(name).name, place=place)
        event = PlaceBase(place, name, code, seat=seat)
        yield Choice(label, event, detail=over, card=name, suit=deck.suit(name), why=cite.BASES)


def why_no_base(state: State, seat: Seat) -> str:
    """Why the seat can lay no base, in a sentence; empty where it is only for want of a place."""
    side, over = state.sides[seat], settle.due_discard(state, seat)
    if state.phase not in ("setup", "renew"):
        return "Bases are laid while setting up or renewing."
    if side.due_draw:
        return say("Say first which {cards} you draw.", cards=plural(side.due_draw, "card"))
    if over:
        return say("Discard {cards} first.", cards=plural(over, "card"))
    if settle.laying(state, seat) and side.hand.bases:
        return ""
    return "Your bases are placed; by our count there are no more."


def tell_base(telling: Telling[State, PlaceBase]) -> str:
    event = telling.event
    return say("{who} lays {card} on {place}", who=telling.who, card=deck.card_name(event.base), place=event.place)


def lost_below(telling: Telling[State, PlaceBase]) -> Iterator[str]:
    """What stood on the place and is lost."""
    there = telling.before.sides[telling.event.seat or 0].space(telling.event.place)
    if there.base:
        crew = troops(there.troops, deck.kind(there.base)) if there.troops else ""
        what = listed(one for one in (deck.card(there.base).name, crew) if one)
        yield say("{what} on {place} are lost" if crew else "{what} on {place} is lost", what=what,
                  place=telling.event.place)  # fmt: skip


PLACE_BASE = Action(PlaceBase, cite.BASES, place_base, tell_base, offers=offer_bases, follows=lost_below)


@dataclass(frozen=True, slots=True)
class Done(Event):
    """The seat lays no more bases in this setup or renewing."""


def done(state: State, event: Done, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    judge.struct(state.phase in ("setup", "renew"), "phase", "Nobody places bases now.", cite.BASES.citation)
    judge.struct(not state.sides[seat].done, "already_done", say("{who} is done already.", who=person(seat)))
    cards_first(judge, state, seat)
    return settle.settle(state.with_side(seat, replace(state.sides[seat], done=True, due_draw=0)))


def offer_done(state: State, seat: Seat) -> Iterator[Choice]:
    # Whoever has the turn says it with what they do next, once nobody else has anything to do.
    if settle.laying(state, seat) and not _may_attack(state, seat):
        held = state.sides[seat].hand.bases
        told = say("{bases} still in hand", bases=plural(held, "base")) if held else ""
        yield Choice("No more bases", Done(seat=seat), detail=told, primary=True, quiet=bool(held), why=cite.BASES)


DONE = Action(Done, cite.TURN, done, "{who} places no more bases", offers=offer_done)


# --- renewing


@dataclass(frozen=True, slots=True)
class Renew(Event):
    """The active player renews the game for both, or does not."""

    yes: bool


def renew(state: State, event: Renew, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    text = "Renewing is going on already; somebody was faster."
    judge.struct(state.phase != "renew", "already_there", text, cite.TURN.citation)
    own_turn(judge, state, seat)
    judge.rule(state.phase == "decide", "phase", "Renewing is decided when a turn begins.", cite.TURN)
    if not event.yes:
        return replace(state, phase="action", clash=None)
    state = replace(state, phase="renew", clash=None)
    todo = []
    for other, side in enumerate(state.sides):
        counts = turn_rules.recruited([one.troops if one.base else None for one in side.spaces])
        spaces = tuple(replace(one, troops=count or 0) for one, count in zip(side.spaces, counts, strict=True))
        due = turn_rules.can_draw(turn_rules.DRAWN, (side.abilities, side.bases), state.house)
        state = state.with_side(other, replace(side, spaces=spaces, due_draw=due, done=False))
        if any(one.base for one in spaces):
            text = say("{who} turns every base's counter up by 1, to 2 at most.", who=person(other))
            todo.append(Todo(other, text))
    return settle.settle(replace(state, todo=tuple(todo)))


def offer_renewing(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase == "decide" and state.active == seat:
        yield Choice("Renew", Renew(True, seat=seat), prompt=RENEW_PROMPT, primary=True, why=cite.RENEW)
        yield Choice("Do not renew", Renew(False, seat=seat), prompt=RENEW_PROMPT, why=cite.TURN)


def tell_renewing(telling: Telling[State, Renew]) -> str:
    return say("{who} renews the game for both" if telling.event.yes else "{who} does not renew", who=telling.who)


RENEW = Action(Renew, cite.RENEW, renew, tell_renewing, offers=offer_renewing)

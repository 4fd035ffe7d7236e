"""Setting up: decks read, chosen and checked, banners placed, the opening hand, barriers, who starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec
from rules.event import Event, Judge, Objection, Seat
from rules.games.dragoborne import checks, settle, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.checks import tells
from rules.games.dragoborne.deck import (
    COLORS,
    DECKS,
    card,
    color,
    deck_banners,
    deck_cards,
    deck_size,
    kind,
    ready_made,
    title_of,
)  # fmt: skip
from rules.games.dragoborne.state import BANNERS, BARRIERS_START, FORTS, DieAt, Paper, Player, Resource, State, may_read
from rules.games.dragoborne.turn_rules import DECK_MIN, HAND_START
from rules.text import listed, plural, say
from rules.view import person

LEAST = HAND_START + BARRIERS_START * len(FORTS)
MOST = 400
"""Nobody shuffles a larger deck."""
OFFERED_MOST = 100
READY = tuple(DECKS)
DECK_KEY, BANNERS_KEY, LAY_KEY, STARTER_KEY = "deck", "banners", "barriers", "starter"
"""The prompts these actions answer."""


def still_setting_up(state: State, judge: Judge) -> Seat:
    """The seat of the event. Raises Refusal STRUCT once its barriers lie or the game is on."""
    checks.undecided(judge, state)
    checks.in_setup(judge, state, cite.DECK)
    seat = judge.seat(state.players)
    text = say("{who} has laid the barriers already; take that back first.", who=person(seat))
    judge.struct(not state.sides[seat].laid, "laid", text)
    return seat


def deck_first(seat: Seat) -> str:
    """What is said to whoever has not chosen a deck."""
    return say("{who} chooses a deck first.", who=person(seat))


def begun(state: State) -> State:
    """The banners are turned up and the first turn begins, once everything lies."""
    first = state.active
    if first is None or not all(side.laid for side in state.sides):
        return state
    for seat, side in enumerate(state.sides):
        flags = tuple(Resource(one.color, banner=True) for one in side.forts)
        state = state.with_side(seat, replace(side, resources=flags))
    return settle.begin_turn(state, first)


# --- a deck of one's own is read


@dataclass(frozen=True, slots=True)
class ScanDeck(Event):
    """These cards belong to the deck the seat will play; ``anew`` forgets those read before. Its owner's alone."""

    cards: tuple[str, ...]
    codes: tuple[str, ...] = ()
    anew: bool = False


def scan_deck(state: State, event: ScanDeck, judge: Judge) -> State:
    seat = still_setting_up(state, judge)
    side = state.sides[seat]
    text = say("{who} has a deck already; choose the deck again after taking that back.", who=person(seat))
    judge.struct(not side.deck_name, "deck_chosen", text)
    judge.struct(len(event.codes) in (0, len(event.cards)), "bad_input", "codes: expected one for each card, or none")
    known = () if event.anew else side.listed
    for card_id, code in zip(event.cards, event.codes or ("",) * len(event.cards), strict=True):
        checks.is_card(judge, card_id, (*checks.PLAYED, "banner"), code)
        if not code or all(one.code != code for one in known):
            known = (*known, Paper(card_id, code))
    judge.struct(len(known) <= MOST, "deck_size", say("A deck has at most {most} cards.", most=MOST))
    return state.with_side(seat, replace(side, listed=known))


def hide_scanned(state: State, event: ScanDeck, viewer: Seat | None) -> ScanDeck:
    return event if may_read(state, event, viewer) else replace(event, cards=(), codes=(), anew=False)


def tell_scanned(telling: Telling[State, ScanDeck]) -> str:
    read = telling.event.cards
    if not read:
        return say("{who} read cards of the deck", who=telling.who)
    return say("{who} read {cards} of the deck", who=telling.who, cards=plural(len(read), "card"))


SCAN_DECK = Action(ScanDeck, cite.DECK, scan_deck, tell_scanned, hides=hide_scanned)


# --- a deck is chosen


@dataclass(frozen=True, slots=True)
class UseDeck(Event):
    """The seat plays a ready-made deck (one of ours, or one somebody typed in, by its key), the ``scanned`` one, or one
    of its ``own`` with ``size`` cards; five are drawn.

    To everybody else a scanned deck is a deck of one's own.
    """

    deck: str
    size: int = 50


def use_deck(state: State, event: UseDeck, judge: Judge) -> State:
    seat = still_setting_up(state, judge)
    side = state.sides[seat]
    size = event.size
    match event.deck:
        case "ember" | "tide":
            size = DECK_MIN
        case "scanned":
            there = sum(kind(one.card) != "banner" for one in side.listed)
            text = say("{there} cards of the deck were read, not {size}.", there=there, size=size)
            judge.struct(size == there, "deck_count", text)
            for one in scanned_problems(side):
                # The sentence may name cards of the deck, which are the owner's alone.
                judge.obey(one, to=seat)
        case "own":
            judge.obey(turn_rules.deck_size_objection(size))
        case typed:
            judge.struct(typed in side.sets, "no_deck", "That deck is not one of this table's.")
            size = deck_size(typed)
            for objection in typed_problems(typed):
                judge.obey(objection)
    text = say("A deck has {least} cards at least to be set up.", least=LEAST)
    judge.struct(LEAST <= size <= MOST, "deck_size", text)
    fresh = Player(event.deck, side.listed, size, hand=HAND_START, deck=size - HAND_START, sets=side.sets)
    return state.with_side(seat, fresh)


def scanned_problems(side: Player) -> tuple[Objection, ...]:
    """What is wrong with the scanned deck."""
    names = Counter(card(one.card).name for one in side.listed if kind(one.card) != "banner")
    flags = tuple(color(one.card) for one in side.listed if kind(one.card) == "banner")
    return turn_rules.deck_problems(names, None, flags)


def typed_problems(deck: str) -> tuple[Objection, ...]:
    """What is wrong with a deck somebody typed in, as a deck to play: a set of cards need not be one."""
    names = Counter[str]()
    for one in deck_cards(deck):
        names[card(one).name] += card(one).copies
    return turn_rules.deck_problems(names, None, deck_banners(deck) or (COLORS[0],) * BANNERS)


def offer_decks(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    if state.phase != "setup" or side.laid:
        return
    typed = tuple(one for one in side.sets if not typed_problems(one))
    for deck in (*typed, *READY):
        if side.deck_name != deck:
            colors = tuple(dict.fromkeys(deck_banners(deck)))
            count = deck_size(deck)
            about = say("{count} cards, {colors} banners", count=count, colors=listed(colors) or "any")
            event = UseDeck(deck, count, seat=seat)
            suit = colors[0] if colors else ""
            yield Choice(title_of(deck), event, (), about, suit=suit, prompt=DECK_KEY, why=cite.DECK)
    if side.listed and not scanned_problems(side):
        count = sum(kind(one.card) != "banner" for one in side.listed)
        label = say("The deck I scanned: {count} cards", count=count)
        yield Choice(label, UseDeck("scanned", count, seat=seat), prompt=DECK_KEY, primary=True, why=cite.DECK)
    if not side.deck_name:
        size = FieldSpec("size", "Cards in it", low=DECK_MIN, high=OFFERED_MOST, kind="number", preset=(DECK_MIN,))
        yield Choice.asking(UseDeck, "A deck of my own", (size,), known={"deck": "own"}, seat=seat, why=cite.DECK)


def hide_deck(state: State, event: UseDeck, viewer: Seat | None) -> UseDeck:
    return event if may_read(state, event, viewer) or event.deck != "scanned" else replace(event, deck="own")


def tell_deck(telling: Telling[State, UseDeck]) -> str:
    event = telling.event
    own = "the scanned deck" if event.deck == "scanned" else say("a deck of {size} cards", size=event.size)
    return say("{who} plays {deck} and draws five cards", who=telling.who, deck=title_of(event.deck) or own)


USE_DECK = Action(UseDeck, cite.DECK, use_deck, tell_deck, offers=offer_decks, hides=hide_deck)


# --- banners


@dataclass(frozen=True, slots=True)
class PlaceBanners(Event):
    """The banners lie face down behind the forts, in this order from the left; the dice have their colours."""

    left: str
    middle: str
    right: str


def place_banners(state: State, event: PlaceBanners, judge: Judge) -> State:
    checks.game_on(judge, state)
    judge.struct(state.phase == "setup", "banners_stay", "Banners stay where they are.")
    seat = still_setting_up(state, judge)
    side = state.sides[seat]
    judge.rule(bool(side.deck_name), "deck_first", deck_first(seat), cite.DECK)
    colors = (event.left, event.middle, event.right)
    for word in colors:
        checks.color_exists(judge, word)
    wanted = side.own_banners
    same = not wanted or Counter(wanted) == Counter(colors)
    to = None if ready_made(side.deck_name) else seat
    judge.rule(same, "banner_mismatch", "Those are not the banners of this deck.", cite.SAME_BANNERS, to=to)
    for number, word in zip(FORTS, colors, strict=True):
        side = side.with_fort(number, replace(side.fort(number), color=word))
    # The dice lie openly, in an order that says nothing about the banners.
    dice = tuple(DieAt(word) for word in sorted(colors, key=COLORS.index))
    return state.with_side(seat, replace(side, dice=dice))


def offer_banners(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    if state.phase != "setup" or side.laid or not side.deck_name:
        return
    wanted = side.own_banners
    if len(wanted) == BANNERS:
        for left, middle, right in sorted(set(permutations(wanted))):
            if (left, middle, right) != side.banners:
                event = PlaceBanners(left, middle, right, seat=seat)
                label = f"{left} · {middle} · {right}".capitalize()
                yield Choice(label, event, prompt=BANNERS_KEY, why=cite.BANNERS)
        return
    places = ("left", "middle", "right")
    asks = tuple(FieldSpec(place, place.capitalize(), checks.color_picks()) for place in places)
    yield Choice.asking(PlaceBanners, "Place the banners", asks, seat=seat, prompt=BANNERS_KEY)


def hide_banners(state: State, event: PlaceBanners, viewer: Seat | None) -> PlaceBanners:
    if may_read(state, event, viewer) or state.phase != "setup":
        return event
    # In the order of the dice, which lie openly: a table replayed from this looks as it did.
    left, middle, right = sorted((event.left, event.middle, event.right))
    return replace(event, left=left, middle=middle, right=right)


def tell_banners(telling: Telling[State, PlaceBanners]) -> str:
    event = telling.event
    if telling.after.phase == "setup" and event.seat != telling.viewer:
        return say("{who} places the banners face down", who=telling.who)
    colors = ", ".join((event.left, event.middle, event.right))
    return say("{who} places the banners: {colors}", who=telling.who, colors=colors)


PLACE_BANNERS = Action(
    PlaceBanners, cite.BANNERS, place_banners, tell_banners, offers=offer_banners, hides=hide_banners
)


# --- the opening hand


@dataclass(frozen=True, slots=True)
class Mulligan(Event):
    """``count`` cards of the opening hand were shuffled back, and as many drawn."""

    count: int


def mulligan(state: State, event: Mulligan, judge: Judge) -> State:
    seat = still_setting_up(state, judge)
    side = state.sides[seat]
    judge.rule(bool(side.deck_name), "deck_first", deck_first(seat), cite.DECK)
    once = say("{who} has exchanged cards already.", who=person(seat))
    judge.rule(not side.mulligan, "mulligan_once", once, cite.MULLIGAN)
    checks.within(judge, "count", event.count, HAND_START, least=1)
    return state.with_side(seat, replace(side, mulligan=True))


def offer_mulligan(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    if state.phase == "setup" and side.deck_name and not side.laid and not side.mulligan:
        count = FieldSpec("count", "How many cards?", low=1, high=HAND_START, kind="number")
        yield Choice.asking(Mulligan, "Exchange cards", (count,), seat=seat, why=cite.MULLIGAN)


MULLIGAN = Action(
    Mulligan, cite.MULLIGAN, mulligan, tells("{who} exchanges {cards} of the opening hand"), offers=offer_mulligan
)


# --- barriers


@dataclass(frozen=True, slots=True)
class LayBarriers(Event):
    """Two cards of the deck lie at each fort as barriers, unseen."""


def lay_barriers(state: State, _: LayBarriers, judge: Judge) -> State:
    seat = still_setting_up(state, judge)
    side = state.sides[seat]
    judge.struct(bool(side.deck_name), "deck_first", deck_first(seat), cite.DECK.citation)
    first = say("{who} places the banners first.", who=person(seat))
    judge.struct(len(side.banners) == BANNERS, "banners_first", first, cite.BANNERS.citation)
    start = turn_rules.setup(side.size)
    for number, count in zip(FORTS, start.barriers, strict=True):
        side = side.with_fort(number, replace(side.fort(number), barriers=count))
    return begun(state.with_side(seat, replace(side, deck=start.deck, hand=start.hand, laid=True)))


def offer_barriers(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    if state.phase == "setup" and side.deck_name and not side.laid and side.banners:
        yield Choice(
            "Hand and barriers are ready", LayBarriers(seat=seat), prompt=LAY_KEY, primary=True, why=cite.BARRIERS
        )


LAY_BARRIERS = Action(
    LayBarriers, cite.BARRIERS, lay_barriers, "{who} lays two barriers at each fort", offers=offer_barriers
)


# --- who starts


@dataclass(frozen=True, slots=True)
class ChooseStarter(Event):
    """Seat ``first`` takes the first turn."""

    first: Seat


def choose_starter(state: State, event: ChooseStarter, judge: Judge) -> State:
    checks.undecided(judge, state)
    checks.in_setup(judge, state, cite.STARTER)
    judge.struct(0 <= event.first < state.players, "no_such_seat", "first: expected 0 or 1")
    return begun(replace(state, active=event.first))


def offer_starters(state: State, seat: Seat) -> Iterator[Choice]:
    for first in range(state.players):
        if state.phase == "setup" and first != state.active:
            template = "{who} starts" if state.active is None else "{who} starts instead"
            label = say(template, who=person(first))
            yield Choice(label, ChooseStarter(first, seat=seat), prompt=STARTER_KEY, why=cite.STARTER)


CHOOSE_STARTER = Action(
    ChooseStarter, cite.STARTER, choose_starter, tells("{first} takes the first turn"), offers=offer_starters
)

"""Setting up: decks registered and checked, banners placed, the opening hand, barriers, who starts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rules.event import Objection
from rules.games.dragoborne import book, checks, deckcheck, settle, turn
from rules.games.dragoborne.cardbook import card, color, kind
from rules.games.dragoborne.deck import COLORS, DECKS
from rules.games.dragoborne.papers import banners, own_banners
from rules.games.dragoborne.setup_events import ChooseStarter, LayBarriers, Mulligan, PlaceBanners, ScanDeck, UseDeck
from rules.games.dragoborne.state import FORTS, DieAt, Paper, Player, Resource, State, with_fort, with_side
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

LEAST = turn.HAND_START + turn.BARRIERS_START * turn.FORTS
MOST = 400
"""Nobody shuffles a larger deck."""


def _open(judge: Judge, state: State) -> Seat:
    """The seat that is still setting up."""
    checks.game_on(judge, state)
    checks.in_setup(judge, state, book.DECK)
    seat = checks.seat_of(judge, state)
    judge.struct(
        not state.sides[seat].laid, "laid", say("The barriers of {who} lie; take that back first.", who=person(seat))
    )
    return seat


def scan_deck(state: State, event: ScanDeck, judge: Judge) -> State:
    """More cards of the deck are known, to their owner alone."""
    seat = _open(judge, state)
    side = state.sides[seat]
    text = say("{who} has a deck already; choose the deck again after taking that back.", who=person(seat))
    judge.struct(not side.deck_name, "deck_chosen", text)
    judge.struct(len(event.codes) in (0, len(event.cards)), "bad_input", "codes: expected one for each card, or none")
    known = () if event.anew else side.listed
    for name, code in zip(event.cards, event.codes or ("",) * len(event.cards), strict=True):
        checks.is_card(judge, name, ("creature", "spell", "banner"), code)
        if not code or all(one.code != code for one in known):
            known = (*known, Paper(name, code))
    judge.struct(len(known) <= MOST, "deck_size", say("No deck has more than {most} cards.", most=MOST))
    return with_side(state, seat, replace(side, listed=known))


def problems(side: Player) -> tuple[Objection, ...]:
    """What is wrong with the scanned deck."""
    names = Counter(card(one.card).name for one in side.listed if kind(one.card) != "banner")
    flags = tuple(color(one.card) for one in side.listed if kind(one.card) == "banner")
    return deckcheck.deck_problems(names, None, flags)


def use_deck(state: State, event: UseDeck, judge: Judge) -> State:
    """A deck is chosen and checked, and five cards drawn from it."""
    seat = _open(judge, state)
    side = state.sides[seat]
    size = event.size
    match event.deck:
        case "ember" | "tide":
            size = turn.DECK_MIN
        case "scanned":
            there = sum(kind(one.card) != "banner" for one in side.listed)
            judge.struct(
                size == there,
                "deck_count",
                say("{there} cards of the deck were read, not {size}.", there=there, size=size),
            )
            for one in problems(side):
                # The sentence may name cards of the deck, which are the owner's alone.
                checks.obey(judge, one, to=seat)
        case "own":
            checks.obey(judge, turn.deck_size_objection(size))
    judge.struct(
        LEAST <= size <= MOST, "deck_size", say("A deck has {least} cards at least to be set up.", least=LEAST)
    )
    fresh = Player(event.deck, side.listed, size, hand=turn.HAND_START, deck=size - turn.HAND_START)
    return with_side(state, seat, fresh)


def place_banners(state: State, event: PlaceBanners, judge: Judge) -> State:
    """Banners lie face down behind the forts; the dice have their colours."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(state.phase == "setup", "banners_stay", "Banners stay where they are.", book.BANNERS.citation)
    _open(judge, state)
    side = state.sides[seat]
    judge.rule(bool(side.deck_name), "deck_first", say("{who} chooses a deck first.", who=person(seat)), book.DECK)
    colors = (event.left, event.middle, event.right)
    for word in colors:
        checks.color_exists(judge, word)
    wanted = own_banners(side)
    same = not wanted or Counter(wanted) == Counter(colors)
    to = None if side.deck_name in DECKS else seat
    judge.rule(same, "banner_mismatch", "Those are not the banners of this deck.", deckcheck.MATCH, to=to)
    for number, word in zip(FORTS, colors, strict=True):
        side = with_fort(side, number, replace(side.forts[FORTS.index(number)], color=word))
    # The dice lie openly, in an order that says nothing about the banners.
    dice = tuple(DieAt(word) for word in sorted(colors, key=COLORS.index))
    return with_side(state, seat, replace(side, dice=dice))


def mulligan(state: State, event: Mulligan, judge: Judge) -> State:
    """Part of the opening hand is exchanged."""
    seat = _open(judge, state)
    side = state.sides[seat]
    judge.rule(bool(side.deck_name), "deck_first", say("{who} chooses a deck first.", who=person(seat)), book.DECK)
    judge.rule(
        not side.mulligan, "mulligan_once", say("{who} has exchanged cards already.", who=person(seat)), book.MULLIGAN
    )
    judge.struct(
        1 <= event.count <= turn.HAND_START,
        "bad_input",
        say("count: expected 1 to {hand_start}", hand_start=turn.HAND_START),
    )
    return with_side(state, seat, replace(side, mulligan=True))


def lay_barriers(state: State, event: LayBarriers, judge: Judge) -> State:
    """Two cards of the deck lie at each fort, unseen."""
    seat = _open(judge, state)
    side = state.sides[seat]
    judge.struct(
        bool(side.deck_name), "deck_first", say("{who} chooses a deck first.", who=person(seat)), book.DECK.citation
    )
    placed = len(banners(side)) == turn.BANNERS
    judge.struct(
        placed, "banners_first", say("{who} places the banners first.", who=person(seat)), book.BANNERS.citation
    )
    start = turn.setup(side.size)
    for number, count in zip(FORTS, start.barriers, strict=True):
        side = with_fort(side, number, replace(side.forts[FORTS.index(number)], barriers=count))
    return begun(with_side(state, seat, replace(side, deck=start.deck, hand=start.hand, laid=True)))


def choose_starter(state: State, event: ChooseStarter, judge: Judge) -> State:
    """Who takes the first turn."""
    checks.game_on(judge, state)
    checks.in_setup(judge, state, book.STARTER)
    judge.struct(0 <= event.first < state.players, "no_such_seat", "first: expected 0 or 1")
    return begun(replace(state, active=event.first))


def begun(state: State) -> State:
    """The banners are turned up and the first turn begins, once everything lies."""
    first = state.active
    if first is None or not all(side.laid for side in state.sides):
        return state
    for seat, side in enumerate(state.sides):
        flags = tuple(Resource(one.color, banner=True) for one in side.forts)
        state = with_side(state, seat, replace(side, resources=flags))
    return settle.begin_turn(state, first)

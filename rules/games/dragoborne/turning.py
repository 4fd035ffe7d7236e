"""The turn around the main phase: dice, drawing, resources, discarding, the end; and the audit after the game."""

from __future__ import annotations

from dataclasses import replace

from rules.games.dragoborne import book, checks, settle, texts, turn
from rules.games.dragoborne import dice as dice_rules
from rules.games.dragoborne.cardbook import card
from rules.games.dragoborne.events import (
    AddResource,
    Discard,
    Draw,
    EndTurn,
    RevealAmbush,
    Roll,
    SkipResource,
    Tick,
)
from rules.games.dragoborne.state import DieAt, Paper, Resource, State, fort, plain_dice, with_fort, with_side
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

MOST = 99


def roll(state: State, event: Roll, judge: Judge) -> State:
    """All three dice come back to the zone with new values."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    side = state.sides[seat]
    fits = len(event.values) == len(side.dice) and all(1 <= value <= 6 for value in event.values)
    judge.struct(fits, "bad_dice", say("values: expected {count} numbers from 1 to 6", count=len(side.dice)))
    checks.own_turn(judge, state, seat)
    again = "The dice are rolled already; what they show can be corrected."
    judge.rule(state.phase == "dice", "phase", again if state.phase != "setup" else checks.PHASES["setup"], book.STAND)
    rolled = dice_rules.rolled(plain_dice(side), event.values)
    dice = tuple(DieAt(one.color, one.value) for one in rolled)
    state = with_side(state, seat, replace(side, dice=dice))
    return replace(state, phase="draw") if state.phase == "dice" else state


def draw(state: State, event: Draw, judge: Judge) -> State:
    """Cards come to the hand; too few of them lose the game."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(1 <= event.count <= MOST, "bad_input", say("count: expected 1 to {most}", most=MOST))
    if state.phase == "draw":
        checks.own_turn(judge, state, seat)
        judge.rule(event.count == 1, "draw_count", "One card is drawn in the draw step.", book.DRAW)
    else:
        checks.in_phase(judge, state, ("main", "combat"), book.DRAW)
    side = state.sides[seat]
    if turn.decked(side.deck, event.count):
        return settle.lost(state, (seat,), "deck")
    side = replace(side, deck=side.deck - event.count, hand=side.hand + event.count)
    state = with_side(state, seat, side)
    if state.phase != "draw":
        return state
    # Resource step: whoever starts the game skips it on turn 1; with no card left there is nothing to add.
    return replace(state, phase="resource" if state.turn > 1 and side.deck else "main")


def add_resource(state: State, event: AddResource, judge: Judge) -> State:
    """The top card of the deck joins the resources."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    checks.color_exists(judge, event.color)
    if event.card:
        checks.is_card(judge, event.card, ("creature", "spell"), event.code)
        same = str(card(event.card)["color"]) == event.color
        judge.struct(
            same, "bad_color", say("{name} is {card}.", name=card(event.card).name, card=card(event.card)["color"])
        )
    checks.own_turn(judge, state, seat)
    checks.in_phase(judge, state, ("resource",), book.RESOURCE)
    checks.card_free(judge, state, event.code)
    side = state.sides[seat]
    judge.rule(side.deck >= 1, "deck_empty", "By our count the deck is empty.", book.RESOURCE)
    new = Resource(event.color, card=event.card, code=event.code)
    side = replace(side, resources=(*side.resources, new), deck=max(0, side.deck - 1))
    state = with_side(state, seat, side)
    if event.card:
        checks.in_deck(judge, state, seat, event.card)
    return replace(state, phase="main") if state.phase == "resource" else state


def skip_resource(state: State, event: SkipResource, judge: Judge) -> State:
    """On to the main phase without a resource."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    checks.own_turn(judge, state, seat)
    judge.struct(state.phase == "resource", "phase", "No resource is waited for now.", book.RESOURCE.citation)
    return replace(state, phase="main")


def discard(state: State, event: Discard, judge: Judge) -> State:
    """Cards of the hand are discarded: those too many at the end of the turn, or by an effect."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(1 <= event.count <= MOST, "bad_input", say("count: expected 1 to {most}", most=MOST))
    side = state.sides[seat]
    if state.phase == "end":
        checks.own_turn(judge, state, seat)
        due = settle.due_discard(state)
        text = say("{who} discards {due} now, down to {hand_max}.", who=person(seat), due=due, hand_max=turn.HAND_MAX)
        judge.rule(event.count == due, "discard_count", text, book.LIMIT)
    else:
        checks.in_phase(judge, state, ("main", "combat"), book.TEXT)
    held = say("By our count the hand holds {hand}.", hand=side.hand)
    judge.rule(event.count <= side.hand, "empty_hand", held, book.HAND)
    gone = min(event.count, side.hand)
    return with_side(state, seat, replace(side, hand=side.hand - gone, unnamed=side.unnamed + gone))


def end_turn(state: State, event: EndTurn, judge: Judge) -> State:
    """The active player is done; cards over seven are discarded before the turn is over."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(state.phase not in ("setup", "end"), "phase", checks.PHASES.get(state.phase, ""))
    checks.own_turn(judge, state, seat)
    checks.in_phase(judge, state, ("main", "combat"), book.LIMIT)
    checks.free(judge, state)
    if event.hand is not None:
        judge.struct(0 <= event.hand <= MOST, "bad_input", say("hand: expected 0 to {most}", most=MOST))
        state = with_side(state, seat, replace(state.sides[seat], hand=event.hand))
    return replace(settle.unasked(state), phase="end", clash=None)


def tick(state: State, event: Tick, judge: Judge) -> State:
    """A card text is followed."""
    there = 0 <= event.item < len(state.todo) and not state.todo[event.item].done
    judge.struct(there, "no_reminder", "That is done already, or not on the table any more.")
    todo = tuple(replace(one, done=True) if n == event.item else one for n, one in enumerate(state.todo))
    return replace(state, todo=todo)


def reveal_ambush(state: State, event: RevealAmbush, judge: Judge) -> State:
    """After the game an unused ambush is shown; the result stands whatever it is."""
    seat = checks.seat_of(judge, state)
    checks.fort_exists(judge, event.fort)
    judge.struct(state.phase == "audit", "phase", "Ambushes are shown when the game is decided.", book.AUDIT.citation)
    checks.is_card(judge, event.card, ("creature", "spell"), event.code)
    side = state.sides[seat]
    there = fort(side, event.fort)
    judge.struct(there.ambush is not None, "no_ambush", "No ambush lies there.")
    ambush_shown(judge, state, seat, number=event.fort, name=event.card)
    paper = Paper(event.card, event.code)
    side = with_fort(side, event.fort, replace(there, ambush=None))
    side = replace(side, discard=(*side.discard, paper))
    state = with_side(replace(state, shown=(*state.shown, paper)), seat, side)
    checks.in_deck(judge, state, seat, event.card)
    return state


def ambush_shown(judge: Judge, state: State, seat: Seat, number: str, name: str) -> None:
    """Says so where a shown ambush could not have been one, or is not what its owner noted."""
    judge.warn(
        texts.has_word(name, "ambush"), "not_ambush", say("{name} has no Ambush.", name=card(name).name), book.AMBUSH
    )
    there = fort(state.sides[seat], number).ambush
    noted = there is None or not there.card or there.card == name
    judge.warn(noted, "noted_otherwise", "Its owner had noted another card for this ambush.", book.AMBUSH)

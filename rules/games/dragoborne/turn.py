"""The turn around the main phase: dice, drawing, resources, discarding, the end; and the audit after the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.dragoborne import checks, settle, spots, text_targets, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.checks import tells
from rules.games.dragoborne.deck import COLORS, card, color
from rules.games.dragoborne.state import FORTS, Paper, Resource, State, Todo
from rules.games.dragoborne.text_forms import Clause
from rules.text import listed, plural, say
from rules.view import person

MOST = 99
"""Nobody draws, discards or holds more cards."""
Followed = Literal["done", "left"]
ROLL_KEY, DRAW_KEY, RESOURCE_KEY, DISCARD_KEY, AUDIT_KEY = "roll", "draw", "resource", "discard", "audit"
"""The prompts these actions answer."""


# --- the dice step


@dataclass(frozen=True, slots=True)
class Roll(Event):
    """The three dice were rolled, in the order of the dice bar, and come back to the zone."""

    values: tuple[int, ...]


def roll(state: State, event: Roll, judge: Judge) -> State:
    seat = checks.game_on(judge, state)
    side = state.sides[seat]
    fits = len(event.values) == len(side.dice) and all(1 <= value <= 6 for value in event.values)
    judge.struct(fits, "bad_dice", say("values: expected {count} numbers from 1 to 6", count=len(side.dice)))
    checks.own_turn(judge, state, seat)
    again = "The dice are rolled already; what they show can be corrected."
    text = checks.PHASES["setup"] if state.phase == "setup" else again
    judge.rule(state.phase == "dice", "phase", text, cite.STAND)
    state = state.with_side(seat, replace(side, dice=turn_rules.rolled(side.dice, event.values)))
    return replace(state, phase="draw") if state.phase == "dice" else state


def offer_roll(state: State, seat: Seat) -> Iterator[Choice]:
    if state.active != seat or state.phase != "dice":
        return
    dice = state.sides[seat].dice
    asks = tuple(
        FieldSpec(
            f"values.{n}",
            say("{color} die", color=die.color.capitalize()),
            tuple(Pick(value, str(value), suit=die.color) for value in range(1, 7)),
        )
        for n, die in enumerate(dice)
    )
    known = {"values": (1,) * len(dice)}
    yield Choice.asking(
        Roll, "Enter the dice", asks, known=known, seat=seat, prompt=ROLL_KEY, primary=True, why=cite.STAND
    )


def tell_roll(telling: Telling[State, Roll]) -> str:
    seat, values = telling.event.seat, telling.event.values
    dice = telling.before.sides[seat].dice if seat is not None else ()
    shown = (say("{color} {value}", color=die.color, value=value) for die, value in zip(dice, values, strict=False))
    return say("{who} rolls {values}", who=telling.who, values=listed(shown))


ROLL = Action(Roll, cite.STAND, roll, tell_roll, offers=offer_roll)


# --- the draw step, and drawing by an effect


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """``count`` cards were drawn, in the draw step or by an effect; more than there are loses the game.

    ``source`` is the card whose text says so.
    """

    count: int = 1
    source: str = ""


def draw(state: State, event: Draw, judge: Judge) -> State:
    seat = checks.game_on(judge, state)
    checks.within(judge, "count", event.count, MOST, least=1)
    if state.phase == "draw":
        checks.own_turn(judge, state, seat)
        judge.rule(event.count == 1, "draw_count", "One card is drawn in the draw step.", cite.DRAW)
    else:
        checks.in_phase(judge, state, ("main", "combat"), cite.DRAW)
        state = _by_a_text(state, seat, judge, event)
    side = state.sides[seat]
    if turn_rules.decked(side.deck, event.count):
        return settle.lost(state, (seat,), "deck")
    side = replace(side, deck=side.deck - event.count, hand=side.hand + event.count)
    state = state.with_side(seat, side)
    if state.phase != "draw":
        return state
    # Resource step: whoever starts the game skips it on turn 1; with no card left there is nothing to add.
    return replace(state, phase="resource" if state.turn > 1 and side.deck else "main")


def _by_a_text(state: State, seat: Seat, judge: Judge, event: Draw | Discard) -> State:
    """The table with the text carried out that has its owner draw or discard."""
    if event.source:
        checks.is_card(judge, event.source, checks.PLAYED)
    verb = "draw" if isinstance(event, Draw) else "discard"

    def fits(_: Todo, clause: Clause) -> bool:
        most = clause.amount if verb == "draw" else min(clause.amount, state.sides[seat].hand)
        return clause.verb == verb and event.count == most

    return text_targets.carry_out(state, seat, judge, event.source, fits)


def offer_draw(state: State, seat: Seat) -> Iterator[Choice]:
    """The card of the draw step; what a card text draws is offered with that text."""
    if state.active == seat and state.phase == "draw":
        label = "Draw a card" if state.sides[seat].deck else "No card is left: the game is lost"
        yield Choice(label, Draw(seat=seat), prompt=DRAW_KEY, primary=True, why=cite.DRAW)


def tell_draw(telling: Telling[State, Draw]) -> str:
    event, cards = telling.event, plural(telling.event.count, "card")
    source = checks.card_named(event.source)
    if telling.after.losers and event.seat is not None:
        left = telling.before.sides[event.seat].deck
        return say("{who} must draw {cards}, and the deck has {left}", who=telling.who, cards=cards, left=left)
    template = "{who} follows {source} and draws {cards}" if event.source else "{who} draws {cards}"
    return say(template, who=telling.who, cards=cards, source=source)


DRAW = Action(Draw, cite.DRAW, draw, tell_draw, offers=offer_draw)


# --- the resource step


@dataclass(frozen=True, slots=True)
class AddResource(Event):
    """The top card of the deck joined the resources."""

    color: str
    card: str = ""
    code: str = ""


def add_resource(state: State, event: AddResource, judge: Judge) -> State:
    seat = checks.game_on(judge, state)
    checks.color_exists(judge, event.color)
    if event.card:
        checks.is_card(judge, event.card, checks.PLAYED, event.code)
        text = say("{card} is {color}.", card=card(event.card).name, color=color(event.card))
        judge.struct(color(event.card) == event.color, "bad_color", text)
    checks.own_turn(judge, state, seat)
    checks.in_phase(judge, state, ("resource",), cite.RESOURCE)
    checks.card_free(judge, state, event.code)
    side = state.sides[seat]
    judge.rule(side.deck >= 1, "deck_empty", "By our count the deck is empty.", cite.RESOURCE)
    row = (*side.resources, Resource(event.color, card=event.card, code=event.code))
    state = state.with_side(seat, replace(side, resources=row, deck=max(0, side.deck - 1)))
    if event.card:
        checks.in_deck(judge, state, seat, event.card)
    return replace(state, phase="main") if state.phase == "resource" else state


def offer_resources(state: State, seat: Seat) -> Iterator[Choice]:
    if state.active != seat or state.phase != "resource":
        return
    side = state.sides[seat]
    for word in COLORS:
        if side.deck_name == "own" or any(color(one) == word for one in side.own_cards):
            label, event = say("{color} resource", color=word.capitalize()), AddResource(word, seat=seat)
            spot = spots.resources(seat, word)
            yield Choice(label, event, suit=word, prompt=RESOURCE_KEY, why=cite.RESOURCE, spot=spot)


def tell_resource(telling: Telling[State, AddResource]) -> str:
    event = telling.event
    template = "{who} adds a {color} resource: {card}" if event.card else "{who} adds a {color} resource"
    return say(template, who=telling.who, color=event.color, card=checks.card_named(event.card))


ADD_RESOURCE = Action(AddResource, cite.RESOURCE, add_resource, tell_resource, offers=offer_resources)


@dataclass(frozen=True, slots=True)
class SkipResource(Event):
    """No resource is added this turn."""


def skip_resource(state: State, _: SkipResource, judge: Judge) -> State:
    seat = checks.game_on(judge, state)
    checks.own_turn(judge, state, seat)
    judge.struct(state.phase == "resource", "phase", "It is not the moment to add a resource.")
    return replace(state, phase="main")


def offer_no_resource(state: State, seat: Seat) -> Iterator[Choice]:
    if state.active == seat and state.phase == "resource":
        yield Choice("No resource", SkipResource(seat=seat), prompt=RESOURCE_KEY, why=cite.RESOURCE, quiet=True)


SKIP_RESOURCE = Action(SkipResource, cite.RESOURCE, skip_resource, "{who} adds no resource", offers=offer_no_resource)


# --- discarding, at the end of the turn or by an effect


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """``count`` cards of the hand were discarded, at the end of the turn or by an effect, of the card ``source``."""

    count: int
    source: str = ""


def discard(state: State, event: Discard, judge: Judge) -> State:
    seat = checks.game_on(judge, state)
    checks.within(judge, "count", event.count, MOST, least=1)
    side = state.sides[seat]
    if state.phase == "end":
        checks.own_turn(judge, state, seat)
        due = settle.due_discard(state)
        template = "{who} discards {due} now, down to {limit}."
        text = say(template, who=person(seat), due=due, limit=turn_rules.HAND_MAX)
        judge.rule(event.count == due, "discard_count", text, cite.LIMIT)
    else:
        checks.in_phase(judge, state, ("main", "combat"), cite.TEXT)
        state = _by_a_text(state, seat, judge, event)
    held = say("By our count the hand holds {count}.", count=side.hand)
    judge.rule(event.count <= side.hand, "empty_hand", held, cite.HAND)
    gone = min(event.count, side.hand)
    return state.with_side(seat, replace(side, hand=side.hand - gone, unnamed=side.unnamed + gone))


def offer_discard(state: State, seat: Seat) -> Iterator[Choice]:
    """The cards over the limit; what a card text discards is offered with that text."""
    due = settle.due_discard(state)
    if state.active == seat and due:
        label = say("Discard {cards}", cards=plural(due, "card"))
        yield Choice(label, Discard(due, seat=seat), prompt=DISCARD_KEY, primary=True, why=cite.LIMIT)


def tell_discard(telling: Telling[State, Discard]) -> str:
    cards, source = plural(telling.event.count, "card"), telling.event.source
    template = "{who} follows {source} and discards {cards}" if source else "{who} discards {cards}"
    return say(template, who=telling.who, cards=cards, source=checks.card_named(source))


DISCARD = Action(Discard, cite.LIMIT, discard, tell_discard, offers=offer_discard)


# --- the end of the turn


@dataclass(frozen=True, slots=True)
class EndTurn(Event):
    """The active player has nothing more to do; cards over seven are discarded before the turn is over.

    ``hand`` is how many cards they hold, where they say so. ``texts`` says of each card text that still waits, by its
    number, whether it was carried out or left out.
    """

    hand: int | None = None
    texts: Mapping[str, Followed] = field(default_factory=dict)


def end_turn(state: State, event: EndTurn, judge: Judge) -> State:
    seat = checks.game_on(judge, state)
    judge.struct(state.phase not in ("setup", "end"), "phase", checks.PHASES.get(state.phase, ""))
    checks.own_turn(judge, state, seat)
    checks.in_phase(judge, state, ("main", "combat"), cite.LIMIT)
    checks.free(judge, state)
    _texts_asked(state, event, judge)
    if event.hand is not None:
        checks.within(judge, "hand", event.hand, MOST)
        state = state.with_side(seat, replace(state.sides[seat], hand=event.hand))
    return replace(settle.unasked(state), phase="end", clash=None)


def _texts_asked(state: State, event: EndTurn, judge: Judge) -> None:
    """Refuses an end of which a text that waits is forgotten."""
    waiting = {str(n): one for n, one in state.open_texts}
    judge.struct(set(event.texts) <= set(waiting), "no_reminder", "texts: expected texts that wait to be followed")
    for number, one in waiting.items():
        text = say("Was this carried out? {text}", text=text_named(one))
        judge.rule(number in event.texts, "texts_open", text, cite.TEXT_FOLLOWED)


def text_named(todo: Todo) -> str:
    """A card text, and whose it is."""
    template = "{who}, {card}: {text}" if todo.card else "{who}: {text}"
    return say(template, who=person(todo.seat), card=checks.card_named(todo.card), text=todo.text)


def tell_end(telling: Telling[State, EndTurn]) -> str:
    hand = telling.event.hand
    if hand is None:
        return say("{who} ends the turn", who=telling.who)
    return say("{who} ends the turn, with {cards} in hand", who=telling.who, cards=plural(hand, "card"))


def texts_left_out(telling: Telling[State, EndTurn]) -> Iterator[str]:
    """What of the cards was left out, as was said or because nobody asked."""
    for number, one in telling.before.open_texts:
        if telling.event.texts.get(str(number)) != "done":
            yield say("left out: {card}", card=checks.card_named(one.card))


# --- after the game


@dataclass(frozen=True, slots=True)
class RevealAmbush(Event):
    """The game is over, and an ambush that was not used is shown; the result stands whatever it is."""

    fort: str
    card: str
    code: str = ""


def reveal_ambush(state: State, event: RevealAmbush, judge: Judge) -> State:
    seat = judge.seat(state.players)
    checks.fort_exists(judge, event.fort)
    judge.struct(state.phase == "audit", "phase", "Ambushes are shown when the game is decided.")
    checks.is_card(judge, event.card, checks.PLAYED, event.code)
    side = state.sides[seat]
    there = side.fort(event.fort)
    judge.struct(there.ambush is not None, "no_ambush", "There is no ambush there.")
    checks.ambush_shown(judge, state, seat, number=event.fort, card_id=event.card)
    paper = Paper(event.card, event.code)
    side = side.with_fort(event.fort, replace(there, ambush=None))
    side = replace(side, discard=(*side.discard, paper))
    state = replace(state, shown=(*state.shown, paper)).with_side(seat, side)
    checks.in_deck(judge, state, seat, event.card)
    return state


def offer_reveals(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    for number in FORTS if state.phase == "audit" else ():
        there = side.fort(number).ambush
        if there is None:
            continue
        if there.card:
            label = say("Fort {number}: {card}", number=number, card=card(there.card).name)
            event = RevealAmbush(number, there.card, there.code, seat=seat)
            suit = color(there.card)
            yield Choice(label, event, card=there.card, suit=suit, prompt=AUDIT_KEY, why=cite.AUDIT)
            continue
        which = FieldSpec("card", "Which card is it?", tuple(map(checks.card_pick, checks.ambush_cards(side))))
        label, known = say("Show the ambush of fort {number}", number=number), {"fort": number}
        yield Choice.asking(RevealAmbush, label, (which,), known=known, seat=seat, prompt=AUDIT_KEY, why=cite.AUDIT)


REVEAL_AMBUSH = Action(
    RevealAmbush,
    cite.AUDIT,
    reveal_ambush,
    tells("{who} shows the ambush of fort {fort}: {card}"),
    offers=offer_reveals,
)

"""Facts put right by hand: the paper is the truth, and every correction says in the log that it was one."""

from __future__ import annotations

from dataclasses import replace

from rules.games.dragoborne import book, checks, settle, turn
from rules.games.dragoborne.byhand import (
    CallOff,
    PutCreature,
    SetAmbushThere,
    SetBanner,
    SetCreature,
    SetDeck,
    SetDie,
    SetDiscard,
    SetFort,
    SetHand,
    SetResources,
    SetTurn,
    TakeCreature,
)
from rules.games.dragoborne.cardbook import card
from rules.games.dragoborne.deck import COLORS
from rules.games.dragoborne.papers import banners
from rules.games.dragoborne.state import (
    Ambush,
    DieAt,
    Paper,
    Player,
    Resource,
    State,
    fort,
    room_at,
    with_creature,
    with_die,
    with_fort,
    with_side,
)
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

MOST = 400
BARRIERS_MOST = 20
RESOURCES_MOST = 60
TURN_MOST = 999


def _seat(state: State, judge: Judge) -> Seat:
    """The seat that is put right; setting up is done by its own moves."""
    return checks.seat_of(judge, state)


def _within(judge: Judge, name: str, value: int, most: int, least: int = 0) -> None:
    judge.struct(
        least <= value <= most,
        "bad_input",
        say("{name}: expected {least} to {most}", name=name, least=least, most=most),
    )


def _decided(judge: Judge, state: State) -> None:
    """A result is taken back, not corrected."""
    judge.struct(
        state.phase not in ("audit", "over"), "game_over", "The game is decided; take the last move back first."
    )


def set_fort(state: State, event: SetFort, judge: Judge) -> State:
    """Another number of barriers."""
    seat = _seat(state, judge)
    checks.fort_exists(judge, event.fort)
    _within(judge, "barriers", event.barriers, BARRIERS_MOST)
    checks.by_hand(
        judge,
        say(
            "fort {fort} of {who} has {barriers} barriers.", fort=event.fort, who=person(seat), barriers=event.barriers
        ),
    )
    side = state.sides[seat]
    return with_side(state, seat, with_fort(side, event.fort, replace(fort(side, event.fort), barriers=event.barriers)))


def set_banner(state: State, event: SetBanner, judge: Judge) -> State:
    """Another banner behind a fort; its resource and one die follow."""
    seat = _seat(state, judge)
    checks.fort_exists(judge, event.fort)
    checks.color_exists(judge, event.color)
    text = "Banners are placed in the setup; choose their places there."
    judge.struct(state.phase != "setup", "phase", text, book.BANNERS.citation)
    checks.by_hand(
        judge,
        say("the banner of fort {fort} of {who} is {color}.", fort=event.fort, who=person(seat), color=event.color),
    )
    side = state.sides[seat]
    before = fort(side, event.fort)
    side = with_fort(side, event.fort, replace(before, color=event.color))
    row = list(side.resources)
    flag = next((n for n, one in enumerate(row) if one.banner and one.color == before.color), None)
    if flag is not None:
        row[flag] = replace(row[flag], color=event.color)
    dice = list(side.dice)
    own = next((n for n, one in enumerate(dice) if one.color == before.color), None)
    if own is not None:
        die = dice[own]
        astray = die.where == "shield" and die.at != event.fort
        dice[own] = replace(die, color=event.color, where="zone" if astray else die.where, at="" if astray else die.at)
    return with_side(state, seat, replace(side, resources=tuple(row), dice=tuple(dice)))


def put_creature(state: State, event: PutCreature, judge: Judge) -> State:
    """A creature stands where none was known."""
    seat = _seat(state, judge)
    _decided(judge, state)
    checks.fort_exists(judge, event.fort)
    checks.is_card(judge, event.card, ("creature",), event.code)
    checks.card_free(judge, state, event.code)
    room = room_at(state.sides[seat], event.fort)
    judge.struct(room, "fort_full", "Two creatures are at that fort; take one away first.")
    checks.by_hand(
        judge,
        say("{name} stands at fort {fort} of {who}.", name=card(event.card).name, fort=event.fort, who=person(seat)),
    )
    before = state.todo
    state = settle.place(state, seat, event.fort, Paper(event.card, event.code))
    return replace(state, todo=before)


def set_creature(state: State, event: SetCreature, judge: Judge) -> State:
    """Another damage, other changes, standing or at rest."""
    seat = _seat(state, judge)
    _decided(judge, state)
    one = checks.own_creature(judge, state, seat, event.creature)
    _within(judge, "damage", event.damage, 99)
    _within(judge, "atk", event.atk, most=99, least=-99)
    _within(judge, "edr", event.edr, most=99, least=-99)
    rests = "rests" if event.rested else "stands"
    checks.by_hand(
        judge,
        say(
            "{name} of {who} {rests}, with {damage} damage.",
            name=card(one.card).name,
            who=person(seat),
            rests=rests,
            damage=event.damage,
        ),
    )
    new = replace(one, damage=event.damage, rested=event.rested, atk_mod=event.atk, edr_mod=event.edr, held=False)
    return with_side(state, seat, with_creature(state.sides[seat], new))


def take_creature(state: State, event: TakeCreature, judge: Judge) -> State:
    """A creature is not there."""
    seat = _seat(state, judge)
    _decided(judge, state)
    one = checks.own_creature(judge, state, seat, event.creature)
    checks.by_hand(judge, say("{name} of {who} is not on the field.", name=card(one.card).name, who=person(seat)))
    return settle.leave(state, seat, one.uid, event.where)


def set_die(state: State, event: SetDie, judge: Judge) -> State:
    """A die shows something else, or lies elsewhere."""
    seat = _seat(state, judge)
    checks.die_exists(judge, state, seat, event.die)
    _within(judge, "value", event.value, most=6, least=1)
    side = state.sides[seat]
    at = ""
    if event.where == "shield":
        checks.fort_exists(judge, event.at)
        at = event.at
    elif event.where == "cross":
        at = checks.own_creature(judge, state, seat, event.at).uid
    die = side.dice[event.die]
    checks.by_hand(
        judge,
        say(
            "the {color} die of {who} shows {value} ({where}).",
            color=die.color,
            who=person(seat),
            value=event.value,
            where=event.where,
        ),
    )
    new = DieAt(die.color, event.value, where=event.where, at=at, assigned=event.where != "zone")
    return with_side(state, seat, with_die(side, event.die, new))


def set_resources(state: State, event: SetResources, judge: Judge) -> State:
    """Another number of resources of a colour; banners count among them."""
    seat = _seat(state, judge)
    checks.color_exists(judge, event.color)
    _within(judge, "standing", event.standing, RESOURCES_MOST)
    _within(judge, "rested", event.rested, RESOURCES_MOST)
    side = state.sides[seat]
    same = [one for one in side.resources if one.color == event.color]
    flags = sum(one.banner for one in same)
    total = event.standing + event.rested
    text = say("{flags} of them are banners, and they are always there.", flags=flags)
    judge.struct(total >= flags, "bad_input", text)
    checks.by_hand(
        judge,
        say(
            "{who} has {standing} standing {color} resources, {rested} at rest.",
            who=person(seat),
            standing=event.standing,
            color=event.color,
            rested=event.rested,
        ),
    )
    kept = (sorted(same, key=lambda one: not one.banner) + [Resource(event.color)] * total)[:total]
    row = [replace(one, rested=n >= event.standing) for n, one in enumerate(kept)]
    others = tuple(one for one in side.resources if one.color != event.color)
    return replace(with_side(state, seat, replace(side, resources=(*others, *row))), paid=None)


def set_hand(state: State, event: SetHand, judge: Judge) -> State:
    """Another number of cards in the hand."""
    seat = _seat(state, judge)
    _within(judge, "count", event.count, MOST)
    checks.by_hand(judge, say("{who} holds {count} cards.", who=person(seat), count=event.count))
    return with_side(state, seat, replace(state.sides[seat], hand=event.count))


def set_deck(state: State, event: SetDeck, judge: Judge) -> State:
    """Another number of cards in the deck."""
    seat = _seat(state, judge)
    _within(judge, "count", event.count, MOST)
    checks.by_hand(judge, say("{count} cards are left in the deck of {who}.", count=event.count, who=person(seat)))
    return with_side(state, seat, replace(state.sides[seat], deck=event.count))


def set_discard(state: State, event: SetDiscard, judge: Judge) -> State:
    """Another number of discarded cards that nobody named."""
    seat = _seat(state, judge)
    _within(judge, "count", event.count, MOST)
    checks.by_hand(
        judge, say("{count} unnamed cards in the discard pile of {who}.", count=event.count, who=person(seat))
    )
    return with_side(state, seat, replace(state.sides[seat], unnamed=event.count))


def set_ambush_there(state: State, event: SetAmbushThere, judge: Judge) -> State:
    """A face-down card lies before a fort, or none does."""
    seat = _seat(state, judge)
    _decided(judge, state)
    checks.fort_exists(judge, event.fort)
    side = state.sides[seat]
    before = fort(side, event.fort)
    new = replace(before.ambush or Ambush(), rested=event.rested) if event.there else None
    word = "an ambush" if event.there else "no ambush"
    checks.by_hand(judge, say("{word} lies before fort {fort} of {who}.", word=word, fort=event.fort, who=person(seat)))
    return with_side(state, seat, with_fort(side, event.fort, replace(before, ambush=new)))


def call_off(state: State, event: CallOff, judge: Judge) -> State:
    """The attack and whatever is asked are forgotten."""
    _seat(state, judge)
    _decided(judge, state)
    checks.by_hand(judge, "the attack and open questions are called off.")
    return replace(settle.unasked(state), clash=None)


def set_turn(state: State, event: SetTurn, judge: Judge) -> State:
    """It is somebody else's turn, or another moment of it; a game that was never set up begins in its middle."""
    _decided(judge, state)
    judge.struct(0 <= event.active < state.players, "no_such_seat", "active: expected 0 or 1")
    _within(judge, "turn", event.turn, most=TURN_MOST, least=1)
    checks.by_hand(judge, say("it is turn {turn}, of {active}.", turn=event.turn, active=person(event.active)))
    if state.phase == "setup":
        first, second = (_in_the_middle(side) for side in state.sides)
        state = replace(state, sides=(first, second))
    state = settle.unasked(state)
    return replace(state, active=event.active, turn=event.turn, phase=event.phase, clash=None, paid=None)


def _in_the_middle(side: Player) -> Player:
    """A half that skipped its setup: what is not known is as it would be after it."""
    name = side.deck_name or "own"
    size = side.size or turn.DECK_MIN
    start = turn.setup(size)
    colors = banners(side)
    if len(colors) != turn.BANNERS:
        colors = COLORS[: turn.BANNERS]
    forts = tuple(
        replace(one, color=word, barriers=one.barriers if side.laid else start.barriers[n])
        for n, (one, word) in enumerate(zip(side.forts, colors, strict=True))
    )
    dice = side.dice or tuple(DieAt(word) for word in colors)
    flags = side.resources or tuple(Resource(word, banner=True) for word in colors)
    hand, deck = (side.hand, side.deck) if side.laid else (start.hand, start.deck)
    return replace(
        side, deck_name=name, size=size, forts=forts, dice=dice, resources=flags, hand=hand, deck=deck, laid=True
    )

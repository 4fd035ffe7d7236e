"""What happens in a game as the rulebook tells it, battles apart: setup, renewing, bases, abilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.games.tower import book, checks, renew, settle, turn
from rules.games.tower.events import (
    Burn,
    ChooseStarter,
    Discard,
    Done,
    Draw,
    PlaceBase,
    PlayAbility,
    Renew,
)
from rules.games.tower.state import (
    Hand,
    Paper,
    Space,
    State,
    Todo,
    bases_held,
    card,
    fresh_side,
    in_effect,
    is_special,
    kind,
    space,
    suit,
    with_side,
    with_space,
)
from rules.games.tower.wording import plural, troops
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

SETUP_ONLY = "This belongs to setting up, and the game is on already."


def choose_starter(state: State, event: ChooseStarter, judge: Judge) -> State:
    """Who takes the first turn."""
    checks.game_on(judge, state)
    judge.struct(state.phase == "setup", "phase", SETUP_ONLY, book.STARTER.citation)
    judge.struct(0 <= event.first < state.players, "no_such_seat", "first: expected 0 or 1")
    return settle.settle(replace(state, active=event.first))


def draw(state: State, event: Draw, judge: Judge) -> State:
    """Cards come to the hand."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(0 <= event.abilities <= event.count <= 99, "bad_input", "abilities: expected 0 to count, at most 99")
    side = state.sides[seat]
    due = (
        say("{who} has {cards} to draw now.", who=person(seat), cards=plural(side.due_draw, "card"))
        if side.due_draw
        else "Nobody draws now."
    )
    judge.rule(event.count == side.due_draw and event.count > 0, "draw_count", due, book.DRAW)
    again = state.house.reshuffle
    taken = ((side.abilities, event.abilities, "abilities"), (side.bases, event.count - event.abilities, "bases"))
    for pile, count, name in taken:
        there = settle.reachable(pile, reshuffle=again)
        text = say("The pile of {name} holds {cards}; the other pile serves.", name=name, cards=plural(there, "card"))
        judge.rule(count <= there, "pile_empty", text, book.DRAW)
    piles = [settle.drawn(pile, count, reshuffle=again) for pile, count, _ in taken]
    hand = Hand(side.hand.abilities + event.abilities, side.hand.bases + event.count - event.abilities)
    left = max(0, side.due_draw - event.count)
    side = replace(side, hand=hand, abilities=piles[0], bases=piles[1], due_draw=left)
    return settle.settle(with_side(state, seat, side))


def burn(state: State, event: Burn, judge: Judge) -> State:
    """The opening hand goes back."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    side = state.sides[seat]
    judge.struct(state.phase == "setup", "phase", SETUP_ONLY, book.BURN.citation)
    judge.rule(state.house.burn, "burn", "At this table the opening hand stays as it is drawn.", book.BURN)
    untouched = side.hand.size == renew.HAND_MAX and not side.done
    judge.rule(untouched, "burn_late", "Only a whole hand, just drawn, may be shuffled back.", book.BURN)
    fresh = fresh_side()
    return with_side(
        state,
        seat,
        replace(
            side,
            hand=Hand(),
            abilities=replace(fresh.abilities, draw=side.abilities.draw + side.hand.abilities),
            bases=replace(side.bases, draw=side.bases.draw + side.hand.bases),
            due_draw=renew.HAND_MAX,
            done=False,
        ),
    )


def place_base(state: State, event: PlaceBase, judge: Judge) -> State:
    """A base is laid on a place, over what stood there."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    checks.place_exists(judge, event.place)
    checks.is_card(judge, event.base, "base", event.code)
    side = state.sides[seat]
    there = space(side, event.place)
    preparing = state.phase in ("setup", "renew")
    checks.obey(judge, turn.place_objection(occupied=bool(there.base), renewing_or_setup=preparing, house=state.house))
    _hand_in_order(judge, state, seat)
    judge.rule(
        not (preparing and side.done), "done", say("{who} said that all bases are laid.", who=person(seat)), book.BASES
    )
    _from_hand(judge, side.hand.bases, "base", seat)
    checks.card_free(judge, state, event.base, event.code)
    if there.base:
        crew = say(" and {troops}", troops=troops(there.troops, kind(there.base))) if there.troops else ""
        judge.warn(
            False,
            "replaced",
            say("{name}{crew} on {place} are lost.", name=card(there.base).name, crew=crew, place=event.place),
            book.BASES,
        )
        state = settle.lose_base(state, seat, event.place)
        side = state.sides[seat]
    side = with_space(side, event.place, Space(event.base, 0, event.code))
    out = sum(1 for one in side.spaces if one.base == event.base)
    checks.enough_printed(judge, event.base, out)
    side = replace(side, hand=replace(side.hand, bases=max(0, side.hand.bases - 1)))
    return settle.settle(with_side(state, seat, side))


def _hand_in_order(judge: Judge, state: State, seat: Seat) -> None:
    """First the cards are drawn, then those too many discarded, then bases laid."""
    side = state.sides[seat]
    first = say("{who} draws {cards} first.", who=person(seat), cards=plural(side.due_draw, "card"))
    judge.rule(not side.due_draw, "draw_first", first, book.DRAW)
    over = settle.due_discard(state, seat)
    judge.rule(
        not over,
        "discard_first",
        say("{who} discards {cards} first.", who=person(seat), cards=plural(over, "card")),
        book.LIMIT,
    )


def _from_hand(judge: Judge, held: int, what: str, seat: Seat) -> None:
    text = say("By our count {who} has no {what} in hand.", who=person(seat), what=what)
    judge.rule(held > 0, "empty_hand", text, book.HAND)


def done(state: State, event: Done, judge: Judge) -> State:
    """No more bases."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(state.phase in ("setup", "renew"), "phase", "Nobody lays bases now.", book.BASES.citation)
    judge.struct(not state.sides[seat].done, "already_done", say("{who} is done already.", who=person(seat)))
    _hand_in_order(judge, state, seat)
    side = replace(state.sides[seat], done=True, due_draw=0)
    return settle.settle(with_side(state, seat, side))


def renewal(state: State, event: Renew, judge: Judge) -> State:
    """The active player renews the game for both, or goes on without."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(
        state.phase != "renew",
        "already_there",
        "Renewing is going on already; somebody was faster.",
        book.TURN.citation,
    )
    checks.own_turn(judge, state, seat)
    judge.rule(state.phase == "decide", "phase", "Renewing is decided when a turn begins.", book.TURN)
    if not event.yes:
        return replace(state, phase="action", clash=None)
    state = settle.recruited_everywhere(replace(state, phase="renew", clash=None))
    todo = []
    for other, side in enumerate(state.sides):
        due = renew.can_draw(renew.DRAWN, (side.abilities, side.bases), state.house)
        state = with_side(state, other, replace(side, due_draw=due, done=False))
        if any(one.base for one in side.spaces):
            todo.append(
                Todo(other, say("{other} turns the counter of every base one up, to 2 at most.", other=person(other)))
            )
    return settle.settle(replace(state, todo=tuple(todo)))


def discard(state: State, event: Discard, judge: Judge) -> State:
    """Cards too many leave the hand."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(0 <= event.abilities <= event.count <= 99, "bad_input", "abilities: expected 0 to count, at most 99")
    over = settle.due_discard(state, seat)
    text = (
        say("{who} has {cards} to discard.", who=person(seat), cards=plural(over, "card"))
        if over
        else "No hand is over its limit now."
    )
    judge.rule(event.count == over and over > 0, "discard_count", text, book.LIMIT)
    side, laid = state.sides[seat], event.count - event.abilities
    held = say(
        "The hand holds {abilitys} and {bases}.",
        abilitys=plural(side.hand.abilities, "ability", "abilities"),
        bases=plural(side.hand.bases, "base"),
    )
    judge.rule(event.abilities <= side.hand.abilities and laid <= side.hand.bases, "not_in_hand", held, book.HAND)
    side = replace(
        side,
        hand=Hand(max(0, side.hand.abilities - event.abilities), max(0, side.hand.bases - laid)),
        abilities=replace(side.abilities, discard=side.abilities.discard + event.abilities),
        bases=replace(side.bases, discard=side.bases.discard + laid),
    )
    return settle.settle(with_side(state, seat, side))


def play_ability(state: State, event: PlayAbility, judge: Judge) -> State:
    """An ability takes effect, or a special troop comes to the palace."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    checks.is_card(judge, event.card, "ability", event.code)
    _ability_time(judge, state)
    side = state.sides[seat]
    _from_hand(judge, side.hand.abilities, "ability", seat)
    checks.card_free(judge, state, event.card, event.code)
    paper = Paper(event.card, event.code)
    side = replace(side, hand=replace(side.hand, abilities=max(0, side.hand.abilities - 1)))
    if is_special(event.card):
        checks.obey(judge, turn.special_objection(bases_held(side), len(side.specials)))
        side = replace(side, specials=(*side.specials, paper))
        _copies(judge, side.specials, event.card)
    else:
        _idle_ability(judge, state, seat, event.card)
        side = replace(side, active=(*side.active, paper))
        _copies(judge, side.active, event.card)
    return with_side(state, seat, side)


def _ability_time(judge: Judge, state: State) -> None:
    text = {
        "setup": "Abilities wait until the game has begun.",
        "renew": "Abilities wait until the renewing is finished.",
        "end": "The turn is ending; the ability waits for the next one.",
    }.get(state.phase, "")
    judge.rule(not text, "phase", text, book.ABILITIES)


def _copies(judge: Judge, there: Sequence[Paper], name: str) -> None:
    checks.enough_printed(judge, name, sum(1 for one in there if one.card == name))


def _idle_ability(judge: Judge, state: State, seat: Seat, name: str) -> None:
    """Legal, but it does nothing, or not what one may hope."""
    side, what = state.sides[seat], suit(name)
    if what == "common":
        text = say(
            "It stops {who} from declaring attacks, and the turn is {who2}'s own.",
            who=person(1 - seat),
            who2=person(seat),
        )
        judge.warn(state.active != seat, "thorns_idle", text, book.THORNS_IDLE)
    adds = what in ("shooter", "heavy", "cavalry", "siege") and state.house.stack_abilities
    judge.warn(adds or what not in in_effect(side), "no_more", "A second copy changes nothing.", book.POWERS)
    fighting = state.clash is not None and state.clash.moment in ("initiative", "regular")
    late = "The powers of this battle are read already; it counts from the next."
    judge.warn(not (fighting and what in ("light", "cavalry", "siege")), "late", late, book.POWERS)

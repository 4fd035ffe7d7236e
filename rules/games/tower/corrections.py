"""Facts put right by hand: the paper is the truth, and every correction says in the log that it was one.

While a battle is on, a corrected board begins it again with the troops that are there now.
"""

from __future__ import annotations

from dataclasses import replace

from rules.games.tower import checks, settle
from rules.games.tower.battlefield import attackers
from rules.games.tower.events import (
    SetAbility,
    SetBase,
    SetHand,
    SetLost,
    SetPile,
    SetSpecials,
    SetTroops,
    SetTurn,
    SetWins,
)
from rules.games.tower.renew import TROOPS_MAX, Pile
from rules.games.tower.state import (
    TERRITORIES,
    Clash,
    Hand,
    Paper,
    Space,
    State,
    bases_at,
    card,
    is_special,
    match_winner,
    space,
    special_card,
    troops_at,
    with_side,
    with_space,
)
from rules.games.tower.turn import WINS_NEEDED
from rules.games.tower.wording import plural
from rules.table import Judge
from rules.text import say
from rules.view import person

MOST = 99
SPECIALS_MOST = len(TERRITORIES)


def _reopened(state: State) -> State:
    """The table after a corrected board: a battle going on is fought again from its start."""
    clash = state.clash
    if clash is None:
        return state
    there = attackers(state, clash) if clash.palace else troops_at(state, clash.attacker, clash.source)
    fresh = Clash(clash.attacker, clash.source, clash.target, tuple(one.id for one in there), palace=clash.palace)
    empty = not troops_at(state, clash.defender, clash.target) and not bases_at(state, clash.defender, clash.target)
    if not clash.palace and empty:
        fresh = replace(fresh, moment="cleared")
    return replace(state, clash=fresh if there else None)


def set_base(state: State, event: SetBase, judge: Judge) -> State:
    """Another base, or none, lies on a place."""
    seat = checks.seat_of(judge, state)
    checks.place_exists(judge, event.place)
    side = state.sides[seat]
    if event.base:
        checks.is_card(judge, event.base, "base", event.code)
        before = space(side, event.place)
        if before.code != event.code:
            checks.card_free(judge, state, event.base, event.code)
        new = Space(event.base, before.troops, event.code)
        checks.by_hand(
            judge,
            say("{name} lies on {place} of {who}.", name=card(event.base).name, place=event.place, who=person(seat)),
        )
    else:
        new = Space()
        checks.by_hand(judge, say("nothing lies on {place} of {who}.", place=event.place, who=person(seat)))
    state = with_side(state, seat, with_space(side, event.place, new))
    return _reopened(settle.excess_specials(state))


def set_troops(state: State, event: SetTroops, judge: Judge) -> State:
    """Another number of troops stands on a place."""
    seat = checks.seat_of(judge, state)
    checks.place_exists(judge, event.place)
    judge.struct(
        0 <= event.troops <= TROOPS_MAX, "bad_input", say("troops: expected 0 to {troops_max}", troops_max=TROOPS_MAX)
    )
    side = state.sides[seat]
    there = space(side, event.place)
    judge.struct(
        bool(there.base) or not event.troops,
        "no_base",
        say("There is no base on {place} for troops.", place=event.place),
    )
    checks.by_hand(
        judge,
        say("{troops} on {place} of {who}.", troops=plural(event.troops, "troop"), place=event.place, who=person(seat)),
    )
    side = with_space(side, event.place, replace(there, troops=event.troops))
    return settle.settle(_reopened(with_side(state, seat, side)))


def set_specials(state: State, event: SetSpecials, judge: Judge) -> State:
    """Another number of special troops stands on the palace."""
    seat = checks.seat_of(judge, state)
    judge.struct(
        0 <= event.count <= SPECIALS_MOST,
        "bad_input",
        say("count: expected 0 to {specials_most}", specials_most=SPECIALS_MOST),
    )
    side = state.sides[seat]
    more = (Paper(special_card()),) * max(0, event.count - len(side.specials))
    checks.by_hand(
        judge,
        say(
            "{special_troops} on the palace of {who}.",
            special_troops=plural(event.count, "special troop"),
            who=person(seat),
        ),
    )
    side = replace(side, specials=(*side.specials[: event.count], *more))
    return _reopened(with_side(state, seat, side))


def set_hand(state: State, event: SetHand, judge: Judge) -> State:
    """The hand holds other cards; what was due to be drawn is drawn."""
    seat = checks.seat_of(judge, state)
    fits = 0 <= event.abilities <= MOST and 0 <= event.bases <= MOST
    judge.struct(fits, "bad_input", say("abilities and bases: expected 0 to {most} each", most=MOST))
    checks.by_hand(
        judge,
        say(
            "{who} holds {abilities} abilities and {bases} bases.",
            who=person(seat),
            abilities=event.abilities,
            bases=event.bases,
        ),
    )
    side = replace(state.sides[seat], hand=Hand(event.abilities, event.bases), due_draw=0)
    return settle.settle(with_side(state, seat, side))


def set_pile(state: State, event: SetPile, judge: Judge) -> State:
    """A pile is of another height."""
    seat = checks.seat_of(judge, state)
    fits = 0 <= event.draw <= MOST and 0 <= event.discard <= MOST
    judge.struct(fits, "bad_input", say("draw and discard: expected 0 to {most} each", most=MOST))
    checks.by_hand(
        judge, say("the pile of {pile} of {who} holds {draw}.", pile=event.pile, who=person(seat), draw=event.draw)
    )
    pile = Pile(event.draw, event.discard)
    side = state.sides[seat]
    side = replace(side, abilities=pile) if event.pile == "abilities" else replace(side, bases=pile)
    return settle.settle(with_side(state, seat, side))


def set_ability(state: State, event: SetAbility, judge: Judge) -> State:
    """Another number of copies of an ability is in effect."""
    seat = checks.seat_of(judge, state)
    checks.is_card(judge, event.card, "ability", "")
    name, most = card(event.card).name, card(event.card).copies
    judge.struct(
        not is_special(event.card), "wrong_kind", say("{name} stands on the palace; correct it there.", name=name)
    )
    judge.struct(0 <= event.copies <= most, "bad_input", say("copies: expected 0 to {most}", most=most))
    side = state.sides[seat]
    others = tuple(one for one in side.active if one.card != event.card)
    same = tuple(one for one in side.active if one.card == event.card)[: event.copies]
    more = (Paper(event.card),) * (event.copies - len(same))
    checks.by_hand(judge, say("{copies} {name} of {who} in effect.", copies=event.copies, name=name, who=person(seat)))
    return with_side(state, seat, replace(side, active=(*others, *same, *more)))


def set_lost(state: State, event: SetLost, judge: Judge) -> State:
    """Another number of trolls was lost this turn."""
    seat = checks.seat_of(judge, state)
    judge.struct(0 <= event.trolls <= MOST, "bad_input", say("trolls: expected 0 to {most}", most=MOST))
    checks.by_hand(judge, say("{who} lost {trolls} this turn.", who=person(seat), trolls=plural(event.trolls, "troll")))
    return with_side(state, seat, replace(state.sides[seat], lost=event.trolls))


def set_turn(state: State, event: SetTurn, judge: Judge) -> State:
    """It is somebody else's turn, or another moment of it; a battle and what was due are forgotten."""
    judge.struct(state.phase != "over", "match_over", "The match is over; take that back first.")
    judge.struct(0 <= event.active < state.players, "no_such_seat", "active: expected 0 or 1")
    checks.by_hand(judge, say("it is the turn of {active}.", active=person(event.active)))
    for seat, side in enumerate(state.sides):
        state = with_side(state, seat, replace(side, due_draw=0, due_recruit=0, done=True))
    return replace(state, active=event.active, phase=event.phase, clash=None)


def set_wins(state: State, event: SetWins, judge: Judge) -> State:
    """Other numbers of games are won."""
    counts = (event.first, event.second)
    judge.struct(min(counts) >= 0 and max(counts) <= WINS_NEEDED, "bad_input", "first and second: expected 0 to 2")
    judge.struct(counts != (WINS_NEEDED, WINS_NEEDED), "bad_input", "Only one player can have won two games.")
    checks.by_hand(judge, say("the match stands {first} : {second}.", first=event.first, second=event.second))
    state = replace(state, results=(0,) * event.first + (1,) * event.second, given_up=())
    if match_winner(state) is not None:
        return replace(state, phase="over", clash=None)
    return replace(state, phase="won", clash=None) if state.phase == "over" else state

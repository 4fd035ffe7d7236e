"""How a turn, a game and the match end: druids draw, trolls come back, the boards are cleared."""

from __future__ import annotations

from dataclasses import replace

from rules.games.tower import book, checks, endturn, renew, settle
from rules.games.tower.events import EndMatch, EndTurn, GiveUp, NextGame, Recruit, Tick
from rules.games.tower.state import (
    Side,
    State,
    Todo,
    alive,
    in_effect,
    new_game,
    places_of,
    space,
    with_side,
    with_space,
)
from rules.games.tower.wording import troops
from rules.table import Judge
from rules.text import say
from rules.view import person


def end_turn(state: State, event: EndTurn, judge: Judge) -> State:
    """The active player is done: druids draw, trolls come back, abilities go, the other player's turn."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    checks.own_turn(judge, state, seat)
    waiting = {
        "setup": "The game is still being set up.",
        "decide": "First say whether the game is renewed.",
        "renew": "First the renewing is finished.",
        "end": "The turn is ending already; somebody has cards to draw or trolls to place.",
    }.get(state.phase, "")
    judge.rule(not waiting, "phase", waiting, book.TURN)
    judge.rule(state.clash is None, "battle_on", "The battle is not over yet.", book.ONE_BATTLE)
    if state.phase == "end":
        return settle.pass_turn(state)
    state = replace(state, phase="end", clash=None)
    todo: list[Todo] = []
    for other, side in enumerate(state.sides):
        cards = in_effect(side)
        wanted = endturn.druid_draws(alive(side, "druid"), cards.count("shooter"), state.house)
        due = renew.can_draw(wanted, (side.abilities, side.bases), state.house)
        back = _trolls_back(state, side, cards.count("heavy"))
        if back:
            todo.append(
                Todo(
                    other,
                    say(
                        "{other} puts back {troops} on the Burrows.", other=person(other), troops=troops(back, "troll")
                    ),
                )
            )
        state = with_side(state, other, replace(side, due_draw=due, due_recruit=back, done=True))
    return settle.settle(replace(state, todo=tuple(todo)))


def _trolls_back(state: State, side: Side, cards: int) -> int:
    counts = [space(side, place).troops for place in places_of(side, "troll")]
    return sum(endturn.trolls_recruited(counts, side.lost, cards, state.house)) - sum(counts)


def recruit(state: State, event: Recruit, judge: Judge) -> State:
    """A troll comes back where its owner says."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    checks.place_exists(judge, event.place)
    side = state.sides[seat]
    judge.rule(
        side.due_recruit > 0, "nobody_comes", say("No troll of {who} comes back now.", who=person(seat)), book.TROLLS
    )
    there = space(side, event.place)
    judge.struct(bool(there.base), "no_base", say("There is no base on {place} to recruit on.", place=event.place))
    text = say("There is no Burrows with room on {place}.", place=event.place)
    judge.rule(event.place in settle.rooms(side), "no_room", text, book.TROLLS)
    side = with_space(side, event.place, replace(there, troops=min(renew.TROOPS_MAX, there.troops + 1)))
    return settle.settle(with_side(state, seat, replace(side, due_recruit=max(0, side.due_recruit - 1))))


def tick(state: State, event: Tick, judge: Judge) -> State:
    """Done by hand."""
    there = 0 <= event.item < len(state.todo) and not state.todo[event.item].done
    judge.struct(there, "no_reminder", "That is done already, or not on the table any more.")
    todo = tuple(replace(one, done=True) if n == event.item else one for n, one in enumerate(state.todo))
    return replace(state, todo=todo)


def give_up(state: State, event: GiveUp, judge: Judge) -> State:
    """The active player gives the game up: the other has won it (TW-R31)."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    checks.own_turn(judge, state, seat)
    judge.rule(state.phase == "action", "phase", "A game is given up on one's own turn.", book.GIVEN_UP)
    judge.rule(state.clash is None, "battle_on", "The battle is not over yet.", book.ONE_BATTLE)
    state = replace(state, given_up=(*state.given_up, len(state.results) + 1))
    return settle.game_won(state, 1 - seat)


def next_game(state: State, event: NextGame, judge: Judge) -> State:
    """The boards are cleared."""
    judge.struct(state.phase != "over", "match_over", "The match is over; open a new table for the next one.")
    judge.struct(state.phase == "won", "already_there", "A game is going on; somebody was faster.", book.MATCH.citation)
    return new_game(state)


def end_match(state: State, event: EndMatch, judge: Judge) -> State:
    """The match ends although nobody has won two games."""
    judge.struct(state.phase != "over", "match_over", "The match is over already.")
    judge.rule(state.phase == "won", "game_on", "A game is going on; nobody has won it yet.", book.MATCH)
    return replace(state, phase="over", clash=None)

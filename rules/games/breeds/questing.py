"""Quest cubes and the legendary they wake (Quests)."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import book, quests
from rules.games.breeds.homing import counted
from rules.games.breeds.state import State, with_seat, with_todo
from rules.table import Judge, Seat
from rules.text import say

NAMES = ("own quest", "Faction coins", "trashed cards")


def advance(judge: Judge, state: State, seat: Seat, quest: int, *, told: bool = False) -> State:
    """One cube up. ``told``: somebody said so, and is told when it changes nothing."""
    player = state.seats[seat]
    after = quests.progress(player.quests, quest)
    if told:
        text = say(
            "The cube for {names} stands on {done} already; no more is counted.", names=NAMES[quest], done=quests.DONE
        )
        judge.warn(after != player.quests, "quest_done", text, book.QUESTS)
    return settled(with_seat(state, seat, replace(player, quests=after)), seat)


def settled(state: State, seat: Seat) -> State:
    """The legendary goes where the table plays it as soon as the third cube stands on 3; once (BR-R3)."""
    player = state.seats[seat]
    if player.unlocked or not quests.unlocked(player.quests):
        return state
    to_hand = state.house.legendary_to == "hand"
    player = replace(counted(player, hand=int(to_hand), discard=int(not to_hand)), unlocked=True)
    where = "into your hand" if to_hand else "onto your discard pile"
    return with_todo(
        with_seat(state, seat, player), seat, say("Three quests done: take your legendary {where}.", where=where)
    )

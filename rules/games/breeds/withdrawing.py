"""A dragon taken back before the attack or the defence of a combat of Dragon Breeds stands (Combat: Attack phase).

Nothing has followed from it yet, so it is no correction: its player is still choosing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice
from rules.event import Event, Judge, Seat
from rules.games.breeds import checks, damage, spots
from rules.games.breeds import citations as cite
from rules.games.breeds.state import Fighter, State
from rules.text import say


@dataclass(frozen=True, slots=True)
class Withdraw(Event):
    """A dragon goes back to where it was played from, while its side is still being laid down."""

    dragon: str


def withdraw(state: State, event: Withdraw, judge: Judge) -> State:
    clash, seat = checks.seat_in_combat(judge, state)
    one = checks.fighter_named(judge, clash, event.dragon)
    text = "Only your own dragons can be taken back."
    judge.struct(one in clash.own_side(seat), "bad_target", text, cite.PLAYING.citation)
    checks.in_step(judge, clash, "attack" if seat == clash.attacker else "defense", cite.PLAYING)
    text = "It has imitated or transmuted; take that back first."
    judge.struct(_unchanged(one), "bad_target", text, cite.PLAYING.citation)
    state = _forgotten(damage.survive(state, seat, one), seat, one)
    attackers, blockers = (
        tuple(other for other in side if other.uid != one.uid) for side in (clash.attackers, clash.blockers)
    )
    others = (*blockers, *clash.joining, *clash.ambushed, *clash.spent)
    if seat == clash.attacker and not attackers and not others:
        # Nobody was attacked, so the combat phase is as it was.
        return replace(state, clash=None, now=replace(state.now, attacked=False))
    blocks = {uid: at for uid, at in clash.blocks.items() if uid != one.uid}
    shielded = any("shields_all" in card.words for other in attackers for card in other.cards)
    return replace(
        state, clash=replace(clash, attackers=attackers, blockers=blockers, blocks=blocks, shielded=shielded)
    )


def _unchanged(one: Fighter) -> bool:
    """Whether the dragon is one card as it was played."""
    return not one.like and len(one.parts) == 1


def _forgotten(state: State, seat: Seat, one: Fighter) -> State:
    """The table without what the dragon's text asked for when it was played."""
    for card in one.cards:
        asked = [todo for todo in state.todos if todo.seat == seat and todo.open and todo.text.startswith(card.name)]
        if asked:
            state = replace(state, todos=tuple(todo for todo in state.todos if todo is not asked[-1]))
    return state


def offer_withdrawals(state: State, seat: Seat) -> Iterator[Choice]:
    clash = state.acting(seat, "attack") or state.acting(seat, "defense")
    for one in clash.own_side(seat) if clash is not None else ():
        if _unchanged(one):
            label = say("Take {dragon} back", dragon=state.fighter_name(one))
            event, spot = Withdraw(one.uid, seat=seat), spots.fighter(one.uid)
            yield Choice(label, event, uid=one.uid, spot=spot, why=cite.PLAYING)


def tell_withdrawal(telling: Telling[State, Withdraw]) -> str:
    return say("{who} takes {dragon} back", who=telling.who, dragon=telling.before.named(telling.event.dragon))


WITHDRAW = Action(Withdraw, cite.PLAYING, withdraw, tell_withdrawal, offers=offer_withdrawals)

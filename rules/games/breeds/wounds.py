"""Damage to players and what follows: K.O., elimination with everything it takes away, the end (Identity cards)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.games.breeds import damage
from rules.games.breeds.draw import Cycle, knocked_out
from rules.games.breeds.homing import called_off, home, token_home, without_owner
from rules.games.breeds.state import Refracted, Slot, State, living, with_seat
from rules.table import Seat
from rules.text import say


def wound(state: State, seat: Seat, amount: int) -> State:
    """The table after a player took damage; at the breakpoint K.O. or out."""
    player = state.seats[seat]
    before, after = player.health, damage.hurt(player.health, amount)
    state = with_seat(state, seat, replace(player, health=after))
    if after.status == before.status:
        return state
    return fell(state, seat)


def fell(state: State, seat: Seat) -> State:
    """What a K.O. or an elimination that has just happened takes with it."""
    state = replace(state, now=replace(state.now, knocked_out=(*state.now.knocked_out, seat)))
    if state.clash is not None and seat in (state.clash.attacker, state.clash.defender):
        state = called_off(state)
    # Refract: with the refractor down, what they sent away comes home at once.
    state = come_home(state, tuple(one for one in state.refracted if one.refractor == seat))
    player = state.seats[seat]
    if player.out:
        state = _eliminated(state, seat)
    else:
        state = with_seat(state, seat, replace(player, cycle=knocked_out(player.cycle, state.house)))
    if seat == state.active and state.phase in ("combat", "market", "flush"):
        # Nothing but the draw phase is left of a turn whose player is down (BR-R33).
        state = replace(state, phase="draw", now=replace(state.now, self_hits=()))
    if len(living(state)) <= 1 and state.phase != "setup":
        state = replace(state, phase="over", clash=None)
    return state


def come_home(state: State, ghosts: tuple[Refracted, ...]) -> State:
    """These refracted dragons at their sources."""
    state = replace(state, refracted=tuple(one for one in state.refracted if one not in ghosts))
    return home(state, *(one.fighter for one in ghosts))


def belongings(state: State) -> Iterator[damage.Belonging]:
    """Every card outside the players' own decks, with whose box it is from: what an elimination has to look through.

    ``faction`` is the seat as text, because two seats may play the same colour out of two print sets.
    """
    for seat, player in enumerate(state.seats):
        for token in player.tokens:
            if token.owner is not None:
                yield damage.Belonging(token.uid, str(token.owner), say("tokens of {seat}", seat=seat))
    for n, one in enumerate(state.trash):
        yield damage.Belonging(str(n), str(one.owner), "trash")
    for ghost in state.refracted:
        for part in ghost.fighter.parts:
            yield damage.Belonging(ghost.fighter.uid, str(part.owner), "refracted")


def _eliminated(state: State, seat: Seat) -> State:
    """All cards of the seat leave the game, wherever they are; what it had of others goes back to its source."""
    gone = damage.leaving(belongings(state), str(seat))
    lent = {one.card for one in gone if one.place.startswith("tokens")}
    trashed = {int(one.card) for one in gone if one.place == "trash"}
    state = replace(
        state,
        fallen=(*(one for one in state.fallen if one != seat), seat),
        todos=tuple(one for one in state.todos if one.seat != seat),
        trash=tuple(one for n, one in enumerate(state.trash) if n not in trashed),
    )
    borrowed = tuple(one for one in state.seats[seat].tokens if one.uid not in lent)
    for other, player in enumerate(state.seats):
        kept = () if other == seat else tuple(one for one in player.tokens if one.uid not in lent)
        state = with_seat(state, other, replace(player, tokens=kept))
    player = replace(state.seats[seat], cycle=Cycle(0, 0, 0), dragons=(), supply=_empty(state, seat))
    state = without_owner(with_seat(state, seat, player), seat)
    for token in borrowed:
        state = token_home(state, token)
    return _refracted_gone(state, seat)


def _empty(state: State, seat: Seat) -> tuple[Slot, ...]:
    return tuple(replace(slot, pile=0, up=False, card="", code="") for slot in state.seats[seat].supply)


def _refracted_gone(state: State, seat: Seat) -> State:
    """Refracted dragons of the seat's box are gone; others the seat would have played come home."""
    state = come_home(state, tuple(one for one in state.refracted if one.seat == seat))
    kept: list[Refracted] = []
    for one in state.refracted:
        parts = tuple(part for part in one.fighter.parts if part.owner != seat)
        if parts:
            kept.append(replace(one, fighter=replace(one.fighter, parts=parts)))
    return replace(state, refracted=tuple(kept))

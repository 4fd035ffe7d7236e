"""Where cards come from and go back to: hands, discards, token areas, supplies, the trash (Token cards: Sources)."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import book, checks
from rules.games.breeds.battlefield import at_hand, on_field
from rules.games.breeds.state import (
    Clash,
    Fighter,
    Part,
    Player,
    State,
    Token,
    Trashed,
    find_token,
    with_seat,
    with_slot,
)
from rules.table import Judge, Level, Refusal, Seat
from rules.text import say

SV_MOST = 99


def counted(player: Player, hand: int = 0, discard: int = 0, draw: int = 0) -> Player:
    """The player with so many cards more or fewer."""
    cycle = player.cycle
    return replace(
        player,
        cycle=replace(
            cycle,
            hand=max(0, cycle.hand + hand),
            discard=max(0, cycle.discard + discard),
            draw=max(0, cycle.draw + draw),
        ),
    )


def take(
    judge: Judge, state: State, seat: Seat, card: str, sv: int | None, code: str, token: str
) -> tuple[State, Part]:
    """A dragon out of the seat's hand or token area, and the table without it there."""
    found = checks.a_card(judge, card, checks.DRAGONS, code)
    player = state.seats[seat]
    if token:
        lent = find_token(player, token)
        if lent is None or lent.kind != "dragon":
            raise Refusal(Level.STRUCT, "no_token", "No such dragon lies in the token area; somebody was faster.")
        judge.struct(lent.card == card, "no_token", "That token is another dragon.")
        state = with_seat(state, seat, _without(player, token))
        owner = lent.owner if lent.owner is not None else seat
        return state, Part(
            card, _strength(judge, lent.sv if sv is None else sv, found.sv), owner=owner, token=lent, code=code
        )
    checks.enough_in_hand(judge, state, seat)
    if found.kind == "legendary":
        text = say("{name} sleeps until all three quests stand on 3.", name=found.name)
        judge.rule(player.unlocked, "legendary", text, book.QUESTS)
        right = not player.legendary or player.legendary == card or not found.printed
        judge.warn(
            right,
            "other_legendary",
            say("{name} is not the legendary you chose.", name=found.name),
            why=book.LEGENDARY,
            to=seat,
        )
    else:
        text = say(
            "By our count no {name} is in your hand or piles: not bought, or on the table already.", name=found.name
        )
        judge.warn(card in at_hand(state, seat), "not_bought", text, why=book.HAND, to=seat)
    strength = _strength(judge, sv, found.sv)
    judge.warn(
        found.sv in (None, strength),
        "other_sv",
        say("{name} is printed with SV {sv}.", name=found.name, sv=found.sv),
        book.PAPER,
    )
    return with_seat(state, seat, counted(player, hand=-1)), Part(card, strength, owner=seat, token=None, code=code)


def _strength(judge: Judge, said: int | None, printed: int | None) -> int:
    strength = printed if said is None else said
    if strength is None:
        raise Refusal(Level.STRUCT, "no_sv", "Say the SV printed on the dragon.")
    judge.struct(0 <= strength <= SV_MOST, "no_sv", say("An SV is 0 to {sv_most}.", sv_most=SV_MOST))
    return strength


def _without(player: Player, token: str) -> Player:
    return replace(player, tokens=tuple(one for one in player.tokens if one.uid != token))


def drop_token(state: State, seat: Seat, uid: str) -> State:
    """The table with the token gone from the seat's area, wherever it went."""
    return with_seat(state, seat, _without(state.seats[seat], uid))


def token_home(state: State, token: Token) -> State:
    """A token at its source again; where its player is out, it left the game."""
    if token.source == "pile" or token.owner is None:
        return state
    player = state.seats[token.owner]
    if player.out:
        return state
    match token.source:
        case "discard":
            return with_seat(state, token.owner, counted(player, discard=1))
        case "trash":
            return replace(state, trash=(*state.trash, Trashed(token.card, token.owner)))
    slot = player.supply[token.slot - 1]
    back = replace(slot, pile=slot.pile + 1, up=True, card=token.card, code=token.code)
    return with_seat(state, token.owner, with_slot(player, token.slot, back))


def part_home(state: State, part: Part) -> State:
    """A dragon's card at its source: a token's, or its owner's discard."""
    if part.token is not None:
        return token_home(state, part.token)
    owner = state.seats[part.owner]
    return state if owner.out else with_seat(state, part.owner, counted(owner, discard=1))


def home(state: State, *fighters: Fighter) -> State:
    """All cards of these dragons at their sources."""
    for fighter in fighters:
        for part in fighter.parts:
            state = part_home(state, part)
    return state


def survive(state: State, seat: Seat, fighter: Fighter) -> State:
    """A blocker that lived: back in its player's hand, a token in the token area."""
    for part in fighter.parts:
        player = state.seats[seat]
        if player.out:
            state = part_home(state, part)
        elif part.token is not None:
            state = with_seat(state, seat, replace(player, tokens=(*player.tokens, part.token)))
        else:
            state = with_seat(state, seat, counted(player, hand=1))
    return state


def spent_home(state: State, clash: Clash) -> State:
    """Ambushers and token fireballs, at the end of a combat."""
    for part in clash.ambushed:
        state = part_home(state, part)
    for token in clash.spent:
        state = token_home(state, token)
    return state


def called_off(state: State) -> State:
    """The table without the combat going on: attackers at their sources, blockers in hand."""
    clash = state.clash
    if clash is None:
        return state
    state = spent_home(replace(state, clash=None), clash)
    state = home(state, *clash.attackers, *clash.joining)
    for fighter in clash.blockers:
        state = survive(state, clash.defender, fighter)
    return state


def without_owner(state: State, seat: Seat) -> State:
    """The combat without the cards of a player who is out; dragons with other cards in them stay as they are."""
    clash = state.clash
    if clash is None:
        return state

    def kept(side: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
        trimmed = (replace(one, parts=tuple(p for p in one.parts if p.owner != seat)) for one in side)
        return tuple(one for one in trimmed if one.parts)

    clash = replace(
        clash,
        attackers=kept(clash.attackers),
        blockers=kept(clash.blockers),
        joining=kept(clash.joining),
        ambushed=tuple(part for part in clash.ambushed if part.owner != seat),
    )
    there = {one.uid for one in on_field(clash)}
    targets = {a: b for a, b in clash.targets.items() if a in there and b in there}
    return replace(state, clash=replace(clash, targets=targets))

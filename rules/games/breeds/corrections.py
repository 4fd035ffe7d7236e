"""Any state by hand: a table can begin in the middle of a game, and a slip is one event away from right."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import book, byhand, checks, damage
from rules.games.breeds.battlefield import assembled
from rules.games.breeds.draw import Cycle
from rules.games.breeds.homing import SV_MOST, called_off
from rules.games.breeds.opening import dealt
from rules.games.breeds.quests import DONE
from rules.games.breeds.state import FRESH, SLOTS, Part, Refracted, Slot, State, Trashed, living, with_seat, with_slot
from rules.games.breeds.wounds import come_home, fell, wound
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

COUNT_MOST = 60
DAMAGE_MOST = 99


def _seat(judge: Judge, state: State) -> Seat:
    judge.struct(state.phase != "over", "game_over", "The game is over; take that back first.")
    return checks.seat_of(judge, state)


def _within(judge: Judge, most: int, *numbers: int) -> None:
    judge.struct(all(0 <= one <= most for one in numbers), "bad_number", say("Expected 0 to {most}.", most=most))


def hurt(state: State, event: byhand.Damage, judge: Judge) -> State:
    """Damage nobody dealt in a combat here."""
    checks.playing(judge, state)
    checks.player_named(judge, state, event.player)
    _within(judge, DAMAGE_MOST, event.amount)
    checks.alive(judge, state, event.player)
    checks.by_hand(judge, say("{amount} damage for {player}.", amount=event.amount, player=person(event.player)))
    return wound(state, event.player, event.amount)


def knock_out(state: State, event: byhand.Ko, judge: Judge) -> State:
    """Down at once, whatever the damage."""
    checks.playing(judge, state)
    player = checks.player_named(judge, state, event.player)
    checks.alive(judge, state, event.player)
    checks.by_hand(judge, say("{player} is down.", player=person(event.player)))
    return wound(state, event.player, max(0, player.health.breakpoint - player.health.taken))


def set_health(state: State, event: byhand.SetHealth, judge: Judge) -> State:
    """Stage, status and this turn's damage."""
    seat = _seat(judge, state)
    judge.struct(event.stage in (1, 2), "bad_number", "An identity card has the stages 1 and 2.")
    _within(judge, DAMAGE_MOST, event.taken)
    before = state.seats[seat]
    checks.by_hand(
        judge, say("{who} is {status} in stage {stage}.", who=person(seat), status=event.status, stage=event.stage)
    )
    health = damage.Health(event.stage, event.status, damage.BREAKPOINTS[event.stage], event.taken)
    state = with_seat(state, seat, replace(before, health=health))
    if event.status == "eliminated" and not before.out and state.phase != "setup":
        return fell(state, seat)
    if event.status != "eliminated" and before.out:
        state = replace(state, fallen=tuple(one for one in state.fallen if one != seat))
        state = with_seat(state, seat, dealt(state.seats[seat]))
    return state


def set_quests(state: State, event: byhand.SetQuests, judge: Judge) -> State:
    """The three cubes; the legendary is set apart."""
    seat = _seat(judge, state)
    _within(judge, DONE, event.left, event.middle, event.right)
    checks.by_hand(judge, say("the quests of {who}.", who=person(seat)))
    cubes = (event.left, event.middle, event.right)
    return with_seat(state, seat, replace(state.seats[seat], quests=cubes))


def set_unlocked(state: State, event: byhand.SetUnlocked, judge: Judge) -> State:
    """Whether the legendary is awake."""
    seat = _seat(judge, state)
    checks.by_hand(judge, say("the legendary of {who}.", who=person(seat)))
    return with_seat(state, seat, replace(state.seats[seat], unlocked=event.unlocked))


def set_hand(state: State, event: byhand.SetHand, judge: Judge) -> State:
    """Hand, draw pile and discard."""
    seat = _seat(judge, state)
    _within(judge, COUNT_MOST, event.hand, event.draw, event.discard, event.target)
    checks.by_hand(judge, say("the cards of {who}.", who=person(seat)))
    cycle = Cycle(event.hand, event.draw, event.discard)
    return with_seat(state, seat, replace(state.seats[seat], cycle=cycle, hand_target=event.target))


def set_supply(state: State, event: byhand.SetSupply, judge: Judge) -> State:
    """One slot of a supply."""
    seat = _seat(judge, state)
    judge.struct(1 <= event.slot <= SLOTS, "bad_slot", say("A supply has the slots 1 to {slots}.", slots=SLOTS))
    _within(judge, COUNT_MOST, event.pile)
    if event.card:
        checks.a_card(judge, event.card, ("dragon", "coin"))
    checks.by_hand(judge, say("slot {slot} of {who}.", slot=event.slot, who=person(seat)))
    up = event.up and not event.stays
    slot = Slot(event.pile, up, event.card if up else "", stays=event.stays)
    return with_seat(state, seat, with_slot(state.seats[seat], event.slot, slot))


def set_dragons(state: State, event: byhand.SetDragons, judge: Judge) -> State:
    """The dragons of a player deck."""
    seat = _seat(judge, state)
    _within(judge, COUNT_MOST, len(event.cards))
    for card in event.cards:
        checks.a_card(judge, card, ("dragon",))
    checks.by_hand(judge, say("the dragons of {who}.", who=person(seat)))
    return with_seat(state, seat, replace(state.seats[seat], dragons=event.cards))


def set_trash(state: State, event: byhand.SetTrash, judge: Judge) -> State:
    """What a seat has lost to the trash."""
    seat = _seat(judge, state)
    _within(judge, COUNT_MOST, len(event.cards))
    for card in event.cards:
        checks.a_card(judge, card, ("dragon", "legendary", "coin", "fireball"))
    checks.by_hand(judge, say("the trash of {who}.", who=person(seat)))
    others = tuple(one for one in state.trash if one.owner != seat)
    return replace(state, trash=(*others, *(Trashed(card, seat) for card in event.cards)))


def set_refracted(state: State, event: byhand.SetRefracted, judge: Judge) -> State:
    """A dragon that is on its way already."""
    seat = _seat(judge, state)
    checks.playing(judge, state)
    found = checks.a_card(judge, event.card, checks.DRAGONS)
    checks.player_named(judge, state, event.refractor)
    checks.player_named(judge, state, event.target)
    good = event.refractor != seat and event.target != event.refractor and not state.seats[event.refractor].out
    judge.struct(good, "bad_target", "Refracted by another player, and not against that one.", book.REFRACT.citation)
    sv = found.sv if event.sv is None else event.sv
    judge.struct(sv is not None and 0 <= sv <= SV_MOST, "no_sv", "Say the SV printed on the dragon.")
    checks.by_hand(judge, say("a refracted dragon of {who}.", who=person(seat)))
    part = Part(event.card, sv or 0, seat)
    ghost = Refracted(
        assembled(f"d{state.serial}", (part,)),
        seat,
        refractor=event.refractor,
        turn=state.turn - 1,
        target=event.target,
    )
    return replace(state, refracted=(*state.refracted, ghost), serial=state.serial + 1)


def clear_refracted(state: State, event: byhand.ClearRefracted, judge: Judge) -> State:
    """None of the seat's is on its way."""
    seat = _seat(judge, state)
    checks.by_hand(judge, say("no refracted dragons of {who}.", who=person(seat)))
    return come_home(state, tuple(one for one in state.refracted if one.seat == seat))


def call_off(state: State, event: byhand.CallOff, judge: Judge) -> State:
    """A combat that did not happen."""
    checks.clash_of(judge, state)
    checks.by_hand(judge, "the combat did not happen.")
    return replace(called_off(state), now=replace(state.now, attacked=False))


def set_turn(state: State, event: byhand.SetTurn, judge: Judge) -> State:
    """Whose turn it is; out of the setup this begins the game."""
    _seat(judge, state)
    player = checks.player_named(judge, state, event.active)
    _within(judge, 999, event.turn)
    judge.struct(not player.out, "eliminated", say("{active} is out of the game.", active=person(event.active)))
    checks.by_hand(
        judge,
        say("turn {turn}, {active}, {phase} phase.", turn=event.turn, active=person(event.active), phase=event.phase),
    )
    if state.phase == "setup":
        state = replace(state, seats=tuple(own if own.out else dealt(own) for own in state.seats))
    state = replace(called_off(state), active=event.active, phase=event.phase, turn=event.turn, now=FRESH)
    own = state.seats[event.active]
    state = with_seat(state, event.active, replace(own, health=damage.own_turn_began(own.health)))
    return replace(state, phase="over") if len(living(state)) <= 1 else state

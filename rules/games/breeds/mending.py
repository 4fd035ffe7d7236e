"""Corrections as choices: every fact of the table can be set by hand, behind one tap."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.breeds import book, byhand
from rules.games.breeds.battlefield import on_field
from rules.games.breeds.cardbook import in_supply, known, name_of, of_faction, trashable
from rules.games.breeds.combat_events import Adjust
from rules.games.breeds.quests import DONE
from rules.games.breeds.state import PILE, SLOTS, State, living
from rules.games.breeds.wording import fighter_name
from rules.table import Choice, Event, FieldSpec, Pick, Seat
from rules.text import say
from rules.view import person

HAND_OFFERED = 46
DAMAGE_OFFERED = 12
TURN_OFFERED = 99


def _number(name: str, label: str, most: int, now: int, low: int = 0) -> FieldSpec:
    return FieldSpec(name, label, low=low, high=most, kind="number", preset=(max(low, min(now, most)),))


def _by_hand(label: str, event: Event, *fields: FieldSpec) -> Choice:
    return Choice(label, event, fields, correction=True, why=book.BY_HAND)


def corrections(state: State, seat: Seat) -> Iterator[Choice]:
    """Every fact of the seat and the table, put right by hand."""
    if state.phase != "setup":
        yield from _battle(state, seat)
        yield from _people(state, seat)
    yield from _own(state, seat)
    yield from _turn(state, seat)


def _battle(state: State, seat: Seat) -> Iterator[Choice]:
    if state.clash is None:
        return
    picks = tuple(Pick(one.uid, fighter_name(state, one), uid=one.uid) for one in on_field(state.clash))
    if picks:
        which = FieldSpec("dragon", "Which dragon?", picks)
        more = FieldSpec("sv", "SV more or less", low=-9, high=9, kind="number", preset=(0,))
        bonus = FieldSpec("bonus", "Damage more or less", low=-9, high=9, kind="number", preset=(0,))
        yield _by_hand("A text changes a dragon", Adjust("", seat=seat), which, more, bonus)
        hits = Adjust("", hits=True, seat=seat)
        yield _by_hand("A dragon hits the player though blocked", hits, which)
    yield _by_hand("This combat did not happen", byhand.CallOff(seat=seat, override=True))


def _people(state: State, seat: Seat) -> Iterator[Choice]:
    standing = [one for one in living(state) if not state.seats[one].health.immune]
    if standing:
        whom = FieldSpec("player", "Who?", tuple(Pick(one, person(one)) for one in standing))
        amount = _number("amount", "Damage", DAMAGE_OFFERED, now=1, low=1)
        yield _by_hand("A player takes damage", byhand.Damage(0, 0, seat=seat, override=True), whom, amount)
        yield _by_hand("A player is knocked out", byhand.Ko(0, seat=seat, override=True), whom)


def _own(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    stage = _number("stage", "Stage of my identity card", 2, now=player.health.stage, low=1)
    words = (("alive", "in the game"), ("ko", "K.O."), ("eliminated", "eliminated"))
    status = FieldSpec("status", "I am", tuple(Pick(word, label) for word, label in words))
    taken = _number("taken", "Damage this turn", DAMAGE_OFFERED, player.health.taken)
    if state.phase != "setup":
        yield _by_hand("I stand otherwise", byhand.SetHealth(1, seat=seat, override=True), stage, status, taken)
    cubes = tuple(
        _number(name, label, DONE, player.quests[n])
        for n, (name, label) in enumerate((("left", "Own quest"), ("middle", "Faction coins"), ("right", "Trashed")))
    )
    yield _by_hand("My quest cubes are others", byhand.SetQuests(0, 0, 0, seat=seat, override=True), *cubes)
    label = "My legendary sleeps" if player.unlocked else "My legendary is awake"
    yield _by_hand(label, byhand.SetUnlocked(not player.unlocked, seat=seat, override=True))
    cycle = player.cycle
    counts = (
        _number("hand", "Hand", HAND_OFFERED, cycle.hand),
        _number("draw", "Draw pile", HAND_OFFERED, cycle.draw),
        _number("discard", "Discard", HAND_OFFERED, cycle.discard),
        _number("target", "Hand is filled to (0: as printed)", 12, player.hand_target),
    )
    yield _by_hand("My piles have other sizes", byhand.SetHand(0, 0, 0, seat=seat, override=True), *counts)
    yield from _cards(state, seat)


def _cards(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    faction = player.faction or "other"
    slot = FieldSpec("slot", "Which slot?", tuple(Pick(n, say("Slot {n}", n=n)) for n in range(1, SLOTS + 1)))
    pile = _number("pile", "Cards in that pile", 2 * PILE, PILE)
    card = FieldSpec("card", "It shows", tuple(Pick(one, name_of(one), one) for one in in_supply(faction)))
    yield _by_hand(
        "A supply slot shows another card", byhand.SetSupply(0, 0, seat=seat, override=True), slot, pile, card
    )
    down = byhand.SetSupply(0, 0, stays=True, seat=seat, override=True)
    yield _by_hand("A supply slot stays face down", down, slot, pile)
    dragons = tuple(Pick(one, known(one).name, one) for one in of_faction(faction, "dragon"))
    spec = FieldSpec("cards", "One of each of these", dragons, many=True, low=0, high=len(dragons))
    yield _by_hand("These dragons are in my deck", byhand.SetDragons(seat=seat, override=True), spec)
    trash = tuple(Pick(one, known(one).name, one) for one in trashable(faction))
    spec = FieldSpec("cards", "One of each of these", trash, many=True, low=0, high=len(trash))
    yield _by_hand("My cards in the trash are others", byhand.SetTrash(seat=seat, override=True), spec)
    if state.phase == "setup":
        return
    others = [one for one in living(state) if one != seat]
    if others:
        fields = [
            FieldSpec("card", "Which dragon?", dragons),
            FieldSpec("refractor", "Refracted by", tuple(Pick(one, person(one)) for one in others)),
        ]
        if not known(dragons[0].card).printed:
            fields.append(_number("sv", "Its SV", DAMAGE_OFFERED, 2))
        event = byhand.SetRefracted("", 0, seat, seat=seat, override=True)
        yield _by_hand("A dragon of mine is refracted, against me", event, *fields)
    if any(one.seat == seat for one in state.refracted):
        yield _by_hand("None of my dragons is refracted", byhand.ClearRefracted(seat=seat, override=True))


def _turn(state: State, seat: Seat) -> Iterator[Choice]:
    seats = living(state)
    active = FieldSpec("active", "Whose turn?", tuple(Pick(one, person(one)) for one in seats))
    phases = ("combat", "market", "flush", "draw")
    phase = FieldSpec("phase", "Which phase?", tuple(Pick(one, one.capitalize()) for one in phases))
    turn = _number("turn", "Turn of the game", TURN_OFFERED, now=state.turn, low=1)
    yield _by_hand("We are at another turn", byhand.SetTurn(0, seat=seat, override=True), active, phase, turn)

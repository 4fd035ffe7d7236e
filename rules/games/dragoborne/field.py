"""The field as the algorithms of ``combat`` take it: creatures with everything that counts for them now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.event import Objection
from rules.games.dragoborne import combat, texts, turn
from rules.games.dragoborne import dice as dice_rules
from rules.games.dragoborne.cardbook import card, color
from rules.games.dragoborne.deck import TRIGGERS
from rules.games.dragoborne.state import (
    Clash,
    Creature,
    Fort,
    Player,
    State,
    at_fort,
    creature,
    crosses,
    fort,
    plain_dice,
    shields,
)
from rules.table import Seat


def crossed_text(side: Player, one: Creature) -> str:
    """The dragocross text of a creature that holds now, or nothing."""
    found = texts.cross(one.card)
    if found is None:
        return ""
    there = {side.dice[n].color for n in crosses(side, one.uid)}
    return found.text if there and (found.color == dice_rules.ANY or found.color in there) else ""


def dice_text(state: State, seat: Seat, name: str) -> str:
    """The dice text of a card that holds for the seat now, or nothing."""
    found = texts.dice_text(name)
    dice = plain_dice(state.sides[seat])
    if found is None or not dice_rules.dice_active(dice, found.color, found.low, high=found.high, house=state.house):
        return ""
    return found.text


def _changes(state: State, seat: Seat, one: Creature, attacked: str) -> Iterator[texts.Change]:
    """Everything that adds to a creature now; ``attacked`` is the fort of the other side it attacks."""
    side = state.sides[seat]
    for text in (crossed_text(side, one), dice_text(state, seat, one.card)):
        change = texts.own_change(text) if text else None
        if change is not None:
            yield change
    own = texts.standing_change(one.card)
    if own is not None and own.reaches == "shielded" and shields(side, one.fort):
        yield own
    for other in at_fort(side, one.fort):
        change = texts.standing_change(other.card)
        if other.uid != one.uid and change is not None and change.reaches == "neighbour":
            yield change
    for other in at_fort(state.sides[1 - seat], attacked) if attacked else ():
        change = texts.standing_change(other.card)
        if change is not None and change.reaches == "against":
            yield change


def attacked_by(state: State, seat: Seat, one: Creature) -> str:
    """The fort a creature attacks at this moment, or nothing."""
    clash = state.clash
    return clash.fort if clash is not None and clash.attacker == seat and clash.creature == one.uid else ""


def fighter(state: State, seat: Seat, one: Creature, attacked: str | None = None) -> combat.Creature:
    """A creature on the field with all that counts for it: dice, texts, changes until the turn ends."""
    side, about = state.sides[seat], card(one.card)
    against = attacked_by(state, seat, one) if attacked is None else attacked
    changes = tuple(_changes(state, seat, one, against))
    granted = texts.granted_invade(crossed_text(side, one))
    return combat.Creature(
        id=one.uid,
        atk=int(str(about["atk"] or 0)),
        edr=int(str(about["edr"] or 0)),
        damage=one.damage,
        dice=len(crosses(side, one.uid)),
        atk_mod=one.atk_mod + sum(change.atk for change in changes),
        edr_mod=one.edr_mod + sum(change.edr for change in changes),
        rested=one.rested,
        color=color(one.card),
        traits=about.words("traits"),
        deadly=texts.has_word(one.card, "deadly"),
        invade=(*texts.words_of(one.card, "invade"), *((granted,) if granted else ())),
        assassin=texts.words_of(one.card, "assassin"),
        immune=texts.words_of(one.card, "immune"),
    )


def battle_fort(state: State, seat: Seat, number: str) -> combat.Fort:
    """A fort of the seat as an attack meets it."""
    side = state.sides[seat]
    there: Fort = fort(side, number)
    values = tuple(side.dice[n].value for n in shields(side, number))
    creatures = tuple(fighter(state, seat, one, "") for one in at_fort(side, number))
    return combat.Fort(there.color, there.barriers, values, creatures)


def power(state: State, seat: Seat, one: Creature) -> int:
    """The ATK of a creature now."""
    return combat.power(fighter(state, seat, one), state.house)


def endurance(state: State, seat: Seat, one: Creature) -> int:
    """The EDR of a creature now."""
    return combat.endurance(fighter(state, seat, one), state.house)


def attacker(state: State, clash: Clash) -> combat.Creature | None:
    """The attacking creature, if it is still there."""
    one = creature(state.sides[clash.attacker], clash.creature)
    return fighter(state, clash.attacker, one) if one is not None else None


def attack_objection(state: State, seat: Seat, one: Creature, number: str) -> Objection | None:
    """What stands against a creature of the seat attacking that fort."""
    found = combat.attack_objection(fighter(state, seat, one, number), state.turn, state.house)
    return found or combat.fort_objection(battle_fort(state, 1 - seat, number), state.house)


def assassin_objection(state: State, seat: Seat, one: Creature, target: Creature) -> Objection | None:
    """What stands against a creature of the seat attacking that creature."""
    own = fighter(state, seat, one, "")
    found = combat.attack_objection(own, state.turn, state.house)
    return found or combat.assassin_objection(own, fighter(state, 1 - seat, target, ""), state.house)


def blockers(state: State, clash: Clash) -> tuple[Creature, ...]:
    """The creatures that may block the attack."""
    own = attacker(state, clash)
    if own is None or clash.assassin:
        return ()
    there = battle_fort(state, clash.defender, clash.fort)
    return tuple(
        one
        for one in at_fort(state.sides[clash.defender], clash.fort)
        if combat.block_objection(own, there, one.uid) is None
    )


def waits(state: State, clash: Clash) -> bool:
    """Whether somebody may have something to do before the attack goes on by itself: a trigger, or an ambush."""
    attacks = creature(state.sides[clash.attacker], clash.creature)
    blocks = creature(state.sides[clash.defender], clash.blocker) if clash.stage == "blocked" else None
    if clash.stage == "declared":
        hidden = any(one.ambush is not None for one in state.sides[clash.defender].forts)
        return hidden or (attacks is not None and bool(moment_texts(state, clash.attacker, attacks, "attacks")))
    mine = attacks is not None and bool(moment_texts(state, clash.attacker, attacks, "blocked"))
    return mine or (blocks is not None and bool(moment_texts(state, clash.defender, blocks, "blocks")))


def moment_texts(state: State, seat: Seat, one: Creature, moment: str) -> tuple[str, ...]:
    """What the creature's own text and the dice on it or in play do at that moment."""
    found = [texts.triggered(one.card, moment)]
    extra = (crossed_text(state.sides[seat], one), dice_text(state, seat, one.card))
    found += [text for text in extra if text.startswith(TRIGGERS[moment])]
    return tuple(text for text in found if text)


def fallen(state: State) -> tuple[tuple[Seat, Creature], ...]:
    """The creatures whose damage has reached their EDR (DB-R14)."""
    return tuple(
        (seat, one)
        for seat, side in enumerate(state.sides)
        for one in side.creatures
        if combat.destroyed(fighter(state, seat, one), state.house)
    )


def crowd_objection(state: State, seat: Seat, number: str, leaves: str) -> Objection | None:
    """What stands against that creature, or ``new``, leaving the fort for another."""
    there = tuple(one.uid for one in at_fort(state.sides[seat], number))
    return turn.summon_objection(there, "new", leaves or None, state.house)


def unchanged(one: Creature) -> Creature:
    """The creature once the turn is over."""
    return replace(one, damage=0, atk_mod=0, edr_mod=0)

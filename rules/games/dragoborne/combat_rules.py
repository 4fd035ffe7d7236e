"""The combat of Dragoborne: one attack from the declaration to what is left standing (rulebook 001, Combat phase).

First the arithmetic the calculators share. ``*_objection`` says which written rule stands against an action, or None;
the others compute what follows and take legality for granted, so that an overridden action still has its consequences.
Damage stays on creatures until the turn ends, so every creature carries what it has taken this turn. Then the creatures
and forts of a table as that arithmetic takes them, with everything that counts for them now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.event import Objection, Seat
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne import deck, turn_rules
from rules.games.dragoborne.deck import TRIGGERS, card, color
from rules.games.dragoborne.house_rules import AS_WRITTEN, House
from rules.games.dragoborne.state import FORTS, Clash, Creature, Player, State
from rules.games.dragoborne.text_forms import ambush_moment
from rules.state_memo import kept_for_state
from rules.text import say


@dataclass(frozen=True, slots=True)
class Fighter:
    """A creature on the field. ``atk`` and ``edr`` are printed, the ``*_mod`` what lasts until the turn ends.

    ``dice`` counts the dragocross dice on it. ``invade``, ``assassin`` and ``immune`` hold colours or traits; a
    creature without the keyword has none.
    """

    id: str
    atk: int
    edr: int
    damage: int = 0
    dice: int = 0
    atk_mod: int = 0
    edr_mod: int = 0
    rested: bool = False
    color: str = ""
    traits: tuple[str, ...] = ()
    deadly: bool = False
    invade: tuple[str, ...] = ()
    assassin: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FortUnderAttack:
    """A fort under attack: its banner's colour, its barriers, the values of its dragoshields, its creatures."""

    color: str
    barriers: int
    shields: tuple[int, ...] = ()
    creatures: tuple[Fighter, ...] = ()


@dataclass(frozen=True, slots=True)
class ShieldHit:
    """A dragoshield after a hit; at 0 the die is destroyed and goes to the discard pile."""

    value: int

    @property
    def destroyed(self) -> bool:
        return self.value == 0


@dataclass(frozen=True, slots=True)
class Fight:
    """Two creatures after they dealt damage to each other: what each has taken this turn, and who is destroyed."""

    attacker_damage: int
    blocker_damage: int
    attacker_destroyed: bool
    blocker_destroyed: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one attack did. ``blocked_by`` is "dragoshield", a creature's id or None; exactly one part is filled."""

    blocked_by: str | None
    shield: ShieldHit | None = None
    fight: Fight | None = None
    fort_damage: int = 0


def power(creature: Fighter, house: House = AS_WRITTEN) -> int:
    """What it deals: printed ATK, changes, +1 while dragocrossed; never below 0 (rulebook: Dragocross; DB-R5)."""
    return max(0, creature.atk + creature.atk_mod + _cross(creature, house))


def endurance(creature: Fighter, house: House = AS_WRITTEN) -> int:
    """What it bears; may fall to 0 or below, which destroys it at once (rulebook: EDR; DB-R14)."""
    return creature.edr + creature.edr_mod + _cross(creature, house)


def destroyed(creature: Fighter, house: House = AS_WRITTEN) -> bool:
    """Whether the damage on it has reached its EDR: to be asked whenever either changes (DB-R14)."""
    return creature.damage >= endurance(creature, house)


def _cross(creature: Fighter, house: House) -> int:
    # Dragocross: +1/+1. A second die adds nothing unless the table says so (DB-R5).
    return creature.dice if house.cross_stacks else min(1, creature.dice)


def attack_objection(attacker: Fighter, turn: int | None, house: House = AS_WRITTEN) -> Objection | None:
    """What stands against this creature attacking at all. ``turn`` counts the game's turns; None: not the first."""
    # Combat phase: there is none on turn 1 (DB-R1: of the game, or of each player).
    if turn is not None and turn <= house.no_combat_turns:
        return Objection("no_combat_turn_1", "There is no combat yet, not in the first turn.", cite.FIRST_TURN)
    # Attacking: the attacker is put to rest, so it must stand.
    if attacker.rested:
        return Objection("attacker_rested", "This creature is at rest and cannot attack.", cite.RESTED)
    return None


def fort_objection(fort: FortUnderAttack, house: House = AS_WRITTEN) -> Objection | None:
    """What stands against attacking this fort."""
    # Fort: without barriers it counts as destroyed (DB-R3).
    if fort.barriers == 0 and not house.attack_destroyed:
        return Objection("fort_destroyed", "That fort is destroyed already; choose another.", cite.NO_FORT)
    return None


def block_objection(attacker: Fighter, fort: FortUnderAttack, blocker: str) -> Objection | None:
    """What stands against ``blocker`` (a creature's id) blocking this attack on this fort."""
    # Defending: where a dragoshield stands it is chosen by itself, and only one defender blocks.
    if fort.shields:
        return Objection("dragoshield_blocks", "The dragoshield blocks; no creature may.", cite.SHIELD_FIRST)
    # Defending: a standing creature at that fort.
    creature = _find(fort.creatures, blocker)
    if creature is None:
        return Objection("blocker_not_at_fort", "The blocker is not at the attacked fort.", cite.AT_FORT)
    if creature.rested:
        return Objection("blocker_rested", "A creature at rest cannot block.", cite.STANDING_BLOCK)
    # Invade: creatures cannot block at a fort of the named colour.
    if names(attacker.invade, fort.color):
        text = say("Invade: creatures cannot block at a {color} fort.", color=fort.color)
        return Objection("invade", text, cite.INVADE)
    return None


def assassin_objection(attacker: Fighter, target: Fighter, house: House = AS_WRITTEN) -> Objection | None:
    """What stands against attacking this creature instead of a fort."""
    # Assassin: only with the keyword, at a creature at rest, of the named colour or trait.
    if not attacker.assassin:
        return Objection("no_assassin", "Only a creature with Assassin attacks another creature.", cite.ASSASSIN)
    if not target.rested:
        return Objection("target_standing", "Assassin reaches only creatures at rest.", cite.ASSASSIN)
    if not names(attacker.assassin, target.color, *target.traits):
        text = say("Assassin names {words} here.", words=" or ".join(attacker.assassin))
        return Objection("target_mismatch", text, cite.ASSASSIN)
    # Immune: declaring an attack is not an ability choosing a target, unless the table reads it so (DB-R23).
    if house.immune_stops_assassin and names(target.immune, attacker.color, *attacker.traits):
        return Objection("immune", "That creature is immune to this attacker.", cite.IMMUNE_ASSASSIN)
    return None


def effect_objection(colors_and_traits: Iterable[str], target: Fighter) -> Objection | None:
    """What stands against a spell or ability with these colours and traits choosing or damaging ``target``."""
    # Immune: whoever owns the spell or ability.
    if names(target.immune, *colors_and_traits):
        return Objection("immune", "That creature is immune to this.", cite.IMMUNE)
    return None


def _find(creatures: Iterable[Fighter], wanted: str) -> Fighter | None:
    """The creature with that id, or None."""
    return next((creature for creature in creatures if creature.id == wanted), None)


def names(listed: Iterable[str], *words: str) -> bool:
    """Whether a keyword that lists colours and traits speaks of any of these words; capitals do not matter."""
    spoken = {word.casefold() for word in listed}
    return any(word.casefold() in spoken for word in words if word)


def hit_shield(value: int, atk: int) -> ShieldHit:
    """A dragoshield takes ``atk`` damage; what is too much is lost, and the shield deals none (rulebook: Damage)."""
    return ShieldHit(max(0, value - atk))


def fort_damage(barriers: int, atk: int) -> int:
    """How many barriers an unblocked attack removes: one from ATK 1 on, whatever the ATK (rulebook: Damage)."""
    return 1 if atk >= 1 and barriers >= 1 else 0


def barriers_after_effect(barriers: int, damage: int) -> int:
    """Barriers left after a spell or ability damages the fort: one by one, each looked at for its fort burst."""
    return max(0, barriers - damage)


def fight(attacker: Fighter, blocker: Fighter, house: House = AS_WRITTEN) -> Fight:
    """Both deal damage at once (rulebook: Damage).

    A creature is destroyed when what it has taken this turn reaches its EDR, or when Deadly dealt it damage at all.
    """
    strikes, returns = power(attacker, house), power(blocker, house)
    attacker_damage, blocker_damage = attacker.damage + returns, blocker.damage + strikes
    # Deadly: any damage is enough, and with ATK 0 there is none. Immune does not help here: combat damage is
    # neither a spell nor an ability (DB-R18).
    return Fight(
        attacker_damage,
        blocker_damage,
        attacker_damage >= endurance(attacker, house) or (blocker.deadly and returns >= 1),
        blocker_damage >= endurance(blocker, house) or (attacker.deadly and strikes >= 1),
    )


def attack(
    attacker: Fighter, fort: FortUnderAttack, blocker: str | None = None, *, shield: int = 0, house: House = AS_WRITTEN
) -> Outcome:
    """One attack on a fort. ``shield`` is which of several dragoshields the defender lets block (DB-R4).

    ``blocker`` counts only where no dragoshield stands and the creature is there; legality is asked before.
    """
    atk = power(attacker, house)
    if fort.shields:
        return Outcome("dragoshield", shield=hit_shield(fort.shields[shield], atk))
    creature = _find(fort.creatures, blocker) if blocker is not None else None
    if creature is not None:
        return Outcome(creature.id, fight=fight(attacker, creature, house))
    return Outcome(None, fort_damage=fort_damage(fort.barriers, atk))


def assassinate(attacker: Fighter, target: Fighter, house: House = AS_WRITTEN) -> Outcome:
    """An attack on a creature: it counts as the blocker, no dragoshield or other creature does (Assassin)."""
    return Outcome(target.id, fight=fight(attacker, target, house))


# --- creatures and forts of a table, with everything that counts for them now


def ambush_condition_objection(state: State, seat: Seat, number: str, name: str) -> Objection | None:
    """Why the condition of an ambush that lies at this fort of the seat is not met, or None.

    A condition of a form the table does not know is for people to judge (DB-R31).
    """
    found = deck.ambush_ability(name)
    moment = ambush_moment(found.condition) if found is not None else ""
    if found is None or not moment:
        return None
    clash = state.clash
    attacked = clash.fort if clash is not None and clash.defender == seat and clash.stage == "declared" else ""
    if attacked and (moment == "any_fort" or attacked == number):
        return None
    text = say("The condition of this ambush is not met: {condition}.", condition=found.condition)
    return Objection("not_met", text, cite.AMBUSH_USE)


def ambush_may_answer(state: State, clash: Clash) -> bool:
    """Whether an ambush may be used in answer to an attack, as far as everybody knows: nobody else knows the card."""
    if clash.stage != "declared" or not clash.fort:
        return False
    side = state.sides[clash.defender]
    cards = tuple(one for one in side.public_cards if deck.has_word(one, "ambush"))
    return any(
        ambush_condition_objection(state, clash.defender, number, one) is None
        for number in FORTS
        if side.fort(number).ambush is not None
        for one in cards
    )


def crossed_text(side: Player, one: Creature) -> str:
    """The dragocross text of a creature that holds now, or nothing."""
    found = deck.dragocross(one.card)
    there = {side.dice[n].color for n in side.crosses(one.uid)}
    return found.text if found is not None and there and found.color in (turn_rules.ANY, *there) else ""


def dice_text(state: State, seat: Seat, name: str) -> str:
    """The dice text of a card that holds for the seat now, or nothing."""
    found = deck.dice_ability(name)
    if found is None:
        return ""
    dice = state.sides[seat].dice
    holds = turn_rules.dice_active(dice, found.color, found.low, high=found.high, house=state.house)
    return found.text if holds else ""


def _changes(state: State, seat: Seat, one: Creature, attacked: str) -> Iterator[deck.Change]:
    """Everything that adds to a creature now; ``attacked`` is the fort of the other side it attacks."""
    side = state.sides[seat]
    for text in (crossed_text(side, one), dice_text(state, seat, one.card)):
        change = deck.own_change(text)
        if change is not None:
            yield change
    own = deck.standing_change(one.card)
    if own is not None and own.reaches == "shielded" and side.shields(one.fort):
        yield own
    for other in side.at_fort(one.fort):
        change = deck.standing_change(other.card)
        if other.uid != one.uid and change is not None and change.reaches == "neighbour":
            yield change
    for other in state.sides[1 - seat].at_fort(attacked) if attacked else ():
        change = deck.standing_change(other.card)
        if change is not None and change.reaches == "against":
            yield change


@kept_for_state
def fighter(state: State, seat: Seat, one: Creature, attacked: str | None = None) -> Fighter:
    """A creature on the field with all that counts for it: dice, texts, changes until the turn ends.

    ``attacked`` is the fort it goes against, "" for none; None: whatever it attacks at this moment.
    """
    side, about, clash = state.sides[seat], card(one.card), state.clash
    attacks = clash is not None and clash.attacker == seat and clash.creature == one.uid
    against = attacked if attacked is not None else clash.fort if clash is not None and attacks else ""
    changes = tuple(_changes(state, seat, one, against))
    granted = deck.granted_invade(crossed_text(side, one))
    return Fighter(
        id=one.uid,
        atk=int(str(about["atk"] or 0)),
        edr=int(str(about["edr"] or 0)),
        damage=one.damage,
        dice=len(side.crosses(one.uid)),
        atk_mod=one.atk_mod + sum(change.atk for change in changes),
        edr_mod=one.edr_mod + sum(change.edr for change in changes),
        rested=one.rested,
        color=color(one.card),
        traits=about.words("traits"),
        deadly=deck.has_word(one.card, "deadly"),
        invade=(*deck.words_of(one.card, "invade"), *((granted,) if granted else ())),
        assassin=deck.words_of(one.card, "assassin"),
        immune=deck.words_of(one.card, "immune"),
    )


def fort_under_attack(state: State, seat: Seat, number: str) -> FortUnderAttack:
    """A fort of the seat as an attack meets it."""
    side = state.sides[seat]
    there = side.fort(number)
    values = tuple(side.dice[n].value for n in side.shields(number))
    creatures = tuple(fighter(state, seat, one, "") for one in side.at_fort(number))
    return FortUnderAttack(there.color, there.barriers, values, creatures)


def atk_now(state: State, seat: Seat, one: Creature) -> int:
    """The ATK of a creature now."""
    return power(fighter(state, seat, one), state.house)


def edr_now(state: State, seat: Seat, one: Creature) -> int:
    """The EDR of a creature now."""
    return endurance(fighter(state, seat, one), state.house)


def fallen(state: State) -> tuple[tuple[Seat, Creature], ...]:
    """The creatures whose damage has reached their EDR (DB-R14)."""
    return tuple(
        (seat, one)
        for seat, side in enumerate(state.sides)
        for one in side.creatures
        if destroyed(fighter(state, seat, one), state.house)
    )


def moment_texts(state: State, seat: Seat, one: Creature, moment: str) -> tuple[str, ...]:
    """What the creature's own text and the dice on it or in play do at that moment, a key of ``TRIGGERS``."""
    dice = (crossed_text(state.sides[seat], one), dice_text(state, seat, one.card))
    found = (deck.triggered(one.card, moment), *(text for text in dice if text.startswith(TRIGGERS[moment])))
    return tuple(text for text in found if text)

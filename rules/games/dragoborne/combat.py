"""One attack in Dragoborne, from the declaration to what is left standing (rulebook 001, Combat phase).

Two kinds of function: ``*_objection`` says which written rule stands against an action, or None; the others compute
what follows and take legality for granted, so that an overridden action still has its consequences.
Damage stays on creatures until the turn ends, so every creature carries what it has taken this turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.event import Objection
from rules.games.dragoborne.house import AS_WRITTEN, House
from rules.score import Why
from rules.text import say

BOOK = "Dragoborne rulebook"
FIRST_TURN = Why(
    "The turn that opens the game has no combat phase.", f"{BOOK}, Turn flow: Combat phase, Attacking", "DB-R1"
)
RESTED = Why("Attacking puts the creature to rest, so it must be standing.", f"{BOOK}, Combat phase: Attacking")
NO_FORT = Why("A fort without barriers is destroyed; there is nothing to damage.", f"{BOOK}, Playmat: Fort", "DB-R3")
SHIELD_FIRST = Why("A dragoshield blocks by itself; no creature blocks there.", f"{BOOK}, Combat phase: Defending")
AT_FORT = Why("Only a creature at the attacked fort may block.", f"{BOOK}, Combat phase: Defending")
STANDING_BLOCK = Why("Blocking puts the creature to rest, so it must be standing.", f"{BOOK}, Combat phase: Defending")
INVADE = Why("Creatures cannot block Invade at a fort of its colour; a dragoshield still does.", f"{BOOK}, Invade")
ASSASSIN = Why("Assassin attacks a creature at rest of the named colour or trait.", f"{BOOK}, Keywords: Assassin")
IMMUNE = Why(
    "Spells and abilities of that colour or trait cannot choose or damage this creature.", f"{BOOK}, Keywords: Immune"
)
IMMUNE_ASSASSIN = Why("At this table Immune also stops Assassin.", f"{BOOK}, Keywords: Immune", "DB-R23")


@dataclass(frozen=True, slots=True)
class Creature:
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
class Fort:
    """A fort under attack: its banner's colour, its barriers, the values of its dragoshields, its creatures."""

    color: str
    barriers: int
    shields: tuple[int, ...] = ()
    creatures: tuple[Creature, ...] = ()


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


def power(creature: Creature, house: House = AS_WRITTEN) -> int:
    """What it deals: printed ATK, changes, +1 while dragocrossed; never below 0 (rulebook: Dragocross; DB-R5)."""
    return max(0, creature.atk + creature.atk_mod + _cross(creature, house))


def endurance(creature: Creature, house: House = AS_WRITTEN) -> int:
    """What it bears; may fall to 0 or below, which destroys it at once (rulebook: EDR; DB-R14)."""
    return creature.edr + creature.edr_mod + _cross(creature, house)


def destroyed(creature: Creature, house: House = AS_WRITTEN) -> bool:
    """Whether the damage on it has reached its EDR: to be asked whenever either changes (DB-R14)."""
    return creature.damage >= endurance(creature, house)


def _cross(creature: Creature, house: House) -> int:
    # Dragocross: +1/+1. A second die adds nothing unless the table says so (DB-R5).
    return creature.dice if house.cross_stacks else min(1, creature.dice)


def attack_objection(attacker: Creature, turn: int | None, house: House = AS_WRITTEN) -> Objection | None:
    """What stands against this creature attacking at all. ``turn`` counts the game's turns; None: not the first."""
    # Combat phase: there is none on turn 1 (DB-R1: of the game, or of each player).
    if turn is not None and turn <= house.no_combat_turns:
        return Objection("no_combat_turn_1", "There is no combat yet: the first turn passes without.", FIRST_TURN)
    # Attacking: the attacker is put to rest, so it must stand.
    if attacker.rested:
        return Objection("attacker_rested", "This creature is at rest and cannot attack.", RESTED)
    return None


def fort_objection(fort: Fort, house: House = AS_WRITTEN) -> Objection | None:
    """What stands against attacking this fort."""
    # Fort: without barriers it counts as destroyed (DB-R3).
    if fort.barriers == 0 and not house.attack_destroyed:
        return Objection("fort_destroyed", "That fort is destroyed already; choose another.", NO_FORT)
    return None


def block_objection(attacker: Creature, fort: Fort, blocker: str) -> Objection | None:
    """What stands against ``blocker`` (a creature's id) blocking this attack on this fort."""
    # Defending: where a dragoshield stands it is chosen by itself, and only one defender blocks.
    if fort.shields:
        return Objection("dragoshield_blocks", "The dragoshield blocks; no creature may.", SHIELD_FIRST)
    # Defending: a standing creature at that fort.
    creature = find(fort.creatures, blocker)
    if creature is None:
        return Objection("blocker_not_at_fort", "The blocker is not at the attacked fort.", AT_FORT)
    if creature.rested:
        return Objection("blocker_rested", "A creature at rest cannot block.", STANDING_BLOCK)
    # Invade: creatures cannot block at a fort of the named colour.
    if names(attacker.invade, fort.color):
        return Objection("invade", say("Invade: creatures cannot block at a {color} fort.", color=fort.color), INVADE)
    return None


def assassin_objection(attacker: Creature, target: Creature, house: House = AS_WRITTEN) -> Objection | None:
    """What stands against attacking this creature instead of a fort."""
    # Assassin: only with the keyword, at a creature at rest, of the named colour or trait.
    if not attacker.assassin:
        return Objection("no_assassin", "Only a creature with Assassin attacks another creature.", ASSASSIN)
    if not target.rested:
        return Objection("target_standing", "Assassin reaches only creatures at rest.", ASSASSIN)
    if not names(attacker.assassin, target.color, *target.traits):
        return Objection(
            "target_mismatch", say("Assassin names {words} here.", words=" or ".join(attacker.assassin)), ASSASSIN
        )
    # Immune: declaring an attack is not an ability choosing a target, unless the table reads it so (DB-R23).
    if house.immune_stops_assassin and names(target.immune, attacker.color, *attacker.traits):
        return Objection("immune", "That creature is immune to this attacker.", IMMUNE_ASSASSIN)
    return None


def effect_objection(colors_and_traits: Iterable[str], target: Creature) -> Objection | None:
    """What stands against a spell or ability with these colours and traits choosing or damaging ``target``."""
    # Immune: whoever owns the spell or ability.
    if names(target.immune, *colors_and_traits):
        return Objection("immune", "That creature is immune to this.", IMMUNE)
    return None


def find(creatures: Iterable[Creature], wanted: str) -> Creature | None:
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


def fight(attacker: Creature, blocker: Creature, house: House = AS_WRITTEN) -> Fight:
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
    attacker: Creature, fort: Fort, blocker: str | None = None, *, shield: int = 0, house: House = AS_WRITTEN
) -> Outcome:
    """One attack on a fort. ``shield`` is which of several dragoshields the defender lets block (DB-R4).

    ``blocker`` counts only where no dragoshield stands and the creature is there; legality is asked before.
    """
    atk = power(attacker, house)
    if fort.shields:
        return Outcome("dragoshield", shield=hit_shield(fort.shields[shield], atk))
    creature = find(fort.creatures, blocker) if blocker is not None else None
    if creature is not None:
        return Outcome(creature.id, fight=fight(attacker, creature, house))
    return Outcome(None, fort_damage=fort_damage(fort.barriers, atk))


def assassinate(attacker: Creature, target: Creature, house: House = AS_WRITTEN) -> Outcome:
    """An attack on a creature: it counts as the blocker, no dragoshield or other creature does (Assassin)."""
    return Outcome(target.id, fight=fight(attacker, target, house))

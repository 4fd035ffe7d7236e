"""One combat of Dragon Breeds, from the blockers to the players' breakpoints (rulebook 003, Combat, Identity cards).

A ``Field`` holds the dragons that are alive now: a fireball that kills takes its dragon off at once. Who is blocked is
read from it when combat damage begins, not before (BR-R10). SV is health and damage; a bonus is damage alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.event import Objection
from rules.games.breeds import citations as cite
from rules.games.breeds.house_rules import AS_WRITTEN, House
from rules.text import say

Side = Literal["att", "def"]
Status = Literal["alive", "ko", "eliminated"]
Reminder = Literal["", "stage_1", "stage_2"]

BREAKPOINTS: Mapping[int, int] = {1: 4, 2: 2}
"""Stage -> the damage in one turn that knocks a player out."""


# --- dragons against dragons


@dataclass(frozen=True, slots=True)
class Dragon:
    """A dragon in combat. ``bonus`` raises (or lowers) the damage it deals without touching its SV.

    ``always_hits`` marks the few that damage the player although they are blocked; ``safe`` those at which a text
    forbids Fireballs.
    """

    id: str
    sv: int
    bonus: int = 0
    always_hits: bool = False
    token: bool = False
    safe: bool = False

    @property
    def damage(self) -> int:
        """What it deals: SV plus bonus, never below 0."""
        return max(0, self.sv + self.bonus)


@dataclass(frozen=True, slots=True)
class Field:
    """The dragons alive on both sides, attackers in the order played; ``blocks``: blocker -> attacker, as declared."""

    attackers: tuple[Dragon, ...]
    blockers: tuple[Dragon, ...] = ()
    blocks: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shot:
    """A fireball (1 by default) or an ambush, and the dragon it hits."""

    target: str
    amount: int = 1
    ambush: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """An attacker with several living blockers: its player says which one takes the damage."""

    attacker: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Harvest:
    """What combat damage did; ``killers`` names, for each dead blocked attacker, every dragon that blocked it."""

    player_damage: int
    unblocked: tuple[str, ...]
    killed: tuple[str, ...]
    surviving_blockers: tuple[str, ...]
    killers: Mapping[str, tuple[str, ...]]


def block_objection(field: Field, blocker: str, attacker: str, *, own: bool = False) -> Objection | None:
    """What stands against this block; ``own``: the attackers are the defender's own, refracted."""
    # Refract: players cannot block their own dragons.
    if own:
        return Objection("own_dragon", "Nobody blocks their own dragons.", cite.OWN_DRAGONS)
    # Defense phase: dragons are only played to block an attacking dragon.
    if attacker not in {dragon.id for dragon in field.attackers}:
        text = say("{blocker} must block one of the attacking dragons.", blocker=blocker)
        return Objection("bad_target", text, cite.BLOCKS_ONE)
    return None


def shot_objection(field: Field, side: Side, shot: Shot, *, own: bool = False) -> Objection | None:
    """What stands against this fireball or ambush by the attacker ("att") or the defender ("def")."""
    if own:
        return Objection("own_dragon", "Nobody fireballs their own dragons.", cite.OWN_DRAGONS)
    # Ambush: only while attacking.
    if shot.ambush and side == "def":
        return Objection("ambush_on_defense", "Dragons cannot ambush on defence.", cite.AMBUSHERS)
    # Fireball phase: any opposing dragon; a killed one is gone at once.
    targets = {dragon.id: dragon for dragon in (field.blockers if side == "att" else field.attackers)}
    if shot.target not in targets:
        text = say("{target} is not an opposing dragon in play.", target=shot.target)
        return Objection("bad_fireball_target", text, cite.OPPOSING)
    # Fireballs: unless otherwise specified. An ambush does not count as one.
    if targets[shot.target].safe and not shot.ambush:
        text = say("A dragon's text forbids Fireballs at {target}.", target=shot.target)
        return Objection("no_fireball", text, cite.FORBIDDEN)
    return None


def shoot(field: Field, shot: Shot) -> Field:
    """The field after one hit: SV drops, and a dragon at 0 or below leaves at once (Fireball phase; BR-R9)."""

    def hit(side: tuple[Dragon, ...]) -> tuple[Dragon, ...]:
        after = (replace(one, sv=one.sv - shot.amount) if one.id == shot.target else one for one in side)
        return tuple(one for one in after if one.id != shot.target or one.sv > 0)

    return replace(field, attackers=hit(field.attackers), blockers=hit(field.blockers))


def volley(
    field: Field, side: Side, shots: Sequence[Shot], *, own: bool = False, house: House = AS_WRITTEN
) -> Field | Objection:
    """The field after everything one side plays, or what stands against it.

    One after the other: a dragon that fell cannot be hit again. With ``fireball_batch`` all are aimed before any
    hits (BR-R25), so more may fly at one dragon than it takes.
    """
    aimed = field
    for shot in shots:
        refused = shot_objection(aimed if house.fireball_batch else field, side, shot, own=own)
        if refused is not None:
            return refused
        field = shoot(field, shot)
    return field


def joined(field: Field, ambushers: Sequence[Dragon], house: House = AS_WRITTEN) -> Field:
    """The field after the ambushes: an ambushing dragon does not attack as well, unless the table says so (BR-R7)."""
    return replace(field, attackers=(*field.attackers, *ambushers)) if house.ambush_attacks else field


def blockers_of(field: Field, attacker: str) -> tuple[Dragon, ...]:
    """The living dragons that block this one."""
    return tuple(dragon for dragon in field.blockers if field.blocks.get(dragon.id) == attacker)


def blocked(field: Field, attacker: str, house: House = AS_WRITTEN) -> bool:
    """Whether this living attacker is blocked, read when combat damage begins (BR-R10)."""
    if house.blocked_stays_blocked:
        return attacker in field.blocks.values()
    return bool(blockers_of(field, attacker))


def questions(field: Field, targets: Mapping[str, str] | None = None) -> tuple[Question, ...]:
    """Whose damage still needs a target, in the order of attack; ``targets`` are the answers so far."""
    found = []
    for dragon in field.attackers:
        candidates = blockers_of(field, dragon.id)
        if len(candidates) > 1 and dragon.id not in (targets or {}):
            found.append(Question(dragon.id, tuple(sorted(one.id for one in candidates))))
    return tuple(found)


def target_objection(field: Field, attacker: str, target: str) -> Objection | None:
    """What stands against this attacker dealing its damage to ``target``; nothing once there is nothing to deal."""
    living = blockers_of(field, attacker)
    moot = not living and field.blocks.get(target) == attacker
    # Blocked attacking dragons: one of the dragons blocking them.
    if moot or target in {dragon.id for dragon in living}:
        return None
    text = say("{target} does not block {attacker}.", target=target, attacker=attacker)
    return Objection("bad_target", text, cite.ONE_BLOCKER)


def combat_damage(field: Field, targets: Mapping[str, str] | None = None, house: House = AS_WRITTEN) -> Harvest:
    """Everybody deals damage at once; every question must have its answer in ``targets``.

    Unblocked dragons hit the player. A blocked one gives all it has to one blocker (what is too much is lost) and
    takes the damage of all its blockers. Damage of at least the current SV kills.
    """
    chosen = targets or {}
    taken: dict[str, int] = {}
    to_player = 0
    unblocked: list[str] = []
    for dragon in field.attackers:
        living = blockers_of(field, dragon.id)
        if not blocked(field, dragon.id, house):
            unblocked.append(dragon.id)
        if dragon.id in unblocked or dragon.always_hits:
            to_player += dragon.damage
        if living:
            target = living[0].id if len(living) == 1 else chosen[dragon.id]
            taken[target] = taken.get(target, 0) + dragon.damage
            taken[dragon.id] = sum(one.damage for one in living)
    killed = {one.id for one in (*field.attackers, *field.blockers) if taken.get(one.id, 0) >= max(1, one.sv)}
    return Harvest(
        to_player,
        tuple(sorted(unblocked)),
        killed=tuple(sorted(killed)),
        surviving_blockers=tuple(sorted(one.id for one in field.blockers if one.id not in killed)),
        killers=_killers(field, killed),
    )


def _killers(field: Field, killed: Iterable[str]) -> dict[str, tuple[str, ...]]:
    # A dead blocked dragon counts as killed by every dragon that blocked it (Blocking dragons).
    attackers = {dragon.id for dragon in field.attackers}
    return {
        name: tuple(sorted(one.id for one in blockers_of(field, name))) for name in sorted(killed) if name in attackers
    }


# --- damage to players


@dataclass(frozen=True, slots=True)
class Health:
    """How a player stands: stage 1 human, 2 dragonform; ``taken`` is this turn's damage."""

    stage: int = 1
    status: Status = "alive"
    breakpoint: int = BREAKPOINTS[1]
    taken: int = 0

    @property
    def immune(self) -> bool:
        """A K.O.'d player cannot be attacked, damaged or affected by any ability until their next turn."""
        return self.status != "alive"


def hurt(health: Health, amount: int) -> Health:
    """After ``amount`` damage. At the breakpoint: K.O., or out of the game in stage 2.

    One turn knocks a player out at most once, however much is left over, because a K.O.'d player is immune (BR-R8).
    """
    if health.immune:
        return health
    taken = health.taken + amount
    if taken < health.breakpoint:
        return replace(health, taken=taken)
    return replace(health, taken=taken, status="ko" if health.stage == 1 else "eliminated")


def turn_ended(health: Health) -> Health:
    """Damage does not last beyond the turn it was dealt in, whoever's turn it was (BR-R11)."""
    return replace(health, taken=0)


def own_turn_began(health: Health) -> Health:
    """A K.O.'d player comes back enraged: alive, stage 2, its breakpoint; and takes that turn (BR-R16)."""
    if health.status != "ko":
        return health
    return Health(stage=2, status="alive", breakpoint=BREAKPOINTS[2])


def stage_reminder(stage: int, player_damage: int, *, ko: bool = False, needs_their_cards: bool = False) -> Reminder:
    """Which ability of the attacker's identity to remind of after combat damage (BR-R23).

    Stage 1: must be used when the opponent was damaged, unless it needs the cards of a player it just knocked out.
    """
    if player_damage <= 0 or (stage == 1 and ko and needs_their_cards):
        return ""
    return "stage_1" if stage == 1 else "stage_2"


def self_attack_damage(player_damage: int, *, refractor_ko_this_turn: bool) -> int:
    """What one's own refracted dragons do to oneself: nothing if the refractor was K.O.'d by the end of it (BR-R26)."""
    return 0 if refractor_ko_this_turn else player_damage

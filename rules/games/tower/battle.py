"""Who fights in a battle of Attack at the Tower, what a side has to hand out, and how it could hand it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.event import Seat
from rules.games.tower import combat_rules, turn_rules
from rules.games.tower.combat_rules import PALACE, Battle, Fighter, Troop, added, alive
from rules.games.tower.state import ATTACKER, DEFENDER, Clash, Split, State
from rules.text import listed, say


def attackers(state: State, clash: Clash) -> tuple[Troop, ...]:
    """The attacking troops that are left."""
    return tuple(one for one in state.troops_at(clash.attacker, clash.source) if one.id in clash.troops)


def mustered(state: State, clash: Clash) -> Battle:
    """The battle with powers as they would be read now."""
    facing = state.troops_at(clash.defender, clash.target)
    if clash.palace:
        specials, others = state.troops_at(clash.defender, PALACE), state.all_troops(clash.defender)
        facing = turn_rules.palace_defenders(specials, others, state.house)
    battle = combat_rules.muster(attackers(state, clash), facing, effects(state, clash), state.house)
    walls = () if clash.palace else state.bases_at(clash.defender, clash.target)
    return replace(battle, bases=walls, palace=clash.palace)


def effects(state: State, clash: Clash) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The abilities in effect for the attacker and for the defender."""
    return state.sides[clash.attacker].in_effect, state.sides[clash.defender].in_effect


def keeping_walls(state: State, clash: Clash, hits: Mapping[str, int]) -> tuple[Fighter, ...]:
    """The troops that keep the bases and the palace from harm in this step, if ``hits`` are handed out."""
    return combat_rules.still_defending(clash.fought, clash.step, clash.damage, hits=hits, house=state.house)


def asked(state: State, clash: Clash, role: int) -> bool:
    """Whether that side still has to hand out damage in this step, and has something to hit."""
    if clash.moment not in ("initiative", "regular") or clash.splits[role].stands:
        return False
    limits, troops = clash.pools, alive(clash.facing(role), added(clash.damage, clash.siege))
    if role == DEFENDER:
        return bool(limits.deff and troops)
    walls = clash.walls and not keeping_walls(state, clash, {})
    return bool((limits.att and (troops or walls)) or (limits.siege and walls))


@dataclass(frozen=True, slots=True)
class Share:
    """What one side has to hand out in the step going on: ``pool``, and ``heavy`` for structures alone."""

    clash: Clash
    role: int
    pool: int
    heavy: int

    @property
    def split(self) -> Split:
        """How it is split so far."""
        return self.clash.splits[self.role]

    @property
    def begun(self) -> bool:
        """Whether some of it is handed out."""
        return bool(self.split.hits or self.split.siege)

    @property
    def troop_hits(self) -> dict[str, int]:
        """The part of the split so far that goes to troops."""
        return {key: value for key, value in self.split.hits.items() if key not in self.clash.walls}


def share_of(state: State, seat: Seat) -> Share | None:
    """What the seat has to hand out now, or None."""
    clash = state.clash
    if clash is None or not asked(state, clash, clash.role_of(seat)):
        return None
    limits = clash.pools
    if clash.role_of(seat) == DEFENDER:
        return Share(clash, DEFENDER, limits.deff, 0)
    return Share(clash, ATTACKER, limits.att, limits.siege)


def suggestion(state: State, share: Share, first: str = "") -> Split:
    """A legal split that takes the most striking power away; ``first`` falls before any other where it can."""
    clash = share.clash
    found = combat_rules.suggested_orders(clash.fought, clash.step, clash.damage, state.house, first=first)
    return Split(found.deff) if share.role == DEFENDER else Split(found.att, found.siege)


def felled(share: Share, split: Split) -> tuple[str, ...]:
    """The ids of what falls by a split, troops first."""
    gone = [key for key, need in share.clash.needs(share.role, split).items() if not need]
    if share.role == ATTACKER:
        hit = added(split.hits, split.siege)
        gone += [key for key, need in share.clash.walls.items() if hit.get(key, 0) >= need]
    return tuple(gone)


def fate(state: State, share: Share, split: Split) -> str:
    """What falls by a split, in words."""
    gone = felled(share, split)
    names = listed(state.fighter_name(key) for key in gone)
    return say("{names} falls" if len(gone) == 1 else "{names} fall", names=names) if gone else "nothing falls"


def other_splits(state: State, share: Share, found: Split) -> Iterator[tuple[str, Split]]:
    """For each troop or structure that stands by a split and could fall instead, the split by which it does.

    Of the troops on one place, which are alike, only one is named.
    """
    falls = felled(share, found)
    places = {place_of(key) for key in falls if key not in share.clash.walls}
    troops = [key for key, need in share.clash.needs(share.role, Split()).items() if need]
    walls = list(share.clash.walls) if share.role == ATTACKER else []
    for key in (*troops, *walls):
        place = place_of(key) if key in troops else key
        if key in falls or place in places:
            continue
        places.add(place)
        other = suggestion(state, share, first=key)
        if key in felled(share, other):
            yield key, other


def place_of(fighter: str) -> str:
    """Seat and place of a troop, such as ``0-2b`` for ``0-2b1``; special troops stand together."""
    seat, _, where = fighter.partition("-")
    return f"{seat}-{where[:1]}" if where[:1] == "s" else f"{seat}-{where[:2]}"


def only_split(state: State, share: Share) -> Split | None:
    """The split where every other comes to the same or to less, None where there is something to decide.

    That is so where all that could fall alone can fall together. In the initiative step damage goes on into the next
    one, so what does not fall counts too.
    """
    clash, carries = share.clash, share.clash.step == "initiative"
    if share.begun or (carries and state.house.abilities_mid_combat):
        return None
    needs = {key: need for key, need in clash.needs(share.role, Split()).items() if need}
    if not _one_way(_alike(needs), share.pool, carries=carries):
        return None
    found, left = suggestion(state, share), share.pool - sum(needs.values())
    if share.role == ATTACKER and clash.walls and left >= 0 and not keeping_walls(state, clash, needs):
        walls = {key: [need] for key, need in clash.walls.items()}
        if not _one_way(walls, left + share.heavy, carries=carries):
            return None
    return found


def _alike(needs: Mapping[str, int]) -> dict[str, list[int]]:
    """The damage that troops need, those of one place together: they are alike."""
    groups: dict[str, list[int]] = {}
    for key, need in needs.items():
        groups.setdefault(f"{place_of(key)} {need}", []).append(need)
    return groups


def _one_way(groups: Mapping[str, Sequence[int]], amount: int, *, carries: bool) -> bool:
    """Whether it makes no difference how the damage is handed out."""
    total = sum(sum(needs) for needs in groups.values())
    if total <= amount or len(groups) == 1 or not amount:
        return True
    most = sum(min(len(needs), amount // needs[0]) * needs[0] for needs in groups.values())
    return not carries and most <= amount


def obstacle(state: State, share: Share) -> str:
    """Why the bases or the palace cannot be hit yet, in a sentence; empty where they can, or there are none."""
    clash, spent = share.clash, share.troop_hits
    keeping = keeping_walls(state, clash, spent) if share.role == ATTACKER and clash.walls else ()
    if not keeping:
        return ""
    what = "The palace is" if clash.palace else "The bases are"
    if not state.house.base_overflow:
        return say("{what} safe in this step: troops stood there when it began.", what=what)
    template, needs = "the {troop} (needs {count} more)", clash.needs(ATTACKER, Split(spent))
    troops = listed(say(template, troop=state.fighter_name(one.id), count=needs[one.id]) for one in keeping)
    template = "{what} safe while {troops} stands." if len(keeping) == 1 else "{what} safe while {troops} stand."
    return say(template, what=what, troops=troops)

"""An attack from its declaration to the way home: both steps of the battle, the damage handed out, on to the palace.

In a battle a troop is named ``0-2b1`` (seat, place, number on it), a base ``1-2b``, a special troop ``1-s1``, and the
palace ``palace``. A territory is ``1`` to ``3``; an attack may also come from the ``palace``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick, Pool
from rules.event import Event, Judge, Level, Objection, Refusal, Seat
from rules.games.tower import citations as cite
from rules.games.tower import combat_rules, deck, forecast, outcomes, settle, spots, turn_rules
from rules.games.tower.battle import (
    Share,
    asked,
    attackers,
    effects,
    fate,
    keeping_walls,
    mustered,
    other_splits,
    share_of,
    suggestion,
)
from rules.games.tower.combat_rules import PALACE, Orders, added
from rules.games.tower.state import (
    ATTACKER,
    DEFENDER,
    PLACES,
    SOURCES,
    TERRITORIES,
    Clash,
    Split,
    State,
    Todo,
    counted,
    own_turn,
    playing_seat,
    several,
    source_name,
)
from rules.log_line import Pictured
from rules.text import first_upper, listed, plural, say
from rules.view import person

FIGHT_PROMPT, DAMAGE_PROMPT = "fight", "damage"


# --- declaring


@dataclass(frozen=True, slots=True)
class DeclareAttack(Event):
    """All troops of territory (or palace) ``source`` go against territory ``target`` of the opponent."""

    source: str
    target: str


def declare(state: State, event: DeclareAttack, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    sources, targets = ", ".join(SOURCES), ", ".join(TERRITORIES)
    judge.struct(event.source in SOURCES, "bad_place", say("source: expected one of {places}", places=sources))
    judge.struct(event.target in TERRITORIES, "bad_place", say("target: expected one of {places}", places=targets))
    own_turn(judge, state, seat)
    early = turn_rules.NO_ATTACKS.get(state.phase, "") if state.phase != "renew" else ""
    judge.rule(not early, "phase", early, cite.AFTER_RENEWING)
    free = state.clash is None or way_is_free(state, seat)
    judge.rule(free, "battle_on", "The battle before is not over yet.", cite.ONE_BATTLE)
    judge.obey(attack_objection(state, seat, event.source))
    before, at = state.sides[seat].attacks, SOURCES.index(event.source)
    again = turn_rules.declare_warning(before[at])
    if again is not None:
        judge.warn(False, again.code, again.text, again.why)
    fighters, facing = state.troops_at(seat, event.source), state.troops_at(1 - seat, event.target)
    blunt = bool(fighters) and all(one.kind in combat_rules.ARTILLERY for one in fighters) and bool(facing)
    judge.warn(not blunt, "artillery_only", "Artillery alone hits nothing while troops defend.", cite.ARTILLERY)
    attacks = (*before[:at], before[at] + 1, *before[at + 1 :])
    state = state.with_side(seat, replace(state.sides[seat], attacks=attacks))
    clash = Clash(seat, event.source, event.target, tuple(one.id for one in fighters))
    if not facing and not state.bases_at(1 - seat, event.target):
        clash = replace(clash, moment="cleared")
    return replace(state, phase="action", clash=clash, todo=())


def attack_objection(state: State, seat: Seat, source: str) -> Objection | None:
    """What stands against the seat attacking from there now."""
    return turn_rules.declare_objection(
        len(state.troops_at(seat, source)),
        wall=state.wall_against(seat),
        attacks_before=state.sides[seat].attacks[SOURCES.index(source)],
        phase="renew" if state.phase == "renew" and not settle.only_laying(state, seat) else "action",
        house=state.house,
    )


def ready_sources(state: State, seat: Seat) -> tuple[str, ...]:
    """From where the seat may attack now."""
    begun = state.phase == "action" or settle.only_laying(state, seat)
    if not begun or state.active != seat or not (state.clash is None or way_is_free(state, seat)):
        return ()
    return tuple(source for source in SOURCES if attack_objection(state, seat, source) is None)


def offer_attacks(state: State, seat: Seat) -> Iterator[Choice]:
    for source in ready_sources(state, seat):
        label = say("Attack from {place}", place=source_name(source))
        yield Choice.asking(
            DeclareAttack, label, (ask_target(state, seat, source),), known={"source": source}, seat=seat,
            detail=who_attacks(state, seat, source), spot=spots.group(seat, source), why=cite.TROOPS,
        )  # fmt: skip


def who_attacks(state: State, seat: Seat, source: str) -> str:
    """The troops that would attack from there, all of them."""
    crew = counted(one.kind for one in state.troops_at(seat, source))
    if state.sides[seat].attacks[SOURCES.index(source)]:
        return say("{troops}, attacked already", troops=crew)
    return crew


def ask_target(state: State, seat: Seat, source: str) -> FieldSpec:
    """Which of the opponent's territories, each with what would come of it."""
    picks = []
    for target in TERRITORIES:
        found = forecast.of_attack(state, seat, source, target)
        told = forecast.in_words(state, found, seat)
        name, spot = first_upper(source_name(target)), spots.group(1 - seat, target)
        picks.append(Pick(target, name, detail=told, spot=spot))
    return FieldSpec("target", "Attack which territory?", tuple(picks))


def scanned_attacks(state: State, seat: Seat, owner: Seat, where: str) -> Iterator[Choice]:
    """A card on the board held up: attacks from one's own territory (or palace), or against the other's."""
    sources, source = ready_sources(state, seat), PALACE if where == PALACE else where[0]
    if owner == seat and source in sources:
        label = say("Attack from {place}", place=source_name(source))
        target = (ask_target(state, seat, source),)
        yield Choice.asking(DeclareAttack, label, target, known={"source": source}, seat=seat, primary=True)
    if owner != seat and where != PALACE:
        for one in sources:
            label = say("Attack territory {number} from {place}", number=where[0], place=source_name(one))
            yield Choice(label, DeclareAttack(one, where[0], seat=seat), detail=who_attacks(state, seat, one))


def tell_attack(telling: Telling[State, DeclareAttack]) -> str:
    event, state = telling.event, telling.before
    seat = event.seat or 0
    crew = counted(one.kind for one in state.troops_at(seat, event.source)) or "nobody"
    walls = len(state.bases_at(1 - seat, event.target))
    bases = plural(walls, "base") if walls else ""
    facing = counted((one.kind for one in state.troops_at(1 - seat, event.target)), bases)
    return say(
        "{who} attacks territory {number} from {place}: {crew} against {facing}",
        who=telling.who, number=event.target, place=source_name(event.source), crew=crew,
        facing=facing or "nobody",
    )  # fmt: skip


DECLARE_ATTACK = Action(DeclareAttack, cite.TURN, declare, tell_attack, offers=offer_attacks)


# --- the fighting begins, and goes on as far as nobody has anything to hand out


@dataclass(frozen=True, slots=True)
class Fight(Event):
    """Nobody plays an ability first: the powers are read and the next step begins."""


def fight(state: State, event: Fight, judge: Judge) -> State:
    clash = state.clash
    if clash is None or clash.moment not in ("declared", "between"):
        text = "The fighting has begun, or nobody attacks; look at the table again."
        raise Refusal(Level.STRUCT, "already_there", text, cite.STEPS.citation)
    if clash.moment == "declared":
        return advanced(state, replace(clash, battle=mustered(state, clash), moment="initiative"))
    return advanced(state, regular_step(state, clash))


def advanced(state: State, clash: Clash) -> State:
    """Steps in which nobody has anything to hand out pass by themselves; damage both sides confirmed lands."""
    while clash.moment in ("initiative", "regular"):
        if asked(state, clash, ATTACKER) or asked(state, clash, DEFENDER):
            break
        limits, (att, deff) = clash.pools, clash.splits
        orders = Orders(att.hits, att.siege, deff.hits)
        damage = combat_rules.strike(clash.fought, clash.step, clash.damage, orders)
        clash = replace(clash, damage=damage, splits=(Split(), Split()))
        if clash.moment == "regular":
            return after_battle(state, clash)
        if state.house.abilities_mid_combat and (limits.att or limits.deff):
            clash = replace(clash, moment="between")
            break
        clash = regular_step(state, clash)
    return replace(state, clash=clash)


def regular_step(state: State, clash: Clash) -> Clash:
    """The battle in its regular step, with powers read again where the table does so."""
    battle = combat_rules.regular_battle(clash.fought, clash.damage, effects(state, clash), state.house)
    return replace(clash, battle=battle, moment="regular")


def after_battle(state: State, clash: Clash) -> State:
    """The fallen are removed, and what follows from that."""
    after = combat_rules.aftermath(clash.fought, clash.damage)
    state = without_fallen(state, clash, after.destroyed)
    if after.palace_destroyed:
        return settle.game_won(state, clash.attacker)
    state = settle.excess_specials(replace(state, clash=None))
    if not after.cleared or clash.palace or not after.survivors:
        return state
    # Whoever fell, those left on a place count from one again; whoever came later stands behind them.
    left = state.troops_at(clash.attacker, clash.source)[: len(after.survivors)]
    there = tuple(one.id for one in left)
    return replace(state, clash=Clash(clash.attacker, clash.source, clash.target, troops=there, moment="cleared"))


def without_fallen(state: State, clash: Clash, destroyed: tuple[str, ...]) -> State:
    """The board without the fallen, and who takes what off the table."""
    todo = []
    for seat in (clash.attacker, clash.defender):
        own = [one for one in destroyed if one.startswith(f"{seat}-")]
        if own:
            names = listed(state.fighter_name(one) for one in own)
            todo.append(Todo(seat, say("{who} takes off the board: {fallen}.", who=person(seat), fallen=names)))
        places = [where for where in (one.partition("-")[2] for one in own) if where[0] != "s"]
        for where in (one for one in places if len(one) == 3):
            state = settle.lose_troops(state, seat, where[:2], 1)
        for where in (one for one in places if len(one) == 2):
            state = settle.lose_base(state, seat, where)
        specials = frozenset(int(one.partition("-s")[2]) for one in own if "-s" in one)
        state = settle.lose_specials(state, seat, specials)
    return replace(state, todo=(*state.todo, *todo))


def offer_fight(state: State, seat: Seat) -> Iterator[Choice]:
    clash = state.clash
    if state.phase != "action" or clash is None or clash.moment not in ("declared", "between"):
        return
    why = cite.POWERS_AGAIN if state.house.abilities_mid_combat else cite.POWERS
    waits = may_answer(state, clash, seat)
    label = "Fight" if clash.moment == "declared" else "Go on to the second step"
    if seat == clash.defender:
        label, waits = ("Let it pass" if clash.moment == "declared" else label), ""
    yield Choice(
        label, Fight(seat=seat), detail=waits, prompt=FIGHT_PROMPT, primary=True, quiet=bool(waits), why=why
    )  # fmt: skip


def may_answer(state: State, clash: Clash, seat: Seat) -> str:
    """That the other side of the battle holds abilities, by their backs; empty where it holds none."""
    other = 1 - seat
    held = state.sides[other].hand.abilities
    if not held:
        return ""
    return say("{who} holds {abilities}", who=person(other), abilities=plural(held, "ability", "abilities"))


def tell_fight(telling: Telling[State, Fight]) -> str:
    clash = telling.before.clash
    template = "{who} lets the second step begin" if clash is not None and clash.moment == "between" else ""
    return say(template or "{who} lets the fighting begin", who=telling.who)


def fought(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """The bases and special troops of a battle that is over, each with what it cost."""
    before, after = telling.before, telling.after
    clash, now = before.clash, after.clash
    if clash is None or clash.moment == "cleared" or (now is not None and now.moment != "cleared"):
        return
    everybody = clash.palace and before.house.palace_defenders == "all"
    theirs = (PALACE, *(TERRITORIES if everybody else ())) if clash.palace else (clash.target,)
    for seat, group in ((clash.attacker, clash.source), *((clash.defender, one) for one in theirs)):
        yield from outcomes.pictured(before.sides[seat], after.sides[seat], group)


FIGHT = Action(Fight, cite.ONE_BATTLE, fight, tell_fight, offers=offer_fight, pictures=fought)


# --- handing out the damage of a step


@dataclass(frozen=True, slots=True)
class AssignDamage(Event):
    """How a side splits its damage: ``hits`` from troops, bases and the palace, ``siege`` from artillery.

    A later one replaces it until it is confirmed; ``confirm`` says at once that it stands.
    """

    step: Literal["initiative", "regular"]
    hits: Mapping[str, int] = field(default_factory=dict)
    siege: Mapping[str, int] = field(default_factory=dict)
    confirm: bool = False


def assign(state: State, event: AssignDamage, judge: Judge) -> State:
    clash, role = fighting(state, judge, event.step)
    hits = {key: value for key, value in event.hits.items() if value}
    heavy = {key: value for key, value in event.siege.items() if value}
    walls = clash.fought.structures
    there = (*(one.id for one in clash.facing(role)), *(walls if role == ATTACKER else ()))
    foreign = next((key for key in (*hits, *heavy) if key not in there), "")
    text = say('"{target}" is not on the other side of this battle.', target=foreign[:20])
    judge.struct(not foreign, "bad_target", text, cite.OPPOSING.citation)
    judge.struct(min((*hits.values(), *heavy.values(), 0)) >= 0, "bad_input", "hits: expected no number below 0")
    judge.struct(role == ATTACKER or not heavy, "bad_target", "Only attackers have artillery to aim at bases.")
    orders = Orders({}, {}, hits) if role == DEFENDER else Orders(hits, heavy, {})
    against = combat_rules.orders_objection(clash.fought, event.step, clash.damage, orders=orders, house=state.house)
    if against is not None:
        ids = (*(one.id for one in (*clash.fought.attackers, *clash.fought.defenders)), *walls)
        judge.obey(against, first_upper(state.fighters_named(against.text, ids)))
    split = Split(hits, heavy, event.confirm)
    if event.confirm:
        warn_of_rest(judge, clash, role, split)
    return advanced(state, clash.with_split(role, split))


def fighting(state: State, judge: Judge, step: str) -> tuple[Clash, int]:
    """The battle in that step, and the role of whose damage is spoken of. Refuses where that stands already."""
    seat, clash = playing_seat(judge, state), state.clash
    if clash is None or clash.battle is None or clash.moment != step:
        text = "That step is over, or has not begun; look at the table again."
        raise Refusal(Level.STRUCT, "step_over", text, cite.STEPS.citation)
    role = clash.role_of(seat)
    text = say("{who} has dealt the damage already.", who=person(seat))
    judge.struct(not clash.splits[role].stands, "already_there", text)
    return clash, role


def warn_of_rest(judge: Judge, clash: Clash, role: int, split: Split) -> None:
    """Legal, but damage that could destroy something is not handed out."""
    pool, who = (clash.pools.att, clash.attacker) if role == ATTACKER else (clash.pools.deff, clash.defender)
    left = pool - sum(split.hits.values())
    needs = [need for need in clash.needs(role, split).values() if need > 0]
    text = say("{count} damage of {who} goes nowhere.", count=left, who=person(who))
    judge.warn(not needs or left < min(needs), "not_all", text, cite.SPLIT)


def offer_splits(state: State, seat: Seat) -> Iterator[Choice]:
    """A suggestion in one tap; a stepper for each troop and, once all of those fall, for each base or the palace."""
    share = share_of(state, seat)
    if share is None:
        return
    found = suggestion(state, share)
    if found.hits or found.siege:
        yield split_choice(state, seat, share, found, "Fight" if share.role == ATTACKER else "Strike back")
        for key, other in other_splits(state, share, found):
            label = say("Fell the {fighter} instead", fighter=state.fighter_name(key))
            yield split_choice(state, seat, share, other, label, spots.fighter(key))
    yield from offer_walls(state, seat, share, found)
    yield from offer_troops(state, seat, share, found)


def split_choice(state: State, seat: Seat, share: Share, split: Split, label: str, spot: str = "") -> Choice:
    """A split in one tap, with what falls by it."""
    event = AssignDamage(share.clash.step, split.hits, split.siege, confirm=True, seat=seat)
    gold = not spot and not share.begun
    told = first_upper(fate(state, share, split))
    prompt = "" if spot else DAMAGE_PROMPT
    return Choice(label, event, detail=told, prompt=prompt, primary=gold, spot=spot, why=cite.SPLIT)


def offer_troops(state: State, seat: Seat, share: Share, found: Split) -> Iterator[Choice]:
    """A stepper for each troop on the other side, up to what destroys it: more than that does no more."""
    needs = {key: need for key, need in share.clash.needs(share.role, Split()).items() if need}
    if not needs or not share.pool:
        return
    shown = share.troop_hits or found.hits
    steppers = []
    for key, need in needs.items():
        # Where powers are read again a troop may bear more in the next step.
        most = share.pool if state.house.abilities_mid_combat else min(share.pool, need)
        label = say("{fighter} · falls at {need}", fighter=first_upper(state.fighter_name(key)), need=need)
        steppers.append(stepper(f"hits.{key}", label, most, shown.get(key, 0)))
    pool = Pool("Damage", share.pool, tuple(spec.name for spec in steppers))
    label, event = (
        say("Split {count} damage among the troops", count=share.pool),
        AssignDamage(share.clash.step, seat=seat),
    )
    yield Choice(label, event, tuple(steppers), why=cite.SPLIT, pools=(pool,))


def stepper(name: str, label: str, most: int, shown: int) -> FieldSpec:
    return FieldSpec(name, label, low=0, high=most, kind="number", preset=(min(most, shown),))


def offer_walls(state: State, seat: Seat, share: Share, found: Split) -> Iterator[Choice]:
    """Steppers for what stands behind the troops, once nobody keeps it from harm."""
    spent, walls, split = share.troop_hits, share.clash.walls, share.split
    if share.role == DEFENDER or not walls or keeping_walls(state, share.clash, spent):
        return
    parts = (
        ("hits", share.pool - sum(spent.values()), "Damage", split.hits, found.hits),
        ("siege", share.heavy, "Artillery", split.siege, found.siege),
    )
    steppers: list[FieldSpec] = []
    pools: list[Pool] = []
    for part, amount, title, before, suggested in parts:
        if amount <= 0:
            continue
        shown = before if any(key in walls for key in before) else suggested
        template = "{fighter} · falls at {need}" if part == "hits" else "{fighter} · falls at {need} (artillery)"
        for key, need in walls.items():
            label = say(template, fighter=first_upper(state.fighter_name(key)), need=need)
            steppers.append(stepper(f"{part}.{key}", label, min(amount, need), shown.get(key, 0)))
        pools.append(Pool(title, amount, tuple(f"{part}.{key}" for key in walls)))
    if steppers:
        amounts = listed(f"{one.amount} {one.label.lower()}" for one in pools)
        template = "Aim {amounts} at the palace" if PALACE in walls else "Aim {amounts} at the bases"
        label, event = say(template, amounts=amounts), AssignDamage(share.clash.step, spent, seat=seat)
        why, shared = cite.UNDEFENDED, tuple(pools)
        yield Choice(label, event, tuple(steppers), why=why, pools=shared)


def tell_damage(telling: Telling[State, AssignDamage]) -> str:
    event = telling.event
    # Until it is confirmed, another split may take its place.
    template = "{who} deals in the {step} step: {hits}" if event.confirm else "{who} aims in the {step} step: {hits}"
    hits = by_target(telling.before, added(event.hits, event.siege))
    return say(template, who=telling.who, step=event.step, hits=hits)


def by_target(state: State, hits: Mapping[str, int]) -> str:
    """Where damage goes, troops of one place together."""
    totals: dict[str, int] = {}
    for key, value in hits.items():
        target = target_group(state, key)
        totals[target] = totals.get(target, 0) + value
    return listed(say("{count} to the {target}", count=n, target=key) for key, n in totals.items() if n) or "nothing"


def target_group(state: State, key: str) -> str:
    """A base or the palace, or the troops of a kind that stand on one place."""
    if key == PALACE:
        return "palace"
    seat, _, where = key.partition("-")
    if not seat.isdigit() or int(seat) >= state.players:
        return "other side"
    side = state.sides[int(seat)]
    if where[:1] == "s":
        return several(deck.kind(side.specials[0].card)) if len(side.specials) > 1 else state.fighter_name(key)
    if where[:2] not in PLACES:
        return "other side"
    lies = side.space(where[:2])
    if where[2:] and lies.base and lies.troops > 1:
        return say("{troops} on {place}", troops=several(deck.kind(lies.base)), place=where[:2])
    return state.fighter_name(key)


ASSIGN_DAMAGE = Action(AssignDamage, cite.SPLIT, assign, tell_damage, offers=offer_splits, pictures=fought)


@dataclass(frozen=True, slots=True)
class ConfirmStep(Event):
    """The seat's damage of this step stands as it is split; with both sides' it lands."""

    step: Literal["initiative", "regular"]


def confirm(state: State, event: ConfirmStep, judge: Judge) -> State:
    clash, role = fighting(state, judge, event.step)
    split = replace(clash.splits[role], stands=True)
    if asked(state, clash, role):
        warn_of_rest(judge, clash, role, split)
    return advanced(state, clash.with_split(role, split))


def offer_confirming(state: State, seat: Seat) -> Iterator[Choice]:
    share = share_of(state, seat)
    if share is None:
        return
    found, event = suggestion(state, share), ConfirmStep(share.clash.step, seat=seat)
    if share.begun:
        told = first_upper(fate(state, share, share.split))
        yield Choice("Deal the damage", event, detail=told, prompt=DAMAGE_PROMPT, primary=True, why=cite.SPLIT)
    elif found.hits or found.siege:
        yield Choice("Deal no damage", event, why=cite.SPLIT)
    else:
        yield Choice("Deal no damage", event, prompt=DAMAGE_PROMPT, primary=True, why=cite.SPLIT)


def tell_confirming(telling: Telling[State, ConfirmStep]) -> str:
    clash, seat = telling.before.clash, telling.event.seat
    split = clash.splits[clash.role_of(seat)] if clash is not None and seat is not None else Split()
    if not (split.hits or split.siege):
        return say("{who} assigns no damage in the {step} step", who=telling.who, step=telling.event.step)
    hits = by_target(telling.before, added(split.hits, split.siege))
    return say("{who} deals in the {step} step: {hits}", who=telling.who, step=telling.event.step, hits=hits)


CONFIRM_STEP = Action(ConfirmStep, cite.STEPS, confirm, tell_confirming, offers=offer_confirming, pictures=fought)


# --- a territory is cleared: on to the palace, or home


@dataclass(frozen=True, slots=True)
class PalaceAssault(Event):
    """The survivors go on against the palace."""


def assault_palace(state: State, event: PalaceAssault, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    clash = state.clash
    if clash is None or clash.palace:
        text = "First a territory is attacked; the way to the palace leads through it."
        raise Refusal(Level.STRUCT, "no_attack", text, cite.PALACE.citation)
    own_attack(judge, clash, seat)
    there = attackers(state, clash)
    walls = state.bases_at(clash.defender, clash.target)
    facing = state.troops_at(clash.defender, clash.target)
    judge.obey(turn_rules.palace_objection(defenders=len(facing), bases=len(walls), survivors=len(there)))
    fighters = tuple(one.id for one in there)
    return replace(state, clash=Clash(clash.attacker, clash.source, clash.target, troops=fighters, palace=True))


def own_attack(judge: Judge, clash: Clash, seat: Seat) -> None:
    """Refuses what only the attacker may decide."""
    text = say("{who} attacks here.", who=person(clash.attacker))
    judge.rule(seat == clash.attacker, "not_your_turn", text, cite.OWN_TURN)


def way_is_free(state: State, seat: Seat) -> bool:
    """Whether the seat's troops have cleared a territory and may go on, or home."""
    clash = state.clash
    return state.phase == "action" and clash is not None and clash.moment == "cleared" and clash.attacker == seat


def offer_palace(state: State, seat: Seat) -> Iterator[Choice]:
    found = palace_forecast(state, seat)
    if found is not None:
        told = forecast.in_words(state, found, seat)
        yield Choice(
            "Attack the palace", PalaceAssault(seat=seat), detail=told, primary=found.wins,
            spot=spots.group(1 - seat, PALACE), why=cite.PALACE,
        )  # fmt: skip


def palace_forecast(state: State, seat: Seat) -> forecast.Forecast | None:
    """What going on to the palace would come to, None where the way is not free."""
    clash = state.clash
    if clash is None or not way_is_free(state, seat):
        return None
    return forecast.of_battle(state, replace(clash, moment="declared", palace=True))


PALACE_ASSAULT = Action(
    PalaceAssault, cite.PALACE, assault_palace, "{who} goes on against the palace", offers=offer_palace
)


@dataclass(frozen=True, slots=True)
class EndAttack(Event):
    """The attackers go home; before the battle is over only by an override."""


def end_attack(state: State, event: EndAttack, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    clash = state.clash
    if clash is None:
        raise Refusal(Level.STRUCT, "no_attack", "Nobody attacks now; somebody was faster.")
    own_attack(judge, clash, seat)
    text = say("The battle for {place} goes on until both steps are over.", place=source_name(clash.target))
    judge.rule(clash.moment == "cleared", "battle_on", text, cite.ONE_BATTLE)
    return replace(state, clash=None)


def offer_going_home(state: State, seat: Seat) -> Iterator[Choice]:
    if way_is_free(state, seat):
        yield Choice("Leave the palace alone", EndAttack(seat=seat), why=cite.PALACE)


def tell_going_home(telling: Telling[State, EndAttack]) -> str:
    clash = telling.before.clash
    cleared = clash is not None and clash.moment == "cleared"
    return say("{who} leaves the palace alone" if cleared else "{who} calls the attack off", who=telling.who)


END_ATTACK = Action(EndAttack, cite.PALACE, end_attack, tell_going_home, offers=offer_going_home)

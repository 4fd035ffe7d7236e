"""A battle at the table: declared, fought in two steps, the fallen removed, and on to the palace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.games.tower import battlefield, book, checks, combat, settle, turn
from rules.games.tower.events import AssignDamage, ConfirmStep, DeclareAttack, EndAttack, Fight, PalaceAssault
from rules.games.tower.state import (
    NO_SPLIT,
    SOURCES,
    TERRITORIES,
    Clash,
    Split,
    State,
    Todo,
    bases_at,
    troops_at,
    with_side,
)
from rules.games.tower.wording import first_up, listed, name, named, source_name
from rules.table import Judge, Level, Refusal, Seat
from rules.text import say
from rules.view import person


def declare(state: State, event: DeclareAttack, judge: Judge) -> State:
    """All troops of one territory, or of the palace, go against one territory of the opponent."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(event.source in SOURCES, "bad_place", say("source: expected one of {words}", words=", ".join(SOURCES)))
    judge.struct(
        event.target in TERRITORIES, "bad_place", say("target: expected one of {words}", words=", ".join(TERRITORIES))
    )
    checks.own_turn(judge, state, seat)
    early = {"setup": "The game is still being set up.", "decide": "First say whether the game is renewed."}
    text = early.get(state.phase, "The turn is ending." if state.phase == "end" else "")
    judge.rule(not text, "phase", text, turn.AFTER_RENEWING)
    judge.rule(state.clash is None, "battle_on", "The battle before is not over yet.", book.ONE_BATTLE)
    checks.obey(judge, battlefield.attack_objection(state, seat, event.source))
    before = state.sides[seat].attacks
    at = SOURCES.index(event.source)
    again = turn.declare_warning(before[at])
    if again is not None:
        judge.warn(False, again.code, again.text, again.why)
    fighters = troops_at(state, seat, event.source)
    defenders = troops_at(state, 1 - seat, event.target)
    blunt = bool(fighters) and all(one.kind in combat.ARTILLERY for one in fighters) and bool(defenders)
    judge.warn(not blunt, "artillery_only", "Artillery alone hits nothing while troops defend.", book.ARTILLERY)
    attacks = (*before[:at], before[at] + 1, *before[at + 1 :])
    state = with_side(state, seat, replace(state.sides[seat], attacks=attacks))
    empty = not defenders and not bases_at(state, 1 - seat, event.target)
    started = Clash(seat, event.source, event.target, tuple(one.id for one in fighters))
    clash = replace(started, moment="cleared") if empty else started
    return replace(state, phase="action", clash=clash, todo=())


def fight(state: State, event: Fight, judge: Judge) -> State:
    """Powers are read and the next step begins."""
    clash = state.clash
    if clash is None or clash.moment not in ("declared", "between"):
        text = "The fighting has begun, or nobody attacks; look at the table again."
        raise Refusal(Level.STRUCT, "already_there", text, book.STEPS.citation)
    if clash.moment == "declared":
        return _advance(state, replace(clash, battle=battlefield.mustered(state, clash), moment="initiative"), judge)
    return _advance(state, battlefield.regular(state, clash), judge)


def _advance(state: State, clash: Clash, judge: Judge) -> State:
    """Steps in which nobody has anything to hand out pass by themselves; damage both sides confirmed lands."""
    while clash.moment in ("initiative", "regular") and clash.battle is not None:
        waiting = [role for role in (0, 1) if battlefield.asked(state, clash, role) and not clash.splits[role].stands]
        if waiting:
            return replace(state, clash=clash)
        limits = battlefield.pools(clash)
        damage = combat.strike(clash.battle, battlefield.step_of(clash), clash.damage, battlefield.orders(clash))
        early = clash.moment == "initiative"
        clash = replace(clash, damage=damage, splits=(NO_SPLIT, NO_SPLIT))
        if not early:
            return _aftermath(state, clash, judge)
        if state.house.abilities_mid_combat and (limits.att or limits.deff):
            return replace(state, clash=replace(clash, moment="between"))
        clash = battlefield.regular(state, clash)
    return replace(state, clash=clash)


def _fighting(state: State, judge: Judge, step: str) -> tuple[Clash, Seat]:
    """The battle in that step, and the seat whose damage is spoken of."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    clash = state.clash
    if clash is None or clash.battle is None or clash.moment != step:
        text = "That step is over, or has not begun; look at the table again."
        raise Refusal(Level.STRUCT, "step_over", text, book.STEPS.citation)
    return clash, seat


def assign(state: State, event: AssignDamage, judge: Judge) -> State:
    """How a side splits its damage; the rules say what may be hit."""
    clash, seat = _fighting(state, judge, event.step)
    role = battlefield.role_of(clash, seat)
    judge.struct(
        not clash.splits[role].stands, "already_there", say("The damage of {who} stands already.", who=person(seat))
    )
    hits = {key: value for key, value in event.hits.items() if value}
    heavy = {key: value for key, value in event.siege.items() if value}
    _targets_exist(judge, clash, role, {**hits, **heavy})
    judge.struct(min((*hits.values(), *heavy.values(), 0)) >= 0, "bad_input", "hits: expected no number below 0")
    judge.struct(role == 0 or not heavy, "bad_target", "Only attackers have artillery to aim at bases.")
    split = Split(hits, heavy, event.confirm)
    objection = battlefield.objection_to(state, clash, role, split)
    if objection is not None:
        ids = [one.id for one in battlefield.fighters(clash)] + list(battlefield.walls(clash))
        checks.obey(judge, objection, first_up(named(state, objection.text, ids)))
    if event.confirm:
        _nothing_left_over(judge, state, clash, role=role, split=split)
    return _advance(state, battlefield.with_split(clash, role, split), judge)


def _targets_exist(judge: Judge, clash: Clash, role: int, hit: Mapping[str, int]) -> None:
    battle = clash.battle
    if battle is None:
        return
    side = battle.defenders if role == 0 else battle.attackers
    known = {one.id for one in side} | (set(battle.structures) if role == 0 else set())
    foreign = next((key for key in hit if key not in known), "")
    text = say('"{foreign}" is not on the other side of this battle.', foreign=foreign[:20])
    judge.struct(not foreign, "bad_target", text, combat.OPPOSING.citation)


def _nothing_left_over(judge: Judge, state: State, clash: Clash, role: int, split: Split) -> None:
    """Legal, but damage that could destroy something is not handed out."""
    left = battlefield.left_over(clash, role, split)
    needs = [need for key, need in battlefield.needs_of(clash, role, split).items() if need > 0]
    text = say(
        "{left} damage of {word} goes nowhere.", left=left, word=person(clash.attacker if role == 0 else clash.defender)
    )
    judge.warn(not needs or left < min(needs), "not_all", text, book.SPLIT)


def confirm(state: State, event: ConfirmStep, judge: Judge) -> State:
    """A side's split stands; with both it lands."""
    clash, seat = _fighting(state, judge, event.step)
    role = battlefield.role_of(clash, seat)
    judge.struct(
        not clash.splits[role].stands, "already_there", say("The damage of {who} stands already.", who=person(seat))
    )
    split = replace(clash.splits[role], stands=True)
    if battlefield.asked(state, clash, role):
        _nothing_left_over(judge, state, clash, role=role, split=split)
    return _advance(state, battlefield.with_split(clash, role, split), judge)


def _aftermath(state: State, clash: Clash, judge: Judge) -> State:
    """The fallen are removed, and what follows from that."""
    battle = clash.battle or combat.Battle((), ())
    after = combat.aftermath(battle, clash.damage)
    state = _removed(state, clash, after.destroyed)
    if after.palace_destroyed:
        return settle.game_won(state, clash.attacker)
    state = settle.excess_specials(replace(state, clash=None))
    if after.cleared and not clash.palace and after.survivors:
        # Whoever fell, those left on a place count from one again; whoever came later stands behind them.
        left = troops_at(state, clash.attacker, clash.source)[: len(after.survivors)]
        fresh = Clash(
            clash.attacker, clash.source, target=clash.target, troops=tuple(one.id for one in left), moment="cleared"
        )
        return replace(state, clash=fresh)
    return state


def _removed(state: State, clash: Clash, destroyed: tuple[str, ...]) -> State:
    """The board without the fallen, and who takes what off the table."""
    todo = []
    for seat in (clash.attacker, clash.defender):
        own = [one for one in destroyed if one.startswith(f"{seat}-")]
        if own:
            todo.append(
                Todo(
                    seat,
                    say(
                        "{who} takes off: {listed}.", who=person(seat), listed=listed([name(state, one) for one in own])
                    ),
                )
            )
        specials = frozenset(int(one.partition("-s")[2]) for one in own if "-s" in one)
        for key in own:
            where = key.partition("-")[2]
            if "-s" not in key and len(where) == 3:
                state = settle.lose_troops(state, seat, where[:2], 1)
        for key in own:
            where = key.partition("-")[2]
            if "-s" not in key and len(where) == 2:
                state = settle.lose_base(state, seat, where)
        state = settle.lose_specials(state, seat, specials)
    return replace(state, todo=(*state.todo, *todo))


def palace_assault(state: State, event: PalaceAssault, judge: Judge) -> State:
    """The survivors go on against the palace."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    clash = state.clash
    if clash is None or clash.palace:
        text = "First a territory is attacked; the way to the palace leads through it."
        raise Refusal(Level.STRUCT, "no_attack", text, book.PALACE.citation)
    judge.rule(
        seat == clash.attacker,
        "not_your_turn",
        say("{attacker} attacks here.", attacker=person(clash.attacker)),
        book.OWN_TURN,
    )
    fighters = battlefield.attackers(state, clash)
    checks.obey(
        judge,
        turn.palace_objection(
            defenders=len(troops_at(state, clash.defender, clash.target)),
            bases=len(bases_at(state, clash.defender, clash.target)),
            survivors=len(fighters),
        ),
    )
    fresh = Clash(clash.attacker, clash.source, clash.target, tuple(one.id for one in fighters), palace=True)
    return replace(state, clash=fresh)


def end_attack(state: State, event: EndAttack, judge: Judge) -> State:
    """The attackers go home."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    clash = state.clash
    if clash is None:
        raise Refusal(Level.STRUCT, "no_attack", "Nobody attacks now; somebody was faster.")
    judge.rule(
        seat == clash.attacker,
        "not_your_turn",
        say("{attacker} attacks here.", attacker=person(clash.attacker)),
        book.OWN_TURN,
    )
    text = say("The battle for {source_name} goes on until both steps are over.", source_name=source_name(clash.target))
    judge.rule(clash.moment == "cleared", "battle_on", text, book.ONE_BATTLE)
    return replace(state, clash=None)

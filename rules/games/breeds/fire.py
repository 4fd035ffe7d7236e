"""Fireballs and ambushes, what abilities change on the battlefield, refracting, and combat damage (Combat)."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import book, checks, combat, damage
from rules.games.breeds.battlefield import assembled, field_of, find_fighter, on_field
from rules.games.breeds.cardbook import identity, own_quest, plain
from rules.games.breeds.clash import (
    STEP_WORDS,
    after_shots,
    combat_left,
    finished,
    remind,
    remind_stage,
    swapped,
)
from rules.games.breeds.combat_events import (
    Adjust,
    AimRefracted,
    Ambush,
    ChooseDamage,
    ConfirmDamage,
    Fireball,
    Refract,
)
from rules.games.breeds.homing import counted, drop_token, take
from rules.games.breeds.state import Clash, Part, Refracted, State, find_token, with_seat, with_todo
from rules.games.breeds.wounds import wound
from rules.table import Judge, Level, Refusal, Seat
from rules.text import say
from rules.view import person

AMOUNT_MOST = 20


def _roles(judge: Judge, clash: Clash, seat: Seat) -> combat.Side:
    fights = seat in (clash.attacker, clash.defender)
    text = say(
        "{attacker} and {defender} fight here; nobody else plays.",
        attacker=person(clash.attacker),
        defender=person(clash.defender),
    )
    judge.rule(fights, "not_your_turn", text, book.FIREBALLS)
    return "att" if seat == clash.attacker else "def"


def _now(judge: Judge, clash: Clash, side: combat.Side) -> None:
    holds = clash.step == ("fireball_att" if side == "att" else "fireball_def")
    judge.rule(holds, "phase", say("Not now: {step_words}.", step_words=STEP_WORDS[clash.step]), book.FIREBALLS)


def _hit(state: State, clash: Clash, side: combat.Side, shot: combat.Shot, judge: Judge, name: str) -> State:
    """One hit: at once, or kept until the side has played all (BR-R25)."""
    checks.obey(judge, combat.shot_objection(field_of(clash), side, shot), name)
    if state.house.fireball_batch:
        return replace(state, clash=replace(clash, aimed=(*clash.aimed, shot)))
    done = combat.volley(field_of(clash), side, (shot,), house=state.house)
    field = done if isinstance(done, combat.Field) else combat.shoot(field_of(clash), shot)
    return after_shots(state, clash, field)[0]


def fireball(state: State, event: Fireball, judge: Judge) -> State:
    """A Fireball on an opposing dragon."""
    clash = checks.clash_of(judge, state)
    seat = checks.seat_of(judge, state)
    side = _roles(judge, clash, seat)
    checks.alive(judge, state, seat)
    _now(judge, clash, side)
    judge.struct(
        0 <= event.amount <= AMOUNT_MOST,
        "bad_number",
        say("A Fireball takes 0 to {amount_most} SV.", amount_most=AMOUNT_MOST),
    )
    text = "A Fireball hits an opposing dragon that is still there."
    judge.struct(find_fighter(clash, event.target) is not None, "bad_fireball_target", text, book.FIREBALLS.citation)
    player = state.seats[seat]
    if event.token:
        token = find_token(player, event.token)
        if token is None or token.kind != "fireball":
            raise Refusal(Level.STRUCT, "no_token", "No such Fireball lies in the token area; somebody was faster.")
        state = drop_token(state, seat, token.uid)
        clash = replace(clash, spent=(*clash.spent, token))
    else:
        checks.enough_in_hand(judge, state, seat)
        state = with_seat(state, seat, counted(player, hand=-1, discard=1))
    state = replace(state, clash=clash)
    return _hit(state, clash, side, shot=combat.Shot(event.target, event.amount), judge=judge, name=text)


def ambush(state: State, event: Ambush, judge: Judge) -> State:
    """A dragon among the attacker's fireballs; it attacks as well only where the table plays that (BR-R7)."""
    clash = checks.clash_of(judge, state)
    seat = checks.seat_of(judge, state)
    side = _roles(judge, clash, seat)
    found = checks.a_card(judge, event.card, checks.DRAGONS, event.code)
    judge.rule(found.has("ambush"), "no_keyword", say("{name} has no Ambush.", name=found.name), book.AMBUSH)
    value = event.value if event.value is not None else found.words.get("ambush", 1)
    judge.struct(
        0 <= value <= AMOUNT_MOST, "bad_number", say("An ambush takes 0 to {amount_most} SV.", amount_most=AMOUNT_MOST)
    )
    text = "An ambush hits an opposing dragon that is still there."
    judge.struct(find_fighter(clash, event.target) is not None, "bad_fireball_target", text, book.AMBUSH.citation)
    shot = combat.Shot(event.target, value, ambush=True)
    objection = combat.shot_objection(field_of(clash), side, shot)
    checks.obey(judge, objection)
    _now(judge, clash, side)
    state, part = take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    clash = _ambushed(state, clash, part)
    state = replace(state, clash=clash, serial=state.serial + 1)
    before = len(on_field(clash))
    state = _hit(state, clash, side, shot=shot, judge=judge, name=text)
    quest = own_quest(state.seats[seat].faction)
    fell = state.clash is not None and len(on_field(state.clash)) < before
    if fell and quest is not None and "ambush" in quest.text:
        state = with_todo(state, seat, f"{quest.name}: {plain(quest.text)}")
    return state


def _ambushed(state: State, clash: Clash, part: Part) -> Clash:
    """The ambusher beside the fight, or about to join it."""
    if not combat.joined(combat.Field(()), (combat.Dragon("", part.sv),), state.house).attackers:
        return replace(clash, ambushed=(*clash.ambushed, part))
    return replace(clash, joining=(*clash.joining, assembled(f"d{state.serial}", (part,))))


def adjust(state: State, event: Adjust, judge: Judge) -> State:
    """A card's text changes a dragon; SV that falls to 0 takes it off like a fireball."""
    clash = checks.clash_of(judge, state)
    checks.seat_of(judge, state)
    one = checks.fighter_named(judge, clash, event.dragon)
    fits = -AMOUNT_MOST <= event.sv <= AMOUNT_MOST and -AMOUNT_MOST <= event.bonus <= AMOUNT_MOST
    judge.struct(fits, "bad_number", say("Changes go from -{amount_most} to {amount_most}.", amount_most=AMOUNT_MOST))
    hits = one.hits if event.hits is None else event.hits
    changed = replace(one, sv=max(0, one.sv) + max(0, event.sv), bonus=one.bonus + event.bonus, hits=hits)
    clash = swapped(clash, changed)
    state = replace(state, clash=clash)
    if event.sv >= 0:
        return state
    return after_shots(state, clash, combat.shoot(field_of(clash), combat.Shot(one.uid, -event.sv)))[0]


def refract(state: State, event: Refract, judge: Judge) -> State:
    """Attacking dragons are sent into their player's next turn."""
    clash = checks.clash_of(judge, state)
    seat = checks.seat_of(judge, state)
    checks.alive(judge, state, seat)
    text = "Refracting is for the player who is attacked."
    judge.rule(seat == clash.defender, "not_your_turn", text, book.REFRACT)
    faction = state.seats[seat].faction
    known = identity(faction, 1) is None
    judge.rule(known, "no_keyword", say("No dragon of {who} refracts.", who=person(seat)), book.REFRACT)
    there = {one.uid: one for one in clash.attackers}
    good = bool(event.dragons) and all(uid in there for uid in event.dragons)
    judge.struct(good, "bad_target", "Only attacking dragons are refracted.", book.REFRACT.citation)
    gone = tuple(one for one in clash.attackers if one.uid in event.dragons)
    left = tuple(one for one in clash.attackers if one.uid not in event.dragons)
    targets = {a: b for a, b in clash.targets.items() if a not in event.dragons}
    ghosts = tuple(Refracted(one, clash.attacker, seat, state.turn) for one in gone)
    state = replace(state, clash=replace(clash, attackers=left, targets=targets))
    return replace(state, refracted=(*state.refracted, *ghosts))


def aim_refracted(state: State, event: AimRefracted, judge: Judge) -> State:
    """Their player says whom they will attack."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    checks.player_named(judge, state, event.player)
    open_ones = tuple(one for one in state.refracted if one.seat == seat and one.target is None)
    judge.struct(bool(open_ones), "nothing_asked", "Nothing waits for that answer; somebody was faster.")
    statuses = {str(n): own.health.status for n, own in enumerate(state.seats)}
    first = open_ones[0].refractor
    text = "They go against anybody still in the game, but not against who refracted them."
    holds = str(event.player) in damage.refract_targets(statuses, str(first))
    judge.rule(holds, "bad_target", text, book.REFRACT)
    aimed = tuple(
        replace(one, target=event.player) if one in open_ones and one.refractor == first else one
        for one in state.refracted
    )
    return combat_left(replace(state, refracted=aimed)) if state.clash is None else replace(state, refracted=aimed)


def choose_damage(state: State, event: ChooseDamage, judge: Judge) -> State:
    """Which of its blockers a dragon hits."""
    clash = checks.clash_of(judge, state)
    seat = checks.seat_of(judge, state)
    text = say("{attacker} chooses this.", attacker=person(clash.attacker))
    judge.rule(seat == clash.attacker, "not_your_turn", text, combat.ONE_BLOCKER)
    judge.rule(
        clash.step == "damage", "phase", say("Not now: {step_words}.", step_words=STEP_WORDS[clash.step]), book.DAMAGE
    )
    checks.fighter_named(judge, clash, event.attacker)
    objection = combat.target_objection(field_of(clash), event.attacker, event.blocker)
    if objection is not None:
        judge.struct(False, objection.code, "That dragon does not block it.", objection.why.citation)
    return replace(state, clash=replace(clash, targets={**clash.targets, event.attacker: event.blocker}))


def confirm_damage(state: State, event: ConfirmDamage, judge: Judge) -> State:
    """Damage lands: dragons die, the player is hurt, abilities are remembered."""
    clash = checks.clash_of(judge, state)
    judge.struct(
        clash.step == "damage",
        "phase",
        say("Not now: {step_words}.", step_words=STEP_WORDS[clash.step]),
        book.DAMAGE.citation,
    )
    field = field_of(clash)
    asked = combat.questions(field, clash.targets)
    text = say("First {attacker} says which blocker is hit.", attacker=person(clash.attacker))
    judge.struct(not asked, "choice_open", text, combat.ONE_BLOCKER.citation)
    done = combat.combat_damage(field, clash.targets, state.house)
    state = _killings(state, clash, done)
    state = finished(state, clash, done.killed)
    before = state.seats[clash.defender].health
    state = wound(state, clash.defender, done.player_damage)
    if state.phase == "over":
        return state
    state = _stage(state, clash, done.player_damage, ko=before.status != state.seats[clash.defender].health.status)
    return combat_left(state)


def _killings(state: State, clash: Clash, done: combat.Harvest) -> State:
    """What texts say when dragons kill and die: one trigger for each killer of a blocked attacker."""
    blockers = {one.uid: one for one in clash.blockers}
    for one in clash.attackers:
        target = clash.targets.get(one.uid) or next(
            (uid for uid, at in clash.blocks.items() if at == one.uid and uid in blockers), ""
        )
        if target in done.killed:
            state = remind(state, clash.attacker, one, "kills")
        if one.uid in done.killed:
            state = remind(state, clash.attacker, one, "killed")
            for killer in done.killers.get(one.uid, ()):
                state = remind(state, clash.defender, blockers[killer], "kills")
    for one in clash.blockers:
        if one.uid in done.killed:
            state = remind(state, clash.defender, one, "killed")
    return state


def _stage(state: State, clash: Clash, amount: int, *, ko: bool) -> State:
    player = state.seats[clash.attacker]
    up = identity(player.faction, player.health.stage)
    needs = up is not None and "their_cards" in up.words
    which = damage.stage_reminder(player.health.stage, amount, ko=ko, needs_their_cards=needs)
    return remind_stage(state, clash.attacker, which) if which else state

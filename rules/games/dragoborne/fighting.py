"""Attacks: declared, blocked or not, damage dealt, and what leaves a fort."""

from __future__ import annotations

from dataclasses import replace

from rules.games.dragoborne import book, checks, combat, field, settle, texts
from rules.games.dragoborne.cardbook import card
from rules.games.dragoborne.combat_events import (
    Attack,
    AttackAssassin,
    Block,
    CardGoes,
    ChooseShield,
    DealDamage,
    FortBurst,
    MakeRoom,
    NoBlock,
)
from rules.games.dragoborne.state import (
    Ask,
    Clash,
    Creature,
    State,
    ask_of,
    creature,
    shields,
    with_creature,
    with_die,
    with_side,
)
from rules.table import Judge, Level, Refusal, Seat
from rules.text import say
from rules.view import person


def _combat(state: State, judge: Judge) -> Seat:
    """The seat, which may attack now; the first attack ends the main phase."""
    seat = checks.seat_of(judge, state)
    checks.own_turn(judge, state, seat)
    checks.in_phase(judge, state, ("main", "combat"), book.COMBAT)
    checks.free(judge, state)
    return seat


def attack(state: State, event: Attack, judge: Judge) -> State:
    """A creature goes against a fort; where nobody has anything to say, the damage follows at once."""
    checks.fort_exists(judge, event.fort)
    checks.game_on(judge, state)
    one = checks.own_creature(judge, state, checks.seat_of(judge, state), event.creature)
    seat = _combat(state, judge)
    checks.obey(judge, field.attack_objection(state, seat, one, event.fort))
    state = _declared(state, seat, one, clash=Clash(seat, one.uid, event.fort), judge=judge)
    return _onward(state) if not field.waits(state, _clash(state)) else state


def _declared(state: State, seat: Seat, one: Creature, clash: Clash, judge: Judge) -> State:
    """The attacker rests, and what triggers on the attack is said."""
    strikes = field.power(replace(state, clash=clash), seat, one)
    judge.warn(strikes > 0, "atk_zero", say("{name} attacks with ATK 0.", name=card(one.card).name), book.ATK_ZERO)
    state = with_side(state, seat, with_creature(state.sides[seat], replace(one, rested=True)))
    state = replace(settle.unasked(state), phase="combat", clash=clash, paid=None)
    return settle.trigger(state, seat, one.uid, "attacks")


def attack_assassin(state: State, event: AttackAssassin, judge: Judge) -> State:
    """A creature goes against a creature at rest; nothing else blocks."""
    checks.game_on(judge, state)
    one = checks.own_creature(judge, state, checks.seat_of(judge, state), event.creature)
    owner, target = checks.any_creature(judge, state, event.target)
    seat = _combat(state, judge)
    judge.struct(owner != seat, "bad_target", "Assassin attacks a creature of the other player.")
    checks.obey(judge, field.assassin_objection(state, seat, one, target))
    state = _declared(state, seat, one, clash=Clash(seat, one.uid, blocker=target.uid, assassin=True), judge=judge)
    return _onward(state) if not field.waits(state, _clash(state)) else state


def _clash(state: State) -> Clash:
    if state.clash is None:
        raise Refusal(Level.STRUCT, "no_attack", "Nobody attacks now; look at the table again.")
    return state.clash


def _onward(state: State) -> State:
    """The attack goes on as far as the defender has no choice."""
    clash = _clash(state)
    if clash.assassin or clash.stage == "blocked":
        return resolve(state)
    standing = shields(state.sides[clash.defender], clash.fort)
    if len(standing) > 1 or (not standing and field.blockers(state, clash)):
        return state
    return resolve(state)


def _defending(state: State, judge: Judge) -> tuple[Clash, Seat]:
    """The attack whose defender chooses now."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    clash = _clash(state)
    fits = clash.stage == "declared" and not clash.assassin
    judge.struct(fits, "block_over", "The defender has nothing more to choose.", book.DEFEND.citation)
    judge.rule(
        seat == clash.defender,
        "not_defender",
        say("{defender} defends here.", defender=person(clash.defender)),
        book.DEFEND,
    )
    return clash, clash.defender


def block(state: State, event: Block, judge: Judge) -> State:
    """A creature rests and blocks."""
    clash, seat = _defending(state, judge)
    one = checks.own_creature(judge, state, seat, event.creature)
    own = field.attacker(state, clash)
    if own is not None:
        checks.obey(judge, combat.block_objection(own, field.battle_fort(state, seat, clash.fort), one.uid))
    state = with_side(state, seat, with_creature(state.sides[seat], replace(one, rested=True)))
    state = replace(state, clash=replace(clash, stage="blocked", blocker=one.uid))
    state = settle.trigger(state, seat, one.uid, "blocks")
    state = settle.trigger(state, clash.attacker, clash.creature, "blocked")
    return state if field.waits(state, _clash(state)) else resolve(state)


def no_block(state: State, event: NoBlock, judge: Judge) -> State:
    """The attack goes through to the fort."""
    clash, seat = _defending(state, judge)
    standing = shields(state.sides[seat], clash.fort)
    text = "A dragoshield stands there and blocks by itself."
    judge.struct(not standing, "dragoshield_blocks", text, combat.SHIELD_FIRST.citation)
    return resolve(state)


def choose_shield(state: State, event: ChooseShield, judge: Judge) -> State:
    """One of several dragoshields blocks (DB-R4)."""
    clash, seat = _defending(state, judge)
    standing = shields(state.sides[seat], clash.fort)
    judge.struct(event.die in standing, "bad_die", "That die is no dragoshield of the attacked fort.")
    return resolve(state, standing.index(event.die))


def deal_damage(state: State, event: DealDamage, judge: Judge) -> State:
    """What triggered is done; the damage follows."""
    checks.game_on(judge, state)
    checks.seat_of(judge, state)
    clash = _clash(state)
    if clash.stage == "declared" and not clash.assassin:
        several = len(shields(state.sides[clash.defender], clash.fort)) > 1
        text = say("{defender} says which dragoshield blocks.", defender=person(clash.defender))
        judge.rule(not several, "choose_shield", text, book.SEVERAL)
        standing = shields(state.sides[clash.defender], clash.fort)
        may = bool(field.blockers(state, clash)) and not standing
        judge.rule(
            not may,
            "block_open",
            say("{defender} says first whether a creature blocks.", defender=person(clash.defender)),
            book.DEFEND,
        )
    return resolve(state)


def resolve(state: State, shield: int = 0) -> State:
    """The damage of the attack going on, by the algorithms of ``combat``, and what follows from it."""
    clash = _clash(state)
    own = field.attacker(state, clash)
    state = replace(state, clash=None)
    if own is None:
        return state
    target = creature(state.sides[clash.defender], clash.blocker) if clash.blocker else None
    if clash.assassin:
        if target is None:
            return state
        outcome = combat.assassinate(own, field.fighter(state, clash.defender, target, ""), state.house)
    else:
        there = field.battle_fort(state, clash.defender, clash.fort)
        if target is not None:
            # A blocker may have been let through by the table although a dragoshield stands, or come from elsewhere.
            there = replace(there, shields=(), creatures=(field.fighter(state, clash.defender, target, ""),))
        outcome = combat.attack(own, there, clash.blocker or None, shield=shield, house=state.house)
    strikes = combat.power(own, state.house)
    state = _aftermath(state, clash, outcome, strikes=strikes, shield=shield)
    for seat, uid in ((clash.attacker, clash.creature), (clash.defender, clash.blocker)):
        state = settle.trigger(state, seat, uid, "battle_end")
    return state


def _aftermath(state: State, clash: Clash, outcome: combat.Outcome, strikes: int, shield: int) -> State:
    if outcome.fight is not None:
        return _fought(state, clash, outcome.fight, strikes)
    if outcome.shield is not None:
        index = shields(state.sides[clash.defender], clash.fort)[shield]
        state = hit_die(state, clash.defender, index, outcome.shield)
        return settle.trigger(state, clash.attacker, clash.creature, "damages_shield") if strikes else state
    if outcome.fort_damage:
        left = field.battle_fort(state, clash.defender, clash.fort).barriers - outcome.fort_damage
        state = settle.lose_barriers(state, clash.defender, clash.fort, left)
        state = settle.trigger(state, clash.attacker, clash.creature, "damages_fort")
    return state


def _fought(state: State, clash: Clash, fight: combat.Fight, strikes: int) -> State:
    """Both creatures with their damage; whoever is destroyed leaves."""
    attacks = creature(state.sides[clash.attacker], clash.creature)
    blocks = creature(state.sides[clash.defender], clash.blocker)
    returns = fight.attacker_damage - attacks.damage if attacks is not None else 0
    ends = (
        (clash.attacker, attacks, fight.attacker_damage, strikes),
        (clash.defender, blocks, fight.blocker_damage, returns),
    )
    for seat, one, damage, dealt in ends:
        if one is not None:
            hurt = with_creature(state.sides[seat], replace(one, damage=damage))
            state = with_side(state, seat, hurt)
            state = settle.trigger(state, seat, one.uid, "damages_creature") if dealt > 0 else state
    gone = (
        (clash.attacker, clash.creature, fight.attacker_destroyed),
        (clash.defender, clash.blocker, fight.blocker_destroyed),
    )
    for seat, uid, destroyed in gone:
        if destroyed:
            state = settle.leave(state, seat, uid, "destroyed")
    return state


def hit_die(state: State, seat: Seat, index: int, hit: combat.ShieldHit) -> State:
    """A dragoshield keeps its reduced value, or goes to the discard pile."""
    side = state.sides[seat]
    die = side.dice[index]
    # A destroyed die keeps the face it showed; it lies in the discard pile until it is rolled again.
    new = replace(die, where="discard", at="") if hit.destroyed else replace(die, value=hit.value)
    return with_side(state, seat, with_die(side, index, new))


def _asked(state: State, judge: Judge, kind: str) -> Ask:
    """The question the seat answers."""
    checks.game_on(judge, state)
    seat = checks.seat_of(judge, state)
    ask = ask_of(state)
    if ask is None or ask.kind != kind:
        raise Refusal(Level.STRUCT, "not_asked", "Nobody is asked that now; look at the table again.")
    judge.rule(ask.seat == seat, "not_yours", say("{who} answers this.", who=person(ask.seat)), book.ONE_THING)
    return ask


def fort_burst(state: State, event: FortBurst, judge: Judge) -> State:
    """The owner of a barrier uses its fort burst, or takes it to the hand."""
    if event.card:
        checks.is_card(judge, event.card, ("creature", "spell"), event.code)
    ask = _asked(state, judge, "burst")
    side = state.sides[ask.seat]
    if not event.use:
        state = with_side(state, ask.seat, replace(side, hand=side.hand + 1))
        return replace(state, asks=state.asks[1:])
    text, wanted = "Follow the fort burst of the barrier.", ""
    if event.card:
        has = texts.has_word(event.card, "fort_burst")
        judge.rule(has, "no_burst", say("{name} has no fort burst.", name=card(event.card).name), book.BURST)
        checks.card_free(judge, state, event.code)
        text = texts.burst_text(event.card) or text
        wanted = texts.destination(text)
    state = replace(state, asks=state.asks[1:])
    if not wanted:
        state = settle.remind(state, ask.seat, event.card, text)
    used = replace(ask, kind="goes", card=event.card, code=event.code, rested=texts.arrives_rested(text))
    done = _sent(state, used, wanted, str(state.house.burst_destination))
    if event.card:
        checks.in_deck(judge, done, ask.seat, event.card)
    return done


def _sent(state: State, used: Ask, wanted: str, table: str) -> State:
    """A used card goes where its text says, else where the table has it, else its owner is asked."""
    match wanted or table:
        case "fort":
            return settle.goes(state, used, "fort")
        case "resource":
            return settle.goes(state, used, "resource")
        case "hand":
            return settle.goes(state, used, "hand")
        case "discard":
            return settle.goes(state, used, "discard")
    return replace(state, asks=(used, *state.asks))


def ambush_sent(state: State, used: Ask, text: str) -> State:
    """A used ambush goes where its text says, else where the table has it, else its owner is asked (DB-R24)."""
    return _sent(state, used, texts.destination(text), state.house.ambush_destination)


def card_goes(state: State, event: CardGoes, judge: Judge) -> State:
    """Its owner says where a used card goes."""
    ask = _asked(state, judge, "goes")
    known = bool(ask.card) or event.where in ("hand", "discard")
    judge.struct(known, "unknown_card", "Nobody has said which card it is; it goes to the hand or is discarded.")
    fits = event.where != "fort" or card(ask.card)["type"] == "creature"
    judge.struct(fits, "wrong_kind", "Only a creature comes to a fort.")
    return settle.goes(replace(state, asks=state.asks[1:]), ask, event.where)


def make_room(state: State, event: MakeRoom, judge: Judge) -> State:
    """Somebody leaves the fort for the creature that comes (DB-R10)."""
    ask = _asked(state, judge, "room")
    found = field.crowd_objection(state, ask.seat, ask.fort, event.creature)
    if found is not None:
        raise Refusal(Level.STRUCT, found.code, found.text, found.why.citation)
    return settle.arrive(replace(state, asks=state.asks[1:]), ask, event.creature)

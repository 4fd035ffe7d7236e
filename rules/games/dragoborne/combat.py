"""The combat: attacks declared, blocked or not, damage dealt; barriers that left, and who leaves a full fort."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec
from rules.event import Event, Judge, Level, Objection, Refusal, Seat
from rules.games.dragoborne import checks, combat_rules, deck, forecasts, pictures, settle, spots, turn_rules
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.checks import tells
from rules.games.dragoborne.combat_rules import Fighter, Outcome, fighter, fort_under_attack
from rules.games.dragoborne.deck import card, color, kind
from rules.games.dragoborne.log_outcomes import nothing_dealt
from rules.games.dragoborne.state import FORTS, Ask, AskKind, Clash, Creature, State, Todo, may_read
from rules.score import Why
from rules.text import say
from rules.view import person

BLOCK_KEY, DAMAGE_KEY, BURST_KEY, GOES_KEY, ROOM_KEY = "block", "damage", "burst", "goes", "room"
"""The prompts these actions answer."""


# --- the attack going on


def the_attack(state: State) -> Clash:
    """The attack going on. Raises Refusal STRUCT where nobody attacks."""
    if state.clash is None:
        raise Refusal(Level.STRUCT, "no_attack", "Nobody attacks now; look at the table again.")
    return state.clash


def attacker(state: State, clash: Clash) -> Fighter | None:
    """The attacking creature, if it is still there."""
    one = state.sides[clash.attacker].creature(clash.creature)
    return fighter(state, clash.attacker, one) if one is not None else None


def standing_shields(state: State, clash: Clash) -> tuple[int, ...]:
    """The dragoshields at the attacked fort."""
    return state.sides[clash.defender].shields(clash.fort) if clash.fort else ()


def blockers(state: State, clash: Clash) -> tuple[Creature, ...]:
    """The creatures that may block the attack."""
    own = attacker(state, clash)
    if own is None or clash.assassin or clash.stage != "declared":
        return ()
    there = fort_under_attack(state, clash.defender, clash.fort)
    crowd = state.sides[clash.defender].at_fort(clash.fort)
    return tuple(one for one in crowd if combat_rules.block_objection(own, there, one.uid) is None)


def defender_chooses(state: State, clash: Clash) -> bool:
    """Whether the attack waits for its defender: of several dragoshields one blocks, or a creature may."""
    if clash.assassin or clash.stage == "blocked":
        return False
    standing = standing_shields(state, clash)
    return len(standing) > 1 or (not standing and bool(blockers(state, clash)))


def answers(state: State, clash: Clash) -> bool:
    """Whether the defender may have an answer to the attack, and so says when it goes on: a block, or an ambush."""
    return defender_chooses(state, clash) or combat_rules.ambush_may_answer(state, clash)


def answer_key(state: State, seat: Seat) -> str:
    """The prompt that the seat's answer to the attack going on belongs to, or nothing."""
    clash = state.clash
    if clash is None or state.asks or state.open_in_battle or seat != clash.defender or not answers(state, clash):
        return ""
    return BLOCK_KEY if defender_chooses(state, clash) else DAMAGE_KEY


def _goes_on(state: State) -> State:
    """The attack as far as nobody has a say: triggers, blocks and ambushes have their moment, then damage follows."""
    clash = the_attack(state)
    waits = clash.stage == "declared" and answers(state, clash)
    return state if waits or state.open_in_battle else let_pass(state)


def let_pass(state: State, die: int = -1) -> State:
    """The attack after its declaration: a dragoshield or the target of Assassin blocks, then the damage follows.

    ``die`` is the dragoshield the defender chose.
    """
    clash = the_attack(state)
    standing = standing_shields(state, clash)
    if clash.stage == "declared" and (clash.assassin or standing):
        # Both count as a block, so what triggers on one happens (rulebook: Defending; Assassin).
        die = die if clash.assassin or die in standing else standing[0]
        state = replace(state, clash=replace(clash, stage="blocked", die=-1 if clash.assassin else die))
        state = _block_triggers(state)
    return state if state.open_in_battle else resolve(state)


def _block_triggers(state: State) -> State:
    clash = the_attack(state)
    state = settle.trigger(state, clash.defender, clash.blocker, "blocks") if clash.blocker else state
    return settle.trigger(state, clash.attacker, clash.creature, "blocked")


def _triggers_first(state: State, judge: Judge) -> None:
    """Refuses what comes after what triggered, as long as somebody has still to follow it."""
    for _, one in state.open_in_battle:
        text = say("{who} follows {card} first: {text}", who=person(one.seat), card=card(one.card).name, text=one.text)
        judge.rule(False, "texts_open", text, cite.TRIGGERS)


# --- attacking


def _may_attack(state: State, judge: Judge) -> Seat:
    """The seat, which may attack now; the first attack ends the main phase."""
    seat = judge.seat(state.players)
    checks.own_turn(judge, state, seat)
    checks.in_phase(judge, state, ("main", "combat"), cite.COMBAT)
    checks.free(judge, state)
    return seat


def _declared(state: State, seat: Seat, one: Creature, clash: Clash, judge: Judge) -> State:
    """The attacker rests and what triggers on the attack is said; where nobody has a say, the damage follows."""
    strikes = combat_rules.atk_now(replace(state, clash=clash), seat, one)
    judge.warn(strikes > 0, "atk_zero", say("{card} attacks with ATK 0.", card=one.name), cite.ATK_ZERO)
    state = state.with_side(seat, state.sides[seat].with_creature(replace(one, rested=True)))
    state = replace(settle.unasked(state), phase="combat", clash=clash, paid=None)
    state = settle.trigger(state, seat, one.uid, "attacks")
    for other in state.sides[clash.defender].at_fort(clash.fort):
        state = settle.trigger(state, clash.defender, other.uid, "fort_attacked")
    return _goes_on(state)


def attackers(state: State, seat: Seat) -> tuple[Creature, ...]:
    """The seat's creatures that may attack now."""
    if not checks.may_act(state, seat, "main", "combat"):
        return ()
    return tuple(
        one
        for one in state.sides[seat].creatures
        if combat_rules.attack_objection(fighter(state, seat, one, ""), state.turn, state.house) is None
    )


@dataclass(frozen=True, slots=True)
class Attack(Event):
    """A creature rests and attacks a fort of the other player."""

    creature: str
    fort: str


def attack(state: State, event: Attack, judge: Judge) -> State:
    checks.fort_exists(judge, event.fort)
    one = checks.own_creature(state, checks.game_on(judge, state), event.creature)
    seat = _may_attack(state, judge)
    found = combat_rules.attack_objection(fighter(state, seat, one, event.fort), state.turn, state.house)
    judge.obey(found or _fort_objection(state, seat, event.fort))
    return _declared(state, seat, one, clash=Clash(seat, one.uid, event.fort), judge=judge)


def _fort_objection(state: State, seat: Seat, number: str) -> Objection | None:
    return combat_rules.fort_objection(fort_under_attack(state, 1 - seat, number), state.house)


def offer_attack(state: State, seat: Seat) -> Iterator[Choice]:
    for one in attackers(state, seat):
        forts = tuple(number for number in FORTS if _fort_objection(state, seat, number) is None)
        places = tuple(
            checks.fort_pick(state, 1 - seat, number, forecasts.attack_on_fort(state, seat, one, number))
            for number in forts
        )
        if places:
            label, which = say("Attack with {card}", card=one.name), FieldSpec("fort", "Which fort?", places)
            yield _of_attacker(Attack, label, one, seat, which, cite.COMBAT)


def _of_attacker(kind: type[Event], label: str, one: Creature, seat: Seat, target: FieldSpec, why: Why) -> Choice:
    """An attack of a creature; it begins at the creature."""
    known, spot = {"creature": one.uid}, spots.creature(one.uid)
    return Choice.asking(kind, label, (target,), known=known, seat=seat, uid=one.uid, why=why, spot=spot)


def tell_attack(telling: Telling[State, Attack]) -> str:
    seat, event = telling.event.seat, telling.event
    name = checks.creature_named(telling.before, event.creature)
    owner = person(1 - seat) if seat is not None else "the other"
    template = "{who} attacks fort {fort} of {owner} with {creature}"
    return say(template, who=telling.who, fort=event.fort, owner=owner, creature=name)


ATTACK = Action(
    Attack,
    cite.COMBAT,
    attack,
    tell_attack,
    offers=offer_attack,
    follows=nothing_dealt,
    pictures=pictures.attack_result,
)


@dataclass(frozen=True, slots=True)
class AttackAssassin(Event):
    """A creature with Assassin rests and attacks a creature at rest; nothing else blocks."""

    creature: str
    target: str


def attack_assassin(state: State, event: AttackAssassin, judge: Judge) -> State:
    one = checks.own_creature(state, checks.game_on(judge, state), event.creature)
    owner, target = checks.any_creature(state, event.target)
    seat = _may_attack(state, judge)
    judge.struct(owner != seat, "bad_target", "Assassin attacks a creature of the other player.")
    judge.obey(_assassin_objection(state, seat, one, target))
    clash = Clash(seat, one.uid, blocker=target.uid, assassin=True)
    return _declared(state, seat, one, clash=clash, judge=judge)


def _assassin_objection(state: State, seat: Seat, one: Creature, target: Creature) -> Objection | None:
    own, other = fighter(state, seat, one, ""), fighter(state, 1 - seat, target, "")
    found = combat_rules.attack_objection(own, state.turn, state.house)
    return found or combat_rules.assassin_objection(own, other, state.house)


def offer_assassins(state: State, seat: Seat) -> Iterator[Choice]:
    for one in attackers(state, seat):
        others = state.sides[1 - seat].creatures
        targets = tuple(other for other in others if _assassin_objection(state, seat, one, other) is None)
        if targets:
            picks = tuple(
                checks.creature_pick(state, 1 - seat, other, forecasts.attack_on_creature(state, seat, one, other))
                for other in targets
            )
            label = say("Attack a creature with {card}", card=one.name)
            which = FieldSpec("target", "Which creature?", picks)
            yield _of_attacker(AttackAssassin, label, one, seat, which, cite.ASSASSIN)


ATTACK_ASSASSIN = Action(
    AttackAssassin,
    cite.COMBAT,
    attack_assassin,
    tells("{who} attacks {target} with {creature}"),
    offers=offer_assassins,
    follows=nothing_dealt,
    pictures=pictures.attack_result,
)


# --- defending


def _defending(state: State, judge: Judge) -> tuple[Clash, Seat]:
    """The attack whose defender chooses now."""
    seat = checks.game_on(judge, state)
    clash = the_attack(state)
    fits = clash.stage == "declared" and not clash.assassin
    judge.struct(fits, "block_over", "The defender has nothing more to choose.", cite.DEFEND.citation)
    text = say("{who} defends here.", who=person(clash.defender))
    judge.rule(seat == clash.defender, "not_defender", text, cite.DEFEND)
    _triggers_first(state, judge)
    return clash, clash.defender


def _asked_to_defend(state: State, seat: Seat) -> Clash | None:
    """The attack whose defender, this seat, chooses now."""
    clash = state.clash
    busy = bool(state.asks or state.open_in_battle)
    if state.phase not in ("main", "combat") or clash is None or busy or seat != clash.defender:
        return None
    return clash if defender_chooses(state, clash) else None


@dataclass(frozen=True, slots=True)
class ChooseShield(Event):
    """Of several dragoshields at the fort, this die blocks (DB-R4)."""

    die: int


def choose_shield(state: State, event: ChooseShield, judge: Judge) -> State:
    clash, seat = _defending(state, judge)
    standing = state.sides[seat].shields(clash.fort)
    judge.struct(event.die in standing, "bad_die", "That die is no dragoshield of the attacked fort.")
    return let_pass(state, event.die)


def offer_shields(state: State, seat: Seat) -> Iterator[Choice]:
    clash = _asked_to_defend(state, seat)
    for index in standing_shields(state, clash) if clash is not None else ():
        die = state.sides[seat].dice[index]
        label = say("Block with the {color} {value}", color=die.color, value=die.value)
        event, spot = ChooseShield(index, seat=seat), spots.die(seat, index)
        yield Choice(label, event, suit=die.color, prompt=BLOCK_KEY, why=cite.SEVERAL, spot=spot)


CHOOSE_SHIELD = Action(
    ChooseShield,
    cite.SEVERAL,
    choose_shield,
    tells("{who} blocks with {die}"),
    offers=offer_shields,
    follows=nothing_dealt,
    pictures=pictures.attack_result,
)


@dataclass(frozen=True, slots=True)
class Block(Event):
    """The defender's creature rests and blocks."""

    creature: str


def block(state: State, event: Block, judge: Judge) -> State:
    clash, seat = _defending(state, judge)
    one = checks.own_creature(state, seat, event.creature)
    own = attacker(state, clash)
    if own is not None:
        judge.obey(combat_rules.block_objection(own, fort_under_attack(state, seat, clash.fort), one.uid))
    state = state.with_side(seat, state.sides[seat].with_creature(replace(one, rested=True)))
    state = replace(state, clash=replace(clash, stage="blocked", blocker=one.uid))
    return _goes_on(_block_triggers(state))


def offer_blocks(state: State, seat: Seat) -> Iterator[Choice]:
    clash = _asked_to_defend(state, seat)
    if clash is None:
        return
    for one in blockers(state, clash):
        label, about, suit = (
            say("Block with {card}", card=one.name),
            forecasts.block(state, clash, one),
            color(one.card),
        )
        event, spot = Block(one.uid, seat=seat), spots.creature(one.uid)
        yield Choice(label, event, (), about, card=one.card, uid=one.uid, suit=suit, prompt=BLOCK_KEY, spot=spot)


BLOCK = Action(
    Block,
    cite.DEFEND,
    block,
    tells("{who} blocks with {creature}"),
    offers=offer_blocks,
    follows=nothing_dealt,
    pictures=pictures.attack_result,
)


@dataclass(frozen=True, slots=True)
class NoBlock(Event):
    """No creature blocks; the attack goes through to the fort."""


def no_block(state: State, _: NoBlock, judge: Judge) -> State:
    clash, seat = _defending(state, judge)
    text = "A dragoshield stands there and blocks by itself."
    judge.struct(not state.sides[seat].shields(clash.fort), "dragoshield_blocks", text, cite.SHIELD_FIRST.citation)
    return resolve(state)


def offer_no_block(state: State, seat: Seat) -> Iterator[Choice]:
    clash = _asked_to_defend(state, seat)
    if clash is not None and not standing_shields(state, clash):
        about = forecasts.let_through(state, clash)
        yield Choice("Let it pass", NoBlock(seat=seat), (), about, prompt=BLOCK_KEY, primary=True, why=cite.DEFEND)


NO_BLOCK = Action(
    NoBlock,
    cite.DEFEND,
    no_block,
    "{who} does not block",
    offers=offer_no_block,
    follows=nothing_dealt,
    pictures=pictures.attack_result,
)


# --- damage


@dataclass(frozen=True, slots=True)
class DealDamage(Event):
    """Whatever triggered is done: the dragoshield, the blocker or the target and the attacker deal their damage."""


def deal_damage(state: State, _: DealDamage, judge: Judge) -> State:
    seat = checks.game_on(judge, state)
    clash = the_attack(state)
    if combat_rules.ambush_may_answer(state, clash):
        text = say("{who} may have an answer, and says when the attack goes on.", who=person(clash.defender))
        judge.rule(seat == clash.defender, "not_defender", text, cite.ANSWER)
    _triggers_first(state, judge)
    if clash.stage == "declared" and not clash.assassin:
        standing = standing_shields(state, clash)
        text = say("{who} says which dragoshield blocks.", who=person(clash.defender))
        judge.rule(len(standing) <= 1, "choose_shield", text, cite.SEVERAL)
        text = say("{who} says first whether a creature blocks.", who=person(clash.defender))
        judge.rule(bool(standing) or not blockers(state, clash), "block_open", text, cite.DEFEND)
    if judge.event.override:
        # By everybody's leave nothing is waited for; what triggered can still be followed afterwards.
        state = settle.nothing_awaited(state)
    return let_pass(state)


def resolve(state: State) -> State:
    """The damage of the attack going on, by the algorithms of ``combat_rules``, and what follows from it."""
    clash = the_attack(state)
    own = attacker(state, clash)
    state = replace(state, clash=None)
    standing = standing_shields(state, clash)
    if own is None or (clash.die >= 0 and clash.die not in standing):
        # Its attacker has left, or the dragoshield that blocked it (DB-R28).
        return state
    shield = standing.index(clash.die) if clash.die >= 0 else 0
    one = state.sides[clash.defender].creature(clash.blocker) if clash.blocker else None
    target = fighter(state, clash.defender, one, "") if one is not None else None
    if clash.assassin:
        if target is None:
            return state
        outcome = combat_rules.assassinate(own, target, state.house)
    else:
        there = fort_under_attack(state, clash.defender, clash.fort)
        if target is not None or clash.die < 0:
            # A blocker may have been let through by the table although a dragoshield stands, or come from elsewhere.
            there = replace(there, shields=(), creatures=(target,) if target is not None else ())
        outcome = combat_rules.attack(own, there, clash.blocker or None, shield=shield, house=state.house)
    strikes = combat_rules.power(own, state.house)
    state = _aftermath(state, clash, outcome, strikes=strikes, shield=shield)
    for seat, uid in ((clash.attacker, clash.creature), (clash.defender, clash.blocker)):
        state = settle.trigger(state, seat, uid, "battle_end", clash)
    return state


def _aftermath(state: State, clash: Clash, outcome: Outcome, strikes: int, shield: int) -> State:
    if outcome.fight is not None:
        return _fought(state, clash, outcome.fight, strikes)
    if outcome.shield is not None:
        index = standing_shields(state, clash)[shield]
        state = settle.hit_die(state, clash.defender, index, outcome.shield)
        return settle.trigger(state, clash.attacker, clash.creature, "damages_shield", clash) if strikes else state
    if outcome.fort_damage:
        left = fort_under_attack(state, clash.defender, clash.fort).barriers - outcome.fort_damage
        state = settle.lose_barriers(state, clash.defender, clash.fort, left, clash.creature)
        state = settle.trigger(state, clash.attacker, clash.creature, "damages_fort", clash)
    return state


def _fought(state: State, clash: Clash, fight: combat_rules.Fight, strikes: int) -> State:
    """Both creatures with their damage; whoever is destroyed leaves."""
    attacks = state.sides[clash.attacker].creature(clash.creature)
    blocks = state.sides[clash.defender].creature(clash.blocker)
    returns = fight.attacker_damage - attacks.damage if attacks is not None else 0
    ends = (
        (clash.attacker, attacks, fight.attacker_damage, strikes),
        (clash.defender, blocks, fight.blocker_damage, returns),
    )
    for seat, one, damage, dealt in ends:
        if one is not None:
            state = state.with_side(seat, state.sides[seat].with_creature(replace(one, damage=damage)))
            state = settle.trigger(state, seat, one.uid, "damages_creature", clash) if dealt > 0 else state
    if fight.attacker_destroyed:
        state = settle.leave(state, clash.attacker, clash.creature, "destroyed", clash)
    if fight.blocker_destroyed:
        state = settle.leave(state, clash.defender, clash.blocker, "destroyed", clash)
    return state


def offer_damage(state: State, seat: Seat) -> Iterator[Choice]:
    clash = state.clash
    if clash is None or not lets_pass(state, seat):
        return
    label, about = "Deal the damage", ""
    if clash.stage == "declared" and answers(state, clash):
        label, about = "Let it pass", forecasts.let_through(state, clash)
    yield Choice(label, DealDamage(seat=seat), (), about, prompt=DAMAGE_KEY, primary=True, why=cite.TRIGGERS)


def lets_pass(state: State, seat: Seat) -> bool:
    """Whether the seat says now that the attack goes on: the defender where an answer may be, else anybody."""
    clash, busy = state.clash, bool(state.asks or state.open_in_battle)
    if state.phase not in ("main", "combat") or clash is None or busy or defender_chooses(state, clash):
        return False
    return seat == clash.defender or not answers(state, clash)


def tell_damage(telling: Telling[State, DealDamage]) -> str:
    clash = telling.before.clash
    if clash is None or clash.stage == "blocked" or clash.assassin:
        return "The damage is dealt"
    if standing_shields(telling.before, clash):
        return "The dragoshield blocks"
    return say("{who} has no answer", who=telling.who) if answers(telling.before, clash) else "Nobody blocks"


DEAL_DAMAGE = Action(
    DealDamage,
    cite.DAMAGE,
    deal_damage,
    tell_damage,
    offers=offer_damage,
    follows=nothing_dealt,
    pictures=pictures.attack_result,
)


# --- a barrier that left, a used card, a full fort


def _asked(state: State, judge: Judge, what: AskKind) -> Ask:
    """The question the seat answers."""
    seat = checks.game_on(judge, state)
    ask = state.ask
    if ask is None or ask.kind != what:
        raise Refusal(Level.STRUCT, "not_asked", "Nobody is asked that now; look at the table again.")
    judge.rule(ask.seat == seat, "not_yours", say("{who} answers this.", who=person(ask.seat)), cite.ONE_THING)
    return ask


def _open_question(state: State, seat: Seat, what: AskKind) -> Ask | None:
    """The question this seat is asked now, where it is of that kind."""
    ask = state.ask if state.phase in ("main", "combat") else None
    return ask if ask is not None and ask.seat == seat and ask.kind == what else None


@dataclass(frozen=True, slots=True)
class FortBurst(Event):
    """The owner looked at a barrier that left, and uses its fort burst or takes it to the hand."""

    use: bool
    card: str = ""
    code: str = ""


def fort_burst(state: State, event: FortBurst, judge: Judge) -> State:
    if event.card:
        checks.is_card(judge, event.card, checks.PLAYED, event.code)
    ask = _asked(state, judge, "burst")
    side = state.sides[ask.seat]
    if not event.use:
        state = state.with_side(ask.seat, replace(side, hand=side.hand + 1))
        return replace(state, asks=state.asks[1:])
    text = "Follow the fort burst of the barrier."
    if event.card:
        has = deck.has_word(event.card, "fort_burst")
        judge.rule(has, "no_burst", say("{card} has no fort burst.", card=card(event.card).name), cite.BURST)
        checks.card_free(judge, state, event.code)
        text = deck.burst_text(event.card) or text
    state = replace(state, asks=state.asks[1:])
    if not deck.destination(text):
        # A card that only brings itself into play is done with that.
        todo = Todo(ask.seat, event.card, text, attacker=ask.attacker, fort=ask.fort, fort_of=ask.seat)
        state = settle.remind(state, todo)
    ask = replace(ask, kind="goes", card=event.card, code=event.code)
    state = settle.used(state, ask, text, table=state.house.burst_destination)
    if event.card:
        checks.in_deck(judge, state, ask.seat, event.card)
    return state


def offer_burst(state: State, seat: Seat) -> Iterator[Choice]:
    if _open_question(state, seat, "burst") is None:
        return
    yield Choice("Take it to my hand", FortBurst(False, seat=seat), prompt=BURST_KEY, primary=True, why=cite.BURST)
    found = tuple(one for one in state.sides[seat].hidden_cards if deck.has_word(one, "fort_burst"))
    if found:
        which = FieldSpec("card", "Which card is it?", tuple(map(checks.card_pick, found)), search=True)
        label, known = "Use the fort burst", {"use": True}
        yield Choice.asking(FortBurst, label, (which,), known=known, seat=seat, prompt=BURST_KEY)


def hide_barrier(state: State, event: FortBurst, viewer: Seat | None) -> FortBurst:
    return event if event.use or may_read(state, event, viewer) else replace(event, card="", code="")


def tell_burst(telling: Telling[State, FortBurst]) -> str:
    event = telling.event
    if not event.use:
        return say("{who} looks at the barrier", who=telling.who)
    template = "{who} uses the fort burst of {card}" if event.card else "{who} uses the fort burst"
    return say(template, who=telling.who, card=checks.card_named(event.card))


FORT_BURST = Action(
    FortBurst,
    cite.BURST,
    fort_burst,
    tell_burst,
    offers=offer_burst,
    hides=hide_barrier,
    pictures=lambda telling: pictures.turned_up("fort burst")(telling) if telling.event.use else (),
)


@dataclass(frozen=True, slots=True)
class CardGoes(Event):
    """Where a used barrier or ambush goes; ``fort`` is as a creature at that fort, ``resource`` to the resources."""

    where: Literal["hand", "discard", "fort", "resource"]


def card_goes(state: State, event: CardGoes, judge: Judge) -> State:
    ask = _asked(state, judge, "goes")
    known = bool(ask.card) or event.where in ("hand", "discard")
    judge.struct(known, "unknown_card", "Nobody has said which card it is; it goes to the hand or is discarded.")
    fits = event.where != "fort" or kind(ask.card) == "creature"
    judge.struct(fits, "wrong_kind", "Only a creature comes to a fort.")
    return settle.goes(replace(state, asks=state.asks[1:]), ask, event.where)


def why_asked(ask: Ask) -> Why:
    """What the rulebook says of where a used card goes."""
    return cite.BURST_GOES if ask.origin == "barrier" else cite.AMBUSH_GOES


def offer_places(state: State, seat: Seat) -> Iterator[Choice]:
    ask = _open_question(state, seat, "goes")
    if ask is None:
        return
    usual = "hand" if ask.origin == "barrier" else "discard"
    places = {
        "hand": "To my hand",
        "discard": "To the discard pile",
        "fort": say("To fort {fort}", fort=ask.fort),
        "resource": "To my resources",
    }
    for where in sorted(settle.DESTINATIONS, key=lambda place: place != usual):
        if where in ("hand", "discard") or (ask.card and (where == "resource" or kind(ask.card) == "creature")):
            event, first = CardGoes(where, seat=seat), where == usual
            yield Choice(places[where], event, prompt=GOES_KEY, primary=first, why=why_asked(ask))


def tell_place(telling: Telling[State, CardGoes]) -> str:
    ask, places = telling.before.ask, {"hand": "to the hand", "discard": "to the discard pile", "fort": "to the fort"}
    place = places.get(telling.event.where, "among the resources")
    name = card(ask.card).name if ask is not None and ask.card else "the card"
    return say("{who} puts {card} {place}", who=telling.who, card=name, place=place)


CARD_GOES = Action(CardGoes, cite.BURST_GOES, card_goes, tell_place, offers=offer_places)


@dataclass(frozen=True, slots=True)
class MakeRoom(Event):
    """The creature that leaves a full fort, or ``new``: to the discard pile, not destroyed (DB-R10)."""

    creature: str


def make_room(state: State, event: MakeRoom, judge: Judge) -> State:
    ask = _asked(state, judge, "room")
    found = turn_rules.summon_objection(_crowd(state, ask), "new", event.creature or None, state.house)
    if found is not None:
        raise Refusal(Level.STRUCT, found.code, found.text, found.why.citation)
    return settle.arrive(replace(state, asks=state.asks[1:]), ask, event.creature)


def _crowd(state: State, ask: Ask) -> tuple[str, ...]:
    return tuple(one.uid for one in state.sides[ask.seat].at_fort(ask.fort))


def offer_leavers(state: State, seat: Seat) -> Iterator[Choice]:
    ask = _open_question(state, seat, "room")
    for uid in turn_rules.leaving_candidates(_crowd(state, ask), "new", state.house) if ask is not None else ():
        event, found = MakeRoom(uid, seat=seat), state.find(uid)
        if found is not None:
            one = found[1]
            label, about, suit = (
                say("{card} leaves", card=one.name),
                checks.described(state, seat, one),
                color(one.card),
            )
            spot = spots.creature(uid)
            yield Choice(label, event, (), about, card=one.card, uid=uid, suit=suit, prompt=ROOM_KEY, spot=spot)
        elif ask is not None:
            label = say("{card}, the new one, leaves", card=card(ask.card).name)
            yield Choice(label, event, prompt=ROOM_KEY, why=cite.CROWDED)


def tell_room(telling: Telling[State, MakeRoom]) -> str:
    ask, event = telling.before.ask, telling.event
    new = checks.card_named(ask.card if ask is not None else "")
    if event.creature == "new":
        return say("{who} lets {card}, the new one, leave", who=telling.who, card=new)
    leaves = checks.creature_named(telling.before, event.creature)
    return say("{who} makes room for {card}: {creature} leaves", who=telling.who, card=new, creature=leaves)


MAKE_ROOM = Action(MakeRoom, cite.MAIN, make_room, tell_room, offers=offer_leavers, pictures=pictures.creatures_left)

"""The steps of a combat up to the fireballs: attack, dragons played, transmuted, imitating, blocks (Combat)."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import book, checks, combat
from rules.games.breeds.battlefield import ability_cards, assembled, face_card, field_of, find_fighter, on_field
from rules.games.breeds.cardbook import Facts, identity, known, own_quest, plain
from rules.games.breeds.combat_events import Attack, Block, Imitate, PlayDragon, Transmute
from rules.games.breeds.damage import self_attack_damage
from rules.games.breeds.events import Done
from rules.games.breeds.homing import home, spent_home, survive, take
from rules.games.breeds.state import Clash, Fighter, Part, Refracted, SelfHit, State, Step, due, with_todo
from rules.games.breeds.wounds import come_home, wound
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

AFTER: dict[str, Step] = {
    "attack": "defense",
    "defense": "fireball_att",
    "fireball_att": "fireball_def",
    "fireball_def": "damage",
}
STEP_WORDS = {
    "attack": "dragons are played to attack",
    "defense": "blockers are played",
    "fireball_att": "the attacker plays fireballs",
    "fireball_def": "the defender plays fireballs",
    "damage": "damage lands",
}


def attack(state: State, event: Attack, judge: Judge) -> State:
    """Somebody is attacked, out of the hand or by refracted dragons that are due."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    checks.player_named(judge, state, event.player)
    checks.in_phase(judge, state, "combat")
    checks.own_turn(judge, state, seat)
    if event.refracted:
        return _come_back(state, event.player, seat, judge)
    judge.rule(not state.now.attacked, "one_attack", "This turn's combat is over already.", book.ATTACK)
    judge.rule(event.player != seat, "bad_target", "Attack another player, not yourself.", book.ATTACK)
    checks.alive(judge, state, event.player)
    state = replace(state, now=replace(state.now, attacked=True))
    return replace(state, clash=Clash(seat, event.player))


def waiting(state: State) -> tuple[Refracted, ...]:
    """The refracted dragons that attack in this combat phase."""
    return tuple(one for one in state.refracted if due(state, one))


def _come_back(state: State, target: Seat, seat: Seat, judge: Judge) -> State:
    """Due dragons flip up and attack; against oneself nobody blocks, and the damage waits (BR-R26)."""
    coming = tuple(one for one in waiting(state) if one.target == target)
    judge.struct(bool(coming), "none_due", "No refracted dragons are due against that player.", book.REFRACT.citation)
    checks.alive(judge, state, target)
    state = replace(state, refracted=tuple(one for one in state.refracted if one not in coming))
    fighters = tuple(assembled(one.fighter.uid, one.fighter.parts) for one in coming)
    if target != seat:
        return replace(state, clash=Clash(seat, target, "defense", fighters, refracted=True))
    hits = list(state.now.self_hits)
    for one, fighter in zip(coming, fighters, strict=True):
        alone = combat.combat_damage(combat.Field((fighter.dragon,)), house=state.house)
        hits.append(SelfHit(alone.player_damage, one.refractor))
    return combat_left(replace(home(state, *fighters), now=replace(state.now, self_hits=tuple(hits))))


def combat_left(state: State, *, by_choice: bool = False) -> State:
    """Out of the combat phase once nothing is left to do in it, or somebody says so."""
    if state.phase != "combat" or state.clash is not None:
        return state
    still = [one for one in waiting(state) if one.target is None or not state.seats[one.target].health.immune]
    if still or not (by_choice or state.now.attacked):
        return state
    state = come_home(state, waiting(state))
    hits, seat = state.now.self_hits, state.active
    downed = state.now.knocked_out
    state = replace(state, phase="market", now=replace(state.now, self_hits=()))
    for one in hits:
        amount = self_attack_damage(one.amount, refractor_ko_this_turn=one.refractor in downed)
        state = wound(state, seat, amount)
    return state


def _step(judge: Judge, clash: Clash, *steps: Step) -> None:
    """The rule that this belongs to another step of the combat."""
    text = say("Not now: {step_words}.", step_words=STEP_WORDS[clash.step])
    judge.rule(clash.step in steps, "phase", text, book.TURN)


def _side(judge: Judge, seat: Seat, wanted: Seat, what: str) -> None:
    judge.rule(
        seat == wanted, "not_your_turn", say("{wanted} {what} here.", wanted=person(wanted), what=what), book.OWN_TURN
    )


def play_dragon(state: State, event: PlayDragon, judge: Judge) -> State:
    """One more attacking dragon, in order."""
    clash = checks.clash_of(judge, state)
    seat = checks.seat_of(judge, state)
    _side(judge, seat, clash.attacker, "attacks")
    _step(judge, clash, "attack")
    state, part = take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    one = assembled(f"d{state.serial}", (part,))
    state = replace(state, clash=replace(clash, attackers=(*clash.attackers, one)), serial=state.serial + 1)
    return remind(state, seat, one, "played")


def block(state: State, event: Block, judge: Judge) -> State:
    """A dragon of the defender blocks one attacker."""
    clash = checks.clash_of(judge, state)
    seat = checks.seat_of(judge, state)
    _side(judge, seat, clash.defender, "defends")
    _step(judge, clash, "defense")
    checks.alive(judge, state, seat)
    found = checks.a_card(judge, event.card, checks.DRAGONS, event.code)
    text = say("{name} can only attack.", name=found.name)
    judge.rule("attack_only" not in found.words, "attack_only", text, book.ATTACK_ONLY)
    state, part = take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    uid = f"d{state.serial}"
    target = find_fighter(clash, event.attacker)
    # Set aside by the table, it lies there and blocks nothing.
    checks.obey(judge, combat.block_objection(field_of(clash), found.name, event.attacker))
    one = assembled(uid, (part,))
    at = {uid: event.attacker} if target in clash.attackers else {}
    clash = replace(clash, blockers=(*clash.blockers, one), blocks={**clash.blocks, **at})
    state = remind(replace(state, clash=clash, serial=state.serial + 1), seat, one, "played")
    return remind(state, clash.attacker, target, "blocked") if target is not None else state


def transmute(state: State, event: Transmute, judge: Judge) -> State:
    """A dragon laid on a friendly one: SVs and abilities added up."""
    clash = checks.clash_of(judge, state)
    seat = checks.seat_of(judge, state)
    _step(judge, clash, "attack" if seat == clash.attacker else "defense")
    under = checks.fighter_named(judge, clash, event.onto)
    friendly = under in (clash.attackers if seat == clash.attacker else clash.blockers)
    judge.struct(friendly, "bad_target", "Only a dragon of your own is transmuted.", book.TRANSMUTE.citation)
    found = checks.a_card(judge, event.card, checks.DRAGONS, event.code)
    _keyword(judge, found, "transmute")
    state, part = take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    return replace(state, clash=swapped(clash, merged(under, part)))


def merged(under: Fighter, part: Part) -> Fighter:
    """One dragon out of two: what either has now is added up."""
    top = assembled("", (part,))
    return replace(
        under,
        parts=(*under.parts, part),
        sv=under.sv + top.sv,
        bonus=under.bonus + top.bonus,
        hits=under.hits or top.hits,
    )


def _keyword(judge: Judge, card: Facts, keyword: str) -> None:
    text = say("{name} cannot {keyword}.", name=card.name, keyword=keyword)
    judge.rule(card.has(keyword), "no_keyword", text, book.TRANSMUTE if keyword == "transmute" else book.IMITATE)


def imitate(state: State, event: Imitate, judge: Judge) -> State:
    """Name and ability of another dragon; SV stays."""
    clash = checks.clash_of(judge, state)
    seat = checks.seat_of(judge, state)
    one = checks.fighter_named(judge, clash, event.dragon)
    own = one in (clash.attackers if seat == clash.attacker else clash.blockers)
    judge.struct(own, "bad_target", "Only a dragon of your own imitates.", book.IMITATE.citation)
    for part in one.parts[-1:]:
        _keyword(judge, known(part.card), "imitate")
    other = find_fighter(clash, event.like)
    judge.struct(other is None or other.uid != one.uid, "bad_target", "A dragon does not imitate itself.")
    shown = face_card(other) if other is not None else None
    shown = shown or checks.a_card(judge, event.like, checks.DRAGONS)
    like = replace(one, like=shown.id, bonus=shown.bonus, hits="hits_player_when_blocked" in shown.words)
    state = replace(state, clash=swapped(clash, like))
    quest = own_quest(state.seats[seat].faction)
    if quest is not None and "imitates" in quest.text:
        state = with_todo(state, seat, f"{quest.name}: {plain(quest.text)}")
    if clash.blockers and like in swapped(clash, like).blockers and "attack_only" in shown.words:
        judge.warn(False, "attack_only", say("{name} does nothing on defence.", name=shown.name), book.ATTACK_ONLY)
        return state
    return remind(state, seat, like, "played")


def swapped(clash: Clash, new: Fighter) -> Clash:
    """The combat with a dragon changed."""

    def side(fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
        return tuple(new if one.uid == new.uid else one for one in fighters)

    return replace(clash, attackers=side(clash.attackers), blockers=side(clash.blockers))


def remind(state: State, seat: Seat, fighter: Fighter, trigger: str) -> State:
    """What a dragon's text says at this moment, for its player to do."""
    for card in ability_cards(fighter):
        if card.when(trigger):
            state = with_todo(state, seat, f"{card.name}: {plain(card.text)}")
    return state


def remind_stage(state: State, seat: Seat, which: str) -> State:
    """The ability of the identity card that is up, after hurting a player."""
    player = state.seats[seat]
    up = identity(player.faction, player.health.stage)
    if up is None:
        word = "stage 1" if which == "stage_1" else "stage 2"
        return with_todo(state, seat, say("You hurt a player: the {word} ability on your identity card.", word=word))
    if which == "stage_2" and not up.when("damages_player"):
        return state
    return with_todo(state, seat, f"{up.name}: {plain(up.text)}")


def step_done(state: State, event: Done, judge: Judge, seat: Seat) -> State:
    """Nothing more in this step of the combat."""
    clash = checks.clash_of(judge, state)
    text = say("That step is over already: now {step_words}.", step_words=STEP_WORDS[clash.step])
    judge.struct(event.step == clash.step, "already_there", text)
    whose = clash.attacker if event.step in ("attack", "fireball_att") else clash.defender
    _side(judge, seat, whose, "says so")
    if event.step == "attack" and not clash.attackers:
        judge.warn(False, "no_dragons", "No dragon was played, so nobody is attacked.", book.PLAYING)
        return combat_left(replace(state, clash=None))
    if event.step in ("fireball_att", "fireball_def"):
        state, clash = landed(state, clash)
    if event.step == "fireball_att" and clash.joining:
        clash = replace(clash, attackers=(*clash.attackers, *clash.joining), joining=())
    return replace(state, clash=replace(clash, step=AFTER[event.step]))


def landed(state: State, clash: Clash) -> tuple[State, Clash]:
    """Fireballs that wait to hit at once do (BR-R25)."""
    field = field_of(clash)
    for shot in clash.aimed:
        field = combat.shoot(field, shot)
    return after_shots(state, replace(clash, aimed=()), field)


def after_shots(state: State, clash: Clash, field: combat.Field) -> tuple[State, Clash]:
    """SVs as the algorithms leave them; what fell is home, and its text is remembered."""
    left = {one.id: one.sv for one in (*field.attackers, *field.blockers)}
    fallen = tuple(one for one in on_field(clash) if one.uid not in left)
    owners = {one.uid: clash.attacker for one in clash.attackers}

    def side(fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
        return tuple(replace(one, sv=left[one.uid]) for one in fighters if one.uid in left)

    clash = replace(clash, attackers=side(clash.attackers), blockers=side(clash.blockers))
    state = home(replace(state, clash=clash), *fallen)
    for one in fallen:
        state = remind(state, owners.get(one.uid, clash.defender), one, "killed")
    return state, clash


def finished(state: State, clash: Clash, killed: tuple[str, ...]) -> State:
    """All dragons after combat damage: attackers and the dead at their sources, blockers that lived in hand."""
    state = spent_home(replace(state, clash=None), clash)
    state = home(state, *clash.attackers)
    for one in clash.blockers:
        state = home(state, one) if one.uid in killed else survive(state, clash.defender, one)
    return state

"""A combat of Dragon Breeds up to the damage: the attack, dragons played, changed and blocking, fireballs (Combat).

The end of it is in ``damage``; ``combat_rules`` has the arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Level, Refusal, Seat
from rules.games.breeds import checks, damage
from rules.games.breeds import citations as cite
from rules.games.breeds import combat_rules as combat
from rules.games.breeds.deck import (
    Facts,
    facts,
    fireball_card,
    identity,
    known,
    name_of,
    of_faction,
    own_quest,
    plain,
    printed,
)
from rules.games.breeds.state import Clash, Fighter, Part, Refracted, SelfHit, State, without
from rules.text import listed, say
from rules.view import person

TURN, PLAY, BLOCK, FIRE, AIM = "turn", "play", "block", "fire", "aim"
"""Keys of the prompts these actions answer."""
AMOUNT_MOST = 20
AMBUSH_OFFERED = 9
CHANGE_OFFERED = 9


# --- somebody is attacked


@dataclass(frozen=True, slots=True)
class Attack(Event):
    """The active player attacks ``player``; with ``refracted`` the dragons that come back and are due do."""

    player: Seat
    refracted: bool = False


def attack(state: State, event: Attack, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    checks.player_named(judge, state, event.player)
    checks.in_phase(judge, state, "combat")
    checks.own_turn(judge, state, seat)
    if event.refracted:
        return _come_back(state, event.player, seat, judge)
    judge.rule(not state.now.attacked, "one_attack", "This turn's combat is over already.", cite.ATTACK)
    judge.rule(event.player != seat, "bad_target", "Attack another player, not yourself.", cite.ATTACK)
    checks.alive(judge, state, event.player)
    text = say("By our count {who} can hold no dragon; nobody attacks without one.", who=person(seat))
    judge.rule(armed(state, seat), "no_dragons", text, cite.ARMED)
    state = replace(state, now=replace(state.now, attacked=True))
    return replace(state, clash=Clash(seat, event.player))


def _come_back(state: State, target: Seat, seat: Seat, judge: Judge) -> State:
    """Due dragons flip up and attack; against oneself nobody blocks, and the damage waits (BR-R26)."""
    coming = tuple(one for one in state.waiting if one.target == target)
    judge.struct(bool(coming), "none_due", "No refracted dragons are due against that player.", cite.REFRACT.citation)
    checks.alive(judge, state, target)
    state = replace(state, refracted=tuple(one for one in state.refracted if one not in coming))
    fighters = tuple(Fighter.assembled(one.fighter.uid, one.fighter.parts) for one in coming)
    if target != seat:
        return replace(state, clash=Clash(seat, target, "defense", fighters, refracted=True))
    hits = list(state.now.self_hits)
    alone_here = Clash(seat, seat, attackers=fighters)
    for one, fighter in zip(coming, fighters, strict=True):
        alone = combat.combat_damage(combat.Field((alone_here.dragon(fighter),)), house=state.house)
        hits.append(SelfHit(alone.player_damage, one.refractor))
    state = replace(damage.home(state, *fighters), now=replace(state.now, self_hits=tuple(hits)))
    return damage.combat_left(state)


def ready_targets(state: State) -> tuple[Seat, ...]:
    """Whom refracted dragons that are due can attack now."""
    said = {one.target for one in state.waiting if one.target is not None}
    return tuple(sorted(seat for seat in said if not state.seats[seat].health.immune))


def armed(state: State, seat: Seat) -> bool:
    """Whether the seat may have a dragon to attack with, in the hand or as a token."""
    return bool(checks.playable(state, seat)) or any(one.kind == "dragon" for one in state.seats[seat].tokens)


def offer_attacks(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase != "combat" or state.clash is not None or seat != state.active:
        return
    for target in ready_targets(state):
        label = say("The refracted dragons attack {whom}", whom="me" if target == seat else person(target))
        event = Attack(target, refracted=True, seat=seat)
        yield Choice(label, event, prompt=TURN, primary=True, why=cite.COME_BACK)
    able = armed(state, seat)
    for target in state.living:
        health = state.seats[target].health
        if target == seat or health.immune or state.now.attacked:
            continue
        text = "{taken} of {breakpoint} damage this turn"
        detail = say(text, taken=health.taken, breakpoint=health.breakpoint)
        if target in state.away:
            detail = say("{damage} · has left, nobody blocks", damage=detail)
        if able:
            label, event = say("Attack {target}", target=person(target)), Attack(target, seat=seat)
            yield Choice(label, event, detail=detail, prompt=TURN, why=cite.ATTACK)
        else:
            label = say("Attack {target} with a dragon we do not know of", target=person(target))
            event = Attack(target, seat=seat, override=True)
            yield Choice(label, event, detail=detail, correction=True, why=cite.ARMED)


def tell_attack(telling: Telling[State, Attack]) -> str:
    event = telling.event
    text = "{who} attacks {player} with refracted dragons" if event.refracted else "{who} attacks {player}"
    if event.player == event.seat:
        return say("{who} is attacked by the own refracted dragons", who=telling.who)
    return say(text, who=telling.who, player=person(event.player))


def come_back_follows(telling: Telling[State, Attack]) -> Iterator[str]:
    """Which refracted dragons flip up."""
    clash = telling.after.clash
    if telling.event.refracted and clash is not None:
        text = "{dragons} flips up" if len(clash.attackers) == 1 else "{dragons} flip up"
        yield say(text, dragons=listed([telling.after.fighter_name(one) for one in clash.attackers]))


ATTACK = Action(Attack, cite.ATTACK, attack, tell_attack, offers=offer_attacks, follows=come_back_follows)


# --- a dragon out of the hand, or a token


def _from_hand(state: State, seat: Seat, *, blocking: bool = False) -> tuple[tuple[Pick, ...], tuple[str, ...]]:
    """What may be played: picks of the cards whose SV we know, and the words for those we do not."""
    able = [known(card) for card in checks.playable(state, seat)]
    able = [one for one in able if not (blocking and "attack_only" in one.words)]
    return tuple(_card_pick(one) for one in able if one.sv is not None), tuple(one.id for one in able if one.sv is None)


def _card_pick(card: Facts) -> Pick:
    strength = say("SV {sv}", sv=card.sv) if card.sv is not None else ""
    detail = " · ".join(part for part in (strength, plain(card.text)) if part)
    return Pick(card.id, card.name, card.id, detail=detail, suit=card.faction)


def _token_dragons(state: State, seat: Seat) -> Iterator[tuple[str, Facts]]:
    """The names of the seat's token dragons, and their cards."""
    return ((one.uid, known(one.card)) for one in state.seats[seat].tokens if one.kind == "dragon")


@dataclass(frozen=True, slots=True)
class PlayDragon(Event):
    """An attacking dragon is played, out of the hand or as the token with that name."""

    card: str
    sv: int | None = None
    code: str = ""
    token: str = ""


def play_dragon(state: State, event: PlayDragon, judge: Judge) -> State:
    clash, seat = checks.seat_in_combat(judge, state)
    text = say("{attacker} attacks here.", attacker=person(clash.attacker))
    judge.rule(seat == clash.attacker, "not_your_turn", text, cite.OWN_TURN)
    checks.in_step(judge, clash, "attack", cite.TURN)
    state, part = checks.take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    one = Fighter.assembled(f"d{state.serial}", (part,))
    state = replace(state, clash=replace(clash, attackers=(*clash.attackers, one)), serial=state.serial + 1)
    return played(state, seat, one)


def played(state: State, seat: Seat, one: Fighter) -> State:
    """What "when played" does: the table carries out what forbids Fireballs, the rest is its player's."""
    clash = state.clash
    if clash is not None and clash.attacks(one) and any("shields_all" in card.words for card in one.cards):
        state = replace(state, clash=replace(clash, shielded=True))
    return state.remind(seat, one, "played")


def offer_dragons(state: State, seat: Seat) -> Iterator[Choice]:
    if state.acting(seat, "attack") is None:
        return
    picks, words = _from_hand(state, seat)
    if picks:
        card = checks.one_of("card", "Which dragon?", picks)
        yield Choice.asking(PlayDragon, "Play a dragon", (card,), seat=seat, prompt=PLAY, why=cite.PLAYING)
    for word in words:
        label = say("Play a {name} of mine", name=known(word).name.lower())
        yield Choice.asking(PlayDragon, label, (checks.sv_field(),), known={"card": word}, seat=seat, prompt=PLAY)
    for uid, token in _token_dragons(state, seat):
        event = PlayDragon(token.id, token=uid, seat=seat)
        label = say("Play the token {name}", name=token.name)
        yield Choice(label, event, uid=uid, prompt=PLAY, why=cite.PLAYING)


def tell_dragon(telling: Telling[State, PlayDragon]) -> str:
    event = telling.event
    text = "{who} plays {card}" if event.sv is None else "{who} plays {card} with SV {sv}"
    return say(text, who=telling.who, card=name_of(event.card), sv=event.sv)


PLAY_DRAGON = Action(PlayDragon, cite.PLAYING, play_dragon, tell_dragon, offers=offer_dragons)


# --- a dragon blocks


@dataclass(frozen=True, slots=True)
class Block(Event):
    """A dragon is played to block ``attacker``."""

    card: str
    attacker: str
    sv: int | None = None
    code: str = ""
    token: str = ""


def block(state: State, event: Block, judge: Judge) -> State:
    clash, seat = checks.seat_in_combat(judge, state)
    text = say("{defender} defends here.", defender=person(clash.defender))
    judge.rule(seat == clash.defender, "not_your_turn", text, cite.OWN_TURN)
    checks.in_step(judge, clash, "defense", cite.TURN)
    checks.alive(judge, state, seat)
    found = checks.a_card(judge, event.card, checks.DRAGONS, event.code)
    text = say("{name} can only attack.", name=found.name)
    judge.rule("attack_only" not in found.words, "attack_only", text, cite.ATTACK_ONLY)
    state, part = checks.take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    uid = f"d{state.serial}"
    target = clash.fighter(event.attacker)
    # Set aside by the table, it lies there and blocks nothing.
    judge.obey(combat.block_objection(clash.field, found.name, event.attacker))
    one = Fighter.assembled(uid, (part,))
    at = {uid: event.attacker} if target in clash.attackers else {}
    clash = replace(clash, blockers=(*clash.blockers, one), blocks={**clash.blocks, **at})
    state = played(replace(state, clash=clash, serial=state.serial + 1), seat, one)
    return state.remind(clash.attacker, target, "blocked") if target is not None else state


def offer_blocks(state: State, seat: Seat) -> Iterator[Choice]:
    clash = state.acting(seat, "defense")
    if clash is None or not clash.attackers or state.seats[seat].health.immune:
        return
    attacker = checks.one_of("attacker", "Which attacker does it block?", checks.fighter_picks(state, clash.attackers))
    picks, words = _from_hand(state, seat, blocking=True)
    if picks:
        card = checks.one_of("card", "With which dragon?", picks)
        yield Choice.asking(Block, "Block", (card, attacker), seat=seat, prompt=BLOCK, why=cite.BLOCKING)
    for word in words:
        label = say("Block with a {name} of mine", name=known(word).name.lower())
        holes, settled = (checks.sv_field(), attacker), {"card": word}
        yield Choice.asking(Block, label, holes, known=settled, seat=seat, prompt=BLOCK, why=cite.BLOCKING)
    for uid, token in _token_dragons(state, seat):
        if "attack_only" not in token.words:
            label = say("Block with the token {name}", name=token.name)
            settled = {"card": token.id, "token": uid}
            yield Choice.asking(Block, label, (attacker,), known=settled, seat=seat, uid=uid, prompt=BLOCK)


def tell_block(telling: Telling[State, Block]) -> str:
    event = telling.event
    short, with_sv = "{who} blocks {attacker} with {card}", "{who} blocks {attacker} with {card} with SV {sv}"
    text = short if event.sv is None else with_sv
    attacker = telling.before.named(event.attacker)
    return say(text, who=telling.who, attacker=attacker, card=name_of(event.card), sv=event.sv)


BLOCK_ATTACKER = Action(Block, cite.BLOCKING, block, tell_block, offers=offer_blocks)


def when_blocked(state: State, clash: Clash) -> State:
    """What blocked dragons take off each of their blockers, once the defence stands (BR-R38)."""
    field = clash.field
    for one in clash.attackers:
        loss = sum(card.words.get("wounds_blocker", 0) for card in one.cards)
        for blocker in combat.blockers_of(clash.field, one.uid) if loss else ():
            field = combat.shoot(field, combat.Shot(blocker.id, loss))
    return after_shots(state, clash, field)


# --- dragons that change


def own_side(clash: Clash, seat: Seat) -> tuple[Fighter, ...]:
    """The dragons of the seat's side; anybody but the attacker sees the defender's."""
    return clash.attackers if seat == clash.attacker else clash.blockers


def swapped(clash: Clash, new: Fighter) -> Clash:
    """The combat with a dragon changed."""

    def side(fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
        return tuple(new if one.uid == new.uid else one for one in fighters)

    return replace(clash, attackers=side(clash.attackers), blockers=side(clash.blockers))


def _changeable(state: State, seat: Seat) -> tuple[Fighter, ...]:
    """The seat's dragons that cards out of its hand can change now."""
    attacking, blocking = state.acting(seat, "attack"), state.acting(seat, "defense")
    if attacking is not None:
        return attacking.attackers
    if blocking is not None and blocking.attackers and not state.seats[seat].health.immune:
        return blocking.blockers
    return ()


def _keyword(judge: Judge, card: Facts, keyword: str) -> None:
    text = say("{name} cannot {keyword}.", name=card.name, keyword=keyword)
    judge.rule(card.has(keyword), "no_keyword", text, cite.TRANSMUTE if keyword == "transmute" else cite.IMITATE)


@dataclass(frozen=True, slots=True)
class Transmute(Event):
    """A dragon is laid on the friendly dragon ``onto`` instead of being played: one dragon from now on."""

    card: str
    onto: str
    sv: int | None = None
    code: str = ""
    token: str = ""


def transmute(state: State, event: Transmute, judge: Judge) -> State:
    clash, seat = checks.seat_in_combat(judge, state)
    checks.in_step(judge, clash, "attack" if seat == clash.attacker else "defense", cite.TURN)
    under = checks.fighter_named(judge, clash, event.onto)
    text = "Only a dragon of your own is transmuted."
    judge.struct(under in own_side(clash, seat), "bad_target", text, cite.TRANSMUTE.citation)
    _keyword(judge, checks.a_card(judge, event.card, checks.DRAGONS, event.code), "transmute")
    state, part = checks.take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    return replace(state, clash=swapped(clash, _merged(under, part)))


def _merged(under: Fighter, part: Part) -> Fighter:
    """One dragon out of two: what either has now is added up."""
    top = Fighter.assembled("", (part,))
    sv, bonus, hits = under.sv + top.sv, under.bonus + top.bonus, under.hits or top.hits
    like = (*under.like, part.card) if under.like else ()
    return replace(under, parts=(*under.parts, part), sv=sv, bonus=bonus, hits=hits, like=like)


def offer_transmutes(state: State, seat: Seat) -> Iterator[Choice]:
    own = _changeable(state, seat)
    if not own:
        return
    onto = checks.one_of("onto", "Onto which dragon?", checks.fighter_picks(state, own))
    for card in map(known, checks.playable(state, seat)):
        if card.has("transmute"):
            yield Choice.asking(
                Transmute, say("Transmute a {name}", name=card.name.lower()),
                (onto,) if card.sv is not None else (onto, checks.sv_field()),
                known={"card": card.id}, seat=seat, prompt=_key(state, seat), why=cite.TRANSMUTE,
            )  # fmt: skip
    for uid, token in _token_dragons(state, seat):
        if token.has("transmute"):
            label, settled = say("Transmute the token {name}", name=token.name), {"card": token.id, "token": uid}
            prompt = _key(state, seat)
            yield Choice.asking(Transmute, label, (onto,), known=settled, seat=seat, uid=uid, prompt=prompt)


def _key(state: State, seat: Seat) -> str:
    return PLAY if state.acting(seat, "attack") is not None else BLOCK


def tell_transmute(telling: Telling[State, Transmute]) -> str:
    event, onto = telling.event, telling.before.named(telling.event.onto)
    short, with_sv = "{who} transmutes {card} onto {onto}", "{who} transmutes {card} with SV {sv} onto {onto}"
    text = short if event.sv is None else with_sv
    return say(text, who=telling.who, card=name_of(event.card), sv=event.sv, onto=onto)


TRANSMUTE = Action(Transmute, cite.TRANSMUTE, transmute, tell_transmute, offers=offer_transmutes)


@dataclass(frozen=True, slots=True)
class Imitate(Event):
    """``dragon`` takes over name and ability of ``like``, a dragon on the battlefield or a card; SV and colour stay."""

    dragon: str
    like: str


def imitate(state: State, event: Imitate, judge: Judge) -> State:
    clash, seat = checks.seat_in_combat(judge, state)
    one = checks.fighter_named(judge, clash, event.dragon)
    text = "Only a dragon of your own imitates."
    judge.struct(one in own_side(clash, seat), "bad_target", text, cite.IMITATE.citation)
    imitators = [card for card in one.cards if card.has("imitate")]
    text = say("{name} cannot imitate.", name=one.name)
    judge.rule(bool(imitators), "no_keyword", text, cite.IMITATE)
    called = _imitated(judge, state, one, event.like)
    for card in imitators:
        state = state.seen_to(seat, f"{card.name}: ")
    attacks = clash.attacks(one)
    copy = one.imitating(called, attacks=attacks)
    state = _quest_counts(replace(state, clash=swapped(clash, copy)), seat, "imitates")
    text = say("{name} does nothing on defence.", name=copy.name)
    judge.warn(len(copy.working(attacks=attacks)) == len(copy.cards), "attack_only", text, cite.ATTACK_ONLY)
    return played(state, seat, copy)


def _imitated(judge: Judge, state: State, one: Fighter, like: str) -> tuple[str, ...]:
    """The cards whose names and abilities are taken over: of a dragon on the battlefield, or out of a discard pile."""
    clash = checks.clash_of(judge, state)
    other = clash.fighter(like)
    field, discards = _reach(one)
    if other is not None:
        judge.struct(other.uid != one.uid, "bad_target", "A dragon does not imitate itself.")
        text = say("{name} imitates a dragon in a discard pile, not on the battlefield.", name=one.name)
        judge.rule(field, "bad_target", text, cite.IMITATE)
        return other.called
    found = checks.a_card(judge, like, checks.DRAGONS)
    text = say("{name} imitates a dragon on the battlefield, not in a discard pile.", name=one.name)
    judge.rule(discards, "bad_target", text, cite.IMITATE)
    text = say("By our count no {name} lies in a discard pile.", name=found.name)
    judge.warn(found.id in in_discards(state), "not_there", text, cite.IMITATE)
    return (found.id,)


def _reach(one: Fighter) -> tuple[bool, bool]:
    """Whether a dragon imitates on the battlefield, and out of discard piles; both of what no text says."""
    able = [card for card in one.cards if card.has("imitate")]
    discards = [card for card in able if "imitates_discard" in card.words]
    unsaid = not able or any(not card.printed for card in able)
    return unsaid or len(discards) < len(able), unsaid or bool(discards)


def in_discards(state: State) -> tuple[str, ...]:
    """The dragons that may lie in a discard pile of anybody who is not K.O., each once."""
    found: list[str] = []
    for seat in state.living:
        own = state.seats[seat]
        if not own.cycle.discard or own.health.immune:
            continue
        found += state.in_piles(seat)
        legendaries = (own.legendary,) if own.legendary else of_faction(own.faction, "legendary")
        gone = {*state.on_table(seat), *(one.card for one in state.trash if one.owner == seat)}
        found += [card for card in legendaries if own.unlocked and card not in gone]
    return tuple(dict.fromkeys(found))


def _quest_counts(state: State, seat: Seat, word: str) -> State:
    """The table with the seat's own quest to see to, where its text speaks of this."""
    quest = own_quest(state.seats[seat].faction)
    return state.with_text(seat, quest) if quest is not None and word in quest.text else state


def offer_imitations(state: State, seat: Seat) -> Iterator[Choice]:
    clash = state.clash
    for one in _changeable(state, seat) if clash is not None else ():
        targets = tuple(_imitable(state, clash, one)) if clash is not None else ()
        if targets:
            like = checks.one_of("like", "Which dragon?", targets)
            yield Choice.asking(
                Imitate, say("{dragon} imitates", dragon=state.fighter_name(one)), (like,), seat=seat,
                known={"dragon": one.uid}, uid=one.uid, prompt=_key(state, seat), why=cite.IMITATE,
            )  # fmt: skip


def _imitable(state: State, clash: Clash, one: Fighter) -> Iterator[Pick]:
    """What the dragon may imitate now; one that took over an ability to imitate imitates something new."""
    able = [card for card in one.cards if card.has("imitate")]
    if not able or (one.like and not any(card.printed for card in able)):
        return
    field, discards = _reach(one)
    if field:
        others = (other for other in clash.fighters if other.uid != one.uid)
        yield from checks.fighter_picks(
            state, (other for other in others if not one.like or other.called != one.called)
        )
    if discards:
        cards = in_discards(state)
        yield from (_card_pick(known(card)) for card in cards if (card,) != one.called)


def tell_imitation(telling: Telling[State, Imitate]) -> str:
    like = telling.event.like
    clash = telling.before.clash
    there = clash is not None and clash.fighter(like) is not None
    shown = telling.before.named(like) if there or facts(like) is None else name_of(like)
    dragon = telling.before.named(telling.event.dragon)
    return say("{who}: {dragon} imitates {like}", who=telling.who, dragon=dragon, like=shown)


IMITATE = Action(Imitate, cite.IMITATE, imitate, tell_imitation, offers=offer_imitations)


# --- a Fireball


@dataclass(frozen=True, slots=True)
class Fireball(Event):
    """A Fireball, out of the hand or the token with that name, takes ``amount`` SV off an opposing dragon."""

    target: str
    amount: int = 1
    token: str = ""
    code: str = ""


def fireball(state: State, event: Fireball, judge: Judge) -> State:
    clash, seat = checks.seat_in_combat(judge, state)
    side = _side(judge, clash, seat)
    checks.alive(judge, state, seat)
    _in_step(judge, clash, side)
    text = say("A Fireball takes 0 to {most} SV.", most=AMOUNT_MOST)
    judge.struct(0 <= event.amount <= AMOUNT_MOST, "bad_number", text)
    text = "A Fireball hits an opposing dragon that is still there."
    judge.struct(clash.fighter(event.target) is not None, "bad_fireball_target", text, cite.FIREBALLS.citation)
    player = state.seats[seat]
    if event.token:
        token = player.token(event.token)
        if token is None or token.kind != "fireball":
            raise Refusal(Level.STRUCT, "no_token", "No such Fireball lies in the token area; somebody was faster.")
        state = state.without_token(seat, token.uid)
        clash = replace(clash, spent=(*clash.spent, token))
    else:
        checks.enough_in_hand(judge, state, seat)
        card = fireball_card(player.faction)
        checks.may_hold(judge, state, seat, card)
        state = state.with_seat(seat, player.counted(hand=-1).laid_away(card))
    return hit(replace(state, clash=clash), side, combat.Shot(event.target, event.amount), judge=judge, text=text)


def _side(judge: Judge, clash: Clash, seat: Seat) -> combat.Side:
    text = "{attacker} and {defender} fight here; nobody else plays."
    text = say(text, attacker=person(clash.attacker), defender=person(clash.defender))
    judge.rule(seat in (clash.attacker, clash.defender), "not_your_turn", text, cite.FIREBALLS)
    return "att" if seat == clash.attacker else "def"


def _in_step(judge: Judge, clash: Clash, side: combat.Side) -> None:
    checks.in_step(judge, clash, "fireball_att" if side == "att" else "fireball_def", cite.FIREBALLS)


def hit(state: State, side: combat.Side, shot: combat.Shot, judge: Judge, text: str) -> State:
    """One hit: at once, or kept until the side has played all (BR-R25). ``text`` says what stands against it."""
    clash = checks.clash_of(judge, state)
    objection = combat.shot_objection(clash.field, side, shot)
    if objection is not None and objection.code == "no_fireball":
        text = say("No Fireball can be aimed at {dragon}: a dragon's text forbids it.", dragon=state.named(shot.target))
    judge.obey(objection, text)
    if state.house.fireball_batch:
        return replace(state, clash=replace(clash, aimed=(*clash.aimed, shot)))
    return after_shots(state, clash, combat.shoot(clash.field, shot))


def landed(state: State, clash: Clash) -> State:
    """The table after the fireballs that waited to hit at once (BR-R25)."""
    field = clash.field
    for shot in clash.aimed:
        field = combat.shoot(field, shot)
    return after_shots(state, replace(clash, aimed=()), field)


def after_shots(state: State, clash: Clash, field: combat.Field) -> State:
    """SVs as the algorithms leave them; what fell is home, and its text is remembered."""
    left = {one.id: one.sv for one in (*field.attackers, *field.blockers)}
    fallen = tuple(one for one in clash.fighters if one.uid not in left)
    owners = {one.uid: clash.attacker for one in clash.attackers}

    def side(fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
        return tuple(replace(one, sv=left[one.uid]) for one in fighters if one.uid in left)

    clash = replace(clash, attackers=side(clash.attackers), blockers=side(clash.blockers))
    state = damage.home(replace(state, clash=clash), *fallen)
    for one in fallen:
        state = state.remind(owners.get(one.uid, clash.defender), one, "killed")
    return state


def _aimable(state: State, seat: Seat) -> tuple[Fighter, ...]:
    """The dragons the seat may fire at now."""
    attacking, defending = state.acting(seat, "fireball_att"), state.acting(seat, "fireball_def")
    clash = attacking or defending
    if clash is None or state.seats[seat].health.immune:
        return ()
    opposing = clash.blockers if attacking is not None else clash.attackers
    return tuple(one for one in opposing if not clash.dragon(one).safe)


def offer_fireballs(state: State, seat: Seat) -> Iterator[Choice]:
    targets, player = _aimable(state, seat), state.seats[seat]
    if not targets:
        return
    target = checks.one_of("target", "At which dragon?", checks.fighter_picks(state, targets))
    if player.cycle.hand and state.may_hold(seat, fireball_card(player.faction)):
        yield Choice.asking(Fireball, "Fireball", (target,), seat=seat, prompt=FIRE, why=cite.FIREBALLS)
    token = next((one.uid for one in player.tokens if one.kind == "fireball"), None)
    if token is not None:
        yield Choice.asking(
            Fireball, "Fireball token", (target,), known={"token": token}, seat=seat, uid=token,
            prompt=FIRE, why=cite.FIREBALLS,
        )  # fmt: skip


def tell_fireball(telling: Telling[State, Fireball]) -> str:
    event = telling.event
    what = "a Fireball token" if event.token else "a Fireball"
    text = "{who} throws {what} at {target}" if event.amount == 1 else "{who} throws {what} at {target} for {amount}"
    return say(text, who=telling.who, what=what, target=telling.before.named(event.target), amount=event.amount)


FIREBALL = Action(Fireball, cite.FIREBALLS, fireball, tell_fireball, offers=offer_fireballs)


# --- a dragon ambushes


@dataclass(frozen=True, slots=True)
class Ambush(Event):
    """A dragon ambushes ``target``. ``more`` is what cards in the hand add; ``value``, where it is said, is all it
    takes, whatever is printed.
    """

    card: str
    target: str
    value: int | None = None
    sv: int | None = None
    code: str = ""
    token: str = ""
    more: int = 0


def ambush(state: State, event: Ambush, judge: Judge) -> State:
    """It attacks as well only where the table plays that (BR-R7)."""
    clash, seat = checks.seat_in_combat(judge, state)
    side = _side(judge, clash, seat)
    found = checks.a_card(judge, event.card, checks.DRAGONS, event.code)
    judge.rule(found.has("ambush"), "no_keyword", say("{name} has no Ambush.", name=found.name), cite.AMBUSH)
    value = event.value if event.value is not None else ambush_value(state, clash, found) + event.more
    text = "By our count no card in your hand adds {more} to an ambush."
    most = sum(boost for _, boost in _boosts(state, seat, found))
    judge.warn(event.more <= most, "not_bought", say(text, more=event.more), cite.HAND, to=seat)
    text = say("An ambush takes 0 to {most} SV.", most=AMOUNT_MOST)
    judge.struct(0 <= value <= AMOUNT_MOST, "bad_number", text)
    text = "An ambush hits an opposing dragon that is still there."
    judge.struct(clash.fighter(event.target) is not None, "bad_fireball_target", text, cite.AMBUSH.citation)
    shot = combat.Shot(event.target, value, ambush=True)
    judge.obey(combat.shot_objection(clash.field, side, shot))
    _in_step(judge, clash, side)
    state, part = checks.take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    state = replace(state, clash=_ambushed(state, clash, part), serial=state.serial + 1)
    state = hit(state, side, shot, judge=judge, text=text)
    fell = state.clash is not None and len(state.clash.fighters) < len(clash.fighters)
    return _quest_counts(state, seat, "ambush") if fell else state


def _ambushed(state: State, clash: Clash, part: Part) -> Clash:
    """The ambusher beside the fight, or about to join it."""
    if not combat.joined(combat.Field(()), (combat.Dragon("", part.sv),), state.house).attackers:
        return replace(clash, ambushed=(*clash.ambushed, part))
    return replace(clash, joining=(*clash.joining, Fighter.assembled(f"d{state.serial}", (part,))))


def ambush_value(state: State, clash: Clash, card: Facts) -> int:
    """What an ambush takes: as printed, and what the attacker's identity card adds to the first of a combat."""
    player = state.seats[clash.attacker]
    up = identity(player.faction, player.health.stage)
    first = not clash.ambushed and not clash.joining
    return card.words.get("ambush", 1) + (up.words.get("boosts_first_ambush", 0) if up is not None and first else 0)


def _boosts(state: State, seat: Seat, card: Facts) -> list[tuple[str, int]]:
    """The cards that may be in the seat's hand and add to this dragon's ambush, each with how much."""
    hand = without(state.at_hand(seat), card.id)
    there = ((known(one).name, known(one).words.get("boosts_ambushes", 0)) for one in hand)
    return [one for one in there if one[1]]


def offer_ambushes(state: State, seat: Seat) -> Iterator[Choice]:
    clash = state.acting(seat, "fireball_att")
    if clash is None or not clash.blockers or state.seats[seat].health.immune:
        return
    target = checks.one_of("target", "Which dragon?", checks.fighter_picks(state, clash.blockers))
    for card in map(known, checks.playable(state, seat)):
        if card.has("ambush"):
            label, detail = "A dragon of mine ambushes", ""
            if card.printed:
                label = say("{name} ambushes", name=card.name)
                detail = say("takes {value} SV", value=ambush_value(state, clash, card))
            yield Choice.asking(
                Ambush, label, (target, *_numbers(state, clash, card)), known={"card": card.id}, seat=seat,
                card=card.id, suit=card.faction, detail=detail, prompt=FIRE, why=cite.AMBUSH,
            )  # fmt: skip
    for uid, token in _token_dragons(state, seat):
        if token.has("ambush"):
            label, settled = say("The token {name} ambushes", name=token.name), {"card": token.id, "token": uid}
            numbers = (one for one in _numbers(state, clash, token) if one.name != "sv")
            holes = (target, *numbers)
            yield Choice.asking(Ambush, label, holes, known=settled, seat=seat, uid=uid, prompt=FIRE, why=cite.AMBUSH)


def _numbers(state: State, clash: Clash, card: Facts) -> Iterator[FieldSpec]:
    """What is not on the table: what cards in the hand add, and all figures of a card we never saw."""
    boosts = _boosts(state, clash.attacker, card)
    if boosts and card.printed:
        names = listed(list(dict.fromkeys(name for name, _ in boosts)))
        most = min(sum(boost for _, boost in boosts), AMBUSH_OFFERED)
        label = say("More by {names} in your hand", names=names)
        yield FieldSpec("more", label, low=0, high=most, kind="number", preset=(0,))
    if not card.printed:
        value = ambush_value(state, clash, card)
        yield FieldSpec("value", "SV it takes", low=0, high=max(value, AMBUSH_OFFERED), kind="number", preset=(value,))
    if card.sv is None:
        yield checks.sv_field()


def tell_ambush(telling: Telling[State, Ambush]) -> str:
    event, clash = telling.event, telling.before.clash
    target, card, found = telling.before.named(event.target), name_of(event.card), facts(event.card)
    text = "{who} ambushes {target} with {card}"
    if clash is None or found is None:
        return say(text, who=telling.who, target=target, card=card)
    value = ambush_value(telling.before, clash, found) + event.more if event.value is None else event.value
    text = "{who} ambushes {target} with {card}: {value} SV"
    return say(text, who=telling.who, target=target, card=card, value=value)


AMBUSH = Action(Ambush, cite.AMBUSH, ambush, tell_ambush, offers=offer_ambushes)


# --- a card's text changes a dragon


@dataclass(frozen=True, slots=True)
class Adjust(Event):
    """A card's text changes a dragon: its SV, the damage it deals, or whether it hits the player though blocked."""

    dragon: str
    sv: int = 0
    bonus: int = 0
    hits: bool | None = None


def adjust(state: State, event: Adjust, judge: Judge) -> State:
    """SV that falls to 0 takes the dragon off like a fireball."""
    clash = checks.clash_of(judge, state)
    judge.seat(state.players)
    one = checks.fighter_named(judge, clash, event.dragon)
    fits = -AMOUNT_MOST <= event.sv <= AMOUNT_MOST and -AMOUNT_MOST <= event.bonus <= AMOUNT_MOST
    judge.struct(fits, "bad_number", say("Changes go from -{most} to {most}.", most=AMOUNT_MOST))
    hits = one.hits if event.hits is None else event.hits
    changed = replace(one, sv=max(0, one.sv) + max(0, event.sv), bonus=one.bonus + event.bonus, hits=hits)
    clash = swapped(clash, changed)
    state = replace(state, clash=clash)
    if event.sv >= 0:
        return state
    return after_shots(state, clash, combat.shoot(clash.field, combat.Shot(one.uid, -event.sv)))


def offer_adjusting(state: State, seat: Seat) -> Iterator[Choice]:
    if state.clash is None or not state.clash.fighters:
        return
    picks = tuple(Pick(one.uid, state.fighter_name(one), uid=one.uid) for one in state.clash.fighters)
    which, why = FieldSpec("dragon", "Which dragon?", picks), cite.BY_HAND
    holes = (which, _change("sv", "SV more or less"), _change("bonus", "Damage more or less"))
    yield Choice.asking(Adjust, "A text changes a dragon", holes, seat=seat, correction=True, why=why)
    label, settled = "A dragon hits the player though blocked", {"hits": True}
    yield Choice.asking(Adjust, label, (which,), known=settled, seat=seat, correction=True, why=why)


def _change(name: str, label: str) -> FieldSpec:
    return FieldSpec(name, label, low=-CHANGE_OFFERED, high=CHANGE_OFFERED, kind="number", preset=(0,))


def tell_adjusting(telling: Telling[State, Adjust]) -> str:
    event, dragon = telling.event, telling.before.named(telling.event.dragon)
    changes = [say("SV {sv:+}", sv=event.sv)] if event.sv else []
    changes += [say("damage {bonus:+}", bonus=event.bonus)] if event.bonus else []
    if event.hits is not None:
        changes.append("it hits the player though blocked" if event.hits else "blocked, it does not hit the player")
    text = say("{who}: a text changes {dragon}", who=telling.who, dragon=dragon)
    return say("{text}: {changes}", text=text, changes=listed(changes)) if changes else text


ADJUST = Action(Adjust, cite.TEXT, adjust, tell_adjusting, offers=offer_adjusting)


# --- dragons sent into a later turn


@dataclass(frozen=True, slots=True)
class Refract(Event):
    """The seat refracts attacking dragons: they lie face down until their owner's next turn."""

    dragons: tuple[str, ...]


def refract(state: State, event: Refract, judge: Judge) -> State:
    clash, seat = checks.seat_in_combat(judge, state)
    checks.alive(judge, state, seat)
    text = "Refracting is for the player who is attacked."
    judge.rule(seat == clash.defender, "not_your_turn", text, cite.REFRACT)
    text = say("No dragon of {who} refracts.", who=person(seat))
    judge.rule(_refracts(state, clash, seat), "no_keyword", text, cite.REFRACT)
    there = {one.uid for one in clash.attackers}
    good = bool(event.dragons) and there.issuperset(event.dragons)
    judge.struct(good, "bad_target", "Only attacking dragons are refracted.", cite.REFRACT.citation)
    gone = tuple(one for one in clash.attackers if one.uid in event.dragons)
    left = tuple(one for one in clash.attackers if one.uid not in event.dragons)
    targets = {a: b for a, b in clash.targets.items() if a not in event.dragons}
    ghosts = tuple(Refracted(one, clash.attacker, seat, state.turn) for one in gone)
    state = replace(state, clash=replace(clash, attackers=left, targets=targets))
    return replace(state, refracted=(*state.refracted, *ghosts))


def _refracts(state: State, clash: Clash, seat: Seat) -> bool:
    """Whether a dragon of the seat may refract: one that blocks and can, by imitation too, or any we never saw."""
    if not printed(state.seats[seat].faction):
        return True
    return any(card.has("refract") for one in own_side(clash, seat) for card in one.cards)


def offer_refracting(state: State, seat: Seat) -> Iterator[Choice]:
    clash, player = state.clash, state.seats[seat]
    if clash is None or clash.side_of(seat) != "def" or not clash.attackers:
        return
    if not player.health.immune and _refracts(state, clash, seat):
        picks = checks.fighter_picks(state, clash.attackers)
        which = FieldSpec("dragons", "Which of them?", picks, many=True, low=1, high=len(picks))
        yield Choice.asking(Refract, "A dragon of mine refracts attackers", (which,), seat=seat, why=cite.REFRACT)


def tell_refracting(telling: Telling[State, Refract]) -> str:
    names = listed([telling.before.named(one) for one in telling.event.dragons])
    return say("{who} refracts {dragons}", who=telling.who, dragons=names)


REFRACT = Action(Refract, cite.REFRACT, refract, tell_refracting, offers=offer_refracting)


@dataclass(frozen=True, slots=True)
class AimRefracted(Event):
    """The owner of refracted dragons says whom they will attack."""

    player: Seat


def aims(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the seat's refracted dragons may be sent against, the first group that waits.

    Anybody in the game but the refractor, their owner included; with two players only the owner is left.
    """
    first = next((one for one in state.refracted if one.seat == seat and one.target is None), None)
    return tuple(one for one in state.living if first is not None and one != first.refractor)


def aim_refracted(state: State, event: AimRefracted, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    checks.player_named(judge, state, event.player)
    open_ones = tuple(one for one in state.refracted if one.seat == seat and one.target is None)
    judge.struct(bool(open_ones), "nothing_asked", "Nothing waits for that answer; somebody was faster.")
    text = "They go against anybody still in the game, but not against who refracted them."
    judge.rule(event.player in aims(state, seat), "bad_target", text, cite.REFRACT)
    group = tuple(one for one in open_ones if one.refractor == open_ones[0].refractor)
    sent = tuple(replace(one, target=event.player) if one in group else one for one in state.refracted)
    state = replace(state, refracted=sent)
    return damage.combat_left(state) if state.clash is None else state


def offer_aims(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase in ("setup", "over"):
        return
    for target in aims(state, seat):
        own = target == seat
        label = say("They will attack {whom}", whom="me" if own else person(target))
        detail = "unless the refractor is knocked out that turn" if own else ""
        yield Choice(label, AimRefracted(target, seat=seat), detail=detail, prompt=AIM, why=cite.REFRACT)


def tell_aim(telling: Telling[State, AimRefracted]) -> str:
    whom = person(telling.event.player)
    if telling.event.player == telling.event.seat:
        return say("The refracted dragons of {who} will attack {who}", who=telling.who)
    return say("{who} will send the refracted dragons against {player}", who=telling.who, player=whom)


AIM_REFRACTED = Action(AimRefracted, cite.REFRACT, aim_refracted, tell_aim, offers=offer_aims)

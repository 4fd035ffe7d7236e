"""A combat of Dragon Breeds up to the fireballs: the attack, dragons played, changed and blocking (Combat).

Then come ``fireballs``; the end of it is in ``damage``; ``combat_rules`` has the arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.breeds import checks, damage, fireballs, spots
from rules.games.breeds import citations as cite
from rules.games.breeds import combat_rules as combat
from rules.games.breeds.deck import (
    Facts,
    facts,
    known,
    name_of,
    of_faction,
    plain,
)
from rules.games.breeds.state import Clash, Fighter, Part, SelfHit, State
from rules.text import listed, say
from rules.view import person

BLOCK = "block"
"""Key of the prompt these actions answer."""


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
    return _attacked(state, event.player, seat, judge)


def _attacked(state: State, target: Seat, seat: Seat, judge: Judge) -> State:
    """The table with the seat's attack on that player begun."""
    judge.rule(not state.now.attacked, "one_attack", "This turn's combat is over already.", cite.ATTACK)
    judge.rule(target != seat, "bad_target", "Attack another player, not yourself.", cite.ATTACK)
    checks.alive(judge, state, target)
    text = say("By our count {who} can hold no dragon; nobody attacks without one.", who=person(seat))
    judge.rule(armed(state, seat), "no_dragons", text, cite.ARMED)
    state = replace(state, now=replace(state.now, attacked=True))
    return replace(state, clash=Clash(seat, target))


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


def targets(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the seat can attack now with dragons of its own."""
    if state.phase != "combat" or state.clash is not None or seat != state.active or state.now.attacked:
        return ()
    return tuple(one for one in state.living if one != seat and not state.seats[one].health.immune)


def armed(state: State, seat: Seat) -> bool:
    """Whether the seat may have a dragon to attack with, in the hand or as a token."""
    return bool(checks.playable(state, seat)) or any(one.kind == "dragon" for one in state.seats[seat].tokens)


def offer_attacks(state: State, seat: Seat) -> Iterator[Choice]:
    if state.clash is not None or seat != state.active:
        return
    for target in ready_targets(state):
        label = say("The refracted dragons attack {whom}", whom="me" if target == seat else person(target))
        event = Attack(target, refracted=True, seat=seat)
        yield Choice(label, event, primary=True, why=cite.COME_BACK)
    able = armed(state, seat)
    # Playing a dragon attacks as well, so where one player alone can be attacked nobody need be named.
    for target in targets(state, seat) if able else ():
        label, event = say("Attack {target}", target=person(target)), Attack(target, seat=seat)
        detail, spot = _standing(state, target), spots.player(target)
        yield Choice(label, event, detail=detail, spot=spot, why=cite.ATTACK)
    doubtful = replace(state, phase="combat") if state.phase == "market" and not state.now.bought else state
    for target in () if able else targets(doubtful, seat):
        label = say("Attack {target} with a dragon not named yet", target=person(target))
        event = Attack(target, seat=seat, override=True)
        spot, detail = spots.player(target), _standing(state, target)
        yield Choice(label, event, detail=detail, correction=True, spot=spot, why=cite.ARMED)


def _standing(state: State, target: Seat) -> str:
    """How much damage of a player's breakpoint there is already."""
    health = state.seats[target].health
    text = "{taken} of {breakpoint} damage this turn"
    if target in state.away:
        text = "{taken} of {breakpoint} damage this turn · has left, nobody blocks"
    return say(text, taken=health.taken, breakpoint=health.breakpoint)


def tell_attack(telling: Telling[State, Attack]) -> str:
    event = telling.event
    text = "{who} attacks {player} with refracted dragons" if event.refracted else "{who} attacks {player}"
    if event.player == event.seat:
        return say("{who} is attacked by their own refracted dragons", who=telling.who)
    return say(text, who=telling.who, player=person(event.player))


def come_back_follows(telling: Telling[State, Attack]) -> Iterator[str]:
    """Which refracted dragons flip up."""
    clash = telling.after.clash
    if telling.event.refracted and clash is not None:
        text = "{dragons} flips up" if len(clash.attackers) == 1 else "{dragons} flip up"
        yield say(text, dragons=listed([telling.after.fighter_name(one) for one in clash.attackers]))


ATTACK = Action(Attack, cite.ATTACK, attack, tell_attack, offers=offer_attacks, follows=come_back_follows)


# --- a dragon out of the hand, or a token


def _card_pick(card: Facts) -> Pick:
    detail = " · ".join(part for part in (_strength(card), plain(card.text)) if part)
    return Pick(card.id, card.name, card.id, detail=detail, suit=card.faction)


@dataclass(frozen=True, slots=True)
class PlayDragon(Event):
    """An attacking dragon is played, out of the hand or as the token with that name.

    The first one begins the attack, on ``player``; where only one player can be attacked nobody need be named.
    """

    card: str
    sv: int | None = None
    code: str = ""
    token: str = ""
    player: Seat | None = None


def play_dragon(state: State, event: PlayDragon, judge: Judge) -> State:
    state = _begun(state, event, judge)
    clash, seat = checks.seat_in_combat(judge, state)
    text = say("{attacker} attacks here.", attacker=person(clash.attacker))
    judge.rule(seat == clash.attacker, "not_your_turn", text, cite.OWN_TURN)
    checks.in_step(judge, clash, "attack", cite.TURN)
    state, part = checks.take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    one = Fighter.assembled(f"d{state.serial}", (part,))
    state = replace(state, clash=replace(clash, attackers=(*clash.attackers, one)), serial=state.serial + 1)
    return played(state, seat, one)


def _begun(state: State, event: PlayDragon, judge: Judge) -> State:
    """The table with the attack begun that this dragon is the first of."""
    if state.clash is not None or event.seat is None or event.seat != state.active or state.phase != "combat":
        return state
    there = targets(state, event.seat)
    whom = event.player if event.player is not None or len(there) != 1 else there[0]
    if whom is None:
        judge.struct(not there, "choice_open", "Say who the dragon attacks.", cite.ATTACK.citation)
        return state
    checks.player_named(judge, state, whom)
    return _attacked(state, whom, event.seat, judge)


def played(state: State, seat: Seat, one: Fighter) -> State:
    """What "when played" does: the table carries out what forbids Fireballs, the rest is its player's."""
    clash = state.clash
    if clash is not None and clash.attacks(one) and any("shields_all" in card.words for card in one.cards):
        state = replace(state, clash=replace(clash, shielded=True))
    return state.remind(seat, one, "played")


def offer_dragons(state: State, seat: Seat) -> Iterator[Choice]:
    """One choice a dragon: with several players to attack, whom the first one goes for."""
    going_on = state.acting(seat, "attack") is not None
    there = targets(state, seat)
    if not going_on and not there:
        return
    for card in map(known, checks.playable(state, seat)):
        text = "Play {name}" if card.printed else "Play a {name} of mine"
        label = say(text, name=card.name if card.printed else card.name.lower())
        yield _playing(state, seat, card, there, label=label, spot=spots.in_hand(card.id))
    for uid, token in checks.token_dragons(state, seat):
        label = say("Play the token {name}", name=token.name)
        yield _playing(state, seat, token, there, label=label, spot=spots.token(uid), token=uid)


def _playing(
    state: State, seat: Seat, card: Facts, there: tuple[Seat, ...], label: str, spot: str, token: str = ""
) -> Choice:
    picks = [Pick(one, person(one), detail=_blow(state, card, one), spot=spots.player(one)) for one in there]
    whom = (FieldSpec("player", "Who does it attack?", tuple(picks)),) if len(picks) > 1 else ()
    strength = (checks.sv_field(),) if card.sv is None else ()
    detail = picks[0].detail if len(picks) == 1 else _strength(card)
    return Choice.asking(
        PlayDragon, label, (*strength, *whom), known={"card": card.id, "token": token}, seat=seat, detail=detail,
        card=card.id, uid=token, suit=card.faction, spot=spot, why=cite.PLAYING,
    )  # fmt: skip


def _blow(state: State, card: Facts, target: Seat) -> str:
    """What a dragon does to a player where nothing blocks it."""
    if card.sv is None:
        return ""
    damage, health = card.sv + card.bonus, state.seats[target].health
    if health.taken + damage < health.breakpoint:
        return say("hits for {damage}", damage=damage)
    return say("hits for {damage}: K.O." if health.stage == 1 else "hits for {damage}: out", damage=damage)


def _strength(card: Facts) -> str:
    return say("SV {sv}", sv=card.sv) if card.sv is not None else ""


def tell_dragon(telling: Telling[State, PlayDragon]) -> str:
    event = telling.event
    text = "{who} plays {card}" if event.sv is None else "{who} plays {card} with SV {sv}"
    clash = telling.after.clash
    if telling.before.clash is not None or clash is None:
        return say(text, who=telling.who, card=name_of(event.card), sv=event.sv)
    text = "{who} attacks {player} with {card}"
    text = text if event.sv is None else "{who} attacks {player} with {card} with SV {sv}"
    return say(text, who=telling.who, player=person(clash.defender), card=name_of(event.card), sv=event.sv)


PLAY_DRAGON = Action(PlayDragon, cite.PLAYING, play_dragon, tell_dragon, offers=offer_dragons, plays=True)


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
    """One choice a dragon; with several attackers, which one it blocks."""
    clash = state.acting(seat, "defense")
    if clash is None or not clash.attackers or state.seats[seat].health.immune:
        return
    for card in map(known, checks.playable(state, seat)):
        if not (card.printed and "attack_only" in card.words):
            text = "Block with {name}" if card.printed else "Block with a {name} of mine"
            label = say(text, name=card.name if card.printed else card.name.lower())
            yield _blocking(state, clash, seat, card, label=label, spot=spots.in_hand(card.id))
    for uid, token in checks.token_dragons(state, seat):
        if "attack_only" not in token.words:
            label = say("Block with the token {name}", name=token.name)
            yield _blocking(state, clash, seat, token, label=label, spot=spots.token(uid), token=uid)


def _blocking(state: State, clash: Clash, seat: Seat, card: Facts, label: str, spot: str, token: str = "") -> Choice:
    picks = [replace(checks.fighter_pick(state, one), detail=_duel(clash, one, card)) for one in clash.attackers]
    strength = (checks.sv_field(),) if card.sv is None else ()
    settled: dict[str, str] = {"card": card.id, "token": token}
    which: tuple[FieldSpec, ...] = ()
    if len(picks) == 1:
        settled["attacker"], detail = str(picks[0].value), picks[0].detail
    else:
        which, detail = (FieldSpec("attacker", "Which attacker does it block?", tuple(picks)),), _strength(card)
    return Choice.asking(
        Block, label, (*strength, *which), known=settled, seat=seat, detail=detail, card=card.id, uid=token,
        suit=card.faction, spot=spot, why=cite.BLOCKING,
    )  # fmt: skip


def _duel(clash: Clash, attacker: Fighter, card: Facts) -> str:
    """Who falls if this card blocks that attacker as well and nothing else is played."""
    if card.sv is None:
        return ""
    one = Fighter.assembled("new", (Part(card.id, card.sv, clash.defender),))
    blocks = {**clash.blocks, one.uid: attacker.uid}
    met = replace(clash, blockers=(*clash.blockers, one), blocks=blocks)
    loss = sum(face.words.get("wounds_blocker", 0) for face in attacker.cards)
    field = combat.shoot(met.field, combat.Shot(one.uid, loss)) if loss else met.field
    if one.uid not in {blocker.id for blocker in field.blockers}:
        return "falls before it deals damage"
    others = {question.attacker: question.candidates[0] for question in combat.questions(field)}
    done = combat.combat_damage(field, {**others, attacker.uid: one.uid})
    falls, dies = attacker.uid in done.killed, one.uid in done.killed
    return "both fall" if falls and dies else "it falls" if falls else "stops it, and falls" if dies else "stops it"


def tell_block(telling: Telling[State, Block]) -> str:
    event = telling.event
    short, with_sv = "{who} blocks {attacker} with {card}", "{who} blocks {attacker} with {card} with SV {sv}"
    text = short if event.sv is None else with_sv
    attacker = telling.before.named(event.attacker)
    return say(text, who=telling.who, attacker=attacker, card=name_of(event.card), sv=event.sv)


BLOCK_ATTACKER = Action(Block, cite.BLOCKING, block, tell_block, offers=offer_blocks, plays=True)


def when_blocked(state: State, clash: Clash) -> State:
    """What blocked dragons take off each of their blockers, once the defence stands (BR-R38)."""
    field = clash.field
    for one in clash.attackers:
        loss = sum(card.words.get("wounds_blocker", 0) for card in one.cards)
        for blocker in combat.blockers_of(clash.field, one.uid) if loss else ():
            field = combat.shoot(field, combat.Shot(blocker.id, loss))
    return fireballs.after_shots(state, clash, field)


# --- dragons that change


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
    text = "Only your own dragons can be transmuted."
    judge.struct(under in clash.own_side(seat), "bad_target", text, cite.TRANSMUTE.citation)
    _keyword(judge, checks.a_card(judge, event.card, checks.DRAGONS, event.code), "transmute")
    state, part = checks.take(judge, state, seat, card=event.card, sv=event.sv, code=event.code, token=event.token)
    return replace(state, clash=clash.swapped(_merged(under, part)))


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
                known={"card": card.id}, seat=seat, spot=spots.in_hand(card.id), why=cite.TRANSMUTE,
            )  # fmt: skip
    for uid, token in checks.token_dragons(state, seat):
        if token.has("transmute"):
            label, settled = say("Transmute the token {name}", name=token.name), {"card": token.id, "token": uid}
            yield Choice.asking(Transmute, label, (onto,), known=settled, seat=seat, uid=uid, spot=spots.token(uid))


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
    text = "Only your own dragons can imitate."
    judge.struct(one in clash.own_side(seat), "bad_target", text, cite.IMITATE.citation)
    imitators = [card for card in one.cards if card.has("imitate")]
    text = say("{name} cannot imitate.", name=one.name)
    judge.rule(bool(imitators), "no_keyword", text, cite.IMITATE)
    called = _imitated(judge, state, one, event.like)
    for card in imitators:
        state = state.seen_to(seat, f"{card.name}: ")
    attacks = clash.attacks(one)
    copy = one.imitating(called, attacks=attacks)
    state = replace(state, clash=clash.swapped(copy)).with_own_quest(seat, "imitates")
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
    text = say("By our count there is no {name} in a discard pile.", name=found.name)
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


def offer_imitations(state: State, seat: Seat) -> Iterator[Choice]:
    clash = state.clash
    for one in _changeable(state, seat) if clash is not None else ():
        targets = tuple(_imitable(state, clash, one)) if clash is not None else ()
        if targets:
            # Never answered beforehand: who touches the other dragon means it, not that one be taken back.
            like = FieldSpec("like", "Which dragon?", targets)
            yield Choice.asking(
                Imitate, say("{dragon} imitates", dragon=state.fighter_name(one)), (like,), seat=seat,
                known={"dragon": one.uid}, uid=one.uid, spot=spots.fighter(one.uid), why=cite.IMITATE,
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

"""Fireballs, ambushes and texts that take SV off a dragon of a combat of Dragon Breeds (Combat: Fireball phase)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Level, Refusal, Seat
from rules.games.breeds import checks, damage, pictures, spots
from rules.games.breeds import citations as cite
from rules.games.breeds import combat_rules as combat
from rules.games.breeds.deck import (
    Facts,
    facts,
    fireball_card,
    identity,
    known,
    name_of,
)
from rules.games.breeds.state import Clash, Fighter, Part, State, without
from rules.text import listed, say
from rules.view import person

FIRE = "fire"
"""Key of the prompt these actions answer."""
AMOUNT_MOST = 20
AMBUSH_OFFERED = 9
CHANGE_OFFERED = 9


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
            raise Refusal(
                Level.STRUCT, "no_token", "That Fireball is no longer in the token area; somebody was faster."
            )
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
    aimable, player = _aimable(state, seat), state.seats[seat]
    if not aimable:
        return
    target = checks.one_of("target", "At which dragon?", _hit_picks(state, aimable, 1))
    card = fireball_card(player.faction)
    if player.cycle.hand and state.may_hold(seat, card):
        yield Choice.asking(
            Fireball, "Fireball", (target,), seat=seat, card=card, spot=spots.in_hand(card),
            why=cite.FIREBALLS,
        )  # fmt: skip
    token = next((one.uid for one in player.tokens if one.kind == "fireball"), None)
    if token is not None:
        yield Choice.asking(
            Fireball, "Fireball token", (target,), known={"token": token}, seat=seat, uid=token,
            spot=spots.token(token), why=cite.FIREBALLS,
        )  # fmt: skip


def _hit_picks(state: State, fighters: tuple[Fighter, ...], amount: int) -> tuple[Pick, ...]:
    """Dragons as targets, each with what so many SV less leave of it."""
    clash = state.clash
    waiting = () if clash is None else clash.aimed
    picks = []
    for one in fighters:
        had = one.sv - sum(shot.amount for shot in waiting if shot.target == one.uid)
        text = "SV {sv} → {left}" if had > amount else "falls"
        detail = say(text, sv=had, left=had - amount)
        picks.append(replace(checks.fighter_pick(state, one), detail=detail))
    return tuple(picks)


def tell_fireball(telling: Telling[State, Fireball]) -> str:
    event = telling.event
    what = "a Fireball token" if event.token else "a Fireball"
    text = "{who} throws {what} at {target}" if event.amount == 1 else "{who} throws {what} at {target} for {amount}"
    return say(text, who=telling.who, what=what, target=telling.before.named(event.target), amount=event.amount)


FIREBALL = Action(Fireball, cite.FIREBALLS, fireball, tell_fireball, offers=offer_fireballs, pictures=pictures.of_shot)


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
    return state.with_own_quest(seat, "ambush") if fell else state


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
    for card in map(known, checks.playable(state, seat)):
        if card.has("ambush"):
            target = _ambush_target(state, clash, card)
            label, detail = "One of my dragons ambushes", ""
            if card.printed:
                label = say("{name} ambushes", name=card.name)
                detail = say("takes {value} SV", value=ambush_value(state, clash, card))
            yield Choice.asking(
                Ambush, label, (target, *_numbers(state, clash, card)), known={"card": card.id}, seat=seat,
                card=card.id, suit=card.faction, detail=detail, spot=spots.in_hand(card.id),
                why=cite.AMBUSH,
            )  # fmt: skip
    for uid, token in checks.token_dragons(state, seat):
        if token.has("ambush"):
            label, settled = say("The token {name} ambushes", name=token.name), {"card": token.id, "token": uid}
            numbers = (one for one in _numbers(state, clash, token) if one.name != "sv")
            holes = (_ambush_target(state, clash, token), *numbers)
            yield Choice.asking(
                Ambush, label, holes, known=settled, seat=seat, uid=uid, spot=spots.token(uid),
                why=cite.AMBUSH,
            )  # fmt: skip


def _ambush_target(state: State, clash: Clash, card: Facts) -> FieldSpec:
    """Whom an ambush hits, with what it leaves of each where its strength is printed."""
    picks = checks.fighter_picks(state, clash.blockers)
    if card.printed:
        picks = _hit_picks(state, clash.blockers, ambush_value(state, clash, card))
    return checks.one_of("target", "Which dragon?", picks)


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


AMBUSH = Action(Ambush, cite.AMBUSH, ambush, tell_ambush, offers=offer_ambushes, pictures=pictures.of_shot)


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
    clash = clash.swapped(changed)
    state = replace(state, clash=clash)
    if event.sv >= 0:
        return state
    return after_shots(state, clash, combat.shoot(clash.field, combat.Shot(one.uid, -event.sv)))


def strengthened(state: State, clash: Clash, one: Fighter, sv: int) -> State:
    """The table with a dragon at that SV; at 0 it is gone like one a fireball took."""
    state = replace(state, clash=clash.swapped(replace(one, sv=max(1, sv))))
    if sv > 0 or state.clash is None:
        return state
    return after_shots(state, state.clash, combat.shoot(state.clash.field, combat.Shot(one.uid)))


def offer_adjusting(state: State, seat: Seat) -> Iterator[Choice]:
    if state.clash is None or not state.clash.fighters:
        return
    picks = tuple(
        Pick(one.uid, state.fighter_name(one), uid=one.uid, spot=spots.fighter(one.uid)) for one in state.clash.fighters
    )
    which, why = FieldSpec("dragon", "Which dragon?", picks), cite.BY_HAND
    holes = (which, _change("sv", "SV more or less"), _change("bonus", "Damage more or less"))
    yield Choice.asking(Adjust, "A card changes a dragon", holes, seat=seat, correction=True, why=why)
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
    text = say("{who}: a card changes {dragon}", who=telling.who, dragon=dragon)
    return say("{text}: {changes}", text=text, changes=listed(changes)) if changes else text


ADJUST = Action(Adjust, cite.TEXT, adjust, tell_adjusting, offers=offer_adjusting)

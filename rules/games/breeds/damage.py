"""Damage in Dragon Breeds: it lands all at once, players are knocked out and eliminated, cards go home.

What a dragon deals and what a breakpoint is stands in ``combat_rules``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, Pick
from rules.event import Event, Judge, Seat
from rules.games.breeds import checks, pictures, spots
from rules.games.breeds import citations as cite
from rules.games.breeds import combat_rules as combat
from rules.games.breeds.deck import identity
from rules.games.breeds.state import Clash, Cycle, Fighter, Part, Refracted, State, Token, Trashed
from rules.text import listed, say
from rules.view import person

STAGE = "stage"
"""Key of the prompt these actions answer."""


# --- which blocker is hit


@dataclass(frozen=True, slots=True)
class ChooseDamage(Event):
    """``attacker`` deals all its damage to ``blocker``."""

    attacker: str
    blocker: str


def choose_damage(state: State, event: ChooseDamage, judge: Judge) -> State:
    clash, seat = checks.seat_in_combat(judge, state)
    text = say("{attacker} chooses this.", attacker=person(clash.attacker))
    judge.rule(seat == clash.attacker, "not_your_turn", text, cite.ONE_BLOCKER)
    checks.in_step(judge, clash, "damage", cite.DAMAGE)
    checks.fighter_named(judge, clash, event.attacker)
    objection = combat.target_objection(clash.field, event.attacker, event.blocker)
    if objection is not None:
        judge.struct(False, objection.code, "That dragon does not block it.", objection.why.citation)
    return replace(state, clash=replace(clash, targets={**clash.targets, event.attacker: event.blocker}))


def offer_targets(state: State, seat: Seat) -> Iterator[Choice]:
    clash = state.clash
    if clash is None or clash.step != "damage" or seat != clash.attacker:
        return
    there = {one.uid: one for one in clash.fighters}
    questions = combat.questions(clash.field, clash.targets)
    for question in questions:
        one, blockers = there[question.attacker], (there[uid] for uid in question.candidates)
        spec = checks.one_of("blocker", "Which blocker?", (_blow(state, clash, one, other) for other in blockers))
        # A single question is answered with one tap, on the blocker.
        spot = spots.fighter(one.uid) if len(questions) > 1 else ""
        yield Choice.asking(
            ChooseDamage, say("{dragon} hits", dragon=state.fighter_name(one)), (spec,), seat=seat, spot=spot,
            known={"attacker": one.uid}, uid=one.uid, why=cite.ONE_BLOCKER,
        )  # fmt: skip


def _blow(state: State, clash: Clash, attacker: Fighter, blocker: Fighter) -> Pick:
    """A blocker as an answer, with what the attacker's damage does to it."""
    deals = clash.dragon(attacker).damage
    text = "falls" if deals >= max(1, blocker.sv) else "takes {damage} of {sv}"
    return replace(checks.fighter_pick(state, blocker), detail=say(text, damage=deals, sv=blocker.sv))


def tell_target(telling: Telling[State, ChooseDamage]) -> str:
    attacker, blocker = telling.before.named(telling.event.attacker), telling.before.named(telling.event.blocker)
    return say("{who}: {attacker} hits {dragon}", who=telling.who, attacker=attacker, dragon=blocker)


CHOOSE_DAMAGE = Action(ChooseDamage, cite.DAMAGE, choose_damage, tell_target, offers=offer_targets)


# --- damage lands


@dataclass(frozen=True, slots=True)
class ConfirmDamage(Event):
    """Combat damage lands, all at once."""


def confirm_damage(state: State, event: ConfirmDamage, judge: Judge) -> State:
    clash = checks.clash_of(judge, state)
    judge.struct(clash.step == "damage", "phase", checks.not_now(clash), cite.DAMAGE.citation)
    field = clash.field
    asked = combat.questions(field, clash.targets)
    text = say("First {attacker} says which blocker is hit.", attacker=person(clash.attacker))
    judge.struct(not asked, "choice_open", text, cite.ONE_BLOCKER.citation)
    done = combat.combat_damage(field, clash.targets, state.house)
    state = _killings(state, clash, done)
    state = finished(state, clash, done.killed)
    before = state.seats[clash.defender].health
    state = wound(state, clash.defender, done.player_damage)
    if state.phase == "over":
        return state
    state = _stage(state, clash, done.player_damage, ko=before.status != state.seats[clash.defender].health.status)
    return combat_left(state)


def forecast(state: State, clash: Clash) -> combat.Harvest:
    """What combat damage would do as things lie now; open questions answered with the first blocker."""
    field = clash.field
    for shot in clash.aimed:
        field = combat.shoot(field, shot)
    targets = dict(clash.targets)
    for question in combat.questions(field, targets):
        targets[question.attacker] = question.candidates[0]
    return combat.combat_damage(field, targets, state.house)


def _killings(state: State, clash: Clash, done: combat.Harvest) -> State:
    """What texts say when dragons kill and die: one trigger for each killer of a blocked attacker."""
    blockers = {one.uid: one for one in clash.blockers}
    for one in clash.attackers:
        its = (uid for uid, at in clash.blocks.items() if at == one.uid and uid in blockers)
        target = clash.targets.get(one.uid) or next(its, "")
        if target in done.killed:
            state = state.remind(clash.attacker, one, "kills")
        if one.uid in done.killed:
            state = state.remind(clash.attacker, one, "killed")
            for killer in done.killers.get(one.uid, ()):
                state = state.remind(clash.defender, blockers[killer], "kills")
    for one in clash.blockers:
        if one.uid in done.killed:
            state = state.remind(clash.defender, one, "killed")
    return state


def _stage(state: State, clash: Clash, amount: int, *, ko: bool) -> State:
    """The ability of the attacker's identity card that is up, after hurting a player."""
    player = state.seats[clash.attacker]
    up = identity(player.faction, player.health.stage)
    needs = up is not None and "their_cards" in up.words
    which = combat.stage_reminder(player.health.stage, amount, ko=ko, needs_their_cards=needs)
    if not which:
        return state
    if up is None:
        word = "stage 1" if which == "stage_1" else "stage 2"
        text = say("You hurt a player: the {stage} ability on your identity card.", stage=word)
        return state.with_todo(clash.attacker, text)
    if which == "stage_2" and not up.when("damages_player"):
        return state
    if not needs:
        return state.with_text(clash.attacker, up)
    # With an empty draw pile there is no top card to look at, so the ability cannot be used.
    return state.with_text(clash.attacker, up, clash.defender) if state.seats[clash.defender].cycle.draw else state


@dataclass(frozen=True, slots=True)
class DiscardTop(Event):
    """A text of the seat's puts the top card of the draw pile of ``player`` on that player's discard."""

    player: Seat


def discard_top(state: State, event: DiscardTop, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    checks.in_game(judge, state, seat)
    player = checks.player_named(judge, state, event.player)
    checks.alive(judge, state, event.player)
    asked = [one for one in state.todos if one.seat == seat and one.whom == event.player and not one.done]
    judge.rule(bool(asked), "no_text", "None of your cards asks for this now.", cite.STAGE_1)
    text = say("The draw pile of {player} is empty by our count.", player=person(event.player))
    judge.struct(player.cycle.draw > 0, "empty_pile", text)
    state = state.with_seat(event.player, player.counted(draw=-1, discard=1))
    return state.seen_to(seat, asked[0].text) if asked else state


def offer_discard_top(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.todos:
        whom = one.whom
        if one.seat == seat and not one.done and whom is not None and state.in_play(seat):
            there = not state.seats[whom].health.immune and state.seats[whom].cycle.draw
            if there:
                label = say("The top card of {whom} goes on their discard", whom=person(whom))
                event = DiscardTop(whom, seat=seat)
                yield Choice(label, event, detail=one.text, prompt=STAGE, primary=True, why=cite.STAGE_1)


def tell_discard_top(telling: Telling[State, DiscardTop]) -> str:
    whom = person(telling.event.player)
    return say("{who} puts the top card of {player} on their discard", who=telling.who, player=whom)


DISCARD_TOP = Action(DiscardTop, cite.STAGE_1, discard_top, tell_discard_top, offers=offer_discard_top)


def finished(state: State, clash: Clash, killed: tuple[str, ...]) -> State:
    """All dragons after combat damage: attackers and the dead at their sources, blockers that lived in hand."""
    state = spent_home(replace(state, clash=None), clash)
    state = home(state, *clash.attackers)
    for one in clash.blockers:
        state = home(state, one) if one.uid in killed else survive(state, clash.defender, one)
    return state


def offer_damage(state: State, seat: Seat) -> Iterator[Choice]:
    clash = state.clash
    if clash is None or clash.step != "damage" or seat not in (clash.attacker, clash.defender):
        return
    if not combat.questions(clash.field, clash.targets):
        label = say("Damage: {damage}", damage=forecast(state, clash).player_damage)
        yield Choice(label, ConfirmDamage(seat=seat), primary=True, why=cite.DAMAGE)


def tell_damage(telling: Telling[State, ConfirmDamage]) -> str:
    before, clash = telling.before, telling.before.clash
    if clash is None:
        return "Combat damage lands"
    done = combat.combat_damage(clash.field, clash.targets, before.house)
    people = {"attacker": person(clash.attacker), "defender": person(clash.defender)}
    status = telling.after.seats[clash.defender].health.status
    return say(FIGHT_ENDS[status], **people, damage=done.player_damage)


FIGHT_ENDS = {
    "alive": "{attacker} against {defender}: {damage} damage",
    "ko": "{attacker} knocks {defender} out: {damage} damage",
    "eliminated": "{attacker} eliminates {defender}: {damage} damage",
}
"""How a combat is told, by what became of the player who was attacked: a knock-out comes before all else."""


def damage_follows(telling: Telling[State, ConfirmDamage]) -> Iterator[str]:
    """Who hit the player, who fell, and which blockers are back."""
    before, clash = telling.before, telling.before.clash
    if clash is None:
        return
    done = combat.combat_damage(clash.field, clash.targets, before.house)
    for one in clash.attackers:
        dragon = clash.dragon(one)
        if (one.uid in done.unblocked or one.hits) and dragon.damage:
            text, whom = "{dragon} hits {player} for {damage}", person(clash.defender)
            yield say(text, dragon=before.fighter_name(one), player=whom, damage=dragon.damage)
    for one in clash.fighters:
        if one.uid in done.killed:
            yield say("{dragon} is destroyed", dragon=before.fighter_name(one))
    back = [before.fighter_name(one) for one in clash.blockers if one.uid not in done.killed]
    if back and not telling.after.seats[clash.defender].out:
        yield say("{dragons} back to {player}", dragons=listed(back), player=person(clash.defender))


CONFIRM_DAMAGE = Action(
    ConfirmDamage, cite.DAMAGE, confirm_damage, tell_damage, offers=offer_damage, follows=damage_follows,
    pictures=pictures.of_fight,
)  # fmt: skip


# --- the end of the combat phase


def combat_left(state: State, *, by_choice: bool = False) -> State:
    """Out of the combat phase once nothing is left to do in it, or somebody says so."""
    if state.phase != "combat" or state.clash is not None:
        return state
    still = [one for one in state.waiting if one.target is None or not state.seats[one.target].health.immune]
    if still or not (by_choice or state.now.attacked):
        return state
    state = come_home(state, state.waiting)
    hits, seat = state.now.self_hits, state.active
    downed = state.now.knocked_out
    state = replace(state, phase="market", now=replace(state.now, self_hits=()))
    for one in hits:
        amount = combat.self_attack_damage(one.amount, refractor_ko_this_turn=one.refractor in downed)
        state = wound(state, seat, amount)
    return state


# --- a player is hurt


def wound(state: State, seat: Seat, amount: int) -> State:
    """The table after a player took damage; at the breakpoint K.O. or out."""
    player = state.seats[seat]
    before, after = player.health, combat.hurt(player.health, amount)
    state = state.with_seat(seat, replace(player, health=after))
    if after.status == before.status:
        return state
    return fell(state, seat)


def fell(state: State, seat: Seat) -> State:
    """What a K.O. or an elimination that has just happened takes with it."""
    state = replace(state, now=replace(state.now, knocked_out=(*state.now.knocked_out, seat)))
    if state.clash is not None and seat in (state.clash.attacker, state.clash.defender):
        state = called_off(state)
    # Refract: with the refractor down, what they sent away comes home at once.
    state = come_home(state, tuple(one for one in state.refracted if one.refractor == seat))
    player = state.seats[seat]
    if player.out:
        state = _eliminated(state, seat)
    else:
        state = state.with_seat(seat, replace(player, cycle=player.cycle.knocked_out(state.house)))
    if seat == state.active and state.phase in ("combat", "market", "flush"):
        # Nothing but the draw phase is left of a turn whose player is down (BR-R33).
        state = replace(state, phase="draw", now=replace(state.now, self_hits=()))
    if len(state.living) <= 1 and state.phase != "setup":
        state = replace(state, phase="over", clash=None)
    return state


def come_home(state: State, ghosts: tuple[Refracted, ...]) -> State:
    """These refracted dragons at their sources."""
    state = replace(state, refracted=tuple(one for one in state.refracted if one not in ghosts))
    return home(state, *(one.fighter for one in ghosts))


def _eliminated(state: State, seat: Seat) -> State:
    """All cards of the seat's box leave the game, wherever they are; what it had of others goes back to its source.

    Told by the box and not by the colour: two seats may play one colour out of two print sets (BR-R35).
    """
    borrowed = tuple(one for one in state.seats[seat].tokens if one.owner != seat)
    fallen = (*(one for one in state.fallen if one != seat), seat)
    todos = tuple(one for one in state.todos if one.seat != seat)
    trash = tuple(one for one in state.trash if one.owner != seat)
    state = replace(state, fallen=fallen, todos=todos, trash=trash)
    for other, player in enumerate(state.seats):
        tokens = () if other == seat else tuple(one for one in player.tokens if one.owner != seat)
        state = state.with_seat(other, replace(player, tokens=tokens))
    empty = tuple(replace(slot, pile=0, up=False, card="", code="") for slot in state.seats[seat].supply)
    state = state.with_seat(
        seat, replace(state.seats[seat], cycle=Cycle(0, 0, 0), dragons=(), supply=empty, discarded=())
    )
    state = _field_without(state, seat)
    for token in borrowed:
        state = token_home(state, token)
    # Refracted dragons of others that the seat would have played come home.
    state = come_home(state, tuple(one for one in state.refracted if one.seat == seat))
    kept = ((one, _parts_without(one.fighter, seat)) for one in state.refracted)
    return replace(state, refracted=tuple(replace(one, fighter=left) for one, left in kept if left.parts))


def _parts_without(fighter: Fighter, seat: Seat) -> Fighter:
    return replace(fighter, parts=tuple(part for part in fighter.parts if part.owner != seat))


def _field_without(state: State, seat: Seat) -> State:
    """The combat without the cards of a player who is out; dragons with other cards in them stay as they are."""
    clash = state.clash
    if clash is None:
        return state
    sides = (clash.attackers, clash.blockers, clash.joining)
    trimmed = ((_parts_without(one, seat) for one in side) for side in sides)
    attackers, blockers, joining = (tuple(one for one in side if one.parts) for side in trimmed)
    ambushed = tuple(part for part in clash.ambushed if part.owner != seat)
    there = {one.uid for one in (*attackers, *blockers)}
    targets = {a: b for a, b in clash.targets.items() if a in there and b in there}
    clash = replace(clash, attackers=attackers, blockers=blockers, joining=joining, ambushed=ambushed, targets=targets)
    return replace(state, clash=clash)


# --- cards go home


def token_home(state: State, token: Token) -> State:
    """A token at its source again; where its player is out, it left the game."""
    if token.source == "pile" or token.owner is None:
        return state
    player = state.seats[token.owner]
    if player.out:
        return state
    match token.source:
        case "discard":
            return state.with_seat(token.owner, player.laid_away(token.card))
        case "trash":
            return replace(state, trash=(*state.trash, Trashed(token.card, token.owner)))
    slot = player.supply[token.slot - 1]
    back = replace(slot, pile=slot.pile + 1, up=True, card=token.card, code=token.code)
    return state.with_seat(token.owner, player.with_slot(token.slot, back))


def part_home(state: State, part: Part) -> State:
    """A dragon's card at its source: a token's, or its owner's discard."""
    if part.token is not None:
        return token_home(state, part.token)
    owner = state.seats[part.owner]
    return state if owner.out else state.with_seat(part.owner, owner.laid_away(part.card))


def home(state: State, *fighters: Fighter) -> State:
    """All cards of these dragons at their sources."""
    for fighter in fighters:
        for part in fighter.parts:
            state = part_home(state, part)
    return state


def survive(state: State, seat: Seat, fighter: Fighter) -> State:
    """A blocker that lived: back in its player's hand, a token in the token area."""
    for part in fighter.parts:
        player = state.seats[seat]
        if player.out:
            state = part_home(state, part)
        elif part.token is not None:
            state = state.with_seat(seat, replace(player, tokens=(*player.tokens, part.token)))
        else:
            state = state.with_seat(seat, player.counted(hand=1))
    return state


def spent_home(state: State, clash: Clash) -> State:
    """Ambushers and token fireballs, at the end of a combat."""
    for part in clash.ambushed:
        state = part_home(state, part)
    for token in clash.spent:
        state = token_home(state, token)
    return state


def called_off(state: State) -> State:
    """The table without the combat going on: attackers at their sources, blockers in hand."""
    clash = state.clash
    if clash is None:
        return state
    state = spent_home(replace(state, clash=None), clash)
    state = home(state, *clash.attackers, *clash.joining)
    for fighter in clash.blockers:
        state = survive(state, clash.defender, fighter)
    return state

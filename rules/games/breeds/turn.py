"""A turn of Dragon Breeds from phase to phase, the draw phase, and what texts leave to do (Turn phases)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.action import Action, Telling
from rules.choice import Choice
from rules.event import Event, Judge, Level, Seat
from rules.games.breeds import checks, combat, damage, fireballs, market
from rules.games.breeds import citations as cite
from rules.games.breeds import combat_rules as health
from rules.games.breeds.damage import STAGE, combat_left, token_home
from rules.games.breeds.state import FRESH, HAND_TARGET, Clash, Cycle, Player, Slot, State, Step
from rules.text import listed, plural, say
from rules.view import person

CARDS_MOST = 20


# --- done with a step or a phase


@dataclass(frozen=True, slots=True)
class Done(Event):
    """Nothing more in this step of a combat, or this phase of the turn."""

    step: Literal["attack", "defense", "fireball_att", "fireball_def", "combat", "market", "flush"]


def done(state: State, event: Done, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    if event.step not in ("combat", "market", "flush"):
        return _step_done(state, event, judge, seat)
    judge.struct(state.clash is None, "combat_on", checks.COMBAT_ON, cite.ATTACK.citation)
    text = say("That phase is over already; the turn is in its {phase} phase.", phase=state.phase)
    judge.struct(event.step == state.phase, "already_there", text)
    checks.own_turn(judge, state, seat)
    if event.step == "combat":
        return _combat_done(state, judge)
    return replace(state, phase="flush" if event.step == "market" else "draw")


def _step_done(state: State, event: Done, judge: Judge, seat: Seat) -> State:
    clash = checks.clash_of(judge, state)
    text = say("That step is over already: now {step}.", step=checks.STEPS[clash.step])
    judge.struct(event.step == clash.step, "already_there", text)
    whose = clash.attacker if event.step in ("attack", "fireball_att") else clash.defender
    judge.rule(seat == whose, "not_your_turn", say("{who} says so here.", who=person(whose)), cite.OWN_TURN)
    if event.step == "attack" and not clash.attackers:
        judge.warn(False, "no_dragons", "No dragon was played, so nobody is attacked.", cite.PLAYING)
        return combat_left(replace(state, clash=None))
    return _next_step(state, clash)


def _next_step(state: State, clash: Clash) -> State:
    """The combat at its next step, after what the end of this one brings."""
    step = clash.step
    if step == "defense":
        state = combat.when_blocked(state, clash)
    elif step in ("fireball_att", "fireball_def"):
        state = fireballs.landed(state, clash)
    clash = state.clash or clash
    if step == "fireball_att" and clash.joining:
        clash = replace(clash, attackers=(*clash.attackers, *clash.joining), joining=())
    return replace(state, clash=replace(clash, step=_NEXT[step]))


def settled(state: State, judge: Judge) -> State:
    """What follows by itself after every event: nobody waits for somebody who left, and who alone is left has won."""
    if any(one.level is Level.RULE or one.code == "by_hand" for one in judge.notices):
        state = replace(state, now=replace(state.now, by_hand=True))
    if state.phase in ("setup", "over") or not state.away:
        return state
    while state.clash is not None and state.clash.defender in state.away and state.clash.step in _ANSWERS:
        state = _next_step(state, state.clash)
    if len(state.present) > 1:
        return state
    return replace(state, left_at=state.phase, phase="over", now=replace(state.now, by_hand=True))


_ANSWERS = ("defense", "fireball_def")


_NEXT: Mapping[str, Step] = {
    "attack": "defense",
    "defense": "fireball_att",
    "fireball_att": "fireball_def",
    "fireball_def": "damage",
}


def _combat_done(state: State, judge: Judge) -> State:
    """The combat phase is skipped or over; refracted dragons that are due must have attacked."""
    coming = [one for one in state.waiting if one.target is not None and not state.seats[one.target].health.immune]
    unsaid = [one for one in state.waiting if one.target is None]
    judge.struct(not unsaid, "choice_open", "First say who the refracted dragons attack.", cite.REFRACT.citation)
    text = "Refracted dragons that are due attack first."
    judge.rule(not coming, "refracted_due", text, cite.COME_BACK)
    if coming:
        state = replace(state, refracted=tuple(one for one in state.refracted if one not in coming))
    return combat_left(state, by_choice=True)


def offer_done(state: State, seat: Seat) -> Iterator[Choice]:
    """The end of a step of a combat; of a phase only where something of it would else be left out."""
    if state.clash is not None:
        yield from _offer_step(state, seat, state.clash)
    elif seat == state.active and state.phase == "combat" and not state.combat_settled:
        unsaid = any(one.target is None for one in state.waiting)
        if not combat.ready_targets(state) and not unsaid:
            detail = "the damage of refracted dragons lands" if state.now.self_hits else ""
            event = Done("combat", seat=seat)
            quiet = bool(combat.targets(state, seat)) and combat.armed(state, seat)
            yield Choice("End the combat", event, detail=detail, primary=True, quiet=quiet, why=cite.TURN)


def _offer_step(state: State, seat: Seat, clash: Clash) -> Iterator[Choice]:
    if state.acting(seat, clash.step) is None:
        return
    lands = damage.forecast(state, clash).player_damage
    whom = person(clash.defender)
    match clash.step:
        case "attack":
            label = say("Attack for {damage}", damage=lands) if clash.attackers else "Attack nobody"
            detail = say("then {whom} may block", whom=whom) if clash.attackers else ""
            event, prompt, quiet, why = Done("attack", seat=seat), "", not clash.attackers, cite.PLAYING
        case "defense":
            label = "That is my defence" if clash.blockers else "Let it through"
            detail, quiet = _threat(state, clash, lands), False
            event, prompt, why = Done("defense", seat=seat), combat.BLOCK, cite.BLOCKING
        case "fireball_att":
            label = say("Damage: {damage}", damage=lands)
            detail = "no more fireballs from me"
            event, prompt, quiet, why = Done("fireball_att", seat=seat), "", True, cite.FIREBALLS
        case _:
            label, detail, quiet = "Let it pass", _threat(state, clash, lands), False
            event, prompt, why = Done("fireball_def", seat=seat), fireballs.FIRE, cite.FIREBALLS
    yield Choice(label, event, detail=detail, prompt=prompt, primary=True, quiet=quiet, why=why)


def _threat(state: State, clash: Clash, lands: int) -> str:
    """What the defender takes if nothing more is played."""
    health = state.seats[clash.defender].health
    left = health.breakpoint - health.taken - lands
    if left > 0:
        return say("{damage} damage, {hearts} left", damage=lands, hearts=plural(left, "heart"))
    text = "{damage} damage: you are knocked out" if health.stage == 1 else "{damage} damage: you are out"
    return say(text, damage=lands)


def tell_done(telling: Telling[State, Done]) -> str:
    """What was done in the step, or that nothing was."""
    before, step = telling.before, telling.event.step
    now, clash = before.now, before.clash
    if step in ("market", "flush", "combat"):
        combat_was = now.attacked or bool(now.self_hits)
        did = {"market": now.bought or now.trashed, "flush": now.flushed > 0, "combat": combat_was}[step]
        return say(_DID[step] if did else _DID_NOTHING[step], who=telling.who)
    there = () if clash is None else clash.attackers if step == "attack" else clash.blockers
    dragons = listed([before.fighter_name(one) for one in there])
    return say(_DID[step] if there else _DID_NOTHING[step], who=telling.who, dragons=dragons)


_DID = {
    "attack": "{who} has attacked with {dragons}",
    "defense": "{who} has blocked with {dragons}",
    "fireball_att": "{who} plays no more fireballs",
    "fireball_def": "{who} plays no more fireballs",
    "combat": "{who} leaves the combat phase",
    "market": "{who} leaves the market",
    "flush": "{who} is done flushing",
}
_DID_NOTHING = {
    **_DID,
    "attack": "{who} plays no dragon: there was no attack",
    "defense": "{who} does not block",
    "combat": "{who} does not attack",
    "market": "{who} buys and trashes nothing",
    "flush": "{who} flushes nothing",
}

DONE = Action(Done, cite.TURN, done, tell_done, offers=offer_done)


# --- the draw phase


@dataclass(frozen=True, slots=True)
class DrawPhase(Event):
    """The turn ends: hand and tokens away, all hands and supplies filled, the next player's turn."""


def draw_phase(state: State, event: DrawPhase, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    if state.active in state.present:
        checks.own_turn(judge, state, seat)
    judge.struct(state.clash is None, "combat_on", checks.COMBAT_ON, cite.ATTACK.citation)
    state = state if event.override else state.at_phase("draw")
    text = "The combat phase is not over: refracted dragons attack first, and their damage lands."
    judge.rule(state.phase == "draw", "phase", text, cite.COME_BACK)
    left = [one for one in state.todos if one.open and one.seat == state.active]
    judge.warn(
        not left,
        "reminders_open",
        say("{reminders} not ticked off.", reminders=plural(len(left), "reminder")),
        cite.TEXT,
    )
    state = _refilled(_tokens_away(replace(state, todos=()), state.active))
    up = (_supply_up(own) if seat in state.present else own for seat, own in enumerate(state.seats))
    state = replace(state, seats=tuple(up))
    return _next_turn(state)


def _tokens_away(state: State, seat: Seat) -> State:
    """The active player's tokens at their sources, but for those an ability keeps."""
    player = state.seats[seat]
    kept = tuple(one for one in player.tokens if one.keep)
    state = state.with_seat(seat, replace(player, tokens=kept))
    for token in player.tokens:
        if not token.keep:
            state = token_home(state, token)
    return state


def drawn_up(
    cycles: Mapping[str, Cycle], active: str | None, *, tokens: int = 0, targets: Mapping[str, int] | None = None
) -> dict[str, Cycle]:
    """Everybody's cycle after the draw phase: the active player puts away, then all draw up to their target."""
    after = {}
    for player, cycle in cycles.items():
        ready = cycle.put_away(tokens) if player == active else cycle
        after[player] = ready.refill((targets or {}).get(player, HAND_TARGET))
    return after


def _refilled(state: State) -> State:
    """Everybody's deck cycle after the draw phase, and what their hands do for it."""
    inside = {str(seat): state.seats[seat].cycle for seat in state.present}
    targets = {str(seat): own.refills_to for seat, own in enumerate(state.seats)}
    active = str(state.active)
    after = drawn_up(inside, active if active in inside else None, targets=targets)
    for key, cycle in after.items():
        seat = int(key)
        held = 0 if key == active else inside[key].hand
        text = _drawing(cycle.hand - held, inside[key].draw, away=key == active, reshuffled=cycle.reshuffled)
        state = state.with_seat(seat, state.seats[seat].refilled(cycle))
        if text:
            state = state.with_todo(seat, text, routine=True)
    return state


def _drawing(count: int, pile: int, *, away: bool, reshuffled: bool) -> str:
    """What a pair of hands does in the draw phase."""
    first = "Put your hand and tokens away. " if away else ""
    if not count:
        return first.strip()
    if not reshuffled:
        return say(f"{first}Draw {{count}}.", count=count)
    if not pile:
        return say(f"{first}Shuffle your discard and draw {{count}}.", count=count)
    text = f"{first}Draw {{pile}}, then shuffle your discard and draw {{count}} more."
    return say(text, pile=pile, count=count - pile)


def _supply_up(player: Player) -> Player:
    """Face-down slots turn up, unless an ability keeps one down; which cards come is still to be told."""

    def up(slot: Slot) -> Slot:
        return replace(slot, up=True, card="", code="") if slot.pile and not slot.up and not slot.stays else slot

    return player if player.out else replace(player, supply=tuple(up(slot) for slot in player.supply))


IDENTITY_OVER = "Turn your identity card over: you are enraged, and your breakpoint is 2."


def _next_turn(state: State) -> State:
    """Damage is forgotten, and the next player still in the game begins; back from a K.O. in stage 2."""
    state = replace(state, seats=tuple(replace(own, health=health.turn_ended(own.health)) for own in state.seats))
    seat = state.next_seat(state.active)
    state = _passed_over(state, seat)
    own = state.seats[seat]
    state = state.with_seat(seat, replace(own, health=health.own_turn_began(own.health)))
    state = replace(state, active=seat, turn=state.turn + 1, phase="combat", now=FRESH)
    if own.health.status == "ko":
        state = state.with_todo(seat, IDENTITY_OVER, routine=True)
    return state


def _passed_over(state: State, begins: Seat) -> State:
    """The table after the turns of those between who left: K.O.'d, they are back as if they took theirs (BR-R42)."""
    steps = ((state.active + step) % state.players for step in range(1, state.players + 1))
    for seat in iter(lambda: next(steps), begins):
        own = state.seats[seat]
        if seat in state.away and not own.out:
            state = state.with_seat(seat, replace(own, health=health.own_turn_began(own.health)))
    return state


def offer_draw_phase(state: State, seat: Seat) -> Iterator[Choice]:
    own = seat == state.active
    if state.at_phase("draw").phase != "draw" or not (own or (state.phase == "draw" and _nobody_there(state))):
        return
    still = tuple(_still_possible(state, seat)) if own else ()
    detail = "hands fill up, supplies turn up"
    if still:
        detail = say("still possible: {things}", things=listed(still[:2]))
    label, event = "End turn", DrawPhase(seat=seat)
    yield Choice(label, event, detail=detail, primary=True, quiet=bool(still), why=cite.DRAW)


def _nobody_there(state: State) -> bool:
    return state.active not in state.present


def _still_possible(state: State, seat: Seat) -> Iterator[str]:
    """What the active player could do before the turn ends, as everybody may know."""
    if combat.targets(state, seat) and combat.armed(state, seat):
        yield "an attack"
    bought = {one.event.slot for one in market.offer_purchases(state, seat) if isinstance(one.event, market.Buy)}
    if bought:
        yield plural(len(bought), "purchase")
    if any(True for _ in market.offer_trashing(state, seat)):
        yield "trashing"
    if any(True for _ in market.offer_flushes(state, seat)):
        yield "flushing"


NEXT_TURN_TOLD = "Hands and supplies are filled; the next turn begins"
DRAW_PHASE = Action(DrawPhase, cite.DRAW, draw_phase, NEXT_TURN_TOLD, offers=offer_draw_phase)


# --- what texts leave to do


@dataclass(frozen=True, slots=True)
class DrawCards(Event):
    """A card's text lets the seat draw."""

    count: int = 1


def draw_cards(state: State, event: DrawCards, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    checks.alive(judge, state, seat)
    text = say("1 to {most} cards are drawn.", most=CARDS_MOST)
    judge.struct(1 <= event.count <= CARDS_MOST, "bad_number", text)
    before = state.seats[seat].cycle
    after = before.refill(before.hand + event.count)
    short = after.hand - before.hand < event.count
    judge.warn(not short, "deck_out", say("{who} has no more cards to draw.", who=person(seat)), cite.DRAW)
    state = state.with_seat(seat, state.seats[seat].refilled(after)).seen_to(seat, "raw a card")
    text = say("Shuffle your discard, then draw {count}.", count=event.count)
    return state.with_todo(seat, text, routine=True) if after.reshuffled else state


def offer_drawing(state: State, seat: Seat) -> Iterator[Choice]:
    if state.in_play(seat) and not state.seats[seat].health.immune:
        asked = state.text_asks(seat, "raw a card")
        yield Choice("A card lets me draw a card", DrawCards(seat=seat), correction=not asked, why=cite.TEXT)


def tell_drawing(telling: Telling[State, DrawCards]) -> str:
    seat = telling.event.seat
    before, after = (table.seats[seat or 0].cycle for table in (telling.before, telling.after))
    drawn = after.hand - before.hand
    text = "{who} draws {cards} by an ability"
    if after.draw > before.draw or (before.draw < drawn):
        text = "{who} draws {cards} by an ability, the discard shuffled"
    return say(text, who=telling.who, cards=plural(drawn, "card"))


DRAW_CARDS = Action(DrawCards, cite.TEXT, draw_cards, tell_drawing, offers=offer_drawing)


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """A reminder was seen to."""

    item: int


def tick(state: State, event: Tick, judge: Judge) -> State:
    there = any(one.key == event.item and not one.done for one in state.todos)
    judge.struct(there, "no_reminder", "That is done already, or not on the table any more.")
    return replace(state, todos=tuple(replace(one, done=True) if one.key == event.item else one for one in state.todos))


def offer_ticks(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.todos:
        if one.seat == seat and one.open and state.in_play(seat):
            event = Tick(one.key, seat=seat)
            if one.whom is None:
                yield Choice("Done", event, detail=one.text, why=cite.TEXT)
            else:
                label = say("The top card of {whom} stays where it is", whom=person(one.whom))
                yield Choice(label, event, detail=one.text, prompt=STAGE, why=cite.STAGE_1)


def tell_tick(telling: Telling[State, Tick]) -> str:
    found = next((one for one in telling.before.todos if one.key == telling.event.item), None)
    if found is None:
        return say("{who} has done what the card says", who=telling.who)
    if found.whom is not None:
        text = "{who} leaves the top card of {whom} where it is"
        return say(text, who=telling.who, whom=person(found.whom))
    return say("{who} has seen to this: {text}", who=telling.who, text=found.text)


TICK = Action(Tick, cite.TEXT, tick, tell_tick, offers=offer_ticks)

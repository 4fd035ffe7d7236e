"""From phase to phase, the draw phase, the next player's turn (Turn phases, Draw)."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import book, checks, damage, draw
from rules.games.breeds.clash import combat_left, step_done, waiting
from rules.games.breeds.events import Done, DrawPhase
from rules.games.breeds.homing import token_home
from rules.games.breeds.state import FRESH, Player, Slot, State, hand_target, next_seat, with_seat, with_todo
from rules.table import Judge, Seat
from rules.text import say


def done(state: State, event: Done, judge: Judge) -> State:
    """Nothing more in a step of the combat, or in a phase."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    if event.step not in ("combat", "market", "flush"):
        return step_done(state, event, judge, seat)
    judge.struct(state.clash is None, "combat_on", "A combat is going on; finish it first.", book.ATTACK.citation)
    text = say("That phase is over already; the turn is in its {phase} phase.", phase=state.phase)
    judge.struct(event.step == state.phase, "already_there", text)
    checks.own_turn(judge, state, seat)
    if event.step == "combat":
        return _combat_done(state, judge)
    return replace(state, phase="flush" if event.step == "market" else "draw")


def _combat_done(state: State, judge: Judge) -> State:
    """The combat phase is skipped or over; refracted dragons that are due must have attacked."""
    coming = [one for one in waiting(state) if one.target is not None and not state.seats[one.target].health.immune]
    unsaid = [one for one in waiting(state) if one.target is None]
    judge.struct(not unsaid, "choice_open", "First say whom the refracted dragons attack.", book.REFRACT.citation)
    text = "Refracted dragons that are due attack first."
    judge.rule(not coming, "refracted_due", text, book.COME_BACK)
    if coming:
        state = replace(state, refracted=tuple(one for one in state.refracted if one not in coming))
    return combat_left(state, by_choice=True)


def draw_phase(state: State, event: DrawPhase, judge: Judge) -> State:
    """Hand and tokens away, hands and supplies filled, and the next turn."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    if not state.seats[state.active].out:
        checks.own_turn(judge, state, seat)
    judge.struct(state.clash is None, "combat_on", "A combat is going on; finish it first.", book.ATTACK.citation)
    text = "Combat, market and flush come first; end or skip them."
    judge.rule(state.phase == "draw", "phase", text, book.TURN)
    left = [one for one in state.todos if not one.done and one.seat == state.active]
    judge.warn(not left, "reminders_open", say("{count} reminders had no tick.", count=len(left)), book.TEXT)
    state = _refilled(_tokens_away(replace(state, todos=()), state.active))
    for one in range(state.players):
        state = with_seat(state, one, _supply_up(state.seats[one]))
    return next_turn(state)


def _tokens_away(state: State, seat: Seat) -> State:
    """The active player's tokens at their sources, but for those an ability keeps."""
    player = state.seats[seat]
    kept = tuple(one for one in player.tokens if one.keep)
    state = with_seat(state, seat, replace(player, tokens=kept))
    for token in player.tokens:
        if not token.keep:
            state = token_home(state, token)
    return state


def _refilled(state: State) -> State:
    """Everybody's deck cycle after the draw phase, and what their hands do for it."""
    inside = {str(seat): own.cycle for seat, own in enumerate(state.seats) if not own.out}
    targets = {str(seat): hand_target(own) for seat, own in enumerate(state.seats)}
    active = str(state.active)
    after = draw.draw_phase(inside, active if active in inside else None, targets=targets)
    for key, cycle in after.items():
        seat = int(key)
        held = 0 if key == active else inside[key].hand
        text = _drawing(cycle.hand - held, inside[key].draw, away=key == active, reshuffled=cycle.reshuffled)
        state = with_seat(state, seat, replace(state.seats[seat], cycle=replace(cycle, reshuffled=False)))
        if text:
            state = with_todo(state, seat, text)
    return state


def _drawing(count: int, pile: int, *, away: bool, reshuffled: bool) -> str:
    """What a pair of hands does in the draw phase."""
    first = "Hand and tokens away. " if away else ""
    if not count:
        return first.strip()
    if not reshuffled:
        return say("{first}Draw {count}.", first=first, count=count)
    before = say("Draw {pile}, then shuffle", pile=pile) if pile else "Shuffle"
    return say(
        "{first}{before} your discard and draw {number}{more}.",
        first=first,
        before=before,
        number=count - pile,
        more=" more" if pile else "",
    )


def _supply_up(player: Player) -> Player:
    """Face-down slots turn up, unless an ability keeps one down; which cards come is still to be told."""

    def up(slot: Slot) -> Slot:
        return replace(slot, up=True, card="", code="") if slot.pile and not slot.up and not slot.stays else slot

    return player if player.out else replace(player, supply=tuple(up(slot) for slot in player.supply))


def next_turn(state: State) -> State:
    """Damage is forgotten, and the next player still in the game begins; back from a K.O. in stage 2."""
    seats = tuple(replace(own, health=damage.turn_ended(own.health)) for own in state.seats)
    seat = next_seat(state, state.active)
    own = seats[seat]
    seats = (*seats[:seat], replace(own, health=damage.own_turn_began(own.health)), *seats[seat + 1 :])
    came_back = own.health.status == "ko"
    state = replace(state, seats=seats, active=seat, turn=state.turn + 1, phase="combat", now=FRESH)
    if came_back:
        state = with_todo(state, seat, "Turn your identity card over: you are enraged, and your breakpoint is 2.")
    return state

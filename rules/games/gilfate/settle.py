"""What follows from facts by itself: knockouts, a paid card going on, turns passing, rounds ending."""

from __future__ import annotations

from dataclasses import replace

from rules.event import Judge, Level, Seat
from rules.games.gilfate import citations as cite
from rules.games.gilfate.deck import attack, attack_cards, knocked_out
from rules.games.gilfate.effects import DECKS, PLAIN, aims, remind
from rules.games.gilfate.house_rules import House, Version, all_dealt, with_knockouts
from rules.games.gilfate.piles import Where, returned
from rules.games.gilfate.state import IN_ROUND, Due, Held, Part, Pending, Player, State
from rules.text import say
from rules.view import person

START_BLANKS, START_PICKS = 3, 2


def settle(state: State, judge: Judge) -> State:
    """Everything that needs nobody's word: who is out, whether the turn or the round is over, what is paid."""
    if any(one.level is Level.RULE or one.code == "by_hand" for one in judge.notices):
        state = replace(state, corrected=True)
    if state.phase not in IN_ROUND:
        return state
    if state.knockouts and len(state.living) <= 1:
        return end_round(state, "one_left")
    if state.seats[state.active].absent and state.living:
        return pass_turn(state, judge)
    pending = state.pending
    if pending is None and not state.dues and state.phase == "play" and not state.seats[state.active].hand:
        return replace(state, phase="end")
    if pending is None or state.dues:
        return state
    if pending.step == "pay":
        return _paid(state, judge)
    if pending.step == "draw" and state.seats[pending.draws[0]].absent:
        return finish(state)
    if _without_way_on(state, pending):
        text = say("What {card} needs is no longer there.", card=pending.card)
        judge.warn(False, "requirement", text, cite.REQUIRED)
        return finish(state)
    return state


def _without_way_on(state: State, pending: Pending) -> bool:
    unanswered = pending.step == "answer" and not pending.active and not pending.answers
    if pending.step == "declare" or unanswered:
        # A correction may have taken away what was there when the card was paid.
        return not aims(state, pending.by, pending.card)
    return pending.step == "act" and pending.card == "6b" and not state.blank.left


def _paid(state: State, judge: Judge) -> State:
    """The card is paid: aim it, wait for answers, or leave it without effect."""
    pending = state.pending
    if pending is None:
        return state
    if pending.pay_only or pending.short is not None:
        return finish(state)
    found = aims(state, pending.by, pending.card)
    if not found:
        text = say("What {card} needs is not there: it was paid without its effect.", card=pending.card)
        judge.warn(False, "requirement", text, cite.REQUIRED)
        return finish(state)
    return replace(state, pending=replace(pending, step="answer" if found == (PLAIN,) else "declare"))


def finish(state: State) -> State:
    """The card on the table is done with: discarded, kept apart where it was paid in part, or already in front."""
    pending = state.pending
    if pending is None:
        return state
    if pending.active:
        return replace(state, pending=None, phase=pending.resume)
    done = replace(state, pending=None, phase="end")
    if pending.short is not None:
        player = state.seats[pending.by]
        part = Part(pending.card, pending.short)
        return done.with_seat(pending.by, replace(player, partial=(*player.partial, part)))
    if pending.happened and attack(pending.card).stays:
        return done
    return discarded(done, pending.card, pending.code)


def happened(state: State) -> State:
    """The effect is done; the turn goes on."""
    pending = state.pending
    return state if pending is None else finish(replace(state, pending=replace(pending, happened=True)))


def to_draw(state: State, seat: Seat, amount: int) -> State:
    """The seat has to draw so many cards of the blank deck; that may be answered."""
    pending = state.pending
    if pending is None:
        return state
    if min(amount, state.blank.left) == 0:
        return happened(state)
    return replace(state, pending=replace(pending, step="draw", drawer=seat, amount=amount, answers=(), happened=True))


def discarded(state: State, card: str, code: str = "") -> State:
    """One more card on the open discard pile."""
    return replace(state, discard=(*state.discard, Held(card, code)))


def thrown_away(state: State, seat: Seat, card: str, code: str = "") -> State:
    """A card out of the seat's hand goes to the discard pile; "" where nobody told which."""
    state = state.with_seat(seat, card_gone(state.seats[seat], card, code))
    return discarded(state, card, code) if card else state


def bombs_came(state: State, seat: Seat, judge: Judge, bombs: int = 0, explosions: int = 0) -> State:
    """Bombs and explosions come to a seat: then the first lap's limit, then whether the player is out."""
    player = state.seats[seat]
    player = replace(player, bombs=player.bombs + bombs, explosions=player.explosions + explosions)
    state = state.with_seat(seat, player)
    back = state.lap(bombs=player.bombs).return_bombs if state.phase in IN_ROUND else 0
    if back:
        where: Where = "bottom" if state.house.bomb_return == "bottom" else "shuffle"
        state = state.with_seat(seat, replace(player, bombs=player.bombs - back))
        state = replace(state, blank=returned(state.blank, back, where))
        state = remind(state, f"bomb_{where}", seat)
        template = "First lap: {who} gives a bomb back." if back == 1 else "First lap: {who} gives {count} bombs back."
        text = say(template, who=person(seat), count=back)
        judge.warn(False, "first_lap_bombs", text, cite.FIRST_BOMBS)
    return knocked(state, seat, judge, explosion=explosions > 0)


def knocked(state: State, seat: Seat, judge: Judge, *, explosion: bool = False) -> State:
    """The player out of the round, where bombs or an explosion say so. To be asked when an active card goes, too."""
    player = state.seats[seat]
    if not state.knockouts or player.out:
        return state
    ids = player.front_ids
    if not knocked_out(player.bombs, ids, explosion=explosion, shielded=player.shielded):
        return state
    judge.warn(False, "knocked_out", say("{who} is out of the round.", who=person(seat)), cite.KNOCKOUT)
    return state.with_seat(seat, replace(player, out=True))


def without_front(state: State, uid: str, judge: Judge) -> State:
    """A card leaves the place in front of its player, and its help with it."""
    for seat, player in enumerate(state.seats):
        gone = next((one for one in player.front if one.uid == uid), None)
        if gone is not None:
            kept = tuple(one for one in player.front if one.uid != uid)
            state = discarded(state.with_seat(seat, replace(player, front=kept)), gone.card, gone.code)
            return knocked(state, seat, judge)
    return state


def card_gone(player: Player, word: str, code: str = "") -> Player:
    """The player without one card of the hand; a note of it goes with it, an unknown one leaves the notes in doubt."""
    hand = max(0, player.hand - 1)
    card = word if word in attack_cards() else ""
    if not card:
        return replace(player, hand=hand, lost=player.lost + 1)
    exact = [one for one in player.notes if code and one.code == code]
    same = [one for one in player.notes if one.card == card]
    if not exact and not same:
        return replace(player, hand=hand)
    rest = list(player.notes)
    rest.remove((exact or same)[0])
    return replace(player, hand=hand, notes=tuple(rest))


# --- how a turn begins and what ends a round (rulebook 004, Player turn; End of a round)


def turn_start(hand: int, *, attack_draws: bool = True) -> tuple[int, int]:
    """The blanks drawn before playing, and the attack cards to pick: three and two with an empty hand, else none.

    ``attack_draws`` is False where no attack card may be drawn: in the first lap, and in the all-cards version.
    """
    return (0, 0) if hand else (START_BLANKS, START_PICKS if attack_draws else 0)


def round_over(
    version: Version,
    house: House,
    *,
    blank: int | None = None,
    attack: tuple[int, ...] | None = None,
    players_left: int | None = None,
    smallest_hand: int | None = None,
) -> str:
    """Why the round is over, looked at after any turn: "" while it goes on.

    Told by the blank cards left, the cards in each attack deck, who is still in and the smallest hand; None is not
    known, or plays no part. The blank deck ends it, or the attack decks (all of them, or any: GF-R8); with knockouts,
    one player left; with all cards dealt, an empty hand instead of the attack decks.
    """
    if with_knockouts(version) and players_left is not None and players_left <= 1:
        return "one_left"
    if blank == 0:
        return "blank_deck"
    if all_dealt(version):
        return "empty_hand" if smallest_hand == 0 else ""
    if attack is None:
        return ""
    empty = [count == 0 for count in attack]
    return "attack_decks" if (any(empty) if house.attack_end == "any" else all(empty)) else ""


def begin_turn(state: State, seat: Seat) -> State:
    """The seat's turn: with an empty hand it begins with three blanks."""
    player = state.seats[seat]
    fresh = tuple(replace(one, used=False) for one in player.front)
    state = state.with_seat(seat, replace(player, front=fresh))
    state = replace(state, active=seat, pending=None, dues=(), phase="play")
    blanks = min(turn_start(player.hand)[0], state.blank.left)
    if not blanks:
        return state
    return replace(state, phase="start", dues=(Due(seat, blanks, blanks, "start"),))


def started(state: State) -> State:
    """After the blanks of an empty hand: attack cards to pick, or on with what there is."""
    draws = not state.all_dealt and state.lap().may_draw_attack
    hand = state.seats[state.active].hand
    picks = min(turn_start(hand, attack_draws=draws)[1], state.attack_left)
    if picks:
        return replace(state, phase="pick")
    return replace(state, phase="play" if hand else "end")


def pass_turn(state: State, judge: Judge) -> State:
    """The turn is over: the round with it, or the next player's begins."""
    pending = state.pending
    if pending is not None and not pending.active:
        state = discarded(state, pending.card, pending.code)
    done = state.active
    state = state.with_seat(done, replace(state.seats[done], shielded=False))
    state = replace(state, pending=None, dues=(), todos=())
    decks: tuple[int, ...] = state.attack_decks or (state.attack_left,)
    if state.house.attack_end == "any" and not state.attack_decks:
        decks = (state.attack_left, *(0 if deck in state.decks_out else 1 for deck in DECKS))
    left, smallest = len(state.living), min((state.seats[seat].hand for seat in state.living), default=None)
    why = round_over(
        state.version, state.house, blank=state.blank.left, attack=decks, players_left=left, smallest_hand=smallest
    )
    if why:
        return end_round(state, why)
    following = state.after(done)
    if replace(state, turn=state.turn + 1).lap().first_round is False and state.lap().first_round:
        judge.warn(False, "first_lap_over", "The first lap is over: its limits are gone.", cite.FIRST_LAP)
    return begin_turn(replace(state, turn=state.turn + 1), following)


def end_round(state: State, why: str) -> State:
    """Everybody stops; hands are laid open and counted."""
    pending = state.pending
    if pending is not None and not pending.active:
        state = discarded(state, pending.card, pending.code)
    seats = tuple(replace(player, shown=None if player.hand else ()) for player in state.seats)
    return replace(state, seats=seats, phase="count", ended=why, pending=None, dues=(), todos=())

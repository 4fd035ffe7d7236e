"""Rounds and turns: dealing, the blanks that are drawn, ending a turn, laying hands open, counting."""

from __future__ import annotations

from dataclasses import replace

from rules.games.gilfate import book, checks, rounds, settle, tally
from rules.games.gilfate.blankdeck import drawn
from rules.games.gilfate.cardbook import card_of
from rules.games.gilfate.events import (
    AddSecret,
    AttackDeckOut,
    DrawBlanks,
    EndTurn,
    Gone,
    NoteHand,
    PickAttack,
    ScoreRound,
    ShowHand,
    StartRound,
    Tick,
)
from rules.games.gilfate.playing import happened
from rules.games.gilfate.settle import DECKS
from rules.games.gilfate.state import (
    Due,
    Held,
    Player,
    State,
    counts_points,
    dealt,
    due,
    lap,
    living,
    rounds_to_play,
    with_seat,
)
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

HAND_MOST = rounds.ATTACK_CARDS
BLANK_MOST = 75


def start_round(state: State, event: StartRound, judge: Judge) -> State:
    """The first turn begins; after a round, everything is dealt again."""
    checks.seat_named(judge, state, event.first)
    judge.struct(state.phase in ("setup", "between"), "already_there", "This round has begun already.")
    if state.phase == "between":
        fits = not state.winners or event.first in state.winners
        judge.rule(fits, "not_the_winner", "Whoever won the last round begins.", book.WINNER_STARTS)
        state = dealt(replace(state, round=state.round + 1))
    elif state.secret_bombs:
        missing = [person(seat) for seat, player in enumerate(state.seats) if not player.added]
        text = say(
            "{words} {word} not added a card.", words=" and ".join(missing), word="has" if len(missing) == 1 else "have"
        )
        judge.rule(not missing, "secret_missing", text, book.SECRET)
    return settle.begin_turn(state, event.first)


def add_secret(state: State, event: AddSecret, judge: Judge) -> State:
    """A bomb or a blank, known to its player alone."""
    seat = checks.seat_of(judge, state)
    judge.struct(state.secret_bombs, "no_secrets", "This table plays without secret bombs.")
    judge.struct(state.phase == "setup", "phase", "The secret cards are mixed already.")
    player = state.seats[seat]
    return with_seat(state, seat, replace(player, secret=event.bomb, added=True))


def draw_blanks(state: State, event: DrawBlanks, judge: Judge) -> State:
    """Blanks for a payment, an effect or an empty hand."""
    checks.in_round(judge, state)
    seat = checks.seat_of(judge, state)
    owed = due(state)
    if owed is None or owed.seat != seat:
        judge.struct(
            False, "nothing_due", say("{who} has no cards to draw now; look at the table again.", who=person(seat))
        )
        return state
    fits = min(event.count, event.bombs, event.explosions) >= 0 and event.count <= BLANK_MOST
    judge.struct(fits and event.bombs + event.explosions <= event.count, "bad_input", "Those cards do not add up.")
    _said_about(judge, state, event, owed)
    player = state.seats[seat]
    more = replace(player, bombs=player.bombs + event.bombs, explosions=player.explosions + event.explosions)
    state = replace(with_seat(state, seat, more), dues=state.dues[:-1])
    state = replace(state, blank=drawn(state.blank, event.count, event.bombs, event.explosions))
    state = settle.bombs_came(state, seat, judge, explosion=event.explosions > 0)
    return _after_draw(state, event.count, owed)


def _said_about(judge: Judge, state: State, event: DrawBlanks, owed: Due) -> None:
    blank = state.blank
    odd = say("{count} drawn, and {amount} were due.", count=event.count, amount=owed.amount)
    judge.warn(owed.least <= event.count <= owed.amount, "not_the_cost", odd, book.PAY)
    judge.warn(
        event.count <= blank.left and event.bombs <= blank.bombs_most and event.explosions <= blank.explosions,
        "more_than_left",
        "More than the deck holds by our count; count it once.",
        book.PAPER,
    )
    top = blank.top[: event.count]
    judge.warn(
        top.count("bomb") <= event.bombs and top.count("explosion") <= event.explosions,
        "top_known",
        "By our count the top of the deck was known to be something else.",
        book.VISIBLE,
    )


def _after_draw(state: State, count: int, owed: Due) -> State:
    pending = state.pending
    if owed.purpose == "start":
        return state if state.seats[owed.seat].out else settle.started(state)
    if pending is None:
        return state
    if owed.purpose == "answer" and state.seats[owed.seat].out:
        return replace(state, pending=replace(pending, answers=pending.answers[:-1]))
    if pending.step == "draw" and owed.purpose == "pay":
        return happened(state)
    if pending.step == "pay" and owed.purpose == "pay":
        short = count < pending.cost and count < owed.least + (pending.cost - owed.amount)
        if short and not state.blank.left:
            return replace(state, pending=replace(pending, short=count))
    return state


def pick_attack(state: State, event: PickAttack, judge: Judge) -> State:
    """Two attack cards for an empty hand."""
    checks.in_round(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(state.phase == "pick" and seat == state.active, "not_asked", "No attack cards are picked now.")
    judge.struct(0 <= event.count <= HAND_MOST, "bad_input", "count: how many cards?")
    most = min(rounds.START_PICKS, state.attack_left)
    judge.rule(event.count <= most, "too_many", say("{most} attack cards are picked.", most=most), book.EMPTY_HAND)
    state = _drawn(state, seat, event.count)
    return replace(state, phase="play" if state.seats[seat].hand else "end")


def _drawn(state: State, seat: Seat, count: int) -> State:
    player = state.seats[seat]
    state = with_seat(state, seat, replace(player, hand=player.hand + count))
    return replace(state, attack_left=max(0, state.attack_left - count))


def end_turn(state: State, event: EndTurn, judge: Judge) -> State:
    """An attack card at most, then the next player."""
    checks.in_round(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(seat == state.active, "not_your_turn", say("It is {active}'s turn.", active=person(state.active)))
    judge.struct(0 <= event.draw <= HAND_MOST, "bad_input", "draw: how many cards?")
    judge.rule(state.pending is None and not state.dues, "card_open", "The card on the table is not done.", book.PLAY)
    judge.rule(state.phase == "end", "no_card_played", "One card is played in every turn.", book.PLAY)
    judge.struct(event.draw <= state.attack_left, "deck_empty", "The attack decks do not hold that many.")
    if event.draw:
        judge.rule(lap(state).may_draw_attack, "first_lap", "No attack cards in the first lap.", book.FIRST_LAP)
        most = 0 if state.version == "all_cards" else state.house.end_draw
        judge.rule(
            event.draw <= most, "too_many", say("At most {most} drawn when a turn ends.", most=most), book.END_DRAW
        )
    return settle.pass_turn(_drawn(state, seat, event.draw), judge)


def most_drawn(state: State) -> int:
    """How many attack cards may be drawn when this turn ends."""
    if state.version == "all_cards" or not lap(state).may_draw_attack:
        return 0
    return min(state.house.end_draw, state.attack_left)


def _cards(judge: Judge, words: tuple[str, ...], codes: tuple[str, ...]) -> tuple[Held, ...]:
    judge.struct(not codes or len(codes) == len(words), "bad_input", "codes: expected one for each card, or none")
    judge.struct(len(words) <= HAND_MOST, "bad_input", "There are 48 attack cards.")
    found = tuple(
        Held(checks.attack_card(judge, word, codes[n] if codes else ""), codes[n] if codes else "")
        for n, word in enumerate(words)
    )
    twice = [one.code for one in found if one.code]
    judge.struct(len(set(twice)) == len(twice), "same_code", "The same paper card is named twice.")
    return found


def note_hand(state: State, event: NoteHand, judge: Judge) -> State:
    """A note only its owner sees; an empty one, as others' copies of a log hold it, says nothing."""
    seat = checks.seat_of(judge, state)
    judge.struct(state.phase != "over" and state.mode == "play", "phase", "Hands are noted while a round is played.")
    found = _cards(judge, event.cards, event.codes)
    if not found:
        return state
    player = state.seats[seat]
    known = {one.code for one in player.notes if one.code}
    fresh = tuple(one for one in found if event.anew or not one.code or one.code not in known)
    notes = fresh if event.anew else (*player.notes, *fresh)
    text = say("{count} cards noted, and your hand has {hand} by our count.", count=len(notes), hand=player.hand)
    judge.warn(len(notes) <= player.hand, "hand_full", text, why=book.VISIBLE, to=seat)
    _copies(judge, notes, seat)
    return with_seat(state, seat, replace(player, notes=notes, lost=0 if event.anew else player.lost))


def _copies(judge: Judge, held: tuple[Held, ...], to: Seat | None) -> None:
    for card in dict.fromkeys(one.card for one in held):
        count, printed = sum(one.card == card for one in held), card_of(card).copies
        text = say(
            "{count} × {card}, and the deck has {printed}. Is one of them another card?",
            count=count,
            card=card,
            printed=printed,
        )
        judge.warn(count <= printed, "too_many_copies", text, why=book.PAPER, to=to)


def gone(state: State, event: Gone, judge: Judge) -> State:
    """Which noted card left the hand; "" says that none of them did."""
    seat = checks.seat_of(judge, state)
    player = state.seats[seat]
    notes = list(player.notes)
    if event.card:
        found = next((one for one in notes if one.card == event.card), None)
        judge.struct(found is not None or not notes, "not_noted", "That is none of the cards you noted.")
        if found is not None:
            notes.remove(found)
    return with_seat(state, seat, replace(player, notes=tuple(notes), lost=max(0, player.lost - 1)))


def show_hand(state: State, event: ShowHand, judge: Judge) -> State:
    """The hand lies open and is counted."""
    seat = checks.seat_of(judge, state)
    judge.struct(state.phase == "count", "phase", "Hands are laid open when the round is over.")
    found = _cards(judge, event.cards, event.codes)
    player = state.seats[seat]
    if state.mode == "play":
        text = say("{count} cards shown, and the hand had {hand} by our count.", count=len(found), hand=player.hand)
        judge.warn(len(found) == player.hand, "hand_count", text, book.HAND)
    _copies(judge, found, None)
    other = next(
        (n for n, one in enumerate(state.seats) if n != seat and _shares(one, found)),
        None,
    )
    text = say("A card shown lies before {other} too. Was its sheet printed twice?", other=person(other or 0))
    judge.warn(other is None, "same_code", text, book.PAPER)
    return with_seat(state, seat, replace(player, shown=found, hand=len(found), notes=(), lost=0))


def _shares(player: Player, found: tuple[Held, ...]) -> bool:
    codes = {one.code for one in found if one.code}
    lying = [*(one.code for one in player.shown or ()), *(one.code for one in player.front)]
    return any(code in codes for code in lying)


def hidden_hands(state: State) -> tuple[Seat, ...]:
    """Who has not laid the hand open, where it counts."""
    if not counts_points(state):
        return ()
    return tuple(seat for seat, player in enumerate(state.seats) if player.shown is None)


def score_round(state: State, event: ScoreRound, judge: Judge) -> State:
    """The round's points stand, and perhaps the game."""
    judge.struct(state.phase == "count", "phase", "The round has to be over first.")
    missing = [person(seat) for seat in hidden_hands(state)]
    judge.rule(
        not missing, "hand_hidden", say("{words} must lay the hand open first.", words=" and ".join(missing)), book.HAND
    )
    points = tuple(tally.round_of(state, seat).total for seat in range(state.players))
    still = living(state)
    names = {str(seat): total for seat, total in enumerate(state.survival)}
    after = rounds.survive(names, [str(seat) for seat in still])
    knockout = state.version == "knockout"
    winners = still if knockout else tuple(seat for seat, total in enumerate(points) if total == min(points))
    record = points if counts_points(state) else tuple(int(seat in still) for seat in range(state.players))
    state = replace(state, records=(*state.records, record), winners=winners)
    if knockout:
        state = replace(state, survival=tuple(after.points[str(seat)] for seat in range(state.players)))
    target = rounds_to_play(state)
    done = len(state.records) >= target if target else bool(after.winners)
    return replace(state, phase="over" if done else "between")


def tick(state: State, event: Tick, judge: Judge) -> State:
    """Done by hand."""
    found = next((one for one in state.todos if one.key == event.key and not one.done), None)
    judge.struct(found is not None, "no_reminder", "That is done already, or not on the table any more.")
    return replace(state, todos=tuple(replace(one, done=True) if one == found else one for one in state.todos))


def attack_deck_out(state: State, event: AttackDeckOut, judge: Judge) -> State:
    """One of the three attack decks ran out."""
    checks.in_round(judge, state)
    judge.struct(event.deck in DECKS, "bad_input", say("deck: expected {words}", words=", ".join(DECKS)))
    judge.struct(event.deck not in state.decks_out, "already_there", "That deck is out already.")
    return replace(state, decks_out=(*state.decks_out, event.deck))

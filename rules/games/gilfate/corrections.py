"""Facts put right by hand: the paper is the truth, and every correction says in the log that it was one."""

from __future__ import annotations

from dataclasses import replace

from rules.games.gilfate import book, checks, rounds, settle
from rules.games.gilfate.blankdeck import BlankDeck, Where, drawn, mined, returned
from rules.games.gilfate.cardbook import attack
from rules.games.gilfate.events import (
    Activate,
    DrawBomb,
    EndRound,
    Explosion,
    KnockOut,
    RemoveActive,
    ReturnBomb,
    Reverse,
    SetBombs,
    SetDecks,
    SetHand,
    SetPoints,
    SetTurn,
)
from rules.games.gilfate.fronts import find_front
from rules.games.gilfate.state import Front, Player, State, with_seat
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

PLACES: tuple[Where, ...] = ("top", "bottom", "shuffle")
BLANKS_MOST = 75
EXPLOSIONS_MOST = 3
TURNS_MOST = 999


def _by_hand(judge: Judge, state: State, text: str) -> None:
    judge.struct(state.phase != "over", "game_over", "The game is over; take that back first.")
    judge.warn(state.mode == "score", "by_hand", say("Corrected by hand: {text}", text=text), book.BY_HAND)


def _bounded(judge: Judge, name: str, value: int, most: int) -> None:
    judge.struct(0 <= value <= most, "bad_input", say("{name}: expected 0 to {most}", name=name, most=most))


def draw_bomb(state: State, event: DrawBomb, judge: Judge) -> State:
    """Bombs come to a seat."""
    seat = checks.seat_of(judge, state)
    player = state.seats[seat]
    judge.struct(event.count >= 1, "bad_input", "count: expected 1 or more")
    _bounded(judge, "bombs", player.bombs + event.count, rounds.BOMB_CARDS)
    _by_hand(judge, state, say("a bomb comes to {who}.", who=person(seat)))
    state = with_seat(state, seat, replace(player, bombs=player.bombs + event.count))
    if state.mode == "score":
        return state
    if event.from_deck:
        state = replace(state, blank=drawn(state.blank, event.count, event.count, 0))
    else:
        state = replace(state, box_bombs=max(0, state.box_bombs - event.count))
    return settle.bombs_came(state, seat, judge)


def return_bomb(state: State, event: ReturnBomb, judge: Judge) -> State:
    """A bomb goes back to the deck."""
    seat = checks.seat_of(judge, state)
    player = state.seats[seat]
    where = next((place for place in PLACES if place == event.where), None)
    judge.struct(where is not None, "bad_input", say("where: expected {words}", words=", ".join(PLACES)))
    judge.struct(player.bombs > 0, "no_bomb", say("{who} has no bomb.", who=person(seat)))
    _by_hand(judge, state, say("a bomb of {who} goes back.", who=person(seat)))
    state = with_seat(state, seat, replace(player, bombs=player.bombs - 1))
    return replace(state, blank=returned(state.blank, 1, where or "shuffle"))


def explosion(state: State, event: Explosion, judge: Judge) -> State:
    """An explosion comes to a seat."""
    seat = checks.seat_of(judge, state)
    player = state.seats[seat]
    _bounded(judge, "explosions", player.explosions + 1, EXPLOSIONS_MOST)
    _by_hand(judge, state, say("{who} drew an explosion.", who=person(seat)))
    state = with_seat(state, seat, replace(player, explosions=player.explosions + 1))
    if state.mode == "play":
        state = replace(state, blank=drawn(state.blank, 1, 0, 1))
    return settle.knocked(state, seat, judge, explosion=True)


def activate(state: State, event: Activate, judge: Judge) -> State:
    """A card lies in front of a seat."""
    seat = checks.seat_of(judge, state)
    card = checks.attack_card(judge, event.card, event.code)
    judge.rule(attack(card).stays, "does_not_stay", say("{card} does not stay in front.", card=card), book.EFFECT)
    checks.card_fits(judge, state, card, event.code)
    _by_hand(judge, state, say("{card} lies in front of {who}.", card=card, who=person(seat)))
    key, player = state.used + 1, state.seats[seat]
    front = (*player.front, Front(f"{seat}.{key}", card, event.code))
    return replace(with_seat(state, seat, replace(player, front=front)), used=key)


def remove_active(state: State, event: RemoveActive, judge: Judge) -> State:
    """A card leaves the place in front of its player."""
    seat = checks.seat_of(judge, state)
    found = find_front(state, event.uid)
    if found is None or found[0] != seat:
        judge.struct(False, "no_such_card", say("That card does not lie in front of {who}.", who=person(seat)))
        return state
    _by_hand(judge, state, say("{card} does not lie in front of {who}.", card=found[1].card, who=person(seat)))
    return settle.without_front(state, event.uid, judge)


def reverse(state: State, event: Reverse, judge: Judge) -> State:
    """Play runs the other way."""
    checks.in_round(judge, state)
    _by_hand(judge, state, "the direction of play.")
    return replace(state, direction=-state.direction)


def knock_out(state: State, event: KnockOut, judge: Judge) -> State:
    """A player out of the round, or in again."""
    seat = checks.seat_of(judge, state)
    checks.in_round(judge, state)
    judge.rule(state.version == "knockout", "no_knockouts", "This version knows no knockouts.", book.KNOCKOUT)
    _by_hand(judge, state, say("{who} is {word}.", who=person(seat), word="out" if event.out else "in"))
    return with_seat(state, seat, replace(state.seats[seat], out=event.out))


def set_bombs(state: State, event: SetBombs, judge: Judge) -> State:
    """So many bombs and explosions; the deck is taken to hold the rest."""
    seat = checks.seat_of(judge, state)
    _bounded(judge, "bombs", event.bombs, rounds.BOMB_CARDS)
    _bounded(judge, "explosions", event.explosions, EXPLOSIONS_MOST)
    _by_hand(judge, state, say("{who} has {bombs} bombs.", who=person(seat), bombs=event.bombs))
    player = state.seats[seat]
    state = with_seat(state, seat, replace(player, bombs=event.bombs, explosions=event.explosions))
    return settle.knocked(state, seat, judge)


def set_hand(state: State, event: SetHand, judge: Judge) -> State:
    """So many cards in a hand."""
    seat = checks.seat_of(judge, state)
    _bounded(judge, "count", event.count, rounds.ATTACK_CARDS)
    _by_hand(judge, state, say("{who} holds {count} cards.", who=person(seat), count=event.count))
    return with_seat(state, seat, replace(state.seats[seat], hand=event.count))


def set_decks(state: State, event: SetDecks, judge: Judge) -> State:
    """What lies in the decks; nothing is known of their order any more, but explosions are at the bottom."""
    _bounded(judge, "blank", event.blank, BLANKS_MOST)
    _bounded(judge, "bombs", event.bombs, min(event.blank, rounds.BOMB_CARDS))
    _bounded(judge, "explosions", event.explosions, min(event.blank - event.bombs, EXPLOSIONS_MOST))
    _bounded(judge, "attack", event.attack, rounds.ATTACK_CARDS)
    _by_hand(
        judge,
        state,
        say("{blank} cards in the blank deck, {attack} attack cards.", blank=event.blank, attack=event.attack),
    )
    blank = BlankDeck(
        event.blank,
        max(event.blank, state.blank.full),
        bombs_least=event.bombs,
        bombs_most=event.bombs,
        explosions=event.explosions,
        bottom=mined(event.explosions),
    )
    return replace(state, blank=blank, attack_left=event.attack)


def set_turn(state: State, event: SetTurn, judge: Judge) -> State:
    """Whose turn it is; what was open is forgotten."""
    checks.seat_named(judge, state, event.active)
    judge.struct(state.mode == "play", "score_only", "This table only counts points.")
    judge.struct(
        1 <= event.turn <= TURNS_MOST, "bad_input", say("turn: expected 1 to {turns_most}", turns_most=TURNS_MOST)
    )
    judge.struct(
        1 <= event.round <= TURNS_MOST, "bad_input", say("round: expected 1 to {turns_most}", turns_most=TURNS_MOST)
    )
    _by_hand(judge, state, say("it is {active}'s turn.", active=person(event.active)))
    seats = tuple(replace(player, shown=None) for player in state.seats)
    seats = _in_again(seats, event.active)
    state = replace(state, seats=seats, phase="play", round=event.round, turn=event.turn, active=event.active)
    return replace(state, pending=None, dues=(), todos=(), ended="")


def _in_again(seats: tuple[Player, ...], seat: Seat) -> tuple[Player, ...]:
    return (*seats[:seat], replace(seats[seat], out=False), *seats[seat + 1 :])


def set_points(state: State, event: SetPoints, judge: Judge) -> State:
    """Survival points a seat has."""
    seat = checks.seat_of(judge, state)
    _bounded(judge, "survival", event.survival, rounds.POINTS_TO_WIN - 1)
    _by_hand(judge, state, say("{who} has {survival} survival points.", who=person(seat), survival=event.survival))
    points = state.survival
    return replace(state, survival=(*points[:seat], event.survival, *points[seat + 1 :]))


def end_round(state: State, event: EndRound, judge: Judge) -> State:
    """The round is over, whatever our counts say."""
    checks.in_round(judge, state)
    _by_hand(judge, state, "the round is over.")
    return settle.end_round(state, "by_hand")

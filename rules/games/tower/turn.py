"""A turn around its attacks: abilities, the end of the turn, trolls that come back; how a game and the match end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec
from rules.event import Event, Judge, Seat
from rules.game_protocol import Reading
from rules.games.tower import citations as cite
from rules.games.tower import deck, settle, spots, turn_rules
from rules.games.tower.attack import palace_forecast, ready_sources, way_is_free
from rules.games.tower.setup_and_renewing import HANDS_MOVE
from rules.games.tower.state import (
    SOURCES,
    Paper,
    Side,
    State,
    Todo,
    new_game,
    own_turn,
    place_exists,
    playing_seat,
    troops,
)
from rules.log_line import Pictured
from rules.scan import Apply, Seen, tried
from rules.seat_away import SeatAway, SeatBack
from rules.text import listed, plural, say
from rules.view import person

RECRUIT_PROMPT, WON_PROMPT = "recruit", "won"


# --- abilities


@dataclass(frozen=True, slots=True)
class PlayAbility(Event):
    """An ability was played; it holds until the turn ends, a special troop until it falls."""

    card: str
    code: str = ""


def play_ability(state: State, event: PlayAbility, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    deck.is_card(judge, event.card, "ability", event.code)
    early = {
        "setup": "Abilities wait until the game has begun.",
        "renew": "Abilities wait until the renewing is finished.",
        "end": "The turn is ending; the ability waits for the next one.",
    }.get(state.phase, "")
    if settle.only_laying(state, seat):
        state, early = replace(state, phase="action"), ""
    judge.rule(not early, "phase", early, cite.ABILITIES)
    side = state.sides[seat]
    text = say("By our count {who} has no ability in hand.", who=person(seat))
    judge.rule(side.hand.abilities > 0, "empty_hand", text, cite.HAND)
    deck.card_free(judge, event.card, event.code, state.shows_code(event.code))
    paper = Paper(event.card, event.code)
    side = replace(side, hand=replace(side.hand, abilities=max(0, side.hand.abilities - 1)))
    if deck.is_special(event.card):
        judge.obey(turn_rules.special_objection(side.bases_held, len(side.specials)))
        there = (*side.specials, paper)
        side = replace(side, specials=there)
    else:
        say_what_is_idle(judge, state, seat, event.card)
        there = (*side.active, paper)
        side = replace(side, active=there)
    deck.enough_printed(judge, event.card, sum(1 for one in there if one.card == event.card))
    return state.with_side(seat, side)


def say_what_is_idle(judge: Judge, state: State, seat: Seat, name: str) -> None:
    """Legal, but it does nothing, or not what one may hope."""
    what, before = deck.suit(name), state.sides[seat].in_effect
    if what == "common":
        text = "It stops {other} from declaring attacks, and the turn is {who}'s own."
        text = say(text, other=person(1 - seat), who=person(seat))
        judge.warn(state.active != seat, "thorns_idle", text, cite.THORNS_IDLE)
    adds = what in ("shooter", "heavy", "cavalry", "siege") and state.house.stack_abilities
    judge.warn(adds or what not in before, "no_more", "A second copy changes nothing.", cite.POWERS)
    fighting = state.clash is not None and state.clash.moment in ("initiative", "regular")
    late = "The powers of this battle are read already; it counts from the next."
    judge.warn(not (fighting and what in ("light", "cavalry", "siege")), "late", late, cite.POWERS)


def offer_abilities(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    begun = state.phase in ("decide", "action") or settle.only_laying(state, seat)
    if begun and side.hand.abilities:
        room = turn_rules.special_objection(side.bases_held, len(side.specials)) is None
        allowed = tuple(name for name in deck.abilities() if room or not deck.is_special(name))
        names = deck.still_held(allowed, (one.card for one in (*side.active, *side.specials)))
        picks = tuple(deck.card_pick(name) for name in names)
        which = FieldSpec("card", "Which ability?", picks)
        spot = spots.cards(seat, "abilities")
        yield Choice.asking(PlayAbility, "Play an ability", (which,), seat=seat, spot=spot, why=cite.ABILITIES)


def scanned_ability(state: State, seat: Seat, one: Seen, apply: Apply[State]) -> Reading:
    """An ability held up is played."""
    event, name = PlayAbility(one.card, one.code, seat=seat), deck.card(one.card).name
    return tried(state, event, say("Play {card}", card=name), apply, card=one.card, name=name)


def tell_ability(telling: Telling[State, PlayAbility]) -> str:
    return say("{who} plays {card}", who=telling.who, card=deck.card_name(telling.event.card))


def ability_seen(telling: Telling[State, PlayAbility]) -> Iterator[Pictured]:
    """The ability that was played."""
    name = telling.event.card
    if name in deck.abilities():
        yield Pictured(name, deck.card_name(name))


PLAY_ABILITY = Action(
    PlayAbility, cite.ABILITIES, play_ability, tell_ability, offers=offer_abilities, pictures=ability_seen, plays=True
)


# --- the end of a turn


@dataclass(frozen=True, slots=True)
class EndTurn(Event):
    """The active player is done."""


def end_turn(state: State, event: EndTurn, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    own_turn(judge, state, seat)
    waiting = {
        "setup": "The game is still being set up.",
        "decide": "First choose whether to renew.",
        "renew": "First the renewing is finished.",
        "end": "The turn is ending already; somebody has cards to draw or trolls to place.",
    }.get(state.phase, "")
    done = not waiting or settle.only_laying(state, seat)
    judge.rule(done, "phase", waiting, cite.TURN)
    over = state.clash is None or way_is_free(state, seat)
    judge.rule(over, "battle_on", "The battle is not over yet.", cite.ONE_BATTLE)
    if state.phase == "end":
        return settle.pass_turn(state)
    state = replace(state, phase="end", clash=None)
    todo: list[Todo] = []
    for other, side in enumerate(state.sides):
        cards = side.in_effect
        due, back = druid_cards(state, side), trolls_back(state, side, cards.count("heavy"))
        if back:
            text = say("{who} puts back {trolls} on the Burrows.", who=person(other), trolls=troops(back, "troll"))
            todo.append(Todo(other, text))
        state = state.with_side(other, replace(side, due_draw=due, due_recruit=back, done=True))
    return settle.settle(replace(state, todo=tuple(todo)))


def druid_cards(state: State, side: Side) -> int:
    """How many cards a side will draw for its druids when the turn ends (TW-R6)."""
    copies = side.in_effect.count("shooter")
    wanted = turn_rules.druid_draws(side.alive("druid"), copies, state.house)
    return turn_rules.can_draw(wanted, (side.abilities, side.bases), state.house)


def trolls_back(state: State, side: Side, copies: int) -> int:
    """How many trolls come back to a side with so many copies of the ability (TW-R9)."""
    counts = [side.space(place).troops for place in side.places_of("troll")]
    return sum(turn_rules.trolls_recruited(counts, side.lost, copies, state.house)) - sum(counts)


def offer_end(state: State, seat: Seat) -> Iterator[Choice]:
    begun = state.phase == "action" or settle.only_laying(state, seat)
    if begun and state.active == seat and (state.clash is None or way_is_free(state, seat)):
        left = listed(still_possible(state, seat))
        told = say("{things} still possible", things=left) if left else ""
        found = palace_forecast(state, seat)
        first = found is None or not found.wins
        yield Choice("End turn", EndTurn(seat=seat), detail=told, primary=first, quiet=bool(left), why=cite.TURN)


def still_possible(state: State, seat: Seat) -> Iterator[str]:
    """What the seat could do before its turn ends, in words."""
    side = state.sides[seat]
    if way_is_free(state, seat):
        yield "the palace"
    fresh = [one for one in ready_sources(state, seat) if not side.attacks[SOURCES.index(one)]]
    if fresh:
        yield plural(len(fresh), "attack")
    if side.hand.abilities:
        yield plural(side.hand.abilities, "ability", "abilities")
    if settle.laying(state, seat) and side.hand.bases:
        yield plural(side.hand.bases, "base")


END_TURN = Action(EndTurn, cite.TURN, end_turn, "{who} ends the turn", offers=offer_end)


@dataclass(frozen=True, slots=True)
class Recruit(Event):
    """A troll comes back on the Burrows at ``place``."""

    place: str


def recruit(state: State, event: Recruit, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    place_exists(judge, event.place)
    side = state.sides[seat]
    text = say("None of {who}'s trolls comes back now.", who=person(seat))
    judge.rule(side.due_recruit > 0, "nobody_comes", text, cite.TROLLS)
    there = side.space(event.place)
    judge.struct(bool(there.base), "no_base", say("There is no base on {place} to recruit on.", place=event.place))
    text = say("There is no Burrows with room on {place}.", place=event.place)
    judge.rule(event.place in settle.rooms(side), "no_room", text, cite.TROLLS)
    crew = min(turn_rules.TROOPS_MAX, there.troops + 1)
    side = side.with_space(event.place, replace(there, troops=crew))
    return settle.settle(state.with_side(seat, replace(side, due_recruit=max(0, side.due_recruit - 1))))


def offer_recruits(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    if side.due_recruit and state.phase in HANDS_MOVE:
        for place in settle.rooms(side):
            label = say("A troll comes back on {place}", place=place)
            now = say("{trolls} there now", trolls=troops(side.space(place).troops, "troll"))
            yield Choice(label, Recruit(place, seat=seat), detail=now, prompt=RECRUIT_PROMPT, why=cite.TROLLS)


RECRUIT = Action(Recruit, cite.TROLLS, recruit, "{who} brings a troll back on {place}", offers=offer_recruits)


# --- what is done by hand on the table


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """Something to be done by hand on the table has been done. Nobody is asked that any more."""

    item: int


def tick(state: State, event: Tick, judge: Judge) -> State:
    there = 0 <= event.item < len(state.todo) and not state.todo[event.item].done
    judge.struct(there, "no_reminder", "That is done already, or not on the table any more.")
    todo = tuple(replace(one, done=True) if n == event.item else one for n, one in enumerate(state.todo))
    return replace(state, todo=todo)


def tell_tick(telling: Telling[State, Tick]) -> str:
    item, todo = telling.event.item, telling.before.todo
    if 0 <= item < len(todo):
        return say("{who} has done it: {text}", who=telling.who, text=todo[item].text)
    return say("{who} has done it", who=telling.who)


TICK = Action(Tick, cite.TURN, tick, tell_tick, retired=True)


# --- how a game and the match end


@dataclass(frozen=True, slots=True)
class GiveUp(Event):
    """The active player sees no way to win this game any more; the other has won it (TW-R31)."""


def give_up(state: State, event: GiveUp, judge: Judge) -> State:
    seat = playing_seat(judge, state)
    own_turn(judge, state, seat)
    judge.rule(state.phase == "action", "phase", "A game is given up on one's own turn.", cite.GIVEN_UP)
    judge.rule(state.clash is None, "battle_on", "The battle is not over yet.", cite.ONE_BATTLE)
    state = replace(state, given_up=(*state.given_up, len(state.results) + 1))
    return settle.game_won(state, 1 - seat)


def offer_giving_up(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase == "action" and state.clash is None and state.active == seat:
        side, detail = state.sides[seat], say("{who} wins it.", who=person(1 - seat))
        # Before the piles are empty it is rare enough to stand among the corrections.
        rare = bool(turn_rules.can_draw(1, (side.abilities, side.bases), state.house))
        event = GiveUp(seat=seat)
        yield Choice("I give up this game", event, detail=detail, correction=rare, why=cite.GIVEN_UP)


GIVE_UP = Action(GiveUp, cite.GIVEN_UP, give_up, "{who} gives up the game", offers=offer_giving_up)


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """The boards are cleared for another game of the match."""


def next_game(state: State, event: NextGame, judge: Judge) -> State:
    judge.struct(state.phase != "over", "match_over", "The match is over; open a new table for the next one.")
    judge.struct(state.phase == "won", "already_there", "A game is going on; somebody was faster.", cite.MATCH.citation)
    gone = listed(person(seat) for seat in state.away)
    text = say("{who} has left; say first that they are back.", who=gone)
    judge.rule(not state.away, "away", text, cite.AWAY)
    return new_game(replace(state, away=()))


def offer_next_game(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase == "won" and not state.away:
        yield Choice("The next game", NextGame(seat=seat), prompt=WON_PROMPT, primary=True, why=cite.MATCH)


NEXT_GAME = Action(NextGame, cite.MATCH, next_game, "The boards are cleared for the next game", offers=offer_next_game)


@dataclass(frozen=True, slots=True)
class EndMatch(Event):
    """The match ends as it stands."""


def end_match(state: State, event: EndMatch, judge: Judge) -> State:
    judge.struct(state.phase != "over", "match_over", "The match is over already.")
    judge.rule(state.phase == "won", "game_on", "A game is going on; nobody has won it yet.", cite.MATCH)
    return replace(state, phase="over", clash=None)


def offer_match_end(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase == "won":
        event, alone = EndMatch(seat=seat), bool(state.away)
        yield Choice("Leave the match as it stands", event, prompt=WON_PROMPT, primary=alone, why=cite.MATCH)


END_MATCH = Action(EndMatch, cite.MATCH, end_match, "{who} ends the match as it stands", offers=offer_match_end)


# --- somebody has left


def leave(state: State, event: SeatAway, judge: Judge) -> State:
    judge.struct(state.phase != "over", "match_over", "The match is over already.")
    seat = judge.seat(state.players)
    judge.struct(seat not in state.away, "already_there", say("{who} has left already.", who=person(seat)))
    judge.struct(
        not state.away, "nobody_left", "Somebody has to stay at the table; the match can be left as it stands."
    )
    state = replace(state, away=(seat,))
    if state.phase == "won":
        return state
    state = replace(state, given_up=(*state.given_up, len(state.results) + 1))
    return settle.game_won(state, 1 - seat)


def offer_leaving(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase != "over" and not state.away:
        for other in range(state.players):
            label = say("{who} has left: go on without them", who=person(other))
            detail = "" if state.phase == "won" else say("{who} wins this game.", who=person(1 - other))
            yield Choice(label, SeatAway(seat=other), detail=detail, correction=True, why=cite.AWAY)


SEAT_AWAY: Action[State, SeatAway] = Action(SeatAway, cite.AWAY, leave, "{who} has left", offers=offer_leaving)


def come_back(state: State, event: SeatBack, judge: Judge) -> State:
    seat = judge.seat(state.players)
    judge.struct(seat in state.away, "already_there", say("{who} has not left.", who=person(seat)))
    return replace(state, away=())


def offer_coming_back(state: State, seat: Seat) -> Iterator[Choice]:
    for other in state.away if state.phase != "over" else ():
        yield Choice(say("{who} is back", who=person(other)), SeatBack(seat=other), correction=True, why=cite.AWAY)


SEAT_BACK: Action[State, SeatBack] = Action(SeatBack, cite.AWAY, come_back, "{who} is back", offers=offer_coming_back)

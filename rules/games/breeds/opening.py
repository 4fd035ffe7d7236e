"""Before the first turn: summoners, the secret legendary, who begins (Set up)."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import book, checks
from rules.games.breeds.cardbook import SUMMONERS, known, of_faction, printed
from rules.games.breeds.draw import HAND_TARGET, Cycle
from rules.games.breeds.events import ChooseLegendary, ChooseStarter, ChooseSummoner
from rules.games.breeds.house import House
from rules.games.breeds.state import SLOTS, STARTERS, Player, Slot, State, with_seat
from rules.table import Judge
from rules.text import say
from rules.view import person


def new_table(players: int, house: House) -> State:
    """The table before anybody has chosen."""
    return State(players, house, seats=(Player(),) * players)


def choose_summoner(state: State, event: ChooseSummoner, judge: Judge) -> State:
    """A seat takes a faction; what it had chosen of another one is open again."""
    seat = checks.seat_of(judge, state)
    judge.struct(state.phase == "setup", "begun", "The game has begun; summoners are not changed any more.")
    words = ", ".join(SUMMONERS)
    text = say('"{faction}" is no summoner; expected one of {words}.', faction=event.faction[:20], words=words)
    judge.struct(event.faction in SUMMONERS, "bad_faction", text)
    twice = [n for n, own in enumerate(state.seats) if n != seat and own.faction == event.faction != "other"]
    text = say(
        "{summoners} is played twice: one of you needs the cards of another print set.",
        summoners=SUMMONERS[event.faction],
    )
    judge.warn(not twice, "same_faction", text, book.SUMMONER)
    return with_seat(state, seat, Player(event.faction))


def choose_legendary(state: State, event: ChooseLegendary, judge: Judge) -> State:
    """One legendary lies face down; ``card`` empty says so without saying which."""
    seat = checks.seat_of(judge, state)
    player = state.seats[seat]
    judge.struct(state.phase == "setup", "begun", "The game has begun; the legendary stays where it lies.")
    judge.struct(bool(player.faction), "no_summoner", "First choose your summoner.", book.SUMMONER.citation)
    if event.card:
        found = checks.a_card(judge, event.card, ("legendary",))
        own = event.card in of_faction(player.faction, "legendary") or not printed(player.faction)
        judge.struct(
            own and found.printed == printed(player.faction),
            "bad_legendary",
            say("{name} is not yours.", name=found.name),
        )
    return with_seat(state, seat, replace(player, legendary=event.card, chosen=True))


def choose_starter(state: State, event: ChooseStarter, judge: Judge) -> State:
    """Shuffled, dealt, turned up; the first turn begins."""
    judge.struct(state.phase == "setup", "begun", "The game has begun already; somebody was faster.")
    checks.player_named(judge, state, event.first)
    missing = [person(seat) for seat, own in enumerate(state.seats) if not own.faction]
    judge.rule(
        not missing, "not_ready", say("{words} chose no summoner yet.", words=" and ".join(missing)), book.SUMMONER
    )
    missing = [person(seat) for seat, own in enumerate(state.seats) if own.faction and not own.chosen]
    judge.rule(
        not missing, "not_ready", say("{words} chose no legendary yet.", words=" and ".join(missing)), book.LEGENDARY
    )
    return replace(state, seats=tuple(map(dealt, state.seats)), phase="combat", active=event.first, turn=1)


def dealt(player: Player) -> Player:
    """A player with five cards in hand and four supply cards turned up."""
    faction = player.faction or "other"
    cycle = Cycle(HAND_TARGET, STARTERS - HAND_TARGET, 0)
    return replace(player, faction=faction, cycle=cycle, supply=(Slot(),) * SLOTS)


def legendaries(faction: str) -> tuple[str, ...]:
    """What a seat may lay under its quest card."""
    return tuple(known(card).id for card in of_faction(faction, "legendary"))

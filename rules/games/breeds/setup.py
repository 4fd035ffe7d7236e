"""Before the first turn of Dragon Breeds: summoners, the secret legendary, who begins (Set up)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.breeds import checks
from rules.games.breeds import citations as cite
from rules.games.breeds.deck import SUMMONERS, identity, known, name_of, of_faction, plain, printed, summoner_name
from rules.games.breeds.state import HAND_TARGET, SLOTS, STARTERS, Cycle, Player, Slot, State, knows
from rules.score import Why
from rules.text import listed, say
from rules.view import person

SUMMONER, LEGENDARY, STARTER = "summoner", "legendary", "starter"
"""Keys of the prompts these actions answer."""


# --- summoners


@dataclass(frozen=True, slots=True)
class ChooseSummoner(Event):
    """The seat plays this faction: ``black``, ``teal``, or one whose cards it brought."""

    faction: str


def choose_summoner(state: State, event: ChooseSummoner, judge: Judge) -> State:
    """What the seat had chosen of another faction is open again."""
    seat = judge.seat(state.players)
    judge.struct(state.phase == "setup", "begun", "The game has begun; summoners stay as they are.")
    text = '"{faction}" is no summoner; expected one of {factions}.'
    text = say(text, faction=event.faction[:20], factions=", ".join(summoners(state)))
    judge.struct(event.faction in summoners(state), "bad_faction", text)
    twice = [n for n, own in enumerate(state.seats) if n != seat and own.faction == event.faction != "other"]
    text = "{summoner} is played twice: one of you needs the cards of another print set."
    judge.warn(not twice, "same_faction", say(text, summoner=summoner_name(event.faction)), cite.SUMMONER)
    return state.with_seat(seat, Player(event.faction))


def summoners(state: State) -> tuple[str, ...]:
    """Whom a seat may play at this table, those somebody typed in first."""
    return (*state.decks, *SUMMONERS)


def offer_summoners(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase != "setup":
        return
    label, prompt, picks = "I play this one", SUMMONER, tuple(map(_summoner_pick, summoners(state)))
    if state.seats[seat].faction:
        label, prompt = "I play another summoner", ""
        picks = tuple(Pick(faction, summoner_name(faction)) for faction in summoners(state))
    which = FieldSpec("faction", "Which colour?", picks)
    yield Choice.asking(ChooseSummoner, label, (which,), seat=seat, prompt=prompt, why=cite.SUMMONER)


def _summoner_pick(faction: str) -> Pick:
    if printed(faction):
        up = identity(faction, 1)
        return Pick(faction, summoner_name(faction), up.id if up is not None else "", suit=faction)
    return Pick(faction, summoner_name(faction), detail="with your own cards")


def tell_summoner(telling: Telling[State, ChooseSummoner]) -> str:
    faction = telling.event.faction
    name = summoner_name(faction)
    return say("{who} plays {summoner}", who=telling.who, summoner=name.lower() if faction in SUMMONERS else name)


CHOOSE_SUMMONER = Action(ChooseSummoner, cite.SUMMONER, choose_summoner, tell_summoner, offers=offer_summoners)


# --- the legendary under the quest card


@dataclass(frozen=True, slots=True)
class ChooseLegendary(Event):
    """The seat laid one legendary face down under its quest card; which one is its owner's alone."""

    card: str = ""


def choose_legendary(state: State, event: ChooseLegendary, judge: Judge) -> State:
    """``card`` empty says that it lies there without saying which."""
    seat = judge.seat(state.players)
    player = state.seats[seat]
    judge.struct(state.phase == "setup", "begun", "The game has begun; the legendary stays where it is.")
    judge.struct(bool(player.faction), "no_summoner", "First choose your summoner.", cite.SUMMONER.citation)
    if event.card:
        found, theirs = checks.a_card(judge, event.card, ("legendary",)), printed(player.faction)
        own = event.card in of_faction(player.faction, "legendary") or not theirs
        text = say("{name} is not yours.", name=found.name)
        judge.struct(own and found.printed == theirs, "bad_legendary", text)
    return state.with_seat(seat, replace(player, legendary=event.card, chosen=True))


def offer_legendaries(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if state.phase != "setup" or not player.faction or player.chosen:
        return
    for card in map(known, of_faction(player.faction, "legendary")):
        yield Choice(
            card.name, ChooseLegendary(card.id, seat=seat),
            detail=plain(card.text), card=card.id, suit=player.faction if printed(player.faction) else "",
            prompt=LEGENDARY, why=cite.LEGENDARY,
        )  # fmt: skip
    event = ChooseLegendary(seat=seat)
    yield Choice("Placed; I keep it to myself", event, prompt=LEGENDARY, why=cite.LEGENDARY)


def tell_legendary(telling: Telling[State, ChooseLegendary]) -> str:
    card = telling.event.card
    text = "{who} laid {card} under the quests" if card else "{who} laid a legendary under the quests"
    return say(text, who=telling.who, card=name_of(card))


def hide_legendary(state: State, event: ChooseLegendary, viewer: Seat | None) -> ChooseLegendary:
    return event if knows(state, event, viewer) else replace(event, card="")


CHOOSE_LEGENDARY = Action(
    ChooseLegendary, cite.LEGENDARY, choose_legendary, tell_legendary, offers=offer_legendaries, hides=hide_legendary
)


# --- who begins


@dataclass(frozen=True, slots=True)
class ChooseStarter(Event):
    """Decks are shuffled, hands drawn, supplies turned up; seat ``first`` takes the first turn."""

    first: Seat


def choose_starter(state: State, event: ChooseStarter, judge: Judge) -> State:
    judge.struct(state.phase == "setup", "begun", "The game has begun already; somebody was faster.")
    checks.player_named(judge, state, event.first)
    text = say("{first} has left the table.", first=person(event.first))
    judge.rule(event.first not in state.away, "seat_left", text, cite.LEFT)
    here = [(seat, own) for seat, own in enumerate(state.seats) if seat not in state.away]
    factions = [seat for seat, own in here if not own.faction]
    _all_ready(judge, factions, "{names} chose no summoner yet.", cite.SUMMONER)
    legendaries = [seat for seat, own in here if own.faction and not own.chosen]
    _all_ready(judge, legendaries, "{names} chose no legendary yet.", cite.LEGENDARY)
    return replace(state, seats=tuple(map(dealt, state.seats)), phase="combat", active=event.first, turn=1)


def _all_ready(judge: Judge, missing: list[Seat], text: str, why: Why) -> None:
    judge.rule(not missing, "not_ready", say(text, names=listed(map(person, missing))), why)


def dealt(player: Player) -> Player:
    """A player with five cards in hand and four supply cards turned up."""
    faction = player.faction or "other"
    cycle = Cycle(HAND_TARGET, STARTERS - HAND_TARGET, 0)
    return replace(player, faction=faction, cycle=cycle, supply=(Slot(),) * SLOTS)


def offer_starters(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase == "setup" and all(state.seats[one].chosen for one in state.present):
        for first in state.present:
            label = say("{first} begins", first=person(first))
            yield Choice(label, ChooseStarter(first, seat=seat), prompt=STARTER, why=cite.STARTER)


def tell_starter(telling: Telling[State, ChooseStarter]) -> str:
    return say("{first} begins", first=person(telling.event.first))


CHOOSE_STARTER = Action(ChooseStarter, cite.STARTER, choose_starter, tell_starter, offers=offer_starters)

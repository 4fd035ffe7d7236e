"""Quests and tokens of Dragon Breeds: cubes and the legendary they wake, cards gained for a while (Token cards).

Both come of what cards say, so they can happen at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.action import Action, Telling
from rules.choice import Choice
from rules.event import Event, Judge, Level, Refusal, Seat
from rules.games.breeds import checks, pictures, spots
from rules.games.breeds import citations as cite
from rules.games.breeds.damage import token_home
from rules.games.breeds.deck import coin_card, known, name_of, own_quest
from rules.games.breeds.house_rules import AS_WRITTEN, House
from rules.games.breeds.state import SV_MOST, State, Token, Trashed
from rules.text import say
from rules.view import person

UNIQUE, COIN, TRASH = 0, 1, 2
DONE = 3


# --- quests


def progress(quests: Sequence[int], quest: int) -> tuple[int, ...]:
    """One cube one space up; beyond 3 nothing more happens (BR-R18)."""
    return tuple(min(DONE, count + 1) if i == quest else count for i, count in enumerate(quests))


def unlocked(quests: Sequence[int]) -> bool:
    """Whether all three are done, which unlocks the legendary."""
    return all(count >= DONE for count in quests)


def coin_counts(*, own_color: bool, token: bool, house: House = AS_WRITTEN) -> bool:
    """Whether gaining a Faction coin counts for the middle quest: one's own colour, as a token too (BR-R27)."""
    return own_color and (house.token_coin_counts or not token)


def trash_counts(*, from_hand: bool, house: House = AS_WRITTEN) -> bool:
    """Whether a trashed card counts for the right quest: from the hand, or any at this table (BR-R19)."""
    return from_hand or house.any_trash_counts


@dataclass(frozen=True, slots=True)
class Quest(Event):
    """A quest was completed once: 0 the own one, 1 a Faction coin, 2 a trashed card."""

    quest: int


def quest(state: State, event: Quest, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    judge.struct(event.quest in (0, 1, 2), "bad_quest", "There are three quests: 0, 1 and 2.")
    checks.alive(judge, state, seat)
    after = advance(state, seat, event.quest)
    own = own_quest(state.seats[seat].faction)
    if own is not None and event.quest == UNIQUE:
        after = after.seen_to(seat, own.name)
    name = ("own quest", "Faction coins", "trashed cards")[event.quest]
    text = say("The cube for {quest} is already on {done}; no more is counted.", quest=name, done=DONE)
    judge.warn(after.seats[seat].quests != state.seats[seat].quests, "quest_done", text, cite.QUESTS)
    return after


def advance(state: State, seat: Seat, quest: int) -> State:
    """One cube up; the legendary goes where the table plays it as soon as all stand on 3, once (BR-R3)."""
    player = replace(state.seats[seat], quests=progress(state.seats[seat].quests, quest))
    if player.unlocked or not unlocked(player.quests):
        return state.with_seat(seat, player)
    to_hand = state.house.legendary_to == "hand"
    player = replace(player.counted(hand=1) if to_hand else player.laid_away(checks.LEGENDARY), unlocked=True)
    where = "into your hand" if to_hand else "onto your discard pile"
    text = say("Three quests done: take your legendary {where}.", where=where)
    return state.with_seat(seat, player).with_todo(seat, text)


def offer_quests(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if not state.in_play(seat) or player.health.immune:
        return
    labels = ("Own quest: one up", "Faction coins: one up", "Trashed cards: one up")
    own = own_quest(player.faction)
    for n, label in enumerate(labels):
        cubes = player.quests[n]
        if cubes < DONE:
            detail = say("now {cubes} of {done}", cubes=cubes, done=DONE)
            asked = state.text_asks(seat, own.name if own is not None and n == UNIQUE else "")
            # Asked for by a text it begins on the board; else the cube itself is set there, one more or less.
            spot = spots.quest(seat, n) if asked else ""
            yield Choice(label, Quest(n, seat=seat), detail=detail, correction=not asked, spot=spot, why=cite.QUESTS)


def tell_quest(telling: Telling[State, Quest]) -> str:
    names = {UNIQUE: "the own quest", COIN: "a Faction coin gained", TRASH: "a card trashed"}
    quest = names.get(telling.event.quest, "a quest")
    return say("{who} moves a quest cube: {quest}", who=telling.who, quest=quest)


QUEST = Action(Quest, cite.QUESTS, quest, tell_quest, offers=offer_quests, pictures=pictures.of_quest)


# --- tokens


@dataclass(frozen=True, slots=True)
class GainToken(Event):
    """The seat takes a token: a Fireball or Epic coin from the pile, or a card somebody lost to it.

    ``source`` is where it goes back to; ``owner`` whose card it is; ``slot`` of their supply. With ``keep`` it stays
    when the turn ends.
    """

    kind: Literal["fireball", "epic_coin", "dragon", "faction_coin"]
    source: Literal["pile", "discard", "supply", "trash"] = "pile"
    card: str = ""
    owner: Seat | None = None
    slot: int = 0
    sv: int | None = None
    keep: bool = False
    code: str = ""


def gain_token(state: State, event: GainToken, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    checks.alive(judge, state, seat)
    if event.kind in ("fireball", "epic_coin"):
        text = "Fireball and Epic coin tokens come from their pile."
        judge.struct(event.source == "pile", "bad_source", text, cite.TOKENS.citation)
        token = Token(f"k{state.serial}", event.kind, keep=event.keep, code=event.code)
    else:
        token = _lent(judge, state, seat, event)
        state = _without_lent(judge, state, token)
    player = state.seats[seat]
    state = state.with_seat(seat, replace(player, tokens=(*player.tokens, token)))
    state = replace(state, serial=state.serial + 1)
    if event.kind == "fireball":
        state = state.seen_to(seat, "Fireball token")
    own = event.kind == "faction_coin" and token.owner == seat
    return advance(state, seat, COIN) if coin_counts(own_color=own, token=True, house=state.house) else state


def _lent(judge: Judge, state: State, seat: Seat, event: GainToken) -> Token:
    """A dragon or Faction coin of somebody's as a token."""
    owner = seat if event.owner is None else event.owner
    lender = checks.player_named(judge, state, owner)
    text = say("The cards of {owner} left the game.", owner=person(owner))
    judge.struct(not lender.out, "eliminated", text, cite.OUT.citation)
    if owner != seat:
        checks.alive(judge, state, owner)
    word = event.card or event.kind
    if event.kind == "faction_coin" and not event.card:
        word = coin_card(lender.faction, "faction")
    found = checks.a_card(judge, word, checks.DRAGONS if event.kind == "dragon" else ("coin",), event.code)
    sv = found.sv if event.sv is None else event.sv
    judge.struct(event.kind != "dragon" or (sv is not None and 0 <= sv <= SV_MOST), "no_sv", "Say the dragon's SV.")
    return Token(
        f"k{state.serial}", event.kind, source=event.source, card=word, owner=owner, slot=event.slot, sv=sv,
        keep=event.keep, code=event.code,
    )  # fmt: skip


def _without_lent(judge: Judge, state: State, token: Token) -> State:
    """The table without the card where it came from."""
    owner = token.owner or 0
    lender = state.seats[owner]
    match token.source:
        case "discard":
            text = say("The discard of {owner} is empty.", owner=person(owner))
            judge.struct(lender.cycle.discard > 0, "empty_hand", text)
            return state.with_seat(owner, lender.taken_back(token.card))
        case "supply":
            slot = checks.slot_showing(judge, lender, token.slot)
            down = replace(slot, pile=slot.pile - 1, up=False, card="", code="")
            return state.with_seat(owner, lender.with_slot(token.slot, down))
        case "trash":
            place = next((n for n, one in enumerate(state.trash) if one == Trashed(token.card, owner)), None)
            if place is None:
                text = say("No {name} of theirs is in the trash.", name=name_of(token.card))
                raise Refusal(Level.STRUCT, "not_there", text)
            return replace(state, trash=(*state.trash[:place], *state.trash[place + 1 :]))
    raise Refusal(Level.STRUCT, "bad_source", "Say where the card comes from: a discard, a supply or the trash.")


def offer_tokens(state: State, seat: Seat) -> Iterator[Choice]:
    if not state.in_play(seat) or state.seats[seat].health.immune:
        return
    fireball, other = not state.text_asks(seat, "Fireball token"), not state.text_asks(seat, "")
    event = GainToken("fireball", seat=seat)
    yield Choice("A card gives me a Fireball token", event, correction=fireball, why=cite.TOKENS)
    event = GainToken("epic_coin", seat=seat)
    yield Choice("A card gives me an Epic coin token", event, correction=other, why=cite.TOKENS)
    for one in dict.fromkeys(state.trash):
        found = known(one.card)
        if found.kind in checks.DRAGONS and found.sv is not None and not state.seats[one.owner].health.immune:
            yield Choice(
                say("A card lends me {name}", name=found.name),
                GainToken("dragon", "trash", one.card, one.owner, seat=seat), suit=found.faction, correction=other,
                detail=say("Trashed by {owner}. It goes back there.", owner=person(one.owner)), why=cite.TOKENS,
            )  # fmt: skip
    if state.seats[seat].cycle.discard:
        event = GainToken("faction_coin", "discard", owner=seat, seat=seat)
        yield Choice("A card lends me a Faction coin from my discard", event, correction=other, why=cite.TOKENS)


def tell_token(telling: Telling[State, GainToken]) -> str:
    event = telling.event
    if event.kind in ("fireball", "epic_coin"):
        token = "a Fireball token" if event.kind == "fireball" else "an Epic coin token"
        return say("{who} gains {token}", who=telling.who, token=token)
    card = name_of(event.card) if event.card else "a Faction coin" if event.kind == "faction_coin" else "a dragon"
    owner = event.owner if event.owner is not None else event.seat
    whose = "" if owner is None else person(owner)
    where = {"discard": "discard", "supply": "supply", "trash": "cards in the trash"}.get(event.source, "pile")
    text = "{who} gains {card} as a token, from the {where} of {owner}"
    return say(text, who=telling.who, card=card, where=where, owner=whose)


GAIN_TOKEN = Action(GainToken, cite.TOKENS, gain_token, tell_token, offers=offer_tokens)


@dataclass(frozen=True, slots=True)
class ReturnToken(Event):
    """A token goes back to its source before the turn ends."""

    token: str


def return_token(state: State, event: ReturnToken, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    token = state.seats[seat].token(event.token)
    if token is None:
        raise Refusal(Level.STRUCT, "no_token", "That token is no longer there; somebody was faster.")
    return token_home(state.without_token(seat, token.uid), token)


def offer_returns(state: State, seat: Seat) -> Iterator[Choice]:
    if state.in_play(seat) and not state.seats[seat].health.immune:
        for token in state.seats[seat].tokens:
            label = say("My token {token} goes back", token=token_name(token))
            # A touch on a token plays it; that it goes back unused is said where it is looked at closely.
            yield Choice(
                label, ReturnToken(token.uid, seat=seat), uid=token.uid, correction=True, spot=spots.token(token.uid),
                why=cite.TOKENS,
            )  # fmt: skip


def token_name(token: Token) -> str:
    """What a token is called."""
    if token.kind in ("fireball", "epic_coin"):
        return "Fireball" if token.kind == "fireball" else "Epic coin"
    return name_of(token.card)


def tell_return(telling: Telling[State, ReturnToken]) -> str:
    seat = telling.event.seat
    token = telling.before.seats[seat].token(telling.event.token) if seat is not None else None
    text = "{who} gives back the token {token}" if token is not None else "{who} gives a token back"
    return say(text, who=telling.who, token=token_name(token) if token is not None else "")


RETURN_TOKEN = Action(ReturnToken, cite.TOKENS, return_token, tell_return, offers=offer_returns)

"""Tokens: cards gained for a while, and their way back to their source (Token cards)."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import book, checks, quests
from rules.games.breeds.cardbook import coin_card, name_of
from rules.games.breeds.events import GainToken, ReturnToken
from rules.games.breeds.homing import SV_MOST, counted, drop_token, token_home
from rules.games.breeds.questing import advance
from rules.games.breeds.state import State, Token, Trashed, find_token, with_seat, with_slot
from rules.games.breeds.trading import slot_named
from rules.table import Judge, Level, Refusal, Seat
from rules.text import say
from rules.view import person


def gain_token(state: State, event: GainToken, judge: Judge) -> State:
    """A token for the seat, out of the pile or out of somebody's cards."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    checks.alive(judge, state, seat)
    if event.kind in ("fireball", "epic_coin"):
        text = "Fireball and Epic coin tokens come from their pile."
        judge.struct(event.source == "pile", "bad_source", text, book.TOKENS.citation)
        token = Token(f"k{state.serial}", event.kind, keep=event.keep, code=event.code)
    else:
        state, token = _lent(judge, state, seat, event)
    player = state.seats[seat]
    state = with_seat(state, seat, replace(player, tokens=(*player.tokens, token)))
    state = replace(state, serial=state.serial + 1)
    own = event.kind == "faction_coin" and token.owner == seat
    if quests.coin_counts(own_color=own, token=True, house=state.house):
        return advance(judge, state, seat, quests.COIN)
    return state


def _lent(judge: Judge, state: State, seat: Seat, event: GainToken) -> tuple[State, Token]:
    """A dragon or Faction coin taken from a discard, a supply or the trash."""
    owner = seat if event.owner is None else event.owner
    lender = checks.player_named(judge, state, owner)
    judge.struct(
        not lender.out, "eliminated", say("The cards of {owner} left the game.", owner=person(owner)), book.OUT.citation
    )
    if owner != seat:
        checks.alive(judge, state, owner)
    word = event.card or event.kind
    if event.kind == "faction_coin" and not event.card:
        word = coin_card(lender.faction, "faction")
    found = checks.a_card(judge, word, checks.DRAGONS if event.kind == "dragon" else ("coin",), event.code)
    sv = found.sv if event.sv is None else event.sv
    judge.struct(event.kind != "dragon" or (sv is not None and 0 <= sv <= SV_MOST), "no_sv", "Say the dragon's SV.")
    token = Token(
        f"k{state.serial}",
        event.kind,
        source=event.source,
        card=word,
        owner=owner,
        slot=event.slot,
        sv=sv,
        keep=event.keep,
        code=event.code,
    )
    match event.source:
        case "discard":
            judge.struct(
                lender.cycle.discard > 0, "empty_hand", say("The discard of {owner} is empty.", owner=person(owner))
            )
            return with_seat(state, owner, counted(lender, discard=-1)), token
        case "supply":
            slot = slot_named(judge, lender, event.slot)
            judge.struct(slot.shows, "no_face_up", say("Slot {slot} lies face down or is empty.", slot=event.slot))
            down = replace(slot, pile=slot.pile - 1, up=False, card="", code="")
            return with_seat(state, owner, with_slot(lender, event.slot, down)), token
        case "trash":
            place = next((n for n, one in enumerate(state.trash) if one == Trashed(word, owner)), None)
            if place is None:
                raise Refusal(Level.STRUCT, "not_there", say("No {name} of theirs lies in the trash.", name=found.name))
            return replace(state, trash=(*state.trash[:place], *state.trash[place + 1 :])), token
    raise Refusal(Level.STRUCT, "bad_source", "Say where the card comes from: a discard, a supply or the trash.")


def return_token(state: State, event: ReturnToken, judge: Judge) -> State:
    """A token back at its source."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    token = find_token(state.seats[seat], event.token)
    if token is None:
        raise Refusal(Level.STRUCT, "no_token", "No such token lies there; somebody was faster.")
    return token_home(drop_token(state, seat, token.uid), token)


def lent_name(token: Token) -> str:
    """What a token is called."""
    if token.kind in ("fireball", "epic_coin"):
        return "Fireball" if token.kind == "fireball" else "Epic coin"
    return name_of(token.card)

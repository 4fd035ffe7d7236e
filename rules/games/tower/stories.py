"""One line of the log for an event. Everybody may read the same: nothing here is secret."""

from __future__ import annotations

from collections.abc import Mapping

from rules.games.tower.events import (
    AssignDamage,
    Burn,
    ChooseStarter,
    ConfirmStep,
    DeclareAttack,
    Discard,
    Done,
    Draw,
    EndAttack,
    EndMatch,
    EndTurn,
    Fight,
    GiveUp,
    NextGame,
    PalaceAssault,
    PlaceBase,
    PlayAbility,
    Recruit,
    Renew,
    SetAbility,
    SetBase,
    SetHand,
    SetLost,
    SetPile,
    SetSpecials,
    SetTroops,
    SetTurn,
    SetWins,
    Tick,
)
from rules.games.tower.state import PALACE, State, deck
from rules.games.tower.wording import listed, plural, source_name
from rules.table import Event
from rules.view import person


def story(state: State, event: Event) -> str:
    """What happened, in one line."""
    who = person(event.seat) if event.seat is not None else "The table"
    match event:
        case ChooseStarter(first=first):
            return f"{person(first)} takes the first turn"
        case SetBase() | SetTroops() | SetSpecials() | SetHand() | SetPile() | SetAbility() | SetLost():
            return f"{who} by hand: {_corrected(event)}"
        case SetTurn(active=active, phase=phase):
            when = "it begins" if phase == "decide" else "attacks and abilities"
            return f"By hand: it is the turn of {person(active)}, {when}"
        case SetWins(first=first, second=second):
            return f"By hand: the match stands {first} : {second}"
        case GiveUp():
            return f"{who} gives the game up"
        case NextGame():
            return "The boards are cleared for the next game"
        case EndMatch():
            return f"{who} ends the match as it stands"
    return f"{who} {_deed(state, event)}"


def _deed(state: State, event: Event) -> str:
    """What the seat did, after its name."""
    match event:
        case Draw(count=count, abilities=abilities):
            return f"draws {_cards(count, abilities)}"
        case Discard(count=count, abilities=abilities):
            return f"discards {_cards(count, abilities)}"
        case Burn():
            return "shuffles the opening hand back"
        case PlaceBase(place=place, base=base):
            return f"lays {_name(base)} on {place}"
        case Done():
            return "lays no more bases"
        case Renew(yes=yes):
            return "renews the game for both" if yes else "does not renew"
        case PlayAbility(card=card):
            return f"plays {_name(card)}"
        case Recruit(place=place):
            return f"brings a troll back on {place}"
        case EndTurn():
            return "ends the turn"
        case Tick(item=item):
            return f"has done it: {state.todo[item].text}" if 0 <= item < len(state.todo) else "has done it"
    return _battle_deed(event)


def _battle_deed(event: Event) -> str:
    match event:
        case DeclareAttack(source=source, target=target):
            return f"attacks territory {target} from {source_name(source)}"
        case Fight():
            return "lets the fighting begin"
        case AssignDamage(step=step, hits=hits, siege=siege):
            return f"deals in the {step} step: {_hits(hits, siege)}"
        case ConfirmStep(step=step):
            return f"confirms the damage of the {step} step"
        case PalaceAssault():
            return "goes on against the palace"
        case EndAttack():
            return "goes home from the attack"
    return "did something this version does not know"


def _corrected(event: Event) -> str:
    match event:
        case SetBase(place=place, base=base):
            return f"{_name(base)} lies on {place}" if base else f"nothing lies on {place}"
        case SetTroops(place=place, troops=troops):
            return f"{plural(troops, 'troop')} on {place}"
        case SetSpecials(count=count):
            return f"{plural(count, 'special troop')} on the palace"
        case SetHand(abilities=abilities, bases=bases):
            return f"the hand holds {_cards(abilities + bases, abilities)}"
        case SetPile(pile=pile, draw=draw, discard=discard):
            return f"{draw} {pile} to draw, {discard} discarded"
        case SetAbility(card=card, copies=copies):
            return f"{copies} {_name(card)} in effect"
        case SetLost(trolls=trolls):
            return f"{plural(trolls, 'troll')} lost this turn"
    return "a fact"


def _cards(count: int, abilities: int) -> str:
    laid = count - abilities
    parts = [plural(abilities, "ability", "abilities")] if abilities else []
    parts += [plural(laid, "base")] if laid else []
    return listed(parts) if parts else "no card"


def _hits(hits: Mapping[str, int], siege: Mapping[str, int]) -> str:
    """Where the damage went, by place; the troops may be gone when this is told."""
    totals: dict[str, int] = {}
    for split in (hits, siege):
        for key, value in split.items():
            where = key.partition("-")[2]
            place = f"the {'troops' if where[2:] else 'base'} on {where[:2]}"
            place = "the palace" if key == PALACE else "the special troops" if where[:1] == "s" else place
            totals[place] = totals.get(place, 0) + value
    words = [f"{value} to {place}" for place, value in totals.items() if value]
    return listed(words) if words else "nothing"


def _name(card: str) -> str:
    found = deck().by_id.get(card)
    return found.name if found is not None else "a card"

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
from rules.text import say
from rules.view import person


def story(state: State, event: Event) -> str:
    """What happened, in one line."""
    who = person(event.seat) if event.seat is not None else "The table"
    match event:
        case ChooseStarter(first=first):
            return say("{first} takes the first turn", first=person(first))
        case SetBase() | SetTroops() | SetSpecials() | SetHand() | SetPile() | SetAbility() | SetLost():
            return say("{who} by hand: {corrected}", who=who, corrected=_corrected(event))
        case SetTurn(active=active, phase=phase):
            when = "it begins" if phase == "decide" else "attacks and abilities"
            return say("By hand: it is the turn of {active}, {when}", active=person(active), when=when)
        case SetWins(first=first, second=second):
            return say("By hand: the match stands {first} : {second}", first=first, second=second)
        case GiveUp():
            return say("{who} gives the game up", who=who)
        case NextGame():
            return "The boards are cleared for the next game"
        case EndMatch():
            return say("{who} ends the match as it stands", who=who)
    return f"{who} {_deed(state, event)}"


def _deed(state: State, event: Event) -> str:
    """What the seat did, after its name."""
    match event:
        case Draw(count=count, abilities=abilities):
            return say("draws {cards}", cards=_cards(count, abilities))
        case Discard(count=count, abilities=abilities):
            return say("discards {cards}", cards=_cards(count, abilities))
        case Burn():
            return "shuffles the opening hand back"
        case PlaceBase(place=place, base=base):
            return say("lays {name} on {place}", name=_name(base), place=place)
        case Done():
            return "lays no more bases"
        case Renew(yes=yes):
            return "renews the game for both" if yes else "does not renew"
        case PlayAbility(card=card):
            return say("plays {name}", name=_name(card))
        case Recruit(place=place):
            return say("brings a troll back on {place}", place=place)
        case EndTurn():
            return "ends the turn"
        case Tick(item=item):
            return (
                say("has done it: {text}", text=state.todo[item].text) if 0 <= item < len(state.todo) else "has done it"
            )
    return _battle_deed(event)


def _battle_deed(event: Event) -> str:
    match event:
        case DeclareAttack(source=source, target=target):
            return say("attacks territory {target} from {source_name}", target=target, source_name=source_name(source))
        case Fight():
            return "lets the fighting begin"
        case AssignDamage(step=step, hits=hits, siege=siege):
            return say("deals in the {step} step: {hits}", step=step, hits=_hits(hits, siege))
        case ConfirmStep(step=step):
            return say("confirms the damage of the {step} step", step=step)
        case PalaceAssault():
            return "goes on against the palace"
        case EndAttack():
            return "goes home from the attack"
    return "did something this version does not know"


def _corrected(event: Event) -> str:
    match event:
        case SetBase(place=place, base=base):
            return (
                say("{name} lies on {place}", name=_name(base), place=place)
                if base
                else say("nothing lies on {place}", place=place)
            )
        case SetTroops(place=place, troops=troops):
            return say("{troops} on {place}", troops=plural(troops, "troop"), place=place)
        case SetSpecials(count=count):
            return say("{special_troops} on the palace", special_troops=plural(count, "special troop"))
        case SetHand(abilities=abilities, bases=bases):
            return say("the hand holds {cards}", cards=_cards(abilities + bases, abilities))
        case SetPile(pile=pile, draw=draw, discard=discard):
            return say("{draw} {pile} to draw, {discard} discarded", draw=draw, pile=pile, discard=discard)
        case SetAbility(card=card, copies=copies):
            return say("{copies} {name} in effect", copies=copies, name=_name(card))
        case SetLost(trolls=trolls):
            return say("{trolls} lost this turn", trolls=plural(trolls, "troll"))
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
            place = say("the {word} on {where}", word="troops" if where[2:] else "base", where=where[:2])
            place = "the palace" if key == PALACE else "the special troops" if where[:1] == "s" else place
            totals[place] = totals.get(place, 0) + value
    words = [say("{value} to {place}", value=value, place=place) for place, value in totals.items() if value]
    return listed(words) if words else "nothing"


def _name(card: str) -> str:
    found = deck().by_id.get(card)
    return found.name if found is not None else "a card"

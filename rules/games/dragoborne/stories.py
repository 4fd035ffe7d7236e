"""One line of the log for an event, and the event as somebody else may see it.

Where banners stand before the game begins, which cards were read of a deck and which card an ambush is stay their
owner's, until the table shows them.
"""

from __future__ import annotations

from dataclasses import replace

from rules.games.dragoborne import byhand, combat_events, setup_events
from rules.games.dragoborne import events as ev
from rules.games.dragoborne.cardbook import card, whole_deck
from rules.games.dragoborne.deck import DECKS
from rules.games.dragoborne.state import State, find
from rules.games.dragoborne.wording import plural
from rules.table import Event, Seat
from rules.view import person


def redact(state: State, event: Event, viewer: Seat | None) -> Event:
    """The event without what ``viewer`` may not know while the table is in ``state``."""
    if state.phase == "over" or (event.seat is not None and event.seat == viewer):
        return event
    match event:
        case setup_events.ScanDeck():
            return replace(event, cards=(), codes=(), anew=False)
        case setup_events.UseDeck(deck="scanned"):
            return replace(event, deck="own")
        case setup_events.PlaceBanners() if state.phase == "setup":
            # In the order of the dice, which lie openly: a table replayed from this looks as it did.
            first, second, third = sorted((event.left, event.middle, event.right))
            return replace(event, left=first, middle=second, right=third)
        case ev.SetAmbush():
            return replace(event, card="", code="")
        case combat_events.FortBurst(use=False):
            return replace(event, card="", code="")
    return event


def story(state: State, event: Event, viewer: Seat | None) -> str:
    """What happened, in one line for this viewer."""
    event = redact(state, event, viewer)
    who = person(event.seat) if event.seat is not None else "The table"
    match event:
        case setup_events.ChooseStarter(first=first):
            return f"{person(first)} takes the first turn"
        case byhand.SetTurn(active=active, turn=turn, phase=phase):
            return f"By hand: turn {turn}, {person(active)}'s, {phase}"
        case combat_events.DealDamage():
            return "The damage is dealt"
        case byhand.CallOff():
            return "By hand: the attack and open questions are called off"
    told = _setting(state, event, who, viewer) or _turning(event) or _playing(state, event)
    return f"{who} {told or _fighting(state, event) or _by_hand(state, event)}"


def _setting(state: State, event: Event, who: str, viewer: Seat | None) -> str:
    match event:
        case setup_events.ScanDeck(cards=cards):
            return f"read {plural(len(cards), 'card')} of the deck" if cards else "read cards of the deck"
        case setup_events.UseDeck(deck=deck, size=size):
            said = DECKS.get(deck) or ("the scanned deck" if deck == "scanned" else f"a deck of {size} cards")
            return f"plays {said} and draws five cards"
        case setup_events.PlaceBanners():
            if state.phase == "setup" and event.seat != viewer:
                return "places the banners face down"
            return f"places the banners: {event.left}, {event.middle}, {event.right}"
        case setup_events.Mulligan(count=count):
            return f"exchanges {plural(count, 'card')} of the opening hand"
        case setup_events.LayBarriers():
            return "lays two barriers at each fort"
    return ""


def _turning(event: Event) -> str:
    match event:
        case ev.Roll(values=values):
            return f"rolls {', '.join(map(str, values))}"
        case ev.Draw(count=count):
            return f"draws {plural(count, 'card')}"
        case ev.AddResource(color=color, card=name):
            return f"adds a {color} resource{f': {_name(name)}' if name else ''}"
        case ev.SkipResource():
            return "adds no resource"
        case ev.Discard(count=count):
            return f"discards {plural(count, 'card')}"
        case ev.EndTurn(hand=hand):
            return "ends the turn" + (f", with {plural(hand, 'card')} in hand" if hand is not None else "")
        case ev.Tick():
            return "has followed a card text"
        case ev.RevealAmbush(fort=fort, card=name):
            return f"shows the ambush of fort {fort}: {_name(name)}"
    return ""


def _playing(state: State, event: Event) -> str:
    match event:
        case ev.Summon(card=name, fort=fort):
            return f"summons {_name(name)} to fort {fort}"
        case ev.Cast(card=name):
            return f"casts {_name(name)}"
        case ev.PayOtherwise(exchange=exchange):
            stands, _, rests = exchange.partition(">")
            return f"rests {rests} instead of {stands}"
        case ev.SetAmbush(fort=fort, card=name):
            return f"sets an ambush at fort {fort}{f': {_name(name)}' if name else ''}"
        case ev.UseAmbush(fort=fort, card=name):
            return f"reveals the ambush of fort {fort}: {_name(name)}"
        case ev.AmbushLeaves(fort=fort, card=name):
            return f"shows {_name(name)}, which leaves fort {fort}"
        case ev.Activate(creature=uid):
            return f"uses the ability of {_creature(state, uid)}"
        case ev.AssignShield(die=die, fort=fort):
            return f"shields fort {fort} with {_die(state, event.seat, die)}"
        case ev.AssignCross(die=die, creature=uid):
            return f"lays {_die(state, event.seat, die)} on {_creature(state, uid)}"
        case ev.Move(creature=uid, fort=fort):
            return f"moves {_creature(state, uid)} to fort {fort}"
        case ev.Swap(first=first, second=second):
            return f"swaps {_creature(state, first)} and {_creature(state, second)}"
    return ""


def _fighting(state: State, event: Event) -> str:
    match event:
        case combat_events.Attack(creature=uid, fort=fort):
            return f"attacks fort {fort} with {_creature(state, uid)}"
        case combat_events.AttackAssassin(creature=uid, target=target):
            return f"attacks {_creature(state, target)} with {_creature(state, uid)}"
        case combat_events.Block(creature=uid):
            return f"blocks with {_creature(state, uid)}"
        case combat_events.NoBlock():
            return "does not block"
        case combat_events.ChooseShield(die=die):
            return f"blocks with {_die(state, event.seat, die)}"
        case combat_events.FortBurst(use=use, card=name):
            if use:
                return f"uses the fort burst{f' of {_name(name)}' if name else ''}"
            return "takes the barrier to the hand"
        case combat_events.CardGoes(where=where):
            places = {"hand": "to the hand", "discard": "to the discard pile", "fort": "to the fort"}
            return f"puts the card {places.get(where, 'among the resources')}"
        case combat_events.MakeRoom(creature=uid):
            return "lets the new creature leave" if uid == "new" else "makes room at the fort"
        case ev.Effect(source=source, target=target):
            return f"follows {_name(source)}: {_creature(state, target)}{_changed(event)}"
        case ev.DamageFort(owner=owner, fort=fort, amount=amount):
            return f"deals {amount} damage to fort {fort} of {person(owner)}"
        case ev.DamageShield(owner=owner, die=die, amount=amount):
            return f"deals {amount} damage to {_die(state, owner, die)} of {person(owner)}"
        case ev.TurnDie(owner=owner, die=die, value=value):
            return f"turns {_die(state, owner, die)} of {person(owner)} to {value}"
    return ""


def _changed(event: ev.Effect) -> str:
    parts = [f" takes {event.damage} damage"] if event.damage else []
    parts += [f" gets {event.atk:+}/{event.edr:+} until the turn ends"] if event.atk or event.edr else []
    turned = {"rest": " rests", "stand": " stands", "hold": " rests and will not stand next time"}
    parts += [turned[event.turn]] if event.turn else []
    leaves = {"destroyed": " is destroyed", "hand": " returns to the hand", "discard": " is discarded"}
    parts += [leaves.get(event.leaves, " returns to the deck")] if event.leaves else []
    return ",".join(parts) or " is chosen"


def _by_hand(state: State, event: Event) -> str:
    match event:
        case byhand.SetFort(fort=fort, barriers=barriers):
            return f"by hand: {plural(barriers, 'barrier')} at fort {fort}"
        case byhand.SetBanner(fort=fort, color=color):
            return f"by hand: a {color} banner at fort {fort}"
        case byhand.PutCreature(card=name, fort=fort):
            return f"by hand: {_name(name)} stands at fort {fort}"
        case byhand.SetCreature(creature=uid, damage=damage, rested=rested):
            return f"by hand: {_creature(state, uid)} {'rests' if rested else 'stands'}, {damage} damage"
        case byhand.TakeCreature():
            return "by hand: a creature is not on the field"
        case byhand.SetDie(die=die, value=value, where=where):
            return f"by hand: {_die(state, event.seat, die)} shows {value}, {where}"
        case byhand.SetResources(color=color, standing=standing, rested=rested):
            return f"by hand: {color} resources: {standing} standing, {rested} at rest"
        case byhand.SetHand(count=count):
            return f"by hand: {plural(count, 'card')} in hand"
        case byhand.SetDeck(count=count):
            return f"by hand: {plural(count, 'card')} in the deck"
        case byhand.SetDiscard(count=count):
            return f"by hand: {plural(count, 'unnamed card')} discarded"
        case byhand.SetAmbushThere(fort=fort, there=there):
            return f"by hand: {'an' if there else 'no'} ambush at fort {fort}"
    return "did something this version does not know"


def _name(name: str) -> str:
    found = whole_deck().by_id.get(name)
    return found.name if found is not None else "a card"


def _creature(state: State, uid: str) -> str:
    """A creature by its name; one that has left since is only a creature."""
    found = find(state, uid)
    return card(found[1].card).name if found is not None else "a creature"


def _die(state: State, seat: Seat | None, index: int) -> str:
    dice = state.sides[seat].dice if seat is not None and 0 <= seat < state.players else ()
    return f"the {dice[index].color} die" if 0 <= index < len(dice) else "a die"

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
from rules.text import say
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
            return say("{first} takes the first turn", first=person(first))
        case byhand.SetTurn(active=active, turn=turn, phase=phase):
            return say("By hand: turn {turn}, {active}'s, {phase}", turn=turn, active=person(active), phase=phase)
        case combat_events.DealDamage():
            return "The damage is dealt"
        case byhand.CallOff():
            return "By hand: the attack and open questions are called off"
    told = _setting(state, event, who, viewer) or _turning(event) or _playing(state, event)
    return f"{who} {told or _fighting(state, event) or _by_hand(state, event)}"


def _setting(state: State, event: Event, who: str, viewer: Seat | None) -> str:
    match event:
        case setup_events.ScanDeck(cards=cards):
            return (
                say("read {cards} of the deck", cards=plural(len(cards), "card")) if cards else "read cards of the deck"
            )
        case setup_events.UseDeck(deck=deck, size=size):
            said = DECKS.get(deck) or (
                "the scanned deck" if deck == "scanned" else say("a deck of {size} cards", size=size)
            )
            return say("plays {said} and draws five cards", said=said)
        case setup_events.PlaceBanners():
            if state.phase == "setup" and event.seat != viewer:
                return "places the banners face down"
            return say(
                "places the banners: {left}, {middle}, {right}", left=event.left, middle=event.middle, right=event.right
            )
        case setup_events.Mulligan(count=count):
            return say("exchanges {cards} of the opening hand", cards=plural(count, "card"))
        case setup_events.LayBarriers():
            return "lays two barriers at each fort"
    return ""


def _turning(event: Event) -> str:
    match event:
        case ev.Roll(values=values):
            return say("rolls {words}", words=", ".join(map(str, values)))
        case ev.Draw(count=count):
            return say("draws {cards}", cards=plural(count, "card"))
        case ev.AddResource(color=color, card=name):
            return say("adds a {color} resource{more}", color=color, more=f": {_name(name)}" if name else "")
        case ev.SkipResource():
            return "adds no resource"
        case ev.Discard(count=count):
            return say("discards {cards}", cards=plural(count, "card"))
        case ev.EndTurn(hand=hand):
            return "ends the turn" + (
                say(", with {cards} in hand", cards=plural(hand, "card")) if hand is not None else ""
            )
        case ev.Tick():
            return "has followed a card text"
        case ev.RevealAmbush(fort=fort, card=name):
            return say("shows the ambush of fort {fort}: {name}", fort=fort, name=_name(name))
    return ""


def _playing(state: State, event: Event) -> str:
    match event:
        case ev.Summon(card=name, fort=fort):
            return say("summons {name} to fort {fort}", name=_name(name), fort=fort)
        case ev.Cast(card=name):
            return say("casts {name}", name=_name(name))
        case ev.PayOtherwise(exchange=exchange):
            stands, _, rests = exchange.partition(">")
            return say("rests {rests} instead of {stands}", rests=rests, stands=stands)
        case ev.SetAmbush(fort=fort, card=name):
            return say("sets an ambush at fort {fort}{more}", fort=fort, more=f": {_name(name)}" if name else "")
        case ev.UseAmbush(fort=fort, card=name):
            return say("reveals the ambush of fort {fort}: {name}", fort=fort, name=_name(name))
        case ev.AmbushLeaves(fort=fort, card=name):
            return say("shows {name}, which leaves fort {fort}", name=_name(name), fort=fort)
        case ev.Activate(creature=uid):
            return say("uses the ability of {creature}", creature=_creature(state, uid))
        case ev.AssignShield(die=die, fort=fort):
            return say("shields fort {fort} with {die}", fort=fort, die=_die(state, event.seat, die))
        case ev.AssignCross(die=die, creature=uid):
            return say("lays {die} on {creature}", die=_die(state, event.seat, die), creature=_creature(state, uid))
        case ev.Move(creature=uid, fort=fort):
            return say("moves {creature} to fort {fort}", creature=_creature(state, uid), fort=fort)
        case ev.Swap(first=first, second=second):
            return say(
                "swaps {creature} and {creature2}", creature=_creature(state, first), creature2=_creature(state, second)
            )
    return ""


def _fighting(state: State, event: Event) -> str:
    match event:
        case combat_events.Attack(creature=uid, fort=fort):
            return say("attacks fort {fort} with {creature}", fort=fort, creature=_creature(state, uid))
        case combat_events.AttackAssassin(creature=uid, target=target):
            return say(
                "attacks {creature} with {creature2}",
                creature=_creature(state, target),
                creature2=_creature(state, uid),
            )
        case combat_events.Block(creature=uid):
            return say("blocks with {creature}", creature=_creature(state, uid))
        case combat_events.NoBlock():
            return "does not block"
        case combat_events.ChooseShield(die=die):
            return say("blocks with {die}", die=_die(state, event.seat, die))
        case combat_events.FortBurst(use=use, card=name):
            if use:
                return say("uses the fort burst{more}", more=say(" of {name}", name=_name(name)) if name else "")
            return "takes the barrier to the hand"
        case combat_events.CardGoes(where=where):
            places = {"hand": "to the hand", "discard": "to the discard pile", "fort": "to the fort"}
            return say("puts the card {get}", get=places.get(where, "among the resources"))
        case combat_events.MakeRoom(creature=uid):
            return "lets the new creature leave" if uid == "new" else "makes room at the fort"
        case ev.Effect(source=source, target=target):
            return say(
                "follows {name}: {creature}{changed}",
                name=_name(source),
                creature=_creature(state, target),
                changed=_changed(event),
            )
        case ev.DamageFort(owner=owner, fort=fort, amount=amount):
            return say("deals {amount} damage to fort {fort} of {owner}", amount=amount, fort=fort, owner=person(owner))
        case ev.DamageShield(owner=owner, die=die, amount=amount):
            return say(
                "deals {amount} damage to {die} of {owner}",
                amount=amount,
                die=_die(state, owner, die),
                owner=person(owner),
            )
        case ev.TurnDie(owner=owner, die=die, value=value):
            return say(
                "turns {die} of {owner} to {value}", die=_die(state, owner, die), owner=person(owner), value=value
            )
    return ""


def _changed(event: ev.Effect) -> str:
    parts = [say(" takes {damage} damage", damage=event.damage)] if event.damage else []
    parts += (
        [say(" gets {atk:+}/{edr:+} until the turn ends", atk=event.atk, edr=event.edr)]
        if event.atk or event.edr
        else []
    )
    turned = {"rest": " rests", "stand": " stands", "hold": " rests and will not stand next time"}
    parts += [turned[event.turn]] if event.turn else []
    leaves = {"destroyed": " is destroyed", "hand": " returns to the hand", "discard": " is discarded"}
    parts += [leaves.get(event.leaves, " returns to the deck")] if event.leaves else []
    return ",".join(parts) or " is chosen"


def _by_hand(state: State, event: Event) -> str:
    match event:
        case byhand.SetFort(fort=fort, barriers=barriers):
            return say("by hand: {barriers} at fort {fort}", barriers=plural(barriers, "barrier"), fort=fort)
        case byhand.SetBanner(fort=fort, color=color):
            return say("by hand: a {color} banner at fort {fort}", color=color, fort=fort)
        case byhand.PutCreature(card=name, fort=fort):
            return say("by hand: {name} stands at fort {fort}", name=_name(name), fort=fort)
        case byhand.SetCreature(creature=uid, damage=damage, rested=rested):
            return say(
                "by hand: {creature} {word}, {damage} damage",
                creature=_creature(state, uid),
                word="rests" if rested else "stands",
                damage=damage,
            )
        case byhand.TakeCreature():
            return "by hand: a creature is not on the field"
        case byhand.SetDie(die=die, value=value, where=where):
            return say(
                "by hand: {die} shows {value}, {where}", die=_die(state, event.seat, die), value=value, where=where
            )
        case byhand.SetResources(color=color, standing=standing, rested=rested):
            return say(
                "by hand: {color} resources: {standing} standing, {rested} at rest",
                color=color,
                standing=standing,
                rested=rested,
            )
        case byhand.SetHand(count=count):
            return say("by hand: {cards} in hand", cards=plural(count, "card"))
        case byhand.SetDeck(count=count):
            return say("by hand: {cards} in the deck", cards=plural(count, "card"))
        case byhand.SetDiscard(count=count):
            return say("by hand: {unnamed_cards} discarded", unnamed_cards=plural(count, "unnamed card"))
        case byhand.SetAmbushThere(fort=fort, there=there):
            return say("by hand: {word} ambush at fort {fort}", word="an" if there else "no", fort=fort)
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
    return say("the {color} die", color=dice[index].color) if 0 <= index < len(dice) else "a die"

"""One line of the log for an event, and the event as somebody else may see it.

What a phone noted of its own hand, and which secret card was added, stay their owner's until the game is over.
"""

from __future__ import annotations

from dataclasses import replace

from rules.games.gilfate import events as ev
from rules.games.gilfate.cardbook import card_id, name_of
from rules.games.gilfate.fronts import find_front
from rules.games.gilfate.offers import drawn_label, todo_label
from rules.games.gilfate.state import State
from rules.games.gilfate.targets import DECKS
from rules.table import Event, Seat
from rules.text import say
from rules.view import person


def redact(state: State, event: Event, viewer: Seat | None) -> Event:
    """The event without what ``viewer`` may not know while the table is in ``state``."""
    if state.phase == "over" or (event.seat is not None and event.seat == viewer):
        return event
    match event:
        case ev.NoteHand():
            return replace(event, cards=(), codes=(), anew=False)
        case ev.Gone():
            return replace(event, card="")
        case ev.AddSecret():
            return replace(event, bomb=None)
    return event


def story(state: State, event: Event, viewer: Seat | None) -> str:
    """What happened, in one line for this viewer."""
    event = redact(state, event, viewer)
    who = person(event.seat) if event.seat is not None else "The table"
    told = _of_table(event)
    return told if told else f"{who} {_deed(state, event)}"


def _of_table(event: Event) -> str:
    match event:
        case ev.StartRound(first=first):
            return say("A new round: {first} begins", first=person(first))
        case ev.Happens():
            return "Nobody answers any more"
        case ev.SetTurn(active=active, turn=turn):
            return say("By hand: turn {turn}, {active}'s", turn=turn, active=person(active))
        case ev.Reverse():
            return "By hand: play runs the other way"
        case ev.EndRound():
            return "By hand: the round is over"
        case ev.ScoreRound():
            return "The points of the round stand"
        case ev.AttackDeckOut(deck=deck):
            return say("Out of cards: {get}", get=DECKS.get(deck, deck))
        case ev.SetDecks(blank=blank, attack=attack):
            return say("By hand: {blank} cards in the blank deck, {attack} attack cards", blank=blank, attack=attack)
    return ""


def _deed(state: State, event: Event) -> str:
    """What the seat did, after its name."""
    match event:
        case ev.DrawBlanks(count=count, bombs=bombs, explosions=explosions):
            return say(
                "drew {count}: {drawn_label}", count=count, drawn_label=drawn_label(count, bombs, explosions).lower()
            )
        case ev.PickAttack(count=count):
            return say("picked {count} attack cards", count=count)
        case ev.Play(card=card, pay_only=pay_only, use_10a=use_10a):
            how = " to pay it only" if pay_only else " at 10a's price" if use_10a else ""
            return say("played {name_of}{how}", name_of=name_of(card_id(card)), how=how)
        case ev.Declare():
            return say("aims it{aim}", aim=_aim(state, event))
        case ev.UseActive(target=target, uid=uid):
            aim = say(" against {target}", target=person(target)) if target is not None else ""
            return say("used {front}{aim}", front=_front(state, uid), aim=aim)
        case ev.Respond(card=card):
            return say("answered with {name_of}", name_of=name_of(card_id(card)))
        case ev.Act():
            return _outcome(event)
        case ev.EndTurn(draw=draw):
            return (
                say("drew {draw} attack card{s} and ended the turn", draw=draw, s="" if draw == 1 else "s")
                if draw
                else "ended the turn"
            )
    return _noted(event) or _by_hand(state, event)


def _noted(event: Event) -> str:
    match event:
        case ev.AddSecret(bomb=bomb):
            return (
                "added a secret card"
                if bomb is None
                else say("added a {word} in secret", word="bomb" if bomb else "blank")
            )
        case ev.NoteHand(cards=cards):
            return say("noted {words}", words=", ".join(map(card_id, cards))) if cards else "made a private note"
        case ev.Gone(card=card):
            return say("noted that {card} left the hand", card=card) if card else "made a private note"
        case ev.ShowHand(cards=cards):
            return say("laid open: {words}", words=", ".join(map(card_id, cards)) or "no cards")
        case ev.Tick():
            return "has done what the card says"
    return ""


def _by_hand(state: State, event: Event) -> str:
    match event:
        case ev.DrawBomb(count=count):
            return say("by hand: {count} bomb{s} more", count=count, s="" if count == 1 else "s")
        case ev.ReturnBomb(where=where):
            return say("by hand: {todo_label}", todo_label=todo_label(f"bomb_{where}"))
        case ev.Explosion():
            return "by hand: drew an explosion"
        case ev.Activate(card=card):
            return say("by hand: {name_of} lies in front", name_of=name_of(card_id(card)))
        case ev.RemoveActive(uid=uid):
            return say("by hand: {front} does not lie in front", front=_front(state, uid))
        case ev.KnockOut(out=out):
            return say("by hand: {word} the round", word="out of" if out else "in")
        case ev.SetBombs(bombs=bombs, explosions=explosions):
            return say("has {bombs} bombs and {explosions} explosions", bombs=bombs, explosions=explosions)
        case ev.SetHand(count=count):
            return say("by hand: {count} cards in the hand", count=count)
        case ev.SetPoints(survival=survival):
            return say("by hand: {survival} survival points", survival=survival)
    return "did something this version does not know"


def _aim(state: State, event: ev.Declare) -> str:
    parts = [say(" at {target}", target=person(event.target))] if event.target is not None else []
    parts += [say(" at {front}", front=_front(state, event.uid))] if event.uid else []
    parts += [say(", number {number}", number=event.number)] if event.number is not None else []
    said = {"blank": "a blank", "bomb": "a bomb", "explosion": "an explosion"}.get(event.option, "")
    said = said or {"shuffle": "the deck", "redraw": "the own hand"}.get(event.option, "")
    return "".join(parts) or (f": {said}" if said else "")


def _outcome(event: ev.Act) -> str:
    card = f" {name_of(card_id(event.card))}" if event.card else ""
    aim = say(", {target} is meant", target=person(event.target)) if event.target is not None else ""
    if event.option in ("heads", "tails"):
        return say("tossed {option}{aim}", option=event.option, aim=aim)
    if event.option:
        return say("turned over: {partition}{aim}", partition=event.option.partition("_")[0], aim=aim)
    return f"says:{card}" if card else "says: no such card, or not which"


def _front(state: State, uid: str) -> str:
    found = find_front(state, uid)
    return name_of(found[1].card) if found is not None else "a card in front"

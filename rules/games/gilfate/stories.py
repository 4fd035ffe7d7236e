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
            return f"A new round: {person(first)} begins"
        case ev.Happens():
            return "Nobody answers any more"
        case ev.SetTurn(active=active, turn=turn):
            return f"By hand: turn {turn}, {person(active)}'s"
        case ev.Reverse():
            return "By hand: play runs the other way"
        case ev.EndRound():
            return "By hand: the round is over"
        case ev.ScoreRound():
            return "The points of the round stand"
        case ev.AttackDeckOut(deck=deck):
            return f"Out of cards: {DECKS.get(deck, deck)}"
        case ev.SetDecks(blank=blank, attack=attack):
            return f"By hand: {blank} cards in the blank deck, {attack} attack cards"
    return ""


def _deed(state: State, event: Event) -> str:
    """What the seat did, after its name."""
    match event:
        case ev.DrawBlanks(count=count, bombs=bombs, explosions=explosions):
            return f"drew {count}: {drawn_label(count, bombs, explosions).lower()}"
        case ev.PickAttack(count=count):
            return f"picked {count} attack cards"
        case ev.Play(card=card, pay_only=pay_only, use_10a=use_10a):
            how = " to pay it only" if pay_only else " at 10a's price" if use_10a else ""
            return f"played {name_of(card_id(card))}{how}"
        case ev.Declare():
            return f"aims it{_aim(state, event)}"
        case ev.UseActive(target=target, uid=uid):
            aim = f" against {person(target)}" if target is not None else ""
            return f"used {_front(state, uid)}{aim}"
        case ev.Respond(card=card):
            return f"answered with {name_of(card_id(card))}"
        case ev.Act():
            return _outcome(event)
        case ev.EndTurn(draw=draw):
            return f"drew {draw} attack card{'' if draw == 1 else 's'} and ended the turn" if draw else "ended the turn"
    return _noted(event) or _by_hand(state, event)


def _noted(event: Event) -> str:
    match event:
        case ev.AddSecret(bomb=bomb):
            return "added a secret card" if bomb is None else f"added a {'bomb' if bomb else 'blank'} in secret"
        case ev.NoteHand(cards=cards):
            return f"noted {', '.join(map(card_id, cards))}" if cards else "made a private note"
        case ev.Gone(card=card):
            return f"noted that {card} left the hand" if card else "made a private note"
        case ev.ShowHand(cards=cards):
            return f"laid open: {', '.join(map(card_id, cards)) or 'no cards'}"
        case ev.Tick():
            return "has done what the card says"
    return ""


def _by_hand(state: State, event: Event) -> str:
    match event:
        case ev.DrawBomb(count=count):
            return f"by hand: {count} bomb{'' if count == 1 else 's'} more"
        case ev.ReturnBomb(where=where):
            return f"by hand: {todo_label(f'bomb_{where}')}"
        case ev.Explosion():
            return "by hand: drew an explosion"
        case ev.Activate(card=card):
            return f"by hand: {name_of(card_id(card))} lies in front"
        case ev.RemoveActive(uid=uid):
            return f"by hand: {_front(state, uid)} does not lie in front"
        case ev.KnockOut(out=out):
            return f"by hand: {'out of' if out else 'in'} the round"
        case ev.SetBombs(bombs=bombs, explosions=explosions):
            return f"has {bombs} bombs and {explosions} explosions"
        case ev.SetHand(count=count):
            return f"by hand: {count} cards in the hand"
        case ev.SetPoints(survival=survival):
            return f"by hand: {survival} survival points"
    return "did something this version does not know"


def _aim(state: State, event: ev.Declare) -> str:
    parts = [f" at {person(event.target)}"] if event.target is not None else []
    parts += [f" at {_front(state, event.uid)}"] if event.uid else []
    parts += [f", number {event.number}"] if event.number is not None else []
    said = {"blank": "a blank", "bomb": "a bomb", "explosion": "an explosion"}.get(event.option, "")
    said = said or {"shuffle": "the deck", "redraw": "the own hand"}.get(event.option, "")
    return "".join(parts) or (f": {said}" if said else "")


def _outcome(event: ev.Act) -> str:
    card = f" {name_of(card_id(event.card))}" if event.card else ""
    aim = f", {person(event.target)} is meant" if event.target is not None else ""
    if event.option in ("heads", "tails"):
        return f"tossed {event.option}{aim}"
    if event.option:
        return f"turned over: {event.option.partition('_')[0]}{aim}"
    return f"says:{card}" if card else "says: no such card, or not which"


def _front(state: State, uid: str) -> str:
    found = find_front(state, uid)
    return name_of(found[1].card) if found is not None else "a card in front"

"""One line of the log for an event, and the event as somebody else may see it.

Another's card is named only while it lies face up. A placed card is told from a later one by its ``uid``, so that the
log never says which of two equal cards was placed when, unless that one lies open.
"""

from __future__ import annotations

from dataclasses import replace

from rules.games.fairytale import stages
from rules.games.fairytale.events import (
    AddCard,
    AddPlayer,
    Choose,
    DiscardRest,
    LogPick,
    NameCard,
    NextPick,
    NextStage,
    ReadTableau,
    RemoveCard,
    Reveal,
    Score,
    Select,
    SetFace,
    SetStage,
    TickReminder,
    Unselect,
)
from rules.games.fairytale.reading import card_id
from rules.games.fairytale.state import State, find, whole_deck
from rules.table import Event, Seat
from rules.text import say
from rules.view import person


def redact(state: State, event: Event, viewer: Seat | None) -> Event:
    """The event without what ``viewer`` may not know while the table is in ``state``.

    An event that was taken back is nobody's any more: redact it with the table as it was at the start, where nothing
    lies open, or an equal card that was placed since would name it.
    """
    if state.over or (event.seat is not None and event.seat == viewer):
        return event
    match event:
        case Select() if not _open(state, event.seat, event.uid, event.card):
            return replace(event, card=None, code="")
        case LogPick():
            return replace(event, cards=(), codes=())
        case NameCard() if not _open(state, event.seat, event.uid, event.card):
            return replace(event, card="", code="")
        case AddCard() if not _open(state, event.seat, event.uid, event.card):
            return replace(event, card=None, code="", up=False)
        case ReadTableau():
            return _open_codes(state, event)
    return event


def _open(state: State, seat: Seat | None, uid: str, card: str | None) -> bool:
    """Whether that very card lies face up in front of that seat."""
    if seat is None or not 0 <= seat < state.players:
        return False
    laid = find(state, seat, uid)
    return laid is not None and laid.up and laid.card == card


def _open_codes(state: State, event: ReadTableau) -> ReadTableau:
    seat = event.seat
    inside = seat is not None and 0 <= seat < state.players
    shown = {laid.code for laid in state.tableaus[seat] if laid.up} if inside and seat is not None else set()

    def kept(codes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(code for code in codes if code in shown)

    return replace(event, seen=kept(event.seen), add=kept(event.add), again=kept(event.again))


def story(state: State, event: Event, viewer: Seat | None) -> str:
    """What happened, in one line for this viewer."""
    event = redact(state, event, viewer)
    who = person(event.seat) if event.seat is not None else "The table"
    match event:
        case NextStage(to=to):
            return (
                say("{who} went on to {stage}", who=who, stage=_stage(to))
                if to
                else say("{who} went on to the next stage", who=who)
            )
        case NextPick(to=to):
            return (
                say("Everybody has passed: pick {to} of {hand}", to=to, hand=stages.HAND)
                if to
                else "Everybody has passed"
            )
        case Reveal():
            return say("{who} turned the placed cards over without waiting", who=who)
        case DiscardRest():
            return say("{who} had the hands discarded early", who=who)
        case SetStage(stage=number):
            return say("By hand: the table is at {stage}", stage=_stage(number))
        case AddPlayer():
            return "One more player sits down"
        case Score():
            last = state.stage == stages.LAST
            return (
                say("{who} says the points stand", who=who)
                if last
                else say("{who} looked at the points so far", who=who)
            )
    return f"{who} {_deed(state, event)}"


def _deed(state: State, event: Event) -> str:
    """What the seat did, after its name."""
    match event:
        case LogPick(cards=cards):
            return say("noted {names}", names=_names(cards)) if cards else "made a private note"
        case Select(card=card):
            return say("placed {name}", name=_name(card)) if card else "placed a card"
        case Unselect():
            return "took the placed card back"
        case NameCard(card=card):
            return say("says it is {name}", name=_name(card)) if card else "says which card it is"
        case Choose(step=step, uids=uids):
            return _choice(state, event.seat, step, uids)
        case SetFace(uid=uid, up=up):
            return say(
                "by hand: {laid} lies face {word}", laid=_laid(state, event.seat, uid), word="up" if up else "down"
            )
        case AddCard(card=card):
            return say("by hand: {word} lies there", word=_name(card) if card else "one more card")
        case RemoveCard():
            return "by hand: a card does not lie there"
        case TickReminder(uid=uid):
            return say("has done what {laid} says", laid=_laid(state, event.seat, uid))
        case ReadTableau():
            return _look(event)
    return "did something this version does not know"


def _choice(state: State, seat: Seat | None, step: str, uids: tuple[str, ...]) -> str:
    verb, _, faction = step.partition(":")
    side = "up" if verb == "unflip" else "down"
    if not uids:
        return say("turned no card face {side}", side=side)
    names = [_laid(state, seat, uid, faction) for uid in uids]
    return say("turned {words} face {side}", words=" and ".join(names), side=side)


def _look(event: ReadTableau) -> str:
    added = (*event.add, *event.again)
    said = [say("new: {names}", names=_names(tuple(card_id(code) for code in added)))] if added else []
    turned = len(event.turn_up) + len(event.turn_down)
    said += [say("{turned} turned", turned=turned)] if turned else []
    said += [say("{count} taken away", count=len(event.remove))] if event.remove else []
    return say("photographed the tableau{more}", more=" (" + ", ".join(said) + ")" if said else "")


def _laid(state: State, seat: Seat | None, uid: str, faction: str = "") -> str:
    """A card by name where it lies face up, else as what everybody knows of it."""
    laid = find(state, seat, uid) if seat is not None and 0 <= seat < state.players else None
    if laid is not None and laid.up and laid.card is not None:
        return _name(laid.card)
    return say("a {faction} card", faction=faction) if faction and faction != "*" else "a card"


def _stage(number: int) -> str:
    if not 1 <= number <= stages.LAST:
        return say("stage {number}", number=number)
    found = stages.stage(number)
    passing = say(", cards go to the {side}", side=found.side) if found.side else ""
    return say("stage {number}, {title}{passing}", number=number, title=found.title.lower(), passing=passing)


def _names(cards: tuple[str, ...]) -> str:
    return ", ".join(_name(card) for card in cards)


def _name(card: str | None) -> str:
    found = whole_deck().by_id.get(card or "")
    return found.name if found is not None else "a card"

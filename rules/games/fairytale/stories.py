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
            return f"{who} went on to {_stage(to)}" if to else f"{who} went on to the next stage"
        case NextPick(to=to):
            return f"Everybody has passed: pick {to} of {stages.HAND}" if to else "Everybody has passed"
        case Reveal():
            return f"{who} turned the placed cards over without waiting"
        case DiscardRest():
            return f"{who} had the hands discarded early"
        case SetStage(stage=number):
            return f"By hand: the table is at {_stage(number)}"
        case AddPlayer():
            return "One more player sits down"
        case Score():
            last = state.stage == stages.LAST
            return f"{who} says the points stand" if last else f"{who} looked at the points so far"
    return f"{who} {_deed(state, event)}"


def _deed(state: State, event: Event) -> str:
    """What the seat did, after its name."""
    match event:
        case LogPick(cards=cards):
            return f"noted {_names(cards)}" if cards else "made a private note"
        case Select(card=card):
            return f"placed {_name(card)}" if card else "placed a card"
        case Unselect():
            return "took the placed card back"
        case NameCard(card=card):
            return f"says it is {_name(card)}" if card else "says which card it is"
        case Choose(step=step, uids=uids):
            return _choice(state, event.seat, step, uids)
        case SetFace(uid=uid, up=up):
            return f"by hand: {_laid(state, event.seat, uid)} lies face {'up' if up else 'down'}"
        case AddCard(card=card):
            return f"by hand: {_name(card) if card else 'one more card'} lies there"
        case RemoveCard():
            return "by hand: a card does not lie there"
        case TickReminder(uid=uid):
            return f"has done what {_laid(state, event.seat, uid)} says"
        case ReadTableau():
            return _look(event)
    return "did something this version does not know"


def _choice(state: State, seat: Seat | None, step: str, uids: tuple[str, ...]) -> str:
    verb, _, faction = step.partition(":")
    side = "up" if verb == "unflip" else "down"
    if not uids:
        return f"turned no card face {side}"
    names = [_laid(state, seat, uid, faction) for uid in uids]
    return f"turned {' and '.join(names)} face {side}"


def _look(event: ReadTableau) -> str:
    added = (*event.add, *event.again)
    said = [f"new: {_names(tuple(card_id(code) for code in added))}"] if added else []
    turned = len(event.turn_up) + len(event.turn_down)
    said += [f"{turned} turned"] if turned else []
    said += [f"{len(event.remove)} taken away"] if event.remove else []
    return f"photographed the tableau{' (' + ', '.join(said) + ')' if said else ''}"


def _laid(state: State, seat: Seat | None, uid: str, faction: str = "") -> str:
    """A card by name where it lies face up, else as what everybody knows of it."""
    laid = find(state, seat, uid) if seat is not None and 0 <= seat < state.players else None
    if laid is not None and laid.up and laid.card is not None:
        return _name(laid.card)
    return f"a {faction} card" if faction and faction != "*" else "a card"


def _stage(number: int) -> str:
    if not 1 <= number <= stages.LAST:
        return f"stage {number}"
    found = stages.stage(number)
    passing = f", cards go to the {found.side}" if found.side else ""
    return f"stage {number}, {found.title.lower()}{passing}"


def _names(cards: tuple[str, ...]) -> str:
    return ", ".join(_name(card) for card in cards)


def _name(card: str | None) -> str:
    found = whole_deck().by_id.get(card or "")
    return found.name if found is not None else "a card"

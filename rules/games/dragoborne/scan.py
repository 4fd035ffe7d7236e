"""What a scan means: deck cards while setting up, a resource, a card played, an attacker, a blocker, a target, a
barrier's fort burst, an ambush shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.choice import Choice
from rules.event import Event, Level, Refusal, Seat
from rules.game_protocol import Lying, Reading, ScanProblem, named_by_scan
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne import deck
from rules.games.dragoborne.ambushes import UseAmbush
from rules.games.dragoborne.combat import FortBurst
from rules.games.dragoborne.deck import card, color, has_word, kind
from rules.games.dragoborne.main_phase import Cast, SetAmbush, Summon
from rules.games.dragoborne.setup import ScanDeck
from rules.games.dragoborne.state import FORTS, Paper, State
from rules.games.dragoborne.turn import AddResource, RevealAmbush
from rules.games.dragoborne.turn_rules import DECK_MIN
from rules.scan import Apply, nothing, ours, problem, still_missing, tried
from rules.text import plural, say
from rules.values.code import CardCode
from rules.view import person

Offered = Sequence[Choice]
"""What the seat can do now, without corrections."""


def scan(state: State, seat: Seat, seen: Sequence[CardCode], offered: Offered, apply: Apply[State]) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    cards, problems = ours(seen, deck.whole_deck(state.sides[seat].sets))
    papers = tuple(dict.fromkeys(Paper(one.card, one.code) for one in cards))
    if not papers:
        return nothing(problems)
    found = _meaning(state, seat, papers, offered=offered, apply=apply)
    found = still_missing(found, _lying(state), {one.code: one.card for one in papers})
    return replace(found, problems=(*found.problems, *problems))


def _lying(state: State) -> Iterator[tuple[Lying, ...]]:
    """Each side's creatures and resources. Ambushes and banners lie face down, of a discard pile only the top shows."""
    for side in state.sides:
        there = [(one.card, one.code) for one in side.creatures]
        there += [(one.card, one.code) for one in side.resources if one.card and not one.banner]
        yield tuple(Lying(card_id, card(card_id).name, code) for card_id, code in there)


def _meaning(state: State, seat: Seat, papers: tuple[Paper, ...], offered: Offered, apply: Apply[State]) -> Reading:
    if state.phase == "over":
        return problem("game_over", "The game is over. Take the last move back, then scan again.")
    if state.phase == "setup":
        return _deck_cards(state, seat, papers, apply)
    readings = [_one(state, seat, paper, offered=offered, apply=apply) for paper in papers]
    if len(readings) == 1:
        return readings[0]
    choices = [choice for one in readings for choice in (*_ready(one), *one.choices)]
    told = tuple(problem for one in readings for problem in one.problems)
    return Reading(None, tuple(choices), told, say("{count} cards read", count=len(papers)))


def _ready(reading: Reading) -> Iterator[Choice]:
    """Among several cards nothing is done by itself; what one card means becomes a button."""
    if reading.submit is not None:
        yield Choice(reading.summary, reading.submit)


def _deck_cards(state: State, seat: Seat, papers: tuple[Paper, ...], apply: Apply[State]) -> Reading:
    """Cards of the deck one registers, for this phone alone; photo after photo adds to them."""
    known = state.sides[seat].listed
    new = tuple(one for one in papers if one not in known)
    if not new:
        return problem("noted", "These cards have already been read; nothing has changed.")
    event = ScanDeck(tuple(one.card for one in new), tuple(one.code for one in new), seat=seat)
    found = tried(state, event, say("{cards} of the deck read, for you alone", cards=plural(len(new), "card")), apply)
    return replace(found, of=len(papers) + max(0, DECK_MIN - len(known) - len(new)))


def _one(state: State, seat: Seat, paper: Paper, offered: Offered, apply: Apply[State]) -> Reading:
    title = card(paper.card).name
    if kind(paper.card) == "banner":
        text = say("{card} stands behind a fort; nothing changes.", card=title)
        return problem("banner", text, paper.card)
    asked = _asked(state, seat, paper, apply)
    if asked is not None:
        return asked
    on_field = _on_field(state, paper, offered)
    if on_field is not None:
        return on_field
    lies = state.shows_code(paper.code)
    if lies is not None:
        pile = "{card} is in the discard pile of {who}."
        template = pile if lies[1] == "discard" else "{card} is among the resources of {who}."
        return problem("lies_there", say(template, card=title, who=person(lies[0])), paper.card)
    hidden = tuple(_ambushes(paper, offered))
    if state.phase == "main" and state.active == seat and state.clash is None:
        return _played(state, seat, paper, hidden=hidden, apply=apply)
    if hidden:
        return Reading(choices=hidden, summary=title)
    return _ambush_anyway(state, seat, paper) or problem(
        "not_now", say("{card}: {reason}", card=title, reason=_not_now(state, seat)), paper.card
    )


def _ambush_anyway(state: State, seat: Seat, paper: Paper) -> Reading | None:
    """An ambush of the seat that this card may be, used although its condition is not met."""
    if state.phase not in ("main", "combat") or not has_word(paper.card, "ambush"):
        return None
    lying = ((n, state.sides[seat].fort(n).ambush) for n in FORTS)
    forts = tuple(n for n, one in lying if one is not None and one.card in ("", paper.card))
    events = {n: UseAmbush(n, paper.card, paper.code, seat=seat, override=True) for n in forts}
    label = "Use the ambush of fort {fort} anyway"
    found = tuple(Choice(say(label, fort=n), events[n], card=paper.card, why=cite.AMBUSH_USE) for n in forts)
    text = say("{card}: as an ambush its condition is not met now.", card=card(paper.card).name)
    told = (ScanProblem("not_met", text, paper.card),)
    return Reading(choices=found, problems=told, summary=card(paper.card).name) if found else None


def _not_now(state: State, seat: Seat) -> str:
    """Why this card leads to nothing."""
    if state.active != seat and state.active is not None:
        return say("it is the turn of {who}.", who=person(state.active))
    return {
        "dice": "roll the dice first.",
        "draw": "say first that you have drawn.",
        "combat": "cards are played before the first attack.",
        "end": "the turn is ending.",
        "audit": "it is not an ambush here.",
    }.get(state.phase, "the attack is finished first.")


def _asked(state: State, seat: Seat, paper: Paper, apply: Apply[State]) -> Reading | None:
    """What an open question makes of the card."""
    ask = state.ask
    if ask is not None and ask.seat == seat and ask.kind == "burst":
        return _barrier(seat, paper)
    if state.phase == "resource" and state.active == seat:
        event = AddResource(color(paper.card), paper.card, paper.code, seat=seat)
        label = say("{card} as a {color} resource", card=card(paper.card).name, color=color(paper.card))
        return tried(state, event, label, apply)
    if state.phase == "audit":
        return _unused_ambush(state, seat, paper, apply)
    return None


def _barrier(seat: Seat, paper: Paper) -> Reading:
    """The barrier somebody looks at."""
    no = FortBurst(False, seat=seat)
    if not has_word(paper.card, "fort_burst"):
        return Reading(submit=no, summary="No fort burst: to your hand")
    title, about = card(paper.card).name, deck.said(deck.burst_text(paper.card))
    label, use = say("Fort burst of {card}", card=title), FortBurst(True, paper.card, paper.code, seat=seat)
    yes = Choice(label, use, (), about, card=paper.card, primary=True, why=cite.BURST)
    return Reading(choices=(yes, Choice("To my hand", no, why=cite.BURST)), summary=title)


def _unused_ambush(state: State, seat: Seat, paper: Paper, apply: Apply[State]) -> Reading | None:
    """An ambush shown after the game; it may have lain at any fort."""
    title = card(paper.card).name
    forts = tuple(n for n in FORTS if state.sides[seat].fort(n).ambush is not None)
    events = {n: RevealAmbush(n, paper.card, paper.code, seat=seat) for n in forts}
    if len(forts) == 1:
        return tried(state, events[forts[0]], say("{card} was the ambush", card=title), apply)
    found = (Choice(say("The ambush of fort {fort}", fort=n), events[n], why=cite.AUDIT) for n in forts)
    return Reading(choices=tuple(found), summary=title) if forts else None


def _on_field(state: State, paper: Paper, offered: Offered) -> Reading | None:
    """A creature that stands on the field: what it can do, or what can be done to it."""
    there, title = state.shows_code(paper.code), card(paper.card).name
    known = there[1] if there is not None else ""
    same = [
        one.uid
        for side in state.sides
        for one in side.creatures
        if (one.uid == known if known else one.card == paper.card and not one.code)
    ]
    found = [named for choice in offered for uid in same for named in _naming(choice, uid)]
    if known and known not in ("discard", "resource") and not found:
        text = say("{card} stands on the field; nothing can be done with it now.", card=title)
        return problem("lies_there", text, paper.card)
    if not found:
        return None
    if len(found) == 1 and not found[0].fields and state.clash is not None:
        return Reading(submit=found[0].event, summary=found[0].label)
    return Reading(choices=tuple(found), summary=title)


def _naming(choice: Choice, uid: str) -> Iterator[Choice]:
    """The choice where it is about that creature; with a hole it fills, filled."""
    if choice.uid == uid:
        yield choice
        return
    for spec in choice.fields:
        pick = next((one for one in spec.picks if one.uid == uid), None)
        if pick is None:
            continue
        rest = tuple(other for other in choice.fields if other is not spec)
        named: dict[str, Any] = {spec.name: pick.value}
        event = replace(choice.event, **named)
        yield replace(choice, event=event, fields=rest, label=f"{choice.label}: {pick.label}")
        return


def _ambushes(paper: Paper, offered: Offered) -> Iterator[Choice]:
    """The ambushes this card may be, used now."""
    uses = tuple(choice for choice in offered if isinstance(choice.event, UseAmbush))
    for named in named_by_scan(uses, paper.card) if has_word(paper.card, "ambush") else ():
        if isinstance(named.event, UseAmbush):
            yield replace(named, event=replace(named.event, code=paper.code))


def _played(state: State, seat: Seat, paper: Paper, hidden: tuple[Choice, ...], apply: Apply[State]) -> Reading:
    """A card out of the hand."""
    title, suit = card(paper.card).name, color(paper.card)
    cast = Cast(paper.card, code=paper.code, seat=seat)
    if kind(paper.card) == "spell" and not has_word(paper.card, "ambush"):
        return tried(state, cast, say("Cast {card}", card=title), apply)
    events: list[tuple[str, Event]] = [("Cast it", cast)]
    if kind(paper.card) == "creature":
        events = [(say("To fort {fort}", fort=n), Summon(paper.card, n, code=paper.code, seat=seat)) for n in FORTS]
    for n in FORTS if has_word(paper.card, "ambush") else ():
        if state.sides[seat].fort(n).ambush is None:
            event = SetAmbush(n, (), paper.card, paper.code, seat=seat)
            events.append((say("As an ambush at fort {fort}", fort=n), event))
    found, refused = list(hidden), list[tuple[Refusal, Choice]]()
    for label, event_ in events:
        try:
            apply(state, event_)
        except Refusal as refusal:
            label = say("{label} anyway", label=label)
            refused.append((refusal, Choice(label, replace(event_, override=True))))
        else:
            found.append(Choice(label, event_, card=paper.card, suit=suit, why=cite.HAND))
    if found or not refused:
        return Reading(choices=tuple(found), summary=title)
    first, anyway = refused[0]
    told = ScanProblem(first.code, first.text, paper.card)
    return Reading(choices=(anyway,) if first.level is Level.RULE else (), problems=(told,), summary=title)

"""What a scan means: deck cards while setting up, a resource, a card played, an attacker, a blocker, a target, a
barrier's fort burst, an ambush shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.games.dragoborne import book, combat_events, offers, setup_events, texts
from rules.games.dragoborne import events as ev
from rules.games.dragoborne.cardbook import card, color, kind, whole_deck
from rules.games.dragoborne.papers import shows_code
from rules.games.dragoborne.state import FORTS, Paper, State, ask_of, fort
from rules.games.dragoborne.turn import DECK_MIN
from rules.games.dragoborne.wording import plural
from rules.scan import Apply, nothing, ours, problem, still_missing, tried
from rules.table import Choice, Event, Level, Lying, Reading, Refusal, ScanProblem, Seat, named_by_scan
from rules.text import say
from rules.values.code import CardCode
from rules.view import person


def scan(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply[State]) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    cards, problems = ours(seen, whole_deck())
    papers = tuple(dict.fromkeys(Paper(one.card, one.code) for one in cards))
    if not papers:
        return nothing(problems)
    found = _meaning(state, seat, papers, apply)
    found = still_missing(found, _lying(state), {one.code: one.card for one in papers})
    return replace(found, problems=(*found.problems, *problems))


def _lying(state: State) -> Iterator[tuple[Lying, ...]]:
    """Each side's creatures and resources. Ambushes and banners lie face down, of a discard pile only the top shows."""
    for side in state.sides:
        there = [(one.card, one.code) for one in side.creatures]
        there += [(one.card, one.code) for one in side.resources if one.card and not one.banner]
        yield tuple(Lying(name, card(name).name, code) for name, code in there)


def _meaning(state: State, seat: Seat, papers: tuple[Paper, ...], apply: Apply[State]) -> Reading:
    if state.phase == "over":
        return problem("game_over", "The game is over. Take the last move back, then scan again.")
    if state.phase == "setup":
        return _deck(state, seat, papers, apply)
    readings = [_one(state, seat, paper, apply) for paper in papers]
    if len(readings) == 1:
        return readings[0]
    choices = [choice for one in readings for choice in (*_ready(one), *one.choices)]
    told = tuple(problem for one in readings for problem in one.problems)
    return Reading(None, tuple(choices), told, say("{count} cards read", count=len(papers)))


def _ready(reading: Reading) -> Iterator[Choice]:
    """Among several cards nothing is done by itself; what one card means becomes a button."""
    if reading.submit is not None:
        yield Choice(reading.summary, reading.submit)


def _deck(state: State, seat: Seat, papers: tuple[Paper, ...], apply: Apply[State]) -> Reading:
    """Cards of the deck one registers, for this phone alone; photo after photo adds to them."""
    side = state.sides[seat]
    new = tuple(one for one in papers if one not in side.listed)
    if not new:
        return problem("noted", "These cards were read already; nothing has changed.")
    event = setup_events.ScanDeck(tuple(one.card for one in new), tuple(one.code for one in new), seat=seat)
    found = tried(state, event, say("{cards} of the deck read, for you alone", cards=plural(len(new), "card")), apply)
    return replace(found, of=len(papers) + max(0, DECK_MIN - len(side.listed) - len(new)))


def _one(state: State, seat: Seat, paper: Paper, apply: Apply[State]) -> Reading:
    name = card(paper.card).name
    if kind(paper.card) == "banner":
        return problem("banner", say("{name} stands behind a fort; nothing changes.", name=name), paper.card)
    asked = _asked(state, seat, paper, apply)
    if asked is not None:
        return asked
    on_field = _on_field(state, seat, paper)
    if on_field is not None:
        return on_field
    lies = shows_code(state, paper.code)
    if lies is not None:
        where = "in the discard pile" if lies[1] == "discard" else "among the resources"
        return problem(
            "lies_there",
            say("{name} lies {where} of {lies}.", name=name, where=where, lies=person(lies[0])),
            paper.card,
        )
    hidden = tuple(_ambushes(state, seat, paper))
    if state.phase == "main" and state.active == seat and state.clash is None:
        return _played(state, seat, paper, hidden=hidden, apply=apply)
    if hidden:
        return Reading(choices=hidden, summary=name)
    return problem("not_now", f"{name}: {_not_now(state, seat)}", paper.card)


def _not_now(state: State, seat: Seat) -> str:
    """Why this card leads to nothing."""
    if state.active != seat and state.active is not None:
        return say("it is the turn of {active}.", active=person(state.active))
    return {
        "dice": "roll the dice first.",
        "draw": "say first that you have drawn.",
        "combat": "cards are played before the first attack.",
        "end": "the turn is ending.",
        "audit": "it lies as no ambush here.",
    }.get(state.phase, "the attack is finished first.")


def _asked(state: State, seat: Seat, paper: Paper, apply: Apply[State]) -> Reading | None:
    """What an open question makes of the card."""
    ask, name = ask_of(state), card(paper.card).name
    if ask is not None and ask.seat == seat and ask.kind == "burst":
        no = combat_events.FortBurst(False, seat=seat)
        if not texts.has_word(paper.card, "fort_burst"):
            return Reading(submit=no, summary="No fort burst: to your hand")
        use = combat_events.FortBurst(True, paper.card, paper.code, seat=seat)
        said = texts.said(texts.burst_text(paper.card))
        yes = Choice(
            say("Fort burst of {name}", name=name),
            use,
            fields=(),
            detail=said,
            card=paper.card,
            primary=True,
            why=book.BURST,
        )
        return Reading(choices=(yes, Choice("To my hand", no, why=book.BURST)), summary=name)
    if state.phase == "resource" and state.active == seat:
        event = ev.AddResource(color(paper.card), paper.card, paper.code, seat=seat)
        return tried(state, event, say("{name} as a {color} resource", name=name, color=color(paper.card)), apply)
    if state.phase == "audit":
        open_forts = tuple(n for n in FORTS if fort(state.sides[seat], n).ambush is not None)
        found = tuple(
            Choice(
                say("The ambush of fort {n}", n=n),
                ev.RevealAmbush(n, paper.card, paper.code, seat=seat),
                why=book.AUDIT,
            )
            for n in open_forts
        )
        if len(found) == 1:
            return tried(state, found[0].event, say("{name} was the ambush", name=name), apply)
        return Reading(choices=found, summary=name) if found else None
    return None


def _on_field(state: State, seat: Seat, paper: Paper) -> Reading | None:
    """A creature that stands on the field: what it can do, or what can be done to it."""
    there = shows_code(state, paper.code)
    known = there[1] if there is not None else ""
    same = [
        one.uid
        for side in state.sides
        for one in side.creatures
        if (one.uid == known if known else one.card == paper.card and not one.code)
    ]
    found: list[Choice] = []
    for choice in offers.choices(state, seat):
        if choice.correction:
            continue
        for uid in same:
            found += _naming(choice, uid)
    if known and known not in ("discard", "resource") and not found:
        text = say("{name} stands on the field; nothing can be done with it now.", name=card(paper.card).name)
        return problem("lies_there", text, paper.card)
    if not found:
        return None
    if len(found) == 1 and not found[0].fields and state.clash is not None:
        return Reading(submit=found[0].event, summary=found[0].label)
    return Reading(choices=tuple(found), summary=card(paper.card).name)


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


def _ambushes(state: State, seat: Seat, paper: Paper) -> Iterator[Choice]:
    """The ambushes this card may be, used now."""
    if not texts.has_word(paper.card, "ambush"):
        return
    for choice in offers.choices(state, seat):
        if not isinstance(choice.event, ev.UseAmbush) or choice.correction:
            continue
        for named in named_by_scan((choice,), paper.card):
            event = named.event
            if isinstance(event, ev.UseAmbush):
                yield replace(named, event=replace(event, code=paper.code))


def _played(state: State, seat: Seat, paper: Paper, hidden: tuple[Choice, ...], apply: Apply[State]) -> Reading:
    """A card out of the hand."""
    name = card(paper.card).name
    if kind(paper.card) == "spell" and not texts.has_word(paper.card, "ambush"):
        return tried(state, ev.Cast(paper.card, code=paper.code, seat=seat), say("Cast {name}", name=name), apply)
    found = list(hidden)
    refused: tuple[Refusal, str, Event] | None = None
    events: list[tuple[str, Event]] = [("Cast it", ev.Cast(paper.card, code=paper.code, seat=seat))]
    if kind(paper.card) == "creature":
        events = [(say("To fort {n}", n=n), ev.Summon(paper.card, n, code=paper.code, seat=seat)) for n in FORTS]
    if texts.has_word(paper.card, "ambush"):
        events += [
            (say("As an ambush before fort {n}", n=n), ev.SetAmbush(n, (), paper.card, paper.code, seat=seat))
            for n in FORTS
            if fort(state.sides[seat], n).ambush is None
        ]
    for label, event in events:
        try:
            apply(state, event)
        except Refusal as error:
            refused = refused or (error, label, event)
        else:
            found.append(Choice(label, event, card=paper.card, suit=color(paper.card), why=book.HAND))
    if found or refused is None:
        return Reading(choices=tuple(found), summary=name)
    refusal, label, event = refused
    anyway = Choice(say("{label} all the same", label=label), replace(event, override=True))
    problem = ScanProblem(refusal.code, refusal.text, paper.card)
    return Reading(choices=(anyway,) if refusal.level is Level.RULE else (), problems=(problem,), summary=name)

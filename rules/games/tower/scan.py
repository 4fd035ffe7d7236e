"""What a scan means: a base of the hand is laid, an ability played, a base on the board attacks or is put right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.choice import Choice
from rules.event import Seat
from rules.game_protocol import Lying, Reading, ScanProblem
from rules.games.tower import attack, corrections, deck, setup_and_renewing, turn
from rules.games.tower.combat_rules import PALACE
from rules.games.tower.state import State, source_name
from rules.scan import Apply, Seen, nothing, ours, problem, still_missing
from rules.text import say
from rules.values.code import CardCode
from rules.view import person


def read(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply[State]) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    found_here, problems = ours(seen, deck.army())
    cards = tuple(dict.fromkeys(found_here))
    if not cards:
        return nothing(problems)
    if state.phase in ("won", "over"):
        text = "This game is over. Begin the next one, or take the last move back, then scan again."
        return Reading(problems=(ScanProblem("game_over", text), *problems))
    readings = [read_card(state, seat, one, apply) for one in cards]
    told = tuple(problem for one in readings for problem in one.problems)
    if len(readings) == 1:
        return replace(readings[0], problems=(*told, *problems))
    # Among several cards nothing is done by itself; what one card means becomes a button.
    choices: list[Choice] = []
    for one in readings:
        choices += [Choice(one.summary, one.submit)] if one.submit is not None else []
        choices += one.choices
    summary = say("{count} cards read", count=len(cards))
    found = Reading(choices=tuple(choices), problems=(*told, *problems), summary=summary)
    return still_missing(found, lying(state), {one.code: one.card for one in cards})


def lying(state: State) -> Iterator[tuple[Lying, ...]]:
    """Each side's bases, special troops and abilities in effect: all face up."""
    for side in state.sides:
        papers = ((one.card, one.code) for one in (*side.specials, *side.active))
        there = (*((one.base, one.code) for one in side.spaces), *papers)
        yield tuple(Lying(name, deck.card(name).name, code) for name, code in there if name)


def read_card(state: State, seat: Seat, one: Seen, apply: Apply[State]) -> Reading:
    """What one card means: where it lies already, or what becomes of it out of the hand."""
    there = state.shows_code(one.code)
    if there is not None:
        return read_lying(state, seat, one.card, owner=there[0], where=there[1])
    return read_base(state, seat, one) if one.card in deck.bases() else turn.scanned_ability(state, seat, one, apply)


def read_base(state: State, seat: Seat, one: Seen) -> Reading:
    """A base that lies nowhere yet, as far as is known: it is laid, or lies on the board already."""
    name = deck.card(one.card).name
    found = tuple(setup_and_renewing.scanned_base(state, seat, one.card, one.code))
    if len(found) == 1:
        return Reading(submit=found[0].event, summary=found[0].label)
    if found:
        return Reading(choices=found, summary=say("{base}: where is it?", base=name))
    why = setup_and_renewing.why_no_base(state, seat)
    problems = (ScanProblem("not_now", say("{base}: {why}", base=name, why=why), one.card),) if why else ()
    by_hand = corrections.scanned_base(state, seat, one.card, one.code)
    return Reading(choices=(by_hand,), problems=problems, summary=name)


def read_lying(state: State, seat: Seat, name: str, owner: Seat, where: str) -> Reading:
    """A card that lies on the table: who fights there, and what may be wrong about it."""
    title = deck.card(name).name
    if where == "active":
        text = say("{card} is in effect already, until the turn ends.", card=title)
        return problem("lies_there", text, name)
    choices = tuple(attack.scanned_attacks(state, seat, owner, where))
    if owner == seat and where != PALACE:
        choices += tuple(corrections.scanned_place(state, seat, where))
    place = source_name(PALACE) if where == PALACE else where
    whose = "yours" if owner == seat else say("of {who}", who=person(owner))
    if choices:
        return Reading(choices=choices, summary=say("{card} on {place}, {whose}", card=title, place=place, whose=whose))
    text = say("{card} is on {place}, {whose}.", card=title, place=place, whose=whose)
    summary = say("{card} on {place}, {whose}", card=title, place=place, whose=whose)
    return replace(problem("lies_there", text, name), summary=summary)

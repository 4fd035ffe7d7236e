"""What a scan means. One card: placed, chosen or named, as the moment has it. Several: a look at the tableau.

A problem speaks of other players' cards only where they lie face up for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from rules.games.fairytale import book, offers, reading, stages
from rules.games.fairytale.deck import suit
from rules.games.fairytale.events import Choose, LogPick, NameCard, Select, SetFace, Unselect
from rules.games.fairytale.state import (
    Laid,
    State,
    deck_in_use,
    find,
    moment,
    next_uid,
    open_duties,
    resolving,
    shows_code,
    unnamed,
    whole_deck,
)
from rules.games.fairytale.tableau_scans import card_name, look
from rules.scan import Apply, nothing, ours, tried
from rules.table import Choice, Event, Reading, ScanProblem, Seat
from rules.text import say
from rules.values.cards import Card
from rules.values.code import CardCode
from rules.view import person


def scan(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply[State]) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    cards, problems = ours(seen, whole_deck(), partial(_not_in_use, state))
    codes = tuple(one.code for one in cards)
    if not codes:
        return nothing(problems)
    if moment(state) == "over":
        found = Reading(
            problems=(ScanProblem("game_over", "The points stand. Take that back first, then scan again."),)
        )
    elif _bulk(state, seat, codes):
        found = look(state, seat, codes)
    else:
        found = _one(state, seat, codes, apply)
    return replace(found, problems=(*found.problems, *problems))


def _not_in_use(state: State, card: Card) -> ScanProblem | None:
    if card.id in deck_in_use(state).by_id:
        return None
    return ScanProblem(
        "not_in_deck", say("{name} is an expert card, and this table plays without them.", name=card.name), card.id
    )


def _bulk(state: State, seat: Seat, codes: tuple[str, ...]) -> bool:
    """Whether the look is of a whole tableau rather than of one card, or of the cards an effect asks for."""
    if state.stage == stages.LAST:
        return not (len(codes) == 1 and unnamed(state, seat))
    return len(codes) > 1 and not _answers(state, seat, codes)


def _one(state: State, seat: Seat, codes: tuple[str, ...], apply: Apply[State]) -> Reading:
    code = codes[0]
    nameless = unnamed(state, seat)
    if len(codes) == 1 and len(nameless) == 1:
        return _tried(state, NameCard(nameless[0].uid, reading.card_id(code), code, seat=seat), code, apply)
    if len(codes) == 1 and nameless:
        events = [NameCard(laid.uid, reading.card_id(code), code, seat=seat) for laid in nameless]
        ready = tuple(Choice(say("It is card {n}", n=n), event, uid=event.uid) for n, event in enumerate(events, 1))
        return Reading(choices=ready, summary=say("{card_name}: which of your cards is it?", card_name=card_name(code)))
    answers = _answers(state, seat, codes)
    if answers:
        return answers[0] if len(answers) == 1 else Reading(choices=tuple(c for a in answers for c in a.choices))
    known = _own(state, seat, code)
    if known is not None:
        return _known(known, seat, code)
    other = shows_code(state, code)
    if other is not None:
        text = say(
            "{card_name} lies face up in front of {other}. Scan your own card.",
            card_name=card_name(code),
            other=person(other),
        )
        return Reading(problems=(ScanProblem("elsewhere", text, reading.card_id(code)),))
    match moment(state):
        case "draft":
            return _noting(state, seat, code)
        case "select":
            return _placing(state, seat, code, apply)
    return _idle(state, seat, code)


def _answers(state: State, seat: Seat, codes: tuple[str, ...]) -> tuple[Reading, ...]:
    """The seat's open questions that these cards answer, in whole or in part."""
    found: list[Reading] = []
    for duty in open_duties(state):
        if duty.need.seat != seat:
            continue
        uids = _candidates(state, seat, duty.candidates, codes)
        if uids is None:
            continue
        if duty.low <= len(uids) <= duty.high and (len(uids) == duty.high or duty.low < duty.high):
            names = " and ".join(card_name(code) for code in codes)
            event = Choose(duty.need.step, uids, seat=seat)
            label = f"{offers.duty_title(duty)}: {names}"
            found.append(Reading(submit=event, choices=(Choice(label, event, why=book.OWN),), summary=names))
        elif len(uids) < duty.high:
            choice = offers.turn_choice(state, duty, preset=uids)
            found.append(
                Reading(choices=(choice,), summary=say("{count} of {high} chosen", count=len(uids), high=duty.high))
            )
    return tuple(found)


def _candidates(
    state: State, seat: Seat, candidates: tuple[str, ...], codes: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The candidate each code stands for, or None where one stands for none."""
    uids: list[str] = []
    for code in dict.fromkeys(codes):
        laid = [one for one in (find(state, seat, uid) for uid in candidates) if one is not None]
        free = [one for one in laid if one.uid not in uids]
        exact = [one for one in free if one.code == code]
        same = [one for one in free if not one.code and one.card == reading.card_id(code)]
        if not exact and not same:
            return None
        uids.append((exact or same)[0].uid)
    return tuple(uids)


def _own(state: State, seat: Seat, code: str) -> Laid | None:
    """The card of the seat's own tableau with that very code."""
    return next((laid for laid in state.tableaus[seat] if laid.code == code), None)


def _known(laid: Laid, seat: Seat, code: str) -> Reading:
    side = "up" if laid.up else "down"
    problem = ScanProblem(
        "lies_there",
        say("{card_name} lies face {side} in front of you already.", card_name=card_name(code), side=side),
        laid.card or "",
    )
    turn = SetFace(laid.uid, not laid.up, seat=seat, override=True)
    label = say("It lies face {word}: {card_name}", word="down" if laid.up else "up", card_name=card_name(code))
    return Reading(choices=(Choice(label, turn, correction=True, why=book.BY_HAND),), problems=(problem,))


def _noting(state: State, seat: Seat, code: str) -> Reading:
    if any(noted.code == code for noted in state.noted[seat]):
        return Reading(
            problems=(
                ScanProblem(
                    "noted", say("{card_name} is noted already; nothing has changed.", card_name=card_name(code))
                ),
            )
        )
    if len(state.noted[seat]) >= stages.HAND:
        return Reading(problems=(ScanProblem("hand_full", "Five cards are noted already; a hand has no more."),))
    card = whole_deck().by_id[reading.card_id(code)]
    event = LogPick((card.id,), (code,), seat=seat)
    detail = "Only you see this; it makes placing quicker."
    choice = Choice(
        say("Note {name} as kept", name=card.name),
        event,
        fields=(),
        detail=detail,
        card=card.id,
        suit=suit(card),
        primary=True,
    )
    return Reading(choices=(choice,), summary=card.name)


def _placing(state: State, seat: Seat, code: str, apply: Apply[State]) -> Reading:
    placed = state.placed[seat]
    card = reading.card_id(code)
    if placed is None:
        return _tried(state, Select(card, code, next_uid(state, seat), seat=seat), code, apply)
    if placed.code == code:
        text = say("{card_name} is placed already; nothing has changed.", card_name=card_name(code))
        return Reading(problems=(ScanProblem("scanned_twice", text, card),))
    if placed.card is None:
        text = "You have placed a card already, without telling which. Scan it when all are turned over."
    else:
        text = "You have placed a card already. Take it back first, then scan another."
    take_back = Choice("Take my card back", Unselect(seat=seat), why=book.PLACE)
    return Reading(choices=(take_back,), problems=(ScanProblem("already_selected", text, card),))


def _idle(state: State, seat: Seat, code: str) -> Reading:
    if resolving(state) and any(duty.need.seat == seat for duty in open_duties(state)):
        text = say("{card_name} is not one of the cards you can turn now.", card_name=card_name(code))
    elif resolving(state):
        text = say("{card_name} has to wait until the effects are done.", card_name=card_name(code))
    else:
        text = say("{card_name} cannot be placed now: three cards are played in this stage.", card_name=card_name(code))
    return Reading(problems=(ScanProblem("not_now", text, reading.card_id(code)),))


def _tried(state: State, event: Event, code: str, apply: Apply[State]) -> Reading:
    return tried(state, event, card_name(code), apply, card=reading.card_id(code))

"""What a scan means. One card: placed, chosen or named, as the moment has it. Several: a look at the tableau.

A problem speaks of other players' cards only where they lie face up for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rules.code import CardCode
from rules.games.fairytale import book, offers, reading, stages
from rules.games.fairytale.deck import SPEC, suit
from rules.games.fairytale.events import Choose, LogPick, NameCard, ReadTableau, Select, SetFace, Unselect
from rules.games.fairytale.state import (
    Laid,
    State,
    card_of,
    deck_in_use,
    face_of,
    find,
    moment,
    next_uid,
    open_duties,
    resolving,
    shows_code,
    unnamed,
    whole_deck,
)
from rules.table import Choice, Event, FieldSpec, Level, Pick, Reading, Refusal, ScanProblem, Seat
from rules.view import person

Apply = Callable[[State, Event], State]


def scan(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    codes, problems = _sorted_out(state, seen)
    if not codes:
        return Reading(
            problems=problems or (ScanProblem("no_card", "No card was seen. Hold the phone straight above."),)
        )
    if moment(state) == "over":
        found = Reading(
            problems=(ScanProblem("game_over", "The points stand. Take that back first, then scan again."),)
        )
    elif _bulk(state, seat, codes):
        found = _look(state, seat, codes)
    else:
        found = _one(state, seat, codes, apply)
    return replace(found, problems=(*found.problems, *problems))


def _sorted_out(state: State, seen: Sequence[CardCode]) -> tuple[tuple[str, ...], tuple[ScanProblem, ...]]:
    """The codes this table plays with, and a sentence for each of the others."""
    codes: list[str] = []
    problems: list[ScanProblem] = []
    for code in seen:
        card = whole_deck().find(code)
        if code.game != SPEC.letters:
            problems.append(ScanProblem("other_game", f"{code} is a card of another game; put it aside."))
        elif card is None:
            problems.append(ScanProblem("unknown_card", f"{code} is no card of this deck. A print of an older one?"))
        elif card.id not in deck_in_use(state).by_id:
            text = f"{card.name} is an expert card, and this table plays without them."
            problems.append(ScanProblem("not_in_deck", text, card.id))
        else:
            codes.append(str(code))
    return tuple(codes), tuple(dict.fromkeys(problems))


def _bulk(state: State, seat: Seat, codes: tuple[str, ...]) -> bool:
    """Whether the look is of a whole tableau rather than of one card, or of the cards an effect asks for."""
    if state.stage == stages.LAST:
        return not (len(codes) == 1 and unnamed(state, seat))
    return len(codes) > 1 and not _answers(state, seat, codes)


def _one(state: State, seat: Seat, codes: tuple[str, ...], apply: Apply) -> Reading:
    code = codes[0]
    nameless = unnamed(state, seat)
    if len(codes) == 1 and len(nameless) == 1:
        return _tried(state, NameCard(nameless[0].uid, reading.card_id(code), code, seat=seat), code, apply)
    if len(codes) == 1 and nameless:
        events = [NameCard(laid.uid, reading.card_id(code), code, seat=seat) for laid in nameless]
        ready = tuple(Choice(f"It is card {n}", event, uid=event.uid) for n, event in enumerate(events, 1))
        return Reading(choices=ready, summary=f"{_name(code)}: which of your cards is it?")
    answers = _answers(state, seat, codes)
    if answers:
        return answers[0] if len(answers) == 1 else Reading(choices=tuple(c for a in answers for c in a.choices))
    known = _own(state, seat, code)
    if known is not None:
        return _known(known, seat, code)
    other = shows_code(state, code)
    if other is not None:
        text = f"{_name(code)} lies face up in front of {person(other)}. Scan your own card."
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
            names = " and ".join(_name(code) for code in codes)
            event = Choose(duty.need.step, uids, seat=seat)
            label = f"{offers.duty_title(duty)}: {names}"
            found.append(Reading(submit=event, choices=(Choice(label, event, why=book.OWN),), summary=names))
        elif len(uids) < duty.high:
            choice = offers.turn_choice(state, duty, preset=uids)
            found.append(Reading(choices=(choice,), summary=f"{len(uids)} of {duty.high} chosen"))
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
    problem = ScanProblem("lies_there", f"{_name(code)} lies face {side} in front of you already.", laid.card or "")
    turn = SetFace(laid.uid, not laid.up, seat=seat, override=True)
    label = f"It lies face {'down' if laid.up else 'up'}: {_name(code)}"
    return Reading(choices=(Choice(label, turn, correction=True, why=book.BY_HAND),), problems=(problem,))


def _noting(state: State, seat: Seat, code: str) -> Reading:
    if any(noted.code == code for noted in state.noted[seat]):
        return Reading(problems=(ScanProblem("noted", f"{_name(code)} is noted already; nothing has changed."),))
    if len(state.noted[seat]) >= stages.HAND:
        return Reading(problems=(ScanProblem("hand_full", "Five cards are noted already; a hand has no more."),))
    card = whole_deck().by_id[reading.card_id(code)]
    event = LogPick((card.id,), (code,), seat=seat)
    detail = "Only you see this; it makes placing quicker."
    choice = Choice(f"Note {card.name} as kept", event, (), detail, card.id, suit=suit(card), primary=True)
    return Reading(choices=(choice,), summary=card.name)


def _placing(state: State, seat: Seat, code: str, apply: Apply) -> Reading:
    placed = state.placed[seat]
    card = reading.card_id(code)
    if placed is None:
        return _tried(state, Select(card, code, next_uid(state, seat), seat=seat), code, apply)
    if placed.code == code:
        text = f"{_name(code)} is placed already; nothing has changed."
        return Reading(problems=(ScanProblem("scanned_twice", text, card),))
    if placed.card is None:
        text = "You have placed a card already, without telling which. Scan it when all are turned over."
    else:
        text = "You have placed a card already. Take it back first, then scan another."
    take_back = Choice("Take my card back", Unselect(seat=seat), why=book.PLACE)
    return Reading(choices=(take_back,), problems=(ScanProblem("already_selected", text, card),))


def _idle(state: State, seat: Seat, code: str) -> Reading:
    if resolving(state) and any(duty.need.seat == seat for duty in open_duties(state)):
        text = f"{_name(code)} is not one of the cards you can turn now."
    elif resolving(state):
        text = f"{_name(code)} has to wait until the effects are done."
    else:
        text = f"{_name(code)} cannot be placed now: three cards are played in this stage."
    return Reading(problems=(ScanProblem("not_now", text, reading.card_id(code)),))


def _tried(state: State, event: Event, code: str, apply: Apply) -> Reading:
    """The one event a scan means; where a rule stands against it, the reason and the button that sets it aside."""
    try:
        apply(state, event)
    except Refusal as refusal:
        problem = ScanProblem(refusal.code, refusal.text, reading.card_id(code))
        anyway = Choice(f"{_name(code)} all the same", replace(event, override=True))
        return Reading(choices=(anyway,) if refusal.level is Level.RULE else (), problems=(problem,))
    return Reading(submit=event, summary=_name(code))


def _name(code: str) -> str:
    return whole_deck().by_id[reading.card_id(code)].name


def _look(state: State, seat: Seat, codes: tuple[str, ...]) -> Reading:
    """A photo of a tableau: confirmed at once where it shows what is known, else one choice of differences."""
    match = reading.compare(state, seat, codes)
    distinct = tuple(dict.fromkeys(codes))
    if len(distinct) == 1:
        match = replace(match, missed=())  # one card held up says nothing about the others
    event = ReadTableau(distinct, seat=seat)
    cards = "1 card" if len(distinct) == 1 else f"{len(distinct)} cards"
    problems = tuple(_look_problems(state, seat, match))
    missing = tuple(_laid_name(laid) for laid in _laid(state, seat, match.missed))
    whole = max(len(distinct) + len(missing), stages.TABLEAU_MAX if state.mode == "score" else 0)
    if match.equal:
        return Reading(submit=event, problems=problems, summary=f"{cards} read, all as known", of=whole)
    if state.mode == "score" and len(codes) == 1 and match.new and len(state.tableaus[seat]) < stages.TABLEAU_MAX:
        return Reading(submit=replace(event, add=match.new), summary=_name(codes[0]))
    fields = tuple(_differences(state, seat, match))
    new = f", {len(match.new)} new" if match.new else ""
    secret = list(_among_others(state, seat, match))
    choices = [Choice(f"Accept {len(distinct)}", event, fields, primary=not secret, why=book.POINTS)]
    choices = [*secret, *choices, *_hand(state, seat, match, distinct)]
    return Reading(choices=tuple(choices), problems=problems, summary=f"{cards} read{new}", missing=missing, of=whole)


def _differences(state: State, seat: Seat, match: reading.Match) -> Iterator[FieldSpec]:
    """One list to tick for each kind of difference, with the likely answer ticked. What was not seen stays."""
    scoring = state.mode == "score"
    if match.new:
        picks = tuple(_code_pick(code) for code in match.new)
        yield FieldSpec(
            "add", "New in front of you", picks, many=True, low=0, high=_room(state, seat, match), preset=match.new
        )
    if match.twice:
        picks = tuple(_code_pick(code) for code in match.twice)
        yield FieldSpec("again", "Seen twice: two paper cards?", picks, many=True, low=0, high=len(picks))
    turned = tuple(offers.laid_pick(laid) for laid in _laid(state, seat, [uid for uid, _ in match.turned]))
    if turned:
        preset = tuple(pick.value for pick in turned)
        yield FieldSpec("turn_up", "Lies face up now", turned, many=True, low=0, high=len(turned), preset=preset)
    missed = tuple(offers.laid_pick(laid) for laid in _laid(state, seat, match.missed))
    if missed and (not scoring or state.house.count_face_down):
        yield FieldSpec("turn_down", "Not seen: lies face down now", missed, many=True, low=0, high=len(missed))
    if missed and (scoring or match.new):
        yield FieldSpec("remove", "Not seen: is not here", missed, many=True, low=0, high=len(missed))


def _room(state: State, seat: Seat, match: reading.Match) -> int:
    """How many of the new cards fit, if those not seen are taken away."""
    kept = len(state.tableaus[seat]) - len(match.missed)
    return max(0, min(len(match.new), stages.TABLEAU_MAX - kept))


def _laid(state: State, seat: Seat, uids: Sequence[str]) -> list[Laid]:
    return [laid for laid in state.tableaus[seat] if laid.uid in uids]


def _code_pick(code: str) -> Pick:
    card = whole_deck().by_id[reading.card_id(code)]
    about = face_of(card.id)
    return Pick(code, card.name, card.id, detail=f"{about.kind} · {about.value}", suit=suit(card), code=code)


def _look_problems(state: State, seat: Seat, match: reading.Match) -> Iterator[ScanProblem]:
    for code, other in match.elsewhere:
        text = f"{_name(code)} ({code}) lies face up in front of {person(other)}; it is left out here."
        yield ScanProblem("elsewhere", text, reading.card_id(code))
    for code in match.twice:
        text = f"{_name(code)} ({code}) was seen twice. One card, or was its sheet printed twice?"
        yield ScanProblem("same_code", text, reading.card_id(code))
    room = _room(state, seat, match)
    if len(match.new) > room:
        more = len(match.new) - room
        text = f"A tableau holds twelve cards. Untick {more} that {'is' if more == 1 else 'are'} not yours."
        yield ScanProblem("tableau_full", text)
    if match.missed:
        names = [_laid_name(laid) for laid in _laid(state, seat, match.missed)]
        text = f"Not seen: {', '.join(names)}. What was not seen stays as it is unless you tick it."
        yield ScanProblem("not_seen", text)


def _laid_name(laid: Laid) -> str:
    card = card_of(laid)
    return card.name if card is not None else "a card without a name"


def _among_others(state: State, seat: Seat, match: reading.Match) -> Iterator[Choice]:
    """One new card beside one's own on the table, while a card is to be placed: it may be that card, still secret."""
    if moment(state) == "select" and state.placed[seat] is None and len(match.new) == 1 and not match.turned:
        code = match.new[0]
        event = Select(reading.card_id(code), code, next_uid(state, seat), seat=seat)
        detail = "The others in the photo stay as they are."
        yield Choice(f"Place {_name(code)} face down", event, (), detail, primary=True, why=book.PLACE)


def _hand(state: State, seat: Seat, match: reading.Match, codes: tuple[str, ...]) -> Iterator[Choice]:
    """Before they are played, several new cards at once may as well be a hand to note."""
    if moment(state) not in ("draft", "select") or len(match.new) != len(codes):
        return
    noted = {one.code for one in state.noted[seat]}
    fresh = tuple(code for code in codes if code not in noted)
    held = len(state.noted[seat]) + state.played + (state.placed[seat] is not None)
    if fresh and held + len(fresh) <= stages.HAND:
        event = LogPick(tuple(map(reading.card_id, fresh)), fresh, seat=seat)
        yield Choice(f"These {len(fresh)} are in my hand: note them", event, (), "Only you see this.")

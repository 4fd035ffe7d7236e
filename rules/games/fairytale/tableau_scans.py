"""A photo of a whole tableau of Fairy Tale: what it shows, against what the table knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.games.fairytale import book, reading, stages
from rules.games.fairytale.deck import suit
from rules.games.fairytale.events import LogPick, ReadTableau, Select
from rules.games.fairytale.picks import laid_pick
from rules.games.fairytale.state import Laid, State, card_of, face_of, moment, next_uid, whole_deck
from rules.table import Choice, FieldSpec, Lying, Pick, Reading, ScanProblem, Seat
from rules.text import say
from rules.view import person


def card_name(code: str) -> str:
    """The name of the card with that printed code."""
    return whole_deck().by_id[reading.card_id(code)].name


def look(state: State, seat: Seat, codes: tuple[str, ...]) -> Reading:
    """A photo of a tableau: confirmed at once where it shows what is known, else one choice of differences."""
    match = reading.compare(state, seat, codes)
    distinct = tuple(dict.fromkeys(codes))
    if len(distinct) == 1:
        match = replace(match, missed=())  # one card held up says nothing about the others
    event = ReadTableau(distinct, seat=seat)
    cards = "1 card" if len(distinct) == 1 else say("{count} cards", count=len(distinct))
    problems = tuple(_look_problems(state, seat, match))
    missed = _laid(state, seat, match.missed)
    missing = tuple(Lying(laid.card or "", _laid_name(laid), laid.code) for laid in missed)
    whole = max(len(distinct) + len(missing), stages.TABLEAU_MAX if state.mode == "score" else 0)
    if match.equal:
        return Reading(
            submit=event, problems=problems, summary=say("{cards} read, all as known", cards=cards), of=whole
        )
    if state.mode == "score" and len(codes) == 1 and match.new and len(state.tableaus[seat]) < stages.TABLEAU_MAX:
        return Reading(submit=replace(event, add=match.new), summary=card_name(codes[0]))
    fields = tuple(_differences(state, seat, match))
    new = say(", {count} new", count=len(match.new)) if match.new else ""
    secret = list(_among_others(state, seat, match))
    choices = [Choice(say("Accept {count}", count=len(distinct)), event, fields, primary=not secret, why=book.POINTS)]
    choices = [*secret, *choices, *_hand(state, seat, match, distinct)]
    return Reading(
        choices=tuple(choices),
        problems=problems,
        summary=say("{cards} read{new}", cards=cards, new=new),
        missing=missing,
        of=whole,
    )


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
    turned = tuple(laid_pick(laid) for laid in _laid(state, seat, [uid for uid, _ in match.turned]))
    if turned:
        preset = tuple(pick.value for pick in turned)
        yield FieldSpec("turn_up", "Lies face up now", turned, many=True, low=0, high=len(turned), preset=preset)
    missed = tuple(laid_pick(laid) for laid in _laid(state, seat, match.missed))
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
        text = say(
            "{card_name} ({code}) lies face up in front of {other}; it is left out here.",
            card_name=card_name(code),
            code=code,
            other=person(other),
        )
        yield ScanProblem("elsewhere", text, reading.card_id(code))
    for code in match.twice:
        text = say(
            "{card_name} ({code}) was seen twice. One card, or was its sheet printed twice?",
            card_name=card_name(code),
            code=code,
        )
        yield ScanProblem("same_code", text, reading.card_id(code))
    room = _room(state, seat, match)
    if len(match.new) > room:
        more = len(match.new) - room
        text = say(
            "A tableau holds twelve cards. Untick {more} that {word} not yours.",
            more=more,
            word="is" if more == 1 else "are",
        )
        yield ScanProblem("tableau_full", text)
    if match.missed:
        names = [_laid_name(laid) for laid in _laid(state, seat, match.missed)]
        text = say("Not seen: {words}. What was not seen stays as it is unless you tick it.", words=", ".join(names))
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
        yield Choice(
            say("Place {card_name} face down", card_name=card_name(code)),
            event,
            (),
            detail,
            primary=True,
            why=book.PLACE,
        )


def _hand(state: State, seat: Seat, match: reading.Match, codes: tuple[str, ...]) -> Iterator[Choice]:
    """Before they are played, several new cards at once may as well be a hand to note."""
    if moment(state) not in ("draft", "select") or len(match.new) != len(codes):
        return
    noted = {one.code for one in state.noted[seat]}
    fresh = tuple(code for code in codes if code not in noted)
    held = len(state.noted[seat]) + state.played + (state.placed[seat] is not None)
    if fresh and held + len(fresh) <= stages.HAND:
        event = LogPick(tuple(map(reading.card_id, fresh)), fresh, seat=seat)
        yield Choice(say("These {count} are in my hand: note them", count=len(fresh)), event, (), "Only you see this.")

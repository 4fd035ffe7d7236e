"""What a scan means. Cards of the blank deck: what was drawn. An attack card: played, an answer, discarded, used,
gone; several: the hand, for its owner alone, or laid open when the round is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.games.gilfate import book, offers, picks
from rules.games.gilfate.cardbook import attack, card_of, face_of, name_of, whole_deck
from rules.games.gilfate.events import (
    Act,
    Activate,
    DrawBlanks,
    DrawBomb,
    Explosion,
    Gone,
    NoteHand,
    Play,
    RemoveActive,
    Respond,
    SetBombs,
    ShowHand,
)
from rules.games.gilfate.state import Front, State, answerable, due, lap, unsorted
from rules.scan import Apply, Seen, nothing, ours, problem, tried, unseen
from rules.table import Choice, Lying, Reading, ScanProblem, Seat
from rules.text import say
from rules.values.cards import Card
from rules.values.code import CardCode
from rules.view import person

IN_TURN = ("start", "pick", "play", "end")


def scan(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply[State]) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    found_here, problems = ours(seen, whole_deck(), _setup_card)
    cards = tuple(dict.fromkeys(found_here))
    if not cards:
        return nothing(problems)
    if state.phase == "over":
        found = problem("game_over", "The points stand. Take that back first, then scan again.")
    else:
        found = _meaning(state, seat, cards, apply)
    return replace(found, problems=(*found.problems, *problems))


def _setup_card(card: Card) -> ScanProblem | None:
    told = say("{name} only says how to set up.", name=card.name)
    return ScanProblem("setup_card", told, card.id) if card["kind"] == "setup" else None


def _meaning(state: State, seat: Seat, cards: tuple[Seen, ...], apply: Apply[State]) -> Reading:
    attacks = tuple(one for one in cards if whole_deck().by_id[one.card]["kind"] == "attack")
    others = tuple(one for one in cards if one not in attacks)
    if attacks and others:
        if state.phase == "count":
            return _laid_open(state, seat, attacks, others)
        return problem("mixed", "Attack cards and cards of the blank deck: photograph one kind at a time.")
    if others:
        return _blanks(state, seat, others, apply)
    if state.phase == "count":
        return _laid_open(state, seat, attacks, ())
    if state.phase not in IN_TURN:
        return problem("phase", "The round has not begun. Say first who begins.", attacks[0].card)
    return _one(state, seat, attacks[0], apply) if len(attacks) == 1 else _hand(state, seat, attacks)


def _counts(others: Sequence[Seen]) -> tuple[int, int]:
    kinds = [one.card for one in others]
    return kinds.count("bomb"), kinds.count("explosion")


def _blanks(state: State, seat: Seat, others: tuple[Seen, ...], apply: Apply[State]) -> Reading:
    bombs, explosions = _counts(others)
    owed = due(state)
    said = offers.drawn_label(len(others), bombs, explosions)
    if owed is not None and owed.seat == seat:
        drawn = DrawBlanks(len(others), bombs, explosions, seat=seat)
        if owed.least <= len(others) <= owed.amount:
            return replace(tried(state, drawn, said, apply), of=owed.amount)
        # A single bomb shown out of several cards drawn stands for itself: the others were blanks.
        whole = replace(drawn, count=owed.amount)
        ready = (
            Choice(
                say("{amount} drawn: {said}", amount=owed.amount, said=said.lower()),
                whole,
                suit="bomb",
                primary=True,
                why=book.PAY,
            ),
        )
        text = say("{count} seen, and {amount} were due.", count=len(others), amount=owed.amount)
        told = (ScanProblem("not_the_cost", text),)
        return Reading(choices=ready, problems=told, summary=said, of=max(len(others), owed.amount))
    if state.phase == "count":
        return Reading(
            submit=SetBombs(bombs, explosions, seat=seat), summary=say("In front of you: {said}", said=said.lower())
        )
    if state.phase not in IN_TURN or not bombs + explosions:
        return problem("not_now", "Nobody has to draw now, so this changes nothing.", others[0].card)
    choices: tuple[Choice, ...] = ()
    if bombs:
        event = DrawBomb(bombs, seat=seat, override=True)
        choices = (
            Choice(
                say("{who} gets it: {said}", who=person(seat), said=said.lower()), event, suit="bomb", why=book.BY_HAND
            ),
        )
    elif explosions == 1:
        boom = Explosion(seat=seat, override=True)
        choices = (Choice(say("{who} drew an explosion", who=person(seat)), boom, suit="explosion", why=book.BY_HAND),)
    return Reading(choices=choices, summary=said)


def _laid_open(state: State, seat: Seat, attacks: tuple[Seen, ...], others: tuple[Seen, ...]) -> Reading:
    """The hand at the end of the round; what is known to lie in front stays out of it."""
    inside = [one for one in attacks if not _lies_in_front(state, one)]
    words = picks.words(tuple(one.card for one in inside))
    event = ShowHand(words, tuple(one.code for one in inside), seat=seat)
    problems: tuple[ScanProblem, ...] = ()
    if len(inside) < len(attacks):
        problems = (ScanProblem("in_front", "Cards in front of somebody are left out: only the hand is counted."),)
    cards = "1 card" if len(inside) == 1 else say("{count} cards", count=len(inside))
    choice = Choice(say("My hand: {cards}", cards=cards), event, primary=True, why=book.HAND)
    expected = state.seats[seat].hand
    if state.mode == "play" and len(inside) != expected:
        text = say(
            "{cards} read, and your hand has {expected} by our count. All of them in the picture?",
            cards=cards,
            expected=expected,
        )
        told = (*problems, ScanProblem("hand_count", text))
        # Without card and code: a card that this camera logged as noted is not laid open for that.
        missing = tuple(Lying("", one.name) for one in _noted_elsewhere(state, seat, inside))
        return Reading(
            None,
            (choice,),
            problems=told,
            summary=cards,
            missing=missing,
            of=max(len(attacks), len(attacks) - len(inside) + expected),
        )
    if others:
        bombs, explosions = _counts(others)
        set_bombs = Choice("Bombs and explosions too", SetBombs(bombs, explosions, seat=seat), why=book.BOMBS)
        return Reading(choices=(choice, set_bombs), problems=problems, summary=cards)
    if state.mode == "score" and len(inside) == 1 and attack(inside[0].card).stays:
        front = Activate(inside[0].card, inside[0].code, seat=seat)
        laid = Choice("It lies in front of me", front, why=book.PERMANENTS)
        return Reading(choices=(choice, laid), problems=problems, summary=name_of(inside[0].card))
    return Reading(submit=event, choices=(choice,), problems=problems, summary=cards)


def _lies_in_front(state: State, one: Seen) -> bool:
    return any(front.code == one.code for player in state.seats for front in player.front)


def _hand(state: State, seat: Seat, attacks: tuple[Seen, ...]) -> Reading:
    """Several attack cards: the hand, for this phone alone."""
    words, codes = picks.words(tuple(one.card for one in attacks)), tuple(one.code for one in attacks)
    event = NoteHand(words, codes, anew=True, seat=seat)
    expected = state.seats[seat].hand
    if len(attacks) == expected:
        return Reading(submit=event, summary=say("{count} cards noted, for you alone", count=len(attacks)))
    missing = _noted_elsewhere(state, seat, attacks)
    fresh = {one.code for one in attacks} - {one.code for one in state.seats[seat].notes}
    if fresh and missing and len(missing) + len(attacks) == expected:
        # With what was noted before it is all of the hand.
        words = picks.words((*(one.card for one in missing), *(one.card for one in attacks)))
        whole = NoteHand(words, (*(one.code for one in missing), *codes), anew=True, seat=seat)
        said = say(
            "{count} cards noted, for you alone: with those before all {expected} of your hand",
            count=len(attacks),
            expected=expected,
        )
        return Reading(submit=whole, summary=said, of=len(attacks))
    text = say("{count} cards read, and your hand has {expected} by our count.", count=len(attacks), expected=expected)
    choices = (
        Choice(
            say("These {count} are my hand", count=len(attacks)), event, detail="Only you see this.", why=book.VISIBLE
        ),
        Choice("These come to those noted", replace(event, anew=False), detail="Only you see this."),
    )
    told = (ScanProblem("hand_count", text),)
    return Reading(
        None,
        choices,
        problems=told,
        summary=say("{count} cards", count=len(attacks)),
        missing=missing,
        of=max(len(attacks), expected),
    )


def _noted_elsewhere(state: State, seat: Seat, seen: Sequence[Seen]) -> tuple[Lying, ...]:
    """The cards the seat's own phone noted of its hand and this look does not show; none where the notes are old.

    They are called as the camera calls the cards it reads, and have their codes: what it has logged is told apart.
    """
    player = state.seats[seat]
    noted = [Lying(held.card, card_of(held.card).name, held.code) for held in player.notes]
    away = unseen(noted, {one.code: one.card for one in seen})
    if player.lost or len(noted) > player.hand or len(away) + len(seen) > player.hand:
        return ()
    return tuple(away)


def _one(state: State, seat: Seat, one: Seen, apply: Apply[State]) -> Reading:
    """One attack card, as the moment has it."""
    found = next((c for c in _asked(state, seat, one)), None)
    if found is not None:
        return found
    lying = next(
        ((who, front) for who, own in enumerate(state.seats) for front in own.front if front.code == one.code), None
    )
    if lying is not None:
        return _lying(state, seat, lying, apply)
    if state.phase == "play" and seat == state.active and state.pending is None:
        pay_only = not lap(state, attack(one.card).number).may_use_effect
        return tried(state, Play(one.card, one.code, pay_only, seat=seat), name_of(one.card), apply)
    note = NoteHand((one.card,), (one.code,), seat=seat)
    if any(held.code == one.code for held in state.seats[seat].notes):
        return problem(
            "noted", say("{name_of} is noted already; nothing has changed.", name_of=name_of(one.card)), one.card
        )
    detail = "Only you see this."
    label = say("Note {name_of} in my hand", name_of=name_of(one.card))
    suit = face_of(one.card).suit
    return Reading(choices=(Choice(label, note, fields=(), detail=detail, card=one.card, suit=suit, primary=True),))


def _asked(state: State, seat: Seat, one: Seen) -> Iterator[Reading]:
    """The seat's open questions this card answers."""
    pending = state.pending
    if pending is not None and pending.step == "act" and not state.dues and seat in (pending.by, pending.target):
        named = pending.number is None or attack(one.card).number == pending.number
        if pending.card in ("5a", "7b", "8b", "11a") and named:
            yield Reading(submit=Act(card=one.card, code=one.code, seat=seat), summary=name_of(one.card))
    player = state.seats[seat]
    if unsorted(player) and any(held.card == one.card for held in player.notes):
        event = Gone(one.card, seat=seat)
        yield Reading(
            choices=(
                Choice(say("{name_of} left my hand", name_of=name_of(one.card)), event, detail="Only you see this."),
            )
        )
    if answerable(state) and attack(one.card).quick:
        offered = [c.event for c in offers.choices(state, seat) if isinstance(c.event, Respond)]
        if any(event.card == one.card for event in offered):
            event_ = Respond(one.card, one.code, seat=seat)
            yield Reading(submit=event_, summary=name_of(one.card))


def _lying(state: State, seat: Seat, lying: tuple[Seat, Front], apply: Apply[State]) -> Reading:
    """A card in front of somebody, scanned again: aimed at, used, or gone."""
    owner, front = lying
    ready = [
        choice
        for choice in offers.choices(state, seat)
        if choice.uid == front.uid or any(pick.uid == front.uid for spec in choice.fields for pick in spec.picks)
    ]
    found: list[Choice] = []
    for choice in ready:
        if choice.correction:
            continue
        if choice.uid == front.uid:
            found.append(choice)
        elif len(choice.fields) == 1:
            found.append(replace(choice, event=choice.fill(uid=front.uid), fields=(), card=front.card))
    name = name_of(front.card)
    gone = RemoveActive(front.uid, seat=owner, override=True)
    if owner == seat:
        found.append(Choice(say("{name} is gone", name=name), gone, correction=True, why=book.BY_HAND))
    text = say("{name} lies in front of {owner}.", name=name, owner=person(owner))
    return Reading(choices=tuple(found), problems=(ScanProblem("lies_there", text, front.card),), summary=name)

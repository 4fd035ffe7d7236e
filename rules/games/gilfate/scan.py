"""What a scan means. Cards of the blank deck: what was drawn. An attack card: played, an answer, discarded, used,
gone; several: the hand, for its owner alone, or laid open when the round is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rules.choice import Choice
from rules.event import Seat
from rules.game_protocol import Lying, Reading, ScanProblem
from rules.games.gilfate import citations as cite
from rules.games.gilfate.answers import RESPOND, Act, Respond
from rules.games.gilfate.corrections import (
    PAID_IN_PART,
    Activate,
    DrawBomb,
    Explosion,
    PaidInPart,
    RemoveActive,
    SetBombs,
)
from rules.games.gilfate.deck import attack, card_of, face_of, name_of, whole_deck, words
from rules.games.gilfate.play import DECLARE, USE_ACTIVE, Play
from rules.games.gilfate.rounds import ONLY_YOU, DrawBlanks, Gone, NoteHand, ShowHand, drawn_label
from rules.games.gilfate.state import IN_ROUND, Front, State
from rules.scan import Apply, Seen, nothing, ours, problem, tried, unseen
from rules.text import plural, say
from rules.values.cards import Card
from rules.values.code import CardCode
from rules.view import person


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
    if state.phase not in IN_ROUND:
        return problem("phase", "The round has not begun. Say first who begins.", attacks[0].card)
    return _one(state, seat, attacks[0], apply) if len(attacks) == 1 else _hand(state, seat, attacks)


def _counts(others: Sequence[Seen]) -> tuple[int, int]:
    kinds = [one.card for one in others]
    return kinds.count("bomb"), kinds.count("explosion")


def _blanks(state: State, seat: Seat, others: tuple[Seen, ...], apply: Apply[State]) -> Reading:
    bombs, explosions = _counts(others)
    owed = state.due
    said = drawn_label(len(others), bombs, explosions)
    if owed is not None and owed.seat == seat:
        drawn = DrawBlanks(len(others), bombs, explosions, seat=seat)
        if owed.least <= len(others) <= owed.amount:
            return replace(tried(state, drawn, said, apply), of=owed.amount)
        # A single bomb shown out of several cards drawn stands for itself: the others were blanks.
        whole = replace(drawn, count=owed.amount)
        label = say("{count} drawn: {cards}", count=owed.amount, cards=said.lower())
        ready = Choice(label, whole, suit="bomb", primary=True, why=cite.PAY)
        text = say("{count} seen, and {amount} were due.", count=len(others), amount=owed.amount)
        told = ScanProblem("not_the_cost", text)
        return Reading(choices=(ready,), problems=(told,), summary=said, of=max(len(others), owed.amount))
    if state.phase == "count":
        summary = say("In front of you: {cards}", cards=said.lower())
        return Reading(submit=SetBombs(bombs, explosions, seat=seat), summary=summary)
    if state.phase not in IN_ROUND or not bombs + explosions:
        return problem("not_now", "Nobody has to draw now, so this changes nothing.", others[0].card)
    choices: tuple[Choice, ...] = ()
    if bombs:
        label = say("{who} gets it: {cards}", who=person(seat), cards=said.lower())
        choices = (Choice(label, DrawBomb(bombs, seat=seat, override=True), suit="bomb", why=cite.BY_HAND),)
    elif explosions == 1:
        label = say("{who} drew an explosion", who=person(seat))
        choices = (Choice(label, Explosion(seat=seat, override=True), suit="explosion", why=cite.BY_HAND),)
    return Reading(choices=choices, summary=said)


def _laid_open(state: State, seat: Seat, attacks: tuple[Seen, ...], others: tuple[Seen, ...]) -> Reading:
    """The hand at the end of the round; what is known to lie in front stays out of it."""
    inside = [one for one in attacks if not _lies_in_front(state, one)]
    event = ShowHand(words(one.card for one in inside), tuple(one.code for one in inside), seat=seat)
    problems: tuple[ScanProblem, ...] = ()
    if len(inside) < len(attacks):
        problems = (ScanProblem("in_front", "Cards in front of somebody are left out: only the hand is counted."),)
    cards = plural(len(inside), "card")
    choice = Choice(say("My hand: {cards}", cards=cards), event, primary=True, why=cite.HAND)
    expected = state.seats[seat].hand
    if state.mode == "play" and len(inside) != expected:
        text = "{cards} read, and your hand has {expected} by our count. All of them in the picture?"
        told = (*problems, ScanProblem("hand_count", say(text, cards=cards, expected=expected)))
        # Without card and code: a card that this camera logged as noted is not laid open for that.
        missing = tuple(Lying("", one.name) for one in _noted_elsewhere(state, seat, inside))
        whole = max(len(attacks), len(attacks) - len(inside) + expected)
        return Reading(choices=(choice,), problems=told, summary=cards, missing=missing, of=whole)
    if others:
        bombs, explosions = _counts(others)
        set_bombs = Choice("Bombs and explosions too", SetBombs(bombs, explosions, seat=seat), why=cite.BOMBS)
        return Reading(choices=(choice, set_bombs), problems=problems, summary=cards)
    if state.mode == "score" and len(inside) == 1:
        found = (choice, *_told_of(state, seat, inside[0]))
        # A card that stays may lie in front just as well; any other is the hand, unless told otherwise.
        submit = None if attack(inside[0].card).stays else event
        return Reading(submit=submit, choices=found, problems=problems, summary=name_of(inside[0].card))
    return Reading(submit=event, choices=(choice,), problems=problems, summary=cards)


def _told_of(state: State, seat: Seat, one: Seen) -> Iterator[Choice]:
    """What else a single card can be where only points are counted: one in front, or one paid in part."""
    if attack(one.card).stays:
        front = Activate(one.card, one.code, seat=seat)
        yield Choice("It is in front of me", front, why=cite.PERMANENTS)
    for part in PAID_IN_PART.choices(state, seat):
        card, paid = part.fields
        if any(pick.value == one.card for pick in card.picks):
            event = PaidInPart(one.card, 1, seat=seat)
            yield replace(part, label="It was paid in part", event=event, fields=(paid,))


def _lies_in_front(state: State, one: Seen) -> bool:
    return any(front.code == one.code for player in state.seats for front in player.front)


def _hand(state: State, seat: Seat, attacks: tuple[Seen, ...]) -> Reading:
    """Several attack cards: the hand, for this phone alone."""
    count, expected = len(attacks), state.seats[seat].hand
    codes = tuple(one.code for one in attacks)
    event = NoteHand(words(one.card for one in attacks), codes, anew=True, seat=seat)
    if count == expected:
        return Reading(submit=event, summary=say("{count} cards noted, for you alone", count=count))
    missing = _noted_elsewhere(state, seat, attacks)
    fresh = set(codes) - {one.code for one in state.seats[seat].notes}
    if fresh and missing and len(missing) + count == expected:
        # With what was noted before it is all of the hand.
        cards = words((*(one.card for one in missing), *(one.card for one in attacks)))
        whole = NoteHand(cards, (*(one.code for one in missing), *codes), anew=True, seat=seat)
        text = "{count} cards noted, for you alone: with those before all {expected} of your hand"
        return Reading(submit=whole, summary=say(text, count=count, expected=expected), of=count)
    text = say("{count} cards read, and your hand has {expected} by our count.", count=count, expected=expected)
    choices = (
        Choice(say("These {count} are my hand", count=count), event, detail=ONLY_YOU, why=cite.VISIBLE),
        Choice("These come to those noted", replace(event, anew=False), detail=ONLY_YOU),
    )
    told, said = (ScanProblem("hand_count", text),), say("{count} cards", count=count)
    return Reading(choices=choices, problems=told, summary=said, missing=missing, of=max(count, expected))


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
    found, name = next(_asked(state, seat, one), None), name_of(one.card)
    if found is not None:
        return found
    lying = ((who, front) for who, own in enumerate(state.seats) for front in own.front if front.code == one.code)
    for owner, front in lying:
        return _lying(state, seat, owner, front)
    if state.phase == "play" and seat == state.active and state.pending is None:
        pay_only = not state.lap(attack(one.card).number).may_use_effect
        return tried(state, Play(one.card, one.code, pay_only, seat=seat), name, apply)
    if any(held.code == one.code for held in state.seats[seat].notes):
        return problem("noted", say("{name} is noted already; nothing has changed.", name=name), one.card)
    note = NoteHand((one.card,), (one.code,), seat=seat)
    player = state.seats[seat]
    if not player.lost and len(player.notes) + 1 == player.hand:
        # The one card of the hand that was not noted yet, such as the one just drawn.
        return tried(state, note, say("{name} noted, for you alone", name=name), apply)
    label, suit = say("Note {name} in my hand", name=name), face_of(one.card).suit
    return Reading(choices=(Choice(label, note, detail=ONLY_YOU, card=one.card, suit=suit, primary=True),))


def _asked(state: State, seat: Seat, one: Seen) -> Iterator[Reading]:
    """The seat's open questions this card answers."""
    pending, player, name = state.pending, state.seats[seat], name_of(one.card)
    if pending is not None and pending.step == "act" and not state.dues and seat in (pending.by, pending.target):
        named = pending.number is None or attack(one.card).number == pending.number
        if pending.card in ("5a", "7b", "8b", "11a") and named:
            yield Reading(submit=Act(card=one.card, code=one.code, seat=seat), summary=name)
    if player.unsorted and any(held.card == one.card for held in player.notes):
        label = say("{name} left my hand", name=name)
        yield Reading(choices=(Choice(label, Gone(one.card, seat=seat), detail=ONLY_YOU),))
    if attack(one.card).quick:
        offered = (choice.event for choice in RESPOND.choices(state, seat))
        if any(isinstance(event, Respond) and event.card == one.card for event in offered):
            yield Reading(submit=Respond(one.card, one.code, seat=seat), summary=name)


def _lying(state: State, seat: Seat, owner: Seat, front: Front) -> Reading:
    """A card in front of somebody, scanned again: aimed at, used, or gone."""
    found: list[Choice] = []
    for choice in chain(*(action.choices(state, seat) for action in (DECLARE, RESPOND, USE_ACTIVE))):
        if choice.uid == front.uid:
            found.append(choice)
        elif len(choice.fields) == 1 and any(pick.uid == front.uid for pick in choice.fields[0].picks):
            found.append(replace(choice, event=choice.fill(uid=front.uid), fields=(), card=front.card))
    name = name_of(front.card)
    if owner == seat:
        gone = RemoveActive(front.uid, seat=owner, override=True)
        found.append(Choice(say("{name} is gone", name=name), gone, correction=True, why=cite.BY_HAND))
    text = say("{name} is in front of {owner}.", name=name, owner=person(owner))
    return Reading(choices=tuple(found), problems=(ScanProblem("lies_there", text, front.card),), summary=name)

"""What a seat can do now: every legal move as a choice that already holds its event, corrections behind one tap."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.fairytale import book, resolve, stages
from rules.games.fairytale.corrections import can_add_player
from rules.games.fairytale.deck import suit
from rules.games.fairytale.events import (
    AddCard,
    AddPlayer,
    Choose,
    LogPick,
    NameCard,
    NextPick,
    NextStage,
    Score,
    Select,
    TickReminder,
    Unselect,
)
from rules.games.fairytale.mending import corrections
from rules.games.fairytale.model import UNFLIP
from rules.games.fairytale.picks import laid_pick, pick_of
from rules.games.fairytale.state import (
    Laid,
    State,
    card_of,
    copies_known,
    deck_in_use,
    face_of,
    facts_of,
    find,
    moment,
    next_added,
    next_uid,
    open_duties,
    shows_code,
    uncounted,
    unnamed,
)
from rules.table import Choice, FieldSpec, Seat
from rules.text import say
from rules.values.cards import Card

PLACE_KEY = "place"
READ_KEY = "read"


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every legal event of the seat, in order of importance."""
    if not 0 <= seat < state.players:
        return ()
    moves = {
        "draft": _drafting,
        "select": _placing,
        "resolve": _resolving,
        "closed": _closed,
        "score": _scoring,
        "over": _over,
    }[moment(state)]
    return (*_naming(state, seat), *moves(state, seat), *_ticking(state, seat), *corrections(state, seat))


def name_key(uid: str) -> str:
    """The prompt that asks which card lies there."""
    return f"name-{uid}"


def choose_key(duty: resolve.Duty) -> str:
    """The prompt that asks for the cards of a duty."""
    return f"choose-{duty.need.step}"


def possible(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that may still turn up in front of the seat, as far as it can know."""
    return tuple(card for card in deck_in_use(state).cards if copies_known(state, seat, card.id) < card.copies)


def _one_card(state: State, seat: Seat, label: str, name: str = "card") -> FieldSpec:
    return FieldSpec(name, label, tuple(pick_of(card) for card in possible(state, seat)), search=True)


def turn_choice(state: State, duty: resolve.Duty, preset: tuple[str, ...] = ()) -> Choice:
    """The question a duty asks its seat."""
    seat, need = duty.need.seat, duty.need
    picks = tuple(laid_pick(laid) for laid in state.tableaus[seat] if laid.uid in duty.candidates)
    spec = FieldSpec("uids", duty_title(duty), picks, many=True, low=duty.low, high=duty.high, preset=preset)
    label = "Turn it face up" if need.verb == UNFLIP else "Turn it face down"
    if duty.high > 1:
        label = label.replace("it", "them")
    why = book.PROOF if duty.low < duty.high and need.faction else book.OWN
    event = Choose(need.step, seat=seat)
    return Choice(label, event, (spec,), prompt=choose_key(duty), primary=True, why=why)


def duty_title(duty: resolve.Duty) -> str:
    """Such as: Turn 2 Homestead cards face down."""
    count = f"{duty.high}" if duty.low == duty.high else say("up to {high}", high=duty.high)
    kind = f" {duty.need.faction}" if duty.need.faction else ""
    cards = "card" if duty.high == 1 else "cards"
    return say(
        "Turn {count}{kind} {cards} face {word}",
        count=count,
        kind=kind,
        cards=cards,
        word="up" if duty.need.verb == UNFLIP else "down",
    )


def name_choice(state: State, seat: Seat, laid: Laid) -> Choice:
    """Which card lies there? Only cards an effect asked for, where one turned it up."""
    met = state.turning.met if state.turning is not None else ()
    asked = {one.need.faction for one in met if laid.uid in one.uids} - {None}
    picks = tuple(pick_of(card) for card in possible(state, seat) if not asked or str(card["faction"]) in asked)
    spec = FieldSpec("card", "Which card is it?", picks, search=True)
    event = NameCard(laid.uid, "", seat=seat)
    return Choice("This is it", event, (spec,), uid=laid.uid, prompt=name_key(laid.uid), primary=True, why=book.PLACE)


def _naming(state: State, seat: Seat) -> Iterator[Choice]:
    for laid in (*unnamed(state, seat), *uncounted(state, seat)):
        yield name_choice(state, seat, laid)


def _drafting(state: State, seat: Seat) -> Iterator[Choice]:
    on = state.stage + 1
    if state.pick < stages.HAND:
        done = NextPick(state.pick + 1, seat=seat)
        yield Choice(
            say("Everybody has passed: pick {number}", number=state.pick + 1), done, primary=True, why=book.PASS
        )
        yield Choice("The draft is done: play", NextStage(on, seat=seat), why=book.DRAFT)
    else:
        yield Choice("Everybody has five cards: play", NextStage(on, seat=seat), primary=True, why=book.STAGES)
    yield from _noting(state, seat)


def _noting(state: State, seat: Seat) -> Iterator[Choice]:
    room = stages.HAND - len(state.noted[seat]) - state.played - (state.placed[seat] is not None)
    picks = tuple(pick_of(card) for card in possible(state, seat))
    if room > 0 and picks:
        spec = FieldSpec("cards", "The cards you keep", picks, many=True, high=min(room, len(picks)), search=True)
        detail = "Only you see this; it makes placing quicker."
        yield Choice("Note a card", LogPick(seat=seat), (spec,), detail, why=book.SECRET)


def _placing(state: State, seat: Seat) -> Iterator[Choice]:
    if state.placed[seat] is not None:
        yield Choice("Take my card back", Unselect(seat=seat), why=book.PLACE)
    elif len(state.tableaus[seat]) < stages.TABLEAU_MAX:
        uid = next_uid(state, seat)
        for noted in state.noted[seat]:
            card = card_of(noted)
            if card is None or card not in possible(state, seat):
                continue
            # A code that lies open elsewhere was noted by mistake; the card may still be meant.
            code = noted.code if shows_code(state, noted.code) is None else ""
            event = Select(noted.card, code, uid, seat=seat)
            about = face_of(card.id)
            detail = f"{about.kind} · {about.value}"
            yield Choice(
                card.name,
                event,
                fields=(),
                detail=detail,
                card=card.id,
                suit=suit(card),
                prompt=PLACE_KEY,
                why=book.PLACE,
            )
        fields = (_one_card(state, seat, "Your card"),)
        yield Choice("Place it", Select(uid=uid, seat=seat), fields, prompt=PLACE_KEY, primary=True, why=book.PLACE)
        yield Choice(
            "Placed, but not telling which",
            Select(uid=uid, seat=seat),
            detail="You will be asked when it is revealed.",
            prompt=PLACE_KEY,
            why=book.SECRET,
        )
    yield from _noting(state, seat)


def _resolving(state: State, seat: Seat) -> Iterator[Choice]:
    for duty in open_duties(state):
        if duty.need.seat == seat:
            yield turn_choice(state, duty)
    yield from _noting(state, seat)


def _closed(state: State, seat: Seat) -> Iterator[Choice]:
    following = stages.stage(state.stage + 1)
    label = (
        "Discarded: count the points"
        if following.kind == "score"
        else say("Discarded: on to the {title}", title=following.title)
    )
    yield Choice(label, NextStage(state.stage + 1, seat=seat), primary=True, why=book.DISCARD)


def _scoring(state: State, seat: Seat) -> Iterator[Choice]:
    if state.mode == "score":
        if len(state.tableaus[seat]) < stages.TABLEAU_MAX:
            fields = (_one_card(state, seat, "A face-up card"),)
            event = AddCard(seat=seat, uid=next_added(state, seat))
            yield Choice("Add this card", event, fields, prompt=READ_KEY, primary=True, why=book.POINTS)
        if can_add_player(state):
            yield Choice("One more player", AddPlayer(seat=seat))
    if any(state.tableaus) and not any(unnamed(state, other) for other in range(state.players)):
        # On a score sheet the next photo comes first, until everybody's cards are on it.
        ready = state.mode == "play" or all(state.tableaus)
        yield Choice("These points stand", Score(seat=seat), primary=ready, why=book.POINTS)


def _over(state: State, seat: Seat) -> Iterator[Choice]:
    yield from ()


def _ticking(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.reminders:
        laid = find(state, one.seat, one.uid)
        if one.seat == seat and not one.done and laid is not None and laid.card is not None:
            name = facts_of(laid.card).name
            yield Choice(
                say("Done: {name}", name=name), TickReminder(one.uid, seat=seat), uid=one.uid, why=book.REMINDER
            )

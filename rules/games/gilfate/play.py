"""A card is played: out of the hand, paid and aimed; or used where it lies in front of its player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Seat
from rules.games.gilfate import citations as cite
from rules.games.gilfate import settle
from rules.games.gilfate.deck import HIGH, ONCE, AttackCard, attack, attack_cards, card_id, face_of, name_of, named_card
from rules.games.gilfate.effects import DECKS, GUESSES, Aim, aims, mark_used, may_fetch, usable, uses
from rules.games.gilfate.rounds import DRAW
from rules.games.gilfate.state import (
    REDUCED_DRAW,
    Answer,
    Due,
    Front,
    Held,
    Pending,
    State,
    card_fits,
    front_spot,
    hand_spot,
    noted,
    own_front,
    own_turn,
    player_field,
    seat_in_round,
    seat_named,
    seat_spot,
)
from rules.text import listed, plural, say
from rules.view import person

PLAY, AIM = "play", "aim"
"""Keys of the prompts these actions answer."""
EVERY_NUMBER = tuple(Pick(number, str(number)) for number in range(13))


@dataclass(frozen=True, slots=True)
class Play(Event):
    """The active player played a card of the hand. ``pay_only``: without its effect. ``use_10a``: at 10a's price.

    It is paid first, unless its effect comes first.
    """

    card: str
    code: str = ""
    pay_only: bool = False
    use_10a: bool = False


def play(state: State, event: Play, judge: Judge) -> State:
    seat = seat_in_round(judge, state)
    judge.struct(not state.dues and state.pending is None, "card_open", "A card is on the table already.")
    word = named_card(judge, event.card, event.code)
    card, player, cache = attack(word), state.seats[seat], state.ready(seat, ONCE)
    own_turn(judge, state, seat)
    judge.rule(state.phase == "play", "phase", "One card a turn, and it was played.", cite.PLAY)
    empty = say("{who} has no cards by our count; set the hand first.", who=person(seat))
    judge.struct(player.hand > 0, "empty_hand", empty)
    _may_use(judge, state, card, pay_only=event.pay_only)
    judge.struct(not event.use_10a or cache is not None, "no_10a", "10a is not there to be used.")
    noted(judge, player, seat, word)
    card_fits(judge, state, word, event.code)
    state = state.with_seat(seat, settle.card_gone(player, word, event.code))
    price = state.cost_now(seat, word, use_10a=event.use_10a)
    if cache is not None and ONCE in price.changed_by:
        state = mark_used(state, seat, cache.uid)
    pending = Pending(word, seat, event.code, pay_only=event.pay_only or card.quick, cost=price.cost)
    if card.effect_first and not pending.pay_only:
        return replace(state, pending=replace(pending, step="declare"))
    if price.cost and state.blank.left:
        due = Due(seat, price.cost, price.least, "pay")
        return replace(state, pending=pending, dues=(*state.dues, due))
    return replace(state, pending=replace(pending, short=0 if price.cost else None))


def _may_use(judge: Judge, state: State, card: AttackCard, *, pay_only: bool) -> None:
    allowed = state.lap(card.number).may_use_effect
    text = say("In the first lap a {number} is paid for and does nothing.", number=card.number)
    judge.rule(allowed or pay_only, "first_lap", text, cite.FIRST_LAP)
    text = "A possible effect has to be used; a card is paid for and does nothing only where none is."
    judge.rule(not pay_only or card.quick or not allowed, "must_use", text, cite.REQUIRED)


def offer_cards(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    asked = seat == state.active and state.phase == "play" and state.pending is None and not state.dues
    if not asked or not player.hand:
        return
    # A noted card is played by a tap on it; with the whole hand noted nothing else need be offered.
    whole = len(player.notes) == player.hand and not player.lost
    prompt = "" if player.notes else PLAY
    for place, held in enumerate(player.notes):
        for choice in _noted_card(state, seat, held, place):
            yield replace(choice, prompt=prompt)
    if whole:
        return
    every = state.possible() or tuple(attack_cards())
    able = tuple(card for card in every if state.lap(attack(card).number).may_use_effect)
    field = _card_field("Your card", state, seat, able)
    if player.notes:
        yield Choice.asking(Play, "Play another card", (field,), seat=seat, quiet=True, why=cite.PLAY)
    else:
        yield Choice.asking(Play, "Play a card", (field,), seat=seat, prompt=PLAY, primary=True, why=cite.PLAY)
    barred = tuple(card for card in every if card not in able)
    if barred:
        field = _card_field("A 10, 11 or 12", state, seat, barred)
        yield Choice.asking(
            Play, "Only pay for a card", (field,), known={"pay_only": True}, seat=seat,
            detail="Without its effect.", prompt=prompt, quiet=True, why=cite.FIRST_LAP
        )  # fmt: skip
    cheaper = tuple(card for card in able if _saves(state, seat, card))
    if cheaper:
        field = _card_field("Your card", state, seat, cheaper, use_10a=True)
        known, label = {"use_10a": True}, "Play a card at 10a's price"
        yield Choice.asking(Play, label, (field,), known=known, seat=seat, prompt=prompt, quiet=True, why=cite.ONCE)


def _card_field(label: str, state: State, seat: Seat, cards: tuple[str, ...], *, use_10a: bool = False) -> FieldSpec:
    return FieldSpec("card", label, tuple(_priced(state, seat, card, use_10a=use_10a) for card in cards), search=True)


def _priced(state: State, seat: Seat, card: str, *, use_10a: bool = False) -> Pick:
    """The card with what it costs the seat now."""
    cost, about = state.cost_now(seat, card, use_10a=use_10a).cost, face_of(card)
    now = say("costs {cost} now" if cost != attack(card).cost else "costs {cost}", cost=cost)
    return Pick(card, f"{card} {about.title}", card, detail=now, suit=about.suit)


def _saves(state: State, seat: Seat, card: str) -> bool:
    """Whether using 10a makes the card cheaper now."""
    if state.ready(seat, ONCE) is None or not state.lap(HIGH).may_use_effect:
        return False
    return ONCE in state.cost_now(seat, card, use_10a=True).changed_by


def _noted_card(state: State, seat: Seat, held: Held, place: int) -> Iterator[Choice]:
    """A card of the notes, which is played by a tap on it."""
    card, code, spot = held.card, held.code, hand_spot(place)
    about, pay_only = face_of(card), not state.lap(attack(card).number).may_use_effect
    detail = _priced(state, seat, card).detail
    detail = say("{price}, no effect in the first lap", price=detail) if pay_only else detail
    event = Play(card, code, pay_only, seat=seat)
    label = f"{card} {about.title}"
    yield Choice(label, event, detail=detail, card=card, suit=about.suit, prompt=PLAY, why=cite.PLAY, spot=spot)
    if not pay_only and _saves(state, seat, card):
        event = Play(card, code, use_10a=True, seat=seat)
        detail = _priced(state, seat, card, use_10a=True).detail
        label = say("{card} {title} with 10a", card=card, title=about.title)
        yield Choice(label, event, (), detail, card=card, suit=about.suit, prompt=PLAY, why=cite.ONCE, spot=spot)


def tell_play(telling: Telling[State, Play]) -> str:
    event, template = telling.event, "{who} played {card}"
    if event.pay_only:
        template = "{who} played {card} without its effect"
    elif event.use_10a:
        template = "{who} played {card} at 10a's price"
    return say(template, who=telling.who, card=name_of(card_id(event.card)))


def price_of(telling: Telling[State, Play]) -> Iterator[str]:
    """What the card costs, and which cards in front made it so."""
    pending, event, seat = telling.after.pending, telling.event, telling.event.seat
    if seat is None:
        return
    if pending is None:
        yield say("{card} is paid for, with no effect", card=name_of(card_id(event.card)))
        return
    price = telling.before.cost_now(seat, card_id(event.card), use_10a=event.use_10a)
    text = say("it costs {cost}", cost=pending.cost)
    yield say("{text}, by {cards}", text=text, cards=listed(price.changed_by)) if price.changed_by else text


PLAY_CARD = Action(Play, cite.PLAY, play, tell_play, offers=offer_cards, follows=price_of)


@dataclass(frozen=True, slots=True)
class Declare(Event):
    """What the paid card is aimed at: an option of it, a player, a number, a card in front of somebody.

    Now it may be answered.
    """

    option: str = ""
    target: Seat | None = None
    number: int | None = None
    uid: str = ""


def declare(state: State, event: Declare, judge: Judge) -> State:
    seat, pending = seat_in_round(judge, state), state.pending
    if pending is None or pending.step != "declare" or state.dues or pending.by != seat:
        judge.struct(False, "not_asked", "Nothing has to be aimed now; look at the table again.")
        return state
    if event.target is not None:
        seat_named(judge, state, event.target)
    lies = not event.uid or state.find_front(event.uid) is not None
    judge.struct(lies, "no_such_card", "That card is no longer there.")
    judge.struct(event.number is None or 0 <= event.number <= 12, "bad_input", "number: expected 0 to 12")
    fetching = event.option == "redraw" or pending.card == "8b"
    allowed = not fetching or may_fetch(state, pending.card)
    text = "In the first lap no attack cards are drawn, by {card} neither."
    judge.rule(allowed, "first_lap", say(text, card=pending.card), cite.FIRST_LAP_CARDS)
    aim = next((one for one in aims(state, seat, pending.card) if one.option == event.option), None)
    fits = aim is not None and (
        _at_target(aim, event.target)
        and (event.uid in aim.uids if aim.uids else not event.uid)
        and aim.number == (event.number is not None)
    )
    judge.rule(fits, "bad_target", "The card cannot be aimed there.", cite.REQUIRED)
    aimed = replace(pending, step="answer", option=event.option, target=event.target)
    return replace(state, pending=replace(aimed, number=event.number, uid=event.uid))


def _at_target(aim: Aim, target: Seat | None) -> bool:
    return target in aim.targets if aim.targets else target is None


def offer_aims(state: State, seat: Seat) -> Iterator[Choice]:
    pending = state.pending
    if pending is None or state.dues or pending.step != "declare" or pending.by != seat:
        return
    found = aims(state, seat, pending.card)
    # What lies on the board is aimed at by a tap on it; only where there is more to say is it asked.
    prompt = "" if all(aim.targets or aim.uids for aim in found) else AIM
    for aim in found:
        fields = [player_field(aim.targets, forecast=partial(forecast, state, pending.card))] if aim.targets else []
        if aim.uids:
            fields.append(FieldSpec("uid", "Which card?", tuple(state.front_pick(uid) for uid in aim.uids)))
        if aim.number:
            fields.append(FieldSpec("number", "Which number?", EVERY_NUMBER))
        event = Declare(aim.option, seat=seat)
        spot = seat_spot(aim.owners[0]) if aim.owners else ""
        yield Choice(aim.label, event, tuple(fields), card=pending.card, prompt=prompt, why=cite.EFFECT, spot=spot)


TAKES_BOMBS, TAKES_CARDS = ("8c",), ("5a", "10b", "11a")
"""The cards that take a bomb of the player they are aimed at, or a card out of the hand."""


def forecast(state: State, card: str, seat: Seat) -> str:
    """What a player has now and would have, as far as everybody can count it."""
    player = state.seats[seat]
    if card in TAKES_BOMBS:
        return say("{bombs} → {fewer}", bombs=plural(player.bombs, "bomb"), fewer=player.bombs - 1)
    if card in TAKES_CARDS:
        return say("{cards} → {fewer}", cards=plural(player.hand, "card"), fewer=player.hand - 1)
    if card == "9a":
        return say("loses {cards}", cards=plural(len(state.permanent_uids(seat)), "card"))
    return plural(player.hand, "card")


AIMED = {
    **{guess: f"{{who}} says with {{card}}: the next card is {word}" for guess, word in GUESSES.items()},
    **{deck: f"{{who}} searches {word} for a {{number}} with {{card}}" for deck, word in DECKS.items()},
    "shuffle": "{who} plays {card} to shuffle the blank deck",
    "redraw": "{who} plays {card} to draw a new hand",
    "hand": "{who} aims {card} at the hand of {target}",
    "discard_all": "{who} aims {card} at every permanent of {target}",
    "bomb_and_remove": "{who} takes a bomb for {card} and aims it at {lying}",
}
"""How the log says what a card is for, by its option."""


def tell_aim(telling: Telling[State, Declare]) -> str:
    event, pending = telling.event, telling.before.pending
    template = AIMED.get(event.option, "{who} aims {card}")
    owners = [person(int(seat)) for seat in dict.fromkeys(event.option.split("+")) if seat.isdigit()]
    if owners:
        template += " at bombs of {owners}"
    for given, name, words in (
        (event.target is not None, "{target}", " at {target}"),
        (bool(event.uid), "{lying}", " at {lying}"),
        (event.number is not None, "{number}", ", number {number}"),
    ):
        template += words if given and name not in template else ""
    return say(
        template, who=telling.who, card=name_of(pending.card) if pending is not None else "it",
        target=person(event.target or 0), number=event.number, owners=listed(owners),
        lying=telling.before.front_name(event.uid)
    )  # fmt: skip


DECLARE = Action(Declare, cite.EFFECT, declare, tell_aim, offers=offer_aims)


@dataclass(frozen=True, slots=True)
class UseActive(Event):
    """The active player uses card ``uid`` in front of them. For 10a: option ``draw``, on a draw about to be made."""

    uid: str
    option: str = ""
    target: Seat | None = None


def use_active(state: State, event: UseActive, judge: Judge) -> State:
    seat = seat_in_round(judge, state)
    front = own_front(judge, state, seat, event.uid)
    card = attack(front.card)
    if event.target is not None:
        seat_named(judge, state, event.target)
    own_turn(judge, state, seat)
    judge.rule(not front.used, "used_this_turn", say("{card} was used in this turn.", card=front.card), cite.ONCE)
    judge.rule(state.lap(card.number).may_use_effect, "first_lap", "Not in the first lap.", cite.FIRST_LAP)
    if front.card == ONCE:
        return _draw_less(state, seat, event, judge)
    judge.struct(state.pending is None and not state.dues, "card_open", "Another card is on the table.")
    judge.struct(state.phase in ("play", "end"), "phase", "The turn has to begin first.")
    usable = card.once_a_turn and front.card != "11c"
    judge.struct(usable, "nothing_to_use", say("{card} works by itself.", card=front.card))
    aim = next((one for one in uses(state, seat, front.card) if one.option == event.option), None)
    fits = aim is not None and _at_target(aim, event.target)
    judge.rule(fits, "bad_target", "The card cannot be used like that now.", cite.REQUIRED)
    return replace(mark_used(state, seat, front.uid), pending=_used(state, seat, event, front))


def _used(state: State, seat: Seat, event: UseActive, front: Front) -> Pending:
    pending = Pending(front.card, seat, front.code, "answer", active=front.uid, resume=state.phase)
    return replace(pending, option=event.option, target=event.target)


def _draw_less(state: State, seat: Seat, event: UseActive, judge: Judge) -> State:
    """10a on a draw: two cards at most."""
    pending = state.pending
    drawing = pending is not None and pending.step == "draw" and pending.draws[0] == seat and not state.dues
    text = "10a lowers a cost when a card is played, or a draw about to be made."
    judge.struct(drawing and event.option == "draw", "nothing_to_use", text)
    if pending is None:
        return state
    judge.warn(pending.draws[1] > REDUCED_DRAW, "no_use", "No more than two are drawn anyway.", cite.EFFECT)
    state = mark_used(state, seat, event.uid)
    return replace(state, pending=replace(pending, answers=(*pending.answers, Answer(ONCE, seat))))


def offer_uses(state: State, seat: Seat) -> Iterator[Choice]:
    if seat != state.active or not state.lap(HIGH).may_use_effect or state.dues:
        return
    pending = state.pending
    if pending is not None:
        cache, cancelled = state.ready(seat, ONCE), pending.cancelled
        drawing = pending.step == "draw" and pending.draws[0] == seat and pending.draws[1] > REDUCED_DRAW
        if cache is not None and drawing and not cancelled:
            less = UseActive(cache.uid, "draw", seat=seat)
            yield Choice(
                "10a: draw only 2", less, card=ONCE, uid=cache.uid, prompt=DRAW, why=cite.ONCE,
                spot=front_spot(cache.uid)
            )  # fmt: skip
        return
    for one in usable(state, seat):
        for aim in uses(state, seat, one.card):
            fields = (player_field(aim.targets, forecast=partial(forecast, state, one.card)),) if aim.targets else ()
            event = UseActive(one.uid, aim.option, seat=seat)
            label = f"{one.card}: {aim.label[0].lower()}{aim.label[1:]}"
            yield Choice(
                label, event, fields, card=one.card, uid=one.uid, suit=face_of(one.card).suit, why=cite.ONCE,
                spot=front_spot(one.uid)
            )  # fmt: skip


USES = {
    "draw": "{who} used {card} to draw two at most",
    "look": "{who} used {card} to look at the top 3",
    "numbers": "{who} used {card} to ask for numbers",
    "bomb": "{who} used {card} to give a bomb back",
    "shield": "{who} used {card} against explosions",
}
"""How the log says what a card in front is used for, by its option."""


def tell_use(telling: Telling[State, UseActive]) -> str:
    target, card = telling.event.target, telling.before.front_name(telling.event.uid)
    template = USES.get(telling.event.option, "{who} used {card}")
    if target is not None:
        template += ", against {target}"
    return say(template, who=telling.who, card=card, target=person(target or 0))


USE_ACTIVE = Action(UseActive, cite.ONCE, use_active, tell_use, offers=offer_uses)

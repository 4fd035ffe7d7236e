"""A round from dealing to counting: secret cards, who begins, blanks and attack cards drawn, turns ended, private
notes of a hand, hands laid open, the points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick, Pool
from rules.event import Event, Judge, Seat
from rules.games.gilfate import citations as cite
from rules.games.gilfate import result_pictures, score, settle
from rules.games.gilfate.deck import (
    ATTACK_CARDS,
    attack,
    card_id,
    card_of,
    every_copy,
    knocked_out,
    least_payment,
    name_of,
    named_card,
    pick_of,
    words,
)
from rules.games.gilfate.effects import DECKS, deck_left, todo_label, usable, without_attack
from rules.games.gilfate.piles import BOMB_CARDS, EXPLOSION_CARDS, odds_of_bombs, outcomes
from rules.games.gilfate.state import (
    IN_ROUND,
    Due,
    Held,
    Player,
    State,
    dealt,
    in_round,
    knows_hand,
    knows_secret,
    seat_in_round,
    seat_named,
    seat_of,
    seat_spot,
    still_there,
)
from rules.text import listed, plural, say
from rules.view import person

BLANKS_MOST = 75
STARTER, SECRET, DRAW, PICK, SHOW = "starter", "secret", "draw", "pick", "show"
"""Keys of the prompts these actions answer."""
ONLY_YOU = "Only you see this."


@dataclass(frozen=True, slots=True)
class AddSecret(Event):
    """The seat put a card to the secret ones: a bomb or a blank. None, as others' logs hold it: one of them."""

    bomb: bool | None = None


def add_secret(state: State, event: AddSecret, judge: Judge) -> State:
    seat = seat_of(judge, state)
    judge.struct(state.secret_bombs, "no_secrets", "This table plays without secret bombs.")
    judge.struct(state.phase == "setup", "phase", "The secret cards are mixed already.")
    return state.with_seat(seat, replace(state.seats[seat], secret=event.bomb, added=True))


def offer_secrets(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase != "setup" or not state.secret_bombs or state.seats[seat].added or state.seats[seat].away:
        return
    for bomb, label in ((True, "I added a bomb"), (False, "I added a blank")):
        event = AddSecret(bomb, seat=seat)
        yield Choice(label, event, (), "Nobody else sees which.", prompt=SECRET, why=cite.SECRET)


def hide_secret(state: State, event: AddSecret, viewer: Seat | None) -> AddSecret:
    return event if knows_secret(state, event, viewer) else replace(event, bomb=None)


def tell_secret(telling: Telling[State, AddSecret]) -> str:
    bomb = telling.event.bomb
    if bomb is None:
        return say("{who} added a secret card", who=telling.who)
    return say("{who} added a bomb in secret" if bomb else "{who} added a blank in secret", who=telling.who)


ADD_SECRET = Action(AddSecret, cite.SECRET, add_secret, tell_secret, offers=offer_secrets, hides=hide_secret)


@dataclass(frozen=True, slots=True)
class StartRound(Event):
    """Everything is dealt, and seat ``first`` takes the first turn."""

    first: Seat


def start_round(state: State, event: StartRound, judge: Judge) -> State:
    seat_named(judge, state, event.first)
    judge.struct(state.phase in ("setup", "between"), "already_there", "This round has begun already.")
    still_there(judge, state, event.first)
    if state.phase == "between":
        winners = [seat for seat in state.winners if seat in state.present]
        fits = not winners or event.first in winners
        judge.rule(fits, "not_the_winner", "Whoever won the last round begins.", cite.WINNER_STARTS)
        state = dealt(replace(state, round=state.round + 1))
    elif state.secret_bombs:
        missing = [person(seat) for seat, player in enumerate(state.seats) if not player.added and not player.away]
        template = "{people} has not added a card." if len(missing) == 1 else "{people} have not added a card."
        judge.rule(not missing, "secret_missing", say(template, people=listed(missing)), cite.SECRET)
    return settle.begin_turn(state, event.first)


def offer_starters(state: State, seat: Seat) -> Iterator[Choice]:
    setup = state.phase == "setup"
    if not setup and state.phase != "between":
        return
    if setup and state.secret_bombs and not all(one.added or one.away for one in state.seats):
        return
    winners = tuple(seat for seat in state.winners if seat in state.present)
    firsts = state.present if setup else winners or state.present
    why = cite.STARTER if setup else cite.WINNER_STARTS
    for first in firsts:
        label = "I begin" if first == seat else say("{first} begins", first=person(first))
        event, only = StartRound(first, seat=seat), len(firsts) == 1
        yield Choice(label, event, prompt=STARTER, primary=only, why=why, spot=seat_spot(first))


def tell_start(telling: Telling[State, StartRound]) -> str:
    return say("A new round is dealt: {first} begins", first=person(telling.event.first))


def dealt_cards(telling: Telling[State, StartRound]) -> Iterator[str]:
    """What lies on the table when a new round begins."""
    after = telling.after
    hands = {player.hand for player in after.seats if player.hand}
    if len(hands) == 1:
        yield say("{cards} each", cards=plural(max(hands), "attack card"))
    blank = after.blank
    least, most = blank.bombs_least, blank.bombs_most
    bombs = plural(most, "bomb") if least == most else say("{least} to {most} bombs", least=least, most=most)
    yield say("{bombs} in a deck of {left}", bombs=bombs, left=blank.left)


START_ROUND = Action(StartRound, cite.SETUP, start_round, tell_start, offers=offer_starters, follows=dealt_cards)


@dataclass(frozen=True, slots=True)
class DrawBlanks(Event):
    """The seat drew ``count`` cards of the blank deck, so many of them bombs and explosions."""

    count: int
    bombs: int = 0
    explosions: int = 0


def draw_blanks(state: State, event: DrawBlanks, judge: Judge) -> State:
    seat = seat_in_round(judge, state)
    owed = state.due
    if owed is None or owed.seat != seat:
        text = say("{who} has no cards to draw now; look at the table again.", who=person(seat))
        judge.struct(False, "nothing_due", text)
        return state
    fits = min(event.count, event.bombs, event.explosions) >= 0 and event.count <= BLANKS_MOST
    judge.struct(fits and event.bombs + event.explosions <= event.count, "bad_input", "Those cards do not add up.")
    _warn_of_draw(judge, state, event, owed)
    state = replace(state, dues=state.dues[:-1]).without_top(event.count, event.bombs, event.explosions)
    state = settle.bombs_came(state, seat, judge, bombs=event.bombs, explosions=event.explosions)
    return _after_draw(state, event.count, owed)


def _warn_of_draw(judge: Judge, state: State, event: DrawBlanks, owed: Due) -> None:
    blank, top = state.blank, state.blank.top[: event.count]
    odd = say("{count} drawn, and {amount} were due.", count=event.count, amount=owed.amount)
    judge.warn(owed.least <= event.count <= owed.amount, "not_the_cost", odd, cite.PAY)
    there = event.count <= blank.left and event.bombs <= blank.bombs_most and event.explosions <= blank.explosions
    judge.warn(there, "more_than_left", "More than the deck holds by our count; count it once.", cite.PAPER)
    foreseen = top.count("bomb") <= event.bombs and top.count("explosion") <= event.explosions
    text = "By our count the top card of the deck is a different one."
    judge.warn(foreseen, "top_known", text, cite.VISIBLE)


def _after_draw(state: State, count: int, owed: Due) -> State:
    """What was drawn for goes on: the turn of an empty hand, an answer, an effect, or a card paid at least in part."""
    pending, out = state.pending, state.seats[owed.seat].out
    if owed.purpose == "start":
        return state if out else settle.started(state)
    if pending is None:
        return state
    if owed.purpose == "answer" and out:
        return replace(state, pending=replace(pending, answers=pending.answers[:-1]))
    if pending.step == "draw" and owed.purpose == "pay":
        return settle.happened(state)
    least = least_payment(attack(pending.card), pending.cost)
    if pending.step == "pay" and owed.purpose == "pay" and count < least and not state.blank.left:
        return replace(state, pending=replace(pending, short=count))
    return state


def offer_draws(state: State, seat: Seat) -> Iterator[Choice]:
    owed = state.due
    if owed is None or owed.seat != seat:
        return
    for count in range(owed.amount, owed.least - 1, -1):
        for bombs, explosions in outcomes(state.blank, count):
            label = drawn_label(count, bombs, explosions) if bombs + explosions else "No bomb"
            if owed.least < owed.amount:
                label = say("{count} drawn: {cards}", count=count, cards=label)
            event = DrawBlanks(count, bombs, explosions, seat=seat)
            suit = "explosion" if explosions else "bomb" if bombs else "blank"
            detail = drawn_forecast(state, event)
            yield Choice(label, event, (), detail, suit=suit, prompt=DRAW, why=cite.PAY)
    if owed.amount:
        yield _other_draw(seat, owed.amount)


def drawn_forecast(state: State, event: DrawBlanks) -> str:
    """What the draw comes to: a knockout, bombs given back, points; else how likely it is."""
    player, bombs = state.seats[event.seat or 0], event.bombs
    back = state.lap(bombs=player.bombs + bombs).return_bombs if bombs else 0
    kept, slots = player.bombs + bombs - back, player.threshold
    blown = event.explosions > 0
    if state.knockouts and knocked_out(kept, player.front_ids, explosion=blown, shielded=player.shielded):
        return "you are out"
    if back:
        return say("{bombs} back into the deck", bombs=plural(back, "bomb"))
    if state.counts_points and bombs + event.explosions:
        more = score.bomb_points(kept, slots, state.house) - score.bomb_points(player.bombs, slots, state.house)
        return say("+{points}", points=plural(more + score.EXPLOSION * event.explosions, "point"))
    odds = odds_of_bombs(state.blank, event.count, bombs) if not event.explosions else None
    return say("{odds}%", odds=round(100 * odds)) if odds is not None else ""


def _other_draw(seat: Seat, count: int) -> Choice:
    """What our counts exclude, where the paper shows it all the same."""
    bombs = FieldSpec("bombs", "Bombs", low=0, high=min(count, BOMB_CARDS), kind="number", preset=(0,))
    explosions = FieldSpec(
        "explosions", "Explosions", low=0, high=min(count, EXPLOSION_CARDS), kind="number", preset=(0,)
    )
    return Choice.asking(
        DrawBlanks, say("I drew other cards ({count})", count=count), (bombs, explosions), known={"count": count},
        seat=seat, override=True, detail="Whatever our count says.", correction=True, why=cite.BY_HAND,
        pools=(Pool("Cards drawn", count, ("bombs", "explosions")),)
    )  # fmt: skip


def drawn_label(count: int, bombs: int, explosions: int) -> str:
    """What was drawn, in words."""
    found = [plural(bombs, "bomb")] if bombs else []
    found += [plural(explosions, "explosion")] if explosions else []
    return listed(found) or {0: "Nothing", 1: "A blank"}.get(count, "Only blanks")


def tell_draw(telling: Telling[State, DrawBlanks]) -> str:
    """What was drawn, and for which card."""
    event, table, owed = telling.event, telling.before, telling.before.due
    cards = drawn_label(event.count, event.bombs, event.explosions).lower()
    card, pending = "", table.pending
    if owed is not None and pending is not None:
        answered = owed.purpose == "answer" and bool(pending.answers)
        card = name_of(pending.answers[-1].card if answered else pending.card)
    template = "{who} drew {count} for {card}: {cards}" if card else "{who} drew {count}: {cards}"
    return say(template, who=telling.who, count=event.count, card=card, cards=cards)


DRAW_BLANKS = Action(DrawBlanks, cite.PAY, draw_blanks, tell_draw, offers=offer_draws, pictures=result_pictures.drawn)


@dataclass(frozen=True, slots=True)
class PickAttack(Event):
    """Attack cards were picked at the start of a turn that began with an empty hand. ``decks`` names the deck each came
    from, where the decks are counted (``hand``, ``deck``, ``bombs``; a second one of a deck is ``hand/2``)."""

    count: int
    decks: tuple[str, ...] = ()


def pick_attack(state: State, event: PickAttack, judge: Judge) -> State:
    seat = seat_in_round(judge, state)
    judge.struct(state.phase == "pick" and seat == state.active, "not_asked", "No attack cards are picked now.")
    judge.struct(0 <= event.count <= ATTACK_CARDS, "bad_input", "count: how many cards?")
    most = min(settle.START_PICKS, state.attack_left)
    judge.rule(event.count <= most, "too_many", say("{most} attack cards are picked.", most=most), cite.EMPTY_HAND)
    state = _with_attack_cards(judge, state, seat, event.count, event.decks)
    return replace(state, phase="play" if state.seats[seat].hand else "end")


def _with_attack_cards(judge: Judge, state: State, seat: Seat, count: int, words: tuple[str, ...]) -> State:
    decks = tuple(word.partition("/")[0] for word in words)
    named = all(deck in DECKS for deck in decks) and len(decks) in (0, count)
    judge.struct(named, "bad_input", say("decks: expected {count} of {decks}", count=count, decks=", ".join(DECKS)))
    text = "From which attack deck? Now only their sum is known."
    judge.warn(not count or bool(decks) or not state.attack_decks, "which_deck", text, cite.END_DRAW)
    there = not state.attack_decks or all(decks.count(deck) <= deck_left(state, deck) for deck in decks)
    judge.warn(there, "more_than_left", "More than that deck holds by our count; count it once.", cite.PAPER)
    player = state.seats[seat]
    state = state.with_seat(seat, replace(player, hand=player.hand + count))
    return without_attack(state, count, decks) if count else state


def _from_decks(state: State, event: PickAttack | EndTurn, count: int, label: str, **more: Any) -> Iterator[Choice]:
    """The choice to draw so many attack cards: with the decks they come from, where the decks are counted."""
    if not count or not state.attack_decks:
        yield Choice(label, event, **more)
        return
    held = [deck for deck in DECKS for _ in range(min(count, deck_left(state, deck)))]
    if count == 1:
        for deck in held:
            named = say("{label} ({deck})", label=label, deck=DECKS[deck])
            yield Choice(named, replace(event, decks=(deck,)), **more)
        return
    picks = tuple(Pick(word, DECKS[word.partition("/")[0]]) for word in words(held))
    spec = FieldSpec("decks", "From which decks?", picks, many=True, low=count, high=count)
    yield Choice(label, event, (spec,), **more)


def offer_picks(state: State, seat: Seat) -> Iterator[Choice]:
    if seat != state.active or state.phase != "pick" or state.pending is not None or state.dues:
        return
    most = min(settle.START_PICKS, state.attack_left)
    for count in range(most, 0, -1):
        label = say("Picked {cards}", cards=plural(count, "attack card"))
        # Two are picked; fewer only where the paper has no more than our count says.
        fewer = count < most
        more = {"prompt": "" if fewer else PICK, "primary": not fewer, "correction": fewer, "why": cite.EMPTY_HAND}
        yield from _from_decks(state, PickAttack(count, seat=seat), count, label, **more)


def tell_pick(telling: Telling[State, PickAttack]) -> str:
    return say("{who} picked {cards}", who=telling.who, cards=plural(telling.event.count, "attack card"))


PICK_ATTACK = Action(PickAttack, cite.EMPTY_HAND, pick_attack, tell_pick, offers=offer_picks)


@dataclass(frozen=True, slots=True)
class EndTurn(Event):
    """The active player is done, and drew so many attack cards; ``decks`` as in ``PickAttack``."""

    draw: int = 0
    decks: tuple[str, ...] = ()


def end_turn(state: State, event: EndTurn, judge: Judge) -> State:
    seat = seat_in_round(judge, state)
    judge.struct(seat == state.active, "not_your_turn", say("It is {who}'s turn.", who=person(state.active)))
    judge.struct(0 <= event.draw <= ATTACK_CARDS, "bad_input", "draw: how many cards?")
    judge.rule(
        state.pending is None and not state.dues, "card_open", "The card on the table is not finished yet.", cite.PLAY
    )
    judge.rule(state.phase == "end", "no_card_played", "One card is played in every turn.", cite.PLAY)
    judge.struct(event.draw <= state.attack_left, "deck_empty", "The attack decks do not hold that many.")
    if event.draw:
        judge.rule(state.lap().may_draw_attack, "first_lap", "No attack cards in the first lap.", cite.FIRST_LAP)
        most = 0 if state.all_dealt else state.house.end_draw
        text = say("At most {most} drawn when a turn ends.", most=most)
        judge.rule(event.draw <= most, "too_many", text, cite.END_DRAW)
    return settle.pass_turn(_with_attack_cards(judge, state, seat, event.draw, event.decks), judge)


def offer_ends(state: State, seat: Seat) -> Iterator[Choice]:
    if seat != state.active or state.phase != "end" or state.pending is not None or state.dues:
        return
    none = state.all_dealt or not state.lap().may_draw_attack
    most = 0 if none else min(state.house.end_draw, state.attack_left)
    left = usable(state, seat)
    for count in range(most, -1, -1):
        label = say("Draw {count}, end turn", count=count) if count else "End turn"
        label = "End without drawing" if most and not count else label
        still = say("{cards} can still be used", cards=listed(one.card for one in left)) if left else ""
        more: dict[str, Any] = {"why": cite.END_DRAW, "detail": still if count == most else ""}
        more |= {"primary": count == most, "quiet": bool(left) or count < most}
        yield from _from_decks(state, EndTurn(count, seat=seat), count, label, **more)


def tell_end(telling: Telling[State, EndTurn]) -> str:
    if not telling.event.draw:
        return say("{who} ended the turn", who=telling.who)
    cards = plural(telling.event.draw, "attack card")
    return say("{who} drew {cards} and ended the turn", who=telling.who, cards=cards)


END_TURN = Action(EndTurn, cite.END_DRAW, end_turn, tell_end, offers=offer_ends)


@dataclass(frozen=True, slots=True)
class AttackDeckOut(Event):
    """One attack deck (``hand``, ``deck`` or ``bombs``) has no cards left."""

    deck: str


def attack_deck_out(state: State, event: AttackDeckOut, judge: Judge) -> State:
    in_round(judge, state)
    judge.struct(event.deck in DECKS, "bad_input", say("deck: expected {decks}", decks=", ".join(DECKS)))
    judge.struct(event.deck not in state.decks_out, "already_there", "That deck is out already.")
    counts = tuple(0 if deck == event.deck else deck_left(state, deck) for deck in DECKS) if state.attack_decks else ()
    left = sum(counts) if counts else state.attack_left
    return replace(state, decks_out=(*state.decks_out, event.deck), attack_decks=counts, attack_left=left)


def offer_decks_out(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase in IN_ROUND and state.house.attack_end == "any" and not state.all_dealt:
        for deck, name in DECKS.items():
            if deck not in state.decks_out and deck_left(state, deck):
                yield Choice(say("Ran out: {deck}", deck=name), AttackDeckOut(deck, seat=seat), why=cite.ROUND_END)


def tell_deck_out(telling: Telling[State, AttackDeckOut]) -> str:
    return say("Out of cards: {deck}", deck=DECKS.get(telling.event.deck, telling.event.deck))


ATTACK_DECK_OUT = Action(AttackDeckOut, cite.ROUND_END, attack_deck_out, tell_deck_out, offers=offer_decks_out)


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """What a card asks to be done by hand has been done."""

    key: int


def tick(state: State, event: Tick, judge: Judge) -> State:
    found = next((one for one in state.todos if one.key == event.key and not one.done), None)
    judge.struct(found is not None, "no_reminder", "That is done already, or not on the table any more.")
    return replace(state, todos=tuple(replace(one, done=True) if one == found else one for one in state.todos))


def offer_ticks(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.todos:
        if one.seat == seat and not one.done:
            label = say("Done: {what}", what=todo_label(one.what))
            yield Choice(label, Tick(one.key, seat=seat), quiet=True, why=cite.EFFECT)


def tell_tick(telling: Telling[State, Tick]) -> str:
    what = next((todo_label(one.what) for one in telling.before.todos if one.key == telling.event.key), "")
    return say("{who} has done it: {what}", who=telling.who, what=what)


TICK = Action(Tick, cite.EFFECT, tick, tell_tick, offers=offer_ticks)


# --- private notes of a hand


@dataclass(frozen=True, slots=True)
class NoteHand(Event):
    """A private note of cards in the seat's hand. ``anew``: they are the whole hand. ``codes`` beside, or empty.

    An empty one, as others' copies of a log hold it, says nothing.
    """

    cards: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    anew: bool = False


def note_hand(state: State, event: NoteHand, judge: Judge) -> State:
    seat = seat_of(judge, state)
    judge.struct(state.phase != "over" and state.mode == "play", "phase", "Hands are noted while a round is played.")
    found = _held(judge, event.cards, event.codes)
    if not found:
        return state
    player = state.seats[seat]
    known = {one.code for one in player.notes if one.code}
    fresh = tuple(one for one in found if event.anew or not one.code or one.code not in known)
    notes = fresh if event.anew else (*player.notes, *fresh)
    text = say("{count} cards noted, and your hand has {hand} by our count.", count=len(notes), hand=player.hand)
    judge.warn(len(notes) <= player.hand, "hand_full", text, cite.VISIBLE, to=seat)
    _warn_of_copies(judge, notes, seat)
    return state.with_seat(seat, replace(player, notes=notes, lost=0 if event.anew else player.lost))


def _held(judge: Judge, cards: tuple[str, ...], codes: tuple[str, ...]) -> tuple[Held, ...]:
    judge.struct(not codes or len(codes) == len(cards), "bad_input", "codes: expected one for each card, or none")
    judge.struct(len(cards) <= ATTACK_CARDS, "bad_input", "There are 48 attack cards.")
    pairs = zip(cards, codes or ("",) * len(cards), strict=True)
    found = tuple(Held(named_card(judge, word, code), code) for word, code in pairs)
    read = [one.code for one in found if one.code]
    judge.struct(len(set(read)) == len(read), "same_code", "The same paper card is named twice.")
    return found


def _warn_of_copies(judge: Judge, held: tuple[Held, ...], to: Seat | None) -> None:
    for card in dict.fromkeys(one.card for one in held):
        count, printed = sum(one.card == card for one in held), card_of(card).copies
        text = "{count} × {card}, and the deck has {printed}. Is one of them another card?"
        text = say(text, count=count, card=card, printed=printed)
        judge.warn(count <= printed, "too_many_copies", text, cite.PAPER, to=to)


def offer_notes(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if state.phase not in IN_ROUND:
        return
    room = player.hand - len(player.notes)
    if room > 0 and not player.lost:
        spec = FieldSpec("cards", "Cards in your hand", every_copy(), many=True, high=room, search=True)
        detail = "Only you see this; it counts what they cost you."
        yield Choice("Note my cards", NoteHand(seat=seat), (spec,), detail, why=cite.VISIBLE)
    if player.notes and player.hand:
        spec = _hand_field("Your whole hand", player.notes, low=1, high=player.hand)
        event = NoteHand(anew=True, seat=seat)
        yield Choice("Note my hand anew", event, (spec,), ONLY_YOU, correction=True, why=cite.VISIBLE)


def _hand_field(label: str, preset: tuple[Held, ...], *, low: int, high: int) -> FieldSpec:
    ticked = words(one.card for one in preset)
    return FieldSpec("cards", label, every_copy(), many=True, low=low, high=high, search=True, preset=ticked)


def hide_notes(state: State, event: NoteHand, viewer: Seat | None) -> NoteHand:
    return event if knows_hand(state, event, viewer) else replace(event, cards=(), codes=(), anew=False)


def tell_notes(telling: Telling[State, NoteHand]) -> str:
    cards = telling.event.cards
    if not cards:
        return say("{who} made a private note", who=telling.who)
    return say("{who} noted {cards}", who=telling.who, cards=", ".join(map(card_id, cards)))


NOTE_HAND = Action(NoteHand, cite.HAND, note_hand, tell_notes, offers=offer_notes, hides=hide_notes)


@dataclass(frozen=True, slots=True)
class Gone(Event):
    """A private note: this card left the hand unseen by the others. "": none of the noted ones."""

    card: str = ""


def gone(state: State, event: Gone, judge: Judge) -> State:
    seat = seat_of(judge, state)
    player = state.seats[seat]
    notes = list(player.notes)
    if event.card:
        found = next((one for one in notes if one.card == event.card), None)
        judge.struct(found is not None or not notes, "not_noted", "That is not one of the cards you noted.")
        if found is not None:
            notes.remove(found)
    return state.with_seat(seat, replace(player, notes=tuple(notes), lost=max(0, player.lost - 1)))


def offer_gone(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if state.phase in IN_ROUND and player.unsorted:
        picks = tuple(pick_of(card) for card in dict.fromkeys(one.card for one in player.notes))
        spec = FieldSpec("card", "Which card left your hand?", (*picks, Pick("", "None of these")))
        # A note can wait: it is no question that stands before the turn.
        yield Choice("Say which card left your hand", Gone(seat=seat), (spec,), ONLY_YOU, why=cite.VISIBLE)


def hide_gone(state: State, event: Gone, viewer: Seat | None) -> Gone:
    return event if knows_hand(state, event, viewer) else replace(event, card="")


def tell_gone(telling: Telling[State, Gone]) -> str:
    card = telling.event.card
    template = "{who} noted that {card} left the hand" if card else "{who} made a private note"
    return say(template, who=telling.who, card=card)


HAND_GONE = Action(Gone, cite.VISIBLE, gone, tell_gone, offers=offer_gone, hides=hide_gone)


# --- hands laid open, points counted


@dataclass(frozen=True, slots=True)
class ShowHand(Event):
    """The round is over: the seat lays these cards of the hand open."""

    cards: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


def show_hand(state: State, event: ShowHand, judge: Judge) -> State:
    seat = seat_of(judge, state)
    judge.struct(state.phase == "count", "phase", "Hands are revealed when the round is over.")
    found = _held(judge, event.cards, event.codes)
    player = state.seats[seat]
    if state.mode == "play":
        text = say("{count} cards shown, and the hand had {hand} by our count.", count=len(found), hand=player.hand)
        judge.warn(len(found) == player.hand, "hand_count", text, cite.HAND)
    _warn_of_copies(judge, found, None)
    other = next((n for n, one in enumerate(state.seats) if n != seat and _shares(one, found)), None)
    text = say(
        "One of the cards shown is in front of {other} too. Was its sheet printed twice?", other=person(other or 0)
    )
    judge.warn(other is None, "same_code", text, cite.PAPER)
    return state.with_seat(seat, replace(player, shown=found, hand=len(found), notes=(), lost=0))


def _shares(player: Player, found: tuple[Held, ...]) -> bool:
    codes = {one.code for one in found if one.code}
    lying = [*(one.code for one in player.shown or ()), *(one.code for one in player.front)]
    return any(code in codes for code in lying)


def hidden_hands(state: State) -> tuple[Seat, ...]:
    """Who has not laid the hand open, where it counts; nobody waits for who has left."""
    if not state.counts_points:
        return ()
    return tuple(seat for seat, player in enumerate(state.seats) if player.shown is None and not player.away)


def offer_hands(state: State, seat: Seat) -> Iterator[Choice]:
    yield from offer_left_hands(state, seat)
    player = state.seats[seat]
    counting = state.mode == "score"
    if state.phase != "count" or not (seat in hidden_hands(state) or (counting and player.shown is not None)):
        return
    held = player.shown or player.notes
    most = len(every_copy()) if counting else max(player.hand, len(held))
    spec = _hand_field("Cards left in your hand", held, low=0, high=most)
    first = player.shown is None
    label, prompt = ("Reveal my hand", SHOW) if first else ("A different hand", "")
    yield Choice(label, ShowHand(seat=seat), (spec,), prompt=prompt, primary=first, why=cite.HAND)


def offer_left_hands(state: State, seat: Seat) -> Iterator[Choice]:
    """The hands of those who have left, for whoever finds their cards on the table."""
    for other, player in enumerate(state.seats):
        if state.phase == "count" and state.counts_points and player.away and player.shown is None and other != seat:
            spec = _hand_field("Cards in that hand", (), low=0, high=max(player.hand, 1))
            label = say("Reveal {who}'s hand", who=person(other))
            yield Choice(label, ShowHand(seat=other), (spec,), correction=True, why=cite.AWAY)


def tell_hand(telling: Telling[State, ShowHand]) -> str:
    cards = ", ".join(map(card_id, telling.event.cards)) or "no cards"
    return say("{who} revealed: {cards}", who=telling.who, cards=cards)


SHOW_HAND = Action(ShowHand, cite.HAND, show_hand, tell_hand, offers=offer_hands)


@dataclass(frozen=True, slots=True)
class ScoreRound(Event):
    """The points of the round stand."""


def score_round(state: State, event: ScoreRound, judge: Judge) -> State:
    judge.struct(state.phase == "count", "phase", "The round has to be over first.")
    missing = [person(seat) for seat in hidden_hands(state)]
    text = say("{people} must reveal the hand first.", people=listed(missing))
    judge.rule(not missing, "hand_hidden", text, cite.HAND)
    points = tuple(score.round_of(state, seat).total for seat in range(state.players))
    still = state.living
    least = min(points[seat] for seat in state.present)
    record = points if state.counts_points else tuple(int(seat in still) for seat in range(state.players))
    fewest = tuple(seat for seat in state.present if points[seat] == least)
    knockout = state.knockouts
    state = replace(state, records=(*state.records, record), winners=still if knockout else fewest)
    survival, won = score.survive(dict(enumerate(state.survival)), still)
    if knockout:
        state = replace(state, survival=tuple(survival.values()))
    target = state.rounds_to_play
    done = len(state.records) >= target if target else bool(won)
    return replace(state, phase="over" if done else "between")


def offer_points(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase == "count" and not hidden_hands(state):
        yield Choice("These points stand", ScoreRound(seat=seat), primary=True, why=cite.ROUND_END)


SCORE_ROUND = Action(ScoreRound, cite.MATCH, score_round, "The points of the round stand", offers=offer_points)

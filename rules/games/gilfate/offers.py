"""What a seat can do now: every legal move as a choice that already holds its event; corrections in ``mending``."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.gilfate import book, effect_offers, rounds, targets, turns
from rules.games.gilfate.blankdeck import outcomes
from rules.games.gilfate.cardbook import attack, face_of
from rules.games.gilfate.cost import HIGH, ONCE
from rules.games.gilfate.events import (
    AddSecret,
    AttackDeckOut,
    DrawBlanks,
    EndTurn,
    Gone,
    NoteHand,
    PickAttack,
    Play,
    ScoreRound,
    ShowHand,
    StartRound,
    Tick,
    UseActive,
)
from rules.games.gilfate.fronts import cost_now, ready
from rules.games.gilfate.mending import corrections, scoring
from rules.games.gilfate.picks import (
    DRAW_KEY,
    END_KEY,
    GONE_KEY,
    PICK_KEY,
    PLAY_KEY,
    SECRET_KEY,
    SHOW_KEY,
    STARTER_KEY,
    every_copy,
    pick_of,
    player_field,
    possible,
    words,
)
from rules.games.gilfate.settle import DECKS
from rules.games.gilfate.state import Due, State, answerable, due, lap, unsorted
from rules.table import Choice, FieldSpec, Pick, Seat
from rules.text import say
from rules.view import person


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every legal event of the seat, in order of importance."""
    if not 0 <= seat < state.players or state.phase == "over":
        return ()
    found: list[Choice] = []
    if state.phase in ("setup", "between"):
        found += _starting(state, seat)
    elif state.phase == "count":
        found += _counting(state, seat)
    else:
        found += _turn(state, seat)
    if state.mode == "play":
        found += [*_notes(state, seat), *_ticking(state, seat), *corrections(state, seat)]
    return tuple(found)


def _starting(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if state.phase == "setup" and state.secret_bombs:
        for bomb, word in ((True, "I added a bomb"), (False, "I added a blank")):
            if not player.added:
                detail = "Nobody else sees which."
                yield Choice(word, AddSecret(bomb, seat=seat), (), detail, prompt=SECRET_KEY, why=book.SECRET)
        if not all(one.added for one in state.seats):
            return
    firsts = tuple(range(state.players)) if state.phase == "setup" else state.winners or tuple(range(state.players))
    why = book.STARTER if state.phase == "setup" else book.WINNER_STARTS
    for first in firsts:
        label = "I begin" if first == seat else say("{first} begins", first=person(first))
        yield Choice(label, StartRound(first, seat=seat), prompt=STARTER_KEY, primary=len(firsts) == 1, why=why)


def _turn(state: State, seat: Seat) -> Iterator[Choice]:
    owed = due(state)
    if owed is not None and owed.seat == seat:
        yield from _drawing(state, owed)
    pending = state.pending
    if pending is not None and not state.dues:
        if pending.step == "declare" and pending.by == seat:
            yield from effect_offers.aiming(state, pending)
        elif pending.step == "act" and seat in (pending.by, pending.target):
            yield from effect_offers.acting(state, pending, seat)
        if answerable(state):
            yield from effect_offers.answers(state, pending, seat)
    if seat == state.active and pending is None and not state.dues:
        yield from _own_turn(state, seat)
    if state.house.attack_end == "any" and state.version != "all_cards":
        for deck in DECKS:
            if deck not in state.decks_out:
                yield Choice(
                    say("Ran out: {decks}", decks=targets.DECKS[deck]),
                    AttackDeckOut(deck, seat=seat),
                    why=book.ROUND_END,
                )


def drawn_label(count: int, bombs: int, explosions: int) -> str:
    """What was drawn, in words."""
    said = [say("{bombs} bomb{s}", bombs=bombs, s="" if bombs == 1 else "s")] if bombs else []
    said += (
        [say("{explosions} explosion{s}", explosions=explosions, s="" if explosions == 1 else "s")]
        if explosions
        else []
    )
    return " and ".join(said) if said else ("A blank" if count == 1 else "Only blanks")


def _drawing(state: State, owed: Due) -> Iterator[Choice]:
    for count in range(owed.amount, owed.least - 1, -1):
        short = "" if owed.least == owed.amount else say("{count} drawn: ", count=count)
        for bombs, explosions in outcomes(state.blank, count):
            event = DrawBlanks(count, bombs, explosions, seat=owed.seat)
            label = short + drawn_label(count, bombs, explosions)
            plain = not bombs and not explosions and count == owed.amount
            suit = "explosion" if explosions else "bomb" if bombs else "blank"
            yield Choice(label, event, suit=suit, prompt=DRAW_KEY, primary=plain, why=book.PAY)


def _own_turn(state: State, seat: Seat) -> Iterator[Choice]:
    if state.phase == "pick":
        most = min(rounds.START_PICKS, state.attack_left)
        for count in range(most, 0, -1):
            label = say("Picked {count} attack card{s}", count=count, s="" if count == 1 else "s")
            yield Choice(
                label, PickAttack(count, seat=seat), prompt=PICK_KEY, primary=count == most, why=book.EMPTY_HAND
            )
    elif state.phase == "play":
        yield from _playing(state, seat)
    elif state.phase == "end":
        most = turns.most_drawn(state)
        for count in range(most, -1, -1):
            label = say("Draw {count} and end my turn", count=count) if count else "End my turn"
            yield Choice(label, EndTurn(count, seat=seat), prompt=END_KEY, primary=count == most, why=book.END_DRAW)
    if state.phase in ("play", "end"):
        yield from _using(state, seat)


def _playing(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if not player.hand:
        return
    for held in dict.fromkeys(player.notes):
        yield from _known_card(state, seat, held.card, held.code)
    able = tuple(card for card in possible(state) if lap(state, attack(card).number).may_use_effect)
    picks = tuple(priced(state, seat, card) for card in able)
    spec = FieldSpec("card", "Your card", picks, search=True)
    yield Choice("Play it", Play("", seat=seat), (spec,), prompt=PLAY_KEY, primary=True, why=book.PLAY)
    barred = tuple(card for card in possible(state) if card not in able)
    if barred:
        spec = FieldSpec("card", "A 10, 11 or 12", tuple(priced(state, seat, card) for card in barred), search=True)
        paid = Play("", pay_only=True, seat=seat)
        yield Choice("Only pay a card", paid, (spec,), "Without its effect.", prompt=PLAY_KEY, why=book.FIRST_LAP)
    cheaper = tuple(card for card in able if _saves(state, seat, card))
    if cheaper:
        picks = tuple(priced(state, seat, card, use_10a=True) for card in cheaper)
        event = Play("", use_10a=True, seat=seat)
        spec = FieldSpec("card", "Your card", picks, search=True)
        yield Choice("Play it at 10a's price", event, (spec,), prompt=PLAY_KEY, why=book.ONCE)


def _saves(state: State, seat: Seat, card: str) -> bool:
    if ready(state, seat, ONCE) is None or not lap(state, HIGH).may_use_effect:
        return False
    return ONCE in cost_now(state, seat, card, use_10a=True).changed_by


def priced(state: State, seat: Seat, card: str, *, use_10a: bool = False) -> Pick:
    """The card with what it costs the seat now."""
    cost = cost_now(state, seat, card, use_10a=use_10a).cost
    about = face_of(card)
    now = say("costs {cost} now", cost=cost) if cost != attack(card).cost else say("costs {cost}", cost=cost)
    return Pick(card, f"{card} {about.title}", card, detail=now, suit=about.suit)


def _known_card(state: State, seat: Seat, card: str, code: str) -> Iterator[Choice]:
    about = face_of(card)
    pay_only = not lap(state, attack(card).number).may_use_effect
    event = Play(card, code, pay_only, seat=seat)
    detail = priced(state, seat, card).detail + (", only paid in the first lap" if pay_only else "")
    yield Choice(
        f"{card} {about.title}",
        event,
        fields=(),
        detail=detail,
        card=card,
        suit=about.suit,
        prompt=PLAY_KEY,
        why=book.PLAY,
    )
    if not pay_only and _saves(state, seat, card):
        event = Play(card, code, use_10a=True, seat=seat)
        detail = priced(state, seat, card, use_10a=True).detail
        label = say("{card} {title} with 10a", card=card, title=about.title)
        yield Choice(label, event, (), detail, suit=about.suit, prompt=PLAY_KEY, why=book.ONCE)


def _using(state: State, seat: Seat) -> Iterator[Choice]:
    if not lap(state, HIGH).may_use_effect:
        return
    for one in state.seats[seat].front:
        if one.used or not attack(one.card).once_a_turn:
            continue
        for aim in targets.uses(state, seat, one.card):
            fields = (player_field(aim.targets),) if aim.targets else ()
            event = UseActive(one.uid, aim.option, seat=seat)
            label = f"{one.card}: {aim.label[0].lower()}{aim.label[1:]}"
            yield Choice(label, event, fields, card=one.card, uid=one.uid, suit=face_of(one.card).suit, why=book.ONCE)


def _notes(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if state.phase in ("setup", "between", "count"):
        return
    if unsorted(player):
        picks = tuple(pick_of(card) for card in dict.fromkeys(one.card for one in player.notes))
        spec = FieldSpec("card", "Which card left your hand?", (*picks, Pick("", "None of these")))
        yield Choice("This one", Gone(seat=seat), (spec,), "Only you see this.", prompt=GONE_KEY, why=book.VISIBLE)
    room = player.hand - len(player.notes)
    if room > 0 and not player.lost:
        spec = FieldSpec("cards", "Cards in your hand", every_copy(), many=True, high=room, search=True)
        detail = "Only you see this; it counts what they cost you."
        yield Choice("Note my cards", NoteHand(seat=seat), (spec,), detail, why=book.VISIBLE)
    if player.notes and player.hand:
        preset = words(tuple(one.card for one in player.notes))
        spec = FieldSpec(
            "cards", "Your whole hand", every_copy(), many=True, high=player.hand, search=True, preset=preset
        )
        event = NoteHand(anew=True, seat=seat)
        yield Choice("Note my hand anew", event, (spec,), "Only you see this.", correction=True, why=book.VISIBLE)


def _ticking(state: State, seat: Seat) -> Iterator[Choice]:
    for one in state.todos:
        if one.seat == seat and not one.done:
            yield Choice("Done: " + todo_label(one.what), Tick(one.key, seat=seat), why=book.EFFECT)


_TODO = {
    "bomb_top": "the bomb lies on top of the blank deck",
    "bomb_bottom": "the bomb lies at the bottom of the blank deck",
    "bomb_shuffle": "the bomb is shuffled into the blank deck",
    "bomb_box": "a bomb was taken out of the box",
    "bomb_deck": "a bomb was taken out of the blank deck, the deck shuffled",
    "swap": "the cards are exchanged",
    "take": "the card is taken",
    "shuffle": "the blank deck is shuffled",
    "redraw": "the hand is shuffled back, as many cards drawn",
    "look5": "the top 5 are looked at and put back in order",
    "look3": "the top 3 are looked at",
    "numbers": "the numbers are told",
    "turn": "the blank deck is turned over",
    "shuffle_attack": "the attack deck is shuffled",
}


def todo_label(what: str) -> str:
    """What has to be done by hand, as done."""
    return _TODO.get(what, what)


def _counting(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    hidden = turns.hidden_hands(state)
    if seat in hidden or (state.mode == "score" and player.shown is not None):
        notes = words(tuple(one.card for one in (player.shown or player.notes)))
        most = len(every_copy()) if state.mode == "score" else max(player.hand, len(notes))
        preset: tuple[str | int, ...] = notes
        spec = FieldSpec(
            "cards", "Cards left in your hand", every_copy(), many=True, low=0, high=most, search=True, preset=preset
        )
        first = seat in hidden
        label = "Lay my hand open" if first else "Another hand than that"
        yield Choice(
            label, ShowHand(seat=seat), (spec,), prompt=SHOW_KEY if first else "", primary=first, why=book.HAND
        )
    if state.mode == "score":
        yield from scoring(state, seat)
    if not hidden:
        yield Choice("These points stand", ScoreRound(seat=seat), primary=True, why=book.ROUND_END)

"""What a seat can do now: every legal move as a choice that already holds its event, corrections behind one tap."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rules.games.dragoborne import (
    acting,
    book,
    combat_events,
    field,
    following,
    mending,
    setting,
    settle,
    setup_events,
    texts,
    turn,
)
from rules.games.dragoborne import events as ev
from rules.games.dragoborne.cardbook import card, color
from rules.games.dragoborne.deck import COLORS, DECKS
from rules.games.dragoborne.papers import banners, own_banners, own_cards
from rules.games.dragoborne.state import FORTS, Ask, Creature, Player, State, ask_of, at_fort, find, fort, shields
from rules.games.dragoborne.wording import described, name, plural
from rules.table import Choice, FieldSpec, Pick, Seat
from rules.text import say
from rules.view import person

DECK_KEY = "deck"
BANNERS_KEY = "banners"
LAY_KEY = "barriers"
STARTER_KEY = "starter"
ROLL_KEY = "roll"
DRAW_KEY = "draw"
RESOURCE_KEY = "resource"
BLOCK_KEY = "block"
DAMAGE_KEY = "damage"
BURST_KEY = "burst"
GOES_KEY = "goes"
ROOM_KEY = "room"
DISCARD_KEY = "discard"
AUDIT_KEY = "audit"
SIZES = (turn.DECK_MIN, 100)


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every legal event of the seat, in order of importance. ``state`` is the table as that seat may know it."""
    if not 0 <= seat < state.players:
        return ()
    return (*_moves(state, seat), *mending.corrections(state, seat))


def _moves(state: State, seat: Seat) -> Iterator[Choice]:
    match state.phase:
        case "setup":
            yield from _setup(state, seat)
            return
        case "audit":
            yield from _audit(state, seat)
            return
        case "over":
            return
    if state.active == seat:
        yield from _steps(state, seat)
    if state.phase in ("main", "combat"):
        yield from _answers(state, seat)
        yield from _attacked(state, seat)
        yield from acting.ambushes(state, seat)
        yield from following.followed(state, seat)
    if state.active == seat and not state.asks and state.clash is None:
        yield from acting.main(state, seat)
        if state.phase in ("main", "combat"):
            yield Choice("My turn is over", ev.EndTurn(seat=seat), primary=True, why=book.LOSS)


def _setup(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    if not side.laid:
        yield from _deck(side, seat)
    if side.deck_name and not side.laid:
        yield from _banners(side, seat)
    if side.deck_name and not side.laid:
        if not side.mulligan:
            spec = FieldSpec("count", "How many cards?", low=1, high=turn.HAND_START, kind="number")
            event = setup_events.Mulligan(0, seat=seat)
            yield Choice("Exchange cards of my hand", event, (spec,), why=book.MULLIGAN)
        if banners(side):
            event_ = setup_events.LayBarriers(seat=seat)
            yield Choice("My barriers lie", event_, prompt=LAY_KEY, primary=True, why=book.BARRIERS)
    for first in range(state.players):
        if first != state.active:
            again = "" if state.active is None else " instead"
            starts = setup_events.ChooseStarter(first, seat=seat)
            yield Choice(
                say("{first} starts{again}", first=person(first), again=again),
                starts,
                prompt=STARTER_KEY,
                why=book.STARTER,
            )


def _deck(side: Player, seat: Seat) -> Iterator[Choice]:
    for deck, title in DECKS.items():
        if side.deck_name != deck:
            event = setup_events.UseDeck("ember" if deck == "ember" else "tide", seat=seat)
            words = " and ".join(dict.fromkeys(own_banners(Player("ember" if deck == "ember" else "tide"))))
            about, suit = say("50 cards, {words} banners", words=words), words.partition(" ")[0]
            yield Choice(title, event, (), about, suit=suit, prompt=DECK_KEY, why=book.DECK)
    if side.listed and not setting.problems(side):
        count = sum(card(one.card)["type"] != "banner" for one in side.listed)
        scanned = setup_events.UseDeck("scanned", count, seat=seat)
        yield Choice(
            say("The deck I scanned: {count} cards", count=count), scanned, prompt=DECK_KEY, primary=True, why=book.DECK
        )
    if not side.deck_name:
        spec = FieldSpec("size", "Cards in it", low=SIZES[0], high=SIZES[1], kind="number", preset=(50,))
        yield Choice("A deck of my own", setup_events.UseDeck("own", seat=seat), (spec,), why=book.DECK)


def _banners(side: Player, seat: Seat) -> Iterator[Choice]:
    wanted = own_banners(side)
    if len(wanted) == turn.BANNERS:
        for left, middle, right in sorted(set(permutations(wanted))):
            if (left, middle, right) != banners(side):
                event = setup_events.PlaceBanners(left, middle, right, seat=seat)
                label = f"{left} · {middle} · {right}".capitalize()
                yield Choice(label, event, prompt=BANNERS_KEY, why=book.BANNERS)
        return
    picks = tuple(Pick(word, word.capitalize(), suit=word) for word in COLORS)
    fields = tuple(FieldSpec(place, place.capitalize(), picks) for place in ("left", "middle", "right"))
    yield Choice("So my banners lie", setup_events.PlaceBanners("", "", "", seat=seat), fields, prompt=BANNERS_KEY)


def _steps(state: State, seat: Seat) -> Iterator[Choice]:
    """The steps of the turn that wait for their player."""
    side = state.sides[seat]
    match state.phase:
        case "dice":
            fields = tuple(
                FieldSpec(
                    f"values.{n}",
                    say("{color} die", color=die.color.capitalize()),
                    tuple(Pick(value, str(value), suit=die.color) for value in range(1, 7)),
                )
                for n, die in enumerate(side.dice)
            )
            event = ev.Roll((1,) * len(side.dice), seat=seat)
            yield Choice("So the dice fell", event, fields, prompt=ROLL_KEY, primary=True, why=book.STAND)
        case "draw":
            label = "I draw a card" if side.deck else "No card is left: I lose"
            yield Choice(label, ev.Draw(seat=seat), prompt=DRAW_KEY, primary=True, why=book.DRAW)
        case "resource":
            for word in COLORS:
                own = any(color(one) == word for one in own_cards(side))
                if own or side.deck_name == "own":
                    event_ = ev.AddResource(word, seat=seat)
                    yield Choice(
                        say("A {word} resource", word=word), event_, suit=word, prompt=RESOURCE_KEY, why=book.RESOURCE
                    )
            yield Choice("No resource", ev.SkipResource(seat=seat), prompt=RESOURCE_KEY, why=book.RESOURCE)
        case "end":
            due = settle.due_discard(state)
            if due:
                label = say("I have discarded {cards}", cards=plural(due, "card"))
                gone = ev.Discard(due, seat=seat)
                yield Choice(label, gone, prompt=DISCARD_KEY, primary=True, why=book.LIMIT)


def _answers(state: State, seat: Seat) -> Iterator[Choice]:
    """The question the table waits for."""
    ask = ask_of(state)
    if ask is None or ask.seat != seat:
        return
    match ask.kind:
        case "burst":
            no = combat_events.FortBurst(False, seat=seat)
            yield Choice("To my hand", no, prompt=BURST_KEY, primary=True, why=book.BURST)
            found = tuple(one for one in own_cards(state.sides[seat]) if texts.has_word(one, "fort_burst"))
            if found:
                spec = FieldSpec("card", "Which card is it?", tuple(map(card_pick, found)))
                yield Choice("Use its fort burst", combat_events.FortBurst(True, seat=seat), (spec,), prompt=BURST_KEY)
        case "goes":
            yield from _goes(ask, seat)
        case "room":
            for uid in turn.leaving_candidates(_uids(state, ask), "new", state.house):
                yield _leaves(state, ask, uid)


def _uids(state: State, ask: Ask) -> tuple[str, ...]:
    return tuple(one.uid for one in at_fort(state.sides[ask.seat], ask.fort))


def _leaves(state: State, ask: Ask, uid: str) -> Choice:
    found = find(state, uid)
    event = combat_events.MakeRoom(uid, seat=ask.seat)
    if found is None:
        return Choice(
            say("{name}, the new one, leaves", name=card(ask.card).name), event, prompt=ROOM_KEY, why=turn.CROWDED
        )
    one = found[1]
    about = described(state, ask.seat, one)
    return Choice(
        say("{name} leaves", name=name(one)),
        event,
        fields=(),
        detail=about,
        card=one.card,
        uid=one.uid,
        suit=color(one.card),
        prompt=ROOM_KEY,
    )


def _goes(ask: Ask, seat: Seat) -> Iterator[Choice]:
    preset = "hand" if ask.origin == "barrier" else "discard"
    why = book.BURST_GOES if ask.origin == "barrier" else book.AMBUSH_GOES
    hand = Choice(
        "To my hand", combat_events.CardGoes("hand", seat=seat), prompt=GOES_KEY, primary=preset == "hand", why=why
    )
    gone = combat_events.CardGoes("discard", seat=seat)
    away = Choice("To the discard pile", gone, prompt=GOES_KEY, primary=preset == "discard", why=why)
    yield from (hand, away) if preset == "hand" else (away, hand)
    if ask.card and card(ask.card)["type"] == "creature":
        yield Choice(
            say("To fort {fort}", fort=ask.fort), combat_events.CardGoes("fort", seat=seat), prompt=GOES_KEY, why=why
        )
    if ask.card:
        yield Choice("To my resources", combat_events.CardGoes("resource", seat=seat), prompt=GOES_KEY, why=why)


def _attacked(state: State, seat: Seat) -> Iterator[Choice]:
    """What the attack going on asks."""
    clash = state.clash
    if clash is None or state.asks:
        return
    standing = shields(state.sides[clash.defender], clash.fort) if clash.fort else ()
    may = field.blockers(state, clash) if clash.stage == "declared" else ()
    if clash.stage == "blocked" or clash.assassin or len(standing) == 1 or (not standing and not may):
        label = "The dragoshield blocks" if standing and clash.stage == "declared" else "The damage is dealt"
        yield Choice(label, combat_events.DealDamage(seat=seat), prompt=DAMAGE_KEY, primary=True, why=book.TRIGGERS)
        return
    if seat != clash.defender:
        return
    if standing:
        for index in standing:
            die = state.sides[seat].dice[index]
            event = combat_events.ChooseShield(index, seat=seat)
            label = say("The {color} die with {value} blocks", color=die.color, value=die.value)
            yield Choice(label, event, suit=die.color, prompt=BLOCK_KEY, why=book.SEVERAL)
        return
    for one in may:
        about = described(state, seat, one)
        blocks = combat_events.Block(one.uid, seat=seat)
        yield Choice(
            say("{name} blocks", name=name(one)),
            blocks,
            fields=(),
            detail=about,
            card=one.card,
            uid=one.uid,
            suit=color(one.card),
            prompt=BLOCK_KEY,
        )
    yield Choice("No block", combat_events.NoBlock(seat=seat), prompt=BLOCK_KEY, primary=True, why=book.DEFEND)


def _audit(state: State, seat: Seat) -> Iterator[Choice]:
    """Ambushes that were never used are shown."""
    side = state.sides[seat]
    for number in FORTS:
        there = fort(side, number).ambush
        if there is None:
            continue
        if there.card:
            event = ev.RevealAmbush(number, there.card, there.code, seat=seat)
            label = say("Fort {number}: {name}", number=number, name=card(there.card).name)
            yield Choice(label, event, card=there.card, suit=color(there.card), prompt=AUDIT_KEY, why=book.AUDIT)
        else:
            spec = FieldSpec("card", "Which card is it?", tuple(map(card_pick, ambush_cards(side))))
            shown = ev.RevealAmbush(number, "", seat=seat)
            yield Choice(
                say("Show the ambush of fort {number}", number=number), shown, (spec,), prompt=AUDIT_KEY, why=book.AUDIT
            )


def ambush_cards(side: Player) -> tuple[str, ...]:
    """The cards an ambush of the player may be; every card where none has Ambush."""
    own = own_cards(side)
    return tuple(one for one in own if texts.has_word(one, "ambush")) or own


def card_pick(card_id: str) -> Pick:
    """A card as an answer."""
    found = card(card_id)
    parts = [say("cost {found}", found=found["cost"])] if found["cost"] != "-" else ["no cost"]
    parts += [f"{found['atk']}/{found['edr']}"] if found["type"] == "creature" else ["spell"]
    return Pick(card_id, found.name, card_id, detail=" · ".join(parts), suit=color(card_id))


def creature_pick(state: State, seat: Seat, one: Creature) -> Pick:
    """A creature on the field as an answer."""
    about = described(state, seat, one)
    return Pick(one.uid, name(one), card=one.card, uid=one.uid, detail=about, suit=color(one.card), code=one.code)

"""The corrections a seat is offered: every fact of its own half, and the turn (rules.md 0.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.dragoborne import book, byhand, offers
from rules.games.dragoborne import events as ev
from rules.games.dragoborne.cardbook import kind
from rules.games.dragoborne.corrections import BARRIERS_MOST, RESOURCES_MOST
from rules.games.dragoborne.deck import COLORS
from rules.games.dragoborne.papers import own_cards
from rules.games.dragoborne.state import FORTS, State, crosses, fort, room_at
from rules.games.dragoborne.wording import name
from rules.table import Choice, Event, FieldSpec, Pick, Seat
from rules.text import say
from rules.view import person

SHOWN_MOST = 100
PHASE_NAMES = {
    "dice": "Dice to roll",
    "draw": "Card to draw",
    "resource": "Resource to add",
    "main": "Main phase",
    "combat": "Combat",
}


def corrections(state: State, seat: Seat) -> Iterator[Choice]:
    """By-hand choices; each is an override, so that the log names it."""
    if state.phase in ("audit", "over"):
        return
    if state.phase != "setup":
        yield from _forts(state, seat)
        yield from _creatures(state, seat)
        yield from _dice(state, seat)
        yield from _counts(state, seat)
    yield from _turn(state, seat)


def _number(field: str, label: str, most: int, shown: int, least: int = 0) -> FieldSpec:
    return FieldSpec(field, label, low=least, high=most, kind="number", preset=(max(least, min(most, shown)),))


def _by_hand(label: str, event: Event, *fields: FieldSpec, uid: str = "", suit: str = "") -> Choice:
    return Choice(label, event, fields, uid=uid, suit=suit, correction=True, why=book.BY_HAND)


def _forts(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    for number in FORTS:
        there = fort(side, number)
        label = say("Barriers of fort {number}", number=number)
        event = byhand.SetFort(number, 0, seat=seat, override=True)
        most = min(BARRIERS_MOST, 9)
        yield _by_hand(label, event, _number("barriers", "Barriers", most, there.barriers), suit=there.color)
    picks = tuple(Pick(number, say("Fort {number}", number=number), suit=fort(side, number).color) for number in FORTS)
    colors = tuple(Pick(word, word.capitalize(), suit=word) for word in COLORS)
    banner = byhand.SetBanner("", "", seat=seat, override=True)
    where = FieldSpec("fort", "Which fort?", picks)
    yield _by_hand("Another banner", banner, where, FieldSpec("color", "Its colour", colors))
    for lies, label in ((True, "An ambush lies there"), (False, "No ambush lies there")):
        fits = tuple(pick for pick in picks if (fort(side, str(pick.value)).ambush is None) == lies)
        if fits:
            ambush = byhand.SetAmbushThere("", lies, seat=seat, override=True)
            yield _by_hand(label, ambush, FieldSpec("fort", "Which fort?", fits))


def _creatures(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    known = tuple(offers.card_pick(one) for one in own_cards(side) if kind(one) == "creature")
    free = tuple(Pick(number, say("Fort {number}", number=number)) for number in FORTS if room_at(side, number))
    if known and free:
        put = byhand.PutCreature("", "", seat=seat, override=True)
        which = FieldSpec("card", "Which creature?", known, search=True)
        yield _by_hand("A creature stands there", put, which, FieldSpec("fort", "At which fort?", free))
    for one in side.creatures:
        word = "stands" if one.rested else "rests"
        event = byhand.SetCreature(
            one.uid, one.damage, rested=not one.rested, atk=one.atk_mod, edr=one.edr_mod, seat=seat, override=True
        )
        yield _by_hand(f"{name(one)} {word}", event, uid=one.uid)
        hurt = byhand.SetCreature(one.uid, 0, one.rested, seat=seat, override=True)
        yield _by_hand(
            say("{name}: damage and changes", name=name(one)),
            hurt,
            _number("damage", "Damage", 20, one.damage),
            _number("atk", "ATK until the turn ends", 9, shown=one.atk_mod, least=-9),
            _number("edr", "EDR until the turn ends", 9, shown=one.edr_mod, least=-9),
            uid=one.uid,
        )
        places = (Pick("discard", "Discard pile"), Pick("hand", "Hand"), Pick("deck", "Deck"))
        gone = byhand.TakeCreature(one.uid, seat=seat, override=True)
        spec = FieldSpec("where", "Where is it?", (*places, Pick("nowhere", "It was never there")))
        yield _by_hand(say("{name} is not there", name=name(one)), gone, spec, uid=one.uid)


def _dice(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    faces = tuple(Pick(value, str(value)) for value in range(1, 7))
    crowd = tuple(offers.creature_pick(state, seat, one) for one in side.creatures)
    for index, die in enumerate(side.dice):
        word = die.color.capitalize()
        value = FieldSpec("value", "It shows", faces, preset=(die.value,) if die.value else ())
        same = byhand.SetDie(index, 1, die.where, die.at, seat=seat, override=True)
        yield _by_hand(say("{word} die shows another value", word=word), same, value, suit=die.color)
        if not die.value:
            continue
        places = (Pick("zone", "Dice zone"), Pick("discard", "Discard pile"))
        lies = byhand.SetDie(index, die.value, seat=seat, override=True)
        yield _by_hand(
            say("{word} die lies elsewhere", word=word), lies, FieldSpec("where", "Where?", places), suit=die.color
        )
        forts = tuple(
            Pick(number, say("Fort {number}", number=number))
            for number in FORTS
            if fort(side, number).color == die.color
        )
        if forts:
            shield = byhand.SetDie(index, die.value, "shield", seat=seat, override=True)
            yield _by_hand(
                say("{word} die is a dragoshield", word=word), shield, FieldSpec("at", "Where?", forts), suit=die.color
            )
        there = tuple(pick for pick in crowd if index not in crosses(side, pick.uid))
        if there:
            cross = byhand.SetDie(index, die.value, "cross", seat=seat, override=True)
            yield _by_hand(
                say("{word} die lies on a creature", word=word),
                cross,
                FieldSpec("at", "On whom?", there),
                suit=die.color,
            )


def _counts(state: State, seat: Seat) -> Iterator[Choice]:
    side = state.sides[seat]
    for word in COLORS:
        same = [one for one in side.resources if one.color == word]
        flags = sum(one.banner for one in same)
        standing = sum(not one.rested for one in same)
        fields = (
            _number("standing", "Standing", min(RESOURCES_MOST, 20), shown=max(flags, standing), least=flags),
            _number("rested", "At rest", min(RESOURCES_MOST, 20), len(same) - standing),
        )
        event = byhand.SetResources(word, 0, seat=seat, override=True)
        yield _by_hand(say("{word} resources", word=word.capitalize()), event, *fields, suit=word)
    hand = byhand.SetHand(0, seat=seat, override=True)
    yield _by_hand("Cards in my hand", hand, _number("count", "Cards", SHOWN_MOST, side.hand))
    deck = byhand.SetDeck(0, seat=seat, override=True)
    yield _by_hand("Cards in my deck", deck, _number("count", "Cards", SHOWN_MOST, side.deck))
    pile = byhand.SetDiscard(0, seat=seat, override=True)
    yield _by_hand("Unnamed cards I discarded", pile, _number("count", "Cards", SHOWN_MOST, side.unnamed))


def _turn(state: State, seat: Seat) -> Iterator[Choice]:
    if state.clash is not None or state.asks:
        yield _by_hand("Call off the attack and what is asked", byhand.CallOff(seat=seat, override=True))
    if state.phase in ("dice", "draw", "resource", "main", "combat"):
        yield _by_hand("The turn ends as it is", ev.EndTurn(seat=seat, override=True))
    seats = tuple(Pick(one, person(one)) for one in range(state.players))
    phases = ("dice", "draw", "resource", "main", "combat")
    picks = tuple(Pick(one, PHASE_NAMES[one]) for one in phases)
    label = "It is another turn" if state.phase != "setup" else "The game is on already"
    yield _by_hand(
        label,
        byhand.SetTurn(0, 1, seat=seat, override=True),
        FieldSpec("active", "Whose?", seats),
        _number("turn", "Turn of the game", 200, shown=state.turn, least=1),
        FieldSpec("phase", "Where in it?", picks, preset=("main",)),
    )

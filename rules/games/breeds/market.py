"""The market and flush phases of Dragon Breeds: the supply, purchases, trashed and flushed cards (Market, Flush).

The objections and the payment are the calculators' too. A coin shows several symbols and pays for one of them, so
taking the first that fits goes wrong; augmenting paths (Kuhn's algorithm) find a payment whenever there is one, over
all purchases of the phase together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, count
from typing import Any, Literal

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.event import Event, Judge, Objection, Seat
from rules.games.breeds import checks, pictures, spots
from rules.games.breeds import citations as cite
from rules.games.breeds import quests_and_tokens as quests
from rules.games.breeds.damage import token_home
from rules.games.breeds.deck import (
    EPIC,
    HAND_COINS,
    SUPPLY_KINDS,
    SYMBOLS,
    Facts,
    coin_card,
    deck_of,
    facts,
    in_supply,
    known,
    name_of,
    plain,
    price,
    printed,
    trashable,
)
from rules.games.breeds.state import Player, State, Token, Trashed, Turn, without
from rules.text import listed, plural, say
from rules.values.code import CodeError, parse
from rules.view import person

DECK_FLOOR = 10
COINS_MOST = 20
UNKNOWN_PRICE_MOST = 3
SHARPWING = "teal_sharpwing"
EPIC_CARD = "token_epic_coin"
HAND = "hand"
"""The coins of a payment that stay unnamed: as many out of the hand as are missing."""


# --- what lies face up


@dataclass(frozen=True, slots=True)
class TurnUp(Event):
    """Which cards lie face up in the seat's supply, slot by slot; all of them in one look."""

    cards: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)


def turn_up(state: State, event: TurnUp, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    player = state.seats[seat]
    judge.struct(bool(event.cards), "no_card", "Name at least one card.")
    for key, card in event.cards.items():
        number = int(key) if key in ("1", "2", "3", "4") else 0
        slot = checks.slot_showing(judge, player, number, cite.FACE_UP.citation)
        code = event.codes.get(key, "")
        _supply_card(judge, player, card, code)
        player = player.with_slot(number, replace(slot, card=card, code=code))
    state = state.with_seat(seat, player)
    checks.copies(judge, state, seat, *event.cards.values())
    return state


def _supply_card(judge: Judge, player: Player, card: str, code: str) -> Facts:
    """The card, which must be one of that player's faction deck."""
    found = checks.a_card(judge, card, ("dragon", "coin", "legendary"), code)
    if found.kind != "legendary":
        own = card in in_supply(player.faction) or not found.printed
        text = say("{name} is no card of that faction deck.", name=found.name)
        judge.struct(own and card not in ("common_coin", "rare_coin"), "wrong_kind", text)
    return found


def offer_turning_up(state: State, seat: Seat) -> Iterator[Choice]:
    slots = state.unknown_slots(seat)
    if not slots or not state.in_play(seat):
        return
    picks = tuple(_supply_pick(known(card)) for card in in_supply(state.seats[seat].faction))
    fields = tuple(FieldSpec(f"cards.{n}", say("Slot {n}", n=n), picks) for n in slots)
    yield Choice("Name all the cards in my supply", TurnUp(seat=seat), fields, correction=True, why=cite.SUPPLY)
    for field_ in () if touch_buys(state, seat) else fields:
        n = int(field_.name.removeprefix("cards."))
        label = say("Name the card in slot {n}", n=n)
        yield Choice(label, TurnUp(seat=seat), (field_,), spot=spots.slot(seat, n), why=cite.SUPPLY)


def _supply_pick(card: Facts) -> Pick:
    return Pick(card.id, card.name, card.id, detail=_for_sale(card), suit=card.faction)


def _for_sale(card: Facts) -> str:
    """SV and price, as they are printed."""
    cost = price(card.cost) or "no price"
    return cost if card.sv is None else say("SV {sv} · {price}", sv=card.sv, price=cost)


def tell_turned_up(telling: Telling[State, TurnUp]) -> str:
    shown = listed([name_of(card) for card in telling.event.cards.values()])
    return say("{who} has {cards} face up in the supply", who=telling.who, cards=shown)


TURN_UP = Action(TurnUp, cite.SUPPLY, turn_up, tell_turned_up, offers=offer_turning_up)


# --- a card is bought


def buy_objection(
    *, face_up: bool = True, legendary: bool = False, trashed: bool = False, market: bool = True
) -> Objection | None:
    """What stands against buying a card, apart from its price."""
    if not market:
        return Objection("phase", "Cards are bought in the market phase.", cite.IN_MARKET)
    if trashed:
        return Objection("already_trashed", "A card was trashed this turn; then nothing is bought.", cite.BUY_OR_TRASH)
    if legendary:
        return Objection("legendary", "Legendary dragons cannot be bought.", cite.NEVER_BOUGHT)
    if not face_up:
        return Objection("no_face_up", "That slot is face down until the draw phase.", cite.FACE_UP)
    return None


def why_not_bought(state: State, seat: Seat, card: str) -> str:
    """Why the seat, whose turn it is, cannot buy that card of its supply now; empty where it can."""
    found = known(card)
    if seat != state.active or state.clash is not None:
        return ""
    objection = buy_objection(
        legendary=found.kind == "legendary", trashed=state.now.trashed, market=in_market(state, seat)
    )
    if objection is not None:
        return objection.text
    payable = not found.printed or not found.cost or any(payments(state, seat, found.cost))
    if payable:
        return ""
    return say("It costs {price}; no coins you can hold pay for that.", price=price(found.cost))


@dataclass(frozen=True, slots=True)
class Buy(Event):
    """A supply card is bought. ``coins`` pay it: ``common``, ``rare``, ``faction``, ``epic``, the name of a token or
    a printed code, in a list or joined by ``+``; ``hand`` pays the rest with coins nobody names. ``card`` where nobody
    said yet what lies there.
    """

    slot: int
    coins: str | tuple[str, ...] = ()
    card: str = ""
    code: str = ""


def buy(state: State, event: Buy, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    checks.own_turn(judge, state, seat)
    judge.struct(state.clash is None, "combat_on", checks.COMBAT_ON, cite.ATTACK.citation)
    state = _left_behind(state, event, "market")
    player, now = state.seats[seat], state.now
    slot = checks.slot_named(judge, player, event.slot)
    text = say("Pile {slot} is empty.", slot=event.slot)
    judge.struct(slot.pile > 0, "no_face_up", text, cite.FACE_UP.citation)
    card = event.card or slot.card
    judge.struct(bool(card), "no_card", say("Name the card in slot {slot} first.", slot=event.slot))
    found = _supply_card(judge, player, card, event.code)
    legendary, market = found.kind == "legendary", state.phase == "market"
    judge.obey(buy_objection(face_up=slot.shows, legendary=legendary, trashed=now.trashed, market=market))
    paid = _paid(judge, state, seat, card=found, named=event.coins)
    state = _spent(state, seat, paid)
    player = state.seats[seat].laid_away(card)
    if found.kind == "dragon":
        player = replace(player, dragons=(*player.dragons, card))
    else:
        player = player.with_faction_coins(1)
    player = player.with_slot(event.slot, replace(slot, pile=slot.pile - 1, up=False, card="", code=""))
    # What nobody named cannot change places with the coins of another purchase.
    cost, symbols = (found.cost, paid.symbols) if found.printed and not paid.unnamed else ((), ())
    now = replace(now, bought=True, prices=(*now.prices, cost), coins=(*now.coins, *symbols))
    state = replace(state.with_seat(seat, player), now=now)
    checks.copies(judge, state, seat, card)
    counts = found.kind == "coin" and quests.coin_counts(own_color=True, token=False, house=state.house)
    return quests.advance(state, seat, quests.COIN) if counts else state


def _left_behind(state: State, event: Event, phase: Literal["market", "flush"]) -> State:
    """The table in the phase the event belongs to, the phases before it skipped; an override skips nothing."""
    return state if event.override else state.at_phase(phase)


def _paid(judge: Judge, state: State, seat: Seat, card: Facts, named: str | tuple[str, ...]) -> Purse:
    """The coins, checked against the price with all purchases of this phase."""
    if HAND in coin_words(named):
        return _paid_unnamed(judge, state, seat, card, named)
    found = _purse(judge, state, seat, named)
    if not card.printed:
        text = say("The price of {who}'s card is not known here; look at its symbols.", who=person(seat))
        judge.warn(False, "price_unknown", text, cite.BUY)
        return found
    there, symbols = len(found.coins), len(card.cost)
    text = "{coins} for {symbols}: keep {more} of them."
    pair = {"coins": plural(there, "coin"), "symbols": plural(symbols, "symbol")}
    text = say(text, **pair, more=there - symbols)
    judge.rule(there <= symbols, "coins", text, cite.NO_CHANGE)
    judge.obey(payment_objection((*state.now.prices, card.cost), (*state.now.coins, *found.symbols)))
    return found


def _paid_unnamed(judge: Judge, state: State, seat: Seat, card: Facts, named: str | tuple[str, ...]) -> Purse:
    """Coins out of the hand that nobody names, one for each symbol the coins that are named leave."""
    text = say("The price of {who}'s card is not known here; say with which coins it was paid.", who=person(seat))
    judge.struct(card.printed, "no_coin", text, cite.BUY.citation)
    words = tuple(word for word in coin_words(named) if word != HAND)
    found = replace(_purse(judge, state, seat, words), unnamed=max(0, len(card.cost) - len(words)))
    checks.enough_in_hand(judge, state, seat, found.from_hand + found.unnamed)
    judge.rule(len(words) <= len(card.cost), "coins", "That is more coins than the card has symbols.", cite.NO_CHANGE)
    judge.obey(payment_objection((card.cost,), (*found.symbols, *((tuple(SYMBOLS),) * found.unnamed))))
    left = [way for way in payments(state, seat, card.cost, alone=True) if _fills(state.seats[seat], words, way)]
    text = say("By our count no coins {who} can hold pay for {name}.", who=person(seat), name=card.name)
    judge.warn(bool(left), "not_owned", text, cite.STARTERS)
    return found


def _fills(player: Player, words: Sequence[str], way: Sequence[str]) -> bool:
    """Whether a payment is these words and coins out of the hand."""
    rest = list(way)
    for word in words:
        if word not in rest:
            return False
        rest.remove(word)
    return all(word in HAND_COINS for word in rest)


def in_market(state: State, seat: Seat) -> bool:
    """Whether the seat may buy and trash now: its market phase, or what of its turn comes before it is done."""
    return seat == state.active and state.clash is None and state.at_phase("market").phase == "market"


def touch_buys(state: State, seat: Seat) -> bool:
    """Whether a touch on a supply card of the seat buys it now, one that nobody has named as well."""
    return in_market(state, seat) and not state.now.trashed


def offer_purchases(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    if not in_market(state, seat) or state.now.trashed:
        return
    for n, slot in enumerate(player.supply, 1):
        if slot.shows and slot.card and known(slot.card).printed:
            yield from _offer_card(state, seat, n, known(slot.card))
    for n in state.unknown_slots(seat):
        yield from _offer_unnamed(state, seat, n)
    if not printed(player.faction):
        yield from _offer_unprinted(state, seat)


def _offer_card(state: State, seat: Seat, slot: int, card: Facts) -> Iterator[Choice]:
    player, detail, spot = state.seats[seat], _for_sale(card), spots.slot(seat, slot)
    about: dict[str, Any] = {"card": card.id, "suit": card.faction, "spot": spot}
    if not card.cost:
        label, event = say("Take {name}", name=card.name), Buy(slot, seat=seat)
        yield Choice(label, event, detail=detail, why=cite.FREE, **about)
        return
    ways = tuple(payments(state, seat, card.cost))
    if not ways:
        return
    label = say("Buy {name}", name=card.name)
    paying = tuple(_with_tokens(player, ways))
    if len(paying) == 1:
        detail = say("{detail} · pay {coins}", detail=detail, coins=spoken(player, coin_words(paying[0]), card.cost))
        yield Choice(label, Buy(slot, paying[0], seat=seat), detail=detail, why=cite.BUY, **about)
    else:
        picks = [Pick(way, spoken(player, coin_words(way), card.cost)) for way in paying]
        spec = checks.one_of("coins", say("Pay {price} with", price=price(card.cost)), picks)
        yield Choice.asking(Buy, label, (spec,), known={"slot": slot}, seat=seat, detail=detail, why=cite.BUY, **about)
    label = say("Buy {name} and choose the coins", name=card.name)
    picks = [Pick("+".join(way), spoken(player, way, card.cost)) for way in ways]
    spec = checks.one_of("coins", say("Pay {price} with", price=price(card.cost)), picks)
    yield Choice.asking(Buy, label, (spec,), known={"slot": slot}, seat=seat, correction=True, spot=spot, why=cite.BUY)


def _with_tokens(player: Player, ways: Iterable[Sequence[str]]) -> Iterator[str]:
    """The payments told apart by what everybody sees: which tokens go. The coins of a hand need no names."""
    seen: set[tuple[str, ...]] = set()
    for way in ways:
        tokens = tuple(word for word in way if word not in HAND_COINS)
        if tokens not in seen:
            seen.add(tokens)
            yield "+".join((*tokens, *((HAND,) if len(tokens) < len(way) else ())))


def _offer_unnamed(state: State, seat: Seat, slot: int) -> Iterator[Choice]:
    """A card nobody named yet: saying what it is buys it."""
    cards = (known(card) for card in in_supply(state.seats[seat].faction))
    cards = (one for one in cards if not one.cost or any(payments(state, seat, one.cost, from_hand=True)))
    picks = tuple(_supply_pick(one) for one in cards)
    if picks:
        which = FieldSpec("card", "Which card do you buy?", picks)
        yield Choice.asking(
            Buy, say("Buy the card in slot {n}", n=slot), (which,), known={"slot": slot, "coins": HAND}, seat=seat,
            spot=spots.slot(seat, slot), why=cite.BUY,
        )  # fmt: skip


def _offer_unprinted(state: State, seat: Seat) -> Iterator[Choice]:
    """Cards of a box we have not printed: what was taken, and with which coins."""
    player = state.seats[seat]
    slots = [n for n, one in enumerate(player.supply, 1) if one.shows and one.card in ("", *SUPPLY_KINDS)]
    if not slots:
        return
    epics = sum(one.kind == "epic_coin" for one in player.tokens)
    ways = [
        way
        for count in range(UNKNOWN_PRICE_MOST + 1)
        for way in combinations_with_replacement((*HAND_COINS, EPIC), count)
        if held(state, seat, way) and way.count(EPIC) <= epics
    ]
    fields = (
        FieldSpec("card", "What is it?", tuple(Pick(kind, known(kind).name) for kind in SUPPLY_KINDS)),
        FieldSpec("coins", "Paid with", tuple(Pick("+".join(way), spoken(player, way)) for way in ways)),
    )
    for n in slots:
        label, spot = say("Buy the card in slot {n}", n=n), spots.slot(seat, n)
        yield Choice.asking(Buy, label, fields, known={"slot": n}, seat=seat, spot=spot, why=cite.BUY)


def tell_purchase(telling: Telling[State, Buy]) -> str:
    event, seat = telling.event, telling.event.seat
    player = telling.before.seats[seat] if seat is not None else Player()
    lying = player.supply[event.slot - 1].card if 1 <= event.slot <= len(player.supply) else ""
    card = name_of(event.card or lying) if event.card or lying else say("the card in slot {slot}", slot=event.slot)
    coins = coin_words(event.coins)
    words, found = in_words(player, coins), facts(event.card or lying)
    text = "{who} buys {card} with {coins}" if coins else "{who} takes {card}, which costs nothing"
    if HAND not in coins or found is None:
        return say(text, who=telling.who, card=card, coins=words)
    rest = plural(max(0, len(found.cost) - len(coins) + 1), "coin")
    if not words:
        text = "{who} buys {card} with {rest}" if found.cost else "{who} takes {card}, which costs nothing"
    else:
        text = "{who} buys {card} with {coins} and {rest} from the hand"
    return say(text, who=telling.who, card=card, coins=words, rest=rest)


BUY = Action(Buy, cite.BUY, buy, tell_purchase, offers=offer_purchases, pictures=pictures.of_purchase)


# --- a card is trashed


def trash_objection(
    hand: int, deck: int, *, purchased: bool = False, token: bool = False, market: bool = True
) -> Objection | None:
    """What stands against trashing a card from the hand. ``deck`` counts draw pile and discard together.

    Cards on the table or refracted do not count towards the ten (BR-R4).
    """
    # Turn phases: in the market phase.
    if not market:
        return Objection("phase", "Cards are trashed in the market phase.", cite.IN_MARKET)
    # Market: purchase or trash, not both.
    if purchased:
        text = "Something was bought this turn; then nothing is trashed."
        return Objection("already_purchased", text, cite.BUY_OR_TRASH)
    # Token cards: immune to trashing.
    if token:
        return Objection("token", "Token cards cannot be trashed.", cite.TOKENS_STAY)
    # Trashing: from the hand.
    if hand < 1:
        return Objection("empty_hand", "The hand is empty.", cite.FROM_HAND)
    # Trashing: not with ten cards; fewer than ten are read the same (BR-R4).
    if hand + deck <= DECK_FLOOR:
        text = say("The player deck has only {number} cards; it keeps at least ten.", number=hand + deck)
        return Objection("ten_cards", text, cite.TEN_STAY)
    return None


@dataclass(frozen=True, slots=True)
class Trash(Event):
    """A card goes to the trash pile: the market's one, out of the hand, or because an ability says so."""

    card: str
    source: Literal["hand", "draw", "discard", "token"] = "hand"
    by_ability: bool = False
    code: str = ""


def trash(state: State, event: Trash, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    found = checks.a_card(judge, event.card, ("dragon", "legendary", "coin", "fireball"), event.code)
    cycle, from_hand = state.seats[seat].cycle, event.source == "hand"
    if event.by_ability:
        checks.in_game(judge, state, seat)
    else:
        checks.own_turn(judge, state, seat)
        judge.struct(state.clash is None, "combat_on", checks.COMBAT_ON)
        state = _left_behind(state, event, "market")
    objection = trash_objection(
        cycle.hand if from_hand else cycle.hand + 1,
        cycle.draw + cycle.discard - (not from_hand),
        purchased=state.now.bought and not event.by_ability,
        token=event.source == "token" or found.faction == "token",
        market=state.phase == "market" or event.by_ability,
    )
    if objection is not None and objection.code in ("empty_hand", "token"):
        judge.struct(False, objection.code, objection.text, objection.why.citation)
    judge.obey(objection)
    text = "This turn's card is trashed already."
    judge.rule(event.by_ability or not state.now.trashed, "already_trashed", text, cite.TRASH)
    state = _trashed(judge, state, seat, found=found, event=event)
    counts = quests.trash_counts(from_hand=from_hand, house=state.house)
    return quests.advance(state, seat, quests.TRASH) if counts else state


def _trashed(judge: Judge, state: State, seat: Seat, found: Facts, event: Trash) -> State:
    player = state.seats[seat]
    there = {"hand": player.cycle.hand, "draw": player.cycle.draw, "discard": player.cycle.discard}
    judge.struct(there.get(event.source, 0) > 0, "empty_hand", "By our count no card is there.")
    fewer = player.counted(**{event.source: -1})
    player = player.taken_back(found.id) if event.source == "discard" else fewer
    if found.kind in ("coin", "fireball") and event.source == "hand":
        checks.may_hold(judge, state, seat, found.id)
    if found.rarity == "faction":
        player = player.with_faction_coins(-1)
    if found.kind in checks.DRAGONS:
        text = say("By our count {who} has no {name}.", who=person(seat), name=found.name)
        theirs = state.at_hand(seat) if event.source == "hand" else player.dragons
        has = found.id in theirs or (found.kind == "legendary" and player.unlocked)
        judge.warn(has, "not_bought", text, cite.HAND)
        player = replace(player, dragons=without(player.dragons, found.id))
    now = state.now if event.by_ability else replace(state.now, trashed=True)
    return replace(state.with_seat(seat, player), trash=(*state.trash, Trashed(found.id, seat)), now=now)


def offer_trashing(state: State, seat: Seat) -> Iterator[Choice]:
    """The one card of the market phase."""
    player, now = state.seats[seat], state.now
    if not in_market(state, seat) or now.bought or now.trashed:
        return
    if trash_objection(player.cycle.hand, player.cycle.draw + player.cycle.discard) is None:
        text = "Instead of buying. Your deck has {cards} cards; ten always stay."
        spec, detail = _which_card(state, seat), say(text, cards=player.deck_size)
        yield Choice.asking(
            Trash, "Trash a card", (spec,), seat=seat, detail=detail, spot=spots.TRASH, why=cite.TRASH
        )  # fmt: skip


def offer_trashing_by_text(state: State, seat: Seat) -> Iterator[Choice]:
    """One of the seat's cards, because a card's text says so."""
    player = state.seats[seat]
    if not state.in_play(seat) or player.health.immune or trash_objection(1, player.deck_size - 1) is not None:
        return
    piles = (("hand", player.cycle.hand), ("discard", player.cycle.discard))
    sources = tuple(Pick(name, say("my {pile}", pile=name)) for name, count in piles if count)
    if sources:
        card, asked = _which_card(state, seat, anywhere=True), state.text_asks(seat, "")
        holes = (FieldSpec("source", "Out of", sources), card)
        yield Choice.asking(
            Trash, "A card trashes one of my cards", holes, known={"by_ability": True}, seat=seat,
            correction=not asked, why=cite.TRASH,
        )  # fmt: skip


def _which_card(state: State, seat: Seat, *, anywhere: bool = False) -> FieldSpec:
    """The cards of a hand as answers: starters, and dragons the seat may hold; ``anywhere`` those of its piles too."""
    there = state.in_piles(seat) if anywhere else checks.playable(state, seat)
    cards = [known(card) for card in trashable(state.seats[seat].faction)]
    cards = [one for one in cards if one.id in there or (_starter(one) and (anywhere or state.may_hold(seat, one.id)))]
    picks = (Pick(one.id, one.name, one.id, detail=plain(one.text), suit=one.faction) for one in cards)
    return FieldSpec("card", "Which card?", tuple(picks), search=True)


def _starter(card: Facts) -> bool:
    return card.kind in ("coin", "fireball")


def tell_trashed(telling: Telling[State, Trash]) -> str:
    event = telling.event
    text = "{who} trashes {card} from the {source} by an ability" if event.by_ability else "{who} trashes {card}"
    source = {"draw": "draw pile"}.get(event.source, event.source)
    return say(text, who=telling.who, card=name_of(event.card), source=source)


TRASH = Action(Trash, cite.TRASH, trash, tell_trashed, offers=offer_trashing, pictures=pictures.of_trash)
TRASH_BY_TEXT = replace(TRASH, offers=offer_trashing_by_text)
"""The same action, offered among what texts do."""


# --- a card is flushed


def flush_objection(coin_count: int, face_up: int, flushes: int = 1, *, flush_phase: bool = True) -> Objection | None:
    """What stands against flushing so many cards with so many coins and face-up slots."""
    if not flush_phase:
        return Objection("phase", "Cards are flushed in the flush phase.", cite.IN_FLUSH)
    # Flush: one coin each, and only while face-up cards are left; no slot turns up before the draw phase.
    if flushes > coin_count:
        text = say("Each flush costs a coin: {flushes} wanted, {coins} there.", flushes=flushes, coins=coin_count)
        return Objection("coins", text, cite.ONE_COIN)
    if flushes > face_up:
        text = say("Face up in the supply: {face_up}; to be flushed: {flushes}.", face_up=face_up, flushes=flushes)
        return Objection("no_face_up", text, cite.FACE_UP)
    return None


@dataclass(frozen=True, slots=True)
class Flush(Event):
    """A supply card goes under its pile for one coin, or under ``pile`` where the table plays that; ``free`` by a
    card's text.
    """

    slot: int
    coin: str = ""
    pile: int = 0
    free: bool = False


def flush(state: State, event: Flush, judge: Judge) -> State:
    seat = checks.seat_playing(judge, state)
    checks.own_turn(judge, state, seat)
    judge.struct(state.clash is None, "combat_on", checks.COMBAT_ON)
    state = _left_behind(state, event, "flush")
    checks.slot_showing(judge, state.seats[seat], event.slot, cite.FACE_UP.citation)
    paid = Purse(()) if event.free else _flush_coin(judge, state, seat, event.coin)
    count, face_up = len(paid.coins) + paid.unnamed, sum(one.shows for one in state.seats[seat].supply)
    text = say("A flush costs one coin, not {count}.", count=count)
    judge.rule(event.free or count <= 1, "coins", text, cite.ONE_COIN)
    judge.obey(flush_objection(1 if event.free else count, face_up, flush_phase=state.phase == "flush"))
    judge.warn(not event.free, "free_flush", "Flushed without a coin, because a card says so.", cite.FLUSH)
    state = _spent(state, seat, paid)
    player = _under_pile(judge, state, state.seats[seat], event)
    return replace(state.with_seat(seat, player), now=replace(state.now, flushed=state.now.flushed + 1))


def _flush_coin(judge: Judge, state: State, seat: Seat, coin: str) -> Purse:
    """The coin of a flush; ``hand`` is one of the hand that nobody names."""
    if coin != HAND:
        return _purse(judge, state, seat, coin)
    checks.enough_in_hand(judge, state, seat)
    text = say("By our count {who} can hold no coin now.", who=person(seat))
    judge.warn(any(held(state, seat, (word,)) for word in HAND_COINS), "not_owned", text, cite.STARTERS)
    return Purse((), unnamed=1)


def _under_pile(judge: Judge, state: State, player: Player, event: Flush) -> Player:
    """The card under its own pile, or under any where the table plays that (BR-R5)."""
    slot = player.supply[event.slot - 1]
    target = event.pile or event.slot
    checks.slot_named(judge, player, target)
    text = "A flushed card goes under its own pile."
    judge.rule(target == event.slot or state.house.flush_pile == "any", "bad_pile", text, cite.FLUSH)
    down = replace(slot, up=False, card="", code="")
    if target == event.slot:
        return player.with_slot(event.slot, down)
    player = player.with_slot(event.slot, replace(down, pile=slot.pile - 1))
    other = player.supply[target - 1]
    return player.with_slot(target, replace(other, pile=other.pile + 1))


def offer_flushes(state: State, seat: Seat) -> Iterator[Choice]:
    player = state.seats[seat]
    slots = [
        replace(_slot_pick(player, n), detail="under its pile", spot=spots.slot(seat, n))
        for n, one in enumerate(player.supply, 1)
        if one.shows
    ]
    if not slots or state.at_phase("flush").phase != "flush" or seat != state.active or state.clash is not None:
        return
    fields = [checks.one_of("slot", "Which card?", slots)]
    if state.house.flush_pile == "any":
        piles = tuple(Pick(n, say("Pile {n}", n=n)) for n in range(1, len(player.supply) + 1))
        fields.append(FieldSpec("pile", "Under which pile?", piles))
    coins = [Pick(HAND, "A coin from my hand")] if any(held(state, seat, (word,)) for word in HAND_COINS) else []
    coins += [Pick(EPIC, "My Epic coin token")] if any(one.kind == "epic_coin" for one in player.tokens) else []
    if coins:
        label, detail = "Flush a card", "A coin sends a supply card under its pile."
        settled = {"coin": coins[0].value}
        paid = [checks.one_of("coin", "Paid with", coins)] if len(coins) > 1 else []
        holes = (*fields, *paid)
        yield Choice.asking(
            Flush, label, holes, known=settled, seat=seat, detail=detail, spot=spots.FLUSH, why=cite.FLUSH
        )  # fmt: skip
    if not state.now.flushed and SHARPWING in state.at_hand(seat):
        yield Choice.asking(
            Flush, "Flush with Sharpwing in hand", tuple(fields), known={"free": True}, seat=seat,
            detail=plain(known(SHARPWING).text), spot=spots.FLUSH_FREE, why=cite.TEXT,
        )  # fmt: skip


def _slot_pick(player: Player, number: int) -> Pick:
    card = player.supply[number - 1].card
    slot = say("slot {n}", n=number)
    return Pick(number, known(card).name if card else slot, card, detail=slot if card else "new card")


def tell_flush(telling: Telling[State, Flush]) -> str:
    event, seat = telling.event, telling.event.seat
    player = telling.before.seats[seat] if seat is not None else Player()
    lying = player.supply[event.slot - 1].card if 1 <= event.slot <= len(player.supply) else ""
    card = name_of(lying) if lying else say("the card in slot {slot}", slot=event.slot)
    under = say(", under pile {pile}", pile=event.pile) if event.pile not in (0, event.slot) else ""
    text = "{who} flushes {card} without a coin{under}" if event.free else "{who} flushes {card} with {coins}{under}"
    coins = "1 coin" if event.coin == HAND else in_words(player, coin_words(event.coin))
    return say(text, who=telling.who, card=card, coins=coins, under=under)


FLUSH_CARD = Action(Flush, cite.FLUSH, flush, tell_flush, offers=offer_flushes, pictures=pictures.of_flush)


# --- coins: what they show, and one a symbol


@dataclass(frozen=True, slots=True)
class Payment:
    """Which coin (its position) pays each symbol, price by price; None where no coin is left for it."""

    coins: tuple[tuple[int | None, ...], ...]

    @property
    def complete(self) -> bool:
        return all(coin is not None for price in self.coins for coin in price)

    @property
    def spent(self) -> tuple[int, ...]:
        """The positions of all coins used."""
        return tuple(sorted(coin for price in self.coins for coin in price if coin is not None))


def match(prices: Sequence[Sequence[str]], coins: Sequence[Sequence[str]]) -> Payment:
    """Pay as many symbols of all prices as can be; coins that show little are spent before versatile ones."""
    symbols = [symbol for price in prices for symbol in price]
    order = sorted(range(len(coins)), key=lambda coin: (len(set(coins[coin])), coin))
    fits = {symbol: [coin for coin in order if symbol in coins[coin]] for symbol in symbols}
    payer: dict[int, int] = {}
    for index in range(len(symbols)):
        _place(index, symbols, fits, payer)
    by_symbol = {index: coin for coin, index in payer.items()}
    place = count()
    return Payment(tuple(tuple(by_symbol.get(next(place)) for _ in cost) for cost in prices))


def _place(index: int, symbols: Sequence[str], fits: dict[str, list[int]], payer: dict[int, int]) -> bool:
    """Find a coin for symbol ``index``, moving earlier symbols to other coins along one augmenting path.

    Breadth first and without recursion: a long chain of moves is no deeper than a short one.
    """
    came_from: dict[int, int] = {}
    queue = [index]
    for symbol in queue:
        for coin in fits[symbols[symbol]]:
            if coin in came_from:
                continue
            came_from[coin] = symbol
            if coin in payer:
                queue.append(payer[coin])
                continue
            _shift(coin, came_from, payer)
            return True
    return False


def _shift(coin: int, came_from: dict[int, int], payer: dict[int, int]) -> None:
    """Give the free coin to the symbol that reached it, that symbol's old coin to the one before, and so on."""
    held = {symbol: used for used, symbol in payer.items()}
    while True:
        symbol = came_from[coin]
        before = held.get(symbol)
        payer[coin] = symbol
        if before is None:
            return
        coin = before


def payment_objection(prices: Sequence[Sequence[str]], coins: Sequence[Sequence[str]]) -> Objection | None:
    """Why these coins do not pay all these prices, or None."""
    # Purchasing: one coin for every symbol, each matching.
    paid = match(prices, coins)
    if paid.complete:
        return None
    pairs = (pair for cost, used in zip(prices, paid.coins, strict=True) for pair in zip(cost, used, strict=True))
    missing = Counter(symbol for symbol, coin in pairs if coin is None)
    words = listed(plural(count, f"{SYMBOLS.get(symbol.lower(), symbol)} symbol") for symbol, count in missing.items())
    return Objection("coins", say("No coin is left for {words}.", words=words), cite.COINS)


@dataclass(frozen=True, slots=True)
class Coin:
    """One coin of a payment: a hand coin (``token`` None) or a token, with the symbols it shows and its card."""

    word: str
    pays: tuple[str, ...]
    token: Token | None = None
    card: str = ""


@dataclass(frozen=True, slots=True)
class Purse:
    """The coins of a payment; ``wrong`` is the first word that names none, ``unnamed`` how many more the hand gives."""

    coins: tuple[Coin, ...]
    wrong: str = ""
    unnamed: int = 0

    @property
    def from_hand(self) -> int:
        return sum(one.token is None for one in self.coins)

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of those out of the hand."""
        return tuple(one.card for one in self.coins if one.token is None)

    @property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(one.token for one in self.coins if one.token is not None)

    @property
    def symbols(self) -> tuple[tuple[str, ...], ...]:
        return tuple(one.pays for one in self.coins)


def coin_words(coins: str | Sequence[str]) -> tuple[str, ...]:
    """The single coins of an event: a list, or one text with ``+`` between."""
    parts = [coins] if isinstance(coins, str) else list(coins)
    return tuple(word.strip() for part in parts for word in part.split("+") if word.strip())


def purse(player: Player, coins: str | Sequence[str]) -> Purse:
    """The coins named, each token once."""
    found: list[Coin] = []
    used: list[str] = []
    for word in coin_words(coins):
        one = _coin(player, word, used)
        if one is None:
            return Purse(tuple(found), word)
        if one.token is not None:
            used.append(one.token.uid)
        found.append(one)
    return Purse(tuple(found))


def _coin(player: Player, word: str, used: Iterable[str]) -> Coin | None:
    if word in HAND_COINS:
        card = coin_card(player.faction, word)
        return Coin(word, known(card).pays, card=card)
    if word == EPIC:
        token = next((one for one in player.tokens if one.kind == "epic_coin" and one.uid not in used), None)
        return Coin(word, known(EPIC_CARD).pays, token) if token is not None else None
    token = player.token(word)
    if token is not None and token.uid not in used:
        return _token_coin(token)
    return _scanned(player, word, used)


def _token_coin(token: Token) -> Coin | None:
    if token.kind == "epic_coin":
        return Coin(token.uid, known(EPIC_CARD).pays, token)
    return Coin(token.uid, known("faction_coin").pays, token) if token.kind == "faction_coin" else None


def _scanned(player: Player, word: str, used: Iterable[str]) -> Coin | None:
    try:
        card = deck_of(player.faction).find(parse(word))
    except CodeError:
        return None
    if card is None or card["kind"] != "coin":
        return None
    if card.id == EPIC_CARD:
        return _coin(player, EPIC, used)
    lent = next((one for one in player.tokens if one.code == word and one.uid not in used), None)
    return _token_coin(lent) if lent is not None else Coin(word, card.words("pays"), card=card.id)


def payable(now: Turn, cost: tuple[str, ...], symbols: Iterable[tuple[str, ...]]) -> bool:
    """Whether these coins and those already spent pay this price and those already paid."""
    return payment_objection((*now.prices, cost), (*now.coins, *symbols)) is None


def held(state: State, seat: Seat, coins: Sequence[str]) -> bool:
    """Whether the coins of these that are no tokens may all be in the seat's hand."""
    player = state.seats[seat]
    count = sum(word in HAND_COINS for word in coins)
    kinds = (word for word in HAND_COINS if word in coins)
    enough = all(coins.count(word) <= state.may_hold(seat, coin_card(player.faction, word)) for word in kinds)
    return count <= player.cycle.hand and enough


def payments(
    state: State, seat: Seat, cost: tuple[str, ...], *, from_hand: bool = False, alone: bool = False
) -> Iterator[tuple[str, ...]]:
    """Every way to pay a price with what the seat may hold, plainest coins first; ``from_hand`` without tokens,
    ``alone`` without regard to what else was bought."""
    player = state.seats[seat]
    now = replace(state.now, prices=(), coins=()) if alone else state.now
    epics = 0 if from_hand else sum(one.kind == "epic_coin" for one in player.tokens)
    lent = [one.uid for one in player.tokens if one.kind == "faction_coin" and not from_hand]
    kinds = [*HAND_COINS, *([EPIC] if epics else []), *lent]
    for chosen in combinations_with_replacement(kinds, len(cost)):
        single = all(chosen.count(uid) <= 1 for uid in lent)
        if held(state, seat, chosen) and chosen.count(EPIC) <= epics and single:
            found = purse(player, chosen)
            if not found.wrong and payable(now, cost, found.symbols):
                yield chosen


def spoken(player: Player, coins: Sequence[str], cost: tuple[str, ...] = ()) -> str:
    """Coins in words, such as ``2 Common, 1 Rare``; with a price, what each pays: ``2 Rare for C C``."""
    symbols = () if HAND in coins else purse(player, coins).symbols
    paid = match((cost,), symbols) if len(symbols) == len(cost) else Payment(())
    # Coins of several purchases may have to change places; then only which coins they are is certain.
    pays = dict(zip(paid.coins[0], cost, strict=True)) if paid.coins and paid.complete else {}
    named: dict[str, list[str]] = {}
    for place, word in enumerate(word for word in coins if word != HAND):
        name = COIN_NAMES[_coin_kind(player, word)][0]
        named.setdefault(name, []).append(pays.get(place, ""))
    parts: list[str] = []
    for name, used in named.items():
        text = "{count} {name} for {symbols}" if any(used) else "{count} {name}"
        parts.append(say(text, count=len(used), name=name, symbols=price(tuple(sorted(used)))))
    if HAND in coins:
        rest = len(cost) - (len(coins) - 1)
        parts.append(say("{coins} from the hand", coins=plural(rest, "coin")))
    return ", ".join(parts) or "nothing to pay"


def in_words(player: Player, coins: Sequence[str]) -> str:
    """Coins as a sentence names them: ``2 rare coins and 1 common coin``."""
    coins = [word for word in coins if word != HAND]
    names = [COIN_NAMES[_coin_kind(player, word)][1] for word in coins]
    return listed([plural(names.count(name), name) for name in dict.fromkeys(names)])


COIN_NAMES = {
    "common": ("Common", "common coin"),
    "rare": ("Rare", "rare coin"),
    "faction": ("Faction", "Faction coin"),
    "epic": ("Epic", "Epic coin token"),
    "faction_coin": ("Faction token", "Faction coin token"),
    "": ("coin", "coin"),
}
"""Coins beside a number on a button, and in a sentence."""


def _coin_kind(player: Player, word: str) -> str:
    """Which of these a coin word, a token's name or a printed code is."""
    token = player.token(word)
    if word in COIN_NAMES or token is not None:
        return word if token is None else "faction_coin" if token.kind == "faction_coin" else EPIC
    try:
        card = deck_of(player.faction).find(parse(word))
    except CodeError:
        return ""
    return str(card["rarity"]) if card is not None and card["rarity"] in COIN_NAMES else ""


def _purse(judge: Judge, state: State, seat: Seat, named: str | tuple[str, ...]) -> Purse:
    """The coins an event names, which the seat must have."""
    judge.struct(len(coin_words(named)) <= COINS_MOST, "bad_input", "No card costs that many coins.")
    found = purse(state.seats[seat], named)
    judge.struct(not found.wrong, "no_coin", say('"{wrong}" is no coin you have there.', wrong=found.wrong[:20]))
    checks.enough_in_hand(judge, state, seat, found.from_hand)
    checks.may_hold(judge, state, seat, *found.cards)
    return found


def _spent(state: State, seat: Seat, paid: Purse) -> State:
    """Coins at their sources: the own discard, a token's pile (BR-R6)."""
    player = state.seats[seat].counted(hand=-paid.from_hand - paid.unnamed, discard=paid.unnamed)
    state = state.with_seat(seat, player.laid_away(*paid.cards))
    for token in paid.tokens:
        state = token_home(state.without_token(seat, token.uid), token)
    return state

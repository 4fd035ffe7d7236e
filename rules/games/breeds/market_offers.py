"""What a seat can buy, trash and flush."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from rules.games.breeds import book, coins, market
from rules.games.breeds.battlefield import at_hand
from rules.games.breeds.cardbook import EPIC, HAND_COINS, SUPPLY_KINDS, known, plain, price, trashable
from rules.games.breeds.events import Buy, Done, Flush, Trash
from rules.games.breeds.keys import FLUSH_KEY, MARKET_KEY, one_of
from rules.games.breeds.state import Player, State
from rules.table import Choice, FieldSpec, Pick, Seat
from rules.text import say

SHARPWING = "teal_sharpwing"
UNKNOWN_PRICE_MOST = 3


def trading(state: State, seat: Seat) -> Iterator[Choice]:
    """The market phase."""
    player, now = state.seats[seat], state.now
    if not now.trashed:
        for n, slot in enumerate(player.supply, 1):
            if slot.shows and slot.card and known(slot.card).printed:
                yield from _purchase(state, player, seat, slot=n, card=slot.card)
        yield from _unknown(state, player, seat)
    objection = market.trash_objection(player.cycle.hand, player.cycle.draw + player.cycle.discard)
    if not now.bought and not now.trashed and objection is None:
        spec = FieldSpec("card", "Which card?", tuple(trash_picks(state, seat)), search=True)
        detail = say("Instead of buying. Your deck has {deck_size} cards; ten always stay.", deck_size=player.deck_size)
        # Without the prompt its cards stay folded: open under "Market" they look like coins to pay with.
        yield Choice("Trash a card", Trash("", seat=seat), (spec,), detail, why=book.TRASH)
    label = "Done in the market" if now.bought or now.trashed else "Buy and trash nothing"
    yield Choice(label, Done("market", seat=seat), prompt=MARKET_KEY, primary=True, why=book.TURN)


def _purchase(state: State, player: Player, seat: Seat, slot: int, card: str) -> Iterator[Choice]:
    found = known(card)
    sv = say("SV {sv} · ", sv=found.sv) if found.sv is not None else ""
    detail = f"{sv}{price(found.cost) or 'no price'}"
    ways = tuple(coins.payments(player, state.now, found.cost))
    if not found.cost:
        event = Buy(slot, seat=seat)
        yield Choice(
            say("Take {name}", name=found.name),
            event,
            fields=(),
            detail=detail,
            card=card,
            suit=found.faction,
            prompt=MARKET_KEY,
            why=book.FREE,
        )
    elif ways:
        plainest, others = ways[0], ways[1:]
        event = Buy(slot, "+".join(plainest), seat=seat)
        told = say("{detail} · pay {spoken}", detail=detail, spoken=coins.spoken(player, plainest))
        yield Choice(
            say("Buy {name}", name=found.name),
            event,
            fields=(),
            detail=told,
            card=card,
            suit=found.faction,
            prompt=MARKET_KEY,
            why=book.BUY,
        )
        if others:
            picks = tuple(Pick("+".join(way), coins.spoken(player, way)) for way in others)
            spec = one_of("coins", say("Pay {price} with", price=price(found.cost)), picks)
            yield Choice(
                say("Pay for {name} with other coins", name=found.name), Buy(slot, seat=seat), (spec,), why=book.BUY
            )


def _unknown(state: State, player: Player, seat: Seat) -> Iterator[Choice]:
    """Cards of a box we have not printed: what was taken, and with which coins."""
    slots = [n for n, one in enumerate(player.supply, 1) if one.shows and one.card in ("", *SUPPLY_KINDS)]
    if not slots or _printed(player):
        return
    epics = sum(one.kind == "epic_coin" for one in player.tokens)
    ways = [
        way
        for count in range(UNKNOWN_PRICE_MOST + 1)
        for way in combinations_with_replacement((*HAND_COINS, EPIC), count)
        if sum(word != EPIC for word in way) <= player.cycle.hand and way.count(EPIC) <= epics
    ]
    fields = (
        FieldSpec("slot", "From which slot?", tuple(Pick(n, say("Slot {n}", n=n)) for n in slots)),
        FieldSpec("card", "What is it?", tuple(Pick(kind, known(kind).name) for kind in SUPPLY_KINDS)),
        FieldSpec("coins", "Paid with", tuple(Pick("+".join(way), coins.spoken(player, way)) for way in ways)),
    )
    yield Choice("Buy a card", Buy(0, seat=seat), fields, prompt=MARKET_KEY, why=book.BUY)


def _printed(player: Player) -> bool:
    return all(known(card).printed for card in trashable(player.faction))


def trash_picks(state: State, seat: Seat) -> Iterator[Pick]:
    """The cards of a hand as answers: starters, and dragons the seat may hold."""
    held = at_hand(state, seat)
    for card in trashable(state.seats[seat].faction):
        found = known(card)
        if found.kind in ("coin", "fireball") or card in held:
            yield Pick(card, found.name, card, detail=plain(found.text), suit=found.faction)


def trashing_by_ability(state: State, seat: Seat) -> Iterator[Choice]:
    """A card's text trashes one of the seat's cards."""
    player = state.seats[seat]
    cycle = player.cycle
    sources = [name for name, count in (("hand", cycle.hand), ("discard", cycle.discard)) if count]
    if sources and market.trash_objection(1, player.deck_size - 1) is None:
        fields = (
            FieldSpec("source", "Out of", tuple(Pick(name, say("my {name}", name=name)) for name in sources)),
            FieldSpec("card", "Which card?", tuple(trash_picks(state, seat)), search=True),
        )
        event = Trash("", by_ability=True, seat=seat)
        yield Choice("A text trashes a card of mine", event, fields, why=book.TRASH)


def flushing(state: State, seat: Seat) -> Iterator[Choice]:
    """The flush phase."""
    player = state.seats[seat]
    shown = [n for n, one in enumerate(player.supply, 1) if one.shows]
    slots = tuple(Pick(n, say("Slot {n}", n=n), _card(player, n), detail=_name(player, n)) for n in shown)
    fields = [one_of("slot", "Which card?", slots)]
    if state.house.flush_pile == "any":
        piles = tuple(Pick(n, say("Pile {n}", n=n)) for n in range(1, len(player.supply) + 1))
        fields.append(FieldSpec("pile", "Under which pile?", piles))
    coin_picks = [Pick(word, word.capitalize()) for word in HAND_COINS if player.cycle.hand]
    coin_picks += [Pick(EPIC, "Epic token")] if any(one.kind == "epic_coin" for one in player.tokens) else []
    if slots and coin_picks:
        coin = one_of("coin", "Paid with", tuple(coin_picks))
        event = Flush(0, seat=seat)
        yield Choice("Flush a card", event, (*fields, coin), why=book.FLUSH)
    if slots and not state.now.flushed and SHARPWING in at_hand(state, seat):
        event = Flush(0, free=True, seat=seat)
        detail = plain(known(SHARPWING).text)
        yield Choice("Flush with Sharpwing in hand", event, tuple(fields), detail, why=book.TEXT)
    label = "Done flushing" if state.now.flushed else "Flush nothing"
    yield Choice(label, Done("flush", seat=seat), prompt=FLUSH_KEY, primary=True, why=book.TURN)


def _card(player: Player, slot: int) -> str:
    return player.supply[slot - 1].card


def _name(player: Player, slot: int) -> str:
    card = _card(player, slot)
    return known(card).name if card else "not told yet"

"""What a scanned card means outside a combat: coins a payment, a supply card a purchase or a flush, a card trashed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from rules.games.breeds import book, coins, market_offers, offers
from rules.games.breeds.battlefield import at_hand
from rules.games.breeds.cardbook import in_supply, known, name_of, price
from rules.games.breeds.combat_events import Attack
from rules.games.breeds.events import Buy, Flush, GainToken, Trash, TurnUp
from rules.games.breeds.seen import Apply, Seen, fitting
from rules.games.breeds.state import State
from rules.scan import problem, tried
from rules.table import Choice, Reading, ScanProblem, Seat
from rules.text import say

WAYS_SHOWN = 8


def payment_of(state: State, seat: Seat, cards: tuple[Seen, ...], apply: Apply) -> Reading:
    """What the coins on the table buy: each way one event, with just the coins it takes."""
    player = state.seats[seat]
    words = tuple(one.code for one in cards)
    shows = [(n, slot.card) for n, slot in enumerate(player.supply, 1) if slot.shows and slot.card]
    summary = say("{count} coins", count=len(cards))
    if not shows:
        text = "Say or scan first what lies in your supply; then coins say what they buy."
        return problem("no_supply", text)
    ready: list[Choice] = []
    for n, card in shows:
        found = known(card)
        if not found.printed or not found.cost:
            continue
        way = _cheapest(state, seat, words, found.cost)
        if way is not None:
            event = Buy(n, way, seat=seat)
            spare = len(words) - len(way)
            detail = f"{price(found.cost)}" + (say(" · {spare} of the coins stay", spare=spare) if spare else "")
            ready.append(
                Choice(
                    say("Buy {name}", name=found.name),
                    event,
                    fields=(),
                    detail=detail,
                    card=card,
                    suit=found.faction,
                    primary=not spare,
                    why=book.BUY,
                )
            )
    exact = [choice for choice in ready if choice.primary]
    if len(exact) == 1 and len(ready) == 1:
        return tried(state, exact[0].event, exact[0].label, apply)
    if not ready:
        text = say("{summary} buy nothing that lies face up.", summary=summary)
        return Reading(problems=(ScanProblem("coins", text),), summary=summary)
    return Reading(choices=tuple(ready[:WAYS_SHOWN]), summary=summary)


def _cheapest(state: State, seat: Seat, words: tuple[str, ...], cost: tuple[str, ...]) -> tuple[str, ...] | None:
    """The plainest of these coins that pay a price, with all bought before; None where they do not."""
    player = state.seats[seat]
    by_plainness = sorted(words, key=lambda word: len((coins.purse(player, (word,)).symbols or ((),))[0]))
    for chosen in combinations(by_plainness, min(len(cost), len(by_plainness))):
        found = coins.purse(player, chosen)
        if not found.wrong and len(chosen) == len(cost) and coins.payable(state.now, cost, found.symbols):
            return chosen
    return None


def supply_of(state: State, seat: Seat, cards: tuple[Seen, ...], apply: Apply) -> Reading:
    """Several cards of the own faction: what lies face up, from left to right."""
    slots = [n for n, one in enumerate(state.seats[seat].supply, 1) if one.shows]
    unknown = offers.unknown_slots(state, seat)
    where = slots if len(cards) == len(slots) else unknown
    if len(cards) != len(where):
        text = say(
            "{count} cards seen, and {count2} lie face up in your supply. All in the picture?",
            count=len(cards),
            count2=len(slots),
        )
        told = any(slot.card for slot in state.seats[seat].supply)
        return replace(problem("supply_count", text), of=0 if told else max(len(cards), len(slots)))
    event = TurnUp(
        {str(n): one.card for n, one in zip(where, cards, strict=True)},
        {str(n): one.code for n, one in zip(where, cards, strict=True)},
        seat=seat,
    )
    return tried(state, event, say("Supply: {words}", words=", ".join(name_of(one.card) for one in cards)), apply)


def token(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """A token card: an Epic coin pays, otherwise it joins the token area."""
    kind = known(one.card).kind
    if kind == "coin" and state.phase in ("market", "flush") and state.seats[seat].tokens:
        paid = coin(state, seat, one, apply)
        if paid.submit is not None or paid.choices:
            return paid
    event = GainToken("fireball" if kind == "fireball" else "epic_coin", code=one.code, seat=seat)
    return tried(state, event, say("Token: {name}", name=known(one.card).name), apply)


def coin(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """One coin: a flush, a purchase for one symbol, or the card that is trashed; a supply card where it lies there."""
    found = known(one.card)
    ready: list[Choice] = []
    if state.phase == "flush" and seat == state.active:
        for n, slot in enumerate(state.seats[seat].supply, 1):
            if slot.shows:
                what = name_of(slot.card) if slot.card else say("slot {n}", n=n)
                ready.append(Choice(say("Flush {what}", what=what), Flush(n, one.code, seat=seat), why=book.FLUSH))
        return fitting(state, ready, found.name, apply)
    if state.phase == "market" and seat == state.active:
        paid = payment_of(state, seat, (one,), apply)
        ready += paid.choices
        if paid.submit is not None:
            ready.append(Choice(paid.summary, paid.submit, why=book.BUY))
        ready += _as_supply(state, seat, one)
        ready.append(
            Choice(say("Trash {name}", name=found.name), Trash(one.card, code=one.code, seat=seat), why=book.TRASH)
        )
        return fitting(state, ready, found.name, apply)
    ready += _as_supply(state, seat, one)
    if ready:
        return fitting(state, ready, found.name, apply)
    return problem("not_now", say("{name}: coins are for the market and the flush phase.", name=found.name), one.card)


def _as_supply(state: State, seat: Seat, one: Seen) -> Iterator[Choice]:
    """A card of the own faction deck: bought where it lies, or told where nobody said yet."""
    player = state.seats[seat]
    if one.card not in in_supply(player.faction):
        return
    lying = [n for n, slot in enumerate(player.supply, 1) if slot.shows and slot.code == one.code]
    lying = lying or [n for n, slot in enumerate(player.supply, 1) if slot.shows and slot.card == one.card]
    if lying and state.phase == "market" and seat == state.active:
        for choice in market_offers.trading(state, seat):
            if isinstance(choice.event, Buy) and choice.event.slot == lying[0]:
                yield from _unrolled(choice)
    for n in offers.unknown_slots(state, seat):
        event = TurnUp({str(n): one.card}, {str(n): one.code}, seat=seat)
        yield Choice(say("It lies in slot {n}", n=n), event, why=book.SUPPLY)


def _unrolled(choice: Choice) -> Iterator[Choice]:
    """A purchase as ready buttons, one for each way to pay."""
    if not choice.fields:
        yield choice
        return
    spec = choice.fields[0]
    for pick in spec.picks[:WAYS_SHOWN]:
        event = choice.fill(**{spec.name: pick.value})
        yield replace(choice, event=event, fields=(), label=f"{choice.label}: {pick.label}")


def at_market(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """A dragon or Fireball outside a combat."""
    found = known(one.card)
    ready = list(_as_supply(state, seat, one))
    if state.phase == "combat" and seat == state.active and one.card in at_hand(state, seat):
        whom = [c for c in offers.choices(state, seat) if isinstance(c.event, Attack)]
        text = say("First say whom you attack; then scan {name} again.", name=found.name)
        first = ScanProblem("attack_first", text, one.card)
        return Reading(choices=(*whom, *ready), problems=(first,), summary=found.name)
    if state.phase == "flush" and seat == state.active:
        slots = [n for n, slot in enumerate(state.seats[seat].supply, 1) if slot.shows and slot.card == one.card]
        for choice in offers.choices(state, seat):
            if isinstance(choice.event, Flush) and slots and len(choice.fields) == 2:
                for pick in choice.fields[1].picks:
                    event = choice.fill(slot=slots[0], coin=pick.value)
                    ready.append(
                        replace(
                            choice, event=event, fields=(), label=say("Flush it for a {label} coin", label=pick.label)
                        )
                    )
    elif state.phase == "market" and seat == state.active:
        ready.append(
            Choice(say("Trash {name}", name=found.name), Trash(one.card, code=one.code, seat=seat), why=book.TRASH)
        )
    if not ready:
        text = say("{name}: nothing is done with it in this phase.", name=found.name)
        return problem("not_now", text, one.card)
    return fitting(state, ready, found.name, apply)

"""Supply, purchases, trashing, flushing, quests and drawing by a text (Market, Flush, Quests)."""

from __future__ import annotations

from dataclasses import replace

from rules.games.breeds import book, checks, coins, market, payment, quests
from rules.games.breeds.cardbook import Facts, in_supply
from rules.games.breeds.draw import refill
from rules.games.breeds.events import (
    Buy,
    DrawCards,
    Flush,
    Quest,
    Tick,
    Trash,
    TurnUp,
)
from rules.games.breeds.homing import counted, drop_token, token_home
from rules.games.breeds.questing import advance
from rules.games.breeds.state import SLOTS, Player, Slot, State, Trashed, with_seat, with_slot
from rules.games.breeds.state import with_todo as todo
from rules.table import Judge, Seat
from rules.text import say
from rules.view import person

CARDS_MOST = 20


def slot_named(judge: Judge, player: Player, number: int) -> Slot:
    """The supply slot with that number; there are four."""
    judge.struct(1 <= number <= SLOTS, "bad_slot", say("A supply has the slots 1 to {slots}.", slots=SLOTS))
    return player.supply[number - 1]


def _supply_card(judge: Judge, player: Player, card: str, code: str) -> Facts:
    found = checks.a_card(judge, card, ("dragon", "coin", "legendary"), code)
    if found.kind != "legendary":
        own = card in in_supply(player.faction) or not found.printed
        text = say("{name} is no card of that faction deck.", name=found.name)
        judge.struct(own and card not in ("common_coin", "rare_coin"), "wrong_kind", text)
    return found


def turn_up(state: State, event: TurnUp, judge: Judge) -> State:
    """What lies face up in a supply."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    player = state.seats[seat]
    judge.struct(bool(event.cards), "no_card", "Say at least one card.")
    for key, card in event.cards.items():
        number = int(key) if key in ("1", "2", "3", "4") else 0
        slot = slot_named(judge, player, number)
        judge.struct(
            slot.shows,
            "no_face_up",
            say("Slot {number} lies face down or is empty.", number=number),
            market.FACE_UP.citation,
        )
        code = event.codes.get(key, "")
        _supply_card(judge, player, card, code)
        player = with_slot(player, number, replace(slot, card=card, code=code))
    return with_seat(state, seat, player)


def buy(state: State, event: Buy, judge: Judge) -> State:
    """Coins for a supply card."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    checks.own_turn(judge, state, seat)
    judge.struct(state.clash is None, "combat_on", "A combat is going on; finish it first.", book.ATTACK.citation)
    player = state.seats[seat]
    slot = slot_named(judge, player, event.slot)
    judge.struct(slot.pile > 0, "no_face_up", say("Pile {slot} is empty.", slot=event.slot), market.FACE_UP.citation)
    card = event.card or slot.card
    judge.struct(bool(card), "no_card", say("Say first what lies in slot {slot}.", slot=event.slot))
    found = _supply_card(judge, player, card, event.code)
    checks.obey(
        judge,
        market.buy_objection(
            face_up=slot.shows,
            legendary=found.kind == "legendary",
            trashed=state.now.trashed,
            market=state.phase == "market",
        ),
    )
    paid = _paid(judge, state, seat, card=found, named=event.coins)
    state = _spent(state, seat, paid)
    player = counted(state.seats[seat], discard=1)
    if found.kind == "dragon":
        player = replace(player, dragons=(*player.dragons, card))
    player = with_slot(player, event.slot, replace(slot, pile=slot.pile - 1, up=False, card="", code=""))
    now = state.now
    price = found.cost if found.printed else ()
    symbols = paid.symbols if found.printed else ()
    now = replace(now, bought=True, prices=(*now.prices, price), coins=(*now.coins, *symbols))
    state = replace(with_seat(state, seat, player), now=now)
    coin = found.kind == "coin" and quests.coin_counts(own_color=True, token=False, house=state.house)
    return advance(judge, state, seat, quests.COIN) if coin else state


def _paid(judge: Judge, state: State, seat: Seat, card: Facts, named: str | tuple[str, ...]) -> coins.Purse:
    """The coins, checked against the price with all purchases of this phase."""
    found = _purse(judge, state, seat, named)
    if not card.printed:
        text = say("The price of {who}'s card is not known here; look at its symbols.", who=person(seat))
        judge.warn(False, "price_unknown", text, book.BUY)
        return found
    more = len(found.coins) - len(card.cost)
    text = say(
        "{count} coins for {count2} symbols: keep {more} of them.",
        count=len(found.coins),
        count2=len(card.cost),
        more=more,
    )
    judge.rule(more <= 0, "coins", text, book.NO_CHANGE)
    prices, symbols = (*state.now.prices, card.cost), (*state.now.coins, *found.symbols)
    checks.obey(judge, payment.payment_objection(prices, symbols))
    return found


def _purse(judge: Judge, state: State, seat: Seat, named: str | tuple[str, ...]) -> coins.Purse:
    judge.struct(len(coins.words(named)) <= CARDS_MOST, "bad_input", "No card costs that many coins.")
    found = coins.purse(state.seats[seat], named)
    judge.struct(not found.wrong, "no_coin", say('"{wrong}" is no coin you have there.', wrong=found.wrong[:20]))
    checks.enough_in_hand(judge, state, seat, found.from_hand)
    return found


def _spent(state: State, seat: Seat, paid: coins.Purse) -> State:
    """Coins at their sources: the own discard, a token's pile (BR-R6)."""
    state = with_seat(state, seat, counted(state.seats[seat], hand=-paid.from_hand, discard=paid.from_hand))
    for token in paid.tokens:
        state = token_home(drop_token(state, seat, token.uid), token)
    return state


def trash(state: State, event: Trash, judge: Judge) -> State:
    """A card onto the trash pile."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    player = state.seats[seat]
    found = checks.a_card(judge, event.card, ("dragon", "legendary", "coin", "fireball"), event.code)
    token = event.source == "token" or found.faction == "token"
    cycle = player.cycle
    if event.by_ability:
        judge.struct(not player.out, "eliminated", say("{who} is out of the game.", who=person(seat)))
    else:
        checks.own_turn(judge, state, seat)
        judge.struct(state.clash is None, "combat_on", "A combat is going on; finish it first.")
    objection = market.trash_objection(
        cycle.hand if event.source == "hand" else cycle.hand + 1,
        cycle.draw + cycle.discard - (event.source != "hand"),
        purchased=state.now.bought and not event.by_ability,
        token=token,
        market=state.phase == "market" or event.by_ability,
    )
    if objection is not None and objection.code in ("empty_hand", "token"):
        judge.struct(False, objection.code, objection.text, objection.why.citation)
    checks.obey(judge, objection)
    text = "This turn's card is trashed already."
    judge.rule(event.by_ability or not state.now.trashed, "already_trashed", text, book.TRASH)
    state = _trashed(judge, state, seat, found=found, event=event)
    if quests.trash_counts(from_hand=event.source == "hand", house=state.house):
        return advance(judge, state, seat, quests.TRASH)
    return state


def _trashed(judge: Judge, state: State, seat: Seat, found: Facts, event: Trash) -> State:
    player = state.seats[seat]
    there = {"hand": player.cycle.hand, "draw": player.cycle.draw, "discard": player.cycle.discard}
    judge.struct(there.get(event.source, 0) > 0, "empty_hand", "By our count no card is there.")
    player = counted(player, **{event.source: -1})
    if found.kind in checks.DRAGONS:
        text = say("By our count {who} has no {name}.", who=person(seat), name=found.name)
        known = found.id in player.dragons or (found.kind == "legendary" and player.unlocked)
        judge.warn(known, "not_bought", text, book.HAND)
        left = list(player.dragons)
        if found.id in left:
            left.remove(found.id)
        player = replace(player, dragons=tuple(left))
    now = state.now if event.by_ability else replace(state.now, trashed=True)
    return replace(with_seat(state, seat, player), trash=(*state.trash, Trashed(found.id, seat)), now=now)


def flush(state: State, event: Flush, judge: Judge) -> State:
    """A supply card goes under a pile."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    checks.own_turn(judge, state, seat)
    judge.struct(state.clash is None, "combat_on", "A combat is going on; finish it first.")
    player = state.seats[seat]
    slot = slot_named(judge, player, event.slot)
    judge.struct(
        slot.shows,
        "no_face_up",
        say("Slot {slot} lies face down or is empty.", slot=event.slot),
        market.FACE_UP.citation,
    )
    paid = coins.Purse(()) if event.free else _purse(judge, state, seat, event.coin)
    text = say("A flush costs one coin, not {count}.", count=len(paid.coins))
    judge.rule(event.free or len(paid.coins) <= 1, "coins", text, market.ONE_COIN)
    face_up = sum(one.shows for one in player.supply)
    have = 1 if event.free else len(paid.coins)
    checks.obey(judge, market.flush_objection(have, face_up, 1, flush_phase=state.phase == "flush"))
    if event.free:
        text = "Flushed without a coin, because a card says so."
        judge.warn(False, "free_flush", text, book.FLUSH)
    state = _spent(state, seat, paid)
    player = _under(judge, state, state.seats[seat], event)
    now = replace(state.now, flushed=state.now.flushed + 1)
    return replace(with_seat(state, seat, player), now=now)


def _under(judge: Judge, state: State, player: Player, event: Flush) -> Player:
    """The card under its own pile, or under any where the table plays that (BR-R5)."""
    slot = player.supply[event.slot - 1]
    target = event.pile or event.slot
    slot_named(judge, player, target)
    text = "A flushed card goes under its own pile."
    judge.rule(target == event.slot or state.house.flush_pile == "any", "bad_pile", text, book.FLUSH)
    down = replace(slot, up=False, card="", code="")
    if target == event.slot:
        return with_slot(player, event.slot, down)
    player = with_slot(player, event.slot, replace(down, pile=slot.pile - 1))
    other = player.supply[target - 1]
    return with_slot(player, target, replace(other, pile=other.pile + 1))


def quest(state: State, event: Quest, judge: Judge) -> State:
    """A quest completed once more."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    judge.struct(event.quest in (0, 1, 2), "bad_quest", "There are three quests: 0, 1 and 2.")
    checks.alive(judge, state, seat)
    return advance(judge, state, seat, event.quest, told=True)


def draw_cards(state: State, event: DrawCards, judge: Judge) -> State:
    """A card's text lets somebody draw."""
    checks.playing(judge, state)
    seat = checks.seat_of(judge, state)
    checks.alive(judge, state, seat)
    judge.struct(
        1 <= event.count <= CARDS_MOST, "bad_number", say("1 to {cards_most} cards are drawn.", cards_most=CARDS_MOST)
    )
    before = state.seats[seat].cycle
    after = refill(before, before.hand + event.count)
    short = after.hand - before.hand < event.count
    judge.warn(not short, "deck_out", say("{who} has no more cards to draw.", who=person(seat)), book.DRAW)
    state = with_seat(state, seat, replace(state.seats[seat], cycle=replace(after, reshuffled=False)))
    return (
        todo(state, seat, say("Shuffle your discard, then draw {count}.", count=event.count))
        if after.reshuffled
        else state
    )


def tick(state: State, event: Tick, judge: Judge) -> State:
    """Seen to."""
    there = any(one.key == event.item and not one.done for one in state.todos)
    judge.struct(there, "no_reminder", "That is done already, or not on the table any more.")
    return replace(state, todos=tuple(replace(one, done=True) if one.key == event.item else one for one in state.todos))

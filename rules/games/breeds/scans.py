"""What a scan means. A dragon: played, blocking, ambushing, hit, bought, trashed; coins: a payment, all in one event;
an identity card: the summoner; a quest card: a cube; a Fireball: at whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rules.code import CardCode
from rules.games.breeds import book, coins, combat, market_offers, offers
from rules.games.breeds.cardbook import deck, in_supply, known, name_of, price
from rules.games.breeds.deck import SPEC
from rules.games.breeds.events import (
    Attack,
    Block,
    Buy,
    ChooseDamage,
    ChooseLegendary,
    ChooseSummoner,
    Fireball,
    Flush,
    GainToken,
    PlayDragon,
    Quest,
    SetHealth,
    Trash,
    TurnUp,
)
from rules.games.breeds.state import Clash, Fighter, State, at_hand, field_of, find_fighter, on_field
from rules.games.breeds.wording import fighter_name
from rules.table import Choice, Event, Level, Reading, Refusal, ScanProblem, Seat, named_by_scan
from rules.view import person

Apply = Callable[[State, Event], State]
DRAGONS = ("dragon", "legendary")
WAYS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Seen:
    """One paper card of this game: its id in the deck and its code."""

    card: str
    code: str

    @property
    def kind(self) -> str:
        return known(self.card).kind


def scan(state: State, seat: Seat, seen: Sequence[CardCode], apply: Apply) -> Reading:
    """What these codes, seen in one look by that seat's phone, mean now. ``apply`` tells whether an event fits."""
    cards, problems = _sorted_out(seen)
    if not cards:
        empty = ScanProblem("no_card", "No card was seen. Hold the phone straight above.")
        return Reading(problems=problems or (empty,))
    if state.phase == "over":
        found = _problem("game_over", "The game is over. Take that back first, then scan again.")
    elif len(cards) == 1:
        found = _one(state, seat, cards[0], apply)
    else:
        found = _several(state, seat, cards, apply)
    return replace(found, problems=(*found.problems, *problems))


def _problem(code: str, text: str, card: str = "") -> Reading:
    return Reading(problems=(ScanProblem(code, text, card),))


def _sorted_out(seen: Sequence[CardCode]) -> tuple[tuple[Seen, ...], tuple[ScanProblem, ...]]:
    cards: list[Seen] = []
    problems: list[ScanProblem] = []
    for code in seen:
        card = deck().find(code)
        if code.game != SPEC.letters:
            problems.append(ScanProblem("other_game", f"{code} is a card of another game; put it aside."))
        elif card is None:
            problems.append(ScanProblem("unknown_card", f"{code} is no card of this deck. A print of an older one?"))
        elif Seen(card.id, str(code)) not in cards:
            cards.append(Seen(card.id, str(code)))
    return tuple(cards), tuple(dict.fromkeys(problems))


def _tried(state: State, event: Event, summary: str, apply: Apply) -> Reading:
    """The one event a scan means; where a rule stands against it, the reason and the button that sets it aside."""
    try:
        apply(state, event)
    except Refusal as refusal:
        anyway = Choice(f"{summary} all the same", replace(event, override=True))
        choices = (anyway,) if refusal.level is Level.RULE else ()
        return Reading(choices=choices, problems=(ScanProblem(refusal.code, refusal.text),))
    return Reading(submit=event, summary=summary)


def _fitting(state: State, ready: Sequence[Choice], summary: str, apply: Apply) -> Reading:
    """Those of some choices that would be accepted: one is done at once, several are offered."""
    good: list[Choice] = []
    problems: list[ScanProblem] = []
    anyway: list[Choice] = []
    for choice in ready:
        try:
            apply(state, choice.event)
        except Refusal as refusal:
            problems.append(ScanProblem(refusal.code, refusal.text))
            if refusal.level is Level.RULE:
                event = replace(choice.event, override=True)
                anyway.append(replace(choice, event=event, label=f"{choice.label} all the same"))
            continue
        good.append(choice)
    if len(good) == 1:
        return Reading(submit=good[0].event, choices=tuple(good), summary=good[0].label)
    if good:
        return Reading(choices=tuple(good), summary=summary)
    return Reading(choices=tuple(anyway[:1]), problems=tuple(problems[:1]), summary=summary)


# ---- several cards ----


def _several(state: State, seat: Seat, cards: tuple[Seen, ...], apply: Apply) -> Reading:
    kinds = {one.kind for one in cards}
    if kinds == {"coin"} and state.phase == "market" and seat == state.active:
        return _payment(state, seat, cards, apply)
    supply = set(in_supply(state.seats[seat].faction))
    if state.phase not in ("setup",) and all(one.card in supply for one in cards):
        return _supply(state, seat, cards, apply)
    if state.phase == "setup" and kinds <= {"legendary", "identity"}:
        return _problem("one_at_a_time", "Scan one of them: the summoner you play, or the legendary you keep.")
    names = ", ".join(name_of(one.card) for one in cards[:4])
    return _problem("not_now", f"{names}: together they mean nothing now. Scan one at a time.")


def _payment(state: State, seat: Seat, cards: tuple[Seen, ...], apply: Apply) -> Reading:
    """What the coins on the table buy: each way one event, with just the coins it takes."""
    player = state.seats[seat]
    words = tuple(one.code for one in cards)
    shows = [(n, slot.card) for n, slot in enumerate(player.supply, 1) if slot.shows and slot.card]
    summary = f"{len(cards)} coins"
    if not shows:
        text = "Say or scan first what lies in your supply; then coins say what they buy."
        return _problem("no_supply", text)
    ready: list[Choice] = []
    for n, card in shows:
        found = known(card)
        if not found.printed or not found.cost:
            continue
        way = _cheapest(state, seat, words, found.cost)
        if way is not None:
            event = Buy(n, way, seat=seat)
            spare = len(words) - len(way)
            detail = f"{price(found.cost)}" + (f" · {spare} of the coins stay" if spare else "")
            ready.append(
                Choice(
                    f"Buy {found.name}", event, (), detail, card, suit=found.faction, primary=not spare, why=book.BUY
                )
            )
    exact = [choice for choice in ready if choice.primary]
    if len(exact) == 1 and len(ready) == 1:
        return _tried(state, exact[0].event, exact[0].label, apply)
    if not ready:
        text = f"{summary} buy nothing that lies face up."
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


def _supply(state: State, seat: Seat, cards: tuple[Seen, ...], apply: Apply) -> Reading:
    """Several cards of the own faction: what lies face up, from left to right."""
    slots = [n for n, one in enumerate(state.seats[seat].supply, 1) if one.shows]
    unknown = offers.unknown_slots(state, seat)
    where = slots if len(cards) == len(slots) else unknown
    if len(cards) != len(where):
        text = f"{len(cards)} cards seen, and {len(slots)} lie face up in your supply. All in the picture?"
        return _problem("supply_count", text)
    event = TurnUp(
        {str(n): one.card for n, one in zip(where, cards, strict=True)},
        {str(n): one.code for n, one in zip(where, cards, strict=True)},
        seat=seat,
    )
    return _tried(state, event, f"Supply: {', '.join(name_of(one.card) for one in cards)}", apply)


# ---- one card ----


def _one(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    if state.phase == "setup":
        return _setup(state, seat, one, apply)
    found = known(one.card)
    if found.kind == "identity":
        return _identity(state, seat, one)
    if found.kind == "quest":
        ready = [c for c in offers.choices(state, seat) if isinstance(c.event, Quest)]
        return Reading(choices=tuple(ready), summary="Which quest?")
    if state.clash is not None:
        return _in_combat(state, state.clash, seat, one, apply)
    if found.faction == "token":
        return _token(state, seat, one, apply)
    if found.kind == "coin":
        return _coin(state, seat, one, apply)
    return _at_market(state, seat, one, apply)


def _setup(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    found = known(one.card)
    if found.kind == "identity":
        event: Event = ChooseSummoner(found.faction, seat=seat)
        return _tried(state, event, f"Summoner: {found.name}", apply)
    if found.kind == "legendary":
        return _tried(state, ChooseLegendary(one.card, seat=seat), f"{found.name}, for you alone", apply)
    return _problem("phase", "The game has not begun. Scan your identity card, then your legendary.", one.card)


def _identity(state: State, seat: Seat, one: Seen) -> Reading:
    """The side that is up: back from a K.O. the table turns it itself, so this is a correction."""
    stage = 1 if deck().by_id[one.card]["side"] == "front" else 2
    owner = next((n for n, own in enumerate(state.seats) if own.faction == known(one.card).faction), seat)
    if state.seats[owner].health.stage == stage:
        return _problem("known", f"{person(owner)} is in stage {stage} by our count, too.", one.card)
    event = SetHealth(stage, seat=owner, override=True)
    label = f"{person(owner)} is in stage {stage}"
    return Reading(choices=(Choice(label, event, correction=True, why=book.ENRAGED),), summary=name_of(one.card))


def _fighters(clash: Clash, one: Seen) -> tuple[Fighter, ...]:
    """The dragons on the battlefield this card is part of; the very paper card where it is known."""
    exact = tuple(f for f in on_field(clash) if any(part.code == one.code for part in f.parts))
    return exact or tuple(f for f in on_field(clash) if any(part.card == one.card for part in f.parts))


def _in_combat(state: State, clash: Clash, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """A card while a combat goes on: what the step makes of it."""
    found = known(one.card)
    if found.kind == "fireball":
        return _fireball(state, clash, seat, one, apply)
    if found.kind not in DRAGONS:
        return _problem(
            "wrong_kind", f"{found.name} is no dragon and no Fireball; it has no part in a combat.", one.card
        )
    named = named_by_scan(offers.choices(state, seat), one.card, one.code)
    if clash.step == "attack" and seat == clash.attacker:
        events: list[Choice] = [Choice(f"Play {found.name}", PlayDragon(one.card, code=one.code, seat=seat))]
        others = [c for c in named if not isinstance(c.event, PlayDragon) and not c.correction]
        return _fitting_or_why(state, events, others, found.name, apply)
    if clash.step == "defense" and seat == clash.defender:
        events = [
            Choice(f"Block {fighter_name(state, a)}", Block(one.card, a.uid, code=one.code, seat=seat))
            for a in clash.attackers
        ]
        return _fitting_or_why(state, events, [], found.name, apply)
    return _aimed(state, clash, seat, one, apply)


def _fitting_or_why(
    state: State, main: Sequence[Choice], others: Sequence[Choice], summary: str, apply: Apply
) -> Reading:
    """One main meaning is tried, with its reason where it is refused; several are offered."""
    if len(main) == 1 and not others:
        return _tried(state, main[0].event, main[0].label, apply)
    return _fitting(state, (*main, *others), summary, apply)


def _aimed(state: State, clash: Clash, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """A dragon among fireballs and damage: the target, or an ambusher out of the hand."""
    there = _fighters(clash, one)
    ready = list(_at_dragons(state, clash, seat, there))
    if clash.step == "fireball_att" and seat == clash.attacker and "ambush" in known(one.card).words:
        ambushers = [c for c in offers.choices(state, seat) if c.card == one.card and c.fields and not c.correction]
        for choice in ambushers:
            for pick in choice.fields[0].picks:
                event = choice.fill(target=pick.value, value=known(one.card).words["ambush"])
                ready.append(replace(choice, event=event, fields=(), label=f"{choice.label} {pick.label}"))
    if not ready:
        text = f"{known(one.card).name} has no part in this step."
        return _problem("not_now", text, one.card)
    return _fitting(state, ready, known(one.card).name, apply)


def _at_dragons(state: State, clash: Clash, seat: Seat, there: Sequence[Fighter]) -> Iterator[Choice]:
    for one in there:
        name = fighter_name(state, one)
        if clash.step == "damage" and seat == clash.attacker:
            for question in combat.questions(field_of(clash), clash.targets):
                attacker = find_fighter(clash, question.attacker)
                if one.uid in question.candidates and attacker is not None:
                    event: Event = ChooseDamage(question.attacker, one.uid, seat=seat)
                    yield Choice(f"{fighter_name(state, attacker)} hits {name}", event, uid=one.uid)
        elif clash.step in ("fireball_att", "fireball_def"):
            for offered in offers.choices(state, seat):
                targets = [pick for spec in offered.fields for pick in spec.picks if pick.value == one.uid]
                if targets and isinstance(offered.event, Fireball):
                    yield replace(
                        offered, event=offered.fill(target=one.uid), fields=(), label=f"{offered.label} at {name}"
                    )


def _fireball(state: State, clash: Clash, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """A Fireball: at the only opposing dragon at once, at several by a button."""
    player = state.seats[seat]
    lent = next((t for t in player.tokens if t.kind == "fireball"), None)
    token = known(one.card).faction == "token"
    if token and lent is None:
        return _token(state, seat, one, apply)
    targets = clash.blockers if seat == clash.attacker else clash.attackers
    ready = [
        Choice(
            f"Fireball at {fighter_name(state, target)}",
            Fireball(target.uid, token=lent.uid if token and lent is not None else "", code=one.code, seat=seat),
            uid=target.uid,
        )
        for target in targets
    ]
    if not ready:
        return _problem("bad_fireball_target", "No opposing dragon is there to be hit.", one.card)
    return _fitting_or_why(state, ready, [], "Fireball", apply)


def _token(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    kind = known(one.card).kind
    if kind == "coin" and state.phase in ("market", "flush") and state.seats[seat].tokens:
        paid = _coin(state, seat, one, apply)
        if paid.submit is not None or paid.choices:
            return paid
    event = GainToken("fireball" if kind == "fireball" else "epic_coin", code=one.code, seat=seat)
    return _tried(state, event, f"Token: {known(one.card).name}", apply)


def _coin(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """One coin: a flush, a purchase for one symbol, or the card that is trashed; a supply card where it lies there."""
    found = known(one.card)
    ready: list[Choice] = []
    if state.phase == "flush" and seat == state.active:
        for n, slot in enumerate(state.seats[seat].supply, 1):
            if slot.shows:
                what = name_of(slot.card) if slot.card else f"slot {n}"
                ready.append(Choice(f"Flush {what}", Flush(n, one.code, seat=seat), why=book.FLUSH))
        return _fitting(state, ready, found.name, apply)
    if state.phase == "market" and seat == state.active:
        paid = _payment(state, seat, (one,), apply)
        ready += paid.choices
        if paid.submit is not None:
            ready.append(Choice(paid.summary, paid.submit, why=book.BUY))
        ready += _as_supply(state, seat, one)
        ready.append(Choice(f"Trash {found.name}", Trash(one.card, code=one.code, seat=seat), why=book.TRASH))
        return _fitting(state, ready, found.name, apply)
    ready += _as_supply(state, seat, one)
    if ready:
        return _fitting(state, ready, found.name, apply)
    return _problem("not_now", f"{found.name}: coins are for the market and the flush phase.", one.card)


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
        yield Choice(f"It lies in slot {n}", event, why=book.SUPPLY)


def _unrolled(choice: Choice) -> Iterator[Choice]:
    """A purchase as ready buttons, one for each way to pay."""
    if not choice.fields:
        yield choice
        return
    spec = choice.fields[0]
    for pick in spec.picks[:WAYS_SHOWN]:
        event = choice.fill(**{spec.name: pick.value})
        yield replace(choice, event=event, fields=(), label=f"{choice.label}: {pick.label}")


def _at_market(state: State, seat: Seat, one: Seen, apply: Apply) -> Reading:
    """A dragon or Fireball outside a combat."""
    found = known(one.card)
    ready = list(_as_supply(state, seat, one))
    if state.phase == "combat" and seat == state.active and one.card in at_hand(state, seat):
        whom = [c for c in offers.choices(state, seat) if isinstance(c.event, Attack)]
        text = f"First say whom you attack; then scan {found.name} again."
        problem = ScanProblem("attack_first", text, one.card)
        return Reading(choices=(*whom, *ready), problems=(problem,), summary=found.name)
    if state.phase == "flush" and seat == state.active:
        slots = [n for n, slot in enumerate(state.seats[seat].supply, 1) if slot.shows and slot.card == one.card]
        for choice in offers.choices(state, seat):
            if isinstance(choice.event, Flush) and slots and len(choice.fields) == 2:
                for pick in choice.fields[1].picks:
                    event = choice.fill(slot=slots[0], coin=pick.value)
                    ready.append(replace(choice, event=event, fields=(), label=f"Flush it for a {pick.label} coin"))
    elif state.phase == "market" and seat == state.active:
        ready.append(Choice(f"Trash {found.name}", Trash(one.card, code=one.code, seat=seat), why=book.TRASH))
    if not ready:
        text = f"{found.name}: nothing is done with it in this phase."
        return _problem("not_now", text, one.card)
    return _fitting(state, ready, found.name, apply)

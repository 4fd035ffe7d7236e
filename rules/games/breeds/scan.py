"""What a scan of Dragon Breeds means. A dragon: played, blocking, ambushing, hit, bought, trashed; coins: a payment,
all in one event; an identity card: the summoner; a quest card: a cube; a Fireball: at whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rules import scan
from rules.event import Event, Level, Refusal, Seat
from rules.game_protocol import Choice, Lying, Reading, ScanProblem, named_by_scan
from rules.games.breeds import checks, market
from rules.games.breeds import citations as cite
from rules.games.breeds import combat_rules as combat
from rules.games.breeds.combat import Block, PlayDragon, armed, targets
from rules.games.breeds.corrections import SetHealth
from rules.games.breeds.damage import ChooseDamage
from rules.games.breeds.deck import deck, identity, in_supply, known, name_of, price
from rules.games.breeds.fireballs import Ambush, Fireball
from rules.games.breeds.market import Buy, Flush, Trash, TurnUp, in_market, offer_purchases
from rules.games.breeds.quests_and_tokens import GainToken, Quest
from rules.games.breeds.setup import ChooseLegendary, ChooseSummoner
from rules.games.breeds.state import Clash, Fighter, State
from rules.scan import nothing, ours, problem, still_missing, tried
from rules.text import plural, say
from rules.values.code import CardCode
from rules.view import person

WAYS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Seen(scan.Seen):
    """One paper card of this game, and what kind it is."""

    @property
    def kind(self) -> str:
        return known(self.card).kind

    @property
    def name(self) -> str:
        return known(self.card).name


@dataclass(frozen=True, slots=True)
class Look:
    """One look by a seat's phone: the table as the seat may know it, whether an event fits, what it is offered."""

    state: State
    seat: Seat
    apply: scan.Apply[State]
    offered: Callable[[State, Seat], tuple[Choice, ...]]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the seat can do now."""
        return self.offered(self.state, self.seat)

    @property
    def active(self) -> bool:
        """Whether it is the seat's turn."""
        return self.seat == self.state.active

    def tried(self, event: Event, label: str) -> Reading:
        """The one event a scan means, or why it is refused and the button that sets that aside."""
        return tried(self.state, event, label, self.apply)

    def fitting(self, ready: Sequence[Choice], summary: str) -> Reading:
        """Those of some choices that would be accepted: one is done at once, several are offered."""
        good: list[Choice] = []
        problems: list[ScanProblem] = []
        anyway: list[Choice] = []
        for choice in ready:
            try:
                self.apply(self.state, choice.event)
            except Refusal as refusal:
                problems.append(ScanProblem(refusal.code, refusal.text))
                if refusal.level is Level.RULE:
                    label, event = say("{label} anyway", label=choice.label), replace(choice.event, override=True)
                    anyway.append(replace(choice, event=event, label=label))
                continue
            good.append(choice)
        if len(good) == 1:
            return Reading(submit=good[0].event, choices=tuple(good), summary=good[0].label)
        if good:
            return Reading(choices=tuple(good), summary=summary)
        if not problems:
            return problem("not_now", say("{summary} has no use just now.", summary=summary))
        return Reading(choices=tuple(anyway[:1]), problems=tuple(problems[:1]), summary=summary)

    def fitting_or_why(self, main: Sequence[Choice], others: Sequence[Choice], summary: str) -> Reading:
        """One main meaning is tried, with its reason where it is refused; several are offered."""
        if len(main) == 1 and not others:
            return self.tried(main[0].event, main[0].label)
        return self.fitting((*main, *others), summary)


def read(look: Look, seen: Sequence[CardCode]) -> Reading:
    """What these codes, seen in one look, mean now."""
    found_here, problems = ours(seen, deck(look.state.decks))
    cards = tuple(dict.fromkeys(Seen(one.card, one.code) for one in found_here))
    if not cards:
        return nothing(problems)
    if look.state.phase == "over":
        found = problem("game_over", "The game is over. Take that back first, then scan again.")
    else:
        found = _one(look, cards[0]) if len(cards) == 1 else _several(look, cards)
    found = still_missing(found, _lying(look.state), {one.code: one.card for one in cards})
    return replace(found, problems=(*found.problems, *problems))


def _lying(state: State) -> Iterator[tuple[Lying, ...]]:
    """Each seat's supply, as far as somebody told it, and the dragons of a combat."""
    for own in state.seats:
        yield _named((slot.card, slot.code) for slot in own.supply if slot.shows)
    clash = state.clash
    if clash is not None:
        fighters = (*clash.fighters, *clash.joining)
        yield _named((part.card, part.code) for one in fighters for part in one.parts)


def _named(cards: Iterable[tuple[str, str]]) -> tuple[Lying, ...]:
    return tuple(Lying(card, name_of(card), code) for card, code in cards if card)


def _several(look: Look, cards: tuple[Seen, ...]) -> Reading:
    state, kinds = look.state, {one.kind for one in cards}
    if kinds == {"coin"} and in_market(state, look.seat):
        return _payment(look, cards)
    supply = set(in_supply(state.seats[look.seat].faction))
    if state.phase != "setup" and all(one.card in supply for one in cards):
        return _supply(look, cards)
    if state.phase == "setup" and kinds <= {"legendary", "identity"}:
        return problem("one_at_a_time", "Scan one of them: the summoner you play, or the legendary you keep.")
    names = ", ".join(one.name for one in cards[:4])
    return problem("not_now", say("{names}: together they mean nothing now. Scan one at a time.", names=names))


def _one(look: Look, one: Seen) -> Reading:
    state, found = look.state, known(one.card)
    if state.phase == "setup":
        return _setup(look, one)
    if found.kind == "identity":
        return _identity(look, one)
    if found.kind == "quest":
        ready = tuple(choice for choice in look.choices if isinstance(choice.event, Quest))
        text = say("{name}: no cube of {who} can move up now.", name=found.name, who=person(look.seat))
        return Reading(choices=ready, summary="Which quest?") if ready else problem("quest_done", text, one.card)
    if state.clash is not None:
        return _in_combat(look, state.clash, one)
    if found.faction == "token":
        return _token(look, one)
    return _coin(look, one) if found.kind == "coin" else _at_market(look, one)


def _setup(look: Look, one: Seen) -> Reading:
    found = known(one.card)
    if found.kind == "identity":
        event: Event = ChooseSummoner(found.faction, seat=look.seat)
        return look.tried(event, say("Summoner: {name}", name=found.name))
    if found.kind == "legendary":
        event = ChooseLegendary(one.card, seat=look.seat)
        return look.tried(event, say("{name}, for you alone", name=found.name))
    return problem("phase", "The game has not begun. Scan your identity card, then your legendary.", one.card)


def _identity(look: Look, one: Seen) -> Reading:
    """The side that is up: back from a K.O. the table turns it itself, so this is a correction."""
    seats = look.state.seats
    stage = 1 if one.card == getattr(identity(known(one.card).faction, 1), "id", "") else 2
    owner = next((n for n, own in enumerate(seats) if own.faction == known(one.card).faction), look.seat)
    if seats[owner].health.stage == stage:
        text = say("{owner} is in stage {stage} by our count, too.", owner=person(owner), stage=stage)
        return problem("known", text, one.card)
    event = SetHealth(stage, seat=owner, override=True)
    label = say("{owner} is in stage {stage}", owner=person(owner), stage=stage)
    return Reading(choices=(Choice(label, event, correction=True, why=cite.ENRAGED),), summary=one.name)


# --- in a combat


def _in_combat(look: Look, clash: Clash, one: Seen) -> Reading:
    """A card while a combat goes on: what the step makes of it."""
    state, seat = look.state, look.seat
    if one.kind == "fireball":
        return _fireball(look, clash, one)
    if one.kind not in checks.DRAGONS:
        text = say("{name} is no dragon and no Fireball; it has no part in a combat.", name=one.name)
        return problem("wrong_kind", text, one.card)
    if clash.step == "attack" and seat == clash.attacker:
        named = named_by_scan(look.choices, one.card, one.code)
        played = Choice(say("Play {name}", name=one.name), PlayDragon(one.card, code=one.code, seat=seat))
        others = [choice for choice in named if not isinstance(choice.event, PlayDragon) and not choice.correction]
        return look.fitting_or_why([played], others, summary=one.name)
    if clash.step == "defense" and seat == clash.defender:
        blocks = []
        for other in clash.attackers:
            label = say("Block {dragon}", dragon=state.fighter_name(other))
            blocks.append(Choice(label, Block(one.card, other.uid, code=one.code, seat=seat)))
        return look.fitting_or_why(blocks, [], summary=one.name)
    return _aimed(look, clash, one)


def _aimed(look: Look, clash: Clash, one: Seen) -> Reading:
    """A dragon among fireballs and damage: the target, or an ambusher out of the hand."""
    ready = [choice for fighter in _fighters(clash, one) for choice in _at_dragon(look, clash, fighter)]
    for choice in look.choices:
        if isinstance(choice.event, Ambush) and choice.card == one.card:
            ready += _ambushes(choice)
    if not ready:
        return problem("not_now", say("{name} has no part in this step.", name=one.name), one.card)
    return look.fitting(ready, one.name)


def _ambushes(choice: Choice) -> Iterator[Choice]:
    """An ambush as ready buttons: at each target, and once more with what cards in the hand may add."""
    more = next((spec for spec in choice.fields if spec.name == "more"), None)
    for pick in choice.fields[0].picks:
        for added in range(1 + (more.high if more is not None else 0)):
            label = "{ambush} {target}" if not added else "{ambush} {target}, {added} more by the hand"
            label = say(label, ambush=choice.label, target=pick.label, added=added)
            yield replace(choice, event=choice.fill(target=pick.value, more=added), fields=(), label=label)


def _fighters(clash: Clash, one: Seen) -> tuple[Fighter, ...]:
    """The dragons on the battlefield this card is part of; the very paper card where it is known."""
    exact = tuple(f for f in clash.fighters if any(part.code == one.code for part in f.parts))
    return exact or tuple(f for f in clash.fighters if any(part.card == one.card for part in f.parts))


def _at_dragon(look: Look, clash: Clash, one: Fighter) -> Iterator[Choice]:
    """The damage or the fireballs that can hit this dragon."""
    state, name = look.state, look.state.fighter_name(one)
    if clash.step == "damage" and look.seat == clash.attacker:
        for question in combat.questions(clash.field, clash.targets):
            attacker = clash.fighter(question.attacker)
            if one.uid in question.candidates and attacker is not None:
                label = say("{attacker} hits {blocker}", attacker=state.fighter_name(attacker), blocker=name)
                yield Choice(label, ChooseDamage(question.attacker, one.uid, seat=look.seat), uid=one.uid)
    elif clash.step in ("fireball_att", "fireball_def"):
        for offered in look.choices:
            aimed = any(pick.value == one.uid for spec in offered.fields for pick in spec.picks)
            if aimed and isinstance(offered.event, Fireball):
                label = say("{label} at {name}", label=offered.label, name=name)
                yield replace(offered, event=offered.fill(target=one.uid), fields=(), label=label)


def _fireball(look: Look, clash: Clash, one: Seen) -> Reading:
    """A Fireball: at the only opposing dragon at once, at several by a button."""
    tokens = [token.uid for token in look.state.seats[look.seat].tokens if token.kind == "fireball"]
    is_token = known(one.card).faction == "token"
    if is_token and not tokens:
        return _token(look, one)
    ready = []
    for target in clash.blockers if look.seat == clash.attacker else clash.attackers:
        label = say("Fireball at {dragon}", dragon=look.state.fighter_name(target))
        event = Fireball(target.uid, token=tokens[0] if is_token else "", code=one.code, seat=look.seat)
        ready.append(Choice(label, event, uid=target.uid))
    if not ready:
        return problem("bad_fireball_target", "No opposing dragon is there to be hit.", one.card)
    return look.fitting_or_why(ready, [], summary="Fireball")


# --- in the market and the flush phase


def _payment(look: Look, cards: tuple[Seen, ...]) -> Reading:
    """What the coins on the table buy: each way one event, with just the coins it takes."""
    words = tuple(one.code for one in cards)
    supply = look.state.seats[look.seat].supply
    shows = [(n, known(slot.card)) for n, slot in enumerate(supply, 1) if slot.shows and slot.card]
    summary = plural(len(cards), "coin")
    if not shows:
        return problem("no_supply", "Name or scan the cards in your supply first; then coins say what they buy.")
    ready: list[Choice] = []
    for n, found in shows:
        way = _cheapest(look, words, found.cost) if found.printed and found.cost else None
        if way is not None:
            spare, cost = len(words) - len(way), price(found.cost)
            detail = say("{price} · {spare} of the coins stay", price=cost, spare=spare) if spare else cost
            ready.append(
                Choice(
                    say("Buy {name}", name=found.name), Buy(n, way, seat=look.seat), detail=detail, card=found.id,
                    suit=found.faction, primary=not spare, why=cite.BUY,
                )
            )  # fmt: skip
    if len(ready) == 1 and ready[0].primary:
        return look.tried(ready[0].event, ready[0].label)
    if not ready:
        text = say("Nothing face up can be bought with {summary}.", summary=summary)
        return Reading(problems=(ScanProblem("coins", text),), summary=summary)
    return Reading(choices=tuple(ready[:WAYS_SHOWN]), summary=summary)


def _cheapest(look: Look, words: tuple[str, ...], cost: tuple[str, ...]) -> tuple[str, ...] | None:
    """The plainest of these coins that pay a price, with all bought before; None where they do not."""
    player = look.state.seats[look.seat]
    by_plainness = sorted(words, key=lambda word: len((market.purse(player, (word,)).symbols or ((),))[0]))
    for chosen in combinations(by_plainness, min(len(cost), len(by_plainness))):
        found = market.purse(player, chosen)
        if not found.wrong and len(chosen) == len(cost) and market.payable(look.state.now, cost, found.symbols):
            return chosen
    return None


def _supply(look: Look, cards: tuple[Seen, ...]) -> Reading:
    """Several cards of the own faction: what lies face up, from left to right."""
    supply = look.state.seats[look.seat].supply
    slots = tuple(n for n, one in enumerate(supply, 1) if one.shows)
    where = slots if len(cards) == len(slots) else look.state.unknown_slots(look.seat)
    if len(cards) != len(where):
        text = "{seen} cards seen, but {lying} are face up in your supply. All in the picture?"
        text = say(text, seen=len(cards), lying=len(slots))
        told = any(slot.card for slot in supply)
        return replace(problem("supply_count", text), of=0 if told else max(len(cards), len(slots)))
    named = {str(n): one.card for n, one in zip(where, cards, strict=True)}
    codes = {str(n): one.code for n, one in zip(where, cards, strict=True)}
    return look.tried(
        TurnUp(named, codes, seat=look.seat), say("Supply: {cards}", cards=", ".join(one.name for one in cards))
    )


def _token(look: Look, one: Seen) -> Reading:
    """A token card: an Epic coin pays, otherwise it joins the token area."""
    if (
        one.kind == "coin"
        and (in_market(look.state, look.seat) or look.state.phase == "flush")
        and look.state.seats[look.seat].tokens
    ):
        paid = _coin(look, one)
        if paid.submit is not None or paid.choices:
            return paid
    event = GainToken("fireball" if one.kind == "fireball" else "epic_coin", code=one.code, seat=look.seat)
    return look.tried(event, say("Token: {name}", name=one.name))


def _coin(look: Look, one: Seen) -> Reading:
    """One coin: a flush, a purchase for one symbol, or the card that is trashed; a supply card where it lies there."""
    state = look.state
    if state.phase == "flush" and look.active:
        flushes = []
        for n, slot in enumerate(state.seats[look.seat].supply, 1):
            if slot.shows:
                what = name_of(slot.card) if slot.card else say("slot {n}", n=n)
                event = Flush(n, one.code, seat=look.seat)
                flushes.append(Choice(say("Flush {what}", what=what), event, why=cite.FLUSH))
        return look.fitting(flushes, one.name)
    ready = list(_as_supply(look, one))
    if in_market(state, look.seat):
        paid = _payment(look, (one,))
        bought = [Choice(paid.summary, paid.submit, why=cite.BUY)] if paid.submit is not None else []
        ready = [*paid.choices, *bought, *ready, _trashing(look, one)]
    if ready:
        return look.fitting(ready, one.name)
    return problem("not_now", say("{name}: coins are for the market and the flush phase.", name=one.name), one.card)


def _trashing(look: Look, one: Seen) -> Choice:
    event = Trash(one.card, code=one.code, seat=look.seat)
    return Choice(say("Trash {name}", name=one.name), event, why=cite.TRASH)


def _as_supply(look: Look, one: Seen) -> Iterator[Choice]:
    """A card of the own faction deck: bought where it lies, or told where nobody said yet."""
    state, seat = look.state, look.seat
    player = state.seats[seat]
    if one.card not in in_supply(player.faction):
        return
    lying = [n for n, slot in enumerate(player.supply, 1) if slot.shows and slot.code == one.code]
    lying = lying or [n for n, slot in enumerate(player.supply, 1) if slot.shows and slot.card == one.card]
    if lying and in_market(state, seat):
        for choice in offer_purchases(state, seat):
            if isinstance(choice.event, Buy) and choice.event.slot == lying[0]:
                yield from _one_button_each(choice)
    for n in state.unknown_slots(seat):
        event = TurnUp({str(n): one.card}, {str(n): one.code}, seat=seat)
        yield Choice(say("It is in slot {n}", n=n), event, why=cite.SUPPLY)


def _one_button_each(choice: Choice) -> Iterator[Choice]:
    """A purchase as ready buttons, one for each way to pay."""
    if not choice.fields:
        yield choice
        return
    spec = choice.fields[0]
    for pick in spec.picks[:WAYS_SHOWN]:
        event = choice.fill(**{spec.name: pick.value})
        yield replace(choice, event=event, fields=(), label=f"{choice.label}: {pick.label}")


def _at_market(look: Look, one: Seen) -> Reading:
    """A dragon or Fireball outside a combat."""
    state, ready = look.state, list(_as_supply(look, one))
    theirs = one.kind in checks.DRAGONS and (one.card in state.at_hand(look.seat) or not ready)
    attacks = list(_attacks(look, one)) if theirs else []
    if attacks:
        return look.fitting_or_why(attacks, ready, summary=one.name)
    if state.phase == "flush" and look.active:
        ready += _flushes(look, one)
    elif in_market(state, look.seat):
        ready.append(_trashing(look, one))
    if not ready:
        return problem("not_now", say("{name} has no use in this phase.", name=one.name), one.card)
    return look.fitting(ready, one.name)


def _attacks(look: Look, one: Seen) -> Iterator[Choice]:
    """The attack a dragon begins, on each player it can go for."""
    there = targets(look.state, look.seat) if armed(look.state, look.seat) else ()
    for target in there:
        label = say("Attack {player} with {name}", player=person(target), name=one.name)
        event = PlayDragon(one.card, code=one.code, player=target if len(there) > 1 else None, seat=look.seat)
        yield Choice(label, event, why=cite.ATTACK)


def _flushes(look: Look, one: Seen) -> Iterator[Choice]:
    """The card flushed where it lies, for each coin that can pay."""
    supply = look.state.seats[look.seat].supply
    slots = [n for n, slot in enumerate(supply, 1) if slot.shows and slot.card == one.card]
    for choice in look.choices:
        asked = {spec.name: spec for spec in choice.fields}
        if not isinstance(choice.event, Flush) or not slots or "pile" in asked:
            continue
        if "coin" not in asked:
            yield replace(choice, event=choice.fill(slot=slots[0]), fields=(), label=say("Flush {name}", name=one.name))
            continue
        for pick in asked["coin"].picks:
            event, label = choice.fill(slot=slots[0], coin=pick.value), "Flush it for a {coin} coin"
            yield replace(choice, event=event, fields=(), label=say(label, coin=pick.label))

"""Dragoborne on paper: two real decks, barriers nobody has looked at, dice that are rolled, texts that are followed.

Written from the publisher's guide and the rulings DB-R1 to DB-R35 without house rules. What each card of the two decks
does stands here in ``TEXTS`` as somebody reads it from the card; of the game only the card list and the events that
people send are used.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from itertools import permutations, product
from pathlib import Path
from typing import Any

from paper_table import Companion, Contradiction, shown

from rules import games
from rules.event import Event
from rules.game_protocol import Choice
from rules.games.dragoborne.ambushes import UseAmbush
from rules.games.dragoborne.card_texts import DamageShield, Effect, EffectAtFort, Tick, TurnDie
from rules.games.dragoborne.combat import (
    Attack,
    AttackAssassin,
    Block,
    CardGoes,
    ChooseShield,
    DealDamage,
    FortBurst,
    MakeRoom,
    NoBlock,
)
from rules.games.dragoborne.conceding import Concede
from rules.games.dragoborne.corrections import SetDie, SetResources
from rules.games.dragoborne.main_phase import (
    Activate,
    AssignCross,
    AssignShield,
    Cast,
    Move,
    PayOtherwise,
    SetAmbush,
    Summon,
    Swap,
)
from rules.games.dragoborne.setup import ChooseStarter, LayBarriers, Mulligan, PlaceBanners, UseDeck
from rules.games.dragoborne.turn import AddResource, Discard, Draw, EndTurn, RevealAmbush, Roll, SkipResource
from rules.seat_away import SeatAway, SeatBack
from rules.view import Board

SHEET = Path(games.__file__).parent / "dragoborne" / "cards.csv"
ROWS = {row["id"]: row for row in csv.DictReader(SHEET.read_text("utf-8").splitlines())}


def _copies(deck: str, *kinds: str) -> list[str]:
    rows = ((name, row) for name, row in ROWS.items() if row["deck"] == deck and row["type"] in kinds)
    return [name for name, row in rows for _ in range(int(row["copies"]))]


DECKS = ("ember", "tide")
CARDS = {deck: _copies(deck, "creature", "spell") for deck in DECKS}
BANNERS = {deck: [ROWS[name]["color"] for name in _copies(deck, "banner")] for deck in DECKS}
FORTS = ("1", "2", "3")
SIZE, HAND, HAND_MOST = 50, 5, 7
TURNS_MOST = 120
GIVES_UP = 0.004
LEAVES = 0.01
MISREAD = 0.05
"""How often dice or a resource are reported wrong and put right by hand."""


def color(name: str) -> str:
    return ROWS[name]["color"]


def cost(name: str) -> int | None:
    return int(ROWS[name]["cost"]) if ROWS[name]["cost"] != "-" else None


def keyword(name: str, word: str) -> str | None:
    """What a keyword of the card names ("" where it names nothing), or None where the card does not have it."""
    for one in ROWS[name]["keywords"].split():
        found, _, of = one.partition(":")
        if found == word:
            return of
    return None


# --- what lies on the table


@dataclass(eq=False)
class Creature:
    """A creature on the field; the changes last until the turn ends."""

    card: str
    owner: int
    fort: str
    rested: bool = False
    damage: int = 0
    atk: int = 0
    edr: int = 0
    held: bool = False


@dataclass(eq=False)
class Die:
    """A die; ``at`` is the fort it shields or the creature it lies on."""

    color: str
    value: int = 0
    where: str = "zone"
    at: Any = None
    assigned: bool = False


@dataclass
class Resource:
    color: str
    rested: bool = False


@dataclass
class Fort:
    color: str
    barriers: list[str] = field(default_factory=list)
    ambush: str = ""
    told: str = ""


@dataclass
class Side:
    """One player's half of the table, with the hand and the deck only they (or nobody) can see."""

    deck_name: str
    deck: list[str]
    hand: list[str] = field(default_factory=list)
    forts: dict[str, Fort] = field(default_factory=dict)
    creatures: list[Creature] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)
    resources: list[Resource] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    def at(self, fort: str) -> list[Creature]:
        return [one for one in self.creatures if one.fort == fort]

    def shields(self, fort: str) -> list[int]:
        return [n for n, die in enumerate(self.dice) if die.where == "shield" and die.at == fort]

    def on(self, creature: Creature) -> list[Die]:
        return [die for die in self.dice if die.where == "cross" and die.at is creature]

    def has_die(self, word: str, low: int, high: int) -> bool:
        """Whether a die outside the discard pile shows that."""
        return any(die.where != "discard" and die.color == word and low <= die.value <= high for die in self.dice) or (
            word == "white" and any(die.where != "discard" and low <= die.value <= high for die in self.dice)
        )

    def standing(self) -> list[Resource]:
        return [one for one in self.resources if not one.rested]

    def payable(self, price: int | None, word: str | None) -> bool:
        there = [one.color for one in self.standing()]
        return price is not None and len(there) >= price and (not price or word is None or word in there)


# --- what card texts do

Target = tuple[Event, Callable[[], None]]


@dataclass
class Clause:
    """One thing a text does: to whom, and how many times."""

    does: str
    whom: str = ""
    amount: int = 0
    atk: int = 0
    edr: int = 0
    way: str = ""
    times: int = 1


PEOPLE = Clause("people")
TEXTS: dict[tuple[str, str], tuple[Clause, ...]] = {
    ("flint_spark", "cast"): (Clause("damage", "creature or shield", 1),),
    ("grasping_roots", "cast"): (Clause("turn", "creature", way="hold"),),
    ("war_drums", "cast"): (Clause("change", "creature", atk=2, edr=2),),
    ("gift_of_the_grove", "cast"): (Clause("draw", amount=2),),
    ("falling_embers", "cast"): (Clause("damage", "each at a fort", 2),),
    ("cold_spray", "cast"): (Clause("turn", "creature of 2", way="rest"),),
    ("undertow", "cast"): (Clause("leaves", "creature of 3", way="hand"),),
    ("rallying_horn", "cast"): (Clause("change", "creature", atk=1, edr=1, times=2),),
    ("morning_muster", "cast"): (Clause("draw", amount=2),),
    ("breaking_wave", "cast"): (Clause("destroy", "shield"), Clause("draw", amount=1)),
    ("thornfoot_scout", "summoned"): (PEOPLE,),
    ("scalesmith", "activated"): (Clause("change", "another of yours", atk=1),),
    ("tidecaller_adept", "activated"): (Clause("die up", amount=1),),
    ("ashmane_champion", "attacks"): (Clause("damage", "shield there", 1),),
    ("reefblade_corsair", "damages_fort"): (Clause("draw", amount=1), Clause("discard", amount=1)),
    ("pyreclaw_dragon", "crossed attacks"): (Clause("damage", "creature there", 2),),
    ("abyssal_leviathan", "crossed attacks"): (Clause("turn", "creature there", way="rest"),),
    ("grasping_roots", "ambush"): (Clause("change", "attacker", atk=-2),),
    ("undertow", "ambush"): (Clause("leaves", "attacker", way="hand"),),
    ("falling_embers", "burst"): (Clause("damage", "attacker", 1),),
    ("breaking_wave", "burst"): (Clause("turn", "creature", way="rest"),),
}
"""What a card does at its moment. Changes that hold by themselves stand in ``strength``."""
MORE_BY_DICE = {
    "gift_of_the_grove": ("green", 5, 6, Clause("draw", amount=1)),
    "morning_muster": ("white", 6, 6, Clause("turn", "creature", way="stand")),
}
ABILITIES = {"scalesmith": 1, "tidecaller_adept": 2}
COMES = {"bramble_warden": "ambush", "gatehouse_hound": "ambush", "oakheart_guardian": "burst"}
"""Creatures that summon themselves out of hiding; the guardian comes at rest."""


@dataclass(eq=False)
class Text:
    """A card text that waits to be followed, and what of it has been done."""

    seat: int
    card: str
    clauses: tuple[Clause, ...]
    creature: Creature | None = None
    attacker: Creature | None = None
    fort: tuple[int, str] | None = None
    battle: bool = False
    done: Counter[int] = field(default_factory=Counter)
    hit: list[Creature] = field(default_factory=list)

    def left(self) -> list[tuple[int, Clause]]:
        return [(n, one) for n, one in enumerate(self.clauses) if self.done[n] < one.times]


@dataclass
class Attacking:
    """The attack going on."""

    creature: Creature
    fort: str = ""
    target: Creature | None = None
    blocker: Creature | None = None

    @property
    def open(self) -> bool:
        """Whether the attack on a fort may still be answered with an ambush."""
        return bool(self.fort) and self.blocker is None


class Decided(Exception):  # noqa: N818 - not a fault
    """The game has been won, lost or given up."""


class Paper:
    """One duel on paper, told to the companion as it goes."""

    def __init__(self, companion: Companion, rng: random.Random) -> None:
        self.companion, self.rng = companion, rng
        companion.open(2)
        self.sides: list[Side] = []
        self.texts: list[Text] = []
        self.attack: Attacking | None = None
        self.active, self.turn = 0, 1
        self.calm = rng.choice((0.1, 0.4, 0.7, 0.9))
        self.losers: set[int] = set()

    # --- asking and telling

    def moment(self, must: Iterable[Event], may: Iterable[Event] = (), *, ends: bool = False) -> None:
        """Raises Contradiction where an event the paper allows is missing, or one it excludes is on offer."""
        must = [*must, *self.text_events()]
        allowed = {*must, *may}
        offered: set[Event] = set()
        for seat in (0, 1):
            for choice in self.companion.offers(seat):
                if isinstance(choice.event, EndTurn):
                    ends = ends and seat == self.active
                    if not ends:
                        raise Contradiction(f"the end of the turn is offered to seat {seat}")
                elif not isinstance(choice.event, PayOtherwise):
                    offered.update(_filled(choice))
        for event in must:
            if event not in offered:
                raise Contradiction(f"the paper allows {shown(event)}, which is not offered")
        for event in offered:
            if event not in allowed:
                raise Contradiction(f"{shown(event)} is offered and cannot be")
        if ends and not self.companion.offers(self.active, EndTurn):
            raise Contradiction("the turn can be ended, which is not offered")

    def tell(self, event: Event) -> None:
        self.companion.tell(event)

    def agree(self) -> None:
        """Everything that lies on the table is what the companion says."""
        record, agree = self.companion.record, self.companion.agree
        for n, (side, told) in enumerate(zip(self.sides, record.sides, strict=True)):
            who = f"seat {n}'s"
            agree(f"{who} hand and deck", (len(side.hand), len(side.deck)), (told.hand, told.deck))
            forts = [(one.color, len(one.barriers), bool(one.ambush)) for one in side.forts.values()]
            agree(f"{who} forts", forts, [(one.color, one.barriers, one.ambush is not None) for one in told.forts])
            paper = [(one.card, one.fort, one.rested, one.damage, *self.strength(one)) for one in side.creatures]
            screen = self.figures(n)
            table = [(one.card, one.fort, one.rested, one.damage, *screen[one.uid]) for one in told.creatures]
            agree(f"{who} creatures", paper, table)
            dice = [(die.color, die.value, die.where, die.assigned) for die in side.dice]
            agree(f"{who} dice", dice, [(die.color, die.value, die.where, die.assigned) for die in told.dice])
            rested = Counter((one.color, one.rested) for one in side.resources)
            agree(f"{who} resources", rested, Counter((one.color, one.rested) for one in told.resources))
            agree(f"{who} discard pile", len(side.discard), len(told.discard) + told.unnamed)
            agree(f"{who} named discards", Counter(side.named), Counter(one.card for one in told.discard))
        agree("turn", (self.turn, self.active), (record.turn, record.active))
        waiting = [(one.seat, one.card) for one in record.todo if not one.done]
        agree("texts that wait", [(one.seat, one.card) for one in self.texts], waiting)
        attack = self.attack
        agree("an attack goes on", attack is not None, record.clash is not None)

    def figures(self, seat: int) -> dict[str, tuple[int, int]]:
        """ATK and EDR of every creature as the seat's screen shows them."""
        view = self.companion.tables.live(self.companion.code).game.view(self.companion.record, seat)
        boards = [block for block in view.blocks if isinstance(block, Board)]
        cards = [card for board in boards for slot in board.slots for card in slot.cards]
        badges = {card.uid: dict(card.badges) for card in cards}
        return {uid: (int(one["ATK"]), int(one["EDR"])) for uid, one in badges.items() if "ATK" in one}

    def uid(self, creature: Creature) -> str:
        """How the companion calls a creature."""
        at = next(n for n, one in enumerate(self.sides[creature.owner].creatures) if one is creature)
        return str(self.companion.record.sides[creature.owner].creatures[at].uid)

    # --- how strong a creature is

    def strength(self, one: Creature) -> tuple[int, int]:
        """ATK, never below 0, and EDR, with everything that counts for it now."""
        side, other = self.sides[one.owner], self.sides[1 - one.owner]
        atk, edr = int(ROWS[one.card]["atk"]) + one.atk, int(ROWS[one.card]["edr"]) + one.edr
        dice = side.on(one)
        if dice:
            atk, edr = atk + 1, edr + 1
        if one.card == "cinderclaw_raider" and any(die.color == "red" for die in dice):
            atk += 2
        if one.card == "kindling_whelp" and side.has_die("red", 4, 6):
            atk += 1
        if one.card == "brine_whelp" and side.has_die("blue", 4, 6):
            edr += 2
        if one.card == "dawn_sentry" and side.shields(one.fort):
            atk += 1
        near = sum(x.card == "mossback_colossus" and x is not one for x in side.at(one.fort))
        atk, edr = atk + near, edr + near
        attack = self.attack
        if attack is not None and attack.creature is one and attack.fort:
            atk -= sum(x.card == "bastion_colossus" for x in other.at(attack.fort))
        return max(0, atk), edr

    def invades(self, one: Creature, word: str) -> bool:
        if keyword(one.card, "invade") == word:
            return True
        crossed = any(die.color == "blue" for die in self.sides[one.owner].on(one))
        return one.card == "stormcrest_champion" and crossed and word == "red"

    def immune(self, one: Creature, source: str) -> bool:
        return keyword(one.card, "immune") in (color(source), *ROWS[source]["traits"].split())

    def fall(self) -> None:
        """Whoever has taken as much as they bear is destroyed, at once."""
        while fallen := [x for side in self.sides for x in side.creatures if x.damage >= self.strength(x)[1]]:
            for one in fallen:
                self.leave(one, "discard")
        attack = self.attack
        needed = [attack.creature, attack.target] if attack is not None else []
        if any(one is not None and not self.there(one) for one in needed):
            self.attack = None
        if self.attack is None:
            for text in self.texts:
                text.battle = False

    def there(self, one: Creature) -> bool:
        return any(x is one for x in self.sides[one.owner].creatures)

    def leave(self, one: Creature, where: str) -> None:
        """A creature leaves the field; the dice on it go to the discard pile."""
        side = self.sides[one.owner]
        for die in side.on(one):
            die.where, die.at = "discard", None
        side.creatures.remove(one)
        if where == "hand":
            side.hand.append(one.card)
        else:
            self.discard(one.owner, one.card)

    def discard(self, seat: int, card: str, *, named: bool = True) -> None:
        self.sides[seat].discard.append(card)
        if named:
            self.sides[seat].named.append(card)

    # --- texts

    def trigger(self, one: Creature, moment: str, *, attack: Attacking | None = None) -> None:
        """A creature's text for that moment waits to be followed, where it has anybody to be done to."""
        found = TEXTS.get((one.card, moment))
        if moment == "attacks" and self.sides[one.owner].on(one):
            found = TEXTS.get((one.card, "crossed attacks"), found)
        if found is None:
            return
        text = self.text(one.owner, one.card, found, attack=attack, creature=one)
        if not any(clause is PEOPLE for clause in found) and not any(True for _ in self.targets(text)):
            self.texts.remove(text)

    def text(
        self,
        seat: int,
        card: str,
        clauses: tuple[Clause, ...],
        *,
        attack: Attacking | None = None,
        creature: Creature | None = None,
    ) -> Text:
        going = attack or self.attack
        text = Text(seat, card, clauses, creature, battle=self.attack is not None)
        if going is not None:
            text.attacker = going.creature
            text.fort = (1 - going.creature.owner, going.fort) if going.fort else None
        self.texts.append(text)
        return text

    def text_events(self) -> list[Event]:
        """What is offered of the texts that wait: each thing they do, and that they are done."""
        numbers = [n for n, one in enumerate(self.companion.record.todo) if not one.done]
        ticks: list[Event] = [Tick(n, seat=text.seat) for n, text in zip(numbers, self.texts, strict=False)]
        return [*ticks, *(event for text in self.texts for _, event, _ in self.targets(text))]

    def targets(self, text: Text) -> Iterator[tuple[int, Event, Callable[[], None]]]:
        """Everything a text may do now: which clause, the event, and what it does on paper."""
        seat, source = text.seat, text.card
        for n, clause in text.left():
            if clause is PEOPLE:
                continue
            if clause.does == "draw":
                yield n, Draw(clause.amount, source, seat=seat), lambda c=clause: self.draw(seat, c.amount)  # type: ignore[misc]
            elif clause.does == "discard":
                if not self.sides[seat].hand:
                    continue
                yield n, Discard(clause.amount, source, seat=seat), lambda: self.discard_some(seat, 1)
            elif clause.does == "die up":
                for at, die in enumerate(self.sides[seat].dice):
                    if 0 < die.value < 6:
                        event = TurnDie(seat, at, die.value + 1, source, seat=seat)
                        yield n, event, lambda d=die: setattr(d, "value", d.value + 1)  # type: ignore[misc]
            elif clause.whom == "each at a fort":
                for owner, side in enumerate(self.sides):
                    for fort in FORTS:
                        if any(not self.immune(x, source) for x in side.at(fort)):
                            event = EffectAtFort(source, owner, fort, damage=clause.amount, seat=seat)
                            yield n, event, lambda o=owner, f=fort, c=clause: self.burn(source, o, f, c.amount)  # type: ignore[misc]
            else:
                yield from self.chosen(text, n, clause)

    def chosen(self, text: Text, n: int, clause: Clause) -> Iterator[tuple[int, Event, Callable[[], None]]]:
        seat, source = text.seat, text.card
        if "shield" in clause.whom:
            for owner, side in enumerate(self.sides):
                for at, die in enumerate(side.dice):
                    here = clause.whom != "shield there" or (owner, die.at) == text.fort
                    if die.where == "shield" and here:
                        amount = 6 if clause.does == "destroy" else clause.amount
                        event = DamageShield(owner, at, amount, source, seat=seat)
                        yield n, event, lambda d=die, a=amount: self.hit(d, a)  # type: ignore[misc]
        if clause.whom.startswith("shield"):
            return
        for owner, side in enumerate(self.sides):
            for one in side.creatures:
                if not self.reached(text, clause, owner, one):
                    continue
                uid = self.uid(one)
                if clause.does == "damage":
                    yield (
                        n,
                        Effect(source, uid, damage=clause.amount, seat=seat),
                        lambda o=one, c=clause: self.hurt(o, c.amount),
                    )  # type: ignore[misc]
                elif clause.does == "change":
                    event = Effect(source, uid, atk=clause.atk, edr=clause.edr, seat=seat)
                    yield n, event, lambda o=one, c=clause: self.change(text, o, c)  # type: ignore[misc]
                elif clause.does == "turn":
                    yield (
                        n,
                        Effect(source, uid, turn=clause.way, seat=seat),
                        lambda o=one, c=clause: self.rest(o, c.way),
                    )  # type: ignore[arg-type, misc]
                else:
                    yield n, Effect(source, uid, leaves="hand", seat=seat), lambda o=one: self.leave(o, "hand")  # type: ignore[misc]

    def reached(self, text: Text, clause: Clause, owner: int, one: Creature) -> bool:
        """Whether a clause may choose that creature."""
        if self.immune(one, text.card) or any(one is hit for hit in text.hit):
            return False
        price = cost(one.card)
        match clause.whom:
            case "creature of 2":
                return price is not None and price <= 2
            case "creature of 3":
                return price is not None and price <= 3
            case "another of yours":
                return owner == text.seat and one is not text.creature
            case "creature there":
                return (owner, one.fort) == text.fort
            case "attacker":
                return one is text.attacker
        return True

    def hit(self, die: Die, amount: int) -> None:
        """A dragoshield takes damage; at 0 it is destroyed and keeps the face it showed."""
        if amount >= die.value:
            die.where, die.at = "discard", None
        else:
            die.value -= amount

    def hurt(self, one: Creature, amount: int) -> None:
        one.damage += amount

    def burn(self, source: str, owner: int, fort: str, amount: int) -> None:
        for one in self.sides[owner].at(fort):
            if not self.immune(one, source):
                one.damage += amount

    def change(self, text: Text, one: Creature, clause: Clause) -> None:
        one.atk, one.edr = one.atk + clause.atk, one.edr + clause.edr
        text.hit.append(one)

    def rest(self, one: Creature, way: str) -> None:
        one.rested, one.held = way != "stand", one.held or way == "hold"

    def follow(self, text: Text) -> bool:
        """One thing the text does is done, or it is ticked. Whether it was done with."""
        found = list(self.targets(text))
        if not found or self.rng.random() < 0.1:
            numbers = [n for n, one in enumerate(self.companion.record.todo) if not one.done]
            at = next(n for n, one in enumerate(self.texts) if one is text)
            self.tell(Tick(numbers[at], seat=text.seat))
            self.texts.remove(text)
            return True
        _, event, _ = self.rng.choice(found)
        # Where two texts of one card say the same, the older one is meant.
        meant = ((one, *said) for one in self.texts for said in self.targets(one))
        text, n, _, does = next(one for one in meant if one[2] == event)
        self.tell(event)
        text.done[n] += 1
        over = not text.left()
        if over:
            self.texts.remove(text)
        does()
        self.fall()
        return over

    def follow_all(self, *, battle: bool = False) -> None:
        """The texts that wait are followed; outside a battle some are left for later."""
        while waiting := [one for one in self.texts if one.battle or not battle]:
            if not battle and self.rng.random() < 0.1:
                return
            self.agree()
            self.moment(self.idle(), self.idle_may(), ends=not battle and self.attack is None)
            self.follow(self.rng.choice(waiting))

    # --- drawing

    def draw(self, seat: int, count: int) -> None:
        side = self.sides[seat]
        if count > len(side.deck):
            self.losers = {seat}
            raise Decided
        side.hand += [side.deck.pop(0) for _ in range(count)]

    def discard_some(self, seat: int, count: int) -> None:
        hand = self.sides[seat].hand
        for _ in range(min(count, len(hand))):
            self.discard(seat, hand.pop(self.rng.randrange(len(hand))), named=False)

    # --- setting up

    def set_up(self) -> None:
        rng = self.rng
        for seat in rng.sample((0, 1), 2):
            name = rng.choice(("ember", "tide"))
            self.tell(UseDeck(name, seat=seat))
            deck = list(CARDS[name])
            rng.shuffle(deck)
            side = Side(name, deck[HAND:], deck[:HAND])
            self.sides = [side, *self.sides] if seat == 0 else [*self.sides, side]
        for seat in rng.sample((0, 1), 2):
            side = self.sides[seat]
            orders = sorted(set(permutations(BANNERS[side.deck_name])))
            for order in orders:
                if not self.companion.offered(PlaceBanners(*order, seat=seat)):
                    raise Contradiction(f"banners cannot lie as {order}")
            order = rng.choice(orders)
            self.tell(PlaceBanners(*order, seat=seat))
            side.forts = {fort: Fort(word) for fort, word in zip(FORTS, order, strict=True)}
            bar = [die.color for die in self.companion.record.sides[seat].dice]
            self.companion.agree("the colours of the dice", sorted(order), sorted(bar))
            side.dice = [Die(word) for word in bar]
            if rng.random() < 0.5:
                count = rng.randint(1, HAND)
                self.tell(Mulligan(count, seat=seat))
                back = [side.hand.pop(rng.randrange(len(side.hand))) for _ in range(count)]
                side.deck += back
                rng.shuffle(side.deck)
                side.hand += [side.deck.pop(0) for _ in range(count)]
                if self.companion.offers(seat, Mulligan):
                    raise Contradiction("a second mulligan is offered")
        first = rng.choice((0, 1))
        lays = [lambda s=seat: self.tell(LayBarriers(seat=s)) for seat in (0, 1)]  # type: ignore[misc]
        lays.append(lambda: self.tell(ChooseStarter(first, seat=rng.choice((0, 1)))))
        for tell in rng.sample(lays, 3):
            tell()
        for side in self.sides:
            for fort in side.forts.values():
                fort.barriers = [side.deck.pop(0) for _ in range(2)]
            side.resources = [Resource(fort.color) for fort in side.forts.values()]
        self.active = first

    # --- a turn

    def play(self) -> None:
        self.set_up()
        try:
            while True:
                self.one_turn()
                if self.turn > TURNS_MOST:
                    raise Contradiction("the game does not end")
        except Decided:
            pass
        self.audit()

    def one_turn(self) -> None:
        seat, rng = self.active, self.rng
        side = self.sides[seat]
        for one in side.creatures:
            one.rested, one.held = one.rested and one.held, False
        for resource in side.resources:
            resource.rested = False
        self.agree()
        values = tuple(rng.randint(1, 6) for _ in side.dice)
        every = [Roll(faces, seat=seat) for faces in product(range(1, 7), repeat=3)]
        self.moment(every)
        misread = rng.random() < MISREAD
        self.tell(Roll(tuple(rng.randint(1, 6) for _ in values) if misread else values, seat=seat))
        for n, value in enumerate(values) if misread else ():
            self.companion.correct(SetDie(n, value, seat=seat))
        for die, value in zip(side.dice, values, strict=True):
            die.value, die.where, die.at, die.assigned = value, "zone", None, False
        self.fall()
        self.agree()
        self.moment([Draw(seat=seat)])
        self.tell(Draw(seat=seat))
        self.draw(seat, 1)
        if self.turn > 1 and side.deck:
            self.resource(side)
        self.agree()
        self.perhaps_leave()
        while self.main_action():
            self.fall()
            self.agree()
        while self.turn > 1 and self.combat_action():
            self.agree()
        self.end()

    def resource(self, side: Side) -> None:
        self.agree()
        words = {color(name) for name in CARDS[side.deck_name]}
        skip = SkipResource(seat=self.active)
        self.moment([skip, *(AddResource(word, seat=self.active) for word in words)])
        if self.rng.random() < 0.15:
            self.tell(skip)
            return
        card = side.deck.pop(0)
        side.resources.append(Resource(color(card)))
        wrong = sorted(words - {color(card)})
        if not wrong or self.rng.random() >= MISREAD:
            self.tell(AddResource(color(card), seat=self.active))
            return
        self.tell(AddResource(wrong[0], seat=self.active))
        for word in (wrong[0], color(card)):
            standing = sum(one.color == word for one in side.resources)
            self.companion.correct(SetResources(word, standing, 0, seat=self.active))

    # --- the main phase

    def hidden(self, seat: int, card: str) -> bool:
        """Whether a copy may lie where the companion has not seen it."""
        side = self.sides[seat]
        seen = side.named.count(card) + sum(one.card == card for one in side.creatures) + side.shown.count(card)
        return card in CARDS[side.deck_name] and seen < int(ROWS[card]["copies"])

    def plays(self, cards: Iterable[str]) -> list[Summon | Cast | SetAmbush]:
        """Everything that may be done with one of these cards now."""
        seat, side = self.active, self.sides[self.active]
        found: list[Summon | Cast | SetAmbush] = []
        full = [self.uid(one) for fort in FORTS if len(side.at(fort)) == 2 for one in side.at(fort)]
        for card in dict.fromkeys(cards):
            kind, price = ROWS[card]["type"], cost(card)
            if side.payable(price, color(card)):
                found += [Summon(card, fort, seat=seat) for fort in FORTS] if kind == "creature" else []
                found += [Summon(card, "", discard=uid, seat=seat) for uid in full] if kind == "creature" else []
                found += [Cast(card, seat=seat)] if kind == "spell" else []
            if keyword(card, "ambush") is not None and side.payable(2, None):
                free = [number for number, fort in side.forts.items() if not fort.ambush]
                found += [SetAmbush(number, card=word, seat=seat) for number in free for word in (card, "")]
        return found

    def others(self) -> list[Event]:
        """What may be done in the main phase with what lies on the table."""
        seat, side = self.active, self.sides[self.active]
        found: list[Event] = []
        for one in side.creatures:
            uid = self.uid(one)
            if one.card in ABILITIES and side.payable(ABILITIES[one.card], None):
                found.append(Activate(uid, seat=seat))
            found += [Move(uid, fort, seat=seat) for fort in FORTS if fort != one.fort and len(side.at(fort)) < 2]
        for one in side.creatures:  # whichever of the two is touched first
            for other in side.creatures:
                if one.fort != other.fort:
                    found.append(Swap(self.uid(one), self.uid(other), seat=seat))
        for n, die in enumerate(side.dice):
            if die.where == "zone" and not die.assigned:
                shielded = [number for number, fort in side.forts.items() if fort.color == die.color and fort.barriers]
                found += [AssignShield(n, number, seat=seat) for number in shielded]
                found += [AssignCross(n, self.uid(one), seat=seat) for one in side.creatures]
        return found

    def attacks(self) -> list[Event]:
        """Every attack that may be declared now."""
        seat, other = self.active, self.sides[1 - self.active]
        found: list[Event] = []
        for one in self.sides[seat].creatures if self.turn > 1 else ():
            if one.rested:
                continue
            uid = self.uid(one)
            found += [Attack(uid, number, seat=seat) for number, fort in other.forts.items() if fort.barriers]
            word = keyword(one.card, "assassin")
            for target in other.creatures if word is not None else ():
                if target.rested and word in (color(target.card), *ROWS[target.card]["traits"].split()):
                    found.append(AttackAssassin(uid, self.uid(target), seat=seat))
        return found

    def idle(self) -> list[Event]:
        """What the active player may do now, where nothing waits to be answered."""
        if self.attack is not None:
            return self.ambushes(1 - self.active, self.attack.fort)[0] if self.attack.open else []
        moves = [] if self.combat else [*self.plays(self.sides[self.active].hand), *self.others()]
        return [*moves, *self.attacks()]

    def idle_may(self) -> list[Event]:
        if self.attack is not None and self.attack.open:
            return self.ambushes(1 - self.active, self.attack.fort)[1]
        if self.attack is not None or self.combat or not self.sides[self.active].hand:
            return []
        return self.plays(card for card in ROWS if self.hidden(self.active, card))

    combat = False

    def main_action(self) -> bool:
        """Something is done in the main phase. Whether the phase goes on."""
        rng, side = self.rng, self.sides[self.active]
        self.combat = False
        plays, others = self.plays(side.hand), self.others()
        self.moment(self.idle(), self.idle_may(), ends=True)
        if rng.random() < GIVES_UP:
            self.companion.correct(Concede(seat=self.active))
            self.losers = {self.active}
            raise Decided
        if rng.random() < 0.12 or not (plays or others):
            return False
        shields = [event for event in others if isinstance(event, (AssignShield, AssignCross, Activate))]
        event = rng.choice(shields or others or plays)
        if plays and rng.random() < 0.6:
            card = rng.choice(sorted({said.card for said in plays if said.card}) or [""])
            event = rng.choice([said for said in plays if said.card == card])
        if isinstance(event, (Move, Swap)) and rng.random() < 0.7:
            return bool(plays)
        getattr(self, "does_" + type(event).__name__.lower())(event)
        if self.texts and rng.random() < 0.9:
            self.follow_all()
        return True

    def pay(self, price: int, word: str | None) -> None:
        """Resources rest: one of the card's colour among them, the others as people like; the companion is told."""
        side, rng = self.sides[self.active], self.rng
        if not price:
            return
        before = Counter(one.color for one in side.standing())
        left = list(side.standing())
        rng.shuffle(left)
        chosen = [next(one for one in left if word in (None, one.color))]
        chosen += [one for one in left if one is not chosen[0]][: price - 1]
        for one in chosen:
            one.rested = True
        paid = Counter(one.color for one in chosen)
        told = before - Counter(
            one.color for one in self.companion.record.sides[self.active].resources if not one.rested
        )
        while told != paid:
            stands, rests = rng.choice(sorted((told - paid).elements())), rng.choice(sorted((paid - told).elements()))
            if word is not None and told[word] == 1 and stands == word != rests:
                stands = next(one for one in sorted((told - paid).elements()) if one != word)
            self.tell(PayOtherwise(f"{stands}>{rests}", seat=self.active))
            told = told - Counter([stands]) + Counter([rests])

    def does_summon(self, event: Summon) -> None:
        side = self.sides[self.active]
        leaves = next((one for one in side.creatures if self.uid(one) == event.discard), None)
        self.tell(event)
        side.hand.remove(event.card)
        self.room(self.active, event.card, leaves.fort if leaves else event.fort, leaves=leaves)
        self.pay(cost(event.card) or 0, color(event.card))

    def room(self, seat: int, card: str, fort: str, *, rested: bool = False, leaves: Creature | None = None) -> None:
        """A creature comes to a fort; of two that are there one leaves for it, without being destroyed.

        With ``leaves`` it has been told which.
        """
        side = self.sides[seat]
        there = side.at(fort)
        if leaves is None and len(there) == 2:
            self.moment([MakeRoom(self.uid(one), seat=seat) for one in there])
            leaves = self.rng.choice(there)
            self.tell(MakeRoom(self.uid(leaves), seat=seat))
        if leaves is not None:
            self.leave(leaves, "discard")
        new = Creature(card, seat, fort, rested)
        side.creatures.append(new)
        self.trigger(new, "summoned")
        self.fall()

    def does_cast(self, event: Cast) -> None:
        side = self.sides[self.active]
        self.tell(event)
        side.hand.remove(event.card)
        self.discard(self.active, event.card)
        clauses = TEXTS[event.card, "cast"]
        if event.card in MORE_BY_DICE:
            word, low, high, more = MORE_BY_DICE[event.card]
            clauses = (*clauses, more) if side.has_die(word, low, high) else clauses
        self.text(self.active, event.card, clauses)
        self.pay(cost(event.card) or 0, color(event.card))

    def does_setambush(self, event: SetAmbush) -> None:
        side = self.sides[self.active]
        self.tell(event)
        held = [card for card in side.hand if keyword(card, "ambush") is not None]
        card = event.card or self.rng.choice(held)
        side.hand.remove(card)
        side.forts[event.fort].ambush, side.forts[event.fort].told = card, event.card
        self.pay(2, None)

    def does_activate(self, event: Activate) -> None:
        one = next(one for one in self.sides[self.active].creatures if self.uid(one) == event.creature)
        self.tell(event)
        self.text(self.active, one.card, TEXTS[one.card, "activated"], creature=one)
        self.pay(ABILITIES[one.card], None)

    def does_assignshield(self, event: AssignShield) -> None:
        self.tell(event)
        die = self.sides[self.active].dice[event.die]
        die.where, die.at, die.assigned = "shield", event.fort, True

    def does_assigncross(self, event: AssignCross) -> None:
        side = self.sides[self.active]
        one = next(one for one in side.creatures if self.uid(one) == event.creature)
        self.tell(event)
        die = side.dice[event.die]
        die.where, die.at, die.assigned = "cross", one, True

    def does_move(self, event: Move) -> None:
        one = next(one for one in self.sides[self.active].creatures if self.uid(one) == event.creature)
        self.tell(event)
        one.fort = event.fort

    def does_swap(self, event: Swap) -> None:
        side = self.sides[self.active]
        first, second = (
            next(one for one in side.creatures if self.uid(one) == uid) for uid in (event.first, event.second)
        )
        self.tell(event)
        first.fort, second.fort = second.fort, first.fort

    # --- the combat

    def combat_action(self) -> bool:
        """One attack from its declaration to its end. Whether there was one."""
        found = self.attacks()
        if not found or self.rng.random() < self.calm:
            return False
        self.moment(self.idle(), self.idle_may(), ends=True)
        event = self.rng.choice(found)
        self.combat = True
        one = next(one for one in self.sides[self.active].creatures if self.uid(one) == event.creature)  # type: ignore[attr-defined]
        defender = self.sides[1 - self.active]
        target = None
        if isinstance(event, AttackAssassin):
            target = next(x for x in defender.creatures if self.uid(x) == event.target)
        self.tell(event)
        one.rested = True
        self.attack = Attacking(one, event.fort if isinstance(event, Attack) else "", target)
        attack = self.attack
        self.trigger(one, "attacks")
        self.paused = bool(self.texts) and self.texts[-1].battle
        self.follow_all(battle=True)
        if self.attack is not None:
            self.defend(attack)
        if self.attack is not None:
            self.strike(attack)
        self.attack = None
        for text in self.texts:
            text.battle = False
        self.fall()
        if self.texts:
            self.follow_all()
        return True

    def ambushes(self, seat: int, fort: str) -> tuple[list[Event], list[Event]]:
        """The ambush that may be used there: the real one, and what it might be."""
        side = self.sides[seat]
        there = side.forts[fort]
        banners = {one.color for one in side.forts.values()}
        if not there.ambush:
            return [], []
        possible = [there.told] if there.told else [c for c in ROWS if keyword(c, "ambush") is not None]
        may = [card for card in possible if color(card) in banners and self.hidden(seat, card)]
        real = [UseAmbush(fort, there.ambush, seat=seat)] if color(there.ambush) in banners else []
        return [*real], [UseAmbush(fort, card, seat=seat) for card in may]

    def defend(self, attack: Attacking) -> None:
        """The defender uses an ambush, lets a dragoshield or a creature block, or lets the attack pass."""
        seat = 1 - self.active
        side = self.sides[seat]
        while self.attack is not None and attack.fort:
            shields = side.shields(attack.fort)
            able = [one for one in side.at(attack.fort) if not one.rested]
            if shields or self.invades(attack.creature, side.forts[attack.fort].color):
                able = []
            real, may = self.ambushes(seat, attack.fort)
            hidden = bool(side.forts[attack.fort].ambush)
            answers: list[Event] = [ChooseShield(n, seat=seat) for n in shields] if len(shields) > 1 else []
            answers += [*(Block(self.uid(one), seat=seat) for one in able), NoBlock(seat=seat)] if able else []
            if not answers and not hidden and not self.paused:
                return
            answers = answers or [DealDamage(seat=n) for n in ((seat,) if hidden else (0, 1))]
            self.agree()
            self.moment([*answers, *real], may)
            if real and self.rng.random() < 0.6:
                self.ambush(attack, real[0])
                continue
            event = self.rng.choice(answers[: len(able)] if able and self.rng.random() < 0.6 else answers)
            blockers = {self.uid(one): one for one in able}
            self.tell(event)
            if isinstance(event, Block):
                attack.blocker = blockers[event.creature]
                attack.blocker.rested = True
            elif isinstance(event, ChooseShield):
                self.shield = event.die
            return

    shield, paused = -1, False

    def ambush(self, attack: Attacking, event: Any) -> None:
        """The ambush at the attacked fort is turned up and does what it says."""
        seat = 1 - self.active
        side = self.sides[seat]
        card = event.card
        self.tell(event)
        self.paused = True
        side.forts[event.fort].ambush = side.forts[event.fort].told = ""
        if card in COMES:
            self.room(seat, card, event.fort)
            return
        self.text(seat, card, TEXTS[card, "ambush"])
        self.goes(seat, card, event.fort)
        self.follow_all(battle=True)

    def goes(self, seat: int, card: str, fort: str) -> None:
        """A used card goes where its owner says."""
        asked: list[Event] = [CardGoes(where, seat=seat) for where in ("hand", "discard")]
        places = ("resource", "fort") if ROWS[card]["type"] == "creature" else ("resource",)
        self.moment(asked, [CardGoes(where, seat=seat) for where in places])  # type: ignore[arg-type]
        event = self.rng.choice(asked)
        self.tell(event)
        if event == asked[0]:
            self.sides[seat].hand.append(card)
        else:
            self.discard(seat, card)

    def strike(self, attack: Attacking) -> None:
        """The damage of an attack, and what triggers on it."""
        one, seat = attack.creature, 1 - self.active
        side = self.sides[seat]
        atk = self.strength(one)[0]
        other = attack.target or attack.blocker
        shields = side.shields(attack.fort) if attack.fort else []
        if other is not None:
            back = self.strength(other)[0]
            other.damage += atk
            one.damage += back
            deadly = [(one, other, atk), (other, one, back)]
            self.attack = None
            for mine, yours, dealt in deadly:
                if keyword(mine.card, "deadly") is not None and dealt and self.there(yours):
                    yours.damage = max(yours.damage, 99)
            self.fall()
            return
        if shields:
            die = side.dice[self.shield if self.shield in shields and len(shields) > 1 else shields[0]]
            self.hit(die, atk)
            self.attack = None
            return
        self.attack = None
        if atk < 1:
            return
        card = side.forts[attack.fort].barriers.pop()
        self.trigger(one, "damages_fort", attack=attack)
        self.barrier(seat, card, attack)

    def barrier(self, seat: int, card: str, attack: Attacking) -> None:
        """The owner looks at a barrier that left: its fort burst, or it goes to the hand."""
        side = self.sides[seat]
        bursts = [c for c in ROWS if keyword(c, "fort_burst") is not None and self.hidden(seat, c)]
        must: list[Event] = [FortBurst(False, seat=seat)]
        use = keyword(card, "fort_burst") is not None
        must += [FortBurst(True, card, seat=seat)] if use else []
        self.agree_but_texts()
        self.moment(must, [FortBurst(True, c, seat=seat) for c in bursts])
        if not use or self.rng.random() < 0.3:
            self.tell(must[0])
            side.hand.append(card)
            return
        self.tell(must[1])
        if card in COMES:
            self.room(seat, card, attack.fort, rested=True)
        elif card == "lantern_keeper":
            side.resources.append(Resource("yellow"))
            side.shown.append(card)
        else:
            self.text(seat, card, TEXTS[card, "burst"], attack=attack)
            self.goes(seat, card, attack.fort)

    def agree_but_texts(self) -> None:
        self.agree()

    # --- the end

    def end(self) -> None:
        """The turn ends: texts that wait are answered, cards over seven go, damage goes, and barriers are looked at."""
        seat, rng = self.active, self.rng
        side = self.sides[seat]
        self.agree()
        numbers = [n for n, one in enumerate(self.companion.record.todo) if not one.done]
        self.tell(EndTurn(texts={str(n): rng.choice(("done", "left")) for n in numbers}, seat=seat))
        self.texts.clear()
        due = len(side.hand) - HAND_MOST
        if due > 0:
            self.moment([Discard(due, seat=seat)])
            self.tell(Discard(due, seat=seat))
            self.discard_some(seat, due)
        for each in self.sides:
            for one in each.creatures:
                one.damage = one.atk = one.edr = 0
        self.losers = {n for n, each in enumerate(self.sides) if not any(fort.barriers for fort in each.forts.values())}
        if self.losers:
            raise Decided
        self.turn += 1
        self.active = 1 - seat
        self.combat = False

    def perhaps_leave(self) -> None:
        """Somebody leaves, which gives the duel up, and comes back before anything else happens."""
        if self.rng.random() >= LEAVES:
            return
        gone = self.rng.choice((0, 1))
        self.companion.correct(SeatAway(seat=gone), by=1 - gone)
        self.companion.agree("over while somebody is away", True, self.companion.over)
        self.companion.agree("who has won then", [1 - gone], list(self.companion.sheet().winners))
        self.companion.correct(SeatBack(seat=gone), by=self.rng.choice((0, 1)))
        self.agree()

    def audit(self) -> None:
        """Ambushes nobody used are shown, and the result is what the paper says."""
        left = [(n, number) for n, side in enumerate(self.sides) for number, fort in side.forts.items() if fort.ambush]
        for seat, number in self.rng.sample(left, len(left)):
            self.companion.agree("over before all ambushes are shown", False, self.companion.over)
            self.tell(RevealAmbush(number, self.sides[seat].forts[number].ambush, seat=seat))
        self.companion.agree("over", True, self.companion.over)
        winners = [n for n in (0, 1) if n not in self.losers] or [0, 1]
        self.companion.agree("winners", winners, list(self.companion.sheet().winners))
        self.companion.ended = True


def _filled(choice: Choice) -> Iterator[Event]:
    """Every event a choice can become."""
    values = [
        [pick.value for pick in spec.picks] if spec.picks else list(range(spec.low, spec.high + 1))
        for spec in choice.fields
    ]
    for chosen in product(*values):
        found = choice.event
        for spec, value in zip(choice.fields, chosen, strict=True):
            outer, _, inner = spec.name.partition(".")
            if inner:
                there = list(getattr(found, outer))
                there[int(inner)] = value
                found = replace(found, **{outer: tuple(there)})
            else:
                found = replace(found, **{outer: value})
        yield replace(found, code="") if "code" in {one.name for one in fields(found)} else found


def play(companion: Companion, rng: random.Random) -> None:
    """One duel."""
    Paper(companion, rng).play()

"""Attack at the Tower on paper: two armies of real cards, boards with counters, battles reckoned from the rulebook.

Written from the instructions on the sheets and the rulings TW-R1 to TW-R31, without house rules. Names of troops in a
battle (``0-2b1``) are the companion's, for they are how damage is reported to it.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from paper_table import Companion, Contradiction

from rules import games
from rules.event import Event
from rules.games.tower.attack import AssignDamage, ConfirmStep, DeclareAttack, EndAttack, Fight, PalaceAssault
from rules.games.tower.corrections import (
    SetAbility,
    SetBase,
    SetHand,
    SetLost,
    SetPile,
    SetSpecials,
    SetTroops,
    SetTurn,
    SetWins,
)
from rules.games.tower.setup_and_renewing import ChooseStarter, Discard, Done, Draw, PlaceBase, Renew
from rules.games.tower.turn import EndMatch, EndTurn, GiveUp, NextGame, PlayAbility, Recruit, Tick
from rules.seat_away import SeatAway, SeatBack

with (Path(games.__file__).parent / "tower" / "cards.csv").open(encoding="utf-8", newline="") as file:
    CARDS = {row["id"]: row for row in csv.DictReader(file)}
BASES = [name for name, row in CARDS.items() if row["kind"] == "base"]
ABILITIES = [name for name, row in CARDS.items() if row["kind"] == "ability"]
TREANT = next(name for name in ABILITIES if CARDS[name]["ability_class"] == "special")
COPIES = {name: int(row["copies"]) for name, row in CARDS.items()}
TROOP = {name: row["recruits"] for name, row in CARDS.items() if row["recruits"]}
POWER = {row["recruits"]: int(row["power"]) for row in CARDS.values() if row["recruits"]}
BASE_POWER, PALACE_POWER, TROOPS_MOST, HAND_MOST = 4, 10, 2, 5
PLACES = tuple(t + c for t in "123" for c in "abc")
PALACE = "palace"
GIVES_UP_AFTER = 40
"""Turns of one game after which people lose patience."""


def by_suit(suit: str) -> str:
    """The ability for that kind of troop."""
    return next(name for name in ABILITIES if CARDS[name]["troop_type"] == suit)


LIGHT, SHOOTER, HEAVY = by_suit("light"), by_suit("shooter"), by_suit("heavy")
CAVALRY, SIEGE, THORNS = by_suit("cavalry"), by_suit("siege"), by_suit("common")


def shuffled(names: list[str], rng: random.Random) -> list[str]:
    """A pile of every copy of these cards, shuffled."""
    pile = [name for name in names for _ in range(COPIES[name])]
    rng.shuffle(pile)
    return pile


@dataclass
class Army:
    """One player's cards and board."""

    rng: random.Random
    hand: list[str] = field(default_factory=list)
    board: dict[str, list[str | int]] = field(default_factory=dict)
    treants: int = 0
    active: list[str] = field(default_factory=list)
    abilities_out: list[str] = field(default_factory=list)
    bases_out: list[str] = field(default_factory=list)
    trolls_lost: int = 0
    to_draw: int = HAND_MOST
    trolls_due: int = 0
    done: bool = False

    def __post_init__(self) -> None:
        self.abilities, self.bases = shuffled(ABILITIES, self.rng), shuffled(BASES, self.rng)

    def held(self, kind: str) -> list[str]:
        return [name for name in self.hand if CARDS[name]["kind"] == kind]

    def troops(self, place: str) -> int:
        return int(self.board[place][1]) if place in self.board else 0

    def draw(self, abilities: int, laid: int) -> None:
        self.hand += [self.abilities.pop() for _ in range(abilities)] + [self.bases.pop() for _ in range(laid)]
        self.to_draw -= abilities + laid

    def full_territories(self) -> int:
        return sum(all(t + c in self.board for c in "abc") for t in "123")

    def lose_troops(self, place: str, count: int) -> None:
        base, there = self.board[place]
        if TROOP[str(base)] == "troll":
            self.trolls_lost += count
        self.board[place][1] = int(there) - count

    def lose_base(self, place: str) -> None:
        self.lose_troops(place, self.troops(place))
        self.bases_out.append(str(self.board.pop(place)[0]))

    def visible(self) -> Counter[str]:
        """Cards everybody sees lying on this player's side."""
        return Counter([str(base) for base, _ in self.board.values()] + self.active + [TREANT] * self.treants)

    def room_for_trolls(self) -> list[str]:
        burrows = [place for place, (base, _) in self.board.items() if TROOP[str(base)] == "troll"]
        return sorted(place for place in burrows if self.troops(place) < TROOPS_MOST)


@dataclass
class Fighter:
    """A troop in a battle, with its power once it is read."""

    id: str
    kind: str
    strike: int = 0
    tough: int = 0
    first: bool = False
    artillery: bool = False


@dataclass
class Battle:
    """An attack going on. ``hits`` and ``siege`` are what each role (0 attacks) hands out in this step."""

    attacker: int
    source: str
    target: str
    count: int
    moment: str = "declared"
    palace: bool = False
    sides: tuple[list[Fighter], list[Fighter]] = ((), ())  # type: ignore[assignment] # filled when powers are read
    walls: dict[str, int] = field(default_factory=dict)
    siege_copies: tuple[int, int] = (0, 0)
    damage: Counter[str] = field(default_factory=Counter)
    hits: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])
    artillery_hits: dict[str, int] = field(default_factory=dict)
    stands: list[bool] = field(default_factory=lambda: [False, False])

    def alive(self, role: int) -> list[Fighter]:
        return [one for one in self.sides[role] if self.damage[one.id] < one.tough]

    def pool(self, role: int) -> int:
        """Damage that role has for anything, in this step."""
        first = self.moment == "initiative"
        own = sum(one.strike for one in self.alive(role) if one.first == first and not one.artillery)
        if first or role == 0:
            return own
        return own + sum(power for wall, power in self.walls.items() if self.damage[wall] < power)

    def cannons(self) -> int:
        """Damage of the attacker's artillery, for structures alone."""
        if self.moment == "initiative":
            return 0
        return sum(one.strike for one in self.alive(0) if one.artillery and not one.first)

    def embers(self, role: int) -> int:
        """What the siege ability of that role deals to each enemy troop in this step."""
        if self.moment == "initiative":
            return 0
        return self.siege_copies[role] * sum(one.kind == "dragon" for one in self.alive(role))

    def needs(self, role: int) -> dict[str, int]:
        """What each enemy of that role still bears before anything is handed out in this step."""
        left = {one.id: one.tough - self.damage[one.id] - self.embers(role) for one in self.alive(1 - role)}
        return {name: need for name, need in left.items() if need > 0}

    def open_walls(self, hits: Mapping[str, int]) -> dict[str, int]:
        """The structures the attacker may hit if ``hits`` go to the troops, with what each still bears."""
        if any(hits.get(name, 0) < need for name, need in self.needs(0).items()):
            return {}
        left = {wall: power - self.damage[wall] for wall, power in self.walls.items()}
        return {wall: need for wall, need in left.items() if need > 0}

    def asked(self, role: int) -> bool:
        """Whether that role has damage to hand out and something it can hurt."""
        if self.moment not in ("initiative", "regular") or self.stands[role]:
            return False
        if role == 1:
            return self.pool(1) > 0 and bool(self.needs(1))
        if self.needs(0):
            return self.pool(0) > 0
        return bool(self.open_walls({})) and self.pool(0) + self.cannons() > 0


class Table:
    """Both armies, whose turn it is, and everything people can do on paper."""

    def __init__(self, companion: Companion, rng: random.Random) -> None:
        self.companion, self.rng = companion, rng
        self.won: list[int] = []
        self.away: int | None = None
        self.new_game()

    def new_game(self) -> None:
        self.armies = [Army(self.rng), Army(self.rng)]
        self.phase, self.turn = "setup", 1
        self.active: int | None = None
        self.battle: Battle | None = None

    # --- what is on the table

    def troops_at(self, seat: int, source: str) -> list[Fighter]:
        army = self.armies[seat]
        if source == PALACE:
            return [Fighter(f"{seat}-s{n}", "treant") for n in range(1, army.treants + 1)]
        places = [place for place in PLACES if place[0] == source and place in army.board]
        return [
            Fighter(f"{seat}-{place}{n}", TROOP[str(army.board[place][0])])
            for place in places
            for n in range(1, army.troops(place) + 1)
        ]

    def bases_at(self, seat: int, territory: str) -> list[str]:
        return [f"{seat}-{place}" for place in PLACES if place[0] == territory and place in self.armies[seat].board]

    def sources(self, seat: int) -> list[str]:
        if THORNS in self.armies[1 - seat].active:
            return []
        return [source for source in ("1", "2", "3", PALACE) if self.troops_at(seat, source)]

    def discards(self, seat: int) -> int:
        army = self.armies[seat]
        if army.to_draw or self.phase not in ("renew", "end"):
            return 0
        return max(0, len(army.hand) - HAND_MOST)

    def laying(self, seat: int) -> bool:
        army = self.armies[seat]
        busy = army.done or army.to_draw or self.discards(seat)
        return self.phase in ("setup", "renew") and not busy and bool(army.held("base"))

    def owes(self, seat: int) -> bool:
        army = self.armies[seat]
        return bool(army.to_draw or army.trolls_due or self.discards(seat) or self.laying(seat))

    def goes_on(self, seat: int) -> bool:
        """Whether attacks and abilities may begin for a seat: nobody has anything of the renewing to do any more, but
        for the bases this seat may still lay, and does not when it goes on."""
        if self.phase == "renew":
            army = self.armies[seat]
            return self.laying(seat) and not army.trolls_due and not self.owes(1 - seat)
        return self.phase == "action"

    def free_to_act(self, seat: int) -> bool:
        """Whether the seat's turn goes on: no battle is open but the way to a palace, which need not be taken."""
        open_battle = self.battle is not None and self.battle.moment != "cleared"
        return self.goes_on(seat) and self.active == seat and not open_battle

    def begin_acting(self) -> None:
        """What was left open ends: bases not laid, a palace not attacked."""
        self.phase, self.battle = "action", None

    # --- what can be done

    def play(self) -> None:
        """A match, or as much of one as people have patience for."""
        for _ in range(4000):
            if self.phase == "over":
                self.companion.ended = True
                break
            moves = [move for seat in (0, 1) for move in self.moves(seat)]
            weights = [weight for weight, _ in moves]
            if self.rng.random() < 0.03:
                self.try_nonsense()
            self.rng.choices([do for _, do in moves], weights)[0]()
            self.compare()

    def moves(self, seat: int) -> list[tuple[float, Callable[[], None]]]:
        """What a seat can do now, each with how likely people do it."""
        army, found = self.armies[seat], list[tuple[float, Callable[[], None]]]()

        def can(weight: float, do: Callable[[int], None]) -> None:
            found.append((weight, lambda: do(seat)))

        if self.phase == "setup":
            can(1.0 if self.active is None else 0.1, self.choose_starter)
        if army.to_draw:
            can(5, self.draw)
        if self.discards(seat):
            can(5, self.discard)
        if army.trolls_due:
            can(5, self.recruit)
        if self.laying(seat):
            can(4, self.lay)
            if not (self.goes_on(seat) and self.active == seat):
                can(0.5, self.lay_no_more)
        if (self.phase == "decide" or self.goes_on(seat)) and self.playable(seat):
            can(0.5 if self.battle is None else 0.8, self.play_ability)
        if self.phase == "decide" and self.active == seat:
            can(2, self.renew)
        if self.free_to_act(seat):
            if self.sources(seat):
                can(2, self.attack)
            can(1 if self.phase == "action" else 0.3, self.end_turn)
        if self.phase == "action" and self.battle is None and self.active == seat:
            can(0.002 if self.turn < GIVES_UP_AFTER else 0.5, self.give_up)
        battle = self.battle
        if battle is not None:
            role = 0 if seat == battle.attacker else 1
            if battle.moment == "declared":
                can(2, self.fight)
            if battle.moment == "cleared" and role == 0:
                can(1, self.go_on)
            if battle.asked(role):
                can(4, self.hand_out)
        if self.phase == "won" and self.away is None:
            can(1, self.next_game)
        if self.phase == "won" and seat != self.away:
            can(0.1, self.end_match)
        if self.phase not in ("won", "over"):
            can(0.06, self.mistake)
            can(0.002, self.leave)
        if self.away not in (None, seat):
            can(1, self.come_back)
        can(0.1, self.tick)
        return found

    def tell(self, event: Event) -> None:
        self.companion.tell(event)

    def choose_starter(self, seat: int) -> None:
        first = self.rng.randrange(2) if self.active is None else 1 - self.active
        self.tell(ChooseStarter(first, seat=seat))
        self.active = first
        self.settle()

    def draw(self, seat: int) -> None:
        army = self.armies[seat]
        low, high = max(0, army.to_draw - len(army.bases)), min(army.to_draw, len(army.abilities))
        self.companion.only(seat, Draw, "abilities", range(low, high + 1))
        count = army.to_draw
        abilities = self.rng.randint(low, high)
        if self.rng.random() < 0.05 and low < high:
            wrong = self.rng.choice([k for k in range(low, high + 1) if k != abilities])
            self.tell(Draw(count, wrong, seat=seat))
            if self.companion.record.phase == self.phase:
                army.draw(abilities, count - abilities)
                self.correct_hand(seat)
                self.settle()
                return
            # The table went on, for a hand without bases lays none: only taking it back brings that about.
            self.companion.undo()
        self.tell(Draw(count, abilities, seat=seat))
        army.draw(abilities, count - abilities)
        self.settle()

    def correct_hand(self, seat: int) -> None:
        """What was drawn was reported wrong: hand and piles are counted again."""
        army = self.armies[seat]
        draws = {"abilities": army.abilities, "bases": army.bases}
        out = {"abilities": army.abilities_out, "bases": army.bases_out}
        for pile in ("abilities", "bases"):
            event = SetPile(pile, len(draws[pile]), len(out[pile]), seat=seat)  # type: ignore[arg-type]
            self.companion.correct(event)
        hand = SetHand(len(army.held("ability")), len(army.held("base")), seat=seat)
        self.companion.correct(hand)

    def discard(self, seat: int) -> None:
        army, count = self.armies[seat], self.discards(seat)
        low, high = max(0, count - len(army.held("base"))), min(count, len(army.held("ability")))
        self.companion.only(seat, Discard, "abilities", range(low, high + 1))
        gone = self.rng.sample(army.hand, count)
        for name in gone:
            army.hand.remove(name)
            (army.abilities_out if name in ABILITIES else army.bases_out).append(name)
        self.tell(Discard(count, sum(name in ABILITIES for name in gone), seat=seat))
        self.settle()

    def recruit(self, seat: int) -> None:
        army = self.armies[seat]
        place = self.rng.choice(army.room_for_trolls())
        self.tell(Recruit(place, seat=seat))
        army.board[place][1] = army.troops(place) + 1
        army.trolls_due -= 1
        self.settle()

    def lay(self, seat: int) -> None:
        army = self.armies[seat]
        self.only_unseen(seat, PlaceBase, "base", BASES)
        name = self.rng.choice(army.held("base"))
        free = [place for place in PLACES if place not in army.board]
        place = self.rng.choice(free) if free and self.rng.random() < 0.95 else self.rng.choice(PLACES)
        reported = name
        if self.rng.random() < 0.05:
            reported = self.rng.choice([one for one in BASES if army.visible()[one] < COPIES[one]])
        replaced = place in army.board
        self.tell(PlaceBase(place, reported, seat=seat))
        if replaced:
            army.lose_base(place)
        army.hand.remove(name)
        army.board[place] = [name, 0]
        self.settle()
        if reported != name:
            self.companion.correct(SetBase(place, name, seat=seat))

    def lay_no_more(self, seat: int) -> None:
        self.tell(Done(seat=seat))
        self.armies[seat].done = True
        self.settle()

    def playable(self, seat: int) -> list[str]:
        army = self.armies[seat]
        room = army.treants < army.full_territories()
        return [name for name in army.held("ability") if name != TREANT or room]

    def play_ability(self, seat: int) -> None:
        army = self.armies[seat]
        room = army.treants < army.full_territories()
        self.only_unseen(seat, PlayAbility, "card", [name for name in ABILITIES if name != TREANT or room])
        name = self.rng.choice(self.playable(seat))
        self.tell(PlayAbility(name, seat=seat))
        if self.phase == "renew":
            self.begin_acting()
        army.hand.remove(name)
        if name == TREANT:
            army.treants += 1
        else:
            army.active.append(name)

    def only_unseen(self, seat: int, kind: type[Event], name: str, cards: list[str]) -> None:
        """A card all of whose copies lie before everybody's eyes cannot come out of a hand."""
        seen = self.armies[seat].visible()
        self.companion.only(seat, kind, name, [card for card in cards if seen[card] < COPIES[card]])

    def renew(self, seat: int) -> None:
        yes = self.rng.random() < 0.6
        self.tell(Renew(yes, seat=seat))
        if not yes:
            self.phase = "action"
            return
        self.phase = "renew"
        for army in self.armies:
            for place, (base, _) in list(army.board.items()):
                army.board[place] = [base, min(TROOPS_MOST, army.troops(place) + 1)]
            army.to_draw = min(2, len(army.abilities) + len(army.bases))
            army.done = False
        self.settle()

    def attack(self, seat: int) -> None:
        sources = self.sources(seat)
        self.companion.only(seat, DeclareAttack, "source", sources)
        source, target = self.rng.choice(sources), self.rng.choice("123")
        self.tell(DeclareAttack(source, target, seat=seat))
        self.begin_acting()
        battle = Battle(seat, source, target, len(self.troops_at(seat, source)))
        if not self.troops_at(1 - seat, target) and not self.bases_at(1 - seat, target):
            battle.moment = "cleared"
        self.battle = battle

    def fight(self, seat: int) -> None:
        """The powers are read: light elves, then riders that frighten the other side."""
        self.tell(Fight(seat=seat))
        battle = self.battle
        assert battle is not None
        sides = (
            self.troops_at(battle.attacker, battle.source)[: battle.count],
            self.troops_at(1 - battle.attacker, PALACE if battle.palace else battle.target),
        )
        active = [Counter(self.armies[battle.attacker].active), Counter(self.armies[1 - battle.attacker].active)]
        for role, fighters in enumerate(sides):
            riders = any(one.kind == "spiderrider" for one in sides[1 - role])
            for one in fighters:
                power = POWER[one.kind]
                one.first, one.artillery = one.kind == "druid", one.kind == "dragon"
                if one.kind == "elf" and active[role][LIGHT]:
                    power, one.first = 2, True
                if riders:
                    power -= active[1 - role][CAVALRY]
                one.strike, one.tough = max(0, power), max(1, power)
        battle.sides = sides
        battle.siege_copies = (active[0][SIEGE], active[1][SIEGE])
        walls = dict.fromkeys(self.bases_at(1 - battle.attacker, battle.target), BASE_POWER)
        battle.walls = {PALACE: PALACE_POWER} if battle.palace else walls
        battle.moment = "initiative"
        self.go_through()

    def hand_out(self, seat: int) -> None:
        """Damage is split at will: among troops, and with all of them falling among what stands behind them."""
        battle = self.battle
        assert battle is not None
        role = 0 if seat == battle.attacker else 1
        if self.rng.random() < 0.2 and self.as_suggested(seat, role):
            return
        step, pool, needs = battle.moment, battle.pool(role), battle.needs(role)
        hits = self.split(pool, needs)
        if hits:
            self.tell(AssignDamage(step, hits, seat=seat))  # type: ignore[arg-type] # a moment that is a step
            battle.hits[role] = hits
            self.compare()
        if role == 0:
            walls, cannons = battle.open_walls(hits), battle.cannons()
            on_walls = self.split(pool - sum(hits.values()), walls)
            shot = self.split(cannons, {wall: need - on_walls.get(wall, 0) for wall, need in walls.items()})
            if on_walls or shot:
                both = {**hits, **on_walls}
                self.tell(AssignDamage(step, both, shot, seat=seat))  # type: ignore[arg-type] # as above
                battle.hits[0], battle.artillery_hits = both, shot
                self.compare()
        self.tell(ConfirmStep(step, seat=seat))  # type: ignore[arg-type] # as above
        battle.stands[role] = True
        self.go_through()

    def as_suggested(self, seat: int, role: int) -> bool:
        """The companion's own suggestion is taken; it must be one the rulebook allows."""
        battle = self.battle
        assert battle is not None
        ready = [one for one in self.companion.offers(seat, AssignDamage) if not one.fields and one.primary]
        if not ready:
            return False
        event = ready[0].event
        assert isinstance(event, AssignDamage)
        needs = battle.needs(role)
        walls = battle.open_walls(event.hits) if role == 0 else {}
        reaches = set(needs) | set(walls)
        legal = (
            set(event.hits) <= reaches
            and set(event.siege) <= set(walls)
            and sum(event.hits.values()) <= battle.pool(role)
            and sum(event.siege.values()) <= (battle.cannons() if role == 0 else 0)
        )
        if not legal:
            raise Contradiction(f"suggested: {event}; to be hit: {reaches}, pool {battle.pool(role)}")
        self.tell(event)
        battle.hits[role] = dict(event.hits)
        battle.artillery_hits.update(event.siege)
        battle.stands[role] = True
        self.go_through()
        return True

    def split(self, pool: int, needs: Mapping[str, int]) -> dict[str, int]:
        """Damage among targets: most often one after the other until it falls, sometimes anyhow."""
        found: dict[str, int] = {}
        greedy = self.rng.random() < 0.85
        for name in self.rng.sample(sorted(needs), len(needs)):
            most = min(pool, needs[name])
            count = most if greedy else self.rng.randint(0, max(0, most))
            if count > 0:
                found[name] = count
                pool -= count
        return found

    def go_through(self) -> None:
        """Steps land once both sides stand by their damage, or have none that hurts."""
        battle = self.battle
        assert battle is not None
        while battle.moment in ("initiative", "regular"):
            if battle.asked(0) or battle.asked(1):
                return
            embers = {one.id: battle.embers(1 - role) for role in (0, 1) for one in battle.alive(role)}
            for part in (embers, *battle.hits, battle.artillery_hits):
                battle.damage.update(part)
            battle.hits, battle.artillery_hits, battle.stands = [{}, {}], {}, [False, False]
            if battle.moment == "initiative":
                battle.moment = "regular"
            else:
                self.take_off(battle)
                return

    def take_off(self, battle: Battle) -> None:
        """The fallen leave the table, and what follows from that."""
        survivors = len(battle.alive(0))
        self.battle = None
        for role, fighters in enumerate(battle.sides):
            seat = battle.attacker if role == 0 else 1 - battle.attacker
            army = self.armies[seat]
            for one in fighters:
                if battle.damage[one.id] < one.tough:
                    continue
                where = one.id.partition("-")[2]
                if where[0] == "s":
                    army.treants -= 1
                    army.abilities_out.append(TREANT)
                else:
                    army.lose_troops(where[:2], 1)
        if battle.palace:
            if battle.damage[PALACE] >= PALACE_POWER:
                self.win(battle.attacker)
            return
        other = 1 - battle.attacker
        for wall in battle.walls:
            if battle.damage[wall] >= BASE_POWER:
                self.armies[other].lose_base(wall.partition("-")[2])
        self.check_treants()
        cleared = not self.troops_at(other, battle.target) and not self.bases_at(other, battle.target)
        if cleared and survivors:
            self.battle = Battle(battle.attacker, battle.source, battle.target, survivors, moment="cleared")

    def check_treants(self) -> None:
        """No more treants than territories with three bases."""
        for army in self.armies:
            while army.treants > army.full_territories():
                army.treants -= 1
                army.abilities_out.append(TREANT)

    def win(self, seat: int) -> None:
        self.won.append(seat)
        self.battle = None
        self.phase = "over" if self.won.count(seat) == 2 else "won"

    def go_on(self, seat: int) -> None:
        battle = self.battle
        assert battle is not None
        if self.rng.random() < 0.85:
            self.tell(PalaceAssault(seat=seat))
            self.battle = Battle(seat, battle.source, battle.target, battle.count, palace=True)
        else:
            self.tell(EndAttack(seat=seat))
            self.battle = None

    def end_turn(self, seat: int) -> None:
        self.tell(EndTurn(seat=seat))
        self.begin_acting()
        self.phase = "end"
        for other, army in enumerate(self.armies):
            druids = sum(army.troops(place) for place, (base, _) in army.board.items() if TROOP[str(base)] == "druid")
            cards = len(army.abilities) + len(army.bases)
            army.to_draw = min(cards, druids * army.active.count(SHOOTER))
            room = sum(TROOPS_MOST - army.troops(place) for place in self.armies[other].room_for_trolls())
            army.trolls_due = min(room, army.trolls_lost * army.active.count(HEAVY))
        self.settle()

    def give_up(self, seat: int) -> None:
        army, event = self.armies[seat], GiveUp(seat=seat)
        # While there is something to draw it stands among the corrections.
        if army.abilities or army.bases:
            self.companion.correct(event)
        else:
            self.tell(event)
        self.win(1 - seat)

    def leave(self, seat: int) -> None:
        """Somebody has to go home: the other has won this game (TW-R32)."""
        self.companion.correct(SeatAway(seat=seat), by=1 - seat)
        self.away = seat
        self.win(1 - seat)

    def come_back(self, seat: int) -> None:
        self.companion.correct(SeatBack(seat=self.away), by=seat)
        self.away = None

    def next_game(self, seat: int) -> None:
        self.tell(NextGame(seat=seat))
        self.new_game()

    def end_match(self, seat: int) -> None:
        self.tell(EndMatch(seat=seat))
        self.phase = "over"

    def settle(self) -> None:
        """What happens by itself: trolls with one way to come back, phases nobody has anything left to do in."""
        for army in self.armies:
            places = army.room_for_trolls()
            room = sum(TROOPS_MOST - army.troops(place) for place in places)
            if army.trolls_due and (len(places) == 1 or army.trolls_due >= room):
                while army.trolls_due:
                    place = army.room_for_trolls()[0]
                    army.board[place][1] = army.troops(place) + 1
                    army.trolls_due -= 1
        if self.owes(0) or self.owes(1):
            return
        if self.phase == "setup" and self.active is not None:
            self.phase = "decide"
        elif self.phase == "renew":
            self.phase = "action"
        elif self.phase == "end":
            self.pass_turn()

    def pass_turn(self) -> None:
        for army in self.armies:
            army.abilities_out += army.active
            army.active, army.trolls_lost = [], 0
        assert self.active is not None
        self.phase, self.active, self.turn = "decide", 1 - self.active, self.turn + 1

    # --- by hand

    def tick(self, seat: int) -> None:
        ticks = self.companion.offers(seat, Tick)
        if ticks:
            self.tell(ticks[0].event)

    def mistake(self, seat: int) -> None:
        """A fact is set wrong by hand, and set right again."""
        army, rng = self.armies[seat], self.rng
        wrongs: list[tuple[Event, Event]] = []
        # With trolls about to come back, a wrong number may leave them one way, and they take it.
        if self.battle is None and not army.trolls_due:
            for place in army.board:
                right = SetTroops(place, army.troops(place), seat=seat)
                wrongs.append((SetTroops(place, rng.randint(0, TROOPS_MOST), seat=seat), right))
        if self.battle is None and self.phase in ("decide", "action") and self.active is not None:
            now = SetTurn(self.active, self.phase, seat=seat)  # type: ignore[arg-type] # one of both
            other = SetTurn(1 - self.active, rng.choice(("decide", "action")), seat=seat)
            wrongs.append((other, now))
        if self.phase not in ("end", "setup", "renew"):
            name = rng.choice([one for one in ABILITIES if one != TREANT])
            right = SetAbility(name, army.active.count(name), seat=seat)
            wrongs.append((SetAbility(name, rng.randint(0, 3), seat=seat), right))
            lost = SetLost(army.trolls_lost, seat=seat)
            wrongs.append((SetLost(rng.randint(0, 9), seat=seat), lost))
            if self.battle is None and army.treants < army.full_territories():
                wrongs.append(
                    (
                        SetSpecials(army.treants + 1, seat=seat),
                        SetSpecials(army.treants, seat=seat),
                    )
                )
        score = (self.won.count(0), self.won.count(1))
        if self.phase != "over" and max(score) < 2:
            wrong = SetWins(1 - score[0], score[1], seat=seat)
            wrongs.append((wrong, SetWins(*score, seat=seat)))
        if wrongs:
            wrong_event, right_event = rng.choice(wrongs)
            if self.companion.offered(right_event, corrections=True):
                self.companion.correct(wrong_event)
                self.companion.correct(right_event)

    def try_nonsense(self) -> None:
        """Something that cannot be on paper; the companion says so."""
        seat = self.rng.randrange(2)
        army, tries = self.armies[seat], list[Event]()
        if self.phase in ("decide", "action"):
            tries.append(PlaceBase(self.rng.choice(PLACES), BASES[0], seat=seat))
            tries.append(Draw(2, 1, seat=seat))
            if army.treants >= army.full_territories():
                tries.append(PlayAbility(TREANT, seat=seat))
            if not army.held("ability"):
                tries.append(PlayAbility(LIGHT, seat=seat))
        if self.phase == "action" and self.battle is None:
            for source in ("1", "2", "3", PALACE):
                if seat != self.active or source not in self.sources(seat):
                    tries.append(DeclareAttack(source, "1", seat=seat))
        if self.phase == "renew" and not self.goes_on(seat):
            tries.append(PlayAbility(LIGHT, seat=seat))
        battle = self.battle
        if battle is not None:
            if not self.free_to_act(seat):
                tries.append(EndTurn(seat=seat))
            if battle.attacker == seat and battle.asked(0) and battle.needs(0):
                walls = [wall for wall in battle.walls if battle.damage[wall] < battle.walls[wall]]
                step = battle.moment
                tries += [AssignDamage(step, {wall: 1}, seat=seat) for wall in walls]  # type: ignore[arg-type]
                target = next(iter(battle.needs(0)))
                tries.append(AssignDamage(step, {target: battle.pool(0) + 1}, seat=seat))  # type: ignore[arg-type]
        if tries:
            self.companion.refuses(self.rng.choice(tries))

    # --- do they agree

    def kinds(self, seat: int) -> set[type[Event]]:
        """Everything this seat can do on paper now, by its kind."""
        army, found = self.armies[seat], set[type[Event]]()
        asks: list[tuple[bool, tuple[type[Event], ...]]] = [
            (self.phase == "setup", (ChooseStarter,)),
            (bool(army.to_draw), (Draw,)),
            (bool(self.discards(seat)), (Discard,)),
            (bool(army.trolls_due), (Recruit,)),
            (self.laying(seat), (PlaceBase,)),
            # Whoever has the turn says it with what they do next.
            (self.laying(seat) and not (self.goes_on(seat) and self.active == seat), (Done,)),
            ((self.phase == "decide" or self.goes_on(seat)) and bool(army.held("ability")), (PlayAbility,)),
            (self.phase == "decide" and self.active == seat, (Renew,)),
            (self.phase == "won", (NextGame, EndMatch)),
        ]
        if self.phase == "action" and self.battle is None and self.active == seat:
            asks.append((not army.abilities and not army.bases, (GiveUp,)))
        if self.free_to_act(seat):
            asks += [(bool(self.sources(seat)), (DeclareAttack,)), (True, (EndTurn,))]
        battle = self.battle
        if battle is not None:
            role = 0 if seat == battle.attacker else 1
            asks += [
                (battle.moment == "declared", (Fight,)),
                (battle.moment == "cleared" and role == 0, (PalaceAssault, EndAttack)),
                (battle.asked(role), (AssignDamage, ConfirmStep)),
            ]
        for holds, events in asks:
            if holds:
                found.update(events)
        return found

    def compare(self) -> None:
        """Everything the companion keeps is what lies on the table, and its buttons are what can be done."""
        agree, record = self.companion.agree, self.companion.record
        agree("the phase", self.phase, record.phase)
        agree("whose turn it is", self.active, record.active)
        agree("the games won", (self.won.count(0), self.won.count(1)), record.wins)
        agree("whether it is over", self.phase == "over", self.companion.over)
        if self.phase in ("won", "over"):
            offered = bool(self.companion.offers(0, NextGame))
            agree("whether there is a next game", self.phase == "won" and self.away is None, offered)
            return
        for seat, army in enumerate(self.armies):
            side, who = record.sides[seat], f"of seat {seat}"
            board = {p: list(army.board[p]) for p in PLACES if p in army.board}
            theirs = {p: [s.base, s.troops] for p, s in zip(PLACES, side.spaces, strict=True) if s.base}
            agree(f"the board {who}", board, theirs)
            agree(f"the treants {who}", army.treants, len(side.specials))
            hand = (len(army.held("ability")), len(army.held("base")))
            agree(f"the hand {who}", hand, (side.hand.abilities, side.hand.bases))
            piles = (len(army.abilities), len(army.abilities_out), len(army.bases), len(army.bases_out))
            kept = (side.abilities.draw, side.abilities.discard, side.bases.draw, side.bases.discard)
            agree(f"the piles {who}", piles, kept)
            agree(f"the abilities in effect {who}", sorted(army.active), sorted(one.card for one in side.active))
            agree(f"the trolls lost {who}", army.trolls_lost, side.lost)
            agree(f"what is to be drawn {who}", army.to_draw, side.due_draw)
            agree(f"the trolls to come back {who}", army.trolls_due, side.due_recruit)
        self.compare_battle()
        for seat in (0, 1):
            kinds = {type(choice.event) for choice in self.companion.offers(seat)} - {Tick}
            names = sorted(one.__name__ for one in self.kinds(seat))
            agree(f"what seat {seat} can do", names, sorted(one.__name__ for one in kinds))

    def compare_battle(self) -> None:
        battle, clash = self.battle, self.companion.record.clash
        agree = self.companion.agree
        agree("whether a battle is on", battle is not None, clash is not None)
        if battle is None:
            return
        agree("the moment of the battle", battle.moment, clash.moment)
        agree("where the battle is", (battle.source, battle.target, battle.palace), places_of(clash))
        if battle.moment not in ("initiative", "regular"):
            return
        agree("the damage so far", dict(+battle.damage), {k: v for k, v in clash.damage.items() if v})
        pools = (battle.pool(0), battle.cannons(), battle.pool(1))
        agree("what both sides deal", pools, (clash.pools.att, clash.pools.siege, clash.pools.deff))


def places_of(clash: object) -> tuple[object, ...]:
    """From where an attack comes, against what, and whether it stands before the palace."""
    return tuple(getattr(clash, name) for name in ("source", "target", "palace"))


def play(companion: Companion, rng: random.Random) -> None:
    """A match of Attack at the Tower on paper."""
    companion.open(2)
    table = Table(companion, rng)
    table.compare()
    table.play()

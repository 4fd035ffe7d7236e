"""Dragon Breeds on paper: shuffled decks, hands and supplies, dragons that fight, and what their texts do.

Written from the rulebook, the texts on the bundled cards and the rulings BR-R1 to BR-R41, without house rules, with
the two printed factions; several people may play the same one. Dragons on the battlefield go by the companion's names.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from paper_table import Companion, Contradiction, values

from rules import games
from rules.event import Event
from rules.games.breeds.combat import Attack, Block, Imitate, PlayDragon
from rules.games.breeds.corrections import SetHand, SetHealth, SetQuests
from rules.games.breeds.damage import ChooseDamage, ConfirmDamage, DiscardTop
from rules.games.breeds.fireballs import Ambush, Fireball
from rules.games.breeds.market import Buy, Flush, Trash, TurnUp
from rules.games.breeds.quests_and_tokens import GainToken, Quest, ReturnToken
from rules.games.breeds.setup import ChooseLegendary, ChooseStarter, ChooseSummoner
from rules.games.breeds.turn import Done, DrawCards, DrawPhase, Tick
from rules.games.breeds.withdrawing import Withdraw
from rules.seat_away import SeatAway, SeatBack

with (Path(games.__file__).parent / "breeds" / "cards.csv").open(encoding="utf-8", newline="") as file:
    CARDS = {row["id"]: row for row in csv.DictReader(file)}
COLOURS = ("black", "teal")
COIN_WORDS = ("common", "rare", "faction")
STEPS = ("attack", "defense", "fireball_att", "fireball_def", "damage")
BY_TEXT = (Tick, Quest, GainToken, DrawCards, DiscardTop, TurnUp, ReturnToken, Imitate, Buy, Flush, Withdraw)
"""What cards' texts, payments and open supplies bring about; each is looked at by itself."""
LAST_TURN = 300


def of(faction: str, kind: str) -> list[str]:
    """The cards of a faction of that kind."""
    return [name for name, row in CARDS.items() if row["faction"] == faction and row["kind"] == kind]


def sv(card: str) -> int:
    return int(CARDS[card]["sv"])


def word(card: str, keyword: str) -> int:
    """The number of a printed keyword such as ``ambush:2``, 0 without it."""
    for one in CARDS[card]["keywords"].split(";"):
        name, _, number = one.strip().partition(":")
        if name == keyword:
            return int(number or 1)
    return 0


def named(part: str) -> str:
    """The card whose id ends so."""
    return next(name for name in CARDS if name.endswith(part))


VAEL, CRUSHER, DESTROYER, MALDRATH = named("_vael"), named("_crusher"), named("_destroyer"), named("_maldrath")
TIDEKIT, GLOAMHUNTER, OBSIDIAN = named("_tidekit"), named("_gloamhunter"), named("_obsidian")
RAZORTAIL, SHARPWING, ONDRATHYS = named("_razortail"), named("_sharpwing"), named("_ondrathys")
IMITATORS = (named("_mirrorscale"), ONDRATHYS)
ATTACK_ONLY = (MALDRATH,)


@dataclass
class Dragon:
    """A dragon on the battlefield. ``like``: the cards whose abilities it has taken over."""

    uid: str
    card: str
    owner: int
    attacks: bool
    sv: int
    like: tuple[str, ...] = ()
    target: str = ""

    @property
    def abilities(self) -> list[str]:
        """The cards whose texts work for it; what is attack only does nothing on defence."""
        own = self.like or (self.card,)
        return [card for card in own if self.attacks or card not in ATTACK_ONLY]

    def has(self, card: str) -> bool:
        return card in self.abilities


@dataclass
class Player:
    """One player's cards, lying or held, and how the player stands."""

    faction: str = ""
    legendary: str = ""
    chosen: bool = False
    stage: int = 1
    status: str = "alive"
    taken: int = 0
    quests: list[int] = field(default_factory=lambda: [0, 2, 0])
    unlocked: bool = False
    hand: list[str] = field(default_factory=list)
    draw: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    supply: list[list[str]] = field(default_factory=list)
    up: list[bool] = field(default_factory=list)
    told: list[bool] = field(default_factory=list)
    fireballs: int = 0
    texts: list[str] = field(default_factory=list)
    coins_forgotten: bool = False
    left: bool = False

    @property
    def out(self) -> bool:
        return self.status == "eliminated"

    @property
    def breakpoint(self) -> int:
        return 4 if self.stage == 1 else 2

    @property
    def deck(self) -> list[str]:
        return self.hand + self.draw + self.discard

    def coin(self, word: str) -> str:
        return f"{self.faction}_{word}_coin"

    def away(self, *cards: str) -> None:
        """Cards go on the discard pile before everybody's eyes."""
        self.discard += cards
        self.seen.update(cards)

    def draws(self, count: int, rng: random.Random) -> None:
        """Draw so many; the discard is shuffled only when a card is needed and there is none."""
        for _ in range(count):
            if not self.draw:
                self.draw, self.discard = self.discard, []
                self.seen.clear()
                rng.shuffle(self.draw)
            if self.draw:
                self.hand.append(self.draw.pop())

    def may_hold(self, card: str) -> int:
        """How many copies may be in this hand, as far as everybody can see."""
        # Once piles were counted by hand, nobody can say how many Faction coins are in them.
        owned = 12 if self.coins_forgotten and card == self.coin("faction") else self.deck.count(card)
        return owned - self.seen[card] if self.hand else 0


@dataclass
class Fight:
    """A combat going on."""

    attacker: int
    defender: int
    step: str = "attack"
    dragons: list[Dragon] = field(default_factory=list)
    ambushed: list[str] = field(default_factory=list)
    choices: dict[str, str] = field(default_factory=dict)
    shielded: bool = False

    @property
    def attackers(self) -> list[Dragon]:
        return [one for one in self.dragons if one.attacks]

    @property
    def blockers(self) -> list[Dragon]:
        return [one for one in self.dragons if not one.attacks]

    def blocking(self, attacker: Dragon) -> list[Dragon]:
        return [one for one in self.blockers if one.target == attacker.uid]

    def damage(self, one: Dragon) -> int:
        """What it deals: SV, what its own text and those of others add or take; never less than nothing."""
        friends = [other for other in self.dragons if other.attacks == one.attacks and other is not one]
        total = one.sv + sum(int(CARDS[card]["damage_bonus"] or 0) for card in one.abilities)
        if one.like:
            total += 2 * sum(other.abilities.count(VAEL) for other in friends)
        if not one.attacks:
            faced = [other for other in self.attackers if other.uid == one.target]
            total -= sum(other.abilities.count(CRUSHER) for other in faced)
        return max(0, total)

    def safe(self, one: Dragon) -> bool:
        """Whether a text forbids Fireballs at it."""
        friends = [other for other in self.dragons if other.attacks == one.attacks and other is not one]
        return any(other.has(DESTROYER) for other in friends) or (self.shielded and one.attacks)

    def asked(self) -> list[Dragon]:
        """The attackers whose player has to say which blocker they hit."""
        return [one for one in self.attackers if len(self.blocking(one)) > 1 and one.uid not in self.choices]


class Table:
    """Everybody's cards, the one trash pile, whose turn it is."""

    def __init__(self, companion: Companion, rng: random.Random) -> None:
        self.companion, self.rng = companion, rng
        count = rng.choice((2, 2, 2, 3, 3, 4, 5, 6))
        companion.open(count)
        self.players = [Player() for _ in range(count)]
        self.phase, self.active, self.turn = "setup", 0, 0
        self.fight: Fight | None = None
        self.attacked = self.bought = self.trashed = False
        self.flushes = 0
        self.paid: list[tuple[list[str], tuple[str, ...]]] = []
        self.trash: list[tuple[str, int]] = []
        self.fallen: list[int] = []

    # --- what can be done

    def play(self) -> None:
        for _ in range(6000):
            if self.phase == "over" or self.turn > LAST_TURN:
                self.companion.ended = self.phase == "over"
                return
            moves = [move for seat in range(len(self.players)) for move in self.moves(seat)]
            self.rng.choices([do for _, do in moves], [weight for weight, _ in moves])[0]()
            self.compare()
            if self.rng.random() < 0.02:
                self.try_nonsense()

    def moves(self, seat: int) -> list[tuple[float, Callable[[], None]]]:
        player, found = self.players[seat], list[tuple[float, Callable[[], None]]]()

        def can(weight: float, do: Callable[[int], None]) -> None:
            found.append((weight, lambda: do(seat)))

        if self.phase == "setup":
            if not player.chosen:
                can(2, self.choose_summoner if not player.faction else self.choose_legendary)
            elif all(one.chosen for one in self.players):
                can(1, self.begin)
            return found
        if player.left and not player.out and self.phase == "combat" and self.fight is None:
            can(0.05, self.come_back)
        if player.out or player.left:
            return found
        if len(self.present()) > 2:
            can(0.005, self.leave)
        if self.phase == "draw" and self.players[self.active].left:
            can(1, self.end_turn)
        if player.status == "alive" and player.texts:
            can(6, self.obey_text)
        can(0.03, self.mistake)
        if self.fight is not None:
            self.moves_in_fight(seat, self.fight, can)
            return found
        if seat != self.active:
            return found
        # All phases but the draw phase may be skipped (Turn phases), so any that comes later may be next.
        before = ("combat", "market", "flush", "draw")
        market, flush = (before.index(self.phase) <= before.index(phase) for phase in ("market", "flush"))
        dragons = any(CARDS[card]["sv"] for card in player.hand)
        if self.phase == "combat" and self.targets() and dragons:
            can(4, self.attack)
            can(8, self.play_dragon)
        elif self.phase == "combat" and self.targets() and Attack in self.kinds(seat):
            can(0.1, self.attack)
        if market and self.untold(seat):
            can(8 if self.phase == "market" else 2, self.tell_supply)
        if market and not self.trashed and self.wares(seat):
            can(6 if self.phase == "market" else 2, self.buy)
        if market and not self.trashed and not self.bought and player.hand and len(player.deck) > 10:
            can(1, self.trash_card)
        if flush and any(self.shows(player, slot) for slot in range(4)) and self.flush_coins(seat):
            can(0.7, self.flush)
        can(1, self.end_turn)
        return found

    def moves_in_fight(self, seat: int, fight: Fight, can: Callable[[float, Callable[[int], None]], None]) -> None:
        player = self.players[seat]
        mine = seat == (fight.attacker if fight.step in ("attack", "fireball_att") else fight.defender)
        dragons = [card for card in player.hand if CARDS[card]["sv"]]
        match fight.step:
            case "attack" if mine:
                if dragons:
                    can(4, self.play_dragon)
                can(1 if fight.attackers else 0.1, self.done)
            case "defense" if mine:
                if [card for card in dragons if card not in ATTACK_ONLY]:
                    can(2, self.block)
                can(1, self.done)
            case "fireball_att" | "fireball_def" if mine:
                if self.aims(seat) and (player.fireballs or f"{player.faction}_fireball" in player.hand):
                    can(2, self.fireball)
                if fight.step == "fireball_att" and fight.blockers and self.ambushers(seat):
                    can(2, self.ambush)
                can(1, self.done)
            case "damage":
                if fight.asked():
                    if seat == fight.attacker:
                        can(2, self.choose_damage)
                elif seat in (fight.attacker, fight.defender):
                    can(1, self.land)

    def tell(self, event: Event) -> None:
        self.companion.tell(event)

    # --- who is there

    def present(self) -> list[int]:
        return [seat for seat, one in enumerate(self.players) if not one.out and not one.left]

    def leave(self, seat: int) -> None:
        """Somebody has to go home (BR-R42): turns are passed over, answers skipped, an attack is called off."""
        others = [other for other in self.present() if other != seat]
        self.companion.correct(SeatAway(seat=seat), by=self.rng.choice(others))
        self.players[seat].left = True
        fight = self.fight
        if fight is not None and fight.attacker == seat:
            self.home(fight, [])
        if seat == self.active and self.phase in ("combat", "market", "flush"):
            self.phase = "draw"
        self.pass_over()

    def come_back(self, seat: int) -> None:
        self.companion.correct(SeatBack(seat=seat), by=self.rng.choice(self.present()))
        self.players[seat].left = False

    def pass_over(self) -> None:
        """Steps of a combat that are for somebody who has left."""
        fight = self.fight
        while fight is not None and self.players[fight.defender].left and fight.step in ("defense", "fireball_def"):
            if fight.step == "defense":
                self.wound_blockers(fight)
            fight.step = STEPS[STEPS.index(fight.step) + 1]

    # --- before the first turn

    def choose_summoner(self, seat: int) -> None:
        faction = self.rng.choice(COLOURS)
        self.tell(ChooseSummoner(faction, seat=seat))
        self.players[seat].faction = faction

    def choose_legendary(self, seat: int) -> None:
        player = self.players[seat]
        player.legendary = self.rng.choice(of(player.faction, "legendary"))
        told = self.rng.random() < 0.5
        self.tell(ChooseLegendary(player.legendary if told else "", seat=seat))
        player.chosen = True

    def begin(self, seat: int) -> None:
        first = self.rng.randrange(len(self.players))
        self.tell(ChooseStarter(first, seat=seat))
        for player in self.players:
            coins = [player.coin("common")] * 6 + [player.coin("rare")] * 2 + [player.coin("faction")] * 2
            player.draw = coins + [f"{player.faction}_fireball"] * 2
            self.rng.shuffle(player.draw)
            player.draws(5, self.rng)
            rest = [card for card in of(player.faction, "dragon") for _ in range(3)] + [player.coin("faction")] * 10
            self.rng.shuffle(rest)
            player.supply = [rest[n : n + 7] for n in range(0, 28, 7)]
            player.up, player.told = [True] * 4, [False] * 4
        self.phase, self.active, self.turn = "combat", first, 1

    # --- combat

    def targets(self) -> list[int]:
        if self.attacked:
            return []
        return [n for n, one in enumerate(self.players) if n != self.active and one.status == "alive"]

    def attack(self, seat: int) -> None:
        self.companion.only(seat, Attack, "player", self.targets())
        target = self.rng.choice(self.targets())
        self.tell(Attack(target, seat=seat))
        self.attacked = True
        self.fight = Fight(seat, target)

    def dragons_maybe(self, seat: int, *, block: bool = False) -> list[str]:
        """The dragons that may be in that hand, as far as everybody can see; a legendary is its owner's secret."""
        player = self.players[seat]
        held = [card for card in of(player.faction, "dragon") if player.may_hold(card) > 0]
        if player.unlocked and player.hand and not self.legendary_lies_open(seat):
            held += of(player.faction, "legendary")
        return [card for card in held if not (block and card in ATTACK_ONLY)]

    def legendary_lies_open(self, seat: int) -> bool:
        """Whether everybody sees where the legendary is, not in the hand."""
        player = self.players[seat]
        on_field = [one.card for one in self.fight.dragons if one.owner == seat] if self.fight else []
        ambushed = self.fight.ambushed if self.fight and self.fight.attacker == seat else []
        seen = [*player.seen.elements(), *on_field, *ambushed, *(card for card, owner in self.trash if owner == seat)]
        return any(CARDS[card]["kind"] == "legendary" for card in seen)

    def play_dragon(self, seat: int) -> None:
        player = self.players[seat]
        self.companion.only(seat, PlayDragon, "card", self.dragons_maybe(seat))
        card = self.rng.choice([card for card in player.hand if CARDS[card]["sv"]])
        if self.fight is None:
            # The first dragon begins the attack; with one player to attack nobody is named.
            there, target = self.targets(), self.rng.choice(self.targets())
            self.companion.only(seat, PlayDragon, "player", there if len(there) > 1 else [None])
            self.tell(PlayDragon(card, player=target if len(there) > 1 else None, seat=seat))
            self.attacked, self.fight = True, Fight(seat, target)
        else:
            self.tell(PlayDragon(card, seat=seat))
        fight = self.fight
        player.hand.remove(card)
        one = Dragon(self.companion.record.clash.attackers[-1].uid, card, seat, attacks=True, sv=sv(card))
        fight.dragons.append(one)
        fight.shielded |= one.has(MALDRATH)
        self.imitate(fight, one, seat)

    def block(self, seat: int) -> None:
        fight, player = self.fight, self.players[seat]
        assert fight is not None
        self.companion.only(seat, Block, "card", self.dragons_maybe(seat, block=True))
        self.companion.only(seat, Block, "attacker", [one.uid for one in fight.attackers])
        card = self.rng.choice([card for card in player.hand if CARDS[card]["sv"] and card not in ATTACK_ONLY])
        target = self.rng.choice(fight.attackers)
        self.tell(Block(card, target.uid, seat=seat))
        player.hand.remove(card)
        uid = self.companion.record.clash.blockers[-1].uid
        one = Dragon(uid, card, seat, attacks=False, sv=sv(card), target=target.uid)
        fight.dragons.append(one)
        self.imitate(fight, one, seat)

    def imitate(self, fight: Fight, one: Dragon, seat: int) -> None:
        """A dragon that imitates does so as it is played: one on the battlefield, or one in a discard pile."""
        if one.card not in IMITATORS:
            return
        self.compare()
        if one.card == ONDRATHYS:
            lying = [p for p in self.players if p.status == "alive"]
            cards = [card for p in lying for card in p.discard if CARDS[card]["sv"] and card not in IMITATORS]
            if not cards:
                return
            like = self.rng.choice(sorted(cards))
            copied: tuple[str, ...] = (like,)
        else:
            others = [other for other in fight.dragons if other is not one]
            others = [other for other in others if not set(IMITATORS) & set(other.like or (other.card,))]
            if not others:
                return
            other = self.rng.choice(others)
            like, copied = other.uid, other.like or (other.card,)
        self.tell(Imitate(one.uid, like, seat=seat))
        one.like = copied
        fight.shielded |= one.has(MALDRATH)
        if self.players[seat].quests[0] < 3:
            self.players[seat].texts.append("quest")

    def done(self, seat: int) -> None:
        fight = self.fight
        assert fight is not None
        self.tell(Done(fight.step, seat=seat))  # type: ignore[arg-type] # no step of damage
        if fight.step == "attack" and not fight.attackers:
            self.fight, self.phase = None, "market"
            return
        if fight.step == "defense":
            self.wound_blockers(fight)
        fight.step = STEPS[STEPS.index(fight.step) + 1]
        self.pass_over()

    def wound_blockers(self, fight: Fight) -> None:
        """When blocked, Destroyer takes 1 SV off each blocker, once the defence stands (BR-R38)."""
        for one in fight.attackers:
            for blocker in fight.blocking(one):
                for _ in range(one.abilities.count(DESTROYER)):
                    self.hit(fight, blocker, 1)

    def aims(self, seat: int) -> list[Dragon]:
        fight = self.fight
        if fight is None:
            return []
        opposing = fight.blockers if seat == fight.attacker else fight.attackers
        return [one for one in opposing if not fight.safe(one)]

    def fireball(self, seat: int) -> None:
        fight, player = self.fight, self.players[seat]
        assert fight is not None
        self.companion.only(seat, Fireball, "target", [one.uid for one in self.aims(seat)])
        target, card = self.rng.choice(self.aims(seat)), f"{player.faction}_fireball"
        if player.fireballs and (card not in player.hand or self.rng.random() < 0.5):
            tokens = [one.uid for one in self.companion.record.seats[seat].tokens]
            self.tell(Fireball(target.uid, token=tokens[0], seat=seat))
            player.fireballs -= 1
        else:
            self.tell(Fireball(target.uid, seat=seat))
            player.hand.remove(card)
            player.away(card)
        self.hit(fight, target, 1)

    def hit(self, fight: Fight, target: Dragon, amount: int) -> bool:
        """SV falls; at nothing the dragon leaves at once."""
        if target not in fight.dragons:
            return False
        target.sv -= amount
        if target.sv > 0 or not amount:
            return False
        fight.dragons.remove(target)
        self.players[target.owner].away(target.card)
        self.killed(target)
        return True

    def killed(self, one: Dragon) -> None:
        for _ in range(one.abilities.count(TIDEKIT)):
            self.players[one.owner].texts.append("draw")

    def ambushers(self, seat: int) -> list[str]:
        return [card for card in self.players[seat].hand if word(card, "ambush")]

    def ambush(self, seat: int) -> None:
        fight, player = self.fight, self.players[seat]
        assert fight is not None
        held = [card for card in self.dragons_maybe(seat) if word(card, "ambush")]
        self.companion.only(seat, Ambush, "card", held)
        card, target = self.rng.choice(self.ambushers(seat)), self.rng.choice(fight.blockers)
        more = player.hand.count(RAZORTAIL)
        self.tell(Ambush(card, target.uid, more=more, seat=seat))
        player.hand.remove(card)
        first = player.faction == "black" and player.stage == 2 and not fight.ambushed
        fight.ambushed.append(card)
        if self.hit(fight, target, word(card, "ambush") + more + first) and player.quests[0] < 3:
            player.texts.append("quest")

    def choose_damage(self, seat: int) -> None:
        fight = self.fight
        assert fight is not None
        one = self.rng.choice(fight.asked())
        blocker = self.rng.choice(fight.blocking(one))
        self.tell(ChooseDamage(one.uid, blocker.uid, seat=seat))
        fight.choices[one.uid] = blocker.uid

    def land(self, seat: int) -> None:
        """Combat damage, all at once: to one blocker each, to the blocked, and to the player."""
        fight = self.fight
        assert fight is not None
        self.tell(ConfirmDamage(seat=seat))
        taken: Counter[str] = Counter()
        to_player, hits = 0, dict[str, Dragon]()
        for one in fight.attackers:
            blockers = fight.blocking(one)
            if not blockers or one.has(OBSIDIAN):
                to_player += fight.damage(one)
            if blockers:
                aim = next((b for b in blockers if b.uid == fight.choices.get(one.uid)), blockers[0])
                hits[one.uid] = aim
                taken[aim.uid] += fight.damage(one)
                taken[one.uid] += sum(fight.damage(b) for b in blockers)
        dead = [one for one in fight.dragons if taken[one.uid] >= max(1, one.sv)]
        for one in fight.attackers:
            if one.uid in hits and hits[one.uid] in dead:
                self.kills(one)
            if one in dead:
                for killer in fight.blocking(one):
                    self.kills(killer)
        for one in dead:
            self.killed(one)
        self.home(fight, dead)
        self.wound(fight, to_player)

    def kills(self, one: Dragon) -> None:
        for _ in range(one.abilities.count(GLOAMHUNTER)):
            self.players[one.owner].texts.append("fireball")

    def home(self, fight: Fight, dead: list[Dragon]) -> None:
        """Attackers and the dead to their owners' discard piles, blockers that lived back into the hand."""
        self.fight, self.phase = None, "market"
        self.players[fight.attacker].away(*fight.ambushed)
        for one in fight.dragons:
            owner = self.players[one.owner]
            if one.attacks or one in dead:
                owner.away(one.card)
            else:
                owner.hand.append(one.card)

    def wound(self, fight: Fight, amount: int) -> None:
        player, attacker = self.players[fight.defender], self.players[fight.attacker]
        player.taken += amount
        down = player.taken >= player.breakpoint
        if down and player.stage == 1:
            player.status = "ko"
        elif down:
            self.eliminate(fight.defender)
            if self.phase == "over":
                return
        if amount and attacker.stage == 1:
            if attacker.faction == "black":
                attacker.texts.append("fireball")
            elif not down and player.draw:
                attacker.texts.append(f"top {fight.defender}")

    def eliminate(self, seat: int) -> None:
        """All cards of that box leave the game."""
        player = self.players[seat]
        player.status, player.texts, player.fireballs = "eliminated", [], 0
        player.hand, player.draw, player.discard = [], [], []
        player.seen.clear()
        player.supply, player.up, player.told = [[], [], [], []], [False] * 4, [False] * 4
        self.trash = [(card, owner) for card, owner in self.trash if owner != seat]
        for other in self.players:
            other.texts = [text for text in other.texts if text != f"top {seat}"]
        self.fallen.append(seat)
        if len(self.present()) == 1:
            self.phase = "over"

    # --- texts

    def obey_text(self, seat: int) -> None:
        player = self.players[seat]
        text = self.rng.choice(player.texts)
        player.texts.remove(text)
        kind, _, whom = text.partition(" ")
        match kind:
            case "fireball":
                self.tell(GainToken("fireball", seat=seat))
                player.fireballs += 1
            case "draw":
                self.tell(DrawCards(seat=seat))
                player.draws(1, self.rng)
            case "quest":
                self.tell(Quest(0, seat=seat))
                self.quest(seat, 0)
            case "top":
                other = self.players[int(whom)]
                if other.status == "alive" and other.draw:
                    self.tell(DiscardTop(int(whom), seat=seat))
                    other.discard.append(other.draw.pop())

    def quest(self, seat: int, which: int) -> None:
        player = self.players[seat]
        player.quests[which] = min(3, player.quests[which] + 1)
        if player.quests[0] == 3:
            player.texts = [text for text in player.texts if text != "quest"]
        if player.quests == [3, 3, 3] and not player.unlocked:
            player.unlocked = True
            player.away(player.legendary)

    # --- market, flush, draw

    def shows(self, player: Player, slot: int) -> bool:
        return bool(player.supply[slot]) and player.up[slot]

    def untold(self, seat: int) -> list[int]:
        player = self.players[seat]
        return [slot for slot in range(4) if self.shows(player, slot) and not player.told[slot]]

    def tell_supply(self, seat: int) -> None:
        player, slots = self.players[seat], self.untold(seat)
        # Bought unseen a card is named by the purchase; all that lies there is told like a correction.
        told = TurnUp({str(slot + 1): player.supply[slot][0] for slot in slots}, seat=seat)
        if not self.companion.offered(told, corrections=True):
            raise Contradiction("nobody can say what lies in the supply")
        self.companion.report(told)
        for slot in slots:
            player.told[slot] = True

    def wares(self, seat: int) -> list[tuple[int, tuple[str, ...]]]:
        """What the hand can pay in the supply, with coins that do."""
        player, found = self.players[seat], list[tuple[int, tuple[str, ...]]]()
        coins = [one for one in COIN_WORDS for _ in range(player.hand.count(player.coin(one)))]
        for slot in range(4):
            if not self.shows(player, slot) or not player.told[slot]:
                continue
            cost = CARDS[player.supply[slot][0]]["cost_symbols"].split()
            ways = {way for way in combinations(coins, len(cost)) if self.pays_too(player, way, cost)}
            found += [(slot, way) for way in sorted(ways)]
        return found

    def pays_too(self, player: Player, coins: Iterable[str], cost: list[str]) -> bool:
        """Whether these coins pay this price: all purchases of the phase are one payment (Purchasing, BR-R12)."""
        prices = [symbol for price, _ in self.paid for symbol in price]
        spent = [coin for _, used in self.paid for coin in used]
        return self.pays(player, [*spent, *coins], [*prices, *cost])

    def pays(self, player: Player, coins: Iterable[str], cost: list[str]) -> bool:
        """Whether each coin can pay for another symbol."""
        left = list(coins)
        if not cost:
            return not left
        return any(
            cost[0] in CARDS[player.coin(coin)]["pays"].split()
            and self.pays(player, [*left[:n], *left[n + 1 :]], cost[1:])
            for n, coin in enumerate(left)
        )

    def buy(self, seat: int) -> None:
        player = self.players[seat]
        self.check_payments(seat)
        slot, way = self.rng.choice(self.wares(seat))
        named = bool(way) and self.rng.random() < 0.4
        if named:
            exact = Buy(slot + 1, "+".join(way), seat=seat)
            if not self.companion.offered(exact, corrections=True):
                raise Contradiction(f"{way} pay on paper, and are not offered")
            self.companion.report(exact)
        else:
            self.tell(Buy(slot + 1, "hand" if way else (), seat=seat))
        card = player.supply[slot].pop(0)
        player.up[slot] = player.told[slot] = False
        self.phase = "market"
        if named:
            self.paid.append((CARDS[card]["cost_symbols"].split(), way))
        for one in way:
            player.hand.remove(player.coin(one))
            player.away(player.coin(one)) if named else player.discard.append(player.coin(one))
        player.away(card)
        self.bought = True
        if CARDS[card]["kind"] == "coin":
            self.quest(seat, 1)

    def check_payments(self, seat: int) -> None:
        """No payment is offered with more coins than such a hand can hold, or with coins that do not pay."""
        player = self.players[seat]
        for choice in self.companion.offers(seat, Buy, corrections=True):
            slot = choice.event.slot - 1  # type: ignore[attr-defined] # offers are of this kind
            cost = CARDS[player.supply[slot][0]]["cost_symbols"].split()
            for value in values(choice, "coins"):
                way = [one for one in str(value or "").split("+") if one and one != "()"]
                held = all(way.count(one) <= player.may_hold(player.coin(one)) for one in way)
                if not held or len(way) > len(player.hand) or not self.pays_too(player, way, cost):
                    raise Contradiction(f"{choice.label!r} offers {value!r}, which no hand here can pay with")

    def trash_card(self, seat: int) -> None:
        player = self.players[seat]
        self.only_in_hand(seat, Trash)
        card = self.rng.choice(player.hand)
        self.tell(Trash(card, seat=seat))
        player.hand.remove(card)
        self.trash.append((card, seat))
        self.trashed, self.phase = True, "market"
        self.quest(seat, 2)

    def only_in_hand(self, seat: int, kind: type[Event]) -> None:
        """Cards out of a hand: only such as may be in it, as far as everybody can see."""
        player = self.players[seat]
        coins = [player.coin(one) for one in COIN_WORDS] + [f"{player.faction}_fireball"]
        held = [card for card in coins if player.may_hold(card) > 0]
        self.companion.only(seat, kind, "card", held + self.dragons_maybe(seat))

    def flush_coins(self, seat: int) -> list[str]:
        player = self.players[seat]
        free = ["free"] if SHARPWING in player.hand and not self.flushes else []
        return free + [one for one in COIN_WORDS if player.coin(one) in player.hand]

    def flush(self, seat: int) -> None:
        player = self.players[seat]
        coin = self.rng.choice(self.flush_coins(seat))
        slot = self.rng.choice([slot for slot in range(4) if self.shows(player, slot)])
        self.companion.only(seat, Flush, "slot", [n + 1 for n in range(4) if self.shows(player, n)])
        if coin == "free":
            self.tell(Flush(slot + 1, free=True, seat=seat))
        else:
            self.tell(Flush(slot + 1, "hand", seat=seat))
            player.hand.remove(player.coin(coin))
            player.discard.append(player.coin(coin))
        self.flushes, self.phase = self.flushes + 1, "flush"
        player.supply[slot].append(player.supply[slot].pop(0))
        player.up[slot] = player.told[slot] = False

    def end_turn(self, seat: int) -> None:
        """The draw phase: away with the hand and tokens, everybody draws up, the next player's turn."""
        self.tell(DrawPhase(seat=seat))
        player = self.players[self.active]
        player.fireballs = 0
        if not player.left:
            player.discard += player.hand
            player.hand = []
        for one in self.players:
            one.texts, one.taken = [], 0
            if one.out or one.left:
                continue  # Hand and supply wait for whoever has left.
            most = 6 if one.faction == "teal" and one.stage == 2 else 5
            one.draws(max(0, most - len(one.hand)), self.rng)
            one.up = [True] * 4
        while True:
            self.active = (self.active + 1) % len(self.players)
            following = self.players[self.active]
            if following.status == "ko":
                following.status, following.stage = "alive", 2
            if not following.out and not following.left:
                break
        self.phase, self.turn = "combat", self.turn + 1
        self.attacked = self.bought = self.trashed = False
        self.flushes, self.paid = 0, []

    # --- by hand

    def mistake(self, seat: int) -> None:
        """A fact is set wrong by hand, and set right again."""
        player, rng = self.players[seat], self.rng
        if player.status != "alive":
            return
        correct = self.companion.correct
        match rng.randrange(3):
            case 0 if player.quests != [3, 3, 3]:
                wrong = SetQuests(rng.randint(0, 2), rng.randint(0, 3), rng.randint(0, 3), seat=seat)
                correct(wrong)
                correct(SetQuests(*player.quests, seat=seat))
            case 1:
                correct(SetHealth(player.stage, "alive", 1 - bool(player.taken), seat=seat))
                correct(SetHealth(player.stage, "alive", player.taken, seat=seat))
            case 2 if self.fight is None:
                correct(SetHand(rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 9), seat=seat))
                correct(SetHand(len(player.hand), len(player.draw), len(player.discard), seat=seat))
                player.seen.clear()
                player.coins_forgotten = True

    def try_nonsense(self) -> None:
        """Something that cannot be on paper; the companion says so."""
        if self.phase in ("setup", "over"):
            return
        seat = self.rng.randrange(len(self.players))
        player, tries = self.players[seat], list[Event]()
        if player.out or player.left or self.players[self.active].left:
            return
        for other, one in enumerate(self.players):
            if self.phase == "combat" and self.fight is None and (one.status != "alive" or other == self.active):
                tries.append(Attack(other, seat=self.active))
        if seat != self.active:
            tries += [DrawPhase(seat=seat), Flush(1, "common", seat=seat)]
        if self.fight is not None and seat not in (self.fight.attacker, self.fight.defender) and self.fight.dragons:
            tries.append(Fireball(self.fight.dragons[0].uid, seat=seat))
        if self.fight is not None and self.fight.step == "fireball_att":
            safe = [one for one in self.fight.blockers if self.fight.safe(one)]
            tries += [Fireball(one.uid, seat=self.fight.attacker) for one in safe]
        if self.phase == "market" and seat == self.active and (self.bought or len(player.deck) <= 10) and player.hand:
            tries.append(Trash(player.hand[0], seat=seat))
        if tries:
            self.companion.refuses(self.rng.choice(tries))

    # --- do they agree

    def kinds(self, seat: int) -> set[type[Event]]:
        """What this seat can do on paper now, as far as everybody can see what is in the hand."""
        player, fight = self.players[seat], self.fight
        if self.phase == "setup":
            found: set[type[Event]] = {ChooseSummoner}
            if player.faction and not player.chosen:
                found.add(ChooseLegendary)
            return found | ({ChooseStarter} if all(one.chosen for one in self.players) else set())
        if self.phase == "over" or player.out:
            return set()
        if self.phase == "draw" and self.players[self.active].left:
            return {DrawPhase}
        if fight is not None:
            return self.kinds_in_fight(seat, fight)
        if seat != self.active:
            return set()
        found = {DrawPhase}
        if self.phase == "combat" and self.targets() and self.dragons_maybe(seat):
            found |= {Attack, PlayDragon}
        if (
            self.phase in ("combat", "market")
            and not self.bought
            and not self.trashed
            and player.hand
            and len(player.deck) > 10
        ):
            found.add(Trash)
        return found

    def kinds_in_fight(self, seat: int, fight: Fight) -> set[type[Event]]:
        player = self.players[seat]
        if fight.step == "damage":
            if fight.asked():
                return {ChooseDamage} if seat == fight.attacker else set()
            return {ConfirmDamage} if seat in (fight.attacker, fight.defender) else set()
        if seat != (fight.attacker if fight.step in ("attack", "fireball_att") else fight.defender):
            return set()
        found: set[type[Event]] = {Done}
        if fight.step == "attack" and self.dragons_maybe(seat):
            found.add(PlayDragon)
        if fight.step == "defense" and self.dragons_maybe(seat, block=True):
            found.add(Block)
        if fight.step.startswith("fireball"):
            held = player.may_hold(f"{player.faction}_fireball") > 0 or player.fireballs
            if held and self.aims(seat):
                found.add(Fireball)
            lurking = any(word(card, "ambush") for card in self.dragons_maybe(seat))
            if fight.step == "fireball_att" and fight.blockers and lurking:
                found.add(Ambush)
        return found

    def compare(self) -> None:
        """Everything the companion keeps is what lies on the table, and its buttons are what can be done."""
        agree, record = self.companion.agree, self.companion.record
        agree("the phase", self.phase, record.phase)
        agree("whether it is over", self.phase == "over", self.companion.over)
        agree("whose turn it is", (self.active, self.turn), (record.active, record.turn))
        if self.phase == "over":
            winner = tuple(self.present())
            agree("the winner", winner, self.companion.sheet().winners)
            return
        if self.phase != "setup":
            for seat in range(len(self.players)):
                self.compare_player(seat)
            agree("the trash", sorted(self.trash), sorted((one.card, one.owner) for one in record.trash))
        self.compare_fight()
        for seat in range(len(self.players)):
            if self.players[seat].left:
                continue
            offered = {type(one.event) for one in self.companion.offers(seat)} - set(BY_TEXT)
            names = sorted(one.__name__ for one in self.kinds(seat))
            agree(f"what seat {seat} can do", names, sorted(one.__name__ for one in offered))
            self.compare_texts(seat)

    def compare_player(self, seat: int) -> None:
        agree, own, player = self.companion.agree, self.companion.record.seats[seat], self.players[seat]
        who = f"of seat {seat}"
        agree(f"the stage and life {who}", (player.stage, player.status), (own.health.stage, own.health.status))
        if player.out:
            return
        if player.status == "alive":
            agree(f"the damage {who}", (player.taken, player.breakpoint), (own.health.taken, own.health.breakpoint))
        cycle = (len(player.hand), len(player.draw), len(player.discard))
        agree(f"hand, draw pile and discard {who}", cycle, (own.cycle.hand, own.cycle.draw, own.cycle.discard))
        agree(f"the quests {who}", tuple(player.quests), tuple(own.quests))
        agree(f"whether the legendary is awake {who}", player.unlocked, own.unlocked)
        supply = [
            (len(pile), bool(pile) and up, pile[0] if pile and up and told else "")
            for pile, up, told in zip(player.supply, player.up, player.told, strict=True)
        ]
        agree(f"the supply {who}", supply, [(one.pile, one.shows, one.card) for one in own.supply])
        agree(f"the tokens {who}", ["fireball"] * player.fireballs, [one.kind for one in own.tokens])
        on_field = [one.card for one in self.fight.dragons if one.owner == seat] if self.fight else []
        on_field += self.fight.ambushed if self.fight and self.fight.attacker == seat else []
        dragons = sorted(card for card in (*player.deck, *on_field) if CARDS[card]["kind"] == "dragon")
        agree(f"the dragons {who}", dragons, sorted(own.dragons))

    def compare_fight(self) -> None:
        agree, fight, clash = self.companion.agree, self.fight, self.companion.record.clash
        agree("whether a combat is on", fight is not None, clash is not None)
        if fight is None:
            return
        agree("the combat", (fight.attacker, fight.defender, fight.step), (clash.attacker, clash.defender, clash.step))
        for mine, theirs, side in (
            (fight.attackers, clash.attackers, "attack"),
            (fight.blockers, clash.blockers, "block"),
        ):
            dragons = [(one.uid, one.card, one.sv, fight.damage(one)) for one in mine]
            shown = [(one.uid, one.parts[-1].card, one.sv, clash.dragon(one).damage) for one in theirs]
            agree(f"the dragons that {side} with SV and damage", dragons, shown)
        there = {one.uid for one in fight.blockers}
        blocks = {one.uid: one.target for one in fight.blockers}
        agree("who blocks whom", blocks, {a: b for a, b in clash.blocks.items() if a in there})

    def compare_texts(self, seat: int) -> None:
        """What texts let a player do is on offer while they do, and no longer."""
        player = self.players[seat]
        texts = {text.split()[0] for text in player.texts} if player.status == "alive" else set()
        for kind, event in (("fireball", GainToken), ("draw", DrawCards), ("quest", Quest)):
            offered = bool(self.companion.offers(seat, event))
            self.companion.agree(f"whether a text of seat {seat} asks for {kind}", kind in texts, offered)
        tops = {int(text.split()[1]) for text in player.texts if text.startswith("top")}
        tops = {whom for whom in tops if self.players[whom].status == "alive" and self.players[whom].draw}
        choices = self.companion.offers(seat, DiscardTop)
        theirs = {choice.event.player for choice in choices}  # type: ignore[attr-defined] # offers are of this kind
        self.companion.agree(f"whose top card seat {seat} may put away", tops if texts else set(), theirs)


def play(companion: Companion, rng: random.Random) -> None:
    """A game of Dragon Breeds on paper."""
    table = Table(companion, rng)
    table.compare()
    table.play()

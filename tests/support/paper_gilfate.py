"""Gilfate Fantasy on paper: real decks and hands, bombs where they lie, and what everybody at the table can reckon.

Written from the rulebook and the rulings GF-R1 to GF-R50 without house rules; of the game only the card list and the
events that people send are used. ``Known`` is what everybody may conclude about the blank deck: every arrangement that
fits what has been seen. What it excludes must not be offered, what it allows must be.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

from paper_table import Companion, Contradiction, shown

from rules import games
from rules.event import Event
from rules.game_protocol import Choice
from rules.games.gilfate.answers import Act, Happens, Respond
from rules.games.gilfate.corrections import SetAttackDecks, SetBombs
from rules.games.gilfate.play import Declare, Play, UseActive
from rules.games.gilfate.rounds import (
    AddSecret,
    DrawBlanks,
    EndTurn,
    Gone,
    NoteHand,
    PickAttack,
    ScoreRound,
    ShowHand,
    StartRound,
    Tick,
)
from rules.seat_away import SeatAway, SeatBack
from rules.view import Scores

SHEET = Path(games.__file__).parent / "gilfate" / "cards.csv"
ROWS = {row["id"]: row for row in csv.DictReader(SHEET.read_text("utf-8").splitlines()) if row["kind"] == "attack"}
COPIES = {card: int(row["copies"]) for card, row in ROWS.items()}
NUMBER = {card: int(row["number"]) for card, row in ROWS.items()}
COST = {card: int(row["cost"]) for card, row in ROWS.items()}
BACK = {card: row["back"] for card, row in ROWS.items()}
STAYS = {card for card, row in ROWS.items() if row["stays"]}

HANDS = {2: 10, 3: 9, 4: 8, 5: 6}
BOMBS = {2: 6, 3: 6, 4: 9, 5: 9}
BLANKS, BOMB_CARDS = 50, 12
BACKS = ("hand", "deck", "bombs")
QUICK = ("0a", "0b", "4a")
BELL, CACHE = "11c", "10a"
NEGATES = ("0b", "4a", BELL)
IGNORED = (NoteHand, Tick, Gone)
"""What says nothing about the table, and is looked at on its own."""
TURNS_MOST = 400
COUNTS, GOES, COMES_BACK = 0.02, 0.01, 0.2
"""How often somebody counts the attack decks, leaves the table, and is back, once a turn."""
MISCOUNTED = 0.05
"""How often somebody reports the wrong number of bombs and puts it right by hand."""


# --- what everybody can reckon about the blank deck


@dataclass
class Known:
    """The deck in parts from the top down; inside a part nobody knows the order.

    ``worlds`` holds every possible (bombs, explosions) of all parts together.
    """

    sizes: list[int]
    worlds: set[tuple[tuple[int, int], ...]]

    @property
    def size(self) -> int:
        return sum(self.sizes)

    def outcomes(self, count: int) -> set[tuple[int, int]]:
        """Every (bombs, explosions) the top ``count`` cards may be."""
        cut = self._split(count)
        whole = len(cut.sizes) - len(_tail(cut.sizes, count))
        return {(sum(b for b, _ in world[:whole]), sum(e for _, e in world[:whole])) for world in cut.worlds}

    def drawn(self, count: int, bombs: int, explosions: int) -> Known:
        """What is known once those cards have been seen."""
        cut = self._split(count)
        rest = _tail(cut.sizes, count)
        top = len(cut.sizes) - len(rest)
        worlds = {
            world[top:]
            for world in cut.worlds
            if (sum(b for b, _ in world[:top]), sum(e for _, e in world[:top])) == (bombs, explosions)
        }
        return Known(rest, worlds)

    def topped(self) -> Known:
        return Known([1, *self.sizes], {((1, 0), *world) for world in self.worlds})

    def bottomed(self, kind: tuple[int, int] = (1, 0)) -> Known:
        return Known([*self.sizes, 1], {(*world, kind) for world in self.worlds})

    def turned(self) -> Known:
        return Known(self.sizes[::-1], {world[::-1] for world in self.worlds})

    def merged(self, bombs: int = 0, parts: int | None = None) -> Known:
        """The first ``parts`` parts (None: all) with some more bombs, in any order."""
        many = len(self.sizes) if parts is None else parts
        size = sum(self.sizes[:many]) + bombs
        worlds = {
            ((sum(b for b, _ in world[:many]) + bombs, sum(e for _, e in world[:many])), *world[many:])
            for world in self.worlds
        }
        return Known([size, *self.sizes[many:]], worlds) if size else Known(self.sizes[many:], {w[1:] for w in worlds})

    def reordered(self, count: int, *, loose: bool = False) -> Known:
        """Somebody put the top cards in an order of their own. ``loose``: nothing is kept of what they reach into."""
        if loose:
            parts, reached = 0, 0
            while parts < len(self.sizes) and reached < count:
                reached += self.sizes[parts]
                parts += 1
            return self.merged(parts=parts)
        cut = self._split(count)
        return cut.merged(parts=len(cut.sizes) - len(_tail(cut.sizes, count)))

    def without_bomb(self) -> Known:
        """The shuffled deck after somebody took a bomb out of it."""
        worlds = {((world[0][0] - 1, world[0][1]), *world[1:]) for world in self.worlds if world[0][0]}
        return Known([self.sizes[0] - 1, *self.sizes[1:]], worlds)

    def without_mine(self) -> Known | None:
        """The deck while the explosion at the bottom is held aside; None where its place is not known."""
        for at in range(len(self.sizes) - 1, -1, -1):
            if {world[at] for world in self.worlds} == {(0, 1)} and self.sizes[at] == 1:
                return Known(self.sizes[:at] + self.sizes[at + 1 :], {(*w[:at], *w[at + 1 :]) for w in self.worlds})
        return None

    def _split(self, count: int) -> Known:
        """The same with a border after the top ``count`` cards."""
        at, above = 0, 0
        while at < len(self.sizes) and above + self.sizes[at] <= count:
            above += self.sizes[at]
            at += 1
        upper = count - above
        if at == len(self.sizes) or not upper:
            return self
        size = self.sizes[at]
        worlds = set()
        for world in self.worlds:
            bombs, explosions = world[at]
            blanks = size - bombs - explosions
            for b in range(min(bombs, upper) + 1):
                for e in range(min(explosions, upper - b) + 1):
                    if upper - b - e <= blanks:
                        parts = ((b, e), (bombs - b, explosions - e))
                        worlds.add((*world[:at], *parts, *world[at + 1 :]))
        return Known([*self.sizes[:at], upper, size - upper, *self.sizes[at + 1 :]], worlds)


def _tail(sizes: Sequence[int], count: int) -> list[int]:
    """The parts after the first ``count`` cards, which end with a part."""
    left = list(sizes)
    while left and count >= left[0]:
        count -= left.pop(0)
    return left


# --- points, by trying everything


@lru_cache(maxsize=200_000)
def rest_of(hand: tuple[tuple[int, int], ...]) -> int:
    """The fewest points a hand of (number, cost) counts: sets of two or more, runs of three or more, the rest costs."""
    if not hand:
        return 0
    (number, cost), others = hand[0], hand[1:]
    best = cost + rest_of(others)
    same = [one for one in others if one[0] == number]
    for size in range(1, len(same) + 1):
        for chosen in set(combinations(same, size)):
            best = min(best, rest_of(_less(others, chosen)))
    run: list[list[tuple[int, int]]] = []
    while found := sorted({one for one in others if one[0] == number + len(run) + 1}):
        run.append(found)
        if len(run) >= 2:
            for cards in product(*run):
                best = min(best, rest_of(_less(others, cards)))
    return best


def _less(cards: Iterable[tuple[int, int]], gone: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def words(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards as people pick them from a list: the second 5a of a hand is 5a/2."""
    seen: Counter[str] = Counter()
    found = []
    for card in cards:
        seen[card] += 1
        found.append(card if seen[card] == 1 else f"{card}/{seen[card]}")
    return tuple(found)


# --- the table


class TurnLost(Exception):  # noqa: N818 - not a fault
    """Whoever's turn it is has been knocked out."""


class RoundEnds(Exception):  # noqa: N818 - not a fault
    """Only one player is left."""


@dataclass
class Lying:
    """A card in front of somebody."""

    card: str
    used: bool = False


@dataclass
class Seat:
    """What one person has; ``noted`` on the own phone, ``unsaid`` what left the hand without the phone being told."""

    hand: list[str] = field(default_factory=list)
    bombs: int = 0
    explosions: int = 0
    noting: bool = False
    noted: list[str] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    front: list[Lying] = field(default_factory=list)
    partial: list[tuple[str, int]] = field(default_factory=list)
    out: bool = False
    away: bool = False
    shielded: bool = False

    def lies(self, card: str) -> int:
        return sum(one.card == card for one in self.front)

    @property
    def all_noted(self) -> bool:
        return not self.unsaid and sorted(self.noted) == sorted(self.hand)

    @property
    def bears(self) -> int:
        """How many bombs knock this player out."""
        return 3 + self.lies("7a") + bool(self.lies("12b"))


@dataclass(frozen=True)
class Link:
    """A card that answers, who played it, and for 0a who has to draw then."""

    card: str
    by: int
    to: int | None = None


@dataclass
class OnTable:
    """A card being played, or used in front of its player."""

    card: str
    by: int
    front: Lying | None = None
    cost: int = 0
    option: str = ""
    target: int | None = None
    number: int | None = None
    lying: Lying | None = None
    chain: list[Link] = field(default_factory=list)
    first: int | None = None
    amount: int = 0

    def stands(self, at: int) -> bool:
        """Whether a card of the chain happens: unless one after it negates it, and stands. -1 is the effect itself."""
        return not (at + 1 < len(self.chain) and self.chain[at + 1].card in NEGATES and self.stands(at + 1))

    @property
    def cancelled(self) -> bool:
        return not self.stands(-1)

    @property
    def draw(self) -> tuple[int, int, int]:
        """Who has to draw now, how many, and who makes them, after every 0a and 10a that stands."""
        drawer, amount, by = self.first or 0, self.amount, self.by
        for at, link in enumerate(self.chain):
            if self.stands(at) and link.to is not None:
                drawer, amount, by = link.to, amount + 1, link.by
            elif self.stands(at) and link.card == CACHE:
                amount = min(amount, 2)
        return drawer, amount, by

    @property
    def last(self) -> int:
        return self.chain[-1].by if self.chain else self.by


class Paper:
    """One match on paper, told to the companion as it goes."""

    def __init__(self, companion: Companion, rng: random.Random) -> None:
        self.companion, self.rng = companion, rng
        self.players = rng.choice((2, 3, 3, 4, 4, 5))
        version = rng.choice(("no_knockout", "no_knockout", "knockout", "knockout", "all_cards", "all_cards_knockout"))
        self.knockouts, self.all_dealt = version.endswith("knockout") and version != "no_knockout", "all" in version
        self.rounds = rng.choice(("by_version", "by_version", 1, 3))
        self.secret = rng.random() < 0.2
        options: dict[str, int] = {}
        if not self.secret and rng.random() < 0.2:
            options = {"bombs": rng.randint(1, 12), "hand": rng.randint(3, 9)}
        if not self.knockouts and rng.random() < 0.3:
            options["explosions"] = 1
        self.options = options
        companion.open(self.players, version=version, match=self.rounds, secret_bombs=self.secret, **options)
        self.survival = [0] * self.players
        self.records: list[list[int]] = []
        self.winners: list[int] = list(range(self.players))
        self.round = 0
        self.seats = [Seat() for _ in range(self.players)]
        self.late: set[Event] = set()

    # --- asking and telling

    def moment(self, must: Iterable[Event], may: Iterable[Event] = ()) -> None:
        """Raises Contradiction where an event the paper allows is missing, or one it excludes is on offer."""
        must, allowed = list(must), set(may) | self.late
        allowed.update(must)
        offered: set[Event] = set()
        for seat in range(self.players):
            for choice in self.companion.offers(seat):
                if not isinstance(choice.event, IGNORED):
                    offered.update(_filled(choice))
        for event in must:
            if event not in offered:
                raise Contradiction(f"the paper allows {shown(event)}, which is not offered")
        for event in offered:
            if event not in allowed:
                raise Contradiction(f"{shown(event)} is offered and cannot be")

    def tell(self, event: Event) -> None:
        self.companion.tell(event)
        if not isinstance(event, IGNORED):
            self.late = set()

    def agree(self) -> None:
        """Everything that can be counted on the table is what the companion says."""
        record, agree = self.companion.record, self.companion.agree
        for n, (seat, told) in enumerate(zip(self.seats, record.seats, strict=True)):
            agree(f"seat {n}'s hand", len(seat.hand), told.hand)
            agree(f"seat {n}'s bombs", (seat.bombs, seat.explosions), (told.bombs, told.explosions))
            agree(f"in front of seat {n}", [one.card for one in seat.front], [one.card for one in told.front])
            agree(f"seat {n}'s cards paid in part", seat.partial, [(one.card, one.paid) for one in told.partial])
            agree(f"seat {n} out, away", (seat.out, seat.away), (told.out, told.away))
        agree("cards in the blank deck", len(self.blank), record.blank.left)
        bombs = self.blank.count("bomb")
        if self.secret:
            sums = {sum(b for b, _ in world) for world in self.sure.worlds}
            assert bombs in sums
            agree("bombs in the deck", (min(sums), max(sums)), (record.blank.bombs_least, record.blank.bombs_most))
        else:
            agree("bombs in the deck", (bombs, bombs), (record.blank.bombs_least, record.blank.bombs_most))
        agree("explosions in the deck", self.blank.count("explosion"), record.blank.explosions)
        agree("attack cards left", sum(map(len, self.piles.values())), record.attack_left)
        agree("discards", Counter(self.discard), Counter(one.card for one in record.discard))
        agree("whose turn", (self.active, self.turn), (record.active, record.turn))
        agree("direction", self.direction, record.direction)
        agree("survival points", self.survival, list(record.survival))

    def note(self) -> None:
        """People who note their hand on their phone say what left it and what came, and see what they would count."""
        for n, seat in enumerate(self.seats):
            while self.companion.offers(n, Gone):
                card = seat.unsaid.pop(0)
                known = card in seat.noted
                self.tell(Gone(card if known else "", seat=n))
                if known:
                    seat.noted.remove(card)
            new = list((Counter(seat.hand) - Counter(seat.noted)).elements())
            if new and seat.noting and not seat.unsaid and self.rng.random() < 0.5:
                self.tell(NoteHand(words(new), seat=n))
                seat.noted += new
            told = self.companion.record.seats[n].notes
            self.companion.agree(f"seat {n}'s notes", Counter(seat.noted), Counter(one.card for one in told))
            if seat.all_noted and not seat.away and not self.knockouts:
                total = counted(self.companion, n, "If it ended now")
                self.companion.agree(f"seat {n}'s points if it ended now", self.points(seat), total)

    def uid(self, seat: int, lying: Lying) -> str:
        """How the companion calls a card in front of somebody."""
        at = next(n for n, one in enumerate(self.seats[seat].front) if one is lying)
        return str(self.companion.record.seats[seat].front[at].uid)

    # --- what everybody sees

    @property
    def living(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if not seat.out and not seat.away]

    @property
    def present(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if not seat.away]

    def others(self, seat: int) -> list[int]:
        return [n for n in self.living if n != seat]

    def after(self, seat: int) -> int:
        following = (seat + self.direction) % self.players
        while following not in self.living:
            following = (following + self.direction) % self.players
        return following

    @property
    def lap(self) -> bool:
        """Whether this is the first lap."""
        return self.turn <= self.lap_turns

    @property
    def free(self) -> bool:
        """Whether attack cards may be drawn and a 10 to 12 may take effect."""
        return self.turn >= self.lap_turns

    def hidden(self, card: str) -> int:
        """How many copies nobody has seen lying open."""
        open_ = self.discard.count(card) + sum(seat.lies(card) for seat in self.seats)
        open_ += sum(one == card for seat in self.seats for one, _ in seat.partial)
        on = self.on
        return COPIES[card] - open_ - (on is not None and on.front is None and on.card == card)

    def unseen(self) -> list[str]:
        return [card for card in ROWS if self.hidden(card) > 0]

    def maybe(self, seat: int) -> list[str]:
        """What the seat may hold, as far as its own phone knows."""
        return list(self.seats[seat].hand) if self.seats[seat].all_noted else self.unseen()

    def cost(self, seat: int, card: str, *, cheaper: bool = False) -> int:
        """Printed, then the tax of 12c on a number 0, then what 12a or 10a lowers."""
        cost, own = COST[card], self.seats[seat]
        if NUMBER[card] == 0 and any(self.seats[n].lies("12c") for n in self.others(seat)):
            cost = 2
        if NUMBER[card] < 10 and card != "6a":
            cost = min(cost, 1) if own.lies("12a") else cost
            cost = min(cost, 2) if cheaper else cost
        return cost

    # --- the blank deck

    def change(self, how: Callable[[Known], Known]) -> None:
        self.sure, self.loose = how(self.sure), how(self.loose)
        assert self.sure.size == self.loose.size == len(self.blank), (self.sure, self.loose, len(self.blank))

    def draws(self, seat: int, most: int, least: int | None = None) -> tuple[list[Event], list[Event]]:
        """What a seat that has to draw can have drawn: by all that is known, and by the little one may remember."""
        counts = range(most, (most if least is None else least) - 1, -1)
        return tuple(  # type: ignore[return-value]
            [DrawBlanks(count, *what, seat=seat) for count in counts for what in known.outcomes(count)]
            for known in (self.sure, self.loose)
        )

    def draw(self, seat: int, count: int) -> None:
        """The seat really draws, tells it, and what follows happens."""
        others = self.sure.outcomes(count)
        cards = self.take(count)
        bombs, explosions = cards.count("bomb"), cards.count("explosion")
        wrong = sorted(bomb for bomb, mine in others if bomb != bombs and mine == explosions)
        # A card that needs bombs would be over before the count is put right; that is taken back instead.
        needs = self.on is not None and self.on.card in ("4b", "8c", "9b")
        calm = not (self.knockouts or self.lap or self.secret or needs)
        if wrong and calm and self.rng.random() < MISCOUNTED:
            # Miscounted, and put right by hand.
            self.tell(DrawBlanks(count, self.rng.choice(wrong), explosions, seat=seat))
            own = self.seats[seat]
            self.companion.correct(SetBombs(own.bombs + bombs, own.explosions + explosions, seat=seat))
            self.loose = self.loose.merged()
        else:
            self.tell(DrawBlanks(count, bombs, explosions, seat=seat))
        self.got(seat, bombs, explosions)

    def take(self, count: int) -> list[str]:
        cards, self.blank = self.blank[:count], self.blank[count:]
        bombs, explosions = cards.count("bomb"), cards.count("explosion")
        self.mine = "" if explosions else self.mine
        self.change(lambda known: known.drawn(count, bombs, explosions))
        return cards

    def got(self, seat: int, bombs: int = 0, explosions: int = 0) -> None:
        """Bombs and explosions come to somebody: given back in the first lap, or a knockout."""
        own = self.seats[seat]
        own.bombs += bombs
        own.explosions += explosions
        if self.lap and own.bombs > 1:
            back, own.bombs = own.bombs - 1, 1
            self.shuffle_in(back)
        safe = own.lies("12b") or (own.shielded and own.lies("11b"))
        self.falls(seat, blown=explosions > 0 and not safe)

    def falls(self, seat: int, *, blown: bool = False) -> None:
        own = self.seats[seat]
        if self.knockouts and (blown or own.bombs >= own.bears):
            own.out = True

    def check_out(self) -> None:
        """Raises where somebody's fall ends the round or the turn."""
        if self.knockouts and len(self.living) == 1:
            raise RoundEnds
        if self.active not in self.living:
            raise TurnLost

    def shuffle_in(self, bombs: int = 0) -> None:
        """Shuffled, but an explosion everybody knows to be last is laid there again."""
        below = self.mine == "bottom"
        self.mine = self.mine if below else ""
        if below:
            self.blank.remove("explosion")
        self.blank += ["bomb"] * bombs
        self.rng.shuffle(self.blank)
        self.blank += ["explosion"] * below

        def mixed(known: Known) -> Known:
            rest = known.without_mine() if below else None
            return known.merged(bombs) if rest is None else rest.merged(bombs).bottomed((0, 1))

        self.change(mixed)

    def bomb_back(self, seat: int, where: str) -> None:
        self.seats[seat].bombs -= 1
        if where == "top":
            self.blank.insert(0, "bomb")
            self.change(Known.topped)
        elif where == "bottom":
            self.blank.append("bomb")
            self.change(Known.bottomed)
        else:
            self.shuffle_in(1)

    # --- attack cards

    def from_pile(self, seat: int) -> str:
        """One attack card, from any pile with cards; which deck it was."""
        back, pile = self.rng.choice([(back, pile) for (back, _), pile in self.piles.items() if pile])
        self.seats[seat].hand.append(pile.pop())
        return back

    def decks(self) -> dict[str, int]:
        """How many cards each attack deck has."""
        counts = dict.fromkeys(BACKS, 0)
        for (back, _), pile in self.piles.items():
            counts[back] += len(pile)
        return counts

    def leaves(self, seat: int, card: str) -> None:
        """A card leaves the hand, and everybody sees which."""
        own = self.seats[seat]
        own.hand.remove(card)
        if card in own.noted:
            own.noted.remove(card)

    def steal(self, robbed: int, seat: int) -> None:
        """A card goes from hand to hand unseen; nothing does where there is none."""
        theirs = self.seats[robbed].hand
        if theirs:
            card = theirs.pop(self.rng.randrange(len(theirs)))
            self.seats[seat].hand.append(card)
            self.seats[robbed].unsaid.append(card)

    def toss(self, seat: int, card: str) -> None:
        self.leaves(seat, card)
        self.discard.append(card)

    # --- a round

    def deal(self) -> None:
        rng, everybody = self.rng, range(self.players)
        away = [seat.away for seat in self.seats]
        there = [n for n in everybody if not away[n]]
        players = max(2, len(there))
        self.lap_turns, self.counted = len(there), False
        self.round += 1
        self.turn, self.direction, self.on = 1, 1, None
        self.discard: list[str] = []
        self.seats = [Seat(noting=rng.random() < 0.4, away=gone) for gone in away]
        every = [card for card in ROWS for _ in range(COPIES[card])]
        rng.shuffle(every)
        self.piles: dict[tuple[str, bool], list[str]] = {}
        if self.all_dealt:
            each = 48 // players
            for n in there:
                self.seats[n].hand, every = every[:each], every[each:]
        else:
            for card in every:
                self.piles.setdefault((BACK[card], NUMBER[card] > 6), []).append(card)
            for _ in range(self.options.get("hand", HANDS[players])):
                for n in there:
                    self.from_pile(n)
        bombs = self.options.get("bombs", BOMBS[players])
        mines = self.options.get("explosions", int(self.knockouts))
        self.box = BOMB_CARDS - bombs
        span = range(bombs, bombs + 1)
        mixed = ["bomb"] * bombs
        if self.secret:
            if self.round == 1:
                self.added = [rng.random() < 0.5 for _ in everybody]
                # Two bombs stay in the box for the cards 9a.
                while sum(self.added) > self.box - 2:
                    self.added[self.added.index(True)] = False
            mixed += ["bomb"] * sum(self.added) + ["blank"] * (3 + players - sum(self.added))
            self.box -= sum(self.added)
            rng.shuffle(mixed)
            mixed = mixed[:bombs]
            # The others know how many cards are kept out, not which.
            span = range(max(0, bombs - 3 - players), bombs + 1)
        self.blank = ["blank"] * BLANKS + mixed
        rng.shuffle(self.blank)
        self.blank += ["explosion"] * mines
        self.mine = "bottom" if mines else ""
        worlds = {(((count, 0)), *((0, 1),) * mines) for count in span}
        self.sure = Known([BLANKS + bombs, *[1] * mines], worlds)
        self.loose = self.sure

    def begin(self) -> None:
        everybody = range(self.players)
        if self.secret and self.round == 1:
            for seat in self.rng.sample(everybody, self.players):
                record = self.companion.record
                waits = [n for n in everybody if not record.seats[n].added]
                self.moment([AddSecret(bomb, seat=n) for n in waits for bomb in (True, False)])
                self.tell(AddSecret(self.added[seat], seat=seat))
        firsts = [n for n in self.winners if n in self.present] or self.present
        self.moment([StartRound(first, seat=seat) for first in firsts for seat in everybody])
        self.active = self.rng.choice(firsts)
        self.tell(StartRound(self.active, seat=self.rng.choice(everybody)))

    def play_round(self) -> None:
        self.deal()
        self.begin()
        try:
            while True:
                try:
                    self.agree()
                    self.one_turn()
                except TurnLost:
                    if self.on is not None and self.on.front is None:
                        self.discard.append(self.on.card)
                    self.on = None
                self.seats[self.active].shielded = False
                if self.ended():
                    break
                self.turn += 1
                self.active = self.after(self.active)
                if self.turn > TURNS_MOST:
                    raise Contradiction("the round does not end")
        except RoundEnds:
            if self.on is not None and self.on.front is None:
                self.discard.append(self.on.card)
            self.on = None
        self.count()

    def ended(self) -> bool:
        if not self.blank:
            return True
        if self.all_dealt:
            return any(not self.seats[n].hand for n in self.living)
        return not any(self.piles.values())

    def one_turn(self) -> None:
        self.note()
        self.come_and_go()
        seat = self.seats[self.active]
        for one in seat.front:
            one.used = False
        if not seat.hand:
            self.empty_handed()
        if seat.hand:
            self.before_playing()
        while True:
            self.agree()
            uses = self.uses()
            most = 1 if self.free and not self.all_dealt and any(self.piles.values()) else 0
            ends = [EndTurn(0, seat=self.active)]
            if most and self.counted:
                ends += [EndTurn(1, (back,), seat=self.active) for back, many in self.decks().items() if many]
            elif most:
                ends.append(EndTurn(1, seat=self.active))
            self.moment([*(event for event, _ in uses), *ends])
            if not uses or self.rng.random() < 0.5:
                break
            self.use(*self.rng.choice(uses))
        draw = self.rng.choice((most, most, 0))
        backs = tuple(self.from_pile(self.active) for _ in range(draw))
        self.tell(EndTurn(draw, backs if self.counted else (), seat=self.active))

    def empty_handed(self) -> None:
        """Three blanks, then two attack cards where they may be drawn."""
        count = min(3, len(self.blank))
        if count:
            self.moment(*self.draws(self.active, count))
            self.draw(self.active, count)
            self.check_out()
            self.agree()
        left = sum(map(len, self.piles.values()))
        if count and self.free and not self.all_dealt and left:
            picks = min(2, left)
            ones = [PickAttack(1, (back,), seat=self.active) for back, many in self.decks().items() if many]
            both = [PickAttack(picks, seat=self.active)] if picks > 1 or not self.counted else ones
            self.moment(both)
            backs = words(self.from_pile(self.active) for _ in range(picks))
            self.tell(PickAttack(picks, backs if self.counted else (), seat=self.active))
            self.agree()

    def come_and_go(self) -> None:
        """Somebody counts the attack decks; people leave the table, and come back."""
        rng, companion = self.rng, self.companion
        if not self.all_dealt and not self.counted and rng.random() < COUNTS:
            companion.correct(SetAttackDecks(**self.decks(), seat=rng.choice(self.present)))
            self.counted = True
        for n, seat in enumerate(self.seats):
            if seat.away and rng.random() < COMES_BACK:
                companion.correct(SeatBack(seat=n), by=rng.randrange(self.players))
                seat.away = False
        if len(self.living) > 2 and rng.random() < GOES:
            gone = rng.choice(self.living)
            companion.correct(SeatAway(seat=gone), by=rng.randrange(self.players))
            self.seats[gone].away = True
            self.check_out()
        self.agree()

    def before_playing(self) -> None:
        """Cards in front may be used, then a card of the hand is played."""
        while True:
            uses, plays = self.uses(), self.plays(self.seats[self.active].hand)
            self.moment([*(event for event, _ in uses), *plays], self.plays(self.unseen()))
            if not uses or self.rng.random() < 0.6:
                break
            self.use(*self.rng.choice(uses))
            self.agree()
            if not self.seats[self.active].hand:
                return
        self.play_card(self.rng.choice(plays))

    def plays(self, cards: Collection[str]) -> list[Play]:
        """Every way to play one of these cards."""
        seat = self.active
        found = []
        for card in dict.fromkeys(cards):
            if NUMBER[card] >= 10 and not self.free:
                found.append(Play(card, pay_only=True, seat=seat))
                continue
            found.append(Play(card, seat=seat))
            if self.cache(seat) is not None and self.cost(seat, card, cheaper=True) < self.cost(seat, card):
                found.append(Play(card, use_10a=True, seat=seat))
        return found

    def cache(self, seat: int) -> Lying | None:
        """A 10a in front of the active player, not used in this turn."""
        if seat != self.active or not self.free:
            return None
        return next((one for one in self.seats[seat].front if one.card == CACHE and not one.used), None)

    # --- a card is played

    def play_card(self, event: Play) -> None:
        seat, card = self.active, event.card
        cost = self.cost(seat, card, cheaper=event.use_10a)
        cache = self.cache(seat)
        self.tell(event)
        self.leaves(seat, card)
        if event.use_10a and cache is not None:
            cache.used = True
        on = self.on = OnTable(card, seat, cost=cost)
        only_paid = event.pay_only or card in QUICK
        if card != "6b":
            paid = self.pay(on)
            if paid < cost and not (card == "10c" and paid):
                self.seats[seat].partial.append((card, paid))
                self.on = None
                return
        if only_paid or not self.aim(on):
            self.finish(to_discard=True)
            return
        self.answered(on)
        if on.cancelled:
            self.cancelled(on)
            return
        self.happen(on)

    def pay(self, on: OnTable) -> int:
        """Draws the cost from the blank deck; 10c may be paid with fewer. What was drawn."""
        most = min(on.cost, len(self.blank))
        if not most:
            return 0
        least = min(1, most) if on.card == "10c" else most
        self.moment(*self.draws(on.by, most, least))
        count = self.rng.choice((most, most, self.rng.randint(least, most)))
        self.draw(on.by, count)
        self.check_out()
        return count

    def finish(self, *, to_discard: bool = False) -> None:
        if to_discard and self.on is not None:
            self.discard.append(self.on.card)
        self.on = None

    def cancelled(self, on: OnTable) -> None:
        """A cancelled 6b comes back to the hand; other cards are gone, those in front stay there."""
        if on.front is None:
            if on.card == "6b" and on.first is None:
                self.seats[on.by].hand.append("6b")
                self.seats[on.by].noted.append("6b")
            else:
                self.discard.append(on.card)
        self.on = None

    # --- aiming

    def aims(self, seat: int, card: str) -> list[tuple[Declare, dict[str, Any]]] | None:
        """Every way the card can be meant now; None where nothing has to be said."""
        own, living = self.seats[seat], self.living
        holding = [n for n in living if self.seats[n].hand]
        bombed = [n for n in living if self.seats[n].bombs]
        lying = [(n, one) for n in living for one in self.seats[n].front]

        def say(option: str = "", **how: Any) -> tuple[Declare, dict[str, Any]]:
            found = {"option": option, **how}
            told = {key: value for key, value in found.items() if key != "lying"}
            if "lying" in how:
                told["uid"] = self.uid(*how["lying"])
                found["lying"] = how["lying"][1]
                found["owner"] = how["lying"][0]
            return Declare(seat=seat, **told), found

        if card == "2":
            return [say(target=n) for n in holding if n != seat] if own.hand else []
        if card == "3":
            redraw = own.hand and not self.all_dealt and self.free
            return [say("shuffle"), *([say("redraw")] if redraw else [])]
        if card == "4b":
            return None if own.bombs else []
        if card == "5a":
            return [*(say("hand", target=n) for n in holding), *(say("front", lying=one) for one in lying)]
        if card == "6b":
            guesses = ["blank", "bomb"] + (["explosion"] if "explosion" in self.blank else [])
            return [say(guess) for guess in guesses] if self.blank else []
        if card == "7b":
            return [say(target=n, number=number) for n in holding if n != seat for number in range(13)]
        if card == "8b":
            decks = {back for back, many in self.decks().items() if many}
            return [say(deck, number=number) for deck in sorted(decks) for number in range(13)]
        if card == "8c":
            return [say(target=n) for n in bombed]
        if card == "9a":
            permanent = [(n, one) for n, one in lying if one.card == "7a" or NUMBER[one.card] >= 10]
            mine = [one for n, one in permanent if n == seat]
            if not mine:
                return [say("discard_all", target=n) for n in dict.fromkeys(n for n, _ in permanent)]
            return [say("bomb_and_remove", lying=one) for one in permanent] if len(mine) == 1 else []
        if card == "9b":
            pairs = [(n, m) for n in bombed for m in bombed if n < m]
            pairs += [(n, n) for n in bombed if self.seats[n].bombs > 1]
            return [say(f"{n}+{m}") for n, m in pairs]
        return None

    def aim(self, on: OnTable) -> bool:
        """The player says what the card is for. False where the table lacks what it speaks of."""
        ways = self.aims(on.by, on.card)
        if ways is None:
            return True
        if not ways:
            return False
        may: list[Event] = []
        if on.card == "8b" and not self.counted:
            # Which of the attack decks still has cards is not counted one by one.
            may = [Declare(deck, number=n, seat=on.by) for deck in ("hand", "deck", "bombs") for n in range(13)]
        self.moment([event for event, _ in ways], may)
        event, how = self.rng.choice(ways)
        if on.card == "7b" and self.rng.random() < 0.5:
            # People name what they have a chance to hit.
            hits = [way for way in ways if any(NUMBER[c] == way[0].number for c in self.seats[way[0].target or 0].hand)]
            event, how = self.rng.choice(hits or ways)
        self.tell(event)
        on.option, on.target = how["option"], how.get("target")
        on.number, on.lying = how.get("number"), how.get("lying")
        if on.card == "9b":
            on.target = None
        if on.lying is not None:
            on.target = how["owner"]
        return True

    # --- cards in front

    def uses(self) -> list[tuple[UseActive, Lying]]:
        """Every way the active player can use a card in front now."""
        seat = self.active
        own = self.seats[seat]
        if not self.free:
            return []
        found = []
        others = [n for n in self.others(seat) if self.seats[n].hand]
        for one in own.front:
            ways: list[dict[str, Any]] = []
            if one.card == "10b":
                ways = [{"target": n} for n in others]
            elif one.card == "10c":
                ways = [{"option": "look"}, *({"option": "numbers", "target": n} for n in others)]
            elif one.card == "11a":
                ways = [{"target": n} for n in self.living if self.seats[n].hand]
            elif one.card == "11b":
                ways = [{"option": "shield"}, *([{"option": "bomb"}] if own.bombs else [])]
            if not one.used:
                found += [(UseActive(self.uid(seat, one), seat=seat, **way), one) for way in ways]
        return found

    def use(self, event: UseActive, lying: Lying) -> None:
        self.tell(event)
        lying.used = True
        on = self.on = OnTable(lying.card, self.active, lying, option=event.option, target=event.target)
        self.answered(on)
        if on.cancelled:
            self.cancelled(on)
            return
        self.happen(on)

    # --- answers

    def answers(self, on: OnTable, seat: int, cards: Collection[str], *, sure: bool) -> Iterator[Respond]:
        """What the seat may answer with out of these cards; ``sure``: they are the hand, else what it might hold."""
        own = self.seats[seat]
        if own.out or not own.hand:
            return
        for card in dict.fromkeys(cards):
            if card == "0a" and on.first is not None and not on.cancelled and on.draw[0] == seat != on.draw[2]:
                yield Respond("0a", seat=seat)
            if card == "0b" and seat in self.hit(on) and on.last != seat:
                yield Respond("0b", seat=seat)
            if card == "4a" and on.last != seat and len(own.hand) >= 2:
                rest = list(own.hand) if sure else [c for c in ROWS if self.hidden(c) > (c == "4a")]
                if sure:
                    rest.remove("4a")
                for thrown in dict.fromkeys(rest):
                    yield Respond("4a", seat=seat, discard=thrown)
                if not sure:
                    yield Respond("4a", seat=seat, discard="")

    def hit(self, on: OnTable) -> list[int]:
        """Who the last effect is used on."""
        if on.chain and on.chain[-1].card in NEGATES:
            return [on.chain[-2].by if len(on.chain) > 1 else on.by]
        if on.first is not None:
            return [on.draw[0]]
        if on.card == "9b":
            return [int(word) for word in on.option.split("+")]
        return [] if on.target is None else [on.target]

    def bells(self, on: OnTable) -> list[Respond]:
        """11c: in its owner's turn, once."""
        if not self.free:
            return []
        front = self.seats[self.active].front
        return [
            Respond(BELL, "", self.uid(self.active, one), seat=self.active)
            for one in front
            if one.card == BELL and not one.used
        ]

    def answered(self, on: OnTable) -> None:
        """Everybody may answer, until nobody does any more and it happens or is cancelled."""
        while True:
            self.agree()
            sure = [event for n in self.living for event in self.answers(on, n, self.seats[n].hand, sure=True)]
            sure += self.bells(on)
            possible = [event for n in self.living for event in self.answers(on, n, self.maybe(n), sure=False)]
            must: list[Event] = [*sure]
            may: list[Event] = [*possible]
            drawing = on.first is not None and not on.cancelled
            drawer, amount, _ = on.draw
            cache = self.cache(drawer) if drawing and amount > 2 else None
            if drawing:
                certain, loose = self.draws(drawer, min(amount, len(self.blank)))
                must += certain
                may += loose
            else:
                must.append(Happens(seat=on.by))
            less = None if cache is None else UseActive(self.uid(drawer, cache), "draw", seat=drawer)
            self.moment([*must, *([less] if less is not None else [])], may)
            if sure and self.rng.random() < 0.5:
                self.respond(on, self.rng.choice(sure))
                if on.first is not None and (self.seats[on.draw[0]].out or not self.blank):
                    return
            elif cache is not None and less is not None and self.rng.random() < 0.6:
                self.tell(less)
                cache.used = True
                on.chain.append(Link(CACHE, drawer))
            else:
                if not drawing:
                    self.tell(Happens(seat=on.by))
                    self.can_still_be_stopped(sure, possible)
                return

    def can_still_be_stopped(self, sure: Sequence[Event], possible: Sequence[Event]) -> None:
        """Until something else is done, whoever could have answered still can (GF-R50)."""
        self.late = {*sure, *possible}
        for event in sure:
            if not self.companion.offered(event):
                raise Contradiction(f"{shown(event)} would stop what just happened, and is not offered")

    def respond(self, on: OnTable, event: Respond) -> None:
        seat, card = event.seat or 0, event.card
        cost = 0 if card == BELL else self.cost(seat, card)
        self.tell(event)
        if card == BELL:
            one = next(one for one in self.seats[seat].front if one.card == BELL and not one.used)
            one.used = True
            on.chain.append(Link(card, seat))
            return
        self.toss(seat, card)
        if card == "4a":
            self.toss(seat, event.discard)
        self.agree()
        count = min(cost, len(self.blank))
        if count:
            self.moment(*self.draws(seat, count))
            self.draw(seat, count)
        if not self.seats[seat].out:
            # Who falls while paying has answered nothing.
            on.chain.append(Link(card, seat, self.after(seat) if card == "0a" else None))
        self.check_out()

    # --- what happens

    def happen(self, on: OnTable) -> None:
        card, own = on.card, self.seats[on.by]
        if on.front is None and card in STAYS:
            own.front.append(Lying(card))
            self.on = None
            return
        effect = getattr(self, f"does_{card}", None)
        if effect is not None:
            effect(on)
        self.check_out()
        if self.on is on:
            self.finish(to_discard=on.front is None)

    def does_1(self, on: OnTable) -> None:
        self.direction = -self.direction

    def does_2(self, on: OnTable) -> None:
        before = [len(self.seats[n].unsaid) for n in (on.by, on.target or 0)]
        self.steal(on.target or 0, on.by)
        if len(self.seats[on.target or 0].unsaid) > before[1]:
            self.steal(on.by, on.target or 0)
        for n, many in zip((on.by, on.target or 0), before, strict=True):
            if len(self.seats[n].unsaid) == many:
                # The companion asks all the same; the phone says that it was none of the noted cards.
                self.seats[n].unsaid.append("")

    def does_3(self, on: OnTable) -> None:
        if on.option == "shuffle":
            self.shuffle_in()
            return
        hand = self.seats[on.by].hand
        count = len(hand)
        for card in hand:
            self.piles.setdefault((BACK[card], NUMBER[card] > 6), []).append(card)
        hand.clear()
        self.seats[on.by].noted, self.seats[on.by].unsaid = [], []
        self.counted = False
        for pile in self.piles.values():
            self.rng.shuffle(pile)
        for _ in range(count):
            self.from_pile(on.by)

    def does_4b(self, on: OnTable) -> None:
        self.bomb_back(on.by, "bottom")

    def does_5a(self, on: OnTable) -> None:
        if on.lying is not None:
            self.remove(on.target or 0, on.lying)
        else:
            self.out_of_hand(on)

    def out_of_hand(self, on: OnTable) -> None:
        """A card out of the target's hand, seen by all as it is discarded."""
        target = on.target or 0
        hand = self.seats[target].hand
        seats = {on.by, target}
        must = [Act(card=card, seat=n) for card in dict.fromkeys(hand) for n in seats]
        may = [Act(card=card, seat=n) for card in (*(self.unseen() if hand else ()), "") for n in seats]
        if not hand:
            must = [Act(seat=n) for n in seats]
        self.moment(must, may)
        if not hand:
            self.tell(Act(seat=on.by))
            return
        event = self.rng.choice(must)
        self.tell(event)
        self.toss(target, event.card)

    def remove(self, seat: int, lying: Lying) -> None:
        front = self.seats[seat].front
        at = next((n for n, one in enumerate(front) if one is lying), None)
        if at is not None:
            self.discard.append(front.pop(at).card)
            self.falls(seat)

    def does_5b(self, on: OnTable) -> None:
        top = self.blank[:5]
        self.mine = "" if "explosion" in top else self.mine
        self.rng.shuffle(top)
        self.blank[:5] = top
        self.sure = self.sure.reordered(min(5, len(self.blank)))
        self.loose = self.loose.reordered(min(5, len(self.blank)), loose=True)

    def does_6a(self, on: OnTable) -> None:
        tails = [Act("tails", target=n, seat=on.by) for n in self.others(on.by)]
        self.moment([Act("heads", seat=on.by), *tails])
        if self.rng.random() < 0.5:
            self.tell(Act("heads", seat=on.by))
            self.made_to_draw(on, on.by, 5)
            return
        event = self.rng.choice(tails)
        self.tell(event)
        self.made_to_draw(on, event.target or 0, 5)

    def made_to_draw(self, on: OnTable, seat: int, count: int) -> None:
        """Somebody has to draw, which may be passed on or cancelled."""
        if not min(count, len(self.blank)):
            return
        on.first, on.amount, on.chain = seat, count, []
        self.answered(on)
        if on.cancelled:
            self.cancelled(on)
            return
        drawer, amount, _ = on.draw
        if not self.seats[drawer].out and self.blank:
            self.draw(drawer, min(amount, len(self.blank)))

    def does_6b(self, on: OnTable) -> None:
        rest, others = max(0, on.cost - 1), self.others(on.by)

        def turned(kind: str) -> list[Act]:
            right = kind == on.option
            passed = [Act(kind, target=n, seat=on.by) for n in others]
            if right and kind == "bomb":
                kept = [replace(one, option="bomb_keep") for one in passed] if rest else [Act("bomb_keep", seat=on.by)]
                return [*passed, *kept]
            return passed if right and rest else [Act(kind, seat=on.by)]

        kinds = {(0, 0): "blank", (1, 0): "bomb", (0, 1): "explosion"}
        sure, loose = (
            [event for what in known.outcomes(1) for event in turned(kinds[what])] for known in (self.sure, self.loose)
        )
        self.moment(sure, loose)
        (kind,) = self.take(1)
        event = self.rng.choice(turned(kind))
        self.tell(event)
        if event.option == "bomb" and event.target is not None:
            self.got(event.target, bombs=1)
            return
        self.got(on.by, int(kind == "bomb"), int(kind == "explosion"))
        self.check_out()
        self.made_to_draw(on, on.by if event.target is None else event.target, rest)

    def does_7b(self, on: OnTable) -> None:
        hand = self.seats[on.target or 0].hand
        seats = (on.by, on.target or 0)
        there = [card for card in dict.fromkeys(hand) if NUMBER[card] == on.number]
        must = [Act(card=card, seat=n) for card in there for n in seats] or [Act(seat=n) for n in seats]
        possible = [card for card in self.unseen() if NUMBER[card] == on.number] if hand else []
        self.moment(must, [Act(card=card, seat=n) for card in ("", *possible) for n in seats])
        event = self.rng.choice(must)
        self.tell(event)
        if event.card:
            self.toss(on.target or 0, event.card)

    def does_8a(self, on: OnTable) -> None:
        self.blank.reverse()
        self.mine = {"bottom": "top", "top": "bottom"}.get(self.mine, "")
        self.change(Known.turned)

    def does_8b(self, on: OnTable) -> None:
        piles = [pile for (back, _), pile in self.piles.items() if back == on.option]
        found = [(pile, card) for pile in piles for card in dict.fromkeys(pile) if NUMBER[card] == on.number]
        must = [Act(card=card, seat=on.by) for _, card in found] or [Act(seat=on.by)]
        may = [
            Act(card=card, seat=on.by)
            for card in self.unseen()
            if NUMBER[card] == on.number and BACK[card] == on.option
        ]
        self.moment(must, [Act(seat=on.by), *may])
        if not found:
            self.tell(Act(seat=on.by))
            return
        pile, card = self.rng.choice(found)
        self.tell(Act(card=card, seat=on.by))
        pile.remove(card)
        self.seats[on.by].hand.append(card)
        self.seats[on.by].noted.append(card)
        for each in piles:
            self.rng.shuffle(each)

    def does_8c(self, on: OnTable) -> None:
        self.bomb_back(on.target or 0, "top")

    def does_9a(self, on: OnTable) -> None:
        if on.option == "discard_all":
            front = self.seats[on.target or 0].front
            for one in [one for one in front if one.card == "7a" or NUMBER[one.card] >= 10]:
                self.remove(on.target or 0, one)
            return
        bomb = int(self.box > 0 or "bomb" in self.blank)
        if self.box:
            self.box -= 1
        elif bomb:
            # Looked for in the whole deck, which is shuffled.
            self.shuffle_in()
            self.blank.remove("bomb")
            self.change(Known.without_bomb)
        if on.lying is not None:
            self.remove(on.target or 0, on.lying)
        self.got(on.by, bombs=bomb)

    def does_9b(self, on: OnTable) -> None:
        for word in on.option.split("+"):
            self.bomb_back(int(word), "shuffle")

    def does_10b(self, on: OnTable) -> None:
        self.steal(on.target or 0, on.by)

    def does_11a(self, on: OnTable) -> None:
        self.out_of_hand(on)

    def does_11b(self, on: OnTable) -> None:
        if on.option == "bomb":
            self.bomb_back(on.by, "shuffle")
        else:
            self.seats[on.by].shielded = True

    # --- the end of a round and of the match

    def points(self, seat: Seat) -> int:
        """What a player's cards count when the round is over."""
        cheap = seat.bears
        bombs = 3 * min(seat.bombs, cheap) + 5 * max(0, seat.bombs - cheap)
        less = 3 * sum(NUMBER[one.card] >= 10 for one in seat.front)
        # Nobody lays open the hand of who has left.
        hand = tuple(sorted((NUMBER[card], COST[card]) for card in ([] if seat.away else seat.hand)))
        return bombs + 5 * seat.explosions - less + rest_of(hand) + sum(paid for _, paid in seat.partial)

    def count(self) -> None:
        self.agree()
        everybody = range(self.players)
        points = [self.points(seat) for seat in self.seats]
        if not self.knockouts:
            for n in self.rng.sample(self.present, len(self.present)):
                hand = self.seats[n].hand
                if hand:
                    self.tell(ShowHand(words(sorted(hand)), seat=n))
            fewest = min(points[n] for n in self.present)
            self.winners = [n for n in self.present if points[n] == fewest]
            self.records.append(points)
        else:
            self.winners = self.living
            self.records.append([int(n in self.winners) for n in everybody])
            for n in self.winners:
                self.survival[n] += 1
        self.moment([ScoreRound(seat=n) for n in everybody])
        self.tell(ScoreRound(seat=self.rng.choice(everybody)))
        told = self.companion.record.records
        self.companion.agree("points of the rounds", self.records, [list(one) for one in told])
        self.companion.agree("survival points", self.survival, list(self.companion.record.survival))

    @property
    def over(self) -> bool:
        if isinstance(self.rounds, int):
            return len(self.records) == self.rounds
        if self.knockouts:
            return max(self.survival) >= 5
        return bool(self.records)

    def match(self) -> None:
        while not self.over:
            self.companion.agree("over", False, self.companion.over)
            self.play_round()
        self.companion.agree("over", True, self.companion.over)
        sums = [sum(one[n] for one in self.records) for n in range(self.players)]
        best = (max if self.knockouts else min)(sums[n] for n in self.present)
        live = self.companion.tables.live(self.companion.code)
        sheet = live.game.score(self.companion.record)
        self.companion.agree("totals", sums, [one.total for one in sheet.seats])
        winners = [n for n in self.present if sums[n] == best]
        if self.knockouts and not isinstance(self.rounds, int):
            winners = [n for n in self.present if sums[n] >= 5]
        self.companion.agree("winners", winners, list(sheet.winners))
        self.companion.ended = True


def counted(companion: Companion, seat: int, title: str) -> int | None:
    """The points of that title on the seat's own screen."""
    view = companion.tables.live(companion.code).game.view(companion.record, seat)
    sheets = [block.sheet for block in view.blocks if isinstance(block, Scores) and block.title == title]
    return sheets[0].seats[0].total if sheets else None


def _filled(choice: Choice) -> Iterator[Event]:
    """Every event a choice can become; codes and lists of cards are left as they are."""
    asked = [spec for spec in choice.fields if not spec.many and spec.kind != "cards"]
    values = [
        [pick.value for pick in spec.picks] if spec.picks else list(range(spec.low, spec.high + 1)) for spec in asked
    ]
    for chosen in product(*values):
        found = replace(choice.event, **{spec.name: value for spec, value in zip(asked, chosen, strict=True)})
        yield _bare(found)


def _bare(event: Event) -> Event:
    """The event without the printed code of the card, which says nothing more about the game."""
    return replace(event, code="") if "code" in {one.name for one in fields(event)} else event


def play(companion: Companion, rng: random.Random) -> None:
    """One match."""
    Paper(companion, rng).match()

"""Fairy Tale on paper: one shuffled deck, hands that go round, tableaus of real cards face up and face down.

Written from the rulebook and the rulings FT-R1 to FT-R20. Some people tell the companion what they place, some note
their hand, some keep it all to themselves until the cards lie open; some tables lay their phone beside a game that
has been going on for a while. Cards in a tableau go by the companion's names (``0.3``), which its choices give.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paper_table import Companion, Contradiction, values

from rules import games
from rules.event import Event
from rules.games.fairytale.corrections import AddCard, RemoveCard, SetFace, SetStage
from rules.games.fairytale.play import Choose, NameCard, Select, TickReminder, Unselect
from rules.games.fairytale.stages_and_draft import LogPick, NextPick, NextStage, Score
from rules.seat_away import SeatAway, SeatBack

with (Path(games.__file__).parent / "fairytale" / "cards.csv").open(encoding="utf-8", newline="") as file:
    CARDS = {row["id"]: row for row in csv.DictReader(file)}
COPIES = {name: int(row["copies"]) for name, row in CARDS.items()}
ORDER = (("unflip", True), ("unflip", False), ("flip", True), ("flip", False))
HAND, PLAYS, ROUNDS = 5, 3, 4


@dataclass
class Laid:
    """A card in front of somebody. ``told``: the companion knows which one it is."""

    uid: str
    card: str
    told: bool
    up: bool = True

    @property
    def faction(self) -> str:
        return CARDS[self.card]["faction"]


@dataclass
class Player:
    """One player's cards, and how much this one tells the phone."""

    tells: float
    notes_picks: bool
    hand: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)
    placed: tuple[str, str, bool] | None = None
    tableau: list[Laid] = field(default_factory=list)
    swaps: list[str] = field(default_factory=list)
    away: bool = False
    sits_out: bool = False


@dataclass(frozen=True)
class Effect:
    """``owner`` None: everybody. ``faction`` empty: any."""

    owner: int | None
    verb: str
    amount: int
    faction: str


def effects_of(seat: int, card: str) -> Iterator[Effect]:
    """What a card does when it is turned up for the first time."""
    for text in filter(None, (part.strip() for part in CARDS[card]["effects"].split(";"))):
        who, verb, amount, *faction = text.split()
        yield Effect(seat if who == "you" else None, verb, int(amount), " ".join(faction))


class Table:
    """The deck, everybody's cards, and where the table is."""

    def __init__(self, companion: Companion, rng: random.Random) -> None:
        self.companion, self.rng = companion, rng
        count = rng.randint(2, 5)
        self.house: dict[str, Any] = {}
        if rng.random() < 0.5:
            self.house = {
                "expert": rng.random() < 0.7,
                "count_face_down": rng.random() < 0.4,
                "unflip_optional": rng.random() < 0.4,
                "tiebreak": rng.choice(("shared", "most_face_up")),
                "most_ties": rng.choice(("all", "none")),
            }
        companion.open(count, **self.house)
        self.expert = count == 5 or bool(self.house.get("expert"))
        self.deck = [n for n in CARDS if self.expert or CARDS[n]["expert"] == "0" for _ in range(COPIES[n])]
        rng.shuffle(self.deck)
        self.discarded = 0
        self.players = [Player(rng.choice((0, 0.5, 1)), rng.random() < 0.4) for _ in range(count)]
        self.round, self.phase = 1, "draft"
        self.pick, self.played = 1, 0
        self.fired: list[Effect] = []
        self.revealed: list[str] = []
        self.laid_again = self.somebody_left = False
        self.step = 0
        self.needs: list[tuple[int, str, int]] = []
        self.used = [0] * count
        # Where face-down cards count, an end not played through shows them only once everybody agrees.
        self.counts_hidden = bool(self.house.get("count_face_down"))
        if rng.random() < 0.3 and not self.counts_hidden:
            self.begin_without_companion()
        self.deal()

    @property
    def stage(self) -> int:
        if self.phase in ("score", "over"):
            return 9
        return 2 * self.round - (self.phase == "draft")

    # --- what happens on the table

    def deal(self) -> None:
        for player in self.players:
            player.sits_out = player.away
            player.hand = [] if player.sits_out else [self.deck.pop() for _ in range(HAND)]
            player.kept, player.noted = [], []
        self.everybody_picks()

    def everybody_picks(self) -> None:
        for player in self.drafting():
            card = self.rng.choice(player.hand)
            player.hand.remove(card)
            player.kept.append(card)

    def drafting(self) -> list[Player]:
        """Those who have cards in this round."""
        return [player for player in self.players if not player.sits_out]

    def pass_hands(self) -> None:
        """Rounds 1 and 3 to the left, which is the next seat; 2 and 4 to the right. Past whoever has left."""
        there = self.drafting()
        hands = [player.hand for player in there]
        shift = 1 if self.round % 2 else -1
        for place, hand in enumerate(hands):
            there[(place + shift) % len(there)].hand = hand

    def begin_without_companion(self) -> None:
        """Some rounds have been played when the phone comes to the table: its facts are entered by hand."""
        rounds = self.rng.randint(1, 3)
        for seat, player in enumerate(self.players):
            for number in range(1, PLAYS * rounds + 1):
                card, up = self.deck.pop(), self.rng.random() < 0.6
                told = up or self.rng.random() < 0.4
                uid = f"{seat}.a{number}"
                event = AddCard(card if told else None, up=up, uid=uid, seat=seat)
                self.companion.correct(event)
                player.tableau.append(Laid(uid, card, told, up))
            for _ in range(2 * rounds):
                self.deck.pop()
                self.discarded += 1
        self.round = rounds + 1
        self.companion.correct(SetStage(self.stage, 0, seat=0))

    # --- what people do

    def play(self) -> None:
        for _ in range(3000):
            if self.phase == "over":
                self.companion.ended = True
                return
            moves = [move for seat in range(len(self.players)) for move in self.moves(seat)]
            self.rng.choices([do for _, do in moves], [weight for weight, _ in moves])[0]()
            self.compare()
        raise Contradiction("the game does not end")

    def moves(self, seat: int) -> list[tuple[float, Callable[[], None]]]:
        player, found = self.players[seat], list[tuple[float, Callable[[], None]]]()

        def can(weight: float, do: Callable[[int], None]) -> None:
            found.append((weight, lambda: do(seat)))

        if player.away:
            if self.phase in ("draft", "closed"):
                can(0.1, self.come_back)
            return found
        if self.phase in ("draft", "closed") and self.can_go(seat):
            can(0.01, self.leave)
        if self.phase in ("draft", "select", "resolve") and player.notes_picks and self.unnoted(seat):
            can(2 if self.phase == "draft" else 0.2, self.note)
        match self.phase:
            case "draft":
                if player.sits_out or len(player.noted) < HAND:
                    can(1, self.go_on_drafting)
                else:
                    can(3, self.place)
            case "select" if player.sits_out:
                pass
            case "select" if player.placed is None:
                can(2, self.place)
            case "select":
                can(0.1, self.take_back)
                if player.noted:
                    can(0.1, self.change)
            case "resolve":
                for laid in self.unnamed(seat):
                    found.append((3, lambda laid=laid: self.name(seat, laid)))  # type: ignore[misc] # a bound default
                for need in self.open_needs():
                    if need[0] == seat:
                        found.append((3, lambda need=need: self.answer(need)))  # type: ignore[misc] # as above
            case "closed":
                can(1, self.next_round)
            case "score":
                if self.must_name(seat):
                    can(3, self.name_for_score)
                elif not any(map(self.must_name, range(len(self.players)))):
                    can(1, self.points_stand)
        if player.swaps and self.phase in ("select", "closed", "draft"):
            can(1, self.tick)
        if self.phase in ("select", "closed", "draft", "score"):
            can(0.05, self.mistake)
        return found

    def can_go(self, seat: int) -> bool:
        """Whether somebody may leave here: two others stay, and everything in front of them is known."""
        stay = not self.counts_hidden and sum(not one.away and not one.sits_out for one in self.players) > 2
        return stay and all(laid.told for laid in self.players[seat].tableau) and not self.players[seat].swaps

    def leave(self, seat: int) -> None:
        """Somebody has to go home (FT-R21): in a draft the hand is laid aside with what was kept of it."""
        player = self.players[seat]
        others = [n for n, one in enumerate(self.players) if not one.away and n != seat]
        self.companion.correct(SeatAway(seat=seat), by=self.rng.choice(others))
        player.away = self.somebody_left = True
        if self.phase == "draft" and not player.sits_out:
            self.discarded += len(player.hand) + len(player.kept)
            player.hand, player.kept, player.noted, player.sits_out = [], [], [], True

    def come_back(self, seat: int) -> None:
        others = [n for n, one in enumerate(self.players) if not one.away]
        self.companion.correct(SeatBack(seat=seat), by=self.rng.choice(others))
        self.players[seat].away = False

    def unnoted(self, seat: int) -> list[str]:
        """Cards this player has kept and not noted, as far as a phone takes notes."""
        player = self.players[seat]
        known = len(player.noted) + self.played + (player.placed is not None)
        left = Counter(player.kept) - Counter(player.noted)
        if player.placed is not None:
            return []
        return sorted(left.elements()) if known < HAND else []

    def note(self, seat: int) -> None:
        player = self.players[seat]
        self.only_unseen(seat, LogPick, "cards", noted=True)
        room = HAND - len(player.noted) - self.played
        cards = list(dict.fromkeys(self.unnoted(seat)))[:room]
        chosen = tuple(self.rng.sample(cards, self.rng.randint(1, len(cards))))
        self.companion.tell(LogPick(chosen, seat=seat))
        player.noted += chosen

    def go_on_drafting(self, seat: int) -> None:
        if self.pick < HAND:
            self.companion.tell(NextPick(self.pick + 1, seat=seat))
            self.pick += 1
            self.pass_hands()
            self.everybody_picks()
            return
        self.companion.tell(NextStage(self.stage + 1, seat=seat))
        self.phase, self.played = "select", 0

    def place(self, seat: int) -> None:
        """A card is laid face down; the first one ends the draft, the last one has all of them turned over."""
        player = self.players[seat]
        if self.phase == "draft":
            self.only_in_hand(seat)
        card = self.rng.choice(player.kept)
        self.used[seat] += 1
        uid = f"{seat}.{self.used[seat]}"
        tells = self.phase == "draft" or self.rng.random() < player.tells
        if tells:
            self.only_unseen(seat, Select, "card")
        self.only_in_hand(seat)
        self.companion.tell(Select(card if tells else None, "", uid, seat=seat))
        if self.phase == "draft":
            self.phase, self.played = "select", 0
        player.kept.remove(card)
        player.placed = (uid, card, tells)
        if tells and card in player.noted:
            player.noted.remove(card)
        if all(one.placed for one in self.drafting()):
            self.reveal()

    def only_in_hand(self, seat: int) -> None:
        """What a phone offers out of somebody's own notes is still in that hand."""
        player = self.players[seat]
        for choice in self.companion.offers(seat, Select):
            if choice.card and choice.card not in player.kept:
                raise Contradiction(f"seat {seat} is offered {choice.card} to place, which has left the hand")

    def change(self, seat: int) -> None:
        """Another card is laid in the place of the first, which nobody has seen."""
        player = self.players[seat]
        assert player.placed is not None
        _, card, tells = player.placed
        held = [one for one in player.noted if one in player.kept]
        if not held:
            return  # only a card noted by mistake is left, and it cannot be laid
        new = self.rng.choice(held)
        self.used[seat] += 1
        uid = f"{seat}.{self.used[seat]}"
        self.companion.tell(Select(new, "", uid, seat=seat))
        player.noted.remove(new)
        player.kept.remove(new)
        player.kept.append(card)
        if tells and card in self.lost_note(seat):
            player.noted.append(card)
        player.placed = (uid, new, True)

    def take_back(self, seat: int) -> None:
        player = self.players[seat]
        assert player.placed is not None
        _, card, tells = player.placed
        self.companion.tell(Unselect(seat=seat))
        # A phone remembers a card as noted if it was.
        if tells and card in self.lost_note(seat):
            player.noted.append(card)
        player.placed = None
        player.kept.append(card)

    def lost_note(self, seat: int) -> list[str]:
        """Notes the companion has that paper does not hold for noted: the card just taken back."""
        theirs = Counter(one.card for one in self.companion.record.noted[seat])
        return list((theirs - Counter(self.players[seat].noted)).elements())

    def reveal(self) -> None:
        self.fired, self.revealed = [], []
        for seat, player in enumerate(self.players):
            player.swaps = []
            if player.placed is None:
                continue
            uid, card, told = player.placed
            player.placed = None
            player.tableau.append(Laid(uid, card, told))
            self.revealed.append(uid)
            self.fired += effects_of(seat, card)
            if any(effect.verb == "swap" for effect in effects_of(seat, card)):
                player.swaps.append(uid)
        self.phase, self.step = "resolve", -1
        self.go_through()

    def name(self, seat: int, laid: Laid) -> None:
        """Somebody says which card it is that lies there open; now and then a wrong one first."""
        self.only_unseen(seat, NameCard, "card")
        player = self.players[seat]
        offers = [one for one in self.companion.offers(seat, NameCard) if one.uid == laid.uid]
        plain = [n for one in offers for n in values(one, "card") if not CARDS[n]["effects"] and n not in player.noted]
        if self.rng.random() < 0.1 and plain and not CARDS[laid.card]["effects"] and self.step < 0:
            wrong = self.rng.choice(plain)
            last = self.rest_of_reveal_is_told(laid)
            self.companion.tell(NameCard(laid.uid, wrong, seat=seat))
            if last:
                self.companion.undo()
                self.companion.tell(NameCard(laid.uid, laid.card, seat=seat))
            else:
                self.companion.correct(NameCard(laid.uid, laid.card, again=True, seat=seat))
        else:
            self.companion.tell(NameCard(laid.uid, laid.card, seat=seat))
        laid.told = True
        if laid.card in player.noted and laid.uid in self.revealed:
            player.noted.remove(laid.card)
        self.go_through()

    def rest_of_reveal_is_told(self, laid: Laid) -> bool:
        return not any(one is not laid for seat in range(len(self.players)) for one in self.unnamed(seat))

    def unnamed(self, seat: int) -> list[Laid]:
        return [laid for laid in self.players[seat].tableau if laid.up and not laid.told]

    # --- effects

    def candidates(self, need: tuple[int, str, int]) -> list[Laid]:
        """The cards that effect can turn, as they really lie there."""
        seat, faction, _ = need
        down = ORDER[self.step][0] == "unflip"
        own = [laid for laid in self.players[seat].tableau if laid.up != down]
        return [laid for laid in own if not faction or laid.faction == faction]

    def riddles(self, need: tuple[int, str, int]) -> list[Laid]:
        """Face-down cards the companion cannot exclude, for nobody told it what they are."""
        if not need[1] or ORDER[self.step][0] == "flip":
            return []
        return [laid for laid in self.players[need[0]].tableau if not laid.up and not laid.told]

    def optional(self) -> bool:
        return bool(self.house.get("unflip_optional")) and ORDER[self.step][0] == "unflip"

    def asks(self, need: tuple[int, str, int]) -> bool:
        """Whether the owner has to be asked: there is a choice, or only the owner knows what lies there."""
        candidates = self.candidates(need)
        if self.optional():
            return bool(candidates or self.riddles(need))
        return bool(self.riddles(need)) or len(candidates) > need[2]

    def open_needs(self) -> list[tuple[int, str, int]]:
        return self.needs if self.phase == "resolve" and 0 <= self.step < len(ORDER) else []

    def go_through(self) -> None:
        """Effects one after the other, as far as nobody has anything to decide or to say."""
        while self.phase == "resolve":
            self.needs = [need for need in self.needs if not self.turned_by_itself(need)]
            if self.needs or any(self.unnamed(seat) for seat in range(len(self.players))):
                return
            self.step += 1
            if self.step == len(ORDER):
                self.end_play()
                return
            verb, named = ORDER[self.step]
            total: Counter[tuple[int, str]] = Counter()
            for effect in self.fired:
                if effect.verb == verb and bool(effect.faction) == named:
                    for seat in range(len(self.players)) if effect.owner is None else (effect.owner,):
                        total[seat, effect.faction] += effect.amount
            self.needs = [(seat, faction, amount) for (seat, faction), amount in total.items()]

    def turned_by_itself(self, need: tuple[int, str, int]) -> bool:
        if self.asks(need):
            # Who has left chooses nothing: it stays as it lies.
            return self.players[need[0]].away
        for laid in self.candidates(need):
            laid.up = not laid.up
        return True

    def answer(self, need: tuple[int, str, int]) -> None:
        seat, faction, amount = need
        candidates = self.candidates(need)
        possible = {laid.uid for laid in (*candidates, *self.riddles(need))}
        step = f"{ORDER[self.step][0]}:{faction or '*'}"
        for choice in self.companion.offers(seat, Choose):
            if choice.event.step == step:  # type: ignore[attr-defined] # offers are of this kind
                one = any(spec.name == "uids.0" for spec in choice.fields)
                foreign = set(values(choice, "uids.0" if one else "uids")) - possible
                if foreign:
                    raise Contradiction(f"{step} offers {foreign}, which cannot be turned")
        most = min(amount, len(candidates))
        chosen = self.rng.sample(candidates, self.rng.randint(0, most) if self.optional() else most)
        self.companion.tell(Choose(step, tuple(laid.uid for laid in chosen), seat=seat))
        for laid in chosen:
            laid.up = not laid.up
        self.needs.remove(need)
        self.go_through()

    def end_play(self) -> None:
        self.played += 1
        self.phase = "select"
        for player in self.players:
            player.swaps = [uid for uid in player.swaps if any(one.uid == uid for one in player.tableau)]
        if self.played == PLAYS:
            self.phase = "closed"
            for player in self.players:
                self.discarded += len(player.kept)
                player.kept, player.noted = [], []

    def tick(self, seat: int) -> None:
        """A card under the deck for its top card, unless a note says what is in hand; then it is said to be done."""
        player = self.players[seat]
        if player.kept and not player.noted and self.deck:
            card = self.rng.choice(player.kept)
            player.kept.remove(card)
            self.deck.insert(0, card)
            player.kept.append(self.deck.pop())
        uid = player.swaps.pop()
        if self.companion.offers(seat, TickReminder):
            self.companion.tell(TickReminder(uid, seat=seat))

    def next_round(self, seat: int) -> None:
        self.companion.tell(NextStage(self.stage + 1, seat=seat))
        for player in self.players:
            player.swaps = []
        if self.round == ROUNDS:
            self.phase = "score"
            return
        self.round, self.phase, self.pick, self.played = self.round + 1, "draft", 1, 0
        self.deal()

    # --- the points

    def must_name(self, seat: int) -> list[Laid]:
        """Face-down cards that count at this table and that the companion does not know."""
        if not self.house.get("count_face_down"):
            return []
        return [laid for laid in self.players[seat].tableau if not laid.told]

    def name_for_score(self, seat: int) -> None:
        laid = self.must_name(seat)[0]
        self.companion.tell(NameCard(laid.uid, laid.card, seat=seat))
        laid.told = True

    def points_stand(self, seat: int) -> None:
        self.companion.tell(Score(seat=seat))
        self.phase = "over"

    def total(self, seat: int) -> int:
        """The points of the face-up cards (FT-R2, FT-R8, FT-R20)."""
        down = bool(self.house.get("count_face_down"))

        def number(whose: int, word: str, value: str) -> int:
            own = [laid for laid in self.players[whose].tableau if (laid.up or down) and laid.told]
            if word == "name":
                return sum(CARDS[laid.card]["name"] == value for laid in own)
            return sum(laid.faction == value for laid in own)

        points = 0
        for laid in self.players[seat].tableau:
            row = CARDS[laid.card]
            if not laid.up or not laid.told:
                continue
            worth, (word, _, value) = int(row["points"]), row["count_of"].partition(":")
            match row["value_kind"]:
                case "fixed":
                    points += worth
                case "count":
                    points += worth * number(seat, word, value)
                case "friend_per":
                    points += worth * number(seat, "name", row["friend"])
                case "friend_if":
                    points += worth * bool(number(seat, "name", row["friend"]))
                case "most":
                    counts = [number(other, word, value) for other in range(len(self.players))]
                    best = max(counts)
                    alone = counts.count(best) == 1 or self.house.get("most_ties", "all") == "all"
                    points += worth * (counts[seat] == best and best > 0 and alone)
        return points

    def winners(self) -> tuple[int, ...]:
        seats = range(len(self.players))
        totals = [self.total(seat) for seat in seats]
        best = [seat for seat in seats if totals[seat] == max(totals)]
        if self.house.get("tiebreak") == "most_face_up":
            shown = {seat: sum(laid.up for laid in self.players[seat].tableau) for seat in best}
            best = [seat for seat in best if shown[seat] == max(shown.values())]
        return tuple(best)

    # --- by hand

    def mistake(self, seat: int) -> None:
        """A fact is set wrong by hand, and set right again."""
        player, rng = self.players[seat], self.rng
        told = [laid for laid in player.tableau if laid.told]
        correct = self.companion.correct
        # A stage set by hand counts the piles as if everybody had played every round: not once somebody has left.
        if self.phase == "draft" and not self.somebody_left and rng.random() < 0.3:
            correct(SetStage(rng.randint(1, 9), 0, seat=seat))
            correct(SetStage(self.stage, 0, seat=seat))
            correct(SetStage(self.stage, self.pick - 1, seat=seat))
            for other in self.players:
                other.noted, other.swaps = [], []
            return
        if not told:
            return
        laid = rng.choice(told)
        what = rng.randrange(3)
        if what == 0:
            correct(SetFace(laid.uid, not laid.up, seat=seat))
            correct(SetFace(laid.uid, laid.up, seat=seat))
        elif what == 1 and not self.laid_again:
            other = rng.choice([name for name in CARDS if self.unseen(seat)[name] > 0])
            if other == laid.card:
                return
            correct(NameCard(laid.uid, other, again=True, seat=seat))
            correct(NameCard(laid.uid, laid.card, again=True, seat=seat))
        elif what == 2 and laid.uid not in player.swaps:
            # Whoever had chosen that card would be asked once more if flips were reckoned again: it is another one now.
            self.laid_again = True
            self.companion.correct(RemoveCard(laid.uid, seat=seat))
            player.tableau.remove(laid)
            uids = {choice.event.uid for choice in self.companion.offers(seat, AddCard, corrections=True)}  # type: ignore[attr-defined]
            laid.uid = uids.pop()
            correct(AddCard(laid.card, up=laid.up, uid=laid.uid, seat=seat))
            player.tableau.append(laid)

    # --- do they agree

    def unseen(self, seat: int) -> Counter[str]:
        """The copies of each card that may still turn up, as far as this seat and the companion can know."""
        left = Counter({name: COPIES[name] for name in CARDS if self.expert or CARDS[name]["expert"] == "0"})
        for other, player in enumerate(self.players):
            left.subtract(laid.card for laid in player.tableau if laid.told and (laid.up or other == seat))
        placed = self.players[seat].placed
        if placed is not None and placed[2]:
            left[placed[1]] -= 1
        return left

    def only_unseen(self, seat: int, kind: type[Event], name: str, *, noted: bool = False) -> None:
        """No more copies turn up than there are; for new notes, those noted already count too."""
        left = self.unseen(seat)
        if noted:
            left.subtract(self.players[seat].noted)
        self.companion.only(seat, kind, name, [card for card, count in left.items() if count > 0] + [None])

    def kinds(self, seat: int) -> set[type[Event]]:
        player, found = self.players[seat], set[type[Event]]()
        known = len(player.noted) + self.played + (player.placed is not None)
        played = [
            (self.phase == "draft" and self.pick < HAND, NextPick),
            (self.phase == "closed" or (self.phase == "draft" and known < HAND), NextStage),
            (self.phase == "draft" and known == HAND, Select),
            (self.phase == "select" and player.placed is None, Select),
            (self.phase == "select" and player.placed is not None and bool(player.noted), Select),
            (self.phase == "select" and player.placed is not None, Unselect),
            (self.phase in ("draft", "select", "resolve") and known < HAND, LogPick),
            (bool(self.unnamed(seat)), NameCard),
            (self.phase == "score" and bool(self.must_name(seat)), NameCard),
            (any(need[0] == seat for need in self.open_needs()), Choose),
            (self.phase == "score" and not any(self.unnamed(s) for s in range(len(self.players))), Score),
            (bool(player.swaps) and self.phase in ("select", "closed"), TickReminder),
        ]
        found.update(kind for holds, kind in played if holds)
        return found

    def compare(self) -> None:
        """Everything the companion keeps is what lies on the table, and its buttons are what can be done."""
        agree, record = self.companion.agree, self.companion.record
        agree("the stage", self.stage, record.stage)
        agree("whether it is over", self.phase == "over", self.companion.over)
        if self.phase == "draft":
            agree("the pick", self.pick, record.pick)
        if self.phase in ("select", "closed"):
            agree("the cards played", self.played, record.played)
        agree("the discard pile", self.discarded, record.discarded)
        if self.stage < 9:
            deck = self.companion.counters()
            agree("the deck", (len(self.deck), self.discarded), (deck["Deck"], deck["Discard pile"]))
        for seat, player in enumerate(self.players):
            mine = [(laid.uid, laid.card if laid.told else None, laid.up) for laid in player.tableau]
            theirs = [(laid.uid, laid.card, laid.up) for laid in record.tableaus[seat]]
            agree(f"the tableau of seat {seat}", mine, theirs)
            agree(f"whether seat {seat} has placed", player.placed is not None, record.placed[seat] is not None)
            if player.away or player.sits_out:
                continue
            agree(f"the notes of seat {seat}", sorted(player.noted), sorted(one.card for one in record.noted[seat]))
            names = sorted(one.__name__ for one in self.kinds(seat))
            offered = {type(choice.event).__name__ for choice in self.companion.offers(seat)} - {"ShowCards"}
            agree(f"what seat {seat} can do", names, sorted(offered))
        self.compare_points()

    def compare_points(self) -> None:
        if self.house.get("count_face_down") and self.stage < 9:
            return  # What lies face down counts, and is not everybody's to know before the end.
        sheet = self.companion.sheet()
        totals = [self.total(seat) for seat in range(len(self.players))]
        self.companion.agree("the points", totals, [one.total for one in sheet.seats])
        if self.phase == "over":
            self.companion.agree("the winners", self.winners(), sheet.winners)


def play(companion: Companion, rng: random.Random) -> None:
    """A game of Fairy Tale on paper."""
    table = Table(companion, rng)
    table.compare()
    table.play()

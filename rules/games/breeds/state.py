"""What a table of Dragon Breeds knows. Frozen, JSON-serialisable (rules.wire), and free of names.

Hands and piles are counts. Two things are secret: which legendary lies under a quest card, and the faces of refracted
dragons; both are their owner's alone (``veil``).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.event import Event, Notice, Seat
from rules.games.breeds import combat_rules as combat
from rules.games.breeds.combat_rules import Health
from rules.games.breeds.deck import Facts, all_texts_known, facts, identity, known, own_quest, plain, printed
from rules.games.breeds.house_rules import AS_WRITTEN, House
from rules.text import say

Phase = Literal["setup", "combat", "market", "flush", "draw", "over"]
Step = Literal["attack", "defense", "fireball_att", "fireball_def", "damage"]
TokenKind = Literal["fireball", "epic_coin", "dragon", "faction_coin"]
Source = Literal["pile", "discard", "supply", "trash"]

PHASES: tuple[Phase, ...] = ("combat", "market", "flush", "draw")
"""The phases of a turn in order."""
SLOTS = 4
PILE = 7
STARTERS = 12
STARTED_WITH = {"fireball": 2, "rare": 2, "common": 6}
"""Starter cards of each kind; no more can be gained (Sorting components)."""
FACTION_COINS = 12
HAND_TARGET = 5
QUESTS_AT_FIRST = (0, 2, 0)
SV_MOST = 99


@dataclass(frozen=True, slots=True)
class Cycle:
    """A player's deck cycle as counts. ``reshuffled`` says whether the discard was shuffled in the last refill."""

    hand: int
    draw: int
    discard: int
    reshuffled: bool = False

    def put_away(self, tokens: int = 0) -> Cycle:
        """The active player's hand goes to the discard, and so do cards of the own deck used as tokens."""
        return replace(self, hand=0, discard=self.discard + self.hand + tokens, reshuffled=False)

    def knocked_out(self, house: House = AS_WRITTEN) -> Cycle:
        """At the moment of a K.O.: the hand is kept, or goes to the discard (BR-R17)."""
        return self if house.ko_keeps_hand else self.put_away()

    def refill(self, target: int = HAND_TARGET) -> Cycle:
        """Draw up to ``target``; the discard is shuffled only when a card must be drawn and the pile is empty.

        A hand that is larger stays; with both piles empty the hand stays short.
        """
        missing = max(0, target - self.hand)
        first = min(missing, self.draw)
        hand, draw, missing = self.hand + first, self.draw - first, missing - first
        # Deck cycle: shuffling earlier than the card is needed would change the game.
        if missing == 0 or self.discard == 0:
            return Cycle(hand, draw, self.discard)
        second = min(missing, self.discard)
        return Cycle(hand + second, self.discard - second, 0, reshuffled=True)


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the four piles of a faction deck; ``card`` is what lies face up on it, where somebody said so."""

    pile: int = PILE
    up: bool = True
    card: str = ""
    code: str = ""
    stays: bool = False

    @property
    def shows(self) -> bool:
        """Whether a card lies face up there."""
        return self.up and self.pile > 0


HUMAN = Health()
UNDEALT = Cycle(0, STARTERS, 0)
FACE_DOWN = (Slot(up=False),) * SLOTS


@dataclass(frozen=True, slots=True)
class Token:
    """A card in a token area. ``source``, ``owner`` and ``slot`` say where it goes back to."""

    uid: str
    kind: TokenKind
    source: Source = "pile"
    card: str = ""
    owner: Seat | None = None
    slot: int = 0
    sv: int | None = None
    keep: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One card of a dragon on the battlefield. ``owner`` is whose box it comes from; without a token it was a hand
    card and goes to that player's discard.
    """

    card: str
    sv: int
    owner: Seat
    token: Token | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A dragon on the battlefield: several cards where it was transmuted.

    ``like`` are the cards whose names and abilities it took over by imitating, instead of its own; ``bonus`` and
    ``hits`` are what these and texts applied by hand make of it, without what other dragons give.
    """

    uid: str
    parts: tuple[Part, ...]
    sv: int
    bonus: int = 0
    hits: bool = False
    like: tuple[str, ...] = ()

    @classmethod
    def assembled(cls, uid: str, parts: Iterable[Part]) -> Fighter:
        """A dragon as it comes onto the battlefield: SVs, bonuses and abilities of its cards added up."""
        own = tuple(parts)
        cards = [found for part in own if (found := facts(part.card)) is not None]
        return cls(uid, own, sv=sum(part.sv for part in own), bonus=_bonus(cards), hits=_hits(cards))

    @property
    def face(self) -> Facts | None:
        """Whose name and ability it has: of the card it imitates, or its topmost card."""
        return facts((self.like or (self.parts[-1].card,))[-1])

    @property
    def called(self) -> tuple[str, ...]:
        """The cards whose names and abilities it has now."""
        return self.like or tuple(part.card for part in self.parts)

    @property
    def cards(self) -> tuple[Facts, ...]:
        """The same, as the rules see them; none of a dragon that is hidden."""
        return tuple(found for card in self.called if (found := facts(card)) is not None)

    def working(self, *, attacks: bool) -> tuple[Facts, ...]:
        """The cards whose abilities work on that side: what is attack only does nothing on defence."""
        return tuple(card for card in self.cards if attacks or "attack_only" not in card.words)

    def imitating(self, cards: tuple[str, ...], *, attacks: bool) -> Fighter:
        """The dragon with the names and abilities of these cards; SV and colour stay (Keywords: Imitate)."""
        copy = replace(self, like=cards)
        before, after = self.working(attacks=attacks), copy.working(attacks=attacks)
        bonus = self.bonus - _bonus(before) + _bonus(after)
        return replace(copy, bonus=bonus, hits=_hits(after) or (self.hits and not _hits(before)))

    @property
    def name(self) -> str:
        """Its cards, and what it imitates."""
        own, like = (
            " + ".join(found.name for card in cards if (found := facts(card)) is not None)
            for cards in (tuple(part.card for part in self.parts), self.like)
        )
        return say("{name} as {like}", name=own or "dragon", like=like) if like else own or "dragon"


def _bonus(cards: Iterable[Facts]) -> int:
    """The damage these cards add to their own dragon's."""
    return sum(one.bonus for one in cards)


def _hits(cards: Iterable[Facts]) -> bool:
    """Whether one of these cards hits the player though blocked."""
    return any("hits_player_when_blocked" in one.words for one in cards)


@dataclass(frozen=True, slots=True)
class Clash:
    """A combat going on. ``blocks`` and ``targets`` are as declared; ``aimed`` waits where fireballs hit at once.

    ``ambushed`` are dragons that did nothing but ambush, ``joining`` those that attack as well, ``spent`` the token
    fireballs. ``shielded``: a text played in this combat forbids Fireballs at the attackers.
    """

    attacker: Seat
    defender: Seat
    step: Step = "attack"
    attackers: tuple[Fighter, ...] = ()
    blockers: tuple[Fighter, ...] = ()
    blocks: Mapping[str, str] = dataclasses.field(default_factory=dict)
    targets: Mapping[str, str] = dataclasses.field(default_factory=dict)
    aimed: tuple[combat.Shot, ...] = ()
    ambushed: tuple[Part, ...] = ()
    joining: tuple[Fighter, ...] = ()
    spent: tuple[Token, ...] = ()
    refracted: bool = False
    shielded: bool = False

    @property
    def field(self) -> combat.Field:
        """The combat as the algorithms see it."""
        attackers, blockers = (tuple(map(self.dragon, side)) for side in (self.attackers, self.blockers))
        return combat.Field(attackers, blockers, dict(self.blocks))

    def attacks(self, one: Fighter) -> bool:
        """Whether the dragon is on the attacker's side."""
        return any(other.uid == one.uid for other in (*self.attackers, *self.joining))

    def dragon(self, one: Fighter) -> combat.Dragon:
        """What the algorithms see of a dragon: its own figures, and what the texts of others make of them."""
        attacks = self.attacks(one)
        friends = (other for other in (self.attackers if attacks else self.blockers) if other.uid != one.uid)
        texts = [card.words for other in friends for card in other.working(attacks=attacks)]
        bonus = one.bonus + sum(words.get("boosts_imitators", 0) for words in texts if one.like)
        faced = next((other for other in self.attackers if other.uid == self.blocks.get(one.uid)), None)
        if faced is not None and not attacks:
            bonus -= sum(card.words.get("weakens_blockers", 0) for card in faced.cards)
        safe = any("shields_others" in words for words in texts) or (self.shielded and attacks)
        return combat.Dragon(one.uid, one.sv, bonus, one.hits, safe=safe)

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """Every living dragon."""
        return (*self.attackers, *self.blockers)

    def fighter(self, uid: str) -> Fighter | None:
        """The living dragon with that name."""
        return next((one for one in self.fighters if one.uid == uid), None)

    def own_side(self, seat: Seat) -> tuple[Fighter, ...]:
        """The dragons of the seat's side; anybody but the attacker sees the defender's."""
        return self.attackers if seat == self.attacker else self.blockers

    def swapped(self, new: Fighter) -> Clash:
        """The combat with a dragon changed."""
        attackers, blockers = (
            tuple(new if one.uid == new.uid else one for one in side) for side in (self.attackers, self.blockers)
        )
        return replace(self, attackers=attackers, blockers=blockers)

    def side_of(self, seat: Seat) -> combat.Side | None:
        """Which side the seat is on, if any."""
        return "att" if seat == self.attacker else "def" if seat == self.defender else None


@dataclass(frozen=True, slots=True)
class Refracted:
    """A dragon that comes back in the next turn of ``seat``, who plays it; ``target`` once it was said."""

    fighter: Fighter
    seat: Seat
    refractor: Seat
    turn: int
    target: Seat | None = None


@dataclass(frozen=True, slots=True)
class SelfHit:
    """Damage by one's own refracted dragons that counts unless ``refractor`` is knocked out this turn."""

    amount: int
    refractor: Seat


@dataclass(frozen=True, slots=True)
class Trashed:
    """A card in the one trash pile, and whose box it comes from."""

    card: str
    owner: Seat


def without(cards: Iterable[str], *gone: str) -> tuple[str, ...]:
    """The cards, less one copy for each that is gone."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. ``dragons`` are those in its player deck wherever they are; ``legendary`` is its owner's alone.

    ``discarded`` are the cards known to lie in the discard since it was last shuffled: these are in nobody's hand. The
    word ``legendary`` stands there for one that was unlocked. ``faction_coins`` are those in the player deck; None
    where its piles were counted by hand, and nobody can say.
    """

    faction: str = ""
    legendary: str = ""
    chosen: bool = False
    unlocked: bool = False
    health: Health = HUMAN
    quests: tuple[int, ...] = QUESTS_AT_FIRST
    cycle: Cycle = UNDEALT
    supply: tuple[Slot, ...] = FACE_DOWN
    tokens: tuple[Token, ...] = ()
    dragons: tuple[str, ...] = ()
    hand_target: int = 0
    discarded: tuple[str, ...] = ()
    faction_coins: int | None = 2

    @property
    def out(self) -> bool:
        return self.health.status == "eliminated"

    @property
    def deck_size(self) -> int:
        """Hand, draw pile and discard together (BR-R4)."""
        return self.cycle.hand + self.cycle.draw + self.cycle.discard

    @property
    def refills_to(self) -> int:
        """What the hand is filled to: five, unless the identity card that is up says otherwise."""
        if self.hand_target:
            return self.hand_target
        up = identity(self.faction, self.health.stage)
        return up.words.get("hand", HAND_TARGET) if up is not None else HAND_TARGET

    def token(self, uid: str) -> Token | None:
        """The token with that name in the token area."""
        return next((one for one in self.tokens if one.uid == uid), None)

    def with_slot(self, slot: int, new: Slot) -> Player:
        """The player with another pile; slots count from 1."""
        return replace(self, supply=(*self.supply[: slot - 1], new, *self.supply[slot:]))

    def counted(self, hand: int = 0, discard: int = 0, draw: int = 0) -> Player:
        """The player with so many cards more or fewer."""
        had = self.cycle
        cycle = replace(had, hand=max(0, had.hand + hand), draw=max(0, had.draw + draw))
        return replace(self, cycle=replace(cycle, discard=max(0, had.discard + discard)))

    def with_faction_coins(self, more: int) -> Player:
        """The player with so many Faction coins more or fewer in the deck."""
        there = self.faction_coins
        return self if there is None else replace(self, faction_coins=max(0, there + more))

    def laid_away(self, *cards: str) -> Player:
        """The player with these cards on the discard."""
        return replace(self.counted(discard=len(cards)), discarded=(*self.discarded, *cards))

    def taken_back(self, card: str) -> Player:
        """The player with this card gone from the discard."""
        return replace(self.counted(discard=-1), discarded=without(self.discarded, card))

    def refilled(self, cycle: Cycle) -> Player:
        """The player after drawing: of a discard that was shuffled nothing is known any more."""
        known = () if cycle.reshuffled else self.discarded
        return replace(self, cycle=replace(cycle, reshuffled=False), discarded=known)


@dataclass(frozen=True, slots=True)
class Turn:
    """What the active player has done. ``prices`` and ``coins`` are all purchases of the phase together.

    ``by_hand``: something was corrected or overridden in this turn; an end that comes so tells no secrets.
    """

    attacked: bool = False
    prices: tuple[tuple[str, ...], ...] = ()
    coins: tuple[tuple[str, ...], ...] = ()
    bought: bool = False
    trashed: bool = False
    flushed: int = 0
    self_hits: tuple[SelfHit, ...] = ()
    knocked_out: tuple[Seat, ...] = ()
    by_hand: bool = False


FRESH = Turn()
RECKONED = {"played": ("shields_all",), "blocked": ("wounds_blocker",)}
"""Texts by their trigger that the table carries out itself."""


@dataclass(frozen=True, slots=True)
class Todo:
    """Something for a seat's hands or eyes: a card's text at its moment, cards to draw. ``whom``: whose cards it is
    about, where the table moves them. ``routine``: the rules leave no choice about it, and nobody is asked for a tick.
    """

    key: int
    seat: Seat
    text: str
    done: bool = False
    whom: Seat | None = None
    routine: bool = False

    @property
    def open(self) -> bool:
        """Whether somebody still has to see to it."""
        return not self.done and not self.routine


@dataclass(frozen=True, slots=True)
class State:
    """A table. ``fallen`` are the eliminated seats in order; ``serial`` numbers dragons, tokens and reminders.

    ``away`` are the seats whose people have left, in order; where that ended the game, ``left_at`` is the phase it
    was in, and it goes on there when somebody comes back (BR-R43).
    """

    players: int
    house: House = AS_WRITTEN
    phase: Phase = "setup"
    active: Seat = 0
    turn: int = 0
    seats: tuple[Player, ...] = ()
    clash: Clash | None = None
    refracted: tuple[Refracted, ...] = ()
    trash: tuple[Trashed, ...] = ()
    now: Turn = FRESH
    todos: tuple[Todo, ...] = ()
    fallen: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
    left_at: Phase | Literal[""] = ""
    serial: int = 0
    notices: tuple[Notice, ...] = ()
    decks: tuple[str, ...] = ()
    """The factions somebody typed in that lie on this table beside ours."""

    def with_seat(self, seat: Seat, player: Player) -> State:
        """The table with another player at one seat."""
        return replace(self, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]))

    def with_todo(self, seat: Seat, text: str, whom: Seat | None = None, *, routine: bool = False) -> State:
        """The table with one more thing to see to."""
        new = Todo(self.serial, seat, text, whom=whom, routine=routine)
        return replace(self, todos=(*self.todos, new), serial=self.serial + 1)

    def with_text(self, seat: Seat, card: Facts, whom: Seat | None = None) -> State:
        """The table with what a card's text says, for somebody to do."""
        return self.with_todo(seat, f"{card.name}: {plain(card.text)}", whom)

    def with_own_quest(self, seat: Seat, word: str) -> State:
        """The table with the seat's own quest to see to, where its text speaks of this."""
        quest = own_quest(self.seats[seat].faction)
        return self.with_text(seat, quest) if quest is not None and word in quest.text else self

    def seen_to(self, seat: Seat, words: str) -> State:
        """The table with the first open reminder of the seat that has these words ticked."""
        found = next((one for one in self.todos if one.seat == seat and not one.done and words in one.text), None)
        if found is None:
            return self
        return replace(self, todos=tuple(replace(one, done=True) if one is found else one for one in self.todos))

    def without_token(self, seat: Seat, uid: str) -> State:
        """The table with the token gone from the seat's area, wherever it went."""
        player = self.seats[seat]
        return self.with_seat(seat, replace(player, tokens=tuple(one for one in player.tokens if one.uid != uid)))

    def remind(self, seat: Seat, fighter: Fighter, trigger: str) -> State:
        """The table with what a dragon's text says at this moment, for its player to do."""
        table, clash = self, self.clash
        for card in fighter.working(attacks=clash is None or seat == clash.attacker):
            if card.when(trigger) and not any(word in card.words for word in RECKONED.get(trigger, ())):
                table = table.with_text(seat, card)
        return table

    @property
    def living(self) -> tuple[Seat, ...]:
        """Everybody who is not eliminated."""
        return tuple(seat for seat, own in enumerate(self.seats) if not own.out)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Everybody who is in the game and has not left the table."""
        return tuple(seat for seat in self.living if seat not in self.away)

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Everybody the winner outlived, in order: the eliminated, and at a table that was left, who left it."""
        return (*self.fallen, *(self.away if self.left_at else ()))

    def next_seat(self, seat: Seat) -> Seat:
        """Who takes the turn after this seat; a K.O.'d player does, somebody who left does not."""
        steps = ((seat + step) % self.players for step in range(1, self.players + 1))
        return next((one for one in steps if one in self.present), seat)

    def in_play(self, seat: Seat) -> bool:
        """Whether the game is on and the seat is in it; a K.O.'d player is, somebody who left is not."""
        return self.phase not in ("setup", "over") and seat in self.present

    @property
    def waiting(self) -> tuple[Refracted, ...]:
        """The refracted dragons that attack in this combat phase."""
        if self.phase != "combat":
            return ()
        return tuple(one for one in self.refracted if one.seat == self.active and one.turn < self.turn)

    def due_turn(self, one: Refracted) -> int:
        """The turn in which a refracted dragon comes back, as the seats stand now."""
        if one.seat == self.active and one.turn < self.turn:
            return self.turn
        turn, seat = self.turn + 1, self.next_seat(self.active)
        while seat != one.seat and turn <= self.turn + self.players:
            turn, seat = turn + 1, self.next_seat(seat)
        return turn

    def acting(self, seat: Seat, step: Step) -> Clash | None:
        """The combat, where it is at this step and the step is the seat's; damage is nobody's."""
        clash = self.clash
        if clash is None or clash.step != step:
            return None
        side = {"attack": "att", "defense": "def", "fireball_att": "att", "fireball_def": "def"}.get(step, "")
        return clash if clash.side_of(seat) == side else None

    def fighter_name(self, one: Fighter) -> str:
        """The dragon's name, with a number where several go by it in this combat."""
        name = one.name
        there = [other.uid for other in self.clash.fighters if other.name == name] if self.clash else []
        return f"{name} {there.index(one.uid) + 1}" if len(there) > 1 and one.uid in there else name

    def named(self, uid: str) -> str:
        """What the log calls a dragon of the combat that may be gone by now."""
        found = self.clash.fighter(uid) if self.clash is not None else None
        return self.fighter_name(found) if found is not None else "a dragon"

    def on_table(self, seat: Seat) -> tuple[str, ...]:
        """The dragons of the seat's own deck that are neither in hand nor piles: fighting, refracted, lent."""
        found = [part for ghost in self.refracted for part in ghost.fighter.parts]
        if self.clash is not None:
            found += [part for one in (*self.clash.fighters, *self.clash.joining) for part in one.parts]
            found += self.clash.ambushed
        mine = (part for part in found if part.owner == seat)
        own = [part.card for part in mine if part.token is None or part.token.source == "discard"]
        tokens = (one for player in self.seats for one in player.tokens if one.owner == seat)
        return (*own, *(one.card for one in tokens if one.source == "discard"))

    def in_piles(self, seat: Seat) -> tuple[str, ...]:
        """The dragons in the seat's hand, draw pile and discard, one entry a copy."""
        return without(self.seats[seat].dragons, *self.on_table(seat))

    def at_hand(self, seat: Seat) -> tuple[str, ...]:
        """The dragons the seat may hold, one entry a copy: those in its piles that are not known to lie in the discard.

        Cards of other boxes may come back by texts we do not know, so of these any may be in the hand.
        """
        player = self.seats[seat]
        there = self.in_piles(seat)
        return without(there, *player.discarded) if all_texts_known(player.faction) else there

    def may_hold(self, seat: Seat, card: str) -> int:
        """How many copies of a coin or Fireball may be in the seat's hand: those it owns less those seen elsewhere."""
        player = self.seats[seat]
        found = known(card)
        coins = player.faction_coins
        owned = STARTED_WITH.get(found.rarity or found.kind, 0)
        if found.rarity == "faction":
            owned = FACTION_COINS if coins is None else coins
        lent = [one.card for own in self.seats for one in own.tokens if one.owner == seat and one.source == "discard"]
        trashed = [one.card for one in self.trash if one.owner == seat]
        gone = 0 if found.rarity == "faction" and coins is not None else trashed.count(card)
        return max(0, owned - gone - lent.count(card) - player.discarded.count(card))

    @property
    def combat_settled(self) -> bool:
        """Whether nothing of the combat phase must still happen: no combat, no refracted dragons, no damage waiting."""
        return self.clash is None and not self.waiting and not self.now.self_hits

    def at_phase(self, phase: Phase) -> State:
        """The table in that later phase of the turn, where nothing must happen before it; else as it is.

        All phases but the draw phase may be skipped, so what belongs to a later one leaves the others behind.
        """
        ahead = PHASES[PHASES.index(self.phase) + 1 :] if self.phase in PHASES else ()
        return replace(self, phase=phase) if phase in ahead and self.combat_settled else self

    def unknown_slots(self, seat: Seat) -> tuple[int, ...]:
        """The slots of a printed faction where a card lies face up and nobody said which."""
        player = self.seats[seat]
        slots = enumerate(player.supply, 1) if printed(player.faction) else ()
        return tuple(n for n, one in slots if one.shows and not one.card)

    def text_asks(self, seat: Seat, words: str) -> bool:
        """Whether a text asks for this now: any may on cards we never saw, else one with these words that is open.

        What no text asks for is not impossible, so it stays behind the tap where corrections are.
        """
        if not printed(self.seats[seat].faction):
            return seat == self.active or (self.clash is not None and seat == self.clash.defender)
        return bool(words) and any(words in one.text for one in self.todos if one.seat == seat and one.open)


def told(state: State) -> bool:
    """Whether the secrets are told: the game is over, and was played to its end.

    A correction, an override or people leaving end it for the moment; undone, the secrets must still be secrets.
    """
    return state.phase == "over" and not state.now.by_hand


def knows(state: State, event: Event, viewer: Seat | None) -> bool:
    """Whether the viewer may know what an event kept to its seat: the seat itself, and everybody at the end."""
    return told(state) or (event.seat is not None and event.seat == viewer)


def veil(state: State, viewer: Seat | None) -> State:
    """The table as ``viewer`` may know it. Every screen could be drawn from this alone."""
    if told(state):
        return state
    return replace(
        state,
        seats=tuple(
            player if seat == viewer else replace(player, legendary="") for seat, player in enumerate(state.seats)
        ),
        refracted=tuple(one if one.seat == viewer else replace(one, fighter=_faceless(one)) for one in state.refracted),
        notices=tuple(notice for notice in state.notices if notice.to in (None, viewer)),
    )


def _faceless(ghost: Refracted) -> Fighter:
    one = ghost.fighter
    parts = tuple(Part("", 0, ghost.seat) for _ in one.parts[:1])
    return Fighter(one.uid, parts, 0)

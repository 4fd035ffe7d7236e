"""Rounds of Gilfate Fantasy: setting up, the first lap, how rounds and the game end (rulebook 004, Setup and after)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.event import Objection
from rules.games.gilfate.cost import HIGH
from rules.games.gilfate.house import AS_WRITTEN, House
from rules.score import Why
from rules.text import say

Version = Literal["no_knockout", "knockout", "all_cards"]
VERSIONS: tuple[Version, ...] = ("no_knockout", "knockout", "all_cards")
BOOK = "Gilfate Fantasy rulebook"
PLAYERS = Why("Two to five can play.", f"{BOOK}, Overview")
FIRST_LAP = Why(
    "In the first lap nobody draws attack cards, uses a 10 to 12 or keeps a second bomb; only the last player may do"
    " the first two.",
    f"{BOOK}, The first round",
    "GF-R27",
)
ATTACK_CARDS = 48
BLANKS = 50
BOMB_CARDS = 12
SPARE_BLANKS = 3
HANDS: Mapping[int, int] = {2: 10, 3: 9, 4: 8, 5: 6}
RECOMMENDED_BOMBS: Mapping[int, int] = {2: 6, 3: 6, 4: 9, 5: 9}
POINTS_TO_WIN = 5
START_BLANKS, START_PICKS = 3, 2


@dataclass(frozen=True, slots=True)
class Start:
    """The piles after dealing. With secret bombs the number in the deck is ``bombs_least`` to ``bombs_most``.

    ``aside`` counts attack cards that are not dealt in the all-cards version, ``hidden`` cards the secret variant
    keeps out of play.
    """

    hand: int
    bombs: int
    bombs_least: int
    bombs_most: int
    blanks: int
    blank_deck: int
    attack_left: int
    explosions: int
    aside: int = 0
    hidden: int = 0


def players_objection(players: int) -> Objection | None:
    """What stands against so many players."""
    if players not in HANDS:
        return Objection("players", say("{players} cannot play; two to five can.", players=players), PLAYERS)
    return None


def setup(
    players: int, version: Version = "no_knockout", *, secret_bombs: bool = False, house: House = AS_WRITTEN
) -> Start:
    """Setup for 2 to 5 players.

    All cards: dealt as far as they go round evenly, the others aside (GF-R26). Secret bombs: the recommended bombs,
    three blanks and one card from each player are shuffled, and as many as recommended go into the deck; there are
    only 12 bombs (GF-R18). Explosions lie under the deck (GF-R22).
    """
    bombs = RECOMMENDED_BOMBS[players]
    everything = version == "all_cards"
    hand = ATTACK_CARDS // players if everything else HANDS[players]
    hidden = SPARE_BLANKS + players if secret_bombs else 0
    explosions = explosion_cards(version, house)
    return Start(
        hand=hand,
        bombs=bombs,
        bombs_least=max(0, bombs - hidden),
        bombs_most=min(BOMB_CARDS, bombs),
        blanks=BLANKS,
        blank_deck=BLANKS + bombs + explosions,
        attack_left=0 if everything else ATTACK_CARDS - hand * players,
        explosions=explosions,
        aside=ATTACK_CARDS - hand * players if everything else 0,
        hidden=hidden,
    )


def explosion_cards(version: Version, house: House = AS_WRITTEN) -> int:
    """How many explosions lie under the blank deck (GF-R22)."""
    if isinstance(house.explosions, int):
        return house.explosions
    return 1 if version == "knockout" else 0


def later_hand(players: int, version: Version = "no_knockout", house: House = AS_WRITTEN) -> int:
    """Cards dealt to each player in the rounds after the first (GF-R7)."""
    if isinstance(house.redeal, int) and version != "all_cards":
        return house.redeal
    return setup(players, version).hand


@dataclass(frozen=True, slots=True)
class TurnStart:
    """What a player draws before playing: blanks, and attack cards to pick."""

    draw_blank: int
    pick_attack: int


def turn_start(hand: int, *, attack_draws: bool = True) -> TurnStart:
    """With an empty hand: three blanks, then two attack cards; otherwise nothing.

    ``attack_draws`` is False where no attack card may be drawn: in the first lap, and in the all-cards version.
    """
    if hand:
        return TurnStart(0, 0)
    return TurnStart(START_BLANKS, START_PICKS if attack_draws else 0)


@dataclass(frozen=True, slots=True)
class Lap:
    """What holds in a turn: the limits of the first lap, the last player's exception, bombs to give back."""

    first_round: bool
    may_use_effect: bool
    may_draw_attack: bool
    return_bombs: int


def first_lap(
    players: int, turn: int, number: int = 0, bombs: int = 0, *, round_number: int = 1, house: House = AS_WRITTEN
) -> Lap:
    """The first lap's limits in turn ``turn`` of a round (counted from 1), for a card of this number and these bombs.

    The lap is one turn for each player, in every round (GF-R31). The last player of it may use a 10 to 12 and draw
    an attack card, and gives bombs above one back like everybody (GF-R27).
    """
    first = turn <= players and (house.first_round == "every" or round_number == 1)
    last = turn == players
    return Lap(
        first,
        may_use_effect=not first or last or number < HIGH,
        may_draw_attack=not first or last,
        return_bombs=max(0, bombs - 1) if first else 0,
    )


@dataclass(frozen=True, slots=True)
class Piles:
    """What can end a round: blank cards left, cards in each attack deck, who is still in, the smallest hand.

    None: not known, or it plays no part.
    """

    blank: int | None = None
    attack: tuple[int, ...] | None = None
    players_left: int | None = None
    smallest_hand: int | None = None


def round_over(piles: Piles, version: Version = "no_knockout", house: House = AS_WRITTEN) -> str:
    """Why the round is over, looked at after any turn: "" while it goes on.

    The blank deck, or the attack decks (all of them, or any: GF-R8); with knockouts, one player left; with all cards
    dealt, an empty hand instead of the attack decks.
    """
    if version == "knockout" and piles.players_left is not None and piles.players_left <= 1:
        return "one_left"
    if piles.blank == 0:
        return "blank_deck"
    if version == "all_cards":
        return "empty_hand" if piles.smallest_hand == 0 else ""
    if piles.attack is None:
        return ""
    empty = [count == 0 for count in piles.attack]
    return "attack_decks" if (any(empty) if house.attack_end == "any" else all(empty)) else ""


def lowest(points: Mapping[str, int]) -> tuple[str, ...]:
    """Who has the fewest points, in the order of names; a tie is shared (GF-R21)."""
    least = min(points.values(), default=0)
    return tuple(sorted(player for player, total in points.items() if total == least))


def most(points: Mapping[str, int]) -> tuple[str, ...]:
    """Who has the most points, in the order of names; a tie is shared (GF-R21)."""
    best = max(points.values(), default=0)
    return tuple(sorted(player for player, total in points.items() if total == best))


@dataclass(frozen=True, slots=True)
class Survival:
    """Survival points after a round of the knockout version, and who has won the game by them."""

    points: Mapping[str, int]
    winners: tuple[str, ...]


def survive(points: Mapping[str, int], survivors: Iterable[str]) -> Survival:
    """One point for everybody still in; with five the game is won, by several at once where it happens so."""
    still = set(survivors)
    after = {player: total + (1 if player in still else 0) for player, total in points.items()}
    return Survival(after, tuple(sorted(player for player, total in after.items() if total >= POINTS_TO_WIN)))


def match_totals(rounds: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Everybody's sum over the rounds."""
    totals: dict[str, int] = {}
    for one in rounds:
        for player, points in one.items():
            totals[player] = totals.get(player, 0) + points
    return totals


def match_winners(
    rounds: Sequence[Mapping[str, int]], version: Version = "no_knockout", house: House = AS_WRITTEN
) -> tuple[str, ...]:
    """Who wins a best of three or five: the lowest sum, or with knockouts the most survival points (GF-R20)."""
    highest = version == "knockout" if house.best_of == "by_version" else house.best_of == "most"
    return (most if highest else lowest)(match_totals(rounds))

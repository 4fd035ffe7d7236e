"""The piles of a round: how many cards are dealt, and the blank deck as everybody can reckon it.

What is counted of the blank deck is how many cards it has, how many bombs among them, and what is known at its ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Literal

from rules.event import Objection
from rules.games.gilfate import citations as cite
from rules.games.gilfate.deck import ATTACK_CARDS
from rules.games.gilfate.house_rules import AS_WRITTEN, House, Version, all_dealt, with_knockouts
from rules.text import say

# --- dealing (rulebook 004, Setup)

BLANKS = 50
BOMB_CARDS, EXPLOSION_CARDS = 12, 3
SPARE_BLANKS = 3
HANDS: Mapping[int, int] = {2: 10, 3: 9, 4: 8, 5: 6}
RECOMMENDED_BOMBS: Mapping[int, int] = {2: 6, 3: 6, 4: 9, 5: 9}


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
    text = say("{players} cannot play; two to five can.", players=players)
    return None if players in HANDS else Objection("players", text, cite.PLAYERS)


def setup(
    players: int,
    version: Version = "no_knockout",
    *,
    secret_bombs: bool = False,
    bombs: int | str = "recommended",
    hand: int | str = "recommended",
    house: House = AS_WRITTEN,
) -> Start:
    """Setup for 2 to 5 players, with ``bombs`` and ``hand`` where a table plays with other numbers; a hand is never
    larger than the attack cards go round evenly.

    All cards: dealt as far as they go round evenly, the others aside (GF-R26). Secret bombs: the recommended bombs,
    three blanks and one card from each player are shuffled, and as many as recommended go into the deck; there are
    only 12 bombs (GF-R18). Explosions lie under the deck (GF-R22).
    """
    everything = all_dealt(version)
    bombs = bombs if isinstance(bombs, int) else RECOMMENDED_BOMBS[players]
    hand = hand if isinstance(hand, int) else HANDS[players]
    hand = ATTACK_CARDS // players if everything else min(hand, ATTACK_CARDS // players)
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
    return 1 if with_knockouts(version) else 0


def later_hand(
    players: int, version: Version = "no_knockout", house: House = AS_WRITTEN, hand: int | str = "recommended"
) -> int:
    """Cards dealt to each player in the rounds after the first (GF-R7)."""
    if isinstance(house.redeal, int) and not all_dealt(version):
        return house.redeal
    return setup(players, version, hand=hand).hand


# --- the blank deck

Known = Literal["bomb", "explosion"]
Where = Literal["top", "bottom", "shuffle"]


@dataclass(frozen=True, slots=True)
class BlankDeck:
    """``full`` is its size when the round began; ``bombs_least`` to ``bombs_most`` bombs are in it now, a range with
    secret bombs. ``top`` is read from the top down, ``bottom`` towards the bottom."""

    left: int = 0
    full: int = 0
    bombs_least: int = 0
    bombs_most: int = 0
    explosions: int = 0
    top: tuple[Known, ...] = ()
    bottom: tuple[Known, ...] = ()


def drawn(deck: BlankDeck, count: int, bombs: int, explosions: int) -> BlankDeck:
    """The deck after its top ``count`` cards went, so many of them bombs and explosions. Counts stop at 0."""
    left = max(0, deck.left - count)
    return _fitted(
        replace(
            deck,
            left=left,
            bombs_least=max(0, deck.bombs_least - bombs),
            bombs_most=max(0, deck.bombs_most - bombs),
            explosions=max(0, deck.explosions - explosions),
            top=deck.top[count:],
        )
    )


def returned(deck: BlankDeck, bombs: int, where: Where) -> BlankDeck:
    """The deck after bombs came back: on top, to the bottom, or shuffled in."""
    more = replace(
        deck,
        left=deck.left + bombs,
        full=max(deck.full, deck.left + bombs),
        bombs_least=deck.bombs_least + bombs,
        bombs_most=deck.bombs_most + bombs,
    )
    bomb: Known = "bomb"
    known = (bomb,) * bombs
    if where == "top":
        return replace(more, top=(*known, *deck.top))
    if where == "bottom":
        return replace(more, bottom=(*deck.bottom, *known))
    return shuffled(more)


def recounted(deck: BlankDeck, bombs: int, explosions: int) -> BlankDeck:
    """The deck where so many more of its cards are bombs and explosions than was counted (below 0: fewer).

    Its size stays. It holds no more than it has cards, and none below 0.
    """
    explosions = max(0, min(deck.explosions + explosions, deck.left))
    room = deck.left - explosions
    least, most = (max(0, min(count + bombs, room)) for count in (deck.bombs_least, deck.bombs_most))
    return _fitted(replace(deck, bombs_least=least, bombs_most=most, explosions=explosions))


def shuffled(deck: BlankDeck) -> BlankDeck:
    """Nothing is known of any place any more; but explosions at the bottom are laid there again (GF-R37)."""
    below: tuple[Known, ...] = tuple(one for one in deck.bottom if one == "explosion")
    return replace(deck, top=(), bottom=below)


def mined(count: int) -> tuple[Known, ...]:
    """So many explosions, as they lie under the deck."""
    explosion: Known = "explosion"
    return (explosion,) * count


def turned(deck: BlankDeck) -> BlankDeck:
    """Upside down: what lay at the bottom is drawn next."""
    return replace(deck, top=deck.bottom[::-1], bottom=deck.top[::-1])


def rearranged(deck: BlankDeck, count: int) -> BlankDeck:
    """Somebody put the top ``count`` cards in an order of their own: the others know nothing of them now.

    In a short deck they reach what was known at the bottom; what lies deeper is known as before.
    """
    reached = max(0, count - (deck.left - len(deck.bottom)))
    return replace(deck, top=(), bottom=deck.bottom[reached:])


def _fitted(deck: BlankDeck) -> BlankDeck:
    """No more is known than lies there."""
    bottom = deck.bottom[len(deck.bottom) - deck.left :] if deck.left < len(deck.bottom) else deck.bottom
    top = deck.top[: deck.left - len(bottom)]
    explosions = min(deck.explosions, deck.left)
    most = min(deck.bombs_most, deck.left - explosions)
    ends = top + bottom
    if ends.count("bomb") > most or ends.count("explosion") > deck.explosions:
        # What was drawn shows that the places were not as we thought.
        top, bottom = (), ()
    # A bomb whose place is known is there, whatever may have come out beside it.
    least = max(deck.bombs_least, (top + bottom).count("bomb"))
    return replace(
        deck,
        bombs_least=min(least, most),
        bombs_most=most,
        explosions=explosions,
        top=top,
        bottom=bottom,
    )


# --- what the next cards can be


@dataclass(frozen=True, slots=True)
class Reach:
    """How many bombs and explosions the next cards can hold, at least and at most, by what everybody knows."""

    bombs: tuple[int, int]
    explosions: tuple[int, int]


def reach(deck: BlankDeck, count: int) -> Reach:
    """What drawing ``count`` cards can bring: the known cards on top, some of the middle, then what lies below."""
    top = deck.top[:count]
    middle = max(0, deck.left - len(deck.top) - len(deck.bottom))
    among = min(count - len(top), middle)
    below = deck.bottom[: max(0, count - len(top) - middle)]
    ends = deck.top + deck.bottom
    sure = top + below

    def span(kind: Known, least: int, most: int) -> tuple[int, int]:
        hidden = max(0, most - ends.count(kind))
        fewest = max(0, least - ends.count(kind)) if among == middle else 0
        return sure.count(kind) + min(fewest, among), sure.count(kind) + min(hidden, among)

    return Reach(span("bomb", deck.bombs_least, deck.bombs_most), span("explosion", deck.explosions, deck.explosions))


def outcomes(deck: BlankDeck, count: int) -> tuple[tuple[int, int], ...]:
    """Every (bombs, explosions) that ``count`` cards can bring, the fewest first; what stays must fit into the rest.

    Where our counts contradict themselves, everything is possible.
    """
    can, rest = reach(deck, count), max(0, deck.left - count)
    every = tuple((bombs, explosions) for explosions in range(count + 1) for bombs in range(count - explosions + 1))
    found = tuple(
        (bombs, explosions)
        for explosions in range(can.explosions[0], can.explosions[1] + 1)
        for bombs in range(can.bombs[0], can.bombs[1] + 1)
        if bombs + explosions <= count
        and max(0, deck.bombs_least - bombs) + max(0, deck.explosions - explosions) <= rest
    )
    return found or every


def bombs_drawn(cards: int, bombs: int, drawn: int) -> tuple[Fraction, ...]:
    """The chance of exactly 0, 1, 2 ... bombs among ``drawn`` of ``cards`` cards with ``bombs`` bombs, shuffled.

    Explosions and cards whose place is known are left out by the caller. More cannot be drawn than there are.
    """
    drawn = min(drawn, cards)
    ways = comb(cards, drawn)
    return tuple(
        Fraction(comb(bombs, found) * comb(cards - bombs, drawn - found), ways)
        for found in range(min(bombs, drawn) + 1)
    )


def at_least(cards: int, bombs: int, drawn: int, wanted: int) -> Fraction:
    """The chance of ``wanted`` bombs or more among the next ``drawn`` cards."""
    return sum(bombs_drawn(cards, bombs, drawn)[wanted:], Fraction(0))


def chance(deck: BlankDeck, draw: int = 1) -> tuple[Fraction, Fraction]:
    """How likely the next ``draw`` cards hold a bomb, at least and at most; equal where the bombs are counted.

    Known cards on top are certain; everything between the known ends is shuffled.
    """
    if "bomb" in deck.top[:draw]:
        return Fraction(1), Fraction(1)
    hidden = max(0, draw - len(deck.top))
    middle = deck.left - len(deck.top) - len(deck.bottom)
    if hidden > middle and "bomb" in deck.bottom[: hidden - middle]:
        return Fraction(1), Fraction(1)
    known = (deck.top + deck.bottom).count("bomb")
    least, most = (
        at_least(max(0, middle), _among(bombs - known, middle), hidden, 1)
        for bombs in (deck.bombs_least, deck.bombs_most)
    )
    return least, most


def chance_in_words(deck: BlankDeck, draw: int = 1) -> str:
    """How likely the next ``draw`` cards hold a bomb, as a percentage or the span of it."""
    least, most = (f"{round(100 * value)}%" for value in chance(deck, draw))
    return least if least == most else say("{least} to {most}", least=least, most=most)


def odds_of_bombs(deck: BlankDeck, draw: int, bombs: int) -> Fraction | None:
    """How likely so many of the next ``draw`` cards are bombs; None where the deck is not just shuffled and counted."""
    counted = deck.bombs_least == deck.bombs_most and deck.explosions == deck.bottom.count("explosion")
    if not counted or deck.top or draw > deck.left - len(deck.bottom):
        return None
    hidden = _among(deck.bombs_most - deck.bottom.count("bomb"), deck.left - len(deck.bottom))
    chances = bombs_drawn(deck.left - len(deck.bottom), hidden, draw)
    return chances[bombs] if bombs < len(chances) else None


def _among(bombs: int, cards: int) -> int:
    return min(max(0, bombs), max(0, cards))

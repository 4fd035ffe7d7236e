"""The rules around the battles of Dragoborne, as the calculators share them: decks, paying, dice, forts, turns' ends.

``*_objection`` says which written rule stands against an action, or None; the others compute what follows and take
legality for granted. (Rulebook 001: Deck regulations, Setup, Turn flow.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.event import Objection
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.deck import COPIES_MAX, card, color
from rules.games.dragoborne.house_rules import AS_WRITTEN, House
from rules.games.dragoborne.state import BANNERS, BARRIERS_START, CREATURES_MAX, FORTS, DieAt, Place, Resource
from rules.text import say

DECK_MIN = 50
HAND_START = 5
HAND_MAX = 7
AMBUSH_COST = 2
ANY = "white"
"""The colour of dice that stands for all of them."""
PLACES: tuple[Place, ...] = get_args(Place)


# --- decks and setting up


@dataclass(frozen=True, slots=True)
class Start:
    """A player's area after the setup: cards left in the deck, cards in hand, barriers per fort, resources."""

    deck: int
    hand: int = HAND_START
    barriers: tuple[int, ...] = (BARRIERS_START,) * len(FORTS)
    resources: int = BANNERS


def deck_size_objection(cards: int) -> Objection | None:
    """What stands against a deck of this size."""
    # Deck regulations: 50 or more, without the banners (DB-R20).
    if cards < DECK_MIN:
        text = say("This deck has {cards} cards; it needs at least {least}.", cards=cards, least=DECK_MIN)
        return Objection("deck_size", text, cite.DECK_SIZE)
    return None


def deck_problems(
    cards: Mapping[str, int], dice: Iterable[str] | None = None, banners: Iterable[str] | None = None
) -> tuple[Objection, ...]:
    """Everything wrong with a deck of name -> copies (banners left out), and with its dice and banners if given.

    Colours of the deck itself are free: cards may differ from the banners.
    """
    # 50 or more cards, banners not counted.
    size = deck_size_objection(sum(cards.values()))
    found = [size] if size is not None else []
    # Up to four of one name.
    for name, count in cards.items():
        if count > COPIES_MAX:
            text = say("{card} is in it {count} times; 4 is the most.", card=name, count=count)
            found.append(Objection("too_many_copies", text, cite.COPIES))
    colors = None if dice is None else Counter(dice)
    flags = None if banners is None else Counter(banners)
    # Three dice, three banners, the same colours.
    if colors is not None and colors.total() != BANNERS:
        text = say("{count} dice were named; three are played.", count=colors.total())
        found.append(Objection("dice_count", text, cite.THREE_DICE))
    if flags is not None and flags.total() != BANNERS:
        text = say("{count} banners were named; three are played.", count=flags.total())
        found.append(Objection("banner_count", text, cite.SAME_BANNERS))
    if colors is not None and flags is not None and colors != flags:
        template = "Dice are {dice}, banners {banners}; the colours must be the same."
        text = say(template, dice=_in_a_row(colors), banners=_in_a_row(flags))
        found.append(Objection("banner_mismatch", text, cite.SAME_BANNERS))
    return tuple(found)


def _in_a_row(colors: Counter[str]) -> str:
    return ", ".join(sorted(colors.elements())) or "none"


def setup(cards: int) -> Start:
    """Setup steps 3 and 4: five cards drawn, then two barriers laid at each fort. Mulligans change no count."""
    return Start(cards - HAND_START - BARRIERS_START * len(FORTS))


# --- resources and paying


@dataclass(frozen=True, slots=True)
class Price:
    """What a card asks for: ``cost`` None is the dash, ``color`` None means any colour will do."""

    cost: int | None
    color: str | None


AMBUSH_PRICE = Price(AMBUSH_COST, None)
"""Two of any colour, whatever the card costs otherwise (rulebook: Ambush)."""


def price_of(name: str) -> Price:
    """What playing the card asks for."""
    cost = card(name)["cost"]
    return Price(cost if isinstance(cost, int) else None, color(name))


def price_objection(price: Price, resources: Sequence[Resource]) -> Objection | None:
    """Why this cannot be paid with what stands, or None."""
    # Cost "-": not from the hand.
    if price.cost is None:
        return Objection("not_playable", "A card with cost - cannot be played from the hand.", cite.NOT_PLAYABLE)
    standing = [one.color for one in resources if not one.rested]
    # Cost: that many standing resources.
    if len(standing) < price.cost:
        several = "That costs {cost}; only {count} are standing."
        template = {0: "That costs {cost}; none is standing.", 1: "That costs {cost}; only {count} is standing."}
        text = say(template.get(len(standing), several), cost=price.cost, count=len(standing))
        return Objection("not_enough", text, cite.COST)
    # Cost: one of them in the card's colour; a card that costs nothing needs none (DB-R11).
    if price.cost >= 1 and price.color is not None and price.color not in standing:
        return Objection("no_color", say("No {color} resource is standing.", color=price.color), cite.COST_COLOR)
    return None


def payment_objection(price: Price, resources: Sequence[Resource], chosen: Sequence[int]) -> Objection | None:
    """Why resting exactly these (positions in ``resources``) does not pay, or None. Positions must exist."""
    picked = [resources[index] for index in dict.fromkeys(chosen)]
    refused = price_objection(price, picked)
    if refused is None and price.cost is not None and len(picked) != price.cost:
        text = say("That costs {cost}; {count} were named.", cost=price.cost, count=len(picked))
        return Objection("wrong_count", text, cite.COST)
    return refused


def suggested_payment(price: Price, resources: Sequence[Resource]) -> tuple[int, ...]:
    """Which resources to rest, as positions: one of the card's colour, then always of the colour most is left of.

    That keeps as many colours standing as can be. The price must be payable (``price_objection`` is None).
    """
    left = {i: one.color for i, one in enumerate(resources) if not one.rested}
    chosen: list[int] = []
    wanted = price.color
    for _ in range(price.cost or 0):
        counts = Counter(left.values())
        best = wanted if wanted is not None else max(counts, key=lambda word: (counts[word], word))
        index = next(i for i, word in left.items() if word == best)
        chosen.append(index)
        del left[index]
        wanted = None
    return tuple(sorted(chosen))


def most_resources(own_turn: int, *, goes_first: bool) -> int:
    """Resources on one's own turn number ``own_turn`` when one was added every turn (Resource step).

    Three banners, one a turn; whoever starts the game skips the step on their first turn.
    """
    return BANNERS + own_turn - (1 if goes_first else 0)


# --- the three dice: where they may go and when they count (Using your dice)


def rolled(dice: Iterable[DieAt], values: Sequence[int]) -> tuple[DieAt, ...]:
    """The dice step: every die is rolled and comes back to the zone, wherever it was (DB-R6, DB-R17)."""
    return tuple(DieAt(die.color, value) for die, value in zip(dice, values, strict=True))


def assign_objection(die: DieAt) -> Objection | None:
    """What stands against giving this die a task at all."""
    # Assigning your dice: once per die.
    if die.assigned:
        return Objection("already_assigned", "This die has its task for the turn.", cite.ASSIGN_ONCE)
    if die.where != "zone":
        return Objection("not_in_zone", "This die is not in the dice zone.", cite.FROM_ZONE)
    return None


def shield_objection(
    die: DieAt, fort_color: str, barriers: int, *, shields: int = 0, house: House = AS_WRITTEN
) -> Objection | None:
    """What stands against placing this die as a dragoshield; ``shields`` stand there already."""
    refused = assign_objection(die)
    if refused is not None:
        return refused
    # Dragoshield: a fort with the same colour as the die.
    if die.color != fort_color:
        text = say("A {color} die shields a {color} fort.", color=die.color)
        return Objection("color_mismatch", text, cite.SAME_COLOR)
    # Dragoshield at a destroyed fort (DB-R7, with DB-R3).
    if barriers == 0 and not house.attack_destroyed:
        return Objection("fort_destroyed", "That fort is destroyed.", cite.NO_SHIELD)
    # Several dice of one colour at one fort (DB-R4).
    if isinstance(house.max_shields, int) and shields >= house.max_shields:
        return Objection("shield_there", "There is a dragoshield at that fort.", cite.ONE_SHIELD)
    return None


def cross_warning(dice_there: int, house: House = AS_WRITTEN) -> Objection | None:
    """What to say when a die is put on a creature that has ``dice_there`` already: legal, but it adds nothing."""
    if dice_there and not house.cross_stacks:
        return Objection("one_boost", "A second die on a creature adds nothing to its +1/+1.", cite.ONE_BOOST)
    return None


def dice_active(dice: Iterable[DieAt], color: str, low: int, high: int, house: House = AS_WRITTEN) -> bool:
    """Whether a DICE low-high ability works: a die of that colour (white: any) showing a value in the range.

    A destroyed die lies in the discard pile and does not count; one on a shield or a creature does (DB-R13).
    """
    places = ("zone",) if house.dice_scope == "zone_only" else ("zone", "shield", "cross")
    return any(
        die.where in places and (color == ANY or die.color == color) and low <= die.value <= high for die in dice
    )


# --- room at a fort, ambushes


@dataclass(frozen=True, slots=True)
class Summoned:
    """Who stands at the fort after a summons; ``choice`` is filled while somebody must still say who leaves.

    The one who leaves is not destroyed: nothing that waits for a destruction happens.
    """

    creatures: tuple[str, ...]
    discarded: str | None = None
    choice: tuple[str, ...] = ()
    rested: bool = False


def leaving_candidates(there: Sequence[str], new: str, house: House = AS_WRITTEN) -> tuple[str, ...]:
    """Who may leave for a third creature: nobody while there is room, else one of those there (DB-R10)."""
    # Summon creatures: up to two at each fort, destroyed forts included.
    if len(there) < CREATURES_MAX:
        return ()
    return (*there, new) if house.may_discard_new else tuple(there)


def summon_objection(
    there: Sequence[str], new: str, discard: str | None, house: House = AS_WRITTEN
) -> Objection | None:
    """What stands against ``discard`` leaving for ``new``; None also while nobody was named yet."""
    candidates = leaving_candidates(there, new, house)
    if discard is None or discard in candidates:
        return None
    if not candidates:
        return Objection("bad_target", "There is room at this fort; nobody leaves.", cite.CROWDED)
    return Objection("bad_target", "One of the creatures already at this fort leaves.", cite.CROWDED)


def summon(there: Sequence[str], new: str, discard: str | None = None, house: House = AS_WRITTEN) -> Summoned:
    """Place ``new`` at a fort; with two there, ``discard`` says who leaves, or the question comes back."""
    candidates = leaving_candidates(there, new, house)
    if candidates and discard is None:
        return Summoned(tuple(there), choice=candidates)
    stay = tuple(creature for creature in (*there, new) if not candidates or creature != discard)
    return Summoned(stay, discard if candidates else None, rested=house.summoning_rest)


def ambush_objection(
    banners: Sequence[str], color: str, *, rested: bool, house: House = AS_WRITTEN
) -> Objection | None:
    """What stands against using an ambush of this colour whose condition is met."""
    # Ambush: only with a banner of its colour.
    if color not in banners:
        text = say("An ambush of {color} needs a {color} banner.", color=color)
        return Objection("no_banner", text, cite.AMBUSH_BANNER)
    # It is set at rest; whether it must stand again first is not said (DB-R15).
    if house.ambush_must_stand and rested:
        return Objection("ambush_rested", "This ambush is at rest.", cite.AMBUSH_STANDS)
    return None


# --- drawing, and the end of a turn


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a turn: cards the active player discards, who has lost, and what that makes of the game."""

    discard: int
    losers: tuple[str, ...]
    result: Literal["continue", "win", "draw"]
    winner: str | None = None


def decked(deck: int, count: int) -> bool:
    """Whether being required to draw ``count`` loses the game at once; the last card itself is safe (Objective).

    A barrier that goes to the hand is not drawn (DB-R21).
    """
    return count > deck


def discard_to_limit(hand: int) -> int:
    """How many cards the active player discards (End phase: down to seven)."""
    return max(0, hand - HAND_MAX)


def end_turn(barriers: Mapping[str, Sequence[int]], hand: int) -> TurnEnd:
    """The End phase: hand limit, then the check of every player's barriers (DB-R16: both, every turn).

    Nobody loses in the middle of a turn for want of barriers. Both without any: a draw (DB-R8).
    """
    losers = tuple(sorted(player for player, forts in barriers.items() if sum(forts) == 0))
    left = [player for player in barriers if player not in losers]
    if losers and len(left) == 1:
        return TurnEnd(discard_to_limit(hand), losers, "win", left[0])
    return TurnEnd(discard_to_limit(hand), losers, "draw" if losers and not left else "continue")

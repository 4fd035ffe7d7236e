"""The cards of Gilfate Fantasy and what is known of them: faces, numbers, costs, and what those in front change.

48 attack cards, 75 of the blank deck, 5 for setting up (rulebook 004, Contents).
Ids of attack cards are number and letter in the rulebook's order. How often each is in the deck and which symbol its
back has is not printed there; ours gives 16 cards to each symbol. Costs vary within a number (8: 4, 1 and 4).

Suits: ``hand`` (hand cards and costs), ``deck`` (the blank deck), ``bombs`` for the attack cards, and ``blank``,
``bomb``, ``explosion``, ``setup``. Icons in texts: ``[blank]``, ``[bomb]`` and ``[explosion]``, the glyphs of those
suits. Backs: ``hand``, ``deck``, ``bombs``, ``blank`` (all of the blank deck alike) and ``setup``.

Columns: ``traits`` quick (another player's turn), effect_first, once (once in each turn of yours), full_price (no
discount); ``stays`` in front of its player for a while or as a permanent (rulebook 004, Permanent cards);
``min_payment`` is the least it can be paid with (None: all of it); ``bomb_slots`` how many more bombs its owner bears.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal

from rules import games
from rules.choice import Pick
from rules.event import Judge
from rules.games.gilfate.house_rules import AS_WRITTEN, House
from rules.text import say
from rules.values.cards import Card, Column, Deck, DeckSpec, Face, listed, maybe, one_of, whole_number
from rules.values.code import CodeError, parse

SUITS = {
    "hand": "Hands and costs",
    "deck": "The blank deck",
    "bombs": "Bombs",
    "blank": "Blank",
    "bomb": "Bomb",
    "explosion": "Explosion",
    "setup": "Setting up",
}
ICONS = ("blank", "bomb", "explosion")
ATTACK_BACKS = ("hand", "deck", "bombs")
KINDS = ("attack", "blank", "bomb", "explosion", "setup")
TRAITS = {
    "quick": ("quick", "Quick: in another player's turn too"),
    "effect_first": ("effect first", ""),
    "once": ("once a turn", "Once in each turn of yours"),
    "full_price": ("full price", "No card makes this one cheaper"),
}
"""Each trait as the kind line says it, and as the small print explains it."""


def face(card: Card) -> Face:
    """An attack card shows its number, cost and when it may be played; the others their one sentence."""
    kind = str(card["kind"])
    if kind != "attack":
        suit, label = ("setup", "Setting up") if kind == "setup" else (kind, "Blank deck")
        return Face(card.name, suit, label, text=card.text)
    traits = [TRAITS[str(trait)] for trait in card.words("traits")]
    line = {"stays": "Stays in front", "permanent": "Permanent"}.get(str(card["stays"]), "Attack")
    notes = [note for _, note in traits if note]
    if card["min_payment"] is not None:
        notes.append("One card paid is enough to use it")
    return Face(
        title=card.name,
        suit=card.back,
        kind=" · ".join([line, *(word for word, _ in traits)]),
        value=str(card["number"]),
        text=card.text,
        stats=(("COST", str(card["cost"])),),
        note=". ".join(notes),
    )


def section(card: Card) -> str:
    """One section a back; the whole blank deck is one, because it is shuffled together."""
    if card["kind"] == "attack":
        return say("Attack cards: {suits}", suits=SUITS[card.back].lower())
    return "Setting up" if card["kind"] == "setup" else "Blank deck"


def check(cards: tuple[Card, ...]) -> Iterator[tuple[str, str, str]]:
    """Attack cards have a number, a cost and a deck of their own; the others have none of it."""
    for card in cards:
        if card["kind"] == "attack":
            backs: tuple[str, ...] = ATTACK_BACKS
            for column in ("number", "cost"):
                if card[column] is None:
                    yield card.id, column, "is empty; every attack card has one"
        else:
            backs = ("setup",) if card["kind"] == "setup" else ("blank",)
            for column in ("number", "cost"):
                if card[column] is not None:
                    yield card.id, column, "is for attack cards only"
        if card.back not in backs:
            text = '"{back}" is not a back of this kind; expected {words}'
            yield card.id, "back", say(text, back=card.back, words=" or ".join(backs))


SPEC = DeckSpec(
    game="gilfate",
    letters="GF",
    title="Gilfate Fantasy",
    columns=(
        Column("kind", one_of(*KINDS), None),
        Column("number", maybe(whole_number(0, 12))),
        Column("cost", maybe(whole_number(0, 12))),
        Column("traits", listed(of=tuple(TRAITS))),
        Column("stays", one_of("", "stays", "permanent")),
        Column("min_payment", maybe(whole_number(1, 12))),
        Column("bomb_slots", whole_number(0, 9), "0"),
    ),
    face=face,
    section=section,
    check=check,
)


# --- what the algorithms know of an attack card

ATTACK_CARDS = 48
NUMBERS = 13
"""Numbers run from 0 to 12 and do not wrap around."""
HIGH = 10
"""Numbers from 10 on stay in front, wait in the first lap and are never reduced."""


@dataclass(frozen=True, slots=True)
class AttackCard:
    """One kind of attack card. ``min_payment`` is the least that makes it usable (None: its whole cost)."""

    id: str
    number: int
    cost: int
    quick: bool = False
    effect_first: bool = False
    once_a_turn: bool = False
    full_price: bool = False
    stays: bool = False
    permanent: bool = False
    min_payment: int | None = None


@cache
def attack_cards() -> Mapping[str, AttackCard]:
    """Every kind of attack card by its id."""
    return MappingProxyType({card.id: _facts(card) for card in whole_deck().cards if card["kind"] == "attack"})


def _facts(card: Card) -> AttackCard:
    traits, least = card.words("traits"), card["min_payment"]
    return AttackCard(
        card.id,
        number=int(str(card["number"])),
        cost=int(str(card["cost"])),
        quick="quick" in traits,
        effect_first="effect_first" in traits,
        once_a_turn="once" in traits,
        full_price="full_price" in traits,
        stays=bool(card["stays"]),
        permanent=card["stays"] == "permanent",
        min_payment=None if least is None else int(str(least)),
    )


# --- cards by their names


def whole_deck() -> Deck:
    """Every card of the game."""
    return games.deck("gilfate")


def card_id(word: str) -> str:
    """The card a word names: ``5a/2`` is a second ``5a``."""
    return word.partition("/")[0]


def words(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards as the words of one event: a second 5a is ``5a/2``."""
    seen: dict[str, int] = {}
    found = []
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
        found.append(card if seen[card] == 1 else f"{card}/{seen[card]}")
    return tuple(found)


def attack(card: str) -> AttackCard:
    """What the algorithms know of the attack card."""
    return attack_cards()[card]


def card_of(card: str) -> Card:
    """The card of the deck."""
    return whole_deck().by_id[card]


@cache
def face_of(card: str) -> Face:
    """What its front says."""
    return face(card_of(card))


@cache
def name_of(card: str) -> str:
    """Such as 5a Rogue Wave."""
    return f"{card} {card_of(card).name}" if card in attack_cards() else "a card"


def plain(text: str) -> str:
    """A card's text for a screen, without the marks of its face."""
    for mark in ("**", "[blank] ", "[bomb] ", "[explosion] "):
        text = text.replace(mark, "")
    return text.replace("\n", " ")


@cache
def pick_of(card: str, value: str = "") -> Pick:
    """An attack card as an answer; its number and cost tell equal names apart."""
    about = face_of(card)
    detail = say("cost {cost} · {kind}", cost=attack(card).cost, kind=about.kind)
    return Pick(value or card, f"{card} {about.title}", card, detail=detail, suit=about.suit)


@cache
def every_copy() -> tuple[Pick, ...]:
    """Every paper attack card, copy by copy, for hands."""
    copies = words(card for card in attack_cards() for _ in range(card_of(card).copies))
    return tuple(pick_of(card_id(word), word) for word in copies)


def named_card(judge: Judge, word: str, code: str = "") -> str:
    """The id of the attack card a word names. Refuses other cards, and a code that is not that card's."""
    card = card_id(word)
    unknown = say('"{word}" is not an attack card of Gilfate Fantasy.', word=word[:20])
    judge.struct(card in attack_cards(), "unknown_card", unknown)
    if code:
        try:
            found = whole_deck().find(parse(code))
        except CodeError as error:
            judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return card
        text = say("The code {code} is not printed on {name}.", code=code[:12], name=card_of(card).name)
        judge.struct(found is not None and found.id == card, "bad_code", text)
    return card


# --- costs: printed cost, then tax, then reductions (rulebook 004, Card effects 0, 6, 10, 12)

TAX, TAXED = "12c", 2
CHEAP, CHEAP_COST = "12a", 1
ONCE, ONCE_COST = "10a", 2


@dataclass(frozen=True, slots=True)
class Cost:
    """Blank cards to draw, the least that makes the card usable, and which active cards changed the cost."""

    cost: int
    least: int
    changed_by: tuple[str, ...] = ()


def activation_cost(
    card: AttackCard,
    mine: Collection[str] = (),
    others: Collection[str] = (),
    *,
    use_10a: bool = False,
    house: House = AS_WRITTEN,
) -> Cost:
    """The cost for a player with the active cards ``mine`` while all other players together have ``others`` active.

    ``use_10a``: the player spends this turn's use of 10a on it. Reductions come after the tax and never raise a cost
    (GF-R10). Who has played 12c does not pay its tax, unless somebody else has one too.
    """
    cost, changed = card.cost, []
    # 12c: the other players pay 2 for a number 0.
    if card.number == 0 and TAX in others and cost < TAXED:
        cost = TAXED
        changed.append(TAX)
    # 6a has to be paid in full (GF-R11); 12a and 10a leave numbers 10 to 12 alone.
    reducible = card.number < HIGH and (house.reducible_6a or not card.full_price)
    for name, active, reduced in ((CHEAP, CHEAP in mine, CHEAP_COST), (ONCE, use_10a, ONCE_COST)):
        if reducible and active and reduced < cost:
            cost = reduced
            changed.append(name)
    return Cost(cost, least_payment(card, cost), tuple(changed))


def least_payment(card: AttackCard, cost: int) -> int:
    """The least that makes the card usable where it costs so much."""
    return cost if card.min_payment is None else min(cost, card.min_payment)


# --- cards in front: permanents for 9a (rulebook 004, number 9; Permanent cards), and the bombs they let one bear


def permanents(active: Iterable[AttackCard], house: House = AS_WRITTEN) -> tuple[AttackCard, ...]:
    """The face-up permanents among active cards: all that stay in front, or the cards 12 alone (GF-R30).

    The icon page calls permanent what stays in front; a later page only what lasts for the rest of the round.
    """
    narrow = house.permanents == "12_only"
    return tuple(card for card in active if (card.permanent if narrow else card.stays))


def nine_a(own: int) -> Literal["discard_all", "bomb_and_remove", "none"]:
    """What 9a does for a player with so many permanents of their own.

    Without any: all permanents of another player go. With exactly one: take a bomb, remove one permanent of anybody.
    With more its condition is not met, and only its cost can be paid.
    """
    if own == 0:
        return "discard_all"
    return "bomb_and_remove" if own == 1 else "none"


BOMBS = 3
SLOT, FOUR, SHIELD = "7a", "12b", "11b"


def slots(active: Sequence[str]) -> int:
    """How many bombs count little at the end, and how many knock out: 3, +1 for each active 7a, +1 for 12b.

    12b says four instead of three, so a second 12b adds nothing; every 7a adds one (GF-R2, GF-R9).
    """
    return BOMBS + active.count(SLOT) + (1 if FOUR in active else 0)


def knocked_out(bombs: int, active: Sequence[str], *, explosion: bool = False, shielded: bool = False) -> bool:
    """Whether the player is out; to be asked again whenever a bomb comes or an active card goes.

    ``explosion``: one was drawn. 12b survives it, and so does 11b whose second option was used this turn
    (``shielded``) while it still lies in front (rulebook 004, Out of the round; cards 7, 11, 12).
    """
    if bombs >= slots(active):
        return True
    return explosion and FOUR not in active and not (shielded and SHIELD in active)

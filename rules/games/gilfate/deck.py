"""The cards of Gilfate Fantasy: 48 attack cards, 75 of the blank deck, 5 for setting up (rulebook 004, Contents).

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

from collections.abc import Iterator

from rules.text import say
from rules.values.cards import Card, Column, DeckSpec, Face, listed, maybe, one_of, whole_number

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
            yield (
                card.id,
                "back",
                say('"{back}" is not a back of this kind; expected {words}', back=card.back, words=" or ".join(backs)),
            )


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
